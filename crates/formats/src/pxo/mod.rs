//! Pixelorama's projects: JSON and the cels' raw pixels, in a zip since its version 1.0. They are only read.
//!
//! Its own source is the only description: `OpenSave.gd`, `Project.gd` and the classes of layers and cels of
//! Orama-Interactive/Pixelorama. `data.json` lists the layers from the bottom up, with a group after its
//! layers, and the frames with a duration each, as a multiple of that which the frames per second give.
//! `image_data/frames/F/layer_L`, both counted from 1, has the pixels of a cel: RGBA of 8 bits, as large as the canvas.
//! Before 1.0 the pixels were one run behind a line of the same JSON, packed in a way of Godot's own.

mod extras;
mod layers;
mod older;
mod palettes;

use super::archive::Index;
use super::budget::{Budget, named, put, renamed};
use super::json::Json;
use super::kinds::{Kind, kind};
use super::parts::{counted, mixed};
use super::{Format, Part, Whole};
use crate::color::{Color, product};
use crate::document::{
    Cel, Drawing, MAX_CELS, MAX_FRAMES, MAX_SIDE, MAX_TAG_NAME, MAX_TAGS, Tag, TagDirection,
};
use crate::error::{Error, Result, in_range};
use crate::memory::Memory;
use layers::{Layers, opacity};
use std::collections::{HashMap, HashSet};

/// Name of the format for people.
const LABEL: &str = "Pixelorama";

/// Maximum number of bytes of the description.
const MAX_JSON: u64 = 64 << 20;

/// Frames per second of files that do not say it.
const DEFAULT_FPS: f64 = 6.0;

/// The format's row.
pub(super) const FORMAT: Format = Format {
    id: "pxo",
    label: LABEL,
    mime: "application/x-pixelorama",
    endings: &["pxo"],
    is: |bytes| older::is(bytes) || kind(bytes) == Some(Kind::Pixelorama),
    read: Some(|bytes| Ok(Box::new(read_pxo(bytes)?))),
    write: None,
    lacks: &Part::ALL,
    options: &[],
    losses: None,
    names: None,
};

fn damaged(why: &'static str) -> Error {
    Error::Damaged { format: LABEL, why }
}

/// Where the pixels of cels lie.
enum Pixels<'a> {
    /// In entries of an archive, by their names.
    Entries(Index<'a>),
    /// In a run, from the first frame's lowest layer on.
    Run(&'a [u8]),
}

/// Reads a file.
fn read_pxo(bytes: &[u8]) -> Result<Whole> {
    let mut budget = Budget::new();
    if older::is(bytes) {
        let run = older::unpacked(bytes, &budget)?;
        let end = run.iter().position(|byte| *byte == b'\n').unwrap_or(run.len());
        if !run.starts_with(b"{") || end as u64 > MAX_JSON {
            return Err(older::too_old());
        }
        let json = Json::parse(LABEL, &run[..end])?;
        return build(&json, &Pixels::Run(run.get(end + 1..).unwrap_or_default()), &mut budget);
    }
    let index = Index::open(LABEL, bytes)?;
    let json = Json::parse(LABEL, &index.read("data.json", MAX_JSON, &mut budget)?)?;
    build(&json, &Pixels::Entries(index), &mut budget)
}

/// Makes a drawing of a description and the pixels that it describes.
fn build(json: &Json, pixels: &Pixels<'_>, budget: &mut Budget) -> Result<Whole> {
    let side = |what, name| -> Result<u32> {
        let side = json.get(name).whole().unwrap_or(0);
        in_range(what, side.into(), 1, MAX_SIDE.into())?;
        Ok(side)
    };
    let mut drawing = Drawing::new(side("width", "size_x")?, side("height", "size_y")?)?;
    let layers = Layers::read(json.get("layers").list())?;
    layers.build(&mut drawing)?;
    let frames = json.get("frames").list();
    in_range("number of frames", frames.len() as i64, 1, MAX_FRAMES.into())?;
    let fps = json.get("fps").number().filter(|fps| *fps > 0.0).unwrap_or(DEFAULT_FPS);
    for (at, frame) in (0..).zip(frames) {
        if at > 0 {
            drawing.add_frame(at)?;
        }
        // Older projects have a list of them.
        let listed = json.get("frame_duration").list().get(at as usize).and_then(Json::number);
        let lasts = frame.get("duration").number().or(listed).unwrap_or(1.0) * 1000.0 / fps;
        drawing.set_duration(at, lasts.round().clamp(1.0, 65535.0) as u32)?;
    }
    let (width, height) = drawing.size();
    let size = u64::from(width) * u64::from(height) * 4;
    let (mut unusual, mut cels) = (Vec::new(), Vec::new());
    for (frame, said) in (0..).zip(frames) {
        for (layer, (number, needed)) in (0..).zip(&layers.painted) {
            let cel = said.get("cels").list().get(*number).unwrap_or(said);
            let opacity = (opacity(cel) * 255.0).round() as u8;
            let z_index = cel.get("z_index").number().unwrap_or(0.0) as i16;
            if *needed || has(pixels, frame, *number) {
                let at = Cel { layer, frame };
                cels.push((at, opacity, *number));
                unusual.extend(((opacity, z_index) != (255, 0)).then_some((at, opacity, z_index)));
            }
        }
    }
    link(&mut drawing, &layers, &mut cels)?;
    let crowded = if unusual.len() > MAX_CELS as usize { unusual.len() as u32 } else { 0 };
    if crowded == 0 {
        unusual.into_iter().try_for_each(|(at, opacity, z)| drawing.set_cel_look(at, opacity, z))?;
        cels.iter_mut().for_each(|(_, opacity, _)| *opacity = 255);
    }
    let mut changed = 0;
    layers.describe(&mut drawing, &mut changed)?;
    // All cels are as large as the canvas, so what they take together is known before the first is unpacked.
    budget.check(size.saturating_mul(cels.len() as u64))?;
    for (cel, opacity, number) in cels {
        match pixels {
            Pixels::Entries(index) => {
                let bytes = index.read(&name_of(cel.frame, number), size, budget)?;
                fill(&mut drawing, cel, opacity, &bytes)?;
            }
            Pixels::Run(run) => {
                budget.take(size)?;
                let from = layers.before(cel.frame, number).saturating_mul(size);
                let behind = usize::try_from(from).ok().and_then(|from| run.get(from..)).unwrap_or_default();
                fill(&mut drawing, cel, opacity, behind.get(..size as usize).unwrap_or_default())?;
            }
        }
        budget.settle(&mut drawing)?;
    }
    drawing.compact()?;
    let lost = tags(&mut drawing, json.get("tags"), &mut changed)?;
    let mut notes = layers.notes();
    notes.extend(mixed(&drawing));
    notes.extend(counted(
        crowded,
        "{n} cel has its opacity in its pixels and no z-index, as there are more than 2046 \
         | {n} cels have their opacities in their pixels and no z-index, as there are more than 2046",
    ));
    notes.extend(counted(lost, "{n} tag left out | {n} tags left out"));
    notes.extend(renamed(changed));
    notes.extend(palettes::read_palettes(&mut drawing, json)?);
    notes.extend(extras::tile(&mut drawing, json)?);
    notes.extend(extras::notes(json));
    Ok(Whole::new(drawing, notes))
}

/// Links the frames of each layer that share an image, and keeps of their cels the one that is to be read. Cels that are
/// not equally opaque look different, and have an image each.
fn link(drawing: &mut Drawing<Memory>, layers: &Layers<'_>, cels: &mut Vec<(Cel, u8, usize)>) -> Result<()> {
    let opacities: HashMap<_, _> = cels.iter().map(|(cel, opacity, _)| (*cel, *opacity)).collect();
    let mut linked = HashSet::new();
    for (layer, (number, _)) in (0..).zip(&layers.painted) {
        for frames in layers.links(*number) {
            let of = |frame: &u32| opacities.get(&Cel { layer, frame: *frame });
            let Some(first) = frames.iter().find(|frame| of(frame).is_some()) else { continue };
            let others = frames.iter().filter(|frame| *frame != first && of(frame) == of(first));
            let others: Vec<_> = others.copied().collect();
            linked.extend(others.iter().map(|frame| Cel { layer, frame: *frame }));
            if !others.is_empty() {
                drawing.link(Cel { layer, frame: *first }, others)?;
            }
        }
    }
    cels.retain(|(cel, ..)| !linked.contains(cel));
    Ok(())
}

/// Returns the name of the entry of a cel.
fn name_of(frame: u32, number: usize) -> String {
    format!("image_data/frames/{}/layer_{}", u64::from(frame) + 1, number + 1)
}

/// Returns `true` if a cel that may lack pixels has some.
fn has(pixels: &Pixels<'_>, frame: u32, number: usize) -> bool {
    match pixels {
        Pixels::Entries(index) => index.has(&name_of(frame, number)),
        Pixels::Run(_) => true,
    }
}

/// Puts pixels onto a cel.
fn fill(drawing: &mut Drawing<Memory>, cel: Cel, opacity: u8, bytes: &[u8]) -> Result<()> {
    let (width, height) = drawing.size();
    if bytes.len() as u64 != u64::from(width) * u64::from(height) * 4 {
        return Err(damaged("a cel has fewer pixels than the canvas"));
    }
    let mut row = Vec::new();
    for (y, pixels) in (0..).zip(bytes.chunks_exact(width as usize * 4)) {
        let color = |[r, g, b, a]: &[u8; 4]| Color::rgba(*r, *g, *b, product(*a, opacity));
        row.clear();
        row.extend(pixels.as_chunks::<4>().0.iter().map(color));
        put(drawing, cel, (0, y), &row)?;
    }
    Ok(())
}

/// Adds tags, whose frames are counted from 1, and returns how many can't be had.
fn tags(drawing: &mut Drawing<Memory>, list: &Json, changed: &mut u32) -> Result<u32> {
    let (mut lost, mut added) = (0, 0);
    for json in list.list() {
        let place = |name| json.get(name).whole().and_then(|frame| frame.checked_sub(1));
        let name = json.get("name").text().and_then(|name| named(name, MAX_TAG_NAME, changed));
        match (name, place("from"), place("to")) {
            (Some(name), Some(from), Some(to)) if added < MAX_TAGS && from <= to && to < drawing.frames() => {
                let color = json.get("color").text().and_then(|text| text.parse().ok());
                let color = color.unwrap_or(Color::TRANSPARENT);
                drawing.add_tag(&Tag { color, ..Tag::new(name, from, to, TagDirection::Forward) })?;
                added += 1;
            }
            _ => lost += 1,
        }
    }
    Ok(lost)
}
