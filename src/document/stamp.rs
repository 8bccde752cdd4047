//! Laying one plane's pixels over another's, as layers are laid over layers.
//!
//! Both planes are taken in pieces of one colour where they have such, so two huge
//! plain layers are merged by a handful of entries; only where tiles have pixels of
//! their own is every pixel looked at.

use super::door::Door;
use super::plane::Plane;
use super::tiles::{Piece, TILE, pieces, read_row};
use crate::color::{Blend, Color};
use crate::error::Result;
use crate::geometry::Rect;

/// How pixels are laid over others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Over {
    pub(super) blend: Blend,
    pub(super) opacity: u8,
}

pub(super) fn shifted(rect: Rect, (dx, dy): (i32, i32)) -> Rect {
    Rect::new(rect.x + dx, rect.y + dy, rect.width, rect.height)
}

/// Lays the part `rect` of a plane over another one, `by` columns and rows away.
///
/// Both rectangles, before and after the shift, must lie within 0..32768.
pub(super) fn stamp(
    door: &mut impl Door,
    from: u64,
    to: u64,
    rect: Rect,
    by: (i32, i32),
    over: Over,
) -> Result<()> {
    let tops: Vec<Piece> = pieces(door.arena(), from, rect).collect();
    for top in tops.into_iter().filter(|top| top.solid != Some(Color::TRANSPARENT)) {
        let Some(color) = top.solid else {
            rows(door, from, to, top.rect, by, over)?;
            continue;
        };
        let change = &mut |below| over.blend.composite(color, over.opacity, below);
        Plane::new(door, to).map(shifted(top.rect, by), change)?;
    }
    Ok(())
}

/// The same for a piece within a tile, pixel by pixel.
fn rows(door: &mut impl Door, from: u64, to: u64, rect: Rect, by: (i32, i32), over: Over) -> Result<()> {
    let mut top = [Color::TRANSPARENT; TILE as usize];
    let mut below = top;
    let (top, below) = (&mut top[..rect.width as usize], &mut below[..rect.width as usize]);
    for y in rect.y..rect.bottom() {
        let target = ((rect.x + by.0) as u32, (y + by.1) as u32);
        read_row(door.arena(), from, (rect.x as u32, y as u32), 1, top);
        read_row(door.arena(), to, target, 1, below);
        for (top, below) in top.iter().zip(below.iter_mut()) {
            *below = over.blend.composite(*top, over.opacity, *below);
        }
        Plane::new(door, to).put_row(target.0, target.1, below)?;
    }
    Ok(())
}
