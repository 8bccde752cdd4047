//! JavaScript's values made from Rust's, and the other way round: commands, options, the document.

use super::value::{array, number, object, text, thrown};
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

pub(super) fn tool(tool: &Tool) -> JsValue {
    object(&[
        ("id", text(tool.id)),
        ("label", text(tool.label)),
        ("command", text(tool.command)),
        ("icon", text(tool.icon)),
        ("begins", tool.begins.into()),
        ("changes", tool.changes().into()),
    ])
}

fn param<C>(param: &Param<C>, of: &C) -> Vec<(&'static str, JsValue)> {
    let mut properties = vec![
        ("name", text(param.name)),
        ("label", text(param.label)),
        ("hint", text(param.hint)),
        ("shown", (param.shown)(of).into()),
    ];
    let kind = match param.kind {
        Kind::Whole(min, max) => {
            properties.extend([
                ("min", (min as f64).into()),
                ("max", (max as f64).into()),
                ("step", 1.into()),
            ]);
            "number"
        }
        Kind::Index(list) => {
            let counted = ("counted", true.into());
            properties.push(("list", text(list.id())));
            properties.extend([
                ("min", 0.into()),
                ("max", (list.last() as f64).into()),
                ("step", 1.into()),
                counted,
            ]);
            "number"
        }
        Kind::State => {
            properties.extend([("min", 0.into()), ("max", (MOST_STATE as f64).into()), ("step", 1.into())]);
            "state"
        }
        Kind::Number(min, max) => {
            properties.extend([("min", min.into()), ("max", max.into())]);
            "number"
        }
        Kind::Text(max) | Kind::Note(max) => {
            properties.push(("max", number(max)));
            "text"
        }
        Kind::Lines(max) => {
            properties.push(("max", number(max)));
            "lines"
        }
        Kind::Color => "color",
        Kind::Flag => "flag",
        Kind::Choice(choices) => {
            let choice = |(id, label): (&str, &str)| object(&[("id", text(id)), ("label", text(label))]);
            properties.push(("choices", array(choices().into_iter().map(choice))));
            properties.push(("columns", param.columns.into()));
            "choice"
        }
    };
    properties.push(("kind", text(kind)));
    properties
}

pub(super) fn tool_option(option: &ToolOption) -> JsValue {
    let start = Options::default();
    let mut properties = param(&option.param, &start);
    properties.push(("start", value(&(option.param.default)(&start))));
    object(&properties)
}

pub(super) fn command(command: &Command, editor: &Editor) -> JsValue {
    let keys = match editor.bindings().changed(command) {
        Some(keys) => array(keys.iter().map(text)),
        None => array(command.keys.iter().map(text)),
    };
    let mut properties = vec![
        ("id", text(command.id)),
        ("label", text(command.label)),
        ("menu", text(command.menu)),
        ("keys", keys),
        ("enabled", false.into()),
        ("params", array(command.params.iter().map(|one| object(&param(one, editor))))),
        ("asks", command.asks.into()),
        ("preview", command.previews.into()),
        ("repeats", command.repeats.into()),
        ("changes", (command.scope() != Scope::Session).into()),
    ];
    if command.checked.is_some() {
        properties.push(("checked", false.into()));
    }
    object(&properties)
}
