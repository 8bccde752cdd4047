//! Trees of steps with numbers that no history gives.

use super::forge::{Forged, Node, hot, pages, pixels, sum};
use std::time::{Duration, Instant};
use undoodle::color::Color;
use undoodle::history::History;
use undoodle::journal::decode_history;

/// A line of steps that each change the same pixel.
fn line(steps: u64, sum: u64) -> Vec<Node> {
    let child = |id| if id < steps { id + 1 } else { 0 };
    let piece = || hot(&[(pixels(), vec![1, 0, 0, 255])]);
    (1..=steps)
        .map(|id| Node { parent: id - 1, child: child(id), ..Node::new(id, vec![piece()], sum) })
        .collect()
}

#[test]
fn a_base_above_its_steps_is_refused_or_harmless() {
    let pages = pages();
    for base in [1, 2, 5000, u64::MAX - 1, u64::MAX] {
        let mut nodes = line(1, sum(pixels(), &[1, 0, 0, 255]));
        nodes[0].parent = base;
        let with = Forged { next: 2, base, child: 1, here: base, nodes, ..Forged::default() };
        let without = Forged { next: 1, base, here: base, ..Forged::default() };
        for forged in [with, without] {
            let Ok((mut found, _)) = decode_history(pages.clone(), &forged.pack(&pages)) else { continue };
            found.validate().unwrap();
            found.begin(1).unwrap();
            found.add_layer(1).unwrap();
            assert!(found.commit("Layer", Color::ADDED, 0).unwrap().is_some(), "base {base}");
            found.undo().unwrap();
            assert_eq!(found.layers(), 1, "base {base}");
        }
    }
}

#[test]
fn a_long_line_of_which_nothing_is_left_is_dropped_at_once() {
    let (pages, steps) = (pages(), 20_000);
    for here in [0, steps / 2, steps] {
        let forged = Forged { next: steps + 1, child: 1, here, nodes: line(steps, 1), ..Forged::default() };
        let mut history = History::restore(pages.clone(), &forged.tree(), |_| None).unwrap();
        let start = Instant::now();
        assert_eq!(history.disown(), steps as usize);
        history.validate().unwrap();
        assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    }
}
