//! What can be chosen for an export: frames, scale, background, and what single formats heed.
//!
//! A format lists the options that its writer heeds; the export form, scripts and the docs are made from
//! these lists and this table. Whoever writes a file gets an [`Export`], whose values were checked.
//!
//! ```
//! use undoodle_formats::{Export, Frames};
//! use undoodle_formats::value::Value;
//! let mut export = Export::new(0);
//! export.set("scale", &Value::from(4))?;
//! export.set("frames", &Value::from("2-5"))?;
//! assert_eq!((export.scale, export.frames.clone()), (4, Frames::Range(1, 4)));
//! let said = export.set("scale", &Value::from(20)).unwrap_err().to_string();
//! assert_eq!(said, "scale must be from 1 to 16, not 20");
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::Format;
use super::patterns::checked;
use crate::color::Color;
use crate::error::{Error, Message, Result, one_of};
use crate::value::Value;

/// Maximum number of columns of a sheet's grid that can be asked for.
const MAX_COLUMNS: u32 = 1024;

/// Maximum of the scale.
pub(super) const MAX_SCALE: u32 = 16;

/// Which frames an export shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frames {
    /// All, from the first to the last.
    All,
    /// The one that is shown.
    Shown,
    /// From one to another, counted from 0.
    Range(u32, u32),
    /// Those of a tag by its name, in the tag's direction.
    Tag(String),
}

/// What was chosen for an export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// The drawing's name, for names of pictures and files.
    pub name: String,
    /// The frame that is shown in the editor, which formats of one picture write.
    pub shown: u32,
    /// The frames that formats of several pictures write.
    pub frames: Frames,
    /// Number of columns and rows of the file for each of the drawing.
    pub scale: u32,
    /// The colour behind all pixels.
    pub background: Color,
    /// How often an animation is played; 0 for without end.
    pub loops: u16,
    /// Whether pixels are numbers of the drawing's palette, where the format can have it so.
    pub indexed: bool,
    /// Whether colours that don't fit into a palette are dithered.
    pub dither: bool,
    /// How the pictures of a sheet are laid out.
    pub layout: Layout,
    /// Number of columns of a sheet's grid; 0 for about as many as rows.
    pub columns: u32,
    /// Whether a sheet's sides are powers of two.
    pub powers: bool,
    /// Number of transparent pixels around each picture of a sheet.
    pub padding: u32,
    /// Number of transparent pixels within the rectangle of each picture of a sheet, at each of its edges.
    pub inner: u32,
    /// How often the pixels at the edges of each picture of a sheet are repeated outside of it.
    pub extrude: u32,
    /// Whether transparent borders are cut off each picture of a sheet.
    pub trim: bool,
    /// Whether equal pictures lie on a sheet once.
    pub merge: bool,
    /// Whether pictures without a pixel are left out.
    pub nonempty: bool,
    /// What there is a picture of its own for, beside frames.
    pub split: Split,
    /// Pattern of the names of pictures; empty for the format's own.
    pub names: String,
    /// Pattern of the name of a sheet's two files.
    pub file: String,
    /// Whether a sheet's list of pictures is an array; by default it is an object by names.
    pub array: bool,
}

/// How the pictures of a sheet are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// In about as many rows as columns.
    Grid,
    /// All in one row.
    Row,
    /// All in one column.
    Column,
    /// Where there is room.
    Packed,
}

/// What there is a picture of its own for, beside frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// Nothing.
    Whole,
    /// Each layer.
    Layers,
    /// Each tag.
    Tags,
    /// Each slice, whose rectangle at a frame is the picture.
    Slices,
}

/// What an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number within a range.
    Whole(u32, u32),
    /// True or false.
    Flag,
    /// One of some ids, which people know by labels.
    Choice(&'static [(&'static str, &'static str)]),
    /// A colour as text.
    Color,
    /// A pattern of names; the text is the one that is used by default.
    Pattern(&'static str),
    /// `all`, `shown`, two numbers such as `2-5` counted from 1, or a tag's name behind `tag:`.
    Frames,
}

/// An option of an export.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Name for scripts.
    pub id: &'static str,
    /// Name for people.
    pub label: &'static str,
    /// What it does, for people who don't know the name; empty if the name says it.
    pub hint: &'static str,
    /// What it takes.
    pub kind: Kind,
}

const fn choice(id: &'static str, label: &'static str, kind: Kind) -> Choice {
    Choice { id, label, hint: "", kind }
}

impl Choice {
    const fn hint(self, hint: &'static str) -> Choice {
        Choice { hint, ..self }
    }
}

const LAYOUTS: &[(&str, &str)] =
    &[("grid", "Grid"), ("row", "Row"), ("column", "Column"), ("packed", "Packed")];
const SPLITS: &[(&str, &str)] =
    &[("whole", "Frames only"), ("layers", "Layers"), ("tags", "Tags"), ("slices", "Slices")];
const LISTS: &[(&str, &str)] = &[("hash", "Hash"), ("array", "Array")];

/// All options.
pub static OPTIONS: &[Choice] = &[
    choice("frames", "Frames", Kind::Frames),
    choice("scale", "Scale", Kind::Whole(1, MAX_SCALE)),
    choice("background", "Background", Kind::Color),
    choice("loops", "Repeats (0: forever)", Kind::Whole(0, u16::MAX as u32))
        .hint("At 0 a tag with repeats of its own is played as often as it says"),
    choice("indexed", "Indexed, with the palette", Kind::Flag)
        .hint("Stores pixels as numbers of the palette, for programs that swap its colours"),
    choice("dither", "Dither", Kind::Flag)
        .hint("Mixes dots of two colours where the palette has none between them"),
    choice("layout", "Layout", Kind::Choice(LAYOUTS)),
    choice("columns", "Columns (0: automatic)", Kind::Whole(0, MAX_COLUMNS)),
    choice("powers", "Sides are powers of two", Kind::Flag)
        .hint("16, 32, 64 and so on, as some game engines need"),
    choice("padding", "Outer padding", Kind::Whole(0, 64))
        .hint("Empty pixels between frames, so that neighbours never show"),
    choice("inner", "Inner padding", Kind::Whole(0, 64))
        .hint("Empty pixels within a frame, around its picture"),
    choice("extrude", "Repeat edges", Kind::Whole(0, 16))
        .hint("Repeats edge pixels outside, so that tiles have no seams in a game (extrude)"),
    choice("trim", "Trim", Kind::Flag).hint("Cuts off empty borders; the JSON says where they were"),
    choice("merge", "Equal frames once", Kind::Flag)
        .hint("Frames that look the same share one place on the sheet"),
    choice("nonempty", "Leave out empty frames", Kind::Flag),
    choice("split", "Split by", Kind::Choice(SPLITS))
        .hint("Makes pictures of each layer, tag or slice by itself"),
    choice("names", "Frame names", Kind::Pattern(""))
        .hint("Placeholders in braces are filled in; 001 counts from 1, with three digits"),
    choice("file", "File names", Kind::Pattern("{name}")).hint("Placeholders in braces are filled in"),
    choice("list", "JSON", Kind::Choice(LISTS))
        .hint("Hash: frames by their names. Array: frames in their order"),
];

/// Returns the position of a text among the ids of a choice.
fn position(what: &'static str, ids: &[(&str, &str)], value: &Value) -> Result<usize> {
    let id = value.text(what)?;
    let found = ids.iter().position(|(known, _)| *known == id);
    found.ok_or_else(|| Error::unknown(what, id, one_of(ids.iter().map(|(id, _)| *id))))
}

/// Parses a text of [`Kind::Frames`].
fn frames(text: &str) -> Result<Frames> {
    let number =
        |text: &str| text.trim().parse().ok().filter(|number: &u32| *number > 0).map(|number| number - 1);
    let range = || {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        Some(Frames::Range(number(first)?, number(last)?))
    };
    match text {
        "all" => Ok(Frames::All),
        "shown" => Ok(Frames::Shown),
        _ => match text.strip_prefix("tag:") {
            Some(tag) => Ok(Frames::Tag(tag.into())),
            None => range().ok_or_else(|| {
                Error::unknown("frames", text, "all, shown, a range such as 2-5, or a tag such as tag:run")
            }),
        },
    }
}

impl Export {
    /// Creates the export of all frames as they are; `shown` is the frame that is shown in the editor.
    pub fn new(shown: u32) -> Export {
        Export {
            name: "untitled".into(),
            shown,
            frames: Frames::All,
            scale: 1,
            background: Color::TRANSPARENT,
            loops: 0,
            indexed: false,
            dither: false,
            layout: Layout::Grid,
            columns: 0,
            powers: false,
            padding: 0,
            inner: 0,
            extrude: 0,
            trim: false,
            merge: false,
            nonempty: false,
            split: Split::Whole,
            names: String::new(),
            file: "{name}".into(),
            array: false,
        }
    }

    /// Creates the export of a drawing as a file of a format, with options by their ids; `shown` is the frame that is shown.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] for an option that the format does not have, and what [`set`](Export::set) returns.
    ///
    /// ```
    /// use undoodle_formats::{Export, named};
    /// let said = Export::of(named("webp")?, 0, &[("frames".into(), "3".into())]).unwrap_err().to_string();
    /// assert_eq!(said, "option must be scale or background for WebP, not \"frames\"");
    /// # Ok::<(), undoodle_formats::Error>(())
    /// ```
    pub fn of(format: &Format, shown: u32, options: &[(String, Value)]) -> Result<Export> {
        let mut export = Export::new(shown);
        for (id, value) in options {
            if !format.options.contains(&id.as_str()) {
                let known = match format.options {
                    [] => "none".into(),
                    ids => one_of(ids.iter().copied()),
                };
                let expected = Message::new("{expected} for {label}").with(known).with_key(format.label);
                return Err(Error::unknown("option", id, expected));
            }
            export.set(id, value)?;
        }
        Ok(export)
    }

    /// Sets an option by its id.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] if there is no such option or its value is of another kind, and [`Error::Range`].
    pub fn set(&mut self, id: &str, value: &Value) -> Result<()> {
        let known = OPTIONS.iter().find(|option| option.id == id);
        let what =
            known.ok_or_else(|| Error::unknown("option", id, one_of(OPTIONS.iter().map(|one| one.id))))?;
        let whole = || match what.kind {
            Kind::Whole(min, max) => value.whole(what.id, min.into(), max.into()),
            _ => Ok(0),
        };
        match what.id {
            "frames" => self.frames = frames(value.text("frames")?)?,
            "scale" => self.scale = whole()? as u32,
            "background" => self.background = value.text("background")?.parse()?,
            "loops" => self.loops = whole()? as u16,
            "indexed" => self.indexed = value.flag("indexed")?,
            "dither" => self.dither = value.flag("dither")?,
            "layout" => {
                let layouts = [Layout::Grid, Layout::Row, Layout::Column, Layout::Packed];
                self.layout = layouts[position("layout", LAYOUTS, value)?];
            }
            "columns" => self.columns = whole()? as u32,
            "powers" => self.powers = value.flag("powers")?,
            "padding" => self.padding = whole()? as u32,
            "inner" => self.inner = whole()? as u32,
            "extrude" => self.extrude = whole()? as u32,
            "trim" => self.trim = value.flag("trim")?,
            "merge" => self.merge = value.flag("merge")?,
            "nonempty" => self.nonempty = value.flag("nonempty")?,
            "names" => self.names = checked("names", value.text("names")?)?,
            "file" => self.file = checked("file", value.text("file")?)?,
            "split" => {
                let splits = [Split::Whole, Split::Layers, Split::Tags, Split::Slices];
                self.split = splits[position("split", SPLITS, value)?];
            }
            _ => self.array = position("list", LISTS, value)? == 1,
        }
        Ok(())
    }
}
