//! Chance with a seed: documents, arguments and options that are the same every time.

use undoodle::editor::{Command, Editor, Kind, List, command};
use undoodle::tools::{OPTIONS, Options, TOOLS};
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

/// A value of a kind. Entries of lists are mostly there; sizes are small, so that many can be tried.
fn value(chance: &mut Chance, editor: &Editor, kind: Kind) -> Value {
    match kind {
        Kind::Index(list) => {
            let entries = match list {
                List::Layers => editor.document().layers(),
                List::Frames => editor.document().frames(),
                List::Tags | List::Slices => 2,
                List::Colors | List::Branches => 5,
            };
            Value::from(chance.below(entries as usize + 1) as u32)
        }
        Kind::State => {
            let history = editor.document().history();
            let all: Vec<_> = history.commits().map(|commit| commit.id()).chain([history.base()]).collect();
            Value::Number(chance.pick(&all).0 as f64)
        }
        Kind::Whole(min, max) => Value::from(chance.within(min as i32, (max as i32).min(min as i32 + 300))),
        Kind::Number(min, max) => {
            let any = min + (max - min) * f64::from(chance.within(0, 1000)) / 1000.0;
            Value::Number(if chance.one_in(3) { chance.pick(&[-90.0, 90.0, 180.0, 0.0]) } else { any })
        }
        Kind::Text(_) => chance.pick(&["walk", "Layer 1", "é"]).into(),
        Kind::Lines(_) => chance.pick(&["#ff0000 00ff00\n0000ff80", "#123", "red"]).into(),
        Kind::Note(_) => chance.pick(&["", "to do: shade", "é"]).into(),
        Kind::Color => chance.color().into(),
        Kind::Choice(choices) => {
            let choices = choices();
            chance.pick(&choices).0.into()
        }
        Kind::Flag => chance.one_in(3).into(),
    }
}

/// Arguments for a command; some are left to their defaults.
pub fn arguments(chance: &mut Chance, editor: &Editor, command: &Command) -> Vec<(String, Value)> {
    let mut args = Vec::new();
    for param in command.params {
        if !chance.one_in(3) {
            args.push((param.name.to_owned(), value(chance, editor, param.kind)));
        }
    }
    args
}

/// Options for tools, all of them but those that can't be had yet; some as they are at the start. Numbers are
/// near the start as well, for a brush that covers the canvas tells little.
pub fn options(chance: &mut Chance, editor: &Editor) -> Vec<(String, Value)> {
    let start = Options::default();
    let mut options = Vec::new();
    for param in OPTIONS.iter().map(|option| option.param) {
        let near = Value::Number(match (param.default)(&start) {
            Value::Number(first) => first + f64::from(chance.within(0, 4)),
            _ => f64::NAN,
        });
        let any = value(chance, editor, param.kind);
        let chosen = if chance.one_in(8) || param.check(&near).is_err() { any } else { near };
        if start.clone().set(param.name, &chosen).is_ok() && !chance.one_in(4) {
            options.push((param.name.to_owned(), chosen));
        }
    }
    options
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
    editor.pointer_up(to.0, to.1, 0);
    if editor.text().is_some() {
        editor.run("edit.set-text", &[("text".to_owned(), "Hi".into())], 0).unwrap();
    }
    if editor.is_waiting() {
        editor.run("edit.end-shape", &[], 0).unwrap();
    }
}

/// What a document is made by.
const MAKING: [&str; 18] = [
    "layer.add",
    "layer.duplicate",
    "frame.add",
    "frame.duplicate",
    "frame.add-linked",
    "frame.link",
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

/// Groups some layers, or none, and perhaps hides or locks the group, by chances of its own: those for the rest stay what
/// they were.
fn group(editor: &mut Editor) {
    // Grouping lands what floats, and some commands need that.
    if editor.document().floating().is_some() {
        return;
    }
    let layers = editor.document().layers() as usize;
    let mut chance = Chance::new((editor.document().history().position() * 23 + layers) as u64);
    for _ in 0..chance.below(3) {
        // A group of one layer is the likeliest to have others above or below it.
        let last = chance.pick(&["only", "only", "range"]);
        for how in ["only", last] {
            let layer = Value::from(chance.below(layers) as u32);
            editor.run("layer.choose", &[("layer".into(), layer), ("how".into(), how.into())], 0).unwrap();
        }
        editor.run("group.add", &[], 0).unwrap();
    }
    for id in ["group.locked", "group.visible"] {
        if !editor.document().groups().is_empty() && chance.one_in(6) {
            editor.run(id, &[], 0).unwrap();
        }
    }
}

/// Clips some layers, or none, by chances of its own.
fn clip(editor: &mut Editor) {
    let layers = editor.document().layers();
    let mut chance = Chance::new(editor.document().history().position() as u64 * 7 + u64::from(layers));
    // It lands what floats, as grouping does, and nothing can be redone after it.
    if editor.document().floating().is_some() || chance.one_in(2) {
        return;
    }
    for layer in (1..layers).filter(|_| chance.one_in(2)) {
        // One above a group is refused.
        let _ = editor.run("layer.clipped", &[("layer".into(), Value::from(layer))], 0);
    }
}

/// Makes a layer the background in some drawings.
fn ground(editor: &mut Editor) {
    // A background is made of what has landed.
    if editor.document().floating().is_none() && editor.document().history().position() % 5 == 4 {
        let _ = editor.run("layer.to-background", &[], 0);
    }
}

/// Chooses several layers and frames, or one of each, by chances of its own.
fn choose(editor: &mut Editor) {
    let mut chance = Chance::new(editor.document().history().position() as u64 + 3);
    for (id, name, entries) in [
        ("layer.choose", "layer", editor.document().layers()),
        ("frame.choose", "frame", editor.document().frames()),
    ] {
        for _ in 0..chance.below(3) {
            let entry = Value::from(chance.below(entries as usize) as u32);
            let how = chance.pick(&["toggle", "range", "group"]);
            editor.run(id, &[(name.into(), entry), ("how".into(), how.into())], 0).unwrap();
        }
    }
}

/// Adds slices, or none, with keys, by chances of its own.
fn slice(editor: &mut Editor) {
    let mut chance = Chance::new(editor.document().history().position() as u64 * 5 + 1);
    for id in ["slice.add", "slice.add-key", "slice.add-key", "slice.add", "slice.add-key", "slice.add-key"] {
        if chance.one_in(2) {
            let args = arguments(&mut chance, editor, command(id).unwrap());
            let _ = editor.run(id, &args, 0);
        }
    }
}

/// An editor with a random document: layers, frames, strokes, a selection, perhaps something that floats.
pub fn editor(chance: &mut Chance) -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(400, 300);
    editor.new_document(chance.within(5, 75).into(), chance.within(5, 60).into()).unwrap();
    for _ in 0..chance.below(22) + 3 {
        if chance.one_in(2) {
            editor.set_primary(chance.color()).unwrap();
            let tools: Vec<_> = TOOLS.iter().filter(|tool| tool.acts()).collect();
            let tool = chance.pick(&tools);
            let options = options(chance, &editor);
            editor.set_tool(tool.id, &options).unwrap();
            stroke(chance, &mut editor);
        } else {
            let made = command(chance.pick(&MAKING)).unwrap();
            let args = arguments(chance, &editor, made);
            let _ = editor.run(made.id, &args, 0);
        }
    }
    group(&mut editor);
    ground(&mut editor);
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
    choose(&mut editor);
    let _ = editor.run("edit.copy", &[], 0);
    slice(&mut editor);
    // What floats would seldom be left by the strokes before.
    if editor.document().history().position().is_multiple_of(6) {
        let _ = editor.run("edit.paste", &[], 0);
    }
    clip(&mut editor);
    editor.document().validate().unwrap();
    editor
}
