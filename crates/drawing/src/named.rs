//! Types whose values have names: blend modes, directions, ways to scale.
//!
//! Problem: such a type was written down as its variants, the list of all, the names that scripts use, the labels that people read, how
//! one is found by its name, and its byte in records; whoever added a variant had to find them all. Idea: [`named!`](crate::named!)
//! takes one list and makes the type with all of these. A [`Named`] type can be chosen by a parameter, and lie in a record.
//!
//! The invariant: a value's byte is its place in the list, so new variants go last where bytes are kept.
//!
//! ```
//! use undoodle_drawing::named::Named;
//! undoodle_drawing::named! {
//!     /// How a line ends.
//!     #[derive(Default)]
//!     pub enum End, "end of a line" {
//!         /// As it is.
//!         #[default]
//!         Flat = "flat", "Flat";
//!         /// With half a disc.
//!         Round = "round";
//!     }
//! }
//! assert_eq!(End::ALL.map(End::label), ["Flat", "round"]);
//! assert_eq!((End::named("round")?.byte(), End::from_byte(7)), (1, End::Flat));
//! assert_eq!(End::named("sharp").unwrap_err().to_string(), "end of a line must be flat or round, not \"sharp\"");
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use crate::error::{Error, Message, Result, one_of};

/// The most names that an error lists.
const MOST: usize = 9;

/// A type whose values have names, so that a parameter can choose one of them.
pub trait Named: Copy + PartialEq + 'static {
    /// What a value is called in messages.
    const WHAT: &'static str;

    /// All values, each with the name that scripts use and the label that people read.
    const NAMES: &'static [(Self, &'static str, &'static str)];

    /// Returns the name that scripts use.
    fn id(self) -> &'static str {
        Self::NAMES.iter().find(|(value, ..)| *value == self).map_or("", |(_, id, _)| id)
    }

    /// Returns the value with a name, or `None` if no value has it.
    fn find(id: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, name, _)| *name == id).map(|(value, ..)| *value)
    }

    /// Returns the value with a name.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] if no value has it.
    fn named(id: &str) -> Result<Self> {
        Self::find(id).ok_or_else(|| {
            let ids = Self::NAMES.iter().map(|(_, id, _)| *id);
            let expected = if Self::NAMES.len() > MOST {
                Message::new("one such as {what}").with(one_of(ids.take(3)))
            } else {
                one_of(ids)
            };
            Error::unknown(Self::WHAT, id, expected)
        })
    }

    /// Returns the value's place among all, as records have it.
    fn byte(self) -> u8 {
        Self::NAMES.iter().position(|(value, ..)| *value == self).unwrap_or(0) as u8
    }

    /// Returns the value of a byte, or the usual one if it has none, so that any record can be shown.
    fn from_byte(byte: u8) -> Self
    where
        Self: Default,
    {
        Self::NAMES.get(usize::from(byte)).map(|(value, ..)| *value).unwrap_or_default()
    }
}

/// Defines an enum, a list of its values, and their names if they have some.
#[macro_export]
macro_rules! named {
    (@label $id:literal, $label:literal) => {
        $label
    };
    (@label $id:literal) => {
        $id
    };
    (
        $(#[$of:meta])*
        $vis:vis enum $name:ident { $($(#[$about:meta])* $value:ident;)+ }
    ) => {
        $(#[$of])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name { $($(#[$about])* $value,)+ }

        impl $name {
            /// All values in their order.
            $vis const ALL: [$name; [$($name::$value),+].len()] = [$($name::$value),+];
        }
    };
    (
        $(#[$of:meta])*
        $vis:vis enum $name:ident, $what:literal {
            $($(#[$about:meta])* $value:ident = $id:literal $(, $label:literal)?;)+
        }
    ) => {
        $(#[$of])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name { $($(#[$about])* $value,)+ }

        // Not everybody asks for all of it.
        #[allow(dead_code)]
        impl $name {
            /// All values, in the order of a list.
            $vis const ALL: [$name; [$($id),+].len()] = [$($name::$value),+];

            /// Returns the name that scripts use.
            $vis const fn id(self) -> &'static str {
                match self { $($name::$value => $id,)+ }
            }

            /// Returns the label that people read.
            $vis const fn label(self) -> &'static str {
                match self { $($name::$value => $crate::named!(@label $id $(, $label)?),)+ }
            }

            /// Returns the value with a name.
            ///
            /// # Errors
            /// Returns an error that lists the names if no value has it.
            $vis fn named(id: &str) -> $crate::error::Result<$name> {
                <$name as $crate::named::Named>::named(id)
            }
        }

        impl $crate::named::Named for $name {
            const WHAT: &'static str = $what;

            const NAMES: &'static [($name, &'static str, &'static str)] =
                &[$(($name::$value, $id, $crate::named!(@label $id $(, $label)?)),)+];

            fn byte(self) -> u8 {
                self as u8
            }
        }
    };
}
