//! What is selected, and what moves with it: pictures before and after, and the selection as a grid.

use crate::grid::{check, drag, drag_held, editor, picture, press, run, selection, steps, tool};
use undoodle::editor::{Editor, Key};

const EMPTY: [&str; 5] = [".......", ".......", ".......", ".......", "......."];

fn select(editor: &mut Editor, id: &str, mode: &str, path: &[(i32, i32)]) {
    tool(editor, id, &[("mode", mode.into())]);
    drag(editor, path);
}

#[test]
fn selections_are_replaced_added_subtracted_and_intersected() {
    let mut editor = editor(&EMPTY);
    let rect = "select-rectangle";
    select(&mut editor, rect, "replace", &[(0, 0), (3, 2)]);
    assert_eq!(selection(&editor), ["####...", "####...", "####...", ".......", "......."]);
    select(&mut editor, rect, "add", &[(5, 3), (6, 4)]);
    assert_eq!(selection(&editor), ["####...", "####...", "####...", ".....##", ".....##"]);
    select(&mut editor, rect, "subtract", &[(1, 1), (2, 1)]);
    assert_eq!(selection(&editor), ["####...", "#..#...", "####...", ".....##", ".....##"]);
    select(&mut editor, rect, "intersect", &[(0, 1), (5, 3)]);
    assert_eq!(selection(&editor), [".......", "#..#...", "####...", ".....#.", "......."]);
    run(&mut editor, "select.invert", &[]);
    assert_eq!(selection(&editor), ["#######", ".##.###", "....###", "#####.#", "#######"]);
    run(&mut editor, "edit.undo", &[]);
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(selection(&editor), ["####...", "#..#...", "####...", ".....##", ".....##"]);
    // Keys that are held, and the right button, do the same.
    tool(&mut editor, rect, &[("mode", "replace".into())]);
    drag_held(&mut editor, true, false, &[(6, 0), (6, 0)]);
    drag_held(&mut editor, false, true, &[(0, 0), (0, 2)]);
    press(&mut editor, 2, &[(5, 3), (6, 4)]);
    assert_eq!(selection(&editor), [".###..#", "...#...", ".###...", ".......", "......."]);
    select(&mut editor, rect, "replace", &[(6, 4)]);
    assert_eq!(editor.document().selection(), None, "a click beside it deselects");
}

#[test]
fn ellipses_lassos_and_wands_select() {
    let mut editor = editor(&["R.R....", "RRR....", ".......", "..R....", "......."]);
    select(&mut editor, "select-ellipse", "replace", &[(0, 0), (3, 3)]);
    assert_eq!(selection(&editor), [".##....", "####...", "####...", ".##....", "......."]);
    select(&mut editor, "lasso", "replace", &[(6, 0), (6, 4), (2, 4), (6, 0)]);
    assert_eq!(selection(&editor), ["......#", ".....##", "....###", "...####", "..#####"]);
    select(&mut editor, "wand", "replace", &[(0, 0)]);
    assert_eq!(selection(&editor), ["#.#....", "###....", ".......", ".......", "......."]);
    tool(&mut editor, "wand", &[("contiguous", false.into())]);
    drag(&mut editor, &[(0, 0)]);
    assert_eq!(selection(&editor), ["#.#....", "###....", ".......", "..#....", "......."]);
}

#[test]
fn painting_stays_within_the_selection() {
    let draw = |editor: &mut Editor| {
        select(editor, "select-rectangle", "replace", &[(1, 1), (3, 3)]);
        tool(editor, "pencil", &[]);
        drag(editor, &[(0, 2), (6, 2)]);
        tool(editor, "fill", &[]);
        editor.set_primary("#ff0000").unwrap();
        drag(editor, &[(6, 4)]);
        drag(editor, &[(1, 1)]);
    };
    check(&EMPTY, draw, &[".......", ".RRR...", ".KKK...", ".......", "......."]);
}

#[test]
fn what_is_selected_is_moved_and_floats_until_it_lands() {
    let before = ["RR.....", "RRG....", ".......", ".......", "......."];
    let mut moved = editor(&before);
    let made = steps(&moved);
    select(&mut moved, "select-rectangle", "replace", &[(1, 0), (2, 1)]);
    tool(&mut moved, "move", &[]);
    drag(&mut moved, &[(5, 4), (7, 6)]);
    let there = ["R......", "R......", "...R...", "...RG..", "......."];
    assert_eq!(picture(&moved), there);
    assert_eq!(selection(&moved), [".......", ".......", "...##..", "...##..", "......."]);
    assert!(moved.document().floating().is_some());
    // What is seen does not change when it lands.
    run(&mut moved, "edit.land", &[]);
    assert_eq!((picture(&moved), steps(&moved) - made), (there.map(String::from).to_vec(), 3));
    (0..3).for_each(|_| run(&mut moved, "edit.undo", &[]));
    assert_eq!(picture(&moved), before);
}

#[test]
fn nudges_after_a_move_are_one_step_called_by_the_last() {
    let before = ["RR.....", "RRG....", ".......", ".......", "......."];
    let mut editor = editor(&before);
    let made = steps(&editor);
    select(&mut editor, "select-rectangle", "replace", &[(1, 0), (2, 1)]);
    tool(&mut editor, "move", &[]);
    drag(&mut editor, &[(1, 0), (3, 2)]);
    for key in ["ArrowRight", "ArrowRight", "ArrowDown", "Enter"] {
        let id = editor.command_for(Key::plain(key)).unwrap();
        run(&mut editor, id, &[]);
    }
    let nudged = ["R......", "R......", ".......", ".....R.", ".....RG"];
    assert_eq!((picture(&editor), editor.document().floating()), (nudged.map(String::from).to_vec(), None));
    let labels: Vec<_> =
        editor.document().history().line().skip(made).map(|c| c.header().label.into_owned()).collect();
    assert_eq!(labels, ["Select rectangle", "Move", "Nudge down", "Place selection"]);
    (0..4).for_each(|_| run(&mut editor, "edit.undo", &[]));
    assert_eq!((picture(&editor), editor.document().selection()), (before.map(String::from).to_vec(), None));
}

#[test]
fn a_wand_that_takes_away_all_that_is_selected_leaves_no_selection() {
    let mut editor = editor(&EMPTY);
    select(&mut editor, "select-rectangle", "replace", &[(1, 1), (3, 2)]);
    select(&mut editor, "wand", "subtract", &[(6, 0)]);
    assert_eq!(editor.document().selection(), None);
}

#[test]
fn moved_over_the_edge_nothing_is_lost_before_it_lands() {
    let mut editor = editor(&["RGB...."]);
    select(&mut editor, "select-rectangle", "replace", &[(0, 0), (2, 0)]);
    tool(&mut editor, "move", &[]);
    drag(&mut editor, &[(0, 0), (-2, 0)]);
    assert_eq!(picture(&editor), ["B......"]);
    drag(&mut editor, &[(0, 0), (4, 0)]);
    assert_eq!(picture(&editor), ["..RGB.."]);
}

#[test]
fn without_a_selection_the_whole_cel_is_moved() {
    let draw = |editor: &mut Editor| {
        tool(editor, "move", &[]);
        drag(editor, &[(0, 0), (2, 1)]);
        assert_eq!(editor.document().selection(), None);
    };
    check(&["RG.....", ".......", "......."], draw, &[".......", "..RG...", "......."]);
}

#[test]
fn a_selection_tool_moves_what_is_pressed_inside_the_selection() {
    let draw = |editor: &mut Editor| {
        select(editor, "select-rectangle", "replace", &[(0, 0), (1, 0)]);
        drag(editor, &[(1, 0), (4, 0)]);
    };
    check(&["RG....."], draw, &["...RG.."]);
}

#[test]
fn delete_and_copy_mean_the_active_layer_whatever_floats_above_another() {
    let mut editor = editor(&["RG."]);
    run(&mut editor, "layer.add", &[]);
    tool(&mut editor, "pencil", &[]);
    drag(&mut editor, &[(2, 0)]);
    run(&mut editor, "layer.below", &[]);
    select(&mut editor, "select-rectangle", "replace", &[(0, 0), (0, 0), (1, 0)]);
    run(&mut editor, "edit.nudge-right", &[]);
    assert_eq!(picture(&editor), [".RK"], "red and green float above the lower layer");
    run(&mut editor, "layer.above", &[]);
    run(&mut editor, "edit.delete", &[]);
    assert_eq!(picture(&editor), [".RG"], "what floated has landed, and black is gone");
}

#[test]
fn places_far_beyond_the_canvas_are_not_selected() {
    let mut editor = editor(&EMPTY);
    select(&mut editor, "select-rectangle", "replace", &[(1, 1), (3, 2)]);
    tool(&mut editor, "move", &[]);
    drag(&mut editor, &[(2, 2), (1, 1)]);
    assert_eq!(selection(&editor)[0], "###....", "it moved left and up");
    for far in [i32::MIN, i32::MAX] {
        assert!(!editor.document().is_selected(far, far));
    }
}
