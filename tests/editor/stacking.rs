//! No run of commands leaves the layers of a group apart, or a group empty.
//!
//! The twin is naive: a list of layers and groups of layers, as a person would write it down. It moves numbers about and knows
//! nothing of ids, records or history.

use crate::law::chance::Chance;
use undoodle::color::Color;
use undoodle::document::{Cel, Drawing, Join};
use undoodle::memory::Memory;

/// A layer or a group of them, by the numbers that the layers were made with.
#[derive(Clone, Debug, PartialEq)]
enum Item {
    Layer(u32),
    Group(Vec<u32>),
}

/// The twin.
#[derive(Clone, Debug, Default)]
struct Naive(Vec<Item>);

impl Naive {
    fn text(&self) -> String {
        let item = |item: &Item| match item {
            Item::Layer(layer) => format!("{layer} "),
            Item::Group(layers) => {
                format!("({})", layers.iter().map(|of| format!("{of} ")).collect::<String>())
            }
        };
        self.0.iter().map(item).collect()
    }

    fn layers(&self) -> Vec<u32> {
        let layers = |item: &Item| match item {
            Item::Layer(layer) => vec![*layer],
            Item::Group(layers) => layers.clone(),
        };
        self.0.iter().flat_map(layers).collect()
    }

    /// Returns the item with a layer, and its place within it if it is a group.
    fn find(&self, layer: u32) -> (usize, Option<usize>) {
        for (at, item) in self.0.iter().enumerate() {
            match item {
                Item::Layer(of) if *of == layer => return (at, None),
                Item::Group(of) if of.contains(&layer) => {
                    return (at, of.iter().position(|one| *one == layer));
                }
                _ => {}
            }
        }
        panic!("no layer {layer} in {self:?}");
    }

    fn clean(&mut self) {
        self.0.retain(|item| *item != Item::Group(Vec::new()));
    }

    fn remove(&mut self, layer: u32) {
        match (self.find(layer), &mut self.0) {
            ((at, None), items) => drop(items.remove(at)),
            ((at, Some(inner)), items) => match &mut items[at] {
                Item::Group(layers) => drop(layers.remove(inner)),
                Item::Layer(_) => unreachable!(),
            },
        }
        self.clean();
    }

    /// Inserts a layer above another one, within its group.
    fn add_above(&mut self, below: u32, new: u32) {
        match self.find(below) {
            (at, None) => self.0.insert(at + 1, Item::Layer(new)),
            (at, Some(inner)) => match &mut self.0[at] {
                Item::Group(layers) => layers.insert(inner + 1, new),
                Item::Layer(_) => unreachable!(),
            },
        }
    }

    fn group(&mut self, layers: &[u32]) {
        let order: Vec<_> = self.layers().into_iter().filter(|of| layers.contains(of)).collect();
        // The lowest item that has nothing but layers above the topmost one is where the group comes below.
        let (at, _) = self.find(order[order.len() - 1]);
        let stays = match &self.0[at] {
            Item::Group(inner) => {
                let top = inner.iter().rposition(|of| layers.contains(of)).unwrap();
                let below = inner[..top].iter().any(|of| !layers.contains(of));
                let above = top + 1 < inner.len();
                // Below what is left of a group, if all that is left lies above.
                if above && !below { at } else { at + 1 }
            }
            Item::Layer(_) => at + 1,
        };
        self.0.insert(stays, Item::Group(vec![u32::MAX]));
        for of in &order {
            // The group's place may move; its mark does not.
            self.remove(*of);
        }
        let (at, _) = self.find(u32::MAX);
        self.0[at] = Item::Group(order);
    }

    fn ungroup(&mut self, layer: u32) {
        let (at, _) = self.find(layer);
        if let Item::Group(layers) = self.0[at].clone() {
            self.0.splice(at..=at, layers.into_iter().map(Item::Layer));
        }
    }

    fn step(&mut self, layer: u32, up: bool) {
        let (at, inner) = self.find(layer);
        let next = if up { at + 1 } else { at.wrapping_sub(1) };
        match (inner, self.0.get(next).cloned()) {
            (None, Some(Item::Layer(_))) => self.0.swap(at, next),
            (None, Some(Item::Group(mut layers))) => {
                layers.insert(if up { 0 } else { layers.len() }, layer);
                self.0[next] = Item::Group(layers);
                self.0.remove(at);
            }
            (None, None) => {}
            (Some(inner), _) => {
                let Item::Group(layers) = &mut self.0[at] else { unreachable!() };
                let edge = if up { layers.len() - 1 } else { 0 };
                if inner != edge {
                    layers.swap(inner, if up { inner + 1 } else { inner - 1 });
                } else {
                    layers.remove(inner);
                    self.0.insert(if up { at + 1 } else { at }, Item::Layer(layer));
                }
            }
        }
        self.clean();
    }

    fn step_group(&mut self, layer: u32, up: bool) {
        let (at, _) = self.find(layer);
        let next = if up { at + 1 } else { at.wrapping_sub(1) };
        if next < self.0.len() {
            self.0.swap(at, next);
        }
    }
}

/// The drawing's list, by the notes that its layers were given.
fn noted(drawing: &Drawing<Memory>) -> String {
    let mut text = String::new();
    let mut last = None;
    for layer in 0..drawing.layers() {
        let group = drawing.group_of(layer);
        text.push_str(if last.is_some() && group != last { ")" } else { "" });
        text.push_str(if group.is_some() && group != last { "(" } else { "" });
        text.push_str(&format!("{} ", drawing.layer(layer).unwrap().note));
        last = group;
    }
    text.push_str(if last.is_some() { ")" } else { "" });
    text
}

#[test]
fn any_run_of_commands_leaves_what_a_naive_list_says() {
    for seed in 0..60 {
        let mut chance = Chance::new(seed);
        let mut drawing = Drawing::new(4, 4).unwrap();
        drawing.change_layer(0, |layer| layer.note = "0".into()).unwrap();
        let (mut naive, mut made) = (Naive(vec![Item::Layer(0)]), 0);
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
    for seed in 0..200 {
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
                        drawing.move_group(group, to).unwrap();
                    }
                }
                2 => drawing.step_layers(&layers, chance.one_in(2)).unwrap(),
                _ => {
                    let join = chance.pick(&[Join::Near, Join::Below, Join::Above, Join::Nothing]);
                    let notes: Vec<_> = layers.iter().map(|of| drawing.layer(*of).unwrap().note).collect();
                    drawing.move_layers(&layers, to, join).unwrap();
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
