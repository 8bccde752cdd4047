//! S5: the command pattern.
//!
//! After "At Your Command" (5 Aug 2008), and the Gang of Four. Whatever changes the
//! document is an object that can be executed and unexecuted. Executed commands
//! stand on a stack; undo unexecutes the topmost and moves it to a second stack,
//! from which redo executes it again. Commands that belong together merge into one.
//! The height of the stack at the last save says whether there is something to save.

use super::{System, Turn};
use crate::memory::differs;
use std::fmt::Debug;
use std::mem::size_of;

/// A change to the document, as an object.
trait Command: Debug {
    fn execute(&mut self, document: &mut [u8]);
    fn unexecute(&mut self, document: &mut [u8]);
    /// The bytes that it takes.
    fn bytes(&self) -> usize;
}

/// Sets a run of bytes.
#[derive(Debug)]
struct SetBytes {
    at: usize,
    old: Box<[u8]>,
    new: Box<[u8]>,
}

impl Command for SetBytes {
    fn execute(&mut self, document: &mut [u8]) {
        document[self.at..self.at + self.new.len()].copy_from_slice(&self.new);
    }

    fn unexecute(&mut self, document: &mut [u8]) {
        document[self.at..self.at + self.old.len()].copy_from_slice(&self.old);
    }

    fn bytes(&self) -> usize {
        size_of::<SetBytes>() + self.old.len() + self.new.len()
    }
}

/// Several commands as one: what merging makes of a stroke.
#[derive(Debug, Default)]
struct Several {
    #[expect(dead_code, reason = "it is what a person would be shown, and it takes its room")]
    label: &'static str,
    commands: Vec<SetBytes>,
}

impl Several {
    /// Takes one more command, that was executed after all others, into this one.
    fn merge(&mut self, command: SetBytes) {
        self.commands.push(command);
    }
}

impl Command for Several {
    fn execute(&mut self, document: &mut [u8]) {
        self.commands.iter_mut().for_each(|command| command.execute(document));
    }

    fn unexecute(&mut self, document: &mut [u8]) {
        self.commands.iter_mut().rev().for_each(|command| command.unexecute(document));
    }

    fn bytes(&self) -> usize {
        let spare = self.commands.capacity() - self.commands.len();
        let commands: usize = self.commands.iter().map(SetBytes::bytes).sum();
        size_of::<Several>() + spare * size_of::<SetBytes>() + commands
    }
}

/// Two stacks of commands.
#[derive(Debug)]
pub struct Commands {
    document: Vec<u8>,
    done: Vec<Box<dyn Command>>,
    undone: Vec<Box<dyn Command>>,
    /// What the action under way has executed, merged into one.
    open: Several,
    turn: Turn,
    /// How many commands were done when it was saved; `None` when that can't be come back to.
    saved: Option<usize>,
    bytes: usize,
}

impl Commands {
    /// Over these bytes.
    pub fn new(document: Vec<u8>) -> Commands {
        let (done, undone, turn) = (Vec::new(), Vec::new(), Turn::default());
        let open = Several::default();
        Commands { document, done, undone, open, turn, saved: Some(0), bytes: 0 }
    }
}

impl System for Commands {
    fn id(&self) -> &'static str {
        "commands"
    }

    fn name(&self) -> &'static str {
        "S5 · commands"
    }

    fn document(&self) -> &[u8] {
        &self.document
    }

    fn begin(&mut self, tag: u32) -> bool {
        self.turn.begin(tag)
    }

    fn push(&mut self, at: usize, len: usize) -> bool {
        // A command knows what it changes; there is nothing to mark beforehand.
        self.turn.admits(&self.document, at, len)
    }

    fn write(&mut self, at: usize, bytes: &[u8]) -> bool {
        let allowed = self.push(at, bytes.len());
        if allowed {
            let old = self.document[at..at + bytes.len()].into();
            let mut command = SetBytes { at, old, new: bytes.into() };
            command.execute(&mut self.document);
            self.open.merge(command);
        }
        allowed
    }

    fn commit(&mut self, label: &'static str) -> bool {
        if !std::mem::take(&mut self.turn).is_open() {
            return false;
        }
        // Each command changes something or nothing by itself; those that change nothing are no commands.
        let mut step = Several { label, ..std::mem::take(&mut self.open) };
        step.commands.retain(|command| differs(&command.old, &command.new));
        if unchanged(&mut step.commands, &mut self.document) {
            return false;
        }
        if self.saved.is_some_and(|saved| saved > self.done.len()) {
            self.saved = None;
        }
        self.bytes -= self.undone.iter().map(|command| command.bytes()).sum::<usize>();
        self.undone.clear();
        self.bytes += step.bytes();
        self.done.push(Box::new(step));
        true
    }

    fn cancel(&mut self) -> bool {
        std::mem::take(&mut self.open).unexecute(&mut self.document);
        std::mem::take(&mut self.turn).is_open()
    }

    fn undo(&mut self) -> bool {
        let Some(mut command) = self.done.pop_if(|_| !self.turn.is_open()) else { return false };
        command.unexecute(&mut self.document);
        self.undone.push(command);
        true
    }

    fn redo(&mut self) -> bool {
        let Some(mut command) = self.undone.pop_if(|_| !self.turn.is_open()) else { return false };
        command.execute(&mut self.document);
        self.done.push(command);
        true
    }

    fn undo_steps(&self) -> usize {
        self.done.len()
    }

    fn redo_steps(&self) -> usize {
        self.undone.len()
    }

    fn bytes(&self) -> usize {
        self.bytes
            + self.open.bytes()
            + (self.done.capacity() + self.undone.capacity()) * size_of::<Box<dyn Command>>()
    }

    fn mark_saved(&mut self) {
        self.saved = Some(self.done.len());
    }

    fn is_dirty(&self) -> Option<bool> {
        Some(self.saved != Some(self.done.len()))
    }
}

/// Whether commands that have been executed changed nothing together.
fn unchanged(commands: &mut [SetBytes], document: &mut [u8]) -> bool {
    let Some(first) = commands.first() else { return true };
    // If a byte that the first command changed is another one still, that settles it.
    let changed = first.old.iter().zip(&first.new).position(|(old, new)| old != new);
    if changed.is_some_and(|i| document[first.at + i] != first.old[i]) {
        return false;
    }
    let low = commands.iter().map(|c| c.at).min().unwrap_or(0);
    let high = commands.iter().map(|c| c.at + c.new.len()).max().unwrap_or(0);
    let after = document[low..high].to_vec();
    commands.iter_mut().rev().for_each(|command| command.unexecute(document));
    let same = document[low..high] == after;
    commands.iter_mut().for_each(|command| command.execute(document));
    same
}
