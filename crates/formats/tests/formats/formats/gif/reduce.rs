//! Tests of `src/gif/reduce.rs`.

use undoodle_formats::color::Color;
use undoodle_formats::gif::reduce::{Histogram, MOST, mean};

fn histogram(colors: impl Iterator<Item = Color>) -> Histogram {
    let mut histogram = Histogram::default();
    colors.for_each(|color| histogram.add(color, 1));
    histogram
}

#[test]
fn groups_of_colours_become_their_means() {
    let near = |base: u8| (0..5).map(move |i| Color::rgba(base + i, base, base, 255));
    let found = histogram(near(20).chain(near(120)).chain(near(220))).reduced(3);
    let expected = [22, 122, 222].map(|r| Color::rgba(r, r - 2, r - 2, 255));
    for (found, expected) in found.iter().zip(expected) {
        let off = found.bytes.iter().zip(expected.bytes).map(|(a, b)| a.abs_diff(b)).max();
        assert!(off <= Some(1), "{found}: expected about {expected}");
    }
    assert_eq!(found.len(), 3);
}

#[test]
fn a_colour_of_many_pixels_comes_out_exactly() {
    let mut all =
        histogram((0..=255).flat_map(|i| [Color::rgba(i, 90, 90, 255), Color::rgba(90, i, 0, 255)]));
    let flat = Color::rgba(33, 66, 99, 255);
    all.add(flat, 1_000_000);
    assert!(all.reduced(16).contains(&flat));
    assert_eq!(all.reduced(4096).len(), all.count().unwrap(), "with room for all, all are there");
}

#[test]
fn memory_is_bounded_and_means_stay_right() {
    let colors = (0..300_000u32)
        .map(|i| Color::rgba((i % 256) as u8, (i / 256 % 256) as u8, (i / 65536 * 50) as u8, 255));
    let all = histogram(colors);
    assert!(all.bins.len() <= MOST && all.count().is_none() && all.shift == 2, "{}", all.bins.len());
    let pixels: u64 = all.bins.values().map(|bin| bin.pixels).sum();
    assert_eq!(pixels, 300_000);
    for (key, bin) in &all.bins {
        let [r, g, b, _] = mean(bin).bytes;
        assert_eq!([r, g, b].map(|channel| channel >> 2), *key, "a mean lies among its colours");
    }
    let few = all.reduced(256);
    assert_eq!(few.len(), 256);
    assert_eq!(few, all.reduced(256), "the outcome has no chance in it");
}
