//! Icons: files of others, bitmaps of every depth made here byte by byte, and what is written.

use undoodle_formats::Result;
use undoodle_formats::color::Color;
use undoodle_formats::document::{Cel, Document, Drawing, Tag};
use undoodle_formats::geometry::Rect;
use undoodle_formats::{self as formats, Export, Format, Frames, Opened, left_out};

fn format() -> &'static Format {
    formats::named("ico").unwrap()
}

fn read(bytes: &[u8]) -> Result<Box<dyn Opened + '_>> {
    format().read.unwrap()(bytes)
}

fn said(bytes: &[u8]) -> String {
    formats::open(bytes).err().map(|error| error.to_string()).unwrap_or_default()
}

const RED: Color = Color::rgba(255, 0, 0, 255);
const HALF: Color = Color::rgba(0, 0, 255, 128);

/// An icon of pictures; `kind` is 1 for an icon and 2 for a cursor, which has its hot spots at (1, 0).
fn icon(kind: u8, pictures: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = vec![0, 0, kind, 0, pictures.len() as u8, 0];
    let mut at = (6 + 16 * pictures.len()) as u32;
    for picture in pictures {
        bytes.extend([9, 9, 0, 0, kind - 1, 0, 0, 0]);
        bytes.extend((picture.len() as u32).to_le_bytes());
        bytes.extend(at.to_le_bytes());
        at += picture.len() as u32;
    }
    [bytes, pictures.concat()].concat()
}

/// A bitmap of an icon: its head, what follows it, and its mask.
fn bitmap(size: (u32, u32), bits: u16, behind: &[u8], mask: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for number in [40, size.0, 2 * size.1, 1 | u32::from(bits) << 16, 0, 0, 0, 0, 0, 0] {
        bytes.extend(number.to_le_bytes());
    }
    [&bytes, behind, mask].concat()
}

/// The pixels of a frame's top left corner.
fn pixels(drawing: &Drawing<undoodle_formats::memory::Memory>, frame: u32, size: (u32, u32)) -> Vec<Color> {
    let places = (0..size.1).flat_map(|y| (0..size.0).map(move |x| (x, y)));
    places.map(|(x, y)| drawing.pixel(frame, x as i32, y as i32).unwrap()).collect()
}

#[test]
fn every_size_is_a_frame_with_the_exact_pixels() {
    let smaller = "2 frames smaller than the canvas put at its top left corner";
    for (bytes, notes) in [
        (&include_bytes!("../../../../../tests/icons/three-sizes.ico")[..], smaller.to_owned()),
        (
            &include_bytes!("../../../../../tests/icons/three-sizes.cur")[..],
            format!("{smaller}; 3 hot spots left out"),
        ),
    ] {
        let (told, whole) = formats::open(bytes).unwrap();
        assert_eq!((told.id, whole.notes().to_string()), ("ico", notes));
        let drawing = whole.drawing().unwrap();
        drawing.validate().unwrap();
        let tags: Vec<_> = drawing.tags().into_iter().map(|tag| (tag.name, tag.from, tag.to)).collect();
        let names = [("48×48", 0), ("32×32", 1), ("16×16", 2)];
        assert_eq!(tags, names.map(|(name, frame)| (name.to_owned(), frame, frame)));
        assert_eq!((drawing.size(), drawing.frames()), ((48, 48), 3));
        for (frame, side, color) in [(0, 48, HALF), (1, 32, Color::rgba(0, 255, 0, 255)), (2, 16, RED)] {
            assert_eq!(drawing.cel_bounds(Cel { layer: 0, frame }), Rect::new(0, 0, side, side));
            assert!(pixels(&drawing, frame, (side as u32, side as u32)).iter().all(|pixel| *pixel == color));
        }
        assert_eq!(whole.image().unwrap().size(), (48, 48), "what is pasted is the largest");
    }
}

#[test]
fn bitmaps_of_every_depth_are_read() {
    let (black, blue) = (Color::BLACK, Color::rgba(0, 0, 255, 255));
    let none = Color::TRANSPARENT;
    // Two rows of three pixels, the lower one first: red, blue, black and then blue, red, masked.
    let expected = [blue, RED, none, RED, blue, black];
    let two = [0, 0, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0];
    let mask = [0, 0, 0, 0, 0x20, 0, 0, 0];
    let padded = |rows: [&[u8]; 2]| {
        rows.map(|row| {
            let mut row = row.to_vec();
            row.resize(row.len().next_multiple_of(4), 0);
            row
        })
        .concat()
    };
    let palette = |colors: usize, rows: [&[u8]; 2]| {
        let mut bytes = two.to_vec();
        bytes.resize(4 * colors, 7);
        [bytes, padded(rows)].concat()
    };
    for (bits, behind) in [
        (4, palette(16, [&[0x12, 0x00], &[0x21, 0x00]])),
        (8, palette(256, [&[1, 2, 0], &[2, 1, 0]])),
        (16, padded([&[0, 0x7c, 0x1f, 0, 0, 0], &[0x1f, 0, 0, 0x7c, 0, 0]])),
        (24, padded([&[0, 0, 255, 255, 0, 0, 0, 0, 0], &[255, 0, 0, 0, 0, 255, 0, 0, 0]])),
        // Without any alpha, the mask says what is transparent.
        (32, [[0, 0, 255, 0, 255, 0, 0, 0, 0, 0, 0, 0], [255, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0]].concat()),
    ] {
        let file = icon(1, &[bitmap((3, 2), bits, &behind, &mask)]);
        let whole = read(&file).unwrap();
        let drawing = whole.drawing().unwrap();
        assert_eq!(pixels(&drawing, 0, (3, 2)), expected, "{bits} bits");
        assert_eq!((whole.notes().to_string().as_str(), drawing.tags().len()), ("", 0), "{bits} bits");
    }
    let one = [&[0, 0, 255, 0, 255, 0, 0, 0][..], &[0b0100_0000, 0, 0, 0, 0b1010_0000, 0, 0, 0]].concat();
    let drawing = read(&icon(1, &[bitmap((3, 2), 1, &one, &[0; 8])])).unwrap().drawing().unwrap();
    assert_eq!(pixels(&drawing, 0, (3, 2)), [blue, RED, blue, RED, blue, RED]);
    // With alpha, the mask counts for nothing, and no colour of a half transparent pixel is rounded.
    let alpha = [[1, 2, 3, 1], [9, 8, 7, 0], [4, 5, 6, 128]].concat();
    let drawing = read(&icon(1, &[bitmap((3, 1), 32, &alpha, &[0xff, 0, 0, 0])])).unwrap().drawing().unwrap();
    let expected = [Color::rgba(3, 2, 1, 1), Color::rgba(7, 8, 9, 0), Color::rgba(6, 5, 4, 128)];
    assert_eq!(pixels(&drawing, 0, (3, 1)), expected);
    // Some programs leave the mask out.
    let drawing = read(&icon(1, &[bitmap((3, 1), 32, &alpha, &[])])).unwrap().drawing().unwrap();
    assert_eq!(pixels(&drawing, 0, (3, 1)), expected);
}

#[test]
fn what_a_cursor_inverts_is_transparent_and_told() {
    let behind = [[0, 0, 255, 255, 255, 255, 0, 0, 0], [0; 9]].concat();
    let row = [&behind[..9], &[0; 3]].concat();
    let whole = icon(2, &[bitmap((3, 1), 24, &row, &[0b0110_0000, 0, 0, 0])]);
    let whole = read(&whole).unwrap();
    assert_eq!(whole.notes(), "1 hot spot left out; 1 pixel inverting the screen made transparent");
    let drawing = whole.drawing().unwrap();
    assert_eq!(pixels(&drawing, 0, (3, 1)), [RED, Color::TRANSPARENT, Color::TRANSPARENT]);
}

/// Three frames of 256, 20 and 7 columns, of random pixels with any alpha.
fn sizes() -> Document {
    let mut random = fastrand::Rng::with_seed(8);
    let mut document = Document::new(256, 256).unwrap();
    document.begin(1).unwrap();
    (1..3).for_each(|frame| document.add_frame(frame).unwrap());
    for (frame, (width, height)) in (0..).zip([(256, 256), (20, 20), (7, 12)]) {
        for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
            let color = Color { bytes: random.u32(..).to_be_bytes() };
            document.fill_rect(Cel { layer: 0, frame }, Rect::new(x, y, 1, 1), color).unwrap();
        }
        let name = format!("{width}×{height}");
        document.add_tag(&Tag::new(name, frame, frame, Default::default())).unwrap();
    }
    document.commit("Paint", Color::ADDED, 0).unwrap();
    document
}

#[test]
fn sizes_are_written_and_read_again() {
    let document = sizes();
    let bytes = formats::write(format(), &document, &Export::new(0)).unwrap();
    assert_eq!(
        bytes.windows(8).filter(|part| part == b"\x89PNG\r\n\x1a\n").count(),
        1,
        "the largest alone is PNG"
    );
    let again = read(&bytes).unwrap();
    let again = again.drawing().unwrap();
    assert_eq!((again.size(), again.tags()), ((256, 256), document.tags()));
    for frame in 0..3 {
        assert_eq!(pixels(&again, frame, (256, 256)), pixels_of(&document, frame), "{frame}");
    }
    assert_eq!(format().losses.unwrap()(&document, &Export::new(0)).unwrap(), ["the durations of 3 frames"]);
    assert!(left_out(&document, format()).unwrap().is_empty());
    let export = Export { frames: Frames::Range(2, 2), scale: 3, ..Export::new(0) };
    let again = read(&formats::write(format(), &document, &export).unwrap()).unwrap().drawing().unwrap();
    assert_eq!((again.size(), again.tags().len()), ((21, 36), 0));
    assert_eq!(again.pixel(0, 20, 35), document.pixel(2, 6, 11));
    assert_eq!(format().losses.unwrap()(&document, &export).unwrap(), ["3 tags", "2 other frames"]);
}

fn pixels_of(document: &Document, frame: u32) -> Vec<Color> {
    let places = (0..256).flat_map(|y| (0..256).map(move |x| (x, y)));
    places.map(|(x, y)| document.pixel(frame, x, y).unwrap()).collect()
}

#[test]
fn what_is_too_large_for_an_icon_is_refused() {
    let said = |document: &Document, scale| {
        let export = Export { scale, ..Export::new(0) };
        formats::write(format(), document, &export).unwrap_err().to_string()
    };
    assert_eq!(said(&Document::new(257, 1).unwrap(), 1), "width of an icon must be from 1 to 256, not 257");
    assert_eq!(said(&Document::new(1, 100).unwrap(), 3), "height of an icon must be from 1 to 256, not 300");
    // A tag that says more than there is says nothing.
    let mut small = Document::new(4, 4).unwrap();
    small.begin(1).unwrap();
    small.add_tag(&Tag::new("9×9", 0, 0, Default::default())).unwrap();
    small.commit("Tag", Color::ADDED, 0).unwrap();
    let again = formats::write(format(), &small, &Export::new(0)).unwrap();
    assert_eq!(read(&again).unwrap().size(), (4, 4));
}

#[test]
fn damaged_icons_are_refused_in_a_sentence() {
    let whole = icon(1, &[bitmap((3, 1), 24, &[0; 12], &[0; 4])]);
    assert!(read(&whole).is_ok());
    let with = |at: usize, bytes: &[u8]| {
        let mut file = whole.clone();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        said(&file)
    };
    let damaged = |why: &str| format!("this icon file is damaged: {why}");
    assert_eq!(with(4, &[2]), damaged("a picture lies outside the file"));
    assert_eq!(with(14, &[255; 4]), damaged("a picture lies outside the file"));
    assert_eq!(with(14, &[0; 4]), damaged("a picture lies outside the file"));
    assert_eq!(with(18, &[255; 4]), damaged("a picture lies outside the file"));
    assert_eq!(with(22, &[12]), damaged("a picture is neither PNG nor a known bitmap"));
    assert_eq!(
        with(26, &[255; 4]),
        "this file can't be opened: its width is 4294967295, and a drawing has at most 32768"
    );
    assert_eq!(with(30, &[0, 0, 1, 0]), damaged("a picture ends too early"));
    assert_eq!(with(30, &[1, 0]), "this file can't be opened: its height is 0, and a drawing has at least 1");
    assert_eq!(with(36, &[7]), damaged("a picture is packed in an unknown way"));
    assert_eq!(with(38, &[1]), damaged("a picture is packed in an unknown way"));
    assert_eq!(said(&whole[..20]), damaged("its directory is cut off"));
    assert!(said(b"\0\0\x02\0\0\0\0\0").starts_with("Undoodle can't open this file"), "Targa begins alike");
}
