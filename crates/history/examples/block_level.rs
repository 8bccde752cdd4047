//! A level of 16×16×16 blocks: several arenas as one, and a game that plays within an open action.
//!
//! The level keeps its bytes as it likes: an info record, blocks, details. That it
//! is an `Arena` is all the history asks; there is no undo code in here.

use undoodle_history::memory::{Arena, Region};
use undoodle_history::{Header, History};

const SIDE: usize = 16;
const BLOCKS: usize = SIDE * SIDE * SIDE;

/// Each part begins at an address that is a multiple of the history's block, so none is cut by one.
#[derive(Clone)]
struct Level {
    info: [u8; 256],
    blocks: Box<[u8]>,
    details: Box<[u8]>,
}

/// Where the blocks and where the details begin.
const PARTS: [u64; 2] = [256, 256 + BLOCKS as u64];

impl Arena for Level {
    fn size(&self) -> u64 {
        PARTS[1] + BLOCKS as u64
    }

    fn get(&self, Region { start, len }: Region) -> Option<&[u8]> {
        match start {
            at if at < PARTS[0] => Arena::get(&self.info, Region::new(at, len)),
            at if at < PARTS[1] => Arena::get(&self.blocks, Region::new(at - PARTS[0], len)),
            at => Arena::get(&self.details, Region::new(at - PARTS[1], len)),
        }
    }

    fn get_mut(&mut self, Region { start, len }: Region) -> Option<&mut [u8]> {
        match start {
            at if at < PARTS[0] => Arena::get_mut(&mut self.info, Region::new(at, len)),
            at if at < PARTS[1] => Arena::get_mut(&mut self.blocks, Region::new(at - PARTS[0], len)),
            at => Arena::get_mut(&mut self.details, Region::new(at - PARTS[1], len)),
        }
    }
}

/// Where a block lies.
fn block(x: usize, y: usize, z: usize) -> u64 {
    PARTS[0] + ((z * SIDE + y) * SIDE + x) as u64
}

fn count(history: &History<Level>) -> usize {
    history.arena().blocks.iter().filter(|block| **block != 0).count()
}

/// Tells the story, and holds the engine to it.
pub fn main() -> Result<(), undoodle_history::Error> {
    let level = Level { info: [0; 256], blocks: vec![0; BLOCKS].into(), details: vec![0; BLOCKS].into() };
    let mut history = History::new(level);

    // A wall, its moss, and the fog's colour: three parts of the level, one step.
    history.begin(1)?;
    for z in 0..4 {
        history.write(Region::new(block(0, 8, z), SIDE))?.fill(1);
    }
    history.write(Region::new(block(3, 8, 3) + BLOCKS as u64, 2))?.fill(9);
    history.write(Region::new(0, 3))?.copy_from_slice(&[120, 130, 160]);
    let commit = history.commit(Header::new("Wall"))?;
    println!("a wall of {} bytes of history", commit.map_or(0, |commit| commit.bytes()));
    println!("the level has {} blocks, fog {:?}", count(&history), &history.arena().info[..3]);

    // The game plays within an action that stays open, and shoots holes into the wall.
    history.begin(2)?;
    history.write(Region::new(block(5, 8, 1), 1))?.fill(0);
    assert!(history.begin(1).is_err(), "nobody edits behind the game's back");
    history.cancel();
    println!("back from the game: {} blocks", count(&history));
    assert_eq!(count(&history), 64, "the editor's level is as it was");

    // This time the player wants to keep it.
    history.begin(2)?;
    history.write(Region::new(block(5, 8, 1), 1))?.fill(0);
    history.commit(Header::new("Shot"))?;
    println!("kept from the game: {} blocks", count(&history));
    history.undo()?;
    history.undo()?;
    println!("two steps back: {} blocks, fog {:?}", count(&history), &history.arena().info[..3]);
    assert_eq!((count(&history), history.is_dirty()), (0, false));
    Ok(())
}
