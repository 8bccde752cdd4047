//! Laying one plane's pixels over another's, as layers are laid over layers.
//!
//! Both planes are taken in segments of one colour where they have such, so two huge
//! plain layers are merged by a handful of entries; only where tiles have pixels of
//! their own is every pixel looked at.

use super::door::Door;
use super::plane::Plane;
use super::stack::Clip;
use super::tiles::{BLOCK, Segment, TILE, cells, read_rect, segments};
use super::window::{Corner, Sight};
use crate::color::{Blend, Color};
use crate::error::Result;
use crate::geometry::Rect;
use crate::memory::Memory;

/// Blend mode and opacity of pixels that are laid over others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Over {
    pub(super) blend: Blend,
    pub(super) opacity: u8,
    /// Whether they are clipped to those below.
    pub(super) clipped: bool,
}

impl Over {
    /// Returns the colour of a pixel over another one.
    pub(super) fn composite(self, top: Color, below: Color) -> Color {
        match self.clipped {
            true => Clip::Over.over(self.blend.composite(top, self.opacity, Clip::Over.ground(below)), below),
            false => self.blend.composite(top, self.opacity, below),
        }
    }
}

pub(super) fn shifted(rect: Rect, (dx, dy): (i32, i32)) -> Rect {
    Rect::new(rect.x + dx, rect.y + dy, rect.width, rect.height)
}

/// Blends the part `rect` of a plane onto another plane, `by` columns and rows away.
///
/// Both rectangles, before and after the shift, are seen from the canvas.
pub(super) fn stamp(
    door: &mut impl Door,
    from: u32,
    to: u32,
    rect: Rect,
    by: (i32, i32),
    over: Over,
) -> Result<()> {
    for (part, _) in cells(rect, BLOCK.0, BLOCK.1) {
        let tops: Vec<Segment> = segments(Sight::of(door.arena(), from), part).collect();
        for top in tops.into_iter().filter(|top| top.solid != Some(Color::TRANSPARENT)) {
            let Some(color) = top.solid else {
                rows(door, from, to, top.rect, by, over)?;
                continue;
            };
            let change = &mut |below| over.composite(color, below);
            Plane::new(door, to).map(shifted(top.rect, by), change)?;
        }
    }
    Ok(())
}

/// Blends a segment within a tile onto another plane, pixel by pixel.
fn rows(door: &mut impl Door, from: u32, to: u32, rect: Rect, by: (i32, i32), over: Over) -> Result<()> {
    const SIDE: usize = TILE as usize;
    let (mut top, mut below) = ([Color::TRANSPARENT; SIDE * SIDE], [Color::TRANSPARENT; SIDE * SIDE]);
    let there = shifted(rect, by);
    read_rect(Sight::of(door.arena(), from), rect, &mut top);
    read_rect(Sight::of(door.arena(), to), there, &mut below);
    let mut plane = Plane::new(door, to);
    for (i, (top, below)) in (0..rect.height).zip(top.chunks(SIDE).zip(below.chunks_mut(SIDE))) {
        let below = &mut below[..rect.width as usize];
        for (top, below) in top.iter().zip(&mut *below) {
            *below = over.composite(*top, *below);
        }
        plane.put_row(there.x as u32, (there.y + i) as u32, below)?;
    }
    Ok(())
}

/// Returns a memory that holds parts of a plane in another one, or in the same, each so many columns and rows away, for a canvas whose
/// corner lies there.
pub(super) fn moved(
    from: Sight<'_>,
    (to, corner): (u32, Corner),
    parts: impl IntoIterator<Item = (Rect, (i32, i32))>,
) -> Result<Memory> {
    let mut made = Memory::new(super::MAX_BYTES);
    let mut target = Plane { door: &mut made, plane: to, corner };
    let mut pixels = [Color::TRANSPARENT; (TILE * TILE) as usize];
    let all = |(rect, by)| segments(from, rect).map(move |segment| (segment, by));
    for (Segment { rect, solid }, by) in parts.into_iter().flat_map(all) {
        let there = shifted(rect, by);
        if let Some(color) = solid {
            target.fill_rect(there, color)?;
            continue;
        }
        read_rect(from, rect, &mut pixels);
        for (i, row) in (0..rect.height).zip(pixels.chunks(TILE as usize)) {
            target.put_row(there.x as u32, (there.y + i) as u32, &row[..rect.width as usize])?;
        }
    }
    target.compact_all()?;
    made.trim_tree(to);
    Ok(made)
}
