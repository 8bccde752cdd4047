//! JavaScript's values made from Rust's, and the other way round, for files.

use super::*;
use std::io::{self, BufWriter, Write};

pub(super) use undoodle_bridge::{JsMessages, message, messages, object, thrown};

/// Reads the names and values of a plain object.
pub(super) fn entries(given: &JsValue) -> Result<Vec<(String, Value)>, JsValue> {
    let entry = |key: JsValue| {
        let (name, value) = (key.as_string().unwrap_or_default(), Reflect::get(given, &key)?);
        let known = value.as_f64().map(Value::Number);
        let known =
            known.or_else(|| value.as_string().map(Value::Text)).or_else(|| value.as_bool().map(Value::Flag));
        let known =
            known.ok_or_else(|| thrown(Error::unknown("option", &name, "a number, a text, true or false")));
        known.map(|value| (name, value))
    };
    let keys: Array = Reflect::own_keys(given)?;
    keys.iter().map(entry).collect()
}

/// Copies a file's bytes. Unlike the generated glue, returns an error instead of aborting when out of memory.
pub(super) fn bytes(given: &Uint8Array) -> Result<Vec<u8>, JsValue> {
    let size = given.length() as usize;
    let mut bytes = Vec::new();
    let refused = |_| thrown(Error::OutOfMemory { what: "file", bytes: size as u64, limit: 0 });
    bytes.try_reserve_exact(size).map_err(refused)?;
    bytes.resize(size, 0);
    given.copy_to(&mut bytes);
    Ok(bytes)
}

/// Bytes of JavaScript's that are written from their beginning on.
struct Filling {
    array: Uint8Array,
    at: u32,
}

impl Write for Filling {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        let end = self.at + part.len() as u32;
        self.array.subarray(self.at, end).copy_from(part);
        self.at = end;
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Number of bytes that go to JavaScript at once.
const PART: usize = 1 << 16;

/// Hands pages to JavaScript part by part: in this module's own memory they would take as much again.
pub(super) fn handed(pages: &Pages<'_>) -> Result<Uint8Array, Error> {
    let array = Uint8Array::new_with_length(pages.bytes() as u32);
    let mut out = BufWriter::with_capacity(PART, Filling { array: array.clone(), at: 0 });
    let written = pages.write(&mut out).and_then(|()| out.flush());
    let refused =
        |_| Error::OutOfMemory { what: "copy of the drawing", bytes: pages.bytes() as u64, limit: 0 };
    written.map_err(refused)?;
    Ok(array)
}
