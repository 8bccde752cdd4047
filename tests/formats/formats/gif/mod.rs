//! Tests of the modules in `src/formats/gif/`.

mod delays;
mod palette;
mod reduce;
