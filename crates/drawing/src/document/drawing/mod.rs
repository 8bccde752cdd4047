//! What the bytes mean: layers, frames and cels, in pages.
//!
//! A drawing is one [`Memory`]: a record of what there is one of, records of layers,
//! frames, tags and colours, maps of tiles, tiles. Everything is bytes whose addresses
//! say what they stand for, so equal bytes are equal drawings, and a history needs to
//! know nothing of what is drawn. Whoever adds a property adds a field to a record, and
//! it can be undone.
//!
//! What bytes mean does not depend on whether changes of them are remembered. So a
//! [`Drawing`] stands over any [`Door`]: over a plain memory while a file is read, a
//! crashed session is recovered or a test builds its picture, and over a memory with a
//! history inside of a [`Document`](super::Document).
//!
//! A cel may change where the selection lets it, while its layer is visible and not
//! locked; that is decided here and nowhere else.
//!
//! The invariant: [`validate`](Drawing::validate) holds whenever no action is open.
//!
//! ```
//! use undoodle_drawing::color::Color;
//! use undoodle_drawing::document::{Cel, Document, Drawing};
//! let mut drawing = Drawing::new(64, 64)?;
//! drawing.add_layer(1)?;
//! drawing.fill_span(Cel { layer: 1, frame: 0 }, 3, 10..20, Color::BLACK)?;
//! let document = Document::open(drawing)?;
//! assert_eq!(document.pixel(0, 10, 3)?, Color::BLACK);
//! assert_eq!(document.history().position(), 0, "what was there before the history is not a step");
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

mod areas;
mod arranging;
mod background;
mod beyond;
mod brushwork;
mod canvas;
mod carried;
mod celrecords;
mod cels;
mod differing;
pub(super) mod door;
mod floating;
mod frames;
mod laid;
mod looking;
mod mend;
mod merging;
mod original;
mod palette;
mod picture;
mod pieces;
mod places;
pub(super) mod plane;
mod renewed;
mod revalidate;
mod selection;
mod slicekeys;
mod slices;
mod stack;
mod stamp;
mod survey;
mod tags;
pub(super) mod threeway;
pub(super) mod validate;
mod whole;
pub(super) mod window;

// Internals: public for the native tests alone, and hidden from the documentation.
#[doc(hidden)]
pub mod groups;
#[doc(hidden)]
pub mod info;
#[doc(hidden)]
pub mod layers;
#[doc(hidden)]
pub mod links;
#[doc(hidden)]
pub mod order;
#[doc(hidden)]
pub mod property;
#[doc(hidden)]
pub mod records;
#[doc(hidden)]
pub mod tiles;

pub use beyond::{REACH, kept};
pub use brushwork::Brushwork;
pub use canvas::{Remade, Surroundings};
pub use carried::{Carried, MAX_CHUNKS, Origin};
pub use celrecords::{CelProperties, MAX_CELS};
pub use cels::{Cel, Needs};
pub use door::Door;
pub use frames::Frame;
pub use groups::{Group, MAX_GROUP_NOTE};
pub use info::{MAX_COLORS, MAX_FRAMES, MAX_GROUPS, MAX_KEYS, MAX_LAYERS, MAX_SIDE, MAX_SLICES, MAX_TAGS};
pub use laid::Laid;
pub use layers::{Layer, MAX_NAME, MAX_NOTE};
pub use merging::{Loss, Merged};
pub use order::Join;
pub use original::{Bounds, MAX_ORIGINAL, Orientation, Original, Packed};
pub use palette::Swatch;
pub use picture::Picture;
pub use plane::Plane;
pub use selection::Mode;
pub use slicekeys::{FARTHEST, SliceKey};
pub use slices::Slice;
pub use stack::{Level, Stack};
pub use survey::Survey;
pub use tags::{MAX_TAG_NAME, MAX_TAG_TEXT, Tag, TagDirection, marking};
pub use threeway::{Clash, Part, Thing};
pub use tiles::TILE;
pub use tiles::cells;
pub use window::Corner;

use crate::color::Color;
use crate::error::{Result, in_range};
use crate::geometry::Rect;
use crate::memory::Memory;
use info::{Info, is_records};

/// Maximum number of bytes of a drawing: 1 GiB, a quarter of what a page's wasm can address.
pub const MAX_BYTES: u64 = 1 << 30;

/// Layers, frames, cels, tags, a palette and a selection, over a door to their bytes.
#[derive(Clone, Debug)]
pub struct Drawing<D: Door> {
    pub(super) door: D,
}

impl Drawing<Memory> {
    /// Creates a transparent canvas of the given size in pixels, with one layer, one frame and a palette.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when a side is outside `1..=32768`.
    pub fn new(width: u32, height: u32) -> Result<Drawing<Memory>> {
        in_range("width", width.into(), 1, MAX_SIDE.into())?;
        in_range("height", height.into(), 1, MAX_SIDE.into())?;
        let mut memory = Memory::new(MAX_BYTES);
        info::create(&mut memory, width, height)?;
        layers::create(&mut memory)?;
        frames::create(&mut memory)?;
        palette::create(&mut memory)?;
        Ok(Drawing { door: memory })
    }

    /// Returns the pixels of a cel for writing, whatever its layer's locks and the selection say.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when there is no such cel.
    pub fn pixels_mut(&mut self, cel: Cel) -> Result<Plane<'_, Memory>> {
        let plane = self.plane_of(cel)?;
        Ok(Plane::new(&mut self.door, plane))
    }

    /// Adds a frame behind the last, with copies of the last one's images, page by page.
    ///
    /// # Errors
    /// As [`add_frame`](Drawing::add_frame), and [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    pub fn repeat_frame(&mut self) -> Result<()> {
        let frame = self.frames();
        self.add_frame(frame)?;
        for layer in 0..self.layers() {
            let [from, to] = [frame - 1, frame].map(|frame| self.plane_of(Cel { layer, frame }));
            self.door.copy_tree(from?, to?)?;
        }
        Ok(())
    }

    /// Collapses tiles, blocks and quadrants of one colour and drops pages of zeros, so that equal drawings
    /// have equal bytes.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) when a page of bases does not fit.
    pub fn compact(&mut self) -> Result<()> {
        for tree in self.door.trees() {
            if !is_records(tree) {
                Plane::new(&mut self.door, tree).compact_all()?;
            }
            self.door.trim_tree(tree);
        }
        Ok(())
    }
}

impl<D: Door> Drawing<D> {
    /// Takes any bytes for a drawing.
    ///
    /// Bytes from outside may be believed once [`validate`](Drawing::validate) has accepted them. Before,
    /// nothing else may be asked of them.
    pub fn from_door(door: D) -> Drawing<D> {
        Drawing { door }
    }

    /// Returns the door to the drawing's bytes.
    pub fn door(&self) -> &D {
        &self.door
    }

    /// Returns the door to the drawing's bytes and drops what they mean.
    pub fn into_door(self) -> D {
        self.door
    }

    pub(super) fn memory(&self) -> &Memory {
        self.door.arena()
    }

    fn info(&self) -> &Info {
        info::info(self.memory())
    }

    /// Returns the number of columns and of rows.
    pub fn size(&self) -> (u32, u32) {
        let info = self.info();
        (info.width, info.height)
    }

    /// Returns the rectangle of all pixels.
    pub fn bounds(&self) -> Rect {
        let (width, height) = self.size();
        Rect::new(0, 0, width as i32, height as i32)
    }

    /// Returns the visible colour of a pixel of a frame.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when there is no such frame, or the pixel lies outside
    /// the canvas.
    pub fn pixel(&self, frame: u32, x: i32, y: i32) -> Result<Color> {
        let (width, height) = self.size();
        in_range("frame", frame.into(), 0, i64::from(self.frames()) - 1)?;
        in_range("x", x.into(), 0, i64::from(width) - 1)?;
        in_range("y", y.into(), 0, i64::from(height) - 1)?;
        Ok(self.picture(frame).pixel(x as u32, y as u32))
    }

    /// Marks a rectangle dirty: its pixels changed. Parts outside the canvas are clipped; of a rectangle that lies outside as a whole, the
    /// nearest pixel of the edge is left, so that whoever shows what lies there hears of it.
    pub(super) fn mark_dirty(&mut self, rect: Rect) {
        let (seen, canvas) = (rect.intersect(self.bounds()), self.bounds());
        if !seen.is_empty() || rect.is_empty() {
            return self.door.mark_dirty(seen);
        }
        let (x, y) = (rect.x.clamp(0, canvas.width - 1), rect.y.clamp(0, canvas.height - 1));
        self.door.mark_dirty(Rect::new(x, y, 1, 1));
    }
}
