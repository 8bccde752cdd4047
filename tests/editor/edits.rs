//! What each command of the menus Edit and Select does, pixel by pixel: to the whole cel where
//! nothing is selected, and to what is selected where something is.

use crate::grid::{drag, editor, picture, press, refused, run, selection, steps, tool};
use undoodle::editor::{Editor, Effect, Key, commands};
use undoodle::geometry::Rect;
use undoodle::value::Value;

/// Edits a drawing, undoes and redoes it.
fn check(before: &[&str], edit: impl FnOnce(&mut Editor), after: &[&str]) {
    let mut editor = editor(before);
    let made = steps(&editor);
    edit(&mut editor);
    assert_eq!(picture(&editor), after);
    let edited = steps(&editor) - made;
    (0..edited).for_each(|_| run(&mut editor, "edit.undo", &[]));
    assert_eq!(picture(&editor), before, "undone");
    (0..edited).for_each(|_| run(&mut editor, "edit.redo", &[]));
    assert_eq!(picture(&editor), after, "redone");
}

/// Runs a command without arguments.
fn plain(id: &'static str) -> impl FnOnce(&mut Editor) {
    move |editor| run(editor, id, &[])
}

/// Selects a rectangle by its corners, while nothing is selected.
fn select(editor: &mut Editor, from: (i32, i32), to: (i32, i32)) {
    // A click alone would select nothing if it was not to add.
    tool(editor, "select-rectangle", &[("mode", "add".into())]);
    drag(editor, &[from, to]);
}

/// Selects a rectangle and then runs a command.
fn within(from: (i32, i32), to: (i32, i32), id: &'static str) -> impl FnOnce(&mut Editor) {
    move |editor| {
        select(editor, from, to);
        run(editor, id, &[]);
    }
}

const CORNER: [&str; 4] = ["RG....", "GB....", "......", "......"];
const EMPTY: [&str; 4] = ["......", "......", "......", "......"];

#[test]
fn cut_takes_away_the_cel_or_what_is_selected_of_it() {
    check(&CORNER, plain("edit.cut"), &EMPTY);
    check(&CORNER, within((1, 0), (3, 1), "edit.cut"), &["R.....", "G.....", "......", "......"]);
    check(&CORNER, plain("edit.delete"), &EMPTY);
    check(&CORNER, within((1, 0), (3, 1), "edit.delete"), &["R.....", "G.....", "......", "......"]);
}

#[test]
fn what_was_copied_is_pasted_where_it_was_and_floats() {
    let mut editor = editor(&CORNER);
    let made = steps(&editor);
    run(&mut editor, "edit.copy", &[]);
    assert_eq!(steps(&editor), made, "copying is no step");
    run(&mut editor, "edit.paste", &[]);
    assert_eq!(picture(&editor), CORNER);
    assert_eq!(selection(&editor), ["##....", "##....", "......", "......"]);
    assert_eq!(editor.document().floating().map(|(_, around)| around), Some(Rect::new(0, 0, 2, 2)));
    run(&mut editor, "edit.nudge-right", &[("step", 4.into())]);
    assert_eq!(picture(&editor), ["RG..RG", "GB..GB", "......", "......"]);
    run(&mut editor, "edit.land", &[]);
    assert_eq!(editor.document().floating(), None);
    assert_eq!(picture(&editor), ["RG..RG", "GB..GB", "......", "......"]);
    assert_eq!(selection(&editor), ["....##", "....##", "......", "......"]);
    assert_eq!(steps(&editor) - made, 3);
    (0..3).for_each(|_| run(&mut editor, "edit.undo", &[]));
    assert_eq!(picture(&editor), CORNER);
}

#[test]
fn a_cut_selection_is_pasted_elsewhere_and_lands_under_the_next_edit() {
    let edit = |editor: &mut Editor| {
        within((1, 0), (1, 1), "edit.cut")(editor);
        run(editor, "edit.paste", &[]);
        // What floats lands by itself before a second copy floats.
        run(editor, "edit.nudge-down", &[]);
        run(editor, "edit.paste", &[]);
        tool(editor, "pencil", &[]);
        run(editor, "select.none", &[]);
        drag(editor, &[(5, 3)]);
    };
    check(&CORNER, edit, &["RG....", "GB....", ".B....", ".....K"]);
}

#[test]
fn a_copy_comes_to_its_place_in_another_frame_and_layer() {
    let mut editor = editor(&["......", "...RG.", "......"]);
    select(&mut editor, (4, 1), (4, 1));
    run(&mut editor, "edit.copy", &[]);
    run(&mut editor, "select.none", &[]);
    run(&mut editor, "frame.add", &[]);
    run(&mut editor, "layer.add", &[]);
    run(&mut editor, "edit.paste", &[]);
    assert_eq!(picture(&editor), ["......", "....G.", "......"]);
}

#[test]
fn centre_takes_the_cel_or_what_is_selected_to_the_middle() {
    check(&CORNER, plain("edit.center"), &["......", "..RG..", "..GB..", "......"]);
    // The odd column that is left lies to the right, and the odd row below.
    check(&["....G", "...B.", ".....", "....."], plain("edit.center"), &[".....", "..G..", ".B...", "....."]);
    check(&CORNER, within((0, 0), (0, 0), "edit.center"), &[".G....", "GBR...", "......", "......"]);
    assert_eq!(refused(&mut editor(&["..."]), "edit.center", &[]), "cel \"Layer 1\": it is empty");
}

#[test]
fn a_paste_comes_where_the_view_is() {
    let mut editor = editor(&["R.......", "........", "........", "........"]);
    run(&mut editor, "edit.copy", &[]);
    run(&mut editor, "view.zoom.4", &[]);
    editor.resize(32, 32);
    // The middle button takes the canvas to the left, until its last four columns are seen.
    press(&mut editor, 1, &[(3, 0), (0, 0), (-9, 0)]);
    let seen = editor.view().visible(editor.document().bounds());
    assert_eq!(seen, Rect::new(4, 0, 4, 4));
    run(&mut editor, "edit.paste", &[]);
    assert_eq!(picture(&editor), ["R.......", ".....R..", "........", "........"]);
}

#[test]
fn what_is_pasted_over_the_edge_is_there_until_it_lands() {
    let mut editor = editor(&["RGBWYR"]);
    run(&mut editor, "edit.copy", &[]);
    editor.new_document(3, 1).unwrap();
    run(&mut editor, "edit.paste", &[]);
    assert_eq!(picture(&editor), ["RGB"], "six columns from the first of three on");
    run(&mut editor, "edit.nudge-left", &[("step", 2.into())]);
    assert_eq!(picture(&editor), ["BWY"]);
    run(&mut editor, "edit.land", &[]);
    assert_eq!(selection(&editor), ["###"], "the selection is cut at the edge");
}

#[test]
fn a_transform_scales_turns_and_moves_and_is_applied_or_cancelled() {
    let wide = |editor: &mut Editor| {
        select(editor, (0, 0), (1, 1));
        run(editor, "edit.transform", &[("width", 4.into()), ("x", 1.into()), ("y", 2.into())]);
    };
    check(&CORNER, wide, &["......", "......", ".RRGG.", ".GGBB."]);
    let turned = |editor: &mut Editor| {
        run(editor, "edit.transform", &[("angle", 90.into()), ("x", 3.into())]);
        assert_eq!(editor.document().floating(), None, "a whole cel lands");
    };
    check(&CORNER, turned, &["...GR.", "...BG.", "......", "......"]);
    let mut editor = editor(&CORNER);
    let made = steps(&editor);
    run(&mut editor, "edit.transform-box", &[]);
    editor.preview("edit.transform", &[("x".into(), 2.into())]).unwrap();
    assert_eq!((picture(&editor)[0].as_str(), steps(&editor)), ("..RG..", made));
    run(&mut editor, "edit.transform-apply", &[]);
    assert_eq!((picture(&editor)[0].as_str(), steps(&editor)), ("..RG..", made + 1));
    select(&mut editor, (2, 0), (3, 0));
    run(&mut editor, "edit.jump-down", &[("step", 3.into())]);
    run(&mut editor, "edit.jump-left", &[("step", 2.into())]);
    assert_eq!(picture(&editor), ["......", "..GB..", "......", "RG...."]);
    run(&mut editor, "edit.cancel-floating", &[]);
    assert_eq!(picture(&editor), ["..RG..", "..GB..", "......", "......"]);
    assert_eq!(selection(&editor)[0], "..##..");
    run(&mut editor, "edit.jump-right", &[("step", 2.into())]);
    run(&mut editor, "edit.jump-up", &[("step", 1.into())]);
    assert_eq!(picture(&editor), ["......", "..GB..", "......", "......"], "it floats above the edge");
}

#[test]
fn a_cancelled_paste_is_gone_and_redo_brings_it_back_afloat() {
    let mut editor = editor(&CORNER);
    run(&mut editor, "edit.copy", &[]);
    run(&mut editor, "edit.paste", &[]);
    run(&mut editor, "edit.nudge-right", &[("step", 4.into())]);
    run(&mut editor, "edit.cancel-floating", &[]);
    assert_eq!((picture(&editor), editor.document().floating()), (CORNER.map(String::from).to_vec(), None));
    run(&mut editor, "edit.redo", &[]);
    assert!(editor.document().floating().is_some());
}

/// What was said and offered since the last call.
fn told(editor: &mut Editor) -> Vec<String> {
    let texts = editor.take_effects().into_iter().filter_map(|effect| match effect {
        Effect::Message(text) | Effect::Offer { text, .. } => Some(text.to_string()),
        _ => None,
    });
    texts.collect()
}

#[test]
fn a_cancelled_paste_or_drag_leaves_nothing_set_aside_once_something_else_is_done() {
    let pasted = ["edit.copy", "edit.paste", "edit.nudge-right"];
    let moved = ["edit.nudge-right", "edit.nudge-down"];
    for ids in [&pasted[..], &moved[..]] {
        let mut editor = editor(&CORNER);
        select(&mut editor, (0, 0), (1, 1));
        let before = steps(&editor);
        ids.iter().for_each(|id| run(&mut editor, id, &[]));
        run(&mut editor, "edit.cancel-floating", &[]);
        assert_eq!(steps(&editor), before, "{ids:?}");
        assert!(editor.document().history().ahead() > 0, "until then it can be redone");
        editor.take_effects();
        run(&mut editor, "edit.fill", &[]);
        let history = editor.document().history();
        assert_eq!(
            (history.branches().count(), history.aside(), history.commits().count()),
            (0, None, before + 1)
        );
        assert_eq!(told(&mut editor), [""; 0]);
        editor.document().history().validate().unwrap();
    }
}

#[test]
fn what_was_undone_before_a_paste_was_cancelled_stays_to_be_brought_back() {
    // Steps that were undone while it floated, and what was set aside before.
    let mut editor = editor(&CORNER);
    run(&mut editor, "edit.copy", &[]);
    for id in ["edit.invert", "edit.undo", "layer.add", "edit.paste"] {
        run(&mut editor, id, &[]);
    }
    let (aside, _) = editor.document().history().aside().expect("the change of colours");
    run(&mut editor, "edit.cancel-floating", &[]);
    run(&mut editor, "layer.add", &[]);
    assert_eq!(editor.document().history().aside(), Some((aside, 1)), "it counts as the last again");
    run(&mut editor, "edit.paste", &[]);
    for id in ["edit.land", "edit.invert", "edit.undo", "edit.undo", "edit.cancel-floating", "frame.add"] {
        run(&mut editor, id, &[]);
    }
    let (_, lost) = editor.document().history().aside().expect("the second change of colours");
    assert_eq!(lost, 3, "it stands on the paste");
}

#[test]
fn shift_with_an_arrow_moves_what_is_selected_by_eight() {
    let mut editor = editor(&["RG..........", "............"]);
    select(&mut editor, (0, 0), (1, 0));
    let id = editor.command_for(Key::shift("ArrowRight")).unwrap();
    run(&mut editor, id, &[]);
    assert_eq!(picture(&editor), ["........RG..", "............"]);
    let done = editor.document().history().done().next().unwrap().header().label.into_owned();
    assert_eq!(done, "Nudge far right");
}

#[test]
fn copy_merged_takes_what_is_seen() {
    let mut editor = editor(&["RRR", "..."]);
    run(&mut editor, "layer.add", &[]);
    drag(&mut editor, &[(1, 0)]);
    select(&mut editor, (0, 0), (1, 1));
    let empty = |id| refused(&mut crate::grid::editor(&[".."]), id, &[]);
    assert_eq!(empty("edit.copy"), "layer \"Layer 1\": it is empty here");
    run(&mut editor, "edit.copy-merged", &[]);
    run(&mut editor, "layer.visible", &[("layer", 0.into())]);
    assert_eq!(picture(&editor), [".K.", "..."]);
    run(&mut editor, "edit.paste", &[]);
    // Two by two of three by two: it lies on the first two columns.
    assert_eq!(picture(&editor), ["RK.", "..."]);
    run(&mut editor, "edit.undo", &[]);
    run(&mut editor, "select.none", &[]);
    run(&mut editor, "edit.copy", &[]);
    run(&mut editor, "edit.paste", &[]);
    run(&mut editor, "edit.nudge-down", &[]);
    assert_eq!(picture(&editor), [".K.", ".K."], "a plain copy has its own layer alone");
}

#[test]
fn fill_needs_a_selection() {
    check(&CORNER, within((1, 1), (2, 2), "edit.fill"), &["RG....", "GKK...", ".KK...", "......"]);
    check(&CORNER, within((0, 0), (5, 3), "edit.fill"), &["KKKKKK"; 4]);
    let mut editor = editor(&CORNER);
    assert!(!editor.run("edit.fill", &[], 0).unwrap(), "nothing is selected");
}

#[test]
fn nudges_are_one_step_while_they_follow_one_another() {
    let nudge = |times: &[u64], ids: &[&str]| {
        let mut editor = editor(&["R....", ".....", "....."]);
        select(&mut editor, (0, 0), (0, 0));
        let made = steps(&editor);
        for (time, id) in times.iter().zip(ids) {
            assert!(editor.run(id, &[], *time).unwrap());
        }
        (picture(&editor), steps(&editor) - made)
    };
    let right = ["edit.nudge-right"; 3];
    let moved = |rows: [&str; 3]| rows.map(String::from).to_vec();
    let there = moved(["...R.", ".....", "....."]);
    // Each is at most a second after the one before.
    assert_eq!(nudge(&[0, 1000, 2000], &right), (there.clone(), 1));
    assert_eq!(nudge(&[0, 1001, 1500], &right), (there.clone(), 2));
    assert_eq!(nudge(&[0, 1001, 2002], &right), (there, 3));
    let around = ["edit.nudge-right", "edit.nudge-down", "edit.nudge-left", "edit.nudge-down"];
    let down = moved([".....", ".....", "R...."]);
    assert_eq!(nudge(&[0; 4], &around), (down, 1), "in whichever direction");
    let up = ["edit.nudge-down", "edit.nudge-down", "edit.nudge-up"];
    assert_eq!(nudge(&[0; 3], &up).0, moved([".....", "R....", "....."]));
    assert!(!editor(&["R"]).run("edit.nudge-left", &[], 0).unwrap(), "nothing is selected");
}

#[test]
fn flips_mirror_the_cel_at_the_canvas_and_a_selection_in_itself() {
    let before = ["RG....", "B.....", "......"];
    check(&before, plain("edit.flip-horizontal"), &["....GR", ".....B", "......"]);
    check(&before, plain("edit.flip-vertical"), &["......", "B.....", "RG...."]);
    let three = |id| within((0, 0), (2, 1), id);
    check(&before, three("edit.flip-horizontal"), &[".GR...", "..B...", "......"]);
    check(&before, three("edit.flip-vertical"), &["B.....", "RG....", "......"]);
}

#[test]
fn turns_go_round_the_canvas_or_the_middle_of_what_is_selected() {
    let before = ["RG..", "B...", "....", "...."];
    check(&before, plain("edit.rotate-right"), &["..BR", "...G", "....", "...."]);
    check(&before, plain("edit.rotate-left"), &["....", "....", "G...", "RB.."]);
    check(&before, plain("edit.rotate-half"), &["....", "....", "...B", "..GR"]);
    let row = [".....", ".RGB.", "....."];
    let three = |id| within((1, 1), (3, 1), id);
    check(&row, three("edit.rotate-right"), &["..R..", "..G..", "..B.."]);
    check(&row, three("edit.rotate-left"), &["..B..", "..G..", "..R.."]);
    check(&row, three("edit.rotate-half"), &[".....", ".BGR.", "....."]);
}

#[test]
fn four_quarter_turns_give_the_picture_back() {
    let before = ["RG...", "B.Y..", "..W..", ".....", "....K"];
    for id in ["edit.rotate-right", "edit.rotate-left"] {
        check(&before, |editor| (0..4).for_each(|_| run(editor, id, &[])), &before);
        // Two by one: its middle lies between pixels either way, and it must not wander off.
        let two = |editor: &mut Editor| {
            select(editor, (0, 0), (1, 0));
            (0..4).for_each(|_| run(editor, id, &[]));
        };
        check(&before, two, &before);
    }
}

fn rotate(angle: f64, method: &'static str) -> impl Fn(&mut Editor) {
    move |editor| run(editor, "edit.rotate", &[("angle", Value::Number(angle)), ("method", method.into())])
}

#[test]
fn any_angle_is_turned_by_either_method() {
    let stripes = [".....", ".RRR.", ".GGG.", ".BBB.", "....."];
    // The rows become diagonals from the top left to the bottom right; what is beyond |x| + |y| = 2 is cut off.
    let turned = ["..R..", ".GRR.", "BBGRR", ".BBG.", "..B.."];
    let left = [".....", ".RGB.", ".RGB.", ".RGB.", "....."];
    for method in ["nearest", "pixel-art"] {
        check(&stripes, rotate(45.0, method), &turned);
        check(&stripes, rotate(-90.0, method), &left);
        let selected = |editor: &mut Editor| {
            select(editor, (1, 1), (3, 3));
            rotate(45.0, method)(editor);
            assert_eq!(selection(editor), ["..#..", ".###.", "#####", ".###.", "..#.."]);
        };
        check(&stripes, selected, &turned);
    }
    // The arms are a pixel wide, and on the diagonal pixels are √2 apart.
    let plus = ["....K....", "....K....", "....K....", "....K....", "KKKKKKKKK"];
    let plus: Vec<_> = plus.iter().chain(plus[..4].iter().rev()).copied().collect();
    let mut torn = editor(&plus);
    rotate(45.0, "nearest")(&mut torn);
    assert_eq!(picture(&torn)[3], "...K.K...");
    let mut joined = editor(&plus);
    rotate(45.0, "pixel-art")(&mut joined);
    assert_eq!(picture(&joined)[3], "...KKK...", "Scale2x fills the corners between the arms");
}

fn scale(width: u32, height: u32, method: &'static str) -> impl Fn(&mut Editor) {
    move |editor| {
        let args = [("width", width.into()), ("height", height.into()), ("method", method.into())];
        run(editor, "edit.scale", &args);
    }
}

#[test]
fn scaling_keeps_the_middle() {
    // A column goes to each side; the one new row can't, and goes below.
    let two = ["......", "..RG..", "......", "......"];
    check(&two, scale(4, 2, "nearest"), &["......", ".RRGG.", ".RRGG.", "......"]);
    // Under the middles of two new columns of four lie the second and the fourth.
    let four = [".RGBW.", ".RGBW.", "......", "......"];
    check(&four, scale(2, 1, "nearest"), &["..GW..", "......", "......", "......"]);
    let one = |editor: &mut Editor| {
        select(editor, (3, 1), (3, 1));
        scale(2, 2, "nearest")(editor);
    };
    check(&two, one, &["......", "..RGG.", "...GG.", "......"]);
    let there_and_back = |editor: &mut Editor| {
        for (width, height) in [(4, 2), (2, 1), (3, 4), (2, 1)] {
            scale(width, height, "nearest")(editor);
        }
    };
    check(&two, there_and_back, &two);
    // A stair's inner corners are filled, its outer ones cut.
    let stair = ["......", ".R....", ".RR...", ".RRR..", "......", "......"];
    let smooth = ["RR....", "RRR...", "RRR...", "RRRRR.", "RRRRRR", "RRRRRR"];
    check(&stair, scale(6, 6, "epx"), &smooth);
    let blocks = ["RR....", "RR....", "RRRR..", "RRRR..", "RRRRRR", "RRRRRR"];
    check(&stair, scale(6, 6, "nearest"), &blocks);
}

#[test]
fn selections_are_commands_too() {
    let mut editor = editor(&["R..G", ".RR.", "...."]);
    let before = picture(&editor);
    run(&mut editor, "select.content", &[]);
    assert_eq!(selection(&editor), ["#..#", ".##.", "...."]);
    run(&mut editor, "select.invert", &[]);
    assert_eq!(selection(&editor), [".##.", "#..#", "####"]);
    run(&mut editor, "select.all", &[]);
    assert_eq!(selection(&editor), ["####"; 3]);
    run(&mut editor, "select.invert", &[]);
    assert_eq!(editor.document().selection(), None, "all but everything is nothing");
    run(&mut editor, "select.invert", &[]);
    assert_eq!(selection(&editor), ["####"; 3], "all but nothing is everything");
    run(&mut editor, "select.none", &[]);
    assert_eq!(editor.document().selection(), None);
    assert!(!editor.run("select.none", &[], 0).unwrap(), "nothing is selected");
    assert_eq!(picture(&editor), before);
    (0..4).for_each(|_| run(&mut editor, "edit.undo", &[]));
    assert_eq!(selection(&editor), [".##.", "#..#", "####"]);
}

#[test]
fn every_edit_and_selection_has_its_grid() {
    let presses = [include_str!("tools/presses.rs"), include_str!("tools/text.rs")].concat();
    let others = [
        include_str!("adjusting.rs"),
        include_str!("reach.rs"),
        include_str!("slices.rs"),
        include_str!("undoing_here.rs"),
    ]
    .concat();
    let tested = [include_str!("edits.rs"), &others, &presses].concat();
    for command in commands().filter(|c| c.id.starts_with("edit.") || c.id.starts_with("select.")) {
        assert!(tested.contains(&format!("\"{}\"", command.id)), "{} has none", command.id);
    }
}

#[test]
fn four_quarter_turns_lead_back_on_a_canvas_that_is_odd_by_even() {
    let before = ["......", "......", "..RG..", "..B...", "......"];
    for id in ["edit.rotate-right", "edit.rotate-left"] {
        let mut editor = editor(&before);
        for _ in 0..3 {
            run(&mut editor, id, &[]);
            assert_ne!(picture(&editor), before);
        }
        run(&mut editor, id, &[]);
        assert_eq!(picture(&editor), before, "{id}");
    }
}
