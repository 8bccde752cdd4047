//! Shapes and images as pixels: pure functions that know neither documents nor tools.

mod automata;
mod brush;
mod contour;
mod curve;
mod dither;
mod ellipse;
mod flip;
mod flood;
mod font;
mod gradient;
mod image;
mod line;
mod mirror;
mod outline;
mod polygon;
mod rectangle;
mod rotate;
mod rounded;
mod scale;

pub use automata::Automaton;
pub use brush::{Brush, MAX_BRUSH, Shape};
pub use contour::Cells;
pub use curve::curve;
pub use dither::{Dither, Mixtures};
pub use ellipse::Ellipse;
pub use flip::{flip_horizontal, flip_vertical, offset, rotate_half, rotate_left, rotate_right};
pub use flood::{Match, TileMask, everywhere, flood};
pub use font::{Face, Font, Layout, MAX_SCALE};
pub use gradient::{Gradient, GradientShape, Mixer};
pub use image::{Image, MAX_IMAGE, bounds, crop};
pub use line::{Line, is_corner, line, snap};
pub use mirror::{Symmetry, Wrap, copies, each_copy};
pub use outline::outline;
pub use polygon::polygon;
pub use rectangle::{MAX_EXTENT, corners, rectangle_edges};
pub use rotate::{Rotation, rotate};
pub use rounded::Rounded;
pub use scale::{Scaling, nearest, scale, scale2x, scale3x};
// Internals: public for the native tests alone, and hidden from the documentation.
#[doc(hidden)]
pub use rotate::enlarged;

/// A part of a row of pixels: the row's y, and the columns.
pub type Span = (i32, std::ops::Range<i32>);
