//! News: which kinds of things that panels show have changed.
//!
//! A panel that draws itself after each change of anything takes longer than the change, and one that
//! compares for itself has to fetch first what it compares. So what panels show is sorted into kinds, one
//! row of a table each, which says what a kind consists of. Once a frame at most, the page asks for
//! the [news](Editor::news): a bit for each kind that differs from what was told last. It fetches
//! those alone, and calls the panels that show them.
//!
//! Each menu is a kind as well: which of its commands are enabled, and which are checked.
//!
//! The invariant: what is not told has not changed. That is held by sums of what is shown, so that no command and no
//! tool has to say what it changes.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! let told = |editor: &mut Editor| {
//!     let news = editor.news();
//!     let names = Editor::kinds().enumerate().filter(|(bit, _)| news >> bit & 1 == 1);
//!     names.map(|(_, name)| name).collect::<Vec<_>>()
//! };
//! told(&mut editor);
//! editor.run("color.swap", &[], 0)?;
//! assert_eq!(told(&mut editor), ["colors"]);
//! assert_eq!(editor.news(), 0);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::{Editor, commands};
use crate::params::Named;
use crate::tools::OPTIONS;
use crate::value::Value;
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

/// The sum of what is shown: FNV-1a, which takes little code.
#[derive(Clone)]
struct Sum(u64);

impl Default for Sum {
    fn default() -> Sum {
        Sum(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Sum {
    #[inline(never)]
    fn write(&mut self, bytes: &[u8]) {
        self.0 =
            bytes.iter().fold(self.0, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// A kind of things that panels show.
struct Kind {
    name: &'static str,
    /// Whether only changes of the document change it.
    drawn: bool,
    /// Adds all that is shown of it to a sum.
    sum: fn(&Editor, &mut Sum),
}

/// Creates a kind that may change with anything.
const fn kind(name: &'static str, sum: fn(&Editor, &mut Sum)) -> Kind {
    Kind { name, drawn: false, sum }
}

/// Creates a kind that only changes with the document.
const fn drawn(name: &'static str, sum: fn(&Editor, &mut Sum)) -> Kind {
    Kind { name, drawn: true, sum }
}

/// All kinds but the menus.
static KINDS: [Kind; 19] = [
    kind("file", |e, sum| {
        let dirty = e.document.history().looks_dirty();
        (e.name(), dirty, e.holds_history(), e.serial()).hash(sum);
    }),
    kind("history", |e, sum| {
        let stats = e.document.history().stats();
        (stats.undo, stats.redo, stats.temp, stats.bytes).hash(sum);
    }),
    kind("steps", |e, sum| {
        let history = e.document.history();
        (history.position(), history.ahead(), history.here(), history.base(), history.saved()).hash(sum);
        let stats = history.stats();
        (stats.commits, stats.pins, stats.bytes, stats.budget, &e.desk.unfolded).hash(sum);
    }),
    kind("cursor", |e, sum| e.cursor().hash(sum)),
    kind("zoom", |e, sum| (e.view().zoom.to_string(), e.view().turn).hash(sum)),
    kind("tool", |e, sum| {
        (e.tool().id, e.options().custom.is_some(), e.options().letters.is_some()).hash(sum);
        for option in OPTIONS {
            match (option.param.default)(e.options()) {
                Value::Number(number) => number.to_bits().hash(sum),
                Value::Text(text) => text.hash(sum),
                Value::Flag(flag) => flag.hash(sum),
            }
        }
    }),
    kind("colors", |e, sum| e.colors().hash(sum)),
    kind("recent", |e, sum| e.desk.recent().hash(sum)),
    kind("cel", |e, sum| {
        (e.cel().layer, e.cel().frame).hash(sum);
        (e.desk.layers(&e.document), e.desk.frames(&e.document)).hash(sum);
        (e.desk.reach.id(), &e.desk.folded).hash(sum);
    }),
    kind("onion", |e, sum| {
        let (onion, shown) = e.onion();
        (onion.before, onion.after, onion.opacity, onion.front, onion.layer, onion.tag, shown).hash(sum);
        (onion.tint_before, onion.tint_after).hash(sum);
    }),
    kind("selection", |e, sum| {
        (e.document.floating().map(|(_, around)| around), e.document.selection()).hash(sum)
    }),
    kind("swatch", |e, sum| e.swatch().hash(sum)),
    kind("playing", |e, sum| (e.is_playing(), e.game().map(|game| game.id())).hash(sum)),
    kind("stroke", |e, sum| {
        (e.is_painting(), e.is_waiting(), e.is_ticking(), e.is_previewing(), e.is_grabbing()).hash(sum);
        if e.is_redrawing() {
            e.sum_text(sum);
        }
    }),
    kind("question", |e, sum| e.asked().hash(sum)),
    drawn("canvas", |e, sum| {
        (e.document.size(), e.document.background(), e.document.grid(), e.document.tile()).hash(sum);
    }),
    drawn("layers", |e, sum| {
        let links = |layer| e.document.links(layer);
        (0..e.document.layers()).for_each(|layer| (e.document.layer(layer).ok(), links(layer)).hash(sum));
        e.document.groups().iter().for_each(|id| (id, e.document.group(*id).ok()).hash(sum));
    }),
    drawn("frames", |e, sum| {
        (0..e.document.frames()).for_each(|frame| e.document.frame(frame).ok().hash(sum));
        e.document.tags().hash(sum);
    }),
    drawn("palette", |e, sum| e.document.palette().hash(sum)),
];

impl Editor {
    #[cold]
    #[inline(never)]
    fn sum_text(&self, sum: &mut Sum) {
        self.text().hash(sum);
    }
}

/// The names of the menus, in the order of their commands.
static MENUS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut menus = Vec::new();
    for command in commands() {
        if !menus.contains(&command.menu) {
            menus.push(command.menu);
        }
    }
    menus
});

/// What was told last.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// A sum for each kind; empty before anything was told.
    sums: Vec<u64>,
    /// Whether the document may have changed since.
    pub(super) document: bool,
}

impl Editor {
    /// Returns which kinds have changed, of all: none that [`news`](Editor::news) has left out should be among them.
    ///
    /// Visible to tests, as what was left out is found by the next news that asks for it.
    #[doc(hidden)]
    pub fn untold_news(&mut self) -> u32 {
        self.told.document = true;
        self.news()
    }

    /// Returns the names of all kinds, in the order of their bits. That of a menu is its label.
    pub fn kinds() -> impl Iterator<Item = &'static str> {
        KINDS.iter().map(|kind| kind.name).chain(MENUS.iter().copied())
    }

    /// Tells all kinds with the next news, whether they have changed or not.
    pub(super) fn tell_everything(&mut self) {
        self.told.sums.clear();
        self.state_changed();
    }

    /// Returns which kinds have changed since the last call: bit n for the n-th of [`kinds`](Editor::kinds).
    pub fn news(&mut self) -> u32 {
        let all = std::mem::take(&mut self.told.document) || self.told.sums.is_empty();
        let mut sums = Vec::with_capacity(KINDS.len() + MENUS.len());
        for (number, kind) in KINDS.iter().enumerate() {
            sums.push(match self.told.sums.get(number) {
                Some(sum) if kind.drawn && !all => *sum,
                _ => {
                    let mut sum = Sum::default();
                    (kind.sum)(self, &mut sum);
                    sum.finish()
                }
            });
        }
        let mut enabled = vec![Sum::default(); MENUS.len()];
        for command in commands() {
            if let Some(menu) = MENUS.iter().position(|menu| *menu == command.menu) {
                (self.is_enabled(command), command.checked.is_some_and(|checked| checked(self)))
                    .hash(&mut enabled[menu]);
            }
        }
        sums.extend(enabled.into_iter().map(|sum| sum.finish()));
        let told = std::mem::replace(&mut self.told.sums, sums);
        let changed = |(bit, sum): (usize, &u64)| u32::from(told.get(bit) != Some(sum)) << bit;
        self.told.sums.iter().enumerate().map(changed).fold(0, |news, bit| news | bit)
    }
}
