//! Save points: three kinds of parts, memory up front, and full queues.

use undoodle_lab::System;
use undoodle_lab::color::Color;
use undoodle_lab::{Cursor, SavePoints};

/// Number of bytes of the details: 256 colours.
const DETAILS: usize = 256 * 4;

/// Creates a system with chunks of 64 bytes and queues of 8 items.
fn system() -> SavePoints {
    SavePoints::with_sizes(vec![0; 64 * 12], 64, 8).unwrap()
}

/// Number of bytes of one item in a queue.
fn item() -> usize {
    let mut system = system();
    assert!(step(&mut system, 0, 1, Color::TRANSPARENT));
    system.bytes()
}

fn step(system: &mut SavePoints, at: usize, len: usize, ink: Color) -> bool {
    let value = system.document()[at].wrapping_add(1);
    system.begin(1);
    system.aim(Cursor::default(), ink);
    assert!(system.write(at, &vec![value; len]));
    system.commit("Step")
}

#[test]
fn all_memory_is_there_before_the_first_step_and_every_item_is_as_large() {
    let mut system = system();
    let reserved = system.reserved();
    assert!(reserved >= (8 + 12 + 8) * DETAILS, "details are the largest part here");
    let item = item();
    for round in 0..40 {
        step(&mut system, round * 64 % 700, 64, Color::BLACK);
        assert!(system.bytes() <= 8 * item);
    }
    assert_eq!(system.reserved(), reserved);
    assert_eq!(system.bytes(), 8 * item);
    let large = SavePoints::new(vec![0; 1 << 20]).unwrap();
    assert!(large.reserved() >= 2 * 2048 * (16 << 10), "two queues of chunks of 16 KB");
}

#[test]
fn info_and_details_are_undone_with_the_cells() {
    let (mut system, [one, two]) = (system(), [Color::ADDED, Color::REMOVED]);
    assert!(step(&mut system, 0, 1, one) && step(&mut system, 0, 1, two) && step(&mut system, 0, 1, two));
    assert_eq!(system.colors(), [one, two]);
    assert_eq!(
        system.bytes(),
        (3 + 3 + 1) * item(),
        "cells, info and details; the last step changes cells alone"
    );
    assert!(system.undo() && system.undo());
    assert_eq!(system.colors(), [one]);
    assert!(system.redo());
    assert_eq!(system.colors(), [one, two]);
    system.begin(1);
    system.aim(Cursor::default(), Color::BLACK);
    system.write(0, &[2]);
    assert!(!system.commit("Nothing"), "a colour that changed nothing was not used");
    assert_eq!((system.colors(), system.redo_steps()), (vec![one, two], 1));
}

#[test]
fn a_full_queue_takes_a_push_by_dropping_its_oldest() {
    let mut system = system();
    for round in 0..8 {
        step(&mut system, round * 64, 1, Color::TRANSPARENT);
    }
    assert_eq!((system.undo_steps(), system.warning()), (8, None));
    step(&mut system, 640, 128, Color::TRANSPARENT);
    assert_eq!(system.undo_steps(), 7, "two chunks took the place of two steps");
    assert_eq!(system.warning().unwrap(), &"the queue is full; its oldest steps are forgotten, 2 of them");
    while system.undo() {}
    assert_eq!(system.document().iter().position(|byte| *byte == 0), Some(1));
    assert_eq!(system.document().iter().filter(|byte| **byte > 0).count(), 2);
}

#[test]
fn a_step_of_more_parts_than_a_queue_has_items_is_done_and_kept_by_nobody() {
    let mut system = system();
    step(&mut system, 0, 1, Color::TRANSPARENT);
    system.begin(1);
    system.write(0, &[9; 64 * 12]);
    assert!(system.cancel());
    assert_eq!(system.document()[..2], [1, 0]);
    assert_eq!(system.undo_steps(), 1, "cancelled, it forgets nothing");
    assert!(step(&mut system, 0, 64 * 12, Color::TRANSPARENT));
    assert_eq!((system.undo_steps(), system.bytes()), (0, 0));
    assert!(system.warning().unwrap().to_string().contains("can't be undone"));
}
