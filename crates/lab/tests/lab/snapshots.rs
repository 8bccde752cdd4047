//! Tests of `src/lab/snapshots.rs`.

use undoodle_lab::System;
use undoodle_lab::snapshots::Item;
use undoodle_lab::{Fact, Slot, Snapshots};

fn set(system: &mut Snapshots, value: u8) {
    system.begin(1);
    system.write(0, &[value]);
    assert!(system.commit("Set"));
}

/// Draws the ring: `.` empty, `-` earlier, `o` current, `+` later, `x` stale, each with its state.
fn ring(system: &Snapshots) -> String {
    let Fact::Ring { slots, .. } = &system.inside()[0] else { unreachable!() };
    let letter = |(slot, item): (&Slot, &Item)| match slot {
        Slot::Empty => ". ".to_owned(),
        Slot::Earlier => format!("-{}", item.state[0]),
        Slot::Current => format!("o{}", item.state[0]),
        Slot::Later => format!("+{}", item.state[0]),
        Slot::Stale => format!("x{}", item.state[0]),
    };
    slots.iter().zip(&system.slots).map(letter).collect::<Vec<_>>().join(" ").trim_end().to_owned()
}

/// The article's own simulation: a buffer of five, from A to H.
#[test]
fn the_slot_in_front_of_the_current_one_is_always_empty() {
    let mut system = Snapshots::new(vec![0; 4], 5).unwrap();
    assert_eq!(ring(&system), "o0 .  .  .  .");
    (1..=3).for_each(|value| set(&mut system, value));
    assert_eq!(ring(&system), "-0 -1 -2 o3 .");
    (4..=6).for_each(|value| set(&mut system, value));
    assert_eq!(ring(&system), "-5 o6 .  -3 -4");
    assert!(system.undo());
    assert_eq!(ring(&system), "o5 +6 .  -3 -4");
    assert!(system.undo() && system.undo());
    assert!(!system.undo(), "the limit of the buffer");
    assert_eq!(ring(&system), "+5 +6 .  o3 +4");
    assert!(system.redo());
    set(&mut system, 9);
    assert_eq!(ring(&system), "o9 .  .  -3 -4", "the next slot is marked empty, so there is no redo");
    assert!(!system.redo() && system.undo() && system.document()[0] == 4);
}

#[test]
fn states_behind_the_mark_are_reached_by_nothing_and_counted_by_nothing() {
    let mut system = Snapshots::new(vec![0; 4], 6).unwrap();
    (1..=4).for_each(|value| set(&mut system, value));
    (0..3).for_each(|_| assert!(system.undo()));
    let reserved = system.reserved();
    set(&mut system, 9);
    assert_eq!(ring(&system), "-0 -1 o9 .  x4 .");
    assert_eq!((system.undo_steps(), system.redo_steps()), (2, 0));
    assert_eq!(system.bytes(), 3 * (4 + size_of::<Item>()));
    assert_eq!(system.reserved(), reserved);
    assert!(!system.redo() && system.undo() && system.undo() && !system.undo());
}
