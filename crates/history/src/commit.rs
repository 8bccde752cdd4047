//! A commit: one undo step, as it is looked at.
//!
//! The exchange of a commit never changes once it is made. That is what a difference
//! of two states buys over a copy of one: the same bytes lead there and back, so they
//! can be shared, compressed and stored once.

use crate::cells::GROUP;
use crate::delta::Delta;
use crate::deltas::Deltas;
use crate::error::{Error, Result, within};
use crate::header::Header;
use crate::memory::Region;
use crate::node::Node;
use crate::piece::Form;
use crate::slabs::Slabs;
use std::collections::BTreeMap;
use std::ops::Range;

/// Number of a commit, unique in its history; the first state has number 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommitId(pub u64);

/// Where a commit's bytes lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In memory alone.
    Memory,
    /// In memory, and on a disk.
    Both,
    /// On a disk alone.
    Disk,
}

/// One undo step: a header and the difference between two states.
#[derive(Clone, Copy, Debug)]
pub struct Commit<'a> {
    pub(crate) id: u64,
    pub(crate) node: &'a Node,
    pub(crate) slabs: &'a Slabs,
}

/// Exchanged bytes by the number of their block of 256.
pub(crate) type Blocks = BTreeMap<u64, [u8; 256]>;

/// XORs a delta into blocks.
pub(crate) fn mix(blocks: &mut Blocks, delta: &Delta<'_>) {
    delta.spell(&mut |start, bytes| {
        let (mut at, mut rest) = (start, bytes);
        while !rest.is_empty() {
            let offset = (at % 256) as usize;
            let (part, more) = rest.split_at(rest.len().min(256 - offset));
            let block = blocks.entry(at / 256).or_insert([0; 256]);
            block[offset..].iter_mut().zip(part).for_each(|(out, byte)| *out ^= byte);
            (at, rest) = (at + part.len() as u64, more);
        }
    });
}

/// The most bytes of blocks that a commit is mixed in. What an action captures is far less; a few bytes from a file may
/// stand for far more.
const NETTED: usize = 768 << 20;

/// The most bytes that a block takes in a map of blocks.
pub(crate) const MAPPED: usize = 512;

/// Returns an upper bound of the blocks that deltas touch.
pub(crate) fn blocks<'a>(deltas: impl Iterator<Item = Delta<'a>>) -> usize {
    deltas.map(|delta| (delta.len / 256 + 2) as usize).sum()
}

impl Node {
    /// Returns an error if [`net`](Node::net) takes more than any commit that was captured needs.
    fn nets(&self, slabs: &Slabs) -> Result<()> {
        within(self.netting(slabs)?, NETTED)
    }

    /// Returns an upper bound of the temporary bytes that [`net`](Node::net) takes.
    pub(crate) fn netting(&self, slabs: &Slabs) -> Result<usize> {
        let mut count = 0;
        if self.merged {
            self.visit(slabs, &mut Vec::new(), &mut |delta| count += blocks(std::iter::once(delta)))?;
        }
        Ok(count * MAPPED)
    }

    /// Visits the exchange's bytes, each address at most once.
    ///
    /// # Errors
    /// If a piece is broken or can't be unpacked; the bytes before that have been visited then.
    pub(crate) fn net(&self, slabs: &Slabs, visit: &mut dyn FnMut(u64, &[u8])) -> Result<()> {
        if self.merged {
            return self.net_merged(slabs, visit);
        }
        self.visit(slabs, &mut Vec::new(), &mut |delta| delta.spell(visit))
    }

    /// Visits the exchange's bytes where merged steps have changed an address more than once.
    // A map of blocks is much code, which few steps need.
    #[inline(never)]
    fn net_merged(&self, slabs: &Slabs, visit: &mut dyn FnMut(u64, &[u8])) -> Result<()> {
        self.nets(slabs)?;
        self.mixed(slabs, &mut Vec::new())?.iter().for_each(|(number, block)| visit(number * 256, block));
        Ok(())
    }

    /// Returns the exchange in blocks.
    #[inline(never)]
    fn mixed(&self, slabs: &Slabs, fresh: &mut Vec<u8>) -> Result<Blocks> {
        let mut blocks = Blocks::new();
        self.visit(slabs, fresh, &mut |delta| mix(&mut blocks, &delta))?;
        Ok(blocks)
    }
}

/// Appends a region to a list, or returns an error if that can't grow.
fn push(list: &mut Vec<Region>, region: Region) -> Result<()> {
    let bytes = (2 * list.len() * std::mem::size_of::<Region>()) as u64;
    list.try_reserve(1).map_err(|_| Error::OutOfMemory { what: "list of changes", bytes, limit: 0 })?;
    list.push(region);
    Ok(())
}

/// The exchange of a commit by ascending groups; see [`Commit::in_groups`].
#[derive(Debug)]
pub struct Grouped<'a>(Order<'a>);

/// What the deltas of a commit are ordered by.
#[derive(Debug)]
enum Order<'a> {
    /// Cold deltas lie by ascending address.
    Cold(&'a [u8]),
    /// Hot deltas: those of a group that were touched in a row, by group.
    Groups(Vec<(u64, &'a [u8])>),
    /// Deltas of several pieces, XORed since they may overlap.
    Mixed(Blocks),
}

/// Returns the deltas of hot pieces, those that lie in one group and in a row as one payload, by ascending group.
/// A stroke comes to few groups more than once, so sorting these costs far less than sorting deltas.
fn groups<'a>(node: &'a Node, slabs: &'a Slabs) -> Result<Vec<(u64, &'a [u8])>> {
    let mut found = Vec::new();
    for (piece, lead) in node.pieces() {
        let mut rest = piece.payload(slabs, lead);
        let (mut deltas, mut group, mut left) = (Deltas::hot(rest), None, rest.len());
        loop {
            let next = deltas.next().map(|delta| delta.start / GROUP as u64);
            if let Some(done) = group.filter(|_| group != next) {
                let (payload, others) = rest.split_at(rest.len() - left);
                let bytes = (2 * found.len() * size_of::<(u64, &[u8])>()) as u64;
                let refused = |_| Error::OutOfMemory { what: "list of changes", bytes, limit: 0 };
                found.try_reserve(1).map_err(refused)?;
                found.push((done, payload));
                rest = others;
            }
            if next.is_none() {
                break;
            }
            (group, left) = (next, deltas.left());
        }
        deltas.finish()?;
    }
    found.sort_unstable_by_key(|(group, _)| *group);
    Ok(found)
}

/// Gets the address and the bytes of a run, and may refuse to see more.
pub type VisitRun<'a, E> = dyn FnMut(u64, &[u8]) -> Result<(), E> + 'a;

impl Grouped<'_> {
    /// Visits runs of `before XOR after`, each address at most once. Those of a group of 4 KiB come in a row, by
    /// any address, and groups by ascending address. A run may lie in several groups.
    ///
    /// # Errors
    /// Errors of `visit`, and [`Error::Damaged`] for a broken payload.
    pub fn visit<E: From<Error>>(&self, visit: &mut VisitRun<'_, E>) -> Result<(), E> {
        let (mut told, mut rest) = (Ok(()), Ok::<_, Error>(()));
        let mut each = |payload, hot| {
            let mut deltas = Deltas::decode(payload, hot);
            for delta in deltas.by_ref() {
                delta.spell(&mut |start, bytes| {
                    if told.is_ok() {
                        told = visit(start, bytes);
                    }
                });
                if told.is_err() {
                    return Ok(());
                }
            }
            deltas.finish()
        };
        match &self.0 {
            Order::Cold(payload) => rest = each(payload, false),
            Order::Groups(groups) => {
                rest = groups.iter().try_for_each(|(_, payload)| each(payload, true));
            }
            Order::Mixed(blocks) => {
                told = blocks.iter().try_for_each(|(number, block)| visit(number * 256, block));
            }
        }
        told?;
        Ok(rest?)
    }
}

impl<'a> Commit<'a> {
    /// Returns the commit's number.
    pub fn id(&self) -> CommitId {
        CommitId(self.id)
    }

    /// Returns the number of the parent: the commit before it, or the base.
    pub fn parent(&self) -> CommitId {
        CommitId(self.node.parent)
    }

    /// Returns the header.
    pub fn header(&self) -> Header<'a> {
        let lead = self.node.first.lead(self.slabs, self.node.lead as usize);
        Header::decode(lead).unwrap_or_else(|| Header::new(""))
    }

    /// Returns where its bytes lie.
    pub fn place(&self) -> Place {
        match (self.node.is_away(), self.node.kept) {
            (true, _) => Place::Disk,
            (false, true) => Place::Both,
            (false, false) => Place::Memory,
        }
    }

    /// Returns `true` if its bytes can't be read any more.
    pub fn is_lost(&self) -> bool {
        self.node.lost
    }

    /// Returns the number of deltas that it was captured in.
    pub fn deltas(&self) -> usize {
        self.node.deltas as usize
    }

    /// Visits runs of `before XOR after`: an address, and the bytes from there on.
    ///
    /// No address is visited twice, and those that are not visited did not change. The runs are not
    /// sorted by address.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] if a packed commit can't be unpacked; part of it has been visited then.
    pub fn exchange(&self, mut visit: impl FnMut(u64, &[u8])) -> Result<()> {
        self.at_hand()?;
        self.node.net(self.slabs, &mut visit)
    }

    /// Visits runs of `before XOR after` in a range of addresses, an address maybe more than once: all runs
    /// there have to be XORed. What lies outside of the range takes next to no time. Returns the number of bytes
    /// visited, where short runs count as longer ones.
    ///
    /// # Errors
    /// As [`exchange`](Commit::exchange), and [`Error::Damaged`] if a run lies in the range in part, or there are
    /// more than `most` bytes.
    pub fn exchange_within(
        &self,
        range: &Range<u64>,
        most: u64,
        visit: &mut dyn FnMut(u64, &[u8]),
    ) -> Result<u64> {
        self.at_hand()?;
        self.node.visit_within(self.slabs, range, most, visit)
    }

    /// Visits runs of `before XOR after` in some ranges of addresses, which ascend and are apart; runs are cut where ranges end. An
    /// address may be visited more than once: all runs there have to be XORed. `fresh` is room for unpacking.
    ///
    /// # Errors
    /// As [`exchange`](Commit::exchange).
    pub fn exchange_in(
        &self,
        ranges: &[Range<u64>],
        fresh: &mut Vec<u8>,
        visit: &mut dyn FnMut(u64, &[u8]),
    ) -> Result<()> {
        self.at_hand()?;
        self.node.visit_in(self.slabs, fresh, ranges, visit)
    }

    /// Returns the exchange by ascending groups of 4 KiB, for visiting it once or several times. `fresh` is room
    /// for unpacking it.
    ///
    /// # Errors
    /// [`Error::Away`], and [`Error::OutOfMemory`] if it can't be unpacked or sorted.
    pub fn in_groups<'b>(&self, fresh: &'b mut Vec<u8>) -> Result<Grouped<'b>>
    where
        'a: 'b,
    {
        self.at_hand()?;
        let node: &'b Node = self.node;
        let hot = node.pieces().all(|(piece, _)| piece.form() == Form::Hot);
        if hot && !node.merged {
            return Ok(Grouped(Order::Groups(groups(node, self.slabs)?)));
        }
        if hot || !node.more.is_empty() {
            return Ok(Grouped(Order::Mixed(node.mixed(self.slabs, fresh)?)));
        }
        Ok(Grouped(Order::Cold(node.first.open(self.slabs, node.lead as usize, fresh)?)))
    }

    /// Visits regions that cover all that undo and redo change, in the order in which it was touched. What was touched
    /// in a row and lies in the same page of `grain` bytes, a power of two, is covered by one region. This takes far less
    /// time than looking at the changed bytes.
    ///
    /// # Errors
    /// [`Error::Away`], and [`Error::OutOfMemory`] if it can't be unpacked.
    pub fn visit_regions(&self, grain: u64, visit: &mut dyn FnMut(Region)) -> Result<()> {
        self.at_hand()?;
        self.node.visit_regions(self.slabs, &mut Vec::new(), grain, visit)
    }

    /// Returns the changed regions, to the byte, by ascending address: what undo and redo change.
    pub fn regions(&self) -> Result<Vec<Region>> {
        let mut found = Vec::new();
        let mut kept = Ok(());
        self.exchange(|start, bytes| {
            let mut from = None;
            for (at, byte) in (start..).zip(bytes.iter().chain([&0])) {
                match (*byte != 0, from) {
                    (true, None) => from = Some(at),
                    (false, Some(first)) if kept.is_ok() => {
                        kept = push(&mut found, Region::new(first, (at - first) as usize));
                        from = None;
                    }
                    _ => {}
                }
            }
        })?;
        kept?;
        found.sort_unstable_by_key(|region| region.start);
        found.dedup_by(|next, last| {
            let joins = last.end() == next.start;
            last.len += if joins { next.len } else { 0 };
            joins
        });
        Ok(found)
    }

    /// Returns the regions of the stored deltas, in their stored order; they may contain unchanged bytes.
    pub fn runs(&self) -> Result<Vec<Region>> {
        self.at_hand()?;
        let (mut found, mut kept) = (Vec::new(), Ok(()));
        self.node.visit(self.slabs, &mut Vec::new(), &mut |delta| {
            if kept.is_ok() {
                kept = push(&mut found, Region::new(delta.start, delta.len as usize));
            }
        })?;
        kept.map(|()| found)
    }

    /// Returns an error if the bytes of the exchange are not in memory.
    fn at_hand(&self) -> Result<()> {
        if self.node.is_away() { Err(Error::Away { commit: self.id }) } else { Ok(()) }
    }

    /// Returns the number of bytes that the commit takes, header included.
    pub fn bytes(&self) -> usize {
        self.node.bytes_held() + std::mem::size_of::<usize>()
    }

    /// Returns the number of bytes of the arena that the exchange covers, or fewer if commits were merged into it.
    ///
    /// A fill covers far more than it takes.
    pub fn covered(&self) -> u64 {
        self.node.least
    }

    /// Returns `true` if it is cold, packed or not: its runs come in a few rows by ascending address then. A hot one's come in
    /// the order of the touch.
    pub fn is_cold(&self) -> bool {
        self.node.pieces().all(|(piece, _)| piece.form() != Form::Hot)
    }

    /// Returns `true` if any part of it is packed.
    pub fn is_sealed(&self) -> bool {
        self.node.opening() > 0
    }
}
