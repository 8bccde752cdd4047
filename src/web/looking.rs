//! What is looked at beside and over the picture: the miniature, the brush under the cursor, the transform box.
//!
//! The page draws it with elements and canvases of its own, and only while it is open.

use super::editor::Editor;
use super::value::thrown;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{Clamped, JsValue};
use web_sys::{CanvasRenderingContext2d, ImageData};

#[wasm_bindgen]
impl Editor {
    /// Opens the miniature, or changes its maximum size in pixels. A size of 0 closes it.
    pub fn open_miniature(&mut self, width: i32, height: i32) {
        self.editor.open_miniature(width, height);
    }

    /// Paints on a small canvas of its own what has changed of the drawing at its own size: of the active frame, or with a
    /// time of the frame that is due. Returns the milliseconds until another frame is due, or infinity.
    pub fn miniature(
        &mut self,
        context: &CanvasRenderingContext2d,
        time: Option<f64>,
    ) -> Result<f64, JsValue> {
        let shown = self.editor.miniature(time, &mut self.pixels).map_err(thrown)?;
        let (area, stale) = (shown.area, shown.stale);
        let size = (area.width as u32, area.height as u32);
        if let Some(canvas) = context.canvas().filter(|canvas| (canvas.width(), canvas.height()) != size) {
            canvas.set_width(size.0);
            canvas.set_height(size.1);
        }
        if !stale.is_empty() {
            let (width, height) = (stale.width as u32, stale.height as u32);
            let image = ImageData::new_with_u8_clamped_array_and_sh(Clamped(&self.pixels), width, height)?;
            context.put_image_data(&image, f64::from(stale.x - area.x), f64::from(stale.y - area.y))?;
        }
        Ok(shown.rest.unwrap_or(f64::INFINITY))
    }
}
