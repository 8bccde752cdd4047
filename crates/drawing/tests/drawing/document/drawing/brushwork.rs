//! Brushwork against a plain array of pixels that asks every rule for every pixel.

use undoodle_drawing::color::Color;
use undoodle_drawing::document::Trace;
use undoodle_drawing::document::info::info;
use undoodle_drawing::document::{Cel, Document, Door, Mode};
use undoodle_drawing::geometry::{Area, Bits, Point, Rect};

const WIDTH: i32 = 150;
const HEIGHT: i32 = 90;
const CEL: Cel = Cel { layer: 0, frame: 0 };
const COLORS: [Color; 4] =
    [Color::TRANSPARENT, Color::BLACK, Color::rgba(9, 200, 30, 128), Color::rgba(255, 255, 255, 255)];

/// The pixels as they should be, and which of them may change how.
struct Twin {
    pixels: Vec<Color>,
    selected: Vec<bool>,
    keep: bool,
}

impl Twin {
    fn set(&mut self, x: i32, y: i32, change: impl Fn(Color) -> Color) {
        if !(0..WIDTH).contains(&x) || !(0..HEIGHT).contains(&y) {
            return;
        }
        let at = (y * WIDTH + x) as usize;
        let (old, new) = (self.pixels[at], change(self.pixels[at]));
        if !self.selected[at] {
            return;
        }
        self.pixels[at] = match (self.keep, old.bytes[3], new.bytes) {
            (false, ..) => new,
            (true, 0, _) | (true, _, [.., 0]) => old,
            (true, alpha, [r, g, b, _]) => Color::rgba(r, g, b, alpha),
        };
    }

    fn fill(&mut self, rect: Rect, change: impl Fn(i32, i32, Color) -> Color) {
        for y in rect.y..rect.bottom() {
            (rect.x..rect.right()).for_each(|x| self.set(x, y, |old| change(x, y, old)));
        }
    }
}

fn pixels(document: &Document) -> Vec<Color> {
    let mut all = vec![Color::BLACK; (WIDTH * HEIGHT) as usize];
    let rows = all.chunks_exact_mut(WIDTH as usize);
    (0..).zip(rows).for_each(|(y, row)| document.read_row(CEL, 0, y, row));
    all
}

/// Does one thing at random on both.
fn paint(document: &mut Document, twin: &mut Twin, random: &mut fastrand::Rng) {
    let color = COLORS[random.usize(..4)];
    let (x, y) = (random.i32(-40..WIDTH + 5), random.i32(-40..HEIGHT + 5));
    let height = if random.bool() { 1 } else { random.i32(1..70) };
    let rect = Rect::new(x, y, random.i32(1..90), height);
    let mix = |x: i32, y: i32, old: Color| Color::rgba(old.bytes[0] ^ x as u8, y as u8, 7, 200);
    let mut by_place = |x: i32, y: i32, row: &mut [Color]| {
        (x..).zip(row).for_each(|(x, pixel)| *pixel = mix(x, y, *pixel));
    };
    let mut brush = document.brush(CEL).unwrap();
    match random.u32(..4) {
        0 => {
            let rows: [u32; 32] = match random.u32(..3) {
                0 => [u32::MAX; 32],
                1 => std::array::from_fn(|i| if i < 9 { 0 } else { u32::MAX >> (i - 9) }),
                _ => std::array::from_fn(|_| random.u32(..)),
            };
            // Strokes come in squares of the tiles, other shapes at any place.
            let grid = if random.bool() { 32 } else { 1 };
            let at = Point::new(x.div_euclid(grid) * grid, y.div_euclid(grid) * grid);
            let set = |x: i32, y: i32| rows[(y - at.y) as usize] >> (x - at.x) & 1 == 1;
            let (area, square) = (Area::Bits(Bits { at, rows }), Rect::new(at.x, at.y, 32, 32));
            if random.bool() {
                brush.fill(&area, color).unwrap();
                twin.fill(square, |x, y, old| if set(x, y) { color } else { old });
            } else {
                brush.edit(&area, &mut by_place).unwrap();
                twin.fill(square, |x, y, old| if set(x, y) { mix(x, y, old) } else { old });
            }
        }
        1 => {
            brush.fill(&Area::Rect(rect), color).unwrap();
            twin.fill(rect, |_, _, _| color);
        }
        2 => {
            brush.edit(&Area::Rect(rect), &mut by_place).unwrap();
            twin.fill(rect, mix);
        }
        _ => {
            brush.map(rect, &mut |old| mix(3, 5, old)).unwrap();
            twin.fill(rect, |_, _, old| mix(3, 5, old));
        }
    }
}

#[test]
fn it_paints_what_a_plain_array_would_hold() {
    let mut random = fastrand::Rng::with_seed(7);
    for round in 0..48 {
        let mut document = Document::new(WIDTH as u32, HEIGHT as u32).unwrap();
        document.begin(1).unwrap();
        document.fill_rect(CEL, Rect::new(20, 10, 90, 60), COLORS[2]).unwrap();
        let shape = match round % 3 {
            0 => vec![],
            1 => vec![Rect::new(random.i32(0..70), random.i32(0..50), 70, 35)],
            _ => (0..9).map(|i| Rect::new(random.i32(0..100), i * 9, random.i32(1..60), 9)).collect(),
        };
        document.select(&shape, Mode::Replace).unwrap();
        let full = info(document.door().arena()).full == 1;
        assert_eq!(full, round % 3 == 1, "only one rectangle is selected as a whole");
        let keep = round % 4 == 3;
        document.change_layer(0, |layer| layer.alpha_locked = keep).unwrap();
        document.commit("Ground", Color::ADDED, 0).unwrap();
        let points = (0..WIDTH * HEIGHT).map(|i| (i % WIDTH, i / WIDTH));
        let selected = points.map(|(x, y)| document.may_change(x, y)).collect();
        let mut twin = Twin { pixels: pixels(&document), selected, keep };
        for _ in 0..6 {
            document.begin(1).unwrap();
            (0..random.u32(1..6)).for_each(|_| paint(&mut document, &mut twin, &mut random));
            document.commit("Paint", Color::ADDED, 0).unwrap();
            assert!(pixels(&document) == twin.pixels, "round {round}");
            document.validate().unwrap();
        }
    }
}

#[test]
fn a_brush_is_refused_where_a_fill_is_and_reports_what_it_painted() {
    let mut document = Document::new(200, 200).unwrap();
    document.begin(1).unwrap();
    let mut brush = document.brush(CEL).unwrap();
    brush.fill(&Area::Rect(Rect::new(5, 3, 14, 7)), Color::BLACK).unwrap();
    let rows = std::array::from_fn(|y| if y == 4 { u32::MAX } else { 0 });
    brush.fill(&Area::Bits(Bits { at: Point::new(190, 190), rows }), Color::BLACK).unwrap();
    let far = Rect::new(190, 194, 10, 1);
    assert_eq!(document.take_damage(), [Rect::new(5, 3, 14, 7), far], "what lies between is not painted");
    let header = document.commit("Paint", Color::ADDED, 0).unwrap().unwrap().header();
    assert_eq!(Trace::of(&header).rect, Rect::new(5, 3, 195, 192));
    document.begin(1).unwrap();
    document.change_layer(0, |layer| layer.locked = true).unwrap();
    let refused = document.brush(CEL).unwrap_err().to_string();
    assert_eq!(refused, "layer \"Layer 1\": it is locked, so unlock it first");
    let refused = document.brush(Cel { layer: 0, frame: 1 }).unwrap_err().to_string();
    assert_eq!(refused, "frame must be 0, not 1");
}

#[test]
fn painting_can_be_paused_where_it_changes_nothing() {
    thread_local! {
        static ASKED: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
    }
    let host = |_| {
        ASKED.set(ASKED.get() + 1);
        false
    };
    let mut document = Document::new(1024, 1024).unwrap();
    document.begin(1).unwrap();
    let all = document.bounds();
    undoodle_drawing::pause::hosted(host, || document.edit_rows(CEL, all, &mut |_, _, _| {})).unwrap();
    assert!(ASKED.get() >= 32, "4 MiB were looked at: {}", ASKED.get());
    document.cancel();
}
