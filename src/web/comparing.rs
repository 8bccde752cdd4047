//! Two states compared, as JavaScript sees them: their pixels, how many differ, and outlines.

use super::editor::Editor;
use super::value::{message, object, text, thrown};
use crate::geometry::Rect;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** Two states that are compared: their ids and names, the size of both together, and the number of pixels that differ, of those that were counted. */
export type Compared = {oneId: number, otherId: number, one: Message, other: Message, width: number, height: number, pixels: number, counted: boolean};
"#;

#[wasm_bindgen]
extern "C" {
    /// `Compared | null` in TypeScript.
    #[wasm_bindgen(typescript_type = "Compared | null")]
    pub type JsCompared;
}

#[wasm_bindgen]
impl Editor {
    /// Returns what a comparison says, or nothing if there is none.
    pub fn compared(&self) -> JsCompared {
        let Some(compared) = self.editor.compared() else { return JsValue::NULL.unchecked_into() };
        let [one, other] = &compared.labels;
        let [left, right] = compared.states.map(|state| JsValue::from(state.0 as f64));
        object(&[
            ("oneId", left),
            ("otherId", right),
            ("one", message(one)),
            ("other", message(other)),
            ("width", compared.size.0.into()),
            ("height", compared.size.1.into()),
            ("pixels", (compared.pixels as f64).into()),
            ("counted", compared.counted.into()),
        ])
        .unchecked_into()
    }

    /// Counts some more pixels that differ. Returns `true` if work remains.
    pub fn compare_more(&mut self) -> Result<bool, JsValue> {
        self.editor.compare_more().map_err(thrown)
    }

    /// Returns every `step`-th pixel of a rectangle at one of the two states, as RGBA.
    pub fn compare_view(
        &mut self,
        side: usize,
        x: i32,
        y: i32,
        width: i32,
        height: i32,
        step: u32,
    ) -> Result<Vec<u8>, JsValue> {
        let colors = self.editor.compare_read(side, Rect { x, y, width, height }, step).map_err(thrown)?;
        Ok(colors.into_iter().flat_map(|color| color.bytes).collect())
    }

    /// Returns the colour of a pixel at one of the two states, as `#rrggbbaa`.
    pub fn compare_pixel(&mut self, side: usize, x: i32, y: i32) -> Result<JsValue, JsValue> {
        let rect = Rect { x, y, width: 1, height: 1 };
        let colors = self.editor.compare_read(side, rect, 1).map_err(thrown)?;
        Ok(colors.first().map_or(JsValue::NULL, text))
    }

    /// Returns the outlines of pixels that differ within a rectangle, in cells of some pixels.
    pub fn compare_outlines(&self, x: i32, y: i32, width: i32, height: i32, step: u32) -> Vec<i32> {
        self.editor.compare_outlines(Rect { x, y, width, height }, step)
    }

    /// Ends a comparison.
    pub fn compare_end(&mut self) {
        self.editor.compare_end();
    }
}
