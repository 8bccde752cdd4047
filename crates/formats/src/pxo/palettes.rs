//! The palettes that a Pixelorama project brings along, of which a drawing has room for one.
//!
//! Each is a text of JSON within the JSON, under its name. Its colours have numbers, which say where in a grid they lie;
//! places between them may be free. A colour is a text of four numbers: `(0.13, 0.12, 0.2, 1)`.

use super::{Json, LABEL, counted};
use crate::color::Color;
use crate::document::{Drawing, MAX_COLORS};
use crate::error::Message;
use crate::error::Result;
use crate::memory::Memory;

/// Reads the palette that is chosen in a project, or its first one, and returns notes on what is not kept.
///
/// # Errors
/// Returns [`Error::Damaged`](crate::Error::Damaged) for a palette that can't be read.
pub(super) fn read_palettes(drawing: &mut Drawing<Memory>, json: &Json) -> Result<Vec<Message>> {
    let (list, mut notes) = (json.get("palettes"), Vec::new());
    let named = list.list().iter().flat_map(Json::entries).chain(list.entries());
    let named: Vec<(&str, &Json)> = named.map(|(name, palette)| (name.as_str(), palette)).collect();
    let chosen = json.get("project_current_palette_name").text().unwrap_or_default();
    let Some((_, palette)) = named.iter().find(|(name, _)| *name == chosen).or(named.first()) else {
        return Ok(notes);
    };
    let palette = match palette.text() {
        Some(text) => &Json::parse(LABEL, text.as_bytes())?,
        None => *palette,
    };
    let mut colors = Vec::new();
    for one in palette.get("colors").list() {
        let place = one.get("index").whole().unwrap_or(u32::MAX);
        colors.extend(one.get("color").text().and_then(color).map(|color| (place, color)));
    }
    colors.sort_by_key(|(place, _)| *place);
    let odd = palette.get("colors").list().len() - colors.len();
    let more = colors.len().saturating_sub(MAX_COLORS as usize);
    colors.truncate(MAX_COLORS as usize);
    if !colors.is_empty() {
        let colors: Vec<_> = colors.iter().map(|(_, color)| *color).collect();
        drawing.set_palette(&colors)?;
    }
    let count = |count: usize, code| counted(count as u32, code);
    notes.extend(count(named.len() - 1, "{n} other palette left out | {n} other palettes left out"));
    let past = count(more, "{n} colour past {max} left out | {n} colours past {max} left out");
    notes.extend(past.map(|past| past.with(MAX_COLORS)));
    notes.extend(count(odd, "{n} malformed colour left out | {n} malformed colours left out"));
    let said = palette.get("comment").text().is_some_and(|text| !text.trim().is_empty());
    notes.extend(said.then(|| "the palette's comment left out".into()));
    Ok(notes)
}

/// Returns the colour of a text of four numbers from 0 to 1.
pub(super) fn color(text: &str) -> Option<Color> {
    let inner = text.trim().strip_prefix('(')?.strip_suffix(')')?;
    let mut bytes = [0; 4];
    let mut parts = inner.split(',');
    for byte in &mut bytes {
        let part: f64 = parts.next()?.trim().parse().ok()?;
        *byte = (part.is_finite().then_some(part)?.clamp(0.0, 1.0) * 255.0).round() as u8;
    }
    parts.next().is_none().then_some(Color { bytes })
}
