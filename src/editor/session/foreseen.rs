//! Seeing what taking back a step would do, before it is done.
//!
//! Problem: a step that others have painted over can't go as a whole, and whoever takes it back wants to see what would
//! go, what would stay, and because of whom. Idea: the step's patch is planned and not applied. What would be taken and what would be left are two sets of
//! pixels, of which the page draws two contours, and the steps that stand on what would be left are named.
//!
//! All of the step goes if these go, too, and those that stand on them, and so on: that is the second offer.
//!
//! The invariant: nothing is changed, fetched or kept by looking.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! for _ in 0..2 {
//!     editor.pointer_down(105.0, 105.0, 0, 0);
//!     editor.pointer_up(105.0, 105.0, 1);
//!     editor.set_primary("#ff0000")?;
//! }
//! let first = editor.document().history().done().last().unwrap().id();
//! let foreseen = editor.foresee(first.0)?;
//! assert_eq!((foreseen.conflicts.taken(), foreseen.conflicts.left(), foreseen.steps.len()), (0, 1, 1));
//! assert_eq!(editor.all_standing_on(&foreseen)?, foreseen.steps, "nobody stands on that one");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use crate::document::{Conflicts, Patch};
use crate::editor::TakenBack;
use crate::editor::shown::Shown;
use crate::error::{Error, Result};
use crate::history::CommitId;

/// The most later steps that are taken back with one.
const MOST: usize = 100;

/// What taking back a step would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreseen {
    /// The step.
    pub step: CommitId,
    /// What would be taken, and what would be left.
    pub conflicts: Conflicts,
    /// The later steps that stand on what would be left, newest first.
    pub steps: Vec<CommitId>,
}

impl Foreseen {
    /// Returns it in numbers.
    pub fn taken_back(&self) -> TakenBack {
        TakenBack {
            taken: self.conflicts.taken(),
            left: self.conflicts.left(),
            whole: self.conflicts.is_whole(),
            steps: self.steps.iter().map(|step| step.0).collect(),
        }
    }
}

impl Session {
    /// Returns what taking back a step would do.
    ///
    /// # Errors
    /// As [`take_back`](Editor::take_back).
    pub(in crate::editor) fn foresee(&self, commit: u64) -> Result<Foreseen> {
        let step = CommitId(commit);
        self.check_done(step)?;
        let patch =
            Patch::of(&self.document.history().commit_of(step)?).reversed().minding(&[]).sparing_locked();
        let conflicts = patch.foresee(&self.document)?;
        let steps = self.document.standing_on(&conflicts, step)?;
        Ok(Foreseen { step, conflicts, steps })
    }

    /// Returns the later steps that have to go with a step so that all of it goes, newest first: those that stand on it, those that
    /// stand on these, and so on.
    ///
    /// # Errors
    /// As [`take_back`](Editor::take_back), and [`Error::Refused`] if they are more than a hundred.
    pub(in crate::editor) fn all_standing_on(&self, foreseen: &Foreseen) -> Result<Vec<CommitId>> {
        let (mut all, mut next) = (foreseen.steps.clone(), 0);
        while next < all.len() {
            if all.len() > MOST {
                let name = self.document.history().commit_of(foreseen.step)?.header().label.to_string();
                let why = "more than 100 later steps stand on it, so go back to it instead";
                return Err(Error::Refused { what: "step", name: name.into(), why });
            }
            for step in self.foresee(all[next].0)?.steps {
                if !all.contains(&step) {
                    all.push(step);
                }
            }
            next += 1;
        }
        let order = self.document.history().done().map(|commit| commit.id());
        Ok(order.take_while(|step| *step != foreseen.step).filter(|step| all.contains(step)).collect())
    }

    /// Returns the step that a person was asked about last whether what later steps have changed of it shall go, too.
    pub(in crate::editor) fn asked_back(&self) -> Option<CommitId> {
        self.asked_back
    }

    /// Checks that a step is one of those that the drawing is made of now.
    pub(super) fn check_done(&self, step: CommitId) -> Result<()> {
        let history = self.document.history();
        let label = history.commit_of(step)?.header().label.to_string();
        if history.done().any(|commit| commit.id() == step) {
            return Ok(());
        }
        Err(Error::Refused { what: "step", name: label.into(), why: "it is undone already" })
    }
}

impl Shown {
    /// Returns the contours of the pixels of the shown frame that would be taken back with a step and with others, and of those that
    /// would be left, like [`contour`](Editor::contour).
    ///
    /// # Errors
    /// As [`take_back`](Editor::take_back).
    pub(in crate::editor) fn contours_of(
        &self,
        session: &Session,
        foreseen: &Foreseen,
        others: &[CommitId],
    ) -> Result<[Vec<i32>; 2]> {
        let frame = session.cel().frame;
        let mut taken = session.document.mask_of(&foreseen.conflicts.taken, frame)?;
        let left = session.document.mask_of(&foreseen.conflicts.left, frame)?;
        if others.is_empty() {
            return Ok([self.around(session, &taken), self.around(session, &left)]);
        }
        let more = session.document.touched_by(others, frame)?;
        for mask in [left, more] {
            taken.tiles.extend(mask.tiles);
            taken.rects.extend(mask.rects);
        }
        Ok([self.around(session, &taken), Vec::new()])
    }
}
