//! Lines of a drawing's steps that are carried and brought back, at random: every state is a drawing, and
//! each pixel has the colour that the last step to change it gave it. A step that is brought back in part gives its pixels the
//! colours that it had given them, and no others.
//!
//! `UNDOODLE_LINES` asks for more sessions than those of a plain test run.

use crate::law::chance::Chance;
use crate::share::least;
use std::collections::{HashMap, HashSet};
use undoodle::Error;
use undoodle::color::Color;
use undoodle::document::{Cel, Document, Finish, Mode, Tag, TagDirection};
use undoodle::editor::Editor;
use undoodle::geometry::Rect;
use undoodle::history::CommitId;

const RED: Color = Color::rgba(255, 0, 0, 255);
const GREEN: Color = Color::rgba(0, 255, 0, 255);
const COLORS: [Color; 4] = [Color::TRANSPARENT, Color::BLACK, RED, GREEN];

/// Pixels that are not transparent, by the ids of their layer and frame.
type Pixels = HashMap<(u16, u16, i32, i32), Color>;

struct Session {
    chance: Chance,
    document: Document,
    /// What each step changed, by the time in its header, which its copies have, too.
    given: Vec<Pixels>,
    /// What steps changed that were brought back in part, or are made of such, and the times of these.
    partly: HashMap<CommitId, Pixels>,
    times: HashSet<u64>,
}

fn pixels(document: &Document) -> Pixels {
    let mut pixels = Pixels::new();
    for layer in 0..document.layers() {
        for frame in 0..document.frames() {
            let ids = (document.layer_id(layer).unwrap(), document.frame_id(frame).unwrap());
            let cel = Cel { layer, frame };
            let around = document.extent(cel);
            let mut row = vec![Color::TRANSPARENT; around.width as usize];
            for y in around.y..around.bottom() {
                document.read_beyond(cel, around.x, y, &mut row);
                let shown = (around.x..).zip(&row).filter(|(_, color)| **color != Color::TRANSPARENT);
                pixels.extend(shown.map(|(x, color)| ((ids.0, ids.1, x, y), *color)));
            }
        }
    }
    pixels
}

/// Returns the pixels that differ, with the colours that they have after.
fn changed(before: &Pixels, after: &Pixels) -> Pixels {
    let at = |pixels: &Pixels, key| pixels.get(key).copied().unwrap_or(Color::TRANSPARENT);
    let differ = before.keys().chain(after.keys()).filter(|key| at(before, key) != at(after, key));
    differ.map(|key| (*key, at(after, key))).collect()
}

impl Session {
    fn new(seed: u64) -> Session {
        let (chance, document) = (Chance::new(seed), Document::new(64, 40).unwrap());
        Session { chance, document, given: Vec::new(), partly: HashMap::new(), times: HashSet::new() }
    }

    fn rect(&mut self) -> Rect {
        let Rect { width, height, .. } = self.document.bounds();
        let whole = [
            Rect::new(0, 0, width, height),
            Rect::new(0, 0, 32, 32),
            Rect::new(32, 0, 32, 32),
            Rect::new(0, 0, 16, 32),
            Rect::new(16, 0, 16, 32),
        ];
        let (x, y) = (self.chance.within(0, width - 1), self.chance.within(0, height - 1));
        let small = Rect::new(x, y, self.chance.within(1, 9), self.chance.within(1, 4));
        let rect = if self.chance.one_in(3) { self.chance.pick(&whole) } else { small };
        rect.intersect(whole[0])
    }

    /// Does something within the open action.
    fn edit(&mut self) -> Result<(), Error> {
        let (layers, frames) = (self.document.layers(), self.document.frames());
        let (layer, frame) =
            (self.chance.below(layers as usize) as u32, self.chance.below(frames as usize) as u32);
        let (cel, rect, color) = (Cel { layer, frame }, self.rect(), self.chance.pick(&COLORS));
        let to = self.chance.below(frames as usize) as u32;
        let tag = Tag::new("Tag", frame.min(to), frame.max(to), TagDirection::Forward);
        let (act, some) = (self.chance.below(40), self.chance.below(4));
        let document = &mut self.document;
        match act {
            0..=17 => document.fill_rect(cel, rect, color),
            18 if layers < 4 => document.add_layer(layer),
            19 if layers < 4 => document.duplicate_layer(layer),
            20..=21 => document.remove_layer(layer),
            22 => document.merge_down(layer),
            23 => document.move_layer(layer, 0),
            24 if frames < 4 => document.add_frame(frame),
            25 if frames < 4 => document.duplicate_frame(frame),
            26..=27 => document.remove_frame(frame),
            28 => document.move_frame(frame, to),
            29..=30 => document.add_tag(&tag),
            31 => document.remove_tag(0),
            32 => document.set_palette(&COLORS[some..]),
            33 => document.set_palette(&[RED, COLORS[some], GREEN]),
            34 => document.resize(Rect::new(0, 0, 40 + 10 * some as i32, 48 - 8 * some as i32)),
            35 => document.select(&[rect], Mode::Replace),
            36 => document.lift(cel),
            37 => document.float(cel, Rect::new(2, 2, 2, 2), |_| &[RED; 2]),
            38 => document.land(),
            _ => document.change_layer(layer, |layer| layer.opacity ^= 1),
        }
    }

    fn step(&mut self) {
        let before = pixels(&self.document);
        self.document.begin(1).unwrap();
        if self.edit().is_err() {
            assert!(self.document.cancel());
            return;
        }
        let finish = if self.chance.one_in(3) { Finish::Carrying } else { Finish::Step };
        let time = self.given.len() as u64;
        if self.document.finish("Step", Color::ADDED, time, finish).unwrap().is_none() {
            return;
        }
        let after = pixels(&self.document);
        self.given.push(changed(&before, &after));
    }

    /// Brings a line back. Returns the number of steps.
    fn bring_back(&mut self, to: CommitId) -> usize {
        let before: HashSet<CommitId> = self.document.history().done().map(|commit| commit.id()).collect();
        let Ok(brought) = self.document.bring_back(to) else { return 0 };
        let done = self.document.history().done();
        let new: Vec<(CommitId, u64)> = done
            .map(|commit| (commit.id(), commit.header().time))
            .take_while(|new| !before.contains(&new.0))
            .collect();
        assert_eq!(new.len(), brought.steps);
        if brought.blocked.is_none() && new.iter().all(|(_, time)| !self.times.contains(time)) {
            return brought.steps;
        }
        for (id, time) in &new {
            let after = pixels(&self.document);
            self.document.undo().unwrap();
            let changed = changed(&pixels(&self.document), &after);
            for (key, color) in &changed {
                assert_eq!(
                    self.given[*time as usize].get(key),
                    Some(color),
                    "{key:?} of step {id:?}, in part"
                );
            }
            self.partly.insert(*id, changed);
            self.times.insert(*time);
        }
        new.iter().for_each(|_| _ = self.document.redo().unwrap());
        brought.steps
    }

    fn any(&mut self) -> CommitId {
        let history = self.document.history();
        let all: Vec<CommitId> = history.commits().map(|c| c.id()).chain([history.base()]).collect();
        self.chance.pick(&all)
    }

    fn act(&mut self) -> usize {
        match self.chance.below(20) {
            0..=8 => self.step(),
            9..=12 => _ = self.document.undo().unwrap(),
            13..=14 => _ = self.document.redo().unwrap(),
            15..=16 => {
                let to = self.any();
                self.document.goto(to).unwrap();
            }
            _ => {
                let to = self.any();
                return self.bring_back(to);
            }
        }
        0
    }

    fn check(&self) {
        self.document.validate().unwrap();
        let (now, mut seen) = (pixels(&self.document), HashSet::new());
        for commit in self.document.history().done() {
            let given = &self.given[commit.header().time as usize];
            for (key, color) in self.partly.get(&commit.id()).unwrap_or(given) {
                if seen.insert(*key) {
                    let found = now.get(key).copied().unwrap_or(Color::TRANSPARENT);
                    assert_eq!(found, *color, "{key:?} of step {:?}", commit.id());
                }
            }
        }
        assert!(now.keys().all(|key| seen.contains(key)), "a pixel has a colour that no step gave it");
    }
}

#[test]
fn steps_that_are_carried_or_brought_back_leave_what_they_have_made() {
    let asked = std::env::var("UNDOODLE_LINES").ok().and_then(|text| text.parse().ok());
    let (mut brought, mut carried) = (0, 0);
    for seed in 0..asked.unwrap_or_else(|| crate::share::of(30)) {
        let mut session = Session::new(seed);
        for _ in 0..90 {
            let ahead = session.document.history().ahead();
            let steps = session.given.len();
            brought += session.act();
            carried += usize::from(
                session.given.len() > steps && ahead > 0 && session.document.history().ahead() > 0,
            );
            session.check();
        }
    }
    assert!(
        brought > least(50) && carried > least(10),
        "{brought} steps were brought back, {carried} lines carried"
    );
}

#[test]
fn rows_of_a_hundred_thousand_steps_cost_as_much_at_any_place() {
    let mut editor = Editor::new().unwrap();
    for step in 0..100_000u64 {
        editor.run(if step % 2 == 0 { "select.all" } else { "select.none" }, &[], step).unwrap();
        editor.take_effects();
    }
    assert_eq!(editor.document().history().position(), 100_000);
    let mut most = 0;
    for from in [1, 999, 33_333, 50_000, 99_940] {
        let mut rows = Vec::new();
        let taken = allocation_counter::measure(|| rows = editor.step_rows(from, 60));
        let times: Vec<_> = rows.iter().map(|row| row.time).collect();
        let expected: Vec<_> = (from as u64 - 1..).take(60).collect();
        assert_eq!(times, expected, "from {from}");
        most = most.max(taken.bytes_max);
    }
    assert!(most < 32 << 10, "{most} bytes for 60 rows");
}
