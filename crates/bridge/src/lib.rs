//! JavaScript's values made from Rust's, for every module that a page loads, and the types that describe them.
//!
//! The page's module and the Lab's have the same plain values: objects, lists, texts, rectangles, a history's figures. They are made here,
//! so that scripts find the same shapes on all pages. The invariant: nothing is decided here, only written in another form.

#![cfg(target_arch = "wasm32")]
// A panic is never an error message.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::todo)]

use js_sys::{Array, Object, Reflect};
use std::cell::RefCell;
use undoodle_drawing::color::Color;
use undoodle_drawing::document::Trace;
use undoodle_drawing::error::{Error, Message, Value};
use undoodle_drawing::geometry::Rect;
use undoodle_history::{Arena, Commit, CommitId, Header, History, Place};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/**
 * What people read: a code, which is the English template, with the values of its holes in the order in which it first names them. A text
 * among them is the same in all languages; a phrase, or a label with an entry of its own, is an array. Without values it may be the code alone.
 */
export type Message = string | [code: string, ...values: (number | string | Message)[]];
/** A rectangle; in document pixels where nothing else is said. */
export type Rect = {x: number, y: number, width: number, height: number};
export type Point = {x: number, y: number};
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
    /// `Message` in TypeScript.
    #[wasm_bindgen(typescript_type = "Message")]
    pub type JsMessage;
    /// `Message | undefined` in TypeScript.
    #[wasm_bindgen(typescript_type = "Message | undefined")]
    pub type JsMaybeMessage;
    /// `Message[]` in TypeScript.
    #[wasm_bindgen(typescript_type = "Message[]")]
    pub type JsMessages;
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
    /// `HistoryInfo` in TypeScript.
    #[wasm_bindgen(typescript_type = "HistoryInfo")]
    pub type JsHistory;
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
pub fn object(properties: &[(&'static str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in properties {
        set(&object, name, value);
    }
    object.into()
}

/// Collects values into an array.
pub fn array(items: impl Iterator<Item = JsValue>) -> JsValue {
    items.collect::<Array>().into()
}

/// Creates an array of a message's code and its values. A message among them is an array, too, as a text is the same in all languages.
fn parts(message: &Message) -> Array {
    let made = Array::of1(&JsValue::from_str(message.code()));
    for value in message.values() {
        made.push(&match value {
            Value::Number(number) => JsValue::from_f64(*number as f64),
            Value::Text(text) => JsValue::from_str(text),
            Value::Message(message) => parts(message).into(),
        });
    }
    made
}

/// Creates what people read: a code alone, or an array of the code and its values.
pub fn message(message: &Message) -> JsValue {
    match message.values() {
        [] => JsValue::from_str(message.code()),
        _ => parts(message).into(),
    }
}

/// Creates a list of what people read.
pub fn messages(all: &[Message]) -> JsMessages {
    array(all.iter().map(message)).unchecked_into()
}

/// Creates a JavaScript `Error` with the English sentence as its message, and its code and values as what it has `said`.
pub fn thrown(error: Error) -> JsValue {
    let said = error.message();
    let thrown = js_sys::Error::new(&said.to_string());
    set(&thrown, "said", &message(&said));
    if error == Error::Stopped {
        // The name by which the web knows what a person has stopped.
        thrown.set_name("AbortError");
    }
    thrown.into()
}

/// Creates a text.
pub fn text(value: impl ToString) -> JsValue {
    JsValue::from_str(&value.to_string())
}

/// Converts a count or a size into a JavaScript number; those here stay far below 2⁵³.
pub fn number(value: usize) -> JsValue {
    JsValue::from_f64(value as f64)
}

/// Creates a point.
pub fn point(x: f64, y: f64) -> JsValue {
    object(&[("x", x.into()), ("y", y.into())])
}

/// Creates a rectangle.
pub fn rect(rect: Rect) -> JsValue {
    object(&[
        ("x", rect.x.into()),
        ("y", rect.y.into()),
        ("width", rect.width.into()),
        ("height", rect.height.into()),
    ])
}

/// Converts a commit's number; a history would take centuries to reach 2⁵³.
pub fn id(CommitId(id): CommitId) -> JsValue {
    JsValue::from_f64(id as f64)
}

/// Creates a state for `history.goto`.
pub fn place(at: CommitId, header: &Header<'_>) -> JsValue {
    object(&[("id", id(at)), ("label", text(&header.label))])
}

/// Returns where a commit's bytes lie, as a word.
pub fn place_of(place: Place) -> JsValue {
    text(match place {
        Place::Memory => "memory",
        Place::Both => "both",
        Place::Disk => "disk",
    })
}

fn step(commit: Commit<'_>) -> JsValue {
    let header = commit.header();
    let trace = Trace::of(&header);
    object(&[
        ("id", id(commit.id())),
        ("label", text(&header.label)),
        ("rect", rect(trace.rect)),
        ("color", text(trace.color)),
        ("bytes", number(commit.bytes())),
        ("place", place_of(commit.place())),
    ])
}

/// Creates a history's steps and figures.
pub fn history<A: Arena>(history: &History<A>) -> JsValue {
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
pub fn stack<A: Arena>(history: &History<A>) -> JsValue {
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
        let color = Trace::of(&header).color;
        for region in commit.runs().unwrap_or_default() {
            entries.push(&entry("delta", part, region.start, region.len, "", color));
        }
        entries.push(&entry("header", part, 0, 0, &header.label, color));
    }
    for region in history.touched() {
        entries.push(&entry("delta", "temp", region.start, region.len, "", Color::ADDED));
    }
    entries.into()
}
