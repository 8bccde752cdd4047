//! One input as a value: printed when it fails, applied to an editor, and judged by what it claims.

use super::hostile::File;
use undoodle::editor::{Editor, Effect, Scope, command};
use undoodle::history::Limits;
use undoodle::tools::Held;
use undoodle::value::Value;

/// Named values, as scripts pass them.
pub type Args = Vec<(String, Value)>;

/// Something that a person, a script or the browser does to the editor.
#[derive(Clone, Debug)]
pub enum Input {
    Down { at: (f64, f64), button: i16, time: u64 },
    Move { at: (f64, f64), time: u64 },
    Up { at: (f64, f64), time: u64 },
    Cancel,
    Leave,
    Hold(Held),
    Space(bool),
    Wheel { at: (f64, f64), notches: f64 },
    Pressure(f64),
    Pinch { at: (f64, f64), distance: f64, anew: bool },
    PinchEnd(bool),
    Run { id: &'static str, args: Args, time: u64 },
    Preview { id: &'static str, args: Args },
    PreviewEnd,
    Answer(bool),
    Tool { id: &'static str, options: Args },
    Options(Args),
    Color { text: &'static str, secondary: bool },
    Tick(f64),
    Paste { file: File, time: u64 },
    Open(File),
    Newer { file: File, time: u64 },
    New { width: i64, height: i64 },
    Save,
    Resize(i32, i32),
    Idle,
    Limits(Limits),
}

/// What an input claims to have done, by its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Nothing of the document and its history changed, and neither did the active cel.
    Nothing,
    /// Nothing of the document and its history changed; another cel may be active.
    Session,
    /// At most one step was made, perhaps merged into the one before.
    Step,
    /// The history stands at a state it had before.
    Travelled,
    /// There is another document.
    Replaced,
    /// The history has other limits.
    Limited,
}

impl Claim {
    /// `claim` if there was no error, and that nothing changed otherwise.
    fn unless_refused<T, E>(result: Result<T, E>, claim: Claim) -> Claim {
        if result.is_ok() { claim } else { Claim::Nothing }
    }
}

impl Input {
    /// The bytes of the file that the input hands over, if any.
    pub fn file(&self, editor: &mut Editor) -> Vec<u8> {
        match self {
            Input::Paste { file, .. } | Input::Open(file) | Input::Newer { file, .. } => file.bytes(editor),
            _ => Vec::new(),
        }
    }

    /// Applies the input with its file and returns what it claims to have done.
    pub fn apply(&self, file: &[u8], editor: &mut Editor) -> Claim {
        match self {
            Input::Down { at, button, time } => {
                let (before, previewed) = (editor.cel(), editor.is_previewing());
                editor.pointer_down(at.0, at.1, *button, *time);
                // A stroke may go back to where the hand was before undo. A preview that it ends may have shown a cel in that very place.
                if editor.cel() != before || previewed {
                    return Claim::Session;
                }
            }
            Input::Move { at, time } => editor.pointer_move(at.0, at.1, *time),
            Input::Up { at, time } => {
                return release(editor, |editor| editor.pointer_up(at.0, at.1, *time));
            }
            Input::Cancel => editor.pointer_cancel(),
            Input::Leave => editor.pointer_leave(),
            Input::Hold(held) => editor.hold(*held),
            Input::Space(held) => {
                // Who paints by keys presses and releases with it.
                let before = editor.cel();
                let claim = release(editor, |editor| editor.hold_space(*held, 0));
                return if editor.cel() == before { claim } else { Claim::Session };
            }
            Input::Wheel { at, notches } => editor.wheel(at.0, at.1, *notches),
            Input::Pressure(pressure) => editor.set_pressure(*pressure),
            Input::Pinch { at, distance, anew } => editor.pinch(at.0, at.1, *distance, *anew),
            Input::PinchEnd(back) => editor.pinch_end(*back),
            Input::Run { id, args, time } => return run(editor, id, args, *time),
            Input::Preview { id, args } => {
                return Claim::unless_refused(editor.preview(id, args), Claim::Session);
            }
            Input::PreviewEnd => drop(editor.preview_end()),
            Input::Answer(yes) => {
                // What is done behind a barrier leaves nothing to compare with.
                return match editor.answer(*yes) {
                    Ok(true) => Claim::Replaced,
                    Ok(false) => Claim::Nothing,
                    Err(_) if editor.document().history().commits().next().is_none() => Claim::Replaced,
                    Err(_) => Claim::Nothing,
                };
            }
            Input::Tool { id, options } => drop(editor.set_tool(id, options)),
            Input::Options(options) => drop(editor.set_options(options)),
            Input::Color { text, secondary: false } => drop(editor.set_primary(text)),
            Input::Color { text, secondary: true } => drop(editor.set_secondary(text)),
            Input::Tick(time) => {
                editor.tick(*time);
                return Claim::Session;
            }
            Input::Paste { time, .. } => {
                return Claim::unless_refused(editor.paste(file, *time), Claim::Step);
            }
            Input::Open(_) => return Claim::unless_refused(editor.open(file, "x.png"), Claim::Replaced),
            Input::Newer { time, .. } => {
                return Claim::unless_refused(editor.open_newer(file, *time), Claim::Step);
            }
            Input::New { width, height } => {
                return Claim::unless_refused(editor.new_document(*width, *height), Claim::Replaced);
            }
            Input::Save => {
                let with = editor.document().history().position() % 2 == 1;
                if let Ok(saved) = editor.encode_project(Some(with)) {
                    editor.mark_saved();
                    let mut other = Editor::new().expect("a small editor");
                    let notes = other.open(&saved, "x.undoodle").expect("what was saved opens");
                    assert_eq!(notes.code().starts_with("with its history of"), with, "{notes}");
                }
            }
            Input::Resize(width, height) => editor.resize(*width, *height),
            Input::Idle => drop(editor.idle() || editor.rest()),
            Input::Limits(limits) => {
                return Claim::unless_refused(editor.set_history_limits(*limits), Claim::Limited);
            }
        }
        Claim::Nothing
    }
}

/// Lets the button go: a stroke that does not fail is a step.
fn release(editor: &mut Editor, release: impl FnOnce(&mut Editor)) -> Claim {
    let painting = editor.is_painting();
    editor.take_effects();
    release(editor);
    let refused = |effect: &Effect| matches!(effect, Effect::Failure(_) | Effect::Confirm(_));
    let failed = editor.take_effects().iter().any(refused);
    if painting && !editor.is_painting() && !failed { Claim::Step } else { Claim::Nothing }
}

fn run(editor: &mut Editor, id: &str, args: &[(String, Value)], time: u64) -> Claim {
    let (open, playing) = (editor.document().history().is_open(), editor.is_playing());
    let done = editor.run(id, args, time);
    let Some(command) = command(id).filter(|_| matches!(done, Ok(true))) else { return Claim::Nothing };
    match command.scope() {
        // With less memory steps may go, as with smaller limits.
        Scope::History if id == "history.memory" => Claim::Limited,
        // A game is an open action, and this its commit.
        Scope::History if id == "view.play-keep" => Claim::Step,
        // Undo of an open action takes that back, and nothing else.
        Scope::History if open => Claim::Nothing,
        Scope::History => Claim::Travelled,
        // Who stops an animation is back on the frame where it was started.
        Scope::Session if id == "edit.cancel" && !playing => Claim::Nothing,
        Scope::Session => Claim::Session,
        _ => Claim::Step,
    }
}
