//! What is kept in the browser and handed on in files: the journal, strangers' histories, and files that an editor opens.
#![cfg(not(target_arch = "wasm32"))]

mod bombs;
#[path = "../shared/chunks.rs"]
mod chunks;
mod files;
#[path = "../shared/grid.rs"]
mod grid;
mod journal;
#[path = "../shared/sealing.rs"]
mod sealing;
#[path = "../shared/share.rs"]
mod share;
mod strangers;
