//! What panels show, and the news of which of it has changed.
//!
//! The page asks for the [news](Editor::news) once a frame at most, and fetches what was told once somebody looks at it. Pointer moves,
//! of which there is one in each frame, have a shorter way: [`moving`](Editor::moving).

use super::editor::Editor;
use super::value::{self, *};
use super::values::JsDrawing;
use crate::editor::{self, commands};
use crate::fields::live;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen]
impl Editor {
    /// Returns the names of the kinds of things that panels show.
    pub fn kinds(&self) -> Vec<String> {
        editor::Editor::kinds().iter().map(|kind| (*kind).to_owned()).collect()
    }

    /// Returns which kinds have changed since the last call, by their places among all.
    pub fn news(&mut self) -> Vec<u16> {
        let place = |kind| editor::Editor::kinds().iter().position(|other| *other == kind);
        self.editor.news().into_iter().filter_map(place).map(|at| at as u16).collect()
    }

    /// Returns the fields of the state that were told since the last call: all at first.
    pub fn told_state(&mut self) -> JsStateNews {
        data(&self.editor.told_state()).unchecked_into()
    }

    /// Returns the fields of the drawing that were told since the last call: all at first.
    pub fn told_drawing(&mut self) -> JsDrawingNews {
        data(&self.editor.told_drawing()).unchecked_into()
    }

    /// Returns the parts of the state that an effect "moved" may have changed.
    pub fn moving(&mut self) -> JsMoving {
        data(&self.editor.moving()).unchecked_into()
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

    /// Returns `true` while the makers of a pixel are listed.
    pub fn is_probed(&self) -> bool {
        self.editor.probed().is_some()
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

    /// Returns all of the state as it is now, whatever was told.
    pub fn state(&self) -> JsState {
        data(&live::<editor::State>(&self.editor)).unchecked_into()
    }

    /// Returns two bits for each command, in the order of [`commands`](Editor::commands): 1 if it is enabled, and 2
    /// if what it turns on and off is on.
    pub fn enabled(&self) -> Vec<u8> {
        commands().map(|command| self.editor.standing_of(command)).collect()
    }

    /// Returns the layers, frames, tags, palette and other properties of the document as they are now, whatever was told.
    pub fn drawing(&self) -> JsDrawing {
        data(&live::<editor::Drawing>(self.editor.document())).unchecked_into()
    }
}
