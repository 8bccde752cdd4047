//! Chance with a seed: documents, arguments and options that are the same every time.

use undoodle::editor::{Command, Editor, Kind, command};
use undoodle::tools::NAMES;
use undoodle::value::Value;

/// Random numbers from a seed.
pub struct Chance(fastrand::Rng);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(fastrand::Rng::with_seed(seed))
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0.usize(..n)
    }

    pub fn within(&mut self, low: i32, high: i32) -> i32 {
        self.0.i32(low..=high)
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn color(&mut self) -> &'static str {
        self.pick(&[
            "#000000",
            "#ff0000",
            "#00ff0080",
            "#0000ffff",
            "#ffffff",
            "#00000000",
            "#2a5bb0",
            "#3f9ee0",
        ])
    }
}

/// A value that the parameter may be.
fn value(chance: &mut Chance, editor: &Editor, name: &str, kind: Kind) -> Value {
    match kind {
        // Layers, frames and the like are mostly there; sizes are small, so that many can be tried.
        Kind::Index(255) if name == "layer" => {
            chance.below(editor.document().layers() as usize + 1).into_value()
        }
        Kind::Index(1023) => chance.below(editor.document().frames() as usize + 1).into_value(),
        Kind::Index(63) => chance.below(3).into_value(),
        Kind::Index(_) => chance.below(6).into_value(),
        Kind::Whole(min, max) => Value::from(chance.within(min as i32, (max as i32).min(min as i32 + 300))),
        Kind::Number(min, max) => {
            let any = min + (max - min) * f64::from(chance.within(0, 1000)) / 1000.0;
            Value::Number(if chance.one_in(3) { chance.pick(&[-90.0, 90.0, 180.0, 0.0]) } else { any })
        }
        Kind::Text(_) => chance.pick(&["walk", "Layer 1", "é"]).into(),
        Kind::Note(_) => chance.pick(&["", "to do: shade", "é"]).into(),
        Kind::Color => chance.color().into(),
        Kind::Choice(choices) => {
            let choices = choices();
            chance.pick(&choices).0.into()
        }
        Kind::Flag => chance.one_in(2).into(),
    }
}

trait IntoValue {
    fn into_value(self) -> Value;
}

impl IntoValue for usize {
    fn into_value(self) -> Value {
        Value::from(self as u32)
    }
}

/// Arguments for a command; some are left to their defaults.
pub fn arguments(chance: &mut Chance, editor: &Editor, command: &Command) -> Vec<(String, Value)> {
    let mut args = Vec::new();
    for param in command.params {
        if !chance.one_in(3) {
            args.push((param.name.to_owned(), value(chance, editor, param.name, param.kind)));
        }
    }
    args
}

/// Options for tools, all of them.
pub fn options(chance: &mut Chance) -> Vec<(String, Value)> {
    let choice = |name: &str, chance: &mut Chance| -> Value {
        match name {
            "size" => chance.pick(&[1u32, 1, 1, 2, 3, 5]).into(),
            "shape" => chance.pick(&["round", "square"]).into(),
            "ink" => chance.pick(&["normal", "normal", "lock-alpha", "shade", "dither"]).into(),
            "tolerance" => chance.pick(&[0u32, 0, 40, 255]).into(),
            "sample" => chance.pick(&["layer", "picture"]).into(),
            "gradient" => chance.pick(&["linear", "radial"]).into(),
            "dither" => chance.pick(&["none", "2x2", "4x4", "8x8"]).into(),
            "mode" => chance.pick(&["replace", "replace", "add", "subtract", "intersect"]).into(),
            "axisX" | "axisY" => Value::Number(f64::from(chance.within(-4, 100)) / 2.0),
            "vertical" | "horizontal" | "wrap" => chance.one_in(5).into(),
            _ => chance.one_in(2).into(),
        }
    };
    NAMES.iter().map(|name| ((*name).to_owned(), choice(name, chance))).collect()
}

fn stroke(chance: &mut Chance, editor: &mut Editor) {
    let (width, height) = editor.document().size();
    let mut at = || {
        editor
            .view()
            .device_center(chance.within(0, width as i32).into(), chance.within(0, height as i32).into())
    };
    let (from, to) = (at(), at());
    editor.pointer_down(from.0, from.1, 0, 0);
    editor.pointer_up(to.0, to.1);
}

/// What a document is made by.
const MAKING: [&str; 16] = [
    "layer.add",
    "layer.duplicate",
    "frame.add",
    "frame.duplicate",
    "frame.tag",
    "frame.duration",
    "layer.opacity",
    "layer.blend",
    "image.background",
    "image.tile",
    "edit.invert",
    "palette.add",
    "select.all",
    "select.invert",
    "edit.copy",
    "edit.paste",
];

/// An editor with a random document: layers, frames, strokes, a selection, perhaps something that floats.
pub fn editor(chance: &mut Chance) -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(400, 300);
    editor.new_document(chance.within(5, 75).into(), chance.within(5, 60).into()).unwrap();
    for _ in 0..chance.below(22) + 3 {
        if chance.one_in(2) {
            editor.set_primary(chance.color()).unwrap();
            let tool = chance.pick(&[
                "pencil",
                "rectangle",
                "ellipse",
                "fill",
                "select-rectangle",
                "select-ellipse",
                "move",
            ]);
            editor.set_tool(tool, &options(chance)).unwrap();
            stroke(chance, &mut editor);
        } else {
            let made = command(chance.pick(&MAKING)).unwrap();
            let args = arguments(chance, &editor, made);
            let _ = editor.run(made.id, &args, 0);
        }
    }
    // Locks come last, so that there is something behind them.
    for id in ["layer.locked", "layer.visible", "layer.alpha-locked"] {
        if chance.one_in(5) {
            let layer = chance.below(editor.document().layers() as usize) as u32;
            editor.run(id, &[("layer".into(), Value::from(layer))], 0).unwrap();
        }
    }
    for _ in 0..chance.below(3) {
        let _ = editor.run("edit.undo", &[], 0);
    }
    let layer = chance.below(editor.document().layers() as usize) as u32;
    let frame = chance.below(editor.document().frames() as usize) as u32;
    editor.run("layer.choose", &[("layer".into(), Value::from(layer))], 0).unwrap();
    editor.run("frame.choose", &[("frame".into(), Value::from(frame))], 0).unwrap();
    let _ = editor.run("edit.copy", &[], 0);
    editor.document().validate().unwrap();
    editor
}
