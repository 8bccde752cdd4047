//! Fonts out of pictures: a grid of letters, cut into cells.
//!
//! Most pixel fonts are shared as a picture with letters in rows of equal cells, and many people draw their own. The rule that
//! tells ink from paper: a pixel is ink if it is not transparent and has not the colour of the top left pixel, where that
//! one is opaque. Rows that are empty in all cells are left out, so lines stand one pixel apart.

use super::{Font, Glyph, Glyphs};
use crate::error::{Error, Result, in_range};
use crate::raster::Image;

/// Longest side of a cell, in pixels.
const MOST: i64 = 64;

fn refused((width, height): (u32, u32), why: &'static str) -> Error {
    Error::Refused { what: "grid", name: format!("{width}×{height}").into(), why }
}

impl Font {
    /// Checks the size of a picture that holds so many letters in so many columns. Returns the width and the height of a
    /// cell.
    ///
    /// # Errors
    /// As [`from_picture`](Font::from_picture).
    pub fn cell((width, height): (u32, u32), columns: u32, letters: usize) -> Result<(i32, i32)> {
        let columns = columns.clamp(1, 256);
        let rows = (letters.max(1) as u32).div_ceil(columns);
        if width % columns != 0 || height % rows != 0 {
            let why = "it can't be divided into so many columns and rows: select the letters alone";
            return Err(refused((width, height), why));
        }
        let (wide, high) = (width / columns, height / rows);
        in_range("side of a letter", wide.max(high).into(), 1, MOST)?;
        Ok((wide as i32, high as i32))
    }

    /// Creates a font of a picture that has a cell for each of these characters, row by row in so many columns.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if the picture can't be divided into so many cells, or holds no ink, and [`Error::Range`]
    /// if a side of the cells is not from 1 to 64 pixels.
    ///
    /// ```
    /// use undoodle_drawing::{color::Color, raster::{Font, Image}};
    /// let stripes = Image::drawn(4, 3, |x, _| if x % 2 == 1 { Color::BLACK } else { Color::TRANSPARENT })?;
    /// let font = Font::from_picture(&stripes, 2, "ab")?;
    /// assert_eq!(font.layout("ab", 1).spans(Default::default(), 0..1).collect::<Vec<_>>(), [(0, 0..1), (0, 2..3)]);
    /// # Ok::<(), undoodle_drawing::Error>(())
    /// ```
    pub fn from_picture(picture: &Image, columns: u32, characters: &str) -> Result<Font> {
        let columns = columns.clamp(1, 256);
        let (wide, high) = Font::cell(picture.size(), columns, characters.chars().count())?;
        let paper = picture.get(0, 0);
        let ink = |x: i32, y: i32| {
            let color = picture.get(x, y);
            !color.is_transparent() && (paper.bytes[3] < u8::MAX || color != paper)
        };
        let cells = characters.chars().zip(0..).filter_map(|(character, place)| {
            let (left, top) = (place % columns as i32 * wide, place / columns as i32 * high);
            Some((character, Glyph::cut(wide, high, |x, y| ink(left + x, top + y))?))
        });
        let mut all: Vec<_> = cells.collect();
        let rows =
            |glyph: &Glyph| glyph.spans.first().map(|(y, _)| *y).zip(glyph.spans.last().map(|(y, _)| *y));
        let used: Vec<_> = all.iter().filter_map(|(_, glyph)| rows(glyph)).collect();
        let ends = used.iter().map(|(first, _)| *first).min().zip(used.iter().map(|(_, last)| *last).max());
        let Some((first, last)) = ends else {
            return Err(refused(picture.size(), "no pixel of it differs from the top left one"));
        };
        all.iter_mut().flat_map(|(_, glyph)| &mut glyph.spans).for_each(|(y, _)| *y -= first);
        let height = last + 1 - first;
        let widest = all.iter().map(|(_, glyph)| glyph.width).max().unwrap_or(1);
        let (missing, space) = (Glyph::hollow(widest, 0..height), (wide / 3).max(1));
        Ok(Font::new(Glyphs { all, missing, space, height, top: 0, line: height + 1 }))
    }
}
