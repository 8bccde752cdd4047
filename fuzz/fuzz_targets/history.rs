//! The engine under whatever actions the fuzzer can think of, against a twin of whole copies.
#![no_main]

#[path = "../../crates/lab/tests/lab/twin/mod.rs"]
mod twin;

use libfuzzer_sys::fuzz_target;
use twin::{Source, Twin, act};
use undoodle::history::Limits;

/// The fuzzer's bytes, two for each number.
struct Bytes<'a>(&'a [u8]);

impl Source for Bytes<'_> {
    fn below(&mut self, bound: usize) -> usize {
        let (pair, rest) = self.0.split_at(self.0.len().min(2));
        self.0 = rest;
        let number = pair.iter().fold(0, |number, byte| number << 8 | usize::from(*byte));
        number % bound
    }
}

fuzz_target!(|data: &[u8]| {
    let mut source = Bytes(data);
    let mut twin = Twin::new(Limits { budget: 1 << 20, working: 1 << 20, ..Limits::default() });
    while !source.0.is_empty() {
        twin.step(&act(&mut source));
        twin.check();
    }
    twin.sweep();
});
