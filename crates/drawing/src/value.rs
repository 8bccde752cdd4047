//! Values that people and scripts hand to commands and options: numbers, texts, flags.
//!
//! What comes from outside has a name and no type that could be trusted. Here it is
//! asked for what it should be, and answers with a sentence if it is something else.
//!
//! ```
//! use undoodle_drawing::value::Value;
//! assert_eq!(Value::from(3).whole("size", 1, 64)?, 3);
//! let wrong = Value::from("three").whole("size", 1, 64).unwrap_err();
//! assert_eq!(wrong.to_string(), "size must be a number, not \"three\"");
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use crate::color::Color;
use crate::error::{Error, Result, in_range};
use std::fmt;

/// A number, a text or a flag.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(f64),
    /// A text, such as a name, a choice or a colour.
    Text(String),
    /// True or false.
    Flag(bool),
}

impl Value {
    fn wrong(&self, what: &'static str, expected: &'static str) -> Error {
        Error::unknown(what, &self.to_string(), expected)
    }

    /// Returns the number, which must lie within a range. `what` names it in the error.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] if the value is no number, and [`Error::Range`] if it lies outside the range.
    pub fn number(&self, what: &'static str, min: f64, max: f64) -> Result<f64> {
        match self {
            Value::Number(number) if number.is_finite() => {
                in_range(what, number.round() as i64, min.ceil() as i64, max.floor() as i64)?;
                Ok(number.clamp(min, max))
            }
            _ => Err(self.wrong(what, "a number")),
        }
    }

    /// Returns the whole number, which must lie within a range. `what` names it in the error.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] if the value is no whole number, and [`Error::Range`] if it lies outside the
    /// range.
    pub fn whole(&self, what: &'static str, min: i64, max: i64) -> Result<i64> {
        match self {
            Value::Number(number) if number.fract() == 0.0 => {
                in_range(what, *number as i64, min, max)?;
                Ok(*number as i64)
            }
            Value::Number(_) => Err(self.wrong(what, "a whole number")),
            _ => Err(self.wrong(what, "a number")),
        }
    }

    /// Returns the text.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] if the value is a number or a flag.
    pub fn text(&self, what: &'static str) -> Result<&str> {
        match self {
            Value::Text(text) => Ok(text),
            _ => Err(self.wrong(what, "a text")),
        }
    }

    /// Returns the flag.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] if the value is a number or a text.
    pub fn flag(&self, what: &'static str) -> Result<bool> {
        match self {
            Value::Flag(flag) => Ok(*flag),
            _ => Err(self.wrong(what, "true or false")),
        }
    }

    /// Parses the text as a colour.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] if the value is no text, or the text is no colour.
    pub fn color(&self, what: &'static str) -> Result<Color> {
        self.text(what)?.parse()
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Value {
        Value::Number(number)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Value {
        Value::Number(number as f64)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Value {
        Value::Number(number.into())
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Value {
        Value::Number(number.into())
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Value {
        Value::Flag(flag)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{number}"),
            Value::Text(text) => f.write_str(text),
            Value::Flag(flag) => write!(f, "{flag}"),
        }
    }
}

/// Formats a text as JSON.
pub fn quoted(text: &str) -> String {
    let mut json = String::new();
    quote(text, &mut json);
    json
}

fn quote(text: &str, json: &mut String) {
    json.push('"');
    if text.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\') {
        json.push_str(text);
    } else {
        for c in text.chars() {
            match c {
                '"' | '\\' => json.extend(['\\', c]),
                '\0'..' ' => json.push_str(&format!("\\u{:04x}", c as u32)),
                c => json.push(c),
            }
        }
    }
    json.push('"');
}

/// Formats names and values as a JSON object. A number that JSON doesn't know becomes `null`.
///
/// ```
/// use undoodle_drawing::value::{Value, object};
/// let choices = [("size".to_owned(), Value::Number(3.5)), ("a \"b\"".to_owned(), true.into())];
/// assert_eq!(object(&choices), r#"{"size":3.5,"a \"b\"":true}"#);
/// ```
pub fn object(pairs: &[(String, Value)]) -> String {
    let mut json = String::with_capacity(32 * pairs.len() + 2);
    json.push('{');
    for (name, value) in pairs {
        if json.len() > 1 {
            json.push(',');
        }
        quote(name, &mut json);
        json.push(':');
        // Formatting a number with a fraction takes a multiple of the time, and few have one.
        let whole = |number: f64| number.fract() == 0.0 && number.abs() < (1u64 << 53) as f64;
        match value {
            Value::Text(text) => quote(text, &mut json),
            Value::Flag(flag) => json.push_str(if *flag { "true" } else { "false" }),
            Value::Number(number) if whole(*number) => json.push_str(&(*number as i64).to_string()),
            Value::Number(number) if number.is_finite() => json.push_str(&number.to_string()),
            Value::Number(_) => json.push_str("null"),
        }
    }
    json.push('}');
    json
}
