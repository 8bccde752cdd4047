//! Peeking: the drawing as it was before a step, for as long as a key is held.
//!
//! Problem: who looks through a list of steps wants to see what one of them did, and not lose their place by going there.
//! Idea: the picture is painted from the [past as a view](crate::document::Past), as far as it is in sight. From one step to the next only the
//! steps between them are crossed, so that a thousand of them can be scrubbed through.
//!
//! The invariant: nothing live moves. The drawing, its history, the panels, a preview and what is being transformed are what they were, and
//! whatever else is done ends the look.
//!
//! ```
//! use undoodle::{editor::Editor, geometry::Rect, render::Quality, value::Value};
//! let mut editor = Editor::new()?;
//! editor.resize(64, 64);
//! editor.run("image.background", &[("color".into(), "#ff0000".into())], 0)?;
//! let step = editor.document().history().here().0;
//! let mut shown = Vec::new();
//! editor.run("history.peek", &[("commit".into(), Value::from(step as i64))], 1)?;
//! editor.render(Rect::new(32, 32, 1, 1), Quality::Averaged, &mut shown)?;
//! assert_ne!(shown, [255, 0, 0, 255], "before the step");
//! assert_eq!(editor.document().background().to_string(), "#ff0000ff", "nothing has moved");
//! editor.run("history.peek-end", &[], 2)?;
//! editor.render(Rect::new(32, 32, 1, 1), Quality::Averaged, &mut shown)?;
//! assert_eq!(shown, [255, 0, 0, 255]);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::probe::NOTED;
use super::{Editor, Effect};
use crate::document::{MAX_SIDE, Past, Trace};
use crate::error::{Error, Message, Result};
use crate::geometry::Rect;
use crate::history::{Commit, CommitId};
use crate::render::{Quality, render_with};

/// Where the drawing stands on its line of undo and redo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Number of steps that can be undone.
    pub position: usize,
    /// Number of steps that can be redone.
    pub ahead: usize,
    /// Number of steps on the line that was set aside last.
    pub aside: usize,
    /// Label of the step that undo takes back, or empty.
    pub undo: String,
    /// Label of the step that redo brings back, or empty.
    pub redo: String,
    /// Words for the state that is shown instead while a peek goes on: "step 3", "the beginning" or "a branch".
    pub looking: Option<Message>,
}

/// A state that is shown in place of the drawing.
#[derive(Debug)]
pub(super) struct Peek {
    past: Past,
    /// Index of the frame that is shown, among those of that time.
    frame: u32,
    /// The part of the canvas that it is there for.
    seen: Rect,
    /// Words for the state.
    looking: Message,
}

impl Editor {
    /// Shows the drawing as it was before a step on any branch, until the [end](Editor::peek_end).
    ///
    /// # Errors
    /// Returns [`Error::Gone`] if there is no such step, [`Error::Away`] if one that matters is on a disk, [`Error::OverBudget`] if what is in
    /// sight takes more than the history has to spare, and [`Error::Refused`] while a stroke or a game is under way.
    pub(super) fn peek(&mut self, commit: u64) -> Result<()> {
        if self.is_painting() {
            let name = self.desk.tool.id.to_owned();
            return Err(Error::Refused { what: "tool", name: name.into(), why: "end its stroke first" });
        }
        self.check_game()?;
        let (before, label, frame) = {
            let commit = self.document.history().commit_of(CommitId(commit))?;
            let header = commit.header();
            (commit.parent(), header.label.to_string(), Trace::of(&header).frame_before())
        };
        self.document.index_steps(NOTED);
        let (seen, past) = (self.in_sight(), self.end_look());
        let shown = self.look_before(past, before, frame, seen);
        if let Err(Error::Away { .. }) = shown {
            // All that the look needs is to stay in memory until it is there.
            self.document.await_past(before, self.cel().frame, seen)?;
        }
        let (past, frame) = shown?;
        self.document.release();
        self.mark_look(&past);
        self.peeked = Some(Peek { past, frame, seen, looking: self.words_for(before) });
        self.state_changed();
        self.emit(Effect::Message(Message::new("Before {label}").with_key(label)));
        Ok(())
    }

    /// Looks at what a frame showed in a rectangle at a state. Of a frame that did not exist then, the first one is shown.
    #[cold]
    #[inline(never)]
    fn look_before(&self, past: Option<Past>, at: CommitId, frame: u16, rect: Rect) -> Result<(Past, u32)> {
        let mut past = match past {
            Some(mut past) => past.turn(&self.document, at).map(|()| past)?,
            None => self.document.past(at)?,
        };
        let active = || self.document.frame_id(self.cel().frame).and_then(|id| past.drawing().frame_at(id));
        let frame = past.drawing().frame_at(frame).or_else(active).unwrap_or(0);
        past.show(&self.document, frame, rect)?;
        Ok((past, frame))
    }

    /// Returns the part of any canvas that the viewport shows.
    fn in_sight(&self) -> Rect {
        let all = Rect::new(0, 0, MAX_SIDE as i32, MAX_SIDE as i32);
        // Where the view repeats the canvas, all of it may be seen.
        if self.window.view.repeated { all } else { self.window.view.visible(all) }
    }

    /// Marks dirty what shows the canvas or that of another time.
    #[cold]
    #[inline(never)]
    fn mark_look(&mut self, past: &Past) {
        let (canvas, then) = (self.document.bounds(), past.drawing().bounds());
        if then == canvas { self.window.mark_dirty(canvas, canvas) } else { self.window.repaint() }
    }

    /// Gets what has come into sight of the state that is looked at, before it is painted. The look ends if that can't be had.
    #[cold]
    #[inline(never)]
    pub(super) fn widen_look(&mut self) {
        let now = self.in_sight();
        let Some(Peek { past, frame, seen, .. }) = &mut self.peeked else { return };
        if now.intersect(*seen) == now {
            return;
        }
        *seen = now;
        if let Err(error) = past.show(&self.document, *frame, now) {
            self.peek_end();
            self.emit(Effect::failure(&error));
        }
    }

    /// Renders a state that is looked at.
    #[cold]
    #[inline(never)]
    pub(super) fn render_look(
        &self,
        peek: &Peek,
        rect: Rect,
        quality: Quality,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        render_with(peek.past.drawing(), peek.frame, None, &self.window.view, rect, quality, out)
    }

    /// Returns words for a state.
    #[cold]
    #[inline(never)]
    fn words_for(&self, state: CommitId) -> Message {
        match self.place_of(state) {
            Some(0) => "the beginning".into(),
            Some(step) => Message::new("step {count}").with(step),
            None => "steps set aside".into(),
        }
    }

    /// Ends a look without telling the panels. Returns what was looked at.
    #[cold]
    #[inline(never)]
    fn end_look(&mut self) -> Option<Past> {
        let past = self.peeked.take()?.past;
        self.mark_look(&past);
        Some(past)
    }

    /// Shows the drawing again as it is. Returns `true` if an earlier state was looked at.
    pub(super) fn peek_end(&mut self) -> bool {
        // Whoever paints asks for it each time.
        if self.peeked.is_none() {
            return false;
        }
        self.end_look();
        self.state_changed();
        true
    }

    /// Returns `true` while the drawing is shown as it was before a step.
    pub fn is_peeking(&self) -> bool {
        self.peeked.is_some()
    }

    /// Returns where the drawing stands on its line of undo and redo. A peek does not move it.
    pub fn standing(&self) -> Standing {
        let history = self.document.history();
        let label = |commit: Option<Commit<'_>>| {
            commit.map(|commit| commit.header().label.to_string()).unwrap_or_default()
        };
        Standing {
            position: history.position(),
            ahead: history.ahead(),
            aside: history.aside().map_or(0, |(_, steps)| steps),
            undo: label(history.done().next()),
            redo: label(history.undone().next()),
            looking: self.peeked.as_ref().map(|peek| peek.looking.clone()),
        }
    }
}
