//! The order of layers, and which of them are in a group together: pure lists, before anything is written.
//!
//! Whatever moves layers has to keep the layers of a group together. If each command took care of that, one would
//! forget. So each is a change of an [`Order`], which says where groups begin and end, and one function of the
//! drawing writes what has come out.
//!
//! A step takes a layer past the next one, or over the edge of a group: a layer beside a group enters it, and one
//! at its edge leaves it, so that every place can be reached one step at a time. A group that is moved passes its
//! neighbour as a whole, be it a layer or a group. There are two levels and no more: a sprite's body, head and
//! shadow are told apart by that, and who reads the list never has to count how deep a row lies.
//!
//! The invariant: entries of the same group follow each other.

crate::named! {
    /// Which group layers join that are moved to a place.
    #[derive(Default)]
    pub enum Join, "group" {
        /// They stay in their group if the place is beside it.
        #[default]
        Near = "near", "The same, if adjacent";
        /// That of the layer below the place.
        Below = "below", "That of the layer below";
        /// That of the layer above the place.
        Above = "above", "That of the layer above";
        /// None.
        Nothing = "none", "None";
    }
}

/// A layer in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Id of the layer.
    pub layer: u16,
    /// Id of its group, 0 for none.
    pub group: u16,
}

/// Layers from the bottom up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order(pub Vec<Entry>);

/// A layer without a group, or all layers of one.
pub type Node = Vec<Entry>;

impl Order {
    pub fn nodes(&self) -> Vec<Node> {
        let together = |a: &Entry, b: &Entry| a.group != 0 && a.group == b.group;
        self.0.chunk_by(together).map(<[Entry]>::to_vec).collect()
    }

    /// Returns the number of layers of a group.
    pub(super) fn members(&self, group: u16) -> usize {
        self.0.iter().filter(|entry| entry.group == group).count()
    }

    /// Takes layers out, and returns them.
    fn take(&mut self, layers: &[u16]) -> Vec<Entry> {
        let (taken, rest) = self.0.drain(..).partition(|entry| layers.contains(&entry.layer));
        self.0 = rest;
        taken
    }

    /// Returns the group around a gap: the one that both of its neighbours are in.
    fn around(&self, gap: usize) -> u16 {
        let [below, above] = self.beside(gap);
        if below == above { below } else { 0 }
    }

    /// Returns the groups of a gap's neighbours, below and above.
    fn beside(&self, gap: usize) -> [u16; 2] {
        let group = |at: Option<usize>| at.and_then(|at| self.0.get(at)).map_or(0, |entry| entry.group);
        [group(gap.checked_sub(1)), group(Some(gap))]
    }

    /// Moves layers together, the lowest of them to a place among the others or the nearest there is.
    ///
    /// Between two layers of a group they join it. Elsewhere `join` decides, and groups that are moved as a whole
    /// stay together unless they join another.
    pub fn place(&mut self, layers: &[u16], to: usize, join: Join) {
        let mut block = self.take(layers);
        let to = to.min(self.0.len());
        let [below, above] = self.beside(to);
        let own = block.first().map_or(0, |first| first.group);
        let near = [below, above].contains(&own) && block.iter().all(|entry| entry.group == own);
        let joined = match (self.around(to), join) {
            (0, Join::Near) if near => own,
            (0, Join::Below) => below,
            (0, Join::Above) => above,
            (around, _) => around,
        };
        let together = block.len() > 1 || join == Join::Near;
        for entry in &mut block {
            if joined != 0 || !together || self.members(entry.group) > 0 {
                entry.group = joined;
            }
        }
        self.0.splice(to..to, block);
    }

    /// Makes layers a group: they come together below the layer that is above the topmost of them, or above that
    /// one's group if they come from the middle of it.
    pub fn gather(&mut self, layers: &[u16], group: u16) {
        let top = self.0.iter().rposition(|entry| layers.contains(&entry.layer)).unwrap_or(0);
        let mut to = top + 1 - self.0[..=top].iter().filter(|entry| layers.contains(&entry.layer)).count();
        let mut block = self.take(layers);
        while self.around(to) != 0 {
            to += 1;
        }
        block.iter_mut().for_each(|entry| entry.group = group);
        self.0.splice(to..to, block);
    }

    /// Moves a group to a place among the other layers; within another group, to the edge of that one that comes
    /// first.
    pub fn place_group(&mut self, group: u16, to: usize) {
        let from = self.0.iter().position(|entry| entry.group == group).unwrap_or(0);
        let layers: Vec<_> = self.0.iter().filter(|e| e.group == group).map(|entry| entry.layer).collect();
        let block = self.take(&layers);
        let mut to = to.min(self.0.len());
        while self.around(to) != 0 {
            to = if to > from { to + 1 } else { to - 1 };
        }
        self.0.splice(to..to, block);
    }

    /// Moves a group past the layer or the group above or below it.
    pub fn step_group(&mut self, group: u16, up: bool) {
        let mut nodes = self.nodes();
        let Some(at) = nodes.iter().position(|node| node[0].group == group) else { return };
        let Some(to) = (if up { at.checked_add(1) } else { at.checked_sub(1) }) else { return };
        if to < nodes.len() {
            nodes.swap(at, to);
        }
        self.0 = nodes.concat();
    }

    /// Moves each of some layers by one step. Groups all of whose layers are among several are moved as a whole,
    /// and what has no room stays.
    pub fn step(&mut self, layers: &[u16], up: bool) {
        if up {
            self.step_up(layers);
        } else {
            self.0.reverse();
            self.step_up(layers);
            self.0.reverse();
        }
    }

    fn step_up(&mut self, layers: &[u16]) {
        let mut nodes = self.nodes();
        let chosen = |entry: &Entry| layers.contains(&entry.layer);
        let whole = |node: &Node| node.iter().all(chosen) && (node[0].group == 0 || layers.len() > 1);
        for at in (0..nodes.len()).rev() {
            if !whole(&nodes[at]) {
                let (inside, left) = step_within(&nodes[at], chosen);
                let kept = (!inside.is_empty()).then_some(inside);
                nodes.splice(at..=at, kept.into_iter().chain(left));
            } else if let Some(next) = nodes.get(at + 1).filter(|next| !whole(next)) {
                let (one, group) = (nodes[at][0], next[0].group);
                if one.group == 0 && group != 0 {
                    nodes[at + 1].insert(0, Entry { group, ..one });
                    nodes.remove(at);
                } else {
                    nodes.swap(at, at + 1);
                }
            }
        }
        self.0 = nodes.concat();
    }
}

/// Moves the chosen layers of a group up by one step. Returns what is left of the group, and the layers that have
/// left it.
fn step_within(node: &[Entry], chosen: impl Fn(&Entry) -> bool) -> (Node, Vec<Node>) {
    let (mut inside, mut left) = (node.to_vec(), Vec::new());
    for at in (0..inside.len()).rev().filter(|at| chosen(&node[*at])) {
        if at + 1 == inside.len() {
            left.insert(0, vec![Entry { group: 0, ..node[at] }]);
            inside.pop();
        } else if !chosen(&inside[at + 1]) {
            inside.swap(at, at + 1);
        }
    }
    (inside, left)
}
