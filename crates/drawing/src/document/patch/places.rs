//! Places: a patch's conflicts, as somebody goes from one to the next.
//!
//! Problem: conflicts are pixels by the thousand, and fields. Who decides about them wants to see each area once, and each field by its
//! name. Idea: pixels of one plane that touch each other, also at corners, are one place. A conflict of so many specks
//! that nobody would walk through them is looked at in cells of twice the side, until what lies close together is one place. So the work
//! and the number of places are bounded, whatever was painted.
//!
//! Some conflicts leave no choice: pixels on a layer that is gone here, a field of something that is gone. They are places, too, since
//! somebody has to hear of them.
//!
//! The invariant: each pixel of an image that was left and lies on the canvas belongs to one place, unless its layer is locked and spared, and so does each part, but those of a thing that
//! is gone are one place together.

use super::conflicts::{Conflicts, plane};
use super::sift::{Marked, Rows};
use crate::document::drawing::threeway::Shows;
use crate::document::drawing::tiles::{TILE, cells, tile_of};
use crate::document::drawing::window::{Corner, Window};
use crate::document::{Clash, Document, Mask, Part, Subject, Thing};
use crate::error::{Error, Result};
use crate::geometry::{Point, Rect};
use std::collections::{BTreeMap, BTreeSet};

/// The most places of one plane.
const MOST: usize = 200;

/// The most runs of cells that are looked at.
const RUNS: usize = 1 << 17;

/// The most tiles that the conflicts of a plane may lie in.
const TILES: usize = 1 << 17;

/// A conflict that is decided about as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Pixels of an image that lie together.
    Pixels {
        /// The image.
        plane: Subject,
        /// The rectangle around them.
        around: Rect,
        /// Number of pixels.
        count: u64,
        /// The pixels, by tiles.
        mask: Mask,
        /// Whether the other side can be chosen: the image is there.
        can: bool,
        /// Where the canvas's corner lies on the image.
        corner: Corner,
    },
    /// Something else than pixels.
    Part {
        /// What it is, and both sides' values.
        clash: Clash,
        /// Whether the other side can be chosen.
        can: bool,
    },
}

impl Place {
    /// Returns `true` if the other side can be chosen.
    pub fn can(&self) -> bool {
        match self {
            Place::Pixels { can, .. } | Place::Part { can, .. } => *can,
        }
    }

    /// Returns the rectangle around its pixels, or an empty one.
    pub fn around(&self) -> Rect {
        if let Place::Pixels { around, .. } = self { *around } else { Rect::EMPTY }
    }
}

/// Pixels of a plane by the left upper corners of their tiles, in the plane's own coordinates, which go on at its other side.
type Tiles = BTreeMap<(i32, i32), Rows>;

/// A run of cells in a row, and the tile that it lies in.
#[derive(Clone, Copy)]
struct Run {
    y: i32,
    x: [i32; 2],
    tile: (i32, i32),
}

impl Document {
    /// Returns the places of conflicts, pixels first: by plane, and from top to bottom. The drawing is as the patch has left it, or will leave it.
    ///
    /// # Errors
    /// Returns [`Error::OverBudget`] when they lie in more tiles than can be walked through.
    pub fn places_of(&self, conflicts: &Conflicts) -> Result<Vec<Place>> {
        let (mut places, mut shows) = (Vec::new(), Shows::default());
        let refused = conflicts.clashes.iter().any(|clash| clash.part == Part::Canvas);
        for (subject, left) in &conflicts.left {
            // Of a locked layer there is nothing to decide.
            if !matches!(subject, Subject::Image { .. }) || conflicts.locked.contains(subject) {
                continue;
            }
            let can = !refused && shows.has(self.memory(), plane(*subject));
            let canvas = self.window();
            for tiles in together(tiles(left, canvas)?) {
                places.push(place(*subject, tiles, can, canvas.corner));
            }
        }
        let mut gone: BTreeSet<Thing> = BTreeSet::new();
        for clash in &conflicts.clashes {
            let here = !clash.sides[1].is_empty();
            let (can, told) = match clash.part {
                Part::Selection => (false, true),
                Part::Member(_) => (here, true),
                Part::Field(thing, _) | Part::Place(thing) => (here, here || gone.insert(thing)),
                _ => (true, true),
            };
            if told {
                places.push(Place::Part { clash: clash.clone(), can });
            }
        }
        Ok(places)
    }
}

/// Returns the pixels of a plane on the canvas.
fn tiles(left: &[Marked], canvas: Window) -> Result<Tiles> {
    let mut found = Tiles::new();
    for marked in left {
        for part in canvas.places(marked.around()) {
            for (part, _) in cells(part, TILE, TILE) {
                let index = tile_of(part.x as u32, part.y as u32);
                let mut rows = [u32::MAX; TILE as usize];
                if let Marked::Tile(_, marked, _) = marked {
                    rows = **marked;
                }
                canvas.clip(index, &mut rows);
                if rows != [0; TILE as usize] {
                    let (Point { x, y }, [right, down]) =
                        (canvas.corner.tile_at(index), canvas.corner.numbers());
                    let all = found.entry((x + right as i32, y + down as i32)).or_insert([0; TILE as usize]);
                    all.iter_mut().zip(rows).for_each(|(a, b)| *a |= b);
                }
                if found.len() > TILES {
                    return Err(Error::OverBudget { needed: found.len() as u64, budget: TILES as u64 });
                }
            }
        }
    }
    Ok(found)
}

/// Returns a place of some pixels.
fn place(plane: Subject, tiles: Tiles, can: bool, corner: Corner) -> Place {
    let (mut around, mut count) = (Rect::EMPTY, 0);
    let [right, down] = corner.numbers();
    let seen = |(x, y): (i32, i32)| (x - right as i32, y - down as i32);
    let tiles: Tiles = tiles.into_iter().map(|(tile, rows)| (seen(tile), rows)).collect();
    for ((x, y), rows) in &tiles {
        let columns = rows.iter().fold(0, |all, row| all | row);
        let lines = || (0..TILE as i32).filter(|line| rows[*line as usize] != 0);
        let (top, bottom) = (lines().next().unwrap_or(0), lines().next_back().unwrap_or(0) + 1);
        let (left, right) = (columns.trailing_zeros() as i32, 32 - columns.leading_zeros() as i32);
        around = around.union(Rect::new(x + left, y + top, right - left, bottom - top));
        count += rows.iter().map(|row| u64::from(row.count_ones())).sum::<u64>();
    }
    let mask = Mask {
        tiles: tiles.into_iter().map(|((x, y), rows)| (Point::new(x, y), rows)).collect(),
        rects: Vec::new(),
    };
    Place::Pixels { plane, around, count, mask, can, corner }
}

/// Returns the runs of cells of a side of `1 << scale` pixels in which pixels lie, or `None` if they are too many.
fn runs(tiles: &Tiles, scale: u32) -> Option<Vec<Run>> {
    let mut runs = Vec::new();
    for (tile, rows) in tiles {
        let (cells, side) = (32 >> scale.min(5), 1 << scale.min(5));
        for line in 0..cells {
            let all = rows[line * side..][..side].iter().fold(0, |all, row| all | row);
            let is_marked = |cell: usize| all >> (cell * side) & (u32::MAX >> (32 - side)) != 0;
            let (x, y) = ((tile.0 >> scale), (tile.1 + (line * side) as i32) >> scale);
            let mut cell = 0;
            while cell < cells {
                let end = (cell..cells).find(|end| !is_marked(*end)).unwrap_or(cells);
                if end > cell {
                    runs.push(Run { y, x: [x + cell as i32, x + end as i32 - 1], tile: *tile });
                }
                cell = end + 1;
            }
        }
        if runs.len() > RUNS && scale < 15 {
            return None;
        }
    }
    Some(runs)
}

/// Returns the number of the first of the runs that a run lies together with.
fn root(of: &mut [usize], mut at: usize) -> usize {
    while of[at] != at {
        of[at] = of[of[at]];
        at = of[at];
    }
    at
}

/// Divides pixels into those that lie together, from top to bottom.
fn together(tiles: Tiles) -> Vec<Tiles> {
    let mut scale = 0;
    loop {
        let found = runs(&tiles, scale).map(|runs| join(&tiles, runs, scale));
        match found {
            Some(places) if places.len() <= MOST || scale >= 15 => return places,
            _ => scale += 1,
        }
    }
}

/// Divides pixels by their runs.
fn join(tiles: &Tiles, mut runs: Vec<Run>, scale: u32) -> Vec<Tiles> {
    runs.sort_unstable_by_key(|run| (run.y, run.x[0]));
    let mut of: Vec<usize> = (0..runs.len()).collect();
    // The first run of the row above that may touch the next one of this row.
    let mut above = 0;
    for at in 0..runs.len() {
        let run = runs[at];
        if at > 0 && runs[at - 1].y == run.y && runs[at - 1].x[1] + 1 >= run.x[0] {
            let (one, other) = (root(&mut of, at - 1), root(&mut of, at));
            of[one.max(other)] = one.min(other);
        }
        while runs[above].y < run.y - 1 || runs[above].y == run.y - 1 && runs[above].x[1] + 1 < run.x[0] {
            above += 1;
        }
        let touches = |other: &Run| other.y == run.y - 1 && other.x[0] <= run.x[1] + 1;
        for near in (above..at).take_while(|near| touches(&runs[*near])) {
            let (one, other) = (root(&mut of, near), root(&mut of, at));
            of[one.max(other)] = one.min(other);
        }
    }
    let mut places: BTreeMap<usize, Tiles> = BTreeMap::new();
    for (at, run) in runs.iter().enumerate() {
        let place = places.entry(root(&mut of, at)).or_default();
        let rows = place.entry(run.tile).or_insert([0; TILE as usize]);
        let within = |from: i32, tile: i32| ((from << scale) - tile).clamp(0, 32) as u32;
        let [left, right] = [within(run.x[0], run.tile.0), within(run.x[1] + 1, run.tile.0)];
        let [top, bottom] = [within(run.y, run.tile.1), within(run.y + 1, run.tile.1)];
        let columns = (((1_u64 << right) - 1) & !((1_u64 << left) - 1)) as u32;
        for line in top as usize..bottom as usize {
            rows[line] |= tiles[&run.tile][line] & columns;
        }
    }
    places.into_values().collect()
}
