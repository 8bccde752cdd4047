//! News: which kinds of things that panels show have changed.
//!
//! A panel that draws itself after each change of anything takes longer than the change, and one that
//! compares for itself has to fetch first what it compares. So what panels show is [one list](super::panels) of fields, sorted into
//! kinds. Once a frame at most, the page asks for the [news](Editor::news): the kinds of which a field differs from
//! what was told last. It fetches the fields of these, once somebody looks at them, and calls the panels that show them.
//!
//! Each menu is a kind as well: which of its commands are enabled, and which are checked.
//!
//! The invariant: what is not told has not changed. All fields are compared, so that no command and no
//! tool has to say what it changes.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! editor.news();
//! editor.run("color.swap", &[], 0)?;
//! assert_eq!(editor.news(), ["colors"]);
//! assert_eq!(editor.news(), [""; 0]);
//! editor.told_state();
//! editor.run("color.swap", &[], 0)?;
//! editor.news();
//! assert_eq!(editor.told_state().to_string(), "{primary: \"#000000ff\", secondary: \"#00000000\"}");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Shown;
use super::panels::{Drawing, State};
use crate::editor::{Editor, commands};
use crate::fields::{Data, Listed, changed, message, seen};
use std::sync::LazyLock;

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

/// The kinds of the fields of a list, each once.
fn kinds<T: Listed>(known: &mut Vec<&'static str>) {
    for row in T::ROWS {
        if !known.contains(&row.kind) {
            known.push(row.kind);
        }
    }
}

/// All kinds: those of the fields, and the menus.
static KINDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let mut known = Vec::new();
    kinds::<State>(&mut known);
    kinds::<Drawing>(&mut known);
    known.extend(MENUS.iter());
    known
});

/// Part of what is shown: what was told of it last, and kinds of which the page has not fetched the fields.
#[derive(Debug, Default)]
struct Part {
    /// Values of all fields; empty before anything was told.
    told: Vec<Data>,
    owed: Vec<&'static str>,
    /// Kinds of which the page has fetched other values since.
    fetched: Vec<&'static str>,
}

impl Part {
    /// Tells what is true now, and adds the kinds of what has changed to the news.
    fn tell<T: Listed>(&mut self, source: &T::Source, news: &mut Vec<&'static str>) {
        let now = seen::<T>(source);
        for kind in changed::<T>(&self.told, &now).into_iter().chain(std::mem::take(&mut self.fetched)) {
            for list in [&mut *news, &mut self.owed] {
                if !list.contains(&kind) {
                    list.push(kind);
                }
            }
        }
        self.told = now;
    }

    /// Returns the fields that may change with a move of the pointer alone, as they are now, and notes that the page has them.
    fn fetch_moving<T: Listed>(&mut self, source: &T::Source) -> Data {
        let mut found = Vec::new();
        for (at, row) in T::ROWS.iter().enumerate().filter(|(_, row)| row.moves) {
            let now = (row.data)(source);
            if self.told.get(at).is_some_and(|told| *told != now) && !self.fetched.contains(&row.kind) {
                self.fetched.push(row.kind);
            }
            found.push((row.name, now));
        }
        Data::Object(found)
    }

    /// Returns the fields that were told since the last call.
    fn fetch<T: Listed>(&mut self) -> Data {
        message::<T>(&self.told, &std::mem::take(&mut self.owed))
    }
}

/// What was told last.
#[derive(Debug, Default)]
pub(in crate::editor) struct Told {
    state: Part,
    drawing: Part,
    /// Of each menu, two bits for each of its commands; empty before anything was told.
    menus: Vec<Vec<u8>>,
    /// Whether the document may have changed since.
    pub(super) document: bool,
}

impl Shown {
    /// Returns the fields of the state that were told since the last call: all at first.
    pub(in crate::editor) fn told_state(&mut self) -> Data {
        self.told.state.fetch::<State>()
    }

    /// Returns the fields of the drawing that were told since the last call: all at first.
    pub(in crate::editor) fn told_drawing(&mut self) -> Data {
        self.told.drawing.fetch::<Drawing>()
    }
}

impl Editor {
    /// Returns which kinds have changed, of all: none that [`news`](Editor::news) has left out should be among them.
    ///
    /// Visible to tests, as what was left out is found by the next news that asks for it.
    #[doc(hidden)]
    pub fn untold_news(&mut self) -> Vec<&'static str> {
        self.shown.told.document = true;
        self.news()
    }

    /// Returns the names of all kinds. That of a menu is its label.
    pub fn kinds() -> &'static [&'static str] {
        &KINDS
    }

    /// Tells all kinds with the next news, whether they have changed or not.
    pub(in crate::editor) fn tell_everything(&mut self) {
        self.shown.told = Told::default();
        self.session.state_changed();
    }

    /// Returns which kinds have changed since the last call.
    pub fn news(&mut self) -> Vec<&'static str> {
        let mut news = Vec::new();
        let mut told = std::mem::take(&mut self.shown.told.state);
        told.tell::<State>(self, &mut news);
        self.shown.told.state = told;
        if std::mem::take(&mut self.shown.told.document) || self.shown.told.drawing.told.is_empty() {
            self.shown.told.drawing.tell::<Drawing>(self.session.document(), &mut news);
        }
        let mut menus = vec![Vec::new(); MENUS.len()];
        for command in commands() {
            if let Some(menu) = MENUS.iter().position(|menu| *menu == command.menu) {
                menus[menu].push(self.standing_of(command));
            }
        }
        let told = std::mem::replace(&mut self.shown.told.menus, menus);
        let menus = MENUS.iter().zip(&self.shown.told.menus).enumerate();
        news.extend(menus.filter(|(at, (_, now))| told.get(*at) != Some(now)).map(|(_, (menu, _))| *menu));
        news
    }

    /// Returns two bits for a command: 1 if it is enabled, and 2 if what it turns on and off is on.
    pub fn standing_of(&self, command: &crate::editor::Command) -> u8 {
        let checked = command.checked.is_some_and(|checked| checked(self));
        u8::from(self.is_enabled(command)) | u8::from(checked) << 1
    }

    /// Returns the fields of the state that a move of the pointer may change. What the page has of them differs from what it was told then, so the next
    /// news tells them in any case.
    pub fn moving(&mut self) -> Data {
        let mut told = std::mem::take(&mut self.shown.told.state);
        let moving = told.fetch_moving::<State>(self);
        self.shown.told.state = told;
        moving
    }
}
