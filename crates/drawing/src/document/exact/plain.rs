//! From a commit's bytes to its exact pixels when it changed no base, as strokes mostly do.
//!
//! A pixel changed then if its own word did. So the exchange is read once, word by word, and all
//! that is kept of a tile is a bit for each of its pixels.

use super::{Rows, Sink, push};
use crate::document::Document;
use crate::document::drawing::info::{FLOATING, SELECTION, is_records};
use crate::document::drawing::tiles::{TILE, area_of};
use crate::document::patch::reading::{Reading, Run};
use crate::error::Result;
use crate::geometry::Rect;
use crate::history::Commit;
use crate::memory::PageAddress;

/// Number of bytes of half a row of a tile: 16 words.
const CELL: usize = 64;

/// Returns a bit for each word of a cell that is not zero.
fn changed(cell: &[u8; CELL]) -> u32 {
    let (words, _) = cell.as_chunks::<4>();
    words.iter().zip(0..).fold(0, |bits, (word, bit)| bits | u32::from(*word != [0; 4]) << bit)
}

/// Returns `true` if a tree of pixels is an image of a layer.
pub(in crate::document) fn is_image(tree: u32) -> bool {
    tree != SELECTION && tree != FLOATING
}

/// The pixels of one tile that an exchange changed; those of images lie on the canvas.
#[derive(Clone, Debug)]
pub(in crate::document) struct Marked {
    pub(in crate::document) tree: u32,
    pub(in crate::document) tile: u32,
    pub(in crate::document) rows: Rows,
}

impl Marked {
    /// Returns the number of pixels.
    pub(in crate::document) fn count(&self) -> u64 {
        self.rows.iter().map(|row| u64::from(row.count_ones())).sum()
    }

    /// Returns the smallest rectangle around them.
    pub(in crate::document) fn around(&self) -> Rect {
        let all = self.rows.iter().fold(0, |all, row| all | row);
        let marked = |row: &u32| *row != 0;
        let (Some(first), Some(last)) =
            (self.rows.iter().position(marked), self.rows.iter().rposition(marked))
        else {
            return Rect::EMPTY;
        };
        let (left, right, tile) = (all.trailing_zeros(), TILE - all.leading_zeros(), area_of(0, self.tile));
        Rect::new(
            tile.x + left as i32,
            tile.y + first as i32,
            (right - left) as i32,
            (last - first + 1) as i32,
        )
    }

    /// Forgets what lies outside of a canvas.
    pub(in crate::document) fn clip(&mut self, canvas: Rect) {
        let tile = area_of(0, self.tile);
        let columns = (canvas.right() - tile.x).clamp(0, TILE as i32) as u32;
        let mask = 1_u32.checked_shl(columns).map_or(u32::MAX, |end| end - 1);
        for (row, y) in self.rows.iter_mut().zip(tile.y..) {
            *row &= if y < canvas.bottom() { mask } else { 0 };
        }
    }
}

/// All that an exchange without bases changed.
#[derive(Clone, Debug, Default)]
pub(in crate::document) struct Marks {
    /// Whether records changed, and of these links.
    pub(in crate::document) records: bool,
    pub(in crate::document) links: bool,
    /// The tiles with changed pixels, plane by plane.
    pub(in crate::document) tiles: Vec<Marked>,
}

impl Marks {
    /// Finds what an exchange changed, or returns `None` if it changed bases, too.
    pub(in crate::document) fn read(exchange: &Reading<'_>, canvas: Rect) -> Result<Option<Marks>> {
        let rows = [0; TILE as usize];
        let mut plain = Plain { marks: Marks::default(), canvas, place: None, rows };
        let mut bases = false;
        exchange.visit(&mut |run| {
            if plain.place != Some(run.place) && !bases {
                bases = plain.turn(run.place)?;
            }
            if !bases {
                plain.mark(&run);
            }
            Ok(())
        })?;
        plain.flush()?;
        Ok((!bases).then_some(plain.marks))
    }

    /// Hands out all tiles.
    pub(super) fn hand_to(&self, sink: &mut impl Sink) -> Result<()> {
        self.tiles.iter().try_for_each(|Marked { tree, tile, rows }| sink.tile(*tree, *tile, rows))
    }
}

/// The only reading of an exchange without bases, which marks the words that changed.
struct Plain {
    marks: Marks,
    canvas: Rect,
    /// The page that is read, and which of its words changed.
    place: Option<PageAddress>,
    rows: Rows,
}

impl Plain {
    /// Goes on to another page. Returns `true` if it has bases.
    fn turn(&mut self, place: PageAddress) -> Result<bool> {
        self.flush()?;
        self.place = Some(place);
        Ok(!is_records(place.tree) && place.level > 0)
    }

    /// Marks the words of its page that a run changes.
    fn mark(&mut self, run: &Run<'_>) {
        if run.is_records() {
            // Steps that were merged may cancel each other out, byte by byte.
            let changes = run.changes();
            self.marks.records |= changes;
            self.marks.links |= changes && run.is_links();
            return;
        }
        let (mut at, mut rest) = (run.offset(), run.bytes);
        while !rest.is_empty() {
            let (cell, more) = rest.split_at(rest.len().min(CELL - at % CELL));
            match <&[u8; CELL]>::try_from(cell) {
                // Most of a step are whole cells of 16 words.
                Ok(cell) => self.rows[at / 128] |= changed(cell) << (at / CELL % 2 * 16),
                Err(_) => {
                    for (at, byte) in (at..).zip(cell) {
                        self.rows[at / 128] |= u32::from(*byte != 0) << (at / 4 % 32);
                    }
                }
            }
            (at, rest) = (at + cell.len(), more);
        }
    }

    /// Adds the marked pixels.
    fn flush(&mut self) -> Result<()> {
        let tile = self.place.take().filter(|place| !is_records(place.tree) && place.level == 0);
        let Some(PageAddress { tree, index: tile, .. }) = tile else { return Ok(()) };
        let mut marked = Marked { tree, tile, rows: std::mem::replace(&mut self.rows, [0; TILE as usize]) };
        if is_image(tree) {
            marked.clip(self.canvas);
        }
        if marked.rows.iter().any(|row| *row != 0) { push(&mut self.marks.tiles, marked) } else { Ok(()) }
    }
}

impl Document {
    /// Finds what a commit changed as tiles, if it changed no bases.
    ///
    /// # Errors
    /// As [`exact`](Document::exact).
    pub(in crate::document) fn marks(&self, commit: &Commit<'_>) -> Result<Option<Marks>> {
        Marks::read(&Reading::of(commit, &mut Vec::new())?, self.bounds())
    }
}
