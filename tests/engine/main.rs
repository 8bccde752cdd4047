//! The engine and the Lab's six systems: bytes alone, no drawing.
//!
//! `npm test -- history` runs those of `tests/engine/history.rs`.
#![cfg(not(target_arch = "wasm32"))]

mod differential;
mod edges;
mod examples;
mod failures;
mod history;
mod support;
