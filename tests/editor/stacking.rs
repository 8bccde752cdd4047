//! No run of commands leaves the layers of a group apart, or a group empty.
//!
//! The twin is naive: a list of layers and groups of layers, as a person would write it down. It moves numbers about and knows
//! nothing of ids, records or history.

use crate::groups::bracketed;
use crate::law::chance::Chance;
use undoodle::color::Color;
use undoodle::document::{Cel, Drawing, Join};
use undoodle::memory::Memory;

/// A line of the list, as a person would write it down from the bottom up: a layer by the number that it was made with, or where a group begins
/// and ends.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Line {
    Layer(u32),
    Begin,
    End,
}
use Line::{Begin, End, Layer};

/// The twin: lines, in which groups are brackets.
#[derive(Clone, Debug, Default)]
struct Naive(Vec<Line>);

impl Naive {
    fn text(&self) -> String {
        let line = |line: &Line| match line {
            Layer(layer) => format!("{layer} "),
            Begin => "(".to_owned(),
            End => ")".to_owned(),
        };
        self.0.iter().map(line).collect()
    }

    fn at(&self, layer: u32) -> usize {
        self.0.iter().position(|line| *line == Layer(layer)).unwrap()
    }

    /// Takes out brackets with nothing between them.
    fn clean(&mut self) {
        while let Some(at) = self.0.windows(2).position(|two| two == [Begin, End]) {
            self.0.drain(at..at + 2);
        }
    }

    /// Returns where the bracket that begins at a line ends.
    fn end(&self, begin: usize) -> usize {
        let mut depth = 0;
        for (at, line) in self.0.iter().enumerate().skip(begin) {
            depth += i32::from(*line == Begin) - i32::from(*line == End);
            if depth == 0 {
                return at;
            }
        }
        panic!("no end in {self:?}");
    }

    /// Returns the brackets around a line, the innermost first.
    fn around(&self, at: usize) -> Vec<(usize, usize)> {
        let begins = (0..at).rev().filter(|line| self.0[*line] == Begin);
        begins.map(|begin| (begin, self.end(begin))).filter(|(_, end)| *end > at).collect()
    }

    fn remove(&mut self, layer: u32) {
        self.0.retain(|line| *line != Layer(layer));
        self.clean();
    }

    fn add_above(&mut self, below: u32, new: u32) {
        self.0.insert(self.at(below) + 1, Layer(new));
    }

    fn group(&mut self, layers: &[u32]) {
        let chosen = |line: &Line| matches!(line, Layer(layer) if layers.contains(layer));
        // What is moved: a layer, or a bracket with nothing but chosen layers.
        let whole = |naive: &Naive, (begin, end): (usize, usize)| {
            naive.0[begin..end].iter().all(|line| !matches!(line, Layer(_)) || chosen(line))
        };
        let mut parts: Vec<(usize, usize)> = Vec::new();
        for at in (0..self.0.len()).filter(|at| chosen(&self.0[*at])) {
            let outermost = self.around(at).into_iter().rfind(|around| whole(self, *around));
            let part = outermost.unwrap_or((at, at));
            if parts.last() != Some(&part) {
                parts.push(part);
            }
        }
        let moved: Vec<Line> = parts.iter().flat_map(|(from, to)| self.0[*from..=*to].to_vec()).collect();
        // The innermost bracket around all of them.
        let common = self
            .around(parts[0].0)
            .into_iter()
            .find(|(begin, end)| parts.iter().all(|(from, to)| begin < from && to < end));
        let floor = common.map_or(0, |(begin, _)| self.around(begin).len() + 1);
        let gone = |at: usize| parts.iter().any(|(from, to)| (*from..=*to).contains(&at));
        let top = parts[parts.len() - 1].1;
        let depth = |lines: &[Line]| {
            lines.iter().map(|line| i32::from(*line == Begin) - i32::from(*line == End)).sum::<i32>() as usize
        };
        let mut rest: Vec<Line> = (0..self.0.len()).filter(|at| !gone(*at)).map(|at| self.0[at]).collect();
        let mut place = (0..=top).filter(|at| !gone(*at)).count();
        // Below what is left of a group, if all that is left of it lies above, and else above it.
        while place > 0 && depth(&rest[..place]) > floor && rest[place - 1] == Begin {
            place -= 1;
        }
        while depth(&rest[..place]) > floor {
            place += 1;
        }
        rest.splice(place..place, [Begin].into_iter().chain(moved).chain([End]));
        self.0 = rest;
        self.clean();
    }

    fn ungroup(&mut self, layer: u32) {
        let (begin, end) = self.around(self.at(layer))[0];
        self.0.remove(end);
        self.0.remove(begin);
    }

    /// Moves a layer past the next line: a layer, or the edge of a group.
    fn step(&mut self, layer: u32, up: bool) {
        let at = self.at(layer);
        let next = if up { at + 1 } else { at.wrapping_sub(1) };
        if next < self.0.len() {
            self.0.swap(at, next);
        }
        self.clean();
    }

    fn step_group(&mut self, layer: u32, up: bool) {
        let (begin, end) = self.around(self.at(layer))[0];
        let group: Vec<_> = self.0.drain(begin..=end).collect();
        let place = if up {
            match self.0.get(begin) {
                None => begin,
                Some(Begin) => self.end(begin) + 1,
                Some(_) => begin + 1,
            }
        } else {
            match begin.checked_sub(1).map(|below| self.0[below]) {
                None => begin,
                Some(End) => {
                    (0..begin).rev().find(|at| self.0[*at] == Begin && self.end(*at) == begin - 1).unwrap()
                }
                Some(_) => begin - 1,
            }
        };
        self.0.splice(place..place, group);
        self.clean();
    }
}

/// The drawing's list, by the notes that its layers were given.
fn noted(drawing: &Drawing<Memory>) -> String {
    bracketed(drawing, |_| String::new(), |at| format!("{} ", drawing.layer(at).unwrap().note))
}

#[test]
fn any_run_of_commands_leaves_what_a_naive_list_says() {
    for seed in 0..60 {
        let mut chance = Chance::new(seed);
        let mut drawing = Drawing::new(4, 4).unwrap();
        drawing.change_layer(0, |layer| layer.note = "0".into()).unwrap();
        let (mut naive, mut made) = (Naive(vec![Layer(0)]), 0);
        for turn in 0..80 {
            let count = drawing.layers();
            let at = chance.below(count as usize) as u32;
            let note: u32 = drawing.layer(at).unwrap().note.parse().unwrap();
            let group = drawing.group_of(at);
            let what = chance.below(9);
            match (what, group) {
                (0 | 1, _) if count < 9 => {
                    made += 1;
                    drawing.add_layer(at + 1).unwrap();
                    drawing.change_layer(at + 1, |layer| layer.note = made.to_string()).unwrap();
                    naive.add_above(note, made);
                }
                (2, _) if count > 1 => {
                    drawing.remove_layer(at).unwrap();
                    naive.remove(note);
                }
                (3, _) => {
                    let mut layers: Vec<u32> =
                        (0..count).filter(|of| *of == at || chance.one_in(3)).collect();
                    if chance.one_in(2) {
                        layers.reverse();
                    }
                    let notes: Vec<u32> =
                        layers.iter().map(|of| drawing.layer(*of).unwrap().note.parse().unwrap()).collect();
                    drawing.group_layers(&layers).unwrap();
                    naive.group(&notes);
                }
                (4, Some(group)) => {
                    drawing.ungroup(group).unwrap();
                    naive.ungroup(note);
                }
                (5, Some(group)) => {
                    let up = chance.one_in(2);
                    drawing.step_group(group, up).unwrap();
                    naive.step_group(note, up);
                }
                _ => {
                    let up = chance.one_in(2);
                    drawing.step_layers(&[at], up).unwrap();
                    naive.step(note, up);
                }
            }
            drawing.validate().unwrap();
            assert_eq!(noted(&drawing), naive.text(), "seed {seed}, turn {turn}: {what} at {at}");
        }
    }
}

#[test]
fn any_move_of_layers_keeps_the_rules_and_every_pixel() {
    for seed in 0..crate::share::of(200) {
        let mut chance = Chance::new(seed);
        let mut drawing = Drawing::new(8, 1).unwrap();
        for layer in 0..8 {
            if layer > 0 {
                drawing.add_layer(layer).unwrap();
            }
            drawing
                .fill_span(Cel { layer, frame: 0 }, 0, layer as i32..layer as i32 + 1, Color::BLACK)
                .unwrap();
            drawing.change_layer(layer, |of| of.note = layer.to_string()).unwrap();
        }
        for _ in 0..30 {
            let layers: Vec<u32> = (0..8).filter(|_| chance.one_in(3)).collect();
            if layers.is_empty() {
                continue;
            }
            let to = chance.below(9) as u32;
            match chance.below(4) {
                0 => drop(drawing.group_layers(&layers).unwrap()),
                1 => {
                    if let Some(group) = drawing.group_of(layers[0]) {
                        let join = chance.pick(&[Join::Near, Join::Below, Join::Above, Join::Nothing]);
                        drawing.move_group(group, to, join, chance.below(3) as u32).unwrap();
                    }
                }
                2 => drawing.step_layers(&layers, chance.one_in(2)).unwrap(),
                _ => {
                    let join = chance.pick(&[Join::Near, Join::Below, Join::Above, Join::Nothing]);
                    let notes: Vec<_> = layers.iter().map(|of| drawing.layer(*of).unwrap().note).collect();
                    drawing.move_layers(&layers, to, join, chance.below(3) as u32).unwrap();
                    let first = to.min(8 - layers.len() as u32);
                    let there: Vec<_> =
                        (first..).take(notes.len()).map(|of| drawing.layer(of).unwrap().note).collect();
                    assert_eq!(there, notes, "seed {seed}: they are one above the other, in their order");
                }
            }
            drawing.validate().unwrap();
        }
        for layer in 0..8 {
            let x: i32 = drawing.layer(layer).unwrap().note.parse().unwrap();
            assert!(drawing.cel_pixel(Cel { layer, frame: 0 }, x, 0).unwrap() == Color::BLACK);
        }
    }
}
