//! Medians of samples, each long enough to be told by the clock.

use std::time::{Duration, Instant};

/// How long the work is done before it is timed.
const WARM: Duration = Duration::from_millis(300);

/// How long all samples together last at least, unless a single one takes longer.
const LASTING: Duration = Duration::from_secs(2);

/// How long a sample lasts at least.
const SAMPLE: Duration = Duration::from_millis(2);

/// The fewest samples.
const FEWEST: usize = 10;

pub fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn repeat(times: u32, work: &mut impl FnMut()) -> Duration {
    let begin = Instant::now();
    (0..times).for_each(|_| work());
    begin.elapsed()
}

/// Prints the median time of the work in nanoseconds, and how far its samples lie apart: the median distance
/// from the median, as a part of it.
pub fn time(name: &str, mut work: impl FnMut()) {
    let (mut rounds, begin) = (1, Instant::now());
    while begin.elapsed() < WARM {
        if repeat(rounds, &mut work) < SAMPLE {
            rounds *= 2;
        }
    }
    let (mut samples, begin) = (Vec::new(), Instant::now());
    while samples.len() < FEWEST || begin.elapsed() < LASTING {
        samples.push(repeat(rounds, &mut work).as_nanos() as f64 / f64::from(rounds));
    }
    let middle = median(&mut samples);
    let mut apart: Vec<f64> = samples.iter().map(|sample| (sample - middle).abs() / middle).collect();
    println!("{name} {middle}");
    println!("apart-{name} {}", median(&mut apart));
}
