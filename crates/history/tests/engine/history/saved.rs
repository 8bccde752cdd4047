//! Tests of `src/saved.rs`.

use undoodle_history::{Header, History, Limits, Region};

#[test]
fn whether_a_large_step_is_dirt_is_found_out_little_by_little() {
    let mut history =
        History::with_limits(vec![0u8; 1 << 20], Limits { budget: 8 << 20, depth: 1, working: 8 << 20 });
    let mut fill = |byte: u8| {
        history.begin(1).unwrap();
        history.push(Region::new(0, 1 << 20)).unwrap();
        history
            .write(Region::new(0, 1 << 20))
            .unwrap()
            .iter_mut()
            .enumerate()
            .for_each(|(i, at)| *at ^= byte.wrapping_mul(i as u8));
        history.commit(Header::new("Fill")).unwrap();
    };
    fill(7);
    // The same once more leads back to the saved bytes.
    fill(7);
    assert!(history.looks_dirty());
    let (work, mut calls) = (1 << 16, 1);
    let found = loop {
        match history.find_dirt(work) {
            Some(changed) => break changed,
            None => calls += 1,
        }
        assert!(calls < 1000, "each call goes on where the one before ended");
    };
    assert!(found && !history.looks_dirty(), "it is clean");
    assert!(calls >= 2 * (1 << 20) / (2 * work), "{calls} calls");
    assert_eq!(history.find_dirt(work), Some(false), "it is known");
}
