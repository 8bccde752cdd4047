//! The Lab's systems, and the squares: bytes alone, no drawing.
#![cfg(not(target_arch = "wasm32"))]

mod commands;
mod delta_swap;
mod differential;
mod measure;
mod paint;
mod race;
mod recording;
mod save_points;
mod script;
mod snapshots;
mod squares;
mod xor_diffs;
