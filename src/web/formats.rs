//! File formats for the page: what the file dialog accepts, and what saving calls its file.

use super::value::{array, object, text};
use crate::formats::{FORMATS, Format};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A file format; `endings` without their dots, the first is the one that saving gives. */
export type FormatInfo = {id: string, label: string, mime: string, endings: string[]};
"#;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "FormatInfo[]")]
    pub type JsFormats;
}

fn format(format: &Format) -> JsValue {
    object(&[
        ("id", text(format.id)),
        ("label", text(format.label)),
        ("mime", text(format.mime)),
        ("endings", array(format.endings.iter().map(text))),
    ])
}

/// Returns all formats.
pub fn all() -> JsValue {
    array(FORMATS.iter().map(format))
}
