//! The Lab and the squares as JavaScript sees them: a module of their own, which the editor never loads.
//!
//! Each export is a few lines that turn JavaScript's values into Rust's, delegate, and turn the answer back. No decision is made here.

#![cfg(target_arch = "wasm32")]
// A panic is never an error message.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::todo)]

mod lab;
mod squares;

pub use lab::Lab;
pub use squares::Squares;

use wasm_bindgen::prelude::wasm_bindgen;

/// Installs a hook that logs where a panic happened to the browser's console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}
