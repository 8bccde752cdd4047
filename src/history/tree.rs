//! The tree of commits: who came after whom, and what is still there.
//!
//! Undoing and painting on starts another line; the line undone stays where it
//! was, as a branch. So commits form a tree. Its root is the *base*: the oldest
//! state that can still be reached. A commit's children stand in a list whose
//! first is the one that redo goes to: the newest, or the one last travelled.
//!
//! Commits are numbered in the order they were made, so they lie in a ring by
//! number: finding one is a subtraction. A parent's number is mostly below its
//! children's, but not always: a line may be moved onto a younger commit. A commit
//! that is dropped leaves a hole, which goes when it reaches the front.
//!
//! The invariant: every commit but the base's children has its parent in the
//! ring, and is in the list of exactly one parent.

use super::node::{Node, Weight};
use super::slabs::Slabs;
use crate::error::Result;
use std::collections::VecDeque;
use std::mem::size_of;

/// The widest gap in the numbers of commits that stay in the tree.
const FARTHEST: u64 = 1 << 22;

/// No commit: the number of the first state, and the end of a list of children.
pub(super) const NONE: u64 = 0;

#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) ring: VecDeque<Option<Box<Node>>>,
    /// Commit number of the ring's first slot.
    first: u64,
    /// Number of the next commit.
    next: u64,
    pub(super) base: u64,
    pub(super) base_child: u64,
    count: usize,
    /// Bytes held by the nodes.
    pub(super) nodes: usize,
    /// Of these, bytes of hot pieces.
    hot: usize,
    /// Of these, bytes of packed pieces.
    packed: usize,
    /// Bytes of small hot pieces.
    pub(super) slabs: Slabs,
}

impl Tree {
    pub(super) fn new() -> Tree {
        Tree { first: 1, next: 1, ..Tree::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Returns the number of the next commit.
    pub(super) fn next(&self) -> u64 {
        self.next
    }

    /// Returns a lower bound of the commit numbers still in the ring.
    pub(super) fn oldest(&self) -> u64 {
        self.first
    }

    pub(super) fn hot(&self) -> usize {
        self.hot
    }

    pub(super) fn packed(&self) -> usize {
        self.packed
    }

    /// Returns the number of bytes held by the commits, their slabs and their ring.
    pub(super) fn bytes(&self) -> usize {
        self.nodes + self.slabs.bytes() + self.ring.capacity() * size_of::<Option<Box<Node>>>()
    }

    /// Returns the most bytes that the ring takes if it spans the commits from `oldest` on, and one more.
    pub(super) fn ring_bytes(&self, oldest: u64) -> usize {
        let span = (self.next + 1 - oldest) as usize;
        // It shrinks when three quarters of it are empty, and not below 16.
        (4 * span).max(16) * size_of::<Option<Box<Node>>>()
    }

    /// Returns the slot of a commit, or `None` for a number that no slot has, however large it is.
    fn slot(&self, id: u64) -> Option<usize> {
        usize::try_from(id.checked_sub(self.first)?).ok()
    }

    pub(super) fn get(&self, id: u64) -> Option<&Node> {
        self.ring.get(self.slot(id)?)?.as_deref()
    }

    fn get_mut(&mut self, id: u64) -> Option<&mut Node> {
        self.slot(id).and_then(|slot| self.ring.get_mut(slot))?.as_deref_mut()
    }

    /// Returns all commits, oldest first.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (u64, &Node)> {
        self.ring.iter().enumerate().filter_map(|(i, node)| Some((self.first + i as u64, node.as_deref()?)))
    }

    pub(super) fn parent(&self, id: u64) -> u64 {
        self.get(id).map_or(NONE, |node| node.parent)
    }

    /// Returns the child that redo goes to, or [`NONE`].
    pub(super) fn child(&self, id: u64) -> u64 {
        self.get(id).map_or(self.base_child, |node| node.child)
    }

    /// Returns the number of commits from the base to this one.
    pub(super) fn depth(&self, id: u64) -> usize {
        std::iter::successors(self.get(id), |node| self.get(node.parent)).count()
    }

    /// Returns the nearest common ancestor of two commits.
    pub(super) fn ancestor(&self, one: u64, other: u64) -> u64 {
        // Most ways lead straight up and are short; counting how deep both lie visits every commit.
        let (mut up, mut back) = (one, other);
        for _ in 0..1 << 12 {
            if up == other || back == one {
                return if up == other { other } else { one };
            }
            if up == self.base && back == self.base {
                break;
            }
            (up, back) = (self.parent_or_base(up), self.parent_or_base(back));
        }
        let (mut one, mut deep, mut other, mut flat) = (one, self.depth(one), other, self.depth(other));
        while one != other {
            if deep >= flat {
                (one, deep) = (self.parent_or_base(one), deep - 1);
            } else {
                (other, flat) = (self.parent_or_base(other), flat - 1);
            }
        }
        one
    }

    fn parent_or_base(&self, id: u64) -> u64 {
        self.get(id).map_or(self.base, |node| node.parent)
    }

    fn set_child(&mut self, id: u64, child: u64) {
        match self.get_mut(id) {
            Some(node) => node.child = child,
            None => self.base_child = child,
        }
    }

    pub(super) fn children(&self, id: u64) -> impl Iterator<Item = u64> + '_ {
        let first = Some(self.child(id)).filter(|child| *child != NONE);
        let next = |id: &u64| self.get(*id).map(|node| node.sibling).filter(|sibling| *sibling != NONE);
        std::iter::successors(first, next)
    }

    /// Returns `true` if the ring has no free slot.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.ring.len() == self.ring.capacity()
    }

    /// Returns the number of bytes that [`grow`](Tree::grow) would allocate, 0 if the ring has a free slot.
    pub(super) fn growth(&self) -> usize {
        if self.is_full() { (self.ring.len() * 2).max(16) * size_of::<Option<Box<Node>>>() } else { 0 }
    }

    /// Makes sure that the ring has a slot for one more commit.
    pub(super) fn grow(&mut self) -> std::result::Result<(), std::collections::TryReserveError> {
        self.ring.try_reserve_exact(if self.is_full() { self.ring.len().max(16) } else { 0 })
    }

    /// Adds a commit of this weight as its parent's first child and returns its number; the ring must have a free
    /// slot.
    pub(super) fn insert(&mut self, parent: u64, mut node: Box<Node>, weight: Weight) -> u64 {
        let id = self.next;
        self.next += 1;
        let child = match self.get_mut(parent) {
            Some(parent) => &mut parent.child,
            None => &mut self.base_child,
        };
        (node.parent, node.sibling) = (parent, std::mem::replace(child, id));
        self.account(weight, true);
        if self.ring.is_empty() {
            self.first = id;
        }
        self.ring.push_back(Some(node));
        id
    }

    /// Creates a tree without commits, to be filled by [`restore`](Tree::restore).
    pub(super) fn restored(base: u64, base_child: u64) -> Tree {
        Tree { first: 1, next: 1, base, base_child, ..Tree::default() }
    }

    /// Adds a commit with its links under its own number, which must be above all before it.
    ///
    /// # Errors
    /// [`Error::Damaged`](crate::Error::Damaged) if the number does not fit, and
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    pub(super) fn restore(&mut self, id: u64, node: Box<Node>) -> Result<()> {
        self.skip_to(id)?;
        self.next = id + 1;
        if self.ring.is_empty() {
            self.first = id;
        }
        self.account(node.weight(), true);
        self.ring.push_back(Some(node));
        Ok(())
    }

    /// Makes a number the next commit's; the ring then has a slot for it.
    ///
    /// # Errors
    /// [`Error::Damaged`](crate::Error::Damaged) if it is not above all before it or much too far above, and
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    pub(super) fn skip_to(&mut self, id: u64) -> Result<()> {
        let gap = id.checked_sub(self.next).filter(|gap| self.ring.is_empty() || *gap < FARTHEST);
        let gap = gap.filter(|gap| id < u64::MAX / 2 && self.ring.len() as u64 + gap < 2 * FARTHEST);
        let gap = gap.ok_or_else(|| super::stored::damaged("a step's number is out of order"))?;
        if self.ring.is_empty() {
            (self.first, self.next) = (id, id);
        } else {
            let bytes = (gap as usize + 1) * size_of::<Option<Box<Node>>>();
            self.ring.try_reserve(gap as usize + 1).map_err(super::budget::refused(bytes))?;
            self.ring.resize_with(self.ring.len() + gap as usize, || None);
            self.next = id;
        }
        self.grow().map_err(super::budget::refused(size_of::<Option<Box<Node>>>()))
    }

    /// Sets the number of the next commit, after all were restored, and checks that links lead through every
    /// commit once.
    ///
    /// # Errors
    /// [`Error::Damaged`](crate::Error::Damaged) if they don't, or the number is too low.
    pub(super) fn finish(&mut self, next: u64) -> Result<()> {
        let broken = || super::stored::damaged("its steps don't lead to each other");
        if next != self.next {
            self.skip_to(next)?;
        }
        let mut left = self.count;
        let mut open = Vec::new();
        open.try_reserve_exact(left + 1).map_err(super::budget::refused(left * 16))?;
        open.push((self.base, self.base_child));
        // Each commit is met from its parent's list; more than there are means that links go in circles.
        while let Some((parent, mut id)) = open.pop() {
            while id != NONE {
                let node = self.get(id).filter(|node| node.parent == parent).ok_or_else(broken)?;
                left = left.checked_sub(1).ok_or_else(broken)?;
                open.push((id, node.child));
                id = node.sibling;
            }
        }
        // The base has a number that no later commit gets.
        if left == 0 && self.base < self.next { Ok(()) } else { Err(broken()) }
    }

    #[inline]
    fn account(&mut self, Weight { bytes, near, hot, packed, .. }: Weight, comes: bool) {
        let change = |sum: &mut usize, by| *sum = if comes { *sum + by } else { *sum - by };
        change(&mut self.count, 1);
        change(&mut self.nodes, bytes - near);
        change(&mut self.hot, hot);
        change(&mut self.packed, packed);
    }

    /// Changes a commit's payload and updates the totals.
    pub(super) fn change<R>(&mut self, id: u64, change: impl FnOnce(&mut Node, &Slabs) -> R) -> Option<R> {
        let index = self.slot(id)?;
        let mut node = self.ring.get_mut(index)?.take()?;
        self.account(node.weight(), false);
        let run = node.first.run();
        let result = change(&mut node, &self.slabs);
        // No change puts a piece into a slab.
        run.filter(|run| node.first.run() != Some(*run)).into_iter().for_each(|run| self.slabs.release(run));
        self.account(node.weight(), true);
        self.ring[index] = Some(node);
        Some(result)
    }

    /// Drops every commit and returns a new number for the state that is now the base.
    pub(super) fn restart(&mut self) -> u64 {
        *self = Tree { first: self.next + 1, next: self.next + 1, base: self.next, ..Tree::default() };
        self.base
    }

    /// Moves a commit and its descendants onto another parent, as the child that redo goes to.
    pub(super) fn adopt(&mut self, id: u64, parent: u64) {
        self.unlink(id);
        let sibling = self.child(parent);
        if let Some(node) = self.get_mut(id) {
            (node.parent, node.sibling) = (parent, sibling);
        }
        self.set_child(parent, id);
    }

    /// Visits a commit and its descendants. Returns `false` as soon as `visit` does, else `true`.
    pub(super) fn all_below(&self, root: u64, mut visit: impl FnMut(u64, &Node) -> bool) -> bool {
        let mut id = root;
        loop {
            let Some(node) = self.get(id) else { return true };
            if !visit(id, node) {
                return false;
            }
            // Down first, then to the next sibling of the nearest ancestor that has one.
            if node.child != NONE {
                id = node.child;
                continue;
            }
            while id != root && self.get(id).is_some_and(|node| node.sibling == NONE) {
                id = self.parent(id);
            }
            if id == root {
                return true;
            }
            id = self.get(id).map_or(NONE, |node| node.sibling);
        }
    }

    fn unlink(&mut self, id: u64) {
        let (parent, sibling) = self.get(id).map_or((NONE, NONE), |node| (node.parent, node.sibling));
        if self.child(parent) == id {
            return self.set_child(parent, sibling);
        }
        let before = self.children(parent).find(|child| self.get(*child).is_some_and(|n| n.sibling == id));
        if let Some(node) = before.and_then(|before| self.get_mut(before)) {
            node.sibling = sibling;
        }
    }

    /// Makes a commit its parent's first child, which redo goes to.
    pub(super) fn prefer(&mut self, id: u64) {
        let parent = self.parent(id);
        if self.child(parent) != id {
            self.unlink(id);
            let first = self.child(parent);
            if let Some(node) = self.get_mut(id) {
                node.sibling = first;
            }
            self.set_child(parent, id);
        }
    }

    /// Takes a commit out of the ring. What lay in a slab is gone.
    fn take(&mut self, id: u64) -> Option<Box<Node>> {
        let index = self.slot(id)?;
        let node = self.ring.get_mut(index)?.take()?;
        self.account(node.weight(), false);
        node.first.run().into_iter().for_each(|run| self.slabs.release(run));
        while let Some(None) = self.ring.front() {
            self.ring.pop_front();
            self.first += 1;
        }
        self.trim();
        Some(node)
    }

    /// Shrinks the ring if more than three quarters of it are unused.
    pub(super) fn trim(&mut self) {
        if self.ring.is_empty() {
            self.ring = VecDeque::new();
            self.first = self.next;
        } else if self.ring.len() < self.ring.capacity() / 4 {
            // One slot more than there are commits: `grow` may have made it for a commit to come.
            self.ring.shrink_to((self.ring.len() + 1).next_power_of_two().max(16));
        }
    }

    /// Removes a commit that has no children.
    pub(super) fn remove(&mut self, id: u64) -> Option<Box<Node>> {
        self.unlink(id);
        self.take(id)
    }

    /// Makes the base's only child the new base, and returns that child's node.
    pub(super) fn advance(&mut self) -> Option<Box<Node>> {
        let id = self.base_child;
        let node = self.take(id)?;
        (self.base, self.base_child) = (id, node.child);
        Some(node)
    }
}
