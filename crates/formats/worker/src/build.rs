//! A drawing made of pixels that the page has decoded: by the browser, or by a package for a rare format.

use super::values::{bytes, thrown};
use super::{JsReadFile, read_file};
use js_sys::Uint8Array;
use undoodle_formats::Folder;
use undoodle_formats::color::Blend;
use undoodle_formats::document::{Cel, Drawing, Layer, MAX_BYTES};
use undoodle_formats::error::{Error, in_range};
use undoodle_formats::memory::Memory;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// A drawing that is being made.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Build {
    drawing: Drawing<Memory>,
    /// Number of layers and frames that were asked for: the first of each is there from the start.
    layers: u32,
    frames: u32,
    /// The groups, and which of them each layer is in.
    groups: Vec<Folder>,
    grouped: Vec<Option<usize>>,
    pixels: u64,
}

#[wasm_bindgen]
impl Build {
    /// Begins a transparent drawing.
    #[wasm_bindgen(constructor)]
    pub fn new(width: u32, height: u32) -> Result<Build, JsValue> {
        let drawing = Drawing::new(width, height).map_err(thrown)?;
        Ok(Build { drawing, layers: 0, frames: 0, groups: Vec::new(), grouped: Vec::new(), pixels: 0 })
    }

    /// Adds a frame behind the others.
    pub fn frame(&mut self, milliseconds: u32) -> Result<(), JsValue> {
        let at = self.frames;
        let mut add = || {
            if at > 0 {
                self.drawing.add_frame(at)?;
            }
            self.drawing.set_duration(at, milliseconds.clamp(1, u16::MAX.into()))
        };
        add().map_err(thrown)?;
        self.frames += 1;
        Ok(())
    }

    /// Adds a group, and returns its number. `parent` is that of the group around it, or negative.
    pub fn group(
        &mut self,
        name: &str,
        opacity: u8,
        blend: &str,
        visible: bool,
        isolated: bool,
        parent: i32,
    ) -> Result<u32, JsValue> {
        let mut folder = Folder::new(usize::try_from(parent).ok());
        let group = &mut folder.group;
        (group.opacity, group.visible, group.isolated) = (opacity, visible, isolated);
        group.name = undoodle_formats::fitting(name);
        group.blend = Blend::named(blend).map_err(thrown)?;
        self.groups.push(folder);
        Ok(self.groups.len() as u32 - 1)
    }

    /// Adds a layer above the others. `group` is the number of its group, or negative.
    pub fn layer(
        &mut self,
        name: &str,
        opacity: u8,
        blend: &str,
        visible: bool,
        group: i32,
    ) -> Result<(), JsValue> {
        let at = self.layers;
        let mut add = || {
            if at > 0 {
                self.drawing.add_layer(at)?;
            }
            let blend = Blend::named(blend)?;
            let name = undoodle_formats::fitting(name);
            self.drawing.change_layer(at, |layer| {
                if !name.is_empty() {
                    layer.name = name;
                }
                (layer.opacity, layer.blend, layer.visible) = (opacity, blend, visible);
            })
        };
        add().map_err(thrown)?;
        self.grouped.push(usize::try_from(group).ok());
        self.layers += 1;
        Ok(())
    }

    /// Locks the newest layer, or its alpha.
    pub fn locks(&mut self, locked: bool, alpha: bool) -> Result<(), JsValue> {
        let newest = self.layers.saturating_sub(1);
        let set = |layer: &mut Layer| (layer.locked, layer.alpha_locked) = (locked, alpha);
        self.drawing.change_layer(newest, set).map_err(thrown)
    }

    /// Clips the newest layer to the layer below.
    pub fn clip(&mut self) -> Result<(), JsValue> {
        let newest = self.layers.saturating_sub(1);
        self.drawing.change_layer(newest, |layer| layer.clipped = true).map_err(thrown)
    }

    /// Puts a rectangle of RGBA pixels on the newest layer, in a frame counted from 0. What lies too far outside of the
    /// canvas to be kept is left out.
    pub fn put(&mut self, frame: u32, x: i32, y: i32, width: u32, rgba: &Uint8Array) -> Result<(), JsValue> {
        let bytes = bytes(rgba)?;
        let mut put = || {
            let layer = self.layers.saturating_sub(1);
            in_range("width", width.into(), 1, 1 << 20)?;
            let row = width as usize * 4;
            self.pixels += bytes.len() as u64;
            if self.pixels > MAX_BYTES {
                return Err(Error::OutOfMemory { what: "drawing", bytes: self.pixels, limit: MAX_BYTES });
            }
            let mut plane = self.drawing.pixels_mut(Cel { layer, frame })?;
            for (line, row) in (y..).zip(bytes.chunks_exact(row)) {
                plane.put_beyond(x, line, bytemuck::cast_slice(row))?;
            }
            Ok(())
        };
        put().map_err(thrown)
    }

    /// Ends the drawing, and returns it as a project file, with the note on how its layers mix.
    pub fn finish(mut self, format: &str) -> Result<JsReadFile, JsValue> {
        let mut end = || {
            undoodle_formats::group(&mut self.drawing, &self.groups, &self.grouped)?;
            self.drawing.compact()?;
            read_file(format, &self.drawing, &undoodle_formats::mixed(&self.drawing).unwrap_or_default())
        };
        end().map_err(thrown)
    }
}
