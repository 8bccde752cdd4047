//! Links: frames of a layer that share one image.
//!
//! An animation holds a pose for several frames, and what is corrected in one of them is meant for all. So a cel does not
//! own its pixels: it shows an *image*, which has a plane of its own and which other frames of the layer may show as well.
//! Whatever is painted in one of them is painted in all, because there is nothing else to paint on.
//!
//! An image is named by the id of a frame. A table beside the records has two bytes for every cel: 0 for the image that has
//! the name of the cel's own frame, or else the id that names the image. The name says where the pixels lie and nothing
//! more. The frame that once gave it may show another image or be gone, since ids are never given twice. So a link never
//! leads to a link, removing a frame moves no pixel, and a layer always has a free name for one more image: it has no more
//! images than frames.
//!
//! The invariant: only cels that exist have an entry, no entry names the cel's own frame, and a plane that no cel shows
//! is empty.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Drawing}};
//! let mut drawing = Drawing::new(8, 8)?;
//! drawing.add_linked_frame(0)?;
//! let [first, second] = [0, 1].map(|frame| Cel { layer: 0, frame });
//! drawing.fill_span(second, 3, 2..5, Color::BLACK)?;
//! assert_eq!(drawing.cel_pixel(first, 4, 3)?, Color::BLACK);
//! drawing.remove_frame(0)?;
//! assert_eq!(drawing.cel_pixel(first, 4, 3)?, Color::BLACK, "the second frame is the first one now");
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::door::Door;
use super::info::{LINKS, cel_plane, info};
use super::plane::Plane;
use super::records::{FRAME, LAYER, put, view};
use super::tiles::is_zero;
use super::validate::{Check, has_cel, refuse};
use super::{Cel, Drawing, Needs};
use crate::error::{Error, Message, Result};
use crate::memory::{Memory, PAGE, PageAddress, Region};
use std::collections::HashSet;

/// Number of entries of a page of the table.
const ENTRIES: u32 = PAGE as u32 / 2;

/// Returns the address of a cel's entry, by the ids of its layer and its frame.
pub const fn address(layer: u16, frame: u16) -> u64 {
    let entry = cel_plane(layer, frame);
    let page = PageAddress { tree: LINKS, level: 0, index: entry / ENTRIES };
    page.address() + (entry % ENTRIES) as u64 * 2
}

/// Returns the ids of the layer and the frame of an entry, by its page and its position there.
pub(in crate::document) const fn cel_of(page: u32, position: usize) -> (u16, u16) {
    let entry = page * ENTRIES + position as u32;
    ((entry >> 16) as u16, entry as u16)
}

/// Returns the id that names a cel's image, by the ids of its layer and its frame.
pub(in crate::document) fn image(memory: &Memory, layer: u16, frame: u16) -> u16 {
    match *view::<u16>(memory, address(layer, frame)) {
        0 => frame,
        image => image,
    }
}

/// Returns the plane of the image that a cel shows, by the ids of its layer and its frame.
pub(super) fn plane(memory: &Memory, layer: u16, frame: u16) -> u32 {
    cel_plane(layer, image(memory, layer, frame))
}

/// The images that the frames of one layer show, sorted.
#[derive(Debug, Default)]
pub(super) struct Shown {
    layer: u32,
    images: Vec<u16>,
}

impl Shown {
    /// Returns `true` if a cel shows the image in a plane. Planes of one layer are asked for one after the other.
    pub(super) fn has(&mut self, memory: &Memory, plane: u32) -> bool {
        let layer = plane >> 16;
        if self.layer != layer {
            let id = u16::try_from(layer).ok().filter(|id| LAYER.index(memory, *id).is_some());
            let frames = FRAME.ids(memory).iter();
            self.images = id.map_or(Vec::new(), |id| frames.map(|of| image(memory, id, *of)).collect());
            self.images.sort_unstable();
            self.layer = layer;
        }
        self.images.binary_search(&(plane as u16)).is_ok()
    }
}

/// Checks the table of images that frames share.
pub(super) fn check(memory: &Memory) -> Check {
    let next = info(memory).next[FRAME.number];
    for place in memory.places(LINKS) {
        let Some(page) = memory.page(place).filter(|page| !is_zero(page)) else { continue };
        refuse(place.level != 0, "there are links of an unknown kind")?;
        let entries: &[u16] = bytemuck::cast_slice(page);
        for (position, image) in entries.iter().enumerate().filter(|(_, image)| **image != 0) {
            let (layer, frame) = cel_of(place.index, position);
            refuse(!has_cel(memory, layer, frame), "there is a link without a cel")?;
            refuse(*image == frame, "a cel is linked to itself")?;
            refuse(u32::from(*image) >= next, "a link leads to a frame that was never given")?;
        }
    }
    Ok(())
}

impl<D: Door> Drawing<D> {
    /// Returns the names of the images that a layer's frames show, in the order of the frames.
    fn images(&self, layer: u16) -> Vec<u16> {
        FRAME.ids(self.memory()).iter().map(|frame| image(self.memory(), layer, *frame)).collect()
    }

    /// Returns `true` if two cels show one image.
    pub fn shares_image(&self, one: Cel, other: Cel) -> bool {
        self.plane_of(one).is_ok_and(|plane| self.plane_of(other) == Ok(plane))
    }

    /// Returns `true` if another frame shows a cel's image.
    pub fn is_linked(&self, at: Cel) -> bool {
        let Some(plane) = self.plane_of(at).ok().filter(|_| self.memory().tree(LINKS).is_some()) else {
            return false;
        };
        let [layer, own] = self.ids_of(at);
        let shows = |frame: &u16| *frame != own && self::plane(self.memory(), layer, *frame) == plane;
        FRAME.ids(self.memory()).iter().any(shows)
    }

    /// Returns the frames that show a cel's image, its own included, in their order. There is always one.
    ///
    /// # Errors
    /// Returns [`Error::Range`] when there is no such cel.
    pub fn linked(&self, at: Cel) -> Result<Vec<u32>> {
        let plane = self.plane_of(at)?;
        Ok(self.cels_of_plane(plane).into_iter().map(|cel| cel.frame).collect())
    }

    /// Returns the cels that show the image in a plane, in the order of their frames.
    pub(in crate::document) fn cels_of_plane(&self, plane: u32) -> Vec<Cel> {
        let (id, name) = ((plane >> 16) as u16, plane as u16);
        let Some(layer) = self.layer_at(id) else { return Vec::new() };
        let images = (0..).zip(self.images(id));
        images.filter(|(_, image)| *image == name).map(|(frame, _)| Cel { layer, frame }).collect()
    }

    /// Returns the groups of a layer's frames that share an image, at least two in each, by their first frames.
    pub fn links(&self, layer: u32) -> Vec<Vec<u32>> {
        let first = |id: u16| cel_plane(id, 0) / ENTRIES;
        let held = |index| self.memory().page(PageAddress { tree: LINKS, level: 0, index }).is_some();
        let any = |id: &u16| (first(*id)..first(*id + 1)).any(held);
        let Some(id) = self.layer_id(layer).filter(any) else { return Vec::new() };
        let mut images: Vec<_> = self.images(id).into_iter().zip(0..).collect();
        images.sort_unstable();
        let same = images.chunk_by(|one, other| one.0 == other.0).filter(|group| group.len() > 1);
        let mut groups: Vec<Vec<u32>> = same.map(|group| group.iter().map(|of| of.1).collect()).collect();
        groups.sort_unstable();
        groups
    }

    /// Keeps the first of those cels that show one image, so that an image is edited once.
    pub fn once_per_image(&self, cels: impl IntoIterator<Item = Cel>) -> Vec<Cel> {
        let mut known = HashSet::new();
        let first = |cel: &Cel| self.plane_of(*cel).is_ok_and(|plane| known.insert(plane));
        cels.into_iter().filter(first).collect()
    }

    /// Lets a cel show an image of its layer.
    fn show(&mut self, layer: u16, frame: u16, image: u16) -> Result<()> {
        let (at, link) = (address(layer, frame), if image == frame { 0 } else { image });
        if *view::<u16>(self.memory(), at) == link {
            return Ok(());
        }
        put(&mut self.door, at, link)?;
        if link == 0 {
            self.door.zeroed(Region::new(at, size_of::<u16>()));
        }
        Ok(())
    }

    /// Takes a cel's image away from it: its entry becomes zero, and so do the pixels unless another frame shows them.
    pub(super) fn leave_image(&mut self, at: Cel) -> Result<()> {
        let plane = self.plane_of(at)?;
        if !self.is_linked(at) {
            Plane::new(&mut self.door, plane).clear()?;
        }
        let [layer, frame] = self.ids_of(at);
        self.show(layer, frame, frame)
    }

    /// Takes the images and their properties away from all cels of a layer.
    pub(super) fn leave_images(&mut self, layer: u32) -> Result<()> {
        for frame in 0..self.frames() {
            let at = Cel { layer, frame };
            self.drop_cel_properties(at)?;
            let plane = self.plane_of(at)?;
            Plane::new(&mut self.door, plane).clear()?;
            let [layer, frame] = self.ids_of(at);
            self.show(layer, frame, frame)?;
        }
        Ok(())
    }

    /// Gives a layer without images copies of those of another one, shared by the same frames.
    pub(super) fn copy_images(&mut self, from: u32, to: u32) -> Result<()> {
        let cels: Vec<_> = (0..self.frames()).map(|frame| Cel { layer: from, frame }).collect();
        for at in &cels {
            let ([layer, frame], copy) = (self.ids_of(*at), self.layer_id(to).unwrap_or(0));
            self.show(copy, frame, image(self.memory(), layer, frame))?;
        }
        let ids = [from, to].map(|layer| [self.layer_id(layer).unwrap_or(0), 0]);
        self.copy_all_cel_properties(ids[0], ids[1])?;
        let once = self.once_per_image(cels);
        once.into_iter().try_for_each(|at| self.copy_cel(at, Cel { layer: to, ..at }))
    }

    /// Gives some of the frames that show one image a copy of it, unless they are all that show it.
    pub(super) fn part(&mut self, layer: u32, frames: &[u32]) -> Result<()> {
        let Some((first, id)) = frames.first().zip(self.layer_id(layer)) else { return Ok(()) };
        let from = self.plane_of(Cel { layer, frame: *first })?;
        if self.cels_of_plane(from).len() == frames.len() {
            return Ok(());
        }
        let used: HashSet<u16> = self.images(id).into_iter().collect();
        let ids = FRAME.ids(self.memory());
        let own = frames.iter().filter_map(|frame| ids.get(*frame as usize));
        // Two frames at least show one image, so there are more names than images.
        let Some(name) = own.chain(ids).copied().find(|id| !used.contains(id)) else { return Ok(()) };
        self.door.compact(from)?;
        Plane::new(&mut self.door, cel_plane(id, name)).copy_from(from)?;
        frames.iter().try_for_each(|frame| {
            let frame = self.frame_id(*frame).unwrap_or(0);
            self.show(id, frame, name)
        })
    }

    /// Lets other frames show a cel's image, after what floats was landed. What they showed before is gone unless another
    /// frame shows it.
    ///
    /// # Errors
    /// Returns [`Error::Range`] when there is no such cel or frame, and [`Error::Refused`] when the layer is hidden or
    /// locked or keeps its alpha, or when an empty image would replace others.
    pub fn link(&mut self, at: Cel, frames: impl IntoIterator<Item = u32>) -> Result<()> {
        self.land()?;
        self.check(at, Needs::Alpha)?;
        let [layer, frame] = self.ids_of(at);
        let image = image(self.memory(), layer, frame);
        let around = self.extent(at);
        for frame in frames {
            let cel = Cel { frame, ..at };
            self.plane_of(cel)?;
            if self.shares_image(at, cel) {
                continue;
            }
            let lost = self.extent(cel);
            if around.is_empty() && !lost.is_empty() {
                return Err(Error::Refused {
                    what: "cel",
                    name: Message::new("{layer}, frame {frame}")
                        .with(self.layer(at.layer)?.name)
                        .with(at.frame + 1)
                        .into(),
                    why: "it is empty, and the frames linked to it would become empty: link from the one to be kept",
                });
            }
            let faded = [at, cel].map(|cel| self.looks_of(cel).0);
            if self.cels_differ(at, cel) || faded[0] != faded[1] {
                self.mark_dirty(lost.union(around));
            }
            self.leave_image(cel)?;
            let [layer, frame] = self.ids_of(cel);
            self.show(layer, frame, image)?;
            self.share_cel_properties(at, cel)?;
        }
        Ok(())
    }

    /// Gives a cel a copy of the image that it shares, after what floats was landed. Does nothing to one that shares none.
    ///
    /// # Errors
    /// Returns [`Error::Range`] when there is no such cel, and [`Error::Refused`] when its layer is hidden or locked.
    pub fn unlink(&mut self, at: Cel) -> Result<()> {
        self.land()?;
        self.check(at, Needs::Colors)?;
        self.part(at.layer, &[at.frame])
    }

    /// Inserts a frame behind another one that shows the same images.
    ///
    /// # Errors
    /// As [`add_frame`](Drawing::add_frame).
    pub fn add_linked_frame(&mut self, frame: u32) -> Result<()> {
        self.add_linked_frames(&[frame])
    }

    /// Inserts a frame for each of some frames, behind the last of them and in the order given, that shows its images.
    ///
    /// # Errors
    /// As [`add_frame`](Drawing::add_frame).
    pub fn add_linked_frames(&mut self, frames: &[u32]) -> Result<()> {
        frames.iter().try_for_each(|frame| self.has_frame(*frame))?;
        let Some(last) = frames.iter().max() else { return Ok(()) };
        for (to, frame) in (last + 1..).zip(frames.iter().copied()) {
            let properties = self.frame(frame)?;
            self.insert_frame(to, &properties)?;
            for layer in 0..self.layers() {
                let ([id, from], new) = (self.ids_of(Cel { layer, frame }), self.frame_id(to));
                self.show(id, new.unwrap_or(0), image(self.memory(), id, from))?;
            }
            let [of, copy] = [frame, to].map(|at| self.frame_id(at).unwrap_or(0));
            self.copy_all_cel_properties([0, of], [0, copy])?;
            self.mark_dirty(self.frame_bounds(frame));
        }
        Ok(())
    }
}
