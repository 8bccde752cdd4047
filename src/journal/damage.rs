//! Damage: what of a store can't be read, and what can't be understood.
//!
//! Three things look alike to a careless reader, and each asks for another answer. An entry whose *checksum is wrong*, or
//! that is missing, is damaged: a part of the drawing is gone, and a person decides whether the rest is opened.
//! An entry whose checksum is right and that says nothing known was *written by a later version*: nothing is wrong with it,
//! so the drawing is refused and stays as it is. A read that *failed* never comes here, as nobody knows what lies there.
//!
//! The invariant: whoever can't read an entry doesn't replace it.

use super::seal;
use crate::error::{Error, Message, Result};

/// What of a store is missing or has a wrong checksum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Damage {
    /// The head, and with it all steps.
    pub head: bool,
    /// Pages of the drawing. The steps were made on these, so they are of no use without them.
    pub sheets: bool,
    /// The end of the log, or a volume that its end can't be done without.
    pub log: bool,
    /// A pinned state.
    pub pins: bool,
    /// What the drawing's file holds besides.
    pub other: bool,
}

impl Damage {
    /// Returns `true` if all could be read.
    pub fn is_none(self) -> bool {
        self == Damage::default()
    }

    /// Returns what can't be read, as phrases in a row; empty if nothing is damaged.
    pub fn told(self) -> Message {
        let phrases = [
            (self.head, "its undo steps can't be read"),
            (self.sheets, "a part of its picture and its undo steps can't be read"),
            (self.log, "its last steps can't be read"),
            (self.pins, "a pinned state can't be read"),
            (self.other, "other programs' data in its file can't be read"),
        ];
        let told = phrases.iter().filter(|(is, _)| *is).map(|(_, phrase)| Message::new(phrase));
        Message::row(told, "{first}; {rest}")
    }

    /// Returns the worst of it, for an error.
    pub(super) fn worst(self) -> Option<&'static str> {
        match self {
            Damage { head: true, .. } => Some("its head is broken"),
            Damage { sheets: true, .. } => Some("some of its pages are broken"),
            Damage { log: true, .. } => Some("its log is broken"),
            Damage { pins: true, .. } => Some("a pinned state is broken"),
            Damage { other: true, .. } => Some("other data in its file is broken"),
            _ => None,
        }
    }
}

/// Returns the error for an entry that is whole and that this version doesn't know.
pub fn unknown() -> Error {
    let why = "a later version of Undoodle has written it: reload the page to get that version".into();
    Error::Invalid { what: "drawing", why }
}

/// Reads an entry that ends with its checksum. Returns `None` if it is missing or its checksum is wrong.
///
/// # Errors
/// [`Error::Invalid`] if the checksum is right, but `read` finds damage: a later version has written it. Other errors of
/// `read` are passed on.
pub(super) fn sound<'e, T>(
    entry: Option<&'e [u8]>,
    read: impl FnOnce(&'e [u8]) -> Result<T>,
) -> Result<Option<T>> {
    let Some(bytes) = entry else { return Ok(None) };
    match read(bytes) {
        Err(Error::Damaged { .. }) if seal::open(bytes).is_none() => Ok(None),
        found => understood(found).map(Some),
    }
}

/// Turns damage that was found behind a right checksum into a refusal.
pub(super) fn understood<T>(found: Result<T>) -> Result<T> {
    found.map_err(|error| if let Error::Damaged { .. } = error { unknown() } else { error })
}
