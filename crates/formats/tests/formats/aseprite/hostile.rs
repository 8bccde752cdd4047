//! Files that somebody has tampered with: each is a valid drawing or refused, within bounds of memory.

use super::forge::*;
use super::{open, read, sprite, write};
use undoodle_formats::document::{Cel, Drawing};
use undoodle_formats::geometry::Rect;
use undoodle_formats::memory::Memory;

/// Reads a file as far as it goes. Returns the drawing that it makes, which must be valid, and what is told of it.
fn check(bytes: &[u8], what: &str) -> Option<(Drawing<Memory>, String)> {
    let mut drawing = None;
    let used = allocation_counter::measure(|| {
        // A change of the first bytes makes it a file in no format.
        let file = undoodle_formats::open(bytes).ok();
        drawing = file.map(|(_, file)| (file.drawing().unwrap(), file.notes().to_string()));
    });
    assert!(used.bytes_max < 8 << 20, "{what}: {} bytes", used.bytes_max);
    let (drawing, notes) = drawing?;
    assert_eq!(drawing.validate(), Ok(()), "{what}");
    Some((drawing, notes))
}

/// Checks a file, and that what it makes comes back when it is written. Returns `true` if it is a drawing.
fn check_twice(bytes: &[u8], what: &str) -> bool {
    let Some((drawing, told)) = check(bytes, what) else { return false };
    let (again, notes) = read(&write(&drawing));
    assert!(again.door() == drawing.door() && lists(&told, &notes), "{what}: {told}; {notes}");
    true
}

/// Returns `true` if no more is told of a file that was written back than of the file before: what is shown otherwise stays so.
fn lists(told: &str, again: &str) -> bool {
    again.is_empty() || again.split("; ").count() <= told.split("; ").count()
}

/// A file with every kind of chunk and cel that is read.
fn every_kind() -> Vec<u8> {
    let pixels: Vec<u8> = (0..16 * 8).collect();
    let first = [
        palette(6, 1, &[[1, 2, 3, 4]; 5]),
        old_palette(0x0011, &[(3, &[[1, 2, 3]])]),
        layer("a"),
        user_data(Some("note"), true),
        layer_with(3, 1, 0, 0, 255, "group"),
        layer_with(3, 1, 1, 0, 9, "inner"),
        layer_with(3, 0, 2, 3, 9, "b"),
        layer_with(3, 2, 0, 0, 255, "tiles"),
        tileset(6, (4, 3), 5, &pixels[..60]),
        tags(&[tag(0, 1, 2, 0, "run")]),
        packed(0, (-2, 1), (16, 8), &pixels),
        raw(3, (5, 5), (4, 4), &pixels[..16]),
        map(4, (1, 2), (3, 2), &[1, 2 | 1 << 31, 3, 4 | 1 << 29, 0, 1 << 30]),
    ];
    let second = [linked(0, (-2, 1), 255, 0), linked(3, (0, 0), 99, 0), linked(4, (1, 2), 255, 0)];
    Forge { flags: 3, ..Forge::new(20, 16, 8).frame(50, &first).frame(0, &second) }.bytes()
}

/// A small file of ours.
fn ours() -> Vec<u8> {
    let mut drawing = Drawing::new(12, 9).unwrap();
    drawing.add_layer(1).unwrap();
    drawing.add_linked_frame(0).unwrap();
    drawing.group_layers(&[1]).unwrap();
    let color = undoodle_formats::color::Color::ADDED;
    drawing.pixels_mut(Cel { layer: 1, frame: 0 }).unwrap().fill_rect(Rect::new(2, 3, 7, 5), color).unwrap();
    write(&drawing)
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    for bytes in [every_kind(), ours()] {
        assert!(check_twice(&bytes, "whole"));
        for len in 0..bytes.len() {
            assert!(check(&bytes[..len], "cut").is_none(), "cut at {len}");
        }
    }
}

#[test]
fn a_file_with_a_changed_bit_is_a_valid_drawing_or_refused() {
    let (mut opened, mut refused) = (0, 0);
    for bytes in [every_kind(), ours()] {
        for at in 0..bytes.len() {
            // Each bit of a byte has its turn within four neighbours.
            for bit in [at % 4, at % 4 + 4] {
                let mut bytes = bytes.clone();
                bytes[at] ^= 1 << bit;
                let valid = check_twice(&bytes, &format!("bit {bit} of byte {at}"));
                *if valid { &mut opened } else { &mut refused } += 1;
            }
        }
    }
    assert!(opened > 250 && refused > 250, "{opened} were opened, {refused} were refused");
}

#[test]
fn numbers_at_their_extremes_are_a_valid_drawing_or_refused() {
    let mut refused = 0;
    for bytes in [every_kind(), ours()] {
        for at in 6..bytes.len() - 4 {
            for number in [0, 1, 0x7fff, 0x8000, 0xffff, 0x7fff_ffff, 0x8000_0000, u32::MAX] {
                for len in [2, 4] {
                    let mut bytes = bytes.clone();
                    bytes[at..at + len].copy_from_slice(&number.to_le_bytes()[..len]);
                    refused += u32::from(check(&bytes, &format!("{number:x} at {at}")).is_none());
                }
            }
        }
    }
    assert!(refused > 1000, "{refused}");
}

#[test]
fn many_changes_at_once_are_a_valid_drawing_or_refused() {
    let mut chance = fastrand::Rng::with_seed(7);
    let sources = [every_kind(), ours(), write(&sprite())];
    let mut valid = 0;
    for round in 0..3000 {
        let mut bytes = sources[round % 3].clone();
        for _ in 0..chance.u32(1..6) {
            let at = chance.usize(6..bytes.len());
            let from = chance.usize(6..bytes.len());
            match chance.u32(0..4) {
                0 => bytes[at] = chance.u8(..),
                1 => bytes.truncate(at.max(140)),
                2 => {
                    let len = chance.usize(1..20).min(bytes.len() - at.max(from));
                    bytes.copy_within(from..from + len, at);
                }
                _ => drop(bytes.drain(at..(at + chance.usize(1..9)).min(bytes.len()))),
            }
        }
        valid += u32::from(check_twice(&bytes, &format!("round {round}")));
    }
    assert!(valid > 30, "{valid}");
}

#[test]
fn a_bomb_is_refused_without_the_memory_that_it_claims() {
    let used = |bytes: &[u8]| allocation_counter::measure(|| drop(open(bytes))).bytes_max;
    let few = |size| Forge::new(32768, 32768, 32).frame(1, &[layer("a"), packed(0, (0, 0), size, &[0; 64])]);
    assert!(used(&few((32768, 32768)).bytes()) < 1 << 20);
    let set = tileset(6, (4096, 4096), 1, &[]);
    let map = map(0, (0, 0), (9, 9), &[1; 81]);
    let tiles = Forge::new(9, 9, 32).frame(1, &[set, layer_with(3, 2, 0, 0, 255, "t"), map]);
    assert!(used(&tiles.bytes()) < 1 << 20);
    let zeros = zlib(&vec![0; 64 << 20]);
    let size = words(&[4096, 4096]);
    let wide = chunk(0x2005, &[cel_head(0, (0, 0), 255, 2, 0), size, zeros]);
    let bytes = Forge::new(4096, 4096, 32).frame(1, &[layer("a"), wide]).bytes();
    assert!(bytes.len() < 100_000 && open(&bytes).is_ok());
    assert!(used(&bytes) < 1 << 20, "a picture of one colour has no pages");
    let many = Forge::new(9, 9, 32).frame(1, &vec![layer_with(3, 1, 0, 0, 255, ""); 65537]);
    assert_eq!(
        open(&many.bytes()).err().unwrap().to_string(),
        "number of layers and groups must be from 1 to 65536, not 65537"
    );
}
