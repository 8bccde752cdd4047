//! Files in and out: what saves a drawing, what an export leaves out, and what opening says.
//!
//! The project file holds all of a drawing but its history, so saving means that file. A
//! picture's file, such as PNG, holds what is seen of one frame: it is an *export*. Whoever
//! exports a drawing is told what the file leaves out, and the drawing does not count as
//! saved by it.
//!
//! A file takes a while to reach a disk, and the person paints on. So what counts as saved
//! is the state that was encoded, once the page says that its file has arrived.
//!
//! The invariant: a drawing that counts as saved is, when its file is opened, the same
//! but for its history.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.run("layer.add", &[], 0)?;
//! assert_eq!(editor.left_out("png")?, "the division into 2 layers");
//! let file = editor.encode_project()?;
//! assert!(editor.document().history().is_dirty(), "nobody has the file yet");
//! assert!(editor.mark_saved() && !editor.document().history().is_dirty());
//! editor.open(&file, "sky.undoodle")?;
//! assert_eq!((editor.name(), editor.document().layers()), ("sky", 2));
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::{Editor, Effect};
use crate::document::Document;
use crate::error::{Error, Result};
use crate::formats;

/// Joins parts for a sentence: "a, b and c".
fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

impl Editor {
    /// Replaces the document with a file's picture. Returns notes on what was left out or changed, empty if
    /// there are none, and shows them as a message.
    ///
    /// # Errors
    /// Returns the decoder's error if the file cannot be read. Nothing has changed then.
    pub fn open(&mut self, bytes: &[u8], name: &str) -> Result<String> {
        let (_, file) = formats::open(bytes)?;
        let document = Document::open(file.drawing()?)?;
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        self.replace(document, if stem.is_empty() { "untitled" } else { stem });
        let notes = file.notes();
        if !notes.is_empty() {
            self.emit(Effect::Message(format!("Opened “{name}”: {notes}")));
        }
        Ok(notes)
    }

    /// Encodes the drawing as a file of a format. Ends a preview and a game first, since they are no part of
    /// the drawing.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] if there is no such format, [`Error::Refused`] while a stroke is under way, and
    /// [`Error::OutOfMemory`] if the file cannot be allocated.
    pub fn encode(&mut self, format: &str) -> Result<Vec<u8>> {
        let format = formats::named(format)?;
        if self.is_painting() {
            let name = self.desk.tool.id.to_owned();
            return Err(Error::Refused { what: "tool", name, why: "end its stroke before you save" });
        }
        self.preview_end();
        self.leave_game();
        (format.write)(&self.document, self.cel().frame)
    }

    /// Encodes the active frame as a small PNG, at most `side` pixels wide and high.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if the file cannot be allocated.
    pub fn thumbnail(&self, side: u32) -> Result<Vec<u8>> {
        formats::preview(&self.document, self.cel().frame, side)
    }

    /// Encodes the drawing as a project file, and notes which state that was.
    ///
    /// # Errors
    /// As [`encode`](Editor::encode).
    pub fn encode_project(&mut self) -> Result<Vec<u8>> {
        let file = self.encode(formats::saving().id)?;
        self.document.begin_saving()?;
        Ok(file)
    }

    /// Marks the state that was encoded last as saved, as its file has arrived, whatever was done since.
    /// Returns `false` if none was encoded of this drawing.
    pub fn mark_saved(&mut self) -> bool {
        let marked = self.document.finish_saving();
        self.state_changed();
        marked
    }

    /// Returns what a file of a format leaves out of the drawing, as a phrase; empty for nothing.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] if there is no such format, and
    /// [`Error::OutOfMemory`].
    pub fn left_out(&self, format: &str) -> Result<String> {
        Ok(listed(&formats::left_out(&self.document, formats::named(format)?)?))
    }

    /// Renames the drawing, as the file was that it was saved to.
    pub fn rename(&mut self, name: &str) {
        self.name = name.to_owned();
        self.state_changed();
    }
}
