//! Tests of the modules in `src/editor/`.

mod bindings;
mod clipboard;
mod hovering;
mod keyed;
mod lines;
mod miniature;
mod news;
mod peeking;
mod reach;
mod skin;
mod steps;
mod transform;
