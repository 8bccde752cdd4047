//! Edits of images: what is copied, pasted, turned, scaled and outlined.
//!
//! These work on images apart from the document, and what comes of them is put back
//! through it, so that locks, alpha and the selection are minded without their help.

use super::edit::Edit;
use super::{Editor, Effect};
use crate::color::Color;
use crate::document::{Cel, Document, Needs};
use crate::error::{Error, Result};
use crate::formats;
use crate::geometry::Rect;
use crate::raster::Image;
use std::rc::Rc;

/// What becomes of the place of a whole cel that is turned, where nothing is selected.
#[derive(Clone, Copy, Debug)]
pub(super) enum Turn {
    /// It stays about its own middle.
    Keep,
    /// It is mirrored at the canvas's vertical axis.
    FlipHorizontal,
    /// It is mirrored at the canvas's horizontal axis.
    FlipVertical,
    /// It goes round the canvas's middle, by degrees clockwise.
    Rotate(f64),
}

impl Turn {
    /// The new place of a rectangle on a canvas, when it would be `kept` about its own middle.
    fn place(self, old: Rect, kept: Rect, canvas: Rect) -> Rect {
        match self {
            Turn::Keep => kept,
            Turn::FlipHorizontal => Rect { x: canvas.width - old.right(), ..kept },
            Turn::FlipVertical => Rect { y: canvas.height - old.bottom(), ..kept },
            Turn::Rotate(degrees) => {
                let middle = |at: i32, side: i32| f64::from(at) + f64::from(side) / 2.0;
                let (cx, mut cy) = (f64::from(canvas.width) / 2.0, f64::from(canvas.height) / 2.0);
                // A quarter turn about the middle of an odd-by-even canvas would end between pixels; about
                // half a pixel below, four of them lead back to where it was.
                if degrees.rem_euclid(180.0) == 90.0 && (canvas.width + canvas.height) % 2 != 0 {
                    cy += 0.5;
                }
                let (x, y) = (middle(old.x, old.width) - cx, middle(old.y, old.height) - cy);
                let (sin, cos) = match degrees.rem_euclid(360.0) {
                    0.0 => (0.0, 1.0),
                    90.0 => (1.0, 0.0),
                    180.0 => (0.0, -1.0),
                    270.0 => (-1.0, 0.0),
                    other => other.to_radians().sin_cos(),
                };
                let to = |middle: f64, side: i32| (middle - f64::from(side) / 2.0).floor() as i32;
                let (x, y) = (cx + x * cos - y * sin, cy + x * sin + y * cos);
                Rect { x: to(x, kept.width), y: to(y, kept.height), ..kept }
            }
        }
    }
}

/// Which pixels are copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The layer's own, or the floating selection above it.
    Layer,
    /// Those of the whole picture, as all layers together are seen.
    Picture,
}

/// Returns a copy of the floating selection, of what is selected, or of the whole cel.
pub(super) fn copied(document: &Document, cel: Cel, source: Source) -> Result<Image> {
    let merged = source == Source::Picture;
    if let Some((above, around)) = document.floating()
        && above == cel
        && !merged
    {
        return floating_image(document, around);
    }
    let all = if merged { document.bounds() } else { document.cel_bounds(cel) };
    let around = document.selection().unwrap_or(all).intersect(document.bounds());
    if around.is_empty() {
        let name = document.layer(cel.layer)?.name;
        return Err(Error::Refused { what: "layer", name, why: "it is empty here" });
    }
    let mut image = Image::new(around.width as u32, around.height as u32)?;
    let picture = if merged { document.picture(cel.frame) } else { document.cel_picture(cel) };
    for part in document.changeable(around) {
        for y in part.y..part.bottom() {
            let row = image.row_mut((y - around.y) as u32);
            let first = (part.x - around.x) as usize;
            picture.read(part.x as u32, y as u32, 1, &mut row[first..first + part.width as usize]);
        }
    }
    Ok(image)
}

/// Returns a copy of the floating selection.
fn floating_image(document: &Document, around: Rect) -> Result<Image> {
    let mut image = Image::new(around.width as u32, around.height as u32)?;
    for y in 0..around.height {
        document.read_floating(around.x, around.y + y, image.row_mut(y as u32));
    }
    Ok(image)
}

impl Edit<'_> {
    /// Lets an image float above the active cel, in the middle of what is seen of the canvas.
    pub(super) fn float(&mut self, image: &Image) -> Result<()> {
        let (width, height) = image.size();
        let seen = if self.seen.is_empty() { self.document.bounds() } else { self.seen };
        let x = seen.x + (seen.width - width as i32).div_euclid(2);
        let y = seen.y + (seen.height - height as i32).div_euclid(2);
        let place = Rect::new(x, y, width as i32, height as i32);
        let cel = self.cel();
        self.document.float(cel, place, |y| image.row(y as u32))
    }

    /// Makes something else of what floats or is selected, or of the whole cel, which lands then.
    ///
    /// `make` answers with the new image and how its corner moves.
    pub(super) fn turn(
        &mut self,
        turn: Turn,
        make: impl FnOnce(&Image) -> Result<(Image, (i32, i32))>,
    ) -> Result<()> {
        let cel = self.cel();
        self.document.lift(cel)?;
        let Some((_, around)) = self.document.floating() else { return Err(Error::Idle) };
        let whole = self.document.selection().is_none();
        let (made, (dx, dy)) = make(&floating_image(self.document, around)?)?;
        let (width, height) = made.size();
        let kept = Rect::new(around.x + dx, around.y + dy, width as i32, height as i32);
        let place = if whole { turn.place(around, kept, self.document.bounds()) } else { kept };
        self.document.reshape_floating(place, |y| made.row(y as u32))?;
        if whole { self.document.land() } else { Ok(()) }
    }

    /// Draws the selected part of the cel, or all of it and a pixel around, anew from an image of it.
    pub(super) fn redraw(&mut self, make: impl FnOnce(&Image) -> Result<Image>) -> Result<()> {
        self.document.land()?;
        let wider = |rect: Rect, by: i32| {
            if rect.is_empty() {
                rect
            } else {
                Rect::new(rect.x - by, rect.y - by, rect.width + 2 * by, rect.height + 2 * by)
            }
        };
        let canvas = self.document.bounds();
        let content = wider(self.document.cel_bounds(self.cel()), 1);
        let target = self.document.selection().unwrap_or(content).intersect(content).intersect(canvas);
        if target.is_empty() {
            return Ok(());
        }
        // One pixel more is looked at, so that the edge of what is selected is no edge. Beyond the
        // canvas an image is as transparent as beyond its own edge.
        let around = wider(target, 1).intersect(canvas);
        let mut image = Image::new(around.width as u32, around.height as u32)?;
        for y in around.y..around.bottom() {
            let row = image.row_mut((y - around.y) as u32);
            self.document.read_row(self.cel(), around.x as u32, y as u32, row);
        }
        let made = make(&image)?;
        let cel = self.cel();
        self.document.edit(cel, target, &mut |x, y, _: Color| made.get(x - around.x, y - around.y))
    }
}

impl Editor {
    /// Copies a file's picture and pastes it, as one step.
    ///
    /// # Errors
    /// Returns an error while a stroke or a game is under way, if the file can't be read, or if the layer may
    /// not change. The drawing and the clipboard are unchanged then.
    pub fn paste(&mut self, bytes: &[u8], time: u64) -> Result<()> {
        if self.is_painting() {
            let name = self.tool().id.to_owned();
            return Err(Error::Refused { what: "tool", name, why: "end its stroke before you paste" });
        }
        self.check_game()?;
        let (_, file) = formats::open(bytes)?;
        let ((width, height), notes) = (file.size(), file.notes());
        let image = file.image()?;
        self.document.check(self.cel(), Needs::Alpha)?;
        let before = self.desk.clipboard.replace(Rc::new(image));
        let pasted = self.run("edit.paste", &[], time);
        if pasted.is_err() {
            self.desk.clipboard = before;
        } else if !notes.is_empty() {
            self.emit(Effect::Message(format!("Pasted {width} × {height}: {notes}")));
        }
        pasted.map(|_| ())
    }
}
