//! The engine's promises, over its public face.
//!
//! `npm test -- history` runs those of `history.rs`; tests of what is inside stand in `src/tests/`.

mod crossing;
mod edges;
mod examples;
mod failures;
mod history;
mod memory;
mod pause;
mod support;
