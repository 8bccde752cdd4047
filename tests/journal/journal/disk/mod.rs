//! An editor and a simulated disk: late, failing, tearing, reordering, losing entries, dead at any moment.
//!
//! Problem: the way back from the disk breaks where two things meet that nobody thought of together: a volume that
//! arrives while the pen is down, a budget of half a step, a write that fails before an undo. Idea: a random person, a random
//! disk, and a twin of the editor that has all the memory it wants. After each call both have the same bytes.
//!
//! What is held: no step is dropped while the disk takes something; no action and no command is half done; nothing is read twice
//! without a cause, and nothing at rest; memory keeps its bound; at the end all that was acknowledged can be reached.

mod counted;
mod quick;
mod world;

use std::collections::{BTreeSet, HashMap, VecDeque};
use undoodle::Error;
use undoodle::color::Color;
use undoodle::document::{Cel, Document};
use undoodle::editor::Editor;
use undoodle::formats::project;
use undoodle::geometry::Rect;
use undoodle::history::Limits;
use undoodle::journal::{Batch, Entries, EntryKey};
use undoodle::memory::Memory;

use super::session::Chance;

/// Says what a session does that is run by itself.
macro_rules! trace {
    ($($what:tt)*) => {
        if std::env::var_os("UNDOODLE_DISK").is_some() {
            eprintln!($($what)*);
        }
    };
}

use trace;

/// Side of the drawing: all of it takes 16 KiB.
const SIDE: u32 = 64;

/// The working budget: room for a step of the whole drawing, and some to be owed.
const WORKING: usize = 400_000;

fn bytes(editor: &Editor) -> &Memory {
    editor.document().history().arena()
}

fn here(editor: &Editor) -> u64 {
    editor.document().history().here().0
}

fn commits(editor: &Editor) -> BTreeSet<u64> {
    editor.document().history().commits().map(|commit| commit.id().0).collect()
}

/// A file of noise, each pixel of which differs from its neighbours.
fn noise(side: u32) -> Vec<u8> {
    let (mut document, mut chance) = (Document::new(side, side).unwrap(), Chance::new(side.into()));
    document.begin(1).unwrap();
    let mut pixel = |_, _, _| Color { bytes: (chance.below(1 << 32) as u32 | 0xff00_0000).to_le_bytes() };
    document.edit(Cel::default(), Rect::new(0, 0, side as i32, side as i32), &mut pixel).unwrap();
    document.commit("Noise", Color::ADDED, 0).unwrap();
    project::encode_with(&document, 0, None, &[]).unwrap()
}

/// An editor with noise, and with this much memory for its steps.
fn editor(budget: usize) -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.open(&noise(SIDE), "noise.undoodle").unwrap();
    editor.resize(640, 640);
    limit(&mut editor, budget);
    editor
}

fn limit(editor: &mut Editor, budget: usize) {
    editor.set_history_limits(Limits { budget, depth: 1, working: WORKING }).unwrap();
}

/// A batch on its way to the disk, and the step at which it leaves the drawing.
struct Sent {
    batch: Batch,
    here: u64,
}

/// The disk, and what is on its way to it and back.
#[derive(Default)]
struct Disk {
    entries: Entries,
    /// The steps at which what was on the disk has left the drawing; the last one is where it is now.
    been: Vec<u64>,
    writing: VecDeque<Sent>,
    /// The last batch that is on the disk, if the editor has not heard of it.
    unheard: Option<u64>,
    reading: VecDeque<EntryKey>,
    /// Whether every write fails.
    full: bool,
    /// Number of entries that were asked for.
    reads: usize,
    /// The number of the last cause when an entry was asked for.
    causes: HashMap<EntryKey, u64>,
    /// Whether a way that waits was begun anew, so that the entry it waits for may be read once more for the new one.
    anew: bool,
}

impl Disk {
    /// Takes what the editor has to write and wants to read. Nothing is read twice for one cause.
    fn meet(&mut self, editor: &mut Editor, cause: u64) {
        let batch = editor.take_batch().unwrap();
        let here = here(editor);
        self.writing.extend(batch.map(|batch| Sent { batch, here }));
        while let Some(key) = editor.wanted() {
            self.reads += 1;
            trace!("wants {key:?}, cause {cause}");
            assert!(!self.reading.contains(&key), "{key:?} is on its way");
            let again = self.causes.insert(key, cause) == Some(cause);
            assert!(!again || std::mem::take(&mut self.anew), "{key:?} is read again without a cause");
            self.reading.push_back(key);
        }
    }

    /// Ends the oldest write. Returns `false` if there is none.
    fn write(&mut self, editor: &mut Editor) -> bool {
        if !self.reach() {
            return false;
        }
        if self.full {
            // What comes after it is worth nothing.
            self.writing.clear();
            self.hear(editor);
            editor.batch_lost();
        }
        self.hear(editor);
        true
    }

    /// Lets the oldest batch reach the disk, if that takes any, and says nothing of it. Returns `false` if there is none.
    fn reach(&mut self) -> bool {
        if self.full {
            return !self.writing.is_empty();
        }
        let Some(Sent { batch, here }) = self.writing.pop_front() else { return false };
        trace!("writes {} entries at {here}", batch.puts.len());
        self.been.push(here);
        self.unheard = Some(batch.turn);
        self.entries.write(batch);
        true
    }

    /// Tells the editor of what is written.
    fn hear(&mut self, editor: &mut Editor) {
        self.unheard.take().into_iter().for_each(|turn| editor.batch_kept(turn));
    }

    /// Ends the oldest read. Returns `None` if there is none.
    fn read(&mut self, editor: &mut Editor) -> Option<Result<(), Error>> {
        let key = self.reading.pop_front()?;
        trace!("reads {key:?} of {:?}", self.entries.get(key).map(<[u8]>::len));
        let found = self.entries.get(key).map(<[u8]>::to_vec);
        let supplied = editor.supply(key, found.as_deref());
        trace!("supplied {supplied:?}");
        Some(supplied)
    }

    /// Does all that is to be done, and returns what failed first. It ends.
    fn rest(&mut self, editor: &mut Editor, cause: &mut u64) -> Result<(), Error> {
        let mut done = Ok(());
        for turn in 0.. {
            assert!(turn < 5000, "it never comes to rest");
            let before = here(editor);
            self.meet(editor, *cause);
            // A page pauses after a write that failed.
            let pauses = self.full && !self.writing.is_empty();
            let written = self.write(editor).then_some(Ok(()));
            // What is written gives memory room, for which something may be read again.
            *cause += u64::from(written.is_some());
            let Some(ended) = written.or_else(|| self.read(editor)) else { break };
            if pauses {
                return done.and(ended);
            }
            done = done.and(ended);
            *cause += u64::from(here(editor) != before);
        }
        done
    }
}
