//! Tests of `src/raster/contour.rs`.

use proptest::prelude::*;
use undoodle_drawing::raster::Cells;

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
    fn a_tile_fills_the_cells_in_which_its_pixels_lie(
        place in (0..4, 0..4),
        rows in proptest::array::uniform32(any::<u32>().prop_map(|bits| bits & bits >> 3 & bits >> 7)),
        (side, first) in (0..7u32).prop_flat_map(|power| (Just(1 << power), (0..=64 >> power, 0..=64 >> power))),
    ) {
        let (mut by_tile, mut by_pixel) = (Cells::new(40, 30), Cells::new(40, 30));
        by_tile.fill_tile((place.0 * 32, place.1 * 32), &rows, side, first);
        for (x, y) in (0..32).flat_map(|y| (0..32).map(move |x| (x, y))).filter(|(x, y)| rows[*y] >> x & 1 == 1) {
            let cell = |at: i32, first: i32| usize::try_from(at / side - first).ok();
            let (x, y) = (place.0 * 32 + x, place.1 * 32 + y as i32);
            if let (Some(x), Some(y)) = (cell(x, first.0), cell(y, first.1)) {
                by_pixel.fill(x..x + 1, y..y + 1);
            }
        }
        prop_assert!(by_tile.contour().eq(by_pixel.contour()));
    }

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
