//! The web boundary of the second module, which knows all file formats and runs in a worker.
//!
//! The page's module paints and knows the project file. Files of other programs are read here into its pages, and such
//! pages are written here in any format, while the person goes on. So a stranger's file that stops its reader stops this
//! module, which nobody has work in.

#![cfg(target_arch = "wasm32")]
// A panic is never an error message.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::todo)]

use js_sys::{Array, Function, Reflect, Uint8Array};
use std::cell::RefCell;
use undoodle_formats::document::{Document, Drawing};
use undoodle_formats::error::{Error, Message};
use undoodle_formats::pause::{self, Stoppable};
use undoodle_formats::project::Pages;
use undoodle_formats::value::Value;
use undoodle_formats::{self as formats, Export, Format, Names, progress};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

mod build;
mod palettes;
mod sheets;
mod values;

pub use build::Build;
use values::{JsMessages, bytes, entries, handed, message, messages, object, thrown};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A file that was read: its format, the drawing as a project file's pages, and what could not be kept. */
export type ReadFile = {format: string, project: Uint8Array<ArrayBuffer>, width: number, height: number, notes: Message};
/** What an export calls its pictures and files: the pattern that is used if none is chosen, the first and the last picture of `count`, and files that have all pictures. */
export type Names = {pattern: string, first: string, last: string, count: number, files: string[]};
"#;

#[wasm_bindgen]
extern "C" {
    /// `ReadFile` in TypeScript.
    #[wasm_bindgen(typescript_type = "ReadFile")]
    pub type JsReadFile;
    /// `Names` in TypeScript, if the format has names.
    #[wasm_bindgen(typescript_type = "Names | undefined")]
    pub type JsNames;
    /// A function that hears of progress, from 0 to 1.
    #[wasm_bindgen(typescript_type = "(share: number) => void")]
    pub type JsTell;
    /// Options of an export by their ids.
    #[wasm_bindgen(typescript_type = "Record<string, number | string | boolean>")]
    pub type JsOptions;
}

thread_local! {
    /// Who hears of progress.
    static TELL: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Installs a hook that logs where a panic happened to the browser's console.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Does some work, and tells now and then how far it is.
fn told<T>(tell: JsTell, work: impl FnOnce() -> T) -> T {
    TELL.set(Some(tell.unchecked_into()));
    progress::begin();
    let host = |_: Stoppable| {
        TELL.with_borrow(|tell| {
            if let Some(tell) = tell {
                // What it throws is its own affair.
                let _ = tell.call1(&JsValue::NULL, &JsValue::from_f64(progress::share()));
            }
        });
        false
    };
    let result = pause::hosted(host, work);
    TELL.set(None);
    result
}

/// Makes the pages of a project file of a drawing that was read.
fn read_file(
    format: &str,
    drawing: &Drawing<undoodle_formats::memory::Memory>,
    notes: &Message,
) -> Result<JsReadFile, Error> {
    let (width, height) = drawing.size();
    let project = handed(&Pages::of(drawing)?)?;
    Ok(object(&[
        ("format", format.into()),
        ("project", project.into()),
        ("width", width.into()),
        ("height", height.into()),
        ("notes", message(notes)),
    ])
    .unchecked_into())
}

/// Reads a file of any format.
#[wasm_bindgen]
pub fn read(file: &Uint8Array, tell: JsTell) -> Result<JsReadFile, JsValue> {
    let bytes = bytes(file)?;
    let read = || {
        let (format, opened) = formats::open(&bytes)?;
        let notes = opened.notes();
        read_file(format.id, &opened.into_drawing()?, &notes)
    };
    told(tell, read).map_err(thrown)
}

/// A drawing that is to be written, once or several times.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Source {
    document: Document,
    shown: u32,
    name: String,
}

#[wasm_bindgen]
impl Source {
    /// Reads a project file; `shown` is the frame that is shown in the editor, counted from 0, and `name` the drawing's name.
    #[wasm_bindgen(constructor)]
    pub fn new(file: &Uint8Array, shown: u32, name: String) -> Result<Source, JsValue> {
        let bytes = bytes(file)?;
        let read = || Document::open(formats::open(&bytes)?.1.drawing()?);
        Ok(Source { document: read().map_err(thrown)?, shown, name })
    }

    /// Returns a format by its id, and the export of the drawing with these options.
    fn export(&self, format: &str, options: &JsOptions) -> Result<(&'static Format, Export), JsValue> {
        let format = formats::named(format).map_err(thrown)?;
        let export = Export::of(format, self.shown, &entries(options)?).map_err(thrown)?;
        Ok((format, Export { name: self.name.clone(), ..export }))
    }

    /// Encodes the drawing as a file of a format.
    pub fn write(&self, format: &str, options: &JsOptions, tell: JsTell) -> Result<Vec<u8>, JsValue> {
        let (format, export) = self.export(format, options)?;
        told(tell, || formats::write(format, &self.document, &export)).map_err(thrown)
    }

    /// Returns what a file of a format leaves out of the drawing, as phrases.
    pub fn left_out(&self, format: &str, options: &JsOptions) -> Result<JsMessages, JsValue> {
        let (format, export) = self.export(format, options)?;
        formats::lost(&self.document, format, &export).map(|lost| messages(&lost)).map_err(thrown)
    }

    /// Returns what a file of a format calls its pictures, if it has several.
    pub fn names(&self, format: &str, options: &JsOptions) -> Result<JsNames, JsValue> {
        let (format, export) = self.export(format, options)?;
        let Some(names) = format.names else { return Ok(JsValue::UNDEFINED.unchecked_into()) };
        let Names { pattern, pictures, files } = names(&self.document, &export).map_err(thrown)?;
        let at = |name: Option<&String>| name.map_or(JsValue::UNDEFINED, |name| name.as_str().into());
        let files: Array = files.into_iter().map(JsValue::from).collect();
        Ok(object(&[
            ("pattern", pattern.into()),
            ("first", at(pictures.first())),
            ("last", at(pictures.last())),
            ("count", pictures.len().into()),
            ("files", files.into()),
        ])
        .unchecked_into())
    }
}
