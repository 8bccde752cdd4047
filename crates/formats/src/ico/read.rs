//! Icons, in: the directory, and the frames that its pictures become.

use super::bitmap::Bitmap;
use super::{ENTRY, HEAD, LABEL, damaged, name_of};
use crate::budget::{Budget, put, tell};
use crate::document::{Cel, Drawing, MAX_FRAMES, MAX_SIDE, MAX_TAGS, Tag, TagDirection};
use crate::error::{Result, in_range};
use crate::parts::counted;
use crate::{Whole, png};
use std::cmp::Reverse;

/// What the head of an icon says it is, and that of a cursor.
const ICON: u16 = 1;
const CURSOR: u16 = 2;

/// How a picture begins that is a PNG file.
const SIGNATURE: &[u8] = b"\x89PNG";

/// Reads a number of two bytes.
pub(super) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..)?.first_chunk().map(|two| u16::from_le_bytes(*two))
}

/// Reads a number of four bytes.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|four| u32::from_le_bytes(*four))
}

/// Returns `true` for an icon or a cursor. A picture of Targa begins alike, but with zeros where there is the number of pictures.
pub(super) fn is(bytes: &[u8]) -> bool {
    let kind = u16_at(bytes, 0) == Some(0) && matches!(u16_at(bytes, 2), Some(ICON | CURSOR));
    // The first picture lies behind its entry at least.
    let behind = u32_at(bytes, HEAD + 12).is_none_or(|at| at as usize >= HEAD + ENTRY);
    kind && u16_at(bytes, 4).is_some_and(|count| count > 0) && behind
}

/// A picture of a file.
enum Picture<'a> {
    Png(png::File<'a>),
    Bitmap(Bitmap<'a>),
}

impl<'a> Picture<'a> {
    /// Looks at a picture's head, and takes its pixels from a budget.
    fn open(bytes: &'a [u8], budget: &mut Budget) -> Result<Picture<'a>> {
        if bytes.starts_with(SIGNATURE) {
            return Ok(Picture::Png(budget.png(bytes)?));
        }
        let bitmap = Bitmap::open(bytes)?;
        budget.pixels(bitmap.size.0, bitmap.size.1)?;
        Ok(Picture::Bitmap(bitmap))
    }

    fn size(&self) -> (u32, u32) {
        match self {
            Picture::Png(file) => file.size(),
            Picture::Bitmap(bitmap) => bitmap.size,
        }
    }
}

/// Reads a file.
///
/// # Errors
/// Returns [`Error::Damaged`](crate::Error::Damaged) for a file that is damaged,
/// [`Error::Range`](crate::Error::Range) and [`Error::OutOfMemory`](crate::Error::OutOfMemory) for one that is too large.
pub(super) fn read_ico(bytes: &[u8]) -> Result<Whole> {
    let count = u16_at(bytes, 4).unwrap_or(0);
    in_range("number of pictures", count.into(), 1, MAX_FRAMES.into())?;
    let (mut budget, mut pictures, mut spots) = (Budget::new(), Vec::new(), 0);
    for number in 0..usize::from(count) {
        let entry = bytes.get(HEAD + ENTRY * number..HEAD + ENTRY * (number + 1));
        let entry = entry.ok_or_else(|| damaged("its directory is cut off"))?;
        let [length, at] = [8, 12].map(|at| u32_at(entry, at).unwrap_or(0) as usize);
        let end = at.checked_add(length).filter(|_| length > 0);
        let picture = end.and_then(|end| bytes.get(at..end));
        let picture = picture.ok_or_else(|| damaged("a picture lies outside the file"))?;
        pictures.push(Picture::open(picture, &mut budget)?);
        let spot = u16_at(bytes, 2) == Some(CURSOR) && u32_at(entry, 4) != Some(0);
        spots += u32::from(spot);
    }
    pictures.sort_by_key(|picture| Reverse(u64::from(picture.size().0) * u64::from(picture.size().1)));
    let most = |side: fn((u32, u32)) -> u32| pictures.iter().map(|one| side(one.size())).max().unwrap_or(1);
    let (width, height) = (most(|size| size.0), most(|size| size.1));
    in_range("width", width.into(), 1, MAX_SIDE.into())?;
    in_range("height", height.into(), 1, MAX_SIDE.into())?;
    let mut drawing = Drawing::new(width, height)?;
    let (mut said, mut inverted, mut smaller) = (Vec::new(), 0, 0);
    for (frame, picture) in (0..).zip(&pictures) {
        if frame > 0 {
            drawing.add_frame(frame)?;
        }
        let cel = Cel { layer: 0, frame };
        let each = |y: u32, row: &[_]| put(&mut drawing, cel, (0, y.into()), row).map(|_| ());
        match picture {
            Picture::Png(file) => {
                tell(&mut said, file);
                file.each_row(each)?;
            }
            Picture::Bitmap(bitmap) => inverted += bitmap.each_row(each)?,
        }
        if pictures.len() > 1 && frame < MAX_TAGS {
            let (name, direction) = (name_of(picture.size()), TagDirection::Forward);
            drawing.add_tag(&Tag::new(name, frame, frame, direction))?;
        }
        smaller += u32::from(picture.size() != (width, height));
        budget.settle(&mut drawing)?;
    }
    drawing.compact()?;
    let notes = [
        counted(
            smaller,
            "{n} frame smaller than the canvas put at its top left corner \
             | {n} frames smaller than the canvas put at its top left corner",
        ),
        counted(spots, "{n} hot spot left out | {n} hot spots left out"),
        counted(
            inverted,
            "{n} pixel inverting the screen made transparent \
             | {n} pixels inverting the screen made transparent",
        ),
    ];
    Ok(Whole::new(drawing, notes.into_iter().flatten().chain(said).collect()))
}

/// Returns the error of a picture that ends before its pixels do.
pub(super) fn cut_off() -> crate::error::Error {
    crate::error::Error::Damaged { format: LABEL, why: "a picture ends too early" }
}
