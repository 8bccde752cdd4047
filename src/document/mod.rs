//! What the bytes mean: layers, frames and cels, in pages, with a history.
//!
//! The drawing is one [`Memory`]: a record of what there is one of, records of layers,
//! frames, tags and colours, maps of tiles, tiles. Everything is bytes whose addresses
//! say what they stand for, so equal bytes are equal documents, and the history needs to
//! know nothing of what is drawn. Whoever adds a property adds a field to a record, and
//! it can be undone.
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

mod areas;
mod brushwork;
mod canvas;
mod cels;
mod damage;
mod door;
mod exact;
mod floating;
mod frames;
mod info;
mod layers;
mod marks;
mod palette;
mod picture;
mod plane;
mod records;
mod selection;
mod stamp;
mod suspended;
mod tiles;
mod travel;
mod validate;
mod whole;

pub use brushwork::Brushwork;
pub use canvas::Remade;
pub use cels::Cel;
pub use damage::Damage;
pub use door::Door;
pub use exact::{Exact, Subject, Touched};
pub use frames::{Direction, MAX_TAG_NAME, Tag};
pub use info::{MAX_COLORS, MAX_FRAMES, MAX_LAYERS, MAX_SIDE, MAX_TAGS};
pub use layers::{Layer, MAX_NAME};
pub use picture::Picture;
pub use plane::Plane;
pub use selection::Mode;
pub use tiles::TILE;
pub use travel::Finish;

use crate::color::Color;
use crate::error::{Result, in_range};
use crate::geometry::Rect;
use crate::history::{Commit, Header, History, Limits};
use crate::memory::Memory;
use door::{Painted, Store};
use info::{Info, RECORDS, cel_plane};
use marks::Marks;
use records::Given;
use suspended::Suspended;

/// The most bytes a drawing may take: 1 GiB, a quarter of what a page's wasm can address.
pub const MAX_BYTES: u64 = 1 << 30;

/// Bounds of a drawing's history: 256 MiB for its steps and 256 MiB for the action under way, so that
/// all together stay well below what a browser gives a page.
pub const HISTORY: Limits = Limits { budget: 256 << 20, depth: 1, working: 256 << 20 };

/// A drawing and its history.
#[derive(Debug)]
pub struct Document {
    store: Store,
    /// The union of all that the open action covers.
    rect: Rect,
    /// The layer and frame worked on before the open action, and those worked on after it.
    marks: Marks,
    damage: Damage,
    given: Given,
    /// The number of frames when somebody last asked what changed.
    shown: u32,
    /// The rectangle of what the last undo or redo changed.
    moved: Rect,
    /// The copy that is seen and played with while the history is suspended.
    suspended: Option<Suspended>,
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
        info::create(&mut memory, width, height)?;
        layers::create(&mut memory)?;
        frames::create(&mut memory)?;
        palette::create(&mut memory)?;
        let plane = cel_plane(1, 1);
        draw(&mut Plane::new(&mut memory, plane))?;
        for ty in 0..height.div_ceil(TILE) {
            Plane::new(&mut memory, plane).settle_row(ty, width)?;
        }
        [RECORDS, plane].into_iter().for_each(|tree| memory.trim_tree(tree));
        let mut given = Given::default();
        given.raise(&memory);
        let history = History::with_limits(memory, HISTORY);
        let store = Store { history, tiles: Painted::default() };
        let (rect, marks, damage) = (Rect::EMPTY, Marks::default(), Damage::default());
        Ok(Document { store, rect, marks, damage, given, shown: 1, moved: Rect::EMPTY, suspended: None })
    }

    fn memory(&self) -> &Memory {
        self.suspended.as_ref().map_or(self.store.history.arena(), |suspended| &suspended.memory)
    }

    fn info(&self) -> &Info {
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

    /// Sets the limits of the history; see [`History::set_limits`].
    ///
    /// A new document starts with [`HISTORY`].
    ///
    /// # Errors
    /// Returns [`Error::OverBudget`](crate::Error::OverBudget) when an open action or the pins take
    /// more than the new budget. Nothing has changed then.
    pub fn set_limits(&mut self, limits: Limits) -> Result<()> {
        self.store.history.set_limits(limits)
    }

    /// Sets the saved mark here.
    ///
    /// # Errors
    /// While an action is under way.
    pub fn mark_saved(&mut self) -> Result<()> {
        self.store.history.mark_saved()
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

    /// Allows the history to forget everything for the sake of the open action; see [`History::barrier`].
    ///
    /// # Errors
    /// Without an action.
    pub fn barrier(&mut self) -> Result<()> {
        self.store.history.barrier()
    }

    /// Begins an action; see [`History::begin`].
    ///
    /// # Errors
    /// While another action is under way.
    pub fn begin(&mut self, tag: u32) -> Result<()> {
        self.store.history.begin(tag)
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

    /// Ends the action as one undo step, unless it changed nothing.
    ///
    /// # Errors
    /// Without an action, or when memory can't be had: the action is then cancelled.
    pub fn commit(&mut self, label: &'static str, color: Color, time: u64) -> Result<Option<Commit<'_>>> {
        self.finish(label, color, time, Finish::Step)
    }

    /// Ends the action as one undo step that is joined in a way to what is there; see [`Finish`].
    ///
    /// # Errors
    /// As [`commit`](Document::commit).
    pub fn finish(
        &mut self,
        label: &'static str,
        color: Color,
        time: u64,
        finish: Finish,
    ) -> Result<Option<Commit<'_>>> {
        let (layer, frame) = self.marks.packed();
        let header = Header::new(label).at(self.rect).colored(color).timed(time).on(layer, frame);
        let settled = self.store.settle_all();
        let history = &mut self.store.history;
        let result = settled.and_then(|()| {
            let commit = match finish {
                Finish::Step => history.commit(header),
                Finish::Carrying => history.commit_carrying(header),
                Finish::Merging(window) => history.commit_merging(header, window),
            };
            commit.map(|commit| commit.is_some())
        });
        let rect = self.end();
        match result {
            Ok(kept) => {
                self.given.raise(self.store.history.arena());
                Ok(self.store.history.done().next().filter(|_| kept))
            }
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
