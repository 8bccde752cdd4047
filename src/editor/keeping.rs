//! Keeping: what the page has to write so that nothing drawn is lost, and the way back.
//!
//! The editor hands out [batches](crate::journal::Batch) of its drawing's journal, and the page
//! writes them to the browser's store. Steps that memory has no room for lie there alone. A
//! command that needs one of them waits: the page is told which entry is
//! [wanted](Editor::wanted), and when it was supplied the command is run, once. Steps near the
//! current one are wanted ahead of that, so that holding a key does not stutter.
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

use super::commands::Command;
use super::params::Args;
use super::{Editor, Effect};
use crate::document::Document;
use crate::error::{Error, Result};
use crate::formats::{Other, project};
use crate::history::CommitId;
use crate::journal::{Batch, EntryKey, Journal, Recovery};
use crate::value::Value;
use std::collections::BTreeSet;

/// Name of the choice that is none: whether the history came from a file, so that it is never trusted.
const DISTRUSTED: &str = "distrusted";

/// Number of steps on either side of the current one that are wanted ahead.
const AHEAD: usize = 24;

/// A command that waits for the bytes of a step.
#[derive(Debug)]
pub(super) struct Waiting {
    command: &'static Command,
    args: Args,
    time: u64,
    key: EntryKey,
    /// How often it was asked for: a key may be pressed again while the bytes are fetched.
    times: u32,
}

/// The journal of the drawing, and what is fetched from its store.
#[derive(Debug, Default)]
pub(super) struct Keeping {
    pub(super) journal: Option<Journal>,
    /// Entries that were wanted and have not come yet.
    asked: BTreeSet<EntryKey>,
    waiting: Option<Waiting>,
    recovery: Option<Recovery>,
    /// What the drawing's file holds besides, of which nothing is known here.
    pub(super) others: Vec<Other>,
    /// Entries that the page has supplied for a file.
    pub(super) for_file: Vec<Vec<u8>>,
    /// Whether the file that was encoded last holds the history.
    pub(super) saves_history: bool,
}

impl Editor {
    /// Begins to record the drawing; the first batch holds all of it.
    pub fn begin_keeping(&mut self) {
        let others = std::mem::take(&mut self.keeping.others);
        let journal = Journal::begin(&mut self.document).with_other(Other::encode(&others));
        // A file may be on its way to the disk meanwhile.
        let saves_history = self.keeping.saves_history;
        self.keeping = Keeping { journal: Some(journal), others, saves_history, ..Keeping::default() };
    }

    /// Takes what has to be written since the last call, or `None` if there is nothing, or the drawing is not
    /// recorded. While an earlier state is only looked at it waits, so that nobody comes back to that one.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if the batch can't be allocated. The next one holds all then.
    pub fn take_batch(&mut self) -> Result<Option<Batch>> {
        match &mut self.keeping.journal {
            Some(journal) if self.peeked.is_none() => journal.take(&mut self.document),
            _ => Ok(None),
        }
    }

    /// Returns `true` if the next batch takes no time to make.
    pub fn batch_is_small(&self) -> bool {
        self.keeping.journal.as_ref().is_none_or(|journal| journal.is_small(&self.document))
    }

    /// Asks that the next batch be a checkpoint, if the log has become long.
    pub fn checkpoint(&mut self) {
        if let Some(journal) = &mut self.keeping.journal
            && journal.is_long(&self.document)
        {
            journal.checkpoint();
        }
    }

    /// Notes that a batch and all before it are written.
    pub fn batch_kept(&mut self, turn: u64) {
        if let Some(journal) = &mut self.keeping.journal {
            journal.kept(turn, &mut self.document);
        }
    }

    /// Notes that a batch was not written, nor any after it.
    pub fn batch_lost(&mut self) {
        self.keeping.journal.iter_mut().for_each(Journal::lost);
    }

    /// Forgets the steps that lie in volumes before this one, as the person gives the disk no more room for
    /// them. Returns how many those were.
    pub fn forget_before(&mut self, volume: u64) -> usize {
        let forgotten = self.document.forget_before(CommitId(volume));
        self.state_changed();
        forgotten
    }

    /// Takes the keys of the entries that are wanted and were not asked for yet.
    pub fn wanted(&mut self) -> Vec<EntryKey> {
        let Some(journal) = &self.keeping.journal else { return Vec::new() };
        let near = self.document.history().away_nearby(AHEAD).into_iter();
        let near = near.filter_map(|id| journal.volume_of(id));
        let all: BTreeSet<EntryKey> =
            near.chain(self.keeping.waiting.iter().map(|waiting| waiting.key)).collect();
        let fresh: Vec<EntryKey> = all.difference(&self.keeping.asked).copied().collect();
        self.keeping.asked.extend(&fresh);
        fresh
    }

    /// Makes a command wait for the bytes of a step, after those that `before` waited for. Returns `false` if no
    /// store has them.
    pub(super) fn wait_for(
        &mut self,
        commit: u64,
        (command, args, time): (&'static Command, Args, u64),
        before: Option<Waiting>,
    ) -> bool {
        let key = self.keeping.journal.as_ref().and_then(|journal| journal.volume_of(CommitId(commit)));
        let Some(key) = key else { return false };
        let same = before.filter(|before| before.command.id == command.id && before.args == args);
        let times = same.map_or(1, |before| before.times + 1);
        self.keeping.waiting = Some(Waiting { command, args, time, key, times });
        self.emit(Effect::Message(format!("{}: fetching older steps…", command.label)));
        true
    }

    /// Takes the command that waits: the person asks for something else, or for the same again.
    pub(super) fn take_waiting(&mut self) -> Option<Waiting> {
        self.keeping.waiting.take()
    }

    /// Returns `true` while a command waits for the bytes of a step.
    pub fn is_fetching(&self) -> bool {
        self.keeping.waiting.is_some()
    }

    /// Supplies an entry that was wanted, or `None` if the store does not have it; then runs the command that
    /// waited for it.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`] if the entry is missing or broken, and the error of the command.
    pub fn supply(&mut self, key: EntryKey, bytes: Option<&[u8]>) -> Result<()> {
        self.keeping.asked.remove(&key);
        let Some(journal) = &self.keeping.journal else { return Ok(()) };
        let missing = || Error::Damaged { format: "journal", why: "the bytes of older steps are missing" };
        let supplied = bytes.ok_or_else(missing).and_then(|bytes| journal.supply(&mut self.document, bytes));
        if supplied.is_ok() {
            self.state_changed();
        }
        let waits = self.keeping.waiting.take_if(|waiting| waiting.key == key);
        match (supplied, waits) {
            // A step that has no room is fetched again when somebody goes there.
            (Ok(()) | Err(Error::OverBudget { .. }), Some(Waiting { command, args, time, times, .. })) => {
                let pairs = args.into_pairs();
                for done in 0..times {
                    self.run(command.id, &pairs, time)?;
                    // The next one may lie in another volume.
                    if let Some(waiting) = &mut self.keeping.waiting {
                        waiting.times = times - done;
                        break;
                    }
                }
                Ok(())
            }
            (Err(Error::OverBudget { .. }), None) => Ok(()),
            (supplied, _) => supplied,
        }
    }

    /// Begins to bring a drawing back from the entries of its store, all but the volumes. Returns the key of a
    /// volume that is needed for it, or `None` if it can be [finished](Editor::restore_finish).
    ///
    /// # Errors
    /// As [`Recovery::new`]. The editor is unchanged.
    pub fn restore_begin<'e>(
        &mut self,
        entries: impl IntoIterator<Item = (EntryKey, &'e [u8])>,
    ) -> Result<Option<EntryKey>> {
        let mut recovery = Recovery::new(entries)?;
        let wanted = recovery.advance()?;
        self.keeping.recovery = Some(recovery);
        Ok(wanted)
    }

    /// Supplies a volume that a recovery needs, and returns the key of the next one.
    ///
    /// # Errors
    /// As [`Recovery::advance`].
    pub fn restore_supply(&mut self, key: EntryKey, bytes: Option<&[u8]>) -> Result<Option<EntryKey>> {
        let Some(recovery) = &mut self.keeping.recovery else { return Ok(None) };
        recovery.supply(key, bytes);
        recovery.advance()
    }

    /// Returns what of the drawing that is brought back can't be read, as phrases with semicolons between them; empty
    /// if all can.
    pub fn restore_damage(&self) -> String {
        self.keeping.recovery.as_ref().map_or(String::new(), |recovery| recovery.damage().told())
    }

    /// Ends bringing a drawing back, and gives back the memory that it takes.
    pub fn restore_drop(&mut self) {
        self.keeping.recovery = None;
    }

    /// Replaces the drawing with the one that was brought back, and goes on recording it.
    ///
    /// # Errors
    /// As [`Recovery::finish`], and [`Error::Idle`] if no recovery was begun. The drawing is unchanged then.
    pub fn restore_finish(&mut self, name: &str) -> Result<()> {
        let (document, journal) = self.keeping.recovery.take().ok_or(Error::Idle)?.finish()?;
        self.go_on_with(document, journal, name);
        Ok(())
    }

    /// Replaces the drawing with what can be read of the one that was brought back, and records that as another drawing,
    /// whose store begins with the same entries.
    ///
    /// # Errors
    /// As [`Recovery::finish_readable`], and [`Error::Idle`] if no recovery was begun. The drawing is unchanged then.
    pub fn restore_readable(&mut self, name: &str) -> Result<()> {
        let (document, journal) = self.keeping.recovery.take().ok_or(Error::Idle)?.finish_readable()?;
        self.go_on_with(document, journal, name);
        Ok(())
    }

    /// Encodes what can be read of the drawing that is brought back as a project file, without its steps.
    ///
    /// # Errors
    /// As [`restore_readable`](Editor::restore_readable), and [`Error::OutOfMemory`] if there is no room for the file.
    pub fn restore_encode(&mut self) -> Result<Vec<u8>> {
        let (document, journal) = self.keeping.recovery.take().ok_or(Error::Idle)?.finish_readable()?;
        project::encode_with(&document, 0, None, &Other::decode(journal.other()))
    }

    fn go_on_with(&mut self, document: Document, journal: Journal, name: &str) {
        self.replace(document, name);
        let others = Other::decode(journal.other());
        self.keeping = Keeping { journal: Some(journal), others, ..Keeping::default() };
    }

    /// Returns what the person has chosen, as names and values.
    pub fn choices(&self) -> Vec<(String, Value)> {
        let mut choices = self.desk.choices(&self.document);
        choices.extend(self.window.choices());
        choices.push((DISTRUSTED.into(), self.document.is_distrusted().into()));
        choices
    }

    /// Gives the history of a drawing that was opened the memory that the person has chosen.
    pub(super) fn limit_history(&mut self) {
        if self.document.history().stats().budget != self.desk.budget {
            // If its pins take more, it keeps the memory that it has.
            _ = self.document.set_limits(self.desk.limits());
        }
    }

    /// Chooses again what was chosen. Names and values that are not understood are left alone.
    pub fn choose_again(&mut self, choices: &[(String, Value)]) {
        let flag = |value: &Value| value.flag("choice").unwrap_or(false);
        if choices.iter().any(|(name, value)| name == DISTRUSTED && flag(value)) {
            self.document.distrust();
        }
        self.desk.choose_again(&self.document, choices);
        self.limit_history();
        self.window.choose_again(choices, self.document.bounds());
        self.show_changes();
        self.repaint();
    }
}
