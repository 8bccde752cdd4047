//! What the bytes mean: layers, frames and cels, in pages, with a history.
//!
//! The drawing is one [`Memory`]: a record of what there is one of, records of layers
//! and frames, maps of tiles, tiles. Everything is bytes in pages, so equal bytes are
//! equal documents, and the history needs to know nothing of what is drawn. Whoever
//! adds a property adds a field to a record, and it can be undone.
//!
//! A cel may change where the selection lets it, while its layer is seen and not
//! locked; that is decided here and nowhere else. An action collects the rectangle of
//! all it changes; its commit says so in its header.
//!
//! The invariant: [`validate`](Document::validate) holds after every commit,
//! cancel, undo and redo.
//!
//! ```
//! use undoodle::{color::Color, document::{Cel, Document}};
//! let (mut document, cel) = (Document::new(64, 64)?, Cel::default());
//! document.begin(1)?;
//! document.fill_span(cel, 3, 10..20, Color::BLACK)?;
//! document.commit("Pencil", Color::ADDED, 0)?;
//! assert_eq!(document.pixel(0, 10, 3)?, Color::BLACK);
//! document.undo()?;
//! assert_eq!(document.pixel(0, 10, 3)?, Color::TRANSPARENT);
//! # Ok::<(), undoodle::Error>(())
//! ```

mod canvas;
mod cels;
mod damage;
mod door;
mod floating;
mod frames;
mod info;
mod layers;
mod palette;
mod picture;
mod plane;
mod selection;
mod space;
mod stamp;
mod tiles;
mod validate;

pub use cels::Cel;
pub use damage::Damage;
pub use door::Door;
pub use frames::{Direction, MAX_TAG_NAME, Tag};
pub use info::{MAX_COLORS, MAX_FRAMES, MAX_LAYERS, MAX_SIDE, MAX_TAGS};
pub use layers::{Layer, MAX_NAME};
pub use picture::Picture;
pub use plane::Plane;
pub use selection::Mode;
pub use tiles::TILE;

use crate::color::Color;
use crate::error::{Result, in_range};
use crate::geometry::Rect;
use crate::history::{Commit, Header, History, Limits, Step};
use crate::memory::Memory;
use door::{Painted, Store};
use info::{Info, MAGIC, VERSION};

/// The most bytes a drawing may take: 1 GiB, a quarter of what a page's wasm can address.
pub const MAX_BYTES: u64 = 1 << 30;

/// The most bytes a drawing's history may take: 256 MiB, so that both together stay well below
/// what a browser gives a page.
pub const HISTORY: Limits = Limits { budget: 256 << 20, depth: 1 };

/// A drawing and its history.
#[derive(Debug)]
pub struct Document {
    store: Store,
    /// The union of all that the open action covers.
    rect: Rect,
    /// The cel that the open action is about, for its header.
    cel: Cel,
    damage: Damage,
    /// The number of frames when somebody last asked what changed.
    shown: u32,
}

impl Document {
    /// A transparent canvas of the given size in pixels, with one layer, one frame and a palette.
    ///
    /// # Errors
    /// When a side is outside `1..=32768`.
    pub fn new(width: u32, height: u32) -> Result<Document> {
        Document::load(width, height, |_| Ok(()))
    }

    /// The same with a first cel that is filled by `draw` before its history begins.
    ///
    /// `draw` must keep within the canvas.
    ///
    /// # Errors
    /// When a side is outside `1..=32768`, or what `draw` says.
    pub fn load(
        width: u32,
        height: u32,
        draw: impl FnOnce(&mut Plane<'_, Memory>) -> Result<()>,
    ) -> Result<Document> {
        in_range("width", width.into(), 1, MAX_SIDE.into())?;
        in_range("height", height.into(), 1, MAX_SIDE.into())?;
        let mut memory = Memory::new(MAX_BYTES);
        memory.reserve(2)?;
        info::change(&mut memory, |info| {
            (info.magic, info.version) = (MAGIC, VERSION);
            (info.width, info.height, info.lowest_free, info.grid) = (width, height, 2, [1, 1]);
        })?;
        layers::create(&mut memory)?;
        frames::create(&mut memory)?;
        palette::create(&mut memory)?;
        let plane = layers::make_cel(&mut memory, 0, 0)?;
        draw(&mut Plane::new(&mut memory, plane))?;
        for ty in 0..height.div_ceil(TILE) {
            Plane::new(&mut memory, plane).settle_row(ty, width)?;
        }
        let history = History::with_limits(memory, HISTORY);
        let store = Store { history, tiles: Painted::new() };
        Ok(Document { store, rect: Rect::EMPTY, cel: Cel::default(), damage: Damage::default(), shown: 1 })
    }

    fn memory(&self) -> &Memory {
        self.store.history.arena()
    }

    fn info(&self) -> Info {
        info::info(self.memory())
    }

    /// The number of columns and rows.
    pub fn size(&self) -> (u32, u32) {
        let info = self.info();
        (info.width, info.height)
    }

    /// The rectangle of all pixels.
    pub fn bounds(&self) -> Rect {
        let (width, height) = self.size();
        Rect::new(0, 0, width as i32, height as i32)
    }

    /// The history, to be read.
    pub fn history(&self) -> &History<Memory> {
        &self.store.history
    }

    /// Sets the saved mark here.
    pub fn mark_saved(&mut self) {
        self.store.history.mark_saved();
    }

    /// The colour that is seen at a pixel of a frame.
    ///
    /// # Errors
    /// When it lies outside the canvas.
    pub fn pixel(&self, frame: u32, x: i32, y: i32) -> Result<Color> {
        let (width, height) = self.size();
        in_range("frame", frame.into(), 0, i64::from(self.frames()) - 1)?;
        in_range("x", x.into(), 0, i64::from(width) - 1)?;
        in_range("y", y.into(), 0, i64::from(height) - 1)?;
        Ok(self.picture(frame).pixel(x as u32, y as u32))
    }

    /// Begins an action; see [`History::begin`].
    ///
    /// # Errors
    /// While another action is under way.
    pub fn begin(&mut self, tag: u32) -> Result<()> {
        self.store.history.begin(tag)
    }

    /// Says which cel the action is about.
    pub fn about(&mut self, cel: Cel) {
        self.cel = cel;
    }

    /// Says that the action covers these pixels; what is outside is clipped.
    pub fn cover(&mut self, rect: Rect) {
        let rect = rect.intersect(self.bounds());
        self.rect = self.rect.union(rect);
        self.damage.add(rect);
    }

    /// The rectangles that are not seen as they were since the last call.
    pub fn take_damage(&mut self) -> Vec<Rect> {
        // Where frames came or went, every place behind them shows another one.
        let frames = self.frames();
        if std::mem::replace(&mut self.shown, frames) != frames {
            self.damage.add(self.bounds());
        }
        self.damage.take()
    }

    /// Turns tiles of one plane that came out in one colour into ones without a page.
    fn settle(&mut self, plane: u64) -> Result<()> {
        let noted: Vec<_> =
            self.store.tiles.range((plane, 0, 0)..=(plane, u32::MAX, u32::MAX)).copied().collect();
        for tile in noted {
            let (_, tx, ty) = tile;
            Plane::new(&mut self.store, plane).settle(tx, ty)?;
            self.store.tiles.remove(&tile);
        }
        Ok(())
    }

    /// The same for all planes; records of cels that came out empty are given up.
    fn settle_all(&mut self) -> Result<()> {
        while let Some(&(plane, ..)) = self.store.tiles.first() {
            self.settle(plane)?;
            layers::release_page(&mut self.store, plane)?;
        }
        Ok(())
    }

    /// Ends the action as one undo step, unless it changed nothing.
    ///
    /// # Errors
    /// Without an action, or when memory can't be had: the action is then cancelled.
    pub fn commit(&mut self, label: &'static str, color: Color, time: u64) -> Result<Option<Commit<'_>>> {
        self.finish(label, color, time, None)
    }

    /// The same, but goes on with the step before if that has the same tag and is at most `window`
    /// milliseconds older; see [`History::commit_merging`].
    ///
    /// # Errors
    /// As [`commit`](Document::commit).
    pub fn commit_merging(
        &mut self,
        label: &'static str,
        color: Color,
        time: u64,
        window: u64,
    ) -> Result<Option<Commit<'_>>> {
        self.finish(label, color, time, Some(window))
    }

    fn finish(
        &mut self,
        label: &'static str,
        color: Color,
        time: u64,
        window: Option<u64>,
    ) -> Result<Option<Commit<'_>>> {
        let Cel { layer, frame } = self.cel;
        let header = Header::new(label).at(self.rect).colored(color).timed(time).on(layer, frame);
        let settled = self.settle_all();
        let history = &mut self.store.history;
        let result = settled.and_then(|()| match window {
            Some(window) => history.commit_merging(header, window).map(|commit| commit.is_some()),
            None => history.commit(header).map(|commit| commit.is_some()),
        });
        let rect = self.end();
        match result {
            Ok(true) => Ok(self.store.history.done().next()),
            Ok(false) => Ok(None),
            Err(error) => {
                self.store.history.cancel();
                self.damage.add(rect);
                Err(error)
            }
        }
    }

    fn end(&mut self) -> Rect {
        self.store.tiles.clear();
        std::mem::take(&mut self.rect)
    }

    /// Puts back what the open action changed; whether there was one.
    pub fn cancel(&mut self) -> bool {
        let rect = self.end();
        self.damage.add(rect);
        self.store.history.cancel()
    }

    /// See [`History::undo`].
    ///
    /// # Errors
    /// As [`History::undo`].
    pub fn undo(&mut self) -> Result<Step<'_>> {
        let rect = self.end();
        self.damage.add(rect);
        let step = self.store.history.undo()?;
        if let Step::Moved(commit) = &step {
            self.damage.add(commit.header().rect);
        }
        Ok(step)
    }

    /// See [`History::redo`].
    ///
    /// # Errors
    /// As [`History::redo`].
    pub fn redo(&mut self) -> Result<Step<'_>> {
        let step = self.store.history.redo()?;
        if let Step::Moved(commit) = &step {
            self.damage.add(commit.header().rect);
        }
        Ok(step)
    }

    /// Packs about `work` bytes of what lies cold in the history; see [`History::seal`].
    pub fn seal(&mut self, work: usize) -> bool {
        self.store.history.seal(work)
    }

    /// Checks every invariant of the document and of its history.
    ///
    /// # Errors
    /// A sentence that says which does not hold.
    pub fn validate(&self) -> std::result::Result<(), String> {
        self.store.history.validate()?;
        validate::validate(self)
    }
}
