//! Areas of one colour and rows of pixels are the picture, wherever it stands in its tiles.

use crate::chunks::{chunk, file, header};
use std::io::Write;
use undoodle_formats::color::Color;
use undoodle_formats::png::{Area, File};

/// Returns the pixels of all areas, with how many of them were told as areas of one colour. Each pixel comes once.
fn put_together(file: &File<'_>, offset: (u32, u32)) -> (Vec<Color>, usize) {
    let (width, height) = file.size();
    let (mut picture, mut solid) = (vec![None; (width * height) as usize], 0);
    let mut set = |x: u32, y: u32, color| {
        assert_eq!(picture[(y * width + x) as usize].replace(color), None, "({x}, {y}) comes twice");
    };
    file.each_area(offset, |area| {
        match area {
            Area::Solid { rect, color } => {
                solid += (rect.width * rect.height) as usize;
                for y in rect.y..rect.bottom() {
                    (rect.x..rect.right()).for_each(|x| set(x as u32, y as u32, color));
                }
            }
            Area::Row { x, y, pixels } => (x..).zip(pixels).for_each(|(x, color)| set(x, y, *color)),
        }
        Ok(())
    })
    .unwrap();
    (picture.into_iter().map(|color| color.expect("a pixel is missing")).collect(), solid)
}

fn rows(file: &File<'_>) -> Vec<Color> {
    let mut picture = Vec::new();
    file.each_row(|_, row| {
        picture.extend_from_slice(row);
        Ok(())
    })
    .unwrap();
    picture
}

/// A picture of some kind with few marks on it, packed as other programs do.
fn sparse(random: &mut fastrand::Rng, kind: u8, depth: u8) -> Vec<u8> {
    let (width, height) = (random.u32(1..150), random.u32(1..100));
    let samples = [1, 0, 3, 1, 2, 0, 4][usize::from(kind)];
    let stride = (width as usize * samples * usize::from(depth)).div_ceil(8);
    let ground: Vec<u8> = (0..8).map(|_| random.u8(..)).collect();
    let size = (samples * usize::from(depth)).div_ceil(8);
    let mut bytes = Vec::new();
    for _ in 0..height {
        bytes.push(0);
        bytes.extend((0..stride).map(|at| if depth < 8 { 0 } else { ground[at % size] }));
    }
    for _ in 0..random.usize(..4) {
        let at = random.usize(..bytes.len());
        if !at.is_multiple_of(stride + 1) {
            bytes[at] = random.u8(..);
        }
    }
    let mut chunks = vec![header(width, height, depth, kind, false)];
    if kind == 3 {
        let count = random.usize(1..=1 << depth);
        chunks.push(chunk(b"PLTE", &(0..3 * count).map(|_| random.u8(..)).collect::<Vec<_>>()));
        if random.bool() {
            let alphas = random.usize(1..=count + 1).min(256);
            chunks.push(chunk(b"tRNS", &(0..alphas).map(|_| random.u8(..)).collect::<Vec<_>>()));
        }
    } else if matches!(kind, 0 | 2) && random.bool() {
        let key: Vec<u8> = (0..samples).flat_map(|sample| [0, ground[sample]]).collect();
        chunks.push(chunk(b"tRNS", &key));
    }
    chunks.push(chunk(b"IDAT", &zipped(&bytes)));
    file(&chunks)
}

fn zipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn areas_are_the_picture_whatever_a_file_is_in() {
    let mut random = fastrand::Rng::with_seed(39);
    let kinds = [(0, &[1, 2, 4, 8, 16][..]), (2, &[8, 16]), (3, &[1, 2, 4, 8]), (4, &[8, 16]), (6, &[8, 16])];
    for (kind, depths) in kinds {
        for depth in depths {
            for _ in 0..40 {
                let bytes = sparse(&mut random, kind, *depth);
                let opened = File::open(&bytes).unwrap();
                let offset = (random.u32(..32), random.u32(..32));
                let (seen, _) = put_together(&opened, offset);
                assert!(seen == rows(&opened), "kind {kind} of {depth} bits at {offset:?}");
            }
        }
    }
}

#[test]
fn nearly_all_of_a_nearly_empty_picture_is_told_as_areas() {
    let mut bytes = vec![0; 641 * 1000];
    bytes[641 * 500 + 300] = 0b100;
    let palette = chunk(b"PLTE", &[255, 255, 255, 1, 2, 3]);
    let chunks = [header(5120, 1000, 1, 3, false), palette, chunk(b"IDAT", &zipped(&bytes))];
    let bytes = file(&chunks);
    let (seen, solid) = put_together(&File::open(&bytes).unwrap(), (0, 0));
    assert_eq!(seen.iter().filter(|color| **color != Color::rgba(255, 255, 255, 255)).count(), 1);
    assert_eq!(seen.len() - solid, 32 * 32, "one tile");
}
