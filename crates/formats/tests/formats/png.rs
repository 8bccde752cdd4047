//! PNG files that others made, of every kind, and files that must be refused.

use crate::chunks::{chunk, file, header};
use std::fs;
use std::path::PathBuf;
use undoodle_formats::color::Color;
use undoodle_formats::document::{Door, Drawing};
use undoodle_formats::png;

fn folder() -> PathBuf {
    PathBuf::from("../../tests/png")
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

fn same(document: &Drawing<impl Door>, other: &Drawing<impl Door>) -> bool {
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

/// Bytes as zlib packs them without packing.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let length = bytes.len() as u16;
    let (mut a, mut b) = (1u32, 0u32);
    for byte in bytes {
        a = (a + u32::from(*byte)) % 65521;
        b = (b + a) % 65521;
    }
    let head = [0x78, 0x01, 0x01];
    [&head[..], &length.to_le_bytes(), &(!length).to_le_bytes(), bytes, &(b << 16 | a).to_be_bytes()].concat()
}

#[test]
fn interlaced_pictures_too_small_for_all_passes_have_their_pixels() {
    let value = |x: u32, y: u32| (x * 19 + y * 7 + 1) as u8;
    // The table of the PNG specification, pixel by pixel: which pass has it.
    let pass = |x: u32, y: u32| match (x % 8, y % 8) {
        (0, 0) => 1,
        (4, 0) => 2,
        (0 | 4, 4) => 3,
        (2 | 6, 0 | 4) => 4,
        (0 | 2 | 4 | 6, 2 | 6) => 5,
        (_, 0 | 2 | 4 | 6) => 6,
        _ => 7,
    };
    for (width, height) in (1..=9).flat_map(|width| (1..=9).map(move |height| (width, height))) {
        let mut data = Vec::new();
        for wanted in 1..=7 {
            for y in 0..height {
                let row: Vec<_> = (0..width).filter(|x| pass(*x, y) == wanted).map(|x| value(x, y)).collect();
                if !row.is_empty() {
                    data.push(0);
                    data.extend(row);
                }
            }
        }
        let header = crate::chunks::header(width, height, 8, 0, true);
        let document =
            png::decode(&crate::chunks::file(&[header, crate::chunks::chunk(b"IDAT", &stored(&data))]))
                .unwrap();
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            let grey = value(x, y);
            let found = document.pixel(0, x as i32, y as i32).unwrap();
            assert_eq!(found, Color::rgba(grey, grey, grey, 255), "{width}×{height} at {x}, {y}");
        }
    }
}

#[test]
fn what_is_broken_is_refused_in_one_sentence() {
    let check = |name: &str, expected: &str| {
        let bytes = fs::read(folder().join("broken").join(name)).unwrap();
        let said = png::decode(&bytes).err().unwrap_or_else(|| panic!("{name} opens")).to_string();
        assert_eq!(said, expected, "{name}");
    };
    check("truncated.png", "this PNG file is damaged: it ends too early");
    check("bad-crc.png", "this PNG file is damaged: a checksum does not match");
    check("empty.png", "this PNG file is damaged: it is empty");
    check("not-a-png.txt", "this PNG file is damaged: it does not begin like one");
    check("huge.png", "width must be from 1 to 32768, not 40000");
    check("zero.png", "this PNG file is damaged: its width or height is 0 or far too large");
    check("no-palette.png", "this PNG file is damaged: its palette is missing");
    check("bomb.png", "number of pixels must be from 1 to 268435456, not 1073741824");
    check("short.png", "this PNG file is damaged: it has too few pixels");
}

#[test]
fn a_palette_with_parts_of_a_colour_is_refused() {
    // One pixel that names the first colour.
    let pixel = chunk(b"IDAT", b"\x78\x01\x01\x02\0\xfd\xff\0\0\0\x02\0\x01");
    let with =
        |bytes: usize| file(&[header(1, 1, 8, 3, false), chunk(b"PLTE", &vec![7; bytes]), pixel.clone()]);
    for bytes in [1, 2, 4, 767, 769, 771, 1024] {
        let said = png::decode(&with(bytes)).err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(said, "this PNG file is damaged: a part of it has a wrong length", "{bytes}");
    }
    for bytes in [3, 6, 768] {
        let drawing = png::decode(&with(bytes)).unwrap();
        assert_eq!(drawing.pixel(0, 0, 0).unwrap(), Color::rgba(7, 7, 7, 255), "{bytes}");
    }
}

/// Whether a refusal is words and nothing of the decoder's: no braces, no types, no hexadecimal.
fn is_plain(said: &str) -> bool {
    let damaged = said.strip_prefix("this PNG file is damaged: ");
    let words = |text: &str| {
        text.chars().all(|c| c.is_ascii_lowercase() || " '0".contains(c) || c == 'P' || c == 'N' || c == 'G')
    };
    damaged.map_or(said.contains(" must be "), words)
}

#[test]
fn no_cut_and_no_flipped_byte_makes_the_decoder_panic() {
    for (name, bytes) in
        files().into_iter().filter(|(name, _)| name.starts_with("palette4") || name == "rgb16")
    {
        for cut in (0..bytes.len()).step_by(3) {
            let said = png::decode(&bytes[..cut]).unwrap_err().to_string();
            assert!(is_plain(&said), "{name} cut at {cut}: {said}");
        }
        for at in 0..bytes.len() {
            let mut flipped = bytes.clone();
            flipped[at] ^= 0x55;
            match png::decode(&flipped) {
                Ok(document) => document.validate().unwrap(),
                Err(said) => assert!(is_plain(&said.to_string()), "{name} flipped at {at}: {said}"),
            }
        }
    }
}

#[test]
fn a_large_plain_picture_costs_no_pages_for_its_pixels() {
    let document = Drawing::new(4096, 4096).unwrap();
    let opened = png::decode(&png::encode(&document, 0).unwrap()).unwrap();
    // The first record, the lists of layers, frames and colours, and the records of each.
    assert_eq!(undoodle_formats::memory::Arena::present(opened.door()).count(), 1 + 3 + 3);
}
