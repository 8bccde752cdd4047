//! Properties of layers, groups, frames and tags: one row of a table for each.
//!
//! A property is known in five places: as a field of its record, as a field of the type
//! that people see, where it is read, where a change of it is written, and where bytes
//! from outside are checked. Five lists that must agree are four too many. So
//! [`properties!`] takes one list and makes all five: whoever adds a property adds a row,
//! a name, the type that people see, and a [`Codec`] that says how it lies in bytes.
//!
//! A record has a fixed size with room behind its last field. New rows go last, so that
//! the old ones stay where they are; what was room reads as zeros.
//!
//! The invariant: bytes are valid exactly when decoding and encoding them gives the same
//! bytes. So no codec has a check of its own that could be forgotten.
//!
//! A row also says whether the property *shows*: whether it changes what a frame looks like, beside its pixels. `=> shows`
//! behind the codec puts its bytes into the record's `Seen`, which a [`Stack`](super::stack::Stack) is made of. Whoever repaints,
//! renews thumbnails or draws an onion skin compares stacks, and knows no property by its name.
//!
//! The list makes a last thing, for tests: [`Row`]s, which set each property to unusual values and compare it. What must
//! hold of all properties, such as that a file keeps them or says that it does not, is tested of rows that nobody has added yet.

use crate::error::{Error, Message, Result, in_range};
use crate::named::Named;
use bytemuck::Pod;
use std::marker::PhantomData;

/// What a property is called in messages.
#[derive(Clone, Copy, Debug)]
pub struct Label {
    /// Its name alone: "note".
    pub name: &'static str,
    /// Its name with what it belongs to: "layer's note".
    pub of: &'static str,
}

/// The bytes of a property in a record.
pub trait Codec {
    /// The property as people see it.
    type Value;
    /// Its bytes.
    type Bytes: Pod + PartialEq;

    /// Returns the value of any bytes; those that no value has are read as a similar one.
    fn decode(bytes: &Self::Bytes) -> Self::Value;

    /// Returns the bytes of a value.
    ///
    /// # Errors
    /// Returns [`Error::Range`] or [`Error::Unknown`] when the property may not have the value.
    fn encode(label: Label, value: &Self::Value) -> Result<Self::Bytes>;

    /// Returns the value in words.
    fn told(bytes: &Self::Bytes) -> Message;

    /// Returns values that few have, and that are as different from a usual one as they may be.
    fn unusual() -> Vec<Self::Value>;
}

/// A property of things of a kind, as tests meet it.
#[derive(Debug)]
pub struct Row<T> {
    /// The property's name.
    pub name: &'static str,
    /// Returns a thing once for each unusual value of the property, with that value.
    pub disturb: fn(&T) -> Vec<T>,
    /// Returns `true` if two things have the same value of it.
    pub same: fn(&T, &T) -> bool,
}

/// Returns the text in bytes with zeros behind it. It is one function for texts of all lengths.
fn text_of(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

/// Writes a text of at least some bytes into zeros.
fn put_text(label: Label, value: &str, least: usize, bytes: &mut [u8]) -> Result<()> {
    let text = value.trim();
    if !(least..=bytes.len()).contains(&text.len()) {
        return Err(Error::Length { what: label.of, bytes: text.len(), max: bytes.len() });
    }
    if text.chars().any(char::is_control) {
        return Err(Error::unknown(label.name, text, "a text without control characters"));
    }
    bytes[..text.len()].copy_from_slice(text.as_bytes());
    Ok(())
}

/// A text of `LEAST` to `MOST` bytes of UTF-8 without control characters, and zeros behind it.
pub struct Text<const LEAST: usize, const MOST: usize>;

impl<const LEAST: usize, const MOST: usize> Codec for Text<LEAST, MOST> {
    type Value = String;
    type Bytes = [u8; MOST];

    fn decode(bytes: &[u8; MOST]) -> String {
        text_of(bytes)
    }

    fn encode(label: Label, value: &String) -> Result<[u8; MOST]> {
        let mut bytes = [0; MOST];
        put_text(label, value, LEAST, &mut bytes)?;
        Ok(bytes)
    }

    fn told(bytes: &[u8; MOST]) -> Message {
        Message::new("“{name}”").with(text_of(bytes))
    }

    fn unusual() -> Vec<String> {
        let full = "Ж".repeat(MOST / 2);
        let mut all: Vec<String> = ["\"é\" <b>&\\ 猫", "0", full.as_str()].map(String::from).into();
        all.extend((LEAST == 0).then(String::new));
        all
    }
}

/// A byte that is 0 or 1.
pub(super) struct Flag;

impl Codec for Flag {
    type Value = bool;
    type Bytes = u8;

    fn decode(byte: &u8) -> bool {
        *byte != 0
    }

    fn encode(_label: Label, value: &bool) -> Result<u8> {
        Ok((*value).into())
    }

    fn told(byte: &u8) -> Message {
        if *byte == 0 { "off".into() } else { "on".into() }
    }

    fn unusual() -> Vec<bool> {
        vec![false, true]
    }
}

/// A byte of any value.
pub(super) struct Byte;

impl Codec for Byte {
    type Value = u8;
    type Bytes = u8;

    fn decode(byte: &u8) -> u8 {
        *byte
    }

    fn encode(_label: Label, value: &u8) -> Result<u8> {
        Ok(*value)
    }

    fn told(byte: &u8) -> Message {
        Message::new("{n}").with(u32::from(*byte))
    }

    fn unusual() -> Vec<u8> {
        vec![0, 1, 127, 254]
    }
}

/// A byte of any value, stored as what it lacks to 255: room of older records is the full value.
pub(super) struct Share;

impl Codec for Share {
    type Value = u8;
    type Bytes = u8;

    fn decode(byte: &u8) -> u8 {
        255 - *byte
    }

    fn encode(_label: Label, value: &u8) -> Result<u8> {
        Ok(255 - *value)
    }

    fn told(byte: &u8) -> Message {
        Byte::told(&Self::decode(byte))
    }

    fn unusual() -> Vec<u8> {
        vec![0, 1, 127, 254]
    }
}

/// The place of one of the values that have names.
pub(super) struct Choice<T>(PhantomData<T>);

impl<T: Named + Default> Codec for Choice<T> {
    type Value = T;
    type Bytes = u8;

    fn decode(byte: &u8) -> T {
        T::from_byte(*byte)
    }

    fn encode(_label: Label, value: &T) -> Result<u8> {
        Ok(value.byte())
    }

    fn told(byte: &u8) -> Message {
        let value = Self::decode(byte);
        T::NAMES.iter().find(|(named, ..)| *named == value).map_or("", |(_, _, label)| label).into()
    }

    fn unusual() -> Vec<T> {
        T::NAMES.iter().map(|(value, ..)| *value).collect()
    }
}

/// A number of 64 bits, of any value.
pub(super) struct Number;

impl Codec for Number {
    type Value = u64;
    type Bytes = u64;

    fn decode(number: &u64) -> u64 {
        *number
    }

    fn encode(_label: Label, value: &u64) -> Result<u64> {
        Ok(*value)
    }

    fn told(number: &u64) -> Message {
        Message::new("{n}").with(number.to_string())
    }

    fn unusual() -> Vec<u64> {
        vec![0, 1, u64::MAX]
    }
}

/// Bytes of any values.
pub(super) struct Blob<const SIZE: usize>;

impl<const SIZE: usize> Codec for Blob<SIZE> {
    type Value = [u8; SIZE];
    type Bytes = [u8; SIZE];

    fn decode(bytes: &[u8; SIZE]) -> [u8; SIZE] {
        *bytes
    }

    fn encode(_label: Label, value: &[u8; SIZE]) -> Result<[u8; SIZE]> {
        Ok(*value)
    }

    fn told(_bytes: &[u8; SIZE]) -> Message {
        Message::new("{n}").with(SIZE as u32)
    }

    fn unusual() -> Vec<[u8; SIZE]> {
        vec![[0; SIZE], [255; SIZE]]
    }
}

/// A number of 16 bits, of any value, at any address; the tests try some up to `TRIED`.
pub(super) struct Short<const TRIED: u16 = { u16::MAX }>;

/// The id of a record, 0 for none. Whether there is such a record is for `validate` to check.
pub(super) type Id = Short<2>;

impl<const TRIED: u16> Codec for Short<TRIED> {
    type Value = u16;
    type Bytes = [u8; 2];

    fn decode(bytes: &[u8; 2]) -> u16 {
        u16::from_le_bytes(*bytes)
    }

    fn encode(_label: Label, value: &u16) -> Result<[u8; 2]> {
        Ok(value.to_le_bytes())
    }

    fn told(bytes: &[u8; 2]) -> Message {
        Message::new("{n}").with(u32::from(Self::decode(bytes)))
    }

    fn unusual() -> Vec<u16> {
        let mut tried = vec![0, 1, 2, TRIED.min(3), TRIED];
        tried.dedup();
        tried
    }
}

/// A number of 16 bits with a sign, of any value, at any address.
pub(super) struct Signed;

impl Codec for Signed {
    type Value = i16;
    type Bytes = [u8; 2];

    fn decode(bytes: &[u8; 2]) -> i16 {
        i16::from_le_bytes(*bytes)
    }

    fn encode(_label: Label, value: &i16) -> Result<[u8; 2]> {
        Ok(value.to_le_bytes())
    }

    fn told(bytes: &[u8; 2]) -> Message {
        Message::new("{n}").with(Self::decode(bytes).to_string())
    }

    fn unusual() -> Vec<i16> {
        vec![0, 1, -1, 7, i16::MIN, i16::MAX]
    }
}

/// A whole number of a range.
pub(super) struct Whole<const LEAST: u32, const MOST: u32>;

impl<const LEAST: u32, const MOST: u32> Codec for Whole<LEAST, MOST> {
    type Value = u32;
    type Bytes = u32;

    fn decode(number: &u32) -> u32 {
        *number
    }

    fn encode(label: Label, value: &u32) -> Result<u32> {
        in_range(label.of, (*value).into(), LEAST.into(), MOST.into())?;
        Ok(*value)
    }

    fn told(number: &u32) -> Message {
        Message::new("{n}").with(*number)
    }

    fn unusual() -> Vec<u32> {
        vec![LEAST, LEAST + 1, LEAST + 2, LEAST + 16, MOST]
    }
}

/// The type that a property has in what is seen of a record: its bytes if it shows, and else nothing.
macro_rules! seen {
    ($bytes:ty, shows) => {
        $bytes
    };
    ($bytes:ty,) => {
        ()
    };
}
pub(super) use seen;

/// Returns what is seen of a property's bytes.
macro_rules! see {
    ($bytes:expr, shows) => {
        $bytes
    };
    ($bytes:expr,) => {
        ()
    };
}
pub(super) use see;

/// Defines a record and its public type by one list of properties.
macro_rules! properties {
    (
        $(#[$doc:meta])*
        $kind:literal $public:ident, kept in $size:literal bytes:
        $($(#[$field_doc:meta])* $field:ident: $type:ty as $codec:ty $(=> $shows:ident)?,)+
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct $public {
            $($(#[$field_doc])* pub $field: $type,)+
        }

        /// The record of it. Each property has bytes of its own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, bytemuck::Pod, bytemuck::Zeroable)]
        #[repr(C)]
        pub(super) struct Record {
            $(pub(super) $field: <$codec as $crate::document::drawing::property::Codec>::Bytes,)+
            /// Room for properties to come.
            room: [u8; $size $(- size_of::<<$codec as $crate::document::drawing::property::Codec>::Bytes>())+],
        }

        /// What is seen of a record: the bytes of the properties that show.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub(in crate::document) struct Seen {
            $(pub(super) $field: $crate::document::drawing::property::seen!(
                <$codec as $crate::document::drawing::property::Codec>::Bytes, $($shows)?
            ),)+
        }

        impl $public {
            /// Returns a row for each property.
            #[doc(hidden)]
            pub fn rows() -> Vec<$crate::document::drawing::property::Row<$public>> {
                use $crate::document::drawing::property::{Codec, Row};
                vec![$(Row {
                    name: stringify!($field),
                    disturb: |usual| {
                        let others = <$codec>::unusual().into_iter().filter(|value| *value != usual.$field);
                        let with = |value| {
                            let mut other = usual.clone();
                            other.$field = value;
                            other
                        };
                        others.map(with).collect()
                    },
                    same: |one, other| one.$field == other.$field,
                },)+]
            }
        }

        impl Record {
            /// The fields: their names, where they begin in the record, and how many bytes they have.
            pub(super) const FIELDS: &[(&str, usize, usize)] = &[$((
                stringify!($field),
                std::mem::offset_of!(Record, $field),
                size_of::<<$codec as $crate::document::drawing::property::Codec>::Bytes>(),
            )),+];

            /// Returns the properties.
            pub(super) fn decode(&self) -> $public {
                use $crate::document::drawing::property::Codec;
                $public { $($field: <$codec>::decode(&self.$field),)+ }
            }

            /// Returns what is seen of the record.
            pub(super) fn seen(&self) -> Seen {
                Seen { $($field: $crate::document::drawing::property::see!(self.$field, $($shows)?),)+ }
            }

            /// Returns the record of some properties.
            ///
            /// # Errors
            /// Returns what is wrong with the first property that may not have its value.
            pub(super) fn encode(value: &$public) -> $crate::error::Result<Record> {
                use $crate::document::drawing::property::{Codec, Label};
                Ok(Record {
                    $($field: <$codec>::encode(
                        Label {
                            name: stringify!($field),
                            of: concat!($kind, "'s ", stringify!($field)),
                        },
                        &value.$field,
                    )?,)+
                    room: bytemuck::Zeroable::zeroed(),
                })
            }

            /// Writes the fields of the record at an address that differ from a new one.
            pub(super) fn change(
                door: &mut impl $crate::document::drawing::door::Door,
                at: u64,
                new: &Record,
            ) -> $crate::error::Result<()> {
                use $crate::document::drawing::records::{put, view};
                let old: Record = *view(door.arena(), at);
                $(if old.$field != new.$field {
                    put(door, at + std::mem::offset_of!(Record, $field) as u64, new.$field)?;
                })+
                Ok(())
            }

            /// Returns the value of a field in words, or `None` if there is no such field.
            pub(super) fn told(&self, field: &str) -> Option<$crate::error::Message> {
                use $crate::document::drawing::property::Codec;
                $(if field == stringify!($field) {
                    return Some(<$codec>::told(&self.$field));
                })+
                None
            }

            /// Returns the name of the first field with bytes that no value has.
            pub(super) fn broken(&self) -> Option<&'static str> {
                use $crate::document::drawing::property::{Codec, Label};
                let label = Label { name: "", of: "" };
                $(if <$codec>::encode(label, &<$codec>::decode(&self.$field)).ok() != Some(self.$field) {
                    return Some(stringify!($field));
                })+
                self.room.iter().any(|byte| *byte != 0).then_some("room")
            }
        }
    };
}
pub(super) use properties;
