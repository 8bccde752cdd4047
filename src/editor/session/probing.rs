//! Probing: the pixel whose makers are listed, and whether the list stays.
//!
//! Who asks "who made this?" points at a pixel, and then wants to go to the list without crossing other pixels on the way. So a pixel is
//! probed while it is pointed at, and kept when it is pressed: by the tool's press, by a finger's tap, by Space of who paints by keys, and by a
//! command for any pixel. The tool probes wherever it points. With any other tool, the pixel under the pointer is probed while Alt is held, if the
//! page says that the history is what the person works with, and kept when Alt comes up. A press with Alt picks a colour as ever.
//!
//! What made the pixel is said once, when it is kept. Escape, a stroke, and another drawing end it.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! editor.pointer_down(105.0, 105.0, 0, 0);
//! editor.pointer_up(105.0, 105.0, 1);
//! editor.run("tool.probe", &[], 2)?;
//! editor.pointer_move(106.0, 106.0, 3);
//! assert!(editor.probed().is_some_and(|probed| !probed.kept), "it is pointed at");
//! editor.pointer_down(106.0, 106.0, 0, 4);
//! editor.pointer_up(106.0, 106.0, 5);
//! editor.pointer_move(405.0, 405.0, 6);
//! let probed = editor.probed().expect("it is kept");
//! assert_eq!((probed.at.x, probed.at.y, probed.kept), (10, 10, true));
//! assert_eq!(editor.makers().unwrap().len(), 1);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use super::probe::Made;
use crate::editor::{Editor, Effect};
use crate::error::{Error, Message, Result, in_range};
use crate::geometry::Point;
use crate::tools::{Held, Press};

/// The most steps that are listed.
pub const MOST_LISTED: usize = 200;

crate::fields! {
    /// A pixel whose makers are listed.
    Probed {
        /// Where it lies.
        at: Point,
        /// Whether it stays so when the pointer goes elsewhere.
        kept: bool,
    }
}

/// No pixel: the next one that is pressed is meant.
const UNTOLD: Point = Point { x: -1, y: -1 };

/// What is probed, and when.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::editor) struct Probing {
    /// The pixel that was pressed.
    kept: Option<Point>,
    /// Whether Alt probes.
    by_alt: bool,
}

impl Session {
    /// Sets whether the pixel under the pointer is probed while Alt is held.
    pub(in crate::editor) fn probe_by_alt(&mut self, probes: bool) {
        self.probing.by_alt = probes;
        self.state_changed();
    }

    /// Keeps a pixel of the canvas probed, and says what made it; a press beside the canvas ends it. Never inlined, as nobody needs it to
    /// paint.
    #[cold]
    #[inline(never)]
    pub(in crate::editor) fn keep_probe(&mut self, at: Point) {
        if !self.document.bounds().contains(at) {
            return self.end_probe();
        }
        self.probing.kept = Some(at);
        let said = match self.probe(at.x, at.y, MOST_LISTED) {
            Ok(made) => Effect::Message(self.spoken_of(&made)),
            Err(error @ Error::Away { .. }) => Effect::Message(error.message()),
            Err(error) => Effect::failure(&error),
        };
        self.emit(said);
        self.state_changed();
    }

    /// Stops probing a pixel that was kept.
    pub(in crate::editor) fn end_probe(&mut self) {
        self.probing.kept = None;
        self.state_changed();
    }

    /// Returns words for what made a pixel.
    fn spoken_of(&self, made: &[Made]) -> Message {
        let Some(newest) = made.first() else { return "No step has changed this pixel".into() };
        let layer = self.document.layer(newest.layer).map(|layer| layer.name).unwrap_or_default();
        let earlier = made.len() - 1;
        let code = match earlier {
            0 => "Made by {label} on layer {layer}",
            _ if made.len() == MOST_LISTED => {
                "Made by {label} on layer {layer}, and at least {n} earlier steps"
            }
            _ => {
                "Made by {label} on layer {layer}, and {n} earlier step | Made by {label} on layer {layer}, and {n} earlier steps"
            }
        };
        let message = Message::new(code).with_key(newest.label.clone()).with(layer);
        if earlier == 0 { message } else { message.with(earlier) }
    }
}

impl Editor {
    /// Returns the pixel that a probe is about unless it is told another: the one that is pointed at, or [`UNTOLD`].
    pub(in crate::editor) fn pointed_at(&self) -> Point {
        if self.hand.is_by_keys() { self.pointed() } else { self.cursor().unwrap_or(UNTOLD) }
    }

    /// Keeps a pixel probed that a command names. Of [`UNTOLD`] it takes the tool, so that a person presses the pixel that is meant.
    ///
    /// # Errors
    /// Returns [`Error::Range`] if it lies outside the canvas.
    pub(in crate::editor) fn probe_at(&mut self, x: i64, y: i64) -> Result<()> {
        if (x, y) == (UNTOLD.x.into(), UNTOLD.y.into()) {
            self.set_tool("probe", &[])?;
            self.session.emit(Effect::Message("Press a pixel to see which steps made it".into()));
            return Ok(());
        }
        let (width, height) = self.session.document.size();
        in_range("x", x, 0, i64::from(width) - 1)?;
        in_range("y", y, 0, i64::from(height) - 1)?;
        self.session.keep_probe(Point::new(x as i32, y as i32));
        Ok(())
    }

    /// Returns the pixel whose makers are listed.
    pub fn probed(&self) -> Option<Probed> {
        let kept = self.session.probing.kept.filter(|at| self.session.document.bounds().contains(*at));
        let at = kept.or_else(|| self.cursor().filter(|_| self.is_probing()))?;
        Some(Probed { at, kept: kept.is_some() })
    }

    /// Returns `true` while what is pointed at is probed.
    fn is_probing(&self) -> bool {
        let by_tool = matches!(self.session.desk.tool.press, Press::Probe);
        (by_tool || (self.session.probing.by_alt && self.hand.held().alt))
            && !self.hand.is_painting()
            && !self.hand.is_grabbing(&self.session)
    }

    /// Returns the steps that made the probed pixel, newest first; none if no pixel is probed.
    ///
    /// # Errors
    /// As [`probe`](Editor::probe).
    pub fn makers(&mut self) -> Result<Vec<Made>> {
        match self.probed() {
            Some(Probed { at, .. }) => self.session.probe(at.x, at.y, MOST_LISTED),
            None => Ok(Vec::new()),
        }
    }

    /// Keeps what Alt probes, if Alt comes up now.
    pub(in crate::editor) fn hold_probe(&mut self, held: Held) {
        if !self.session.probing.by_alt || !self.hand.held().alt || held.alt {
            return;
        }
        if let Some(at) = self.cursor().filter(|_| self.is_probing()) {
            self.session.keep_probe(at);
        }
    }
}
