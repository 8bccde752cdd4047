//! The parts of a drawing that a format may or may not hold.
//!
//! Who saves a drawing in a format that can't hold all of it must not be told that all is
//! saved. A format lists the parts that it lacks; a drawing that makes use of one of them
//! loses it. A part is in use if it differs from what opening the file would give.
//!
//! ```
//! use undoodle_formats::document::Document;
//! use undoodle_formats::{left_out, named};
//! let document = Document::new(8, 8)?;
//! assert!(left_out(&document, named("png")?)?.is_empty());
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::Format;
use crate::document::{Door, Drawing, Store};
use crate::error::{Message, Result};

undoodle_drawing::named! {
    /// A part of a drawing.
    pub enum Part {
        /// Layers beyond the first, and their groups.
        Layers;
        /// Name, blend mode, opacity and locks of a layer.
        LayerProperties;
        /// Frames beyond the first.
        Frames;
        /// Opacity, z-index, label colour and text of a cel.
        CelProperties;
        /// How long a frame is shown.
        Durations;
        /// That frames of a layer share one image.
        Links;
        /// Named runs of frames.
        Tags;
        /// Named rectangles of the canvas.
        Slices;
        /// The colours to choose from.
        Palette;
        /// The colour behind the lowest layer.
        Background;
        /// The grid's size.
        Grid;
        /// The tile's size.
        Tile;
        /// Pixels beyond the canvas's edge.
        Beyond;
        /// The floating selection's pixels.
        Floating;
        /// The selection.
        Selection;
        /// What a file of another program had besides, which is carried for such a file.
        Carried;
    }
}

/// Returns a phrase with a number, such as `{n} layer | {n} layers`; `None` for 0.
pub(super) fn counted(count: u32, code: &'static str) -> Option<Message> {
    (count > 0).then(|| Message::new(code).with(count))
}

/// Returns what is lost of reference and background layers, and of the notes and the label colours of layers and groups, in a file that has none of these.
///
/// # Errors
/// None for layers and groups that there are.
pub(super) fn labels_lost<D: Door>(drawing: &Drawing<D>, groups: bool) -> Result<Vec<Message>> {
    let (mut notes, mut labels, mut kinds) = ([0, 0], [0, 0], [0, 0]);
    for at in 0..drawing.layers() {
        let layer = drawing.layer(at)?;
        notes[0] += u32::from(!layer.note.is_empty());
        labels[0] += u32::from(!layer.label.is_transparent());
        kinds[0] += u32::from(layer.reference);
        kinds[1] += u32::from(layer.background);
    }
    for id in drawing.groups().iter().filter(|_| groups) {
        let group = drawing.group(*id)?;
        notes[1] += u32::from(!group.note.is_empty());
        labels[1] += u32::from(!group.label.is_transparent());
    }
    let found = [
        counted(kinds[0], "{n} reference layer, which is hidden | {n} reference layers, which are hidden"),
        (kinds[1] > 0).then(|| Message::new("that a layer is the background")),
        counted(notes[0], "the note of {n} layer | the note of {n} layers"),
        counted(notes[1], "the note of {n} group | the note of {n} groups"),
        counted(labels[0], "the label colour of {n} layer | the label colour of {n} layers"),
        counted(labels[1], "the label colour of {n} group | the label colour of {n} groups"),
    ];
    Ok(found.into_iter().flatten().collect())
}

/// Returns the note on a file of a program that mixes blended layers with half transparent pixels unlike Aseprite.
pub fn mixed<D: Door>(drawing: &Drawing<D>) -> Option<Message> {
    counted(
        drawing.half_blended(0..drawing.frames()),
        "half transparent pixels below {n} layer mixed as in Aseprite \
         | half transparent pixels below {n} layers mixed as in Aseprite",
    )
}

/// Returns the parts of a drawing that a file of a format would lack, as people call them.
///
/// # Errors
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
pub fn left_out(drawing: &Drawing<Store>, format: &Format) -> Result<Vec<Message>> {
    let (width, height) = drawing.size();
    // What opening the file would give, but for its pixels.
    let opened = Drawing::new(width, height)?;
    let (layers, frames) = (drawing.layers(), drawing.frames());
    let floats = drawing.floating().is_some();
    let lost = |so: bool, what: &'static str| so.then(|| Message::new(what));
    let mut found = Vec::new();
    for part in Part::ALL.into_iter().filter(|part| !format.holds(*part)) {
        found.extend(match part {
            // The pixels of all layers are there, but as one.
            Part::Layers => (layers > 1).then(|| {
                let division = Message::new("the division into {n} layer | the division into {n} layers");
                let groups = counted(drawing.groups().len() as u32, "{n} group | {n} groups");
                let references =
                    (0..layers).filter(|at| drawing.layer(*at).is_ok_and(|layer| layer.reference));
                let references =
                    counted(references.count() as u32, "{n} reference layer | {n} reference layers");
                let all = [Some(division.with(layers)), groups, references];
                Message::row_ending(all.into_iter().flatten(), "{first}, {rest}", "{first} and {last}")
            }),
            Part::LayerProperties => {
                lost(layers == 1 && drawing.layer(0)? != opened.layer(0)?, "the layer's properties")
            }
            Part::CelProperties => counted(
                drawing.unusual_cels().len() as u32,
                "the properties of {n} cel | the properties of {n} cels",
            ),
            Part::Frames => counted(frames - 1, "{n} other frame | {n} other frames"),
            Part::Durations => {
                lost(frames == 1 && drawing.duration(0)? != opened.duration(0)?, "the frame's duration")
            }
            // Of one picture, or of layers that are no more, there is nothing to be linked.
            Part::Links if !format.holds(Part::Frames) || layers > 1 && !format.holds(Part::Layers) => None,
            Part::Links => {
                let linked = (0..layers).flat_map(|layer| drawing.links(layer)).map(|frames| frames.len());
                counted(linked.sum::<usize>() as u32, "the links of {n} cel | the links of {n} cels")
            }
            Part::Tags => counted(drawing.tags().len() as u32, "{n} tag | {n} tags"),
            Part::Slices => counted(drawing.slices().len() as u32, "{n} slice | {n} slices"),
            Part::Palette => lost(drawing.palette() != opened.palette(), "the palette"),
            Part::Background => lost(drawing.background() != opened.background(), "the background"),
            Part::Grid => lost(drawing.grid() != opened.grid(), "the grid"),
            Part::Tile => lost(drawing.tile() != opened.tile(), "the tile"),
            Part::Beyond => counted(
                drawing.beyond(),
                "the pixels outside the canvas of {n} cel | the pixels outside the canvas of {n} cels",
            ),
            Part::Floating => lost(floats, "the selection being moved"),
            Part::Selection => lost(drawing.selection().is_some() && !floats, "the selection"),
            Part::Carried => lost(drawing.carries(), "what the Aseprite file had besides"),
        });
    }
    Ok(found)
}
