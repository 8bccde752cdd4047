//! Tests of `src/document/trace.rs`.

use undoodle_drawing::color::Color;
use undoodle_drawing::document::{StepKind, Trace};
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::history::{CommitId, Header, MAX_EXTRA};

/// A trace as the first version wrote it: four sides, the colour, layers and frames.
const PLAIN: [u8; 12] = [6, 8, 10, 0x80, 1, 9, 8, 7, 6, 0, 0x81, 0x80];

#[test]
fn a_trace_written_is_the_trace_read() {
    for kind in [StepKind::Plain, StepKind::Selects, StepKind::Newer, StepKind::TakesBack] {
        let rect = Rect { x: i32::MIN, y: -1, width: 0, height: i32::MAX };
        let mut trace = Trace::new(rect, Color::REMOVED);
        trace.kind = kind;
        trace.about = (kind == StepKind::TakesBack).then_some(CommitId(300));
        assert_eq!(Trace::of(&Header::new("Step").with(&trace.extra())), trace);
    }
}

#[test]
fn a_merge_says_where_it_came_from_on_the_largest_canvas() {
    for id in [0, 1, 127, 128, 1 << 35, u64::MAX] {
        let side = 32_768;
        let mut trace = Trace::new(Rect::new(side, side, side, side), Color::REMOVED);
        (trace.kind, trace.about) = (StepKind::Merges, Some(CommitId(id)));
        let extra = trace.extra();
        assert!(extra.len() <= MAX_EXTRA, "{id}: {} bytes", extra.len());
        let header = Header::new("Merge").with(&extra);
        assert_eq!(Trace::of(&header), trace, "{id}");
    }
}

#[test]
fn a_step_without_a_kind_is_as_it_was_before_there_were_kinds() {
    let old = [&PLAIN[..], &[4]].concat();
    let read = Trace::of(&Header::new("Dot").with(&old));
    assert_eq!(
        (read.rect, read.color.bytes, read.kind),
        (Rect::new(3, 4, 5, 64), [9, 8, 7, 6], StepKind::Plain)
    );
    assert_eq!(*read.extra(), old[..]);
    let mut kind = read;
    kind.kind = StepKind::Moves;
    assert_eq!(*kind.extra(), [&old[..], &[2]].concat()[..]);
}

#[test]
fn other_bytes_are_no_trace() {
    for bytes in [&PLAIN[..], &[], &[0xff; 40], &[&PLAIN[..], &[4, 2, 0]].concat()] {
        assert_eq!(Trace::of(&Header::new("Step").with(bytes)), Trace::default(), "{bytes:?}");
    }
}
