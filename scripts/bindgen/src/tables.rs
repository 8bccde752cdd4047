//! Tables that only the second module reads, which lie in it instead of in the first.
//!
//! Problem: a module does not say where one of its constants ends and the next begins, so none can be moved safely by
//! looking at the module alone. Idea: a table whose bytes are known can be found by them. There is one that is worth it: the
//! tables of CRC-32 that crc32fast has, 16 KiB which nothing can pack. Invariant: a table is moved only if no address in
//! the first module leads into it.

use walrus::ir::{Const, Load, LoadSimd, Store, Value, Visitor, dfs_in_order};
use walrus::{ConstExpr, DataKind, Module};

/// The most bytes before a table at which an address may lie by which it is read: of an index that begins at one.
const BEFORE: u32 = 64;

/// Number of bytes of a row of a table.
const ROW: u32 = 1024;

/// Returns the bytes of crc32fast's tables: for each of 16 places, the sums of the bytes that stand there.
pub fn crc32() -> Vec<u8> {
    let step = |sum: u32| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg());
    let first: Vec<u32> = (0..256).map(|byte| (0..8).fold(byte, |sum, _| step(sum))).collect();
    let next = |sum: u32| (sum >> 8) ^ first[(sum & 0xff) as usize];
    let rows =
        std::iter::successors(Some(first.clone()), |row| Some(row.iter().map(|sum| next(*sum)).collect()));
    rows.take(16).flatten().flat_map(u32::to_le_bytes).collect()
}

/// Returns the address of an active segment.
fn start_of(kind: &DataKind) -> Option<u32> {
    match kind {
        DataKind::Active { offset: ConstExpr::Value(Value::I32(start)), .. } => Some(*start as u32),
        _ => None,
    }
}

/// Returns the memory as it is at first, and the address of its first word.
fn image(module: &Module) -> (u32, Vec<u8>) {
    let segments = || module.data.iter().filter_map(|data| Some((start_of(&data.kind)?, &data.value)));
    // Begun at a word, as addresses in the data are.
    let start = segments().map(|(start, _)| start).min().unwrap_or(0) & !3;
    let mut bytes = Vec::new();
    for (at, value) in segments() {
        let from = (at - start) as usize;
        bytes.resize(bytes.len().max(from + value.len()), 0);
        bytes[from..from + value.len()].copy_from_slice(value);
    }
    (start, bytes)
}

/// Returns the address of a table, or `None` if the module has no such bytes.
pub fn place(module: &Module, table: &[u8]) -> Option<u32> {
    let (start, bytes) = image(module);
    let at = bytes.windows(table.len()).position(|window| window == table)?;
    Some(start + at as u32)
}

/// The numbers in functions that may be addresses.
struct Numbers<'a>(&'a mut dyn FnMut(u32));

impl<'instr> Visitor<'instr> for Numbers<'_> {
    fn visit_const(&mut self, number: &Const) {
        if let Value::I32(number) = number.value {
            (self.0)(number as u32);
        }
    }

    fn visit_load(&mut self, load: &Load) {
        (self.0)(load.arg.offset as u32);
    }

    fn visit_load_simd(&mut self, load: &LoadSimd) {
        (self.0)(load.arg.offset as u32);
    }

    fn visit_store(&mut self, store: &Store) {
        (self.0)(store.arg.offset as u32);
    }
}

/// Returns `true` if a number in a function may be the address of a row of a table, or a word of the data is one: numbers
/// that are none are many there.
pub fn is_read(module: &Module, start: u32, len: usize) -> bool {
    let mut found = false;
    let end = start + len as u32;
    // A row is read from its beginning or from just before it, so a number further on in it is no address.
    let leads = |address: u32| {
        (start - BEFORE..end).contains(&address) && (start + len as u32 - address) % ROW <= BEFORE
    };
    let mut look = |address: u32| found |= leads(address);
    for (_, function) in module.funcs.iter_local() {
        dfs_in_order(&mut Numbers(&mut look), function, function.entry_block());
    }
    let (first, bytes) = image(module);
    let rows = |address: u32| (start..end).contains(&address) && (address - start).is_multiple_of(ROW);
    let words = bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    let outside = (first..).step_by(4).zip(words).filter(|(at, _)| !(start..end).contains(at));
    found || outside.into_iter().any(|(_, word)| rows(word))
}

/// Clears a table.
pub fn clear(module: &mut Module, start: u32, len: usize) {
    let ids: Vec<_> = module.data.iter().map(|data| data.id()).collect();
    for id in ids {
        let data = module.data.get_mut(id);
        let Some(at) = start_of(&data.kind) else { continue };
        let from = (start.saturating_sub(at) as usize).min(data.value.len());
        let to = ((start + len as u32).saturating_sub(at) as usize).min(data.value.len());
        data.value[from..to].fill(0);
    }
}

/// Puts a table into a module's memory when the module is joined.
pub fn put(module: &mut Module, start: u32, table: &[u8]) {
    let memories: Vec<_> = module.memories.iter().map(|memory| memory.id()).collect();
    for memory in memories.into_iter().take(1) {
        let offset = ConstExpr::Value(Value::I32(start as i32));
        let data = module.data.add(DataKind::Active { memory, offset }, table.to_vec());
        module.memories.get_mut(memory).data_segments.insert(data);
    }
}
