//! Holding pages: making them, dropping them, and the inner nodes with them.
//!
//! Every byte is counted against the memory's limit before it is allocated, and a
//! refusal by either leaves what was held. But for one empty node of each kind, which is kept for the next one and counts when it is used.

use super::held::Held;
use super::pages::Memory;
use super::radix::{Branch, FAN, PageAddress, Tree, Twig, split};
use super::{PAGE, PAGES, Page};
use crate::error::{Error, Result};

pub(super) const TWIG: u64 = (FAN * size_of::<Option<Held>>()) as u64;
pub(super) const BRANCH: u64 = (FAN * size_of::<Option<Twig>>()) as u64;

/// Counts bytes against the limit before they are allocated, or returns an error if they exceed it.
fn charge(held: &mut u64, limit: u64, bytes: u64) -> Result<()> {
    if *held + bytes > limit {
        return Err(Error::OutOfMemory { what: PAGES, bytes: *held + bytes, limit });
    }
    *held += bytes;
    Ok(())
}

/// Allocates an array on the heap, counted against the limit.
fn boxed<T, const N: usize>(held: &mut u64, limit: u64, make: impl FnMut() -> T) -> Result<Box<[T; N]>> {
    let bytes = (N * size_of::<T>()) as u64;
    charge(held, limit, bytes)?;
    let mut list = Vec::new();
    if list.try_reserve_exact(N).is_ok() {
        list.resize_with(N, make);
        if let Ok(array) = list.into_boxed_slice().try_into() {
            return Ok(array);
        }
    }
    *held -= bytes;
    Err(Error::OutOfMemory { what: PAGES, bytes: *held + bytes, limit: 0 })
}

/// Arrays of an inner node of each kind, of which nothing is present: the ones that were given back last. Whoever paints and undoes gives them
/// back and asks for them in turns, and would have the allocator clear them each time.
#[derive(Clone, Debug, Default)]
pub(super) struct Spare {
    twigs: Option<Box<[Option<Twig>; FAN]>>,
    leaves: Option<Box<[Option<Held>; FAN]>>,
}

/// Takes the spare array of an inner node, or allocates one; either is counted.
fn node<T>(
    spare: &mut Option<Box<[Option<T>; FAN]>>,
    held: &mut u64,
    limit: u64,
) -> Result<Box<[Option<T>; FAN]>> {
    let Some(node) = spare.take() else { return boxed(held, limit, || None) };
    charge(held, limit, (FAN * size_of::<Option<T>>()) as u64)?;
    Ok(node)
}

/// Allocates an array of absent nodes.
fn absent<T, const N: usize>() -> Option<Box<[Option<T>; N]>> {
    let mut list = Vec::new();
    list.try_reserve_exact(N).ok()?;
    list.resize_with(N, || None);
    list.into_boxed_slice().try_into().ok()
}

/// Returns the bytes that a tree is counted for.
fn bytes_of(tree: &Tree) -> u64 {
    let page = |page: Option<&Page>| page.map_or(0, |_| PAGE as u64);
    let twig = |twig: &Twig| TWIG + page(twig.page()) + u64::from(twig.count) * PAGE as u64;
    let branch =
        |branch: &Branch| BRANCH + page(branch.page()) + branch.twigs.iter().flatten().map(twig).sum::<u64>();
    page(tree.page()) + tree.branches.iter().flatten().map(branch).sum::<u64>()
}

/// Makes a tree that shares all pages of another, or returns `None` if its nodes can't be allocated.
fn sharing(tree: &mut Tree) -> Option<Tree> {
    let mut copy = Tree { page: Held::share(&mut tree.page), ..Tree::default() };
    for (branch, to) in tree.branches.iter_mut().zip(&mut copy.branches) {
        let Some(branch) = branch else { continue };
        let mut twigs = absent::<Twig, FAN>()?;
        for (twig, to) in branch.twigs.iter_mut().zip(twigs.iter_mut()) {
            let Some(twig) = twig else { continue };
            let mut leaves = absent::<Held, FAN>()?;
            for (leaf, to) in twig.leaves.iter_mut().zip(leaves.iter_mut()) {
                *to = Held::share(leaf);
            }
            *to = Some(Twig { page: Held::share(&mut twig.page), leaves, count: twig.count });
        }
        *to = Some(Branch { page: Held::share(&mut branch.page), twigs, count: branch.count });
    }
    Some(copy)
}

impl Memory {
    /// Replaces the pages of a tree by those of another, which both share until one of them is written.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if the limit or the allocator refuses them; the tree keeps its pages then.
    pub fn copy_tree(&mut self, from: u32, to: u32) -> Result<()> {
        if from == to {
            return Ok(());
        }
        let before = self.trees.get(to).map_or(0, bytes_of);
        let Some(tree) = self.trees.get_mut(from) else {
            self.trees.remove(to);
            self.held -= before;
            return Ok(());
        };
        let bytes = bytes_of(tree);
        charge(&mut self.held, self.limit, bytes)?;
        match sharing(tree) {
            Some(copy) if self.trees.try_reserve().is_ok() => {
                *self.trees.provide(to) = copy;
                self.held -= before;
                Ok(())
            }
            _ => {
                self.held -= bytes;
                Err(Error::OutOfMemory { what: PAGES, bytes: self.held + bytes, limit: 0 })
            }
        }
    }

    /// Allocates a zeroed page, with the inner nodes on the way to it.
    pub(super) fn insert(&mut self, place: PageAddress) -> Result<()> {
        let Memory { trees, held, limit, spare } = self;
        if trees.try_reserve().is_err() {
            return Err(Error::OutOfMemory { what: PAGES, bytes: *held, limit: 0 });
        }
        let (i, j, k) = split(place.index << (9 * u32::from(place.level)));
        let tree = trees.provide(place.tree);
        if place.level == 3 {
            tree.page = Some(Held::Own(boxed(held, *limit, || 0)?));
            return Ok(());
        }
        let branch = match &mut tree.branches[i] {
            Some(branch) => branch,
            none => {
                none.insert(Branch { page: None, twigs: node(&mut spare.twigs, held, *limit)?, count: 0 })
            }
        };
        if place.level == 2 {
            branch.page = Some(Held::Own(boxed(held, *limit, || 0)?));
            return Ok(());
        }
        let twig = match &mut branch.twigs[j] {
            Some(twig) => twig,
            none => {
                let leaves = node(&mut spare.leaves, held, *limit)?;
                branch.count += 1;
                none.insert(Twig { page: None, leaves, count: 0 })
            }
        };
        let page = Some(Held::Own(boxed(held, *limit, || 0)?));
        if place.level == 1 {
            twig.page = page;
        } else {
            twig.leaves[k] = page;
            twig.count += 1;
        }
        Ok(())
    }

    /// Drops a page if it is present, whatever it holds, and the inner nodes that are then empty.
    pub fn remove(&mut self, place: PageAddress) {
        let Memory { trees, held, .. } = self;
        let Some(tree) = trees.get_mut(place.tree) else { return };
        let (i, j, k) = split(place.index << (9 * u32::from(place.level)));
        let mut drop_page = |page: &mut Option<Held>| {
            let was = page.take().is_some();
            *held -= if was { PAGE as u64 } else { 0 };
            was
        };
        match (place.level, &mut tree.branches[i]) {
            (3, _) => _ = drop_page(&mut tree.page),
            (_, None) => {}
            (2, Some(branch)) => _ = drop_page(&mut branch.page),
            (level, Some(branch)) => {
                if let Some(twig) = &mut branch.twigs[j] {
                    if level == 1 {
                        drop_page(&mut twig.page);
                    } else {
                        twig.count -= u16::from(drop_page(&mut twig.leaves[k]));
                    }
                }
            }
        }
        self.prune(place.tree, i, j);
    }

    /// Drops the empty inner nodes on the way to a twig.
    fn prune(&mut self, number: u32, i: usize, j: usize) {
        let Memory { trees, held, spare, .. } = self;
        let Some(tree) = trees.get_mut(number) else { return };
        if let Some(branch) = &mut tree.branches[i] {
            if let Some(twig) = branch.twigs[j].take_if(|twig| twig.is_empty()) {
                spare.leaves = Some(twig.leaves);
                branch.count -= 1;
                *held -= TWIG;
            }
            if branch.is_empty()
                && let Some(branch) = tree.branches[i].take()
            {
                spare.twigs = Some(branch.twigs);
                *held -= BRANCH;
            }
        }
        if tree.is_empty() {
            trees.remove(number);
        }
    }
}
