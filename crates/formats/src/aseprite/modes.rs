//! Aseprite's numbers of blend modes and directions, as its description of the format lists them.

use crate::color::Blend;
use crate::document::TagDirection;
use crate::names::Names;

/// The numbers of blend modes.
pub const MODES: Names<Blend, u16> = Names(&[
    (Blend::Normal, 0),
    (Blend::Multiply, 1),
    (Blend::Screen, 2),
    (Blend::Overlay, 3),
    (Blend::Darken, 4),
    (Blend::Lighten, 5),
    (Blend::ColorDodge, 6),
    (Blend::ColorBurn, 7),
    (Blend::HardLight, 8),
    (Blend::SoftLight, 9),
    (Blend::Difference, 10),
    (Blend::Exclusion, 11),
    (Blend::Hue, 12),
    (Blend::Saturation, 13),
    (Blend::Color, 14),
    (Blend::Luminosity, 15),
    (Blend::Addition, 16),
    (Blend::Subtraction, 17),
    (Blend::Divide, 18),
]);

/// The numbers of directions.
pub const DIRECTIONS: Names<TagDirection, u8> = Names(&[
    (TagDirection::Forward, 0),
    (TagDirection::Reverse, 1),
    (TagDirection::PingPong, 2),
    (TagDirection::PingPongReverse, 3),
]);
