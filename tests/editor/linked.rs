//! Linked cels against a naive twin, and what is seen, undone and refused of them.

#[path = "linked/twin.rs"]
mod twin;

use crate::grid::{editor, picture, refused, run, steps};
use crate::law::chance::Chance;
use crate::share;
use crate::structure::{dot, frame, tag};
use twin::{Act, Twin, act, between};
use undoodle::Error;
use undoodle::color::Color;
use undoodle::document::{Cel, Document, Finish};
use undoodle::editor::{Editor, Effect};
use undoodle::geometry::Rect;

const COLORS: [Color; 3] = [Color::BLACK, Color::rgba(9, 200, 30, 255), Color::TRANSPARENT];

fn perform(document: &mut Document, act: Act) -> Result<(), Error> {
    match act {
        Act::Paint(cel, rect, color) => document.fill_rect(cel, rect, color),
        Act::Move(cel, by) => {
            document.lift(cel)?;
            document.move_floating(by, 0)?;
            document.land()
        }
        Act::AddFrame(at) => document.add_frame(at),
        Act::DuplicateFrame(frame) => document.duplicate_frame(frame),
        Act::AddLinkedFrame(frame) => document.add_linked_frame(frame),
        Act::RemoveFrame(frame) => document.remove_frame(frame),
        Act::MoveFrame(from, to) => document.move_frame(from, to),
        Act::AddLayer(at) => document.add_layer(at),
        Act::DuplicateLayer(layer) => document.duplicate_layer(layer),
        Act::RemoveLayer(layer) => document.remove_layer(layer),
        Act::MoveLayer(from, to) => document.move_layer(from, to),
        Act::Merge(layer) => document.merge_down(layer),
        Act::Copy(from, to) => document.replace_cel(from, to),
        Act::Carry(corners, by, keep) => document.move_cels(&between(corners), by, keep),
        Act::Link(cel, from, to) => document.link(cel, from.min(to)..=from.max(to)),
        Act::Unlink(cel) => document.unlink(cel),
        Act::Resize(rect) => document.resize(rect),
    }
}

#[test]
fn the_first_stroke_into_a_linked_cel_says_so_once() {
    let mut editor = editor(&["....", "...."]);
    let said = |editor: &mut Editor| {
        let said = |effect| match effect {
            Effect::Message(text) if text.to_string().starts_with("Also") => Some(text.to_string()),
            _ => None,
        };
        editor.take_effects().into_iter().filter_map(said).collect::<Vec<_>>()
    };
    dot(&mut editor, 'R', 0);
    assert!(said(&mut editor).is_empty(), "one frame");
    run(&mut editor, "frame.add-linked", &[]);
    dot(&mut editor, 'R', 1);
    assert_eq!(
        said(&mut editor),
        ["Also changed in frame 1, which is linked: Unlink cel separates this one"]
    );
    dot(&mut editor, 'R', 2);
    run(&mut editor, "frame.previous", &[]);
    dot(&mut editor, 'R', 3);
    assert!(said(&mut editor).is_empty(), "it is known");
    run(&mut editor, "frame.add-linked", &[]);
    run(&mut editor, "layer.add", &[]);
    for _ in 0..2 {
        run(&mut editor, "frame.add-linked", &[]);
    }
    dot(&mut editor, 'R', 0);
    assert_eq!(
        said(&mut editor),
        ["Also changed in 2 other frames, which are linked: Unlink cel separates this one"]
    );
}

#[test]
fn what_shares_an_image_is_what_a_naive_twin_says() {
    let mut merged = 0;
    for seed in 0..share::of(60) {
        let mut chance = Chance::new(seed);
        let mut document = Document::new(40, 36).unwrap();
        let mut states = vec![Twin::new(40, 36)];
        let mut at = 0;
        for step in 0..120 {
            match chance.below(9) {
                0 | 1 if at > 0 => {
                    document.undo().unwrap();
                    at -= 1;
                }
                2 if at + 1 < states.len() => {
                    document.redo().unwrap();
                    at += 1;
                }
                _ => {
                    let act = act(&mut chance, &states[at]);
                    let before = document.history().arena().clone();
                    document.begin(1).unwrap();
                    let done = perform(&mut document, act);
                    if done.is_err() {
                        document.cancel();
                        assert!(
                            document.history().arena() == &before,
                            "seed {seed}, {step}: {act:?} refused"
                        );
                        continue;
                    }
                    if document.commit("Act", Color::ADDED, 0).unwrap().is_some() {
                        let mut twin = states[at].clone();
                        twin.perform(act);
                        states.truncate(at + 1);
                        states.push(twin);
                        at += 1;
                        merged +=
                            usize::from(matches!(act, Act::Merge(_)) && !states[at - 1].links(0).is_empty());
                    }
                    states[at].check(&document, &format!("seed {seed}, {step}: {act:?}"));
                    continue;
                }
            }
            states[at].check(&document, &format!("seed {seed}, {step}: undone or redone"));
        }
    }
    assert!(merged > share::least(20), "{merged} layers were merged with linked frames");
}

#[test]
fn steps_that_do_not_go_together_are_not_exchanged() {
    let (mut brought, mut carried) = (0, 0);
    for seed in 0..400 {
        let mut chance = Chance::new(seed);
        let mut document = Document::new(40, 36).unwrap();
        let mut twin = Twin::new(40, 36);
        for _ in 0..12 {
            let act = act(&mut chance, &twin);
            document.begin(1).unwrap();
            if perform(&mut document, act).is_err() {
                document.cancel();
            } else if document.commit("Act", Color::ADDED, 0).unwrap().is_some() {
                twin.perform(act);
            }
        }
        let here = document.history().here();
        let back = 1 + chance.below(2);
        (0..back).for_each(|_| _ = document.undo().unwrap());
        // Of what is there after undo no twin is needed to make up an act.
        let shape = vec![vec![0; document.frames() as usize]; document.layers() as usize];
        let act = act(&mut chance, &Twin { layers: shape, ..Twin::new(40, 36) });
        let finish = chance.pick(&[Finish::Step, Finish::Carrying]);
        document.begin(1).unwrap();
        if perform(&mut document, act).is_err() {
            document.cancel();
            continue;
        }
        document.finish("Act", Color::ADDED, 0, finish).unwrap();
        let what = format!("seed {seed}: {act:?} and {finish:?}");
        document.validate().unwrap_or_else(|broken| panic!("{what}: {broken}"));
        if finish == Finish::Step {
            brought += document.bring_back(here).map_or(0, |brought| brought.steps);
        }
        while document.history().ahead() > 0 {
            carried += 1;
            document.redo().unwrap();
            document.validate().unwrap_or_else(|broken| panic!("{what}, redone: {broken}"));
        }
        document.validate().unwrap_or_else(|broken| panic!("{what}, brought back: {broken}"));
    }
    assert!(brought > 30 && carried > 30, "{brought} were brought back, {carried} carried");
}

/// A document with three frames that share one image, in which a pixel is black.
fn pose() -> Document {
    let mut document = Document::new(40, 36).unwrap();
    document.begin(1).unwrap();
    document.add_linked_frame(0).unwrap();
    document.add_linked_frame(1).unwrap();
    document.fill_rect(at(1), Rect::new(3, 3, 1, 1), Color::BLACK).unwrap();
    document.commit("Pose", Color::ADDED, 0).unwrap();
    document
}

fn at(frame: u32) -> Cel {
    Cel { layer: 0, frame }
}

fn step(document: &mut Document, act: impl FnOnce(&mut Document) -> Result<(), Error>) {
    document.begin(1).unwrap();
    act(document).unwrap();
    document.commit("Act", Color::ADDED, 0).unwrap();
    document.validate().unwrap();
}

#[test]
fn what_floats_above_one_frame_is_seen_in_all_that_are_linked_to_it() {
    let mut document = pose();
    step(&mut document, |d| {
        d.lift(at(0))?;
        d.move_floating(5, 0)
    });
    for frame in 0..3 {
        assert_eq!(document.pixel(frame, 8, 3), Ok(Color::BLACK));
        assert_eq!(document.pixel(frame, 3, 3), Ok(Color::TRANSPARENT));
        assert!(document.floats_above(at(frame)) && !document.is_empty(at(frame)));
    }
    // Another of the frames takes it further.
    step(&mut document, |d| {
        d.lift(at(2))?;
        d.move_floating(1, 0)?;
        d.land()
    });
    assert_eq!(document.pixel(1, 9, 3), Ok(Color::BLACK));
}

#[test]
fn undo_shows_the_pixels_of_every_frame_that_has_them() {
    let mut document = pose();
    document.undo().unwrap();
    document.redo().unwrap();
    step(&mut document, |d| d.fill_rect(at(0), Rect::new(9, 9, 2, 1), Color::BLACK));
    document.undo().unwrap();
    for frame in 0..3 {
        assert_eq!(document.touched(frame), Ok(vec![Rect::new(9, 9, 2, 1)]), "frame {frame}");
    }
    assert_eq!(document.moved().pixels, Some(2), "an image is counted once");
    step(&mut document, |d| d.unlink(at(1)));
    step(&mut document, |d| d.fill_rect(at(0), Rect::new(9, 9, 2, 1), Color::BLACK));
    document.undo().unwrap();
    assert_eq!([0, 1, 2].map(|frame| document.touched(frame).unwrap().len()), [1, 0, 1]);
}

#[test]
fn undo_and_redo_of_links_outline_what_a_frame_looks_different_in() {
    let mut document = Document::new(40, 36).unwrap();
    step(&mut document, |d| d.add_frame(1));
    step(&mut document, |d| d.fill_rect(at(0), Rect::new(2, 2, 3, 1), Color::BLACK));
    let row = |x, length| vec![Rect::new(x, 2, length, 1)];
    let turned = |document: &mut Document, expected: [Vec<Rect>; 2]| {
        let touched = |document: &Document| [0, 1].map(|frame| document.touched(frame).unwrap());
        document.undo().unwrap();
        assert_eq!(touched(document), expected, "undone");
        document.redo().unwrap();
        assert_eq!(touched(document), expected, "redone");
    };
    // An empty frame shows what the other one does.
    step(&mut document, |d| d.link(at(0), [1]));
    turned(&mut document, [vec![], row(2, 3)]);
    // A copy of its own looks the same.
    step(&mut document, |d| d.unlink(at(1)));
    turned(&mut document, [vec![], vec![]]);
    step(&mut document, |d| d.fill_rect(at(1), Rect::new(2, 2, 1, 1), Color::TRANSPARENT));
    step(&mut document, |d| d.link(at(0), [1]));
    // Of an image that went and the one that came, the pixels in which they differ.
    turned(&mut document, [vec![], row(2, 1)]);
}

#[test]
fn undo_repaints_all_that_a_large_link_changed() {
    let mut document = Document::new(400, 400).unwrap();
    let far = Rect::new(390, 390, 1, 1);
    step(&mut document, |d| d.add_frame(1));
    step(&mut document, |d| d.fill_rect(at(0), far, Color::BLACK));
    step(&mut document, |d| {
        d.edit(at(1), Rect::new(0, 0, 300, 300), &mut |x, y, _| {
            Color::rgba(x as u8, y as u8, (x / 3) as u8, 255)
        })
    });
    step(&mut document, |d| d.link(at(0), [1]));
    for _ in 0..2 {
        for undo in [true, false] {
            document.take_damage();
            _ = if undo { document.undo() } else { document.redo() }.unwrap();
            let damage = document.take_damage();
            let covers = |part: Rect| damage.iter().any(|rect| rect.intersect(part) == part);
            assert!(covers(far) && covers(Rect::new(0, 0, 300, 300)), "{damage:?}");
        }
    }
}

#[test]
fn an_image_outlives_the_frame_that_it_was_made_in() {
    let mut document = pose();
    step(&mut document, |d| d.remove_frame(0));
    step(&mut document, |d| d.add_frame(0));
    assert_eq!([0, 1, 2].map(|frame| document.pixel(frame, 3, 3).unwrap().bytes[3]), [0, 255, 255]);
    assert_eq!(document.links(0), [[1, 2]]);
    step(&mut document, |d| d.remove_frame(1));
    step(&mut document, |d| d.remove_frame(1));
    assert_eq!((document.links(0).len(), document.is_empty(at(0))), (0, true));
}

#[test]
fn an_empty_image_does_not_take_the_place_of_a_painted_one() {
    let mut document = pose();
    step(&mut document, |d| d.add_frame(3));
    document.begin(1).unwrap();
    let said = document.link(at(3), 2..=3).unwrap_err().to_string();
    let why = "it is empty, and the frames linked to it would become empty: link from the one to be kept";
    assert_eq!(said, format!("cel \"Layer 1, frame 4\": {why}"));
    document.cancel();
    step(&mut document, |d| d.change_layer(0, |layer| layer.locked = true));
    document.begin(1).unwrap();
    assert!(document.link(at(0), 3..=3).is_err() && document.unlink(at(0)).is_err());
    document.cancel();
    // A frame is added to all layers, whatever their locks.
    step(&mut document, |d| d.add_linked_frame(3));
    assert_eq!(document.links(0), [vec![0, 1, 2], vec![3, 4]]);
}

#[test]
fn frames_are_linked_and_unlinked() {
    let mut editor = editor(&["R..."]);
    run(&mut editor, "frame.add-linked", &[]);
    assert_eq!(editor.cel().frame, 1);
    dot(&mut editor, 'G', 1);
    let rows = |editor: &mut Editor| -> Vec<String> {
        let rows = (0..editor.document().frames()).map(|at| {
            run(editor, "frame.choose", &[frame(at)]);
            picture(editor).concat()
        });
        rows.collect()
    };
    assert_eq!(rows(&mut editor), ["RG..", "RG.."]);
    run(&mut editor, "frame.unlink", &[]);
    dot(&mut editor, 'B', 2);
    assert_eq!(rows(&mut editor), ["RG..", "RGB."]);
    assert!(!editor.run("frame.unlink", &[], 0).unwrap(), "it is linked with nothing");
    for _ in 0..2 {
        run(&mut editor, "frame.add", &[]);
    }
    run(&mut editor, "frame.choose", &[frame(1)]);
    let before = steps(&editor);
    run(&mut editor, "frame.link", &[]);
    assert_eq!((editor.document().links(0), steps(&editor)), (vec![vec![1, 2]], before + 1));
    tag(&mut editor, "two", (0, 1), "forward");
    run(&mut editor, "edit.reach", &[("reach", "tag".into())]);
    run(&mut editor, "frame.choose", &[frame(0)]);
    run(&mut editor, "frame.link", &[]);
    assert_eq!(rows(&mut editor), ["RG..", "RG..", "RGB.", "...."], "it links as far as edits reach");
    run(&mut editor, "frame.choose", &[frame(2)]);
    run(&mut editor, "frame.link", &[("with", "all".into())]);
    assert_eq!(rows(&mut editor), ["RGB."; 4]);
    for (with, said) in [
        ("next", "frame \"4\": there is no frame behind it to be linked"),
        ("tag", "frame \"4\": it has no tag: choose a frame that has one, or link all frames"),
    ] {
        assert_eq!(refused(&mut editor, "frame.link", &[frame(3), ("with", with.into())]), said);
    }
}

#[test]
fn links_are_kept_in_a_project_file() {
    let mut editor = editor(&["R..."]);
    run(&mut editor, "frame.add-linked", &[]);
    run(&mut editor, "frame.add", &[]);
    let file = editor.encode_project(None).unwrap();
    let mut other = Editor::new().unwrap();
    other.open(&file, "pose.undoodle").unwrap();
    assert_eq!(other.document().links(0), [[0, 1]]);
    for (id, args) in [("frame.choose", vec![frame(1)]), ("select.all", vec![]), ("edit.fill", vec![])] {
        run(&mut other, id, &args);
    }
    let alpha = |frame| other.document().pixel(frame, 2, 0).unwrap().bytes[3];
    assert_eq!([0, 1, 2].map(alpha), [255, 255, 0], "what is painted in one is painted in both");
}

#[test]
fn undo_leads_to_the_linked_frame_that_was_painted_on() {
    let mut editor = editor(&["R..."]);
    run(&mut editor, "frame.add-linked", &[]);
    dot(&mut editor, 'G', 2);
    run(&mut editor, "frame.choose", &[frame(0)]);
    assert_eq!(picture(&editor), ["R.G."]);
    run(&mut editor, "edit.undo", &[]);
    assert_eq!((picture(&editor), editor.cel().frame), (vec!["R...".to_owned()], 1));
}

#[test]
fn undo_says_that_a_cel_is_linked_again_and_not_that_pixels_changed() {
    let mut editor = editor(&["RRR."]);
    run(&mut editor, "frame.add-linked", &[]);
    run(&mut editor, "frame.unlink", &[]);
    let mut said = |id: &str| {
        editor.take_effects();
        run(&mut editor, id, &[]);
        let effects = editor.take_effects();
        assert!(
            !effects.iter().any(|effect| matches!(effect, Effect::Highlight(_))),
            "{id}: nothing changed"
        );
        let text = |effect| if let Effect::Message(text) = effect { Some(text.to_string()) } else { None };
        effects.into_iter().find_map(text).unwrap()
    };
    assert_eq!(said("edit.undo"), "Undid Unlink cel, linked with frame 1, frame 2");
    assert_eq!(said("edit.redo"), "Redid Unlink cel, no longer linked, frame 2");
}
