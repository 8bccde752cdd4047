//! Tests of `src/formats/sheet/pack.rs`.

use undoodle::formats::Layout;
use undoodle::formats::sheet::pack::{Places, lay};

/// Checks that no two pictures overlap, and that all are on the sheet.
fn check(sizes: &[(u32, u32)], layout: Layout) -> Places {
    let places = lay(sizes, layout).unwrap();
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
    assert_eq!(said, "width of the sheet 32769: expected 1..=32768");
    assert!(lay(&[(32768, 32768); 1024], Layout::Packed).is_err());
    assert!(lay(&[(32768, 1), (1, 1)], Layout::Column).is_ok());
}
