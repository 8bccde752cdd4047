//! Tests of `src/color/ramp.rs`.

use undoodle_drawing::color::{Color, MAX_RAMP, Order, distance, ramp, sort};

fn colors(text: &str) -> Vec<Color> {
    text.split(' ').map(|c| c.parse().unwrap()).collect()
}

#[test]
fn ramps_keep_their_ends() {
    let check = |from: &str, to: &str, expected: &str| {
        let expected = colors(expected);
        assert_eq!(ramp(from.parse().unwrap(), to.parse().unwrap(), expected.len()), expected);
    };
    check("#123456", "#abcdef", "#123456");
    check("#123456", "#abcdef", "#123456 #abcdef");
    check("#000000", "#ff8000", "#000000 #804000 #ff8000");
    check("#00000000", "#0a1400ff", "#00000000 #03070055 #070d00aa #0a1400ff");
    check("#030303", "#000000", "#030303 #020202 #010101 #000000");
    assert_eq!(ramp(Color::BLACK, Color::ADDED, 0), []);
    let longest = ramp(Color::BLACK, Color::ADDED, usize::MAX);
    assert_eq!((longest.len(), longest[0], longest[MAX_RAMP - 1]), (MAX_RAMP, Color::BLACK, Color::ADDED));
    assert!(longest.windows(2).all(|pair| distance(pair[0], pair[1]) <= 1));
}

#[test]
fn sorting_is_stable_both_ways() {
    let check = |order: Order, descending: bool, from: &str, expected: &str| {
        let mut palette = colors(from);
        sort(&mut palette, order, descending);
        assert_eq!(palette, colors(expected), "{order:?} {descending}");
    };
    check(Order::Hue, false, "#00f #0f0 #888 #f00 #ff0", "#888 #f00 #ff0 #0f0 #00f");
    check(Order::Hue, true, "#00f #0f0 #888 #f00 #ff0", "#00f #0f0 #ff0 #888 #f00");
    check(Order::Saturation, false, "#f00 #844 #888 #0f0", "#888 #844 #f00 #0f0");
    check(Order::Lightness, false, "#fff #f00 #000 #00f", "#000 #f00 #00f #fff");
    check(Order::Luma, false, "#fff #f00 #0f0 #00f", "#00f #f00 #0f0 #fff");
    check(Order::Red, true, "#111 #222 #199 #300", "#300 #222 #111 #199");
    check(Order::Green, false, "#020 #010 #000", "#000 #010 #020");
    check(Order::Blue, false, "#002 #001 #000", "#000 #001 #002");
    check(Order::Alpha, true, "#00000001 #000000ff #ffffff01", "#000000ff #00000001 #ffffff01");
    sort(&mut [], Order::Hue, true);
    assert!(Order::ALL.into_iter().all(|order| Order::named(order.id()) == Ok(order)));
    assert!(Order::named("size").is_err());
}
