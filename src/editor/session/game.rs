//! Play: a game runs on what is drawn, and the drawing comes back.
//!
//! Conway's Life or falling sand plays with the pixels of the active cel. It writes its generations within
//! an action that stays open, as a preview's does: no generation is a step, and nothing else can change the
//! drawing meanwhile. Leaving cancels the action, which puts everything back; keeping commits it, so that the
//! game's outcome is one step. Undo and Escape leave, as they end a preview.
//!
//! Time comes in through [`tick`](Editor::tick). A page that was asleep does not catch up on
//! what it missed.
//!
//! The invariant: while a game plays, the history is as it was before. A game that has no room for what it plays ends.
//!
//! ```
//! use undoodle::{editor::Editor, value::Value};
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! editor.pointer_down(105.0, 105.0, 0, 0);
//! editor.pointer_up(105.0, 105.0, 0);
//! editor.run("view.play-sand", &[("speed".into(), Value::from(10))], 0)?;
//! editor.tick(0.0);
//! editor.tick(100.0);
//! assert_eq!(editor.pixel(10, 11)?.to_string(), "#000000ff", "the grain falls");
//! let refused = editor.run("edit.invert", &[], 0).unwrap_err().to_string();
//! assert_eq!(refused, "game \"falling sand\": leave it or keep it before the drawing is changed");
//! editor.run("view.play-leave", &[], 0)?;
//! assert_eq!(editor.pixel(10, 10)?.to_string(), "#000000ff");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use super::joining::Kept;
use crate::color::Color;
use crate::document::{Cel, Draft, Finish, Needs};
use crate::editor::{Editor, Effect};
use crate::error::{Error, Message, Result};
use crate::geometry::{Area, Rect};
use crate::raster::{Automaton, Image};

/// Default number of generations per second.
pub(in crate::editor) const SPEED: u32 = 12;

/// Maximum number of generations in one tick; more that are due are skipped.
const CATCH_UP: f64 = 2.0;

/// Maximum number of pixels of a game's canvas, which bounds the time of a generation.
const MOST: u64 = 1024 * 1024;

/// The tag of a game's action.
const TAG: u32 = 0x7b00_0003;

/// A game under way.
#[derive(Debug)]
pub(in crate::editor) struct Game {
    /// The action that its generations are written in.
    draft: Draft,
    /// The cel that it plays on.
    cel: Cel,
    rule: Automaton,
    /// Whether opposite edges of the canvas touch.
    wrap: bool,
    /// Milliseconds between generations.
    period: f64,
    /// When the last generation was due; `None` before the first tick.
    since: Option<f64>,
    /// Number of generations played.
    step: u64,
}

/// Returns the label of a game's step.
fn label(rule: Automaton) -> &'static str {
    match rule {
        Automaton::Life => "Play Life",
        Automaton::Sand => "Play falling sand",
    }
}

impl Session {
    /// Returns the rule of the game under way, or `None` if there is none.
    pub(in crate::editor) fn game(&self) -> Option<Automaton> {
        self.game.as_ref().map(|game| game.rule)
    }

    /// Returns [`Error::Refused`] if a game is under way; the error says what to do first.
    pub(in crate::editor) fn check_game(&self) -> Result<()> {
        let Some(game) = &self.game else { return Ok(()) };
        let why = "leave it or keep it before the drawing is changed";
        Err(Error::Refused { what: "game", name: Message::from(game.rule.label()).into(), why })
    }

    /// Begins an action on the active cel that a game can write in.
    fn begin_game(&mut self) -> Result<(Draft, Cel)> {
        let (cel, (width, height)) = (self.cel(), self.document.size());
        if u64::from(width) * u64::from(height) > MOST {
            let why = "a game needs a canvas of at most 1,048,576 pixels, such as 1024×1024";
            return Err(Error::Refused { what: "canvas", name: format!("{width}×{height}").into(), why });
        }
        self.document.check(cel, Needs::Alpha)?;
        if self.document.floating().is_some() {
            let why = "a selection is being moved above it: place it first (Enter)";
            let name = self.document.layer(cel.layer)?.name.into();
            return Err(Error::Refused { what: "layer", name, why });
        }
        Ok((self.document.draft(TAG, cel)?, cel))
    }

    /// Reads a rectangle of a cel.
    fn read(&self, cel: Cel, board: Rect) -> Result<Image> {
        let mut image = Image::new(board.width as u32, board.height as u32)?;
        for y in 0..board.height {
            let row = image.row_mut(y as u32);
            self.document.read_row(cel, board.x as u32, (board.y + y) as u32, row);
        }
        Ok(image)
    }

    /// Plays one generation.
    fn generation(&mut self) -> Result<()> {
        let Some(mut game) = self.game.take() else { return Ok(()) };
        let played = self.play_generation(&mut game);
        self.game = Some(game);
        played
    }

    fn play_generation(&mut self, game: &mut Game) -> Result<()> {
        let step = game.step;
        game.step += 1;
        let (canvas, shown) = (self.document.bounds(), self.document.cel_bounds(game.cel));
        if shown.is_empty() {
            return Ok(());
        }
        // One generation moves nothing by more than one pixel.
        let around = Rect::new(shown.x - 1, shown.y - 1, shown.width + 2, shown.height + 2);
        let board = if game.wrap { canvas } else { around.intersect(canvas) };
        let image = self.read(game.cel, board)?;
        let still = |x: i32, y: i32| !self.document.may_change(board.x + x, board.y + y);
        let next = game.rule.step(&image, step, game.wrap, still)?;
        let moved = differing(&image, &next);
        let moved = Rect { x: board.x + moved.x, y: board.y + moved.y, ..moved };
        self.write(game, moved, board, &next)
    }

    /// Commits what a game has played as one step.
    ///
    /// # Errors
    /// Returns an error if there is no room for the step. The game goes on then, in another action.
    fn commit_game(&mut self, game: Game, time: u64) -> Result<Kept> {
        let canvas = self.document.bounds();
        let shown = match self.read(game.cel, canvas) {
            Ok(shown) => shown,
            Err(error) => {
                self.game = Some(game);
                return Err(error);
            }
        };
        let Game { draft, cel, rule, .. } = game;
        let kept = self.commit(draft, label(rule), Color::ADDED, time, Finish::Step);
        // What has no room as a step may go on to be played.
        if kept.is_err()
            && let Ok(draft) = self.document.draft(TAG, cel)
        {
            let again = Game { draft, ..game };
            match self.write(&again, canvas, canvas, &shown) {
                Ok(()) => self.game = Some(again),
                Err(_) => _ = self.document.discard(again.draft),
            }
        }
        kept
    }

    /// Writes a part of a board within a game's action.
    fn write(&mut self, game: &Game, part: Rect, board: Rect, image: &Image) -> Result<()> {
        let mut brush = self.document.drawing_mut(&game.draft)?.brush(game.cel)?;
        brush.edit(&Area::Rect(part), &mut |x, y, row| {
            let from = (x - board.x) as usize;
            row.copy_from_slice(&image.row((y - board.y) as u32)[from..from + row.len()]);
        })?;
        // What is kept is what was seen, on the background, too.
        self.fill_background(&game.draft, self.desk.ground())
    }
}

/// Returns the rectangle around the pixels in which two images of one size differ.
fn differing(one: &Image, other: &Image) -> Rect {
    let mut around = Rect::EMPTY;
    for y in 0..one.size().1 {
        let (one, other) = (one.row(y), other.row(y));
        let differs = |(one, other): (&Color, &Color)| one != other;
        if let Some(first) = one.iter().zip(other).position(differs) {
            let last = one.iter().zip(other).rposition(differs).unwrap_or(first);
            around = around.union(Rect::new(first as i32, y as i32, (last - first) as i32 + 1, 1));
        }
    }
    around
}

impl Editor {
    /// Starts a game on the active cel, or changes the rule of the game under way.
    pub(in crate::editor) fn start_game(&mut self, rule: Automaton, wrap: bool, speed: u32) -> Result<()> {
        let period = 1000.0 / f64::from(speed.max(1));
        if self.session.game.is_none() {
            self.keep_transform(false, None)?;
            self.preview_end();
            let (draft, cel) = self.session.begin_game()?;
            self.session.play = None;
            self.session.game = Some(Game { draft, cel, rule, wrap, period, since: None, step: 0 });
        } else if let Some(game) = &mut self.session.game {
            (game.rule, game.wrap, game.period, game.since, game.step) = (rule, wrap, period, None, 0);
        }
        self.session.state_changed();
        Ok(())
    }

    /// Ends the game and restores the drawing. Returns `true` if there was one.
    pub(in crate::editor) fn leave_game(&mut self) -> bool {
        let Some(game) = self.session.game.take() else { return false };
        self.session.document.discard(game.draft);
        self.document_changed();
        self.session.emit(Effect::Message(
            Message::new("Left {label}: the drawing is unchanged").with_key(game.rule.label()),
        ));
        true
    }

    /// Ends the game and commits its outcome as one step.
    ///
    /// # Errors
    /// Returns an error if there is no room for the step. The game goes on then, in another action.
    pub(in crate::editor) fn keep_game(&mut self, time: u64) -> Result<()> {
        let Some(game) = self.session.game.take() else { return Ok(()) };
        let rule = game.rule;
        let Kept { step, aside, before } = match self.session.commit_game(game, time) {
            Ok(kept) => kept,
            Err(error) => {
                self.document_changed();
                return Err(error);
            }
        };
        self.shown.note_steps(&[self.session.document.history().here()]);
        let code = if step { "Kept {label} as one step" } else { "{label} closed: nothing changed" };
        self.session.emit(Effect::Message(Message::new(code).with_key(rule.label())));
        if aside > 0 && !self.drop_cancelled(before) {
            self.offer_aside(aside);
        }
        Ok(())
    }

    /// Plays the generations that are due at a time in milliseconds. Returns `true` if the game goes on.
    pub(in crate::editor) fn tick_game(&mut self, time: f64) -> bool {
        let Some(game) = &mut self.session.game else { return false };
        if !time.is_finite() {
            return true;
        }
        // A clock that goes backwards starts a new period.
        let since = game.since.filter(|since| *since <= time).unwrap_or(time);
        game.since = Some(since);
        let due = ((time - since) / game.period).floor().max(0.0);
        if due == 0.0 {
            return true;
        }
        // Where the clock has leapt, the next generation is due a period after the leap.
        game.since = Some(if due > CATCH_UP { time } else { since + due * game.period });
        for _ in 0..due.min(CATCH_UP) as u32 {
            if let Err(error) = self.session.generation() {
                self.leave_game();
                self.session.emit(Effect::Failure(error.message()));
                return false;
            }
        }
        self.show_changes();
        true
    }
}
