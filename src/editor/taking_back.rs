//! Taking back one step of many, as a step of its own.
//!
//! Undo takes back the newest step, and all others only after it. A step in the middle is taken back by its
//! [patch](crate::document::Patch), reversed: what still is as the step left it becomes what it was before, and what was
//! changed since stays. The steps that stand on it are named, so that whoever wants all of it can take these back as well. It is a step like any other,
//! which undo takes back.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.run("layer.add", &[], 0)?;
//! let added = editor.document().history().here();
//! editor.run("image.grid", &[("width".into(), 8.0.into())], 0)?;
//! assert_eq!(editor.take_back(added.0, 0)?.steps, []);
//! assert_eq!((editor.document().layers(), editor.document().grid().0), (1, 8));
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Editor;
use crate::color::Color;
use crate::document::{Conflicts, Finish, Patch};
use crate::error::Result;
use crate::history::CommitId;

/// What the step is called.
pub const TAKEN_BACK: &str = "Take back step";

/// Tag of the action.
const TAG: u32 = 0x7b00_0001;

/// What taking back a step did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TakenBack {
    /// Number of pixels that were taken back.
    pub taken: u64,
    /// Number of pixels that were left, since later steps have changed them.
    pub left: u64,
    /// Whether everything was taken back: no pixel was left, nor anything else.
    pub whole: bool,
    /// Numbers of the steps that stand on what was left, newest first.
    pub steps: Vec<u64>,
}

impl Editor {
    /// Returns what [`take_back`](Editor::take_back) would do, without doing it.
    ///
    /// # Errors
    /// As [`take_back`](Editor::take_back).
    pub fn foresee_take_back(&mut self, commit: u64) -> Result<TakenBack> {
        let conflicts = self.patch_back(commit)?.foresee(&self.document)?;
        self.told_of(commit, &conflicts)
    }

    /// Takes back a step wherever it is, as far as later steps have not changed what it did. Leaves one step, or none if nothing is
    /// left to be taken back. A stroke, preview or game under way is cancelled instead, as by undo.
    ///
    /// # Errors
    /// Returns [`Error::Gone`](crate::Error::Gone) if there is no such step, [`Error::Away`](crate::Error::Away) or
    /// [`Error::Unreadable`](crate::Error::Unreadable) if its bytes, or those of a step since, are not in memory, and
    /// [`Error::OverBudget`](crate::Error::OverBudget) or [`Error::OutOfMemory`](crate::Error::OutOfMemory). Nothing has changed then.
    pub fn take_back(&mut self, commit: u64, time: u64) -> Result<TakenBack> {
        if self.interrupted() {
            return Ok(TakenBack::default());
        }
        let patch = self.patch_back(commit)?;
        let draft = self.document.draft(TAG, self.cel())?;
        let applied = patch.apply(&mut self.document, &draft);
        let told = match applied.and_then(|conflicts| self.told_of(commit, &conflicts)) {
            Ok(told) => told,
            Err(error) => {
                self.document.discard(draft);
                return Err(error);
            }
        };
        self.stop_playing();
        let kept = self.keep(draft, TAKEN_BACK, Color::REMOVED, time, Finish::Step);
        self.document.release();
        self.document_changed();
        kept.map(|_| told)
    }

    /// Returns what becomes of a step that is taken back, in numbers.
    fn told_of(&self, commit: u64, conflicts: &Conflicts) -> Result<TakenBack> {
        let steps = self.document.standing_on(conflicts, CommitId(commit))?;
        Ok(TakenBack {
            taken: conflicts.taken(),
            left: conflicts.left(),
            whole: conflicts.is_whole(),
            steps: steps.into_iter().map(|id| id.0).collect(),
        })
    }

    /// Returns the patch that takes a step back, when its bytes are in memory.
    fn patch_back(&mut self, commit: u64) -> Result<Patch<'static>> {
        let patch = Patch::of(&self.document.history().commit_of(CommitId(commit))?).reversed();
        self.document.await_patch(&patch)?;
        Ok(patch)
    }
}
