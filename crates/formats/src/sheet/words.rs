//! What Aseprite's JSON calls blend modes and directions.

use crate::color::Blend;
use crate::document::TagDirection;
use crate::names::Names;

/// The words for directions.
pub const DIRECTIONS: Names<TagDirection, &str> = Names(&[
    (TagDirection::Forward, "forward"),
    (TagDirection::Reverse, "reverse"),
    (TagDirection::PingPong, "pingpong"),
    (TagDirection::PingPongReverse, "pingpong_reverse"),
]);

/// The words for blend modes.
pub const MODES: Names<Blend, &str> = Names(&[
    (Blend::Normal, "normal"),
    (Blend::Multiply, "multiply"),
    (Blend::Screen, "screen"),
    (Blend::Overlay, "overlay"),
    (Blend::Darken, "darken"),
    (Blend::Lighten, "lighten"),
    (Blend::ColorDodge, "color_dodge"),
    (Blend::ColorBurn, "color_burn"),
    (Blend::HardLight, "hard_light"),
    (Blend::SoftLight, "soft_light"),
    (Blend::Difference, "difference"),
    (Blend::Exclusion, "exclusion"),
    (Blend::Hue, "hsl_hue"),
    (Blend::Saturation, "hsl_saturation"),
    (Blend::Color, "hsl_color"),
    (Blend::Luminosity, "hsl_luminosity"),
    (Blend::Addition, "addition"),
    (Blend::Subtraction, "subtract"),
    (Blend::Divide, "divide"),
]);
