//! Sprite sheets that are a picture and a list beside it, or a picture alone.

use super::values::{bytes, thrown};
use super::{JsReadFile, read_file};
use js_sys::Uint8Array;
use undoodle_formats::{Opened, sheet};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// Reads a sheet by the list of its pictures.
#[wasm_bindgen]
pub fn read_sheet(png: &Uint8Array, json: &Uint8Array) -> Result<JsReadFile, JsValue> {
    let (png, json) = (bytes(png)?, bytes(json)?);
    let read = || {
        let whole = sheet::read_with(&png, &json)?;
        let notes = whole.notes();
        read_file("sheet", &Box::new(whole).into_drawing()?, &notes)
    };
    read().map_err(thrown)
}

/// Cuts a sheet by a grid. `numbers` are the columns and rows of a cell, the pixels to the left of the first one and above
/// it, and those between cells across and down.
#[wasm_bindgen]
pub fn cut_sheet(png: &Uint8Array, numbers: &[u32], keep_empty: bool) -> Result<JsReadFile, JsValue> {
    let png = bytes(png)?;
    let at = |index| numbers.get(index).copied().unwrap_or_default();
    let cells =
        sheet::Cells { size: (at(0), at(1)), offset: (at(2), at(3)), spacing: (at(4), at(5)), keep_empty };
    let cut = || {
        let whole = sheet::cut(&png, &cells)?;
        let notes = whole.notes();
        read_file("sheet", &Box::new(whole).into_drawing()?, &notes)
    };
    cut().map_err(thrown)
}
