//! Random actions on a history: what they are, and how often each is tried.

use super::SIZE;
use undoodle_lab::history::Limits;

/// What can be done to a history.
#[derive(Clone, Debug)]
pub enum Act {
    Begin(u32),
    Push(usize, usize),
    Write(usize, usize, u8),
    Scatter(usize, u8),
    Commit,
    Merge(u64),
    Carry,
    BringBack(usize),
    Cancel,
    Undo,
    Redo,
    Goto(usize),
    Save,
    Pin,
    Unpin(usize),
    GotoPin(usize),
    Barrier,
    Seal(usize),
    Limits(Limits),
}

/// Numbers below a bound: chance, or what a fuzzer wants to try.
pub trait Source {
    fn below(&mut self, bound: usize) -> usize;
}

impl Source for fastrand::Rng {
    fn below(&mut self, bound: usize) -> usize {
        self.usize(..bound)
    }
}

const BUDGETS: [usize; 9] = [1 << 20, 1 << 20, 400_000, 200_000, 60_000, 20_000, 8_000, 5_200, 0];

/// Most are plenty: an action that is refused says nothing more.
const WORKING: [usize; 8] = [1 << 20, 1 << 20, 1 << 20, 1 << 20, 400_000, 60_000, 8_000, 0];

/// One action. A few bytes past the end are asked for too, and must be refused.
pub fn act(source: &mut impl Source) -> Act {
    let at = source.below(SIZE + 8);
    let len = if source.below(4) == 0 { source.below(600) } else { source.below(12) };
    match source.below(100) {
        0..18 => Act::Begin(1 + source.below(2) as u32),
        18..24 => Act::Push(at, len),
        24..48 => Act::Write(at, len, source.below(3) as u8),
        48..50 => Act::Scatter(1 + source.below(9), source.below(256) as u8),
        50..58 => Act::Commit,
        58..62 => Act::Carry,
        62..67 => Act::Merge(source.below(3) as u64),
        67..70 => Act::Cancel,
        70..79 => Act::Undo,
        79..86 => Act::Redo,
        86 | 87 => Act::Goto(source.below(1 << 16)),
        88 => Act::BringBack(source.below(1 << 16)),
        89 => Act::Save,
        90 => Act::Pin,
        91 => Act::Unpin(source.below(8)),
        92 => Act::GotoPin(source.below(8)),
        94 if source.below(8) == 0 => Act::Barrier,
        95 => {
            let budget = BUDGETS[source.below(BUDGETS.len())];
            let working = WORKING[source.below(WORKING.len())];
            Act::Limits(Limits { budget, depth: source.below(6), working })
        }
        _ => Act::Seal(1 + source.below(5000)),
    }
}
