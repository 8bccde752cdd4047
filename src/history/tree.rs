//! The tree of commits: who came after whom, and what is still there.
//!
//! Undoing and painting on starts another line; the line undone stays where it
//! was, as a branch. So commits form a tree. Its root is the *base*: the oldest
//! state that can still be reached. A commit's children stand in a list whose
//! first is the one that redo goes to: the newest, or the one last travelled.
//!
//! Commits are numbered in the order they were made, so they lie in a ring by
//! number: finding one is a subtraction, the oldest is in front, and a parent's
//! number is below its children's. A commit that is dropped leaves a hole, which
//! goes when it reaches the front.
//!
//! The invariant: every commit but the base's children has its parent in the
//! ring, and is in the list of exactly one parent.

use super::piece::Piece;
use std::collections::VecDeque;
use std::mem::size_of;

/// The number that no commit has, as the first state has it, and that ends lists of children.
pub(super) const NONE: u64 = 0;

/// One commit: its place in the tree and its payload.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) parent: u64,
    /// The child that redo goes to.
    pub(super) child: u64,
    /// The next child of the same parent.
    pub(super) sibling: u64,
    /// The fingerprint of the state after it.
    pub(super) state: u64,
    /// The piece with the header in front.
    pub(super) first: Piece,
    pub(super) more: Box<[Piece]>,
    pub(super) deltas: u32,
    /// The header's bytes.
    pub(super) lead: u32,
}

impl Node {
    /// What a node without its pieces takes.
    pub(super) const SIZE: usize = size_of::<Node>();

    /// The bytes that it holds on the heap, itself included.
    pub(super) fn bytes(&self) -> usize {
        let pieces: usize = self.pieces().map(|(piece, _)| piece.stored()).sum();
        Node::SIZE + self.more.len() * size_of::<Piece>() + pieces
    }

    /// Its pieces, each with the length of what stands before its payload.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (&Piece, usize)> {
        std::iter::once((&self.first, self.lead as usize)).chain(self.more.iter().map(|p| (p, 0)))
    }

    pub(super) fn piece(&self, index: usize) -> Option<(&Piece, usize)> {
        if index == 0 {
            Some((&self.first, self.lead as usize))
        } else {
            Some((self.more.get(index - 1)?, 0))
        }
    }

    pub(super) fn piece_mut(&mut self, index: usize) -> Option<(&mut Piece, usize)> {
        match index {
            0 => Some((&mut self.first, self.lead as usize)),
            _ => Some((self.more.get_mut(index - 1)?, 0)),
        }
    }

    /// The room that opening its longest sealed piece takes.
    pub(super) fn opening(&self) -> usize {
        self.pieces().map(|(piece, _)| piece.opening()).max().unwrap_or(0)
    }

    /// Entries on the stack: one for each delta and one for the header.
    pub(super) fn entries(&self) -> usize {
        self.deltas as usize + 1
    }
}

#[derive(Debug, Default)]
pub(super) struct Tree {
    ring: VecDeque<Option<Box<Node>>>,
    /// The number of the ring's first place.
    first: u64,
    /// The number that the next commit gets.
    next: u64,
    pub(super) base: u64,
    pub(super) base_child: u64,
    pub(super) base_state: u64,
    count: usize,
    /// What the nodes hold.
    nodes: usize,
    /// Of these, what sealed pieces hold.
    sealed: usize,
}

impl Tree {
    pub(super) fn new() -> Tree {
        Tree { first: 1, next: 1, ..Tree::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// The number that the next commit will get.
    pub(super) fn next(&self) -> u64 {
        self.next
    }

    /// The smallest number that may still be there.
    pub(super) fn oldest(&self) -> u64 {
        self.first
    }

    pub(super) fn sealed(&self) -> usize {
        self.sealed
    }

    /// The bytes that the commits and their ring hold.
    pub(super) fn bytes(&self) -> usize {
        self.nodes + self.ring.capacity() * size_of::<Option<Box<Node>>>()
    }

    /// The most that the ring takes if it only spans the commits from `oldest` on, and one more.
    pub(super) fn ring_bytes(&self, oldest: u64) -> usize {
        let span = (self.next + 1 - oldest) as usize;
        // It shrinks when three quarters of it are empty, and not below 16.
        (4 * span).max(16) * size_of::<Option<Box<Node>>>()
    }

    pub(super) fn get(&self, id: u64) -> Option<&Node> {
        self.ring.get(id.checked_sub(self.first)? as usize)?.as_deref()
    }

    fn get_mut(&mut self, id: u64) -> Option<&mut Node> {
        self.ring.get_mut(id.checked_sub(self.first)? as usize)?.as_deref_mut()
    }

    /// All commits by age, oldest first.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (u64, &Node)> {
        self.ring.iter().enumerate().filter_map(|(i, node)| Some((self.first + i as u64, node.as_deref()?)))
    }

    pub(super) fn state(&self, id: u64) -> u64 {
        self.get(id).map_or(self.base_state, |node| node.state)
    }

    pub(super) fn parent(&self, id: u64) -> u64 {
        self.get(id).map_or(NONE, |node| node.parent)
    }

    /// The child that redo goes to.
    pub(super) fn child(&self, id: u64) -> u64 {
        self.get(id).map_or(self.base_child, |node| node.child)
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

    /// The most bytes that making a place for one more commit allocates.
    ///
    /// Commits may be dropped in between; the ring then has a place, or is empty and begins anew.
    pub(super) fn shortage(&self) -> usize {
        let full = self.ring.len() == self.ring.capacity();
        (if full { self.ring.len() * 2 } else { 0 }).max(16) * size_of::<Option<Box<Node>>>()
    }

    /// Makes that place.
    pub(super) fn grow(&mut self) -> Result<(), std::collections::TryReserveError> {
        let more = if self.ring.len() == self.ring.capacity() { self.ring.len().max(16) } else { 0 };
        self.ring.try_reserve_exact(more)
    }

    /// Adds a commit as its parent's first child; there must be a place for it.
    pub(super) fn insert(&mut self, mut node: Box<Node>) -> u64 {
        let id = self.next;
        self.next += 1;
        node.sibling = self.child(node.parent);
        self.set_child(node.parent, id);
        self.account(&node, true);
        if self.ring.is_empty() {
            self.first = id;
        }
        self.ring.push_back(Some(node));
        id
    }

    fn account(&mut self, node: &Node, comes: bool) {
        let sealed: usize = node.pieces().filter(|(p, _)| p.is_sealed()).map(|(p, _)| p.stored()).sum();
        if comes {
            self.count += 1;
            self.nodes += node.bytes();
            self.sealed += sealed;
        } else {
            self.count -= 1;
            self.nodes -= node.bytes();
            self.sealed -= sealed;
        }
    }

    /// Uses up a number for a state that has no commit; the tree must be empty.
    pub(super) fn restart(&mut self, state: u64) -> u64 {
        *self = Tree { first: self.next + 1, next: self.next + 1, base: self.next, ..Tree::default() };
        self.base_state = state;
        self.base
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

    /// Makes a commit the one that redo goes to from its parent.
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

    fn take(&mut self, id: u64) -> Option<Box<Node>> {
        let index = id.checked_sub(self.first)? as usize;
        let node = self.ring.get_mut(index)?.take()?;
        self.account(&node, false);
        while let Some(None) = self.ring.front() {
            self.ring.pop_front();
            self.first += 1;
        }
        self.trim();
        Some(node)
    }

    /// Gives room in the ring back that is far too much.
    pub(super) fn trim(&mut self) {
        if self.ring.is_empty() {
            self.ring = VecDeque::new();
            self.first = self.next;
        } else if self.ring.len() < self.ring.capacity() / 4 {
            self.ring.shrink_to(self.ring.len().next_power_of_two().max(16));
        }
    }

    /// Takes a commit out that has no children.
    pub(super) fn remove(&mut self, id: u64) -> Option<Box<Node>> {
        self.unlink(id);
        self.take(id)
    }

    /// Moves the base over its only child: that state is now the oldest.
    pub(super) fn advance(&mut self) {
        let id = self.base_child;
        if let Some(node) = self.take(id) {
            self.base = id;
            self.base_state = node.state;
            self.base_child = node.child;
        }
    }

    /// Packs one piece of a commit; what was freed.
    pub(super) fn seal(&mut self, id: u64, index: usize) -> usize {
        let Some((piece, lead)) = self.get_mut(id).and_then(|node| node.piece_mut(index)) else { return 0 };
        let before = piece.stored();
        piece.seal(lead);
        let (after, sealed) = (piece.stored(), piece.is_sealed());
        if sealed && after < before {
            self.nodes -= before - after;
            self.sealed += after;
        }
        before - after
    }

    /// Checks the tree; the first invariant that is broken is named.
    pub(super) fn validate(&self) -> Result<(), String> {
        let check = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        check(self.ring.len() as u64 == self.next - self.first, "the ring spans first to next")?;
        check(self.ring.front().is_none_or(|front| front.is_some()), "the ring's front is a commit")?;
        let mut sums = (0, 0, 0, 0);
        for (id, node) in self.iter() {
            let known = node.parent == self.base || self.get(node.parent).is_some();
            check(known && node.parent < id, "a commit's parent is there and older")?;
            let listed = self.children(node.parent).filter(|child| *child == id).count();
            check(listed == 1, "a commit is in its parent's list once")?;
            let sealed = node.pieces().filter(|(p, _)| p.is_sealed()).map(|(p, _)| p.stored());
            sums = (sums.0 + 1, sums.1 + node.bytes(), sums.2 + sealed.sum::<usize>(), sums.3);
            sums.3 += self.children(id).count();
        }
        sums.3 += self.children(self.base).count();
        check(
            sums.0 == self.count && sums.3 == self.count,
            "commits are counted, and are their parents' lists",
        )?;
        check(sums.1 == self.nodes && sums.2 == self.sealed, "bytes are counted")
    }
}
