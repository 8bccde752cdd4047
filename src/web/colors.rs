//! What a colour editor asks: channels of a colour, rows of colours that go together, palettes, and which colours are used.
//!
//! All of it lies in the part of the module that painting doesn't need.

use super::editor::Editor;
use super::value::{array, object, text, thrown};
use crate::color::{Color, Harmony, Model, PRESETS, blend_ramp, shades};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A palette that ships with the program, and where it comes from. */
export type Preset = {id: string, label: string, source: string, colors: string[]};
"#;

#[wasm_bindgen]
extern "C" {
    /// `Preset[]` in TypeScript.
    #[wasm_bindgen(typescript_type = "Preset[]")]
    pub type JsPresets;
}

fn texts(colors: &[Color]) -> Vec<String> {
    colors.iter().map(Color::to_string).collect()
}

fn parsed(color: &str) -> Result<Color, JsValue> {
    color.parse().map_err(thrown)
}

/// Colours by themselves. No editor is needed for them, so they can be asked for while one is at work.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Colors;

#[wasm_bindgen]
impl Colors {
    /// Returns the three channels of a colour in a model, "hsv", "hsl" or "rgb", not rounded.
    pub fn channels(model: &str, color: &str) -> Result<Vec<f64>, JsValue> {
        Ok(Model::named(model).map_err(thrown)?.channels(parsed(color)?).to_vec())
    }

    /// Returns the colour that has these channels in a model, with an alpha of 0 to 255.
    pub fn from_channels(model: &str, a: f64, b: f64, c: f64, alpha: u8) -> Result<String, JsValue> {
        Ok(Model::named(model).map_err(thrown)?.color([a, b, c], alpha).to_string())
    }

    /// Returns colours at even steps from one to another, as they look. `turn` bends their hues, in degrees.
    pub fn ramp(from: &str, to: &str, steps: usize, turn: i32) -> Result<Vec<String>, JsValue> {
        Ok(texts(&blend_ramp(parsed(from)?, parsed(to)?, steps, turn)))
    }

    /// Returns shades of a colour from dark to light. `turn` bends their hues, in degrees.
    pub fn shades(color: &str, steps: usize, turn: i32) -> Result<Vec<String>, JsValue> {
        Ok(texts(&shades(parsed(color)?, steps, turn)))
    }

    /// Returns the colours that go with one, by the name of the harmony.
    pub fn harmony(harmony: &str, color: &str) -> Result<Vec<String>, JsValue> {
        Ok(texts(&Harmony::named(harmony).map_err(thrown)?.colors(parsed(color)?)))
    }

    /// Returns the palettes that ship with the program.
    pub fn presets() -> JsPresets {
        let preset = |one: &crate::color::Preset| {
            object(&[
                ("id", text(one.id)),
                ("label", text(one.label)),
                ("source", text(one.source)),
                ("colors", array(one.colors().iter().map(text))),
            ])
        };
        array(PRESETS.iter().map(preset)).unchecked_into()
    }
}

#[wasm_bindgen]
impl Editor {
    /// Returns the colours that were painted with, the latest first.
    pub fn recent_colors(&self) -> Vec<String> {
        texts(self.editor.desk().recent())
    }

    /// Looks through a slice of the drawing for the colours of its palette. Returns `true` if there is more to look at.
    pub fn survey(&mut self) -> bool {
        self.editor.survey()
    }

    /// Returns 1 for each colour of the palette that was found in the drawing so far, and else 0.
    pub fn used_colors(&self) -> Vec<u8> {
        self.editor.used().iter().map(|used| (*used).into()).collect()
    }
}
