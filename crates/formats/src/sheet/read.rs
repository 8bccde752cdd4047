//! Sprite sheets, in: each picture that the JSON lists becomes a frame.
//!
//! Pictures may be trimmed: they are put where they were cut from. TexturePacker may turn a picture clockwise to save
//! room; it is turned back.

use super::cells::lacks;
use super::{LABEL, animations, damaged, slices, words};
use crate::Whole;
use crate::archive::Index;
use crate::budget::{Budget, named, put, renamed, tell};
use crate::color::Color;
use crate::document::{
    Cel, Drawing, MAX_FRAMES, MAX_SIDE, MAX_TAG_NAME, MAX_TAG_TEXT, MAX_TAGS, Tag, marking,
};
use crate::error::{Message, Result, in_range};
use crate::geometry::Rect;
use crate::json::Json;
use crate::kinds::ends;
use crate::memory::Memory;
use crate::parts::counted;
use crate::unknown::Unknown;

/// Maximum number of bytes of a description.
const MAX_JSON: u64 = 64 << 20;

/// A sheet's picture, to be cut apart.
#[derive(Debug)]
pub(super) struct Sheet {
    drawing: Drawing<Memory>,
    /// What was left out or changed of it.
    pub(super) said: Vec<Message>,
}

impl Sheet {
    /// Decodes a PNG picture.
    ///
    /// # Errors
    /// As [`png::File`](crate::png::File).
    pub(super) fn open(png: &[u8], budget: &mut Budget) -> Result<Sheet> {
        // Tiles of one colour take no memory, so that a large sheet with few pictures is small.
        let (file, mut said) = (budget.png(png)?, Vec::new());
        tell(&mut said, &file);
        Ok(Sheet { drawing: file.drawing()?, said })
    }

    /// Returns the number of columns and rows.
    pub(super) fn size(&self) -> (u32, u32) {
        self.drawing.size()
    }

    /// Returns the smallest rectangle around its pixels.
    pub(super) fn bounds(&self) -> Rect {
        self.drawing.cel_bounds(Cel::default())
    }

    /// Creates a drawing for frames that are cut from the sheet.
    pub(super) fn drawing(&self, size: (u32, u32), frames: u32) -> Result<Drawing<Memory>> {
        let mut drawing = Drawing::new(size.0, size.1)?;
        (1..frames).try_for_each(|frame| drawing.add_frame(frame))?;
        Ok(drawing)
    }

    /// Returns `true` if a rectangle within the sheet is transparent.
    pub(super) fn is_empty(&self, place: Rect) -> bool {
        let mut row = vec![Color::TRANSPARENT; place.width as usize];
        (place.y..place.bottom()).all(|y| {
            self.drawing.read_row(Cel::default(), place.x as u32, y as u32, &mut row);
            row.iter().all(|color| color.is_transparent())
        })
    }

    /// Puts a rectangle within the sheet onto a frame, its left upper corner to a given place. If it was turned clockwise
    /// for the sheet, it is turned back. Returns `true` if something of it lies outside the canvas.
    pub(super) fn put(
        &self,
        drawing: &mut Drawing<Memory>,
        frame: u32,
        place: Rect,
        to: (i64, i64),
        turned: bool,
        budget: &mut Budget,
    ) -> Result<bool> {
        let (width, height) = (place.width as u32, place.height as u32);
        budget.pixels(width, height)?;
        let (cel, mut outside) = (Cel { layer: 0, frame }, false);
        let mut row = vec![Color::TRANSPARENT; width.max(height) as usize];
        if turned {
            // A column of the sheet from its upper end is a row of the picture, the last column the first row.
            for (y, x) in (0..).zip((place.x..place.right()).rev()) {
                for (pixel, from) in row.iter_mut().zip(place.y..place.bottom()) {
                    self.drawing.read_row(Cel::default(), x as u32, from as u32, std::slice::from_mut(pixel));
                }
                outside |= put(drawing, cel, (to.0, to.1 + y), &row[..height as usize])?;
            }
        } else {
            for (y, from) in (0..).zip(place.y..place.bottom()) {
                let row = &mut row[..width as usize];
                self.drawing.read_row(Cel::default(), place.x as u32, from as u32, row);
                outside |= put(drawing, cel, (to.0, to.1 + y), row)?;
            }
        }
        budget.settle(drawing)?;
        Ok(outside)
    }
}

/// A picture that a description lists.
struct Listed {
    /// Its rectangle on the sheet.
    place: Rect,
    /// Where it was cut from.
    from: (u32, u32),
    /// The size that it had before.
    size: (u32, u32),
    turned: bool,
    duration: Option<u32>,
}

/// Reads a zip of a picture and its description.
///
/// # Errors
/// As [`read_with`], and [`Error::File`](crate::Error::File) for a zip of several descriptions.
pub(super) fn read_sheet(bytes: &[u8]) -> Result<Whole> {
    let (index, mut budget) = (Index::open(LABEL, bytes)?, Budget::new());
    let of = |ending| index.names().filter(|name| ends(name, ending)).collect::<Vec<_>>();
    let (descriptions, pictures) = (of(".json"), of(".png"));
    let [description] = descriptions[..] else {
        return Err(lacks("it has several JSON files: open an archive with one JSON file and its picture"));
    };
    let json = Json::parse(LABEL, &index.read(description, MAX_JSON, &mut budget)?)?;
    let image = json.get("meta").get("image").text().unwrap_or_default();
    let file = |name: &str| name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
    let said = pictures.iter().find(|name| file(name) == file(image));
    let picture = match (said, &pictures[..]) {
        (Some(name), _) => name,
        (None, [only]) => only,
        _ => return Err(lacks("the picture that its JSON names is missing")),
    };
    let png = index.read(picture, u64::MAX, &mut budget)?;
    let others = index.names().count() as u32 - 2;
    let note = counted(
        others,
        "{n} other file in the archive left out \
         | {n} other files in the archive left out",
    );
    described(&png, &json, &mut budget, note)
}

/// Reads a sheet whose PNG picture and JSON description are separate files. The pictures that are listed are the frames.
///
/// # Errors
/// Returns [`Error::Damaged`](crate::Error::Damaged) for a description that does not fit the picture,
/// [`Error::Range`](crate::Error::Range) and [`Error::OutOfMemory`](crate::Error::OutOfMemory) for a sheet that is too
/// large, and what [`png::File::open`](crate::png::File::open) returns.
pub fn read_with(png: &[u8], json: &[u8]) -> Result<Whole> {
    described(png, &Json::parse(LABEL, json)?, &mut Budget::new(), None)
}

fn described(png: &[u8], json: &Json, budget: &mut Budget, note: Option<Message>) -> Result<Whole> {
    let frames: Vec<(&str, &Json)> = match json.get("frames") {
        Json::Object(frames) => frames.iter().map(|(name, frame)| (name.as_str(), frame)).collect(),
        list => list.list().iter().map(|frame| (frame.get("filename").text().unwrap_or(""), frame)).collect(),
    };
    if frames.is_empty() {
        return Err(lacks("its JSON lists no frames"));
    }
    in_range("number of frames", frames.len() as i64, 1, MAX_FRAMES.into())?;
    let sheet = Sheet::open(png, budget)?;
    let listed = frames.iter().map(|(_, frame)| listed(frame, sheet.size())).collect::<Result<Vec<_>>>()?;
    let most = |side: fn(&Listed) -> u32| listed.iter().map(side).max().unwrap_or(1);
    let size = (most(|one| one.size.0), most(|one| one.size.1));
    let mut drawing = sheet.drawing(size, listed.len() as u32)?;
    let mut cut = 0;
    for (frame, one) in (0..).zip(&listed) {
        let to = (i64::from(one.from.0), i64::from(one.from.1));
        cut += u32::from(sheet.put(&mut drawing, frame, one.place, to, one.turned, budget)?);
        if let Some(duration) = one.duration {
            drawing.set_duration(frame, duration.clamp(1, 65535))?;
        }
    }
    let meta = json.get("meta");
    let mut told = tags(&mut drawing, meta.get("frameTags"))?;
    let names: Vec<_> = frames.iter().map(|(name, _)| *name).collect();
    animations::add(&mut drawing, json.get("animations"), &names, &mut told)?;
    let sliced = slices::add(&mut drawing, meta.get("slices"))?;
    drawing.compact()?;
    let smaller = listed.iter().filter(|one| one.size != size).count() as u32;
    let notes = [
        counted(
            smaller,
            "{n} frame smaller than the canvas put at its top left corner \
             | {n} frames smaller than the canvas put at its top left corner",
        ),
        counted(cut, "{n} frame cut off at the canvas | {n} frames cut off at the canvas"),
        counted(told.lost, "{n} tag left out | {n} tags left out"),
        counted(
            told.directions,
            "{n} tag of an unknown direction played forward now \
             | {n} tags of an unknown direction played forward now",
        ),
        counted(told.colors, "the colour of {n} tag left out | the colour of {n} tags left out"),
        counted(told.repeats, "the repeats of {n} tag left out | the repeats of {n} tags left out"),
        counted(
            told.scattered,
            "{n} animation of frames that do not follow each other left out \
             | {n} animations of frames that do not follow each other left out",
        ),
        renamed(told.renamed + sliced.renamed),
        counted(sliced.lost, "{n} slice left out | {n} slices left out"),
        counted(sliced.keys, "{n} key of a slice left out | {n} keys of slices left out"),
        counted(sliced.colors, "the colour of {n} slice left out | the colours of {n} slices left out"),
        counted(told.texts + sliced.texts, "{n} text was changed to fit | {n} texts were changed to fit"),
        note,
        unknown(json, &frames).note(),
    ];
    Ok(Whole::new(drawing, notes.into_iter().flatten().chain(sheet.said).collect()))
}

/// Returns numbers of an object.
fn numbers<const COUNT: usize>(json: &Json, names: [&str; COUNT]) -> Option<[u32; COUNT]> {
    let found = names.map(|name| json.get(name).whole());
    found.iter().all(Option::is_some).then(|| found.map(Option::unwrap_or_default))
}

fn listed(json: &Json, sheet: (u32, u32)) -> Result<Listed> {
    let numbers_of = |name| numbers(json.get(name), ["x", "y", "w", "h"]);
    let [x, y, w, h] = numbers_of("frame").ok_or_else(|| damaged("a frame does not say where it is"))?;
    let turned = json.get("rotated").flag().unwrap_or(false);
    // The size is that of the picture before it was turned.
    let (wide, high) = if turned { (h, w) } else { (w, h) };
    let within = |from: u32, length: u32, side: u32| from.checked_add(length).is_some_and(|end| end <= side);
    if w == 0 || h == 0 || !within(x, wide, sheet.0) || !within(y, high, sheet.1) {
        return Err(damaged("a frame lies outside the picture"));
    }
    let from = numbers(json.get("spriteSourceSize"), ["x", "y"]).unwrap_or_default();
    let size = numbers(json.get("sourceSize"), ["w", "h"]).unwrap_or([w, h]);
    in_range("width of a frame", size[0].into(), 1, MAX_SIDE.into())?;
    in_range("height of a frame", size[1].into(), 1, MAX_SIDE.into())?;
    let place = Rect::new(x as i32, y as i32, wide as i32, high as i32);
    let duration = json.get("duration").whole();
    Ok(Listed { place, from: (from[0], from[1]), size: (size[0], size[1]), turned, duration })
}

/// What of the tags and animations that are listed is not kept.
#[derive(Default)]
pub(super) struct Told {
    pub(super) lost: u32,
    directions: u32,
    colors: u32,
    repeats: u32,
    texts: u32,
    pub(super) scattered: u32,
    pub(super) renamed: u32,
}

/// Returns how often a tag is played: Aseprite writes a text, and other programs a number. `None` is what can't be read.
fn repeat(json: &Json) -> Option<u16> {
    match (json.text(), json.whole()) {
        (Some(text), _) => text.parse().ok(),
        (None, Some(number)) => number.try_into().ok(),
        (None, None) => (!json.is_some()).then_some(0),
    }
}

/// Adds tags, and returns what of them can't be had.
fn tags(drawing: &mut Drawing<Memory>, list: &Json) -> Result<Told> {
    let mut told = Told::default();
    for json in list.list() {
        let name = json.get("name").text().and_then(|name| named(name, MAX_TAG_NAME, &mut told.renamed));
        let ends = numbers(json, ["from", "to"]).filter(|[from, to]| from <= to && *to < drawing.frames());
        match (name, ends) {
            (Some(name), Some([from, to])) if drawing.tags().len() < MAX_TAGS as usize => {
                let direction = words::DIRECTIONS.value(json.get("direction").text().unwrap_or("forward"));
                told.directions += u32::from(direction.is_none());
                let color = json.get("color").text().map(str::parse::<Color>);
                told.colors += u32::from(matches!(color, Some(Err(_))));
                let repeat = repeat(json.get("repeat"));
                told.repeats += u32::from(repeat.is_none());
                let color = color.and_then(Result::ok).map_or(Color::TRANSPARENT, marking);
                let tag = Tag::new(name, from, to, direction.unwrap_or_default());
                let data = Some(json.get("data").text().unwrap_or_default()).filter(|data| !data.is_empty());
                let text =
                    data.and_then(|data| named(data, MAX_TAG_TEXT, &mut told.texts)).unwrap_or_default();
                drawing.add_tag(&Tag { color, repeat: repeat.unwrap_or(0), text, ..tag })?;
            }
            _ => told.lost += 1,
        }
    }
    Ok(told)
}

/// Looks for what a description says under names that mean nothing here.
fn unknown(json: &Json, frames: &[(&str, &Json)]) -> Unknown {
    let mut unknown = Unknown::default();
    unknown.look(json, &["frames", "meta", "animations"]);
    let frame = ["frame", "rotated", "trimmed", "spriteSourceSize", "sourceSize", "duration", "filename"];
    let sides = ["x", "y", "w", "h"];
    for (_, json) in frames {
        unknown.look(json, &frame);
        for name in ["frame", "spriteSourceSize", "sourceSize"] {
            unknown.look(json.get(name), &sides);
        }
    }
    // Who wrote it and for which picture; sizes are read from the picture itself, and layers are in it.
    let meta = json.get("meta");
    let known = [
        "app",
        "version",
        "image",
        "format",
        "size",
        "scale",
        "frameTags",
        "layers",
        "slices",
        "smartupdate",
    ];
    unknown.look(meta, &known);
    unknown.look(meta.get("size"), &sides);
    let tag = ["name", "from", "to", "direction", "color", "repeat", "data"];
    meta.get("frameTags").list().iter().for_each(|json| unknown.look(json, &tag));
    for slice in meta.get("slices").list() {
        unknown.look(slice, &["name", "color", "data", "keys"]);
        for key in slice.get("keys").list() {
            unknown.look(key, &["frame", "bounds", "center", "pivot"]);
            ["bounds", "center", "pivot"].iter().for_each(|name| unknown.look(key.get(name), &sides));
        }
    }
    unknown
}
