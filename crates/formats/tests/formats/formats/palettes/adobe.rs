//! Tests of `src/palettes/adobe.rs`.

use undoodle_formats::Result;
use undoodle_formats::color::Color;
use undoodle_formats::palettes::{ReadPalette, named};

/// Kinds of blocks.
const GROUP: u16 = 0xc001;
const GROUP_END: u16 = 0xc002;
const SWATCH: u16 = 1;

fn read(bytes: &[u8]) -> Result<ReadPalette> {
    (named("adobe-ase").unwrap().read)(bytes)
}

fn put_name(block: &mut Vec<u8>, name: &str) {
    let letters: Vec<u16> = name.encode_utf16().chain([0]).collect();
    block.extend((letters.len() as u16).to_be_bytes());
    letters.iter().for_each(|letter| block.extend(letter.to_be_bytes()));
}

/// Returns a file of blocks.
fn file(blocks: &[(u16, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = [&b"ASEF\0\x01\0\0"[..], &(blocks.len() as u32).to_be_bytes()].concat();
    for (kind, block) in blocks {
        bytes.extend(kind.to_be_bytes());
        bytes.extend((block.len() as u32).to_be_bytes());
        bytes.extend(block);
    }
    bytes
}

fn swatch(name: &str, model: &[u8; 4], parts: &[f32]) -> (u16, Vec<u8>) {
    let mut block = Vec::new();
    put_name(&mut block, name);
    block.extend(model);
    block.extend(parts.iter().flat_map(|part| part.to_be_bytes()));
    block.extend([0, 2]);
    (SWATCH, block)
}

fn group(name: &str) -> (u16, Vec<u8>) {
    let mut block = Vec::new();
    put_name(&mut block, name);
    (GROUP, block)
}

#[test]
fn every_model_is_converted_and_the_inexact_ones_are_told() {
    let palette = read(&file(&[
        swatch("signal", b"RGB ", &[1.0, 0.5, -0.25]),
        swatch("", b"Gray", &[0.2]),
        swatch("", b"CMYK", &[0.0, 1.0, 1.0, 0.5]),
        swatch("", b"LAB ", &[1.0, 0.0, 0.0]),
    ]))
    .unwrap();
    let colors = palette.colors.iter().map(Color::to_string).collect::<Vec<_>>();
    assert_eq!(colors, ["#ff8000ff", "#333333ff", "#800000ff", "#ffffffff"]);
    let notes = [
        "1 colour of CMYK was converted and may look different",
        "1 colour of LAB was converted and may look different",
        "the name of 1 colour was left out",
    ];
    assert_eq!(palette.notes, notes);
}

#[test]
fn lab_is_relative_to_d50() {
    // Bruce Lindbloom's calculator, D50 with Bradford: the primaries of sRGB, and a middle grey.
    let from_lab = |lab: [f32; 3]| {
        let [r, g, b, _] = read(&file(&[swatch("", b"LAB ", &lab)])).unwrap().colors[0].bytes;
        [r, g, b]
    };
    let check = |lab: [f32; 3], rgb: [u8; 3]| {
        let near = from_lab(lab).iter().zip(rgb).all(|(found, expected)| found.abs_diff(expected) <= 1);
        assert!(near, "{lab:?}: {:?}, expected {rgb:?}", from_lab(lab));
    };
    check([0.5429, 80.8049, 69.8909], [255, 0, 0]);
    check([0.8782, -79.2711, 80.9946], [0, 255, 0]);
    check([0.2957, 68.2874, -112.0294], [0, 0, 255]);
    check([0.5339, 0.0, 0.0], [127, 127, 127]);
    // Far outside of what is visible, each channel is at one of its ends.
    check([f32::MAX, f32::MIN, 0.0], [0, 255, 0]);
}

#[test]
fn one_group_is_the_palette_and_several_are_joined() {
    let (red, blue) = (swatch("", b"RGB ", &[1.0, 0.0, 0.0]), swatch("", b"RGB ", &[0.0, 0.0, 1.0]));
    let end = (GROUP_END, Vec::new());
    let one = read(&file(&[group("Fire"), red.clone(), end.clone()])).unwrap();
    assert_eq!((one.name.as_deref(), one.notes.len()), (Some("Fire"), 0));
    let two = read(&file(&[group("Fire"), red.clone(), end.clone(), group("Sea"), blue.clone(), end]));
    let two = two.unwrap();
    assert_eq!((two.name, two.colors.len()), (None, 2));
    assert_eq!(two.notes, ["2 groups were joined"]);
}

#[test]
fn damage_is_told() {
    let said = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
    let good = (named("adobe-ase").unwrap().write)(&[Color::ADDED, Color::REMOVED], "Two");
    for cut in 4..good.len() {
        assert_eq!(said(&good[..cut]), "this Adobe swatches file is damaged: it ends too early", "{cut}");
    }
    assert!(said(&file(&[])).ends_with("it holds no colour"));
    assert!(said(&file(&[swatch("", b"HSB ", &[0.0; 3])])).contains("an unknown model"));
    assert!(said(&file(&[swatch("", b"RGB ", &[f32::NAN; 3])])).ends_with("not made of numbers"));
    assert!(said(&file(&[(7, Vec::new())])).ends_with("a block is of an unknown kind"));
    assert!(said(b"ASEF\0\x02\0\0\0\0\0\0").ends_with("its version is not 1"));
    let endless = [&b"ASEF\0\x01\0\0\xff\xff\xff\xff"[..], &[0xc0, 2, 0, 0, 0, 0]].concat();
    assert!(said(&endless).ends_with("it ends too early"));
}
