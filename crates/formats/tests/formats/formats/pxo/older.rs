//! Tests of `src/pxo/older.rs`, on a project that Zstandard's own program has packed.

use super::{format, read};
use undoodle_formats as formats;
use undoodle_formats::color::Color;
use undoodle_formats::document::Cel;

const PROJECT: &[u8] = include_bytes!("../../../../../../tests/pixelorama/before-1.pxo");

/// The pixels that the project was made of.
fn expected(frame: u32, layer: u32, x: u32, y: u32) -> Color {
    if layer == 0 {
        let drawn = (x / 8 + y / 8 + frame) % 2 == 1;
        let color = Color::rgba((x * 6) as u8, (y * 8) as u8, (frame * 80) as u8, 255);
        return if drawn { color } else { Color::TRANSPARENT };
    }
    let mut n = x.wrapping_mul(73_856_093) ^ y.wrapping_mul(19_349_663) ^ frame.wrapping_mul(83_492_791);
    n = n.wrapping_mul(2_654_435_761);
    n ^= n >> 15;
    n = n.wrapping_mul(2_246_822_519);
    n ^= n >> 13;
    let [alpha, red, green, blue] = n.to_le_bytes();
    Color::rgba(red, green, blue, alpha)
}

fn check(bytes: &[u8]) {
    let (told, whole) = formats::open(bytes).unwrap();
    assert_eq!(told.id, "pxo");
    assert_eq!(whole.notes(), "1 brush tip left out");
    let drawing = whole.drawing().unwrap();
    drawing.validate().unwrap();
    assert_eq!((drawing.size(), drawing.layers(), drawing.frames()), ((40, 30), 2, 3));
    let names = [0, 1].map(|layer| drawing.layer(layer).unwrap().name);
    assert_eq!(
        (names, drawing.groups().len(), drawing.layer(0).unwrap().locked),
        (["Ground", "Hat"].map(str::to_owned), 1, true)
    );
    assert_eq!([0, 1, 2].map(|frame| drawing.duration(frame).unwrap()), [125, 250, 125]);
    let tags: Vec<_> = drawing.tags().into_iter().map(|tag| (tag.name, tag.from, tag.to)).collect();
    assert_eq!(tags, [("nod".to_owned(), 0, 1)]);
    let faint: Vec<_> =
        drawing.unusual_cels().into_iter().map(|(cel, own)| (cel.frame, own.opacity)).collect();
    assert_eq!(faint, [(1, 128)], "the second frame's cel of one layer is half as opaque");
    for (frame, layer) in (0..3).flat_map(|frame| [0, 1].map(|layer| (frame, layer))) {
        for (x, y) in (0..40).flat_map(|x| (0..30).map(move |y| (x, y))) {
            let found = drawing.cel_pixel(Cel { layer, frame }, x as i32, y as i32).unwrap();
            assert_eq!(found, expected(frame, layer, x, y), "{frame} {layer} {x} {y}");
        }
    }
}

#[test]
fn projects_before_1_are_read() {
    check(PROJECT);
}

#[test]
fn projects_that_godot_has_not_packed_are_read() {
    let layer = r#"{"name":"a","visible":true,"locked":false}"#;
    let line = format!(
        "{{\"pixelorama_version\":\"v0.8.1\",\"size_x\":2,\"size_y\":1,\"fps\":10,\"layers\":[{layer},{layer}],\
        \"frames\":[{{\"cels\":[{{\"opacity\":1}},{{\"opacity\":1}}]}},{{\"cels\":[{{\"opacity\":1}},{{\"opacity\":1}}]}}],\
        \"frame_duration\":[1,3]}}\n"
    );
    let bytes = [line.as_bytes(), &(1..=32).collect::<Vec<u8>>()].concat();
    let whole = read(&bytes).unwrap();
    let drawing = whole.drawing().unwrap();
    assert_eq!(
        (whole.notes().to_string().as_str(), drawing.duration(0), drawing.duration(1)),
        ("", Ok(100), Ok(300))
    );
    let found = [(0, 0), (1, 0), (0, 1), (1, 1)]
        .map(|(layer, frame)| drawing.cel_pixel(Cel { layer, frame }, 1, 0).unwrap());
    assert_eq!(found, [5, 13, 21, 29].map(|first| Color::rgba(first, first + 1, first + 2, first + 3)));
    let said = read(&bytes[..bytes.len() - 1]).err().unwrap().to_string();
    assert_eq!(said, "this Pixelorama file is damaged: a cel has fewer pixels than the canvas");
}

#[test]
fn what_is_older_still_or_damaged_is_refused() {
    let said = |bytes: &[u8]| read(bytes).err().map(|error| error.to_string()).unwrap_or_default();
    let damaged = |why: &str| format!("this Pixelorama file is damaged: {why}");
    let with = |at: usize, bytes: &[u8]| {
        let mut file = PROJECT.to_vec();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        said(&file)
    };
    assert!((format().is)(b"GCPF"));
    assert_eq!(said(b"GCPF\x02\0\0\0"), damaged("it ends too early"));
    assert_eq!(with(4, &[1]), damaged("its compression is unknown"), "Deflate");
    assert_eq!(with(8, &[0; 4]), damaged("its compression is unknown"), "no block");
    assert_eq!(with(8, &[0xff; 4]), damaged("its compression is unknown"), "a huge one");
    assert_eq!(with(12, &[0xff; 4]), "drawing may take at most 1 GB, not 4 GB");
    assert_eq!(with(12, &[0, 0, 0, 0x20]), damaged("it ends too early"));
    assert_eq!(with(16, &[0xff; 4]), damaged("it ends too early"));
    assert_eq!(with(16 + 4 * 8, &[0]), damaged("one of its blocks can't be unpacked"));
    for cut in (4..PROJECT.len() - 8).step_by(97) {
        assert!(said(&PROJECT[..cut]).ends_with("it ends too early"), "{cut}");
    }
    let text =
        [&b"GCPF\x02\0\0\0\0\x10\0\0\x05\0\0\0\x0e\0\0\0\x28\xb5\x2f\xfd\x20\x05\x29\0\0v0.6\n"[..]].concat();
    assert_eq!(
        said(&text),
        "this file can't be opened: it is from a Pixelorama before 0.8: save it again with a later version"
    );
}

#[test]
fn harmed_projects_are_drawings_or_refused() {
    let mut random = fastrand::Rng::with_seed(12);
    let mut opened = 0;
    for _ in 0..400 {
        let mut bytes = PROJECT.to_vec();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..bytes.len());
            bytes[at] = random.u8(..);
        }
        let taken = allocation_counter::measure(|| {
            if let Ok(whole) = read(&bytes) {
                whole.drawing().unwrap().validate().unwrap();
                opened += 1;
            }
        });
        assert!(taken.bytes_max < 64 << 20, "{} bytes taken", taken.bytes_max);
    }
    assert!((1..400).contains(&opened), "{opened} of 400 open");
}
