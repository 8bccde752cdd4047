//! What lies beyond the canvas's edge, seen faintly around it.
//!
//! Whoever has moved a sword half out of the picture wants to know where its other half is, and still see where the picture ends. So the
//! visible layers are laid over each other there as on the canvas, clipped and blended in groups, and the result is made mostly transparent.
//!
//! The invariant: no device pixel of the canvas is changed.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::{Point, Rect}};
//! use undoodle_drawing::render::{Quality, View, render};
//! let mut document = Document::new(4, 4)?;
//! document.begin(1)?;
//! document.fill_rect(Cel::default(), Rect::new(0, 0, 4, 4), Color::BLACK)?;
//! document.resize(Rect::new(0, 0, 2, 4))?;
//! document.commit("Crop", Color::REMOVED, 0)?;
//! let mut view = View::new(4, 4);
//! let mut out = Vec::new();
//! render(&document, 0, &view, view.bounds(), Quality::Averaged, &mut out)?;
//! assert_eq!(out[4 * 2..4 * 3], [0; 4], "there is nothing beside the canvas");
//! view.beyond = true;
//! render(&document, 0, &view, view.bounds(), Quality::Averaged, &mut out)?;
//! assert_eq!(out[4 * 2..4 * 3], [0, 0, 0, 85]);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::View;
use crate::color::Color;
use crate::document::{Cel, Door, Drawing};
use crate::geometry::Rect;
use std::collections::HashMap;

/// What is left of the alpha: a third.
const FAINT: u8 = 3;

/// Renders what a frame has beyond the canvas's edge in a rectangle of the plain viewport, whose pixels these are.
pub(super) fn render_beyond(
    drawing: &Drawing<impl Door>,
    frame: u32,
    view: &View,
    plain: Rect,
    out: &mut [u8],
) {
    let laid = drawing.laid(frame);
    let extents: HashMap<Cel, Rect> = laid
        .cels()
        .filter(|cel| drawing.is_beyond(*cel) || drawing.floats_above(*cel))
        .map(|cel| (cel, drawing.whole_extent(cel)))
        .filter(|(_, extent)| extent.intersect(drawing.bounds()) != *extent)
        .collect();
    let around = extents.values().fold(Rect::EMPTY, |around, extent| around.union(*extent));
    let (canvas, seen) = (view.shown(drawing.bounds()), view.shown(around).intersect(plain));
    if seen.is_empty() {
        return;
    }
    let (first, last) = (view.sample_x(seen.x), view.sample_x(seen.right() - 1));
    let mut line = vec![Color::TRANSPARENT; (last - first + 1) as usize];
    let mut rendered = None;
    for y in seen.y..seen.bottom() {
        let at = view.sample_y(y);
        if rendered != Some(at) {
            rendered = Some(at);
            let mut read = |cel: Cel, row: &mut [Color]| match extents.get(&cel) {
                Some(extent) if holds(*extent, at) => drawing.read_whole(cel, first, at, row),
                _ => row.fill(Color::TRANSPARENT),
            };
            laid.row(&mut read, &mut line);
        }
        let inside = (canvas.y..canvas.bottom()).contains(&y);
        for x in (seen.x..seen.right()).filter(|x| !(inside && (canvas.x..canvas.right()).contains(x))) {
            let [r, g, b, a] = line[(view.sample_x(x) - first) as usize].bytes;
            let start = ((y - plain.y) * plain.width + x - plain.x) as usize * 4;
            out[start..start + 4].copy_from_slice(&[r, g, b, a / FAINT]);
        }
    }
}

/// Returns `true` if a rectangle has pixels in a row.
fn holds(rect: Rect, row: i32) -> bool {
    (rect.y..rect.bottom()).contains(&row)
}
