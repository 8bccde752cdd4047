//! Files of this program and of others.
#![cfg(not(target_arch = "wasm32"))]

mod archives;
mod aseprite;
#[path = "../../../../tests/shared/chunks.rs"]
mod chunks;
mod formats;
mod judges;
mod kept;
mod moving;
mod palette_files;
mod png;
mod project;
mod tables;
mod window;
