//! PNG files that others made, of every kind, and files that must be refused.
#![cfg(not(target_arch = "wasm32"))]

use std::fs;
use std::path::PathBuf;
use undoodle::color::Color;
use undoodle::document::Document;
use undoodle::formats::png;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/png")
}

/// The sample that tests/png/README.md describes.
fn sample(x: u32, y: u32, channel: u32, values: u32) -> u32 {
    (x * (channel + 1) * 1999 + y * (channel + 3) * 733 + x * y * 37) % values
}

/// The pixel that tests/png/README.md describes, for a file of that name.
fn expected(name: &str, x: u32, y: u32) -> Color {
    let plain = name.trim_end_matches("-interlaced");
    let (kind, trns) = plain.strip_suffix("-trns").map_or((plain, false), |kind| (kind, true));
    let digits = kind.find(|c: char| c.is_ascii_digit()).unwrap();
    let (kind, depth) = (&kind[..digits], kind[digits..].parse::<u32>().unwrap());
    let values = 1u32 << depth;
    let raw = |c| sample(x, y, c, values);
    let eight = |c| ((f64::from(raw(c)) * 255.0 / f64::from(values - 1)).round()) as u8;
    let same = |channels: u32| (0..channels).all(|c| raw(c) == sample(3, 2, c, values));
    let keyed = |channels| if trns && same(channels) { 0 } else { 255 };
    match kind {
        "grey" => Color::rgba(eight(0), eight(0), eight(0), keyed(1)),
        "greyalpha" => Color::rgba(eight(0), eight(0), eight(0), eight(1)),
        "rgb" => Color::rgba(eight(0), eight(1), eight(2), keyed(3)),
        "rgba" => Color::rgba(eight(0), eight(1), eight(2), eight(3)),
        "palette" => {
            let i = raw(0);
            let alpha = if trns && i < values / 2 { i * 67 % 256 } else { 255 };
            let [r, g, b] = [83, 151, 211].map(|k| (i * k % 256) as u8);
            Color::rgba(r, g, b, alpha as u8)
        }
        other => panic!("{other}: no such kind"),
    }
}

/// Every file of the folder, by its name without the ending.
fn files() -> Vec<(String, Vec<u8>)> {
    let mut found: Vec<_> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "png"))
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap()))
        .collect();
    found.sort();
    found
}

fn same(document: &Document, other: &Document) -> bool {
    let (width, height) = document.size();
    other.size() == (width, height)
        && (0..height as i32)
            .all(|y| (0..width as i32).all(|x| document.pixel(0, x, y) == other.pixel(0, x, y)))
}

#[test]
fn every_kind_opens_with_its_pixels_and_survives_saving() {
    let files = files();
    assert_eq!(files.len(), 2 * (5 * 2 + 2 * 4 + 4 * 2), "every kind, plain and interlaced");
    for (name, bytes) in files {
        let document = png::decode(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(document.size(), (35, 37), "{name}");
        document.validate().unwrap();
        for (x, y) in (0..37).flat_map(|y| (0..35).map(move |x| (x, y))) {
            let found = document.pixel(0, x as i32, y as i32).unwrap();
            assert_eq!(found.to_string(), expected(&name, x, y).to_string(), "{name} at {x}, {y}");
        }
        let again = png::decode(&png::encode(&document, 0).unwrap()).unwrap();
        assert!(same(&document, &again), "{name}");
    }
}

#[test]
fn what_is_broken_is_refused_in_one_sentence() {
    let check = |name: &str, expected: &str| {
        let bytes = fs::read(folder().join("broken").join(name)).unwrap();
        let said = png::decode(&bytes).err().unwrap_or_else(|| panic!("{name} opens")).to_string();
        assert!(said.contains(expected) && !said.contains('\n'), "{name}: {said}");
    };
    check("truncated.png", "PNG file: it ");
    check("bad-crc.png", "PNG file: it is broken");
    check("empty.png", "PNG file: it is empty");
    check("not-a-png.txt", "PNG file: it does not begin as one");
    check("huge.png", "width 40000: expected 1..=32768");
    check("zero.png", "PNG file: it is broken");
    check("no-palette.png", "PNG file: it is broken");
    check("bomb.png", "number of pixels 1073741824: expected 1..=268435456");
    check("short.png", "PNG file: it ");
}

#[test]
fn no_cut_and_no_flipped_byte_makes_the_decoder_panic() {
    for (name, bytes) in
        files().into_iter().filter(|(name, _)| name.starts_with("palette4") || name == "rgb16")
    {
        for cut in (0..bytes.len()).step_by(3) {
            assert!(png::decode(&bytes[..cut]).is_err(), "{name} cut at {cut}");
        }
        for at in 0..bytes.len() {
            let mut flipped = bytes.clone();
            flipped[at] ^= 0x55;
            if let Ok(document) = png::decode(&flipped) {
                document.validate().unwrap();
            }
        }
    }
}

#[test]
fn a_large_plain_picture_costs_no_pages_for_its_pixels() {
    let document = Document::new(4096, 4096).unwrap();
    let opened = png::decode(&png::encode(&document, 0).unwrap()).unwrap();
    // The record, the bits, a layer, a frame, the palette, and the record of the only cel.
    assert_eq!(opened.history().arena().pages(), 6);
}
