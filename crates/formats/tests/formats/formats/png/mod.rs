//! Tests of the modules in `src/png/`.

mod areas;
mod chunks;
mod encode;
mod light;
mod write;

use undoodle_formats::color::Color;

/// Returns the width and the pixels of a file of any kind, as the png crate expands them.
pub fn expanded(file: &[u8]) -> (u32, Vec<Color>) {
    let mut decoder = ::png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(::png::Transformations::EXPAND | ::png::Transformations::ALPHA);
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut bytes).unwrap();
    let grey = |two: &[u8]| Color::rgba(two[0], two[0], two[0], two[1]);
    let pixels = match reader.output_color_type().0 {
        ::png::ColorType::GrayscaleAlpha => bytes.chunks(2).map(grey).collect(),
        _ => bytemuck::cast_slice(&bytes).to_vec(),
    };
    (reader.info().width, pixels)
}
