//! Tests of `src/memory/radix.rs`.

use undoodle_history::memory::PageAddress;

#[test]
fn an_address_and_its_place_lead_to_each_other() {
    let places = [(0, 0), (0, (1 << 20) - 1), (1, 0), (1, 2047), (2, 0), (2, 3), (3, 0)];
    let mut last = None;
    for tree in [0, 1, 70_000, (1 << 31) - 1] {
        for (level, index) in places {
            let place = PageAddress { tree, level, index };
            // 2²⁰ leaves, room for twice as many twigs as there are, and four branches.
            assert_eq!(PageAddress::of(place.address() + 4095), Some(place));
            assert!(last < Some(place.address()), "addresses ascend");
            last = Some(place.address());
        }
    }
    // 2²⁰ leaves, room for twice as many twigs as there are, and four branches.
    assert_eq!(PageAddress::of(((1 << 20 | 1 << 11) + 4) * 4096), None, "between two levels lies nothing");
}
