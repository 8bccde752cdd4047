//! How long large files take, each beside what its decoder or a plain encoder takes in the same run.
//! `npm run bench -- formats` makes a table of the ratios; `cargo bench --bench formats -- gif` measures one part.
//!
//! The pictures are made from a seed. They are of the kinds that took seconds: a recording of a screen, whose pictures
//! differ by little; a painting of many layers with hardly a pixel each; and what a painter saves.

use std::hint::black_box;
use std::io::{Cursor, Write};
use std::time::Instant;
use undoodle_formats::color::Color;
use undoodle_formats::document::{Cel, Document, Drawing};
use undoodle_formats::{self as formats, Export, named, png as pictures};

/// Rounds in which both of a pair take turns.
const ROUNDS: usize = 5;

/// Columns, rows and pictures of the recording.
const RECORDING: (u16, u16, usize) = (674, 283, 204);

/// Columns and rows of the painting, and number of its layers.
const PAINTING: (u32, u32, u32) = (3520, 2688, 16);

/// Number of layers as large as the painting, and columns and rows of the others.
const LARGE: u32 = 3;
const SMALL: (u32, u32) = (900, 700);

/// Returns how long the program has computed, in nanoseconds: by the system where it counts that, which leaves out what the
/// machine does meanwhile, or else by the clock.
fn spent(begin: Instant) -> f64 {
    let counted = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = counted.as_deref().and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.unwrap_or(begin.elapsed().as_nanos() as f64)
}

/// Prints the median times of two works in nanoseconds, which take turns.
fn beside(name: &str, mut work: impl FnMut(), mut plain: impl FnMut()) {
    let begin = Instant::now();
    let [mut ours, mut least] = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        for (work, times) in
            [(&mut work as &mut dyn FnMut(), &mut ours), (&mut plain as &mut dyn FnMut(), &mut least)]
        {
            let before = spent(begin);
            work();
            times.push(spent(begin) - before);
        }
    }
    for (end, mut times) in [("", ours), ("-plain", least)] {
        times.sort_by(f64::total_cmp);
        println!("{name}{end} {}", times[ROUNDS / 2]);
    }
}

/// Paints a drawing by a function of the pixel's place.
fn painted(width: u32, height: u32, mut color: impl FnMut(u32, u32) -> Color) -> Document {
    let mut drawing = Drawing::new(width, height).unwrap();
    let mut pixels = drawing.pixels_mut(Cel::default()).unwrap();
    for y in 0..height {
        let row: Vec<_> = (0..width).map(|x| color(x, y)).collect();
        pixels.put_row(0, y, &row).unwrap();
    }
    drawing.compact().unwrap();
    Document::open(drawing).unwrap()
}

/// Returns one of sixteen colours.
fn sixteen(number: u32) -> Color {
    let number = number % 16;
    Color::rgba((number * 16) as u8, (number * 57 % 256) as u8, (number * 101 % 256) as u8, 255)
}

/// Returns what an artist draws: areas of sixteen colours with stepped edges and some texture.
fn art(x: u32, y: u32) -> Color {
    let (wave, texture) = ((x / 24 + y / 40) * 7 + (x + y / 3) / 50, (x * 7 + y * 13) % 11);
    sixteen(wave + u32::from(texture == 0 && (x / 64 + y / 64).is_multiple_of(3)))
}

/// Returns a soft picture with the grain of a camera.
fn photo(random: &mut fastrand::Rng, x: u32, y: u32) -> Color {
    let (x, y) = (x as f32, y as f32);
    let light = 128.0 + 70.0 * (x / 310.0).sin() + 50.0 * (y / 170.0 + x / 900.0).cos();
    let edge = if (x / 97.0).sin() * (y / 61.0).cos() > 0.55 { 40.0 } else { 0.0 };
    let mut channel = |tint: f32| (light * tint + edge + random.f32() * 6.0).clamp(0.0, 255.0) as u8;
    Color::rgba(channel(1.0), channel(0.85), channel(0.7), 255)
}

/// Saving PNG, beside an encoder that tries nothing.
fn save(name: &str, document: &Document) {
    let png = named("png").unwrap();
    let (small, plain) =
        (formats::write(png, document, &Export::new(0)).unwrap(), pictures::encode(document, 0).unwrap());
    println!("{name}-bytes {}\n{name}-plain-bytes {}", small.len(), plain.len());
    beside(
        name,
        || _ = black_box(formats::write(png, document, &Export::new(0)).unwrap()),
        || _ = black_box(pictures::encode(document, 0).unwrap()),
    );
}

fn saves() {
    let mut random = fastrand::Rng::with_seed(1);
    save("save-art-512", &painted(512, 512, art));
    save("save-noise-2048", &painted(2048, 2048, |_, _| Color { bytes: random.u32(..).to_ne_bytes() }));
    save("save-photo-4096", &painted(4096, 4096, |x, y| photo(&mut random, x, y)));
    save("save-art-4096", &painted(4096, 4096, art));
}

/// A sheet of many pictures, beside a plain encoder of what it looks like.
fn sheet() {
    let mut drawing = Drawing::new(128, 128).unwrap();
    for frame in 0..64 {
        if frame > 0 {
            drawing.add_frame(frame).unwrap();
        }
        let mut pixels = drawing.pixels_mut(Cel { layer: 0, frame }).unwrap();
        for y in 0..128 {
            let row: Vec<_> = (0..128).map(|x| art(x + 5 * frame, y)).collect();
            pixels.put_row(0, y, &row).unwrap();
        }
    }
    let document = Document::open(drawing).unwrap();
    let format = named("sheet").unwrap();
    let seen = painted(1024, 1024, |x, y| art(x % 128 + 5 * (x / 128 + y / 128 * 8), y % 128));
    beside(
        "save-sheet",
        || _ = black_box(formats::write(format, &document, &Export::new(0)).unwrap()),
        || _ = black_box(pictures::encode(&seen, 0).unwrap()),
    );
}

/// Opens a file as the editor does.
fn open(file: &[u8]) -> Document {
    Document::open(formats::open(file).unwrap().1.into_drawing().unwrap()).unwrap()
}

/// Returns a recording of a screen: a cursor that moves, tiles that appear, and pauses.
fn recording() -> Vec<u8> {
    let (width, height, count) = RECORDING;
    let mut random = fastrand::Rng::with_seed(2);
    let palette: Vec<u8> = (0..255u32)
        .flat_map(|i| [(i * 37 % 256) as u8, (i * 91 % 256) as u8, (i * 53 % 256) as u8])
        .chain([0, 0, 0])
        .collect();
    let mut file = Vec::new();
    let mut encoder = gif::Encoder::new(&mut file, width, height, &palette).unwrap();
    for number in 0..count {
        // The first picture and some later ones are whole; of others only what changed is visible.
        let whole = number == 0 || number % 51 == 0;
        let (w, h) =
            if whole { (width, height) } else { (random.u16(16..width / 2), random.u16(16..height / 2)) };
        let mut frame = gif::Frame {
            width: w,
            height: h,
            delay: 4,
            left: if whole { 0 } else { random.u16(0..=width - w) },
            top: if whole { 0 } else { random.u16(0..=height - h) },
            transparent: Some(255),
            ..gif::Frame::default()
        };
        let (w, h) = (usize::from(w), usize::from(h));
        let mut pixels = vec![if number == 0 { 7 } else { 255 }; w * h];
        let pause = number % 6 == 5;
        for _ in 0..if pause { 0 } else { 3 } {
            let (x, y, color) = (random.usize(..w - 15), random.usize(..h - 15), random.u8(..255));
            (y..y + 16).for_each(|y| {
                (x..x + 16).for_each(|x| pixels[y * w + x] = color ^ (random.u8(..8) & 1));
            });
        }
        frame.buffer = pixels.into();
        encoder.write_frame(&frame).unwrap();
    }
    drop(encoder);
    file
}

/// Opening a recording, beside its decoder alone.
fn open_gif() {
    let file = recording();
    println!("open-gif-bytes {}", file.len());
    beside(
        "open-gif",
        || _ = black_box(open(&file)),
        || {
            let mut decoder = gif::DecodeOptions::new().read_info(&file[..]).unwrap();
            while let Some(frame) = decoder.read_next_frame().unwrap() {
                black_box(frame);
            }
        },
    );
}

/// Returns the pictures of nearly empty layers.
fn layers() -> Vec<Vec<u8>> {
    let mut random = fastrand::Rng::with_seed(3);
    let layer = |number| {
        let (width, height) = if number < LARGE { (PAINTING.0, PAINTING.1) } else { SMALL };
        let mut drawing = Drawing::new(width, height).unwrap();
        let mut pixels = drawing.pixels_mut(Cel::default()).unwrap();
        for _ in 0..40 {
            let (x, y) = (random.u32(..width - 80), random.u32(..height - 20));
            let color = Color::rgba(random.u8(..), random.u8(..), random.u8(..), 255);
            (y..y + 20).for_each(|y| pixels.put_row(x, y, &[color; 80]).unwrap());
        }
        pictures::encode(&drawing, 0).unwrap()
    };
    (0..PAINTING.2).map(layer).collect()
}

/// Returns an OpenRaster file of layers, as painting programs write it.
fn painting(layers: &[Vec<u8>]) -> Vec<u8> {
    let (width, height, _) = PAINTING;
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let stored = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let mut entry = |name: &str, bytes: &[u8]| {
        zip.start_file(name, stored).unwrap();
        zip.write_all(bytes).unwrap();
    };
    entry("mimetype", b"image/openraster");
    let list: String = (0..layers.len())
        .map(|at| {
            let from = if at < LARGE as usize { 0 } else { 117 * at };
            format!("<layer src=\"data/{at}.png\" x=\"{from}\" y=\"{from}\"/>")
        })
        .collect();
    entry(
        "stack.xml",
        format!("<image w=\"{width}\" h=\"{height}\"><stack>{list}</stack></image>").as_bytes(),
    );
    for (at, layer) in layers.iter().enumerate() {
        entry(&format!("data/{at}.png"), layer);
    }
    zip.finish().unwrap().into_inner()
}

/// Opening a painting of many layers, beside the decoder of its pictures alone.
fn open_ora() {
    let layers = layers();
    let file = painting(&layers);
    println!("open-ora-bytes {}", file.len());
    beside(
        "open-ora",
        || _ = black_box(open(&file)),
        || {
            for layer in &layers {
                let mut reader = png::Decoder::new(Cursor::new(&layer[..])).read_info().unwrap();
                while let Some(row) = reader.next_row().unwrap() {
                    black_box(row.data());
                }
            }
        },
    );
}

fn main() {
    let words: Vec<_> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let parts: [(&str, fn()); 4] = [("gif", open_gif), ("ora", open_ora), ("png", saves), ("sheet", sheet)];
    for (name, part) in parts {
        if words.is_empty() || words.iter().any(|word| word == name) {
            part();
        }
    }
}
