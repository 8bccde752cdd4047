//! The pages of a drawing as one entry: a header, then each page's number and bytes, by
//! ascending number.
//!
//! An address is its meaning, so nothing else has to be said about a page. Pages of
//! zeros are absent. A page that has the bytes of an earlier one names that page instead:
//! most frames of a film are the frame before but for a few pages, and a window of
//! deflate is far too short to see that.
//!
//! So a file in which a page is out of order, comes twice, holds only zeros or names a page
//! that is not there was not written by this module.

use super::alike::{Filling, TREE};
use super::damaged;
use crate::document::{Door, Drawing, MAX_BYTES, MAX_SIDE};
use crate::error::{Error, Message, Result, in_range};
use crate::memory::{Arena, Memory, PAGE, PageAddress, Region, differs};
use crate::pause;
use std::collections::HashMap;
use std::io::{self, Read, Write};

/// Version of the project file: a reader refuses files of a later one.
///
/// In version 1 no page named another.
pub(super) const VERSION: u32 = 2;

/// First bytes of the entry.
const MAGIC: [u8; 8] = *b"undoodle";

/// What stands in front of the pages, in numbers of four bytes, the lowest byte first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// Version of the file.
    pub(super) version: u32,
    /// Columns and rows of the canvas.
    pub(super) size: (u32, u32),
    /// Number of pages.
    pub(super) count: u32,
}

impl Header {
    /// Number of bytes of a header.
    const LEN: usize = MAGIC.len() + 4 * size_of::<u32>();

    fn write(self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&MAGIC)?;
        let (width, height) = self.size;
        [self.version, width, height, self.count]
            .iter()
            .try_for_each(|number| out.write_all(&number.to_le_bytes()))
    }

    /// Reads a header and checks what it claims.
    ///
    /// # Errors
    /// Returns [`Error::Invalid`] for one of a later version, [`Error::Range`] for sizes that no drawing has, and
    /// [`Error::Damaged`].
    pub(super) fn read(from: &mut dyn Read) -> Result<Header> {
        let (mut magic, mut numbers) = (MAGIC, [[0; 4]; 4]);
        let whole = from.read_exact(&mut magic).and_then(|()| from.read_exact(numbers.as_flattened_mut()));
        if whole.is_err() || magic != MAGIC {
            return Err(damaged("its pages can't be read"));
        }
        let [version, width, height, count] = numbers.map(u32::from_le_bytes);
        if version > VERSION {
            let code = "a later version wrote it, in format {n}: this one reads format {known}";
            let why = Message::new(code).with(version).with(VERSION);
            return Err(Error::Invalid { what: "file", why });
        }
        in_range("width", width.into(), 1, MAX_SIDE.into())?;
        in_range("height", height.into(), 1, MAX_SIDE.into())?;
        in_range("number of pages", count.into(), 1, (MAX_BYTES / PAGE as u64) as i64)?;
        Ok(Header { version, size: (width, height), count })
    }
}

/// Number of bytes of a page's number.
pub(super) const NUMBER: usize = 8;

/// Set in the number of a page behind which the number of an earlier page stands, in place of bytes.
const SAME: u64 = 1 << 63;

/// What a page holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Content<'a> {
    /// These bytes.
    Bytes(&'a [u8]),
    /// The bytes of an earlier page, by its address.
    Same(u64),
}

/// Returns the error for a list of pages that can't be allocated.
fn refused() -> Error {
    Error::OutOfMemory { what: "file", bytes: NUMBER as u64, limit: 0 }
}

fn zero(bytes: &[u8]) -> bool {
    // No exit within a chunk, so that the compiler vectorises the loop.
    let (chunks, rest) = bytes.as_chunks::<64>();
    let none = |bytes: &[u8]| bytes.iter().fold(0, |any, byte| any | byte) == 0;
    chunks.iter().all(|chunk| none(chunk)) && none(rest)
}

/// Spreads the bits of a number. A rotation would do, too, but browsers call a function for it before they have optimised a module.
fn mixed(number: u64) -> u64 {
    let product = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 29
}

/// Returns a number that equal pages share, and hardly any others do.
///
/// A fingerprint of the history would do, too. It takes four times as long, since fingerprints can be added up.
fn digest(page: &[u8]) -> u64 {
    // Four sums side by side, as each step of one waits for the step before.
    let mut sums = [1u64, 2, 3, 4];
    for words in page.as_chunks::<8>().0.as_chunks::<4>().0 {
        for (sum, word) in sums.iter_mut().zip(words) {
            *sum = mixed(*sum ^ u64::from_le_bytes(*word));
        }
    }
    sums.iter().fold(0, |all, sum| mixed(all ^ sum))
}

/// A page that is not zero.
#[derive(Debug)]
struct Listed<'a> {
    address: u64,
    /// Address of the first page with its bytes.
    origin: u64,
    bytes: &'a [u8],
}

/// The pages of a drawing that are not zero, as they are written.
#[derive(Debug)]
pub struct Pages<'a> {
    header: Header,
    /// By ascending address.
    list: Vec<Listed<'a>>,
    /// Number of pages that are not like an earlier one.
    distinct: usize,
}

impl<'a> Pages<'a> {
    /// Lists the pages of a drawing.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if the list can't be allocated.
    pub fn of(drawing: &'a Drawing<impl Door>) -> Result<Pages<'a>> {
        let memory = drawing.door().arena();
        let mut list: Vec<Listed<'a>> = Vec::new();
        // The first pages with their bytes, by what equal ones share, and where the list of the last tree begins.
        let (mut first, mut begin): (HashMap<u64, Region>, _) = (HashMap::new(), 0);
        for tree in memory.trees() {
            let (mut before, end) = (begin, list.len());
            begin = end;
            for (place, page) in memory.pages(tree) {
                let (address, bytes) = (place.address(), bytemuck::cast_slice(page));
                while before < end && list[before].address % TREE < address % TREE {
                    before += 1;
                }
                // Frames are mostly like the one before: its page in the same place is looked at before any is looked for. It is
                // the very same page where nobody has written either.
                let neighbour =
                    list[before..end].first().filter(|page| page.address % TREE == address % TREE);
                let origin = match neighbour {
                    Some(there) if std::ptr::eq(there.bytes, bytes) => there.origin,
                    _ if zero(bytes) => continue,
                    Some(there) if !differs(there.bytes, bytes) => there.origin,
                    _ => {
                        first.try_reserve(1).map_err(|_| refused())?;
                        let earlier = *first.entry(digest(bytes)).or_insert(Region::new(address, PAGE));
                        let alike = memory.get(earlier).is_some_and(|earlier| !differs(earlier, bytes));
                        if alike { earlier.start } else { address }
                    }
                };
                list.try_reserve(1).map_err(|_| refused())?;
                list.push(Listed { address, origin, bytes });
            }
        }
        let header = Header { version: VERSION, size: drawing.size(), count: list.len() as u32 };
        let distinct = list.iter().filter(|page| page.origin == page.address).count();
        Ok(Pages { header, list, distinct })
    }

    /// Returns the number of bytes that are written.
    pub fn bytes(&self) -> usize {
        Header::LEN + self.list.len() * 2 * NUMBER + self.distinct * (PAGE - NUMBER)
    }

    /// Writes a header and the pages.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.header.write(out)?;
        for Listed { address, origin, bytes } in &self.list {
            let (number, earlier) = (address / PAGE as u64, origin / PAGE as u64);
            if earlier < number {
                out.write_all(bytemuck::cast_slice(&[(number | SAME).to_le(), earlier.to_le()]))?;
            } else {
                out.write_all(&number.to_le_bytes())?;
                out.write_all(bytes)?;
            }
        }
        Ok(())
    }
}

/// Returns `true` if bytes begin like written pages.
pub fn are_pages(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Reads a header and its pages, and visits each page with its address.
///
/// # Errors
/// As [`Header::read`], [`Error::Damaged`] if the pages are not as [`Pages::write`] writes them, and the first error of
/// `visit`.
pub(super) fn read_pages(
    mut from: impl Read,
    mut visit: impl FnMut(u64, Content<'_>) -> Result<()>,
) -> Result<Header> {
    let header = Header::read(&mut from)?;
    let (mut page, mut numbers): ([u8; PAGE], Vec<u64>) = ([0; PAGE], Vec::new());
    let broken = || damaged("its pages can't be read");
    for _ in 0..header.count {
        let mut next = || {
            let mut number = [0; NUMBER];
            from.read_exact(&mut number).map(|()| u64::from_le_bytes(number))
        };
        let number = next().map_err(|_| broken())?;
        let earlier = (number & SAME != 0).then(&mut next).transpose().map_err(|_| broken())?;
        let number = number & !SAME;
        let address = number.checked_mul(PAGE as u64).filter(|address| PageAddress::of(*address).is_some());
        let address =
            address.filter(|_| numbers.last().is_none_or(|last| *last < number)).ok_or_else(broken)?;
        match earlier {
            Some(earlier) => {
                numbers.binary_search(&earlier).map_err(|_| broken())?;
                visit(address, Content::Same(earlier * PAGE as u64))?;
            }
            None => {
                from.read_exact(&mut page).map_err(|_| broken())?;
                if zero(&page) {
                    return Err(broken());
                }
                visit(address, Content::Bytes(&page))?;
            }
        }
        numbers.try_reserve(1).map_err(|_| refused())?;
        numbers.push(number);
        // Unpacking takes longer than copying.
        pause::point(if earlier.is_some() { PAGE } else { 4 * PAGE })?;
    }
    // The end has to be read for the checksum to be compared.
    match from.read(&mut page) {
        Ok(0) => Ok(header),
        _ => Err(broken()),
    }
}

/// Reads pages into a memory, and returns the header in front of them.
///
/// # Errors
/// As [`read_pages`], and [`Error::OutOfMemory`].
pub(super) fn load(from: impl Read) -> Result<(Memory, Header)> {
    let mut filling = Filling::new(MAX_BYTES);
    let header = read_pages(from, |address, content| filling.put(address, content))?;
    Ok((filling.finish(), header))
}
