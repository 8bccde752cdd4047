//! The smallest of several PNG files of one picture.
//!
//! Which filter of rows packs best is not known before: numbers of a palette are best left alone, scaled pictures repeat the row
//! above, photos change little by little. So the exact layouts of a picture are written with several filters at a time, row
//! by row, and the smallest file is kept. A large picture is tried with fewer, and a file that falls far behind the others is
//! given up, so that time and memory stay within a small multiple of what one file takes.
//!
//! The invariant: all files have the same pixels.

use super::filters::Choice;
use super::layout::{Layout, Survey};
use crate::color::Color;
use crate::error::Result;
use crate::formats::sink::{MAX_FILE, Sink};
use crate::pause;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use png::Encoder;
use std::io::Write;

/// Bytes of unpacked pixels up to which all filters are tried.
const SMALL: u64 = 4 << 20;

/// Bytes of unpacked pixels up to which some filters are tried.
const MEDIUM: u64 = 64 << 20;

/// Bytes by which a file may be larger than the smallest before it is given up, beside being twice as large.
const BEHIND: usize = 256 << 10;

/// Rows after which files are compared.
const COMPARED: u32 = 64;

/// Work that a byte which is packed counts for in a pause's terms, in bytes.
const PACKING: usize = 4;

/// Effort of packing, of at most 10.
const LEVEL: u32 = 9;

/// What is refused if there is no memory.
const FILE: &str = "PNG file";

/// The chunk that ends a file, with its length and checksum.
const END: &[u8; 12] = b"\0\0\0\0IEND\xae\x42\x60\x82";

/// Returns the choices of filters that are tried for a layout of so many bytes of pixels.
fn choices(layout: &Layout, bytes: u64) -> &'static [Choice] {
    use Choice::{Always, Entropy, Nearest};
    match (layout, bytes) {
        (_, ..=SMALL) => &[Always(0), Always(1), Always(2), Always(4), Nearest, Entropy],
        (Layout::Indexed(..), ..=MEDIUM) => &[Always(0), Always(2), Entropy],
        (Layout::Indexed(..), _) => &[Always(0), Always(2)],
        (_, ..=MEDIUM) => &[Nearest, Entropy],
        _ => &[Nearest],
    }
}

/// A file that is being written.
struct Candidate {
    /// Position of its layout.
    layout: usize,
    choice: Choice,
    /// Distance of bytes that belong together.
    distance: usize,
    packer: ZlibEncoder<Sink>,
    /// Length of what stands before the packed pixels.
    start: usize,
}

impl Candidate {
    /// Writes a file up to its pixels. Returns `None` if there is no memory for that.
    fn new((width, height): (u32, u32), (at, layout): (usize, &Layout), choice: Choice) -> Option<Candidate> {
        let mut sink = Sink::new(MAX_FILE);
        let mut encoder = Encoder::new(&mut sink, width, height);
        layout.describe(&mut encoder);
        drop(encoder.write_header().ok()?);
        // The encoder has ended the file. Pixels are packed here, since it would end them by more bytes than small pictures have.
        let start = sink.bytes.len().checked_sub(END.len())?;
        sink.bytes.truncate(start);
        sink.write_all(b"\0\0\0\0IDAT").ok()?;
        let distance = layout.pixel_bits().div_ceil(8);
        let packer = ZlibEncoder::new(sink, Compression::new(LEVEL));
        Some(Candidate { layout: at, choice, distance, packer, start })
    }

    fn len(&self) -> usize {
        self.packer.get_ref().bytes.len()
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

/// Drops the files that are far behind the smallest.
fn give_up(candidates: &mut Vec<Candidate>) {
    let smallest = candidates.iter().map(Candidate::len).min().unwrap_or(0);
    candidates.retain(|one| one.len() <= 2 * smallest + BEHIND);
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
pub(in crate::formats) fn encode_smallest<R: FnMut(u32, &mut [Color]) -> Result<()>>(
    width: u32,
    height: u32,
    begin: impl Fn() -> R,
) -> Result<Vec<u8>> {
    let layouts = layouts((width, height), begin())?;
    encode((width, height), &layouts, begin())
}

/// Encodes rows, from top to bottom, in whichever of some layouts and filters makes the smallest file. An earlier layout wins a
/// draw.
///
/// # Errors
/// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) when no file's bytes can be allocated,
/// [`Error::Stopped`](crate::Error::Stopped), and what the function returns.
pub(super) fn encode(
    (width, height): (u32, u32),
    layouts: &[Layout],
    mut read: impl FnMut(u32, &mut [Color]) -> Result<()>,
) -> Result<Vec<u8>> {
    let pixels = u64::from(width) * u64::from(height);
    let mut candidates = Vec::new();
    for (at, layout) in layouts.iter().enumerate() {
        let tried = choices(layout, pixels * layout.pixel_bits() as u64 / 8);
        candidates
            .extend(tried.iter().filter_map(|choice| Candidate::new((width, height), (at, layout), *choice)));
    }
    let mut row = vec![Color::TRANSPARENT; width as usize];
    // Bytes of a row and of the one before, for each layout.
    let mut packed = vec![[Vec::new(), Vec::new()]; layouts.len()];
    let (mut filtered, mut spare) = (Vec::new(), Vec::new());
    // What was needed when the last file was refused.
    let mut refused = Sink::new(MAX_FILE).refusal(FILE);
    for y in 0..height {
        pause::point(PACKING * row.len() * candidates.len())?;
        read(y, &mut row)?;
        for (layout, [bytes, before]) in layouts.iter().zip(&mut packed) {
            std::mem::swap(bytes, before);
            bytes.clear();
            layout.pack(&row, bytes);
            before.resize(bytes.len(), 0);
        }
        candidates.retain_mut(|one| {
            let [bytes, before] = &packed[one.layout];
            one.choice.apply(one.distance, before, bytes, &mut filtered, &mut spare);
            let written = one.packer.write_all(&filtered);
            // Another file may be small enough for what the memory has room for.
            if written.is_err() {
                refused = one.packer.get_ref().refusal(FILE);
            }
            written.is_ok()
        });
        if y % COMPARED == COMPARED - 1 {
            give_up(&mut candidates);
        }
    }
    let files = candidates.into_iter().filter_map(Candidate::finish);
    files.min_by_key(Vec::len).ok_or(refused)
}
