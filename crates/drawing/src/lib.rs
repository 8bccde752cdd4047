//! What the bytes of a drawing mean.
//!
//! Problem: the engine keeps bytes and must not know what they stand for. Idea: a drawing is pages of bytes in which a page's address is its
//! meaning, and everything that changes it writes through one door. Colours and shapes stand beside as pure functions, and what a drawing
//! looks like is asked of it. Begin with [`Document`](document::Document): a drawing under a history.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}};
//! let mut document = Document::new(8, 8)?;
//! document.begin(1)?;
//! document.fill_span(Cel::default(), 3, 2..3, Color::BLACK)?;
//! document.commit("Dot", Color::ADDED, 0)?;
//! document.undo()?;
//! assert_eq!(document.cel_pixel(Cel::default(), 2, 3)?, Color::TRANSPARENT);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```
//!
//! The invariant: any bytes are a drawing or refused with the rule that they break, and nothing here panics.

// A panic is never an error message.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::todo)]
// Modules that are hidden from the documentation, and public for their tests alone, link to their neighbours.
#![allow(rustdoc::private_intra_doc_links)]

pub mod color;
pub mod document;
pub mod error;
pub mod geometry;
pub mod named;
pub mod raster;
pub mod render;
pub mod value;

pub use error::{Error, Result};
pub use undoodle_history as history;
pub use undoodle_history::{memory, pause};
