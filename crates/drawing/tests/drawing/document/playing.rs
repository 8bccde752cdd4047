//! Tests of `src/document/playing.rs`. Orders of nested tags are those that Aseprite's own tests expect.

use undoodle_drawing::document::TagDirection::{Forward, PingPong, PingPongReverse, Reverse};
use undoodle_drawing::document::{Tag, TagDirection, playing};

/// Returns a tag that is played several times.
fn tag((from, to): (u32, u32), direction: TagDirection, repeat: u16) -> Tag {
    Tag { repeat, ..Tag::new("tag", from, to, direction) }
}

/// Checks the order of some frames, which are letters from "a" on.
fn plays(frames: u32, tags: &[Tag], expected: &str) {
    let order: String =
        playing::order(frames, tags).into_iter().map(|frame| char::from(b'a' + frame as u8)).collect();
    assert_eq!(order, expected, "{tags:?}");
}

#[test]
fn a_tag_is_played_as_often_as_it_says_and_then_what_follows() {
    plays(4, &[], "abcd");
    plays(4, &[tag((1, 2), Forward, 2)], "abcbcd");
    plays(4, &[tag((1, 2), Reverse, 3)], "acbcbcbd");
    plays(4, &[tag((0, 3), PingPong, 2)], "abcdcba");
    plays(4, &[tag((0, 3), PingPong, 1)], "abcd");
    plays(3, &[tag((0, 2), PingPong, 3)], "abcbabc");
    plays(4, &[tag((0, 3), PingPongReverse, 2)], "dcbabcd");
    plays(2, &[tag((0, 0), Forward, 2)], "aab");
    plays(1, &[tag((0, 0), PingPong, 3)], "aaa");
    // Without a number a tag is played once, forward and backward where it turns.
    plays(4, &[tag((1, 2), Reverse, 0)], "acbd");
    plays(4, &[tag((1, 2), PingPong, 0)], "abcbd");
    let row = [
        tag((1, 2), Forward, 1),
        tag((3, 5), Reverse, 2),
        tag((6, 8), PingPong, 3),
        tag((10, 12), PingPongReverse, 2),
    ];
    plays(14, &row, "abcfedfedghihghijmlklmn");
}

#[test]
fn tags_within_tags_are_played_anew_in_each_pass() {
    plays(7, &[tag((1, 5), Forward, 2), tag((2, 4), PingPong, 3)], "abcdedcdefbcdedcdefg");
    plays(5, &[tag((1, 4), Forward, 2), tag((2, 4), Forward, 2)], "abcdecdebcdecde");
    plays(4, &[tag((1, 3), Forward, 2), tag((1, 3), PingPong, 4)], "abcdcbcdcbbcdcbcdcb");
    plays(5, &[tag((1, 4), Forward, 2), tag((1, 3), Reverse, 2)], "adcbdcbedcbdcbe");
    plays(5, &[tag((0, 4), PingPong, 2), tag((1, 3), Reverse, 3)], "adcbdcbdcbebcdbcdbcda");
    plays(5, &[tag((0, 4), Forward, 2), tag((2, 4), PingPong, 2)], "abcdedcabcdedc");
    plays(6, &[tag((1, 5), PingPongReverse, 2), tag((3, 5), PingPong, 2)], "afedefcbcdefed");
    plays(6, &[tag((1, 5), PingPongReverse, 2), tag((3, 5), Reverse, 2)], "adefdefcbcfedfed");
    plays(6, &[tag((1, 5), Reverse, 2), tag((3, 5), PingPongReverse, 2)], "adefedcbdefedcb");
    // One that begins within another is played when that one has ended.
    plays(5, &[tag((1, 3), Forward, 2), tag((2, 4), Forward, 2)], "abcdbcdcdecde");
    plays(5, &[tag((1, 3), Reverse, 2), tag((2, 4), Reverse, 2)], "adcbdcbedcedc");
    let three = [tag((1, 3), Forward, 2), tag((2, 4), Reverse, 2), tag((3, 5), PingPong, 2)];
    plays(7, &three, "abcdbcdedcedcdefedg");
    let inner = [tag((1, 6), PingPong, 2), tag((2, 4), Reverse, 2), tag((3, 5), PingPong, 2)];
    plays(7, &inner[..2], "abedcedcfgfcdecdeb");
}

#[test]
fn every_order_ends_and_has_frames_that_there_are() {
    let ends: Vec<_> = (0..5).flat_map(|from| (from..5).map(move |to| (from, to))).collect();
    for (one, other) in ends.iter().flat_map(|one| ends.iter().map(move |other| (*one, *other))) {
        for (a, b) in TagDirection::ALL.iter().flat_map(|a| TagDirection::ALL.map(|b| (*a, b))) {
            for (m, n) in [(0, 0), (1, 2), (2, 1), (3, 3)] {
                let order = playing::order(5, &[tag(one, a, m), tag(other, b, n)]);
                assert!(order.len() < 200 && order.iter().all(|frame| *frame < 5));
                assert!((0..5).all(|frame| order.contains(&frame)), "{one:?} {a:?} {m} {other:?} {b:?} {n}");
            }
        }
    }
    let most = tag((0, 1023), PingPong, u16::MAX);
    assert_eq!(playing::order(1024, &[most; 1]).len(), playing::MAX_MOMENTS);
}

#[test]
fn one_tag_is_repeated_by_its_own_frames() {
    assert_eq!(playing::repeated(&tag((2, 4), PingPong, 3)), [2, 3, 4, 3, 2, 3, 4]);
    assert_eq!(playing::repeated(&tag((2, 2), Reverse, 2)), [2, 2]);
}
