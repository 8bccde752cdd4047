//! Which members of a list keep their order while others are moved.
//!
//! A list before a step and after it says not which members were moved: moving the first behind the second is moving the second before the
//! first. So as few as possible count as moved, and the others are marks that a place can be told by, also in a list that has changed since.

use std::collections::BTreeSet;

/// Returns the id that comes before another one in a list, of those that `anchors`.
pub(super) fn before_of(ids: &[u16], id: u16, anchors: impl Fn(&u16) -> bool) -> Option<u16> {
    let at = ids.iter().position(|other| *other == id)?;
    ids[..at].iter().rev().copied().find(anchors)
}

/// Returns the ids of both lists that keep their order: as many as there can be.
pub(super) fn stable(before: &[u16], after: &[u16]) -> BTreeSet<u16> {
    let places: std::collections::HashMap<u16, usize> = before.iter().copied().zip(0..).collect();
    let common: Vec<(u16, usize)> = after.iter().filter_map(|id| Some((*id, *places.get(id)?))).collect();
    // The longest ascending run of places: for each length the lowest place that one ends with, and what came before each.
    let (mut ends, mut before): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
    for (at, (_, place)) in common.iter().enumerate() {
        let length = ends.partition_point(|end| common[*end].1 < *place);
        before.push(length.checked_sub(1).map(|last| ends[last]));
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    std::iter::successors(ends.last().copied(), |at| before[*at]).map(|at| common[at].0).collect()
}
