//! Cels: the image of one layer in one frame, and the rules of changing it.
//!
//! All painting comes through here. A cel changes only while its layer is seen and
//! not locked, only where the selection lets it, and only in its colours, not its
//! alpha, where the layer keeps its alpha. Coordinates may lie anywhere; what is
//! outside the canvas is clipped.
//!
//! ```
//! use undoodle::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let (mut document, cel) = (Document::new(8, 8)?, Cel::default());
//! document.begin(1)?;
//! document.fill_rect(cel, Rect::new(-5, 0, 7, 1), Color::BLACK)?;
//! document.edit(cel, Rect::new(0, 0, 8, 8), &mut |_, _, old| if old == Color::BLACK { Color::ADDED } else { old })?;
//! document.commit("Fill", Color::ADDED, 0)?;
//! assert_eq!(document.cel_pixel(cel, 1, 0)?, Color::ADDED);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Document;
use super::layers::{self, cel, make_cel};
use super::plane::Plane;
use super::tiles::{bounds, read_row};
use crate::color::Color;
use crate::error::{Error, Result, in_range};
use crate::geometry::Rect;
use std::ops::Range;

/// An image by its layer and its frame, both counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cel {
    /// The layer, from the bottom.
    pub layer: u32,
    /// The frame.
    pub frame: u32,
}

/// A change of colours that keeps their alpha, and what is transparent.
fn keeping_alpha(old: Color, new: Color) -> Color {
    let [r, g, b, a] = new.bytes;
    if a == 0 || old.is_transparent() { old } else { Color::rgba(r, g, b, old.bytes[3]) }
}

impl Document {
    /// Where a cel's plane is, if anything was ever painted on it.
    pub(super) fn plane(&self, at: Cel) -> Option<u64> {
        if at.layer >= self.layers() || at.frame >= self.frames() {
            return None;
        }
        cel(self.memory(), at.layer, self.slot(at.frame))
    }

    /// Reads pixels of a cel to the right of (x, y), which must lie on the canvas.
    pub fn read_row(&self, at: Cel, x: u32, y: u32, out: &mut [Color]) {
        match self.plane(at) {
            Some(plane) => read_row(self.memory(), plane, (x, y), 1, out),
            None => out.fill(Color::TRANSPARENT),
        }
    }

    /// The colour of one pixel of a cel.
    ///
    /// # Errors
    /// When there is no such cel, or the pixel lies outside the canvas.
    pub fn cel_pixel(&self, at: Cel, x: i32, y: i32) -> Result<Color> {
        self.keeps_alpha(at)?;
        let (width, height) = self.size();
        in_range("x", x.into(), 0, i64::from(width) - 1)?;
        in_range("y", y.into(), 0, i64::from(height) - 1)?;
        let mut color = [Color::TRANSPARENT];
        self.read_row(at, x as u32, y as u32, &mut color);
        Ok(color[0])
    }

    /// The smallest rectangle around a cel's pixels.
    pub fn cel_bounds(&self, at: Cel) -> Rect {
        self.plane(at).map_or(Rect::EMPTY, |plane| bounds(self.memory(), plane))
    }

    /// Whether a cel keeps its alpha.
    fn keeps_alpha(&self, at: Cel) -> Result<bool> {
        in_range("frame", at.frame.into(), 0, i64::from(self.frames()) - 1)?;
        in_range("layer", at.layer.into(), 0, i64::from(self.layers()) - 1)?;
        Ok(layers::state(self.memory(), at.layer).2)
    }

    /// That a cel may change, and its alpha too where that is wanted.
    ///
    /// # Errors
    /// A sentence that says why not.
    pub fn check(&self, at: Cel, alpha: bool) -> Result<()> {
        self.keeps_alpha(at)?;
        let why = match layers::state(self.memory(), at.layer) {
            (false, ..) => "it is hidden",
            (_, true, _) => "it is locked",
            (.., true) if alpha => "it keeps its alpha",
            _ => return Ok(()),
        };
        Err(Error::Refused { what: "layer", name: self.layer(at.layer)?.name, why })
    }

    /// The plane of a cel that may change.
    pub(super) fn writable(&mut self, at: Cel, alpha: bool) -> Result<u64> {
        self.check(at, alpha)?;
        let slot = self.slot(at.frame);
        make_cel(&mut self.store, at.layer, slot)
    }

    /// Makes pixels that may change one colour.
    ///
    /// # Errors
    /// When the cel may not change, without an action, or when memory can't be had: cancel it then.
    pub fn fill_rect(&mut self, at: Cel, rect: Rect, color: Color) -> Result<()> {
        let rect = rect.intersect(self.bounds());
        let keep = self.keeps_alpha(at)?;
        self.check(at, false)?;
        self.cover(rect);
        if rect.is_empty() || (color == Color::TRANSPARENT && self.plane(at).is_none()) {
            return Ok(());
        }
        if keep {
            return self.map(at, rect, &mut |_| color);
        }
        let plane = self.writable(at, false)?;
        for part in self.changeable(rect) {
            Plane::new(&mut self.store, plane).fill_rect(part, color)?;
        }
        Ok(())
    }

    /// The same for pixels of one row.
    ///
    /// # Errors
    /// As [`fill_rect`](Document::fill_rect).
    pub fn fill_span(&mut self, at: Cel, y: i32, columns: Range<i32>, color: Color) -> Result<()> {
        let width = columns.end.saturating_sub(columns.start);
        self.fill_rect(at, Rect::new(columns.start, y, width, 1), color)
    }

    /// Changes pixels that may change by a function of their colour.
    ///
    /// # Errors
    /// As [`fill_rect`](Document::fill_rect).
    pub fn map(&mut self, at: Cel, rect: Rect, change: &mut dyn FnMut(Color) -> Color) -> Result<()> {
        let rect = rect.intersect(self.bounds());
        let keep = self.keeps_alpha(at)?;
        self.check(at, false)?;
        self.cover(rect);
        if self.plane(at).is_none() && change(Color::TRANSPARENT) == Color::TRANSPARENT {
            return Ok(());
        }
        let plane = self.writable(at, false)?;
        let mut change = |old| {
            let new = change(old);
            if keep { keeping_alpha(old, new) } else { new }
        };
        for part in self.changeable(rect) {
            Plane::new(&mut self.store, plane).map(part, &mut change)?;
        }
        Ok(())
    }

    /// Changes pixels that may change by a function of their place and colour.
    ///
    /// # Errors
    /// As [`fill_rect`](Document::fill_rect).
    pub fn edit(
        &mut self,
        at: Cel,
        rect: Rect,
        change: &mut dyn FnMut(i32, i32, Color) -> Color,
    ) -> Result<()> {
        let keep = self.keeps_alpha(at)?;
        self.check(at, false)?;
        self.cover(rect);
        let mut row = Vec::new();
        for part in self.changeable(rect) {
            for y in part.y..part.bottom() {
                row.clear();
                row.resize(part.width as usize, Color::TRANSPARENT);
                self.read_row(at, part.x as u32, y as u32, &mut row);
                let mut changed = false;
                for (x, pixel) in (part.x..).zip(&mut row) {
                    let new = change(x, y, *pixel);
                    let new = if keep { keeping_alpha(*pixel, new) } else { new };
                    changed |= new != *pixel;
                    *pixel = new;
                }
                if changed {
                    let plane = self.writable(at, false)?;
                    Plane::new(&mut self.store, plane).put_row(part.x as u32, y as u32, &row)?;
                }
            }
        }
        Ok(())
    }

    /// Takes away the pixels of a cel that are selected, or all of them where nothing is.
    ///
    /// # Errors
    /// As [`fill_rect`](Document::fill_rect).
    pub fn erase(&mut self, at: Cel) -> Result<()> {
        self.check(at, true)?;
        if self.floating().is_some_and(|(above, _)| above != at) {
            self.land()?;
        }
        if self.floating().is_some() {
            self.drop_floating()?;
            return if self.selection().is_some() {
                self.normalize_selection()
            } else {
                self.drop_selection()
            };
        }
        let around = self.cel_bounds(at);
        self.fill_rect(at, around, Color::TRANSPARENT)
    }
}
