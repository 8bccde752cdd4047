//! Conflicts as places: pixels that lie together are one, specks are gathered until they are few, and none is lost.

use undoodle_drawing::color::Color;
use undoodle_drawing::document::{Cel, Choices, ConflictPlace, Document, Finish, Patch, Side, Subject};
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::history::CommitId;

fn fill(document: &mut Document, rects: &[Rect], color: Color) -> CommitId {
    document.begin(1).unwrap();
    rects.iter().for_each(|rect| document.fill_rect(Cel::default(), *rect, color).unwrap());
    document.commit("Fill", color, 0).unwrap().unwrap().id()
}

/// Fills rectangles on two lines, in two colours. Returns the patch of the first line.
fn clash(document: &mut Document, rects: &[Rect]) -> Patch<'static> {
    let theirs = fill(document, rects, Color::ADDED);
    document.undo().unwrap();
    fill(document, rects, Color::REMOVED);
    Patch::between(document.history().base(), theirs)
}

fn places(document: &Document, patch: &Patch<'_>) -> Vec<(Rect, u64)> {
    let found = document.places_of(&patch.foresee(document).unwrap()).unwrap();
    let pixels = found.into_iter().map(|place| match place {
        ConflictPlace::Pixels { plane: Subject::Image { .. }, around, count, can: true, .. } => {
            (around, count)
        }
        other => panic!("{other:?}"),
    });
    pixels.collect()
}

#[test]
fn pixels_that_touch_at_sides_or_corners_are_one_place() {
    let mut document = Document::new(200, 100).unwrap();
    let rect = Rect::new;
    // An angle across the edges of tiles, a square that touches a corner of it, and two that lie apart.
    let all = [
        rect(30, 10, 40, 2),
        rect(68, 12, 2, 60),
        rect(70, 72, 3, 3),
        rect(10, 50, 5, 5),
        rect(16, 50, 5, 5),
    ];
    let patch = clash(&mut document, &all);
    let found = places(&document, &patch);
    assert_eq!(found, [(rect(30, 10, 43, 65), 209), (rect(10, 50, 5, 5), 25), (rect(16, 50, 5, 5), 25)]);
}

#[test]
fn specks_are_gathered_until_they_are_few_and_none_is_lost() {
    let mut document = Document::new(2048, 2048).unwrap();
    let specks: Vec<Rect> =
        (0..128).flat_map(|y| (0..128).map(move |x| Rect::new(x * 16 + 3, y * 16 + 5, 1, 1))).collect();
    let patch = clash(&mut document, &specks);
    let found = places(&document, &patch);
    assert!((1..=200).contains(&found.len()), "{}", found.len());
    assert_eq!(found.iter().map(|(_, count)| count).sum::<u64>(), 128 * 128);
}

#[test]
fn a_place_is_taken_from_the_branch_to_the_byte_whatever_lies_beneath() {
    // Whole tiles and blocks, whose colours lie in bases, and a rest.
    for side in [7, 32, 96, 1024, 1100] {
        let mut document = Document::new(1200, 1200).unwrap();
        let patch = clash(&mut document, &[Rect::new(0, 0, side, side)]);
        let mut choices = Choices::default();
        let found = document.places_of(&patch.foresee(&document).unwrap()).unwrap();
        assert_eq!(found.len(), 1, "{side}");
        choices.choose(&found[0], Side::Theirs);
        assert_eq!(choices.side(&found[0]), Some(Side::Theirs));
        let draft = document.draft(2, Cel::default()).unwrap();
        let conflicts = patch.apply_choosing(&mut document, &draft, &choices).unwrap();
        assert_eq!((conflicts.taken(), conflicts.left()), ((side * side) as u64, 0), "{side}");
        document.keep(draft, "Merge", Color::ADDED, 0, Finish::Step).unwrap();
        document.validate().unwrap();
        for (x, y, color) in
            [(0, 0, Color::ADDED), (side - 1, side - 1, Color::ADDED), (side, 0, Color::TRANSPARENT)]
        {
            assert_eq!(document.pixel(0, x, y).unwrap(), color, "{side}: {x}, {y}");
        }
        choices.choose(&found[0], Side::Mine);
        assert!(choices.is_empty());
    }
}
