//! From an edit to a step: the action it runs in, what becomes of that, and the step that the next one may join.
//!
//! Problem: who drags a slider makes dozens of edits and means one. Idea: a command says which family it joins. An edit of the
//! same family on the same layer and frame joins the step before, if that is still the newest one and was made a moment ago.
//!
//! What the edit wants of the desk, in [`After`], is applied here and nowhere else, when its action is committed.
//!
//! The invariant: an action that was refused leaves drawing, history and desk as they were.
//!
//! ```
//! use undoodle::{editor::Editor, value::Value};
//! let mut editor = Editor::new()?;
//! for (opacity, time) in [(50, 0), (40, 100), (30, 200)] {
//!     editor.run("layer.opacity", &[("opacity".into(), Value::from(opacity))], time)?;
//! }
//! assert_eq!(editor.document().history().position(), 1, "one drag, one step");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use super::desk::After;
use super::edit::Edit;
use super::params::Args;
use crate::color::Color;
use crate::document::{Draft, Finish};
use crate::editor::Effect;
use crate::editor::commands::{Command, Joins, Run, commands};
use crate::error::{Error, Message, Result};
use crate::geometry::Rect;
use crate::history::{Bookmark, CommitId};
use crate::render::Turn;

/// Maximum age of a step that an edit of the same kind may join, in milliseconds.
const MERGING: u64 = 1000;

/// The first tag of commands; the tags below it are the strokes'.
const TAGS: u32 = 16;

/// The person is told of dropped steps only when no more than this many are left.
const FEW: usize = 4;

/// The target of an edit: only edits with equal targets join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::editor) struct Target {
    /// The family of commands that join each other.
    family: &'static str,
    /// Id of the layer.
    layer: Option<u16>,
    /// Id of the frame.
    frame: Option<u16>,
}

/// A step that edits of the same target may join.
#[derive(Clone, Copy, Debug)]
pub(in crate::editor) struct Joined {
    commit: CommitId,
    target: Target,
}

/// Whether an action needs a place in the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::editor) enum InHistory {
    /// It is refused if the history cannot keep it.
    Required,
    /// It is done even if the history cannot keep it; the history is then forgotten.
    Waived,
}

/// What became of an action.
#[derive(Debug)]
pub(super) struct Kept {
    /// Whether it left a step.
    pub(super) step: bool,
    /// Number of steps that it has set aside, if that is to be said.
    pub(super) aside: usize,
    /// Where the history stood before.
    pub(super) before: Bookmark,
}

impl Session {
    /// Runs an edit within an action, and returns that action and what the edit wants of the desk. It may read which part of
    /// the canvas is seen, and how it is turned.
    pub(super) fn attempt(
        &mut self,
        command: &'static Command,
        args: &Args,
        place: InHistory,
        (seen, turn): (Rect, Turn),
    ) -> Result<(Draft, After)> {
        let Run::Edit(run) = command.run else { return Err(Error::Idle) };
        let then = command.looks_up.map(|look_up| look_up(self, args).map(|()| self.then.take()));
        let then = then.transpose()?.flatten();
        let draft = self.document.draft(tag(command), self.cel())?;
        if place == InHistory::Waived {
            self.document.barrier()?;
        }
        let (document, after) = (self.document.drawing_mut(&draft)?, After::default());
        let mut edit = Edit { document, desk: &self.desk, seen, turn, at: None, then: then.as_ref(), after };
        let done = run(&mut edit, args).and_then(|()| edit.document.fill_background(edit.desk.ground()));
        let done = done.map(|()| edit.after);
        if then.is_some() {
            self.keep_then(then);
        }
        match done {
            Ok(after) => Ok((draft, after)),
            Err(error) => {
                self.document.discard(draft);
                Err(error)
            }
        }
    }

    /// Leaves a colour where an action has made pixels of the background transparent.
    pub(in crate::editor) fn fill_background(&mut self, draft: &Draft, ground: Color) -> Result<()> {
        if ground.is_transparent() {
            return Ok(());
        }
        self.document.drawing_mut(draft)?.fill_background(ground)
    }

    /// Commits an action, and says so if that dropped steps.
    pub(super) fn commit(
        &mut self,
        draft: Draft,
        label: &'static str,
        color: Color,
        time: u64,
        finish: Finish,
    ) -> Result<Kept> {
        let history = self.document.history();
        let (ahead, base, position) = (history.ahead(), history.base(), history.position());
        let before = self.document.bookmark();
        let step = self.document.keep(draft, label, color, time, finish)?.is_some();
        let history = self.document.history();
        let (after, aside) = (history.position(), step && ahead > 0 && history.ahead() == 0);
        let dropped = step && history.base() != base;
        let forgotten = if dropped { (position + 1).saturating_sub(after) } else { 0 };
        self.say_forgotten(forgotten);
        if forgotten > 0 && after <= FEW && after <= position {
            let code = "{n} step forgotten: this one needs their room | {n} steps forgotten: this one needs their room";
            self.emit(Effect::Message(Message::new(code).with(forgotten)));
            return Ok(Kept { step, aside: 0, before });
        }
        Ok(Kept { step, aside: if aside { ahead } else { 0 }, before })
    }

    /// Returns how a command's action becomes a step.
    pub(super) fn finish(&self, command: &Command, target: Option<Target>) -> Finish {
        match command.joins {
            Joins::Nothing => Finish::Step,
            Joins::Before(_) if self.may_join(target) => Finish::Merging(MERGING),
            Joins::Before(_) => Finish::Step,
            Joins::Redo => Finish::Carrying,
        }
    }

    /// Applies what an edit wanted of the desk, now that it is committed. With a target, edits of the same one may join the
    /// step.
    pub(super) fn conclude(&mut self, mut after: After, target: Option<Target>) {
        if let Some(said) = after.said.take() {
            self.emit(Effect::Message(said));
        }
        self.desk.apply(&self.document, after);
        let commit = self.document.history().here();
        self.joined = target.map(|target| Joined { commit, target });
    }

    /// Returns the target of an edit, or `None` if the command never joins the step before.
    pub(super) fn target(&self, command: &'static Command, args: &Args) -> Option<Target> {
        let Joins::Before(family) = command.joins else { return None };
        let cel = self.cel();
        let layer = self.document.layer_id(args.count("layer").unwrap_or(cel.layer));
        let frame = self.document.frame_id(args.count("frame").unwrap_or(cel.frame));
        Some(Target { family, layer, frame })
    }

    /// Returns `true` if the last step has this target.
    fn may_join(&self, target: Option<Target>) -> bool {
        let here = self.document.history().here();
        self.joined.is_some_and(|joined| joined.commit == here && Some(joined.target) == target)
    }
}

/// Returns the tag of a command's actions. Commands of one family share it.
fn tag(command: &Command) -> u32 {
    let same = |other: &Command| match (command.joins, other.joins) {
        (Joins::Before(one), Joins::Before(another)) => one == another,
        _ => other.id == command.id,
    };
    TAGS + commands().position(same).unwrap_or(0) as u32
}
