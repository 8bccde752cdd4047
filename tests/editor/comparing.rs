//! Two states are compared through the past: what is read of them is what they were, the count is that of whole copies, and nothing moves.

use crate::law::chance::{Chance, editor};
use crate::taking_back::{bytes, canvas, line, run};
use undoodle::color::Color;
use undoodle::document::Drawing;
use undoodle::editor::{Ask, Editor, Effect};
use undoodle::geometry::Rect;
use undoodle::history::CommitId;
use undoodle::memory::Memory;
use undoodle::value::Value;

fn compare(editor: &mut Editor, one: CommitId, other: CommitId) {
    let number = |id: CommitId| Value::from(id.0 as u32);
    run(editor, "history.compare", &[("commit", number(one)), ("with", number(other))]);
}

fn count(editor: &mut Editor) -> u64 {
    while editor.compare_more().unwrap() {}
    editor.compared().unwrap().pixels
}

/// Returns what a frame shows in a copy of a drawing, with transparent pixels around it up to a size.
fn shown(memory: &Memory, frame: u16, (width, height): (u32, u32)) -> Vec<Color> {
    let drawing = Drawing::from_door(memory.clone());
    let frame = drawing.frame_at(frame);
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let inside = |x: u32, y: u32| x < drawing.size().0 && y < drawing.size().1;
    let color = |(x, y): (u32, u32)| {
        let frame = frame.filter(|_| inside(x, y));
        frame.map_or(Color::TRANSPARENT, |frame| drawing.pixel(frame, x as i32, y as i32).unwrap())
    };
    places.map(color).collect()
}

#[test]
fn two_strokes_differ_by_their_pixels_and_nothing_moves() {
    let mut editor = canvas();
    line(&mut editor, "#ff0000", (2, 2), (11, 2));
    let one = editor.document().history().here();
    line(&mut editor, "#00ff00", (2, 9), (11, 9));
    let (before, here) = (bytes(&editor), editor.document().history().here());
    editor.take_effects();
    compare(&mut editor, one, here);
    let effects = editor.take_effects();
    assert!(effects.contains(&Effect::Ask(Ask::Compare)) && !effects.contains(&Effect::Repaint));
    assert_eq!(count(&mut editor), 10);
    let compared = editor.compared().unwrap();
    assert_eq!(
        (compared.states, compared.size, compared.counted, compared.labels[0].to_string()),
        ([one, here], (40, 40), true, "Line".into())
    );
    assert_eq!(editor.compare_outlines(Rect::new(0, 0, 40, 40), 1)[..1], [4], "one rectangle");
    assert!(editor.compare_outlines(Rect::new(20, 20, 10, 10), 1).is_empty());
    let row = |editor: &mut Editor, side| editor.compare_read(side, Rect::new(0, 9, 4, 1), 1).unwrap();
    let there = Color::rgba(0, 255, 0, 255);
    assert_eq!(row(&mut editor, 0), [Color::TRANSPARENT; 4]);
    assert_eq!(row(&mut editor, 1), [Color::TRANSPARENT, Color::TRANSPARENT, there, there]);
    let steps = editor.compare_read(1, Rect::new(-2, 9, 8, 1), 2).unwrap();
    assert_eq!(
        steps,
        [Color::TRANSPARENT, Color::TRANSPARENT, there, there],
        "every second one, from beyond the edge"
    );
    assert!(bytes(&editor) == before && editor.document().history().here() == here);
    assert!(
        editor.run("history.compare", &[("commit".into(), (here.0 as u32).into())], 0).is_err(),
        "with itself"
    );
    assert!(editor.compare_read(2, Rect::new(0, 0, 1, 1), 1).is_err());
    editor.compare_end();
    assert!(editor.compared().is_none() && !editor.compare_more().unwrap());
}

#[test]
fn any_two_states_are_as_their_copies() {
    let mut differing = 0;
    for seed in 0..40 {
        let mut chance = Chance::new(seed + 900);
        let mut editor = editor(&mut chance);
        _ = editor.run("edit.cancel-floating", &[], 0);
        let all: Vec<_> = editor.document().history().commits().map(|step| step.id()).collect();
        let here = editor.document().history().here();
        let [one, other] = [(); 2].map(|()| chance.pick(&all));
        let mut states = Vec::new();
        for at in [one, other, here] {
            editor.run("history.goto", &[("commit".into(), (at.0 as u32).into())], 0).unwrap();
            states.push(bytes(&editor));
        }
        let frame = editor.document().frame_id(editor.cel().frame).unwrap();
        let has = |state: &Memory| Drawing::from_door(state.clone()).frame_at(frame).is_some();
        if one == other || !has(&states[0]) && !has(&states[1]) {
            continue;
        }
        compare(&mut editor, one, other);
        let pixels = count(&mut editor);
        let size = editor.compared().unwrap().size;
        let copies = [0, 1].map(|side: usize| shown(&states[side], frame, size));
        let whole = Rect::new(0, 0, size.0 as i32, size.1 as i32);
        for (side, copy) in copies.iter().enumerate() {
            assert!(&editor.compare_read(side, whole, 1).unwrap() == copy, "seed {seed}, side {side}");
        }
        let expected = copies[0].iter().zip(&copies[1]).filter(|(one, other)| one != other).count() as u64;
        assert_eq!(pixels, expected, "seed {seed}");
        differing += u64::from(pixels > 0);
        assert!(bytes(&editor) == states[2], "seed {seed}: nothing has moved");
    }
    assert!(differing > 5, "{differing}");
}

#[test]
fn a_large_canvas_is_counted_in_small_strips() {
    let mut editor = Editor::new().unwrap();
    editor.resize(400, 300);
    editor.new_document(2048, 2048).unwrap();
    run(&mut editor, "select.all", &[]);
    run(&mut editor, "edit.fill", &[]);
    let (base, here) = (editor.document().history().base(), editor.document().history().here());
    compare(&mut editor, base, here);
    let mut strips = 0;
    loop {
        let before = editor.compared().unwrap().pixels;
        let remains = editor.compare_more().unwrap();
        strips += 1;
        let most = editor.compared().unwrap().pixels - before;
        assert!(most <= 1 << 18, "{most} pixels at once");
        if !remains {
            break;
        }
    }
    assert_eq!((editor.compared().unwrap().pixels, strips), (2048 * 2048, 16));
    // Seen from afar, not all of it is read.
    let seen = editor.compare_read(1, Rect::new(0, 0, 2048, 2048), 8).unwrap();
    assert!(seen.len() == 256 * 256 && seen.iter().all(|color| *color == seen[0]));
}
