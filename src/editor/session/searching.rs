//! Searching the history: which steps of the line of undo and redo somebody means.
//!
//! Problem: "the stroke on the hat, this morning, in red" is one of a hundred thousand rows. Idea: a search is a few conditions that all have to hold: words in
//! the step's or its layer's name, the layer, the tool, a colour that it gave to pixels, when it was made, and whether it touched what is selected. The line is
//! looked through from the newest step on, some steps at a time, so the first rows are there at once, whatever the history's length.
//!
//! What is written in a step's header is asked first; only for the colour and the selection the step's bytes are read. Steps whose bytes are on the disk alone are passed over then and
//! counted, and a colour is searched no further than there, as what lies behind is not known.
//!
//! The invariant: a step is found if and only if all conditions hold for it now. When the line has changed, or what is selected, it is looked through anew.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! for id in ["layer.add", "select.all", "edit.fill", "layer.add"] {
//!     editor.run(id, &[], 0)?;
//! }
//! editor.run("history.search", &[("words".into(), "new LAYER".into())], 1)?;
//! while editor.search_on(16) {}
//! let found: Vec<_> = editor.found_rows(0, 9).iter().map(|found| found.index).collect();
//! assert_eq!(found, [4, 1], "newest first");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use super::params::Args;
use super::probe::Made;
use crate::color::Color;
use crate::document::{Colored, Mask, Painted, TILE, Trace};
use crate::editor::Editor;
use crate::editor::shown::steps::StepRow;
use crate::error::Result;
use crate::geometry::Rect;
use crate::history::{Commit, CommitId};

/// Steps that are looked up on the line at a time.
const AT_ONCE: usize = 256;

/// Work of looking at a step's header, and at its bytes, in the unit of [`Editor::search_on`].
const READ: usize = 8;

crate::named! {
    /// When a step was made.
    #[derive(Default)]
    pub enum Within, "time" {
        /// At any time.
        #[default]
        Any = "any", "Any time";
        /// In the last ten minutes.
        Minutes = "minutes", "Last 10 minutes";
        /// In the last hour.
        Hour = "hour", "Last hour";
        /// In the last day.
        Day = "day", "Last 24 hours";
        /// In the last week.
        Week = "week", "Last week";
    }
}

impl Within {
    /// Returns its length in milliseconds.
    fn length(self) -> Option<u64> {
        let minutes = match self {
            Within::Any => return None,
            Within::Minutes => 10,
            Within::Hour => 60,
            Within::Day => 24 * 60,
            Within::Week => 7 * 24 * 60,
        };
        Some(minutes * 60_000)
    }
}

/// What a step has to be. A condition that is empty holds for any step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Search {
    /// Words that all occur in the step's name or its layer's, whether capital or not.
    pub words: String,
    /// Id of the layer that it was made on.
    pub layer: Option<u16>,
    /// Label of the tool that made it.
    pub tool: Option<&'static str>,
    /// A colour that it gave to a pixel.
    pub color: Option<Color>,
    /// When it was made.
    pub within: Within,
    /// The earliest time for that, in milliseconds.
    pub since: u64,
    /// Whether it touched what is selected in the active frame.
    pub selection: bool,
}

impl Search {
    /// Returns `true` if any step is meant.
    fn is_empty(&self) -> bool {
        let Search { words, layer, tool, color, within, selection, .. } = self;
        let plain = words.trim().is_empty() && layer.is_none() && tool.is_none();
        plain && color.is_none() && *within == Within::Any && !selection
    }
}

/// A step that was found, or that made the probed pixel.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundRow {
    /// Its row of the line.
    pub index: usize,
    /// Whether it is done, and not undone.
    pub done: bool,
    /// The step.
    pub row: StepRow,
    /// The colour that it gave the probed pixel.
    pub made: Option<Color>,
}

crate::fields! {
    /// How far a search has come.
    Searched {
        /// The words that are searched.
        words: String,
        /// Whether only one layer's steps are searched.
        layer: bool,
        /// Whether only one tool's steps are searched.
        tool: bool,
        /// The colour that is searched.
        color: Option<Color>,
        /// When the steps were made, as the id of a choice.
        within: &'static str,
        /// Whether only what touches the selection is searched.
        selection: bool,
    }
}

/// A search under way.
#[derive(Debug, Default)]
pub(in crate::editor) struct Searching {
    search: Search,
    /// Names of steps in the person's language, by their labels.
    names: Vec<(String, String)>,
    /// The line that was looked through: its last step, its length, the adoptions of the history, and for what depends on it, where the drawing stands.
    line: Option<(CommitId, usize, u64, CommitId)>,
    /// Rows from here down are still to be looked at.
    left: usize,
    /// The rows before that, newest last.
    coming: Vec<CommitId>,
    found: Vec<(usize, CommitId)>,
    /// Number of steps that could not be looked at.
    unread: usize,
    colored: Colored,
    /// Steps that are undone, which a search for a colour has to cross first.
    ahead: Vec<CommitId>,
}

impl Searching {
    /// Returns `true` if the words of a search occur in names.
    fn names_match(&self, label: &str, layer: Option<&str>) -> bool {
        let own = self.names.iter().find(|(known, _)| known == label).map_or("", |(_, name)| name);
        let folded = |text: &str| text.chars().map(small).collect::<String>();
        let (all, words) = ([label, own, layer.unwrap_or_default()].map(folded), folded(&self.search.words));
        let mut words = words.split_whitespace();
        words.all(|word| all.iter().any(|name| name.contains(word)))
    }
}

/// Returns the small form of a Latin, Greek or Cyrillic letter. The standard library's tables for all scripts would be downloaded before one can paint.
fn small(letter: char) -> char {
    let code = u32::from(letter);
    let small = match letter {
        'A'..='Z' | 'À'..='Ö' | 'Ø'..='Þ' | 'Α'..='Ω' | 'А'..='Я' => code + 32,
        'Ѐ'..='Џ' => code + 80,
        'Ā'..='ķ' | 'Ŋ'..='ŷ' => code | 1,
        'Ĺ'..='ň' | 'Ź'..='ž' => code + code % 2,
        _ => code,
    };
    char::from_u32(small).unwrap_or(letter)
}

/// Returns `true` if any of a mask's pixels is selected.
fn meets(session: &Session, mask: &Mask) -> bool {
    let document = &session.document;
    let around = document.selection().unwrap_or(Rect::EMPTY);
    let selected =
        |rect: Rect| !rect.intersect(around).is_empty() && document.changeable(rect).next().is_some();
    let bits = |rows: &[u32; TILE as usize], (x, y): (i32, i32), rect: Rect| {
        let columns = (rect.x - x..rect.right() - x).fold(0_u32, |all, column| all | 1 << column);
        (rect.y - y..rect.bottom() - y).any(|row| rows[row as usize] & columns != 0)
    };
    mask.rects.iter().any(|rect| selected(*rect))
        || mask.tiles.iter().any(|(at, rows)| {
            let tile = Rect::new(at.x, at.y, TILE as i32, TILE as i32);
            let near = !tile.intersect(around).is_empty();
            near && document.changeable(tile).any(|rect| bits(rows, (at.x, at.y), rect))
        })
}

impl Session {
    /// Begins a search by a command's arguments, or ends it if they mean any step.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] for a time that there is none of.
    pub(in crate::editor) fn search(&mut self, args: &Args, time: u64) -> Result<()> {
        let (within, before) = (Within::named(args.text("within")?)?, &self.searching.search);
        let since = within.length().map_or(0, |length| time.saturating_sub(length));
        // Who turns one condition on keeps what the others mean, though another layer, tool or colour may be chosen by now.
        let layer = self.document.layer_id(self.cel().layer);
        let search = Search {
            words: args.text("words")?.to_owned(),
            layer: args.flag("layer")?.then(|| before.layer.or(layer)).flatten(),
            tool: args.flag("tool")?.then(|| before.tool.unwrap_or(self.desk.tool.label)),
            color: args.flag("color")?.then(|| before.color.unwrap_or(self.desk.primary)),
            within,
            since,
            selection: args.flag("selection")?,
        };
        self.searching.search = search;
        self.searching.line = None;
        self.state_changed();
        Ok(())
    }

    /// Shows all steps again. Never inlined, as nobody needs it to paint.
    #[cold]
    #[inline(never)]
    pub(in crate::editor) fn end_search(&mut self) {
        let names = std::mem::take(&mut self.searching.names);
        self.searching = Searching { names, ..Searching::default() };
        self.state_changed();
    }

    /// Returns what is searched, or `None` if nothing is.
    pub(in crate::editor) fn searched(&self) -> Option<Searched> {
        if self.searching.search.is_empty() { None } else { Some(self.searched_now()) }
    }

    #[cold]
    #[inline(never)]
    fn searched_now(&self) -> Searched {
        let search = &self.searching.search;
        Searched {
            words: search.words.clone(),
            layer: search.layer.is_some(),
            tool: search.tool.is_some(),
            color: search.color,
            within: search.within.id(),
            selection: search.selection,
        }
    }

    /// Returns what the last search means.
    pub(in crate::editor) fn last_search(&self) -> &Search {
        &self.searching.search
    }

    /// Tells what steps are called in the person's language, by their labels: words are searched in these names, too.
    pub(in crate::editor) fn call_steps(&mut self, names: Vec<(String, String)>) {
        (self.searching.names, self.searching.line) = (names, None);
    }

    /// Returns how many steps were found so far, how many of the line were looked at, and how many of these could not be read.
    pub(in crate::editor) fn found(&self) -> (usize, usize, usize) {
        let steps = self.searching.line.map_or(0, |(_, steps, ..)| steps);
        (self.searching.found.len(), steps - self.searching.left.min(steps), self.searching.unread)
    }

    /// Looks at the next steps of a search: about `work` of them, or an eighth of that if their bytes are read. Returns `true` if steps remain.
    ///
    /// While a stroke is under way, or an earlier state is looked at, nothing is done.
    pub(in crate::editor) fn search_on(&mut self, work: usize) -> bool {
        let history = self.document.history();
        let busy = history.open().is_some() || self.game.is_some() || self.is_peeking();
        if busy || self.searching.search.is_empty() {
            return false;
        }
        let mut searching = std::mem::take(&mut self.searching);
        self.begin_search(&mut searching);
        let mut painted = Painted::new(&self.document, self.cel().frame);
        let mut work = self.go_ahead(&mut searching, work);
        while work > 0 && searching.left > 0 {
            if searching.coming.is_empty() {
                let from = searching.left.saturating_sub(AT_ONCE);
                searching.coming = self.document.line_from(from, searching.left - from);
            }
            let Some(id) = searching.coming.pop() else { break };
            work = work.saturating_sub(self.look_at(&mut searching, &mut painted, id));
            searching.left = searching.left.saturating_sub(1);
        }
        let remains = searching.left > 0;
        self.searching = searching;
        remains
    }

    /// Begins with the newest step, if the line is another one than it was.
    fn begin_search(&mut self, searching: &mut Searching) {
        let history = self.document.history();
        let (steps, adoptions) = (history.position() + history.ahead(), history.adoptions());
        // What is selected, and a pixel's present colour, depend on where the drawing stands.
        let search = &searching.search;
        let here = if search.selection || search.color.is_some() { history.here() } else { CommitId(0) };
        let last = steps.checked_sub(1).and_then(|last| self.document.line_from(last, 1).first().copied());
        let line = (last.unwrap_or(CommitId(0)), steps, adoptions, here);
        if searching.line == Some(line) {
            return;
        }
        (searching.line, searching.left, searching.unread) = (Some(line), steps, 0);
        (searching.coming, searching.found) = (Vec::new(), Vec::new());
        (searching.colored, searching.ahead) = (Colored::default(), Vec::new());
        if searching.search.color.is_none() {
            return;
        }
        // The newest state of the line comes by all that is undone.
        searching.ahead = self.document.history().undone().map(|step| step.id()).collect();
    }

    /// Goes on to the newest state of the line. Returns the work that is left.
    fn go_ahead(&self, searching: &mut Searching, work: usize) -> usize {
        let mut left = work;
        while let Some(step) = searching.ahead.pop_if(|_| left > 0) {
            left = left.saturating_sub(READ);
            if searching.colored.forth(&self.document, step).is_err() {
                (searching.unread, searching.left) = (searching.left, 0);
            }
        }
        left
    }

    /// Looks at a step. Returns how much work it was.
    fn look_at(&mut self, searching: &mut Searching, painted: &mut Painted, id: CommitId) -> usize {
        let Ok(commit) = self.document.history().commit_of(id) else { return 1 };
        let (meant, mut reads) = (self.is_meant(searching, &commit), 0);
        let mut found = Ok(meant);
        if let Some(color) = searching.search.color {
            reads = READ;
            found = searching.colored.pass(&self.document, id, color).map(|gave| gave && meant);
            if found.is_err() {
                // What is behind it is not known.
                searching.unread += searching.left - 1;
                searching.left = 1;
            }
        }
        if searching.search.selection && found == Ok(true) {
            reads = READ;
            found = painted.by(&self.document, id).map(|mask| meets(self, mask));
        }
        match found {
            Ok(false) => {}
            Ok(true) if searching.found.try_reserve(1).is_ok() => searching.found.push((searching.left, id)),
            // It could not be read, or there is no memory for its row.
            _ => searching.unread += 1,
        }
        1 + reads
    }

    /// Returns `true` if all conditions hold that a step's header tells of, or may hold.
    fn is_meant(&self, searching: &Searching, commit: &Commit<'_>) -> bool {
        let (header, search) = (commit.header(), &searching.search);
        if header.time < search.since || search.tool.is_some_and(|tool| header.label != tool) {
            return false;
        }
        let near = |rect: Rect| !Trace::of(&header).rect.intersect(rect).is_empty();
        if search.selection && !self.document.selection().is_some_and(near) {
            return false;
        }
        let layer = self.document.layer_and_frame_of(&header).0;
        if search.layer.is_some_and(|id| layer.is_none() || self.document.layer_at(id) != layer) {
            return false;
        }
        let name = || layer.and_then(|layer| Some(self.document.layer(layer).ok()?.name));
        search.words.trim().is_empty() || searching.names_match(&header.label, name().as_deref())
    }

    /// Returns rows of the steps that were found so far, newest first, at most `count` of them from one on.
    pub(in crate::editor) fn found_rows(&self, from: usize, count: usize) -> Vec<FoundRow> {
        let found = self.searching.found.iter().skip(from).take(count);
        found.filter_map(|(index, id)| self.found_row(*index, *id)).collect()
    }

    fn found_row(&self, index: usize, id: CommitId) -> Option<FoundRow> {
        let done = index <= self.document.history().position();
        self.row_of(id).map(|row| FoundRow { index, done, row, made: None })
    }

    fn row_of(&self, id: CommitId) -> Option<StepRow> {
        self.rows(&[id]).next()
    }
}

impl Editor {
    /// Returns rows of the steps that made the probed pixel, newest first.
    ///
    /// # Errors
    /// As [`makers`](Editor::makers).
    pub fn maker_rows(&mut self) -> Result<Vec<FoundRow>> {
        let made = self.makers()?;
        let row = |made: &Made| {
            let (row, made) = (self.session.row_of(CommitId(made.commit))?, Some(made.color));
            Some(FoundRow { index: 0, done: true, row, made })
        };
        Ok(made.iter().filter_map(row).collect())
    }
}
