//! Refused allocations: whatever memory is not granted, an error is all that comes of it.
//!
//! Inputs run with large allocations refused, after some that are granted. What is held after each
//! is what `tests/attack/main.rs` holds: the document is valid, and what was refused changed nothing.
//! An allocation that can't fail ends the process, and with it the test: the file that is left in
//! `target/tmp` says at which input.
//!
//! `tests/refused/playing.rs` is here, too, since it runs under the same allocator.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../shared/attack/mod.rs"]
mod attack;
#[path = "../shared/grid.rs"]
mod grid;
mod playing;

use attack::engine::{Act, Engine, act, writes};
use attack::hostile::File;
use attack::input::Input;
use attack::{asked, attack};
use proptest::collection::vec;
use proptest::prelude::*;
use refusing::{NONE, Refusing, Which, refuse};
use std::cell::Cell;
use undoodle::document::HISTORY;
use undoodle::memory::{Arena, Memory, PageAddress, Region};

#[global_allocator]
static ALLOCATOR: Refusing = Refusing;

/// The promise: no allocation of more than 1 MiB ends the process when it is refused.
const PROMISED: usize = 1 << 20;

/// Held for the engine: from here on.
const HELD: usize = 16 << 10;

/// Attacks of a plain test run, each on a picture of more than 1 MiB at first.
const ATTACKS: u64 = 10;

#[test]
fn the_allocator_refuses_what_it_is_told_to() {
    let which = Which { above: 1000, first: 1, count: 2 };
    let reserve = |bytes: usize| Vec::<u8>::new().try_reserve_exact(bytes).is_ok();
    let (granted, refused) = refuse(which, || [2000, 1000, 1001, 9000, 2000].map(reserve));
    assert_eq!((granted, refused), ([true, true, false, false, true], 2));
    assert!(reserve(2000), "outside of the call, everything is granted");
}

#[test]
fn a_page_stays_shared_where_its_copy_is_refused() {
    let [one, other] = [3, 9].map(|tree| Region::new(PageAddress { tree, level: 0, index: 7 }.address(), 1));
    let mut memory = Memory::new(1 << 20);
    memory.provide(one).unwrap();
    memory.get_mut(one).unwrap()[0] = 1;
    memory.copy_tree(3, 9).unwrap();
    let held = memory.bytes();
    let which = Which { above: 1000, first: 0, count: 1 };
    assert!(matches!(refuse(which, || memory.provide(other)), (Err(_), 1)));
    assert!(matches!(refuse(which, || memory.get_mut(other).is_none()), (true, 1)));
    assert_eq!((memory.get(one), memory.get(other), memory.bytes()), (Some(&[1][..]), Some(&[1][..]), held));
    memory.provide(other).unwrap();
    memory.get_mut(other).unwrap()[0] = 2;
    assert_eq!((memory.get(one), memory.get(other), memory.bytes()), (Some(&[1][..]), Some(&[2][..]), held));
}

/// Runs every second attack, from this one on.
fn attacks(first: u64) {
    let few =
        asked("UNDOODLE_ATTACK").is_some() || asked("UNDOODLE_ATTACKS").is_some_and(|count| count < ATTACKS);
    let seeds = match asked("UNDOODLE_ATTACK") {
        Some(seed) => seed..seed + 1,
        None => 0..asked("UNDOODLE_ATTACKS").unwrap_or(ATTACKS),
    };
    let total = Cell::new(0);
    for seed in seeds.filter(|seed| seed % 2 == first) {
        let (mut chance, mut begun) = (fastrand::Rng::with_seed(seed), false);
        // The first of what comes by chance is refused its first large allocation, if it has one.
        attack(seed, &[Input::Open(File::Large), Input::Open(File::Large)], |_, apply| {
            let count = if chance.bool() { chance.usize(1..4) } else { usize::MAX };
            let which = Which { above: PROMISED, first: if begun { chance.usize(..6) } else { 0 }, count };
            let refuses = !std::mem::replace(&mut begun, true) || chance.bool();
            let (claim, refused) = refuse(if refuses { which } else { NONE }, apply);
            total.set(total.get() + refused);
            claim
        });
    }
    // A few attacks may happen to ask for nothing large.
    assert!(few || total.get() > 0, "something was refused");
}

#[test]
fn a_refused_allocation_changes_nothing_under_attack_of_even_seed() {
    attacks(0);
}

#[test]
fn a_refused_allocation_changes_nothing_under_attack_of_odd_seed() {
    attacks(1);
}

/// Any of an engine's allocations, by themselves or with all that follow.
fn which() -> impl Strategy<Value = Which> {
    let count = prop_oneof![2 => Just(1), 1 => 2usize..4, 1 => Just(usize::MAX)];
    (0usize..8, count).prop_map(|(first, count)| Which { above: HELD, first, count })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, max_shrink_iters: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_engine_keeps_every_state_where_allocations_are_refused(
        acts in vec((act(), prop_oneof![Just(NONE), which()]), 1..100),
    ) {
        let mut engine = Engine::new();
        engine.limit(HISTORY).unwrap();
        for (act, which) in acts {
            // Packing copies a piece, of at most 33 KiB, once more than it asks for.
            let packs = matches!(act, Act::Pin | Act::Seal(_));
            let which = if packs { Which { above: which.above.max(64 << 10), ..which } } else { which };
            let (done, _) = refuse(which, || engine.apply(&act));
            engine.check(&act, &done);
        }
    }

    #[test]
    fn a_merge_keeps_a_packed_step_where_allocations_are_refused(
        first in writes(),
        more in writes(),
        which in which(),
    ) {
        let mut engine = Engine::new();
        engine.hold(Act::Step(first));
        // Packing leaves the newest steps as they are, so there are some on another branch.
        engine.hold(Act::Undo);
        (0..6).for_each(|at| engine.hold(Act::Step(vec![(at, 1, 7)])));
        engine.hold(Act::Seal(usize::MAX));
        engine.hold(Act::Goto(0));
        let merge = Act::Merge(more);
        let (done, _) = refuse(which, || engine.apply(&merge));
        engine.check(&merge, &done);
        [Act::Undo, Act::Undo, Act::Redo, Act::Redo].into_iter().for_each(|act| engine.hold(act));
    }
}
