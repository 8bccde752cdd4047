//! Entries and batches: what a journal asks of a store.
//!
//! A store maps keys to bytes, and writes a batch as a whole or not at all. The browser's
//! IndexedDB is one. [`Entries`] is the least one, in memory, for tests and for examples.
//!
//! ```
//! use undoodle::journal::{Batch, EntryKey, EntryKind, Entries};
//! let mut store = Entries::default();
//! let key = EntryKey::new(EntryKind::Log, 7);
//! store.write(Batch { turn: 1, drops: vec![], puts: vec![(key, vec![1, 2])], whole: false, due: false });
//! assert_eq!(store.get(key), Some(&[1, 2][..]));
//! store.write(Batch { turn: 2, drops: vec![EntryKey::all(EntryKind::Log)], puts: vec![], whole: false, due: false });
//! assert_eq!(store.get(key), None);
//! ```

use std::collections::BTreeMap;
use std::ops::Range;

crate::named! {
    /// What an entry holds.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum EntryKind {
        /// Where the history stands.
        Head;
        /// Records since the checkpoint.
        Log;
        /// Pages of the drawing.
        Sheet;
        /// Bytes of steps.
        Volume;
        /// A pinned state.
        Pin;
        /// What the drawing's file holds besides, of which nothing is known here.
        Other;
    }
}

/// Key of an entry: its kind, and a number below 2⁵³, which a JavaScript number holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryKey {
    /// What the entry holds.
    pub kind: EntryKind,
    /// Sequence number, area, first commit or pin.
    pub number: u64,
}

impl EntryKey {
    /// Creates a key.
    pub const fn new(kind: EntryKind, number: u64) -> EntryKey {
        EntryKey { kind, number }
    }

    /// Returns the range of all keys of a kind.
    pub const fn all(kind: EntryKind) -> Range<EntryKey> {
        EntryKey::new(kind, 0)..EntryKey::new(kind, 1 << 53)
    }
}

/// Changes to a store that have to be made together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// Number of the batch.
    pub turn: u64,
    /// Ranges of keys of one kind that are removed first.
    pub drops: Vec<Range<EntryKey>>,
    /// Entries that are written.
    pub puts: Vec<(EntryKey, Vec<u8>)>,
    /// Whether it is a checkpoint.
    pub whole: bool,
    /// Whether the log has become so long that a [checkpoint](crate::journal::Journal::checkpoint) is worth its
    /// time.
    pub due: bool,
}

impl Batch {
    /// Returns the number of bytes that are written.
    pub fn bytes(&self) -> usize {
        self.puts.iter().map(|(_, bytes)| bytes.len()).sum()
    }
}

/// A store in memory.
#[derive(Clone, Debug, Default)]
pub struct Entries(BTreeMap<EntryKey, Vec<u8>>);

impl Entries {
    /// Writes a batch.
    pub fn write(&mut self, batch: Batch) {
        for range in batch.drops {
            self.0.retain(|key, _| !range.contains(key));
        }
        self.0.extend(batch.puts);
    }

    /// Returns an entry's bytes.
    pub fn get(&self, key: EntryKey) -> Option<&[u8]> {
        self.0.get(&key).map(Vec::as_slice)
    }

    /// Returns all entries that a recovery begins with: all but the volumes.
    pub fn checkpoint_and_log(&self) -> impl Iterator<Item = (EntryKey, &[u8])> {
        self.0
            .iter()
            .filter(|(key, _)| key.kind != EntryKind::Volume)
            .map(|(key, bytes)| (*key, bytes.as_slice()))
    }

    /// Returns an entry for changing it, as a failing disk does.
    pub fn get_mut(&mut self, key: EntryKey) -> Option<&mut Vec<u8>> {
        self.0.get_mut(&key)
    }

    /// Removes an entry, as a failing disk does.
    pub fn remove(&mut self, key: EntryKey) {
        self.0.remove(&key);
    }

    /// Returns the keys of all entries.
    pub fn keys(&self) -> impl Iterator<Item = EntryKey> + '_ {
        self.0.keys().copied()
    }
}
