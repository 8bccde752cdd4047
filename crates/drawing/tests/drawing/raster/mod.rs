//! Tests of the modules in `src/raster/`.

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
