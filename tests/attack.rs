//! The random attack: hostile commands, pointers out of order, broken files, odd sizes and small
//! budgets, and after each input everything the editor promises.
//!
//! `UNDOODLE_ATTACKS` asks for more attacks, `UNDOODLE_ATTACK` for one by its seed. Files in
//! `target/tmp` have the inputs of those that failed or did not end.
#![cfg(not(target_arch = "wasm32"))]

#[path = "attack/mod.rs"]
mod attack;

use attack::engine::{Act, Engine, act, writes};
use attack::world::limits;
use attack::{asked, attack};
use proptest::collection::vec;
use proptest::prelude::*;

/// Attacks of a plain test run: about a minute.
const ATTACKS: u64 = 300;

/// Runs every second attack, from this one on.
fn attacks(first: u64) {
    let seeds = match asked("UNDOODLE_ATTACK") {
        Some(seed) => seed..seed + 1,
        None => 0..asked("UNDOODLE_ATTACKS").unwrap_or(ATTACKS),
    };
    for seed in seeds.filter(|seed| seed % 2 == first) {
        attack(seed, &[], |_, apply| apply());
    }
}

#[test]
fn nothing_breaks_under_attack_of_even_seed() {
    attacks(0);
}

#[test]
fn nothing_breaks_under_attack_of_odd_seed() {
    attacks(1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, max_shrink_iters: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_action_costs_the_history_nothing_until_it_is_committed(
        made in vec(act(), 1..30),
        share in 0usize..40,
        depth in 0usize..4,
        tried in vec(prop_oneof![2 => writes().prop_map(Act::Cancel), 1 => writes().prop_map(Act::Interrupt), 1 => act()], 1..20),
    ) {
        let mut engine = Engine::new();
        made.into_iter().for_each(|act| engine.hold(act));
        // From nothing to twice of what there is; the pins need not fit, and then the old limits hold.
        let budget = engine.history.stats().bytes * share / 20;
        let _ = engine.limit(limits(budget, depth));
        tried.into_iter().for_each(|act| engine.hold(act));
    }
}
