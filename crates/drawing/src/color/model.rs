//! Colour models: three numbers for a colour, as the fields of a colour editor show them.
//!
//! HSV and HSL describe the same hues by other cones. People choose in one of them, and the drawing keeps
//! bytes. So each model converts both ways, and every colour survives the way there and back to the bit.
//! Ranges are those that fields have: degrees up to 360, percent up to 100, bytes up to 255.
//!
//! The formulas are those of A. R. Smith, "Color gamut transform pairs" (SIGGRAPH 1978).
//!
//! ```
//! use undoodle_drawing::color::{Color, Model};
//! let orange = Color::rgba(255, 128, 0, 255);
//! assert_eq!(Model::Hsv.channels(orange).map(f64::round), [30.0, 100.0, 100.0]);
//! assert_eq!(Model::Hsl.color([30.0, 100.0, 50.0], 255), orange);
//! ```

use super::Color;
use super::adjust::{Hsl, from_hsl, to_hsl};

crate::named! {
    /// A colour model.
    pub enum Model, "colour model" {
        /// Hue, saturation and value.
        Hsv = "hsv";
        /// Hue, saturation and lightness.
        Hsl = "hsl";
        /// Red, green and blue.
        Rgb = "rgb";
    }
}

impl Model {
    /// Returns the largest value of each channel; the smallest is 0.
    pub const fn most(self) -> [f64; 3] {
        match self {
            Model::Hsv | Model::Hsl => [360.0, 100.0, 100.0],
            Model::Rgb => [255.0; 3],
        }
    }

    /// Returns the channels of a colour, not rounded. A grey has hue 0; alpha plays no part.
    pub fn channels(self, color: Color) -> [f64; 3] {
        let [r, g, b] = [0, 1, 2].map(|channel| color.bytes[channel]);
        if self == Model::Rgb {
            return [r, g, b].map(f64::from);
        }
        let Hsl { hue, saturation, lightness } = to_hsl(color);
        if self == Model::Hsl {
            return [hue.into(), f64::from(saturation) * 100.0, f64::from(lightness) * 100.0];
        }
        let (most, least) = (r.max(g).max(b), r.min(g).min(b));
        let saturation = f64::from(most - least) / f64::from(most.max(1));
        [hue.into(), saturation * 100.0, f64::from(most) / 2.55]
    }

    /// Returns the colour with these channels, rounded to the nearest. A hue wraps around; other channels are clamped.
    pub fn color(self, channels: [f64; 3], alpha: u8) -> Color {
        let [first, second, third] = channels;
        match self {
            Model::Rgb => {
                let [r, g, b] = channels.map(|channel| channel.clamp(0.0, 255.0).round() as u8);
                Color::rgba(r, g, b, alpha)
            }
            Model::Hsl => {
                let (saturation, lightness) = (second as f32 / 100.0, third as f32 / 100.0);
                from_hsl(Hsl { hue: first as f32, saturation, lightness }, alpha)
            }
            Model::Hsv => {
                let (saturation, value) = (second.clamp(0.0, 100.0) / 100.0, third.clamp(0.0, 100.0) / 100.0);
                let sixths = first.rem_euclid(360.0) / 60.0;
                let channel = |start: f64| {
                    let k = (start + sixths) % 6.0;
                    let below = saturation * k.min(4.0 - k).clamp(0.0, 1.0);
                    (value * (1.0 - below) * 255.0).round() as u8
                };
                Color::rgba(channel(5.0), channel(3.0), channel(1.0), alpha)
            }
        }
    }
}
