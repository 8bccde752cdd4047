//! Tests of `src/png/write.rs`.

use super::expanded;
use std::sync::atomic::{AtomicU32, Ordering};
use undoodle_formats::Result;
use undoodle_formats::color::Color;
use undoodle_formats::document::{Cel, Document, Drawing};
use undoodle_formats::error::Message;
use undoodle_formats::geometry::Rect;
use undoodle_formats::pause;
use undoodle_formats::png::{self, decode};
use undoodle_formats::{self as formats, Export, Format};

fn format() -> &'static Format {
    formats::named("png").unwrap()
}

fn losses(document: &Document, export: &Export) -> Result<Vec<Message>> {
    format().losses.unwrap()(document, export)
}

fn document(colors: &[Color], palette: &[Color]) -> Document {
    let mut drawing = Drawing::new(colors.len() as u32, 2).unwrap();
    drawing.set_palette(palette).unwrap();
    drawing.pixels_mut(Cel::default()).unwrap().put_row(0, 1, colors).unwrap();
    Document::open(drawing).unwrap()
}

/// Returns the pixels as the png crate's own expansion of palettes gives them, the palette, and the alphas.
fn judged(file: &[u8]) -> (Vec<Color>, Vec<u8>, Vec<u8>) {
    let reader = ::png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
    let info = reader.info();
    let of = |part: &Option<std::borrow::Cow<'_, [u8]>>| part.as_deref().unwrap_or_default().to_vec();
    (expanded(file).1, of(&info.palette), of(&info.trns))
}

#[test]
fn numbers_are_those_of_the_palette_and_others_follow_them() {
    let (red, glass, grey) =
        (Color::rgba(255, 0, 0, 255), Color::rgba(0, 0, 255, 99), Color::rgba(7, 8, 9, 255));
    let document = document(&[glass, red, grey], &[Color::BLACK, red, glass]);
    let export = Export { indexed: true, ..Export::new(0) };
    let (pixels, palette, alphas) = judged(&formats::write(format(), &document, &export).unwrap());
    let none = Color::TRANSPARENT;
    assert_eq!(pixels, [none, none, none, glass, red, grey]);
    assert_eq!(palette, [0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 0, 7, 8, 9]);
    assert_eq!(alphas, [255, 255, 99, 0], "opaque colours at the end need none");
    assert!(losses(&document, &export).unwrap().is_empty());
}

#[test]
fn more_colours_than_a_palette_holds_are_written_as_they_are() {
    let many: Vec<_> = (0..257u32).map(|i| Color::rgba(i as u8, (i >> 8) as u8, 3, 255)).collect();
    let export = Export { indexed: true, ..Export::new(0) };
    let full = document(&many, &[Color::BLACK]);
    let file = formats::write(format(), &full, &export).unwrap();
    assert_eq!(file[25], 2, "RGB, as the pixels that are not opaque are transparent and none is black");
    assert_eq!(decode(&file).unwrap().pixel(0, 256, 1), full.pixel(0, 256, 1));
    let said = losses(&full, &export).unwrap();
    assert_eq!(said, ["numbers of a palette, as the picture has more than 256 colours"]);
    // 255 and the transparent one fit, but not together with another of the palette.
    let fits = document(&many[..255], &[Color::rgba(1, 1, 1, 255), many[9]]);
    let (_, palette, _) = judged(&formats::write(format(), &fits, &export).unwrap());
    assert_eq!((palette.len(), &palette[..3]), (3 * 256, &many[9].bytes[..3]));
}

#[test]
fn pixels_are_scaled_over_the_background() {
    let (half, white) = (Color::rgba(0, 0, 0, 128), Color::rgba(255, 255, 255, 255));
    let mut drawing = Drawing::new(2, 1).unwrap();
    drawing.fill_rect(Cel::default(), Rect::new(1, 0, 1, 1), half).unwrap();
    let document = Document::open(drawing).unwrap();
    let export = Export { scale: 2, background: white, ..Export::new(0) };
    for indexed in [false, true] {
        let (pixels, ..) =
            judged(&formats::write(format(), &document, &Export { indexed, ..export.clone() }).unwrap());
        let grey = Color::rgba(127, 127, 127, 255);
        assert_eq!(pixels, [white, white, grey, grey].repeat(2));
    }
}

/// Returns a drawing of one colour for each pixel, in rows of a width.
fn picture(width: u32, pixels: &[Color]) -> Document {
    let mut drawing = Drawing::new(width, pixels.len() as u32 / width).unwrap();
    for (y, row) in (0..).zip(pixels.chunks(width as usize)) {
        drawing.pixels_mut(Cel::default()).unwrap().put_row(0, y, row).unwrap();
    }
    Document::open(drawing).unwrap()
}

/// Returns the colour type that a picture is written in; every pixel is exact.
fn kind(width: u32, pixels: &[Color]) -> u8 {
    let document = picture(width, pixels);
    let file = formats::write(format(), &document, &Export::new(0)).unwrap();
    assert_eq!(judged(&file).0, pixels);
    assert!(file.len() <= png::encode(&document, 0).unwrap().len(), "never larger than RGBA");
    file[25]
}

#[test]
fn a_picture_gets_the_smallest_exact_colour_type() {
    let many = |color: fn(u8, u8) -> Color| -> Vec<Color> {
        (0..4096u32).map(|i| color((i * 37 % 256) as u8, (i / 16) as u8)).collect()
    };
    let (grey, indexed) = (0, 3);
    let few = |i: u8| Color::rgba(i % 2 * 255, 9, i % 3, 255);
    assert_eq!(kind(64, &many(|a, _| Color::rgba(a, a, a, 255))), grey);
    assert_eq!(kind(64, &many(|a, b| Color::rgba(a, a, a, b))), 4, "greys with alpha");
    assert_eq!(kind(64, &many(|a, b| Color::rgba(a, b, 3, 255))), 2, "opaque colours");
    assert_eq!(kind(64, &many(|a, b| Color::rgba(a, b, 3, b))), 6, "colours with alpha");
    let mut random = fastrand::Rng::with_seed(1);
    let noise: Vec<_> =
        (0..4096).map(|_| Color::rgba(random.u8(..3) * 9, random.u8(..4) * 9, 3, 255)).collect();
    assert_eq!(kind(64, &noise), indexed);
    // Transparency is told by black, where no pixel is black.
    let hole = |a: u8, b: u8| if a < 9 { Color::TRANSPARENT } else { Color::rgba(a, b, 3, 255) };
    assert_eq!(kind(64, &many(hole)), 2);
    let black = |a: u8, b: u8| if b == 0 { Color::BLACK } else { Color::rgba(a, b, 3, a | 1) };
    assert_eq!(kind(64, &many(black)), 6);
    let both = |a: u8, b: u8| match a {
        ..9 => Color::TRANSPARENT,
        9..19 => Color::BLACK,
        _ => Color::rgba(a, b, 3, 255),
    };
    assert_eq!(kind(64, &many(both)), 6);
    // Invisible colours keep their hues.
    let unseen = |a: u8, b: u8| Color::rgba(a, b, 3, if a < 9 { 0 } else { 255 });
    assert_eq!(kind(64, &many(unseen)), 6);
    let invisible =
        [Color::rgba(1, 2, 3, 0), Color::TRANSPARENT, Color::rgba(3, 2, 1, 255), Color::rgba(1, 2, 3, 0)];
    kind(2, &invisible);
    // Every width of a row that ends within a byte, and every depth.
    for (width, colors) in (1..=9).flat_map(|width| [1, 2, 3, 4, 5, 16, 17].map(|colors| (width, colors))) {
        let pixels: Vec<_> = (0..width as u8 * 5).map(|i| few(i % colors)).collect();
        kind(width, &pixels);
        let greys: Vec<_> = (0..width as u8 * 5).map(|i| i % colors * (255 / (colors - 1).max(1))).collect();
        kind(width, &greys.iter().map(|grey| Color::rgba(*grey, *grey, *grey, 255)).collect::<Vec<_>>());
    }
}

#[test]
fn a_large_picture_is_packed_once_however_many_filters_are_tried() {
    static ASKED: AtomicU32 = AtomicU32::new(0);
    let host = |_: pause::Stoppable| {
        ASKED.fetch_add(1, Ordering::Relaxed);
        false
    };
    let (side, mut random) = (1200u32, fastrand::Rng::with_seed(4));
    let few: Vec<_> = (0..side * side).map(|_| Color::rgba(random.u8(..16) * 16, 9, 200, 255)).collect();
    let many: Vec<_> =
        (0..side * side).map(|i| Color::rgba((i / 31) as u8, (i / 7) as u8, random.u8(..), 255)).collect();
    for pixels in [few, many] {
        let document = picture(side, &pixels);
        ASKED.store(0, Ordering::Relaxed);
        let file = pause::hosted(host, || formats::write(format(), &document, &Export::new(0)).unwrap());
        // Every pixel is read twice, which counts for four each, surveyed once, and packed once, which counts for four again.
        // The trials are beside that at most a tenth of the twelve ways, each of which would count for four.
        let work = f64::from(ASKED.load(Ordering::Relaxed)) * pause::OFTEN as f64 / pixels.len() as f64;
        assert!((12.0..9.0 + 4.0 + 4.8).contains(&work), "{work} for each pixel");
        assert_eq!(judged(&file).0, pixels);
    }
}

/// Returns circles of some colours on a transparent square.
fn circles(side: i32, colors: usize) -> Document {
    let mut random = fastrand::Rng::with_seed(3);
    let mut color = || Color::rgba(random.u8(..), random.u8(..), random.u8(..), 255);
    let palette: Vec<_> = (0..colors).map(|_| color()).collect();
    let mut drawing = Drawing::new(side as u32, side as u32).unwrap();
    for i in 0..side / 2 {
        let (x, y, radius) = (random.i32(0..side), random.i32(0..side), random.i32(1..=(side / 8).max(2)));
        for dy in -radius..=radius {
            let half = f64::from(radius * radius - dy * dy).sqrt() as i32;
            let row = Rect::new(x - half, y + dy, 2 * half + 1, 1).intersect(drawing.bounds());
            if !row.is_empty() {
                drawing.fill_rect(Cel::default(), row, palette[i as usize % colors]).unwrap();
            }
        }
    }
    Document::open(drawing).unwrap()
}

#[test]
fn files_are_as_small_as_those_of_programs_that_make_them_small() {
    // What `oxipng -o2`, version 10.2.1, makes of these pixels.
    for (side, colors, scale, others) in OXIPNG {
        let document = circles(side, colors);
        let export = Export { scale, ..Export::new(0) };
        let ours = formats::write(format(), &document, &export).unwrap().len();
        assert!(ours as f64 <= 1.15 * f64::from(others), "{side}, {colors} colours: {ours} beside {others}");
        // On request the palette of the drawing is stored, used or not; the rest takes no more than RGBA does.
        let indexed = formats::write(format(), &document, &Export { indexed: true, ..export }).unwrap();
        let (_, palette, alphas) = judged(&indexed);
        let rest = indexed.len() - palette.len() - alphas.len() - 24;
        let rgba = png::encode(&document, 0).unwrap().len();
        assert!(scale > 1 || rest <= rgba, "{side}, {colors} colours: indexed {rest}, RGBA {rgba}");
    }
}

/// Side, colours, scale, and bytes of oxipng's file.
const OXIPNG: [(i32, usize, u32, u32); 5] =
    [(16, 4, 1, 160), (64, 40, 1, 623), (64, 40, 4, 1059), (256, 40, 1, 4057), (256, 300, 1, 3751)];
