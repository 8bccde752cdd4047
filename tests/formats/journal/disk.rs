//! An editor and a simulated disk: late, failing, losing entries, dead at any moment.
//!
//! Problem: the way back from the disk breaks where two things meet that nobody thought of together: a volume that
//! arrives while the pen is down, a budget of half a step, a write that fails before an undo. Idea: a random person, a random
//! disk, and a twin of the editor that has all the memory it wants. After each call both have the same bytes.
//!
//! What is held: no step is dropped while the disk takes something; no action and no command is half done; nothing is read twice
//! without a cause, and nothing at rest; memory keeps its bound; at the end all that was acknowledged can be reached.

use std::collections::{BTreeSet, HashMap, VecDeque};
use undoodle::Error;
use undoodle::color::Color;
use undoodle::document::{Cel, Document, HISTORY};
use undoodle::editor::{Editor, Effect, command};
use undoodle::formats::project;
use undoodle::geometry::Rect;
use undoodle::history::{CommitId, Limits};
use undoodle::journal::{Batch, Entries, EntryKey, EntryKind};
use undoodle::memory::Memory;
use undoodle::value::Value;

use super::session::Chance;

/// Says what a session does that is run by itself.
macro_rules! trace {
    ($($what:tt)*) => {
        if std::env::var_os("UNDOODLE_DISK").is_some() {
            eprintln!($($what)*);
        }
    };
}

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

/// The disk, and what is on its way to it and back.
#[derive(Default)]
struct Disk {
    entries: Entries,
    writing: VecDeque<Batch>,
    reading: VecDeque<EntryKey>,
    /// Whether every write fails.
    full: bool,
    /// Number of entries that were asked for.
    reads: usize,
    /// The number of the last cause when an entry was asked for.
    causes: HashMap<EntryKey, u64>,
}

impl Disk {
    /// Takes what the editor has to write and wants to read. Nothing is read twice for one cause.
    fn meet(&mut self, editor: &mut Editor, cause: u64) {
        self.writing.extend(editor.take_batch().unwrap());
        while let Some(key) = editor.wanted() {
            self.reads += 1;
            assert!(!self.reading.contains(&key), "{key:?} is on its way");
            assert_ne!(self.causes.insert(key, cause), Some(cause), "{key:?} is read again without a cause");
            self.reading.push_back(key);
        }
    }

    /// Ends the oldest write. Returns `None` if there is none.
    fn write(&mut self, editor: &mut Editor) -> Option<Result<(), Error>> {
        let batch = self.writing.pop_front()?;
        if self.full {
            // What comes after it is worth nothing.
            self.writing.clear();
            editor.batch_lost();
            return Some(Ok(()));
        }
        let turn = batch.turn;
        self.entries.write(batch);
        editor.batch_kept(turn);
        Some(Ok(()))
    }

    /// Ends the oldest read. Returns `None` if there is none.
    fn read(&mut self, editor: &mut Editor) -> Option<Result<(), Error>> {
        let key = self.reading.pop_front()?;
        let found = self.entries.get(key).map(<[u8]>::to_vec);
        Some(editor.supply(key, found.as_deref()))
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
            let Some(ended) = self.write(editor).or_else(|| self.read(editor)) else { break };
            if pauses {
                return done.and(ended);
            }
            done = done.and(ended);
            *cause += u64::from(here(editor) != before);
        }
        done
    }
}

/// Something that is done, which may have to wait.
#[derive(Clone, Debug)]
struct Deed {
    id: &'static str,
    args: Vec<(String, Value)>,
}

struct World {
    chance: Chance,
    editor: Editor,
    twin: Editor,
    disk: Disk,
    waits: Option<Deed>,
    /// Number of things that have happened for which something may be read again.
    cause: u64,
    time: u64,
    budget: usize,
    /// Whether steps were dropped as the disk took nothing.
    dropped: bool,
    /// Whether an entry was lost or damaged.
    damaged: bool,
    /// Whether a line was moved, so that its steps lead to other states than those on the disk may do.
    moved: bool,
    /// Number of looks at both editors.
    looks: u64,
}

impl World {
    fn new(seed: u64) -> World {
        let mut chance = Chance::new(seed);
        let budget = [14_000, 30_000, 60_000, 200_000][chance.below(4) as usize];
        let (mut editor, twin) = (editor(budget), editor(HISTORY.budget));
        editor.begin_keeping();
        let disk = Disk::default();
        World {
            chance,
            editor,
            twin,
            disk,
            waits: None,
            cause: 0,
            time: 10_000,
            budget,
            dropped: false,
            damaged: false,
            moved: false,
            looks: 0,
        }
    }

    /// Lets something happen on the disk, or not.
    fn happen(&mut self) {
        let (before, open) = (here(&self.editor), self.editor.document().history().is_open());
        let all = commits(&self.editor);
        let live = open.then(|| bytes(&self.editor).clone());
        self.disk.meet(&mut self.editor, self.cause);
        let ended = match self.chance.below(10) {
            0..=2 => self.disk.write(&mut self.editor),
            3..=6 => self.disk.read(&mut self.editor),
            7 if self.chance.one_in(4) => {
                let key = self.disk.reading.pop_front();
                key.into_iter().for_each(|key| self.editor.not_read(key));
                self.cause += 1;
                None
            }
            _ => None,
        };
        let ended = ended.inspect(|_| self.cause += 1);
        trace!("happen {ended:?} here {before}->{} open {open}", here(&self.editor));
        if let Some(live) = live {
            assert!(
                self.editor.document().history().is_open() && bytes(&self.editor) == &live,
                "an action is open"
            );
            assert_eq!(commits(&self.editor), all, "nothing is dropped for it");
        }
        self.look(before, ended.unwrap_or(Ok(())));
    }

    /// Lets the twin do what was done, and compares both.
    fn look(&mut self, before: u64, done: Result<(), Error>) {
        let there = |editor: &Editor, id: u64| editor.document().history().commit_of(CommitId(id)).is_ok();
        if !self.editor.is_fetching()
            && let Some(Deed { id, args }) = self.waits.take()
        {
            // A line may be moved with its steps.
            let makes = !there(&self.twin, here(&self.editor)) || id == "history.bring-back";
            self.moved |= id == "history.bring-back";
            if makes && here(&self.editor) != before && done.is_ok() {
                self.twin.run(id, &args, self.time).unwrap();
            }
        }
        let now = here(&self.editor);
        if now != here(&self.twin) && !self.editor.document().history().is_open() {
            self.cause += 1;
            let goes = [("commit".to_owned(), Value::from(now as i64))];
            self.twin.run("history.goto", &goes, self.time).unwrap();
        }
        self.check();
    }

    fn check(&mut self) {
        let document = self.editor.document();
        self.looks += 1;
        if self.looks.is_multiple_of(16) {
            document.validate().unwrap();
        }
        let stats = document.history().stats();
        assert!(
            stats.bytes + stats.touched <= self.budget + WORKING + (stats.bytes.saturating_sub(self.budget))
        );
        assert!(stats.touched <= WORKING);
        if !document.history().is_open() {
            assert!(bytes(&self.editor) == bytes(&self.twin), "the same bytes as with all memory");
        }
        let (found, all) = (commits(&self.editor), commits(&self.twin));
        if found.len() < all.len() {
            assert!(
                self.dropped || !document.history().hoards(),
                "nothing is dropped while the disk takes steps"
            );
            self.dropped = true;
        }
        assert!(found.is_subset(&all));
    }

    fn run(&mut self, id: &'static str, args: &[(&str, u64)]) -> Result<bool, Error> {
        let args: Vec<(String, Value)> =
            args.iter().map(|(name, value)| ((*name).to_owned(), Value::from(*value as i64))).collect();
        let (before, all) = (here(&self.editor), commits(&self.editor));
        (self.cause, self.time) = (self.cause + 1, self.time + 5000);
        // What can't be done now leaves what waits alone.
        let idle = command(id).is_some_and(|command| !self.editor.is_enabled(command));
        let before_it = self.waits.take().filter(|_| idle);
        let done = self.editor.run(id, &args, self.time);
        if self.editor.is_asking() {
            self.editor.answer(false).unwrap();
        }
        let waits = self.editor.is_fetching();
        trace!("{id} {args:?} -> {done:?} waits {waits} here {before}->{}", here(&self.editor));
        self.waits = Some(before_it.unwrap_or(Deed { id, args }));
        if done.is_err() || waits {
            assert_eq!((here(&self.editor), commits(&self.editor)), (before, all), "{id} is not half done");
        }
        self.look(before, done.clone().map(drop));
        done
    }

    fn stroke(&mut self) {
        let before = here(&self.editor);
        let mut at = || (self.chance.below(640) as f64, self.chance.below(640) as f64);
        let (from, to) = (at(), at());
        (self.cause, self.time) = (self.cause + 1, self.time + 5000);
        let time = self.time;
        self.editor.pointer_down(from.0, from.1, 0, time);
        self.happen();
        self.editor.pointer_move(to.0, to.1, time + 5);
        self.happen();
        self.editor.pointer_up(to.0, to.1, time + 9);
        trace!("stroke {before}->{}", here(&self.editor));
        self.editor.answer(false).unwrap();
        self.cause += 1;
        if here(&self.editor) != before {
            self.twin.pointer_down(from.0, from.1, 0, time);
            self.twin.pointer_move(to.0, to.1, time + 5);
            self.twin.pointer_up(to.0, to.1, time + 9);
        }
        self.look(before, Ok(()));
    }

    /// Has both work on the same layer: whoever went to a step in another way was led to another one.
    fn choose_layer(&mut self) {
        let layer = self.chance.below(self.editor.document().layers().into());
        let args = [("layer".to_owned(), Value::from(layer as i64))];
        self.waits = None;
        for editor in [&mut self.editor, &mut self.twin] {
            editor.run("layer.choose", &args, self.time).unwrap();
        }
    }

    fn any_commit(&mut self) -> u64 {
        let history = self.editor.document().history();
        let all: Vec<u64> = history.commits().map(|commit| commit.id().0).chain([history.base().0]).collect();
        all[self.chance.below(all.len() as u64) as usize]
    }

    fn act(&mut self) {
        match self.chance.below(40) {
            0..=9 => {
                self.choose_layer();
                self.stroke();
            }
            10..=13 => {
                self.choose_layer();
                let ids = ["edit.flip-horizontal", "edit.flip-vertical", "edit.invert", "layer.add"];
                let id = ids[self.chance.below(4) as usize];
                _ = self.run(id, &[]);
            }
            14..=20 => _ = self.run("edit.undo", &[]),
            21..=25 => _ = self.run("edit.redo", &[]),
            26..=28 => {
                let to = self.any_commit();
                _ = self.run("history.goto", &[("commit", to)]);
            }
            29 if !self.dropped => {
                let to = self.any_commit();
                _ = self.run("history.bring-back", &[("commit", to)]);
            }
            30..=31 => while self.editor.idle() {},
            32 if self.chance.one_in(3) => {
                self.budget = [14_000, 30_000, 60_000, 200_000][self.chance.below(4) as usize];
                let limits = Limits { budget: self.budget, depth: 1, working: WORKING };
                let before = self.editor.document().history().limits().budget;
                if self.editor.set_history_limits(limits).is_err() {
                    self.budget = before;
                }
                self.cause += 1;
            }
            33 if self.chance.one_in(3) => self.disk.full = !self.disk.full,
            34 if self.chance.one_in(12) => self.lose_one(),
            35 if self.chance.one_in(3) => self.restart(),
            _ => {}
        }
        self.editor.take_effects();
        self.twin.take_effects();
        for _ in 0..self.chance.below(4) {
            self.happen();
        }
    }

    /// Loses an entry, or damages it.
    fn lose_one(&mut self) {
        let volumes: Vec<EntryKey> =
            self.disk.entries.keys().filter(|key| key.kind == EntryKind::Volume).collect();
        if volumes.is_empty() {
            return;
        }
        let key = volumes[self.chance.below(volumes.len() as u64) as usize];
        let broken = self.chance.below(3);
        if let Some(found) = self.disk.entries.get_mut(key) {
            match broken {
                0 => found.clear(),
                1 => found.truncate(found.len() / 2),
                _ => found[9] ^= 1,
            }
            self.damaged = true;
        }
    }

    /// Dies, and is opened again from what the disk has.
    fn restart(&mut self) {
        let open = |budget: usize| {
            let mut editor = Editor::new().unwrap();
            let mut wanted = editor.restore_begin(self.disk.entries.checkpoint_and_log()).ok()?;
            while let Some(key) = wanted {
                wanted = editor.restore_supply(key, self.disk.entries.get(key)).unwrap();
            }
            editor.restore_finish("noise").unwrap();
            editor.resize(640, 640);
            limit(&mut editor, budget);
            Some(editor)
        };
        if self.damaged {
            return;
        }
        let Some(editor) = open(self.budget) else { return };
        let goes = [("commit".to_owned(), Value::from(here(&editor) as i64))];
        self.twin.run("history.goto", &goes, self.time).unwrap();
        assert!(self.moved || bytes(&editor) == bytes(&self.twin), "what was acknowledged is there");
        self.editor = editor;
        let mut twin = open(HISTORY.budget).unwrap();
        // It has all in memory from here on.
        let (mut disk, mut cause) = (Disk { entries: self.disk.entries.clone(), ..Disk::default() }, 0);
        for id in commits(&twin) {
            let start = here(&twin);
            for to in [id, start] {
                let goes = [("commit".to_owned(), Value::from(to as i64))];
                cause += 1;
                twin.run("history.goto", &goes, self.time).unwrap();
                disk.rest(&mut twin, &mut cause).unwrap();
            }
        }
        assert!(
            twin.document().history().commits().all(|commit| !twin.document().history().is_away(commit.id()))
        );
        self.twin = twin;
        self.disk = Disk { entries: disk.entries, full: self.disk.full, ..Disk::default() };
        (self.waits, self.cause, self.dropped, self.moved) = (None, self.cause + 1, false, false);
        self.check();
    }

    /// Goes to every step once the disk is well.
    fn end(mut self) {
        self.disk.full = false;
        let before = here(&self.editor);
        let Self { editor, disk, cause, .. } = &mut self;
        let rested = disk.rest(editor, cause);
        let reads = disk.reads;
        _ = disk.rest(editor, cause);
        assert_eq!(disk.reads, reads, "nothing is read at rest");
        self.look(before, rested);
        for id in commits(&self.editor) {
            let done = self.run("history.goto", &[("commit", id)]);
            let Self { editor, disk, cause, .. } = &mut self;
            let rested = disk.rest(editor, cause);
            self.look(before, Ok(()));
            let arrived = here(&self.editor) == id;
            assert!(arrived || self.damaged, "step {id} can be reached: {done:?}, {rested:?}");
        }
    }
}

/// Number of sessions of a plain test run.
const SESSIONS: u64 = 12;

/// Simulated sessions; `UNDOODLE_DISKS` asks for more, `UNDOODLE_DISK` for one by its seed.
#[test]
fn whatever_the_disk_does_nothing_is_dropped_halved_or_read_without_a_cause() {
    let asked = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seeds = match asked("UNDOODLE_DISK") {
        Some(seed) => seed..seed + 1,
        None => 0..asked("UNDOODLE_DISKS").unwrap_or(SESSIONS),
    };
    for seed in seeds {
        let session = std::panic::catch_unwind(|| {
            let mut world = World::new(seed);
            (0..120).for_each(|_| world.act());
            world.end();
        });
        assert!(session.is_ok(), "session {seed}: UNDOODLE_DISK={seed} runs it again");
    }
}

/// An editor whose disk takes everything at once, and what is on it.
struct Quick {
    editor: Editor,
    disk: Disk,
    cause: u64,
}

impl Quick {
    fn new(budget: usize) -> Quick {
        let mut editor = editor(budget);
        editor.begin_keeping();
        Quick { editor, disk: Disk::default(), cause: 0 }
    }

    fn run(&mut self, id: &str, args: &[(String, Value)]) {
        self.cause += 1;
        self.editor.run(id, args, 5000 * self.cause).unwrap();
        self.disk.rest(&mut self.editor, &mut self.cause).unwrap();
    }

    fn stroke(&mut self, at: u32) {
        self.cause += 1;
        let (x, y) = (f64::from(at % SIDE) * 10.0 + 5.0, f64::from(at / SIDE % SIDE) * 10.0 + 5.0);
        self.editor.pointer_down(x, y, 0, 5000 * self.cause);
        self.editor.pointer_up(640.0 - x, y + f64::from(at % 3), 5000 * self.cause);
        self.disk.rest(&mut self.editor, &mut self.cause).unwrap();
    }

    fn position(&self) -> usize {
        self.editor.document().history().position()
    }
}

#[test]
fn a_thousand_steps_under_a_small_budget_can_all_be_reached() {
    let (mut quick, mut states) = (Quick::new(40_000), Vec::new());
    for at in 0..1000 {
        states.push(bytes(&quick.editor).clone());
        quick.editor.run("color.swap", &[], 0).unwrap();
        quick.stroke(at * 7);
    }
    let history = quick.editor.document().history();
    let stats = history.stats();
    assert_eq!((quick.position(), stats.commits), (1000, 1000), "nothing was forgotten");
    assert!(stats.bytes <= 40_000 && stats.records < 1000 * 400, "{stats:?}");
    for state in states.iter().rev() {
        quick.run("edit.undo", &[]);
        assert!(bytes(&quick.editor) == state);
    }
    assert_eq!(quick.position(), 0);
}

#[test]
fn large_steps_are_read_once_on_a_long_way_and_not_at_all_at_rest() {
    // As 60 steps of 0.74 MB under 8 MB.
    let mut quick = Quick::new(180_000);
    let first = bytes(&quick.editor).clone();
    for step in 0..60 {
        quick.run(["edit.flip-horizontal", "edit.invert", "edit.flip-vertical"][step % 3], &[]);
    }
    let last = bytes(&quick.editor).clone();
    assert_eq!(quick.position(), 60);
    let away = |quick: &Quick| {
        let history = quick.editor.document().history();
        history.commits().filter(|commit| history.is_away(commit.id())).count()
    };
    let (reads, far) = (quick.disk.reads, away(&quick));
    let volumes = quick.disk.entries.keys().filter(|key| key.kind == EntryKind::Volume).count();
    assert!(far > 40, "{far} steps are on the disk alone");
    for _ in 0..50 {
        quick.editor.idle();
        quick.disk.rest(&mut quick.editor, &mut quick.cause).unwrap();
    }
    assert_eq!(quick.disk.reads, reads, "nothing is read while nothing happens");
    quick.run("history.step", &[("step".into(), 0.into())]);
    assert!(bytes(&quick.editor) == &first && quick.position() == 0);
    // What lies near the first one is read ahead afterwards.
    let read = quick.disk.reads - reads;
    assert!(volumes > 10 && read <= volumes + 12, "{read} reads of {volumes} volumes");
    quick.run("history.step", &[("step".into(), 60.into())]);
    assert!(bytes(&quick.editor) == &last && quick.position() == 60);
    for undone in 1..=60 {
        quick.run("edit.undo", &[]);
        assert_eq!(quick.position(), 60 - undone);
    }
    assert!(bytes(&quick.editor) == &first);
}

#[test]
fn a_step_that_is_larger_than_the_budget_is_kept_undone_and_redone() {
    let mut quick = Quick::new(14_000);
    let first = bytes(&quick.editor).clone();
    for _ in 0..3 {
        quick.run("edit.flip-horizontal", &[]);
        quick.run("edit.invert", &[]);
        assert!(quick.editor.document().history().stats().bytes <= 14_000, "what is written is put away");
    }
    let last = bytes(&quick.editor).clone();
    (0..6).for_each(|_| quick.run("edit.undo", &[]));
    assert!(bytes(&quick.editor) == &first);
    (0..6).for_each(|_| quick.run("edit.redo", &[]));
    assert!(bytes(&quick.editor) == &last);
}

#[test]
fn less_memory_puts_steps_away_and_forgets_none() {
    let mut quick = Quick::new(HISTORY.budget);
    for _ in 0..20 {
        quick.run("edit.flip-horizontal", &[]);
    }
    limit(&mut quick.editor, 30_000);
    quick.disk.rest(&mut quick.editor, &mut quick.cause).unwrap();
    let stats = quick.editor.document().history().stats();
    assert_eq!((quick.position(), stats.bytes <= 30_000), (20, true));
}

#[test]
fn a_disk_that_takes_nothing_makes_the_oldest_go_and_that_is_said_once() {
    let mut quick = Quick::new(60_000);
    quick.run("edit.flip-horizontal", &[]);
    quick.disk.full = true;
    let mut said = Vec::new();
    for _ in 0..20 {
        quick.run("edit.invert", &[]);
        quick.run("edit.flip-vertical", &[]);
        said.extend(quick.editor.take_effects().into_iter().filter_map(|effect| match effect {
            Effect::Message(said) if said.contains("forgotten") => Some(said),
            _ => None,
        }));
    }
    let few = quick.editor.document().history().stats().commits;
    assert!((1..10).contains(&few), "{few} steps are left");
    let full: Vec<_> = said.iter().filter(|said| said.contains("disk")).collect();
    assert_eq!(full.len(), 1, "{said:?}");
}

#[test]
fn a_wall_is_said_once_and_all_on_this_side_of_it_goes_on() {
    let mut quick = Quick::new(60_000);
    for step in 0..40 {
        quick.run(if step % 2 == 0 { "edit.flip-horizontal" } else { "edit.invert" }, &[]);
    }
    let history = quick.editor.document().history();
    let ids: Vec<u64> = history.commits().map(|commit| commit.id().0).collect();
    // Some steps in the middle can't be read, of which the last is the wall.
    let volumes: Vec<EntryKey> =
        quick.disk.entries.keys().filter(|key| key.kind == EntryKind::Volume).collect();
    let key = volumes[volumes.len() / 2];
    let wall = ids.iter().filter(|id| **id < volumes[volumes.len() / 2 + 1].number).count();
    quick.disk.entries.get_mut(key).unwrap()[20] ^= 1;
    let mut walls = Vec::new();
    for _ in 0..60 {
        quick.cause += 1;
        let done = quick.editor.run("edit.undo", &[], 0).map(drop);
        let rested = quick.disk.rest(&mut quick.editor, &mut quick.cause);
        walls.extend(done.and(rested).err().map(|wall| wall.to_string()));
        walls.extend(quick.editor.take_effects().into_iter().filter_map(|effect| match effect {
            Effect::Failure(said) => Some(said),
            _ => None,
        }));
    }
    assert_eq!(walls, [format!("{wall} steps before this can't be read")]);
    assert_eq!((quick.position(), quick.editor.document().history().stats().commits), (wall, 40));
    let reads = quick.disk.reads;
    (0..20).for_each(|_| _ = quick.disk.rest(&mut quick.editor, &mut quick.cause));
    assert_eq!(quick.disk.reads, reads, "nothing is read again");
    assert!(quick.disk.entries.get(key).is_some(), "its bytes stay");
    quick.run("history.step", &[("step".into(), 40.into())]);
    quick.stroke(5);
    assert_eq!(quick.position(), 41);
    let goes = [("commit".to_owned(), Value::from(ids[3] as i64))];
    let past = quick.editor.run("history.goto", &goes, 0).map(drop);
    let past = past.and(quick.disk.rest(&mut quick.editor, &mut quick.cause));
    assert!(matches!(past, Err(Error::Unreadable { before: true, .. })), "{past:?}");
    assert_eq!(quick.position(), 41);
}

#[test]
fn a_pin_behind_a_wall_is_gone_to() {
    let mut quick = Quick::new(60_000);
    quick.run("edit.invert", &[]);
    let pinned = bytes(&quick.editor).clone();
    quick.run("history.pin", &[("name".into(), "Start".into())]);
    for _ in 0..20 {
        quick.run("edit.flip-horizontal", &[]);
        quick.run("edit.flip-vertical", &[]);
    }
    quick.run("edit.flip-vertical", &[]);
    let keys: Vec<EntryKey> = quick.disk.entries.keys().filter(|key| key.kind == EntryKind::Volume).collect();
    keys[4..8].iter().for_each(|key| quick.disk.entries.get_mut(*key).unwrap().clear());
    quick.run("history.go-to-pin", &[]);
    assert!(bytes(&quick.editor) == &pinned);
    assert_eq!(quick.position(), 43, "as a step of its own");
}

#[test]
fn a_photo_that_is_moved_by_hand_puts_the_steps_before_it_away() {
    // As one of 4096² pixels in the default budget: each step of all of it takes a quarter.
    let budget = 1 << 20;
    let mut quick = Quick::new(HISTORY.budget);
    quick.editor.open(&noise(256), "photo.undoodle").unwrap();
    quick.editor.set_history_limits(Limits { budget, depth: 1, working: budget }).unwrap();
    quick.editor.begin_keeping();
    quick.disk = Disk::default();
    let first = bytes(&quick.editor).clone();
    for _ in 0..20 {
        quick.run("edit.flip-horizontal", &[]);
    }
    let flipped = bytes(&quick.editor).clone();
    quick.run("select.all", &[]);
    for _ in 0..3 {
        quick.run("edit.nudge-right", &[]);
    }
    quick.run("edit.land", &[]);
    let (last, steps) = (bytes(&quick.editor).clone(), quick.position());
    assert!(steps >= 23 && last != flipped, "{steps} steps: none was forgotten");
    for _ in 0..steps {
        quick.run("edit.undo", &[]);
    }
    assert!(bytes(&quick.editor) == &first);
    for _ in 0..steps {
        quick.run("edit.redo", &[]);
    }
    assert!(bytes(&quick.editor) == &last && quick.position() == steps);
    quick.run("history.step", &[("step".into(), 0.into())]);
    assert!(bytes(&quick.editor) == &first);
    quick.run("history.step", &[("step".into(), (steps as i64).into())]);
    assert!(bytes(&quick.editor) == &last);
}

#[test]
fn a_file_with_history_gets_the_steps_that_its_own_beginning_puts_away() {
    let mut quick = Quick::new(40_000);
    for _ in 0..4 {
        quick.run("edit.flip-horizontal", &[]);
        quick.run("edit.invert", &[]);
    }
    quick.run("select.all", &[]);
    quick.run("edit.transform-box", &[]);
    quick.editor.grab_box("right", 640.0, 320.0);
    let pulled = quick.editor.pulled(320.0, 320.0, Default::default()).unwrap();
    quick.editor.preview("edit.transform", &pulled).unwrap();
    while let Some(key) = quick.editor.wanted_for_file(Some(true)).unwrap().first().copied() {
        let bytes = quick.disk.entries.get(key).unwrap().to_vec();
        quick.editor.supply_for_file(key, bytes).unwrap();
    }
    let file = quick.editor.encode_project(Some(true)).unwrap();
    let steps = quick.position();
    let mut opened = Editor::new().unwrap();
    assert_eq!(opened.open(&file, "x.undoodle").unwrap(), format!("with its history of {steps} steps"));
}
