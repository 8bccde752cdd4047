//! Lists of colours as text: what people copy from a web page, a file of hexadecimal colours or a style sheet.
//!
//! Colours stand between spaces, commas, quotes or line breaks, with or without `#`; `0x` may stand before them. What is no
//! colour refuses the list with a sentence that names it, so that no palette is loaded by halves.
//!
//! ```
//! use undoodle_drawing::color::{Color, read_list};
//! assert_eq!(read_list("#000, 2f81f7\n\"f0443eff\"", 256)?.len(), 3);
//! let wrong = read_list("#000 red", 256).unwrap_err();
//! assert!(wrong.to_string().starts_with("colour must be #rgb"));
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::Color;
use crate::error::{Result, in_range};

/// Reads a list of colours, at most `most` of them.
///
/// # Errors
/// Returns [`Error::Unknown`](crate::Error::Unknown) for the first word that is no colour, and
/// [`Error::Range`](crate::Error::Range) for an empty list or one of more colours.
pub fn read_list(text: &str, most: usize) -> Result<Vec<Color>> {
    let separates = |c: char| c.is_whitespace() || ",;:\"'`()[]{}|".contains(c);
    let mut colors = Vec::new();
    let mut count = 0i64;
    for word in text.split(separates).flat_map(|word| word.split_inclusive_before('#')) {
        count += 1;
        if colors.len() < most {
            let digits = word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")).unwrap_or(word);
            colors.push(digits.parse()?);
        }
    }
    in_range("number of colours", count, 1, most as i64)?;
    Ok(colors)
}

/// Splitting before a letter, which stays with what follows.
trait SplitBefore {
    /// Returns the parts that are not empty.
    fn split_inclusive_before(&self, letter: char) -> impl Iterator<Item = &str>;
}

impl SplitBefore for str {
    fn split_inclusive_before(&self, letter: char) -> impl Iterator<Item = &str> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let next = rest.chars().next()?.len_utf8();
            let end = rest[next..].find(letter).map_or(rest.len(), |at| at + next);
            let (part, more) = rest.split_at(end);
            rest = more;
            Some(part)
        })
    }
}
