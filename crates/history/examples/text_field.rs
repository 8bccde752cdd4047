//! A text field: letters typed in a row are one step, a pause begins another, and a save is remembered.
//!
//! The field is 64 bytes and nothing else; there is no undo code in here. Times are
//! passed in, so the story is the same every time.

use undoodle_history::{Header, History, Region, Step};

/// Letters that come within this many milliseconds go on with the step before.
const PAUSE: u64 = 500;
/// Who types; another hand's letters are never merged with these.
const TYPING: u32 = 1;

struct TextField {
    history: History<[u8; 64]>,
    clock: u64,
}

impl TextField {
    fn text(&self) -> String {
        let bytes = self.history.arena().iter().take_while(|byte| **byte != 0);
        bytes.map(|byte| char::from(*byte)).collect()
    }

    /// Types some letters at the end, quickly, after a pause.
    fn type_in(&mut self, letters: &str) -> Result<(), undoodle_history::Error> {
        self.clock += 2 * PAUSE;
        for letter in letters.bytes() {
            self.clock += 80;
            let end = self.text().len() as u64;
            self.history.begin(TYPING)?;
            self.history.write(Region::new(end, 1))?[0] = letter;
            self.history.commit_merging(Header::new("Type").timed(self.clock), PAUSE)?;
        }
        self.tell("type");
        Ok(())
    }

    fn tell(&self, what: &str) {
        let mark = if self.history.is_dirty() { "*" } else { " " };
        println!("{what:>5} {mark}|{}|  {} steps", self.text(), self.history.position());
    }
}

/// Tells the story, and holds the engine to it.
pub fn main() -> Result<(), undoodle_history::Error> {
    let mut field = TextField { history: History::new([0; 64]), clock: 0 };
    field.type_in("abcdef")?;
    assert_eq!(field.history.position(), 1, "six letters are one step");
    field.history.mark_saved()?;
    field.tell("save");
    field.type_in(" and more")?;
    assert!(field.history.is_dirty());

    field.history.undo()?;
    field.tell("undo");
    assert_eq!((field.text().as_str(), field.history.is_dirty()), ("abcdef", false));

    field.type_in("!")?;
    field.history.undo()?;
    field.tell("undo");
    assert!(!field.history.is_dirty(), "the same bytes by another way are as clean");

    // In the middle of a letter, undo takes back that letter and nothing else.
    field.history.begin(TYPING)?;
    field.history.write(Region::new(0, 1))?[0] = b'X';
    assert!(matches!(field.history.undo()?, Step::Cancelled));
    field.tell("undo");

    // What was typed and undone is a branch, and still there.
    let more = field.history.commits().nth(1).map(|commit| commit.id());
    field.history.goto(more.unwrap_or(field.history.here()), |_, _| ())?;
    field.tell("goto");
    assert_eq!(field.text(), "abcdef and more");
    Ok(())
}
