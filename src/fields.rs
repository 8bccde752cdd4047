//! Fields: what the page is shown, told once.
//!
//! Problem: a field that panels draw was written down as a type for scripts, as a value for them, and where it is found out whether
//! it has changed. A field that was missing in the last was never fetched again, and nobody could tell. Idea: one list of fields, each
//! with its type and where its value comes from, and [`fields!`](crate::fields!) makes all of it: a struct, a [`Row`] for each field, and from the
//! rows the [TypeScript](typescript), the difference ([`changed`]) and the message ([`message`]).
//!
//! Fields are sorted into kinds, so that a panel can say what it shows. A field in brackets has a word more: `[moves]` may change
//! with a move of the pointer alone, or with a frame of an animation that plays, and `[quiet]` is compared and not sent, as the page has another way to ask for it.
//!
//! The invariant: what is sent is what was compared, and its type is that of the Rust value.
//!
//! ```
//! use undoodle::fields::{changed, message, seen};
//! pub struct Lamp { lit: bool }
//! undoodle::fields! {
//!     /// What a lamp's panel shows.
//!     Panel of Lamp:
//!     "light" {
//!         /// Whether it shines.
//!         is_lit: bool = |lamp| lamp.lit;
//!     }
//! }
//! let [off, on] = [false, true].map(|lit| seen::<Panel>(&Lamp { lit }));
//! assert_eq!(changed::<Panel>(&off, &on), ["light"]);
//! assert_eq!(message::<Panel>(&on, &["light"]).to_string(), "{isLit: true}");
//! assert!(Panel::of(&Lamp { lit: true }).is_lit);
//! assert!(Panel::TYPESCRIPT.ends_with("export type Panel = {\n  /** Whether it shines. */\n  isLit: boolean,\n};\n"));
//! ```

use crate::color::Color;
use crate::error::Message;
use crate::geometry::{Point, Rect};
use crate::value::Value;
use std::fmt;

/// A value for the page, of plain parts.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// No value: `null`.
    Nothing,
    /// True or false.
    Flag(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// What people read: a code and its values.
    Said(Message),
    /// A list.
    List(Vec<Data>),
    /// Names and values.
    Object(Vec<(&'static str, Data)>),
}

impl fmt::Display for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let comma = |at: usize| if at > 0 { ", " } else { "" };
        match self {
            Data::Nothing => f.write_str("null"),
            Data::Flag(flag) => write!(f, "{flag}"),
            Data::Number(number) => write!(f, "{number}"),
            Data::Text(text) => write!(f, "{text:?}"),
            Data::Said(message) => write!(f, "{:?}", message.to_string()),
            Data::List(items) => {
                f.write_str("[")?;
                for (at, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", comma(at))?;
                }
                f.write_str("]")
            }
            Data::Object(properties) => {
                f.write_str("{")?;
                for (at, (name, value)) in properties.iter().enumerate() {
                    write!(f, "{}{name}: {value}", comma(at))?;
                }
                f.write_str("}")
            }
        }
    }
}

/// A type in TypeScript.
#[derive(Clone, Copy, Debug)]
pub enum Type {
    /// A type by its name.
    Named(&'static str),
    /// Another type, or `null`.
    Maybe(&'static Type),
    /// A list of another type.
    List(&'static Type),
}

/// A Rust type whose values the page is shown.
pub trait Shown {
    /// Its type in TypeScript.
    const TYPE: Type;

    /// Returns the value for the page.
    fn data(&self) -> Data;
}

/// Implements [`Shown`] for types by their TypeScript and the function that makes their values.
macro_rules! shown {
    ($($type:ty: $name:literal, $data:expr;)+) => {
        $(impl Shown for $type {
            const TYPE: Type = Type::Named($name);

            fn data(&self) -> Data {
                let data: fn(&$type) -> Data = $data;
                data(self)
            }
        })+
    };
}

shown! {
    bool: "boolean", |flag| Data::Flag(*flag);
    u8: "number", |number| Data::Number((*number).into());
    u16: "number", |number| Data::Number((*number).into());
    i16: "number", |number| Data::Number((*number).into());
    u32: "number", |number| Data::Number((*number).into());
    u64: "number", |number| Data::Number(*number as f64);
    // Counts and sizes here stay far below 2⁵³.
    usize: "number", |number| Data::Number(*number as f64);
    String: "string", |text| Data::Text(text.clone());
    &'static str: "string", |text| Data::Text((*text).to_owned());
    Message: "Message", |message| Data::Said(message.clone());
    Color: "string", |color| Data::Text(color.to_string());
    Point: "Point", |at| Data::Object(vec![("x", Data::Number(at.x.into())), ("y", Data::Number(at.y.into()))]);
    Rect: "Rect", |rect| {
        let Rect { x, y, width, height } = *rect;
        let sides = [("x", x), ("y", y), ("width", width), ("height", height)];
        Data::Object(sides.map(|(name, side)| (name, Data::Number(side.into()))).into())
    };
    Arguments: "Arguments", |all| {
        let plain = |value: &Value| match value {
            Value::Number(number) => Data::Number(*number),
            Value::Text(text) => Data::Text(text.clone()),
            Value::Flag(flag) => Data::Flag(*flag),
        };
        Data::Object(all.0.iter().map(|(name, value)| (*name, plain(value))).collect())
    };
}

/// Names and values that commands and tools take.
#[derive(Clone, Debug, PartialEq)]
pub struct Arguments(pub Vec<(&'static str, Value)>);

impl<T: Shown> Shown for Option<T> {
    const TYPE: Type = Type::Maybe(&T::TYPE);

    fn data(&self) -> Data {
        self.as_ref().map_or(Data::Nothing, Shown::data)
    }
}

impl<T: Shown> Shown for Vec<T> {
    const TYPE: Type = Type::List(&T::TYPE);

    fn data(&self) -> Data {
        Data::List(self.iter().map(Shown::data).collect())
    }
}

/// Declaration of a field. Only the compiler asks for it, so that its texts are not downloaded.
pub struct Declared {
    /// Its name on the page; empty if it is not sent.
    pub name: &'static str,
    /// What it means, for who writes for the page.
    pub about: &'static [&'static str],
    /// Its type in TypeScript.
    pub of: Type,
}

/// A field of something that the page is shown.
pub struct Row<T: Listed> {
    /// The kind of things that the field belongs to.
    pub kind: &'static str,
    /// Its name on the page; empty if it is not sent.
    pub name: &'static str,
    /// Whether it may change with a move of the pointer alone.
    pub moves: bool,
    /// Returns the value for the page, as it is now in what is shown.
    pub data: fn(&T::Source) -> Data,
}

/// A list of fields.
pub trait Listed: Sized + 'static {
    /// What is shown.
    type Source;

    /// Rows of all fields, those that are not sent included.
    const ROWS: &'static [Row<Self>];
}

/// Returns the values of all fields as they are now, in the order of their rows.
pub fn seen<T: Listed>(source: &T::Source) -> Vec<Data> {
    T::ROWS.iter().map(|row| (row.data)(source)).collect()
}

/// Returns the kinds of which a field has changed, in the order of their rows: all of them if nothing was seen before.
pub fn changed<T: Listed>(before: &[Data], after: &[Data]) -> Vec<&'static str> {
    let mut kinds: Vec<&'static str> = Vec::new();
    for (at, row) in T::ROWS.iter().enumerate() {
        if !kinds.contains(&row.kind) && before.get(at) != after.get(at) {
            kinds.push(row.kind);
        }
    }
    kinds
}

/// Returns an object of what was seen of some kinds.
pub fn message<T: Listed>(seen: &[Data], kinds: &[&str]) -> Data {
    let rows = T::ROWS.iter().zip(seen).filter(|(row, _)| !row.name.is_empty() && kinds.contains(&row.kind));
    Data::Object(rows.map(|(row, data)| (row.name, data.clone())).collect())
}

/// Returns an object of all fields as they are now.
pub fn live<T: Listed>(source: &T::Source) -> Data {
    let rows = T::ROWS.iter().filter(|row| !row.name.is_empty());
    Data::Object(rows.map(|row| (row.name, (row.data)(source))).collect())
}

/// A text that is put together by the compiler. One of no bytes only counts them.
pub struct Letters<const N: usize> {
    /// The text as far as there is room.
    pub bytes: [u8; N],
    /// Its length.
    pub length: usize,
}

impl<const N: usize> Letters<N> {
    const fn put(&mut self, text: &str) {
        let (bytes, mut at) = (text.as_bytes(), 0);
        while at < bytes.len() {
            if self.length < N {
                self.bytes[self.length] = bytes[at];
            }
            self.length += 1;
            at += 1;
        }
    }

    const fn put_type(&mut self, of: &Type) {
        match of {
            Type::Named(name) => self.put(name),
            Type::Maybe(of) => {
                self.put_type(of);
                self.put(" | null");
            }
            Type::List(of) => {
                let plain = matches!(of, Type::Named(_) | Type::List(_));
                self.put(if plain { "" } else { "(" });
                self.put_type(of);
                self.put(if plain { "[]" } else { ")[]" });
            }
        }
    }

    const fn put_about(&mut self, lead: &str, about: &[&str]) {
        self.put(lead);
        self.put("/**");
        let mut line = 0;
        while line < about.len() {
            self.put(about[line]);
            line += 1;
        }
        self.put(" */\n");
    }
}

/// Writes the TypeScript of a list of fields: a type with a name.
pub const fn typescript<const N: usize>(name: &str, about: &[&str], fields: &[Declared]) -> Letters<N> {
    let mut letters = Letters { bytes: [0; N], length: 0 };
    letters.put_about("", about);
    letters.put("export type ");
    letters.put(name);
    letters.put(" = {\n");
    let mut at = 0;
    while at < fields.len() {
        let field = &fields[at];
        at += 1;
        if field.name.is_empty() {
            continue;
        }
        letters.put_about("  ", field.about);
        letters.put("  ");
        letters.put(field.name);
        letters.put(": ");
        letters.put_type(&field.of);
        letters.put(",\n");
    }
    letters.put("};\n");
    letters
}

/// Writes texts one after the other.
pub const fn joined<const N: usize>(texts: &[&str]) -> Letters<N> {
    let (mut letters, mut at) = (Letters { bytes: [0; N], length: 0 }, 0);
    while at < texts.len() {
        letters.put(texts[at]);
        at += 1;
    }
    letters
}

/// Writes a name of Rust as the page writes it: `is_lit` as `isLit`.
pub const fn camel<const N: usize>(name: &str) -> Letters<N> {
    let mut letters = Letters { bytes: [0; N], length: 0 };
    let (bytes, mut at, mut raised) = (name.as_bytes(), 0, false);
    while at < bytes.len() {
        if bytes[at] == b'_' {
            raised = true;
        } else {
            if letters.length < N {
                letters.bytes[letters.length] =
                    if raised { bytes[at].to_ascii_uppercase() } else { bytes[at] };
            }
            letters.length += 1;
            raised = false;
        }
        at += 1;
    }
    letters
}

/// Returns what was put together as a text.
pub const fn text(bytes: &'static [u8]) -> &'static str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => "",
    }
}

/// Defines what the page is shown of something by one list of fields, or a plain struct that fields consist of.
#[macro_export]
macro_rules! fields {
    (@name $field:ident) => {{
        const LENGTH: usize = $crate::fields::camel::<0>(stringify!($field)).length;
        const BYTES: [u8; LENGTH] = $crate::fields::camel(stringify!($field)).bytes;
        $crate::fields::text(&BYTES)
    }};
    (@declared quiet, $about:expr, $field:ident: $type:ty) => {
        $crate::fields::Declared { name: "", about: &[], of: $crate::fields::Type::Named("null") }
    };
    (@declared $(moves)?, $about:expr, $field:ident: $type:ty) => {
        $crate::fields::Declared {
            name: $crate::fields!(@name $field),
            about: $about,
            of: <$type as $crate::fields::Shown>::TYPE,
        }
    };
    (@typescript $name:ident, $about:expr, $fields:expr) => {{
        const ABOUT: &[&str] = $about;
        const FIELDS: &[$crate::fields::Declared] = $fields;
        const LENGTH: usize = $crate::fields::typescript::<0>(stringify!($name), ABOUT, FIELDS).length;
        const BYTES: [u8; LENGTH] = $crate::fields::typescript(stringify!($name), ABOUT, FIELDS).bytes;
        $crate::fields::text(&BYTES)
    }};
    (@sent quiet, $field:ident) => {
        ""
    };
    (@sent $(moves)?, $field:ident) => {
        $crate::fields!(@name $field)
    };
    (@moves moves) => {
        true
    };
    (@moves $(quiet)?) => {
        false
    };
    (
        $(#[doc = $doc:literal])+
        $name:ident of $source:ty:
        $($kind:literal {
            $($(#[doc = $about:literal])+ $([$word:ident])? $field:ident: $type:ty = $value:expr;)+
        })+
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $($($(#[doc = $about])+ pub $field: $type,)+)+
        }

        impl $name {
            /// Returns the fields of something as it is now.
            pub fn of(source: &$source) -> $name {
                $($(let $field: fn(&$source) -> $type = $value;)+)+
                $name { $($($field: $field(source),)+)+ }
            }

            /// Its declaration in TypeScript.
            pub const TYPESCRIPT: &'static str = $crate::fields!(
                @typescript $name,
                &[$($doc),+],
                &[$($($crate::fields!(@declared $($word)?, &[$($about),+], $field: $type),)+)+]
            );
        }

        impl $crate::fields::Listed for $name {
            type Source = $source;

            const ROWS: &'static [$crate::fields::Row<$name>] = &[$($($crate::fields::Row {
                kind: $kind,
                name: $crate::fields!(@sent $($word)?, $field),
                moves: $crate::fields!(@moves $($word)?),
                data: |source| {
                    let field: fn(&$source) -> $type = $value;
                    $crate::fields::Shown::data(&field(source))
                },
            },)+)+];
        }
    };
    (
        $(#[doc = $doc:literal])+
        $name:ident { $($(#[doc = $about:literal])+ $field:ident: $type:ty,)+ }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $($(#[doc = $about])+ pub $field: $type,)+
        }

        impl $name {
            /// Its declaration in TypeScript.
            pub const TYPESCRIPT: &'static str = $crate::fields!(
                @typescript $name,
                &[$($doc),+],
                &[$($crate::fields!(@declared, &[$($about),+], $field: $type),)+]
            );
        }

        impl $crate::fields::Shown for $name {
            const TYPE: $crate::fields::Type = $crate::fields::Type::Named(stringify!($name));

            fn data(&self) -> $crate::fields::Data {
                $crate::fields::Data::Object(vec![
                    $(($crate::fields!(@name $field), $crate::fields::Shown::data(&self.$field)),)+
                ])
            }
        }
    };
}
