//! Every rule of a drawing's bytes: total, so that any bytes whatever can be checked.
//!
//! Bytes come from strangers: a file, a crashed session's journal. Before they are
//! believed they are checked here, and the check itself may believe nothing. It reads
//! records in place, walks only over pages that are held, and allocates a list of ids at
//! most; so it ends for any bytes, in time that their number bounds.
//!
//! A record may only stand where an id in use has its record, a link only where two ids in use name a cel, a plane only
//! where a cel shows it, and nothing may lie anywhere else. So a memory that passes holds no byte without a meaning.
//!
//! ```
//! use undoodle_drawing::document::{Door, Drawing};
//! use undoodle_drawing::memory::{Memory, Region};
//! let mut memory: Memory = Drawing::new(8, 8)?.into_door();
//! memory.write(Region::new(8, 4))?.copy_from_slice(&40_000u32.to_le_bytes());
//! let said = Drawing::from_door(memory).validate();
//! assert_eq!(said, Err("a side is outside of 1 to 32768".into()));
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::background::backgrounds;
use super::door::Door;
use super::info::{
    FLOATING, Info, LIFTED_WHOLE, MAGIC, MAX_SIDE, RECORDS, SELECTION, UNSELECTED, VERSION, info, is_records,
};
use super::places::{fits, wrap};
use super::records::{By, FRAME, GROUP, KINDS, Kind, LAYER, view};
use super::selection::SELECTED;
use super::tiles::{ALL, Found, TILE, Walk, bounds, colors, is_solid, is_zero, rows, shown, walk};
use super::window::{Sight, is_seamless};
use super::{Drawing, groups, links};
use crate::color::Color;
use crate::error::Message;
use crate::geometry::Rect;
use crate::memory::{Branch, FAN, Memory, PAGE, Page, PageAddress, Tree, Twig};
use crate::pause;

pub(super) type Check = std::result::Result<(), Message>;

impl<D: Door> Drawing<D> {
    /// Checks every rule of the drawing's bytes. It ends and does not panic whatever they are, and
    /// allocates some kilobytes at most.
    ///
    /// # Errors
    /// Returns a sentence that says what is wrong.
    pub fn validate(&self) -> std::result::Result<(), Message> {
        whole(self.memory())
    }

    /// Checks the rules that hold while an action is open, too: all but those of pages that could be collapsed, which its end does.
    ///
    /// # Errors
    /// Returns a sentence that says what is wrong.
    pub(in crate::document) fn validate_open(&self) -> Check {
        each(self.memory(), |_, _| Ok(()))
    }

    /// Checks the rules of the records alone: sizes, lists, layers, frames, tags, colours and links.
    ///
    /// # Errors
    /// Returns a sentence that says what is wrong.
    pub fn validate_records(&self) -> std::result::Result<(), Message> {
        records(self.memory())
    }
}

/// Checks every rule of a drawing's bytes; see [`Drawing::validate`].
pub(in crate::document) fn whole(memory: &Memory) -> Check {
    each(memory, lean)
}

/// Checks every rule but those of a plane's pages, and these for each plane and the one before it.
fn each(memory: &Memory, pages: impl Fn(&Tree, Option<&Tree>) -> Check) -> Check {
    records(memory)?;
    let (mut shown, mut before) = (links::Shown::default(), None);
    for number in memory.trees() {
        let Some(tree) = memory.tree(number).filter(|_| !is_records(number)) else { continue };
        known(memory, number, &mut shown)?;
        pages(tree, before.replace(tree))?;
        if has_edge(memory, number) {
            edge(memory, tree)?;
        }
    }
    selection(memory)
}

/// Checks the rules of all that is no layer's pixels: records, links, the selection and what floats.
pub(in crate::document) fn special(memory: &Memory) -> Check {
    records(memory)?;
    selection(memory)
}

/// Checks that a cel shows the pixels in a plane, if there are any.
pub(super) fn known(memory: &Memory, number: u32, shown: &mut links::Shown) -> Check {
    let known = matches!(number, SELECTION | FLOATING) || shown.has(memory, number);
    let empty = || memory.places(number).all(|place| memory.page(place).is_none_or(is_zero));
    refuse(!known && !empty(), "there are pixels without a cel")
}

/// Returns `true` if a plane ends at the canvas's edge: that of the selection, unless it floats with what is moved.
pub(super) fn has_edge(memory: &Memory, number: u32) -> bool {
    number == SELECTION && info(memory).floating == 0
}

pub(super) fn refuse(broken: bool, what: &'static str) -> Check {
    if broken { Err(what.into()) } else { Ok(()) }
}

pub(super) fn has_cel(memory: &Memory, layer: u16, frame: u16) -> bool {
    LAYER.index(memory, layer).is_some() && FRAME.index(memory, frame).is_some()
}

/// Returns the bytes of a leaf of records, or none if it is absent.
fn leaf(memory: &Memory, index: u32) -> &[u8] {
    memory.page(PageAddress { tree: RECORDS, level: 0, index }).map_or(&[], |page| bytemuck::cast_slice(page))
}

fn zero(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == 0)
}

/// Checks the list of one kind of records.
fn list(memory: &Memory, kind: &Kind) -> Check {
    let count = *view::<u32>(memory, u64::from(kind.list) * PAGE as u64);
    refuse(!(kind.least..=kind.most).contains(&count), "a list has too many or too few ids")?;
    let mut ids = kind.ids(memory).to_vec();
    let next = kind.next(memory);
    let given = |id: &u16| *id != 0 && u32::from(*id) < next;
    refuse(next > kind.last + 1 || !ids.iter().all(given), "a list has an id that was never given")?;
    let rest = leaf(memory, kind.list).get(4 + ids.len() * 2..).unwrap_or_default();
    refuse(!zero(rest), "a list has data past its end")?;
    ids.sort_unstable();
    refuse(!ids.is_sorted_by(|a, b| a < b), "a list has an id twice")
}

/// Checks that a leaf of records holds only those of ids in use.
fn used(memory: &Memory, index: u32) -> Check {
    let Some((kind, ids)) = KINDS.iter().find_map(|kind| Some((kind, kind.ids_in(index)?))) else {
        let known = index == 0 || KINDS.iter().any(|kind| kind.list == index);
        return refuse(!known, "there are records of an unknown kind");
    };
    let records = leaf(memory, index).chunks_exact(kind.size as usize);
    for (id, _) in ids.zip(records).filter(|(_, record)| !zero(record)) {
        refuse(kind.index(memory, id as u16).is_none(), "there is a record of an id that is not in use")?;
    }
    Ok(())
}

/// Checks which layers and groups are in which groups.
pub(super) fn grouped(memory: &Memory) -> Check {
    let (mut open, mut begun): (Vec<u16>, Vec<u16>) = (Vec::new(), Vec::new());
    for layer in LAYER.ids(memory) {
        if groups::of(memory, *layer) == open.last().copied().unwrap_or(0) {
            continue;
        }
        let mut around: Vec<u16> = groups::around(memory, *layer).collect();
        refuse(around.len() > GROUP.count(memory) as usize, "a group is within itself")?;
        around.reverse();
        let common = open.iter().zip(&around).take_while(|(one, other)| one == other).count();
        begun.extend(&around[common..]);
        open = around;
    }
    begun.sort_unstable();
    refuse(!begun.is_sorted_by(|a, b| a < b), "the layers of a group are not together")?;
    refuse(begun.len() as u32 != GROUP.count(memory), "a group has no layers")
}

/// Checks that there is one background at most.
pub(super) fn grounded(memory: &Memory) -> Check {
    refuse(backgrounds(memory).nth(1).is_some(), "there are two backgrounds")
}

/// Checks the first record and the lists, whose counters stand in it.
pub(super) fn first(memory: &Memory) -> Check {
    let info = info(memory);
    refuse(info.magic != MAGIC, "it does not begin like a drawing")?;
    if info.version != VERSION {
        let code = match info.version > VERSION {
            true => "its layout is version {n}, and this Undoodle reads {known}: open it with a newer one",
            false => "its layout is version {n}, and this Undoodle reads {known}: an older one wrote it",
        };
        return Err(Message::new(code).with(info.version).with(VERSION));
    }
    let sides = [info.width, info.height, info.grid[0], info.grid[1]];
    refuse(!sides.iter().all(|side| (1..=MAX_SIDE).contains(side)), "a side is outside of 1 to 32768")?;
    refuse(!info.tile.iter().all(|side| *side <= MAX_SIDE), "a side of the tile is beyond 32768")?;
    refuse(!info.corner.iter().all(|at| *at < MAX_SIDE), "the corner of the canvas is beyond 32767")?;
    let seamless = is_seamless(info.corner[0], info.width) && is_seamless(info.corner[1], info.height);
    refuse(!seamless, "a tile is seen twice on the canvas")?;
    let rest = leaf(memory, 0).get(size_of::<Info>()..).unwrap_or_default();
    refuse(!zero(rest), "the first record has data past its end")?;
    KINDS.iter().try_for_each(|kind| list(memory, kind))
}

/// Checks a page of the tree of records: only those of ids in use may stand there.
pub(super) fn in_place(memory: &Memory, place: PageAddress) -> Check {
    if memory.page(place).is_some_and(|page| !is_zero(page)) {
        refuse(place.level != 0, "there are records of an unknown kind")?;
        used(memory, place.index)?;
    }
    Ok(())
}

/// Checks the record of an id in use, and that what it names exists.
pub(super) fn record(memory: &Memory, kind: &Kind, id: u16) -> Check {
    if let Some(field) = (kind.broken)(memory, id) {
        return Err(Message::new("the {field} of a {what} has bytes that mean nothing")
            .with(field)
            .with_key(kind.thing));
    }
    for reference in kind.names {
        let (to, named) = (reference.to, reference.value(memory, kind.address(id)));
        let exists = match reference.by {
            By::Id | By::Membership | By::Owner => named == 0 || to.index(memory, named as u16).is_some(),
            By::Place => named < to.count(memory),
        };
        refuse(!exists, reference.missing)?;
    }
    let mut places = kind.names.iter().filter(|reference| reference.by == By::Place);
    let missing = places.clone().next().map_or("", |reference| reference.missing);
    refuse(!places.by_ref().is_sorted_by_key(|place| place.value(memory, kind.address(id))), missing)
}

/// Checks all records.
pub(super) fn records(memory: &Memory) -> Check {
    first(memory)?;
    memory.places(RECORDS).try_for_each(|place| in_place(memory, place))?;
    for kind in KINDS {
        kind.ids(memory).iter().try_for_each(|id| record(memory, kind, *id))?;
    }
    grouped(memory)?;
    grounded(memory)?;
    links::check(memory)
}

/// Returns `true` if all of a page's bases are equal, and not zero.
fn alike(page: &Page) -> bool {
    let bases = &colors(page)[..FAN];
    bases[0] != Color::TRANSPARENT && bases.iter().all(|base| *base == bases[0])
}

/// Checks that nothing stands behind a page's bases.
fn behind(page: &Page, bases: usize) -> Check {
    let rest = colors(page)[bases..].iter().any(|color| *color != Color::TRANSPARENT);
    refuse(rest, "a table of tiles has data past its end")
}

/// Returns `true` if no tile of a block has pixels of its own.
fn is_bare(twig: &Twig) -> bool {
    (0..FAN).filter_map(|i| twig.leaf(i)).all(is_zero)
}

/// Checks that a tile has no page if it is of one colour.
pub(super) fn lean_tile(page: &Page) -> Check {
    let all = colors(page);
    let plain = all[0] != Color::TRANSPARENT && all.iter().all(|pixel| *pixel == all[0]);
    refuse(plain, "a tile of one colour has a page")
}

/// Checks that a block has no page if it is of one colour.
pub(super) fn lean_block(twig: &Twig) -> Check {
    let Some(page) = twig.page() else { return Ok(()) };
    behind(page, FAN)?;
    refuse(alike(page) && is_bare(twig), "a block of one colour has a page")
}

/// Checks that a quadrant has no page if it is of one colour.
pub(super) fn lean_quadrant(branch: &Branch) -> Check {
    let Some(page) = branch.page() else { return Ok(()) };
    behind(page, FAN)?;
    let is_empty = |twig: &Twig| is_bare(twig) && twig.page().is_none_or(is_zero);
    let empty = || (0..FAN).filter_map(|i| branch.twig(i)).all(is_empty);
    refuse(alike(page) && empty(), "a quadrant of one colour has a page")
}

/// Checks that nothing stands behind the bases of a plane's root.
pub(super) fn lean_root(tree: &Tree) -> Check {
    tree.page().map_or(Ok(()), |page| behind(page, 4))
}

/// Checks that a plane has no page that could be collapsed, and no bytes behind its bases. Most tiles of a film are the very pages of the
/// plane before, which was checked already.
fn lean(tree: &Tree, before: Option<&Tree>) -> Check {
    lean_root(tree)?;
    for (i, branch) in (0..4).filter_map(|i| Some((i, tree.branch(i)?))) {
        let before = before.and_then(|before| before.branch(i));
        for (j, twig) in (0..FAN).filter_map(|j| Some((j, branch.twig(j)?))) {
            let before = before.and_then(|before| before.twig(j));
            for (k, leaf) in (0..FAN).filter_map(|k| Some((k, twig.leaf(k)?))) {
                if before.and_then(|before| before.leaf(k)).is_some_and(|before| std::ptr::eq(before, leaf)) {
                    continue;
                }
                lean_tile(leaf)?;
                pause::only(PAGE);
            }
            lean_block(twig)?;
        }
        lean_quadrant(branch)?;
    }
    Ok(())
}

/// Checks that nothing but transparency of an area lies beyond the canvas's edge.
pub(super) fn edge_of(canvas: Rect, found: Found<'_>) -> Check {
    if found.area.intersect(canvas) == found.area {
        return Ok(());
    }
    refuse(found.page.is_none() && found.base != Color::TRANSPARENT, "the selection leaves the canvas")?;
    let pixels = found.page.map(colors).unwrap_or_default();
    for (y, row) in (found.area.y..).zip(pixels.chunks_exact(TILE as usize)) {
        let inside =
            if y < canvas.bottom() { (canvas.right() - found.area.x).clamp(0, TILE as i32) } else { 0 };
        // Pixels are stored as differences from the base: one that equals it is transparent.
        let beyond = &row[inside as usize..];
        refuse(beyond.iter().any(|pixel| *pixel != found.base), "the selection leaves the canvas")?;
    }
    Ok(())
}

/// Returns the canvas's rectangle.
pub(super) fn canvas(memory: &Memory) -> Rect {
    let info = info(memory);
    Rect::new(0, 0, info.width as i32, info.height as i32)
}

/// Checks that nothing but transparency lies beyond the canvas's edge.
pub(super) fn edge(memory: &Memory, tree: &Tree) -> Check {
    let canvas = canvas(memory);
    walk(tree, Walk { within: ALL, color: shown }, |found| edge_of(canvas, found))
}

/// Checks that every pixel of a mask is either selected or not.
fn mask(tree: &Tree) -> Check {
    let known = |color: &Color| [Color::TRANSPARENT, SELECTED].contains(color);
    walk(tree, Walk { within: ALL, color: |color: &Color| !known(color) }, |found| {
        pause::only(if found.page.is_some() { PAGE } else { 0 });
        // An area of one colour is met for being an unknown one.
        let plain = found.page.is_some() && rows(found).all(|(_, row)| row.iter().all(known));
        refuse(!plain, "the selection has a colour")
    })
}

/// Checks the selection and the floating pixels.
pub(super) fn selection(memory: &Memory) -> Check {
    let info = info(memory);
    let (tree, floating) = (memory.tree(SELECTION), bounds(memory.tree(FLOATING)));
    let within = bounds(tree);
    let unknown = info.floating > 1 || info.selected > LIFTED_WHOLE || info.full > 1;
    refuse(unknown, "the selection's state is unknown")?;
    let (floats, selected) = (info.floating == 1, info.selected != UNSELECTED);
    refuse(!floats && !floating.is_empty(), "the file moves a selection that it does not contain")?;
    refuse(
        selected == within.is_empty(),
        "there is a mask without a selection, or a selection without a mask",
    )?;
    refuse(!floats && info.offset != [0, 0], "the file moves a selection that it does not contain")?;
    refuse(floats && !selected, "pixels are moved that are not selected")?;
    refuse(!floats && info.selected == LIFTED_WHOLE, "the file moves a selection that it does not contain")?;
    refuse(
        info.offset.iter().any(|by| !(-(1 << 20)..=1 << 20).contains(by)),
        "pixels are moved too far away",
    )?;
    let tile = wrap(info);
    refuse(tile.is_none() && info.wrap != [0; 4], "the tile that moved pixels wrap around has no area")?;
    refuse(!floats && tile.is_some(), "the file moves a selection that it does not contain")?;
    let [layer, frame] = info.above;
    let above = if floats { has_cel(memory, layer, frame) } else { info.above == [0, 0] };
    refuse(!above, "pixels are moved above a cel that does not exist")?;
    let [x, y, width, height] = info.bounds;
    let most = MAX_SIDE as i32;
    let inside =
        info.bounds.iter().all(|n| (0..=most).contains(n)) && x + width <= most && y + height <= most;
    refuse(!inside, "the selection's rectangle leaves its plane")?;
    if !selected {
        return refuse(info.bounds != [0; 4] || info.full != 0, "there is a rectangle without a selection");
    }
    let around = Rect::new(x, y, width, height);
    let reaches = |tile: Rect| {
        let plane = Rect::new(0, 0, most, most);
        tile.intersect(plane) == tile && fits(around, tile)
    };
    refuse(!tile.is_none_or(reaches), "the moved pixels do not fit into the tile that they wrap around")?;
    let all = around.intersect(within) == within && around.intersect(floating) == floating;
    refuse(!all, "the selection's rectangle does not hold all of it")?;
    tree.map_or(Ok(()), mask)?;
    refuse(info.full == 1 && !is_solid(Sight::plain(tree), around, SELECTED), "a full selection has holes")
}
