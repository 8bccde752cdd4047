//! Colours of a file whose light is not that of sRGB, brought to it.
//!
//! A PNG may say by which power its samples follow light (gAMA), and which light its red, green, blue and white are (cHRM). A
//! program that ignores this shows the picture too dark or too pale. Here samples become light, light becomes that of sRGB's
//! primaries, and what comes of it is encoded as sRGB; what no screen shows is cut. Alpha stays as it is.
//!
//! A file that says it is sRGB, or has a profile or code points for video, is left as it is: those count more than gAMA. Profiles
//! themselves are not applied; [`Notes`](super::Notes) say so. Nothing is done where samples would change by less than a step.
//!
//! Source: PNG specification (third edition), 11.3.2 and 13; the matrices are those of the CIE's colorimetry, and white is adapted
//! by Bradford's cone responses (Lam 1985), as ICC profiles do it.
//!
//! ```
//! use undoodle_formats::png;
//! let file = png::encode(&undoodle_formats::document::Drawing::new(2, 2)?, 0)?;
//! assert!(!png::File::open(&file)?.notes().converted);
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::chunks::{Chunk, SIGNATURE, chunk};
use crate::color::{Color, from_light};

type Matrix = [[f64; 3]; 3];

/// Primaries and white of sRGB: x and y of white, red, green and blue, in 100000ths, as a cHRM chunk has them.
pub const SRGB: [u32; 8] = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000];

/// How far numbers of a cHRM chunk may be from those of sRGB, in 100000ths: encoders round them.
const NEAR: u32 = 200;

/// Bradford's cone responses to X, Y and Z.
const CONES: Matrix = [[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]];

/// Least and greatest gAMA that is believed, in 100000ths.
const GAMMAS: std::ops::RangeInclusive<u32> = 10_000..=200_000;

/// What a file says of its light, as far as it counts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Light {
    gamma: Option<u32>,
    primaries: Option<[u32; 8]>,
}

/// Turns samples of a file to those of sRGB.
#[derive(Clone, Debug)]
pub struct Conversion {
    /// Light of each sample.
    light: [f64; 256],
    /// From the light of the file's primaries to that of sRGB's, if they differ.
    matrix: Option<Matrix>,
    /// The last colour and what it becomes: neighbours are often alike.
    last: (Color, Color),
}

impl Light {
    /// Reads what stands before the pixels of a file.
    fn read(file: &[u8]) -> Light {
        let mut light = Light::default();
        let mut rest = file.get(SIGNATURE.len()..).unwrap_or_default();
        while let Some(Chunk { kind, data, rest: after, .. }) = chunk(rest) {
            let numbers = data.as_chunks::<4>().0.iter().map(|bytes| u32::from_be_bytes(*bytes));
            match &kind {
                b"IDAT" | b"IEND" => break,
                b"sRGB" | b"iCCP" | b"cICP" => return Light::default(),
                b"gAMA" => light.gamma = numbers.take(1).find(|gamma| GAMMAS.contains(gamma)),
                b"cHRM" => light.primaries = numbers.collect::<Vec<_>>().first_chunk().copied(),
                _ => {}
            }
            rest = after;
        }
        light
    }
}

impl Conversion {
    /// Finds what a file's samples need. Returns `None` if they are sRGB, or the file does not say.
    pub fn of(file: &[u8]) -> Option<Conversion> {
        let said = Light::read(file);
        let gamma = said.gamma?;
        let is_near = |numbers: &[u32; 8]| numbers.iter().zip(SRGB).all(|(a, b)| a.abs_diff(b) <= NEAR);
        let primaries = said.primaries.filter(|numbers| !is_near(numbers));
        let matrix = primaries.and_then(|numbers| to_srgb(&numbers));
        // The power that is nearest to the curve of sRGB stands for that curve.
        if gamma == 45455 && matrix.is_none() {
            return None;
        }
        let power = 100_000.0 / f64::from(gamma);
        let light = std::array::from_fn(|sample| (sample as f64 / 255.0).powf(power));
        let mut conversion = Conversion { light, matrix, last: Default::default() };
        let changes = (0..=255).any(|v| {
            conversion.convert(Color::rgba(v, v / 2, 255 - v, 255)) != Color::rgba(v, v / 2, 255 - v, 255)
        });
        changes.then_some(conversion)
    }

    /// Returns a colour in sRGB.
    pub fn convert(&mut self, color: Color) -> Color {
        if self.last.0 != color {
            let [r, g, b, alpha] = color.bytes;
            let light = [r, g, b].map(|sample| self.light[usize::from(sample)]);
            let light = self.matrix.map_or(light, |matrix| times(&matrix, light));
            self.last = (color, from_light(light, alpha));
        }
        self.last.1
    }
}

pub fn times(matrix: &Matrix, [x, y, z]: [f64; 3]) -> [f64; 3] {
    matrix.map(|[a, b, c]| a * x + b * y + c * z)
}

fn product(one: &Matrix, other: &Matrix) -> Matrix {
    let column = |i: usize| times(one, [other[0][i], other[1][i], other[2][i]]);
    let [a, b, c] = [column(0), column(1), column(2)];
    [0, 1, 2].map(|i| [a[i], b[i], c[i]])
}

/// Returns the inverse of a matrix, or `None` if it has none.
fn inverse(m: &Matrix) -> Option<Matrix> {
    let minor = |i: usize, j: usize| {
        let at = |r: usize, c: usize| m[(i + r) % 3][(j + c) % 3];
        at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1)
    };
    let determinant: f64 = (0..3).map(|j| m[0][j] * minor(0, j)).sum();
    (determinant.abs() > 1e-9).then(|| [0, 1, 2].map(|i| [0, 1, 2].map(|j| minor(j, i) / determinant)))
}

/// Returns X, Y and Z of a light of brightness 1, or `None` if it has none.
fn xyz(x: u32, y: u32) -> Option<[f64; 3]> {
    let [x, y] = [x, y].map(|v| f64::from(v) / 100_000.0);
    (y > 0.0 && x <= 1.0 && y <= 1.0).then(|| [x / y, 1.0, (1.0 - x - y) / y])
}

/// Returns X, Y and Z of full red, green and blue, and of white.
fn device(numbers: &[u32; 8]) -> Option<(Matrix, [f64; 3])> {
    let [xw, yw, xr, yr, xg, yg, xb, yb] = *numbers;
    let (white, [r, g, b]) = (xyz(xw, yw)?, [xyz(xr, yr)?, xyz(xg, yg)?, xyz(xb, yb)?]);
    let shapes = [0, 1, 2].map(|i| [r[i], g[i], b[i]]);
    let shares = times(&inverse(&shapes)?, white);
    Some((shapes.map(|[r, g, b]| [r * shares[0], g * shares[1], b * shares[2]]), white))
}

/// Returns the matrix from the light of primaries to that of sRGB's, or `None` if they make no sense.
pub fn to_srgb(numbers: &[u32; 8]) -> Option<Matrix> {
    let ((from, white), (to, day)) = (device(numbers)?, device(&SRGB)?);
    let (seen, wanted) = (times(&CONES, white), times(&CONES, day));
    let scale = |i: usize| (seen[i].abs() > 1e-9).then(|| wanted[i] / seen[i]);
    let scale = [[scale(0)?, 0.0, 0.0], [0.0, scale(1)?, 0.0], [0.0, 0.0, scale(2)?]];
    let adapted = product(&inverse(&CONES)?, &product(&scale, &CONES));
    let matrix = product(&inverse(&to)?, &product(&adapted, &from));
    matrix.iter().flatten().all(|v| v.is_finite()).then_some(matrix)
}
