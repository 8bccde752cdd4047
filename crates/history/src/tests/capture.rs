//! First copies, whatever is touched how often, within any budget.

use crate::Error;
use crate::capture::Capture;
use crate::cells::bit;
use crate::memory::Arena;
use crate::memory::Region;

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
    let has = |capture: &Capture, at| capture.find::<Vec<u8>>(at).cells & bit::<Vec<u8>>(at) != 0;
    for start in (3900..4300).step_by(4) {
        let known = start % 64 != 0 && start > 3900;
        assert_eq!(has(&capture, start), known, "at {start}, where each cell has been touched once");
        capture.touch(&arena, Region::new(start, 4), PLENTY).unwrap();
        assert!(has(&capture, start));
    }
    let cells: Vec<_> = capture.regions::<Vec<u8>>(8192).map(|cell| cell.start / 64).collect();
    assert_eq!(cells, (60..68).collect::<Vec<_>>());
    assert!(!has(&capture, 3836) && !has(&capture, 4352));
}

#[test]
fn more_is_copied_while_there_is_room() {
    let mut arena = vec![1u8; 16384];
    let mut capture = Capture::default();
    let copy = |capture: &mut Capture, arena: &Vec<u8>, at, len| capture.copy(arena, Region::new(at, len));
    assert!(!copy(&mut capture, &arena, 0, 1), "the first cell needs an allocation");
    capture.touch(&arena, Region::new(0, 1), PLENTY).unwrap();
    assert!(copy(&mut capture, &arena, 60, 130));
    assert_eq!(capture.len(), 3, "the first cell is copied already");
    arena[..192].fill(2);
    assert!(copy(&mut capture, &arena, 8190, 2), "another group");
    assert!(!copy(&mut capture, &arena, 4094, 4), "two groups");
    assert_eq!(capture.len(), 4);
    assert!(!copy(&mut capture, &arena, 0, 4096), "a chunk of 16 cells is full");
    assert_eq!(capture.len(), 16);
    capture.touch(&arena, Region::new(0, 4096), PLENTY).unwrap();
    assert_eq!(capture.len(), 65, "each cell once");
    capture.restore(&mut arena);
    assert!(arena.iter().all(|byte| *byte == 1));
}

#[test]
fn one_cell_is_copied_where_its_group_was_found() {
    let arena = vec![1u8; 5 * 4096 + 10];
    let mut capture = Capture::default();
    let copy = |capture: &mut Capture, at| {
        let found = capture.find::<Vec<u8>>(at);
        capture.copy_one(&arena, at, found)
    };
    assert!(!copy(&mut capture, 0), "neither a table nor a chunk");
    capture.touch(&arena, Region::new(0, 1), PLENTY).unwrap();
    assert!(copy(&mut capture, 200) && copy(&mut capture, 4096 + 70), "of the group, and of another");
    assert!(!copy(&mut capture, 5 * 4096 + 2), "a cell at the arena's end is shorter");
    let groups = (2..5).filter(|group| copy(&mut capture, group * 4096)).count();
    assert!(groups < 3, "a slot holds one group, and half of eight slots stay free");
    let cells: Vec<_> = capture.regions::<Vec<u8>>(arena.len() as u64).map(|cell| cell.start).collect();
    assert_eq!((&cells[..3], cells.len()), (&[0, 192, 4096 + 64][..], 3 + groups));
    assert_eq!(capture.groups().count(), 2 + groups);
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
            assert!(capture.bytes_held() <= budget);
        }
        assert!(matches!(refusal, Some(Error::OverBudget { .. })), "budget {budget}");
        assert!(capture.bytes_held() <= budget);
        capture.clear(usize::MAX);
        assert!(capture.bytes_held() <= budget);
        capture.release();
        assert_eq!(capture.bytes_held(), 0);
    }
}
