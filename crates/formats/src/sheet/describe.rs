//! What the JSON of a sheet says: Aseprite's two lists, its slices, and the animations that PixiJS plays.
//!
//! Whoever reads these lists counts in one of three ways: Phaser and PixiJS ask for frames by their names, the libraries of
//! LÖVE and the importers of Godot by their places in the list, and all of them read `frame` as the rectangle to be cut
//! out. So a tag's `from` and `to` are places in the list, whatever the sheet is split by and whatever is left out, and
//! `frame` has exactly the pixels of `spriteSourceSize`.
//!
//! ```
//! use undoodle_formats::document::Document;
//! use undoodle_formats::{self as formats, Export};
//! let (document, export) = (Document::new(3, 2)?, Export { name: "hero".into(), ..Export::new(0) });
//! let zip = formats::write(formats::named("sheet")?, &document, &export)?;
//! for name in [&b"hero.json"[..], b"hero.png"] {
//!     assert!(zip.windows(name.len()).any(|found| found == name));
//! }
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::write::Sheet;
use super::{slices, words};
use crate::color::Color;
use crate::document::{CelProperties, Drawing, Store, Tag};
use crate::error::Result;
use crate::geometry::Rect;
use crate::json::quoted;
use std::collections::BTreeSet;

/// Returns the entries of the list of frames.
fn frames(drawing: &Drawing<Store>, sheet: &Sheet<'_>, array: bool) -> String {
    let (inner, film) = (sheet.inner, &sheet.pictures.film);
    let mut frames = Vec::new();
    for ((shot, part), (x, y)) in sheet.pictures.list.iter().zip(&sheet.parts).zip(&sheet.places.corners) {
        // Transparent pixels around a picture make the sprite that much larger.
        let (width, height) = (shot.area.width as u32 + 2 * inner, shot.area.height as u32 + 2 * inner);
        let Rect { width: w, height: h, .. } = *part;
        let (left, top) = (part.x - shot.area.x, part.y - shot.area.y);
        let (x, y, w, h) = (x - inner, y - inner, w as u32 + 2 * inner, h as u32 + 2 * inner);
        let name = quoted(&shot.name);
        let begin = if array { format!("{{\"filename\": {name},") } else { format!("{name}: {{") };
        let trimmed = (w, h) != (width, height);
        let duration = film.duration(shot.moment);
        let slice = slices::of_picture(drawing, sheet, shot);
        frames.push(format!(
            r#"
    {begin} "frame": {{"x": {x}, "y": {y}, "w": {w}, "h": {h}}}, "rotated": false, "trimmed": {trimmed},
      "spriteSourceSize": {{"x": {left}, "y": {top}, "w": {w}, "h": {h}}},
      "sourceSize": {{"w": {width}, "h": {height}}}, "duration": {duration}{slice}}}"#
        ));
    }
    frames.join(",")
}

/// Returns the animations by names, for PixiJS, which knows no tags. Of tags with one name it has the first.
fn animations(sheet: &Sheet<'_>) -> String {
    let (mut names, mut found) = (BTreeSet::new(), Vec::new());
    for tag in sheet.pictures.runs.iter().filter(|tag| names.insert(&tag.name)) {
        let frame = |at: u32| quoted(&sheet.pictures.list[at as usize].name);
        let frames: Vec<_> = tag.direction.played(tag.from, tag.to).into_iter().map(frame).collect();
        found.push(format!("\n    {}: [{}]", quoted(&tag.name), frames.join(", ")));
    }
    if found.is_empty() { String::new() } else { format!("\n  \"animations\": {{{}\n  }},", found.join(",")) }
}

/// Returns a colour and a text as Aseprite writes its user data.
pub(super) fn words_of(color: Color, text: &str) -> String {
    let color = if color.is_transparent() { String::new() } else { format!(r#", "color": "{color}""#) };
    let data = if text.is_empty() { String::new() } else { format!(r#", "data": {}"#, quoted(text)) };
    color + &data
}

/// Returns what is said of a layer's cels that have properties of their own, as Aseprite writes it.
fn cels(own: &[(u32, &CelProperties)]) -> String {
    let cel = |(frame, own): &(u32, &CelProperties)| {
        let said = |so: bool, name: &str, value: i64| {
            if so { format!(r#", "{name}": {value}"#) } else { String::new() }
        };
        let opacity = said(own.opacity < 255, "opacity", own.opacity.into());
        let z_index = said(own.z_index != 0, "zIndex", own.z_index.into());
        let words = words_of(own.label, &own.text);
        format!(r#"{{"frame": {frame}{opacity}{z_index}{words}}}"#)
    };
    let cels = own.iter().map(cel).collect::<Vec<_>>().join(", ");
    if cels.is_empty() { cels } else { format!(r#", "cels": [{cels}]"#) }
}

/// Returns the entries of the list of layers: those that are visible, from the bottom up, and each group behind what is in it.
///
/// # Errors
/// As [`Drawing::layer`].
fn layers(drawing: &Drawing<Store>) -> Result<Vec<String>> {
    let (mut list, unusual) = (Vec::new(), drawing.unusual_cels());
    let within = |group: Option<u16>| match group {
        Some(id) => drawing.group(id).map(|group| format!(r#", "group": {}"#, quoted(&group.name))),
        None => Ok(String::new()),
    };
    // The groups around the layer before, from the innermost outwards.
    let mut open: Vec<u16> = Vec::new();
    let visible = (0..drawing.layers()).filter(|layer| drawing.is_exported(*layer));
    for at in visible.map(Some).chain([None]) {
        let around = at.map_or(Vec::new(), |at| drawing.groups_of(at));
        for id in open.iter().filter(|id| !around.contains(id)) {
            let group = drawing.group(*id)?;
            let (name, outer) = (quoted(&group.name), within(drawing.parent_of(*id))?);
            let words = words_of(group.label, &group.note);
            list.push(format!(r#"{{"name": {name}{outer}{words}}}"#));
        }
        open = around;
        let Some(at) = at else { break };
        let layer = drawing.layer(at)?;
        let own = unusual.iter().filter(|(cel, own)| cel.layer == at && own.says_any());
        let cels = cels(&own.map(|(cel, own)| (cel.frame, own)).collect::<Vec<_>>());
        let (name, outer) = (quoted(&layer.name), within(drawing.group_of(at))?);
        let (opacity, blend) = (layer.opacity, words::MODES.name(layer.blend).unwrap_or("normal"));
        let words = words_of(layer.label, &layer.note);
        list.push(format!(
            r#"{{"name": {name}{outer}, "opacity": {opacity}, "blendMode": "{blend}"{words}{cels}}}"#
        ));
    }
    Ok(list)
}

/// Returns what the JSON of a sheet says. `image` is the name of its picture.
///
/// # Errors
/// As [`Drawing::layer`].
pub(super) fn describe(
    drawing: &Drawing<Store>,
    sheet: &Sheet<'_>,
    image: &str,
    array: bool,
) -> Result<String> {
    let tag = |tag: &Tag| {
        let (name, direction) =
            (quoted(&tag.name), words::DIRECTIONS.name(tag.direction).unwrap_or("forward"));
        let (from, to) = (tag.from, tag.to);
        // As Aseprite writes them: a number of times in quotes, and neither where there is none.
        let repeat = if tag.repeat > 0 { format!(r#", "repeat": "{}""#, tag.repeat) } else { String::new() };
        let words = words_of(tag.color, &tag.text);
        format!(
            r#"{{"name": {name}, "from": {from}, "to": {to}, "direction": "{direction}"{repeat}{words}}}"#
        )
    };
    let tags = sheet.pictures.runs.iter().map(tag).collect::<Vec<_>>().join(", ");
    let layers = layers(drawing)?;
    let (open, close) = if array { ('[', ']') } else { ('{', '}') };
    let (frames, layers, image) = (frames(drawing, sheet, array), layers.join(", "), quoted(image));
    // PixiJS reads its frames by names, which an array doesn't have.
    let animations = if array { String::new() } else { animations(sheet) };
    let slices = slices::describe(drawing, sheet)?;
    let (w, h) = sheet.places.size;
    Ok(format!(
        r#"{{
  "frames": {open}{frames}
  {close},{animations}
  "meta": {{
    "app": "Undoodle", "version": "1.0", "image": {image}, "format": "RGBA8888",
    "size": {{"w": {w}, "h": {h}}}, "scale": "1",
    "frameTags": [{tags}],
    "layers": [{layers}],
    "slices": [{slices}]
  }}
}}
"#
    ))
}
