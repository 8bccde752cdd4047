//! Groups of a file, made groups of the drawing.
//!
//! Files list groups before or behind what is in them, and may say of one that does not follow it that it is in it, too. Here
//! a group gets the first run of its layers, the inner ones before the outer ones, and one without layers is none.
//!
//! The invariant: no layer moves.

use crate::document::{Drawing, Group};
use crate::error::Result;
use crate::memory::Memory;

/// A group as a file has it.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Its properties; the name may be empty, and its parent means nothing.
    pub group: Group,
    /// Which of the groups it is in.
    pub parent: Option<usize>,
}

impl Folder {
    /// Returns a visible group without a name.
    pub fn new(parent: Option<usize>) -> Folder {
        Folder { group: Group::named(String::new()), parent }
    }
}

/// Returns the groups around something in a group, the innermost first. A group that is within itself ends it.
fn around(folders: &[Folder], group: Option<usize>) -> Vec<usize> {
    let mut found = Vec::new();
    let mut next = group;
    while let Some(at) = next.filter(|at| *at < folders.len() && !found.contains(at)) {
        found.push(at);
        next = folders[at].parent;
    }
    found
}

/// Makes the groups of layers, by the group that each is in. Returns the id of each group, or `None` if it has no layers.
///
/// # Errors
/// Returns [`Error::Range`](crate::Error::Range) if there are too many, and
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
pub fn group(
    drawing: &mut Drawing<Memory>,
    folders: &[Folder],
    of: &[Option<usize>],
) -> Result<Vec<Option<u16>>> {
    let mut ids = vec![None; folders.len()];
    let chains: Vec<_> = of.iter().map(|group| around(folders, *group)).collect();
    let mut order: Vec<_> = (0..folders.len()).map(|at| (around(folders, Some(at)).len(), at)).collect();
    order.sort_by_key(|(depth, at)| (std::cmp::Reverse(*depth), *at));
    for (_, at) in order {
        let within = |layer: &usize| chains[*layer].contains(&at);
        let Some(first) = (0..chains.len()).find(within) else { continue };
        let members: Vec<u32> = (first..chains.len()).take_while(within).map(|layer| layer as u32).collect();
        let id = drawing.group_layers(&members)?;
        let folder = &folders[at];
        drawing.change_group(id, |group| {
            let name =
                if folder.group.name.is_empty() { group.name.clone() } else { folder.group.name.clone() };
            *group = Group { name, ..folder.group.clone() };
        })?;
        ids[at] = Some(id);
    }
    Ok(ids)
}
