//! JavaScript's values made from Rust's, and the types that describe them: effects, state, history.

use crate::editor::{Effect, Highlight};
use crate::params::Named;
pub(super) use undoodle_bridge::*;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A result of an input, for the page to show. */
export type Effect =
  | {type: "message", text: string, tone: "info" | "error"}
  | {type: "offer", text: string, command: string, label: string, quiet: boolean}
  | {type: "confirm", text: string}
  | ({type: "highlight"} & Highlight)
  | {type: "flash", color: string, layer: number | null, frame: number | null}
  | {type: "ask", what: "new" | "open" | "open-sheet" | "drawings" | "save" | "save-as" | "save-with-history" | "export" | "export-again" | "open-palette" | "save-palette" | "commands" | "keys" | "take-back"};
export type Highlight = {kind: "undo" | "redo", rect: Rect, color: string, shows: "frame" | "pixels" | "off", label: string};
/**
 * The state that panels draw. `asked` is the question that waits for `answer`; `ticking` is true while something
 * needs calls of `tick`; `toolOptions` names the options that the chosen tool shows now, `idleOptions` those that have no effect now; `withHistory`
 * tells whether the drawing's file holds its history; `layers` and `frames` are the chosen ones, `folded` the ids of
 * groups that lists fold, `reach` is what edits apply to; `looking` names
 * the state that is shown while one only looks at it; `customBrush` and `customFont` tell whether one was cut out; `text` is
 * the text that is set but not placed yet.
 */
export type State = {
  width: number, height: number, name: string, serial: number, dirty: boolean, withHistory: boolean,
  undo: number, redo: number, temp: number, bytes: number,
  position: number, ahead: number, aside: number, undoLabel: string, redoLabel: string, looking: string | null,
  zoom: string, mirrored: boolean, quarters: number, pointer: string, cursor: Point | null, game: {id: string, label: string} | null,
  tool: string, toolOptions: string[], idleOptions: string[], options: Arguments, customBrush: boolean, customFont: boolean, text: {letters: string, rect: Rect} | null,
  primary: string, secondary: string, swatch: {from: number, to: number} | null,
  layer: number, frame: number, layers: number[], frames: number[], folded: number[], onion: Onion, reach: string,
  selection: {rect: Rect, floating: boolean} | null,
  active: boolean, waiting: boolean, grabbing: boolean, playing: boolean, ticking: boolean, previewing: boolean,
  asked: string | null,
};
/** The onion skin: `opacity` in per cent. */
export type Onion = {
  shown: boolean, before: number, after: number, opacity: number,
  tintBefore: string, tintAfter: string, front: boolean, layer: boolean, tag: boolean,
};
/** The parts of a state that an effect "moved" may have changed. */
export type Moving = {cursor: Point | null, temp: number, selection: {rect: Rect, floating: boolean} | null};
"#;

#[wasm_bindgen]
extern "C" {
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
    let said = |sentence: &str, tone: &str| {
        object(&[("type", text("message")), ("text", text(sentence)), ("tone", text(tone))])
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
        Effect::Confirm(question) => object(&[("type", text("confirm")), ("text", text(question))]),
        Effect::Offer { text: sentence, command, label, quiet } => object(&[
            ("type", text("offer")),
            ("text", text(sentence)),
            ("command", text(command)),
            ("label", text(label)),
            ("quiet", (*quiet).into()),
        ]),
        Effect::Ask(ask) => object(&[("type", text("ask")), ("what", text(ask.id()))]),
    })
}
