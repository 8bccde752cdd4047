//! Kinds of steps: what a step is to a list of steps, whatever it is called.
//!
//! A list shows a move as one row, sets steps that only select apart, and has to know whether a file's newer version was undone.
//! A label can't say that: it is for people, may be worded anew, and two commands may share one. So whoever makes a step
//! says its kind, and the step's trace keeps the number.
//!
//! The invariant: numbers, which are places in the list, are given once, as stored histories have them. A number that is not known is [`StepKind::Plain`], and
//! so is each step from before there were kinds.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document, Finish, Mode, StepKind, Trace}, geometry::Rect};
//! let mut document = Document::new(8, 8)?;
//! let draft = document.draft(1, Cel::default())?;
//! document.drawing_mut(&draft)?.select(&[Rect::new(1, 1, 3, 3)], Mode::Replace)?;
//! let kept = document.keep(draft.of(StepKind::Selects), "Select rectangle", Color::ADDED, 0, Finish::Step)?;
//! assert_eq!(kept.map(|commit| Trace::of(&commit.header()).kind), Some(StepKind::Selects));
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

crate::named! {
    /// What a step is to a list of steps.
    #[derive(Default)]
    pub enum StepKind {
        /// Any step of which nothing else is known.
        #[default]
        Plain;
        /// It only selects, and changes no picture.
        Selects;
        /// It moves something, and may pick it up first.
        Moves;
        /// It pastes something, which floats then.
        Pastes;
        /// It places what floats.
        Places;
        /// It makes the drawing the newer version of its file.
        Newer;
        /// It takes back another step, which its trace names.
        TakesBack;
        /// It merges a branch, whose last step its trace names.
        Merges;
        /// It turns or shifts the picture, so that each pixel has another place.
        Turns;
        /// It makes, changes or removes slices, which are on no layer.
        Slices;
    }
}

impl StepKind {
    /// Returns the kind with a number.
    pub(super) fn numbered(number: u32) -> StepKind {
        Self::ALL.get(number as usize).copied().unwrap_or_default()
    }

    /// Returns `true` if the trace of such a step names another one.
    pub(super) fn is_about_another(self) -> bool {
        matches!(self, StepKind::TakesBack | StepKind::Merges)
    }
}
