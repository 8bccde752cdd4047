//! Tests of `src/document/travel.rs`.

use undoodle_drawing::document::{BOXES, gathered};
use undoodle_drawing::geometry::Rect;

#[test]
fn many_boxes_become_few_that_cover_them_and_little_more() {
    // The boxes of a line over all of a large canvas.
    let boxes: Vec<_> = (0..512).map(|i| Rect::new(i * 32, i * 32, 32, 32)).collect();
    let few = gathered(boxes.iter().copied());
    assert!(few.len() <= BOXES, "{}", few.len());
    assert!(boxes.iter().all(|part| few.iter().any(|rect| rect.intersect(*part) == *part)), "covered");
    let area: i64 = few.iter().map(|rect| i64::from(rect.width) * i64::from(rect.height)).sum();
    assert!(area * 30 < (512 * 32) * (512 * 32), "{area}");
    let more = 2 * BOXES + BOXES / 2;
    assert!(gathered(boxes[..more].iter().copied()).len() <= BOXES, "nor is half of them left over");
    assert_eq!(gathered(boxes[..BOXES].iter().copied()), boxes[..BOXES], "few are left as they are");
}
