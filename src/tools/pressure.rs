//! Pressure: how hard a pen is pressed, and what of a stroke follows it.
//!
//! Problem: a mouse has no pressure, and its strokes must not pay for that of pens. Idea: a sample's pressure is a byte that is
//! full for mice and fingers. A person chooses its [`Dynamics`]: the brush's size, or how much of a dither pattern is painted.
//! A stroke that follows neither takes every sample as fully pressed, so its pen never hears of pressure.
//!
//! The invariant: full pressure paints what is painted without dynamics, unless the ink is a pattern.
//!
//! ```
//! use undoodle::tools::Pressure;
//! assert_eq!(Pressure::from(0.5).of(9), 5);
//! assert_eq!((Pressure::from(0.0).of(9), Pressure::FULL.of(9)), (1, 9), "a brush has one pixel at least");
//! ```

use super::stroke::Setup;
use crate::error::Result;
use crate::raster::Brush;

/// Pressure of a pen, from 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pressure(pub u8);

impl Pressure {
    /// Pressure of a mouse or a finger.
    pub const FULL: Pressure = Pressure(u8::MAX);

    /// Level at which two colours of a pattern take turns evenly.
    pub const HALF: Pressure = Pressure(128);

    /// Returns this part of a size in pixels, at least 1.
    pub fn of(self, size: u32) -> u32 {
        ((size * u32::from(self.0) + 127) / 255).max(1)
    }

    /// Returns the pressure after `step` of `steps` even steps to another one.
    pub(super) fn towards(self, to: Pressure, step: i64, steps: i64) -> Pressure {
        let (from, to) = (i64::from(self.0), i64::from(to.0));
        Pressure((from + (to - from) * step / steps.max(1)).clamp(0, 255) as u8)
    }
}

impl Default for Pressure {
    fn default() -> Pressure {
        Pressure::FULL
    }
}

/// Converts from 0 to 1, as browsers tell it.
impl From<f64> for Pressure {
    fn from(part: f64) -> Pressure {
        Pressure((part * 255.0).round() as u8)
    }
}

crate::named! {
    /// What of a stroke follows the pressure.
    #[derive(Default)]
    pub enum Dynamics, "pressure" {
        /// Nothing.
        #[default]
        None = "none", "Nothing";
        /// The brush's size.
        Size = "size", "Size";
        /// How many pixels of the dither pattern are painted.
        Dither = "dither", "Dithering";
    }
}

impl Setup {
    /// Returns what of the stroke follows the pressure. A brush cut out of a picture keeps its size and colours.
    pub fn dynamics(&self) -> Dynamics {
        let follows = self.tool.has("pressure") && self.options.shape.is_some();
        if follows { self.options.pressure } else { Dynamics::None }
    }

    /// Returns the brush at a pressure.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) if the brush's size is out of range.
    pub(super) fn brush(&self, pressure: Pressure) -> Result<Brush> {
        match (self.dynamics(), self.options.shape) {
            (Dynamics::Size, Some(shape)) => Brush::shaped(pressure.of(self.options.size), shape),
            _ => self.options.brush(),
        }
    }
}
