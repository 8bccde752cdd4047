//! What panels show, and the news of which of it has changed.
//!
//! The page asks for the [news](Editor::news) once a frame at most, and fetches what they name. Pointer moves,
//! of which there is one in each frame, have a shorter way: [`moving`](Editor::moving).

use super::editor::Editor;
use super::value::{self, *};
use super::values::{self, JsDrawing};
use crate::editor::{self, commands};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen]
impl Editor {
    /// Returns the names of the kinds of things that panels show, in the order of the bits of [`news`](Editor::news).
    pub fn kinds(&self) -> Vec<String> {
        editor::Editor::kinds().map(str::to_owned).collect()
    }

    /// Returns which kinds have changed since the last call, as bits.
    pub fn news(&mut self) -> u32 {
        self.editor.news()
    }

    /// Returns the parts of the state that an effect "moved" may have changed.
    pub fn moving(&self) -> JsMoving {
        let cursor = self.editor.cursor().map(|at| point(at.x.into(), at.y.into()));
        let temp = number(self.editor.document().history().stats().temp);
        let selection = values::selection(self.editor.document());
        let cursor = cursor.unwrap_or(JsValue::NULL);
        object(&[("cursor", cursor), ("temp", temp), ("selection", selection)]).unchecked_into()
    }

    /// Returns the number of drawings that were open before this one.
    pub fn serial(&self) -> f64 {
        self.editor.serial() as f64
    }

    /// Returns `true` while the editor wants to be told the time.
    pub fn is_ticking(&self) -> bool {
        self.editor.is_ticking()
    }

    /// Returns `true` while a drag moves the view.
    pub fn is_grabbing(&self) -> bool {
        self.editor.is_grabbing()
    }

    /// Returns `true` if the drawing may differ from its file.
    pub fn is_dirty(&self) -> bool {
        self.editor.document().history().looks_dirty()
    }

    /// Returns the question that waits for an answer.
    pub fn asked(&self) -> JsMaybeMessage {
        self.editor.asked().map_or(JsValue::UNDEFINED, |asked| message(&asked)).unchecked_into()
    }

    /// Returns the part of the viewport that the canvas takes.
    pub fn canvas_rect(&self) -> JsRect {
        value::rect(self.editor.view().device_rect(self.editor.document().bounds())).unchecked_into()
    }

    /// Returns the state that panels draw. It takes long to make, for what is needed in every frame there are questions.
    pub fn state(&self) -> JsState {
        let editor = &self.editor;
        let (width, height) = editor.document().size();
        let history = editor.document().history();
        let (stats, standing) = (history.stats(), editor.standing());
        let (primary, secondary) = editor.colors();
        let cursor = editor.cursor().map(|at| point(at.x.into(), at.y.into()));
        object(&[
            ("width", width.into()),
            ("height", height.into()),
            ("name", text(editor.name())),
            ("withHistory", JsValue::from_bool(editor.holds_history())),
            ("serial", number(editor.serial() as usize)),
            ("dirty", editor.document().history().looks_dirty().into()),
            ("undo", number(stats.undo)),
            ("redo", number(stats.redo)),
            ("temp", number(stats.temp)),
            ("bytes", number(stats.bytes - stats.slack)),
            ("position", number(standing.position)),
            ("ahead", number(standing.ahead)),
            ("aside", number(standing.aside)),
            ("undoLabel", text(standing.undo)),
            ("redoLabel", text(standing.redo)),
            ("looking", standing.looking.map_or(JsValue::NULL, |here| message(&here))),
            ("zoom", text(format!("{}{}", editor.view().zoom, editor.view().turn))),
            ("mirrored", editor.view().turn.is_mirrored().into()),
            ("quarters", editor.view().turn.quarters().into()),
            ("pointer", text(editor.pointer())),
            ("cursor", cursor.unwrap_or(JsValue::NULL)),
            ("game", editor.game().map_or(JsValue::NULL, values::game)),
            ("tool", text(editor.tool().id)),
            ("toolOptions", values::minded(editor)),
            ("idleOptions", values::idle(editor)),
            ("options", values::options(editor.options())),
            ("customBrush", editor.options().custom.is_some().into()),
            ("customFont", editor.options().letters.is_some().into()),
            ("text", if editor.is_redrawing() { values::written(editor) } else { JsValue::NULL }),
            ("layer", editor.cel().layer.into()),
            ("frame", editor.cel().frame.into()),
            ("layers", array(editor.desk().layers(editor.document()).into_iter().map(JsValue::from))),
            ("frames", array(editor.desk().frames(editor.document()).into_iter().map(JsValue::from))),
            ("folded", array(editor.desk().folded().iter().map(|id| JsValue::from(*id)))),
            ("onion", values::onion(editor)),
            ("reach", text(editor.reach())),
            ("selection", values::selection(editor.document())),
            ("swatch", values::swatch(editor.swatch())),
            ("playing", editor.is_playing().into()),
            ("ticking", editor.is_ticking().into()),
            ("previewing", editor.is_previewing().into()),
            ("primary", text(primary)),
            ("secondary", text(secondary)),
            ("active", editor.is_painting().into()),
            ("waiting", editor.is_waiting().into()),
            ("grabbing", editor.is_grabbing().into()),
            ("asked", editor.asked().map_or(JsValue::NULL, |asked| message(&asked))),
        ])
        .unchecked_into()
    }

    /// Returns two bits for each command, in the order of [`commands`](Editor::commands): 1 if it is enabled, and 2
    /// if what it turns on and off is on.
    pub fn enabled(&self) -> Vec<u8> {
        let checked =
            |of: Option<fn(&editor::Editor) -> bool>| of.is_some_and(|checked| checked(&self.editor));
        commands()
            .map(|command| {
                u8::from(self.editor.is_enabled(command)) | u8::from(checked(command.checked)) << 1
            })
            .collect()
    }

    /// Returns the layers, frames, tags, palette and other properties of the document.
    pub fn drawing(&self) -> JsDrawing {
        values::drawing(self.editor.document()).unchecked_into()
    }
}
