//! Animations of a sheet for PixiJS: lists of frames by their names, which become tags.
//!
//! A tag is a run of frames and a direction, a list can be anything. A list that a tag plays becomes that tag, and any other
//! one is left out. Lists beside tags of their names are what a writer has said twice.

use super::read::Told;
use crate::budget::named;
use crate::document::{Drawing, MAX_TAG_NAME, MAX_TAGS, Tag, TagDirection};
use crate::error::Result;
use crate::json::Json;
use crate::memory::Memory;
use std::collections::BTreeMap;

/// Returns the run of frames and the direction that play a list, if there are any.
fn run(list: &[u32]) -> Option<(u32, u32, TagDirection)> {
    let (from, to) = (*list.iter().min()?, *list.iter().max()?);
    // A list is at most twice as long as its run, and no run is longer than the list.
    let near = ((to - from) as usize) < list.len();
    let plays = |direction: &TagDirection| direction.played(from, to) == list;
    near.then(|| TagDirection::ALL.into_iter().find(plays))?.map(|direction| (from, to, direction))
}

/// Adds the animations of a description as tags, by the names of all frames, and notes which can't be had.
///
/// # Errors
/// As [`Drawing::add_tag`].
pub(super) fn add(
    drawing: &mut Drawing<Memory>,
    animations: &Json,
    frames: &[&str],
    told: &mut Told,
) -> Result<()> {
    let places: BTreeMap<&str, u32> = frames.iter().copied().zip(0..).collect();
    let known = drawing.tags();
    let mut count = known.len() as u32;
    for (name, list) in animations.entries() {
        let place = |frame: &Json| frame.text().and_then(|name| places.get(name).copied());
        let list: Option<Vec<u32>> = list.list().iter().map(place).collect();
        let name = named(name, MAX_TAG_NAME, &mut told.renamed);
        if name.as_ref().is_some_and(|name| known.iter().any(|tag| tag.name == *name)) {
            continue;
        }
        match (name, list.and_then(|list| run(&list))) {
            (Some(name), Some((from, to, direction))) if count < MAX_TAGS => {
                drawing.add_tag(&Tag::new(name, from, to, direction))?;
                count += 1;
            }
            (Some(_), Some(_)) => told.lost += 1,
            _ => told.scattered += 1,
        }
    }
    Ok(())
}
