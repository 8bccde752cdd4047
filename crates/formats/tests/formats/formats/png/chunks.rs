//! Tests of `src/png/chunks.rs`.

use std::io::Read;
use undoodle_formats::png::chunks::{Chunks, SIGNATURE, is_animated, notes};

/// Returns a file of chunks with data and no valid checksums.
fn file(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let mut file = SIGNATURE.to_vec();
    for (kind, data) in chunks {
        file.extend((data.len() as u32).to_be_bytes());
        file.extend(*kind);
        file.extend(*data);
        file.extend([0; 4]);
    }
    file
}

fn said(chunks: &[(&[u8; 4], &[u8])]) -> String {
    notes(&file(chunks), true).to_string()
}

#[test]
fn notes_on_colours_are_of_what_stands_before_the_pixels() {
    assert_eq!(said(&[(b"IHDR", &[0; 13]), (b"IDAT", b""), (b"iCCP", b"late")]), "");
    assert_eq!(said(&[(b"acTL", &[0, 0, 0, 1, 0, 0, 0, 0])]), "", "an animation of one picture is a still");
    assert_eq!(said(&[(b"acTL", &[0, 0, 0, 12, 0, 0, 0, 0])]), "only the first of its 12 pictures");
    assert_eq!(said(&[(b"acTL", &[0, 9])]), "", "a chunk that is too short says nothing");
    let animated = |chunks: &[(&[u8; 4], &[u8])]| is_animated(&file(chunks));
    assert!(animated(&[(b"IHDR", &[0; 13]), (b"acTL", &[0; 8]), (b"IDAT", b"")]));
    assert!(!animated(&[(b"IHDR", &[0; 13]), (b"IDAT", b""), (b"acTL", &[0; 8])]));
    assert!(!animated(&[]) && !is_animated(b"GIF89a"));
    assert_eq!(said(&[(b"gAMA", &45455_u32.to_be_bytes()), (b"cICP", &[1, 13, 0, 1])]), "");
    let profile = "without its colour profile";
    assert_eq!(said(&[(b"gAMA", &100_000_u32.to_be_bytes())]), profile);
    assert_eq!(said(&[(b"cICP", &[9, 16, 0, 1])]), profile);
    assert_eq!(said(&[(b"iCCP", b"Display P3\0\0")]), profile);
    assert_eq!(said(&[(b"sRGB", &[0]), (b"gAMA", &100_000_u32.to_be_bytes())]), "", "sRGB has precedence");
}

#[test]
fn the_decoder_sees_critical_chunks_and_transparency() {
    let whole = file(&[(b"IHDR", b"a"), (b"zTXt", b"bomb"), (b"tRNS", b"b"), (b"IDAT", b""), (b"IEND", b"")]);
    let mut seen = Vec::new();
    Chunks::new(&whole).read_to_end(&mut seen).unwrap();
    assert_eq!(seen, file(&[(b"IHDR", b"a"), (b"tRNS", b"b"), (b"IDAT", b""), (b"IEND", b"")]));
}

#[test]
fn a_length_beyond_the_file_ends_with_it() {
    for cut in 0..40 {
        let mut whole = file(&[(b"IHDR", b"abc"), (b"IDAT", b"defg")]);
        whole[8..12].copy_from_slice(&u32::MAX.to_be_bytes());
        whole.truncate(cut);
        let mut seen = Vec::new();
        Chunks::new(&whole).read_to_end(&mut seen).unwrap();
        let header = whole.len() >= 8 + 8;
        assert_eq!(seen, if header { &whole[..] } else { &whole[..whole.len().min(8)] });
        notes(&whole, true);
    }
}
