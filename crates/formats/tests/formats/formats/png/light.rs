//! Tests of `src/png/light.rs`.

use undoodle_formats::color::Color;
use undoodle_formats::png::chunks::SIGNATURE;
use undoodle_formats::png::light::{Conversion, SRGB, times, to_srgb};

fn file(chunks: &[(&[u8; 4], &[u32])]) -> Vec<u8> {
    let mut file = SIGNATURE.to_vec();
    for (kind, numbers) in chunks {
        file.extend((4 * numbers.len() as u32).to_be_bytes());
        file.extend(*kind);
        numbers.iter().for_each(|number| file.extend(number.to_be_bytes()));
        file.extend([0; 4]);
    }
    file
}

#[test]
fn samples_of_linear_light_become_those_of_srgb() {
    let mut linear = Conversion::of(&file(&[(b"gAMA", &[100_000])])).unwrap();
    // IEC 61966-2-1: half the light is 188, a fifth of it 124, and both ends stay.
    for (sample, expected) in [(0, 0), (51, 124), (128, 188), (255, 255)] {
        let found = linear.convert(Color::rgba(sample, 0, 255, 7));
        assert_eq!(found, Color::rgba(expected, 0, 255, 7));
    }
}

#[test]
fn primaries_are_brought_to_those_of_srgb() {
    // Display P3 by its published primaries: its full red is (1.0930, -0.2267, -0.1501) in sRGB, and white is white.
    let p3 = [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000];
    let red = times(&to_srgb(&p3).unwrap(), [1.0, 0.0, 0.0]);
    // Linear: 1.2249, -0.0420, -0.0196, as CSS Color Module Level 4 computes them.
    let near =
        red.iter().zip([1.2249, -0.0420, -0.0196]).all(|(found, expected)| (found - expected).abs() < 2e-3);
    assert!(near, "{red:?}");
    let mut conversion = Conversion::of(&file(&[(b"gAMA", &[45455]), (b"cHRM", &p3)])).unwrap();
    assert_eq!(conversion.convert(Color::rgba(255, 255, 255, 9)), Color::rgba(255, 255, 255, 9));
    assert_eq!(conversion.convert(Color::rgba(255, 0, 0, 255)), Color::rgba(255, 0, 0, 255), "cut");
    // White of another temperature stays white.
    let d50 = [34567, 35850, 64000, 33000, 30000, 60000, 15000, 6000];
    let white = times(&to_srgb(&d50).unwrap(), [1.0; 3]);
    assert!(white.iter().all(|v| (v - 1.0).abs() < 1e-6), "{white:?}");
}

#[test]
fn what_is_srgb_or_says_nothing_of_use_stays() {
    let none = |chunks: &[(&[u8; 4], &[u32])]| assert!(Conversion::of(&file(chunks)).is_none(), "{chunks:?}");
    none(&[]);
    none(&[(b"gAMA", &[45455])]);
    none(&[(b"gAMA", &[45455]), (b"cHRM", &SRGB.map(|v| v + 9))]);
    none(&[(b"gAMA", &[100_000]), (b"sRGB", &[0])]);
    none(&[(b"iCCP", &[0]), (b"gAMA", &[100_000])]);
    none(&[(b"cHRM", &[31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000])]);
    none(&[(b"gAMA", &[0])]);
    none(&[(b"gAMA", &[u32::MAX])]);
    none(&[(b"gAMA", &[])]);
    none(&[(b"IDAT", &[]), (b"gAMA", &[100_000])]);
    for numbers in [[0; 8], [u32::MAX; 8], [31270, 32900, 1, 1, 1, 1, 1, 1]] {
        none(&[(b"gAMA", &[45455]), (b"cHRM", &numbers)]);
    }
}
