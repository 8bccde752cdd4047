//! Parameters: what a command can be told, for scripts, forms and tests alike.
//!
//! A command says the name, the kind and the default of each. From that a form can be
//! made, a script's arguments can be checked before anything is done, and a test can
//! make arguments up. Whoever runs a command without arguments gets the defaults,
//! which follow the session: the active layer, the primary colour.
//!
//! ```
//! use undoodle::{editor::{Editor, command}, value::Value};
//! let mut editor = Editor::new()?;
//! let wrong = editor.run("layer.opacity", &[("opacity".into(), Value::from(256))], 0);
//! assert_eq!(wrong.unwrap_err().to_string(), "opacity 256: expected 0..=255");
//! assert_eq!(command("layer.opacity").map(|c| c.params.len()), Some(2));
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Editor;
use crate::color::Color;
use crate::error::{Error, Result, in_range};
use crate::value::Value;

/// What a parameter may be.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A whole number within a range.
    Whole(i64, i64),
    /// Which one of several, from 0 up to this; people count from 1.
    Index(i64),
    /// Any number within a range.
    Number(f64, f64),
    /// A text of 1 to so many bytes.
    Text(usize),
    /// A text of at most so many bytes, which may be empty.
    Note(usize),
    /// A colour.
    Color,
    /// One of several names, each with a label.
    Choice(fn() -> Vec<(&'static str, &'static str)>),
    /// Yes or no.
    Flag,
}

/// Something that a command can be told.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// The name that scripts use.
    pub name: &'static str,
    /// The name that people read.
    pub label: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What it is if nothing is said.
    pub default: fn(&Editor) -> Value,
}

impl Param {
    /// A parameter.
    pub(super) const fn new(
        name: &'static str,
        label: &'static str,
        kind: Kind,
        default: fn(&Editor) -> Value,
    ) -> Param {
        Param { name, label, kind, default }
    }

    /// That a value is of its kind and within its range.
    ///
    /// # Errors
    /// A sentence that says why not.
    pub fn check(&self, value: &Value) -> Result<()> {
        match self.kind {
            Kind::Whole(min, max) => value.whole(self.name, min, max).map(|_| ()),
            Kind::Index(max) => value.whole(self.name, 0, max).map(|_| ()),
            Kind::Number(min, max) => value.number(self.name, min, max).map(|_| ()),
            Kind::Text(max) => {
                let length = value.text(self.name)?.len();
                in_range(self.name, length as i64, 1, max as i64)
            }
            Kind::Note(max) => {
                let length = value.text(self.name)?.len();
                in_range(self.name, length as i64, 0, max as i64)
            }
            Kind::Color => value.color(self.name).map(|_| ()),
            Kind::Flag => value.flag(self.name).map(|_| ()),
            Kind::Choice(choices) => {
                let text = value.text(self.name)?;
                let known = choices().iter().any(|(id, _)| *id == text);
                if known { Ok(()) } else { Err(Error::unknown(self.name, text, "one of its choices")) }
            }
        }
    }
}

/// The values of a command's parameters, all of them, checked.
#[derive(Clone, Debug, Default)]
pub struct Args {
    values: Vec<(&'static str, Value)>,
}

impl Args {
    /// The given values, and defaults for the rest.
    ///
    /// # Errors
    /// When there is no such parameter, or a value is none for it.
    pub(super) fn new(editor: &Editor, params: &'static [Param], given: &[(String, Value)]) -> Result<Args> {
        if let Some((name, _)) = given.iter().find(|(name, _)| params.iter().all(|param| param.name != name))
        {
            return Err(Error::unknown("argument", name, "one that the command has"));
        }
        let mut values = Vec::new();
        for param in params {
            let found = given.iter().find(|(name, _)| name == param.name);
            let value = match found {
                Some((_, value)) => {
                    param.check(value)?;
                    value.clone()
                }
                None => (param.default)(editor),
            };
            values.push((param.name, value));
        }
        Ok(Args { values })
    }

    fn value(&self, name: &'static str) -> Result<&Value> {
        let found = self.values.iter().find(|(of, _)| *of == name);
        found
            .map(|(_, value)| value)
            .ok_or_else(|| Error::unknown("argument", name, "one that the command has"))
    }

    pub(super) fn whole(&self, name: &'static str) -> Result<i64> {
        self.value(name)?.whole(name, i64::MIN, i64::MAX)
    }

    /// A number that counts things.
    pub(super) fn count(&self, name: &'static str) -> Result<u32> {
        Ok(self.value(name)?.whole(name, 0, u32::MAX.into())? as u32)
    }

    pub(super) fn number(&self, name: &'static str) -> Result<f64> {
        self.value(name)?.number(name, f64::MIN, f64::MAX)
    }

    pub(super) fn text(&self, name: &'static str) -> Result<&str> {
        self.value(name)?.text(name)
    }

    pub(super) fn color(&self, name: &'static str) -> Result<Color> {
        self.value(name)?.color(name)
    }

    pub(super) fn flag(&self, name: &'static str) -> Result<bool> {
        self.value(name)?.flag(name)
    }
}

/// The parameter that most commands of layers have.
pub(super) const LAYER: Param = Param::new("layer", "Layer", Kind::Index(255), |e| e.cel().layer.into());
/// The parameter that most commands of frames have.
pub(super) const FRAME: Param = Param::new("frame", "Frame", Kind::Index(1023), |e| e.cel().frame.into());
