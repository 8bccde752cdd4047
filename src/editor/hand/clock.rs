//! The clock: what goes on by itself is told the time.
//!
//! An animation that is played, a game, and a stroke that goes on while the pointer rests all
//! need the time, and nothing else does. The page asks [`Editor::is_ticking`], and only while
//! it says so tells the time: with each frame of the screen, or while an animation plays when its next frame is [due](Editor::tick_rest). There is one of the three at a time: a press
//! stops the animation, and a game lets nothing be painted.
//!
//! ```
//! use undoodle::{editor::Editor, value::Value};
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! editor.set_tool("spray", &[("size".into(), Value::from(20))])?;
//! editor.pointer_down(320.0, 320.0, 0, 0);
//! let touched = |editor: &Editor| editor.document().history().stats().touched;
//! let first = touched(&editor);
//! assert!(editor.is_ticking() && editor.tick(500.0));
//! assert!(touched(&editor) >= first && editor.document().cel_bounds(editor.cel()).width > 10);
//! editor.pointer_up(320.0, 320.0, 500);
//! assert!(!editor.is_ticking() && !editor.tick(516.0));
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Hand;
use super::input::Pointing;
use crate::editor::Editor;
use crate::editor::session::Session;

impl Hand {
    /// Returns `true` if the stroke under way is timed: it goes on while the pointer rests.
    fn is_timed(&self) -> bool {
        matches!(&self.pointing, Pointing::Painting(painting) if painting.stroke.is_timed())
    }

    /// Returns `true` while an animation, a game or a timed stroke needs calls of [`tick`](Editor::tick).
    pub(in crate::editor) fn is_ticking(&self, session: &Session) -> bool {
        session.is_playing() || session.game().is_some() || self.is_timed()
    }
}

impl Editor {
    /// Advances the animation, the game or the timed stroke to a time in milliseconds. Returns `true` if it
    /// needs another tick.
    pub fn tick(&mut self, time: f64) -> bool {
        // A time that is not a number becomes 0.
        let stroke = self.tick_stroke(time as u64);
        let game = self.tick_game(time);
        let play = !game && self.tick_play(time);
        stroke || game || play
    }

    /// Returns how many milliseconds after a time the next tick has something to do: 0 while a game or a timed stroke is under way, and
    /// while nothing is.
    pub fn tick_rest(&self, time: f64) -> f64 {
        self.session.play_rest(time).unwrap_or(0.0)
    }

    /// Continues a timed stroke while the pointer rests. Returns `true` if the stroke is timed.
    fn tick_stroke(&mut self, time: u64) -> bool {
        if self.hand.is_timed() {
            self.hand.note_time(time);
            self.drive(|stroke, document| stroke.rest(document, time));
        }
        self.hand.is_timed()
    }
}
