//! Painting on one cel: its rules asked for once, then area after area.
//!
//! A stroke paints thousands of small areas. Whether the layer is locked, whether it keeps its
//! alpha, what is selected and which plane the cel has does not change between two of them. A
//! [`Brushwork`] holds what it found out; each area is met with the selection and written tile
//! by tile.
//!
//! The invariant: no pixel outside the canvas or the selection changes, and no alpha
//! where the layer keeps its alpha.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::{Area, Rect}};
//! let (mut document, cel) = (Document::new(64, 64)?, Cel::default());
//! document.begin(1)?;
//! let mut brush = document.brush(cel)?;
//! brush.fill(&Area::Rect(Rect::new(-5, 3, 25, 1)), Color::BLACK)?;
//! brush.edit(&Area::Rect(Rect::new(10, 3, 2, 1)), &mut |_, _, row| row.fill(Color::ADDED))?;
//! document.commit("Pencil", Color::ADDED, 0)?;
//! assert_eq!(document.cel_pixel(cel, 11, 3)?, Color::ADDED);
//! assert_eq!(document.cel_pixel(cel, 12, 3)?, Color::BLACK);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::areas::{Limit, columns};
use super::door::Door;
use super::plane::Plane;
use super::tiles::{Found, TILE, area_of, cells, colors, find, read_row, split_row, tile_of, xor};
use super::window::{Corner, Sight};
use super::{Cel, Drawing, Needs};
use crate::color::Color;
use crate::document::Rows;
use crate::error::Result;
use crate::geometry::{Area, Bits, Rect};
use crate::pause;

/// A cel being painted on; see [`Drawing::brush`].
#[derive(Debug)]
pub struct Brushwork<'a, D: Door> {
    drawing: &'a mut Drawing<D>,
    plane: u32,
    corner: Corner,
    limit: Limit,
    /// Whether the layer's alpha is locked.
    keep: bool,
    /// Whether an edit paints all pixels of its area.
    notes: bool,
}

/// Returns the new colour with the old alpha; transparent pixels stay as they are.
fn keeping_alpha(old: Color, new: Color) -> Color {
    let [r, g, b, a] = new.bytes;
    if a == 0 || old.is_transparent() { old } else { Color::rgba(r, g, b, old.bytes[3]) }
}

impl<D: Door> Drawing<D> {
    /// Begins to paint on a cel.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when there is no such cel, and
    /// [`Error::Refused`](crate::Error::Refused) when its layer is hidden or locked.
    pub fn brush(&mut self, at: Cel) -> Result<Brushwork<'_, D>> {
        let plane = self.writable(at, Needs::Colors)?;
        let (limit, keep) = (self.limit(), self.layer_record(at.layer).alpha_locked != 0);
        let corner = self.corner();
        Ok(Brushwork { drawing: self, plane, corner, limit, keep, notes: false })
    }
}

impl<D: Door> Brushwork<'_, D> {
    /// Fills the changeable pixels of an area with one colour.
    ///
    /// # Errors
    /// Returns [`Error::Idle`](crate::Error::Idle) without an open action, and
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory) or
    /// [`Error::OverBudget`](crate::Error::OverBudget) when the drawing or its history has no room;
    /// cancel the action then.
    pub fn fill(&mut self, area: &Area, color: Color) -> Result<()> {
        if self.keep {
            return match area {
                Area::Rect(rect) => self.map(*rect, &mut |_| color),
                Area::Bits(_) => self.edit(area, &mut |_, _, row| row.fill(color)),
            };
        }
        self.drawing.mark_area_dirty(area);
        self.each(area, |this, area| {
            this.note(area, color);
            this.plane().fill_area(area, color)
        })
    }

    /// Gives a pixel back the colour that it had before it was painted.
    ///
    /// # Errors
    /// As [`fill`](Brushwork::fill).
    pub fn give_back(&mut self, x: i32, y: i32, color: Color) -> Result<()> {
        let area = Area::Rect(Rect::new(x, y, 1, 1));
        self.drawing.mark_area_dirty(&area);
        self.each(&area, |this, area| {
            this.drawing.door.note_given_back(this.plane, this.corner.place(x as u32, y as u32));
            this.plane().fill_area(area, color)
        })
    }

    /// Notes which pixels of an area have a colour already that is painted on all of them.
    fn note(&mut self, area: &Area, color: Color) {
        // Nobody sees that nothing was erased.
        if color.is_transparent() || !self.drawing.door.notes_paint() {
            return;
        }
        match area {
            Area::Bits(bits) => {
                let mut tiles: Vec<(u32, Rows)> = Vec::with_capacity(4);
                for (y, x, line) in bits.lines() {
                    split_row(self.corner.place(x as u32, y as u32), [line], |tile, row, [line]| match tiles
                        .iter_mut()
                        .find(|(known, _)| *known == tile)
                    {
                        Some((_, rows)) => rows[row] = line,
                        None => {
                            let mut rows = Rows::default();
                            rows[row] = line;
                            tiles.push((tile, rows));
                        }
                    });
                }
                tiles.iter().for_each(|(tile, rows)| self.note_tile(*tile, rows, color));
            }
            Area::Rect(rect) => {
                let parts = self.corner.pieces(*rect).flat_map(|piece| cells(piece.place, TILE, TILE));
                for (part, _) in parts {
                    let (left, top) = (part.x % TILE as i32, part.y % TILE as i32);
                    let mut rows = Rows::default();
                    rows[top as usize..][..part.height as usize].fill(u32::MAX >> (32 - part.width) << left);
                    self.note_tile(tile_of(part.x as u32, part.y as u32), &rows, color);
                    if !self.drawing.door.notes_paint() {
                        break;
                    }
                }
            }
        }
    }

    /// Notes which pixels of a tile of the plane have a colour already that is painted on them.
    fn note_tile(&mut self, tile: u32, painted: &Rows, color: Color) {
        let area = area_of(0, tile);
        let Found { page, base, .. } =
            find(Sight::plain(self.drawing.memory().tree(self.plane)), area.x as u32, area.y as u32);
        let (mut met, mut changed) = (Rows::default(), *painted);
        if let Some(page) = page {
            let (rows, same) = (colors(page).chunks_exact(TILE as usize), xor(base, color));
            for ((row, met), changed) in rows.zip(&mut met).zip(&mut changed).filter(|(_, bits)| **bits != 0)
            {
                let (first, end) = (changed.trailing_zeros(), 32 - changed.leading_zeros());
                let alike = row[first as usize..end as usize].iter().enumerate();
                let alike = alike.fold(0, |all, (i, pixel)| all | u32::from(*pixel == same) << i);
                *met = alike << first & *changed;
                *changed &= !*met;
            }
        } else if base == color {
            std::mem::swap(&mut met, &mut changed);
        }
        self.drawing.door.note_tile(self.plane, tile, &[met, changed]);
    }

    /// Changes the changeable pixels of an area, row by row.
    ///
    /// `change` gets the position of a run of pixels and their colours. Its changes of pixels outside
    /// the area, or of pixels that may not change, are ignored.
    ///
    /// # Errors
    /// As [`fill`](Brushwork::fill).
    pub fn edit(&mut self, area: &Area, change: &mut dyn FnMut(i32, i32, &mut [Color])) -> Result<()> {
        self.drawing.mark_area_dirty(area);
        let (mut old, mut new) = (Vec::new(), Vec::new());
        self.each(area, |this, area| {
            let part = match area {
                Area::Rect(part) => part,
                Area::Bits(bits) => return this.edit_bits(bits, change),
            };
            old.resize(part.width as usize, Color::TRANSPARENT);
            for y in part.y..part.bottom() {
                this.read(part.x, y, &mut old);
                new.clear();
                new.extend_from_slice(&old);
                change(part.x, y, &mut new);
                this.put(part.x, y, &old, &mut new)?;
            }
            Ok(())
        })
    }

    /// Changes pixels like [`edit`](Brushwork::edit), where `change` paints each pixel of the area. Those that had their colour already are
    /// noted.
    ///
    /// # Errors
    /// As [`fill`](Brushwork::fill).
    pub fn paint(&mut self, area: &Area, change: &mut dyn FnMut(i32, i32, &mut [Color])) -> Result<()> {
        self.notes = true;
        let painted = self.edit(area, change);
        self.notes = false;
        painted
    }

    /// Replaces the colour of each changeable pixel of a rectangle by a function of it.
    ///
    /// # Errors
    /// As [`fill`](Brushwork::fill).
    pub fn map(&mut self, rect: Rect, change: &mut dyn FnMut(Color) -> Color) -> Result<()> {
        self.drawing.mark_dirty(rect);
        let keep = self.keep;
        self.each(&Area::Rect(rect), |this, area| match area {
            Area::Rect(part) => this.plane().map(*part, &mut |old| {
                let new = change(old);
                if keep { keeping_alpha(old, new) } else { new }
            }),
            Area::Bits(bits) => this
                .edit_bits(bits, &mut |_, _, row| row.iter_mut().for_each(|pixel| *pixel = change(*pixel))),
        })
    }

    fn plane(&mut self) -> Plane<'_, D> {
        Plane { door: &mut self.drawing.door, plane: self.plane, corner: self.corner }
    }

    fn read(&self, x: i32, y: i32, row: &mut [Color]) {
        let tree = self.drawing.memory().tree(self.plane);
        read_row(Sight { tree, corner: self.corner }, (x as u32, y as u32), 1, row);
    }

    /// Calls a function for each part of an area that may change.
    fn each(&mut self, area: &Area, mut visit: impl FnMut(&mut Self, &Area) -> Result<()>) -> Result<()> {
        match area {
            Area::Rect(rect) => {
                let mut areas = self.limit.areas(*rect);
                while let Some(area) = areas(self.drawing.memory()) {
                    visit(self, &area)?;
                }
                Ok(())
            }
            Area::Bits(bits) => visit(self, &Area::Bits(self.limit.bits(self.drawing.memory(), bits))),
        }
    }

    /// Changes pixels of a square, which all may change.
    fn edit_bits(&mut self, bits: &Bits, change: &mut dyn FnMut(i32, i32, &mut [Color])) -> Result<()> {
        let mut buffers = [[Color::TRANSPARENT; TILE as usize]; 2];
        for (y, x, line) in bits.lines() {
            let [old, new] = buffers.each_mut().map(|buffer| &mut buffer[..columns(line)]);
            self.read(x, y, old);
            new.copy_from_slice(old);
            change(x, y, new);
            for (i, (new, old)) in new.iter_mut().zip(&*old).enumerate() {
                *new = if line >> i & 1 == 1 { *new } else { *old };
            }
            if self.notes && self.drawing.door.notes_paint() {
                let same = new.iter().zip(&*old).enumerate();
                let same = same.filter(|(_, (new, old))| new == old && !new.is_transparent());
                let met = same.fold(0, |all, (i, _)| all | 1 << i) & line;
                let place = self.corner.place(x as u32, y as u32);
                self.drawing.door.note_paint(self.plane, place, [met, line & !met]);
            }
            self.put(x, y, old, new)?;
        }
        Ok(())
    }

    /// Writes a row of pixels if it differs from the old one, with the old alpha where the layer's alpha
    /// is locked.
    fn put(&mut self, x: i32, y: i32, old: &[Color], new: &mut [Color]) -> Result<()> {
        if self.keep {
            new.iter_mut().zip(old).for_each(|(new, old)| *new = keeping_alpha(*old, *new));
        }
        // What is written is counted where it is written.
        if new == old {
            Ok(pause::point(size_of_val(new))?)
        } else {
            self.plane().put_row(x as u32, y as u32, new)
        }
    }
}
