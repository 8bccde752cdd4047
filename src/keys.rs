//! Keys, matched by the letter they type.
//!
//! Positions differ between keyboards; letters do not: Ctrl+Z is where Z is
//! written. Letters and named keys mind Shift. Signs do not, since on some
//! keyboards a sign needs Shift and on others it doesn't. Alt goes with letters and digits
//! alone, as its other chords are the system's, and never with Ctrl: that is AltGr on many
//! keyboards, which types letters.
//!
//! ```
//! use undoodle::keys::Key;
//! let redo = Key::ctrl_shift("z");
//! assert!(redo.matches(Key { key: "Z", ctrl: true, shift: true, alt: false }));
//! assert!(!redo.matches(Key::ctrl("z")));
//! assert_eq!(redo.to_string(), "Ctrl+Shift+Z");
//! ```

use std::fmt;

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key<'a> {
    /// The key as the browser names it: a sign, a letter or a name such as `Escape`.
    pub key: &'a str,
    /// Whether Ctrl is held, or Cmd on a Mac.
    pub ctrl: bool,
    /// Whether Shift is held.
    pub shift: bool,
    /// Whether Alt is held.
    pub alt: bool,
}

impl<'a> Key<'a> {
    /// Creates a key without modifiers.
    pub const fn plain(key: &'a str) -> Key<'a> {
        Key { key, ctrl: false, shift: false, alt: false }
    }

    /// Creates a key with Ctrl or Cmd.
    pub const fn ctrl(key: &'a str) -> Key<'a> {
        Key { key, ctrl: true, shift: false, alt: false }
    }

    /// Creates a key with Shift.
    pub const fn shift(key: &'a str) -> Key<'a> {
        Key { key, ctrl: false, shift: true, alt: false }
    }

    /// Creates a key with Alt.
    pub const fn alt(key: &'a str) -> Key<'a> {
        Key { key, ctrl: false, shift: false, alt: true }
    }

    /// Creates a key with Ctrl or Cmd, and Shift.
    pub const fn ctrl_shift(key: &'a str) -> Key<'a> {
        Key { key, ctrl: true, shift: true, alt: false }
    }

    /// Returns `true` if the key is a sign or a digit, for which Shift may be needed or not.
    pub fn is_sign(self) -> bool {
        self.key.chars().count() == 1 && !self.key.chars().all(char::is_alphabetic)
    }

    /// Returns `true` if the key ends, accepts or moves what is under way. Such keys belong to the commands that have
    /// them, and several share one.
    pub fn is_fixed(self) -> bool {
        !self.ctrl
            && !self.alt
            && (["Enter", "Escape", "Backspace"].contains(&self.key) || self.key.starts_with("Arrow"))
    }

    /// Returns `true` if a pressed key, with its modifiers, is this one.
    pub fn matches(self, pressed: Key<'_>) -> bool {
        self.alt == pressed.alt
            && self.ctrl == pressed.ctrl
            && (self.is_sign() || self.shift == pressed.shift)
            && self.key.eq_ignore_ascii_case(pressed.key)
    }
}

impl fmt::Display for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let held = [(self.ctrl, "Ctrl+"), (self.shift, "Shift+"), (self.alt, "Alt+")];
        held.iter().filter(|(held, _)| *held).try_for_each(|(_, name)| f.write_str(name))?;
        match self.key.len() {
            1 => f.write_str(&self.key.to_ascii_uppercase()),
            _ => f.write_str(self.key),
        }
    }
}
