//! JSON as trees of values, in; and texts for JSON, out.
//!
//! Three formats describe their pictures in JSON, and all of it comes from strangers. So
//! values are as deep and as many as such a file needs and no more, and text
//! that breaks the grammar of RFC 8259 is refused. Numbers are doubles, as in every program that writes these files. What
//! is missing or of another kind reads as a default, as these programs read it.
//!
//! ```
//! use undoodle_formats as formats;
//! let said = formats::open(br#"{"modelVersion": 2, "piskel": [}"#).err().map(|error| error.to_string());
//! assert_eq!(said.as_deref(), Some("this Piskel file is damaged: its JSON breaks off or is malformed"));
//! ```

use crate::error::{Error, Result};

/// Maximum depth of values within values.
pub const MAX_DEPTH: usize = 32;

/// Maximum number of values: a drawing of 1024×1024 pixels, each of which is a value.
pub const MAX_VALUES: usize = 1 << 21;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`, `true` or `false`, the first as `None`.
    Flag(Option<bool>),
    /// A finite number.
    Number(f64),
    /// A text. Halves of a surrogate pair without the other half are U+FFFD.
    Text(String),
    /// Values in order.
    List(Vec<Json>),
    /// Values by names, in the order of the file.
    Object(Vec<(String, Json)>),
}

const NOTHING: Json = Json::Flag(None);

impl Json {
    /// Parses a file. `format` names its format in errors.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`].
    pub fn parse(format: &'static str, bytes: &[u8]) -> Result<Json> {
        let damaged = |why| Error::Damaged { format, why };
        let text = std::str::from_utf8(bytes).map_err(|_| damaged("its JSON is not UTF-8"))?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut parser = Parser { text, at: 0, left: MAX_VALUES };
        let value = parser.value(MAX_DEPTH).map_err(|fault| match fault {
            Fault::Malformed => damaged("its JSON breaks off or is malformed"),
            Fault::Deep => damaged("its JSON is nested too deeply"),
            Fault::Many => damaged("its JSON has too many values"),
        })?;
        parser.blanks();
        if parser.at < text.len() {
            return Err(damaged("something follows its JSON"));
        }
        Ok(value)
    }

    /// Returns the value with a name; `null` if there is none, or this is no object. Of several, the last one counts.
    pub fn get(&self, name: &str) -> &Json {
        let Json::Object(values) = self else { return &NOTHING };
        values.iter().rev().find(|(known, _)| known == name).map_or(&NOTHING, |(_, value)| value)
    }

    /// Returns the values of an object with their names; none if this is no object.
    pub(super) fn entries(&self) -> &[(String, Json)] {
        if let Json::Object(values) = self { values } else { &[] }
    }

    /// Returns `true` if this is neither missing nor `null`.
    pub(super) fn is_some(&self) -> bool {
        *self != NOTHING
    }

    /// Returns the values of a list; none if this is no list.
    pub(super) fn list(&self) -> &[Json] {
        if let Json::List(values) = self { values } else { &[] }
    }

    /// Returns the text, if this is one.
    pub fn text(&self) -> Option<&str> {
        if let Json::Text(text) = self { Some(text) } else { None }
    }

    /// Returns the number, if this is one.
    pub(super) fn number(&self) -> Option<f64> {
        if let Json::Number(number) = self { Some(*number) } else { None }
    }

    /// Returns the whole number, if this is one of those that fit; others lose their fraction.
    pub(super) fn whole(&self) -> Option<u32> {
        self.number()
            .filter(|number| (0.0..=f64::from(u32::MAX)).contains(number))
            .map(|number| number as u32)
    }

    /// Returns the flag, if this is one.
    pub(super) fn flag(&self) -> Option<bool> {
        if let Json::Flag(flag) = self { *flag } else { None }
    }
}

/// Why a text is refused.
enum Fault {
    Malformed,
    Deep,
    Many,
}

type Parsed<T> = std::result::Result<T, Fault>;

struct Parser<'a> {
    text: &'a str,
    at: usize,
    /// Number of values that may still come.
    left: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Passes over a byte, if it comes next.
    fn pass(&mut self, byte: u8) -> bool {
        let next = self.peek() == Some(byte);
        self.at += usize::from(next);
        next
    }

    /// Passes over blanks and a byte that has to come next.
    fn expect(&mut self, byte: u8) -> Parsed<()> {
        self.blanks();
        if self.pass(byte) { Ok(()) } else { Err(Fault::Malformed) }
    }

    fn value(&mut self, depth: usize) -> Parsed<Json> {
        let below = depth.checked_sub(1).ok_or(Fault::Deep)?;
        self.left = self.left.checked_sub(1).ok_or(Fault::Many)?;
        self.blanks();
        match self.peek().ok_or(Fault::Malformed)? {
            b'"' => Ok(Json::Text(self.string()?)),
            b'[' => {
                let mut values = Vec::new();
                self.items(b']', |parser| {
                    values.push(parser.value(below)?);
                    Ok(())
                })?;
                Ok(Json::List(values))
            }
            b'{' => {
                let mut values = Vec::new();
                self.items(b'}', |parser| {
                    parser.blanks();
                    let name = parser.string()?;
                    parser.expect(b':')?;
                    values.push((name, parser.value(below)?));
                    Ok(())
                })?;
                Ok(Json::Object(values))
            }
            b'-' | b'0'..=b'9' => self.number(),
            _ => {
                let words = [("null", None), ("true", Some(true)), ("false", Some(false))];
                let rest = &self.text[self.at..];
                let known = words.into_iter().find(|(word, _)| rest.starts_with(word));
                let (word, flag) = known.ok_or(Fault::Malformed)?;
                self.at += word.len();
                Ok(Json::Flag(flag))
            }
        }
    }

    /// Reads items between commas up to an end.
    fn items(&mut self, end: u8, mut item: impl FnMut(&mut Self) -> Parsed<()>) -> Parsed<()> {
        self.at += 1;
        self.blanks();
        if self.pass(end) {
            return Ok(());
        }
        loop {
            item(self)?;
            self.blanks();
            if self.pass(end) {
                return Ok(());
            }
            self.expect(b',')?;
        }
    }

    fn digits(&mut self) -> Parsed<()> {
        let from = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at > from { Ok(()) } else { Err(Fault::Malformed) }
    }

    fn number(&mut self) -> Parsed<Json> {
        let from = self.at;
        self.pass(b'-');
        if !self.pass(b'0') {
            self.digits()?;
        }
        if self.pass(b'.') {
            self.digits()?;
        }
        if self.pass(b'e') || self.pass(b'E') {
            let _ = self.pass(b'+') || self.pass(b'-');
            self.digits()?;
        }
        let number = self.text[from..self.at].parse().map_err(|_| Fault::Malformed)?;
        if f64::is_finite(number) { Ok(Json::Number(number)) } else { Err(Fault::Malformed) }
    }

    fn string(&mut self) -> Parsed<String> {
        if !self.pass(b'"') {
            return Err(Fault::Malformed);
        }
        let mut text = String::new();
        loop {
            let rest = &self.text[self.at..];
            let plain = rest.bytes().position(|byte| byte == b'"' || byte == b'\\' || byte < b' ');
            let plain = plain.ok_or(Fault::Malformed)?;
            text.push_str(&rest[..plain]);
            self.at += plain;
            if self.pass(b'"') {
                return Ok(text);
            }
            if !self.pass(b'\\') {
                return Err(Fault::Malformed);
            }
            text.push(self.escape()?);
        }
    }

    fn escape(&mut self) -> Parsed<char> {
        let byte = self.peek().ok_or(Fault::Malformed)?;
        self.at += 1;
        Ok(match byte {
            b'"' | b'\\' | b'/' => byte.into(),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let unit = self.unit()?;
                let (begins, after) = ((0xd800..0xdc00).contains(&unit), self.at);
                if begins && self.pass(b'\\') && self.pass(b'u') {
                    let other = self.unit()?;
                    if (0xdc00..0xe000).contains(&other) {
                        let code = 0x1_0000 + ((unit - 0xd800) << 10) + (other - 0xdc00);
                        return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                    }
                }
                // What follows half a pair stands for itself.
                self.at = after;
                char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return Err(Fault::Malformed),
        })
    }

    /// Reads four hexadecimal digits.
    fn unit(&mut self) -> Parsed<u32> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4).ok_or(Fault::Malformed)?;
        self.at += 4;
        digits.iter().try_fold(0, |unit, digit| {
            let digit = char::from(*digit).to_digit(16).ok_or(Fault::Malformed)?;
            Ok(unit << 4 | digit)
        })
    }
}

/// Returns a text as JSON, in quotes.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
