//! Writing deltas down, block by block.
//!
//! What comes in is the exchange of a block: mostly zeros where nothing changed.
//! What goes out are runs, looked for by words of four bytes, as that is a pixel
//! and also quick: a word that is all zero ends a run, three equal words in a row
//! become one repeated word, and repeated words go on over the border of a block.
//!
//! A payload stands by itself, and is never longer than a piece, so that packing and
//! unpacking never need more room than a piece does.

use crate::delta::WORD;
use crate::varint::{Sink, put_number};

/// Number of equal words from which a repeated run is shorter than their bytes.
const REPEAT: usize = 3;

/// Returns the most bytes that `len` bytes of exchange can encode to.
///
/// A run costs its bytes and two numbers; between two runs lie at least four
/// unchanged bytes, which pay for all but the first, whose gap may be long.
pub fn bound(len: usize) -> usize {
    len + 14
}

/// Writes deltas in the order of their addresses.
#[derive(Debug)]
pub struct Encoder<S> {
    pub(crate) sink: S,
    end: u64,
    /// A repeated word that the next block may continue: its start, its length, the word.
    pending: Option<(u64, u64, [u8; WORD])>,
}

impl<S: Sink> Encoder<S> {
    pub fn new(sink: S) -> Encoder<S> {
        Encoder { sink, end: 0, pending: None }
    }

    /// Adds the exchange of a block, or of a part of it that begins at a word.
    pub fn block(&mut self, start: u64, exchange: &[u8]) {
        let (words, rest) = exchange.as_chunks::<WORD>();
        // Shortcut: most blocks that a fill changes repeat one word.
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
    }

    /// Writes a run of bytes, without the unchanged ones at its ends.
    fn spell(&mut self, start: u64, exchange: &[u8], range: std::ops::Range<usize>) {
        let run = &exchange[range.clone()];
        let Some(first) = run.iter().position(|byte| *byte != 0) else { return };
        let last = run.iter().rposition(|byte| *byte != 0).unwrap_or(first);
        self.flush();
        let run = &run[first..=last];
        self.open(start + (range.start + first) as u64, run.len() as u64, 0);
        self.sink.put_bytes(run);
    }

    fn repeat(&mut self, start: u64, len: u64, word: [u8; WORD]) {
        match &mut self.pending {
            Some((from, pending, same)) if *same == word && *from + *pending == start => *pending += len,
            _ => {
                self.flush();
                self.pending = Some((start, len, word));
            }
        }
    }

    /// Writes the pending repeated word.
    fn flush(&mut self) {
        if let Some((start, len, word)) = self.pending.take() {
            self.open(start, len, 1);
            self.sink.put_bytes(&word);
        }
    }

    fn open(&mut self, start: u64, len: u64, kind: u64) {
        put_number(&mut self.sink, start - self.end);
        put_number(&mut self.sink, len << 1 | kind);
        self.end = start + len;
    }

    /// Returns the number of bytes written.
    pub(crate) fn len(&self) -> usize {
        self.sink.len()
    }

    /// Writes the pending repeated word and returns the sink.
    pub fn finish(mut self) -> S {
        self.flush();
        self.sink
    }
}

fn differ(a: [u8; WORD], b: [u8; WORD]) -> u32 {
    u32::from_ne_bytes(a) ^ u32::from_ne_bytes(b)
}
