//! Lines by Bresenham's algorithm (1965), in its form for all directions.
//!
//! Samples of a pointer arrive some pixels apart; the line joins them without
//! gaps, each step moving by one pixel along an axis or diagonally. Both ends
//! are included, and a line of one point is that point.
//!
//! ```
//! use undoodle::{geometry::Point, raster::line};
//! let rows: Vec<i32> = line(Point::new(0, 0), Point::new(4, 2)).map(|p| p.y).collect();
//! assert_eq!(rows, [0, 1, 1, 2, 2]);
//! ```

use crate::geometry::Point;

/// The pixels from one point to another, both included, in order.
pub fn line(from: Point, to: Point) -> impl Iterator<Item = Point> {
    let (dx, dy) =
        ((i64::from(to.x) - i64::from(from.x)).abs(), -(i64::from(to.y) - i64::from(from.y)).abs());
    let (step_x, step_y) = ((to.x - from.x).signum(), (to.y - from.y).signum());
    let mut error = dx + dy;
    let mut next = Some(from);
    std::iter::from_fn(move || {
        let point = next?;
        next = (point != to).then(|| {
            let mut after = point;
            let twice = 2 * error;
            if twice >= dy {
                error += dy;
                after.x += step_x;
            }
            if twice <= dx {
                error += dx;
                after.y += step_y;
            }
            after
        });
        Some(point)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
