//! A branch is merged: what both lines have done is there, what both have changed is decided about, and the step names both parents.

use crate::taking_back::{bytes, canvas, line, pixel, run};
use undoodle::Error;
use undoodle::color::Color;
use undoodle::document::{Cel, Trace};
use undoodle::editor::{Ask, Editor, Effect, Key, MERGED};
use undoodle::geometry::Point;
use undoodle::history::CommitId;
use undoodle::journal::{decode_history, encode_history};
use undoodle::value::Value;

/// The rows 2 and 9 of two lines that have parted: red here, and green on the branch. Returns the branch's last step.
fn parted(mine: &[i32], theirs: &[i32]) -> (Editor, u64) {
    let mut editor = canvas();
    line(&mut editor, "#0000ff", (0, 39), (39, 39));
    let base = editor.document().history().here();
    for y in theirs {
        line(&mut editor, "#00ff00", (2, *y), (30, *y));
    }
    let tip = editor.document().history().here().0;
    run(&mut editor, "history.goto", &[("commit", Value::from(base.0 as u32))]);
    for y in mine {
        line(&mut editor, "#ff0000", (2, *y), (30, *y));
    }
    (editor, tip)
}

fn commit(tip: u64) -> (&'static str, Value) {
    ("commit", Value::from(tip as u32))
}

/// Merges, or begins to.
fn merge(editor: &mut Editor, tip: u64, conflicts: &'static str) {
    run(editor, "history.merge", &[commit(tip), ("conflicts", conflicts.into())]);
}

fn choose(editor: &mut Editor, place: &'static str, side: &'static str) {
    run(editor, "merge.choose", &[("place", place.into()), ("side", side.into())]);
}

fn column(editor: &Editor, rows: &[i32]) -> Vec<String> {
    rows.iter().map(|y| pixel(editor, 12, *y).to_string()[..7].to_owned()).collect()
}

const RED: &str = "#ff0000";
const GREEN: &str = "#00ff00";

#[test]
fn lines_that_touch_different_pixels_give_the_same_in_either_order() {
    let (mut editor, theirs) = parted(&[2, 20], &[9, 30]);
    let mine = editor.document().history().here().0;
    let merged = editor.merge_branch(theirs, 60_000).unwrap();
    assert_eq!((merged.taken, &merged.conflicts[..]), (58, &[][..]));
    let one_way = bytes(&editor);
    run(&mut editor, "history.goto", &[commit(theirs)]);
    editor.merge_branch(mine, 60_000).unwrap();
    assert!(bytes(&editor) == one_way);
    assert_eq!(column(&editor, &[2, 9, 20, 30]), [RED, GREEN, RED, GREEN]);
}

#[test]
fn a_merge_is_one_step_that_names_its_second_parent_and_both_lines_stay() {
    let (mut editor, theirs) = parted(&[2], &[9, 30]);
    let (before, mine) = (bytes(&editor), editor.document().history().here());
    let position = editor.document().history().position();
    merge(&mut editor, theirs, "ask");
    assert!(!editor.is_merging(), "nobody is asked where nothing conflicts");
    let step = editor.document().history().done().next().unwrap().header().into_owned();
    assert_eq!((&*step.label, Trace::of(&step).about), (MERGED, Some(CommitId(theirs))));
    assert_eq!(editor.document().history().position(), position + 1);
    let row = editor.step_rows(position + 1, 1).pop().unwrap();
    assert_eq!(row.about.map(|label| label.to_string()), Some("Merge “Line”".into()));
    assert!(editor.step_rows(position, 1)[0].about.is_none());
    assert!(editor.document().history().commit_of(CommitId(theirs)).is_ok(), "the branch is there");
    run(&mut editor, "edit.undo", &[]);
    assert!(bytes(&editor) == before && editor.document().history().here() == mine);
    run(&mut editor, "edit.redo", &[]);
    assert_eq!(column(&editor, &[2, 9, 30]), [RED, GREEN, GREEN]);
}

#[test]
fn conflicts_stay_mine_until_they_are_decided() {
    let (mut editor, theirs) = parted(&[2, 9], &[2, 9, 20]);
    let position = editor.document().history().position();
    editor.take_effects();
    merge(&mut editor, theirs, "ask");
    assert!(editor.is_merging() && editor.take_effects().contains(&Effect::Ask(Ask::Merge)));
    assert_eq!(editor.document().history().position(), position, "a preview is no step");
    assert_eq!(column(&editor, &[2, 9, 20]), [RED, RED, GREEN], "what fits is seen at once");
    let found = editor.merge_conflicts();
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].told.what.to_string(), "29 pixels on layer “Layer 1”");
    assert_eq!((found[0].rect.y, found[1].rect.y, found[0].can), (2, 9, true));
    // This one, by key; then the next, and back.
    assert_eq!(editor.command_for(Key::plain("ArrowDown")), Some("merge.choose"));
    run(&mut editor, "merge.choose", &[]);
    assert_eq!(column(&editor, &[2, 9]), [GREEN, RED]);
    run(&mut editor, "merge.next", &[]);
    run(&mut editor, "merge.choose", &[]);
    assert_eq!(column(&editor, &[2, 9]), [GREEN, GREEN]);
    run(&mut editor, "merge.next", &[]);
    run(&mut editor, "merge.choose", &[]);
    assert_eq!(column(&editor, &[2, 9]), [RED, GREEN], "the other one again");
    choose(&mut editor, "all", "theirs");
    assert_eq!(column(&editor, &[2, 9]), [GREEN, GREEN]);
    choose(&mut editor, "all", "mine");
    run(&mut editor, "merge.previous", &[]);
    run(&mut editor, "merge.choose", &[]);
    assert_eq!(editor.command_for(Key::plain("Enter")), Some("merge.finish"));
    run(&mut editor, "merge.finish", &[]);
    assert_eq!((editor.document().history().position(), editor.is_merging()), (position + 1, false));
    assert_eq!(column(&editor, &[2, 9, 20]), [RED, GREEN, GREEN]);
    editor.document().validate().unwrap();
    assert_ne!(editor.command_for(Key::plain("ArrowDown")), Some("merge.choose"));
}

#[test]
fn a_region_is_decided_for_one_side() {
    let (mut editor, theirs) = parted(&[2, 9], &[2, 9]);
    let side = |editor: &Editor, x, y| pixel(editor, x, y).to_string()[..7].to_owned();
    run(&mut editor, "select.all", &[]);
    run(&mut editor, "select.none", &[]);
    merge(&mut editor, theirs, "ask");
    let corners = [(0, 0), (10, 0), (10, 5), (0, 5)].map(|(x, y)| Point::new(x, y));
    editor.decide_lasso(&corners).unwrap();
    let found = [(5, 2), (15, 2), (5, 9)].map(|(x, y)| side(&editor, x, y));
    assert_eq!(found, [GREEN, RED, RED], "within the line");
    assert!(
        editor.conflict_at(5, 2) == Some(0)
            && editor.conflict_at(5, 9) == Some(1)
            && editor.conflict_at(5, 5).is_none()
    );
    run(&mut editor, "edit.undo", &[]);
    assert!(!editor.is_merging(), "undo ends the preview");
    assert_eq!(side(&editor, 5, 2), RED);
    // What is selected before is what "in the selection" means.
    editor.set_tool("select-rectangle", &[]).unwrap();
    let at = |editor: &Editor, x: i32, y: i32| editor.view().device_center(x.into(), y.into());
    let (from, to) = (at(&editor, 0, 7), at(&editor, 10, 12));
    editor.pointer_down(from.0, from.1, 0, 0);
    editor.pointer_move(to.0, to.1, 5);
    editor.pointer_up(to.0, to.1, 9);
    assert!(editor.document().selection().is_some());
    merge(&mut editor, theirs, "ask");
    choose(&mut editor, "selection", "theirs");
    let found = [(5, 2), (5, 9), (15, 9)].map(|(x, y)| side(&editor, x, y));
    assert_eq!(found, [RED, GREEN, RED]);
    run(&mut editor, "merge.finish", &[]);
    assert_eq!(side(&editor, 5, 9), GREEN);
}

#[test]
fn presses_on_the_picture_go_to_conflicts_turn_them_and_draw_around_them() {
    let (mut editor, theirs) = parted(&[2, 9], &[2, 9]);
    merge(&mut editor, theirs, "ask");
    let shown = |editor: &Editor| editor.merge_contours()[0][2];
    assert_eq!(shown(&editor), 2);
    let press = |editor: &mut Editor, points: &[(i32, i32)]| {
        let at = |editor: &Editor, (x, y): (i32, i32)| editor.view().device_center(x.into(), y.into());
        let (first, last) = (at(editor, points[0]), at(editor, points[points.len() - 1]));
        editor.pointer_down(first.0, first.1, 0, 0);
        for point in points {
            let (x, y) = at(editor, *point);
            editor.pointer_move(x, y, 1);
        }
        assert_eq!(editor.merge_line().is_empty(), points.len() < 3);
        editor.pointer_up(last.0, last.1, 2);
    };
    press(&mut editor, &[(12, 9)]);
    assert_eq!(
        (shown(&editor), &column(&editor, &[2, 9])[..]),
        (9, &[RED, RED].map(String::from)[..]),
        "gone to"
    );
    press(&mut editor, &[(12, 9)]);
    assert_eq!(column(&editor, &[2, 9]), [RED, GREEN], "turned");
    press(&mut editor, &[(0, 20)]);
    assert_eq!(column(&editor, &[2, 9]), [RED, GREEN], "beside all");
    let around = [(0, 0), (20, 0), (20, 15), (0, 15)];
    press(&mut editor, &around);
    assert_eq!(column(&editor, &[2, 9]), [GREEN, GREEN]);
    assert_eq!(pixel(&editor, 25, 2).to_string(), format!("{RED}ff"), "outside of the line");
    press(&mut editor, &around);
    assert_eq!(column(&editor, &[2, 9]), [RED, RED], "and back");
    assert!(editor.is_merging());
}

#[test]
fn fields_are_told_with_both_values() {
    let mut editor = canvas();
    run(&mut editor, "layer.opacity", &[("opacity", 200.0.into())]);
    let theirs = editor.document().history().here().0;
    run(&mut editor, "edit.undo", &[]);
    run(&mut editor, "layer.opacity", &[("opacity", 100.0.into())]);
    run(&mut editor, "image.grid", &[("width", 9.0.into())]);
    merge(&mut editor, theirs, "ask");
    let [conflict] = &editor.merge_conflicts()[..] else { panic!("one conflict") };
    let told = [&conflict.told.what, &conflict.told.mine, &conflict.told.theirs].map(|said| said.to_string());
    assert_eq!(told[0], "layer “Layer 1”: opacity");
    assert_ne!(told[1], told[2]);
    let mine = editor.document().layer(0).unwrap().opacity;
    run(&mut editor, "merge.choose", &[]);
    assert_ne!(editor.document().layer(0).unwrap().opacity, mine);
    run(&mut editor, "merge.finish", &[]);
    assert_eq!(editor.document().grid().0, 9, "the rest of mine stays");
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(editor.document().layer(0).unwrap().opacity, mine);
}

#[test]
fn a_layer_that_one_side_has_removed_and_the_other_has_painted_on_is_told() {
    // Removed there, painted on here.
    let mut editor = canvas();
    run(&mut editor, "layer.add", &[]);
    let added = editor.document().history().here().0;
    line(&mut editor, "#00ff00", (2, 2), (30, 2));
    let painted = editor.document().history().here().0;
    run(&mut editor, "history.goto", &[commit(added)]);
    run(&mut editor, "layer.delete", &[]);
    let removed = editor.document().history().here().0;
    run(&mut editor, "history.goto", &[commit(painted)]);
    merge(&mut editor, removed, "ask");
    let told: Vec<_> = editor.merge_conflicts();
    assert_eq!(told.len(), 1);
    let words = [&told[0].told.what, &told[0].told.mine, &told[0].told.theirs].map(|said| said.to_string());
    assert_eq!(words, ["layer “Layer 2”", "changed here", "removed there"]);
    assert_eq!(editor.document().layers(), 2, "mine");
    run(&mut editor, "merge.choose", &[]);
    assert_eq!(editor.document().layers(), 1, "theirs");
    editor.document().validate().unwrap();
    run(&mut editor, "merge.choose", &[]);
    assert_eq!(editor.document().layers(), 2, "mine again");
    run(&mut editor, "merge.choose", &[]);
    run(&mut editor, "merge.finish", &[]);
    assert_eq!(editor.document().layers(), 1);
    editor.document().validate().unwrap();
    // Removed here, painted on there, and something else there.
    run(&mut editor, "history.goto", &[commit(painted)]);
    run(&mut editor, "image.grid", &[("width", 9.0.into())]);
    let painted = editor.document().history().here().0;
    run(&mut editor, "history.goto", &[commit(removed)]);
    merge(&mut editor, painted, "ask");
    let told = editor.merge_conflicts();
    let words = [&told[0].told.what, &told[0].told.mine, &told[0].told.theirs].map(|said| said.to_string());
    assert_eq!(words, ["29 pixels on layer “Layer 2”", "removed here", "painted there"]);
    assert!(!told[0].can);
    let args = [("side".to_owned(), "theirs".into())];
    assert!(matches!(editor.run("merge.choose", &args, 0), Err(Error::Refused { .. })));
    assert!(editor.is_merging(), "and it goes on");
    run(&mut editor, "merge.finish", &[]);
    assert_eq!((editor.document().layers(), editor.document().grid().0), (1, 9));
}

#[test]
fn what_is_not_new_is_not_merged() {
    let (mut editor, theirs) = parted(&[2], &[2, 9]);
    let mine = editor.document().history().here().0;
    let why = |editor: &mut Editor, tip| editor.merge_branch(tip, 0).unwrap_err().to_string();
    assert!(why(&mut editor, mine).contains("all of it is here already"));
    assert_eq!(editor.merge_branch(7777, 0), Err(Error::Gone { commit: 7777 }));
    run(&mut editor, "edit.undo", &[]);
    assert!(why(&mut editor, mine).contains("redo leads there"));
    run(&mut editor, "edit.redo", &[]);
    let steps = editor.document().history().position();
    editor.merge_branch(theirs, 0).unwrap();
    assert!(why(&mut editor, theirs).contains("all of it is here already"));
    assert_eq!(editor.document().history().position(), steps + 1);
    // The branch grows: only what is new of it is merged, and what was decided stays so.
    let merge = editor.document().history().here().0;
    run(&mut editor, "history.goto", &[commit(theirs)]);
    line(&mut editor, "#00ff00", (2, 30), (30, 30));
    let grown = editor.document().history().here().0;
    assert_eq!(editor.document().parting(CommitId(merge)).unwrap(), CommitId(theirs), "the other way round");
    run(&mut editor, "history.goto", &[commit(merge)]);
    let merged = editor.merge_branch(grown, 0).unwrap();
    assert_eq!((merged.taken, merged.conflicts.len()), (29, 0));
    assert_eq!(column(&editor, &[2, 9, 30]), [RED, GREEN, GREEN]);
}

#[test]
fn a_line_with_another_canvas_is_not_merged_with_one_that_has_painted() {
    for (width, painted) in [(80, true), (30, true), (80, false)] {
        let (mut editor, theirs) = parted(if painted { &[20] } else { &[] }, &[20, 30]);
        let resize = |editor: &mut Editor| {
            run(editor, "image.resize", &[("width", Value::from(width)), ("height", Value::from(width))]);
        };
        resize(&mut editor);
        let (mine, before) = (editor.document().history().here().0, bytes(&editor));
        let why = |editor: &mut Editor, tip| editor.merge_branch(tip, 0).unwrap_err().to_string();
        assert!(why(&mut editor, theirs).contains("the canvas has another size there"), "{width}, {painted}");
        run(&mut editor, "history.goto", &[commit(theirs)]);
        assert!(why(&mut editor, mine).contains("the canvas has another size there"), "the other way round");
        run(&mut editor, "history.goto", &[commit(mine)]);
        assert!(bytes(&editor) == before);
        assert!(!editor.is_merging());
    }
    // Where neither has painted, all can be put together.
    let (mut editor, _) = parted(&[], &[]);
    let base = editor.document().history().here().0;
    run(&mut editor, "image.resize", &[("width", Value::from(80)), ("height", Value::from(80))]);
    let sized = editor.document().history().here().0;
    run(&mut editor, "history.goto", &[commit(base)]);
    run(&mut editor, "image.grid", &[("width", Value::from(8.0))]);
    editor.merge_branch(sized, 0).unwrap();
    assert_eq!((editor.document().size(), editor.document().grid().0), ((80, 80), 8));
}

#[test]
fn who_leaves_a_walk_by_something_else_is_told() {
    let (mut editor, theirs) = parted(&[20], &[20]);
    let mine = editor.document().history().here().0;
    merge(&mut editor, theirs, "ask");
    editor.take_effects();
    // It is not taken back: what was under way is cancelled instead, as by undo.
    run(&mut editor, "history.take-back", &[commit(mine)]);
    assert!(!editor.is_merging());
    let said = |effect: &Effect| matches!(effect, Effect::Message(said) if said.to_string().starts_with("Left the merge"));
    assert!(editor.take_effects().iter().any(said));
    assert_eq!(editor.document().history().here().0, mine);
}

#[test]
fn what_ends_a_preview_ends_the_walk_and_leaves_nothing() {
    let ends: [fn(&mut Editor); 3] = [
        |editor| _ = run(editor, "edit.cancel", &[]),
        |editor| _ = run(editor, "select.all", &[]),
        |editor| _ = run(editor, "layer.choose", &[("layer", 0.0.into())]),
    ];
    for (number, end) in ends.into_iter().enumerate() {
        let (mut editor, theirs) = parted(&[2], &[2, 9]);
        merge(&mut editor, theirs, "ask");
        choose(&mut editor, "all", "theirs");
        assert_eq!(column(&editor, &[2, 9]), [GREEN, GREEN]);
        end(&mut editor);
        assert!(!editor.is_merging(), "{number}");
        assert_eq!(column(&editor, &[2, 9]), [RED, "#000000"], "{number}");
        assert!(editor.document().history().open().is_none(), "{number}");
    }
}

#[test]
fn the_second_parent_is_kept_in_a_file_and_by_a_copy_of_the_step() {
    let (mut editor, theirs) = parted(&[2], &[9]);
    let mine = editor.document().history().here();
    editor.merge_branch(theirs, 0).unwrap();
    let (packed, _) = encode_history(editor.document(), &[]).unwrap();
    let (found, _) = decode_history(editor.document().history().arena().clone(), &packed).unwrap();
    let merged = |document: &undoodle::document::Document| {
        document.history().done().next().map(|step| Trace::of(&step.header()).about)
    };
    assert_eq!(merged(&found), Some(Some(CommitId(theirs))));
    assert_eq!(found.parting(CommitId(theirs)).unwrap(), CommitId(theirs));
    // Brought back onto another line, it still says where it came from.
    let merge = editor.document().history().here();
    run(&mut editor, "history.goto", &[commit(mine.0)]);
    line(&mut editor, "#777777", (0, 25), (5, 25));
    run(&mut editor, "history.bring-back", &[commit(merge.0)]);
    assert_eq!(merged(editor.document()), Some(Some(CommitId(theirs))));
}

#[test]
fn conflicts_on_another_frame_lead_there_and_back() {
    let mut editor = canvas();
    run(&mut editor, "frame.add", &[]);
    let base = editor.document().history().here().0;
    line(&mut editor, "#00ff00", (2, 2), (30, 2));
    let theirs = editor.document().history().here().0;
    run(&mut editor, "history.goto", &[commit(base)]);
    line(&mut editor, "#ff0000", (2, 2), (30, 2));
    run(&mut editor, "frame.choose", &[("frame", 0.0.into())]);
    merge(&mut editor, theirs, "ask");
    assert_eq!(editor.cel(), Cel { layer: 0, frame: 1 });
    let [shown, others] = editor.merge_contours();
    assert!(!shown.is_empty() && others.is_empty());
    run(&mut editor, "edit.cancel", &[]);
    assert_eq!(editor.cel(), Cel { layer: 0, frame: 0 });
    assert_eq!(editor.pixel(12, 2).unwrap(), Color::TRANSPARENT);
}

#[test]
fn a_line_that_was_turned_on_a_canvas_of_the_same_size_is_not_merged_with_one_that_has_painted() {
    for turn in ["image.rotate-half", "image.rotate-left", "image.rotate-right", "image.offset"] {
        let (mut editor, theirs) = parted(&[20], &[20, 30]);
        let size = editor.document().size();
        run(&mut editor, turn, &[]);
        assert_eq!(editor.document().size(), size, "{turn}");
        let (mine, before) = (editor.document().history().here().0, bytes(&editor));
        let why = |editor: &mut Editor, tip| editor.merge_branch(tip, 0).unwrap_err().to_string();
        assert!(why(&mut editor, theirs).contains("the picture was turned or shifted"), "{turn}");
        run(&mut editor, "history.goto", &[commit(theirs)]);
        assert!(
            why(&mut editor, mine).contains("the picture was turned or shifted"),
            "{turn}: the other way"
        );
        run(&mut editor, "history.goto", &[commit(mine)]);
        assert!(bytes(&editor) == before, "{turn}");
        // What has painted nothing since goes with it.
        run(&mut editor, "edit.undo", &[]);
        assert!(editor.merge_branch(theirs, 0).is_ok(), "{turn}: without it");
    }
}

#[test]
fn a_merge_leaves_the_pixels_of_locked_layers_alone_and_says_so() {
    let (mut editor, theirs) = parted(&[2], &[20, 30]);
    let pixels = column(&editor, &[2, 20, 30]);
    run(&mut editor, "layer.locked", &[]);
    let before = bytes(&editor);
    assert!(editor.merge_branch(theirs, 0).unwrap_err().to_string().contains("unlock them first"));
    assert!(bytes(&editor) == before);
    // Another layer's pixels come.
    run(&mut editor, "history.goto", &[commit(theirs)]);
    run(&mut editor, "layer.add", &[]);
    line(&mut editor, "#00ff00", (2, 35), (30, 35));
    let both = editor.document().history().here().0;
    let mine =
        editor.document().history().branches().map(|step| step.id().0).find(|id| *id > theirs && *id != both);
    run(&mut editor, "history.goto", &[commit(mine.unwrap())]);
    editor.take_effects();
    merge(&mut editor, both, "ask");
    assert!(!editor.is_merging(), "there is nothing to decide");
    let said: Vec<String> = editor
        .take_effects()
        .iter()
        .filter_map(|effect| match effect {
            Effect::Message(text) => Some(text.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(said, ["Merged 29 pixels, left 58 pixels on locked layers"]);
    assert_eq!(column(&editor, &[2, 20, 30]), pixels);
}
