//! The engine against the twin, over long runs of random actions.
#![cfg(not(target_arch = "wasm32"))]

mod twin;

#[test]
fn bytes_equal_the_twins_after_every_step() {
    for seed in 0..20 {
        twin::run(&mut fastrand::Rng::with_seed(seed), 10_000, 1);
    }
}
