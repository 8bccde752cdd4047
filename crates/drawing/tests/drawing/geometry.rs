//! Tests of `src/geometry.rs`.

use undoodle_drawing::geometry::{Bits, Point, Rect};

#[test]
fn bits_are_clipped_and_measured_like_their_pixels() {
    let mut rows = [0; 32];
    (rows[0], rows[5], rows[31]) = (1 << 31, 0b1010, 1);
    let bits = Bits { at: Point::new(-3, 7), rows };
    assert_eq!(bits.bounds(), Rect::new(-3, 7, 32, 32));
    let inner = bits.clipped(Rect::new(-2, 8, 100, 20));
    assert_eq!(inner.bounds(), Rect::new(-2, 12, 3, 1));
    assert_eq!(inner.lines().collect::<Vec<_>>(), [(12, -2, 0b101)]);
    assert_eq!(bits.clipped(Rect::EMPTY).bounds(), Rect::EMPTY);
    assert_eq!(bits.clipped(Rect::new(40, 7, 9, 9)).bounds(), Rect::EMPTY);
    assert_eq!(bits.clipped(Rect::new(28, 7, 1, 1)).bounds(), Rect::new(28, 7, 1, 1));
}
