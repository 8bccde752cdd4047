//! Showing what undo and redo changed: the words, the colour, and the contour of the exact pixels.
//!
//! The colour follows what happened to the drawing and not the command: blue if more came than went. If more went it is
//! lilac by undo, which only takes back, and red by redo, which destroys once more. What is as much as it was, such as
//! pixels of another colour, is lilac by undo and blue by redo. Of a step that is too large to be counted, redo shows the
//! step's own colour.
//!
//! Who has seen it a thousand times can have the exact pixels alone, without a frame that leads there, or nothing.
//!
//! The contour is for the page to draw. It is traced when the page asks, which is after the picture is on the
//! screen, and for the visible part alone. Its cells are the pixels, or as many of them as one device pixel
//! shows. A change of so many specks that their contours could not be told apart is traced in cells
//! of twice the side, until what lies close together is one region. So the work and the result are bounded,
//! whatever was changed.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! editor.pointer_down(105.0, 105.0, 0, 0);
//! editor.pointer_up(105.0, 105.0, 0);
//! editor.run("edit.undo", &[], 0)?;
//! assert_eq!(editor.contour()?, [4, 10, 10, 11, 10, 11, 11, 10, 11], "four corners around pixel (10, 10)");
//! # Ok::<(), undoodle::Error>(())
//! ```

use crate::color::Color;
use crate::document::{Cel, Mask, TILE};
use crate::editor::hand::following::Led;
use crate::editor::session::Session;
use crate::editor::shown::Shown;
use crate::editor::{Direction, Editor, Effect, Highlight};
use crate::error::{Error, Message, Result};
use crate::geometry::{Point, Rect};
use crate::history::CommitId;
use crate::raster::Cells;
use crate::tools::{Ink, Stroke};
use std::cmp::Ordering;

/// Maximum number of cells on a side of what is traced.
const SIDE: i32 = 1024;
/// Maximum number of corners of a contour.
const CORNERS: usize = 4000;
/// Number of cells beyond the visible part that are traced, so that lines end outside of it.
const BEYOND: i32 = 2;

crate::named! {
    /// What is shown over the picture of what undo and redo change.
    #[derive(Default)]
    pub enum Shows, "shows" {
        /// The contour of the pixels, and a frame that leads there if they are far away.
        #[default]
        Frame = "frame", "Pixels and a rectangle that leads there";
        /// The contour alone.
        Pixels = "pixels", "Pixels";
        /// Nothing.
        Nothing = "off", "Nothing";
    }
}

impl Session {
    /// Describes what the last undo or redo changed, for phrases behind its name: the number of pixels, the layer
    /// if there are several, and the frame if there are several.
    pub(in crate::editor) fn extent(&self, cel: Cel) -> Vec<Message> {
        let mut phrases = Vec::new();
        if let Some(pixels) = self.document().moved().pixels.filter(|pixels| *pixels > 0) {
            phrases.push(Message::new("{count} pixel | {count} pixels").with(pixels));
        } else if self.document().moved().links {
            phrases.push(self.linked_now(cel));
        }
        let layer = self.document().layer(cel.layer);
        let visible = self.document().is_visible(cel.layer);
        if let Some(layer) = layer.ok().filter(|_| self.document().layers() > 1 || !visible) {
            let group = self.document().group_of(cel.layer).and_then(|id| self.document().group(id).ok());
            let code = match (visible, group.is_some()) {
                (true, false) => "layer {layer}",
                (false, false) => "hidden layer {layer}",
                (true, true) => "layer {layer} of group {group}",
                (false, true) => "hidden layer {layer} of group {group}",
            };
            let place = Message::new(code).with(layer.name);
            phrases.push(match group {
                Some(group) => place.with(group.name),
                None => place,
            });
        }
        if self.document().frames() > 1 {
            phrases.push(Message::new("frame {frame}").with(cel.frame + 1));
        }
        phrases
    }

    /// Describes with which frames a cel shares its image after undo or redo has linked or unlinked it.
    #[cold]
    #[inline(never)]
    fn linked_now(&self, cel: Cel) -> Message {
        let linked = self.document().linked(cel).unwrap_or_default();
        let others: Vec<u32> = linked.into_iter().filter(|frame| *frame != cel.frame).collect();
        match others[..] {
            [] => "no longer linked".into(),
            [one] => Message::new("linked with frame {n}").with(one + 1),
            _ => Message::new("linked with {n} frame | linked with {n} frames").with(others.len()),
        }
    }

    /// Says why nothing was painted at a pixel, if that is because it is not selected.
    pub(in crate::editor) fn say_outside(&mut self, at: Point) {
        if self.document().selection().is_some() && !self.document().is_selected(at.x, at.y) {
            let text = "Outside the selection: Escape deselects";
            self.emit(Effect::Message(text.into()));
        }
    }

    /// Says why a stroke has shaded nothing, if that is because the colour where it ended is none that shading goes along.
    #[cold]
    #[inline(never)]
    pub(in crate::editor) fn say_unshaded(&mut self, stroke: &Stroke) {
        let (at, Ink::Shade { ramp, .. }) = (stroke.now().at, stroke.ink()) else { return };
        let color = self.document().cel_pixel(self.cel(), at.x, at.y).unwrap_or_default();
        let outside = self.document().selection().is_some() && !self.document().is_selected(at.x, at.y);
        if outside || color.is_transparent() || ramp.contains(&color) {
            return;
        }
        let text = match ramp.len() as u32 == self.document().colors() {
            true => "Nothing to shade: this colour is not in the palette",
            false => "Nothing to shade: this colour is not among the chosen colours of the palette",
        };
        self.emit(Effect::Message(text.into()));
    }
}

impl Shown {
    /// Returns the contour of the exact pixels that the last undo, redo or travel changed in the shown frame, as far
    /// as it is visible: for each closed loop its number of corners, then their x and y in document pixels.
    /// Empty if nothing of it is visible, and if there is no memory to find the pixels.
    ///
    /// # Errors
    /// Returns [`Error::Stopped`] if the host stops it.
    pub(in crate::editor) fn contour(&self, session: &Session) -> Result<Vec<i32>> {
        match session.document().touched_by(session.document().moved().commits(), session.cel().frame) {
            Err(Error::Stopped) => Err(Error::Stopped),
            touched => Ok(self.around(session, &touched.unwrap_or_default())),
        }
    }

    /// Returns the contour of the exact pixels that steps on any branch changed in the shown frame, like
    /// [`contour`](Editor::contour). Empty if they are gone or lie on a disk.
    pub(in crate::editor) fn contour_of(&self, session: &Session, commits: &[CommitId]) -> Vec<i32> {
        self.around(session, &session.document().touched_by(commits, session.cel().frame).unwrap_or_default())
    }

    /// Returns the contour of pixels, as far as it is visible.
    pub(in crate::editor) fn around(&self, session: &Session, mask: &Mask) -> Vec<i32> {
        let canvas = session.document().bounds();
        let view = &self.window.view;
        self.outlined(mask, canvas, view.visible(canvas), view.zoom.down())
    }

    /// Returns the contour of those pixels of a canvas that lie in a part of it, in cells of some pixels.
    pub(in crate::editor) fn outlined(
        &self,
        mask: &Mask,
        canvas: Rect,
        seen: Rect,
        mut step: i32,
    ) -> Vec<i32> {
        let beyond = BEYOND * step;
        let seen =
            Rect::new(seen.x - beyond, seen.y - beyond, seen.width + 2 * beyond, seen.height + 2 * beyond);
        let tile = |place: &Point| Rect::new(place.x, place.y, TILE as i32, TILE as i32);
        let tiles = || mask.tiles.iter().filter(|(place, _)| !tile(place).intersect(seen).is_empty());
        let rects = || mask.rects.iter().map(|rect| rect.intersect(seen)).filter(|rect| !rect.is_empty());
        let around = tiles().map(|(place, _)| tile(place)).chain(rects()).fold(Rect::EMPTY, Rect::union);
        let around = around.intersect(seen);
        while around.width.max(around.height) / step > SIDE {
            step *= 2;
        }
        let (left, top) = (around.x.div_euclid(step), around.y.div_euclid(step));
        let end = |at: i32| (at - 1).div_euclid(step) + 1;
        let size = |from: i32, to: i32| (end(to) - from).max(0) as usize;
        let mut cells = Cells::new(size(left, around.right()), size(top, around.bottom()));
        for rect in rects() {
            let part = |from: i32, to: i32, first: i32| {
                (from.div_euclid(step) - first) as usize..(end(to) - first) as usize
            };
            cells.fill(part(rect.x, rect.right(), left), part(rect.y, rect.bottom(), top));
        }
        for (place, rows) in tiles() {
            cells.fill_tile((place.x, place.y), rows, step, (left, top));
        }
        let mut side = 1;
        loop {
            let place = |at: i32, first: i32, last: i32| ((at * side + first) * step).min(last);
            let mut lines = Vec::new();
            for corners in cells.contour() {
                lines.push(corners.len() as i32);
                for (x, y) in corners {
                    lines.extend([place(x, left, canvas.right()), place(y, top, canvas.bottom())]);
                }
                if lines.len() > 2 * CORNERS {
                    break;
                }
            }
            if lines.len() <= 2 * CORNERS {
                return lines;
            }
            (cells, side) = (cells.halved(), side * 2);
        }
    }
}

impl Editor {
    /// Says why a command that is disabled does nothing: that there is no step to undo or redo, or no group around the layer.
    pub(in crate::editor) fn say_idle(&mut self, id: &str) {
        let (nothing, back) = match id {
            "edit.redo" if self.hand.is_waiting() => {
                return self.session.emit(Effect::Message("End the shape first, with Enter".into()));
            }
            "edit.undo" => ("Nothing to undo", true),
            "edit.redo" => ("Nothing to redo", false),
            "group.ungroup" if !self.hand.is_painting() => {
                let name = self
                    .session
                    .document()
                    .layer(self.session.cel().layer)
                    .map(|layer| layer.name)
                    .unwrap_or_default();
                let why = "it is in no group";
                return self.session.emit(Effect::failure(&Error::Refused {
                    what: "layer",
                    name: name.into(),
                    why,
                }));
            }
            _ => return,
        };
        let history = self.session.document().history();
        let next = if back { history.done().next() } else { history.undone().next() };
        match next.filter(|commit| commit.is_lost()).and_then(|commit| history.wall_at(commit.id())) {
            Some(wall) => self.session.emit(Effect::Message(Error::from(wall).message())),
            None => self.session.emit(Effect::Message(nothing.into())),
        }
    }

    /// Says that a stroke is in other frames, too, as they are linked: once for each image. Never inlined, as nobody needs it
    /// to paint.
    #[inline(never)]
    pub(in crate::editor) fn say_linked(&mut self) {
        let cel = self.session.cel();
        let Ok(frames) = self.session.document().linked(cel) else { return };
        let image = (self.session.serial(), cel.layer, frames[0]);
        if frames.len() < 2 || self.shown.told_linked.contains(&image) {
            return;
        }
        self.shown.told_linked.push(image);
        let others: Vec<_> = frames.iter().filter(|frame| **frame != cel.frame).collect();
        self.session.emit(Effect::Message(match others[..] {
            [frame] => {
                let code = "Also changed in frame {n}, which is linked: Unlink cel separates this one";
                Message::new(code).with(frame + 1)
            }
            _ => {
                let code = "Also changed in {n} other frame, which is linked: Unlink cel separates this one \
                            | Also changed in {n} other frames, which are linked: Unlink cel separates this one";
                Message::new(code).with(others.len())
            }
        }));
    }

    /// Activates the step's cel, and shows a message and a highlight of what has changed. `color` is the step's own.
    /// The view follows, if that was chosen.
    pub(in crate::editor) fn show_step(
        &mut self,
        direction: Direction,
        message: Message,
        label: String,
        color: Color,
        (cel, led): (Cel, Led),
    ) {
        let before = self.session.cel();
        match led {
            Led::ByUndo => self.session.lead(cel),
            Led::ByChoice => self.session.choose(cel),
        }
        self.shown.note_steps(self.session.document().moved().commits());
        self.document_changed();
        self.session.emit(Effect::Message(message));
        let moved = self.session.document().moved();
        let rect = moved.rect.intersect(self.session.document().bounds());
        let color = match (moved.balance, direction) {
            (Some(Ordering::Greater), _) | (Some(Ordering::Equal), Direction::Redo) => Color::ADDED,
            (Some(Ordering::Less), Direction::Redo) => Color::REMOVED,
            (_, Direction::Undo) => Color::TAKEN_BACK,
            (None, Direction::Redo) => color,
        };
        // A change that the canvas does not show, such as a name, has no rectangle to highlight.
        let shows = self.session.desk().shows;
        let highlight = (!rect.is_empty()).then_some(Highlight { direction, rect, color, shows, label });
        let hidden = self.session.document().layer(cel.layer).is_ok_and(|layer| !layer.visible);
        self.session.emit(Effect::Flash {
            color,
            layer: (hidden || cel.layer != before.layer).then_some(cel.layer),
            frame: (cel.frame != before.frame).then_some(cel.frame),
        });
        self.shown.window.highlight = highlight.clone();
        if self.session.desk().follows && !rect.is_empty() {
            self.shown.window.bring_into_view(rect, self.session.document().bounds());
        }
        if let Some(highlight) = highlight {
            self.session.emit(Effect::Highlight(highlight));
        }
    }
}
