//! The Lab: undo systems in their textbook form, and the product's beside them.
//!
//! Five articles on undo describe five systems, and the product's engine grew out
//! of all of them. What was gained by that is not to be believed but to be seen:
//! here each system stands as its article has it, behind one trait, over its own
//! copy of the same bytes. A sixth is the script model, which takes back a step in
//! the middle by running all later ones again. One painting drives them all, and they
//! are each other's oracle.
//!
//! The invariant: a system that says it did something has the bytes that a whole
//! copy would have. Where a system forgets, it says so and does nothing.
//!
//! ```
//! use undoodle_lab::{Settings, all};
//! for mut system in all(&[0; 256], Settings::default())? {
//!     system.begin(1);
//!     system.write(10, &[1, 2, 3]);
//!     assert!(system.commit("Paint"));
//!     assert!(system.undo(), "{}", system.name());
//!     assert_eq!(system.document(), &[0; 256]);
//! }
//! # Ok::<(), undoodle_lab::Error>(())
//! ```

// A panic is never an error message.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::todo)]
// Modules that are hidden from the documentation, and public for their tests alone, link to their neighbours.
#![allow(rustdoc::private_intra_doc_links)]

mod commands;
mod delta_swap;
mod inside;
mod measure;
mod paint;
mod product;
mod queue;
mod race;
mod recording;
mod row;
mod save_points;
mod script;
pub mod squares;
mod taking_back;
mod xor_diffs;

// Internals: public for the native tests alone, and hidden from the documentation.
#[doc(hidden)]
pub mod snapshots;

pub use commands::Commands;
pub use delta_swap::DeltaSwap;
pub use inside::{Cursor, Fact, Slot};
pub use measure::{Measure, measure, measure_system};
pub use paint::{ByteRange, Painter, Tool};
pub use product::Product;
pub use race::{Clock, Race};
pub use recording::{Event, Recording, Stroke};
pub use row::Row;
pub use save_points::SavePoints;
pub use script::Script;
pub use snapshots::Snapshots;
pub use taking_back::{TakenBack, take_back};
pub use xor_diffs::{ArenaId, XorDiffs};

// Internals: public for the native tests alone, and hidden from the documentation.
#[doc(hidden)]
pub use paint::{REACH, clamped};

pub use error::{Error, Result};
pub use undoodle_drawing::{color, error, geometry, history, memory, raster};

use color::Color;
use error::Message;
use raster::Brush;

/// An undo system over its own copy of the document.
pub trait System {
    /// Returns the name for programs, such as `delta-swap`.
    fn id(&self) -> &'static str;
    /// Returns the name for people.
    fn name(&self) -> &'static str;
    /// Returns the document's bytes.
    fn document(&self) -> &[u8];
    /// Begins an action, or continues the open one. Returns `false` if that one has another tag.
    fn begin(&mut self, tag: u32) -> bool;
    /// Marks bytes that may change. Returns `false`, marking nothing, without an open action or if they lie
    /// outside the document.
    fn push(&mut self, at: usize, len: usize) -> bool;
    /// Marks bytes and writes them. Returns `false`, writing nothing, where [`push`](System::push) does.
    fn write(&mut self, at: usize, bytes: &[u8]) -> bool;
    /// Tells what the open action does, for systems that do it again.
    fn intend(&mut self, _painter: Painter, _stroke: &Stroke, _brush: &Brush) {}
    /// Ends the action. Returns `true` if it made a step; one that changed nothing makes none and keeps redo.
    fn commit(&mut self, label: &'static str) -> bool;
    /// Cancels the action and restores what it changed. Returns `false` without an open action.
    fn cancel(&mut self) -> bool;
    /// Undoes a step. Returns `false` if none is left or an action is open.
    fn undo(&mut self) -> bool;
    /// Redoes a step. Returns `false` if none is left or an action is open.
    fn redo(&mut self) -> bool;
    /// Takes back the step that has so many done ones after it, and leaves those. Returns `false` if there is no such step, an
    /// action is open, or the system can't do this.
    fn take_back(&mut self, _back: usize) -> bool {
        false
    }
    /// Returns the number of steps that can be undone.
    fn undo_steps(&self) -> usize;
    /// Returns the number of steps that can be redone.
    fn redo_steps(&self) -> usize;
    /// Returns the number of bytes that the kept steps occupy, with their bookkeeping.
    fn bytes(&self) -> usize;
    /// Returns the number of bytes allocated besides the document, in use or not.
    fn reserved(&self) -> usize {
        self.bytes()
    }
    /// Sets the cursor and the colour of the open action's next writes.
    fn aim(&mut self, _cursor: Cursor, _ink: Color) {}
    /// Returns the cursor of the last undo or redo, or `None` if the system records none.
    fn shown(&self) -> Option<Cursor> {
        None
    }
    /// Returns a warning for people about the open action, or about the last one.
    fn warning(&self) -> Option<&Message> {
        None
    }
    /// Describes the system's memory.
    fn inside(&self) -> Vec<Fact> {
        Vec::new()
    }
    /// Sets the saved mark, if the system has one.
    fn mark_saved(&mut self) {}
    /// Returns whether the document differs from the saved one, or `None` if the system can't tell.
    fn is_dirty(&self) -> Option<bool> {
        None
    }
    /// Does idle work, such as packing, for a short time slice. Returns `true` if work remains.
    fn idle(&mut self) -> bool {
        false
    }
}

/// Settings of the systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Slots in the ring of snapshots, at least 3: the current state, an earlier one, and an empty slot.
    pub snapshots: usize,
    /// Budget of the product's history, in bytes.
    pub budget: usize,
    /// Bytes of deltas and copies that delta swap keeps; `None` chooses by the document's length.
    pub arena: Option<usize>,
    /// Bytes of the largest command that can be undone.
    pub command: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { snapshots: 34, budget: 64 << 20, arena: None, command: 128 << 20 }
    }
}

impl Settings {
    /// Returns the number of bytes of deltas and copies that delta swap keeps for a document of this length.
    ///
    /// Without a setting: the article's ten megabytes, or six times the document if that is more.
    pub fn arena_for(&self, len: usize) -> usize {
        self.arena.unwrap_or_else(|| delta_swap::MEMORY.max(len.saturating_mul(6)))
    }
}

/// Number of systems.
pub const SYSTEMS: usize = 7;

/// Index of the script model.
const SCRIPT: usize = 5;

/// Creates one of the systems over a copy of these bytes; the product's own is the last.
///
/// # Errors
/// [`Error::OutOfMemory`] if the memory that it takes up front can't be allocated.
pub fn system(index: usize, document: &[u8], settings: Settings) -> Result<Box<dyn System>> {
    let arena = settings.arena_for(document.len());
    let document = inside::copied("document", document)?;
    Ok(match index {
        0 => Box::new(DeltaSwap::new(document, arena)?),
        1 => Box::new(SavePoints::new(document)?),
        2 => Box::new(Snapshots::new(document, settings.snapshots)?),
        3 => Box::new(XorDiffs::new(document)?),
        4 => Box::new(Commands::new(document, settings.command)),
        SCRIPT => Box::new(Script::new(document, settings.command)),
        _ => Box::new(Product::new(document, settings.budget)),
    })
}

/// Creates all systems, each over its own copy of these bytes; the product's own is the last.
///
/// # Errors
/// As [`system`].
pub fn all(document: &[u8], settings: Settings) -> Result<Vec<Box<dyn System>>> {
    (0..SYSTEMS).map(|index| system(index, document, settings)).collect()
}

/// Tag of the open action.
#[derive(Clone, Copy, Debug, Default)]
struct Turn(Option<u32>);

impl Turn {
    fn begin(&mut self, tag: u32) -> bool {
        *self.0.get_or_insert(tag) == tag
    }

    fn is_open(self) -> bool {
        self.0.is_some()
    }

    /// Returns `true` if an action is open and the bytes lie in the document.
    fn admits(self, document: &[u8], at: usize, len: usize) -> bool {
        self.is_open() && at.checked_add(len).is_some_and(|end| end <= document.len())
    }
}
