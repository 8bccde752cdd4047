//! What is shown: the window, and what panels have been told.
//!
//! Problem: what a canvas lacks, which thumbnails are stale and what a panel was told last follow from the drawing and the
//! desk, and change neither. Idea: they are one type, [`Shown`], whose fields no file outside of this folder can name.
//! What it shows it gets lent by whoever asks, as a [session](super::session) that can only be looked at.
//!
//! The invariant: nothing here changes the drawing or the desk.
//!
//! ```
//! use undoodle::editor::{Editor, Effect};
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! assert!(editor.take_effects().contains(&Effect::Repaint));
//! assert!(editor.next_patch().is_some(), "a canvas that shows nothing yet");
//! # Ok::<(), undoodle::Error>(())
//! ```

pub(super) mod ants;
pub(super) mod backlog;
pub(super) mod miniature;
pub(super) mod moves;
pub(super) mod news;
pub(super) mod panels;
mod renderings;
pub(super) mod showing;
pub(super) mod sights;
pub(super) mod skin;
mod sliced;
pub(super) mod stamps;
pub(super) mod steps;
pub(super) mod used;
pub(super) mod window;

use super::effects::Highlight;
use super::session::Session;
use crate::geometry::Rect;
use crate::history::CommitId;
use crate::render::{Quality, View};
use backlog::Shift;
use moves::Moves;
use news::Told;
use stamps::Stamps;
use used::Used;
use window::Window;

/// The window, and what is known of what panels show.
#[derive(Debug)]
pub(in crate::editor) struct Shown {
    /// The view of the drawing.
    pub(in crate::editor) window: Window,
    /// What panels were told last.
    told: Told,
    /// Which cels have changed since their thumbnails were drawn.
    stamps: Stamps,
    /// Which colours of the palette the drawing uses, as far as it was looked through.
    used: Used,
    /// The moves on the line of undo and redo.
    moves: Moves,
    /// Images of which people know that other frames show them: drawing, layer, first frame.
    told_linked: Vec<(u32, u32, u32)>,
}

impl Shown {
    /// Creates what an editor shows at its start: a window without a size.
    pub(in crate::editor) fn new() -> Shown {
        Shown {
            window: Window::new(),
            told: Told::default(),
            stamps: Stamps::default(),
            used: Used::default(),
            moves: Moves::default(),
            told_linked: Vec::new(),
        }
    }

    /// Turns to another drawing, with its bounds.
    pub(in crate::editor) fn turn_to(&mut self, canvas: Rect) {
        self.moves = Moves::default();
        self.stamps.forget();
        self.window.highlight = None;
        self.window.sights.clear();
        self.window.fit(canvas);
        self.told.document = true;
    }

    /// Goes on from what another editor has shown: no thumbnail of before may pass for one of now.
    pub(in crate::editor) fn follow(&mut self, before: &mut Shown) {
        std::mem::swap(&mut self.stamps, &mut before.stamps);
        self.stamps.forget();
    }

    /// Marks rectangles of the drawing dirty, and all of it if another frame or other ghosts are to be seen than before.
    pub(in crate::editor) fn mark_dirty(&mut self, session: &Session, damage: impl Iterator<Item = Rect>) {
        let document = session.document();
        let canvas = document.bounds();
        // While strokes wrap around the whole canvas, the view repeats it on all sides.
        let repeated = session.desk().options.wrap && document.tile() == document.size();
        if repeated != self.window.view.repeated {
            self.window.view.repeated = repeated;
            self.window.repaint();
        }
        for rect in damage {
            self.window.ants = None;
            self.window.mark_dirty(canvas, rect);
            self.window.miniature.mark_dirty(rect);
        }
        self.window.show(session.shown(), canvas);
    }

    /// Notes that the drawing may have changed.
    pub(in crate::editor) fn note_changed(&mut self) {
        self.told.document = true;
        // Which pixels beyond the edge have changed, nobody says.
        if self.window.view.beyond {
            self.window.repaint();
        }
    }

    /// Notes that slices may have changed, while a stroke is under way.
    pub(in crate::editor) fn note_slices(&mut self) {
        self.told.document = true;
    }

    /// Notes which steps were made, undone or redone: the cels that they touch have other thumbnails.
    pub(in crate::editor) fn note_steps(&mut self, steps: &[CommitId]) {
        self.stamps.note(steps);
    }

    /// Returns the view: which part of the canvas is shown, and at which zoom.
    pub(in crate::editor) fn view(&self) -> &View {
        &self.window.view
    }

    /// Returns the highlight that undo or redo showed last.
    pub(in crate::editor) fn highlight(&self) -> Option<&Highlight> {
        self.window.highlight.as_ref()
    }

    /// Takes how what the viewport shows is to be moved, if it is, before the next patch is painted.
    pub(in crate::editor) fn take_shift(&mut self) -> Option<Shift> {
        self.window.backlog.take_shift()
    }

    /// Takes the next part of the viewport that is to be painted, in device pixels, or `None` if it shows the drawing,
    /// though perhaps [coarsely](Editor::is_coarse).
    pub(in crate::editor) fn next_patch(&mut self) -> Option<(Rect, Quality)> {
        let Window { backlog, view, .. } = &mut self.window;
        backlog.next(view)
    }

    /// Returns `true` if parts of the viewport show one of several pixels of the drawing where their average belongs.
    pub(in crate::editor) fn is_coarse(&self) -> bool {
        self.window.backlog.is_coarse()
    }

    /// Takes the next of those parts, to be painted with [`Quality::Averaged`], or `None` as long as others are dirty or to be shifted.
    pub(in crate::editor) fn next_finer_patch(&mut self) -> Option<Rect> {
        let Window { backlog, view, .. } = &mut self.window;
        backlog.next_finer(view)
    }
}
