//! What is written is taken apart by others: the JSON tells where the pixels of each frame are.

mod animations;
mod engines;
mod options;
mod pack;
mod slices;
mod words;

use super::png::expanded;
use serde_json::{Value, json};
use std::io::{Cursor, Read};
use undoodle_formats::Result;
use undoodle_formats::color::{Blend, Color};
use undoodle_formats::document::{Cel, Document, Drawing, Tag, TagDirection};
use undoodle_formats::error::Message;
use undoodle_formats::geometry::Rect;
use undoodle_formats::sheet::{Cells, cut, read_with};
use undoodle_formats::{self as formats, Export, Format, Frames, Layout, Opened, Split, left_out, png};

fn format() -> &'static Format {
    formats::named("sheet").unwrap()
}

fn read(bytes: &[u8]) -> Result<Box<dyn Opened + '_>> {
    format().read.unwrap()(bytes)
}

fn losses(document: &Document, export: &Export) -> Result<Vec<Message>> {
    format().losses.unwrap()(document, export)
}

/// Creates a document of two layers and five frames, 8 by 6, with a block of its own in each cel.
fn document() -> Document {
    let mut document = Document::new(8, 6).unwrap();
    document.begin(1).unwrap();
    document.add_layer(1).unwrap();
    for frame in 0..5 {
        if frame > 0 {
            document.add_frame(frame).unwrap();
        }
        document.set_duration(frame, 40 + frame * 10).unwrap();
        for layer in 0..2 {
            let at = Rect::new(frame as i32, layer as i32 + 1, 3, 2 + layer as i32);
            document.fill_rect(Cel { layer, frame }, at, color(layer, frame)).unwrap();
        }
    }
    document
        .change_layer(1, |layer| (layer.name, layer.blend) = ("\"Ink\"".into(), Blend::HardLight))
        .unwrap();
    for (name, from, to, direction) in
        [("walk", 0, 2, TagDirection::PingPong), ("é", 2, 3, TagDirection::Reverse)]
    {
        document.add_tag(&Tag::new(name, from, to, direction)).unwrap();
    }
    document.commit("Paint", Color::ADDED, 0).unwrap();
    document
}

fn color(layer: u32, frame: u32) -> Color {
    Color::rgba(100 + layer as u8 * 50, 100 + frame as u8, 9, 255)
}

/// The two files of a sheet, as others unpack them.
fn unpacked(bytes: &[u8]) -> (Vec<u8>, Value) {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut file = |name: &str| {
        let mut bytes = Vec::new();
        archive.by_name(name).unwrap().read_to_end(&mut bytes).unwrap();
        bytes
    };
    let json: Value = serde_json::from_slice(&file("hero.json")).unwrap();
    (file(json["meta"]["image"].as_str().unwrap()), json)
}

/// An export of a drawing that has a name.
fn named() -> Export {
    Export { name: "hero".into(), ..Export::new(0) }
}

/// Pixels of a PNG file, as others decode them.
struct Pixels(u32, Vec<Color>);

impl Pixels {
    fn of(png: &[u8]) -> Pixels {
        let (width, pixels) = expanded(png);
        Pixels(width, pixels)
    }

    fn at(&self, x: u32, y: u32) -> Color {
        self.1[(y * self.0 + x) as usize]
    }
}

fn rect(value: &Value) -> [u32; 4] {
    ["x", "y", "w", "h"].map(|name| value[name].as_u64().unwrap() as u32)
}

/// Checks that frames of a sheet have the pixels that the drawing shows.
fn check(document: &Document, export: &Export, frames: &[&Value], png: &[u8], shown: &[u32]) {
    let pixels = Pixels::of(png);
    assert_eq!(frames.len(), shown.len());
    for (value, frame) in frames.iter().zip(shown) {
        let ([x, y, w, h], [left, top, ..]) = (rect(&value["frame"]), rect(&value["spriteSourceSize"]));
        assert_eq!(value["duration"], document.duration(*frame).unwrap());
        let size = ["w", "h"].map(|side| value["sourceSize"][side].as_u64().unwrap() as u32);
        assert_eq!(size, [8 * export.scale, 6 * export.scale]);
        assert_eq!(value["trimmed"], [w, h] != size);
        for (dx, dy) in (0..size[0]).flat_map(|x| (0..size[1]).map(move |y| (x, y))) {
            let expected =
                document.pixel(*frame, (dx / export.scale) as i32, (dy / export.scale) as i32).unwrap();
            let within = (left..left + w).contains(&dx) && (top..top + h).contains(&dy);
            let found = if within { pixels.at(x + dx - left, y + dy - top) } else { Color::TRANSPARENT };
            assert_eq!(found, expected, "{export:?} {frame} {dx} {dy}");
        }
    }
}

#[test]
fn every_layout_has_the_pixels_where_it_says() {
    let document = document();
    for layout in [Layout::Grid, Layout::Row, Layout::Column, Layout::Packed] {
        for (trim, padding, scale, array) in [(false, 0, 1, false), (true, 0, 2, true), (true, 3, 1, false)] {
            let export = Export { layout, trim, padding, scale, array, ..named() };
            let bytes = formats::write(format(), &document, &export).unwrap();
            let (png, json) = unpacked(&bytes);
            let frames: Vec<_> = if array {
                let list = json["frames"].as_array().unwrap();
                assert!((0..5).all(|at| list[at]["filename"] == format!("hero {at}")));
                list.iter().collect()
            } else {
                (0..5).map(|at| &json["frames"][format!("hero {at}")]).collect()
            };
            check(&document, &export, &frames, &png, &[0, 1, 2, 3, 4]);
            let size = rect_of(&json["meta"]["size"]);
            assert_eq!(png::File::open(&png).unwrap().size(), size);
            let again = read(&bytes).unwrap();
            assert_eq!(again.notes(), "");
            let again = again.drawing().unwrap();
            again.validate().unwrap();
            assert_eq!((again.size(), again.tags()), ((8 * scale, 6 * scale), document.tags()));
            for frame in 0..5 {
                assert_eq!(again.duration(frame), document.duration(frame));
                for (x, y) in (0..8 * scale).flat_map(|x| (0..6 * scale).map(move |y| (x, y))) {
                    let expected = document.pixel(frame, (x / scale) as i32, (y / scale) as i32);
                    assert_eq!(again.pixel(frame, x as i32, y as i32), expected);
                }
            }
        }
    }
}

fn rect_of(size: &Value) -> (u32, u32) {
    (size["w"].as_u64().unwrap() as u32, size["h"].as_u64().unwrap() as u32)
}

#[test]
fn the_description_is_what_aseprite_writes() {
    let (_, json) = unpacked(&formats::write(format(), &document(), &named()).unwrap());
    let meta = &json["meta"];
    assert_eq!(
        (&meta["image"], &meta["format"], &meta["scale"]),
        (&"hero.png".into(), &"RGBA8888".into(), &"1".into())
    );
    let tags: Value = serde_json::from_str(
        r#"[{"name": "walk", "from": 0, "to": 2, "direction": "pingpong"},
            {"name": "é", "from": 2, "to": 3, "direction": "reverse"}]"#,
    )
    .unwrap();
    let layers: Value = serde_json::from_str(
        r#"[{"name": "Layer 1", "opacity": 255, "blendMode": "normal"},
            {"name": "\"Ink\"", "opacity": 255, "blendMode": "hard_light"}]"#,
    )
    .unwrap();
    assert_eq!((&meta["frameTags"], &meta["layers"]), (&tags, &layers));
}

#[test]
fn cels_with_an_opacity_or_a_z_index_are_described_as_aseprite_does() {
    let mut drawing = Drawing::new(2, 2).unwrap();
    drawing.add_frame(1).unwrap();
    drawing.set_cel_look(Cel { layer: 0, frame: 0 }, 128, -2).unwrap();
    drawing.set_cel_look(Cel { layer: 0, frame: 1 }, 255, 1).unwrap();
    let (_, json) = unpacked(&formats::write(format(), &Document::open(drawing).unwrap(), &named()).unwrap());
    let cels = json!([{"frame": 0, "opacity": 128, "zIndex": -2}, {"frame": 1, "zIndex": 1}]);
    assert_eq!(json["meta"]["layers"][0]["cels"], cels);
}

#[test]
fn groups_labels_and_texts_are_described_as_aseprite_does() {
    let mut drawing = Drawing::new(2, 2).unwrap();
    (1..4).for_each(|at| drawing.add_layer(at).unwrap());
    let outer = drawing.group_layers(&[1, 2]).unwrap();
    let inner = drawing.group_layers(&[1]).unwrap();
    drawing.change_group(outer, |group| (group.name, group.note) = ("Body".into(), "g".into())).unwrap();
    let [red, blue] = [[255, 0, 0, 255], [0, 0, 255, 128]].map(|bytes| Color { bytes });
    drawing.change_group(inner, |group| (group.name, group.label) = ("Arm".into(), blue)).unwrap();
    drawing.change_layer(1, |layer| (layer.note, layer.label) = ("a \"b\"".into(), red)).unwrap();
    drawing.change_layer(3, |layer| layer.visible = false).unwrap();
    let cel = Cel { layer: 1, frame: 0 };
    drawing.change_cel(cel, |cel| (cel.z_index, cel.label, cel.text) = (1, red, "c".into())).unwrap();
    let text = "{\"sound\": 1}".to_owned();
    let tag = Tag { color: red, repeat: 2, text, ..Tag::new("walk", 0, 0, TagDirection::Forward) };
    drawing.add_tag(&tag).unwrap();
    let zip = formats::write(format(), &Document::open(drawing).unwrap(), &named()).unwrap();
    let (_, json) = unpacked(&zip);
    let layers = json!([
        {"name": "Layer 1", "opacity": 255, "blendMode": "normal"},
        {"name": "Layer 2", "group": "Arm", "opacity": 255, "blendMode": "normal", "color": "#ff0000ff", "data": "a \"b\"",
         "cels": [{"frame": 0, "zIndex": 1, "color": "#ff0000ff", "data": "c"}]},
        {"name": "Arm", "group": "Body", "color": "#0000ff80"},
        {"name": "Layer 3", "group": "Body", "opacity": 255, "blendMode": "normal"},
        {"name": "Body", "data": "g"},
    ]);
    assert_eq!(json["meta"]["layers"], layers);
    let tags = json!([{"name": "walk", "from": 0, "to": 0, "direction": "forward", "repeat": "2", "color": "#ff0000ff",
        "data": "{\"sound\": 1}"}]);
    assert_eq!(json["meta"]["frameTags"], tags);
    assert_eq!(formats::open(&zip).unwrap().1.drawing().unwrap().tags(), [tag]);
}

#[test]
fn frames_of_a_range_or_a_tag_are_counted_anew() {
    let document = document();
    let export = Export { frames: Frames::Tag("é".into()), ..named() };
    let (png, json) = unpacked(&formats::write(format(), &document, &export).unwrap());
    let frames: Vec<_> = (0..2).map(|at| &json["frames"][format!("hero {at}")]).collect();
    check(&document, &export, &frames, &png, &[2, 3]);
    let tags: Value = serde_json::from_str(
        r#"[{"name": "walk", "from": 0, "to": 0, "direction": "pingpong"},
            {"name": "é", "from": 0, "to": 1, "direction": "reverse"}]"#,
    )
    .unwrap();
    assert_eq!(json["meta"]["frameTags"], tags);
    assert_eq!(losses(&document, &export).unwrap(), ["3 other frames"]);
    assert_eq!(left_out(&document, format()).unwrap(), ["the division into 2 layers"]);
}

#[test]
fn layers_and_tags_have_pictures_of_their_own() {
    let mut document = document();
    document.begin(1).unwrap();
    document.change_layer(1, |layer| layer.opacity = 51).unwrap();
    document.duplicate_layer(0).unwrap();
    document.change_layer(1, |layer| layer.name = "Layer 1".into()).unwrap();
    document.commit("Copy", Color::ADDED, 0).unwrap();
    let export = Export { split: Split::Layers, trim: true, ..named() };
    let (png, json) = unpacked(&formats::write(format(), &document, &export).unwrap());
    let (pixels, frames) = (Pixels::of(&png), json["frames"].as_object().unwrap());
    assert_eq!(frames.len(), 15);
    for (name, layer, frame) in
        [("hero (Layer 1) 3", 0, 3), ("hero (Layer 1) 3 (2)", 0, 3), ("hero (\"Ink\") 4", 1, 4)]
    {
        let [x, y, w, h] = rect(&frames[name]["frame"]);
        assert_eq!((w, h), (3, 2 + layer), "{name}");
        let [r, g, b, _] = color(layer, frame).bytes;
        assert_eq!(pixels.at(x, y), Color::rgba(r, g, b, if layer == 1 { 51 } else { 255 }), "{name}");
    }
    assert!(losses(&document, &export).unwrap().is_empty());
    let export = Export { split: Split::Tags, ..named() };
    let (png, json) = unpacked(&formats::write(format(), &document, &export).unwrap());
    let names = ["hero #walk 0", "hero #walk 1", "hero #walk 2", "hero #é 0", "hero #é 1"];
    assert_eq!(json["frames"].as_object().unwrap().len(), 5);
    let frames: Vec<_> = names.iter().map(|name| &json["frames"][*name]).collect();
    check(&document, &export, &frames, &png, &[0, 1, 2, 2, 3]);
    assert_eq!(losses(&document, &export).unwrap(), ["1 frame without a tag"]);
}

/// A picture of 4 by 3 whose pixels are numbered, and its file.
fn numbered() -> (impl Fn(u32, u32) -> Color, Vec<u8>) {
    let color = |x: u32, y: u32| Color::rgba(x as u8 * 10, y as u8 * 10, 1, 255);
    let mut drawing = Drawing::new(4, 3).unwrap();
    for (x, y) in (0..4).flat_map(|x| (0..3).map(move |y| (x, y))) {
        drawing.fill_rect(Cel::default(), Rect::new(x as i32, y as i32, 1, 1), color(x, y)).unwrap();
    }
    let png = png::encode(&drawing, 0).unwrap();
    (color, png)
}

#[test]
fn pictures_that_were_trimmed_and_turned_are_put_back() {
    let (color, png) = numbered();
    let json = r#"{"frames": [
        {"filename": "a", "frame": {"x": 1, "y": 0, "w": 3, "h": 2}, "rotated": true, "trimmed": true,
         "spriteSourceSize": {"x": 1, "y": 2, "w": 3, "h": 2}, "sourceSize": {"w": 5, "h": 4}},
        {"filename": "b", "frame": {"x": 0, "y": 0, "w": 4, "h": 3}, "duration": 0}],
        "meta": {"slices": [{}, {}], "frameTags": [{"name": "x", "from": 1, "to": 2}, {"name": "y", "from": 0, "to": 1}]}}"#;
    let whole = read_with(&png, json.as_bytes()).unwrap();
    assert_eq!(
        whole.notes(),
        "1 frame smaller than the canvas put at its top left corner; 1 tag left out; 2 slices left out"
    );
    let drawing = whole.drawing().unwrap();
    assert_eq!((drawing.size(), drawing.duration(0), drawing.duration(1)), ((5, 4), Ok(100), Ok(1)));
    // On the sheet, the picture of 3 by 2 is one of 2 by 3: its upper row is the right column from above.
    for (x, y) in (0..3).flat_map(|x| (0..2).map(move |y| (x, y))) {
        assert_eq!(drawing.pixel(0, x as i32 + 1, y as i32 + 2), Ok(color(1 + (1 - y), x)), "{x} {y}");
    }
    assert_eq!(drawing.cel_bounds(Cel::default()), Rect::new(1, 2, 3, 2));
    assert_eq!((drawing.pixel(1, 3, 2), drawing.pixel(1, 4, 3)), (Ok(color(3, 2)), Ok(Color::TRANSPARENT)));
}

#[test]
fn what_lies_outside_is_refused_or_told() {
    let (_, png) = numbered();
    let said = |frame: &str| {
        let json = format!(r#"{{"frames": {{"a": {frame}}}}}"#);
        read_with(&png, json.as_bytes())
            .map_or_else(|error| error.to_string(), |whole| whole.notes().to_string())
    };
    let damaged = |why: &str| format!("this sprite sheet file is damaged: {why}");
    assert_eq!(
        said(r#"{"frame": {"x": 2, "y": 0, "w": 3, "h": 1}}"#),
        damaged("a frame lies outside the picture")
    );
    assert_eq!(
        said(r#"{"frame": {"x": 4294967295, "y": 0, "w": 1, "h": 1}}"#),
        damaged("a frame lies outside the picture")
    );
    assert_eq!(
        said(r#"{"frame": {"x": 0, "y": 0, "w": 4, "h": 1}, "rotated": true}"#),
        damaged("a frame lies outside the picture")
    );
    assert_eq!(
        said(r#"{"frame": {"x": -1, "y": 0, "w": 1, "h": 1}}"#),
        damaged("a frame does not say where it is")
    );
    let cut = r#"{"frame": {"x": 0, "y": 0, "w": 4, "h": 1}, "spriteSourceSize": {"x": 7, "y": 0}, "sourceSize": {"w": 8, "h": 1}}"#;
    assert_eq!(said(cut), "1 frame cut off at the canvas");
    assert_eq!(
        said(r#"{"frame": {"x": 0, "y": 0, "w": 1, "h": 1}, "sourceSize": {"w": 0, "h": 1}}"#),
        "width of a frame must be from 1 to 32768, not 0"
    );
    assert_eq!(
        read_with(&png, b"{}").unwrap_err().to_string(),
        "sprite sheet file: its JSON lists no frames"
    );
}

#[test]
fn a_picture_is_cut_into_cells() {
    let (color, png) = numbered();
    let check = |cells: Cells, size: (u32, u32), corners: &[(u32, u32)]| {
        let drawing = cut(&png, &cells).unwrap().drawing().unwrap();
        drawing.validate().unwrap();
        assert_eq!((drawing.size(), drawing.frames() as usize), (size, corners.len()), "{cells:?}");
        for (frame, (left, top)) in (0..).zip(corners) {
            for (x, y) in (0..size.0).flat_map(|x| (0..size.1).map(move |y| (x, y))) {
                assert_eq!(
                    drawing.pixel(frame, x as i32, y as i32),
                    Ok(color(left + x, top + y)),
                    "{cells:?}"
                );
            }
        }
    };
    check(Cells::new(2, 1), (2, 1), &[(0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)]);
    check(Cells::new(3, 2), (3, 2), &[(0, 0)]);
    check(Cells { spacing: (1, 0), ..Cells::new(1, 3) }, (1, 3), &[(0, 0), (2, 0)]);
    check(Cells { offset: (1, 1), spacing: (0, 1), ..Cells::new(1, 1) }, (1, 1), &[(1, 1), (2, 1), (3, 1)]);
    let said = |cells: Cells| cut(&png, &cells).unwrap_err().to_string();
    assert_eq!(said(Cells::new(5, 1)), "cell width must be from 1 to 4, not 5");
    assert_eq!(said(Cells::new(1, 0)), "cell height must be from 1 to 3, not 0");
    assert_eq!(said(Cells { offset: (3, 0), ..Cells::new(2, 1) }), "offset must be from 0 to 2, not 3");
    assert_eq!(
        said(Cells { spacing: (u32::MAX, 0), ..Cells::new(2, 1) }),
        "spacing must be from 0 to 32768, not 4294967295"
    );
}

#[test]
fn empty_cells_at_the_end_are_no_frames() {
    let mut drawing = Drawing::new(6, 2).unwrap();
    drawing.fill_rect(Cel::default(), Rect::new(2, 0, 1, 1), color(0, 0)).unwrap();
    let png = png::encode(&drawing, 0).unwrap();
    let whole = cut(&png, &Cells::new(2, 1)).unwrap();
    assert_eq!(whole.notes(), "4 empty cells at the end left out");
    assert_eq!(whole.drawing().unwrap().frames(), 2);
    let all = cut(&png, &Cells { keep_empty: true, ..Cells::new(2, 1) }).unwrap();
    assert_eq!((all.notes().to_string().as_str(), all.drawing().unwrap().frames()), ("", 6));
    let none = cut(&png::encode(&Drawing::new(64, 64).unwrap(), 0).unwrap(), &Cells::new(1, 1)).unwrap();
    assert_eq!(
        (none.notes().to_string().as_str(), none.size()),
        ("4095 empty cells at the end left out", (1, 1))
    );
    let wide = png::encode(&Drawing::new(1025, 1).unwrap(), 0).unwrap();
    let said = cut(&wide, &Cells { keep_empty: true, ..Cells::new(1, 1) }).unwrap_err().to_string();
    assert_eq!(said, "number of cells must be from 1 to 1024, not 1025");
}

#[test]
fn a_tags_colour_and_repeats_are_written_and_read_as_aseprites() {
    let export = Export { array: true, ..named() };
    let mut document = document();
    document.begin(1).unwrap();
    let walk = document.tags().remove(0);
    document.set_tag(0, &Tag { color: Color::rgba(255, 128, 0, 255), repeat: 3, ..walk }).unwrap();
    document.commit("Edit tag", Color::ADDED, 0).unwrap();
    let (_, json) = unpacked(&formats::write(format(), &document, &export).unwrap());
    let walk = json!({"name": "walk", "from": 0, "to": 2, "direction": "pingpong", "repeat": "3", "color": "#ff8000ff"});
    assert_eq!(json["meta"]["frameTags"][0], walk);
    let back = |repeat: &str, color: &str| {
        let (_, png) = numbered();
        let json = format!(
            r##"{{"frames": [{{"filename": "a", "frame": {{"x": 0, "y": 0, "w": 4, "h": 3}}}}],
            "meta": {{"frameTags": [{{"name": "x", "from": 0, "to": 0{repeat}, "color": "{color}"}}]}}}}"##
        );
        let whole = read_with(&png, json.as_bytes()).unwrap();
        let notes = whole.notes().to_string();
        let tag = whole.drawing().unwrap().tags().remove(0);
        (tag.repeat, tag.color.to_string(), notes)
    };
    assert_eq!(back(r#", "repeat": "3""#, "#ff8000ff"), (3, "#ff8000ff".into(), String::new()));
    assert_eq!(back(r#", "repeat": 65535"#, "#ff800080"), (65535, "#ff8000ff".into(), String::new()));
    assert_eq!(back("", "#000000ff"), (0, "#00000000".into(), String::new()), "black is none there");
    let lost = "the colour of 1 tag left out; the repeats of 1 tag left out";
    assert_eq!(back(r#", "repeat": "often""#, "reddish"), (0, "#00000000".into(), lost.into()));
}
