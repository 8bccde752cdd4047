//! Where undo leads: the view, the hand, the row and the frame that show it; and what lands under the next stroke.

use undoodle::color::Color;
use undoodle::document::{Cel, HISTORY};
use undoodle::editor::{Editor, Effect};
use undoodle::geometry::Rect;
use undoodle::history::Limits;
use undoodle::journal::Entries;
use undoodle::value::Value;

/// An editor whose 64×64 document lies at the viewport's corner, 8 device pixels a pixel.
fn editor() -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(512, 512);
    editor
}

fn run(editor: &mut Editor, id: &str, args: &[(&str, Value)]) {
    let args: Vec<_> = args.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    assert!(editor.run(id, &args, 0).unwrap(), "{id}");
}

/// Paints the document pixel (x, y), wherever the view shows it.
fn dab(editor: &mut Editor, x: i32, y: i32) {
    let (x, y) = editor.view().device_center(f64::from(x), f64::from(y));
    editor.pointer_down(x, y, 0, 0);
    editor.pointer_up(x, y, 0);
}

/// The layer and the frame that flash.
type Flashed = Option<(Option<u32>, Option<u32>)>;

/// Returns what was said and what flashed since the last call.
fn shown(editor: &mut Editor) -> (Vec<String>, Flashed) {
    let (mut said, mut flashed) = (Vec::new(), None);
    for effect in editor.take_effects() {
        match effect {
            Effect::Message(text) | Effect::Offer { text, .. } => said.push(text.to_string()),
            Effect::Flash { layer, frame, .. } => flashed = Some((layer, frame)),
            _ => {}
        }
    }
    (said, flashed)
}

fn painted(editor: &Editor, layer: u32, frame: u32, (x, y): (i32, i32)) -> bool {
    editor.document().cel_pixel(Cel { layer, frame }, x, y).unwrap() == Color::BLACK
}

fn labels(editor: &Editor) -> Vec<String> {
    editor.document().history().line().map(|commit| commit.header().label.to_string()).collect()
}

/// Two strokes on Layer 2, then the hand is on Layer 1, and both are undone.
fn led(paint: Option<&str>) -> Editor {
    let mut editor = editor();
    if let Some(paint) = paint {
        run(&mut editor, "history.undo-settings", &[("paint", paint.into())]);
    }
    run(&mut editor, "layer.add", &[]);
    dab(&mut editor, 3, 3);
    dab(&mut editor, 5, 5);
    run(&mut editor, "layer.below", &[]);
    editor.take_effects();
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(
        shown(&mut editor),
        (vec!["Undid Pencil, 1 pixel, layer Layer 2".into()], Some((Some(1), None)))
    );
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(shown(&mut editor).1, Some((None, None)), "it is there already");
    editor
}

#[test]
fn by_choice_the_next_stroke_goes_where_undo_has_led() {
    let mut editor = led(Some("led"));
    assert_eq!(editor.cel().layer, 1);
    dab(&mut editor, 7, 7);
    assert!(painted(&editor, 1, 0, (7, 7)));
    assert!(shown(&mut editor).0.iter().all(|said| !said.starts_with("Back")));
    // It is one of the choices that come back with the drawing.
    let mut again = self::editor();
    again.choose_again(&editor.choices());
    for id in ["layer.add", "layer.below"] {
        run(&mut again, id, &[]);
        dab(&mut again, 3, 3);
    }
    run(&mut again, "layer.above", &[]);
    run(&mut again, "edit.undo", &[]);
    dab(&mut again, 7, 7);
    assert!(painted(&again, 0, 0, (7, 7)));
}

#[test]
fn the_next_stroke_returns_to_where_the_hand_was_and_says_so() {
    let mut editor = led(None);
    dab(&mut editor, 7, 7);
    assert_eq!((editor.cel().layer, painted(&editor, 0, 0, (7, 7))), (0, true));
    // An offer over the picture would take the message's place, so it says so too.
    assert_eq!(shown(&mut editor).0, ["Back on Layer 1", "Back on Layer 1; 2 steps set aside"]);
    dab(&mut editor, 9, 9);
    assert!(painted(&editor, 0, 0, (9, 9)), "and stays there");
    assert!(shown(&mut editor).0.is_empty());
}

#[test]
fn the_next_stroke_stays_where_undo_has_led_if_the_layer_before_was_locked_or_hidden_since() {
    for (id, word) in [("layer.locked", "locked"), ("layer.visible", "hidden")] {
        let mut editor = led(None);
        run(&mut editor, id, &[("layer", 0.into())]);
        shown(&mut editor);
        dab(&mut editor, 7, 7);
        assert_eq!((editor.cel().layer, painted(&editor, 1, 0, (7, 7))), (1, true), "{id}");
        let words = format!("Layer 1 is {word}: painted on Layer 2 instead");
        let (said, aside) = (shown(&mut editor).0, format!("{words}; 2 steps set aside"));
        assert_eq!(said, [words, aside]);
        dab(&mut editor, 9, 9);
        assert!(painted(&editor, 1, 0, (9, 9)) && shown(&mut editor).0.is_empty(), "said once");
        // Where neither can be painted on, the hand's own layer says so.
        let mut editor = led(None);
        for layer in [0, 1] {
            run(&mut editor, id, &[("layer", layer.into())]);
        }
        dab(&mut editor, 7, 7);
        assert_eq!((editor.cel().layer, painted(&editor, 1, 0, (7, 7))), (0, false), "{id}");
    }
}

#[test]
fn who_chooses_a_layer_or_a_step_meanwhile_stays_there() {
    // Clicking on the row that undo has led to is a choice, too.
    let mut editor = led(None);
    run(&mut editor, "layer.choose", &[("layer", 1.into())]);
    dab(&mut editor, 7, 7);
    assert!(painted(&editor, 1, 0, (7, 7)));
    // So is going to a step.
    let mut editor = led(None);
    run(&mut editor, "history.step", &[("step", 3.into())]);
    dab(&mut editor, 7, 7);
    assert!(painted(&editor, 1, 0, (7, 7)));
    // Redo leads away, and back, to where nothing is to be returned from.
    let mut editor = led(None);
    run(&mut editor, "edit.redo", &[]);
    run(&mut editor, "edit.redo", &[]);
    dab(&mut editor, 7, 7);
    assert!(painted(&editor, 0, 0, (7, 7)));
}

#[test]
fn a_peek_leaves_where_the_hand_was() {
    let mut editor = led(None);
    let first = editor.document().history().line().next().unwrap().id().0;
    run(&mut editor, "history.peek", &[("commit", Value::Number(first as f64))]);
    run(&mut editor, "history.peek-end", &[]);
    dab(&mut editor, 7, 7);
    assert!(painted(&editor, 0, 0, (7, 7)));
}

/// An editor that has brought a drawing back.
fn come_back(store: &Entries) -> Editor {
    let mut editor = Editor::new().unwrap();
    let mut wanted = editor.restore_begin(store.checkpoint_and_log()).unwrap();
    while let Some(key) = wanted {
        wanted = editor.restore_supply(key, store.get(key)).unwrap();
    }
    editor.restore_finish("x").unwrap();
    editor
}

#[test]
fn who_comes_back_in_the_midst_of_a_peek_comes_back_to_where_the_drawing_is() {
    let (mut editor, mut store) = (editor(), Entries::default());
    editor.begin_keeping();
    (1..=3).for_each(|x| dab(&mut editor, x, 1));
    store.write(editor.take_batch().unwrap().unwrap());
    let first = editor.document().history().line().next().unwrap().id().0;
    run(&mut editor, "history.peek", &[("commit", Value::Number(first as f64))]);
    if let Some(batch) = editor.take_batch().unwrap() {
        store.write(batch);
    }
    assert_eq!(come_back(&store).document().history().position(), 3);
    run(&mut editor, "history.peek-end", &[]);
    if let Some(batch) = editor.take_batch().unwrap() {
        store.write(batch);
    }
    dab(&mut editor, 9, 9);
    store.write(editor.take_batch().unwrap().unwrap());
    assert_eq!(come_back(&store).document().history().position(), 4);
}

#[test]
fn the_next_stroke_returns_to_a_frame_and_to_none_that_is_gone() {
    let mut editor = editor();
    dab(&mut editor, 1, 1);
    run(&mut editor, "frame.add", &[]);
    run(&mut editor, "frame.previous", &[]);
    dab(&mut editor, 3, 3);
    run(&mut editor, "frame.next", &[]);
    shown(&mut editor);
    run(&mut editor, "edit.undo", &[]);
    assert_eq!((editor.cel().frame, shown(&mut editor).1), (0, Some((None, Some(0)))));
    dab(&mut editor, 5, 5);
    assert!(painted(&editor, 0, 1, (5, 5)));
    assert_eq!(shown(&mut editor).0[..1], ["Back on frame 2"]);
    // Undo takes the frame away that the hand was on.
    (0..2).for_each(|_| run(&mut editor, "edit.undo", &[]));
    assert_eq!(editor.document().frames(), 1);
    dab(&mut editor, 7, 7);
    assert!(painted(&editor, 0, 0, (7, 7)));
    assert!(shown(&mut editor).0.iter().all(|said| !said.starts_with("Back")));
}

#[test]
fn undo_on_a_hidden_layer_says_so_and_its_row_flashes() {
    let mut editor = editor();
    dab(&mut editor, 3, 3);
    dab(&mut editor, 5, 5);
    run(&mut editor, "edit.undo", &[]);
    // Hiding a layer carries what can be redone.
    run(&mut editor, "layer.visible", &[]);
    for (command, done) in [("edit.redo", "Redid"), ("edit.undo", "Undid")] {
        shown(&mut editor);
        run(&mut editor, command, &[]);
        let said = format!("{done} Pencil, 1 pixel, hidden layer Layer 1");
        assert_eq!(shown(&mut editor), (vec![said], Some((Some(0), None))));
    }
}

/// Returns the part of the view where a rectangle is.
fn seen(editor: &Editor, rect: Rect) -> Rect {
    editor.view().device_rect(rect).intersect(editor.view().bounds())
}

#[test]
fn by_choice_the_view_follows_what_undo_changes() {
    for follow in [false, true] {
        let mut editor = editor();
        run(&mut editor, "history.undo-settings", &[("follow", follow.into())]);
        dab(&mut editor, 60, 60);
        run(&mut editor, "view.zoom.6", &[]);
        editor.pointer_leave();
        for _ in 0..40 {
            run(&mut editor, "view.scroll-left", &[]);
            run(&mut editor, "view.scroll-up", &[]);
        }
        let (before, dot) = (*editor.view(), Rect::new(60, 60, 1, 1));
        assert!(seen(&editor, dot).is_empty(), "off screen");
        run(&mut editor, "edit.undo", &[]);
        assert_eq!(editor.view().zoom, before.zoom, "the zoom is kept");
        assert_eq!(seen(&editor, dot) == editor.view().device_rect(dot), follow);
        let after = *editor.view();
        run(&mut editor, "edit.redo", &[]);
        assert_eq!(*editor.view(), after, "what is in view moves nothing");
    }
}

#[test]
fn what_does_not_fit_is_zoomed_out_to() {
    let mut editor = editor();
    run(&mut editor, "history.undo-settings", &[("follow", true.into())]);
    run(&mut editor, "select.all", &[]);
    run(&mut editor, "edit.fill", &[]);
    run(&mut editor, "view.zoom.6", &[]);
    run(&mut editor, "edit.undo", &[]);
    let whole = Rect::new(0, 0, 64, 64);
    assert_eq!(seen(&editor, whole), editor.view().device_rect(whole));
    assert_eq!(editor.view().zoom.to_string(), "6×", "the largest step at which it fits with some room");
}

/// An editor where a pixel that was copied from frame 1 floats over frame 2, and the hand is on frame 1.
fn floating() -> Editor {
    let mut editor = editor();
    dab(&mut editor, 3, 3);
    run(&mut editor, "select.all", &[]);
    run(&mut editor, "edit.copy", &[]);
    run(&mut editor, "select.none", &[]);
    run(&mut editor, "frame.add", &[]);
    run(&mut editor, "edit.paste", &[]);
    run(&mut editor, "frame.previous", &[]);
    editor
}

#[test]
fn what_floats_lands_as_a_step_of_its_own_before_a_stroke() {
    let mut editor = floating();
    let before = editor.document().history().position();
    run(&mut editor, "tool.eraser", &[]);
    // What is selected stays so, and nothing else can be painted.
    dab(&mut editor, 3, 3);
    assert_eq!(labels(&editor)[before..], ["Place selection", "Eraser"]);
    assert!(!painted(&editor, 0, 0, (3, 3)) && painted(&editor, 0, 1, (3, 3)));
    run(&mut editor, "edit.undo", &[]);
    assert!(editor.document().floating().is_none() && editor.cel().frame == 0, "only the stroke");
    run(&mut editor, "edit.undo", &[]);
    let floating = editor.document().floating().map(|(cel, _)| cel.frame);
    assert_eq!((floating, editor.cel().frame), (Some(1), 1), "it floats again, and is shown");
}

#[test]
fn what_floats_lands_and_is_the_only_step_where_nothing_is_painted() {
    let mut editor = floating();
    let before = editor.document().history().position();
    shown(&mut editor);
    dab(&mut editor, 9, 9);
    assert_eq!(labels(&editor)[before..], ["Place selection"]);
    assert_eq!(shown(&mut editor).0, ["Outside the selection: Escape deselects"]);
}

#[test]
fn what_floats_stays_afloat_if_the_layer_is_locked() {
    let mut editor = editor();
    run(&mut editor, "layer.add", &[]);
    run(&mut editor, "layer.locked", &[]);
    run(&mut editor, "layer.below", &[]);
    dab(&mut editor, 3, 3);
    run(&mut editor, "select.all", &[]);
    run(&mut editor, "edit.copy", &[]);
    run(&mut editor, "edit.paste", &[]);
    run(&mut editor, "layer.above", &[]);
    let steps = labels(&editor);
    dab(&mut editor, 3, 3);
    assert_eq!(labels(&editor), steps);
    assert!(editor.document().floating().is_some() && !editor.is_painting());
}

/// A drawing over which a copy of it floats, with a nudge of it to be redone, in a history of so many bytes.
fn afloat(budget: usize) -> Editor {
    let mut editor = editor();
    for id in [
        "select.all",
        "edit.fill",
        "edit.copy",
        "edit.paste",
        "edit.nudge-right",
        "edit.undo",
        "tool.gradient",
    ] {
        run(&mut editor, id, &[]);
    }
    editor.set_secondary("#ff8000").unwrap();
    editor.set_history_limits(Limits { budget, ..HISTORY }).unwrap();
    editor.take_effects();
    editor
}

#[test]
fn a_stroke_that_is_refused_leaves_what_floats_afloat_and_redo_as_it_was() {
    let paint = |editor: &mut Editor| {
        editor.pointer_down(12.0, 30.0, 0, 0);
        editor.pointer_up(500.0, 444.0, 1);
        editor.take_effects().iter().any(|effect| matches!(effect, Effect::Confirm(_)))
    };
    // The largest history that has no room for the stroke has room for all before it, and for the landing.
    let budgets = (1..200).rev().map(|share| share * 256);
    let mut refused = budgets.map(afloat).filter_map(|mut editor| {
        let before = (labels(&editor), editor.document().floating(), editor.cel());
        let bytes = editor.document().history().arena().clone();
        paint(&mut editor).then_some((editor, before, bytes))
    });
    let (mut editor, before, bytes) = refused.next().expect("one is too small");
    assert_eq!(before.0.len(), 4, "nothing was dropped");
    assert!(before.1.is_some());
    assert_eq!((labels(&editor), editor.document().floating(), editor.cel()), before);
    assert!(editor.document().history().arena() == &bytes);
    assert_eq!(editor.document().history().aside(), None);
    run(&mut editor, "edit.redo", &[]);
    assert_eq!(editor.document().floating().map(|(_, around)| around.x), Some(1), "the nudge");
    editor.document().validate().unwrap();
}

#[test]
fn what_floats_already_is_not_pasted_again() {
    let mut editor = editor();
    dab(&mut editor, 3, 3);
    dab(&mut editor, 5, 4);
    run(&mut editor, "edit.copy", &[]);
    run(&mut editor, "edit.paste", &[]);
    let steps = labels(&editor);
    run(&mut editor, "edit.paste", &[]);
    assert_eq!(labels(&editor), steps, "nobody would see it");
    run(&mut editor, "edit.nudge-right", &[]);
    run(&mut editor, "edit.paste", &[]);
    assert_eq!(labels(&editor).len(), steps.len() + 2, "it floats elsewhere, and leaves a copy behind");
    assert!(painted(&editor, 0, 0, (4, 3)));
    // Lifted with transparent pixels, it is selected in another way than what is pasted.
    for id in ["edit.land", "select.none", "select.all", "edit.nudge-down", "edit.nudge-up"] {
        run(&mut editor, id, &[]);
    }
    let steps = labels(&editor).len();
    run(&mut editor, "edit.copy", &[]);
    run(&mut editor, "edit.paste", &[]);
    assert_eq!(labels(&editor).len(), steps + 1, "the selection is another one");
}
