//! Tests of `src/color/harmony.rs`.

use undoodle_drawing::color::{Color, Harmony, MAX_ROW, blend_ramp, shades, to_oklch};

fn color(text: &str) -> Color {
    text.parse().unwrap()
}

#[test]
fn a_ramp_keeps_its_ends_and_its_steps_look_even() {
    let (from, to) = (color("#12403b"), color("#e2f29a"));
    let ramp = blend_ramp(from, to, 7, 0);
    assert_eq!((ramp[0], ramp[6]), (from, to));
    let steps: Vec<_> = ramp.iter().map(|color| to_oklch(*color).lightness).collect();
    for pair in steps.windows(2) {
        assert!((pair[1] - pair[0] - (steps[6] - steps[0]) / 6.0).abs() < 0.01, "{steps:?}");
    }
    assert_eq!(blend_ramp(from, to, 0, 0), []);
    assert_eq!(blend_ramp(from, to, 1, 0), [from]);
    assert_eq!(blend_ramp(from, to, 2, 90), [from, to]);
    assert_eq!(blend_ramp(from, to, usize::MAX, 0).len(), MAX_ROW);
    let middle = |turn| to_oklch(blend_ramp(color("#803040"), color("#f0a060"), 3, turn)[1]);
    let turned = (middle(40).hue - middle(0).hue).rem_euclid(360.0);
    assert!((turned - 40.0).abs() < 4.0, "{turned}");
    assert!((middle(40).chroma - middle(0).chroma).abs() < 0.01);
}

#[test]
fn a_transparent_end_lends_its_alpha_alone() {
    let ramp = blend_ramp(color("#ff8000"), Color::TRANSPARENT, 3, 0);
    assert_eq!(ramp, [color("#ff8000"), color("#ff800080"), Color::TRANSPARENT]);
    assert_eq!(blend_ramp(Color::TRANSPARENT, color("#ff8000"), 3, 0)[1], color("#ff800080"));
}

#[test]
fn shades_go_from_dark_to_light_through_the_colour() {
    let base = color("#c06ac4");
    for turn in [-30, 0, 30] {
        let row = shades(base, 7, turn);
        assert_eq!(row[3], base);
        let lightness: Vec<_> = row.iter().map(|color| to_oklch(*color).lightness).collect();
        assert!(lightness.windows(2).all(|pair| pair[0] + 0.03 < pair[1]), "{lightness:?}");
    }
    assert_eq!((shades(base, 0, 0), shades(base, 1, 0).len()), (vec![], 1));
}

#[test]
fn harmonies_turn_the_hue_and_keep_the_lightness() {
    let base = color("#8a6a50");
    for harmony in Harmony::ALL {
        let (found, seen) = (harmony.colors(base), to_oklch(base));
        assert!(found.contains(&base), "{harmony:?}");
        for (color, turn) in found.iter().zip(harmony.turns()) {
            let other = to_oklch(*color);
            assert!((other.lightness - seen.lightness).abs() < 0.01, "{harmony:?}: {color}");
            let turned = (other.hue - seen.hue - f64::from(*turn) + 180.0).rem_euclid(360.0) - 180.0;
            assert!(turned.abs() < 3.0, "{harmony:?}: {color} is off by {turned}");
        }
        assert_eq!(Harmony::named(harmony.id()), Ok(harmony));
    }
    assert!(Harmony::named("chord").is_err());
    assert_eq!(Harmony::Triad.colors(color("#00000080")), vec![color("#00000080"); 3], "black has no hue");
}
