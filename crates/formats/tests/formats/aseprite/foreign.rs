//! Files that only old versions, other programs or other sprites than ours make: what is read of them, and what is told.

use super::forge::*;
use super::{open, pixels, read};
use undoodle_formats::color::{Blend, Color};
use undoodle_formats::document::{Cel, Drawing, Group};
use undoodle_formats::memory::Memory;

const NONE: Color = Color::TRANSPARENT;

fn rgb(r: u8, g: u8, b: u8) -> Color {
    Color::rgba(r, g, b, 255)
}

fn cel(drawing: &Drawing<Memory>, layer: u32, frame: u32) -> Vec<Color> {
    pixels(drawing, Cel { layer, frame })
}

/// Returns what is said of a file that is refused.
fn said(bytes: &[u8]) -> String {
    open(bytes).err().map(|error| error.to_string()).unwrap_or_default()
}

#[test]
fn numbers_of_the_palette_are_colours_and_one_is_transparent_but_in_a_background_layer() {
    let colors = palette(4, 0, &[[9, 9, 9, 255], [1, 0, 0, 255], [2, 0, 0, 128], [3, 0, 0, 255]]);
    let background = layer_with(3 | 8, 0, 0, 0, 255, "ground");
    let cels = [raw(0, (0, 0), (3, 1), &[1, 2, 3]), packed(1, (0, 0), (3, 1), &[1, 2, 7])];
    let chunks = [&[colors, background, layer("top")][..], &cels].concat();
    let forge = Forge { transparent: 1, ..Forge::new(3, 1, 8).frame(0, &chunks) };
    let (drawing, notes) = read(&forge.bytes());
    assert_eq!(cel(&drawing, 0, 0), [rgb(1, 0, 0), Color::rgba(2, 0, 0, 128), rgb(3, 0, 0)]);
    assert_eq!(cel(&drawing, 1, 0), [NONE, Color::rgba(2, 0, 0, 128), NONE], "a palette has no number 7");
    assert_eq!(drawing.palette().len(), 4);
    assert_eq!(drawing.duration(0), Ok(70), "a frame that does not say is as long as the header says");
    assert_eq!(notes, "");
}

#[test]
fn old_palettes_count_in_files_without_one_of_today() {
    let bright = old_palette(0x0004, &[(1, &[[10, 20, 30], [40, 50, 60]]), (3, &[[7, 8, 9]])]);
    let dark = old_palette(0x0011, &[(0, &[[63, 32, 0]])]);
    let pixels = raw(0, (0, 0), (5, 1), &[0, 1, 2, 3, 4]);
    let sprite = |chunks: &[Vec<u8>]| {
        let chunks = [chunks, &[layer("a"), pixels.clone()]].concat();
        // Its transparent number is none of those, and the number of chunks stands where it once stood.
        let forge = Forge { transparent: 99, old: true, ..Forge::new(5, 1, 8).frame(1, &chunks) };
        let (drawing, notes) = read(&forge.bytes());
        (cel(&drawing, 0, 0), drawing.palette(), notes)
    };
    let black = Color::BLACK;
    let (pixels, palette_of, notes) = sprite(std::slice::from_ref(&bright));
    assert_eq!(notes, "");
    assert_eq!(palette_of, [black, rgb(10, 20, 30), rgb(40, 50, 60), black, rgb(7, 8, 9)]);
    assert_eq!(pixels, palette_of);
    // 63 and 32 of 63 are 255 and 130 of 255: the upper bits fill up the lower ones.
    assert_eq!(sprite(&[dark]).1, [rgb(255, 130, 0)]);
    let today = palette(2, 0, &[[1, 1, 1, 255], [2, 2, 2, 255]]);
    for order in [[today.clone(), bright.clone()], [bright, today]] {
        assert_eq!(sprite(&order).1, [rgb(1, 1, 1), rgb(2, 2, 2)], "whatever comes first");
    }
    assert_eq!(sprite(&[]).0, [black; 5], "without a palette all is black");
}

#[test]
fn palettes_change_from_frame_to_frame_and_past_256_they_are_cut() {
    let (first, later) = (palette(300, 254, &[[1, 1, 1, 255]; 46]), palette(300, 255, &[[2, 2, 2, 255]]));
    let chunks = [first, layer("a"), raw(0, (0, 0), (2, 1), &[254, 255])];
    let forge = Forge::new(2, 1, 8).frame(9, &chunks).frame(9, &[later, linked(0, (0, 0), 255, 0)]);
    let (drawing, notes) = read(&forge.bytes());
    assert_eq!((drawing.palette().len(), drawing.palette()[255]), (256, rgb(1, 1, 1)));
    assert_eq!(cel(&drawing, 0, 1), [rgb(1, 1, 1), rgb(2, 2, 2)]);
    assert_eq!(drawing.links(0), [[0; 0]; 0], "a linked cel of other colours is a copy");
    assert_eq!(notes, "44 colours past 256 were left out");
}

#[test]
fn linked_cels_lead_back_through_others_and_copies_have_a_place_of_their_own() {
    let dot = [5, 6, 7, 255];
    let first = [layer("a"), layer("b"), packed(0, (1, 0), (1, 1), &dot), linked(1, (0, 0), 255, 1)];
    let forge = Forge::new(3, 1, 32)
        .frame(1, &first)
        .frame(1, &[linked(0, (1, 0), 255, 0)])
        .frame(1, &[linked(0, (1, 0), 255, 1)])
        .frame(1, &[linked(0, (2, 0), 51, 2)])
        .frame(1, &[linked(0, (1, 0), 255, 99), raw(7, (0, 0), (1, 1), &dot)]);
    let (drawing, notes) = read(&forge.bytes());
    assert_eq!(drawing.links(0), [[0, 1, 2]]);
    assert_eq!(cel(&drawing, 0, 2), [NONE, rgb(5, 6, 7), NONE]);
    assert_eq!(cel(&drawing, 0, 3), [NONE, NONE, rgb(5, 6, 7)]);
    assert_eq!(drawing.pixel(3, 2, 0), Ok(Color::rgba(5, 6, 7, 51)));
    assert!(cel(&drawing, 0, 4) == [NONE; 3] && cel(&drawing, 1, 0) == [NONE; 3]);
    assert_eq!(notes, "3 cels of missing layers or frames were left out");
}

#[test]
fn tiles_are_flipped_and_missing_ones_are_empty() {
    // Tile 1 is a b / c d, and tile 0 is empty.
    let (a, b, c, d) = (rgb(1, 0, 0), rgb(2, 0, 0), rgb(3, 0, 0), rgb(4, 0, 0));
    let set: Vec<u8> =
        [[9; 4]; 4].into_iter().chain([a, b, c, d].map(|color| color.bytes)).flatten().collect();
    let (across, down, diagonal) = (1 << 31, 1 << 30, 1 << 29);
    let tiles = [1, 1 | across, 1 | down, 1 | diagonal, 1 | across | diagonal, 0, 2, u32::MAX];
    let chunks = |flags| {
        let image = layer_with(3, 2, 0, 0, 255, "tiles");
        [tileset(flags, (2, 2), 2, &set), image, map(0, (0, 0), (8, 1), &tiles)]
    };
    let (drawing, notes) = read(&Forge::new(16, 2, 32).frame(1, &chunks(2 | 4)).bytes());
    assert_eq!(notes, "");
    let all = cel(&drawing, 0, 0);
    let tile = |at: usize| [all[2 * at], all[2 * at + 1], all[16 + 2 * at], all[17 + 2 * at]];
    let expected = [[a, b, c, d], [b, a, d, c], [c, d, a, b], [a, c, b, d], [c, a, d, b]];
    assert_eq!([tile(0), tile(1), tile(2), tile(3), tile(4)], expected);
    assert_eq!([tile(5), tile(6), tile(7)], [[NONE; 4]; 3]);
    let (drawing, _) = read(&Forge::new(16, 2, 32).frame(1, &chunks(2)).bytes());
    let first = cel(&drawing, 0, 0)[10];
    assert_eq!(first, Color { bytes: [9; 4] }, "in early files the number 0 is a tile");
    let (drawing, notes) = read(&Forge::new(16, 2, 32).frame(1, &chunks(1)).bytes());
    assert!(drawing.cel_bounds(Cel::default()).is_empty());
    assert_eq!(notes, "1 layer of tiles that the file lacks is empty");
}

#[test]
fn layers_that_look_other_than_they_can_here_are_told() {
    let chunks = [
        layer_with(3, 0, 0, 19, 255, "unknown"),
        layer_with(3 | 64, 0, 0, 0, 255, "reference"),
        layer_with(0, 1, 0, 1, 128, "outer"),
        layer_with(1, 1, 1, 0, 255, "inner"),
        layer_with(3, 0, 2, 17, 128, &"ä".repeat(40)),
        layer_with(3, 1, 0, 0, 255, "empty"),
        layer_with(3, 0, 0, 0, 7, "\n\t"),
        packed(1, (1, 0), (1, 1), &[9; 4]),
        chunk(0x2006, &[longs(&[1, 1 << 16, 0, 1 << 16, 1 << 16]), vec![0; 16]]),
    ];
    let forge = Forge { flags: 1 | 2, ..Forge::new(4, 4, 32).frame(1, &chunks) };
    let (drawing, notes) = read(&forge.bytes());
    let layers: Vec<_> = (0..4).map(|at| drawing.layer(at).unwrap()).collect();
    assert_eq!(drawing.layers(), 4);
    assert_eq!((layers[0].blend, layers[1].visible, layers[1].reference), (Blend::Normal, true, true));
    assert_eq!(drawing.picture(0).pixel(1, 0), Color { bytes: [9; 4] });
    assert_eq!(drawing.exported_picture(0).pixel(1, 0), Color::TRANSPARENT, "a model is in no export");
    let deep = &layers[2];
    assert_eq!(
        (deep.name.as_str(), deep.blend, deep.opacity),
        ("ä".repeat(32).as_str(), Blend::Subtraction, 128)
    );
    assert!(deep.visible && !deep.locked && !drawing.is_unlocked(2), "the group within the group is locked");
    assert_eq!((layers[3].name.as_str(), layers[3].opacity), ("Layer 4", 7));
    let groups: Vec<_> = drawing.groups_of(2).iter().map(|id| drawing.group(*id).unwrap()).collect();
    let look = |group: &Group| {
        (group.name.clone(), group.visible, group.locked, group.opacity, group.blend, group.isolated)
    };
    let expected = [
        ("inner".to_owned(), true, true, 255, Blend::Normal, true),
        ("outer".to_owned(), false, true, 128, Blend::Multiply, true),
    ];
    assert_eq!(groups.iter().map(look).collect::<Vec<_>>(), expected);
    let expected = [
        "1 empty group was left out",
        "1 layer of an unknown blend mode is normal now",
        "2 names were changed to fit",
    ];
    assert_eq!(notes.split("; ").collect::<Vec<_>>(), expected);
    let (drawing, _) = read(&Forge { flags: 0, ..forge }.bytes());
    assert_eq!(drawing.layer(3).unwrap().opacity, 255, "without the flag no opacity counts");
    assert_eq!(drawing.layer(2).unwrap().opacity, 255);
}

#[test]
fn user_data_belongs_to_what_it_stands_behind() {
    let data = |note| user_data(Some(note), false);
    let chunks = [
        data("of the sprite"),
        chunk(0x2007, &[words(&[2, 0, 0, 0]), vec![0; 8], longs(&[3]), vec![1, 2, 3]]),
        old_palette(0x0004, &[(0, &[[1, 2, 3]])]),
        data("of the sprite, behind its palette"),
        layer("a"),
        data("a note\nof two lines"),
        layer("b"),
        chunk(0x7777, &[vec![1; 5]]),
        user_data(Some("behind a chunk of no known kind"), true),
        layer_with(3, 1, 0, 0, 255, "group"),
        data("of the group"),
        layer_with(3, 0, 1, 0, 255, "c"),
        tags(&[tag(0, 0, 3, 0, "one"), tag(0, 0, 9, 4, ""), tag(1, 1, 0, 0, "far")]),
        user_data(None, true),
        data("of the second tag"),
        raw(0, (3, 3), (2, 1), &[255; 8]),
        data("of the cel"),
        chunk(0x2005, &[cel_head(1, (0, 0), 255, 2, -1), words(&[0, 9])]),
        chunk(0x2005, &[cel_head(1, (0, 0), 255, 9, 0)]),
        chunk(0x2022, &[longs(&[0, 0, 0]), text("slice")]),
        user_data(None, false),
    ];
    let forge = Forge { ratio: [2, 1], grid: [1, 0, 16, 8], ..Forge::new(4, 4, 32).frame(1, &chunks) };
    let (drawing, notes) = read(&forge.bytes());
    let named: Vec<_> = (0..3).map(|at| drawing.layer(at).unwrap().note).collect();
    assert_eq!(named, ["a note of two lines", "behind a chunk of no known kind", ""]);
    let tags: Vec<_> = drawing.tags().into_iter().map(|tag| (tag.name, tag.direction.id())).collect();
    assert_eq!(tags, [("one".into(), "ping-pong-reverse"), ("Tag 2".into(), "forward")]);
    let looks: Vec<_> = drawing.tags().into_iter().map(|tag| (tag.color, tag.repeat)).collect();
    assert_eq!(looks, [(rgb(1, 2, 3), 0), (rgb(9, 9, 9), 4)], "user data says more than the entry");
    assert_eq!(drawing.grid(), (16, 8));
    let expected = [
        "1 cel of an unknown kind is not shown",
        "1 tag of an unknown direction is played forward now",
        "1 tag of missing frames was left out",
        "1 layer's note was changed to fit",
        "pixels that are not square are shown as squares",
        "the grid's origin is not shown",
        "its ICC colour profile is not shown",
    ];
    assert_eq!(notes.split("; ").collect::<Vec<_>>(), expected);
}

#[test]
fn cels_are_cut_at_every_side_of_the_canvas() {
    // A picture of 5×5 whose pixels have their column and row as colours.
    let grid: Vec<u8> = (0..25).flat_map(|at| [at % 5, at / 5, 0, 255]).collect();
    let shown = |at| {
        let chunks = [layer("a"), packed(0, at, (5, 5), &grid)];
        let (drawing, notes) = read(&Forge::new(3, 3, 32).frame(1, &chunks).bytes());
        assert_eq!(notes, "");
        cel(&drawing, 0, 0)
    };
    let picture = |left: i32, top: i32| -> Vec<Color> {
        let pixel = |x: i32, y: i32| {
            let inside = (0..5).contains(&(x - left)) && (0..5).contains(&(y - top));
            if inside { rgb((x - left) as u8, (y - top) as u8, 0) } else { NONE }
        };
        (0..9).map(|at| pixel(at % 3, at / 3)).collect()
    };
    for (x, y) in [(-1, -1), (-4, 1), (2, -4), (1, 2), (-5, 0), (0, 3), (i16::MIN, i16::MAX)] {
        assert_eq!(shown((x, y)), picture(x.into(), y.into()), "{x}, {y}");
    }
}

#[test]
fn what_is_damaged_or_too_large_is_refused_in_a_sentence() {
    let file =
        |chunks: &[Vec<u8>]| said(&Forge::new(4, 4, 32).frame(1, &[&[layer("a")], chunks].concat()).bytes());
    let broken = |why: &str| format!("this Aseprite file is damaged: {why}");
    let few = broken("a cel has too few pixels");
    assert_eq!(file(&[packed(0, (0, 0), (4, 4), &[1; 63])]), few);
    assert_eq!(file(&[raw(0, (0, 0), (4, 4), &[1; 63])]), few);
    assert_eq!(
        file(&[packed(0, (0, 0), (65535, 65535), &[1; 63])]),
        "number of pixels of all cels must be from 0 to 1073741824, not 4294836225"
    );
    assert_eq!(file(&[packed(0, (0, 0), (30000, 30000), &[1; 63])]), few, "before any of it is unpacked");
    let mut wrong = packed(0, (0, 0), (4, 4), &[1; 64]);
    *wrong.last_mut().unwrap() ^= 1;
    assert_eq!(file(&[wrong]), broken("a cel's pixels can't be unpacked"));
    assert_eq!(file(&[linked(0, (0, 0), 255, 0)[..20].to_vec()]), broken("a part of it is cut short"));
    assert_eq!(file(&[longs(&[5])]), broken("a part of it is cut short"));
    assert_eq!(file(&[[longs(&[5]), words(&[0x2005])].concat()]), broken("a chunk is too short"));
    let cel = raw(0, (0, 0), (1, 1), &[1; 4]);
    assert_eq!(file(&[cel.clone(), cel]), broken("a layer has two cels in one frame"));
    let unlike = |why: &str| format!("this file can't be opened: its {why}");
    assert_eq!(
        file(&vec![layer("a"); 256]),
        unlike("number of layers is 257, and a drawing has at most 256")
    );
    let head = |forge: Forge| said(&forge.bytes());
    assert_eq!(head(Forge::new(4, 4, 24).frame(1, &[])), broken("its pixels have neither 8, 16 nor 32 bits"));
    assert_eq!(head(Forge::new(0, 4, 32).frame(1, &[])), unlike("width is 0, and a drawing has at least 1"));
    assert_eq!(
        head(Forge::new(4, 40000, 32).frame(1, &[])),
        unlike("height is 40000, and a drawing has at most 32768")
    );
    assert_eq!(head(Forge::new(4, 4, 32)), unlike("number of frames is 0, and a drawing has at least 1"));
    let tiles =
        [tileset(6, (8000, 8000), 9, &[]), layer_with(3, 2, 0, 0, 255, "t"), map(1, (0, 0), (1, 1), &[0])];
    assert_eq!(file(&tiles), "bytes of a tileset must be from 0 to 67108864, not 2304000000");
}
