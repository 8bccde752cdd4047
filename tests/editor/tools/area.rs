//! Tests of `src/tools/area.rs`.

use undoodle::color::Color;
use undoodle::tools::Near;

#[test]
fn a_row_is_told_as_its_pixels_are() {
    let mut number = 1u32;
    let mut byte = |values: &[u8]| {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        values[(number >> 16) as usize % values.len()]
    };
    for _ in 0..2000 {
        let channels = [0, 1, 3, 4, 5, 127, 128, 251, 255];
        let mut color =
            || Color::rgba(byte(&channels), byte(&channels), byte(&[4, 5]), byte(&[0, 1, 4, 255]));
        let (near, row) = (color(), std::array::from_fn(|_| color()));
        for tolerance in [0, 1, 4, 250, 255] {
            let near = Near { color: near, tolerance };
            let expected =
                row.iter().rev().fold(0, |bits, pixel| bits << 1 | u32::from(near.contains(*pixel)));
            assert_eq!(near.bits(&row), expected, "{near:?} {row:?}");
        }
    }
}
