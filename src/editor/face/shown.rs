//! What the window, and what is known of panels, answers, with the session lent to be looked at.

use crate::editor::{Editor, Fold, Foreseen, Glimpse, Highlight, Shift};
use crate::error::Result;
use crate::fields::Data;
use crate::geometry::Rect;
use crate::history::CommitId;
use crate::render::{Quality, View};
use std::ops::Range;

asks! { shown
    /// Returns the view: which part of the canvas is shown, and at which zoom.
    fn view(&self) -> &View;

    /// Returns the highlight that undo or redo showed last.
    fn highlight(&self) -> Option<&Highlight>;

    /// Returns `true` if parts of the viewport show one of several pixels of the drawing where their average belongs.
    fn is_coarse(&self) -> bool;

    /// Returns `true` if a part of the miniature is still to be rendered, as all of it would have taken long.
    fn miniature_lacks(&self) -> bool;

    /// Returns for each colour of the palette whether it was found in the drawing so far.
    fn used(&self) -> &[bool];
}

tells! { shown
    /// Takes how what the viewport shows is to be moved, if it is, before the next patch is painted.
    fn take_shift(&mut self) -> Option<Shift>;

    /// Takes the next of those parts, to be painted with [`Quality::Averaged`], or `None` as long as others are dirty or to be shifted.
    fn next_finer_patch(&mut self) -> Option<Rect>;

    /// Opens the miniature, or changes its maximum size in pixels; a size of 0 closes it. With `whole` it shows all of a
    /// canvas that is larger, scaled down by a whole number.
    fn open_miniature(&mut self, width: i32, height: i32, whole: bool);

    /// Returns the fields of the state that were told since the last call: all at first.
    fn told_state(&mut self) -> Data;

    /// Returns the fields of the drawing that were told since the last call: all at first.
    fn told_drawing(&mut self) -> Data;
}

impl Editor {
    /// Returns the contours of the pixels of the shown frame that would be taken back with a step and with others, and of those that
    /// would be left, like [`contour`](super::Editor::contour).
    ///
    /// # Errors
    /// As [`take_back`](super::Editor::take_back).
    pub fn contours_of(&self, foreseen: &Foreseen, others: &[CommitId]) -> Result<[Vec<i32>; 2]> {
        self.shown.contours_of(&self.session, foreseen, others)
    }

    /// Returns the lines of the marching ants and of a lasso's path, x0, y0, x1, y1 each. Empty while nothing
    /// is selected and no lasso is drawn.
    pub fn outline(&mut self) -> &[i32] {
        self.shown.outline(&self.session, &self.hand)
    }

    /// Returns `true` if there are slices and they are shown, as they always are while the tool for them is chosen.
    pub fn has_slices(&self) -> bool {
        self.shown.has_slices(&self.session)
    }

    /// Returns what is seen of the slices of the active frame: for each of them 14 numbers, which are x, y, width and height of its
    /// rectangle, of its centre and of the pixel of its pivot in device pixels of the viewport, its colour as red, green and blue in
    /// one number, and 1 if it is the chosen one, else 0. What it has not is without a width. Empty while slices are hidden.
    pub fn slices_seen(&self) -> Vec<i32> {
        self.shown.slices(&self.session, &self.hand)
    }

    /// Returns x of the axis of symmetry that is seen upright and y of the one that is seen level, in device pixels of the
    /// viewport. `None` for an axis that is off.
    pub fn axes(&self) -> (Option<f64>, Option<f64>) {
        self.shown.window.axes(&self.session)
    }

    /// Renders as RGBA, row by row, what of the miniature has changed. With a time in milliseconds it plays the frames of
    /// the tag around the active one, or all of them; without one it shows the active frame.
    ///
    /// # Errors
    /// Returns [`Error::Idle`](crate::Error::Idle) while the miniature is closed, and [`Error::OutOfMemory`](crate::Error::OutOfMemory) if the pixels cannot be
    /// allocated.
    pub fn miniature(&mut self, time: Option<f64>, out: &mut Vec<u8>) -> Result<Glimpse> {
        self.shown.miniature(&self.session, time, out)
    }

    /// Returns the steps of the line of undo and redo that a list shows as one row each, by ascending rows.
    pub fn folds(&mut self) -> Vec<Fold> {
        self.shown.folds(&mut self.session)
    }

    /// Returns the contour of the exact pixels that the last undo, redo or travel changed in the shown frame, as far
    /// as it is visible: for each closed loop its number of corners, then their x and y in document pixels.
    /// Empty if nothing of it is visible, and if there is no memory to find the pixels.
    ///
    /// # Errors
    /// Returns [`Error::Stopped`](crate::Error::Stopped) if the host stops it.
    pub fn contour(&self) -> Result<Vec<i32>> {
        self.shown.contour(&self.session)
    }

    /// Returns the contour of the exact pixels that steps on any branch changed in the shown frame, like
    /// [`contour`](super::Editor::contour). Empty if they are gone or lie on a disk.
    pub fn contour_of(&self, commits: &[CommitId]) -> Vec<i32> {
        self.shown.contour_of(&self.session, commits)
    }

    /// Renders a rectangle of the viewport as RGBA: the drawing, or the state that is looked at.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) if the pixels cannot be allocated.
    pub fn render(&self, rect: Rect, quality: Quality, out: &mut Vec<u8>) -> Result<()> {
        self.shown.render(&self.session, rect, quality, out)
    }

    /// Returns the stamps of cels, layer by layer, each in the order of its frames.
    pub fn cel_stamps(&mut self, layers: Range<u32>, frames: Range<u32>) -> Vec<u64> {
        self.shown.cel_stamps(&self.session, layers, frames)
    }

    /// Returns numbers for the pictures of frames, each another one once the frame looks different: 0 if nothing is
    /// painted on it, and else at most 2⁵³.
    pub fn frame_stamps(&mut self, frames: Range<u32>) -> Vec<u64> {
        self.shown.frame_stamps(&self.session, frames)
    }

    /// Looks through a slice of the drawing for the colours of its palette. Returns `true` if there is more to look at.
    pub fn survey(&mut self) -> bool {
        self.shown.survey(&self.session)
    }
}
