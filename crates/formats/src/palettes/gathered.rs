//! What all readers of palettes share: the lines of a text, and colours counted up to the limit.
//!
//! Text formats come from every system of the last thirty years: with a byte order mark, with line ends of any
//! kind, with blanks at the ends of lines, with names in an encoding that nobody noted. None of that
//! says anything about colours, so it is removed here, once.
//!
//! ```
//! use undoodle_formats::palettes;
//! let old_mac = b"\xef\xbb\xbfGIMP Palette  \rName: Sea \r#\r 1   2  3 \tblue\r";
//! let (_, palette) = palettes::open(old_mac)?;
//! assert_eq!((palette.name.as_deref(), palette.colors.len()), (Some("Sea"), 1));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::{MAX_COLORS, ReadPalette};
use crate::color::Color;
use crate::document::MAX_NAME;
use crate::error::{Error, Message, Result};
use crate::parts::counted;

/// Returns bytes without a byte order mark of UTF-8.
pub(super) fn unmarked(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Decodes a text with line feeds alone. Bytes that are no UTF-8 can only be parts of names, and are replaced.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(unmarked(bytes)).replace("\r\n", "\n").replace('\r', "\n")
}

/// Returns the trimmed lines of a text that aren't empty, with their numbers counted from 1.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let trimmed = text.lines().map(|line| line.trim_matches(|c: char| c.is_whitespace() || c == '\0'));
    (1..).zip(trimmed).filter(|(_, line)| !line.is_empty())
}

/// Returns the first line of a text that isn't empty, looking no further than 4 KB.
pub fn first_line(bytes: &[u8]) -> String {
    let text = text(&bytes[..bytes.len().min(4 << 10)]);
    lines(&text).next().map(|(_, line)| line.to_owned()).unwrap_or_default()
}

/// Returns an error about a line of a text.
pub(super) fn wrong_line(format: &'static str, line: usize, why: &'static str) -> Error {
    Error::File { format, why: Message::new("line {n} {why}").with(line).with_key(why) }
}

/// Returns a name on one line, without blanks at its ends and cut to the length of other names; `None` if it is empty.
pub fn plain_name(name: &str) -> Option<String> {
    let one_line: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mut name = one_line.trim();
    while name.len() > MAX_NAME {
        let last = name.char_indices().next_back().map_or(0, |(at, _)| at);
        name = name[..last].trim_end();
    }
    (!name.is_empty()).then(|| name.to_owned())
}

/// Colours being read.
#[derive(Debug, Default)]
pub struct Gathered {
    colors: Vec<Color>,
    /// Number of colours past the limit.
    past: usize,
    /// Number of colours that a person has named.
    named: usize,
    /// Name of the palette.
    pub(super) name: Option<String>,
    /// Notes besides those on colours past the limit and on names.
    pub(super) notes: Vec<Message>,
}

/// Returns `true` if programs give a name by themselves: none, "Untitled", "Index 3", or the colour's own digits.
fn by_itself(name: &str) -> bool {
    let plain = name.trim().trim_start_matches('#');
    let digits = |text: &str, known: fn(&u8) -> bool| text.as_bytes().iter().all(known);
    plain.is_empty()
        || plain.eq_ignore_ascii_case("untitled")
        || plain.parse::<Color>().is_ok()
        || plain.strip_prefix("Index ").is_some_and(|rest| digits(rest, u8::is_ascii_digit))
}

impl Gathered {
    /// Adds a colour with the name that the file gives it.
    pub fn push(&mut self, color: Color, name: &str) {
        if self.colors.len() == MAX_COLORS as usize {
            self.past += 1;
            return;
        }
        self.colors.push(color);
        self.named += usize::from(!by_itself(name));
    }

    /// Returns the number of colours that were added, those past the limit included.
    pub fn count(&self) -> usize {
        self.colors.len() + self.past
    }

    /// Returns the palette.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`] if there is no colour.
    pub fn finish(mut self, format: &'static str) -> Result<ReadPalette> {
        if self.colors.is_empty() {
            return Err(Error::Damaged { format, why: "it holds no colour" });
        }
        let past = "{n} colour past {max} was left out | {n} colours past {max} were left out";
        let named = "the name of {n} colour was left out | the names of {n} colours were left out";
        self.notes.extend(counted(self.past as u32, past).map(|past| past.with(MAX_COLORS)));
        self.notes.extend(counted(self.named as u32, named));
        Ok(ReadPalette { colors: self.colors, name: self.name, notes: self.notes })
    }
}
