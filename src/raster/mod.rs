//! Shapes as pixels: pure functions that know neither documents nor tools.

mod brush;
mod line;

pub use brush::{Brush, MAX_BRUSH};
pub use line::line;
