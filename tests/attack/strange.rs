//! What is done with a file from a stranger, and what holds whatever it says.
//!
//! What is refused has changed nothing that can be seen. The screen shows what a repaint of everything shows. A state
//! has the same bytes whenever the history stands there, so undo and redo lead back and forth. The drawing is valid,
//! it can be saved and kept, and no step allocates more than the drawing and its history may take.

use super::forged::args;
use super::unsealed::bytes;
use crate::attack::chance::Chance;
use crate::attack::hold::Stand;
use crate::attack::screen::Screen;
use std::collections::BTreeMap;
use undoodle::document::Cel;
use undoodle::editor::{Direction, Editor, Effect};
use undoodle::journal::Entries;
use undoodle::memory::Memory;

/// The most bytes that anything may allocate with drawings as small as these.
const MOST: u64 = 48 << 20;

/// Things that are done to a file.
const DEEDS: usize = 28;

/// All that can be seen of an editor.
#[derive(Debug, PartialEq)]
struct Seen {
    stand: Stand,
    /// The branches that leave each state, in their order.
    branches: Vec<Vec<u64>>,
    aside: Option<(u64, usize)>,
    cel: Cel,
}

impl Seen {
    fn of(editor: &Editor) -> Seen {
        let history = editor.document().history();
        let all = history.commits().map(|commit| commit.id()).chain([history.base()]);
        let branches = |at| history.branches_at(at, 99).iter().map(|id| id.0).collect();
        Seen {
            stand: Stand::of(history),
            branches: all.map(branches).collect(),
            aside: history.aside().map(|(id, steps)| (id.0, steps)),
            cel: editor.cel(),
        }
    }
}

/// A stranger's drawing, and what is known of it.
pub struct Strange {
    editor: Editor,
    screen: Screen,
    /// Bytes of the states that the history stood at, by the numbers of the commits before them.
    states: BTreeMap<u64, Memory>,
}

/// Opens a file. Returns `None` if its history is left out, with the sentence that says why.
pub fn open(file: &[u8]) -> Result<Strange, String> {
    let mut editor = Editor::new().unwrap();
    editor.resize(90, 70);
    let mut said = String::new();
    let used = allocation_counter::measure(|| said = editor.open(file, "x.undoodle").unwrap().to_string());
    assert!(used.bytes_max < MOST, "opening takes {} bytes", used.bytes_max);
    editor.document().validate().unwrap();
    if said.contains("left out") {
        assert!(said.len() < 300 && !said.contains('\n'), "one sentence: {said}");
        return Err(said);
    }
    Ok(Strange::new(editor))
}

impl Strange {
    fn new(editor: Editor) -> Strange {
        let mut strange = Strange { editor, screen: Screen::new(), states: BTreeMap::new() };
        strange.editor.repaint();
        strange.screen.look(&mut strange.editor, "at first");
        strange
    }

    /// Runs a command. Returns `true` if it was done.
    fn run(&mut self, id: &str, given: &[(&str, u64)]) -> bool {
        let given: Vec<_> = given.iter().flat_map(|(name, value)| args(name, *value)).collect();
        self.deed(id, |editor| editor.run(id, &given, 5000).is_ok_and(|done| done))
    }

    /// Does something that says whether it was done, and checks all that holds afterwards.
    fn deed(&mut self, what: &str, act: impl FnOnce(&mut Editor) -> bool) -> bool {
        let (before, old) = (Seen::of(&self.editor), bytes(&self.editor).clone());
        let mut done = false;
        let used = allocation_counter::measure(|| done = act(&mut self.editor));
        assert!(used.bytes_max < MOST, "{what} takes {} bytes", used.bytes_max);
        self.editor.document().validate().unwrap_or_else(|broken| panic!("{what}: {broken}"));
        if !done {
            assert_eq!(Seen::of(&self.editor), before, "{what} was refused");
            assert!(bytes(&self.editor) == &old, "{what} was refused, and has changed the drawing");
        }
        self.screen.look(&mut self.editor, what);
        done
    }

    /// Checks that the bytes are those of the last time that the history stood here.
    fn check_state(&mut self) {
        let (here, now) = (self.editor.document().history().here().0, bytes(&self.editor));
        let known = self.states.entry(here).or_insert_with(|| now.clone());
        assert!(known == now, "the bytes of state {here}");
    }

    /// Undoes or redoes, and leads back.
    fn there_and_back(&mut self, direction: Direction) {
        let (one, other) = match direction {
            Direction::Undo => ("edit.undo", "edit.redo"),
            Direction::Redo => ("edit.redo", "edit.undo"),
        };
        let (before, old) = (Seen::of(&self.editor), bytes(&self.editor).clone());
        let there = self.run(one, &[]);
        self.check_state();
        if there && self.editor.document().history().here().0 != before.stand.here {
            assert!(self.run(other, &[]), "{other} leads to a state that was a drawing");
            let now = Seen::of(&self.editor);
            assert_eq!((&now.stand, &now.branches), (&before.stand, &before.branches));
            assert!(bytes(&self.editor) == &old, "{one} and {other}");
            assert!(self.run(one, &[]), "{one} once more");
        }
    }

    /// Looks at the drawing before a step, and comes back.
    fn peek(&mut self, ids: &[u64], chance: &mut Chance) {
        let (before, old) = (Seen::of(&self.editor), bytes(&self.editor).clone());
        for _ in 0..chance.below(3) + 1 {
            let id = chance.pick(ids);
            self.run("history.peek", &[("commit", id)]);
            assert!(self.editor.cel_stamps(0..1, 0..1).len() == 1);
        }
        self.run("history.peek-end", &[]);
        assert!(!self.editor.is_peeking(), "a look ends");
        let now = Seen::of(&self.editor);
        assert_eq!((now.stand, now.cel), (before.stand, before.cel), "after a look");
        assert!(bytes(&self.editor) == &old, "after a look");
    }

    fn stroke(&mut self, chance: &mut Chance) {
        let mut at = || (f64::from(chance.within(0, 89)), f64::from(chance.within(0, 69)));
        let (from, to) = (at(), at());
        self.deed("a stroke", |editor| {
            editor.take_effects();
            editor.pointer_down(from.0, from.1, 0, 9000);
            editor.pointer_up(to.0, to.1, 9001);
            !editor.take_effects().iter().any(|effect| matches!(effect, Effect::Failure(_)))
        });
        self.states.clear();
    }

    /// Looks at what panels show of all steps.
    fn list(&mut self) {
        let used = allocation_counter::measure(|| {
            let rows = self.editor.step_rows(0, 99);
            for row in rows {
                self.editor.step_thumbnail(row.commit, 28, 20);
                self.editor.contour_of(&[row.commit]);
                self.editor.aside_rows(row.commit, 99);
            }
            let _ = self.editor.contour();
            self.editor.frame_stamps(0..self.editor.document().frames());
        });
        assert!(used.bytes_max < MOST, "the list takes {} bytes", used.bytes_max);
    }

    /// Saves the drawing with its history, and opens it again.
    fn save(&mut self) {
        let saved = self.editor.encode_project(Some(true)).unwrap();
        let mut other = Editor::new().unwrap();
        let said = other.open(&saved, "y.undoodle").unwrap().to_string();
        assert!(!said.contains("left out") && !said.contains("without"), "{said}");
        assert!(bytes(&other) == bytes(&self.editor));
        let stands = [&self.editor, &other].map(|editor| Stand::of(editor.document().history()));
        assert_eq!(stands[0], stands[1], "saved and opened");
    }

    /// Keeps the drawing in a store, and goes on with what comes back from there.
    fn keep(&mut self) {
        let mut store = Entries::default();
        self.editor.begin_keeping();
        store.write(self.editor.take_batch().unwrap().unwrap());
        self.there_and_back(Direction::Undo);
        self.there_and_back(Direction::Redo);
        if let Some(batch) = self.editor.take_batch().unwrap() {
            store.write(batch);
        }
        let mut later = Editor::new().unwrap();
        later.resize(90, 70);
        let mut wanted = later.restore_begin(store.checkpoint_and_log()).unwrap();
        while let Some(key) = wanted {
            wanted = later.restore_supply(key, store.get(key)).unwrap();
        }
        assert_eq!(later.restore_finish("x"), Ok(()));
        later.choose_again(&self.editor.choices());
        while let Some(key) = later.wanted() {
            later.supply(key, store.get(key)).unwrap();
        }
        assert!(bytes(&later) == bytes(&self.editor), "kept and brought back");
        let stands = [&self.editor, &later].map(|editor| Stand::of(editor.document().history()));
        assert_eq!(stands[0], stands[1], "kept and brought back");
        *self = Strange::new(later);
    }

    /// Does one of all the things that a person does with a history.
    fn any(&mut self, chance: &mut Chance) {
        let history = self.editor.document().history();
        let mut ids: Vec<u64> = history.commits().map(|commit| commit.id().0).collect();
        ids.extend(history.pins().map(|(id, _)| id.0).chain([history.base().0, 1 << 40]));
        let (steps, branches) = (history.position() + history.ahead(), history.branches().count());
        match chance.below(20) {
            0..4 => self.there_and_back(Direction::Undo),
            4..7 => self.there_and_back(Direction::Redo),
            7..10 => _ = self.run("history.goto", &[("commit", chance.pick(&ids))]),
            10 => _ = self.run("history.step", &[("step", chance.below(steps + 2) as u64)]),
            11..13 => _ = self.run("history.branch", &[("branch", chance.below(branches + 1) as u64)]),
            13 => {
                self.run("history.bring-back", &[("commit", chance.pick(&ids))]);
                self.states.clear();
            }
            14 => _ = self.run("history.go-to-pin", &[]),
            15 => self.peek(&ids, chance),
            16 => self.stroke(chance),
            17 => {
                let id = chance.pick(&[
                    "layer.add",
                    "frame.play",
                    "select.all",
                    "edit.copy",
                    "edit.paste",
                    "layer.opacity",
                ]);
                self.run(id, &[]);
                self.editor.tick(7000.0);
                self.screen.look(&mut self.editor, "a tick");
                self.states.clear();
            }
            18 => self.list(),
            _ => while self.editor.idle() {},
        }
        self.check_state();
    }

    /// Does much.
    pub fn live(mut self, chance: &mut Chance) {
        self.check_state();
        for deed in 0..DEEDS {
            self.any(chance);
            if deed == DEEDS / 2 {
                self.run("edit.land", &[]);
                self.states.clear();
                if chance.one_in(3) { self.keep() } else { self.save() }
            }
        }
        self.save();
    }
}
