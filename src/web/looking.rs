//! What is looked at beside and over the picture: the miniature, the brush under the cursor, the transform box.
//!
//! The page draws it with elements and canvases of its own, and only while it is open.

use super::editor::Editor;
use super::value::{object, text, thrown};
use super::work::Work;
use crate::tools::Held;
use js_sys::Int32Array;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{Clamped, JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, ImageData};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A rectangle of the drawing that is turned clockwise by degrees about its centre; `active` while it is being transformed. */
export type TransformBox = {x: number, y: number, width: number, height: number, angle: number, active: boolean};
/**
 * What a press would paint: the size of the brush's outline, the contour of its pixels from the outline's corner on, the colour, and whether a
 * line would be drawn. A contour has for each closed loop its number of corners, then their x and y.
 */
export type Brush = {width: number, height: number, contour: Int32Array, color: string | null, line: boolean};
"#;

#[wasm_bindgen]
extern "C" {
    /// `TransformBox | null` in TypeScript.
    #[wasm_bindgen(typescript_type = "TransformBox | null")]
    pub type JsTransformBox;
    /// `Brush` in TypeScript.
    #[wasm_bindgen(typescript_type = "Brush")]
    pub type JsBrush;
}

#[wasm_bindgen]
impl Editor {
    /// Returns what a press would paint.
    pub fn brush(&self) -> JsBrush {
        let contour = Int32Array::from(&self.editor.brush_contour()[..]);
        let color = self.editor.brush_color().map_or(JsValue::NULL, text);
        let line = self.editor.has_line().into();
        let (width, height) = self.editor.brush_size();
        object(&[
            ("width", width.into()),
            ("height", height.into()),
            ("contour", contour.into()),
            ("color", color),
            ("line", line),
        ])
        .unchecked_into()
    }

    /// Takes what a press would do where the pointer is: a keyword of CSS for the cursor, "pick" or "fill"; `undefined` if it is what was
    /// taken last, as it is for most moves, and a text takes longer than they do.
    pub fn take_pointer(&mut self) -> Option<String> {
        let pointer = self.editor.pointer();
        let other = std::mem::replace(&mut self.pointer, pointer) != pointer;
        other.then(|| pointer.to_owned())
    }

    /// Returns the contour of the line that a press would draw while Shift is held, in document pixels.
    pub fn line_contour(&self) -> Vec<i32> {
        self.editor.line_contour()
    }

    /// Returns the box around what floats above the active cel, or around what is being transformed.
    pub fn transform_box(&self) -> JsTransformBox {
        let active = self.editor.is_transforming();
        let found = self.editor.transform_box().map(|of| {
            object(&[
                ("x", of.x.into()),
                ("y", of.y.into()),
                ("width", of.width.into()),
                ("height", of.height.into()),
                ("angle", of.angle.into()),
                ("active", active.into()),
            ])
        });
        found.unwrap_or(JsValue::NULL).unchecked_into()
    }

    /// Begins a pull at a handle of the box: "top-left", "top" and so on, "inside" or "turn". Returns `false` if there is no
    /// box.
    pub fn grab_box(&mut self, handle: &str, x: f64, y: f64) -> bool {
        self.editor.grab_box(handle, x, y)
    }

    /// Plans to show what the pull does when the pointer has come to (x, y); `bits` are the held modifier keys.
    pub fn plan_pull(&mut self, x: f64, y: f64, bits: u32) {
        let held = Held { shift: bits & 1 != 0, ctrl: bits & 2 != 0, alt: bits & 4 != 0 };
        let args = self.editor.pulled(x, y, held);
        self.planned = args.map(|args| Work::Preview { id: "edit.transform".into(), args });
    }

    /// Opens the miniature, or changes its maximum size in pixels; a size of 0 closes it. With `whole` it shows all of a larger
    /// canvas, scaled down.
    pub fn open_miniature(&mut self, width: i32, height: i32, whole: bool) {
        self.editor.open_miniature(width, height, whole);
    }

    /// Returns `true` if a part of the miniature is still to be painted, as all of it would have taken long.
    pub fn miniature_lacks(&self) -> bool {
        self.editor.miniature_lacks()
    }

    /// Paints on a small canvas of its own what has changed of the drawing at its own size: of the active frame, or with a
    /// time of the frame that is due. Returns the milliseconds until another frame is due, or infinity; 0 while the picture plays: then one is due with
    /// each repaint of that.
    pub fn miniature(
        &mut self,
        context: &CanvasRenderingContext2d,
        time: Option<f64>,
    ) -> Result<f64, JsValue> {
        let shown = self.editor.miniature(time, &mut self.pixels).map_err(thrown)?;
        let (area, stale) = (shown.in_miniature(shown.area), shown.in_miniature(shown.stale));
        let size = (area.width as u32, area.height as u32);
        if let Some(canvas) = context.canvas().filter(|canvas| (canvas.width(), canvas.height()) != size) {
            canvas.set_width(size.0);
            canvas.set_height(size.1);
        }
        if !stale.is_empty() {
            let (width, height) = (stale.width as u32, stale.height as u32);
            let image = ImageData::new_with_u8_clamped_array_and_sh(Clamped(&self.pixels), width, height)?;
            context.put_image_data(&image, f64::from(stale.x), f64::from(stale.y))?;
        }
        Ok(shown.rest.unwrap_or(f64::INFINITY))
    }
}
