//! What a picture's file says beside its pixels, and a drawing has no place for.
//!
//! Problem: a file may hold its author's words, what a camera noted, or how large it is in print. None of that changes a pixel,
//! so readers pass over it, and whoever saves the picture here loses it without having heard of it. Idea: readers count what they pass
//! over, by its headers alone, and tell it as phrases. What only says which program wrote the file, and when, is no loss.
//!
//! ```
//! use undoodle_formats::extras::Extras;
//! let extras = Extras { texts: 2, camera: true, ..Extras::default() };
//! assert_eq!(extras.phrases(), ["without its 2 texts", "without its camera data"]);
//! ```

use crate::error::Message;
use crate::parts::counted;

/// What is left out of a file beside its pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extras {
    /// Number of texts, such as a title, a copyright or a description in XMP.
    pub texts: u32,
    /// Number of comments.
    pub comments: u32,
    /// Number of captions, which old viewers write over the picture.
    pub captions: u32,
    /// Number of palettes for programs that show few colours.
    pub palettes: u32,
    /// Whether it has a size in print.
    pub print: bool,
    /// Whether its pixels are meant to be wider than high, or the other way round.
    pub stretched: bool,
    /// Whether it has what a camera or a phone notes.
    pub camera: bool,
    /// Number of parts that only the program knows that wrote them.
    pub parts: u32,
}

impl Extras {
    /// Returns a phrase for people on each of them.
    pub fn phrases(&self) -> Vec<Message> {
        let flag = |so: bool, what: &'static str| so.then(|| Message::new(what));
        let Extras { texts, comments, captions, palettes, parts, .. } = *self;
        let all = [
            counted(texts, "without its text | without its {n} texts"),
            counted(comments, "without its comment | without its {n} comments"),
            counted(captions, "without its caption | without its {n} captions"),
            counted(palettes, "without its suggested palette | without its {n} suggested palettes"),
            flag(self.print, "without its print size"),
            flag(self.stretched, "without its pixel aspect ratio"),
            flag(self.camera, "without its camera data"),
            counted(
                parts,
                "without a part that only its program knows \
                 | without {n} parts that only its program knows",
            ),
        ];
        all.into_iter().flatten().collect()
    }
}
