//! From a commit's bytes to its exact pixels when it changed no base, as strokes mostly do.
//!
//! A pixel changed then if its own word did. So the exchange is read once, word by word, and all
//! that is kept of a tile is a bit for each of its pixels.

use super::{Exact, Found, Rows};
use crate::document::drawing::info::{LINKS, is_records};
use crate::document::drawing::tiles::TILE;
use crate::error::Result;
use crate::history::Grouped;
use crate::memory::{PAGE, PageAddress};

/// The only reading of an exchange without bases, which marks the words that changed.
pub(super) struct Plain {
    found: Found,
    records: bool,
    links: bool,
    /// Number of the page that is read, what it is, and which of its words changed.
    page: u64,
    place: Option<PageAddress>,
    rows: Rows,
}

impl Plain {
    /// Finds the pixels that an exchange changed, or returns `None` if it changed bases, too.
    pub(super) fn read(exchange: &Grouped<'_>, found: Found) -> Result<Option<Exact>> {
        let rows = [0; TILE as usize];
        let mut plain = Plain { found, records: false, links: false, page: u64::MAX, place: None, rows };
        let mut bases = false;
        exchange.visit(&mut |mut at, mut bytes| {
            while !bytes.is_empty() && !bases {
                let offset = (at % PAGE as u64) as usize;
                let (part, rest) = bytes.split_at(bytes.len().min(PAGE - offset));
                if at / PAGE as u64 != plain.page {
                    bases = plain.turn(at / PAGE as u64)?;
                }
                plain.mark(offset, part);
                (at, bytes) = (at + part.len() as u64, rest);
            }
            Ok(())
        })?;
        plain.flush()?;
        let Plain { records, links, found, .. } = plain;
        let exact = Exact { records, links, planes: found.planes };
        Ok((!bases).then_some(exact))
    }

    /// Goes on to another page. Returns `true` if it has bases.
    fn turn(&mut self, page: u64) -> Result<bool> {
        self.flush()?;
        self.page = page;
        self.place = PageAddress::of(page * PAGE as u64);
        Ok(self.place.is_some_and(|place| !is_records(place.tree) && place.level > 0))
    }

    /// Marks the words of a page that bytes from an offset on change.
    fn mark(&mut self, offset: usize, bytes: &[u8]) {
        if self.place.is_none_or(|place| is_records(place.tree)) {
            // Steps that were merged may cancel each other out, byte by byte.
            let changes = self.place.is_some() && bytes.iter().any(|byte| *byte != 0);
            self.records |= changes;
            self.links |= changes && self.place.is_some_and(|place| place.tree == LINKS);
            return;
        }
        let (words, rest) = bytes.as_chunks::<4>();
        if let (true, true, Ok(words)) = (offset.is_multiple_of(64), rest.is_empty(), words.try_into()) {
            // Most runs are cells of 16 words.
            let words: &[[u8; 4]; 16] = words;
            let bit = |i: usize| u32::from(words[i] != [0; 4]) << i;
            let bits = (0..16).fold(0, |bits, i| bits | bit(i));
            self.rows[offset / 128] |= bits << (offset / 64 % 2 * 16);
            return;
        }
        for (at, byte) in (offset..).zip(bytes) {
            self.rows[at / 128] |= u32::from(*byte != 0) << (at / 4 % 32);
        }
    }

    /// Adds the marked pixels.
    fn flush(&mut self) -> Result<()> {
        let tile = self.place.take().filter(|place| !is_records(place.tree) && place.level == 0);
        let Some(PageAddress { tree, index, .. }) = tile else { return Ok(()) };
        let rows = std::mem::replace(&mut self.rows, [0; TILE as usize]);
        self.found.emit_tile(tree, index, &rows)
    }
}
