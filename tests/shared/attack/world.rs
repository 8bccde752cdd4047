//! What is attacked, and where the next input comes from.
//!
//! Inputs come as scenes, such as a stroke or a preview with its end, so that something is under
//! way most of the time; any input may come in between, in any order.

use super::chance::{self, Chance};
use super::hostile::{self, File};
use super::input::Input;
use std::collections::VecDeque;
use undoodle::document::HISTORY;
use undoodle::editor::{Command, Editor, command, commands};
use undoodle::history::Limits;
use undoodle::tools::{Held, TOOLS};

/// From so many pixels on, inputs are slow: the attack goes on with another document soon.
const LARGE: u64 = 400_000;

/// The budgets that histories get, in bytes; the last is the product's own.
const BUDGETS: [usize; 9] =
    [4 << 10, 7 << 10, 12 << 10, 20 << 10, 36 << 10, 64 << 10, 150 << 10, 1 << 20, HISTORY.budget];

const COLORS: [&str; 7] = ["#000000", "#ff0000", "#00ff0080", "#ffffff", "#2a5bb0", "", "#00"];

/// An editor under attack.
pub struct World {
    pub editor: Editor,
    chance: Chance,
    scene: VecDeque<Input>,
    time: u64,
    limits: Limits,
}

/// Limits with a budget, as much or plenty for an open action, and a depth.
pub fn limits(budget: usize, depth: usize) -> Limits {
    let working = if depth.is_multiple_of(2) { budget } else { HISTORY.working };
    Limits { budget, depth, working }
}

impl World {
    /// A random document under a random budget, in a small viewport.
    pub fn new(seed: u64) -> World {
        let mut chance = Chance::new(seed);
        let mut editor = chance::editor(&mut chance);
        editor.resize(chance.within(1, 200), chance.within(1, 150));
        let limits = limits(chance.pick(&BUDGETS), chance.below(4));
        World { editor, chance, scene: VecDeque::new(), time: 0, limits }
    }

    /// The next input.
    pub fn next(&mut self) -> Input {
        let (width, height) = self.editor.document().size();
        if u64::from(width) * u64::from(height) > LARGE {
            return self.about_large();
        }
        if self.scene.is_empty() && !self.chance.one_in(3) {
            self.begin_scene();
        }
        match self.scene.pop_front() {
            Some(input) if !self.chance.one_in(8) => input,
            Some(input) => {
                self.scene.push_front(input);
                self.any()
            }
            None => self.any(),
        }
    }

    /// Inputs that take no longer on a large document, and then a small one.
    fn about_large(&mut self) -> Input {
        self.scene.clear();
        match self.chance.below(6) {
            0 => self.run("edit.undo"),
            1 => self.run("edit.redo"),
            2 => self.wheel(),
            3 => self.run("frame.add"),
            _ => Input::New { width: 40, height: 33 },
        }
    }

    fn begin_scene(&mut self) {
        match self.chance.below(10) {
            0..4 => self.stroke(),
            4 => self.preview(),
            5 => self.back_and_forth(),
            6 => self.nudges(),
            7 => self.clip(),
            8 => self.play(),
            _ => (0..3).for_each(|_| {
                let input = self.command();
                self.scene.push_back(input);
            }),
        }
    }

    fn stroke(&mut self) {
        if self.chance.one_in(2) {
            let input = self.tool();
            self.scene.push_back(input);
        }
        let down = self.down();
        self.scene.push_back(down);
        for _ in 0..self.chance.below(6) {
            let at = hostile::place(&mut self.chance, &self.editor);
            let time = self.later();
            let input = if self.chance.one_in(3) { self.tick() } else { Input::Move { at, time } };
            self.scene.push_back(input);
        }
        let up = Input::Up { at: hostile::place(&mut self.chance, &self.editor), time: self.later() };
        let end = match self.chance.below(8) {
            0 => Input::Cancel,
            1 => self.run("edit.cancel"),
            2 => self.run("edit.undo"),
            _ => up.clone(),
        };
        self.scene.extend([end, up]);
    }

    fn preview(&mut self) {
        for _ in 0..self.chance.below(3) + 1 {
            let chosen = self.edit();
            let args = hostile::arguments(&mut self.chance, &self.editor, chosen);
            self.scene.push_back(Input::Preview { id: chosen.id, args });
        }
        let end = match self.chance.below(5) {
            0 => self.run("edit.undo"),
            1 => self.run("edit.cancel"),
            2 => self.command(),
            _ => Input::PreviewEnd,
        };
        self.scene.push_back(end);
    }

    fn back_and_forth(&mut self) {
        for id in ["edit.undo", "edit.redo", "edit.undo"] {
            for _ in 0..self.chance.below(5) {
                let input = self.run(id);
                self.scene.push_back(input);
            }
        }
    }

    /// Steps that merge: the clock stands still meanwhile.
    fn nudges(&mut self) {
        let (select, nudge) = (
            self.chance.pick(&["select.all", "select.content", "select.invert"]),
            self.chance.pick(&["edit.nudge-left", "edit.nudge-down", "layer.opacity"]),
        );
        for id in [select, nudge, nudge, nudge] {
            let input = self.run(id);
            self.scene.push_back(input);
        }
    }

    fn clip(&mut self) {
        let take = self.chance.pick(&["edit.copy", "edit.copy-merged", "edit.cut"]);
        let turn =
            self.chance.pick(&["edit.rotate-right", "edit.flip-horizontal", "edit.rotate", "edit.scale"]);
        let file = File::any(&mut self.chance);
        let paste = match self.chance.one_in(2) {
            true => self.run("edit.paste"),
            false => Input::Paste { file, time: self.time },
        };
        let rest = [self.run(turn), self.run("edit.land")];
        let take = self.run(take);
        self.scene.extend([take, paste].into_iter().chain(rest));
    }

    fn play(&mut self) {
        let id = self.chance.pick(&["frame.play", "view.play-life", "view.play-sand"]);
        let play = self.run(id);
        self.scene.push_back(play);
        for _ in 0..self.chance.below(4) + 1 {
            let tick = self.tick();
            self.scene.push_back(tick);
        }
        let id = self.chance.pick(&["view.play-keep", "view.play-leave", "edit.undo", "edit.invert"]);
        let end = self.run(id);
        self.scene.push_back(end);
    }

    /// Any input by itself.
    fn any(&mut self) -> Input {
        let at = hostile::place(&mut self.chance, &self.editor);
        let chance = &mut self.chance;
        // A question that waits is mostly answered before it is taken back.
        if self.editor.is_asking() && chance.one_in(2) {
            return Input::Answer(chance.one_in(2));
        }
        match chance.below(40) {
            0..2 => self.down(),
            2..6 => Input::Move { at, time: self.later() },
            6..8 => Input::Up { at, time: self.later() },
            8 => Input::Cancel,
            9 => Input::Leave,
            10..12 => {
                Input::Hold(Held { shift: chance.one_in(2), ctrl: chance.one_in(3), alt: chance.one_in(5) })
            }
            12 => Input::Space(chance.one_in(3)),
            13 => self.wheel(),
            14..20 => self.command(),
            20 => self.run("edit.undo"),
            21 => self.run("edit.redo"),
            22 => Input::PreviewEnd,
            23 => self.tool(),
            24 => Input::Options(hostile::options(chance, &self.editor)),
            25 => Input::Color { text: chance.pick(&COLORS), secondary: chance.one_in(2) },
            26 => self.tick(),
            27 => Input::Paste { file: File::any(chance), time: self.time },
            28 if chance.one_in(3) => Input::Open(File::any(chance)),
            28 if chance.one_in(2) => Input::Newer { file: File::any(chance), time: self.time },
            29 if chance.one_in(3) => {
                let (width, height) = hostile::size(chance);
                Input::New { width, height }
            }
            30 => Input::Save,
            31 => Input::Resize(chance.within(0, 200), chance.within(1, 150)),
            32 if chance.one_in(3) => Input::Limits(limits(chance.pick(&BUDGETS), chance.below(4))),
            33 => Input::Answer(chance.one_in(2)),
            34 => Input::Pressure(chance.pick(&[0.0, 0.1, 0.5, 1.0, f64::NAN, -3.0, f64::INFINITY])),
            35 => {
                let distance = chance.pick(&[1.0, 80.0, 300.0, 0.0, f64::NAN, 1e300]);
                Input::Pinch { at, distance, anew: chance.one_in(3) }
            }
            36 => Input::PinchEnd(chance.one_in(2)),
            _ => Input::Idle,
        }
    }

    /// A time after the last press, or now and then before it.
    fn later(&mut self) -> u64 {
        let time = self.chance.pick(&[0, 0, 4, 16, 100, 700]);
        if self.chance.one_in(20) { self.chance.pick(&[0, u64::MAX]) } else { self.time + time }
    }

    /// The time, or one that no clock tells.
    fn tick(&mut self) -> Input {
        let far = [0.0, 100.0, 250.0, 1e4, 1e300, f64::INFINITY, -5.0, f64::NAN];
        Input::Tick(if self.chance.one_in(2) { self.chance.pick(&far) } else { self.later() as f64 })
    }

    fn down(&mut self) -> Input {
        let at = hostile::place(&mut self.chance, &self.editor);
        self.time += self.chance.below(700) as u64;
        Input::Down { at, button: self.chance.pick(&[0, 0, 0, 0, 2, 5, 1, 3, -1, i16::MAX]), time: self.time }
    }

    fn wheel(&mut self) -> Input {
        let at = hostile::place(&mut self.chance, &self.editor);
        let notches = match self.chance.below(8) {
            0 => self.chance.pick(&[f64::NAN, f64::INFINITY, 0.4, -0.4, 100.0]),
            _ => f64::from(self.chance.within(-4, 4)),
        };
        Input::Wheel { at, notches }
    }

    fn tool(&mut self) -> Input {
        let id = self.chance.pick(TOOLS).id;
        Input::Tool { id, options: hostile::options(&mut self.chance, &self.editor) }
    }

    /// Any command of the table.
    fn command(&mut self) -> Input {
        let all: Vec<_> = commands().collect();
        let id = self.chance.pick(&all).id;
        self.run(id)
    }

    /// Any command that can be previewed.
    fn edit(&mut self) -> &'static Command {
        let edits: Vec<_> = commands().filter(|command| command.edits()).collect();
        self.chance.pick(&edits)
    }

    fn run(&mut self, id: &'static str) -> Input {
        let args = command(id).map(|command| hostile::arguments(&mut self.chance, &self.editor, command));
        self.time = match self.chance.below(50) {
            0 => self.time.wrapping_add(u64::MAX / 3),
            1..20 => self.time.wrapping_add(self.chance.below(1500) as u64),
            _ => self.time,
        };
        Input::Run { id, args: args.unwrap_or_default(), time: self.time }
    }

    /// The limits that the next document gets, which starts with the product's.
    pub fn limits(&self) -> Limits {
        self.limits
    }
}
