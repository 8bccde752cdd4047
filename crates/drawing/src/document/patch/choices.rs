//! Choices: which of a patch's conflicts are decided for the other side.
//!
//! Where two lines have changed one pixel or one field, a patch leaves what is here. Whoever merges them may want what is there: in one
//! place, within a region, or everywhere. So a choice is a set of pixels and parts, and a patch is applied again with it: a pixel that was left is known with its
//! difference from what the patch would make of it, and a part is merged as if nobody had changed it here.
//!
//! The invariant: a choice changes nothing but pixels and parts that were conflicts, and what comes of it is a valid drawing. A part that does not go together with
//! what is here stays a conflict.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Choices, Document, Finish, Patch, Side}, geometry::Rect};
//! let (mut document, cel) = (Document::new(64, 64)?, Cel::default());
//! let mut fill = |document: &mut Document, x, color| {
//!     document.begin(1)?;
//!     document.fill_rect(cel, Rect::new(x, 0, 4, 1), color)?;
//!     Ok::<_, undoodle_drawing::Error>(document.commit("Fill", color, 0)?.map(|step| step.id()))
//! };
//! let theirs = fill(&mut document, 0, Color::ADDED)?.unwrap();
//! document.undo()?;
//! fill(&mut document, 2, Color::REMOVED)?;
//! let patch = Patch::between(document.history().base(), theirs);
//! let mut choices = Choices::default();
//! for place in document.places_of(&patch.foresee(&document)?)? {
//!     choices.choose_within(&place, &|x, _| x == 3, Side::Theirs);
//!     assert_eq!(choices.side(&place), None, "one of two pixels");
//! }
//! let draft = document.draft(1, cel)?;
//! let conflicts = patch.apply_choosing(&mut document, &draft, &choices)?;
//! assert_eq!((conflicts.taken(), conflicts.left()), (3, 1));
//! let row: Vec<_> = (0..6).map(|x| document.pixel(0, x, 0)).collect::<Result<_, _>>()?;
//! let [mine, theirs] = [Color::REMOVED, Color::ADDED];
//! assert_eq!(row, [theirs, theirs, mine, theirs, mine, mine]);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::conflicts::plane;
use super::pages::{Pages, Room, words_mut};
use super::places::Place;
use super::reading::CELS;
use super::sift::{Marked, Rows, Sifted};
use crate::document::Part;
use crate::document::drawing::records::{FRAME, LAYER};
use crate::document::drawing::tiles::{TILE, tile_of};
use crate::error::Result;
use crate::geometry::Rect;
use crate::memory::{Memory, PageAddress};
use std::collections::{BTreeMap, BTreeSet};

/// No pixel of a tile.
const NONE: Rows = [0; TILE as usize];

crate::named! {
    /// One of the two lines that are merged.
    #[derive(PartialOrd, Ord)]
    pub enum Side, "side" {
        /// The line that the drawing is on.
        Mine = "mine", "Mine";
        /// The branch that is merged.
        Theirs = "theirs", "Theirs";
    }
}

/// What is taken of a patch's conflicts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// Pixels by plane and tile.
    pixels: BTreeMap<(u32, u32), Rows>,
    pub(super) parts: BTreeSet<Part>,
}

/// Returns the number of the tile at a rectangle.
fn tile(rect: Rect) -> u32 {
    tile_of(rect.x as u32, rect.y as u32)
}

/// Returns the rectangles of the tiles in an area.
fn tiles_of(area: Rect) -> impl Iterator<Item = Rect> {
    let along = |from: i32, size: i32| (from..from + size).step_by(TILE as usize);
    let side = TILE as i32;
    along(area.y, area.height)
        .flat_map(move |y| along(area.x, area.width).map(move |x| Rect::new(x, y, side, side)))
}

impl Choices {
    /// Decides a conflict for one side, if it can be.
    pub fn choose(&mut self, place: &Place, side: Side) {
        self.choose_within(place, &|_, _| true, side);
    }

    /// Decides those pixels of a conflict for one side that lie in a region. What is not pixels lies nowhere, and is decided if a
    /// region has the pixel (−1, −1).
    pub fn choose_within(&mut self, place: &Place, region: &dyn Fn(i32, i32) -> bool, side: Side) {
        match place {
            Place::Pixels { plane: subject, mask, can: true, corner, .. } => {
                for (at, rows) in &mask.tiles {
                    let key = (plane(*subject), corner.tile_of(at.x, at.y));
                    let chosen = self.pixels.entry(key).or_insert(NONE);
                    for (y, (chosen, row)) in (at.y..).zip(chosen.iter_mut().zip(rows)) {
                        let wanted = (0..32).filter(|x| row >> x & 1 == 1 && region(at.x + x, y));
                        let bits = wanted.fold(0, |bits, x| bits | 1 << x);
                        *chosen = if side == Side::Theirs { *chosen | bits } else { *chosen & !bits };
                    }
                }
                self.pixels.retain(|_, rows| *rows != NONE);
            }
            Place::Part { clash, can: true } if region(-1, -1) => {
                match side {
                    Side::Theirs => self.parts.insert(clash.part),
                    Side::Mine => self.parts.remove(&clash.part),
                };
            }
            _ => {}
        }
    }

    /// Returns the side that a conflict is decided for, or `None` if some of its pixels are for one and some for the other.
    pub fn side(&self, place: &Place) -> Option<Side> {
        let chosen = match place {
            Place::Part { clash, .. } => [self.parts.contains(&clash.part); 2],
            Place::Pixels { plane: subject, mask, corner, .. } => {
                let of = |at: (i32, i32)| self.pixels.get(&(plane(*subject), corner.tile_of(at.0, at.1)));
                let mut rows = mask.tiles.iter().flat_map(|(at, rows)| {
                    rows.iter().zip(of((at.x, at.y)).unwrap_or(&NONE)).filter(|(row, _)| **row != 0)
                });
                let (mut all, mut any) = (true, false);
                rows.all(|(row, chosen)| {
                    (all, any) = (all && row & !chosen == 0, any || row & chosen != 0);
                    all || !any
                });
                [all, any]
            }
        };
        match chosen {
            [true, true] => Some(Side::Theirs),
            [_, false] => Some(Side::Mine),
            [false, true] => None,
        }
    }

    /// Returns `true` if nothing is decided for the other side.
    pub fn is_empty(&self) -> bool {
        self.pixels.is_empty() && self.parts.is_empty()
    }

    /// Returns `true` if the layer or the frame that a plane belongs to shall go, whatever was painted on it.
    pub(super) fn removes(&self, tree: u32) -> bool {
        let goes = |thing| self.parts.contains(&Part::Member(thing));
        tree >= CELS && (goes(LAYER.of((tree >> 16) as u16)) || goes(FRAME.of(tree as u16)))
    }

    /// Returns the planes of a memory that may have to go with their layer or frame, though the patch does not touch them.
    pub(super) fn removed(&self, memory: &Memory, patch: &Pages) -> Vec<u32> {
        let all = if self.parts.is_empty() { Vec::new() } else { memory.trees() };
        all.into_iter().filter(|tree| self.removes(*tree) && !patch.has(*tree)).collect()
    }

    /// Forgets what was left of a plane that goes as a whole.
    pub(super) fn clear(&self, tree: u32, sifted: &mut Sifted) {
        if self.removes(tree) {
            sifted.left.clear();
        }
    }

    /// Takes those pixels of a plane that were left and are chosen.
    pub(super) fn take(
        &self,
        tree: u32,
        sifted: &mut Sifted,
        exchange: &mut Pages,
        room: &mut Room,
    ) -> Result<()> {
        if self.pixels.range((tree, 0)..(tree + 1, 0)).next().is_none() {
            return Ok(());
        }
        for marked in std::mem::take(&mut sifted.left) {
            match marked {
                Marked::Area(area, by) => {
                    let tiles = || tiles_of(area);
                    if !tiles().any(|rect| self.pixels.contains_key(&(tree, tile(rect)))) {
                        sifted.left.push(Marked::Area(area, by));
                        continue;
                    }
                    for rect in tiles() {
                        let all = Marked::Tile(rect, Box::new([!0; TILE as usize]), Box::new([by; 1024]));
                        self.take_tile(tree, all, sifted, exchange, room)?;
                    }
                }
                tile => self.take_tile(tree, tile, sifted, exchange, room)?,
            }
        }
        Ok(())
    }

    fn take_tile(
        &self,
        tree: u32,
        marked: Marked,
        sifted: &mut Sifted,
        exchange: &mut Pages,
        room: &mut Room,
    ) -> Result<()> {
        let Marked::Tile(rect, rows, by) = marked else { return Ok(()) };
        let (mut taken, mut left) = (NONE, *rows);
        if let Some(chosen) = self.pixels.get(&(tree, tile(rect))) {
            taken.iter_mut().zip(&mut left).zip(chosen).for_each(|((taken, left), chosen)| {
                (*taken, *left) = (*left & chosen, *left & !chosen);
            });
        }
        if taken != NONE {
            room.take()?;
            let page = words_mut(exchange.entry(PageAddress { tree, level: 0, index: tile(rect) }, room)?);
            for (at, word) in page.iter_mut().enumerate() {
                *word ^= if taken[at / 32] >> (at % 32) & 1 == 1 { by[at] } else { 0 };
            }
            sifted.taken.push(Marked::Tile(rect, Box::new(taken), by.clone()));
        }
        if left != NONE {
            room.take()?;
            sifted.left.push(Marked::Tile(rect, Box::new(left), by));
        }
        Ok(())
    }
}
