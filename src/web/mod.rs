//! The web boundary: the only module that JavaScript can call.
//!
//! Each export is a few lines that turn JavaScript's values into Rust's, delegate,
//! and turn the answer back. No decision is made here.

mod clipboard;
mod colors;
mod comparing;
mod editor;
mod finding;
mod heap;
mod keeping;
mod looking;
mod merging;
mod pointing;
mod shown;
mod steps;
mod table;
mod taking_back;
mod thumbnails;
mod value;
mod values;
mod work;

pub use colors::Colors;
pub use editor::Editor;

use wasm_bindgen::prelude::wasm_bindgen;

/// Installs a hook that logs where a panic happened to the browser's console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}
