//! Tests of `src/raster/line.rs`.

use undoodle_drawing::geometry::{Point, Rect};
use undoodle_drawing::raster::{Line, is_corner, line, snap};

/// Draws a line into a grid of the expected picture's size.
fn check(from: (i32, i32), to: (i32, i32), expected: &[&str]) {
    let mut grid: Vec<Vec<u8>> = expected.iter().map(|row| vec![b'.'; row.len()]).collect();
    for p in line(Point::new(from.0, from.1), Point::new(to.0, to.1)) {
        grid[p.y as usize][p.x as usize] = b'#';
    }
    let drawn: Vec<_> = grid.iter().map(|row| String::from_utf8_lossy(row)).collect();
    assert_eq!(drawn, expected);
}

#[test]
fn lines_are_joined_in_every_direction() {
    check((1, 1), (1, 1), &["...", ".#.", "..."]);
    check((0, 0), (6, 0), &["#######"]);
    check((2, 3), (2, 0), &["..#", "..#", "..#", "..#"]);
    check((3, 0), (0, 3), &["...#", "..#.", ".#..", "#..."]);
    check((0, 0), (6, 3), &["#......", ".##....", "...##..", ".....##"]);
    check((0, 6), (2, 0), &["..#", "..#", ".#.", ".#.", ".#.", "#..", "#.."]);
}

#[test]
fn each_step_moves_by_one_pixel() {
    for (x, y) in (-9..=9).flat_map(|x| (-9..=9).map(move |y| (x, y))) {
        let points: Vec<_> = line(Point::new(0, 0), Point::new(x, y)).collect();
        assert_eq!(points.len() as i32, 1 + x.abs().max(y.abs()));
        assert_eq!(points.last(), Some(&Point::new(x, y)));
        assert!(points.windows(2).all(|w| { (w[0].x - w[1].x).abs().max((w[0].y - w[1].y).abs()) == 1 }));
    }
}

/// Bresenham's algorithm as it is written in textbooks.
fn plain(from: Point, to: Point) -> Vec<Point> {
    let (dx, dy) = ((to.x - from.x).abs(), -(to.y - from.y).abs());
    let (mut at, mut error, mut points) = (from, dx + dy, vec![from]);
    while at != to {
        let twice = 2 * error;
        if twice >= dy {
            error += dy;
            at.x += (to.x - from.x).signum();
        }
        if twice <= dx {
            error += dx;
            at.y += (to.y - from.y).signum();
        }
        points.push(at);
    }
    points
}

#[test]
fn steps_are_numbered_as_bresenham_makes_them() {
    let rect = Rect::new(-2, 1, 5, 4);
    for (x, y) in (-13..=13).flat_map(|x| (-13..=13).map(move |y| (x, y))) {
        let (from, to) = (Point::new(3, -2), Point::new(x, y));
        let (line, points) = (Line::new(from, to), plain(from, to));
        assert_eq!(line.points(0..i64::MAX).collect::<Vec<_>>(), points, "{to:?}");
        assert!((0..).zip(&points).all(|(step, point)| line.point(step) == *point), "{to:?}");
        let tail: Vec<Point> = line.points(4..9).collect();
        assert_eq!(tail, points.iter().copied().skip(4).take(5).collect::<Vec<_>>(), "{to:?}");
        let inside: Vec<i64> =
            (0..).zip(&points).filter(|(_, p)| rect.contains(**p)).map(|(step, _)| step).collect();
        assert_eq!(line.within(rect).collect::<Vec<_>>(), inside, "{to:?}");
    }
}

#[test]
fn a_far_part_is_found_at_once() {
    let (low, high) = (Point::new(i32::MIN, i32::MAX), Point::new(i32::MAX, i32::MIN + 7));
    let line = Line::new(low, high);
    let inside = line.within(Rect::new(0, 0, 9, 9));
    assert!(inside.end - inside.start < 10);
    assert!(line.points(inside.clone()).all(|p| Rect::new(0, 0, 9, 9).contains(p)));
    assert_eq!([line.point(0), line.point(line.steps())], [low, high]);
    assert!(Line::new(high, high).within(Rect::new(0, 0, 9, 9)).is_empty());
    assert_eq!(Line::new(high, low).within(Rect::pixel(low)), line.steps()..line.steps() + 1);
}

#[test]
fn lines_between_the_ends_of_the_numbers_begin_without_overflow() {
    let (low, high) = (Point::new(i32::MIN, i32::MAX), Point::new(i32::MAX, i32::MIN));
    assert_eq!(line(low, high).nth(2), Some(Point::new(i32::MIN + 2, i32::MAX - 2)));
}

/// Draws the line from one point to where another snaps.
fn check_snapped(from: (i32, i32), to: (i32, i32), expected: &[&str]) {
    let end = snap(Point::new(from.0, from.1), Point::new(to.0, to.1));
    check(from, (end.x, end.y), expected);
}

#[test]
fn snapped_lines_make_even_steps() {
    check_snapped((0, 0), (0, 0), &["#."]);
    check_snapped((0, 0), (5, 1), &["######", "......"]);
    check_snapped((0, 0), (5, 2), &["##....", "..##..", "....##"]);
    check_snapped((0, 0), (6, 3), &["##......", "..##....", "....##..", "......##"]);
    // As near to (3, 3) as to (4, 4): the longer one.
    check_snapped((0, 0), (4, 3), &["#....", ".#...", "..#..", "...#.", "....#"]);
    check_snapped((5, 0), (0, 2), &["....##", "..##..", "##...."]);
    check_snapped((0, 5), (2, 1), &["..#", "..#", ".#.", ".#.", "#..", "#.."]);
    check_snapped((2, 0), (1, 4), &["..#", "..#", ".#.", ".#."]);
    check_snapped((3, 3), (0, 0), &["#...", ".#..", "..#.", "...#"]);
    check_snapped((1, 4), (1, 0), &[".#", ".#", ".#", ".#", ".#"]);
}

#[test]
fn snapping_is_near_and_even_in_every_direction() {
    let from = Point::new(3, -4);
    for (dx, dy) in (-40..=40).flat_map(|x| (-40..=40).map(move |y| (x, y))) {
        let end = snap(from, Point::new(from.x + dx, from.y + dy));
        assert_eq!(snap(from, end), end, "what is snapped stays");
        let (across, down) = (end.x - from.x, end.y - from.y);
        let [length, wanted] = [(across, down), (dx, dy)].map(|(x, y)| f64::from(x * x + y * y).sqrt());
        assert!((length - wanted).abs() <= 0.04 * wanted + 1.5, "{dx} {dy}: {length}");
        // No side of the 16 is farther than half the widest angle between two, 26.6 degrees.
        let cosine = f64::from(across * dx + down * dy) / (length * wanted).max(1.0);
        assert!(wanted < 8.0 || cosine > 0.97, "{dx} {dy}: {across} {down}");
        let points: Vec<Point> = line(from, end).collect();
        let along = |p: &Point| if across.abs() >= down.abs() { p.y } else { p.x };
        let mut runs = points.chunk_by(|a, b| along(a) == along(b)).map(<[Point]>::len);
        let first = runs.next();
        assert!(runs.all(|run| Some(run) == first), "{dx} {dy}: even steps");
    }
}

#[test]
fn snapping_at_the_ends_of_the_numbers_stays_within_them() {
    let (low, high) = (Point::new(i32::MIN, i32::MIN), Point::new(i32::MAX, i32::MAX));
    assert_eq!([snap(low, high), snap(high, low)], [high, low]);
    assert_eq!(snap(low, Point::new(i32::MAX, i32::MIN + 9)), Point::new(i32::MAX, i32::MIN));
}

#[test]
fn corners_are_told() {
    let [a, right, below, c] = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| Point::new(x, y));
    assert!(is_corner(a, right, c) && is_corner(a, below, c) && is_corner(right, a, below));
    assert!(!is_corner(a, c, right), "the ends touch by an edge");
    assert!(!is_corner(a, right, Point::new(2, 0)), "a straight line");
    assert!(!is_corner(a, a, c) && !is_corner(a, c, c) && !is_corner(a, a, a));
    assert!(!is_corner(Point::new(i32::MIN, 0), right, Point::new(i32::MAX, 1)));
}
