//! Piskel's files, in: chunks of frames, cut apart and put onto the cels of a drawing.

use super::{DATA_URL, LABEL, damaged, grids};
use crate::Whole;
use crate::budget::{Budget, named, put, renamed};
use crate::document::{Cel, Drawing, MAX_FRAMES, MAX_LAYERS, MAX_NAME, MAX_SIDE};
use crate::error::{Message, Result, in_range};
use crate::json::Json;
use crate::memory::Memory;
use crate::parts::counted;
use crate::unknown::Unknown;
use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// Some writers leave out the padding at the end of a picture.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Frames per second of files that do not say it.
const DEFAULT_FPS: f64 = 12.0;

/// A layer of a file, whose pictures are not decoded yet.
struct Layer {
    json: Json,
    chunks: Vec<Chunk>,
    /// Number of its frames.
    frames: u32,
}

/// A picture of several frames.
struct Chunk {
    /// Number of frames side by side, and one above the other.
    size: (u32, u32),
    /// The frame at each place, column by column.
    places: Vec<Vec<u32>>,
    png: Vec<u8>,
}

/// Reads a file.
///
/// # Errors
/// Returns [`Error::Damaged`](crate::Error::Damaged), and [`Error::Range`](crate::Error::Range) or
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory) for one that is too large.
pub(super) fn read_piskel(bytes: &[u8]) -> Result<Whole> {
    let file = Json::parse(LABEL, bytes)?;
    let mut budget = Budget::new();
    if !file.list().is_empty() {
        return grids::frames(&file, &mut budget);
    }
    let piskel = file.get("piskel");
    let version = file.get("modelVersion").whole().unwrap_or(0);
    in_range("version of the file", version.into(), 0, 2)?;
    let side = |what, name| -> Result<u32> {
        let side = piskel.get(name).whole().unwrap_or(0);
        in_range(what, side.into(), 1, MAX_SIDE.into())?;
        Ok(side)
    };
    let size = (side("width", "width")?, side("height", "height")?);
    let texts = piskel.get("layers").list();
    in_range("number of layers", texts.len() as i64, 0, MAX_LAYERS.into())?;
    let mut layers = Vec::new();
    for text in texts {
        // Some tools have put layers into their files as objects.
        let json = match text.text() {
            Some(text) => Json::parse(LABEL, text.as_bytes())?,
            None => text.clone(),
        };
        layers.push(layer(json)?);
    }
    let frames = layers.iter().map(|layer| layer.frames).max().unwrap_or(0).max(1);
    in_range("number of frames", frames.into(), 1, MAX_FRAMES.into())?;
    let fps = piskel.get("fps").number().unwrap_or(DEFAULT_FPS);
    let (mut drawing, mut changed) = (prepared(size, frames, fps)?, 0);
    for (at, layer) in (0..).zip(&layers) {
        if at > 0 {
            drawing.add_layer(at)?;
        }
        let name = layer.json.get("name").text().and_then(|name| named(name, MAX_NAME, &mut changed));
        let opacity = opacity(layer.json.get("opacity"));
        drawing.change_layer(at, |properties| {
            properties.name = name.unwrap_or_else(|| format!("Layer {}", at + 1));
            properties.opacity = (opacity * 255.0).round() as u8;
        })?;
        fill(&mut drawing, at, layer, &mut budget)?;
    }
    drawing.compact()?;
    let unknown = unknown(&file, &layers);
    Ok(Whole::new(drawing, notes(piskel, unknown.note(), changed)))
}

/// Returns the opacity that Piskel gives to a layer: numbers may stand as texts, and what is none from 0 to 1 is 1.
fn opacity(json: &Json) -> f64 {
    let number = match json.text() {
        Some(text) => leading_number(text),
        None => json.number(),
    };
    number.filter(|number| (0.0..=1.0).contains(number)).unwrap_or(1.0)
}

/// Returns the number that a text begins with, as JavaScript's `parseFloat` does.
fn leading_number(text: &str) -> Option<f64> {
    let text = text.trim_start();
    let digits = |c: char| matches!(c, '0'..='9' | '.' | '+' | '-' | 'e' | 'E');
    let end = text.find(|c| !digits(c)).unwrap_or(text.len());
    // The longest beginning that is a number. None that counts is longer than a double's digits.
    (1..=end.min(32)).rev().find_map(|end| text[..end].parse().ok())
}

/// Looks for what a file says under names that mean nothing here.
fn unknown(file: &Json, layers: &[Layer]) -> Unknown {
    let mut unknown = Unknown::default();
    // The drawing is called as its file is.
    unknown.look(file, &["modelVersion", "piskel"]);
    let read = ["width", "height", "fps", "layers", "hiddenFrames", "description"];
    unknown.look(file.get("piskel"), &[&read[..], &["name"]].concat());
    for layer in layers {
        unknown.look(&layer.json, &["name", "opacity", "frameCount", "chunks", "base64PNG", "frames"]);
        layer
            .json
            .get("chunks")
            .list()
            .iter()
            .for_each(|chunk| unknown.look(chunk, &["layout", "base64PNG"]));
    }
    unknown
}

/// Lists what is not kept of a file.
fn notes(piskel: &Json, unknown: Option<Message>, changed: u32) -> Vec<Message> {
    let shown = counted(
        piskel.get("hiddenFrames").list().len() as u32,
        "{n} hidden frame will be shown \
         | {n} hidden frames will be shown",
    );
    let said = piskel.get("description").text().is_some_and(|text| !text.trim().is_empty());
    let description = said.then(|| "the description was left out".into());
    [shown, description, renamed(changed), unknown].into_iter().flatten().collect()
}

/// Creates a drawing of one empty layer, whose frames are shown equally long.
pub(super) fn prepared(size: (u32, u32), frames: u32, fps: f64) -> Result<Drawing<Memory>> {
    let mut drawing = Drawing::new(size.0, size.1)?;
    // No frames per second are a still picture there.
    if fps > 0.0 {
        drawing.set_duration(0, (1000.0 / fps).round().clamp(1.0, 65535.0) as u32)?;
    }
    (1..frames).try_for_each(|frame| drawing.add_frame(frame))?;
    Ok(drawing)
}

/// Looks through a layer.
fn layer(json: Json) -> Result<Layer> {
    let said = json.get("frameCount").whole();
    let mut chunks = Vec::new();
    for chunk in json.get("chunks").list() {
        chunks.push(self::chunk(chunk.get("base64PNG"), columns(chunk.get("layout"))?)?);
    }
    if chunks.is_empty() && json.get("base64PNG").is_some() {
        let frames = said.unwrap_or(1).max(1);
        in_range("number of frames", frames.into(), 1, MAX_FRAMES.into())?;
        chunks.push(chunk(json.get("base64PNG"), (0..frames).map(|frame| vec![frame]).collect())?);
    }
    let last = chunks.iter().flat_map(|chunk| chunk.places.iter().flatten()).max();
    let needed = last.map_or(0, |last| last.saturating_add(1)).max(json.get("frames").list().len() as u32);
    Ok(Layer { chunks, frames: needed.max(said.unwrap_or(0)), json })
}

/// Returns the frames of each column of a chunk.
fn columns(layout: &Json) -> Result<Vec<Vec<u32>>> {
    let frame =
        |frame: &Json| frame.whole().ok_or_else(|| damaged("a layout lists something that is not a frame"));
    layout.list().iter().map(|column| column.list().iter().map(frame).collect()).collect()
}

fn chunk(url: &Json, places: Vec<Vec<u32>>) -> Result<Chunk> {
    let rows = places.first().map_or(0, Vec::len);
    in_range("number of frames", (places.len() * rows) as i64, 0, MAX_FRAMES.into())?;
    if rows == 0 || places.iter().any(|column| column.len() > rows) {
        return Err(damaged("a layout lists no frames"));
    }
    let data = url.text().and_then(|url| url.strip_prefix(DATA_URL)).unwrap_or_default();
    let png = BASE64.decode(data.trim_end()).map_err(|_| damaged("a picture is not valid base64"))?;
    Ok(Chunk { size: (places.len() as u32, rows as u32), places, png })
}

/// Puts a layer's frames onto its cels.
fn fill(drawing: &mut Drawing<Memory>, layer: u32, from: &Layer, budget: &mut Budget) -> Result<()> {
    let (width, height) = drawing.size();
    for chunk in &from.chunks {
        let png = budget.png(&chunk.png)?;
        let size = |(columns, rows): (u32, u32)| (width.checked_mul(columns), height.checked_mul(rows));
        if size(chunk.size) != (Some(png.size().0), Some(png.size().1)) {
            return Err(damaged("a picture has another size than its frames have together"));
        }
        png.each_row(|y, row| {
            for (column, pixels) in chunk.places.iter().zip(row.chunks(width as usize)) {
                if let Some(frame) = column.get((y / height) as usize) {
                    put(drawing, Cel { layer, frame: *frame }, (0, (y % height).into()), pixels)?;
                }
            }
            Ok(())
        })?;
    }
    for (frame, grid) in (0..).zip(from.json.get("frames").list()) {
        let grid = match grid.text() {
            Some(text) => &Json::parse(LABEL, text.as_bytes())?,
            None => grid,
        };
        grids::fill(drawing, Cel { layer, frame }, grid, budget)?;
    }
    budget.settle(drawing)
}
