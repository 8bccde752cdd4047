//! Tests of `src/records.rs`.

use undoodle_history::memory::{Memory, PAGE};
use undoodle_history::records::Slots;
use undoodle_history::{Error, Header, History};

#[test]
fn records_are_written_read_and_undone_wherever_they_lie() {
    // Places of three bytes lie across words and blocks.
    const PLACES: Slots<[u8; 3]> = Slots::new(1, 300);
    let mut history = History::new(vec![0u8; PLACES.end() as usize]);
    history.begin(1).unwrap();
    for index in 0..PLACES.len() {
        PLACES.write(&mut history, index, &[1, 2, index as u8]).unwrap();
    }
    history.commit(Header::new("Fill")).unwrap();
    assert!((0..300).all(|index| PLACES.read(&history, index).unwrap() == [1, 2, index as u8]));
    assert!((0..300).all(|index| PLACES.place_of(PLACES.at(index).unwrap() + 2) == Some(index)));
    assert_eq!((PLACES.place_of(0), PLACES.place_of(PLACES.end())), (None, None));
    history.undo().unwrap();
    assert!(history.arena().iter().all(|byte| *byte == 0));
}

#[test]
fn what_lies_outside_or_not_in_one_piece_is_refused() {
    const PLACES: Slots<u32> = Slots::new(0, 4);
    let mut history = History::new(vec![0u8; 12]);
    history.begin(1).unwrap();
    assert_eq!(PLACES.read(&history, 4), Err(Error::Region { start: 16, len: 4, size: 12 }));
    assert!(matches!(PLACES.write(&mut history, 3, &7), Err(Error::Region { start: 12, .. })));
    assert!(matches!(PLACES.write(&mut history, usize::MAX, &7), Err(Error::Region { .. })));
    history.cancel();
    assert_eq!(PLACES.write(&mut history, 0, &7), Err(Error::Idle));
    let mut paged = History::new(Memory::new(1 << 20));
    paged.begin(1).unwrap();
    assert!(matches!(paged.write_pod(PAGE as u64 - 2, &7u32), Err(Error::Region { .. })));
}
