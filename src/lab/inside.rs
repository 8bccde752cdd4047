//! What a system holds, for people to look into: arenas, queues, rings, descriptions.
//!
//! Each article has its own memory: an arena and its deltas, two queues, a ring of
//! copies, arenas with sizes, two stacks. A total in bytes hides all of that, so
//! every system also lists what it holds as a few facts, and whoever shows them
//! needs to know the kinds of facts, but no system.
//!
//! ```
//! use undoodle::lab::{Fact, Settings, system};
//! let snapshots = system(2, &[0; 64], Settings { snapshots: 4, ..Settings::default() })?;
//! let Fact::Ring { slots, .. } = &snapshots.inside()[0] else { unreachable!() };
//! assert_eq!(slots.len(), 4);
//! # Ok::<(), undoodle::Error>(())
//! ```

use crate::color::Color;
use crate::error::{Error, Result};
use crate::geometry::Rect;

/// The cursor of an action: where it happens, and whether it adds or takes away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    /// The pixels it covers.
    pub rect: Rect,
    /// [`Color::ADDED`] or [`Color::REMOVED`]; undo shows the other one.
    pub color: Color,
}

/// The state of a slot in a ring of copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// Marked empty; its memory waits to be used.
    Empty,
    /// A state that undo leads to.
    Earlier,
    /// The state that the document is in.
    Current,
    /// A state that redo leads to.
    Later,
    /// A state that nothing leads to any more.
    Stale,
}

/// Something that a system holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Bytes in use, and the bytes there are where that is fixed.
    Bytes {
        /// What they are.
        name: &'static str,
        /// Bytes in use.
        used: usize,
        /// Bytes taken up front.
        of: Option<usize>,
    },
    /// Items in use, and the items there are where that is fixed.
    Count {
        /// What they are.
        name: &'static str,
        /// Items in use.
        used: usize,
        /// Items taken up front.
        of: Option<usize>,
    },
    /// Colours.
    Colors {
        /// What they are.
        name: &'static str,
        /// The colours.
        colors: Vec<Color>,
    },
    /// A ring of copies.
    Ring {
        /// What it is.
        name: &'static str,
        /// Its slots in their order in memory.
        slots: Vec<Slot>,
    },
    /// Steps with their descriptions.
    Steps {
        /// What they are.
        name: &'static str,
        /// The last steps, oldest first: description, and bytes of differences.
        steps: Vec<(&'static str, usize)>,
        /// How many of these are done.
        done: usize,
    },
}

/// No more steps than this are described.
pub(super) const DESCRIBED: usize = 24;

/// Bytes in decimal units, as people read them.
pub(super) fn amount(bytes: usize) -> String {
    match bytes {
        0..1000 => format!("{bytes} B"),
        1000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

/// Zeroed bytes, which the machine may refuse.
///
/// They are written once, so that no step pays for a page that is touched for the first time.
pub(super) fn zeroed(what: &'static str, len: usize) -> Result<Vec<u8>> {
    let mut bytes = room(what, len)?;
    bytes.resize(len, 0);
    Ok(bytes)
}

/// An empty list with room for so many items, which the machine may refuse.
pub(super) fn room<T>(what: &'static str, len: usize) -> Result<Vec<T>> {
    let mut items = Vec::new();
    let bytes = (len as u64).saturating_mul(size_of::<T>() as u64);
    items.try_reserve_exact(len).map_err(|_| Error::OutOfMemory { what, bytes, limit: 0 })?;
    Ok(items)
}

/// A copy of these bytes, which the machine may refuse.
pub(super) fn copied(what: &'static str, bytes: &[u8]) -> Result<Vec<u8>> {
    let mut copy = room(what, bytes.len())?;
    copy.extend_from_slice(bytes);
    Ok(copy)
}
