//! Rotation by any angle that invents no colour.
//!
//! Each new pixel takes one old colour: the one that its centre, turned back
//! about the image's centre, falls upon. Alone that leaves slanted edges torn,
//! so pixel art is first enlarged eight times by three passes of Scale2x, which
//! keeps edges smooth, and sampled there. That is the idea of Xenowhirl's
//! RotSprite (2007), without its tolerance for similar colours and its search
//! for single pixels.
//!
//! The enlarged image is never made. A pixel of a double depends on five pixels
//! of what was doubled, so a sample asks back through three doublings for what
//! it needs, mostly no more than eight pixels: no memory, and no image too large.
//!
//! Sine and cosine are rounded to 32 binary digits, and all that follows is whole
//! numbers. Whether a centre lies inside is therefore decided the same everywhere;
//! on a border between two pixels it belongs to the one towards the image's
//! centre, so what is symmetric stays so.
//!
//! ```
//! use undoodle::{color::Color, raster::{Image, Rotation, rotate}};
//! let square = Image::from_pixels(3, 3, vec![Color::BLACK; 9])?;
//! let (diamond, offset) = rotate(&square, 45.0, Rotation::PixelArt)?;
//! assert_eq!((diamond.size(), offset), ((5, 5), (-1, -1)));
//! assert_eq!(diamond.row(0).iter().filter(|c| **c == Color::BLACK).count(), 1);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::scale::{edge, epx};
use super::{Image, rotate_half, rotate_left, rotate_right};
use crate::color::Color;
use crate::error::{Error, Result};

/// The ways to rotate an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rotation {
    /// Each new pixel is the old one under its centre.
    Nearest,
    /// Each new pixel is the one under its centre after three passes of Scale2x.
    #[default]
    PixelArt,
}

impl Rotation {
    /// All ways, in the order of a menu.
    pub const ALL: [Rotation; 2] = [Rotation::Nearest, Rotation::PixelArt];

    /// Returns the name that scripts use.
    pub const fn id(self) -> &'static str {
        match self {
            Rotation::Nearest => "nearest",
            Rotation::PixelArt => "pixel-art",
        }
    }

    /// Returns the way of a name.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] if no way has that name.
    pub fn named(id: &str) -> Result<Rotation> {
        let found = Rotation::ALL.into_iter().find(|rotation| rotation.id() == id);
        found.ok_or_else(|| Error::unknown("rotation", id, "nearest or pixel-art"))
    }

    /// Returns how often the image is doubled.
    const fn doublings(self) -> u32 {
        match self {
            Rotation::Nearest => 0,
            Rotation::PixelArt => 3,
        }
    }
}

/// The number 1 in sines, cosines and places.
const ONE: i64 = 1 << 32;

/// Rotates an image clockwise by degrees about its centre. Returns the new image, and where its top
/// left corner lies as seen from that of the old one.
///
/// The new image is the smallest around the same centre that holds every pixel
/// whose centre is not beyond the turned corners. Multiples of 90° are exact;
/// there, where one side is even and the other odd, the centres are half a pixel
/// apart, and two turns to opposite sides come back to the same place.
///
/// # Errors
/// Returns [`Error::Unknown`] if the angle is not finite, and [`Error::OutOfMemory`] if the new image would
/// have more than [`MAX_IMAGE`](super::MAX_IMAGE) pixels or can't be allocated.
pub fn rotate(image: &Image, degrees: f64, rotation: Rotation) -> Result<(Image, (i32, i32))> {
    if !degrees.is_finite() {
        return Err(Error::unknown("angle", &degrees.to_string(), "a finite number of degrees"));
    }
    let fixed = |x: f64| (x * ONE as f64).round() as i64;
    let (sin, cos) = degrees.rem_euclid(360.0).to_radians().sin_cos();
    let (sin, cos) = (fixed(sin), fixed(cos));
    let (width, height) = image.size();
    let quarter = ((width as i32 - height as i32) / 2, (height as i32 - width as i32) / 2);
    match (sin.signum(), cos.signum()) {
        (0, 1) => return Ok((image.copied()?, (0, 0))),
        (1, 0) => return Ok((rotate_right(image)?, quarter)),
        (0, -1) => return Ok((rotate_half(image)?, (0, 0))),
        (-1, 0) => return Ok((rotate_left(image)?, quarter)),
        _ => {}
    }
    let (w, h) = (i64::from(width), i64::from(height));
    let right = outermost(w * cos.abs() + h * sin.abs(), w);
    let bottom = outermost(w * sin.abs() + h * cos.abs(), h);
    let doublings = rotation.doublings();
    let turned = Image::drawn(right as u32 + 1, bottom as u32 + 1, |x, y| {
        // From the centre to the new pixel's centre, in half pixels, then turned back.
        let (x, y) = (2 * i64::from(x) - right, 2 * i64::from(y) - bottom);
        let column = under(x * cos + y * sin, w, doublings);
        let row = under(y * cos - x * sin, h, doublings);
        match (column, row) {
            (Some(column), Some(row)) => enlarged(image, doublings, column, row),
            _ => Color::TRANSPARENT,
        }
    })?;
    Ok((turned, (((w - 1 - right) / 2) as i32, ((h - 1 - bottom) / 2) as i32)))
}

/// Returns the distance of the outermost pixel's centre from the image's, in half pixels:
/// within the reach of the turned corners, and odd or even as the side makes it.
fn outermost(reach: i64, side: i64) -> i64 {
    let most = reach / ONE;
    if (most - (side - 1)) % 2 == 0 { most } else { most - 1 }
}

/// Returns the column or row of the enlarged image at a distance from its centre, given
/// in half pixels of the image. Returns `None` outside.
fn under(distance: i64, side: i64, doublings: u32) -> Option<i32> {
    let place = (distance + side * ONE) << doublings;
    // Half open towards the centre: an exact border belongs to the inner pixel.
    let inner = if distance > 0 { place - 1 } else { place };
    let index = inner.div_euclid(2 * ONE);
    (0..side << doublings).contains(&index).then_some(index as i32)
}

/// Returns a pixel of an image doubled some times by Scale2x.
fn enlarged(image: &Image, doublings: u32, x: i32, y: i32) -> Color {
    if doublings == 0 {
        return edge(image, x, y);
    }
    let (width, height) = image.size();
    let (right, bottom) = (((width << (doublings - 1)) - 1) as i32, ((height << (doublings - 1)) - 1) as i32);
    epx(x, y, |x, y| enlarged(image, doublings - 1, x.clamp(0, right), y.clamp(0, bottom)))
}

#[cfg(test)]
mod tests {
    use super::super::image::tests::{image, letter, rows};
    use super::super::{bounds, crop, flip_horizontal, flip_vertical, scale2x};
    use super::*;

    fn turned(from: &[&str], degrees: f64, rotation: Rotation) -> (Vec<String>, (i32, i32)) {
        let (image, offset) = rotate(&image(from), degrees, rotation).unwrap();
        (rows(&image), offset)
    }

    /// A round blob in the middle, of two colours.
    fn blob() -> Image {
        Image::drawn(20, 18, |x, y| {
            let far = (2 * x - 19).pow(2) + (2 * y - 17).pow(2);
            letter(if far > 250 { '.' } else { if (x + y) % 7 < 3 { 'a' } else { 'b' } })
        })
        .unwrap()
    }

    fn area(image: &Image) -> usize {
        image.pixels().iter().filter(|c| !c.is_transparent()).count()
    }

    #[test]
    fn forty_five_degrees_bring_the_corner_to_the_top() {
        // With u = (x + y)/√2 and v = (y − x)/√2 around the centre: up to a half is
        // the middle, and 1/√2 and √2 are the outer pixels.
        let expected = ["..a..", ".dab.", "ggecc", ".hif.", "..i.."];
        let found = turned(&["abc", "def", "ghi"], 45.0, Rotation::Nearest);
        assert_eq!(found, (expected.map(String::from).to_vec(), (-1, -1)));
        let back = ["..c..", ".bcf.", "aaeii", ".dgh.", "..g.."];
        assert_eq!(turned(&["abc", "def", "ghi"], -45.0, Rotation::Nearest).0, back);
    }

    #[test]
    fn thirty_degrees_are_decided_at_half_a_pixel() {
        // b, d, f and h fall on a border, at u or v = ±1/2, and go to the inner pixel;
        // the corners' pixels are beyond the square.
        let expected = [".....", ".dbb.", ".def.", ".hhf.", "....."];
        let found = turned(&["abc", "def", "ghi"], 30.0, Rotation::Nearest);
        assert_eq!(found, (expected.map(String::from).to_vec(), (-1, -1)));
        // Straight edges are the same in both ways: |u| ≤ 2, |v| ≤ 2, a where u < 0.
        let expected = ["..a...", "..aa..", ".aabbb", "aaabb.", "..bb..", "...b.."];
        for rotation in Rotation::ALL {
            let found = turned(&["aabb"; 4], 30.0, rotation);
            assert_eq!(found, (expected.map(String::from).to_vec(), (-1, -1)));
            let found = turned(&["aabb"; 4], 390.0, rotation);
            assert_eq!(found.0, expected);
        }
    }

    #[test]
    fn pixel_art_keeps_joints_that_the_nearest_tears() {
        let plus = ["...a...", "...a...", "...a...", "aaaaaaa", "...a...", "...a...", "...a..."];
        // On the diagonals |x − y|/√2 is 1.4 and 2.8 of 3.5; beside them 0.7 is off the arm.
        let torn = [
            ".........",
            ".........",
            "..a...a..",
            "...a.a...",
            "....a....",
            "...a.a...",
            "..a...a..",
            ".........",
            ".........",
        ];
        assert_eq!(turned(&plus, 45.0, Rotation::Nearest), (torn.map(String::from).to_vec(), (-1, -1)));
        // Scale2x fills the arms' inner corners, where (±0.7, ±0.7) lies.
        let joined = [
            ".........",
            ".........",
            "..a...a..",
            "...aaa...",
            "...aaa...",
            "...aaa...",
            "..a...a..",
            ".........",
            ".........",
        ];
        assert_eq!(turned(&plus, 45.0, Rotation::PixelArt), (joined.map(String::from).to_vec(), (-1, -1)));
    }

    #[test]
    fn what_is_symmetric_stays_so() {
        for size in [8, 9, 15, 16] {
            let arm = |d: i32| (2 * d + 1 - size).abs() <= 3;
            let plus = Image::drawn(size as u32, size as u32, |x, y| {
                letter(if arm(x) || arm(y) { 'a' } else { '.' })
            });
            for rotation in Rotation::ALL {
                let (image, _) = rotate(plus.as_ref().unwrap(), 45.0, rotation).unwrap();
                assert_eq!(flip_horizontal(&image).unwrap(), image);
                assert_eq!(flip_vertical(&image).unwrap(), image);
                assert_eq!(rotate_left(&image).unwrap(), image);
            }
        }
    }

    #[test]
    fn quarter_turns_are_exact_and_come_back() {
        let source = image(&["abc", "de."]);
        for rotation in Rotation::ALL {
            let once = rotate(&source, 90.0, rotation).unwrap();
            assert_eq!(once, (rotate_right(&source).unwrap(), (0, 0)));
            assert_eq!(rotate(&source, 180.0, rotation).unwrap(), (rotate_half(&source).unwrap(), (0, 0)));
            assert_eq!(rotate(&source, -90.0, rotation).unwrap().0, rotate_left(&source).unwrap());
            assert_eq!(rotate(&source, -7200.0, rotation).unwrap(), (source.copied().unwrap(), (0, 0)));
            assert_eq!(rotate(&source, 1e-300, rotation).unwrap().0, source);
            let (mut image, mut place) = (crop(&source, bounds(&source)).unwrap(), (0, 0));
            for _ in 0..4 {
                let (next, (x, y)) = rotate(&image, 90.0, rotation).unwrap();
                (image, place) = (next, (place.0 + x, place.1 + y));
            }
            assert_eq!((&image, place), (&source, (0, 0)));
        }
        assert_eq!(rotate(&image(&["a"; 5]), 90.0, Rotation::Nearest).unwrap().1, (-2, 2));
    }

    #[test]
    fn every_angle_keeps_the_colours_and_the_area() {
        let source = blob();
        let before = area(&source) as f64;
        for degrees in 0..360 {
            for rotation in Rotation::ALL {
                let (image, (x, y)) = rotate(&source, f64::from(degrees), rotation).unwrap();
                assert!(image.pixels().iter().all(|color| source.pixels().contains(color)));
                let change = (area(&image) as f64 - before) / before;
                assert!(change.abs() < 0.05, "{degrees}° {rotation:?}: {change}");
                // The blob lies in the middle, and the offset keeps it there.
                let around = bounds(&image);
                let (left, top) = (around.x + x, around.y + y);
                assert!((1..=3).contains(&left) && (0..=2).contains(&top), "{degrees}° {left} {top}");
            }
        }
    }

    #[test]
    fn samples_are_those_of_three_passes_of_scale2x() {
        let mut random = fastrand::Rng::with_seed(8);
        for (width, height) in [(1, 1), (5, 3), (4, 7)] {
            let letters = (0..width * height).map(|_| letter(*random.choice(&['.', 'a', 'b']).unwrap()));
            let mut image = Image::from_pixels(width, height, letters.collect()).unwrap();
            let source = image.copied().unwrap();
            for doublings in 1..=3 {
                image = scale2x(&image).unwrap();
                let (w, h) = image.size();
                let sampled = Image::drawn(w, h, |x, y| enlarged(&source, doublings, x, y)).unwrap();
                assert_eq!(rows(&sampled), rows(&image));
            }
        }
    }

    #[test]
    fn angles_and_sizes_that_cannot_be_are_refused() {
        let source = image(&["a"]);
        for degrees in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let error = rotate(&source, degrees, Rotation::Nearest).unwrap_err().to_string();
            assert!(error.ends_with("expected a finite number of degrees"), "{error}");
        }
        assert_eq!(turned(&["a"], f64::MAX, Rotation::PixelArt).0, ["a"]);
        // A line as long as can be would need 23171 pixels a side.
        let long = Image::new(32768, 1).unwrap();
        assert!(matches!(rotate(&long, 45.0, Rotation::Nearest), Err(Error::OutOfMemory { .. })));
        assert!(Rotation::ALL.into_iter().all(|rotation| Rotation::named(rotation.id()) == Ok(rotation)));
        assert!(Rotation::named("best").is_err());
    }
}
