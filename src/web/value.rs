//! JavaScript's values made from Rust's, and the types that describe them: effects, state, history.

use crate::editor::{self, Effect, Highlight};
use crate::error::Message;
use crate::fields::Data;
pub(super) use undoodle_bridge::*;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A result of an input, for the page to show. */
export type Effect =
  | {type: "message", text: Message, tone: "info" | "error"}
  | {type: "offer", text: Message, command: string, label: string, quiet: boolean}
  | {type: "confirm", text: Message}
  | ({type: "highlight"} & Highlight)
  | {type: "flash", color: string, layer: number | null, frame: number | null}
  | {type: "ask", what: "new" | "open" | "open-sheet" | "drawings" | "save" | "save-as" | "save-with-history" | "export" | "export-again" | "open-palette" | "save-palette" | "commands" | "keys" | "take-back" | "brought-back" | "search" | "merge" | "compare"};
export type Highlight = {kind: "undo" | "redo", rect: Rect, color: string, shows: "frame" | "pixels" | "off", label: string};
/** Fields of the state that have changed. */
export type StateNews = Partial<State>;
/** Fields of the drawing that have changed. */
export type DrawingNews = Partial<Drawing>;
/** The parts of a state that an effect "moved" may have changed. */
export type Moving = Partial<State>;
"#;

/// The types of the fields that panels draw from.
#[wasm_bindgen(typescript_custom_section)]
const SHOWN: &str = editor::TYPESCRIPT;

#[wasm_bindgen]
extern "C" {
    /// `StateNews` in TypeScript.
    #[wasm_bindgen(typescript_type = "StateNews")]
    pub type JsStateNews;
    /// `DrawingNews` in TypeScript.
    #[wasm_bindgen(typescript_type = "DrawingNews")]
    pub type JsDrawingNews;
    /// `Effect[]` in TypeScript.
    #[wasm_bindgen(typescript_type = "Effect[]")]
    pub type JsEffects;
    /// `State` in TypeScript.
    #[wasm_bindgen(typescript_type = "State")]
    pub type JsState;
    /// `Moving` in TypeScript.
    #[wasm_bindgen(typescript_type = "Moving")]
    pub type JsMoving;
    /// `Highlight | null` in TypeScript.
    #[wasm_bindgen(typescript_type = "Highlight | null")]
    pub type JsMaybeHighlight;
}

/// Creates what the page is shown.
pub(super) fn data(data: &Data) -> JsValue {
    match data {
        Data::Nothing => JsValue::NULL,
        Data::Flag(flag) => (*flag).into(),
        Data::Number(number) => JsValue::from_f64(*number),
        Data::Text(text) => JsValue::from_str(text),
        Data::Said(said) => message(said),
        Data::List(items) => array(items.iter().map(self::data)),
        Data::Object(properties) => {
            let properties: Vec<_> = properties.iter().map(|(name, of)| (*name, self::data(of))).collect();
            object(&properties)
        }
    }
}

fn highlight_properties(highlight: &Highlight) -> [(&'static str, JsValue); 5] {
    [
        ("kind", text(highlight.direction.id())),
        ("rect", rect(highlight.rect)),
        ("color", text(highlight.color)),
        ("shows", text(highlight.shows.id())),
        ("label", text(&highlight.label)),
    ]
}

pub(super) fn highlight(highlight: &Highlight) -> JsValue {
    object(&highlight_properties(highlight))
}

pub(super) fn effect(effect: &Effect) -> Option<JsValue> {
    let said = |said: &Message, tone: &str| {
        object(&[("type", text("message")), ("text", message(said)), ("tone", text(tone))])
    };
    Some(match effect {
        Effect::Repaint | Effect::State | Effect::Moved => return None,
        Effect::Message(sentence) => said(sentence, "info"),
        Effect::Failure(sentence) => said(sentence, "error"),
        Effect::Highlight(highlight) => {
            let mut properties = highlight_properties(highlight).to_vec();
            properties.push(("type", text("highlight")));
            object(&properties)
        }
        Effect::Flash { color, layer, frame } => object(&[
            ("type", text("flash")),
            ("color", text(color)),
            ("layer", layer.map_or(JsValue::NULL, JsValue::from)),
            ("frame", frame.map_or(JsValue::NULL, JsValue::from)),
        ]),
        Effect::Confirm(question) => object(&[("type", text("confirm")), ("text", message(question))]),
        Effect::Offer { text: sentence, command, label, quiet } => object(&[
            ("type", text("offer")),
            ("text", message(sentence)),
            ("command", text(command)),
            ("label", text(label)),
            ("quiet", (*quiet).into()),
        ]),
        Effect::Ask(ask) => object(&[("type", text("ask")), ("what", text(ask.id()))]),
    })
}
