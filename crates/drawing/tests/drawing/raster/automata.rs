//! Tests of `src/raster/automata.rs`.

use crate::raster::image::{image, letter, rows};
use undoodle_drawing::color::Color;
use undoodle_drawing::raster::{Automaton, Image};

/// Generations of an image of letters, from a step on.
fn play(rule: Automaton, from: &[&str], wrap: bool, steps: std::ops::Range<u64>) -> Vec<String> {
    let mut board = image(from);
    for step in steps {
        board = rule.step(&board, step, wrap, |_, _| false).unwrap();
    }
    rows(&board)
}

fn sorted(rows: &[String]) -> Vec<char> {
    let mut all: Vec<char> = rows.concat().chars().collect();
    all.sort_unstable();
    all
}

#[test]
fn blinkers_turn_and_blocks_stay() {
    let before = [".......", ".a...bb", ".a...bb", ".a.....", "......."];
    let turned = [".......", ".....bb", "aaa..bb", ".......", "......."];
    assert_eq!(play(Automaton::Life, &before, false, 0..1), turned);
    assert_eq!(play(Automaton::Life, &before, false, 0..2), before);
}

#[test]
fn a_glider_moves_by_a_pixel_in_four_steps_and_wraps_around() {
    let glider = [".a....", "..a...", "aaa...", "......", "......", "......"];
    let moved = ["......", "..a...", "...a..", ".aaa..", "......", "......"];
    assert_eq!(play(Automaton::Life, &glider, false, 0..4), moved);
    assert_eq!(play(Automaton::Life, &glider, true, 0..4), moved);
    assert_eq!(play(Automaton::Life, &glider, true, 0..24), glider, "six pixels are all the way round");
    let block = ["......", "......", "......", "......", "....aa", "....aa"];
    assert_eq!(play(Automaton::Life, &glider, false, 0..24), block, "it ends at the edge");
}

#[test]
fn cells_die_alone_and_crowded() {
    assert_eq!(play(Automaton::Life, &["...", ".ab", "..."], false, 0..1), ["...", "...", "..."]);
    assert_eq!(play(Automaton::Life, &["aaa", "aaa", "aaa"], false, 0..1), ["a.a", "...", "a.a"]);
}

#[test]
fn a_child_has_the_colour_of_most_parents_or_their_mean() {
    assert_eq!(play(Automaton::Life, &["a.b", "...", ".b."], false, 0..1), ["...", ".b.", "..."]);
    assert_eq!(play(Automaton::Life, &["a.b", "...", ".a."], false, 0..1), ["...", ".a.", "..."]);
    let [red, green, faint] =
        [Color::rgba(255, 0, 0, 255), Color::rgba(0, 255, 0, 255), Color::rgba(0, 0, 255, 90)];
    let none = Color::TRANSPARENT;
    let parents = vec![red, none, green, none, none, none, none, faint, none];
    let board = Image::from_pixels(3, 3, parents).unwrap();
    let child = Automaton::Life.step(&board, 0, false, |_, _| false).unwrap().get(1, 1);
    assert_eq!(child, Color::rgba(108, 108, 38, 200));
}

#[test]
fn grains_fall_slide_and_pile_up() {
    let check = |steps, expected: [&str; 4]| {
        let heap = ["..c..", "..b..", "..a..", "....."];
        assert_eq!(play(Automaton::Sand, &heap, false, steps), expected);
    };
    check(0..1, [".....", "..c..", "..b..", "..a.."]);
    check(0..2, [".....", ".....", "..c..", "..ab."]);
    check(0..3, [".....", ".....", ".....", ".cab."]);
    check(1..3, [".....", ".....", "..c..", ".ba.."]);
    check(0..99, [".....", ".....", ".....", ".cab."]);
}

#[test]
fn the_floor_holds_every_grain() {
    let mut board = vec!["ab.c", "a.bc", "cc.a", "ab.b", "...."];
    let before = sorted(&board.iter().map(|row| (*row).to_owned()).collect::<Vec<_>>());
    for steps in 0..20 {
        let now = play(Automaton::Sand, &board, false, 0..steps);
        assert_eq!(sorted(&now), before, "after {steps} steps");
    }
    let end = play(Automaton::Sand, &board, false, 0..20);
    board = end.iter().map(String::as_str).collect();
    assert_eq!(play(Automaton::Sand, &board, false, 20..21), end, "it comes to rest");
    let full: Vec<bool> = end.iter().map(|row| row.contains('.')).collect();
    assert_eq!(full, [true, true, false, false, false], "without a hole below");
}

#[test]
fn what_stands_still_is_a_neighbour_and_a_wall() {
    let board = image(&["...", ".a.", "...", "bbb"]);
    let wall = |_: i32, y: i32| y == 2;
    let sand = Automaton::Sand.step(&board, 0, false, wall).unwrap();
    assert_eq!(rows(&sand), rows(&board), "a grain does not fall into what stands still");
    let life = Automaton::Life.step(&board, 0, false, |x, y| (x, y) != (1, 2)).unwrap();
    assert_eq!(rows(&life), ["...", ".a.", "...", "bbb"], "four neighbours bear nothing");
    let life = Automaton::Life.step(&image(&["...", "...", "bbb"]), 0, false, |_, y| y == 2).unwrap();
    assert_eq!(rows(&life), ["...", ".b.", "bbb"]);
}

#[test]
fn invisible_colours_are_empty_and_not_lost() {
    let unseen = Color::rgba(9, 8, 7, 0);
    let board = Image::from_pixels(1, 2, vec![letter('a'), unseen]).unwrap();
    let fallen = Automaton::Sand.step(&board, 0, false, |_, _| false).unwrap();
    assert_eq!(fallen.pixels(), [unseen, letter('a')]);
    let alone = Image::from_pixels(1, 1, vec![unseen]).unwrap();
    assert_eq!(Automaton::Life.step(&alone, 0, false, |_, _| false).unwrap(), alone);
}
