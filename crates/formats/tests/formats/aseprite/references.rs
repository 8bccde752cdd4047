//! Reference images: shown where and as large as the file says, written back at their own size until they are painted on.

use super::forge::*;
use super::home::{beyond, fate, taken};
use super::{pixels, read, write};
use undoodle_formats::color::Color;
use undoodle_formats::document::{Cel, Document, Drawing, Orientation};
use undoodle_formats::geometry::Rect;
use undoodle_formats::memory::Memory;
use undoodle_formats::{self as formats, Export};

const NONE: Color = Color::TRANSPARENT;

/// Bounds in halves of a pixel.
fn bounds([x, y, width, height]: [i32; 4]) -> Vec<u8> {
    let sides = [x, y, width, height].map(|side| (side << 15) as u32);
    chunk(0x2006, &[longs(&[1]), longs(&sides), vec![0; 16]])
}

/// An image of 4×4, each pixel with its column and row as a colour.
fn image(layer: u16) -> Vec<u8> {
    let grid: Vec<u8> = (0..16).flat_map(|at| [at % 4, at / 4, 7, 255]).collect();
    packed(layer, (0, 0), (4, 4), &grid)
}

fn sprite(flags: u16, chunks: &[Vec<u8>]) -> Forge {
    Forge::new(8, 8, 32).frame(9, &[&[layer("a"), layer_with(flags, 0, 0, 0, 255, "model")], chunks].concat())
}

/// What the model's cel shows: the column and the row of the image for each pixel of a row.
fn row(drawing: &Drawing<Memory>, frame: u32, y: usize) -> Vec<Option<(u8, u8)>> {
    let all = pixels(drawing, Cel { layer: 1, frame });
    let of = |color: &Color| (*color != NONE).then_some((color.bytes[0], color.bytes[1]));
    all[8 * y..8 * (y + 1)].iter().map(of).collect()
}

fn told(drawing: &Drawing<Memory>) -> Vec<String> {
    let document = Document::open(drawing.clone()).unwrap();
    let lost = formats::lost(&document, formats::named("aseprite").unwrap(), &Export::new(0)).unwrap();
    lost.iter().map(ToString::to_string).collect()
}

#[test]
fn a_reference_image_is_shown_where_and_as_large_as_its_bounds_say() {
    let shown = |own| read(&sprite(3 | 64, &[image(1), bounds(own)]).bytes());
    let of = |row: &[i16]| -> Vec<Option<u8>> { row.iter().map(|at| u8::try_from(*at).ok()).collect() };
    let columns = |drawing: &Drawing<Memory>, y| -> Vec<Option<u8>> {
        row(drawing, 0, y).into_iter().map(|pixel| pixel.map(|pixel| pixel.0)).collect()
    };
    // Twice as large, half as large, wider than high, moved by half a pixel, beyond the canvas's edge.
    let cases: [([i32; 4], &[i16], usize); 5] = [
        ([0, 0, 16, 16], &[0, 0, 1, 1, 2, 2, 3, 3], 8),
        ([2, 0, 4, 4], &[-1, 1, 3, -1, -1, -1, -1, -1], 2),
        ([0, 0, 12, 4], &[0, 1, 1, 2, 3, 3, -1, -1], 2),
        ([1, 0, 8, 8], &[0, 1, 2, 3, -1, -1, -1, -1], 4),
        ([-8, 0, 16, 16], &[2, 2, 3, 3, -1, -1, -1, -1], 8),
    ];
    for (own, expected, height) in cases {
        let (drawing, notes) = shown(own);
        assert_eq!(notes, "");
        assert_eq!(columns(&drawing, 0), of(expected), "{own:?}");
        let rows = (0..8).filter(|y| columns(&drawing, *y).iter().any(Option::is_some)).count();
        assert_eq!(rows, height, "{own:?}");
    }
    let (drawing, _) = shown([-8, 0, 16, 16]);
    assert_eq!(drawing.whole_extent(Cel { layer: 1, frame: 0 }), Rect::new(-4, 0, 8, 8), "the rest is kept");
    // Bounds of any other layer, without their flag, or of nothing, count for nothing.
    let empty = [
        bounds([0, 0, 0, 16]),
        bounds([0, 0, 16, -2]),
        chunk(0x2006, &[longs(&[0, 0, 0, 1 << 19, 1 << 19])]),
    ];
    for (flags, own) in [(3, bounds([0, 0, 16, 16]))].into_iter().chain(empty.map(|own| (3 | 64, own))) {
        let (drawing, _) = read(&sprite(flags, &[image(1), own]).bytes());
        assert_eq!(columns(&drawing, 0), of(&[0, 1, 2, 3, -1, -1, -1, -1]));
    }
}

#[test]
fn it_comes_home_at_its_own_size_until_it_is_painted_on() {
    let file = sprite(3 | 64, &[image(1), bounds([2, 2, 12, 12])]).bytes();
    let fate = fate(&file);
    assert_eq!((fate.lost, fate.added, fate.touched), (vec![], vec![], vec![]));
    let mut document = Document::open(read(&file).0).unwrap();
    let saved = |document: &Document| {
        formats::write(formats::named("aseprite").unwrap(), document, &Export::new(0)).unwrap()
    };
    let before = saved(&document);
    // What is painted elsewhere leaves it as it is.
    document.begin(1).unwrap();
    document.fill_rect(Cel::default(), Rect::new(0, 0, 2, 2), Color::BLACK).unwrap();
    document.commit("Pencil", Color::ADDED, 0).unwrap();
    assert_eq!(beyond(&taken(&file).1, &taken(&saved(&document)).1), []);
    document.begin(1).unwrap();
    let cel = Cel { layer: 1, frame: 0 };
    document.fill_rect(cel, Rect::new(0, 0, 2, 1), Color::BLACK).unwrap();
    document.commit("Pencil", Color::ADDED, 0).unwrap();
    let drawing = read(&saved(&document)).0;
    let seen: Vec<_> = (0..64).map(|at| document.cel_pixel(cel, at % 8, at / 8).unwrap()).collect();
    assert_eq!(pixels(&drawing, cel), seen);
    let chunks = taken(&saved(&document)).1;
    let own = chunks.iter().find(|chunk| chunk.1 == 0x2006).unwrap();
    assert_eq!(own.2, bounds([0, 0, 14, 14])[6..], "no program scales it once more");
    let lost = formats::lost(&document, formats::named("aseprite").unwrap(), &Export::new(0)).unwrap();
    let lost: Vec<_> = lost.iter().map(ToString::to_string).collect();
    assert_eq!(lost, ["the pixels that 1 changed reference image had in its own size"]);
    document.undo().unwrap();
    document.undo().unwrap();
    assert!(saved(&document) == before);
}

#[test]
fn a_layer_that_is_no_reference_any_more_has_the_pixels_that_are_seen() {
    let (mut drawing, _) = read(&sprite(3 | 64, &[image(1), bounds([0, 0, 16, 16])]).bytes());
    let seen = pixels(&drawing, Cel { layer: 1, frame: 0 });
    drawing.change_layer(1, |layer| layer.reference = false).unwrap();
    assert_eq!(told(&drawing).len(), 1);
    let again = read(&write(&drawing)).0;
    assert_eq!(
        (pixels(&again, Cel { layer: 1, frame: 0 }), again.layer(1).unwrap().reference),
        (seen, false)
    );
}

#[test]
fn bounds_do_not_stay_behind_a_layer_that_is_no_reference_any_more() {
    let (mut drawing, _) = read(&sprite(3 | 64, &[image(1), bounds([1, 0, 8, 8])]).bytes());
    drawing.change_layer(1, |layer| layer.reference = false).unwrap();
    let chunks = taken(&write(&drawing)).1;
    let own = chunks.iter().find(|chunk| chunk.1 == 0x2006).unwrap();
    assert_eq!(own.2, bounds([0, 0, 8, 8])[6..], "no program shows it elsewhere");
}

#[test]
fn frames_share_an_image_or_have_it_at_another_size() {
    let file = sprite(3 | 64, &[image(1), bounds([0, 0, 16, 16])])
        .frame(9, &[linked(1, (0, 0), 255, 0), bounds([0, 0, 16, 16])])
        .frame(9, &[linked(1, (0, 0), 255, 0)])
        .frame(9, &[linked(1, (0, 0), 255, 0), bounds([0, 0, 4, 4])])
        .frame(9, &[linked(1, (2, 0), 255, 0), bounds([4, 0, 8, 8])])
        .bytes();
    let (mut drawing, notes) = read(&file);
    assert_eq!(notes, "");
    assert_eq!(drawing.links(1), [vec![0, 1, 2]]);
    let of = |at: i16| u8::try_from(at).ok().map(|at| (at, 0));
    assert_eq!(row(&drawing, 2, 0), [0, 0, 1, 1, 2, 2, 3, 3].map(of));
    assert_eq!(row(&drawing, 3, 0).iter().flatten().count(), 2);
    assert_eq!(row(&drawing, 4, 0), [-1, -1, 0, 1, 2, 3, -1, -1].map(of), "as it is");
    let fate = fate(&file);
    assert_eq!((fate.lost, fate.added, fate.touched), (vec![], vec![], vec![]));
    // A pixel makes its own pixels of all that share it.
    drawing.fill_rect(Cel { layer: 1, frame: 1 }, Rect::new(0, 0, 1, 1), Color::BLACK).unwrap();
    let again = read(&write(&drawing)).0;
    for frame in 0..5 {
        let cel = Cel { layer: 1, frame };
        assert_eq!(pixels(&again, cel), pixels(&drawing, cel), "{frame}");
    }
}

#[test]
fn an_image_of_many_pixels_is_counted_by_what_is_unpacked_and_what_is_seen() {
    let file = |size, own| {
        let cel = packed(1, (0, 0), size, &vec![9; 4 * usize::from(size.0) * usize::from(size.1)]);
        sprite(3 | 64, &[cel, bounds(own)]).bytes()
    };
    let far = i32::from(i16::MAX);
    let (drawing, _) = read(&file((1, 1), [-far, -far, 2 * far, 2 * far]));
    assert!(pixels(&drawing, Cel { layer: 1, frame: 0 }).iter().all(|color| *color != NONE));
    let (drawing, _) = read(&file((500, 3), [0, 0, 4, 2]));
    assert_eq!(row(&drawing, 0, 0).iter().flatten().count(), 2);
    // Of less than a pixel, the middle counts.
    for (own, count) in [([1, 0, 1, 2], 1), ([0, 0, 1, 2], 0)] {
        let (drawing, _) = read(&file((1, 1), own));
        assert_eq!(row(&drawing, 0, 0).iter().flatten().count(), count, "{own:?}");
    }
    let cel = packed(1, (0, 0), (65535, 65535), &[1; 63]);
    let huge = sprite(3 | 64, &[cel, bounds([0, 0, 4, 4])]).bytes();
    assert!(super::open(&huge).is_err());
}

#[test]
fn the_widest_image_has_bounds_that_are_a_rectangle() {
    let file = Forge::new(32768, 1, 32)
        .frame(9, &[layer_with(3 | 64, 0, 0, 0, 255, "model"), image(0), bounds([0, 0, 8, 2])])
        .bytes();
    let mut drawing = read(&file).0;
    drawing.fill_rect(Cel::default(), Rect::new(0, 0, 32768, 1), Color::BLACK).unwrap();
    let written = write(&drawing);
    let at = written.windows(6).position(|bytes| bytes == [0x06, 0x20, 1, 0, 0, 0]).unwrap() + 6;
    let side = |index: usize| i32::from_le_bytes(written[at + 4 * index..][..4].try_into().unwrap());
    assert_eq!([0, 1, 2, 3].map(side), [0, 0, i32::MAX, 1 << 16]);
}

/// Moves what a cel shows by one pixel, as a step.
fn nudge(document: &mut Document, cel: Cel) {
    document.begin(1).unwrap();
    document.lift(cel).unwrap();
    document.move_floating(1, 0).unwrap();
    document.land().unwrap();
    document.commit("Move", Color::ADDED, 0).unwrap();
}

/// The contents of a file's cels of the second layer and of the bounds behind them, unpacked.
fn models(file: &[u8]) -> Vec<Vec<u8>> {
    let chunks = taken(file).1;
    let of = chunks.iter().filter(|chunk| chunk.1 == 0x2006 || chunk.1 == 0x2005 && chunk.2[..2] == [1, 0]);
    of.map(|chunk| chunk.2.clone()).collect()
}

#[test]
fn an_image_of_any_pixels_stays_what_it_is_when_it_is_moved() {
    let grey: Vec<u8> = (0..16).flat_map(|at| [10 * at, 255]).collect();
    let indexed: Vec<u8> = (0..16).map(|at| 1 + at % 3).collect();
    let colors = palette(4, 0, &[[0, 0, 0, 255], [9, 9, 9, 255], [200, 0, 0, 255], [0, 200, 0, 255]]);
    let rgba: Vec<u8> = (0..16).flat_map(|at| [at, 2, 3, 255]).collect();
    for (depth, pixels) in [(8, indexed), (16, grey), (32, rgba)] {
        for cel in [packed, raw] {
            let layers = [layer("a"), layer_with(3 | 64, 0, 0, 0, 255, "model")];
            let chunks = [cel(1, (0, 0), (4, 4), &pixels), bounds([1, 2, 12, 6])];
            let forge = Forge { colors: 4, ..Forge::new(8, 8, depth) };
            let file =
                forge.frame(9, &[&layers[..], std::slice::from_ref(&colors), &chunks].concat()).bytes();
            let home = fate(&file);
            assert_eq!((home.lost, home.added), (vec![], vec![]), "{depth}");
            let mut document = Document::open(read(&file).0).unwrap();
            nudge(&mut document, Cel { layer: 1, frame: 0 });
            let lost =
                formats::lost(&document, formats::named("aseprite").unwrap(), &Export::new(0)).unwrap();
            assert!(lost.is_empty());
            let saved =
                formats::write(formats::named("aseprite").unwrap(), &document, &Export::new(0)).unwrap();
            let again = read(&saved).0;
            let cel = Cel { layer: 1, frame: 0 };
            assert_eq!(again.whole_extent(cel), document.whole_extent(cel));
            let seen: Vec<_> = (0..64).map(|at| document.cel_pixel(cel, at % 8, at / 8).unwrap()).collect();
            assert_eq!(self::pixels(&again, cel), seen, "{depth}");
            let [before, after] = [models(&file), models(&saved)];
            assert_eq!(before[0][16..], after[0][16..], "{depth}: the pixels are the same");
            assert_eq!(after[1], bounds([3, 2, 12, 6])[6..], "{depth}");
        }
    }
}

#[test]
fn what_is_a_link_at_another_size_is_an_image_of_its_own_once_either_is_moved() {
    let file = sprite(3 | 64, &[image(1), bounds([0, 0, 16, 16])])
        .frame(9, &[linked(1, (0, 0), 255, 0)])
        .frame(9, &[linked(1, (0, 0), 255, 0), bounds([0, 0, 4, 4])])
        .bytes();
    for frame in [0, 2] {
        let mut document = Document::open(read(&file).0).unwrap();
        nudge(&mut document, Cel { layer: 1, frame });
        let drawing =
            formats::write(formats::named("aseprite").unwrap(), &document, &Export::new(0)).unwrap();
        assert!(
            formats::lost(&document, formats::named("aseprite").unwrap(), &Export::new(0))
                .unwrap()
                .is_empty()
        );
        let (again, notes) = read(&drawing);
        assert_eq!(notes, "");
        for frame in 0..3 {
            let cel = Cel { layer: 1, frame };
            let seen: Vec<_> = (0..64).map(|at| document.cel_pixel(cel, at % 8, at / 8).unwrap()).collect();
            assert_eq!(pixels(&again, cel), seen, "{frame}");
            assert!(again.original(cel).is_some_and(|own| own.image != 0), "{frame}");
        }
        assert_eq!(again.links(1), [vec![0, 1]]);
    }
}

#[test]
fn chunks_that_say_another_size_than_the_image_has_are_not_completed() {
    let file = sprite(3 | 64, &[image(1), bounds([0, 0, 16, 16])]).bytes();
    let drawing = read(&file).0;
    let cel = Cel { layer: 1, frame: 0 };
    // A project file may say anything: another image of another size, or none.
    for number in [77, 78] {
        let mut forged = drawing.clone();
        forged.carry_image(2, 77, (2, 2), drawing.original(cel).unwrap().bounds, &zlib(&[9; 16])).unwrap();
        let own = drawing.cel_properties(cel).original;
        forged.set_cel_original(cel, undoodle_formats::document::Original { image: number, ..own }).unwrap();
        assert_eq!(told(&forged).len(), 1);
        assert_eq!(pixels(&read(&write(&forged)).0, cel), pixels(&drawing, cel));
    }
}

#[test]
fn a_link_at_nearly_the_size_of_its_image_is_not_written_once_both_are_painted_alike() {
    let near = [0, 0, 8 << 16, (8 << 16) + 9].map(|side: i32| side as u32);
    let near = chunk(0x2006, &[longs(&[1]), longs(&near), vec![0; 16]]);
    let file = sprite(3 | 64, &[image(1), bounds([0, 0, 16, 16])])
        .frame(9, &[linked(1, (0, 0), 255, 0), near])
        .bytes();
    let (mut drawing, _) = read(&file);
    let fate = fate(&file);
    assert_eq!((fate.lost, fate.added, fate.touched), (vec![], vec![], vec![]));
    let cels = [0, 1].map(|frame| Cel { layer: 1, frame });
    assert!(drawing.links(1).is_empty() && pixels(&drawing, cels[0]) == pixels(&drawing, cels[1]));
    for cel in cels {
        drawing.fill_rect(cel, Rect::new(0, 0, 8, 3), Color::BLACK).unwrap();
        drawing.fill_rect(cel, Rect::new(4, 0, 4, 8), NONE).unwrap();
    }
    let again = read(&write(&drawing)).0;
    for cel in cels {
        assert_eq!(pixels(&again, cel), pixels(&drawing, cel), "{cel:?}");
    }
}

#[test]
fn a_link_to_a_cel_of_no_known_kind_stays_empty_once_that_is_painted_on() {
    let unknown = chunk(0x2005, &[words(&[1, 0, 0]), vec![255, 99, 0], vec![0; 7], words(&[4, 4])]);
    let file = sprite(3 | 64, &[unknown]).frame(9, &[linked(1, (0, 0), 255, 0)]).bytes();
    let (mut drawing, _) = read(&file);
    let fate = fate(&file);
    assert_eq!((fate.lost, fate.added, fate.touched), (vec![], vec![], vec![]));
    drawing.fill_rect(Cel { layer: 1, frame: 0 }, Rect::new(0, 0, 3, 3), Color::BLACK).unwrap();
    let again = read(&write(&drawing)).0;
    for frame in 0..2 {
        let cel = Cel { layer: 1, frame };
        assert_eq!(pixels(&again, cel), pixels(&drawing, cel), "{frame}");
    }
}

#[test]
fn what_is_turned_while_too_small_to_tell_is_turned_in_the_file() {
    let grid: Vec<u8> = (0..9).flat_map(|at| [at % 3, at / 3, 7, 255]).collect();
    let odd = packed(1, (0, 0), (3, 3), &grid);
    let file = sprite(3 | 64, &[odd, bounds([2, 2, 2, 2])])
        .frame(9, &[linked(1, (0, 0), 255, 0), bounds([0, 0, 12, 12])])
        .bytes();
    let (mut drawing, _) = read(&file);
    let [cel, large] = [0, 1].map(|frame| Cel { layer: 1, frame });
    let (own, seen) = (drawing.original(cel).unwrap(), pixels(&drawing, large));
    // One pixel, that of the image's middle, which looks the same.
    let around = Rect::new(1, 1, 1, 1);
    let turned = own.turned(Orientation::HALF, around, around).unwrap();
    let image = drawing.original_image(1, &turned).unwrap();
    drawing.set_cel_original(cel, turned).unwrap();
    drawing.show_original(cel, &turned).unwrap();
    let again = read(&write(&drawing)).0;
    let saved = again.original(cel).unwrap();
    assert!(again.original_image(1, &saved).unwrap() == image);
    assert_eq!(pixels(&again, large), seen, "the link keeps the image as it was");
    assert_eq!(told(&drawing), Vec::<String>::new());
}

#[test]
fn frames_that_are_linked_have_the_bounds_of_what_they_show() {
    let file = sprite(3 | 64, &[image(1), bounds([2, 2, 12, 12])])
        .frame(9, &[linked(1, (0, 0), 255, 0), bounds([0, 0, 8, 8])])
        .frame(9, &[image(1)])
        .frame(9, &[linked(1, (0, 0), 255, 2), bounds([0, 0, 2, 2])])
        .bytes();
    let (mut drawing, _) = read(&file);
    drawing.link(Cel { layer: 1, frame: 0 }, [1]).unwrap();
    drawing.link(Cel { layer: 1, frame: 2 }, [3]).unwrap();
    let again = read(&write(&drawing)).0;
    for frame in 0..4 {
        let cel = Cel { layer: 1, frame };
        assert_eq!(pixels(&again, cel), pixels(&drawing, cel), "{frame}");
    }
}
