//! The modes against pictures that Aseprite made and values worked out by hand, their identities, and the
//! formulas once more in `f64`, as plainly as they can be written.

use undoodle_drawing::color::{Blend, Color};
use undoodle_drawing::named::Named;

/// Pairs of an upper and a lower colour in fifths, 0.8 is 204, whose results were computed by hand.
const PAIRS: [([u8; 3], [u8; 3]); 3] =
    [([204, 51, 102], [102, 204, 51]), ([255, 0, 153], [51, 51, 255]), ([0, 255, 102], [0, 255, 153])];

fn opaque([r, g, b]: [u8; 3]) -> Color {
    Color::rgba(r, g, b, 255)
}

#[test]
fn opaque_over_opaque_is_as_worked_out_by_hand() {
    let check = |blend: Blend, expected: [[u8; 3]; 3]| {
        for ((top, below), expected) in PAIRS.into_iter().zip(expected) {
            let found = blend.composite(opaque(top), 255, opaque(below));
            assert_eq!(found, opaque(expected), "{blend:?} {top:?} over {below:?}");
        }
    };
    check(Blend::Normal, [[204, 51, 102], [255, 0, 153], [0, 255, 102]]);
    check(Blend::Multiply, [[82, 41, 20], [51, 0, 153], [0, 255, 61]]);
    check(Blend::Screen, [[224, 214, 133], [255, 51, 255], [0, 255, 194]]);
    check(Blend::Overlay, [[163, 173, 41], [102, 0, 255], [0, 255, 133]]);
    check(Blend::Darken, [[102, 51, 51], [51, 0, 153], [0, 255, 102]]);
    check(Blend::Lighten, [[204, 204, 102], [255, 51, 255], [0, 255, 153]]);
    check(Blend::ColorDodge, [[255, 255, 85], [255, 51, 255], [0, 255, 255]]);
    check(Blend::ColorBurn, [[64, 0, 0], [51, 0, 255], [0, 255, 0]]);
    check(Blend::HardLight, [[194, 82, 41], [255, 0, 255], [0, 255, 122]]);
    // √0.4 = 0.632456 in the first; the cubic at 0.2 is 0.448 in the second.
    check(Blend::SoftLight, [[138, 180, 43], [114, 10, 255], [0, 255, 141]]);
    check(Blend::Difference, [[102, 153, 51], [204, 51, 102], [0, 0, 51]]);
    // 82, 41 and 20 are in common in the first.
    check(Blend::Exclusion, [[142, 173, 113], [204, 51, 102], [0, 0, 133]]);
    // Lum is 0.614 below and 0.402 above; 1.012 is drawn in by 0.386 / 0.398. These four are cut off: 106.6 and 200.7.
    check(Blend::Hue, [[255, 106, 156], [200, 0, 120], [15, 255, 111]]);
    check(Blend::Color, [[255, 106, 156], [200, 0, 120], [15, 255, 111]]);
    // −0.012 is drawn in by 0.402 / 0.414, which gives 49.5 and 148.6; 147.9 in the third.
    check(Blend::Luminosity, [[49, 148, 0], [73, 73, 255], [0, 246, 147]]);
    check(Blend::Addition, [[255, 255, 153], [255, 51, 255], [0, 255, 255]]);
    check(Blend::Subtraction, [[0, 153, 0], [0, 51, 102], [0, 0, 51]]);
    // A half in the first; 0.2 of 1 in the second.
    check(Blend::Divide, [[128, 255, 128], [51, 255, 255], [0, 255, 255]]);
    // Both have the same saturation in the first pair and the third, and 1.178 in blue
    // is drawn in by 0.712 / 0.89 in the second: all three stay as they are, but for what the way
    // through f64 takes from 102 and 51 before they are cut off.
    check(Blend::Saturation, [[101, 204, 50], [50, 50, 255], [0, 255, 153]]);
}

#[test]
fn saturation_takes_and_gives() {
    let below = opaque([102, 204, 51]);
    let over = |top| Blend::Saturation.composite(opaque(top), 255, below);
    // A grey leaves the luminosity, 0.614, alone: 156.6, cut off.
    assert_eq!(over([90, 90, 90]), opaque([156, 156, 156]));
    // A fifth of saturation: (0.2, 0.6, 0) / 3, and 0.476 more.
    assert_eq!(over([153, 102, 102]), opaque([138, 172, 121]));
}

#[test]
fn translucent_colours_are_as_worked_out_by_hand() {
    let check = |blend: Blend, expected: [u8; 3]| {
        // αs 153 and αb 102 give 61 in common and 194 together.
        let (top, below) = (Color::rgba(204, 51, 102, 153), Color::rgba(102, 204, 51, 102));
        let [r, g, b] = expected;
        let full = Color { bytes: [204, 51, 102, 255] };
        assert_eq!(blend.composite(top, 255, below), Color::rgba(r, g, b, 194), "{blend:?}");
        assert_eq!(blend.composite(full, 153, below), Color::rgba(r, g, b, 194), "{blend:?} by opacity");
    };
    // 102 and 80.4, 204 less 120.7, 51 and 40.2.
    check(Blend::Normal, [182, 84, 91]);
    // The product over what is below is 87, 76, 27: a mix of normal with it by 102 is 144, 81, 65, and then by 61:
    check(Blend::Multiply, [130, 80, 56]);
    // 102, 164, 51; 150, 116, 75.
    check(Blend::Difference, [139, 127, 69]);
    // 222, 244, 131; 198, 148, 107.
    check(Blend::Addition, [204, 171, 113]);
    // The colour is 49, 148, 0; over what is below 61, 160, 11; then 134, 114, 59.
    check(Blend::Luminosity, [117, 125, 48]);
    let check = |blend: Blend, alpha: u8, opacity: u8, expected: [u8; 3]| {
        let found = blend.composite(Color::rgba(204, 51, 102, alpha), opacity, opaque([102, 204, 51]));
        assert_eq!(found, opaque(expected), "{blend:?} {alpha} {opacity}");
    };
    // 102 and 61.2, 204 less 91.8, 51 and 30.6: what is over is cut off.
    check(Blend::Normal, 255, 153, [163, 113, 81]);
    check(Blend::Multiply, 255, 153, [90, 107, 33]);
    check(Blend::Normal, 153, 153, [138, 149, 69]);
}

/// Number of Aseprite's modes, which come first.
const DRAWN: usize = 19;

/// Pixels of `alpine-alpaca/asefile`'s 19 files on blend modes, as Aseprite has drawn them: 512 lower colours, 512
/// upper ones, and for each mode, in the order of its files, what comes of them. Hue and saturation had a bug then; they
/// are as its sources of 2026 compute them, which draw the other 17 to the bit, too.
#[test]
fn every_mode_is_as_aseprite_draws_it() {
    let bytes = &include_bytes!("../../../../../tests/files/aseprite-blends.png")[..];
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let colors: &[Color] = bytemuck::cast_slice(&pixels);
    let blocks: Vec<_> = colors.chunks(colors.len() / (2 + DRAWN)).collect();
    for (blend, drawn) in Blend::ALL.into_iter().zip(&blocks[2..]) {
        for ((below, top), drawn) in blocks[0].iter().zip(blocks[1]).zip(*drawn) {
            assert_eq!(blend.composite(*top, 255, *below), *drawn, "{blend:?}: {top} over {below}");
        }
    }
    let half = blocks[0].iter().filter(|below| !matches!(below.bytes[3], 0 | 255)).count();
    assert!(blocks[0].len() == 512 && half > 400, "most are half transparent");
}

#[test]
fn what_other_programs_may_draw_otherwise_is_known() {
    let (top, half) = (Color::rgba(204, 51, 102, 153), Color::rgba(102, 204, 51, 102));
    for blend in Blend::ALL {
        assert_eq!(blend.differs(top, 255, half), blend != Blend::Normal, "{blend:?}");
        assert!(!blend.differs(top, 0, half) && !blend.differs(Color::TRANSPARENT, 255, half), "{blend:?}");
        assert!(!blend.differs(top, 255, opaque([9, 9, 9])) && !blend.differs(top, 255, Color::TRANSPARENT));
    }
}

#[test]
fn ends_are_exact_in_every_mode() {
    let some =
        [Color::rgba(9, 8, 7, 0), Color::rgba(1, 2, 3, 1), Color::rgba(200, 100, 50, 130), Color::BLACK];
    for (blend, below) in Blend::ALL.into_iter().flat_map(|b| some.map(|c| (b, c))) {
        assert_eq!(blend.composite(Color::rgba(77, 88, 99, 0), 255, below), below, "{blend:?}");
        assert_eq!(blend.composite(Color::rgba(77, 88, 99, 255), 0, below), below, "{blend:?}");
        let top = Color::rgba(77, 88, 99, 200);
        assert_eq!(blend.composite(top, 255, Color::rgba(4, 5, 6, 0)), top, "{blend:?}");
        // 200 · 100 / 255 is 78.4.
        assert_eq!(blend.composite(top, 100, Color::TRANSPARENT), Color::rgba(77, 88, 99, 78));
        // 1 · 1 / 255 is no alpha at all.
        assert_eq!(blend.composite(Color::rgba(9, 9, 9, 1), 1, below), below);
    }
    for below in some {
        assert_eq!(Blend::Normal.composite(Color::ADDED, 255, below), Color::ADDED);
    }
}

#[test]
fn every_mode_with_an_identity_has_it() {
    let (white, black) = ([255; 3], [0; 3]);
    let check = |blend: Blend, top: [u8; 3]| {
        for v in 0..=255u8 {
            let below = opaque([v, 255 - v, v / 2]);
            assert_eq!(blend.composite(opaque(top), 255, below), below, "{blend:?}");
        }
    };
    for blend in [Blend::Multiply, Blend::Darken, Blend::ColorBurn, Blend::Divide] {
        check(blend, white);
    }
    for blend in [Blend::Screen, Blend::Lighten, Blend::ColorDodge, Blend::Difference] {
        check(blend, black);
    }
    for blend in [Blend::Exclusion, Blend::Addition, Blend::Subtraction] {
        check(blend, black);
    }
}

#[test]
fn names_and_bytes_go_both_ways() {
    for (index, blend) in Blend::ALL.into_iter().enumerate() {
        assert_eq!(usize::from(blend.byte()), index);
        assert_eq!(Blend::from_byte(blend.byte()), blend);
        assert_eq!(Blend::named(blend.id()), Ok(blend));
    }
    assert_eq!(Blend::from_byte(Blend::ALL.len() as u8), Blend::Normal);
    assert!(Blend::named("Normal").is_err());
}

/// Composites in `f64`, with the alphas as bytes.
fn plainly(blend: Blend, top: Color, opacity: u8, below: Color) -> [f64; 4] {
    let unit = |c: Color| [0, 1, 2].map(|i| f64::from(c.bytes[i]) / 255.0);
    let (s, b) = (unit(top), unit(below));
    let lum = |c: [f64; 3]| 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2];
    let max = |c: [f64; 3]| c.into_iter().fold(f64::MIN, f64::max);
    let min = |c: [f64; 3]| c.into_iter().fold(f64::MAX, f64::min);
    let set_lum = |c: [f64; 3], to: f64| {
        let d = to - lum(c);
        let mut c = c.map(|x| x + d);
        let (l, n, x) = (lum(c), min(c), max(c));
        if n < -1e-12 {
            c = c.map(|v| l + (v - l) * l / (l - n));
        }
        if x > 1.0 + 1e-12 {
            c = c.map(|v| l + (v - l) * (1.0 - l) / (x - l));
        }
        c
    };
    let set_sat = |c: [f64; 3], to: f64| {
        let mut order = [0, 1, 2];
        order.sort_by(|&i, &j| c[i].total_cmp(&c[j]));
        let [low, mid, high] = order;
        let mut out = [0.0; 3];
        if c[high] > c[low] {
            out[mid] = (c[mid] - c[low]) * to / (c[high] - c[low]);
            out[high] = to;
        }
        out
    };
    let hard = |b: f64, s: f64| {
        if s <= 0.5 { b * 2.0 * s } else { 1.0 - (1.0 - b) * (1.0 - (2.0 * s - 1.0)) }
    };
    let separable = |b: f64, s: f64| match blend {
        Blend::Multiply => b * s,
        Blend::Screen => 1.0 - (1.0 - b) * (1.0 - s),
        Blend::Overlay => hard(s, b),
        Blend::Darken => b.min(s),
        Blend::Lighten => b.max(s),
        Blend::ColorDodge if b == 0.0 => 0.0,
        Blend::ColorDodge if s == 1.0 => 1.0,
        Blend::ColorDodge => (b / (1.0 - s)).min(1.0),
        Blend::ColorBurn if b == 1.0 => 1.0,
        Blend::ColorBurn if s == 0.0 => 0.0,
        Blend::ColorBurn => 1.0 - ((1.0 - b) / s).min(1.0),
        Blend::HardLight => hard(b, s),
        Blend::SoftLight if s <= 0.5 => b - (1.0 - 2.0 * s) * b * (1.0 - b),
        Blend::SoftLight if b <= 0.25 => {
            b + (2.0 * s - 1.0) * (16.0 * b * b * b - 12.0 * b * b + 4.0 * b - b)
        }
        Blend::SoftLight => b + (2.0 * s - 1.0) * (b.sqrt() - b),
        Blend::Difference => (b - s).abs(),
        Blend::Exclusion => b + s - 2.0 * b * s,
        Blend::Addition => (b + s).min(1.0),
        Blend::Subtraction => (b - s).max(0.0),
        Blend::Divide if b == 0.0 => 0.0,
        Blend::Divide if s == 0.0 => 1.0,
        Blend::Divide => (b / s).min(1.0),
        _ => s,
    };
    let mixed = match blend {
        Blend::Hue => set_lum(set_sat(s, max(b) - min(b)), lum(b)),
        Blend::Saturation => set_lum(set_sat(b, max(s) - min(s)), lum(b)),
        Blend::Color => set_lum(s, lum(b)),
        Blend::Luminosity => set_lum(b, lum(s)),
        _ => [0, 1, 2].map(|i| separable(b[i], s[i])),
    };
    let part = |byte: f64| byte.round() / 255.0;
    let alpha_s = part(f64::from(top.bytes[3]) * f64::from(opacity) / 255.0);
    let alpha_b = f64::from(below.bytes[3]) / 255.0;
    let alpha = part((alpha_s + alpha_b * (1.0 - alpha_s)) * 255.0);
    // How much of the mode's own colour there is: mixed by the lower alpha, then by both.
    let share = 1.0 - (1.0 - alpha_b) * (1.0 - alpha_b * alpha_s);
    let [r, g, b] = [0, 1, 2].map(|i| {
        let over = (1.0 - share) * s[i] + share * mixed[i];
        (b[i] + (over - b[i]) * alpha_s / alpha) * 255.0
    });
    [r, g, b, alpha * 255.0]
}

#[test]
fn every_mode_is_near_the_plain_formulas() {
    let mut random = fastrand::Rng::with_seed(18);
    let mut byte = || match random.u8(0..6) {
        0 => 0,
        1 => 255,
        _ => random.u8(..),
    };
    for _ in 0..8000 {
        let mut color = || Color { bytes: [(); 4].map(|()| byte()) };
        let (top, below) = (color(), color());
        let opacity = byte();
        for blend in Blend::ALL {
            let found = blend.composite(top, opacity, below);
            let expected = plainly(blend, top, opacity, below);
            if u32::from(top.bytes[3]) * u32::from(opacity) < 128 {
                assert_eq!(found, below);
                continue;
            }
            // One is cut off, and over half transparent colours two mixes of bytes are rounded.
            let tolerance = if blend == Blend::Normal { 1.0001 } else { 2.5 };
            for (f, e) in found.bytes.into_iter().zip(expected) {
                let context = format!("{blend:?} {top} {opacity} {below}: {found} for {expected:?}");
                assert!((f64::from(f) - e).abs() <= tolerance, "{context}");
            }
        }
    }
}
