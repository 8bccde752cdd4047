//! Tests of `src/document/drawing/records.rs`.

use std::mem::offset_of;
use undoodle_drawing::Result;
use undoodle_drawing::color::Color;
use undoodle_drawing::document::info::Info;
use undoodle_drawing::document::records::{COLOR, LAYER};
use undoodle_drawing::document::{Document, Door, Drawing};
use undoodle_drawing::history::Commit;
use undoodle_drawing::memory::{Arena, Region};

fn act(document: &mut Document, act: impl FnOnce(&mut Document) -> Result<()>) -> Vec<Region> {
    document.begin(1).unwrap();
    act(document).unwrap();
    let commit: Option<Commit<'_>> = document.commit("Act", Color::ADDED, 0).unwrap();
    let regions = commit.unwrap().regions().unwrap();
    document.validate().unwrap();
    regions
}

#[test]
fn an_id_that_was_committed_is_never_given_again() {
    let mut document = Document::new(8, 8).unwrap();
    act(&mut document, |d| d.add_layer(1));
    act(&mut document, |d| d.add_frame(1));
    assert_eq!((document.layer_id(1), document.frame_id(1)), (Some(2), Some(2)));
    document.undo().unwrap();
    document.undo().unwrap();
    act(&mut document, |d| d.add_layer(0));
    assert_eq!((document.layer_id(0), document.layer_at(3)), (Some(3), Some(0)), "2 was undone");
    act(&mut document, |d| d.remove_layer(0));
    document.begin(1).unwrap();
    document.add_layer(0).unwrap();
    assert_eq!(document.layer_id(0), Some(4));
    document.cancel();
    act(&mut document, |d| d.duplicate_layer(0));
    assert_eq!(document.layer_id(1), Some(4), "what is cancelled uses no id up");
    assert_eq!((document.layer_at(2), document.layer_id(9), document.frame_at(0)), (None, None, None));
}

#[test]
fn running_out_of_ids_is_an_error_that_names_the_last() {
    let mut memory = Drawing::new(8, 8).unwrap().into_door();
    let next = Region::new(offset_of!(Info, next) as u64, 4);
    memory.get_mut(next).unwrap().copy_from_slice(&LAYER.last.to_le_bytes());
    let mut document = Document::open(Drawing::from_door(memory)).unwrap();
    act(&mut document, |d| d.add_layer(0));
    assert_eq!(document.layer_id(0), Some(0x7fff));
    document.begin(1).unwrap();
    let refused = document.add_layer(0).unwrap_err().to_string();
    assert_eq!(refused, "layer's id must be from 1 to 32767, not 32768");
}

#[test]
fn a_moved_layer_changes_the_list_and_a_property_its_own_byte() {
    let mut document = Document::new(8, 8).unwrap();
    (1..4).for_each(|at| _ = act(&mut document, |d| d.add_layer(at)));
    // The ids 1, 2, 3, 4 become 2, 3, 1, 4: of the first three each changes its lower byte.
    let moved = act(&mut document, |d| d.move_layer(0, 2));
    let list = |index| Region::new(LAYER.at_list(index), 1);
    assert_eq!(moved, [list(0), list(1), list(2)]);
    let properties: [fn(&mut undoodle_drawing::document::Layer); 4] =
        [|l| l.visible = false, |l| l.alpha_locked = true, |l| l.opacity = 9, |l| l.locked = true];
    let mut touched = Vec::new();
    for property in properties {
        touched.extend(act(&mut document, |d| d.change_layer(1, property)));
    }
    touched.sort_unstable_by_key(|region| region.start);
    let record = LAYER.address(3);
    assert!(touched.iter().all(|r| (record + 64..record + 69).contains(&r.start) && r.len == 1));
    touched.dedup();
    assert_eq!(touched.len(), 4, "no two share a byte");
}

#[test]
fn a_palette_keeps_the_ids_of_colours_that_stay_move_or_change() {
    let mut document = Document::new(8, 8).unwrap();
    let [a, b, c, d] = [1, 2, 3, 4].map(|n| Color::rgba(n, n, n, 255));
    act(&mut document, |document| document.set_palette(&[a, b, c]));
    let ids = |document: &Document| COLOR.ids(document.door().arena()).to_vec();
    assert_eq!(ids(&document), [1, 2, 3]);
    let changed = act(&mut document, |document| document.set_palette(&[a, d, c]));
    assert_eq!(ids(&document), [1, 2, 3], "changed in place");
    assert_eq!(changed, [Region::new(COLOR.address(2), 3)], "its three bytes that differ");
    act(&mut document, |document| document.set_palette(&[c, a, d]));
    assert_eq!(ids(&document), [3, 1, 2], "moved");
    act(&mut document, |document| document.set_palette(&[c, b, a, d, b]));
    assert_eq!(ids(&document), [3, 25, 1, 2, 26], "24 colours were there at first");
    act(&mut document, |document| document.set_palette(&[d]));
    assert_eq!(ids(&document), [2]);
    assert_eq!(document.palette(), [d]);
}
