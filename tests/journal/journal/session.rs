//! A random session on a drawing that is recorded into a store.

use super::{Picture, supply_all};
use undoodle::Error;
use undoodle::color::Color;
use undoodle::document::{Cel, Document, Door, Finish, HISTORY};
use undoodle::geometry::Rect;
use undoodle::history::{CommitId, Limits};
use undoodle::journal::{Entries, Journal, encode_history};
use undoodle::memory::Memory;

/// Reproducible random numbers: xorshift64*.
#[derive(Debug)]
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % end
    }

    pub fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }
}

const WHITE: Color = Color::rgba(255, 255, 255, 255);

/// Side of a drawing without big steps.
const SIDE: u64 = 48;

/// Side of a drawing with steps that are recorded by what they leave.
const BIG_SIDE: u64 = 112;

pub struct Session {
    pub chance: Chance,
    side: u64,
    pub document: Document,
    journal: Journal,
    pub store: Entries,
    time: u64,
    /// Whether nothing is done that makes the journal write a checkpoint by itself.
    pub calm: bool,
    /// Batches that are written but not acknowledged yet.
    unheard: Option<u64>,
    tight: bool,
}

impl Session {
    pub fn new(seed: u64) -> Session {
        Session::sized(seed, SIDE)
    }

    /// Begins a session in which steps may change all of a larger drawing.
    pub fn with_big_steps(seed: u64) -> Session {
        Session::sized(seed, BIG_SIDE)
    }

    fn sized(seed: u64, side: u64) -> Session {
        let mut document = Document::new(side as u32, side as u32).unwrap();
        let journal = Journal::begin(&mut document);
        let (chance, store) = (Chance::new(seed), Entries::default());
        let mut session = Session {
            side,
            chance,
            document,
            journal,
            store,
            time: 0,
            calm: false,
            unheard: None,
            tight: false,
        };
        session.write();
        session
    }

    /// Takes the picture of the live drawing, for which its steps must be in memory.
    pub fn picture(&mut self) -> Picture {
        let limits = self.document.history().limits();
        self.document.set_limits(HISTORY).unwrap();
        self.hear();
        supply_all(&mut self.document, &self.journal, &self.store);
        let picture = Picture::of(&self.document);
        self.document.set_limits(limits).unwrap();
        self.write();
        // Tight limits may have dropped steps again.
        if self.tight { self.picture_now() } else { picture }
    }

    fn picture_now(&mut self) -> Picture {
        self.document.set_limits(HISTORY).unwrap();
        self.tight = false;
        supply_all(&mut self.document, &self.journal, &self.store);
        self.write();
        Picture::of(&self.document)
    }

    /// Packs the history for a file, as it lies, and returns it with the pages and how many volumes it took.
    pub fn portable(&mut self) -> (Vec<u8>, Memory, usize) {
        self.hear();
        let keys = self.journal.volumes_away(&self.document);
        let volumes: Vec<Vec<u8>> = keys.iter().map(|key| self.store.get(*key).unwrap().to_vec()).collect();
        let (packed, left) = encode_history(&self.document, &volumes).unwrap();
        assert_eq!(left, 0, "every step can be read");
        (packed, self.document.door().arena().clone(), volumes.len())
    }

    /// Goes on with what was recovered.
    pub fn go_on_with(&mut self, document: Document, journal: Journal) {
        (self.document, self.journal, self.tight, self.unheard) = (document, journal, false, None);
        self.write();
    }

    /// Returns the sentence of an invariant that does not hold.
    pub fn twin_differs(&self) -> Option<String> {
        self.document.validate().err().map(|broken| broken.to_string())
    }

    /// Writes what has happened. Returns `true` if anything has.
    fn write(&mut self) -> bool {
        let Some(batch) = self.journal.take(&mut self.document).unwrap() else { return false };
        self.unheard = Some(batch.turn);
        let summed = self.document.history().fingerprint_at_hand().is_some();
        assert!(summed || self.side > SIDE, "a record without a big step has a fingerprint");
        self.store.write(batch);
        if self.chance.one_in(3) {
            self.hear();
        }
        true
    }

    fn hear(&mut self) {
        if let Some(turn) = self.unheard.take() {
            self.journal.kept(turn, &mut self.document);
        }
    }

    pub fn write_checkpoint(&mut self) {
        self.journal.checkpoint();
        self.write();
        self.hear();
    }

    /// Takes a batch that never reaches the store.
    pub fn fail_once(&mut self) {
        self.hear();
        self.journal.checkpoint();
        self.paint(Finish::Step);
        assert!(self.journal.take(&mut self.document).unwrap().is_some());
        self.journal.lost(&mut self.document);
    }

    fn paint(&mut self, finish: Finish) {
        self.time += self.chance.below(60);
        if self.document.begin(1 + self.chance.below(2) as u32).is_err() {
            return;
        }
        let (layers, frames) = (self.document.layers(), self.document.frames());
        let cel = Cel {
            layer: self.chance.below(layers.into()) as u32,
            frame: self.chance.below(frames.into()) as u32,
        };
        if self.side > SIDE && self.chance.one_in(3) {
            return self.paint_much(cel, finish);
        }
        let (side, x, y) =
            (self.side as i32, self.chance.below(self.side) as i32, self.chance.below(self.side) as i32);
        let wide = if self.chance.one_in(6) { side } else { x + 3 };
        let color = [Color::BLACK, WHITE, Color::TRANSPARENT][self.chance.below(3) as usize];
        let tall = if self.chance.one_in(8) { side } else { y + 1 };
        let painted = (y..tall).try_for_each(|row| self.document.fill_span(cel, row, x..wide, color));
        if painted.is_err() || self.chance.one_in(9) {
            self.document.cancel();
        } else {
            _ = self.document.finish("Paint", Color::ADDED, self.time, finish);
        }
    }

    /// Paints noise or one colour on most of a cel, within the open action.
    fn paint_much(&mut self, cel: Cel, finish: Finish) {
        let mut length = || self.side as i32 - self.chance.below(2) as i32 * self.chance.below(50) as i32;
        let rect = Rect::new(0, 0, length(), length());
        let color = [Color::BLACK, WHITE, Color::TRANSPARENT][self.chance.below(3) as usize];
        let painted = if self.chance.one_in(2) {
            let chance = &mut self.chance;
            let mut noise = |_, _, _| Color { bytes: (chance.below(1 << 32) as u32).to_le_bytes() };
            self.document.edit(cel, rect, &mut noise)
        } else {
            self.document.fill_rect(cel, rect, color)
        };
        let finished =
            painted.and_then(|()| self.document.finish("Much", Color::ADDED, self.time, finish).map(|_| ()));
        if finished.is_err() {
            self.document.cancel();
        }
    }

    fn any_commit(&mut self) -> Option<CommitId> {
        let history = self.document.history();
        let all: Vec<CommitId> = history
            .commits()
            .map(|c| c.id())
            .chain([history.base()])
            .chain(history.pins().map(|p| p.0))
            .collect();
        Some(all[self.chance.below(all.len() as u64) as usize])
    }

    /// Does again what was refused for a step that is away, once its bytes were supplied.
    fn retried(&mut self, act: impl Fn(&mut Document) -> Result<(), Error>) {
        for _ in 0..500 {
            match act(&mut self.document) {
                Err(Error::Away { commit }) => {
                    self.hear();
                    let key = self.journal.volume_of(CommitId(commit)).unwrap();
                    let bytes = self.store.get(key);
                    assert!(bytes.is_some());
                    if self.journal.supply(&mut self.document, key, bytes, Some(CommitId(commit))).is_err() {
                        return;
                    }
                }
                _ => return,
            }
        }
    }

    /// Does anything, and writes it. Returns `true` if the journal had something to write.
    pub fn act(&mut self) -> bool {
        let act = self.chance.below(if self.calm { 60 } else { 74 });
        match act {
            0..=19 => self.paint(Finish::Step),
            20..=25 => self.paint(Finish::Merging(100)),
            26..=29 => self.paint(Finish::Carrying),
            30..=37 => self.retried(|d| d.undo().map(|_| ())),
            38..=42 => self.retried(|d| d.redo().map(|_| ())),
            43..=46 => {
                let to = self.any_commit().unwrap();
                self.retried(move |d| d.goto(to).map(|_| ()));
            }
            47..=49 => {
                let to = self.any_commit().unwrap();
                self.retried(move |d| d.bring_back(to).map(|_| ()));
            }
            50..=51 => {
                _ = self.document.pin("Pin", self.time);
            }
            52 => {
                let pin = self.document.history().pins().next().map(|(id, _)| id);
                pin.into_iter().for_each(|pin| _ = self.document.unpin(pin));
            }
            53 => self.document.mark_saved().unwrap(),
            54 => self.document.begin_saving().unwrap(),
            55 => _ = self.document.finish_saving(),
            56..=57 => {
                let at = self.document.layers();
                self.document.begin(3).unwrap();
                match self.document.add_layer(at) {
                    Ok(()) => _ = self.document.commit("Layer", Color::ADDED, self.time),
                    Err(_) => _ = self.document.cancel(),
                }
            }
            58 => _ = self.document.seal(1 << 16),
            59 => {
                let at = self.document.frames();
                self.document.begin(4).unwrap();
                match self.document.add_frame(at) {
                    Ok(()) => _ = self.document.commit("Frame", Color::ADDED, self.time),
                    Err(_) => _ = self.document.cancel(),
                }
            }
            60..=62 => self.journal.checkpoint(),
            63..=64 => {
                let budget = [5_000, 10_000, 30_000][self.chance.below(3) as usize];
                let budget = if self.side > SIDE { budget * 30 } else { budget };
                self.tight = self.document.set_limits(Limits { budget, ..HISTORY }).is_ok() || self.tight;
            }
            65..=67 => {
                self.document.set_limits(HISTORY).unwrap();
                self.tight = false;
            }
            68..=71 => {
                let CommitId(to) = self.any_commit().unwrap();
                let odd = [0, 1, to, to, to, to + 1, u64::MAX][self.chance.below(7) as usize];
                _ = self.document.forget_before(CommitId(odd));
            }
            _ => {
                let limits = self.document.history().limits();
                let working = Limits { working: 40_000, ..limits };
                if self.document.set_limits(working).is_ok() && self.document.begin(9).is_ok() {
                    self.document.barrier().unwrap();
                    for y in 0..SIDE as i32 {
                        for x in (0..SIDE as i32).step_by(2) {
                            self.document.fill_span(Cel::default(), y, x..x + 1, WHITE).unwrap();
                        }
                    }
                    self.document.commit("Barrier", Color::ADDED, self.time).unwrap();
                }
                self.document.set_limits(limits).unwrap();
            }
        }
        self.write()
    }
}
