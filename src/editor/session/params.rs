//! Parameters of commands, whose defaults follow the session.
//!
//! A form is made from them, a script's arguments are checked against them before anything
//! is done, and tests make arguments up. Whoever runs a command without arguments gets the
//! defaults: the active layer, the primary colour.
//!
//! ```
//! use undoodle::{editor::{Editor, command}, value::Value};
//! let mut editor = Editor::new()?;
//! let wrong = editor.run("layer.opacity", &[("opacity".into(), Value::from(256))], 0);
//! assert_eq!(wrong.unwrap_err().to_string(), "opacity must be from 0 to 255, not 256");
//! assert_eq!(command("layer.opacity").map(|c| c.params.len()), Some(2));
//! # Ok::<(), undoodle::Error>(())
//! ```

use crate::editor::Editor;
use crate::params;
pub use crate::params::{Args, Kind, List};

/// A parameter of a command.
pub type Param = params::Param<Editor>;

/// The layer a command applies to. Forms use the active one and don't ask.
pub(in crate::editor) const LAYER: Param =
    Param::new("layer", "Layer", Kind::Index(List::Layers), |e| e.cel().layer.into()).shown_if(|_| false);

/// The frame a command applies to. Forms use the active one and don't ask.
pub(in crate::editor) const FRAME: Param =
    Param::new("frame", "Frame", Kind::Index(List::Frames), |e| e.cel().frame.into()).shown_if(|_| false);
