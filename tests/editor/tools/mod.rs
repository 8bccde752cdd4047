//! Tests of the modules in `src/tools/`.

mod area;
mod options;
mod spray;
mod stencil;
