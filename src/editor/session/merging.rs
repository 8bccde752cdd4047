//! Merging a branch: the steps of another line since the two have parted, put together as one step here.
//!
//! Problem: two colourings of one sprite are two lines of its history, and somebody wants both, but where they differ, the better one. Idea: the other line's
//! [patch](crate::document::Patch) since the parting is applied here. It takes all that this line has not changed, and what both have changed are
//! conflicts. They are walked through on the picture, one [place](crate::document::ConflictPlace) after the other: each is mine or theirs, as a
//! whole or within a region, and the picture shows at once what would come of it. This is a preview like any other: the draft stays open, and what ends previews ends it.
//!
//! The invariant: nothing but [`finish_merge`](Editor::finish_merge) leaves a step, and that is one, which names its second parent. Both lines
//! stay as they are.
//!
//! ```
//! use undoodle::{editor::Editor, value::Value};
//! let mut editor = Editor::new()?;
//! editor.run("image.grid", &[("width".into(), 8.0.into())], 0)?;
//! let theirs = editor.document().history().here();
//! editor.run("edit.undo", &[], 0)?;
//! editor.run("layer.add", &[], 0)?;
//! let merged = editor.merge_branch(theirs.0, 0)?;
//! assert_eq!((merged.taken, merged.conflicts.len()), (0, 0));
//! assert_eq!((editor.document().layers(), editor.document().grid().0), (2, 8), "what both have done");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use super::deciding::{Becomes, Where};
use crate::color::Color;
use crate::document::{
    Cel, Choices, ConflictPlace, Conflicts, Draft, Finish, Patch, Side, StepKind, Told, Trace,
};
use crate::editor::hand::following::Led;
use crate::editor::{Ask, Direction, Editor, Effect};
use crate::error::{Error, Message, Result};
use crate::geometry::Rect;
use crate::history::CommitId;

/// What the step is called.
pub const MERGED: &str = "Merge steps set aside";

/// Tag of the action.
const TAG: u32 = 0x7b00_0004;

crate::named! {
    /// What becomes of what both lines have changed.
    pub(in crate::editor) enum Decide, "conflicts" {
        /// If there is any, it is walked through on the picture.
        Ask = "ask", "Ask first";
        /// It stays as it is here.
        Mine = "mine", "Keep mine";
        /// It becomes what it is there.
        Theirs = "theirs", "Take theirs";
    }
}

/// A conflict in words, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeConflict {
    /// What it is about, and both sides.
    pub told: Told,
    /// The rectangle around its pixels, or an empty one.
    pub rect: Rect,
    /// Whether the other side can be chosen.
    pub can: bool,
}

/// What merging a branch did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergedBranch {
    /// Number of pixels that were taken.
    pub taken: u64,
    /// What both lines have changed.
    pub conflicts: Vec<MergeConflict>,
}

/// A merge that is walked through.
#[derive(Debug)]
pub(in crate::editor) struct Merging {
    pub(super) tip: CommitId,
    patch: Patch<'static>,
    draft: Draft,
    pub(super) conflicts: Conflicts,
    pub(super) places: Vec<ConflictPlace>,
    pub(super) told: Vec<Told>,
    pub(super) choices: Choices,
    /// Index of the conflict that is shown.
    pub(super) at: usize,
    /// Ids of the layer and frame that were active before.
    active: (Option<u16>, Option<u16>),
}

/// A branch that is about to be merged.
struct Branch {
    tip: CommitId,
    patch: Patch<'static>,
    label: String,
}

impl Session {
    /// Returns the branch that ends at a step, once all is in memory that it is read from.
    fn branch(&mut self, tip: u64) -> Result<Branch> {
        let (tip, history) = (CommitId(tip), self.document.history());
        let label = history.commit_of(tip)?.header().label.to_string();
        let refused = |why| Error::Refused { what: "branch", name: Message::from(label.clone()).into(), why };
        let here = history.here();
        let parting = self.document.parting(tip)?;
        if parting == tip {
            return Err(refused("all of it is here already"));
        }
        let leads = |id: &CommitId| history.commit_of(*id).ok().map(|commit| commit.parent());
        if std::iter::successors(Some(tip), leads).any(|id| id == here) {
            return Err(refused("it goes on from here, so redo leads there"));
        }
        let patch = Patch::between(parting, tip).sparing_locked().painting();
        self.document.await_patch(&patch)?;
        if self.lies_elsewhere(parting, tip, &patch)? {
            return Err(refused("the canvas has another size there, and its pixels lie elsewhere"));
        }
        if self.is_turned(parting, tip, &patch)? {
            return Err(refused(
                "the picture was turned or shifted in between, and its pixels lie elsewhere",
            ));
        }
        Ok(Branch { tip, patch, label })
    }

    /// Returns `true` if one line has changed the canvas's size since the parting and the other has painted: what was painted at one place
    /// belongs to another one then.
    fn lies_elsewhere(&self, parting: CommitId, tip: CommitId, theirs: &Patch<'_>) -> Result<bool> {
        let size = |at| self.document.past(at).map(|past| past.drawing().size());
        let (before, there, here) = (size(parting)?, size(tip)?, self.document.size());
        let paints = |patch: &Patch<'_>| patch.images(&self.document).map(|images| !images.is_empty());
        let mine = Patch::between(parting, self.document.history().here());
        Ok(here != before && paints(theirs)? || there != before && paints(&mine)?)
    }

    /// Returns `true` if one line has moved all pixels on a canvas of the same size since the parting, and the other has painted.
    fn is_turned(&self, parting: CommitId, tip: CommitId, theirs: &Patch<'_>) -> Result<bool> {
        let history = self.document.history();
        let turned = |from: CommitId| {
            let line = std::iter::successors(Some(from), |id| Some(history.commit_of(*id).ok()?.parent()));
            let mut steps = line.take_while(|id| *id != parting).filter_map(|id| history.commit_of(id).ok());
            steps.any(|step| Trace::of(&step.header()).kind == StepKind::Turns)
        };
        let paints = |patch: &Patch<'_>| patch.images(&self.document).map(|images| !images.is_empty());
        let mine = Patch::between(parting, history.here());
        Ok(turned(history.here()) && paints(theirs)? || turned(tip) && paints(&mine)?)
    }

    /// Returns `true` while a merge is walked through.
    pub(in crate::editor) fn is_merging(&self) -> bool {
        self.merging.is_some()
    }

    /// Returns the number of pixels that the merge takes as it is now.
    pub(in crate::editor) fn merge_taken(&self) -> u64 {
        self.merging.as_ref().map_or(0, |merging| merging.conflicts.taken())
    }

    /// Returns what both lines have changed.
    pub(in crate::editor) fn merge_conflicts(&self) -> Vec<MergeConflict> {
        let Some(merging) = &self.merging else { return Vec::new() };
        let told = |(place, told): (&ConflictPlace, &Told)| MergeConflict {
            told: told.clone(),
            rect: place.around(),
            can: place.can(),
        };
        merging.places.iter().zip(&merging.told).map(told).collect()
    }
}

impl Editor {
    /// Merges the branch that ends at a step, and leaves what both lines have changed as it is here. Leaves one step, or none if
    /// nothing could be taken. A stroke, preview or game under way is cancelled instead, as by undo.
    ///
    /// # Errors
    /// Returns [`Error::Gone`] if there is no such step, [`Error::Refused`] if it is on the current line, nothing of it is new, or one
    /// line has painted and the other has another canvas or has turned the picture,
    /// [`Error::Away`] or [`Error::Unreadable`] if a step that matters is not in memory, and [`Error::OverBudget`] or
    /// [`Error::OutOfMemory`]. Nothing has changed then.
    pub fn merge_branch(&mut self, tip: u64, time: u64) -> Result<MergedBranch> {
        self.peek_end();
        if self.interrupted() {
            return Ok(MergedBranch::default());
        }
        self.keep_transform(false, Some(time))?;
        let branch = self.session.branch(tip)?;
        self.begin_merge(&branch)?;
        let found =
            MergedBranch { taken: self.session.merge_taken(), conflicts: self.session.merge_conflicts() };
        self.finish_merge(time)?;
        Ok(found)
    }

    /// Merges a branch on behalf of a person, or begins to walk through what both lines have changed.
    ///
    /// # Errors
    /// As [`merge_branch`](Editor::merge_branch).
    pub(in crate::editor) fn merge(&mut self, tip: u64, decide: Decide, time: u64) -> Result<()> {
        if self.interrupted() {
            return Ok(());
        }
        self.keep_transform(false, Some(time))?;
        let branch = self.session.branch(tip)?;
        self.begin_merge(&branch)?;
        let asks = self.session.merging.as_ref().is_some_and(|merging| !merging.places.is_empty());
        match decide {
            Decide::Ask if asks => {
                self.session.emit(Effect::Ask(Ask::Merge));
                self.show_conflict(0);
                Ok(())
            }
            Decide::Theirs => {
                self.decide(Where::All, Becomes::Theirs)?;
                self.finish_merge(time)
            }
            _ => self.finish_merge(time),
        }
    }

    /// Begins to merge a branch, as a preview.
    fn begin_merge(&mut self, branch: &Branch) -> Result<()> {
        let cel = self.session.cel();
        let active = (self.session.document.layer_id(cel.layer), self.session.document.frame_id(cel.frame));
        let (draft, conflicts) = self.apply_merge(branch.tip, &branch.patch, &Choices::default())?;
        let begun = self.session.document.places_of(&conflicts).and_then(|places| {
            let theirs = self.session.document.past(branch.tip)?;
            let told =
                places.iter().map(|place| place.told(&self.session.document, theirs.drawing())).collect();
            Ok((places, told))
        });
        let (places, told): (Vec<ConflictPlace>, Vec<Told>) = match begun {
            Ok(begun) => begun,
            Err(error) => {
                self.session.document.discard(draft);
                self.document_changed();
                return Err(error);
            }
        };
        if self.session.tears(&conflicts, false) {
            self.session.document.discard(draft);
            self.document_changed();
            let name = Message::from(branch.label.clone()).into();
            let why = "it changes locked layers, so unlock them first";
            return Err(Error::Refused { what: "branch", name, why });
        }
        if conflicts.is_idle() && places.iter().all(|place| !place.can()) {
            self.session.document.discard(draft);
            self.document_changed();
            let name = Message::from(branch.label.clone()).into();
            let why = match conflicts.left_locked() {
                0 if conflicts.is_whole() => "nothing of it is new",
                0 => "nothing of it fits here",
                _ => "it paints on locked layers, so unlock them first",
            };
            return Err(Error::Refused { what: "branch", name, why });
        }
        self.stop_playing();
        let (tip, patch, choices) = (branch.tip, branch.patch, Choices::default());
        let merging = Merging { tip, patch, draft, conflicts, places, told, choices, at: 0, active };
        self.session.merging = Some(merging);
        self.document_changed();
        Ok(())
    }

    /// Applies a branch's patch within an action that stays open.
    fn apply_merge(
        &mut self,
        tip: CommitId,
        patch: &Patch<'_>,
        choices: &Choices,
    ) -> Result<(Draft, Conflicts)> {
        let draft = self.session.document.draft(TAG, self.session.cel())?.merging(tip);
        let document = &mut self.session.document;
        let applied = patch.apply_choosing(document, &draft, choices);
        match applied.and_then(|conflicts| patch.note_footprints(document).map(|()| conflicts)) {
            Ok(conflicts) => Ok((draft, conflicts)),
            Err(error) => {
                self.session.document.discard(draft);
                self.document_changed();
                Err(error)
            }
        }
    }

    /// Gives up a merge, and says so: whoever meant to do something else sees why nothing of that has happened. Returns `true` if there was one.
    pub(in crate::editor) fn leave_merge(&mut self) -> bool {
        let Some(merging) = self.session.merging.take() else { return false };
        self.session.document.discard(merging.draft);
        self.session.document.release();
        let place = |id: Option<u16>, at: fn(&crate::document::Document, u16) -> Option<u32>| {
            id.and_then(|id| at(&self.session.document, id)).unwrap_or(0)
        };
        let layer = place(merging.active.0, |document, id| document.layer_at(id));
        let frame = place(merging.active.1, |document, id| document.frame_at(id));
        self.session.desk.choose(&self.session.document, Cel { layer, frame });
        self.document_changed();
        self.session.emit(Effect::Message("Left the merge; nothing was merged".into()));
        true
    }

    /// Applies the patch anew with other choices.
    pub(in crate::editor) fn take_choices(&mut self, choices: Choices) -> Result<()> {
        let Some(mut merging) = self.session.merging.take() else { return Ok(()) };
        self.session.document.discard(merging.draft);
        let applied = self.apply_merge(merging.tip, &merging.patch, &choices);
        let refused = |conflicts: &Conflicts| {
            let is_left = |place: &&ConflictPlace| match place {
                ConflictPlace::Part { clash, .. } => {
                    choices.side(place) == Some(Side::Theirs)
                        && conflicts.clashes.iter().any(|left| left.part == clash.part)
                }
                ConflictPlace::Pixels { .. } => false,
            };
            merging.places.iter().position(|place| is_left(&place))
        };
        let (done, draft, conflicts) = match applied {
            Ok((draft, conflicts)) => match refused(&conflicts) {
                None => (Ok(()), draft, conflicts),
                Some(at) => {
                    // It does not go together with what is here.
                    self.session.document.discard(draft);
                    let (draft, conflicts) =
                        self.apply_merge(merging.tip, &merging.patch, &merging.choices)?;
                    (Err(stays(&merging.told[at])), draft, conflicts)
                }
            },
            Err(error) => {
                let (draft, conflicts) = self.apply_merge(merging.tip, &merging.patch, &merging.choices)?;
                (Err(error), draft, conflicts)
            }
        };
        if done.is_ok() {
            merging.choices = choices;
        }
        self.session.merging = Some(Merging { draft, conflicts, ..merging });
        self.document_changed();
        done
    }

    /// Commits the merge as one step.
    ///
    /// # Errors
    /// As [`merge_branch`](Editor::merge_branch). The merge has ended then, with nothing changed.
    pub(in crate::editor) fn finish_merge(&mut self, time: u64) -> Result<()> {
        let Some(merging) = self.session.merging.take() else { return Ok(()) };
        let Merging { draft, conflicts, places, choices, .. } = merging;
        let cel = self.session.cel();
        let kept = self.keep(draft, MERGED, Color::ADDED, time, Finish::Step);
        self.session.document.release();
        self.document_changed();
        if !kept? {
            self.session.emit(Effect::Message("Nothing was taken from the branch".into()));
            return Ok(());
        }
        self.session.document.meet_newest();
        let theirs = places.iter().filter(|place| choices.side(place) != Some(Side::Mine)).count();
        let done = Message::new("Merged {n} pixel | Merged {n} pixels").with(conflicts.taken());
        let of = (!places.is_empty())
            .then(|| Message::new("{count} of {count2} conflicts theirs").with(theirs).with(places.len()));
        let locked = conflicts.left_locked();
        let left = "left {n} pixel on locked layers | left {n} pixels on locked layers";
        let left = (locked > 0).then(|| Message::new(left).with(locked));
        let message = Message::row([done].into_iter().chain(of).chain(left), "{first}, {rest}");
        self.show_step(Direction::Redo, message, MERGED.into(), Color::ADDED, (cel, Led::ByChoice));
        Ok(())
    }
}

pub(in crate::editor) fn stays(told: &Told) -> Error {
    Error::Refused {
        what: "conflict",
        name: told.what.clone().into(),
        why: "theirs does not go together with what is here",
    }
}
