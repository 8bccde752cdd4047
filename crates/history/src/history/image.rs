//! After-images: what a big commit leaves, where that is shorter than what it exchanges.
//!
//! A journal does a commit again on the very state that it was made on. With the state before at hand, the
//! state after says as much as the exchange, `before XOR after`, and it may be far shorter. Filling a canvas of
//! 2048×2048 pixels of noise exchanges 16 MiB, and leaves one base colour: the pages of all tiles are absent.
//! So the image of a commit lists the pages that its action has touched, each absent or with its bytes. It is
//! taken from the arena and reads no byte of the exchange.
//!
//! Undo needs the exchange all the same. It stays in memory, and on a disk it lies in a
//! [stored step](History::store_step).
//!
//! The image can be taken for as long as the arena holds what the commit has left. It is chosen if the commit is
//! [big](BIG) and its image is the shorter of the two.
//!
//! The invariant: the commit that is made again from an image has the same exchange, byte for byte.

use crate::cells::{ZEROS, blocks, group};
use crate::error::{Result, damaged};
use crate::events::Touched;
use crate::memory::Region;
use crate::node::Node;
use crate::pause;
use crate::slabs::Slabs;
use crate::stored::take_head;
use crate::varint::{put_number, take_bytes, take_number};
use crate::{Arena, Header, History};
use std::ops::Range;

/// The most bytes of a run's two numbers.
const RUN: usize = 20;

/// The after-image of a commit.
#[derive(Debug)]
pub(super) struct Image<'a, A> {
    arena: &'a A,
    node: &'a Node,
    slabs: &'a Slabs,
    runs: &'a [Range<u64>],
    /// Upper bound of its bytes.
    length: usize,
}

/// Returns the region of one of the capture's groups.
fn region<A: Arena>(number: u64) -> Region {
    Region::new(number * group::<A>() as u64, group::<A>())
}

impl<A: Arena> Image<'_, A> {
    /// Appends the image, or returns `None` with any bytes appended if there is no memory.
    pub(super) fn store(&self, out: &mut Vec<u8>) -> Option<()> {
        out.try_reserve(self.length).ok()?;
        self.node.store_head(self.slabs, out);
        let mut end = 0;
        for run in self.runs {
            put_number(out, run.start - end);
            put_number(out, run.end - run.start);
            end = run.end;
            for region in run.clone().map(region::<A>) {
                let present = self.arena.is_present(region);
                out.push(present.into());
                for block in blocks::<A>(region).filter(|_| present) {
                    out.extend_from_slice(self.arena.get(block)?);
                    pause::only(block.len);
                }
            }
        }
        Some(())
    }
}

impl<A: Arena> History<A> {
    /// Returns the after-image of a commit, if it can be taken and is shorter than the exchange.
    pub(super) fn image(&self, id: u64) -> Option<Image<'_, A>> {
        let Touched { runs, .. } = self.events.touched().filter(|touched| touched.id == id)?;
        let (arena, node) = (&self.arena, self.tree.get(id)?);
        let groups = || runs.iter().cloned().flatten();
        let present = groups().filter(|number| arena.is_present(region::<A>(*number))).count();
        let length = node.lead as usize + RUN * (runs.len() + 2) + groups().count() + present * group::<A>();
        (length < node.bytes_held()).then_some(Image { arena, node, slabs: self.tree.slabs(), runs, length })
    }

    /// Makes the commit again that leads from the present bytes to an after-image. The bytes stay as they are.
    ///
    /// # Errors
    /// [`Error::Damaged`](crate::Error::Damaged) if these are not an image's bytes or change nothing, and
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    pub(super) fn restore_image(&mut self, bytes: &mut &[u8]) -> Result<Box<Node>> {
        let head = take_head(bytes)?;
        let header = Header::decode(head.lead).ok_or_else(|| damaged("a step's header is broken"))?;
        self.begin(header.tag)?;
        let made = self.adopt_image(bytes).and_then(|()| self.make(&header));
        self.cancel();
        let mut node = made?.ok_or_else(|| damaged("a step changes nothing"))?;
        // They follow from the order in which the action touched the bytes.
        (node.deltas, node.least) = (head.deltas, head.least);
        Ok(Box::new(node))
    }

    /// Writes an image's bytes within the open action.
    fn adopt_image(&mut self, bytes: &mut &[u8]) -> Result<()> {
        let (size, mut end) = (group::<A>(), 0u64);
        while !bytes.is_empty() {
            let start = end.saturating_add(take_number(bytes)?);
            end = start.saturating_add(take_number(bytes)?);
            if end.checked_mul(size as u64).is_none_or(|end| end > self.arena.size()) {
                return Err(damaged("a step lies outside of the drawing"));
            }
            for region in (start..end).map(region::<A>) {
                let after = match take_bytes(bytes, 1)? {
                    [0] => &ZEROS[..size],
                    [1] => take_bytes(bytes, size as u64)?,
                    _ => return Err(damaged("a page is neither present nor absent")),
                };
                self.adopt(region, |block| {
                    after.get((block.start - region.start) as usize..).map(|rest| &rest[..block.len])
                })?;
            }
        }
        Ok(())
    }
}
