//! Taking back one step of many, and bringing steps back, as JavaScript sees it: what would come of it, and what came of it.

use super::editor::Editor;
use super::value::{array, id, object, text, thrown};
use crate::editor::TakenBack;
use crate::history::CommitId;
use js_sys::Int32Array;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/**
 * What taking back a step did: the numbers of pixels that were taken back and that were left, as later steps have changed them, and
 * the numbers of the steps that stand on what was left, newest first.
 */
export type TakenBack = {taken: number, left: number, steps: number[]};
/**
 * What taking back a step would do. `locked`: how many of the pixels that would be left are on locked layers; `whole`: nothing would be left; `idle`: nothing would be taken. Contours have for each closed loop the number of its corners, then their x and y.
 */
export type Foreseen = {
  label: string, taken: number, left: number, locked: number, whole: boolean, idle: boolean,
  contours: {taken: Int32Array, left: Int32Array},
};
/** What came of steps that were brought back: how many were made, the number of pixels that were left alone, and the contours of both. */
export type Brought = {steps: number, left: number, contours: {taken: Int32Array, left: Int32Array}};
/** The steps that have to go with a step so that all of it goes, and the contour of all that would go then. */
export type Along = {steps: number[], contour: Int32Array};
"#;

#[wasm_bindgen]
extern "C" {
    /// `TakenBack` in TypeScript.
    #[wasm_bindgen(typescript_type = "TakenBack")]
    pub type JsTakenBack;
    /// `Foreseen | null` in TypeScript.
    #[wasm_bindgen(typescript_type = "Foreseen | null")]
    pub type JsForeseen;
    /// `Brought | null` in TypeScript.
    #[wasm_bindgen(typescript_type = "Brought | null")]
    pub type JsBrought;
    /// `Along | null` in TypeScript.
    #[wasm_bindgen(typescript_type = "Along | null")]
    pub type JsAlong;
}

fn ids(steps: &[CommitId]) -> JsValue {
    array(steps.iter().copied().map(id))
}

fn lines(lines: &[i32]) -> JsValue {
    Int32Array::from(lines).into()
}

#[wasm_bindgen]
impl Editor {
    /// Takes back a step wherever it is, as far as later steps have not changed what it did.
    pub fn take_back(&mut self, commit: f64, time: f64) -> Result<JsTakenBack, JsValue> {
        let TakenBack { taken, left, steps, .. } =
            self.editor.take_back(commit as u64, self.at(time)).map_err(thrown)?;
        let steps: Vec<_> = steps.into_iter().map(CommitId).collect();
        let told = [("taken", (taken as f64).into()), ("left", (left as f64).into()), ("steps", ids(&steps))];
        Ok(object(&told).unchecked_into())
    }

    /// Returns what taking back a step would do, or nothing if it can't be taken back or its bytes are not in memory.
    pub fn foresee(&self, commit: f64) -> JsForeseen {
        let Ok(foreseen) = self.editor.foresee(commit as u64) else { return JsValue::NULL.unchecked_into() };
        let [taken, left] = self.editor.contours_of(&foreseen, &[]).unwrap_or_default();
        let history = self.editor.document().history();
        let label = history.commit_of(foreseen.step).map(|commit| commit.header().label.to_string());
        object(&[
            ("label", text(label.unwrap_or_default())),
            ("taken", (foreseen.conflicts.taken() as f64).into()),
            ("left", (foreseen.conflicts.left() as f64).into()),
            ("locked", (foreseen.conflicts.left_locked() as f64).into()),
            ("whole", foreseen.conflicts.is_whole().into()),
            ("idle", foreseen.conflicts.is_idle().into()),
            ("contours", object(&[("taken", lines(&taken)), ("left", lines(&left))])),
        ])
        .unchecked_into()
    }

    /// Returns what would have to go with a step so that all of it goes, or nothing if that is more than a hundred steps.
    pub fn foresee_along(&self, commit: f64) -> JsAlong {
        let Ok(foreseen) = self.editor.foresee(commit as u64) else { return JsValue::NULL.unchecked_into() };
        let Ok(all) = self.editor.all_standing_on(&foreseen) else { return JsValue::NULL.unchecked_into() };
        let [contour, _] = self.editor.contours_of(&foreseen, &all).unwrap_or_default();
        object(&[("steps", ids(&all)), ("contour", lines(&contour))]).unchecked_into()
    }

    /// Returns the number of the step that a person is asked about whether what later steps have changed of it shall go, too; 0 if there
    /// was none.
    pub fn asked_back(&self) -> f64 {
        self.editor.asked_back().map_or(0.0, |CommitId(id)| id as f64)
    }

    /// Returns what came of the steps that were brought back last, or nothing if there were none.
    pub fn brought_back(&self) -> JsBrought {
        let Some(brought) = self.editor.brought_back() else { return JsValue::NULL.unchecked_into() };
        let [taken, left] = self.editor.contours_of_brought().unwrap_or_default();
        object(&[
            ("steps", (brought.steps as f64).into()),
            ("left", (brought.left() as f64).into()),
            ("contours", object(&[("taken", lines(&taken)), ("left", lines(&left))])),
        ])
        .unchecked_into()
    }
}
