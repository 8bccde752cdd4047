//! Colours as people see them: OKLab, and its hues and chromas, OKLCH.
//!
//! In sRGB the middle of two colours looks greyer and darker than either, and hues are uneven. OKLab is a space in which
//! equal distances look about equal, so ramps and harmonies are computed there. A colour that no screen shows loses
//! chroma until one does; lightness and hue stay.
//!
//! Source: Björn Ottosson, "A perceptual color space for image processing" (2020),
//! <https://bottosson.github.io/posts/oklab/>, whose code is in the public domain; the conversion from sRGB is that of IEC
//! 61966-2-1.
//!
//! ```
//! use undoodle_drawing::color::{Color, from_oklch, to_oklch};
//! let red = Color::rgba(255, 0, 0, 255);
//! let mut seen = to_oklch(red);
//! assert_eq!((seen.lightness * 1000.0).round(), 628.0);
//! seen.hue += 120.0;
//! // A screen shows no green of that lightness with so much chroma.
//! assert_eq!(from_oklch(seen, 255), Color::rgba(0, 164, 71, 255));
//! ```

use super::Color;

/// A colour in OKLab: lightness from 0 to 1, green to red, blue to yellow.
pub type Lab = [f64; 3];

/// A colour by its lightness, chroma and hue, in OKLab's polar form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Oklch {
    /// How light it looks, from 0 to 1.
    pub lightness: f64,
    /// How far from grey it is, from 0 to about 0.32.
    pub chroma: f64,
    /// Its hue in degrees.
    pub hue: f64,
}

fn linear(byte: u8) -> f64 {
    let v = f64::from(byte) / 255.0;
    if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
}

fn encoded(v: f64) -> f64 {
    255.0 * if v <= 0.003_130_8 { v * 12.92 } else { 1.055 * v.powf(1.0 / 2.4) - 0.055 }
}

fn product(matrix: [[f64; 3]; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
    matrix.map(|[a, b, c]| a * x + b * y + c * z)
}

/// Converts a colour; alpha plays no part.
pub fn to_oklab(color: Color) -> Lab {
    let [r, g, b, _] = color.bytes;
    let cones = product(
        [
            [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
            [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
            [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
        ],
        [r, g, b].map(linear),
    );
    product(
        [
            [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
            [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
            [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
        ],
        cones.map(f64::cbrt),
    )
}

/// Returns red, green and blue, linear; a colour that no screen shows has some beyond 0 to 1.
fn light(lab: Lab) -> [f64; 3] {
    let cones = product(
        [
            [1.0, 0.396_337_777_4, 0.215_803_757_3],
            [1.0, -0.105_561_345_8, -0.063_854_172_8],
            [1.0, -0.089_484_177_5, -1.291_485_548_0],
        ],
        lab,
    );
    product(
        [
            [4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2],
            [-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5],
            [-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701_0],
        ],
        cones.map(|v| v * v * v),
    )
}

/// Converts to a colour, rounded to the nearest; one that no screen shows loses chroma until one does.
pub fn from_oklab([lightness, a, b]: Lab, alpha: u8) -> Color {
    let lightness = lightness.clamp(0.0, 1.0);
    let with = |share: f64| light([lightness, a * share, b * share]);
    let shown = |rgb: [f64; 3]| rgb.iter().all(|v| (-1e-4..=1.0 + 1e-4).contains(v));
    let mut rgb = with(1.0);
    if !shown(rgb) {
        let (mut inside, mut outside) = (0.0, 1.0);
        for _ in 0..24 {
            let middle = (inside + outside) / 2.0;
            if shown(with(middle)) { inside = middle } else { outside = middle }
        }
        rgb = with(inside);
    }
    from_light(rgb, alpha)
}

/// Encodes red, green and blue light as sRGB, rounded to the nearest; what is beyond 0 to 1 is cut.
pub fn from_light(light: [f64; 3], alpha: u8) -> Color {
    let [r, g, b] = light.map(|v| encoded(v.clamp(0.0, 1.0)).round() as u8);
    Color::rgba(r, g, b, alpha)
}

/// Converts a colour to OKLCH; alpha plays no part.
pub fn to_oklch(color: Color) -> Oklch {
    let [lightness, a, b] = to_oklab(color);
    Oklch { lightness, chroma: a.hypot(b), hue: b.atan2(a).to_degrees().rem_euclid(360.0) }
}

/// Converts OKLCH to a colour, rounded to the nearest; one that no screen shows loses chroma until one does.
pub fn from_oklch(seen: Oklch, alpha: u8) -> Color {
    let (sin, cos) = seen.hue.to_radians().sin_cos();
    from_oklab([seen.lightness, seen.chroma * cos, seen.chroma * sin], alpha)
}
