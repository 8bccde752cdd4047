//! How a PNG may store pixels: as numbers of a palette, as greys, with or without alpha, in 1 to 8 bits.
//!
//! A picture of sixteen colours needs half a byte for a pixel where RGBA takes four. A [`Survey`] learns what the pixels of a
//! picture have in common; the layouts that it lists are exact: whoever reads the file gets every pixel back bit by bit, hues of
//! invisible ones included.
//!
//! The invariant: a layout of a survey holds each colour that the survey has met.

use super::indexed::Table;
use crate::color::Color;
use png::{BitDepth, ColorType, Encoder};
use std::collections::HashSet;
use std::io::Write;

/// Maximum number of colours of a palette.
const COLORS: usize = 256;

/// Maximum number of pixels for which a picture with a palette is tried without it, too: in a smaller one the palette may be most
/// of the file.
const FEW: u64 = 1 << 16;

/// How pixels are stored.
#[derive(Clone, Debug)]
pub(super) enum Layout {
    /// Numbers of a palette in so many bits.
    Indexed(Table, BitDepth),
    /// Opaque greys in so many bits, of which the black one may stand for transparency.
    Grey(BitDepth, bool),
    /// Greys with alpha.
    GreyAlpha,
    /// Opaque colours, of which black may stand for transparency.
    Rgb(bool),
    /// Any colours.
    Rgba,
}

/// Number of colours that are remembered where they were met last.
const RECENT: usize = 256;

/// Returns the place of a colour among those that are remembered.
fn slot(color: Color) -> usize {
    (u32::from_ne_bytes(color.bytes).wrapping_mul(0x9e37_79b9) >> 24) as usize
}

/// Returns the number of bits that a depth stands for.
fn bits(depth: BitDepth) -> usize {
    depth as usize
}

/// Returns the fewest bits that numbers below a count fit into.
fn depth_of(count: usize) -> BitDepth {
    match count {
        0..=2 => BitDepth::One,
        3..=4 => BitDepth::Two,
        5..=16 => BitDepth::Four,
        _ => BitDepth::Eight,
    }
}

/// Appends numbers of some bits each, the first one in a byte's highest bits.
fn append(numbers: impl Iterator<Item = u8>, bits: usize, out: &mut Vec<u8>) {
    let mut free = 0;
    for number in numbers {
        if free == 0 {
            out.push(0);
            free = 8;
        }
        free -= bits;
        if let Some(last) = out.last_mut() {
            *last |= number << free;
        }
    }
}

impl Layout {
    /// Returns the layouts with a palette that may make the smallest file: few bits for a number, or a byte, whose repetitions a
    /// packer sees at any column.
    pub(super) fn indexed(table: &Table) -> Vec<Layout> {
        let mut depths = vec![depth_of(table.len()), BitDepth::Eight];
        depths.dedup();
        depths.into_iter().map(|depth| Layout::Indexed(table.clone(), depth)).collect()
    }

    /// Returns the colour type and the depth of a sample.
    fn kind(&self) -> (ColorType, BitDepth) {
        match self {
            Layout::Indexed(_, depth) => (ColorType::Indexed, *depth),
            Layout::Grey(depth, _) => (ColorType::Grayscale, *depth),
            Layout::GreyAlpha => (ColorType::GrayscaleAlpha, BitDepth::Eight),
            Layout::Rgb(_) => (ColorType::Rgb, BitDepth::Eight),
            Layout::Rgba => (ColorType::Rgba, BitDepth::Eight),
        }
    }

    /// Returns the number of bits of a pixel.
    pub(super) fn pixel_bits(&self) -> usize {
        let (kind, depth) = self.kind();
        kind.samples() * bits(depth)
    }

    /// Tells an encoder of the layout, with the palette.
    pub(super) fn describe<W: Write>(&self, encoder: &mut Encoder<'_, W>) {
        let (kind, depth) = self.kind();
        encoder.set_color(kind);
        encoder.set_depth(depth);
        match self {
            Layout::Indexed(table, _) => {
                encoder.set_palette(table.palette());
                if let Some(alphas) = table.alphas() {
                    encoder.set_trns(alphas);
                }
            }
            Layout::Grey(_, true) => encoder.set_trns(vec![0; 2]),
            Layout::Rgb(true) => encoder.set_trns(vec![0; 6]),
            _ => {}
        }
    }

    /// Appends the bytes of a row of pixels.
    pub(super) fn pack(&self, row: &[Color], out: &mut Vec<u8>) {
        match self {
            Layout::Indexed(table, depth) => {
                // Few colours make a picture, and looking one up in the table takes longer than comparing two.
                let mut recent = [(Color::TRANSPARENT, table.number(Color::TRANSPARENT)); RECENT];
                let numbers = row.iter().map(|color| {
                    let known = &mut recent[slot(*color)];
                    if known.0 != *color {
                        *known = (*color, table.number(*color));
                    }
                    known.1
                });
                append(numbers, bits(*depth), out);
            }
            Layout::Grey(depth, _) => {
                let unused = 8 - bits(*depth);
                // The highest bits of a grey that fits are its number.
                append(row.iter().map(|color| color.bytes[0] >> unused), bits(*depth), out);
            }
            Layout::GreyAlpha => out.extend(row.iter().flat_map(|color| [color.bytes[0], color.bytes[3]])),
            Layout::Rgb(_) => {
                out.extend(row.iter().flat_map(|color| [color.bytes[0], color.bytes[1], color.bytes[2]]));
            }
            Layout::Rgba => out.extend_from_slice(bytemuck::cast_slice(row)),
        }
    }
}

/// What the pixels of a picture have in common.
#[derive(Clone, Debug)]
pub(super) struct Survey {
    /// The colours, or `None` if they are more than a palette holds.
    colors: Option<HashSet<Color>>,
    /// Some colours that were met.
    recent: [Option<Color>; RECENT],
    /// Which greys are opaque, or `None` if there are other hues.
    greys: Option<[bool; 256]>,
    /// Whether all pixels are opaque.
    opaque: bool,
    /// Whether those that are not are transparent without a hue.
    clear: bool,
    /// Whether some pixels are black and opaque.
    black: bool,
}

impl Survey {
    /// Creates the survey of no pixels.
    pub(super) fn new() -> Survey {
        let colors = Some(HashSet::new());
        let recent = [None; RECENT];
        Survey { colors, recent, greys: Some([false; 256]), opaque: true, clear: true, black: false }
    }

    /// Takes a row of pixels in.
    pub(super) fn add(&mut self, row: &[Color]) {
        for color in row.iter().copied() {
            let known = &mut self.recent[slot(color)];
            if known.replace(color) == Some(color) {
                continue;
            }
            let [r, g, b, alpha] = color.bytes;
            if r != g || g != b {
                self.greys = None;
            } else if let Some(greys) = &mut self.greys
                && alpha == 255
            {
                greys[usize::from(r)] = true;
            }
            self.opaque &= alpha == 255;
            self.clear &= alpha == 255 || color == Color::TRANSPARENT;
            self.black |= color == Color::BLACK;
            if let Some(colors) = &mut self.colors {
                colors.insert(color);
                if colors.len() > COLORS {
                    self.colors = None;
                }
            }
        }
    }

    /// Returns the smallest exact layout without a palette.
    fn plain(&self) -> Layout {
        let keyed = self.clear && !self.black;
        match &self.greys {
            Some(greys) if self.opaque => {
                // A sample of 1, 2 or 4 bits stands for a multiple of 255, 85 or 17.
                let fits = |step: usize| (0..256).all(|grey| !greys[grey] || grey.is_multiple_of(step));
                let depths = [(255, BitDepth::One), (85, BitDepth::Two), (17, BitDepth::Four)];
                let found = depths.into_iter().find(|(step, _)| fits(*step));
                Layout::Grey(found.map_or(BitDepth::Eight, |(_, depth)| depth), false)
            }
            Some(_) if keyed => Layout::Grey(BitDepth::Eight, true),
            Some(_) => Layout::GreyAlpha,
            None if self.opaque || keyed => Layout::Rgb(!self.opaque),
            None => Layout::Rgba,
        }
    }

    /// Returns the exact layouts that may make the smallest file of so many pixels.
    pub(super) fn layouts(&self, pixels: u64) -> Vec<Layout> {
        let plain = self.plain();
        let Some(colors) = &self.colors else { return vec![plain] };
        let mut colors: Vec<_> = colors.iter().copied().collect();
        // Alphas are stored up to the last colour that has one. Neighbours in brightness have neighbouring numbers.
        colors.sort_unstable_by_key(|color| {
            let [r, g, b, alpha] = color.bytes.map(u32::from);
            (alpha == 255, 2 * r + 5 * g + b, color.bytes)
        });
        let (mut layouts, bits) = (Layout::indexed(&Table::exact(&colors)), plain.pixel_bits());
        // Greys of as few bits need no palette to be stored; in a large picture, colours of more bits are never smaller.
        if layouts.iter().all(|layout| bits < layout.pixel_bits()) {
            return vec![plain];
        }
        if pixels <= FEW || bits <= 8 {
            layouts.push(plain);
        }
        layouts
    }
}
