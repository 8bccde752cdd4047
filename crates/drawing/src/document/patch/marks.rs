//! Which pixels a commit changed, as a bit for each.
//!
//! Problem: undo and redo count and repaint what they change, and that must not take longer than the exchange itself. Idea: a pixel is the XOR
//! of four words, and changed where the exchanges of these do not cancel out. Strokes mostly change no base, and then a pixel changed if its
//! own word did: one reading marks it, and all that is kept of a tile is a bit for each pixel. What changes bases, such as
//! a fill, has few pages of them. These are gathered by that reading, and a second one holds each tile's words against
//! the bases above; tiles of which no word changes are areas, by their bases alone. A cold step's runs lie by ascending address in each of its few
//! pieces, so tiles are marked as they come and sorted then; a hot one's come in the order of the touch, and are grouped before.
//!
//! The invariant: marked is what [sifting](super::sift) the commit's patch where nothing has happened since would take, in the same order.

use super::pages::{Pages, Room, WORDS};
use super::reading::{Reading, Run, stream};
use super::sift::Rows;
use crate::document::Document;
use crate::document::drawing::info::{FLOATING, SELECTION};
use crate::document::drawing::tiles::{TILE, area_of};
use crate::document::drawing::window::Window;
use crate::error::{Error, Result};
use crate::geometry::Rect;
use crate::history::Commit;
use crate::memory::{FAN, PAGE, PageAddress};

/// Number of bytes of half a row of a tile: 16 words.
const CELL: usize = 64;

/// Number of tiles in a plane.
const TILES: u32 = 1 << 20;

/// Returns a bit for each word of a cell that is not zero.
fn changed(cell: &[u8; CELL]) -> u32 {
    let (words, _) = cell.as_chunks::<4>();
    words.iter().zip(0..).fold(0, |bits, (word, bit)| bits | u32::from(*word != [0; 4]) << bit)
}

/// Returns `true` if a tree of pixels is an image of a layer.
pub(in crate::document) fn is_image(tree: u32) -> bool {
    tree != SELECTION && tree != FLOATING
}

/// Pixels of a plane that a commit changed, in the plane's own coordinates; those of images lie on the canvas.
#[derive(Clone, Debug)]
pub(in crate::document) struct Marked {
    pub(in crate::document) tree: u32,
    pub(in crate::document) shape: Shape,
}

/// Where marked pixels lie.
#[derive(Clone, Debug)]
pub(in crate::document) enum Shape {
    /// All pixels of a rectangle.
    Area(Rect),
    /// Pixels of the tile with an index.
    Tile(u32, Rows),
}

impl Marked {
    /// Returns a number by which tiles ascend, plane by plane.
    fn place(&self) -> u64 {
        let tile = if let Shape::Tile(tile, _) = self.shape { tile } else { 0 };
        u64::from(self.tree) << 32 | u64::from(tile)
    }

    /// Returns the number of pixels.
    pub(in crate::document) fn count(&self) -> u64 {
        match &self.shape {
            Shape::Area(rect) => rect.width as u64 * rect.height as u64,
            Shape::Tile(_, rows) => rows.iter().map(|row| u64::from(row.count_ones())).sum(),
        }
    }

    /// Returns the smallest rectangle around them.
    pub(in crate::document) fn around(&self) -> Rect {
        let (tile, rows) = match &self.shape {
            Shape::Area(rect) => return *rect,
            Shape::Tile(tile, rows) => (area_of(0, *tile), rows),
        };
        let all = rows.iter().fold(0, |all, row| all | row);
        let marked = |row: &u32| *row != 0;
        let (Some(first), Some(last)) = (rows.iter().position(marked), rows.iter().rposition(marked)) else {
            return Rect::EMPTY;
        };
        let (left, right) = (all.trailing_zeros(), TILE - all.leading_zeros());
        let (x, y) = (tile.x + left as i32, tile.y + first as i32);
        Rect::new(x, y, (right - left) as i32, (last - first + 1) as i32)
    }
}

/// All that a commit changed.
#[derive(Clone, Debug, Default)]
pub(in crate::document) struct Marks {
    /// Whether records changed, and of these links.
    pub(in crate::document) records: bool,
    pub(in crate::document) links: bool,
    /// The changed pixels, plane by plane and from tile to tile.
    pub(in crate::document) all: Vec<Marked>,
}

/// Adds an item to a list.
///
/// # Errors
/// Returns [`Error::OutOfMemory`] when the list can't be made longer.
pub(in crate::document) fn push<T>(list: &mut Vec<T>, item: T) -> Result<()> {
    if list.len() == list.capacity() {
        let bytes = (list.len() * 2 * size_of::<T>()) as u64;
        let refused = |_| Error::OutOfMemory { what: "list of changed pixels", bytes, limit: 0 };
        list.try_reserve(list.len().max(16)).map_err(refused)?;
    }
    list.push(item);
    Ok(())
}

impl Marks {
    /// Finds what a commit changed, given the canvas.
    fn of(commit: &Commit<'_>, canvas: Window) -> Result<Marks> {
        let mut first = Plain { marks: Marks::default(), canvas, place: None, rows: [0; TILE as usize] };
        let (mut bases, mut room) = (Pages::default(), Room { budget: usize::MAX, taken: 0 });
        let (mut any, mut fresh) = (false, Vec::new());
        let mut mark = |run: Run<'_>| {
            if run.is_records() {
                // Steps that were merged may cancel each other out, byte by byte.
                let changes = run.changes();
                first.marks.records |= changes;
                first.marks.links |= changes && run.is_links();
                return Ok(());
            }
            if run.place.level > 0 {
                any = true;
                return bases.add(run, &mut room, &|_| true);
            }
            if any { Ok(()) } else { first.add(&run) }
        };
        // Where the tiles come in a few rows, sorting them takes less than mixing all runs.
        if commit.is_cold() {
            stream(commit, &mut mark)?;
        } else {
            Reading::of(commit, &mut fresh)?.visit(&mut mark)?;
        }
        let marks = first.end()?;
        if any { marks.by_bases(commit, &bases, canvas) } else { Ok(marks) }
    }

    /// Finds the pixels anew, given by how the bases change.
    // Strokes hardly ever need it.
    #[inline(never)]
    fn by_bases(mut self, commit: &Commit<'_>, bases: &Pages, canvas: Window) -> Result<Marks> {
        self.all.clear();
        let mut second = Based { marks: self, bases, canvas, at: None, words: Box::new([0; WORDS]), by: 0 };
        let mut fresh = Vec::new();
        let exchange = Reading::of(commit, &mut fresh)?;
        exchange.visit(&mut |run| if run.is_records() { Ok(()) } else { second.add(&run) })?;
        second.turn(None)?;
        Ok(second.marks)
    }

    /// Adds changed pixels of a tile.
    fn add_tile(&mut self, tree: u32, tile: u32, mut rows: Rows, canvas: Window) -> Result<()> {
        if is_image(tree) {
            canvas.clip(tile, &mut rows);
        }
        let any = rows.iter().any(|row| *row != 0);
        if any { push(&mut self.all, Marked { tree, shape: Shape::Tile(tile, rows) }) } else { Ok(()) }
    }

    /// Adds a changed area, joined with those before it that it extends.
    fn add_area(&mut self, tree: u32, area: Rect, canvas: Window) -> Result<()> {
        if is_image(tree) {
            return canvas.places(area).try_for_each(|part| self.add_part(tree, part));
        }
        self.add_part(tree, area)
    }

    fn add_part(&mut self, tree: u32, mut area: Rect) -> Result<()> {
        while let Some(Marked { tree: of, shape: Shape::Area(last) }) = self.all.last() {
            if *of != tree || !extends(*last, area) {
                break;
            }
            area = last.union(area);
            self.all.pop();
        }
        push(&mut self.all, Marked { tree, shape: Shape::Area(area) })
    }
}

/// Returns `true` if a rectangle and another one, which lies right of it or below, are one rectangle together.
fn extends(last: Rect, rect: Rect) -> bool {
    let beside = last.y == rect.y && last.height == rect.height && last.right() == rect.x;
    beside || last.x == rect.x && last.width == rect.width && last.bottom() == rect.y
}

/// Adds a rectangle, joined with those before it that it extends.
pub(in crate::document) fn join(rects: &mut Vec<Rect>, mut rect: Rect) -> Result<()> {
    while let Some(last) = rects.last().filter(|last| extends(**last, rect)) {
        rect = last.union(rect);
        rects.pop();
    }
    push(rects, rect)
}

/// The first reading, which marks the words that changed, until it meets bases.
struct Plain {
    marks: Marks,
    canvas: Window,
    /// The tile that is read, and which of its words changed.
    place: Option<PageAddress>,
    rows: Rows,
}

impl Plain {
    /// Marks the words of a tile that a run changes.
    fn add(&mut self, run: &Run<'_>) -> Result<()> {
        if self.place != Some(run.place) {
            self.flush()?;
            self.place = Some(run.place);
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
        Ok(())
    }

    /// Adds the marked pixels.
    fn flush(&mut self) -> Result<()> {
        let Some(PageAddress { tree, index, .. }) = self.place.take() else { return Ok(()) };
        let rows = std::mem::replace(&mut self.rows, [0; TILE as usize]);
        self.marks.add_tile(tree, index, rows, self.canvas)
    }

    /// Returns the marks, from tile to tile. A cold commit's runs come in a row for each of its pieces, so that some tiles come
    /// more than once.
    fn end(mut self) -> Result<Marks> {
        self.flush()?;
        if !self.marks.all.is_sorted_by(|one, next| one.place() < next.place()) {
            self.marks.all = sorted(&self.marks.all)?;
        }
        Ok(self.marks)
    }
}

/// Returns marks from tile to tile, each tile once.
#[inline(never)]
fn sorted(all: &[Marked]) -> Result<Vec<Marked>> {
    let (mut order, mut sorted) = (Vec::new(), Vec::<Marked>::new());
    all.iter().zip(0u32..).try_for_each(|(marked, at)| push(&mut order, (marked.place(), at)))?;
    order.sort_unstable();
    for (place, at) in order {
        let marked = &all[at as usize];
        match (sorted.last_mut().filter(|last| last.place() == place), &marked.shape) {
            (Some(Marked { shape: Shape::Tile(_, rows), .. }), Shape::Tile(_, more)) => {
                rows.iter_mut().zip(more).for_each(|(row, more)| *row |= more);
            }
            _ => push(&mut sorted, marked.clone())?,
        }
    }
    Ok(sorted)
}

/// The second reading, where bases changed.
struct Based<'a> {
    marks: Marks,
    bases: &'a Pages,
    canvas: Window,
    /// The plane that is read, its first tile that is not done, and whether the words of that one are gathered.
    at: Option<(u32, u32, bool)>,
    words: Box<[u32; WORDS]>,
    /// By how all pixels of that tile differ by the bases above.
    by: u32,
}

impl Based<'_> {
    fn add(&mut self, run: &Run<'_>) -> Result<()> {
        let PageAddress { tree, level, index } = run.place;
        if self.at.is_none_or(|(last, ..)| last != tree) {
            self.turn(Some(tree))?;
        }
        if level > 0 {
            return Ok(());
        }
        if self.at != Some((tree, index, true)) {
            self.flush()?;
            self.cross(tree, index)?;
            (self.at, self.by) = (Some((tree, index, true)), self.bases.total(tree, 0, index));
        }
        let words: &mut [u8; PAGE] = bytemuck::cast_mut(&mut *self.words);
        words[run.offset()..].iter_mut().zip(run.bytes).for_each(|(word, byte)| *word ^= byte);
        Ok(())
    }

    /// Ends a plane, and begins another one.
    fn turn(&mut self, tree: Option<u32>) -> Result<()> {
        self.flush()?;
        if let Some((tree, ..)) = self.at {
            self.cross(tree, TILES)?;
        }
        self.at = tree.map(|tree| (tree, 0, false));
        Ok(())
    }

    /// Marks the words of a tile that do not cancel out with the bases above.
    fn flush(&mut self) -> Result<()> {
        let Some((tree, tile, true)) = self.at else { return Ok(()) };
        let mut rows = [0; TILE as usize];
        for (row, words) in rows.iter_mut().zip(self.words.chunks_exact(TILE as usize)) {
            *row = words.iter().zip(0..).fold(0, |bits, (word, x)| bits | u32::from(*word != self.by) << x);
        }
        self.words.fill(0);
        self.at = Some((tree, tile + 1, false));
        self.marks.add_tile(tree, tile, rows, self.canvas)
    }

    /// Adds the areas from the first tile that is not done up to another one: none of their own words change.
    fn cross(&mut self, tree: u32, to: u32) -> Result<()> {
        let Some((_, mut at, _)) = self.at.filter(|_| self.bases.has(tree)) else { return Ok(()) };
        while at < to {
            let (quadrant, block) = (at >> 18, at >> 9);
            let all = |level: u8| at.is_multiple_of(1 << (9 * level)) && at + (1 << (9 * level)) <= to;
            if all(2) && !self.bases.any_below(tree, 2, quadrant) {
                self.area(tree, 2, quadrant, self.bases.total(tree, 2, quadrant))?;
                at = (quadrant + 1) << 18;
                continue;
            }
            let by = self.bases.total(tree, 1, block);
            if by == 0 && !self.bases.has_page(tree, 2, quadrant) {
                // Nothing changes up to the next block that has bases.
                let next = self.bases.next(PageAddress { tree, level: 1, index: block });
                if next != Some(block) {
                    let rest = to.min((quadrant + 1) << 18);
                    at = next.map_or(rest, |next| rest.min(next << 9));
                    continue;
                }
            }
            let words = self.bases.words(PageAddress { tree, level: 1, index: block });
            let end = to.min((block + 1) << 9);
            match words {
                None if all(1) => self.area(tree, 1, block, by)?,
                None if by == 0 => {}
                _ => {
                    for tile in at..end {
                        let base = words.map_or(0, |words| words[tile as usize % FAN]);
                        self.area(tree, 0, tile, by ^ base)?;
                    }
                }
            }
            at = end;
        }
        Ok(())
    }

    fn area(&mut self, tree: u32, level: u8, index: u32, by: u32) -> Result<()> {
        if by == 0 { Ok(()) } else { self.marks.add_area(tree, area_of(level, index), self.canvas) }
    }
}

impl Document {
    /// Finds the pixels that a commit changed.
    ///
    /// # Errors
    /// As [`exact`](Document::exact).
    pub(in crate::document) fn marks(&self, commit: &Commit<'_>) -> Result<Marks> {
        Marks::of(commit, self.window())
    }
}
