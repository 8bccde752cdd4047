//! Tests of `src/memory/pages.rs`.

use undoodle_history::memory::Arena;
use undoodle_history::memory::{Memory, PAGE, PageAddress, Region};

fn set(memory: &mut Memory, address: u64, byte: u8) {
    memory.provide(Region::new(address, 1)).unwrap();
    memory.get_mut(Region::new(address, 1)).unwrap()[0] = byte;
}

#[test]
fn pages_of_all_levels_are_found_given_back_and_pruned() {
    let mut memory = Memory::new(1 << 20);
    let places: Vec<_> = [(0, 513), (0, 1 << 19), (1, 1), (2, 3), (3, 0)]
        .into_iter()
        .flat_map(|(level, index)| [3, 9].map(|tree| PageAddress { tree, level, index }))
        .collect();
    for (i, place) in places.iter().enumerate() {
        set(&mut memory, place.address() + 7, i as u8 + 1);
    }
    let mut sorted: Vec<_> = places.iter().map(|place| place.address()).collect();
    sorted.sort_unstable();
    assert_eq!(memory.present().map(|region| region.start).collect::<Vec<_>>(), sorted);
    for (i, place) in places.iter().enumerate() {
        let at = Region::new(place.address() + 7, 1);
        assert_eq!(memory.get(at), Some(&[i as u8 + 1][..]));
        memory.trim(at);
        assert!(memory.is_present(at), "what is not zero stays");
        memory.get_mut(at).unwrap()[0] = 0;
        memory.trim(at);
        assert!(!memory.is_present(at));
    }
    assert_eq!((memory.bytes(), memory.trees().len()), (0, 0), "nothing is left, no node either");
}

#[test]
fn a_refused_page_leaves_what_was_held() {
    let one = |limit| {
        let mut memory = Memory::new(limit);
        set(&mut memory, 0, 1);
        memory
    };
    let held = one(1 << 20).bytes();
    assert!(held > PAGE as u64, "a page, and the two nodes on the way to it");
    assert!(Memory::new(held - 1).provide(Region::new(0, 1)).is_err());
    let mut memory = one(held);
    for place in [PageAddress { tree: 0, level: 0, index: 1 }, PageAddress { tree: 5, level: 1, index: 2 }] {
        assert!(memory.provide(Region::new(place.address(), 1)).is_err());
        assert_eq!((memory.bytes(), memory.trees()), (held, vec![0]));
    }
}

#[test]
fn equality_is_about_bytes_and_not_about_pages() {
    let (mut one, mut other) = (Memory::new(1 << 20), Memory::new(1 << 30));
    set(&mut one, 5, 7);
    set(&mut other, 5, 7);
    set(&mut other, 1 << 40, 0);
    assert_eq!(one, other, "a page of zeros means nothing");
    set(&mut other, 1 << 40, 1);
    assert_ne!(one, other);
    assert_ne!(other, one);
}

#[test]
fn trees_share_their_pages_until_one_of_them_is_written() {
    let places: Vec<_> = [(0, 513), (0, 1 << 19), (1, 1), (2, 3), (3, 0)]
        .into_iter()
        .map(|(level, index)| PageAddress { tree: 3, level, index })
        .collect();
    let twin = |place: &PageAddress| PageAddress { tree: 9, ..*place };
    let mut memory = Memory::new(1 << 20);
    places.iter().for_each(|place| set(&mut memory, place.address(), 1));
    let held = memory.bytes();
    memory.copy_tree(3, 9).unwrap();
    assert_eq!(memory.bytes(), 2 * held, "each place counts as if it had a page of its own");
    let seen = |memory: &Memory, place: &PageAddress| std::ptr::from_ref(memory.page(*place).unwrap());
    let byte = |memory: &Memory, place: PageAddress| memory.get(Region::new(place.address(), 1)).unwrap()[0];
    for place in &places {
        assert_eq!(seen(&memory, place), seen(&memory, &twin(place)), "one page for both");
        set(&mut memory, twin(place).address(), 2);
        assert_eq!((byte(&memory, *place), byte(&memory, twin(place))), (1, 2));
        let alone = seen(&memory, place);
        memory.get_mut(Region::new(place.address(), 1)).unwrap()[0] = 3;
        assert_eq!(seen(&memory, place), alone, "nobody else has it any more");
        assert_eq!((byte(&memory, *place), byte(&memory, twin(place))), (3, 2));
    }
    assert_eq!(memory.bytes(), 2 * held);
    // A copy of all shares what was shared, and does not change with it.
    memory.copy_tree(9, 3).unwrap();
    let copy = memory.clone();
    set(&mut memory, places[0].address(), 5);
    assert_eq!((byte(&copy, places[0]), byte(&memory, places[0])), (2, 5));
    // Dropping one leaves the other.
    places.iter().for_each(|place| memory.remove(*place));
    assert_eq!((memory.bytes(), memory.trees()), (held, vec![9]));
    assert!(places.iter().all(|place| byte(&memory, twin(place)) == 2));
}

#[test]
fn a_tree_whose_copy_exceeds_the_limit_stays_alone() {
    let mut memory = Memory::new(1 << 20);
    set(&mut memory, 0, 1);
    let held = memory.bytes();
    let mut memory = Memory::new(2 * held - 1);
    set(&mut memory, 0, 1);
    assert!(memory.copy_tree(0, 5).is_err());
    assert_eq!((memory.bytes(), memory.trees()), (held, vec![0]));
}
