//! The hand: what pointer, pen, fingers and keys are doing.
//!
//! Problem: a gesture under way, a stroke that waits for its next press, keys that are held and fractions of a wheel's
//! notch are nobody's business but of those that follow the input. Idea: they are one type, [`Hand`], whose fields
//! no file outside of this folder can name. It knows no drawing: what a gesture does to one, it does through the
//! [session](super::session), with the draft that it has begun there.
//!
//! The invariant: at most one stroke is under way. Its draft lies here, so that whoever lets go of the hand lets go of
//! the action.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! editor.pointer_down(105.0, 105.0, 0, 0);
//! assert!(editor.is_painting());
//! editor.pointer_cancel();
//! assert!(!editor.is_painting() && !editor.document().history().is_open());
//! # Ok::<(), undoodle::Error>(())
//! ```

pub(super) mod clock;
pub(super) mod following;
pub(super) mod hovering;
pub(super) mod input;
pub(super) mod keyed;
pub(super) mod landing;
pub(super) mod presses;
pub(super) mod transform;
pub(super) mod zooming;

use crate::error::Message;
use crate::geometry::Point;
use crate::history::CommitId;
use crate::tools::{Held, Pressure};
use input::{Painting, Pointing};
use keyed::Keys;
use landing::Landed;
use presses::Emptied;
use transform::Pull;

/// The state of the pointer and of the held keys.
#[derive(Debug, Default)]
pub(in crate::editor) struct Hand {
    pointing: Pointing,
    /// The stroke that waits for its next press, while no button is down on it.
    waiting: Option<Box<Painting>>,
    /// The tools of which people were told how such a stroke goes on.
    told_presses: Vec<&'static str>,
    /// Whether the last point was taken back, and nothing else was done since.
    emptied: Emptied,
    /// Held modifier keys.
    held: Held,
    /// How hard the pen is pressed; a mouse presses fully.
    pressure: Pressure,
    /// Whether the space bar is held, and pans.
    space: bool,
    /// The hand that paints by keys.
    keys: Keys,
    /// The pull at the transform box.
    pull: Option<Pull>,
    /// The landing before the stroke that is being kept.
    landed: Option<Landed>,
    /// First of the steps that were undone as a move or a paste was cancelled.
    cancelled: Option<CommitId>,
    /// Words for where the stroke under way has returned to, or why it could not.
    back: Option<Message>,
    /// Fraction of a notch that the wheel has turned since the last zoom step.
    wheel: f64,
    /// Fractions of device pixels that were scrolled, across and down.
    scrolled: [f64; 2],
    /// Seed of the next stroke's random numbers.
    seed: u64,
}

impl Hand {
    /// Returns the held modifier keys.
    pub(in crate::editor) fn held(&self) -> Held {
        self.held
    }

    /// Ends the gesture; keys stay held.
    fn let_go(&mut self) {
        (self.pointing, self.waiting) = (Pointing::Idle, None);
        (self.pull, self.back, self.pressure) = (None, None, Pressure::FULL);
    }

    /// Returns the stroke under way, which may wait for its next press.
    pub(in crate::editor) fn painting(&self) -> Option<&Painting> {
        match &self.pointing {
            Pointing::Painting(painting) => Some(painting),
            _ => self.waiting.as_deref(),
        }
    }

    /// Returns the stroke under way, to be changed.
    fn painting_mut(&mut self) -> Option<&mut Painting> {
        match &mut self.pointing {
            Pointing::Painting(painting) => Some(painting),
            _ => self.waiting.as_deref_mut(),
        }
    }

    /// Sets the seed of the next stroke's random numbers. Each stroke after it uses the next seed.
    pub(in crate::editor) fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// Takes the words for where the stroke under way has returned to.
    pub(in crate::editor) fn take_back_words(&mut self) -> Option<Message> {
        self.back.take()
    }

    /// Notes that something else is done than to take points back.
    pub(in crate::editor) fn go_on(&mut self) {
        self.emptied = Emptied::No;
    }

    /// Returns the corners of the path of the lasso under way.
    pub(in crate::editor) fn path(&self) -> &[Point] {
        if let Pointing::Painting(painting) = &self.pointing { painting.stroke.path() } else { &[] }
    }

    /// Returns what the stroke under way says of slices: see [`Stroke::slice`](crate::tools::Stroke::slice).
    pub(in crate::editor) fn slice(&self) -> Option<Option<u16>> {
        self.painting().and_then(|painting| painting.stroke.slice())
    }

    /// Returns the pixels that the pointer has come along, to decide about conflicts of a merge.
    pub(in crate::editor) fn deciding(&self) -> &[Point] {
        if let Pointing::Deciding(line) = &self.pointing { line } else { &[] }
    }

    /// Lets go for the sake of another drawing.
    pub(in crate::editor) fn turn_away(&mut self) {
        self.let_go();
        self.cancelled = None;
    }

    /// Goes on from another hand, with its next seed.
    pub(in crate::editor) fn follow(&mut self, before: &Hand) {
        self.seed = before.seed;
    }
}
