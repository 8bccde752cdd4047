//! What bytes mean: the document and its drafts, without a session.
#![cfg(not(target_arch = "wasm32"))]

mod color;
mod error;
mod geometry;
mod raster;
mod render;

// Its folder has the bytes that the fuzz target shares.
#[path = "bytes.rs"]
mod any_bytes;
mod document;
mod drafts;
mod past;
