//! Merges: steps with two parents, and where two lines parted.
//!
//! Problem: a branch is merged as one step of the line that it is merged into. Who merges the branch once more, after it has grown, wants
//! what is new of it alone, and a list of steps wants to say where a merge came from. Idea: the trace of a merge names its second parent, the last step that was merged. So the
//! steps are a graph and no tree, and two lines have parted at the newest state that both hold: on the tree, or by a merge.
//!
//! Nothing is moved or dropped by a merge: both lines stay, and the second parent is a number in the step's header. So it is kept by the journal, by
//! files and by copies of the step, and it may name a step that is forgotten.
//!
//! The invariant: the state at which two lines parted is one whose changes both hold, but for those that a person has decided against.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document, Finish, Patch, Trace}, geometry::Rect};
//! let (mut document, cel) = (Document::new(64, 64)?, Cel::default());
//! let mut dot = |document: &mut Document, x| {
//!     document.begin(1)?;
//!     document.fill_rect(cel, Rect::new(x, 0, 1, 1), Color::BLACK)?;
//!     Ok::<_, undoodle_drawing::Error>(document.commit("Dot", Color::ADDED, 0)?.map(|step| step.id()))
//! };
//! let theirs = dot(&mut document, 3)?.unwrap();
//! document.undo()?;
//! dot(&mut document, 9)?;
//! let parting = document.parting(theirs)?;
//! assert_eq!(parting, document.history().base());
//! let draft = document.draft(1, cel)?.merging(theirs);
//! Patch::between(parting, theirs).apply(&mut document, &draft)?;
//! let merge = document.keep(draft, "Merge", Color::ADDED, 0, Finish::Step)?.map(|step| step.header().into_owned());
//! assert_eq!(merge.map(|header| Trace::of(&header).about), Some(Some(theirs)));
//! assert_eq!(document.parting(theirs)?, theirs, "all of it is here now");
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::{Document, StepKind, Trace};
use crate::error::{Error, Result};
use crate::history::{Commit, CommitId};
use std::collections::HashSet;

/// Returns the last step of the branch that a step merged.
fn merged(step: &Commit<'_>) -> Option<CommitId> {
    let trace = Trace::of(&step.header());
    trace.about.filter(|_| trace.kind == StepKind::Merges)
}

impl Document {
    /// Returns the newest state that a line and the current one both hold: where they parted, or what was merged last. It is the line's last step
    /// if all of it is here.
    ///
    /// # Errors
    /// Returns [`Error::Gone`] when there is no such line, and [`Error::OutOfMemory`].
    pub fn parting(&self, tip: CommitId) -> Result<CommitId> {
        let history = self.history();
        self.known(tip)?;
        let here = self.ancestry(history.here())?;
        let there = self.ancestry(tip)?;
        // What was merged into this line, with all that came before it.
        let mut merges = HashSet::new();
        for step in history.done().take_while(|step| !there.contains(&step.id())) {
            merges.extend(merged(&step));
        }
        let mut inside = HashSet::new();
        for merge in merges {
            inside.extend(
                self.line_to(merge).take_while(|step| !here.contains(&step.id())).map(|step| step.id()),
            );
        }
        // The nearest state on their line is here, or is one that they have merged from here.
        for step in self.line_to(tip) {
            let id = step.id();
            if here.contains(&id) || inside.contains(&id) {
                return Ok(id);
            }
            if let Some(from) = merged(&step).filter(|from| here.contains(from)) {
                return Ok(from);
            }
        }
        Ok(history.base())
    }

    /// Returns a commit and those before it, newest first.
    fn line_to(&self, tip: CommitId) -> impl Iterator<Item = Commit<'_>> {
        let step = |id| self.history().commit_of(id).ok();
        std::iter::successors(step(tip), move |commit| step(commit.parent()))
    }

    /// Returns the numbers of a commit and of those before it, with the base.
    fn ancestry(&self, tip: CommitId) -> Result<HashSet<CommitId>> {
        let mut found = HashSet::new();
        for step in self.line_to(tip) {
            let bytes = (found.len() * 16) as u64;
            found.try_reserve(1).map_err(|_| Error::OutOfMemory {
                what: "list of steps",
                bytes,
                limit: 0,
            })?;
            found.insert(step.id());
        }
        found.insert(self.history().base());
        Ok(found)
    }
}
