//! Slices in the JSON of a sheet, out and in, as Aseprite writes them.
//!
//! A key's `frame` is a place in the list of frames, as a tag's ends are, and rectangles are pixels of the sprite as it is shown: scaled, and
//! within its transparent edge. So whoever reads the list finds in it what the drawing's frames have, in every split and with
//! frames left out. A picture of one slice has that slice alone. What a key says once more is left out.

use super::describe::words_of;
use super::write::Sheet;
use crate::budget::named;
use crate::color::Color;
use crate::document::{Drawing, FARTHEST, MAX_KEYS, MAX_NAME, MAX_NOTE, MAX_SLICES, Slice, SliceKey, Store};
use crate::error::Result;
use crate::geometry::{Point, Rect};
use crate::json::{Json, quoted};
use crate::memory::Memory;

/// Returns a rectangle as JSON.
fn bounds(Rect { x, y, width, height }: Rect) -> String {
    format!(r#"{{"x": {x}, "y": {y}, "w": {width}, "h": {height}}}"#)
}

/// Returns the keys of a slice that a sheet's list of frames needs.
fn keys(drawing: &Drawing<Store>, sheet: &Sheet<'_>, id: u16) -> Vec<SliceKey> {
    let (all, scale) = (drawing.slice_keys(id), sheet.pictures.scale() as i32);
    let mut keys: Vec<SliceKey> = Vec::new();
    for (at, shot) in (0..).zip(&sheet.pictures.list) {
        let frame = sheet.pictures.film.frame(shot.moment);
        let place = all.partition_point(|key| key.frame <= frame);
        let own = shot.slice.as_ref().is_none_or(|slice| slice.id == id);
        let found = place.checked_sub(1).and_then(|last| all.get(last)).filter(|_| own);
        // A list that begins anew may come from frames that have the slice to some that do not.
        if found.is_none() && keys.is_empty() {
            continue;
        }
        let key = found.cloned().unwrap_or(SliceKey::new(id, at, Rect::EMPTY));
        let scaled = |Rect { x, y, width, height }: Rect| {
            Rect::new(scale * x, scale * y, scale * width, scale * height)
        };
        let (inner, bounds) = (sheet.inner as i32, scaled(key.bounds));
        let key = SliceKey {
            frame: at,
            bounds: if bounds.is_empty() {
                Rect::EMPTY
            } else {
                Rect { x: bounds.x - shot.area.x + inner, y: bounds.y - shot.area.y + inner, ..bounds }
            },
            center: scaled(key.center),
            pivot: key.pivot.map(|Point { x, y }| Point::new(scale * x, scale * y)),
            slice: id,
        };
        if keys.last().is_none_or(|last| SliceKey { frame: at, ..last.clone() } != key) {
            keys.push(key);
        }
    }
    keys
}

/// Returns what a sheet's list has of a drawing's slices.
///
/// # Errors
/// As [`Drawing::slice`].
pub(super) fn describe(drawing: &Drawing<Store>, sheet: &Sheet<'_>) -> Result<String> {
    let mut list = Vec::new();
    for id in drawing.slices() {
        let Slice { name, color, text } = drawing.slice(*id)?;
        let words = words_of(color, &text);
        let key = |SliceKey { frame, bounds: around, center, pivot, .. }: SliceKey| {
            let center =
                if center.is_empty() { String::new() } else { format!(r#", "center": {}"#, bounds(center)) };
            let pivot = pivot.map(|Point { x, y }| format!(r#", "pivot": {{"x": {x}, "y": {y}}}"#));
            let (around, pivot) = (bounds(around), pivot.unwrap_or_default());
            format!(r#"{{"frame": {frame}, "bounds": {around}{center}{pivot}}}"#)
        };
        let keys = keys(drawing, sheet, *id).into_iter().map(key).collect::<Vec<_>>().join(", ");
        list.push(format!("\n      {{\"name\": {}{words}, \"keys\": [{keys}]}}", quoted(&name)));
    }
    Ok(list.join(","))
}

/// What of the slices that are listed is not kept.
#[derive(Default)]
pub(super) struct Told {
    pub(super) lost: u32,
    pub(super) keys: u32,
    pub(super) texts: u32,
    pub(super) colors: u32,
    pub(super) renamed: u32,
}

/// Returns a whole number as far from 0 as a slice may be.
fn whole(json: &Json) -> Option<i32> {
    let far = f64::from(FARTHEST);
    json.number().filter(|number| (-far..=far).contains(number)).map(|number| number as i32)
}

/// Returns a rectangle that lies near enough.
fn rect(json: &Json) -> Option<Rect> {
    let rect =
        Rect::new(whole(json.get("x"))?, whole(json.get("y"))?, whole(json.get("w"))?, whole(json.get("h"))?);
    let within = rect.width >= 0 && rect.height >= 0 && rect.right() <= FARTHEST && rect.bottom() <= FARTHEST;
    within.then_some(if rect.is_empty() { Rect::EMPTY } else { rect })
}

/// Returns a key, if it is one of a frame that there is.
fn key(json: &Json, slice: u16, frames: u32) -> Option<SliceKey> {
    let frame = json.get("frame").whole().filter(|frame| *frame < frames)?;
    let center = json.get("center");
    let center = if center.is_some() { rect(center)? } else { Rect::EMPTY };
    let pivot = json.get("pivot");
    let pivot =
        if pivot.is_some() { Some(Point::new(whole(pivot.get("x"))?, whole(pivot.get("y"))?)) } else { None };
    Some(SliceKey { center, pivot, ..SliceKey::new(slice, frame, rect(json.get("bounds"))?) })
}

/// Adds slices, and returns what of them can't be had.
///
/// # Errors
/// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory).
pub(super) fn add(drawing: &mut Drawing<Memory>, list: &Json) -> Result<Told> {
    let (mut told, mut count) = (Told::default(), 0);
    for json in list.list() {
        let name = json.get("name").text().and_then(|name| named(name, MAX_NAME, &mut told.renamed));
        let Some(name) = name.filter(|_| drawing.slices().len() < MAX_SLICES as usize) else {
            told.lost += 1;
            continue;
        };
        let color = json.get("color").text().map(str::parse::<Color>);
        told.colors += u32::from(matches!(color, Some(Err(_))));
        let color = color.and_then(Result::ok).filter(|color| !color.is_transparent());
        let data = json.get("data").text().unwrap_or_default();
        let words = Some(data).filter(|data| !data.is_empty());
        let text = words.and_then(|words| named(words, MAX_NOTE, &mut told.texts)).unwrap_or_default();
        let slice = Slice { color: color.unwrap_or(Color::TRANSPARENT), text, ..Slice::new(name) };
        let id = drawing.add_slice(&slice)?;
        for json in json.get("keys").list() {
            match key(json, id, drawing.frames()).filter(|_| count < MAX_KEYS) {
                Some(key) => {
                    drawing.set_slice_key(&key)?;
                    count += 1;
                }
                None => told.keys += 1,
            }
        }
    }
    Ok(told)
}
