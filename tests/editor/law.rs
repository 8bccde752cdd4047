//! The law, for every command and every tool there is, taken from the table and the list themselves:
//! undo gives the bytes before, redo the bytes after, cancelling in the middle the bytes before; the
//! step's rectangle holds every pixel that changed, and is empty if there is none; a locked or hidden layer is not touched; nothing
//! outside the selection changes. What is added without being exercised here fails.

#[path = "law/chance.rs"]
pub mod chance;
#[path = "law/merges.rs"]
mod merges;
#[path = "law/newer.rs"]
mod newer;
#[path = "law/patches.rs"]
mod patches;
#[path = "law/state.rs"]
mod state;

use chance::{Chance, arguments, editor, options};
use state::{State, Touch};
use std::collections::BTreeMap;
use undoodle::document::Trace;
use undoodle::editor::{Command, Editor, Scope, commands};
use undoodle::tools::{Held, OPTIONS, Options, Press, TOOLS};
use undoodle::value::Value;

/// Random documents per command and tool.
const USUAL: u64 = 36;

/// Random documents per command and tool; `UNDOODLE_SEEDS` asks for more or for fewer.
fn seeds() -> std::ops::Range<u64> {
    0..std::env::var("UNDOODLE_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(USUAL)
}

/// Whether there are so many documents that each command must make a step on some: a quick look has too few.
fn is_thorough() -> bool {
    seeds().end >= USUAL
}

/// Whether a command or a tool that has made so many steps needs no more documents. What makes steps is held against the law until it
/// has made them on half of the documents that there may be; what makes none has nothing to undo, and a third of them will do.
fn enough(steps: usize, makes_steps: bool, tried: u64, documents: u64) -> bool {
    if makes_steps { 2 * steps as u64 >= documents } else { 3 * tried >= documents }
}

fn run(editor: &mut Editor, id: &str, args: &[(String, Value)]) -> bool {
    editor.run(id, args, 0).unwrap_or(false)
}

/// Follows one change through undo and redo; whether it made a step.
fn hold(editor: &mut Editor, before: &State, touch: Touch, what: &str) -> bool {
    let after = State::of(editor);
    editor.document().validate().unwrap_or_else(|broken| panic!("{what}: {broken}"));
    if after.steps == before.steps {
        assert!(after.bytes == before.bytes, "{what}: changed something without a step");
        return false;
    }
    assert_eq!(after.steps, before.steps + 1, "{what}: one step");
    let header = editor.document().history().done().next().unwrap().header().into_owned();
    after.held_against(before, touch, Trace::of(&header).rect, what);

    for _ in 0..2 {
        assert!(run(editor, "edit.undo", &[]), "{what}");
        let undone = State::of(editor);
        let framed = editor.highlight().is_some();
        assert!(!framed || !after.looks_like(before), "{what}: undo frames what did not change");
        assert!(undone.bytes == before.bytes, "{what}: undo gives the bytes before");
        assert_eq!(undone.cels, before.cels, "{what}: undo gives the pixels before");
        assert_eq!(undone.ids, before.ids, "{what}: undo leads to the layer and frame before");
        editor.document().validate().unwrap();
        assert!(run(editor, "edit.redo", &[]), "{what}");
        let redone = State::of(editor);
        assert!(redone.bytes == after.bytes, "{what}: redo gives the bytes after");
        assert_eq!(redone.ids, after.ids, "{what}: redo leads to the layer and frame after");
        editor.document().validate().unwrap();
    }
    true
}

/// Follows what floated through undo and redo, which a stroke has landed as a step of its own. Returns the state between.
fn hold_landing(editor: &mut Editor, before: &State, what: &str) -> State {
    let after = State::of(editor);
    let steps = after.steps - before.steps;
    if steps == 0 {
        return State::of(editor);
    }
    (1..steps).for_each(|_| assert!(run(editor, "edit.undo", &[]), "{what}"));
    let between = State::of(editor);
    let header = editor.document().history().done().next().unwrap().header().into_owned();
    assert_eq!((between.steps, &*header.label), (before.steps + 1, "Place selection"), "{what}");
    between.held_against(before, Touch::Moved, Trace::of(&header).rect, what);
    assert!(run(editor, "edit.undo", &[]), "{what}");
    let undone = State::of(editor);
    assert!(undone.bytes == before.bytes, "{what}: undo lets it float again");
    assert_eq!(undone.floating, Some(editor.cel()), "{what}: where it is seen");
    (0..steps).for_each(|_| assert!(run(editor, "edit.redo", &[]), "{what}"));
    assert!(State::of(editor).bytes == after.bytes, "{what}: redo lands it and paints");
    between
}

fn touch(editor: &Editor, command: &Command, args: &[(String, Value)]) -> Touch {
    // An edit of other cels than the active one is told so.
    let reach = args.iter().find(|(name, _)| name == "reach").map(|(_, value)| value.clone());
    let (desk, document) = (editor.desk(), editor.document());
    // Where one cel alone is chosen, the chosen cels are that one.
    let one = desk.layers(document).len() == 1 && desk.frames(document).len() == 1;
    let narrow = |reach: Value| reach == Value::from("cel") || (one && reach == Value::from("chosen"));
    let wide = command.edits() && reach.is_some_and(|reach| !narrow(reach));
    match command.scope() {
        Scope::Cel | Scope::Selection if wide => Touch::Layers,
        Scope::Session | Scope::History => Touch::Nothing,
        Scope::Cel => Touch::Cel,
        Scope::Layers => Touch::Layers,
        Scope::Selection => Touch::Moved,
        Scope::Document => Touch::Anything,
    }
}

/// Chances of their own for a name: whoever adds a command or a tool changes nothing for the others.
fn named(name: &str, seed: u64) -> Chance {
    let sum = |sum: u64, byte: u8| sum.wrapping_mul(31).wrapping_add(byte.into());
    Chance::new(name.bytes().fold(0, sum).wrapping_add(seed))
}

#[test]
fn every_command_keeps_the_law() {
    let mut steps: BTreeMap<&str, usize> = commands().map(|command| (command.id, 0)).collect();
    for seed in seeds() {
        for command in commands() {
            let enough = enough(steps[command.id], command.edits(), seed, seeds().end);
            if enough || command.scope() == Scope::History {
                continue;
            }
            let mut chance = named(command.id, seed);
            let mut editor = editor(&mut chance);
            let args = arguments(&mut chance, &editor, command);
            let what = format!("seed {seed}: {} {args:?}", command.id);
            let before = State::of(&editor);

            if command.edits() {
                let shown = editor.preview(command.id, &args);
                assert_eq!(State::of(&editor).steps, before.steps, "{what}: looking is no step");
                assert_eq!(editor.preview_end(), shown.is_ok(), "{what}");
                State::of(&editor).unchanged_since(&before, &format!("{what}: previewed"));
                editor.document().validate().unwrap();
                // Undo while something is only looked at takes that back, and nothing else.
                if editor.preview(command.id, &args).is_ok() {
                    assert!(run(&mut editor, "edit.undo", &[]), "{what}");
                    State::of(&editor)
                        .unchanged_since(&before, &format!("{what}: undo takes the preview back"));
                }
            }

            let touch = touch(&editor, command, &args);
            // So long after the drawing was made that it joins none of those steps.
            let done = editor.run(command.id, &args, 60_000);
            if !matches!(done, Ok(true)) {
                State::of(&editor).unchanged_since(&before, &format!("{what}: refused: {done:?}"));
            }
            // What floats is pasted once more in its place: it lands below itself, and nothing is seen of that.
            if command.id == "edit.paste" && State::of(&editor).looks_like(&before) {
                continue;
            }
            let stepped = hold(&mut editor, &before, touch, &what);
            assert!(!stepped || command.edits(), "{what}: it said that it leaves the document alone");
            *steps.get_mut(command.id).unwrap() += usize::from(stepped);
        }
    }
    let idle: Vec<_> = commands().filter(|command| command.edits() && steps[command.id] == 0).collect();
    let idle: Vec<_> = idle.iter().map(|command| command.id).collect();
    assert!(idle.is_empty() || !is_thorough(), "never made a step, so never tested: {idle:?}");
}

/// A sample of a random stroke.
struct Sample {
    at: (f64, f64),
    held: Held,
    time: u64,
    /// When the clock ticks before the next sample, in order.
    ticks: Vec<u64>,
}

/// A random stroke: where it goes, what is held on the way, and how long the pointer rests.
fn path(chance: &mut Chance, editor: &Editor) -> Vec<Sample> {
    let (width, height) = editor.document().size();
    let mut held = Held { shift: chance.one_in(4), ctrl: chance.one_in(5), alt: false };
    let samples = chance.below(6) + 1;
    let mut at = (chance.within(-3, width as i32 + 3), chance.within(-3, height as i32 + 3));
    let mut path = Vec::new();
    let mut time = 0;
    for _ in 0..samples {
        let (x, y) = editor.view().device_center(at.0.into(), at.1.into());
        let rest = chance.below(200) + 1;
        let mut ticks: Vec<_> = (0..chance.below(4)).map(|_| time + chance.below(rest) as u64).collect();
        ticks.sort_unstable();
        path.push(Sample { at: (x, y), held, time, ticks });
        time += rest as u64;
        at = (at.0 + chance.within(-12, 12), at.1 + chance.within(-12, 12));
        if chance.one_in(6) {
            held.shift = !held.shift;
        }
    }
    path
}

/// Goes along a path with a button, up to its release, or as far as `stop`; `meddle` happens after each sample
/// and each tick.
fn drag(
    editor: &mut Editor,
    path: &[Sample],
    button: i16,
    stop: Option<usize>,
    meddle: &mut dyn FnMut(&mut Editor),
) {
    for (i, Sample { at: (x, y), held, time, ticks }) in path.iter().enumerate() {
        if stop == Some(i) && i > 0 {
            return;
        }
        editor.hold(*held);
        if i == 0 {
            editor.pointer_down(*x, *y, button, *time)
        } else {
            editor.pointer_move(*x, *y, *time)
        }
        meddle(editor);
        for tick in ticks {
            assert_eq!(editor.tick(*tick as f64), editor.is_ticking());
            meddle(editor);
        }
    }
    if stop.is_none() {
        let last = &path[path.len() - 1];
        editor.pointer_up(last.at.0, last.at.1, last.time + 250);
        if editor.text().is_some() {
            editor.run("edit.set-text", &[("text".into(), "Zwölf".into())], 0).unwrap();
        }
        if editor.is_waiting() {
            assert!(run(editor, "edit.end-shape", &[]));
        }
    }
    editor.hold(Held::default());
}

/// Releases the button of a stroke that was cancelled, or never was one.
fn release(editor: &mut Editor) {
    editor.pointer_move(5.0, 5.0, 2000);
    assert!(!editor.tick(2100.0), "nothing goes on by itself");
    editor.pointer_up(5.0, 5.0, 2200);
}

#[test]
fn every_tool_keeps_the_law() {
    let mut steps: BTreeMap<&str, usize> = TOOLS.iter().map(|tool| (tool.id, 0)).collect();
    let documents = seeds().end * 3;
    for tried in 0..documents {
        let seed = seeds().end * 10 + tried;
        for tool in TOOLS {
            if enough(steps[tool.id], tool.acts(), tried, documents) {
                continue;
            }
            let setup = || {
                let mut chance = named(tool.id, seed);
                let mut editor = editor(&mut chance);
                let options = options(&mut chance, &editor);
                editor.set_tool(tool.id, &options).unwrap();
                editor.set_seed(seed);
                let path = path(&mut chance, &editor);
                let button = chance.pick(&[0, 0, 0, 2, 5]);
                (editor, chance, path, button)
            };
            let (mut editor, mut chance, path, button) = setup();
            let what = format!(
                "seed {seed}: {} with button {button} along {:?}",
                tool.id,
                path.iter().map(|sample| sample.at).collect::<Vec<_>>()
            );
            let before = State::of(&editor);

            // Cancelled in the middle, by either way, it never was; the rest of the drag does nothing.
            let mut painting = true;
            for command in ["edit.cancel", "edit.undo"] {
                let stop = Some(chance.below(path.len()));
                drag(&mut editor, &path, button, stop, &mut |_| {});
                painting = editor.is_painting();
                assert!(!painting || run(&mut editor, command, &[]), "{what}");
                if painting {
                    release(&mut editor);
                }
                editor.pointer_up(5.0, 5.0, 2200);
                let cancelled = State::of(&editor);
                if painting {
                    cancelled.unchanged_since(&before, &format!("{what}: cancelled by {command}"));
                }
                editor.document().validate().unwrap();
                if !painting {
                    break;
                }
            }

            // What was cancelled is as it was, and is drawn anew; to make a drawing takes as long as to hold it against the law.
            let mut editor = if painting { editor } else { setup().0 };
            editor.set_seed(seed);
            drag(&mut editor, &path, button, None, &mut |_| {});
            let touch = match tool.press {
                Press::Stroke(_) if tool.paints => Touch::Cel,
                // With a selection tool a press inside the selection moves it.
                Press::Stroke(_) => Touch::Moved,
                Press::Pick | Press::Pan | Press::Zoom | Press::Probe => Touch::Nothing,
            };
            let bytes = State::of(&editor).bytes;
            let landed = touch == Touch::Cel && before.floating.is_some();
            let from = if landed { hold_landing(&mut editor, &before, &what) } else { before };
            let stepped = hold(&mut editor, &from, touch, &what);
            *steps.get_mut(tool.id).unwrap() += usize::from(stepped);

            // However often the clock ticks, the stroke is the same.
            if path.iter().any(|sample| !sample.ticks.is_empty()) {
                let (mut other, _, mut path, button) = setup();
                path.iter_mut().for_each(|sample| sample.ticks.clear());
                drag(&mut other, &path, button, None, &mut |_| {});
                assert!(State::of(&other).bytes == bytes, "{what}: depends on ticks");
            }

            // Whatever is chosen meanwhile counts from the next stroke on; a text is drawn with what is chosen until it is placed.
            if !tool.acts() || tool.id == "text" {
                continue;
            }
            let (mut other, mut chance, path, button) = setup();
            drag(&mut other, &path, button, None, &mut |editor| {
                let next = chance.pick(TOOLS);
                let options = options(&mut chance, editor);
                editor.set_tool(next.id, &options).unwrap();
                editor.set_seed(chance.below(9) as u64);
                editor.set_primary("#123456").unwrap();
                run(editor, "color.swap", &[]);
                run(editor, "palette.choose", &[]);
            });
            assert!(State::of(&other).bytes == bytes, "{what}: a change in the middle changes nothing");
        }
    }
    let idle = TOOLS.iter().filter(|tool| tool.acts() && steps[tool.id] == 0);
    let idle: Vec<_> = idle.map(|tool| tool.id).collect();
    assert!(idle.is_empty() || !is_thorough(), "never made a step, so never tested: {idle:?}");
}

#[test]
fn names_are_unique_and_every_default_is_allowed() {
    let editor = Editor::new().unwrap();
    let mut ids: Vec<_> = commands().map(|command| command.id).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all, "every id names one command");
    for command in commands() {
        for param in command.params {
            param.check(&(param.default)(&editor)).unwrap_or_else(|error| panic!("{}: {error}", command.id));
        }
        assert!(!command.previews || command.edits(), "{}: only edits can be looked at", command.id);
        assert!(!command.asks || !command.params.is_empty(), "{}: nothing to ask for", command.id);
    }
    for tool in TOOLS {
        assert!(commands().any(|command| command.id == tool.command), "{} is a command", tool.command);
    }
    for param in OPTIONS.iter().map(|option| option.param) {
        param.check(&(param.default)(&Options::default())).unwrap();
        let minded = TOOLS.iter().any(|tool| tool.options().any(|option| option.param.name == param.name));
        assert!(minded, "no tool minds {}", param.name);
    }
}
