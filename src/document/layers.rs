//! Layers: records in order, from the bottom up.
//!
//! A layer's record has its name, how it is blended, and the pages of its cels'
//! records. Moving a layer moves its record; its pixels stay where they are. So
//! reordering a stack of huge layers changes a few hundred bytes.
//!
//! ```
//! use undoodle::{color::Color, document::Document};
//! let mut document = Document::new(8, 8)?;
//! document.begin(1)?;
//! document.add_layer(1)?;
//! document.change_layer(1, |layer| layer.opacity = 128)?;
//! document.commit("New layer", Color::ADDED, 0)?;
//! assert_eq!(document.layer(1)?.opacity, 128);
//! document.undo()?;
//! assert_eq!(document.layers(), 1);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::door::{Door, address, put, read, shift};
use super::info::{MAX_FRAMES, MAX_LAYERS, change, info};
use super::plane::Plane;
use super::space;
use super::stamp::{Over, stamp};
use super::tiles::{ROOTS, Roots};
use super::{Cel, Document};
use crate::color::Blend;
use crate::error::{Error, Result, in_range};
use crate::memory::{Memory, PAGE};
use bytemuck::{Pod, Zeroable};

/// The most bytes of a layer's name.
pub const MAX_NAME: usize = 64;

/// Cels in a page of their records.
const CELS: u32 = (PAGE as u64 / ROOTS) as u32;

const VISIBLE: u8 = 1;
const LOCKED: u8 = 2;
const ALPHA_LOCKED: u8 = 4;

/// A layer's record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
struct Record {
    name: [u8; MAX_NAME],
    /// The pages of its cels' records, by the frames' slots; 0 where there are none.
    cels: [u32; (MAX_FRAMES / CELS) as usize],
    opacity: u8,
    blend: u8,
    flags: u8,
    rest: [u8; 29],
}

const SIZE: u64 = std::mem::size_of::<Record>() as u64;

/// What people know of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Its name, at most [`MAX_NAME`] bytes.
    pub name: String,
    /// How it is laid over the layers below it.
    pub blend: Blend,
    /// How much of it is seen, 0 to 255.
    pub opacity: u8,
    /// Whether it is seen at all.
    pub visible: bool,
    /// Whether nothing may change it.
    pub locked: bool,
    /// Whether its pixels keep their alpha.
    pub alpha_locked: bool,
}

/// A text as a field of fixed size.
///
/// # Errors
/// When it is empty, longer than the field, or has control characters.
pub(super) fn field<const N: usize>(what: &'static str, text: &str) -> Result<[u8; N]> {
    let text = text.trim();
    in_range(what, text.len() as i64, 1, N as i64)?;
    if text.chars().any(char::is_control) {
        return Err(Error::unknown("name", text, "one without control characters"));
    }
    let mut field = [0; N];
    field[..text.len()].copy_from_slice(text.as_bytes());
    Ok(field)
}

/// The text in a field of fixed size.
pub(super) fn text(field: &[u8]) -> String {
    let end = field.iter().position(|byte| *byte == 0).unwrap_or(field.len());
    String::from_utf8_lossy(&field[..end]).into_owned()
}

/// Where a layer's record stands.
fn place(memory: &Memory, layer: u32) -> u64 {
    const IN_PAGE: u64 = PAGE as u64 / SIZE;
    let page = info(memory).layer_pages[(u64::from(layer) / IN_PAGE) as usize % 8];
    address(page, u64::from(layer) % IN_PAGE * SIZE)
}

fn record(memory: &Memory, layer: u32) -> Record {
    read(memory, place(memory, layer))
}

/// Writes a layer's record, whose page is made if need be.
fn put_record(door: &mut impl Door, layer: u32, record: Record) -> Result<()> {
    let index = (u64::from(layer) * SIZE / PAGE as u64) as usize;
    if info(door.arena()).layer_pages[index] == 0 {
        let page = space::allocate(door)?;
        change(door, |info| info.layer_pages[index] = page)?;
    }
    let at = place(door.arena(), layer);
    put(door, at, record)
}

/// The address of a cel's record; `None` while its layer has no page for it.
pub(super) fn cel(memory: &Memory, layer: u32, slot: u32) -> Option<u64> {
    let page = record(memory, layer).cels[(slot / CELS) as usize % 8];
    (page != 0).then(|| address(page, u64::from(slot % CELS) * ROOTS))
}

/// The same, with a page made for it if need be.
pub(super) fn make_cel(door: &mut impl Door, layer: u32, slot: u32) -> Result<u64> {
    if let Some(at) = cel(door.arena(), layer, slot) {
        return Ok(at);
    }
    let mut layer_record = record(door.arena(), layer);
    let page = space::allocate(door)?;
    layer_record.cels[(slot / CELS) as usize] = page;
    put_record(door, layer, layer_record)?;
    Ok(address(page, u64::from(slot % CELS) * ROOTS))
}

/// Whether a layer is seen, is locked, and keeps its alpha.
pub(super) fn state(memory: &Memory, layer: u32) -> (bool, bool, bool) {
    let Record { flags, .. } = record(memory, layer);
    (flags & VISIBLE != 0, flags & LOCKED != 0, flags & ALPHA_LOCKED != 0)
}

/// Writes the first layer of a new document.
pub(super) fn create(door: &mut impl Door) -> Result<()> {
    put_record(door, 0, fresh("Layer 1")?)?;
    change(door, |info| info.layers = 1)
}

fn fresh(name: &str) -> Result<Record> {
    let flags = VISIBLE;
    let name = field("bytes of the layer's name", name)?;
    Ok(Record { name, cels: [0; 8], opacity: 255, blend: Blend::Normal.byte(), flags, rest: [0; 29] })
}

/// Gives up the page of cels around a slot if they are all empty.
fn release(door: &mut impl Door, layer: u32, index: usize) -> Result<()> {
    let mut layer_record = record(door.arena(), layer);
    let page = layer_record.cels[index];
    if page != 0 && door.arena().page(page).is_some_and(|bytes| bytes.iter().all(|byte| *byte == 0)) {
        space::free(door, page)?;
        layer_record.cels[index] = 0;
        put_record(door, layer, layer_record)?;
    }
    Ok(())
}

/// Gives up the page that a cel's record stands in if all cels in it are empty.
pub(super) fn release_page(door: &mut impl Door, at: u64) -> Result<()> {
    let page = (at / PAGE as u64) as u32;
    let empty = |memory: &Memory| memory.page(page).is_some_and(|bytes| bytes.iter().all(|byte| *byte == 0));
    if page == 0 || !empty(door.arena()) {
        return Ok(());
    }
    for layer in 0..info(door.arena()).layers {
        if let Some(index) = record(door.arena(), layer).cels.iter().position(|of| *of == page) {
            return release(door, layer, index);
        }
    }
    Ok(())
}

/// Empties a cel.
pub(super) fn clear_cel(door: &mut impl Door, layer: u32, slot: u32) -> Result<()> {
    if let Some(at) = cel(door.arena(), layer, slot) {
        Plane::new(door, at).clear()?;
        release(door, layer, (slot / CELS) as usize)?;
    }
    Ok(())
}

/// The pages of all layers' records and cels.
pub(super) fn reach(memory: &Memory, reach: &mut impl FnMut(u32)) {
    let info = info(memory);
    info.layer_pages.into_iter().filter(|page| *page != 0).for_each(&mut *reach);
    for layer in 0..info.layers {
        for page in record(memory, layer).cels.into_iter().filter(|page| *page != 0) {
            reach(page);
            for i in 0..u64::from(CELS) {
                super::plane::pages(memory, address(page, i * ROOTS), reach);
            }
        }
    }
}

impl Document {
    /// The number of layers, at least 1.
    pub fn layers(&self) -> u32 {
        self.info().layers
    }

    /// What is known of a layer, counted from the bottom.
    ///
    /// # Errors
    /// When there is no such layer.
    pub fn layer(&self, layer: u32) -> Result<Layer> {
        in_range("layer", layer.into(), 0, i64::from(self.layers()) - 1)?;
        let Record { name, opacity, blend, flags, .. } = record(self.memory(), layer);
        Ok(Layer {
            name: text(&name),
            blend: Blend::from_byte(blend),
            opacity,
            visible: flags & VISIBLE != 0,
            locked: flags & LOCKED != 0,
            alpha_locked: flags & ALPHA_LOCKED != 0,
        })
    }

    /// Changes what is known of a layer; what floated is landed before.
    ///
    /// # Errors
    /// When there is no such layer, its new name is empty or longer than [`MAX_NAME`], or memory can't be had.
    pub fn change_layer(&mut self, layer: u32, change: impl FnOnce(&mut Layer)) -> Result<()> {
        let mut known = self.layer(layer)?;
        let old = known.name.clone();
        self.land()?;
        change(&mut known);
        let mut record = record(self.memory(), layer);
        if known.name != old {
            record.name = field("bytes of the layer's name", &known.name)?;
        }
        record.opacity = known.opacity;
        record.blend = known.blend.byte();
        let flag = |set, bit| if set { bit } else { 0 };
        record.flags = flag(known.visible, VISIBLE)
            | flag(known.locked, LOCKED)
            | flag(known.alpha_locked, ALPHA_LOCKED);
        put_record(&mut self.store, layer, record)?;
        self.cover_layer(layer);
        Ok(())
    }

    /// Says that the action changed how a layer is seen.
    pub(super) fn cover_layer(&mut self, layer: u32) {
        let mut around = crate::geometry::Rect::EMPTY;
        for frame in 0..self.frames() {
            around = around.union(self.cel_bounds(Cel { layer, frame }));
        }
        self.cover(around);
    }

    /// Puts an empty layer at a place in the stack, 0 the bottom.
    ///
    /// # Errors
    /// Beyond [`MAX_LAYERS`], or when memory can't be had.
    pub fn add_layer(&mut self, at: u32) -> Result<()> {
        self.land()?;
        let names: Vec<_> =
            (0..self.layers()).filter_map(|layer| self.layer(layer).ok()).map(|l| l.name).collect();
        let free = (1..).map(|n| format!("Layer {n}")).find(|name| !names.contains(name));
        self.insert_layer(at, fresh(&free.unwrap_or_default())?)
    }

    fn insert_layer(&mut self, at: u32, new: Record) -> Result<()> {
        let layers = self.layers();
        in_range("number of layers", i64::from(layers) + 1, 1, MAX_LAYERS.into())?;
        in_range("layer", at.into(), 0, layers.into())?;
        for layer in (at..layers).rev() {
            let moved = record(self.memory(), layer);
            put_record(&mut self.store, layer + 1, moved)?;
        }
        put_record(&mut self.store, at, new)?;
        change(&mut self.store, |info| info.layers += 1)
    }

    /// Puts a copy of a layer above it.
    ///
    /// # Errors
    /// As [`add_layer`](Document::add_layer).
    pub fn duplicate_layer(&mut self, layer: u32) -> Result<()> {
        self.land()?;
        let name = self.layer(layer)?.name;
        let mut copy = record(self.memory(), layer);
        copy.cels = [0; 8];
        let longest = name.floor_char_boundary(MAX_NAME - " copy".len());
        copy.name = field("bytes of the layer's name", &format!("{} copy", &name[..longest]))?;
        self.insert_layer(layer + 1, copy)?;
        for frame in 0..self.frames() {
            let slot = self.slot(frame);
            self.copy_plane((layer, slot), (layer + 1, slot))?;
        }
        self.cover_layer(layer);
        Ok(())
    }

    /// Copies one cel's pixels over another's.
    pub(super) fn copy_plane(&mut self, from: (u32, u32), to: (u32, u32)) -> Result<()> {
        match cel(self.memory(), from.0, from.1) {
            Some(source) if read::<Roots>(self.memory(), source) != Roots::default() => {
                self.settle(source)?;
                let target = make_cel(&mut self.store, to.0, to.1)?;
                Plane::new(&mut self.store, target).copy_from(source)
            }
            _ => clear_cel(&mut self.store, to.0, to.1),
        }
    }

    /// Takes a layer away.
    ///
    /// # Errors
    /// When it is locked or the last one, or memory can't be had.
    pub fn remove_layer(&mut self, layer: u32) -> Result<()> {
        self.land()?;
        let Layer { name, locked, .. } = self.layer(layer)?;
        if locked {
            return Err(Error::Refused { what: "layer", name, why: "it is locked" });
        }
        let layers = self.layers();
        in_range("number of layers", i64::from(layers) - 1, 1, MAX_LAYERS.into())?;
        self.cover_layer(layer);
        for frame in 0..self.frames() {
            let slot = self.slot(frame);
            clear_cel(&mut self.store, layer, slot)?;
        }
        for above in layer + 1..layers {
            let moved = record(self.memory(), above);
            put_record(&mut self.store, above - 1, moved)?;
        }
        put_record(&mut self.store, layers - 1, Record::zeroed())?;
        change(&mut self.store, |info| info.layers -= 1)?;
        let last = ((layers - 1) / (PAGE as u32 / SIZE as u32)) as usize;
        let page = self.info().layer_pages[last];
        if (layers - 1).is_multiple_of(PAGE as u32 / SIZE as u32) {
            space::free(&mut self.store, page)?;
            change(&mut self.store, |info| info.layer_pages[last] = 0)?;
        }
        Ok(())
    }

    /// Moves a layer to another place in the stack.
    ///
    /// # Errors
    /// When either is no place in it.
    pub fn move_layer(&mut self, from: u32, to: u32) -> Result<()> {
        self.land()?;
        self.layer(from)?;
        self.layer(to)?;
        shift(&mut self.store, from, to, record, put_record)?;
        self.cover_layer(to);
        Ok(())
    }

    /// Lays a layer's pixels onto the layer below as they are seen, and takes it away.
    ///
    /// # Errors
    /// When it is the lowest, either of the two is locked or hidden, or memory can't be had.
    pub fn merge_down(&mut self, layer: u32) -> Result<()> {
        self.land()?;
        in_range("layer to merge", layer.into(), 1, i64::from(self.layers()) - 1)?;
        let upper = self.layer(layer)?;
        for frame in 0..self.frames() {
            let (from, to) = (Cel { layer, frame }, Cel { layer: layer - 1, frame });
            self.check(from, false)?;
            self.check(to, true)?;
            let Some(source) = self.plane(from) else { continue };
            let (slot, around) = (self.slot(frame), self.cel_bounds(from));
            let target = make_cel(&mut self.store, to.layer, slot)?;
            let over = Over { blend: upper.blend, opacity: upper.opacity };
            stamp(&mut self.store, source, target, around, (0, 0), over)?;
        }
        self.cover_layer(layer - 1);
        self.remove_layer(layer)
    }
}
