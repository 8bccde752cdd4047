//! Files of this program and of others, and the journal that is kept in the browser.
#![cfg(not(target_arch = "wasm32"))]

mod archives;
mod aseprite;
mod bombs;
#[path = "../shared/chunks.rs"]
mod chunks;
mod files;
mod formats;
#[path = "../shared/grid.rs"]
mod grid;
mod journal;
mod judges;
mod kept;
mod moving;
mod palette_files;
mod png;
mod project;
#[path = "../shared/sealing.rs"]
mod sealing;
mod strangers;
mod tables;
