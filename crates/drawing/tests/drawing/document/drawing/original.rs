//! Images at their own resolution: all turns of them, what is scaled there and back, and what no image can be made of.

use undoodle_drawing::color::Color;
use undoodle_drawing::document::{Bounds, Cel, Drawing, MAX_ORIGINAL, Orientation, Original};
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::memory::Memory;
use undoodle_drawing::raster::{
    Image, flip_horizontal, flip_vertical, rotate_half, rotate_left, rotate_right,
};

const CEL: Cel = Cel { layer: 0, frame: 0 };

/// Deflates bytes without making them fewer.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let (len, mut sums) = (bytes.len() as u16, (1, 0));
    for byte in bytes {
        sums.0 = (sums.0 + u32::from(*byte)) % 65521;
        sums.1 = (sums.1 + sums.0) % 65521;
    }
    let sum = (sums.1 << 16 | sums.0).to_be_bytes();
    [&[0x78, 1, 1][..], &len.to_le_bytes(), &(!len).to_le_bytes(), bytes, &sum].concat()
}

/// An image of 6 by 4 without any symmetry, whose edges are invisible.
fn image() -> Image {
    let color = |x: i32, y: i32| match (1..5).contains(&x) && (1..3).contains(&y) {
        true => Color::rgba(10 * x as u8, 10 * y as u8, 1, 255),
        false => Color::TRANSPARENT,
    };
    Image::drawn(6, 4, color).unwrap()
}

fn original(bounds: Bounds) -> Original {
    Original { image: 5, bounds, ..Original::NONE }
}

fn drawing(bounds: Bounds) -> Drawing<Memory> {
    let mut drawing = Drawing::new(30, 20).unwrap();
    let pixels: Vec<u8> = (0..4)
        .flat_map(|y| image().row(y).iter().flat_map(|color| color.bytes).collect::<Vec<_>>())
        .collect();
    assert!(drawing.carry_image(1, 5, (6, 4), bounds, &stored(&pixels)).unwrap());
    assert!(drawing.show_original(CEL, &original(bounds)).unwrap());
    drawing
}

#[test]
fn turns_of_turns_are_those_of_the_image() {
    type Turn = fn(&Image) -> undoodle_drawing::Result<Image>;
    let turns: [(Orientation, Turn); 5] = [
        (Orientation::MIRRORED, flip_horizontal),
        (Orientation::UPSIDE_DOWN, flip_vertical),
        (Orientation::LEFT, rotate_left),
        (Orientation::RIGHT, rotate_right),
        (Orientation::HALF, rotate_half),
    ];
    let bounds = Bounds::of(Rect::new(3, 4, 12, 8));
    let drawing = drawing(bounds);
    let (mut chance, mut own, mut turned) = (fastrand::Rng::with_seed(3), original(bounds), image());
    let mut from = Rect::new(3, 4, 12, 8);
    for _ in 0..200 {
        let (by, turn) = turns[chance.usize(..5)];
        let (width, height) = turn(&turned).unwrap().size();
        let to = Rect::new(from.x, from.y, 2 * width as i32, 2 * height as i32);
        own = own.turned(by, from, to).unwrap();
        (turned, from) = (turn(&turned).unwrap(), to);
        assert!(drawing.original_image(0, &own).unwrap() == turned);
        assert_eq!(own.bounds, Bounds::of(to));
    }
    for (degrees, by) in [(0.0, 0), (90.0, 3), (-90.0, 2), (540.0, 4)] {
        let expected = if by == 0 { Orientation::default() } else { turns[by].0 };
        assert_eq!(Orientation::rotated(degrees), Some(expected));
    }
    assert_eq!(Orientation::rotated(89.5), None);
    assert_eq!(Orientation::rotated(f64::NAN), None);
}

#[test]
fn a_cel_shows_its_image_where_it_was_moved_to_and_not_when_a_pixel_differs() {
    // Between pixels, too.
    let bounds = Bounds([3 << 16 | 0x5555, 4 << 16 | 0x1234, 12 << 16 | 0x777, 8 << 16]);
    let mut drawing = drawing(bounds);
    assert_eq!(drawing.original(CEL), Some(original(bounds)));
    drawing.lift(CEL).unwrap();
    drawing.move_floating(-9, 2).unwrap();
    let moved =
        original(Bounds([bounds.0[0] - (9 << 16), bounds.0[1] + (2 << 16), bounds.0[2], bounds.0[3]]));
    assert_eq!(drawing.original(CEL), Some(moved), "while it floats");
    drawing.land().unwrap();
    drawing.resize(Rect::new(-4, 1, 9, 9)).unwrap();
    let [left, top, width, height] = moved.bounds.0;
    let seen = original(Bounds([left + (4 << 16), top - (1 << 16), width, height]));
    assert_eq!(drawing.original(CEL), Some(seen));
    let around = drawing.extent(CEL);
    drawing.pixels_mut(CEL).unwrap().fill_beyond(Rect::new(around.x, around.y, 1, 1), Color::BLACK).unwrap();
    assert_eq!(drawing.original(CEL), None);
    assert_eq!(drawing.validate(), Ok(()));
}

#[test]
fn scaling_there_and_back_gives_the_picture_of_before() {
    let bounds = Bounds([3 << 16 | 0x5555, 4 << 16 | 0x1234, 13 << 16 | 0x777, 7 << 16 | 0x8001]);
    let mut drawing = drawing(bounds);
    let (around, own) = (drawing.extent(CEL), drawing.original(CEL).unwrap());
    let mut scaled = own;
    for to in [Rect::new(1, 1, 1, 1), Rect::new(2, 3, 70, 5), around] {
        scaled = drawing.scaled_original(0, &scaled, to).unwrap();
        assert!(drawing.show_original(CEL, &scaled).unwrap());
        assert_eq!(drawing.extent(CEL), to);
        assert_eq!(drawing.original(CEL), Some(scaled));
    }
    assert_eq!(scaled, own, "it had such bounds when it came");
    for (from, to) in [((30, 20), (7, 90)), ((7, 90), (1, 3)), ((1, 3), (30, 20))] {
        scaled = drawing.stretched_original(0, &scaled, from, to).unwrap();
    }
    let [near, first] = [scaled, own].map(|own| own.bounds.0.map(i64::from));
    assert!(near.iter().zip(first).all(|(near, first)| (near - first).abs() < 64));
    assert_eq!(near[2..], first[2..]);
}

#[test]
fn what_is_no_image_is_none() {
    let bounds = Bounds::of(Rect::new(0, 0, 8, 8));
    let mut drawing = Drawing::new(8, 8).unwrap();
    let side = MAX_ORIGINAL.isqrt() as u32 + 1;
    for (number, size) in [(0, (1, 1)), (1, (0, 1)), (1, (1, 0)), (1, (32769, 1)), (1, (side, side))] {
        assert_eq!(drawing.carry_image(1, number, size, bounds, &[]), Ok(false));
    }
    // Too few bytes, no deflated data, a ratio that there is none of, and one pixel of two.
    let cases: [((u32, u32), Vec<u8>); 4] = [
        ((2, 2), Vec::new()),
        ((2, 2), vec![0xff; 90]),
        ((4000, 4000), stored(&[7; 60])),
        ((2, 1), stored(&[7; 4])),
    ];
    for (number, (size, packed)) in (1..).zip(cases) {
        assert_eq!(drawing.carry_image(1, number, size, bounds, &packed), Ok(true));
        let own = Original { image: number, bounds, ..Original::NONE };
        assert_eq!(drawing.show_original(CEL, &own), Ok(false));
        drawing.set_cel_original(CEL, own).unwrap();
        assert_eq!(drawing.original(CEL), None);
        assert_eq!(drawing.scaled_original(0, &own, Rect::new(0, 0, 1, 1)), None);
    }
    // Bounds as far and as large as there are some: too much is seen of them, or nothing.
    let mut drawing = self::drawing(bounds);
    for sides in
        [[i32::MIN, i32::MIN, i32::MAX, i32::MAX], [i32::MAX, i32::MAX, 1, 1], [0, 0, i32::MAX, i32::MAX]]
    {
        drawing.set_cel_original(CEL, original(Bounds(sides))).unwrap();
        assert_eq!(drawing.original(CEL), None);
    }
    let far = Rect::new(i32::MAX, 0, 1, 1);
    assert_eq!(original(bounds).turned(Orientation::LEFT, Rect::EMPTY, far), None);
    for sides in [[0, 0, 0, 1], [0, 0, 1, -1]] {
        assert!(drawing.set_cel_original(CEL, original(Bounds(sides))).is_err());
    }
    assert_eq!(drawing.validate(), Ok(()));
}

#[test]
fn a_record_with_any_other_bytes_is_refused() {
    let drawing = drawing(Bounds::of(Rect::new(0, 0, 8, 8)));
    let record = undoodle_drawing::document::records::CEL.address(1);
    // Its last byte, its width and height, and its number.
    for (at, bytes) in [(235, vec![8]), (227, vec![0; 4]), (231, vec![255; 4]), (211, vec![0; 8])] {
        let mut memory = drawing.door().clone();
        let region = undoodle_drawing::memory::Region::new(record + at, bytes.len());
        undoodle_drawing::document::Door::write(&mut memory, region).unwrap().copy_from_slice(&bytes);
        let why = "the original of a cel has bytes that mean nothing";
        assert_eq!(Drawing::from_door(memory).validate().unwrap_err().to_string(), why, "{at}");
    }
}
