//! Where floating pixels and their mask are seen: at one place, or going on at the other side of a tile.
//!
//! Who paints a seamless pattern has strokes that leave the tile at one side and come in at the other, and moved pixels have to do
//! so too. The plane of what floats stays as it is, so that it can be moved on and transformed as one piece. Only its places on
//! the canvas are several: a piece that is no larger than its tile lies over at most four of the tile's repetitions, and at
//! none of its pixels over itself.
//!
//! The invariant: what is shown, selected and landed goes by the same places.

use super::door::Door;
use super::info::{Info, SELECTION_SHOWN, set_info};
use super::stamp::shifted;
use super::{Cel, Drawing};
use crate::error::Result;
use crate::geometry::Rect;

/// Maximum number of pixels of a mask that are compared: a move is one of many while the pointer is dragged.
const COMPARED: i64 = 1 << 16;

/// One place of the floating plane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// The part of the canvas on which pixels of the plane are seen there; it may reach beyond the canvas.
    pub(super) rect: Rect,
    /// Position of the plane's (0, 0) on the canvas.
    pub(super) offset: (i32, i32),
}

/// All places of the floating plane; those behind the last have no pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Places([Place; 4]);

impl Places {
    /// Finds the places that a record stands for.
    pub(super) fn of(info: &Info) -> Places {
        let [x, y, width, height] = info.bounds;
        let bounds = Rect::new(x, y, width, height);
        let mut places = Places::default();
        let offset = (info.offset[0], info.offset[1]);
        let Some(tile) = wrap(info) else {
            places.0[0] = Place { rect: shifted(bounds, offset), offset };
            return places;
        };
        let (dx, dy) = fold(shifted(bounds, offset), tile);
        let (right, down) = (offset.0 + dx, offset.1 + dy);
        let offsets = [(0, 0), (1, 0), (0, 1), (1, 1)];
        for (place, (i, j)) in places.0.iter_mut().zip(offsets) {
            let offset = (right - i * tile.width, down - j * tile.height);
            *place = Place { rect: shifted(bounds, offset).intersect(tile), offset };
        }
        places
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Place> + '_ {
        self.0.iter().copied().filter(|place| !place.rect.is_empty())
    }

    /// Returns the rectangle around all places.
    pub(super) fn around(&self) -> Rect {
        self.iter().fold(Rect::EMPTY, |around, place| around.union(place.rect))
    }
}

/// Returns the tile around whose edges the floating pixels go on, or `None` if they don't.
pub(super) fn wrap(info: &Info) -> Option<Rect> {
    let [x, y, width, height] = info.wrap;
    (width > 0 && height > 0).then_some(Rect::new(x, y, width, height))
}

/// Returns how far a rectangle is to be moved, by whole tiles, so that its corner lies in a tile.
fn fold(rect: Rect, tile: Rect) -> (i32, i32) {
    let by = |at: i32, from: i32, side: i32| -(at - from).div_euclid(side) * side;
    (by(rect.x, tile.x, tile.width), by(rect.y, tile.y, tile.height))
}

/// Returns `true` if a rectangle is no larger than a tile.
pub(super) fn fits(rect: Rect, tile: Rect) -> bool {
    rect.width <= tile.width && rect.height <= tile.height
}

impl<D: Door> Drawing<D> {
    /// Returns the places at which the floating plane and the mask of the selection are seen.
    pub(super) fn places(&self) -> Places {
        Places::of(self.info())
    }

    /// Returns the rectangle around all that the floating pixels are seen on, which may reach beyond the canvas.
    pub fn floating_around(&self) -> Rect {
        if self.floating().is_some() { self.places().around() } else { Rect::EMPTY }
    }

    /// Marks all places of the floating pixels dirty.
    pub(super) fn mark_places_dirty(&mut self, places: &Places) {
        places.iter().for_each(|place| self.mark_dirty(place.rect));
    }

    /// Lets the floating pixels go on at the other side of their tile, or not any more.
    ///
    /// That tile is the one of the [drawing's](Drawing::tile) in which all of them lie at first. If they don't lie in one, it
    /// is the canvas; and what is larger than that does not go on at another side. Does nothing when nothing floats.
    ///
    /// # Errors
    /// Returns [`Error::Idle`](crate::Error::Idle) without an open action.
    pub fn wrap_floating(&mut self, on: bool) -> Result<()> {
        let Some((cel, around)) = self.floating() else { return Ok(()) };
        let wanted = if on { wrap(self.info()).or_else(|| self.tile_around(around)) } else { None };
        let wanted = wanted.map_or([0; 4], |tile| [tile.x, tile.y, tile.width, tile.height]);
        if self.info().wrap == wanted {
            return Ok(());
        }
        let before = self.places();
        set_info!(&mut self.door, wrap = wanted);
        self.mark_moved(cel, before);
        Ok(())
    }

    /// Marks the places dirty that pixels which float above a cel have left, and those to which they have come, unless they
    /// look the same there. What moves beyond the edge alone is marked, too.
    pub(super) fn mark_moved(&mut self, cel: Cel, before: Places) {
        let (after, canvas) = (self.places(), self.bounds());
        let leaves = |places: &Places| places.around().intersect(canvas).is_empty();
        let shown = self.info().selected == SELECTION_SHOWN;
        // Without a tile to go around, a mask that is moved lies elsewhere.
        let masked = shown && (wrap(self.info()).is_none() || self.masks_moved(before));
        let beyond = leaves(&before) && leaves(&after);
        if before != after && (masked || beyond || self.looks_moved(cel, before)) {
            self.mark_places_dirty(&before);
            self.mark_places_dirty(&after);
        }
    }

    /// Returns `true` if other pixels are selected than before the mask was moved from some places, or if there are too many
    /// to know.
    fn masks_moved(&self, before: Places) -> bool {
        let (after, around) = (self.places(), before.around().union(self.places().around()));
        if i64::from(around.width) * i64::from(around.height) > COMPARED {
            return true;
        }
        let mut rows = [(); 2].map(|()| vec![false; around.width as usize]);
        (around.y..around.bottom()).any(|y| {
            for (row, places) in rows.iter_mut().zip([before, after]) {
                row.fill(false);
                places.iter().for_each(|place| self.selected_at(place, (around.x, y), 1, row));
            }
            rows[0] != rows[1]
        })
    }

    /// Returns the tile that a piece is to go around.
    fn tile_around(&self, piece: Rect) -> Option<Rect> {
        let (width, height) = self.tile();
        let (width, height) = (width as i32, height as i32);
        let (column, row) = (piece.x.div_euclid(width), piece.y.div_euclid(height));
        let (tile, canvas) = (Rect::new(column * width, row * height, width, height), self.bounds());
        let inside = tile.intersect(piece) == piece && tile.intersect(canvas) == tile;
        [tile, canvas]
            .into_iter()
            .zip([inside, true])
            .find(|(tile, may)| *may && fits(piece, *tile))
            .map(|it| it.0)
    }

    /// Returns the offset of the floating plane after a move. Whole tiles of it are left out, and some are added if nothing of
    /// the piece lay in its tile otherwise.
    pub(super) fn offset_after(&self, (dx, dy): (i64, i64)) -> (i64, i64) {
        let info = self.info();
        let from = (i64::from(info.offset[0]), i64::from(info.offset[1]));
        let Some(tile) = wrap(info) else { return (from.0 + dx, from.1 + dy) };
        let (dx, dy) = ((dx % i64::from(tile.width)) as i32, (dy % i64::from(tile.height)) as i32);
        let [x, y, width, height] = info.bounds;
        let to = (info.offset[0] + dx, info.offset[1] + dy);
        let piece = shifted(Rect::new(x, y, width, height), to);
        let (more, down) = if piece.intersect(tile).is_empty() { fold(piece, tile) } else { (0, 0) };
        (i64::from(to.0 + more), i64::from(to.1 + down))
    }
}
