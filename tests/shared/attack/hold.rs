//! What is held after every input.
//!
//! The document is valid, the screen shows it, the history keeps to its budget. What is refused or
//! taken back costs nothing: bytes, steps, branches, redo, pins and the active cel are what they
//! were. A state has the same bytes whenever the history stands there, so undo gives the bytes
//! before a step, and redo those after it.

use super::input::Claim;
use super::screen::Screen;
use std::collections::BTreeMap;
use undoodle::document::{Cel, HISTORY};
use undoodle::editor::Editor;
use undoodle::history::History;
use undoodle::memory::{Arena, Memory};

/// Where a history stands, and all it could go to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stand {
    pub here: u64,
    pub base: u64,
    /// Number of the state before the last step.
    parent: u64,
    position: usize,
    ahead: usize,
    pub commits: Vec<u64>,
    line: Vec<u64>,
    pub pins: Vec<u64>,
}

impl Stand {
    pub fn of<A: Arena>(history: &History<A>) -> Stand {
        Stand {
            here: history.here().0,
            base: history.base().0,
            parent: history.done().next().map_or(history.base(), |commit| commit.parent()).0,
            position: history.position(),
            ahead: history.ahead(),
            commits: history.commits().map(|commit| commit.id().0).collect(),
            line: history.line().map(|commit| commit.id().0).collect(),
            pins: history.pins().map(|(id, _)| id.0).collect(),
        }
    }
}

/// The oldest state, and the steps that lead from it to where a history stands, the last one first.
fn way<A: Arena>(history: &History<A>) -> (u64, Vec<u64>) {
    (history.base().0, history.done().map(|commit| commit.id().0).collect())
}

/// Whether two ways to one state are the same, as far as steps of them have not been forgotten.
fn same((base, one): &(u64, Vec<u64>), (other_base, other): &(u64, Vec<u64>)) -> bool {
    (base != other_base || one.len() == other.len()) && one.iter().zip(other).all(|(a, b)| a == b)
}

/// So many states are remembered, with all their bytes.
const REMEMBERED: usize = 100;

/// What is known of an editor.
pub struct Hold {
    screen: Screen,
    /// As of the last time that no action was open.
    stand: Stand,
    /// Whether something floated then, which a stroke lands as a step of its own.
    floated: bool,
    /// `None` after an input that kept a transform and began an action: these bytes were never seen.
    bytes: Option<Memory>,
    /// The active cel as of the last time that no preview was shown.
    cel: Cel,
    /// The way to states, by the numbers of the steps before them, and their bytes. A state whose way is
    /// another one now, as its line was carried along or brought back, is another state.
    states: BTreeMap<u64, ((u64, Vec<u64>), Memory)>,
}

impl Hold {
    pub fn new(editor: &mut Editor) -> Hold {
        let mut hold = Hold {
            screen: Screen::new(),
            stand: Stand::of(editor.document().history()),
            floated: editor.document().floating().is_some(),
            bytes: Some(editor.document().history().arena().clone()),
            cel: editor.cel(),
            states: BTreeMap::new(),
        };
        let bytes = editor.document().history().arena().clone();
        hold.states.insert(hold.stand.here, (way(editor.document().history()), bytes));
        editor.repaint();
        hold.screen.look(editor, "at first");
        hold
    }

    /// Checks an editor after an input that claims to have done this. `between` says whether a transform, a shape that
    /// waits for its next press or a look at an earlier state was under way before it: most inputs keep the first two as a step of
    /// their own, and leave the last.
    pub fn check(&mut self, editor: &mut Editor, claim: Claim, between: bool) {
        let stats = editor.document().history().stats();
        assert!(stats.bytes <= stats.budget, "{} bytes of {}: {stats:?}", stats.bytes, stats.budget);
        assert!(stats.touched <= stats.working, "{} bytes of {}", stats.touched, stats.working);
        // A preview may show a drawing without the active layer.
        if !editor.is_previewing() {
            assert!(between || claim != Claim::Nothing || editor.cel() == self.cel, "the active cel");
            self.cel = editor.cel();
        }
        self.check_history(editor, claim, between);
        self.screen.look(editor, "the screen");
    }

    fn check_history(&mut self, editor: &Editor, claim: Claim, between: bool) {
        let history = editor.document().history();
        let (now, bytes) = (Stand::of(history), history.arena());
        if history.is_open() {
            // Smaller limits may let steps go at any time, but not the one where the history stands.
            if claim == Claim::Limited {
                assert_eq!(now.here, self.stand.here, "where the history stands");
                self.states.retain(|id, _| now.commits.contains(id) || *id == now.base);
                self.stand = now.clone();
            }
            if between && now != self.stand {
                self.check_kept(&now, history.limits().budget);
                (self.stand, self.bytes) = (now, None);
                return;
            }
            return assert_eq!(now, self.stand, "an open action costs the history nothing");
        }
        editor.document().validate().unwrap();
        match claim {
            Claim::Nothing | Claim::Session | Claim::Step | Claim::Limited
                if between && now != self.stand =>
            {
                self.check_kept(&now, history.limits().budget);
            }
            Claim::Nothing | Claim::Session => {
                assert_eq!(now, self.stand, "steps, branches, redo and pins");
                assert!(self.had(bytes), "the bytes");
            }
            Claim::Step
                if self.floated && now.line.iter().rev().nth(2).unwrap_or(&now.base) == &self.stand.here =>
            {
                self.check_kept(&now, history.limits().budget);
            }
            // Where the history has no room for more than one step, the landing is where the stroke begins.
            Claim::Step if self.floated && now.line.len() == 1 && now.base > self.stand.here => {}
            Claim::Step => self.check_step(&now, bytes, history.limits().budget),
            Claim::Travelled => {
                let known = self.states.get(&now.here).filter(|(way, _)| same(way, &self::way(history)));
                if let Some((_, known)) = known {
                    assert!(bytes == known, "the bytes of state {}", now.here);
                }
            }
            Claim::Limited => assert!(self.had(bytes) && now.here == self.stand.here, "the bytes"),
            Claim::Replaced => self.states.clear(),
        }
        self.floated = editor.document().floating().is_some();
        self.remember(now, way(history), bytes.clone());
    }

    /// Whether these are the bytes as of the last time that no action was open, as far as they are known.
    fn had(&self, bytes: &Memory) -> bool {
        self.bytes.as_ref().is_none_or(|known| known == bytes)
    }

    /// Checks that no step was dropped when a transform was kept, or a look at an earlier state left, before something else.
    fn check_kept(&self, now: &Stand, budget: usize) {
        let before = &self.stand;
        // A small history may have let it go to make room for the step that came after.
        let dropped = budget < HISTORY.budget && now.base > before.here;
        assert!(
            now.line.contains(&before.here)
                || now.base == before.here
                || now.commits.contains(&before.here)
                || dropped,
            "{now:?} after {before:?}"
        );
        if budget >= HISTORY.budget {
            assert!(before.commits.iter().all(|id| now.commits.contains(id)), "{now:?} after {before:?}");
        }
    }

    /// Checks that there is one step more, or one that the last was merged into, or none.
    fn check_step(&self, now: &Stand, bytes: &Memory, budget: usize) {
        let before = &self.stand;
        if now.here == before.here {
            assert!(self.had(bytes), "no step, so nothing changed");
            return assert_eq!(now, before, "no step, so none was dropped");
        }
        let merged_away = now.here == before.parent;
        let merged = merged_away || now.parent == before.parent;
        assert!(merged || now.parent == before.here, "{now:?} after {before:?}");
        if budget >= HISTORY.budget {
            let kept = |id: &u64| now.commits.contains(id) || (merged && *id == before.here);
            assert!(before.commits.iter().all(kept), "a step that drops others: {now:?} after {before:?}");
        }
    }

    fn remember(&mut self, now: Stand, way: (u64, Vec<u64>), bytes: Memory) {
        self.states.insert(now.here, (way, bytes.clone()));
        self.states.retain(|id, _| now.commits.contains(id) || *id == now.base);
        if self.states.len() > REMEMBERED {
            self.states.pop_first();
        }
        (self.stand, self.bytes) = (now, Some(bytes));
    }
}
