//! Writes histories as the journal does, but whatever it is told.

use crate::sealing::{begin, entry, front, number, side};
use undoodle::color::Color;
use undoodle::document::{Document, Door, Drawing};
use undoodle::formats::project;
use undoodle::history::{CommitId, Header, History};
use undoodle::journal::decode_history;
use undoodle::memory::{Arena, Memory, PageAddress, Region};

/// A header with a rectangle.
pub fn header(rect: [i32; 4]) -> Vec<u8> {
    let mut out = vec![1, b'x', 1];
    rect.into_iter().for_each(|length| side(&mut out, length));
    out.extend([9, 9, 9, 255, 0, 0, 0]);
    out
}

/// A piece: its form, its length before packing, its bytes.
pub type Piece = (u8, u64, Vec<u8>);

/// A piece of hot deltas.
pub fn hot(deltas: &[(u64, Vec<u8>)]) -> Piece {
    let mut out = Vec::new();
    for (start, bytes) in deltas {
        out.extend_from_slice(&start.to_le_bytes());
        out.extend_from_slice(&(bytes.len() as u16).to_le_bytes());
        out.extend_from_slice(bytes);
    }
    (0, 0, out)
}

/// A packed piece of so many deltas of one byte in a row.
pub fn tiny(start: u64, count: usize) -> Piece {
    let mut raw = Vec::new();
    for at in 0..count {
        number(&mut raw, if at == 0 { start } else { 0 });
        number(&mut raw, 2);
        raw.push(1);
    }
    let mut packed = vec![0; lz4_flex::block::get_maximum_output_size(raw.len())];
    let len = lz4_flex::block::compress_into(&raw, &mut packed).unwrap();
    packed.truncate(len);
    (2, raw.len() as u64, packed)
}

/// A step or a pin.
#[derive(Clone)]
pub struct Node {
    pub id: u64,
    pub parent: u64,
    pub child: u64,
    pub sibling: u64,
    pub deltas: u64,
    pub least: u64,
    pub lead: Vec<u8>,
    pub merged: bool,
    pub sum: u64,
    pub pieces: Vec<Piece>,
}

impl Node {
    pub fn new(id: u64, pieces: Vec<Piece>, sum: u64) -> Node {
        let lead = header([0; 4]);
        Node { id, parent: 0, child: 0, sibling: 0, deltas: 1, least: 0, lead, merged: false, sum, pieces }
    }

    pub fn write(&self, inside: bool, out: &mut Vec<u8>) {
        for value in [self.deltas, self.least, self.lead.len() as u64] {
            number(out, value);
        }
        out.extend_from_slice(&self.lead);
        out.push(u8::from(self.merged) | if inside { 2 } else { 0 } | 4);
        out.extend_from_slice(&self.sum.to_le_bytes());
        if inside {
            number(out, self.pieces.len() as u64);
            for (form, raw, bytes) in &self.pieces {
                out.push(*form);
                number(out, *raw);
                number(out, bytes.len() as u64);
                out.extend_from_slice(bytes);
            }
        }
    }
}

/// A history of a drawing's pages.
#[derive(Clone, Default)]
pub struct Forged {
    pub next: u64,
    pub base: u64,
    pub child: u64,
    pub here: u64,
    pub aside: u64,
    pub given: Vec<u32>,
    pub nodes: Vec<Node>,
    /// Numbers of the pins, as the tree lists them.
    pub listed: Vec<u64>,
    pub pins: Vec<Node>,
}

impl Forged {
    pub fn tree(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for value in [1, self.next, self.base, self.child, self.here, self.aside] {
            number(&mut out, value);
        }
        out.push(0);
        number(&mut out, self.here);
        out.extend_from_slice(&[0; 8]);
        number(&mut out, self.nodes.len() as u64);
        let mut last = 0;
        for node in &self.nodes {
            for value in [node.id - last, node.parent, node.child, node.sibling] {
                number(&mut out, value);
            }
            last = node.id;
            node.write(false, &mut out);
        }
        number(&mut out, self.listed.len() as u64);
        self.listed.iter().for_each(|id| number(&mut out, *id));
        out
    }

    pub fn pack(&self, pages: &Memory) -> Vec<u8> {
        let mut head = front(pages, &self.given);
        head.extend_from_slice(&self.tree());
        let mut out = begin(head);
        for (kind, nodes) in [(3, &self.nodes), (4, &self.pins)] {
            for node in nodes {
                let mut bytes = Vec::new();
                node.write(true, &mut bytes);
                entry(&mut out, kind, node.id, &bytes);
            }
        }
        out
    }
}

/// The fingerprint of some bytes at an address.
pub fn sum(start: u64, bytes: &[u8]) -> u64 {
    let mut history = History::new(Memory::new(1 << 30));
    history.begin(1).unwrap();
    for (at, byte) in (start..).zip(bytes) {
        history.write(Region::new(at, 1)).unwrap()[0] = *byte;
    }
    history.commit(Header::new("x")).unwrap();
    let here = history.here();
    history.fingerprint_of(here).unwrap_or(0)
}

/// The pages of an empty drawing.
pub fn pages() -> Memory {
    Document::new(64, 64).unwrap().door().arena().clone()
}

/// The address of the first pixels of the first cel.
pub fn pixels() -> u64 {
    PageAddress { tree: 0x10001, level: 0, index: 0 }.address()
}

/// All cells of some pages that are not zero, by ascending address.
pub fn cells(pages: &Memory) -> Vec<(u64, Vec<u8>)> {
    let mut found = Vec::new();
    for region in pages.present() {
        let bytes = pages.get(region).unwrap();
        let cells = (region.start..).step_by(64).zip(bytes.chunks(64));
        found.extend(cells.filter(|(_, cell)| **cell != [0; 64]).map(|(at, cell)| (at, cell.to_vec())));
    }
    found
}

/// A project file of a drawing with a history.
pub fn file(pages: &Memory, packed: &[u8]) -> Vec<u8> {
    project::encode_with(&Drawing::from_door(pages.clone()), 0, Some(packed), &[]).unwrap()
}

#[test]
fn what_is_forged_with_care_opens() {
    let (pages, bytes) = (pages(), [1, 0, 0, 255]);
    let node = Node::new(1, vec![hot(&[(pixels(), bytes.to_vec())])], sum(pixels(), &bytes));
    let pins = vec![Node::new(77, vec![hot(&cells(&pages))], 0)];
    let forged =
        Forged { next: 78, child: 1, nodes: vec![node], listed: vec![77], pins, ..Forged::default() };
    let (mut found, left) = decode_history(pages.clone(), &forged.pack(&pages)).unwrap();
    found.redo().unwrap();
    assert_eq!((found.pixel(0, 0, 0).unwrap(), left), (Color::rgba(1, 0, 0, 255), 0));
    assert!(found.goto(CommitId(77)).unwrap());
    assert_eq!(found.door().arena(), &pages);
}
