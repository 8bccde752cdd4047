//! Tests of `src/budget.rs`.

use undoodle_formats::Error;
use undoodle_formats::budget::{Budget, named, put};
use undoodle_formats::color::Color;
use undoodle_formats::document::{Cel, Drawing};
use undoodle_formats::png;

#[test]
fn a_budget_is_what_all_pictures_have_together() {
    let mut budget = Budget::of(100);
    budget.pixels(4, 5).unwrap();
    assert_eq!(budget.left(), 20);
    let said = budget.take(21).unwrap_err().to_string();
    assert_eq!(said, "drawing may take at most 100 B, not 101 B");
    let huge = budget.pixels(u32::MAX, u32::MAX).unwrap_err();
    assert!(matches!(huge, Error::OutOfMemory { limit: 100, .. }) && budget.left() == 20);
    let mut claims = png::encode(&Drawing::new(2, 2).unwrap(), 0).unwrap();
    assert_eq!(Budget::of(16).png(&claims).unwrap().size(), (2, 2));
    claims[18] = 1;
    assert!(matches!(Budget::of(16).png(&claims), Err(Error::OutOfMemory { .. })));
}

#[test]
fn rows_are_clipped_and_what_was_seen_outside_is_told() {
    let mut drawing = Drawing::new(3, 2).unwrap();
    let [none, red] = [Color::TRANSPARENT, Color::rgba(255, 0, 0, 255)];
    let mut check = |at, row: &[Color], outside| {
        assert_eq!(put(&mut drawing, Cel::default(), at, row).unwrap(), outside, "{at:?}");
    };
    check((-1, 0), &[red, red], true);
    check((-1, 1), &[none, none, red, red, none], false);
    check((2, -1), &[red], true);
    check((0, 2), &[none, none], false);
    check((3, 0), &[red], true);
    check((i64::MAX, i64::MIN + 1), &[red], true);
    check((1 - (1 << 40), 0), &[red], true);
    let row = |y| [0, 1, 2].map(|x| drawing.cel_pixel(Cel::default(), x, y).unwrap());
    assert_eq!((row(0), row(1)), ([red, none, none], [none, red, red]));
}

#[test]
fn names_lose_what_no_name_has() {
    let mut changed = 0;
    let mut of = |name: &str, most| (named(name, most, &mut changed), std::mem::take(&mut changed));
    assert_eq!(of(" a\nb\u{7f} ", 8), (Some("ab".into()), 1));
    assert_eq!(of("éé é", 5), (Some("éé".into()), 1));
    assert_eq!(of("éé é", 7), (Some("éé é".into()), 0));
    assert_eq!((of("\t ", 8), of("", 8)), ((None, 1), (None, 0)));
}
