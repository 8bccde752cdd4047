//! Tests of `src/document/moved.rs`.

use std::cmp::Ordering;
use undoodle_drawing::color::Color;
use undoodle_drawing::document::{Cel, Document, Moved};
use undoodle_drawing::geometry::Rect;

#[test]
fn areas_of_one_colour_are_counted_like_their_pixels() {
    let (mut document, cel) = (Document::new(1100, 600).unwrap(), Cel::default());
    let all = document.bounds();
    let fill = |document: &mut Document, rect: Rect, color: Color| {
        document.begin(1).unwrap();
        document.fill_rect(cel, rect, color).unwrap();
        document.commit("Fill", Color::ADDED, 0).unwrap();
        let commit = document.history().done().next().unwrap();
        let exact = document.exact(&commit).unwrap();
        let rects = exact.planes.iter().flat_map(|plane| &plane.rects);
        let points =
            rects.flat_map(|r| (r.y..r.bottom()).flat_map(|y| (r.x..r.right()).map(move |x| (x, y))));
        let seen = points.filter(|&(x, y)| !document.cel_pixel(cel, x, y).unwrap().is_transparent());
        assert_eq!(document.visible(&commit), seen.count() as u64, "{rect:?}");
    };
    fill(&mut document, all, Color::BLACK);
    fill(&mut document, Rect::new(30, 31, 500, 300), Color::TRANSPARENT);
    fill(&mut document, Rect::new(7, 9, 1, 1), Color::TRANSPARENT);
    fill(&mut document, Rect::new(1000, 100, 90, 450), Color::TRANSPARENT);
    fill(&mut document, Rect::new(25, 25, 100, 60), Color::REMOVED);
    document.undo().unwrap();
    assert_eq!(document.moved().balance, Some(Ordering::Less), "the holes are back");
    document.redo().unwrap();
    assert_eq!(document.moved().balance, Some(Ordering::Greater));
}

#[test]
fn small_steps_are_counted_like_their_pixels_up_to_the_edges_of_the_canvas() {
    let (mut document, cel) = (Document::new(100, 70).unwrap(), Cel::default());
    let mut random = fastrand::Rng::with_seed(7);
    let pixels = |document: &Document| -> Vec<Color> {
        (0..70)
            .flat_map(|y| (0..100).map(move |x| (x, y)))
            .map(|(x, y)| document.cel_pixel(cel, x, y).unwrap())
            .collect()
    };
    let mut boxed = 0;
    for _ in 0..100 {
        let before = pixels(&document);
        document.begin(1).unwrap();
        for _ in 0..random.u32(1..5) {
            let (x, y) = (random.i32(-5..102), random.i32(-5..72));
            let color = [Color::TRANSPARENT, Color::BLACK, Color::rgba(1, 2, 3, 0)][random.usize(..3)];
            let rect = Rect::new(x, y, random.i32(1..20), random.i32(1..9));
            document.fill_rect(cel, rect, color).unwrap();
        }
        document.commit("Paint", Color::ADDED, 0).unwrap();
        let after = pixels(&document);
        document.undo().unwrap();
        let visible = |of: &[Color]| of.iter().filter(|color| color.bytes[3] > 0).count();
        let differ: Vec<_> = (0..before.len()).filter(|&i| before[i] != after[i]).collect();
        let Moved { rect, pixels, balance, .. } = document.moved().clone();
        if !differ.is_empty() {
            assert_eq!(pixels, Some(differ.len() as u64));
            assert_eq!(balance, Some(visible(&before).cmp(&visible(&after))));
            assert!(differ.iter().all(|&i| {
                rect.contains(undoodle_drawing::geometry::Point::new(i as i32 % 100, i as i32 / 100))
            }));
            boxed += 1;
        }
        document.redo().unwrap();
    }
    assert!(boxed > 30, "{boxed}");
}

#[test]
fn a_fill_of_the_largest_canvas_is_counted_by_its_areas() {
    let (mut document, cel) = (Document::new(32768, 32768).unwrap(), Cel::default());
    let all = document.bounds();
    document.begin(1).unwrap();
    document.fill_rect(cel, all, Color::BLACK).unwrap();
    document.commit("Fill", Color::ADDED, 0).unwrap();
    document.undo().unwrap();
    assert_eq!((document.moved().pixels, document.moved().balance), (Some(1 << 30), Some(Ordering::Less)));
}
