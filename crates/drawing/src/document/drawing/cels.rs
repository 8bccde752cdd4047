//! Cels: the image of one layer in one frame, and the rules of changing it.
//!
//! All painting comes through here. A cel changes only while its layer is seen and
//! not locked, only where the selection lets it, and only in its colours, not its
//! alpha, where the layer keeps its alpha. Coordinates may lie anywhere; what is
//! outside the canvas is clipped. Frames may [share](super::links) an image; to change a cel is
//! to change it in all of them.
//!
//! Locks hold against painting and against what is done to the layer itself; what
//! reshapes the whole canvas or removes a frame applies to all layers.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let (mut document, cel) = (Document::new(8, 8)?, Cel::default());
//! document.begin(1)?;
//! document.fill_rect(cel, Rect::new(-5, 0, 7, 1), Color::BLACK)?;
//! document.edit(cel, Rect::new(0, 0, 8, 8), &mut |_, _, old| if old == Color::BLACK { Color::ADDED } else { old })?;
//! document.commit("Fill", Color::ADDED, 0)?;
//! assert_eq!(document.cel_pixel(cel, 1, 0)?, Color::ADDED);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::Drawing;
use super::door::Door;
use super::links;
use super::plane::Plane;
use super::tiles::{bounds_within, read_row};
use super::window::Sight;
use crate::color::Color;
use crate::error::{Error, Result, in_range};
use crate::geometry::{Area, Rect};
use std::ops::Range;

/// The image of one layer in one frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cel {
    /// Position of the layer, 0 at the bottom.
    pub layer: u32,
    /// Position of the frame, 0 the first.
    pub frame: u32,
}

/// What a change of a cel needs of its layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Its colours may change: the layer is visible and not locked.
    Colors,
    /// Its colours and its alpha may change: the layer's alpha is not locked either.
    Alpha,
}

impl<D: Door> Drawing<D> {
    /// Returns the plane of a cel, or `None` if it has no pages.
    pub(super) fn plane(&self, at: Cel) -> Option<u32> {
        let plane = links::plane(self.memory(), self.layer_id(at.layer)?, self.frame_id(at.frame)?);
        self.memory().tree(plane).map(|_| plane)
    }

    /// Returns the plane of a cel, whether it has pages or not.
    pub fn plane_of(&self, at: Cel) -> Result<u32> {
        self.has(at)?;
        let [layer, frame] = self.ids_of(at);
        Ok(links::plane(self.memory(), layer, frame))
    }

    /// Returns a cel as the canvas sees it.
    pub(super) fn sight(&self, at: Cel) -> Sight<'_> {
        self.plane(at).map_or(Sight::default(), |plane| Sight::of(self.memory(), plane))
    }

    /// Reads pixels of a cel from (x, y) to the right; all of them must lie on the canvas.
    pub fn read_row(&self, at: Cel, x: u32, y: u32, out: &mut [Color]) {
        read_row(self.sight(at), (x, y), 1, out);
    }

    /// Returns the colour of a pixel of a cel.
    ///
    /// # Errors
    /// Returns [`Error::Range`] when there is no such cel, or the pixel lies outside the canvas.
    pub fn cel_pixel(&self, at: Cel, x: i32, y: i32) -> Result<Color> {
        self.has(at)?;
        let (width, height) = self.size();
        in_range("x", x.into(), 0, i64::from(width) - 1)?;
        in_range("y", y.into(), 0, i64::from(height) - 1)?;
        let mut color = [Color::TRANSPARENT];
        self.read_row(at, x as u32, y as u32, &mut color);
        Ok(color[0])
    }

    /// Returns the smallest rectangle around a cel's pixels on the canvas.
    pub fn cel_bounds(&self, at: Cel) -> Rect {
        bounds_within(self.sight(at), self.bounds())
    }

    /// Returns `true` if a cel has no pixels, and none float above it.
    pub fn is_empty(&self, at: Cel) -> bool {
        self.plane(at).is_none() && !self.floats_above(at)
    }

    /// Checks that a cel exists.
    fn has(&self, at: Cel) -> Result<()> {
        in_range("frame", at.frame.into(), 0, i64::from(self.frames()) - 1)?;
        in_range("layer", at.layer.into(), 0, i64::from(self.layers()) - 1)
    }

    /// Checks that a cel may change.
    ///
    /// # Errors
    /// Returns [`Error::Range`] when there is no such cel, [`Error::Refused`] with the reason when its layer is
    /// hidden or locked, and [`Error::Grouped`] when its layer's group is.
    pub fn check(&self, at: Cel, needs: Needs) -> Result<()> {
        self.has(at)?;
        self.check_visible(at.layer)?;
        self.check_unlocked(at.layer)?;
        if needs == Needs::Alpha && self.layer_record(at.layer).alpha_locked != 0 {
            let (name, why) = (self.layer(at.layer)?.name, "its alpha is locked, so unlock it first");
            return Err(Error::Refused { what: "layer", name: name.into(), why });
        }
        Ok(())
    }

    /// Returns the plane of a cel, after it was checked that the cel may change.
    pub(in crate::document) fn writable(&self, at: Cel, needs: Needs) -> Result<u32> {
        self.check(at, needs)?;
        self.plane_of(at)
    }

    /// Fills the changeable pixels of a rectangle with one colour.
    ///
    /// # Errors
    /// Returns what [`check`](Drawing::check) returns, [`Error::Idle`] without an open action, and
    /// [`Error::OutOfMemory`] or [`Error::OverBudget`] when the drawing or its history has no room;
    /// cancel the action then.
    pub fn fill_rect(&mut self, at: Cel, rect: Rect, color: Color) -> Result<()> {
        self.fill_area(at, &Area::Rect(rect), color)
    }

    /// Fills the changeable pixels of an area with one colour.
    ///
    /// # Errors
    /// As [`fill_rect`](Drawing::fill_rect).
    pub fn fill_area(&mut self, at: Cel, area: &Area, color: Color) -> Result<()> {
        self.brush(at)?.fill(area, color)
    }

    /// Fills the changeable pixels of a part of a row with one colour.
    ///
    /// # Errors
    /// As [`fill_rect`](Drawing::fill_rect).
    pub fn fill_span(&mut self, at: Cel, y: i32, columns: Range<i32>, color: Color) -> Result<()> {
        let width = columns.end.saturating_sub(columns.start);
        self.fill_rect(at, Rect::new(columns.start, y, width, 1), color)
    }

    /// Replaces the colour of each changeable pixel of a rectangle by a function of it.
    ///
    /// # Errors
    /// As [`fill_rect`](Drawing::fill_rect).
    pub fn map(&mut self, at: Cel, rect: Rect, change: &mut dyn FnMut(Color) -> Color) -> Result<()> {
        self.brush(at)?.map(rect, change)
    }

    /// Replaces the colour of each changeable pixel of a rectangle by a function of its position and
    /// colour.
    ///
    /// # Errors
    /// As [`fill_rect`](Drawing::fill_rect).
    pub fn edit(
        &mut self,
        at: Cel,
        rect: Rect,
        change: &mut dyn FnMut(i32, i32, Color) -> Color,
    ) -> Result<()> {
        self.edit_rows(at, rect, &mut |x, y, row| {
            for (x, pixel) in (x..).zip(row) {
                *pixel = change(x, y, *pixel);
            }
        })
    }

    /// Changes the changeable pixels of a rectangle row by row; see
    /// [`Brushwork::edit`](super::Brushwork::edit).
    ///
    /// # Errors
    /// As [`fill_rect`](Drawing::fill_rect).
    pub fn edit_rows(
        &mut self,
        at: Cel,
        rect: Rect,
        change: &mut dyn FnMut(i32, i32, &mut [Color]),
    ) -> Result<()> {
        self.brush(at)?.edit(&Area::Rect(rect), change)
    }

    /// Clears the selected pixels of a cel, or all of its pixels without a selection, those beyond the canvas's edge included. Discards
    /// what floats above the cel.
    ///
    /// # Errors
    /// As [`fill_rect`](Drawing::fill_rect).
    pub fn erase(&mut self, at: Cel) -> Result<()> {
        self.check(at, Needs::Alpha)?;
        if !self.floats_above(at) {
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
        if self.selection().is_none() {
            for frame in self.linked(at)? {
                self.drop_cel_properties(Cel { frame, ..at })?;
            }
        }
        let (around, plane) = (self.cel_bounds(at), self.plane_of(at)?);
        self.fill_rect(at, around, Color::TRANSPARENT)?;
        match self.selection() {
            None if self.is_beyond(at) => Plane::new(&mut self.door, plane).clear(),
            _ => Ok(()),
        }
    }
}
