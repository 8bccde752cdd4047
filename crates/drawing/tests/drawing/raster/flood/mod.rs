//! Floods against pictures, and against a queue of pixels.

mod mask;

use self::mask::rects;
use proptest::prelude::*;
use std::collections::HashSet;
use undoodle_drawing::geometry::{Point, Rect};
use undoodle_drawing::raster::{Match, TileMask, everywhere, flood};

/// Pixels of a picture, and what of it matches; pixels off the canvas match as `beyond` says.
struct Picture {
    width: i32,
    height: i32,
    open: Vec<bool>,
    beyond: bool,
}

impl Picture {
    fn drawn(rows: &[&str]) -> Picture {
        let (width, height) = (rows[0].len() as i32, rows.len() as i32);
        Picture { width, height, open: rows.concat().bytes().map(|b| b != b'#').collect(), beyond: true }
    }

    fn is_open(&self, x: i32, y: i32) -> bool {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside && self.open[(y * self.width + x) as usize]
    }

    fn tile(&self, tx: u32, ty: u32) -> Match {
        let bit = |x: i32, y: i32| {
            let (x, y) = (tx as i32 * 32 + x, ty as i32 * 32 + y);
            self.is_open(x, y) || (self.beyond && (x >= self.width || y >= self.height))
        };
        let row = |y| (0..32).filter(|x| bit(*x, y)).fold(0, |row, x| row | 1 << x);
        Match::Some(std::array::from_fn(|y| row(y as i32)))
    }

    fn flood(&self, seed: (i32, i32), diagonal: bool) -> TileMask {
        let mut asked = HashSet::new();
        flood(self.width as u32, self.height as u32, Point::new(seed.0, seed.1), diagonal, |tx, ty| {
            assert!(asked.insert((tx, ty)), "each tile is asked about once");
            self.tile(tx, ty)
        })
        .unwrap()
    }

    /// Pixel by pixel, from a queue.
    fn naive(&self, seed: (i32, i32), diagonal: bool) -> HashSet<(i32, i32)> {
        let (mut found, mut queue) = (HashSet::new(), vec![seed]);
        while let Some((x, y)) = queue.pop() {
            if self.is_open(x, y) && found.insert((x, y)) {
                queue.extend([(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]);
                if diagonal {
                    queue.extend([(x - 1, y - 1), (x + 1, y - 1), (x - 1, y + 1), (x + 1, y + 1)]);
                }
            }
        }
        found
    }
}

/// The mask's rectangles are its pixels, each once, and the bounds are exact.
fn check_same(mask: &TileMask, expected: &HashSet<(i32, i32)>) {
    let mut found = HashSet::new();
    let mut bounds = Rect::EMPTY;
    for Rect { x, y, width, height } in rects(mask) {
        bounds = bounds.union(Rect::new(x, y, width, height));
        for pixel in (y..y + height).flat_map(|y| (x..x + width).map(move |x| (x, y))) {
            assert!(found.insert(pixel), "{pixel:?} comes twice");
            assert!(mask.contains(pixel.0, pixel.1));
        }
    }
    assert_eq!(found, *expected);
    assert_eq!(mask.bounds(), bounds);
    assert_eq!(mask.is_empty(), expected.is_empty());
}

/// Floods from (x, y): `#` is wall, `o` what is flooded.
fn check(seed: (i32, i32), diagonal: bool, expected: &[&str]) {
    let mask = Picture::drawn(expected).flood(seed, diagonal);
    let mut grid: Vec<Vec<u8>> = expected.iter().map(|r| r.replace('o', ".").into_bytes()).collect();
    for Rect { x, y, width, .. } in
        rects(&mask).flat_map(|r| (r.y..r.bottom()).map(move |y| Rect::new(r.x, y, r.width, 1)))
    {
        grid[y as usize][x as usize..(x + width) as usize].fill(b'o');
    }
    let drawn: Vec<_> = grid.iter().map(|row| String::from_utf8_lossy(row)).collect();
    assert_eq!(drawn, expected);
}

#[test]
fn floods_go_around_holes_and_stop_at_walls() {
    check((0, 0), false, &["oooooo", "o####o", "o#..#o", "o####o", "oooooo"]);
    check((2, 2), false, &["......", ".####.", ".#oo#.", ".####.", "......"]);
    check((1, 1), false, &["......", ".####.", ".#..#.", ".####.", "......"]);
    check((-1, 0), false, &["..", ".."]);
    check((0, 2), false, &["..", ".."]);
    // A spiral, which needs the way up as often as the way down.
    check((2, 3), false, &["ooooo", "o####", "o#ooo", "o#o#o", "o###o", "ooooo"]);
}

#[test]
fn corners_join_only_where_they_may() {
    check((0, 0), false, &["oo#.", "oo#.", "##..", "...."]);
    check((0, 0), true, &["oo#.", "oo#.", "###.", "...."]);
    check((0, 0), true, &["oo#o", "oo#o", "##oo", "oooo"]);
    check((1, 1), true, &["o#o", "#o#", "o#o"]);
    check((1, 1), false, &[".#.", "#o#", ".#."]);
}

#[test]
fn corners_join_across_tiles() {
    // A diagonal of pixels that goes through the corner of four tiles, and the other one.
    for falling in [true, false] {
        let open = |x: i32, y: i32| if falling { x == y } else { x + y == 63 };
        let pixels = || (0..64).flat_map(|y| (0..64).map(move |x| (x, y)));
        let picture = Picture {
            width: 64,
            height: 64,
            open: pixels().map(|(x, y)| open(x, y)).collect(),
            beyond: true,
        };
        let seed = (0, if falling { 0 } else { 63 });
        check_same(&picture.flood(seed, false), &HashSet::from([seed]));
        check_same(&picture.flood(seed, true), &pixels().filter(|(x, y)| open(*x, *y)).collect());
    }
}

#[test]
fn empty_space_is_asked_about_once_and_comes_as_blocks() {
    let mut asked = 0;
    let mask = flood(16384, 16384, Point::new(8000, 9000), true, |_, _| {
        asked += 1;
        Match::All
    })
    .unwrap();
    assert_eq!((asked, rects(&mask).count()), (512 * 512, 16 * 32));
    assert_eq!(mask.bounds(), Rect::new(0, 0, 16384, 16384));
}

/// Pictures of random pixels, from almost closed to almost open, some with open tiles.
fn pictures() -> impl Strategy<Value = (Picture, (i32, i32))> {
    (1..=100i32, 1..=100i32, 1..=19u32, any::<u64>(), any::<bool>()).prop_flat_map(
        |(width, height, dense, seed, beyond)| {
            // A multiplicative generator is random enough for pixels, and shrinks at once.
            let mut state = seed | 1;
            let mut random = move || {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (state >> 33) as u32
            };
            let tiles: Vec<bool> = (0..16).map(|_| random() % 3 == 0).collect();
            let mut pixel = |i: i32| {
                let tile = (i / width / 32 * 4 + i % width / 32) as usize;
                random() % 20 < dense || tiles[tile]
            };
            let open: Vec<bool> = (0..width * height).map(&mut pixel).collect();
            let picture = move || Picture { width, height, open: open.clone(), beyond };
            (0..width, 0..height).prop_map(move |seed| (picture(), seed))
        },
    )
}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mark = |open: &bool| if *open { '.' } else { '#' };
        let rows = self.open.chunks(self.width as usize);
        rows.into_iter().try_for_each(|row| writeln!(f, "{}", row.iter().map(mark).collect::<String>()))
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn floods_are_what_a_queue_of_pixels_finds((picture, seed) in pictures(), diagonal: bool) {
        check_same(&picture.flood(seed, diagonal), &picture.naive(seed, diagonal));
    }

    #[test]
    fn everywhere_is_every_pixel_that_matches((picture, _) in pictures()) {
        let pixels = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
        let open = pixels.filter(|(x, y)| picture.is_open(*x, *y)).collect();
        let (width, height) = (picture.width as u32, picture.height as u32);
        check_same(&everywhere(width, height, |tx, ty| picture.tile(tx, ty)).unwrap(), &open);
    }

    #[test]
    fn runs_are_flooded_as_a_whole(open: u32, seed in 0..32i32) {
        let mut expected = open & 1 << seed;
        for _ in 0..32 {
            expected |= (expected << 1 | expected >> 1) & open;
        }
        let row = std::array::from_fn(|y| if y == 0 { open } else { 0 });
        let mask = flood(32, 1, Point::new(seed, 0), false, |_, _| Match::Some(row)).unwrap();
        let found = (0..32).filter(|x| mask.contains(*x, 0)).fold(0, |bits, x| bits | 1u32 << x);
        prop_assert_eq!(found, expected);
    }
}
