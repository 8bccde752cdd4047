//! Tests of `src/tools/options.rs`.

use undoodle::params::Kind;
use undoodle::raster::{Brush, Face, Font, Shape};
use undoodle::tools::{InkKind, OPTIONS, Options, ToolOption};
use undoodle::value::Value;

#[test]
fn every_option_gives_back_what_was_set() {
    let letters = Some(Font::of(Face::Small));
    let mut options = Options { custom: Brush::new(3).ok(), letters, ..Options::default() };
    for ToolOption { param, .. } in OPTIONS {
        let mut tried = vec![options.get(param.name).unwrap()];
        match param.kind {
            Kind::Whole(min, max) => tried.extend([min.into(), max.into()]),
            Kind::Number(min, max) => tried.extend([min, max, -0.5].map(Value::Number)),
            Kind::Choice(choices) => tried.extend(choices().iter().map(|(id, _)| Value::from(*id))),
            Kind::Flag => tried.extend([true.into(), false.into()]),
            kind => panic!("{}: no option has been {kind:?} before", param.name),
        }
        for value in tried {
            options.set(param.name, &value).unwrap();
            assert_eq!(options.get(param.name), Some(value));
        }
        assert!(!param.label.is_empty() && !param.hint.is_empty(), "{}: says what it does", param.name);
    }
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut options = Options::default();
    let mut refused = |name, value: Value| options.set(name, &value).unwrap_err().to_string();
    assert_eq!(
        refused("shape", "custom".into()),
        "shape must be round or square, until a brush is made from a selection, not \"custom\""
    );
    assert_eq!(
        refused("font", "picture".into()),
        "font must be 5×7 or 8×8, until a font is made from a selection, not \"picture\""
    );
    assert_eq!(refused("ink", "oil".into()), "ink must be normal, lock-alpha, shade or dither, not \"oil\"");
    assert_eq!(refused("wrap", 1.into()), "wrap must be true or false, not \"1\"");
    assert_eq!(refused("axisX", Value::Number(f64::NAN)), "axisX must be a number, not \"NaN\"");
    assert!(refused("sizes", 1.into()).starts_with("option must be size, shape, "));
    assert_eq!((options.shape, options.ink, options.wrap), (Some(Shape::Round), InkKind::Normal, false));
}
