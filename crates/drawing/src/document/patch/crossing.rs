//! What of a commit a walk through a history needs: records taken across it, and the pages that it touches.
//!
//! All code relies on records, and a stranger's commit may do anything to them. So a walk has a copy of a state's records, links,
//! selection and floating pixels, and takes that across one commit after another, by their exchanges. It asks to be told which pages were
//! touched, as nothing else can have been broken.
//!
//! The invariant: what lies at no page is damage there, and an error.

use super::reading::{self, Run};
use crate::document::Document;
use crate::error::Result;
use crate::history::{Commit, CommitId, History};
use crate::memory::{Arena, Memory, PAGE, Region};
use std::collections::BTreeSet;
use std::ops::Range;

/// The most pages of a step that are listed.
const PAGES: u64 = 1 << 12;

/// XORs a run into a memory.
fn exchange(memory: &mut Memory, run: &Run<'_>) -> Result<()> {
    let region = Region::new(run.at, run.bytes.len());
    memory.provide(region)?;
    memory.get_mut(region).into_iter().flatten().zip(run.bytes).for_each(|(live, byte)| *live ^= byte);
    Ok(())
}

/// Takes records, links, the selection and floating pixels across a commit, in either direction. Returns the number of bytes that this took,
/// at most `most`, and the addresses of the pages that were touched.
///
/// # Errors
/// Returns [`Error::Damaged`](crate::Error::Damaged) for bytes at no page, and what visiting them returns.
pub(in crate::document) fn cross(
    memory: &mut Memory,
    commit: &Commit<'_>,
    most: u64,
) -> Result<(u64, BTreeSet<u64>)> {
    let mut touched = BTreeSet::new();
    let count = reading::special(commit, most, &mut |run| {
        touched.insert(run.place.address());
        exchange(memory, &run)
    })?;
    touched.iter().for_each(|page| memory.trim(Region::new(*page, PAGE)));
    Ok((count, touched))
}

/// Gets the records, links, selection and floating pixels of a pinned state into an empty memory. Returns as [`cross`] does.
///
/// # Errors
/// As [`cross`].
pub(in crate::document) fn unpack(
    memory: &mut Memory,
    history: &History<Memory>,
    pin: CommitId,
    most: u64,
) -> Result<u64> {
    reading::pinned(history, pin, most, &mut |run| exchange(memory, &run))
}

impl Document {
    /// Returns the addresses of the pages that a step touches, or `None` if they are many or can't be told.
    pub fn pages_of(&self, id: CommitId) -> Option<BTreeSet<u64>> {
        let (mut pages, mut many) = (BTreeSet::new(), false);
        let commit = self.history().commit_of(id).ok()?;
        let told = reading::touched(&commit, &mut |_, Range { start, .. }| {
            many |= pages.len() as u64 >= PAGES;
            if !many {
                pages.insert(start - start % PAGE as u64);
            }
        });
        told.ok().filter(|()| !many).map(|()| pages)
    }
}
