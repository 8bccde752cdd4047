//! Tests of `src/color/mod.rs`.

mod adjust;
mod blend;
mod harmony;
mod list;
mod merged;
mod model;
mod nearest;
mod oklab;
mod presets;
mod ramp;

use undoodle_drawing::color::Color;

#[test]
fn reads_every_form_and_refuses_the_rest() {
    let check = |text: &str, expected: Color| assert_eq!(text.parse(), Ok(expected), "{text}");
    check("#fa0", Color::rgba(0xff, 0xaa, 0x00, 0xff));
    check("#FFaa00", Color::rgba(0xff, 0xaa, 0x00, 0xff));
    check("#01020304", Color::rgba(1, 2, 3, 4));
    check("#fa08", Color::rgba(0xff, 0xaa, 0x00, 0x88));
    check("fa0", Color::rgba(0xff, 0xaa, 0x00, 0xff));
    check("01020304", Color::rgba(1, 2, 3, 4));
    for wrong in ["", "#", "##fa0", "#fa", "fa 0", "#fa000", "#+12345", "#12345é", "#1234567", "#123456789"]
    {
        assert!(wrong.parse::<Color>().is_err(), "{wrong}");
    }
}

#[test]
fn over_is_exact_at_both_ends() {
    let below = Color::rgba(10, 20, 30, 255);
    assert_eq!(Color::TRANSPARENT.over(below), below);
    assert_eq!(Color::BLACK.over(below), Color::BLACK);
    assert_eq!(Color::rgba(255, 0, 0, 128).over(Color::BLACK), Color::rgba(128, 0, 0, 255));
}
