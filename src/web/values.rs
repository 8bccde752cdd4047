//! JavaScript's values made from Rust's, and the other way round: commands, options, the document.

use super::table::Row;
use super::value::{object, thrown};
use crate::editor::{Command, Editor, Scope};
use crate::error::Error;
use crate::params::{Kind, MOST_STATE, Param};
use crate::tools::{Options, Tool, ToolOption};
use crate::value::Value;
use js_sys::{Array, Reflect, Uint8Array};
use std::io::{self, Read};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/**
 * `counted`: scripts count from 0, people from 1; `list`: what it is a place in; `shown`: forms ask for it; `columns`: of the grid that the choices are laid
 * out in, 0 for a list. The page sets `off` of a choice that can't be made now.
 */
export type Param = {
  name: string, label: string, hint: string, kind: "number" | "state" | "text" | "lines" | "color" | "choice" | "flag", shown: boolean,
  min?: number, max?: number, step?: number, counted?: boolean, list?: string, choices?: {id: string, label: string, off?: boolean}[], columns?: number,
};
/**
 * `changes`: it may change the drawing or its history, not only the view and what was chosen. `checked`: whether what it
 * turns on and off is on, if it does so.
 */
export type CommandInfo = {
  id: string, label: string, menu: string, keys: string[], enabled: boolean,
  params: Param[], asks: boolean, preview: boolean, repeats: boolean, changes: boolean, checked?: boolean,
};
/**
 * A tool, the id of the command that chooses it, the name of its icon, whether a group of tools begins with it, and whether a
 * press may change the drawing.
 */
export type ToolInfo = {id: string, label: string, command: string, icon: string, begins: boolean, changes: boolean};
/** An option of tools, and its value at the start. */
export type ToolOption = Param & {start: number | string | boolean};
export type Arguments = Record<string, number | string | boolean>;
"#;

#[wasm_bindgen]
extern "C" {
    /// `CommandInfo[]` in TypeScript.
    #[wasm_bindgen(typescript_type = "CommandInfo[]")]
    pub type JsCommands;
    /// `Drawing` in TypeScript.
    #[wasm_bindgen(typescript_type = "Drawing")]
    pub type JsDrawing;
    /// `ToolInfo[]` in TypeScript.
    #[wasm_bindgen(typescript_type = "ToolInfo[]")]
    pub type JsTools;
    /// `ToolOption[]` in TypeScript.
    #[wasm_bindgen(typescript_type = "ToolOption[]")]
    pub type JsToolOptions;
    /// Names and values.
    #[wasm_bindgen(typescript_type = "Arguments")]
    pub type JsObject;
    /// Places in device pixels.
    #[wasm_bindgen(typescript_type = "{vertical: number | null, horizontal: number | null}")]
    pub type JsAxes;
}

/// Reads the names and values of a plain object. `undefined` has none.
///
/// Every call used here returns an exception as a `Result`. One that unwinds through Rust would leave the
/// editor borrowed for good.
pub(super) fn entries(given: &JsValue) -> Result<Vec<(String, Value)>, JsValue> {
    if given.is_undefined() {
        return Ok(Vec::new());
    }
    if !given.is_object() || Array::is_array(given) {
        return Err(thrown(Error::unknown("arguments", "", "an object of names and values")));
    }
    let entry = |key: JsValue| {
        let name = key.as_string().unwrap_or_default();
        let value = Reflect::get(given, &key)?;
        let known = value.as_f64().map(Value::Number);
        let known =
            known.or_else(|| value.as_string().map(Value::Text)).or_else(|| value.as_bool().map(Value::Flag));
        let expected = "a number, a text, true or false";
        let known = known.ok_or_else(|| thrown(Error::unknown("argument", &name, expected)));
        known.map(|value| (name, value))
    };
    Reflect::own_keys(given)?.iter().map(entry).collect()
}

/// Copies a file's bytes. Unlike the generated glue, returns an error instead of aborting when out of memory.
pub(super) fn bytes(given: &Uint8Array) -> Result<Vec<u8>, JsValue> {
    copied(given).map_err(thrown)
}

/// Copies a file's bytes for work that was planned.
pub(super) fn copied(given: &Uint8Array) -> crate::error::Result<Vec<u8>> {
    let size = given.length() as usize;
    let mut bytes = Vec::new();
    let refused = |_| Error::OutOfMemory { what: "file", bytes: size as u64, limit: 0 };
    bytes.try_reserve_exact(size).map_err(refused)?;
    bytes.resize(size, 0);
    given.copy_to(&mut bytes);
    Ok(bytes)
}

/// Bytes of JavaScript's that are read from their beginning on.
#[derive(Debug)]
pub(super) struct Reading<'a> {
    bytes: &'a Uint8Array,
    at: u32,
}

impl Reading<'_> {
    /// Begins to read bytes.
    pub(super) fn of(bytes: &Uint8Array) -> Reading<'_> {
        Reading { bytes, at: 0 }
    }

    /// Returns the first bytes, of which a format is known.
    pub(super) fn begin(&self) -> Vec<u8> {
        self.bytes.subarray(0, 8).to_vec()
    }
}

impl Read for Reading<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let len = out.len().min((self.bytes.length() - self.at) as usize);
        let end = self.at + len as u32;
        self.bytes.subarray(self.at, end).copy_to(&mut out[..len]);
        self.at = end;
        Ok(len)
    }
}

fn value(value: &Value) -> JsValue {
    match value {
        Value::Number(number) => JsValue::from_f64(*number),
        Value::Text(content) => JsValue::from_str(content),
        Value::Flag(flag) => JsValue::from_bool(*flag),
    }
}

/// Creates an object of names and values.
pub(super) fn named(values: Vec<(&'static str, Value)>) -> JsValue {
    let properties: Vec<_> = values.iter().map(|(name, of)| (*name, value(of))).collect();
    object(&properties)
}

/// Writes a tool.
pub(super) fn tool(row: &mut Row<'_>, tool: &Tool) {
    row.text("id", tool.id);
    row.text("label", tool.label);
    row.text("command", tool.command);
    row.text("icon", tool.icon);
    row.flag("begins", tool.begins);
    row.flag("changes", tool.changes());
}

/// Writes a parameter, as it is asked for in something.
fn param<C>(row: &mut Row<'_>, param: &Param<C>, of: &C) {
    row.text("name", param.name);
    row.text("label", param.label);
    row.text("hint", param.hint);
    row.flag("shown", (param.shown)(of));
    let mut range = |min: f64, max: f64| {
        row.number("min", min);
        row.number("max", max);
    };
    let kind = match param.kind {
        Kind::Whole(min, max) => {
            range(min as f64, max as f64);
            row.number("step", 1.0);
            "number"
        }
        Kind::Index(list) => {
            range(0.0, list.last() as f64);
            row.number("step", 1.0);
            row.text("list", list.id());
            row.flag("counted", true);
            "number"
        }
        Kind::State => {
            range(0.0, MOST_STATE as f64);
            row.number("step", 1.0);
            "state"
        }
        Kind::Number(min, max) => {
            range(min, max);
            "number"
        }
        Kind::Text(max) | Kind::Note(max) => {
            row.number("max", max as f64);
            "text"
        }
        Kind::Lines(max) => {
            row.number("max", max as f64);
            "lines"
        }
        Kind::Color => "color",
        Kind::Flag => "flag",
        Kind::Choice(choices) => {
            row.rows("choices", choices().into_iter(), |row, (id, label)| {
                row.text("id", id);
                row.text("label", label);
            });
            row.number("columns", param.columns.into());
            "choice"
        }
    };
    row.text("kind", kind);
}

/// Writes an option of tools.
pub(super) fn tool_option(row: &mut Row<'_>, option: &ToolOption) {
    let start = Options::default();
    param(row, &option.param, &start);
    match (option.param.default)(&start) {
        Value::Number(number) => row.number("start", number),
        Value::Text(content) => row.text("start", &content),
        Value::Flag(flag) => row.flag("start", flag),
    }
}

/// Writes a command.
pub(super) fn command(row: &mut Row<'_>, command: &Command, editor: &Editor) {
    row.text("id", command.id);
    row.text("label", command.label);
    row.text("menu", command.menu);
    match editor.bindings().changed(command) {
        Some(keys) => row.texts("keys", keys.into_iter()),
        None => row.texts("keys", command.keys.iter().map(ToString::to_string)),
    }
    row.flag("enabled", false);
    row.rows("params", command.params.iter(), |row, one| param(row, one, editor));
    row.flag("asks", command.asks);
    row.flag("preview", command.previews);
    row.flag("repeats", command.repeats);
    row.flag("changes", command.scope() != Scope::Session);
    if command.checked.is_some() {
        row.flag("checked", false);
    }
}
