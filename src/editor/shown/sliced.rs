//! Where the slices of the active frame are seen, for the page to draw.
//!
//! Slices are no part of the picture, so they are drawn over it: the page gets their rectangles in device pixels, and those that are not there at the
//! frame are left out.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! assert!(editor.slices_seen().is_empty());
//! editor.run("slice.add", &[], 0)?;
//! let canvas = editor.view().device_rect(editor.document().bounds());
//! assert_eq!(editor.slices_seen()[..4], [canvas.x, canvas.y, canvas.width, canvas.height]);
//! editor.run("view.slices", &[], 0)?;
//! assert!(editor.slices_seen().is_empty(), "they are hidden");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Shown;
use crate::color::Color;
use crate::document::SliceKey;
use crate::editor::hand::Hand;
use crate::editor::session::Session;
use crate::geometry::{Point, Rect};

/// The colour of a slice that has none, as in Aseprite.
const USUAL: Color = Color::rgba(0, 0, 255, 255);

impl Shown {
    /// Returns `true` if there are slices and they are shown, as they always are while the tool for them is chosen.
    pub(in crate::editor) fn has_slices(&self, session: &Session) -> bool {
        let shown = self.window.shows_slices() || session.desk().tool.slices;
        shown && !session.document().slices().is_empty()
    }

    /// Returns what is seen of the slices of the active frame: for each of them 14 numbers, which are x, y, width and height
    /// of its rectangle, of its centre and of the pixel of its pivot, its colour as red, green and blue in one number, and 1 if it is
    /// the chosen one, else 0. What it has not is without a width. Empty while slices are hidden.
    pub(in crate::editor) fn slices(&self, session: &Session, hand: &Hand) -> Vec<i32> {
        let (document, frame) = (session.document(), session.cel().frame);
        // The one that is being dragged is chosen once that is done.
        let chosen = hand.slice().unwrap_or(session.desk().slice);
        let mut all = Vec::new();
        if !self.has_slices(session) {
            return all;
        }
        for id in document.slices() {
            let Some(SliceKey { bounds, center, pivot, .. }) = document.slice_at(*id, frame) else {
                continue;
            };
            let Some(slice) = document.slice(*id).ok().filter(|_| !bounds.is_empty()) else { continue };
            let color = if slice.color.is_transparent() { USUAL } else { slice.color };
            let [red, green, blue, _] = color.bytes.map(i32::from);
            let from = |rect: Rect| Rect { x: bounds.x + rect.x, y: bounds.y + rect.y, ..rect };
            let pivot = pivot.map_or(Rect::EMPTY, |Point { x, y }| Rect::new(x, y, 1, 1));
            for rect in [Rect { x: 0, y: 0, ..bounds }, center, pivot] {
                let seen = if rect.is_empty() { rect } else { self.window.view.device_rect(from(rect)) };
                all.extend([seen.x, seen.y, seen.width, seen.height]);
            }
            all.extend([red << 16 | green << 8 | blue, (Some(*id) == chosen).into()]);
        }
        all
    }
}
