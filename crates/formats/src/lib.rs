//! The front door for files: which formats there are, and which of them a file is in.
//!
//! Opening, dropping, pasting, saving and the file dialog ask here and know no format by
//! name. A format is one row of [`FORMATS`]: how its files begin and end, how they are read
//! and written, and which parts of a drawing they can't hold.
//!
//! Files come from strangers. A reader checks the sizes that a file claims before it
//! allocates for them, and builds a drawing of its own, so a file that turns out damaged
//! leaves everything as it was.
//!
//! ```
//! use undoodle_formats::document::Document;
//! use undoodle_formats::{self as formats, Export, Part};
//! let png = formats::named("png")?;
//! let document = Document::new(3, 2)?;
//! let bytes = formats::write(png, &document, &Export::new(0))?;
//! let (format, file) = formats::open(&bytes)?;
//! assert_eq!((format.id, file.size()), ("png", (3, 2)));
//! assert!(!png.holds(Part::Layers));
//! let said = formats::open(b"a letter").err().map(|error| error.to_string()).unwrap_or_default();
//! assert!(said.starts_with("Undoodle can't open this file: it opens Undoodle, PNG"), "{said}");
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

// A panic is never an error message.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::todo)]
// Modules that are hidden from the documentation, and public for their tests alone, link to their neighbours.
#![allow(rustdoc::private_intra_doc_links)]

mod apng;
mod export;
mod film;
mod folders;
mod ico;
mod others;
pub mod palettes;
mod parts;
mod pictures;
pub mod png;
pub mod progress;
pub mod project;
mod pxo;
mod sequence;
pub mod sheet;
mod webp;
mod whole;

// Internals: public for the native tests alone, and hidden from the documentation.
#[doc(hidden)]
pub mod archive;
#[doc(hidden)]
pub mod aseprite;
#[doc(hidden)]
pub mod budget;
#[doc(hidden)]
pub mod extras;
#[doc(hidden)]
pub mod gif;
#[doc(hidden)]
pub mod json;
#[doc(hidden)]
pub mod kinds;
#[doc(hidden)]
pub mod names;
#[doc(hidden)]
pub mod ora;
pub mod patterns;
#[doc(hidden)]
pub mod piskel;
#[doc(hidden)]
pub mod reel;
#[doc(hidden)]
pub mod room;
#[doc(hidden)]
pub mod sink;
#[doc(hidden)]
pub mod unknown;

pub use export::{Choice, Export, Frames, Kind, Layout, OPTIONS, Split};
pub use film::Film;
pub use folders::{Folder, group};
pub use others::Other;
pub use parts::{Part, left_out, mixed};
pub use pictures::Names;
pub use png::preview;
pub use whole::Whole;

use document::{Drawing, MAX_NAME, Store};
use error::{Message, one_of_labels};
use memory::Memory;
use raster::Image;

pub use error::{Error, Result};
pub use undoodle_drawing::{color, document, error, geometry, memory, pause, raster, render, value};

/// A file that has been looked through: it is in its format, and its size is within the limits.
pub trait Opened {
    /// Number of columns and rows.
    fn size(&self) -> (u32, u32);
    /// Returns what is left out or changed when the file is opened, as phrases in a row; empty for nothing.
    fn notes(&self) -> Message;
    /// Reads the file as a drawing.
    ///
    /// # Errors
    /// [`Error::Damaged`] and [`Error::OutOfMemory`].
    fn drawing(&self) -> Result<Drawing<Memory>>;
    /// Reads the file as a drawing and drops what else was kept of it, so that a drawing that is there already is not copied.
    ///
    /// # Errors
    /// As [`drawing`](Opened::drawing).
    fn into_drawing(self: Box<Self>) -> Result<Drawing<Memory>> {
        self.drawing()
    }
    /// Reads the drawing's history, as the journal has encoded it, if the file holds it.
    ///
    /// # Errors
    /// [`Error::Damaged`].
    fn history(&self) -> Result<Option<Vec<u8>>> {
        Ok(None)
    }
    /// Reads the parts that mean nothing here, to be written again when the drawing is saved.
    ///
    /// # Errors
    /// [`Error::Damaged`].
    fn others(&self) -> Result<Vec<Other>> {
        Ok(Vec::new())
    }
    /// Reads the file's first picture.
    ///
    /// # Errors
    /// [`Error::Damaged`] and [`Error::OutOfMemory`].
    fn image(&self) -> Result<Image>;
}

/// A file format.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Name for scripts.
    pub id: &'static str,
    /// Name for people.
    pub label: &'static str,
    /// Media type.
    pub mime: &'static str,
    /// Endings of its files' names, without the dot; the first is the one that saving gives.
    pub endings: &'static [&'static str],
    /// Returns `true` if bytes are a file of this format, whatever its name is. It looks at no more than it needs to
    /// tell formats apart, and never refuses what is only damaged.
    pub is: fn(&[u8]) -> bool,
    /// Looks through a file of this format. `None` if it is only written.
    pub read: Option<Reader>,
    /// Encodes a drawing. `None` if it is only read.
    pub write: Option<Writer>,
    /// The parts of a drawing that its files can't hold.
    pub lacks: &'static [Part],
    /// Ids of the options that its writer heeds, of [`OPTIONS`].
    pub options: &'static [&'static str],
    /// Returns what else a file of it would lose of a drawing, as phrases such as "7 colours past 256".
    pub losses: Option<Losses>,
    /// Returns what an export calls the many pictures of a file. `None` if a file of it has no names in it.
    pub names: Option<Namer>,
}

/// Looks through a file.
pub type Reader = fn(&[u8]) -> Result<Box<dyn Opened + '_>>;

/// Encodes a drawing as a file.
pub type Writer = fn(&Drawing<Store>, &Export) -> Result<Vec<u8>>;

/// Lists what a file would lose of a drawing.
pub type Losses = fn(&Drawing<Store>, &Export) -> Result<Vec<Message>>;

/// Returns what an export calls its pictures and files.
pub type Namer = fn(&Drawing<Store>, &Export) -> Result<Names>;

/// Formats that a program knows: the list that it looks through, and whose names its errors give.
#[derive(Clone, Copy, Debug)]
pub struct Formats(pub &'static [Format]);

/// The two formats that the page itself knows: what saving writes, and the picture that clipboards carry. Whoever asks for no other carries
/// the code of no other.
pub static OWN: Formats = Formats(&[project::FORMAT, png::PLAIN]);

/// All formats. The first holds all of a drawing and is what saving writes.
pub static FORMATS: &[Format] = &[
    project::FORMAT,
    png::FORMAT,
    apng::FORMAT,
    gif::FORMAT,
    aseprite::FORMAT,
    piskel::FORMAT,
    ora::FORMAT,
    sheet::FORMAT,
    sequence::FORMAT,
    webp::FORMAT,
    ico::FORMAT,
    pxo::FORMAT,
];

/// All formats, to look through.
pub static EVERY: Formats = Formats(FORMATS);

/// Returns `true` if bytes begin with a signature, or end before it does.
fn begins(bytes: &[u8], signature: &[u8]) -> bool {
    let len = bytes.len().min(signature.len());
    len > 0 && bytes[..len] == signature[..len]
}

impl Format {
    /// Returns `true` if its files can hold a part of a drawing.
    pub fn holds(&self, part: Part) -> bool {
        !self.lacks.contains(&part)
    }
}

impl Formats {
    /// Returns the format with an id.
    ///
    /// # Errors
    /// [`Error::Unknown`].
    pub fn named(&self, id: &str) -> Result<&'static Format> {
        let found = self.0.iter().find(|format| format.id == id);
        found.ok_or_else(|| Error::unknown("format", id, "one of those that Undoodle writes"))
    }

    /// Finds out which format a file is in, and looks through it.
    ///
    /// # Errors
    /// [`Error::Foreign`] for a file in no known format, [`Error::Damaged`] for one that is damaged as far as it
    /// was read, [`Error::Invalid`], [`Error::Range`] and [`Error::OutOfMemory`] for one that is too large.
    pub fn open<'a>(&self, bytes: &'a [u8]) -> Result<(&'static Format, Box<dyn Opened + 'a>)> {
        if bytes.is_empty() {
            return Err(Error::Invalid { what: "file", why: "it is empty".into() });
        }
        let mut known = self.0.iter().filter_map(|format| format.read.map(|read| (format, read)));
        match known.clone().find(|(format, _)| (format.is)(bytes)) {
            Some((format, read)) => Ok((format, read(bytes).map_err(plainly)?)),
            None => {
                Err(Error::Foreign { opens: one_of_labels(known.by_ref().map(|(format, _)| format.label)) })
            }
        }
    }
}

/// Returns the format with an id, of all; see [`Formats::named`].
///
/// # Errors
/// [`Error::Unknown`].
pub fn named(id: &str) -> Result<&'static Format> {
    EVERY.named(id)
}

/// Returns a name of another program as one that a layer can have: without control characters and blanks at its ends, and
/// not longer than it may be. It may be empty then.
pub fn fitting(name: &str) -> String {
    let mut name: String = name.trim().chars().filter(|letter| !letter.is_control()).collect();
    name.truncate(name.floor_char_boundary(MAX_NAME));
    name.truncate(name.trim_end().len());
    name
}

/// Encodes a drawing as a file of a format.
///
/// # Errors
/// [`Error::Refused`] for a format that is only read, and what its writer returns, such as [`Error::OutOfMemory`].
pub fn write(format: &Format, drawing: &Drawing<Store>, export: &Export) -> Result<Vec<u8>> {
    let refused = || Error::Refused {
        what: "format",
        name: Message::from(format.label).into(),
        why: "Undoodle opens this format, but can't save it",
    };
    format.write.ok_or_else(refused)?(drawing, export)
}

/// Returns all that a file of a format leaves out of a drawing, as phrases.
///
/// # Errors
/// [`Error::OutOfMemory`], and what the format's own list returns, such as [`Error::Range`] for frames that do not exist.
pub fn lost(drawing: &Drawing<Store>, format: &Format, export: &Export) -> Result<Vec<Message>> {
    let mut found = left_out(drawing, format)?;
    if let Some(losses) = format.losses {
        found.extend(losses(drawing, export)?);
    }
    Ok(found)
}

/// Says of a file that is no drawing's size what it is, where a range alone would not say whose.
fn plainly(error: Error) -> Error {
    let Error::Range {
        what: what @ ("width" | "height" | "number of layers" | "number of frames"),
        value,
        min,
        max,
    } = error
    else {
        return error;
    };
    let (code, limit) = match value < min {
        true => ("its {what} is {n}, and a drawing has at least {limit}", min),
        false => ("its {what} is {n}, and a drawing has at most {limit}", max),
    };
    let why = Message::new(code).with_key(what).with(value).with(limit);
    Error::Invalid { what: "file", why }
}

/// Finds out which of all formats a file is in, and looks through it; see [`Formats::open`].
///
/// # Errors
/// As [`Formats::open`].
pub fn open(bytes: &[u8]) -> Result<(&'static Format, Box<dyn Opened + '_>)> {
    EVERY.open(bytes)
}
