//! A PNG picture for each frame, in a zip, in the order of their names.
//!
//! Every program that knows no animation knows this one. Names are compared as people count: `walk 2.png` comes before
//! `walk 10.png`. A sequence says nothing of how long a frame is shown.
//!
//! ```
//! use undoodle::{document::Document, formats::{self, Export}};
//! let sequence = formats::named("sequence")?;
//! let (document, export) = (Document::new(3, 2)?, Export { scale: 2, ..Export::new(0) });
//! let bytes = formats::write(sequence, &document, &export)?;
//! assert_eq!(formats::open(&bytes)?.1.size(), (6, 4));
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::archive::{Index, Writer, Written, store};
use super::budget::{Budget, put, tell};
use super::kinds::{Kind, ends, kind};
use super::parts::counted;
use super::sink::{MAX_FILE, Sink};
use super::{Export, Film, Format, Part, Whole, png};
use crate::document::{Cel, Drawing, MAX_FRAMES, Store};
use crate::error::{Result, in_range};
use std::cmp::Ordering;

/// Name of the format for people.
const LABEL: &str = "PNG sequence";

/// The format's row.
pub(super) const FORMAT: Format = Format {
    id: "sequence",
    label: LABEL,
    mime: "application/zip",
    endings: &["frames.zip"],
    is: |bytes| kind(bytes) == Some(Kind::Sequence),
    read: Some(|bytes| Ok(Box::new(read(bytes)?))),
    write: Some(write),
    lacks: &[
        Part::Layers,
        Part::LayerProperties,
        Part::Durations,
        Part::Links,
        Part::Tags,
        Part::Palette,
        Part::Background,
        Part::Grid,
        Part::Tile,
        Part::Floating,
        Part::Selection,
    ],
    options: &["frames", "scale", "background"],
    losses: Some(losses),
};

/// Encodes a drawing.
fn write(drawing: &Drawing<Store>, export: &Export) -> Result<Vec<u8>> {
    let film = Film::new(drawing, export)?;
    let (width, height) = film.size();
    let mut sink = Sink::new(MAX_FILE);
    let mut refused = Ok(());
    let mut write = |sink| -> Written {
        let mut archive: Writer<'_> = Writer::new(sink);
        for moment in 0..film.len() {
            let png = png::encode_rows(width, height, |y, row| {
                film.read(moment, y, row);
                Ok(())
            });
            match png {
                // What is packed already gains nothing from being packed again.
                Ok(png) => store(&mut archive, &format!("frame-{:04}.png", moment + 1), &png)?,
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

/// Lists what a file would lose besides.
fn losses(drawing: &Drawing<Store>, export: &Export) -> Result<Vec<String>> {
    let film = Film::new(drawing, export)?;
    let mut shown: Vec<_> = (0..film.len()).map(|moment| film.frame(moment)).collect();
    shown.sort_unstable();
    shown.dedup();
    let durations = (shown.len() > 1).then(|| format!("the durations of {} frames", shown.len()));
    let others = counted(drawing.frames() - shown.len() as u32, "other frame");
    Ok(durations.into_iter().chain(others).collect())
}

/// Reads a file.
fn read(bytes: &[u8]) -> Result<Whole> {
    let (index, mut budget) = (Index::open(LABEL, bytes)?, Budget::new());
    let mut names: Vec<_> = index.names().filter(|name| ends(name, ".png")).collect();
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
    let smaller = counted(smaller, "frame");
    let smaller =
        smaller.map(|frames| format!("{frames} smaller than the canvas put at its left upper corner"));
    let others = counted(others as u32, "other file").map(|files| format!("{files} in the archive left out"));
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
