//! Label colours and texts of layers, groups, cels and tags: read, changed, and written with what else stands beside them.

use super::forge::*;
use super::home::{beyond, taken};
use super::{read, write};
use undoodle_formats::color::Color;
use undoodle_formats::document::{Carried, Cel, Drawing, MAX_GROUP_NOTE, MAX_TAG_TEXT, Tag};
use undoodle_formats::memory::Memory;

/// The colour of the forge's user data.
const COLOR: Color = Color { bytes: [1, 2, 3, 4] };

/// Another colour.
const NEW: Color = Color { bytes: [90, 80, 70, 255] };

/// User data with a text, a colour and a map of properties.
fn rich(words: &str) -> Vec<u8> {
    let maps = [longs(&[24, 1, 0, 1]), text("n"), vec![1, 0, 7]].concat();
    chunk(0x2020, &[longs(&[7]), text(words), vec![1, 2, 3, 4], maps])
}

/// Two frames of a layer in a group, a cel with a link to it, and two tags, all with user data, and one of it without.
fn sprite() -> Vec<u8> {
    let group = layer_with(3, 1, 0, 0, 255, "group");
    let inner = layer_with(3, 0, 1, 0, 255, "inner");
    let dot = packed(1, (0, 0), (1, 1), &[9, 8, 7, 255]);
    let tags = tags(&[tag(0, 0, 0, 0, "one"), tag(1, 1, 0, 0, "two")]);
    let first = [group, rich("the group"), inner, rich("the layer"), layer("top"), tags, rich("the tag")];
    let rest = [user_data(None, false), dot, rich("the cel")];
    Forge::new(2, 2, 32)
        .frame(9, &[&first[..], &rest].concat())
        .frame(9, &[linked(1, (0, 0), 255, 0)])
        .bytes()
}

/// Returns the colour and the text of the group, the lower layer, the upper one, and the lower one's cels.
fn labels(drawing: &Drawing<Memory>) -> [(Color, String); 5] {
    let group = drawing.group(drawing.groups()[0]).unwrap();
    let [lower, upper] = [0, 1].map(|at| drawing.layer(at).unwrap());
    let [first, second] = [0, 1].map(|frame| drawing.cel_properties(Cel { layer: 0, frame }));
    [
        (group.label, group.note),
        (lower.label, lower.note),
        (upper.label, upper.note),
        (first.label, first.text),
        (second.label, second.text),
    ]
}

#[test]
fn they_are_read_and_written_as_they_came() {
    let file = sprite();
    let (drawing, notes) = read(&file);
    assert_eq!(notes, "");
    let said = |words: &str| (COLOR, words.to_owned());
    let none = (Color::TRANSPARENT, String::new());
    let expected = [said("the group"), said("the layer"), none, said("the cel"), said("the cel")];
    assert_eq!(labels(&drawing), expected, "a link shares what is said of the image");
    let tags = drawing.tags();
    assert_eq!(tags.iter().map(|tag| &tag.text[..]).collect::<Vec<_>>(), ["the tag", ""]);
    assert_eq!(tags[0].color, Color::rgba(1, 2, 3, 255));
    assert_eq!(taken(&file).1, taken(&write(&drawing)).1);
}

#[test]
fn what_is_changed_is_written_and_maps_of_properties_stay() {
    let file = sprite();
    let (mut drawing, _) = read(&file);
    let id = drawing.groups()[0];
    drawing.change_group(id, |group| group.label = NEW).unwrap();
    drawing.change_layer(0, |layer| (layer.label, layer.note) = (Color::TRANSPARENT, String::new())).unwrap();
    drawing.change_layer(1, |layer| layer.label = NEW).unwrap();
    drawing.change_cel(Cel { layer: 0, frame: 1 }, |cel| cel.text = "new".into()).unwrap();
    let tags = drawing.tags();
    drawing.set_tag(0, &Tag { text: String::new(), ..tags[0].clone() }).unwrap();
    drawing.set_tag(1, &Tag { text: "of two".into(), ..tags[1].clone() }).unwrap();
    let saved = write(&drawing);
    let (again, notes) = read(&saved);
    assert_eq!(notes, "");
    assert_eq!(labels(&again), labels(&drawing));
    assert_eq!(again.tags(), drawing.tags());
    // Six user data changed, or were added, and nothing else.
    let (old, new) = (taken(&file).1, taken(&saved).1);
    let kinds = |chunks: Vec<(usize, u16, Vec<u8>)>| chunks.iter().map(|chunk| chunk.1).collect::<Vec<_>>();
    assert_eq!(kinds(beyond(&new, &old)), [0x2020; 6]);
    assert_eq!(kinds(beyond(&old, &new)), [0x2020; 5]);
    let maps = |file: &[u8]| file.windows(3).filter(|bytes| bytes == b"\x01\x00n").count();
    assert_eq!((maps(&file), maps(&saved)), (4, 4));
    // Undone by hand, it is the file again.
    drawing = read(&saved).0;
    drawing.change_layer(1, |layer| layer.label = Color::TRANSPARENT).unwrap();
    assert_eq!(beyond(&taken(&write(&drawing)).1, &new), []);
}

#[test]
fn a_drawing_of_ours_writes_them_without_carrying_anything() {
    let mut drawing = Drawing::new(2, 2).unwrap();
    drawing.add_linked_frame(0).unwrap();
    drawing.change_layer(0, |layer| (layer.label, layer.note) = (NEW, "note".into())).unwrap();
    let id = drawing.group_layers(&[0]).unwrap();
    drawing.change_group(id, |group| group.note = "folder".into()).unwrap();
    drawing.change_cel(Cel::default(), |cel| (cel.label, cel.text) = (NEW, "cel".into())).unwrap();
    drawing.add_tag(&Tag { text: "tag".into(), ..Tag::new("one", 0, 1, Default::default()) }).unwrap();
    drawing.add_tag(&Tag::new("two", 0, 0, Default::default())).unwrap();
    let file = write(&drawing);
    let (again, notes) = read(&file);
    assert_eq!((notes.as_str(), again.carries()), ("", false));
    assert_eq!(again.door(), drawing.door());
    assert_eq!(file.windows(3).filter(|bytes| bytes == b"cel").count(), 1, "it is said once of the image");
}

#[test]
fn a_text_that_is_too_long_is_cut_here_and_whole_in_the_file() {
    let long = "é".repeat(300);
    let tags = tags(&[tag(0, 0, 0, 0, "one")]);
    let said = || user_data(Some(&long), false);
    let group = layer_with(3, 1, 0, 0, 255, "group");
    let inner = layer_with(3, 0, 1, 0, 255, "inner");
    let dot = packed(1, (0, 0), (1, 1), &[9, 8, 7, 255]);
    let file = Forge::new(1, 1, 32).frame(9, &[group, said(), inner, tags, said(), dot, said()]).bytes();
    let (mut drawing, notes) = read(&file);
    assert_eq!(notes, "3 texts were changed to fit");
    let lengths = [MAX_GROUP_NOTE, MAX_TAG_TEXT, 200];
    let group = drawing.group(drawing.groups()[0]).unwrap();
    let own = drawing.cel_properties(Cel::default());
    assert_eq!([group.note.len(), drawing.tags()[0].text.len(), own.text.len()], lengths);
    assert_eq!(beyond(&taken(&file).1, &taken(&write(&drawing)).1), []);
    drawing.change_cel(Cel::default(), |cel| cel.label = NEW).unwrap();
    let changed = beyond(&taken(&write(&drawing)).1, &taken(&file).1);
    assert_eq!(changed.len(), 1);
    assert!(changed[0].2.windows(long.len()).any(|part| part == long.as_bytes()), "the text stays whole");
}

#[test]
fn what_older_drawings_carry_of_them_stays_until_there_is_something_else() {
    // Before there were labels, user data was carried and not read.
    let mut drawing = Drawing::new(1, 1).unwrap();
    let (layer, frame) = (drawing.layer_id(0).unwrap(), drawing.frame_id(0).unwrap());
    let group = drawing.group_layers(&[0]).unwrap();
    drawing.add_tag(&Tag::new("tag", 0, 0, Default::default())).unwrap();
    let tag = drawing.tag_ids()[0];
    drawing.change_layer(0, |layer| layer.note = "old".into()).unwrap();
    drawing.fill_span(Cel::default(), 0, 0..1, Color::BLACK).unwrap();
    let of = Carried { role: 3, bytes: rich("old"), ..Carried::default() };
    let owners = [
        Carried { layer, kind: 0x2004, ..of.clone() },
        Carried { group, kind: 0x2004, ..of.clone() },
        Carried { layer, frame, kind: 0x2005, ..of.clone() },
        Carried { tag, kind: 0x2018, ..of.clone() },
    ];
    owners.iter().for_each(|chunk| assert!(drawing.carry(chunk).unwrap()));
    let count = |drawing: &Drawing<Memory>| {
        let user_data = &rich("old")[6..];
        taken(&write(drawing)).1.iter().filter(|chunk| chunk.1 == 0x2020 && chunk.2 == user_data).count()
    };
    // The tag's colour is its own since long.
    assert_eq!(count(&drawing), 3);
    drawing.change_group(group, |group| group.label = NEW).unwrap();
    drawing.change_layer(0, |layer| layer.note = String::new()).unwrap();
    assert_eq!(count(&drawing), 1);
    let (again, _) = read(&write(&drawing));
    let group = again.group(again.groups()[0]).unwrap();
    assert_eq!((group.label, &group.note[..]), (NEW, "old"));
    let layer = again.layer(0).unwrap();
    assert_eq!((layer.label, &layer.note[..]), (COLOR, ""));
    assert_eq!(again.tags()[0].text, "old");
}

#[test]
fn more_labels_than_a_drawing_has_room_for_are_carried() {
    let dot = |layer: u16| packed(layer, (0, 0), (1, 1), &[1, 2, 3, 255]);
    let mut forge = Forge::new(1, 1, 32);
    for frame in 0..512 {
        let layers = if frame == 0 { ["a", "b", "c", "d"].map(layer).to_vec() } else { Vec::new() };
        let cels = (0..4).flat_map(|at| [dot(at), user_data(None, true)]);
        forge = forge.frame(1, &[layers, cels.collect()].concat());
    }
    let file = forge.bytes();
    let (drawing, notes) = read(&file);
    assert!(!drawing.has_cel_properties());
    assert_eq!(notes, "7 parts that there was no room for were left out");
    assert_eq!(beyond(&taken(&file).1, &taken(&write(&drawing)).1).len(), 7);
}
