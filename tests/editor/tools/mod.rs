//! Tests of the modules in `src/tools/`.

mod area;
mod each;
mod options;
mod presses;
mod slice;
mod spray;
mod stencil;
mod text;
