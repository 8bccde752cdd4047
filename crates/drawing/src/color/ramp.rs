//! Palettes: a ramp between two colours, and sorting.
//!
//! Both are total: any number of steps, an empty palette and any colours
//! have an answer, and equal colours keep their order.
//!
//! ```
//! use undoodle_drawing::color::{Color, Order, ramp, sort};
//! let mut greys = ramp(Color::BLACK, Color::rgba(255, 255, 255, 255), 4);
//! assert_eq!(greys[1], Color::rgba(85, 85, 85, 255));
//! sort(&mut greys, Order::Lightness, true);
//! assert_eq!(greys[3], Color::BLACK);
//! ```

use super::Color;
use super::adjust::{fine_luma, to_hsl};
use std::cmp::Ordering;

/// Most colours of a ramp: more than there are different ones between any two colours.
pub const MAX_RAMP: usize = 1024;

/// Returns colours at even steps from one to another, both ends included and exact.
///
/// Each byte, alpha too, is interpolated linearly and rounded to the nearest.
/// One step is the first colour; at most [`MAX_RAMP`] colours are returned.
pub fn ramp(from: Color, to: Color, steps: usize) -> Vec<Color> {
    let steps = steps.min(MAX_RAMP) as u32;
    let last = steps.saturating_sub(1).max(1);
    let mix = |a: u8, b: u8, i: u32| ((u32::from(a) * (last - i) + u32::from(b) * i + last / 2) / last) as u8;
    (0..steps).map(|i| Color { bytes: [0, 1, 2, 3].map(|c| mix(from.bytes[c], to.bytes[c], i)) }).collect()
}

crate::named! {
    /// Sort key of a palette.
    #[derive(Hash)]
    pub enum Order, "order" {
        /// Hue in degrees, from red; greys count as red.
        Hue = "hue", "Hue";
        /// The saturation of HSL.
        Saturation = "saturation", "Saturation";
        /// The lightness of HSL.
        Lightness = "lightness", "Lightness";
        /// How light a colour looks, by Rec. 709.
        Luma = "luma", "Luma";
        /// The red channel.
        Red = "red", "Red";
        /// The green channel.
        Green = "green", "Green";
        /// The blue channel.
        Blue = "blue", "Blue";
        /// The alpha channel.
        Alpha = "alpha", "Alpha";
    }
}

impl Order {
    fn compare(self, a: Color, b: Color) -> Ordering {
        let byte = |i: usize| a.bytes[i].cmp(&b.bytes[i]);
        match self {
            Order::Hue => to_hsl(a).hue.total_cmp(&to_hsl(b).hue),
            Order::Saturation => to_hsl(a).saturation.total_cmp(&to_hsl(b).saturation),
            Order::Lightness => to_hsl(a).lightness.total_cmp(&to_hsl(b).lightness),
            Order::Luma => fine_luma(a).cmp(&fine_luma(b)),
            Order::Red => byte(0),
            Order::Green => byte(1),
            Order::Blue => byte(2),
            Order::Alpha => byte(3),
        }
    }
}

/// Sorts colours. The sort is stable, ascending and descending.
pub fn sort(colors: &mut [Color], order: Order, descending: bool) {
    colors.sort_by(|a, b| if descending { order.compare(*b, *a) } else { order.compare(*a, *b) });
}
