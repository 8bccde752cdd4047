//! The desk: what the person has chosen, apart from the drawing and from what is shown.
//!
//! The tool, its options, the colours, the clipboard, and the layer and frame that are
//! worked on. None of it is part of the drawing, so undo does not change it. A command
//! that chooses changes a copy of the desk, which replaces the desk once the command has
//! succeeded. An edit may only read the desk. It notes its changes in [`After`], and they are
//! applied when its commit has succeeded. So an edit that is refused, or is only a preview,
//! can't leave a trace here.
//!
//! Layers and frames are known by their ids, as their places change with every edit of
//! the stack. An id may be gone for a while, for instance while "New layer" is undone; the
//! place where it was stands in for it then.
//!
//! The invariant: the desk changes in [`Editor`](crate::editor::Editor) alone, after `Ok`.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.run("layer.add", &[], 0)?;
//! assert_eq!(editor.cel().layer, 1);
//! let before = editor.desk().clone();
//! editor.preview("edit.cut", &[]).unwrap_err(); // the layer is empty
//! editor.preview("layer.delete", &[])?;
//! editor.preview_end();
//! assert_eq!(editor.desk(), &before);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::bindings::Bindings;
use super::reach::Reach;
use crate::color::Color;
use crate::document::{Cel, Drawing, HISTORY, Store};
use crate::editor::Editor;
use crate::editor::hand::following::Paints;
use crate::editor::hand::hovering::Ends;
use crate::editor::shown::showing::Shows;
use crate::error::{Message, Result};
use crate::geometry::Point;
use crate::history::{CommitId, Limits};
use crate::raster::Image;
use crate::render::Onion;
use crate::tools::{Options, Own, TOOLS, Tool};
use std::rc::Rc;

/// Pixels that were cut or copied.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct Clip {
    pub(in crate::editor) image: Rc<Image>,
    /// Where on the canvas their top-left corner was, or `None` if they come from elsewhere.
    pub(in crate::editor) place: Option<Point>,
}

/// Number of recent colours.
pub(super) const RECENT: usize = 8;

/// The most rows of the history beneath which branches are listed.
pub(in crate::editor) const UNFOLDED: usize = 16;

/// The most megabytes that a history may take: a browser gives a page no more than four times as many.
pub(in crate::editor) const MEGABYTES: u32 = 1024;

/// A layer or a frame that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Chosen {
    /// Its id in the document.
    id: u16,
    /// Its last known index, used while no layer or frame has the id.
    index: u32,
}

/// The person's choices.
#[derive(Clone, Debug, PartialEq)]
pub struct Desk {
    /// The tool that the next press uses.
    pub(in crate::editor) tool: &'static Tool,
    /// The tool that painted last.
    pub(in crate::editor) painter: &'static Tool,
    /// The options of all tools.
    pub(in crate::editor) options: Options,
    /// What tools have had for themselves when they were put down, by their kin.
    pub(super) own: Vec<(&'static str, Own)>,
    /// The colour of the left button.
    pub(in crate::editor) primary: Color,
    /// The colour of the right button.
    pub(in crate::editor) secondary: Color,
    /// Colours that were painted with, the latest first.
    pub(in crate::editor) recent: Vec<Color>,
    /// First and last index of the chosen run of the palette.
    pub(in crate::editor) swatch: Option<(u32, u32)>,
    /// The clipboard; shared with a paste under way, since a copy of 256 MiB may not fit.
    pub(in crate::editor) clipboard: Option<Clip>,
    /// Which cels an edit applies to unless it is told.
    pub(in crate::editor) reach: Reach,
    /// How neighbouring frames are shown, and whether they are.
    pub(in crate::editor) onion: Onion,
    pub(in crate::editor) shows_onion: bool,
    /// Whether the drawing's file holds its history.
    pub(in crate::editor) with_history: bool,
    /// Bytes that the history may take.
    pub(in crate::editor) budget: usize,
    /// Whether the view follows what undo and redo change.
    pub(in crate::editor) follows: bool,
    /// What is shown over the picture of what undo and redo change.
    pub(in crate::editor) shows: Shows,
    /// Where the next stroke goes after undo or redo has led to another layer or frame.
    pub(in crate::editor) paints: Paints,
    /// The state that the history brush paints from, if one was chosen.
    pub(in crate::editor) source: Option<CommitId>,
    /// Ids of the layer and the frame that undo and redo have led away from.
    pub(in crate::editor) left: Option<(u16, u16)>,
    /// Where strokes ended.
    pub(in crate::editor) ends: Ends,
    /// The keys that the person has changed.
    pub(in crate::editor) bindings: Bindings,
    /// Id of the slice that was chosen, which may be gone.
    pub(in crate::editor) slice: Option<u16>,
    /// Ids of the groups of layers that are folded in lists.
    pub(in crate::editor) folded: Vec<u16>,
    /// Rows of the history beneath which branches are listed: each by its number and its commit.
    pub(in crate::editor) unfolded: Vec<(u64, u64)>,
    layer: Chosen,
    frame: Chosen,
    /// Ids of layers, and of frames, that are chosen together with the active one.
    pub(super) with_layer: Vec<u16>,
    pub(super) with_frame: Vec<u16>,
}

/// Changes to the desk that wait for an edit's commit.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct After {
    /// The cel that becomes active.
    pub(in crate::editor) cel: Option<Cel>,
    /// Whether no other layer stays chosen together with the active one.
    pub(super) alone: bool,
    /// The layers, and the frames, that become chosen together; none for those that are chosen.
    pub(in crate::editor) layers: Vec<u32>,
    pub(in crate::editor) frames: Vec<u32>,
    /// The new contents of the clipboard.
    pub(in crate::editor) clipboard: Option<Clip>,
    /// The chosen run of the palette.
    pub(in crate::editor) swatch: Option<(u32, u32)>,
    /// The colour that was painted with.
    pub(in crate::editor) painted: Option<Color>,
    /// What the person is told of the edit.
    pub(in crate::editor) said: Option<Message>,
}

impl Desk {
    /// Returns the colour that is left where the background would be transparent: the secondary one, or white if that is transparent.
    pub(in crate::editor) fn ground(&self) -> Color {
        let [r, g, b, a] = self.secondary.bytes;
        if a == 0 { Color::rgba(255, 255, 255, 255) } else { Color::rgba(r, g, b, 255) }
    }

    /// Creates the desk that an editor starts with.
    pub(in crate::editor) fn new() -> Desk {
        // The first layer and the first frame of every document have the id 1.
        let first = Chosen { id: 1, index: 0 };
        Desk {
            tool: &TOOLS[0],
            painter: &TOOLS[0],
            options: Options::default(),
            own: Vec::new(),
            primary: Color::BLACK,
            secondary: Color::TRANSPARENT,
            recent: Vec::new(),
            swatch: None,
            clipboard: None,
            reach: Reach::Cel,
            onion: Onion::default(),
            shows_onion: false,
            with_history: false,
            budget: HISTORY.budget,
            follows: false,
            shows: Shows::default(),
            paints: Paints::default(),
            source: None,
            left: None,
            ends: Ends::default(),
            bindings: Bindings::default(),
            slice: None,
            folded: Vec::new(),
            unfolded: Vec::new(),
            layer: first,
            frame: first,
            with_layer: Vec::new(),
            with_frame: Vec::new(),
        }
    }

    /// Resets the choices that depend on the document, which is another one now.
    pub(in crate::editor) fn turn_to(&mut self, document: &Drawing<Store>) {
        (self.swatch, self.with_history, self.ends, self.source) = (None, false, Ends::default(), None);
        self.slice = None;
        self.with_layer.clear();
        self.with_frame.clear();
        self.folded.clear();
        self.unfolded.clear();
        self.choose(document, Cel::default());
        // How one drawing is mirrored and tiled says nothing of the next.
        (self.options.vertical, self.options.horizontal, self.options.wrap) = (false, false, false);
        self.options.center_axes(document.bounds());
    }

    /// Returns the ids of the groups of layers that are folded in lists. Some may be gone.
    pub fn folded(&self) -> &[u16] {
        &self.folded
    }

    /// Returns the rows of the history beneath which branches are listed: each by its number and its commit. Rows of
    /// another line are among them, and some that are gone.
    pub fn unfolded(&self) -> &[(u64, u64)] {
        &self.unfolded
    }

    /// Returns the place of the chosen slice in the list of slices, or `None` if none is chosen.
    pub fn slice(&self, document: &Drawing<Store>) -> Option<u32> {
        document.slices().iter().position(|id| Some(*id) == self.slice).map(|at| at as u32)
    }

    /// Returns the limits of a drawing's history.
    pub(in crate::editor) fn limits(&self) -> Limits {
        Limits { budget: self.budget, ..HISTORY }
    }

    /// Returns the active cel.
    pub fn cel(&self, document: &Drawing<Store>) -> Cel {
        let layer = document.layer_at(self.layer.id).unwrap_or(self.layer.index);
        let frame = document.frame_at(self.frame.id).unwrap_or(self.frame.index);
        Cel { layer: layer.min(document.layers() - 1), frame: frame.min(document.frames() - 1) }
    }

    /// Makes a cel of the document the active one. Who chooses one is no longer elsewhere.
    pub(in crate::editor) fn choose(&mut self, document: &Drawing<Store>, cel: Cel) {
        self.left = None;
        if let Some(id) = document.layer_id(cel.layer) {
            if id != self.layer.id {
                self.with_layer.clear();
            }
            self.layer = Chosen { id, index: cel.layer };
        }
        if let Some(id) = document.frame_id(cel.frame) {
            if id != self.frame.id {
                self.with_frame.clear();
            }
            self.frame = Chosen { id, index: cel.frame };
        }
    }

    /// Makes the cel active that undo or redo leads to, and notes where that led away from.
    pub(in crate::editor) fn lead(&mut self, document: &Drawing<Store>, cel: Cel) {
        let ids = |desk: &Desk| (desk.layer.id, desk.frame.id);
        let left = self.left.unwrap_or(ids(self));
        self.choose(document, cel);
        self.left = (ids(self) != left).then_some(left);
    }

    /// Returns the first and the last index of the chosen run of the palette, or `None` if none is chosen or
    /// the palette is too short for it.
    pub fn swatch(&self, document: &Drawing<Store>) -> Option<(u32, u32)> {
        self.swatch.filter(|(_, last)| *last < document.colors())
    }

    /// Returns the colours that were painted with, the latest first, at most eight.
    pub fn recent(&self) -> &[Color] {
        &self.recent
    }

    /// Notes a colour that was painted with. Full transparency is none.
    pub(in crate::editor) fn note_painted(&mut self, color: Color) {
        if !color.is_transparent() {
            self.recent.retain(|other| *other != color);
            self.recent.insert(0, color);
            self.recent.truncate(RECENT);
        }
    }

    /// Applies an edit's changes to the desk, after its commit.
    pub(in crate::editor) fn apply(&mut self, document: &Drawing<Store>, after: After) {
        if let Some(cel) = after.cel {
            self.choose(document, cel);
        }
        if after.alone {
            self.with_layer.clear();
        }
        let active = self.cel(document);
        if !after.layers.is_empty() {
            let others = after.layers.iter().filter(|layer| **layer != active.layer);
            self.with_layer = others.filter_map(|layer| document.layer_id(*layer)).collect();
        }
        if !after.frames.is_empty() {
            let others = after.frames.iter().filter(|frame| **frame != active.frame);
            self.with_frame = others.filter_map(|frame| document.frame_id(*frame)).collect();
        }
        if let Some(clip) = after.clipboard {
            self.clipboard = Some(clip);
        }
        if let Some(run) = after.swatch {
            self.swatch = Some(run);
        }
        if let Some(color) = after.painted {
            self.note_painted(color);
        }
    }
}

impl Editor {
    /// Sets the primary colour, which the left button paints.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`](crate::Error::Unknown) if the text is no colour.
    pub fn set_primary(&mut self, color: &str) -> Result<()> {
        self.session.desk.primary = color.parse()?;
        self.choose_for_text();
        self.session.state_changed();
        Ok(())
    }

    /// Sets the secondary colour, which the right button paints.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`](crate::Error::Unknown) if the text is no colour.
    pub fn set_secondary(&mut self, color: &str) -> Result<()> {
        self.session.desk.secondary = color.parse()?;
        self.choose_for_text();
        self.session.state_changed();
        Ok(())
    }
}
