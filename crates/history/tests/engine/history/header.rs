//! Tests of `src/header.rs`.

use std::borrow::Cow;
use undoodle_history::{Header, MAX_EXTRA};

#[test]
fn a_header_written_is_the_header_read() {
    let extra: Vec<u8> = (0..MAX_EXTRA as u8).collect();
    for extra in [&[], &extra[..1], &extra[..]] {
        let header = Header { tag: u32::MAX, ..Header::new("Füllen").timed(u64::MAX).with(extra) };
        let mut sink = Vec::new();
        header.encode(&mut sink);
        assert_eq!(Header::decode(&sink), Some(header));
        let least = sink.len() - extra.len();
        for cut in 0..sink.len() {
            assert_eq!(Header::decode(&sink[..cut]).is_some(), cut >= least, "cut at {cut}");
        }
    }
}

#[test]
fn a_header_of_the_first_version_is_read() {
    // A label, a tag, four numbers, four bytes, the time, two numbers.
    let old = [b"\x03Dot\x07".as_slice(), &[2, 0x80, 1, 2, 4, 9, 8, 7, 6, 0xff, 0x7f, 1, 0x81, 2]].concat();
    let extra = [2, 0x80, 1, 2, 4, 9, 8, 7, 6, 1, 0x81, 2];
    let header = Header { tag: 7, ..Header::new("Dot").timed(0x3fff).with(&extra) };
    assert_eq!(Header::decode(&old), Some(header));
    for cut in 0..old.len() {
        assert_eq!(Header::decode(&old[..cut]), None, "cut at {cut}");
    }
}

#[test]
fn a_long_note_is_cut() {
    let mut sink = Vec::new();
    Header::new("A").with(&[7; MAX_EXTRA + 1]).encode(&mut sink);
    assert_eq!(Header::decode(&sink).unwrap().extra, Cow::Borrowed(&[7; MAX_EXTRA][..]));
}

#[test]
fn a_long_label_is_cut_at_a_character() {
    let mut sink = Vec::new();
    Header::new("é".repeat(100)).encode(&mut sink);
    let read = Header::decode(&sink).unwrap();
    assert_eq!(read.label, "é".repeat(60));
    sink.clear();
    Header::new(format!("a{}", "é".repeat(100))).encode(&mut sink);
    assert_eq!(Header::decode(&sink).unwrap().label.len(), 119);
}
