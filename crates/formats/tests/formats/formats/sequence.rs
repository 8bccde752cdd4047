//! What is written is taken apart by others, and archives of others are read.

use super::png::expanded;
use std::io::{Cursor, Read, Write};
use undoodle_formats::Result;
use undoodle_formats::color::Color;
use undoodle_formats::document::{Cel, Document, Drawing, Slice, SliceKey, Tag, TagDirection};
use undoodle_formats::error::Message;
use undoodle_formats::geometry::Rect;
use undoodle_formats::{self as formats, Export, Format, Frames, Opened, Split, left_out, png};
use zip::write::SimpleFileOptions;

fn format() -> &'static Format {
    formats::named("sequence").unwrap()
}

fn read(bytes: &[u8]) -> Result<Box<dyn Opened + '_>> {
    format().read.unwrap()(bytes)
}

fn losses(document: &Document, export: &Export) -> Result<Vec<Message>> {
    format().losses.unwrap()(document, export)
}

const RED: Color = Color::rgba(255, 0, 0, 255);

/// Creates a document of 12 frames, 12 by 2, each with a pixel at its number.
fn document() -> Document {
    let mut document = Document::new(12, 2).unwrap();
    document.begin(1).unwrap();
    for frame in 0..12 {
        document.fill_rect(Cel { layer: 0, frame }, Rect::new(frame as i32, 0, 1, 1), RED).unwrap();
        if frame < 11 {
            document.add_frame(frame + 1).unwrap();
        }
    }
    document.commit("Paint", Color::ADDED, 0).unwrap();
    document
}

/// Zips files.
fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A PNG picture of one colour.
fn picture(width: u32, height: u32, color: Color) -> Vec<u8> {
    let mut drawing = Drawing::new(width, height).unwrap();
    drawing.fill_rect(Cel::default(), drawing.bounds(), color).unwrap();
    png::encode(&drawing, 0).unwrap()
}

#[test]
fn frames_are_pictures_in_their_order() {
    let document = document();
    let bytes = formats::write(format(), &document, &Export::new(0)).unwrap();
    let mut archive = zip::ZipArchive::new(Cursor::new(&bytes)).unwrap();
    assert_eq!(archive.len(), 12);
    for frame in 0..12 {
        let mut entry = archive.by_name(&format!("untitled-{:04}.png", frame + 1)).unwrap();
        let mut png = Vec::new();
        entry.read_to_end(&mut png).unwrap();
        let (_, pixels) = expanded(&png);
        assert_eq!(pixels.iter().position(|pixel| *pixel == RED), Some(frame));
    }
    let again = read(&bytes).unwrap();
    assert_eq!(again.notes(), "");
    let again = again.drawing().unwrap();
    again.validate().unwrap();
    assert_eq!((again.size(), again.frames()), ((12, 2), 12));
    let bounds = (0..12).map(|frame| again.cel_bounds(Cel { layer: 0, frame }));
    assert!(bounds.zip(0..).all(|(bounds, x)| bounds == Rect::new(x, 0, 1, 1)));
}

#[test]
fn options_choose_frames_scale_and_background() {
    let (document, blue) = (document(), Color::rgba(0, 0, 255, 255));
    let export = Export { frames: Frames::Range(3, 4), scale: 2, background: blue, ..Export::new(0) };
    let again = read(&formats::write(format(), &document, &export).unwrap()).unwrap().drawing().unwrap();
    assert_eq!((again.size(), again.frames()), ((24, 4), 2));
    assert_eq!((again.pixel(0, 7, 1), again.pixel(0, 8, 1)), (Ok(RED), Ok(blue)));
    assert_eq!(losses(&document, &export).unwrap(), ["the durations of 2 frames", "10 other frames"]);
    assert_eq!(losses(&document, &Export::new(0)).unwrap(), ["the durations of 12 frames"]);
    assert!(left_out(&document, format()).unwrap().is_empty());
}

#[test]
fn archives_of_others_are_read_in_the_order_people_count() {
    let colors = [1, 2, 3].map(|red| Color::rgba(red, 0, 0, 255));
    let [first, second, tenth] =
        [(3, 1, colors[0]), (1, 2, colors[1]), (3, 2, colors[2])].map(|(w, h, c)| picture(w, h, c));
    let bytes = zipped(&[
        ("run/a10.PNG", &tenth),
        ("run/a2.png", &second),
        ("run/a01.png", &first),
        ("readme.txt", b"by nobody"),
        ("__MACOSX/run/._a2.png", b"?"),
    ]);
    assert!((format().is)(&bytes));
    let whole = read(&bytes).unwrap();
    assert_eq!(
        whole.notes(),
        "2 frames smaller than the canvas put at its top left corner; 1 other file in the archive left out"
    );
    let drawing = whole.drawing().unwrap();
    assert_eq!((drawing.size(), drawing.frames()), ((3, 2), 3));
    let corner = |frame| drawing.pixel(frame, 0, 0).unwrap();
    assert_eq!([0, 1, 2].map(corner), colors);
    assert_eq!(
        (drawing.pixel(0, 2, 1), drawing.pixel(1, 1, 0)),
        (Ok(Color::TRANSPARENT), Ok(Color::TRANSPARENT))
    );
}

#[test]
fn names_are_compared_as_people_count() {
    let names = ["b", "a10", "a9", "a09", "a", "a1b2", "a1b10", "é2", "a99999999999999999999", "a1"];
    let pictures: Vec<_> = names
        .iter()
        .zip(0..)
        .map(|(name, number)| (format!("{name}.png"), picture(1, 1, Color::rgba(number, 0, 0, 255))))
        .collect();
    let files: Vec<_> = pictures.iter().map(|(name, png)| (name.as_str(), png.as_slice())).collect();
    let archive = zipped(&files);
    let drawing = read(&archive).unwrap().drawing().unwrap();
    let name = |frame| names[usize::from(drawing.pixel(frame, 0, 0).unwrap().bytes[0])];
    let found: Vec<_> = (0..drawing.frames()).map(name).collect();
    assert_eq!(found, ["a", "a1", "a1b2", "a1b10", "a09", "a9", "a10", "a99999999999999999999", "b", "é2"]);
}

#[test]
fn a_picture_that_is_damaged_is_told() {
    let said = read(&zipped(&[("a.png", b"GIF89a")])).err().unwrap().to_string();
    assert_eq!(said, "this PNG file is damaged: it does not begin like one");
    let mut png = picture(2, 2, RED);
    png[16..24].copy_from_slice(&[0, 0, 0x7f, 0, 0, 0, 0x7f, 0]);
    let said = read(&zipped(&[("a.png", &png)])).err().unwrap().to_string();
    assert!(said.starts_with("drawing may take at most 1 GB, not ") && said.ends_with(" GB"), "{said}");
}

#[test]
fn what_the_pictures_lose_is_told_once() {
    let mut deep = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut deep, 1, 1);
    encoder.set_color(::png::ColorType::Grayscale);
    encoder.set_depth(::png::BitDepth::Sixteen);
    encoder.write_header().unwrap().write_image_data(&[0x80, 0]).unwrap();
    let bytes = zipped(&[("a.png", &deep), ("b.png", &deep)]);
    let whole = read(&bytes).unwrap();
    assert_eq!(whole.notes(), "rounded from 16 to 8 bits per channel");
}

#[test]
fn slices_have_files_of_their_own_and_of_their_size() {
    let mut document = document();
    document.begin(1).unwrap();
    for (name, at, bounds) in [("a/b", 0, Rect::new(1, 0, 2, 1)), ("b", 2, Rect::new(0, 0, 1, 2))] {
        let id = document.add_slice(&Slice::new(name)).unwrap();
        document.set_slice_key(&SliceKey::new(id, at, bounds)).unwrap();
    }
    document.commit("Slices", RED, 0).unwrap();
    let export = Export { split: Split::Slices, frames: Frames::Range(1, 2), scale: 3, ..Export::new(0) };
    let bytes = formats::write(format(), &document, &Export { name: "k".into(), ..export }).unwrap();
    let mut archive = zip::ZipArchive::new(Cursor::new(&bytes)).unwrap();
    let mut found = Vec::new();
    for at in 0..archive.len() {
        let (mut file, mut png) = (archive.by_index(at).unwrap(), Vec::new());
        file.read_to_end(&mut png).unwrap();
        let (width, height) = formats::open(&png).unwrap().1.size();
        found.push((file.name().unwrap().into_owned(), width, height));
    }
    let expected = [("k-a-b-0001.png", 6, 3), ("k-a-b-0002.png", 6, 3), ("k-b-0001.png", 3, 6)];
    assert_eq!(found, expected.map(|(name, width, height)| (name.to_string(), width, height)));
}

#[test]
fn layers_and_tags_have_files_of_their_own() {
    let mut document = document();
    document.begin(1).unwrap();
    document.add_layer(1).unwrap();
    document.change_layer(1, |layer| layer.name = "Layer/1".into()).unwrap();
    document.change_layer(0, |layer| layer.name = "layer-1".into()).unwrap();
    document.fill_rect(Cel { layer: 1, frame: 2 }, Rect::new(0, 1, 1, 1), RED).unwrap();
    for (from, to, direction) in [(2, 3, TagDirection::Reverse), (3, 3, TagDirection::Forward)] {
        document.add_tag(&Tag::new("run", from, to, direction)).unwrap();
    }
    document.commit("Split", Color::ADDED, 0).unwrap();
    let files = |export: &Export| {
        let bytes = formats::write(format(), &document, export).unwrap();
        let archive = zip::ZipArchive::new(Cursor::new(&bytes)).unwrap();
        archive.file_names().map(|name| name.unwrap().into_owned()).collect::<Vec<_>>()
    };
    let of = |split, names: &str| Export { split, names: names.into(), name: "a".into(), ..Export::new(0) };
    let found = files(&Export { frames: Frames::Range(2, 2), ..of(Split::Layers, "{layer}") });
    assert_eq!(
        found,
        ["layer-1.png", "Layer-1 (2).png"],
        "names that differ in their case alone are one on many disks"
    );
    let found = files(&Export { nonempty: true, ..of(Split::Layers, "") });
    assert_eq!((found.len(), found[12].as_str()), (13, "a-Layer-1-0001 (2).png"));
    assert_eq!(files(&of(Split::Tags, "")), ["a-run-0001.png", "a-run-0002.png", "a-run-0001 (2).png"]);
    let tag = Export { frames: Frames::Tag("run".into()), ..of(Split::Whole, "") };
    let again = formats::write(format(), &document, &tag).unwrap();
    let again = read(&again).unwrap().drawing().unwrap();
    assert_eq!(again.pixel(0, 3, 0), Ok(RED), "files of a tag are in the order in which it is played");
    let lost = losses(&document, &Export { nonempty: true, ..of(Split::Layers, "") }).unwrap();
    assert_eq!(lost, ["the durations of 12 frames", "11 empty frames"]);
}

#[test]
fn names_are_told_before_they_are_written_by_the_default_of_each_format_and_split() {
    let mut document = document();
    document.begin(1).unwrap();
    document.add_layer(1).unwrap();
    let tag = Tag::new("run", 2, 5, TagDirection::Forward);
    document.add_tag(&tag).unwrap();
    document.commit("Tag", Color::ADDED, 0).unwrap();
    let ask = |format: &str, split: Split, names: &str| {
        let export = Export {
            name: "knight".into(),
            split,
            names: names.into(),
            file: "{name}@1".into(),
            ..Export::new(0)
        };
        let format = formats::named(format).unwrap();
        let formats::Names { pattern, pictures, files } = format.names.unwrap()(&document, &export).unwrap();
        let bytes = formats::write(format, &document, &export).unwrap();
        let archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let written: Vec<_> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
        assert_eq!(written, if files.is_empty() { pictures.clone() } else { files.clone() });
        let (first, last) = (pictures[0].clone(), pictures[pictures.len() - 1].clone());
        (pattern, first, last, pictures.len(), files)
    };
    let told = |pattern, first: &str, last: &str, count, files: &[&str]| {
        (pattern, first.into(), last.into(), count, files.iter().map(ToString::to_string).collect())
    };
    let both = ["knight@1.json", "knight@1.png"];
    for (format, split, names, expected) in [
        (
            "sequence",
            Split::Whole,
            "",
            told("{name}-{frame0001}", "knight-0001.png", "knight-0012.png", 12, &[]),
        ),
        (
            "sequence",
            Split::Layers,
            "",
            told("{name}-{layer}-{frame0001}", "knight-Layer 1-0001.png", "knight-Layer 2-0012.png", 24, &[]),
        ),
        (
            "sequence",
            Split::Tags,
            "",
            told("{name}-{tag}-{frame0001}", "knight-run-0001.png", "knight-run-0004.png", 4, &[]),
        ),
        ("sequence", Split::Whole, "{frame}", told("{name}-{frame0001}", "0.png", "11.png", 12, &[])),
        ("sheet", Split::Whole, "", told("{name} {frame}", "knight 0", "knight 11", 12, &both)),
        ("sheet", Split::Tags, "", told("{name} #{tag} {frame}", "knight #run 0", "knight #run 3", 4, &both)),
        ("sheet", Split::Whole, "{frame1}", told("{name} {frame}", "1", "12", 12, &both)),
    ] {
        assert_eq!(ask(format, split, names), expected, "{format}");
    }
}

#[test]
fn a_format_tells_names_if_it_is_asked_for_them() {
    for format in formats::FORMATS {
        assert_eq!(format.names.is_some(), format.options.contains(&"names"), "{}", format.id);
    }
}
