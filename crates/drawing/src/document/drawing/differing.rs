//! Where another drawing looks different from this one.
//!
//! Problem: a newer version of a drawing mostly differs from it in a few strokes, and whoever goes back and forth between both
//! wants to see where. Which bytes differ does not tell: the same look may lie in other layers, or have another base. Idea: the
//! frames of both are compared as they look, whole cells at a time where both have one colour, and what lies within the
//! rectangle that was found already is passed over.
//!
//! The invariant: every pixel that looks different in a frame that both have, or is seen in a frame that one of them has, lies
//! in the rectangle. What there is no time to compare counts as different.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document, Drawing, Trace}, geometry::Rect};
//! let mut newer = Drawing::new(64, 64)?;
//! newer.fill_span(Cel::default(), 3, 10..14, Color::BLACK)?;
//! let mut document = Document::new(64, 64)?;
//! document.begin(1)?;
//! document.renew(&newer.checked()?)?;
//! document.commit("Newer version", Color::ADDED, 0)?;
//! assert_eq!(Trace::of(&document.history().done().next().unwrap().header()).rect, Rect::new(10, 3, 4, 1));
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::Drawing;
use super::door::Door;
use super::info::SELECTION;
use super::picture::{CELLS, Picture};
use super::tiles::{TILE, cells};
use crate::color::Color;
use crate::error::Result;
use crate::geometry::Rect;
use crate::memory::Memory;
use crate::pause;

/// Maximum number of pixels that are compared, all frames counted: some tenths of a second. A cell counts as some.
const COMPARED: i64 = 1 << 25;

impl<D: Door> Drawing<D> {
    /// Returns the rectangle around all pixels that look different in another drawing of this size, or are selected in one of
    /// them, if their selections differ. Returns all of both canvases if the sizes differ.
    ///
    /// # Errors
    /// Returns [`Error::Stopped`](crate::Error::Stopped) if the work is stopped.
    pub(super) fn differing(&self, other: &Drawing<Memory>) -> Result<Rect> {
        if self.size() != other.size() {
            return Ok(self.bounds().union(other.bounds()));
        }
        let (mut found, mut left) = (Rect::EMPTY, COMPARED);
        let common = self.frames().min(other.frames());
        for frame in 0..common {
            let pictures = [self.picture(frame), other.picture(frame)];
            compare(&pictures, self.bounds(), CELLS, &mut found, &mut left)?;
        }
        found = (common..self.frames()).fold(found, |all, frame| all.union(self.frame_bounds(frame)));
        found = (common..other.frames()).fold(found, |all, frame| all.union(other.frame_bounds(frame)));
        let selected = [self.selection(), other.selection()];
        let same = selected[0] == selected[1] && self.has_mask_of(other);
        Ok(if same { found } else { selected.into_iter().flatten().fold(found, Rect::union) })
    }

    /// Returns `true` if another drawing's selection mask has the same bytes.
    fn has_mask_of(&self, other: &Drawing<Memory>) -> bool {
        let (ours, theirs) = (self.memory(), other.memory());
        ours.places(SELECTION).eq(theirs.places(SELECTION))
            && ours.places(SELECTION).all(|place| ours.page(place) == theirs.page(place))
    }
}

/// Adds the pixels in which two pictures differ within a rectangle to the rectangle around those that were found.
fn compare(
    pictures: &[Picture<'_>; 2],
    rect: Rect,
    sizes: &[(u32, u32)],
    found: &mut Rect,
    left: &mut i64,
) -> Result<()> {
    let Some(((width, height), finer)) = sizes.split_first() else {
        return compare_rows(pictures, rect, found, left);
    };
    for (part, _) in cells(rect, *width, *height) {
        *left -= 16;
        pause::point(16)?;
        if found.intersect(part) == part {
            continue;
        }
        let plain = pictures.each_ref().map(|picture| picture.solid_in(part));
        match plain {
            [Some(one), Some(other)] if one == other => {}
            [Some(_), Some(_)] => *found = found.union(part),
            _ if *left < 0 => *found = found.union(part),
            _ => compare(pictures, part, finer, found, left)?,
        }
    }
    Ok(())
}

/// Compares the pixels of a tile, row by row.
fn compare_rows(pictures: &[Picture<'_>; 2], rect: Rect, found: &mut Rect, left: &mut i64) -> Result<()> {
    let mut rows = [[Color::TRANSPARENT; TILE as usize]; 2];
    let [one, other] = rows.each_mut().map(|row| &mut row[..rect.width as usize]);
    for y in rect.y..rect.bottom() {
        pictures[0].read(rect.x as u32, y as u32, 1, one);
        pictures[1].read(rect.x as u32, y as u32, 1, other);
        let differs = |(one, other): (&Color, &Color)| one != other;
        let first = one.iter().zip(&*other).position(differs);
        if let Some((first, last)) = first.zip(one.iter().zip(&*other).rposition(differs)) {
            *found = found.union(Rect::new(rect.x + first as i32, y, (last - first + 1) as i32, 1));
        }
    }
    let pixels = i64::from(rect.width) * i64::from(rect.height);
    *left -= pixels;
    Ok(pause::point(pixels as usize * 8)?)
}
