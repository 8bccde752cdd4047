//! What edits make untrue of a file, and what they don't: the rest comes back, and the loss is told.

use super::forge::*;
use super::home::{Content, beyond, fate, taken};
use super::{pixels, read, write};
use undoodle_formats::color::{Blend, Color};
use undoodle_formats::document::{Cel, Document, Drawing, Slice, SliceKey};
use undoodle_formats::geometry::{Point, Rect};
use undoodle_formats::memory::Memory;
use undoodle_formats::{self as formats, Export};

/// User data with a text, a colour and a map of properties.
fn rich(note: &str) -> Vec<u8> {
    let map = [longs(&[26, 1, 0]), longs(&[1]), text("age"), words(&[6, 0x1234, 0])].concat();
    chunk(0x2020, &[longs(&[7]), text(note), vec![1, 2, 3, 4], map])
}

/// A chunk of slices: one, with a nine-patch and a pivot.
fn slice() -> Vec<u8> {
    chunk(0x2022, &[longs(&[1, 3, 0]), text("face"), longs(&[0, 1, 2, 5, 5, 1, 1, 2, 2, 3, 3])])
}

/// An indexed sprite with everything that a file has and a drawing has not.
fn everything() -> Vec<u8> {
    let colors = palette(
        6,
        0,
        &[[0, 0, 0, 255], [200, 0, 0, 255], [0, 200, 0, 255], [0, 200, 0, 255], [9, 9, 9, 255], [7, 7, 7, 0]],
    );
    let set: Vec<u8> = [[0; 4], [1, 2, 3, 4]].concat();
    let icc = chunk(0x2007, &[words(&[2, 0, 0, 0]), vec![0; 8], longs(&[300]), vec![7; 300]]);
    let moved = {
        let mut moved = packed(1, (2, 1), (2, 2), &[1, 2, 1, 2]);
        moved[15..17].copy_from_slice(&(-3_i16).to_le_bytes());
        moved
    };
    let first = vec![
        icc,
        chunk(0x2008, &[longs(&[1]), vec![0; 8], longs(&[4]), vec![0; 8], text("other.aseprite")]),
        colors,
        rich("of the sprite"),
        layer_with(3 | 8, 0, 0, 0, 255, "ground"),
        layer_with(3 | 16, 0, 0, 0, 255, "b"),
        rich("of a layer\nof two lines"),
        layer_with(2, 1, 0, 5, 128, "outer"),
        rich("of a group"),
        layer_with(1 | 32, 1, 1, 0, 200, "inner"),
        layer_with(3 | 64, 0, 2, 0, 255, "reference"),
        layer_with(3, 1, 0, 0, 255, "empty"),
        layer_with(3, 2, 0, 0, 255, "tiles"),
        tileset(6, (2, 2), 2, &set),
        rich("of the set"),
        rich("of a tile"),
        tags(&[tag(0, 1, 2, 3, "run"), tag(1, 1, 0, 0, "")]),
        rich("of the first tag"),
        user_data(None, true),
        slice(),
        rich("of the slice"),
        chunk(0x2016, &[vec![3; 20]]),
        chunk(0x2017, &[]),
        packed(0, (0, 0), (8, 8), &[1; 64]),
        moved,
        chunk(0x2006, &[longs(&[1, 0, 0, 5, 5]), vec![0; 16]]),
        rich("of a cel"),
        packed(4, (6, 6), (4, 4), &[3; 16]),
        map(6, (0, 0), (3, 3), &[1, 1 | 1 << 31, 0, 0, 1 | 1 << 30, 0, 0, 0, 1]),
        chunk(0x7777, &[vec![1; 5]]),
    ];
    let second = vec![
        palette(6, 1, &[[1, 100, 100, 255]]),
        linked(0, (0, 0), 255, 0),
        linked(1, (2, 1), 99, 0),
        raw(4, (1, 1), (2, 1), &[0, 1]),
        map(6, (0, 0), (3, 3), &[1; 9]),
    ];
    let forge = Forge { flags: 3, ratio: [2, 1], grid: [1, 2, 16, 8], colors: 6, ..Forge::new(8, 8, 8) };
    forge.frame(50, &first).frame(60, &second).bytes()
}

fn told(drawing: &Drawing<Memory>) -> Vec<String> {
    let document = Document::open(drawing.clone()).unwrap();
    let aseprite = formats::named("aseprite").unwrap();
    let lost = formats::lost(&document, aseprite, &Export::new(0)).unwrap();
    lost.iter().map(ToString::to_string).collect()
}

/// The chunks of a file that another one lacks.
fn missing(drawing: &Drawing<Memory>) -> Vec<Content> {
    beyond(&taken(&everything()).1, &taken(&write(drawing)).1)
}

/// The depth of the pixels of a file.
fn depth(file: &[u8]) -> u8 {
    file[12]
}

#[test]
fn everything_comes_home() {
    let fate = fate(&everything());
    assert_eq!((fate.lost, fate.added, fate.touched), (vec![], vec![], vec![]));
    let (one, other) = (read(&everything()).0, read(&write(&read(&everything()).0)).0);
    for (one, other) in one.carried().iter().zip(&other.carried()).filter(|(one, other)| one != other) {
        println!("{one:?}\n{other:?}\n");
    }
    assert_eq!((fate.header, fate.same), (true, true));
    let drawing = read(&everything()).0;
    assert_eq!(told(&drawing), [""; 0]);
    let cels = [0, 1].map(|frame| pixels(&drawing, Cel { layer: 3, frame }));
    assert!(cels[0] != cels[1] && fate.larger <= 1.1);
}

#[test]
fn a_drawing_without_any_of_it_carries_nothing() {
    let mut drawing = Drawing::new(9, 9).unwrap();
    drawing.fill_rect(Cel::default(), Rect::new(1, 2, 3, 4), Color::BLACK).unwrap();
    assert!(!read(&write(&drawing)).0.carries());
}

#[test]
fn what_was_removed_is_back_after_undo() {
    let mut document = Document::open(read(&everything()).0).unwrap();
    let write = |document: &Document| {
        formats::write(formats::named("aseprite").unwrap(), document, &Export::new(0)).unwrap()
    };
    let before = write(&document);
    let edits: [fn(&mut Document) -> formats::Result<()>; 4] = [
        |d| d.change_layer(1, |layer| layer.locked = false).and_then(|()| d.remove_layer(1)),
        |d| d.remove_frame(0),
        |d| d.remove_tag(0),
        |d| d.set_palette(&[Color::BLACK]),
    ];
    for edit in edits {
        document.begin(1).unwrap();
        edit(&mut document).unwrap();
        document.commit("Edit", Color::ADDED, 0).unwrap();
        assert!(write(&document) != before);
        document.undo().unwrap();
        assert!(write(&document) == before);
    }
}

#[test]
fn a_renamed_layer_keeps_its_flags_and_all_others_are_untouched() {
    let mut drawing = read(&everything()).0;
    drawing.change_layer(1, |layer| layer.name = "other".into()).unwrap();
    let gone = missing(&drawing);
    assert_eq!(gone.iter().map(|chunk| chunk.1).collect::<Vec<_>>(), [0x2004]);
    let new = beyond(&taken(&write(&drawing)).1, &taken(&everything()).1);
    assert_eq!((new[0].2[0], &new[0].2[23..]), (3 | 16, &[0xab; 16][..]));
    assert_eq!(told(&drawing), [""; 0]);
    drawing.change_layer(1, |layer| layer.note = "anew".into()).unwrap();
    assert_eq!(missing(&drawing).len(), 2, "the text alone is another one");
    assert_eq!(read(&write(&drawing)).0.layer(1).unwrap().note, "anew");
}

#[test]
fn a_slice_moves_with_its_canvas_and_keeps_what_else_is_said_of_it() {
    let mut drawing = read(&everything()).0;
    let [id, ..] = *drawing.slices() else { panic!("no slice") };
    let slice = drawing.slice(id).unwrap();
    assert_eq!((slice.name.as_str(), slice.text.as_str()), ("face", "of the slice"));
    assert_eq!(slice.color, Color { bytes: [1, 2, 3, 4] });
    let key = drawing.slice_at(id, 1).unwrap();
    assert_eq!((key.bounds, key.center), (Rect::new(1, 2, 5, 5), Rect::new(1, 1, 2, 2)));
    assert_eq!(key.pivot, Some(Point::new(3, 3)));
    drawing.resize(Rect::new(-2, 0, 10, 8)).unwrap();
    let moved = drawing.slice_at(id, 0).unwrap();
    assert_eq!((moved.bounds, moved.pivot), (Rect::new(3, 2, 5, 5), Some(Point::new(3, 3))));
    drawing.change_slice(id, |slice| slice.text = "anew".into()).unwrap();
    let again = read(&write(&drawing)).0;
    let [back, ..] = *again.slices() else { panic!("no slice") };
    assert_eq!((again.slice(back), again.slice_keys(back)), (drawing.slice(id), drawing.slice_keys(id)));
    // Its map of properties is what was carried, and comes back.
    let said = |file: &[u8]| taken(file).1.into_iter().any(|chunk| chunk.2 == rich("anew")[6..]);
    assert!(said(&write(&drawing)), "the text alone is another one");
    drawing.remove_slice(id).unwrap();
    assert!(!said(&write(&drawing)));
}

#[test]
fn what_a_drawing_can_not_say_of_a_slice_is_written_back_until_the_slice_changes() {
    // Keys in no order, two at one frame, one of a frame that is not there, a name that is cut, and the reserved number.
    let name = "n".repeat(70);
    let key = |frame, x| longs(&[frame, x, 2, 5, 5]);
    let strange = [longs(&[4, 0, 77]), text(&name), key(1, 1), key(0, 2), key(1, 3), key(9, 4)];
    let far = [longs(&[1, 2, 0]), text("far"), longs(&[0, i32::MAX as u32, 0, 5, 5, 1 << 31, 1 << 31])];
    let short = chunk(0x2022, &[longs(&[2, 0, 0]), text("short"), key(0, 1)]);
    let chunks = [layer("a"), chunk(0x2022, &strange), chunk(0x2022, &far), short, rich("of what is cut")];
    let file = Forge::new(8, 8, 32).frame(9, &chunks).frame(9, &[raw(0, (0, 0), (1, 1), &[9; 4])]).bytes();
    let (mut drawing, notes) = read(&file);
    assert_eq!(notes, "1 name was changed to fit");
    let ids = drawing.slices().to_vec();
    let keys = |drawing: &Drawing<Memory>, id| {
        drawing.slice_keys(id).into_iter().map(|key| (key.frame, key.bounds.x)).collect::<Vec<_>>()
    };
    assert_eq!((ids.len(), keys(&drawing, ids[0])), (2, vec![(0, 2), (1, 3)]));
    assert_eq!(drawing.slice_keys(ids[1])[0].pivot, None, "that of Aseprite's for none");
    let (before, after) = (taken(&file).1, taken(&write(&drawing)).1);
    assert_eq!(beyond(&before, &after), [], "all comes back");
    drawing.change_slice(ids[0], |slice| slice.name = "new".into()).unwrap();
    let plain =
        beyond(&taken(&write(&drawing)).1, &before).into_iter().find(|chunk| chunk.1 == 0x2022).unwrap();
    assert_eq!(plain.2, [longs(&[2, 0, 0]), text("new"), key(0, 2), key(1, 3)].concat());
    // A frame that comes has keys behind it follow, and those of the file are no longer true.
    let mut drawing = read(&file).0;
    drawing.add_frame(1).unwrap();
    let again = read(&write(&drawing)).0;
    assert_eq!(keys(&again, again.slices()[0]), [(0, 2), (2, 3)]);
}

#[test]
fn a_key_without_a_pivot_among_others_stays_without() {
    let mut drawing = Drawing::new(8, 8).unwrap();
    drawing.add_frame(1).unwrap();
    let id = drawing.add_slice(&Slice::new("hand")).unwrap();
    let key = SliceKey::new(id, 0, Rect::new(-1, 0, 3, 3));
    drawing.set_slice_key(&SliceKey { pivot: Some(Point::new(-4, 5)), ..key.clone() }).unwrap();
    drawing.set_slice_key(&SliceKey { frame: 1, center: Rect::new(1, 1, 1, 1), ..key }).unwrap();
    let again = read(&write(&drawing)).0;
    assert_eq!(again.slice_keys(again.slices()[0]), drawing.slice_keys(id));
    assert!(!again.carries());
}

#[test]
fn a_colour_that_the_palette_lacks_makes_it_rgb_and_is_told() {
    let mut drawing = read(&everything()).0;
    let cel = Cel::default();
    let paint = |drawing: &mut Drawing<Memory>, color| {
        drawing.pixels_mut(cel).unwrap().fill_rect(Rect::new(3, 1, 1, 1), color).unwrap();
        drawing.compact().unwrap();
    };
    paint(&mut drawing, Color::rgba(0, 200, 0, 255));
    assert_eq!((depth(&write(&drawing)), told(&drawing)), (8, vec![]));
    paint(&mut drawing, Color::rgba(1, 2, 3, 255));
    let file = write(&drawing);
    assert_eq!(depth(&file), 32);
    assert!(told(&drawing)[0].starts_with("the indexed colours"), "{:?}", told(&drawing));
    let again = read(&file).0;
    for (layer, frame) in (0..4).flat_map(|layer| [(layer, 0), (layer, 1)]) {
        let cel = Cel { layer, frame };
        assert_eq!(pixels(&again, cel), pixels(&drawing, cel), "{cel:?}");
    }
}

#[test]
fn grey_stays_grey_until_a_colour_comes() {
    let cel = packed(0, (0, 0), (2, 1), &[7, 255, 9, 0]);
    let mut drawing = read(&Forge::new(2, 1, 16).frame(1, &[layer("a"), cel]).bytes()).0;
    assert_eq!(depth(&write(&drawing)), 16);
    drawing.pixels_mut(Cel::default()).unwrap().put_row(0, 0, &[Color::rgba(1, 1, 2, 255)]).unwrap();
    assert_eq!(depth(&write(&drawing)), 32);
    assert_eq!(told(&drawing), ["the grey values, as some pixels have a colour"]);
}

#[test]
fn a_painted_tilemap_has_one_more_tile_and_no_other_cel_changes() {
    let mut drawing = read(&everything()).0;
    let cel = Cel { layer: 3, frame: 0 };
    drawing.pixels_mut(cel).unwrap().put_row(0, 0, &[Color::rgba(9, 9, 9, 255)]).unwrap();
    let file = write(&drawing);
    let gone: Vec<_> = missing(&drawing).into_iter().map(|(frame, kind, _)| (frame, kind)).collect();
    assert_eq!(gone, [(0, 0x2023), (0, 0x2005)]);
    let set = taken(&file).1.into_iter().find(|chunk| chunk.1 == 0x2023).unwrap().2;
    assert_eq!(set[8..12], [3, 0, 0, 0], "one more tile");
    assert_eq!((pixels(&read(&file).0, cel), told(&drawing)), (pixels(&drawing, cel), vec![]));
    // Beside the map there is room for more of it.
    drawing.pixels_mut(cel).unwrap().put_row(7, 7, &[Color::rgba(9, 9, 9, 255)]).unwrap();
    let again = read(&write(&drawing)).0;
    assert_eq!((pixels(&again, cel), told(&drawing)), (pixels(&drawing, cel), vec![]));
}

#[test]
fn layers_in_another_order_have_the_groups_that_are_shown_and_it_is_told() {
    let mut drawing = read(&everything()).0;
    assert!(drawing.move_layer(0, 1).is_err(), "it is the background");
    drawing.move_layer(1, 3).unwrap();
    assert_eq!(told(&drawing), ["the empty groups"]);
    let again = read(&write(&drawing)).0;
    let looks = |drawing: &Drawing<Memory>| {
        let layer = |at| drawing.layer(at).map(|it| (it.name, it.opacity, it.visible, it.locked)).unwrap();
        (0..4).map(layer).collect::<Vec<_>>()
    };
    assert_eq!(looks(&again), looks(&drawing));
}

#[test]
fn groups_in_groups_are_written_as_they_came_and_as_they_are_changed() {
    let chunks = [
        layer_with(3, 1, 0, 1, 128, "outer"),
        layer_with(3, 0, 1, 0, 255, "a"),
        layer_with(3, 1, 1, 0, 255, "inner"),
        layer_with(3, 1, 2, 0, 9, "empty"),
        layer_with(3, 0, 2, 0, 255, "b"),
        layer_with(3, 0, 0, 0, 255, "c"),
    ];
    let layers = |file: &[u8]| -> Vec<Vec<u8>> {
        taken(file).1.into_iter().filter(|chunk| chunk.1 == 0x2004).map(|chunk| chunk.2).collect()
    };
    let whole = Forge { flags: 3, ..Forge::new(4, 4, 32).frame(1, &chunks) }.bytes();
    // Without the flag, what groups say of their looks means nothing, and is kept.
    let through = Forge { flags: 1, ..Forge::new(4, 4, 32).frame(1, &chunks) }.bytes();
    for (file, isolated) in [(&whole, true), (&through, false)] {
        let mut drawing = read(file).0;
        assert_eq!((layers(&write(&drawing)), told(&drawing)), (layers(file), vec![]));
        let [inner, outer] = drawing.groups_of(1)[..] else { panic!("two groups around the second layer") };
        assert_eq!(drawing.group(inner).unwrap().is_whole(), isolated);
        drawing.change_group(inner, |group| group.opacity = 77).unwrap();
        let again = read(&write(&drawing)).0;
        let look = |drawing: &Drawing<Memory>| {
            let groups = drawing.groups_of(1).into_iter().map(|id| drawing.group(id).unwrap());
            groups.map(|group| (group.name, group.opacity, group.blend)).collect::<Vec<_>>()
        };
        assert_eq!((look(&again), told(&drawing)), (look(&drawing), vec![]));
        drawing.ungroup(outer).unwrap();
        assert_eq!(told(&drawing), ["the empty groups"]);
    }
    let mut drawing = read(&through).0;
    drawing.change_layer(0, |layer| layer.blend = Blend::Multiply).unwrap();
    let inner = drawing.groups_of(1)[0];
    drawing.change_group(inner, |group| group.isolated = true).unwrap();
    let said = "the look of 1 group that layers blend through, which other programs blend as a whole";
    assert_eq!(told(&drawing), [said]);
}

#[test]
fn each_group_comes_home_as_it_was_blended() {
    let ask = |drawing: &Drawing<Memory>| -> Vec<(String, bool, bool)> {
        let groups = drawing.groups().iter().map(|id| drawing.group(*id).unwrap());
        groups.map(|group| (group.name.clone(), group.isolated, group.is_whole())).collect()
    };
    let mut drawing = Drawing::new(4, 4).unwrap();
    (1..4).for_each(|at| drawing.add_layer(at).unwrap());
    let ids = [0, 1, 2].map(|layer| drawing.group_layers(&[layer]).unwrap());
    let plain = write(&drawing);
    assert_eq!(ask(&read(&plain).0), ask(&drawing), "layers blend through all of them");
    drawing.change_group(ids[0], |group| group.isolated = true).unwrap();
    drawing.change_group(ids[1], |group| group.opacity = 99).unwrap();
    drawing.change_group(ids[2], |group| group.note = "note".into()).unwrap();
    let (mut again, notes) = read(&write(&drawing));
    assert_eq!((ask(&again), notes.as_str(), again.carries()), (ask(&drawing), "", false));
    assert_eq!(again.door(), drawing.door());
    // As long as none is blended as a whole, nothing of it is said.
    let ids = again.groups().to_vec();
    again.change_group(ids[0], |group| group.isolated = false).unwrap();
    again.change_group(ids[1], |group| group.opacity = 255).unwrap();
    again.change_group(ids[2], |group| group.note.clear()).unwrap();
    assert_eq!(write(&again), plain);
    // A group of a file is blended as a whole until somebody says otherwise, and what else is said of it stays.
    let data = user_data(Some("of the group"), true);
    let chunks = [
        layer_with(3, 1, 0, 0, 255, "group"),
        data.clone(),
        layer_with(3, 0, 1, 0, 255, "a"),
        layer_with(3, 1, 0, 0, 200, "other"),
        layer_with(3, 0, 1, 0, 255, "b"),
    ];
    let file = Forge { flags: 3, ..Forge::new(4, 4, 32).frame(1, &chunks) }.bytes();
    let mut drawing = read(&file).0;
    assert_eq!(taken(&write(&drawing)), taken(&file));
    let id = drawing.group_of(0).unwrap();
    drawing.change_group(id, |group| group.isolated = false).unwrap();
    let changed = write(&drawing);
    let mut again = read(&changed).0;
    assert_eq!(ask(&again), ask(&drawing));
    let id = again.group_of(0).unwrap();
    again.change_group(id, |group| group.isolated = true).unwrap();
    assert_eq!(beyond(&taken(&write(&again)).1, &taken(&file).1), []);
}

#[test]
fn a_faint_cel_that_is_painted_on_stays_faint() {
    let dots = [5, 6, 7, 255].repeat(4);
    let mut faint = packed(0, (-1, 0), (4, 1), &dots);
    faint[12] = 128;
    let mut drawing = read(&Forge::new(3, 1, 32).frame(1, &[layer("a"), faint]).bytes()).0;
    assert_eq!(told(&drawing), [""; 0]);
    drawing.pixels_mut(Cel::default()).unwrap().put_row(1, 0, &[Color::BLACK]).unwrap();
    assert_eq!(told(&drawing), [""; 0]);
    let again = read(&write(&drawing)).0;
    assert_eq!(pixels(&again, Cel::default()), pixels(&drawing, Cel::default()));
    assert_eq!(again.cel_properties(Cel::default()).opacity, 128);
}

/// A cel whose chunk has another opacity and another z-index.
fn with(mut cel: Vec<u8>, opacity: u8, z_index: i16) -> Vec<u8> {
    cel[12] = opacity;
    cel[15..17].copy_from_slice(&z_index.to_le_bytes());
    cel
}

#[test]
fn opacities_and_z_indices_are_the_cels_own_and_come_home() {
    let dots = |n: u8| [n, 6, 7, 255].repeat(3);
    // One for each way in which a cel is written: its pixels, beyond the canvas, a link, a link with a look of its own, none.
    let first = [
        layer("a"),
        layer("b"),
        with(packed(0, (0, 0), (3, 1), &dots(1)), 128, 2),
        with(packed(1, (-1, 0), (3, 1), &dots(2)), 100, -1),
    ];
    let second = [with(linked(0, (0, 0), 128, 0), 128, -3), with(linked(1, (1, 0), 9, 0), 9, 4)];
    let third = [with(raw(1, (0, 0), (1, 1), &[0; 4]), 77, 0)];
    let file = Forge::new(3, 1, 32).frame(1, &first).frame(1, &second).frame(1, &third).bytes();
    let (mut drawing, notes) = read(&file);
    assert_eq!((notes.as_str(), drawing.validate()), ("", Ok(())));
    let looks = |drawing: &Drawing<Memory>| -> Vec<_> {
        let own = |(cel, own): (Cel, undoodle_formats::document::CelProperties)| {
            ((cel.layer, cel.frame), (own.opacity, own.z_index))
        };
        drawing.unusual_cels().into_iter().map(own).collect()
    };
    let expected =
        [((0, 0), (128, 2)), ((0, 1), (128, -3)), ((1, 0), (100, -1)), ((1, 1), (9, 4)), ((1, 2), (77, 0))];
    assert_eq!(looks(&drawing), expected);
    assert_eq!(drawing.links(0), [[0, 1]]);
    assert_eq!(
        drawing.cel_pixel(Cel::default(), 0, 0),
        Ok(Color::rgba(1, 6, 7, 255)),
        "the pixels are unchanged"
    );
    let fate = fate(&file);
    assert_eq!(
        (fate.lost, fate.added, fate.same, told(&drawing)),
        (vec![], vec![], true, Vec::<String>::new())
    );
    // Another opacity changes one byte of each cel that shows the image, and another z-index two of one.
    for cel in [
        Cel { layer: 0, frame: 1 },
        Cel { layer: 1, frame: 0 },
        Cel { layer: 1, frame: 1 },
        Cel { layer: 1, frame: 2 },
    ] {
        let before = taken(&write(&drawing)).1;
        drawing.change_cel(cel, |cel| (cel.opacity, cel.z_index) = (200, 11)).unwrap();
        let saved = write(&drawing);
        let changed = beyond(&taken(&saved).1, &before);
        assert_eq!(changed.len(), drawing.linked(cel).unwrap().len(), "{cel:?}");
        assert!(changed.iter().all(|(_, kind, cel)| (*kind, cel[6]) == (0x2005, 200)));
        assert_eq!(told(&drawing), [""; 0]);
        assert_eq!(looks(&read(&saved).0), looks(&drawing));
    }
}

#[test]
fn more_opacities_than_a_drawing_has_room_for_are_in_the_pixels() {
    let dot = |layer: u16| with(packed(layer, (0, 0), (1, 1), &[1, 2, 3, 255]), 51, 1);
    let mut forge = Forge::new(1, 1, 32);
    for frame in 0..1024 {
        let layers = if frame == 0 { vec![layer("a"), layer("b")] } else { Vec::new() };
        forge = forge.frame(1, &[layers, vec![dot(0), dot(1)]].concat());
    }
    let file = forge.bytes();
    let (drawing, notes) = read(&file);
    let said = "2048 cels have their opacities in their pixels and no z-index, as there are more than 2046; \
                5 parts that there was no room for were left out";
    assert_eq!(notes, said);
    assert_eq!(drawing.cel_pixel(Cel::default(), 0, 0), Ok(Color::rgba(1, 2, 3, 51)));
    assert!(!drawing.has_cel_properties());
    // What is carried of each cel is written as it came.
    assert_eq!(beyond(&taken(&file).1, &taken(&write(&drawing)).1).len(), 5);
}

#[test]
fn pixels_beyond_the_canvas_are_kept_and_written() {
    let cel = Cel::default();
    let dots: Vec<u8> = (1..=4).flat_map(|n| [n, 6, 7, 255]).collect();
    let file = Forge::new(3, 2, 32).frame(1, &[layer("a"), packed(0, (-2, -1), (4, 1), &dots)]).bytes();
    let mut drawing = read(&file).0;
    assert_eq!(drawing.extent(cel), Rect::new(-2, -1, 4, 1));
    drawing.pixels_mut(cel).unwrap().put_row(1, 0, &[Color::BLACK]).unwrap();
    assert_eq!(told(&drawing), [""; 0]);
    let again = read(&write(&drawing)).0;
    assert_eq!(again.extent(cel), Rect::new(-2, -1, 4, 2));
    let mut row = [Color::TRANSPARENT; 4];
    again.read_beyond(cel, -2, -1, &mut row);
    assert_eq!(
        row.map(|color| color.bytes),
        [[1, 6, 7, 255], [2, 6, 7, 255], [3, 6, 7, 255], [4, 6, 7, 255]]
    );
    // Moved in, it is seen.
    let mut document = Document::open(again).unwrap();
    document.begin(1).unwrap();
    document.resize(Rect::new(-2, -1, 5, 3)).unwrap();
    document.commit("Canvas size", Color::ADDED, 0).unwrap();
    assert_eq!(document.cel_pixel(cel, 1, 0).unwrap().bytes, [2, 6, 7, 255]);
    assert_eq!(document.beyond(), 0);
}

#[test]
fn what_is_too_far_away_to_be_kept_is_carried_with_its_cel() {
    let dot = packed(0, (-20_000, 0), (1, 1), &[1, 2, 3, 255]);
    let file = Forge::new(3, 2, 32).frame(1, &[layer("a"), dot]).bytes();
    let mut drawing = read(&file).0;
    assert_eq!((drawing.extent(Cel::default()), told(&drawing)), (Rect::EMPTY, vec![]));
    assert_eq!(beyond(&taken(&file).1, &taken(&write(&drawing)).1), []);
    drawing.pixels_mut(Cel::default()).unwrap().put_row(1, 0, &[Color::BLACK]).unwrap();
    assert_eq!(told(&drawing), ["the opacity or the pixels beyond the canvas of 1 changed cel"]);
}

#[test]
fn names_of_colours_stay_with_the_colours_that_have_them() {
    let mut drawing = read(&everything()).0;
    let mut colors = drawing.palette();
    colors.push(Color::rgba(50, 60, 70, 255));
    drawing.set_palette(&colors).unwrap();
    let named = |drawing: &Drawing<Memory>| {
        let file = write(drawing);
        file.windows(6).filter(|part| part == b"a name").count()
    };
    assert_eq!(named(&drawing), 1);
    colors[0] = Color::rgba(1, 2, 3, 255);
    drawing.set_palette(&colors).unwrap();
    assert_eq!(named(&drawing), 0);
    assert!(told(&drawing).contains(&"the name of 1 colour".into()), "{:?}", told(&drawing));
}

#[test]
fn a_frame_that_comes_first_brings_no_palette_along() {
    let [one, two] = [[1, 2, 3, 255], [4, 5, 6, 255]].map(|color| palette(1, 0, &[color]));
    let dot = |color: [u8; 4]| raw(0, (0, 0), (1, 1), &color);
    let first = [one, layer("a"), dot([1, 2, 3, 255])];
    let file = Forge::new(1, 1, 32).frame(9, &first).frame(9, &[two, dot([4, 5, 6, 255])]).bytes();
    let mut drawing = read(&file).0;
    assert_eq!(told(&drawing), [""; 0]);
    drawing.remove_frame(0).unwrap();
    let again = read(&write(&drawing)).0;
    assert_eq!((again.palette(), drawing.palette()[0]), (drawing.palette(), Color::rgba(1, 2, 3, 255)));
    assert_eq!(pixels(&again, Cel::default()), [Color::rgba(4, 5, 6, 255)]);
    assert_eq!(told(&drawing), ["1 part of the file that no longer fits"]);
}

#[test]
fn a_tag_that_is_coloured_anew_keeps_its_other_user_data() {
    let (mut drawing, _) = read(&everything());
    let new = Color::rgba(10, 20, 30, 255);
    let colors = [new, Color::TRANSPARENT];
    for (at, color) in (0..).zip(colors) {
        let tag = drawing.tags()[at as usize].clone();
        drawing.set_tag(at, &undoodle_formats::document::Tag { color, repeat: 7, ..tag }).unwrap();
    }
    let again = read(&write(&drawing)).0.tags();
    let tags: Vec<_> = again.into_iter().map(|tag| (tag.color, tag.repeat)).collect();
    assert_eq!(tags, colors.map(|color| (color, 7)));
    // Two user data and one list of tags: all that is missing is what was said of the colours.
    assert_eq!(missing(&drawing).len(), 3);
    let file = write(&drawing);
    assert!(file.windows(16).any(|found| found == b"of the first tag"));
    // A tag that is added gets its colour into user data, too, as the others have some.
    let tag = undoodle_formats::document::Tag::new("new", 0, 0, Default::default());
    drawing.add_tag(&undoodle_formats::document::Tag { color: new, ..tag }).unwrap();
    assert_eq!(read(&write(&drawing)).0.tags()[2].color, new);
}

#[test]
fn backgrounds_and_reference_layers_are_made_and_unmade() {
    let flags = |drawing: &Drawing<Memory>| -> Vec<u8> {
        let chunks = taken(&write(drawing)).1.into_iter();
        chunks.filter(|chunk| chunk.1 == 0x2004).map(|chunk| chunk.2[0]).collect()
    };
    let mut drawing = Drawing::new(4, 4).unwrap();
    drawing.add_layer(1).unwrap();
    drawing.make_background(1, Color::BLACK).unwrap();
    drawing.change_layer(1, |layer| layer.reference = true).unwrap();
    assert_eq!(flags(&drawing), [1 | 2 | 4 | 8, 1 | 2 | 64]);
    assert_eq!(pixels(&read(&write(&drawing)).0, Cel::default()), [Color::BLACK; 16]);
    // What came from a file says otherwise only what was changed.
    let mut drawing = read(&everything()).0;
    let before = flags(&drawing);
    assert_eq!((drawing.background_layer(), before[0]), (Some(0), 3 | 8));
    drawing.release_background().unwrap();
    let reference = (0..drawing.layers()).find(|at| drawing.layer(*at).unwrap().reference).unwrap();
    drawing.change_layer(reference, |layer| layer.reference = false).unwrap();
    let changed: Vec<_> = flags(&drawing).iter().zip(&before).map(|(now, before)| now ^ before).collect();
    assert_eq!(changed, [8, 0, 0, 0, 64, 0, 0]);
}

/// An indexed sprite with a background, in which number 0 is black and two numbers are the same red; `level` is how deep it lies in a group.
fn numbered(level: u16, opacity: u8, more: u16) -> Vec<u8> {
    let colors = palette(3, 0, &[[0, 0, 0, 255], [200, 0, 0, 255], [200, 0, 0, 255]]);
    let ground = layer_with(3 | 8 | more, 0, level, 0, opacity, "ground");
    let group = layer_with(3, 1, 0, 0, 255, "group");
    let cel = packed(level, (0, 0), (2, 2), &[0, 1, 2, 0]);
    let chunks = [colors, group, ground, layer("top"), cel];
    let chunks = chunks.into_iter().enumerate().filter(|(at, _)| level > 0 || *at != 1);
    Forge { colors: 3, ..Forge::new(2, 2, 8) }
        .frame(50, &chunks.map(|(_, chunk)| chunk).collect::<Vec<_>>())
        .bytes()
}

#[test]
fn the_transparent_number_of_a_background_stays_a_colour_when_it_is_none_any_more() {
    for at in [0, 1] {
        let mut drawing = read(&numbered(0, 255, 0)).0;
        let edited = if at == 0 { drawing.release_background() } else { drawing.duplicate_layer(0) };
        edited.unwrap();
        let lost = told(&drawing);
        assert_eq!(lost, ["the indexed colours, as some are not in the palette"]);
        let again = read(&write(&drawing)).0;
        let cel = Cel { layer: at, frame: 0 };
        assert_eq!(pixels(&again, cel), pixels(&drawing, cel));
        assert_eq!(pixels(&again, cel)[0], Color::BLACK);
    }
}

#[test]
fn a_background_in_a_group_opens_and_comes_home() {
    let (drawing, notes) = read(&numbered(1, 255, 0));
    assert_eq!((notes.as_str(), drawing.background_layer(), drawing.has_background()), ("", None, true));
    assert!(drawing.group_of(0).is_some());
    assert_eq!(read(&write(&drawing)).0.door(), drawing.door());
}

#[test]
fn of_two_backgrounds_the_lower_is_one_here_and_both_come_home() {
    let colors = palette(2, 0, &[[0, 0, 0, 255], [200, 0, 0, 255]]);
    let [lower, upper] = ["lower", "upper"].map(|name| layer_with(3 | 8, 0, 0, 0, 255, name));
    let cels = [packed(0, (0, 0), (2, 2), &[0, 1, 1, 0]), packed(1, (0, 0), (2, 2), &[1, 0, 0, 1])];
    let chunks = [&[colors, lower, upper][..], &cels].concat();
    let file = Forge { colors: 2, ..Forge::new(2, 2, 8) }.frame(50, &chunks).bytes();
    let (drawing, notes) = read(&file);
    let flags = [0, 1].map(|layer| drawing.layer(layer).unwrap().background);
    assert_eq!((notes.as_str(), flags), ("", [true, false]));
    assert_eq!(pixels(&drawing, Cel { layer: 1, frame: 0 })[1], Color::BLACK);
    assert_eq!(taken(&write(&drawing)), taken(&file));
    assert_eq!(told(&drawing), [""; 0]);
}

#[test]
fn a_background_that_a_file_says_to_be_faint_is_changed_but_not_made_fainter() {
    let mut drawing = read(&numbered(0, 100, 64)).0;
    drawing.change_layer(0, |layer| (layer.name, layer.visible) = ("new".into(), false)).unwrap();
    assert!(drawing.change_layer(0, |layer| layer.opacity = 90).is_err());
    assert!(drawing.change_layer(0, |layer| layer.blend = Blend::Multiply).is_err());
    let again = read(&write(&drawing)).0;
    assert_eq!(again.layer(0).unwrap(), drawing.layer(0).unwrap());
    drawing.change_layer(0, |layer| (layer.opacity, layer.reference) = (255, false)).unwrap();
    assert!(drawing.change_layer(0, |layer| layer.reference = true).is_err());
    // So are its cels.
    let cel = Cel::default();
    drawing.set_cel_look(cel, 50, 2).unwrap();
    drawing.change_cel(cel, |cel| cel.text = "note".into()).unwrap();
    drawing.duplicate_frame(0).unwrap();
    assert_eq!(drawing.cel_properties(Cel { frame: 1, ..cel }).opacity, 50);
    assert!(drawing.change_cel(cel, |cel| cel.opacity = 60).is_err());
    drawing.change_cel(cel, |cel| (cel.opacity, cel.z_index) = (255, 0)).unwrap();
    assert!(drawing.change_cel(cel, |cel| cel.z_index = 1).is_err());
}

#[test]
fn what_older_drawings_carry_of_a_background_or_a_reference_layer_stays() {
    let today = read(&numbered(0, 255, 64)).0;
    let mut older = Drawing::new(2, 2).unwrap();
    older.set_palette(&today.palette()).unwrap();
    older.add_layer(1).unwrap();
    for (layer, name) in [(0, "new"), (1, "top")] {
        older.change_layer(layer, |layer| layer.name = name.into()).unwrap();
    }
    let all = pixels(&today, Cel::default());
    for (at, color) in (0..).zip(&all) {
        older.fill_rect(Cel::default(), Rect::new(at % 2, at / 2, 1, 1), *color).unwrap();
    }
    for mut chunk in today.carried() {
        // Before there were such properties, the flags were carried and not read.
        if chunk.digest == 1 && chunk.kind == 0x2004 {
            chunk.digest = 0;
        }
        assert!(older.carry(&chunk).unwrap());
    }
    let file = write(&older);
    let (again, notes) = read(&file);
    let ground = again.layer(0).unwrap();
    assert_eq!((depth(&file), notes.as_str(), ground.name.as_str()), (8, "", "new"));
    assert_eq!((ground.background, ground.reference), (true, true));
    assert_eq!(pixels(&again, Cel::default()), all);
}
