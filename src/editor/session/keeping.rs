//! Keeping: what the page has to write so that nothing drawn is lost, and the way back.
//!
//! The editor hands out [batches](crate::journal::Batch) of its drawing's journal, and the page
//! writes them to the browser's store. Steps that memory has no room for lie there alone. A
//! command that needs one of them waits: the page is told which entry is
//! [wanted](Editor::wanted), and when it was supplied the command is run, once. A command for which memory has no
//! room before the last steps are written waits for that likewise. Steps near the
//! current one are wanted ahead of that as far as there is free room, so that holding a key does not stutter.
//!
//! The desk goes along as a list of names and values, so that a person comes back to it as it
//! was left. It is no part of the drawing, and whatever of it is not understood is left alone.
//!
//! ```
//! use undoodle::editor::Editor;
//! use undoodle::journal::Entries;
//! let (mut editor, mut store) = (Editor::new()?, Entries::default());
//! editor.begin_keeping();
//! store.write(editor.take_batch()?.unwrap());
//! editor.run("layer.add", &[], 0)?;
//! store.write(editor.take_batch()?.unwrap());
//!
//! let mut later = Editor::new()?;
//! let wanted = later.restore_begin(store.checkpoint_and_log())?;
//! assert!(wanted.is_none(), "there is no step but in the log");
//! assert_eq!(later.restore_damage(), "", "all of it can be read");
//! later.restore_finish("sky")?;
//! assert_eq!((later.name(), later.document().layers()), ("sky", 2));
//! later.run("edit.undo", &[], 0)?;
//! assert_eq!(later.document().layers(), 1);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use super::params::Args;
use crate::editor::commands::Command;
use crate::editor::{Editor, Effect};
use crate::error::{Error, Message, Result};
use crate::formats::Other;
use crate::history::CommitId;
use crate::journal::{Batch, EntryKey, Journal, Recovery};
use crate::value::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Name of the choice that is none: whether the history came from a file, so that it is never trusted.
const DISTRUSTED: &str = "distrusted";

/// Name of the choice that is none: how many steps were lost with the store, so that the history goes on saying so.
const LOST: &str = "lost";

/// Returns how many steps were lost, as that was chosen. Never inlined, as nobody needs it to paint.
#[inline(never)]
fn counted(lost: &Value) -> usize {
    let lost = lost.whole("choice", 0, i64::from(u32::MAX)).ok();
    lost.and_then(|lost| usize::try_from(lost).ok()).unwrap_or(0)
}

/// Number of steps on either side of the current one that are wanted ahead.
const AHEAD: usize = 24;

/// A command that is asked for.
#[derive(Debug)]
pub(in crate::editor) struct Asked {
    pub(super) command: &'static Command,
    pub(super) args: Args,
    pub(super) time: u64,
    /// How often it was asked for and not done yet: a key may be pressed again while the bytes are fetched.
    pub(super) times: u32,
}

impl Asked {
    /// Returns `true` if the same is asked for again.
    fn is_for(&self, command: &Command, args: &Args) -> bool {
        self.command.id == command.id && self.args == *args
    }
}

/// A command that waits for the disk.
#[derive(Debug)]
struct Waiting {
    asked: Asked,
    until: Until,
}

/// What a command waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Until {
    /// The bytes of a step, which an entry holds.
    Read(EntryKey, CommitId),
    /// That memory has room again, as steps are written.
    Written,
}

/// What is read ahead.
#[derive(Debug, Default)]
struct Ahead {
    /// Where the history stood, and how many bytes were free, when it was found that there is no more to be read.
    done: Option<(CommitId, usize)>,
    /// The lengths of the entries that have come.
    lengths: BTreeMap<EntryKey, usize>,
}

/// The journal of the drawing, and what is fetched from its store.
#[derive(Debug, Default)]
pub(in crate::editor) struct Keeping {
    pub(super) journal: Option<Journal>,
    /// Entries that were asked for and have not come yet.
    coming: BTreeSet<EntryKey>,
    ahead: Ahead,
    waiting: Option<Waiting>,
    /// A step that a look into the past lacked.
    lacked: Option<CommitId>,
    /// Whether the person knows that steps can't be read.
    pub(super) said_wall: bool,
    /// Whether the person knows that the store takes nothing, so that steps are forgotten.
    said_forgotten: bool,
    /// The drawing that is brought back, of which `restoring.rs` knows.
    pub(super) recovery: Option<Recovery>,
    /// What the drawing's file holds besides, of which nothing is known here.
    pub(super) others: Vec<Other>,
    /// Entries that the page has supplied for a file.
    pub(super) for_file: BTreeMap<EntryKey, Vec<u8>>,
    /// Whether the file that was encoded last holds the history.
    pub(super) saves_history: bool,
    /// Number of steps that it leaves out, as they can't be read.
    pub(super) unread: usize,
    /// Number of steps that were lost as the store was cleared, since the drawing was begun.
    gone: usize,
}

impl Keeping {
    /// Notes a step that a look into the past lacked: it is read next.
    pub(super) fn lack(&mut self, step: CommitId) {
        self.lacked = Some(step);
    }
}

impl Session {
    /// Returns the number of steps that were lost as the browser's data was cleared.
    pub(in crate::editor) fn steps_lost(&self) -> usize {
        self.keeping.gone
    }

    /// Takes what has to be written since the last call, or `None` if there is nothing, or the drawing is not
    /// recorded.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if the batch can't be allocated. The next one holds all then.
    pub(in crate::editor) fn take_batch(&mut self) -> Result<Option<Batch>> {
        let Some(journal) = &mut self.keeping.journal else { return Ok(None) };
        journal.take(&mut self.document)
    }

    /// Returns `true` if the next batch takes no time to make.
    pub(in crate::editor) fn batch_is_small(&self) -> bool {
        self.keeping.journal.as_ref().is_none_or(|journal| journal.is_small(&self.document))
    }

    /// Asks that the next batch be a checkpoint, if the log has become long.
    pub(in crate::editor) fn checkpoint(&mut self) {
        if let Some(journal) = &mut self.keeping.journal
            && journal.is_long(&self.document)
        {
            journal.checkpoint();
        }
    }

    /// Forgets the steps that lie in volumes before this one, as the person gives the disk no more room for
    /// them. Returns how many those were.
    pub(in crate::editor) fn forget_before(&mut self, volume: u64) -> usize {
        let forgotten = self.document.forget_before(CommitId(volume));
        self.state_changed();
        forgotten
    }

    /// Takes the keys of the entries that are wanted and were not asked for yet: that which a command waits for, or else
    /// the one with the nearest step that memory has free room for.
    ///
    /// This is the one place that decides what is read, and whether again: an entry is wanted once for each command, and
    /// ahead once for each place of the history, or when room has become free.
    pub(in crate::editor) fn wanted(&mut self) -> Option<EntryKey> {
        let history = self.document.history();
        if self.keeping.journal.is_none() || history.is_open() {
            return None;
        }
        match self.keeping.waiting.as_ref().map(|waiting| waiting.until) {
            // It may be on its way already.
            Some(Until::Read(key, _)) => self.keeping.coming.insert(key).then_some(key),
            Some(Until::Written) => None,
            None => self.wanted_ahead(),
        }
    }

    /// Takes the key of the next entry that is read ahead.
    fn wanted_ahead(&mut self) -> Option<EntryKey> {
        let history = self.document.history();
        let (here, free) = (history.here(), history.free());
        let Keeping { journal, ahead, coming, lacked, .. } = &mut self.keeping;
        let lacking = lacked.take().filter(|id| history.is_away(*id));
        if let Some(key) = lacking.and_then(|id| journal.as_ref()?.volume_of(id)) {
            return coming.insert(key).then_some(key);
        }
        let done = ahead.done.is_some_and(|(at, room)| at == here && free <= room);
        if done || !coming.is_empty() {
            return None;
        }
        let near = history.away_nearby(AHEAD).and_then(|id| journal.as_ref()?.volume_of(id));
        // An entry that was never seen is taken to be as long as the longest that was.
        let longest = ahead.lengths.values().copied().max().unwrap_or(0);
        let fits = |key: &EntryKey| ahead.lengths.get(key).copied().unwrap_or(longest) <= free;
        let next = near.filter(fits);
        coming.extend(next);
        ahead.done = if next.is_some() { None } else { Some((here, free)) };
        next
    }

    /// Returns the oldest of the steps, in a row from one towards older ones, that lie in one volume: who needs them all asks for all of them,
    /// so that it is read once.
    pub(super) fn last_of_volume(&self, commit: CommitId) -> CommitId {
        let volume = |id| self.keeping.journal.as_ref().and_then(|journal| journal.volume_of(id));
        let wanted = volume(commit);
        let older = self.document.history().done().map(|step| step.id()).skip_while(|id| *id != commit);
        older.take_while(|id| volume(*id) == wanted).last().unwrap_or(commit)
    }

    /// Makes a command wait for the bytes of a step. Returns `false` if no store has them.
    pub(super) fn wait_for(&mut self, commit: u64, asked: Asked) -> bool {
        let key = self.keeping.journal.as_ref().and_then(|journal| journal.volume_of(CommitId(commit)));
        let Some(key) = key else { return false };
        self.wait_until(Until::Read(key, CommitId(commit)), asked);
        true
    }

    /// Makes a command wait until steps are written, which gives memory room. Returns it if that would give none. Never inlined,
    /// as nobody needs it to paint.
    #[inline(never)]
    pub(in crate::editor) fn wait_for_room(&mut self, asked: Asked) -> Option<Asked> {
        let history = self.document.history();
        // An edit has room of its own, of which only what is owed is missing.
        let helps = history.hoards() && (history.owed() > 0 || !asked.command.edits());
        let Some(journal) = self.keeping.journal.as_mut().filter(|journal| helps && journal.holds_back())
        else {
            return Some(asked);
        };
        journal.checkpoint();
        self.wait_until(Until::Written, asked);
        None
    }

    /// Returns `true` if an edit had no room for the sake of steps that are not written yet, and has them written.
    pub(in crate::editor) fn keeps_first(&mut self) -> bool {
        let history = self.document.history();
        let owed = history.hoards() && history.owed() > 0;
        let journal = self.keeping.journal.as_mut().filter(|journal| owed && journal.holds_back());
        journal.map(Journal::checkpoint).is_some()
    }

    fn wait_until(&mut self, until: Until, asked: Asked) {
        let label = asked.command.label;
        self.keeping.waiting = Some(Waiting { asked, until });
        let code = match until {
            Until::Read(..) => "{label}: fetching older steps…",
            Until::Written => "{label}: storing the last steps first…",
        };
        self.emit(Effect::Message(Message::new(code).with_key(label)));
    }

    /// Takes the command that waits if the same is asked for again. If something else is, the wait ends. Never inlined, as
    /// nobody needs it to paint.
    #[inline(never)]
    pub(super) fn retake(&mut self, command: &Command, args: &Args) -> Option<Asked> {
        let asked = self.keeping.waiting.take()?.asked;
        let same = asked.is_for(command, args);
        if !same {
            self.document.release();
        }
        Some(asked).filter(|_| same)
    }

    /// Ends the wait of a command: whoever paints has asked for something else, and it would undo or move what comes of that.
    pub(in crate::editor) fn end_waiting(&mut self) {
        if self.keeping.waiting.take().is_some() {
            self.document.release();
        }
    }

    /// Returns `true` while a command waits for the disk.
    pub(in crate::editor) fn is_fetching(&self) -> bool {
        self.keeping.waiting.is_some()
    }

    /// Notes that an entry that was wanted could not be read, though it may be there: nothing is known of it. The command
    /// that waited for it is not run, and nothing is read ahead from here.
    pub(in crate::editor) fn not_read(&mut self, key: EntryKey) {
        let waits = self.arrived(key);
        let history = self.document.history();
        self.keeping.ahead.done = Some((history.here(), history.free()));
        if let Some(Waiting { asked, .. }) = waits {
            self.document.release();
            let label = asked.command.label;
            let failed = Message::new("{label}: the older steps could not be read. Try again.");
            self.emit(Effect::Message(failed.with_key(label)));
        }
        self.state_changed();
    }

    /// Notes that an entry is no longer on its way, and takes the command that waits for it.
    fn arrived(&mut self, key: EntryKey) -> Option<Waiting> {
        let Keeping { coming, waiting, .. } = &mut self.keeping;
        coming.remove(&key);
        waiting.take_if(|waiting| matches!(waiting.until, Until::Read(other, _) if other == key))
    }

    /// Tells the person once that steps near the current one can't be read.
    fn say_wall(&mut self) {
        let history = self.document.history();
        if let Some(wall) = history.wall().and_then(|id| history.wall_at(id))
            && !std::mem::replace(&mut self.keeping.said_wall, true)
        {
            self.emit(Effect::failure(&wall.into()));
        }
    }

    /// Tells the person once that steps were forgotten since the store takes nothing.
    pub(super) fn say_forgotten(&mut self, steps: usize) {
        let full = steps > 0 && self.keeping.journal.is_some();
        if full && !std::mem::replace(&mut self.keeping.said_forgotten, true) {
            let code = "The oldest step is forgotten: memory is full, and nothing can be stored on the disk \
                        | The {n} oldest steps are forgotten: memory is full, and nothing can be stored on the disk";
            self.emit(Effect::Message(Message::new(code).with(steps)));
        }
    }

    /// Gives the history of a drawing that was opened the memory that the person has chosen.
    pub(super) fn limit_history(&mut self) {
        if self.document.history().stats().budget != self.desk.budget {
            // If its pins take more, it keeps the memory that it has.
            _ = self.document.set_limits(self.desk.limits());
        }
    }
}

impl Editor {
    /// Begins to record the drawing; the first batch holds all of it. Returns the number of steps that are lost: those that lay
    /// in the store before this one alone, which is gone.
    pub fn begin_keeping(&mut self) -> usize {
        let others = std::mem::take(&mut self.session.keeping.others);
        let lost = self.session.document.disown();
        let journal = Journal::begin(&mut self.session.document).with_other(Other::encode(&others));
        // A file may be on its way to the disk meanwhile.
        let Keeping { saves_history, unread, gone, .. } = self.session.keeping;
        let journal = Some(journal);
        self.session.keeping =
            Keeping { journal, others, saves_history, unread, gone: gone + lost, ..Keeping::default() };
        if lost > 0 {
            self.document_changed();
        }
        lost
    }

    /// Notes that a batch and all before it are written. Runs the command that waited for room in memory, if there is
    /// some now.
    pub fn batch_kept(&mut self, turn: u64) {
        let Some(journal) = &mut self.session.keeping.journal else { return };
        journal.kept(turn, &mut self.session.document);
        let all = !journal.holds_back();
        self.session.keeping.said_forgotten = false;
        self.session.keeping.ahead.done = None;
        if all {
            self.go_on();
        }
    }

    /// Notes that a batch was not written, nor any after it. A command that waited for room has to do without.
    pub fn batch_lost(&mut self) {
        let Some(journal) = &mut self.session.keeping.journal else { return };
        journal.lost(&mut self.session.document);
        self.go_on();
    }

    /// Runs the command that waited until steps are written. Who paints meanwhile has asked for something else.
    fn go_on(&mut self) {
        let waits = self.session.keeping.waiting.take_if(|waiting| waiting.until == Until::Written);
        if let Some(waiting) = waits.filter(|_| !self.session.document.history().is_open())
            && let Err(error) = self.run_again(waiting.asked)
        {
            self.session.emit(Effect::failure(&error));
        }
    }

    /// Supplies an entry that was wanted, or `None` if the store does not have it; then runs the command that
    /// waited for it. A step that is missing or broken is a wall from then on, which the person is told of once.
    ///
    /// # Errors
    /// Returns the error of the command, and [`Error::OverBudget`] or [`Error::OutOfMemory`] if there is no room for a step
    /// that it needs.
    pub fn supply(&mut self, key: EntryKey, bytes: Option<&[u8]>) -> Result<()> {
        let waits = self.session.arrived(key);
        let open = self.session.document.history().is_open();
        let Some(journal) = self.session.keeping.journal.as_ref().filter(|_| !open) else {
            // Who paints meanwhile has asked for something else.
            self.session.document.release();
            return Ok(());
        };
        bytes.iter().for_each(|bytes| _ = self.session.keeping.ahead.lengths.insert(key, bytes.len()));
        let wanted = match waits.as_ref().map(|waiting| waiting.until) {
            Some(Until::Read(_, id)) => Some(id),
            _ => None,
        };
        let supplied = match journal.supply(&mut self.session.document, key, bytes, wanted) {
            Ok(supplied) => supplied,
            Err(error) => {
                let waits = waits.filter(|_| matches!(error, Error::OverBudget { .. }));
                let later = waits.is_some_and(|waiting| self.session.wait_for_room(waiting.asked).is_none());
                if !later {
                    self.session.document.release();
                }
                return if later { Ok(()) } else { Err(error) };
            }
        };
        if supplied.full {
            let history = self.session.document.history();
            self.session.keeping.ahead.done = Some((history.here(), history.free()));
        }
        self.session.state_changed();
        let wall = wanted.and_then(|id| self.session.document.history().wall_at(id));
        self.session.keeping.said_wall |= wall.is_some();
        match (waits, wall) {
            // Undo and redo end there, and other ways may lead around it.
            (Some(waiting), Some(wall)) if !self.is_enabled(waiting.asked.command) => return Err(wall.into()),
            (Some(waiting), _) => {
                self.run_again(waiting.asked).inspect_err(|_| self.session.document.release())?;
                self.session.document.settle();
            }
            (None, _) if supplied.lost > 0 => self.session.say_wall(),
            _ => {}
        }
        Ok(())
    }

    /// Runs a command that has waited, as often as it was asked for. Never inlined, as nobody needs it to paint.
    #[inline(never)]
    pub(super) fn run_again(&mut self, asked: Asked) -> Result<()> {
        let Asked { command, args, time, times } = asked;
        let pairs = args.into_pairs();
        for done in 0..times {
            if self.run(command.id, &pairs, time)? {
                continue;
            }
            // The next one may lie in another volume.
            if let Some(waiting) = &mut self.session.keeping.waiting {
                waiting.asked.times = times - done;
            }
            break;
        }
        Ok(())
    }

    /// Returns what the person has chosen, as names and values.
    pub fn choices(&self) -> Vec<(String, Value)> {
        let mut choices = self.session.desk.choices(&self.session.document);
        choices.extend(self.shown.window.choices());
        choices.push((DISTRUSTED.into(), self.session.document.is_distrusted().into()));
        if self.session.keeping.gone > 0 {
            choices.push((LOST.into(), Value::from(self.session.keeping.gone as i64)));
        }
        choices
    }

    /// Chooses again what was chosen. Names and values that are not understood are left alone.
    pub fn choose_again(&mut self, choices: &[(String, Value)]) {
        let flag = |value: &Value| value.flag("choice").unwrap_or(false);
        if choices.iter().any(|(name, value)| name == DISTRUSTED && flag(value)) {
            self.session.document.distrust();
        }
        self.session.keeping.gone =
            choices.iter().find(|(name, _)| name == LOST).map_or(0, |(_, lost)| counted(lost));
        self.session.desk.choose_again(&self.session.document, choices);
        self.session.limit_history();
        self.shown.window.choose_again(choices, self.session.document.bounds());
        self.show_changes();
        self.repaint();
    }
}
