//! The editor as JavaScript sees it.

use super::value::{self, *};
use crate::editor::{self, Key, TABLE};
use crate::geometry::Rect;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{Clamped, JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, ImageData};

/// A document being painted; coordinates of the viewport are device pixels.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Editor {
    editor: editor::Editor,
    /// Kept between frames, so that painting allocates nothing.
    pixels: Vec<u8>,
}

#[wasm_bindgen]
impl Editor {
    /// An editor with a transparent document of 64×64.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Result<Editor, JsValue> {
        let editor = editor::Editor::new().map_err(thrown)?;
        Ok(Editor { editor, pixels: Vec::new() })
    }

    /// Takes what has come out since the last call.
    pub fn effects(&mut self) -> JsEffects {
        array(self.editor.take_effects().iter().map(value::effect)).unchecked_into()
    }

    /// Sets the viewport's size.
    pub fn resize(&mut self, width: i32, height: i32) {
        self.editor.resize(width, height);
    }

    /// A button (by the DOM's number) went down; time in milliseconds.
    pub fn pointer_down(&mut self, x: f64, y: f64, button: i16, time: f64) {
        self.editor.pointer_down(x, y, button, time as u64);
    }

    /// The pointer moved.
    pub fn pointer_move(&mut self, x: f64, y: f64) {
        self.editor.pointer_move(x, y);
    }

    /// The button went up.
    pub fn pointer_up(&mut self, x: f64, y: f64) {
        self.editor.pointer_up(x, y);
    }

    /// The browser took the pointer away.
    pub fn pointer_cancel(&mut self) {
        self.editor.pointer_cancel();
    }

    /// The cursor left the viewport.
    pub fn pointer_leave(&mut self) {
        self.editor.pointer_leave();
    }

    /// Space went down or up.
    pub fn hold_space(&mut self, held: bool) {
        self.editor.hold_space(held);
    }

    /// The wheel turned: positive notches zoom in.
    pub fn wheel(&mut self, x: f64, y: f64, notches: f64) {
        self.editor.wheel(x, y, notches);
    }

    /// The id of the command bound to a key (`event.key`), if any.
    pub fn key(&self, key: &str, ctrl: bool, shift: bool, alt: bool) -> Option<String> {
        self.editor.command_for(Key { key, ctrl, shift, alt }).map(str::to_owned)
    }

    /// Runs a command; whether there is such a one and it is enabled.
    pub fn run(&mut self, id: &str) -> bool {
        self.editor.run(id)
    }

    /// Puts what is damaged on the canvas, and nothing else.
    pub fn paint(&mut self, context: &CanvasRenderingContext2d) -> Result<(), JsValue> {
        let rect = self.editor.render(&mut self.pixels);
        if rect.is_empty() {
            return Ok(());
        }
        let (width, height) = (rect.width as u32, rect.height as u32);
        let image = ImageData::new_with_u8_clamped_array_and_sh(Clamped(&self.pixels), width, height)?;
        context.put_image_data(&image, f64::from(rect.x), f64::from(rect.y))
    }

    /// Marks everything as damaged, such as after a lost canvas.
    pub fn repaint_all(&mut self) {
        self.editor.repaint_all();
    }

    /// The centre of a document pixel, in the viewport.
    pub fn device_point(&self, x: f64, y: f64) -> JsPoint {
        let (x, y) = self.editor.view().device_center(x, y);
        point(x, y).unchecked_into()
    }

    /// The part of the viewport that shows a rectangle of the document.
    pub fn device_rect(&self, x: i32, y: i32, width: i32, height: i32) -> JsRect {
        value::rect(self.editor.view().device_rect(Rect::new(x, y, width, height))).unchecked_into()
    }

    /// The document pixels under the hovering brush.
    pub fn brush_outline(&self) -> JsMaybeRect {
        self.editor.brush_outline().map_or(JsValue::NULL, value::rect).unchecked_into()
    }

    /// Begins a new, transparent document.
    pub fn new_document(&mut self, width: f64, height: f64) -> Result<(), JsValue> {
        self.editor.new_document(width as i64, height as i64).map_err(thrown)
    }

    /// Opens a PNG file in place of the document.
    pub fn open(&mut self, bytes: &[u8], name: &str) -> Result<(), JsValue> {
        self.editor.open(bytes, name).map_err(thrown)
    }

    /// The picture as a PNG file.
    pub fn png(&self) -> Result<Vec<u8>, JsValue> {
        self.editor.png().map_err(thrown)
    }

    /// Says that the document as it is now lies in a file.
    pub fn mark_saved(&mut self) {
        self.editor.mark_saved();
    }

    /// The document's size in pixels.
    pub fn size(&self) -> JsSize {
        let (width, height) = self.editor.document().size();
        object(&[("width", width.into()), ("height", height.into())]).unchecked_into()
    }

    /// The colour of a pixel, `#rrggbbaa`.
    pub fn pixel(&self, x: i32, y: i32) -> Result<String, JsValue> {
        self.editor.document().pixel(x, y).map(|color| color.to_string()).map_err(thrown)
    }

    /// Sets the left button's colour.
    pub fn set_color(&mut self, color: &str) -> Result<(), JsValue> {
        self.editor.set_primary(color).map_err(thrown)
    }

    /// Sets the right button's colour.
    pub fn set_secondary(&mut self, color: &str) -> Result<(), JsValue> {
        self.editor.set_secondary(color).map_err(thrown)
    }

    /// Chooses a tool.
    pub fn set_tool(&mut self, id: &str) -> Result<(), JsValue> {
        self.editor.set_tool(id).map_err(thrown)
    }

    /// Chooses a brush's width in pixels.
    pub fn set_brush(&mut self, size: f64) -> Result<(), JsValue> {
        // A cast from a float saturates, so that an absurd size stays one and is refused.
        self.editor.set_brush(size as u32).map_err(thrown)
    }

    /// Spends an idle moment on packing what lies cold in the history; whether there is more to do.
    pub fn idle(&mut self) -> bool {
        self.editor.idle()
    }

    /// What panels show.
    pub fn state(&self) -> JsState {
        let editor = &self.editor;
        let (width, height) = editor.document().size();
        let stats = editor.document().history().stats();
        let (primary, secondary) = editor.colors();
        let cursor = editor.cursor().map(|at| point(at.x.into(), at.y.into()));
        object(&[
            ("width", width.into()),
            ("height", height.into()),
            ("name", text(editor.name())),
            ("dirty", editor.document().history().is_dirty().into()),
            ("undo", number(stats.undo)),
            ("redo", number(stats.redo)),
            ("temp", number(stats.temp)),
            ("bytes", number(stats.bytes)),
            ("zoom", text(editor.view().zoom)),
            ("cursor", cursor.unwrap_or(JsValue::NULL)),
            ("tool", text(editor.tool().id())),
            ("brush", editor.brush().size().into()),
            ("primary", text(primary)),
            ("secondary", text(secondary)),
            ("active", editor.is_painting().into()),
            ("grabbing", editor.is_grabbing().into()),
        ])
        .unchecked_into()
    }

    /// All commands, and whether each can be run now.
    pub fn commands(&self) -> JsCommands {
        let command = |command: &editor::Command| {
            object(&[
                ("id", text(command.id)),
                ("label", text(command.label)),
                ("keys", array(command.keys.iter().map(text))),
                ("enabled", (command.enabled)(&self.editor).into()),
            ])
        };
        array(TABLE.iter().map(command)).unchecked_into()
    }

    /// The history's steps and figures.
    pub fn history(&self) -> JsHistory {
        value::history(self.editor.document().history()).unchecked_into()
    }

    /// The last highlight shown.
    pub fn highlight(&self) -> JsMaybeHighlight {
        self.editor.highlight().map_or(JsValue::NULL, value::highlight).unchecked_into()
    }
}
