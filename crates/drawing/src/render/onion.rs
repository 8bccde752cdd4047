//! Onion skin: neighbouring frames shown faintly behind or before the current one.
//!
//! Who draws a movement needs to see where things were and where they are going. A neighbour is
//! shown as a *ghost*: its picture, tinted by its side in time, the fainter the further away. Ghosts are
//! part of the view and of nothing else: no pixel of the drawing knows them, and no file gets them.
//!
//! Neighbours are those that play before and after: within a tag ghosts keep to its frames, and close its loop.
//!
//! Behind the current frame, ghosts lie above the drawing's background colour. A layer below the active one that is opaque
//! would hide them, so there they lie above it and show the layers from the active one upwards. Ghosts of the active layer
//! alone always lie directly below it. Where there is no ghost, a pixel is shown exactly as without onion skin.
//!
//! The invariant: what a pixel shows depends on the pixels at its own place alone, so that damage is enough
//! to repaint.
//!
//! ```
//! use undoodle_drawing::render::Onion;
//! let onion = Onion { before: 2, after: 1, opacity: 60, ..Onion::default() };
//! let ghosts = |frame, round| -> Vec<_> {
//!     onion.ghosts(frame, 9, round).iter().map(|ghost| (ghost.frame, ghost.opacity)).collect()
//! };
//! assert_eq!(ghosts(1, None), [(0, 60), (2, 60)], "there is nothing before the first frame");
//! assert_eq!(ghosts(5, None), [(3, 30), (4, 60), (6, 60)], "the fainter the further away");
//! assert_eq!(ghosts(5, Some(&[5, 6, 7, 8])), [(7, 30), (8, 60), (6, 60)], "the loop's end comes before its beginning");
//! ```

use super::average::averages;
use super::{Columns, Quality, View};
use crate::color::{Blend, Color};
use crate::document::{Cel, Door, Drawing, Picture};
use crate::error::Result;
use crate::geometry::Rect;

/// Maximum number of ghosts on either side of the current frame.
pub const MAX_GHOSTS: u32 = 5;

/// The choices of how neighbouring frames are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Onion {
    /// Number of frames before the current one.
    pub before: u32,
    /// Number of frames after the current one.
    pub after: u32,
    /// Opacity of the nearest ghosts, in per cent.
    pub opacity: u32,
    /// Tint of the frames before.
    pub tint_before: Color,
    /// Tint of the frames after.
    pub tint_after: Color,
    /// Whether ghosts lie above the current frame.
    pub front: bool,
    /// Whether ghosts show the active layer alone.
    pub layer: bool,
    /// Whether ghosts keep to the tag around the current frame, and close its loop.
    pub tag: bool,
}

impl Default for Onion {
    fn default() -> Onion {
        Onion {
            before: 1,
            after: 1,
            opacity: 50,
            tint_before: Color::rgba(0xe0, 0x40, 0x50, 255),
            tint_after: Color::rgba(0x30, 0x80, 0xf0, 255),
            front: false,
            layer: false,
            tag: true,
        }
    }
}

impl Onion {
    /// Returns the ghosts around a frame of so many, the furthest of each side first.
    ///
    /// `round` lists the frames of a loop in the order in which they are played, over and over. Without it, nothing comes
    /// before the first frame and after the last. A frame that would be several ghosts is the nearest of them, and never
    /// the frame itself.
    pub fn ghosts(&self, frame: u32, frames: u32, round: Option<&[u32]>) -> Vec<Ghost> {
        let around = round.and_then(|round| Some((round, round.iter().position(|at| *at == frame)?)));
        let place = |by: i32| match around {
            Some((round, at)) => {
                let at = (at as i64 + i64::from(by)).rem_euclid(round.len() as i64);
                round.get(at as usize).copied()
            }
            None => frame.checked_add_signed(by).filter(|frame| *frame < frames),
        };
        let sides = [(-1, self.before, self.tint_before), (1, self.after, self.tint_after)];
        let (mut seen, mut ghosts) = (vec![frame], [Vec::new(), Vec::new()]);
        for distance in 1..=self.before.max(self.after) {
            for ((way, count, tint), ghosts) in sides.into_iter().zip(&mut ghosts) {
                let Some(frame) = place(way * distance as i32).filter(|_| distance <= count) else {
                    continue;
                };
                if !seen.contains(&frame) {
                    seen.push(frame);
                    ghosts.push(Ghost {
                        frame,
                        opacity: self.opacity * (count + 1 - distance) / count,
                        tint,
                    });
                }
            }
        }
        ghosts.into_iter().flat_map(|side| side.into_iter().rev()).collect()
    }
}

/// A neighbouring frame that is shown faintly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ghost {
    /// Index of the frame.
    pub frame: u32,
    /// Its opacity, in per cent.
    pub opacity: u32,
    /// The colour that its pixels are tinted with.
    pub tint: Color,
}

impl Ghost {
    /// Lays a colour of the ghost over what is below.
    fn lay(&self, color: Color, below: Color) -> Color {
        Blend::Normal.composite(self.shade(color), 255, below)
    }

    /// Returns how the ghost shows a colour: more than half of it the tint, so that the side is seen on any colour.
    fn shade(&self, color: Color) -> Color {
        let mix = |own: u8, tint: u8| ((2 * u32::from(own) + 3 * u32::from(tint)) / 5) as u8;
        let ([r, g, b, a], [tr, tg, tb, _]) = (color.bytes, self.tint.bytes);
        Color::rgba(mix(r, tr), mix(g, tg), mix(b, tb), (u32::from(a) * self.opacity / 100) as u8)
    }
}

/// The ghosts around a frame, and how they lie.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skin {
    /// The ghosts, the lowest first.
    pub ghosts: Vec<Ghost>,
    /// Whether they lie above the current frame.
    pub front: bool,
    /// The layer that they show, or `None` for all.
    pub layer: Option<u32>,
    /// Number of layers, from the lowest, that hide no ghosts: those below the active layer.
    pub ground: u32,
}

/// Ghosts at one place in the stack of layers, of one rectangle of a view.
struct Lying<'a> {
    pictures: Vec<(Ghost, Picture<'a>)>,
    /// The part of the frame that lies over them, if that is not all of it.
    above: Option<Picture<'a>>,
    /// With averages: all ghosts together, and the part above, for each device pixel.
    averaged: Option<(Vec<Color>, Option<Vec<Color>>)>,
    /// The row that was read last: all ghosts together, and the part above.
    row: Vec<Color>,
    over: Vec<Color>,
}

/// What a rectangle shows: the frame, the view and the quality.
type Place<'a> = (&'a View, Rect, Quality);

/// Averages the pixels of a picture, if the view shows several as one.
fn averaged<D: Door>(
    drawing: &Drawing<D>,
    picture: &Picture<'_>,
    (view, shown, quality): Place<'_>,
) -> Result<Option<Vec<Color>>> {
    let several = quality == Quality::Averaged && view.zoom.down() > 1;
    several.then(|| averages(picture, drawing.bounds(), view, shown)).transpose()
}

/// Returns the part of averages that a row of a rectangle shows.
fn part(averages: &[Color], at: usize, width: usize) -> &[Color] {
    &averages[at * width..(at + 1) * width]
}

impl<'a> Lying<'a> {
    fn new<D: Door>(
        drawing: &'a Drawing<D>,
        pictures: Vec<(Ghost, Picture<'a>)>,
        above: Option<Picture<'a>>,
        place: Place<'_>,
    ) -> Result<Lying<'a>> {
        let mut all: Option<Vec<Color>> = None;
        for (ghost, picture) in &pictures {
            let Some(one) = averaged(drawing, picture, place)? else { break };
            let all = all.get_or_insert_with(|| vec![Color::TRANSPARENT; one.len()]);
            all.iter_mut().zip(one).for_each(|(below, color)| *below = ghost.lay(color, *below));
        }
        let averaged = match all {
            Some(all) => {
                let above = above.as_ref().map(|above| averaged(drawing, above, place)).transpose()?;
                Some((all, above.flatten()))
            }
            None => None,
        };
        Ok(Lying { pictures, above, averaged, row: Vec::new(), over: Vec::new() })
    }

    /// Reads a row like [`Ghosts::read`].
    fn read(&mut self, columns: &Columns, row: i32, at: usize, width: usize) {
        self.row.clear();
        self.over.clear();
        if let Some((all, above)) = &self.averaged {
            self.row.extend_from_slice(part(all, at, width));
            above.iter().for_each(|above| self.over.extend_from_slice(part(above, at, width)));
            return;
        }
        self.row.resize(columns.count, Color::TRANSPARENT);
        self.over.resize(columns.count, Color::TRANSPARENT);
        for (ghost, picture) in &self.pictures {
            columns.read(picture, row, &mut self.over);
            for (below, color) in self.row.iter_mut().zip(&self.over) {
                if !color.is_transparent() {
                    *below = ghost.lay(*color, *below);
                }
            }
        }
        if let Some(above) = &self.above {
            columns.read(above, row, &mut self.over);
        }
    }

    /// Returns what lies over the ghosts at a device pixel at which the frame has a color.
    fn above(&self, at: usize, color: Color) -> Color {
        if self.above.is_some() { self.over[at] } else { color }
    }
}

/// The layers below the active one, and the ghosts directly above them.
struct Between<'a> {
    ghosts: Lying<'a>,
    /// Whether ghosts lie there even where the layers below are not opaque.
    everywhere: bool,
    below: Picture<'a>,
    averaged: Option<Vec<Color>>,
    /// The row that was read last.
    row: Vec<Color>,
}

/// The ghosts of one rectangle of a view, ready to be laid under or over the frame's pixels.
pub(super) struct Ghosts<'a> {
    /// Those that lie under or over all layers.
    outside: Lying<'a>,
    between: Option<Between<'a>>,
    front: bool,
    background: Color,
}

impl<'a> Ghosts<'a> {
    /// Prepares the ghosts of a rectangle.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) if averages cannot be allocated.
    #[inline(never)]
    pub(super) fn new<D: Door>(
        drawing: &'a Drawing<D>,
        frame: u32,
        skin: &Skin,
        view: &View,
        shown: Rect,
        quality: Quality,
    ) -> Result<Ghosts<'a>> {
        let place = (view, shown, quality);
        let pictures = |from: u32| -> Vec<_> {
            let picture = |ghost: &Ghost| match skin.layer {
                Some(layer) => drawing.cel_look(Cel { layer, frame: ghost.frame }),
                None => drawing.picture_from(ghost.frame, from),
            };
            skin.ghosts.iter().map(|ghost| (*ghost, picture(ghost))).collect()
        };
        let background = drawing.background();
        let below = (!skin.front && skin.ground > 0).then(|| drawing.picture_below(frame, skin.ground));
        let between = match below.filter(|below| below.depth() > 0) {
            Some(below) => {
                let above = Some(drawing.picture_from(frame, skin.ground));
                let ghosts = Lying::new(drawing, pictures(skin.ground), above, place)?;
                let averaged = averaged(drawing, &below, place)?;
                Some(Between { ghosts, everywhere: skin.layer.is_some(), below, averaged, row: Vec::new() })
            }
            None => None,
        };
        let outside =
            if between.as_ref().is_some_and(|between| between.everywhere) { Vec::new() } else { pictures(0) };
        let bare = !skin.front && background != Color::TRANSPARENT && !outside.is_empty();
        let outside = Lying::new(drawing, outside, bare.then(|| drawing.bare_picture(frame)), place)?;
        Ok(Ghosts { outside, between, front: skin.front, background })
    }

    /// Returns `true` if there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.outside.pictures.is_empty() && self.between.is_none()
    }

    /// Reads a row: `row` of the document, and the `at`-th of the rectangle, of `width` device pixels. Never inlined, as
    /// nobody needs it to paint.
    #[inline(never)]
    pub(super) fn read(&mut self, columns: &Columns, row: i32, at: usize, width: usize) {
        self.outside.read(columns, row, at, width);
        let Some(between) = &mut self.between else { return };
        between.ghosts.read(columns, row, at, width);
        between.row.clear();
        match &between.averaged {
            Some(averages) => between.row.extend_from_slice(part(averages, at, width)),
            None => {
                between.row.resize(columns.count, Color::TRANSPARENT);
                columns.read(&between.below, row, &mut between.row);
            }
        }
    }

    /// Shows the row that was read, of these colours, over the checkerboard. Never inlined, as nobody needs it to paint.
    #[inline(never)]
    pub(super) fn show_row(
        &self,
        columns: &Columns,
        pixels: &[Color],
        checker: impl Fn(usize) -> Color,
        devices: &mut [[u8; 4]],
    ) {
        for ((at, odd), device) in columns.at.iter().zip(&columns.checkers).zip(devices) {
            *device = self.show(*at, pixels[*at], checker(*odd)).bytes;
        }
    }

    /// Returns what a device pixel shows: the `at`-th pixel that was read, of a colour, over the checkerboard.
    #[inline]
    fn show(&self, at: usize, color: Color, checker: Color) -> Color {
        let between = self.between.as_ref().filter(|it| it.everywhere || it.row[at].bytes[3] == 255);
        let (lying, ground) = match between {
            Some(between) => (&between.ghosts, between.row[at]),
            None => (&self.outside, self.background),
        };
        let ghost = lying.row[at];
        if ghost.is_transparent() {
            return color.over(checker);
        }
        if self.front {
            return ghost.over(color.over(checker));
        }
        lying.above(at, color).over(ghost.over(ground.over(checker)))
    }
}
