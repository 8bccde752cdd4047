//! Shapes as pixels: pure functions that know neither documents nor tools.

mod brush;
mod ellipse;
mod flood;
mod line;
mod rectangle;

pub use brush::{Brush, MAX_BRUSH, Shape};
pub use ellipse::{ellipse, ellipse_outline};
pub use flood::{Match, TileMask, everywhere, flood};
pub use line::{is_corner, line, snap};
pub use rectangle::{MAX_EXTENT, corners, rectangle_outline};

/// A part of a row of pixels: the row's y, and the columns.
pub type Span = (i32, std::ops::Range<i32>);
