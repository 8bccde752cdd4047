//! All tests that need no process of their own, in one: linking each alone would take longer than running them.
//!
//! `cargo test --test all law` runs those of `tests/law.rs`.
#![cfg(not(target_arch = "wasm32"))]

mod adding;
mod adjusting;
mod archives;
mod areas;
mod aseprite;
mod asking;
mod bombs;
mod choosing;
#[path = "chunks/mod.rs"]
mod chunks;
#[path = "grid/mod.rs"]
mod grid;
#[path = "naive/mod.rs"]
mod naive;
#[path = "sealing/mod.rs"]
mod sealing;
#[path = "support/mod.rs"]
mod support;
// Its folder has the bytes that the fuzz target shares.
#[path = "bytes.rs"]
mod any_bytes;
mod differential;
mod document;
mod drafts;
mod drawing;
mod edges;
mod editor;
mod edits;
mod examples;
mod failures;
mod files;
mod films;
mod following;
mod formats;
mod groups;
mod hands;
mod history;
mod huge;
mod images;
#[path = "journal/mod.rs"]
mod journal;
mod judges;
mod keys;
mod law;
mod limits;
mod lines;
mod linked;
mod moving;
mod onion;
mod options;
mod palette_files;
mod palettes;
mod photos;
mod png;
mod project;
mod reach;
mod reference;
mod render;
mod rendering;
mod selecting;
mod session;
mod showing;
mod stacking;
mod stamps;
mod strangers;
mod strokes;
mod structure;
mod tidy;
mod turning;
