//! Tests of `src/formats/png/write.rs`.

use undoodle::Result;
use undoodle::color::Color;
use undoodle::document::{Cel, Document, Drawing};
use undoodle::formats::png::decode;
use undoodle::formats::{self, Export, Format};
use undoodle::geometry::Rect;

fn png() -> &'static Format {
    formats::named("png").unwrap()
}

fn losses(document: &Document, export: &Export) -> Result<Vec<String>> {
    png().losses.unwrap()(document, export)
}

fn document(colors: &[Color], palette: &[Color]) -> Document {
    let mut drawing = Drawing::new(colors.len() as u32, 2).unwrap();
    drawing.set_palette(palette).unwrap();
    drawing.pixels_mut(Cel::default()).unwrap().put_row(0, 1, colors).unwrap();
    Document::open(drawing).unwrap()
}

/// Returns the pixels as the png crate's own expansion of palettes gives them, the palette, and the alphas.
fn judged(file: &[u8]) -> (Vec<Color>, Vec<u8>, Vec<u8>) {
    let mut decoder = ::png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(::png::Transformations::EXPAND | ::png::Transformations::ALPHA);
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    let info = reader.info();
    let of = |part: &Option<std::borrow::Cow<'_, [u8]>>| part.as_deref().unwrap_or_default().to_vec();
    (bytemuck::cast_slice(&bytes).to_vec(), of(&info.palette), of(&info.trns))
}

#[test]
fn numbers_are_those_of_the_palette_and_others_follow_them() {
    let (red, glass, grey) =
        (Color::rgba(255, 0, 0, 255), Color::rgba(0, 0, 255, 99), Color::rgba(7, 8, 9, 255));
    let document = document(&[glass, red, grey], &[Color::BLACK, red, glass]);
    let export = Export { indexed: true, ..Export::new(0) };
    let (pixels, palette, alphas) = judged(&formats::write(png(), &document, &export).unwrap());
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
    let file = formats::write(png(), &full, &export).unwrap();
    assert_eq!(file[25], 6, "RGBA");
    assert_eq!(decode(&file).unwrap().pixel(0, 256, 1), full.pixel(0, 256, 1));
    let said = losses(&full, &export).unwrap();
    assert_eq!(said, ["numbers of a palette, as the picture has more than 256 colours"]);
    // 255 and the transparent one fit, but not together with another of the palette.
    let fits = document(&many[..255], &[Color::rgba(1, 1, 1, 255), many[9]]);
    let (_, palette, _) = judged(&formats::write(png(), &fits, &export).unwrap());
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
            judged(&formats::write(png(), &document, &Export { indexed, ..export.clone() }).unwrap());
        let grey = Color::rgba(127, 127, 127, 255);
        assert_eq!(pixels, [white, white, grey, grey].repeat(2));
    }
}
