//! XOR differences: arenas that grow and shrink.

use undoodle_lab::System;
use undoodle_lab::color::Color;
use undoodle_lab::{Cursor, Fact, XorDiffs};

#[test]
fn sizes_of_arenas_go_back_and_forth_with_their_bytes() {
    let mut system = XorDiffs::new(vec![0; 20]).unwrap();
    let notes = system.track("notes", b"one").unwrap();
    let set = |system: &mut XorDiffs, text: &[u8]| {
        system.begin(1);
        system.resize(notes, text.len());
        system.arena_mut(notes).copy_from_slice(text);
        system.commit("Note")
    };
    let texts: [&[u8]; 6] = [b"one", b"one and two", b"", b"\0\0\0", b"a longer one than before", b"short"];
    for text in &texts[1..] {
        assert!(set(&mut system, text));
    }
    assert!(!set(&mut system, b"short"));
    for text in texts.iter().rev().skip(1) {
        assert!(system.undo());
        assert_eq!(system.arena(notes), *text);
    }
    for text in &texts[1..] {
        assert!(system.redo());
        assert_eq!(system.arena(notes), *text);
    }
    system.begin(1);
    system.resize(notes, 9);
    system.arena_mut(notes).fill(1);
    assert!(system.cancel());
    assert_eq!(system.arena(notes), b"short");
}

#[test]
fn a_new_colour_makes_the_second_arena_grow_and_undo_makes_it_shrink() {
    let mut system = XorDiffs::new(vec![0; 20]).unwrap();
    for (value, ink) in [(1, Color::ADDED), (2, Color::REMOVED), (3, Color::ADDED), (3, Color::BLACK)] {
        system.begin(1);
        system.aim(Cursor::default(), ink);
        system.write(5, &[value]);
        assert_eq!(system.commit("Paint"), ink != Color::BLACK, "what changed nothing used no colour");
    }
    assert_eq!(system.colors(), [Color::ADDED, Color::REMOVED]);
    assert!(system.undo() && system.undo());
    assert_eq!(system.colors(), [Color::ADDED]);
    let Fact::Steps { steps, done, .. } = &system.inside()[2] else { panic!("steps are described") };
    let word = steps[2].1;
    assert_eq!(steps, &[("Paint", 2 * word), ("Paint", 2 * word), ("Paint", word)]);
    assert_eq!(*done, 1);
}
