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

use super::Session;
use super::probe::NOTED;
use crate::document::{Drawing, MAX_SIDE, Past, Trace};
use crate::editor::{Editor, Effect};
use crate::error::{Error, Message, Result};
use crate::geometry::Rect;
use crate::history::{Commit, CommitId};
use crate::memory::Memory;
use crate::render::Quality;

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
pub(in crate::editor) struct Peek {
    past: Past,
    /// Index of the frame that is shown, among those of that time.
    frame: u32,
    /// The part of the canvas that it is there for.
    seen: Rect,
    /// Words for the state.
    looking: Message,
}

impl Session {
    /// Returns `true` while the drawing is shown as it was before a step.
    pub(in crate::editor) fn is_peeking(&self) -> bool {
        self.peeked.is_some()
    }

    /// Returns where the drawing stands on its line of undo and redo. A peek does not move it.
    pub(in crate::editor) fn standing(&self) -> Standing {
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

    /// Returns the drawing and the index of its frame that are shown in place of the drawing, if an earlier state is looked at.
    pub(in crate::editor) fn look(&self) -> Option<(&Drawing<Memory>, u32)> {
        self.peeked.as_ref().map(|peek| (peek.past.drawing(), peek.frame))
    }
}

impl Editor {
    /// Shows the drawing as it was before a step on any branch, until the [end](Editor::peek_end).
    ///
    /// # Errors
    /// Returns [`Error::Gone`] if there is no such step, [`Error::Away`] if one that matters is on a disk, [`Error::OverBudget`] if what is in
    /// sight takes more than the history has to spare, and [`Error::Refused`] while a stroke or a game is under way.
    pub(in crate::editor) fn peek(&mut self, commit: u64) -> Result<()> {
        if self.hand.is_painting() {
            let name = self.session.desk.tool.id.to_owned();
            return Err(Error::Refused { what: "tool", name: name.into(), why: "end its stroke first" });
        }
        self.session.check_game()?;
        let (before, label, frame) = {
            let commit = self.session.document.history().commit_of(CommitId(commit))?;
            let header = commit.header();
            (commit.parent(), header.label.to_string(), Trace::of(&header).frame_before())
        };
        self.session.document.index_steps(NOTED);
        let (seen, past) = (self.in_sight(), self.end_look());
        let shown = self.session.look_before(past, before, frame, seen);
        if let Err(Error::Away { .. }) = shown {
            // All that the look needs is to stay in memory until it is there.
            self.session.document.await_past(before, self.session.cel().frame, seen)?;
        }
        let (past, frame) = shown?;
        self.session.document.release();
        self.mark_look(&past);
        self.session.peeked = Some(Peek { past, frame, seen, looking: self.session.words_for(before) });
        self.session.state_changed();
        self.session.emit(Effect::Message(Message::new("Before {label}").with_key(label)));
        Ok(())
    }

    /// Returns the part of any canvas that the viewport shows.
    fn in_sight(&self) -> Rect {
        let all = Rect::new(0, 0, MAX_SIDE as i32, MAX_SIDE as i32);
        // Where the view repeats the canvas, all of it may be seen.
        if self.shown.window.view().repeated { all } else { self.shown.window.view().visible(all) }
    }

    /// Marks dirty what shows the canvas or that of another time.
    #[cold]
    #[inline(never)]
    fn mark_look(&mut self, past: &Past) {
        let (canvas, then) = (self.session.document.bounds(), past.drawing().bounds());
        if then == canvas {
            self.shown.window.mark_dirty(canvas, canvas)
        } else {
            self.shown.window.repaint()
        }
    }

    /// Gets what has come into sight of the state that is looked at, before it is painted. The look ends if that can't be had.
    #[cold]
    #[inline(never)]
    pub(in crate::editor) fn widen_look(&mut self) {
        let now = self.in_sight();
        let Some(Peek { past, frame, seen, .. }) = &mut self.session.peeked else { return };
        if now.intersect(*seen) == now {
            return;
        }
        *seen = now;
        if let Err(error) = past.show(&self.session.document, *frame, now) {
            self.peek_end();
            self.session.emit(Effect::failure(&error));
        }
    }

    /// Ends a look without telling the panels. Returns what was looked at.
    #[cold]
    #[inline(never)]
    fn end_look(&mut self) -> Option<Past> {
        let past = self.session.peeked.take()?.past;
        self.mark_look(&past);
        Some(past)
    }

    /// Shows the drawing again as it is. Returns `true` if an earlier state was looked at.
    pub(in crate::editor) fn peek_end(&mut self) -> bool {
        // Whoever paints asks for it each time.
        if self.session.peeked.is_none() {
            return false;
        }
        self.end_look();
        self.session.state_changed();
        true
    }

    /// Takes the next part of the viewport that is to be painted, in device pixels, or `None` if it shows the drawing,
    /// though perhaps [coarsely](Editor::is_coarse).
    pub fn next_patch(&mut self) -> Option<(Rect, Quality)> {
        if self.session.peeked.is_some() {
            self.widen_look();
        }
        self.shown.next_patch()
    }
}
