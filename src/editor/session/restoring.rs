//! The way back: a drawing from the entries of its store.
//!
//! The page hands over all entries but the volumes, and then those that are asked for, one by one. The invariant: until all is
//! there and checked, the drawing that is open stays as it is.
//!
//! ```
//! use undoodle::editor::Editor;
//! use undoodle::journal::Entries;
//! let (mut editor, mut store) = (Editor::new()?, Entries::default());
//! editor.begin_keeping();
//! editor.run("layer.add", &[], 0)?;
//! store.write(editor.take_batch()?.unwrap());
//!
//! let mut later = Editor::new()?;
//! let mut wanted = later.restore_begin(store.checkpoint_and_log())?;
//! while let Some(key) = wanted {
//!     wanted = later.restore_supply(key, store.get(key))?;
//! }
//! later.restore_finish("sky")?;
//! assert_eq!((later.name(), later.document().layers()), ("sky", 2));
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use crate::document::Document;
use crate::editor::Editor;
use crate::error::{Error, Message, Result};
use crate::formats::{Other, project};
use crate::journal::{EntryKey, Journal, Recovery};

impl Session {
    /// Begins to bring a drawing back from the entries of its store, all but the volumes. Returns the key of a
    /// volume that is needed for it, or `None` if it can be [finished](Editor::restore_finish).
    ///
    /// # Errors
    /// As [`Recovery::new`]. The editor is unchanged.
    fn restore_begin<'e>(
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
    pub(in crate::editor) fn restore_supply(
        &mut self,
        key: EntryKey,
        bytes: Option<&[u8]>,
    ) -> Result<Option<EntryKey>> {
        let Some(recovery) = &mut self.keeping.recovery else { return Ok(None) };
        recovery.supply(key, bytes);
        recovery.advance()
    }

    /// Returns what of the drawing that is brought back can't be read, as phrases in a row; empty
    /// if all can.
    pub(in crate::editor) fn restore_damage(&self) -> Message {
        self.keeping.recovery.as_ref().map_or(Message::default(), |recovery| recovery.damage().told())
    }

    /// Ends bringing a drawing back, and gives back the memory that it takes.
    pub(in crate::editor) fn restore_drop(&mut self) {
        self.keeping.recovery = None;
    }

    /// Encodes what can be read of the drawing that is brought back as a project file, without its steps.
    ///
    /// # Errors
    /// As [`restore_readable`](Editor::restore_readable), and [`Error::OutOfMemory`] if there is no room for the file.
    pub(in crate::editor) fn restore_encode(&mut self) -> Result<Vec<u8>> {
        let (document, journal) = self.keeping.recovery.take().ok_or(Error::Idle)?.finish_readable()?;
        project::encode_with(&document, 0, None, &Other::decode(journal.other()))
    }
}

impl Editor {
    /// Begins to bring a drawing back from the entries of its store, all but the volumes. Returns the key of a
    /// volume that is needed for it, or `None` if it can be [finished](Editor::restore_finish).
    ///
    /// # Errors
    /// As [`Recovery::new`]. The editor is unchanged.
    pub fn restore_begin<'e>(
        &mut self,
        entries: impl IntoIterator<Item = (EntryKey, &'e [u8])>,
    ) -> Result<Option<EntryKey>> {
        self.session.restore_begin(entries)
    }

    /// Replaces the drawing with the one that was brought back, and goes on recording it.
    ///
    /// # Errors
    /// As [`Recovery::finish`], and [`Error::Idle`] if no recovery was begun. The drawing is unchanged then.
    pub fn restore_finish(&mut self, name: &str) -> Result<()> {
        let (document, journal) = self.session.keeping.recovery.take().ok_or(Error::Idle)?.finish()?;
        self.go_on_with(document, journal, name);
        Ok(())
    }

    /// Replaces the drawing with what can be read of the one that was brought back, and records that as another drawing,
    /// whose store begins with the same entries.
    ///
    /// # Errors
    /// As [`Recovery::finish_readable`], and [`Error::Idle`] if no recovery was begun. The drawing is unchanged then.
    pub fn restore_readable(&mut self, name: &str) -> Result<()> {
        let (document, journal) =
            self.session.keeping.recovery.take().ok_or(Error::Idle)?.finish_readable()?;
        self.go_on_with(document, journal, name);
        Ok(())
    }

    fn go_on_with(&mut self, document: Document, journal: Journal, name: &str) {
        self.replace(document, name);
        let others = Other::decode(journal.other());
        (self.session.keeping.journal, self.session.keeping.others) = (Some(journal), others);
    }
}
