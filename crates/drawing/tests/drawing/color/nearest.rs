//! Tests of `src/color/nearest.rs`.

use undoodle_drawing::color::nearest::{CELLS, MOST, bounds, squared_distance};
use undoodle_drawing::color::{Color, Nearest, nearest};

fn check(palette: &[Color], colors: impl Iterator<Item = Color>) {
    let mut cells = Nearest::new(palette);
    for color in colors {
        assert_eq!(cells.find(color), nearest(palette, color), "{color}");
    }
    assert!(cells.cells.len() <= CELLS && cells.candidates.len() * 2 <= MOST + 2 * palette.len());
}

/// Returns pseudo-random colours, the same each time; every third is opaque.
fn mixed(seed: u32) -> impl Iterator<Item = Color> {
    let mut state = seed;
    std::iter::from_fn(move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [a, b, g, r] = (state ^ state >> 15).to_be_bytes();
        Some(Color::rgba(r, g, b, if a % 3 == 0 { 255 } else { a }))
    })
}

#[test]
fn the_nearest_is_the_first_of_equals_unless_one_is_exact() {
    let check = |palette: &str, color: &str, expected: usize| {
        let palette_of: Vec<Color> = palette.split(' ').map(|text| text.parse().unwrap()).collect();
        let found = nearest(&palette_of, color.parse().unwrap());
        assert_eq!(found, Some(expected), "{color} in {palette}");
    };
    check("#000 #fff #f00", "#e01010", 2);
    check("#646464 #666666", "#656565", 0);
    check("#11223300 #00000000", "#00000000", 1);
    check("#11223300 #00000000", "#99999900", 0);
    check("#00000000 #00f", "#ff0000", 1);
    check("#00000000 #000", "#ffffff", 1);
    check("#00000000 #c8c8c8 #fff", "#ffffffc8", 2);
    check("#00000000 #000", "#00000020", 0);
    assert_eq!(nearest(&[], Color::BLACK), None);
}

#[test]
fn cells_find_what_all_colours_would() {
    for size in [0, 1, 2, 7, 64, 256] {
        let palette: Vec<Color> = mixed(size).take(size as usize).collect();
        check(&palette, mixed(99).take(6000));
        // Neighbours of the palette's own colours, where ties are.
        check(&palette, palette.iter().map(|color| Color { bytes: color.bytes.map(|b| b ^ 1) }));
        check(&palette, palette.iter().copied());
    }
}

#[test]
fn equal_and_transparent_colours_keep_their_order() {
    let twice = [Color::BLACK, Color::ADDED, Color::BLACK, Color::ADDED];
    check(&twice, mixed(5).take(500));
    let clear: Vec<Color> =
        (0..9).map(|i| Color::rgba(i * 20, 0, 0, if i % 2 == 0 { 0 } else { 1 })).collect();
    check(&clear, (0..=255).map(|a| Color::rgba(90, 3, 9, a)));
    check(&clear, clear.iter().copied());
    // A ladder of greys, in steps that lie across the cells' borders.
    let greys: Vec<Color> = (0..=255).step_by(5).map(|v| Color::rgba(v, v, v, 255)).collect();
    check(&greys, (0..=255).map(|v| Color::rgba(v, v, v, 255)));
}

#[test]
fn the_limits_hold_for_every_colour_of_a_cell() {
    for (one, other) in mixed(1).zip(mixed(2)).take(3000) {
        let cell = other.bytes.map(|byte| (byte & !7, byte | 7));
        let (least, most) = bounds(one, cell);
        assert!((least..=most).contains(&squared_distance(one, other)), "{one} {other}");
    }
}

#[test]
fn memory_is_bounded_whatever_the_picture() {
    // Nothing can be told apart at alpha 0, so every cell has all candidates.
    let palette: Vec<Color> = (0..=255).map(|i| Color::rgba(i, 0, 0, 0)).collect();
    let cells = (0..32u32).flat_map(|r| (0..32).map(move |g| (r, g)));
    check(&palette, cells.map(|(r, g)| Color::rgba((r * 8) as u8, (g * 8) as u8, 77, 9)));
}
