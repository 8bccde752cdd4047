//! The smallest of several PNG files of one picture.
//!
//! Which filter of rows packs best is not known before: numbers of a palette are best left alone, scaled pictures repeat the row
//! above, photos change little by little. So the exact layouts of a picture are written with several filters at a time, row
//! by row, and the smallest file is kept. Of a larger picture only some bands are tried, and the one or two best are written
//! in full, so that a save takes a small multiple of one file's time, and hardly more than that of a large one.
//!
//! The invariant: all files have the same pixels.

use super::filters::Choice;
use super::layout::{Layout, Survey};
use crate::color::Color;
use crate::error::{Error, Result};
use crate::pause;
use crate::sink::{MAX_FILE, Sink};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use png::Encoder;
use std::io::Write;
use std::ops::Range;

/// Maximum number of pixels of a picture that is written in full with every layout and filter.
const TRIED: u64 = 1 << 14;

/// Minimum number of pixels in the bands of a larger picture that are tried, and the part of its pixels that they have at least.
const SAMPLE: u64 = 1 << 15;
const SAMPLED: u64 = 32;

/// Number of bands, evenly spaced.
const BANDS: u32 = 4;

/// Maximum number of pixels of a picture whose two best trials are written in full.
const TWICE: u64 = 1 << 18;

/// Maximum number of bytes of pixels that are packed with all effort.
const THOROUGH: u64 = 6 << 20;

/// Work that a byte which is packed counts for in a pause's terms, in bytes.
const PACKING: usize = 4;

/// Effort of packing, of at most 10, and that for trials and large pictures.
const EFFORT: u32 = 9;
const LESS: u32 = 6;

/// What is refused if there is no memory.
const FILE: &str = "PNG file";

/// The chunk that ends a file, with its length and checksum.
const END: &[u8; 12] = b"\0\0\0\0IEND\xae\x42\x60\x82";

/// The choices of filters that are tried for each layout.
const CHOICES: [Choice; 6] = [
    Choice::Always(0),
    Choice::Always(1),
    Choice::Always(2),
    Choice::Always(4),
    Choice::Nearest,
    Choice::Entropy,
];

/// A position in a list of layouts, and a choice of filters.
type Trial = (usize, Choice);

/// A file that is being written.
struct Candidate {
    trial: Trial,
    /// Distance of bytes that belong together.
    distance: usize,
    packer: ZlibEncoder<Sink>,
    /// Length of what stands before the packed pixels.
    start: usize,
}

impl Candidate {
    /// Writes a file up to its pixels. Returns `None` if there is no memory for that.
    fn new((width, height): (u32, u32), layout: &Layout, trial: Trial, effort: u32) -> Option<Candidate> {
        let mut sink = Sink::new(MAX_FILE);
        let mut encoder = Encoder::new(&mut sink, width, height);
        layout.describe(&mut encoder);
        drop(encoder.write_header().ok()?);
        // The encoder has ended the file. Pixels are packed here, since it would end them by more bytes than small pictures have.
        let start = sink.bytes.len().checked_sub(END.len())?;
        sink.bytes.truncate(start);
        sink.write_all(b"\0\0\0\0IDAT").ok()?;
        let distance = layout.pixel_bits().div_ceil(8);
        let packer = ZlibEncoder::new(sink, Compression::new(effort));
        Some(Candidate { trial, distance, packer, start })
    }

    /// Ends the file, and returns it.
    fn finish(self) -> Option<Vec<u8>> {
        let mut sink = self.packer.finish().ok()?;
        let length = (sink.bytes.len() - self.start - 8) as u32;
        sink.bytes[self.start..self.start + 4].copy_from_slice(&length.to_be_bytes());
        let checksum = crc32fast::hash(&sink.bytes[self.start + 4..]);
        sink.write_all(&checksum.to_be_bytes()).ok()?;
        sink.write_all(END).ok()?;
        Some(sink.bytes)
    }
}

/// Returns the rows of a picture that are tried: bands of it, or all.
fn bands((width, height): (u32, u32)) -> Vec<Range<u32>> {
    let pixels = u64::from(width) * u64::from(height);
    let rows = (SAMPLE.max(pixels / SAMPLED) / u64::from(width.max(1))) as u32;
    let (band, distance) = (rows.div_ceil(BANDS).max(1), height / BANDS);
    if pixels <= TRIED || band >= distance {
        return std::iter::once(0..height).collect();
    }
    let first = |number| number * distance + (distance - band) / 2;
    (0..BANDS).map(|number| first(number)..first(number) + band).collect()
}

/// Returns the exact layouts for a picture's pixels, given as rows from top to bottom.
///
/// # Errors
/// Returns [`Error::Stopped`](crate::Error::Stopped), and what the function returns.
pub(super) fn layouts(
    (width, height): (u32, u32),
    mut read: impl FnMut(u32, &mut [Color]) -> Result<()>,
) -> Result<Vec<Layout>> {
    let mut row = vec![Color::TRANSPARENT; width as usize];
    let mut survey = Survey::new();
    for y in 0..height {
        pause::point(row.len())?;
        read(y, &mut row)?;
        survey.add(&row);
    }
    Ok(survey.layouts(u64::from(width) * u64::from(height)))
}

/// Encodes rows as the smallest exact file. They are read twice, by a function made anew for each time.
///
/// # Errors
/// As [`encode`].
pub(crate) fn encode_smallest<R: FnMut(u32, &mut [Color]) -> Result<()>>(
    width: u32,
    height: u32,
    begin: impl Fn() -> R,
) -> Result<Vec<u8>> {
    let layouts = layouts((width, height), begin())?;
    encode((width, height), &layouts, begin)
}

/// Encodes rows in whichever of some layouts and filters makes the smallest file. An earlier layout wins a draw.
/// A function that reads them from top to bottom is made anew for each time.
///
/// # Errors
/// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) when no file's bytes can be allocated,
/// [`Error::Stopped`](crate::Error::Stopped), and what the function returns.
pub(super) fn encode<R: FnMut(u32, &mut [Color]) -> Result<()>>(
    size: (u32, u32),
    layouts: &[Layout],
    begin: impl Fn() -> R,
) -> Result<Vec<u8>> {
    let pixels = u64::from(size.0) * u64::from(size.1);
    let mut trials: Vec<Trial> =
        (0..layouts.len()).flat_map(|at| CHOICES.map(|choice| (at, choice))).collect();
    if pixels > TRIED {
        trials = best(size, layouts, &trials, begin())?;
        trials.truncate(if pixels <= TWICE { 2 } else { 1 });
    }
    let largest = trials.iter().filter_map(|trial| layouts.get(trial.0)).map(Layout::pixel_bits).max();
    let effort = if pixels * largest.unwrap_or(0) as u64 / 8 <= THOROUGH { EFFORT } else { LESS };
    let (files, refused) = pack(size, layouts, &trials, effort, std::slice::from_ref(&(0..size.1)), begin())?;
    files.into_iter().filter_map(Candidate::finish).min_by_key(Vec::len).ok_or(refused)
}

/// Returns trials by the sizes of their files, as far as bands of the picture tell them.
fn best(
    size: (u32, u32),
    layouts: &[Layout],
    trials: &[Trial],
    read: impl FnMut(u32, &mut [Color]) -> Result<()>,
) -> Result<Vec<Trial>> {
    let bands = bands(size);
    let rows: u64 = bands.iter().map(|band| band.len() as u64).sum();
    let (files, refused) = pack(size, layouts, trials, LESS, &bands, read)?;
    let mut sizes = Vec::new();
    for file in files {
        let (trial, start) = (file.trial, file.start as u64);
        if let Some(file) = file.finish() {
            // The palette is stored once, however many rows there are.
            let packed = (file.len() as u64 - start) * u64::from(size.1) / rows.max(1);
            sizes.push((start + packed, trial));
        }
    }
    sizes.sort_by_key(|(size, _)| *size);
    if sizes.is_empty() { Err(refused) } else { Ok(sizes.into_iter().map(|(_, trial)| trial).collect()) }
}

/// Writes files up to their ends, with some bands of the rows. Returns those that there was memory for, and the error for the
/// others.
fn pack(
    (width, height): (u32, u32),
    layouts: &[Layout],
    trials: &[Trial],
    effort: u32,
    bands: &[Range<u32>],
    mut read: impl FnMut(u32, &mut [Color]) -> Result<()>,
) -> Result<(Vec<Candidate>, Error)> {
    let begin = |trial: &Trial| Candidate::new((width, height), layouts.get(trial.0)?, *trial, effort);
    let mut files: Vec<_> = trials.iter().filter_map(begin).collect();
    let mut row = vec![Color::TRANSPARENT; width as usize];
    // Bytes of a row and of the one before, for each layout.
    let mut packed = vec![[Vec::new(), Vec::new()]; layouts.len()];
    let (mut filtered, mut spare) = (Vec::new(), Vec::new());
    // What was needed when the last file was refused.
    let mut refused = Sink::new(MAX_FILE).refusal(FILE);
    for y in bands.iter().cloned().flatten() {
        pause::point(PACKING * row.len() * files.len())?;
        read(y, &mut row)?;
        for (at, [bytes, before]) in packed.iter_mut().enumerate() {
            if files.iter().any(|file| file.trial.0 == at) {
                std::mem::swap(bytes, before);
                bytes.clear();
                layouts[at].pack(&row, bytes);
                before.resize(bytes.len(), 0);
            }
        }
        files.retain_mut(|file| {
            let (at, choice) = file.trial;
            let [bytes, before] = &packed[at];
            choice.apply(file.distance, before, bytes, &mut filtered, &mut spare);
            let written = file.packer.write_all(&filtered);
            // Another file may be small enough for what the memory has room for.
            if written.is_err() {
                refused = file.packer.get_ref().refusal(FILE);
            }
            written.is_ok()
        });
    }
    Ok((files, refused))
}
