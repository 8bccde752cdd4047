//! What can be chosen for a sheet: names, room around pictures, equal and empty ones.

use super::{Pixels, color, document, format, losses, named, rect, unpacked};
use serde_json::Value;
use std::io::Cursor;
use undoodle_formats::color::Color;
use undoodle_formats::document::Cel;
use undoodle_formats::{self as formats, Export, Frames, Layout, Split};

/// The names of the frames, in order.
fn names(export: &Export) -> Vec<String> {
    let export = Export { array: true, ..export.clone() };
    let (_, json) = unpacked(&formats::write(format(), &document(), &export).unwrap());
    let name = |frame: &Value| frame["filename"].as_str().unwrap().to_owned();
    json["frames"].as_array().unwrap().iter().map(name).collect()
}

/// The names of the files in an archive.
fn files(bytes: &[u8]) -> Vec<String> {
    let archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    archive.file_names().map(|name| name.unwrap().into_owned()).collect()
}

#[test]
fn frames_are_called_by_a_pattern() {
    let by = |pattern: &str, split| names(&Export { names: pattern.into(), split, ..named() });
    assert_eq!(by("", Split::Whole), ["hero 0", "hero 1", "hero 2", "hero 3", "hero 4"]);
    assert_eq!(by("{frame}", Split::Whole), ["0", "1", "2", "3", "4"]);
    assert_eq!(by("{tag}_{tagframe01}", Split::Whole), ["walk_01", "walk_02", "é_01", "é_02", "_05"]);
    assert_eq!(by("{name}{frame007}", Split::Tags)[..3], ["hero007", "hero008", "hero009"]);
    assert_eq!(by("{layer}/{tag} {frame}", Split::Layers)[4..6], ["Layer 1/ 4", "\"Ink\"/walk 0"]);
    assert_eq!(by("{index}", Split::Layers)[9], "9");
    assert_eq!(by("x", Split::Whole), ["x", "x (2)", "x (3)", "x (4)", "x (5)"], "no two names are the same");
    assert_eq!(by(" {layer} ", Split::Whole), ["0", "1", "2", "3", "4"], "a name is never empty");
}

#[test]
fn files_are_called_by_a_pattern_and_have_names_that_every_system_takes() {
    let by = |name: &str, file: &str, frames| {
        let mut export = Export { name: name.into(), frames, ..Export::new(0) };
        export.set("file", &file.into()).unwrap();
        files(&formats::write(format(), &document(), &export).unwrap())
    };
    assert_eq!(by("hero", "{name}", Frames::All), ["hero.json", "hero.png"]);
    assert_eq!(by("hero", "{name}-{tag}", Frames::Tag("walk".into())), ["hero-walk.json", "hero-walk.png"]);
    assert_eq!(by("hero", "", Frames::All), ["hero.json", "hero.png"]);
    assert_eq!(by("a/b:c*", "{name}", Frames::All), ["a-b-c-.json", "a-b-c-.png"]);
    assert_eq!(by("CON", "{name}", Frames::All), ["_CON.json", "_CON.png"]);
    assert_eq!(by("..", "{name}", Frames::All), ["untitled.json", "untitled.png"]);
}

#[test]
fn equal_pictures_lie_on_the_sheet_once() {
    let mut document = document();
    document.begin(1).unwrap();
    document.duplicate_frame(0).unwrap();
    document.commit("Copy", Color::ADDED, 0).unwrap();
    let export = Export { merge: true, layout: Layout::Row, ..named() };
    let (png, json) = unpacked(&formats::write(format(), &document, &export).unwrap());
    let frame = |at: u32| &json["frames"][format!("hero {at}")];
    assert_eq!((rect(&frame(0)["frame"]), rect(&frame(1)["frame"])), ([0, 0, 8, 6], [0, 0, 8, 6]));
    assert_eq!(rect(&frame(2)["frame"]), [8, 0, 8, 6]);
    super::check(&document, &export, &(0..6).map(frame).collect::<Vec<_>>(), &png, &[0, 1, 2, 3, 4, 5]);
    // Trimmed, a picture that has only moved is the same one, and is put elsewhere.
    let moved = moved();
    let (_, json) =
        unpacked(&formats::write(format(), &moved, &Export { trim: true, ..export.clone() }).unwrap());
    let [first, second] = [0, 1].map(|at| &json["frames"][format!("hero {at}")]);
    assert_eq!(first["frame"], second["frame"]);
    assert_eq!((rect(&first["spriteSourceSize"])[0], rect(&second["spriteSourceSize"])[0]), (0, 3));
    let (_, json) = unpacked(&formats::write(format(), &moved, &export).unwrap());
    assert_ne!(json["frames"]["hero 0"]["frame"], json["frames"]["hero 1"]["frame"]);
}

/// Two frames of which the second shows the first one's block three pixels to the right.
fn moved() -> undoodle_formats::document::Document {
    let mut moved = undoodle_formats::document::Document::new(8, 6).unwrap();
    moved.begin(1).unwrap();
    moved.add_frame(1).unwrap();
    for (frame, x) in [(0, 0), (1, 3)] {
        let at = undoodle_formats::geometry::Rect::new(x, 1, 2, 2);
        moved.fill_rect(Cel { layer: 0, frame }, at, color(0, 0)).unwrap();
    }
    moved.commit("Move", Color::ADDED, 0).unwrap();
    moved
}

#[test]
fn empty_pictures_are_left_out_and_told() {
    let mut document = document();
    document.begin(1).unwrap();
    (0..2).for_each(|layer| {
        let canvas = document.bounds();
        document.fill_rect(Cel { layer, frame: 1 }, canvas, Color::TRANSPARENT).unwrap();
    });
    document.commit("Clear", Color::ADDED, 0).unwrap();
    let export = Export { nonempty: true, ..named() };
    let (_, json) = unpacked(&formats::write(format(), &document, &export).unwrap());
    assert_eq!(json["frames"].as_object().unwrap().len(), 4);
    assert_eq!(json["frames"]["hero 1"]["duration"], document.duration(2).unwrap());
    let tags: Value = serde_json::from_str(
        r#"[{"name": "walk", "from": 0, "to": 1, "direction": "pingpong"},
            {"name": "é", "from": 1, "to": 2, "direction": "reverse"}]"#,
    )
    .unwrap();
    assert_eq!(json["meta"]["frameTags"], tags);
    assert_eq!(losses(&document, &export).unwrap(), ["1 empty frame"]);
    let none = undoodle_formats::document::Document::new(3, 2).unwrap();
    let (png, json) = unpacked(&formats::write(format(), &none, &export).unwrap());
    assert_eq!(
        (Pixels::of(&png).0, json["frames"].as_object().unwrap().len()),
        (3, 1),
        "a sheet has a picture"
    );
    let over = Export { background: color(0, 0), ..export };
    assert!(losses(&document, &over).unwrap().is_empty(), "nothing is empty over a colour");
}

#[test]
fn edges_are_repeated_outside_of_the_rectangle() {
    let document = document();
    let export = Export { extrude: 2, padding: 1, layout: Layout::Row, trim: true, ..named() };
    let (png, json) = unpacked(&formats::write(format(), &document, &export).unwrap());
    let pixels = Pixels::of(&png);
    let [x, y, w, h] = rect(&json["frames"]["hero 0"]["frame"]);
    assert_eq!((x, y), (3, 3), "padding lies around what is repeated");
    for (left, top) in (0..w + 6).flat_map(|x| (0..h + 6).map(move |y| (x, y))) {
        let nearest = (left.clamp(3, x + w - 1), top.clamp(3, y + h - 1));
        let within = (1..w + 5).contains(&left) && (1..h + 5).contains(&top);
        let expected = if within { pixels.at(nearest.0, nearest.1) } else { Color::TRANSPARENT };
        assert_eq!(pixels.at(left, top), expected, "{left} {top}");
    }
    let [next, ..] = rect(&json["frames"]["hero 1"]["frame"]);
    assert_eq!(next, x + w + 6, "each has its own");
    let all: Vec<_> = (0..5).map(|at| &json["frames"][format!("hero {at}")]).collect();
    super::check(&document, &export, &all, &png, &[0, 1, 2, 3, 4]);
}
