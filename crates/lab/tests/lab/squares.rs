//! Tests of `src/squares.rs`.

use undoodle_lab::color::Color;
use undoodle_lab::geometry::Rect;
use undoodle_lab::history::CommitId;
use undoodle_lab::squares::{Branch, COUNT, Cursor, Event, Squares};

#[test]
fn a_drag_is_one_step_and_each_square_one_delta() {
    let mut squares = Squares::new(7);
    let start = squares.colors();
    for index in [2, 3, 4, 3, 2] {
        squares.touch(index);
    }
    let stats = squares.history().stats();
    assert_eq!((stats.undo, stats.redo, stats.temp), (0, 0, 3));
    squares.release();
    let stats = squares.history().stats();
    assert_eq!((stats.undo, stats.redo, stats.temp), (4, 4, 4), "three deltas and a header");
    let after = squares.colors();
    assert_eq!((0..COUNT).filter(|i| start[*i] != after[*i]).collect::<Vec<_>>(), [2, 3, 4]);
    assert!(squares.run("edit.undo") && squares.colors() == start);
    assert_eq!(squares.history().stats().undo, 0);
    assert!(squares.run("edit.redo") && squares.colors() == after);
    assert_eq!(squares.event(), (Event::Redo, 3));
}

#[test]
fn undo_in_a_drag_takes_back_the_drag_alone() {
    let mut squares = Squares::new(7);
    squares.touch(0);
    squares.release();
    let one = squares.colors();
    squares.touch(5);
    assert!(squares.run("edit.undo"));
    assert_eq!(squares.colors(), one);
    assert_eq!(squares.changed(), [false; COUNT]);
    squares.touch(99);
    squares.release();
    assert_eq!(squares.history().position(), 1, "a release after it commits nothing");
}

fn drag(squares: &mut Squares, indices: &[usize]) -> CommitId {
    indices.iter().for_each(|index| squares.touch(*index));
    squares.release();
    squares.history().here()
}

#[test]
fn undo_shows_the_cursor_inverted_over_the_squares_that_went_back() {
    let mut squares = Squares::new(7);
    drag(&mut squares, &[2, 3, 4]);
    assert_eq!(squares.cursor(), None);
    let rect = Rect::new(2, 0, 3, 1);
    assert!(squares.run("edit.undo"));
    assert_eq!(squares.cursor(), Some(Cursor { rect, color: Color::REMOVED }));
    assert!(squares.run("edit.redo"));
    assert_eq!(squares.cursor(), Some(Cursor { rect, color: Color::ADDED }));
}

#[test]
fn what_could_be_redone_becomes_a_branch_that_can_be_gone_to() {
    let mut squares = Squares::new(7);
    let one = drag(&mut squares, &[0]);
    let two = drag(&mut squares, &[1]);
    let three = drag(&mut squares, &[2]);
    let there = squares.colors();
    assert_eq!(squares.branches(), []);
    assert!(squares.run("edit.undo") && squares.run("edit.undo"));
    let four = drag(&mut squares, &[9]);
    assert_eq!(squares.branches(), [Branch { after: Some(1), steps: vec![two, three] }]);
    squares.touch(5);
    assert!(squares.go_to(three).is_err(), "not during a drag");
    squares.cancel();
    assert_eq!(squares.go_to(three), Ok(true));
    assert_eq!((squares.colors(), squares.event().0), (there, Event::Redo));
    assert_eq!(squares.branches(), [Branch { after: Some(1), steps: vec![four] }]);
    assert_eq!(squares.go_to(three), Ok(false));
    assert!(squares.run("edit.undo"));
    let five = drag(&mut squares, &[7]);
    assert!((0..3).all(|_| squares.run("edit.undo")));
    let six = drag(&mut squares, &[8]);
    assert_eq!(
        squares.branches(),
        [
            Branch { after: Some(0), steps: vec![one, two, three] },
            Branch { after: None, steps: vec![four] },
            Branch { after: None, steps: vec![five] },
        ]
    );
    assert!(squares.go_to(CommitId(99)).is_err());
    assert_eq!(squares.history().here(), six);
}
