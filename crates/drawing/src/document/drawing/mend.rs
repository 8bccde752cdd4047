//! Mending: what is left of a drawing without some of its pages, made a drawing again.
//!
//! A disk may lose a part of a drawing. The pages that are left break rules then: bases of one colour stand above nothing,
//! a mask is there without its selection. Rather than mending each rule, this keeps the
//! records as they are, drops the selection and what floats, and paints all that the cels show into planes anew.
//!
//! The invariant: a drawing that keeps every rule stays as it is.

use super::door::Door;
use super::info::{LINKS, MAX_SIDE, RECORDS, UNSELECTED, is_records, set_info};
use super::links::Shown;
use super::plane::Plane;
use super::tiles::{Segment, TILE, is_zero, read_row, segments};
use super::validate::{records, whole};
use super::window::Sight;
use super::{Drawing, MAX_BYTES};
use crate::color::Color;
use crate::error::{Error, Result};
use crate::geometry::Rect;
use crate::memory::{Memory, PAGE, Region};

impl Drawing<Memory> {
    /// Returns `true` if [`mended`](Drawing::mended) can make a drawing of what is left of one.
    pub fn is_mendable(memory: &Memory) -> bool {
        records(memory).is_ok()
    }

    /// Makes a drawing of what is left of one.
    ///
    /// # Errors
    /// Returns [`Error::Invalid`] if the records break a rule, and [`Error::OutOfMemory`].
    pub fn mended(memory: Memory) -> Result<Memory> {
        if whole(&memory).is_ok() {
            return Ok(memory);
        }
        let mut made = records_of(&memory)?;
        let all = Rect::new(0, 0, MAX_SIDE as i32, MAX_SIDE as i32);
        let mut shown = Shown::default();
        for number in memory.trees() {
            if is_records(number) || !shown.has(&made, number) {
                continue;
            }
            let tree = Sight::plain(memory.tree(number));
            let mut plane = Plane::plain(&mut made, number);
            for Segment { rect, solid } in segments(tree, all) {
                match solid {
                    Some(Color::TRANSPARENT) => {}
                    Some(color) => plane.fill_rect(rect, color)?,
                    None => {
                        let mut row = [Color::TRANSPARENT; TILE as usize];
                        for y in rect.y..rect.bottom() {
                            let row = &mut row[..rect.width as usize];
                            read_row(tree, (rect.x as u32, y as u32), 1, row);
                            plane.put_row(rect.x as u32, y as u32, row)?;
                        }
                    }
                }
            }
        }
        let mut drawing = Drawing::from_door(made);
        drawing.compact()?;
        Ok(drawing.into_door())
    }
}

/// Copies the records and the links, without a selection.
fn records_of(memory: &Memory) -> Result<Memory> {
    let mut made = Memory::new(MAX_BYTES);
    for place in memory.places(RECORDS).chain(memory.places(LINKS)) {
        if let Some(page) = memory.page(place).filter(|page| !is_zero(page)) {
            let region = Region::new(place.address(), PAGE);
            made.write(region)?.copy_from_slice(bytemuck::cast_slice(page));
        }
    }
    set_info!(
        &mut made,
        selected = UNSELECTED,
        full = 0,
        floating = 0,
        above = [0, 0],
        offset = [0, 0],
        wrap = [0; 4],
        bounds = [0; 4]
    );
    records(&made).map_err(|why| Error::Invalid { what: "drawing", why })?;
    Ok(made)
}
