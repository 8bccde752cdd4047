//! Tests of `src/document/patch/bringing.rs`: steps that go together and steps that do not, brought back, carried, and both ways round.

use undoodle_drawing::Result;
use undoodle_drawing::color::Color;
use undoodle_drawing::document::{Cel, Document, Finish, Join, Mode, Tag, TagDirection};
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::history::CommitId;

const SECOND: Cel = Cel { layer: 1, frame: 0 };
const SECOND_LATER: Cel = Cel { layer: 1, frame: 1 };

fn act(document: &mut Document, act: impl FnOnce(&mut Document) -> Result<()>) -> CommitId {
    document.begin(1).unwrap();
    act(document).unwrap();
    document.commit("Act", Color::ADDED, 0).unwrap().unwrap().id()
}

fn paint(document: &mut Document, at: i32) -> CommitId {
    act(document, |d| d.fill_rect(SECOND, Rect::new(at, at, 1, 1), Color::BLACK))
}

/// A drawing whose second layer has a pixel, with a stroke elsewhere on that layer undone.
fn undone() -> (Document, CommitId) {
    let mut document = Document::new(200, 200).unwrap();
    act(&mut document, |d| d.add_layer(1));
    paint(&mut document, 1);
    let stroke = paint(&mut document, 150);
    document.undo().unwrap();
    (document, stroke)
}

#[test]
fn a_stroke_is_not_brought_back_without_its_layer_or_outside_of_the_canvas() {
    let undermining: [fn(&mut Document) -> Result<()>; 2] =
        [|d| d.remove_layer(1), |d| d.resize(Rect::new(0, 0, 100, 100))];
    for undermine in undermining {
        let (mut document, stroke) = undone();
        act(&mut document, undermine);
        let brought = document.bring_back(stroke).unwrap();
        assert_eq!((brought.steps, brought.blocked), (0, Some(stroke)));
        document.validate().unwrap();
    }
}

#[test]
fn a_step_that_names_what_is_gone_is_no_step_brought_and_raises_no_counter() {
    let mut document = Document::new(200, 200).unwrap();
    act(&mut document, |d| d.add_frame(1));
    let tag = Tag::new("Walk", 1, 1, TagDirection::Forward);
    let step = act(&mut document, |d| d.add_tag(&tag));
    document.undo().unwrap();
    act(&mut document, |d| d.remove_frame(1));
    let (before, position) = (document.history().arena().clone(), document.history().position());
    let brought = document.bring_back(step).unwrap();
    assert_eq!((brought.steps, brought.blocked, brought.taken), (0, Some(step), 0));
    assert_eq!(document.history().position(), position, "no record is left");
    assert!(*document.history().arena() == before, "nor another number for the next tag");
}

#[test]
fn what_does_not_undermine_a_stroke_lets_it_be_brought_back() {
    let others: [fn(&mut Document) -> Result<()>; 4] = [
        |d| d.add_layer(0),
        |d| d.move_layer(0, 1),
        |d| d.change_layer(1, |layer| layer.name = "Ink".to_owned()),
        |d| d.fill_rect(Cel::default(), Rect::new(0, 0, 200, 200), Color::BLACK),
    ];
    for other in others {
        let (mut document, stroke) = undone();
        act(&mut document, |d| d.change_layer(1, |layer| layer.opacity = 9));
        act(&mut document, other);
        assert_eq!(document.bring_back(stroke).unwrap().steps, 1);
        document.validate().unwrap();
    }
}

/// Two acts on a drawing with three layers, the lowest in a group, and two frames.
type Acts = [fn(&mut Document) -> Result<()>; 2];

/// Acts that change no byte in common, where one stands on what the other changes.
const DEPENDENT: [Acts; 14] = [
    [|d| d.remove_layer(1), |d| d.change_layer(1, |layer| layer.locked = true)],
    [|d| d.remove_layer(1), |d| d.fill_rect(SECOND, Rect::new(9, 9, 1, 1), Color::BLACK)],
    [|d| d.remove_frame(1), |d| d.fill_rect(Cel { layer: 0, frame: 1 }, Rect::new(9, 9, 1, 1), Color::BLACK)],
    [|d| d.remove_frame(1), |d| d.add_tag(&tag())],
    [|d| d.remove_layer(1), |d| d.float(SECOND, Rect::new(0, 0, 2, 1), |_| &[Color::BLACK; 2])],
    [|d| d.link(SECOND, [1]), |d| d.fill_rect(SECOND_LATER, Rect::new(9, 9, 1, 1), Color::BLACK)],
    [|d| d.link(SECOND, [1]), |d| d.remove_layer(1)],
    [|d| d.link(SECOND, [1]), |d| d.remove_frame(1)],
    [|d| d.set_palette(&[Color::BLACK]), |d| d.set_palette(&[Color::BLACK, Color::ADDED])],
    [|d| d.ungroup(1), |d| d.move_layers(&[1], 1, Join::Below, 0)],
    [|d| d.ungroup(1), |d| d.group_layers(&[0]).map(|_| ())],
    [|d| d.ungroup(1), |d| d.change_group(1, |group| group.locked = true)],
    [|d| d.remove_group(1), |d| d.move_layers(&[1], 1, Join::Below, 0)],
    [|d| d.move_layers(&[1], 1, Join::Below, 0), |d| d.move_layers(&[0], 1, Join::Nothing, 0)],
];

fn tag() -> Tag {
    Tag::new("Walk", 0, 1, TagDirection::Forward)
}

/// A drawing with three layers, the lowest in a group, and two frames, where an act was undone.
fn with_undone(undone: fn(&mut Document) -> Result<()>) -> (Document, CommitId) {
    let mut document = Document::new(200, 200).unwrap();
    act(&mut document, |d| d.add_layer(1));
    act(&mut document, |d| d.add_layer(2));
    act(&mut document, |d| d.group_layers(&[0]).map(|_| ()));
    act(&mut document, |d| d.add_frame(1));
    act(&mut document, |d| d.set_palette(&[Color::BLACK, Color::TRANSPARENT]));
    let undone = act(&mut document, undone);
    document.undo().unwrap();
    (document, undone)
}

/// Ends an act, and carries what could be redone on top of it. Returns `true` if it was carried.
fn carry(document: &mut Document, act: impl FnOnce(&mut Document) -> Result<()>) -> bool {
    document.begin(1).unwrap();
    act(document).unwrap();
    document.finish("Act", Color::ADDED, 0, Finish::Carrying).unwrap().unwrap();
    document.history().ahead() > 0
}

#[test]
fn a_crop_is_brought_back_over_a_stroke_which_is_kept_beyond_the_edge() {
    let stroke = |d: &mut Document| d.fill_rect(SECOND, Rect::new(9, 9, 1, 1), Color::BLACK);
    let (mut document, undone) = with_undone(|d| d.resize(Rect::new(0, 0, 5, 5)));
    act(&mut document, stroke);
    assert_eq!(document.bring_back(undone).unwrap().blocked, None);
    assert_eq!((document.size(), document.extent(SECOND)), ((5, 5), Rect::new(9, 9, 1, 1)));
    document.validate().unwrap();
    let (mut document, _) = with_undone(|d| d.resize(Rect::new(0, 0, 5, 5)));
    assert!(!carry(&mut document, stroke), "what changes the canvas is not carried beside what paints");
}

#[test]
fn what_does_not_go_together_is_neither_brought_back_as_a_whole_nor_carried() {
    for (number, [one, other]) in DEPENDENT.into_iter().enumerate() {
        for [first, second] in [[one, other], [other, one]] {
            let (mut document, undone) = with_undone(first);
            act(&mut document, second);
            let brought = document.bring_back(undone).unwrap();
            assert_eq!(brought.blocked, Some(undone), "acts {number}: not as a whole");
            document.validate().unwrap();
            let (mut document, undone) = with_undone(first);
            assert!(!carry(&mut document, second), "acts {number}");
            assert_eq!(document.history().aside(), Some((undone, 1)));
            document.validate().unwrap();
        }
    }
}

#[test]
fn a_removed_layer_stays_away_from_a_stroke_that_would_carry_its_removal() {
    // Carried, the removal would be redone on top of pixels that it has never seen.
    let (mut document, removal) = with_undone(|d| d.remove_layer(1));
    carry(&mut document, |d| d.fill_rect(SECOND, Rect::new(9, 9, 1, 1), Color::BLACK));
    document.goto(removal).unwrap();
    document.validate().unwrap();
}

#[test]
fn what_only_chooses_or_looks_carries_anything() {
    let looks: [fn(&mut Document) -> Result<()>; 3] = [
        |d| d.select(&[Rect::new(2, 2, 9, 9)], Mode::Replace),
        |d| d.change_layer(0, |layer| layer.visible = false),
        |d| d.fill_rect(Cel::default(), Rect::new(0, 0, 200, 200), Color::BLACK),
    ];
    for look in looks {
        let removals: [fn(&mut Document) -> Result<()>; 2] = [|d| d.remove_layer(1), |d| d.remove_frame(1)];
        for undone in removals {
            let (mut document, undone) = with_undone(undone);
            assert!(carry(&mut document, look));
            assert_eq!(document.history().line().last().map(|commit| commit.id()), Some(undone));
            document.redo().unwrap();
            document.validate().unwrap();
        }
    }
}

#[test]
fn a_stroke_comes_back_where_nobody_has_painted_since_and_the_rest_is_told() {
    let mut document = Document::new(100, 100).unwrap();
    let (cel, wide) = (Cel::default(), Rect::new(0, 40, 100, 1));
    let red = Color::rgba(255, 0, 0, 255);
    let line = act(&mut document, |d| d.fill_rect(cel, wide, Color::BLACK));
    let end = act(&mut document, |d| d.fill_rect(cel, Rect::new(0, 40, 50, 1), red));
    (0..2).for_each(|_| _ = document.undo().unwrap());
    act(&mut document, |d| d.fill_rect(cel, Rect::new(45, 0, 10, 100), Color::ADDED));
    let steps = document.history().position();
    let brought = document.bring_back(end).unwrap();
    assert_eq!((brought.steps, brought.blocked), (2, Some(line)));
    assert_eq!((brought.taken, brought.left()), (90 + 45, 10), "five of the ten are left by both steps");
    assert_eq!(document.history().position(), steps + 2, "each is a step again");
    let row = |document: &Document| [0, 44, 45, 54, 55, 99].map(|x| document.pixel(0, x, 40).unwrap());
    let there = [red, red, Color::ADDED, Color::ADDED, Color::BLACK, Color::BLACK];
    assert_eq!(row(&document), there);
    document.validate().unwrap();
    // What is here already is not made again, and what was left stays.
    let again = document.bring_back(end).unwrap();
    assert_eq!((again.steps, again.taken, row(&document)), (0, 0, there));
    document.undo().unwrap();
    assert_eq!(document.pixel(0, 0, 40).unwrap(), Color::BLACK, "the first of them alone");
    let labels = document.history().done().next().unwrap().header().into_owned();
    assert_eq!((labels.label.as_ref(), labels.tag), ("Act", 1));
}

#[test]
fn no_patch_is_brought_across_a_crop_that_may_have_moved_its_pixels() {
    let mut document = Document::new(100, 100).unwrap();
    let stroke = act(&mut document, |d| d.fill_rect(Cel::default(), Rect::new(30, 30, 9, 9), Color::BLACK));
    document.undo().unwrap();
    act(&mut document, |d| d.resize(Rect::new(20, 20, 60, 60)));
    let brought = document.bring_back(stroke).unwrap();
    assert_eq!((brought.steps, brought.blocked, brought.resized), (0, Some(stroke), true));
}

#[test]
fn what_came_back_by_other_steps_is_set_aside_no_more() {
    let (mut document, stroke) = undone();
    // Painted where the stroke was, and cleared again, so that it fits pixel by pixel alone.
    for color in [Color::ADDED, Color::TRANSPARENT] {
        act(&mut document, |d| d.fill_rect(SECOND, Rect::new(150, 150, 1, 1), color));
    }
    assert_eq!(document.history().aside(), Some((stroke, 1)));
    let brought = document.bring_back(stroke).unwrap();
    assert_eq!((brought.steps, brought.blocked, brought.taken), (1, None, 1));
    assert_eq!(document.history().aside(), None);
    assert_eq!(document.history().stats().branched, 1, "it is a branch still");
}
