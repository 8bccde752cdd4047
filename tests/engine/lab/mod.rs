//! Tests of the modules in `src/lab/`.

mod commands;
mod delta_swap;
mod measure;
mod paint;
mod race;
mod recording;
mod save_points;
mod snapshots;
mod xor_diffs;
