//! Pixels that float above a layer until they are landed.
//!
//! What is moved or pasted lies in a plane of its own, over the cel it will land on,
//! and is seen as if it had landed already. Moving it changes eight bytes. It lands
//! by itself before anything else is done to the drawing, as a part of that step.
//!
//! The selection moves along with it: the two planes share one offset, and [places](super::places) where it goes on at the
//! other side of a tile.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document, Mode}, geometry::Rect};
//! let (mut document, cel) = (Document::new(64, 64)?, Cel::default());
//! document.begin(1)?;
//! document.fill_rect(cel, Rect::new(0, 0, 4, 4), Color::BLACK)?;
//! document.select(&[Rect::new(0, 0, 2, 4)], Mode::Replace)?;
//! document.lift(cel)?;
//! document.move_floating(10, 0)?;
//! document.land()?;
//! document.commit("Move", Color::ADDED, 0)?;
//! assert_eq!(document.cel_pixel(cel, 11, 3)?, Color::BLACK);
//! assert_eq!(document.cel_pixel(cel, 1, 3)?, Color::TRANSPARENT);
//! assert_eq!(document.selection(), Some(Rect::new(10, 0, 2, 4)));
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::door::Door;
use super::info::{FLOATING, LIFTED_WHOLE, SELECTION, SELECTION_SHOWN, set_info};
use super::places::{Place, fits, wrap};
use super::plane::Plane;
use super::selection::SELECTED;
use super::stamp::{Over, moved, shifted, stamp};
use super::tiles::{is_solid, read_row};
use super::window::{Corner, Sight};
use super::{Cel, Drawing, Needs};
use crate::color::{Blend, Color};
use crate::error::{Error, Result, in_range};
use crate::geometry::Rect;

/// Maximum distance of floating pixels from the canvas's corner, in pixels.
const FAR: i64 = 1 << 20;

/// Normal blending at full opacity, as if the pixels had been painted.
pub(super) const AS_IT_IS: Over = Over { blend: Blend::Normal, opacity: 255, clipped: false };

impl<D: Door> Drawing<D> {
    /// Returns the cel that pixels float above, and their rectangle on the canvas, which may reach
    /// beyond it. Returns `None` when nothing floats.
    pub fn floating(&self) -> Option<(Cel, Rect)> {
        let info = self.info();
        let [x, y, width, height] = info.bounds;
        let around = shifted(Rect::new(x, y, width, height), (info.offset[0], info.offset[1]));
        let [layer, frame] = info.above;
        if info.floating == 1 { Some((self.cel_at(layer, frame)?, around)) } else { None }
    }

    /// Returns `true` if pixels float above a cel, or above another one that shows its image.
    pub fn floats_above(&self, cel: Cel) -> bool {
        self.floating().is_some_and(|(above, _)| above == cel || self.shares_image(above, cel))
    }

    /// Turns the selected pixels of a cel, or all of them without a selection, into floating pixels.
    ///
    /// Pixels that float above the cel already go on floating.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] when the cel may not change, or has no pixels there.
    pub fn lift(&mut self, cel: Cel) -> Result<()> {
        let at = self.writable(cel, Needs::Alpha)?;
        if self.floats_above(cel) {
            return Ok(());
        }
        self.land()?;
        let around = match self.selection() {
            Some(around) => around,
            None => self.extent(cel),
        };
        if around.is_empty() {
            return Err(Error::Refused {
                what: "cel",
                name: self.layer(cel.layer)?.name.into(),
                why: "it is empty",
            });
        }
        self.mark_dirty(around);
        let whole = self.selection().is_none();
        // The plane of what floats has no other side, so what begins before the canvas is laid further right and down in it.
        let by = if whole { (around.x.min(0), around.y.min(0)) } else { (0, 0) };
        if whole {
            self.door.compact(at)?;
            self.lift_whole(at, around, by)?;
        } else {
            let mut areas = self.limit().areas(around);
            while let Some(area) = areas(self.memory()) {
                self.lift_area(at, &area)?;
            }
        }
        self.door.compact(FLOATING)?;
        self.door.compact(SELECTION)?;
        let place = [around.x - by.0, around.y - by.1, around.width, around.height];
        let (above, selected) = (self.ids_of(cel), if whole { LIFTED_WHOLE } else { SELECTION_SHOWN });
        set_info!(&mut self.door, selected = selected, floating = 1, bounds = place, above = above);
        if whole {
            // The mask is the rectangle of what was lifted.
            set_info!(&mut self.door, full = 1, offset = [by.0, by.1]);
        }
        Ok(())
    }

    /// Moves all pixels of a plane, which lie in a rectangle of the canvas and beyond it, to the floating plane, whose (0, 0) comes to lie at an
    /// offset.
    fn lift_whole(&mut self, at: u32, around: Rect, offset: (i32, i32)) -> Result<()> {
        let mask = shifted(around, (-offset.0, -offset.1));
        Plane::new(&mut self.door, SELECTION).fill_rect(mask, SELECTED)?;
        let sight = Sight::of(self.memory(), at);
        if offset == (0, 0) && sight.corner == Corner::FIRST {
            return Plane::new(&mut self.door, FLOATING).take_from(at);
        }
        let parts = [(around, (-offset.0, -offset.1))];
        let made = moved(sight, (FLOATING, Corner::FIRST), parts)?;
        Plane::new(&mut self.door, FLOATING).replace(&made)?;
        Plane::new(&mut self.door, at).clear()
    }

    /// Lets an image float above a cel, at a rectangle of the canvas, and selects its opaque pixels.
    ///
    /// `row` returns the pixels of each of its rows. Does nothing if just this floats there already, so that nobody would
    /// see what has changed.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] when the cel may not change, and [`Error::Range`] when a side is
    /// outside `1..=32768` or the image would float too far away.
    pub fn float<'a>(&mut self, cel: Cel, place: Rect, row: impl Fn(i32) -> &'a [Color]) -> Result<()> {
        self.writable(cel, Needs::Alpha)?;
        in_range("width", place.width.into(), 1, super::MAX_SIDE.into())?;
        in_range("height", place.height.into(), 1, super::MAX_SIDE.into())?;
        if self.floats_already(cel, place, &row) {
            return Ok(());
        }
        self.land()?;
        if let Some(around) = self.selection() {
            self.mark_dirty(around);
        }
        self.drop_selection()?;
        self.replace_floating(place, row)?;
        let above = self.ids_of(cel);
        set_info!(&mut self.door, selected = SELECTION_SHOWN, floating = 1, above = above);
        Ok(())
    }

    /// Returns `true` if an image floats above a cel at a rectangle of the canvas, with just its opaque pixels selected,
    /// or all if all are transparent.
    fn floats_already<'a>(&self, cel: Cel, place: Rect, row: impl Fn(i32) -> &'a [Color]) -> bool {
        if self.floating() != Some((cel, place)) || self.info().selected != SELECTION_SHOWN {
            return false;
        }
        let opaque = |pixel: &Color| !pixel.is_transparent();
        let empty = !(0..place.height).any(|y| row(y).iter().any(opaque));
        let (mut pixels, mut mask) = (Vec::new(), Vec::new());
        let [left, top, ..] = self.info().bounds;
        (0..place.height).all(|y| {
            for (plane, out) in [(FLOATING, &mut pixels), (SELECTION, &mut mask)] {
                out.resize(place.width as usize, Color::TRANSPARENT);
                read_row(Sight::of(self.memory(), plane), (left as u32, (top + y) as u32), 1, out);
            }
            let selected = |(pixel, mask): (&Color, &Color)| (*mask == SELECTED) == (empty || opaque(pixel));
            pixels == row(y) && pixels.iter().zip(&mask).all(selected)
        })
    }

    /// Replaces the floating pixels and their rectangle, and selects those that are not transparent, or
    /// all if all are.
    fn replace_floating<'a>(&mut self, place: Rect, row: impl Fn(i32) -> &'a [Color]) -> Result<()> {
        in_range("place to move to", place.x.into(), -FAR, FAR)?;
        in_range("place to move to", place.y.into(), -FAR, FAR)?;
        Plane::new(&mut self.door, FLOATING).clear()?;
        Plane::new(&mut self.door, SELECTION).clear()?;
        let mut empty = true;
        for y in 0..place.height {
            Plane::new(&mut self.door, FLOATING).put_row(0, y as u32, row(y))?;
            let mut x = 0;
            for run in row(y).chunk_by(|a, b| a.is_transparent() == b.is_transparent()) {
                if !run[0].is_transparent() {
                    empty = false;
                    let part = Rect::new(x, y, run.len() as i32, 1);
                    Plane::new(&mut self.door, SELECTION).fill_rect(part, SELECTED)?;
                }
                x += run.len() as i32;
            }
        }
        if empty {
            let all = Rect::new(0, 0, place.width, place.height);
            Plane::new(&mut self.door, SELECTION).fill_rect(all, SELECTED)?;
        }
        self.door.compact(FLOATING)?;
        self.door.compact(SELECTION)?;
        let (offset, bounds) = ([place.x, place.y], [0, 0, place.width, place.height]);
        let all = Rect::new(0, 0, place.width, place.height);
        let full = is_solid(Sight::of(self.memory(), SELECTION), all, SELECTED).into();
        set_info!(&mut self.door, offset = offset, bounds = bounds, full = full);
        self.mark_dirty(place);
        Ok(())
    }

    /// Replaces the floating pixels by an image made of them, such as a rotated one.
    ///
    /// # Errors
    /// Returns [`Error::Idle`] when nothing floats, and [`Error::Range`] when a side is outside
    /// `1..=32768`.
    pub fn reshape_floating<'a>(&mut self, place: Rect, row: impl Fn(i32) -> &'a [Color]) -> Result<()> {
        if self.floating().is_none() {
            return Err(Error::Idle);
        }
        in_range("width", place.width.into(), 1, super::MAX_SIDE.into())?;
        in_range("height", place.height.into(), 1, super::MAX_SIDE.into())?;
        self.mark_places_dirty(&self.places());
        if wrap(self.info()).is_some_and(|tile| !fits(place, tile)) {
            set_info!(&mut self.door, wrap = [0; 4]);
        }
        self.replace_floating(place, row)?;
        self.mark_places_dirty(&self.places());
        Ok(())
    }

    /// Moves the floating pixels and the selection.
    ///
    /// # Errors
    /// Returns [`Error::Idle`] when nothing floats, and [`Error::Range`] beyond 2²⁰ pixels from the
    /// canvas's corner.
    pub fn move_floating(&mut self, dx: i32, dy: i32) -> Result<()> {
        let Some((cel, _)) = self.floating() else { return Err(Error::Idle) };
        let before = self.places();
        let (x, y) = self.offset_after((dx.into(), dy.into()));
        in_range("place to move to", x, -FAR, FAR)?;
        in_range("place to move to", y, -FAR, FAR)?;
        set_info!(&mut self.door, offset = [x as i32, y as i32]);
        self.mark_moved(cel, before);
        Ok(())
    }

    /// Paints the floating pixels onto their cel and keeps the selection mask. Does nothing when nothing
    /// floats.
    ///
    /// # Errors
    /// Returns [`Error::Idle`] without an open action.
    pub fn land(&mut self) -> Result<()> {
        if self.floating().is_none() {
            return Ok(());
        }
        self.stamp_floating()?;
        self.drop_floating()?;
        if self.selection().is_some() { self.normalize_selection() } else { self.drop_selection() }
    }

    /// Paints the floating pixels onto their cel, and lets them go on floating: a copy stays behind when they are moved.
    ///
    /// # Errors
    /// Returns [`Error::Idle`] without an open action.
    pub fn stamp_floating(&mut self) -> Result<()> {
        let Some((cel, _)) = self.floating() else { return Ok(()) };
        let limit = self.landing();
        for Place { rect, offset: by } in self.places().iter() {
            self.mark_dirty(rect);
            let (target, from) = (self.plane_of(cel)?, shifted(rect.intersect(limit), (-by.0, -by.1)));
            stamp(&mut self.door, FLOATING, target, from, by, AS_IT_IS)?;
        }
        Ok(())
    }

    /// Discards the floating pixels and keeps the selection mask.
    ///
    /// # Errors
    /// Returns [`Error::Idle`] without an open action.
    pub fn drop_floating(&mut self) -> Result<()> {
        if self.floating().is_some() {
            self.mark_places_dirty(&self.places());
            Plane::new(&mut self.door, FLOATING).clear()?;
            set_info!(&mut self.door, floating = 0, above = [0; 2]);
        }
        Ok(())
    }

    /// Reads floating pixels from a position of the canvas to the right.
    pub fn read_floating(&self, x: i32, y: i32, out: &mut [Color]) {
        let (dx, dy) = self.offset();
        read_row(Sight::of(self.memory(), FLOATING), ((x - dx) as u32, (y - dy) as u32), 1, out);
    }
}
