//! The history at its edges: absurd regions, arenas in pieces, merging that is larger than it looks, and
//! room that is kept.

use allocation_counter::measure;
use undoodle_history::memory::{Arena, Memory, Region};
use undoodle_history::{Error, Result};
use undoodle_history::{Header, History, Limits};

const LIMITS: Limits = Limits { budget: 100_000, working: 300_000, depth: 1 };

fn keep<A: Arena>(history: &mut History<A>, label: &'static str) -> bool {
    history.commit(Header::new(label)).unwrap().is_some()
}

/// A sparse arena in parts of `PART` bytes, which need not be as long as what is present together.
struct Parts<const BLOCK: usize, const PART: usize> {
    parts: Vec<Option<Box<[u8]>>>,
    size: usize,
    zeros: Vec<u8>,
}

impl<const BLOCK: usize, const PART: usize> Parts<BLOCK, PART> {
    fn new(size: usize) -> History<Self> {
        History::new(Parts { parts: vec![None; size.div_ceil(PART)], size, zeros: vec![0; PART] })
    }

    fn len(&self, part: usize) -> usize {
        (self.size - part * PART).min(PART)
    }
}

impl<const BLOCK: usize, const PART: usize> Arena for Parts<BLOCK, PART> {
    const BLOCK: usize = BLOCK;
    const GRAIN: u64 = 4096;

    fn size(&self) -> u64 {
        self.size as u64
    }

    fn get(&self, region: Region) -> Option<&[u8]> {
        let (part, from) = (region.start as usize / PART, region.start as usize % PART);
        let zeros = &self.zeros[..self.len(part.min(self.parts.len() - 1))];
        self.parts.get(part)?.as_deref().unwrap_or(zeros).get(from..from.checked_add(region.len)?)
    }

    fn get_mut(&mut self, region: Region) -> Option<&mut [u8]> {
        let (part, from) = (region.start as usize / PART, region.start as usize % PART);
        self.parts.get_mut(part)?.as_deref_mut()?.get_mut(from..from.checked_add(region.len)?)
    }

    fn is_present(&self, region: Region) -> bool {
        self.parts[region.start as usize / PART].is_some()
    }

    fn provide(&mut self, region: Region) -> Result<()> {
        let (first, last) = (region.start / Self::GRAIN, (region.end() - 1) / Self::GRAIN);
        let each = Self::GRAIN as usize / PART;
        for part in first as usize * each..((last as usize + 1) * each).min(self.parts.len()) {
            let len = self.len(part);
            self.parts[part].get_or_insert_with(|| vec![0; len].into());
        }
        Ok(())
    }

    fn present(&self) -> impl Iterator<Item = Region> + '_ {
        let parts = self.parts.iter().enumerate();
        parts.filter_map(|(i, part)| Some(Region::new((i * PART) as u64, part.as_ref()?.len())))
    }
}

#[test]
fn a_region_of_absurd_length_is_an_error_and_nothing_else() {
    let mut history = History::new(vec![0u8; 10_000]);
    history.begin(1).unwrap();
    let region = |start, len| Region::new(start, len);
    for (start, len) in [(200, usize::MAX - 99), (u64::MAX - 3, 8), (u64::MAX, usize::MAX)] {
        let refused = history.push(region(start, len));
        assert!(matches!(refused, Err(Error::Region { .. })), "{start} {len}: {refused:?}");
    }
    let mut history = History::new(Memory::new(1 << 20));
    history.begin(1).unwrap();
    history.write(region(0, 1)).unwrap()[0] = 1;
    let held = history.arena().bytes();
    // Its end is where the first cell, which is known, begins again.
    assert!(history.push(region(2, usize::MAX)).is_err());
    assert!(matches!(history.write(region(2, usize::MAX)), Err(Error::Region { .. })));
    assert_eq!(history.arena().bytes(), held);
    assert!(history.write(region(1 << 30, 0)).unwrap().is_empty(), "no bytes need no page");
}

#[test]
fn the_last_address_there_is_can_be_changed() {
    struct Top(Box<[u8]>);
    const AT: u64 = u64::MAX - 4095;
    impl Arena for Top {
        fn size(&self) -> u64 {
            u64::MAX
        }

        fn get(&self, region: Region) -> Option<&[u8]> {
            let from = region.start.checked_sub(AT)? as usize;
            self.0[..].get(from..from.checked_add(region.len)?)
        }

        fn get_mut(&mut self, region: Region) -> Option<&mut [u8]> {
            let from = region.start.checked_sub(AT)? as usize;
            self.0[..].get_mut(from..from.checked_add(region.len)?)
        }
    }
    let mut history = History::new(Top(vec![0; 4095].into()));
    history.begin(1).unwrap();
    history.write(Region::new(u64::MAX - 1, 1)).unwrap()[0] = 1;
    assert!(keep(&mut history, "A"));
    history.undo().unwrap();
    assert_eq!(history.arena().0[4094], 0);
}

fn absent_bytes_come_back<const BLOCK: usize, const PART: usize>(size: usize, at: u64) {
    let mut history = Parts::<BLOCK, PART>::new(size);
    for (commits, cools) in [(false, false), (true, false), (true, true)] {
        history.begin(1).unwrap();
        history.write(Region::new(at, 1)).unwrap()[0] = 5;
        assert!(history.is_dirty());
        if commits {
            assert!(keep(&mut history, "A"));
            while cools && history.seal_all(1 << 20) {}
            assert_eq!(history.done().next().map(|commit| commit.is_cold()), Some(cools));
            history.undo().unwrap();
        } else {
            assert!(history.cancel());
        }
        let now = history.arena().get(Region::new(at, 1));
        assert_eq!(now, Some(&[0][..]), "{BLOCK} {PART} {commits} {cools}");
    }
    history.redo().unwrap();
    assert_eq!(history.arena().get(Region::new(at, 1)), Some(&[5][..]));
}

#[test]
fn what_was_absent_comes_back_wherever_an_arena_ends_and_is_parted() {
    absent_bytes_come_back::<256, 4096>(10_001, 9000);
    absent_bytes_come_back::<64, 64>(8192, 70);
    absent_bytes_come_back::<4, 256>(5001, 5000);
    absent_bytes_come_back::<256, 1024>(8192, 3000);
}

#[test]
fn parts_merged_into_a_later_piece_change_no_byte_twice() {
    let mut history = History::new(vec![0u8; 29_000]);
    let mut random = fastrand::Rng::with_seed(1);
    history.begin(1).unwrap();
    let all = history.write(Region::new(0, 29_000)).unwrap();
    all.iter_mut().for_each(|byte| *byte = random.u8(1..));
    assert!(keep(&mut history, "A"));
    history.begin(1).unwrap();
    history.write(Region::new(0, 1)).unwrap()[0] = 0;
    let merged = history.commit_merging(Header::new("A"), 9).unwrap().unwrap();
    assert_eq!(merged.regions().unwrap(), [Region::new(1, 28_999)]);
}

#[test]
fn two_parts_that_change_nothing_together_are_no_commit_in_any_order() {
    for up in [true, false] {
        let mut history = History::new(vec![0u8; 64 * 800]);
        history.begin(1).unwrap();
        for cell in 0..800 {
            let cell = if up { cell } else { 799 - cell };
            history.write(Region::new(cell * 64, 64)).unwrap().fill(7);
        }
        assert!(keep(&mut history, "A"));
        history.begin(1).unwrap();
        history.write(Region::new(0, 64 * 800)).unwrap().fill(0);
        assert!(history.commit_merging(Header::new("A"), 9).unwrap().is_none());
        history.validate().unwrap();
    }
}

#[test]
fn merging_onto_a_fill_and_bringing_it_back_stay_within_the_budgets() {
    let wide = Limits { working: 6_000_000, ..LIMITS };
    let mut history = History::with_limits(vec![0u8; 1 << 20], wide);
    let filled = measure(|| {
        history.begin(1).unwrap();
        history.write(Region::new(0, 1 << 20)).unwrap().fill(7);
        assert!(keep(&mut history, "A"));
    });
    let narrowed = measure(|| history.set_limits(LIMITS).unwrap());
    let held = filled.bytes_current + narrowed.bytes_current;
    let mut tip = None;
    let merged = measure(|| {
        history.begin(1).unwrap();
        history.write(Region::new(0, 1)).unwrap()[0] = 9;
        tip = history.commit_merging(Header::new("A"), 9).unwrap().map(|commit| commit.id());
    });
    let peak = held + merged.bytes_max as i64;
    assert!(peak <= 400_000, "{peak} while merging");
    let held = held + merged.bytes_current;
    let brought = measure(|| {
        history.undo().unwrap();
        history.begin(2).unwrap();
        history.write(Region::new(9, 1)).unwrap()[0] = 9;
        assert!(keep(&mut history, "B"));
        _ = history.bring_back(tip.unwrap(), |_| ());
    });
    let peak = held + brought.bytes_max as i64;
    assert!(peak <= 400_000, "{peak} while bringing back");
}

#[test]
fn pushing_again_what_is_copied_is_never_refused() {
    let mut history = History::with_limits(vec![0u8; 1 << 16], Limits { working: 1500, ..LIMITS });
    history.begin(1).unwrap();
    history.write(Region::new(4095, 2)).unwrap()[0] = 1;
    history.write(Region::new(12_287, 2)).unwrap()[0] = 1;
    history.push(Region::new(4095, 2)).expect("all of it is copied");
}

#[test]
fn room_that_is_kept_is_not_in_the_way_and_costs_no_time() {
    let limits = Limits { working: 20_000, ..Limits::default() };
    let large = |history: &mut History<Vec<u8>>| {
        history.begin(1).unwrap();
        let done = (0..250).all(|cell| history.write(Region::new(cell * 64, 1)).is_ok());
        history.cancel();
        done
    };
    let mut history = History::with_limits(vec![0u8; 16_000], limits);
    assert!(large(&mut history));
    history.begin(1).unwrap();
    let bytes = history.write(Region::new(0, 4000)).unwrap();
    bytes.iter_mut().enumerate().for_each(|(i, byte)| *byte = i as u8 | 1);
    assert!(keep(&mut history, "A"));
    assert!(large(&mut history), "after a commit");

    let mut history = History::new(Memory::new(1 << 20));
    history.begin(1).unwrap();
    for page in 0..500_000 {
        history.push(Region::new(page * 4096, 1)).unwrap();
    }
    history.cancel();
    let kept = history.stats().touched;
    assert!(kept <= 4 << 20, "{kept} bytes are kept of what touched much");
}
