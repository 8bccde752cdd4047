//! Every invariant of a document's bytes, for tests.

use super::Document;
use super::info::{FLOATING, MAGIC, SELECTION, SPARE, VERSION, info};
use super::tiles::{ENTRIES, Entry, Piece, ROOTS, Roots, pieces, pixels};
use super::{door, frames, layers, plane, space};
use crate::color::Color;
use crate::geometry::Rect;
use crate::memory::Memory;
use std::collections::BTreeSet;

type Check = std::result::Result<(), String>;

fn check(holds: bool, what: &str) -> Check {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

/// That each page is reached once, and the pages in use are those that are reached.
fn pages(memory: &Memory) -> Check {
    let info = info(memory);
    let mut reached = BTreeSet::new();
    let mut twice = None;
    let mut reach = |page: u32| {
        if !reached.insert(page) {
            twice = Some(page);
        }
    };
    layers::reach(memory, &mut reach);
    for plane in [SELECTION, FLOATING, SPARE] {
        plane::pages(memory, plane, &mut reach);
    }
    [info.frame_page, info.color_page, info.tag_page]
        .into_iter()
        .filter(|page| *page != 0)
        .for_each(&mut reach);
    check(twice.is_none(), "a page has one owner")?;
    for page in 0..memory.pages() as u32 {
        let used = space::is_used(memory, page);
        let zero = memory.page(page).is_some_and(|bytes| bytes.iter().all(|byte| *byte == 0));
        check(used == (space::is_reserved(page) || reached.contains(&page)), "used pages are reached")?;
        check(used || zero, "a free page is zero")?;
        check(used || page >= info.lowest_free, "pages before the lowest free one are used")?;
    }
    Ok(())
}

/// That a plane has no page that it could do without.
fn lean(memory: &Memory, plane: u64) -> Check {
    let entries = |page: u32| {
        (0..ENTRIES).map(move |i| door::read::<Entry>(memory, door::address(page, u64::from(i) * 8)))
    };
    let alike = |page: u32| {
        let first: Entry = door::read(memory, door::address(page, 0));
        first.page == 0 && entries(page).all(|entry| entry == first)
    };
    for quadrant in 0..ROOTS / 8 {
        let root: Entry = door::read(memory, plane + quadrant * 8);
        for block in entries(root.page).filter(|block| root.page != 0 && block.page != 0) {
            check(!alike(block.page), "a block of one colour has no page")?;
            for tile in entries(block.page).filter(|tile| tile.page != 0) {
                let all = pixels(memory, tile.page);
                check(all.iter().any(|pixel| *pixel != all[0]), "a tile of one colour has no page")?;
            }
        }
        check(root.page == 0 || !alike(root.page), "a quadrant of one colour has no page")?;
    }
    Ok(())
}

/// That nothing but transparency lies beyond the canvas's edge.
fn edge(memory: &Memory, plane: u64) -> Check {
    let info = info(memory);
    let (width, height) = (info.width as i32, info.height as i32);
    let side = 2 * super::tiles::QUADRANT as i32;
    let canvas = Rect::new(0, 0, width, height);
    for Piece { rect, solid } in pieces(memory, plane, Rect::new(0, 0, side, side)) {
        if rect.intersect(canvas) == rect || solid == Some(Color::TRANSPARENT) {
            continue;
        }
        check(solid.is_none(), "nothing beyond the edge")?;
        let mut row = vec![Color::TRANSPARENT; rect.width as usize];
        for y in rect.y..rect.bottom() {
            super::tiles::read_row(memory, plane, (rect.x as u32, y as u32), 1, &mut row);
            let shown = |x: i32| x < width && y < height;
            let clear = (rect.x..).zip(&row).all(|(x, pixel)| shown(x) || *pixel == Color::TRANSPARENT);
            check(clear, "nothing beyond the edge")?;
        }
    }
    Ok(())
}

/// Checks every invariant; the first that is broken is named.
pub(super) fn validate(document: &Document) -> Check {
    let memory = document.memory();
    let info = info(memory);
    check(info.magic == MAGIC && info.version == VERSION, "the record is one")?;
    check(info.layers >= 1 && info.frames >= 1, "there is a layer and a frame")?;
    pages(memory)?;
    frames::validate(memory)?;
    for (layer, slot) in document.all_cels() {
        if let Some(plane) = layers::cel(memory, layer, slot) {
            lean(memory, plane)?;
            edge(memory, plane)?;
        }
    }
    lean(memory, SELECTION)?;
    lean(memory, FLOATING)?;
    check(info.spare == Roots::default(), "the spare plane is empty")?;
    check(
        info.floating == 1 || info.pixels == Roots::default(),
        "without anything floating there are no pixels of it",
    )?;
    check(info.selected != 0 || info.selection == Roots::default(), "without a selection there is no mask")?;
    check(info.floating == 1 || info.offset == [0, 0], "what does not float is where it is")?;
    check(info.floating != 1 || info.selected != 0, "what floats is selected")?;
    let [x, y, width, height] = info.bounds;
    let around = super::tiles::bounds(memory, SELECTION);
    let within = Rect::new(x, y, width, height).intersect(around) == around;
    check(info.selected == 0 || within, "the selection's rectangle holds all of it")
}
