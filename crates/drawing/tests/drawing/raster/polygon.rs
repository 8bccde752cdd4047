//! Tests of `src/raster/polygon.rs`.

use proptest::prelude::*;
use std::collections::BTreeSet;
use undoodle_drawing::geometry::{Point, Rect};
use undoodle_drawing::raster::{Span, line, polygon};

/// Corners are cut to this distance from the origin.
const FAR: i32 = 1 << 17;

fn points(corners: &[(i32, i32)]) -> Vec<Point> {
    corners.iter().map(|(x, y)| Point::new(*x, *y)).collect()
}

const EVERYWHERE: Rect = Rect::new(-2 * FAR, -2 * FAR, 4 * FAR, 4 * FAR);

fn check(corners: &[(i32, i32)], expected: &[&str]) {
    let mut grid: Vec<Vec<u8>> = expected.iter().map(|row| vec![b'.'; row.len()]).collect();
    for (y, columns) in polygon(&points(corners), EVERYWHERE).unwrap() {
        columns.for_each(|x| grid[y as usize][x as usize] = b'#');
    }
    let drawn: Vec<_> = grid.iter().map(|row| String::from_utf8_lossy(row)).collect();
    assert_eq!(drawn, expected);
}

#[test]
fn convex_ones_are_filled_to_their_corners() {
    check(&[], &["..."]);
    check(&[(1, 0)], &[".#."]);
    check(&[(0, 0), (6, 3)], &["#......", ".##....", "...##..", ".....##"]);
    check(&[(0, 0), (3, 0), (3, 2), (0, 2)], &["####", "####", "####"]);
    check(
        &[(3, 0), (6, 3), (3, 6), (0, 3)],
        &["...#...", "..###..", ".#####.", "#######", ".#####.", "..###..", "...#..."],
    );
}

#[test]
fn concave_ones_leave_their_bays() {
    // A U, its arms two pixels apart from each other.
    check(
        &[(0, 0), (1, 0), (1, 2), (4, 2), (4, 0), (5, 0), (5, 4), (0, 4)],
        &["##..##", "##..##", "######", "######", "######"],
    );
    // An arrow to the right with a notch; its edges have no ties to round.
    check(&[(0, 0), (5, 2), (0, 4), (2, 2)], &["##....", ".###..", "..####", ".###..", "##...."]);
}

#[test]
fn what_is_crossed_twice_is_outside() {
    // An hourglass, and a frame: the inner square goes around once more.
    check(&[(0, 0), (4, 0), (0, 4), (4, 4)], &["#####", ".###.", "..#..", ".###.", "#####"]);
    let outer = [(0, 0), (6, 0), (6, 6), (0, 6), (0, 0)];
    let inner = [(2, 2), (4, 2), (4, 4), (2, 4), (2, 2)];
    check(
        &[outer, inner].concat(),
        &["#######", "#######", "#######", "###.###", "#######", "#######", "#######"],
    );
}

#[test]
fn an_edge_has_the_columns_of_its_line() {
    for (x, y) in (-12..=12).flat_map(|x| (-12..=12).map(move |y| (x, y))) {
        let (from, to) = (Point::new(3, -2), Point::new(3 + x, y - 2));
        let mut drawn: Vec<_> = line(from, to).map(|p| (p.y, p.x)).collect();
        drawn.sort_unstable();
        let corners = [from, to];
        let spans = polygon(&corners, EVERYWHERE).unwrap();
        let found: Vec<_> = spans.flat_map(|(y, columns)| columns.map(move |x| (y, x))).collect();
        assert_eq!(found, drawn, "({x}, {y})");
    }
}

#[test]
fn hostile_corners_are_cut() {
    let corners = points(&[(i32::MIN, i32::MIN), (i32::MAX, i32::MIN), (i32::MAX, i32::MAX)]);
    let spans: Vec<Span> = polygon(&corners, EVERYWHERE).unwrap().collect();
    assert_eq!(spans.len() as i32, 2 * FAR + 1);
    assert_eq!(spans[0], (-FAR, -FAR..FAR + 1));
    assert_eq!(spans[2 * FAR as usize], (FAR, FAR..FAR + 1));
}

/// Returns `true` if a ray to the right from a pixel's centre crosses an odd number of edges.
fn is_inside(points: &[Point], x: i32, y: i32) -> bool {
    let crossed = |i: &usize| {
        let (a, b) = (points[*i], points[(i + 1) % points.len()]);
        // The edge's place in this row is right of x: compared without a division.
        let (place, at) = ((y - a.y) * (b.x - a.x), (x - a.x) * (b.y - a.y));
        (a.y > y) != (b.y > y) && if b.y > a.y { at < place } else { at > place }
    };
    (0..points.len()).filter(crossed).count() % 2 == 1
}

proptest! {
    #[test]
    fn each_pixel_is_inside_or_on_the_outline(
        corners in prop::collection::vec((-15..15i32, -15..15i32), 3..9)
    ) {
        let points: Vec<Point> = corners.iter().map(|(x, y)| Point::new(*x, *y)).collect();
        let mut expected = BTreeSet::new();
        for (i, from) in points.iter().enumerate() {
            expected.extend(line(*from, points[(i + 1) % points.len()]).map(|p| (p.y, p.x)));
        }
        let all = (-15..15).flat_map(|y| (-15..15).map(move |x| (y, x)));
        expected.extend(all.filter(|(y, x)| is_inside(&points, *x, *y)));
        let spans: Vec<Span> = polygon(&points, EVERYWHERE).unwrap().collect();
        let found: Vec<(i32, i32)> =
            spans.iter().flat_map(|(y, columns)| columns.clone().map(move |x| (*y, x))).collect();
        prop_assert_eq!(found, expected.into_iter().collect::<Vec<_>>());
        let clip = Rect::new(-4, -7, 13, 12);
        let inside = spans.iter().filter(|(y, _)| (-7..5).contains(y));
        let inside = inside.map(|(y, x)| (*y, x.start.max(-4)..x.end.min(9)));
        let inside: Vec<Span> = inside.filter(|(_, columns)| !columns.is_empty()).collect();
        prop_assert_eq!(polygon(&points, clip).unwrap().collect::<Vec<_>>(), inside);
        prop_assert!(spans.windows(2).all(|w| w[0].0 < w[1].0 || w[0].1.end < w[1].1.start));
    }
}
