//! Files of other programs, as full as these programs write them: whatever is said in one is read, or told, or is known to
//! say only how the program shows the file. What no reader has heard of is told by its name.

use crate::chunks::chunk;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{Cursor, Write};
use undoodle_formats::color::Color;
use undoodle_formats::document::{Cel, Document, Drawing, TagDirection};
use undoodle_formats::geometry::Rect;
use undoodle_formats::memory::Memory;
use undoodle_formats::{self as formats, Export, png};

/// A format whose files say in JSON what they hold.
struct Described {
    id: &'static str,
    /// A file in which everything is said.
    full: Value,
    pack: fn(&Value) -> Vec<u8>,
    /// Names of values that say nothing of a drawing.
    shown: &'static [&'static str],
}

/// A picture in which no pixel is like another.
fn picture(width: u32, height: u32) -> Vec<u8> {
    let mut drawing = Drawing::new(width, height).unwrap();
    for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
        let color = Color::rgba(40 * x as u8, 40 * y as u8, 9, 255);
        drawing.fill_rect(Cel::default(), Rect::new(x as i32, y as i32, 1, 1), color).unwrap();
    }
    png::encode(&drawing, 0).unwrap()
}

fn zipped(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        writer.start_file(name.as_str(), zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn piskel() -> Described {
    use base64::Engine;
    let png = base64::engine::general_purpose::STANDARD.encode(picture(4, 2));
    let chunk = json!({"layout": [[0], [1]], "base64PNG": format!("data:image/png;base64,{png}")});
    let layer = json!({"name": "a", "opacity": "0.5", "frameCount": 2, "chunks": [chunk]});
    let full = json!({"modelVersion": 2, "piskel": {"name": "cat", "description": "of two", "fps": 10, "height": 2,
        "width": 2, "layers": [layer], "hiddenFrames": [1]}});
    Described { id: "piskel", full, pack: |json| json.to_string().into(), shown: &["piskel.name"] }
}

/// What Pixelorama 1.1 writes, and in addition what it wrote before.
fn pixelorama() -> Described {
    let palette = |red: u32| {
        json!({"comment": "a", "width": 8, "height": 8, "colors": [{"index": 2, "color": format!("({red}, 0, 0, 0.5)")}]})
            .to_string()
    };
    let layer = json!({"name": "a", "visible": true, "locked": false, "blend_mode": 3, "clipping_mask": false,
        "opacity": 0.5, "ui_color": "(0, 0, 0, 0)", "parent": 1, "effects": [], "type": 0, "metadata": {},
        "animated_params": "{\n\"opacity\": {\n0: {\n\"value\": 1.0\n}\n}\n}", "new_cels_linked": false, "user_data": "by me",
        "link_sets": [{"cels": [0, 1], "hue": 0.3}]});
    let group = json!({"name": "g", "visible": true, "locked": false, "blend_mode": -2, "clipping_mask": false,
        "opacity": 1.0, "ui_color": "(0, 0, 0, 0)", "parent": -1, "effects": [], "type": 1, "metadata": {},
        "expanded": true});
    let cel = json!({"opacity": 1.0, "z_index": 0, "ui_color": "(0, 0, 0, 0)", "metadata": {}});
    let frame = json!({"cels": [cel, cel], "duration": 1.0, "metadata": {}, "user_data": "a pause"});
    let full = json!({"pixelorama_version": "v1.1.8", "pxo_version": 5, "size_x": 2, "size_y": 2, "color_mode": 5,
        "tile_mode_x_basis_x": 2, "tile_mode_x_basis_y": 0, "tile_mode_y_basis_x": 0, "tile_mode_y_basis_y": 2,
        "layers": [layer, group], "tags": [{"name": "run", "color": "ff0000ff", "from": 1, "to": 1}], "guides": [],
        "symmetry_points": [1.0, 1.0], "frames": [frame, frame], "current_frame": 0, "current_layer": 0,
        "brushes": [], "palettes": [{"Cold": palette(0)}, {"Warm": palette(1)}],
        "project_current_palette_name": "Warm", "reference_images": [], "tilesets": [], "vanishing_points": [],
        "fps": 10.0, "license": "", "user_data": "of the project", "author_display_name": "",
        "author_real_name": "", "author_contact": "", "author_company": "", "metadata": {}, "export_profile": {}});
    let pack = |json: &Value| {
        let mut files = vec![("data.json".to_owned(), json.to_string().into())];
        for frame in 1..=2 {
            files.push((format!("image_data/frames/{frame}/layer_1"), vec![9; 2 * 2 * 4]));
        }
        zipped(&files)
    };
    let shown = &[
        "pixelorama_version",
        "pxo_version",
        "symmetry_points",
        "current_frame",
        "current_layer",
        "export_profile",
        "layers.new_cels_linked",
        "layers.expanded",
        "layers.link_sets.hue",
        // Of palettes that are not chosen it is told how many there are.
        "palettes.Cold",
    ];
    Described { id: "pxo", full, pack, shown }
}

/// A sheet as TexturePacker describes it, with what Aseprite says besides.
fn sheet() -> Described {
    let frame = |x: u32| {
        json!({"frame": {"x": x, "y": 0, "w": 1, "h": 2}, "rotated": false, "trimmed": false, "duration": 100,
            "spriteSourceSize": {"x": 0, "y": 0, "w": 1, "h": 2}, "sourceSize": {"w": 2, "h": 2}})
    };
    let tag = json!({"name": "walk", "from": 0, "to": 1, "direction": "pingpong", "color": "#000000ff"});
    let slice = json!({"name": "face", "color": "#ff0000ff", "data": "of it", "keys": [{"frame": 1,
        "bounds": {"x": 0, "y": -1, "w": 3, "h": 3}, "center": {"x": 1, "y": 1, "w": 1, "h": 1},
        "pivot": {"x": 0, "y": 2}}]});
    let full = json!({"frames": {"a": frame(0), "b": frame(1), "c": frame(2)},
        "animations": {"run": ["a", "b"], "turn": ["c", "b"], "skip": ["a", "c"]},
        "meta": {"app": "x", "version": "1", "image": "s.png", "format": "RGBA8888", "size": {"w": 4, "h": 2},
            "scale": "1", "frameTags": [tag], "slices": [slice], "layers": []}});
    let pack =
        |json: &Value| zipped(&[("s.json".into(), json.to_string().into()), ("s.png".into(), picture(4, 2))]);
    // The picture says its size itself, and that a frame was trimmed is said by its sizes.
    let shown = &[
        "meta.app",
        "meta.version",
        "meta.image",
        "meta.format",
        "meta.scale",
        "meta.size.w",
        "meta.size.h",
        "meta.layers",
        "frames.trimmed",
        "frames.spriteSourceSize.w",
        "frames.spriteSourceSize.h",
        // It is told as one of frames that do not follow each other.
        "animations.skip",
    ];
    Described { id: "sheet", full, pack, shown }
}

/// What a file is read as: a drawing and notes, or a refusal.
type Read = Result<(Drawing<Memory>, String), String>;

fn read(bytes: &[u8]) -> Read {
    let file = formats::open(bytes).map_err(|error| error.to_string())?.1;
    Ok((file.drawing().unwrap(), file.notes().to_string()))
}

fn alike(one: &Read, other: &Read) -> bool {
    match (one, other) {
        (Ok((one, said)), Ok((other, also))) => one.door() == other.door() && said == also,
        (one, other) => one.as_ref().err() == other.as_ref().err(),
    }
}

/// Returns JSON with each value in it made into others, by the names that lead there; and with a value of a name that
/// nobody has heard of in each object.
fn changed(json: &Value) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    let within = |name: &str, below: &str| {
        if below.is_empty() { name.to_owned() } else { format!("{name}.{below}") }
    };
    match json {
        Value::Object(values) => {
            let mut with = values.clone();
            with.insert("zNewName".into(), 1.into());
            all.push(("zNewName".into(), with.into()));
            for (name, value) in values {
                for (below, other) in changed(value) {
                    let mut with = values.clone();
                    with.insert(name.clone(), other);
                    all.push((within(name, &below), with.into()));
                }
            }
        }
        Value::Array(list) => {
            for (at, value) in list.iter().enumerate() {
                for (below, other) in changed(value) {
                    let mut with = list.clone();
                    with[at] = other;
                    all.push((below, with.into()));
                }
            }
            all.push((String::new(), if list.is_empty() { json!([{"a": 1}]) } else { json!([]) }));
        }
        Value::String(text) if text.is_empty() => all.push((String::new(), "something".into())),
        Value::String(text) => {
            let others = [format!("{text}?"), format!("0{text}"), String::new()];
            all.extend(others.map(|other| (String::new(), other.into())));
        }
        Value::Number(number) => {
            let number = number.as_f64().unwrap();
            all.extend([number + 1.0, number / 2.0].map(|other| (String::new(), json!(other))));
        }
        Value::Bool(flag) => all.push((String::new(), (!flag).into())),
        Value::Null => {}
    }
    all
}

/// Returns a path with the names of frames, animations and palettes left away, which are anybody's.
fn plain(path: &str) -> String {
    let names = path.split('.').filter(|name| !matches!(*name, "a" | "b" | "c"));
    names.collect::<Vec<_>>().join(".")
}

#[test]
fn whatever_a_file_says_is_read_or_told() {
    for Described { id, full, pack, shown } in [piskel(), pixelorama(), sheet()] {
        let usual = read(&pack(&full));
        assert!(usual.is_ok(), "{id}: {usual:?}");
        let (mut silent, mut met) = (BTreeSet::new(), BTreeSet::new());
        for (path, json) in changed(&full) {
            let found = read(&pack(&json));
            let path = plain(&path);
            let known = alike(&usual, &found) && !shown.iter().any(|name| path.starts_with(name));
            if known { &mut silent } else { &mut met }.insert(path.clone());
            // Of data for extensions it is told that there is some, and these names are those of any frame, run or palette.
            let within = path.strip_suffix(".zNewName").unwrap_or_default();
            let own = ["", "frames", "animations", "palettes"].contains(&within);
            if path.ends_with("zNewName") && !own && !within.ends_with("metadata") && !shown.contains(&within)
            {
                assert!(found.is_ok_and(|(_, said)| said.contains("zNewName")), "{id}: {path}");
            }
        }
        // A list is met where what is in it is.
        let within =
            |path: &String| met.iter().any(|met| met == path || met.starts_with(&format!("{path}.")));
        assert_eq!(
            silent.into_iter().filter(|path| !within(path)).collect::<Vec<_>>(),
            [""; 0],
            "{id}, without a word"
        );
    }
}

#[test]
fn runs_of_frames_become_tags_and_others_are_told() {
    let Described { full, pack, .. } = sheet();
    let (drawing, said) = read(&pack(&full)).unwrap();
    let tags: Vec<_> =
        drawing.tags().into_iter().map(|tag| (tag.name, tag.from, tag.to, tag.direction)).collect();
    let expected = [
        ("walk".into(), 0, 1, TagDirection::PingPong),
        ("run".into(), 0, 1, TagDirection::Forward),
        ("turn".into(), 1, 2, TagDirection::Reverse),
    ];
    assert_eq!(tags, expected);
    assert!(said.contains("1 animation of frames that do not follow each other left out"), "{said}");
}

/// Checks what is said of a picture's file with a part put into it, before its pixels and behind them: the pixels are the same.
fn check_extra(file: &[u8], places: &[usize], part: &[u8], phrase: &str) {
    let (plain, usual) = read(file).unwrap();
    assert_eq!(usual, "");
    for at in places {
        let (drawing, said) = read(&[&file[..*at], part, &file[*at..]].concat()).unwrap();
        assert!(drawing.door() == plain.door(), "{phrase}");
        assert_eq!(said, phrase, "{:?}", String::from_utf8_lossy(part));
    }
}

#[test]
fn whatever_a_png_says_beside_its_pixels_is_told() {
    let file = picture(4, 2);
    let meter = |x: u32, y: u32, unit: u8| [&x.to_be_bytes()[..], &y.to_be_bytes(), &[unit]].concat();
    let said: [(&[u8; 4], Vec<u8>, &str); 15] = [
        (b"tEXt", b"Author\0Ann".into(), "without its text"),
        (b"zTXt", b"Comment\0\0x".into(), "without its text"),
        (b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0<x/>".into(), "without its text"),
        (b"pHYs", meter(2835, 2835, 1), "without its print size"),
        (b"pHYs", meter(2, 1, 0), "without its pixel aspect ratio"),
        (b"eXIf", b"II*\0".into(), "without its camera data"),
        (b"sPLT", b"Cold\0\x08".into(), "without its suggested palette"),
        // What a name nobody has heard of stands for is another program's.
        (b"prVW", b"layers".into(), "without a part that only its program knows"),
        // These say nothing that a drawing loses.
        (b"tEXt", b"Software\0Paint".into(), ""),
        (b"pHYs", meter(1, 1, 0), ""),
        (b"tIME", vec![7, 0xd0, 1, 1, 0, 0, 0], ""),
        (b"bKGD", vec![0; 6], ""),
        (b"hIST", vec![0; 2], ""),
        (b"sBIT", vec![8; 4], ""),
        (b"sRGB", vec![0], ""),
    ];
    for (kind, data, phrase) in said {
        // Behind the header, and before the end.
        check_extra(&file, &[33, file.len() - 12], &chunk(kind, &data), phrase);
    }
    let several =
        [chunk(b"tEXt", b"a\0b"), chunk(b"iTXt", b"c\0\0\0\0\0d"), chunk(b"eXIf", b"II*\0")].concat();
    check_extra(&file, &[33], &several, "without its 2 texts, without its camera data");
}

#[test]
fn whatever_a_gif_and_a_webp_say_beside_their_pixels_is_told() {
    let document = Document::open(read(&picture(4, 2)).unwrap().0).unwrap();
    let written = |id| formats::write(formats::named(id).unwrap(), &document, &Export::new(0)).unwrap();
    let gif = written("gif");
    let block = |label: u8, blocks: &[&[u8]]| {
        let chain = blocks.iter().flat_map(|block| [&[block.len() as u8][..], block].concat());
        [&[b'!', label][..], &chain.collect::<Vec<_>>(), &[0]].concat()
    };
    // Behind the palette of the file, and before the end.
    let palette = 3 << ((gif[10] & 7) + 1);
    let places = [13 + palette, gif.len() - 1];
    for (part, phrase) in [
        (block(0xfe, &[b"drawn by", b"Ann"]), "without its comment"),
        (block(0x01, &[&[0; 12], b"Hello"]), "without its caption"),
        (block(0xff, &[b"XMP DataXMP", b"<x/>"]), "without its text"),
        (block(0xff, &[b"GAMESOFT1.0", b"x"]), "without a part that only its program knows"),
        (block(0xfe, &[]), ""),
    ] {
        check_extra(&gif, &places, &part, phrase);
    }
    let webp = written("webp");
    let with = |kind: &[u8; 4], data: &[u8]| {
        [&kind[..], &(data.len() as u32).to_le_bytes(), data, &vec![0; data.len() % 2]].concat()
    };
    check_extra(&webp, &[webp.len()], &with(b"EXIF", b"II*\0"), "without its camera data");
    check_extra(&webp, &[webp.len()], &with(b"XMP ", b"<x/>"), "without its text");
    check_extra(&webp, &[webp.len()], &with(b"mine", b"abc"), "without a part that only its program knows");
}
