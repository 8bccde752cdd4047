//! Palettes in and out, as lists of colours in lines.

use super::values::{JsMessages, bytes, message, messages, object, thrown};
use js_sys::Uint8Array;
use undoodle_formats::color::{Color, read_list};
use undoodle_formats::document::MAX_COLORS;
use undoodle_formats::error::{Error, Message};
use undoodle_formats::{self as formats, palettes};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A palette that was read: its format, its colours in lines, how many they are, and what could not be kept. */
export type ReadPalette = {format: string, list: string, count: number, notes: Message};
"#;

#[wasm_bindgen]
extern "C" {
    /// `ReadPalette` in TypeScript.
    #[wasm_bindgen(typescript_type = "ReadPalette")]
    pub type JsReadPalette;
}

fn read_palette_of(format: &str, colors: &[Color], notes: &[Message]) -> JsReadPalette {
    let list: Vec<_> = colors.iter().map(ToString::to_string).collect();
    object(&[
        ("format", format.into()),
        ("list", list.join("\n").into()),
        ("count", (colors.len() as u32).into()),
        ("notes", message(&Message::row(notes.iter().cloned(), "{first}; {rest}"))),
    ])
    .unchecked_into()
}

/// Reads a palette file of any format.
#[wasm_bindgen]
pub fn read_palette(file: &Uint8Array) -> Result<JsReadPalette, JsValue> {
    let bytes = bytes(file)?;
    let (format, palette) = palettes::open(&bytes).map_err(thrown)?;
    Ok(read_palette_of(format.label, &palette.colors, &palette.notes))
}

/// Reads the colours of a picture in a file of any format.
#[wasm_bindgen]
pub fn palette_of_picture(file: &Uint8Array) -> Result<JsReadPalette, JsValue> {
    let bytes = bytes(file)?;
    let read = || -> Result<_, Error> {
        let (format, opened) = formats::open(&bytes)?;
        let palette = palettes::of_picture(&opened.image()?);
        Ok(read_palette_of(format.label, &palette.colors, &palette.notes))
    };
    read().map_err(thrown)
}

/// Reads a list of colours in lines.
fn list_of(text: &str) -> Result<Vec<Color>, Error> {
    read_list(text, MAX_COLORS as usize)
}

/// Encodes colours in lines as a palette file of a format.
#[wasm_bindgen]
pub fn write_palette(format: &str, list: &str, name: &str) -> Result<Vec<u8>, JsValue> {
    let write = || -> Result<_, Error> { Ok((palettes::named(format)?.write)(&list_of(list)?, name)) };
    write().map_err(thrown)
}

/// Returns what a palette file of a format would lose of colours in lines, as phrases.
#[wasm_bindgen]
pub fn palette_losses(format: &str, list: &str) -> Result<JsMessages, JsValue> {
    let losses = || -> Result<_, Error> { Ok((palettes::named(format)?.loses)(&list_of(list)?)) };
    losses().map(|lost| messages(&lost)).map_err(thrown)
}
