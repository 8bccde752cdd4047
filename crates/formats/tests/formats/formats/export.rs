//! Tests of `src/export.rs`.

use undoodle_formats::value::Value;
use undoodle_formats::{Export, FORMATS, Frames, Kind, OPTIONS, named};

#[test]
fn every_option_is_set_by_its_id() {
    for option in OPTIONS {
        let mut export = Export::new(0);
        export.set(option.id, &taken(option.kind)).unwrap();
        assert_ne!(export, Export::new(0), "{}", option.id);
        let wrong = match option.kind {
            Kind::Flag => Value::from(3),
            _ => Value::from(-1),
        };
        let said = export.set(option.id, &wrong).unwrap_err().to_string();
        assert!(said.starts_with(option.id), "{said}");
    }
}

/// A value that an option takes.
fn taken(kind: Kind) -> Value {
    match kind {
        Kind::Whole(_, max) => Value::from(f64::from(max)),
        Kind::Flag => Value::from(true),
        Kind::Choice(ids) => Value::from(ids[ids.len() - 1].0),
        Kind::Color => Value::from("#ff0000"),
        Kind::Pattern(_) => Value::from("{tag}"),
        Kind::Frames => Value::from("tag:run"),
    }
}

#[test]
fn an_option_that_a_format_does_not_have_is_refused() {
    for (format, option) in FORMATS.iter().flat_map(|format| OPTIONS.iter().map(move |one| (format, one))) {
        let export = Export::of(format, 0, &[(option.id.into(), taken(option.kind))]);
        assert_eq!(export.is_ok(), format.options.contains(&option.id), "{} of {}", option.id, format.id);
    }
    let said = |id: &str, option: &str| {
        Export::of(named(id).unwrap(), 0, &[(option.into(), "3".into())]).unwrap_err().to_string()
    };
    assert_eq!(said("png", "frames"), "option must be scale, background or indexed for PNG, not \"frames\"");
    assert_eq!(said("aseprite", "scale"), "option must be none for Aseprite, not \"scale\"");
    assert_eq!(
        said("gif", "repeat"),
        "option must be frames, scale, background, loops or dither for GIF, not \"repeat\""
    );
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

#[test]
fn a_pattern_has_known_words_alone() {
    let mut export = Export::new(0);
    for right in ["", "{name}", "{frame0001}", "a}b", "{tag}{layer}{slice}{index1}{tagframe}"] {
        export.set("names", &right.into()).unwrap();
        assert_eq!(export.names, right);
    }
    for wrong in ["{", "{}", "{nmae}", "{name", "{name1}", "{Frame}", "{frame-1}", "{frame9999999999}"] {
        let said = export.set("names", &wrong.into()).unwrap_err().to_string();
        assert!(
            said.starts_with("names must be {name}, ") && said.ends_with(&format!(", not \"{wrong}\"")),
            "{said}"
        );
    }
    let said = export.set("file", &"x".repeat(257).as_str().into()).unwrap_err().to_string();
    assert_eq!(said, "the file must have at most 256 bytes, not 257");
}
