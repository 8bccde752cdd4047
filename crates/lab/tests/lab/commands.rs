//! Tests of `src/lab/commands.rs`.

use undoodle_lab::Commands;
use undoodle_lab::System;

fn step(system: &mut Commands, len: usize) -> bool {
    let value = system.document()[0] + 1;
    system.begin(1);
    system.write(0, &vec![value; len]);
    system.commit("Fill")
}

#[test]
fn a_command_too_large_is_warned_of_done_and_clears_both_stacks() {
    let mut system = Commands::new(vec![0; 1000], 1000);
    assert!(step(&mut system, 10) && step(&mut system, 10) && system.undo());
    system.begin(1);
    system.write(0, &[9; 300]);
    assert_eq!(system.warning(), None);
    system.write(300, &[9; 300]);
    assert!(system.warning().unwrap().to_string().contains("more than 1.0 KB"), "before it is complete");
    assert!(system.cancel());
    assert_eq!((system.undo_steps(), system.redo_steps(), system.warning()), (1, 1, None));
    assert!(step(&mut system, 600));
    assert_eq!((system.undo_steps(), system.redo_steps()), (0, 0));
    assert!(system.warning().is_some() && system.document()[599] == 2);
    assert_eq!(system.is_dirty(), Some(true), "no way leads back to what was saved");
    assert!(step(&mut system, 10) && system.warning().is_none());
    assert!(system.undo() && system.document()[0] == 2);
    assert_eq!(system.is_dirty(), Some(true));
}

#[test]
fn a_large_command_that_changes_nothing_clears_nothing() {
    let mut system = Commands::new(vec![0; 1000], 1000);
    assert!(step(&mut system, 10) && system.undo());
    system.begin(1);
    system.write(0, &[0; 600]);
    assert!(!system.commit("Nothing"));
    assert_eq!((system.redo_steps(), system.warning()), (1, None));
}
