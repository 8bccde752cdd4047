//! Tests of `src/document/drawing/revalidate.rs`: checked by the pages that a step touched, a rule is found broken just where all
//! rules are checked.

use std::collections::BTreeSet;
use undoodle_drawing::color::Color;
use undoodle_drawing::document::info::{LINKS, SELECTION, cel_plane};
use undoodle_drawing::document::records::{FRAME, GROUP, KEY, LAYER, SLICE, TAG};
use undoodle_drawing::document::{Cel, Document, Door, Drawing, Mode, Slice, SliceKey, Tag, TagDirection};
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::memory::{Arena, Memory, PAGE, PageAddress, Region};

/// Number of the plane of what floats.
const FLOATING: u32 = SELECTION + 1;

/// Reproducible random numbers: xorshift64*.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % end
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }
}

/// A drawing with a bit of everything, and pixels that float or don't.
fn rich(floats: bool) -> Drawing<Memory> {
    let mut drawing = Drawing::new(1100, 600).unwrap();
    drawing.add_layer(1).unwrap();
    drawing.add_frame(1).unwrap();
    drawing.add_linked_frame(0).unwrap();
    let tag = Tag::new("walk", 0, 1, TagDirection::Reverse);
    drawing.add_tag(&tag).unwrap();
    let slice = drawing.add_slice(&Slice::new("face")).unwrap();
    drawing.set_slice_key(&SliceKey::new(slice, 1, Rect::new(1, 2, 3, 4))).unwrap();
    drawing.group_layers(&[0]).unwrap();
    let cel = Cel { layer: 1, frame: 1 };
    drawing.fill_rect(cel, Rect::new(5, 5, 1090, 560), Color::BLACK).unwrap();
    drawing.fill_rect(Cel::default(), Rect::new(0, 0, 1024, 512), Color::BLACK).unwrap();
    drawing.select(&[Rect::new(9, 9, 80, 70), Rect::new(9, 79, 8, 7)], Mode::Replace).unwrap();
    if floats {
        drawing.lift(cel).unwrap();
    }
    drawing.compact().unwrap();
    drawing.validate().unwrap();
    drawing
}

/// Writes somewhere, and returns the address.
fn scribble(memory: &mut Memory, chance: &mut Chance) -> u64 {
    let planes = [SELECTION, FLOATING, cel_plane(1, 1), cel_plane(2, 2), cel_plane(2, 9), cel_plane(1, 3)];
    let page = |tree, level, index| PageAddress { tree, level, index }.address();
    let start = match chance.below(5) {
        0 => chance.of(&[0, 1, 2, 3, 4, 5, 99, LAYER.address(1) / PAGE as u64]) * PAGE as u64,
        1 => chance.of(&[
            LAYER.address(2),
            FRAME.address(1),
            TAG.address(1),
            GROUP.address(1),
            SLICE.address(1),
            KEY.address(1),
            LAYER.address(9),
        ]),
        2 => page(LINKS, 0, chance.of(&[32, 64, 96])),
        _ => {
            let level = chance.of(&[0, 0, 0, 1, 1, 2, 3]);
            page(
                chance.of(&planes),
                level,
                if level == 0 { chance.of(&[0, 1, 33, 511, 512, 600]) } else { 0 },
            )
        }
    };
    let whole = chance.below(3) == 0;
    let (at, length) =
        if whole { (start - start % PAGE as u64, PAGE) } else { (start + chance.below(40) * 4, 4) };
    let region = Region::new(at, length.min(PAGE - (at % PAGE as u64) as usize));
    let color =
        [[0, 0, 0, 0], [0, 0, 0, 255], [255; 4], [1, 0, 0, 0], [2, 0, 3, 0]][chance.below(5) as usize];
    memory.write(region).unwrap().chunks_mut(4).for_each(|word| word.copy_from_slice(&color[..word.len()]));
    memory.trim(region);
    at - at % PAGE as u64
}

#[test]
fn what_a_step_breaks_is_found_in_the_pages_that_it_touched() {
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    let (mut sound, mut broken) = (0, 0);
    for floats in [false, true] {
        let drawing = rich(floats);
        for turn in 0..4000 {
            let mut memory = drawing.door().clone();
            let touched: BTreeSet<u64> =
                (0..=chance.below(2)).map(|_| scribble(&mut memory, &mut chance)).collect();
            let after = Drawing::from_door(memory);
            let (all, near) = (after.validate(), after.validate_after(&touched, drawing.size(), &mut 0));
            assert_eq!(
                near.is_ok(),
                all.is_ok(),
                "{floats}, turn {turn}, pages {touched:x?}: {near:?}, {all:?}"
            );
            *(if all.is_ok() { &mut sound } else { &mut broken }) += 1;
        }
    }
    assert!(sound > 400 && broken > 2000, "{sound} are sound, {broken} are broken");
}

/// The records and pages that are looked at after a step on a drawing of so many layers and frames, by what it does.
fn looked(side: u32, act: impl Fn(&mut Document)) -> usize {
    let mut document = Document::new(512, 512).unwrap();
    document.begin(1).unwrap();
    for at in 1..side {
        document.add_layer(at).unwrap();
        document.add_frame(at).unwrap();
    }
    document.fill_rect(Cel::default(), Rect::new(3, 3, 500, 500), Color::BLACK).unwrap();
    document.commit("Begin", Color::ADDED, 0).unwrap();
    document.begin(1).unwrap();
    act(&mut document);
    let id = document.commit("Step", Color::ADDED, 0).unwrap().unwrap().id();
    let (touched, mut looked) = (document.pages_of(id).unwrap(), 0);
    document.validate_after(&touched, document.size(), &mut looked).unwrap();
    looked
}

#[test]
fn undo_of_a_strangers_step_looks_at_what_the_step_touched_however_many_cels_there_are() {
    let stroke =
        |document: &mut Document| document.fill_span(Cel::default(), 1, 0..40, Color::ADDED).unwrap();
    let opacity = |document: &mut Document| document.change_layer(0, |layer| layer.opacity = 7).unwrap();
    assert_eq!((looked(1, stroke), looked(60, stroke)), (2, 2), "two tiles");
    let [few, many] = [looked(1, opacity), looked(60, opacity)];
    assert!(many <= few + 60, "{few} with one cel, {many} with 3600");
}
