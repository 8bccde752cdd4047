//! Tests of `src/history/header.rs`.

use undoodle::color::Color;
use undoodle::geometry::Rect;
use undoodle::history::Header;

#[test]
fn a_header_written_is_the_header_read() {
    let rect = Rect { x: i32::MIN, y: -1, width: 0, height: i32::MAX };
    let header = Header {
        tag: u32::MAX,
        ..Header::new("Füllen").at(rect).colored(Color::REMOVED).timed(u64::MAX).on(3, 1 << 30)
    };
    let mut sink = Vec::new();
    header.write(&mut sink);
    assert_eq!(Header::read(&sink), Some(header));
    for cut in 0..sink.len() {
        assert_eq!(Header::read(&sink[..cut]), None, "cut at {cut}");
    }
}

#[test]
fn a_header_without_a_kind_is_written_as_before_there_were_kinds() {
    let written = |header: Header<'_>| {
        let mut sink = Vec::new();
        header.write(&mut sink);
        sink
    };
    let header = || Header { tag: 300, ..Header::new("Move") };
    let (plain, kind) = (written(header()), written(header().kind(3)));
    assert_eq!(plain[..7], [4, b'M', b'o', b'v', b'e', 172, 2], "the tag is a number of its own");
    assert_eq!(Header::read(&plain).unwrap().kind, 0);
    let read = Header::read(&kind).unwrap();
    assert_eq!((read.tag, read.kind, kind.len()), (300, 3, plain.len() + 3));
    assert_eq!(Header::read(&written(header().kind(u32::MAX))).unwrap().kind, u32::MAX);
}

#[test]
fn a_long_label_is_cut_at_a_character() {
    let mut sink = Vec::new();
    Header::new("é".repeat(100)).write(&mut sink);
    let read = Header::read(&sink).unwrap();
    assert_eq!(read.label, "é".repeat(60));
    sink.clear();
    Header::new(format!("a{}", "é".repeat(100))).write(&mut sink);
    assert_eq!(Header::read(&sink).unwrap().label.len(), 119);
}
