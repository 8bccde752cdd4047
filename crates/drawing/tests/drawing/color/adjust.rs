//! Tests of `src/color/adjust.rs`.

use undoodle_drawing::color::{
    Color, Hsl, brightness_contrast, distance, from_hsl, hue_saturation, invert, luma, to_hsl,
};

fn some() -> impl Iterator<Item = Color> {
    let steps = || (0..=255u8).step_by(15);
    steps().flat_map(move |r| steps().flat_map(move |g| steps().map(move |b| Color::rgba(r, g, b, 7))))
}

#[test]
fn settings_of_nought_change_nothing_and_alpha_stays() {
    for color in some() {
        assert_eq!(brightness_contrast(color, 0, 0), color);
        assert_eq!(hue_saturation(color, 0, 0, 0), color);
        assert_eq!(hue_saturation(color, 360, 0, 0), color);
        assert_eq!(invert(invert(color)), color);
        assert_eq!(from_hsl(to_hsl(color), 7), color);
        assert_eq!(hue_saturation(color, 180, 20, -30), hue_saturation(color, -180, 20, -30));
        assert_eq!(hue_saturation(color, 77, -20, 30).bytes[3], 7);
    }
    let nothing = Color::rgba(1, 2, 3, 0);
    assert_eq!(invert(nothing), nothing);
    assert_eq!(brightness_contrast(nothing, 50, 50), nothing);
    assert_eq!(hue_saturation(nothing, 50, 50, 50), nothing);
}

#[test]
fn brightness_and_contrast_follow_the_formula() {
    let check = |v: u8, brightness: i32, contrast: i32, expected: u8| {
        let found = brightness_contrast(Color::rgba(v, v, v, 9), brightness, contrast);
        assert_eq!(found, Color::rgba(expected, expected, expected, 9), "{v} by {brightness}, {contrast}");
    };
    check(100, 20, 0, 151);
    check(100, -20, 0, 49);
    check(100, -100, 0, 0);
    check(0, 100, 0, 255);
    // (100 − 127.5) / 2 is −13.75; times two it is −55.
    check(100, 0, -50, 114);
    check(100, 0, 50, 73);
    check(7, 0, -100, 128);
    check(127, 0, 100, 0);
    check(128, 0, 100, 255);
    check(102, 10, 100, 128);
    check(0, i32::MAX, i32::MIN, 128);
    check(0, i32::MAX, 0, 255);
}

#[test]
fn hues_turn_and_lightness_ends_in_black_and_white() {
    let check = |color: Color, hue, saturation, lightness, expected: [u8; 3]| {
        let [r, g, b] = expected;
        assert_eq!(hue_saturation(color, hue, saturation, lightness), Color::rgba(r, g, b, 255));
    };
    let (red, grey) = (Color::rgba(255, 0, 0, 255), Color::rgba(100, 100, 100, 255));
    check(red, 60, 0, 0, [255, 255, 0]);
    check(red, -120, 0, 0, [0, 0, 255]);
    // −2³¹ is 232° beyond a multiple of 360°, 8 sixtieths short of blue.
    check(red, i32::MIN, 0, 0, [0, 34, 255]);
    check(red, 0, -100, 0, [128, 128, 128]);
    check(red, 0, -50, 0, [191, 64, 64]);
    // A spread of 128 around 128 becomes one of 192.
    check(Color::rgba(192, 64, 64, 255), 0, 50, 0, [224, 32, 32]);
    check(red, 0, 0, 50, [255, 128, 128]);
    check(red, 0, 0, -50, [128, 0, 0]);
    check(red, 33, 44, -100, [0, 0, 0]);
    check(red, 33, 44, 100, [255, 255, 255]);
    check(grey, 90, 100, 0, [100, 100, 100]);
}

#[test]
fn measures() {
    assert_eq!(to_hsl(Color::rgba(0, 0, 255, 0)), Hsl { hue: 240.0, saturation: 1.0, lightness: 0.5 });
    assert_eq!(to_hsl(Color::rgba(255, 0, 255, 0)).hue, 300.0);
    assert_eq!(luma(Color::rgba(255, 255, 255, 0)), 255);
    // 54.2, 182.4 and 18.4.
    assert_eq!(luma(Color::rgba(255, 0, 0, 255)), 54);
    assert_eq!(luma(Color::rgba(0, 255, 0, 255)), 182);
    assert_eq!(luma(Color::rgba(0, 0, 255, 255)), 18);
    assert_eq!(distance(Color::rgba(1, 2, 3, 0), Color::rgba(200, 2, 3, 0)), 0);
    assert_eq!(distance(Color::rgba(10, 20, 30, 40), Color::rgba(11, 18, 30, 43)), 3);
    assert_eq!(distance(Color::TRANSPARENT, Color::BLACK), 255);
}
