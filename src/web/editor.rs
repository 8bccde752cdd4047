//! The editor as JavaScript sees it.

use super::heap;
use super::keeping::Changes;
use super::table::table;
use super::value::{self, *};
use super::values::{self, JsAxes, JsCommands, JsObject, JsToolOptions, JsTools};
use super::work::{Move, Work};
use crate::color::Color;
use crate::document::Cel;
use crate::editor::{self, Bindings, Effect, Key, Shift, commands};
use crate::error::{Message, in_range};
use crate::geometry::Rect;
use crate::render::Quality;
use crate::tools::{Held, OPTIONS, TOOLS};
use js_sys::{Date, Uint8Array};
use std::cell::Cell;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{Clamped, JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, ImageData};

thread_local! {
    /// The keys of the page's editor, for who asks while it is at work.
    static BINDINGS: Cell<Bindings> = const { Cell::new(Bindings::NONE) };
}

/// The editor. Coordinates of the viewport are device pixels, times are milliseconds.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Editor {
    pub(super) editor: editor::Editor,
    /// When the page's clock was at 0, in milliseconds since 1970: a step's time is said after a reload, too.
    origin: f64,
    /// Buffer for rendered pixels, reused so that painting allocates nothing.
    pub(super) pixels: Vec<u8>,
    /// Effects that the page has not taken yet.
    effects: Vec<Effect>,
    /// What is to be done next.
    pub(super) planned: Option<Work>,
    /// The move that waits for the next frame.
    pub(super) moving: Option<Move>,
    /// Whether a batch is to be made before all else.
    pub(super) batching: bool,
    /// What came of the last that was planned.
    pub(super) outcome: crate::error::Result<bool>,
    /// Notes on the file that was opened last.
    pub(super) opened: Message,
    /// What has to be written, once it was made.
    pub(super) batch: crate::error::Result<Option<Changes>>,
    /// The contour that was found last.
    pub(super) contour: Vec<i32>,
    /// What a press would do, as it was taken last.
    pub(super) pointer: &'static str,
}

impl Editor {
    /// Converts a time of the page's clock to milliseconds since 1970.
    pub(super) fn at(&self, time: f64) -> u64 {
        (self.origin + time) as u64
    }

    /// Renders a rectangle of the viewport on the canvas.
    fn put(
        &mut self,
        context: &CanvasRenderingContext2d,
        rect: Rect,
        quality: Quality,
    ) -> Result<(), JsValue> {
        self.editor.render(rect, quality, &mut self.pixels).map_err(thrown)?;
        let (width, height) = (rect.width as u32, rect.height as u32);
        let image = ImageData::new_with_u8_clamped_array_and_sh(Clamped(&self.pixels), width, height)?;
        context.put_image_data(&image, f64::from(rect.x), f64::from(rect.y))
    }
}

#[wasm_bindgen]
impl Editor {
    /// Creates an editor with a transparent document of 64×64 pixels. `origin` is when the page's clock was at 0.
    #[wasm_bindgen(constructor)]
    pub fn new(origin: f64) -> Result<Editor, JsValue> {
        let mut editor = editor::Editor::new().map_err(thrown)?;
        // No module below `web` may draw random numbers, so the seed comes from here.
        editor.set_seed((js_sys::Math::random() * (1u64 << 53) as f64) as u64);
        let (pixels, effects) = (Vec::new(), Vec::new());
        Ok(Editor {
            editor,
            origin,
            pixels,
            effects,
            planned: None,
            moving: None,
            batching: false,
            outcome: Ok(true),
            opened: Message::default(),
            batch: Ok(None),
            contour: Vec::new(),
            pointer: "",
        })
    }

    /// Takes what has happened since the last call, as bits: 1 if dirty rectangles wait to be painted, 2 if something that
    /// panels show has changed, 4 if of that at most the pixel under the cursor, the history's counters and the frame of an animation that plays have, and 8 or
    /// 16 if there are [`effects`](Editor::effects): 16 for a request, which nobody should wait for. Most moves have none, and their objects
    /// would take longer than the move.
    pub fn happened(&mut self) -> u32 {
        let mut bits = 0;
        for effect in self.editor.take_effects() {
            bits |= match effect {
                Effect::Repaint => 1,
                Effect::State => 2,
                Effect::Moved => 4,
                other => {
                    let bit = if matches!(other, Effect::Ask(_)) { 16 } else { 8 };
                    self.effects.push(other);
                    bit
                }
            };
        }
        bits
    }

    /// Takes the effects that have gathered, as of the last call of [`happened`](Editor::happened).
    pub fn effects(&mut self) -> JsEffects {
        array(std::mem::take(&mut self.effects).iter().filter_map(value::effect)).unchecked_into()
    }

    /// Replaces the drawing by an empty one and every choice, the keys too, by that of a new editor.
    pub fn start_over(&mut self) -> Result<(), JsValue> {
        self.editor.start_over().map_err(thrown)?;
        BINDINGS.set(Bindings::NONE);
        Ok(())
    }

    /// Sets the viewport's size.
    pub fn resize(&mut self, width: i32, height: i32) {
        self.editor.resize(width, height);
    }

    /// Returns the id of the command bound to a key (`event.key`), if there is one.
    pub fn key(&self, key: &str, ctrl: bool, shift: bool, alt: bool) -> Option<String> {
        self.editor.command_for(Key { key, ctrl, shift, alt }).map(str::to_owned)
    }

    /// Returns the id of a command that is bound to a key, whether it is enabled or not: the first one, if there are
    /// several. No editor is needed for it, so it can be asked while one is at work.
    pub fn bound(key: &str, ctrl: bool, shift: bool, alt: bool) -> Option<String> {
        let pressed = Key { key, ctrl, shift, alt };
        let bindings = BINDINGS.take();
        let bound = commands().find(|command| bindings.has(command, pressed));
        BINDINGS.set(bindings);
        bound.map(|command| command.id.to_owned())
    }

    /// Gives commands other keys than those of their table: an object of ids, each with its keys between blanks, such as
    /// `{"edit.redo": "Ctrl+Y F4"}`. Commands that are not in it have those of the table, but for a key that is given away.
    pub fn set_keys(&mut self, keys: JsValue) -> Result<(), JsValue> {
        self.editor.set_keys(&values::entries(&keys)?).map_err(thrown)?;
        BINDINGS.set(self.editor.bindings().clone());
        Ok(())
    }

    /// Returns why a command can't be run now, in a few words, or nothing if it can.
    pub fn why_disabled(&self, id: &str) -> Option<String> {
        let why = editor::command(id).and_then(|command| self.editor.why_disabled(command));
        why.map(str::to_owned)
    }

    /// Returns a sentence on what a command would lose that can't be kept, or nothing.
    pub fn loss(&self, id: &str, args: JsValue) -> Result<Option<String>, JsValue> {
        let loss = self.editor.loss(id, &values::entries(&args)?).map_err(thrown)?;
        Ok(loss.map(str::to_owned))
    }

    /// Runs a command. Arguments that are not given take their defaults. Returns `false` if it is disabled, or if it waits
    /// for an answer first.
    pub fn run(&mut self, id: &str, args: JsValue, time: f64) -> Result<bool, JsValue> {
        self.editor.run(id, &values::entries(&args)?, self.at(time)).map_err(thrown)
    }

    /// Answers the question that waits. Returns `true` if the edit was done.
    pub fn answer(&mut self, yes: bool) -> Result<bool, JsValue> {
        self.editor.answer(yes).map_err(thrown)
    }

    /// Previews an edit. Replaces an earlier preview.
    pub fn preview(&mut self, id: &str, args: JsValue) -> Result<(), JsValue> {
        self.editor.preview(id, &values::entries(&args)?).map_err(thrown)
    }

    /// Ends the preview.
    pub fn preview_end(&mut self) {
        self.editor.preview_end();
    }

    /// Returns the names of the parameters that a command's form asks for now: `shown` says so only of the time when
    /// the page began.
    pub fn asked_for(&self, id: &str) -> Vec<String> {
        self.editor.asked_for(id).into_iter().map(str::to_owned).collect()
    }

    /// Returns the defaults of a command's parameters.
    pub fn defaults(&self, id: &str) -> JsObject {
        values::named(self.editor.defaults(id)).unchecked_into()
    }

    /// Sets which modifier keys are held, as bits: 1 Shift, 2 Ctrl or Cmd, 4 Alt.
    pub fn modifiers(&mut self, bits: u32) {
        let held = Held { shift: bits & 1 != 0, ctrl: bits & 2 != 0, alt: bits & 4 != 0 };
        self.editor.hold(held);
    }

    /// Pastes a file's picture as the floating selection.
    pub fn paste(&mut self, bytes: &Uint8Array, time: f64) -> Result<(), JsValue> {
        self.editor.paste(&values::bytes(bytes)?, self.at(time)).map_err(thrown)
    }

    /// Advances the animation, the game or the timed stroke. Returns `true` if it needs another tick.
    pub fn tick(&mut self, time: f64) -> bool {
        self.editor.tick(self.origin + time)
    }

    /// Returns how many milliseconds after a time the next tick has something to do.
    pub fn tick_rest(&self, time: f64) -> f64 {
        self.editor.tick_rest(self.origin + time)
    }

    /// Returns the lines of the marching ants, x0, y0, x1, y1 each.
    pub fn outline(&mut self) -> Vec<i32> {
        self.editor.outline().to_vec()
    }

    /// Returns `true` if there are slices and they are shown, as they always are while the tool for them is chosen.
    pub fn has_slices(&self) -> bool {
        self.editor.has_slices()
    }

    /// Returns what is seen of slices: 14 numbers for each, which are x, y, width and height of its rectangle, its centre and its pivot,
    /// its colour, and whether it is chosen.
    pub fn slices_seen(&self) -> Vec<i32> {
        self.editor.slices_seen()
    }

    /// Returns `true` if an axis of symmetry is on.
    pub fn has_axes(&self) -> bool {
        let (vertical, horizontal) = self.editor.axes();
        vertical.is_some() || horizontal.is_some()
    }

    /// Returns the positions of the axes of symmetry in the viewport.
    pub fn axes(&self) -> JsAxes {
        let (vertical, horizontal) = self.editor.axes();
        let axis = |at: Option<f64>| at.map_or(JsValue::NULL, JsValue::from_f64);
        object(&[("vertical", axis(vertical)), ("horizontal", axis(horizontal))]).unchecked_into()
    }

    /// Paints on the canvas what it lacks, for some milliseconds. Returns `true` if it lacks more.
    pub fn paint(&mut self, context: &CanvasRenderingContext2d, milliseconds: f64) -> Result<bool, JsValue> {
        let until = Date::now() + milliseconds;
        if let (Some(Shift { scale, x, y }), Some(canvas)) = (self.editor.take_shift(), context.canvas()) {
            let (width, height) = (f64::from(canvas.width()) * scale, f64::from(canvas.height()) * scale);
            // What is transparent replaces what was there, too.
            context.set_global_composite_operation("copy")?;
            context.set_image_smoothing_enabled(false);
            context.draw_image_with_html_canvas_element_and_dw_and_dh(&canvas, x, y, width, height)?;
        }
        while let Some((rect, quality)) = self.editor.next_patch() {
            self.put(context, rect, quality)?;
            if Date::now() >= until {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns `true` if the canvas shows parts of the drawing coarsely.
    pub fn is_coarse(&self) -> bool {
        self.editor.is_coarse()
    }

    /// Paints such parts finely, for some milliseconds. Returns `true` if there are more.
    pub fn refine(&mut self, context: &CanvasRenderingContext2d, milliseconds: f64) -> Result<bool, JsValue> {
        let until = Date::now() + milliseconds;
        while let Some(rect) = self.editor.next_finer_patch() {
            self.put(context, rect, Quality::Averaged)?;
            if Date::now() >= until {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Marks the whole viewport dirty, such as after a lost canvas.
    pub fn repaint(&mut self) {
        self.editor.repaint();
    }

    /// Sets the margin around a fitted drawing, in device pixels, and the two colours of the checkerboard.
    pub fn surround(&mut self, margin: i32, light: &str, dark: &str) -> Result<(), JsValue> {
        let color = |text: &str| text.parse::<Color>().map_err(thrown);
        self.editor.surround(margin, [color(light)?, color(dark)?]);
        Ok(())
    }

    /// Returns the centre of a document pixel in the viewport.
    pub fn device_point(&self, x: f64, y: f64) -> JsPoint {
        let (x, y) = self.editor.view().device_center(x, y);
        point(x, y).unchecked_into()
    }

    /// Returns the part of the viewport that shows a rectangle of the document.
    pub fn device_rect(&self, x: i32, y: i32, width: i32, height: i32) -> JsRect {
        value::rect(self.editor.view().device_rect(Rect::new(x, y, width, height))).unchecked_into()
    }

    /// Returns the part of the viewport that shows the pixels that the brush covers at the cursor: its left and top edge, width and height.
    /// Each move asks for it, and an object takes ten calls of the page.
    pub fn brush_rect(&self) -> Option<Vec<i32>> {
        let Rect { x, y, width, height } = self.editor.view().device_rect(self.editor.brush_outline()?);
        Some(vec![x, y, width, height])
    }

    /// Returns the document pixels that the brush covers at the cursor, or `null`.
    pub fn brush_outline(&self) -> JsMaybeRect {
        self.editor.brush_outline().map_or(JsValue::NULL, value::rect).unchecked_into()
    }

    /// Replaces the document with a transparent one.
    pub fn new_document(&mut self, width: f64, height: f64) -> Result<(), JsValue> {
        self.editor.new_document(width as i64, height as i64).map_err(thrown)
    }

    /// Encodes the drawing as a file of a format. Ends a preview and a game first.
    pub fn encode(&mut self, format: &str) -> Result<Vec<u8>, JsValue> {
        self.editor.encode(format).map_err(thrown)
    }

    /// Encodes the drawing as a project file that is quick to make, for the module of formats.
    pub fn copy_for_export(&mut self) -> Result<Vec<u8>, JsValue> {
        self.editor.copy_for_export().map_err(thrown)
    }

    /// Encodes the drawing as a project file, and notes which state that was. `history` says whether its history
    /// is to be in it; by default it is if it was the last time.
    pub fn encode_project(&mut self, history: Option<bool>) -> Result<Vec<u8>, JsValue> {
        self.editor.encode_project(history).map_err(thrown)
    }

    /// Marks the state that was encoded last as saved, as its file has arrived. Returns `false` if none was
    /// encoded of this drawing.
    pub fn mark_saved(&mut self) -> bool {
        self.editor.mark_saved()
    }

    /// Renames the drawing, as the file was that it was saved to.
    pub fn rename(&mut self, name: &str) {
        self.editor.rename(name);
    }

    /// Returns the document's size in pixels.
    pub fn size(&self) -> JsSize {
        let (width, height) = self.editor.document().size();
        object(&[("width", width.into()), ("height", height.into())]).unchecked_into()
    }

    /// Returns the colour that all layers show at a pixel of the active frame, as `#rrggbbaa`.
    pub fn pixel(&self, x: i32, y: i32) -> Result<String, JsValue> {
        self.editor.pixel(x, y).map(|color| color.to_string()).map_err(thrown)
    }

    /// Returns the colour of a pixel of one cel, as `#rrggbbaa`.
    pub fn cel_pixel(&self, layer: i32, frame: i32, x: i32, y: i32) -> Result<String, JsValue> {
        let document = self.editor.document();
        in_range("layer", layer.into(), 0, i64::from(document.layers()) - 1).map_err(thrown)?;
        in_range("frame", frame.into(), 0, i64::from(document.frames()) - 1).map_err(thrown)?;
        let cel = Cel { layer: layer as u32, frame: frame as u32 };
        document.cel_pixel(cel, x, y).map(|color| color.to_string()).map_err(thrown)
    }

    /// Returns `true` if a pixel is selected.
    pub fn is_selected(&self, x: i32, y: i32) -> bool {
        self.editor.document().is_selected(x, y)
    }

    /// Sets the primary colour.
    pub fn set_color(&mut self, color: &str) -> Result<(), JsValue> {
        self.editor.set_primary(color).map_err(thrown)
    }

    /// Sets the secondary colour.
    pub fn set_secondary(&mut self, color: &str) -> Result<(), JsValue> {
        self.editor.set_secondary(color).map_err(thrown)
    }

    /// Chooses a tool and some options for the next stroke.
    pub fn set_tool(&mut self, id: &str, options: JsValue) -> Result<(), JsValue> {
        self.editor.set_tool(id, &values::entries(&options)?).map_err(thrown)
    }

    /// Chooses some options for the next stroke.
    pub fn set_options(&mut self, options: JsValue) -> Result<(), JsValue> {
        self.editor.set_options(&values::entries(&options)?).map_err(thrown)
    }

    /// Compresses cold commits for a short time slice. Returns `true` if work remains. If none does, takes the memory that
    /// a large action needs.
    pub fn idle(&mut self) -> bool {
        let remains = self.editor.idle();
        if !remains {
            heap::make_ready();
        }
        remains
    }

    /// Compresses all commits for a short time slice, once nothing has happened for a while. Returns `true` if work remains.
    pub fn rest(&mut self) -> bool {
        self.editor.rest()
    }

    /// Returns commands: so many from one place on, or all. Only their keys change, by [`set_keys`](Editor::set_keys); `enabled` is
    /// always `false` here.
    pub fn commands(&self, from: Option<usize>, count: Option<usize>) -> JsCommands {
        let some = commands().skip(from.unwrap_or(0)).take(count.unwrap_or(usize::MAX));
        table(some, |row, command| values::command(row, command, &self.editor)).unchecked_into()
    }

    /// Returns all tools. They never change.
    pub fn tools(&self) -> JsTools {
        table(TOOLS.iter(), values::tool).unchecked_into()
    }

    /// Returns all options of tools. They never change.
    pub fn tool_options(&self) -> JsToolOptions {
        table(OPTIONS.iter(), values::tool_option).unchecked_into()
    }

    /// Returns the history's steps and figures.
    pub fn history(&self) -> JsHistory {
        value::history(self.editor.document().history()).unchecked_into()
    }

    /// Returns the highlight that undo or redo showed last, or `null`.
    pub fn highlight(&self) -> JsMaybeHighlight {
        self.editor.highlight().map_or(JsValue::NULL, value::highlight).unchecked_into()
    }
}
