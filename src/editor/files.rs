//! Files in and out: what opening one changes, and what saving one leaves out.
//!
//! A PNG file holds one picture. A drawing may be more: layers, frames, tags, a palette.
//! Whoever saves such a drawing gets the frame that is seen, and must not be told that
//! all is saved: the drawing stays unsaved, and the sentence says what the file leaves
//! out. Opening also says which contents of a file the drawing leaves out.
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
    /// Returns [`Error::Unknown`](crate::Error::Unknown) if there is no such format, and
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory) if the file cannot be allocated.
    pub fn encode(&mut self, format: &str) -> Result<Vec<u8>> {
        let format = formats::named(format)?;
        self.preview_end();
        self.leave_game();
        (format.write)(&self.document, self.cel().frame)
    }

    /// Marks the drawing as saved, once a file from [`encode`](Editor::encode) was handed over. If the format
    /// cannot hold all of the drawing, returns what it leaves out, and the drawing stays unsaved.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`](crate::Error::Unknown) if there is no such format, and
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
