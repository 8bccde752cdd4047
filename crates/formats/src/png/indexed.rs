//! The palette of a picture: its colours and their numbers.
//!
//! Programs that know palettes count on their order, so the drawing's colours keep their places and what else a picture has
//! follows in the order in which it is met, from the top left. If both together are too many, the drawing's colours that no
//! pixel has make room.
//!
//! The invariant: every colour of the picture has exactly one number. All invisible colours are one in a palette with the
//! drawing's colours, and keep their hues in an [exact](Table::exact) one.
//!
//! ```
//! use undoodle_formats::document::Document;
//! use undoodle_formats::{self as formats, Export, named};
//! let document = Document::new(1, 1)?;
//! let export = Export { indexed: true, ..Export::new(0) };
//! let file = formats::write(named("png")?, &document, &export)?;
//! let colors = document.palette().len() + 1;
//! // The palette is the second chunk; the drawing's colours and the transparent one are in it.
//! assert_eq!((&file[37..41], file[36]), (&b"PLTE"[..], (3 * colors) as u8));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use crate::Film;
use crate::color::Color;
use crate::error::Result;
use crate::pause;
use std::collections::HashMap;

/// A palette and the number of each colour in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    colors: Vec<Color>,
    numbers: HashMap<Color, u8>,
}

/// Returns a colour as the palette holds it: without the hue of an invisible one.
fn seen(color: Color) -> Color {
    if color.is_transparent() { Color::TRANSPARENT } else { color }
}

impl Table {
    /// Adds a colour, if it is new. Returns `false` if there is no room.
    fn add(&mut self, color: Color) -> bool {
        self.numbers.contains_key(&seen(color)) || self.push(color)
    }

    /// Appends a colour, which has the number of its first place. Returns `false` if there is no room.
    fn push(&mut self, color: Color) -> bool {
        let Ok(number) = u8::try_from(self.colors.len()) else { return false };
        self.colors.push(seen(color));
        self.numbers.entry(seen(color)).or_insert(number);
        true
    }

    /// Finds the palette for all colours of a film's first picture, given the drawing's. Returns `None` if they are too
    /// many.
    ///
    /// # Errors
    /// Returns [`Error::Stopped`](crate::Error::Stopped).
    pub(super) fn new(film: &Film<'_>, palette: &[Color]) -> Result<Option<Table>> {
        let (width, height) = film.size();
        let mut row = vec![Color::TRANSPARENT; width as usize];
        let mut own = Table::default();
        for y in 0..height {
            pause::point(row.len())?;
            film.read(0, y, &mut row);
            if !row.chunk_by(|a, b| a == b).all(|run| own.add(run[0])) {
                return Ok(None);
            }
        }
        let mut all = Table::default();
        if palette.iter().all(|color| all.push(*color)) && own.colors.iter().all(|color| all.add(*color)) {
            return Ok(Some(all));
        }
        let used = palette.iter().filter(|color| own.numbers.contains_key(&seen(**color)));
        let mut fitting = Table::default();
        Ok(used.chain(&own.colors).all(|color| fitting.add(*color)).then_some(fitting))
    }

    /// Creates a palette of at most 256 colours, each of which has a number of its own, invisible ones too.
    pub(super) fn exact(colors: &[Color]) -> Table {
        Table { colors: colors.to_vec(), numbers: colors.iter().copied().zip(0..=u8::MAX).collect() }
    }

    /// Returns the number of colours.
    pub(super) fn len(&self) -> usize {
        self.colors.len()
    }

    /// Returns the number of a colour; 0 for one that is not in the palette.
    pub(super) fn number(&self, color: Color) -> u8 {
        let number = self.numbers.get(&color).or_else(|| self.numbers.get(&seen(color)));
        number.copied().unwrap_or(0)
    }

    /// Returns red, green and blue of each colour.
    pub(super) fn palette(&self) -> Vec<u8> {
        self.colors.iter().flat_map(|color| [color.bytes[0], color.bytes[1], color.bytes[2]]).collect()
    }

    /// Returns the alpha of each colour up to the last that is not opaque, if there is any.
    pub(super) fn alphas(&self) -> Option<Vec<u8>> {
        let last = self.colors.iter().rposition(|color| color.bytes[3] < 255)?;
        Some(self.colors[..=last].iter().map(|color| color.bytes[3]).collect())
    }
}
