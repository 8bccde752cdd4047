//! The tree of commits: who came after whom, and what is still there.
//!
//! Undoing and painting on starts another line; the line undone stays where it
//! was, as a branch. So commits form a tree. Its root is the *base*: the oldest
//! state that can still be reached. A commit's children stand in a list whose
//! first is the one that redo goes to: the newest, or the one last travelled.
//!
//! Commits are numbered in the order they were made, and lie in a [ring](Ring) by
//! number. A parent's number is mostly below its children's, but not always: a line
//! may be moved onto a younger commit.
//!
//! The invariant: every commit but the base's children has its parent in the
//! ring, and is in the list of exactly one parent.

use crate::error::{Result, damaged, refused, require};
use crate::node::{NONE, Node, Weight};
use crate::ring::Ring;
use crate::slabs::{Run, Slabs};

/// The widest gap in the numbers of commits that stay in the tree.
const FARTHEST: u64 = 1 << 22;

#[derive(Debug, Default)]
pub(crate) struct Tree {
    ring: Ring,
    base: u64,
    base_child: u64,
    /// Bytes held by the commits, besides the ring they lie in.
    nodes: usize,
    /// Of these, bytes of hot pieces.
    hot: usize,
    /// Of these, bytes of packed pieces.
    packed: usize,
    /// Bytes of the records of commits whose payloads were put away, with their slots in the ring.
    away: usize,
    /// Bytes of small hot pieces.
    slabs: Slabs,
    /// Number of times that a line was moved onto another commit.
    adoptions: u64,
}

impl Tree {
    pub(crate) fn without_commits() -> Tree {
        Tree { ring: Ring::from_number(1), ..Tree::default() }
    }

    pub(crate) fn len(&self) -> usize {
        self.ring.len()
    }

    /// Returns the number of the oldest state that can be reached.
    pub(crate) fn base(&self) -> u64 {
        self.base
    }

    /// Returns the number of the next commit.
    pub(crate) fn next(&self) -> u64 {
        self.ring.next()
    }

    /// Returns a lower bound of the commit numbers still in the ring.
    pub(crate) fn oldest(&self) -> u64 {
        self.ring.first()
    }

    pub(crate) fn hot(&self) -> usize {
        self.hot
    }

    pub(crate) fn packed(&self) -> usize {
        self.packed
    }

    pub(crate) fn away(&self) -> usize {
        self.away
    }

    /// Returns the number of bytes held by the commits, their slabs and their ring.
    #[inline]
    pub(crate) fn bytes_held(&self) -> usize {
        self.nodes + self.slabs.bytes_held() + self.ring.bytes_held()
    }

    /// Returns the slabs in which pieces of commits lie.
    #[inline(always)]
    pub(crate) fn slabs(&self) -> &Slabs {
        &self.slabs
    }

    /// Returns the slab that is being filled, if at least `most` bytes can be appended.
    #[inline]
    pub(crate) fn tail(&mut self, most: usize) -> Option<&mut Vec<u8>> {
        self.slabs.tail(most)
    }

    /// Makes a run of the last bytes that were appended to the tail, for a commit that is to be inserted.
    #[inline]
    pub(crate) fn keep_tail(&mut self, len: usize) -> Run {
        self.slabs.keep(len)
    }

    /// Allocates a slab and fills it from now on. Returns `false`, changing nothing, if there is no memory.
    pub(crate) fn add_slab(&mut self) -> bool {
        self.slabs.add_slab()
    }

    /// Frees the slab that is being filled if nothing lies in it.
    pub(crate) fn trim_slabs(&mut self) {
        self.slabs.trim();
    }

    /// Returns `true` if the next commit has no slot.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.ring.is_full()
    }

    /// Returns the number of bytes that [`make_slot`](Tree::make_slot) would allocate.
    #[inline]
    pub(crate) fn growth(&self) -> usize {
        self.ring.growth()
    }

    /// Makes sure that the next commit has a slot.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    pub(crate) fn make_slot(&mut self) -> Result<()> {
        let growth = self.growth();
        self.ring.grow().map_err(refused(growth))
    }

    /// Returns the most bytes that the slots of commits take, if these lie in so many chunks, from the number `oldest` on, and
    /// of one more.
    pub(crate) fn slots_for(&self, oldest: u64, chunks: usize) -> usize {
        self.ring.bytes_for(oldest, chunks)
    }

    /// Frees what slots and slabs hold beyond their need.
    pub(crate) fn trim(&mut self) {
        self.ring.trim();
        self.slabs.trim();
    }

    /// Returns how often a line was moved onto another commit.
    pub(crate) fn adoptions(&self) -> u64 {
        self.adoptions
    }

    #[inline]
    pub(crate) fn get(&self, id: u64) -> Option<&Node> {
        self.ring.get(id)
    }

    fn get_mut(&mut self, id: u64) -> Option<&mut Node> {
        self.ring.get_mut(id)
    }

    /// Returns all commits, oldest first.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (u64, &Node)> {
        self.ring.iter()
    }

    pub(crate) fn parent(&self, id: u64) -> u64 {
        self.get(id).map_or(NONE, |node| node.parent)
    }

    /// Returns the child that redo goes to, or [`NONE`].
    pub(crate) fn child(&self, id: u64) -> u64 {
        self.get(id).map_or(self.base_child, |node| node.child)
    }

    /// Returns the number of commits from the base to this one.
    pub(crate) fn depth(&self, id: u64) -> usize {
        std::iter::successors(self.get(id), |node| self.get(node.parent)).count()
    }

    /// Returns the nearest common ancestor of two commits.
    pub(crate) fn ancestor(&self, one: u64, other: u64) -> u64 {
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

    /// Returns the numbers of the commits between two states, in any order: the exchanges of all of them lead from one to the
    /// other.
    pub(crate) fn way(&self, one: u64, other: u64) -> impl Iterator<Item = u64> {
        let ancestor = self.ancestor(one, other);
        [one, other].into_iter().flat_map(move |id| {
            let back = move |id: &u64| (*id != ancestor).then(|| self.parent(*id));
            std::iter::successors(Some(id), back).filter(move |id| *id != ancestor)
        })
    }

    /// Returns the fingerprint of the difference between two states.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory) if a commit can't be unpacked.
    pub(crate) fn between(&self, one: u64, other: u64) -> Result<u64> {
        let mut fresh = Vec::new();
        let mut way = self.way(one, other).filter_map(|id| self.get(id));
        way.try_fold(0, |sum, node| Ok(sum ^ node.sum(&self.slabs, &mut fresh)?))
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

    pub(crate) fn children(&self, id: u64) -> impl Iterator<Item = u64> + '_ {
        let first = Some(self.child(id)).filter(|child| *child != NONE);
        let next = |id: &u64| self.get(*id).map(|node| node.sibling).filter(|sibling| *sibling != NONE);
        std::iter::successors(first, next)
    }

    /// Adds a commit of this weight as its parent's first child and returns its number; the ring must have a free
    /// slot.
    #[inline(always)]
    pub(crate) fn insert(&mut self, parent: u64, mut node: Node, weight: Weight) -> u64 {
        let id = self.ring.next();
        let child = match self.ring.get_mut(parent) {
            Some(parent) => &mut parent.child,
            None => &mut self.base_child,
        };
        (node.parent, node.sibling) = (parent, std::mem::replace(child, id));
        self.account(weight, true);
        self.ring.push(node)
    }

    /// Gives a commit without children the next number, and makes it its parent's first child. The ring must have a
    /// free slot.
    pub(crate) fn renumber(&mut self, id: u64) -> Option<u64> {
        self.unlink(id);
        let new = self.ring.renumber(id)?;
        let parent = self.parent(new);
        let sibling = self.child(parent);
        self.get_mut(new).into_iter().for_each(|node| node.sibling = sibling);
        self.set_child(parent, new);
        Some(new)
    }

    /// Creates a tree without commits, to be filled by [`restore`](Tree::restore).
    pub(crate) fn restored(base: u64, base_child: u64) -> Tree {
        Tree { base, base_child, ..Tree::without_commits() }
    }

    /// Adds a commit with its links under its own number, which must be above all before it.
    ///
    /// # Errors
    /// [`Error::Damaged`](crate::Error::Damaged) if the number does not fit, and
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    pub(crate) fn restore(&mut self, id: u64, node: Node) -> Result<()> {
        self.skip_to(id)?;
        self.account(node.weight(), true);
        self.ring.push(node);
        Ok(())
    }

    /// Makes a number the next commit's; the ring then has a slot for it.
    ///
    /// # Errors
    /// [`Error::Damaged`](crate::Error::Damaged) if it is not above all before it or much too far above, and
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    pub(crate) fn skip_to(&mut self, id: u64) -> Result<()> {
        let (next, empty) = (self.ring.next(), self.ring.len() == 0);
        let gap = id.checked_sub(next).filter(|gap| empty || *gap < FARTHEST);
        let gap = gap.filter(|_| id < u64::MAX / 2 && (empty || id - self.ring.first() < 2 * FARTHEST));
        let gap = gap.ok_or_else(|| damaged("a step's number is out of order"))?;
        let full = refused(gap as usize);
        self.ring.skip_to(id).and_then(|()| self.ring.grow()).map_err(full)
    }

    /// Sets the number of the next commit, after all were restored, and checks that links lead through every
    /// commit once.
    ///
    /// # Errors
    /// [`Error::Damaged`](crate::Error::Damaged) if they don't, or the number is too low.
    pub(crate) fn finish(&mut self, next: u64) -> Result<()> {
        let broken = || damaged("its steps don't follow each other");
        if next != self.ring.next() {
            self.skip_to(next)?;
        }
        let mut left = self.ring.len();
        let mut open = Vec::new();
        open.try_reserve_exact(left + 1).map_err(refused(left * 16))?;
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
        if left == 0 && self.base < self.ring.next() { Ok(()) } else { Err(broken()) }
    }

    #[inline]
    fn account(&mut self, Weight { bytes, near, hot, packed, away, .. }: Weight, comes: bool) {
        let change = |sum: &mut usize, by| *sum = if comes { *sum + by } else { *sum - by };
        change(&mut self.nodes, bytes - near - Node::SIZE);
        change(&mut self.hot, hot);
        change(&mut self.packed, packed);
        change(&mut self.away, away);
    }

    /// Changes a commit's payload and updates the totals.
    pub(crate) fn change<R>(&mut self, id: u64, change: impl FnOnce(&mut Node, &Slabs) -> R) -> Option<R> {
        let Tree { ring, slabs, .. } = self;
        let node = ring.get_mut(id)?;
        let (before, run) = (node.weight(), node.first.run());
        let result = change(node, slabs);
        // No change puts a piece into a slab.
        let left = run.filter(|run| node.first.run() != Some(*run));
        left.into_iter().for_each(|run| slabs.release(run));
        let after = node.weight();
        self.account(before, false);
        self.account(after, true);
        Some(result)
    }

    /// Drops every commit and returns a new number for the state that is now the base.
    pub(crate) fn restart(&mut self) -> u64 {
        let base = self.ring.next();
        let adoptions = self.adoptions + 1;
        *self = Tree { ring: Ring::from_number(base + 1), base, adoptions, ..Tree::default() };
        self.base
    }

    /// Moves a commit and its descendants onto another parent, as the child that redo goes to.
    pub(crate) fn adopt(&mut self, id: u64, parent: u64) {
        self.adoptions += 1;
        self.unlink(id);
        let sibling = self.child(parent);
        if let Some(node) = self.get_mut(id) {
            (node.parent, node.sibling) = (parent, sibling);
        }
        self.set_child(parent, id);
    }

    /// Visits a commit and its descendants. Returns `false` as soon as `visit` does, else `true`.
    pub(crate) fn all_below(&self, root: u64, mut visit: impl FnMut(u64, &Node) -> bool) -> bool {
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

    /// Makes a commit its parent's first child, which redo goes to. Returns `false` if it was that already.
    pub(crate) fn prefer(&mut self, id: u64) -> bool {
        let parent = self.parent(id);
        let turns = self.child(parent) != id;
        if turns {
            self.unlink(id);
            let first = self.child(parent);
            if let Some(node) = self.get_mut(id) {
                node.sibling = first;
            }
            self.set_child(parent, id);
        }
        turns
    }

    /// Takes a commit out of the ring. What lay in a slab is gone.
    fn take_out(&mut self, id: u64) -> Option<Node> {
        let node = self.ring.remove(id)?;
        self.account(node.weight(), false);
        node.first.run().into_iter().for_each(|run| self.slabs.release(run));
        Some(node)
    }

    /// Removes a commit that has no children.
    pub(crate) fn remove(&mut self, id: u64) -> Option<Node> {
        self.unlink(id);
        self.take_out(id)
    }

    /// Makes the base's only child the new base, and returns that child's node.
    pub(crate) fn advance(&mut self) -> Option<Node> {
        let id = self.base_child;
        let node = self.take_out(id)?;
        (self.base, self.base_child) = (id, node.child);
        Some(node)
    }

    /// Checks the tree's invariants. The error names the first that is broken.
    pub(crate) fn validate(&self) -> std::result::Result<(), String> {
        self.ring.validate()?;
        let mut sums = (0, 0, 0, 0);
        for (id, node) in self.iter() {
            let known = node.parent == self.base || self.get(node.parent).is_some();
            require(known, "a commit's parent is there")?;
            let listed = self.children(node.parent).filter(|child| *child == id).count();
            require(listed == 1, "a commit is in its parent's list once")?;
            sums = (
                sums.0 + 1,
                sums.1 + node.bytes_held() - node.weight().near - Node::SIZE,
                sums.2 + node.weight().hot,
                sums.3,
            );
            sums.3 += self.children(id).count();
        }
        sums.3 += self.children(self.base).count();
        require(
            sums.0 == self.len() && sums.3 == self.len(),
            "commits are counted, and are their parents' lists",
        )?;
        let mut reached = 0;
        for root in self.children(self.base) {
            self.all_below(root, |_, _| {
                reached += 1;
                true
            });
        }
        require(reached == self.len(), "every commit grew from the base")?;
        self.slabs.validate(self.iter().filter_map(|(_, node)| node.first.run()).collect())?;
        require(sums.1 == self.nodes && sums.2 == self.hot(), "bytes are counted")
    }
}
