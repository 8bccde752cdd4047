//! `stack.xml`: the list of layers, in.
//!
//! The parser knows only the five entities that XML has itself, so a file can't define texts that expand
//! to gigabytes; one that uses others is refused. Elements are nested at most as deep as a program would nest groups.

use super::{damaged, modes};
use crate::budget::named;
use crate::color::Blend;
use crate::document::{MAX_GROUPS, MAX_LAYERS, MAX_NAME, MAX_SIDE};
use crate::error::{Result, in_range};
use crate::unknown::Unknown;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use std::collections::BTreeMap;

/// Maximum depth of elements within elements.
const MAX_DEPTH: usize = MAX_GROUPS as usize + 4;

/// What the list says of a layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Name of its picture in the archive.
    pub src: String,
    pub name: Option<String>,
    /// Place of the picture's left upper corner on the canvas.
    pub at: (i64, i64),
    pub opacity: f64,
    pub blend: Blend,
    pub visible: bool,
    pub locked: bool,
    pub alpha_locked: bool,
    /// Position of its group in the list of groups.
    pub group: Option<usize>,
}

/// What the list says of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    pub name: Option<String>,
    pub opacity: f64,
    pub blend: Blend,
    pub visible: bool,
    pub locked: bool,
    /// Whether its layers are blended with each other alone.
    pub isolated: bool,
    /// Position of the group around it, which comes before it.
    pub parent: Option<usize>,
}

/// The list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stack {
    pub size: (u32, u32),
    /// The layers, from the top down.
    pub layers: Vec<Layer>,
    pub groups: Vec<Group>,
    /// Number of layers and groups with a blend mode that is unknown here.
    pub unknown: u32,
    /// Number of elements that are neither layers nor groups.
    pub others: u32,
    /// Number of names that were changed to fit.
    pub renamed: u32,
    /// Names of attributes that are unknown here.
    pub strange: Unknown,
}

/// Attributes that are read, or say how a program shows the file: none of a drawing's.
const KNOWN: [&str; 16] = [
    "name",
    "src",
    "x",
    "y",
    "w",
    "h",
    "opacity",
    "visibility",
    "composite-op",
    "edit-locked",
    "alpha-preserve",
    "isolation",
    "version",
    "xres",
    "yres",
    "selected",
];

/// An element that is open.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Whether layers may be in it.
    stack: bool,
    at: (i64, i64),
    group: Option<usize>,
}

const OUTSIDE: Open = Open { stack: false, at: (0, 0), group: None };

/// Attributes of an element by their names.
struct Attributes(BTreeMap<String, String>);

impl Attributes {
    fn of(element: &BytesStart<'_>) -> Result<Attributes> {
        let broken = || damaged("its list of layers can't be read");
        let mut found = BTreeMap::new();
        // Checking that names differ takes the square of their number.
        for attribute in element.attributes().with_checks(false) {
            let attribute = attribute.map_err(|_| broken())?;
            let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|_| broken())?;
            let name = attribute.key.local_name().as_ref().to_owned();
            found.insert(name, value.into_owned());
        }
        Ok(Attributes(found))
    }

    fn text(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str).trim()
    }

    fn number(&self, name: &str) -> Option<f64> {
        self.text(name).parse().ok().filter(|number: &f64| number.is_finite())
    }

    fn flag(&self, name: &str) -> bool {
        matches!(self.text(name), "true" | "1")
    }

    fn place(&self) -> (i64, i64) {
        let side = |name| self.number(name).unwrap_or(0.0).round().clamp(-1e9, 1e9) as i64;
        (side("x"), side("y"))
    }

    fn opacity(&self) -> f64 {
        self.number("opacity").unwrap_or(1.0).clamp(0.0, 1.0)
    }

    fn visible(&self) -> bool {
        self.text("visibility") != "hidden"
    }

    fn name(&self, changed: &mut u32) -> Option<String> {
        named(self.0.get("name").map_or("", String::as_str), MAX_NAME, changed)
    }

    /// Returns the blend mode, or `None` if it is unknown.
    fn blend(&self) -> Option<Blend> {
        match self.text("composite-op") {
            "" => Some(Blend::Normal),
            name => modes::blend(name),
        }
    }
}

impl Stack {
    /// Reads a list.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`](crate::Error::Damaged), and [`Error::Range`](crate::Error::Range) for sizes and numbers
    /// that no drawing has.
    pub fn parse(bytes: &[u8]) -> Result<Stack> {
        let broken = || damaged("its list of layers can't be read");
        let text = std::str::from_utf8(bytes).map_err(|_| broken())?;
        let mut reader = Reader::from_str(text);
        let (mut stack, mut open) = (Stack::default(), vec![OUTSIDE]);
        loop {
            let within = open.last().copied().unwrap_or(OUTSIDE);
            match reader.read_event().map_err(|_| broken())? {
                Event::Start(element) => {
                    if open.len() > MAX_DEPTH {
                        return Err(damaged("its groups are nested too deeply"));
                    }
                    open.push(stack.element(&element, within, open.len())?);
                }
                Event::Empty(element) => {
                    stack.element(&element, within, open.len())?;
                }
                Event::End(_) => {
                    open.pop();
                }
                Event::Eof => break,
                _ => {}
            }
        }
        if open.len() != 1 || stack.size == (0, 0) {
            return Err(broken());
        }
        Ok(stack)
    }

    /// Takes in an element within another one, and returns what it is to those in it.
    fn element(&mut self, element: &BytesStart<'_>, within: Open, depth: usize) -> Result<Open> {
        let attributes = Attributes::of(element)?;
        attributes
            .0
            .keys()
            .filter(|name| !KNOWN.contains(&name.as_str()))
            .for_each(|name| self.strange.add(name));
        match (depth, element.local_name().as_ref()) {
            (1, "image") => {
                let side = |name| attributes.text(name).parse().unwrap_or(0);
                self.size = (side("w"), side("h"));
                in_range("width", self.size.0.into(), 1, MAX_SIDE.into())?;
                in_range("height", self.size.1.into(), 1, MAX_SIDE.into())?;
                Ok(OUTSIDE)
            }
            (2, "stack") => Ok(Open { stack: true, ..OUTSIDE }),
            (_, "stack") if within.stack => self.group(&attributes, within),
            (_, "layer") if within.stack => {
                self.layer(&attributes, within)?;
                Ok(OUTSIDE)
            }
            _ => {
                // A filter or a text within the stack would be seen.
                self.others += u32::from(within.stack);
                Ok(OUTSIDE)
            }
        }
    }

    fn group(&mut self, attributes: &Attributes, within: Open) -> Result<Open> {
        let (x, y) = attributes.place();
        let at = (within.at.0.saturating_add(x), within.at.1.saturating_add(y));
        let blend = attributes.blend();
        self.unknown += u32::from(blend.is_none());
        in_range("number of groups", self.groups.len() as i64 + 1, 1, 4 * i64::from(MAX_LAYERS))?;
        self.groups.push(Group {
            name: attributes.name(&mut self.renamed),
            opacity: attributes.opacity(),
            blend: blend.unwrap_or_default(),
            visible: attributes.visible(),
            locked: attributes.flag("edit-locked"),
            isolated: attributes.text("isolation") == "isolate",
            parent: within.group,
        });
        Ok(Open { at, group: Some(self.groups.len() - 1), ..within })
    }

    fn layer(&mut self, attributes: &Attributes, within: Open) -> Result<()> {
        in_range("number of layers", self.layers.len() as i64 + 1, 1, MAX_LAYERS.into())?;
        let (x, y) = attributes.place();
        let blend = attributes.blend();
        self.unknown += u32::from(blend.is_none());
        self.layers.push(Layer {
            src: attributes.text("src").to_owned(),
            name: attributes.name(&mut self.renamed),
            at: (within.at.0.saturating_add(x), within.at.1.saturating_add(y)),
            opacity: attributes.opacity(),
            blend: blend.unwrap_or_default(),
            visible: attributes.visible(),
            locked: attributes.flag("edit-locked"),
            alpha_locked: attributes.flag("alpha-preserve"),
            group: within.group,
        });
        Ok(())
    }
}
