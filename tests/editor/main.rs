//! The session: tools, commands and keys over a drawing, what is shown of it, and the law.
//!
//! `npm test -- law` runs those of `tests/editor/law.rs`.
#![cfg(not(target_arch = "wasm32"))]

mod adjusting;
mod again;
mod areas;
mod as_it_was;
mod asking;
mod background;
mod branches;
mod cels;
mod choosing;
#[path = "../shared/chunks.rs"]
mod chunks;
mod comparing;
mod drawing;
mod editor;
mod edits;
mod films;
mod finding;
mod following;
mod footprints;
#[path = "../shared/grid.rs"]
mod grid;
mod groups;
mod hand;
mod hands;
mod heat;
mod history_brush;
mod huge;
mod images;
mod keys;
mod law;
mod limits;
mod lines;
mod linked;
mod merging;
mod models;
mod naive;
mod onion;
mod only_this;
mod options;
mod originals;
mod palettes;
mod past;
mod photos;
mod protecting;
mod reach;
mod render;
mod rendering;
mod reports;
mod selecting;
mod session;
#[path = "../shared/share.rs"]
mod share;
mod showing;
mod slices;
mod stacking;
mod stamps;
mod starting;
mod stopping;
mod strokes;
mod structure;
mod taking_back;
mod tools;
mod travel;
mod travelled;
mod turning;
mod undoing_here;
mod value;
mod wrapping;
