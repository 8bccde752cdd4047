//! What people read: a code and its values, which each language makes a sentence of.
//!
//! Problem: a finished sentence can only be shown, or taken apart again by whoever wants it in another language. Idea: a [`Message`] is
//! a code with values. The code is the English template itself, as in gettext, so English stands where it is said and needs no
//! catalogue; another language has a template of its own for each code. A value is a number, a text that is the same in all
//! languages, or another message. Rows of phrases are messages in messages: `{first}, {rest}`.
//!
//! The name of a hole says how its value is shown: `{count}` with signs between its thousands, `{amount}` with the language's decimal
//! sign, `{name}`, `{layer}` and `{group}` as a name, which the editor may have given. A code of several forms, with ` | ` between them,
//! is a plural: the first number among the values decides. English has two forms, for one and for others.
//!
//! The invariant: nobody reads the sentence to learn what was said. The code tells.
//!
//! ```
//! use undoodle_drawing::error::Message;
//! let cut = |frames: u32| Message::new("{count} frame cut off | {count} frames cut off").with(frames);
//! assert_eq!(cut(1).to_string(), "1 frame cut off");
//! assert_eq!(cut(1200).to_string(), "1,200 frames cut off");
//! let all = Message::row([cut(2), Message::from("its end is missing")], "{first}; {rest}");
//! assert_eq!(all.to_string(), "2 frames cut off; its end is missing");
//! assert_eq!(all.code(), "{first}; {rest}");
//! ```

use std::borrow::Cow;
use std::fmt::{self, Write};

/// What stands between the forms of a plural.
const FORMS: &str = " | ";

/// A sentence or a phrase for people: a code, and the values of its holes in the order in which the code first names them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Message {
    code: Cow<'static, str>,
    values: Vec<Value>,
}

/// What stands in a hole of a message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A number, which can decide on a plural.
    Number(i64),
    /// A text that is the same in every language, such as a name, an id or what somebody has typed.
    Text(String),
    /// A phrase or a label with an entry of its own.
    Message(Message),
}

impl Message {
    /// Creates a message without values yet.
    pub const fn new(code: &'static str) -> Message {
        Message { code: Cow::Borrowed(code), values: Vec::new() }
    }

    /// Gives the next hole its value.
    #[must_use]
    pub fn with(mut self, value: impl Into<Value>) -> Message {
        self.add(value.into());
        self
    }

    /// Gives the next hole a text that has an entry of its own, such as a label.
    #[must_use]
    pub fn with_key(mut self, key: impl Into<Message>) -> Message {
        self.add(Value::Message(key.into()));
        self
    }

    /// Never inlined, as it stands behind each value of each sentence.
    #[inline(never)]
    fn add(&mut self, value: Value) {
        self.values.push(value);
    }

    /// Joins phrases by a code with two holes, such as `{first}, {rest}`. Without phrases the message is empty.
    pub fn row(phrases: impl IntoIterator<Item = Message>, code: &'static str) -> Message {
        Message::row_ending(phrases, code, code)
    }

    /// Joins phrases by a code with two holes, the last two of them by another: `{first}, {rest}` and `{first} or {rest}`.
    pub fn row_ending(
        phrases: impl IntoIterator<Item = Message>,
        code: &'static str,
        last: &'static str,
    ) -> Message {
        let mut phrases: Vec<_> = phrases.into_iter().collect();
        let (mut row, mut code_here) = (phrases.pop().unwrap_or_default(), last);
        while let Some(phrase) = phrases.pop() {
            row = Message::new(code_here).with(phrase).with(row);
            code_here = code;
        }
        row
    }

    /// Returns the code: the English template.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// Returns the values in the order in which the code first names their holes.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// Returns `true` if nothing is said.
    pub fn is_empty(&self) -> bool {
        self.code.is_empty()
    }

    /// Returns the English form that the first number among the values asks for.
    fn form(&self) -> &str {
        let Some((one, others)) = self.code.split_once(FORMS) else { return &self.code };
        let number = self.values.iter().find_map(|value| match value {
            Value::Number(number) => Some(*number),
            _ => None,
        });
        if number == Some(1) { one } else { others }
    }
}

/// Splits a template at its first hole: what stands before it, its name, what stands behind it.
fn hole(template: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = template.split_once('{')?;
    let (name, behind) = rest.split_once('}')?;
    Some((before, name, behind))
}

/// Returns the place among the values of a hole by its name. The code names it, as each of its forms is a part of the code.
fn place(code: &str, name: &str) -> usize {
    let mut names: Vec<&str> = Vec::new();
    let mut rest = code;
    while let Some((_, found, behind)) = hole(rest) {
        if found == name {
            break;
        }
        if !names.contains(&found) {
            names.push(found);
        }
        rest = behind;
    }
    names.len()
}

/// Writes a number with commas between its thousands: "12,345".
fn write_grouped(f: &mut fmt::Formatter<'_>, number: i64) -> fmt::Result {
    let digits = number.to_string();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) && digits.as_bytes()[at - 1] != b'-' {
            f.write_char(',')?;
        }
        f.write_char(digit)?;
    }
    Ok(())
}

/// The English sentence.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.form();
        // A text without values may have braces of its own.
        while let Some((before, name, behind)) = hole(rest).filter(|_| !self.values.is_empty()) {
            f.write_str(before)?;
            match self.values.get(place(&self.code, name)) {
                Some(Value::Number(number)) if name.starts_with("count") => write_grouped(f, *number)?,
                Some(Value::Number(number)) => write!(f, "{number}")?,
                Some(Value::Text(text)) => f.write_str(text)?,
                Some(Value::Message(message)) => write!(f, "{message}")?,
                None => debug_assert!(false, "no value for {name} in {}", self.code),
            }
            rest = behind;
        }
        f.write_str(rest)
    }
}

/// A text that has an entry of its own, such as a label.
impl From<&'static str> for Message {
    fn from(key: &'static str) -> Message {
        Message::new(key)
    }
}

/// A text that has an entry of its own, such as the label of a step.
impl From<String> for Message {
    fn from(key: String) -> Message {
        Message { code: Cow::Owned(key), values: Vec::new() }
    }
}

impl From<Message> for Value {
    fn from(message: Message) -> Value {
        Value::Message(message)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value::Text(text)
    }
}

/// Counts and sizes stay far below 2⁶³.
macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl From<$number> for Value {
            fn from(number: $number) -> Value {
                Value::Number(number as i64)
            }
        }
    )*};
}

numbers!(i32 i64 u16 u32 u64 usize);

/// Compares with an English sentence.
impl PartialEq<str> for Message {
    fn eq(&self, english: &str) -> bool {
        let said = self.to_string();
        said == english
    }
}

/// Compares with an English sentence.
impl PartialEq<&str> for Message {
    fn eq(&self, english: &&str) -> bool {
        self == *english
    }
}

/// Compares with an English sentence.
impl PartialEq<String> for Message {
    fn eq(&self, english: &String) -> bool {
        self == english.as_str()
    }
}
