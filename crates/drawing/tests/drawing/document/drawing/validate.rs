//! Tests of `src/document/drawing/validate.rs`.

use undoodle_drawing::color::Color;
use undoodle_drawing::document::info::{LINKS, SELECTION, cel_plane};
use undoodle_drawing::document::records::{FRAME, GROUP, KEY, LAYER, SLICE, TAG};
use undoodle_drawing::document::{Cel, Drawing, Mode, Slice, SliceKey, Tag, TagDirection};
use undoodle_drawing::document::{groups, layers, links};
use undoodle_drawing::error::Message;
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::memory::{Arena, Memory, PAGE, PageAddress, Region};

/// A drawing with a bit of everything.
fn rich() -> Drawing<Memory> {
    let mut drawing = Drawing::new(1100, 600).unwrap();
    drawing.add_layer(1).unwrap();
    drawing.add_frame(1).unwrap();
    let tag = Tag::new("walk", 0, 1, TagDirection::Reverse);
    drawing.add_tag(&tag).unwrap();
    let slice = drawing.add_slice(&Slice::new("face")).unwrap();
    drawing.set_slice_key(&SliceKey::new(slice, 1, Rect::new(1, 2, 3, 4))).unwrap();
    drawing.group_layers(&[0, 1]).unwrap();
    drawing.change_layer(1, |layer| layer.note = "to do".into()).unwrap();
    let cel = Cel { layer: 1, frame: 1 };
    drawing.fill_rect(cel, Rect::new(5, 5, 1090, 560), Color::BLACK).unwrap();
    drawing.select(&[Rect::new(9, 9, 80, 70), Rect::new(9, 79, 8, 7)], Mode::Replace).unwrap();
    drawing.lift(cel).unwrap();
    drawing.compact().unwrap();
    drawing.validate().unwrap();
    drawing
}

/// Says what is wrong with a drawing once bytes were written behind the back of all rules.
fn with(drawing: &Drawing<Memory>, at: u64, bytes: &[u8]) -> Result<(), Message> {
    let (mut memory, region) = (drawing.door().clone(), Region::new(at, bytes.len()));
    memory.provide(region).unwrap();
    memory.get_mut(region).unwrap().copy_from_slice(bytes);
    Drawing::from_door(memory).validate()
}

#[test]
fn what_is_broken_is_named() {
    let drawing = rich();
    let leaf = |tree, index| PageAddress { tree, level: 0, index }.address();
    let nothing = "has bytes that mean nothing";
    let (layer, tag) = (LAYER.address(2), TAG.address(1));
    let flag = "the visible of a layer has bytes that mean nothing";
    let version = "its layout is version 9, and this Undoodle reads 4: open it with a newer one";
    let old = "its layout is version 3, and this Undoodle reads 4: an older one wrote it";
    let group = GROUP.address(1);
    let (slice, key) = (SLICE.address(1), KEY.address(1));
    let cases: [(u64, &[u8], &str); 44] = [
        (0, b"X", "it does not begin like a drawing"),
        (4, &[9], version),
        (4, &[3], old),
        (8, &[0, 0], "a side is outside of 1 to 32768"),
        (12, &[1, 0x80], "a side is outside of 1 to 32768"),
        (4000, &[1], "the first record has data past its end"),
        (leaf(0, LAYER.list), &[255, 255, 1, 0], "a list has too many or too few ids"),
        (leaf(0, FRAME.list), &[0], "a list has too many or too few ids"),
        (leaf(0, LAYER.list) + 4, &[2], "a list has an id twice"),
        (leaf(0, FRAME.list) + 4, &[9], "a list has an id that was never given"),
        (leaf(0, TAG.list) + 20, &[1], "a list has data past its end"),
        (leaf(0, 99), &[1], "there are records of an unknown kind"),
        (LAYER.address(9), &[1], "there is a record of an id that is not in use"),
        (layer, &[0xff], &format!("the name of a layer {nothing}")),
        (layer, &[0], &format!("the name of a layer {nothing}")),
        (layer + 1, &[0], &format!("the name of a layer {nothing}")),
        (layer + 65, &[99], &format!("the blend of a layer {nothing}")),
        (layer + 66, &[2], flag),
        (layer + 69, &[7], &format!("the note of a layer {nothing}")),
        (layer + 511, &[1], &format!("the room of a layer {nothing}")),
        (FRAME.address(1) + 2, &[1], &format!("the duration of a frame {nothing}")),
        (tag + 40, &[4], &format!("the direction of a tag {nothing}")),
        (group, &[0], &format!("the name of a group {nothing}")),
        (group + 65, &[2], &format!("the locked of a group {nothing}")),
        (group + 127, &[1], &format!("the room of a group {nothing}")),
        (GROUP.address(2), &[1], "there is a record of an id that is not in use"),
        (layer + 269, &[2], "a layer is in a group that does not exist"),
        (leaf(0, GROUP.list), &[0], "a list has data past its end"),
        (tag + 36, &[2], "a tag has frames that do not exist"),
        (slice, &[0], &format!("the name of a slice {nothing}")),
        (slice + 268, &[1], &format!("the room of a slice {nothing}")),
        (key, &[2], "a key of a slice has a frame that does not exist"),
        (key + 48, &[2], "a key belongs to a slice that does not exist"),
        (key + 7, &[0x7f], &format!("the bounds of a slice key {nothing}")),
        (key + 12, &[0], &format!("the bounds of a slice key {nothing}")),
        (key + 20, &[1], &format!("the center of a slice key {nothing}")),
        (key + 36, &[2], &format!("the pivot of a slice key {nothing}")),
        (KEY.address(2), &[1], "there is a record of an id that is not in use"),
        (leaf(cel_plane(2, 7), 0), &[1], "there are pixels without a cel"),
        (links::address(2, 3), &[1], "there is a link without a cel"),
        (links::address(3, 1), &[1], "there is a link without a cel"),
        (links::address(2, 2), &[2], "a cel is linked to itself"),
        (links::address(2, 2), &[3], "a link leads to a frame that was never given"),
        (
            PageAddress { tree: LINKS, level: 1, index: 0 }.address(),
            &[1],
            "there are links of an unknown kind",
        ),
    ];
    for (at, bytes, said) in cases {
        assert_eq!(with(&drawing, at, bytes).unwrap_err(), said, "{at}: {bytes:?}");
    }
    assert_eq!(with(&drawing, leaf(cel_plane(2, 2), 900), &[1]), Ok(()), "beyond the edge, they are kept");
    let uniform = [7u8; PAGE];
    let tile = leaf(cel_plane(1, 1), 0);
    assert_eq!(with(&drawing, tile, &uniform), Err("a tile of one colour has a page".into()));
    let bases = PageAddress { tree: cel_plane(1, 1), level: 1, index: 0 }.address();
    let said = Err("a table of tiles has data past its end".into());
    assert_eq!(with(&drawing, bases + 2048, &[1]), said);
    let said = Err("a block of one colour has a page".into());
    assert_eq!(with(&drawing, bases, &uniform[..2048]), said);
    let said = Err("the selection has a colour".into());
    assert_eq!(with(&drawing, leaf(SELECTION, 0) + 4 * (32 * 10 + 10), &[7]), said);
    drawing.validate().unwrap();
    let mut selected = Drawing::new(8, 8).unwrap();
    selected.select(&[Rect::new(0, 0, 2, 2)], Mode::Replace).unwrap();
    let said = Err("the selection leaves the canvas".into());
    assert_eq!(with(&selected, leaf(SELECTION, 0) + 4 * 9, &[1]), said);
}

#[test]
fn the_layers_of_a_group_are_together_and_there_is_one() {
    let mut drawing = Drawing::new(8, 8).unwrap();
    (1..3).for_each(|at| drawing.add_layer(at).unwrap());
    let group = drawing.group_layers(&[0, 1]).unwrap();
    drawing.validate().unwrap();
    let of = |layer| LAYER.address(layer) + layers::GROUP.start;
    assert_eq!(with(&drawing, of(3), &group.to_le_bytes()), Ok(()));
    let torn = Err("the layers of a group are not together".into());
    let list = PageAddress { tree: 0, level: 0, index: LAYER.list }.address();
    assert_eq!(with(&drawing, list + 4, &[1, 0, 3, 0, 2, 0]), torn);
    drawing.change_group(group, |group| group.locked = true).unwrap();
    let none = with(&drawing, of(1), &[0; 2]);
    assert_eq!(none, Ok(()), "one of two may leave");
    drawing.ungroup(group).unwrap();
    assert_eq!(with(&drawing, of(1), &[1, 0]), Err("a layer is in a group that does not exist".into()));
    let group = drawing.group_layers(&[2]).unwrap();
    assert_eq!(with(&drawing, of(3), &[0; 2]), Err("a group has no layers".into()), "{group}");
}

#[test]
fn groups_are_in_groups_that_there_are_and_not_in_themselves() {
    let mut drawing = Drawing::new(8, 8).unwrap();
    (1..4).for_each(|at| drawing.add_layer(at).unwrap());
    let outer = drawing.group_layers(&[0, 1, 2]).unwrap();
    let inner = drawing.group_layers(&[1]).unwrap();
    let other = drawing.group_layers(&[3]).unwrap();
    drawing.validate().unwrap();
    let parent = |group| GROUP.address(group) + groups::PARENT.start;
    assert_eq!(
        with(&drawing, parent(outer), &[9, 0]),
        Err("a group is in a group that does not exist".into())
    );
    let itself = Err("a group is within itself".into());
    assert_eq!(with(&drawing, parent(outer), &outer.to_le_bytes()), itself);
    assert_eq!(with(&drawing, parent(outer), &inner.to_le_bytes()), itself);
    assert_eq!(with(&drawing, parent(other), &outer.to_le_bytes()), Ok(()), "the last one of it");
    let torn = Err("the layers of a group are not together".into());
    assert_eq!(with(&drawing, parent(inner), &other.to_le_bytes()), torn);
}
