//! Shapes as pixels: pure functions that know neither documents nor tools.

mod brush;
mod line;

pub use brush::{Brush, MAX_BRUSH, Shape};
pub use line::line;

/// A part of a row of pixels: the row's y, and the columns.
pub type Span = (i32, std::ops::Range<i32>);
