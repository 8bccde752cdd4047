//! A drawing as an Aseprite file, with everything in it that such a file can hold.
//!
//! The first frame has the profile, the palette, the layers, the tags and the slices, in the order in which
//! Aseprite writes them, and each frame its cels. A cel is cropped to its pixels and packed; one
//! that shows the image of an earlier frame is a link to it. An image that is empty is not there,
//! unless frames share it: then it is one transparent pixel, for the links to lead to.
//!
//! A drawing that came from such a file [carries](super::chunks) what the file said beyond that, and gets it back: pixels of the
//! same kind, its own tree of groups, and every chunk that still holds.
//!
//! ```
//! use undoodle_formats::document::Document;
//! use undoodle_formats::{self as formats, Export};
//! let document = Document::new(300, 2)?;
//! let bytes = formats::write(formats::named("aseprite")?, &document, &Export::new(0))?;
//! assert_eq!(bytes[..4], (bytes.len() as u32).to_le_bytes());
//! assert_eq!(bytes[4..10], [0xe0, 0xa5, 1, 0, 44, 1], "the signature, one frame, 300 columns");
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::FRAME_MAGIC;
use super::bounds;
use super::chunks::{BEHIND, Chunks, EDGE, FIRST, LAST, MIDDLE, OWN, PALETTE, READ, bytes};
use super::entries::{self, Words, words};
use super::header::{self, Depth};
use super::ink::{Ink, has_palette, is_palette, names};
use super::plans::{Plan, Plans, edge_of, unread};
use super::raw::STANDS_ALONE;
use super::slices;
use super::tree::{self, Branch, Tree};
use crate::color::{Color, product};
use crate::document::{Bounds, Carried, Cel, CelProperties, Door, Drawing, Original};
use crate::error::Result;
use crate::geometry::Rect;
use crate::pause;
use crate::sink::{MAX_FILE, Sink};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

/// Everything that is decided before a byte is written.
#[derive(Debug)]
pub(super) struct Outline {
    pub(super) chunks: Chunks,
    pub(super) ink: Ink,
    /// What a pixel was in the file that the drawing came from.
    pub(super) depth: Depth,
    pub(super) tree: Tree,
    pub(super) plans: Plans,
    background: Vec<bool>,
    /// The properties of the cels that have some.
    cels: HashMap<Cel, CelProperties>,
    /// The flags of the file that the drawing came from, and those that are written.
    flags: [u32; 2],
    canvas: u64,
    /// Id of the first frame.
    first: u16,
}

impl Outline {
    /// Decides how a drawing is written.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) for more pixels than would be read again.
    pub(super) fn of(drawing: &Drawing<impl Door>) -> Result<Outline> {
        let chunks = Chunks::of(drawing);
        let mut ink = Ink::of(drawing, &chunks);
        let depth = ink.depth;
        let old = entries::flags(bytes(chunks.header.as_ref()));
        let mut faint = false;
        let mut background = Vec::new();
        for at in 0..drawing.layers() {
            let layer = drawing.layer(at)?;
            faint |= layer.opacity < 255;
            background.push(layer.background || unread(drawing, &chunks, at).0);
        }
        let mut new = if faint { old | header::OPACITY } else { old };
        if !drawing.groups().is_empty() {
            let whole = wholes(drawing)?.contains(&true);
            new = if whole { new | header::GROUPS } else { new & !header::GROUPS };
        }
        let flags = [old, new];
        let mut plans = Plans::of(drawing, &chunks, &ink, depth)?;
        if !plans.fits(drawing, &ink, &background) {
            ink = ink.plain();
            plans = Plans::of(drawing, &chunks, &ink, depth)?;
        }
        let tree = tree::of(drawing, &chunks)?;
        let canvas = super::chunks::of_canvas(drawing);
        let first = drawing.frame_id(0).unwrap_or(0);
        let cels = drawing.unusual_cels().into_iter().collect();
        Ok(Outline { chunks, ink, depth, tree, plans, background, cels, flags, canvas, first })
    }

    /// Returns `true` if a chunk that stands for itself still holds.
    pub(super) fn holds(&self, chunk: &Carried) -> bool {
        let canvas = chunk.role == PALETTE || chunk.digest == 0 || chunk.digest == self.canvas;
        let pixels = chunk.kind != 0x2023 || self.ink.depth == self.depth;
        // The first frame has the drawing's palette, and no other one that it brought along from where it was.
        let colors = self.ink.kept && (chunk.frame == 0 || chunk.frame != self.first);
        canvas && pixels && (!is_palette(chunk.kind as u16) || colors)
    }

    /// Returns the opacity and the z-index of a cel. What is carried of one has an opacity below 255 where that is in the drawing's pixels, and
    /// a z-index where the drawing has none.
    fn look(&self, at: Cel, carried: u8, behind: &[u8]) -> (u8, [u8; 2]) {
        let (opacity, z_index) = self.cels.get(&at).map_or((255, 0), |own| (own.opacity, own.z_index));
        let known = behind.first_chunk().filter(|_| z_index == 0).copied();
        (product(opacity, carried), known.unwrap_or(z_index.to_le_bytes()))
    }

    /// Returns what a cel's chunk has between its place and its pixels: opacity, kind, z-index, and what later versions say.
    fn rest(&self, at: Cel, carried: u8, kind: u8, edge: &[u8]) -> Vec<u8> {
        let (opacity, z_index) = self.look(at, carried, edge.get(7..).unwrap_or_default());
        [&[opacity, kind, 0][..], &z_index, edge.get(9..14).unwrap_or(&[0; 5])].concat()
    }

    /// Returns what is carried of the chunks behind a cel. Where one that a file has shown at another size has its own pixels, it is shown as it is, be its
    /// layer still a reference layer or not.
    fn behind(&self, drawing: &Drawing<impl Door>, at: Cel, plan: &Plan) -> Option<Cow<'_, Carried>> {
        let ids = [drawing.layer_id(at.layer)?, drawing.frame_id(at.frame)?];
        let behind = self.chunks.cel(ids, BEHIND);
        let image = match plan {
            Plan::Link(first) => self.plans.cels.get(&(*first, at.layer)),
            own => Some(own),
        };
        let refers = drawing.layer(at.layer).is_ok_and(|layer| layer.reference);
        let placed = self.cels.get(&at).is_some_and(|own| own.original != Original::NONE);
        let own = match image {
            Some(Plan::Pixels(rect)) if refers || placed => Bounds::of(*rect),
            Some(Plan::Image(original)) => original.bounds,
            Some(Plan::Raw(raw)) if refers && let Plan::Link(first) = plan => {
                match self.raw_bounds(drawing, Cel { frame: *first, ..at }, raw) {
                    Some(bounds) => bounds,
                    None => return behind.map(Cow::Borrowed),
                }
            }
            _ => return behind.map(Cow::Borrowed),
        };
        // A link that says nothing has the bounds of the image that it leads to.
        let bytes = match plan {
            Plan::Image(_) => bounds::with(bytes(behind), own),
            _ => bounds::replaced(&behind?.bytes, own),
        };
        Some(Cow::Owned(Carried { bytes, ..behind.cloned().unwrap_or_default() }))
    }

    /// Returns where the image of a cel that is written as it came is shown.
    fn raw_bounds(&self, drawing: &Drawing<impl Door>, at: Cel, raw: &[u8]) -> Option<Bounds> {
        let ids = [drawing.layer_id(at.layer)?, drawing.frame_id(at.frame)?];
        let said = self.chunks.cel(ids, BEHIND).and_then(|behind| bounds::said(&behind.bytes));
        let original = drawing.cel_properties(at).original;
        let shown = (original != Original::NONE).then_some(original.bounds);
        let whole = || edge_of(raw.get(2..)?).map(Bounds::of);
        said.or(shown).or_else(whole)
    }

    /// Returns the chunks of a frame that stand for themselves.
    fn loose(&self, frame: u16, role: u8) -> impl Iterator<Item = &Carried> {
        let own = self.chunks.loose.iter().filter(move |chunk| (chunk.frame, chunk.role) == (frame, role));
        own.filter(|chunk| self.holds(chunk))
    }

    /// Returns the bytes of a chunk that stands for itself: a set of tiles has those that were painted.
    fn bytes(&self, chunk: &Carried) -> Vec<u8> {
        let grown = if chunk.kind == 0x2023 { self.plans.sets.grown(chunk) } else { None };
        grown.unwrap_or_else(|| chunk.bytes.clone())
    }
}

/// Encodes a drawing.
///
/// # Errors
/// Returns [`Error::Range`](crate::Error::Range) for more pixels than would be read again, and
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory) when the file's bytes can't be allocated.
pub(super) fn encode(drawing: &Drawing<impl Door>) -> Result<Vec<u8>> {
    let outline = Outline::of(drawing)?;
    let first = first(&outline, drawing)?;
    let mut durations = Vec::new();
    for frame in 0..drawing.frames() {
        durations.push(drawing.duration(frame)?);
    }
    let mut writer = Writer { sink: Sink::new(MAX_FILE), count: 0, outline: &outline };
    let mut write = || -> io::Result<()> {
        let bytes = head(drawing, &outline);
        writer.sink.write_all(&bytes)?;
        for (frame, duration) in (0..).zip(&durations) {
            writer.frame(drawing, frame, *duration, if frame == 0 { &first } else { &[] })?;
        }
        let size = writer.sink.bytes.len() as u32;
        writer.replace(0, &size.to_le_bytes());
        Ok(())
    };
    let written = write();
    written.map_err(|_| writer.sink.refusal("Aseprite file"))?;
    Ok(writer.sink.bytes)
}

/// Returns the file's header, whose size is replaced when it is known.
pub(super) fn head(drawing: &Drawing<impl Door>, outline: &Outline) -> Vec<u8> {
    let (width, height) = drawing.size();
    let mut out = Vec::new();
    // No grid here is one of single pixels, and a cell without a width there.
    let (across, down) = match drawing.grid() {
        (1, 1) => (0, 0),
        (across, down) => (across as u16, down as u16),
    };
    let depth = 8 * outline.ink.depth.bytes() as u16;
    out.extend([0; 4]);
    words(&mut out, &[super::FILE_MAGIC, drawing.frames() as u16, width as u16, height as u16, depth]);
    out.extend(outline.flags[1].to_le_bytes());
    // The duration of old files, eight zeros, the transparent number and three bytes that mean nothing.
    words(&mut out, &[100, 0, 0, 0, 0, 0, 0, drawing.colors() as u16]);
    out.extend([1, 1]);
    words(&mut out, &[0, 0, across, down]);
    out.extend([0; 84]);
    if let Some(old) = outline.chunks.header.as_ref().and_then(|chunk| chunk.bytes.get(..128)) {
        let grid = entries::grid(old);
        let colors = if outline.ink.kept { 32..34 } else { 0..0 };
        let cell = if grid == drawing.grid() { 40..44 } else { 0..0 };
        for range in [18..32, colors, 34..40, cell, 44..128] {
            if let (Some(new), Some(old)) = (out.get_mut(range.clone()), old.get(range)) {
                new.copy_from_slice(old);
            }
        }
    }
    out
}

/// Returns the chunks that only the first frame has, each as bytes of its own.
///
/// # Errors
/// Returns [`Error::Damaged`](crate::Error::Damaged) for chunks that no file has given.
fn first(outline: &Outline, drawing: &Drawing<impl Door>) -> Result<Vec<Vec<u8>>> {
    let chunks = &outline.chunks;
    let mut out: Vec<Vec<u8>> = Vec::new();
    let header = chunks.header.as_ref().map(|header| &header.bytes);
    let loose = |role| outline.loose(0, role).map(|chunk| outline.bytes(chunk));
    // What belongs to nothing before it goes before all.
    let (stray, mut rest): (Vec<_>, Vec<_>) = chunks
        .loose
        .iter()
        .filter(|chunk| chunk.frame == 0 && [FIRST, PALETTE].contains(&chunk.role) && outline.holds(chunk))
        .partition(|chunk| !STANDS_ALONE.contains(&(chunk.kind as u16)));
    out.extend(stray.into_iter().map(|chunk| chunk.bytes.clone()));
    let has_profile = header.is_none_or(|bytes| bytes.get(128).is_none_or(|has| has & 1 != 0));
    if has_profile && !chunks.loose.iter().any(|chunk| chunk.kind == 0x2007 && chunk.frame == 0) {
        out.push(profile());
    }
    let behind = || bytes(chunks.behind_palettes()).to_vec();
    let last = rest.iter().rposition(|chunk| chunk.role == PALETTE);
    if last.is_none() && (!outline.ink.kept || header.is_none_or(|bytes| has_palette(bytes))) {
        let profiles = rest.extract_if(.., |chunk| chunk.kind == 0x2007);
        out.extend(profiles.map(|chunk| chunk.bytes.clone()));
        out.push(palette(&drawing.palette(), &names(drawing, chunks).0));
    }
    if last.is_none() {
        out.push(behind());
    }
    for (at, chunk) in rest.into_iter().enumerate() {
        out.push(outline.bytes(chunk));
        if last == Some(at) {
            out.push(behind());
        }
    }
    for (level, branch) in &outline.tree.list {
        out.extend(branch_chunks(outline, drawing, *level, branch)?);
    }
    out.extend(tags(outline, drawing)?);
    out.extend(slices::chunks(chunks, drawing)?);
    out.extend(loose(MIDDLE));
    out.retain(|bytes| !bytes.is_empty());
    Ok(out)
}

/// Returns the chunk of a profile of sRGB, without a gamma of its own.
pub(super) fn profile() -> Vec<u8> {
    let (mut out, mut contents) = (Vec::new(), Vec::new());
    words(&mut contents, &[1, 0, 0, 0, 0, 0, 0, 0]);
    entries::chunk(&mut out, 0x2007, &contents);
    out
}

/// Returns the chunk of a palette, some of whose colours have names.
pub(super) fn palette(colors: &[Color], names: &BTreeMap<u32, Vec<u8>>) -> Vec<u8> {
    let (mut out, mut contents, len) = (Vec::new(), Vec::new(), colors.len() as u32);
    contents.extend([len, 0, len.saturating_sub(1), 0, 0].iter().flat_map(|number| number.to_le_bytes()));
    for (at, color) in (0..).zip(colors) {
        let name = names.get(&at);
        words(&mut contents, &[name.is_some().into()]);
        contents.extend(color.bytes);
        if let Some(name) = name {
            words(&mut contents, &[name.len() as u16]);
            contents.extend(name);
        }
    }
    entries::chunk(&mut out, 0x2019, &contents);
    out
}

/// Returns of each group whether it is blended as a whole.
///
/// # Errors
/// None for groups that there are.
pub(super) fn wholes(drawing: &Drawing<impl Door>) -> Result<Vec<bool>> {
    drawing.groups().iter().map(|id| Ok(drawing.group(*id)?.is_whole())).collect()
}

/// Returns the chunk of a layer or a group, and what follows it.
fn branch_chunks(
    outline: &Outline,
    drawing: &Drawing<impl Door>,
    level: u16,
    branch: &Branch,
) -> Result<[Vec<u8>; 2]> {
    let (chunks, mut out) = (&outline.chunks, Vec::new());
    let (contents, behind) = match branch {
        Branch::Other(raw, behind) => (raw.clone(), behind.clone()),
        Branch::Group(id) => {
            let entry = tree::group_entry(drawing, *id, level)?;
            let contents = match chunks.group(*id, OWN) {
                Some(own) => entry.over(&own.bytes, outline.flags, true)?,
                None => entry.plain(),
            };
            let (group, wholes) = (drawing.group(*id)?, outline.flags[1] & header::GROUPS != 0);
            (contents, Words::of_group(&group, wholes).behind(chunks.group(*id, BEHIND)))
        }
        Branch::Layer(at) => {
            let (id, mut entry) =
                (drawing.layer_id(*at).unwrap_or(0), tree::layer_entry(drawing, *at, level)?);
            let (background, reference) = unread(drawing, chunks, *at);
            (entry.background, entry.reference) =
                (entry.background || background, entry.reference || reference);
            let contents = match chunks.layer(id, OWN) {
                Some(own) => entry.over(&own.bytes, outline.flags, outline.plans.tiled.contains(at))?,
                None => entry.plain(),
            };
            (contents, Words::of_layer(&drawing.layer(*at)?).behind(chunks.layer(id, BEHIND)))
        }
    };
    entries::chunk(&mut out, 0x2004, &contents);
    Ok([out, behind])
}

/// Returns the chunk of tags, and the user data of each.
fn tags(outline: &Outline, drawing: &Drawing<impl Door>) -> Result<Vec<Vec<u8>>> {
    let (tags, ids) = (drawing.tags(), drawing.tag_ids());
    let (mut out, mut contents, mut behind) = (Vec::new(), Vec::new(), Vec::new());
    if tags.is_empty() {
        return Ok(behind);
    }
    words(&mut contents, &[tags.len() as u16, 0, 0, 0, 0]);
    for (tag, id) in tags.iter().zip(ids) {
        let known = outline.chunks.tag(*id, BEHIND);
        let own = outline.chunks.tag(*id, OWN).map_or_else(|| entries::tag(tag), |own| own.bytes.clone());
        contents.extend(entries::tag_over(tag, &own, bytes(known))?);
        let colored = entries::behind_tag(tag, &own, bytes(known))?;
        behind.push(entries::texted(tag, colored, known.is_some_and(|known| known.digest != READ)));
    }
    // User data belongs to tags by its place, so each has some if one has.
    if behind.iter().any(|own| !own.is_empty()) {
        for (own, tag) in behind.iter_mut().zip(&tags).filter(|(own, _)| own.is_empty()) {
            *own = entries::tag_data(tag);
        }
    }
    entries::chunk(&mut out, 0x2018, &contents);
    behind.insert(0, out);
    Ok(behind)
}

/// A file in the making.
#[derive(Debug)]
struct Writer<'a> {
    sink: Sink,
    /// Number of chunks of the frame.
    count: u32,
    outline: &'a Outline,
}

impl Writer<'_> {
    /// Replaces bytes that were written before.
    fn replace(&mut self, at: usize, bytes: &[u8]) {
        if let Some(place) = self.sink.bytes.get_mut(at..at + bytes.len()) {
            place.copy_from_slice(bytes);
        }
    }

    /// Writes chunks one after the other, and counts them.
    fn chunks(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut left = bytes;
        while let Some((size, _)) = left.split_first_chunk::<4>() {
            self.count += 1;
            left = left.get((u32::from_le_bytes(*size) as usize).max(6)..).unwrap_or_default();
        }
        self.sink.write_all(bytes)
    }

    /// Writes a frame. Its size and the number of its chunks are replaced when they are known.
    fn frame(
        &mut self,
        drawing: &Drawing<impl Door>,
        frame: u32,
        duration: u32,
        first: &[Vec<u8>],
    ) -> io::Result<()> {
        let (start, outline) = (self.sink.bytes.len(), self.outline);
        self.count = 0;
        let mut head = vec![0; 4];
        words(&mut head, &[FRAME_MAGIC, 0, duration as u16, 0, 0, 0]);
        self.sink.write_all(&head)?;
        first.iter().try_for_each(|bytes| self.chunks(bytes))?;
        let id = drawing.frame_id(frame).unwrap_or(0);
        for chunk in outline.loose(id, FIRST).chain(outline.loose(id, MIDDLE)) {
            self.chunks(&chunk.bytes)?;
        }
        for ((_, layer), plan) in outline.plans.cels.range((frame, 0)..=(frame, u32::MAX)) {
            self.cel(drawing, Cel { layer: *layer, frame }, plan)?;
        }
        let last = [0, id].into_iter().skip(usize::from(frame > 0));
        for chunk in last.flat_map(|id| outline.loose(id, LAST)) {
            self.chunks(&chunk.bytes)?;
        }
        let size = (self.sink.bytes.len() - start) as u32;
        let (count, few) = (self.count, u16::try_from(self.count).unwrap_or(u16::MAX));
        self.replace(start, &size.to_le_bytes());
        self.replace(start + 6, &few.to_le_bytes());
        self.replace(start + 12, &count.to_le_bytes());
        Ok(())
    }

    fn cel(&mut self, drawing: &Drawing<impl Door>, at: Cel, plan: &Plan) -> io::Result<()> {
        let (start, outline) = (self.sink.bytes.len(), self.outline);
        let of = |branch: &(u16, Branch)| matches!(branch.1, Branch::Layer(layer) if layer == at.layer);
        let node = outline.tree.list.iter().position(of).unwrap_or(0) as u16;
        let ids = [drawing.layer_id(at.layer), drawing.frame_id(at.frame)].map(|id| id.unwrap_or(0));
        self.count += 1;
        self.sink.write_all(&[0; 4])?;
        self.sink.write_all(&0x2005_u16.to_le_bytes())?;
        self.sink.write_all(&node.to_le_bytes())?;
        let edge = bytes(outline.chunks.cel(ids, EDGE));
        let mut head = Vec::new();
        match plan {
            Plan::Raw(raw) => {
                let mut raw = raw.clone();
                let (opacity, z_index) =
                    outline.look(at, raw.get(6).copied().unwrap_or(255), raw.get(9..).unwrap_or_default());
                for (place, byte) in [(6, opacity), (9, z_index[0]), (10, z_index[1])] {
                    raw.get_mut(place).into_iter().for_each(|old| *old = byte);
                }
                self.sink.write_all(raw.get(2..).unwrap_or_default())?;
            }
            Plan::Link(first) => {
                let to = outline.plans.cels.get(&(*first, at.layer));
                let (place, opacity) = place(to);
                words(&mut head, &place);
                head.extend(outline.rest(at, opacity, 1, edge));
                words(&mut head, &[*first as u16]);
                self.sink.write_all(&head)?;
            }
            Plan::Pixels(rect) => {
                words(&mut head, &[rect.x as u16, rect.y as u16]);
                head.extend(outline.rest(at, 255, 2, edge));
                words(&mut head, &[rect.width as u16, rect.height as u16]);
                self.sink.write_all(&head)?;
                self.pixels(drawing, at, *rect)?;
            }
            Plan::Image(original) => {
                words(&mut head, &corner(original));
                head.extend(outline.rest(at, 255, 2, edge));
                self.image(drawing, at, original, head)?;
            }
        }
        let size = self.sink.bytes.len() - start;
        self.replace(start, &(size as u32).to_le_bytes());
        let behind = outline.behind(drawing, at, plan);
        let behind = behind.as_deref();
        match outline.cels.get(&at) {
            // What frames share is said where their image is.
            _ if matches!(plan, Plan::Link(_)) => self.chunks(bytes(behind)),
            Some(own) => self.chunks(&Words::of_cel(own).behind(behind)),
            None => self.chunks(&Words::NONE.behind(behind)),
        }
    }

    /// Writes the image that a cel shows, packed, behind what the cel's chunk begins with.
    fn image(
        &mut self,
        drawing: &Drawing<impl Door>,
        at: Cel,
        original: &Original,
        mut head: Vec<u8>,
    ) -> io::Result<()> {
        let (outline, gone) = (self.outline, || io::Error::from(io::ErrorKind::NotFound));
        if original.turn.is_upright() && outline.ink.depth == Depth::Rgba {
            let image = drawing.packed_image(at.layer, original.image).ok_or_else(gone)?;
            words(&mut head, &[image.size.0 as u16, image.size.1 as u16]);
            self.sink.write_all(&head)?;
            return self.sink.write_all(&image.bytes);
        }
        let image = drawing.original_image(at.layer, original).ok_or_else(gone)?;
        words(&mut head, &[image.size().0 as u16, image.size().1 as u16]);
        self.sink.write_all(&head)?;
        let background = outline.background.get(at.layer as usize).copied().unwrap_or(false);
        let mut encoder = ZlibEncoder::new(&mut self.sink, Compression::best());
        let mut bytes = Vec::new();
        for y in 0..image.size().1 {
            bytes.clear();
            outline.ink.convert(at.frame, background, image.row(y), &mut bytes);
            encoder.write_all(&bytes)?;
            pause::only(bytes.len());
        }
        encoder.finish().map(|_| ())
    }

    /// Writes a cel's pixels, packed.
    fn pixels(&mut self, drawing: &Drawing<impl Door>, at: Cel, around: Rect) -> io::Result<()> {
        let outline = self.outline;
        let background = outline.background.get(at.layer as usize).copied().unwrap_or(false);
        let mut encoder = ZlibEncoder::new(&mut self.sink, Compression::best());
        let (mut row, mut bytes) = (vec![Color::TRANSPARENT; around.width as usize], Vec::new());
        for y in around.y..around.bottom() {
            drawing.read_whole(at, around.x, y, &mut row);
            bytes.clear();
            outline.ink.convert(at.frame, background, &row, &mut bytes);
            encoder.write_all(&bytes)?;
            pause::only(4 * row.len());
        }
        encoder.finish().map(|_| ())
    }
}

/// Returns the pixel of the canvas that an image begins in.
fn corner(original: &Original) -> [u16; 2] {
    let [left, top, ..] = original.bounds.0;
    [left, top].map(|side| (side >> 16) as u16)
}

/// Returns the place and the opacity that a cel is written with.
fn place(plan: Option<&Plan>) -> ([u16; 2], u8) {
    match plan {
        Some(Plan::Pixels(rect)) => ([rect.x as u16, rect.y as u16], 255),
        Some(Plan::Image(original)) => (corner(original), 255),
        Some(Plan::Raw(raw)) => match raw.get(2..7) {
            Some(&[x, more_x, y, more_y, opacity]) => {
                ([u16::from_le_bytes([x, more_x]), u16::from_le_bytes([y, more_y])], opacity)
            }
            _ => ([0; 2], 255),
        },
        _ => ([0; 2], 255),
    }
}
