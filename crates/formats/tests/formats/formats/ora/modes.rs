//! Tests of `src/ora/modes.rs`.

use undoodle_formats::color::Blend;
use undoodle_formats::ora::modes::{MODES, OTHERS, blend};

#[test]
fn names_lead_to_the_modes_that_have_them() {
    let without: Vec<_> = Blend::ALL.into_iter().filter(|mode| MODES.name(*mode).is_none()).collect();
    assert_eq!(without, [Blend::Exclusion, Blend::Subtraction, Blend::Divide]);
    assert!(MODES.0.iter().chain(OTHERS.0).all(|(mode, name)| blend(name) == Some(*mode)));
    assert_eq!(blend("svg:dst-in"), None);
}
