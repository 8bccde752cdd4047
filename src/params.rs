//! Parameters: whatever can be chosen, for a command or for a tool.
//!
//! A command's argument and a tool's option are the same thing: a name, a label, a kind and
//! a default. Menus, option bars, forms, scripts, the law
//! and the reference are all made from this one row. What comes from outside is checked
//! against it before anything is done.
//!
//! A default follows whatever the parameter belongs to, the `C` of [`Param<C>`]: a command's
//! takes the active layer or the primary colour of the editor, a tool's option is what was
//! chosen last.
//!
//! ```
//! use undoodle::params::{Args, Kind, Param};
//! use undoodle::value::Value;
//! static STEP: [Param<i64>; 1] = [Param::new("step", "Pixels", Kind::Whole(1, 64), |last: &i64| (*last).into())];
//! assert_eq!(Args::new(&5, &STEP, &[])?.whole("step")?, 5);
//! let wrong = Args::new(&5, &STEP, &[("step".into(), Value::from(65))]).unwrap_err();
//! assert_eq!(wrong.to_string(), "step must be from 1 to 64, not 65");
//! # Ok::<(), undoodle::Error>(())
//! ```

use crate::color::Color;
use crate::document::{MAX_COLORS, MAX_FRAMES, MAX_LAYERS, MAX_SLICES, MAX_TAGS};
use crate::error::{Error, Result, one_of};
use crate::named::Named;
use crate::value::Value;
use std::fmt;

crate::named! {
    /// A list whose entries are told apart by their place in it.
    pub enum List, "list" {
        /// The layers, from the bottom up.
        Layers = "layers";
        /// The frames.
        Frames = "frames";
        /// The tags of frames.
        Tags = "tags";
        /// The slices of the canvas.
        Slices = "slices";
        /// The palette's colours.
        Colors = "palette";
        /// The history's branches.
        Branches = "branches";
    }
}

/// The largest number of a state: the largest whole number that JavaScript counts to.
pub const MOST_STATE: i64 = 1 << 53;

impl List {
    /// Returns the largest index that an entry of the list can have.
    pub const fn last(self) -> i64 {
        match self {
            List::Layers => MAX_LAYERS as i64 - 1,
            List::Frames => MAX_FRAMES as i64 - 1,
            List::Tags => MAX_TAGS as i64 - 1,
            List::Slices => MAX_SLICES as i64 - 1,
            List::Colors => MAX_COLORS as i64 - 1,
            List::Branches => MOST_STATE,
        }
    }
}

/// The values that a parameter may have.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A whole number within a range.
    Whole(i64, i64),
    /// The index of an entry of a list, from 0; forms count from 1.
    Index(List),
    /// A state of the history, by the number of the step that led to it, of the oldest state, or of a pin.
    State,
    /// Any number within a range.
    Number(f64, f64),
    /// A text of at least one byte and at most this many.
    Text(usize),
    /// A text of at most this many bytes, which may be empty.
    Note(usize),
    /// A text of several lines, of at least one byte and at most this many.
    Lines(usize),
    /// A colour.
    Color,
    /// One of several names, each with a label.
    Choice(fn() -> Vec<(&'static str, &'static str)>),
    /// True or false.
    Flag,
}

impl Kind {
    /// Creates the kind of a parameter that takes one of a type's values.
    pub const fn choice<T: Named>() -> Kind {
        Kind::Choice(|| T::NAMES.iter().map(|(_, id, label)| (*id, *label)).collect())
    }
}

/// A parameter of a command or a tool. Its default is computed from a `C`.
pub struct Param<C: 'static> {
    /// The name that scripts use.
    pub name: &'static str,
    /// The name that people read.
    pub label: &'static str,
    /// The tooltip, empty if the label says it all.
    pub hint: &'static str,
    /// The values that it may have.
    pub kind: Kind,
    /// Returns the value used when none is given.
    pub default: fn(&C) -> Value,
    /// Number of columns of the grid that forms lay its choices out in, or 0 for a list.
    pub columns: u32,
    /// Returns `true` if forms ask for it. Scripts may always set it.
    pub shown: fn(&C) -> bool,
}

// A derived `Clone` would ask for one of `C`.
impl<C> Clone for Param<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Param<C> {}

impl<C> fmt::Debug for Param<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Param").field("name", &self.name).field("kind", &self.kind).finish_non_exhaustive()
    }
}

impl<C> Param<C> {
    /// Creates a parameter that forms ask for.
    pub const fn new(
        name: &'static str,
        label: &'static str,
        kind: Kind,
        default: fn(&C) -> Value,
    ) -> Param<C> {
        Param { name, label, hint: "", kind, default, columns: 0, shown: |_| true }
    }

    /// Sets the tooltip.
    pub const fn hint(self, hint: &'static str) -> Param<C> {
        Param { hint, ..self }
    }

    /// Lays its choices out in a grid.
    pub const fn in_columns(self, columns: u32) -> Param<C> {
        Param { columns, ..self }
    }

    /// Hides it from forms unless `shown` returns `true`.
    pub const fn shown_if(self, shown: fn(&C) -> bool) -> Param<C> {
        Param { shown, ..self }
    }

    /// Checks that a value is of the parameter's kind and within its range.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] if it is of another kind, [`Error::Range`] if it is out of range, and
    /// [`Error::Length`] for a text that is empty or too long. All say what is accepted.
    pub fn check(&self, value: &Value) -> Result<()> {
        match self.kind {
            Kind::Whole(min, max) => value.whole(self.name, min, max).map(|_| ()),
            Kind::Index(list) => value.whole(self.name, 0, list.last()).map(|_| ()),
            Kind::State => value.whole(self.name, 0, MOST_STATE).map(|_| ()),
            Kind::Number(min, max) => value.number(self.name, min, max).map(|_| ()),
            Kind::Text(max) | Kind::Lines(max) => {
                let bytes = value.text(self.name)?.len();
                if (1..=max).contains(&bytes) {
                    Ok(())
                } else {
                    Err(Error::Length { what: self.name, bytes, max })
                }
            }
            Kind::Note(max) => {
                let bytes = value.text(self.name)?.len();
                if bytes <= max { Ok(()) } else { Err(Error::Length { what: self.name, bytes, max }) }
            }
            Kind::Color => value.color(self.name).map(|_| ()),
            Kind::Flag => value.flag(self.name).map(|_| ()),
            Kind::Choice(choices) => {
                let (text, choices) = (value.text(self.name)?, choices());
                let known = choices.iter().any(|(id, _)| *id == text);
                let expected = || one_of(choices.iter().map(|(id, _)| *id));
                if known { Ok(()) } else { Err(Error::unknown(self.name, text, expected())) }
            }
        }
    }
}

/// The checked values of all parameters of a command.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Args {
    values: Vec<(&'static str, Value)>,
}

impl Args {
    /// Returns the names and the values.
    pub fn into_pairs(self) -> Vec<(String, Value)> {
        self.values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// Checks the given values, and adds the defaults of the parameters that are not given.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] for a name that is no parameter, and the error of [`Param::check`] for a
    /// value that is not accepted.
    pub fn new<C>(of: &C, params: &[Param<C>], given: &[(String, Value)]) -> Result<Args> {
        if let Some((name, _)) = given.iter().find(|(name, _)| params.iter().all(|param| param.name != name))
        {
            return Err(Error::unknown("argument", name, "one of the command's"));
        }
        let mut values = Vec::new();
        for param in params {
            let found = given.iter().find(|(name, _)| name == param.name);
            let value = match found {
                Some((_, value)) => {
                    param.check(value)?;
                    value.clone()
                }
                None => (param.default)(of),
            };
            values.push((param.name, value));
        }
        Ok(Args { values })
    }

    fn value(&self, name: &'static str) -> Result<&Value> {
        let found = self.values.iter().find(|(of, _)| *of == name);
        found.map(|(_, value)| value).ok_or_else(|| Error::unknown("argument", name, "one of the command's"))
    }

    /// Returns the value of a parameter that is a whole number.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] if there is no such parameter, or it is of another kind.
    pub fn whole(&self, name: &'static str) -> Result<i64> {
        self.value(name)?.whole(name, i64::MIN, i64::MAX)
    }

    /// Returns the value of a parameter that is a count or an index.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] as [`whole`](Args::whole) does, and [`Error::Range`] if it is negative.
    pub fn count(&self, name: &'static str) -> Result<u32> {
        Ok(self.value(name)?.whole(name, 0, u32::MAX.into())? as u32)
    }

    /// Returns the value of a parameter that is a number.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] as [`whole`](Args::whole) does.
    pub fn number(&self, name: &'static str) -> Result<f64> {
        self.value(name)?.number(name, f64::MIN, f64::MAX)
    }

    /// Returns the value of a parameter that is a text, or the name of the chosen value.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] as [`whole`](Args::whole) does.
    pub fn text(&self, name: &'static str) -> Result<&str> {
        self.value(name)?.text(name)
    }

    /// Returns the value of a parameter that is a colour.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] as [`whole`](Args::whole) does.
    pub fn color(&self, name: &'static str) -> Result<Color> {
        self.value(name)?.color(name)
    }

    /// Returns the value of a parameter that is the colour of a label or a slice: one that is not seen is none.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] as [`whole`](Args::whole) does.
    pub fn label(&self, name: &'static str) -> Result<Color> {
        Ok(Some(self.color(name)?).filter(|color| !color.is_transparent()).unwrap_or(Color::TRANSPARENT))
    }

    /// Returns the value of a parameter that is a flag.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] as [`whole`](Args::whole) does.
    pub fn flag(&self, name: &'static str) -> Result<bool> {
        self.value(name)?.flag(name)
    }
}
