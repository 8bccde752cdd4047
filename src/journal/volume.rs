//! Volumes: the bytes of steps, some dozens to an entry.
//!
//! Who undoes one step wants the next one soon, and thousands of small entries are slow to
//! read. So the steps of a checkpoint stand together, in the order of their numbers, up to
//! some tens of kilobytes to a volume. A volume's number is that of its first step, so the one
//! that holds a step is the last whose number is not above.
//!
//! The invariant: a volume is written once. One that holds no step of the history any more is
//! dropped.

use super::{Batch, Contents, EntryKey, EntryKind, damaged, seal};
use crate::error::{Error, Result};
use crate::history::{CommitId, History};
use crate::memory::Memory;

/// Number of bytes from which a volume is ended.
const LONG: usize = 64 << 10;

/// Adds volumes of all steps that have none to a batch, and drops those of which no step is left.
///
/// # Errors
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
pub(super) fn write(history: &History<Memory>, contents: &mut Contents, batch: &mut Batch) -> Result<()> {
    drop_empty(history, contents, batch);
    let (mut volume, mut first) = (Vec::new(), None);
    let mut end = |volume: &mut Vec<u8>, first: u64, contents: &mut Contents| {
        seal::close(volume);
        volume.shrink_to_fit();
        contents.volumes.push(first);
        batch.puts.push((EntryKey::new(EntryKind::Volume, first), std::mem::take(volume)));
    };
    let until = contents.until;
    for commit in history.commits().filter(|commit| commit.id().0 >= until) {
        let CommitId(id) = commit.id();
        let begun = *first.get_or_insert(id);
        // A large step is written where it stays, as copying it would take a while.
        let most = commit.bytes().max(LONG);
        let refused = || Error::OutOfMemory { what: "journal", bytes: most as u64, limit: 0 };
        volume.try_reserve(most).map_err(|_| refused())?;
        volume.extend_from_slice(&id.to_le_bytes());
        let from = volume.len();
        volume.extend_from_slice(&[0; 4]);
        if !history.store_step(commit.id(), &mut volume) {
            return Err(damaged("a step has no bytes"));
        }
        let length = (volume.len() - from - 4) as u32;
        volume[from..from + 4].copy_from_slice(&length.to_le_bytes());
        if volume.len() >= LONG {
            end(&mut volume, begun, contents);
            first = None;
        }
    }
    if let Some(first) = first {
        end(&mut volume, first, contents);
    }
    contents.until =
        history.commits().next_back().map_or(contents.until, |commit| commit.id().0 + 1).max(contents.until);
    Ok(())
}

/// Drops the volumes of which no step is in the history.
fn drop_empty(history: &History<Memory>, contents: &mut Contents, batch: &mut Batch) {
    let mut steps = history.commits().map(|commit| commit.id().0).peekable();
    let ends: Vec<u64> =
        contents.volumes[1.min(contents.volumes.len())..].iter().copied().chain([contents.until]).collect();
    let mut ends = ends.into_iter();
    contents.volumes.retain(|first| {
        let end = ends.next().unwrap_or(u64::MAX);
        while steps.next_if(|step| step < first).is_some() {}
        let used = steps.peek().is_some_and(|step| *step < end);
        if !used {
            batch
                .drops
                .push(EntryKey::new(EntryKind::Volume, *first)..EntryKey::new(EntryKind::Volume, first + 1));
        }
        used
    });
}

/// Visits the steps of a volume, each with its number and its bytes.
///
/// # Errors
/// [`Error::Damaged`](crate::Error::Damaged), before any step is visited, and the first error of `visit`.
pub(super) fn read<'a>(bytes: &'a [u8], visit: impl FnMut(CommitId, &'a [u8]) -> Result<()>) -> Result<()> {
    visit_steps(seal::open(bytes).ok_or_else(|| damaged("a volume has a wrong checksum"))?, visit)
}

/// Visits the steps of a volume whose seal was found right.
///
/// # Errors
/// [`Error::Damaged`](crate::Error::Damaged), and the first error of `visit`.
pub(super) fn visit_steps<'a>(
    mut bytes: &'a [u8],
    mut visit: impl FnMut(CommitId, &'a [u8]) -> Result<()>,
) -> Result<()> {
    while !bytes.is_empty() {
        let cut = || damaged("a volume is cut off");
        let (id, rest) = bytes.split_first_chunk().ok_or_else(cut)?;
        let (length, rest) = rest.split_first_chunk().ok_or_else(cut)?;
        let (step, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(cut)?;
        visit(CommitId(u64::from_le_bytes(*id)), step)?;
        bytes = rest;
    }
    Ok(())
}

/// Adds the pins that the store does not hold to a batch, and drops those that are gone.
pub(super) fn write_pins(history: &History<Memory>, contents: &mut Contents, batch: &mut Batch) {
    let pins: Vec<CommitId> = history.pins().map(|(id, _)| id).collect();
    let unpinned = std::mem::take(&mut contents.unpinned);
    contents.pins.retain(|pin| {
        let there = pins.contains(&CommitId(*pin)) && !unpinned.contains(pin);
        if !there {
            batch.drops.push(EntryKey::new(EntryKind::Pin, *pin)..EntryKey::new(EntryKind::Pin, pin + 1));
        }
        there
    });
    for pin in pins {
        let mut bytes = Vec::new();
        if contents.pins.insert(pin.0) && history.store_pin(pin, &mut bytes) {
            seal::close(&mut bytes);
            batch.puts.push((EntryKey::new(EntryKind::Pin, pin.0), bytes));
        }
    }
}
