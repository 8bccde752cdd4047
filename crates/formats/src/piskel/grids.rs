//! The pixels of Piskel's oldest files: colours as texts, column by column.
//!
//! Version 1 had a grid for each frame of a layer. Before there were versions, a file was a list of such frames, of
//! one layer. A colour is `#rrggbb`, `rgb(…)`, `rgba(…)` with an alpha from 0 to 1, or
//! `TRANSPARENT`.

use super::{damaged, read};
use crate::Whole;
use crate::budget::{Budget, put};
use crate::color::Color;
use crate::document::{Cel, Drawing, MAX_FRAMES, MAX_SIDE};
use crate::error::{Result, in_range};
use crate::json::Json;
use crate::memory::Memory;

/// Frames per second of files without a version: they do not say it.
const FPS: f64 = 12.0;

/// Reads a file that is a list of frames.
pub(super) fn frames(file: &Json, budget: &mut Budget) -> Result<Whole> {
    let grids = file.list();
    in_range("number of frames", grids.len() as i64, 1, MAX_FRAMES.into())?;
    let columns = grids.first().map(Json::list).unwrap_or_default();
    let (width, height) = (columns.len(), columns.first().map_or(0, |column| column.list().len()));
    in_range("width", width as i64, 1, MAX_SIDE.into())?;
    in_range("height", height as i64, 1, MAX_SIDE.into())?;
    let mut drawing = read::prepared((width as u32, height as u32), grids.len() as u32, FPS)?;
    for (frame, grid) in (0..).zip(grids) {
        fill(&mut drawing, Cel { layer: 0, frame }, grid, budget)?;
        budget.settle(&mut drawing)?;
    }
    drawing.compact()?;
    Ok(Whole::new(drawing, Vec::new()))
}

/// Puts a grid onto a cel.
pub(super) fn fill(drawing: &mut Drawing<Memory>, cel: Cel, grid: &Json, budget: &mut Budget) -> Result<()> {
    let (width, height) = drawing.size();
    budget.pixels(width, height)?;
    let columns = grid.list();
    if columns.len() > width as usize || columns.iter().any(|column| column.list().len() > height as usize) {
        return Err(damaged("a frame is larger than the canvas"));
    }
    let rows = columns.iter().map(|column| column.list().len()).max().unwrap_or(0);
    let mut row = vec![Color::TRANSPARENT; columns.len()];
    for y in 0..rows {
        for (pixel, column) in row.iter_mut().zip(columns) {
            *pixel = match column.list().get(y) {
                Some(value) => color(value).ok_or_else(|| damaged("a pixel has no colour"))?,
                None => Color::TRANSPARENT,
            };
        }
        put(drawing, cel, (0, y as i64), &row)?;
    }
    Ok(())
}

/// Parses a pixel. Transparent ones may also be `null` or an empty text.
pub fn color(value: &Json) -> Option<Color> {
    let text = match value {
        Json::Flag(None) => return Some(Color::TRANSPARENT),
        value => value.text()?.trim(),
    };
    if text.is_empty() || text.eq_ignore_ascii_case("transparent") {
        return Some(Color::TRANSPARENT);
    }
    let Some((_, channels)) = text.split_once('(') else { return text.parse().ok() };
    let mut channels =
        channels.strip_suffix(')')?.split(',').map(|channel| channel.trim().parse::<f64>().ok());
    let mut next = || channels.next().flatten();
    let [r, g, b] = [next()?, next()?, next()?].map(|channel| channel as u8);
    Some(Color::rgba(r, g, b, (next().unwrap_or(1.0) * 255.0).round() as u8))
}
