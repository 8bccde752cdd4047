//! The pages of a drawing as one entry: a header, then each page's number and bytes, by
//! ascending number.
//!
//! An address is its meaning, so nothing else has to be said about a page. Pages of
//! zeros are absent. So a drawing has one way to be written, and a file in which a page
//! is out of order, comes twice or holds only zeros was not written by this module.

use super::damaged;
use crate::document::{Door, Drawing, MAX_BYTES, MAX_SIDE};
use crate::error::{Error, Result, in_range};
use crate::memory::{Arena, Memory, PAGE, PageAddress, Region};
use crate::pause;
use std::io::{self, Read, Write};

/// Version of the project file: a reader refuses files of a later one.
pub(super) const VERSION: u32 = 1;

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
    /// Describes a drawing.
    pub(super) fn of(drawing: &Drawing<impl Door>) -> Header {
        let count = held(drawing.door().arena()).count() as u32;
        Header { version: VERSION, size: drawing.size(), count }
    }

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
    fn read(from: &mut dyn Read) -> Result<Header> {
        let (mut magic, mut numbers) = (MAGIC, [[0; 4]; 4]);
        let whole = from.read_exact(&mut magic).and_then(|()| from.read_exact(numbers.as_flattened_mut()));
        if whole.is_err() || magic != MAGIC {
            return Err(damaged("its pages can't be read"));
        }
        let [version, width, height, count] = numbers.map(u32::from_le_bytes);
        if version > VERSION {
            let why =
                format!("a later version wrote it, in format {version}: this one reads format {VERSION}");
            return Err(Error::Invalid { what: "file", why });
        }
        in_range("width", width.into(), 1, MAX_SIDE.into())?;
        in_range("height", height.into(), 1, MAX_SIDE.into())?;
        in_range("number of pages", count.into(), 1, (MAX_BYTES / PAGE as u64) as i64)?;
        Ok(Header { version, size: (width, height), count })
    }
}

/// Number of bytes of a page's number.
const NUMBER: usize = 8;

/// A page's number and bytes.
type Record = [u8; NUMBER + PAGE];

fn zero(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == 0)
}

/// Returns the pages that are not zero, by ascending address.
fn held(memory: &Memory) -> impl Iterator<Item = (u64, &[u8])> {
    let pages = memory.present().filter_map(|region| Some((region.start, memory.get(region)?)));
    pages.filter(|(_, bytes)| !zero(bytes))
}

/// Writes a drawing's header and pages.
pub(super) fn write(header: Header, memory: &Memory, out: &mut dyn Write) -> io::Result<()> {
    header.write(out)?;
    for (address, bytes) in held(memory) {
        out.write_all(&(address / PAGE as u64).to_le_bytes())?;
        out.write_all(bytes)?;
    }
    Ok(())
}

/// Reads a header and its pages, and visits each page with its address.
///
/// # Errors
/// As [`Header::read`], [`Error::Damaged`] if the pages are not as [`write`] writes them, and the first error of
/// `visit`.
pub(super) fn read(mut from: impl Read, mut visit: impl FnMut(u64, &[u8]) -> Result<()>) -> Result<Header> {
    let header = Header::read(&mut from)?;
    let (mut record, mut next): (Record, u64) = ([0; NUMBER + PAGE], 0);
    let broken = || damaged("its pages can't be read");
    for _ in 0..header.count {
        from.read_exact(&mut record).map_err(|_| broken())?;
        let (number, bytes) = record.split_first_chunk::<NUMBER>().ok_or_else(broken)?;
        let number = u64::from_le_bytes(*number);
        let address = number.checked_mul(PAGE as u64).filter(|address| PageAddress::of(*address).is_some());
        let address = address.filter(|_| number >= next && !zero(bytes)).ok_or_else(broken)?;
        next = number + 1;
        visit(address, bytes)?;
        // Unpacking takes longer than copying.
        pause::point(4 * PAGE)?;
    }
    // The end has to be read for the checksum to be compared.
    match from.read(&mut record) {
        Ok(0) => Ok(header),
        _ => Err(broken()),
    }
}

/// Reads pages into a memory.
///
/// # Errors
/// As [`read`], and [`Error::OutOfMemory`].
pub(super) fn load(from: impl Read) -> Result<Memory> {
    let mut memory = Memory::new(MAX_BYTES);
    read(from, |address, bytes| {
        memory.write(Region::new(address, PAGE))?.copy_from_slice(bytes);
        Ok(())
    })?;
    Ok(memory)
}
