//! A PNG picture for each frame, in a zip, in the order of their names.
//!
//! Their names follow a pattern, and each layer, tag or slice may have pictures of its own.
//!
//! Every program that knows no animation knows this one. Names are compared as people count: `walk 2.png` comes before
//! `walk 10.png`. A sequence says nothing of how long a frame is shown.
//!
//! ```
//! use undoodle_formats::{self as formats, document::Document, Export};
//! let sequence = formats::named("sequence")?;
//! let (document, export) = (Document::new(3, 2)?, Export { scale: 2, ..Export::new(0) });
//! let bytes = formats::write(sequence, &document, &export)?;
//! assert_eq!(formats::open(&bytes)?.1.size(), (6, 4));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::archive::{Index, Writer, Written, store};
use super::budget::{Budget, put, tell};
use super::kinds::{Kind, ends, kind};
use super::parts::counted;
use super::pictures::{Names, Patterns, Pictures, ascending};
use super::sink::{MAX_FILE, Sink};
use super::{Export, Format, Part, Split, Whole, png};
use crate::color::Color;
use crate::document::{Cel, Drawing, MAX_FRAMES, Store};
use crate::error::{Message, Result, in_range};
use crate::geometry::Rect;
use std::cmp::Ordering;

/// Name of the format for people.
const LABEL: &str = "PNG sequence";

/// Ending of the files' names.
const ENDING: &str = ".png";

/// What the files are called by default: numbers of one length keep their order in every program.
const PATTERNS: Patterns = Patterns {
    files: true,
    whole: "{name}-{frame0001}",
    layers: "{name}-{layer}-{frame0001}",
    tags: "{name}-{tag}-{frame0001}",
    slices: "{name}-{slice}-{frame0001}",
};

/// The format's row.
pub(super) const FORMAT: Format = Format {
    id: "sequence",
    label: LABEL,
    mime: "application/zip",
    endings: &["frames.zip"],
    is: |bytes| kind(bytes) == Some(Kind::Sequence),
    read: Some(|bytes| Ok(Box::new(read_sequence(bytes)?))),
    write: Some(write_sequence),
    lacks: &[
        Part::Layers,
        Part::LayerProperties,
        Part::CelProperties,
        Part::Durations,
        Part::Links,
        Part::Tags,
        Part::Slices,
        Part::Palette,
        Part::Background,
        Part::Grid,
        Part::Tile,
        Part::Beyond,
        Part::Floating,
        Part::Selection,
        Part::Carried,
    ],
    options: &["frames", "scale", "background", "nonempty", "split", "names"],
    losses: Some(losses),
    names: Some(names),
};

/// Encodes a drawing.
fn write_sequence(drawing: &Drawing<Store>, export: &Export) -> Result<Vec<u8>> {
    let pictures = &pictures(drawing, export)?;
    let wide = pictures.film.size().0 as usize;
    let mut sink = Sink::new(MAX_FILE);
    let mut refused = Ok(());
    let mut write = |sink| -> Written {
        let mut archive: Writer<'_> = Writer::new(sink);
        for shot in &pictures.list {
            let Rect { x, y: top, width, height } = shot.area;
            let png = png::encode_smallest(width as u32, height as u32, || {
                let mut pixels = vec![Color::TRANSPARENT; wide];
                move |y, row: &mut [Color]| {
                    pictures.read(shot, top as u32 + y, &mut pixels);
                    row.copy_from_slice(&pixels[x as usize..][..row.len()]);
                    Ok(())
                }
            });
            match png {
                // What is packed already gains nothing from being packed again.
                Ok(png) => store(&mut archive, &format!("{}{ENDING}", shot.name), &png)?,
                Err(error) => refused = Err(error),
            }
        }
        archive.finish()?;
        Ok(())
    };
    let written = write(&mut sink);
    refused?;
    written.map_err(|_| sink.refusal("PNG sequence file"))?;
    Ok(sink.bytes)
}

/// Lists the pictures. Those of a tag are in the order in which it is played, if they are not split.
fn pictures<'a>(drawing: &'a Drawing<Store>, export: &Export) -> Result<Pictures<'a>> {
    let split = export.split != Split::Whole;
    let export = if split { ascending(drawing, export) } else { export.clone() };
    Pictures::new(drawing, &export, &PATTERNS)
}

/// Returns what the files are called.
fn names(drawing: &Drawing<Store>, export: &Export) -> Result<Names> {
    Ok(pictures(drawing, export)?.names(export, &PATTERNS, ENDING))
}

/// Lists what a file would lose besides.
fn losses(drawing: &Drawing<Store>, export: &Export) -> Result<Vec<Message>> {
    let pictures = pictures(drawing, export)?;
    let mut shown: Vec<_> = pictures.list.iter().map(|shot| pictures.film.frame(shot.moment)).collect();
    shown.sort_unstable();
    shown.dedup();
    let durations = (shown.len() > 1)
        .then(|| Message::new("the duration of {n} frame | the durations of {n} frames").with(shown.len()));
    let others = counted(drawing.frames() - shown.len() as u32, "{n} other frame | {n} other frames");
    let hidden = (0..drawing.layers()).filter(|layer| !drawing.is_visible(*layer)).count() as u32;
    let hidden = if export.split == Split::Layers {
        counted(
            hidden,
            "{n} hidden layer \
         | {n} hidden layers",
        )
    } else {
        None
    };
    let empty = counted(pictures.empty, "{n} empty frame | {n} empty frames");
    Ok(durations.into_iter().chain(others).chain(hidden).chain(empty).collect())
}

/// Reads a file.
fn read_sequence(bytes: &[u8]) -> Result<Whole> {
    let (index, mut budget) = (Index::open(LABEL, bytes)?, Budget::new());
    let mut names: Vec<_> = index.names().filter(|name| ends(name, ENDING)).collect();
    in_range("number of frames", names.len() as i64, 1, MAX_FRAMES.into())?;
    let others = index.names().count() - names.len();
    names.sort_by(|one, other| counting(one, other));
    let mut pictures = Vec::new();
    for name in names {
        pictures.push(index.read(name, u64::MAX, &mut budget)?);
    }
    let files = pictures.iter().map(|bytes| budget.png(bytes)).collect::<Result<Vec<_>>>()?;
    let width = files.iter().map(|file| file.size().0).max().unwrap_or(1);
    let height = files.iter().map(|file| file.size().1).max().unwrap_or(1);
    let mut drawing = Drawing::new(width, height)?;
    for (frame, file) in (0..).zip(&files) {
        if frame > 0 {
            drawing.add_frame(frame)?;
        }
        let cel = Cel { layer: 0, frame };
        file.each_row(|y, row| put(&mut drawing, cel, (0, y.into()), row).map(|_| ()))?;
        budget.settle(&mut drawing)?;
    }
    drawing.compact()?;
    let smaller = files.iter().filter(|file| file.size() != (width, height)).count() as u32;
    let smaller = counted(
        smaller,
        "{n} frame smaller than the canvas put at its top left corner \
         | {n} frames smaller than the canvas put at its top left corner",
    );
    let others = counted(
        others as u32,
        "{n} other file in the archive left out \
         | {n} other files in the archive left out",
    );
    let mut said = Vec::new();
    files.iter().for_each(|file| tell(&mut said, file));
    Ok(Whole::new(drawing, smaller.into_iter().chain(others).chain(said).collect()))
}

/// Compares names as people count: runs of digits are numbers.
fn counting(one: &str, other: &str) -> Ordering {
    let (mut a, mut b) = (one, other);
    while let (Some(first), Some(second)) = (a.chars().next(), b.chars().next()) {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let (left, right) = (digits(a), digits(b));
        let (order, passed) = if left > 0 && right > 0 {
            // Of numbers without zeros in front, the longer is the greater.
            let (x, y) = (a[..left].trim_start_matches('0'), b[..right].trim_start_matches('0'));
            (x.len().cmp(&y.len()).then(x.cmp(y)), (left, right))
        } else {
            (first.cmp(&second), (first.len_utf8(), second.len_utf8()))
        };
        if order != Ordering::Equal {
            return order;
        }
        (a, b) = (&a[passed.0..], &b[passed.1..]);
    }
    a.len().cmp(&b.len()).then_with(|| one.cmp(other))
}
