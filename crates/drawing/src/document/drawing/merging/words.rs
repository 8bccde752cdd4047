//! Labels and texts of layers that become one: a layer's colour and note, and those of its cels.
//!
//! A layer has room for one of each. The lowest that has one gives it, as Aseprite keeps the user data of the layer that others are merged into, and
//! what others say beside that is told ([`Loss::Words`](super::Loss::Words)).

use super::super::door::Door;
use super::super::{Cel, CelProperties, Drawing};
use crate::color::Color;
use crate::error::Result;
use std::collections::BTreeMap;

/// A label colour and a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Words {
    pub(super) label: Color,
    pub(super) text: String,
}

impl Words {
    /// Adds what lies above. Returns `true` if some of it is lost.
    fn add(&mut self, label: Color, text: &str) -> bool {
        let mut lost = false;
        if self.label.is_transparent() {
            self.label = label;
        } else {
            lost |= !label.is_transparent() && label != self.label;
        }
        if self.text.is_empty() {
            text.clone_into(&mut self.text);
        } else {
            lost |= !text.is_empty() && text != self.text;
        }
        lost
    }
}

impl<D: Door> Drawing<D> {
    /// Returns what becomes of the label colours and notes of layers, from the bottom up, and whether some are lost.
    pub(super) fn words_of_layers(&self, layers: &[u32]) -> (Words, bool) {
        let (mut words, mut lost) = (Words::default(), false);
        for own in layers.iter().filter_map(|layer| self.layer(*layer).ok()) {
            lost |= words.add(own.label, &own.note);
        }
        (words, lost)
    }

    /// Returns what becomes of the label colours and texts of the cels of layers, by their frames, and whether some are lost.
    pub(super) fn words_of_cels(&self, layers: &[u32]) -> (BTreeMap<u32, Words>, bool) {
        let (mut words, mut lost) = (BTreeMap::<u32, Words>::new(), false);
        if self.has_cel_properties() {
            for (cel, own) in self.unusual_cels().into_iter().filter(|(cel, _)| layers.contains(&cel.layer)) {
                lost |= words.entry(cel.frame).or_default().add(own.label, &own.text);
            }
        }
        words.retain(|_, words| *words != Words::default());
        (words, lost)
    }

    /// Gives the cels of a layer label colours and texts by their frames; frames that show one image have those of the first of them.
    pub(super) fn give_words(&mut self, layer: u32, words: &BTreeMap<u32, Words>) -> Result<()> {
        for frame in words.keys() {
            let at = Cel { layer, frame: *frame };
            let frames = self.linked(at)?;
            let Some(Words { label, text }) = frames.iter().find_map(|frame| words.get(frame)) else {
                continue;
            };
            for frame in frames {
                let cel = Cel { frame, ..at };
                let own = self.cel_properties(cel);
                let new = CelProperties { label: *label, text: text.clone(), ..own.clone() };
                if new != own {
                    self.put_cel(cel, &new)?;
                }
            }
        }
        Ok(())
    }

    /// Returns what becomes of a group's label colour and note beside those of the layer that it is merged into, and whether some are lost.
    pub(super) fn words_with_group(&self, layers: &[u32], group: u16) -> Result<(Words, bool)> {
        let (mut words, lost) = self.words_of_layers(layers);
        let own = self.group(group)?;
        let more = words.add(own.label, &own.note);
        Ok((words, lost || more))
    }

    /// Returns `true` if merging a group loses label colours or notes.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`](crate::Error::Unknown) when there is no such group.
    pub fn group_loses_words(&self, group: u16) -> Result<bool> {
        let members: Vec<u32> = self.members(group).collect();
        Ok(self.words_with_group(&members, group)?.1)
    }
}
