//! Tests of `src/raster/curve.rs`.

use proptest::prelude::*;
use undoodle_drawing::geometry::Point;
use undoodle_drawing::raster::{curve, is_corner};

fn point(range: std::ops::Range<i32>) -> impl Strategy<Value = Point> {
    (range.clone(), range).prop_map(|(x, y)| Point::new(x, y))
}

proptest! {
    #[test]
    fn curves_are_joined_from_end_to_end_without_double_pixels(
        points in [point(-40..40), point(-60..60), point(-60..60), point(-40..40)],
    ) {
        let pixels: Vec<_> = curve(points).collect();
        prop_assert_eq!((pixels.first(), pixels.last()), (points.first(), points.last()));
        for pair in pixels.windows(2) {
            prop_assert_eq!(pair[0].x.abs_diff(pair[1].x).max(pair[0].y.abs_diff(pair[1].y)), 1);
        }
        for three in pixels.windows(3) {
            prop_assert!(!is_corner(three[0], three[1], three[2]), "{:?}", three);
        }
    }

    #[test]
    fn curves_lie_within_half_a_pixel_of_the_mathematical_one(
        points in [point(0..30), point(0..30), point(0..30), point(0..30)],
    ) {
        let [a, b, c, d] = points.map(|p| (f64::from(p.x), f64::from(p.y)));
        let places: Vec<_> = (0..=2000).map(|step| {
            let (t, u) = (f64::from(step) / 2000.0, 1.0 - f64::from(step) / 2000.0);
            let at = |a: f64, b: f64, c: f64, d: f64| u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d;
            (at(a.0, b.0, c.0, d.0), at(a.1, b.1, c.1, d.1))
        }).collect();
        for pixel in curve(points) {
            let off = |(x, y): &(f64, f64)| (x - f64::from(pixel.x)).abs().max((y - f64::from(pixel.y)).abs());
            // A sample lies at most a fortieth of a pixel from the next one here.
            prop_assert!(places.iter().map(off).fold(f64::MAX, f64::min) < 0.55, "{:?}", pixel);
        }
    }
}

#[test]
fn a_curve_of_one_point_is_that_pixel_and_far_points_are_cut() {
    let at = Point::new(3, 4);
    assert_eq!(curve([at; 4]).collect::<Vec<_>>(), [at]);
    let far = Point::new(i32::MIN, i32::MAX);
    assert_eq!(curve([at, far, far, at]).take(1).collect::<Vec<_>>(), [at]);
    assert_eq!(curve([far; 4]).collect::<Vec<_>>(), [Point::new(-65536, 65536)]);
}
