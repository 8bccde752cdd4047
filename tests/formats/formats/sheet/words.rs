//! Tests of `src/formats/sheet/words.rs`.

use undoodle::color::Blend;
use undoodle::document::TagDirection;
use undoodle::formats::sheet::words::{direction, of_blend, of_direction};

#[test]
fn names_are_those_of_aseprite() {
    let names = Blend::ALL.map(of_blend);
    let expected = "normal multiply screen overlay darken lighten color_dodge color_burn hard_light soft_light \
        difference exclusion hsl_hue hsl_saturation hsl_color hsl_luminosity addition subtract divide";
    assert_eq!(names.join(" "), expected);
    assert!(TagDirection::ALL.iter().all(|one| direction(of_direction(*one)) == Some(*one)));
    assert_eq!(direction("sideways"), None);
}
