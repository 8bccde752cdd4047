//! The ten squares as JavaScript sees them.

use super::value::{self, *};
use crate::color::Color;
use crate::editor::Key;
use crate::squares::{self, Event};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::wasm_bindgen;

/// Ten squares and their history.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Squares {
    squares: squares::Squares,
}

#[wasm_bindgen]
impl Squares {
    /// Ten squares whose colours follow from the seed.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: f64) -> Squares {
        Squares { squares: squares::Squares::new(seed as u64) }
    }

    /// How many squares there are.
    pub fn count(&self) -> usize {
        squares::COUNT
    }

    /// The colours, `#rrggbb`, from left to right.
    pub fn colors(&self) -> JsColors {
        let opaque = |color: &Color| text(&color.to_string()[..7]);
        array(self.squares.colors().iter().map(opaque)).unchecked_into()
    }

    /// Which squares the drag under way has changed.
    pub fn changed(&self) -> JsFlags {
        array(self.squares.changed().into_iter().map(Into::into)).unchecked_into()
    }

    /// The drag is over a square.
    pub fn touch(&mut self, index: usize) {
        self.squares.touch(index);
    }

    /// The drag ends and is kept.
    pub fn release(&mut self) {
        self.squares.release();
    }

    /// The drag ends and is taken back.
    pub fn cancel(&mut self) {
        self.squares.cancel();
    }

    /// Runs `edit.undo`, `edit.redo` or `edit.cancel`; whether anything came of it.
    pub fn run(&mut self, id: &str) -> bool {
        self.squares.run(id)
    }

    /// The id of the command bound to a key (`event.key`), if any.
    pub fn key(&self, key: &str, ctrl: bool, shift: bool, alt: bool) -> Option<String> {
        self.squares.command_for(Key { key, ctrl, shift, alt }).map(str::to_owned)
    }

    /// What happened last; the serial grows with each event.
    pub fn last_event(&self) -> JsLastEvent {
        let (event, serial) = self.squares.event();
        let (kind, color) = match event {
            Event::Start => ("", Color::TRANSPARENT),
            Event::Commit => ("commit", Color::rgba(0xf5, 0xc5, 0x42, 0xff)),
            Event::Undo => ("undo", Color::REMOVED),
            Event::Redo => ("redo", Color::ADDED),
        };
        object(&[("kind", text(kind)), ("serial", serial.into()), ("color", text(color))]).unchecked_into()
    }

    /// The history's steps and figures.
    pub fn history(&self) -> JsHistory {
        value::history(self.squares.history()).unchecked_into()
    }

    /// The stack's entries, oldest first.
    pub fn stack(&self) -> JsStack {
        value::stack(self.squares.history()).unchecked_into()
    }
}
