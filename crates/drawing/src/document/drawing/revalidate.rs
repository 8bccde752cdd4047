//! The rules that a step may have broken, by the pages that it touched.
//!
//! Problem: to check every rule takes the longer the larger a drawing is, and a stranger's history leads to another state with
//! each undo. Idea: the state before was a drawing, so one step can break rules only where it has touched something. Records
//! and tiles are checked in touched pages; what stands above a touched tile is checked along with it. All records lean on
//! the lists, and all planes on the size of the canvas: where these are touched, everything that leans on them is checked.
//!
//! The invariant: one step away from a drawing, this finds a broken rule if and only if
//! [`validate`](Drawing::validate) does.

use super::Drawing;
use super::door::Door;
use super::info::{FLOATING, LINKS, RECORDS, SELECTION, is_records};
use super::links::{self, Shown};
use super::records::{GROUP, KINDS, LAYER};
use super::tiles::{area_of, find};
use super::validate::{
    Check, canvas, edge, edge_of, first, grounded, grouped, has_edge, in_place, known, lean_block,
    lean_quadrant, lean_root, lean_tile, record, records, selection, whole,
};
use super::window::Sight;
use crate::error::Message;
use crate::memory::{FAN, Memory, PageAddress, Tree};
use std::collections::BTreeSet;

/// The most pages that are looked at one by one: for more, looking at all is as quick.
const MOST: usize = 1 << 12;

/// Number of records that looking at a page of links takes as long as.
const LINKED: usize = 64;

impl<D: Door> Drawing<D> {
    /// Checks the rules of the records that a step may have broken, by the addresses of the pages that it touched. Adds
    /// the number of records that were looked at to `looked`.
    ///
    /// # Errors
    /// Returns a sentence that says what is wrong.
    pub fn validate_records_after(
        &self,
        touched: &BTreeSet<u64>,
        looked: &mut usize,
    ) -> std::result::Result<(), Message> {
        records_after(self.memory(), &places(touched), looked)
    }

    /// Checks the rules that a step may have broken, by the addresses of the pages that it touched and the size
    /// of the canvas before. Adds the number of records and pages that were looked at to `looked`.
    ///
    /// # Errors
    /// Returns a sentence that says what is wrong.
    pub fn validate_after(
        &self,
        touched: &BTreeSet<u64>,
        size: (u32, u32),
        looked: &mut usize,
    ) -> std::result::Result<(), Message> {
        let memory = self.memory();
        if touched.len() > MOST || self.size() != size {
            *looked += memory.trees().into_iter().map(|tree| memory.places(tree).count()).sum::<usize>();
            return whole(memory);
        }
        let places = places(touched);
        records_after(memory, &places, looked)?;
        planes_after(memory, &places, looked)
    }
}

/// Returns the places of pages. What lies at no place is nothing that can be held.
fn places(touched: &BTreeSet<u64>) -> Vec<PageAddress> {
    touched.iter().filter_map(|start| PageAddress::of(*start)).collect()
}

/// Returns the number of all records.
fn all(memory: &Memory) -> usize {
    let listed: u32 = KINDS.iter().map(|kind| kind.count(memory)).sum();
    listed as usize + memory.places(LINKS).count() * LINKED
}

fn records_after(memory: &Memory, places: &[PageAddress], looked: &mut usize) -> Check {
    let is_list = |place: &PageAddress| place.level == 0 && KINDS.iter().any(|kind| kind.list == place.index);
    let of_records = || places.iter().filter(|place| place.tree == RECORDS);
    if of_records().any(is_list) {
        *looked += all(memory);
        return records(memory);
    }
    let (mut groups, mut linked) = (false, places.iter().any(|place| place.tree == LINKS));
    for place in of_records() {
        if (place.level, place.index) == (0, 0) {
            *looked += 1;
            first(memory)?;
            // The counters stand here, beyond which no link may lead.
            linked = true;
            continue;
        }
        in_place(memory, *place)?;
        let found = KINDS.iter().find_map(|kind| Some((kind, kind.ids_in(place.index)?)));
        let Some((kind, ids)) = found.filter(|_| place.level == 0) else { continue };
        *looked += ids.len();
        groups |= [LAYER.number, GROUP.number].contains(&kind.number);
        for id in ids.filter(|id| kind.index(memory, *id as u16).is_some()) {
            record(memory, kind, id as u16)?;
        }
    }
    if groups {
        *looked += LAYER.count(memory) as usize;
        grouped(memory)?;
        grounded(memory)?;
    }
    if linked {
        *looked += memory.places(LINKS).count() * LINKED;
        links::check(memory)?;
    }
    Ok(())
}

fn planes_after(memory: &Memory, places: &[PageAddress], looked: &mut usize) -> Check {
    let records = places.iter().any(|place| is_records(place.tree));
    let mut shown = Shown::default();
    if records {
        // Cels may have gone, or show other planes.
        for number in memory.trees().into_iter().filter(|number| !is_records(*number)) {
            known(memory, number, &mut shown)?;
        }
        if let Some(tree) = memory.tree(SELECTION).filter(|_| has_edge(memory, SELECTION)) {
            edge(memory, tree)?;
        }
    }
    for touched in places.chunk_by(|a, b| a.tree == b.tree).filter(|places| !is_records(places[0].tree)) {
        let number = touched[0].tree;
        let Some(tree) = memory.tree(number) else { continue };
        *looked += touched.len();
        known(memory, number, &mut shown)?;
        lean_after(tree, touched)?;
        if has_edge(memory, number) {
            edge_after(memory, tree, touched)?;
        }
    }
    let masks = places.iter().any(|place| [SELECTION, FLOATING].contains(&place.tree));
    if records || masks { selection(memory) } else { Ok(()) }
}

/// Checks that no touched page can be collapsed, nor one right above it.
fn lean_after(tree: &Tree, touched: &[PageAddress]) -> Check {
    let (mut blocks, mut quadrants) = (BTreeSet::new(), BTreeSet::new());
    let twig = |block: u32| tree.branch(block as usize / FAN)?.twig(block as usize % FAN);
    for place in touched {
        match place.level {
            0 => {
                blocks.insert(place.index >> 9);
                let leaf = twig(place.index >> 9).and_then(|twig| twig.leaf(place.index as usize % FAN));
                leaf.map_or(Ok(()), lean_tile)?;
            }
            1 => _ = blocks.insert(place.index),
            2 => _ = quadrants.insert(place.index),
            _ => lean_root(tree)?,
        }
    }
    quadrants.extend(blocks.iter().map(|block| block >> 9));
    blocks.iter().filter_map(|block| twig(*block)).try_for_each(lean_block)?;
    quadrants.iter().filter_map(|quadrant| tree.branch(*quadrant as usize)).try_for_each(lean_quadrant)
}

/// Checks that nothing that was touched lies beyond the canvas's edge.
fn edge_after(memory: &Memory, tree: &Tree, touched: &[PageAddress]) -> Check {
    if touched.iter().any(|place| place.level > 1) {
        return edge(memory, tree);
    }
    let canvas = canvas(memory);
    for place in touched {
        let tiles = place.index << (9 * u32::from(place.level));
        let count = if place.level == 0 { 1 } else { FAN as u32 };
        for tile in tiles..tiles + count {
            let area = area_of(0, tile);
            edge_of(canvas, find(Sight::plain(Some(tree)), area.x as u32, area.y as u32))?;
        }
    }
    Ok(())
}
