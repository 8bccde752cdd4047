//! Play: a game runs on what is drawn, and the drawing comes back.
//!
//! Conway's Life or falling sand plays with the pixels of the active cel. It changes a copy
//! while the history is suspended: no generation is a step, and nothing else may change the
//! drawing meanwhile. Leaving puts everything back; keeping commits the game's outcome as
//! one step. Undo and Escape leave, as they end a preview.
//!
//! Time comes in through [`tick`](Editor::tick). A page that was asleep does not catch up on
//! what it missed.
//!
//! The invariant: while a game plays, the history and its bytes are as they were before.
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
use crate::color::Color;
use crate::editor::{Editor, Effect};
use crate::error::{Error, Message, Result};
use crate::geometry::Rect;
use crate::raster::{Automaton, Image};

/// Default number of generations per second.
pub(in crate::editor) const SPEED: u32 = 12;

/// Maximum number of generations in one tick; more that are due are skipped.
const CATCH_UP: f64 = 2.0;

/// Maximum number of pixels of a game's canvas, which bounds the time of a generation.
const MOST: u64 = 1024 * 1024;

/// A game under way.
#[derive(Clone, Debug)]
pub(in crate::editor) struct Game {
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

    /// Plays one generation.
    fn generation(&mut self) -> Result<()> {
        let (Some(game), Some(cel)) = (&mut self.game, self.document.suspended()) else { return Ok(()) };
        let step = game.step;
        game.step += 1;
        let (rule, wrap) = (game.rule, game.wrap);
        let (document, canvas) = (&self.document, self.document.bounds());
        let shown = document.cel_bounds(cel);
        if shown.is_empty() {
            return Ok(());
        }
        // One generation moves nothing by more than one pixel.
        let around = Rect::new(shown.x - 1, shown.y - 1, shown.width + 2, shown.height + 2);
        let board = if wrap { canvas } else { around.intersect(canvas) };
        let mut image = Image::new(board.width as u32, board.height as u32)?;
        for y in 0..board.height {
            document.read_row(cel, board.x as u32, (board.y + y) as u32, image.row_mut(y as u32));
        }
        let still = |x: i32, y: i32| !document.may_change(board.x + x, board.y + y);
        let next = rule.step(&image, step, wrap, still)?;
        self.document.play(board, |y| next.row(y as u32))
    }
}

impl Editor {
    /// Starts a game on the active cel, or changes the rule of the game under way.
    pub(in crate::editor) fn start_game(&mut self, rule: Automaton, wrap: bool, speed: u32) -> Result<()> {
        let period = 1000.0 / f64::from(speed.max(1));
        if self.session.game.is_none() {
            self.keep_transform(false, None)?;
            self.preview_end();
            let (width, height) = self.session.document.size();
            if u64::from(width) * u64::from(height) > MOST {
                let why = "a game needs a canvas of at most 1,048,576 pixels, such as 1024×1024";
                return Err(Error::Refused {
                    what: "canvas", name: format!("{width}×{height}").into(), why
                });
            }
            self.session.document.suspend(self.session.cel())?;
            self.session.play = None;
        }
        self.session.game = Some(Game { rule, wrap, period, since: None, step: 0 });
        self.session.state_changed();
        Ok(())
    }

    /// Ends the game and restores the drawing. Returns `true` if there was one.
    pub(in crate::editor) fn leave_game(&mut self) -> bool {
        let Some(game) = self.session.game.take() else { return false };
        self.session.document.resume();
        self.document_changed();
        self.session.emit(Effect::Message(
            Message::new("Left {label}: the drawing is unchanged").with_key(game.rule.label()),
        ));
        true
    }

    /// Ends the game and commits its outcome as one step.
    pub(in crate::editor) fn keep_game(&mut self, time: u64) -> Result<()> {
        let Some(rule) = self.session.game() else { return Ok(()) };
        let ahead = self.session.document.history().ahead();
        let kept = self.session.document.resume_with(label(rule), Color::ADDED, time)?;
        self.session.game = None;
        let code = if kept { "Kept {label} as one step" } else { "{label} closed: nothing changed" };
        self.session.emit(Effect::Message(Message::new(code).with_key(rule.label())));
        if kept && ahead > 0 {
            self.offer_aside(ahead);
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
