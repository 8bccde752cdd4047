//! Damaged files of Piskel, OpenRaster, sheets, sequences and icons: each is opened as a valid drawing or refused in a sentence,
//! in bounded memory.
//!
//! What is damaged is what is in an archive, since its checksums would keep out all else.

use allocation_counter::measure;
use fastrand::Rng;
use std::io::{Cursor, Read, Write};
use undoodle_formats::color::Color;
use undoodle_formats::document::{Cel, Document, Tag, TagDirection};
use undoodle_formats::geometry::Rect;
use undoodle_formats::value::Value;
use undoodle_formats::{self as formats, Export, Opened, Part, sheet};
use zip::write::SimpleFileOptions;

const FORMATS: [&str; 5] = ["piskel", "ora", "sheet", "sequence", "ico"];

/// Texts in place of numbers.
const EXTREMES: [&str; 9] = ["0", "-1", "1", "255", "1024", "32768", "4294967295", "1e300", "0.000001"];

fn document() -> Document {
    let mut document = Document::new(9, 7).unwrap();
    document.begin(1).unwrap();
    document.add_layer(1).unwrap();
    for frame in 0..3 {
        if frame > 0 {
            document.add_frame(frame).unwrap();
        }
        for layer in 0..2 {
            let color = Color::rgba(frame as u8 * 80, layer as u8 * 200, 77, 255 - layer as u8 * 100);
            let at = Rect::new(frame as i32 + layer as i32, 1, 4, 3);
            document.fill_rect(Cel { layer, frame }, at, color).unwrap();
        }
    }
    document.group_layers(&[1]).unwrap();
    let tag = Tag::new("walk", 0, 1, TagDirection::Forward);
    document.add_tag(&tag).unwrap();
    document.commit("Paint", Color::ADDED, 0).unwrap();
    document
}

fn written(id: &str, options: &[(&str, Value)]) -> Vec<u8> {
    let mut export = Export::new(0);
    options.iter().for_each(|(id, value)| export.set(id, value).unwrap());
    formats::write(formats::named(id).unwrap(), &document(), &export).unwrap()
}

/// The entries of an archive, or a file that is none as its only one.
fn entries(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let Ok(mut archive) = zip::ZipArchive::new(Cursor::new(bytes)) else {
        return vec![(String::new(), bytes.to_vec())];
    };
    let count = archive.len();
    let read = |at| {
        let (mut entry, mut bytes) = (archive.by_index(at).unwrap(), Vec::new());
        entry.read_to_end(&mut bytes).unwrap();
        (entry.name().unwrap().into_owned(), bytes)
    };
    (0..count).map(read).collect()
}

fn joined(entries: &[(String, Vec<u8>)]) -> Vec<u8> {
    if let [(name, bytes)] = entries
        && name.is_empty()
    {
        return bytes.clone();
    }
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
        writer.start_file(name.as_str(), options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Damages bytes: some of them, their end, or a number that is written in them.
fn damage(bytes: &mut Vec<u8>, random: &mut Rng) {
    if bytes.is_empty() {
        return;
    }
    match random.u32(..4) {
        0 => (0..random.usize(1..4)).for_each(|_| {
            let at = random.usize(..bytes.len());
            bytes[at] = random.u8(..);
        }),
        1 => bytes.truncate(random.usize(..bytes.len())),
        2 => {
            let at = random.usize(..bytes.len());
            for byte in bytes.iter_mut().skip(at).take(4) {
                *byte = if random.bool() { 0xff } else { 0 };
            }
        }
        _ => {
            let digits: Vec<_> = (0..bytes.len()).filter(|at| bytes[*at].is_ascii_digit()).collect();
            let Some(from) = random.choice(digits) else { return };
            let end = (from..bytes.len()).find(|at| !bytes[*at].is_ascii_digit()).unwrap_or(bytes.len());
            let text = random.choice(EXTREMES).unwrap_or("0");
            bytes.splice(from..end, text.bytes());
        }
    }
}

/// Opens a file, and checks what is read of it. Returns `true` if it opens.
fn exercise(bytes: &[u8]) -> bool {
    let mut opens = false;
    let taken = measure(|| match formats::open(bytes) {
        Ok((_, file)) => {
            let drawing = file.drawing().unwrap();
            assert_eq!(drawing.validate(), Ok(()));
            assert_eq!(file.size(), drawing.size());
            assert!(!file.notes().to_string().contains('\n'));
            opens = true;
        }
        Err(error) => assert!(error.to_string().len() < 200, "{error}"),
    });
    assert!(taken.bytes_max < 64 << 20, "{} bytes taken for {}", taken.bytes_max, bytes.len());
    opens
}

#[test]
fn damaged_files_are_valid_drawings_or_refused() {
    let mut random = Rng::with_seed(2);
    for id in FORMATS {
        let whole = entries(&written(id, &[]));
        let mut opened = 0;
        for _ in 0..400 {
            let mut damaged = whole.clone();
            let at = random.usize(..damaged.len());
            damage(&mut damaged[at].1, &mut random);
            if random.u32(..8) == 0 && damaged.len() > 1 {
                damaged.remove(random.usize(..damaged.len()));
            }
            opened += u32::from(exercise(&joined(&damaged)));
        }
        assert!((1..400).contains(&opened), "{id}: {opened} of 400 open");
    }
}

#[test]
fn damaged_archives_are_refused() {
    let mut random = Rng::with_seed(3);
    for id in FORMATS {
        let whole = written(id, &[]);
        assert!(exercise(&whole), "{id}");
        for _ in 0..300 {
            let mut damaged = whole.clone();
            damage(&mut damaged, &mut random);
            exercise(&damaged);
        }
        for length in (0..whole.len()).step_by(7) {
            assert!(!exercise(&whole[..length]), "{id}: {length} of {} bytes", whole.len());
        }
    }
}

/// A project as Pixelorama writes it, of as many layers and frames as are asked for, whose cels are the same bytes.
fn project(size: u32, layers: usize, frames: usize, cel: &[u8]) -> Vec<u8> {
    let layer = r#"{"name":"a","opacity":1.0,"blend_mode":0,"type":0,"parent":-1}"#;
    let frame = r#"{"cels":[],"duration":1.0}"#;
    let list = |one: &str, count| vec![one; count].join(",");
    let data = format!(
        r#"{{"size_x":{size},"size_y":{size},"fps":10,"layers":[{}],"frames":[{}],"tags":[{{"name":"t","from":1,"to":1}}]}}"#,
        list(layer, layers),
        list(frame, frames)
    );
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Deflated);
    writer.start_file("data.json", options).unwrap();
    writer.write_all(data.as_bytes()).unwrap();
    for (frame, layer) in (1..=frames).flat_map(|frame| (1..=layers).map(move |layer| (frame, layer))) {
        writer.start_file(format!("image_data/frames/{frame}/layer_{layer}"), options).unwrap();
        writer.write_all(cel).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn damaged_projects_are_valid_drawings_or_refused() {
    let (mut random, mut opened) = (Rng::with_seed(4), 0);
    let whole = entries(&project(4, 3, 2, &[200; 64]));
    for _ in 0..400 {
        let mut damaged = whole.clone();
        let at = if random.bool() { 0 } else { random.usize(..damaged.len()) };
        damage(&mut damaged[at].1, &mut random);
        opened += u32::from(exercise(&joined(&damaged)));
    }
    assert!((1..400).contains(&opened), "{opened} of 400 open");
}

#[test]
fn many_cels_that_are_small_in_the_file_are_refused_together() {
    // 256 MB in each of 300 cels, as the canvas has: none of them is unpacked.
    let bytes = project(8192, 10, 30, &[0; 4]);
    let mut said = String::new();
    let taken =
        measure(|| said = formats::open(&bytes).err().map(|error| error.to_string()).unwrap_or_default());
    assert_eq!(said, "drawing may take at most 1 GB, not 75.1 GB");
    assert!(taken.bytes_max < 64 << 20, "{} bytes taken", taken.bytes_max);
}

#[test]
fn a_written_sheet_is_read_from_two_files_as_well() {
    let options =
        [("trim", Value::from(true)), ("list", Value::from("array")), ("layout", Value::from("packed"))];
    let files = entries(&written("sheet", &options));
    let [(_, json), (_, png)] = &files[..] else { panic!("{} files", files.len()) };
    let (whole, document) = (sheet::read_with(png, json).unwrap(), document());
    let drawing = whole.drawing().unwrap();
    assert_eq!((whole.notes().to_string().as_str(), drawing.tags()), ("", document.tags()));
    for (x, y) in (0..9).flat_map(|x| (0..7).map(move |y| (x, y))) {
        assert!((0..3).all(|frame| drawing.pixel(frame, x, y) == document.pixel(frame, x, y)));
    }
}

#[test]
fn what_no_format_holds_is_told_by_all() {
    for id in FORMATS {
        let format = formats::named(id).unwrap();
        for part in [Part::Palette, Part::Grid, Part::Tile, Part::Floating, Part::Selection] {
            assert!(!format.holds(part), "{id} {part:?}");
        }
    }
    assert!(formats::named("pxo").unwrap().write.is_none());
}
