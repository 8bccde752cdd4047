//! Pins: whole states that outlive the limits.
//!
//! A difference is only worth something as long as all others between it and now
//! are there. A pin is a state by itself: the arena's bytes, encoded as a difference
//! from nothing and packed. It needs no commit, so neither the budget's droppings
//! nor a barrier touch it, and it costs about what the packed document does, with room
//! for opening its longest piece: at most 33 KiB for all pins and packed commits together.
//!
//! The invariant: what all pins hold is counted, and no state is pinned twice.

use crate::error::{Result, refused};
use crate::node::Node;
use std::mem::size_of;

/// A pinned state, kept whole.
#[derive(Debug)]
struct Pin {
    id: u64,
    /// Taken out of the list while the state is restored.
    node: Option<Box<Node>>,
    /// Number of bytes that unpacking its longest piece takes.
    opening: usize,
}

/// The pinned states, in the order they were set.
#[derive(Debug, Default)]
pub(crate) struct Pins {
    list: Vec<Pin>,
    /// Bytes of the states, besides the list.
    nodes: usize,
}

impl Pins {
    /// Returns the number of pins.
    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns the number of bytes that the pins hold.
    pub(crate) fn bytes_held(&self) -> usize {
        self.nodes + self.list.capacity() * size_of::<Pin>()
    }

    /// Returns the number of bytes that unpacking the longest piece of any pin takes.
    pub(crate) fn opening(&self) -> usize {
        self.list.iter().map(|pin| pin.opening).max().unwrap_or(0)
    }

    /// Returns `true` if the state of this commit is pinned.
    pub(crate) fn contains(&self, id: u64) -> bool {
        self.list.iter().any(|pin| pin.id == id)
    }

    /// Returns a pinned state, unless it is [lent](Pins::lend).
    pub(crate) fn find(&self, id: u64) -> Option<&Node> {
        self.list.iter().find(|pin| pin.id == id)?.node.as_deref()
    }

    /// Returns the numbers of all pins, in the order they were set.
    pub(crate) fn ids(&self) -> impl Iterator<Item = u64> {
        self.list.iter().map(|pin| pin.id)
    }

    /// Returns the pins, but for one that is [lent](Pins::lend).
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, &Node)> {
        self.list.iter().filter_map(|pin| Some((pin.id, pin.node.as_deref()?)))
    }

    /// Returns the length that the list would get for one more pin, or 0 if it need not grow.
    fn longer(&self) -> usize {
        if self.list.len() == self.list.capacity() { (self.list.len() * 2).max(4) } else { 0 }
    }

    /// Returns the number of bytes that a pin of these bytes would take, its place in the list included.
    pub(crate) fn growth(&self, node: usize) -> usize {
        node + self.longer() * size_of::<Pin>()
    }

    /// Makes a place for one more pin, which takes `bytes` bytes altogether.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    pub(crate) fn make_place(&mut self, bytes: usize) -> Result<()> {
        let more = self.longer().saturating_sub(self.list.len());
        self.list.try_reserve(more).map_err(refused(bytes))
    }

    /// Adds a pin, which must have a place.
    pub(crate) fn push(&mut self, id: u64, node: Box<Node>) {
        self.nodes += node.bytes_held();
        self.list.push(Pin { id, opening: node.opening(), node: Some(node) });
    }

    /// Removes a pin. Returns `true` if it existed.
    pub(crate) fn remove(&mut self, id: u64) -> bool {
        let before = self.list.len();
        self.list.retain(|pin| pin.id != id);
        if self.list.is_empty() {
            self.list = Vec::new();
        }
        self.nodes = self.iter().map(|(_, node)| node.bytes_held()).sum();
        self.list.len() < before
    }

    /// Takes a pinned state out while it is restored, so that the history can be changed; it is counted all the same.
    pub(crate) fn lend(&mut self, id: u64) -> Option<Box<Node>> {
        self.list.iter_mut().find(|pin| pin.id == id)?.node.take()
    }

    /// Takes back a state that was lent.
    pub(crate) fn give_back(&mut self, id: u64, node: Box<Node>) {
        if let Some(pin) = self.list.iter_mut().find(|pin| pin.id == id) {
            pin.node = Some(node);
        }
    }
}
