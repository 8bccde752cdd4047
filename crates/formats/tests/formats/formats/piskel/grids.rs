//! Tests of `src/piskel/grids.rs`.

use undoodle_formats::color::Color;
use undoodle_formats::json::Json;
use undoodle_formats::piskel::grids::color;

#[test]
fn colours_are_read_as_they_were_written() {
    let check = |text: &str, expected| assert_eq!(color(&Json::Text(text.into())), expected, "{text}");
    check("#ff8000", Some(Color::rgba(255, 128, 0, 255)));
    check("rgba(1, 2, 3, 0.5)", Some(Color::rgba(1, 2, 3, 128)));
    check("rgb(300,-1,3)", Some(Color::rgba(255, 0, 3, 255)));
    check("TRANSPARENT", Some(Color::TRANSPARENT));
    check("", Some(Color::TRANSPARENT));
    for wrong in ["rgb(1,2)", "rgb(1,2,3", "rgb(1,2,x)", "red"] {
        check(wrong, None);
    }
    assert_eq!(color(&Json::Flag(None)), Some(Color::TRANSPARENT));
    assert_eq!(color(&Json::Number(0.0)), None);
}
