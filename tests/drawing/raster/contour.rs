//! Tests of `src/raster/contour.rs`.

use proptest::prelude::*;
use undoodle::raster::Cells;

fn cells(rows: &[&str]) -> Cells {
    let mut cells = Cells::new(rows[0].len(), rows.len());
    for (y, row) in rows.iter().enumerate() {
        for (x, _) in row.bytes().enumerate().filter(|(_, byte)| *byte == b'#') {
            cells.fill(x..x + 1, y..y + 1);
        }
    }
    cells
}

/// Which cells loops go around: a cell is inside if a ray from it to the left crosses an odd number of edges.
fn inside(loops: &[Vec<(i32, i32)>], x: i32, y: i32) -> bool {
    let edges = loops.iter().flat_map(|corners| corners.iter().zip(corners.iter().cycle().skip(1)));
    let crossed = |(a, b): &(&(i32, i32), &(i32, i32))| {
        a.0 == b.0 && a.0 <= x && (a.1.min(b.1)..a.1.max(b.1)).contains(&y)
    };
    edges.filter(crossed).count() % 2 == 1
}

#[test]
fn a_hole_is_a_loop_of_its_own_the_other_way_round() {
    let loops: Vec<_> = cells(&["###", "#.#", "###"]).contour().collect();
    assert_eq!(loops, [[(0, 0), (3, 0), (3, 3), (0, 3)], [(1, 1), (1, 2), (2, 2), (2, 1)]]);
}

#[test]
fn cells_that_touch_in_a_corner_have_loops_of_their_own() {
    let loops: Vec<_> = cells(&["#.", ".#"]).contour().collect();
    assert_eq!(loops, [[(0, 0), (1, 0), (1, 1), (0, 1)], [(1, 1), (2, 1), (2, 2), (1, 2)]]);
}

#[test]
fn four_cells_become_one_if_one_of_them_is_filled() {
    let half: Vec<_> = cells(&["#....", ".....", "....#"]).halved().contour().collect();
    assert_eq!(half, [[(0, 0), (1, 0), (1, 1), (0, 1)], [(2, 1), (3, 1), (3, 2), (2, 2)]]);
}

proptest! {
    #[test]
    fn the_loops_go_around_the_cells_of_the_set_and_no_others(
        (width, bits) in (1usize..12).prop_flat_map(|width| {
            (Just(width), proptest::collection::vec(any::<bool>(), width..width * 12))
        })
    ) {
        let height = bits.len() / width;
        let mut cells = Cells::new(width, height);
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            if bits[y * width + x] {
                cells.fill(x..x + 1, y..y + 1);
            }
        }
        let loops: Vec<_> = cells.contour().collect();
        for corners in &loops {
            prop_assert!(corners.len() >= 4, "a loop has four corners at least");
            for ((a, b), c) in corners.iter().zip(corners.iter().cycle().skip(1)).zip(corners.iter().cycle().skip(2)) {
                prop_assert!((a.0 == b.0) != (a.1 == b.1), "edges are straight");
                prop_assert!((a.0 == b.0) != (b.0 == c.0), "each corner turns");
            }
        }
        for y in 0..height {
            for x in 0..width {
                prop_assert_eq!(inside(&loops, x as i32, y as i32), bits[y * width + x]);
            }
        }
    }
}
