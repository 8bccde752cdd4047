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
//! let file = editor.png()?;
//! assert_eq!(editor.mark_saved()?, "1 layer");
//! assert!(editor.document().history().is_dirty());
//! editor.open(&file, "flat.png")?;
//! assert_eq!(editor.mark_saved()?, "");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::{Editor, Effect};
use crate::document::Document;
use crate::error::Result;
use crate::formats::png;

/// Joins parts of a sentence: "a, b and c".
fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// "1 layer", "2 layers"; `None` for 0.
fn counted(count: u32, what: &str) -> Option<String> {
    let plural = if count == 1 { "" } else { "s" };
    (count > 0).then(|| format!("{count} {what}{plural}"))
}

impl Editor {
    /// Opens a PNG file in place of the document. Returns what was left out or changed, empty for nothing;
    /// that is a message as well.
    ///
    /// # Errors
    /// When the file can't be read; nothing has changed then.
    pub fn open(&mut self, bytes: &[u8], name: &str) -> Result<String> {
        let file = png::File::open(bytes)?;
        let document = Document::open(file.drawing()?)?;
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        self.replace(document, if stem.is_empty() { "untitled" } else { stem });
        let notes = file.notes().to_string();
        if !notes.is_empty() {
            self.emit(Effect::Message(format!("Opened “{name}”: {notes}")));
        }
        Ok(notes)
    }

    /// Encodes the active frame as a PNG file, as it is seen. A preview and a game end first: they are no
    /// part of the drawing.
    ///
    /// # Errors
    /// When memory for it can't be had.
    pub fn png(&mut self) -> Result<Vec<u8>> {
        self.preview_end();
        self.leave_game();
        png::encode(&self.document, self.cel().frame)
    }

    /// Notes that the file of [`png`](Editor::png) is in the person's hands, and sets the saved mark if the
    /// file holds all of the drawing. Returns what it leaves out, empty for nothing.
    ///
    /// # Errors
    /// When memory can't be had; nothing has changed then.
    pub fn mark_saved(&mut self) -> Result<String> {
        let left_out = self.left_out()?;
        if left_out.is_empty() && self.document.history().open().is_none() {
            self.document.mark_saved()?;
            self.state_changed();
        }
        Ok(listed(&left_out))
    }

    /// What a PNG file of the active frame does not hold.
    fn left_out(&self) -> Result<Vec<String>> {
        let document = &self.document;
        let (width, height) = document.size();
        // What opening the file would give, but for its pixels.
        let opened = Document::new(width, height)?;
        let (layers, frames) = (document.layers(), document.frames());
        let lost = |so: bool, what: &str| so.then(|| what.to_owned());
        let parts = [
            counted(layers - 1, "layer"),
            lost(layers == 1 && document.layer(0)? != opened.layer(0)?, "the layer's properties"),
            counted(frames - 1, "frame"),
            lost(frames == 1 && document.duration(0)? != opened.duration(0)?, "the frame's duration"),
            counted(document.tags().len() as u32, "tag"),
            lost(document.palette() != opened.palette(), "the palette"),
            lost(document.background() != opened.background(), "the background"),
            lost(document.grid() != opened.grid(), "the grid"),
            lost(document.tile() != opened.tile(), "the tile"),
            lost(document.floating().is_some(), "what floats"),
            lost(document.selection().is_some() && document.floating().is_none(), "the selection"),
        ];
        Ok(parts.into_iter().flatten().collect())
    }
}
