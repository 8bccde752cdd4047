//! Taking back one step of many, as a step of its own.
//!
//! Undo takes back the newest step, and all others only after it. A step in the middle is taken back by its
//! [patch](crate::document::Patch), reversed: what still is as the step left it becomes what it was before, and what was
//! changed since stays. The steps that stand on it are named, so that whoever wants all of it can take these back as well. It is a step like any other,
//! which undo takes back.
//!
//! A later stroke of the same colour that crossed the step has changed no byte where they cross. Its [footprint](crate::document::Footprint) tells
//! that it was there, so these pixels stay, as those do that it has changed. If the later stroke is taken back with the step, they go.
//!
//! Undo minds no lock, as it goes back to what was. This is a new step, so it leaves the pixels of locked layers alone, and says so. A hidden
//! layer is not spared: what is taken back there was painted while it was shown.
//!
//! Whoever asks for it by the command is shown first what would stay, if that is anything (see `Later`). Nearer to undo is a second
//! command: it takes back the newest step that has left something in the selection, or on the layer.
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

use super::Session;
use super::foreseen::Foreseen;
use crate::color::Color;
use crate::document::{Cel, Conflicts, Draft, Finish, Part, Patch, StepKind, Thing, Trace};
use crate::editor::hand::following::Led;
use crate::editor::{Ask, Direction, Editor, Effect};
use crate::error::{Error, Message, Result};
use crate::history::CommitId;

/// What the step is called.
pub const TAKEN_BACK: &str = "Take back step";

/// Tag of the action.
const TAG: u32 = 0x7b00_0001;

crate::named! {
    /// What becomes of later steps that have painted over a step, or that stand on it.
    pub(in crate::editor) enum Later, "later steps" {
        /// If there are any, what would stay is shown, and the person is asked.
        Ask = "ask", "Ask first";
        /// They stay, and so does what they have changed.
        Leave = "leave", "Leave them alone";
        /// They are taken back with it, so that all of it goes.
        Take = "take", "Take them back, too";
    }
}

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

impl Session {
    /// Returns the newest step that has left something here. All that lies on the way stays in memory until it is found, so that nothing is
    /// fetched twice.
    fn last_here(&mut self) -> Result<Option<CommitId>> {
        loop {
            match self.document.last_touching(self.cel()) {
                Err(Error::Away { commit }) => {
                    let last = self.last_of_volume(CommitId(commit));
                    let history = self.document.history();
                    let way = Patch::between(history.commit_of(last)?.parent(), history.here());
                    self.document.await_patch(&way)?;
                }
                found => return found,
            }
        }
    }

    /// Returns `true` if locked layers would stay as they are while what belongs together with their pixels changed: the canvas, links, layers and
    /// frames that went, or, `whole`, that come or are as they were.
    pub(in crate::editor) fn tears(&self, conflicts: &Conflicts, whole: bool) -> bool {
        let gone = |thing: &Thing| match thing.kind {
            "layer" => self.document.layer_at(thing.id).is_none(),
            "frame" => self.document.frame_at(thing.id).is_none(),
            _ => false,
        };
        let together = |part: &Part| match part {
            Part::Canvas | Part::Link(..) => true,
            Part::Member(thing) => whole || gone(thing),
            _ => false,
        };
        let linked = |part: &Part| match part {
            Part::Link(layer, _) => {
                self.document.layer_at(*layer).is_some_and(|layer| !self.document.is_unlocked(layer))
            }
            _ => false,
        };
        let locked = conflicts.left_locked() > 0;
        locked && conflicts.parts.iter().any(together) || conflicts.parts.iter().any(linked)
    }

    /// Says what was taken back of a step.
    pub(in crate::editor) fn said(&self, conflicts: &Conflicts, label: &str) -> Message {
        let (taken, left) = (conflicts.taken(), conflicts.left());
        let of = |code| Message::new(code).with_key(label.to_owned());
        if conflicts.is_whole() {
            let phrases = [of("Took back {label}")].into_iter().chain(self.extent(self.cel()));
            return Message::row(phrases, "{first}, {rest}");
        }
        if taken + left == 0 {
            return of("Took back a part of {label}; later steps stand on the rest");
        }
        let code = match conflicts.left_locked() {
            0 => {
                "Took back {count} of {count2} pixels of {label}; the others stay, as later steps painted over them"
            }
            locked if locked == left => {
                "Took back {count} of {count2} pixels of {label}; the others stay, as their layer is locked"
            }
            _ => {
                "Took back {count} of {count2} pixels of {label}; the others stay: they are on a locked layer, or later steps painted over them"
            }
        };
        Message::new(code).with(taken).with(taken + left).with_key(label.to_owned())
    }
}

impl Editor {
    /// Takes back a step wherever it is, as far as later steps have not changed what it did. Leaves one step, or none if nothing is
    /// left to be taken back. A stroke, preview or game under way is cancelled instead, as by undo.
    ///
    /// # Errors
    /// Returns [`Error::Gone`] if there is no such step, [`Error::Refused`] if it is undone already, [`Error::Away`] or
    /// [`Error::Unreadable`] if its bytes, or those of a step since, are not in memory, and
    /// [`Error::OverBudget`] or [`Error::OutOfMemory`]. Nothing has changed then.
    pub fn take_back(&mut self, commit: u64, time: u64) -> Result<TakenBack> {
        if self.interrupted() {
            return Ok(TakenBack::default());
        }
        self.keep_transform(false, Some(time))?;
        let step = CommitId(commit);
        let (draft, conflicts) = self.begin_taking(&[step])?;
        let steps = match self.session.document.standing_on(&conflicts, step) {
            Ok(steps) => steps,
            Err(error) => {
                self.drop_taking(draft);
                return Err(error);
            }
        };
        self.keep_taking(draft, step, time)?;
        Ok(Foreseen { step, conflicts, steps }.taken_back())
    }

    /// Takes back a step on behalf of a person, and says what came of it.
    ///
    /// # Errors
    /// As [`take_back`](Editor::take_back), and [`Error::Refused`] if nothing of the step can be taken back.
    pub(in crate::editor) fn take_only(&mut self, commit: u64, later: Later, time: u64) -> Result<()> {
        if self.interrupted() {
            return Ok(());
        }
        self.keep_transform(false, Some(time))?;
        let step = CommitId(commit);
        let (mut draft, mut conflicts) = self.begin_taking(&[step])?;
        let (label, color) = {
            let commit = self.session.document.history().commit_of(step)?;
            (commit.header().label.to_string(), Trace::of(&commit.header()).color.inverted())
        };
        let mut others = 0;
        let locked = conflicts.left_locked();
        let only_locked = conflicts.is_idle() && conflicts.clashes.is_empty() && conflicts.left() == locked;
        // Where a lock is all that is in the way, there is nothing to choose.
        if !conflicts.is_whole() && !only_locked && later != Later::Leave {
            self.drop_taking(draft);
            if later == Later::Ask {
                self.session.asked_back = Some(step);
                self.session.emit(Effect::Ask(Ask::TakeBack));
                return Ok(());
            }
            (draft, conflicts, others) = self.begin_taking_all(step)?;
        }
        if others == 0 && conflicts.is_idle() {
            self.drop_taking(draft);
            let whole = conflicts.is_whole();
            let why = match conflicts.left_locked() {
                0 if whole => "nothing of it is left",
                0 => "later steps have changed all of it",
                _ => "its layer is locked, so unlock it first",
            };
            return Err(Error::Refused { what: "step", name: label.into(), why });
        }
        self.keep_taking(draft, step, time)?;
        self.session.document.meet_newest();
        let message = match others {
            0 => self.session.said(&conflicts, &label),
            later => {
                Message::new("Took back {label} and {n} later step | Took back {label} and {n} later steps")
                    .with_key(label.clone())
                    .with(later)
            }
        };
        self.show_step(Direction::Undo, message, label, color, (self.session.cel(), Led::ByChoice));
        Ok(())
    }

    /// Takes back the newest step that has left something in the selected pixels, or on the active layer where nothing is selected.
    ///
    /// # Errors
    /// As [`take_back`](Editor::take_back).
    pub(in crate::editor) fn undo_here(&mut self, time: u64) -> Result<()> {
        if self.interrupted() {
            return Ok(());
        }
        self.keep_transform(false, Some(time))?;
        match self.session.last_here()? {
            Some(step) => self.take_only(step.0, Later::Leave, time),
            None if self.session.document.selection().is_some() => {
                self.session.emit(Effect::Message("Nothing to undo in the selection".into()));
                Ok(())
            }
            None => {
                let layer = self.session.document.layer(self.session.cel().layer)?.name;
                self.session
                    .emit(Effect::Message(Message::new("Nothing to undo on layer {layer}").with(layer)));
                Ok(())
            }
        }
    }

    /// Takes back steps, the newest first, within an action that stays open. Returns what became of the last of them.
    fn begin_taking(&mut self, steps: &[CommitId]) -> Result<(Draft, Conflicts)> {
        let mut patches = Vec::with_capacity(steps.len());
        for step in steps {
            self.session.check_done(*step)?;
            let patch = Patch::of(&self.session.document.history().commit_of(*step)?)
                .reversed()
                .minding(steps)
                .sparing_locked();
            self.session.document.await_patch(&patch)?;
            patches.push(patch);
        }
        let draft = self.session.document.draft(TAG, self.session.cel())?;
        // The steps that stand on it are taken back first, and it is what the person pointed at.
        let draft = draft.taking_back(steps.last().copied().unwrap_or(CommitId(0)));
        let mut conflicts = Conflicts::default();
        for patch in patches {
            match patch.apply(&mut self.session.document, &draft) {
                Ok(found) => conflicts = found,
                Err(error) => {
                    self.drop_taking(draft);
                    return Err(error);
                }
            }
        }
        let turns = |step: &CommitId| {
            let commit = self.session.document.history().commit_of(*step);
            commit.is_ok_and(|commit| Trace::of(&commit.header()).kind == StepKind::Turns)
        };
        let turned = steps.iter().any(turns) && conflicts.left_locked() > 0;
        if turned || self.session.tears(&conflicts, true) {
            self.drop_taking(draft);
            let name = steps.last().and_then(|step| self.session.document.history().commit_of(*step).ok());
            let name = name.map(|commit| commit.header().label.to_string()).unwrap_or_default();
            let why = "a layer that it changed is locked, so unlock it first";
            return Err(Error::Refused { what: "step", name: name.into(), why });
        }
        Ok((draft, conflicts))
    }

    /// Takes back a step with all that stand on it, within an action that stays open. Returns what became of the step, and the number of the others.
    ///
    /// Where a later step happens to have left the colour that the step had left, nothing is in the way before the steps in between are
    /// taken back. So those that are in the way then go as well.
    fn begin_taking_all(&mut self, step: CommitId) -> Result<(Draft, Conflicts, usize)> {
        let mut foreseen = self.session.foresee(step.0)?;
        loop {
            let mut steps = self.session.all_standing_on(&foreseen)?;
            let others = steps.len();
            steps.push(step);
            let (draft, conflicts) = self.begin_taking(&steps)?;
            let more = match self.session.document.standing_on(&conflicts, step) {
                Ok(more) => more,
                Err(error) => {
                    self.drop_taking(draft);
                    return Err(error);
                }
            };
            steps.extend(more.into_iter().filter(|later| !steps.contains(later)).collect::<Vec<_>>());
            if steps.len() == others + 1 {
                return Ok((draft, conflicts, others));
            }
            self.drop_taking(draft);
            steps.retain(|later| *later != step);
            foreseen.steps = steps;
        }
    }

    /// Gives up an action that takes steps back.
    fn drop_taking(&mut self, draft: Draft) {
        self.session.document.discard(draft);
        self.document_changed();
    }

    /// Commits an action that takes a step back, and makes the cel active that the step was made on, if there is one.
    fn keep_taking(&mut self, draft: Draft, step: CommitId, time: u64) -> Result<()> {
        self.stop_playing();
        let commit = self.session.document.history().commit_of(step);
        let place = commit.map(|commit| self.session.document.layer_and_frame_of(&commit.header()));
        let cel = if let Ok((Some(layer), Some(frame))) = place { Some(Cel { layer, frame }) } else { None };
        if let Some(cel) = cel {
            self.session.document.lead_to(cel);
        }
        let kept = self.keep(draft, TAKEN_BACK, Color::REMOVED, time, Finish::Step);
        if let (Ok(true), Some(cel)) = (&kept, cel) {
            self.session.desk.choose(&self.session.document, cel);
        }
        self.session.document.release();
        self.document_changed();
        kept.map(drop)
    }
}
