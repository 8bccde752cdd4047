//! Undoodle: a pixel-painting editor whose history is made as carefully as its canvas.
//!
//! **The document is memory, and history is differences of memory.** A tool
//! never says how to undo itself. It writes bytes through one door, and the
//! door remembers.
//!
//! The engine knows bytes only and serves any program. An [`Arena`](memory::Arena)
//! is any run of addressed bytes, and a `Vec<u8>` already is one:
//!
//! ```
//! use undoodle::history::{Header, History};
//! use undoodle::memory::Region;
//!
//! let mut history = History::new(vec![0u8; 1024]);
//! history.begin(1)?;                                        // one action at a time
//! history.write(Region::new(10, 3))?.copy_from_slice(b"abc"); // remembered, then changed
//! history.commit(Header::new("Type"))?;                     // only what changed is kept
//!
//! history.undo()?;
//! assert_eq!(&history.arena()[10..13], &[0, 0, 0]);
//! history.redo()?;
//! assert_eq!(&history.arena()[10..13], b"abc");
//! # Ok::<(), undoodle::Error>(())
//! ```
//!
//! The modules stand on floors, and each uses only those below it;
//! `src/README.md` is the map.

// A panic is never an error message.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::todo)]
// Modules that are hidden from the documentation, and public for their tests alone, link to their neighbours.
#![allow(rustdoc::private_intra_doc_links)]

pub mod editor;
pub mod fields;
pub mod journal;
pub mod keys;
pub mod params;
pub mod tools;

#[cfg(target_arch = "wasm32")]
pub mod web;

pub use error::{Error, Result};
pub use undoodle_drawing::{color, document, error, geometry, named, raster, render, value};
pub use undoodle_formats as formats;
pub use undoodle_history as history;
pub use undoodle_history::{memory, pause};
