//! What was copied, on its way to other tabs and programs and back.

use super::value::object;
use super::values::bytes;
use crate::editor::{Copied, Editor, Handed};
use crate::geometry::Point;
use js_sys::{Reflect, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/**
 * What was copied: `png` is a file of its exact pixels, unless there are too many for other programs and tabs; `place` is
 * where it was on the canvas.
 */
export type Copied = {width: number, height: number, place: Point | null, png: Uint8Array<ArrayBuffer> | null};
"#;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "Copied | undefined")]
    pub type JsMaybeCopied;

    /// Gives the page what was copied.
    #[wasm_bindgen(js_name = undoodleCopied)]
    fn take(copied: JsValue);
}

/// Hands what was copied to the page.
fn hand_over(copied: Copied) {
    let (width, height) = copied.size;
    let point = |point: Point| object(&[("x", point.x.into()), ("y", point.y.into())]);
    let png = copied.png.map(|png| JsValue::from(Uint8Array::from(&png[..])));
    take(object(&[
        ("width", width.into()),
        ("height", height.into()),
        ("place", copied.place.map_or(JsValue::NULL, point)),
        ("png", png.unwrap_or(JsValue::NULL)),
    ]));
}

/// What is to be done with the clipboard.
#[derive(Debug)]
pub(super) enum Work {
    Copy { id: String, time: u64 },
    Paste { handed: Option<(Vec<u8>, Option<Point>)>, picture: Option<Vec<u8>>, time: u64 },
}

impl Work {
    /// Plans a paste of what another tab has handed over, if it has, and of a file from the system's clipboard.
    pub(super) fn paste(handed: &JsValue, picture: Option<Uint8Array>, time: u64) -> Result<Work, JsValue> {
        let picture = picture.map(|file| bytes(&file)).transpose()?;
        if !handed.is_object() {
            return Ok(Work::Paste { handed: None, picture, time });
        }
        let png: Uint8Array = Reflect::get(handed, &"png".into())?.dyn_into()?;
        let place = Reflect::get(handed, &"place".into())?;
        let at = |name: &str| Some(Reflect::get(&place, &name.into()).ok()?.as_f64()? as i32);
        let place = if place.is_object() { at("x").zip(at("y")) } else { None };
        let handed = Some((bytes(&png)?, place.map(|(x, y)| Point::new(x, y))));
        Ok(Work::Paste { handed, picture, time })
    }

    /// Does it. Returns `false` if nothing was copied or pasted. Never inlined, as nobody needs it to paint.
    #[inline(never)]
    pub(super) fn perform(&self, editor: &mut Editor) -> crate::error::Result<bool> {
        match self {
            Work::Copy { id, time } => Ok(editor.copy(id, &[], *time)?.map(hand_over).is_some()),
            Work::Paste { handed, picture, time } => {
                let handed = handed.as_ref().map(|(png, place)| Handed { png, place: *place });
                editor.paste_latest(handed, picture.as_deref(), *time)
            }
        }
    }
}
