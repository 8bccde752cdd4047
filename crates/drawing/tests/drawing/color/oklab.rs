//! Tests of `src/color/oklab.rs`.

use undoodle_drawing::color::{Color, Lab, Oklch, from_oklab, from_oklch, to_oklab, to_oklch};

#[test]
fn published_values() {
    // CSS Color Module Level 4 and Ottosson's own code give these for the corners of sRGB.
    let check = |color: &str, expected: Lab| {
        let found = to_oklab(color.parse().unwrap());
        let near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-4);
        assert!(near, "{color}: {found:?}");
    };
    check("#000000", [0.0, 0.0, 0.0]);
    check("#ffffff", [1.0, 0.0, 0.0]);
    check("#ff0000", [0.627_955, 0.224_863, 0.125_846]);
    check("#00ff00", [0.866_440, -0.233_888, 0.179_498]);
    check("#0000ff", [0.452_014, -0.032_457, -0.311_528]);
    let green = to_oklch(Color::rgba(0, 255, 0, 255));
    assert!((green.chroma - 0.294_827).abs() < 1e-4 && (green.hue - 142.495).abs() < 0.01, "{green:?}");
}

#[test]
fn every_colour_comes_back_to_the_bit() {
    let steps = || (0..=255u8).step_by(15);
    for (r, g) in steps().flat_map(|r| steps().map(move |g| (r, g))) {
        for color in steps().map(|b| Color::rgba(r, g, b, 9)) {
            assert_eq!(from_oklab(to_oklab(color), 9), color);
            assert_eq!(from_oklch(to_oklch(color), 9), color);
        }
    }
}

#[test]
fn what_no_screen_shows_keeps_its_lightness_and_hue() {
    for hue in (0..360).step_by(15) {
        for lightness in [0.2, 0.5, 0.8] {
            let wanted = Oklch { lightness, chroma: 0.5, hue: hue.into() };
            let found = to_oklch(from_oklch(wanted, 255));
            assert!((found.lightness - lightness).abs() < 0.01, "{wanted:?}: {found:?}");
            let turned = (found.hue - wanted.hue + 180.0).rem_euclid(360.0) - 180.0;
            assert!(turned.abs() < 4.0, "{wanted:?}: {found:?}");
            assert!(found.chroma > 0.02 && found.chroma < 0.33, "{wanted:?}: {found:?}");
        }
    }
    for odd in [f64::NAN, f64::INFINITY, -1.0, 7.0] {
        assert_eq!(from_oklch(Oklch { lightness: odd, chroma: odd, hue: odd }, 5).bytes[3], 5);
    }
}
