//! The palette, the background, the grid: what a document has but one of.
//!
//! Colours lie in a page of their own, in the order in which people see them.
//!
//! ```
//! use undoodle::{color::Color, document::Document};
//! let mut document = Document::new(8, 8)?;
//! document.begin(1)?;
//! document.set_palette(&[Color::BLACK, Color::ADDED])?;
//! document.commit("Palette", Color::ADDED, 0)?;
//! assert_eq!(document.palette(), [Color::BLACK, Color::ADDED]);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Document;
use super::door::{Door, address, put, read};
use super::info::{MAX_COLORS, MAX_SIDE, change};
use super::space;
use crate::color::Color;
use crate::error::{Result, in_range};

/// What a new document's palette holds: greys, then hues from dark to light.
const FIRST: [u32; 24] = [
    0x14121f, 0x3b3a4d, 0x6c6b80, 0xa3a2b3, 0xd8d7e0, 0xffffff, // greys
    0x5c1a33, 0xa82b3c, 0xe4573d, 0xf79a4b, 0xfcd56a, 0xfff3b8, // reds to yellows
    0x12403b, 0x1d7349, 0x54ae4a, 0xa5d95b, 0xe2f29a, 0x8a5a3c, // greens, and a brown
    0x1c2a63, 0x2a5bb0, 0x3f9ee0, 0x83d8f2, 0x5d2f85, 0xc06ac4, // blues, violets
];

/// Writes the palette of a new document.
pub(super) fn create(door: &mut impl Door) -> Result<()> {
    let page = space::allocate(door)?;
    change(door, |info| (info.color_page, info.colors) = (page, FIRST.len() as u32))?;
    for (i, rgb) in (0..).zip(FIRST) {
        put(door, address(page, i * 4), Color { bytes: (rgb << 8 | 0xff).to_be_bytes() })?;
    }
    Ok(())
}

impl Document {
    /// The colours of the palette.
    pub fn palette(&self) -> Vec<Color> {
        let info = self.info();
        (0..u64::from(info.colors)).map(|i| read(self.memory(), address(info.color_page, i * 4))).collect()
    }

    /// The number of colours in the palette.
    pub fn colors(&self) -> u32 {
        self.info().colors
    }

    /// Replaces the palette; what was painted stays as it is.
    ///
    /// # Errors
    /// Beyond [`MAX_COLORS`] colours, or without any.
    pub fn set_palette(&mut self, colors: &[Color]) -> Result<()> {
        in_range("number of colours", colors.len() as i64, 1, MAX_COLORS.into())?;
        let info = self.info();
        for i in 0..info.colors.max(colors.len() as u32) {
            let color = colors.get(i as usize).copied().unwrap_or(Color::TRANSPARENT);
            put(&mut self.store, address(info.color_page, u64::from(i) * 4), color)?;
        }
        change(&mut self.store, |info| info.colors = colors.len() as u32)
    }

    /// What lies below all layers; transparent at first.
    pub fn background(&self) -> Color {
        self.info().background
    }

    /// Sets what lies below all layers.
    ///
    /// # Errors
    /// Without an action.
    pub fn set_background(&mut self, color: Color) -> Result<()> {
        change(&mut self.store, |info| info.background = color)?;
        self.cover(self.bounds());
        Ok(())
    }

    /// The grid's cell in pixels, 1×1 at first.
    pub fn grid(&self) -> (u32, u32) {
        let [width, height] = self.info().grid;
        (width, height)
    }

    /// Sets the grid's cell.
    ///
    /// # Errors
    /// When a side is outside `1..=32768`.
    pub fn set_grid(&mut self, width: u32, height: u32) -> Result<()> {
        in_range("grid width", width.into(), 1, MAX_SIDE.into())?;
        in_range("grid height", height.into(), 1, MAX_SIDE.into())?;
        change(&mut self.store, |info| info.grid = [width, height])?;
        self.cover(self.bounds());
        Ok(())
    }

    /// The tile that wrap-around repeats; by default, and for sides of 0, the whole canvas.
    pub fn tile(&self) -> (u32, u32) {
        let [width, height] = self.info().tile;
        let (across, down) = self.size();
        (if width == 0 { across } else { width }, if height == 0 { down } else { height })
    }

    /// Sets the tile that wrap-around repeats; a side of 0 is the canvas's.
    ///
    /// # Errors
    /// When a side is outside `0..=32768`.
    pub fn set_tile(&mut self, width: u32, height: u32) -> Result<()> {
        in_range("tile width", width.into(), 0, MAX_SIDE.into())?;
        in_range("tile height", height.into(), 0, MAX_SIDE.into())?;
        change(&mut self.store, |info| info.tile = [width, height])?;
        self.cover(self.bounds());
        Ok(())
    }
}
