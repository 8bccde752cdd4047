//! Maps of properties in user data, where scripts and other programs keep what Aseprite has no word for.
//!
//! Aseprite knows no clipping, and keeps the properties of whoever wrote them. So a clipped layer has one there, by which it comes
//! home clipped from a colleague. So does a group that layers blend through: there, all groups of a file are blended as a whole, or none is. All other properties stay as they came, byte by byte, and maps that can't be read are left alone.

use super::bytes::Bytes;
use super::damaged;
use super::entries::{text, words};
use crate::error::Result;

/// The flag of user data that has maps of properties.
pub(super) const MAPPED: u32 = 4;

/// The property of a clipped layer, a boolean.
pub(super) const CLIPPED: &str = "undoodle:clipped";
/// The property of a group that layers blend through, in a file whose groups are blended as a whole, a boolean.
pub(super) const THROUGH: &str = "undoodle:through";
/// Kind of a boolean.
const BOOLEAN: u16 = 1;
/// Maximum depth of maps and lists within each other.
const MAX_DEPTH: u32 = 16;

/// A map of properties, and whose it is: 0 for those of a script, else an extension's.
struct Map<'a> {
    key: u32,
    properties: Vec<Property<'a>>,
}

struct Property<'a> {
    name: String,
    kind: u16,
    value: &'a [u8],
    /// All of its bytes.
    whole: &'a [u8],
}

/// Passes a value of some kind.
fn pass(data: &mut Bytes<'_>, kind: u16, depth: u32) -> Result<()> {
    let inner = depth + 1;
    match kind {
        _ if depth > MAX_DEPTH => return Err(damaged("a part of it is cut short")),
        1..=3 => drop(data.take(1)?),
        4 | 5 => drop(data.take(2)?),
        6 | 7 | 10 | 11 => drop(data.take(4)?),
        8 | 9 | 12 | 14 | 15 => drop(data.take(8)?),
        13 => drop(data.text()?),
        16 | 19 => drop(data.take(16)?),
        17 => {
            let (count, all) = (data.long()?, data.word()?);
            for _ in 0..count {
                let kind = if all == 0 { data.word()? } else { all };
                pass(data, kind, inner)?;
            }
        }
        18 => {
            for _ in 0..data.long()? {
                data.text()?;
                let kind = data.word()?;
                pass(data, kind, inner)?;
            }
        }
        _ => return Err(damaged("a part of it is cut short")),
    }
    Ok(())
}

/// Reads the maps of user data.
///
/// # Errors
/// Returns [`Error::Damaged`](crate::Error::Damaged) if they are cut short or of unknown kinds.
fn read(bytes: &[u8]) -> Result<Vec<Map<'_>>> {
    let mut data = Bytes(bytes);
    let _size = data.long()?;
    let mut maps = Vec::new();
    for _ in 0..data.long()? {
        let (key, count) = (data.long()?, data.long()?);
        let mut properties = Vec::new();
        for _ in 0..count {
            let before = data.0;
            let (name, kind) = (data.text()?, data.word()?);
            let behind = data.0;
            pass(&mut data, kind, 0)?;
            let part = |from: &'_ [u8]| from.len() - data.0.len();
            let value = behind.get(..part(behind)).unwrap_or_default();
            properties.push(Property {
                name,
                kind,
                value,
                whole: before.get(..part(before)).unwrap_or_default(),
            });
        }
        maps.push(Map { key, properties });
    }
    Ok(maps)
}

/// Returns `true` if maps say that a property of ours is there.
pub(super) fn has(maps: &[u8], name: &str) -> bool {
    let said = |map: &Map<'_>| {
        let mut own = map.properties.iter().filter(|_| map.key == 0);
        own.any(|one| one.name == name && one.kind == BOOLEAN && one.value != [0])
    };
    read(maps).is_ok_and(|maps| maps.iter().any(said))
}

/// Returns maps that say whether a property of ours is there, and all else that they said; empty if that is nothing.
pub(super) fn with(maps: &[u8], name: &str, so: bool) -> Vec<u8> {
    let Ok(mut all) = (if maps.is_empty() { Ok(Vec::new()) } else { read(maps) }) else {
        return maps.to_vec();
    };
    let mut own = Vec::new();
    text(&mut own, name);
    words(&mut own, &[BOOLEAN]);
    own.push(1);
    if !all.iter().any(|map| map.key == 0) {
        all.insert(0, Map { key: 0, properties: Vec::new() });
    }
    let mut out = Vec::new();
    let mut count = 0_u32;
    for map in &all {
        let kept = map.properties.iter().filter(|one| map.key != 0 || one.name != name);
        let mut list: Vec<_> = kept.map(|one| one.whole).collect();
        if map.key == 0 && so {
            list.push(&own);
        }
        if list.is_empty() && map.key == 0 {
            continue;
        }
        count += 1;
        out.extend([map.key.to_le_bytes(), (list.len() as u32).to_le_bytes()].concat());
        list.iter().for_each(|one| out.extend(*one));
    }
    if count == 0 {
        return Vec::new();
    }
    [&(out.len() as u32 + 8).to_le_bytes()[..], &count.to_le_bytes(), &out].concat()
}
