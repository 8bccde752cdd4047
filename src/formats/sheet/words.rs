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
pub(super) fn of_direction(direction: TagDirection) -> &'static str {
    let found = DIRECTIONS.iter().find(|(known, _)| *known == direction);
    found.map_or("forward", |(_, name)| name)
}

/// Returns the direction with a name, or `None` if it is unknown.
pub(super) fn direction(name: &str) -> Option<TagDirection> {
    DIRECTIONS.iter().find(|(_, known)| *known == name).map(|(direction, _)| *direction)
}

/// Returns the name of a blend mode.
pub(super) fn of_blend(blend: Blend) -> String {
    match blend {
        Blend::Hue | Blend::Saturation | Blend::Color | Blend::Luminosity => format!("hsl_{}", blend.id()),
        Blend::Subtraction => "subtract".into(),
        _ => blend.id().replace('-', "_"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_aseprite() {
        let names = Blend::ALL.map(of_blend);
        let expected = "normal multiply screen overlay darken lighten color_dodge color_burn hard_light soft_light \
            difference exclusion hsl_hue hsl_saturation hsl_color hsl_luminosity addition subtract";
        assert_eq!(names.join(" "), expected);
        assert!(TagDirection::ALL.iter().all(|one| direction(of_direction(*one)) == Some(*one)));
        assert_eq!(direction("sideways"), None);
    }
}
