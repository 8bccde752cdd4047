//! Running commands: each edit one action, each action one step.
//!
//! A command's edit is run within an action that this module begins and ends. If it
//! fails, the action is cancelled, so nothing is half done; if it is only looked at,
//! the action stays open and is cancelled later. No command knows of any of this.
//!
//! ```
//! use undoodle::{editor::Editor, value::Value};
//! let mut editor = Editor::new()?;
//! editor.run("edit.fill", &[], 0)?; // disabled: nothing is selected
//! editor.run("select.all", &[], 0)?;
//! editor.run("edit.fill", &[], 0)?;
//! editor.preview("edit.hue", &[("lightness".into(), Value::from(100))])?;
//! assert_eq!(editor.pixel(3, 3)?.to_string(), "#ffffffff");
//! editor.preview_end();
//! assert_eq!(editor.pixel(3, 3)?.to_string(), "#000000ff");
//! assert_eq!(editor.document().history().position(), 2, "looking leaves no step");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::asking::Pending;
use super::commands::{Command, Joins, Run, command, commands};
use super::lines::counted;
use super::params::Args;
use super::{Direction, Editor, Effect, Highlight};
use crate::color::Color;
use crate::document::{Cel, Finish};
use crate::error::{Error, Result};
use crate::history::Step;
use crate::value::Value;

/// How old a step may be that an edit of the same kind goes on with, in milliseconds.
const MERGING: u64 = 1000;

/// The first tag of commands; the ones before are the strokes'.
const TAGS: u32 = 16;

/// As long as more steps than this are left, those that the budget drops go unsaid.
const FEW: usize = 4;

impl Editor {
    /// Whether a command can be run now. Edits wait for the end of a stroke.
    pub fn is_enabled(&self, command: &Command) -> bool {
        (command.enabled)(self) && !(command.edits() && self.is_painting())
    }

    /// Runs a command with the given arguments and defaults for the rest, at a time in milliseconds;
    /// whether there is such a one and it is enabled.
    ///
    /// # Errors
    /// When an argument is wrong, or the command fails; nothing has changed then.
    pub fn run(&mut self, id: &str, args: &[(String, Value)], time: u64) -> Result<bool> {
        let Some(command) = command(id).filter(|command| self.is_enabled(command)) else {
            return Ok(false);
        };
        // Undo takes back what is only looked at, and nothing else; so it must find it.
        if command.edits() {
            self.check_game()?;
            self.preview_end();
            self.play = None;
        }
        let args = Args::new(self, command.params, args)?;
        self.pending = None;
        let done = match command.run {
            Run::Session(run) => run(self, &args),
            Run::Timed(run) => run(self, &args, time),
            Run::Edit(_) => self.perform(command, &args, time, false),
        };
        self.settled();
        match done {
            Err(Error::Suspended) => self.check_game().map(|()| true),
            Err(Error::OverBudget { .. }) if command.edits() => {
                self.ask(Pending::Command { command, args, time });
                Ok(false)
            }
            done => done.map(|()| true),
        }
    }

    /// What the parameters of a command would be if nothing was said.
    pub fn defaults(&self, id: &str) -> Vec<(&'static str, Value)> {
        let params = command(id).map_or(&[][..], |command| command.params);
        params.iter().map(|param| (param.name, (param.default)(self))).collect()
    }

    /// Runs an edit within an action and keeps it as one step; behind a barrier, what can't be kept is
    /// done all the same.
    pub(super) fn perform(
        &mut self,
        command: &'static Command,
        args: &Args,
        time: u64,
        barrier: bool,
    ) -> Result<()> {
        let before = self.cel;
        self.attempt(command, args, barrier)?;
        let finish = match command.joins {
            Joins::Nothing => Finish::Step,
            Joins::Before => Finish::Merging(MERGING),
            Joins::Redo => Finish::Carrying,
        };
        let kept = self.keep(command.label, command.color, time, finish);
        if kept.is_err() {
            self.cel = before;
        }
        kept
    }

    /// Ends the open action as a step, and says so if it set steps aside.
    pub(super) fn keep(
        &mut self,
        label: &'static str,
        color: Color,
        time: u64,
        finish: Finish,
    ) -> Result<()> {
        let history = self.document.history();
        let (ahead, base, before) = (history.ahead(), history.base(), history.position());
        let kept = self.document.finish(label, color, time, finish)?.is_some();
        let history = self.document.history();
        let after = history.position();
        if kept && history.base() != base && after <= FEW && after <= before {
            let forgotten = counted(before + 1 - after);
            self.emit(Effect::Message(format!("{forgotten} forgotten: this one leaves no room for more")));
        } else if kept && ahead > 0 && history.ahead() == 0 {
            self.offer_aside(ahead);
        }
        Ok(())
    }

    /// Runs an edit within an action that stays open, unless it fails.
    fn attempt(&mut self, command: &'static Command, args: &Args, barrier: bool) -> Result<()> {
        let Run::Edit(run) = command.run else { return Err(Error::Idle) };
        let before = self.cel;
        self.document.begin(self.tag(command))?;
        if barrier {
            self.document.barrier()?;
        }
        self.document.about(before);
        let done = run(self, args);
        if done.is_err() {
            self.document.cancel();
            self.cel = before;
        }
        done
    }

    /// Edits of the same kind on the same cel have the same tag, and may be joined.
    fn tag(&self, command: &'static Command) -> u32 {
        let index = commands().position(|other| other.id == command.id).unwrap_or(0) as u32;
        TAGS + (index << 18 | self.cel.layer << 10 | self.cel.frame)
    }

    /// Shows what an edit would do; a preview before it is taken back.
    ///
    /// # Errors
    /// When there is no such edit now, an argument is wrong, or it fails: nothing is shown then.
    pub fn preview(&mut self, id: &str, args: &[(String, Value)]) -> Result<()> {
        self.check_game()?;
        self.preview_end();
        let found = command(id).filter(|command| command.edits() && self.is_enabled(command));
        let Some(command) = found else {
            return Err(Error::unknown("command", id, "an edit that can be run now"));
        };
        let args = Args::new(self, command.params, args)?;
        let cel = self.cel;
        self.play = None;
        let tried = self.attempt(command, &args, false).map_err(|error| match error {
            Error::OverBudget { .. } => Error::Refused {
                what: "preview",
                name: command.label.into(),
                why: "it is too large to be shown before it is done",
            },
            other => other,
        });
        self.cel = cel;
        self.previewing = tried.is_ok();
        self.settled();
        tried
    }

    /// Takes back what is only looked at; whether there was something.
    pub fn preview_end(&mut self) -> bool {
        let was = std::mem::take(&mut self.previewing);
        if was {
            self.document.cancel();
            self.settled();
        }
        was
    }

    /// Whether the picture shows what is only looked at.
    pub fn is_previewing(&self) -> bool {
        self.previewing
    }

    /// Undo or redo; a stroke or a game under way is taken back instead, and that is all.
    pub(super) fn travel(&mut self, direction: Direction) -> Result<()> {
        if self.cancel_stroke() || self.preview_end() || self.leave_game() {
            return Ok(());
        }
        let step = match direction {
            Direction::Undo => self.document.undo()?,
            Direction::Redo => self.document.redo()?,
        };
        let Step::Moved(commit) = step else { return Ok(()) };
        let header = commit.header();
        let (color, word) = match direction {
            Direction::Undo => (header.color.inverted(), "Undo"),
            Direction::Redo => (header.color, "Redo"),
        };
        let (label, cel) = (header.label.to_string(), Cel { layer: header.layer, frame: header.frame });
        self.show_step(direction, format!("{word}: {label}"), label, color, cel);
        Ok(())
    }

    /// Shows where a step happened, even if somebody has gone elsewhere since.
    pub(super) fn show_step(
        &mut self,
        direction: Direction,
        message: String,
        label: String,
        color: Color,
        cel: Cel,
    ) {
        if cel.layer < self.document.layers() {
            self.cel.layer = cel.layer;
        }
        if cel.frame < self.document.frames() {
            self.show_frame(cel.frame);
        }
        self.settled();
        self.emit(Effect::Message(message));
        let rect = self.document.moved().intersect(self.document.bounds());
        // What changed nothing that is seen on the canvas, such as a name, is nowhere to be shown.
        self.highlight = (!rect.is_empty()).then_some(Highlight { direction, rect, color, label });
        if let Some(highlight) = self.highlight.clone() {
            self.emit(Effect::Highlight(highlight));
        }
    }

    /// Shows another frame.
    pub(super) fn show_frame(&mut self, frame: u32) {
        if frame != self.cel.frame {
            self.cel.frame = frame;
            self.stale(self.document.bounds());
        }
    }

    /// After anything that may have changed the document: the session stands on what is there.
    pub(super) fn settled(&mut self) {
        let (layers, frames) = (self.document.layers(), self.document.frames());
        self.cel.layer = self.cel.layer.min(layers - 1);
        self.show_frame(self.cel.frame.min(frames - 1));
        let colors = self.document.colors();
        self.swatch = self.swatch.filter(|(_, last)| *last < colors);
        if self.view.document != self.document.bounds() {
            self.resized(self.view.document);
        }
        self.emit(Effect::Drawing);
        self.refresh();
    }
}
