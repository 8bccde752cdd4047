//! Sprite sheets, out: which part of each picture lies where, and the two files in their archive.

use super::describe::describe;
use super::pack::{Places, Wanted, lay};
use super::words;
use crate::archive::{Writer, Written, deflate, store};
use crate::color::Color;
use crate::document::{Drawing, Store};
use crate::error::{Message, Result};
use crate::export::Split;
use crate::geometry::Rect;
use crate::names::{directions_lost, modes_lost};
use crate::parts::counted;
use crate::patterns::{Naming, file_name};
use crate::pictures::{Names, Patterns, Pictures, Shot, ascending};
use crate::sink::{MAX_FILE, Sink};
use crate::{Export, Frames, png};
use std::collections::BTreeSet;

/// The names that Aseprite gives by default, without its file's ending.
const PATTERNS: Patterns = Patterns {
    files: false,
    whole: "{name} {frame}",
    layers: "{name} ({layer}) {frame}",
    tags: "{name} #{tag} {frame}",
    slices: "{name} ({slice}) {frame}",
};

/// A sheet that is laid out.
pub(super) struct Sheet<'a> {
    pub(super) pictures: Pictures<'a>,
    /// The part of each picture that is on the sheet, in the film's pixels.
    pub(super) parts: Vec<Rect>,
    /// For each picture the position of the one whose place it shares, which may be its own.
    pub(super) same: Vec<usize>,
    /// Where the pixels of the part lie, by pictures.
    pub(super) places: Places,
    /// Number of transparent pixels that belong to a picture, around its pixels.
    pub(super) inner: u32,
}

impl<'a> Sheet<'a> {
    fn new(drawing: &'a Drawing<Store>, export: &Export) -> Result<Sheet<'a>> {
        let pictures = Pictures::new(drawing, &ascending(drawing, export), &PATTERNS)?;
        let part = |shot: &Shot<'_>| if export.trim { pictures.bounds(shot) } else { shot.area };
        let parts: Vec<_> = pictures.list.iter().map(part).collect();
        let same = if export.merge { pictures.equal(&parts) } else { (0..parts.len()).collect() };
        let once: Vec<_> = (0..parts.len()).filter(|at| same[*at] == *at).collect();
        let around = export.inner + export.extrude + export.padding;
        let size = |at: &usize| (parts[*at].width as u32 + 2 * around, parts[*at].height as u32 + 2 * around);
        let sizes: Vec<_> = once.iter().map(size).collect();
        let Export { layout, columns, powers, inner, .. } = *export;
        let laid = lay(&sizes, &Wanted { layout, columns, powers })?;
        let place = |at: &usize| {
            let (x, y) = laid.corners[once.binary_search(at).unwrap_or(0)];
            (x + around, y + around)
        };
        let places = Places { size: laid.size, corners: same.iter().map(place).collect() };
        Ok(Sheet { pictures, parts, same, places, inner })
    }

    /// Encodes the sheet as PNG, row by row. The pixels at the edges of each picture are repeated outside of it.
    fn picture(&self, extrude: u32) -> Result<Vec<u8>> {
        // What lies at the edges of a picture with transparent pixels around it is transparent.
        let extrude = if self.inner > 0 { 0 } else { extrude };
        let corners = &self.places.corners;
        let begin = |at: usize| corners[at].1 - extrude;
        let mut all: Vec<_> = (0..self.parts.len()).filter(|at| self.same[*at] == *at).collect();
        all.sort_by_key(|at| std::cmp::Reverse(begin(*at)));
        let rows = || {
            let (mut waiting, mut shown) = (all.clone(), Vec::<usize>::new());
            let mut pixels = vec![Color::TRANSPARENT; self.pictures.film.size().0 as usize];
            move |y, row: &mut [Color]| {
                while let Some(at) = waiting.pop_if(|at| begin(*at) <= y) {
                    shown.push(at);
                }
                shown.retain(|at| y < corners[*at].1 + self.parts[*at].height as u32 + extrude);
                row.fill(Color::TRANSPARENT);
                for at in &shown {
                    let (part, (left, top)) = (self.parts[*at], corners[*at]);
                    let from = y.clamp(top, top + part.height as u32 - 1) - top;
                    self.pictures.read(&self.pictures.list[*at], part.y as u32 + from, &mut pixels);
                    let seen = &pixels[part.x as usize..part.right() as usize];
                    let (left, edge) = (left as usize, extrude as usize);
                    row[left - edge..left].fill(seen[0]);
                    row[left..left + seen.len()].copy_from_slice(seen);
                    row[left + seen.len()..left + seen.len() + edge].fill(seen[seen.len() - 1]);
                }
                Ok(())
            }
        };
        png::encode_smallest(self.places.size.0, self.places.size.1, rows)
    }
}

/// Returns the names of a sheet's list and of its picture.
fn files(export: &Export, pictures: &Pictures<'_>) -> [String; 2] {
    let tag = if let Frames::Tag(name) = &export.frames { name } else { "" };
    let frame = pictures.film.frame(0);
    let naming = Naming { name: &export.name, tag, frame, index: frame, ..Naming::default() };
    // A field that was emptied asks for nothing else.
    let name = file_name(&naming.by(if export.file.is_empty() { "{name}" } else { &export.file }));
    [format!("{name}.json"), format!("{name}.png")]
}

/// Returns what frames and files are called.
///
/// # Errors
/// As [`Film::new`](crate::Film::new).
pub(super) fn names(drawing: &Drawing<Store>, export: &Export) -> Result<Names> {
    let pictures = Pictures::new(drawing, &ascending(drawing, export), &PATTERNS)?;
    let files = files(export, &pictures).into();
    Ok(Names { files, ..pictures.names(export, &PATTERNS, "") })
}

/// Encodes a drawing.
///
/// # Errors
/// Returns [`Error::Range`](crate::Error::Range) for a sheet that is too large,
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory), and what [`Film::new`](crate::Film::new) returns.
pub(super) fn write_sheet(drawing: &Drawing<Store>, export: &Export) -> Result<Vec<u8>> {
    let sheet = Sheet::new(drawing, export)?;
    let png = sheet.picture(export.extrude)?;
    let [list, image] = files(export, &sheet.pictures);
    let json = describe(drawing, &sheet, &image, export.array)?;
    let mut sink = Sink::new(MAX_FILE);
    let write = |sink| -> Written {
        let mut archive: Writer<'_> = Writer::new(sink);
        deflate(&mut archive, &list, |out| out.write_all(json.as_bytes()))?;
        store(&mut archive, &image, &png)?;
        archive.finish()?;
        Ok(())
    };
    write(&mut sink).map_err(|_| sink.refusal("sheet file"))?;
    Ok(sink.bytes)
}

/// Lists what a file would lose besides.
///
/// # Errors
/// As [`Film::new`](crate::Film::new).
pub(super) fn losses(drawing: &Drawing<Store>, export: &Export) -> Result<Vec<Message>> {
    let pictures = Pictures::new(drawing, &ascending(drawing, export), &PATTERNS)?;
    let film = &pictures.film;
    let mut found = Vec::new();
    found.extend(directions_lost(&words::DIRECTIONS, drawing));
    found.extend(modes_lost(&words::MODES, drawing)?);
    let tags = drawing.tags();
    match export.split {
        Split::Whole => {}
        Split::Layers => {
            let hidden = (0..drawing.layers()).filter(|layer| !drawing.is_visible(*layer)).count() as u32;
            found.extend(counted(hidden, "{n} hidden layer | {n} hidden layers"));
        }
        Split::Slices if drawing.slices().is_empty() => {}
        Split::Slices => {
            let shown: BTreeSet<_> = pictures.list.iter().map(|shot| shot.moment).collect();
            let others = (film.len() - shown.len()) as u32;
            found.extend(counted(others, "{n} frame without a slice | {n} frames without a slice"));
        }
        Split::Tags if tags.is_empty() => {}
        Split::Tags => {
            let shown = |frame: u32| tags.iter().any(|tag| (tag.from..=tag.to).contains(&frame));
            let others = (0..film.len()).filter(|moment| !shown(film.frame(*moment))).count() as u32;
            found.extend(counted(others, "{n} frame without a tag | {n} frames without a tag"));
        }
    }
    if export.frames != Frames::All {
        found.extend(counted(drawing.frames() - film.len() as u32, "{n} other frame | {n} other frames"));
    }
    found.extend(counted(pictures.empty, "{n} empty frame | {n} empty frames"));
    Ok(found)
}
