//! Tests of the modules in `src/render/`.

mod average;
mod thumbnail;
mod view;
