//! Tests of `src/sheet/words.rs`.

use undoodle_formats::color::Blend;
use undoodle_formats::document::TagDirection;
use undoodle_formats::sheet::words::{DIRECTIONS, MODES};

#[test]
fn names_are_those_of_aseprite() {
    let names = Blend::ALL.map(|mode| MODES.name(mode).unwrap());
    let expected = "normal multiply screen overlay darken lighten color_dodge color_burn hard_light soft_light \
        difference exclusion hsl_hue hsl_saturation hsl_color hsl_luminosity addition subtract divide";
    assert_eq!(names.join(" "), expected);
    let directions = TagDirection::ALL.map(|one| DIRECTIONS.name(one).unwrap());
    assert_eq!(directions, ["forward", "reverse", "pingpong", "pingpong_reverse"]);
    assert!(
        TagDirection::ALL.iter().all(|one| DIRECTIONS.value(DIRECTIONS.name(*one).unwrap()) == Some(*one))
    );
    assert_eq!(DIRECTIONS.value("sideways"), None);
}
