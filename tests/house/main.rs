//! The source itself and what is made from its tables: floors, counts, the reference of commands, the list of texts.
#![cfg(not(target_arch = "wasm32"))]

mod adding;
mod aseprite;
mod engine;
mod glossary;
mod reference;
mod texts;
mod tidy;
