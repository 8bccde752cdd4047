//! Any bytes are refused as a drawing, or all that is read of them is sound.
#![no_main]

#[path = "../../crates/drawing/tests/drawing/bytes/mod.rs"]
mod bytes;

use bytes::{Plan, exercise, noisy, rich, vandalise};
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;
use undoodle::document::Drawing;
use undoodle::memory::Memory;

static VALID: LazyLock<Drawing<Memory>> = LazyLock::new(rich);

fuzz_target!(|data: &[u8]| {
    let mut memory = match data.first() {
        Some(seed @ 0..4) => noisy((*seed).into(), seed % 2 == 0),
        _ => VALID.clone().into_door(),
    };
    let mut plan = Plan(data);
    while !plan.0.is_empty() {
        vandalise(&mut memory, &mut plan);
    }
    let drawing = Drawing::from_door(memory);
    if drawing.validate().is_ok() {
        exercise(drawing);
    }
});
