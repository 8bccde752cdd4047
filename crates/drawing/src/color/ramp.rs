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
use crate::error::{Error, Result};
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

/// Sort key of a palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Hue in degrees, from red; greys count as red.
    Hue,
    /// The saturation of HSL.
    Saturation,
    /// The lightness of HSL.
    Lightness,
    /// How light a colour looks, by Rec. 709.
    Luma,
    /// The red channel.
    Red,
    /// The green channel.
    Green,
    /// The blue channel.
    Blue,
    /// The alpha channel.
    Alpha,
}

impl Order {
    /// Every order, as a menu shows them.
    pub const ALL: [Order; 8] = [
        Order::Hue,
        Order::Saturation,
        Order::Lightness,
        Order::Luma,
        Order::Red,
        Order::Green,
        Order::Blue,
        Order::Alpha,
    ];

    /// Returns the name for scripts.
    pub const fn id(self) -> &'static str {
        self.names().0
    }

    /// Returns the name for people.
    pub const fn label(self) -> &'static str {
        self.names().1
    }

    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Order::Hue => ("hue", "Hue"),
            Order::Saturation => ("saturation", "Saturation"),
            Order::Lightness => ("lightness", "Lightness"),
            Order::Luma => ("luma", "Luma"),
            Order::Red => ("red", "Red"),
            Order::Green => ("green", "Green"),
            Order::Blue => ("blue", "Blue"),
            Order::Alpha => ("alpha", "Alpha"),
        }
    }

    /// Returns the order with this name.
    ///
    /// # Errors
    /// [`Error::Unknown`] if there is none.
    pub fn named(id: &str) -> Result<Order> {
        let found = Order::ALL.into_iter().find(|order| order.id() == id);
        let expected = "hue, saturation, lightness, luma, red, green, blue or alpha";
        found.ok_or_else(|| Error::unknown("order", id, expected))
    }

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
