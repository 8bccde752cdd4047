//! Running commands: each edit one action, each action one step.
//!
//! A command's edit runs within an action that this module begins and ends. If it fails,
//! the action is cancelled, so nothing is half done. No command knows of any of this.
//!
//! What a command changes on the desk is applied when it has succeeded: a choice is made on
//! a copy, and an edit's [`After`](super::desk::After) waits for its commit.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! assert!(!editor.run("edit.fill", &[], 0)?, "disabled: nothing is selected");
//! editor.run("select.all", &[], 0)?;
//! editor.run("edit.fill", &[], 0)?;
//! assert_eq!(editor.pixel(3, 3)?.to_string(), "#000000ff");
//! assert_eq!(editor.document().history().position(), 2);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use super::asking::Pending;
use super::joining::{InHistory, Kept};
use super::keeping::Asked;
use super::params::Args;
use crate::color::Color;
use crate::document::{Draft, Finish, Trace};
use crate::editor::commands::{Command, Condition, Run, command, commands};
use crate::editor::hand::following::Led;
use crate::editor::hand::transform::TRANSFORM;
use crate::editor::{Direction, Editor, Effect, Key};
use crate::error::{Error, Message, Result};
use crate::history::Step;
use crate::value::Value;

impl Session {
    /// Makes a command wait for the disk that lacks bytes or room, or else asks about an edit that can't be undone. Never
    /// inlined, as nobody needs it to paint.
    ///
    /// # Errors
    /// Returns the error if no store has what it lacks, and nobody can be asked.
    #[inline(never)]
    fn put_off(&mut self, error: Error, asked: Asked) -> Result<bool> {
        if let Error::Away { commit } = error {
            return if self.wait_for(commit, asked) { Ok(false) } else { Err(error) };
        }
        let Some(Asked { command, args, time, .. }) = self.wait_for_room(asked) else { return Ok(false) };
        self.document.release();
        if !command.edits() {
            return Err(error);
        }
        self.ask(Pending::Command { command, args, time });
        Ok(false)
    }

    /// Returns `true` if a command takes no longer than a moment, as far as that is known before.
    pub(in crate::editor) fn is_small(&self, id: &str) -> bool {
        let history = self.document.history();
        match id {
            "edit.undo" => self.document.is_small(history.done().next()),
            "edit.redo" => self.document.is_small(history.undone().next()),
            _ => false,
        }
    }
}

impl Editor {
    /// Returns `true` if a command can be run now. Edits wait for the end of a stroke.
    pub fn is_enabled(&self, command: &Command) -> bool {
        self.takes(command, &[])
    }

    /// Returns `true` if a command can be run now with these arguments.
    fn takes(&self, command: &Command, args: &[(String, Value)]) -> bool {
        let told = command.told.filter(|_| args.iter().any(|(name, _)| name == "layer"));
        told.unwrap_or(command.needs).hold(self)
    }

    /// Returns why a command can't be run now, in a few words, or `None` if it can.
    ///
    /// ```
    /// use undoodle::editor::{Editor, command};
    /// let editor = Editor::new()?;
    /// assert_eq!(command("edit.undo").and_then(|undo| editor.why_disabled(undo)), Some("nothing to undo"));
    /// # Ok::<(), undoodle::Error>(())
    /// ```
    pub fn why_disabled(&self, command: &Command) -> Option<&'static str> {
        command.needs.why_not(self)
    }

    /// Returns the command bound to a key: the first that is enabled, or else the first.
    pub fn command_for(&self, pressed: Key<'_>) -> Option<&'static str> {
        let mut first = None;
        for command in commands().filter(|command| self.session.desk.bindings.has(command, pressed)) {
            if self.is_enabled(command) {
                return Some(command.id);
            }
            first = first.or(Some(command.id));
        }
        first
    }

    /// Runs a command at a time in milliseconds. Arguments that are not given take their defaults.
    ///
    /// Returns `false` if it is disabled, or if it waits for an answer first.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] if there is no such command, [`Error::Unknown`] or [`Error::Range`] for a wrong argument,
    /// or the command's own error. Nothing has changed then, and a preview is shown as before.
    pub fn run(&mut self, id: &str, args: &[(String, Value)], time: u64) -> Result<bool> {
        let found = command(id).ok_or_else(|| Error::unknown("command", id, "the id of a command"))?;
        if id != "history.peek" {
            self.peek_end();
        }
        if id != "edit.point-back" {
            self.hand.go_on();
        }
        let Some(command) = Some(found).filter(|command| self.takes(command, args)) else {
            self.say_idle(id);
            return Ok(false);
        };
        if self.hand.is_waiting() && ends_presses(command) && !self.settle_presses() {
            return Ok(false);
        }
        // Undo ends a preview and does nothing else, so the preview must still be there for it.
        if !command.edits() {
            return self.run_enabled(command, args, time);
        }
        self.session.check_game()?;
        if command.id != TRANSFORM {
            self.keep_transform(false, Some(time))?;
        }
        let (previewed, play) = (self.hide_preview(), self.session.play.take());
        let done = self.run_enabled(command, args, time);
        if done.is_err() {
            self.session.play = play;
            // The onion skin was shown while nothing played.
            self.show_damage();
            if let Some(previewed) = previewed {
                self.show_preview(previewed)?;
            }
        }
        done
    }

    /// Runs a command that is enabled, after a preview and an animation were put away for an edit.
    fn run_enabled(
        &mut self,
        command: &'static Command,
        args: &[(String, Value)],
        time: u64,
    ) -> Result<bool> {
        let args = Args::new(self, command.params, args)?;
        self.session.pending = None;
        // Whoever looks closer or takes a tool meanwhile still wants what waits.
        let waits = self.session.is_fetching() && !matches!(command.run, Run::Look(_) | Run::Tool(_));
        let waiting = if waits { self.session.retake(command, &args) } else { None };
        let times = 1 + waiting.as_ref().map_or(0, |waiting| waiting.times);
        let done = match command.run {
            Run::Tool(tool) => {
                self.session.desk.take(tool);
                Ok(())
            }
            Run::Choose(run) => {
                self.keep_transform(false, Some(time))?;
                // A layer or frame that only the preview has can't be chosen: it is gone when the preview ends.
                self.preview_end();
                let (mut desk, before) = (self.session.desk.clone(), self.session.cel().frame);
                let had_ghosts = desk.shows_onion;
                let mut chosen = run(&mut desk, &self.session.document, &args);
                // The points of a shape are set where they are seen.
                if self.hand.is_waiting() && desk.cel(&self.session.document) != self.session.cel() {
                    self.settle_presses();
                    desk = self.session.desk.clone();
                    chosen = run(&mut desk, &self.session.document, &args);
                }
                let chosen = chosen.map(|()| self.session.desk = desk);
                if self.session.desk.shows_onion && !had_ghosts {
                    self.session.tell_missing_ghosts();
                }
                self.choose_for_text();
                // Who goes to a frame wants to see that one.
                if self.session.cel().frame != before {
                    self.session.play = None;
                }
                chosen
            }
            Run::Look(run) => {
                run(&mut self.shown.window, self.session.document.bounds());
                Ok(())
            }
            Run::Request(ask) => {
                self.session.emit(Effect::Ask(ask));
                Ok(())
            }
            Run::Session(run) => run(self, &args, time),
            Run::Edit(_) => self.perform(command, &args, time, InHistory::Required),
        };
        self.document_changed();
        match done {
            // The action that is open may be a game's, which a person knows by its name.
            Err(error @ Error::Busy { .. }) => self.session.check_game().and(Err(error)),
            Err(error @ (Error::OverBudget { .. } | Error::Away { .. })) => {
                self.session.put_off(error, Asked { command, args, time, times })
            }
            done => {
                // What was fetched for a command that is refused is given back at once.
                done.inspect_err(|_| self.session.document.release())?;
                // What was asked for before had to wait, and need not any more.
                waiting.map_or(Ok(()), |before| self.run_again(before))?;
                Ok(true)
            }
        }
    }

    /// Returns the names and defaults of a command's parameters. Empty if there is no such command.
    pub fn defaults(&self, id: &str) -> Vec<(&'static str, Value)> {
        let params = command(id).map_or(&[][..], |command| command.params);
        params.iter().map(|param| (param.name, (param.default)(self))).collect()
    }

    /// Returns the names of the parameters that a command's form asks for now. Empty if there is no such command.
    pub fn asked_for(&self, id: &str) -> Vec<&'static str> {
        let params = command(id).map_or(&[][..], |command| command.params);
        params.iter().filter(|param| (param.shown)(self)).map(|param| param.name).collect()
    }

    /// Runs an edit within an action and commits it as one step.
    pub(in crate::editor) fn perform(
        &mut self,
        command: &'static Command,
        args: &Args,
        time: u64,
        place: InHistory,
    ) -> Result<()> {
        let sight = self.shown.window.sight(self.session.document.bounds());
        let (draft, after) = self.session.attempt(command, args, place, sight)?;
        let target = self.session.target(command, args);
        let finish = self.session.finish(command, target);
        if let Some(cel) = after.cel {
            self.session.document.lead_to(cel);
        }
        let kept = self.keep(draft.of(command.kind), command.label, command.color, time, finish)?;
        if kept && command.looks_up.is_some() {
            self.session.say_then(args)?;
        }
        self.session.conclude(after, target.filter(|_| kept));
        Ok(())
    }

    /// Commits an action, and says so if that dropped steps or set them aside. Returns `true` if it
    /// left a step.
    pub(in crate::editor) fn keep(
        &mut self,
        draft: Draft,
        label: &'static str,
        color: Color,
        time: u64,
        finish: Finish,
    ) -> Result<bool> {
        let Kept { step, aside, before } = self.session.commit(draft, label, color, time, finish)?;
        self.shown.note_steps(&[self.session.document.history().here()]);
        if aside > 0 && !self.drop_cancelled(before) {
            self.offer_aside(aside);
        }
        Ok(step)
    }

    /// Cancels the stroke under way because the person wants that, and says so. Returns `true` if there was one.
    pub(in crate::editor) fn take_stroke_back(&mut self) -> bool {
        let cancelled = self.cancel_stroke();
        if cancelled {
            self.session.emit(Effect::Message("Stroke cancelled".into()));
        }
        cancelled
    }

    /// Undoes or redoes a step. If a stroke, a preview or a game is under way, cancels that instead.
    pub(in crate::editor) fn travel(&mut self, direction: Direction) -> Result<()> {
        let back = direction == Direction::Undo && self.take_point_back();
        if back || self.take_stroke_back() || self.preview_end() || self.leave_game() {
            return Ok(());
        }
        let step = match direction {
            Direction::Undo => self.session.document.undo()?,
            Direction::Redo => self.session.document.redo()?,
        };
        let header = if let Step::Moved(commit) = step { Some(commit.header().into_owned()) } else { None };
        // Who is refused goes on watching.
        self.stop_playing();
        let Some(header) = header else { return Ok(()) };
        let (before, after) = self.session.document.cels_of(&header);
        let (cel, done) = match direction {
            Direction::Undo => (before, "Undid {label}"),
            Direction::Redo => (after, "Redid {label}"),
        };
        let done = Message::new(done).with_key(header.label.to_string());
        let message = Message::row([done].into_iter().chain(self.session.extent(cel)), "{first}, {rest}");
        self.show_step(
            direction,
            message,
            header.label.as_ref().into(),
            Trace::of(&header).color,
            (cel, Led::ByUndo),
        );
        Ok(())
    }

    /// Updates the window after anything that may have changed the document.
    pub(in crate::editor) fn document_changed(&mut self) {
        if self.shown.window.view().document != self.session.document.bounds() {
            self.canvas_resized(self.shown.window.view().document);
        }
        self.shown.note_changed();
        self.show_changes();
    }
}

/// Returns `true` if a command ends a stroke that waits for its next press: it takes another tool, or waits for the end of
/// strokes.
fn ends_presses(command: &Command) -> bool {
    matches!(command.run, Run::Tool(_)) || command.needs.has(Condition::Rest)
}
