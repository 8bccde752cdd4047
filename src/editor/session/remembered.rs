//! What is remembered of the desk: the options that each tool has for itself, and all choices as names and values.
//!
//! A large eraser goes with a small pencil, so a tool that is put down leaves its own options behind and finds them
//! when it is taken again. A drawing that is opened again finds the choices that were made for it: tools, colours, options.
//! They are names and values, of which those that another version wrote are left alone.
//!
//! The invariant: what belongs to a tool is in the options while it is in hand, and in the list of the others' otherwise.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.set_tool("eraser", &[("size".into(), 3.into())])?;
//! editor.run("tool.pencil", &[], 0)?;
//! assert_eq!(editor.options().size, 1, "the pencil's own");
//! let choices = editor.choices();
//! let mut other = Editor::new()?;
//! other.choose_again(&choices);
//! other.run("tool.eraser", &[], 0)?;
//! assert_eq!(other.options().size, 3);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::desk::{Desk, MEGABYTES, RECENT, UNFOLDED};
use crate::color::Color;
use crate::document::{Cel, Drawing, HISTORY, MAX_LAYERS, Store};
use crate::editor::hand::following::Paints;
use crate::editor::shown::showing::Shows;
use crate::editor::shown::skin;
use crate::tools::{OPTIONS, Options, Own, TOOLS, Tool, tool};
use crate::value::Value;

/// What the names of options begin with among the names of choices.
const OPTION: &str = "option.";
/// What the names of the onion skin's settings begin with there.
const ONION: &str = "onion.";
/// What the names of options that a tool has for itself begin with there.
const OWNED: &str = "own.";

impl Desk {
    /// Takes a tool in hand, with the options that it has for itself.
    pub(in crate::editor) fn take(&mut self, tool: &'static Tool) {
        if tool.paints {
            self.painter = tool;
        }
        let before = std::mem::replace(&mut self.tool, tool);
        if before.kin == tool.kin {
            return;
        }
        let own = self.own.iter().find(|(kin, _)| *kin == tool.kin);
        let own = own.map_or_else(|| Options::default().own(), |(_, own)| *own);
        self.put_down(before.kin, self.options.own());
        self.options.set_own(own);
    }

    /// Notes what a tool has for itself.
    fn put_down(&mut self, kin: &'static str, own: Own) {
        match self.own.iter_mut().find(|(other, _)| *other == kin) {
            Some((_, known)) => *known = own,
            None => self.own.push((kin, own)),
        }
    }

    /// Takes the tool in hand that painted last.
    pub(in crate::editor) fn take_painter(&mut self) {
        self.take(self.painter);
    }

    /// Returns what is chosen as names and values, but for the clipboard and a brush that was cut out.
    pub(in crate::editor) fn choices(&self, document: &Drawing<Store>) -> Vec<(String, Value)> {
        let cel = self.cel(document);
        let mut choices: Vec<(String, Value)> = vec![
            ("tool".into(), self.tool.id.into()),
            ("primary".into(), Value::Text(self.primary.to_string())),
            ("secondary".into(), Value::Text(self.secondary.to_string())),
            ("layer".into(), cel.layer.into()),
            ("frame".into(), cel.frame.into()),
            ("withHistory".into(), self.with_history.into()),
            ("onion".into(), self.shows_onion.into()),
            ("historyMegabytes".into(), ((self.budget >> 20) as u32).into()),
            ("followsUndo".into(), self.follows.into()),
            ("showsUndo".into(), self.shows.id().into()),
            ("paintsAfterUndo".into(), self.paints.id().into()),
        ];
        if let Some((first, last)) = self.swatch(document) {
            choices.extend([("swatchFrom".into(), first.into()), ("swatchTo".into(), last.into())]);
        }
        let listed = |ids: Vec<String>| Value::Text(ids.join(" "));
        if !self.folded.is_empty() {
            choices.push(("foldedGroups".into(), listed(self.folded.iter().map(u16::to_string).collect())));
        }
        if !self.unfolded.is_empty() {
            let rows = self.unfolded.iter().map(|(row, commit)| format!("{row}:{commit}"));
            choices.push(("unfoldedBranches".into(), listed(rows.collect())));
        }
        if !self.recent.is_empty() {
            let recent: String = self.recent.iter().map(Color::to_string).collect();
            choices.push(("recent".into(), Value::Text(recent)));
        }
        let named = |name: &str| [OPTION, name].concat();
        let options =
            OPTIONS.iter().map(|option| (named(option.param.name), (option.param.default)(&self.options)));
        choices.extend(options);
        for (kin, own) in self.own.iter().filter(|(kin, _)| *kin != self.tool.kin) {
            choices.push(([OWNED, kin].concat(), Value::Text(own.to_text())));
        }
        choices.extend(
            skin::values(&self.onion).into_iter().map(|(name, value)| ([ONION, name].concat(), value)),
        );
        choices
    }

    /// Chooses again what was chosen, as far as it is understood and the drawing has it.
    pub(in crate::editor) fn choose_again(&mut self, document: &Drawing<Store>, choices: &[(String, Value)]) {
        let given = |name: &str| choices.iter().find(|(other, _)| other == name).map(|(_, value)| value);
        let text = |name| given(name).and_then(|value| value.text("choice").ok());
        let color = |name| text(name).and_then(|text| text.parse::<Color>().ok());
        let whole =
            |name, end: u32| given(name)?.whole("choice", 0, i64::from(end) - 1).ok().map(|n| n as u32);
        self.take(text("tool").and_then(|id| tool(id).ok()).unwrap_or(self.tool));
        self.primary = color("primary").unwrap_or(self.primary);
        self.secondary = color("secondary").unwrap_or(self.secondary);
        self.recent.clear();
        for color in text("recent").unwrap_or_default().rsplit('#').take(RECENT) {
            if let Ok(color) = color.parse() {
                self.note_painted(color);
            }
        }
        let (layer, frame) = (whole("layer", document.layers()), whole("frame", document.frames()));
        self.choose(document, Cel { layer: layer.unwrap_or(0), frame: frame.unwrap_or(0) });
        let flag = |name| given(name).and_then(|value| value.flag("choice").ok());
        self.with_history = flag("withHistory").unwrap_or(false);
        self.shows_onion = flag("onion").unwrap_or(false);
        self.follows = flag("followsUndo").unwrap_or(self.follows);
        self.shows = text("showsUndo").and_then(|id| Shows::named(id).ok()).unwrap_or(self.shows);
        self.paints = text("paintsAfterUndo").and_then(|id| Paints::named(id).ok()).unwrap_or(self.paints);
        self.budget = whole("historyMegabytes", MEGABYTES + 1)
            .map_or(HISTORY.budget, |mega| (mega.max(1) as usize) << 20);
        let ids = |name| text(name).unwrap_or_default().split(' ');
        self.folded =
            ids("foldedGroups").filter_map(|id| id.parse().ok()).take(MAX_LAYERS as usize).collect();
        let row = |text: &str| {
            let (row, commit) = text.split_once(':')?;
            row.parse().ok().zip(commit.parse().ok())
        };
        self.unfolded = ids("unfoldedBranches").filter_map(row).take(UNFOLDED).collect();
        let colors = document.colors();
        let swatch = whole("swatchFrom", colors).zip(whole("swatchTo", colors));
        self.swatch = swatch.filter(|(first, last)| first <= last);
        for (name, value) in choices {
            if let Some(name) = name.strip_prefix(ONION) {
                _ = skin::set(&mut self.onion, name, value);
            } else if let Some(kin) = name.strip_prefix(OWNED) {
                self.own_again(kin, value);
            } else if let Some(name) = name.strip_prefix(OPTION) {
                // An option of another version is left as it is.
                _ = self.options.set(name, value);
            }
        }
    }

    /// Gives a tool that is not in hand its own options again, if it is there and all of them are allowed.
    fn own_again(&mut self, kin: &str, value: &Value) {
        let kin = TOOLS.iter().map(|tool| tool.kin).find(|other| *other == kin);
        let own = value.text("choice").ok().and_then(Own::from_text);
        if let Some((kin, own)) = kin.zip(own) {
            self.put_down(kin, own);
        }
    }
}
