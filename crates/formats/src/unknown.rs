//! What a file says under names that its reader does not know.
//!
//! Problem: a format grows. What its program writes from next month on would be left out here without a word, as a reader
//! asks for what it knows and never meets the rest. Idea: a reader lists the names that it reads, tells by other means, or
//! knows to mean nothing for a drawing; of all others that say something, the names are told.

use super::json::Json;
use crate::error::Message;
use std::collections::BTreeSet;

/// Maximum number of names that are told, and of the letters of each.
const MOST: (usize, usize) = (4, 24);

/// Names that a reader has met and does not know.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unknown {
    names: BTreeSet<String>,
    /// Whether there are more of them than are told.
    more: bool,
}

/// Returns `true` if a value says nothing: it is missing, empty or false.
fn is_silent(value: &Json) -> bool {
    match value {
        Json::Flag(flag) => *flag != Some(true),
        Json::Number(_) => false,
        Json::Text(text) => text.trim().is_empty(),
        Json::List(values) => values.is_empty(),
        Json::Object(values) => values.is_empty(),
    }
}

impl Unknown {
    /// Looks through the names of an object's values.
    pub fn look(&mut self, json: &Json, known: &[&str]) {
        for (name, value) in json.entries() {
            if !known.contains(&name.as_str()) && !is_silent(value) {
                self.add(name);
            }
        }
    }

    /// Adds a name.
    pub fn add(&mut self, name: &str) {
        let plain = name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MOST.1);
        let plain: String = plain.collect();
        if self.names.len() < MOST.0 {
            self.names.insert(plain);
        } else {
            self.more |= !self.names.contains(&plain);
        }
    }

    /// Returns the phrase for people, if there are such names.
    pub fn note(&self) -> Option<Message> {
        let names: Vec<_> = self.names.iter().map(String::as_str).collect();
        let names = (!names.is_empty()).then(|| names.join(", "))?;
        let code = match self.more {
            true => "unknown data left out: {list} and more",
            false => "unknown data left out: {list}",
        };
        Some(Message::new(code).with(names))
    }
}
