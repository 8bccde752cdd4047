//! Tests of `src/document/damage.rs`.

use undoodle_drawing::document::Damage;
use undoodle_drawing::geometry::Rect;

/// Maximum number of rectangles that are kept apart.
const KEPT: usize = 32;

fn area(rect: Rect) -> i64 {
    i64::from(rect.width) * i64::from(rect.height)
}

#[test]
fn a_long_line_is_covered_by_little_more_than_itself() {
    for side in [1, 5, 32, 40] {
        let (mut damage, count) = (Damage::default(), 200);
        let parts: Vec<_> = (0..count).map(|i| Rect::new(i * side, i * side, side + 1, side + 1)).collect();
        parts.iter().for_each(|part| damage.add(*part));
        let rects = damage.take();
        assert!(rects.len() <= KEPT);
        assert!(parts.iter().all(|part| rects.iter().any(|rect| rect.intersect(*part) == *part)), "covered");
        let covered: i64 = rects.iter().map(|rect| area(*rect)).sum();
        let around = area(Rect::new(0, 0, count * side, count * side));
        assert!(covered * 8 < around, "{covered} of {around} for {side}");
    }
}

#[test]
fn what_was_added_last_moves_with_the_others() {
    let mut damage = Damage::default();
    let far = |i: i32| Rect::new(i * 1000, 0, 3, 3);
    // One more than is kept apart is held back, and so is the next one, which lies near.
    (0..KEPT as i32 + 1).for_each(|i| damage.add(far(i)));
    damage.add(Rect::new(KEPT as i32 * 1000 + 5, 2, 3, 3));
    damage.shift((0, 70));
    let rects = damage.take();
    assert_eq!(rects.last().copied(), Some(Rect::new(KEPT as i32 * 1000, 70, 8, 5)));
    assert!(rects.iter().all(|rect| rect.y == 70));
    assert!(damage.is_empty() && damage.take().is_empty());
}
