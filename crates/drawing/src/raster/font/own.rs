//! The two fonts of our own: 5×7 and 8×8, drawn for this program.
//!
//! Each is a text file, in which `#` is ink, rows of cells one below the other; so a letter is mended where it is seen. The
//! compiler packs cells into words. Letters with marks are put together from both, but for capitals, which the mark
//! makes one row lower so that lines do not meet.
//!
//! The words are numbers in code and not a table, as a module that is cut in two has all of its tables in the part that
//! is loaded first.

use super::{Font, Glyph, Glyphs};

/// What is drawn in the cells of both files behind the signs of ASCII, in their order.
#[rustfmt::skip]
const MORE: [u64; 40] = characters([
    'Ä', 'Ö', 'Ü', 'ß', '„', '“', '”', '‚', '‘', '’', '€', '–', '—', '…', '«', '»', '§', '°', '×', '÷', '±', '·', '¡', '¿',
    'É', 'È', 'À', 'Ç', 'Ñ', 'ı', '\u{301}', '\u{300}', '\u{302}', '\u{308}', '\u{303}', '\u{327}', ' ', ' ', ' ', ' ',
]);

/// Letters that have marks, each with what it is without, and its mark.
#[rustfmt::skip]
const MARKED: [u64; 80] = characters([
    'á', 'a', '\u{301}', 'é', 'e', '\u{301}', 'í', 'ı', '\u{301}', 'ó', 'o', '\u{301}', 'ú', 'u', '\u{301}', 'ý', 'y', '\u{301}',
    'à', 'a', '\u{300}', 'è', 'e', '\u{300}', 'ì', 'ı', '\u{300}', 'ò', 'o', '\u{300}', 'ù', 'u', '\u{300}',
    'â', 'a', '\u{302}', 'ê', 'e', '\u{302}', 'î', 'ı', '\u{302}', 'ô', 'o', '\u{302}', 'û', 'u', '\u{302}',
    'ä', 'a', '\u{308}', 'ë', 'e', '\u{308}', 'ï', 'ı', '\u{308}', 'ö', 'o', '\u{308}', 'ü', 'u', '\u{308}', 'ÿ', 'y', '\u{308}',
    'ã', 'a', '\u{303}', 'ñ', 'n', '\u{303}', 'õ', 'o', '\u{303}', 'ç', 'c', '\u{327}', ' ', ' ',
]);

/// Returns the numbers of characters.
const fn characters<const N: usize>(all: [char; N]) -> [u64; N] {
    let mut numbers = [0; N];
    let mut at = 0;
    while at < N {
        numbers[at] = all[at] as u64;
        at += 1;
    }
    numbers
}

/// Number of cells.
const COUNT: usize = 130;

/// Rows of a cell: one for marks, the capitals, and two below the baseline.
const SMALL_ROWS: usize = 10;
const LARGE_ROWS: usize = 11;

/// Words of a cell, of 5×10 and of 8×11 bits.
const SMALL_WORDS: usize = 1;
const LARGE_WORDS: usize = 2;

const SMALL: [u64; COUNT * SMALL_WORDS] = packed(include_str!("small.txt").as_bytes(), (5, SMALL_ROWS), 13);
const LARGE: [u64; COUNT * LARGE_WORDS] = packed(include_str!("large.txt").as_bytes(), (8, LARGE_ROWS), 10);

/// Packs a file of so many cells side by side: as many whole rows into a word as it holds, the left pixel lowest.
const fn packed<const N: usize>(file: &[u8], (width, rows): (usize, usize), across: usize) -> [u64; N] {
    let mut words = [0; N];
    let (line, per) = (across * (width + 1), 64 / width);
    let mut cell = 0;
    while cell < COUNT {
        // A blank line stands between two rows of cells.
        let start = (cell / across) * (rows * line + 1) + (cell % across) * (width + 1);
        let mut at = 0;
        while at < rows * width {
            let (row, x) = (at / width, at % width);
            let bit = (file[start + row * line + x] == b'#') as u64;
            words[cell * (N / COUNT) + row / per] |= bit << (row % per * width + x);
            at += 1;
        }
        cell += 1;
    }
    words
}

/// Appends words. Never inlined, or they would become a table.
#[inline(never)]
fn put(words: &mut Vec<u64>, first: u64, second: u64, third: u64, fourth: u64, fifth: u64) {
    words.extend([first, second, third, fourth, fifth]);
}

/// Appends the words of a table, ten from each of these places on.
macro_rules! put {
    ($words:ident, $table:ident: $($at:literal)*) => {
        $(
            put($words, $table[$at], $table[$at + 1], $table[$at + 2], $table[$at + 3], $table[$at + 4]);
            put($words, $table[$at + 5], $table[$at + 6], $table[$at + 7], $table[$at + 8], $table[$at + 9]);
        )*
    };
}

fn small(words: &mut Vec<u64>) {
    put!(words, SMALL: 0 10 20 30 40 50 60 70 80 90 100 110 120);
}

fn large(words: &mut Vec<u64>) {
    put!(words, LARGE: 0 10 20 30 40 50 60 70 80 90 100 110 120);
    put!(words, LARGE: 130 140 150 160 170 180 190 200 210 220 230 240 250);
}

fn more(words: &mut Vec<u64>) {
    put!(words, MORE: 0 10 20 30);
}

fn marked(words: &mut Vec<u64>) {
    put!(words, MARKED: 0 10 20 30 40 50 60 70);
}

/// Returns the words that a function puts, as characters.
fn letters(fill: fn(&mut Vec<u64>)) -> Vec<char> {
    let mut words = Vec::new();
    fill(&mut words);
    words.into_iter().filter_map(|word| char::from_u32(word as u32)).collect()
}

/// Returns the small or the large font.
pub(super) fn font(is_large: bool) -> Font {
    let mut words = Vec::with_capacity(COUNT * LARGE_WORDS);
    let fill = if is_large { large } else { small };
    fill(&mut words);
    let (wide, height, width, space) = if is_large { (8, LARGE_ROWS, 6, 4) } else { (5, SMALL_ROWS, 5, 3) };
    let (rows, per) = (height as i32, 64 / wide);
    let ink = |cell: &[u64], x: i32, y: i32| {
        cell.get((y / per) as usize).is_some_and(|word| word >> (y % per * wide + x) & 1 == 1)
    };
    let cell = |cell: &[u64]| Glyph::cut(wide, rows, |x, y| ink(cell, x, y));
    let drawn = ('!'..='~').chain(letters(more)).zip(words.chunks_exact(if is_large {
        LARGE_WORDS
    } else {
        SMALL_WORDS
    }));
    let mut all: Vec<_> = drawn.filter_map(|(of, words)| Some((of, cell(words)?))).collect();
    let found = |of: char| all.iter().find(|(other, _)| *other == of).map(|(_, glyph)| glyph);
    let made = |of: &[char]| match of {
        [letter, plain, mark] => Some((*letter, found(*plain)?.with(found(*mark)?))),
        _ => None,
    };
    let marked: Vec<_> = letters(marked).chunks_exact(3).filter_map(made).collect();
    all.extend(marked);
    let missing = Glyph::hollow(width, 1..rows - 2);
    Font::new(Glyphs { all, missing, space, height: rows, top: 1, line: rows })
}
