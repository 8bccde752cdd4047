//! Names of pictures and files by a pattern, such as `{name} {frame}`.
//!
//! Game engines find a frame by its name, and each wants another one: Phaser's `createFromAseprite` takes nothing but the
//! number, PixiJS keeps all frames of a game in one cache, where two drawings must not have the same names, and a build
//! script looks for `walk_001.png`. So names are a pattern, in which words in braces stand for what a picture is. Digits
//! behind a word that is a number say what the first one is, and how many digits there are: `{frame001}` counts from 001.
//!
//! ```
//! use undoodle_formats::{self as formats, Export};
//! use undoodle_formats::document::Document;
//! let mut export = Export { name: "hero".into(), ..Export::new(0) };
//! export.set("names", &"{name}_{frame01}".into())?;
//! let document = Document::new(3, 2)?;
//! let file = formats::write(formats::named("sequence")?, &document, &export)?;
//! assert!(file.windows(11).any(|name| name == b"hero_01.png"));
//! let said = export.set("names", &"{nmae}".into()).unwrap_err().to_string();
//! assert!(said.starts_with("names must be {name}, {tag}, {layer}, {slice}, {frame}"), "{said}");
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use crate::error::{Error, Result};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of bytes of a pattern.
const MAX_PATTERN: usize = 256;

/// Maximum number of bytes of a file's name without its ending; file systems take 255 with it.
const MAX_FILE_NAME: usize = 200;

/// The words that a pattern can have, and one with digits.
const WORDS: &str = "{name}, {tag}, {layer}, {slice}, {frame}, {frame001}, {tagframe}, {index}";

/// What the words of a pattern stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Naming<'a> {
    /// The drawing's name.
    pub name: &'a str,
    /// The tag's name; empty without one.
    pub tag: &'a str,
    /// The layer's name; empty if the picture is of all layers.
    pub layer: &'a str,
    /// The slice's name; empty if the picture is of the whole canvas.
    pub slice: &'a str,
    /// Number among the pictures of its layer, tag or slice, if there are several, else among all; from 0.
    pub frame: u32,
    /// Number among the frames of its tag, from 0.
    pub tag_frame: u32,
    /// Number among all pictures, from 0.
    pub index: u32,
}

/// A part of a pattern.
enum Part<'a> {
    /// Text that stands for itself.
    Plain(&'a str),
    /// A word, without its digits, and the digits.
    Word(&'a str, &'a str),
}

/// Takes a pattern apart. Braces around anything but a word are `None`.
fn parts(pattern: &str) -> Option<Vec<Part<'_>>> {
    let (mut rest, mut found) = (pattern, Vec::new());
    while let Some((plain, after)) = rest.split_once('{') {
        let (inner, behind) = after.split_once('}')?;
        let word = inner.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let digits = &inner[word.len()..];
        let number = matches!(word, "frame" | "tagframe" | "index") && digits.len() <= 9;
        if !number && !matches!(inner, "name" | "tag" | "layer" | "slice") {
            return None;
        }
        found.extend([Part::Plain(plain), Part::Word(word, digits)]);
        rest = behind;
    }
    found.push(Part::Plain(rest));
    Some(found)
}

/// Checks a pattern. `what` names it in the error.
///
/// # Errors
/// Returns [`Error::Unknown`] for an unknown word in braces, and [`Error::Length`].
pub(super) fn checked(what: &'static str, pattern: &str) -> Result<String> {
    if pattern.len() > MAX_PATTERN {
        return Err(Error::Length { what, bytes: pattern.len(), max: MAX_PATTERN });
    }
    match parts(pattern) {
        Some(_) => Ok(pattern.to_owned()),
        None => Err(Error::unknown(what, pattern, WORDS)),
    }
}

impl Naming<'_> {
    /// Returns a name by a pattern, without control characters, and without blanks at its ends. It is the picture's
    /// number if nothing else is left.
    pub fn by(&self, pattern: &str) -> String {
        let mut name = String::new();
        for part in parts(pattern).unwrap_or_default() {
            match part {
                Part::Plain(text) => name.push_str(text),
                Part::Word("name", _) => name.push_str(self.name),
                Part::Word("tag", _) => name.push_str(self.tag),
                Part::Word("layer", _) => name.push_str(self.layer),
                Part::Word("slice", _) => name.push_str(self.slice),
                Part::Word(word, digits) => {
                    let number = match word {
                        "frame" => self.frame,
                        "tagframe" => self.tag_frame,
                        _ => self.index,
                    };
                    let number = u64::from(number) + digits.parse::<u64>().unwrap_or(0);
                    name.push_str(&format!("{number:0width$}", width = digits.len()));
                }
            }
        }
        name.retain(|letter| !letter.is_control());
        let name = name.trim();
        if name.is_empty() { self.index.to_string() } else { name.to_owned() }
    }
}

/// Names that have been given, so that no two are the same.
#[derive(Debug)]
pub struct Given {
    /// Whether they are names of files, which many file systems compare without telling "A" from "a".
    files: bool,
    names: BTreeSet<String>,
    /// The number that a name gets when it comes again.
    next: BTreeMap<String, u32>,
}

impl Given {
    /// Creates an empty list, of names of files or of others.
    pub fn new(files: bool) -> Given {
        Given { files, names: BTreeSet::new(), next: BTreeMap::new() }
    }

    fn folded(&self, name: &str) -> String {
        if self.files { name.to_lowercase() } else { name.to_owned() }
    }

    /// Returns a name that was not given before: the name itself, or one with a number behind it.
    pub fn unlike(&mut self, name: String) -> String {
        let mut free = name.clone();
        while !self.names.insert(self.folded(&free)) {
            let number = self.next.entry(self.folded(&name)).or_insert(2);
            free = format!("{name} ({number})");
            *number += 1;
        }
        free
    }
}

/// Returns a text as the name of a file, without its ending, that every system takes and shows as it is.
pub fn file_name(text: &str) -> String {
    let plain = |letter: char| match letter {
        '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => Some('-'),
        // They turn what follows around, or can't be seen.
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => None,
        letter if letter.is_control() => None,
        letter => Some(letter),
    };
    let name: String = text.chars().filter_map(plain).collect();
    let edge = |letter: char| letter == '.' || letter.is_whitespace();
    let name = name.trim_matches(edge);
    let name = name[..name.floor_char_boundary(MAX_FILE_NAME)].trim_end_matches(edge);
    // Windows opens a device by these names, whatever their ending is.
    let device = name.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let numbered = device.strip_prefix("COM").or_else(|| device.strip_prefix("LPT"));
    let reserved = matches!(&device[..], "CON" | "PRN" | "AUX" | "NUL")
        || numbered.is_some_and(|number| matches!(number.as_bytes(), [b'0'..=b'9']));
    match name {
        "" => "untitled".into(),
        name if reserved => format!("_{name}"),
        name => name.to_owned(),
    }
}
