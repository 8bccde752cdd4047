//! A history from a file, taken apart into its fields, and sealed again with right checksums.
//!
//! The file's own reader is no help here: it refuses what is to be forged. So this reads and writes the format by
//! itself, and believes what the editor has written. Fingerprints are computed anew from the runs of each step, so that
//! only what was changed on purpose is wrong.

use crate::sealing::{begin, entry, front, number, side};
use lz4_flex::block::{compress_into, decompress_into, get_maximum_output_size};
use undoodle::document::{Door, Drawing};
use undoodle::formats::{self, project};
use undoodle::history::History;
use undoodle::memory::{Arena, Memory, Region};

/// What a run exchanges.
#[derive(Clone, Debug, PartialEq)]
pub enum Bytes {
    Spelled(Vec<u8>),
    /// A word, repeated over so many bytes.
    Repeated([u8; 4], u64),
}

/// A run of exchanged bytes at an address.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub start: u64,
    pub bytes: Bytes,
}

/// A part of a step: 0 hot, 1 cold, 2 packed.
#[derive(Clone, Debug)]
pub struct Piece {
    pub form: u8,
    pub runs: Vec<Run>,
    /// Added to the length that it says it has when it is unpacked.
    pub lie: i64,
}

/// What a step says of itself.
#[derive(Clone, Debug)]
pub struct Lead {
    pub label: Vec<u8>,
    pub tag: u64,
    pub rect: [i32; 4],
    pub color: [u8; 4],
    pub time: u64,
    pub layer: u64,
    pub frame: u64,
}

/// A step or a pin.
#[derive(Clone, Debug)]
pub struct Step {
    pub id: u64,
    pub links: [u64; 3],
    pub deltas: u64,
    pub least: u64,
    pub lead: Lead,
    pub merged: bool,
    pub pieces: Vec<Piece>,
    /// XORed into its fingerprint.
    pub wrong: u64,
}

/// A file's pages and its history.
#[derive(Clone, Debug)]
pub struct Unsealed {
    pub pages: Memory,
    pub given: Vec<u32>,
    /// The next number, the base, its first child, where it stands, what was set aside.
    pub numbers: [u64; 5],
    mark: Vec<u8>,
    pub steps: Vec<Step>,
    pub listed: Vec<u64>,
    pub pins: Vec<Step>,
}

fn take<'a>(bytes: &mut &'a [u8], count: usize) -> &'a [u8] {
    let (taken, rest) = bytes.split_at(count);
    *bytes = rest;
    taken
}

fn read(bytes: &mut &[u8]) -> u64 {
    let (mut value, mut shift) = (0, 0);
    loop {
        let byte = take(bytes, 1)[0];
        value |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte < 0x80 {
            return value;
        }
    }
}

fn fixed(bytes: &mut &[u8], count: usize) -> u64 {
    take(bytes, count).iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte))
}

impl Lead {
    fn read(mut bytes: &[u8]) -> Lead {
        let bytes = &mut bytes;
        let label = fixed(bytes, 1) as usize & 0x7f;
        let label = take(bytes, label).to_vec();
        let [tag, time] = std::array::from_fn(|_| read(bytes));
        let rect = std::array::from_fn(|_| {
            let side = read(bytes) as u32;
            (side >> 1) as i32 ^ -((side & 1) as i32)
        });
        let color = take(bytes, 4).try_into().unwrap();
        let [layer, frame] = std::array::from_fn(|_| read(bytes));
        Lead { label, tag, rect, color, time, layer, frame }
    }

    fn write(&self) -> Vec<u8> {
        let mut out = vec![self.label.len() as u8 | 0x80];
        out.extend_from_slice(&self.label);
        [self.tag, self.time].iter().for_each(|value| number(&mut out, *value));
        self.rect.iter().for_each(|length| side(&mut out, *length));
        out.extend_from_slice(&self.color);
        [self.layer, self.frame].iter().for_each(|value| number(&mut out, *value));
        out
    }
}

impl Piece {
    fn read(form: u8, raw: usize, payload: &[u8]) -> Piece {
        let unpacked;
        let mut bytes = payload;
        if form == 2 {
            let mut room = vec![0; raw];
            assert_eq!(decompress_into(payload, &mut room).ok(), Some(raw));
            unpacked = room;
            bytes = &unpacked;
        }
        let (mut runs, mut end) = (Vec::new(), 0);
        while !bytes.is_empty() {
            let hot = form == 0;
            let start = if hot { fixed(&mut bytes, 8) } else { end + read(&mut bytes) };
            let kind = if hot { fixed(&mut bytes, 2) } else { read(&mut bytes) };
            let (len, repeats) =
                if hot { (kind & 0x7fff, kind >> 15 == 1) } else { (kind >> 1, kind & 1 == 1) };
            let bytes = match repeats {
                true => Bytes::Repeated(take(&mut bytes, 4).try_into().unwrap(), len),
                false => Bytes::Spelled(take(&mut bytes, len as usize).to_vec()),
            };
            runs.push(Run { start, bytes });
            end = start + len;
        }
        Piece { form, runs, lie: 0 }
    }

    fn write(&self, out: &mut Vec<u8>) {
        let (mut payload, mut end) = (Vec::new(), 0u64);
        for Run { start, bytes } in &self.runs {
            let (len, repeats, exchange) = match bytes {
                Bytes::Spelled(bytes) => (bytes.len() as u64, 0, &bytes[..]),
                Bytes::Repeated(word, len) => (*len, 1, &word[..]),
            };
            if self.form == 0 {
                payload.extend_from_slice(&start.to_le_bytes());
                payload.extend_from_slice(&(len as u16 & 0x7fff | repeats << 15).to_le_bytes());
            } else {
                number(&mut payload, start.wrapping_sub(end));
                number(&mut payload, len << 1 | u64::from(repeats));
                end = start.wrapping_add(len);
            }
            payload.extend_from_slice(exchange);
        }
        let raw = if self.form == 2 { payload.len() as i64 } else { 0 };
        if self.form == 2 {
            let mut packed = vec![0; get_maximum_output_size(payload.len())];
            let len = compress_into(&payload, &mut packed).unwrap();
            packed.truncate(len);
            payload = packed;
        }
        out.push(self.form);
        number(out, (raw + self.lie).max(0) as u64);
        number(out, payload.len() as u64);
        out.extend_from_slice(&payload);
    }
}

impl Step {
    fn read_head(bytes: &mut &[u8]) -> Step {
        let [deltas, least, lead] = std::array::from_fn(|_| read(bytes));
        let lead = Lead::read(take(bytes, lead as usize));
        Step { id: 0, links: [0; 3], deltas, least, lead, merged: false, pieces: Vec::new(), wrong: 0 }
    }

    fn read(mut bytes: &[u8]) -> Step {
        let bytes = &mut bytes;
        let mut step = Step::read_head(bytes);
        let flags = fixed(bytes, 1);
        step.merged = flags & 1 == 1;
        take(bytes, if flags & 4 == 4 { 8 } else { 0 });
        for _ in 0..read(bytes) {
            let (form, raw, len) = (fixed(bytes, 1) as u8, read(bytes), read(bytes));
            step.pieces.push(Piece::read(form, raw as usize, take(bytes, len as usize)));
        }
        step
    }

    /// All runs of its pieces.
    pub fn runs(&mut self) -> impl Iterator<Item = &mut Run> {
        self.pieces.iter_mut().flat_map(|piece| &mut piece.runs)
    }

    /// The fingerprint of its exchange.
    fn sum(&self) -> u64 {
        let mut memory = Memory::new(1 << 24);
        for Run { start, bytes } in self.pieces.iter().flat_map(|piece| &piece.runs) {
            let (len, byte): (u64, &dyn Fn(u64) -> u8) = match bytes {
                Bytes::Spelled(bytes) => (bytes.len() as u64, &|at| bytes[at as usize]),
                Bytes::Repeated(word, len) => (*len, &|at| word[at as usize % 4]),
            };
            for at in 0..len.min(1 << 20) {
                let region = Region::new(start.wrapping_add(at), 1);
                if memory.provide(region).is_ok() {
                    memory.get_mut(region).into_iter().for_each(|bytes| bytes[0] ^= byte(at));
                }
            }
        }
        History::new(memory).fingerprint().unwrap()
    }

    fn write(&self, inside: bool, sum: u64, out: &mut Vec<u8>) {
        let lead = self.lead.write();
        [self.deltas, self.least, lead.len() as u64].iter().for_each(|value| number(out, *value));
        out.extend_from_slice(&lead);
        out.push(u8::from(self.merged) | if inside { 2 } else { 0 } | 4);
        out.extend_from_slice(&(sum ^ self.wrong).to_le_bytes());
        if inside {
            number(out, self.pieces.len() as u64);
            self.pieces.iter().for_each(|piece| piece.write(out));
        }
    }
}

impl Unsealed {
    /// Takes a file of the editor's apart.
    pub fn new(file: &[u8]) -> Unsealed {
        let opened = formats::open(file).unwrap().1;
        let (pages, packed) = (opened.drawing().unwrap().into_door(), opened.history().unwrap().unwrap());
        let (mut bytes, mut steps, mut pins, mut head) = (&packed[..], Vec::new(), Vec::new(), &[][..]);
        while !bytes.is_empty() {
            let (kind, id, len) = (fixed(&mut bytes, 1), fixed(&mut bytes, 8), fixed(&mut bytes, 4));
            let entry = take(&mut bytes, len as usize);
            match kind {
                0 => head = &entry[..entry.len() - 4],
                3 => steps.push(Step { id, ..Step::read(entry) }),
                _ => pins.push(Step { id, ..Step::read(entry) }),
            }
        }
        let head = &mut head;
        take(head, 8 + 4 + 8 + 4 + 8);
        let count = fixed(head, 4);
        let given = (0..count).map(|_| fixed(head, 4) as u32).collect();
        take(head, 8);
        assert_eq!(read(head), 1, "the version of the tree");
        let numbers = std::array::from_fn(|_| read(head));
        let rest = *head;
        fixed(head, 1);
        read(head);
        take(head, 8);
        let mark = rest[..rest.len() - head.len()].to_vec();
        let mut last = 0;
        assert_eq!(read(head), steps.len() as u64);
        for step in &mut steps {
            last += read(head);
            assert_eq!(last, step.id);
            step.links = std::array::from_fn(|_| read(head));
            Step::read_head(head);
            take(head, 9);
        }
        let listed = (0..read(head)).map(|_| read(head)).collect();
        Unsealed { pages, given, numbers, mark, steps, listed, pins }
    }

    /// Seals the history. `spoil` changes the bytes of the head before its checksum is computed, and those of each entry.
    pub fn pack(&self, spoil: &mut dyn FnMut(&mut Vec<u8>)) -> Vec<u8> {
        let mut head = front(&self.pages, &self.given);
        number(&mut head, 1);
        self.numbers.iter().for_each(|value| number(&mut head, *value));
        head.extend_from_slice(&self.mark);
        number(&mut head, self.steps.len() as u64);
        let sums: Vec<u64> = self.steps.iter().map(Step::sum).collect();
        let mut last = 0u64;
        for (step, sum) in self.steps.iter().zip(&sums) {
            number(&mut head, step.id.wrapping_sub(last));
            step.links.iter().for_each(|value| number(&mut head, *value));
            last = step.id;
            step.write(false, *sum, &mut head);
        }
        number(&mut head, self.listed.len() as u64);
        self.listed.iter().for_each(|id| number(&mut head, *id));
        spoil(&mut head);
        let mut out = begin(head);
        for (kind, steps) in [(3, &self.steps), (4, &self.pins)] {
            for step in steps {
                let mut bytes = Vec::new();
                step.write(true, step.sum(), &mut bytes);
                spoil(&mut bytes);
                entry(&mut out, kind, step.id, &bytes);
            }
        }
        out
    }

    /// Seals everything as a file.
    pub fn seal(&self, spoil: &mut dyn FnMut(&mut Vec<u8>)) -> Vec<u8> {
        let drawing = Drawing::from_door(self.pages.clone());
        let packed = self.pack(spoil);
        project::encode_with(&drawing, 0, Some(&packed), &[]).unwrap()
    }
}

/// The bytes of a drawing.
pub fn bytes(editor: &undoodle::editor::Editor) -> &Memory {
    editor.document().door().arena()
}
