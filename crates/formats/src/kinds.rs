//! Which format a zip archive is in.
//!
//! Several formats are zip archives, and the names of their entries are all that tells most of them apart. If each format had
//! a rule of its own, two would claim one file some day. So [`kind`] decides for all of them in one place.
//!
//! It looks at the first bytes and at names, of a bounded number of entries. Of an archive that ends too early, whose
//! directory is lost, it looks at the first name.

use super::archive::Archive;

/// What an archive is, as its first entry and its names say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// OpenRaster.
    Layers,
    /// Pixelorama's project.
    Pixelorama,
    /// Pictures, and a JSON file that says where they are.
    Sheet,
    /// Pictures, in the order of their names.
    Sequence,
}

/// Returns what an archive is, or `None` if it is something else or no archive. The contents of entries are not looked
/// at, and of a broken archive no more than its first name.
pub fn kind(bytes: &[u8]) -> Option<Kind> {
    let header = bytes.strip_prefix(b"PK\x03\x04")?;
    let length = |at: usize| header.get(at..at + 2).map(|two| usize::from(two[0]) | usize::from(two[1]) << 8);
    let (name, extra) = (length(22)?, length(24)?);
    let first = header.get(26..26 + name)?;
    if first == b"mimetype" {
        let contents = header.get(26 + name + extra..)?;
        return contents.starts_with(b"image/openraster").then_some(Kind::Layers);
    }
    let mut seen = Seen::default();
    match Archive::open("zip", bytes).and_then(|archive| archive.each(|name, _, _| seen.see(name))) {
        Ok(()) => {}
        Err(_) => {
            seen = Seen::default();
            seen.see(first);
        }
    }
    seen.kind()
}

/// Returns `true` if an entry is what systems put into archives beside the files that people choose.
pub(super) fn is_litter(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or_default();
    name.ends_with('/') || name.starts_with("__MACOSX/") || file.starts_with('.') || file == "Thumbs.db"
}

/// Returns `true` if a name ends in an ending, in whatever case.
pub(super) fn ends(name: &str, ending: &str) -> bool {
    let from = name.len().saturating_sub(ending.len());
    name.len() > ending.len() && name.as_bytes()[from..].eq_ignore_ascii_case(ending.as_bytes())
}

/// What names of an archive were seen.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    stack: bool,
    data: bool,
    images: bool,
    json: bool,
    png: bool,
}

impl Seen {
    fn see(&mut self, name: &[u8]) {
        let Ok(name) = std::str::from_utf8(name) else { return };
        if is_litter(name) {
            return;
        }
        self.stack |= name == "stack.xml";
        self.data |= name == "data.json";
        self.images |= name.starts_with("image_data/");
        self.json |= ends(name, ".json");
        self.png |= ends(name, ".png");
    }

    fn kind(self) -> Option<Kind> {
        match self {
            Seen { stack: true, .. } => Some(Kind::Layers),
            Seen { data: true, images: true, .. } | Seen { data: true, png: false, .. } => {
                Some(Kind::Pixelorama)
            }
            Seen { json: true, .. } => Some(Kind::Sheet),
            Seen { png: true, .. } => Some(Kind::Sequence),
            _ => None,
        }
    }
}
