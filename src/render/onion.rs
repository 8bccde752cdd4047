//! Onion skin: neighbouring frames shown faintly behind or before the current one.
//!
//! Who draws a movement needs to see where things were and where they are going. A neighbour is
//! shown as a *ghost*: its picture, tinted by its side in time, the fainter the further away. Ghosts are
//! part of the view and of nothing else: no pixel of the drawing knows them, and no file gets them.
//!
//! Behind the current frame, ghosts lie above the drawing's background colour. Where there is no
//! ghost, a pixel is shown exactly as without onion skin.
//!
//! The invariant: what a pixel shows depends on the pixels at its own place alone, so that damage is enough
//! to repaint.
//!
//! ```
//! use undoodle::render::Onion;
//! let onion = Onion { before: 2, after: 1, opacity: 60, ..Onion::default() };
//! let ghosts: Vec<_> = onion.ghosts(1, 9).iter().map(|ghost| (ghost.frame, ghost.opacity)).collect();
//! assert_eq!(ghosts, [(0, 60), (2, 60)], "there is nothing before the first frame");
//! let ghosts: Vec<_> = onion.ghosts(5, 9).iter().map(|ghost| (ghost.frame, ghost.opacity)).collect();
//! assert_eq!(ghosts, [(3, 30), (4, 60), (6, 60)], "the fainter the further away");
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
        }
    }
}

impl Onion {
    /// Returns the ghosts around a frame, the furthest of each side first.
    pub fn ghosts(&self, frame: u32, frames: u32) -> Vec<Ghost> {
        let faint = |distance: u32, count: u32| self.opacity * (count + 1 - distance) / count;
        let before = (1..=self.before).rev().filter_map(|distance| {
            let (opacity, tint) = (faint(distance, self.before), self.tint_before);
            Some(Ghost { frame: frame.checked_sub(distance)?, opacity, tint })
        });
        let after = (1..=self.after).rev().filter_map(|distance| {
            let (opacity, tint) = (faint(distance, self.after), self.tint_after);
            let frame = frame.checked_add(distance).filter(|frame| *frame < frames)?;
            Some(Ghost { frame, opacity, tint })
        });
        before.chain(after).collect()
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
}

/// The ghosts of one rectangle of a view, ready to be laid under or over the frame's pixels.
pub(super) struct Ghosts<'a> {
    pictures: Vec<(Ghost, Picture<'a>)>,
    front: bool,
    /// The frame without the background, if ghosts lie between the two.
    bare: Option<Picture<'a>>,
    background: Color,
    /// With averages: all ghosts together, and the frame without the background, for each device pixel.
    averaged: Option<(Vec<Color>, Option<Vec<Color>>)>,
    /// The row that was read last: all ghosts together, and the frame without the background.
    row: Vec<Color>,
    below: Vec<Color>,
    read: Vec<Color>,
}

impl<'a> Ghosts<'a> {
    /// Prepares the ghosts of a rectangle.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) if averages cannot be allocated.
    pub(super) fn new<D: Door>(
        drawing: &'a Drawing<D>,
        frame: u32,
        skin: &Skin,
        view: &View,
        shown: Rect,
        quality: Quality,
    ) -> Result<Ghosts<'a>> {
        let picture = |ghost: &Ghost| match skin.layer {
            Some(layer) => drawing.cel_picture(Cel { layer, frame: ghost.frame }),
            None => drawing.bare_picture(ghost.frame),
        };
        let pictures: Vec<_> = skin.ghosts.iter().map(|ghost| (*ghost, picture(ghost))).collect();
        let background = drawing.background();
        let between = !skin.front && background != Color::TRANSPARENT && !pictures.is_empty();
        let bare = between.then(|| drawing.bare_picture(frame));
        let mut averaged = None;
        if quality == Quality::Averaged && view.zoom.down() > 1 && !pictures.is_empty() {
            let mut all = vec![Color::TRANSPARENT; shown.width as usize * shown.height as usize];
            for (ghost, picture) in &pictures {
                let one = averages(picture, drawing.bounds(), view, shown)?;
                all.iter_mut().zip(one).for_each(|(below, color)| *below = ghost.lay(color, *below));
            }
            let bare = bare.as_ref().map(|bare| averages(bare, drawing.bounds(), view, shown)).transpose()?;
            averaged = Some((all, bare));
        }
        let (row, below, read) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Ghosts { pictures, front: skin.front, bare, background, averaged, row, below, read })
    }

    /// Returns `true` if there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.pictures.is_empty()
    }

    /// Reads a row: `row` of the document, and the `at`-th of the rectangle, of `width` device pixels.
    pub(super) fn read(&mut self, columns: &Columns, row: i32, at: usize, width: usize) {
        if let Some((all, bare)) = &self.averaged {
            let part = at * width..(at + 1) * width;
            self.row.clear();
            self.row.extend_from_slice(&all[part.clone()]);
            self.below.clear();
            bare.iter().for_each(|bare| self.below.extend_from_slice(&bare[part.clone()]));
            return;
        }
        self.row.clear();
        self.row.resize(columns.count, Color::TRANSPARENT);
        self.read.resize(columns.count, Color::TRANSPARENT);
        for (ghost, picture) in &self.pictures {
            columns.read(picture, row, &mut self.read);
            for (below, color) in self.row.iter_mut().zip(&self.read) {
                if !color.is_transparent() {
                    *below = ghost.lay(*color, *below);
                }
            }
        }
        if let Some(bare) = &self.bare {
            self.below.resize(columns.count, Color::TRANSPARENT);
            columns.read(bare, row, &mut self.below);
        }
    }

    /// Returns what a device pixel shows: the `at`-th pixel that was read, of a colour, over the checkerboard.
    #[inline]
    pub(super) fn show(&self, at: usize, color: Color, checker: Color) -> Color {
        let ghost = self.row[at];
        if ghost.is_transparent() {
            return color.over(checker);
        }
        if self.front {
            return ghost.over(color.over(checker));
        }
        let (ground, above) = match self.below.get(at) {
            Some(bare) if self.bare.is_some() => (self.background.over(checker), *bare),
            _ => (checker, color),
        };
        above.over(ghost.over(ground))
    }
}
