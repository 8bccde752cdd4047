//! Piskel's files, out: the frames of each layer side by side, in pictures that browsers can hold.

use super::DATA_URL;
use crate::color::{Blend, Color};
use crate::document::{Cel, Drawing, Store};
use crate::error::{Message, Result};
use crate::json::quoted;
use crate::parts::{counted, labels_lost};
use crate::sink::{MAX_FILE, Sink};
use crate::{Export, png};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Maximum number of columns of a picture of several frames: every browser's canvas has as many.
const MAX_WIDTH: u32 = 8192;

/// Encodes a drawing.
///
/// # Errors
/// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory).
pub(super) fn write_piskel(drawing: &Drawing<Store>, _export: &Export) -> Result<Vec<u8>> {
    let (width, height) = drawing.size();
    let mut layers = Vec::new();
    for layer in 0..drawing.layers() {
        layers.push(quoted(&self::layer(drawing, layer)?));
    }
    let fps = 1000.0 / f64::from(commonest(drawing)?);
    let head = format!(
        r#"{{"modelVersion":2,"piskel":{{"name":"Undoodle","description":"","fps":{fps},"height":{height},"width":{width},"layers":["#
    );
    let mut sink = Sink::new(MAX_FILE);
    let mut write = || -> io::Result<()> {
        sink.write_all(head.as_bytes())?;
        for (at, layer) in layers.iter().enumerate() {
            sink.write_all(if at == 0 { b"" } else { b"," })?;
            sink.write_all(layer.as_bytes())?;
        }
        sink.write_all(b"]}}")
    };
    let written = write();
    written.map_err(|_| sink.refusal("Piskel file"))?;
    Ok(sink.bytes)
}

/// Returns a layer as JSON.
fn layer(drawing: &Drawing<Store>, layer: u32) -> Result<String> {
    let properties = drawing.layer(layer)?;
    let (frames, (width, height)) = (drawing.frames(), drawing.size());
    let opacity = if drawing.is_exported(layer) { properties.opacity } else { 0 };
    let mut text = format!(
        r#"{{"name":{},"opacity":{},"frameCount":{frames},"chunks":["#,
        quoted(&properties.name),
        f64::from(opacity) / 255.0,
    );
    let beside = (MAX_WIDTH / width).max(1);
    for first in (0..frames).step_by(beside as usize) {
        let shown: Vec<_> = (first..frames.min(first.saturating_add(beside))).collect();
        let pictures: Vec<_> =
            shown.iter().map(|frame| drawing.cel_look(Cel { layer, frame: *frame })).collect();
        let png = png::encode_rows(width * shown.len() as u32, height, |y, row: &mut [Color]| {
            for (picture, part) in pictures.iter().zip(row.chunks_mut(width as usize)) {
                picture.read(0, y, 1, part);
            }
            Ok(())
        })?;
        let layout: Vec<_> = shown.iter().map(|frame| format!("[{frame}]")).collect();
        text.push_str(if first == 0 { "" } else { "," });
        text.push_str(&format!(r#"{{"layout":[{}],"base64PNG":"{DATA_URL}"#, layout.join(",")));
        STANDARD.encode_string(png, &mut text);
        text.push_str("\"}");
    }
    text.push_str("]}");
    Ok(text)
}

/// Returns the duration that most frames have, in milliseconds; of several, the shortest.
fn commonest(drawing: &Drawing<Store>) -> Result<u32> {
    let mut counts = BTreeMap::new();
    for frame in 0..drawing.frames() {
        *counts.entry(drawing.duration(frame)?).or_insert(0u32) += 1;
    }
    let most = counts.into_iter().rev().max_by_key(|(_, count)| *count);
    Ok(most.map_or(100, |(duration, _)| duration))
}

/// Lists what a file would lose besides.
///
/// # Errors
/// Returns [`Error::Range`](crate::Error::Range) for a layer or frame that does not exist: none of those asked for.
pub(super) fn losses(drawing: &Drawing<Store>, _export: &Export) -> Result<Vec<Message>> {
    let layers = (0..drawing.layers()).map(|layer| drawing.layer(layer)).collect::<Result<Vec<_>>>()?;
    let durations = (0..drawing.frames()).map(|frame| drawing.duration(frame)).collect::<Result<Vec<_>>>()?;
    let common = commonest(drawing)?;
    let others = durations.iter().filter(|duration| **duration != common).count() as u32;
    let of = |count: usize, code| counted(count as u32, code);
    let hidden = (0..drawing.layers()).filter(|layer| !drawing.is_visible(*layer)).count();
    let found = [
        counted(drawing.groups().len() as u32, "{n} group | {n} groups"),
        of(
            layers.iter().filter(|layer| layer.blend != Blend::Normal).count(),
            "the blend mode of {n} layer \
             | the blend mode of {n} layers",
        ),
        of(
            layers.iter().filter(|layer| layer.locked || layer.alpha_locked).count(),
            "the locks of {n} layer \
             | the locks of {n} layers",
        ),
        of(
            layers.iter().filter(|layer| layer.clipped).count(),
            "the clipping of {n} layer | the clipping of {n} layers",
        ),
        of(
            hidden,
            "the opacity, which becomes 0, of {n} layer \
             | the opacity, which becomes 0, of {n} layers",
        ),
        counted(
            others,
            "the duration of {n} frame, which becomes {common} ms \
             | the duration of {n} frames, which becomes {common} ms",
        )
        .map(|lost| lost.with(common)),
    ];
    Ok(found.into_iter().flatten().chain(labels_lost(drawing, false)?).collect())
}
