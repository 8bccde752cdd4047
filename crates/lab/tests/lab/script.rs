//! Tests of `src/script.rs`, `src/taking_back.rs`, and of the step in the middle that the product takes back.

use undoodle_lab::color::Color;
use undoodle_lab::geometry::Point;
use undoodle_lab::{Painter, Product, Recording, Script, Settings, Stroke, System, Tool, take_back};

/// Side of the pictures.
const SIDE: u32 = 24;

/// A stroke of any tool somewhere, in one of a few colours, so that some cross in the same one.
fn any(random: &mut fastrand::Rng) -> Stroke {
    let mut at = || Point::new(random.i32(-3..27), random.i32(-3..27));
    let points = vec![at(), at(), at()];
    let tool = [Tool::Pencil, Tool::Pencil, Tool::Eraser, Tool::Fill][random.usize(0..4)];
    let color = Color::rgba(random.u8(1..4), 0, 0, 255);
    Stroke { tool, color, size: random.u32(1..5), points }
}

/// Paints strokes with a system; returns those that left a step, and the pictures before the first and after each.
fn painted(system: &mut dyn System, strokes: &[Stroke]) -> (Vec<Stroke>, Vec<Vec<u8>>) {
    let painter = Painter::new(SIDE, SIDE).unwrap();
    let (mut made, mut states) = (Vec::new(), vec![system.document().to_vec()]);
    for stroke in strokes {
        if painter.act(system, stroke).unwrap() {
            made.push(stroke.clone());
            states.push(system.document().to_vec());
        }
    }
    (made, states)
}

fn blank() -> Vec<u8> {
    vec![0; Painter::new(SIDE, SIDE).unwrap().bytes()]
}

#[test]
fn a_skipped_step_leaves_the_picture_of_one_who_never_did_it() {
    for seed in 0..200 {
        let mut random = fastrand::Rng::with_seed(seed);
        let count = random.usize(1..30);
        let strokes: Vec<_> = std::iter::repeat_with(|| any(&mut random)).take(count).collect();
        let mut system = Script::new(blank(), 1 << 20);
        let (mut made, _) = painted(&mut system, &strokes);
        if made.is_empty() {
            continue;
        }
        let back = random.usize(0..made.len());
        assert!(system.take_back(back));
        made.remove(made.len() - 1 - back);
        let mut other = Script::new(blank(), 1 << 20);
        let (_, states) = painted(&mut other, &made);
        assert_eq!(system.document(), other.document(), "seed {seed}");
        // What remains is undone and redone as ever, and is as many steps as the script has lines.
        assert_eq!((system.undo_steps(), system.redo_steps()), (made.len(), 0));
        while system.undo() {}
        assert_eq!(system.document(), states[0], "seed {seed}");
        while system.redo() {}
        assert_eq!(system.document(), other.document(), "seed {seed}");
    }
}

#[test]
fn the_product_takes_back_what_still_is_as_the_step_left_it() {
    for seed in 0..200 {
        let mut random = fastrand::Rng::with_seed(seed);
        let count = random.usize(1..30);
        let strokes: Vec<_> = std::iter::repeat_with(|| any(&mut random)).take(count).collect();
        let mut system = Product::new(blank(), 1 << 20);
        let (made, states) = painted(&mut system, &strokes);
        if made.is_empty() {
            continue;
        }
        while random.bool() && system.idle() {}
        let back = random.usize(0..made.len());
        let step = made.len() - 1 - back;
        let (before, after) = (&states[step], &states[step + 1]);
        let mut expected = system.document().to_vec();
        let now = expected.clone();
        for at in (0..expected.len()).step_by(4) {
            let pixel = at..at + 4;
            if before[pixel.clone()] != after[pixel.clone()] && after[pixel.clone()] == now[pixel.clone()] {
                expected[pixel.clone()].copy_from_slice(&before[pixel]);
            }
        }
        assert!(system.take_back(back));
        assert_eq!(system.document(), expected, "seed {seed}");
        if expected != now {
            assert!(system.undo());
            assert_eq!(system.document(), now, "seed {seed}: it is a step like any other");
        }
    }
}

#[test]
fn a_step_that_is_not_there_is_not_taken_back() {
    let stroke = any(&mut fastrand::Rng::with_seed(2));
    let (script, product) = (Script::new(blank(), 1 << 20), Product::new(blank(), 1 << 20));
    for mut system in [Box::new(script) as Box<dyn System>, Box::new(product)] {
        painted(&mut *system, std::slice::from_ref(&stroke));
        let now = system.document().to_vec();
        assert!(!system.take_back(1));
        system.begin(1);
        assert!(!system.take_back(0), "an action is open");
        system.cancel();
        assert!(system.undo() && !system.take_back(0));
        assert!(system.redo());
        assert_eq!(system.document(), now);
    }
}

#[test]
fn a_saved_picture_that_is_run_again_is_not_the_saved_one() {
    let mut random = fastrand::Rng::with_seed(7);
    let strokes: Vec<_> = std::iter::repeat_with(|| any(&mut random)).take(8).collect();
    let mut system = Script::new(blank(), 1 << 20);
    painted(&mut system, &strokes);
    system.mark_saved();
    assert!(system.take_back(2));
    assert_eq!(system.is_dirty(), Some(true));
}

#[test]
fn a_fill_that_is_run_again_spreads_and_the_products_stays() {
    // A wall, a fill up to it, and a step after them that both leave alone.
    let text = "undoodle recording 1\ncanvas 8 1\npencil #000000ff 1 4,0\nfill #ff0000ff 1 0,0\npencil #0000ffff 1 7,0\n";
    let found = take_back(&Recording::parse(text).unwrap(), Some(2), Settings::default(), &|| 0.0).unwrap();
    // Run again, the fill covers the wall's place and the two pixels behind it; taken back, these are transparent.
    assert_eq!((found.steps, found.differing), (3, 3));
}

#[test]
fn a_step_that_no_recording_has_is_refused() {
    let recording = Recording::parse("undoodle recording 1\ncanvas 8 8\npencil #000000ff 1 4,0\n").unwrap();
    let error = take_back(&recording, Some(1), Settings::default(), &|| 0.0).unwrap_err();
    assert!(error.to_string().contains("step"), "{error}");
}
