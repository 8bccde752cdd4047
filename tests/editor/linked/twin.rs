//! The twin of a drawing with linked cels: images by number, and which of them each cel shows.

use super::COLORS;
use crate::law::chance::Chance;
use std::collections::{BTreeMap, BTreeSet};
use undoodle::color::Color;
use undoodle::document::{Cel, Document};
use undoodle::geometry::{Point, Rect};

/// The pixels of an image that have a colour, by row and column, wherever they lie.
type Image = BTreeMap<(i32, i32), Color>;

/// What there is, in words of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Twin {
    pub size: (i32, i32),
    /// The number of the image of each frame, layer by layer from the bottom.
    pub layers: Vec<Vec<usize>>,
    pub images: BTreeMap<usize, Image>,
    pub next: usize,
}

/// What is done to a drawing.
#[derive(Clone, Copy, Debug)]
pub enum Act {
    Paint(Cel, Rect, Color),
    Move(Cel, i32),
    AddFrame(u32),
    DuplicateFrame(u32),
    AddLinkedFrame(u32),
    RemoveFrame(u32),
    MoveFrame(u32, u32),
    AddLayer(u32),
    DuplicateLayer(u32),
    RemoveLayer(u32),
    MoveLayer(u32, u32),
    Merge(u32),
    Copy(Cel, Cel),
    /// Moves the cels between two corners by layers and frames, or copies them.
    Carry([Cel; 2], (i64, i64), bool),
    Link(Cel, u32, u32),
    Unlink(Cel),
    Resize(Rect),
}

pub fn act(chance: &mut Chance, twin: &Twin) -> Act {
    let (layers, frames) = (twin.layers.len(), twin.layers[0].len());
    let layer = |chance: &mut Chance| chance.below(layers) as u32;
    let frame = |chance: &mut Chance| chance.below(frames) as u32;
    let cel = |chance: &mut Chance| Cel { layer: layer(chance), frame: frame(chance) };
    match chance.below(33) {
        0..8 => {
            let (x, y) = (chance.within(-3, 45), chance.within(-3, 40));
            let rect = chance.pick(&[Rect::new(x, y, 7, 3), Rect::new(0, 0, 32, 32), Rect::new(x, y, 1, 1)]);
            Act::Paint(cel(chance), rect, chance.pick(&COLORS))
        }
        8 => Act::Move(cel(chance), chance.within(-9, 9)),
        9 => Act::AddFrame(frame(chance)),
        10 => Act::DuplicateFrame(frame(chance)),
        11..14 => Act::AddLinkedFrame(frame(chance)),
        14..17 => Act::RemoveFrame(frame(chance)),
        17 => Act::MoveFrame(frame(chance), frame(chance)),
        18 => Act::AddLayer(layer(chance)),
        19 => Act::DuplicateLayer(layer(chance)),
        20 => Act::RemoveLayer(layer(chance)),
        21 => Act::MoveLayer(layer(chance), layer(chance)),
        22 => Act::Merge(layer(chance)),
        23 => {
            let from = cel(chance);
            Act::Copy(from, Cel { frame: frame(chance), ..from })
        }
        24..27 => Act::Link(cel(chance), frame(chance), frame(chance)),
        27..29 => Act::Unlink(cel(chance)),
        29..32 => {
            let (one, other) = (cel(chance), cel(chance));
            let by = (chance.within(-1, 1).into(), chance.within(-2, 2).into());
            Act::Carry([one, other], by, chance.one_in(3))
        }
        _ => Act::Resize(Rect::new(chance.within(-2, 2), 0, chance.within(30, 48), chance.within(30, 40))),
    }
}

/// Returns the cels between two corners.
pub fn between([one, other]: [Cel; 2]) -> Vec<Cel> {
    let layers = one.layer.min(other.layer)..=one.layer.max(other.layer);
    let frames = one.frame.min(other.frame)..=one.frame.max(other.frame);
    layers.flat_map(|layer| frames.clone().map(move |frame| Cel { layer, frame })).collect()
}

impl Twin {
    pub fn new(width: i32, height: i32) -> Twin {
        let mut twin =
            Twin { size: (width, height), layers: vec![Vec::new()], images: BTreeMap::new(), next: 0 };
        let first = twin.empty();
        twin.layers[0].push(first);
        twin
    }

    fn make(&mut self, pixels: Image) -> usize {
        self.next += 1;
        self.images.insert(self.next, pixels);
        self.next
    }

    fn empty(&mut self) -> usize {
        self.make(Image::new())
    }

    fn copy(&mut self, image: usize) -> usize {
        self.make(self.images[&image].clone())
    }

    fn is_empty(&self, image: usize) -> bool {
        self.images[&image].is_empty()
    }

    fn of(&self, cel: Cel) -> usize {
        self.layers[cel.layer as usize][cel.frame as usize]
    }

    /// Moves an image's pixels, also beyond the canvas.
    fn shift(&mut self, image: usize, (dx, dy): (i32, i32)) {
        let moved = self.images[&image].iter().map(|((y, x), color)| ((y + dy, x + dx), *color)).collect();
        self.images.insert(image, moved);
    }

    fn each_layer(&mut self, mut change: impl FnMut(&mut Twin, &mut Vec<usize>)) {
        let mut layers = std::mem::take(&mut self.layers);
        layers.iter_mut().for_each(|cels| change(self, cels));
        self.layers = layers;
    }

    /// Does what was done to the drawing.
    pub fn perform(&mut self, act: Act) {
        match act {
            Act::Paint(cel, rect, color) => {
                let image = self.of(cel);
                let canvas = Rect::new(0, 0, self.size.0, self.size.1);
                let rect = rect.intersect(canvas);
                let pixels = self.images.get_mut(&image).unwrap();
                for y in rect.y..rect.bottom() {
                    for x in rect.x..rect.right() {
                        pixels.insert((y, x), color);
                    }
                }
                pixels.retain(|_, color| *color != Color::TRANSPARENT);
            }
            Act::Move(cel, by) => self.shift(self.of(cel), (by, 0)),
            Act::AddFrame(at) => self.each_layer(|twin, cels| {
                let new = twin.empty();
                cels.insert(at as usize, new);
            }),
            Act::DuplicateFrame(frame) => self.each_layer(|twin, cels| {
                let new = twin.copy(cels[frame as usize]);
                cels.insert(frame as usize + 1, new);
            }),
            Act::AddLinkedFrame(frame) => self.each_layer(|_, cels| {
                let image = cels[frame as usize];
                cels.insert(frame as usize + 1, image);
            }),
            Act::RemoveFrame(frame) => self.each_layer(|_, cels| _ = cels.remove(frame as usize)),
            Act::MoveFrame(from, to) => self.each_layer(|_, cels| {
                let image = cels.remove(from as usize);
                cels.insert(to as usize, image);
            }),
            Act::AddLayer(at) => {
                let new = (0..self.layers[0].len()).map(|_| self.empty()).collect();
                self.layers.insert(at as usize, new);
            }
            Act::DuplicateLayer(layer) => {
                let mut copies = BTreeMap::new();
                let cels = self.layers[layer as usize].clone();
                let new = cels.iter().map(|image| *copies.entry(*image).or_insert_with(|| self.copy(*image)));
                let new = new.collect();
                self.layers.insert(layer as usize + 1, new);
            }
            Act::RemoveLayer(layer) => _ = self.layers.remove(layer as usize),
            Act::MoveLayer(from, to) => {
                let layer = self.layers.remove(from as usize);
                self.layers.insert(to as usize, layer);
            }
            Act::Merge(layer) => {
                let upper = self.layers.remove(layer as usize);
                let lower = self.layers[layer as usize - 1].clone();
                let is_seen = |cels: &[usize]| cels.iter().any(|image| !self.is_empty(*image));
                // One of them is all that there is: it keeps its links.
                if !is_seen(&upper) {
                    return;
                }
                if !is_seen(&lower) {
                    self.layers[layer as usize - 1] = upper;
                    return;
                }
                let mut merged = BTreeMap::new();
                for (frame, pair) in lower.into_iter().zip(upper).enumerate() {
                    let mut pixels = self.images[&pair.0].clone();
                    let above = if self.is_empty(pair.1) { 0 } else { pair.1 };
                    pixels.extend(self.images[&pair.1].iter().filter(|(_, color)| !color.is_transparent()));
                    let image = *merged.entry((pair.0, above)).or_insert_with(|| self.make(pixels));
                    self.layers[layer as usize - 1][frame] = image;
                }
            }
            Act::Copy(from, to) => {
                let pixels = self.images[&self.of(from)].clone();
                self.images.insert(self.of(to), pixels);
            }
            Act::Carry(corners, by, keep) => {
                let before = self.layers.clone();
                let cels = between(corners);
                let of = |cel: Cel| before[cel.layer as usize][cel.frame as usize];
                for cel in cels.iter().filter(|_| !keep && by != (0, 0)) {
                    self.layers[cel.layer as usize][cel.frame as usize] = self.empty();
                }
                for cel in cels.iter().filter(|_| by != (0, 0)) {
                    let [layer, frame] =
                        [i64::from(cel.layer) + by.0, i64::from(cel.frame) + by.1].map(|at| at as usize);
                    self.layers[layer][frame] = self.copy(of(*cel));
                }
            }
            Act::Link(cel, from, to) => {
                let image = self.of(cel);
                let frames = from.min(to) as usize..=from.max(to) as usize;
                self.layers[cel.layer as usize][frames].fill(image);
            }
            Act::Unlink(cel) => {
                let shown = self.layers[cel.layer as usize].iter().filter(|image| **image == self.of(cel));
                if shown.count() > 1 {
                    let new = self.copy(self.of(cel));
                    self.layers[cel.layer as usize][cel.frame as usize] = new;
                }
            }
            Act::Resize(rect) => {
                let all: BTreeSet<_> = self.layers.concat().into_iter().collect();
                all.into_iter().for_each(|image| self.shift(image, (-rect.x, -rect.y)));
                self.size = (rect.width, rect.height);
            }
        }
        let shown: BTreeSet<_> = self.layers.concat().into_iter().collect();
        self.images.retain(|image, _| shown.contains(image));
    }

    /// Returns the groups of frames that share an image.
    pub fn links(&self, layer: usize) -> Vec<Vec<u32>> {
        let mut groups: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for (frame, image) in (0..).zip(&self.layers[layer]) {
            groups.entry(*image).or_default().push(frame);
        }
        let mut groups: Vec<_> = groups.into_values().filter(|group| group.len() > 1).collect();
        groups.sort_unstable();
        groups
    }

    /// Fails unless the drawing is what this is.
    pub fn check(&self, document: &Document, what: &str) {
        document.validate().unwrap_or_else(|broken| panic!("{what}: {broken}"));
        assert_eq!(document.size(), (self.size.0 as u32, self.size.1 as u32), "{what}");
        let counts = (document.layers() as usize, document.frames() as usize);
        assert_eq!(counts, (self.layers.len(), self.layers[0].len()), "{what}");
        let mut row = vec![Color::TRANSPARENT; self.size.0 as usize];
        for (layer, cels) in (0..).zip(&self.layers) {
            assert_eq!(document.links(layer), self.links(layer as usize), "{what}: layer {layer}");
            for (frame, image) in (0..).zip(cels) {
                let cel = Cel { layer, frame };
                let image = &self.images[image];
                let fill = |y: i32, from: i32, row: &mut [Color]| {
                    row.fill(Color::TRANSPARENT);
                    for ((_, x), color) in image.range((y, from)..(y, from + row.len() as i32)) {
                        row[(x - from) as usize] = *color;
                    }
                };
                let mut expected = row.clone();
                for y in 0..self.size.1 {
                    document.read_row(cel, 0, y as u32, &mut row);
                    fill(y, 0, &mut expected);
                    assert!(row == expected, "{what}: row {y} of {cel:?}");
                }
                let around = document.extent(cel);
                let all = image.keys().all(|(y, x)| around.contains(Point::new(*x, *y)));
                assert!(all, "{what}: pixels of {cel:?} lie beyond {around:?}");
                let (mut wide, mut wanted) = (vec![Color::TRANSPARENT; around.width as usize], vec![]);
                wanted.clone_from(&wide);
                for y in around.y..around.bottom() {
                    document.read_beyond(cel, around.x, y, &mut wide);
                    fill(y, around.x, &mut wanted);
                    assert!(wide == wanted, "{what}: row {y} of {cel:?} with what lies beyond");
                }
                let linked = self.links(layer as usize).into_iter().find(|group| group.contains(&frame));
                assert_eq!(document.is_linked(cel), linked.is_some(), "{what}: {cel:?}");
                assert_eq!(document.linked(cel).unwrap(), linked.unwrap_or(vec![frame]), "{what}: {cel:?}");
            }
        }
    }
}
