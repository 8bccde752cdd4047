//! Undo and redo while memory is refused, and of steps that empty more pages than are noted.

use crate::support::region;
use std::cell::Cell;
use std::rc::Rc;
use undoodle_history::memory::{Arena, Memory, PAGE};
use undoodle_history::{Error, Header, History, Region, Result, Step};

/// A memory that provides only so many more absent pages.
struct Refusing {
    memory: Memory,
    left: Rc<Cell<usize>>,
}

impl Arena for Refusing {
    const GRAIN: u64 = Memory::GRAIN;

    fn size(&self) -> u64 {
        self.memory.size()
    }

    fn get(&self, region: Region) -> Option<&[u8]> {
        self.memory.get(region)
    }

    fn get_mut(&mut self, region: Region) -> Option<&mut [u8]> {
        self.memory.get_mut(region)
    }

    fn is_present(&self, region: Region) -> bool {
        self.memory.is_present(region)
    }

    fn provide(&mut self, region: Region) -> Result<()> {
        let first = region.start / PAGE as u64;
        for page in first..region.end().div_ceil(PAGE as u64) {
            let page = Region::new(page * PAGE as u64, 1);
            if !self.memory.is_present(page) {
                let left = self.left.get().checked_sub(1);
                self.left.set(left.ok_or(Error::OutOfMemory { what: "pages", bytes: 0, limit: 0 })?);
                self.memory.provide(page)?;
            }
        }
        Ok(())
    }

    fn trim(&mut self, region: Region) {
        self.memory.trim(region);
    }

    fn present(&self) -> impl Iterator<Item = Region> + '_ {
        self.memory.present()
    }
}

/// How the bytes of a step's pages are made: some that are packed badly, and some that are one long run of a word.
fn paint(page: &mut [u8], number: usize) {
    match number % 3 {
        0 => page.fill(7),
        1 => page.iter_mut().zip(0..).for_each(|(byte, at)| *byte = ((at * 37 + number) % 251) as u8),
        _ => page[number % 4000] = 1,
    }
}

/// A history that has erased some pages in one step, and how many pages it may be given.
fn erased(pages: usize, sealed: bool) -> (History<Refusing>, Rc<Cell<usize>>) {
    let left = Rc::new(Cell::new(usize::MAX));
    let memory = Refusing { memory: Memory::new(1 << 30), left: Rc::clone(&left) };
    let mut history = History::new(memory);
    for empty in [false, true] {
        history.begin(1).unwrap();
        for number in 0..pages {
            let page = history.write(region(number * PAGE, PAGE)).unwrap();
            if empty { page.fill(0) } else { paint(page, number) }
        }
        history.commit(Header::new("Step")).unwrap();
    }
    if sealed {
        while history.seal_all(1 << 20) {}
        assert!(history.done().all(|commit| commit.is_cold() && (commit.is_sealed() || pages < 60)));
    }
    (history, left)
}

#[test]
fn undo_that_is_refused_a_page_changes_nothing_whichever_page_it_is() {
    for sealed in [false, true] {
        let (mut history, left) = erased(60, sealed);
        assert_eq!(history.arena().memory.bytes(), 0);
        for most in 0..60 {
            left.set(most);
            let refused = history.undo().map(drop);
            assert!(matches!(refused, Err(Error::OutOfMemory { .. })), "{most} pages: {refused:?}");
            assert_eq!(
                (history.arena().memory.bytes(), history.position()),
                (0, 2),
                "{most} pages, {sealed}"
            );
        }
        left.set(60);
        assert!(matches!(history.undo(), Ok(Step::Moved(_))));
        let mut expected = [0; PAGE];
        for number in 0..60 {
            expected.fill(0);
            paint(&mut expected, number);
            assert!(history.arena().get(region(number * PAGE, PAGE)) == Some(&expected), "page {number}");
        }
        history.validate().unwrap();
    }
}

#[test]
fn a_step_gives_back_every_page_that_it_empties_however_many() {
    for pages in [1, 2047, 2048, 2049, 3000] {
        for sealed in [false, true] {
            let (mut history, _) = erased(pages, sealed);
            for _ in 0..2 {
                assert_eq!(history.arena().memory.bytes(), 0, "{pages} pages, {sealed}");
                history.undo().unwrap();
                assert_eq!(history.arena().present().count(), pages);
                history.undo().unwrap();
                assert_eq!(history.arena().memory.bytes(), 0, "{pages} pages, {sealed}");
                history.redo().unwrap();
                history.redo().unwrap();
            }
        }
    }
}

#[test]
fn a_page_that_is_zero_between_two_packed_pieces_is_there_for_the_second() {
    let mut history = History::new(Memory::new(1 << 20));
    for word in [0u8, 1] {
        history.begin(1).unwrap();
        history.write(region(0, 64)).unwrap().fill(1 - word);
        // More than one piece's bytes lie between two touches of one page.
        for number in 1..20 {
            paint(history.write(region(number * PAGE, PAGE)).unwrap(), number + 3 * word as usize);
        }
        history.write(region(PAGE - 64, 64)).unwrap().fill(word);
        history.commit(Header::new("Step")).unwrap();
    }
    while history.seal_all(1 << 20) {}
    let after = history.arena().clone();
    history.undo().unwrap();
    let before = history.arena().clone();
    assert_eq!(before.get(region(0, 64)), Some(&[1; 64][..]));
    for _ in 0..2 {
        history.redo().unwrap();
        assert!(*history.arena() == after);
        history.undo().unwrap();
        assert!(*history.arena() == before);
    }
}

/// Plain bytes of which four mebibytes are present together.
struct Coarse(Vec<u8>);

impl Arena for Coarse {
    const GRAIN: u64 = 4 << 20;

    fn size(&self) -> u64 {
        self.0.len() as u64
    }

    fn get(&self, region: Region) -> Option<&[u8]> {
        self.0.get(region)
    }

    fn get_mut(&mut self, region: Region) -> Option<&mut [u8]> {
        self.0.get_mut(region)
    }
}

#[test]
fn a_journal_hears_of_all_areas_where_a_page_has_several() {
    for sealed in [false, true] {
        let mut history = History::new(Coarse(vec![0; 8 << 20]));
        history.record(true);
        history.begin(1).unwrap();
        for at in [0, 3 << 20, 5 << 20] {
            history.write(region(at, 4)).unwrap().fill(1);
        }
        history.commit(Header::new("Step")).unwrap();
        while sealed && history.seal_all(1 << 20) {}
        history.take_areas();
        history.undo().unwrap();
        let areas = history.take_areas();
        assert!([0, 3, 5].iter().all(|area| areas.contains(area)), "{sealed}: {areas:?}");
    }
}

#[test]
fn steps_that_are_tried_out_and_refused_a_page_are_taken_back_without_another() {
    let left = Rc::new(Cell::new(usize::MAX));
    let memory = Refusing { memory: Memory::new(1 << 20), left: Rc::clone(&left) };
    let mut history = History::new(memory);
    let mut last = None;
    for (page, value) in [(0, 1), (0, 0), (1, 2)] {
        history.begin(1).unwrap();
        history.write(region(0, 4)).unwrap().fill(value);
        history.write(region(page * PAGE, 4)).unwrap().fill(value);
        last = history.commit(Header::new("Step")).unwrap().map(|commit| commit.id());
    }
    history.undo().unwrap();
    history.undo().unwrap();
    let before = history.arena().memory.clone();
    left.set(0);
    // The first step empties a page, the second one wants another, and neither shall stay.
    let tried: Result<_> =
        history.bring_back_if(last.unwrap(), |_, _| Ok(true), Some(&|_: &Refusing| Ok(())), |_| ());
    assert!(matches!(tried, Err(Error::OutOfMemory { .. })), "{tried:?}");
    assert!(history.arena().memory == before && history.position() == 1);
    assert_eq!(history.arena().memory.bytes(), before.bytes(), "no page of zeros is left");
}
