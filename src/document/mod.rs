//! What the bytes mean: a canvas of tiles in pages, with a history.
//!
//! The drawing is one [`Memory`]: a record of its size, a map of tiles, tiles.
//! Everything is bytes in pages, so equal bytes are equal documents, and the
//! history needs to know nothing of what is drawn. An action collects the
//! rectangle the cursor passes over; its commit says so in its header.
//!
//! The invariant: [`validate`](Document::validate) holds after every commit,
//! cancel, undo and redo.
//!
//! ```
//! use undoodle::{color::Color, document::Document};
//! let mut document = Document::new(64, 64)?;
//! document.begin(1)?;
//! document.fill_span(3, 10..20, Color::BLACK)?;
//! document.commit("Pencil", Color::ADDED, 0)?;
//! assert_eq!(document.pixel(10, 3)?, Color::BLACK);
//! document.undo()?;
//! assert_eq!(document.pixel(10, 3)?, Color::TRANSPARENT);
//! # Ok::<(), undoodle::Error>(())
//! ```

mod canvas;
mod info;
mod space;

pub use canvas::{Canvas, Door, TILE};
pub use info::MAX_SIDE;

use crate::color::Color;
use crate::error::{Result, in_range};
use crate::geometry::Rect;
use crate::history::{Commit, Header, History, Limits, Step};
use crate::memory::Memory;
use std::collections::BTreeSet;
use std::ops::Range;

/// The most bytes a drawing may take: 1 GiB, a quarter of what a page's wasm can address.
pub const MAX_BYTES: u64 = 1 << 30;

/// The most bytes a drawing's history may take: 256 MiB, so that both together stay well below
/// what a browser gives a page.
pub const HISTORY: Limits = Limits { budget: 256 << 20, depth: 1 };

/// A drawing and its history.
#[derive(Debug)]
pub struct Document {
    history: History<Memory>,
    /// The tiles that the open action has painted on, to be settled at its commit.
    painted: BTreeSet<(u32, u32)>,
    /// The union of the cursor's rectangles over the open action.
    rect: Rect,
}

impl Document {
    /// A transparent canvas of the given size in pixels.
    ///
    /// # Errors
    /// When a side is outside `1..=32768`.
    pub fn new(width: u32, height: u32) -> Result<Document> {
        Document::load(width, height, |_| Ok(()))
    }

    /// A canvas filled by `draw` before its history begins.
    ///
    /// # Errors
    /// When a side is outside `1..=32768`, or what `draw` says.
    pub fn load(
        width: u32,
        height: u32,
        draw: impl FnOnce(&mut Canvas<'_, Memory>) -> Result<()>,
    ) -> Result<Document> {
        let mut memory = Memory::new(MAX_BYTES);
        draw(&mut Canvas::create(&mut memory, width, height)?)?;
        let history = History::with_limits(memory, HISTORY);
        Ok(Document { history, painted: BTreeSet::new(), rect: Rect::EMPTY })
    }

    /// The number of columns and rows.
    pub fn size(&self) -> (u32, u32) {
        let info = info::read(self.history.arena());
        (info.width, info.height)
    }

    /// The rectangle of all pixels.
    pub fn bounds(&self) -> Rect {
        let (width, height) = self.size();
        Rect::new(0, 0, width as i32, height as i32)
    }

    /// The history, to be read.
    pub fn history(&self) -> &History<Memory> {
        &self.history
    }

    /// Sets the saved mark here.
    pub fn mark_saved(&mut self) {
        self.history.mark_saved();
    }

    /// The colour of one pixel.
    ///
    /// # Errors
    /// When it lies outside the canvas.
    pub fn pixel(&self, x: i32, y: i32) -> Result<Color> {
        let (width, height) = self.size();
        in_range("x", x.into(), 0, i64::from(width) - 1)?;
        in_range("y", y.into(), 0, i64::from(height) - 1)?;
        let mut color = [Color::TRANSPARENT];
        self.read_row(x as u32, y as u32, &mut color);
        Ok(color[0])
    }

    /// Reads pixels to the right of (x, y), which must lie on the canvas.
    pub fn read_row(&self, x: u32, y: u32, out: &mut [Color]) {
        canvas::read_row(self.history.arena(), x, y, out);
    }

    /// Begins an action; see [`History::begin`].
    ///
    /// # Errors
    /// While another action is under way.
    pub fn begin(&mut self, tag: u32) -> Result<()> {
        self.history.begin(tag)
    }

    /// Says that the action's cursor covers these pixels; what is outside is clipped.
    pub fn cover(&mut self, rect: Rect) {
        self.rect = self.rect.union(rect.intersect(self.bounds()));
    }

    /// Sets pixels of one row within an action; what is outside is clipped.
    ///
    /// # Errors
    /// Without an action, or when memory can't be had: cancel the action then.
    pub fn fill_span(&mut self, y: i32, columns: Range<i32>, color: Color) -> Result<()> {
        let span = Rect::new(columns.start, y, columns.end.saturating_sub(columns.start), 1);
        let span = span.intersect(self.bounds());
        if span.is_empty() {
            return Ok(());
        }
        self.rect = self.rect.union(span);
        let (x0, x1, y) = (span.x as u32, span.right() as u32, span.y as u32);
        self.painted.extend((x0 / TILE..=(x1 - 1) / TILE).map(|tx| (tx, y / TILE)));
        Canvas::of(&mut self.history).fill_span(y, x0..x1, color)
    }

    /// Ends the action as one undo step, unless it changed nothing.
    ///
    /// # Errors
    /// Without an action, or when memory can't be had: the action is then cancelled.
    pub fn commit(&mut self, label: &'static str, color: Color, time: u64) -> Result<Option<Commit<'_>>> {
        let header = Header::new(label).at(self.rect).colored(color).timed(time);
        let mut canvas = Canvas::of(&mut self.history);
        let settled = self.painted.iter().try_for_each(|&(tx, ty)| canvas.settle(tx, ty));
        let result = settled.and_then(|()| self.history.commit(header).map(|c| c.is_some()));
        self.end();
        match result {
            Ok(true) => Ok(self.history.done().next()),
            Ok(false) => Ok(None),
            Err(error) => {
                self.history.cancel();
                Err(error)
            }
        }
    }

    fn end(&mut self) {
        self.painted.clear();
        self.rect = Rect::EMPTY;
    }

    /// Puts back what the open action changed; its rectangle, if there was one.
    pub fn cancel(&mut self) -> Option<Rect> {
        let rect = self.rect;
        self.end();
        self.history.cancel().then_some(rect)
    }

    /// See [`History::undo`].
    ///
    /// # Errors
    /// As [`History::undo`].
    pub fn undo(&mut self) -> Result<Step<'_>> {
        self.end();
        self.history.undo()
    }

    /// See [`History::redo`].
    ///
    /// # Errors
    /// As [`History::redo`].
    pub fn redo(&mut self) -> Result<Step<'_>> {
        self.history.redo()
    }

    /// Packs about `work` bytes of what lies cold in the history; see [`History::seal`].
    pub fn seal(&mut self, work: usize) -> bool {
        self.history.seal(work)
    }

    /// Checks every invariant of the document and of its history.
    ///
    /// # Errors
    /// A sentence that says which does not hold.
    pub fn validate(&self) -> std::result::Result<(), String> {
        self.history.validate()?;
        canvas::validate(self.history.arena())
    }
}
