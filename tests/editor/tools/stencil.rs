//! Tests of `src/tools/stencil.rs`.

use undoodle::geometry::{Area, Point, Rect};
use undoodle::tools::{Stencil, areas};

#[test]
fn spans_are_clipped_and_gathered() {
    let (mut stencil, clip) = (Stencil::default(), Rect::new(1, 1, 69, 40));
    stencil.add((0, 0..9), clip);
    stencil.add((33, 30..99), clip);
    stencil.add((33, -9..2), clip);
    stencil.add((33, 40..40), clip);
    let found: Vec<_> = stencil.take().iter().map(|square| (square.at, square.rows[1])).collect();
    let at = |x| Point::new(x, 32);
    assert_eq!(found, [(at(0), 0xc000_0002), (at(32), u32::MAX), (at(64), 0b11_1111)]);
    assert!(stencil.insert(5, 5) && !stencil.insert(5, 5) && stencil.insert(5, 6));
    assert_eq!(stencil.take().len(), 1, "it was empty again");
}

#[test]
fn areas_come_by_rows_of_squares() {
    let spans = [(30, 0..3), (31, 40..41), (32, 0..1), (99, 5..6)];
    let found: Vec<Rect> = areas(spans.into_iter())
        .map(|area| match area {
            Area::Bits(bits) => bits.bounds(),
            Area::Rect(rect) => rect,
        })
        .collect();
    let rect = Rect::new;
    assert_eq!(found, [rect(0, 30, 3, 1), rect(40, 31, 1, 1), rect(0, 32, 1, 1), rect(5, 99, 1, 1)]);
}
