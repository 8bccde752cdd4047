//! The ten squares as JavaScript sees them.

use undoodle_bridge::{self as value, *};
use undoodle_drawing::color::Color;
use undoodle_drawing::history::CommitId;
use undoodle_lab::squares::{self, CELL, Event};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** The rectangle of the last undo or redo; `rect` counts squares. */
export type SquaresCursor = {rect: Rect, color: string};
/** A branch; `after` counts the steps of the main line before it, null if it forks off another branch. */
export type SquaresBranch = {after: number | null, steps: {id: number, label: string, squares: number[]}[]};
"#;

#[wasm_bindgen]
extern "C" {
    /// `SquaresCursor | null` in TypeScript.
    #[wasm_bindgen(typescript_type = "SquaresCursor | null")]
    pub type JsSquaresCursor;
    /// `SquaresBranch[]` in TypeScript.
    #[wasm_bindgen(typescript_type = "SquaresBranch[]")]
    pub type JsSquaresBranches;
}

/// Ten squares and their history.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Squares {
    squares: squares::Squares,
}

#[wasm_bindgen]
impl Squares {
    /// Creates ten squares whose colours follow from a seed.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: f64) -> Squares {
        Squares { squares: squares::Squares::new(seed as u64) }
    }

    /// Returns the number of squares.
    pub fn count(&self) -> usize {
        squares::COUNT
    }

    /// Returns the colours from left to right, as `#rrggbb`.
    pub fn colors(&self) -> JsColors {
        let opaque = |color: &Color| text(&color.to_string()[..7]);
        array(self.squares.colors().iter().map(opaque)).unchecked_into()
    }

    /// Returns for each square whether the drag under way has changed it.
    pub fn changed(&self) -> JsFlags {
        array(self.squares.changed().into_iter().map(Into::into)).unchecked_into()
    }

    /// Changes the square under the drag.
    pub fn touch(&mut self, index: usize) {
        self.squares.touch(index);
    }

    /// Ends the drag and commits it.
    pub fn release(&mut self) {
        self.squares.release();
    }

    /// Cancels the drag.
    pub fn cancel(&mut self) {
        self.squares.cancel();
    }

    /// Runs `edit.undo`, `edit.redo` or `edit.cancel`. Returns `true` if it did anything.
    pub fn run(&mut self, id: &str) -> bool {
        self.squares.run(id)
    }

    /// Returns the id of the command bound to a key (`event.key`), if there is one.
    pub fn key(&self, key: &str, ctrl: bool, shift: bool, alt: bool) -> Option<String> {
        self.squares.command_for(key, ctrl, shift, alt).map(str::to_owned)
    }

    /// Returns the last event. Its serial grows with each event.
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

    /// Returns the history's steps and figures.
    pub fn history(&self) -> JsHistory {
        value::history(self.squares.history()).unchecked_into()
    }

    /// Returns the stack's entries, oldest first.
    pub fn stack(&self) -> JsStack {
        value::stack(self.squares.history()).unchecked_into()
    }

    /// Returns the rectangle of the last undo or redo, or `null`.
    pub fn cursor(&self) -> JsSquaresCursor {
        let shown =
            |cursor: squares::Cursor| object(&[("rect", rect(cursor.rect)), ("color", text(cursor.color))]);
        self.squares.cursor().map_or(JsValue::NULL, shown).unchecked_into()
    }

    /// Returns the branches beside the line of undo and redo.
    pub fn branches(&self) -> JsSquaresBranches {
        let step = |id: &CommitId| {
            let commit = self.squares.history().commit_of(*id).ok()?;
            let runs = commit.runs().unwrap_or_default().into_iter();
            let squares = runs.map(|run| JsValue::from_f64((run.start / CELL as u64) as f64));
            Some(object(&[
                ("id", JsValue::from_f64(id.0 as f64)),
                ("label", text(&commit.header().label)),
                ("squares", array(squares)),
            ]))
        };
        let branch = |branch: &squares::Branch| {
            let after = branch.after.map_or(JsValue::NULL, number);
            object(&[("after", after), ("steps", array(branch.steps.iter().filter_map(step)))])
        };
        array(self.squares.branches().iter().map(branch)).unchecked_into()
    }

    /// Goes to a step by its number. Returns `false` if the squares are there already.
    pub fn go_to(&mut self, id: f64) -> Result<bool, JsValue> {
        self.squares.go_to(CommitId(id as u64)).map_err(thrown)
    }
}
