//! Tests of the modules in `src/render/`.

mod average;
mod beyond;
mod thumbnail;
mod view;
