//! Tests of `src/raster/ellipse.rs`.

use undoodle_drawing::geometry::{Point, Rect};
use undoodle_drawing::raster::{Ellipse, MAX_EXTENT, Span};

fn ellipse(rect: Rect) -> Vec<Span> {
    Ellipse::new(rect).spans(i32::MIN..i32::MAX).collect()
}

fn ellipse_outline(rect: Rect) -> Vec<Point> {
    let spans = Ellipse::new(rect).outline(i32::MIN..i32::MAX);
    spans.flat_map(|(y, columns)| columns.map(move |x| Point::new(x, y))).collect()
}

#[test]
fn some_rows_are_as_they_are_among_all() {
    for rect in sizes().step_by(7) {
        let (all, outline) = (ellipse(rect), ellipse_outline(rect));
        for rows in [rect.y + 2..rect.y + 5, rect.bottom() - 3..99, -99..rect.y + 1, 5..5] {
            let some: Vec<Span> = Ellipse::new(rect).spans(rows.clone()).collect();
            let expected = all.iter().filter(|(y, _)| rows.contains(y));
            assert!(expected.eq(&some), "{rect:?} {rows:?}");
            let some = Ellipse::new(rect).outline(rows.clone());
            let some = some.flat_map(|(y, columns)| columns.map(move |x| Point::new(x, y)));
            assert!(some.eq(outline.iter().copied().filter(|p| rows.contains(&p.y))), "{rect:?} {rows:?}");
        }
    }
}

/// Both forms at once: `#` is the outline, `o` the rest of the filled ellipse.
fn check(expected: &[&str]) {
    let rect = Rect::new(0, 0, expected[0].len() as i32, expected.len() as i32);
    let mut grid: Vec<Vec<u8>> = expected.iter().map(|row| vec![b'.'; row.len()]).collect();
    for (y, columns) in ellipse(rect) {
        columns.for_each(|x| grid[y as usize][x as usize] = b'o');
    }
    for p in ellipse_outline(rect) {
        let pixel = &mut grid[p.y as usize][p.x as usize];
        assert_eq!(*pixel, b'o', "filled, and not yet drawn");
        *pixel = b'#';
    }
    let drawn: Vec<_> = grid.iter().map(|row| String::from_utf8_lossy(row)).collect();
    assert_eq!(drawn, expected);
}

#[test]
fn circles_are_round() {
    check(&["#"]);
    check(&["##", "##"]);
    check(&[".#.", "#o#", ".#."]);
    check(&[".##.", "#oo#", "#oo#", ".##."]);
    check(&[".###.", "#ooo#", "#ooo#", "#ooo#", ".###."]);
    check(&[".####.", "#oooo#", "#oooo#", "#oooo#", "#oooo#", ".####."]);
    check(&["..###..", ".#ooo#.", "#ooooo#", "#ooooo#", "#ooooo#", ".#ooo#.", "..###.."]);
    check(&["..####..", ".#oooo#.", "#oooooo#", "#oooooo#", "#oooooo#", "#oooooo#", ".#oooo#.", "..####.."]);
}

#[test]
fn ellipses_fill_their_rectangles() {
    check(&["#####"]);
    check(&["#", "#", "#", "#"]);
    check(&["######", "######"]);
    check(&["##", "##", "##"]);
    check(&[".##.", "#oo#", ".##."]);
    check(&[".#.", "#o#", "#o#", "#o#", "#o#", "#o#", "#o#", ".#."]);
    check(&["..#####..", ".#ooooo#.", "#ooooooo#", ".#ooooo#.", "..#####.."]);
}

/// Returns `true` if the pixel `x` and `y` half pixels from the middle belongs to the ellipse with half axes of
/// `a` and `b` half pixels: the point half a pixel nearer to the middle, along one axis, lies within it.
fn inside(x: u64, y: u64, a: u64, b: u64) -> bool {
    let within = |x: u64, y: u64| (x * b).pow(2) + (y * a).pow(2) <= (a * b).pow(2);
    within(x.saturating_sub(1), y) || within(x, y.saturating_sub(1))
}

fn sizes() -> impl Iterator<Item = Rect> {
    (1..=40).flat_map(|width| (1..=40).map(move |height| Rect::new(-7, 3, width, height)))
}

#[test]
fn the_outline_is_the_border_of_the_filled_one() {
    for rect in sizes() {
        let spans = ellipse(rect);
        let filled = |x, y: i32| {
            let row = y.checked_sub(rect.y).and_then(|row| spans.get(row as usize));
            row.is_some_and(|(_, columns)| columns.contains(&x))
        };
        let mut border = Vec::new();
        for (y, columns) in &spans {
            let edge = |x: &i32| {
                let beside = [(*x - 1, *y), (x + 1, *y), (*x, y - 1), (*x, y + 1)];
                beside.iter().any(|(x, y)| !filled(*x, *y))
            };
            border.extend(columns.clone().filter(edge).map(|x| Point::new(x, *y)));
        }
        assert_eq!(ellipse_outline(rect), border, "{rect:?}");
    }
}

#[test]
fn both_halves_mirror_each_other_and_reach_every_edge() {
    for rect in sizes() {
        let spans = ellipse(rect);
        assert_eq!(spans.len() as i32, rect.height);
        let (a, b) = (rect.width as u64 - 1, rect.height as u64 - 1);
        for (j, (y, columns)) in spans.iter().enumerate() {
            assert_eq!(*y, rect.y + j as i32);
            assert_eq!(columns.start - rect.x, rect.right() - columns.end);
            assert_eq!(*columns, spans[spans.len() - 1 - j].1);
            // Every pixel by the rule, and not only where the walk looked.
            let half = |i: i32, last: u64| (2 * i64::from(i) - last as i64).unsigned_abs();
            let ruled = |i: &i32| inside(half(*i, a), half(j as i32, b), a, b);
            let expected: Vec<i32> = (0..rect.width).filter(ruled).map(|i| rect.x + i).collect();
            assert_eq!(columns.clone().collect::<Vec<_>>(), expected, "{rect:?}");
        }
        assert_eq!(spans[spans.len() / 2].1, rect.x..rect.right());
        assert!(!spans[0].1.is_empty());
    }
}

#[test]
fn turning_the_rectangle_turns_the_ellipse() {
    for rect in sizes() {
        let turned = |p: Point| (p.y, p.x);
        let of = |rect| ellipse_outline(rect).into_iter();
        let mut one: Vec<_> = of(rect).map(|p| (p.x, p.y)).collect();
        let mut other: Vec<_> = of(Rect::new(rect.y, rect.x, rect.height, rect.width)).map(turned).collect();
        one.sort_unstable();
        other.sort_unstable();
        assert_eq!(one, other, "{rect:?}");
    }
}

#[test]
fn huge_ellipses_are_exact_and_hostile_ones_cut() {
    let side = 1 << 17;
    let spans = ellipse(Rect::new(-side / 2, -side / 2, side, side));
    // A quarter of the way up, √3/2 of the width: 113511.7 pixels.
    let (y, columns) = &spans[side as usize / 4];
    assert_eq!((*y, columns.len()), (-side / 4, 113512));
    let widest = ellipse(Rect::new(i32::MAX, i32::MIN, i32::MAX, 2));
    assert_eq!(widest[1], (i32::MIN + 1, i32::MAX - MAX_EXTENT..i32::MAX));
    assert!(ellipse(Rect::EMPTY).is_empty() && ellipse_outline(Rect::new(0, 0, 4, -1)).is_empty());
}
