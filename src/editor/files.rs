//! Files in and out: what opening one changes, and what saving one leaves out.
//!
//! A PNG file holds one picture. A drawing may be more: layers, frames, tags, a palette.
//! Whoever saves such a drawing gets the frame that is seen, and must not be told that
//! all is saved: the drawing stays unsaved, and the sentence says what the file leaves
//! out. The same holds the other way: what a file has and the drawing hasn't is said.
//!
//! The invariant: a drawing that counts as saved is, when its file is opened, the same
//! but for its history.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.run("layer.add", &[], 0)?;
//! let file = editor.encode("png")?;
//! assert_eq!(editor.mark_saved("png")?, "1 layer");
//! assert!(editor.document().history().is_dirty());
//! editor.open(&file, "flat.png")?;
//! assert_eq!(editor.mark_saved("png")?, "");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::{Editor, Effect};
use crate::document::Document;
use crate::error::Result;
use crate::formats;

/// Returns parts joined for a sentence: "a, b and c".
fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

impl Editor {
    /// Opens a file in place of the document. Returns what was left out or changed, empty for nothing; that
    /// is a message as well.
    ///
    /// # Errors
    /// Returns an error if the file can't be read. Nothing has changed then.
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

    /// Encodes the drawing as a file of a format. A preview and a game end first: they are no part of the
    /// drawing.
    ///
    /// # Errors
    /// [`Error::Unknown`](crate::Error::Unknown) for a format that does not exist, and
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    pub fn encode(&mut self, format: &str) -> Result<Vec<u8>> {
        let format = formats::named(format)?;
        self.preview_end();
        self.leave_game();
        (format.write)(&self.document, self.cel().frame)
    }

    /// Notes that a file from [`encode`](Editor::encode) is in the person's hands, and sets the saved mark
    /// if the file holds all of the drawing. Returns what it leaves out, empty for nothing.
    ///
    /// # Errors
    /// [`Error::Unknown`](crate::Error::Unknown) for a format that does not exist, and
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory). Nothing has changed then.
    pub fn mark_saved(&mut self, format: &str) -> Result<String> {
        let left_out = formats::left_out(&self.document, formats::named(format)?)?;
        if left_out.is_empty() && self.document.history().open().is_none() {
            self.document.mark_saved()?;
            self.state_changed();
        }
        Ok(listed(&left_out))
    }
}
