//! Public reports of other editors' users, tried here: each test is one of them, and names it.

use crate::grid::{check, color, drag, editor, picture, run, selection, steps, tool};
use crate::structure::{dot, frame, layer};
use undoodle::editor::Editor;

fn undo(editor: &mut Editor, times: usize) {
    (0..times).for_each(|_| run(editor, "edit.undo", &[]));
}

fn redo(editor: &mut Editor, times: usize) {
    (0..times).for_each(|_| run(editor, "edit.redo", &[]));
}

fn durations(editor: &Editor) -> Vec<u32> {
    (0..editor.document().frames()).map(|frame| editor.document().frame(frame).unwrap().duration).collect()
}

fn select(editor: &mut Editor, from: (i32, i32), to: (i32, i32)) {
    tool(editor, "select-rectangle", &[]);
    drag(editor, &[from, to]);
    tool(editor, "pencil", &[]);
}

/// Aseprite 823: the edge of a selection is a dam for the bucket, and not a mask for what it would reach around it.
#[test]
fn a_fill_does_not_go_around_the_selection() {
    check(
        &["....", ".KK.", "...."],
        |editor| {
            // Two columns that are joined outside of the selection alone.
            select(editor, (0, 1), (3, 1));
            tool(editor, "fill", &[]);
            editor.set_primary(color('R')).unwrap();
            drag(editor, &[(0, 1)]);
        },
        &["....", "RKK.", "...."],
    );
}

/// Drawpile 539: what was erased is as empty as what was never painted, whatever colour it had.
#[test]
fn a_fill_goes_on_where_something_was_erased() {
    check(
        &["......"],
        |editor| {
            editor.set_primary(color('G')).unwrap();
            drag(editor, &[(1, 0), (3, 0)]);
            tool(editor, "eraser", &[]);
            drag(editor, &[(1, 0), (3, 0)]);
            tool(editor, "fill", &[("tolerance", 0.into())]);
            editor.set_primary(color('R')).unwrap();
            drag(editor, &[(0, 0)]);
        },
        &["RRRRRR"],
    );
}

/// Photopea 3821 and LazPaint 483: without tolerance, black and half transparent black are two colours, and a faint line is a
/// border.
#[test]
fn a_fill_without_tolerance_tells_opacities_apart() {
    for (before, at, after) in [("kkKKkk", 2, "kkRRkk"), ("..r...", 0, "RRr...")] {
        check(
            &[before],
            |editor| {
                tool(editor, "fill", &[("tolerance", 0.into())]);
                editor.set_primary(color('R')).unwrap();
                drag(editor, &[(at, 0)]);
            },
            &[after],
        );
    }
}

/// Aseprite 5032: scaling to the nearest pixel makes no colour that was not there, not even a transparent one.
#[test]
fn scaling_to_the_nearest_makes_no_new_colour() {
    let mut editor = editor(&["RR.", "R.G", ".GG"]);
    run(
        &mut editor,
        "image.scale",
        &[("width", 7.into()), ("height", 5.into()), ("method", "nearest".into())],
    );
    for pixel in (0..5).flat_map(|y| (0..7).map(move |x| (x, y))).map(|(x, y)| editor.pixel(x, y).unwrap()) {
        assert!([color('R'), color('G'), color('.')].contains(&pixel.to_string().as_str()), "{pixel}");
    }
}

/// Pixen 313: a frame is a step of its own, and what was drawn on it is another.
#[test]
fn undo_takes_back_strokes_and_not_the_frames_under_them() {
    let mut editor = editor(&["...."]);
    for (at, letter) in ['R', 'G', 'B'].into_iter().enumerate() {
        if at > 0 {
            run(&mut editor, "frame.add", &[]);
        }
        dot(&mut editor, letter, at as i32);
    }
    undo(&mut editor, 1);
    assert_eq!(
        (editor.document().frames(), picture(&editor)),
        (3, vec!["....".into()]),
        "the last stroke alone"
    );
    undo(&mut editor, 1);
    assert_eq!((editor.document().frames(), picture(&editor)), (2, vec![".G..".into()]));
}

/// PixiEditor 321: a layer that was deleted, brought back and deleted again is the same layer to whatever comes next.
#[test]
fn a_layer_that_is_deleted_again_by_redo_lets_one_draw_on() {
    let mut editor = editor(&["RR.."]);
    run(&mut editor, "layer.add", &[]);
    run(&mut editor, "layer.delete", &[layer(0)]);
    undo(&mut editor, 1);
    redo(&mut editor, 1);
    dot(&mut editor, 'B', 3);
    assert_eq!(picture(&editor), ["...B"]);
    undo(&mut editor, 2);
    assert_eq!((picture(&editor), editor.document().layers()), (vec!["RR..".into()], 2));
}

/// Pencil2D 843 and 1557: undo of a first frame's deletion brings back that frame, and is one step.
#[test]
fn undo_of_the_first_frames_deletion_is_one_step() {
    let mut editor = editor(&["R..."]);
    run(&mut editor, "frame.add", &[]);
    dot(&mut editor, 'G', 1);
    let before = steps(&editor);
    run(&mut editor, "frame.delete", &[frame(0)]);
    assert_eq!((steps(&editor), picture(&editor)), (before + 1, vec![".G..".into()]));
    undo(&mut editor, 1);
    run(&mut editor, "frame.choose", &[frame(0)]);
    assert_eq!((editor.document().frames(), picture(&editor)), (2, vec!["R...".into()]));
}

/// Aseprite 965: frames that come back bring their own durations, however many were deleted in a row.
#[test]
fn frames_come_back_with_their_durations() {
    let mut editor = editor(&["R"]);
    for (at, milliseconds) in [(1, 200), (2, 60), (3, 70), (4, 180)] {
        run(&mut editor, "frame.add", &[]);
        run(&mut editor, "frame.duration", &[frame(at), ("milliseconds", milliseconds.into())]);
    }
    let before = durations(&editor);
    assert_eq!(before[1..], [200, 60, 70, 180]);
    for _ in 0..3 {
        run(&mut editor, "frame.delete", &[frame(1)]);
    }
    assert_eq!(durations(&editor)[1..], [180]);
    undo(&mut editor, 3);
    assert_eq!(durations(&editor), before);
}

/// Aseprite 1235: frames that were chosen are chosen no more once they are deleted.
#[test]
fn deleted_frames_are_not_chosen() {
    let mut editor = editor(&["R"]);
    (0..4).for_each(|_| run(&mut editor, "frame.add", &[]));
    run(&mut editor, "frame.choose", &[frame(4)]);
    run(&mut editor, "frame.choose", &[frame(1), ("how", "range".into())]);
    run(&mut editor, "frame.delete", &[]);
    let left = editor.document().frames();
    let chosen = editor.desk().frames(editor.document());
    assert!(chosen.iter().all(|frame| *frame < left), "{chosen:?} of {left}");
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(editor.document().frames(), 5);
}

/// Aseprite 1214: who moves all of a linked cel by a selection moves it in each frame that shows it.
#[test]
fn a_linked_cel_that_is_moved_whole_stays_linked() {
    let mut editor = editor(&["RR.."]);
    run(&mut editor, "frame.add-linked", &[]);
    run(&mut editor, "select.all", &[]);
    run(&mut editor, "edit.nudge-right", &[]);
    run(&mut editor, "edit.land", &[]);
    run(&mut editor, "select.none", &[]);
    assert_eq!(picture(&editor), [".RR."]);
    run(&mut editor, "frame.choose", &[frame(0)]);
    assert_eq!(picture(&editor), [".RR."], "the other frame shows the same");
}

/// Aseprite 3416: undo of flatten after a move takes back the flattening alone.
#[test]
fn undo_of_flatten_leaves_the_move_before_it() {
    let mut editor = editor(&["R..."]);
    run(&mut editor, "layer.add", &[]);
    dot(&mut editor, 'G', 1);
    run(&mut editor, "select.all", &[]);
    run(&mut editor, "edit.nudge-right", &[]);
    run(&mut editor, "edit.land", &[]);
    run(&mut editor, "select.none", &[]);
    let before = (picture(&editor), steps(&editor));
    run(&mut editor, "layer.flatten", &[]);
    assert_eq!((picture(&editor), editor.document().layers()), (before.0.clone(), 1));
    undo(&mut editor, 1);
    assert_eq!((picture(&editor), steps(&editor)), before);
    assert_eq!(editor.document().layers(), 2);
}

/// Aseprite 1467: a tag over one frame can be deleted.
#[test]
fn a_tag_of_one_frame_can_be_deleted() {
    let mut editor = editor(&["R"]);
    run(&mut editor, "frame.add", &[]);
    run(&mut editor, "frame.tag", &[("name", "one".into()), ("from", 1.into()), ("to", 1.into())]);
    assert_eq!(editor.document().tags().len(), 1);
    run(&mut editor, "frame.delete-tag", &[("tag", 0.into())]);
    assert_eq!(editor.document().tags().len(), 0);
}

/// Aseprite 1109: undo of a moved piece restores what was there, with the empty pixels around it.
#[test]
fn undo_of_a_move_brings_back_what_it_covered() {
    check(
        &["....", ".RG.", "...."],
        |editor| {
            select(editor, (0, 0), (1, 1));
            tool(editor, "move", &[]);
            drag(editor, &[(1, 1), (3, 2)]);
            run(editor, "edit.land", &[]);
            run(editor, "select.none", &[]);
        },
        &["....", "..G.", "...R"],
    );
}

/// Aseprite 4676: all of a wide canvas can be dragged.
#[test]
fn all_of_a_wide_canvas_is_dragged_and_not_deleted() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    editor.new_document(16384, 4).unwrap();
    editor.set_primary(color('R')).unwrap();
    for id in ["select.all", "edit.fill", "edit.nudge-down", "edit.land"] {
        editor.run(id, &[], 0).unwrap();
    }
    let seen = [(0, 0), (0, 1), (16383, 3)].map(|(x, y)| editor.pixel(x, y).unwrap().to_string());
    assert_eq!(seen, [color('.'), color('R'), color('R')]);
}

/// Piskel 750: brushes of two and four pixels are mirrored to where they would be painted, on even and odd canvases.
#[test]
fn even_brushes_are_mirrored_exactly() {
    for (rows, size) in [(["........"; 4], 2), (["........"; 4], 4), (["......."; 4], 2), (["......."; 4], 4)]
        .map(|(rows, size)| (rows.to_vec(), size))
    {
        for at in 0..rows[0].len() as i32 {
            let mut editor = editor(&rows);
            tool(&mut editor, "pencil", &[("size", size.into()), ("shape", "square".into())]);
            run(&mut editor, "symmetry.vertical", &[]);
            drag(&mut editor, &[(at, 1)]);
            for row in picture(&editor) {
                assert_eq!(row, row.chars().rev().collect::<String>(), "size {size} at {at}");
            }
        }
    }
}

/// PixiEditor 506: each pixel of a mirrored line has its twin.
#[test]
fn a_mirrored_line_is_the_mirror_of_the_line() {
    for (from, to) in [((0, 0), (4, 7)), ((1, 6), (8, 1)), ((3, 2), (8, 6))] {
        let mut editor = editor(&["........."; 9]);
        run(&mut editor, "symmetry.vertical", &[]);
        run(&mut editor, "symmetry.horizontal", &[]);
        tool(&mut editor, "line", &[]);
        drag(&mut editor, &[from, to]);
        let rows = picture(&editor);
        assert!(rows.iter().eq(rows.iter().rev()), "{rows:?}");
        assert!(rows.iter().all(|row| row.chars().eq(row.chars().rev())), "{rows:?}");
    }
}

/// Pixelorama 842: the axes begin in the middle, so that nothing of an edge is cut off.
#[test]
fn the_axes_begin_in_the_middle() {
    for width in [8, 9] {
        let row = ".".repeat(width);
        let mut editor = editor(&[&*row; 8]);
        run(&mut editor, "symmetry.vertical", &[]);
        drag(&mut editor, &[(width as i32 / 2, 3), (width as i32 - 1, 3)]);
        assert_eq!(picture(&editor)[3], "K".repeat(width));
    }
}

/// Pixelorama 218: what is linked after linked cels were deleted shows what it showed, and nothing of these.
#[test]
fn links_that_were_deleted_leave_nothing_behind() {
    let mut editor = editor(&["R..."]);
    run(&mut editor, "frame.add-linked", &[]);
    run(&mut editor, "frame.delete", &[frame(1)]);
    dot(&mut editor, 'G', 1);
    run(&mut editor, "frame.add-linked", &[]);
    assert_eq!(picture(&editor), ["RG.."]);
    dot(&mut editor, 'B', 2);
    run(&mut editor, "frame.choose", &[frame(0)]);
    assert_eq!(picture(&editor), ["RGB."], "they share an image");
}

/// Pixelorama 347: a colour that was deleted from the palette comes back.
#[test]
fn the_palette_is_undone_like_all_else() {
    let mut editor = editor(&["R"]);
    let before = editor.document().palette().to_vec();
    run(&mut editor, "palette.delete", &[("index", 1.into())]);
    assert_eq!(editor.document().palette().len(), before.len() - 1);
    undo(&mut editor, 1);
    assert_eq!(editor.document().palette(), before);
}

/// Pixelorama 1432: undo on a layer that is not active is seen at once.
#[test]
fn undo_on_another_layer_is_seen() {
    let mut editor = editor(&["R..."]);
    run(&mut editor, "edit.outline", &[("color", color('K').into())]);
    run(&mut editor, "layer.add", &[]);
    dot(&mut editor, 'G', 3);
    run(&mut editor, "edit.outline", &[("color", color('B').into())]);
    assert_eq!(picture(&editor), ["RKBG"]);
    undo(&mut editor, 3);
    assert_eq!(picture(&editor), ["RK.."]);
    undo(&mut editor, 1);
    assert_eq!(picture(&editor), ["R..."]);
}

/// PixiEditor 719 and 597: undo and redo in turns lose nothing, and each can be pressed when there is something for it.
#[test]
fn undo_and_redo_in_turns_lose_nothing() {
    let mut editor = editor(&["RG.."]);
    let (all, made) = (picture(&editor), steps(&editor));
    for _ in 0..20 {
        undo(&mut editor, made);
        assert_eq!(picture(&editor), ["...."]);
        redo(&mut editor, made);
        assert_eq!(picture(&editor), all);
    }
}

/// PixiEditor 931: undo after a line that was moved by its handles takes the line back.
#[test]
fn undo_after_a_transform_does_something() {
    let mut editor = editor(&["....", "....", "...."]);
    tool(&mut editor, "line", &[]);
    drag(&mut editor, &[(0, 0), (2, 0)]);
    let line = picture(&editor);
    run(&mut editor, "select.content", &[]);
    run(&mut editor, "edit.nudge-down", &[]);
    run(&mut editor, "edit.land", &[]);
    run(&mut editor, "select.none", &[]);
    assert_eq!(picture(&editor), ["....", "KKK.", "...."]);
    let mut seen = Vec::new();
    while picture(&editor) != line {
        undo(&mut editor, 1);
        seen.push(picture(&editor));
        assert!(seen.len() <= 4, "{seen:?}");
    }
}

/// PixiEditor 1642 and Drawpile 881: a picture that is larger than the canvas floats whole, until it lands.
#[test]
fn a_larger_picture_floats_whole() {
    let mut wide = editor(&["RGBY"]);
    run(&mut wide, "select.all", &[]);
    let png = wide.copy("edit.copy", &[], 0).unwrap().unwrap().png.unwrap();
    let mut editor = editor(&[".."]);
    editor.paste_latest(None, Some(&png), 0).unwrap();
    assert_eq!(editor.transform_box().map(|floating| floating.width), Some(4));
    while editor.transform_box().unwrap().x < 0 {
        run(&mut editor, "edit.nudge-right", &[]);
    }
    run(&mut editor, "edit.land", &[]);
    assert_eq!(picture(&editor), ["RG"]);
}

/// Construct 10: what is selected beyond the canvas is no part of what is copied.
#[test]
fn a_copy_has_nothing_from_beyond_the_canvas() {
    let mut editor = editor(&["RG", "BY"]);
    tool(&mut editor, "select-rectangle", &[]);
    drag(&mut editor, &[(1, 1), (9, 9)]);
    assert_eq!(selection(&editor), ["..", ".#"]);
    assert_eq!(editor.copy("edit.copy", &[], 0).unwrap().unwrap().size, (1, 1));
}

/// Piskel 1137: a canvas that is made narrower from one side keeps the other.
#[test]
fn a_canvas_shrinks_towards_its_anchor() {
    let mut editor = editor(&["RGBY"]);
    run(&mut editor, "image.resize", &[("width", 2.into()), ("height", 1.into()), ("anchor", "left".into())]);
    assert_eq!(picture(&editor), ["RG"]);
    undo(&mut editor, 1);
    run(
        &mut editor,
        "image.resize",
        &[("width", 2.into()), ("height", 1.into()), ("anchor", "right".into())],
    );
    assert_eq!(picture(&editor), ["BY"]);
}
