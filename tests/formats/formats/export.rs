//! Tests of `src/formats/export.rs`.

use undoodle::formats::{Export, Frames, Kind, OPTIONS};
use undoodle::value::Value;

#[test]
fn every_option_is_set_by_its_id() {
    for option in OPTIONS {
        let mut export = Export::new(0);
        let value = match option.kind {
            Kind::Whole(_, max) => Value::from(f64::from(max)),
            Kind::Flag => Value::from(true),
            Kind::Choice(ids) => Value::from(ids[ids.len() - 1].0),
            Kind::Color => Value::from("#ff0000"),
            Kind::Frames => Value::from("tag:run"),
        };
        export.set(option.id, &value).unwrap();
        assert_ne!(export, Export::new(0), "{}", option.id);
        let wrong = match option.kind {
            Kind::Flag => Value::from(3),
            _ => Value::from(-1),
        };
        let said = export.set(option.id, &wrong).unwrap_err().to_string();
        assert!(said.starts_with(option.id), "{said}");
    }
}

#[test]
fn frames_are_counted_from_1() {
    let frames = |text: &str| {
        let mut export = Export::new(0);
        export.set("frames", &text.into()).map(|()| export.frames)
    };
    assert_eq!(frames("3").unwrap(), Frames::Range(2, 2));
    for wrong in ["0", "2-0", "", "-", "run", "1-2-3"] {
        assert!(frames(wrong).is_err(), "{wrong}");
    }
}
