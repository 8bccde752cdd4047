//! Tests of `src/webp/`.

use image_webp::{ColorType, EncoderParams, WebPEncoder};
use undoodle_formats::color::Color;
use undoodle_formats::document::{Cel, Document, Drawing};
use undoodle_formats::{self as formats, Export, named};

/// Columns and rows of the pictures.
const SIDE: u32 = 64;

/// Returns the length of a file that the crate makes with or without prediction.
fn length(pixels: &[Color], predicted: bool) -> usize {
    let (mut file, mut params) = (Vec::new(), EncoderParams::default());
    params.use_predictor_transform = predicted;
    let mut encoder = WebPEncoder::new(&mut file);
    encoder.set_params(params);
    encoder.encode(bytemuck::cast_slice(pixels), SIDE, SIDE, ColorType::Rgba8).unwrap();
    file.len()
}

#[test]
fn the_smaller_of_both_files_is_written() {
    let mut random = fastrand::Rng::with_seed(8);
    let flat: Vec<_> =
        (0..SIDE * SIDE).map(|_| Color::rgba(random.u8(..4) * 80, random.u8(..2) * 90, 200, 255)).collect();
    let soft: Vec<_> = (0..SIDE * SIDE)
        .map(|i| Color::rgba((i / 64 * 4) as u8, (i % 64 * 3) as u8, (i / 64 + i % 64) as u8, 255))
        .collect();
    for (pixels, predicted) in [(flat, false), (soft, true)] {
        assert!(length(&pixels, predicted) < length(&pixels, !predicted), "each of them is needed");
        let mut drawing = Drawing::new(SIDE, SIDE).unwrap();
        for (y, row) in (0..).zip(pixels.chunks(SIDE as usize)) {
            drawing.pixels_mut(Cel::default()).unwrap().put_row(0, y, row).unwrap();
        }
        let document = Document::open(drawing).unwrap();
        let file = formats::write(named("webp").unwrap(), &document, &Export::new(0)).unwrap();
        assert_eq!(file.len(), length(&pixels, predicted));
        let read = formats::open(&file).unwrap().1.drawing().unwrap();
        assert_eq!(read.pixel(0, 5, 9), document.pixel(0, 5, 9));
    }
}
