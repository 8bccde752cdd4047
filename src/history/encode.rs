//! Writing deltas down, block by block.
//!
//! What comes in is the exchange of a block: mostly zeros where nothing changed.
//! What goes out are runs, looked for by words of four bytes, as that is a pixel
//! and also quick: a word that is all zero ends a run, three equal words in a row
//! become one repeated word, and repeated words go on over the border of a block.
//!
//! The payload is cut into pieces of about 32 KiB, each of which stands by
//! itself, so that packing and unpacking never need more room than a piece does.
//!
//! The same encoder counts without writing. That is how the budget can be asked
//! before a byte is allocated.

use super::delta::WORD;
use super::piece::{PIECE, Piece};

/// Fewer equal words than this are cheaper spelled out.
const REPEAT: usize = 3;

/// Where encoded bytes go.
pub(super) trait Sink {
    fn put(&mut self, bytes: &[u8]);
    /// The bytes in the piece under way.
    fn len(&self) -> usize;
    /// Ends a piece.
    fn cut(&mut self);
}

/// Only counts.
#[derive(Debug, Default)]
pub(super) struct Count {
    pub(super) len: usize,
    pub(super) total: usize,
    pub(super) pieces: usize,
}

impl Sink for Count {
    fn put(&mut self, bytes: &[u8]) {
        self.len += bytes.len();
    }

    fn len(&self) -> usize {
        self.len
    }

    fn cut(&mut self) {
        self.total += self.len;
        self.pieces += 1;
        self.len = 0;
    }
}

/// Keeps the pieces; there must be room for them.
#[derive(Debug, Default)]
pub(super) struct Keep {
    pub(super) buffer: Vec<u8>,
    pub(super) pieces: Vec<Piece>,
    /// The machine has refused a piece.
    pub(super) refused: bool,
}

impl Sink for Keep {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        // One byte is worth no call to copy it.
        match bytes {
            [byte] => self.buffer.push(*byte),
            _ => self.buffer.extend_from_slice(bytes),
        }
    }

    fn len(&self) -> usize {
        self.buffer.len()
    }

    fn cut(&mut self) {
        match Piece::new(&self.buffer) {
            Some(piece) => self.pieces.push(piece),
            None => self.refused = true,
        }
        self.buffer.clear();
    }
}

/// The room a buffer needs for a piece, where the blocks' exchanges encode to `bound` bytes at most.
pub(super) fn buffer_room(bound: usize) -> usize {
    bound.min(PIECE) + 512
}

/// The most bytes that a block of this length can encode to.
///
/// A run costs its bytes and two numbers; between two runs lie at least four
/// unchanged bytes, which pay for all but the first of the block, whose gap may be long.
pub(super) fn bound(len: usize) -> usize {
    len + 14
}

/// Writes deltas in the order of their addresses.
#[derive(Debug)]
pub(super) struct Encoder<S> {
    pub(super) sink: S,
    pub(super) deltas: usize,
    end: u64,
    /// A repeated word that may go on: its start, its length, the word.
    pending: Option<(u64, u64, [u8; WORD])>,
}

impl<S: Sink> Encoder<S> {
    pub(super) fn new(sink: S) -> Encoder<S> {
        Encoder { sink, deltas: 0, end: 0, pending: None }
    }

    /// Adds the exchange of a block, or of a part of it that begins at a word.
    pub(super) fn block(&mut self, start: u64, exchange: &[u8]) {
        let (words, rest) = exchange.as_chunks::<WORD>();
        // Most of what a fill changes is a whole block of one word.
        let even = words.len() >= REPEAT && words[0] != [0; WORD] && rest.is_empty();
        if even && words.iter().fold(0, |any, word| any | differ(*word, words[0])) == 0 {
            return self.repeat(start, exchange.len() as u64, words[0]);
        }
        let mut at = 0;
        while at < words.len() {
            if words[at] == [0; WORD] {
                at += 1;
                continue;
            }
            let mut spelled = at;
            while at < words.len() && words[at] != [0; WORD] {
                let same = words[at..].iter().take_while(|word| **word == words[at]).count();
                if same >= REPEAT {
                    self.spell(start, exchange, spelled * WORD..at * WORD);
                    self.repeat(start + (at * WORD) as u64, (same * WORD) as u64, words[at]);
                    spelled = at + same;
                }
                at += same;
            }
            self.spell(start, exchange, spelled * WORD..at * WORD);
        }
        self.spell(start, exchange, exchange.len() - rest.len()..exchange.len());
        if self.sink.len() >= PIECE {
            self.settle();
            self.sink.cut();
            self.end = 0;
        }
    }

    /// A run byte by byte, without the unchanged bytes at its ends.
    fn spell(&mut self, start: u64, exchange: &[u8], range: std::ops::Range<usize>) {
        let run = &exchange[range.clone()];
        let Some(first) = run.iter().position(|byte| *byte != 0) else { return };
        let last = run.iter().rposition(|byte| *byte != 0).unwrap_or(first);
        self.settle();
        let run = &run[first..=last];
        self.open(start + (range.start + first) as u64, run.len() as u64, 0);
        self.sink.put(run);
    }

    fn repeat(&mut self, start: u64, len: u64, word: [u8; WORD]) {
        match &mut self.pending {
            Some((from, pending, same)) if *same == word && *from + *pending == start => *pending += len,
            _ => {
                self.settle();
                self.pending = Some((start, len, word));
            }
        }
    }

    /// Writes the repeated word that was waiting to go on.
    fn settle(&mut self) {
        if let Some((start, len, word)) = self.pending.take() {
            self.open(start, len, 1);
            self.sink.put(&word);
        }
    }

    fn open(&mut self, start: u64, len: u64, kind: u64) {
        number(&mut self.sink, start - self.end);
        number(&mut self.sink, len << 1 | kind);
        self.end = start + len;
        self.deltas += 1;
    }

    /// Ends the last piece, of which there is always one.
    pub(super) fn finish(mut self) -> (usize, S) {
        self.settle();
        self.sink.cut();
        (self.deltas, self.sink)
    }
}

fn differ(a: [u8; WORD], b: [u8; WORD]) -> u32 {
    u32::from_ne_bytes(a) ^ u32::from_ne_bytes(b)
}

/// Puts a number as LEB128.
#[inline]
pub(super) fn number(sink: &mut impl Sink, mut number: u64) {
    while number >= 0x80 {
        sink.put(&[number as u8 | 0x80]);
        number >>= 7;
    }
    sink.put(&[number as u8]);
}

#[cfg(test)]
mod tests {
    use super::super::delta::{Deltas, Run};
    use super::*;

    /// Encodes blocks and gives their runs back as (start, length, repeated).
    fn runs(blocks: &[(u64, &[u8])]) -> Vec<(u64, u64, bool)> {
        let mut encoder = Encoder::new(Keep::default());
        let mut counter = Encoder::new(Count::default());
        let mut room = 0;
        for (start, exchange) in blocks {
            encoder.block(*start, exchange);
            counter.block(*start, exchange);
            room += bound(exchange.len());
        }
        let (count, kept) = encoder.finish();
        let (counted, Count { total, pieces, .. }) = counter.finish();
        assert_eq!((count, kept.pieces.len()), (counted, pieces));
        assert_eq!(kept.pieces.iter().map(|p| p.stored()).sum::<usize>(), total);
        assert!(total <= room, "{total} bytes, at most {room} expected");
        let found = kept.pieces.iter().flat_map(|piece| {
            let runs =
                Deltas::new(piece.payload(0)).map(|d| (d.start, d.len, matches!(d.run, Run::Repeated(_))));
            runs.collect::<Vec<_>>()
        });
        let found: Vec<_> = found.collect();
        assert_eq!(found.len(), count);
        found
    }

    #[test]
    fn runs_are_trimmed_and_a_word_of_zeros_parts_them() {
        assert_eq!(runs(&[(0, &[0; 8])]), []);
        assert_eq!(runs(&[(1000, &[0, 0, 5, 0, 0, 6, 0, 0])]), [(1002, 4, false)]);
        assert_eq!(runs(&[(0, &[0, 0, 0, 5, 0, 0, 0, 0, 6])]), [(3, 1, false), (8, 1, false)]);
        assert_eq!(runs(&[(1 << 40, &[0, 2])]), [((1 << 40) + 1, 1, false)]);
    }

    #[test]
    fn equal_words_are_one_repeated_word_over_blocks() {
        let even = [1, 2, 0, 4].repeat(64);
        assert_eq!(runs(&[(256, &even), (512, &even)]), [(256, 512, true)]);
        let mut odd = even.clone();
        odd[100] = 9;
        assert_eq!(runs(&[(0, &odd)]), [(0, 100, true), (100, 4, false), (104, 152, true)]);
        assert_eq!(runs(&[(0, &[7; 8])]), [(0, 8, false)], "two equal words are spelled out");
    }

    #[test]
    fn the_bound_holds_where_runs_are_shortest() {
        let mut sparse = [0; 256];
        sparse.iter_mut().step_by(8).for_each(|byte| *byte = 1);
        assert_eq!(runs(&[(1 << 60, &sparse)]).len(), 32);
        let dense: Vec<u8> = (0..=255).map(|i| (i % 255) as u8 + 1).collect();
        assert_eq!(runs(&[(1 << 60, &dense), (1 << 61, &dense)]).len(), 2);
    }

    #[test]
    fn a_long_payload_is_cut_into_pieces_that_stand_by_themselves() {
        let block: Vec<u8> = (0..256).map(|i| (i * i % 251) as u8 | 1).collect();
        let blocks: Vec<(u64, &[u8])> = (0..400).map(|i| (i * 256, &block[..])).collect();
        let found = runs(&blocks);
        assert_eq!(found.first().map(|(start, ..)| *start), Some(0));
        assert_eq!(found.last().map(|(start, len, _)| start + len), Some(400 * 256));
    }
}
