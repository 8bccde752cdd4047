//! Long work that is stopped at one of its pauses: nothing has changed, and the same work does all of it the next time.

use crate::grid::{run, steps, tool};
use std::cell::Cell;
use undoodle::editor::{Editor, Effect};
use undoodle::error::Message;
use undoodle::memory::Memory;
use undoodle::pause::{Stoppable, hosted};
use undoodle::value::Value;

const SIDE: i32 = 192;

thread_local! {
    /// Number of pauses up to the one that the work is stopped at.
    static LEFT: Cell<u32> = const { Cell::new(0) };
    static STOPPED: Cell<bool> = const { Cell::new(false) };
}

/// Does some work, which is stopped at a pause, counted from 1. Returns `true` if it came to that pause.
fn stopped_at(pause: u32, work: impl FnOnce()) -> bool {
    LEFT.set(pause);
    STOPPED.set(false);
    let host = |stoppable| {
        let left = LEFT.get();
        if stoppable == Stoppable::No || left == 0 {
            return false;
        }
        LEFT.set(left - 1);
        STOPPED.set(left == 1);
        left == 1
    };
    hosted(host, work);
    STOPPED.get()
}

/// A press, a drag to another pixel and the release.
fn drag(editor: &mut Editor, from: i32, to: i32) {
    let at = |editor: &Editor, side: i32| editor.view().device_center(side.into(), side.into());
    let (x, y) = at(editor, from);
    editor.pointer_down(x, y, 0, 0);
    let (x, y) = at(editor, to);
    editor.pointer_move(x, y, 0);
    editor.pointer_up(x, y, 0);
}

/// An editor on a canvas, a pixel of which is as large as the screen's.
fn empty(side: i32) -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(SIDE, SIDE);
    editor.new_document(side.into(), side.into()).unwrap();
    run(&mut editor, "view.zoom.1", &[]);
    editor.set_secondary("#00f").unwrap();
    editor
}

/// A drawing that is dithered all over.
fn dithered() -> Editor {
    let mut editor = empty(SIDE);
    tool(&mut editor, "gradient", &[]);
    drag(&mut editor, 0, SIDE - 1);
    editor.take_effects();
    editor
}

/// All bytes of the drawing, and how many steps are done and known.
fn state(editor: &Editor) -> (Memory, usize, usize) {
    let history = editor.document().history();
    (history.arena().clone(), history.position(), history.commits().count())
}

fn said(editor: &mut Editor) -> Vec<String> {
    let said = |effect| match effect {
        Effect::Message(text) | Effect::Failure(text) => Some(text.to_string()),
        _ => None,
    };
    editor.take_effects().into_iter().filter_map(said).collect()
}

/// Stops some work, which returns what is said of it, at its pauses. Has it done then, and compares that with what it does where nobody is
/// asked.
fn check(make: fn() -> Editor, work: impl Fn(&mut Editor) -> Vec<String>) {
    let (mut editor, mut plain) = (make(), make());
    let before = state(&editor);
    let mut pause = 1;
    let mut told = Vec::new();
    while stopped_at(pause, || told = work(&mut editor)) {
        assert_eq!(told, ["stopped: nothing has changed"], "pause {pause}");
        assert!(state(&editor) == before, "stopped at pause {pause}");
        pause *= 2;
    }
    assert!(pause > 2, "it is asked only {} times", pause - 1);
    assert_eq!(steps(&editor), before.1 + 1, "then it is done");
    work(&mut plain);
    assert!(state(&editor) == state(&plain), "as if nobody were asked");
    run(&mut editor, "edit.undo", &[]);
    assert!(state(&editor).0 == before.0);
}

fn args(args: &[(&str, Value)]) -> Vec<(String, Value)> {
    args.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

#[test]
fn strokes_that_are_stopped_change_nothing() {
    let with = |id: &'static str| {
        move |editor: &mut Editor| {
            tool(editor, id, &[]);
            drag(editor, 1, SIDE - 2);
            said(editor)
        }
    };
    check(dithered, with("gradient"));
    check(|| empty(700), with("fill"));
}

#[test]
fn commands_that_are_stopped_change_nothing() {
    for (id, values) in [
        ("edit.brightness", args(&[("brightness", (-50).into())])),
        ("image.scale", args(&[("width", 250.into()), ("height", 250.into())])),
        ("edit.rotate-left", Vec::new()),
    ] {
        check(dithered, |editor: &mut Editor| match editor.run(id, &values, 0) {
            Ok(done) => {
                assert!(done, "{id}");
                Vec::new()
            }
            Err(error) => vec![error.to_string()],
        });
    }
}

#[test]
fn a_preview_that_is_stopped_shows_nothing_and_is_not_in_the_way() {
    let mut editor = dithered();
    let (before, pixel) = (state(&editor), editor.pixel(9, 9).unwrap());
    let darker = args(&[("brightness", (-100).into())]);
    let mut pause = 1;
    while stopped_at(pause, || drop(editor.preview("edit.brightness", &darker))) {
        assert!(!editor.is_previewing());
        assert_eq!(editor.pixel(9, 9).unwrap(), pixel);
        assert!(state(&editor) == before, "stopped at pause {pause}");
        pause *= 2;
    }
    assert!(pause > 2 && editor.is_previewing());
    // Another one that is stopped takes the place of this one all the same.
    let lighter = args(&[("brightness", 50.into())]);
    assert!(stopped_at(1, || drop(editor.preview("edit.brightness", &lighter))));
    run(&mut editor, "edit.brightness", &[("brightness", 50.into())]);
    let mut plain = dithered();
    run(&mut plain, "edit.brightness", &[("brightness", 50.into())]);
    assert!(state(&editor) == state(&plain));
}

#[test]
fn what_there_is_no_room_for_is_stopped_before_it_is_refused() {
    // It takes 4 GiB, of which a drawing may have one.
    let mut editor = empty(32768);
    tool(&mut editor, "gradient", &[]);
    let before = state(&editor);
    for pause in [1, 3] {
        assert!(stopped_at(pause, || drag(&mut editor, 4000, 30000)));
        assert_eq!(said(&mut editor), ["stopped: nothing has changed"]);
        assert!(state(&editor) == before);
    }
}

#[test]
fn a_file_whose_opening_is_stopped_leaves_the_drawing_as_it_is() {
    let mut large = dithered();
    for _ in 0..12 {
        run(&mut large, "edit.flip-horizontal", &[]);
    }
    let files = [
        large.encode("png").unwrap(),
        large.encode_project(Some(true)).unwrap(),
        large.copy_for_export().unwrap(),
    ];
    for (file, name) in files.iter().zip(["a.png", "b.undoodle", "c.gif"]) {
        let mut editor = empty(16);
        drag(&mut editor, 1, 9);
        editor.take_effects();
        let before = state(&editor);
        let mut pause = 1;
        let mut opened = Ok(Message::default());
        // What the worker has read comes as a copy.
        let open = |editor: &mut Editor| match name {
            "c.gif" => editor.open_copy(&file[..], name).map(|()| Message::default()),
            _ => editor.open(file, name),
        };
        while stopped_at(pause, || opened = open(&mut editor)) {
            assert_eq!(opened.as_ref().unwrap_err().to_string(), "stopped: nothing has changed");
            assert!(state(&editor) == before && editor.name() == "untitled", "{name}: pause {pause}");
            pause += 1;
        }
        assert!(opened.is_ok() && pause > 4, "{name} is asked only {} times", pause - 1);
        assert!(state(&editor).0 == state(&large).0, "{name}: it is what the file holds");
        assert_eq!(editor.name(), &name[..1]);
    }
}
