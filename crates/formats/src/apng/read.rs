//! An animated PNG's frames, each read as a PNG of its own.
//!
//! The parts of a frame are the parts of a PNG under other names, so each frame becomes a small PNG file: the header with
//! the frame's size, the palette, and the frame's pixels. The reader of stills opens it, with all its checks and limits.
//! What remains to be done here is the order of the parts, and to lay frames on the canvas.
//!
//! The invariant: a frame lies within the canvas, and its parts are numbered without a gap. A file that says it is an
//! animation and has no frames is a still picture.
//!
//! ```
//! use undoodle_formats::document::Document;
//! use undoodle_formats::{self as formats, Export, named};
//! let document = Document::new(3, 2)?;
//! let mut file = formats::write(named("apng")?, &document, &Export::new(0))?;
//! // The frame's width in the part behind header and acTL.
//! file[65 + 3] = 4;
//! let said = formats::open(&file).err().map(|error| error.to_string());
//! assert_eq!(said.as_deref(), Some("this PNG file is damaged: a checksum does not match"));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use crate::document::MAX_FRAMES;
use crate::error::Result;
use crate::geometry::Rect;
use crate::png::chunks::{self, Chunk, SIGNATURE, chunk};
use crate::png::{File, Notes, damaged};
use crate::reel::{self, Dispose, Reel};
use crate::{Opened, Whole};
use crc32fast::Hasher;

/// A frame: where it lies, how it is drawn and shown, and its packed pixels.
#[derive(Clone, Debug)]
struct Frame<'a> {
    width: u32,
    height: u32,
    x: u32,
    y: u32,
    milliseconds: u32,
    dispose: Dispose,
    over: bool,
    data: Vec<&'a [u8]>,
}

/// Parts beside critical ones that change pixels or say of what light they are.
const SMALL: [&[u8; 4]; 5] = [b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"cICP"];

/// What a file holds.
#[derive(Debug, Default)]
struct Animation<'a> {
    /// Data of the header.
    header: &'a [u8],
    /// Parts that every frame needs, such as the palette.
    shared: Vec<&'a [u8]>,
    frames: Vec<Frame<'a>>,
    /// Number of rounds; 0 for without end.
    plays: u32,
    /// Whether the picture for programs without animations is no frame.
    apart: bool,
    /// Number of frames, including those that were left out.
    count: u32,
}

/// Returns the number of 4 bytes at a place of a part.
fn number(data: &[u8], at: usize) -> Result<u32> {
    let bytes = data.get(at..).and_then(|rest| rest.first_chunk());
    bytes.map(|bytes| u32::from_be_bytes(*bytes)).ok_or_else(|| damaged("a part of it has a wrong length"))
}

/// Returns the data of a part behind its number, which must be the next one.
fn numbered<'a>(data: &'a [u8], next: &mut u32) -> Result<&'a [u8]> {
    if number(data, 0)? != *next {
        return Err(damaged("its parts are out of order"));
    }
    *next = next.saturating_add(1);
    Ok(&data[4..])
}

impl<'a> Frame<'a> {
    /// Reads a frame's control data, behind its number.
    fn read(data: &'a [u8], (width, height): (u32, u32), first: bool) -> Result<Frame<'a>> {
        let side = |at| number(data, at);
        let [delay, over, dispose] = match data.get(16..) {
            Some([a, b, c, d, dispose, over]) => {
                let (time, unit) =
                    (u32::from(u16::from_be_bytes([*a, *b])), u32::from(u16::from_be_bytes([*c, *d])));
                let unit = if unit == 0 { 100 } else { unit };
                // A frame with a time is not without one, however short it is.
                let milliseconds = (time * 1000 + unit / 2) / unit;
                [milliseconds.max(u32::from(time > 0)), u32::from(*over), u32::from(*dispose)]
            }
            _ => return Err(damaged("a part of it has a wrong length")),
        };
        let frame = Frame {
            width: side(0)?,
            height: side(4)?,
            x: side(8)?,
            y: side(12)?,
            milliseconds: delay,
            dispose: match dispose {
                0 => Dispose::Keep,
                1 => Dispose::Clear,
                // Before the first frame there is nothing.
                2 if first => Dispose::Clear,
                2 => Dispose::Restore,
                _ => return Err(damaged("a frame has an unknown disposal method")),
            },
            over: over == 1,
            data: Vec::new(),
        };
        let within = |from: u32, length: u32, most: u32| {
            length > 0 && from.checked_add(length).is_some_and(|end| end <= most)
        };
        if !within(frame.x, frame.width, width) || !within(frame.y, frame.height, height) {
            return Err(damaged("a frame lies outside the picture"));
        }
        Ok(frame)
    }

    /// Returns the frame as a PNG file of its own.
    fn file(&self, header: &[u8], shared: &[&[u8]]) -> Vec<u8> {
        let mut file = SIGNATURE.to_vec();
        let sides = [self.width.to_be_bytes(), self.height.to_be_bytes()].concat();
        add(&mut file, b"IHDR", &[&sides, header.get(8..).unwrap_or_default()]);
        shared.iter().for_each(|part| file.extend_from_slice(part));
        add(&mut file, b"IDAT", &self.data);
        add(&mut file, b"IEND", &[]);
        file
    }
}

/// Appends a part of some pieces to a PNG file.
fn add(file: &mut Vec<u8>, kind: &[u8; 4], data: &[&[u8]]) {
    let length: usize = data.iter().map(|piece| piece.len()).sum();
    file.extend_from_slice(&(length as u32).to_be_bytes());
    let mut hasher = Hasher::new();
    for piece in std::iter::once(&kind[..]).chain(data.iter().copied()) {
        hasher.update(piece);
        file.extend_from_slice(piece);
    }
    file.extend_from_slice(&hasher.finalize().to_be_bytes());
}

/// Returns `true` if a part has all its bytes and its checksum.
fn is_sound(part: &Chunk<'_>) -> Result<bool> {
    let Some((summed, sum)) = part.whole.split_last_chunk::<4>() else { return Ok(false) };
    if part.data.len() as u32 != number(part.whole, 0)? || part.whole.len() != part.data.len() + 12 {
        return Err(damaged("it ends too early"));
    }
    let mut hasher = Hasher::new();
    hasher.update(&summed[4..]);
    Ok(hasher.finalize() == u32::from_be_bytes(*sum))
}

impl<'a> Animation<'a> {
    fn read(file: &'a [u8]) -> Result<Animation<'a>> {
        let mut animation = Animation::default();
        let (mut rest, mut next, mut pixels) = (file.get(SIGNATURE.len()..).unwrap_or_default(), 0, false);
        let (mut size, mut profile) = ((0, 0), false);
        loop {
            let part = chunk(rest).ok_or_else(|| damaged("it ends too early"))?;
            let known = [b"IHDR", b"fcTL", b"fdAT", b"IDAT", b"IEND"].contains(&&part.kind);
            if known && !is_sound(&part)? {
                return Err(damaged("a checksum does not match"));
            }
            match &part.kind {
                b"IHDR" => {
                    animation.header = part.data;
                    size = (number(part.data, 0)?, number(part.data, 4)?);
                }
                b"acTL" => animation.plays = number(part.data, 4).unwrap_or(0),
                b"fcTL" => {
                    let data = numbered(part.data, &mut next)?;
                    animation.count = animation.count.saturating_add(1);
                    // Frames past a drawing's are looked at, but not kept.
                    animation.frames.truncate(MAX_FRAMES as usize);
                    animation.frames.push(Frame::read(data, size, animation.frames.is_empty())?);
                }
                b"fdAT" => {
                    let data = numbered(part.data, &mut next)?;
                    let frame = animation.frames.last_mut().filter(|_| pixels);
                    frame.ok_or_else(|| damaged("its parts are out of order"))?.data.push(data);
                }
                b"IDAT" => {
                    pixels = true;
                    match animation.frames.as_mut_slice() {
                        [] => animation.apart = true,
                        [frame] if !animation.apart => frame.data.push(part.data),
                        _ => return Err(damaged("its parts are out of order")),
                    }
                }
                b"IEND" => break,
                b"iCCP" => profile = true,
                kind if !pixels && (kind[0].is_ascii_uppercase() || SMALL.contains(&kind)) => {
                    animation.shared.push(part.whole)
                }
                _ => {}
            }
            rest = part.rest;
        }
        animation.frames.truncate(MAX_FRAMES as usize);
        if profile {
            // A profile counts more than they do. It may be large, and frames have no use for it.
            let counts = |part: &&[u8]| !matches!(part.get(4..8), Some(b"gAMA" | b"cHRM"));
            animation.shared.retain(counts);
        }
        Ok(animation)
    }
}

/// Reads a file.
///
/// # Errors
/// Returns [`Error::Damaged`](crate::Error::Damaged), and as [`Reel::new`].
pub(super) fn open(bytes: &[u8]) -> Result<Box<dyn Opened + '_>> {
    let animation = Animation::read(bytes)?;
    if animation.frames.is_empty() {
        return Ok(Box::new(File::open(bytes)?));
    }
    let mut reel = Reel::new(number(animation.header, 0)?, number(animation.header, 4)?, animation.count)?;
    let (mut rounded, mut converted) = (false, false);
    for frame in &animation.frames {
        let file = frame.file(animation.header, &animation.shared);
        let still = File::open(&file)?;
        let said = still.notes();
        (rounded, converted) = (rounded || said.rounded, converted || said.converted);
        let part = Rect::new(frame.x as i32, frame.y as i32, frame.width as i32, frame.height as i32);
        reel.begin(part, frame.dispose)?;
        still.each_row(|y, row| {
            reel.draw(frame.x, frame.y + y, row, frame.over);
            Ok(())
        })?;
        reel.show(frame.milliseconds)?;
    }
    let (drawing, mut notes) = reel.finish()?;
    notes.extend(reel::past(animation.count));
    notes.extend(reel::rounds(animation.plays, animation.count));
    if animation.apart {
        notes.push("the picture for programs without animations was left out".into());
    }
    let still = chunks::notes(bytes, true);
    let still = Notes { pictures: 0, rounded, profile: still.profile && !converted, converted, ..still };
    notes.extend(Some(still.message()).filter(|said| !said.is_empty()));
    Ok(Box::new(Whole::new(drawing, notes)))
}
