//! Entries of a zip archive, in and out: project files, OpenRaster and others are archives.
//!
//! Whoever opens a zip believes its directory at first. So an entry is found by name and
//! must be there once, and it is read through a reader that compares its length and its
//! checksum at the end: bytes that were not read to the end are not to be believed.

use super::sink::Sink;
use crate::error::{Error, Result};
use crc32fast::Hasher;
pub(super) use flate2::Compression;
use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;
use rawzip::path::{EntryPath, ZipFilePath};
use rawzip::{
    CompressionMethod, DataDescriptorOutput, ZipArchive, ZipArchiveWriter, ZipSliceArchive, ZipVerification,
};
use std::collections::BTreeSet;
use std::io::{self, Read, Write};

/// Maximum number of entries of an archive.
pub(super) const MAX_ENTRIES: u64 = 1024;

/// Outcome of writing: an error is the sink's refusal.
pub(super) type Written = std::result::Result<(), rawzip::Error>;

/// An archive being written.
pub(super) type Writer<'a> = ZipArchiveWriter<&'a mut Sink>;

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

/// A reader that compares length and checksum at the end.
struct Verified<R> {
    from: Summed<R>,
    expected: ZipVerification,
}

impl<R: Read> Read for Verified<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let len = self.from.inner.read(bytes)?;
        self.from.add(&bytes[..len]);
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
pub(super) fn store(archive: &mut Writer<'_>, name: &str, bytes: &[u8]) -> Written {
    let (mut entry, _) = archive.new_file(name).compression_method(CompressionMethod::STORE).start()?;
    let mut writer = Summed::new(&mut entry);
    writer.write_all(bytes)?;
    let sum = writer.sum();
    entry.finish(sum)?;
    Ok(())
}

/// Adds an entry that is compressed while `write` writes it.
pub(super) fn deflate(
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
    /// Finds the archive's directory. `format` names the format in errors.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`].
    pub(super) fn open(format: &'static str, bytes: &'a [u8]) -> Result<Archive<'a>> {
        let damaged = |why| Error::Damaged { format, why };
        let zip = ZipArchive::from_slice(bytes).map_err(|_| damaged("its end is missing"))?;
        if zip.entries_hint() > MAX_ENTRIES {
            return Err(damaged("it has more than 1024 entries"));
        }
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
        let Some((wayfinder, method)) = found else { return Ok(None) };
        let entry = self.zip.get_entry(wayfinder).map_err(|_| self.damaged("an entry is missing"))?;
        let data = entry.data();
        let expected = entry.claim_verifier();
        Ok(Some(match method {
            CompressionMethod::STORE => Box::new(Verified { from: Summed::new(data), expected }),
            CompressionMethod::DEFLATE => {
                Box::new(Verified { from: Summed::new(DeflateDecoder::new(data)), expected })
            }
            _ => return Err(self.damaged("an entry is compressed in a way that is not known here")),
        }))
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
