//! Tests of the modules in `src/formats/gif/`.

mod palette;
mod reduce;
