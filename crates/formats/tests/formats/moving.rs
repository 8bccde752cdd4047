//! Moving pictures: files that others made, our own as other decoders read them, and files that were spoilt.

use std::fs;
use std::path::Path;
use undoodle_formats::color::Color;
use undoodle_formats::document::{Cel, Document, Drawing, Tag, TagDirection};
use undoodle_formats::geometry::{Point, Rect};
use undoodle_formats::memory::Memory;
use undoodle_formats::{self as formats, Export, FORMATS, Film, Part, named};

const DURATIONS: [u32; 5] = [40, 100, 30, 250, 70];

/// The pixel that tests/pictures/make.py describes.
fn expected(k: u32, x: u32, y: u32, clear: bool) -> Color {
    let square = (3 * k..3 * k + 7).contains(&x) && (2 * k..2 * k + 7).contains(&y);
    match (square, (x + y) % 5, clear) {
        (true, ..) => Color::rgba(200, 40 * k as u8, 90, 255),
        (_, 0, _) => Color::rgba(x as u8 * 10, y as u8 * 12, 60, 255),
        (.., true) => Color::TRANSPARENT,
        _ => Color::rgba(16, 32, 48, 255),
    }
}

fn read(name: &str) -> Vec<u8> {
    fs::read(Path::new("../../tests/pictures").join(name)).unwrap()
}

/// Returns a frame's pixels row by row; all that are invisible are alike.
fn pixels(drawing: &Drawing<Memory>, frame: u32) -> Vec<Color> {
    let (width, height) = drawing.size();
    let picture = drawing.picture(frame);
    let mut row = vec![Color::TRANSPARENT; width as usize];
    let mut all = Vec::new();
    for y in 0..height {
        picture.read(0, y, 1, &mut row);
        all.extend(row.iter().map(|color| if color.is_transparent() { Color::TRANSPARENT } else { *color }));
    }
    all
}

#[test]
fn what_others_made_has_every_frame() {
    let check = |name: &str, id: &str, clear: bool, notes: &str| {
        let bytes = read(name);
        let (format, file) = formats::open(&bytes).unwrap();
        assert_eq!(
            (format.id, file.size(), file.notes().to_string().as_str()),
            (id, (24, 20), notes),
            "{name}"
        );
        let drawing = file.drawing().unwrap();
        drawing.validate().unwrap();
        assert_eq!((drawing.frames(), drawing.layers()), (5, 1), "{name}");
        for k in 0..5 {
            assert_eq!(drawing.duration(k).unwrap(), DURATIONS[k as usize], "{name}");
            let places = (0..20).flat_map(|y| (0..24).map(move |x| (x, y)));
            let all: Vec<_> = places.map(|(x, y)| expected(k, x, y, clear)).collect();
            assert!(pixels(&drawing, k) == all, "{name}, frame {k}");
        }
        assert_eq!(file.image().unwrap().get(0, 0), expected(0, 0, 0, clear));
    };
    check("keep.gif", "gif", false, "");
    check("clear.gif", "gif", true, "its number of loops (4) was left out");
    check("restore.gif", "gif", false, "");
    check("plain.png", "apng", false, "");
    check("over.png", "apng", true, "its number of loops (2) was left out");
    check("deep.png", "apng", false, "rounded from 16 to 8 bits per channel");
    let apart =
        "its number of loops (4) was left out; the picture for programs without animations was left out";
    check("apart.png", "apng", true, apart);
    check("lossless.webp", "webp", true, "");
}

#[test]
fn what_an_animation_says_of_its_light_is_heeded_in_every_frame() {
    let with = |kind: &[u8; 4], data: &[u8], file: &[u8]| {
        // Behind the signature and the header.
        [&file[..33], &crate::chunks::chunk(kind, data), &file[33..]].concat()
    };
    let linear = with(b"gAMA", &100_000u32.to_be_bytes(), &read("plain.png"));
    let check = |bytes: &[u8], notes: &str, expected: Color| {
        let (_, file) = formats::open(bytes).unwrap();
        assert_eq!(file.notes(), notes);
        let drawing = file.drawing().unwrap();
        assert_eq!([0, 4].map(|k| drawing.pixel(k, 20, 1).unwrap()), [expected; 2]);
    };
    // 16, 32 and 48 of 255 parts of light, as IEC 61966-2-1 encodes them.
    check(&linear, "converted to sRGB", Color::rgba(71, 99, 120, 255));
    check(&with(b"iCCP", b"P3\0\0", &linear), "without its colour profile", Color::rgba(16, 32, 48, 255));
}

#[test]
fn the_palette_of_a_gif_becomes_the_drawings_without_what_fills_it_up() {
    let drawing = formats::open(&read("restore.gif")).unwrap().1.drawing().unwrap();
    let mut all: Vec<_> = (0..5).flat_map(|k| pixels(&drawing, k)).collect();
    all.sort_unstable_by_key(|color| color.bytes);
    all.dedup();
    // The file's palette is in the order of red, green and blue, behind the transparent colour.
    assert_eq!(drawing.palette(), all);
}

#[test]
fn pixels_packed_with_loss_are_near_and_their_alpha_is_exact() {
    let drawing = formats::open(&read("lossy.webp")).unwrap().1.drawing().unwrap();
    for (i, found) in pixels(&drawing, 0).into_iter().enumerate() {
        let (x, y) = (i as u32 % 24, i as u32 / 24);
        let expected = [x * 10, y * 12, 60, 255 - x * y % 200].map(|v| v as u8);
        let off = found.bytes.iter().zip(expected).map(|(a, b)| a.abs_diff(b)).max();
        assert!(off <= Some(16) && found.bytes[3] == expected[3], "{x}, {y}: {found}, {expected:?}");
    }
}

/// A drawing of moving rectangles, some of which vanish; of at most 40 colours, all of them opaque.
fn scene(seed: u64) -> Document {
    let mut random = fastrand::Rng::with_seed(seed);
    let (width, height) = (random.u32(1..50), random.u32(1..40));
    let mut drawing = Drawing::new(width, height).unwrap();
    for frame in 1..random.u32(1..8) {
        drawing.add_frame(frame).unwrap();
        drawing.set_duration(frame, random.u32(2..90) * 10).unwrap();
    }
    for frame in 0..drawing.frames() {
        for _ in 0..random.u32(..6) {
            let [r, g, b, _] = (random.u32(..40) * 0x0123_4567).to_be_bytes();
            let (x, y) = (random.i32(..width as i32), random.i32(..height as i32));
            let rect = Rect::new(x, y, random.i32(1..30), random.i32(1..30)).intersect(drawing.bounds());
            drawing.fill_rect(Cel { layer: 0, frame }, rect, Color::rgba(r, g, b, 255)).unwrap();
        }
    }
    Document::open(drawing).unwrap()
}

#[test]
fn what_is_written_is_read_again_to_the_pixel() {
    for seed in 0..40 {
        let document = scene(seed);
        let export = Export { scale: 1 + seed as u32 % 3, ..Export::new(0) };
        let film = Film::new(&document, &export).unwrap();
        for id in ["gif", "apng", "webp"] {
            let format = named(id).unwrap();
            let losses = format.losses.map(|losses| losses(&document, &export).unwrap());
            assert!(losses.is_none_or(|losses| losses.is_empty()), "{id} {seed}");
            let bytes = formats::write(format, &document, &export).unwrap();
            let (told, file) = formats::open(&bytes).unwrap();
            assert_eq!((told.id, file.notes().to_string().as_str()), (id, ""), "seed {seed}");
            let drawing = file.drawing().unwrap();
            drawing.validate().unwrap();
            let moves = format.holds(Part::Frames);
            let frames = if moves { film.len() as u32 } else { 1 };
            assert_eq!((drawing.size(), drawing.frames()), (film.size(), frames), "{id} {seed}");
            for frame in 0..frames {
                let expected = film.image(frame as usize).unwrap();
                assert!(pixels(&drawing, frame) == expected.pixels(), "{id} {seed}, frame {frame}");
                let duration = drawing.duration(frame).unwrap();
                assert!(!moves || duration == film.duration(frame as usize), "{id} {seed}");
            }
            let kept = |palette: Vec<Color>| palette.starts_with(&document.palette());
            assert!(id != "gif" || kept(drawing.palette()), "the palette keeps its order");
        }
    }
}

/// The rectangle and colour of a cel of [`film`].
fn part(layer: u32, frame: u32) -> (Rect, Color) {
    let rect = Rect::new(3 + 5 * frame as i32, 3 + 12 * layer as i32, 9, 4);
    (rect, Color::rgba(200, 100 * layer as u8, 60 * frame as u8, 255))
}

/// Three frames of two layers, one of which is shown longer, with a tag on the first two.
fn film() -> Document {
    let mut drawing = Drawing::new(32, 32).unwrap();
    drawing.add_layer(1).unwrap();
    (1..3).for_each(|frame| drawing.add_frame(frame).unwrap());
    drawing.set_duration(1, 250).unwrap();
    for (layer, frame) in (0..2).flat_map(|layer| (0..3).map(move |frame| (layer, frame))) {
        let (rect, color) = part(layer, frame);
        drawing.fill_rect(Cel { layer, frame }, rect, color).unwrap();
    }
    drawing.add_tag(&Tag::new("run", 0, 1, TagDirection::Forward)).unwrap();
    Document::open(drawing).unwrap()
}

/// Writes [`film`] in a format and reads it again, with the pixels that were drawn and without a word on a loss.
fn reopened(id: &str, export: &Export) -> Drawing<Memory> {
    let bytes = formats::write(named(id).unwrap(), &film(), export).unwrap();
    let (_, file) = formats::open(&bytes).unwrap();
    assert_eq!((file.size(), file.notes().to_string().as_str()), ((32, 32), ""), "{id}");
    let drawing = file.drawing().unwrap();
    drawing.validate().unwrap();
    assert_eq!(drawing.frames(), 3, "{id}");
    for frame in 0..3 {
        let places = (0..32).flat_map(|y| (0..32).map(move |x| (x, y)));
        let drawn = |(x, y): (i32, i32)| {
            let here =
                (0..2).map(|layer| part(layer, frame)).find(|(rect, _)| rect.contains(Point::new(x, y)));
            here.map_or(Color::TRANSPARENT, |(_, color)| color)
        };
        assert!(pixels(&drawing, frame) == places.map(drawn).collect::<Vec<_>>(), "{id}, frame {frame}");
    }
    drawing
}

#[test]
fn a_film_opens_again_from_every_format_that_holds_frames() {
    let film = film();
    let frames = FORMATS.iter().filter(|format| format.holds(Part::Frames));
    let ids: Vec<_> = frames.filter(|f| f.read.is_some() && f.write.is_some()).map(|f| f.id).collect();
    for id in ["apng", "gif", "aseprite", "piskel", "sheet", "sequence"] {
        assert!(ids.contains(&id), "{id}");
    }
    for id in ids {
        let drawing = reopened(id, &Export::new(0));
        // Piskel has one speed for all frames, and a sequence and an icon have none.
        if !["piskel", "sequence", "ico"].contains(&id) {
            assert_eq!([0, 1, 2].map(|frame| drawing.duration(frame).unwrap()), [100, 250, 100], "{id}");
        }
        if ["undoodle", "aseprite"].contains(&id) {
            let names = |drawing: &Drawing<Memory>| [0, 1].map(|layer| drawing.layer(layer).unwrap().name);
            assert_eq!(
                (drawing.layers(), names(&drawing)),
                (2, ["Layer 1", "Layer 2"].map(String::from)),
                "{id}"
            );
        }
        if ["undoodle", "aseprite", "sheet"].contains(&id) {
            assert_eq!(drawing.tags(), film.tags(), "{id}");
        }
    }
}

#[test]
fn a_sheet_that_is_packed_padded_and_trimmed_opens_again() {
    for list in ["hash", "array"] {
        let mut export = Export::new(0);
        for (id, value) in
            [("layout", "packed".into()), ("padding", 3.into()), ("trim", true.into()), ("list", list.into())]
        {
            export.set(id, &value).unwrap();
        }
        let drawing = reopened("sheet", &export);
        assert_eq!((drawing.duration(1).unwrap(), drawing.tags().len()), (250, 1), "{list}");
    }
}

#[test]
fn of_a_picture_that_stands_still_little_is_stored() {
    let mut drawing = Drawing::new(200, 200).unwrap();
    let mut random = fastrand::Rng::with_seed(1);
    let mut noise = || Color::rgba(random.u8(..16) * 17, 0, 0, 255);
    let rows: Vec<Vec<_>> = (0..200).map(|_| (0..200).map(|_| noise()).collect()).collect();
    let mut sizes = Vec::new();
    for frames in [1, 11] {
        while drawing.frames() < frames {
            drawing.add_frame(drawing.frames()).unwrap();
        }
        for frame in 0..frames {
            let mut plane = drawing.pixels_mut(Cel { layer: 0, frame }).unwrap();
            (0..).zip(&rows).for_each(|(y, row)| plane.put_row(0, y, row).unwrap());
            plane.put_row(frame * 5, 9, &[Color::BLACK; 5]).unwrap();
        }
        let document = Document::open(drawing.clone()).unwrap();
        let size = |id| formats::write(named(id).unwrap(), &document, &Export::new(0)).unwrap().len();
        sizes.push([size("gif"), size("apng")]);
    }
    for (one, eleven) in sizes[0].iter().zip(sizes[1]) {
        assert!(eleven - one < 10 * 160, "{sizes:?}");
    }
}

/// Opens spoilt bytes as any format would. What opens is a valid drawing.
fn try_open(bytes: &[u8]) -> bool {
    let Ok((_, file)) = formats::open(bytes) else { return false };
    let Ok(drawing) = file.drawing() else { return false };
    drawing.validate().unwrap();
    assert_eq!(drawing.size(), file.size());
    true
}

#[test]
fn spoilt_files_are_refused_or_are_valid() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut files: Vec<_> =
        ["restore.gif", "clear.gif", "apart.png", "deep.png", "lossless.webp", "lossy.webp"].map(read).into();
    for id in ["gif", "apng", "webp"] {
        files.push(formats::write(named(id).unwrap(), &scene(3), &Export::new(0)).unwrap());
    }
    let (mut opened, mut refused) = (0, 0);
    for file in &files {
        for round in 0..150 {
            let mut bytes = file.clone();
            let at = random.usize(..bytes.len());
            match round % 4 {
                0 => bytes.truncate(at),
                1 => bytes[at] ^= 1 << random.u8(..8),
                2 => {
                    let extreme =
                        random.choice([[0; 4], [0xff; 4], [0x7f, 0xff, 0xff, 0xff], [0, 0, 0, 1]]).unwrap();
                    let end = (at + 4).min(bytes.len());
                    bytes[at..end].copy_from_slice(&extreme[..end - at]);
                }
                _ => {
                    let part = bytes[at..(at + 40).min(bytes.len())].to_vec();
                    bytes.splice(at..at, part);
                }
            }
            // Without right checksums, nothing behind the first one of a PNG would be met.
            if bytes.starts_with(b"\x89PNG") {
                mend(&mut bytes);
            }
            if try_open(&bytes) { opened += 1 } else { refused += 1 }
        }
    }
    assert!(opened > 100 && refused > 300, "{opened} opened, {refused} refused");
}

/// Gives the chunks of a PNG file right checksums.
fn mend(file: &mut [u8]) {
    let mut at = 8;
    while let Some(length) = file.get(at..at + 4) {
        let length = u32::from_be_bytes(length.try_into().unwrap()) as usize;
        let end = at + 8 + length;
        let Some(summed) = file.get(at + 4..end) else { return };
        let sum = crc32fast::hash(summed).to_be_bytes();
        let Some(place) = file.get_mut(end..end + 4) else { return };
        place.copy_from_slice(&sum);
        at = end + 4;
    }
}
