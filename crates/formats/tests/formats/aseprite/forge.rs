//! Aseprite files made by hand from the format's description, for what no writer makes any more.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;

/// A file in the making. Fields are as they are written.
#[derive(Clone)]
pub struct Forge {
    pub size: (u16, u16),
    pub depth: u16,
    pub flags: u32,
    pub speed: u16,
    pub transparent: u8,
    pub colors: u16,
    pub ratio: [u8; 2],
    pub grid: [u16; 4],
    /// Whether the number of chunks stands in the old field.
    pub old: bool,
    /// Each frame's duration and chunks.
    pub frames: Vec<(u16, Vec<Vec<u8>>)>,
}

pub fn words(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

pub fn longs(longs: &[u32]) -> Vec<u8> {
    longs.iter().flat_map(|long| long.to_le_bytes()).collect()
}

pub fn text(text: &str) -> Vec<u8> {
    [words(&[text.len() as u16]), text.into()].concat()
}

pub fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub fn chunk(kind: u16, parts: &[Vec<u8>]) -> Vec<u8> {
    let contents = parts.concat();
    [longs(&[contents.len() as u32 + 6]), words(&[kind]), contents].concat()
}

/// A visible, unlocked image layer; `more` stands behind what is known, as in later versions.
pub fn layer(name: &str) -> Vec<u8> {
    layer_with(3, 0, 0, 0, 255, name)
}

pub fn layer_with(flags: u16, kind: u16, level: u16, blend: u16, opacity: u8, name: &str) -> Vec<u8> {
    let known = [words(&[flags, kind, level, 0, 0, blend]), vec![opacity, 0, 0, 0], text(name)];
    let more = if kind == 2 { longs(&[7]) } else { Vec::new() };
    // The id that later versions write behind what is known.
    chunk(0x2004, &[known.concat(), more, vec![0xab; 16]])
}

/// What stands before the contents of a cel.
pub fn cel_head(layer: u16, (x, y): (i16, i16), opacity: u8, kind: u16, order: i16) -> Vec<u8> {
    let place = words(&[layer, x as u16, y as u16]);
    [place, vec![opacity], words(&[kind, order as u16]), vec![0; 5]].concat()
}

/// A cel of raw pixels.
pub fn raw(layer: u16, at: (i16, i16), size: (u16, u16), pixels: &[u8]) -> Vec<u8> {
    let head = cel_head(layer, at, 255, 0, 0);
    chunk(0x2005, &[head, words(&[size.0, size.1]), pixels.to_vec()])
}

/// A cel of packed pixels.
pub fn packed(layer: u16, at: (i16, i16), size: (u16, u16), pixels: &[u8]) -> Vec<u8> {
    let head = cel_head(layer, at, 255, 2, 0);
    chunk(0x2005, &[head, words(&[size.0, size.1]), zlib(pixels)])
}

/// A cel that is linked to another frame.
pub fn linked(layer: u16, at: (i16, i16), opacity: u8, frame: u16) -> Vec<u8> {
    chunk(0x2005, &[cel_head(layer, at, opacity, 1, 0), words(&[frame])])
}

/// Today's palette, from a number on, with a name for the first colour.
pub fn palette(size: u32, from: u32, colors: &[[u8; 4]]) -> Vec<u8> {
    let mut bytes = longs(&[size, from, from + colors.len() as u32 - 1, 0, 0]);
    for (i, color) in colors.iter().enumerate() {
        bytes.extend(words(&[(i == 0).into()]));
        bytes.extend(color);
        if i == 0 {
            bytes.extend(text("a name"));
        }
    }
    chunk(0x2019, &[bytes])
}

/// An old palette: packets of colours behind numbers that are skipped.
pub fn old_palette(kind: u16, packets: &[(u8, &[[u8; 3]])]) -> Vec<u8> {
    let mut bytes = words(&[packets.len() as u16]);
    for (skipped, colors) in packets {
        bytes.extend([*skipped, colors.len() as u8]);
        bytes.extend(colors.as_flattened());
    }
    chunk(kind, &[bytes])
}

/// User data with a text, a colour, or properties.
pub fn user_data(note: Option<&str>, color: bool) -> Vec<u8> {
    let flags = u32::from(note.is_some()) | u32::from(color) << 1;
    let color = if color { vec![1, 2, 3, 4] } else { Vec::new() };
    chunk(0x2020, &[longs(&[flags]), note.map_or(Vec::new(), text), color])
}

pub fn tag(from: u16, to: u16, direction: u8, repeat: u16, name: &str) -> Vec<u8> {
    [words(&[from, to]), vec![direction], words(&[repeat]), vec![0; 6], vec![9, 9, 9, 0], text(name)].concat()
}

pub fn tags(tags: &[Vec<u8>]) -> Vec<u8> {
    chunk(0x2018, &[words(&[tags.len() as u16]), vec![0; 8], tags.concat()])
}

/// Set number 7 of tiles.
pub fn tileset(flags: u32, (width, height): (u16, u16), count: u32, pixels: &[u8]) -> Vec<u8> {
    let head = [longs(&[7, flags, count]), words(&[width, height, 1]), vec![0; 14], text("tiles")].concat();
    let outside = if flags & 1 != 0 { longs(&[1, 2]) } else { Vec::new() };
    let pixels = zlib(pixels);
    let inside = if flags & 2 != 0 { [longs(&[pixels.len() as u32]), pixels].concat() } else { Vec::new() };
    chunk(0x2023, &[head, outside, inside])
}

/// A cel of tiles, flipped by the three highest bits: left to right, top to bottom, along the diagonal.
pub fn map(layer: u16, at: (i16, i16), size: (u16, u16), tiles: &[u32]) -> Vec<u8> {
    let masks = longs(&[0x1fff_ffff, 1 << 31, 1 << 30, 1 << 29]);
    let head = [cel_head(layer, at, 255, 3, 0), words(&[size.0, size.1, 32]), masks, vec![0; 10]];
    chunk(0x2005, &[head.concat(), zlib(&longs(tiles))])
}

impl Forge {
    pub fn new(width: u16, height: u16, depth: u16) -> Forge {
        let (size, frames) = ((width, height), Vec::new());
        let (flags, speed, ratio, grid) = (1, 70, [1, 1], [0; 4]);
        Forge { size, depth, flags, speed, transparent: 0, colors: 0, ratio, grid, old: false, frames }
    }

    /// Adds a frame.
    pub fn frame(mut self, duration: u16, chunks: &[Vec<u8>]) -> Forge {
        self.frames.push((duration, chunks.to_vec()));
        self
    }

    pub fn bytes(&self) -> Vec<u8> {
        let (count, (width, height)) = (self.frames.len() as u16, self.size);
        let mut body = words(&[0xa5e0, count, width, height, self.depth]);
        body.extend(longs(&[self.flags]));
        body.extend(words(&[self.speed, 0, 0, 0, 0]));
        body.extend([self.transparent, 0, 0, 0]);
        body.extend(words(&[self.colors]));
        body.extend(self.ratio);
        body.extend(words(&self.grid));
        body.extend([0; 84]);
        for (duration, chunks) in &self.frames {
            let (count, contents) = (chunks.len() as u32, chunks.concat());
            let (old, new) = if self.old { (count as u16, 0) } else { (0xffff, count) };
            body.extend(longs(&[contents.len() as u32 + 16]));
            body.extend(words(&[0xf1fa, old, *duration, 0]));
            body.extend(longs(&[new]));
            body.extend(contents);
        }
        [longs(&[body.len() as u32 + 4]), body].concat()
    }
}
