//! Tests of `src/raster/flood/mask.rs`.

use undoodle_drawing::geometry::{Area, Rect};
use undoodle_drawing::raster::{Match, TileMask, everywhere};

/// Returns the areas as rectangles, those with bits as runs of a row.
pub fn rects(mask: &TileMask) -> impl Iterator<Item = Rect> + '_ {
    mask.areas().flat_map(|area| match area {
        Area::Rect(rect) => vec![rect],
        Area::Bits(bits) => {
            let runs = |(y, x, line): (i32, i32, u32)| {
                let set = (0..32).filter(move |i| line >> i & 1 == 1).map(|i| x + i);
                let columns: Vec<i32> = set.collect();
                let runs = columns.chunk_by(|a, b| a + 1 == *b);
                runs.map(|run| Rect::new(run[0], y, run.len() as i32, 1)).collect::<Vec<_>>()
            };
            bits.lines().flat_map(runs).collect()
        }
    })
}

fn rows(of: impl Fn(u32, u32) -> bool) -> Match {
    Match::Some(std::array::from_fn(|y| (0..32).filter(|x| of(*x, y as u32)).fold(0, |row, x| row | 1 << x)))
}

fn check(mask: &TileMask, bounds: [i32; 4], expected: &[[i32; 4]]) {
    let rect = |[x, y, width, height]: [i32; 4]| Rect::new(x, y, width, height);
    assert_eq!(mask.bounds(), rect(bounds));
    let rects: Vec<Rect> = rects(mask).collect();
    assert_eq!(rects, expected.iter().map(|r| rect(*r)).collect::<Vec<_>>());
}

#[test]
fn rectangles_are_as_coarse_as_can_be() {
    // One block that is full, cut at the canvas's edge in its last tiles.
    let full = everywhere(1000, 70, |_, _| Match::All).unwrap();
    check(&full, [0, 0, 1000, 70], &[[0, 0, 1000, 70]]);
    // A hole of one tile: the tiles before and after it in its row, and the other row.
    let hole =
        everywhere(128, 40, |tx, ty| if (tx, ty) == (1, 0) { Match::None } else { Match::All }).unwrap();
    check(&hole, [0, 0, 128, 40], &[[0, 0, 32, 32], [64, 0, 64, 32], [0, 32, 128, 8]]);
    // Rows of full tiles end at a block's border; the blocks come one after another.
    let row = everywhere(1056, 64, |_, ty| if ty == 1 { Match::All } else { Match::None }).unwrap();
    check(&row, [0, 32, 1056, 32], &[[0, 32, 1024, 32], [1024, 32, 32, 32]]);
}

#[test]
fn bits_come_as_runs() {
    let dots = everywhere(64, 64, |tx, ty| {
        if (tx, ty) == (1, 1) {
            rows(|x, y| (y == 3 && [0, 1, 5].contains(&x)) || (y == 31 && x >= 30))
        } else {
            Match::None
        }
    })
    .unwrap();
    check(&dots, [32, 35, 32, 29], &[[32, 35, 2, 1], [37, 35, 1, 1], [62, 63, 2, 1]]);
    assert!(dots.contains(37, 35) && !dots.contains(36, 35));
    assert!(!dots.contains(-1, 35) && !dots.contains(37, i32::MAX) && !dots.contains(69, 35));
}

#[test]
fn bits_that_say_all_or_nothing_are_no_bits() {
    let all = everywhere(40, 5, |_, _| rows(|_, _| true)).unwrap();
    check(&all, [0, 0, 40, 5], &[[0, 0, 40, 5]]);
    let beyond = everywhere(40, 5, |_, _| rows(|_, y| y >= 5)).unwrap();
    check(&beyond, [0; 4], &[]);
    assert!(beyond.is_empty() && !all.is_empty());
}

#[test]
fn hostile_sizes_are_cut() {
    let wide = everywhere(u32::MAX, 1, |_, _| Match::All).unwrap();
    assert_eq!(wide.bounds(), Rect::new(0, 0, 65536, 1));
    check(&everywhere(0, u32::MAX, |_, _| Match::All).unwrap(), [0; 4], &[]);
}
