//! The ring queue of save points: items of one size, taken up front.
//!
//! A queue that drops its oldest when it is full needs no shifting if it is a ring:
//! the first item's slot moves on, and the slot that it leaves is used again. All
//! items are as large as the largest part of the level, so the queue is two arrays
//! that never grow, one of tags and one of bytes.

use super::inside::{room, zeroed};
use crate::error::Result;

/// A part of the level, which is saved and restored as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Part {
    #[default]
    Info,
    Details,
    Cells(usize),
}

/// Label of an item: the step it belongs to, and the part it is a copy of.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tag {
    pub(super) step: u64,
    pub(super) part: Part,
}

/// A ring of items of one size.
#[derive(Debug)]
pub(super) struct Queue {
    tags: Vec<Tag>,
    bytes: Vec<u8>,
    /// Number of bytes in every item.
    pub(super) item: usize,
    first: usize,
    /// Number of items; lowering it drops the last ones.
    pub(super) len: usize,
}

impl Queue {
    pub(super) fn new(items: usize, item: usize) -> Result<Queue> {
        let mut tags = room("queue", items)?;
        tags.resize(items, Tag::default());
        Ok(Queue { tags, bytes: zeroed("queue", items * item)?, item, first: 0, len: 0 })
    }

    pub(super) fn slot(&self, index: usize) -> usize {
        (self.first + index) % self.tags.len()
    }

    pub(super) fn tag(&self, index: usize) -> Option<Tag> {
        (index < self.len).then(|| self.tags[self.slot(index)])
    }

    pub(super) fn bytes(&self, index: usize) -> &[u8] {
        &self.bytes[self.slot(index) * self.item..][..self.item]
    }

    /// Adds an item; there must be room.
    pub(super) fn push(&mut self, tag: Tag, bytes: &[u8]) {
        let slot = self.slot(self.len);
        self.tags[slot] = tag;
        self.bytes[slot * self.item..][..bytes.len()].copy_from_slice(bytes);
        self.len += 1;
    }

    /// Copies an item over another.
    pub(super) fn relocate(&mut self, from: usize, to: usize) {
        let (from, to) = (self.slot(from), self.slot(to));
        self.tags[to] = self.tags[from];
        self.bytes.copy_within(from * self.item..(from + 1) * self.item, to * self.item);
    }

    /// Drops the oldest steps until at most `most` items are left, and returns the number of steps dropped.
    pub(super) fn shrink_to(&mut self, most: usize) -> usize {
        let mut lost = 0;
        while self.len > most {
            let step = self.tag(0).map(|tag| tag.step);
            while self.tag(0).map(|tag| tag.step) == step && self.len > 0 {
                (self.first, self.len) = (self.slot(1), self.len - 1);
            }
            lost += 1;
        }
        lost
    }

    /// Returns the number of bytes allocated.
    pub(super) fn reserved(&self) -> usize {
        self.bytes.capacity() + self.tags.capacity() * size_of::<Tag>()
    }
}
