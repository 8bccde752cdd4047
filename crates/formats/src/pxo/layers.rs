//! The layers and groups of a Pixelorama project.
//!
//! Blend modes are numbers, in the order of its source's list. A layer's `parent` is the number of its group, which comes
//! after it; groups may be nested, and then their layers are in the outermost one here.

use super::Json;
use crate::budget::named;
use crate::color::Blend;
use crate::document::{Drawing, MAX_FRAMES, MAX_LAYERS, MAX_NAME};
use crate::error::{Message, Result, in_range};
use crate::folders::{self, Folder};
use crate::memory::Memory;
use crate::names::Names;
use crate::parts::counted;
use std::collections::HashSet;

/// Its numbers of blend modes. Unknown here are erase (1), linear burn (5), intersection (21) and matching colours (22).
const MODES: Names<Blend, u32> = Names(&[
    (Blend::Normal, 0),
    (Blend::Darken, 2),
    (Blend::Multiply, 3),
    (Blend::ColorBurn, 4),
    (Blend::Lighten, 6),
    (Blend::Screen, 7),
    (Blend::ColorDodge, 8),
    (Blend::Addition, 9),
    (Blend::Overlay, 10),
    (Blend::SoftLight, 11),
    (Blend::HardLight, 12),
    (Blend::Difference, 13),
    (Blend::Exclusion, 14),
    (Blend::Subtraction, 15),
    (Blend::Divide, 16),
    (Blend::Hue, 17),
    (Blend::Saturation, 18),
    (Blend::Color, 19),
    (Blend::Luminosity, 20),
]);

/// The blend mode of a group that leaves its layers as if there were no group.
const PASSES: f64 = -2.0;

/// Maximum number of layers and groups together.
const MAX_ROWS: i64 = 4 * MAX_LAYERS as i64;

/// The layers of a project.
#[derive(Debug)]
pub(super) struct Layers<'a> {
    rows: &'a [Json],
    /// Number of each layer that has pixels, from the bottom up, and whether its cels must have some.
    pub(super) painted: Vec<(usize, bool)>,
}

/// Returns an opacity from 0 to 1.
pub(super) fn opacity(json: &Json) -> f64 {
    json.get("opacity").number().unwrap_or(1.0).clamp(0.0, 1.0)
}

/// What a layer is: 0 for pixels, then a group, three dimensions, tiles, sound.
pub(super) fn kind(row: &Json) -> u32 {
    row.get("type").whole().unwrap_or(0)
}

impl<'a> Layers<'a> {
    /// Looks through the list of layers.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) if there are too many.
    pub(super) fn read(rows: &'a [Json]) -> Result<Layers<'a>> {
        in_range("number of layers and groups", rows.len() as i64, 0, MAX_ROWS)?;
        let painted = rows.iter().enumerate().filter(|(_, row)| matches!(kind(row), 0 | 3));
        let painted: Vec<_> = painted.map(|(number, row)| (number, kind(row) == 0)).collect();
        in_range("number of layers", painted.len() as i64, 0, MAX_LAYERS.into())?;
        Ok(Layers { rows, painted })
    }

    /// Returns how many cels come before that of a layer in a frame, where all but those of groups follow each other.
    pub(super) fn before(&self, frame: u32, number: usize) -> u64 {
        let count = |rows: &[Json]| rows.iter().filter(|row| kind(row) != 1).count() as u64;
        u64::from(frame) * count(self.rows) + count(&self.rows[..number])
    }

    /// Returns the numbers of the groups around a layer, the innermost first.
    fn around(&self, number: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut at = number;
        while let Some(parent) = self.parent(at) {
            found.push(parent);
            at = parent;
        }
        found
    }

    /// Returns the number of the group directly around a layer. A group comes after what is in it.
    fn parent(&self, number: usize) -> Option<usize> {
        let parent = self.rows.get(number)?.get("parent").whole()? as usize;
        let group = parent > number && self.rows.get(parent).is_some_and(|row| kind(row) == 1);
        group.then_some(parent)
    }

    /// Returns `true` if a layer is clipped to another one with pixels, in the same group.
    fn is_clipped(&self, number: usize) -> bool {
        let (group, mut at) = (self.parent(number), number);
        let pixels = |number: usize| matches!(kind(&self.rows[number]), 0 | 3);
        while pixels(at) && clips(&self.rows[at]) {
            match (0..at).rev().find(|below| self.parent(*below) == group) {
                Some(below) => at = below,
                None => return false,
            }
        }
        at < number && pixels(at)
    }

    /// Adds the layers to a drawing of one empty layer, without their properties.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    pub(super) fn build(&self, drawing: &mut Drawing<Memory>) -> Result<()> {
        (1..self.painted.len() as u32).try_for_each(|at| drawing.add_layer(at))
    }

    /// Gives the layers their properties, and groups them. Names that have to be changed for that are counted. What is
    /// locked can't be linked after that.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    pub(super) fn describe(&self, drawing: &mut Drawing<Memory>, changed: &mut u32) -> Result<()> {
        for (at, (number, _)) in (0..).zip(&self.painted) {
            let row = &self.rows[*number];
            let flag = |row: &Json, name, default| row.get(name).flag().unwrap_or(default);
            drawing.change_layer(at, |layer| {
                let name = row.get("name").text().and_then(|name| named(name, MAX_NAME, changed));
                layer.name = name.unwrap_or_else(|| format!("Layer {}", at + 1));
                layer.opacity = (opacity(row) * 255.0).round() as u8;
                layer.blend = mode(row).unwrap_or_default();
                layer.visible = flag(row, "visible", true);
                layer.locked = flag(row, "locked", false);
                layer.clipped = self.is_clipped(*number);
            })?;
        }
        // Numbers of rows of groups, each with its place among them.
        let rows: Vec<usize> = (0..self.rows.len()).filter(|number| kind(&self.rows[*number]) == 1).collect();
        let place = |number: usize| {
            let around = self.around(number).first().copied();
            around.and_then(|group| rows.iter().position(|row| *row == group))
        };
        let mut folders = Vec::new();
        for number in &rows {
            let (row, mut folder) = (&self.rows[*number], Folder::new(place(*number)));
            let group = &mut folder.group;
            group.name =
                row.get("name").text().and_then(|name| named(name, MAX_NAME, changed)).unwrap_or_default();
            group.visible = row.get("visible").flag().unwrap_or(true);
            group.locked = row.get("locked").flag().unwrap_or(false);
            group.opacity = (opacity(row) * 255.0).round() as u8;
            group.blend = mode(row).unwrap_or_default();
            group.isolated = row.get("blend_mode").number().is_some_and(|mode| mode != PASSES);
            folders.push(folder);
        }
        let of: Vec<_> = self.painted.iter().map(|(number, _)| place(*number)).collect();
        folders::group(drawing, &folders, &of).map(drop)
    }

    /// Returns the frames of a layer whose cels share one image, for each such image, each frame once.
    pub(super) fn links(&self, number: usize) -> Vec<Vec<u32>> {
        let row = self.rows.get(number).unwrap_or(&Json::Flag(None));
        // Before there were several, a layer had one set of such cels.
        let sets = row.get("link_sets").list().iter().map(|set| set.get("cels"));
        let sets = sets.chain([row.get("linked_cels")]);
        let mut known = HashSet::new();
        let frames = |set: &Json| {
            let frames = set.list().iter().filter_map(Json::whole);
            frames.filter(|frame| *frame < MAX_FRAMES && known.insert(*frame)).collect::<Vec<_>>()
        };
        sets.map(frames).filter(|set| set.len() > 1).collect()
    }

    /// Lists what is not kept of the layers.
    pub(super) fn notes(&self) -> Vec<Message> {
        let count = |holds: &dyn Fn(&Json) -> bool| self.rows.iter().filter(|row| holds(row)).count() as u32;
        let unknown = |row: &Json| {
            let passes = kind(row) == 1 && row.get("blend_mode").number() == Some(PASSES);
            matches!(kind(row), 0 | 1 | 3) && !passes && mode(row).is_none()
        };
        let loose = (0..self.rows.len()).filter(|row| clips(&self.rows[*row]) && !self.is_clipped(*row));
        let loose = loose.count() as u32;
        let found = [
            counted(
                count(&unknown),
                "{n} unknown blend mode replaced by Normal \
                 | {n} unknown blend modes replaced by Normal",
            ),
            counted(
                count(&|row| kind(row) == 3),
                "{n} tilemap layer read as pixels \
                 | {n} tilemap layers read as pixels",
            ),
            counted(
                count(&|row| kind(row) == 2 || kind(row) > 3),
                "{n} layer with 3D or sound left out \
                 | {n} layers with 3D or sound left out",
            ),
            counted(
                loose,
                "{n} clipping mask left out \
                 | {n} clipping masks left out",
            ),
            counted(
                count(&|row| !row.get("effects").list().is_empty()),
                "the effects of {n} layer left out \
                 | the effects of {n} layers left out",
            ),
        ];
        found.into_iter().flatten().collect()
    }
}

/// Returns `true` if a layer says that it is clipped to what is below.
fn clips(row: &Json) -> bool {
    row.get("clipping_mask").flag() == Some(true)
}

/// Returns a layer's blend mode, or `None` if it is unknown here.
fn mode(row: &Json) -> Option<Blend> {
    match row.get("blend_mode") {
        Json::Flag(None) => Some(Blend::Normal),
        number => number.whole().and_then(|number| MODES.value(number)),
    }
}
