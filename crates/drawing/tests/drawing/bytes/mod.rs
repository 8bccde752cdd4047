//! Drawings of any bytes: what a vandal does to valid ones, and all that can be read of those that pass.

use undoodle_drawing::color::Color;
use undoodle_drawing::document::{Cel, Document, Door, Drawing, MAX_BYTES, Mode, Tag, TagDirection};
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::memory::{Arena, Memory, PAGE, PageAddress, Region};

/// A drawing with a bit of everything: layers, frames, tags, a note, locks, a selection, something that floats.
pub fn rich() -> Drawing<Memory> {
    let mut drawing = Drawing::new(1100, 600).unwrap();
    for at in 1..4 {
        drawing.add_layer(at).unwrap();
        drawing.add_frame(at).unwrap();
    }
    drawing.add_linked_frame(3).unwrap();
    drawing.link(Cel { layer: 2, frame: 3 }, [1]).unwrap();
    drawing.move_layer(3, 0).unwrap();
    drawing.remove_frame(1).unwrap();
    for (name, from, to) in [("walk", 0, 1), ("run", 1, 2)] {
        drawing.add_tag(&Tag::new(name, from, to, TagDirection::PingPong)).unwrap();
    }
    let cel = Cel { layer: 2, frame: 1 };
    drawing.fill_rect(Cel::default(), Rect::new(0, 0, 1100, 600), Color::ADDED).unwrap();
    drawing.fill_rect(cel, Rect::new(5, 5, 1090, 560), Color::BLACK).unwrap();
    drawing
        .edit(cel, Rect::new(40, 40, 50, 50), &mut |x, y, _| Color::rgba(x as u8, y as u8, 9, 200))
        .unwrap();
    drawing.select(&[Rect::new(9, 9, 80, 70), Rect::new(9, 79, 8, 7)], Mode::Replace).unwrap();
    drawing.lift(cel).unwrap();
    drawing.move_floating(-30, 500).unwrap();
    drawing.change_layer(0, |layer| (layer.note, layer.locked) = ("to do: shade".into(), true)).unwrap();
    drawing.lift(cel).unwrap();
    drawing.compact().unwrap();
    drawing
}

/// Bytes that say what a vandal does; zeros when they are used up.
pub struct Plan<'a>(pub &'a [u8]);

impl Plan<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    fn number(&mut self) -> u32 {
        u32::from_le_bytes(std::array::from_fn(|_| self.byte()))
    }

    /// A number that is at a limit as often as not.
    fn wild(&mut self) -> u32 {
        const ENDS: [u32; 14] =
            [0, 1, 2, 3, 63, 256, 257, 1024, 1025, 32768, 32769, 0x7fff, 0xffff, 0xffff_ffff];
        if self.byte().is_multiple_of(2) {
            ENDS[usize::from(self.byte()) % ENDS.len()]
        } else {
            self.number()
        }
    }

    /// A page's place: one that is held, one of records, or anywhere.
    fn place(&mut self, memory: &Memory) -> PageAddress {
        const RECORDS: [u32; 9] = [0, 1, 2, 3, 4, 0x1000, 0x2000, 0x3000, 0x4000];
        let (way, index) = (self.byte() % 4, self.number());
        if way == 0 {
            return PageAddress { tree: 0, level: 0, index: RECORDS[index as usize % RECORDS.len()] };
        }
        let held: Vec<_> = memory.present().filter_map(|region| PageAddress::of(region.start)).collect();
        if way < 3 && !held.is_empty() {
            return held[index as usize % held.len()];
        }
        let tree =
            [0, 1, 2, 3, 0x1_0001, 0x3_0002, 0x7fff_ffff, self.number() >> 1][usize::from(self.byte()) % 8];
        let level = self.byte() % 4;
        PageAddress { tree, level, index: index % [1 << 20, 1 << 11, 4, 1][usize::from(level)] }
    }
}

fn write(memory: &mut Memory, at: u64, bytes: &[u8]) {
    let region = Region::new(at, bytes.len());
    if let Ok(to) = Door::write(memory, region) {
        to.copy_from_slice(bytes);
    }
}

/// Changes bytes behind the back of all rules, as a plan says.
pub fn vandalise(memory: &mut Memory, plan: &mut Plan<'_>) {
    let start = plan.place(memory).address();
    let offset = u64::from(plan.number() % if plan.byte().is_multiple_of(2) { 96 } else { 4096 });
    match plan.byte() % 6 {
        0 | 1 => write(memory, start + offset, &[plan.byte()]),
        2 => write(memory, start + offset / 4 * 4, &plan.wild().to_le_bytes()),
        3 => write(memory, start, &noise(plan.number())),
        4 => {
            let page = memory.get(Region::new(start, PAGE)).map(<[u8]>::to_vec).unwrap_or_default();
            let to = plan.place(memory).address();
            write(memory, to, &page);
        }
        _ => {
            write(memory, start, &[0; PAGE]);
            memory.trim(Region::new(start, PAGE));
        }
    }
}

/// A page of noise.
pub fn noise(seed: u32) -> [u8; PAGE] {
    let mut state = u64::from(seed) | 1 << 40;
    std::array::from_fn(|_| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 56) as u8
    })
}

/// A memory of noise where records are looked for; `signed` lets it begin as a drawing does.
pub fn noisy(seed: u32, signed: bool) -> Memory {
    let mut memory = Memory::new(MAX_BYTES);
    for (i, index) in (0..).zip([0, 1, 2, 3, 4, 0x1000, 0x2000, 0x3000, 0x4000]) {
        let place = PageAddress { tree: 0, level: 0, index };
        write(&mut memory, place.address(), &noise(seed.wrapping_add(i << 24)));
    }
    if signed {
        let valid = Drawing::new(64, 64).unwrap().into_door();
        let first = valid.get(Region::new(0, 16 + seed as usize % 40)).unwrap();
        write(&mut memory, 0, first);
    }
    memory
}

/// Reads all that can be read of a drawing that passed, and edits it as a document. It may not panic.
pub fn exercise(drawing: Drawing<Memory>) {
    let (width, height) = drawing.size();
    let (right, bottom) = (width as i32 - 1, height as i32 - 1);
    let mut row = vec![Color::TRANSPARENT; width as usize];
    let mut selected = vec![false; 99];
    for frame in 0..drawing.frames() {
        let picture = drawing.picture(frame);
        for y in [0, height / 2, height - 1] {
            picture.read(0, y, 1, &mut row);
            picture.solid(width / 2, y);
        }
        drawing.pixel(frame, right, bottom).unwrap();
        drawing.frame(frame).unwrap();
        for layer in 0..drawing.layers() {
            let cel = Cel { layer, frame };
            drawing.cel_bounds(cel);
            drawing.cel_picture(cel).read(0, height - 1, 1, &mut row);
            drawing.cel_pixel(cel, 0, bottom).unwrap();
        }
    }
    let layers = drawing.layers();
    (0..layers).for_each(|layer| _ = drawing.layer(layer).unwrap());
    drawing.selected_row(-40, bottom / 2, 3, &mut selected);
    drawing.changeable(Rect::new(-5, bottom / 2, 300, 40)).for_each(|rect| assert!(!rect.is_empty()));
    _ = (drawing.tags(), drawing.palette(), drawing.background(), drawing.grid(), drawing.tile());
    _ = (drawing.selection(), drawing.floating(), drawing.is_selected(0, 0));

    let mut document = Document::open(drawing).unwrap();
    let before = document.history().arena().clone();
    document.begin(1).unwrap();
    let edited = document
        .land()
        .and_then(|()| document.fill_rect(Cel::default(), Rect::new(3, 3, 90, 40), Color::REMOVED))
        .and_then(|()| document.add_frame(0))
        .and_then(|()| document.duplicate_layer(0))
        .and_then(|()| document.select_inverse());
    // What a lock or a limit refuses is cancelled; the rest is undone.
    if edited.is_ok() && document.commit("Edit", Color::ADDED, 0).unwrap().is_some() {
        document.validate().unwrap();
        document.undo().unwrap();
    } else {
        document.cancel();
    }
    assert!(document.history().arena() == &before);
    document.validate().unwrap();
}
