//! The Lab: five undo systems in their textbook form, and the product's beside them.
//!
//! Five articles on undo describe five systems, and the product's engine grew out
//! of all of them. What was gained by that is not to be believed but to be seen:
//! here each system stands as its article has it, behind one trait, over its own
//! copy of the same bytes. One painting drives them all, and they are each other's
//! oracle.
//!
//! The invariant: a system that says it did something has the bytes that a whole
//! copy would have. Where a system forgets, it says so and does nothing.
//!
//! ```
//! use undoodle::lab::{Settings, all};
//! for mut system in all(&[0; 256], Settings::default())? {
//!     system.begin(1);
//!     system.write(10, &[1, 2, 3]);
//!     assert!(system.commit("Paint"));
//!     assert!(system.undo(), "{}", system.name());
//!     assert_eq!(system.document(), &[0; 256]);
//! }
//! # Ok::<(), undoodle::Error>(())
//! ```

mod commands;
mod delta_swap;
mod inside;
mod measure;
mod paint;
mod product;
mod queue;
mod race;
mod row;
mod save_points;
mod session;
mod snapshots;
mod xor_diffs;

pub use commands::Commands;
pub use delta_swap::DeltaSwap;
pub use inside::{Cursor, Fact, Slot};
pub use measure::{Measure, measure};
pub use paint::{Painter, Span, Tool};
pub use product::Product;
pub use race::{Clock, Race};
pub use row::Row;
pub use save_points::SavePoints;
pub use session::{Event, Session, Stroke};
pub use snapshots::Snapshots;
pub use xor_diffs::{ArenaId, XorDiffs};

use crate::color::Color;
use crate::error::Result;

/// One undo system over its own copy of the same bytes.
pub trait System {
    /// A name for programs, such as `delta-swap`.
    fn id(&self) -> &'static str;
    /// A name for people.
    fn name(&self) -> &'static str;
    /// The bytes as they are now.
    fn document(&self) -> &[u8];
    /// Begins an action, or goes on with it; `false` while one with another tag is under way.
    fn begin(&mut self, tag: u32) -> bool;
    /// Marks bytes that may change; `false`, and nothing else, without an action or outside the document.
    fn push(&mut self, at: usize, len: usize) -> bool;
    /// Marks bytes and changes them; refuses as `push` does.
    fn write(&mut self, at: usize, bytes: &[u8]) -> bool;
    /// Ends the action; whether it left a step. One that changed nothing leaves none and keeps redo.
    fn commit(&mut self, label: &'static str) -> bool;
    /// Ends the action and takes back what it changed; whether one was under way.
    fn cancel(&mut self) -> bool;
    /// Goes one step back; `false` where none is left, or while an action is under way.
    fn undo(&mut self) -> bool;
    /// Goes one step forward again; refuses as `undo` does.
    fn redo(&mut self) -> bool;
    /// How many steps can be undone.
    fn undo_steps(&self) -> usize;
    /// How many steps can be redone.
    fn redo_steps(&self) -> usize;
    /// Returns the bytes that the steps kept occupy, with what is needed to find them.
    fn bytes(&self) -> usize;
    /// Returns the bytes that the system has taken besides the document, in use or not.
    fn reserved(&self) -> usize {
        self.bytes()
    }
    /// Tells the action under way where its next writes happen, and the colour they paint.
    fn aim(&mut self, _cursor: Cursor, _ink: Color) {}
    /// Returns where the last undo or redo took the cursor, if steps know that.
    fn shown(&self) -> Option<Cursor> {
        None
    }
    /// Returns what a person should be told about the action under way, or about the last one.
    fn warning(&self) -> Option<&str> {
        None
    }
    /// Lists what the system holds.
    fn inside(&self) -> Vec<Fact> {
        Vec::new()
    }
    /// Sets the saved mark, where there is one.
    fn mark_saved(&mut self) {}
    /// Whether anything differs from what was saved, where that is known.
    fn is_dirty(&self) -> Option<bool> {
        None
    }
    /// Spends an idle moment on packing; whether there is more to do.
    fn idle(&mut self) -> bool {
        false
    }
}

/// What the systems leave to be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Slots in the ring of snapshots, at least 3: the state as it is, an earlier one, and an empty slot.
    pub snapshots: usize,
    /// Bytes that the product's history may hold.
    pub budget: usize,
    /// Bytes of deltas and copies that delta swap keeps; `None` chooses by the document.
    pub arena: Option<usize>,
    /// Bytes of the largest command that is kept to be undone.
    pub command: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { snapshots: 34, budget: 64 << 20, arena: None, command: 128 << 20 }
    }
}

impl Settings {
    /// Returns the bytes of deltas and copies that delta swap keeps of a document of this length:
    /// the article's ten megabytes, or more of a document that they would not suffice for.
    pub fn arena_for(&self, len: usize) -> usize {
        self.arena.unwrap_or_else(|| delta_swap::MEMORY.max(len.saturating_mul(6)))
    }
}

/// How many systems there are.
pub const SYSTEMS: usize = 6;

/// Creates one of the systems over a copy of these bytes; the product's own is the last.
///
/// # Errors
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory) where the memory that it takes up front is refused.
pub fn system(index: usize, document: &[u8], settings: Settings) -> Result<Box<dyn System>> {
    let arena = settings.arena_for(document.len());
    let document = inside::copied("document", document)?;
    Ok(match index {
        0 => Box::new(DeltaSwap::new(document, arena)?),
        1 => Box::new(SavePoints::new(document)?),
        2 => Box::new(Snapshots::new(document, settings.snapshots)?),
        3 => Box::new(XorDiffs::new(document)?),
        4 => Box::new(Commands::new(document, settings.command)),
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

/// The tag of the action under way, and who may go on with it.
#[derive(Clone, Copy, Debug, Default)]
struct Turn(Option<u32>);

impl Turn {
    fn begin(&mut self, tag: u32) -> bool {
        *self.0.get_or_insert(tag) == tag
    }

    fn is_open(self) -> bool {
        self.0.is_some()
    }

    /// Whether bytes may be marked now.
    fn admits(self, document: &[u8], at: usize, len: usize) -> bool {
        self.is_open() && at.checked_add(len).is_some_and(|end| end <= document.len())
    }
}
