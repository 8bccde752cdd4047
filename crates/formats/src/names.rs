//! Blend modes and directions under the numbers and words of other programs.
//!
//! Problem: a format has a number or a word for each blend mode, and some for modes that a drawing does not know. Were these
//! taken from the order of [`Blend`], a mode that is added there would be written as whatever else has its number. Idea: each
//! format has a table of its own, by the mode. A mode that is in no row of it is lost, and its writer says so.
//!
//! ```
//! use undoodle_formats::color::Blend;
//! use undoodle_formats::names::Names;
//! const MODES: Names<Blend, u16> = Names(&[(Blend::Normal, 0), (Blend::Multiply, 1)]);
//! assert_eq!((MODES.name(Blend::Multiply), MODES.value(7)), (Some(1), None));
//! ```

use super::parts::counted;
use crate::color::Blend;
use crate::document::{Door, Drawing, TagDirection};
use crate::error::{Message, Result};

/// A format's names of values. Where a value has several, the first is written.
#[derive(Clone, Copy, Debug)]
pub struct Names<V: 'static, N: 'static>(pub &'static [(V, N)]);

impl<V: Copy + PartialEq, N: Copy> Names<V, N> {
    /// Returns the name of a value, or `None` if it has none.
    pub fn name(&self, value: V) -> Option<N> {
        self.0.iter().find(|(known, _)| *known == value).map(|(_, name)| *name)
    }

    /// Returns the value with a name, or `None` if it is unknown.
    pub fn value<Q>(&self, name: Q) -> Option<V>
    where
        N: PartialEq<Q>,
    {
        self.0.iter().find(|(_, known)| *known == name).map(|(value, _)| *value)
    }
}

/// Returns the phrase on layers whose blend modes have no names, if there are some: they are written as normal.
///
/// # Errors
/// Returns [`Error::Range`](crate::Error::Range) for a layer that does not exist: none of those asked for.
pub(super) fn modes_lost<N: Copy>(
    names: &Names<Blend, N>,
    drawing: &Drawing<impl Door>,
) -> Result<Option<Message>> {
    let mut lost = 0;
    for layer in 0..drawing.layers() {
        lost += u32::from(names.name(drawing.layer(layer)?.blend).is_none());
    }
    for id in drawing.groups() {
        lost += u32::from(names.name(drawing.group(*id)?.blend).is_none());
    }
    Ok(counted(
        lost,
        "the blend mode of {n} layer, which becomes Normal \
         | the blend mode of {n} layers, which becomes Normal",
    ))
}

/// Returns the phrase on tags whose directions have no names, if there are some: they are written as forward.
pub(super) fn directions_lost<N: Copy>(
    names: &Names<TagDirection, N>,
    drawing: &Drawing<impl Door>,
) -> Option<Message> {
    let lost = drawing.tags().iter().filter(|tag| names.name(tag.direction).is_none()).count();
    counted(
        lost as u32,
        "the direction of {n} tag, which becomes Forward \
         | the direction of {n} tags, which becomes Forward",
    )
}
