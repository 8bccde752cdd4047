//! Spray: random pixels of the brush, more and more of them as long as the pointer is down.
//!
//! A *puff* is the chosen part of the brush's pixels, one at least. The press gives one; while
//! the pointer rests another comes every [`PERIOD`] milliseconds, dot by dot; and on the way it
//! gives one for each width of the brush. Dots are numbered: one that is due by time lies under
//! the pointer as it was then, one that is due by the way lies on its own step of it.
//!
//! The invariant: which pixel of the brush a dot takes follows from the seed and the dot's
//! number alone. So the same samples give the same picture, however often the time was told in
//! between, and however many dots lie beside the canvas and are passed over.

use super::gesture::{Drag, Gesture};
use super::pen::Pen;
use super::pressure::{Dynamics, Pressure};
use super::stroke::Setup;
use crate::color::Color;
use crate::document::Document;
use crate::error::Result;
use crate::geometry::{Point, Rect};
use crate::raster::{Brush, Line};

/// Milliseconds between two puffs while the pointer rests.
const PERIOD: u128 = 100;

/// The longest rest that is made up for, in milliseconds: a page that was asleep does not catch up on all it
/// missed.
const CATCH_UP: u64 = 1000;

/// A spray under way.
#[derive(Debug)]
pub(super) struct Spray {
    /// Paints one pixel at a time.
    pen: Pen,
    seed: u64,
    pressure: Pressure,
    /// The box around the brush at the place (0, 0).
    around: Rect,
    /// The brush's pixels within that box, and their colours where it paints with its own.
    pixels: Vec<(Point, Option<Color>)>,
    /// Width of the brush.
    width: u128,
    /// Dots of a puff.
    puff: u128,
    /// Time of the press, and how far the dots that are due by time have come.
    begun: u64,
    clock: u64,
    /// Where the pointer is, and the steps that it has come since the press.
    at: Point,
    travelled: u128,
}

/// Returns a number for a dot that looks random: SplitMix64, which needs no state but a counter.
pub fn random(seed: u64, dot: u128) -> u64 {
    let mixed = seed.wrapping_add((dot as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// Returns the brush's pixels within its box, with their colours if it paints with its own.
fn pixels(brush: &Brush, colorful: bool) -> Vec<(Point, Option<Color>)> {
    let row = |(y, columns): &(i32, std::ops::Range<i32>)| {
        let (y, colors) = (*y, brush.colors(*y));
        columns.clone().map(move |x| (Point::new(x, y), colors.get(x as usize).copied().filter(|_| colorful)))
    };
    brush.rows().iter().flat_map(row).collect()
}

impl Gesture for Spray {
    fn begin(document: &mut Document, drag: &Drag) -> Result<Box<dyn Gesture>> {
        let (setup, now) = (&drag.setup, drag.now);
        let brush = setup.options.brush()?;
        let pen = Pen::new(document, setup, drag.from)?;
        let pixels = pixels(&brush, pen.is_colorful());
        let mut spray = Spray {
            pen: pen.pointed()?,
            seed: setup.seed,
            pressure: Pressure::FULL,
            around: brush.rect(Point::default()),
            puff: (pixels.len() as u128 * u128::from(setup.options.density) / 100).max(1),
            pixels,
            width: brush.size().into(),
            begun: now.time,
            clock: now.time,
            at: now.at,
            travelled: 0,
        };
        if now.pressure != Pressure::FULL {
            spray.press(setup, now.pressure)?;
        }
        let first = spray.puff;
        spray.paint(document, 0, (0..first).map(|dot| (dot, now.at)))?;
        Ok(Box::new(spray))
    }

    fn extend(&mut self, document: &mut Document, drag: &Drag) -> Result<()> {
        let line = Line::new(self.at, drag.now.at);
        let (puff, width, travelled) = (self.puff, self.width, self.travelled);
        // Dot n is due at step n · width / puff of the whole way, rounded down.
        let first = |step: i64| ((travelled + step as u128) * puff).div_ceil(width);
        let dots = self.pen.way_of(document, self.around).steps(line).into_iter().flat_map(|steps| {
            (first(steps.start.max(1))..first(steps.end.max(1))).map(|dot| {
                let step = dot * width / puff - travelled;
                (dot, line.point(step as i64))
            })
        });
        self.paint(document, !0, dots)?;
        self.at = drag.now.at;
        self.travelled += line.steps() as u128;
        if drag.now.pressure == self.pressure { Ok(()) } else { self.press(&drag.setup, drag.now.pressure) }
    }

    fn rest(&mut self, document: &mut Document, drag: &Drag) -> Result<()> {
        let (time, at) = (drag.now.time, self.at);
        let due = |time: u64| self.puff + u128::from(time - self.begun) * self.puff / PERIOD;
        let dots = due(self.clock.max(time.saturating_sub(CATCH_UP)))..due(time);
        self.clock = time;
        self.paint(document, 0, dots.map(|dot| (dot, at)))
    }

    fn is_timed(&self) -> bool {
        true
    }
}

impl Spray {
    /// Sprays from now on as at a pressure. A small brush gets as many dots as a large one.
    #[cold]
    #[inline(never)]
    fn press(&mut self, setup: &Setup, pressure: Pressure) -> Result<()> {
        self.pressure = pressure;
        if setup.dynamics() != Dynamics::Size {
            return self.pen.press(setup, pressure);
        }
        let brush = setup.brush(pressure)?;
        self.around = brush.rect(Point::default());
        self.pixels = pixels(&brush, false);
        Ok(())
    }

    /// Paints dots, each by its number and the place of the pointer. Those that are due by time and those
    /// that are due by the way are numbered each by themselves, and take their chance from different `salt`.
    fn paint(
        &mut self,
        document: &mut Document,
        salt: u64,
        dots: impl Iterator<Item = (u128, Point)>,
    ) -> Result<()> {
        let Spray { pen, seed, around, pixels, .. } = self;
        let mut dots = dots.map(|(dot, at)| {
            let chosen = (u128::from(random(*seed ^ salt, dot)) * pixels.len() as u128) >> 64;
            let (pixel, color) = pixels[chosen as usize];
            let place = |at: i32, first: i32, pixel: i32| at.saturating_add(first + pixel);
            (Point::new(place(at.x, around.x, pixel.x), place(at.y, around.y, pixel.y)), color)
        });
        if pixels.first().is_none_or(|(_, color)| color.is_none()) {
            return pen.lines(document, dots.map(|(at, _)| Line::new(at, at)));
        }
        // Where dots of several colours meet, the last one stays.
        dots.try_for_each(|(at, color)| pen.dot(document, at, color.unwrap_or_default()))
    }
}
