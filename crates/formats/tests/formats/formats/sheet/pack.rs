//! Tests of `src/sheet/pack.rs`.

use undoodle_formats::Layout;
use undoodle_formats::sheet::pack::{self, Places, Wanted};

fn lay(sizes: &[(u32, u32)], layout: Layout) -> undoodle_formats::Result<Places> {
    pack::lay(sizes, &Wanted { layout, columns: 0, powers: false })
}

/// Checks that no two pictures overlap, and that all are on the sheet.
fn check(sizes: &[(u32, u32)], layout: Layout) -> Places {
    check_wanted(sizes, &Wanted { layout, columns: 0, powers: false })
}

fn check_wanted(sizes: &[(u32, u32)], wanted: &Wanted) -> Places {
    let places = pack::lay(sizes, wanted).unwrap();
    let layout = wanted.layout;
    let mut taken = vec![false; (places.size.0 * places.size.1) as usize];
    for ((x, y), (width, height)) in places.corners.iter().zip(sizes) {
        for (x, y) in (*x..x + width).flat_map(|x| (*y..y + height).map(move |y| (x, y))) {
            assert!(x < places.size.0 && y < places.size.1, "{layout:?} {sizes:?}");
            let cell = &mut taken[(y * places.size.0 + x) as usize];
            assert!(!std::mem::replace(cell, true), "{layout:?} {sizes:?}");
        }
    }
    places
}

#[test]
fn pictures_do_not_overlap() {
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..200 {
        let count = random.usize(1..40);
        let sizes: Vec<_> = (0..count).map(|_| (random.u32(1..20), random.u32(1..20))).collect();
        for layout in [Layout::Grid, Layout::Row, Layout::Column, Layout::Packed] {
            check(&sizes, layout);
        }
    }
}

#[test]
fn frames_of_one_size_leave_little_room() {
    for count in 1..=30 {
        let sizes = vec![(16, 24); count];
        let (grid, packed) = (check(&sizes, Layout::Grid), check(&sizes, Layout::Packed));
        let area = |places: &Places| places.size.0 * places.size.1;
        assert!(area(&packed) <= area(&grid), "{count}");
        assert!(area(&grid) < count as u32 * 16 * 24 * 2, "{count}");
    }
    assert_eq!(check(&[(3, 2); 5], Layout::Grid).size, (9, 4));
    assert_eq!(check(&[(3, 2), (4, 1)], Layout::Row), Places { size: (7, 2), corners: vec![(0, 0), (3, 0)] });
    assert_eq!(
        check(&[(3, 2), (4, 1)], Layout::Column),
        Places { size: (4, 3), corners: vec![(0, 0), (0, 2)] }
    );
}

#[test]
fn a_sheet_is_at_most_as_large_as_a_canvas() {
    let said = lay(&[(32768, 1), (1, 1)], Layout::Row).unwrap_err().to_string();
    assert_eq!(said, "width of the sheet must be from 1 to 32768, not 32769");
    assert!(lay(&[(32768, 32768); 1024], Layout::Packed).is_err());
    assert!(lay(&[(32768, 1), (1, 1)], Layout::Column).is_ok());
}

#[test]
fn a_grid_has_the_columns_that_are_asked_for() {
    let grid = |columns, count| {
        let wanted = Wanted { layout: Layout::Grid, columns, powers: false };
        check_wanted(&vec![(3, 2); count], &wanted).size
    };
    assert_eq!((grid(2, 5), grid(5, 5), grid(1, 5), grid(1024, 5)), ((6, 6), (15, 2), (3, 10), (15, 2)));
}

#[test]
fn sides_are_powers_of_two_and_no_larger_than_they_must_be() {
    let mut random = fastrand::Rng::with_seed(6);
    for _ in 0..100 {
        let count = random.usize(1..40);
        let sizes: Vec<_> = (0..count).map(|_| (random.u32(1..20), random.u32(1..20))).collect();
        for layout in [Layout::Grid, Layout::Row, Layout::Column, Layout::Packed] {
            let (width, height) = check_wanted(&sizes, &Wanted { layout, columns: 0, powers: true }).size;
            assert!(width.is_power_of_two() && height.is_power_of_two(), "{layout:?}");
        }
    }
    let size = |count, layout| {
        check_wanted(&vec![(16, 16); count], &Wanted { layout, columns: 0, powers: true }).size
    };
    // Nine squares in three rows would take 64 × 64, as sixteen do; in two rows they take 128 × 32, which is as much.
    assert_eq!((size(9, Layout::Grid), size(16, Layout::Grid)), ((64, 64), (64, 64)));
    // Eight are two rows of four, and not three rows of three.
    assert_eq!(
        (size(8, Layout::Grid).0 * size(8, Layout::Grid).1, size(5, Layout::Row)),
        (64 * 32, (128, 16))
    );
    assert_eq!(
        (size(8, Layout::Packed).0 * size(8, Layout::Packed).1, size(3, Layout::Column)),
        (64 * 32, (16, 64))
    );
}
