//! Floating pixels that go on at the other side of the tile, as strokes do: while they are moved, shown, selected and landed.

use crate::grid::{drag, editor, picture, run, selection, steps, tool};
use proptest::collection::vec;
use proptest::prelude::*;
use undoodle::editor::Editor;
use undoodle::geometry::Rect;
use undoodle::value::Value;

/// An editor in which a rectangle is selected and strokes wrap.
fn wrapping(rows: &[&str], from: (i32, i32), to: (i32, i32)) -> Editor {
    let mut editor = editor(rows);
    // A click alone would select nothing if it was not to add.
    tool(&mut editor, "select-rectangle", &[("mode", "add".into())]);
    drag(&mut editor, &[from, to]);
    run(&mut editor, "view.wrap", &[]);
    editor
}

/// Moves what is selected by columns and rows.
fn nudge(editor: &mut Editor, x: i64, y: i64) {
    for (id, by) in [("right", x), ("left", -x), ("down", y), ("up", -y)] {
        if by > 0 {
            run(editor, &format!("edit.nudge-{id}"), &[("step", by.into())]);
        }
    }
}

const CORNER: [&str; 4] = ["RG....", "GB....", "......", "......"];
/// The corner, one to the left and one up.
const CROSSED: [&str; 4] = ["B....G", "......", "......", "G....R"];
const MASK: [&str; 4] = ["#....#", "......", "......", "#....#"];

#[test]
fn a_nudge_over_an_edge_comes_in_at_the_other() {
    let mut editor = wrapping(&CORNER, (0, 0), (1, 1));
    nudge(&mut editor, -1, -1);
    assert_eq!(picture(&editor), CROSSED);
    assert_eq!(selection(&editor), MASK);
    run(&mut editor, "edit.land", &[]);
    assert_eq!(
        (picture(&editor), selection(&editor)),
        (CROSSED.map(String::from).to_vec(), MASK.map(String::from).to_vec())
    );
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(picture(&editor), CROSSED, "what was shown is what had landed");
    nudge(&mut editor, 1, 1);
    assert_eq!(picture(&editor), CORNER, "it is one piece as long as it floats");
    nudge(&mut editor, 60, 40);
    assert_eq!(picture(&editor), CORNER, "however often it goes around");
    while steps(&editor) > 0 {
        run(&mut editor, "edit.undo", &[]);
    }
}

#[test]
fn without_wrap_the_edge_cuts_it_off() {
    let mut editor = wrapping(&CORNER, (0, 0), (1, 1));
    run(&mut editor, "view.wrap", &[]);
    nudge(&mut editor, -1, -1);
    assert_eq!(picture(&editor), ["B.....", "......", "......", "......"]);
    run(&mut editor, "view.wrap", &[]);
    nudge(&mut editor, 0, 0);
    run(&mut editor, "edit.nudge-right", &[]);
    run(&mut editor, "edit.nudge-left", &[]);
    assert_eq!(picture(&editor), CROSSED, "from the next move on it goes around");
}

#[test]
fn whole_layers_drags_pastes_and_transforms_go_around_too() {
    // A whole layer, by keys and by a drag, lands at once.
    let mut layer = editor(&CORNER);
    run(&mut layer, "view.wrap", &[]);
    tool(&mut layer, "move", &[]);
    nudge(&mut layer, -1, 0);
    assert_eq!(picture(&layer), ["G....R", "B....G", "......", "......"]);
    drag(&mut layer, &[(5, 3), (5, 2)]);
    assert_eq!(picture(&layer), ["B....G", "......", "......", "G....R"]);
    assert_eq!(layer.document().floating(), None);

    let mut dragged = wrapping(&CORNER, (0, 0), (1, 1));
    tool(&mut dragged, "move", &[]);
    drag(&mut dragged, &[(1, 1), (0, 0)]);
    assert_eq!(picture(&dragged), CROSSED);

    let mut pasted = wrapping(&CORNER, (0, 0), (1, 1));
    for id in ["edit.cut", "edit.paste"] {
        run(&mut pasted, id, &[]);
    }
    nudge(&mut pasted, -1, -1);
    assert_eq!(picture(&pasted), CROSSED);
    // A copy takes the whole piece, wherever it goes around; one of the picture, what is selected of it.
    run(&mut pasted, "edit.copy", &[]);
    run(&mut pasted, "edit.land", &[]);
    run(&mut pasted, "select.none", &[]);
    run(&mut pasted, "layer.add", &[]);
    run(&mut pasted, "edit.paste", &[]);
    assert_eq!(picture(&pasted), CROSSED);

    let mut transformed = wrapping(&CORNER, (0, 0), (1, 1));
    let to: [(&str, Value); 4] =
        [("x", 5.into()), ("y", 3.into()), ("width", 2.into()), ("height", 2.into())];
    run(&mut transformed, "edit.transform", &to);
    assert_eq!(picture(&transformed), CROSSED);
    run(&mut transformed, "edit.flip-horizontal", &[]);
    assert_eq!(picture(&transformed), ["G....B", "......", "......", "R....G"], "it is flipped in itself");
    run(&mut transformed, "edit.scale", &[("width", 9.into()), ("height", 2.into())]);
    run(&mut transformed, "edit.land", &[]);
    run(&mut transformed, "edit.undo", &[]);
}

#[test]
fn a_piece_stays_in_the_tile_in_which_it_lies() {
    let rows = ["......", "..RG..", "..GB..", "......"];
    let mut editor = wrapping(&["RG.R..", "GB.R..", "......", "......"], (0, 0), (1, 1));
    run(&mut editor, "image.tile", &[("width", 3.into()), ("height", 2.into())]);
    nudge(&mut editor, -1, 0);
    assert_eq!(picture(&editor), ["G.RR..", "B.GR..", "......", "......"]);
    // One that lies over several goes around the canvas.
    let mut editor = wrapping(&rows, (2, 1), (3, 2));
    run(&mut editor, "image.tile", &[("width", 3.into()), ("height", 2.into())]);
    nudge(&mut editor, 3, 2);
    assert_eq!(picture(&editor), ["B....G", "......", "......", "G....R"]);
}

#[test]
fn what_is_larger_than_the_canvas_does_not_go_around() {
    let mut editor = editor(&["RGBWYR"]);
    run(&mut editor, "edit.copy", &[]);
    editor.new_document(3, 1).unwrap();
    run(&mut editor, "view.wrap", &[]);
    run(&mut editor, "edit.paste", &[]);
    nudge(&mut editor, -2, 0);
    assert_eq!(picture(&editor), ["BWY"]);
}

#[test]
fn a_copy_of_the_picture_takes_what_is_selected_at_both_sides() {
    let mut editor = wrapping(&CORNER, (0, 0), (1, 1));
    nudge(&mut editor, -1, -1);
    run(&mut editor, "edit.copy-merged", &[]);
    run(&mut editor, "edit.land", &[]);
    run(&mut editor, "select.none", &[]);
    run(&mut editor, "layer.add", &[]);
    run(&mut editor, "layer.visible", &[("layer", 0.into())]);
    run(&mut editor, "edit.paste", &[]);
    assert_eq!(picture(&editor), CROSSED);
}

proptest! {
    #[test]
    fn moved_pixels_lie_where_the_remainder_says(
        (width, height) in (1i32..9, 1i32..7),
        place in (0i32..9, 0i32..7, 1i32..9, 1i32..7),
        tile in prop::option::of((1i64..5, 1i64..5)),
        moves in vec((-20i64..20, -20i64..20), 1..5),
    ) {
        let rows: Vec<String> = (0..height).map(|y| (0..width).map(|x| ['R', 'G', 'B', '.'][((x * 5 + y * 3) % 4) as usize]).collect()).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let piece = Rect::new(place.0, place.1, place.2, place.3).intersect(Rect::new(0, 0, width, height));
        prop_assume!(!piece.is_empty());
        let mut editor = wrapping(&rows, (piece.x, piece.y), (piece.right() - 1, piece.bottom() - 1));
        if let Some((across, down)) = tile {
            run(&mut editor, "image.tile", &[("width", across.into()), ("height", down.into())]);
        }
        // The tile in which all of it lies, or else the canvas.
        let (across, down) = editor.document().tile();
        let (across, down) = (across as i32, down as i32);
        let one = Rect::new(piece.x / across * across, piece.y / down * down, across, down);
        let canvas = Rect::new(0, 0, width, height);
        let around = if one.intersect(piece) == piece && one.intersect(canvas) == one { one } else { canvas };
        let begun = steps(&editor);
        let (mut dx, mut dy) = (0, 0);
        for (x, y) in moves {
            nudge(&mut editor, x, y);
            (dx, dy) = (dx + x as i32, dy + y as i32);
        }
        if editor.document().floating().is_none() {
            return Ok(());
        }
        let mut expected: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        let mut mask = vec![vec!['.'; width as usize]; height as usize];
        let cells = || (piece.y..piece.bottom()).flat_map(|y| (piece.x..piece.right()).map(move |x| (x, y)));
        for (x, y) in cells() {
            expected[y as usize][x as usize] = '.';
        }
        for (x, y) in cells() {
            let (to, down) = ((x + dx - around.x).rem_euclid(around.width) + around.x, (y + dy - around.y).rem_euclid(around.height) + around.y);
            let letter = rows[y as usize].as_bytes()[x as usize] as char;
            if letter != '.' {
                expected[down as usize][to as usize] = letter;
            }
            mask[down as usize][to as usize] = '#';
        }
        let told = |letters: &[Vec<char>]| -> Vec<String> { letters.iter().map(|row| row.iter().collect()).collect() };
        prop_assert_eq!(picture(&editor), told(&expected));
        prop_assert_eq!(selection(&editor), told(&mask));
        run(&mut editor, "edit.land", &[]);
        prop_assert_eq!(picture(&editor), told(&expected), "landed");
        prop_assert_eq!(selection(&editor), told(&mask), "landed");
        while steps(&editor) > begun {
            run(&mut editor, "edit.undo", &[]);
        }
        prop_assert_eq!(picture(&editor), rows);
    }
}

#[test]
fn another_drawing_is_neither_mirrored_nor_tiled() {
    let mut editor = editor(&CORNER);
    for id in ["view.wrap", "symmetry.vertical", "symmetry.horizontal"] {
        run(&mut editor, id, &[]);
    }
    editor.new_document(16, 16).unwrap();
    let options = editor.options();
    assert!(!options.wrap && !options.vertical && !options.horizontal);
}
