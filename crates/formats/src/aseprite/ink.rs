//! Colours as bytes of a file's pixels: which number a colour has, and whether every colour has one.
//!
//! An indexed sprite goes back as one as long as every pixel's colour is in its palette. Where the palette has a colour twice,
//! its first number is written; a cel whose numbers were others is [carried](super::chunks::NUMBERS) as it was.

use super::bytes::Bytes;
use super::chunks::{Chunks, FIRST, HEADER, MIDDLE, of_colors};
use super::header::{Depth, Header};
use super::notes::Notes;
use super::palette::Palettes;
use crate::color::Color;
use crate::document::{Carried, Door, Drawing};
use std::collections::{BTreeMap, HashMap};

/// Kinds of chunks that are palettes.
pub(super) fn is_palette(kind: u16) -> bool {
    matches!(kind, 0x0004 | 0x0011 | 0x2019)
}

/// What the pixels of a file are made of.
#[derive(Clone, Debug)]
pub(super) struct Ink {
    pub(super) depth: Depth,
    pub(super) transparent: u8,
    /// Whether the palettes are those of the file.
    pub(super) kept: bool,
    /// The colours from a frame on.
    runs: Vec<(u32, Vec<Color>)>,
    /// The first number of each colour, by the position of the run.
    numbers: Vec<HashMap<Color, u8>>,
}

impl Ink {
    /// Returns what the file that a drawing came from was made of; RGBA for one that came from no such file.
    pub(super) fn of(drawing: &Drawing<impl Door>, chunks: &Chunks) -> Ink {
        let header = chunks.header.as_ref().filter(|chunk| chunk.role == HEADER);
        let header = header
            .and_then(|chunk| Header::take(&mut Bytes(chunk.bytes.get(..128)?), &mut Notes::default()).ok());
        let own = drawing.palette();
        let same = of_colors(&own);
        let unchanged = chunks.header.as_ref().is_none_or(|chunk| chunk.digest == same);
        let kept = unchanged && chunks.palettes().all(|chunk| chunk.digest == same);
        let (depth, transparent) =
            header.as_ref().map_or((Depth::Rgba, 0), |header| (header.depth, header.transparent));
        let mut runs = Vec::new();
        if kept {
            runs = read(drawing, chunks);
        }
        let none = header.filter(|_| kept && chunks.header.as_ref().is_some_and(|c| !has_palette(&c.bytes)));
        if runs.is_empty() {
            runs = vec![(0, none.map_or(own, |header| vec![Color::BLACK; header.colors]))];
        }
        let number = |(_, colors): &(u32, Vec<Color>)| {
            let mut numbers = HashMap::new();
            for (at, color) in (0..=255).zip(colors).filter(|(at, _)| *at != transparent) {
                numbers.entry(*color).or_insert(at);
            }
            numbers
        };
        let numbers = if depth == Depth::Indexed { runs.iter().map(number).collect() } else { Vec::new() };
        Ink { depth, transparent, kept, runs, numbers }
    }

    /// Returns the position of a frame's palette.
    fn run(&self, frame: u32) -> usize {
        self.runs.partition_point(|(from, _)| *from <= frame).saturating_sub(1)
    }

    /// Returns the colours of a frame.
    pub(super) fn colors(&self, frame: u32) -> &[Color] {
        self.runs.get(self.run(frame)).map_or(&[], |(_, colors)| colors)
    }

    /// Appends the bytes of a row of pixels. Returns `false` if one of its colours has none.
    pub(super) fn convert(&self, frame: u32, background: bool, row: &[Color], out: &mut Vec<u8>) -> bool {
        match self.depth {
            Depth::Rgba => out.extend_from_slice(bytemuck::cast_slice(row)),
            Depth::Grey => {
                for Color { bytes: [r, g, b, a] } in row {
                    if r != g || g != b {
                        return false;
                    }
                    out.extend([*r, *a]);
                }
            }
            Depth::Indexed => {
                let Some(numbers) = self.numbers.get(self.run(frame)) else { return false };
                let opaque = self.colors(frame).get(usize::from(self.transparent)).copied();
                for color in row {
                    let number = match numbers.get(color) {
                        None if background && opaque == Some(*color) => self.transparent,
                        None if !background && color.is_transparent() => self.transparent,
                        Some(number) if background || *color != Color::TRANSPARENT => *number,
                        Some(_) if !background => self.transparent,
                        _ => return false,
                    };
                    out.push(number);
                }
            }
        }
        true
    }

    /// Returns the same with pixels of red, green, blue and alpha.
    pub(super) fn plain(&self) -> Ink {
        Ink { depth: Depth::Rgba, numbers: Vec::new(), ..self.clone() }
    }
}

/// Returns `true` if a carried header says that the file had a palette.
pub(super) fn has_palette(header: &[u8]) -> bool {
    header.get(128).is_none_or(|has| has & 2 != 0)
}

/// Reads the palettes that are carried, each from the frame that has it on.
fn read(drawing: &Drawing<impl Door>, chunks: &Chunks) -> Vec<(u32, Vec<Color>)> {
    let mut palettes = Palettes::default();
    if chunks.palettes().next().is_none()
        && chunks.header.as_ref().is_none_or(|chunk| has_palette(&chunk.bytes))
    {
        palettes.begin(drawing.palette());
    }
    let later = chunks.loose.iter().filter(|chunk| {
        chunk.frame != 0 && [FIRST, MIDDLE].contains(&chunk.role) && is_palette(chunk.kind as u16)
    });
    let mut all: Vec<_> = chunks.palettes().map(|chunk| (0, chunk)).collect();
    // The palette of the first frame is the drawing's, whichever frame that is now.
    let place = |chunk: &Carried| drawing.frame_at(chunk.frame).filter(|frame| *frame > 0);
    all.extend(later.filter_map(|chunk| Some((place(chunk)?, chunk))));
    all.sort_by_key(|(frame, _)| *frame);
    for (frame, chunk) in all {
        let Some(contents) = chunk.bytes.get(6..) else { continue };
        // What is cut short was refused when it was read.
        let _ = match chunk.kind {
            0x2019 => palettes.read(frame, Bytes(contents)),
            kind => palettes.read_old(frame, kind == 0x0011, Bytes(contents)),
        };
    }
    let run = palettes.finish(&mut Notes::default());
    run.into_iter().map(|(frame, palette)| (frame, palette.colors)).collect()
}

/// Returns the names that carried palettes give to the colours of a drawing which they have at the same places, and the number of names
/// that are left.
pub(super) fn names(drawing: &Drawing<impl Door>, chunks: &Chunks) -> (BTreeMap<u32, Vec<u8>>, u32) {
    let (own, mut names, mut left) = (drawing.palette(), BTreeMap::new(), 0);
    let mut palettes = Palettes::default();
    for chunk in chunks.palettes().filter(|chunk| chunk.kind == 0x2019) {
        // What is cut short was refused when it was read.
        let _ = palettes.read(0, Bytes(chunk.bytes.get(6..).unwrap_or_default()));
    }
    for (_, palette) in palettes.finish(&mut Notes::default()).into_iter().take(1) {
        for (at, name) in palette.names {
            let same =
                own.get(at as usize).is_some_and(|color| palette.colors.get(at as usize) == Some(color));
            left += u32::from(!same);
            names.extend(same.then_some((at, name)));
        }
    }
    (names, left)
}
