//! Tests of `src/document/patch/beside.rs`.

use undoodle_drawing::color::Color;
use undoodle_drawing::document::{Cel, Document, Finish, Patch};
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::history::CommitId;

const RED: Color = Color::rgba(255, 0, 0, 255);
const CANVAS: Rect = Rect { x: 0, y: 0, width: 1024, height: 512 };
const PIXEL: Rect = Rect { x: 3, y: 3, width: 1, height: 1 };

fn fill(document: &mut Document, (rect, color): (Rect, Color), finish: Finish) {
    document.begin(1).unwrap();
    document.fill_rect(Cel::default(), rect, color).unwrap();
    document.finish("Fill", Color::ADDED, 0, finish).unwrap().unwrap();
}

/// Fills in the order of a list, undoes the last of them, and fills again. Returns whether the one undone
/// was brought back as a whole, and whether it was carried.
fn exchanged(before: &[(Rect, Color)], undone: (Rect, Color), last: (Rect, Color)) -> (bool, bool) {
    let made = || {
        let mut document = Document::new(1024, 512).unwrap();
        before.iter().chain([&undone]).for_each(|one| fill(&mut document, *one, Finish::Step));
        let id = document.history().here();
        document.undo().unwrap();
        (document, id)
    };
    let (mut document, id) = made();
    fill(&mut document, last, Finish::Step);
    let brought = document.bring_back(id).unwrap();
    assert_eq!(brought.blocked.is_some(), brought.left() > 0);
    let brought = brought.blocked.is_none();
    document.validate().unwrap();
    let (mut document, id) = made();
    fill(&mut document, last, Finish::Carrying);
    let carried = document.history().ahead() == 1;
    document.goto(id).unwrap();
    document.validate().unwrap();
    (brought, carried)
}

#[test]
fn a_stroke_is_not_put_on_a_fill_that_it_was_not_made_on() {
    let tile = Rect::new(0, 0, 32, 32);
    for fill in [CANVAS, tile] {
        assert_eq!(exchanged(&[], (PIXEL, RED), (fill, Color::BLACK)), (false, false));
        assert_eq!(exchanged(&[], (fill, Color::BLACK), (PIXEL, RED)), (false, false));
    }
    assert_eq!(exchanged(&[], (CANVAS, RED), (tile, Color::BLACK)), (false, false));
    let beside = Rect::new(32, 0, 32, 32);
    assert_eq!(exchanged(&[], (PIXEL, RED), (beside, Color::BLACK)), (true, true));
    assert_eq!(exchanged(&[(CANVAS, Color::BLACK)], (PIXEL, RED), (beside, RED)), (true, true));
}

#[test]
fn the_bytes_of_one_pixel_are_not_mixed() {
    // From red, each of the two changes another byte: together they would make cyan.
    let (green, blue) = (Color::rgba(255, 255, 0, 255), Color::rgba(255, 0, 255, 255));
    assert_eq!(exchanged(&[(PIXEL, RED)], (PIXEL, green), (PIXEL, blue)), (false, false));
}

#[test]
fn two_strokes_do_not_leave_a_tile_of_one_colour_together() {
    let (left, right) = (Rect::new(0, 0, 16, 32), Rect::new(16, 0, 16, 32));
    assert_eq!(
        exchanged(&[], (left, RED), (right, RED)),
        (true, false),
        "by its patch, which gives the page back"
    );
    let most = Rect::new(16, 0, 15, 32);
    assert_eq!(exchanged(&[], (left, RED), (most, RED)), (true, true), "some pixels stay transparent");
    // Two pixels of another colour, of which each is painted over.
    let tile = [(Rect::new(0, 0, 32, 31), RED), (Rect::new(0, 31, 32, 1), Color::BLACK)];
    let (some, others) = (Rect::new(0, 31, 9, 1), Rect::new(9, 31, 23, 1));
    assert_eq!(exchanged(&tile, (some, RED), (others, RED)), (true, false));
    assert_eq!(exchanged(&tile, (some, RED), (PIXEL, Color::BLACK)), (true, true));
}

#[test]
fn tiles_of_one_colour_do_not_fill_a_block_together() {
    let tiles = |from: i32| (from..512).map(|i| Rect::new(i % 32 * 32, i / 32 * 32, 32, 32));
    let before: Vec<_> = tiles(2).map(|tile| (tile, RED)).collect();
    let [one, other] = [0, 1].map(|i| (Rect::new(i * 32, 0, 32, 32), RED));
    assert_eq!(exchanged(&before, one, other), (true, false));
    assert_eq!(exchanged(&before[1..], one, other), (true, true));
}

/// Fills at random: squares, tiles, all of the canvas, on one of two layers, and now and then a new layer.
fn at_random(document: &mut Document, random: &mut fastrand::Rng) {
    let colors = [RED, Color::BLACK, Color::TRANSPARENT];
    let by = if random.bool() { 32 } else { 3 };
    let (x, y) = (random.i32(0..90 / by) * by, random.i32(0..60 / by) * by);
    let whole = random.u8(0..12) == 0;
    let rect = if whole { CANVAS } else { Rect::new(x, y, by, by * random.i32(1..3)) };
    document.begin(1).unwrap();
    if random.u8(0..10) == 0 {
        document.add_layer(0).unwrap();
    }
    let layer = random.u32(0..document.layers().min(2));
    document.fill_rect(Cel { layer, frame: 0 }, rect, random.choice(colors).unwrap()).unwrap();
    document.commit("Fill", Color::ADDED, 0).unwrap();
}

/// What the engine exchanges is what the patches would have done, to the byte.
#[test]
fn a_line_that_is_exchanged_is_the_line_whose_patches_are_applied() {
    let mut exchanged = 0;
    for seed in 0..400 {
        let made = || {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut document = Document::new(96, 64).unwrap();
            (0..seed % 4).for_each(|_| at_random(&mut document, &mut random));
            let parting = document.history().here();
            (0..=seed % 3).for_each(|_| at_random(&mut document, &mut random));
            let tip = document.history().here();
            document.goto(parting).unwrap();
            at_random(&mut document, &mut random);
            (document, parting, tip)
        };
        let (mut one, parting, tip) = made();
        if tip == parting {
            continue;
        }
        let (mut other, ..) = made();
        let brought = one.bring_back(tip).unwrap();
        exchanged += usize::from(brought.blocked.is_none());
        let up = |id: &CommitId| Some(other.history().commit_of(*id).ok()?.parent());
        let mut line: Vec<_> = std::iter::successors(Some(tip), up).take_while(|id| *id != parting).collect();
        line.reverse();
        let patches: Vec<_> =
            line.iter().map(|id| Patch::of(&other.history().commit_of(*id).unwrap())).collect();
        for patch in patches {
            let draft = other.draft(7, Cel::default()).unwrap();
            patch.apply(&mut other, &draft).unwrap();
            other.keep(draft, "Patch", Color::ADDED, 0, Finish::Step).unwrap();
        }
        assert!(one.history().arena() == other.history().arena(), "seed {seed}: {brought:?}");
    }
    assert!(exchanged > 50, "{exchanged} lines were exchanged as they were");
}
