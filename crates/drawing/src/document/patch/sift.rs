//! Which pixels of a plane a patch may take, and the exchange that takes them.
//!
//! Problem: what a step did to a plane is to be done where other steps have painted since. Idea: two differences tell
//! everything, and no state is read. One is the patch's own, `before XOR after`; the other is how the plane differs now from what it was
//! *before*. A pixel that the second leaves alone is as it was, and the first makes it what it became. Where both are equal it
//! is so already; everywhere else somebody else has changed it.
//!
//! The patch's exchange is taken as a whole, bases and all, and then taken back in those pixels that it may not change: in an area by
//! the area's own base, in a tile word by word. So whatever it does take lies in memory as the step had put it there.
//!
//! A pixel may also have been painted since in the colour that it had, which no difference tells. Whoever minds that says which, and these are left.
//!
//! The invariant: the sifted exchange changes the colour of a pixel if and only if the pixel is as it was before and nobody has painted it since, and changes it to
//! what it was after.

use super::super::drawing::tiles::{TILE, area_of, tile_of};
use super::super::drawing::window::Window;
use super::pages::{Pages, Room, WORDS, words, words_mut};
use crate::error::Result;
use crate::geometry::{Bits, Point, Rect};
use crate::memory::{FAN, Memory, PageAddress};

/// Rows of a tile: bit x of row y.
pub type Rows = [u32; TILE as usize];

/// Pixels of a plane in one tile, or in an area of tiles, in the plane's own coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Marked {
    /// All pixels of a rectangle, by how they differ from what they would become.
    Area(Rect, u32),
    /// Pixels of the tile at a rectangle whose bits are set, and by how each differs.
    Tile(Rect, Box<Rows>, Box<[u32; WORDS]>),
}

impl Marked {
    /// Returns the number of pixels.
    pub fn count(&self) -> u64 {
        match self {
            Marked::Area(rect, _) => rect.width as u64 * rect.height as u64,
            Marked::Tile(_, rows, _) => rows.iter().map(|row| u64::from(row.count_ones())).sum(),
        }
    }

    /// Returns the rectangle that they lie in.
    pub fn around(&self) -> Rect {
        match self {
            Marked::Area(rect, _) | Marked::Tile(rect, ..) => *rect,
        }
    }

    /// Returns the pixels as they are seen on the canvas; those of a tile may lie beyond it.
    pub(in crate::document) fn on(&self, canvas: Window) -> impl Iterator<Item = Marked> {
        let (tile, areas) = match self {
            Marked::Area(rect, by) => (None, Some(canvas.seen(*rect).map(|rect| Marked::Area(rect, *by)))),
            Marked::Tile(rect, rows, by) => {
                let Point { x, y } = canvas.corner.tile_at(tile_of(rect.x as u32, rect.y as u32));
                (Some(Marked::Tile(Rect { x, y, ..*rect }, rows.clone(), by.clone())), None)
            }
        };
        tile.into_iter().chain(areas.into_iter().flatten())
    }

    /// Returns by how a pixel differs from what it would become, if it is among them.
    pub fn by(&self, x: i32, y: i32) -> Option<u32> {
        let rect = self.around();
        let (x, y) = (x - rect.x, y - rect.y);
        if x < 0 || y < 0 || x >= rect.width || y >= rect.height {
            return None;
        }
        match self {
            Marked::Area(_, by) => Some(*by),
            Marked::Tile(_, rows, by) => (rows[y as usize] >> x & 1 == 1).then(|| by[(y * 32 + x) as usize]),
        }
    }
}

/// A plane's part of a patch, sifted.
#[derive(Clone, Debug, Default)]
pub(in crate::document) struct Sifted {
    /// What of the patch's exchange is taken back again.
    pub(super) back: Pages,
    /// The pixels that become what they were after.
    pub(in crate::document) taken: Vec<Marked>,
    /// The pixels that are left, since they are neither as before nor as after.
    pub(super) left: Vec<Marked>,
    /// The pixels that could have been taken and are as after already, in tiles that are not of one colour.
    pub(super) met: Vec<Bits>,
}

/// What becomes of a pixel.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Take,
    Same,
    Leave,
}

/// Decides by how a pixel is changed, which is not zero, by how it differs from before, and whether it may be taken.
fn verdict(by: u32, since: u32, free: bool) -> Verdict {
    match (free, since) {
        (true, 0) => Verdict::Take,
        _ if since == by => Verdict::Same,
        _ => Verdict::Leave,
    }
}

/// Which areas have pages within: tiles, blocks and quadrants by their indices, ascending.
#[derive(Default)]
struct Within([Vec<u32>; 3]);

impl Within {
    fn of(pages: &Pages, tree: u32) -> Within {
        let mut within = Within::default();
        for (place, _) in pages.of(tree).filter(|(place, _)| place.level < 3) {
            for level in place.level..3 {
                within.0[usize::from(level)].push(place.index >> (9 * u32::from(level - place.level)));
            }
        }
        within.0.iter_mut().for_each(|areas| {
            areas.sort_unstable();
            areas.dedup();
        });
        within
    }

    fn has(&self, level: u8, index: u32) -> bool {
        self.0[usize::from(level)].binary_search(&index).is_ok()
    }
}

struct Sieve<'a> {
    tree: u32,
    patch: &'a Pages,
    since: &'a Pages,
    painted: &'a Pages,
    /// Which areas have pages of the patch, of the other difference, and of what was painted.
    within: [Within; 3],
    /// Whether something may be taken.
    open: bool,
    sifted: Sifted,
    room: &'a mut Room,
}

impl Sifted {
    /// Returns what is to be exchanged of a patch.
    pub(super) fn exchange(&self, tree: u32, patch: &Pages, room: &mut Room) -> Result<Pages> {
        let mut exchange = Pages::default();
        for (place, page) in patch.of(tree).chain(self.back.of(tree)) {
            exchange.add_page(*place, page, room)?;
        }
        exchange.trim();
        Ok(exchange)
    }
}

impl Sieve<'_> {
    /// Sifts an area, given how all of its pixels differ by the bases on the way to it.
    fn area(&mut self, level: u8, index: u32, [by, since]: [u32; 2]) -> Result<()> {
        let (tree, area) = (self.tree, area_of(level, index));
        let changes = self.within[0].has(level, index);
        if !changes && by == 0 {
            return Ok(());
        }
        let below = self.within.iter().any(|within| within.has(level, index));
        if level > 0 && below {
            let place = PageAddress { tree, level, index };
            let bases = [self.patch, self.since].map(|pages| pages.words(place));
            return (0..FAN as u32).try_for_each(|child| {
                let [patch, other] = bases.map(|words| words.map_or(0, |words| words[child as usize]));
                self.area(level - 1, index << 9 | child, [by ^ patch, since ^ other])
            });
        }
        if below {
            return self.tile(index, by, since, area);
        }
        let verdict = verdict(by, since, self.open);
        match verdict {
            Verdict::Take => self.sifted.taken.push(Marked::Area(area, by)),
            Verdict::Leave => self.sifted.left.push(Marked::Area(area, by ^ since)),
            Verdict::Same => {}
        }
        if verdict != Verdict::Take {
            let base = PageAddress { tree, level: level + 1, index: index >> 9 };
            let page = self.sifted.back.entry(base, self.room)?;
            words_mut(page)[index as usize % FAN] ^= by;
        }
        Ok(())
    }

    fn tile(&mut self, index: u32, by: u32, since: u32, area: Rect) -> Result<()> {
        let place = PageAddress { tree: self.tree, level: 0, index };
        let [mut bys, mut sinces] =
            [self.patch, self.since].map(|pages| pages.words(place).copied().unwrap_or([0; WORDS]));
        bys.iter_mut().for_each(|word| *word ^= by);
        sinces.iter_mut().for_each(|word| *word ^= since);
        let [mut taken, mut left, mut met] = [[0; TILE as usize]; 3];
        let mut back = false;
        let (mut undone, painted) = ([0; WORDS], self.painted.words(place).unwrap_or(&[0; WORDS]));
        for at in (0..WORDS).filter(|at| bys[*at] != 0) {
            let (x, y) = ((at % 32) as i32, (at / 32) as i32);
            let verdict = verdict(bys[at], sinces[at], self.open && painted[at] == 0);
            match verdict {
                Verdict::Take => taken[y as usize] |= 1 << x,
                Verdict::Leave => left[y as usize] |= 1 << x,
                Verdict::Same => met[y as usize] |= u32::from(self.open) << x,
            }
            if verdict != Verdict::Take {
                (undone[at], back) = (bys[at], true);
            }
        }
        if back {
            let page = self.sifted.back.entry(place, self.room)?;
            words_mut(page).iter_mut().zip(undone).for_each(|(word, by)| *word ^= by);
        }
        if taken != [0; TILE as usize] {
            self.room.take()?;
            self.sifted.taken.push(Marked::Tile(area, Box::new(taken), Box::new(bys)));
        }
        if met != [0; TILE as usize] {
            self.sifted.met.push(Bits { at: Point::new(area.x, area.y), rows: met });
        }
        if left != [0; TILE as usize] {
            // Of other pixels, nobody has asked how they differ.
            let is_left = |at: usize| left[at / 32] >> (at % 32) & 1 == 1;
            let by = (0..WORDS).map(|at| if is_left(at) { bys[at] ^ sinces[at] } else { 0 });
            let mut differs = Box::new([0; WORDS]);
            differs.iter_mut().zip(by).for_each(|(word, by)| *word = by);
            self.room.take()?;
            self.sifted.left.push(Marked::Tile(area, Box::new(left), differs));
        }
        Ok(())
    }
}

/// Sifts a plane's part of a patch, by how the plane differs now from what it was before, and by what was painted since in the same
/// colours. Nothing is taken unless the plane is open.
pub(in crate::document) fn sift(
    tree: u32,
    patch: &Pages,
    [since, painted]: [&Pages; 2],
    open: bool,
    room: &mut Room,
) -> Result<Sifted> {
    let sifted = Sifted::default();
    let within = [patch, since, painted].map(|pages| Within::of(pages, tree));
    let mut sieve = Sieve { tree, patch, since, painted, within, open, sifted, room };
    (0..4).try_for_each(|quadrant| {
        let totals = [patch, since].map(|pages| pages.total(tree, 2, quadrant));
        sieve.area(2, quadrant, totals)
    })?;
    Ok(sieve.sifted)
}

/// Lets areas that are of one colour now, and will be of several, lie on the base that the step had put them on: how an area of one
/// colour lies in memory says nothing of the order in which steps were made.
pub(super) fn adopt_bases(
    tree: u32,
    memory: &Memory,
    patch: &Pages,
    since: &Pages,
    exchange: &mut Pages,
    room: &mut Room,
) -> Result<()> {
    for level in [2, 1, 0] {
        let mut areas: Vec<u32> = exchange
            .of(tree)
            .filter(|(place, _)| place.level <= level)
            .map(|(place, _)| place.index >> (9 * u32::from(level - place.level)))
            .collect();
        areas.sort_unstable();
        areas.dedup();
        for index in areas.into_iter().filter(|index| is_plain(memory, tree, level, *index)) {
            let totals = [patch, since, &*exchange].map(|pages| pages.total(tree, level, index));
            let by = totals.iter().fold(0, |all, total| all ^ total);
            if by == 0 {
                continue;
            }
            let base = PageAddress { tree, level: level + 1, index: index >> 9 };
            words_mut(exchange.entry(base, room)?)[index as usize % FAN] ^= by;
            let count = if level == 0 { WORDS } else { FAN };
            let page = exchange.entry(PageAddress { tree, level, index }, room)?;
            words_mut(page)[..count].iter_mut().for_each(|word| *word ^= by);
        }
    }
    exchange.trim();
    Ok(())
}

/// Returns `true` if an area has no pages: it is of one colour.
fn is_plain(memory: &Memory, tree: u32, level: u8, index: u32) -> bool {
    let held = |level, index| {
        let page = memory.page(PageAddress { tree, level, index });
        page.is_some_and(|page| words(page).iter().any(|word| *word != 0))
    };
    match level {
        0 => !held(0, index),
        1 => !held(1, index) && !(index << 9..(index + 1) << 9).any(|tile| held(0, tile)),
        _ => {
            let Some(branch) = memory.tree(tree).and_then(|tree| tree.branch(index as usize)) else {
                return true;
            };
            !held(2, index)
                && (0..FAN as u32)
                    .filter(|block| branch.twig(*block as usize).is_some())
                    .all(|block| is_plain(memory, tree, 1, index << 9 | block))
        }
    }
}
