//! S5: the command pattern.
//!
//! After "At Your Command" (5 Aug 2008), and the Gang of Four. Whatever changes the
//! document is an object that can be executed and unexecuted. Nobody else executes
//! it: it is added to a stack, and the stack does. Undo unexecutes the topmost and
//! moves it to a second stack, from which redo executes it again. Commands that
//! belong together merge into one. The height of the stack at the last save says
//! whether there is something to save.
//!
//! A command that is too large to be undone is done nevertheless: the person is
//! warned, as soon as it has grown too large and can still be cancelled; then both
//! stacks are cleared, since what is on them is no longer valid.
//!
//! Merged commands may be cancelled, or change nothing together, so the second stack
//! is emptied when they are complete, and not when the first of them is added.
//!
//! ```
//! use undoodle_lab::{Commands, System};
//! let mut system = Commands::new(vec![0; 4096], 1000);
//! system.begin(1);
//! system.write(0, &[1; 2048]);
//! assert!(system.warning().is_some());
//! assert!(system.commit("Fill"));
//! assert!(!system.undo());
//! assert_eq!(system.document()[..2], [1, 1]);
//! ```

use super::inside::{DESCRIBED, amount};
use super::script::{Act, Painted};
use super::{Fact, System, Turn};
use crate::error::Message;
use crate::memory::differs;
use std::fmt::Debug;

/// A change to the document, as an object.
pub(super) trait Command: Debug {
    fn execute(&mut self, document: &mut [u8]);
    fn unexecute(&mut self, document: &mut [u8]);
    /// Executes the command on a document that may not be the one it was made on, and notes what it replaces there.
    fn run_again(&mut self, document: &mut [u8]);
    /// Returns the name for people.
    fn label(&self) -> &'static str;
    /// Returns the number of bytes it takes.
    fn bytes(&self) -> usize;
}

/// Sets a run of bytes.
#[derive(Debug)]
pub(super) struct SetBytes {
    at: usize,
    old: Box<[u8]>,
    new: Box<[u8]>,
}

impl SetBytes {
    /// Creates the command that sets bytes of this document.
    pub(super) fn new(at: usize, new: &[u8], document: &[u8]) -> SetBytes {
        SetBytes { at, old: document[at..at + new.len()].into(), new: new.into() }
    }
}

impl Command for SetBytes {
    fn execute(&mut self, document: &mut [u8]) {
        document[self.at..self.at + self.new.len()].copy_from_slice(&self.new);
    }

    fn unexecute(&mut self, document: &mut [u8]) {
        document[self.at..self.at + self.old.len()].copy_from_slice(&self.old);
    }

    fn run_again(&mut self, document: &mut [u8]) {
        self.old.copy_from_slice(&document[self.at..self.at + self.new.len()]);
        self.execute(document);
    }

    fn label(&self) -> &'static str {
        "Set bytes"
    }

    fn bytes(&self) -> usize {
        size_of::<SetBytes>() + self.old.len() + self.new.len()
    }
}

/// A composite command: a stroke is one of these.
#[derive(Debug, Default)]
pub(super) struct Several {
    label: &'static str,
    commands: Vec<SetBytes>,
}

impl Several {
    /// Creates a command of no others.
    pub(super) fn new(label: &'static str) -> Several {
        Several { label, commands: Vec::new() }
    }

    /// Appends a command, which was executed after all others.
    pub(super) fn merge(&mut self, command: SetBytes) {
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

    fn run_again(&mut self, document: &mut [u8]) {
        self.commands.iter_mut().for_each(|command| command.run_again(document));
    }

    fn label(&self) -> &'static str {
        self.label
    }

    fn bytes(&self) -> usize {
        let spare = self.commands.capacity() - self.commands.len();
        let commands: usize = self.commands.iter().map(SetBytes::bytes).sum();
        size_of::<Several>() + spare * size_of::<SetBytes>() + commands
    }
}

/// The undo and redo stacks, and the command that is still being merged.
#[derive(Debug)]
struct Stacks {
    done: Vec<Box<dyn Command>>,
    undone: Vec<Box<dyn Command>>,
    /// Commands of the open action, merged into one.
    open: Several,
    /// Number of bytes of the open action's commands.
    growing: usize,
    /// Number of bytes of the commands on both stacks.
    bytes: usize,
    /// Height of the undo stack at the last save; `None` if that state can't be reached any more.
    saved: Option<usize>,
    /// Most bytes of a command that can be undone.
    most: usize,
    warning: Option<Message>,
}

impl Stacks {
    /// Executes a command and merges it into the open one.
    fn add(&mut self, mut command: SetBytes, document: &mut [u8]) {
        command.execute(document);
        self.growing += command.bytes();
        self.open.merge(command);
        if self.growing > self.most && self.warning.is_none() {
            let code = "this step takes more than {amount} and can't be undone; once it is done, all steps are forgotten";
            self.warning = Some(Message::new(code).with(amount(self.most)));
        }
    }

    /// Completes the open command, which can be run again if it is told what was done. Returns `true` if it changed anything.
    fn close(&mut self, label: &'static str, act: Option<Act>, document: &mut [u8]) -> bool {
        // Commands that changed nothing by themselves are dropped.
        let mut step = Several { label, ..std::mem::take(&mut self.open) };
        self.growing = 0;
        step.commands.retain(|command| differs(&command.old, &command.new));
        if cancel_out(&mut step.commands, document) {
            self.warning = None;
            return false;
        }
        if self.saved.is_some_and(|saved| saved > self.done.len()) {
            self.saved = None;
        }
        self.bytes -= self.undone.iter().map(|command| command.bytes()).sum::<usize>();
        self.undone.clear();
        let step: Box<dyn Command> = match act {
            Some(act) => Box::new(Painted::new(act, step)),
            None => Box::new(step),
        };
        let bytes = step.bytes();
        if bytes > self.most {
            self.clear();
        } else {
            self.warning = None;
            self.bytes += bytes;
            self.done.push(step);
        }
        true
    }

    /// Drops the command at a height of the undo stack, and runs those above it again. The second stack is emptied.
    fn skip(&mut self, at: usize, document: &mut [u8]) {
        self.done[at..].iter_mut().rev().for_each(|command| command.unexecute(document));
        self.done.remove(at);
        self.done[at..].iter_mut().for_each(|command| command.run_again(document));
        self.undone.clear();
        self.bytes = self.done.iter().map(|command| command.bytes()).sum();
        self.saved = self.saved.filter(|saved| *saved <= at);
    }

    /// Clears the undo stack and the saved mark, as a command can't be undone; redo is empty already.
    fn clear(&mut self) {
        self.done.clear();
        self.bytes = 0;
        self.saved = None;
    }

    /// Unexecutes and drops the open command.
    fn drop_open(&mut self, document: &mut [u8]) {
        std::mem::take(&mut self.open).unexecute(document);
        (self.growing, self.warning) = (0, None);
    }
}

/// Undo by the command pattern.
#[derive(Debug)]
pub struct Commands {
    document: Vec<u8>,
    stack: Stacks,
    turn: Turn,
}

impl Commands {
    /// Creates the system over these bytes; a command of more than `most` bytes can't be undone.
    pub fn new(document: Vec<u8>, most: usize) -> Commands {
        let stack = Stacks {
            done: Vec::new(),
            undone: Vec::new(),
            open: Several::default(),
            growing: 0,
            bytes: 0,
            saved: Some(0),
            most,
            warning: None,
        };
        Commands { document, stack, turn: Turn::default() }
    }

    /// Commits as [`commit`](System::commit) does, a step that can be run again as this act.
    pub(super) fn commit_act(&mut self, label: &'static str, act: Option<Act>) -> bool {
        let open = std::mem::take(&mut self.turn).is_open();
        open && self.stack.close(label, act, &mut self.document)
    }

    /// Drops the step that has so many done ones after it, and runs these again. Returns `false` if there is none, or an action
    /// is open.
    pub(super) fn skip(&mut self, back: usize) -> bool {
        let at = self.stack.done.len().checked_sub(back + 1).filter(|_| !self.turn.is_open());
        at.map(|at| self.stack.skip(at, &mut self.document)).is_some()
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
        if !self.turn.is_open() {
            self.stack.warning = None;
        }
        self.turn.begin(tag)
    }

    fn push(&mut self, at: usize, len: usize) -> bool {
        // Commands keep the old bytes themselves, so there is nothing to mark beforehand.
        self.turn.admits(&self.document, at, len)
    }

    fn write(&mut self, at: usize, bytes: &[u8]) -> bool {
        let allowed = self.push(at, bytes.len());
        if allowed {
            self.stack.add(SetBytes::new(at, bytes, &self.document), &mut self.document);
        }
        allowed
    }

    fn commit(&mut self, label: &'static str) -> bool {
        self.commit_act(label, None)
    }

    fn cancel(&mut self) -> bool {
        self.stack.drop_open(&mut self.document);
        std::mem::take(&mut self.turn).is_open()
    }

    fn undo(&mut self) -> bool {
        let Some(mut command) = self.stack.done.pop_if(|_| !self.turn.is_open()) else { return false };
        command.unexecute(&mut self.document);
        self.stack.undone.push(command);
        true
    }

    fn redo(&mut self) -> bool {
        let Some(mut command) = self.stack.undone.pop_if(|_| !self.turn.is_open()) else { return false };
        command.execute(&mut self.document);
        self.stack.done.push(command);
        true
    }

    fn undo_steps(&self) -> usize {
        self.stack.done.len()
    }

    fn redo_steps(&self) -> usize {
        self.stack.undone.len()
    }

    fn bytes(&self) -> usize {
        let Stacks { done, undone, open, bytes, .. } = &self.stack;
        bytes + open.bytes() + (done.capacity() + undone.capacity()) * size_of::<Box<dyn Command>>()
    }

    fn warning(&self) -> Option<&Message> {
        self.stack.warning.as_ref()
    }

    fn inside(&self) -> Vec<Fact> {
        let Stacks { done, undone, .. } = &self.stack;
        let step = |command: &dyn Command| (command.label(), command.bytes());
        let first = (done.len() + undone.len()).saturating_sub(DESCRIBED).min(done.len().saturating_sub(1));
        let all = done.iter().chain(undone.iter().rev()).map(|command| &**command);
        vec![
            Fact::Count { name: "undo stack", used: done.len(), of: None },
            Fact::Count { name: "redo stack", used: undone.len(), of: None },
            Fact::Steps {
                name: "steps",
                steps: all.skip(first).take(DESCRIBED).map(step).collect(),
                done: done.len() - first,
            },
        ]
    }

    fn mark_saved(&mut self) {
        self.stack.saved = Some(self.stack.done.len());
    }

    fn is_dirty(&self) -> Option<bool> {
        Some(self.stack.saved != Some(self.stack.done.len()))
    }
}

/// Returns `true` if the executed commands cancel each other out.
fn cancel_out(commands: &mut [SetBytes], document: &mut [u8]) -> bool {
    let Some(first) = commands.first() else { return true };
    // Shortcut: a byte that the first command changed still differs from its old value.
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
