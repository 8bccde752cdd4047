//! A commit: one undo step, as it is looked at.
//!
//! The payload never changes once it is made. That is what a difference of two
//! states buys over a copy of one: the same bytes lead there and back, so they
//! can be shared, compressed and stored once.

use super::delta::{Delta, Deltas};
use super::header::Header;
use super::tree::Node;
use crate::error::Result;
use crate::memory::{Arena, Region};

/// The number of a commit, never given twice in one history; the first state's is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommitId(pub u64);

/// One undo step: a header and the differences it stands for.
#[derive(Clone, Copy, Debug)]
pub struct Commit<'a> {
    pub(super) id: u64,
    pub(super) node: &'a Node,
}

impl<'a> Commit<'a> {
    /// Its number.
    pub fn id(&self) -> CommitId {
        CommitId(self.id)
    }

    /// The number of the commit it was made after; that of the base is the oldest reachable state's.
    pub fn parent(&self) -> CommitId {
        CommitId(self.node.parent)
    }

    /// What it says of itself.
    pub fn header(&self) -> Header<'a> {
        let lead = self.node.first.lead(self.node.lead as usize);
        Header::read(lead).unwrap_or_else(|| Header::new(""))
    }

    /// How many runs it changed.
    pub fn deltas(&self) -> usize {
        self.node.deltas as usize
    }

    /// The regions that it changed, exactly, by ascending address: what undo and redo touch.
    pub fn regions(&self) -> Regions<'a> {
        Regions::new(self.node)
    }

    /// The runs that its deltas stand for, by ascending address; unchanged bytes may lie within
    /// one, and one may go on where another ends.
    pub fn runs(&self) -> impl Iterator<Item = Region> + use<'a> {
        let mut stream = Stream::new(self.node);
        std::iter::from_fn(move || {
            let region = stream.peek().map(|delta| Region::new(delta.start, delta.len as usize))?;
            stream.skip();
            Some(region)
        })
    }

    /// The bytes that it takes, header and all.
    pub fn bytes(&self) -> usize {
        self.node.bytes() + std::mem::size_of::<usize>()
    }

    /// Whether any of it is packed.
    pub fn is_sealed(&self) -> bool {
        self.node.pieces().any(|(piece, _)| piece.is_sealed())
    }
}

/// Exchanges the two states of a commit; `fresh` has room for its longest sealed piece.
pub(super) fn swap<A: Arena>(node: &Node, arena: &mut A, fresh: &mut Vec<u8>) -> Result<()> {
    for (done, (piece, lead)) in node.pieces().enumerate() {
        match piece.open(lead, fresh) {
            Ok(payload) => Deltas::new(payload).for_each(|delta| delta.swap(arena)),
            Err(error) => {
                // Exchanging again what was exchanged puts it back.
                for (piece, lead) in node.pieces().take(done) {
                    if let Ok(payload) = piece.open(lead, fresh) {
                        Deltas::new(payload).for_each(|delta| delta.swap(arena));
                    }
                }
                return Err(error);
            }
        }
    }
    Ok(())
}

/// The deltas of a commit over all its pieces, which are opened one after the other.
#[derive(Clone, Debug)]
pub(super) struct Stream<'a> {
    node: &'a Node,
    piece: usize,
    fresh: Vec<u8>,
    /// What is left of the piece, and where its last delta ended.
    left: usize,
    end: u64,
}

impl<'a> Stream<'a> {
    pub(super) fn new(node: &'a Node) -> Stream<'a> {
        let mut stream = Stream { node, piece: 0, fresh: Vec::new(), left: 0, end: 0 };
        stream.enter(0);
        stream
    }

    /// Opens a piece; one that can't be opened has no deltas.
    fn enter(&mut self, index: usize) {
        (self.piece, self.left, self.end) = (index, 0, 0);
        if let Some((piece, lead)) = self.node.piece(index) {
            self.left = piece.open(lead, &mut self.fresh).map_or(0, <[u8]>::len);
        }
    }

    /// The next delta, without going on to the one after it.
    pub(super) fn peek(&mut self) -> Option<Delta<'_>> {
        while self.left == 0 {
            self.node.piece(self.piece + 1)?;
            self.enter(self.piece + 1);
        }
        self.deltas()?.next()
    }

    fn deltas(&self) -> Option<Deltas<'_>> {
        let (piece, lead) = self.node.piece(self.piece)?;
        let payload = if piece.is_sealed() { &self.fresh[..] } else { piece.payload(lead) };
        Some(Deltas::resume(&payload[payload.len() - self.left..], self.end))
    }

    /// Goes on to the next delta.
    pub(super) fn skip(&mut self) {
        let place = self.deltas().and_then(|mut deltas| {
            deltas.next()?;
            Some(deltas.place())
        });
        (self.left, self.end) = place.unwrap_or((0, self.end));
    }
}

/// The changed regions of a commit; see [`Commit::regions`].
#[derive(Clone, Debug)]
pub struct Regions<'a> {
    stream: Stream<'a>,
    /// Where the delta under way goes on, if it has been looked at in part.
    left: Option<u64>,
    /// A run that was found while looking for the end of the one before.
    ahead: Option<Region>,
}

impl<'a> Regions<'a> {
    pub(super) fn new(node: &'a Node) -> Regions<'a> {
        Regions { stream: Stream::new(node), left: None, ahead: None }
    }

    /// The next run of changed bytes; one that goes on in the next delta is given in parts.
    fn run(&mut self) -> Option<Region> {
        let mut buffer = [0; 64];
        loop {
            let delta = self.stream.peek()?;
            let mut at = self.left.unwrap_or(delta.start);
            let mut found: Option<Region> = None;
            while at < delta.end() {
                let part = &mut buffer[..(delta.end() - at).min(64) as usize];
                part.fill(0);
                delta.mix(at, part);
                for (i, byte) in part.iter().enumerate() {
                    match &mut found {
                        Some(region) if *byte != 0 => region.len += 1,
                        Some(region) => {
                            self.left = Some(region.end());
                            return found;
                        }
                        None if *byte != 0 => found = Some(Region::new(at + i as u64, 1)),
                        None => {}
                    }
                }
                at += part.len() as u64;
            }
            self.left = None;
            self.stream.skip();
            if found.is_some() {
                return found;
            }
        }
    }
}

impl Iterator for Regions<'_> {
    type Item = Region;

    fn next(&mut self) -> Option<Region> {
        let mut whole = self.ahead.take().or_else(|| self.run())?;
        while let Some(more) = self.run() {
            if more.start != whole.end() {
                self.ahead = Some(more);
                break;
            }
            whole.len += more.len;
        }
        Some(whole)
    }
}
