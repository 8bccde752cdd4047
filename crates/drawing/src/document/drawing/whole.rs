//! Whole planes and blocks: emptied, copied, moved, replaced, page by page.
//!
//! A page's place says what it stands for, so a plane is copied by copying its pages
//! to the same places of another tree. What is made anew, such as a plane moved by a
//! few pixels, is made in a memory of its own and then replaces the old plane; pages
//! that come out the same are not written.

use super::door::Door;
use super::plane::Plane;
use super::tiles::{TILE, is_zero, tile_of};
use super::window::Corner;
use crate::color::Color;
use crate::error::Result;
use crate::memory::{FAN, Memory, PAGE, Page, PageAddress, Region};

/// Returns the blocks of a plane that have pages, by ascending index.
fn blocks(memory: &Memory, plane: u32) -> Vec<u32> {
    let Some(tree) = memory.tree(plane) else { return Vec::new() };
    let branches = (0..4).filter_map(|i| Some((i, tree.branch(i)?)));
    let twigs = branches.flat_map(|(i, branch)| {
        (0..FAN).filter(|j| branch.twig(*j).is_some()).map(move |j| (i * FAN + j) as u32)
    });
    twigs.collect()
}

/// Returns the places of a block's pages that are not zero.
fn pages_of(memory: &Memory, plane: u32, block: u32) -> Vec<PageAddress> {
    let (branch, twig) = (block as usize / FAN, block as usize % FAN);
    if memory.tree(plane).and_then(|tree| tree.branch(branch)?.twig(twig)).is_none() {
        return Vec::new();
    }
    let tiles = (0..FAN as u32).map(|i| PageAddress { tree: plane, level: 0, index: block << 9 | i });
    let all = tiles.chain([PageAddress { tree: plane, level: 1, index: block }]);
    all.filter(|place| memory.page(*place).is_some_and(|page| !is_zero(page))).collect()
}

/// Returns the places of the pages above all blocks.
fn above(plane: u32) -> impl Iterator<Item = PageAddress> {
    let levels = [(2, 0), (2, 1), (2, 2), (2, 3), (3, 0)];
    levels.into_iter().map(move |(level, index)| PageAddress { tree: plane, level, index })
}

impl<D: Door> Plane<'_, D> {
    /// Zeroes the pages of a block and of its tiles, but not the block's base.
    pub(super) fn clear_block(&mut self, block: u32) -> Result<()> {
        let pages = pages_of(self.door.arena(), self.plane, block);
        pages.into_iter().try_for_each(|place| self.zero(place))
    }

    /// Zeroes the pages of a quadrant and of all below, but not the quadrant's base.
    pub(super) fn clear_quadrant(&mut self, quadrant: u32) -> Result<()> {
        let blocks = blocks(self.door.arena(), self.plane);
        blocks.into_iter().filter(|block| block >> 9 == quadrant).try_for_each(|b| self.clear_block(b))?;
        self.zero(self.place(2, quadrant))
    }

    /// Makes every pixel transparent.
    pub(super) fn clear(&mut self) -> Result<()> {
        self.door.forget(self.plane);
        blocks(self.door.arena(), self.plane).into_iter().try_for_each(|b| self.clear_block(b))?;
        above(self.plane).try_for_each(|place| self.zero(place))
    }

    /// Collapses all tiles, blocks and quadrants of one colour.
    pub(super) fn compact_all(&mut self) -> Result<()> {
        for block in blocks(self.door.arena(), self.plane) {
            let tiles: [u64; FAN] = std::array::from_fn(|i| u64::from(block) << 9 | i as u64);
            self.compact(&tiles)?;
        }
        // Blocks that are filled as a whole have no pages, and are in no list.
        (0..4).try_for_each(|quadrant| self.collapse(2, quadrant))
    }

    /// Calls a function for every page of another plane of the memory that is not zero.
    fn each(
        &mut self,
        from: u32,
        mut visit: impl FnMut(&mut Self, PageAddress, &Page) -> Result<()>,
    ) -> Result<()> {
        let mut visit = |this: &mut Self, place| match this.page(place).copied() {
            Some(page) if !is_zero(&page) => visit(this, place, &page),
            _ => Ok(()),
        };
        for block in blocks(self.door.arena(), from) {
            let pages = pages_of(self.door.arena(), from, block);
            pages.into_iter().try_for_each(|place| visit(self, place))?;
        }
        above(from).try_for_each(|place| visit(self, place))
    }

    /// Writes a page of this plane, unless it is equal already.
    pub(super) fn put_page(&mut self, place: PageAddress, page: &Page) -> Result<()> {
        let place = PageAddress { tree: self.plane, ..place };
        if self.page(place) != Some(page) {
            let bytes = self.door.write(Region::new(place.address(), PAGE))?;
            bytes.copy_from_slice(bytemuck::cast_slice(page));
        }
        Ok(())
    }

    /// Draws an image of so many columns on an empty plane, a whole tile at a time: an absent page is
    /// known to be zero, so the history copies none. Where tiles of the plane are none of the canvas, it is drawn row by row.
    pub(super) fn draw(&mut self, width: u32, pixels: &[Color]) -> Result<()> {
        if self.corner != Corner::FIRST {
            return self.draw_rows(width, pixels);
        }
        let (side, width) = (TILE as usize, width as usize);
        for (ty, strip) in (0..).zip(pixels.chunks(width * side)) {
            for x in (0..width).step_by(side) {
                let mut page: Page = [0; PAGE / 8];
                let rows = bytemuck::cast_slice_mut::<u64, Color>(&mut page).chunks_mut(side);
                for (row, line) in rows.zip(strip.chunks(width)) {
                    let part = &line[x..width.min(x + side)];
                    row[..part.len()].copy_from_slice(part);
                }
                let tile = tile_of(x as u32, ty * TILE);
                if is_zero(&page) {
                    continue;
                }
                // A tile of one colour has no page in the end.
                self.door.painted(self.plane, tile)?;
                self.put_page(self.place(0, tile), &page)?;
            }
        }
        Ok(())
    }

    fn draw_rows(&mut self, width: u32, pixels: &[Color]) -> Result<()> {
        for (y, row) in (0..).zip(pixels.chunks(width as usize)) {
            self.put_row(0, y, row)?;
            if (y + 1) % TILE == 0 {
                self.compact_row(y / TILE, width)?;
            }
        }
        Ok(())
    }

    /// Replaces the pixels by those of another plane of the memory.
    pub(super) fn copy_from(&mut self, from: u32) -> Result<()> {
        self.clear()?;
        self.each(from, |this, place, page| this.put_page(place, page))
    }

    /// Replaces the pixels by those of another plane of the memory, which is emptied.
    pub(super) fn take_from(&mut self, from: u32) -> Result<()> {
        self.clear()?;
        self.door.forget(from);
        self.each(from, |this, place, page| {
            this.put_page(place, page)?;
            this.zero(place)
        })
    }

    /// Zeroes the pages that the plane with this number has not in another memory.
    pub(super) fn drop_but(&mut self, made: &Memory) -> Result<()> {
        self.door.forget(self.plane);
        let gone = |place| made.page(place).is_none();
        self.each(self.plane, |this, place, _| if gone(place) { this.zero(place) } else { Ok(()) })
    }

    /// Replaces the pixels by those of the plane with this number in another memory.
    pub(super) fn replace(&mut self, made: &Memory) -> Result<()> {
        self.drop_but(made)?;
        made.places(self.plane)
            .filter_map(|place| Some((place, made.page(place)?)))
            .try_for_each(|(place, page)| self.put_page(place, page))
    }
}
