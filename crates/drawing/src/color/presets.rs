//! Palettes that ship with the program: what old machines could show, and a few of our own.
//!
//! None of them is somebody's work under a licence. The colours of a machine are facts about it, PICO-8's are given away by
//! its author under CC0, and ours are computed or our own. Each says where it comes from.
//!
//! ```
//! use undoodle_drawing::color::preset;
//! assert_eq!(preset("game-boy")?.colors().len(), 4);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::Color;
use super::oklab::{Oklch, from_oklch};
use crate::error::{Error, Result};

/// Where a preset's colours come from.
#[derive(Clone, Copy, Debug)]
enum Made {
    /// A table of `0xrrggbb`.
    Table(&'static [u32]),
    /// Every mixture of these levels of red, green and blue.
    Cube(&'static [u8]),
    /// A function.
    By(fn() -> Vec<Color>),
}

/// A palette that ships with the program.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name for scripts.
    pub id: &'static str,
    /// The name for people.
    pub label: &'static str,
    /// Where its colours come from.
    pub source: &'static str,
    made: Made,
}

impl Preset {
    /// Returns its colours, all opaque.
    pub fn colors(&self) -> Vec<Color> {
        let opaque = |rgb: &u32| Color { bytes: (rgb << 8 | 0xff).to_be_bytes() };
        match self.made {
            Made::Table(table) => table.iter().map(opaque).collect(),
            Made::Cube(levels) => {
                let mut colors = Vec::new();
                for r in levels {
                    for g in levels {
                        colors.extend(levels.iter().map(|b| Color::rgba(*r, *g, *b, 255)));
                    }
                }
                colors
            }
            Made::By(make) => make(),
        }
    }
}

/// Returns twelve hues in four lightnesses, evenly spaced as they look, after eight greys.
fn hues() -> Vec<Color> {
    let grey = |step: u32| from_oklch(Oklch { lightness: f64::from(step) / 7.0, chroma: 0.0, hue: 0.0 }, 255);
    let hue = |lightness: f64, turn: u32| {
        from_oklch(Oklch { lightness, chroma: 0.12, hue: 30.0 * f64::from(turn) + 15.0 }, 255)
    };
    let rows = [0.35, 0.55, 0.72, 0.87].into_iter();
    (0..8).map(grey).chain(rows.flat_map(|row| (0..12).map(move |turn| hue(row, turn)))).collect()
}

/// Returns sixteen greys at even steps.
fn greys() -> Vec<Color> {
    (0..16).map(|step| step * 17).map(|v| Color::rgba(v, v, v, 255)).collect()
}

/// The palette of a new drawing: greys, then hues from dark to light.
pub const FIRST: [u32; 24] = [
    0x14121f, 0x3b3a4d, 0x6c6b80, 0xa3a2b3, 0xd8d7e0, 0xffffff, // greys
    0x5c1a33, 0xa82b3c, 0xe4573d, 0xf79a4b, 0xfcd56a, 0xfff3b8, // reds to yellows
    0x12403b, 0x1d7349, 0x54ae4a, 0xa5d95b, 0xe2f29a, 0x8a5a3c, // greens, and a brown
    0x1c2a63, 0x2a5bb0, 0x3f9ee0, 0x83d8f2, 0x5d2f85, 0xc06ac4, // blues, violets
];

const fn table(
    id: &'static str,
    label: &'static str,
    source: &'static str,
    colors: &'static [u32],
) -> Preset {
    Preset { id, label, source, made: Made::Table(colors) }
}

/// Every preset, in the order of a list.
pub static PRESETS: &[Preset] = &[
    table("undoodle", "Undoodle", "The palette of a new drawing; ours, CC0", &FIRST),
    Preset {
        id: "even-hues",
        label: "Even hues",
        source: "Twelve hues in four lightnesses, computed in OKLCH; ours, CC0",
        made: Made::By(hues),
    },
    Preset { id: "greys", label: "Greys", source: "Sixteen even steps; ours, CC0", made: Made::By(greys) },
    table("one-bit", "1-bit", "Black and white", &[0x000000, 0xffffff]),
    table(
        "pico-8",
        "PICO-8",
        "Lexaloffle's PICO-8 (2015), released under CC0 by its author",
        &[
            0x000000, 0x1d2b53, 0x7e2553, 0x008751, 0xab5236, 0x5f574f, 0xc2c3c7, 0xfff1e8, 0xff004d,
            0xffa300, 0xffec27, 0x00e436, 0x29adff, 0x83769c, 0xff77a8, 0xffccaa,
        ],
    ),
    table(
        "game-boy",
        "Game Boy",
        "Nintendo Game Boy (1989): the four shades of its green screen",
        &[0x0f380f, 0x306230, 0x8bac0f, 0x9bbc0f],
    ),
    table(
        "commodore-64",
        "Commodore 64",
        "Commodore 64 (1982): the VIC-II's sixteen colours, as computed by Philip Timmermann",
        &[
            0x000000, 0xffffff, 0x68372b, 0x70a4b2, 0x6f3d86, 0x588d43, 0x352879, 0xb8c76f, 0x6f4f25,
            0x433900, 0x9a6759, 0x444444, 0x6c6c6c, 0x9ad284, 0x6c5eb5, 0x959595,
        ],
    ),
    table(
        "zx-spectrum",
        "ZX Spectrum",
        "Sinclair ZX Spectrum (1982): eight colours, normal and bright",
        &[
            0x000000, 0x0000d7, 0xd70000, 0xd700d7, 0x00d700, 0x00d7d7, 0xd7d700, 0xd7d7d7, 0x0000ff,
            0xff0000, 0xff00ff, 0x00ff00, 0x00ffff, 0xffff00, 0xffffff,
        ],
    ),
    table(
        "cga",
        "CGA",
        "IBM Colour Graphics Adapter (1981): its sixteen colours, brown as on the 5153 screen",
        &[
            0x000000, 0x0000aa, 0x00aa00, 0x00aaaa, 0xaa0000, 0xaa00aa, 0xaa5500, 0xaaaaaa, 0x555555,
            0x5555ff, 0x55ff55, 0x55ffff, 0xff5555, 0xff55ff, 0xffff55, 0xffffff,
        ],
    ),
    Preset {
        id: "bbc-micro",
        label: "BBC Micro",
        source: "Acorn BBC Micro (1981) and Teletext: every mixture of full red, green and blue",
        made: Made::Cube(&[0, 255]),
    },
    Preset {
        id: "amstrad-cpc",
        label: "Amstrad CPC",
        source: "Amstrad CPC (1984): every mixture of three levels",
        made: Made::Cube(&[0, 128, 255]),
    },
    Preset {
        id: "master-system",
        label: "Master System",
        source: "Sega Master System (1985), and EGA (1984): every mixture of four levels",
        made: Made::Cube(&[0, 85, 170, 255]),
    },
    table(
        "msx",
        "MSX",
        "MSX (1983): the fifteen colours of the TMS9918",
        &[
            0x000000, 0x21c842, 0x5edc78, 0x5455ed, 0x7d76fc, 0xd4524d, 0x42ebf5, 0xfc5554, 0xff7978,
            0xd4c154, 0xe6ce80, 0x21b03b, 0xc95bba, 0xcccccc, 0xffffff,
        ],
    ),
    Preset {
        id: "web",
        label: "Web-safe",
        source: "The 216 colours that browsers of 1996 showed on every machine: six even levels",
        made: Made::Cube(&[0, 51, 102, 153, 204, 255]),
    },
];

/// Returns the preset with a name.
///
/// # Errors
/// [`Error::Unknown`] if there is none.
pub fn preset(id: &str) -> Result<&'static Preset> {
    let found = PRESETS.iter().find(|preset| preset.id == id);
    found.ok_or_else(|| Error::unknown("palette", id, "the id of a palette that ships with the program"))
}
