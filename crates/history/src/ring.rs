//! The ring that commits lie in by number.
//!
//! Commits are numbered in the order they are made, and mostly the oldest go first. So they lie in
//! chunks of a few, one chunk behind the other: finding a commit is a division, and making one
//! needs an allocation once in a chunk. A commit that is dropped leaves a hole. A chunk of holes is
//! freed, and leaves the ring when it reaches the front.
//!
//! The invariant: the first slot is a commit, and every chunk that is allocated holds one, but for
//! the last.

use crate::error::require;
use crate::node::Node;
use std::collections::{TryReserveError, VecDeque};
use std::mem::size_of;

/// Number of commits in a chunk.
const CHUNK: usize = 8;

/// Number of bytes of a chunk.
const BYTES: usize = CHUNK * size_of::<Option<Node>>();

type Chunk = [Option<Node>; CHUNK];

/// Commits by number.
#[derive(Debug, Default)]
pub struct Ring {
    chunks: VecDeque<Option<Box<Chunk>>>,
    /// Number of the first commit, or of the next if there is none.
    first: u64,
    /// Number of the next commit.
    next: u64,
    /// Number of commits.
    count: usize,
    /// Number of chunks that are allocated.
    allocated: usize,
}

/// Returns the number of the chunk of a commit.
pub fn chunk(id: u64) -> u64 {
    id / CHUNK as u64
}

impl Ring {
    /// Creates a ring whose first commit will have this number.
    pub fn from_number(next: u64) -> Ring {
        Ring { first: next, next, ..Ring::default() }
    }

    /// Returns the number of commits.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns the number of the first commit, or of the next if there is none.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Returns the number of the next commit.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Returns the number of bytes allocated.
    #[inline]
    pub fn bytes_held(&self) -> usize {
        self.allocated * BYTES + self.chunks.capacity() * size_of::<Option<Box<Chunk>>>()
    }

    /// Returns the most bytes that the ring takes if it holds commits in so many chunks, from the number `oldest`
    /// on, and one more.
    pub fn bytes_for(&self, oldest: u64, chunks: usize) -> usize {
        let span = (chunk(self.next) + 1 - chunk(oldest)) as usize;
        // The list shrinks when three quarters of it are empty, and not below 16.
        (chunks + 1) * BYTES + (4 * span).max(16) * size_of::<Option<Box<Chunk>>>()
    }

    /// Returns the index of a commit's chunk, if the number is not below the first.
    #[inline]
    fn index(&self, id: u64) -> Option<usize> {
        usize::try_from(chunk(id).checked_sub(chunk(self.first))?).ok()
    }

    /// Returns a commit.
    #[inline]
    pub fn get(&self, id: u64) -> Option<&Node> {
        self.chunks.get(self.index(id)?)?.as_ref()?[id as usize % CHUNK].as_ref()
    }

    /// Returns the slot of a number, if it has one.
    #[inline]
    fn slot(&mut self, id: u64) -> Option<&mut Option<Node>> {
        let index = self.index(id)?;
        Some(&mut self.chunks.get_mut(index)?.as_mut()?[id as usize % CHUNK])
    }

    /// Returns a commit for changing it.
    #[inline]
    pub fn get_mut(&mut self, id: u64) -> Option<&mut Node> {
        self.slot(id)?.as_mut()
    }

    /// Returns all commits, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (u64, &Node)> {
        let front = chunk(self.first);
        let chunks = self.chunks.iter().enumerate();
        let chunks = chunks.filter_map(move |(i, chunk)| Some((front + i as u64, chunk.as_ref()?)));
        chunks.flat_map(|(number, chunk)| {
            let slots = chunk.iter().enumerate();
            slots.filter_map(move |(i, node)| Some((number * CHUNK as u64 + i as u64, node.as_ref()?)))
        })
    }

    /// Returns `true` if the next commit has no slot.
    #[inline]
    pub fn is_full(&self) -> bool {
        let chunk = self.index(self.next).and_then(|index| self.chunks.get(index));
        chunk.is_none_or(Option::is_none)
    }

    /// Returns the number of entries by which the list of chunks has to be longer for so many more.
    fn lack(&self, more: usize) -> usize {
        let fits = self.chunks.len() + more <= self.chunks.capacity();
        if fits { 0 } else { more.max(self.chunks.len()).max(16) }
    }

    /// Returns the number of bytes that [`grow`](Ring::grow) would allocate.
    #[inline]
    pub fn growth(&self) -> usize {
        if !self.is_full() {
            return 0;
        }
        let longer = self.lack(1);
        // The old list is held while it is copied.
        let list = if longer > 0 { self.chunks.len() + longer } else { 0 };
        BYTES + list * size_of::<Option<Box<Chunk>>>()
    }

    /// Makes sure that the next commit has a slot.
    pub fn grow(&mut self) -> Result<(), TryReserveError> {
        if !self.is_full() {
            return Ok(());
        }
        let index = self.index(self.next).unwrap_or(0);
        self.chunks.try_reserve_exact(self.lack(1))?;
        let mut slots = Vec::new();
        slots.try_reserve_exact(CHUNK)?;
        slots.resize_with(CHUNK, || None);
        let chunk: Option<Box<Chunk>> = slots.into_boxed_slice().try_into().ok();
        if index == self.chunks.len() {
            self.chunks.push_back(chunk);
        } else {
            self.chunks[index] = chunk;
        }
        self.allocated += 1;
        Ok(())
    }

    /// Adds a commit and returns its number; it must have a slot.
    #[inline(always)]
    pub fn push(&mut self, node: Node) -> u64 {
        let id = self.next;
        debug_assert!(!self.is_full(), "the next commit has a slot");
        if let Some(slot) = self.slot(id) {
            *slot = Some(node);
            self.next += 1;
            self.count += 1;
        }
        id
    }

    /// Makes a number the next commit's, which must be above all before it.
    ///
    /// # Errors
    /// If the list of chunks can't be as long.
    pub fn skip_to(&mut self, id: u64) -> Result<(), TryReserveError> {
        if self.count == 0 {
            *self = Ring::from_number(id);
            return Ok(());
        }
        let last = chunk(self.next);
        let more = (chunk(id) - chunk(self.first) + 1) as usize;
        let more = more.saturating_sub(self.chunks.len());
        self.chunks.try_reserve_exact(if more > 0 { self.lack(more) } else { 0 })?;
        self.next = id;
        // The chunk of what comes next is made when it comes.
        self.chunks.resize_with(self.chunks.len() + more.saturating_sub(1), || None);
        self.free(last);
        Ok(())
    }

    /// Frees a chunk if it has holes only and the next commit does not belong to it.
    fn free(&mut self, number: u64) {
        let next = chunk(self.next);
        let index = number.checked_sub(chunk(self.first)).unwrap_or(u64::MAX) as usize;
        if let Some(place) = self.chunks.get_mut(index)
            && number != next
            && place.as_ref().is_some_and(|chunk| chunk.iter().all(Option::is_none))
        {
            *place = None;
            self.allocated -= 1;
        }
    }

    /// Takes a commit out.
    pub fn remove(&mut self, id: u64) -> Option<Node> {
        let node = self.slot(id)?.take()?;
        self.count -= 1;
        self.free(chunk(id));
        self.trim();
        Some(node)
    }

    /// Moves a commit to the next number, which must have a slot. Returns that number.
    pub fn renumber(&mut self, id: u64) -> Option<u64> {
        let node = self.slot(id)?.take()?;
        let new = self.push(node);
        self.count -= 1;
        self.free(chunk(id));
        self.trim();
        Some(new)
    }

    /// Drops what lies before the first commit, and shrinks the list if more than three quarters of it are unused.
    pub(crate) fn trim(&mut self) {
        if self.count == 0 {
            *self = Ring::from_number(self.next);
            return;
        }
        while self.get(self.first).is_none() {
            self.first += 1;
            if self.first.is_multiple_of(CHUNK as u64) {
                let chunk = self.chunks.pop_front();
                self.allocated -= usize::from(chunk.flatten().is_some());
            }
        }
        if self.chunks.len() < self.chunks.capacity() / 4 {
            // One more than there are: `grow` may have made it for a commit to come.
            self.chunks.shrink_to((self.chunks.len() + 1).next_power_of_two().max(16));
        }
    }

    /// Checks the invariant.
    pub fn validate(&self) -> Result<(), String> {
        require(self.count == 0 || self.get(self.first).is_some(), "the ring's first slot is a commit")?;
        require(self.iter().count() == self.count, "commits are counted")?;
        let all = self.chunks.iter().flatten();
        require(all.clone().count() == self.allocated, "chunks are counted")?;
        let empty = all.filter(|chunk| chunk.iter().all(Option::is_none)).count();
        require(empty <= usize::from(!self.is_full()), "a chunk of holes is freed")?;
        require(self.iter().all(|(id, _)| id < self.next), "no commit is behind the next")
    }
}
