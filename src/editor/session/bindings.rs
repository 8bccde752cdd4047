//! Bindings: which keys commands have, as differences from their table.
//!
//! People bring the keys of another editor in their fingers. What they change is a list of commands with the keys that each of
//! them has instead; all others keep those of the table, so a command that is added later has its key. A key belongs to one
//! command: given to one, it is taken from the one that had it by the table. Keys that end, accept or move what is
//! under way ([`Key::is_fixed`]) stay where they are.
//!
//! The invariant: menus, tooltips, the sheet of keys and the lookup all ask here, so they say the same.
//!
//! ```
//! use undoodle::editor::{Editor, Key};
//! let mut editor = Editor::new()?;
//! editor.set_keys(&[("tool.pencil".into(), "P".into()), ("tool.fill".into(), "B".into())])?;
//! assert_eq!(editor.command_for(Key::plain("p")), Some("tool.pencil"));
//! assert_eq!(editor.command_for(Key::plain("b")), Some("tool.fill"));
//! assert_eq!(editor.command_for(Key::plain("g")), None);
//! editor.set_keys(&[])?;
//! assert_eq!(editor.command_for(Key::plain("g")), Some("tool.fill"));
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use crate::editor::commands::{Command, command, commands};
use crate::editor::{Editor, Key};
use crate::error::{Error, Result};
use crate::value::Value;
use std::rc::Rc;
use std::str::FromStr;

/// Most keys that a command may have.
const MOST: usize = 4;

/// The keys of one command.
#[derive(Debug, PartialEq)]
struct Bound {
    id: &'static str,
    keys: Vec<OwnKey>,
}

/// The keys of those commands that have others than in the table. Cheap to clone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bindings(Option<Rc<[Bound]>>);

impl Bindings {
    /// No differences: all commands have the keys of their table.
    pub const NONE: Bindings = Bindings(None);

    /// Creates the bindings of differences: ids of commands, each with its keys between blanks.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] for an id or a key that there is not, [`Error::Refused`] for a key that no command or not
    /// this one may have, or that two are given, and [`Error::Range`] for too many keys.
    fn new(differences: &[(String, Value)]) -> Result<Bindings> {
        let mut given: Vec<Bound> = Vec::new();
        for (id, keys) in differences {
            let command = command(id).ok_or_else(|| Error::unknown("command", id, "the id of a command"))?;
            let keys = own(command, keys.text("keys")?)?;
            for key in &keys {
                if given.iter().any(|other| other.has(key.key())) {
                    let (name, why) = (key.key().to_string(), "two commands have this key");
                    return Err(Error::Refused { what: "key", name: name.into(), why });
                }
            }
            given.push(Bound { id: command.id, keys });
        }
        let taken = |key: &&Key<'_>| !key.is_fixed() && given.iter().any(|bound| bound.has(**key));
        let rest = commands().filter(|command| {
            command.keys.iter().any(|key| taken(&key)) && given.iter().all(|bound| bound.id != command.id)
        });
        let rest: Vec<_> = rest
            .map(|command| {
                let keys = command.keys.iter().filter(|key| !taken(key)).map(|key| OwnKey::from(*key));
                Bound { id: command.id, keys: keys.collect() }
            })
            .collect();
        for bound in &mut given {
            let fixed = command(bound.id).map_or(&[][..], |command| command.keys);
            bound.keys.extend(fixed.iter().filter(|key| key.is_fixed()).map(|key| OwnKey::from(*key)));
        }
        given.extend(rest);
        Ok(Bindings(if given.is_empty() { None } else { Some(given.into()) }))
    }

    /// Returns `true` if a command has a pressed key.
    pub fn has(&self, command: &Command, pressed: Key<'_>) -> bool {
        match &self.0 {
            None => command.keys.iter().any(|key| key.matches(pressed)),
            Some(all) => changed(all, command, pressed),
        }
    }

    /// Returns a command's keys as texts, if they are others than in the table.
    pub fn changed(&self, command: &Command) -> Option<Vec<String>> {
        self.0.as_ref().and_then(|all| texts(all, command))
    }
}

impl Bound {
    fn has(&self, pressed: Key<'_>) -> bool {
        self.keys.iter().any(|key| key.key().matches(pressed))
    }
}

/// Returns `true` if a command has a pressed key. Apart from [`Bindings::has`], as most people change no key and
/// what they need is downloaded first.
#[inline(never)]
fn changed(all: &[Bound], command: &Command, pressed: Key<'_>) -> bool {
    let bound = all.iter().find(|bound| bound.id == command.id);
    bound.map_or_else(|| command.keys.iter().any(|key| key.matches(pressed)), |bound| bound.has(pressed))
}

/// Returns a command's keys, if they are others than in the table. Apart for the same reason.
#[inline(never)]
fn texts(all: &[Bound], command: &Command) -> Option<Vec<String>> {
    let bound = all.iter().find(|bound| bound.id == command.id)?;
    Some(bound.keys.iter().map(|key| key.key().to_string()).collect())
}

/// Returns the error about a key that acts while it is held, moves the focus, is the browser's, or acts on the edit under way. The
/// sheet of keys says which of these.
fn refused(text: &str) -> Error {
    Error::Refused {
        what: "key",
        name: text.chars().take(40).collect::<String>().into(),
        why: "the browser or the editor needs it, so choose another",
    }
}

/// Reads the keys that a command is given, without those that stay its own anyway.
fn own(command: &Command, text: &str) -> Result<Vec<OwnKey>> {
    let mut keys: Vec<OwnKey> = Vec::new();
    for text in text.split_whitespace() {
        let key: OwnKey = text.parse()?;
        if key.key().is_fixed() {
            if !command.keys.iter().any(|own| own.matches(key.key())) {
                return Err(refused(text));
            }
        } else if !keys.contains(&key) {
            keys.push(key);
        }
        crate::error::in_range("keys", keys.len() as i64, 0, MOST as i64)?;
    }
    Ok(keys)
}

/// A key with its modifiers that a person has chosen for a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnKey {
    key: String,
    ctrl: bool,
    shift: bool,
    alt: bool,
}

impl OwnKey {
    /// Returns the key as those in the table are.
    pub fn key(&self) -> Key<'_> {
        Key { key: &self.key, ctrl: self.ctrl, shift: self.shift, alt: self.alt }
    }
}

impl From<Key<'_>> for OwnKey {
    fn from(key: Key<'_>) -> OwnKey {
        OwnKey { key: key.key.to_owned(), ctrl: key.ctrl, shift: key.shift, alt: key.alt }
    }
}

impl FromStr for OwnKey {
    type Err = Error;

    /// Reads a key as [`Key`] shows it.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] for what is no key, and [`Error::Refused`] for one that no command may have.
    fn from_str(text: &str) -> Result<OwnKey> {
        let (mut name, mut held) = (text, [false; 3]);
        for (modifier, held) in ["Ctrl+", "Shift+", "Alt+"].into_iter().zip(&mut held) {
            if let Some(rest) = name.strip_prefix(modifier) {
                (name, *held) = (rest, true);
            }
        }
        let [ctrl, shift, alt] = held;
        let mut letters = name.chars();
        let single = letters
            .next()
            .filter(|one| !one.is_control() && !one.is_whitespace() && letters.next().is_none());
        let function = (1..=12).find(|number| name == format!("F{number}"));
        // Beside those that commands of the table have.
        let known = || {
            let mut keys = commands().flat_map(|command| command.keys);
            keys.any(|key| key.key == name) || ["Home", "End", "Insert"].contains(&name)
        };
        if single.is_none() && function.is_none() && !known() {
            return Err(Error::unknown("key", text, "a letter, a sign, or one such as F3"));
        }
        let key = if single.is_some() { name.to_ascii_lowercase() } else { name.to_owned() };
        let letter = single.is_some_and(char::is_alphanumeric);
        if alt && (ctrl || !letter)
            || ctrl && "wntrq".contains(key.as_str())
            || matches!(function, Some(5 | 11 | 12))
        {
            return Err(refused(text));
        }
        let key = OwnKey { key, ctrl, shift, alt };
        Ok(OwnKey { shift: shift && !key.key().is_sign(), ..key })
    }
}

impl Session {
    /// Returns which keys commands have.
    pub(in crate::editor) fn bindings(&self) -> &Bindings {
        &self.desk.bindings
    }
}

impl Editor {
    /// Gives commands other keys than those of their table: ids of commands, each with its keys between blanks. All others
    /// have those of the table, but for a key that is given away here.
    ///
    /// # Errors
    /// Returns an error in one sentence for an unknown id, and for keys that can't be given so. Nothing has changed then.
    pub fn set_keys(&mut self, differences: &[(String, Value)]) -> Result<()> {
        self.session.desk.bindings = Bindings::new(differences)?;
        // What shows keys is all over the page.
        self.tell_everything();
        Ok(())
    }
}
