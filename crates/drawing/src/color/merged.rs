//! Several colours above each other become one that looks as they do.
//!
//! Problem: a colour that is blended shows some of what is below it, and one colour in its place shows that no longer.
//! Idea: in every mode, what is seen is a source-over of *some* colour at the upper alpha: of its own over nothing, of
//! the mode's formula over what is opaque, and of a mix of both in between. Source-over is associative. So the colours
//! that are seen, laid over each other, are one colour that can be laid over what is below in normal mode. It
//! is right for what is below now, and [`frozen`] returns it. Where all have one mode, [`kept`] returns the
//! colour that may stand for them in that mode; whether it does, its caller compares.
//!
//! The invariant: over what is below, a frozen colour looks as the colours did, but for what bytes can't hold.
//!
//! ```
//! use undoodle_drawing::color::{Blend, Color, Seen};
//! let white = Color::rgba(200, 200, 200, 255);
//! let shade = Seen { color: Color::rgba(128, 128, 128, 102), blend: Blend::Multiply, opacity: 255 };
//! let frozen = undoodle_drawing::color::frozen(white, &[shade]);
//! assert_eq!(frozen, Color::rgba(100, 100, 100, 102), "the product, and as transparent as before");
//! assert_eq!(shade.over(white), Blend::Normal.composite(frozen, 255, white));
//! ```

use super::{Blend, Color};

/// A colour of a layer, and how it is laid over those below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The colour.
    pub color: Color,
    /// The blend mode of its layer.
    pub blend: Blend,
    /// The opacity of its layer.
    pub opacity: u8,
}

impl Seen {
    /// Lays the colour over another one.
    pub fn over(self, below: Color) -> Color {
        self.blend.composite(self.color, self.opacity, below)
    }

    /// Returns its alpha at its opacity, from 0 to 255.
    pub fn alpha(self) -> u8 {
        Blend::Normal.composite(self.color, self.opacity, Color::TRANSPARENT).bytes[3]
    }
}

/// A sum of colours in source-over, not yet rounded.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    /// Red, green and blue from 0 to 255, times the alpha.
    channels: [f32; 3],
    /// From 0 to 1.
    alpha: f32,
}

impl Sum {
    /// Lays a colour over the sum, with channels from 0 to 255 and an alpha from 0 to 1.
    fn lay(&mut self, color: [f32; 3], alpha: f32) {
        for (sum, channel) in self.channels.iter_mut().zip(color) {
            *sum = *sum * (1.0 - alpha) + channel * alpha;
        }
        self.alpha += alpha - self.alpha * alpha;
    }

    fn color(self) -> Color {
        let alpha = (self.alpha * 255.0).round() as u8;
        if alpha == 0 {
            return Color::TRANSPARENT;
        }
        let [r, g, b] = self.channels.map(|channel| (channel / self.alpha).round() as u8);
        Color::rgba(r, g, b, alpha)
    }
}

/// Returns a colour's channels as numbers.
fn channels(color: Color) -> [f32; 3] {
    [0, 1, 2].map(|i| f32::from(color.bytes[i]))
}

/// Mixes a colour with what its mode makes of it over another one, by a share from 0 to 1.
fn shared(seen: Seen, below: Color, share: f32) -> [f32; 3] {
    let (own, mixed) = (channels(seen.color), seen.blend.mix(below, seen.color));
    [0, 1, 2].map(|i| own[i] + (f32::from(mixed[i]) - own[i]) * share)
}

/// Returns the colour that looks in normal mode as colours do that are laid over another one, from the lowest to the topmost.
pub fn frozen(below: Color, tops: &[Seen]) -> Color {
    let (mut look, mut sum) = (below, Sum::default());
    for top in tops.iter().filter(|top| top.alpha() > 0) {
        let alpha = f32::from(top.alpha()) / 255.0;
        let share = Blend::share(alpha, f32::from(look.bytes[3]) / 255.0);
        sum.lay(shared(*top, look, share), alpha);
        look = top.over(look);
    }
    match sum.color() {
        // Nothing shows through, or there is nothing: the look itself, to the bit.
        color if color.bytes[3] == 255 || below.is_transparent() && color.bytes[3] > 0 => look,
        color => color,
    }
}

/// Returns the colour that may look in one mode as colours of that mode do, whatever is below them.
///
/// It does where only one of them is seen, and, over what is opaque, for the product and its complement.
pub fn kept(tops: &[Seen]) -> Color {
    let mut sum = Sum::default();
    for top in tops.iter().filter(|top| top.alpha() > 0) {
        sum.lay(shared(*top, sum.color(), sum.alpha), f32::from(top.alpha()) / 255.0);
    }
    sum.color()
}
