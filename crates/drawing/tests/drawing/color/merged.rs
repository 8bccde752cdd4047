//! Tests of `src/color/merged.rs`.

use undoodle_drawing::color::{Blend, Color, Seen, frozen, kept};

fn seen(color: Color, blend: Blend, opacity: u8) -> Seen {
    Seen { color, blend, opacity }
}

/// Returns how far two colours are apart on any ground: their alphas, and their channels by as much as these count.
fn apart(one: Color, other: Color) -> u32 {
    let seen = |color: Color, i: usize| u32::from(color.bytes[i]) * u32::from(color.bytes[3]) / 255;
    let channels = (0..3).map(|i| seen(one, i).abs_diff(seen(other, i)));
    channels.chain([u32::from(one.bytes[3].abs_diff(other.bytes[3]))]).max().unwrap_or(0)
}

#[test]
fn a_frozen_colour_looks_as_what_it_stands_for() {
    let mut random = fastrand::Rng::with_seed(39);
    for _ in 0..60_000 {
        let mut byte = || match random.u8(0..5) {
            0 => 0,
            1 => 255,
            _ => random.u8(..),
        };
        let mut color = || Color { bytes: [(); 4].map(|()| byte()) };
        let (below, colors) = (color(), [color(), color(), color()]);
        let tops = colors.map(|color| seen(color, Blend::ALL[random.usize(..19)], random.u8(..)));
        let look = tops.iter().fold(below, |look, top| top.over(look));
        let one = frozen(below, &tops);
        let found = Blend::Normal.composite(one, 255, below);
        // What each of the three adds is cut off once, and its alpha is rounded.
        assert!(apart(found, look) <= 6, "{tops:?} over {below}: {found} for {look} by {one}");
        if one.bytes[3] == 255 {
            assert_eq!(found, look, "to the bit where nothing shows through");
        }
    }
}

#[test]
fn over_nothing_a_frozen_colour_is_the_look_to_the_bit() {
    let tops = [
        seen(Color::rgba(200, 40, 90, 77), Blend::Screen, 201),
        seen(Color::rgba(3, 140, 255, 128), Blend::Hue, 90),
    ];
    let look = tops.iter().fold(Color::TRANSPARENT, |look, top| top.over(look));
    assert_eq!(frozen(Color::TRANSPARENT, &tops), look);
    assert_eq!(frozen(Color::BLACK, &[]), Color::TRANSPARENT);
    assert_eq!(kept(&[]), Color::TRANSPARENT);
}

#[test]
fn one_colour_is_kept_in_every_mode_and_products_are_kept_over_what_is_opaque() {
    let mut random = fastrand::Rng::with_seed(40);
    for _ in 0..4000 {
        let mut color = |alpha| Color::rgba(random.u8(..), random.u8(..), random.u8(..), alpha);
        let (below, one, other) = (color(255), color(99), color(180));
        for blend in Blend::ALL {
            let alone = [seen(one, blend, 140), seen(Color::TRANSPARENT, blend, 255)];
            let found = kept(&alone);
            // 99 · 140 / 255 is 54.4.
            assert_eq!(found, Color { bytes: [one.bytes[0], one.bytes[1], one.bytes[2], 54] });
            assert_eq!(blend.composite(found, 255, below), alone[0].over(below));
        }
        for blend in [Blend::Multiply, Blend::Screen] {
            let both = [seen(one, blend, 255), seen(other, blend, 255)];
            let look = both[1].over(both[0].over(below));
            let found = blend.composite(kept(&both), 255, below);
            assert!(apart(found, look) <= 2, "{blend:?}: {found} for {look}");
        }
    }
}
