//! The order of layers, and which of them are in a group together: pure lists, before anything is written.
//!
//! Whatever moves layers has to keep the layers of a group together. If each command took care of that, one would
//! forget. So each is a change of an [`Order`], a tree of layers and groups in which nothing can lie apart, and one
//! function of the drawing writes what has come out.
//!
//! A step takes a layer past the next one, or over the edge of a group: a layer beside a group enters it, and one
//! at its edge leaves it, so that every place can be reached one step at a time. A group that is moved passes its
//! neighbour as a whole, be it a layer or a group, and leaves the group around it at that one's edge.
//!
//! Between two layers there may be several places: behind the last layer of a group within a group one may be in both,
//! in the outer one, or in neither. A [`Join`] and a number of groups further out say which.
//!
//! The invariant: no group is empty.

use std::ops::Range;

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
        /// None but those that are around the place.
        Nothing = "none", "None";
    }
}

/// A layer, or a group with what is in it from the bottom up, by their ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    Layer(u16),
    Group(u16, Vec<Node>),
}

/// Layers and groups from the bottom up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order(pub Vec<Node>);

impl Node {
    /// Returns the number of its layers.
    fn len(&self) -> usize {
        match self {
            Node::Layer(_) => 1,
            Node::Group(_, inner) => inner.iter().map(Node::len).sum(),
        }
    }

    /// Returns `true` if all of its layers are so.
    fn all(&self, so: &impl Fn(u16) -> bool) -> bool {
        match self {
            Node::Layer(layer) => so(*layer),
            Node::Group(_, inner) => inner.iter().all(|node| node.all(so)),
        }
    }
}

impl Order {
    /// Makes the order of layers from the bottom up, each with the groups around it from the innermost outwards.
    pub fn of(layers: impl IntoIterator<Item = (u16, Vec<u16>)>) -> Order {
        fn add(nodes: &mut Vec<Node>, layer: u16, around: &[u16]) {
            let Some((group, inner)) = around.split_last() else { return nodes.push(Node::Layer(layer)) };
            if !matches!(nodes.last(), Some(Node::Group(last, _)) if last == group) {
                nodes.push(Node::Group(*group, Vec::new()));
            }
            if let Some(Node::Group(_, within)) = nodes.last_mut() {
                add(within, layer, inner);
            }
        }
        let mut nodes = Vec::new();
        layers.into_iter().for_each(|(layer, around)| add(&mut nodes, layer, &around));
        Order(nodes)
    }

    /// Returns the layers from the bottom up, each with the groups around it from the innermost outwards.
    pub fn layers(&self) -> Vec<(u16, Vec<u16>)> {
        fn add(nodes: &[Node], around: &mut Vec<u16>, all: &mut Vec<(u16, Vec<u16>)>) {
            for node in nodes {
                match node {
                    Node::Layer(layer) => all.push((*layer, around.iter().rev().copied().collect())),
                    Node::Group(group, inner) => {
                        around.push(*group);
                        add(inner, around, all);
                        around.pop();
                    }
                }
            }
        }
        let mut all = Vec::new();
        add(&self.0, &mut Vec::new(), &mut all);
        all
    }

    /// Takes out what is so, groups before what is in them. Returns it with the groups that it was in.
    fn take(&mut self, so: &impl Fn(&Node) -> bool) -> Vec<(Node, Vec<u16>)> {
        fn from(
            nodes: &mut Vec<Node>,
            around: &mut Vec<u16>,
            so: &impl Fn(&Node) -> bool,
            taken: &mut Vec<(Node, Vec<u16>)>,
        ) {
            for mut node in std::mem::take(nodes) {
                if so(&node) {
                    taken.push((node, around.iter().rev().copied().collect()));
                    continue;
                }
                if let Node::Group(group, inner) = &mut node {
                    around.push(*group);
                    from(inner, around, so, taken);
                    around.pop();
                    if inner.is_empty() {
                        continue;
                    }
                }
                nodes.push(node);
            }
        }
        let mut taken = Vec::new();
        from(&mut self.0, &mut Vec::new(), so, &mut taken);
        taken
    }

    /// Returns the groups around the layers below and above a gap, from the innermost outwards, and those around both.
    fn beside(&self, gap: usize) -> [Vec<u16>; 3] {
        let layers = self.layers();
        let around =
            |at: Option<usize>| at.and_then(|at| layers.get(at)).map_or(Vec::new(), |it| it.1.clone());
        let (below, above) = (around(gap.checked_sub(1)), around(Some(gap)));
        let both = below.iter().rev().zip(above.iter().rev()).take_while(|(one, other)| one == other).count();
        let both = below[below.len() - both..].to_vec();
        [below, above, both]
    }

    /// Returns the group that something joins which is put into a gap, 0 for none. `own` are the groups that it was in.
    fn joined(&self, gap: usize, own: &[u16], join: Join, out: usize) -> u16 {
        let [below, above, both] = self.beside(gap);
        let first = |groups: &[u16]| groups.first().copied().unwrap_or(0);
        let inner = |groups: &[u16]| first(groups.get(out.min(groups.len() - both.len())..).unwrap_or(&[]));
        match join {
            Join::Near => {
                let own = first(own);
                let beside = below.contains(&own) || above.contains(&own);
                if beside && !both.contains(&own) { own } else { first(&both) }
            }
            Join::Below => inner(&below),
            Join::Above => inner(&above),
            Join::Nothing => first(&both),
        }
    }

    /// Puts something into a group, 0 for none, with so many layers below it or the next higher number that the group has room at.
    fn put(&mut self, group: u16, gap: usize, what: Vec<Node>) {
        fn find(nodes: &mut Vec<Node>, group: u16, mut gap: usize) -> Option<(&mut Vec<Node>, usize)> {
            for node in nodes {
                let len = node.len();
                if let Node::Group(id, inner) = node {
                    if *id == group {
                        return Some((inner, gap));
                    }
                    if let Some(found) = find(inner, group, gap) {
                        return Some(found);
                    }
                }
                gap = gap.saturating_sub(len);
            }
            None
        }
        let (nodes, gap) = if group == 0 {
            (&mut self.0, gap)
        } else {
            match find(&mut self.0, group, gap) {
                Some(found) => found,
                None => return self.put(0, gap, what),
            }
        };
        let (mut at, mut below) = (0, 0);
        while below < gap && at < nodes.len() {
            below += nodes[at].len();
            at += 1;
        }
        nodes.splice(at..at, what);
    }

    /// Moves layers together, the lowest of them to a place among the others or the nearest there is.
    ///
    /// Between two layers of a group they join it. Elsewhere `join` decides, and the group `out` groups further out than the one that
    /// it says; groups that are moved as a whole stay together.
    pub fn place(&mut self, layers: &[u16], to: usize, join: Join, out: usize) {
        let chosen = |layer: u16| layers.contains(&layer);
        let together = layers.len() > 1 || join == Join::Near;
        let taken = self.take(&|node| match node {
            Node::Layer(layer) => chosen(*layer),
            Node::Group(..) => together && node.all(&chosen),
        });
        let own = taken.first().map_or(Vec::new(), |(_, around)| around.clone());
        // What comes from several groups has none of its own.
        let own = if taken.iter().all(|(_, around)| *around == own) { own } else { Vec::new() };
        let to = to.min(self.layers().len());
        let group = self.joined(to, &own, join, out);
        self.put(group, to, taken.into_iter().map(|(node, _)| node).collect());
    }

    /// Makes layers a group within those that are around all of them: they come together below the layer that is above the topmost of
    /// them, or above that one's group if they come from the middle of it. Groups all of whose layers are among them come along as a whole.
    pub fn gather(&mut self, layers: &[u16], group: u16) {
        let chosen = |layer: u16| layers.contains(&layer);
        let before = self.layers();
        let top = before.iter().rposition(|(layer, _)| chosen(*layer)).map_or(0, |top| top + 1);
        let to = before[..top].iter().filter(|(layer, _)| !chosen(*layer)).count();
        let taken = self.take(&|node| node.all(&chosen));
        let mut around = taken.first().map_or(Vec::new(), |(_, around)| around.clone());
        for (_, other) in &taken {
            around.retain(|group| other.contains(group));
        }
        let inner = taken.into_iter().map(|(node, _)| node).collect();
        let made = vec![Node::Group(group, inner)];
        // A group may be around all of them and have no other layer, but then it came along.
        self.put(around.first().copied().unwrap_or(0), to, made);
    }

    /// Moves a group to a place among the other layers, as [`place`](Order::place) moves layers.
    pub fn place_group(&mut self, group: u16, to: usize, join: Join, out: usize) {
        let taken = self.take(&|node| matches!(node, Node::Group(id, _) if *id == group));
        let to = to.min(self.layers().len());
        for (node, own) in taken {
            let around = self.joined(to, &own, join, out);
            self.put(around, to, vec![node]);
        }
    }

    /// Puts a layer right below another one, into its group.
    pub fn put_below(&mut self, layer: u16, above: u16) {
        let taken = self.take(&|node| *node == Node::Layer(layer));
        let layers = self.layers();
        let to = layers.iter().position(|(other, _)| *other == above).unwrap_or(layers.len());
        let group = layers.get(to).and_then(|(_, around)| around.first()).copied().unwrap_or(0);
        self.put(group, to, taken.into_iter().map(|(node, _)| node).collect());
    }

    /// Puts a layer out of a group that it is in, right below it or above it.
    pub fn lift(&mut self, layer: u16, group: u16, above: bool) {
        let layers = self.layers();
        let place = |(_, around): &(u16, Vec<u16>)| around.contains(&group);
        let all: Vec<_> = layers.iter().filter(|it| place(it)).collect();
        let outer = all.first().and_then(|(_, around)| around.iter().skip_while(|id| **id != group).nth(1));
        let outer = outer.copied().unwrap_or(0);
        let first = layers.iter().position(place).unwrap_or(0);
        let to = if above { first + all.len().saturating_sub(1) } else { first };
        let taken = self.take(&|node| *node == Node::Layer(layer));
        // A group around it that has nothing else goes, and what was around that one is there.
        self.put(outer, to, taken.into_iter().map(|(node, _)| node).collect());
    }

    /// Removes a group and leaves what was in it at its place.
    pub fn dissolve(&mut self, group: u16) {
        fn within(nodes: &mut Vec<Node>, group: u16) {
            for node in std::mem::take(nodes) {
                match node {
                    Node::Group(id, inner) if id == group => nodes.extend(inner),
                    Node::Group(id, mut inner) => {
                        within(&mut inner, group);
                        nodes.push(Node::Group(id, inner));
                    }
                    layer => nodes.push(layer),
                }
            }
        }
        within(&mut self.0, group);
    }

    /// Moves a group past what is above or below it, or out of the group around it where nothing is.
    pub fn step_group(&mut self, group: u16, up: bool) {
        let is = |node: &Node| matches!(node, Node::Group(id, _) if *id == group);
        self.step_what(&is, up);
    }

    /// Moves each of some layers by one step. Groups all of whose layers are among several are moved as a whole,
    /// and what has no room stays.
    pub fn step(&mut self, layers: &[u16], up: bool) {
        let chosen = |layer: u16| layers.contains(&layer);
        self.step_what(
            &|node| match node {
                Node::Layer(layer) => chosen(*layer),
                Node::Group(..) => layers.len() > 1 && node.all(&chosen),
            },
            up,
        );
    }

    fn step_what(&mut self, moves: &impl Fn(&Node) -> bool, up: bool) {
        if up {
            step_up(&mut self.0, moves, false);
        } else {
            reverse(&mut self.0);
            step_up(&mut self.0, moves, false);
            reverse(&mut self.0);
        }
    }
}

fn reverse(nodes: &mut [Node]) {
    nodes.reverse();
    for node in nodes {
        if let Node::Group(_, inner) = node {
            reverse(inner);
        }
    }
}

/// Moves what moves up by one step. Returns what has left the group that these are in.
fn step_up(nodes: &mut Vec<Node>, moves: &impl Fn(&Node) -> bool, inside: bool) -> Vec<Node> {
    let mut left = Vec::new();
    for at in (0..nodes.len()).rev() {
        if !moves(&nodes[at]) {
            if let Node::Group(_, inner) = &mut nodes[at] {
                let out = step_up(inner, moves, true);
                let whole: Range<usize> = if inner.is_empty() { at..at + 1 } else { at + 1..at + 1 };
                nodes.splice(whole, out);
            }
        } else if at + 1 == nodes.len() {
            if inside {
                left.extend(nodes.pop());
            }
        } else if !moves(&nodes[at + 1]) {
            let enters = matches!(nodes[at], Node::Layer(_));
            match &mut nodes[at + 1] {
                Node::Group(..) if enters => {
                    let one = nodes.remove(at);
                    if let Node::Group(_, inner) = &mut nodes[at] {
                        inner.insert(0, one);
                    }
                }
                _ => nodes.swap(at, at + 1),
            }
        }
    }
    left.reverse();
    left
}
