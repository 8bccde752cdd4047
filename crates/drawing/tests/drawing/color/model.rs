//! Tests of `src/color/model.rs`.

use undoodle_drawing::color::{Color, Model};

#[test]
fn published_values() {
    // The table of examples in Wikipedia's "HSL and HSV": hue, then saturation and value, then saturation and lightness.
    let check = |color: &str, hue: f64, hsv: [f64; 2], hsl: [f64; 2]| {
        let color: Color = color.parse().unwrap();
        let near = |found: [f64; 3], [second, third]: [f64; 2]| {
            let apart = [found[0] - hue, found[1] - second * 100.0, found[2] - third * 100.0];
            assert!(apart.iter().all(|apart| apart.abs() < 0.5), "{color}: {found:?}");
        };
        near(Model::Hsv.channels(color), hsv);
        near(Model::Hsl.channels(color), hsl);
    };
    check("#ffffff", 0.0, [0.0, 1.0], [0.0, 1.0]);
    check("#808080", 0.0, [0.0, 0.5], [0.0, 0.5]);
    check("#ff0000", 0.0, [1.0, 1.0], [1.0, 0.5]);
    check("#bfbf00", 60.0, [1.0, 0.75], [1.0, 0.375]);
    check("#80ffff", 180.0, [0.5, 1.0], [1.0, 0.75]);
    check("#bf40bf", 300.0, [0.667, 0.75], [0.5, 0.5]);
    check("#1eac41", 134.9, [0.828, 0.675], [0.707, 0.396]);
    check("#b430e5", 283.7, [0.792, 0.897], [0.775, 0.542]);
}

#[test]
fn every_colour_comes_back_to_the_bit() {
    let steps = || (0..=255u8).step_by(5);
    for (r, g) in steps().flat_map(|r| steps().map(move |g| (r, g))) {
        for color in steps().map(|b| Color::rgba(r, g, b, 9)) {
            for model in Model::ALL {
                assert_eq!(model.color(model.channels(color), 9), color, "{model:?}");
            }
        }
    }
}

#[test]
fn channels_beyond_their_range_are_its_ends() {
    let far = [f64::INFINITY, -7.0, 1e9];
    assert_eq!(Model::Rgb.color(far, 3), Color::rgba(255, 0, 255, 3));
    assert_eq!(Model::Hsv.color([-240.0, 500.0, 500.0], 255), Color::rgba(0, 255, 0, 255));
    assert_eq!(Model::Hsl.color([480.0, 500.0, 50.0], 255), Color::rgba(0, 255, 0, 255));
    assert_eq!(Model::Hsv.color([f64::NAN; 3], 1).bytes[3], 1);
    assert!(Model::ALL.into_iter().all(|model| Model::named(model.id()) == Ok(model)));
    assert!(Model::named("lab").is_err());
}
