//! A picture of an icon as a bitmap: what a BMP file holds behind its head, with a mask of one bit below it.
//!
//! Rows come from the bottom up and are filled to four bytes. The height in the head counts those of the mask, too. Pixels of 32
//! bits have an alpha of their own; if it is zero everywhere, an older program has left it out, and the mask counts as it
//! does for fewer bits. A pixel that is masked and has a colour inverts what is below it on the screen, which no picture can.

use super::damaged;
use super::read::{cut_off, u16_at, u32_at};
use crate::color::Color;
use crate::document::MAX_SIDE;
use crate::error::{Result, in_range};

/// Number of bytes of the shortest head that is known.
const HEADER: usize = 40;

/// How pixels are packed: as they are, or as they are with masks of the colours' bits behind the head.
const PLAIN: u32 = 0;
const MASKED: u32 = 3;

/// The masks of blue, green and red in pixels of 32 bits, as all programs write them.
const MASKS: [u32; 3] = [0x00ff_0000, 0x0000_ff00, 0x0000_00ff];

/// A bitmap whose head was read, and whose pixels are there.
pub(super) struct Bitmap<'a> {
    pub(super) size: (u32, u32),
    bits: u16,
    /// The colours of pixels of at most 8 bits, of four bytes each.
    palette: &'a [u8],
    /// The rows of the pixels, from the bottom up, each as long as `stride`.
    pixels: &'a [u8],
    stride: usize,
    /// The rows of the mask, likewise; none if the file has left it out.
    mask: &'a [u8],
    mask_stride: usize,
    /// Whether pixels have an alpha of their own.
    alpha: bool,
}

/// Returns the number of bytes of a row, filled to four.
fn stride(width: u32, bits: u16) -> usize {
    ((u64::from(width) * u64::from(bits)).div_ceil(32) * 4) as usize
}

impl<'a> Bitmap<'a> {
    /// Reads the head, and finds the pixels.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`](crate::Error::Damaged), and [`Error::Range`](crate::Error::Range) for a size past the limits.
    pub(super) fn open(bytes: &'a [u8]) -> Result<Bitmap<'a>> {
        let four = |at| u32_at(bytes, at).ok_or_else(cut_off);
        let header = four(0)? as usize;
        if header < HEADER {
            return Err(damaged("a picture is neither PNG nor a known bitmap"));
        }
        // The rows of the mask are counted, too.
        let (width, height) = (four(4)?, four(8)? / 2);
        in_range("width", width.into(), 1, MAX_SIDE.into())?;
        in_range("height", height.into(), 1, MAX_SIDE.into())?;
        let (bits, packed) = (u16_at(bytes, 14).ok_or_else(cut_off)?, four(16)?);
        if !matches!(bits, 1 | 4 | 8 | 16 | 24 | 32) || !(packed == PLAIN || packed == MASKED && bits == 32) {
            return Err(damaged("a picture is packed in an unknown way"));
        }
        let mut rest = bytes.get(header..).ok_or_else(cut_off)?;
        // The masks lie behind the shortest head, and within longer ones.
        if packed == MASKED {
            let mask = |at: usize| four(HEADER + 4 * at);
            if [mask(0)?, mask(1)?, mask(2)?] != MASKS {
                return Err(damaged("a picture is packed in an unknown way"));
            }
            rest = rest.get(if header == HEADER { 12 } else { 0 }..).ok_or_else(cut_off)?;
        }
        let colors = match (bits, four(32)?) {
            (1 | 4 | 8, 0) => 1 << bits,
            (1 | 4 | 8, used) => (used as usize).min(1 << bits),
            _ => 0,
        };
        let (palette, rest) = rest.split_at_checked(4 * colors).ok_or_else(cut_off)?;
        let (stride, mask_stride, rows) = (stride(width, bits), stride(width, 1), height as usize);
        let length = stride.checked_mul(rows).ok_or_else(cut_off)?;
        let (pixels, rest) = rest.split_at_checked(length).ok_or_else(cut_off)?;
        let mask = mask_stride.checked_mul(rows).and_then(|length| rest.get(..length)).unwrap_or_default();
        let alpha = bits == 32 && pixels.chunks_exact(4).any(|pixel| pixel[3] != 0);
        Ok(Bitmap { size: (width, height), bits, palette, pixels, stride, mask, mask_stride, alpha })
    }

    /// Returns the colour of a pixel in a row, without the mask.
    fn color(&self, row: &[u8], x: usize) -> Color {
        let opaque = |bytes: &[u8]| match bytes {
            [b, g, r, ..] => Color::rgba(*r, *g, *b, 255),
            _ => Color::BLACK,
        };
        match self.bits {
            32 if self.alpha => {
                let [b, g, r, a] = [0, 1, 2, 3].map(|part| row[4 * x + part]);
                Color::rgba(r, g, b, a)
            }
            32 => opaque(&row[4 * x..]),
            24 => opaque(&row[3 * x..]),
            16 => {
                let packed = u16::from_le_bytes([row[2 * x], row[2 * x + 1]]);
                // Five bits for each, spread over eight.
                let part = |shift: u16| ((u32::from(packed >> shift & 31) * 255 + 15) / 31) as u8;
                Color::rgba(part(10), part(5), part(0), 255)
            }
            bits => {
                let (each, bits) = (8 / usize::from(bits), usize::from(bits));
                let index = usize::from(row[x / each]) >> (8 - bits - x % each * bits) & ((1 << bits) - 1);
                // What the palette lacks is black, as in all programs.
                self.palette.get(4 * index..).map_or(Color::BLACK, opaque)
            }
        }
    }

    /// Calls a function with the number and the pixels of each row, from top to bottom, and returns how many pixels are
    /// transparent that invert the screen in the file.
    ///
    /// # Errors
    /// Returns what the function returns.
    pub(super) fn each_row(&self, mut each: impl FnMut(u32, &[Color]) -> Result<()>) -> Result<u32> {
        let (width, height) = (self.size.0 as usize, self.size.1 as usize);
        let mut colors = vec![Color::TRANSPARENT; width];
        let mut inverted = 0;
        for y in 0..height {
            let up = height - 1 - y;
            let row = &self.pixels[up * self.stride..(up + 1) * self.stride];
            let mask = self.mask.get(up * self.mask_stride..(up + 1) * self.mask_stride);
            for (x, pixel) in colors.iter_mut().enumerate() {
                *pixel = self.color(row, x);
                let masked = mask.is_some_and(|mask| mask[x / 8] >> (7 - x % 8) & 1 == 1);
                if masked && !self.alpha {
                    inverted += u32::from(*pixel != Color::BLACK);
                    *pixel = Color::TRANSPARENT;
                }
            }
            each(y as u32, &colors)?;
        }
        Ok(inverted)
    }
}
