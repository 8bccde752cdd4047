//! First copies, whatever is touched how often, within any budget.

use super::*;
use crate::error::Error;

const PLENTY: usize = usize::MAX;

#[test]
fn touching_again_keeps_the_first_copy_word_by_word() {
    let mut arena: Vec<u8> = (0..1002).map(|i| i as u8).collect();
    let original = arena.clone();
    let mut capture = Capture::default();
    for (start, len) in [(300, 4), (310, 4), (290, 30), (256, 256), (301, 1), (990, 12), (250, 12)] {
        capture.touch(&arena, Region::new(start, len), PLENTY).unwrap();
        arena[start as usize..start as usize + len].fill(0xee);
    }
    assert_eq!(capture.len(), 5 + 1, "each cell once: 192..512 and 960..1002");
    capture.restore(&mut arena);
    assert_eq!(arena, original);
}

#[test]
fn what_has_been_copied_is_known() {
    let arena = vec![1u8; 8192];
    let mut capture = Capture::default();
    let fresh = |capture: &Capture, at, len| capture.fresh::<Vec<u8>>(Region::new(at, len));
    for start in (3900..4300).step_by(4) {
        assert!(fresh(&capture, start, 300).is_none_or(|fresh| fresh.cells != 0));
        capture.touch(&arena, Region::new(start, 4), PLENTY).unwrap();
        assert_eq!(fresh(&capture, start, 4).map(|fresh| fresh.cells), Some(0));
    }
    let cells: Vec<_> = capture.regions::<Vec<u8>>(8192).map(|cell| cell.start / 64).collect();
    assert_eq!(cells, (60..68).collect::<Vec<_>>());
    assert!(fresh(&capture, 4000, 0).is_none());
}

#[test]
fn more_of_a_known_group_is_copied_while_there_is_room() {
    let mut arena = vec![1u8; 4096];
    let mut capture = Capture::default();
    capture.touch(&arena, Region::new(0, 1), PLENTY).unwrap();
    let fresh = capture.fresh::<Vec<u8>>(Region::new(60, 130)).unwrap();
    assert_eq!(fresh.cells, 0b110, "the first cell is copied");
    assert!(capture.copy(&arena, fresh));
    arena[..192].fill(2);
    let rest = capture.fresh::<Vec<u8>>(Region::new(0, 4096)).unwrap();
    assert!(!capture.copy(&arena, rest), "a chunk of 16 cells is full");
    assert_eq!(capture.len(), 16);
    capture.touch(&arena, Region::new(0, 4096), PLENTY).unwrap();
    assert_eq!(capture.len(), 64, "each cell once");
    capture.restore(&mut arena);
    assert!(arena.iter().all(|byte| *byte == 1));
}

#[test]
fn what_is_absent_is_noted_and_not_copied() {
    use crate::memory::Memory;
    let mut memory = Memory::new(1 << 20);
    let mut capture = Capture::default();
    let page = Region::new(1 << 30, 4096);
    capture.touch(&memory, page, PLENTY).unwrap();
    assert_eq!((capture.len(), capture.room), (1, 0));
    memory.provide(page).unwrap();
    memory.get_mut(page).unwrap().fill(7);
    capture.restore(&mut memory);
    memory.trim(page);
    assert_eq!(memory.bytes(), 0);
}

#[test]
fn nothing_is_allocated_beyond_the_budget() {
    let arena = vec![1u8; 4 << 20];
    for budget in [0, 1000, 5000, 30_000, 300_000] {
        let mut capture = Capture::default();
        let mut refusal = None;
        for start in (0..4 << 20).step_by(997) {
            if let Err(error) = capture.touch(&arena, Region::new(start, 8), budget) {
                refusal = Some(error);
                break;
            }
            assert!(capture.bytes() <= budget);
        }
        assert!(matches!(refusal, Some(Error::OverBudget { .. })), "budget {budget}");
        assert!(capture.bytes() <= budget);
        capture.clear(usize::MAX);
        assert!(capture.bytes() <= budget);
        capture.release();
        assert_eq!(capture.bytes(), 0);
    }
}
