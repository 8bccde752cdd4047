//! Sheets: the pages of a drawing, 256 addresses to an entry.
//!
//! A page for each entry would be sixteen thousand entries for a photo, and all pages in one
//! would be written anew for one pixel. A sheet holds the pages of one
//! [area](crate::history::AREA) of a mebibyte: for each page its index in the area and its
//! bytes, packed with LZ4. An area without pages has no sheet.

use super::{Batch, EntryKey, EntryKind, damaged, seal};
use crate::error::{Error, Result};
use crate::history::AREA;
use crate::memory::{Arena, Memory, PAGE, PageAddress, Region};
use crate::pause;
use lz4_flex::block::{compress_into, decompress_into, get_maximum_output_size};

/// Number of pages of an area.
const PAGES: u64 = AREA / PAGE as u64;

/// The most bytes of a sheet before it is packed.
const LONGEST: usize = (PAGES as usize) * (PAGE + 1);

/// Returns the numbers of the areas that hold pages, ascending.
pub(super) fn areas(memory: &Memory) -> Vec<u64> {
    let mut areas: Vec<u64> = Vec::new();
    for region in memory.present() {
        let area = region.start / AREA;
        if areas.last() != Some(&area) {
            areas.push(area);
        }
    }
    areas
}

/// Adds the sheets of some areas to a batch; those without pages are dropped.
///
/// # Errors
/// [`Error::OutOfMemory`].
pub(super) fn write(memory: &Memory, areas: impl IntoIterator<Item = u64>, batch: &mut Batch) -> Result<()> {
    let refused = |bytes: usize| Error::OutOfMemory { what: "journal", bytes: bytes as u64, limit: 0 };
    let (mut pages, mut packed) = (Vec::new(), Vec::new());
    for area in areas {
        pages.clear();
        for index in 0..PAGES {
            let place = PageAddress::of(area * AREA + index * PAGE as u64);
            let page =
                place.and_then(|place| memory.page(place)).filter(|page| page.iter().any(|word| *word != 0));
            let Some(bytes) = page.map(|page| bytemuck::cast_slice(page)) else { continue };
            pages.try_reserve(PAGE + 1).map_err(|_| refused(pages.len()))?;
            pages.push(index as u8);
            pages.extend_from_slice(bytes);
        }
        let key = EntryKey::new(EntryKind::Sheet, area);
        if pages.is_empty() {
            batch.drops.push(key..EntryKey::new(EntryKind::Sheet, area + 1));
            continue;
        }
        // One piece of memory serves all sheets: it is far larger than what most of them are packed to.
        let most = get_maximum_output_size(pages.len());
        packed.try_reserve_exact(most.saturating_sub(packed.len())).map_err(|_| refused(most))?;
        packed.resize(most.max(packed.len()), 0);
        // Packing takes several times as long as copying.
        pause::only(4 * pages.len());
        let length = compress_into(&pages, &mut packed).map_err(|_| refused(most))?;
        let mut sheet = Vec::new();
        sheet.try_reserve_exact(length + 8).map_err(|_| refused(length))?;
        sheet.extend_from_slice(&(pages.len() as u32).to_le_bytes());
        sheet.extend_from_slice(&packed[..length]);
        seal::close(&mut sheet);
        batch.puts.push((key, sheet));
    }
    Ok(())
}

/// Clears the pages of an area.
pub(super) fn clear(area: u64, memory: &mut Memory) {
    for index in 0..PAGES {
        let region = Region::new(area * AREA + index * PAGE as u64, PAGE);
        if memory.is_present(region)
            && let Some(bytes) = memory.get_mut(region)
        {
            bytes.fill(0);
            memory.trim(region);
        }
    }
}

/// Reads a sheet into a memory.
///
/// # Errors
/// [`Error::Damaged`], and [`Error::OutOfMemory`].
pub(super) fn read(area: u64, bytes: &[u8], memory: &mut Memory) -> Result<()> {
    let bytes = seal::open(bytes).ok_or_else(|| damaged("a sheet has a wrong checksum"))?;
    let (length, packed) = bytes.split_first_chunk().ok_or_else(|| damaged("a sheet is cut off"))?;
    let length = u32::from_le_bytes(*length) as usize;
    if length > LONGEST || !length.is_multiple_of(PAGE + 1) {
        return Err(damaged("a sheet has a wrong length"));
    }
    let mut pages = vec![0; length];
    if decompress_into(packed, &mut pages).ok() != Some(length) {
        return Err(damaged("a sheet can't be unpacked"));
    }
    for page in pages.chunks_exact(PAGE + 1) {
        let start =
            area.checked_mul(AREA).and_then(|start| start.checked_add(u64::from(page[0]) * PAGE as u64));
        let start = start.filter(|start| PageAddress::of(*start).is_some());
        let region = Region::new(start.ok_or_else(|| damaged("a page has no valid address"))?, PAGE);
        memory.provide(region)?;
        memory
            .get_mut(region)
            .ok_or_else(|| damaged("a page has no valid address"))?
            .copy_from_slice(&page[1..]);
    }
    Ok(())
}
