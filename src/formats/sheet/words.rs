//! What Aseprite's JSON calls blend modes and directions.

use crate::color::Blend;
use crate::document::TagDirection;

const DIRECTIONS: [(TagDirection, &str); 4] = [
    (TagDirection::Forward, "forward"),
    (TagDirection::Reverse, "reverse"),
    (TagDirection::PingPong, "pingpong"),
    (TagDirection::PingPongReverse, "pingpong_reverse"),
];

/// Returns the name of a direction.
pub fn of_direction(direction: TagDirection) -> &'static str {
    let found = DIRECTIONS.iter().find(|(known, _)| *known == direction);
    found.map_or("forward", |(_, name)| name)
}

/// Returns the direction with a name, or `None` if it is unknown.
pub fn direction(name: &str) -> Option<TagDirection> {
    DIRECTIONS.iter().find(|(_, known)| *known == name).map(|(direction, _)| *direction)
}

/// Returns the name of a blend mode.
pub fn of_blend(blend: Blend) -> String {
    match blend {
        Blend::Hue | Blend::Saturation | Blend::Color | Blend::Luminosity => format!("hsl_{}", blend.id()),
        Blend::Subtraction => "subtract".into(),
        _ => blend.id().replace('-', "_"),
    }
}
