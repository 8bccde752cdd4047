//! Every invariant of a document's bytes: total, so that any bytes whatever can be asked.
//!
//! A record may only stand where an id in use has its record, a plane only where two ids
//! in use name one, and nothing may lie anywhere else. So a memory that passes holds no
//! byte without a meaning.

use super::door::Door;
use super::info::{FLOATING, Info, MAGIC, MAX_SIDE, RECORDS, SELECTION, VERSION, cel_plane, info};
use super::records::{COLOR, FRAME, KINDS, Kind, LAYER, TAG, view};
use super::selection::SELECTED;
use super::tiles::{Piece, QUADRANT, bounds, colors, is_solid, is_zero, pieces, read_row};
use super::{Drawing, TagDirection, frames, layers, palette};
use crate::color::{Blend, Color};
use crate::geometry::Rect;
use crate::memory::{FAN, Memory, PAGE, Page, Place, Tree};
use std::collections::BTreeSet;

type Check = std::result::Result<(), String>;

fn check(holds: bool, what: &str) -> Check {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

/// Returns the bytes of a record leaf; an absent one has none.
fn leaf(memory: &Memory, index: u32) -> &[u8] {
    memory.page(Place { tree: RECORDS, level: 0, index }).map_or(&[], |page| bytemuck::cast_slice(page))
}

fn zero(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == 0)
}

/// Checks the list of one kind of records.
fn list(memory: &Memory, kind: &Kind, least: u32) -> Check {
    let count = *view::<u32>(memory, u64::from(kind.list) * PAGE as u64);
    check((least..=kind.most).contains(&count), "a list has as many ids as it may have")?;
    let ids = kind.ids(memory);
    let next = info(memory).next[kind.number];
    let given = |id: &u16| *id != 0 && u32::from(*id) < next && u32::from(*id) <= kind.last;
    check(next <= kind.last + 1 && ids.iter().all(given), "an id in a list was given")?;
    check(ids.iter().collect::<BTreeSet<_>>().len() == ids.len(), "an id is in its list once")?;
    let rest = leaf(memory, kind.list).get(4 + ids.len() * 2..).unwrap_or_default();
    check(zero(rest), "nothing lies behind a list")
}

/// Checks that a leaf of records holds only those of ids in use.
fn used(memory: &Memory, index: u32) -> Check {
    let Some(kind) = KINDS.into_iter().find(|kind| {
        let leaves = (kind.last + 1) * kind.size / PAGE as u32;
        (kind.first..kind.first + leaves).contains(&index)
    }) else {
        return check(index == 0 || KINDS.iter().any(|kind| kind.list == index), "a leaf has a meaning");
    };
    let first = (index - kind.first) * (PAGE as u32 / kind.size);
    let records = leaf(memory, index).chunks_exact(kind.size as usize);
    for (id, _) in (first..).zip(records).filter(|(_, record)| !zero(record)) {
        check(kind.index(memory, id as u16).is_some(), "only ids in use have records")?;
    }
    Ok(())
}

/// Checks all records.
fn records(memory: &Memory) -> Check {
    let info = info(memory);
    check(info.magic == MAGIC && info.version == VERSION, "the record is one")?;
    let sides = [info.width, info.height, info.grid[0], info.grid[1]];
    check(sides.iter().all(|side| (1..=MAX_SIDE).contains(side)), "sides are within their range")?;
    check(info.tile.iter().all(|side| *side <= MAX_SIDE), "the tile is within its range")?;
    let rest = leaf(memory, 0).get(size_of::<Info>()..).unwrap_or_default();
    check(zero(rest), "nothing lies behind the first record")?;
    for (kind, least) in KINDS.into_iter().zip([1, 1, 0, 1]) {
        list(memory, kind, least)?;
    }
    for place in memory.places(RECORDS) {
        let page = memory.page(place).filter(|page| !is_zero(page));
        if page.is_some() {
            check(place.level == 0, "records are leaves")?;
            used(memory, place.index)?;
        }
    }
    for id in LAYER.ids(memory) {
        let record = layers::record(memory, *id);
        let flags = [record.visible, record.locked, record.alpha_locked];
        check(flags.iter().all(|flag| *flag < 2), "a layer's flags are flags")?;
        check(
            record.name[0] != 0 && zero(record.rest.as_flattened()),
            "a layer has a name, and nothing unknown",
        )?;
        check(Blend::from_byte(record.blend).byte() == record.blend, "a layer's blend is known")?;
    }
    for id in FRAME.ids(memory) {
        let record = frames::record(memory, *id);
        let shown = (1..=u32::from(u16::MAX)).contains(&record.milliseconds);
        check(shown && record.rest == [0; 3], "a frame is shown for a while")?;
    }
    for id in TAG.ids(memory) {
        let record = frames::tag_record(memory, *id);
        let within = record.from <= record.to && record.to < FRAME.count(memory);
        check(within, "a tag lies within the frames")?;
        let known = (record.direction as usize) < TagDirection::ALL.len() && record.rest == [0; 5];
        check(known && record.name[0] != 0, "a tag has a name and a direction")?;
    }
    let plain = |id: &u16| palette::record(memory, *id).rest == 0;
    check(COLOR.ids(memory).iter().all(plain), "a colour is a colour")
}

/// Returns `true` if all of a page's bases are equal, and not zero.
fn alike(page: &Page) -> bool {
    let bases = &colors(page)[..FAN];
    bases[0] != Color::TRANSPARENT && bases.iter().all(|base| *base == bases[0])
}

/// Checks that a plane has no page that it could do without, and no byte that means nothing.
fn lean(tree: &Tree) -> Check {
    let behind = |page: &Page, from: usize| colors(page)[from..].iter().all(|c| *c == Color::TRANSPARENT);
    check(tree.page().is_none_or(|page| behind(page, 4)), "nothing lies behind the bases")?;
    for branch in (0..4).filter_map(|i| tree.branch(i)) {
        let mut empty = true;
        for twig in (0..FAN).filter_map(|i| branch.twig(i)) {
            let leaves = || (0..FAN).filter_map(|i| twig.leaf(i)).filter(|page| !is_zero(page));
            for page in leaves() {
                let all = colors(page);
                check(all.iter().any(|pixel| *pixel != all[0]), "a tile of one colour has no page")?;
            }
            if let Some(page) = twig.page() {
                check(behind(page, FAN), "nothing lies behind the bases")?;
                check(!alike(page) || leaves().next().is_some(), "a block of one colour has no page")?;
            }
            empty &= twig.page().is_none_or(is_zero) && leaves().next().is_none();
        }
        if let Some(page) = branch.page() {
            check(behind(page, FAN), "nothing lies behind the bases")?;
            check(!alike(page) || !empty, "a quadrant of one colour has no page")?;
        }
    }
    Ok(())
}

/// Checks that nothing but transparency lies beyond the canvas's edge.
fn edge(memory: &Memory, tree: &Tree) -> Check {
    let info = info(memory);
    let (width, height) = (info.width as i32, info.height as i32);
    let side = 2 * QUADRANT as i32;
    let canvas = Rect::new(0, 0, width, height);
    for Piece { rect, solid } in pieces(Some(tree), Rect::new(0, 0, side, side)) {
        if rect.intersect(canvas) == rect || solid == Some(Color::TRANSPARENT) {
            continue;
        }
        check(solid.is_none(), "nothing beyond the edge")?;
        let mut row = [Color::TRANSPARENT; super::TILE as usize];
        let row = &mut row[..rect.width as usize];
        for y in rect.y..rect.bottom() {
            read_row(Some(tree), (rect.x as u32, y as u32), 1, row);
            let shown = |x: i32| x < width && y < height;
            let clear = (rect.x..).zip(&*row).all(|(x, pixel)| shown(x) || *pixel == Color::TRANSPARENT);
            check(clear, "nothing beyond the edge")?;
        }
    }
    Ok(())
}

/// Checks what is said of the selection and of what floats.
fn selection(memory: &Memory) -> Check {
    let info = info(memory);
    let (mask, floating) = (memory.tree(SELECTION), memory.tree(FLOATING));
    let holds = |tree: Option<&Tree>| !bounds(tree).is_empty();
    check(info.floating <= 1 && info.selected <= 2 && info.full <= 1, "the selection's state is known")?;
    check(info.floating == 1 || !holds(floating), "without anything floating there are no pixels of it")?;
    check(info.selected != 0 || !holds(mask), "without a selection there is no mask")?;
    check(info.floating == 1 || info.offset == [0, 0], "what does not float is where it is")?;
    check(info.floating != 1 || info.selected != 0, "what floats is selected")?;
    check(info.floating == 1 || info.selected != 2, "what moves unselected floats")?;
    check(info.offset.iter().all(|by| (-(1 << 20)..=1 << 20).contains(by)), "nothing floats far away")?;
    let [layer, frame] = info.above;
    let known = LAYER.index(memory, layer).is_some() && FRAME.index(memory, frame).is_some();
    check(if info.floating == 1 { known } else { info.above == [0, 0] }, "pixels float above a cel")?;
    let [x, y, width, height] = info.bounds;
    let side = 0..=MAX_SIDE as i32;
    check(info.bounds.iter().all(|n| side.contains(n)), "the selection's rectangle lies in its plane")?;
    check(
        x + width <= *side.end() && y + height <= *side.end(),
        "the selection's rectangle lies in its plane",
    )?;
    if info.selected == 0 {
        return check(info.bounds == [0; 4] && info.full == 0, "what is not selected has no rectangle");
    }
    let (around, within) = (Rect::new(x, y, width, height), bounds(mask));
    check(around.intersect(within) == within, "the selection's rectangle holds all of it")?;
    check(info.full == 0 || is_solid(mask, around, SELECTED), "a full selection has no holes")
}

impl<D: Door> Drawing<D> {
    /// Checks every rule of a drawing's bytes.
    ///
    /// It is total: whatever the bytes are, it ends, and it allocates less than they take.
    ///
    /// # Errors
    /// Returns a sentence that names the rule that is broken.
    pub fn validate(&self) -> Check {
        validate(self.memory())
    }
}

fn validate(memory: &Memory) -> Check {
    records(memory)?;
    for number in memory.trees() {
        let Some(tree) = memory.tree(number) else { continue };
        match number {
            RECORDS => continue,
            SELECTION | FLOATING => {}
            _ => {
                let (layer, frame) = ((number >> 16) as u16, number as u16);
                let known = LAYER.index(memory, layer).is_some() && FRAME.index(memory, frame).is_some();
                let empty = || memory.places(number).all(|place| memory.page(place).is_none_or(is_zero));
                check((known && number == cel_plane(layer, frame)) || empty(), "a plane is a cel's")?;
                edge(memory, tree)?;
            }
        }
        lean(tree)?;
    }
    selection(memory)
}

#[cfg(test)]
mod tests {
    use super::super::door::Door;
    use super::*;
    use crate::document::{Cel, Document, Mode, Tag};
    use crate::memory::{Arena, Region};

    /// A document with a bit of everything.
    fn rich() -> Document {
        let mut document = Document::new(1100, 600).unwrap();
        document.begin(1).unwrap();
        document.add_layer(1).unwrap();
        document.add_frame(1).unwrap();
        let tag = Tag { name: "walk".into(), from: 0, to: 1, direction: TagDirection::Reverse };
        document.add_tag(&tag).unwrap();
        let cel = Cel { layer: 1, frame: 1 };
        document.fill_rect(cel, Rect::new(5, 5, 1090, 560), Color::BLACK).unwrap();
        document.select(&[Rect::new(9, 9, 80, 70), Rect::new(9, 79, 8, 7)], Mode::Replace).unwrap();
        document.lift(cel).unwrap();
        document.commit("Rich", Color::ADDED, 0).unwrap();
        document.validate().unwrap();
        document
    }

    /// Writes bytes behind the back of all rules, and asks.
    fn with(document: &mut Document, at: u64, bytes: &[u8]) -> Check {
        document.begin(1).unwrap();
        document.door.write(Region::new(at, bytes.len())).unwrap().copy_from_slice(bytes);
        let said = super::validate(document.memory());
        document.cancel();
        said
    }

    #[test]
    fn no_bytes_make_it_panic_and_none_are_without_a_meaning() {
        let mut document = rich();
        let mut random = fastrand::Rng::with_seed(3);
        let pages: Vec<_> = document.memory().present().map(|region| region.start).collect();
        let (mut refused, rounds) = (0, 1500);
        for _ in 0..rounds {
            let page = if random.bool() { pages[random.usize(..pages.len())] } else { pages[0] };
            // The first bytes of a page are those that mean most.
            let within = if random.bool() { random.u64(..96) } else { random.u64(..4096) };
            refused += u32::from(with(&mut document, page + within, &[random.u8(..)]).is_err());
            let tree = [0, 1, 3, 0x1_0001, 0x7fff_ffff][random.usize(..5)];
            let place = Place { tree, level: random.u8(..3), index: random.u32(..4) };
            _ = with(&mut document, place.address() + random.u64(..4096), &[random.u8(1..)]);
        }
        assert!(refused > rounds / 10, "{refused} of {rounds}");
        document.validate().unwrap();
    }

    #[test]
    fn what_is_broken_is_named() {
        let mut document = rich();
        let leaf = |tree, index| Place { tree, level: 0, index }.address();
        let cases: [(u64, &[u8], &str); 12] = [
            (0, b"X", "the record is one"),
            (8, &[0, 0], "sides are within their range"),
            (4000, &[1], "nothing lies behind the first record"),
            (leaf(0, LAYER.list), &[255, 255, 1, 0], "a list has as many ids as it may have"),
            (leaf(0, LAYER.list) + 4, &[2], "an id is in its list once"),
            (leaf(0, FRAME.list) + 4, &[9], "an id in a list was given"),
            (leaf(0, TAG.list) + 20, &[1], "nothing lies behind a list"),
            (leaf(0, 99), &[1], "a leaf has a meaning"),
            (LAYER.address(9), &[1], "only ids in use have records"),
            (LAYER.address(2) + 66, &[2], "a layer's flags are flags"),
            (leaf(cel_plane(2, 7), 0), &[1], "a plane is a cel's"),
            (leaf(cel_plane(2, 2), 900), &[1], "nothing beyond the edge"),
        ];
        for (at, bytes, said) in cases {
            assert_eq!(with(&mut document, at, bytes), Err(said.into()));
        }
        let uniform = [7u8; PAGE];
        let tile = leaf(cel_plane(1, 1), 0);
        assert_eq!(with(&mut document, tile, &uniform), Err("a tile of one colour has no page".into()));
        let bases = Place { tree: cel_plane(1, 1), level: 1, index: 0 }.address();
        let said = Err("nothing lies behind the bases".into());
        assert_eq!(with(&mut document, bases + 2048, &[1]), said);
        let said = Err("a block of one colour has no page".into());
        assert_eq!(with(&mut document, bases, &uniform[..2048]), said);
    }
}
