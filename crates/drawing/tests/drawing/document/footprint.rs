//! Footprints: the pixels that a step painted and did not change, against a plain list of what was painted.

use std::collections::BTreeSet;
use undoodle_drawing::color::Color;
use undoodle_drawing::document::info::cel_plane;
use undoodle_drawing::document::{Cel, Document, Footprint, Patch, Trace};
use undoodle_drawing::geometry::{Area, Rect};
use undoodle_drawing::history::Header;

const CEL: Cel = Cel { layer: 0, frame: 0 };

/// Fills rectangles in one step, and returns its footprint and the bytes of it.
fn paint(document: &mut Document, rects: &[Rect], color: Color) -> (Footprint, usize) {
    document.begin(1).unwrap();
    let mut brush = document.brush(CEL).unwrap();
    rects.iter().try_for_each(|rect| brush.fill(&Area::Rect(*rect), color)).unwrap();
    let Some(step) = document.commit("Fill", Color::ADDED, 0).unwrap() else {
        return (Footprint::default(), 0);
    };
    let header = step.header().into_owned();
    (Footprint::of(&header), header.extra.len() - Trace::of(&header).extra().len())
}

#[test]
fn a_footprint_has_what_was_painted_and_not_changed() {
    let mut random = fastrand::Rng::with_seed(5);
    let (mut whole, mut cut) = (0, 0);
    for seed in 0..300 {
        let mut document = Document::new(100, 70).unwrap();
        let mut rects = |count: usize| -> Vec<Rect> {
            let mut side = |most: i32| random.i32(0..most);
            (0..count).map(|_| Rect::new(side(110) - 5, side(80) - 5, side(30) + 1, side(20) + 1)).collect()
        };
        let pixels = |rects: &[Rect]| -> BTreeSet<(i32, i32)> {
            let inside = |rect: &Rect| rect.intersect(Rect::new(0, 0, 100, 70));
            let all = |rect: Rect| {
                (rect.y..rect.bottom()).flat_map(move |y| (rect.x..rect.right()).map(move |x| (y, x)))
            };
            rects.iter().map(inside).flat_map(all).collect()
        };
        let (first, second) = (rects(seed % 6), rects(1 + seed % 5));
        assert!(paint(&mut document, &first, Color::BLACK).0.is_empty(), "seed {seed}: nothing was there");
        let (found, bytes) = paint(&mut document, &second, Color::BLACK);
        assert!(bytes <= 213, "seed {seed}: {bytes}");
        let (before, painted) = (pixels(&first), pixels(&second));
        let met: Vec<_> =
            if painted.is_subset(&before) { Vec::new() } else { (&before & &painted).into_iter().collect() };
        let has = |(y, x): &&(i32, i32)| found.has(cel_plane(1, 1), *x, *y);
        let kept = met.iter().filter(has).count();
        assert!(met.iter().take(kept).all(|at| has(&at)), "seed {seed}: from top to bottom");
        let all = (0..70).flat_map(|y| (0..100).map(move |x| (y, x)));
        assert_eq!(all.filter(|at| has(&at)).count(), kept, "seed {seed}: nothing else");
        assert!(kept == met.len() || bytes > 190, "seed {seed}: {kept} of {} in {bytes} bytes", met.len());
        *(if kept == met.len() { &mut whole } else { &mut cut }) += 1;
    }
    assert!(whole > 200, "{whole} whole, {cut} cut");
}

#[test]
fn a_long_edge_takes_few_bytes_and_a_crossing_about_ten() {
    let mut document = Document::new(512, 512).unwrap();
    paint(&mut document, &[Rect::new(100, 0, 40, 512)], Color::BLACK);
    let (_, bytes) = paint(&mut document, &[Rect::new(110, 0, 60, 500)], Color::BLACK);
    assert!(bytes <= 16, "{bytes}");
    let (_, bytes) = paint(&mut document, &[Rect::new(300, 40, 1, 90)], Color::BLACK);
    assert_eq!(bytes, 0);
    let (_, bytes) = paint(&mut document, &[Rect::new(280, 77, 40, 1)], Color::BLACK);
    assert!(bytes <= 12, "{bytes}");
}

#[test]
fn erasing_and_other_colours_leave_none() {
    let mut document = Document::new(64, 64).unwrap();
    let rect = Rect::new(3, 3, 20, 20);
    for color in [Color::BLACK, Color::ADDED, Color::TRANSPARENT] {
        assert_eq!(paint(&mut document, &[rect, rect], color).1, 0, "{color:?}");
    }
    paint(&mut document, &[Rect::new(0, 0, 9, 9)], Color::BLACK);
    let (found, _) = paint(&mut document, &[Rect::new(0, 0, 40, 9)], Color::TRANSPARENT);
    assert!(found.is_empty());
}

#[test]
fn a_cancelled_action_is_forgotten() {
    let mut document = Document::new(64, 64).unwrap();
    paint(&mut document, &[Rect::new(0, 0, 9, 9)], Color::BLACK);
    document.begin(1).unwrap();
    document.brush(CEL).unwrap().fill(&Area::Rect(Rect::new(0, 0, 30, 2)), Color::BLACK).unwrap();
    document.restart().unwrap();
    document.brush(CEL).unwrap().fill(&Area::Rect(Rect::new(40, 0, 3, 2)), Color::BLACK).unwrap();
    let step = document.commit("Fill", Color::ADDED, 0).unwrap().unwrap();
    assert!(Footprint::of(&step.header()).is_empty());
}

#[test]
fn a_line_that_is_brought_back_brings_its_footprint() {
    for far in [false, true] {
        let mut document = Document::new(64, 64).unwrap();
        paint(&mut document, &[Rect::new(0, 5, 40, 1)], Color::BLACK);
        let first = document.history().here();
        paint(&mut document, &[Rect::new(7, 0, 1, 20)], Color::BLACK);
        let second = document.history().here();
        document.undo().unwrap();
        // Something apart, so that the step is moved, or something in the way, so that its patch is applied.
        let other = if far { Rect::new(50, 50, 3, 3) } else { Rect::new(7, 15, 1, 1) };
        paint(&mut document, &[other], Color::REMOVED);
        document.bring_back(second).unwrap();
        let patch = Patch::of(&document.history().commit_of(first).unwrap()).reversed();
        let [plain, minding] = [patch, patch.minding(&[])].map(|patch| patch.foresee(&document).unwrap());
        assert_eq!((plain.taken(), plain.left()), (40, 0), "far: {far}");
        assert_eq!((minding.taken(), minding.left()), (39, 1), "far: {far}");
        let standing = document.standing_on(&minding, first).unwrap();
        assert_eq!(standing, [document.history().here()], "far: {far}");
    }
}

#[test]
fn what_is_forgotten_or_packed_changes_nothing_of_it() {
    let mut document = Document::new(64, 64).unwrap();
    paint(&mut document, &[Rect::new(0, 60, 40, 1)], Color::BLACK);
    paint(&mut document, &[Rect::new(0, 5, 40, 1)], Color::BLACK);
    let first = document.history().here();
    paint(&mut document, &[Rect::new(7, 0, 1, 20)], Color::BLACK);
    document.forget_before(first);
    while document.seal_all(1 << 20) {}
    let patch = Patch::of(&document.history().commit_of(first).unwrap()).reversed().minding(&[]);
    assert_eq!(patch.foresee(&document).unwrap().left(), 1);
}

#[test]
fn any_bytes_are_a_footprint_on_the_canvas_or_none() {
    let mut random = fastrand::Rng::with_seed(9);
    let trace = Trace::default().extra();
    let mut read = 0;
    for _ in 0..100_000 {
        let mut extra = [&trace[..], &[0, 0x81, 0x80, 4]].concat();
        extra.extend(
            (0..random.usize(0..14)).map(|_| if random.bool() { random.u8(..16) } else { random.u8(..) }),
        );
        let header = Header::new("Step").with(&extra);
        let found = Footprint::of(&header);
        read += usize::from(!found.is_empty());
        if found.is_empty() {
            assert_eq!(Trace::of(&header), Trace::default());
        }
        assert!(!found.has(cel_plane(1, 1), -1, 0));
    }
    assert!(read > 20, "{read}");
}
