//! What bytes mean: the document and its drafts, without a session.
#![cfg(not(target_arch = "wasm32"))]

mod bytes;
mod document;
mod drafts;
