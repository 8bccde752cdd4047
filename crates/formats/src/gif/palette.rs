//! The palette of a GIF, and the number of each pixel in it.
//!
//! All pictures are read once to learn their colours. Up to 256 of them, with transparency for one, every pixel has its own
//! colour's number, and the drawing's palette keeps its order. Past that, colours are [reduced](super::reduce), and pixels
//! take the nearest, or with dithering one of the two between which they lie: which one depends on the place alone, so that
//! a picture that stands still stays as it is.
//!
//! GIF knows no half-transparent pixels: those that cover at least half are opaque, the others are not there.
//!
//! ```
//! use undoodle_formats::{color::Color, document::{Cel, Document, Drawing}};
//! use undoodle_formats::{self as formats, Export, named};
//! let mut drawing = Drawing::new(2, 1)?;
//! let half = [Color::rgba(1, 2, 3, 128), Color::rgba(1, 2, 3, 127)];
//! drawing.pixels_mut(Cel::default())?.put_row(0, 0, &half)?;
//! let document = Document::open(drawing)?;
//! let file = formats::write(named("gif")?, &document, &Export::new(0))?;
//! let read = formats::open(&file)?.1.drawing()?;
//! assert_eq!(read.pixel(0, 0, 0)?, Color::rgba(1, 2, 3, 255));
//! assert!(read.pixel(0, 1, 0)?.is_transparent());
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::delays::is_exact;
use super::reduce::{Histogram, MOST};
use crate::color::{Color, Nearest};
use crate::document::{Drawing, Store};
use crate::error::{Message, Result};
use crate::pause;
use crate::raster::Dither;
use crate::{Export, Film};
use std::collections::HashMap;

/// Maximum number of colours of a GIF.
const COLORS: usize = 256;

/// Alpha from which on a pixel is opaque.
const OPAQUE: u8 = 128;

/// Returns a colour as a GIF can have it, or `None` if the pixel is not there.
fn solid(color: Color) -> Option<Color> {
    let [r, g, b, a] = color.bytes;
    (a >= OPAQUE).then_some(Color::rgba(r, g, b, 255))
}

/// What the pictures of a film need of a palette.
#[derive(Debug, Default)]
struct Survey {
    histogram: Histogram,
    /// Whether some pixels are not there.
    clear: bool,
    /// Whether some pixels are half transparent.
    partial: bool,
}

impl Survey {
    fn new(drawing: &Drawing<Store>, export: &Export) -> Result<Survey> {
        // A scale adds no colours.
        let film = Film::new(drawing, &Export { scale: 1, ..export.clone() })?;
        let (width, height) = film.size();
        let mut survey = Survey::default();
        let mut row = vec![Color::TRANSPARENT; width as usize];
        for moment in 0..film.len() {
            for y in 0..height {
                pause::point(4 * row.len())?;
                film.read(moment, y, &mut row);
                for run in row.chunk_by(|a, b| a == b) {
                    survey.partial |= !matches!(run[0].bytes[3], 0 | 255);
                    match solid(run[0]) {
                        Some(color) => survey.histogram.add(color, run.len() as u64),
                        None => survey.clear = true,
                    }
                }
            }
        }
        Ok(survey)
    }

    /// Returns how many colours there is room for.
    fn room(&self) -> usize {
        COLORS - usize::from(self.clear)
    }

    /// Returns the palette in which every colour is, given the drawing's, and whether all of the latter is in it. Returns
    /// `None` if colours are too many.
    fn exact(&self, palette: &[Color]) -> Option<(Vec<Color>, bool)> {
        self.histogram.count().filter(|count| *count <= self.room())?;
        let own = self.histogram.colors();
        let merged = |first: &[Color]| {
            let mut colors: Vec<Color> = Vec::new();
            for color in first.iter().chain(&own).filter_map(|color| solid(*color)) {
                if !colors.contains(&color) {
                    colors.push(color);
                }
            }
            colors
        };
        let all = merged(palette);
        if all.len() <= self.room() {
            let same = all.len() >= palette.len() && all[..palette.len()] == *palette;
            return Some((all, same));
        }
        let used: Vec<_> = palette.iter().copied().filter(|color| own.contains(color)).collect();
        Some((merged(&used), false))
    }
}

/// Lists what a GIF would lose of a drawing.
///
/// # Errors
/// As [`Film::new`].
pub(super) fn losses(drawing: &Drawing<Store>, export: &Export) -> Result<Vec<Message>> {
    let film = Film::new(drawing, export)?;
    let survey = Survey::new(drawing, export)?;
    let exact = survey.exact(&drawing.palette());
    let past = match survey.histogram.count() {
        Some(count) => {
            let past = Message::new("{n} colour past {max} | {n} colours past {max}");
            past.with(count.saturating_sub(survey.room()))
        }
        None => Message::new("more than {n} colour past {max} | more than {n} colours past {max}").with(MOST),
    };
    let rounded = (0..film.len()).map(|moment| film.duration(moment)).any(|time| !is_exact(time));
    let said = [
        (survey.partial, "partial transparency".into()),
        (exact.is_none(), past.with(survey.room())),
        (!exact.is_some_and(|(_, same)| same), "the palette".into()),
        (rounded && film.len() > 1, "durations finer than 1/100 s".into()),
    ];
    Ok(said.into_iter().filter(|(so, _)| *so).map(|(_, what)| what).collect())
}

/// The palette of a GIF.
#[derive(Debug)]
pub struct Palette {
    pub colors: Vec<Color>,
    /// Number of each colour, if every colour has one.
    pub exact: Option<HashMap<Color, u8>>,
    /// Number of pixels that are not there, if there is one to spare.
    pub clear: Option<u8>,
    pub dither: bool,
}

impl Palette {
    /// Finds the palette for the pictures of an export.
    ///
    /// # Errors
    /// As [`Film::new`], and [`Error::Stopped`](crate::Error::Stopped).
    pub fn new(drawing: &Drawing<Store>, export: &Export) -> Result<Palette> {
        let survey = Survey::new(drawing, export)?;
        let (colors, exact) = match survey.exact(&drawing.palette()) {
            Some((colors, _)) => {
                let numbers = colors.iter().copied().zip(0..=255).collect();
                (colors, Some(numbers))
            }
            None => (survey.histogram.reduced(survey.room()), None),
        };
        Ok(Palette { clear: u8::try_from(colors.len()).ok(), colors, exact, dither: export.dither })
    }

    /// Returns red, green and blue of each colour. The last one is repeated up to a power of two, so that whoever reads the
    /// file learns no colours that are not there.
    pub fn bytes(&self) -> Vec<u8> {
        let last = self.colors.last().copied().unwrap_or(Color::BLACK);
        let count =
            (self.colors.len() + usize::from(self.clear.is_some())).clamp(2, COLORS).next_power_of_two();
        let padded = self.colors.iter().copied().chain(std::iter::repeat(last)).take(count);
        padded.flat_map(|color| [color.bytes[0], color.bytes[1], color.bytes[2]]).collect()
    }

    /// Returns what finds the numbers of pixels.
    pub fn numbers(&self) -> Numbers<'_> {
        Numbers { palette: self, nearest: Nearest::new(&self.colors), last: None }
    }
}

/// Finds the numbers of pixels.
#[derive(Debug)]
pub struct Numbers<'a> {
    palette: &'a Palette,
    nearest: Nearest<'a>,
    /// The last colour, and the colours that it lies between, with its part of the way to the second.
    last: Option<(Color, Mix)>,
}

/// Numbers of two colours, and how far from the first to the second another one lies.
#[derive(Clone, Copy, Debug)]
struct Mix {
    numbers: [u8; 2],
    part: f32,
}

impl Numbers<'_> {
    /// Returns the number of a pixel's colour.
    pub fn of(&mut self, color: Color, x: i32, y: i32) -> u8 {
        let Some(color) = solid(color) else { return self.palette.clear.unwrap_or(0) };
        let mix = match self.last {
            Some((last, mix)) if last == color => mix,
            _ => self.mix(color),
        };
        self.last = Some((color, mix));
        mix.numbers[usize::from(mix.part > 0.0 && mix.part > Dither::Bayer8.threshold(x, y))]
    }

    fn find(&mut self, color: Color) -> u8 {
        self.nearest.find(color).map_or(0, |number| number as u8)
    }

    fn mix(&mut self, color: Color) -> Mix {
        if let Some(exact) = &self.palette.exact {
            return Mix { numbers: [exact.get(&color).copied().unwrap_or(0); 2], part: 0.0 };
        }
        let first = self.find(color);
        let near = self.palette.colors.get(usize::from(first)).copied().unwrap_or(color);
        if !self.palette.dither || near == color {
            return Mix { numbers: [first; 2], part: 0.0 };
        }
        // The second colour is the nearest to what lies on the other side, as far as it takes to find another one.
        let beyond = |far: i32| {
            let [r, g, b] = [0, 1, 2].map(|i| {
                let (color, near) = (i32::from(color.bytes[i]), i32::from(near.bytes[i]));
                (color + far * (color - near)).clamp(0, 255) as u8
            });
            Color::rgba(r, g, b, 255)
        };
        let mut seconds = [1, 2, 4, 8, 16, 32].into_iter().map(|far| self.find(beyond(far)));
        let second = seconds.find(|second| *second != first).unwrap_or(first);
        let far = self.palette.colors.get(usize::from(second)).copied().unwrap_or(near);
        let way = [0, 1, 2].map(|i| {
            (
                f32::from(far.bytes[i]) - f32::from(near.bytes[i]),
                f32::from(color.bytes[i]) - f32::from(near.bytes[i]),
            )
        });
        let length: f32 = way.iter().map(|(whole, _)| whole * whole).sum();
        let along: f32 = way.iter().map(|(whole, part)| whole * part).sum();
        Mix {
            numbers: [first, second],
            part: if length > 0.0 { (along / length).clamp(0.0, 1.0) } else { 0.0 },
        }
    }
}
