//! What undo and redo show: the colour, the words, and the contour of the exact pixels.

use undoodle::Error;
use undoodle::color::Color;
use undoodle::editor::{Editor, Effect, Shows};
use undoodle::pause::{self, Stoppable};

/// The left button, as browsers number it.
const LEFT: i16 = 0;

/// An editor whose 64×64 document lies at the viewport's corner, 8 device pixels a pixel.
fn editor() -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(512, 512);
    editor
}

fn run(editor: &mut Editor, id: &str) -> bool {
    editor.run(id, &[], 0).unwrap()
}

fn stroke(editor: &mut Editor, path: &[(i32, i32)]) {
    let at = |(x, y): (i32, i32)| (f64::from(x) * 8.0 + 4.0, f64::from(y) * 8.0 + 4.0);
    let (x, y) = at(path[0]);
    editor.pointer_down(x, y, LEFT, 0);
    for (x, y) in path[1..].iter().copied().map(at) {
        editor.pointer_move(x, y, 0);
    }
    let (x, y) = at(*path.last().unwrap());
    editor.pointer_up(x, y, 0);
}

#[test]
fn what_came_is_blue_what_undo_takes_back_is_lilac_and_what_redo_destroys_is_red() {
    let mut editor = editor();
    let shown = |editor: &mut Editor, command: &str| {
        run(editor, command);
        editor.highlight().map(|highlight| highlight.color)
    };
    stroke(&mut editor, &[(2, 3), (5, 3)]);
    run(&mut editor, "tool.eraser");
    stroke(&mut editor, &[(2, 3), (3, 3)]);
    assert_eq!(shown(&mut editor, "edit.undo"), Some(Color::ADDED), "what was erased comes back");
    assert_eq!(shown(&mut editor, "edit.redo"), Some(Color::REMOVED), "and goes again");
    run(&mut editor, "select.all");
    run(&mut editor, "select.none");
    assert_eq!(shown(&mut editor, "edit.undo"), Some(Color::ADDED), "the selection comes back");
    assert_eq!(shown(&mut editor, "edit.redo"), Some(Color::REMOVED));
    run(&mut editor, "edit.undo");
    assert_eq!(shown(&mut editor, "edit.undo"), Some(Color::TAKEN_BACK), "the selection goes");
    run(&mut editor, "edit.invert");
    assert_eq!(shown(&mut editor, "edit.undo"), Some(Color::TAKEN_BACK), "as many as before: undo is lilac");
    assert_eq!(shown(&mut editor, "edit.redo"), Some(Color::ADDED), "and redo blue");
}

#[test]
fn by_choice_there_is_no_frame_or_nothing_over_the_picture_and_it_is_remembered() {
    let mut editor = editor();
    stroke(&mut editor, &[(2, 3), (5, 3)]);
    let shows = |editor: &mut Editor| {
        run(editor, "edit.undo");
        let shown = editor.highlight().map(|highlight| highlight.shows);
        run(editor, "edit.redo");
        shown
    };
    assert_eq!(shows(&mut editor), Some(Shows::Frame));
    for (name, expected) in [("pixels", Shows::Pixels), ("off", Shows::Nothing)] {
        editor.run("history.undo-settings", &[("show".into(), name.into())], 0).unwrap();
        assert_eq!(shows(&mut editor), Some(expected));
        let mut again = self::editor();
        again.choose_again(&editor.choices());
        stroke(&mut again, &[(2, 3)]);
        assert_eq!(shows(&mut again), Some(expected));
    }
}

#[test]
fn undo_says_how_much_changed_and_where() {
    let mut editor = editor();
    let said = |editor: &mut Editor| {
        let messages = editor.take_effects().into_iter().filter_map(|effect| match effect {
            Effect::Message(text) => Some(text.to_string()),
            _ => None,
        });
        messages.reduce(|_, last| last)
    };
    run(&mut editor, "layer.add");
    run(&mut editor, "frame.add");
    stroke(&mut editor, &[(1, 1)]);
    run(&mut editor, "edit.undo");
    assert_eq!(said(&mut editor).as_deref(), Some("Undid Pencil, 1 pixel, layer Layer 2, frame 2"));
    run(&mut editor, "edit.undo");
    assert_eq!(
        said(&mut editor).as_deref(),
        Some("Undid New frame, layer Layer 2"),
        "no pixel, and one frame is left"
    );
}

#[test]
fn the_contour_is_of_the_exact_pixels_in_view_and_never_too_long() {
    let mut editor = editor();
    // Pixel by pixel, so that each is a step: what is shown is of the last step alone.
    stroke(&mut editor, &[(10, 10), (12, 10), (12, 12)]);
    stroke(&mut editor, &[(1, 1)]);
    run(&mut editor, "edit.undo");
    assert_eq!(editor.contour().unwrap(), [4, 1, 1, 2, 1, 2, 2, 1, 2]);
    run(&mut editor, "edit.undo");
    assert_eq!(
        editor.contour().unwrap(),
        [6, 10, 10, 13, 10, 13, 13, 12, 13, 12, 11, 10, 11],
        "between the pixels"
    );

    // A dither of a half of a large canvas: specks that can't be told apart.
    let mut editor = Editor::new().unwrap();
    editor.new_document(1024, 1024).unwrap();
    editor.resize(640, 640);
    run(&mut editor, "tool.fill");
    editor.set_options(&[("ink".into(), "dither".into())]).unwrap();
    editor.pointer_down(320.0, 320.0, LEFT, 0);
    editor.pointer_up(320.0, 320.0, 0);
    run(&mut editor, "edit.undo");
    let contour = editor.contour().unwrap();
    assert!(!contour.is_empty() && contour.len() <= 8000, "{}", contour.len());
    let (mut at, mut corners) = (0, Vec::new());
    while at < contour.len() {
        let end = at + 1 + 2 * contour[at] as usize;
        corners.extend(contour[at + 1..end].chunks(2).map(|point| (point[0], point[1])));
        at = end;
    }
    let most = |pick: fn(&(i32, i32)) -> i32| corners.iter().map(pick).max();
    assert_eq!((most(|at| at.0), most(|at| at.1)), (Some(1024), Some(1024)), "all of it is outlined");
}

#[test]
fn a_contour_that_is_stopped_is_none_and_the_next_one_is_whole() {
    let mut editor = Editor::new().unwrap();
    editor.new_document(512, 512).unwrap();
    editor.resize(640, 640);
    run(&mut editor, "tool.gradient");
    editor.pointer_down(100.0, 100.0, LEFT, 0);
    editor.pointer_move(500.0, 500.0, 0);
    editor.pointer_up(500.0, 500.0, 0);
    run(&mut editor, "edit.undo");
    let whole = editor.contour().unwrap();
    assert!(!whole.is_empty());
    assert_eq!(
        pause::hosted(|stoppable| stoppable == Stoppable::Yes, || editor.contour()),
        Err(Error::Stopped)
    );
    assert_eq!(pause::hosted(|_| false, || editor.contour()), Ok(whole));
}

#[test]
fn a_press_outside_the_selection_says_so() {
    let mut editor = editor();
    let said = |editor: &mut Editor| {
        let messages = editor.take_effects().into_iter().filter_map(|effect| match effect {
            Effect::Message(text) => Some(text.to_string()),
            _ => None,
        });
        messages.collect::<Vec<_>>()
    };
    run(&mut editor, "tool.select-rectangle");
    stroke(&mut editor, &[(2, 2), (6, 6)]);
    run(&mut editor, "tool.pencil");
    stroke(&mut editor, &[(3, 3), (4, 4)]);
    assert_eq!(said(&mut editor), [""; 0], "inside");
    stroke(&mut editor, &[(20, 20), (22, 22)]);
    assert_eq!(said(&mut editor), ["Outside the selection: Escape deselects"]);
    stroke(&mut editor, &[(3, 3), (4, 4)]);
    assert_eq!(said(&mut editor), [""; 0], "the same colour again is no news");
    run(&mut editor, "select.none");
    stroke(&mut editor, &[(20, 20), (22, 22)]);
    assert_eq!(said(&mut editor), [""; 0]);
}

#[test]
fn escape_unwinds_the_selection_and_then_the_tool() {
    let mut editor = editor();
    let escape = |editor: &mut Editor| {
        let key = undoodle::editor::Key::plain("Escape");
        let id = undoodle::editor::commands()
            .filter(|command| command.keys.contains(&key))
            .find(|command| editor.is_enabled(command));
        id.map(|command| run(editor, command.id))
    };
    assert_eq!(escape(&mut editor), None, "nothing to unwind");
    run(&mut editor, "tool.eraser");
    run(&mut editor, "tool.select-rectangle");
    stroke(&mut editor, &[(2, 2), (6, 6)]);
    assert_eq!(escape(&mut editor), Some(true));
    assert!(editor.document().selection().is_none() && editor.tool().id == "select-rectangle");
    assert_eq!(escape(&mut editor), Some(true));
    assert_eq!(editor.tool().id, "eraser", "the tool that painted last");
    assert_eq!(escape(&mut editor), None);
}
