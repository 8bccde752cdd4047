//! Delta swap: its fixed memory, what is lost when it is full, and its header.

use undoodle_lab::System;
use undoodle_lab::color::Color;
use undoodle_lab::geometry::Rect;
use undoodle_lab::{Cursor, DeltaSwap};

fn step(system: &mut DeltaSwap, at: usize, len: usize) -> bool {
    let value = system.document()[at].wrapping_add(1);
    system.begin(1);
    assert!(system.write(at, &vec![value; len]));
    system.commit("Step")
}

#[test]
fn all_memory_is_taken_up_front_and_none_after_it() {
    let mut system = DeltaSwap::new(vec![0; 6400], 20_000).unwrap();
    let reserved = system.reserved();
    assert!(reserved >= 20_000 - 200 + 6400, "what is kept, and an action over everything");
    for round in 0..300 {
        assert!(step(&mut system, round * 64 % 6400, 64));
        assert!(system.bytes() <= 20_000 + 100);
    }
    assert!(step(&mut system, 0, 6400));
    assert_eq!(system.reserved(), reserved);
}

#[test]
fn a_full_arena_forgets_its_oldest_steps_and_says_so() {
    let mut system = DeltaSwap::new(vec![0; 640], 2000).unwrap();
    let mut states = vec![system.document().to_vec()];
    while system.warning().is_none() {
        assert!(step(&mut system, states.len() % 10 * 64, 64));
        states.push(system.document().to_vec());
    }
    // Nineteen entries are nine steps of a delta and a header; the tenth makes room for two more.
    assert_eq!((states.len() - 1, system.undo_steps()), (10, 8));
    assert_eq!(system.warning().unwrap(), &"the arena is full; its oldest steps are forgotten, 2 of them");
    for state in states.iter().rev().skip(1).take(8) {
        assert!(system.undo());
        assert_eq!(system.document(), state);
    }
    assert!(!system.undo(), "what is forgotten can't be undone");
    while system.redo() {}
    assert_eq!(Some(&system.document().to_vec()), states.last());
}

#[test]
fn a_step_too_large_is_done_and_all_steps_are_forgotten() {
    let mut system = DeltaSwap::new(vec![0; 6400], 2000).unwrap();
    assert!(step(&mut system, 0, 64) && step(&mut system, 64, 64));
    system.undo();
    system.begin(1);
    assert!(system.write(0, &[9; 6400]));
    assert!(system.cancel());
    assert_eq!((system.undo_steps(), system.redo_steps()), (1, 1), "cancelled, it forgets nothing");
    assert!(step(&mut system, 0, 6400));
    assert_eq!((system.undo_steps(), system.redo_steps()), (0, 0));
    assert!(system.document().iter().all(|byte| *byte == 2), "it is done");
    assert!(system.warning().unwrap().to_string().contains("can't be undone"));
    assert!(step(&mut system, 0, 64) && system.undo(), "and on it goes");
}

#[test]
fn the_header_has_the_cursor_and_undo_inverts_its_colour() {
    let mut system = DeltaSwap::new(vec![0; 640], 20_000).unwrap();
    system.begin(1);
    for x in [3, 9] {
        let rect = Rect::new(x, 2, 4, 4);
        system.aim(Cursor { rect, color: Color::ADDED }, Color::BLACK);
        system.write(0, &[x as u8; 4]);
    }
    system.commit("Two dabs");
    let rect = Rect::new(3, 2, 10, 4);
    assert_eq!(system.shown(), None);
    system.undo();
    assert_eq!(system.shown(), Some(Cursor { rect, color: Color::REMOVED }));
    system.redo();
    assert_eq!(system.shown(), Some(Cursor { rect, color: Color::ADDED }));
}
