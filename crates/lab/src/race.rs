//! One painting, all systems: what each step costs each of them.
//!
//! Every stroke, undo and redo goes to all systems, one after the other, with a
//! look at the clock around each. The clock comes from outside.

use super::inside::zeroed;
use super::paint::{ByteRange, Painter, clamped, write};
use super::row::Row;
use super::{Cursor, Event, Recording, SYSTEMS, Settings, Stroke, System, Tool, all};
use crate::color::Color;
use crate::error::{Result, in_range};
use crate::geometry::{Point, Rect};
use crate::raster::Brush;

/// A monotonic clock in milliseconds.
pub type Clock<'a> = &'a dyn Fn() -> f64;

/// The most bytes that all systems may allocate up front, their pictures included.
const MAX_MEMORY: i64 = 2 << 30;

/// Tag of every stroke's action.
pub(super) const TAG: u32 = 1;

/// All systems, driven by one painting and timed.
pub struct Race {
    systems: Vec<Box<dyn System>>,
    rows: Vec<Row>,
    /// Bytes after each step, by system.
    series: Vec<Vec<usize>>,
    painter: Painter,
    settings: Settings,
    /// Recording of what was painted so far.
    recording: Recording,
    /// The stroke under way.
    stroke: Option<(Stroke, Brush)>,
    /// Bytes before the stroke under way, by system.
    before: Vec<usize>,
    /// Number of steps to undo and to redo in a system that forgets nothing.
    made: (usize, usize),
    /// Number of steps done, by system. One that can't go on waits until the others are back at its step.
    done: Vec<usize>,
    /// Events being replayed, and the number of those done.
    replay: (Vec<Event>, usize),
    /// Cursor of the last undo or redo, and how often it was set.
    cursor: (Cursor, u32),
}

impl Race {
    /// Creates all systems over a transparent picture.
    ///
    /// # Errors
    /// [`Error::Range`](crate::Error::Range) if a side is outside `1..=4096`, a setting is out of its range,
    /// or the systems would take too much memory; [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    pub fn new(width: u32, height: u32, settings: Settings) -> Result<Race> {
        let painter = Painter::new(width, height)?;
        in_range("snapshots", settings.snapshots as i64, 3, 10_000)?;
        // A picture for each system, one being compared with, one being put on the page, the
        // snapshots, and room for an action in the arena and in the queue.
        let pictures = painter.bytes() as u64 * (SYSTEMS + 2 + settings.snapshots + 3) as u64;
        let arena = settings.arena_for(painter.bytes()) as u64;
        let bytes = i64::try_from(pictures.saturating_add(arena)).unwrap_or(i64::MAX);
        in_range("bytes of all systems", bytes, 0, MAX_MEMORY)?;
        let systems = all(&zeroed("picture", painter.bytes())?, settings)?;
        Ok(Race {
            rows: vec![Row::default(); systems.len()],
            series: vec![Vec::new(); systems.len()],
            systems,
            painter,
            settings,
            recording: Recording::new(width, height),
            stroke: None,
            before: Vec::new(),
            made: (0, 0),
            done: vec![0; SYSTEMS],
            replay: (Vec::new(), 0),
            cursor: (Cursor { rect: Rect::EMPTY, color: Color::TRANSPARENT }, 0),
        })
    }

    /// Returns the systems, the product's own last.
    pub fn systems(&self) -> impl ExactSizeIterator<Item = &dyn System> {
        self.systems.iter().map(|system| &**system)
    }

    /// Returns the costs of the steps, by system.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Returns the number of bytes after each step, undo and redo, by system.
    pub fn series(&self) -> &[Vec<usize>] {
        &self.series
    }

    /// Returns the painter, which knows the picture's size.
    pub fn painter(&self) -> Painter {
        self.painter
    }

    /// Returns the recording of what was painted so far.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Returns the cursor of the last undo or redo, and how often it was set.
    pub fn cursor(&self) -> (Cursor, u32) {
        self.cursor
    }

    /// Returns the colour of a pixel in a system's picture.
    ///
    /// # Errors
    /// [`Error::Range`](crate::Error::Range) if there is no such pixel or no such system.
    pub fn pixel(&self, x: i64, y: i64, index: i64) -> Result<Color> {
        let (width, height) = self.painter.size();
        in_range("x", x, 0, width as i64 - 1)?;
        in_range("y", y, 0, height as i64 - 1)?;
        in_range("system", index, 0, SYSTEMS as i64 - 1)?;
        let system = self.systems.get(index as usize).map(|system| system.document());
        Ok(self.painter.pixel(system.unwrap_or_default(), x as usize, y as usize))
    }

    /// Returns the number of steps that a system has forgotten.
    pub fn lost(&self, index: usize) -> usize {
        let reach = self.systems.get(index).map_or(0, |system| system.undo_steps() + system.redo_steps());
        (self.made.0 + self.made.1).saturating_sub(reach)
    }

    /// Returns `true` if a system's picture equals that of the product, which forgets nothing here.
    pub fn agrees(&self, index: usize) -> bool {
        let last = self.systems.last().map(|system| system.document());
        self.systems.get(index).map(|system| system.document()) == last
    }

    /// Returns the spans of a stroke: one list for all systems, or one each if they depend on the picture.
    fn spans(&self, stroke: &Stroke, brush: &Brush) -> Vec<Vec<ByteRange>> {
        let Stroke { tool, color, points, .. } = stroke;
        let own = |system: &dyn System| {
            self.painter.spans(system.document(), *tool, brush, tool.ink(*color), points)
        };
        let different = if *tool == Tool::Fill { self.systems.len() } else { 1 };
        self.systems().take(different).map(own).collect()
    }

    /// Writes the spans in every system, within an action, and adds up the time.
    fn write(&mut self, stroke: &Stroke, spans: &[Vec<ByteRange>], clock: Clock<'_>) {
        let color = stroke.tool.ink(stroke.color);
        for (index, (system, row)) in self.systems.iter_mut().zip(&mut self.rows).enumerate() {
            let Some(spans) = spans.get(index).or(spans.first()) else { continue };
            let bytes = self.painter.bytes_for(spans, color);
            let cursor = Cursor { rect: self.painter.bounds(spans), color: stroke.tool.cursor() };
            let start = clock();
            system.begin(TAG);
            system.aim(cursor, color);
            write(&mut **system, spans, &bytes);
            row.commit_ms += clock() - start;
        }
    }

    /// Calls `act` on every system and reports its time to `add`.
    fn each(&mut self, clock: Clock<'_>, mut act: impl FnMut(&mut dyn System), add: impl Fn(&mut Row, f64)) {
        for (system, row) in self.systems.iter_mut().zip(&mut self.rows) {
            let start = clock();
            act(&mut **system);
            add(row, clock() - start);
        }
    }

    /// Begins a stroke, ending the one under way.
    ///
    /// # Errors
    /// [`Error::Range`](crate::Error::Range) if the brush's size is outside `1..=64`.
    pub fn begin(&mut self, mut stroke: Stroke, clock: Clock<'_>) -> Result<()> {
        let brush = Brush::new(stroke.size)?;
        // A recording can only be parsed if its points are within reach.
        stroke.points.iter_mut().for_each(|point| *point = clamped(*point));
        self.end(clock);
        self.rows.iter_mut().for_each(|row| row.commit_ms = 0.0);
        self.before = self.systems.iter().map(|system| system.bytes()).collect();
        let spans = self.spans(&stroke, &brush);
        self.write(&stroke, &spans, clock);
        self.stroke = Some((stroke, brush));
        Ok(())
    }

    /// Extends the stroke to a pixel.
    pub fn extend(&mut self, to: Point, clock: Clock<'_>) {
        let Some((mut stroke, brush)) = self.stroke.take() else { return };
        let to = clamped(to);
        let from = stroke.points.last().copied().filter(|from| *from != to);
        if let Some(from) = from.filter(|_| stroke.tool != Tool::Fill) {
            let spans = vec![self.painter.extend(&brush, from, to)];
            self.write(&stroke, &spans, clock);
            stroke.points.push(to);
        }
        self.stroke = Some((stroke, brush));
    }

    /// Commits the stroke. Returns `true` if it made a step.
    pub fn end(&mut self, clock: Clock<'_>) -> bool {
        let Some((stroke, brush)) = self.stroke.take() else { return false };
        let (label, painter) = (stroke.tool.label(), self.painter);
        let mut left = false;
        self.each(
            clock,
            |system| {
                system.intend(painter, &stroke, &brush);
                left |= system.commit(label);
            },
            |row, ms| {
                row.commit_ms += ms;
                row.commit_total_ms += row.commit_ms;
                row.commits += 1;
            },
        );
        self.recording.events.push(Event::Stroke(stroke));
        if left {
            self.made = (self.made.0 + 1, 0);
            self.done.fill(self.made.0);
            for ((row, system), before) in self.rows.iter_mut().zip(&self.systems).zip(&self.before) {
                row.step_bytes = system.bytes() as i64 - *before as i64;
            }
            self.note();
        }
        left
    }

    /// Cancels the stroke.
    pub fn cancel(&mut self) {
        self.stroke = None;
        for system in &mut self.systems {
            system.cancel();
        }
    }

    /// Undoes a step in every system that can, or cancels the stroke. Returns `true` if anything was undone.
    pub fn undo(&mut self, clock: Clock<'_>) -> bool {
        if self.stroke.is_some() {
            self.cancel();
            return true;
        }
        let from = self.made.0;
        let moved = self.travel(
            clock,
            from,
            |system| system.undo(),
            |row, ms| {
                row.undo_ms = ms;
                row.undo_total_ms += ms;
                row.undos += 1;
            },
        );
        if moved {
            self.made = (from - 1, self.made.1 + 1);
            self.remember(Event::Undo(1));
        }
        moved
    }

    /// Redoes a step in every system that can. Returns `false` if none could, or during a stroke.
    pub fn redo(&mut self, clock: Clock<'_>) -> bool {
        let from = self.made.0;
        let moved = self.stroke.is_none()
            && self.travel(
                clock,
                from,
                |system| system.redo(),
                |row, ms| {
                    row.redo_ms = ms;
                    row.redo_total_ms += ms;
                    row.redos += 1;
                },
            );
        if moved {
            self.made = (from + 1, self.made.1.saturating_sub(1));
            self.remember(Event::Redo(1));
        }
        moved
    }

    /// Moves every system that is at step `from` and can move. Returns `true` if any did.
    fn travel(
        &mut self,
        clock: Clock<'_>,
        from: usize,
        act: fn(&mut dyn System) -> bool,
        add: impl Fn(&mut Row, f64),
    ) -> bool {
        let mut any = false;
        for ((system, row), done) in self.systems.iter_mut().zip(&mut self.rows).zip(&mut self.done) {
            let before = system.undo_steps();
            let start = clock();
            if *done == from && act(&mut **system) {
                add(row, clock() - start);
                *done = if system.undo_steps() < before { from - 1 } else { from + 1 };
                any = true;
                if let Some(cursor) = system.shown() {
                    self.cursor = (cursor, self.cursor.1 + 1);
                }
            }
        }
        any
    }

    /// Adds an event to the recording; undos in a row are one event, and so are redos.
    fn remember(&mut self, event: Event) {
        match (self.recording.events.last_mut(), &event) {
            (Some(Event::Undo(count)), Event::Undo(_)) | (Some(Event::Redo(count)), Event::Redo(_)) => {
                *count += 1
            }
            _ => self.recording.events.push(event),
        }
        self.note();
    }

    fn note(&mut self) {
        for (series, system) in self.series.iter_mut().zip(&self.systems) {
            series.push(system.bytes());
        }
    }

    /// Gives every system an idle moment, such as for packing. Returns `true` if work remains.
    pub fn idle(&mut self) -> bool {
        if self.stroke.is_some() {
            return false;
        }
        let more = self.systems.iter_mut().fold(false, |more, system| system.idle() | more);
        // The last point of the chart shows the bytes held now.
        for (series, system) in self.series.iter_mut().zip(&self.systems) {
            if let Some(last) = series.last_mut() {
                *last = system.bytes();
            }
        }
        more
    }

    /// Loads a recording, ready to be replayed on a new canvas, and returns the number of its events.
    ///
    /// # Errors
    /// [`Error::File`](crate::Error::File) if the text is no recording; else as [`new`](Race::new).
    pub fn load(&mut self, text: &str) -> Result<usize> {
        let recording = Recording::parse(text)?;
        let race = Race::new(recording.width, recording.height, self.settings)?;
        *self = Race { replay: (recording.events, 0), ..race };
        Ok(self.replay.0.len())
    }

    /// Replays the next `count` events of the loaded recording and returns the number that remain.
    ///
    /// # Errors
    /// As [`begin`](Race::begin).
    pub fn replay(&mut self, count: usize, clock: Clock<'_>) -> Result<usize> {
        for _ in 0..count {
            let Some(event) = self.replay.0.get(self.replay.1).cloned() else { break };
            self.replay.1 += 1;
            match event {
                Event::Stroke(stroke) => {
                    self.begin(stroke, clock)?;
                    self.end(clock);
                }
                Event::Undo(count) => _ = (0..count).all(|_| self.undo(clock)),
                Event::Redo(count) => _ = (0..count).all(|_| self.redo(clock)),
            }
        }
        Ok(self.replay.0.len() - self.replay.1)
    }
}
