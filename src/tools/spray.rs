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
fn random(seed: u64, dot: u128) -> u64 {
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

#[cfg(test)]
mod tests {
    use super::super::{Held, Options, Sample, Setup, Stroke, tool};
    use super::*;
    use crate::document::Cel;

    const SIDE: i32 = 64;

    fn setup(options: Options, seed: u64) -> Setup {
        Setup { options, seed, ..Setup::new(tool("spray").unwrap()) }
    }

    /// Sprays along samples (x, y, time), told the time every `every` milliseconds, if at all.
    fn spray(setup: Setup, way: &[(i32, i32, u64)], every: Option<usize>) -> Vec<Color> {
        let mut document = Document::new(SIDE as u32, SIDE as u32).unwrap();
        let sample = |(x, y, time)| Sample::new(Point::new(x, y), Held::default(), time);
        document.begin(Stroke::TAG).unwrap();
        let mut stroke = Stroke::begin(&mut document, setup, sample(way[0])).unwrap();
        assert!(stroke.is_timed() && stroke.ends().is_none());
        for pair in way.windows(2) {
            let ticks = (pair[0].2..pair[1].2).step_by(every.unwrap_or(usize::MAX)).skip(1);
            ticks.for_each(|time| stroke.rest(&mut document, time).unwrap());
            stroke.extend(&mut document, sample(pair[1])).unwrap();
        }
        stroke.finish(&mut document).unwrap();
        document.validate().unwrap();
        let pixel = |i: i32| document.cel_pixel(Cel::default(), i % SIDE, i / SIDE).unwrap();
        (0..SIDE * SIDE).map(pixel).collect()
    }

    fn painted(pixels: &[Color]) -> usize {
        pixels.iter().filter(|pixel| !pixel.is_transparent()).count()
    }

    #[test]
    fn the_same_seed_and_times_give_the_same_picture() {
        let way = [(9, 9, 5), (9, 9, 300), (50, 30, 420), (50, 30, 700), (20, 60, 900)];
        let custom =
            Brush::custom(2, 2, [1, 2, 3, 4].map(|red| Color::rgba(red, 0, 0, 255)).to_vec()).unwrap();
        for options in [
            Options { size: 15, density: 7, ..Options::default() },
            Options { size: 8, vertical: true, wrap: true, ..Options::default() },
            Options { shape: None, custom: Some(custom), density: 60, ..Options::default() },
        ] {
            let first = spray(setup(options.clone(), 7), &way, None);
            for every in [1, 4, 16, 99] {
                assert!(
                    spray(setup(options.clone(), 7), &way, Some(every)) == first,
                    "told every {every} ms"
                );
            }
            assert!(spray(setup(options, 8), &way, None) != first, "another seed");
        }
    }

    #[test]
    fn dots_lie_within_the_brush_and_grow_with_time_and_density() {
        let count = |density, time| {
            let options = Options { size: 9, density, ..Options::default() };
            let pixels = spray(setup(options, 1), &[(20, 20, 0), (20, 20, time)], None);
            let within = Brush::new(9).unwrap().spans(Point::new(20, 20));
            let inside = |i: i32| within.iter().any(|(y, x)| *y == i / SIDE && x.contains(&(i % SIDE)));
            assert!((0..SIDE * SIDE).all(|i| pixels[i as usize].is_transparent() || inside(i)));
            painted(&pixels)
        };
        let area = Brush::new(9).unwrap().rows().iter().map(|(_, x)| x.len()).sum::<usize>();
        let first = count(10, 0);
        assert!((1..=area / 10).contains(&first), "one puff, in which dots may meet");
        assert!(count(10, 400) > 2 * first && count(40, 0) > 2 * first);
        assert_eq!(count(100, 1000), area, "ten times the brush covers it");
    }

    #[test]
    fn a_brush_of_one_pixel_leaves_no_gap_on_its_way() {
        let pixels = spray(setup(Options::default(), 3), &[(3, 3, 0), (43, 13, 10)], None);
        let line = Line::new(Point::new(3, 3), Point::new(43, 13));
        assert!(line.points(0..41).all(|at| !pixels[(at.y * SIDE + at.x) as usize].is_transparent()));
        assert_eq!(painted(&pixels), 41);
    }

    #[test]
    fn neither_far_places_nor_a_clock_that_leaps_take_long() {
        let far = (i32::MAX, i32::MIN);
        let way = [(9, 9, 5), (far.0, far.1, 6), (far.1, far.0, u64::MAX), (9, 9, 0), (30, 9, u64::MAX)];
        for wrap in [false, true] {
            let options = Options { size: 24, density: 100, wrap, horizontal: true, ..Options::default() };
            assert!(painted(&spray(setup(options, 1), &way, None)) > 0);
        }
    }

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        // The first three that the reference implementation gives for the seed 1234567.
        let first: [u64; 3] = [6457827717110365317, 3203168211198807973, 9817491932198370423];
        assert_eq!([0, 1, 2].map(|dot| random(1234567, dot)), first);
    }
}
