//! The Lab as JavaScript sees it.

use js_sys::Reflect;
use undoodle_bridge::*;
use undoodle_drawing::color::Color;
use undoodle_drawing::error::Message;
use undoodle_drawing::geometry::Point;
use undoodle_lab::{
    Fact, Race, Recording, SYSTEMS, Settings, Slot, Stroke, System, Tool, measure, take_back,
};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{Clamped, JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, ImageData};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
export type LabSystem = {id: string, name: string};
export type LabRow = LabSystem & {
  step_bytes: number, total_bytes: number, reserved_bytes: number, bytes_per_step: number,
  commit_ms: number, undo_ms: number, redo_ms: number,
  commit_total_ms: number, undo_total_ms: number, redo_total_ms: number,
  commits: number, undos: number, redos: number,
  undo_steps: number, redo_steps: number, lost: number, agrees: boolean, warning: Message | null,
};
/** A fact about a system's contents; `of` is the capacity, or null where that is not fixed. */
export type LabFact = {name: string} & (
  | {kind: "bytes" | "count", used: number, of: number | null}
  | {kind: "colors", colors: string[]}
  | {kind: "ring", slots: ("empty" | "earlier" | "current" | "later" | "stale")[]}
  | {kind: "steps", steps: {label: string, bytes: number}[], done: number}
);
/** The rectangle of the last undo or redo; the serial grows each time. */
export type LabCursor = {rect: Rect, color: string, serial: number};
/** The settings in use; `arena`, `command` and `budget` are in bytes. */
export type LabSettings = {snapshots: number, arena: number, command: number, budget: number};
export type LabSeries = {id: string, bytes: number[]};
/** One step taken back, by the script model and by the editor's engine; bytes are those of all steps. */
export type LabTakenBack = {
  steps: number, script_ms: number, undoodle_ms: number, script_bytes: number, undoodle_bytes: number, differing: number,
};
export type LabMeasure = LabSystem & {
  made: number, steps: number, bytes_per_step: number, reserved_bytes: number, sealed_bytes_per_step: number,
  act_ms: number, commit_ms: number, undo_ms: number, redo_ms: number, undos: number, redos: number,
};
"#;

#[wasm_bindgen]
extern "C" {
    /// `LabSystem[]` in TypeScript.
    #[wasm_bindgen(typescript_type = "LabSystem[]")]
    pub type JsLabSystems;
    /// `LabRow[]` in TypeScript.
    #[wasm_bindgen(typescript_type = "LabRow[]")]
    pub type JsLabRows;
    /// `LabSeries[]` in TypeScript.
    #[wasm_bindgen(typescript_type = "LabSeries[]")]
    pub type JsLabSeries;
    /// `LabMeasure` in TypeScript.
    #[wasm_bindgen(typescript_type = "LabMeasure")]
    pub type JsLabMeasure;
    /// `LabTakenBack` in TypeScript.
    #[wasm_bindgen(typescript_type = "LabTakenBack")]
    pub type JsLabTakenBack;
    /// `LabFact[]` in TypeScript.
    #[wasm_bindgen(typescript_type = "LabFact[]")]
    pub type JsLabFacts;
    /// `LabCursor` in TypeScript.
    #[wasm_bindgen(typescript_type = "LabCursor")]
    pub type JsLabCursor;
    /// `LabSettings` in TypeScript.
    #[wasm_bindgen(typescript_type = "LabSettings")]
    pub type JsLabSettings;
}

/// Returns the time of the browser's clock, in milliseconds.
fn now() -> f64 {
    let clock = Reflect::get(&js_sys::global(), &JsValue::from_str("performance"));
    clock.map_or(0.0, |clock| clock.unchecked_into::<Performance>().now())
}

#[wasm_bindgen]
extern "C" {
    type Performance;
    #[wasm_bindgen(method)]
    fn now(this: &Performance) -> f64;
}

/// All systems, driven by one painting.
#[wasm_bindgen]
pub struct Lab {
    race: Race,
    settings: Settings,
}

#[wasm_bindgen]
impl Lab {
    /// Creates all systems with a transparent picture. An arena of 0 bytes means one that suits the picture's
    /// size.
    #[wasm_bindgen(constructor)]
    pub fn new(
        width: u32,
        height: u32,
        snapshots: usize,
        arena: f64,
        command: f64,
        budget: f64,
    ) -> Result<Lab, JsValue> {
        let arena = Some(arena as usize).filter(|arena| *arena > 0);
        let settings = Settings { snapshots, arena, command: command as usize, budget: budget as usize };
        Ok(Lab { race: Race::new(width, height, settings).map_err(thrown)?, settings })
    }

    /// Returns the settings in use.
    pub fn settings(&self) -> JsLabSettings {
        let Settings { snapshots, command, budget, .. } = self.settings;
        object(&[
            ("snapshots", number(snapshots)),
            ("arena", number(self.settings.arena_for(self.race.painter().bytes()))),
            ("command", number(command)),
            ("budget", number(budget)),
        ])
        .unchecked_into()
    }

    /// Returns the picture's size in pixels.
    pub fn size(&self) -> JsSize {
        let (width, height) = self.race.painter().size();
        object(&[("width", number(width)), ("height", number(height))]).unchecked_into()
    }

    /// Returns the systems, the editor's own engine last.
    pub fn systems(&self) -> JsLabSystems {
        array(self.race.systems().map(|system| object(&names(system)))).unchecked_into()
    }

    /// Begins a stroke at a pixel.
    pub fn begin(&mut self, tool: &str, color: &str, size: u32, x: f64, y: f64) -> Result<(), JsValue> {
        let tool = Tool::named(tool).map_err(thrown)?;
        let color = color.parse::<Color>().map_err(thrown)?;
        let stroke = Stroke { tool, color, size, points: vec![pixel(x, y)] };
        self.race.begin(stroke, &now).map_err(thrown)
    }

    /// Extends the stroke to a pixel.
    #[wasm_bindgen(js_name = move)]
    pub fn extend(&mut self, x: f64, y: f64) {
        self.race.extend(pixel(x, y), &now);
    }

    /// Ends the stroke and commits it. Returns `true` if it left a step.
    pub fn end(&mut self) -> bool {
        self.race.end(&now)
    }

    /// Cancels the stroke.
    pub fn cancel(&mut self) {
        self.race.cancel();
    }

    /// Undoes a step in every system that can. Returns `true` if any could.
    pub fn undo(&mut self) -> bool {
        self.race.undo(&now)
    }

    /// Redoes a step in every system that can. Returns `true` if any could.
    pub fn redo(&mut self) -> bool {
        self.race.redo(&now)
    }

    /// Undoes until no system can.
    pub fn undo_all(&mut self) {
        while self.race.undo(&now) {}
    }

    /// Redoes until no system can.
    pub fn redo_all(&mut self) {
        while self.race.redo(&now) {}
    }

    /// Runs the systems' idle work for a short time slice. Returns `true` if work remains.
    pub fn idle(&mut self) -> bool {
        self.race.idle()
    }

    /// Returns each system's costs: bytes and times.
    pub fn rows(&self) -> JsLabRows {
        let rows = self.race.systems().zip(self.race.rows()).enumerate();
        let row = |(index, (system, row)): (usize, (&dyn System, &undoodle_lab::Row))| {
            let steps = system.undo_steps() + system.redo_steps();
            let mut properties = names(system).to_vec();
            properties.extend([
                ("step_bytes", JsValue::from_f64(row.step_bytes as f64)),
                ("total_bytes", number(system.bytes())),
                ("reserved_bytes", number(system.reserved())),
                ("bytes_per_step", JsValue::from_f64(system.bytes() as f64 / steps.max(1) as f64)),
                ("commit_ms", row.commit_ms.into()),
                ("undo_ms", row.undo_ms.into()),
                ("redo_ms", row.redo_ms.into()),
                ("commit_total_ms", row.commit_total_ms.into()),
                ("undo_total_ms", row.undo_total_ms.into()),
                ("redo_total_ms", row.redo_total_ms.into()),
                ("commits", number(row.commits)),
                ("undos", number(row.undos)),
                ("redos", number(row.redos)),
                ("undo_steps", number(system.undo_steps())),
                ("redo_steps", number(system.redo_steps())),
                ("lost", number(self.race.lost(index))),
                ("agrees", self.race.agrees(index).into()),
                ("warning", system.warning().map_or(JsValue::NULL, message)),
            ]);
            object(&properties)
        };
        array(rows.map(row)).unchecked_into()
    }

    /// Returns the systems' current warnings. Cheap enough to be called during a stroke.
    pub fn warnings(&self) -> JsMessages {
        let warned = |system: &dyn System| {
            let why = system.warning()?.clone();
            Some(Message::new("{label}: {why}").with_key(system.name()).with(why))
        };
        messages(&self.race.systems().filter_map(warned).collect::<Vec<_>>())
    }

    /// Returns facts about a system's contents.
    pub fn inside(&self, index: usize) -> JsLabFacts {
        let facts = self.race.systems().nth(index).map_or(Vec::new(), |system| system.inside());
        array(facts.iter().map(fact)).unchecked_into()
    }

    /// Returns the rectangle of the last undo or redo.
    pub fn cursor(&self) -> JsLabCursor {
        let (cursor, serial) = self.race.cursor();
        object(&[("rect", rect(cursor.rect)), ("color", text(cursor.color)), ("serial", serial.into())])
            .unchecked_into()
    }

    /// Returns the colour of a pixel in a system's picture, as `#rrggbbaa`.
    pub fn pixel(&self, x: f64, y: f64, index: f64) -> Result<String, JsValue> {
        let color = self.race.pixel(whole("x", x)?, whole("y", y)?, whole("system", index)?);
        Ok(color.map_err(thrown)?.to_string())
    }

    /// Returns for each system its bytes after each step, undo and redo.
    pub fn series(&self) -> JsLabSeries {
        let series = self.race.systems().zip(self.race.series());
        let one = |(system, series): (&dyn System, &Vec<usize>)| {
            let bytes = array(series.iter().map(|bytes| number(*bytes)));
            object(&[("id", text(system.id())), ("bytes", bytes)])
        };
        array(series.map(one)).unchecked_into()
    }

    /// Paints a system's picture on a canvas of the same size.
    pub fn paint_to(&self, context: &CanvasRenderingContext2d, index: usize) -> Result<(), JsValue> {
        let Some(system) = self.race.systems().nth(index) else { return Ok(()) };
        let (width, height) = self.race.painter().size();
        let pixels = Clamped(system.document());
        let image = ImageData::new_with_u8_clamped_array_and_sh(pixels, width as u32, height as u32)?;
        context.put_image_data(&image, 0.0, 0.0)
    }

    /// Returns everything painted so far as a recording.
    pub fn recording(&self) -> String {
        self.race.recording().to_string()
    }

    /// Loads a recording onto a new canvas. Returns the number of its events.
    pub fn load(&mut self, recording: &str) -> Result<usize, JsValue> {
        self.race.load(recording).map_err(thrown)
    }

    /// Replays `count` events of the recording. Returns how many remain.
    pub fn replay(&mut self, count: usize) -> Result<usize, JsValue> {
        self.race.replay(count, &now).map_err(thrown)
    }

    /// Measures one system alone on a recording. Undo and redo of everything are repeated until each has taken
    /// `least` milliseconds.
    pub fn measure(&self, recording: &str, index: usize, least: f64) -> Result<JsLabMeasure, JsValue> {
        let recording = Recording::parse(recording).map_err(thrown)?;
        let found = measure(&recording, index, self.settings, least, &now).map_err(thrown)?;
        let system = self.race.systems().nth(index.min(SYSTEMS - 1));
        let mut properties = system.map_or(Vec::new(), |system| names(system).to_vec());
        properties.extend([
            ("made", number(found.made)),
            ("steps", number(found.steps)),
            ("bytes_per_step", found.bytes_per_step.into()),
            ("reserved_bytes", number(found.reserved)),
            ("sealed_bytes_per_step", found.sealed_bytes_per_step.into()),
            ("act_ms", found.act_ms.into()),
            ("commit_ms", found.commit_ms.into()),
            ("undo_ms", found.undo_ms.into()),
            ("redo_ms", found.redo_ms.into()),
            ("undos", number(found.undos)),
            ("redos", number(found.redos)),
        ]);
        Ok(object(&properties).unchecked_into())
    }

    /// Takes back one step of a recording, by the script model and by the editor's engine: the one with so many done steps after it,
    /// or the middle one.
    pub fn take_back(&self, recording: &str, back: Option<usize>) -> Result<JsLabTakenBack, JsValue> {
        let recording = Recording::parse(recording).map_err(thrown)?;
        let found = take_back(&recording, back, self.settings, &now).map_err(thrown)?;
        let properties = [
            ("steps", number(found.steps)),
            ("script_ms", found.ms[0].into()),
            ("undoodle_ms", found.ms[1].into()),
            ("script_bytes", number(found.bytes[0])),
            ("undoodle_bytes", number(found.bytes[1])),
            ("differing", number(found.differing)),
        ];
        Ok(object(&properties).unchecked_into())
    }
}

fn names(system: &dyn System) -> [(&'static str, JsValue); 2] {
    [("id", text(system.id())), ("name", text(system.name()))]
}

/// Returns the pixel that contains a point, which may lie outside the picture.
fn pixel(x: f64, y: f64) -> Point {
    Point::new(x.floor() as i32, y.floor() as i32)
}

/// Checks that a number from a script is whole.
fn whole(what: &str, value: f64) -> Result<i64, JsValue> {
    if value.fract() == 0.0 {
        return Ok(value as i64);
    }
    Err(js_sys::Error::new(&format!("{what} must be a whole number, not {value}")).into())
}

fn fact(fact: &Fact) -> JsValue {
    let fixed = |of: &Option<usize>| of.map_or(JsValue::NULL, number);
    let shared = |kind: &str, name: &str| [("kind", text(kind)), ("name", text(name))];
    let (kind, more) = match fact {
        Fact::Bytes { name, used, of } => {
            (shared("bytes", name), vec![("used", number(*used)), ("of", fixed(of))])
        }
        Fact::Count { name, used, of } => {
            (shared("count", name), vec![("used", number(*used)), ("of", fixed(of))])
        }
        Fact::Colors { name, colors } => {
            (shared("colors", name), vec![("colors", array(colors.iter().map(text)))])
        }
        Fact::Ring { name, slots } => {
            (shared("ring", name), vec![("slots", array(slots.iter().map(|slot| text(slot_id(*slot)))))])
        }
        Fact::Steps { name, steps, done } => {
            let step =
                |(label, bytes): &(&str, usize)| object(&[("label", text(label)), ("bytes", number(*bytes))]);
            let steps = array(steps.iter().map(step));
            (shared("steps", name), vec![("steps", steps), ("done", number(*done))])
        }
    };
    object(&[&kind[..], &more[..]].concat())
}

fn slot_id(slot: Slot) -> &'static str {
    match slot {
        Slot::Empty => "empty",
        Slot::Earlier => "earlier",
        Slot::Current => "current",
        Slot::Later => "later",
        Slot::Stale => "stale",
    }
}
