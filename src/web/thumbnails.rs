//! Thumbnails of cels and frames, and the stamps by which the page knows which it has.

use super::editor::Editor;
use super::value::object;
use crate::document::Cel;
use crate::history::CommitId;
use crate::render::Thumbnail;
use js_sys::Uint8ClampedArray;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A small picture, as RGBA. */
export type Thumbnail = {width: number, height: number, pixels: Uint8ClampedArray};
"#;

#[wasm_bindgen]
extern "C" {
    /// `Thumbnail | null` in TypeScript.
    #[wasm_bindgen(typescript_type = "Thumbnail | null")]
    pub type JsThumbnail;
}

fn small(thumbnail: Option<Thumbnail>) -> JsThumbnail {
    let small = thumbnail.map_or(JsValue::NULL, |Thumbnail { width, height, pixels }| {
        let pixels = Uint8ClampedArray::from(&pixels[..]).into();
        object(&[("width", width.into()), ("height", height.into()), ("pixels", pixels)])
    });
    small.unchecked_into()
}

#[wasm_bindgen]
impl Editor {
    /// Returns the stamps of cels, layer by layer, from the first layer and frame up to before the last: 0 for an empty one.
    /// Two cels with one stamp show the same pixels, now and later.
    pub fn cel_stamps(&mut self, layer: u32, layers_end: u32, frame: u32, frames_end: u32) -> Vec<f64> {
        let stamps = self.editor.cel_stamps(layer..layers_end, frame..frames_end);
        stamps.into_iter().map(|stamp| stamp as f64).collect()
    }

    /// Returns such numbers for the pictures of frames.
    pub fn frame_stamps(&mut self, frame: u32, end: u32) -> Vec<f64> {
        self.editor.frame_stamps(frame..end).into_iter().map(|stamp| stamp as f64).collect()
    }

    /// Draws a cel into at most `width` × `height` pixels, or `null` while a stroke, a preview or a game is under way.
    pub fn cel_thumbnail(&self, layer: u32, frame: u32, width: u32, height: u32) -> JsThumbnail {
        small(self.editor.cel_thumbnail(Cel { layer, frame }, (width, height)))
    }

    /// Draws a frame like a cel.
    pub fn frame_thumbnail(&self, frame: u32, width: u32, height: u32) -> JsThumbnail {
        small(self.editor.frame_thumbnail(frame, (width, height)))
    }

    /// Draws the pixels that a step changed, in the colours that it gave them. Returns `null` if there is nothing to draw.
    pub fn step_thumbnail(&self, commit: f64, width: u32, height: u32) -> JsThumbnail {
        small(self.editor.step_thumbnail(CommitId(commit as u64), width, height))
    }
}
