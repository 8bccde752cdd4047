//! Tests of the modules in `src/tools/`.

mod area;
mod each;
mod options;
mod spray;
mod stencil;
