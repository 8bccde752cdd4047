//! What is found in the history: who made a pixel, a search, and heat, as JavaScript sees them.

use super::editor::Editor;
use super::steps::row;
use super::value::{array, message, number, object, text, thrown};
use crate::editor::{FoundRow, Heat, HeatBy, RAMP};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{Clamped, JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, ImageData};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/**
 * A step that was found, newest first. `done`: it is not undone. `made` is the colour that it gave the probed pixel on its layer, as `#rrggbbaa`, of a
 * step that made it.
 */
export type FoundRow = {index: number, done: boolean, row: StepRow, made: string | null};
/** The steps that made the probed pixel; `why` says why they are not known yet. */
export type Makers = {rows: FoundRow[], most: number, why: Message | null};
/** How many steps were found, how many were looked at, and how many of these could not be read. */
export type Found = {count: number, looked: number, unread: number};
/** What the heat over the picture says: the most that a cell has, the side of a cell in pixels, how many steps were counted, and how many could not be read. */
export type HeatInfo = {by: "often" | "lately", most: number, side: number, steps: number, unread: number, ramp: string[]};
"#;

#[wasm_bindgen]
extern "C" {
    /// `FoundRow[]` in TypeScript.
    #[wasm_bindgen(typescript_type = "FoundRow[]")]
    pub type JsFoundRows;
    /// `Makers` in TypeScript.
    #[wasm_bindgen(typescript_type = "Makers")]
    pub type JsMakers;
    /// `Found` in TypeScript.
    #[wasm_bindgen(typescript_type = "Found")]
    pub type JsFound;
    /// `HeatInfo | null` in TypeScript.
    #[wasm_bindgen(typescript_type = "HeatInfo | null")]
    pub type JsHeat;
}

fn found_row(found: &FoundRow) -> JsValue {
    object(&[
        ("index", number(found.index)),
        ("done", found.done.into()),
        ("row", row(&found.row)),
        ("made", found.made.map_or(JsValue::NULL, text)),
    ])
}

fn heat(heat: &Heat) -> JsValue {
    let (steps, unread) = heat.steps();
    object(&[
        ("by", text(HeatBy::id(heat.by()))),
        ("most", heat.most().into()),
        ("side", heat.side().into()),
        ("steps", number(steps)),
        ("unread", number(unread)),
        ("ramp", array(RAMP.iter().map(text))),
    ])
}

#[wasm_bindgen]
impl Editor {
    /// Sets whether the pixel under the pointer is probed while Alt is held.
    pub fn probe_by_alt(&mut self, probes: bool) {
        self.editor.probe_by_alt(probes);
    }

    /// Returns the steps that made the probed pixel, newest first.
    pub fn makers(&mut self) -> JsMakers {
        let found = self.editor.maker_rows();
        let why = found.as_ref().err().map_or(JsValue::NULL, |error| message(&error.message()));
        let rows = found.unwrap_or_default();
        object(&[
            ("rows", array(rows.iter().map(found_row))),
            ("most", number(crate::editor::MOST_LISTED)),
            ("why", why),
        ])
        .unchecked_into()
    }

    /// Tells what steps are called in the person's language: labels, and names in the same order.
    pub fn call_steps(&mut self, labels: Vec<String>, names: Vec<String>) {
        self.editor.call_steps(labels.into_iter().zip(names).collect());
    }

    /// Looks at the next steps of a search. Returns `true` if steps remain.
    pub fn search_on(&mut self, work: usize) -> bool {
        self.editor.search_on(work)
    }

    /// Returns how far the search has come.
    pub fn found(&self) -> JsFound {
        let (count, looked, unread) = self.editor.found();
        object(&[("count", number(count)), ("looked", number(looked)), ("unread", number(unread))])
            .unchecked_into()
    }

    /// Returns rows of the steps that were found, from one on, newest first.
    pub fn found_rows(&self, from: usize, count: usize) -> JsFoundRows {
        array(self.editor.found_rows(from, count).iter().map(found_row)).unchecked_into()
    }

    /// Goes through the next steps for heat. Returns `true` if steps remain.
    pub fn heat_on(&mut self, work: usize) -> bool {
        self.editor.heat_on(work)
    }

    /// Draws heat on a canvas of its own, a pixel for each cell. Returns what it says.
    pub fn draw_heat(&mut self, context: &CanvasRenderingContext2d) -> Result<JsHeat, JsValue> {
        let Some(shown) = self.editor.heat() else { return Ok(JsValue::NULL.unchecked_into()) };
        let (width, height) = shown.size();
        let (width, height) = (width as u32, height as u32);
        shown.draw(&mut self.pixels).map_err(thrown)?;
        let told = heat(shown);
        if let Some(canvas) =
            context.canvas().filter(|canvas| (canvas.width(), canvas.height()) != (width, height))
        {
            canvas.set_width(width);
            canvas.set_height(height);
        }
        let image = ImageData::new_with_u8_clamped_array_and_sh(Clamped(&self.pixels), width, height)?;
        context.put_image_data(&image, 0.0, 0.0)?;
        Ok(told.unchecked_into())
    }
}
