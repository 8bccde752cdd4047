//! Tables that never change, as one text for the page.
//!
//! Problem: what has hundreds of rows, such as the commands, has thousands of properties, and each that is handed over by itself takes some calls
//! between Rust and JavaScript, just when the page begins. Idea: a table is written as JSON, which the browser reads in one go. The invariant: names are
//! plain words, and numbers finite, so that every text is valid.

use js_sys::JSON;
use std::fmt::Write;
use wasm_bindgen::JsValue;

/// A row of a table, or an object within one, that is being written.
#[derive(Debug)]
pub(super) struct Row<'a> {
    json: &'a mut String,
}

/// Returns rows as the page's array of objects.
pub(super) fn table<T>(rows: impl Iterator<Item = T>, write: impl Fn(&mut Row<'_>, T)) -> JsValue {
    let mut json = String::new();
    list(&mut json, rows, |json, row| object(json, |fields| write(fields, row)));
    // It can't fail.
    JSON::parse(&json).unwrap_or(JsValue::NULL)
}

impl Row<'_> {
    /// Begins a property.
    fn name(&mut self, name: &str) {
        if !self.json.ends_with('{') {
            self.json.push(',');
        }
        text(self.json, name);
        self.json.push(':');
    }

    /// Writes a text.
    pub(super) fn text(&mut self, name: &str, value: &str) {
        self.name(name);
        text(self.json, value);
    }

    /// Writes a number; one that is not finite is `null`.
    pub(super) fn number(&mut self, name: &str, value: f64) {
        self.name(name);
        // All that tables have are whole: what writes fractions is not downloaded before the first stroke.
        let whole = value as i64;
        // It can't fail.
        let _ = match value {
            _ if whole as f64 == value => write!(self.json, "{whole}"),
            _ if value.is_finite() => write!(self.json, "{value}"),
            _ => self.json.write_str("null"),
        };
    }

    /// Writes true or false.
    pub(super) fn flag(&mut self, name: &str, value: bool) {
        self.name(name);
        self.json.push_str(if value { "true" } else { "false" });
    }

    /// Writes a list of texts.
    pub(super) fn texts(&mut self, name: &str, items: impl Iterator<Item = String>) {
        self.name(name);
        list(self.json, items, |json, item| text(json, &item));
    }

    /// Writes a list of objects.
    pub(super) fn rows<T>(
        &mut self,
        name: &str,
        items: impl Iterator<Item = T>,
        write: impl Fn(&mut Row<'_>, T),
    ) {
        self.name(name);
        list(self.json, items, |json, item| object(json, |fields| write(fields, item)));
    }
}

fn list<T>(json: &mut String, items: impl Iterator<Item = T>, write: impl Fn(&mut String, T)) {
    json.push('[');
    for (at, item) in items.enumerate() {
        if at > 0 {
            json.push(',');
        }
        write(json, item);
    }
    json.push(']');
}

fn object(json: &mut String, write: impl FnOnce(&mut Row<'_>)) {
    json.push('{');
    write(&mut Row { json });
    json.push('}');
}

fn text(json: &mut String, text: &str) {
    json.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => json.extend(['\\', letter]),
            // It can't fail.
            '\0'..' ' => drop(write!(json, "\\u{:04x}", letter as u32)),
            _ => json.push(letter),
        }
    }
    json.push('"');
}
