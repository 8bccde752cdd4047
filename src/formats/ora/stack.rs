//! `stack.xml`: the list of layers, in.
//!
//! The parser knows only the five entities that XML has itself, so a file can't define texts that expand
//! to gigabytes; one that uses others is refused. Elements are nested at most as deep as a program would nest groups.

use super::{damaged, modes};
use crate::color::Blend;
use crate::document::{MAX_LAYERS, MAX_NAME, MAX_SIDE};
use crate::error::{Result, in_range};
use crate::formats::budget::named;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use std::collections::BTreeMap;

/// Maximum depth of elements within elements.
const MAX_DEPTH: usize = 64;

/// What the list says of a layer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layer {
    /// Name of its picture in the archive.
    pub(super) src: String,
    pub(super) name: Option<String>,
    /// Place of the picture's left upper corner on the canvas.
    pub(super) at: (i64, i64),
    pub(super) opacity: f64,
    pub(super) blend: Blend,
    pub(super) visible: bool,
    pub(super) locked: bool,
    pub(super) alpha_locked: bool,
    /// Position of its outermost group in the list of groups.
    pub(super) group: Option<usize>,
}

/// What the list says of a group.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Group {
    pub(super) name: Option<String>,
    pub(super) visible: bool,
    pub(super) locked: bool,
}

/// The list.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Stack {
    pub(super) size: (u32, u32),
    /// The layers, from the top down.
    pub(super) layers: Vec<Layer>,
    pub(super) groups: Vec<Group>,
    /// Number of groups within groups.
    pub(super) nested: u32,
    /// Number of groups with an opacity or a blend mode of their own.
    pub(super) blended: u32,
    /// Number of layers with a blend mode that is unknown here.
    pub(super) unknown: u32,
    /// Number of elements that are neither layers nor groups.
    pub(super) others: u32,
}

/// An element that is open.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Whether layers may be in it.
    stack: bool,
    at: (i64, i64),
    opacity: f64,
    /// Whether what is in it is seen and may change, as far as groups within groups say.
    visible: bool,
    locked: bool,
    group: Option<usize>,
}

const OUTSIDE: Open =
    Open { stack: false, at: (0, 0), opacity: 1.0, visible: true, locked: false, group: None };

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

    fn name(&self) -> Option<String> {
        named(self.text("name"), MAX_NAME)
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
    pub(super) fn parse(bytes: &[u8]) -> Result<Stack> {
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
        let opacity = attributes.opacity();
        self.blended += u32::from(opacity < 1.0 || attributes.blend() != Some(Blend::Normal));
        let open = Open { at, opacity: within.opacity * opacity, ..within };
        if within.group.is_some() {
            self.nested += 1;
            let visible = within.visible && attributes.visible();
            return Ok(Open { visible, locked: within.locked || attributes.flag("edit-locked"), ..open });
        }
        in_range("number of groups", self.groups.len() as i64 + 1, 1, 4 * i64::from(MAX_LAYERS))?;
        self.groups.push(Group {
            name: attributes.name(),
            visible: attributes.visible(),
            locked: attributes.flag("edit-locked"),
        });
        Ok(Open { group: Some(self.groups.len() - 1), ..open })
    }

    fn layer(&mut self, attributes: &Attributes, within: Open) -> Result<()> {
        in_range("number of layers", self.layers.len() as i64 + 1, 1, MAX_LAYERS.into())?;
        let (x, y) = attributes.place();
        let blend = attributes.blend();
        self.unknown += u32::from(blend.is_none());
        self.layers.push(Layer {
            src: attributes.text("src").to_owned(),
            name: attributes.name(),
            at: (within.at.0.saturating_add(x), within.at.1.saturating_add(y)),
            opacity: attributes.opacity() * within.opacity,
            blend: blend.unwrap_or_default(),
            visible: attributes.visible() && within.visible,
            locked: attributes.flag("edit-locked") || within.locked,
            alpha_locked: attributes.flag("alpha-preserve"),
            group: within.group,
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(inner: &str) -> Result<Stack> {
        Stack::parse(
            format!("<?xml version='1.0' encoding='UTF-8'?><image w='5' h=\"4\">{inner}</image>").as_bytes(),
        )
    }

    #[test]
    fn layers_are_read_with_their_groups() {
        let stack = parse(
            "<stack name='root' x='9'><!-- a --><layer src='a' name='&lt;&#233;&amp;' x='-3' y='2.0' opacity='0.5' \
             visibility='hidden' composite-op='svg:plus' edit-locked='true' alpha-preserve='1'/>\
             <stack name='outer' opacity='0.5' visibility='hidden' y='1'><layer src='b' composite-op='svg:dst-in'>\
             </layer><stack visibility='hidden' edit-locked='true'><layer src='c' y='1'/></stack></stack>\
             <stack/><text x='1'/></stack><layer src='d'/>",
        )
        .unwrap();
        let plain = Layer {
            src: "b".into(),
            name: None,
            at: (0, 1),
            opacity: 0.5,
            blend: Blend::Normal,
            visible: true,
            locked: false,
            alpha_locked: false,
            group: Some(0),
        };
        let first = Layer {
            src: "a".into(),
            name: Some("<é&".into()),
            at: (-3, 2),
            blend: Blend::Addition,
            visible: false,
            locked: true,
            alpha_locked: true,
            group: None,
            ..plain.clone()
        };
        let inner = Layer { src: "c".into(), at: (0, 2), visible: false, locked: true, ..plain.clone() };
        assert_eq!(stack.layers, [first, plain, inner]);
        let group =
            |name: Option<&str>, visible| Group { name: name.map(str::to_owned), visible, locked: false };
        assert_eq!(stack.groups, [group(Some("outer"), false), group(None, true)]);
        assert_eq!((stack.size, stack.nested, stack.blended), ((5, 4), 1, 1));
        assert_eq!((stack.unknown, stack.others), (1, 1));
    }

    #[test]
    fn what_is_no_list_is_refused() {
        let said = |inner: &str| parse(inner).unwrap_err().to_string();
        let broken = "this OpenRaster file is damaged: its list of layers can't be read";
        for wrong in
            ["<stack>", "</image>", "<stack a=1/>", "<stack><layer name='&bomb;'/></stack>", "<stack a='"]
        {
            assert_eq!(said(wrong), broken, "{wrong}");
        }
        assert_eq!(Stack::parse(b"").unwrap_err().to_string(), broken);
        assert_eq!(Stack::parse(b"<image w='1' h='1'>\xff</image>").unwrap_err().to_string(), broken);
        let deep = format!("{}{}", "<stack>".repeat(1000), "</stack>".repeat(1000));
        assert_eq!(said(&deep), "this OpenRaster file is damaged: its groups are nested too deeply");
        let many = format!("<stack>{}</stack>", "<layer/>".repeat(257));
        assert_eq!(said(&many), "number of layers 257: expected 1..=256");
        let size = Stack::parse(b"<image w='32769' h='1'/>").unwrap_err().to_string();
        assert_eq!(size, "width 32769: expected 1..=32768");
        let bomb = "<!DOCTYPE image [<!ENTITY bomb \"aaaa\">]><image w='1' h='1' name='&bomb;'/>";
        assert_eq!(Stack::parse(bomb.as_bytes()).unwrap_err().to_string(), broken);
    }
}
