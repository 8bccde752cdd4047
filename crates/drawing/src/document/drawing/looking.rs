//! Looks at several pictures at once: what they show together, pixel by pixel.
//!
//! Problem: what merging layers would do to a picture follows from the colours that these have at one place, and a canvas
//! may have a thousand million places. Idea: most of them are alike. Where every picture has one colour in a whole quadrant,
//! block or tile, that place is looked at once, and so is a run of equal neighbours; whoever has seen enough stops.
//!
//! The invariant: what was looked at is counted, so a look has an end on any canvas.
//!
//! ```
//! use undoodle_drawing::{color::{Blend, Color}, document::{Cel, Drawing}};
//! let mut drawing = Drawing::new(1, 1)?;
//! drawing.add_layer(1)?;
//! drawing.change_layer(1, |layer| layer.blend = Blend::Multiply)?;
//! for layer in [0, 1] {
//!     drawing.pixels_mut(Cel { layer, frame: 0 })?.put_row(0, 0, &[Color::rgba(200, 100, 0, 128)])?;
//! }
//! assert_eq!(drawing.half_blended(0..1), 1, "a product over a half transparent pixel");
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::door::Door;
use super::picture::{CELLS, Picture};
use super::tiles::{ALL, TILE, Walk, cells, shown, walk};
use super::{Cel, Drawing};
use crate::color::{Blend, Color, product};
use crate::geometry::Rect;
use std::convert::Infallible;
use std::ops::{ControlFlow, Range};

/// Maximum number of pixels that are looked at to count layers; a cell counts as some.
const LOOKED_AT: i64 = 1 << 24;

impl<D: Door> Drawing<D> {
    /// Returns `true` if a layer has pixels in any frame.
    pub(super) fn has_pixels(&self, layer: u32) -> bool {
        (0..self.frames()).any(|frame| !self.is_empty(Cel { layer, frame }))
    }

    /// Returns a rectangle on the canvas around all tiles in which a cel has pixels. No pixel is looked at for it.
    pub(super) fn tiles_around(&self, cel: Cel) -> Rect {
        let (sight, canvas) = (self.sight(cel), self.bounds());
        let mut around = if self.floats_above(cel) { canvas } else { Rect::EMPTY };
        let Ok(()) = sight.tree.map_or(Ok::<(), Infallible>(()), |tree| {
            walk(tree, Walk { within: ALL, color: shown }, |found| {
                around = sight.corner.seen(found.area, canvas).fold(around, Rect::union);
                Ok(())
            })
        });
        around
    }

    /// Returns the number of visible layers and groups that blend over half transparent pixels of others in one of some frames, the
    /// background left out: programs that don't mix as Aseprite does draw these otherwise. What there is no time to look at,
    /// counts.
    pub fn half_blended(&self, frames: Range<u32>) -> u32 {
        let (mut left, shown) = (LOOKED_AT, self.visible_layers());
        let mut blends = |blend: Blend, opacity: u8, own: Vec<u32>, group: u16, within: u16| {
            let members = self.members(within);
            let below = shown.iter().copied().filter(|below| *below < own[0]);
            let below: Vec<_> = below.filter(|below| within == 0 || members.contains(below)).collect();
            blend != Blend::Normal
                && frames.clone().any(|frame| {
                    let cel = Cel { layer: own[0], frame };
                    let (top, opacity) = match group {
                        0 => (self.cel_picture(cel), product(opacity, self.looks_of(cel).0)),
                        group => (self.picture_of(&own, frame, group), opacity),
                    };
                    let pictures = [self.bare_picture_of(&below, frame, within), top];
                    let cels = own.iter().map(|layer| self.tiles_around(Cel { layer: *layer, frame }));
                    let around = cels.fold(Rect::EMPTY, Rect::union);
                    let looked = scan(&pictures, around, CELLS, &mut left, &mut |colors| match colors {
                        [below, top] if blend.differs(*top, opacity, *below) => ControlFlow::Break(()),
                        _ => ControlFlow::Continue(()),
                    });
                    looked.is_break()
                })
        };
        let mut count = 0;
        for layer in &shown {
            let Ok(properties) = self.layer(*layer) else { continue };
            let within = self.whole_around(&[*layer]);
            count += u32::from(blends(properties.blend, properties.opacity, vec![*layer], 0, within));
        }
        for id in self.groups() {
            let members = self.members(*id);
            let own: Vec<_> = shown.iter().copied().filter(|layer| members.contains(layer)).collect();
            let (Ok(group), Some(first)) = (self.group(*id), own.first()) else { continue };
            let outer = self.groups_of(*first).into_iter().skip_while(|other| other != id).skip(1);
            let within = outer.into_iter().find(|id| self.group(*id).is_ok_and(|group| group.is_whole()));
            count += u32::from(blends(group.blend, group.opacity, own, *id, within.unwrap_or(0)));
        }
        count
    }
}

/// Returns the colours of pictures in a part that has one colour in each of them.
pub(super) fn solid(pictures: &[Picture<'_>], part: Rect) -> Option<Vec<Color>> {
    pictures.iter().map(|picture| picture.solid_in(part)).collect()
}

/// Calls a function with the colours that pictures have at a pixel, for all pixels within a tile, row by row.
pub(super) fn pixels(
    pictures: &[Picture<'_>],
    rect: Rect,
    visit: &mut dyn FnMut(&[Color]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut rows = vec![[Color::TRANSPARENT; TILE as usize]; pictures.len()];
    let mut colors = vec![Color::TRANSPARENT; pictures.len()];
    for y in rect.y..rect.bottom() {
        for (picture, row) in pictures.iter().zip(&mut rows) {
            picture.read(rect.x as u32, y as u32, 1, &mut row[..rect.width as usize]);
        }
        for x in 0..rect.width as usize {
            for (color, row) in colors.iter_mut().zip(&rows) {
                *color = row[x];
            }
            visit(&colors)?;
        }
    }
    ControlFlow::Continue(())
}

/// Calls a function with the colours that pictures have together within a rectangle, until it has seen enough. Breaks off
/// also if there is too much to look at.
pub(super) fn scan(
    pictures: &[Picture<'_>],
    rect: Rect,
    sizes: &[(u32, u32)],
    left: &mut i64,
    visit: &mut dyn FnMut(&[Color]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(((width, height), finer)) = sizes.split_first() else {
        let mut last = Vec::new();
        return pixels(pictures, rect, &mut |colors| {
            if last == colors {
                return ControlFlow::Continue(());
            }
            last.clear();
            last.extend_from_slice(colors);
            visit(colors)
        });
    };
    for (part, _) in cells(rect, *width, *height) {
        let found = solid(pictures, part);
        let pixels = if finer.is_empty() { i64::from(part.width) * i64::from(part.height) } else { 16 };
        *left -= if found.is_some() { 16 } else { pixels } * pictures.len() as i64;
        if *left < 0 {
            return ControlFlow::Break(());
        }
        match found {
            Some(colors) => visit(&colors)?,
            None => scan(pictures, part, finer, left, visit)?,
        }
    }
    ControlFlow::Continue(())
}
