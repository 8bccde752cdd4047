//! The only reading of a commit's bytes: runs of them, each with the page that it lies in.
//!
//! A commit's bytes are an exchange, and their addresses say what they are about. Some readers want them in the order of their
//! addresses, some cannot wait for that, some ask for a few trees or look at no byte at all. All of them get the same runs, cut where a page
//! ends, so that each has one meaning: a record, a link, pixels of a tile, or bases of tiles.
//!
//! The invariant: what lies at no page is no part of a drawing, and nobody is told of it; and no other module of this crate or above
//! visits the bytes of a commit.

use super::super::drawing::info::{LINKS, is_records};
use crate::error::{Error, Result};
use crate::history::{Commit, CommitId, Grouped, History, Origin};
use crate::memory::{Memory, PAGE, PageAddress, Region, SPECIAL_TREES};
use crate::pause;
use std::ops::Range;

/// What a run costs beside its bytes, in bytes that take as long.
const RUN: usize = 16;

/// Bytes of one page that a commit changes, as `before XOR after`.
#[derive(Clone, Copy, Debug)]
pub(in crate::document) struct Run<'a> {
    /// The page.
    pub(in crate::document) place: PageAddress,
    /// Address of the first byte.
    pub(in crate::document) at: u64,
    pub(in crate::document) bytes: &'a [u8],
}

impl Run<'_> {
    /// Returns the position of the first byte in the page.
    pub(in crate::document) fn offset(&self) -> usize {
        (self.at % PAGE as u64) as usize
    }

    /// Returns `true` if it is about records or links, and no pixels.
    pub(in crate::document) fn is_records(&self) -> bool {
        is_records(self.place.tree)
    }

    /// Returns `true` if it is about links.
    pub(in crate::document) fn is_links(&self) -> bool {
        self.place.tree == LINKS && self.place.level == 0
    }

    /// Returns `true` if any byte changes: steps that were merged may cancel each other out.
    pub(in crate::document) fn changes(&self) -> bool {
        self.bytes.iter().any(|byte| *byte != 0)
    }
}

/// Gets runs, and may refuse to see more.
pub(in crate::document) type Visit<'a> = dyn FnMut(Run<'_>) -> Result<()> + 'a;

/// Cuts a run of bytes where pages end. What lies at no page is damage.
fn cut_all(start: u64, bytes: &[u8], visit: &mut Visit<'_>) -> Result<()> {
    let mut told = 0;
    cut(start, bytes, &mut |run| {
        told += run.bytes.len();
        visit(run)
    })?;
    let broken = Error::Damaged { format: "history", why: "a step has no valid address" };
    if told == bytes.len() { Ok(()) } else { Err(broken) }
}

/// Cuts a run of bytes where pages end.
fn cut(start: u64, bytes: &[u8], visit: &mut Visit<'_>) -> Result<()> {
    let (mut at, mut rest) = (start, bytes);
    while !rest.is_empty() {
        let (bytes, more) = rest.split_at(rest.len().min(PAGE - (at % PAGE as u64) as usize));
        pause::point(RUN + bytes.len())?;
        if let Some(place) = PageAddress::of(at) {
            visit(Run { place, at, bytes })?;
        }
        (at, rest) = (at + bytes.len() as u64, more);
    }
    Ok(())
}

/// Returns the addresses of trees.
pub(in crate::document) fn addresses(trees: Range<u32>) -> Range<u64> {
    let first = |tree| PageAddress { tree, level: 0, index: 0 }.address();
    // The last tree ends where addresses do.
    let end = if trees.end < TREES { first(trees.end) } else { u64::MAX };
    first(trees.start)..end
}

/// A commit's bytes by ascending pages, for reading them once or several times.
#[derive(Debug)]
pub(in crate::document) struct Reading<'a>(Grouped<'a>);

impl<'a> Reading<'a> {
    /// Begins to read a commit; `fresh` is room for unpacking it.
    pub(in crate::document) fn of(commit: &Commit<'a>, fresh: &'a mut Vec<u8>) -> Result<Reading<'a>> {
        Ok(Reading(commit.in_groups(fresh)?))
    }

    /// Visits its runs. Those of a page come in a row, by any address, and pages by ascending address.
    pub(in crate::document) fn visit(&self, visit: &mut Visit<'_>) -> Result<()> {
        self.0.visit(&mut |start, bytes| cut(start, bytes, visit))
    }
}

/// Visits a commit's runs in the order in which they are held, each address at most once, without room for all of them.
pub(in crate::document) fn stream(commit: &Commit<'_>, visit: &mut Visit<'_>) -> Result<()> {
    let mut told = Ok(());
    commit.exchange(|start, bytes| {
        if told.is_ok() {
            told = cut(start, bytes, visit);
        }
    })?;
    told
}

/// Visits a commit's runs in some trees, an address maybe more than once: all runs there have to be XORed. Returns the number
/// of bytes visited, where short runs count as longer ones, and an error beyond `most`.
pub(super) fn within(
    commit: &Commit<'_>,
    trees: Range<u32>,
    most: u64,
    visit: &mut Visit<'_>,
) -> Result<u64> {
    let mut told = Ok(());
    let count = commit.exchange_within(&addresses(trees), most, &mut |start, bytes| {
        if told.is_ok() {
            told = cut(start, bytes, visit);
        }
    })?;
    told.map(|()| count)
}

/// Visits a commit's runs in some ranges of addresses, which ascend and are apart, an address maybe more than once: all runs there have to
/// be XORed. `fresh` is room for unpacking.
pub(in crate::document) fn inside(
    commit: &Commit<'_>,
    ranges: &[Range<u64>],
    fresh: &mut Vec<u8>,
    visit: &mut Visit<'_>,
) -> Result<()> {
    let mut told = Ok(());
    commit.exchange_in(ranges, fresh, &mut |start, bytes| {
        if told.is_ok() {
            told = cut(start, bytes, visit);
        }
    })?;
    told
}

/// Visits how a state of the history differs in some ranges of addresses from what is returned, as [`inside`] does for a commit; see
/// [`History::past`].
pub(in crate::document) fn past(
    history: &History<Memory>,
    at: CommitId,
    ranges: &[Range<u64>],
    touches: &dyn Fn(CommitId) -> bool,
    visit: &mut Visit<'_>,
) -> Result<Origin> {
    let mut told = Ok(());
    let origin = history.past(at, ranges, touches, &mut |start, bytes| {
        if told.is_ok() {
            told = cut(start, bytes, visit);
        }
    })?;
    told.map(|()| origin)
}

/// Visits the runs of a commit's records, links, selection and floating pixels, as [`within`] does, and returns an error for one that
/// lies at no page.
pub(in crate::document) fn special(commit: &Commit<'_>, most: u64, visit: &mut Visit<'_>) -> Result<u64> {
    let mut told = Ok(());
    let count = commit.exchange_within(&SPECIAL_TREES, most, &mut |start, bytes| {
        if told.is_ok() {
            told = cut_all(start, bytes, visit);
        }
    })?;
    told.map(|()| count)
}

/// Visits the runs of the pixels of one plane that a commit changes, as [`within`] does.
pub(in crate::document) fn plane(
    commit: &Commit<'_>,
    tree: u32,
    most: u64,
    visit: &mut Visit<'_>,
) -> Result<u64> {
    within(commit, tree..tree + 1, most, visit)
}

/// Visits the runs of a pinned state's records, links, selection and floating pixels, as [`special`] does for a commit. They are
/// the state's difference from nothing.
pub(in crate::document) fn pinned(
    history: &History<Memory>,
    pin: CommitId,
    most: u64,
    visit: &mut Visit<'_>,
) -> Result<u64> {
    let mut told = Ok(());
    let count = history.pinned_within(pin, &SPECIAL_TREES, most, &mut |start, bytes| {
        if told.is_ok() {
            told = cut_all(start, bytes, visit);
        }
    })?;
    told.map(|()| count)
}

/// Visits the runs of some trees that an open action has changed so far: twice at an address, the bytes before it and those now.
pub(super) fn open(history: &History<Memory>, trees: Range<u32>, visit: &mut Visit<'_>) -> Result<()> {
    let (range, mut told) = (addresses(trees), Ok(()));
    history.open_exchange(|start, before, now| {
        if told.is_ok() && range.contains(&start) {
            told = cut(start, before, visit).and_then(|()| cut(start, now, visit));
        }
    });
    told
}

/// Visits the runs in some ranges of addresses that an open action has changed so far, as [`inside`] does for a commit.
pub(in crate::document) fn open_in(
    history: &History<Memory>,
    ranges: &[Range<u64>],
    visit: &mut Visit<'_>,
) -> Result<()> {
    past(history, history.here(), ranges, &|_| false, visit).map(drop)
}

/// Visits ranges of addresses that cover all that a commit changes, each within one page, without looking at its bytes.
/// What lies at no page is visited, too.
pub(in crate::document) fn touched(
    commit: &Commit<'_>,
    visit: &mut dyn FnMut(Option<PageAddress>, Range<u64>),
) -> Result<()> {
    Ok(commit.visit_regions(PAGE as u64, &mut |region| by_page(region, visit))?)
}

/// Visits a region page by page. Packed bytes go on from one page to the next.
pub(in crate::document) fn by_page(region: Region, visit: &mut dyn FnMut(Option<PageAddress>, Range<u64>)) {
    let mut from = region.start;
    while from < region.end() {
        let end = region.end().min((from / PAGE as u64 + 1) * PAGE as u64);
        visit(PageAddress::of(from), from..end);
        from = end;
    }
}

/// Number of trees that pages can lie in.
pub(super) const TREES: u32 = 1 << 31;

/// Trees below this number are no cels' planes.
pub(in crate::document) const CELS: u32 = 16;
