//! The random attack: hostile commands, pointers out of order, broken files, odd sizes and small
//! budgets, and after each input everything the editor promises.
//!
//! `UNDOODLE_ATTACKS` asks for more attacks, `UNDOODLE_ATTACK` for one by its seed. Files in
//! `target/tmp` have the inputs of those that failed or did not end. `UNDOODLE_FORGERIES` asks for more files whose history
//! was forged, `UNDOODLE_FORGERY` for one by its seed.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../shared/attack/mod.rs"]
mod attack;
mod forged;
mod lies;
#[path = "../shared/sealing.rs"]
mod sealing;
mod strange;
mod unsealed;

use attack::chance::Chance;
use attack::engine::{Act, Engine, act, writes};
use attack::world::limits;
use attack::{asked, attack};
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Forged files of a plain test run: some seconds.
const FORGERIES: u64 = 100;

/// Attacks of a plain test run: about a minute.
const ATTACKS: u64 = 120;

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

/// Opens forged files of every second seed, from this one on, and lives with those whose history is accepted.
fn forgeries(first: u64) {
    let seeds = match asked("UNDOODLE_FORGERY") {
        Some(seed) => seed..seed + 1,
        None => 0..asked("UNDOODLE_FORGERIES").unwrap_or(FORGERIES),
    };
    let (mut refused, mut lived) = (BTreeMap::new(), 0);
    for seed in seeds.filter(|seed| seed % 2 == first) {
        let chance = &mut Chance::new(seed);
        let file = forged::file(chance);
        let named = Named(seed);
        match strange::open(&file) {
            Ok(strange) => {
                strange.live(chance);
                lived += 1;
            }
            Err(why) => *refused.entry(why).or_insert(0) += 1,
        }
        drop(named);
    }
    let all = lived + refused.values().sum::<u64>();
    assert!(all < 100 || lived > all / 4 && refused.len() > 3, "{lived} lived, refused: {refused:?}");
}

/// Says which forged file failed.
struct Named(u64);

impl Drop for Named {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("forgery {} failed; again: UNDOODLE_FORGERY={}", self.0, self.0);
        }
    }
}

#[test]
fn nothing_breaks_by_a_forged_file_of_even_seed() {
    forgeries(0);
}

#[test]
fn nothing_breaks_by_a_forged_file_of_odd_seed() {
    forgeries(1);
}

#[test]
fn a_history_that_is_sealed_again_unchanged_opens() {
    for seed in 0..20 {
        let file = forged::drawing(seed).seal(&mut |_| ());
        let strange = strange::open(&file);
        strange.unwrap_or_else(|why| panic!("drawing {seed}: {why}")).live(&mut Chance::new(seed));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, max_shrink_iters: 400, failure_persistence: None, ..ProptestConfig::default() })]

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
