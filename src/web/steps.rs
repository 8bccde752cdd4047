//! The steps of the history for its panel: rows by range, what was set aside, thumbnails.

use super::editor::Editor;
use super::value::{array, id, message, number, object, place, place_of, text, thrown};
use crate::editor::{Fold, Made, StepRow};
use crate::geometry::Rect;
use crate::history::CommitId;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/**
 * A state that the history can go to, and the step that led to it. `layer` and `frame`, counted from 0, are `null` if they
 * are gone. `unreadable` is true if undo and redo end there, since the step can't be read any more, or those before the oldest state are lost. `time` is when it was made, in milliseconds since 1970, and 0 for the oldest state. `aside` counts the steps on branches that leave here, up to 100. `begins` is true for the first step of a branch. `selects` is true for a step that only selected. `about` says what it did, if it took back another step or merged a branch.
 */
export type StepRow = {
  id: number, label: Message, color: string, layer: string | null, frame: number | null,
  bytes: number, place: "memory" | "both" | "disk", unreadable: boolean, aside: number, begins: boolean, saved: boolean,
  selects: boolean, about: Message | null, time: number,
};
/**
 * Steps that a list shows as one row, since they move one thing: the rows of the first and of the last of them. `width` and
 * `height` are those of what was placed, or 0 while it is still moved.
 */
export type Fold = {first: number, last: number, pasted: boolean, width: number, height: number};
/**
 * Rows from `from` on. `position` is the current row, `steps` the last one. `folds` are there if no row is
 * asked for. `unfolded` are the rows beneath which
 * branches are listed; those whose commit differs belong to another line.
 */
export type StepRows = {
  position: number, steps: number, from: number, rows: StepRow[],
  pinned: HistoryPlace[], folds: Fold[], unfolded: {row: number, id: number}[], bytes: number, budget: number,
};
/**
 * A step that changed a pixel, and the colour that it gave it on its layer, as `#rrggbbaa`. `layer` and `frame` are counted from 0; `time` is when it was
 * made, in milliseconds since 1970.
 */
export type Made = {id: number, label: string, time: number, color: string, layer: number, frame: number};
/**
 * A state of the history in words: `index` is its row on the line of undo and redo, of which `steps` is the last, or `null` if it is on none. `time` is when
 * the step that led to it was made, in milliseconds since 1970, or 0.
 */
export type StateWords = {index: number | null, steps: number, words: Message, time: number};
"#;

#[wasm_bindgen]
extern "C" {
    /// `StateWords` in TypeScript.
    #[wasm_bindgen(typescript_type = "StateWords")]
    pub type JsStateWords;
    /// `StepRows` in TypeScript.
    #[wasm_bindgen(typescript_type = "StepRows")]
    pub type JsStepRows;
    /// `StepRow[]` in TypeScript.
    #[wasm_bindgen(typescript_type = "StepRow[]")]
    pub type JsAside;
    /// `Made[]` in TypeScript.
    #[wasm_bindgen(typescript_type = "Made[]")]
    pub type JsMade;
    /// `string[][]` in TypeScript.
    #[wasm_bindgen(typescript_type = "string[][]")]
    pub type JsColors;
}

pub(super) fn row(row: &StepRow) -> JsValue {
    object(&[
        ("id", id(row.commit)),
        ("label", message(&row.label)),
        ("color", text(row.color)),
        ("layer", row.layer.as_ref().map_or(JsValue::NULL, text)),
        ("frame", row.frame.map_or(JsValue::NULL, |frame| frame.into())),
        ("bytes", number(row.bytes)),
        ("place", place_of(row.place)),
        ("unreadable", row.unreadable.into()),
        ("aside", number(row.aside)),
        ("begins", row.begins.into()),
        ("saved", row.saved.into()),
        ("selects", row.selects.into()),
        ("about", row.about.as_deref().map_or(JsValue::NULL, message)),
        ("time", (row.time as f64).into()),
    ])
}

fn fold(fold: &Fold) -> JsValue {
    let (width, height) = fold.size.unwrap_or_default();
    object(&[
        ("first", number(fold.first)),
        ("last", number(fold.last)),
        ("pasted", fold.pasted.into()),
        ("width", width.into()),
        ("height", height.into()),
    ])
}

fn made(step: &Made) -> JsValue {
    object(&[
        ("id", id(CommitId(step.commit))),
        ("label", text(&step.label)),
        ("time", (step.time as f64).into()),
        ("color", text(step.color)),
        ("layer", step.layer.into()),
        ("frame", step.frame.into()),
    ])
}

fn unfolded((row, commit): &(u64, u64)) -> JsValue {
    object(&[("row", (*row as f64).into()), ("id", id(CommitId(*commit)))])
}

#[wasm_bindgen]
impl Editor {
    /// Returns some rows of the line of undo and redo. Row 0 is the oldest state.
    pub fn step_rows(&mut self, from: usize, count: usize) -> JsStepRows {
        let rows = self.editor.step_rows(from, count);
        let folds = if count == 0 { self.editor.folds() } else { Vec::new() };
        let history = self.editor.document().history();
        let stats = history.stats();
        object(&[
            ("position", number(history.position())),
            ("steps", number(history.position() + history.ahead())),
            ("from", number(from)),
            ("rows", array(rows.iter().map(row))),
            ("pinned", array(history.pins().map(|(at, header)| place(at, &header)))),
            ("folds", array(folds.iter().map(fold))),
            ("unfolded", array(self.editor.desk().unfolded().iter().map(unfolded))),
            ("bytes", number(stats.bytes - stats.slack)),
            ("budget", number(stats.budget)),
        ])
        .unchecked_into()
    }

    /// Returns where a state is, and words for it.
    pub fn state_words(&self, commit: f64) -> JsStateWords {
        let (state, history) = (CommitId(commit as u64), self.editor.document().history());
        let (words, time) = self.editor.state_words(state);
        object(&[
            ("index", self.editor.place_of(state).map_or(JsValue::NULL, number)),
            ("steps", number(history.position() + history.ahead())),
            ("words", message(&words)),
            ("time", (time as f64).into()),
        ])
        .unchecked_into()
    }

    /// Returns rows of the steps on branches that leave a commit, at most `count` of them.
    pub fn aside_rows(&self, commit: f64, count: usize) -> JsAside {
        array(self.editor.aside_rows(CommitId(commit as u64), count).iter().map(row)).unchecked_into()
    }

    /// Returns rows of the last steps of branches, the newest first; their numbers for `history.branch` count down from its default.
    pub fn branch_rows(&self) -> JsAside {
        array(self.editor.branch_rows().iter().map(row)).unchecked_into()
    }

    /// Returns the contour of the exact pixels that steps changed, as far as it is visible: for each closed loop its number
    /// of corners, then their x and y.
    pub fn contour_of(&self, commits: Vec<f64>) -> Vec<i32> {
        let commits: Vec<_> = commits.into_iter().map(|commit| CommitId(commit as u64)).collect();
        self.editor.contour_of(&commits)
    }

    /// Returns the steps that changed a pixel of a visible layer in the active frame, newest first, at most `most` of them.
    pub fn probe(&mut self, x: i32, y: i32, most: usize) -> Result<JsMade, JsValue> {
        let found = self.editor.probe(x, y, most).map_err(thrown)?;
        Ok(array(found.iter().map(made)).unchecked_into())
    }

    /// Returns the colours that all layers showed in a rectangle of the active frame at the state after a step, row by row.
    pub fn past(
        &mut self,
        commit: f64,
        x: i32,
        y: i32,
        width: i32,
        height: i32,
    ) -> Result<JsColors, JsValue> {
        let colors = self.editor.past(commit as u64, Rect { x, y, width, height }).map_err(thrown)?;
        let rows = colors.chunks(width.max(1) as usize).map(|row| array(row.iter().map(text)));
        Ok(array(rows).unchecked_into())
    }
}
