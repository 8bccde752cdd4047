//! What a system holds, for people to look into: arenas, queues, rings, descriptions.
//!
//! Each article has its own memory: an arena and its deltas, two queues, a ring of
//! copies, arenas with sizes, two stacks. A total in bytes hides all of that, so
//! every system also lists what it holds as a few facts, and whoever shows them
//! needs to know the kinds of facts, but no system.
//!
//! ```
//! use undoodle_lab::{Fact, Settings, system};
//! let snapshots = system(2, &[0; 64], Settings { snapshots: 4, ..Settings::default() })?;
//! let Fact::Ring { slots, .. } = &snapshots.inside()[0] else { unreachable!() };
//! assert_eq!(slots.len(), 4);
//! # Ok::<(), undoodle_lab::Error>(())
//! ```

use crate::color::Color;
use crate::error::{Error, Result};
use crate::geometry::Rect;

/// Cursor of an action: where it paints, and whether it adds or removes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    /// Pixels it covers.
    pub rect: Rect,
    /// [`Color::ADDED`] or [`Color::REMOVED`]; undo shows the other one.
    pub color: Color,
}

/// State of a slot in a ring of copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Marked empty; its memory is kept.
    Empty,
    /// Holds a state that undo leads to.
    Earlier,
    /// Holds the document's state.
    Current,
    /// Holds a state that redo leads to.
    Later,
    /// Holds a state that neither undo nor redo can reach.
    Stale,
}

/// A fact about a system's memory, to be shown to people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Bytes in use, and their limit if it is fixed.
    Bytes {
        /// Name of the bytes.
        name: &'static str,
        /// Bytes in use.
        used: usize,
        /// Bytes allocated up front.
        of: Option<usize>,
    },
    /// Items in use, and their limit if it is fixed.
    Count {
        /// Name of the items.
        name: &'static str,
        /// Items in use.
        used: usize,
        /// Items allocated up front.
        of: Option<usize>,
    },
    /// Colours.
    Colors {
        /// Name of the colours.
        name: &'static str,
        /// The colours.
        colors: Vec<Color>,
    },
    /// A ring of copies.
    Ring {
        /// Name of the ring.
        name: &'static str,
        /// Slots in their order in memory.
        slots: Vec<Slot>,
    },
    /// Steps with their descriptions.
    Steps {
        /// Name of the steps.
        name: &'static str,
        /// The last steps, oldest first: description, and bytes of differences.
        steps: Vec<(&'static str, usize)>,
        /// Number of these that are done, not undone.
        done: usize,
    },
}

/// Most steps that are listed.
pub(super) const DESCRIBED: usize = 24;

/// Formats a number of bytes for people, in units of 1024 as the pages do.
pub(super) fn amount(bytes: usize) -> String {
    match bytes {
        0..1000 => format!("{bytes} B"),
        1000..1_024_000 => format!("{:.1} KB", bytes as f64 / 1024.0),
        _ => format!("{:.1} MB", bytes as f64 / (1024.0 * 1024.0)),
    }
}

/// Allocates zeroed bytes, or returns an error if that fails.
///
/// Writes every byte, so that no step pays for the first touch of a page of the machine's memory.
pub(super) fn zeroed(what: &'static str, len: usize) -> Result<Vec<u8>> {
    let mut bytes = room(what, len)?;
    bytes.resize(len, 0);
    Ok(bytes)
}

/// Allocates an empty list with room for `len` items, or returns an error if that fails.
pub(super) fn room<T>(what: &'static str, len: usize) -> Result<Vec<T>> {
    let mut items = Vec::new();
    let bytes = (len as u64).saturating_mul(size_of::<T>() as u64);
    items.try_reserve_exact(len).map_err(|_| Error::OutOfMemory { what, bytes, limit: 0 })?;
    Ok(items)
}

/// Copies bytes, or returns an error if the allocation fails.
pub(super) fn copied(what: &'static str, bytes: &[u8]) -> Result<Vec<u8>> {
    let mut copy = room(what, bytes.len())?;
    copy.extend_from_slice(bytes);
    Ok(copy)
}
