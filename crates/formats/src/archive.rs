//! Entries of a zip archive, in and out: project files, OpenRaster and others are archives.
//!
//! Whoever opens a zip believes its directory at first. So an entry is found by name and
//! must be there once, and it is read through a reader that compares its length and its
//! checksum at the end: bytes that were not read to the end are not to be believed.

use super::budget::Budget;
use super::kinds::is_litter;
use super::sink::Sink;
use crate::error::{Error, Result, in_range};
use crate::pause;
use crc32fast::Hasher;
pub(super) use flate2::Compression;
use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;
use rawzip::path::{EntryPath, ZipFilePath};
use rawzip::{
    CompressionMethod, DataDescriptorOutput, ZipArchive, ZipArchiveEntryWayfinder, ZipArchiveWriter,
    ZipSliceArchive, ZipVerification,
};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read, Write};

/// Maximum number of entries of an archive.
pub(super) const MAX_ENTRIES: u64 = 1024;

/// Maximum number of entries of an archive that is read through an [`Index`]: one for each cel of a long animation.
pub(super) const MAX_INDEXED: u64 = 1 << 15;

/// Outcome of writing: an error is the sink's refusal.
pub(super) type Written = std::result::Result<(), rawzip::Error>;

/// An archive being written.
pub type Writer<'a> = ZipArchiveWriter<&'a mut Sink>;

/// A writer or a reader whose bytes are counted and summed on their way.
struct Summed<T> {
    inner: T,
    hasher: Hasher,
    len: u64,
}

impl<T> Summed<T> {
    fn new(inner: T) -> Summed<T> {
        Summed { inner, hasher: Hasher::new(), len: 0 }
    }

    fn add(&mut self, bytes: &[u8]) {
        self.hasher.update(bytes);
        self.len += bytes.len() as u64;
    }

    fn sum(&self) -> DataDescriptorOutput {
        DataDescriptorOutput::new(self.hasher.clone().finalize(), self.len)
    }
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let len = self.inner.write(bytes)?;
        self.add(&bytes[..len]);
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// The most bytes of an entry that are unpacked at a time.
const PART: usize = 64 << 10;

/// A reader that compares length and checksum at the end.
struct Verified<R> {
    from: Summed<R>,
    expected: ZipVerification,
}

impl<R: Read> Read for Verified<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        // However much there is room for: between two parts the work may be paused.
        let most = bytes.len().min(PART);
        let len = self.from.inner.read(&mut bytes[..most])?;
        self.from.add(&bytes[..len]);
        pause::only(4 * len);
        if len > 0 || bytes.is_empty() {
            return Ok(len);
        }
        let sum = self.from.sum();
        let right =
            self.expected.crc == sum.crc() && self.expected.uncompressed_size == sum.uncompressed_size();
        if right { Ok(0) } else { Err(io::ErrorKind::InvalidData.into()) }
    }
}

/// Returns a name as it is, whatever it is: the archive's own way would join names that differ, such as those
/// of `pages` and `../pages`.
fn verbatim(name: &str) -> EntryPath<'_> {
    let same = ZipFilePath::from_str(name).as_str() == name;
    if same { EntryPath::conformant(name) } else { EntryPath::verbatim(name.as_bytes()) }
}

/// Adds an entry as it is.
pub fn store(archive: &mut Writer<'_>, name: &str, bytes: &[u8]) -> Written {
    store_by(archive, name, |out| out.write_all(bytes))
}

/// Adds an entry that stays as `write` writes it.
pub(super) fn store_by(
    archive: &mut Writer<'_>,
    name: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Written {
    let (mut entry, _) = archive.new_file(name).compression_method(CompressionMethod::STORE).start()?;
    let mut writer = Summed::new(&mut entry);
    write(&mut writer)?;
    let sum = writer.sum();
    entry.finish(sum)?;
    Ok(())
}

/// Adds an entry that is compressed while `write` writes it.
pub fn deflate(
    archive: &mut Writer<'_>,
    name: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Written {
    // Pages are compared with each other by their colours already: more work finds little.
    deflate_by(Compression::fast(), archive, name, write)
}

/// Adds an entry that is compressed by a level, of which none is a copy.
pub(super) fn deflate_by(
    level: Compression,
    archive: &mut Writer<'_>,
    name: &str,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Written {
    let (mut entry, _) =
        archive.new_file(verbatim(name)).compression_method(CompressionMethod::DEFLATE).start()?;
    let sum = {
        let mut writer = Summed::new(DeflateEncoder::new(&mut entry, level));
        write(&mut writer)?;
        let sum = writer.sum();
        writer.inner.finish()?;
        sum
    };
    entry.finish(sum)?;
    Ok(())
}

/// An archive to read from.
#[derive(Clone, Debug)]
pub(super) struct Archive<'a> {
    /// Name of the format whose files are such archives, for errors.
    format: &'static str,
    zip: ZipSliceArchive<&'a [u8]>,
}

impl<'a> Archive<'a> {
    /// Finds the directory of an archive of at most [`MAX_ENTRIES`] entries. `format` names the format in errors.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`].
    pub(super) fn open_small(format: &'static str, bytes: &'a [u8]) -> Result<Archive<'a>> {
        let archive = Archive::open(format, bytes)?;
        if archive.zip.entries_hint() > MAX_ENTRIES {
            return Err(archive.damaged("it has more than 1024 entries"));
        }
        Ok(archive)
    }

    /// Finds the archive's directory.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`].
    pub(super) fn open(format: &'static str, bytes: &'a [u8]) -> Result<Archive<'a>> {
        let damaged = |why| Error::Damaged { format, why };
        let zip = ZipArchive::from_slice(bytes).map_err(|_| damaged("its end is missing"))?;
        Ok(Archive { format, zip })
    }

    fn damaged(&self, why: &'static str) -> Error {
        Error::Damaged { format: self.format, why }
    }

    /// Returns a reader of the entry with a name, or `None` if there is none.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`] if the directory is broken, or has the name twice.
    pub(super) fn entry(&self, name: &str) -> Result<Option<Box<dyn Read + '_>>> {
        let broken = || self.damaged("its directory can't be read");
        let (mut entries, mut found) = (self.zip.entries(), None);
        let mut count = 0;
        while let Some(entry) = entries.next_entry().map_err(|_| broken())? {
            count += 1;
            if count > MAX_ENTRIES || entry.file_path().as_bytes() == name.as_bytes() && found.is_some() {
                return Err(broken());
            }
            if entry.file_path().as_bytes() == name.as_bytes() {
                found = Some((entry.wayfinder(), entry.compression_method()));
            }
        }
        found.map(|place| self.reader(place)).transpose()
    }

    /// Returns a reader of an entry by its place.
    fn reader(&self, (wayfinder, method): Place) -> Result<Box<dyn Read + '_>> {
        let entry = self.zip.get_entry(wayfinder).map_err(|_| self.damaged("an entry is missing"))?;
        let data = entry.data();
        let expected = entry.claim_verifier();
        Ok(match method {
            CompressionMethod::STORE => Box::new(Verified { from: Summed::new(data), expected }),
            CompressionMethod::DEFLATE => {
                Box::new(Verified { from: Summed::new(DeflateDecoder::new(data)), expected })
            }
            _ => return Err(self.damaged("an entry has an unknown compression")),
        })
    }

    /// Calls a function with the name and the place of each entry, of at most [`MAX_INDEXED`].
    ///
    /// # Errors
    /// Returns [`Error::Damaged`] if the directory is broken, and [`Error::Range`] if there are more.
    pub(super) fn each(
        &self,
        mut see: impl FnMut(&[u8], ZipArchiveEntryWayfinder, CompressionMethod),
    ) -> Result<()> {
        let (mut entries, mut count) = (self.zip.entries(), 0);
        while let Some(entry) =
            entries.next_entry().map_err(|_| self.damaged("its directory can't be read"))?
        {
            count += 1;
            in_range("number of entries", count, 0, MAX_INDEXED as i64)?;
            see(entry.file_path().as_bytes(), entry.wayfinder(), entry.compression_method());
        }
        Ok(())
    }

    /// Returns the names of all entries that are not folders.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`] if the directory is broken, or a name is no text or there
    /// twice.
    pub(super) fn names(&self) -> Result<BTreeSet<String>> {
        let broken = || self.damaged("its directory can't be read");
        let (mut entries, mut names) = (self.zip.entries(), BTreeSet::new());
        while let Some(entry) = entries.next_entry().map_err(|_| broken())? {
            let name = std::str::from_utf8(entry.file_path().as_bytes()).map_err(|_| broken())?;
            let news = name.ends_with('/') || names.insert(name.to_owned());
            if !news || names.len() as u64 > MAX_ENTRIES {
                return Err(broken());
            }
        }
        Ok(names)
    }

    /// Reads an entry of at most `most` bytes.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`] if it is missing, broken or longer.
    pub(super) fn read(&self, name: &str, most: usize) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let entry = self.entry(name)?.ok_or_else(|| self.damaged("an entry is missing"))?;
        let read = entry.take(most as u64 + 1).read_to_end(&mut bytes);
        if read.is_err() || bytes.len() > most {
            return Err(self.damaged("an entry can't be read"));
        }
        Ok(bytes)
    }
}

/// Where an entry lies, and how it is compressed.
type Place = (ZipArchiveEntryWayfinder, CompressionMethod);

/// An archive of many entries, whose directory was read once.
#[derive(Clone, Debug)]
pub struct Index<'a> {
    archive: Archive<'a>,
    places: BTreeMap<String, Place>,
}

impl<'a> Index<'a> {
    /// Reads the archive's directory. `format` names the format in errors.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`] if it is broken or a name is there twice, and [`Error::Range`] beyond
    /// [`MAX_INDEXED`] entries.
    pub fn open(format: &'static str, bytes: &'a [u8]) -> Result<Index<'a>> {
        let archive = Archive::open(format, bytes)?;
        let (mut places, mut twice) = (BTreeMap::new(), false);
        archive.each(|name, place, method| {
            // A name that is no UTF-8 is nothing that anybody here asks for.
            let name = String::from_utf8_lossy(name).into_owned();
            twice |= !is_litter(&name) && places.insert(name, (place, method)).is_some();
        })?;
        if twice {
            return Err(archive.damaged("two of its entries have one name"));
        }
        Ok(Index { archive, places })
    }

    /// Returns the names of all entries, but for folders and litter.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }

    /// Returns `true` if there is an entry with a name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.places.contains_key(name)
    }

    /// Reads an entry of at most `most` bytes, and takes them from a budget.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`] if it is missing, broken or longer, and [`Error::OutOfMemory`] if the budget has no
    /// room for it.
    pub fn read(&self, name: &str, most: u64, budget: &mut Budget) -> Result<Vec<u8>> {
        let place = self.places.get(name).ok_or_else(|| self.archive.damaged("an entry is missing"))?;
        let mut bytes = Vec::new();
        let read = self
            .archive
            .reader(*place)?
            .take(most.min(budget.left()).saturating_add(1))
            .read_to_end(&mut bytes);
        if read.is_err() || bytes.len() as u64 > most {
            return Err(self.archive.damaged("an entry can't be read"));
        }
        budget.take(bytes.len() as u64)?;
        Ok(bytes)
    }
}
