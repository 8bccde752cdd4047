//! Merging a branch, as JavaScript sees it: what came of it, and where its conflicts are.

use super::editor::Editor;
use super::value::{array, message, object, thrown};
use crate::editor::{MergeConflict, MergedBranch};
use crate::geometry::Rect;
use js_sys::Int32Array;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** What both lines have changed, and what it is here and on the branch. `rect` lies around its pixels, and is `null` for what is no pixels. */
export type MergeConflict = {what: Message, mine: Message, theirs: Message, rect: Rect | null};
/** What merging a branch did: the number of pixels that were taken, and what both lines have changed, which stays as it was. */
export type MergedBranch = {taken: number, conflicts: MergeConflict[]};
/** Contours of the conflict that is shown, of the others, and the line that is drawn around some: for each closed loop the number of its corners, then their x and y. */
export type MergeContours = {shown: Int32Array, others: Int32Array, line: Int32Array};
"#;

#[wasm_bindgen]
extern "C" {
    /// `MergedBranch` in TypeScript.
    #[wasm_bindgen(typescript_type = "MergedBranch")]
    pub type JsMergedBranch;
    /// `MergeContours` in TypeScript.
    #[wasm_bindgen(typescript_type = "MergeContours")]
    pub type JsMergeContours;
}

fn rect(rect: Rect) -> JsValue {
    let Rect { x, y, width, height } = rect;
    let sides = [("x", x), ("y", y), ("width", width), ("height", height)];
    if rect.is_empty() { JsValue::NULL } else { object(&sides.map(|(name, side)| (name, side.into()))) }
}

fn conflict(conflict: &MergeConflict) -> JsValue {
    object(&[
        ("what", message(&conflict.told.what)),
        ("mine", message(&conflict.told.mine)),
        ("theirs", message(&conflict.told.theirs)),
        ("rect", rect(conflict.rect)),
    ])
}

#[wasm_bindgen]
impl Editor {
    /// Merges the branch that ends at a step. What both lines have changed stays as it is.
    pub fn merge_branch(&mut self, commit: f64, time: f64) -> Result<JsMergedBranch, JsValue> {
        let MergedBranch { taken, conflicts } =
            self.editor.merge_branch(commit as u64, self.at(time)).map_err(thrown)?;
        let conflicts = array(conflicts.iter().map(conflict));
        Ok(object(&[("taken", (taken as f64).into()), ("conflicts", conflicts)]).unchecked_into())
    }

    /// Returns the contours of the conflicts of the merge that is walked through.
    pub fn merge_contours(&self) -> JsMergeContours {
        let [shown, others] =
            self.editor.merge_contours().map(|lines| JsValue::from(Int32Array::from(&lines[..])));
        let line = JsValue::from(Int32Array::from(&self.editor.merge_line()[..]));
        object(&[("shown", shown), ("others", others), ("line", line)]).unchecked_into()
    }
}
