//! Tests of `src/aseprite/modes.rs`.

use undoodle_formats::aseprite::modes::{DIRECTIONS, MODES};
use undoodle_formats::color::Blend;
use undoodle_formats::document::TagDirection;

/// The modes in the order in which Aseprite's description of the format numbers them, from 0 on.
const DESCRIBED: &str = "normal multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference \
    exclusion hue saturation color luminosity addition subtraction divide";

#[test]
fn numbers_are_those_of_the_description_whatever_the_order_of_ours() {
    for (number, id) in (0_u16..).zip(DESCRIBED.split_whitespace()) {
        let mode = Blend::named(id).ok();
        assert_eq!(MODES.value(number), mode, "{id}");
        assert_eq!(mode.and_then(|mode| MODES.name(mode)), mode.map(|_| number), "{id}");
    }
    assert_eq!(MODES.value(19_u16), None);
    let ids = ["forward", "reverse", "ping-pong", "ping-pong-reverse"];
    for (number, id) in (0_u8..).zip(ids) {
        let direction = TagDirection::named(id).unwrap();
        assert_eq!((DIRECTIONS.value(number), DIRECTIONS.name(direction)), (Some(direction), Some(number)));
    }
    assert_eq!(DIRECTIONS.value(4_u8), None);
}
