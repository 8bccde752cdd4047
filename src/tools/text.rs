//! Text: letters of a pixel font, which wait where they stand until they are landed.
//!
//! Problem: a text is typed, mended and moved before it is right, and all of that is to be one step. Idea: it is
//! a gesture of several presses (see [`presses`](super::presses)). The first press says where the text begins. Then it waits:
//! each input draws it anew, a press on it moves it, one beside it lands it and begins another. What is chosen meanwhile
//! counts at once, as the text is drawn from its letters and its place alone.
//!
//! The invariant: an empty text has drawn nothing.

use super::gesture::{Drag, Gesture};
use super::pen::Pen;
use crate::document::Document;
use crate::error::Result;
use crate::geometry::{Point, Rect};

/// A text that is set.
#[derive(Debug)]
pub struct Text {
    letters: String,
    /// Where it begins: the top left pixel of its first capital.
    at: Point,
    /// Where the button that is down holds it: its beginning then, and the pixel that was pressed.
    held: Option<(Point, Point)>,
    /// Whether a button has gone up before.
    released: bool,
    /// Whether something else than its place has changed since it was drawn.
    stale: bool,
    /// The box around it, as it was drawn.
    around: Rect,
}

impl Text {
    /// Returns the letters and the box around them.
    pub(super) fn shown(&self) -> (&str, Rect) {
        (&self.letters, self.around)
    }

    /// Returns `true` if no letter of it is seen.
    pub(super) fn is_blank(&self) -> bool {
        self.letters.trim().is_empty()
    }

    /// Replaces its letters; they are drawn with the next [`extend`](Gesture::extend).
    pub(super) fn write(&mut self, letters: &str) {
        self.stale |= self.letters != letters;
        letters.clone_into(&mut self.letters);
    }

    /// Notes that something was chosen that it is drawn with.
    pub(super) fn renew(&mut self) {
        self.stale = true;
    }

    /// Returns `true` if a press at a pixel, or so near, means this text.
    pub(super) fn takes(&self, at: Point, near: u32) -> bool {
        let (Rect { x, y, .. }, near) = (self.around, i64::from(near));
        let within = |at: i32, first: i32, end: i32| {
            (i64::from(first) - near..i64::from(end) + near).contains(&i64::from(at))
        };
        within(at.x, x, self.around.right()) && within(at.y, y, self.around.bottom())
    }

    fn draw(&mut self, document: &mut Document, drag: &Drag) -> Result<()> {
        let Drag { setup, .. } = drag;
        drag.begin_again(document)?;
        let font = setup.options.written();
        let layout = font.layout(&self.letters, setup.options.scale);
        (self.around, self.stale) = (layout.around(self.at), false);
        if self.is_blank() {
            return Ok(());
        }
        let at = self.at;
        Pen::new(document, setup, at)?.spans(document, |rows| Ok(layout.spans(at, rows)))
    }
}

impl Gesture for Text {
    fn begin(document: &mut Document, drag: &Drag) -> Result<Box<dyn Gesture>> {
        let at = drag.from;
        let mut text = Text {
            letters: String::new(),
            at,
            held: Some((at, at)),
            released: false,
            stale: true,
            around: Rect::pixel(at),
        };
        text.draw(document, drag)?;
        Ok(Box::new(text))
    }

    fn extend(&mut self, document: &mut Document, drag: &Drag) -> Result<()> {
        let before = self.at;
        if let Some((began, pressed)) = self.held {
            let moved =
                |began: i32, now: i32, pressed: i32| began.saturating_add(now.saturating_sub(pressed));
            self.at.x = moved(began.x, drag.now.at.x, pressed.x);
            self.at.y = moved(began.y, drag.now.at.y, pressed.y);
        }
        if self.at != before || self.stale { self.draw(document, drag) } else { Ok(()) }
    }

    fn press(&mut self, at: Point) {
        self.held = Some((self.at, at));
    }

    fn release(&mut self, _: &Drag) -> bool {
        (self.held, self.released) = (None, true);
        true
    }

    fn back(&mut self) -> bool {
        self.stale = true;
        if let Some((began, _)) = self.held.take() {
            self.at = began;
            return self.released;
        }
        self.letters.pop();
        !self.letters.is_empty()
    }

    /// Returns as many points as a shape has, once there is something to read.
    fn points(&self) -> usize {
        if self.is_blank() { 1 } else { 2 }
    }

    fn finish(&mut self, document: &mut Document, drag: &Drag) -> Result<()> {
        self.draw(document, drag)
    }

    fn is_redrawn(&self) -> bool {
        true
    }

    fn text(&self) -> Option<&Text> {
        Some(self)
    }

    fn text_mut(&mut self) -> Option<&mut Text> {
        Some(self)
    }
}
