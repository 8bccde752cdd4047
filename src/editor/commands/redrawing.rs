//! The image made anew: scaled, turned and shifted, with all that its cels have beyond the canvas's edge.
//!
//! Every cel is drawn into an image, that is changed, and what comes of it is laid into the cel's pixels again. What lies beyond the edge is an
//! image of its own, which is changed in the same way and laid around the canvas.
//!
//! The invariant: what is certainly too large is refused before any work is done for it.

use super::image::cels;
use crate::color::Color;
use crate::document::{
    Cel, Door, Drawing, MAX_BYTES, Orientation, Original, Remade, Store, Surroundings, TILE,
};
use crate::editor::session::edit::Edit;
use crate::editor::session::params::Args;
use crate::error::{Error, Result};
use crate::geometry::{Point, Rect};
use crate::raster::{Image, MAX_IMAGE, Scaling, offset, rotate_half, rotate_left, rotate_right, scale};

/// Copies a cel's pixels into an image of the canvas's size.
fn image_of(document: &Drawing<impl Door>, cel: Cel) -> Result<Image> {
    let (width, height) = document.size();
    let mut image = Image::new(width, height)?;
    for y in 0..height {
        document.read_row(cel, 0, y, image.row_mut(y));
    }
    Ok(image)
}

/// Returns the cel's colour if all its pixels are equal.
fn plain(document: &Drawing<impl Door>, cel: Cel) -> Option<Color> {
    let (picture, (width, height)) = (document.cel_picture(cel), document.size());
    let first = picture.pixel(0, 0);
    let mut row = [first; TILE as usize];
    let mut top = 0;
    while top < height {
        let (mut left, mut bottom) = (0, height);
        while left < width {
            let area = match picture.solid(left, top) {
                Some((color, area)) => (color == first).then_some(area)?,
                None => {
                    let area = Rect::new(left as i32, (top - top % TILE) as i32, TILE as i32, TILE as i32);
                    let part = &mut row[..TILE.min(width - left) as usize];
                    for y in top..height.min(area.bottom() as u32) {
                        picture.read(left, y, 1, part);
                        part.iter().all(|color| *color == first).then_some(())?;
                    }
                    area
                }
            };
            (left, bottom) = (area.right() as u32, bottom.min(area.bottom() as u32));
        }
        top = bottom;
    }
    Some(first)
}

/// Lower bound of the memory that scaled pictures need.
#[derive(Clone, Copy, Debug, Default)]
struct Room {
    /// Bytes of the tiles. Tiles of one colour need none.
    tiles: u64,
    /// Bytes of the pixels in these tiles that are not transparent, which the history keeps.
    pixels: u64,
}

impl Room {
    /// Returns an error if the drawing or one step of the history cannot hold this much.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] for the drawing and [`Error::OverBudget`] for the history.
    fn check(self, document: &Drawing<Store>) -> Result<()> {
        if self.tiles > MAX_BYTES {
            return Err(Error::OutOfMemory { what: "scaled picture", bytes: self.tiles, limit: MAX_BYTES });
        }
        document.foresee(self.pixels)
    }

    /// Adds a lower bound for a cel at another size. Fails as soon as the sum is too large.
    fn add(&mut self, document: &Drawing<Store>, cel: Cel, size: (u32, u32), method: Scaling) -> Result<()> {
        let (picture, (width, height)) = (document.cel_picture(cel), document.size());
        let under = |to: u32, from: u32| -> Vec<u32> {
            let middle = |at: u32| (2 * u64::from(at) + 1) * u64::from(from) / (2 * u64::from(to));
            (0..to).map(|at| middle(at) as u32).collect()
        };
        let (across, down) = (under(size.0, width), under(size.1, height));
        // The source pixels of a tile; EPX also compares their neighbours.
        let margin = if method == Scaling::Nearest { 0 } else { 1 };
        let source = |under: &[u32], from: u32| {
            under[0].saturating_sub(margin)..from.min(under[under.len() - 1] + 1 + margin)
        };
        let shown = |color: &Color| *color != Color::TRANSPARENT;
        let mut row = vec![Color::TRANSPARENT; width as usize];
        for down in down.chunks(TILE as usize) {
            for across in across.chunks(TILE as usize) {
                let (columns, rows) = (source(across, width), source(down, height));
                let first = picture.pixel(columns.start, rows.start);
                let part = &mut row[..columns.len()];
                let (mut plain, mut filled, mut nearest) = (true, true, 0);
                for y in rows {
                    picture.read(columns.start, y, 1, part);
                    plain &= part.iter().all(|color| *color == first);
                    filled &= part.iter().all(shown);
                    let count =
                        across.iter().filter(|x| shown(&part[(**x - columns.start) as usize])).count();
                    nearest += count * down.iter().filter(|under| **under == y).count();
                }
                // EPX may drop any pixel that has a transparent neighbour.
                let pixels = match method {
                    Scaling::Nearest => nearest,
                    Scaling::Epx => {
                        if filled {
                            across.len() * down.len()
                        } else {
                            0
                        }
                    }
                };
                if !plain {
                    self.tiles += u64::from(TILE * TILE) * 4;
                    self.pixels += 4 * pixels as u64;
                }
            }
            self.check(document)?;
        }
        Ok(())
    }
}

/// Refuses a scaled picture that is certainly too large, before any work is done for it.
fn check_scaled(document: &Drawing<Store>, size: (u32, u32), method: Scaling) -> Result<()> {
    let whole = 4 * u64::from(size.0) * u64::from(size.1);
    let all = whole * u64::from(document.layers() * document.frames());
    // Small pictures fit even if no tile is of one colour.
    if (Room { tiles: all, pixels: all }).check(document).is_ok() {
        return Ok(());
    }
    let mut room = Room::default();
    for cel in cels(document).into_iter().filter(|cel| plain(document, *cel).is_none()) {
        if whole > 4 * u64::from(MAX_IMAGE) {
            let limit = 4 * u64::from(MAX_IMAGE);
            return Err(Error::OutOfMemory { what: "scaled picture", bytes: whole, limit });
        }
        room.add(document, cel, size, method)?;
    }
    Ok(())
}

/// Makes the canvas and all cels anew in another size; a cel of one colour keeps it. `around` makes what a cel has beyond the edge anew, too,
/// given all that it has and the rectangle of that,
/// and `kept` returns what comes of an image that a cel shows at its own resolution.
fn redraw(
    edit: &mut Edit<'_>,
    (width, height): (u32, u32),
    draw: impl Fn(&Image) -> Result<Image>,
    around: impl Fn(&Image, Rect) -> Result<(Image, Point)>,
    kept: impl Fn(&Drawing<Store>, Cel, Original) -> Option<Original>,
) -> Result<()> {
    let mut originals = Vec::new();
    for cel in cels(edit.document) {
        let document = &*edit.document;
        originals.extend(document.original(cel).and_then(|own| Some((cel, kept(document, cel, own)?))));
    }
    edit.document.remake(width, height, |document, cel| {
        let made = match plain(document, cel) {
            Some(color) => Remade::Plain(color),
            None => Remade::Pixels(draw(&image_of(document, cel)?)?.into_pixels()),
        };
        if !document.is_beyond(cel) {
            return Ok((made, None));
        }
        let rect = document.extent(cel);
        let mut image = Image::new(rect.width as u32, rect.height as u32)?;
        (0..rect.height).for_each(|y| document.read_beyond(cel, rect.x, rect.y + y, image.row_mut(y as u32)));
        let (image, Point { x, y }) = around(&image, rect)?;
        let (width, height) = image.size();
        let rect = Rect::new(x, y, width as i32, height as i32);
        Ok((made, Some(Surroundings { rect, pixels: image.into_pixels() })))
    })?;
    for (cel, original) in originals {
        edit.document.show_original(cel, &original)?;
    }
    Ok(())
}

/// Scales the canvas with all cels.
pub(super) fn rescale(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let (width, height) = (args.count("width")?, args.count("height")?);
    let method = Scaling::named(args.text("method")?)?;
    edit.document.deselect()?;
    let (across, down) = edit.document.size();
    check_scaled(edit.document, (width, height), method)?;
    let by = |at: i32, to: u32, from: u32| (i64::from(at) * i64::from(to)).div_euclid(from.into()) as i32;
    let around = |image: &Image, rect: Rect| {
        let corner = Point::new(by(rect.x, width, across), by(rect.y, height, down));
        let end = (by(rect.right(), width, across), by(rect.bottom(), height, down));
        let side = |from: i32, to: i32| (to - from).max(1) as u32;
        Ok((scale(image, side(corner.x, end.0), side(corner.y, end.1), method)?, corner))
    };
    edit.document.place_slices(|rect| {
        let (x, right) = (by(rect.x, width, across), by(rect.right(), width, across));
        let (y, bottom) = (by(rect.y, height, down), by(rect.bottom(), height, down));
        Rect::new(x, y, (right - x).max(1), (bottom - y).max(1))
    })?;
    let kept = |document: &Drawing<Store>, cel: Cel, own| {
        document.stretched_original(cel.layer, &own, (across, down), (width, height))
    };
    redraw(edit, (width, height), |image| scale(image, width, height, method), around, kept)
}

/// Returns the canvas's size, if all that is to be made anew of it fits; selects nothing.
fn same_size(edit: &mut Edit<'_>) -> Result<(u32, u32)> {
    edit.document.deselect()?;
    let size = edit.document.size();
    check_scaled(edit.document, size, Scaling::Nearest)?;
    Ok(size)
}

/// Shifts all cels around the edges of the canvas. What lies beyond these stays.
pub(super) fn shift(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let (dx, dy) = (args.whole("x")? as i32, args.whole("y")? as i32);
    let size = same_size(edit)?;
    // A slice goes along as a whole, beyond the edge if need be.
    edit.document.place_slices(|rect| Rect { x: rect.x + dx, y: rect.y + dy, ..rect })?;
    let stays = |image: &Image, rect: Rect| Ok((image.copied()?, Point::new(rect.x, rect.y)));
    redraw(edit, size, |image| offset(image, dx, dy), stays, |_, _, _| None)
}

/// Turns the canvas with all cels by a quarter. `corner` returns where the top left corner of a rectangle on a canvas of a size comes to lie.
fn turn(
    edit: &mut Edit<'_>,
    by: Orientation,
    turned: fn(&Image) -> Result<Image>,
    corner: fn(Rect, (i32, i32)) -> Point,
) -> Result<()> {
    let (width, height) = same_size(edit)?;
    let size = (width as i32, height as i32);
    let canvas = edit.document.bounds();
    edit.document.place_slices(|rect| {
        let Point { x, y } = corner(rect, size);
        Rect::new(x, y, rect.height, rect.width)
    })?;
    let kept = |_: &Drawing<Store>, _, own: Original| {
        let Point { x, y } = corner(canvas, size);
        own.turned(by, canvas, Rect::new(x, y, canvas.height, canvas.width))
    };
    redraw(edit, (height, width), turned, |image, rect| Ok((turned(image)?, corner(rect, size))), kept)
}

/// Turns the canvas with all cels by a quarter to the left.
pub(super) fn turn_left(edit: &mut Edit<'_>) -> Result<()> {
    turn(edit, Orientation::LEFT, rotate_left, |rect, (width, _)| Point::new(rect.y, width - rect.right()))
}

/// Turns the canvas with all cels by a quarter to the right.
pub(super) fn turn_right(edit: &mut Edit<'_>) -> Result<()> {
    turn(edit, Orientation::RIGHT, rotate_right, |rect, (_, height)| {
        Point::new(height - rect.bottom(), rect.x)
    })
}

/// Turns the canvas with all cels by half.
pub(super) fn turn_half(edit: &mut Edit<'_>, _: &Args) -> Result<()> {
    let (width, height) = same_size(edit)?;
    let corner = |rect: Rect| Point::new(width as i32 - rect.right(), height as i32 - rect.bottom());
    edit.document.place_slices(|rect| {
        let Point { x, y } = corner(rect);
        Rect { x, y, ..rect }
    })?;
    let canvas = edit.document.bounds();
    let kept = |_: &Drawing<Store>, _, own: Original| own.turned(Orientation::HALF, canvas, canvas);
    redraw(edit, (width, height), rotate_half, |image, rect| Ok((rotate_half(image)?, corner(rect))), kept)
}
