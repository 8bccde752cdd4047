//! Tests of `src/png/encode.rs`.

use undoodle_formats::Error;
use undoodle_formats::color::Color;
use undoodle_formats::document::{Cel, Drawing};
use undoodle_formats::png::encode::encode_every;
use undoodle_formats::png::{encode, preview};

#[test]
fn a_file_beyond_its_limit_is_refused_with_what_it_needed() {
    let mut drawing = Drawing::new(64, 64).unwrap();
    let mut pixels = drawing.pixels_mut(Cel::default()).unwrap();
    for y in 0..64u8 {
        let row: Vec<_> = (0..64u8).map(|x| Color::rgba(x * 4, y * 4, x ^ y, 255)).collect();
        pixels.put_row(0, y.into(), &row).unwrap();
    }
    let small = preview(&drawing, 0, 24).unwrap();
    assert_eq!(undoodle_formats::png::decode(&small).unwrap().size(), (22, 22), "every third pixel");
    let whole = encode(&drawing, 0).unwrap();
    let size = whole.len() as u64;
    assert_eq!(encode_every(1, &drawing, 0, size).unwrap(), whole);
    for limit in 1..size {
        let refused = encode_every(1, &drawing, 0, limit).unwrap_err();
        let Error::OutOfMemory { what: "PNG file", bytes, limit: said } = refused else {
            panic!("{refused}");
        };
        assert!((limit + 1..=size).contains(&bytes) && said == limit, "{refused}");
    }
}
