//! Tests of the modules in `src/formats/png/`.

mod chunks;
mod encode;
mod light;
mod write;
