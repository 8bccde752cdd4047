//! The pixels that bytes say have changed, against all pixels before and after.

use std::collections::HashMap;
use undoodle_drawing::color::Color;
use undoodle_drawing::document::Trace;
use undoodle_drawing::document::{Cel, Document, Exact, Subject};
use undoodle_drawing::geometry::{Point, Rect};

const SIDE: i32 = 1200;

/// All pixels of the cels that a document has, by layer and frame.
fn pixels(document: &Document) -> HashMap<Cel, Vec<Color>> {
    let Rect { width, height, .. } = document.bounds();
    let read = |cel| {
        let mut all = vec![Color::TRANSPARENT; (width * height) as usize];
        let rows = all.chunks_exact_mut(width as usize);
        (0..).zip(rows).for_each(|(y, row)| document.read_row(cel, 0, y, row));
        (cel, all)
    };
    document.all_cels().map(read).collect()
}

/// Changes a document at random: dabs, tiles, blocks, all of it, and what makes these collapse.
fn change(document: &mut Document, random: &mut fastrand::Rng) {
    let cel = Cel { layer: random.u32(..2), frame: 0 };
    let colors = [Color::TRANSPARENT, Color::BLACK, Color::ADDED, Color::rgba(1, 2, 3, 4)];
    let color = colors[random.usize(..4)];
    let (x, y) = (random.i32(-20..SIDE), random.i32(-20..SIDE));
    let rect = match random.u32(..6) {
        0 => Rect::new(x, y, random.i32(1..9), random.i32(1..9)),
        1 => Rect::new(x, y, random.i32(1..400), random.i32(1..400)),
        2 => Rect::new(x / 32 * 32, y / 32 * 32, 32, 32),
        3 => Rect::new(0, y / 512 * 512, 1024, 512),
        4 => document.bounds(),
        _ => {
            return document
                .edit(cel, Rect::new(x, y, 70, 70), &mut |x, y, _| Color::rgba(x as u8, y as u8, 7, 255))
                .unwrap();
        }
    };
    document.fill_rect(cel, rect, color).unwrap();
}

/// Checks that the rectangles are disjoint and hold exactly the pixels that differ.
fn check(before: &HashMap<Cel, Vec<Color>>, after: &HashMap<Cel, Vec<Color>>, exact: &Exact, width: i32) {
    let mut said: HashMap<Cel, Vec<u8>> = HashMap::new();
    for plane in &exact.planes {
        let [cel] = plane.cels[..] else { panic!("one cel shows it") };
        let marks = said.entry(cel).or_insert_with(|| vec![0; after[&cel].len()]);
        for rect in &plane.rects {
            for y in rect.y..rect.bottom() {
                (rect.x..rect.right()).for_each(|x| marks[(y * width + x) as usize] += 1);
            }
        }
    }
    for (cel, before) in before {
        let none = vec![0; before.len()];
        let marks = said.get(cel).unwrap_or(&none);
        for (i, (before, after)) in before.iter().zip(&after[cel]).enumerate() {
            assert_eq!(marks[i], u8::from(before != after), "{cel:?} at {}", i as i32 % width);
        }
    }
}

/// Checks that rectangles cover all changed pixels, and lie within what a commit says that it changed.
fn check_covered(exact: &Exact, covered: &[Rect], around: Rect) {
    let mut marks = vec![false; (SIDE * SIDE) as usize];
    for cover in covered {
        assert_eq!(cover.intersect(around), *cover);
        for y in cover.y..cover.bottom() {
            marks[(y * SIDE + cover.x) as usize..][..cover.width as usize].fill(true);
        }
    }
    for rect in exact.planes.iter().flat_map(|plane| &plane.rects) {
        let mut rows = rect.y..rect.bottom();
        assert!(rows.all(|y| (rect.x..rect.right()).all(|x| marks[(y * SIDE + x) as usize])), "{rect:?}");
    }
}

#[test]
fn it_finds_the_pixels_that_differ_and_no_other() {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..3 {
        let mut document = Document::new(SIDE as u32, SIDE as u32 - 100).unwrap();
        document.begin(1).unwrap();
        document.add_layer(1).unwrap();
        document.commit("New layer", Color::ADDED, 0).unwrap();
        for _ in 0..8 {
            let before = pixels(&document);
            document.begin(1).unwrap();
            (0..random.u32(1..5)).for_each(|_| change(&mut document, &mut random));
            if document.commit("Change", Color::ADDED, 0).unwrap().is_none() {
                continue;
            }
            document.validate().unwrap();
            let commit = document.history().done().next().unwrap();
            let exact = document.exact(&commit).unwrap();
            assert!(!exact.records);
            check(&before, &pixels(&document), &exact, SIDE);
            let covered = |document: &Document| {
                let commit = document.history().done().next().unwrap();
                (
                    document
                        .covered(&commit, Trace::of(&commit.header()).rect.intersect(document.bounds()))
                        .unwrap()
                        .unwrap(),
                    Trace::of(&commit.header()).rect,
                )
            };
            let (rects, around) = covered(&document);
            check_covered(&exact, &rects, around);
            // Packed, a commit says the same.
            while document.seal(1 << 20) {}
            let commit = document.history().done().next().unwrap();
            assert_eq!(document.exact(&commit).unwrap(), exact);
            let (rects, around) = covered(&document);
            check_covered(&exact, &rects, around);
        }
    }
}

#[test]
fn a_hand_that_goes_to_and_fro_changes_the_same_pixels_when_its_step_is_cold() {
    let (mut document, cel) = (Document::new(512, 512).unwrap(), Cel::default());
    let paint = |document: &mut Document, rect, by| {
        let color = &mut |x: i32, y: i32, _| Color::rgba((x * by) as u8, y as u8, by as u8, 255);
        document.edit(cel, rect, color).unwrap();
    };
    document.begin(1).unwrap();
    [0, 400].into_iter().for_each(|y| paint(&mut document, Rect::new(0, y, 512, 16), 1));
    document.commit("Ground", Color::ADDED, 0).unwrap();
    document.begin(1).unwrap();
    // Each pair of rows takes 5 KB, and a piece of a step 32: so all tiles come in several pieces.
    for row in (0..16).step_by(2).chain((1..16).step_by(2)) {
        [row, 400 + row].into_iter().for_each(|y| paint(&mut document, Rect::new(0, y, 512, 1), 3));
    }
    document.commit("Pencil", Color::ADDED, 0).unwrap();
    let told = |document: &Document| {
        let commit = document.history().done().next().unwrap();
        (commit.is_cold(), document.exact(&commit).unwrap())
    };
    let (cold, hot) = told(&document);
    while document.seal_all(1 << 20) {}
    assert!(!cold && told(&document).0, "the step cooled");
    assert_eq!(told(&document).1, hot);
    document.undo().unwrap();
    assert_eq!(document.moved().pixels, Some(2 * 16 * 512));
}

#[test]
fn what_covers_a_line_is_little_more_than_its_tiles() {
    let mut document = Document::new(4096, 4096).unwrap();
    document.begin(1).unwrap();
    for y in 0..4096 {
        document.fill_span(Cel::default(), y, y..y + 1, Color::BLACK).unwrap();
    }
    document.commit("Line", Color::ADDED, 0).unwrap();
    let commit = document.history().done().next().unwrap();
    let covered = document
        .covered(&commit, Trace::of(&commit.header()).rect.intersect(document.bounds()))
        .unwrap()
        .unwrap();
    assert_eq!(covered.len(), 128, "a rectangle for each tile");
    assert!(covered.iter().all(|rect| (rect.width, rect.height) == (32, 32)));
    // Of a single row it is the cell of 16 pixels.
    document.begin(1).unwrap();
    document.fill_span(Cel::default(), 70, 100..101, Color::ADDED).unwrap();
    document.commit("Dot", Color::ADDED, 0).unwrap();
    let commit = document.history().done().next().unwrap();
    assert_eq!(
        document.covered(&commit, Trace::of(&commit.header()).rect.intersect(document.bounds())).unwrap(),
        Some(vec![Rect::new(100, 70, 1, 1)]),
        "within its rectangle"
    );
    document.begin(1).unwrap();
    document.add_layer(1).unwrap();
    document.commit("New layer", Color::ADDED, 0).unwrap();
    let commit = document.history().done().next().unwrap();
    assert_eq!(
        document.covered(&commit, Trace::of(&commit.header()).rect.intersect(document.bounds())).unwrap(),
        None,
        "records are no pixels"
    );
}

#[test]
fn undo_of_a_line_that_is_too_large_to_be_counted_repaints_little_more_than_its_tiles_hot_and_packed() {
    for packed in [false, true] {
        let mut document = Document::new(4096, 4096).unwrap();
        document.begin(1).unwrap();
        for y in 0..4096 {
            document.fill_span(Cel::default(), y, y..y + 1, Color::BLACK).unwrap();
        }
        document.commit("Line", Color::ADDED, 0).unwrap();
        while packed && document.seal_all(1 << 20) {}
        for back in [true, false, true] {
            document.take_damage();
            if back {
                document.undo().unwrap()
            } else {
                document.redo().unwrap()
            };
            assert_eq!(document.moved().pixels, None, "it is too large to be counted");
            assert_eq!(document.moved().rect, document.bounds());
            let damage = document.take_damage();
            let on = |x, y| damage.iter().any(|rect| rect.contains(Point::new(x, y)));
            assert!((0..4096).all(|at| on(at, at)), "all of the line is repainted");
            let area: i32 = damage.iter().map(|rect| rect.width * rect.height).sum();
            assert!(area < 4096 * 4096 / 8, "and {area} pixels in all");
        }
    }
}

#[test]
fn a_fill_of_everything_over_strokes_is_said_in_quadrants_blocks_and_runs() {
    let mut document = Document::new(32768, 20000).unwrap();
    let cel = Cel::default();
    let exact = |document: &mut Document, rect: Rect, color: Color| {
        document.begin(1).unwrap();
        document.fill_rect(cel, rect, color).unwrap();
        document.commit("Fill", Color::ADDED, 0).unwrap().unwrap();
        let commit = document.history().done().next().unwrap();
        document.exact(&commit).unwrap()
    };
    let dot = Rect::new(17000, 700, 3, 1);
    let found = exact(&mut document, dot, Color::BLACK);
    assert_eq!(found.planes[0].rects, [dot]);
    let all = document.bounds();
    let found = exact(&mut document, all, Color::BLACK);
    let area = |rects: &[Rect]| rects.iter().map(|r| i64::from(r.width) * i64::from(r.height)).sum::<i64>();
    let rects = &found.planes[0].rects;
    assert_eq!(area(rects), 32768 * 20000 - 3, "the dot was black before");
    assert!(rects.iter().all(|rect| rect.intersect(dot).is_empty()));
    assert!(rects.len() < 200, "{} rectangles", rects.len());
    assert!(rects.contains(&Rect::new(0, 0, 16384, 16384)));
}

#[test]
fn it_tells_planes_and_records_apart() {
    let mut document = Document::new(64, 64).unwrap();
    let cel = Cel::default();
    let exact = |document: &mut Document, act: &dyn Fn(&mut Document)| {
        document.begin(1).unwrap();
        act(document);
        document.commit("Act", Color::ADDED, 0).unwrap().unwrap();
        let commit = document.history().done().next().unwrap();
        document.exact(&commit).unwrap()
    };
    let square = Rect::new(4, 4, 5, 5);
    exact(&mut document, &|d| d.fill_rect(cel, square, Color::BLACK).unwrap());
    let named = exact(&mut document, &|d| d.change_layer(0, |layer| layer.locked = true).unwrap());
    assert_eq!(named, Exact { records: true, links: false, planes: vec![] });
    exact(&mut document, &|d| d.change_layer(0, |layer| layer.locked = false).unwrap());
    let lifted = exact(&mut document, &|d| d.lift(cel).unwrap());
    let subjects: Vec<_> = lifted.planes.iter().map(|plane| (plane.subject, plane.around())).collect();
    let pixels = Subject::Image { layer: 1, name: 1 };
    assert_eq!(subjects, [(Subject::Selection, square), (Subject::Floating, square), (pixels, square)]);
    assert!(lifted.records && lifted.planes[0].cels.is_empty() && lifted.planes[2].cels == [cel]);
    assert!(square.contains(Point::new(8, 8)));
}
