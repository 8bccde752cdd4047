//! JavaScript's values made from Rust's, and the other way round: commands, options, the document.

use super::value::{array, number, object, rect, text, thrown};
use crate::document::Document;
use crate::editor::{Command, Editor, Scope};
use crate::error::Error;
use crate::params::{Kind, Param};
use crate::raster::Automaton;
use crate::tools::{OPTIONS, Options, Tool, ToolOption};
use crate::value::Value;
use js_sys::{Array, Reflect, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** `links`: the groups of frames that share one image, at least two in each. */
export type LayerInfo = {
  name: string, visible: boolean, locked: boolean, alphaLocked: boolean, opacity: number, blend: string,
  note: string, links: number[][], group: number | null,
};
/** A group of layers: layers name it by its `id`. */
export type GroupInfo = {id: number, name: string, visible: boolean, locked: boolean};
export type TagInfo = {name: string, from: number, to: number, direction: string};
/** The document's properties; layers from the bottom up, durations in milliseconds. */
export type Drawing = {
  layers: LayerInfo[], groups: GroupInfo[], frames: {duration: number}[], tags: TagInfo[], palette: string[],
  background: string, grid: {width: number, height: number}, tile: {width: number, height: number},
};
/**
 * `counted`: scripts count from 0, people from 1; `list`: what it is a place in; `shown`: forms ask for it; `columns`: of the grid that the choices are laid
 * out in, 0 for a list. The page sets `off` of a choice that can't be made now.
 */
export type Param = {
  name: string, label: string, hint: string, kind: "number" | "text" | "lines" | "color" | "choice" | "flag", shown: boolean,
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

pub(super) fn options(options: &Options) -> JsValue {
    named(OPTIONS.iter().map(|option| (option.param.name, (option.param.default)(options))).collect())
}

/// Returns the names of the options that the chosen tool shows now.
pub(super) fn minded(editor: &Editor) -> JsValue {
    let shown = editor.tool().options().filter(|option| (option.param.shown)(editor.options()));
    array(shown.map(|option| text(option.param.name)))
}

/// Returns the names of the options that the chosen tool has and that have no effect now.
pub(super) fn idle(editor: &Editor) -> JsValue {
    let idle = editor.tool().options().filter(|option| !(option.param.shown)(editor.options()));
    array(idle.map(|option| text(option.param.name)))
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

pub(super) fn selection(document: &Document) -> JsValue {
    let floating = document.floating().map(|(_, around)| around);
    let around = floating.or(document.selection());
    around.map_or(JsValue::NULL, |around| {
        object(&[("rect", rect(around)), ("floating", floating.is_some().into())])
    })
}

#[cold]
#[inline(never)]
pub(super) fn written(editor: &Editor) -> JsValue {
    let shown = |(letters, around)| object(&[("letters", text(letters)), ("rect", rect(around))]);
    editor.text().map_or(JsValue::NULL, shown)
}

pub(super) fn onion(editor: &Editor) -> JsValue {
    let (onion, shown) = editor.onion();
    object(&[
        ("shown", shown.into()),
        ("before", onion.before.into()),
        ("after", onion.after.into()),
        ("opacity", onion.opacity.into()),
        ("tintBefore", text(onion.tint_before)),
        ("tintAfter", text(onion.tint_after)),
        ("front", onion.front.into()),
        ("layer", onion.layer.into()),
        ("tag", onion.tag.into()),
    ])
}

pub(super) fn swatch(swatch: Option<(u32, u32)>) -> JsValue {
    swatch.map_or(JsValue::NULL, |(from, to)| object(&[("from", from.into()), ("to", to.into())]))
}

pub(super) fn game(rule: Automaton) -> JsValue {
    object(&[("id", text(rule.id())), ("label", text(rule.label()))])
}

fn size((width, height): (u32, u32)) -> JsValue {
    object(&[("width", width.into()), ("height", height.into())])
}

pub(super) fn drawing(document: &Document) -> JsValue {
    let layer = |index: u32| {
        let layer = document.layer(index).ok()?;
        let links =
            document.links(index).into_iter().map(|frames| array(frames.into_iter().map(JsValue::from)));
        Some(object(&[
            ("name", text(layer.name)),
            ("visible", layer.visible.into()),
            ("locked", layer.locked.into()),
            ("alphaLocked", layer.alpha_locked.into()),
            ("opacity", layer.opacity.into()),
            ("blend", text(layer.blend.id())),
            ("note", text(layer.note)),
            ("links", array(links)),
            ("group", if layer.group == 0 { JsValue::NULL } else { layer.group.into() }),
        ]))
    };
    let group = |id: &u16| {
        let group = document.group(*id).ok()?;
        Some(object(&[
            ("id", (*id).into()),
            ("name", text(group.name)),
            ("visible", group.visible.into()),
            ("locked", group.locked.into()),
        ]))
    };
    let frame = |frame: u32| object(&[("duration", document.duration(frame).unwrap_or(0).into())]);
    let tag = |tag: crate::document::Tag| {
        object(&[
            ("name", text(tag.name)),
            ("from", tag.from.into()),
            ("to", tag.to.into()),
            ("direction", text(tag.direction.id())),
        ])
    };
    object(&[
        ("layers", array((0..document.layers()).filter_map(layer))),
        ("groups", array(document.groups().iter().filter_map(group))),
        ("frames", array((0..document.frames()).map(frame))),
        ("tags", array(document.tags().into_iter().map(tag))),
        ("palette", array(document.palette().into_iter().map(text))),
        ("background", text(document.background())),
        ("grid", size(document.grid())),
        ("tile", size(document.tile())),
    ])
}
