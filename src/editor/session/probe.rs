//! Looking into the past: who made this pixel, and what a region looked like then.
//!
//! Problem: whoever asks "who drew this?" would undo step by step until it is gone, and redo all of it. Idea: both questions are answered by the
//! [past as a view](crate::document::Past), and nothing moves: no step is undone, no panel changes, and a stroke under way goes on.
//!
//! A probe looks at all visible layers of the active frame, since that is what is seen under the cursor. It lists a step if the pixel of such a
//! layer's cel really changed, by the exact difference, even if a layer above hid it. Steps that changed only how layers are shown are not
//! listed, and neither is what floats until it has landed.
//!
//! ```
//! use undoodle::{editor::Editor, geometry::Rect};
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! for color in ["#ff0000", "#0000ff"] {
//!     editor.set_primary(color)?;
//!     editor.pointer_down(105.0, 105.0, 0, 0);
//!     editor.pointer_up(105.0, 105.0, 0);
//! }
//! let made: Vec<_> = editor.probe(10, 10, 9)?.iter().map(|step| step.color.to_string()).collect();
//! assert_eq!(made, ["#0000ffff", "#ff0000ff"]);
//! let first = editor.probe(10, 10, 9)?[1].commit;
//! assert_eq!(editor.past(first, Rect::new(10, 10, 1, 1))?[0].to_string(), "#ff0000ff");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use crate::color::Color;
use crate::document::{Maker, Past};
use crate::error::{Error, Result, in_range};
use crate::geometry::Rect;
use crate::history::CommitId;

/// Work that noting the newest steps in the index may take before a look, in bytes.
pub(super) const NOTED: usize = 1 << 20;

/// The most bytes of a view that is kept for the next look.
pub(super) const KEPT: usize = 16 << 20;

/// The most pixels that are read at once.
const MOST: i64 = 1 << 24;

/// A step that made a pixel what it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Number of the step's commit.
    pub commit: u64,
    /// Label of the step.
    pub label: String,
    /// When the step was made, in milliseconds as the caller counts them.
    pub time: u64,
    /// Colour that the step gave the pixel on its layer.
    pub color: Color,
    /// Present index of the layer.
    pub layer: u32,
    /// Index of the active frame, which shows the pixel.
    pub frame: u32,
}

impl Session {
    /// Returns the steps done so far that changed a pixel of a visible layer in the active frame, newest first, at most `most` of them.
    ///
    /// # Errors
    /// Returns [`Error::Range`] if the pixel lies outside the canvas, and [`Error::Away`] or [`Error::Unreadable`] if a step that may have
    /// changed it is not in memory. A step that is away is fetched then.
    pub(in crate::editor) fn probe(&mut self, x: i32, y: i32, most: usize) -> Result<Vec<Made>> {
        self.document.index_steps(NOTED);
        let found = self.document.painters(self.cel().frame, x, y, most);
        let found = found.inspect_err(|error| self.lacks(error))?;
        let made = |Maker { step, cel, color }: Maker| {
            let commit = self.document.history().commit_of(step)?;
            let header = commit.header();
            let (label, time) = (header.label.to_string(), header.time);
            Ok(Made { commit: step.0, label, time, color, layer: cel.layer, frame: cel.frame })
        };
        found.into_iter().map(made).collect()
    }

    /// Returns the colours that all layers together showed in a rectangle of the active frame at the state after a step, at the oldest
    /// state, or at a pinned one, row by row.
    ///
    /// # Errors
    /// Returns [`Error::Gone`] if there is no such state, [`Error::Refused`] if the frame did not exist then, [`Error::Range`] if the
    /// rectangle leaves the canvas of that time, [`Error::Away`] or [`Error::Unreadable`] if a step that matters is not in memory, and
    /// [`Error::OverBudget`] or [`Error::OutOfMemory`]. A step that is away is fetched then.
    pub(in crate::editor) fn past(&mut self, commit: u64, rect: Rect) -> Result<Vec<Color>> {
        self.document.index_steps(NOTED);
        let at = CommitId(commit);
        let found = self.look_back(at, rect);
        if let Err(error @ Error::Away { .. }) = &found {
            // All that the look needs is to stay in memory until it is there.
            _ = self.document.await_past(at, self.cel().frame, rect);
            self.lacks(error);
        }
        let (past, colors) = found?;
        self.past = Some(past).filter(|past| past.bytes() <= KEPT);
        Ok(colors)
    }

    /// Notes which step a look lacked, so that it is read.
    pub(super) fn lacks(&mut self, error: &Error) {
        if let Error::Away { commit } = error {
            self.keeping.lack(CommitId(*commit));
        }
    }

    fn look_back(&mut self, at: CommitId, rect: Rect) -> Result<(Past, Vec<Color>)> {
        let frame = self.cel().frame;
        let id = self.document.frame_id(frame);
        let mut past = match self.past.take() {
            Some(mut past) => past.turn(&self.document, at).map(|()| past)?,
            None => self.document.past(at)?,
        };
        let drawing = past.drawing();
        let shown = id.and_then(|id| drawing.frame_at(id)).ok_or_else(|| Error::Refused {
            what: "frame",
            name: (frame + 1).into(),
            why: "it did not exist then",
        })?;
        let (width, height) = drawing.size();
        in_range("x", rect.x.into(), 0, i64::from(width) - 1)?;
        in_range("y", rect.y.into(), 0, i64::from(height) - 1)?;
        in_range("width", rect.width.into(), 1, i64::from(width) - i64::from(rect.x))?;
        in_range("height", rect.height.into(), 1, i64::from(height) - i64::from(rect.y))?;
        let count = i64::from(rect.width) * i64::from(rect.height);
        in_range("number of pixels", count, 1, MOST)?;
        past.show(&self.document, shown, rect)?;
        let mut colors = Vec::new();
        let (bytes, limit) = (4 * count as u64, 0);
        let refused = |_| Error::OutOfMemory { what: "image", bytes, limit };
        colors.try_reserve_exact(count as usize).map_err(refused)?;
        colors.resize(count as usize, Color::TRANSPARENT);
        let picture = past.drawing().picture(shown);
        for (y, row) in (rect.y as u32..).zip(colors.chunks_exact_mut(rect.width as usize)) {
            picture.read(rect.x as u32, y, 1, row);
        }
        drop(picture);
        Ok((past, colors))
    }
}
