//! PNG files that claim or unpack to far more than they have: each is opened or refused in a sentence,
//! in memory that does not grow with what it claims.

use crate::chunks::{SIGNATURE, chunk, file, header};
use allocation_counter::measure;
use png::{BitDepth, ColorType, Encoder, Filter};
use std::io::Write;
use undoodle::editor::Editor;
use undoodle::formats::png::{File, decode};

const MIB: u64 = 1 << 20;

/// Memory for some rows, and for what the decoder keeps of the file.
const ROWS: u64 = 8 * MIB;

/// A picture whose rows all have the same byte again and again.
fn plain(width: u32, height: u32, kind: ColorType, depth: BitDepth, byte: u8) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(kind);
    encoder.set_depth(depth);
    encoder.set_filter(Filter::NoFilter);
    let mut writer = encoder.write_header().unwrap();
    let mut rows = writer.stream_writer().unwrap();
    let row = vec![byte; (width as usize * kind.samples() * depth as usize).div_ceil(8)];
    (0..height).for_each(|_| rows.write_all(&row).unwrap());
    rows.finish().unwrap();
    writer.finish().unwrap();
    file
}

/// At least so many zeros as PNG packs them.
fn packed_zeros(bytes: u32) -> Vec<u8> {
    let file = plain(32767, bytes.div_ceil(32768), ColorType::Grayscale, BitDepth::Eight, 0);
    let (mut at, mut packed) = (SIGNATURE.len(), Vec::new());
    while at < file.len() {
        let length = u32::from_be_bytes(*file[at..].first_chunk().unwrap()) as usize;
        if &file[at + 4..at + 8] == b"IDAT" {
            packed.extend_from_slice(&file[at + 8..at + 8 + length]);
        }
        at += 12 + length;
    }
    packed
}

/// What opening a file says when it is refused, which must take no more memory than some rows.
fn refused(bytes: &[u8]) -> String {
    let mut said = None;
    let taken = measure(|| said = decode(bytes).err());
    let said = said.expect("it opens").to_string();
    assert!(taken.bytes_max < ROWS, "{said}: took {} bytes", taken.bytes_max);
    assert_eq!(taken.bytes_current, 0, "{said}: all of it is given back");
    said
}

/// Opens a file in at most so many bytes.
fn opened(bytes: &[u8], most: u64, size: (u32, u32)) {
    let mut document = None;
    let taken = measure(|| document = Some(decode(bytes).unwrap()));
    assert!(taken.bytes_max < most, "took {} bytes", taken.bytes_max);
    document.as_ref().unwrap().validate().unwrap();
    assert_eq!(document.unwrap().size(), size);
}

#[test]
fn a_header_without_data_is_refused_before_memory_is_taken() {
    let few = "this PNG file is damaged: it has too few pixels";
    for interlaced in [false, true] {
        let bomb = file(&[header(8192, 8192, 8, 6, interlaced), chunk(b"IDAT", b"\x78\x9c\x03\0\0\0\0\x01")]);
        assert!(bomb.len() < 70, "{} bytes", bomb.len());
        assert_eq!(refused(&bomb), few);
        let mut editor = Editor::new().unwrap();
        let mut said = String::new();
        let taken = measure(|| said = editor.paste(&bomb, 0).unwrap_err().to_string());
        assert_eq!(said, few);
        assert!(taken.bytes_max < ROWS, "pasting took {} bytes", taken.bytes_max);
    }
    let vast = file(&[header(32768, 32768, 8, 6, false)]);
    assert_eq!(refused(&vast), "number of pixels must be from 1 to 268435456, not 1073741824");
}

#[test]
fn a_picture_of_more_tiles_than_a_drawing_may_have_is_refused_unseen() {
    let stripes = plain(16384, 16384, ColorType::Grayscale, BitDepth::One, 0b1010_1010);
    assert!(stripes.len() < 1 << 18, "{} bytes", stripes.len());
    let said = refused(&stripes);
    assert!(said.starts_with("drawing may take at most 1 GB, not "), "{said}");
}

#[test]
fn a_large_picture_of_one_colour_takes_next_to_nothing() {
    opened(&plain(16384, 16384, ColorType::Grayscale, BitDepth::One, 0), 12 * MIB, (16384, 16384));
    opened(&plain(32768, 512, ColorType::Rgba, BitDepth::Eight, 77), 12 * MIB, (32768, 512));
    let interlaced = file(&[header(8192, 4096, 8, 0, true), chunk(b"IDAT", &packed_zeros(34 << 20))]);
    opened(&interlaced, 12 * MIB, (8192, 4096));
}

#[test]
fn a_picture_of_many_colours_takes_what_its_pixels_do() {
    let stripes = plain(4096, 4096, ColorType::Grayscale, BitDepth::One, 0b1010_1010);
    opened(&stripes, 64 * MIB + ROWS, (4096, 4096));
}

#[test]
fn a_large_file_that_is_damaged_late_takes_no_memory() {
    let whole = plain(4096, 4096, ColorType::Grayscale, BitDepth::One, 0b1010_1010);
    assert_eq!(refused(&whole[..whole.len() - 30]), "this PNG file is damaged: it ends too early");
    let mut flipped = whole.clone();
    // The checksum of the last chunk of pixels, before the 12 bytes of the end.
    flipped[whole.len() - 13] ^= 1;
    assert_eq!(refused(&flipped), "this PNG file is damaged: a checksum does not match");
}

#[test]
fn a_photo_that_is_damaged_takes_no_more_than_in_proportion_to_its_bytes() {
    let (side, mut state) = (2200, 1u32);
    let mut photo = Vec::new();
    let mut encoder = Encoder::new(&mut photo, side, side);
    encoder.set_color(ColorType::Rgba);
    let mut writer = encoder.write_header().unwrap();
    let mut rows = writer.stream_writer().unwrap();
    for _ in 0..side {
        let mut noise = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        rows.write_all(&(0..side * 4).map(|_| noise()).collect::<Vec<_>>()).unwrap();
    }
    rows.finish().unwrap();
    writer.finish().unwrap();
    let pixels = u64::from(side * side * 4);
    opened(&photo, pixels + pixels / 4 + ROWS, (side, side));
    photo.truncate(photo.len() - 20);
    let mut said = String::new();
    let taken = measure(|| said = decode(&photo).unwrap_err().to_string());
    assert_eq!(said, "this PNG file is damaged: it ends too early");
    assert!(taken.bytes_max < 8 * photo.len() as u64 && taken.bytes_max > ROWS, "{} bytes", taken.bytes_max);
}

#[test]
fn what_is_no_pixel_is_never_unpacked() {
    let zeros = packed_zeros(60 << 20);
    let pixel = [header(1, 1, 8, 0, false), chunk(b"IDAT", &packed_zeros(2))];
    let [head, data] = &pixel;
    let with = |kind: &[u8; 4], before: &[u8]| {
        file(&[head.clone(), chunk(kind, &[before, &zeros].concat()), data.clone()])
    };
    for (kind, before) in
        [(b"iCCP", &b"Profile\0\0"[..]), (b"zTXt", b"Comment\0\0"), (b"iTXt", b"Comment\0\x01\0\0\0")]
    {
        let bomb = with(kind, before);
        opened(&bomb, MIB, (1, 1));
        assert_eq!(File::open(&bomb).unwrap().notes().profile, kind == b"iCCP");
    }
    let exif = file(&[head.clone(), chunk(b"eXIf", &vec![0; 6 << 20]), data.clone()]);
    opened(&exif, MIB, (1, 1));
}
