//! Image: the canvas with all its layers and frames.

use super::edit::scalings;
use super::{Command, Condition, Scope};
use crate::color::{Color, Nearest};
use crate::document::{Cel, Door, Drawing, MAX_BYTES, Needs, Remade, StepKind, Store, TILE};
use crate::editor::Key;
use crate::editor::session::edit::Edit;
use crate::editor::session::params::{Args, Kind, Param};
use crate::error::{Error, Result};
use crate::geometry::Rect;
use crate::raster::{Image, MAX_IMAGE, Scaling, offset, rotate_half, rotate_left, rotate_right, scale};

/// Returns the names and labels of the anchors: which part of the canvas keeps its position when the size
/// changes.
fn anchors() -> Vec<(&'static str, &'static str)> {
    vec![
        ("top-left", "Top left"),
        ("top", "Top"),
        ("top-right", "Top right"),
        ("left", "Left"),
        ("center", "Middle"),
        ("right", "Right"),
        ("bottom-left", "Bottom left"),
        ("bottom", "Bottom"),
        ("bottom-right", "Bottom right"),
    ]
}

fn resize(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let (width, height) = (args.count("width")? as i32, args.count("height")? as i32);
    let (across, down) = edit.document.size();
    let anchor = args.text("anchor")?;
    let at = anchors().iter().position(|(id, _)| *id == anchor).unwrap_or(0) as i32;
    let (x, y) = ((across as i32 - width) * (at % 3), (down as i32 - height) * (at / 3));
    edit.document.resize(Rect::new(x.div_euclid(2), y.div_euclid(2), width, height))
}

/// Returns a cel for each image of the drawing.
fn cels(document: &Drawing<Store>) -> Vec<Cel> {
    let (layers, frames) = (document.layers(), document.frames());
    let all = (0..layers).flat_map(move |layer| (0..frames).map(move |frame| Cel { layer, frame }));
    document.once_per_image(all)
}

/// Returns the smallest rectangle around all painted pixels.
fn content(document: &Drawing<Store>) -> Rect {
    cels(document).into_iter().fold(Rect::EMPTY, |around, cel| around.union(document.cel_bounds(cel)))
}

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

/// Makes the canvas and all cels anew in another size; a cel of one colour keeps it. `place` says where a rectangle comes to.
fn redraw(
    edit: &mut Edit<'_>,
    (width, height): (u32, u32),
    draw: impl Fn(&Image) -> Result<Image>,
    place: impl Fn(Rect) -> Rect,
) -> Result<()> {
    edit.document.place_slices(place)?;
    edit.document.remake(width, height, |document, cel| match plain(document, cel) {
        Some(color) => Ok(Remade::Plain(color)),
        None => Ok(Remade::Pixels(draw(&image_of(document, cel)?)?.into_pixels())),
    })
}

fn rescale(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let (width, height) = (args.count("width")?, args.count("height")?);
    let method = Scaling::named(args.text("method")?)?;
    edit.document.deselect()?;
    check_scaled(edit.document, (width, height), method)?;
    let (across, down) = edit.document.size();
    let scaled = |from: i32, to: i32, new: u32, old: u32| {
        let edge = |at: i32| (i64::from(at) * i64::from(new)).div_euclid(old.into()) as i32;
        (edge(from), (edge(to) - edge(from)).max(i32::from(to > from)))
    };
    let place = |rect: Rect| {
        let (x, wide) = scaled(rect.x, rect.right(), width, across);
        let (y, high) = scaled(rect.y, rect.bottom(), height, down);
        Rect::new(x, y, wide, high)
    };
    redraw(edit, (width, height), |image| scale(image, width, height, method), place)
}

/// Returns the canvas's size, if all that is to be made anew of it fits; selects nothing.
fn same_size(edit: &mut Edit<'_>) -> Result<(u32, u32)> {
    edit.document.deselect()?;
    let size = edit.document.size();
    check_scaled(edit.document, size, Scaling::Nearest)?;
    Ok(size)
}

/// Shifts all cels around the edges of the canvas.
fn shift(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let (dx, dy) = (args.whole("x")? as i32, args.whole("y")? as i32);
    let size = same_size(edit)?;
    // A slice goes along as a whole, beyond the edge if need be.
    let place = |rect: Rect| Rect { x: rect.x + dx, y: rect.y + dy, ..rect };
    redraw(edit, size, |image| offset(image, dx, dy), place)
}

/// Turns the canvas with all cels by a quarter.
fn turn(edit: &mut Edit<'_>, right: bool) -> Result<()> {
    let (width, height) = same_size(edit)?;
    let place = |Rect { x, y, width: across, height: down }: Rect| match right {
        true => Rect::new(height as i32 - y - down, x, down, across),
        false => Rect::new(y, width as i32 - x - across, down, across),
    };
    redraw(edit, (height, width), if right { rotate_right } else { rotate_left }, place)
}

/// Turns the canvas with all cels by half.
fn turn_half(edit: &mut Edit<'_>, _: &Args) -> Result<()> {
    let size = same_size(edit)?;
    let (width, height) = (size.0 as i32, size.1 as i32);
    let place = |rect: Rect| Rect { x: width - rect.right(), y: height - rect.bottom(), ..rect };
    redraw(edit, size, rotate_half, place)
}

/// Maps every pixel to the nearest colour of the palette, on all layers that may change.
fn remap(edit: &mut Edit<'_>) -> Result<()> {
    edit.document.land()?;
    let (palette, canvas) = (edit.document.palette(), edit.document.bounds());
    let mut cells = Nearest::new(&palette);
    let mut change = |color: Color| {
        let found = if color.is_transparent() { None } else { cells.find(color) };
        found.map_or(color, |at| palette[at])
    };
    for cel in cels(edit.document) {
        if edit.document.check(cel, Needs::Colors).is_ok() {
            edit.document.map(cel, canvas, &mut change)?;
        }
    }
    Ok(())
}

const SIDE: Kind = Kind::Whole(1, 32768);
const TILE_SIDE: Kind = Kind::Whole(0, 32768);
const WAY: Kind = Kind::Whole(-32768, 32768);

pub(super) static TABLE: &[Command] = &[
    Command::edit("image.resize", "Canvas size", Scope::Document, resize)
        .menu("Image")
        .keys(&[Key::plain("c")])
        .params(&[
            Param::new("width", "Width", SIDE, |e| e.document().size().0.into()),
            Param::new("height", "Height", SIDE, |e| e.document().size().1.into()),
            Param::new("anchor", "Anchor", Kind::Choice(anchors), |_| "center".into()).in_columns(3),
        ])
        .previews(),
    Command::edit("image.scale", "Scale image", Scope::Document, rescale)
        .menu("Image")
        .params(&[
            Param::new("width", "Width", SIDE, |e| e.document().size().0.into()),
            Param::new("height", "Height", SIDE, |e| e.document().size().1.into()),
            Param::new("method", "Method", Kind::Choice(scalings), |_| Scaling::Nearest.id().into()),
        ])
        .asks(),
    Command::edit("image.rotate-left", "Rotate image 90° left", Scope::Document, |e, _| turn(e, false))
        .menu("Image")
        .kind(StepKind::Turns),
    Command::edit("image.rotate-right", "Rotate image 90° right", Scope::Document, |e, _| turn(e, true))
        .menu("Image")
        .kind(StepKind::Turns),
    Command::edit("image.rotate-half", "Rotate image 180°", Scope::Document, turn_half)
        .menu("Image")
        .kind(StepKind::Turns),
    Command::edit("image.offset", "Shift with wrap-around", Scope::Document, shift)
        .menu("Image")
        .kind(StepKind::Turns)
        .params(&[
            Param::new("x", "To the right", WAY, |e| (e.document().size().0 as i32 / 2).into()),
            Param::new("y", "Downwards", WAY, |e| (e.document().size().1 as i32 / 2).into()),
        ])
        .previews(),
    Command::edit("image.crop-selection", "Crop to selection", Scope::Document, |e, _| {
        e.document.land()?;
        let around = e.document.selection().unwrap_or(e.document.bounds());
        e.document.resize(around)
    })
    .menu("Image")
    .removes()
    .when(&[Condition::Selection]),
    Command::edit("image.crop-content", "Crop to content", Scope::Document, |e, _| {
        e.document.land()?;
        let around = content(e.document);
        if around.is_empty() {
            let (width, height) = e.document.size();
            let (what, name) = ("canvas", format!("{width}×{height}").into());
            return Err(Error::Refused {
                what,
                name,
                why: "nothing is painted, so there is nothing to crop to",
            });
        }
        e.document.resize(around)
    })
    .menu("Image")
    .removes(),
    Command::edit("image.remap", "Remap to palette", Scope::Layers, |e, _| remap(e)).menu("Image"),
    Command::edit("image.background", "Background", Scope::Document, |e, a| {
        e.document.set_background(a.color("color")?)
    })
    .menu("Image")
    .params(&[Param::new("color", "Colour", Kind::Color, |e| {
        e.document().background().to_string().as_str().into()
    })])
    .previews(),
    Command::edit("image.grid", "Grid size", Scope::Document, |e, a| {
        e.document.set_grid(a.count("width")?, a.count("height")?)
    })
    .menu("Image")
    .params(&[
        Param::new("width", "Width", SIDE, |e| e.document().grid().0.into()),
        Param::new("height", "Height", SIDE, |e| e.document().grid().1.into()),
    ])
    .previews(),
    Command::edit("image.tile", "Tile size", Scope::Document, |e, a| {
        e.document.set_tile(a.count("width")?, a.count("height")?)
    })
    .menu("Image")
    .params(&[
        Param::new("width", "Width (0: as the canvas)", TILE_SIDE, |_| 0.into()),
        Param::new("height", "Height (0: as the canvas)", TILE_SIDE, |_| 0.into()),
    ])
    .asks(),
];
