//! Edits of images: copying, pasting, turning, scaling, outlining.
//!
//! These work on images apart from the document. The results are written back through the
//! document, which checks locks, alpha and the selection.

use super::desk::Clip;
use super::edit::Edit;
use crate::color::Color;
use crate::document::{Cel, Drawing, Orientation, Original, Store};
use crate::error::{Error, Result};
use crate::geometry::{Point, Rect};
use crate::raster::Image;
use std::rc::Rc;

/// How the position of a whole cel changes when it is transformed without a selection.
#[derive(Clone, Copy, Debug)]
pub(in crate::editor) enum Turn {
    /// It keeps its own centre.
    Keep,
    /// It is mirrored across the canvas's vertical axis.
    FlipHorizontal,
    /// It is mirrored across the canvas's horizontal axis.
    FlipVertical,
    /// It rotates about the canvas's centre, by degrees clockwise.
    Rotate(f64),
}

impl Turn {
    /// Returns what is shown of an image at its own resolution when it is scaled or turned like this, from one rectangle into another. Returns
    /// `None` if that can't be, or if the pixels themselves are changed.
    fn original(
        self,
        document: &Drawing<Store>,
        at: Cel,
        original: &Original,
        [from, to]: [Rect; 2],
    ) -> Option<Original> {
        let by = match self {
            Turn::Keep => return document.scaled_original(at.layer, original, to),
            Turn::FlipHorizontal => Orientation::MIRRORED,
            Turn::FlipVertical => Orientation::UPSIDE_DOWN,
            Turn::Rotate(degrees) => Orientation::rotated(degrees)?,
        };
        original.turned(by, from, to)
    }

    /// Returns the new position of the rectangle `old` on a canvas. `kept` is the transformed rectangle about
    /// the centre of `old`.
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

/// The pixels that a copy takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::editor) enum Source {
    /// Those of the active layer, or of the floating selection above it.
    Layer,
    /// Those of the picture that all layers together show.
    Picture,
}

/// Copies the floating selection, else the selected pixels, else the whole cel.
///
/// # Errors
/// Returns [`Error::Refused`] if there is nothing to copy.
pub(in crate::editor) fn copied(document: &Drawing<Store>, cel: Cel, source: Source) -> Result<Clip> {
    let (image, around) = taken(document, cel, source)?;
    Ok(Clip { image: Rc::new(image), place: Some(Point::new(around.x, around.y)) })
}

/// Returns the image that a copy takes, and where it is on the canvas.
///
/// # Errors
/// As [`copied`].
pub(in crate::editor) fn taken(document: &Drawing<Store>, cel: Cel, source: Source) -> Result<(Image, Rect)> {
    let merged = source == Source::Picture;
    if let Some((_, around)) = document.floating()
        && document.floats_above(cel)
        && !merged
    {
        return Ok((floating_image(document, around)?, around));
    }
    let all = if merged { document.bounds() } else { document.cel_bounds(cel) };
    let around = document.selection().unwrap_or(all).intersect(document.bounds());
    if around.is_empty() {
        let name = document.layer(cel.layer)?.name;
        return Err(Error::Refused { what: "layer", name: name.into(), why: "it is empty here" });
    }
    Ok((selected(document, cel, merged, around)?, around))
}

/// Returns the selected pixels of a cel, or of the picture, in a rectangle of the canvas.
fn selected(document: &Drawing<Store>, cel: Cel, merged: bool, around: Rect) -> Result<Image> {
    let mut image = Image::new(around.width as u32, around.height as u32)?;
    let picture = if merged { document.exported_picture(cel.frame) } else { document.cel_picture(cel) };
    for part in document.changeable(around) {
        for y in part.y..part.bottom() {
            let row = image.row_mut((y - around.y) as u32);
            let first = (part.x - around.x) as usize;
            picture.read(part.x as u32, y as u32, 1, &mut row[first..first + part.width as usize]);
        }
    }
    Ok(image)
}

/// Returns what floats, or else the selected pixels of a cel, with all of a rectangle around them: a grid of letters has
/// blank edges.
///
/// # Errors
/// Returns [`Error::OutOfMemory`] if the image can't be allocated.
pub(in crate::editor) fn grid(document: &Drawing<Store>, cel: Cel, around: Rect) -> Result<Image> {
    match document.floating() {
        Some((_, around)) => floating_image(document, around),
        None => selected(document, cel, false, around),
    }
}

/// Returns a copy of the floating selection.
pub(in crate::editor) fn floating_image(document: &Drawing<Store>, around: Rect) -> Result<Image> {
    let mut image = Image::new(around.width as u32, around.height as u32)?;
    for y in 0..around.height {
        document.read_floating(around.x, around.y + y, image.row_mut(y as u32));
    }
    Ok(image)
}

impl Edit<'_> {
    /// Adds an image as the floating selection above the active cel: where it was copied if that is in view, else in the
    /// middle of the visible canvas.
    pub(in crate::editor) fn float(&mut self, clip: &Clip) -> Result<()> {
        let image = &clip.image;
        let (width, height) = image.size();
        let seen = if self.seen.is_empty() { self.document.bounds() } else { self.seen };
        let at = |x, y| Rect::new(x, y, width as i32, height as i32);
        let middle = at(
            seen.x + (seen.width - width as i32).div_euclid(2),
            seen.y + (seen.height - height as i32).div_euclid(2),
        );
        let in_view = |place: &Rect| !place.intersect(seen).is_empty();
        let place = clip.place.map(|place| at(place.x, place.y)).filter(in_view).unwrap_or(middle);
        let cel = self.cel();
        self.document.float(cel, place, |y| image.row(y as u32))?;
        self.wrap_floating()
    }

    /// Transforms the floating selection, else the selected pixels, else the whole cel. A whole cel lands
    /// afterwards; the rest stays floating.
    ///
    /// `make` returns the new image and the offset of its top-left corner.
    pub(in crate::editor) fn turn(
        &mut self,
        turn: Turn,
        make: impl FnOnce(&Image) -> Result<(Image, (i32, i32))>,
    ) -> Result<()> {
        let cel = self.cel();
        let original = self.document.original(cel);
        self.document.lift(cel)?;
        self.wrap_floating()?;
        let Some((_, around)) = self.document.floating() else { return Err(Error::Idle) };
        let whole = self.document.selection().is_none();
        let (made, (dx, dy)) = make(&floating_image(self.document, around)?)?;
        let (width, height) = made.size();
        let kept = Rect::new(around.x + dx, around.y + dy, width as i32, height as i32);
        let place = if whole { turn.place(around, kept, self.document.bounds()) } else { kept };
        self.document.reshape_floating(place, |y| made.row(y as u32))?;
        self.wrap_floating()?;
        if !whole {
            return Ok(());
        }
        self.document.land()?;
        let made = original.and_then(|own| turn.original(self.document, cel, &own, [around, place]));
        self.show_original(made)
    }

    /// Draws the image that the active cel shows at its own resolution in the place of its pixels, if there is one. Pixels that go on at the other side
    /// of a tile stay.
    pub(in crate::editor) fn show_original(&mut self, original: Option<Original>) -> Result<()> {
        let cel = self.cel();
        match original.filter(|_| !self.desk.options.wrap) {
            Some(original) => self.document.show_original(cel, &original).map(|_| ()),
            None => Ok(()),
        }
    }

    /// Filters the selected part of the cel, or all of it with a margin of one pixel, through a function of
    /// images.
    pub(in crate::editor) fn redraw(&mut self, make: impl FnOnce(&Image) -> Result<Image>) -> Result<()> {
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
        // A margin of one pixel shows the filter the true neighbours of the selection's edge. Beyond the
        // canvas everything is transparent, as it is beyond an image's edge.
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
