//! Strokes that cross others of their own colour: whoever takes the earlier one back leaves the later one whole.

use crate::travelled::copy;
use undoodle::color::Color;
use undoodle::document::{Footprint, Trace};
use undoodle::editor::Editor;
use undoodle::value::Value;

fn editor() -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    editor.new_document(64, 64).unwrap();
    editor
}

fn drag(editor: &mut Editor, tool: &str, from: (i32, i32), to: (i32, i32)) -> u64 {
    editor.set_tool(tool, &[]).unwrap();
    let at = |editor: &Editor, (x, y): (i32, i32)| editor.view().device_center(x.into(), y.into());
    let (from, to) = (at(editor, from), at(editor, to));
    editor.pointer_down(from.0, from.1, 0, 0);
    // On the way, a shape shows other places.
    editor.pointer_move(f64::midpoint(from.0, to.0), to.1 + 30.0, 1);
    editor.pointer_move(to.0, to.1, 1);
    editor.pointer_up(to.0, to.1, 2);
    editor.document().history().here().0
}

fn black(editor: &Editor, x: i32, y: i32) -> bool {
    editor.document().pixel(0, x, y).unwrap() == Color::BLACK
}

#[test]
fn a_line_that_crosses_one_of_its_colour_stays_whole() {
    for tool in ["line", "rectangle", "ellipse"] {
        let mut editor = editor();
        let first = drag(&mut editor, "line", (10, 30), (50, 30));
        let second = drag(&mut editor, tool, (30, 10), (40, 50));
        let before = editor.document().history().arena().clone();
        let covered: Vec<i32> = (10..=50)
            .filter(|x| {
                let header = editor.document().history().done().next().unwrap().header();
                Footprint::of(&header).has(0x1_0001, *x, 30)
            })
            .collect();
        assert!(!covered.is_empty() && covered.len() < 20, "{tool}: {covered:?}");
        let foreseen = editor.foresee(first).unwrap();
        assert_eq!(foreseen.conflicts.left(), covered.len() as u64, "{tool}");
        assert_eq!(foreseen.steps.iter().map(|step| step.0).collect::<Vec<_>>(), [second], "{tool}");
        let done = editor.take_back(first, 9).unwrap();
        assert_eq!((done.left, done.taken), (covered.len() as u64, 41 - covered.len() as u64), "{tool}");
        for x in 10..=50 {
            assert_eq!(black(&editor, x, 30), covered.contains(&x), "{tool}: {x}");
        }
        editor.run("edit.undo", &[], 0).unwrap();
        assert!(*editor.document().history().arena() == before, "{tool}: undo takes it back");
        editor.run("edit.redo", &[], 0).unwrap();
        assert!(black(&editor, covered[0], 30), "{tool}");
        assert!(!black(&editor, 12, 30), "{tool}");
    }
}

#[test]
fn a_shape_notes_nothing_of_where_it_only_was_while_it_was_pulled() {
    let mut editor = editor();
    drag(&mut editor, "line", (0, 60), (63, 60));
    // The way of the pointer leads over the line, the shape does not.
    drag(&mut editor, "line", (10, 10), (50, 20));
    let header = editor.document().history().done().next().unwrap().header().into_owned();
    assert!(Footprint::of(&header).is_empty());
    assert_eq!(Trace::of(&header).extra().len(), header.extra.len(), "and takes no byte more");
}

#[test]
fn both_strokes_taken_back_leave_nothing() {
    let mut editor = editor();
    let empty = editor.document().history().arena().clone();
    let first = drag(&mut editor, "line", (10, 30), (50, 30));
    drag(&mut editor, "line", (30, 10), (30, 50));
    let args = [("commit".into(), Value::from(first as i64)), ("later".into(), "take".into())];
    editor.run("history.take-back", &args, 0).unwrap();
    assert!(*editor.document().history().arena() == empty);
}

#[test]
fn a_later_stroke_that_is_undone_or_on_another_branch_claims_nothing() {
    let mut editor = editor();
    let first = drag(&mut editor, "line", (10, 30), (50, 30));
    drag(&mut editor, "line", (30, 10), (30, 50));
    editor.run("edit.undo", &[], 0).unwrap();
    assert_eq!(editor.foresee(first).unwrap().conflicts.left(), 0, "undone");
    drag(&mut editor, "line", (0, 0), (5, 0));
    assert_eq!(editor.foresee(first).unwrap().conflicts.left(), 0, "set aside");
}

#[test]
fn a_brush_over_its_own_stroke_notes_nothing() {
    let mut editor = editor();
    editor.set_tool("pencil", &[("size".into(), 5.into())]).unwrap();
    {
        let at = |x: i32| editor.view().device_center(x.into(), 30.into());
        let (from, to) = (at(10), at(50));
        editor.pointer_down(from.0, from.1, 0, 0);
        editor.pointer_move(to.0, to.1, 1);
        editor.pointer_move(from.0, from.1, 1);
        editor.pointer_up(to.0, to.1, 2);
    }
    let header = editor.document().history().done().next().unwrap().header().into_owned();
    assert!(Footprint::of(&header).is_empty(), "{:?}", Footprint::of(&header));
}

#[test]
fn a_probe_names_both() {
    let mut editor = editor();
    let first = drag(&mut editor, "line", (10, 30), (50, 30));
    let second = drag(&mut editor, "line", (30, 10), (30, 50));
    for indexed in [false, true] {
        let mut document = copy(editor.document());
        while indexed && document.index_steps(1 << 20) {}
        let makers = document.painters(0, 30, 30, 9).unwrap();
        let found: Vec<u64> = makers.iter().map(|maker| maker.step.0).collect();
        assert_eq!(found, [second, first], "indexed: {indexed}");
        assert!(makers.iter().all(|maker| maker.color == Color::BLACK));
        assert_eq!(document.painters(0, 31, 30, 9).unwrap().len(), 1);
    }
}

#[test]
fn a_merged_line_stays_whole_where_it_crosses_ours() {
    let mut editor = editor();
    let old = drag(&mut editor, "line", (0, 20), (63, 20));
    // Theirs crosses what was there before the two parted, and what is drawn here since.
    let theirs = drag(&mut editor, "line", (30, 10), (30, 50));
    editor.run("edit.undo", &[], 0).unwrap();
    let mine = drag(&mut editor, "line", (10, 40), (50, 40));
    assert_eq!(editor.merge_branch(theirs, 9).unwrap().taken, 39, "all but the two crossings");
    for (line, y) in [(mine, 40), (old, 20)] {
        assert_eq!(editor.take_back(line, 10).unwrap().left, 1, "{y}");
        assert!(black(&editor, 30, y) && !black(&editor, 31, y));
    }
}

#[test]
fn a_merge_claims_no_crossing_that_is_painted_over_here() {
    let mut editor = editor();
    drag(&mut editor, "line", (0, 20), (63, 20));
    let theirs = drag(&mut editor, "line", (30, 10), (30, 50));
    editor.run("edit.undo", &[], 0).unwrap();
    editor.run("color.swap", &[], 0).unwrap();
    drag(&mut editor, "line", (25, 20), (35, 20));
    editor.merge_branch(theirs, 9).unwrap();
    let header = editor.document().history().done().next().unwrap().header().into_owned();
    assert!(!Footprint::of(&header).has(0x1_0001, 30, 20));
}

#[test]
fn a_stroke_that_is_done_again_stays_whole_where_it_crosses_others() {
    let mut editor = editor();
    let line = drag(&mut editor, "line", (30, 10), (30, 50));
    editor.run("frame.add", &[], 0).unwrap();
    let other = drag(&mut editor, "line", (10, 30), (50, 30));
    editor.run("history.do-again", &[("commit".into(), Value::from(line as i64))], 9).unwrap();
    assert_eq!(editor.take_back(other, 10).unwrap().left, 1);
    let seen = |x| editor.document().pixel(1, x, 30).unwrap() == Color::BLACK;
    assert!(seen(30) && !seen(31));
}

#[test]
fn what_is_brought_back_pixel_by_pixel_stays_whole_where_it_crosses_others() {
    let mut editor = editor();
    let line = drag(&mut editor, "line", (30, 10), (30, 50));
    editor.run("edit.undo", &[], 0).unwrap();
    let other = drag(&mut editor, "line", (10, 30), (50, 30));
    editor.run("history.bring-back", &[("commit".into(), Value::from(line as i64))], 9).unwrap();
    assert_eq!(editor.take_back(other, 10).unwrap().left, 1);
    assert!(black(&editor, 30, 30) && !black(&editor, 31, 30));
}

#[test]
fn whichever_line_is_taken_back_of_two_that_were_merged_all_others_stay_whole() {
    for seed in 0..crate::share::of(60) {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut editor = editor();
        let mut draw = |editor: &mut Editor| {
            let [from, to] = [(); 2].map(|()| (random.i32(0..64), random.i32(0..64)));
            let step = drag(editor, "line", from, to);
            // What it alone would paint, on a canvas of its own.
            let mut alone = self::editor();
            drag(&mut alone, "line", from, to);
            let pixels: Vec<(i32, i32)> =
                (0..64 * 64).map(|at| (at % 64, at / 64)).filter(|(x, y)| black(&alone, *x, *y)).collect();
            (step, pixels)
        };
        let mut lines = vec![draw(&mut editor), draw(&mut editor)];
        let theirs = [draw(&mut editor), draw(&mut editor)];
        let tip = editor.document().history().here().0;
        editor.run("edit.undo", &[], 0).unwrap();
        editor.run("edit.undo", &[], 0).unwrap();
        lines.extend([draw(&mut editor), draw(&mut editor)]);
        // A line that met nothing but its own colour has left no step.
        if lines.iter().map(|(step, _)| step).collect::<std::collections::BTreeSet<_>>().len() < lines.len()
            || editor.merge_branch(tip, 9).is_err()
        {
            continue;
        }
        let (gone, _) = lines.remove((seed % 4) as usize);
        editor.take_back(gone, 10).unwrap();
        let left: std::collections::BTreeSet<_> =
            lines.iter().chain(&theirs).flat_map(|(_, pixels)| pixels.iter().copied()).collect();
        for (x, y) in (0..64 * 64).map(|at| (at % 64, at / 64)) {
            assert_eq!(black(&editor, x, y), left.contains(&(x, y)), "seed {seed}: {x}, {y}");
        }
    }
}
