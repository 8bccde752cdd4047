//! The engine and the Lab's six systems: bytes alone, no drawing.
//!
//! `npm test -- history` runs those of `tests/engine/history.rs`.
#![cfg(not(target_arch = "wasm32"))]

mod differential;
mod edges;
mod error;
mod examples;
mod failures;
mod history;
mod lab;
mod memory;
mod pause;
mod squares;
mod support;
