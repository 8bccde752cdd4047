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
//! use undoodle::document::Document;
//! use undoodle::formats::{self, Part};
//! let png = formats::named("png")?;
//! let document = Document::new(3, 2)?;
//! let bytes = (png.write)(&document, 0)?;
//! let (format, file) = formats::open(&bytes)?;
//! assert_eq!((format.id, file.size()), ("png", (3, 2)));
//! assert!(!png.holds(Part::Layers));
//! let said = formats::open(b"GIF89a").err().map(|error| error.to_string());
//! assert_eq!(said.as_deref(), Some("this is not a file that Undoodle opens: expected Undoodle or PNG"));
//! # Ok::<(), undoodle::Error>(())
//! ```

mod others;
mod parts;
pub mod png;
pub mod project;
mod sink;

pub use others::Other;
pub use parts::{Part, left_out};
pub use png::preview;

use crate::document::{Drawing, Store};
use crate::error::{Error, Result, one_of};
use crate::memory::Memory;
use crate::raster::Image;

/// A file that has been looked through: it is in its format, and its size is within the limits.
pub trait Opened {
    /// Number of columns and rows.
    fn size(&self) -> (u32, u32);
    /// Returns what is left out or changed when the file is opened, as a phrase; empty for nothing.
    fn notes(&self) -> String;
    /// Reads the file as a drawing.
    ///
    /// # Errors
    /// [`Error::Damaged`] and [`Error::OutOfMemory`].
    fn drawing(&self) -> Result<Drawing<Memory>>;
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
    /// The bytes that its files begin with.
    pub signature: &'static [u8],
    /// Looks through a file of this format.
    pub read: fn(&[u8]) -> Result<Box<dyn Opened + '_>>,
    /// Encodes a drawing, of which one frame is shown.
    pub write: fn(&Drawing<Store>, u32) -> Result<Vec<u8>>,
    /// The parts of a drawing that its files can't hold.
    pub lacks: &'static [Part],
}

/// All formats. The first holds all of a drawing and is what saving writes.
pub static FORMATS: &[Format] = &[project::FORMAT, png::FORMAT];

/// The formats that hold what is seen of a drawing: a drawing does not count as saved by them.
pub static EXPORTS: &[Format] = FORMATS.split_at(1).1;

impl Format {
    /// Returns `true` if its files can hold a part of a drawing.
    pub fn holds(&self, part: Part) -> bool {
        !self.lacks.contains(&part)
    }

    /// Returns `true` if a file begins as one of this format, or ends before its signature does.
    fn begins(&self, bytes: &[u8]) -> bool {
        let len = bytes.len().min(self.signature.len());
        len > 0 && bytes[..len] == self.signature[..len]
    }
}

/// Returns the format with an id.
///
/// # Errors
/// [`Error::Unknown`].
pub fn named(id: &str) -> Result<&'static Format> {
    let found = FORMATS.iter().find(|format| format.id == id);
    found.ok_or_else(|| Error::unknown("format", id, "one of those that Undoodle writes"))
}

/// Tells a file's format by how it begins, and looks through it.
///
/// # Errors
/// [`Error::Foreign`] for a file in no known format, [`Error::Damaged`] for one that is damaged as far as it
/// was read, [`Error::Range`] and [`Error::OutOfMemory`] for one that is too large.
pub fn open(bytes: &[u8]) -> Result<(&'static Format, Box<dyn Opened + '_>)> {
    if bytes.is_empty() {
        return Err(Error::Invalid { what: "file", why: "it is empty".into() });
    }
    let found = FORMATS.iter().find(|format| format.begins(bytes));
    let format =
        found.ok_or_else(|| Error::Foreign { opens: one_of(FORMATS.iter().map(|format| format.label)) })?;
    Ok((format, (format.read)(bytes)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_format_is_told_by_its_beginning_and_has_names_of_its_own() {
        let (mut ids, mut endings) = (HashSet::new(), HashSet::new());
        for format in FORMATS {
            assert!(ids.insert(format.id) && !format.endings.is_empty() && !format.signature.is_empty());
            assert!(format.endings.iter().all(|ending| endings.insert(*ending)));
            assert!(std::ptr::eq(named(format.id).unwrap(), format));
            let document = crate::document::Document::new(5, 4).unwrap();
            let bytes = (format.write)(&document, 0).unwrap();
            assert!(bytes.starts_with(format.signature));
            let (told, file) = open(&bytes).unwrap();
            assert_eq!((told.id, file.size(), file.notes().as_str()), (format.id, (5, 4), ""));
            assert_eq!(file.drawing().unwrap().size(), (5, 4));
            assert_eq!(file.image().unwrap().size(), (5, 4));
        }
    }

    #[test]
    fn what_is_no_file_of_ours_is_refused_with_what_would_open() {
        let said = |bytes: &[u8]| open(bytes).err().map(|error| error.to_string()).unwrap_or_default();
        assert_eq!(said(b""), "this file can't be opened: it is empty");
        assert_eq!(said(b"BM"), "this is not a file that Undoodle opens: expected Undoodle or PNG");
        assert!(said(b"\x89PNG").starts_with("this PNG file is damaged: "));
        assert_eq!(
            named("psd").unwrap_err().to_string(),
            "format \"psd\": expected one of those that Undoodle writes"
        );
    }
}
