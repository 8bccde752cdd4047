//! Sprite sheets, out: the picture row by row, and Aseprite's JSON.

use super::pack::{Places, lay};
use super::pictures::{Pictures, ascending, within};
use super::words;
use crate::color::Color;
use crate::document::{Drawing, Store};
use crate::error::Result;
use crate::formats::archive::{Writer, Written, deflate, store};
use crate::formats::export::Split;
use crate::formats::json::quoted;
use crate::formats::names::directions_lost;
use crate::formats::parts::counted;
use crate::formats::sink::{MAX_FILE, Sink};
use crate::formats::{Export, Film, Frames, png};
use crate::geometry::Rect;

/// Encodes a drawing.
///
/// # Errors
/// Returns [`Error::Range`](crate::Error::Range) for a sheet that is too large,
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory), and what [`Film::new`] returns.
pub(super) fn write(drawing: &Drawing<Store>, export: &Export) -> Result<Vec<u8>> {
    let pictures = Pictures::new(drawing, export)?;
    let (width, height) = pictures.film.size();
    let whole = Rect::new(0, 0, width as i32, height as i32);
    let parts: Vec<_> =
        pictures.list.iter().map(|shot| if export.trim { pictures.bounds(shot) } else { whole }).collect();
    let around = 2 * export.padding;
    let sizes: Vec<_> =
        parts.iter().map(|part| (part.width as u32 + around, part.height as u32 + around)).collect();
    let mut places = lay(&sizes, export.layout)?;
    for (x, y) in &mut places.corners {
        (*x, *y) = (*x + export.padding, *y + export.padding);
    }
    let png = picture(&pictures, &places, &parts)?;
    let json = describe(drawing, export, &pictures, &places, &parts)?;
    let mut sink = Sink::new(MAX_FILE);
    let write = |sink| -> Written {
        let mut archive: Writer<'_> = Writer::new(sink);
        deflate(&mut archive, "sheet.json", |out| out.write_all(json.as_bytes()))?;
        store(&mut archive, "sheet.png", &png)?;
        archive.finish()?;
        Ok(())
    };
    write(&mut sink).map_err(|_| sink.refusal("sheet file"))?;
    Ok(sink.bytes)
}

/// Encodes the sheet as PNG, row by row.
fn picture(pictures: &Pictures<'_>, places: &Places, parts: &[Rect]) -> Result<Vec<u8>> {
    let mut waiting: Vec<_> = (0..parts.len()).collect();
    waiting.sort_by_key(|at| std::cmp::Reverse(places.corners[*at].1));
    let mut shown: Vec<usize> = Vec::new();
    let mut pixels = vec![Color::TRANSPARENT; pictures.film.size().0 as usize];
    png::encode_rows(places.size.0, places.size.1, |y, row| {
        while let Some(at) = waiting.pop_if(|at| places.corners[*at].1 <= y) {
            shown.push(at);
        }
        shown.retain(|at| y < places.corners[*at].1 + parts[*at].height as u32);
        row.fill(Color::TRANSPARENT);
        for at in &shown {
            let (part, (left, top)) = (parts[*at], places.corners[*at]);
            pictures.read(&pictures.list[*at], part.y as u32 + y - top, &mut pixels);
            let (from, wide) = (part.x as usize, part.width as usize);
            row[left as usize..left as usize + wide].copy_from_slice(&pixels[from..from + wide]);
        }
        Ok(())
    })
}

/// Returns what Aseprite's JSON says of a sheet.
fn describe(
    drawing: &Drawing<Store>,
    export: &Export,
    pictures: &Pictures<'_>,
    places: &Places,
    parts: &[Rect],
) -> Result<String> {
    let (width, height) = pictures.film.size();
    let mut frames = Vec::new();
    for ((shot, part), (x, y)) in pictures.list.iter().zip(parts).zip(&places.corners) {
        let Rect { x: left, y: top, width: w, height: h } = *part;
        let name = quoted(&shot.name);
        let begin = if export.array { format!("{{\"filename\": {name},") } else { format!("{name}: {{") };
        let trimmed = (w as u32, h as u32) != (width, height);
        let duration = pictures.film.duration(shot.moment);
        frames.push(format!(
            r#"
    {begin} "frame": {{"x": {x}, "y": {y}, "w": {w}, "h": {h}}}, "rotated": false, "trimmed": {trimmed},
      "spriteSourceSize": {{"x": {left}, "y": {top}, "w": {w}, "h": {h}}},
      "sourceSize": {{"w": {width}, "h": {height}}}, "duration": {duration}}}"#
        ));
    }
    let mut tags = Vec::new();
    for tag in drawing.tags().into_iter().filter_map(|tag| within(tag, pictures.frames)) {
        let (name, direction) =
            (quoted(&tag.name), words::DIRECTIONS.name(tag.direction).unwrap_or("forward"));
        let (from, to) = (tag.from, tag.to);
        tags.push(format!(r#"{{"name": {name}, "from": {from}, "to": {to}, "direction": "{direction}"}}"#));
    }
    // In a sheet of layers or of tags, places in the list are not frames.
    if export.split != Split::Whole {
        tags.clear();
    }
    let mut layers = Vec::new();
    for layer in (0..drawing.layers()).filter(|layer| drawing.is_visible(*layer)) {
        let layer = drawing.layer(layer)?;
        let (name, opacity, blend) =
            (quoted(&layer.name), layer.opacity, words::MODES.name(layer.blend).unwrap_or("normal"));
        layers.push(format!(r#"{{"name": {name}, "opacity": {opacity}, "blendMode": "{blend}"}}"#));
    }
    let (open, close) = if export.array { ('[', ']') } else { ('{', '}') };
    let (frames, tags, layers) = (frames.join(","), tags.join(", "), layers.join(", "));
    let (w, h) = places.size;
    Ok(format!(
        r#"{{
  "frames": {open}{frames}
  {close},
  "meta": {{
    "app": "Undoodle", "version": "1.0", "image": "sheet.png", "format": "RGBA8888",
    "size": {{"w": {w}, "h": {h}}}, "scale": "1",
    "frameTags": [{tags}],
    "layers": [{layers}],
    "slices": []
  }}
}}
"#
    ))
}

/// Lists what a file would lose besides.
///
/// # Errors
/// As [`Film::new`].
pub(super) fn losses(drawing: &Drawing<Store>, export: &Export) -> Result<Vec<String>> {
    let film = Film::new(drawing, &ascending(drawing, export))?;
    let mut found = Vec::new();
    found.extend(directions_lost(&words::DIRECTIONS, drawing));
    let tags = drawing.tags();
    match export.split {
        Split::Whole => {}
        Split::Layers => {
            found.extend(counted(tags.len() as u32, "tag"));
            let hidden = (0..drawing.layers()).filter(|layer| !drawing.is_visible(*layer)).count() as u32;
            found.extend(counted(hidden, "hidden layer"));
        }
        Split::Tags if tags.is_empty() => {}
        Split::Tags => {
            let shown = |frame: u32| tags.iter().any(|tag| (tag.from..=tag.to).contains(&frame));
            let others = (0..film.len()).filter(|moment| !shown(film.frame(*moment))).count() as u32;
            found.extend(counted(others, "frame").map(|frames| format!("{frames} without a tag")));
        }
    }
    if export.frames != Frames::All {
        found.extend(counted(drawing.frames() - film.len() as u32, "other frame"));
    }
    Ok(found)
}
