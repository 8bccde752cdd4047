//! OpenRaster, out: each layer as a picture of the pixels that it has.

use super::{MIME, modes};
use crate::archive::{Writer, Written, deflate, store};
use crate::color::{Color, product};
use crate::document::{Cel, Drawing, Picture, Store};
use crate::error::{Message, Result, in_range};
use crate::geometry::Rect;
use crate::names::modes_lost;
use crate::parts::{counted, labels_lost};
use crate::sink::{MAX_FILE, Sink};
use crate::{Export, png};

/// Maximum number of columns and rows of the thumbnail.
const THUMBNAIL: u32 = 256;

/// Encodes the frame of a drawing that is shown.
///
/// # Errors
/// Returns [`Error::Range`](crate::Error::Range) if there is no such frame, and
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory).
pub(super) fn write_ora(drawing: &Drawing<Store>, export: &Export) -> Result<Vec<u8>> {
    let frame = export.shown;
    in_range("frame", frame.into(), 0, i64::from(drawing.frames()) - 1)?;
    let parts: Vec<_> = (0..drawing.layers()).map(|layer| part(drawing, Cel { layer, frame })).collect();
    let mut layers = Vec::new();
    for (layer, part) in (0..).zip(&parts) {
        layers.push(encode_cel(drawing, Cel { layer, frame }, *part)?);
    }
    let merged = drawing.exported_picture(frame).bare();
    let (width, height) = drawing.size();
    let step = width.max(height).div_ceil(THUMBNAIL);
    let (whole, thumbnail) =
        (encode(&merged, drawing.bounds(), 1)?, encode(&merged, drawing.bounds(), step)?);
    let list = list(drawing, &parts)?;
    let mut sink = Sink::new(MAX_FILE);
    let write = |sink| -> Written {
        let mut archive: Writer<'_> = Writer::new(sink);
        store(&mut archive, "mimetype", MIME.as_bytes())?;
        deflate(&mut archive, "stack.xml", |out| out.write_all(list.as_bytes()))?;
        for (layer, png) in layers.iter().enumerate() {
            store(&mut archive, &format!("data/layer{layer}.png"), png)?;
        }
        store(&mut archive, "mergedimage.png", &whole)?;
        store(&mut archive, "Thumbnails/thumbnail.png", &thumbnail)?;
        archive.finish()?;
        Ok(())
    };
    write(&mut sink).map_err(|_| sink.refusal("OpenRaster file"))?;
    Ok(sink.bytes)
}

/// Returns the part of a cel that is written: what has pixels, on the canvas and beyond it, or one pixel.
fn part(drawing: &Drawing<Store>, cel: Cel) -> Rect {
    let around = drawing.whole_extent(cel);
    if around.is_empty() { Rect::new(0, 0, 1, 1) } else { around }
}

/// Encodes a part of a cel.
fn encode_cel(drawing: &Drawing<Store>, cel: Cel, part: Rect) -> Result<Vec<u8>> {
    // The format has no opacity of cels.
    let opacity = drawing.cel_properties(cel).opacity;
    png::encode_rows(part.width as u32, part.height as u32, |y, row: &mut [Color]| {
        drawing.read_whole(cel, part.x, part.y + y as i32, row);
        if opacity < 255 {
            row.iter_mut().for_each(|color| color.bytes[3] = product(color.bytes[3], opacity));
        }
        Ok(())
    })
}

/// Encodes every `step`-th pixel of a part of a picture.
fn encode(picture: &Picture<'_>, part: Rect, step: u32) -> Result<Vec<u8>> {
    let (width, height) = ((part.width as u32).div_ceil(step), (part.height as u32).div_ceil(step));
    png::encode_rows(width, height, |y, row: &mut [Color]| {
        picture.read(part.x as u32, part.y as u32 + y * step, step, row);
        Ok(())
    })
}

/// Returns a text for an attribute of XML.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // No XML may have these two, however they are written.
            '\u{fffe}' | '\u{ffff}' => out.push(char::REPLACEMENT_CHARACTER),
            c => out.push(c),
        }
    }
    out
}

/// Returns the list of layers, from the top down.
fn list(drawing: &Drawing<Store>, parts: &[Rect]) -> Result<String> {
    let (width, height) = drawing.size();
    let mut list = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<image version=\"0.0.5\" w=\"{width}\" h=\"{height}\">\n<stack>\n"
    );
    let visibility = |visible: bool| if visible { "visible" } else { "hidden" };
    let locked = |name: &str, locked: bool| if locked { format!(" {name}=\"true\"") } else { String::new() };
    let mut open: Vec<u16> = Vec::new();
    for at in (0..drawing.layers()).rev() {
        let (layer, mut around) = (drawing.layer(at)?, drawing.groups_of(at));
        around.reverse();
        let common = open.iter().zip(&around).take_while(|(one, other)| one == other).count();
        list.push_str(&"</stack>\n".repeat(open.len() - common));
        for id in &around[common..] {
            let group = drawing.group(*id)?;
            list.push_str(&format!(
                "<stack name=\"{}\" opacity=\"{}\" visibility=\"{}\" composite-op=\"{}\" isolation=\"{}\"{}>\n",
                escaped(&group.name),
                f64::from(group.opacity) / 255.0,
                visibility(group.visible),
                modes::MODES.name(group.blend).unwrap_or("svg:src-over"),
                if group.isolated { "isolate" } else { "auto" },
                locked("edit-locked", group.locked),
            ));
        }
        open = around;
        let corner = parts.get(at as usize).copied().unwrap_or_default();
        list.push_str(&format!(
            "<layer name=\"{}\" src=\"data/layer{at}.png\" x=\"{}\" y=\"{}\" opacity=\"{}\" visibility=\"{}\" \
             composite-op=\"{}\"{}{}/>\n",
            escaped(&layer.name),
            corner.x,
            corner.y,
            f64::from(layer.opacity) / 255.0,
            // No other program has to show a model that was drawn after.
            visibility(layer.visible && !layer.reference),
            modes::MODES.name(layer.blend).unwrap_or("svg:src-over"),
            locked("edit-locked", layer.locked),
            locked("alpha-preserve", layer.alpha_locked),
        ));
    }
    list.push_str(&"</stack>\n".repeat(open.len() + 1));
    list.push_str("</image>\n");
    Ok(list)
}

/// Lists what a file would lose besides.
///
/// # Errors
/// Returns [`Error::Range`](crate::Error::Range) for a layer that does not exist: none of those asked for.
pub(super) fn losses(drawing: &Drawing<Store>, export: &Export) -> Result<Vec<Message>> {
    let clipped =
        (0..drawing.layers()).filter(|&layer| drawing.layer(layer).is_ok_and(|layer| layer.clipped)).count();
    let found = [
        modes_lost(&modes::MODES, drawing)?,
        counted(
            drawing.half_blended(export.shown..export.shown + 1),
            "the look of {n} layer over half transparent pixels, which other programs mix differently from Aseprite \
             | the look of {n} layers over half transparent pixels, which other programs mix differently from Aseprite",
        ),
        counted(clipped as u32, "the clipping of {n} layer | the clipping of {n} layers"),
    ];
    Ok(found.into_iter().flatten().chain(labels_lost(drawing, true)?).collect())
}
