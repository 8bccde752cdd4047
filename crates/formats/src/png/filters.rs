//! Filters of a PNG's rows: what is packed in place of bytes, so that they pack better.
//!
//! Bytes are replaced by their differences from what lies left, above, or both. Which of the five filters packs best depends on the
//! picture, and may change from row to row; two rules of thumb choose by the row, the others are the same for all.

/// How the filters of rows are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Always one filter by its number in the format.
    Always(u8),
    /// The one whose bytes are nearest to 0 together, which suits photos.
    Nearest,
    /// The one whose bytes have the least entropy, which suits flat colours.
    Entropy,
}

/// Returns whichever of the three neighbours is nearest to left + above − corner, as the format defines it.
fn paeth(left: u8, above: u8, corner: u8) -> u8 {
    let [a, b, c] = [left, above, corner].map(i16::from);
    let (to_left, to_above, to_corner) = ((b - c).abs(), (a - c).abs(), (a + b - 2 * c).abs());
    if to_left <= to_above && to_left <= to_corner {
        left
    } else if to_above <= to_corner {
        above
    } else {
        corner
    }
}

/// Appends a row's bytes as differences from what a function of the bytes left, above and at the corner predicts.
fn predicted(
    distance: usize,
    before: &[u8],
    row: &[u8],
    out: &mut Vec<u8>,
    predict: impl Fn(u8, u8, u8) -> u8,
) {
    let distance = distance.min(row.len());
    let (first, rest) = row.split_at(distance);
    out.extend(first.iter().zip(before).map(|(byte, above)| byte.wrapping_sub(predict(0, *above, 0))));
    let neighbours = row.iter().zip(&before[distance..]).zip(before);
    out.extend(
        rest.iter()
            .zip(neighbours)
            .map(|(byte, ((left, above), corner))| byte.wrapping_sub(predict(*left, *above, *corner))),
    );
}

/// Appends a filter's number and a row's filtered bytes, given the row before and the distance of bytes that belong together.
fn filter(number: u8, distance: usize, before: &[u8], row: &[u8], out: &mut Vec<u8>) {
    out.push(number);
    // Each call is compiled with its predictor in the loop.
    match number {
        1 => predicted(distance, before, row, out, |left, _, _| left),
        2 => predicted(distance, before, row, out, |_, above, _| above),
        3 => predicted(distance, before, row, out, |left, above, _| {
            ((u16::from(left) + u16::from(above)) / 2) as u8
        }),
        4 => predicted(distance, before, row, out, paeth),
        _ => out.extend_from_slice(row),
    }
}

/// Returns how far bytes lie from 0 together.
fn distance_from_zero(bytes: &[u8]) -> f32 {
    bytes.iter().map(|byte| u64::from(byte.cast_signed().unsigned_abs())).sum::<u64>() as f32
}

/// Returns the number of bits that bytes take at least, if each stands for itself.
fn entropy(bytes: &[u8]) -> f32 {
    // Neighbours are often equal: counted in turns, one need not wait for the other.
    let mut turns = [[0u32; 256]; 2];
    for (at, byte) in bytes.iter().enumerate() {
        turns[at % 2][usize::from(*byte)] += 1;
    }
    let [mut counts, others] = turns;
    counts.iter_mut().zip(others).for_each(|(count, other)| *count += other);
    let total = (bytes.len() as f32).log2();
    counts
        .iter()
        .filter(|count| **count > 0)
        .map(|count| *count as f32 * (total - (*count as f32).log2()))
        .sum()
}

impl Choice {
    /// Replaces `out` by a row's filter and its filtered bytes; `spare` is memory for filters that are tried.
    pub(super) fn apply(
        self,
        distance: usize,
        before: &[u8],
        row: &[u8],
        out: &mut Vec<u8>,
        spare: &mut Vec<u8>,
    ) {
        out.clear();
        let score = match self {
            Choice::Always(number) => return filter(number, distance, before, row, out),
            Choice::Nearest => distance_from_zero,
            Choice::Entropy => entropy,
        };
        let mut least = f32::INFINITY;
        for number in 0..=4 {
            spare.clear();
            filter(number, distance, before, row, spare);
            let found = score(&spare[1..]);
            if found < least {
                least = found;
                std::mem::swap(out, spare);
            }
        }
    }
}
