//! The script model: a step is skipped, and the rest is run again.
//!
//! Undo goes back one step at a time. Who wants one step in the middle to go, and the later ones to stay, is answered by
//! research since 1984 (Archer, Conway and Schneider, "User Recovery and Reversal in Interactive Systems") by the *script
//! model*: the commands are a script, the picture is what the script makes, so a line is struck from the script and the rest
//! is run again. It stands here on the stacks of the [command pattern](super::Commands). Its commands know what a person did,
//! and not which pixels came of it, as a fill has to find its area anew.
//!
//! All later steps are undone and done again for one that goes: that is its price, beside the memory of the strokes. What is
//! drawn is what would have been drawn without the step, so a later fill may spread over the picture. The product's own way
//! is another one: what nothing later has touched goes back to what it was before, and all else stays as it is seen.
//!
//! The invariant: after a step was skipped, the picture is that of a person who never did it.
//!
//! ```
//! use undoodle_lab::{color::Color, geometry::Point};
//! use undoodle_lab::{Painter, Script, Stroke, System, Tool};
//! let painter = Painter::new(8, 1)?;
//! let mut system = Script::new(vec![0; painter.bytes()], 1 << 20);
//! for (tool, color, x) in [(Tool::Pencil, Color::BLACK, 4), (Tool::Fill, Color::ADDED, 0)] {
//!     let stroke = Stroke { tool, color, size: 1, points: vec![Point::new(x, 0)] };
//!     painter.act(&mut system, &stroke)?;
//! }
//! assert_eq!(painter.pixel(system.document(), 7, 0), Color::TRANSPARENT, "the fill ends at the pencil's pixel");
//! assert!(system.take_back(1));
//! assert_eq!(painter.pixel(system.document(), 7, 0), Color::ADDED, "nothing stops it any more");
//! # Ok::<(), undoodle_lab::Error>(())
//! ```

use super::commands::{Command, Commands, SetBytes, Several};
use super::{Fact, Painter, Stroke, System};
use crate::error::Message;
use crate::raster::Brush;

/// What a person did, for it to be done again.
#[derive(Clone, Debug)]
pub(super) struct Act {
    /// Painter of pictures of the document's size.
    painter: Painter,
    /// The stroke.
    stroke: Stroke,
    /// The stroke's brush.
    brush: Brush,
}

/// The command of a stroke: what was done, and what came of it.
#[derive(Debug)]
pub(super) struct Painted {
    act: Act,
    step: Several,
}

impl Painted {
    /// Creates the command from an act, and the commands that it came to when it was done.
    pub(super) fn new(act: Act, step: Several) -> Painted {
        Painted { act, step }
    }
}

impl Command for Painted {
    fn execute(&mut self, document: &mut [u8]) {
        self.step.execute(document);
    }

    fn unexecute(&mut self, document: &mut [u8]) {
        self.step.unexecute(document);
    }

    fn run_again(&mut self, document: &mut [u8]) {
        let Act { painter, stroke, brush } = &self.act;
        let color = stroke.tool.ink(stroke.color);
        let spans = painter.spans(document, stroke.tool, brush, color, &stroke.points);
        let bytes = painter.bytes_for(&spans, color);
        self.step = Several::new(self.step.label());
        for span in spans {
            let mut command = SetBytes::new(span.at, &bytes[..span.len], document);
            command.execute(document);
            self.step.merge(command);
        }
    }

    fn label(&self) -> &'static str {
        self.step.label()
    }

    fn bytes(&self) -> usize {
        let points = self.act.stroke.points.capacity() * size_of::<crate::geometry::Point>();
        size_of::<Painted>() - size_of::<Several>() + points + self.step.bytes()
    }
}

/// Undo by a script of commands, any of which can be skipped.
#[derive(Debug)]
pub struct Script {
    commands: Commands,
    /// What the open action does.
    act: Option<Act>,
}

impl Script {
    /// Creates the system over these bytes; a command of more than `most` bytes can't be undone.
    pub fn new(document: Vec<u8>, most: usize) -> Script {
        Script { commands: Commands::new(document, most), act: None }
    }
}

impl System for Script {
    fn id(&self) -> &'static str {
        "script"
    }

    fn name(&self) -> &'static str {
        "Script · run again"
    }

    fn document(&self) -> &[u8] {
        self.commands.document()
    }

    fn begin(&mut self, tag: u32) -> bool {
        self.commands.begin(tag)
    }

    fn push(&mut self, at: usize, len: usize) -> bool {
        self.commands.push(at, len)
    }

    fn write(&mut self, at: usize, bytes: &[u8]) -> bool {
        self.commands.write(at, bytes)
    }

    fn intend(&mut self, painter: Painter, stroke: &Stroke, brush: &Brush) {
        self.act = Some(Act { painter, stroke: stroke.clone(), brush: brush.clone() });
    }

    fn commit(&mut self, label: &'static str) -> bool {
        self.commands.commit_act(label, self.act.take())
    }

    fn cancel(&mut self) -> bool {
        self.act = None;
        self.commands.cancel()
    }

    fn undo(&mut self) -> bool {
        self.commands.undo()
    }

    fn redo(&mut self) -> bool {
        self.commands.redo()
    }

    fn take_back(&mut self, back: usize) -> bool {
        self.commands.skip(back)
    }

    fn undo_steps(&self) -> usize {
        self.commands.undo_steps()
    }

    fn redo_steps(&self) -> usize {
        self.commands.redo_steps()
    }

    fn bytes(&self) -> usize {
        self.commands.bytes()
    }

    fn warning(&self) -> Option<&Message> {
        self.commands.warning()
    }

    fn inside(&self) -> Vec<Fact> {
        self.commands.inside()
    }

    fn mark_saved(&mut self) {
        self.commands.mark_saved();
    }

    fn is_dirty(&self) -> Option<bool> {
        self.commands.is_dirty()
    }
}
