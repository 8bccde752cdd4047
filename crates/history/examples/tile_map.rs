//! A map of 256×256 tiles: brush strokes, a pin that outlives the limit, and exactly what undo touched.
//!
//! A tile is a record cast from the bytes that the history lends out; there is no undo code in here.

use bytemuck::{Pod, Zeroable};
use undoodle_history::{Commit, Error, Header, History, Limits, Region, Result, Step};

const SIDE: i64 = 256;

#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Tile {
    terrain: u8,
    turn: u8,
    height: u16,
}

const TILE: usize = std::mem::size_of::<Tile>();

struct Map {
    history: History<Vec<u8>>,
}

impl Map {
    fn tile(&self, x: i64, y: i64) -> Tile {
        let at = (y * SIDE + x) as usize * TILE;
        bytemuck::pod_read_unaligned(&self.history.arena()[at..at + TILE])
    }

    /// Sets a disc of terrain, higher in the middle.
    fn dab(&mut self, (x, y): (i64, i64), radius: i64, terrain: u8) -> Result<()> {
        for y in (y - radius).max(0)..=(y + radius).min(SIDE - 1) {
            for x in (x - radius).max(0)..=(x + radius).min(SIDE - 1) {
                let place = Region::new(((y * SIDE + x) as usize * TILE) as u64, TILE);
                let tile = Tile { terrain, turn: (x * 7 + y) as u8 % 4, height: (radius * 10) as u16 };
                self.history.write(place)?.copy_from_slice(bytemuck::bytes_of(&tile));
            }
        }
        Ok(())
    }

    /// A stroke through some places, as one step.
    fn stroke(&mut self, name: &str, places: &[(i64, i64)], terrain: u8) -> Result<()> {
        self.history.begin(1)?;
        for place in places {
            self.dab(*place, 9, terrain)?;
        }
        self.history.commit(Header::new(name))?;
        Ok(())
    }

    fn show(&self) {
        for y in (0..SIDE).step_by(32) {
            let row =
                (0..SIDE).step_by(16).map(|x| [".", "~", "^", "#"][self.tile(x, y).terrain as usize % 4]);
            println!("  {}", row.collect::<String>());
        }
    }
}

fn tiles(commit: &Commit<'_>) -> Result<usize> {
    let ends = |region: Region| region.start / TILE as u64..=(region.end() - 1) / TILE as u64;
    Ok(commit.regions()?.into_iter().flat_map(ends).collect::<std::collections::BTreeSet<_>>().len())
}

/// Tells the story, and holds the engine to it.
pub fn main() -> Result<()> {
    let arena = vec![0; (SIDE * SIDE) as usize * TILE];
    // A copy of the whole map is 256 KiB; the history may take less than three.
    let mut map =
        Map { history: History::with_limits(arena, Limits { budget: 600_000, ..Limits::default() }) };
    map.stroke("River", &[(10, 20), (60, 60), (64, 128), (128, 160), (200, 224)], 1)?;
    map.show();
    let river = map.history.pin(Header::new("Only a river"))?;

    for i in 0..4000 {
        map.stroke(
            "Hills",
            &[(i * 37 % SIDE, i * 61 % SIDE), (i * 91 % SIDE, i * 13 % SIDE)],
            2 + i as u8 % 2,
        )?;
    }
    let stats = map.history.stats();
    println!(
        "4000 strokes: {} steps kept in {} of {} bytes",
        map.history.position(),
        stats.bytes,
        stats.budget
    );
    assert!(stats.bytes <= stats.budget && map.history.position() < 4001, "the oldest have gone");
    if let Step::Moved(commit) = map.history.undo()? {
        println!("undo touched exactly {} tiles", tiles(&commit)?);
    }
    map.history.goto(river, |_, _| ())?;
    map.show();
    assert_eq!((map.tile(64, 128).terrain, map.tile(0, 255).terrain), (1, 0), "only a river");
    map.history.validate().map_err(|_| Error::Idle)
}
