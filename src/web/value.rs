//! JavaScript's values made from Rust's, and the types that describe them: effects, state, history.

use crate::color::Color;
use crate::editor::{Effect, Highlight};
use crate::error::Error;
use crate::geometry::Rect;
use crate::history::{Commit, CommitId, Header, History, Place};
use crate::memory::Arena;
use crate::params::Named;
use js_sys::{Array, Object, Reflect};
use std::cell::RefCell;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A rectangle; in document pixels where nothing else is said. */
export type Rect = {x: number, y: number, width: number, height: number};
export type Point = {x: number, y: number};
/** A result of an input, for the page to show. */
export type Effect =
  | {type: "message", text: string, tone: "info" | "error"}
  | {type: "offer", text: string, command: string, label: string, quiet: boolean}
  | {type: "confirm", text: string}
  | ({type: "highlight"} & Highlight)
  | {type: "flash", color: string, layer: number | null, frame: number | null}
  | {type: "ask", what: "new" | "open" | "open-sheet" | "drawings" | "save" | "save-as" | "save-with-history" | "export" | "export-again" | "open-palette" | "save-palette" | "commands" | "keys"};
export type Highlight = {kind: "undo" | "redo", rect: Rect, color: string, shows: "frame" | "pixels" | "off", label: string};
/**
 * The state that panels draw. `asked` is the question that waits for `answer`; `ticking` is true while something
 * needs calls of `tick`; `toolOptions` names the options that the chosen tool shows now; `withHistory` tells whether
 * the drawing's file holds its history; `layers` and `frames` are the chosen ones, `folded` the ids of
 * groups that lists fold, `reach` is what edits apply to; `looking` names
 * the state that is shown while one only looks at it; `customBrush` and `customFont` tell whether one was cut out; `text` is
 * the text that is set but not placed yet.
 */
export type State = {
  width: number, height: number, name: string, serial: number, dirty: boolean, withHistory: boolean,
  undo: number, redo: number, temp: number, bytes: number,
  position: number, ahead: number, aside: number, undoLabel: string, redoLabel: string, looking: string | null,
  zoom: string, mirrored: boolean, quarters: number, pointer: string, cursor: Point | null, game: {id: string, label: string} | null,
  tool: string, toolOptions: string[], options: Arguments, customBrush: boolean, customFont: boolean, text: {letters: string, rect: Rect} | null,
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
export type HistoryStep = {id: number, label: string, rect: Rect, color: string, bytes: number, place: "memory" | "both" | "disk"};
/** A state for `history.goto`, by the number of its commit. */
export type HistoryPlace = {id: number, label: string};
/** `pinned` and `branches` are in the order of the commands' indices; a branch is named by its last step. */
export type HistoryInfo = {
  undo: number, redo: number, temp: number,
  bytes: number, live: number, hot: number, sealed: number, pinnedBytes: number, budget: number,
  touched: number, working: number,
  commits: number, branched: number, pins: number,
  steps: HistoryStep[], position: number, base: number,
  aside: {commit: number, steps: number} | null,
  pinned: HistoryPlace[], branches: HistoryPlace[],
};
export type StackEntry = {
  kind: "delta" | "header", part: "undo" | "redo" | "temp",
  address: number, length: number, label: string, color: string,
};
export type LastEvent = {kind: "commit" | "undo" | "redo" | "", serial: number, color: string};
"#;

#[wasm_bindgen]
extern "C" {
    /// `Rect` in TypeScript.
    #[wasm_bindgen(typescript_type = "Rect")]
    pub type JsRect;
    /// `Rect | null` in TypeScript.
    #[wasm_bindgen(typescript_type = "Rect | null")]
    pub type JsMaybeRect;
    /// `Point` in TypeScript.
    #[wasm_bindgen(typescript_type = "Point")]
    pub type JsPoint;
    /// A size in columns and rows.
    #[wasm_bindgen(typescript_type = "{width: number, height: number}")]
    pub type JsSize;
    /// `Effect[]` in TypeScript.
    #[wasm_bindgen(typescript_type = "Effect[]")]
    pub type JsEffects;
    /// `State` in TypeScript.
    #[wasm_bindgen(typescript_type = "State")]
    pub type JsState;
    /// `Moving` in TypeScript.
    #[wasm_bindgen(typescript_type = "Moving")]
    pub type JsMoving;
    /// `HistoryInfo` in TypeScript.
    #[wasm_bindgen(typescript_type = "HistoryInfo")]
    pub type JsHistory;
    /// `Highlight | null` in TypeScript.
    #[wasm_bindgen(typescript_type = "Highlight | null")]
    pub type JsMaybeHighlight;
    /// `StackEntry[]` in TypeScript.
    #[wasm_bindgen(typescript_type = "StackEntry[]")]
    pub type JsStack;
    /// `LastEvent` in TypeScript.
    #[wasm_bindgen(typescript_type = "LastEvent")]
    pub type JsLastEvent;
    /// Colours as texts.
    #[wasm_bindgen(typescript_type = "string[]")]
    pub type JsColors;
    /// A flag for each square.
    #[wasm_bindgen(typescript_type = "boolean[]")]
    pub type JsFlags;
}

thread_local! {
    /// Names of properties that JavaScript has, sorted by where they lie in the module's data.
    static NAMES: RefCell<Vec<(*const u8, usize, JsValue)>> = const { RefCell::new(Vec::new()) };
}

/// Sets a property of a fresh, plain object. Handing a text over takes longer than all else of it, so a name is handed over
/// once.
fn set(object: &Object, name: &'static str, value: &JsValue) {
    NAMES.with_borrow_mut(|names| {
        let place = (name.as_ptr(), name.len());
        let found = names.binary_search_by_key(&place, |&(at, length, _)| (at, length));
        let index = found.unwrap_or_else(|index| {
            names.insert(index, (place.0, place.1, JsValue::from_str(name)));
            index
        });
        // It can't fail.
        let _ = Reflect::set(object, &names[index].2, value);
    });
}

/// Creates an object with these properties.
pub(super) fn object(properties: &[(&'static str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in properties {
        set(&object, name, value);
    }
    object.into()
}

/// Collects values into an array.
pub(super) fn array(items: impl Iterator<Item = JsValue>) -> JsValue {
    items.collect::<Array>().into()
}

/// Creates a JavaScript `Error` with the error's sentence as its message.
pub(super) fn thrown(error: Error) -> JsValue {
    let thrown = js_sys::Error::new(&error.to_string());
    if error == Error::Stopped {
        // The name by which the web knows what a person has stopped.
        thrown.set_name("AbortError");
    }
    thrown.into()
}

pub(super) fn text(value: impl ToString) -> JsValue {
    JsValue::from_str(&value.to_string())
}

/// Converts a count or a size into a JavaScript number; those here stay far below 2⁵³.
pub(super) fn number(value: usize) -> JsValue {
    JsValue::from_f64(value as f64)
}

pub(super) fn point(x: f64, y: f64) -> JsValue {
    object(&[("x", x.into()), ("y", y.into())])
}

pub(super) fn rect(rect: Rect) -> JsValue {
    object(&[
        ("x", rect.x.into()),
        ("y", rect.y.into()),
        ("width", rect.width.into()),
        ("height", rect.height.into()),
    ])
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

/// Converts a commit's number; a history would take centuries to reach 2⁵³.
pub(super) fn id(CommitId(id): CommitId) -> JsValue {
    JsValue::from_f64(id as f64)
}

pub(super) fn place(at: CommitId, header: &Header<'_>) -> JsValue {
    object(&[("id", id(at)), ("label", text(&header.label))])
}

pub(super) fn place_of(place: Place) -> JsValue {
    text(match place {
        Place::Memory => "memory",
        Place::Both => "both",
        Place::Disk => "disk",
    })
}

fn step(commit: Commit<'_>) -> JsValue {
    let header = commit.header();
    object(&[
        ("id", id(commit.id())),
        ("label", text(&header.label)),
        ("rect", rect(header.rect)),
        ("color", text(header.color)),
        ("bytes", number(commit.bytes())),
        ("place", place_of(commit.place())),
    ])
}

pub(super) fn history<A: Arena>(history: &History<A>) -> JsValue {
    let stats = history.stats();
    let aside = history
        .aside()
        .map_or(JsValue::NULL, |(commit, steps)| object(&[("commit", id(commit)), ("steps", number(steps))]));
    object(&[
        ("undo", number(stats.undo)),
        ("redo", number(stats.redo)),
        ("temp", number(stats.temp)),
        ("bytes", number(stats.bytes)),
        ("live", number(stats.live)),
        ("hot", number(stats.hot)),
        ("sealed", number(stats.sealed)),
        ("pinnedBytes", number(stats.pinned)),
        ("budget", number(stats.budget)),
        ("touched", number(stats.touched)),
        ("working", number(stats.working)),
        ("commits", number(stats.commits)),
        ("branched", number(stats.branched)),
        ("pins", number(stats.pins)),
        ("steps", array(history.line().map(step))),
        ("position", number(history.position())),
        ("base", id(history.base())),
        ("aside", aside),
        ("pinned", array(history.pins().map(|(at, header)| place(at, &header)))),
        ("branches", array(history.branches().map(|tip| place(tip.id(), &tip.header())))),
    ])
}

/// Returns the stack's entries, oldest first: each commit's deltas, then its header; the temp stack last.
pub(super) fn stack<A: Arena>(history: &History<A>) -> JsValue {
    let entry = |kind: &str, part: &str, address: u64, length: usize, label: &str, color: Color| {
        object(&[
            ("kind", text(kind)),
            ("part", text(part)),
            ("address", JsValue::from_f64(address as f64)),
            ("length", number(length)),
            ("label", text(label)),
            ("color", text(color)),
        ])
    };
    let entries = Array::new();
    for (index, commit) in history.line().enumerate() {
        let part = if index < history.position() { "undo" } else { "redo" };
        let header = commit.header();
        for region in commit.runs().unwrap_or_default() {
            entries.push(&entry("delta", part, region.start, region.len, "", header.color));
        }
        entries.push(&entry("header", part, 0, 0, &header.label, header.color));
    }
    for region in history.touched() {
        entries.push(&entry("delta", "temp", region.start, region.len, "", Color::ADDED));
    }
    entries.into()
}
