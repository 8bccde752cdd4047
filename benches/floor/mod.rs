//! What a step must take at least, given what this product's design can't do without.
//!
//! The textbook's delta swap marks cells in an array as long as the document and stacks its
//! copies in one arena that is taken up front. A document with sparse addresses of terabytes
//! has no such array, and steps that can be a branch, be packed or dropped one by one can't lie
//! in a stack. So the textbook's system is built here once more, as plain as it can be, and is
//! given those things one after the other:
//!
//! 1. `plain`: as the textbook has it, without the article's cursor: how well this is written;
//! 2. `sparse`: marks in a hash table of masks;
//! 3. `own`: each step in an allocation of its own;
//! 4. `both`;
//! 5. `told`: both, with a header of label, time and rectangle, and links to its neighbours.
//!
//! They take turns with the textbook's five systems and with the product's engine.

use std::collections::VecDeque;
use std::hint::black_box;
use undoodle_lab::System;

/// Number of bytes that are marked together.
const CELL: usize = 64;

/// Number of cells to a mask.
const CELLS: usize = 64;

/// A copied cell.
#[derive(Clone, Copy)]
struct Copied {
    start: u64,
    bytes: [u8; CELL],
}

/// What a step is told with, and its neighbours in a tree.
#[derive(Default)]
struct Told {
    label: [u8; 16],
    time: u64,
    rect: [i32; 4],
    parent: usize,
    child: usize,
    sibling: usize,
}

/// A step of its own.
struct Step {
    cells: Box<[Copied]>,
    told: Option<Box<Told>>,
}

/// A delta swap with as little as possible besides what its flags give it.
struct Floor<const SPARSE: bool, const OWN: bool, const TOLD: bool> {
    document: Vec<u8>,
    marks: Vec<bool>,
    /// Groups of cells and their masks.
    table: Vec<(u64, u64)>,
    groups: usize,
    open: bool,
    /// What the open action has copied.
    copied: Vec<Copied>,
    /// The stack of steps: their cells, and where each ends.
    stack: Vec<Copied>,
    ends: Vec<usize>,
    /// The steps that are allocations of their own.
    steps: VecDeque<Step>,
    /// Number of steps that were done.
    done: usize,
    bytes: usize,
}

impl<const SPARSE: bool, const OWN: bool, const TOLD: bool> Floor<SPARSE, OWN, TOLD> {
    fn new(document: Vec<u8>) -> Self {
        Floor {
            marks: vec![false; if SPARSE { 0 } else { document.len().div_ceil(CELL) }],
            table: vec![(0, 0); if SPARSE { 8 } else { 0 }],
            groups: 0,
            open: false,
            copied: Vec::with_capacity(document.len().div_ceil(CELL)),
            stack: Vec::with_capacity(if OWN { 0 } else { (10 << 20) / size_of::<Copied>() }),
            ends: Vec::new(),
            steps: VecDeque::new(),
            done: 0,
            bytes: 0,
            document,
        }
    }

    fn slot(&self, group: u64) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = (group.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize & mask;
        while self.table[slot].1 != 0 && self.table[slot].0 != group {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Marks a cell, and returns `true` if it was not marked.
    #[inline]
    fn mark(&mut self, cell: usize) -> bool {
        if !SPARSE {
            return !std::mem::replace(&mut self.marks[cell], true);
        }
        if 2 * (self.groups + 1) > self.table.len() {
            let longer = vec![(0, 0); 2 * self.table.len()];
            for group in std::mem::replace(&mut self.table, longer).into_iter().filter(|group| group.1 != 0) {
                let slot = self.slot(group.0);
                self.table[slot] = group;
            }
        }
        let (group, bit) = ((cell / CELLS) as u64, 1 << (cell % CELLS));
        let slot = self.slot(group);
        let known = self.table[slot].1;
        self.groups += usize::from(known == 0);
        self.table[slot] = (group, known | bit);
        known & bit == 0
    }

    fn end(&mut self) {
        self.open = false;
        if SPARSE {
            self.table.fill((0, 0));
            self.groups = 0;
        } else {
            self.copied.iter().for_each(|copy| self.marks[copy.start as usize / CELL] = false);
        }
        self.copied.clear();
    }

    fn swap(document: &mut [u8], cells: &mut [Copied]) {
        for copy in cells {
            if let Some(live) = document[copy.start as usize..].first_chunk_mut::<CELL>() {
                std::mem::swap(live, &mut copy.bytes);
            }
        }
    }

    fn cross(&mut self, index: usize) {
        let cells = if OWN {
            &mut self.steps[index].cells
        } else {
            let from = if index == 0 { 0 } else { self.ends[index - 1] };
            &mut self.stack[from..self.ends[index]]
        };
        Self::swap(&mut self.document, cells);
        // Whoever undoes wants to hear what was undone.
        if let Some(told) = self.steps.get(index).and_then(|step| step.told.as_ref()) {
            black_box((&told.label, told.time, &told.rect));
        }
    }
}

impl<const SPARSE: bool, const OWN: bool, const TOLD: bool> System for Floor<SPARSE, OWN, TOLD> {
    fn id(&self) -> &'static str {
        match (SPARSE, OWN, TOLD) {
            (false, false, _) => "plain",
            (true, false, _) => "sparse",
            (false, true, _) => "own",
            (true, true, false) => "both",
            (true, true, true) => "told",
        }
    }

    fn name(&self) -> &'static str {
        self.id()
    }

    fn document(&self) -> &[u8] {
        &self.document
    }

    fn begin(&mut self, _tag: u32) -> bool {
        self.open = true;
        true
    }

    fn push(&mut self, at: usize, len: usize) -> bool {
        if !self.open || at.checked_add(len).is_none_or(|end| end > self.document.len()) {
            return false;
        }
        for cell in at / CELL..(at + len).div_ceil(CELL) {
            if self.mark(cell)
                && let Some(bytes) = self.document[cell * CELL..].first_chunk()
            {
                self.copied.push(Copied { start: (cell * CELL) as u64, bytes: *bytes });
            }
        }
        true
    }

    fn write(&mut self, at: usize, bytes: &[u8]) -> bool {
        let pushed = self.push(at, bytes.len());
        if pushed {
            self.document[at..at + bytes.len()].copy_from_slice(bytes);
        }
        pushed
    }

    fn commit(&mut self, label: &'static str) -> bool {
        let document = &self.document;
        self.copied.retain(|copy| document[copy.start as usize..].first_chunk() != Some(&copy.bytes));
        let changed = !self.copied.is_empty();
        if changed && OWN {
            for step in self.steps.drain(self.done..) {
                self.bytes -= step.cells.len() * size_of::<Copied>();
            }
            let mut told = None;
            if TOLD {
                let mut its = Box::new(Told { time: self.done as u64, ..Told::default() });
                let length = label.len().min(16);
                its.label[..length].copy_from_slice(&label.as_bytes()[..length]);
                its.rect = [0, 0, 1, 1];
                (its.parent, its.sibling) = (self.done, 0);
                if let Some(before) = self.steps.back_mut().and_then(|step| step.told.as_mut()) {
                    its.sibling = std::mem::replace(&mut before.child, self.done + 1);
                }
                told = Some(its);
            }
            let cells: Box<[Copied]> = self.copied.as_slice().into();
            self.bytes += cells.len() * size_of::<Copied>();
            self.steps.push_back(Step { cells, told });
        } else if changed {
            self.ends.truncate(self.done);
            self.stack.truncate(self.ends.last().copied().unwrap_or(0));
            self.stack.extend_from_slice(&self.copied);
            self.ends.push(self.stack.len());
        }
        self.done += usize::from(changed);
        self.end();
        changed
    }

    fn cancel(&mut self) -> bool {
        Self::swap(&mut self.document, &mut self.copied);
        self.end();
        true
    }

    fn undo(&mut self) -> bool {
        if self.open || self.done == 0 {
            return false;
        }
        self.done -= 1;
        self.cross(self.done);
        true
    }

    fn redo(&mut self) -> bool {
        if self.open || self.redo_steps() == 0 {
            return false;
        }
        self.cross(self.done);
        self.done += 1;
        true
    }

    fn undo_steps(&self) -> usize {
        self.done
    }

    fn redo_steps(&self) -> usize {
        self.steps.len() + self.ends.len() - self.done
    }

    fn bytes(&self) -> usize {
        self.bytes + self.stack.len() * size_of::<Copied>()
    }
}

/// Number of floors.
pub const FLOORS: usize = 5;

/// Creates a floor over a document.
pub fn floor(index: usize, document: Vec<u8>) -> Box<dyn System> {
    match index {
        0 => Box::new(Floor::<false, false, false>::new(document)),
        1 => Box::new(Floor::<true, false, false>::new(document)),
        2 => Box::new(Floor::<false, true, false>::new(document)),
        3 => Box::new(Floor::<true, true, false>::new(document)),
        _ => Box::new(Floor::<true, true, true>::new(document)),
    }
}
