//! Clipped layers, which Aseprite doesn't know: a property says so, and whatever other properties there are stay as they came.

use super::forge::*;
use super::home::{beyond, taken};
use super::{read, write};
use undoodle_formats::document::Drawing;
use undoodle_formats::memory::Memory;

/// A property of some kind.
fn property(name: &str, kind: u16, value: &[u8]) -> Vec<u8> {
    [text(name), kind.to_le_bytes().to_vec(), value.to_vec()].concat()
}

/// Maps of properties with their size and their number before them.
fn maps(all: &[(u32, &[Vec<u8>])]) -> Vec<u8> {
    let one = |(key, list): &(u32, &[Vec<u8>])| [longs(&[*key, list.len() as u32]), list.concat()].concat();
    let bytes: Vec<u8> = all.iter().flat_map(one).collect();
    [longs(&[bytes.len() as u32 + 8, all.len() as u32]), bytes].concat()
}

/// Two layers, the upper with these maps in its user data.
fn sprite(maps: &[u8]) -> Vec<u8> {
    let said = chunk(0x2020, &[longs(&[4]), maps.to_vec()]);
    let dot = |at: u16| packed(at, (0, 0), (1, 1), &[9, 8, 7, 255]);
    Forge::new(2, 2, 32).frame(9, &[layer("below"), layer("above"), said, dot(0), dot(1)]).bytes()
}

/// Whether the layers are clipped.
fn clipped(drawing: &Drawing<Memory>) -> [bool; 2] {
    [0, 1].map(|at| drawing.layer(at).unwrap().clipped)
}

fn clip(drawing: &mut Drawing<Memory>, layer: u32, so: bool) {
    drawing.change_layer(layer, |layer| layer.clipped = so).unwrap();
}

/// A property of each kind that Aseprite writes, lists and maps within each other among them.
fn all_kinds() -> Vec<Vec<u8>> {
    let list = |kind: u16, values: &[u8], count: u32| {
        [longs(&[count]), kind.to_le_bytes().to_vec(), values.to_vec()].concat()
    };
    let within = [longs(&[1]), property("in", 13, &text("it"))].concat();
    let sizes =
        [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 4), (7, 4), (8, 8), (9, 8), (10, 4), (11, 4), (12, 8)];
    let more = [(14, 8), (15, 8), (16, 16), (19, 16)];
    let plain = sizes.into_iter().chain(more);
    let mut all: Vec<_> =
        plain.map(|(kind, size)| property(&format!("p{kind}"), kind, &vec![3; size])).collect();
    all.push(property("text", 13, &text("a text")));
    all.push(property("same", 17, &list(5, &[1, 0, 2, 0], 2)));
    all.push(property("mixed", 17, &list(0, &[1, 0, 1, 5, 0, 2, 0], 2)));
    all.push(property("map", 18, &within));
    all
}

#[test]
fn a_drawing_of_ours_comes_back_clipped_and_carries_nothing() {
    let mut drawing = Drawing::new(2, 2).unwrap();
    drawing.add_layer(1).unwrap();
    let plain = write(&drawing);
    clip(&mut drawing, 1, true);
    let file = write(&drawing);
    let (again, notes) = read(&file);
    assert_eq!((notes.as_str(), again.carries()), ("", false));
    assert_eq!(again.door(), drawing.door());
    let own = property("undoodle:clipped", 1, &[1]);
    let expected = chunk(0x2020, &[longs(&[4]), maps(&[(0, &[own])])]);
    let said = |file: &[u8]| file.windows(expected.len()).filter(|part| *part == expected).count();
    assert_eq!((said(&file), said(&plain)), (1, 0));
    assert_eq!(file.len(), plain.len() + expected.len());
}

#[test]
fn other_properties_stay_as_they_came_whether_a_layer_is_clipped_or_not() {
    let (own, others) = (property("undoodle:clipped", 1, &[1]), all_kinds());
    let before = maps(&[(7, &others), (0, &others)]);
    let file = sprite(&before);
    let (mut drawing, notes) = read(&file);
    assert_eq!((notes.as_str(), clipped(&drawing)), ("", [false; 2]));
    clip(&mut drawing, 1, true);
    let saved = write(&drawing);
    let with = maps(&[(7, &others), (0, &[&others[..], std::slice::from_ref(&own)].concat())]);
    assert_eq!(beyond(&taken(&saved).1, &taken(&sprite(&with)).1), []);
    let (mut again, notes) = read(&saved);
    assert_eq!((notes.as_str(), clipped(&again)), ("", [false, true]));
    clip(&mut again, 1, false);
    assert_eq!(beyond(&taken(&write(&again)).1, &taken(&file).1), []);
    // A map of nothing else goes with it.
    let (mut alone, _) = read(&sprite(&maps(&[(0, &[own]), (7, &others)])));
    clip(&mut alone, 1, false);
    assert_eq!(beyond(&taken(&write(&alone)).1, &taken(&sprite(&maps(&[(7, &others)]))).1), []);
}

#[test]
fn what_is_of_another_kind_or_of_an_extension_clips_nothing_and_damage_stays_as_it_is() {
    let named = |kind: u16, value: &[u8]| property("undoodle:clipped", kind, value);
    for strange in
        [maps(&[(0, &[named(1, &[0])])]), maps(&[(0, &[named(2, &[1])])]), maps(&[(5, &[named(1, &[1])])])]
    {
        assert_eq!(clipped(&read(&sprite(&strange)).0), [false; 2]);
    }
    let deep = (0..100)
        .fold(property("leaf", 1, &[1]), |inner, _| property("m", 18, &[longs(&[1]), inner].concat()));
    let endless = [longs(&[8, u32::MAX, 0, u32::MAX]), text("n")].concat();
    let list = property("l", 17, &[longs(&[u32::MAX]), vec![1, 0, 1]].concat());
    for broken in [
        vec![],
        vec![1, 2],
        endless,
        maps(&[(0, &[deep])]),
        maps(&[(0, &[list])]),
        maps(&[(0, &[named(99, &[1])])]),
    ] {
        let file = sprite(&broken);
        let (mut drawing, notes) = read(&file);
        assert_eq!((notes.as_str(), clipped(&drawing)), ("", [false; 2]));
        drawing
            .change_layer(1, |layer| (layer.note, layer.clipped) = ("new".into(), !broken.is_empty()))
            .unwrap();
        let saved = write(&drawing);
        assert_eq!(read(&saved).1, "");
        assert!(
            saved.windows(broken.len().max(1)).any(|part| part == broken) || broken.is_empty(),
            "it stays"
        );
    }
}
