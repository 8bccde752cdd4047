//! The chunks of a PNG file, without those that its pixels don't need.
//!
//! A file is a signature and a list of chunks. Texts, colour profiles, camera data and
//! the later pictures of an animation may be packed so that some kilobytes become
//! gigabytes, and none of them changes a pixel of the first picture. So the decoder
//! never sees them: [`Chunks`] reads the file from critical chunk to critical chunk, and
//! [`notes`] looks at the headers alone for what a person should be told.
//!
//! The invariant: nothing is copied, whatever lengths a file claims.
//!
//! ```
//! use undoodle_formats::{document::Drawing, png};
//! let file = png::encode(&Drawing::new(2, 2)?, 0)?;
//! assert_eq!(png::File::open(&file)?.notes(), png::Notes::default());
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use crate::error::Message;
use crate::extras::Extras;
use std::fmt;
use std::io::{self, BufRead, Read, Seek, SeekFrom};

/// First bytes of a PNG file.
pub const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// Number of bytes of a chunk around its data: length and type before it, the checksum after it.
const AROUND: usize = 12;

/// Gamma of sRGB as a gAMA chunk has it; ignoring this one loses nothing.
const SRGB_GAMMA: [u8; 4] = 45455_u32.to_be_bytes();

/// Primaries and transfer function of sRGB as a cICP chunk has them.
const SRGB_CODES: [u8; 2] = [1, 13];

/// What opening a file leaves out or changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// Number of pictures of an animation, of which only the first is opened; 0 for a still image.
    pub pictures: u32,
    /// Whether samples of 16 bits are rounded to 8.
    pub rounded: bool,
    /// Whether the file declares colours other than those of sRGB, which are left as they are.
    pub profile: bool,
    /// Whether colours are brought to sRGB from what the file says of their light.
    pub converted: bool,
    /// What the file says beside its pixels.
    pub extras: Extras,
}

impl Notes {
    /// Returns what people read: a phrase on each, in a row; empty if there is none.
    pub fn message(&self) -> Message {
        let animated = Message::new("only the first of its {n} picture | only the first of its {n} pictures");
        let said = [
            (self.pictures > 1).then(|| animated.with(self.pictures)),
            self.rounded.then(|| "rounded from 16 to 8 bits per channel".into()),
            self.profile.then(|| "without its colour profile".into()),
            self.converted.then(|| "converted to sRGB".into()),
        ];
        Message::row(said.into_iter().flatten().chain(self.extras.phrases()), "{first}, {rest}")
    }
}

/// The phrases in English.
impl fmt::Display for Notes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

/// A chunk at the beginning of a file, and the file behind it.
pub(crate) struct Chunk<'a> {
    pub(crate) kind: [u8; 4],
    pub(crate) data: &'a [u8],
    /// All bytes of the chunk.
    pub(crate) whole: &'a [u8],
    pub(crate) rest: &'a [u8],
}

/// Splits off the first chunk of a file.
///
/// A chunk that the file cuts short has fewer bytes. Returns `None` when even its header is cut short.
pub(crate) fn chunk(file: &[u8]) -> Option<Chunk<'_>> {
    let length = u32::from_be_bytes(*file.first_chunk()?) as usize;
    let kind = *file.get(4..)?.first_chunk()?;
    let (whole, rest) = file.split_at(length.saturating_add(AROUND).min(file.len()));
    let data = &whole[8..whole.len().min(length.saturating_add(8))];
    Some(Chunk { kind, data, whole, rest })
}

/// Returns `true` if pixels can't be decoded without a chunk of this type.
///
/// A capital letter marks critical chunks; of the others, only tRNS changes pixels.
fn is_needed(kind: [u8; 4]) -> bool {
    kind[0].is_ascii_uppercase() || kind == *b"tRNS"
}

/// Returns `true` if a file says before its pixels that it is an animation.
pub fn is_animated(file: &[u8]) -> bool {
    let mut rest = file.get(SIGNATURE.len()..).unwrap_or_default();
    while let Some(Chunk { kind, rest: after, .. }) = chunk(rest) {
        match &kind {
            b"IDAT" | b"IEND" => return false,
            b"acTL" => return true,
            _ => rest = after,
        }
    }
    false
}

/// Returns `true` unless the palette before the pixels has parts of a colour, or more colours than pixels can name: the
/// decoder counts on neither.
pub(super) fn has_whole_colors(file: &[u8]) -> bool {
    let mut rest = file.get(SIGNATURE.len()..).unwrap_or_default();
    while let Some(Chunk { kind, data, rest: after, .. }) = chunk(rest) {
        match &kind {
            b"IDAT" | b"IEND" => break,
            b"PLTE" if data.len() % 3 != 0 || data.len() > 3 * 256 => return false,
            _ => rest = after,
        }
    }
    true
}

/// Chunks that change no pixel and say nothing that a drawing would lose: when the file was written, what older screens need, and
/// what the pixels' own numbers say.
const MUTE: [&[u8; 4]; 11] =
    [b"tIME", b"bKGD", b"hIST", b"sBIT", b"tRNS", b"cHRM", b"mDCV", b"cLLI", b"acTL", b"fcTL", b"fdAT"];

/// What a text begins with that names the program.
const SOFTWARE: &[u8] = b"Software\0";

/// Counts what a chunk says beside the pixels.
fn count(extras: &mut Extras, Chunk { kind, data, .. }: &Chunk<'_>) {
    match kind {
        b"tEXt" | b"zTXt" | b"iTXt" => extras.texts += u32::from(!data.starts_with(SOFTWARE)),
        b"eXIf" => extras.camera = true,
        b"sPLT" => extras.palettes += 1,
        b"pHYs" => {
            let (sides, unit) = data.split_at(data.len().min(8));
            extras.stretched |= sides.len() == 8 && sides[..4] != sides[4..];
            extras.print |= unit == [1];
        }
        // Those with a capital letter are needed, or make the file unreadable.
        _ if kind[0].is_ascii_lowercase() && !MUTE.contains(&kind) => extras.parts += 1,
        _ => {}
    }
}

/// Reads the notes from the headers of the chunks, with what a file has beside its picture or without; `rounded` is left to the decoder.
pub fn notes(file: &[u8], extras: bool) -> Notes {
    let mut notes = Notes::default();
    let (mut is_srgb, mut is_behind) = (false, false);
    let mut rest = file.get(SIGNATURE.len()..).unwrap_or_default();
    while let Some(chunk) = chunk(rest) {
        match &chunk.kind {
            b"IEND" => break,
            kind if !kind.iter().all(u8::is_ascii_alphabetic) => break,
            b"IDAT" => is_behind = true,
            // What stands behind the pixels says nothing of their colours.
            b"sRGB" => is_srgb |= !is_behind,
            b"iCCP" => notes.profile |= !is_behind,
            b"gAMA" => notes.profile |= !is_behind && !chunk.data.starts_with(&SRGB_GAMMA),
            b"cICP" => notes.profile |= !is_behind && !chunk.data.starts_with(&SRGB_CODES),
            b"acTL" if !is_behind => {
                notes.pictures = chunk.data.first_chunk().copied().map_or(0, u32::from_be_bytes);
            }
            _ if !extras => {}
            _ => count(&mut notes.extras, &chunk),
        }
        rest = chunk.rest;
    }
    notes.profile &= !is_srgb;
    notes
}

/// A PNG file as the decoder sees it: the signature and the chunks that it needs.
#[derive(Clone, Debug)]
pub struct Chunks<'a> {
    /// Rest of the chunk that is being read.
    part: &'a [u8],
    /// The file behind that chunk.
    rest: &'a [u8],
}

impl<'a> Chunks<'a> {
    pub fn new(file: &'a [u8]) -> Chunks<'a> {
        let (part, rest) = file.split_at(SIGNATURE.len().min(file.len()));
        Chunks { part, rest }
    }
}

impl BufRead for Chunks<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.part.is_empty() {
            let Some(Chunk { kind, whole, rest, .. }) = chunk(self.rest) else { break };
            self.rest = rest;
            if is_needed(kind) {
                self.part = whole;
            }
        }
        Ok(self.part)
    }

    fn consume(&mut self, amount: usize) {
        self.part = self.part.get(amount..).unwrap_or_default();
    }
}

impl Read for Chunks<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let amount = self.fill_buf()?.read(out)?;
        self.consume(amount);
        Ok(amount)
    }
}

impl Seek for Chunks<'_> {
    /// Fails: the decoder requires readers that can seek, but never seeks.
    fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
