//! The cels of a frame as they are laid over each other, for whoever has pixels of them that no [`Picture`](super::Picture) reads.
//!
//! A picture is made for the canvas, where pages are found by place and most rows need no blending. What lies beyond the canvas's edge is
//! little and read seldom, but has to be laid in the same order, clipped to the same layers and blended in the same groups.
//!
//! The invariant: on the canvas a row comes out as in the [bare picture](Drawing::bare_picture), but for colours that nobody sees.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Drawing}, geometry::Rect};
//! let mut drawing = Drawing::new(4, 1)?;
//! drawing.add_layer(1)?;
//! drawing.change_layer(1, |layer| layer.clipped = true)?;
//! drawing.fill_rect(Cel::default(), Rect::new(1, 0, 2, 1), Color::BLACK)?;
//! drawing.fill_rect(Cel { layer: 1, frame: 0 }, Rect::new(0, 0, 2, 1), Color::rgba(255, 0, 0, 255))?;
//! let (laid, mut row) = (drawing.laid(0), [Color::TRANSPARENT; 4]);
//! laid.row(&mut |cel, row| drawing.read_whole(cel, 0, 0, row), &mut row);
//! assert_eq!(row, [Color::TRANSPARENT, Color::rgba(255, 0, 0, 255), Color::BLACK, Color::TRANSPARENT]);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::door::Door;
use super::stack::{Span, first, spans, within};
use super::{Cel, Drawing};
use crate::color::{Blend, Color};
use crate::named::Named;
use std::ops::Range;

/// A cel that is seen, with its layer's blend mode, and its layer's and its own opacity.
type Seen = (Cel, Blend, u8);

/// The visible cels of a frame in the order in which they are laid over each other.
#[derive(Debug)]
pub struct Laid {
    cels: Vec<Seen>,
    /// Which of them are blended as a whole, or clipped to the first of them.
    groups: Vec<Span>,
}

impl<D: Door> Drawing<D> {
    /// Returns the visible cels of a frame as they are laid over each other.
    pub fn laid(&self, frame: u32) -> Laid {
        let (laid, groups) = self.stack().laid(self.frame_id(frame).unwrap_or(0));
        let cels = laid.into_iter().map(|(level, opacity)| {
            let layer = self.layer_at(level.id()).unwrap_or(0);
            (Cel { layer, frame }, Blend::from_byte(level.seen.blend), opacity)
        });
        let cels: Vec<_> = cels.collect();
        let places: Vec<_> = (0..=cels.len()).collect();
        Laid { groups: spans(groups, &places, Color::TRANSPARENT), cels }
    }
}

impl Laid {
    /// Returns the cels from the bottom up.
    pub fn cels(&self) -> impl Iterator<Item = Cel> {
        self.cels.iter().map(|(cel, ..)| *cel)
    }

    /// Composes a row of all cels over nothing. `read` fills it with the pixels of one of them.
    pub fn row(&self, read: &mut dyn FnMut(Cel, &mut [Color]), out: &mut [Color]) {
        self.compose(0..self.cels.len(), &self.groups, read, out);
    }

    fn compose(
        &self,
        cels: Range<usize>,
        mut groups: &[Span],
        read: &mut dyn FnMut(Cel, &mut [Color]),
        out: &mut [Color],
    ) {
        out.fill(Color::TRANSPARENT);
        let mut row = out.to_vec();
        let mut next = cels.start;
        while next < cels.end {
            let Some((alike, inner, rest)) = first(groups).filter(|(alike, ..)| alike[0].from == next) else {
                lay(self.cels[next], read, &mut row, out);
                next += 1;
                continue;
            };
            if let Some(clip) = alike.last().and_then(|span| span.clip) {
                row.fill(Color::TRANSPARENT);
                let mut top = row.clone();
                lay(self.cels[next], read, &mut top, &mut row);
                let bases = row.clone();
                row.iter_mut().for_each(|color| *color = clip.ground(*color));
                for cel in &self.cels[next + 1..alike[0].to] {
                    lay(*cel, read, &mut top, &mut row);
                }
                row.iter_mut().zip(bases).for_each(|(color, base)| *color = clip.over(*color, base));
            } else {
                self.compose(next..alike[0].to, inner, read, &mut row);
            }
            for (top, below) in row.iter().zip(out.iter_mut()) {
                *below = alike[0].blend.composite(within(alike, *top), alike[0].opacity, *below);
            }
            (next, groups) = (alike[0].to, rest);
        }
    }
}

/// Blends a row of a cel onto what is below.
fn lay(
    (cel, blend, opacity): Seen,
    read: &mut dyn FnMut(Cel, &mut [Color]),
    row: &mut [Color],
    out: &mut [Color],
) {
    read(cel, row);
    for (top, below) in row.iter().zip(out) {
        *below = blend.composite(*top, opacity, *below);
    }
}
