//! Groups of layers: what each command makes of them, and what they hide and lock.

use crate::grid::{drag, editor, picture, refused, run, steps};
use crate::structure::{Args, dot, layer};
use undoodle::document::{Door, Drawing, Group};
use undoodle::editor::{Editor, Effect, commands};

/// Returns layers and groups from the bottom up, in words of a group and of a layer; those of a group in brackets behind the group's.
pub fn bracketed(
    drawing: &Drawing<impl Door>,
    group: impl Fn(u16) -> String,
    layer: impl Fn(u32) -> String,
) -> String {
    let (mut text, mut open) = (String::new(), Vec::new());
    for at in 0..drawing.layers() {
        let mut around = drawing.groups_of(at);
        around.reverse();
        let common = open.iter().zip(&around).take_while(|(one, other)| one == other).count();
        text.push_str(&")".repeat(open.len() - common));
        for id in &around[common..] {
            text.push_str(&group(*id));
            text.push('(');
        }
        text.push_str(&layer(at));
        open = around;
    }
    text + &")".repeat(open.len())
}

/// The list by the names of layers and groups.
fn listed(editor: &Editor) -> String {
    let drawing = editor.document();
    bracketed(drawing, |id| drawing.group(id).unwrap().name, |at| drawing.layer(at).unwrap().name)
}

#[test]
fn folds_are_choices_that_come_back_with_the_drawing_and_are_no_steps() {
    let mut editor = five();
    let made = steps(&editor);
    run(&mut editor, "group.fold", &[layer(1)]);
    run(&mut editor, "history.unfold", &[("commit", 3.into()), ("row", 2.into())]);
    assert_eq!((editor.desk().folded().len(), editor.desk().unfolded()), (1, &[(2, 3)][..]));
    assert_eq!(steps(&editor), made);
    let (choices, folded) = (editor.choices(), editor.desk().folded().to_vec());
    run(&mut editor, "group.fold", &[layer(1), ("folded", false.into())]);
    run(&mut editor, "history.unfold", &[("commit", 3.into()), ("unfolded", false.into())]);
    assert!(editor.desk().folded().is_empty() && editor.desk().unfolded().is_empty());
    editor.choose_again(&choices);
    assert_eq!((editor.desk().folded(), editor.desk().unfolded()), (&folded[..], &[(2, 3)][..]));
    editor.new_document(8, 8).unwrap();
    assert!(editor.desk().folded().is_empty() && editor.desk().unfolded().is_empty(), "of another drawing");
    let said = refused(&mut five(), "group.fold", &[layer(0)]);
    assert_eq!(said, "layer \"a\": it is in no group");
}

/// Layers a to e with a dot each, b and c in a group named H; d is the active one.
fn five() -> Editor {
    let mut editor = editor(&["....."]);
    for (x, name) in (0..).zip(["a", "b", "c", "d", "e"]) {
        if x > 0 {
            run(&mut editor, "layer.add", &[]);
        }
        run(&mut editor, "layer.rename", &[("name", name.into())]);
        dot(&mut editor, ['R', 'G', 'B', 'K', 'W'][x as usize], x);
    }
    pick(&mut editor, &[1, 2]);
    run(&mut editor, "group.add", &[]);
    run(&mut editor, "group.rename", &[("name", "H".into())]);
    pick(&mut editor, &[3]);
    assert_eq!((listed(&editor).as_str(), picture(&editor)), ("aH(bc)de", vec!["RGBKW".to_owned()]));
    editor
}

/// Chooses the first layer alone and then the others too, the last one active.
fn pick(editor: &mut Editor, layers: &[u32]) {
    for (i, of) in layers.iter().enumerate() {
        run(editor, "layer.choose", &[layer(*of), ("how", if i == 0 { "only" } else { "toggle" }.into())]);
    }
}

/// Chooses layers and runs a command, which is one step that is undone and redone. Returns the list, the picture and the name of the active
/// layer.
fn after(chosen: &[u32], id: &str, args: Args) -> (String, String, String) {
    let mut editor = five();
    pick(&mut editor, chosen);
    let state = |editor: &Editor| (listed(editor), editor.document().history().arena().clone());
    let (before, made) = (state(&editor), steps(&editor));
    run(&mut editor, id, args);
    let done = state(&editor);
    assert_eq!(steps(&editor), made + 1, "{id}: one step");
    let active = editor.document().layer(editor.cel().layer).unwrap().name;
    let seen = picture(&editor).concat();
    editor.document().validate().unwrap();
    for _ in 0..2 {
        run(&mut editor, "edit.undo", &[]);
        assert!(state(&editor) == before, "undo of {id}");
        run(&mut editor, "edit.redo", &[]);
        assert!(state(&editor) == done, "redo of {id}");
    }
    (done.0, seen, active)
}

fn told(list: &str, seen: &str, active: &str) -> (String, String, String) {
    (list.to_owned(), seen.to_owned(), active.to_owned())
}

#[test]
fn groups_are_made_renamed_moved_and_dissolved_in_one_step_each() {
    assert_eq!(after(&[0, 3], "group.add", &[]), told("H(bc)Group 1(ad)e", "RGBKW", "d"));
    assert_eq!(after(&[2, 4], "group.add", &[]), told("aH(b)dGroup 1(ce)", "RGBKW", "e"));
    assert_eq!(
        after(&[1, 2], "group.add", &[]),
        told("aGroup 1(H(bc))de", "RGBKW", "c"),
        "a new one, around the group that has the same layers"
    );
    assert_eq!(after(&[1], "group.ungroup", &[]), told("abcde", "RGBKW", "b"));
    assert_eq!(after(&[2], "group.rename", &[("name", "Hero".into())]), told("aHero(bc)de", "RGBKW", "c"));
    assert_eq!(after(&[2], "group.up", &[]), told("adH(bc)e", "RGBKW", "c"));
    assert_eq!(after(&[1], "group.down", &[]), told("H(bc)ade", "RGBKW", "b"));
    assert_eq!(after(&[4], "group.move", &[layer(1), ("to", 3.into())]), told("adeH(bc)", "RGBKW", "e"));
    assert_eq!(after(&[1], "group.duplicate", &[]), told("aH(bc)H copy(bc)de", "RGBKW", "b"));
    assert_eq!(after(&[4], "group.duplicate", &[layer(2)]), told("aH(bc)H copy(bc)de", "RGBKW", "c"));
    assert_eq!(after(&[2], "group.merge", &[]), told("aHde", "RGBKW", "H"));
    assert_eq!(after(&[1], "group.delete", &[]), told("ade", "R..KW", "a"));
    assert_eq!(after(&[4], "group.delete", &[layer(1)]), told("ade", "R..KW", "e"));
}

#[test]
fn groups_in_groups_are_named_by_how_far_out_they_are() {
    let nested = |chosen: &[u32], id: &str, args: Args| {
        let mut editor = five();
        pick(&mut editor, &[1, 2, 3]);
        run(&mut editor, "group.add", &[]);
        run(&mut editor, "group.rename", &[("name", "O".into())]);
        assert_eq!(listed(&editor), "aO(H(bc)d)e");
        pick(&mut editor, chosen);
        run(&mut editor, id, args);
        editor.document().validate().unwrap();
        listed(&editor)
    };
    let outer = |outer: u32| ("outer", outer.into());
    assert_eq!(nested(&[1], "group.ungroup", &[]), "aO(bcd)e", "the innermost one");
    assert_eq!(nested(&[1], "group.ungroup", &[outer(2)]), "aH(bc)de");
    assert_eq!(nested(&[1], "group.ungroup", &[outer(9)]), "aH(bc)de", "the outermost one");
    assert_eq!(nested(&[3, 2, 1], "group.ungroup", &[]), "aH(bc)de", "the one whose layers are chosen");
    assert_eq!(nested(&[1], "group.delete", &[outer(2)]), "ae");
    assert_eq!(nested(&[1], "group.duplicate", &[outer(2)]), "aO(H(bc)d)O copy(H(bc)d)e");
    assert_eq!(nested(&[1], "group.up", &[]), "aO(dH(bc))e");
    assert_eq!(nested(&[1], "group.down", &[]), "aH(bc)O(d)e", "out of the group around it");
    assert_eq!(nested(&[3], "layer.down", &[]), "aO(H(bcd))e");
    assert_eq!(nested(&[1], "group.merge", &[]), "aO(Hd)e");
    assert_eq!(nested(&[1], "group.merge", &[outer(2)]), "aOe");
    let placed = |join: &str, out: u32| {
        nested(
            &[4],
            "layer.move",
            &[("from", 4.into()), ("to", 3.into()), ("group", join.into()), ("out", out.into())],
        )
    };
    assert_eq!([placed("below", 0), placed("below", 1)], ["aO(H(bce)d)", "aO(H(bc)ed)"]);
    let moved =
        |to: u32, join: &str| nested(&[1], "group.move", &[("to", to.into()), ("group", join.into())]);
    assert_eq!(
        [moved(3, "near"), moved(2, "above"), moved(0, "near")],
        ["aO(d)eH(bc)", "aO(d)H(bc)e", "H(bc)aO(d)e"]
    );
}

#[test]
fn a_group_is_blended_as_a_whole_once_it_says_so() {
    let mut editor = five();
    let of = |editor: &Editor| {
        let group = editor.document().group(1).unwrap();
        (group.opacity, group.blend.id(), group.isolated, group.is_whole())
    };
    pick(&mut editor, &[1]);
    assert_eq!(of(&editor), (255, "normal", false, false));
    run(&mut editor, "group.isolated", &[]);
    assert_eq!(of(&editor), (255, "normal", true, true));
    run(&mut editor, "group.opacity", &[("opacity", 128.into())]);
    run(&mut editor, "group.blend", &[("blend", "multiply".into())]);
    assert_eq!(of(&editor), (128, "multiply", true, true));
    let seen = editor.document().pixel(0, 1, 0).unwrap();
    assert_eq!(seen.bytes[3], 128, "half of it is seen");
    let loss = editor.loss("group.ungroup", &[]).unwrap().unwrap();
    assert!(loss.starts_with("The group was blended as a whole"), "{loss}");
    run(&mut editor, "group.ungroup", &[]);
    assert_eq!(editor.document().layer(1).unwrap().opacity, 128);
}

#[test]
fn commands_on_layers_keep_their_groups() {
    assert_eq!(after(&[1], "layer.add", &[]), told("aH(bLayer 1c)de", "RGBKW", "Layer 1"));
    assert_eq!(after(&[2], "layer.add", &[]), told("aH(bcLayer 1)de", "RGBKW", "Layer 1"));
    assert_eq!(after(&[0], "layer.add", &[]), told("aLayer 1H(bc)de", "RGBKW", "Layer 1"));
    assert_eq!(after(&[2], "layer.duplicate", &[]), told("aH(bcc copy)de", "RGBKW", "c copy"));
    assert_eq!(
        after(&[1, 2], "layer.delete", &[]),
        told("ade", "R..KW", "a"),
        "a group goes with its last layer"
    );
    assert_eq!(after(&[2], "layer.merge-down", &[]), told("aH(b)de", "RGBKW", "b"));
    assert_eq!(after(&[1], "layer.merge-down", &[]), told("aH(c)de", "RGBKW", "a"));
    assert_eq!(after(&[1, 2, 3], "layer.merge-down", &[]), told("aH(b)e", "RGBKW", "b"));
    assert_eq!(after(&[0], "layer.up", &[]), told("H(abc)de", "RGBKW", "a"), "a step into the group");
    assert_eq!(after(&[2], "layer.up", &[]), told("aH(b)cde", "RGBKW", "c"), "and out of it");
    assert_eq!(after(&[3], "layer.down", &[]), told("aH(bcd)e", "RGBKW", "d"));
    assert_eq!(
        after(&[1, 2], "layer.up", &[]),
        told("adH(bc)e", "RGBKW", "c"),
        "all of a group moves as one"
    );
    let moved = |from: u32, to: u32, group: &str| {
        after(&[from], "layer.move", &[("from", from.into()), ("to", to.into()), ("group", group.into())]).0
    };
    assert_eq!(moved(4, 2, "near"), "aH(bec)d");
    assert_eq!(moved(4, 3, "near"), "aH(bc)ed");
    assert_eq!(moved(4, 3, "below"), "aH(bce)d");
    assert_eq!(moved(0, 0, "above"), "H(abc)de");
    assert_eq!(moved(1, 1, "none"), "abH(c)de");
}

#[test]
fn a_group_hides_and_locks_its_layers_and_says_so() {
    let mut editor = five();
    run(&mut editor, "group.visible", &[layer(1)]);
    assert_eq!(picture(&editor), ["R..KW"]);
    assert!(editor.document().layer(1).unwrap().visible, "its layers are not changed");
    pick(&mut editor, &[2]);
    let hidden = "layer \"c\": it is hidden by its group \"H\"";
    let made = steps(&editor);
    drag(&mut editor, &[(0, 0)]);
    assert_eq!((steps(&editor), picture(&editor)), (made, vec!["R..KW".to_owned()]));
    assert_eq!(refused(&mut editor, "edit.invert", &[]), hidden);
    assert_eq!(refused(&mut editor, "group.merge", &[]), hidden);
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(picture(&editor), ["RGBKW"]);

    pick(&mut editor, &[2]);
    run(&mut editor, "group.locked", &[layer(1)]);
    let locked = |name: &str| format!("layer \"{name}\": it is locked by its group \"H\"");
    assert_eq!(refused(&mut editor, "edit.invert", &[]), locked("c"));
    assert_eq!(refused(&mut editor, "layer.delete", &[layer(1)]), locked("b"));
    assert_eq!(refused(&mut editor, "group.delete", &[]), locked("c"));
    run(&mut editor, "edit.invert", &[("reach", "layers".into())]);
    assert_eq!(picture(&editor)[0][1..3], *"GB", "what applies to all layers passes it over");
    run(&mut editor, "edit.undo", &[]);
    run(&mut editor, "group.visible", &[layer(1)]);
    run(&mut editor, "group.ungroup", &[layer(1)]);
    let kept = editor.document().layer(2).unwrap();
    assert!(!kept.visible && kept.locked, "what it hid and locked stays so");
    assert_eq!(picture(&editor), ["R..KW"]);
}

#[test]
fn a_layer_without_a_group_has_none_to_change() {
    let mut editor = five();
    let why = "layer \"d\": it is in no group";
    for command in commands().filter(|command| command.id.starts_with("group.") && command.id != "group.add")
    {
        assert!(!editor.is_enabled(command), "{}", command.id);
        assert!(!editor.run(command.id, &[], 0).unwrap(), "{}", command.id);
        assert_eq!(refused(&mut editor, command.id, &[layer(3)]), why, "{}", command.id);
    }
    editor.take_effects();
    assert!(!editor.run("group.ungroup", &[], 0).unwrap());
    let said = |effect: &Effect| matches!(effect, Effect::Failure(said) if said == why);
    assert!(editor.take_effects().iter().any(said), "its key says why");
    // The panel names another layer than the active one.
    run(&mut editor, "group.visible", &[layer(1)]);
    run(&mut editor, "group.locked", &[layer(1)]);
    run(&mut editor, "group.visible", &[layer(1)]);
    run(&mut editor, "group.locked", &[layer(1)]);
    pick(&mut editor, &[0, 1, 2, 3, 4]);
    run(&mut editor, "group.add", &[]);
    let all = "group \"Group 1\": a drawing has at least one layer: add another";
    assert_eq!(refused(&mut editor, "group.delete", &[]), all);
    run(&mut editor, "group.ungroup", &[]);
    assert!(!editor.run("group.up", &[], 0).unwrap(), "there is no group");
}

#[test]
fn grouping_leaves_the_active_layer_chosen_alone() {
    let mut editor = five();
    pick(&mut editor, &[3, 4]);
    run(&mut editor, "group.add", &[]);
    assert_eq!((editor.desk().layers(editor.document()), editor.cel().layer), (vec![4], 4));
    assert_eq!(listed(&editor), "aH(bc)Group 1(de)");
    run(&mut editor, "layer.move", &[("from", 4.into()), ("to", 0.into()), ("group", "none".into())]);
    assert_eq!(listed(&editor), "eaH(bc)Group 1(d)", "one of them moves without the other");
}

#[test]
fn all_layers_of_a_group_are_chosen_by_one_of_them() {
    let mut editor = five();
    let mut chosen = |of: u32| {
        run(&mut editor, "layer.choose", &[layer(of), ("how", "group".into())]);
        (editor.desk().layers(editor.document()), editor.cel().layer)
    };
    assert_eq!(chosen(1), (vec![1, 2], 2));
    assert_eq!(chosen(4), (vec![4], 4));
}

#[test]
fn messages_and_project_files_name_groups() {
    let mut editor = five();
    pick(&mut editor, &[1]);
    run(&mut editor, "layer.opacity", &[("opacity", 9.into())]);
    editor.take_effects();
    run(&mut editor, "edit.undo", &[]);
    let undid = "Undid Layer opacity, layer b of group H";
    let said = |effect: &Effect| matches!(effect, Effect::Message(said) if said == undid);
    assert!(editor.take_effects().iter().any(said), "{undid}");
    run(&mut editor, "group.locked", &[]);
    assert_eq!(editor.left_out("png").unwrap(), "the division into 5 layers and 1 group");
    let file = editor.encode_project(None).unwrap();
    let mut other = Editor::new().unwrap();
    other.open(&file, "five.undoodle").unwrap();
    assert_eq!(listed(&other), "aH(bc)de");
    assert!(other.document().group(1).unwrap().locked);
}

#[test]
fn a_group_costs_no_more_than_its_record_and_its_name_is_bounded() {
    let mut drawing = Drawing::new(4, 4).unwrap();
    for layer in 1..256 {
        drawing.add_layer(layer).unwrap();
    }
    for layer in 0..256 {
        drawing.group_layers(&[layer]).unwrap();
    }
    drawing.group_layers(&[0, 255]).unwrap();
    drawing.validate().unwrap();
    assert_eq!(drawing.groups().len(), 257);
    // There are twice as many groups as layers, however deep they lie.
    (257..512).for_each(|_| _ = drawing.group_layers(&[7]).unwrap());
    drawing.validate().unwrap();
    assert_eq!(drawing.groups_of(7).len(), 256);
    assert!(drawing.group_layers(&[7]).is_err());
    let group = drawing.group_of(255).unwrap();
    let long = "x".repeat(65);
    let said = drawing.change_group(group, |group: &mut Group| group.name = long.clone()).unwrap_err();
    assert_eq!(said.to_string(), "the group's name must have at most 64 bytes, not 65");
    assert!(drawing.change_group(9999, |_| {}).is_err());
}
