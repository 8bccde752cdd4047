//! Flat: the size of a picture and nothing else. What a newcomer would write to add a file format.

use super::sink::{MAX_FILE, Sink};
use super::{Export, Film, Format, Part, Whole};
use crate::document::{Drawing, Store};
use crate::error::{Error, Result};
use std::io::Write;

const SIGNATURE: &[u8] = b"flat";

/// The format's row.
pub(super) const FORMAT: Format = Format {
    id: "flat",
    label: "Flat",
    mime: "image/x-flat",
    endings: &["flat"],
    is: |bytes| bytes.starts_with(SIGNATURE),
    read: Some(|bytes| Ok(Box::new(read(bytes)?))),
    write: Some(write),
    lacks: &[Part::Layers, Part::LayerProperties, Part::Frames, Part::Durations, Part::Links, Part::Tags, Part::Palette],
    options: &["scale"],
    losses: None,
    names: None,
};

fn read(bytes: &[u8]) -> Result<Whole> {
    let Some(([.., width, height], _)) = bytes.split_first_chunk::<6>() else {
        return Err(Error::Damaged { format: "Flat", why: "it ends too early" });
    };
    Ok(Whole::new(Drawing::new((*width).into(), (*height).into())?, vec!["its pixels were left out".into()]))
}

fn write(drawing: &Drawing<Store>, export: &Export) -> Result<Vec<u8>> {
    let (width, height) = Film::new(drawing, export)?.size();
    let mut sink = Sink::new(MAX_FILE);
    let written = sink.write_all(&[SIGNATURE, &[width as u8, height as u8]].concat());
    if written.is_err() { Err(sink.refusal("Flat file")) } else { Ok(sink.bytes) }
}
