//! A file comes home whole: opened and saved, and with one pixel painted, every chunk that the pixel does not touch has the same
//! content. The reader here shares no line with the one that it judges. Another program composes the frames that the pixel is not in, before and
//! after.
//!
//! `UNDOODLE_ASEPRITES=folder cargo test -p undoodle-formats --test formats home -- --nocapture` takes all files of a folder besides, and
//! prints a table of them.

use super::{pixels, read, write};
use aseprite_loader::loader::{AsepriteFile as Loaded, LayerSelection};
use flate2::read::ZlibDecoder;
use std::collections::BTreeMap;
use std::io::Read;
use undoodle_formats::document::{Cel, Drawing};
use undoodle_formats::geometry::Rect;
use undoodle_formats::memory::Memory;

/// A chunk: its frame, what it is of, and its content with all that is packed unpacked.
pub type Content = (usize, u16, Vec<u8>);

fn word(bytes: &[u8], at: usize) -> usize {
    usize::from(u16::from_le_bytes([bytes[at], bytes[at + 1]]))
}

fn long(bytes: &[u8], at: usize) -> usize {
    word(bytes, at) | word(bytes, at + 2) << 16
}

fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    // Some old files end within a checksum.
    let _ = ZlibDecoder::new(bytes).read_to_end(&mut out);
    out
}

/// Returns the content of a chunk's bytes.
fn content(kind: u16, bytes: &[u8]) -> Vec<u8> {
    match (kind, bytes.get(7)) {
        // A raw cel and a packed one are one content.
        (0x2005, Some(0)) => {
            let mut raw = bytes.to_vec();
            raw[7] = 2;
            let depth = raw.len() - 20;
            raw.truncate(20 + depth);
            raw
        }
        (0x2005, Some(2)) => [&bytes[..20], &unpacked(&bytes[20..])].concat(),
        (0x2005, Some(3)) => [&bytes[..48], &unpacked(&bytes[48..])].concat(),
        (0x2005, Some(1)) => bytes[..18].to_vec(),
        _ => bytes.to_vec(),
    }
}

/// Returns the header and the chunks of a file.
pub fn taken(file: &[u8]) -> (Vec<u8>, Vec<Content>) {
    let (mut at, mut chunks) = (128, Vec::new());
    for frame in 0..word(file, 6) {
        let (mut from, end) = (at + 16, at + long(file, at));
        let count = match long(file, at + 12) {
            0 => word(file, at + 6),
            count => count,
        };
        for _ in 0..count {
            let size = long(file, from);
            let kind = word(file, from + 4) as u16;
            chunks.push((frame, kind, content(kind, &file[from + 6..from + size])));
            from += size;
        }
        at = end;
    }
    (file[8..128].to_vec(), chunks)
}

/// Returns what one list of chunks has and the other has not, with how often.
pub fn beyond(one: &[Content], other: &[Content]) -> Vec<Content> {
    let mut left: BTreeMap<&Content, usize> = BTreeMap::new();
    other.iter().for_each(|chunk| *left.entry(chunk).or_default() += 1);
    let mut beyond = Vec::new();
    for chunk in one {
        match left.get_mut(chunk) {
            Some(count) if *count > 0 => *count -= 1,
            _ => beyond.push(chunk.clone()),
        }
    }
    beyond
}

/// Paints one pixel of the topmost layer that can be painted on, in a colour that its first frame has. Returns its cel's layer.
fn paint(drawing: &mut Drawing<Memory>) -> Option<Cel> {
    for layer in (0..drawing.layers()).rev() {
        let cel = Cel { layer, frame: 0 };
        let around = drawing.cel_bounds(cel);
        for (x, y) in
            (around.y..around.bottom()).flat_map(|y| (around.x..around.right()).map(move |x| (x, y)))
        {
            let first = drawing.cel_pixel(cel, around.x, around.y).unwrap();
            let here = drawing.cel_pixel(cel, x, y).unwrap();
            let colors =
                [first, here, drawing.cel_pixel(cel, around.right() - 1, around.bottom() - 1).unwrap()];
            let new = colors.into_iter().find(|color| *color != here && !color.is_transparent());
            if let Some(color) = new {
                let mut plane = drawing.pixels_mut(cel).unwrap();
                plane.fill_rect(Rect::new(x, y, 1, 1), color).unwrap();
                drawing.compact().unwrap();
                return Some(cel);
            }
        }
    }
    None
}

/// What became of a file.
#[derive(Debug, Default)]
pub struct Fate {
    pub lost: Vec<Content>,
    pub added: Vec<Content>,
    /// What else one pixel changed than the chunks of its cel.
    pub touched: Vec<Content>,
    pub header: bool,
    /// Whether the saved file opens as the same drawing, byte for byte.
    pub same: bool,
    pub larger: f64,
    pub notes: String,
    /// Of the frames that the pixel is not in, how many another program composes as before, and how many it composes at all.
    pub composed: [u32; 2],
}

/// Returns the frames of a file as another program composes them; none that it refuses.
fn composed(file: &[u8]) -> Vec<Option<Vec<u8>>> {
    let Ok(loaded) = Loaded::load(file) else { return Vec::new() };
    let (width, height) = loaded.size();
    let frame = |at| {
        let mut shown = vec![0; usize::from(width) * usize::from(height) * 4];
        // It divides by nothing where some blend modes meet some colours.
        let shows = || loaded.render_frame(at, &mut shown, &LayerSelection::Visible).is_ok();
        let drawn = std::panic::catch_unwind(std::panic::AssertUnwindSafe(shows)).unwrap_or(false);
        drawn.then_some(shown)
    };
    (0..loaded.frames().len()).map(frame).collect()
}

pub fn fate(file: &[u8]) -> Fate {
    let (mut drawing, notes) = read(file);
    let saved = write(&drawing);
    let (again, _) = read(&saved);
    let same = again.door() == drawing.door();
    let ((head, old), (new_head, new)) = (taken(file), taken(&saved));
    let mut fate = Fate {
        lost: beyond(&old, &new),
        added: beyond(&new, &old),
        header: head == new_head,
        larger: saved.len() as f64 / file.len() as f64,
        notes,
        same,
        ..Fate::default()
    };
    if let Some(cel) = paint(&mut drawing) {
        let file_painted = write(&drawing);
        let showing = drawing.linked(cel).unwrap();
        for (at, (one, other)) in (0..).zip(composed(file).into_iter().zip(composed(&file_painted))) {
            if one.is_some() && !showing.contains(&at) {
                fate.composed[0] += u32::from(one == other);
                fate.composed[1] += 1;
            }
        }
        let painted = taken(&file_painted).1;
        let changed = beyond(&new, &painted);
        // The cel itself, the links that lead to it, and the set that a new tile comes to.
        let (cels, others): (Vec<_>, Vec<_>) = changed.into_iter().partition(|chunk| chunk.1 == 0x2005);
        let cels = cels.into_iter().filter(|(_, _, cel)| cel[7] != 1).skip(1);
        fate.touched = cels.chain(others.into_iter().filter(|chunk| chunk.1 != 0x2023)).collect();
        let (again, _) = read(&write(&drawing));
        let frames = || (0..drawing.frames()).map(|frame| (frame, drawing.layers()));
        for (frame, layer) in
            frames().flat_map(|(frame, layers)| (0..layers).map(move |layer| (frame, layer)))
        {
            let cel = Cel { layer, frame };
            assert_eq!(pixels(&again, cel), pixels(&drawing, cel), "{cel:?}");
        }
    }
    fate
}

/// Names chunks shortly.
fn short(chunks: &[Content]) -> String {
    let mut kinds: BTreeMap<u16, u32> = BTreeMap::new();
    chunks.iter().for_each(|(_, kind, _)| *kinds.entry(*kind).or_default() += 1);
    kinds.iter().map(|(kind, count)| format!("{count}×{kind:04x} ")).collect()
}

/// Names what a file has that not every one has.
fn parts(file: &[u8]) -> Vec<String> {
    let mut parts = vec![format!("{} bits", word(file, 12))];
    let (_, chunks) = taken(file);
    let kinds = [
        (0x0004, "old palettes"),
        (0x2006, "exact cels"),
        (0x2008, "outside files"),
        (0x2018, "tags"),
        (0x2020, "user data"),
        (0x2022, "slices"),
        (0x2023, "tilesets"),
    ];
    let any = |found: &dyn Fn(&Content) -> bool| chunks.iter().any(found);
    parts.extend(kinds.into_iter().filter(|(kind, _)| any(&|it| it.1 == *kind)).map(|(_, name)| name.into()));
    let more = [
        ("several frames", word(file, 6) > 1),
        ("groups", any(&|it| it.1 == 0x2004 && word(&it.2, 2) == 1)),
        ("tilemaps", any(&|it| it.1 == 0x2005 && it.2[7] == 3)),
        ("links", any(&|it| it.1 == 0x2005 && it.2[7] == 1)),
        ("maps of properties", any(&|it| it.1 == 0x2020 && it.2[0] & 4 != 0)),
        ("no profile", !any(&|it| it.1 == 0x2007)),
    ];
    parts.extend(more.into_iter().filter(|(_, so)| *so).map(|(name, _)| name.into()));
    parts
}

#[test]
fn public_files_come_home() {
    let Ok(folder) = std::env::var("UNDOODLE_ASEPRITES") else { return };
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut whole, mut refused, mut larger, mut touching, mut composed) = (0, 0, 0, 0, [0; 2]);
    let (mut has, mut noted) = (BTreeMap::<String, u32>::new(), BTreeMap::<String, u32>::new());
    for path in &files {
        let file = std::fs::read(path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if let Err(error) = undoodle_formats::open(&file) {
            println!("{name} | refused: {error}");
            refused += 1;
            continue;
        }
        let fate = fate(&file);
        whole += u32::from(fate.lost.is_empty() && fate.added.is_empty() && fate.header);
        larger += u32::from(fate.larger > 1.1);
        touching += u32::from(!fate.touched.is_empty());
        composed = [0, 1].map(|at| composed[at] + fate.composed[at]);
        parts(&file).into_iter().for_each(|part| *has.entry(part).or_default() += 1);
        let plain = |note: &str| note.trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned();
        fate.notes
            .split("; ")
            .map(plain)
            .filter(|note| !note.is_empty())
            .for_each(|note| *noted.entry(note).or_default() += 1);
        if !fate.lost.is_empty()
            || !fate.added.is_empty()
            || !fate.header
            || fate.larger > 1.1
            || !fate.touched.is_empty()
            || fate.composed[0] < fate.composed[1]
        {
            let [lost, added, touched] = [&fate.lost, &fate.added, &fate.touched].map(|chunks| short(chunks));
            println!(
                "{name} | same {} | lost {lost}| added {added}| header {} | {:.2} | painted {touched}| {:?} | {}",
                fate.same, fate.header, fate.larger, fate.composed, fate.notes
            );
        }
    }
    println!(
        "{} files: {whole} whole, {refused} refused, {larger} larger than 1.1, {touching} touched elsewhere",
        files.len()
    );
    println!(
        "another program composes {} of {} frames that the pixel is not in as before",
        composed[0], composed[1]
    );
    println!("files have {has:?}\nnotes: {noted:?}");
}
