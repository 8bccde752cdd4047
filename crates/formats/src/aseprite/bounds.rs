//! Precise bounds: where Aseprite shows the image of a reference layer, and how large.
//!
//! A model to draw after is kept as large as it came, a photo of 300 pixels a side on a canvas of 64, say, and its cel is followed by a chunk
//! that says in which rectangle it is seen. The cel here has the pixels that are seen there, each that of the image at its middle, as
//! Aseprite shows it. The image itself is [kept](crate::document::Original), and written back as long as the cel shows it, wherever and however large.
//!
//! The invariant: a cel is followed by bounds that say what is written of it, be it the image or its own pixels, so that no program scales these once more.

use super::entries::chunk;
use super::raw::EXTRA;
use crate::document::Bounds;

/// The flag of bounds that count.
const PRECISE: u32 = 1;

/// Reads the contents of a chunk. Returns `None` if it has no bounds, or those of a rectangle without a pixel.
pub(super) fn read(chunk: &[u8]) -> Option<Bounds> {
    let long = |at: usize| chunk.get(4 * at..)?.first_chunk().copied();
    let precise = u32::from_le_bytes(long(0)?) & PRECISE != 0;
    let [left, top, width, height] = [1, 2, 3, 4].map(|at| long(at).map(i32::from_le_bytes));
    let bounds = [left?, top?, width?, height?];
    (precise && bounds[2] > 0 && bounds[3] > 0).then_some(Bounds(bounds))
}

/// Returns the bounds that the chunks behind a cel say, the last ones if there are several.
pub(super) fn said(behind: &[u8]) -> Option<Bounds> {
    let (mut at, mut found) = (0, None);
    while let Some(size) =
        behind.get(at..).and_then(|left| left.first_chunk().copied()).map(u32::from_le_bytes)
    {
        let end = at.saturating_add((size as usize).max(6));
        let is_extra = behind.get(at + 4..at + 6) == Some(&EXTRA.to_le_bytes());
        let own = behind.get(at + 6..end).filter(|_| is_extra).and_then(read);
        found = own.or(found);
        at = end;
    }
    found
}

/// Returns the chunks behind a cel with other bounds in place of those that they have.
pub(super) fn replaced(behind: &[u8], bounds: Bounds) -> Vec<u8> {
    replace(behind, bounds).0
}

/// Returns the chunks behind a cel with bounds, which replace those that they have.
pub(super) fn with(behind: &[u8], bounds: Bounds) -> Vec<u8> {
    let (mut out, found) = replace(behind, bounds);
    if !found {
        let mut own = Vec::new();
        let contents =
            [&PRECISE.to_le_bytes()[..], bounds.0.map(i32::to_le_bytes).as_flattened(), &[0; 16]].concat();
        chunk(&mut own, EXTRA, &contents);
        out.splice(0..0, own);
    }
    out
}

/// Replaces bounds, and returns whether there were some.
fn replace(behind: &[u8], bounds: Bounds) -> (Vec<u8>, bool) {
    let (mut out, mut found) = (behind.to_vec(), false);
    let mut at = 0;
    while let Some(size) = out.get(at..).and_then(|left| left.first_chunk().copied()).map(u32::from_le_bytes)
    {
        let end = at.saturating_add((size as usize).max(6));
        let kind = out.get(at + 4..at + 6);
        if kind == Some(&EXTRA.to_le_bytes())
            && out.get(at + 6..end).and_then(read).is_some()
            && let Some(own) = out.get_mut(at + 10..at + 26)
        {
            own.copy_from_slice(bounds.0.map(i32::to_le_bytes).as_flattened());
            found = true;
        }
        at = end;
    }
    (out, found)
}
