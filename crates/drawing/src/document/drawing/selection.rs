//! The selection: a plane that is white where pixels may change.
//!
//! It is bytes like everything else, so choosing what to select is undone like
//! painting. While nothing is selected everything may change. Being a plane, it
//! costs what its shape needs: all of a huge canvas is one entry.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Document, Mode}, geometry::Rect};
//! let mut document = Document::new(64, 64)?;
//! document.begin(1)?;
//! document.select(&[Rect::new(0, 0, 9, 9)], Mode::Replace)?;
//! document.select(&[Rect::new(0, 0, 5, 9)], Mode::Subtract)?;
//! document.commit("Select", Color::ADDED, 0)?;
//! assert_eq!(document.selection(), Some(Rect::new(5, 0, 4, 9)));
//! assert!(!document.may_change(3, 3));
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::areas::bits_of;
use super::door::Door;
use super::info::{SELECTION, SELECTION_SHOWN, UNSELECTED, set_info};
use super::places::Place;
use super::plane::Plane;
use super::stamp::{moved, shifted};
use super::tiles::{BLOCK, Segment, bounds, cells, is_solid, read_row, segments};
use super::window::{Corner, Sight};
use super::{Cel, Drawing};
use crate::color::Color;
use crate::error::Result;
use crate::geometry::{Area, Point, Rect};
use crate::memory::Memory;

/// Colour of a selected pixel in the mask.
pub(super) const SELECTED: Color = Color::rgba(255, 255, 255, 255);

crate::named! {
    /// How a new shape is combined with the selection.
    #[derive(Default)]
    pub enum Mode, "mode" {
        /// The shape replaces the selection.
        #[default]
        Replace = "replace", "Replace";
        /// The shape is added to the selection.
        Add = "add", "Add";
        /// The shape is removed from the selection.
        Subtract = "subtract", "Subtract";
        /// The part of the selection within the shape is kept.
        Intersect = "intersect", "Intersect";
    }
}

impl<D: Door> Drawing<D> {
    /// Returns the rectangle around the selection, on the canvas, or `None` when nothing is selected.
    pub fn selection(&self) -> Option<Rect> {
        (self.info().selected == SELECTION_SHOWN).then(|| self.places().around())
    }

    /// Returns `true` if a pixel is selected.
    pub fn is_selected(&self, x: i32, y: i32) -> bool {
        if self.info().selected != SELECTION_SHOWN {
            return false;
        }
        let places = self.places();
        let place = places.iter().find(|place| place.rect.contains(Point::new(x, y)));
        place.is_some_and(|Place { offset: (dx, dy), .. }| {
            let mut color = [Color::TRANSPARENT];
            let place = ((x - dx) as u32, (y - dy) as u32);
            read_row(Sight::of(self.memory(), SELECTION), place, 1, &mut color);
            color[0] == SELECTED
        })
    }

    /// Finds out for every `step`-th pixel from (x, y) to the right if it is selected; they may lie
    /// anywhere.
    pub fn selected_row(&self, x: i32, y: i32, step: i32, out: &mut [bool]) {
        out.fill(false);
        if self.selection().is_some() {
            self.places().iter().for_each(|place| self.selected_at(place, (x, y), step, out));
        }
    }

    /// Finds out which pixels of a row are selected at one place of the mask, like [`selected_row`](Drawing::selected_row).
    pub(super) fn selected_at(&self, place: Place, (x, y): (i32, i32), step: i32, out: &mut [bool]) {
        let Place { rect: around, offset: (dx, dy) } = place;
        if y < around.y || y >= around.bottom() {
            return;
        }
        let first = (around.x - x).max(0).div_euclid(step) + i32::from((around.x - x).max(0) % step > 0);
        let last = (around.right() - 1 - x).div_euclid(step).min(out.len() as i32 - 1);
        if first > last {
            return;
        }
        let mut row = vec![Color::TRANSPARENT; (last - first) as usize + 1];
        let place = ((x + first * step - dx) as u32, (y - dy) as u32);
        read_row(Sight::of(self.memory(), SELECTION), place, step as u32, &mut row);
        for (out, color) in out[first as usize..].iter_mut().zip(row) {
            *out |= color == SELECTED;
        }
    }

    /// Returns `true` if painting may change a pixel: it is selected, or nothing is.
    pub fn may_change(&self, x: i32, y: i32) -> bool {
        self.selection().is_none() || self.is_selected(x, y)
    }

    /// Returns the position of (0, 0) of the selection's and the floating plane on the canvas.
    pub(in crate::document) fn offset(&self) -> (i32, i32) {
        let [dx, dy] = self.info().offset;
        (dx, dy)
    }

    /// Selects a shape of disjoint rectangles; parts outside the canvas are clipped.
    ///
    /// # Errors
    /// Returns [`Error::Idle`](crate::Error::Idle) without an open action.
    pub fn select(&mut self, shape: &[Rect], mode: Mode) -> Result<()> {
        self.select_areas(shape.iter().copied().map(Area::Rect), mode)
    }

    /// Selects a shape of disjoint areas; parts outside the canvas are clipped.
    ///
    /// # Errors
    /// Returns [`Error::Idle`](crate::Error::Idle) without an open action.
    pub fn select_areas(&mut self, shape: impl IntoIterator<Item = Area>, mode: Mode) -> Result<()> {
        self.land()?;
        let (canvas, selected) = (self.bounds(), self.selection());
        if let Some(around) = selected {
            self.mark_dirty(around);
        }
        if mode == Mode::Intersect && selected.is_some() {
            return self.select_common(shape);
        }
        if mode == Mode::Replace || selected.is_none() {
            Plane::new(&mut self.door, SELECTION).clear()?;
        }
        let color = if mode == Mode::Subtract { Color::TRANSPARENT } else { SELECTED };
        for area in shape.into_iter().filter(|_| mode != Mode::Intersect) {
            let area = match area {
                Area::Rect(rect) => Area::Rect(rect.intersect(canvas)),
                Area::Bits(bits) => Area::Bits(bits.clipped(canvas)),
            };
            Plane::new(&mut self.door, SELECTION).fill_area(&area, color)?;
        }
        self.measure_selection()
    }

    /// Intersects the selection with a shape. The new mask is built in a memory of its own, since the
    /// old one is read meanwhile.
    fn select_common(&mut self, shape: impl IntoIterator<Item = Area>) -> Result<()> {
        let (mut made, limit) = (Memory::new(super::MAX_BYTES), self.limit());
        let mut plane = Plane::new(&mut made, SELECTION);
        for area in shape {
            match area {
                Area::Rect(rect) => {
                    let mut areas = limit.areas(rect);
                    while let Some(area) = areas(self.memory()) {
                        plane.fill_area(&area, SELECTED)?;
                    }
                }
                Area::Bits(bits) => {
                    plane.fill_area(&Area::Bits(limit.bits(self.memory(), &bits)), SELECTED)?;
                }
            }
        }
        plane.compact_all()?;
        made.trim_tree(SELECTION);
        Plane::new(&mut self.door, SELECTION).replace(&made)?;
        self.measure_selection()
    }

    /// Selects the pixels of a cel that are not transparent.
    ///
    /// # Errors
    /// Returns [`Error::Idle`](crate::Error::Idle) without an open action.
    pub fn select_content(&mut self, at: Cel) -> Result<()> {
        self.land()?;
        if let Some(around) = self.selection() {
            self.mark_dirty(around);
        }
        Plane::new(&mut self.door, SELECTION).clear()?;
        let around = self.cel_bounds(at);
        for (block, _) in cells(around, BLOCK.0, BLOCK.1) {
            let parts: Vec<Segment> = segments(self.sight(at), block).collect();
            for Segment { rect, solid } in parts {
                let area = match solid {
                    Some(color) if color.is_transparent() => continue,
                    Some(_) => Area::Rect(rect),
                    None => Area::Bits(bits_of(self.sight(at), rect, |color| !color.is_transparent())),
                };
                Plane::new(&mut self.door, SELECTION).fill_area(&area, SELECTED)?;
            }
        }
        self.measure_selection()
    }

    /// Inverts the selection.
    ///
    /// # Errors
    /// Returns [`Error::Idle`](crate::Error::Idle) without an open action.
    pub fn select_inverse(&mut self) -> Result<()> {
        self.land()?;
        let canvas = self.bounds();
        self.mark_dirty(canvas);
        if self.selection().is_none() {
            Plane::new(&mut self.door, SELECTION).clear()?;
        }
        let invert = &mut |color| if color == SELECTED { Color::TRANSPARENT } else { SELECTED };
        Plane::new(&mut self.door, SELECTION).map(canvas, invert)?;
        self.measure_selection()
    }

    /// Selects nothing, so that every pixel may change.
    ///
    /// # Errors
    /// Returns [`Error::Idle`](crate::Error::Idle) without an open action.
    pub fn deselect(&mut self) -> Result<()> {
        self.land()?;
        if let Some(around) = self.selection() {
            self.mark_dirty(around);
        }
        self.drop_selection()
    }

    /// Compacts the mask and updates the selection's rectangle. An empty mask means that nothing is
    /// selected.
    pub(super) fn measure_selection(&mut self) -> Result<()> {
        self.door.compact(SELECTION)?;
        let sight = Sight::of(self.memory(), SELECTION);
        let around = bounds(sight.tree);
        if around.is_empty() {
            return self.drop_selection();
        }
        let full = is_solid(sight, around, SELECTED).into();
        let place = [around.x, around.y, around.width, around.height];
        set_info!(&mut self.door, selected = SELECTION_SHOWN, full = full, bounds = place);
        self.mark_dirty(shifted(around, self.offset()));
        Ok(())
    }

    pub(super) fn drop_selection(&mut self) -> Result<()> {
        Plane::new(&mut self.door, SELECTION).clear()?;
        set_info!(
            &mut self.door,
            selected = UNSELECTED,
            full = 0,
            bounds = [0; 4],
            offset = [0; 2],
            wrap = [0; 4]
        );
        Ok(())
    }

    /// Moves the mask to an offset of 0, clipped at the canvas's edge.
    pub(super) fn normalize_selection(&mut self) -> Result<()> {
        let info = *self.info();
        if info.selected != SELECTION_SHOWN {
            return Ok(());
        }
        let (canvas, [x, y, width, height]) = (self.bounds(), info.bounds);
        let around = Rect::new(x, y, width, height);
        if self.offset() == (0, 0) && around.intersect(canvas) == around {
            // The rectangle of what floated may have been wider than its mask.
            set_info!(&mut self.door, wrap = [0; 4]);
            return self.measure_selection();
        }
        let places = self.places();
        let parts = places
            .iter()
            .map(|Place { rect, offset: by }| (shifted(rect.intersect(canvas), (-by.0, -by.1)), by));
        let made = moved(Sight::of(self.memory(), SELECTION), (SELECTION, Corner::FIRST), parts)?;
        Plane::new(&mut self.door, SELECTION).replace(&made)?;
        set_info!(&mut self.door, offset = [0; 2], wrap = [0; 4]);
        self.measure_selection()
    }
}
