//! The palette, the background, the grid: what a document has but one of.
//!
//! A colour of the palette keeps its record when it moves or changes, so that what
//! was said of it stays with it.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::Document};
//! let mut document = Document::new(8, 8)?;
//! document.begin(1)?;
//! document.set_palette(&[Color::BLACK, Color::ADDED])?;
//! document.commit("Palette", Color::ADDED, 0)?;
//! assert_eq!(document.palette(), [Color::BLACK, Color::ADDED]);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::Drawing;
use super::door::Door;
use super::info::{MAX_SIDE, set_info};
use super::property::{Codec, Label, properties};
use super::records::{COLOR, FRAME, put, view};
use crate::color::{Color, FIRST};
use crate::error::{Message, Result, in_range};
use crate::memory::Memory;
use bytemuck::Zeroable;

/// Red, green, blue and alpha.
pub(super) struct Rgba;

impl Codec for Rgba {
    type Value = Color;
    type Bytes = Color;

    fn decode(bytes: &Color) -> Color {
        *bytes
    }

    fn encode(_label: Label, value: &Color) -> Result<Color> {
        Ok(*value)
    }

    fn told(bytes: &Self::Bytes) -> Message {
        Self::decode(bytes).to_string().into()
    }

    fn unusual() -> Vec<Color> {
        [[1, 2, 3, 255], [9, 8, 7, 6], [0; 4]].map(|bytes| Color { bytes }).into()
    }
}

properties! {
    /// The properties of a colour of the palette.
    "colour" Swatch, kept in 16 bytes:
    /// The colour itself.
    color: Color as Rgba,
}

// No picture asks for what is seen of a swatch.
const _: fn(&Record) -> Seen = Record::seen;
const _: () = assert!(size_of::<Seen>() == 0, "no property of a swatch may show");

/// Returns the record of a colour by its id.
pub(super) fn record(memory: &Memory, id: u16) -> &Record {
    view(memory, COLOR.address(id))
}

/// Writes the palette of a new drawing.
pub(super) fn create(door: &mut impl Door) -> Result<()> {
    for (i, rgb) in (0..).zip(FIRST) {
        let id = COLOR.give(door, 0)?;
        let color = Color { bytes: (rgb << 8 | 0xff).to_be_bytes() };
        put(door, COLOR.address(id), Record::encode(&Swatch { color })?)?;
        COLOR.insert(door, i, id)?;
    }
    Ok(())
}

/// Finds the old record of each new colour: the one at its position if that is equal, else an equal one
/// from elsewhere, else the one at its position, which is then changed.
fn matched(old: &[Color], new: &[Color]) -> Vec<Option<usize>> {
    let same = |(i, color): (usize, &Color)| (old.get(i) == Some(color)).then_some(i);
    let mut found: Vec<Option<usize>> = new.iter().enumerate().map(same).collect();
    for i in 0..new.len() {
        if found[i].is_none() {
            found[i] = (0..old.len()).find(|at| old[*at] == new[i] && !found.contains(&Some(*at)));
        }
    }
    for i in 0..new.len().min(old.len()) {
        if found[i].is_none() && !found.contains(&Some(i)) {
            found[i] = Some(i);
        }
    }
    found
}

impl<D: Door> Drawing<D> {
    /// Returns the colours of the palette.
    pub fn palette(&self) -> Vec<Color> {
        COLOR.ids(self.memory()).iter().map(|id| record(self.memory(), *id).color).collect()
    }

    /// Returns the number of colours in the palette.
    pub fn colors(&self) -> u32 {
        COLOR.count(self.memory())
    }

    /// Replaces the palette; pixels keep their colours.
    ///
    /// Colours that stay, move or change in place keep their records.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) without colours, or beyond
    /// [`MAX_COLORS`](super::MAX_COLORS).
    pub fn set_palette(&mut self, colors: &[Color]) -> Result<()> {
        in_range("number of colours", colors.len() as i64, 1, COLOR.most.into())?;
        let (old, ids) = (self.palette(), COLOR.ids(self.memory()).to_vec());
        let mut kept = Vec::new();
        for (color, found) in colors.iter().zip(matched(&old, colors)) {
            let id = found.map_or_else(|| self.give(&COLOR), |at| Ok(ids[at]))?;
            // Whatever else is said of the colour stays with it.
            let mut swatch = record(self.memory(), id).decode();
            swatch.color = *color;
            Record::change(&mut self.door, COLOR.address(id), &Record::encode(&swatch)?)?;
            kept.push(id);
        }
        for id in ids.into_iter().filter(|id| !kept.contains(id)) {
            put(&mut self.door, COLOR.address(id), Record::zeroed())?;
        }
        COLOR.set(&mut self.door, &kept)
    }

    /// Returns the colour below all layers; transparent in a new drawing.
    pub fn background(&self) -> Color {
        self.info().background
    }

    /// Sets the colour below all layers.
    ///
    /// # Errors
    /// Returns [`Error::Idle`](crate::Error::Idle) without an open action.
    pub fn set_background(&mut self, color: Color) -> Result<()> {
        let before = self.stack();
        set_info!(&mut self.door, background = color);
        let (after, canvas) = (self.stack(), self.bounds());
        let frames = FRAME.ids(self.memory()).to_vec();
        self.mark_looks(frames.into_iter().map(|frame| ((&before, frame), (&after, frame), canvas)));
        Ok(())
    }

    /// Returns the columns and rows of the grid's cell in pixels; 1×1 in a new drawing.
    pub fn grid(&self) -> (u32, u32) {
        let [width, height] = self.info().grid;
        (width, height)
    }

    /// Sets the columns and rows of the grid's cell.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when a side is outside `1..=32768`.
    pub fn set_grid(&mut self, width: u32, height: u32) -> Result<()> {
        in_range("grid width", width.into(), 1, MAX_SIDE.into())?;
        in_range("grid height", height.into(), 1, MAX_SIDE.into())?;
        set_info!(&mut self.door, grid = [width, height]);
        self.door.mark_overlay_dirty();
        Ok(())
    }

    /// Returns the columns and rows of the tile that wrap-around repeats; those of the canvas in a new
    /// drawing.
    pub fn tile(&self) -> (u32, u32) {
        let [width, height] = self.info().tile;
        let (across, down) = self.size();
        (if width == 0 { across } else { width }, if height == 0 { down } else { height })
    }

    /// Sets the columns and rows of the tile that wrap-around repeats; 0 means those of the canvas.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when a side is outside `0..=32768`.
    pub fn set_tile(&mut self, width: u32, height: u32) -> Result<()> {
        in_range("tile width", width.into(), 0, MAX_SIDE.into())?;
        in_range("tile height", height.into(), 0, MAX_SIDE.into())?;
        set_info!(&mut self.door, tile = [width, height]);
        self.door.mark_overlay_dirty();
        Ok(())
    }
}
