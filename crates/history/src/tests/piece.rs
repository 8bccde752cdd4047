//! Pieces in all their forms, and broken ones.

use crate::crossing::Crossing;
use crate::delta::Delta;
use crate::events::Events;
use crate::memory::Memory;
use crate::node::Node;
use crate::piece::{Bytes, Form, Piece};
use crate::slabs::NO_SLABS;
use crate::{Arena, Error, Region};

/// Encodes deltas as a hot payload.
fn hot(deltas: &[(u64, &[u8])]) -> Vec<u8> {
    let delta = |(start, bytes): &(u64, &[u8])| {
        [&start.to_le_bytes(), &(bytes.len() as u16).to_le_bytes()[..], bytes].concat()
    };
    deltas.iter().flat_map(delta).collect()
}

fn spelled(piece: &Piece, lead: usize) -> Vec<(u64, u8)> {
    let mut found = Vec::new();
    let mut each = |delta: Delta<'_>| {
        delta.spell(&mut |start, bytes| found.extend((start..).zip(bytes.iter().copied())));
    };
    piece.visit(&NO_SLABS, lead, &mut Vec::new(), &mut each).unwrap();
    found.retain(|(_, byte)| *byte != 0);
    found.sort_unstable();
    found
}

#[test]
fn cooling_and_packing_keep_the_lead_and_the_exchange() {
    let pixels: Vec<u8> = (0..200).map(|i| (i % 5 + 1) as u8).collect();
    let deltas: &[(u64, &[u8])] =
        &[(4096, &pixels), (512, &[0, 7, 0, 0]), (508, &[1, 0, 0, 2]), (1 << 50, &[9; 64])];
    let mut piece = Piece::new(&[b"label".to_vec(), hot(deltas)].concat(), Form::Hot).unwrap();
    let expected = spelled(&piece, 5);
    piece.validate(&NO_SLABS, 5).unwrap();
    let before = piece.stored();
    piece.cool(&NO_SLABS, 5).unwrap();
    piece.validate(&NO_SLABS, 5).unwrap();
    assert_eq!((piece.lead(&NO_SLABS, 5), spelled(&piece, 5)), (&b"label"[..], expected.clone()));
    assert!(piece.stored() < before, "a repeated word is written once, and neighbours are one run");
    assert!(piece.pack(5));
    piece.validate(&NO_SLABS, 5).unwrap();
    assert_eq!((piece.lead(&NO_SLABS, 5), spelled(&piece, 5)), (&b"label"[..], expected));
    assert!(!piece.pack(5), "packing twice is packing once");
}

#[test]
fn what_would_not_shrink_stays_as_it_is() {
    let mut state = 1u32;
    let noise = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as u8 | 1
    });
    let noise: Vec<u8> = noise.take(2000).collect();
    let mut piece = Piece::new(&hot(&[(0, &noise)]), Form::Hot).unwrap();
    piece.cool(&NO_SLABS, 0).unwrap();
    assert!(!piece.pack(0));
    assert_eq!(spelled(&piece, 0).len(), 2000);
}

#[test]
fn a_crafted_piece_is_an_error_and_leaks_nothing() {
    let bytes: Vec<u8> = (0..500).map(|i| (i % 10) as u8 + 1).collect();
    let mut piece = Piece::new(&hot(&[(0, &bytes)]), Form::Hot).unwrap();
    piece.cool(&NO_SLABS, 0).unwrap();
    assert!(piece.pack(0));
    // A match that points before the output's first byte, and lengths that are not the right ones.
    let crafted = [0x1f, 0x41, 0xff, 0xff, 0xff, 0x10, 0x00];
    let crafted = Piece { bytes: Bytes::Own(crafted.into()), raw: 300, form: Form::Packed };
    let packed = |raw| Piece { raw, ..piece.with_lead(&NO_SLABS, 0, &[]).unwrap() };
    let long = packed(u32::MAX);
    let short = packed(10);
    for broken in [crafted, long, short] {
        let mut fresh = vec![0xaa; 600];
        assert!(broken.open(&NO_SLABS, 0, &mut fresh).is_err());
        assert!(fresh.iter().all(|byte| *byte != 0xaa), "the used buffer is not used again");
    }
    let cut = Piece::new(&hot(&[(0, &bytes)])[..300], Form::Hot).unwrap();
    assert!(cut.visit(&NO_SLABS, 0, &mut Vec::new(), &mut |_| ()).is_err(), "a cut payload is an error");
}

/// A cold piece with runs in a page, over its end, over a page that it leaves out, and in one far away.
fn far_apart() -> (Piece, Vec<(u64, u8)>) {
    let over: Vec<u8> = (0..40).map(|i| i % 7 + 1).collect();
    let runs: &[(u64, &[u8])] = &[
        (0, &[1; 8]),
        (300, &[2; 5]),
        (4080, &over),
        (4200, &[3; 9]),
        (16384, &[4; 6]),
        (1 << 40, &[5; 64]),
    ];
    let mut piece = Piece::new(&hot(runs), Form::Hot).unwrap();
    piece.cool(&NO_SLABS, 0).unwrap();
    let bytes = spelled(&piece, 0);
    (piece, bytes)
}

#[test]
fn runs_of_a_cold_piece_are_covered_page_by_page() {
    let (piece, _) = far_apart();
    let covered = |grain| {
        let mut found = Vec::new();
        let visit = &mut |region: Region| found.push((region.start, region.end()));
        piece.visit_regions(&NO_SLABS, 0, &mut Vec::new(), grain, visit).unwrap();
        found
    };
    let far = (1 << 40, (1 << 40) + 64);
    // What crosses from one page to the next stands alone, and so does what comes behind it.
    assert_eq!(covered(4096), [(0, 305), (4080, 4120), (4200, 4209), (16384, 16390), far]);
    assert_eq!(covered(16384), [(0, 4209), (16384, 16390), far]);
    let mut runs = Vec::new();
    piece.visit(&NO_SLABS, 0, &mut Vec::new(), &mut |delta| runs.push((delta.start, delta.end()))).unwrap();
    assert_eq!(covered(1), runs, "a region for each");
}

/// Crosses a commit of one piece in an arena.
fn cross(piece: &Piece, arena: &mut impl Arena) -> crate::Result<()> {
    let node = Node::unlinked(0, piece.with_lead(&NO_SLABS, 0, &[])?, Vec::new(), 6, 0);
    Crossing::cross(&node, &NO_SLABS, &mut Vec::new(), (arena, 7), &mut Events::default(), &mut |_| (), true)
}

#[test]
fn a_cold_piece_is_exchanged_in_memory_as_in_plain_bytes_or_not_at_all() {
    let (piece, bytes) = far_apart();
    let mut memory = Memory::new(1 << 20);
    cross(&piece, &mut memory).unwrap();
    let held = memory.present().flat_map(|page| (page.start..).zip(memory.get(page).unwrap().to_vec()));
    assert_eq!(held.filter(|(_, byte)| *byte != 0).collect::<Vec<_>>(), bytes);
    cross(&piece, &mut memory).unwrap();
    assert_eq!(memory.bytes(), 0);

    let low: Vec<_> = bytes.iter().filter(|(at, _)| *at < 16390).copied().collect();
    let mut short = vec![0; 16390];
    let refused = cross(&piece, &mut short).unwrap_err();
    assert!(
        matches!(refused, Error::Diverged { expected: 7, found: 16390 }),
        "it ends before the last run: {refused:?}"
    );
    assert!(short.iter().all(|byte| *byte == 0), "what lies in it is taken back");
    let (near, far) = (Region::new(0, 16390), Region::new(1 << 40, 64));
    let mut all = Gapped { low: short, high: [0; 64] };
    cross(&piece, &mut all).unwrap();
    let plain: Vec<_> = (0..).zip(all.get(near).unwrap().to_vec()).filter(|(_, byte)| *byte != 0).collect();
    assert_eq!((plain, all.get(far)), (low, Some(&[5; 64][..])));
}

/// An arena of plain bytes in two places.
struct Gapped {
    low: Vec<u8>,
    high: [u8; 64],
}

impl Arena for Gapped {
    fn size(&self) -> u64 {
        (1 << 40) + 64
    }

    fn get(&self, region: Region) -> Option<&[u8]> {
        match region.start.checked_sub(1 << 40) {
            Some(start) => self.high[..].get(start as usize..)?.get(..region.len),
            None => self.low.get(region),
        }
    }

    fn get_mut(&mut self, region: Region) -> Option<&mut [u8]> {
        match region.start.checked_sub(1 << 40) {
            Some(start) => self.high[..].get_mut(start as usize..)?.get_mut(..region.len),
            None => self.low.get_mut(region),
        }
    }
}
