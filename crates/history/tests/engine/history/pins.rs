//! Tests of `src/pins.rs`.

use undoodle_history::{Header, History, Region};

/// Writes a history of an arena with one pin, and returns what a pin of it leads to once it was read again.
fn again(arena: &[u8]) -> Vec<u8> {
    let mut history = History::new(arena.to_vec());
    let pin = history.pin(Header::new("Pin")).unwrap();
    let (mut tree, mut stored) = (Vec::new(), Vec::new());
    history.store_tree(&mut tree).unwrap();
    assert!(history.store_pin(pin, &mut stored));
    // The arena is another one meanwhile, so that the way leads by the pin.
    let mut other = History::restore(arena.to_vec(), &tree, |_| Some(&stored)).unwrap();
    other.begin(1).unwrap();
    other.barrier().unwrap();
    other.write(Region::new(0, 64)).unwrap().fill(0xa5);
    other.commit(Header::new("Else")).unwrap();
    other.goto(pin, |_, _| ()).unwrap();
    other.into_arena()
}

#[test]
fn a_pin_of_any_length_is_read_again() {
    let mut chance = fastrand::Rng::with_seed(3);
    let noise: Vec<u8> = std::iter::repeat_with(|| chance.u8(1..)).take(70 << 10).collect();
    for blocks in 0..=noise.len() / 256 {
        let mut arena = vec![0; noise.len()];
        arena[..blocks * 256].copy_from_slice(&noise[..blocks * 256]);
        assert!(again(&arena) == arena, "{blocks} blocks of noise");
    }
}
