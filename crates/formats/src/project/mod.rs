//! The project file: all of a drawing, with layers, frames, tags, palette and selection.
//!
//! A picture's file holds what is seen, and a drawing is more than that. So a drawing has
//! a file of its own, and it is nothing clever: a zip archive, which anybody's tools can
//! open, of
//!
//! - `mimetype`, first and as it is, so that a file is known by its first bytes;
//! - `manifest.json`: the version, sizes, counts and names;
//! - `preview.png`: the frame that was shown, at most 256 pixels wide and high;
//! - `pages`: the drawing's bytes, as they are in memory, and a header;
//! - `history`, by choice: its steps, as the journal encodes them.
//!
//! What the modules of the page hand to each other are the `pages` alone: nobody keeps them, so they are neither packed nor summed.
//!
//! Entries of other names are what a later version knows. They are kept as they are, and are
//! in the file again when the drawing is saved.
//!
//! What a file claims is looked through before anything is allocated for it: packed pages are
//! unpacked one by one into the same four kilobytes, in order, up to as many as a drawing may
//! have, and compared with their checksum. What they mean is checked like the bytes of any
//! stranger, by [`Drawing::validate`].
//!
//! ```
//! use undoodle_formats::document::{Document, Drawing};
//! use undoodle_formats::{self as formats, project};
//! let mut drawing = Drawing::new(20, 10)?;
//! let bytes = project::encode(&drawing, 0)?;
//! let (format, file) = formats::open(&bytes)?;
//! assert_eq!((format.id, file.size()), ("undoodle", (20, 10)));
//! assert_eq!(file.drawing()?.door(), drawing.door());
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

mod alike;
mod manifest;
mod pages;

use super::archive::{Archive, MAX_ENTRIES, Writer, Written, deflate, store};
use super::png;
use super::sink::{MAX_FILE, Sink};
use super::{Format, Opened, Other, begins};
use crate::document::{Door, Drawing, HISTORY};
use crate::error::{Error, Message, Result};
use crate::memory::{Memory, PAGE};
use crate::raster::Image;
use manifest::manifest;
use pages::Header;
pub use pages::{Pages, are_pages};
use std::io::{BufReader, Read};

/// Media type, and the contents of the entry `mimetype`.
const MIME: &str = "application/x-undoodle";

/// Where the contents of that entry end: behind a header of 30 bytes and the entry's name.
const MIME_END: usize = 30 + "mimetype".len() + MIME.len();

/// Names of the entries that mean something here.
const KNOWN: [&str; 5] = ["mimetype", "manifest.json", "preview.png", "pages", "history"];

/// The most bytes of all entries together that mean nothing here.
const MAX_OTHERS: usize = 64 << 20;

/// Maximum number of columns and rows of the preview.
const PREVIEW: u32 = 256;

/// The row of the project file in the list of formats.
pub(super) const FORMAT: Format = Format {
    id: "undoodle",
    label: "Undoodle",
    mime: MIME,
    endings: &["undoodle"],
    is: is_project,
    read: Some(|bytes| Ok(Box::new(File::open(bytes)?))),
    write: Some(|drawing, export| encode(drawing, export.shown)),
    lacks: &[],
    options: &[],
    losses: None,
    names: None,
};

/// Returns `true` if bytes are a project file as far as they go: its first entry says so, as it is stored. Or they are pages alone.
fn is_project(bytes: &[u8]) -> bool {
    are_pages(bytes)
        || begins(bytes, b"PK\x03\x04")
            && (bytes.len() < MIME_END || bytes[..MIME_END].ends_with(MIME.as_bytes()))
}

fn damaged(why: &'static str) -> Error {
    Error::Damaged { format: "Undoodle", why }
}

fn pages_of<'a>(archive: &'a Archive<'_>) -> Result<Box<dyn Read + 'a>> {
    let entry = archive.entry("pages")?.ok_or_else(|| damaged("its pages are missing"))?;
    // Most of what is read are some bytes that name another page.
    Ok(Box::new(BufReader::with_capacity(16 * PAGE, entry)))
}

/// Where the pages of a file lie.
#[derive(Clone, Debug)]
enum Source<'a> {
    Archive(Archive<'a>),
    /// These bytes are nothing but pages.
    Copy(&'a [u8]),
}

/// A project file that was looked through.
#[derive(Clone, Debug)]
pub struct File<'a> {
    source: Source<'a>,
    header: Header,
}

impl<'a> File<'a> {
    /// Looks through a file: its entries are there, and its pages in order and undamaged. Pages alone are looked through as they are
    /// taken.
    ///
    /// # Errors
    /// Returns [`Error::Invalid`] for an archive of something else or of a later version, [`Error::Damaged`]
    /// for a damaged file, and [`Error::Range`] for one that is too large.
    pub fn open(bytes: &'a [u8]) -> Result<File<'a>> {
        if are_pages(bytes) {
            // They are in memory already: what they take beside is known from the header.
            return Ok(File { source: Source::Copy(bytes), header: Header::read(&mut &*bytes)? });
        }
        let archive = Archive::open_small("Undoodle", bytes)?;
        let known = archive.read("mimetype", MIME.len()).is_ok_and(|found| found == MIME.as_bytes());
        if !known {
            let why = "it is an archive of something else".into();
            return Err(Error::Invalid { what: "file", why });
        }
        let header = pages::read_pages(pages_of(&archive)?, |_, _| Ok(()))?;
        Ok(File { source: Source::Archive(archive), header })
    }

    /// Returns the archive, which a copy is not.
    fn archive(&self) -> Option<&Archive<'a>> {
        match &self.source {
            Source::Archive(archive) => Some(archive),
            Source::Copy(_) => None,
        }
    }
}

impl Opened for File<'_> {
    fn size(&self) -> (u32, u32) {
        self.header.size
    }

    fn notes(&self) -> Message {
        Message::default()
    }

    fn history(&self) -> Result<Option<Vec<u8>>> {
        let Some(archive) = self.archive() else { return Ok(None) };
        let there = archive.entry("history")?.is_some();
        there.then(|| archive.read("history", HISTORY.budget)).transpose()
    }

    fn others(&self) -> Result<Vec<Other>> {
        let (mut others, mut room) = (Vec::new(), MAX_OTHERS);
        let Some(archive) = self.archive() else { return Ok(others) };
        let mut names = archive.names()?;
        names.retain(|name| !KNOWN.contains(&name.as_str()));
        // The file that they are written to has all that is known besides.
        if names.len() + KNOWN.len() > MAX_ENTRIES as usize {
            return Err(damaged("it has more than 1024 entries"));
        }
        for name in names {
            let bytes = archive.read(&name, room)?;
            room = room.saturating_sub(name.len() + bytes.len());
            others.push(Other { name, bytes });
        }
        Ok(others)
    }

    fn drawing(&self) -> Result<Drawing<Memory>> {
        match &self.source {
            Source::Archive(archive) => read_copy(pages_of(archive)?),
            Source::Copy(bytes) => read_copy(*bytes),
        }
    }

    fn image(&self) -> Result<Image> {
        let drawing = self.drawing()?;
        let (width, height) = drawing.size();
        let mut image = Image::new(width, height)?;
        let picture = drawing.exported_picture(0);
        for y in 0..height {
            picture.read(0, y, 1, image.row_mut(y));
        }
        Ok(image)
    }
}

/// Encodes all of a drawing as a project file, with a preview of one frame.
///
/// # Errors
/// As [`encode_with`].
pub fn encode(drawing: &Drawing<impl Door>, frame: u32) -> Result<Vec<u8>> {
    encode_with(drawing, frame, None, &[])
}

/// Reads the drawing of pages alone, which [`encode_for_reading`] has encoded, part by part.
///
/// # Errors
/// Returns [`Error::Damaged`] and [`Error::Invalid`] for pages that are none of a drawing, and [`Error::OutOfMemory`].
pub fn read_copy(from: impl Read) -> Result<Drawing<Memory>> {
    let (memory, header) = pages::load(from)?;
    let drawing = Drawing::from_door(memory);
    drawing.validate().map_err(|why| Error::Invalid { what: "drawing", why })?;
    if drawing.size() != header.size {
        return Err(damaged("its pages are not as large as it says"));
    }
    Ok(drawing)
}

/// Encodes all of a drawing as its pages alone, which is as quick as a copy, and as large: for whoever reads it at once.
///
/// # Errors
/// As [`encode_with`].
pub fn encode_for_reading(drawing: &Drawing<impl Door>) -> Result<Vec<u8>> {
    let pages = Pages::of(drawing)?;
    let mut sink = Sink::new(2 * MAX_FILE);
    sink.expect(pages.bytes());
    pages.write(&mut sink).map_err(|_| sink.refusal("copy of the drawing"))?;
    Ok(sink.bytes)
}

/// Encodes all of a drawing as a project file, with its history, if that is given, and with entries that mean
/// nothing here.
///
/// # Errors
/// Returns [`Error::OutOfMemory`] when the file's bytes can't be allocated.
pub fn encode_with(
    drawing: &Drawing<impl Door>,
    frame: u32,
    history: Option<&[u8]>,
    others: &[Other],
) -> Result<Vec<u8>> {
    let (manifest, pages) = (manifest(drawing)?, Pages::of(drawing)?);
    let preview = png::preview(drawing, frame, PREVIEW)?;
    let mut sink = Sink::new(MAX_FILE);
    let write = |sink| -> Written {
        let mut archive: Writer<'_> = Writer::new(sink);
        store(&mut archive, "mimetype", MIME.as_bytes())?;
        deflate(&mut archive, "manifest.json", |out| out.write_all(manifest.as_bytes()))?;
        store(&mut archive, "preview.png", &preview)?;
        deflate(&mut archive, "pages", |out| pages.write(out))?;
        if let Some(history) = history {
            deflate(&mut archive, "history", |out| out.write_all(history))?;
        }
        for Other { name, bytes } in others {
            deflate(&mut archive, name, |out| out.write_all(bytes))?;
        }
        archive.finish()?;
        Ok(())
    };
    // The archive does not hand on why a sink has refused.
    write(&mut sink).map_err(|_| sink.refusal("Undoodle file"))?;
    Ok(sink.bytes)
}
