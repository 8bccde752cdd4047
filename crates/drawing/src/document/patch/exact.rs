//! From the bytes of a commit to the pixels that it changed, exactly.
//!
//! A page's address says which plane and which pixels it is about, and a pixel is the
//! XOR of four words. So a commit's exchange (`before XOR after`) says by itself which
//! pixels it changed: those for which the exchanges of their four words do not cancel
//! out. Neither of the two states is looked at, and no map is walked.
//!
//! They are [marked](super::marks) by a bit for each, and told as rectangles here.
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

use super::conflicts::subject;
use super::marks::{Marks, Shape, join, push};
use super::reading::{by_page, touched};
use super::sift::Rows;
use crate::document::drawing::info::{FLOATING, LINKS, cel_plane};
use crate::document::drawing::tiles::{TILE, area_of};
use crate::document::drawing::window::{Corner, Window};
use crate::document::{Cel, Document};
use crate::error::Result;
use crate::geometry::{Point, Rect};
use crate::history::Commit;
use crate::memory::{FAN, PAGE, PageAddress, Region};
use std::ops::Range;

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

/// Takes changed pixels, plane by plane and from tile to tile.
pub(in crate::document) trait Sink {
    /// Takes all pixels of a rectangle in a plane's own coordinates.
    fn area(&mut self, tree: u32, rect: Rect) -> Result<()>;
    /// Takes the pixels of a tile whose bits are set in its rows.
    fn tile(&mut self, tree: u32, tile: u32, rows: &Rows) -> Result<()>;
}

/// Calls a function with the rectangles that the pixels of a tile make up whose bits are set.
pub(in crate::document) fn runs(
    tile: Point,
    rows: &Rows,
    mut each: impl FnMut(Rect) -> Result<()>,
) -> Result<()> {
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

/// The changed pixels found so far.
struct Found {
    canvas: Window,
    planes: Vec<Touched>,
}

impl Found {
    fn new(canvas: Window) -> Found {
        Found { canvas, planes: Vec::new() }
    }

    fn emit(&mut self, tree: u32, rect: Rect) -> Result<()> {
        let subject = subject(tree);
        if matches!(subject, Subject::Image { .. }) {
            return self.canvas.seen(rect).try_for_each(|rect| self.add(subject, rect));
        }
        self.add(subject, rect)
    }

    fn add(&mut self, subject: Subject, rect: Rect) -> Result<()> {
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

impl Marks {
    /// Hands out all pixels.
    fn hand_to(&self, sink: &mut impl Sink) -> Result<()> {
        self.all.iter().try_for_each(|marked| match &marked.shape {
            Shape::Area(rect) => sink.area(marked.tree, *rect),
            Shape::Tile(tile, rows) => sink.tile(marked.tree, *tile, rows),
        })
    }
}

impl Document {
    /// Returns `true` if a commit changed floating pixels: it picked some up, or placed them. Without its bytes nobody knows.
    pub fn lifts(&self, commit: &Commit<'_>) -> bool {
        let mut lifts = false;
        let seen =
            touched(commit, &mut |place, _| lifts |= place.is_some_and(|place| place.tree == FLOATING));
        seen.is_ok() && lifts
    }

    /// Finds the pixels that a commit of this document's history changed.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) when the list can't be allocated or a packed commit can't be
    /// opened, and [`Error::Stopped`](crate::Error::Stopped) if the host stops it.
    pub fn exact(&self, commit: &Commit<'_>) -> Result<Exact> {
        let mut found = Found::new(self.window());
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
    pub(in crate::document) fn read_exact(
        &self,
        commit: &Commit<'_>,
        sink: &mut impl Sink,
    ) -> Result<(bool, bool)> {
        let marks = self.marks(commit)?;
        marks.hand_to(sink)?;
        Ok((marks.records, marks.links))
    }

    /// Returns rectangles that cover all pixels of cels that a commit changed within a rectangle of the canvas, as [`Cover`] gathers them while
    /// it is undone or redone.
    ///
    /// # Errors
    /// As [`exact`](Document::exact).
    #[doc(hidden)]
    pub fn covered(&self, commit: &Commit<'_>, within: Rect) -> Result<Option<Vec<Rect>>> {
        let mut cover = Cover::new(self.corner(), within);
        touched(commit, &mut |place, range| cover.add(place, range))?;
        cover.into_rects()
    }
}

/// Rectangles that cover all pixels of cels that a commit changes within a rectangle of the canvas, without a look at its bytes: the rows of
/// a tile or the areas of bases between the first and the last that was touched in a row.
#[derive(Debug)]
pub(in crate::document) struct Cover {
    corner: Corner,
    within: Rect,
    rects: Vec<Rect>,
    /// Whether the list could be made as long as it had to be.
    kept: Result<()>,
    /// Whether nothing else has changed, such as records, links or the selection.
    cels: bool,
}

impl Cover {
    pub(in crate::document) fn new(corner: Corner, within: Rect) -> Cover {
        Cover { corner, within, rects: Vec::new(), kept: Ok(()), cels: true }
    }

    /// Adds what lies in a region.
    pub(in crate::document) fn add_region(&mut self, region: Region) {
        by_page(region, &mut |place, range| self.add(place, range));
    }

    fn add(&mut self, place: Option<PageAddress>, Range { start, end }: Range<u64>) {
        let place = place.filter(|place| place.tree > LINKS);
        self.cels &= place.is_some();
        let area = place.map_or(Rect::EMPTY, |place| area_of_words(place, start, end));
        for rect in self.corner.seen(area, self.within) {
            self.kept = if self.kept.is_ok() { push(&mut self.rects, rect) } else { return };
        }
    }

    /// Returns the rectangles, or `None` if anything else than pixels of cels has changed.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) if the list could not be made longer.
    pub(in crate::document) fn into_rects(self) -> Result<Option<Vec<Rect>>> {
        self.kept.map(|()| self.cels.then_some(self.rects))
    }
}

/// Returns the rectangle around the pixels of a plane that bytes of one page stand for.
pub(super) fn area_of_words(PageAddress { level, index, .. }: PageAddress, from: u64, end: u64) -> Rect {
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
