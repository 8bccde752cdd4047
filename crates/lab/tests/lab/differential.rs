//! All systems of the Lab under the same random actions, each against a twin of whole copies.
//!
//! The product's engine is driven through its whole face: branches, merging, pins,
//! suspension, barriers, and budgets down to nothing. The other systems take
//! part in what they know. Wherever a system still claims a step, its bytes are the
//! twin's.
//!
//! The long run is not part of every test. Ten million actions:
//!
//! ```text
//! UNDOODLE_ACTIONS=10000000 cargo test --release -p undoodle-lab --test lab differential:: -- --ignored --nocapture
//! ```

#[path = "twin/mod.rs"]
mod twin;

use twin::{Act, SIZE, Twin, act};
use undoodle_lab::color::Color;
use undoodle_lab::history::Limits;
use undoodle_lab::{Cursor, Fact, SavePoints, Settings, System, all};

/// A textbook system and what it must be: a line of whole copies.
struct Line {
    system: Box<dyn System>,
    now: Vec<u8>,
    states: Vec<Vec<u8>>,
    /// By state: the colours used so far. Some systems know them.
    colors: Vec<Vec<Color>>,
    ink: Color,
    at: usize,
    open: Option<u32>,
    saved: Option<Vec<u8>>,
}

/// No system keeps more steps than this, so the twin need not either.
const KEPT: usize = 2200;

impl Line {
    fn new(system: Box<dyn System>) -> Line {
        let now = system.document().to_vec();
        let saved = Some(now.clone());
        let (states, colors) = (vec![now.clone()], vec![Vec::new()]);
        Line { system, states, colors, ink: Color::TRANSPARENT, now, at: 0, open: None, saved }
    }

    fn write(&mut self, at: usize, bytes: &[u8]) {
        let allowed = self.open.is_some() && at + bytes.len() <= SIZE;
        assert_eq!(self.system.write(at, bytes), allowed);
        if allowed {
            self.now[at..at + bytes.len()].copy_from_slice(bytes);
        }
    }

    fn commit(&mut self) {
        let changed = self.open.take().is_some() && self.now != self.states[self.at];
        assert_eq!(self.system.commit("Step"), changed);
        if changed {
            let mut colors = self.colors[self.at].clone();
            if !colors.contains(&self.ink) {
                colors.push(self.ink);
            }
            self.states.truncate(self.at + 1);
            self.colors.truncate(self.at + 1);
            self.states.push(self.now.clone());
            self.colors.push(colors);
            if self.states.len() > KEPT {
                self.states.remove(0);
                self.colors.remove(0);
            }
            self.at = self.states.len() - 1;
        }
    }

    fn cancel(&mut self) {
        assert_eq!(self.system.cancel(), self.open.take().is_some());
        self.now = self.states[self.at].clone();
    }

    fn step(&mut self, act: &Act) {
        match *act {
            Act::Begin(tag) => {
                let mine = *self.open.get_or_insert(tag) == tag;
                assert_eq!(self.system.begin(tag), mine);
                if mine {
                    // A few colours that come again.
                    self.ink = Color::rgba(1 + (self.now[0] ^ self.now[500]) % 30, 0, 0, 255);
                    self.system.aim(Cursor::default(), self.ink);
                }
            }
            Act::Push(at, len) => {
                assert_eq!(self.system.push(at, len), self.open.is_some() && at + len <= SIZE);
            }
            Act::Write(at, len, value) => self.write(at, &vec![value; len]),
            Act::Scatter(step, seed) => {
                for at in (usize::from(seed)..SIZE).step_by(step * 7) {
                    self.write(at, &[seed.wrapping_mul(at as u8)]);
                }
            }
            Act::Commit | Act::Carry | Act::Merge(_) => self.commit(),
            Act::Cancel => self.cancel(),
            Act::Undo if self.open.is_some() => {
                assert!(!self.system.undo(), "nothing is undone under way");
                self.cancel();
            }
            Act::Undo => {
                // A system may have forgotten the step, but never makes one up.
                let claimed = self.system.undo_steps() > 0;
                assert_eq!(self.system.undo(), claimed);
                self.at -= usize::from(claimed);
                self.now = self.states[self.at].clone();
            }
            Act::Redo => {
                let claimed = self.open.is_none() && self.system.redo_steps() > 0;
                assert_eq!(self.system.redo(), claimed);
                self.at += usize::from(claimed);
                if claimed {
                    self.now = self.states[self.at].clone();
                }
            }
            // The mark is about steps, so it is set between them.
            Act::Save if self.open.is_none() => {
                self.system.mark_saved();
                self.saved = Some(self.now.clone());
            }
            Act::Seal(_) => drop(self.system.idle()),
            _ => {}
        }
    }

    fn check(&self) {
        let name = self.system.name();
        for fact in self.system.inside() {
            match fact {
                Fact::Colors { name: "details" | "colours used", colors } => {
                    assert!(colors == self.colors[self.at], "{name} has other colours");
                }
                Fact::Bytes { name: what, used, of: Some(of) }
                | Fact::Count { name: what, used, of: Some(of) } => {
                    assert!(
                        self.open.is_some() || used <= of,
                        "{name} has more {what} than there is room for"
                    );
                }
                _ => {}
            }
        }
        assert!(self.system.bytes() <= self.system.reserved(), "{name} uses what it has not taken");
        assert!(self.system.document() == self.now, "{name} has other bytes");
        assert!(self.system.undo_steps() <= self.at, "{name} claims more than there was");
        assert!(self.system.redo_steps() < self.states.len() - self.at, "{name} claims more than there was");
        if self.open.is_none() && self.system.is_dirty() == Some(false) {
            assert!(self.saved.as_ref() == Some(&self.now), "{name} is clean, but not what was saved");
        }
    }
}

fn drive(seed: u64, actions: usize, check_every: usize) {
    let mut source = fastrand::Rng::with_seed(seed);
    let mut twin = Twin::new(Limits { budget: 1 << 20, working: 1 << 20, ..Limits::default() });
    let settings = Settings {
        snapshots: 3 + seed as usize % 40,
        budget: 1 << 20,
        // Memories that are full all the time, and such that never are.
        arena: (!seed.is_multiple_of(3)).then_some(1000 << (seed % 8)),
        command: 500 << (seed % 6),
    };
    let systems = all(twin.history.arena(), settings).unwrap();
    assert_eq!(systems.len(), 7);
    let mut lines: Vec<Line> = systems.into_iter().map(Line::new).collect();
    // Many chunks, and queues of few items.
    let small = SavePoints::with_sizes(twin.history.arena().clone(), 64, 8 << (seed % 6)).unwrap();
    lines.push(Line::new(Box::new(small)));
    for index in 0..actions {
        let act = act(&mut source);
        let _told = twin::Told(index, act.clone());
        twin.step(&act);
        lines.iter_mut().for_each(|line| line.step(&act));
        if index % check_every == 0 {
            twin.check();
            lines.iter().for_each(Line::check);
        }
        if index % 2000 == 1999 {
            twin.sweep();
        }
    }
    twin.check();
}

#[test]
fn all_have_the_twins_bytes_after_every_step() {
    for seed in 0..15 {
        drive(seed, 10_000, 1);
    }
}

/// The last step of a line touches what the new commit does, but is dropped where its room is needed.
#[test]
fn a_line_is_carried_without_the_steps_that_made_room() {
    let mut carried = 0;
    for budget in (0..12_000).step_by(50) {
        let limits = Limits { budget: 1 << 20, working: 1 << 20, ..Limits::default() };
        let mut twin = Twin::new(limits);
        // Seven steps fill the first chunk of the history's ring, so the next has to make room for another.
        for step in 0..7 {
            twin.step(&Act::Begin(1));
            twin.step(&if step < 6 { Act::Write(step, 1, 99) } else { Act::Scatter(1, 50) });
            twin.step(&Act::Commit);
        }
        (0..7).for_each(|_| twin.step(&Act::Undo));
        twin.step(&Act::Limits(Limits { budget, depth: 0, ..limits }));
        let before = twin.history.ahead();
        twin.step(&Act::Begin(1));
        twin.step(&Act::Write(50, 1, 99));
        twin.step(&Act::Carry);
        twin.check();
        carried += usize::from(before == 7 && twin.history.ahead() > 0);
        twin.sweep();
        twin.check();
    }
    assert!(carried > 0, "no budget had room for a part of the line only");
}

/// Validates after every action, in many short runs and a few long ones.
#[test]
#[ignore = "a long run; see the module's words"]
fn all_have_the_twins_bytes_over_a_long_run() {
    let wanted = std::env::var("UNDOODLE_ACTIONS").map_or(1_000_000, |n| n.parse().unwrap());
    let (mut done, mut seed) = (0, 1_000);
    while done < wanted {
        let actions = if seed % 20 == 0 { 100_000 } else { 10_000 };
        drive(seed, actions, 1);
        (done, seed) = (done + actions, seed + 1);
        if seed % 20 == 0 {
            println!("{done} of {wanted} actions");
        }
    }
    println!("{done} actions, seeds 1000..{seed}");
}
