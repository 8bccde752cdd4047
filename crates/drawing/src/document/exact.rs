//! From the bytes of a commit to the pixels that it changed, exactly.
//!
//! A page's address says which plane and which pixels it is about, and a pixel is the
//! XOR of four words. So a commit's exchange (`before XOR after`) says by itself which
//! pixels it changed: those for which the exchanges of their four words do not cancel
//! out. Neither of the two states is looked at, and no map is walked.
//!
//! Strokes mostly change no base, and then a pixel changed if its own word did: the exchange
//! is read once, and all that is asked of a word is whether it is zero. Else it is read twice
//! more. The first time the bases are collected, which lie behind the tiles they are about;
//! the second time tile after tile is compared with them.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let (mut document, cel) = (Document::new(640, 480)?, Cel::default());
//! document.begin(1)?;
//! document.fill_rect(cel, Rect::new(30, 5, 40, 2), Color::BLACK)?;
//! document.commit("Fill", Color::ADDED, 0)?;
//! let commit = document.history().done().next().unwrap();
//! let exact = document.exact(&commit)?;
//! assert_eq!((exact.planes.len(), &exact.planes[0].cels[..]), (1, &[cel][..]));
//! assert_eq!(exact.planes[0].around(), Rect::new(30, 5, 40, 2));
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

pub(super) use self::plain::{Marked, Marks, is_image};
use super::drawing::info::{FLOATING, LINKS, SELECTION, cel_plane, is_records};
use super::drawing::tiles::{TILE, area_of};
use super::{Cel, Document};
use crate::error::{Error, Result};
use crate::geometry::{Point, Rect};
use crate::history::{Commit, Grouped};
use crate::memory::{FAN, PAGE, PageAddress};
use crate::pause;

/// Content of a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// The pixels of an image, which one frame of a layer shows, or several.
    Image {
        /// Id of the layer.
        layer: u16,
        /// Id of the frame that names the image.
        name: u16,
    },
    /// The selection mask.
    Selection,
    /// The floating pixels.
    Floating,
}

/// Rows of a tile: bit x of row y.
pub(super) type Rows = [u32; TILE as usize];

/// Takes changed pixels, plane by plane and from tile to tile.
pub(super) trait Sink {
    /// Takes all pixels of a rectangle in a plane's own coordinates.
    fn area(&mut self, tree: u32, rect: Rect) -> Result<()>;
    /// Takes the pixels of a tile whose bits are set in its rows.
    fn tile(&mut self, tree: u32, tile: u32, rows: &Rows) -> Result<()>;
}

/// Calls a function with the rectangles that the pixels of a tile make up whose bits are set.
pub(super) fn runs(tile: Point, rows: &Rows, mut each: impl FnMut(Rect) -> Result<()>) -> Result<()> {
    let Point { x, mut y } = tile;
    for same in rows.chunk_by(|a, b| a == b) {
        let (mut rest, mut from) = (same[0], 0);
        while rest != 0 {
            from += rest.trailing_zeros();
            rest >>= rest.trailing_zeros();
            let length = rest.trailing_ones();
            each(Rect::new(x + from as i32, y, length as i32, same.len() as i32))?;
            from += length;
            rest = rest.checked_shr(length).unwrap_or(0);
        }
        y += same.len() as i32;
    }
    Ok(())
}

/// A plane in which a commit changed pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touched {
    /// Content of the plane.
    pub subject: Subject,
    /// The cels that show the plane now: none if it is no image, or the drawing has it no longer.
    pub cels: Vec<Cel>,
    /// The changed pixels as disjoint rectangles. Those of an image lie on the canvas; others have the
    /// coordinates of their plane.
    pub rects: Vec<Rect>,
}

impl Touched {
    /// Returns the smallest rectangle around the changed pixels.
    pub fn around(&self) -> Rect {
        self.rects.iter().copied().fold(Rect::EMPTY, Rect::union)
    }
}

/// The changes of a commit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exact {
    /// Whether records changed: the canvas, layers, frames, tags, colours, links, or the selection's state.
    pub records: bool,
    /// Whether links changed: which frames share an image.
    pub links: bool,
    /// The planes with changed pixels.
    pub planes: Vec<Touched>,
}

/// Number of words in a page.
const WORDS: u64 = PAGE as u64 / 4;

/// What a run costs beside its bytes, in bytes that take as long.
const RUN: usize = 16;

/// Calls a function with the parts of a run of bytes that lie in one page, each with the page's place, if it has any, and
/// with the number of its first byte.
fn pages(
    mut at: u64,
    mut bytes: &[u8],
    mut each: impl FnMut(Option<PageAddress>, u64, &[u8]) -> Result<()>,
) -> Result<()> {
    while !bytes.is_empty() {
        let (part, rest) = bytes.split_at(bytes.len().min(PAGE - (at % PAGE as u64) as usize));
        pause::point(RUN + part.len())?;
        each(PageAddress::of(at), at, part)?;
        (at, bytes) = (at + part.len() as u64, rest);
    }
    Ok(())
}

/// Splits bytes into aligned words, and calls a function with the number of each that is not zero.
fn words(at: u64, bytes: &[u8], mut each: impl FnMut(u64, u32) -> Result<()>) -> Result<()> {
    // A run may begin and end within a word.
    let lead = bytes.len().min((at.next_multiple_of(4) - at) as usize);
    let (head, rest) = bytes.split_at(lead);
    let (whole, tail) = rest.as_chunks::<4>();
    let mut part = |at: u64, bytes: &[u8]| {
        let mut word = [0; 4];
        word[(at % 4) as usize..][..bytes.len()].copy_from_slice(bytes);
        if word == [0; 4] { Ok(()) } else { each(at / 4, u32::from_le_bytes(word)) }
    };
    part(at, head)?;
    let first = at + lead as u64;
    for (word, bytes) in (first / 4..).zip(whole) {
        if *bytes != [0; 4] {
            part(word * 4, bytes)?;
        }
    }
    part(first + 4 * whole.len() as u64, tail)
}

pub(super) fn push<T>(list: &mut Vec<T>, item: T) -> Result<()> {
    if list.len() == list.capacity() {
        let bytes = (list.len() * 2 * size_of::<T>()) as u64;
        let refused = |_| Error::OutOfMemory { what: "list of changed pixels", bytes, limit: 0 };
        list.try_reserve(list.len().max(16)).map_err(refused)?;
    }
    list.push(item);
    Ok(())
}

/// Adds a rectangle, joined with those before it that it extends.
pub(super) fn join(rects: &mut Vec<Rect>, mut rect: Rect) -> Result<()> {
    while let Some(last) = rects.last() {
        let beside = last.y == rect.y && last.height == rect.height && last.right() == rect.x;
        let below = last.x == rect.x && last.width == rect.width && last.bottom() == rect.y;
        if !beside && !below {
            break;
        }
        rect = last.union(rect);
        rects.pop();
    }
    push(rects, rect)
}

/// Result of the first reading: the touched planes, and how their bases changed.
#[derive(Debug, Default)]
struct Bases {
    records: bool,
    links: bool,
    trees: Vec<u32>,
    /// Numbers of words in pages of bases, and their exchange.
    words: Vec<(u64, u32)>,
}

impl Bases {
    fn collect(exchange: &Grouped<'_>) -> Result<Bases> {
        let mut bases = Bases::default();
        exchange.visit(&mut |at, bytes| pages(at, bytes, |place, at, part| bases.add(place, at, part)))?;
        // Within a page they come in any order.
        bases.words.sort_unstable_by_key(|(word, _)| *word);
        Ok(bases)
    }

    /// Adds bytes of one page.
    fn add(&mut self, place: Option<PageAddress>, at: u64, bytes: &[u8]) -> Result<()> {
        let Some(place) = place else { return Ok(()) };
        if is_records(place.tree) {
            // Steps that were merged may cancel each other out, byte by byte.
            let changes = bytes.iter().any(|byte| *byte != 0);
            self.records |= changes;
            self.links |= changes && place.tree == LINKS;
            return Ok(());
        }
        if self.trees.last() != Some(&place.tree) {
            push(&mut self.trees, place.tree)?;
        }
        if place.level == 0 {
            return Ok(());
        }
        words(at, bytes, |word, value| match self.words.last_mut() {
            // A run may end within a word that the next one goes on with.
            Some((last, found)) if *last == word => {
                *found ^= value;
                Ok(())
            }
            _ => push(&mut self.words, (word, value)),
        })
    }

    /// Returns how the base of a tile (level 1), a block (2) or a quadrant (3) changed.
    fn base(&self, tree: u32, level: u8, index: u32) -> u32 {
        let word =
            PageAddress { tree, level, index: index >> 9 }.address() / 4 + u64::from(index % FAN as u32);
        self.words.binary_search_by_key(&word, |(word, _)| *word).map_or(0, |at| self.words[at].1)
    }

    /// Returns how all pixels of a tile (level 0), a block or a quadrant changed by the bases above.
    fn above(&self, tree: u32, level: u8, index: u32) -> u32 {
        (level..3).fold(0, |all, up| all ^ self.base(tree, up + 1, index >> (9 * (up - level))))
    }

    /// Returns `true` if bases changed in pages `first..end` of a level.
    fn any(&self, tree: u32, level: u8, pages: std::ops::Range<u32>) -> bool {
        let word = |index| PageAddress { tree, level, index }.address() / 4;
        let start = self.words.partition_point(|(at, _)| *at < word(pages.start));
        self.words.get(start).is_some_and(|(at, _)| *at < word(pages.end - 1) + PAGE as u64 / 4)
    }

    /// Returns `true` if any base of a plane changed.
    fn any_in(&self, tree: u32) -> bool {
        (1..4).any(|level| self.any(tree, level, 0..[0, 2048, 4, 1][level as usize]))
    }

    /// Returns `true` if bases below a block (level 1) or a quadrant (2) changed.
    fn any_below(&self, tree: u32, level: u8, index: u32) -> bool {
        match level {
            0 => false,
            1 => self.any(tree, 1, index..index + 1),
            _ => self.any(tree, 2, index..index + 1) || self.any(tree, 1, index << 9..(index + 1) << 9),
        }
    }
}

/// The changed pixels found so far.
struct Found {
    canvas: Rect,
    planes: Vec<Touched>,
}

impl Found {
    fn new(canvas: Rect) -> Found {
        Found { canvas, planes: Vec::new() }
    }

    fn emit(&mut self, tree: u32, rect: Rect) -> Result<()> {
        let subject = match tree {
            SELECTION => Subject::Selection,
            FLOATING => Subject::Floating,
            _ => Subject::Image { layer: (tree >> 16) as u16, name: tree as u16 },
        };
        let canvas = matches!(subject, Subject::Image { .. }).then_some(self.canvas);
        let rect = canvas.map_or(rect, |canvas| rect.intersect(canvas));
        if rect.is_empty() {
            return Ok(());
        }
        if self.planes.last().is_none_or(|plane| plane.subject != subject) {
            push(&mut self.planes, Touched { subject, cels: Vec::new(), rects: Vec::new() })?;
        }
        self.planes.last_mut().map_or(Ok(()), |plane| join(&mut plane.rects, rect))
    }
}

impl Sink for Found {
    fn area(&mut self, tree: u32, rect: Rect) -> Result<()> {
        self.emit(tree, rect)
    }

    fn tile(&mut self, tree: u32, tile: u32, rows: &Rows) -> Result<()> {
        let Rect { x, y, .. } = area_of(0, tile);
        runs(Point { x, y }, rows, |rect| self.emit(tree, rect))
    }
}

/// State of the second reading, which follows the tiles of each plane.
struct Walk<'a, S> {
    bases: &'a Bases,
    sink: &'a mut S,
    /// Position among the touched planes, and the first tile of the plane that is not done.
    at: usize,
    cursor: u32,
    /// The tile whose words are collected.
    tile: Option<u32>,
    words: Box<[u32; FAN * 2]>,
}

impl<S: Sink> Walk<'_, S> {
    fn tree(&self) -> Option<u32> {
        self.bases.trees.get(self.at).copied()
    }

    /// Advances to a tile of the plane; those in between have no words of their own.
    fn advance(&mut self, to: u32) -> Result<()> {
        let Some(tree) = self.tree() else { return Ok(()) };
        if !self.bases.any_in(tree) {
            self.cursor = to;
        }
        while self.cursor < to {
            let at = self.cursor;
            let fits = |level: &u8| {
                let size = 1 << (9 * level);
                at.is_multiple_of(size) && at + size <= to && !self.bases.any_below(tree, *level, at / size)
            };
            let level = [2, 1].into_iter().find(fits).unwrap_or(0);
            let index = at >> (9 * level);
            if self.bases.above(tree, level, index) != 0 {
                self.sink.area(tree, area_of(level, index))?;
            }
            self.cursor = at + (1 << (9 * level));
        }
        Ok(())
    }

    /// Compares the words of the collected tile.
    fn flush(&mut self) -> Result<()> {
        let (Some(tile), Some(tree)) = (self.tile.take(), self.tree()) else { return Ok(()) };
        self.advance(tile)?;
        self.cursor = tile + 1;
        let above = self.bases.above(tree, 0, tile);
        let mut rows: Rows = [0; TILE as usize];
        for (row, words) in rows.iter_mut().zip(self.words.chunks_exact(TILE as usize)) {
            *row = words.iter().rev().fold(0, |row, word| (row << 1) | u32::from(word ^ above != 0));
        }
        self.words.fill(0);
        self.sink.tile(tree, tile, &rows)
    }

    /// Adds bytes of one page.
    fn add(&mut self, place: Option<PageAddress>, at: u64, bytes: &[u8]) -> Result<()> {
        let Some(place) = place.filter(|place| !is_records(place.tree) && place.level == 0) else {
            return Ok(());
        };
        if self.tree() != Some(place.tree) || self.tile != Some(place.index) {
            self.flush()?;
            while self.tree().is_some_and(|tree| tree < place.tree) {
                self.next()?;
            }
            self.tile = Some(place.index);
        }
        // Most runs are whole words, and all that is done to these is done at once.
        let first = (at % PAGE as u64 / 4) as usize;
        if at.is_multiple_of(4)
            && let (whole, []) = bytes.as_chunks::<4>()
        {
            for (word, bytes) in self.words.iter_mut().skip(first).zip(whole) {
                *word ^= u32::from_le_bytes(*bytes);
            }
            return Ok(());
        }
        words(at, bytes, |word, value| {
            self.words[(word % WORDS) as usize] ^= value;
            Ok(())
        })
    }

    /// Finishes a plane.
    fn next(&mut self) -> Result<()> {
        self.advance(1 << 20)?;
        (self.at, self.cursor) = (self.at + 1, 0);
        Ok(())
    }
}

/// Hands the pixels that an exchange changed to a sink; those of cels outside the canvas are left out of single tiles.
/// Returns whether records changed, and of these links.
fn read(exchange: &Grouped<'_>, canvas: Rect, sink: &mut impl Sink) -> Result<(bool, bool)> {
    if let Some(marks) = Marks::read(exchange, canvas)? {
        marks.hand_to(sink)?;
        return Ok((marks.records, marks.links));
    }
    let bases = Bases::collect(exchange)?;
    let words = Box::new([0; FAN * 2]);
    let mut walk = Walk { bases: &bases, sink, at: 0, cursor: 0, tile: None, words };
    exchange.visit(&mut |at, bytes| pages(at, bytes, |place, at, part| walk.add(place, at, part)))?;
    walk.flush()?;
    while walk.tree().is_some() {
        walk.next()?;
    }
    Ok((bases.records, bases.links))
}

impl Document {
    /// Returns `true` if a commit changed floating pixels: it picked some up, or placed them. Without its bytes nobody knows.
    pub fn lifts(&self, commit: &Commit<'_>) -> bool {
        let mut lifts = false;
        let seen = commit.visit_regions(PAGE as u64, &mut |region| {
            lifts |= PageAddress::of(region.start).is_some_and(|place| place.tree == FLOATING);
        });
        seen.is_ok() && lifts
    }

    /// Finds the pixels that a commit of this document's history changed.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] when the list can't be allocated or a packed commit can't be
    /// opened, and [`Error::Stopped`] if the host stops it.
    pub fn exact(&self, commit: &Commit<'_>) -> Result<Exact> {
        let mut found = Found::new(self.bounds());
        let (records, links) = self.read_exact(commit, &mut found)?;
        let mut planes = found.planes;
        for plane in &mut planes {
            if let Subject::Image { layer, name } = plane.subject {
                plane.cels = self.cels_of_plane(cel_plane(layer, name));
            }
        }
        Ok(Exact { records, links, planes })
    }

    /// Hands the pixels that a commit changed to a sink, which may see some beyond the canvas. Returns whether records changed,
    /// and of these links.
    ///
    /// # Errors
    /// As [`exact`](Document::exact).
    pub(super) fn read_exact(&self, commit: &Commit<'_>, sink: &mut impl Sink) -> Result<(bool, bool)> {
        read(&commit.in_groups(&mut Vec::new())?, self.bounds(), sink)
    }

    /// Returns rectangles that cover all pixels of cels that a commit changed within a rectangle, without looking at its
    /// bytes: the rows of a tile or the areas of bases between the first and the last that was touched in a row. `None` if
    /// it changed anything else, such as records, links or the selection.
    ///
    /// # Errors
    /// As [`exact`](Document::exact).
    #[doc(hidden)]
    pub fn covered(&self, commit: &Commit<'_>, within: Rect) -> Result<Option<Vec<Rect>>> {
        let (mut rects, mut kept, mut cels) = (Vec::new(), Ok(()), true);
        commit.visit_regions(PAGE as u64, &mut |region| {
            // Packed bytes go on from one page to the next.
            let mut from = region.start;
            while from < region.end() {
                let end = region.end().min((from / PAGE as u64 + 1) * PAGE as u64);
                let place = PageAddress::of(from).filter(|place| place.tree > LINKS);
                cels &= place.is_some();
                let rect =
                    place.map_or(Rect::EMPTY, |place| area_of_words(place, from, end)).intersect(within);
                if !rect.is_empty() && kept.is_ok() {
                    kept = push(&mut rects, rect);
                }
                from = end;
            }
        })?;
        kept.map(|()| cels.then_some(rects))
    }
}

/// Returns the rectangle around the pixels that bytes of one page stand for.
fn area_of_words(PageAddress { level, index, .. }: PageAddress, from: u64, end: u64) -> Rect {
    let word = |at: u64| (at % PAGE as u64 / 4) as u32;
    let (first, last) = (word(from), word(end - 1));
    if level > 0 {
        let base = |at: u32| area_of(level - 1, (index << 9) | (at % FAN as u32));
        return (first..=last).map(base).fold(Rect::EMPTY, Rect::union);
    }
    let tile = area_of(0, index);
    let (top, bottom) = ((first / TILE) as i32, (last / TILE) as i32);
    let (left, right) = if top == bottom { (first % TILE, last % TILE + 1) } else { (0, TILE) };
    Rect::new(tile.x + left as i32, tile.y + top, (right - left) as i32, bottom - top + 1)
}

mod plain;
