//! Hot payloads: deltas as an action leaves them.
//!
//! While a pen is being lifted nothing may be sorted or encoded. So each cell of 64
//! bytes that was touched is compared with what it has become, and if it differs, it is
//! written down whole as `before XOR after`, in the order of the touch. A delta is an
//! address of eight bytes, a length of two, and its bytes. Of cells in a row that are
//! one word repeated, as in a fill, the length's highest bit is set and the word stands
//! alone.
//!
//! Two other forms lie near. Saved cells that are exchanged with the live ones, as in
//! the textbook, are no quicker, and two steps that touch one cell would not commute,
//! since each would restore the whole of it. Keeping only the words that were lent out
//! takes a quarter of a pencil's bytes until a commit is cold, but every touch is then a
//! search for the words that were not kept yet, and every commit one for those that
//! changed: each took twice as long as a cell does.
//!
//! The invariant: something of a hot delta changed, it lies in one group of the
//! capture, and no two overlap.

use crate::cells::{CELL, Copied, GROUP};
use crate::delta::{Delta, Exchange, repeat, xor};
use crate::{Arena, Region};

/// Number of bytes from which a hot piece is ended.
pub(crate) const PIECE: usize = 32 << 10;

/// Number of bytes of a hot delta's address and length.
pub(crate) const LEAD: usize = 10;

/// Marks the length of a hot delta that is one word repeated.
const REPEATED: u16 = 1 << 15;

/// Returns the most bytes that the deltas of `touched` bytes take, with slack for writing the last.
pub(crate) fn bound(touched: usize) -> usize {
    touched + touched / CELL * LEAD + LEAD + CELL
}

/// The most bytes that the deltas of one group take, with slack for writing the last.
pub(crate) const LONGEST: usize = GROUP + (GROUP / CELL + 1) * LEAD + CELL;

/// Number of cells that are written before the length of the piece is looked at; they take less than a group.
const TOGETHER: usize = 16;

/// The exchange of a cell.
type Cell = [u64; CELL / 8];

/// Appends a hot payload to a buffer whose capacity is large enough, or only counts its bytes.
#[derive(Debug)]
pub struct Writer<const COUNTS: bool> {
    buffer: Vec<u8>,
    /// Position in the buffer where the payload begins.
    from: usize,
    /// Number of bytes counted.
    counted: usize,
    /// Position in the buffer of the last repeated delta's length.
    length: usize,
    /// End address of the last repeated delta.
    end: u64,
    /// Word of the last repeated delta.
    word: u32,
    /// Number of deltas.
    pub deltas: u32,
    /// Number of bytes of the cells that changed.
    pub(crate) covered: u64,
}

/// Counts the bytes of a payload without writing it.
pub type Counter = Writer<true>;

impl<const COUNTS: bool> Writer<COUNTS> {
    /// Creates a writer that goes on with a payload that begins at `from` in a buffer.
    pub fn new(buffer: Vec<u8>, from: usize) -> Self {
        Writer { buffer, from, counted: 0, length: 0, end: u64::MAX, word: 0, deltas: 0, covered: 0 }
    }

    /// Returns the number of bytes written or counted.
    #[inline]
    pub fn len(&self) -> usize {
        if COUNTS { self.counted } else { self.buffer.len() - self.from }
    }

    /// Returns the bytes written.
    pub fn written(&self) -> &[u8] {
        &self.buffer[self.from..]
    }

    /// Starts over at the front of the buffer.
    pub(crate) fn restart(&mut self) {
        self.buffer.clear();
        (self.from, self.end) = (0, u64::MAX);
    }

    /// Returns the buffer.
    pub(crate) fn into_buffer(self) -> Vec<u8> {
        self.buffer
    }

    /// Writes the exchange of two states of a row of cells, the last of which may be shorter.
    pub fn run(&mut self, start: u64, before: &[u8], after: &[u8]) {
        let ((cells, rest), (others, other_rest)) = (before.as_chunks::<CELL>(), after.as_chunks::<CELL>());
        let mut at = start;
        for (before, after) in cells.iter().zip(others) {
            self.cell(at, before, after);
            at += CELL as u64;
        }
        if !rest.is_empty() {
            let (mut one, mut other) = ([0; CELL], [0; CELL]);
            one[..rest.len()].copy_from_slice(rest);
            other[..rest.len()].copy_from_slice(other_rest);
            self.part(at, &one, &other, rest.len());
        }
    }

    /// Writes the exchange of copied cells with what they have become, until there is enough for a piece. Returns
    /// how many those were.
    #[inline(never)]
    pub(crate) fn cells<A: Arena>(&mut self, arena: &A, copies: &[Copied]) -> usize {
        let mut done = 0;
        for some in copies.chunks(TOGETHER) {
            for copied in some {
                match copied.now(arena) {
                    Some(now) => self.cell(copied.start, &copied.bytes, now),
                    None => copied.visit(arena, &mut |start, before, now| self.run(start, before, now)),
                }
            }
            done += some.len();
            if self.len() >= PIECE {
                break;
            }
        }
        done
    }

    /// Writes the exchange of a cell.
    #[inline(always)]
    fn cell(&mut self, start: u64, before: &[u8; CELL], after: &[u8; CELL]) {
        self.part(start, before, after, CELL);
    }

    /// Writes the exchange of a cell, of which `len` bytes count.
    #[inline(always)]
    fn part(&mut self, start: u64, before: &[u8; CELL], after: &[u8; CELL], len: usize) {
        let (before, after): (Cell, Cell) = (bytemuck::cast(*before), bytemuck::cast(*after));
        let words: Cell = std::array::from_fn(|i| before[i] ^ after[i]);
        let any = words.iter().fold(0, |any, word| any | word);
        // All words are equal if no bit is in some of them only: a look at one after the other can't be foreseen.
        if any == words.iter().fold(u64::MAX, |all, word| all & word) && any == any.rotate_left(32) {
            return self.even(start, any as u32, len);
        }
        let bytes: [u8; CELL] = bytemuck::cast(words);
        self.delta::<{ LEAD + CELL }>(start, len as u16, &bytes);
        if len < CELL {
            self.counted -= if COUNTS { CELL - len } else { 0 };
            self.buffer.truncate(self.buffer.len().saturating_sub(CELL - len));
        }
        self.covered += len as u64;
    }

    /// Writes the exchange of a cell that is one word repeated, 0 if nothing changed.
    #[inline]
    fn even(&mut self, start: u64, word: u32, len: usize) {
        if word == 0 {
            return;
        }
        self.covered += len as u64;
        // A fill goes on with its word; a delta ends with its group, so that its length fits.
        if self.end == start && self.word == word && !start.is_multiple_of(GROUP as u64) {
            self.end += len as u64;
            return self.lengthen(len);
        }
        self.repeat(start, word, len);
    }

    /// Makes the last delta that repeats a word longer.
    #[inline(always)]
    fn lengthen(&mut self, more: usize) {
        if !COUNTS && let Some(length) = self.buffer[self.length..].first_chunk_mut() {
            *length = (u16::from_le_bytes(*length) + more as u16).to_le_bytes();
        }
    }

    /// Begins a delta that repeats a word over a cell.
    fn repeat(&mut self, start: u64, word: u32, len: usize) {
        (self.end, self.word) = (start + len as u64, word);
        self.length = self.buffer.len() + 8;
        self.delta::<{ LEAD + 4 }>(start, len as u16 | REPEATED, &word.to_ne_bytes());
    }

    /// Writes a delta of `N` bytes, its address and length included, behind the last one.
    #[inline(always)]
    fn delta<const N: usize>(&mut self, start: u64, length: u16, bytes: &[u8]) {
        self.deltas += 1;
        if COUNTS {
            self.counted += N;
            return;
        }
        // Appended as one, so that the buffer's capacity is looked at once.
        let mut delta = [0; N];
        delta[..LEAD].copy_from_slice(&lead_of(start, length));
        delta[LEAD..].copy_from_slice(bytes);
        self.buffer.extend_from_slice(&delta);
    }
}

/// Encodes a delta's address and length.
#[inline(always)]
fn lead_of(start: u64, length: u16) -> [u8; LEAD] {
    let mut lead = [0; LEAD];
    lead[..8].copy_from_slice(&start.to_le_bytes());
    lead[8..].copy_from_slice(&length.to_le_bytes());
    lead
}

/// Appends a delta with all its bytes.
pub fn put_delta(out: &mut Vec<u8>, start: u64, exchange: &[u8]) {
    out.extend_from_slice(&lead_of(start, exchange.len() as u16));
    out.extend_from_slice(exchange);
}

/// Decodes the delta at the front of a payload and removes it: its address, length and exchange.
#[inline]
pub fn take_delta<'a>(payload: &mut &'a [u8]) -> Option<(u64, usize, Exchange<'a>)> {
    let (lead, rest) = payload.split_first_chunk::<LEAD>()?;
    let [a, b, c, d, e, f, g, h, low, high] = *lead;
    let (start, len) = (u64::from_le_bytes([a, b, c, d, e, f, g, h]), u16::from_le_bytes([low, high]));
    let (run, rest) = if len & REPEATED == 0 {
        let (bytes, rest) = rest.split_at_checked(len.into())?;
        (Exchange::Spelled(bytes), rest)
    } else {
        let (word, rest) = rest.split_first_chunk()?;
        (Exchange::Repeated(*word), rest)
    };
    *payload = rest;
    Some((start, (len & !REPEATED).into(), run))
}

/// Exchanges the two states of a hot payload's deltas.
///
/// Returns `false` if the payload is broken or some deltas do not lie in the arena; the others are
/// exchanged nevertheless.
// Not inlined: a call costs little, and the loop is large.
#[inline(never)]
pub fn swap<A: Arena>(mut payload: &[u8], arena: &mut A) -> bool {
    let mut complete = true;
    loop {
        // Nearly all deltas are cells, and lie in the page of the one before.
        while let Some((start, ..)) = take_cell(payload)
            && A::GRAIN > 0
        {
            let page = start & !(A::GRAIN - 1);
            let Some(live) = arena.get_mut(Region::new(page, A::GRAIN as usize)) else { break };
            while let Some((start, bytes, rest)) = take_cell(payload)
                && let Some(offset) = start.checked_sub(page).filter(|offset| *offset < A::GRAIN)
                && let Some(live) = live[offset as usize..].first_chunk_mut()
            {
                exchange(live, bytes);
                payload = rest;
            }
        }
        while let Some((start, bytes, rest)) = take_cell(payload)
            && let Some(live) = arena.get_mut(Region::new(start, CELL))
            && let Some(live) = live.first_chunk_mut()
        {
            exchange(live, bytes);
            payload = rest;
        }
        if payload.is_empty() {
            return complete;
        }
        let left = payload.len();
        complete &= swap_others(&mut payload, arena);
        if payload.len() == left {
            return false;
        }
    }
}

/// Exchanges the two states of the deltas at the front of a payload, until one is a cell again, and removes them.
/// Returns `true` if they lie in the arena.
#[inline(always)]
fn swap_others<A: Arena>(payload: &mut &[u8], arena: &mut A) -> bool {
    let mut complete = true;
    while let Some((start, len, run)) = take_delta(payload) {
        match (arena.get_mut(Region::new(start, len)), run) {
            (Some(live), Exchange::Spelled(bytes)) => xor(live, bytes),
            (Some(live), Exchange::Repeated(word)) => repeat(live, word, 0),
            (None, run) => complete &= Delta { start, len: len as u64, exchange: run }.swap(arena),
        }
        if take_cell(payload).is_some() {
            break;
        }
    }
    complete
}

/// Visits regions that cover a hot payload's deltas: those in a row that lie in the same `grain` bytes, a power of two, are
/// covered by one region. Returns `false` if the payload is broken; it was visited up to there then.
pub fn visit_regions(mut payload: &[u8], grain: u64, visit: &mut dyn FnMut(Region)) -> bool {
    while let Some((start, len, _)) = take_delta(&mut payload) {
        let (mut first, mut end) = (start, start.saturating_add(len as u64));
        // A cell never crosses from one page to the next.
        while let Some((cell, _, rest)) = take_cell(payload)
            && (cell ^ start) & !(grain - 1) == 0
        {
            (first, end) = (first.min(cell), end.max(cell + CELL as u64));
            payload = rest;
        }
        visit(Region::new(first, (end - first) as usize));
    }
    payload.is_empty()
}

/// Decodes the delta at the front of a payload if it is a cell with all its bytes: its address, its exchange, and
/// the rest of the payload.
#[inline(always)]
fn take_cell(payload: &[u8]) -> Option<(u64, &[u8; CELL], &[u8])> {
    let (delta, rest) = payload.split_first_chunk::<{ LEAD + CELL }>()?;
    let (lead, bytes) = delta.split_first_chunk::<LEAD>()?;
    let length = u16::from_le_bytes(*lead.last_chunk()?);
    let start = u64::from_le_bytes(*lead.first_chunk()?);
    (length == CELL as u16).then_some((start, bytes.first_chunk()?, rest))
}

/// XORs a cell into another.
#[inline]
fn exchange(live: &mut [u8; CELL], bytes: &[u8; CELL]) {
    let (one, other): (Cell, Cell) = (bytemuck::cast(*live), bytemuck::cast(*bytes));
    let words: Cell = std::array::from_fn(|i| one[i] ^ other[i]);
    *live = bytemuck::cast(words);
}
