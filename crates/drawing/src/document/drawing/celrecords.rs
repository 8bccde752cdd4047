//! Cel properties: an opacity, a place in the stack, a label colour, a text and an image that a cel has for itself.
//!
//! An animator fades a ghost out over five frames, or lets an arm swing behind the body for two. The layer can't say that: it is
//! the same in all frames. So a cel may have an opacity, by which the layer's is multiplied, and a *z-index*, by which it is moved
//! up or down among the layers of its frame. For people and programs it may have a colour in the timeline and a text. Most cels have none of
//! these. Those that have some own a record that names their layer and
//! their frame and goes with either of them; without any record the picture is composed as if there were no such thing.
//!
//! What [links](super::links) share is the image, and the opacity, the label and the text with it: setting them in one frame sets them in
//! all that show the image. The z-index belongs to the frame, as in Aseprite.
//!
//! The invariant: a record says something unusual, and names a layer and a frame. Of several on one cel the first counts; two branches
//! that are merged may each have made one.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Drawing}};
//! let mut drawing = Drawing::new(8, 8)?;
//! drawing.add_linked_frame(0)?;
//! let [first, second] = [0, 1].map(|frame| Cel { layer: 0, frame });
//! drawing.fill_span(first, 3, 2..5, Color::BLACK)?;
//! drawing.change_cel(second, |cel| (cel.opacity, cel.z_index) = (128, 2))?;
//! assert_eq!(drawing.pixel(0, 2, 3)?, Color::rgba(0, 0, 0, 128), "the image is shared, and so is its opacity");
//! assert_eq!([first, second].map(|cel| drawing.cel_properties(cel).z_index), [0, 2]);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::door::Door;
use super::original::{Original, Placed};
use super::palette::Rgba;
use super::property::{Byte, Id, Signed, Text, properties};
use super::records::{CEL, id_at, put, view};
use super::{Cel, Drawing, MAX_NOTE};
use crate::color::Color;
use crate::error::Result;
use crate::memory::Memory;
use std::mem::offset_of;
use std::ops::Range;

/// Maximum number of cels with properties of their own.
pub const MAX_CELS: u32 = 2046;

properties! {
    /// The properties of a cel.
    "cel" CelProperties, kept in 256 bytes:
    /// The id of its layer. No change of a cel's properties changes it.
    layer: u16 as Id,
    /// The id of its frame. No change of a cel's properties changes it.
    frame: u16 as Id,
    /// Its opacity, by which that of its layer is multiplied: 0 is invisible, 255 opaque. Frames that show one image have one.
    opacity: u8 as Byte => shows,
    /// Number of layers by which it is moved up in its frame, or down if negative.
    z_index: i16 as Signed => shows,
    /// The colour that it has in the timeline, or a transparent one for none. Frames that show one image have one.
    label: Color as Rgba,
    /// A text for programs: at most [`MAX_NOTE`] bytes, or empty. Frames that show one image have one.
    text: String as Text<0, MAX_NOTE>,
    /// The image that it shows at another size than its own, as long as it [shows](Drawing::original) it. Frames that show one image have one.
    original: Original as Placed,
}

/// Addresses of a cel's layer and frame in its record.
pub(super) const LAYER_OF: Range<u64> = id_at(offset_of!(Record, layer));
pub(super) const FRAME_OF: Range<u64> = id_at(offset_of!(Record, frame));

impl CelProperties {
    /// Returns those of a cel of which nothing was said.
    pub(super) const fn usual(layer: u16, frame: u16) -> CelProperties {
        let label = Color::TRANSPARENT;
        let original = Original::NONE;
        CelProperties { layer, frame, opacity: 255, z_index: 0, label, text: String::new(), original }
    }

    /// Returns `true` if anything is said of the cel but which image it shows.
    pub fn says_any(&self) -> bool {
        let usual = CelProperties::usual(self.layer, self.frame);
        *self != CelProperties { original: self.original, ..usual }
    }
}

impl Seen {
    /// What is seen of a cel of which nothing was said.
    pub(super) const USUAL: Seen =
        Seen { layer: (), frame: (), opacity: 255, z_index: [0; 2], label: (), text: (), original: () };

    /// Returns the number of layers by which the cel is moved up.
    pub(super) fn rise(self) -> i16 {
        i16::from_le_bytes(self.z_index)
    }
}

/// Returns the record of a cel's properties by its id.
pub(super) fn record(memory: &Memory, id: u16) -> &Record {
    view(memory, CEL.address(id))
}

/// Returns the name of the first field of a record with bytes that no value has. A record of no cel is broken.
pub(super) fn broken(memory: &Memory, id: u16) -> Option<&'static str> {
    let record = record(memory, id);
    let names = [("layer", record.layer), ("frame", record.frame)];
    let missing = names.into_iter().find(|(_, id)| *id == [0; 2]).map(|(name, _)| name);
    record.broken().or(missing)
}

/// Returns the id of the record of a cel, by the ids of its layer and its frame.
fn found(memory: &Memory, [layer, frame]: [u16; 2]) -> Option<u16> {
    let names = [layer, frame].map(u16::to_le_bytes);
    CEL.ids(memory).iter().copied().find(|id| {
        let record = record(memory, *id);
        [record.layer, record.frame] == names
    })
}

/// Returns what is seen of all cels that look unusual, by the ids of their frames and layers, in this order.
pub(super) fn seen(memory: &Memory) -> Vec<([u16; 2], Seen)> {
    let of = |id: &u16| {
        let record = record(memory, *id);
        ([record.frame, record.layer].map(u16::from_le_bytes), record.seen())
    };
    let mut all: Vec<_> = CEL.ids(memory).iter().map(of).collect();
    // The first one of a cel counts, so the sort has to be stable.
    all.sort_by_key(|(ids, _)| *ids);
    all.dedup_by_key(|(ids, _)| *ids);
    all.retain(|(_, seen)| *seen != Seen::USUAL);
    all
}

impl Drawing<Memory> {
    /// Gives a cel of a drawing that is being made an opacity and a z-index; other frames that show its image get neither.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when there is no such cel, or beyond [`MAX_CELS`].
    pub fn set_cel_look(&mut self, at: Cel, opacity: u8, z_index: i16) -> Result<()> {
        self.plane_of(at)?;
        let own = self.cel_properties(at);
        self.put_cel(at, &CelProperties { opacity, z_index, ..own })
    }

    /// Gives a cel of a drawing that is being made a label colour and a text; other frames that show its image get neither.
    ///
    /// # Errors
    /// As [`set_cel_look`](Drawing::set_cel_look), and when the text may not be so.
    pub fn set_cel_label(&mut self, at: Cel, label: Color, text: &str) -> Result<()> {
        self.plane_of(at)?;
        let own = self.cel_properties(at);
        self.put_cel(at, &CelProperties { label, text: text.into(), ..own })
    }

    /// Says of a cel of a drawing that is being made which image it shows; other frames that show its pixels are not told.
    ///
    /// # Errors
    /// As [`set_cel_look`](Drawing::set_cel_look).
    pub fn set_cel_original(&mut self, at: Cel, original: Original) -> Result<()> {
        self.plane_of(at)?;
        let own = self.cel_properties(at);
        self.put_cel(at, &CelProperties { original, ..own })
    }
}

impl<D: Door> Drawing<D> {
    /// Returns `true` if any cel has properties of its own.
    pub fn has_cel_properties(&self) -> bool {
        CEL.count(self.memory()) > 0
    }

    /// Returns `true` if a cel has properties of its own.
    pub fn is_unusual(&self, at: Cel) -> bool {
        found(self.memory(), self.ids_of(at)).is_some()
    }

    /// Returns the properties of a cel; the usual ones if it has none of its own, or if there is no such cel.
    pub fn cel_properties(&self, at: Cel) -> CelProperties {
        let ids = self.ids_of(at);
        match found(self.memory(), ids) {
            Some(id) => record(self.memory(), id).decode(),
            None => CelProperties::usual(ids[0], ids[1]),
        }
    }

    /// Returns the opacity and the z-index of a cel.
    pub(super) fn looks_of(&self, at: Cel) -> (u8, i16) {
        if !self.has_cel_properties() {
            return (255, 0);
        }
        let CelProperties { opacity, z_index, .. } = self.cel_properties(at);
        (opacity, z_index)
    }

    /// Returns the cels that have properties of their own, layer by layer, each in the order of its frames.
    pub fn unusual_cels(&self) -> Vec<(Cel, CelProperties)> {
        let memory = self.memory();
        let of = |id: &u16| {
            let properties = record(memory, *id).decode();
            Some((self.cel_at(properties.layer, properties.frame)?, properties))
        };
        let mut all: Vec<_> = CEL.ids(memory).iter().filter_map(of).collect();
        all.sort_by_key(|(cel, _)| (cel.layer, cel.frame));
        all.dedup_by_key(|(cel, _)| *cel);
        all
    }

    /// Changes the properties of a cel, after what floats was landed. All but its z-index becomes that of all frames that show its image.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when there is no such cel, or beyond [`MAX_CELS`], and
    /// [`Error::Refused`](crate::Error::Refused) or [`Error::Grouped`](crate::Error::Grouped) when its layer or that one's group is locked.
    pub fn change_cel(&mut self, at: Cel, change: impl FnOnce(&mut CelProperties)) -> Result<()> {
        let frames = self.linked(at)?;
        self.check_unlocked(at.layer)?;
        self.land()?;
        let mut new = self.cel_properties(at);
        change(&mut new);
        self.check_usual(at, &new)?;
        let before = self.stack();
        for frame in &frames {
            let cel = Cel { frame: *frame, ..at };
            let own = self.cel_properties(cel);
            let z_index = if cel == at { new.z_index } else { own.z_index };
            let CelProperties { layer, frame, .. } = own;
            self.put_cel(cel, &CelProperties { layer, frame, z_index, ..new.clone() })?;
        }
        let after = self.stack();
        if before != after {
            let around = self.cel_bounds(at);
            let ids: Vec<_> = frames.iter().filter_map(|frame| self.frame_id(*frame)).collect();
            let looks: Vec<_> = ids.iter().map(|id| ((&before, *id), (&after, *id), around)).collect();
            self.mark_looks(looks);
        }
        Ok(())
    }

    /// Writes the properties of a cel: makes a record, changes the one that is there, or removes it if it says nothing.
    pub(super) fn put_cel(&mut self, at: Cel, properties: &CelProperties) -> Result<()> {
        let ids @ [layer, frame] = self.ids_of(at);
        let new = CelProperties { layer, frame, ..properties.clone() };
        if new == CelProperties::usual(layer, frame) {
            while let Some(id) = found(self.memory(), ids) {
                let place = CEL.index(self.memory(), id).unwrap_or(u32::MAX);
                CEL.remove(&mut self.door, place)?;
            }
            return Ok(());
        }
        let record = Record::encode(&new)?;
        if let Some(id) = found(self.memory(), ids) {
            return Record::change(&mut self.door, CEL.address(id), &record);
        }
        let last = CEL.count(self.memory());
        crate::error::in_range("number of cels with properties", i64::from(last) + 1, 1, CEL.most.into())?;
        let id = self.give(&CEL)?;
        put(&mut self.door, CEL.address(id), record)?;
        CEL.insert(&mut self.door, last, id)
    }

    /// Gives a cel the properties of another one.
    pub(super) fn copy_cel_properties(&mut self, from: Cel, to: Cel) -> Result<()> {
        if !self.has_cel_properties() || from == to {
            return Ok(());
        }
        let properties = self.cel_properties(from);
        if from.layer != to.layer {
            self.check_usual(to, &properties)?;
        }
        self.put_cel(to, &properties)
    }

    /// Gives a cel what it shares with the other frames of an image that it shows now.
    pub(super) fn share_cel_properties(&mut self, from: Cel, to: Cel) -> Result<()> {
        if !self.has_cel_properties() {
            return Ok(());
        }
        let CelProperties { layer, frame, z_index, .. } = self.cel_properties(to);
        let shared = self.cel_properties(from);
        self.put_cel(to, &CelProperties { layer, frame, z_index, ..shared })
    }

    /// Gives the cels of a layer or a frame, by its id, the properties of those of another one of its kind.
    pub(super) fn copy_all_cel_properties(&mut self, of: [u16; 2], to: [u16; 2]) -> Result<()> {
        let (layer, frame) =
            (self.layer_at(of[0]).zip(self.layer_at(to[0])), self.frame_at(of[1]).zip(self.frame_at(to[1])));
        for (cel, properties) in self.unusual_cels() {
            let copy = match (layer, frame) {
                (Some((from, to)), _) if cel.layer == from => Cel { layer: to, ..cel },
                (_, Some((from, to))) if cel.frame == from => Cel { frame: to, ..cel },
                _ => continue,
            };
            self.put_cel(copy, &properties)?;
        }
        Ok(())
    }

    /// Takes the properties of a cel away.
    pub(super) fn drop_cel_properties(&mut self, at: Cel) -> Result<()> {
        if !self.has_cel_properties() {
            return Ok(());
        }
        self.put_cel(at, &CelProperties::usual(0, 0))
    }
}
