//! Entries and batches: what a journal asks of a store.
//!
//! A store maps keys to bytes, and writes a batch as a whole or not at all. The browser's
//! IndexedDB is one. [`Store`] is the least one, in memory, for tests and for examples.
//!
//! ```
//! use undoodle::journal::{Batch, Key, Kind, Store};
//! let mut store = Store::default();
//! let key = Key::new(Kind::Log, 7);
//! store.write(Batch { turn: 1, drops: vec![], puts: vec![(key, vec![1, 2])], whole: false, due: false });
//! assert_eq!(store.get(key), Some(&[1, 2][..]));
//! store.write(Batch { turn: 2, drops: vec![Key::all(Kind::Log)], puts: vec![], whole: false, due: false });
//! assert_eq!(store.get(key), None);
//! ```

use std::collections::BTreeMap;
use std::ops::Range;

/// What an entry holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Where the history stands.
    Head,
    /// Records since the checkpoint.
    Log,
    /// Pages of the drawing.
    Sheet,
    /// Bytes of steps.
    Volume,
    /// A pinned state.
    Pin,
}

impl Kind {
    /// All kinds, by their numbers.
    pub const ALL: [Kind; 5] = [Kind::Head, Kind::Log, Kind::Sheet, Kind::Volume, Kind::Pin];
}

/// Key of an entry: its kind, and a number below 2⁵³, which a JavaScript number holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// What the entry holds.
    pub kind: Kind,
    /// Sequence number, area, first commit or pin.
    pub number: u64,
}

impl Key {
    /// Creates a key.
    pub const fn new(kind: Kind, number: u64) -> Key {
        Key { kind, number }
    }

    /// Returns the range of all keys of a kind.
    pub const fn all(kind: Kind) -> Range<Key> {
        Key::new(kind, 0)..Key::new(kind, 1 << 53)
    }
}

/// Changes to a store that have to be made together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// Number of the batch.
    pub turn: u64,
    /// Ranges of keys of one kind that are removed first.
    pub drops: Vec<Range<Key>>,
    /// Entries that are written.
    pub puts: Vec<(Key, Vec<u8>)>,
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
pub struct Store(BTreeMap<Key, Vec<u8>>);

impl Store {
    /// Writes a batch.
    pub fn write(&mut self, batch: Batch) {
        for range in batch.drops {
            self.0.retain(|key, _| !range.contains(key));
        }
        self.0.extend(batch.puts);
    }

    /// Returns an entry's bytes.
    pub fn get(&self, key: Key) -> Option<&[u8]> {
        self.0.get(&key).map(Vec::as_slice)
    }

    /// Returns all entries that a recovery begins with: all but the volumes.
    pub fn entries(&self) -> impl Iterator<Item = (Key, &[u8])> {
        self.0.iter().filter(|(key, _)| key.kind != Kind::Volume).map(|(key, bytes)| (*key, bytes.as_slice()))
    }

    /// Returns an entry for changing it, as a failing disk does.
    pub fn get_mut(&mut self, key: Key) -> Option<&mut Vec<u8>> {
        self.0.get_mut(&key)
    }

    /// Returns the keys of all entries.
    pub fn keys(&self) -> impl Iterator<Item = Key> + '_ {
        self.0.keys().copied()
    }
}
