//! One painting, all systems: what each step costs each of them.
//!
//! Every stroke, undo and redo goes to all systems, one after the other, with a
//! look at the clock around each. The clock comes from outside. Besides that live
//! race, [`measure`] runs one system alone through a recorded session, so that none
//! warms or spoils the caches of another.

use super::paint::{Painter, Span, write};
use super::{Event, SYSTEMS, Session, Settings, Stroke, System, Tool, all, system};
use crate::error::{Result, in_range};
use crate::geometry::Point;
use crate::raster::Brush;

/// Milliseconds that only grow.
pub type Clock<'a> = &'a dyn Fn() -> f64;

/// The tag of every stroke.
const TAG: u32 = 1;

/// What one system's steps cost: the last of each kind, and all together, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Row {
    /// Bytes that the last step added, or gave back.
    pub step_bytes: i64,
    /// From the beginning of an action to its end, without the painting's own work.
    pub commit_ms: f64,
    /// One undo.
    pub undo_ms: f64,
    /// One redo.
    pub redo_ms: f64,
    /// All actions.
    pub commit_total_ms: f64,
    /// All undos.
    pub undo_total_ms: f64,
    /// All redos.
    pub redo_total_ms: f64,
}

/// All systems, driven by one painting.
pub struct Race {
    systems: Vec<Box<dyn System>>,
    rows: Vec<Row>,
    /// By system: bytes after each step.
    series: Vec<Vec<usize>>,
    painter: Painter,
    settings: Settings,
    /// What was painted so far, and the stroke under way.
    session: Session,
    stroke: Option<(Stroke, Brush)>,
    /// Steps that could be undone and redone if nothing were forgotten.
    made: (usize, usize),
    /// A session being replayed, and how far.
    replay: (Vec<Event>, usize),
}

impl Race {
    /// All systems over a transparent picture.
    ///
    /// # Errors
    /// When a side is outside `1..=4096`, or there are fewer than 2 snapshots.
    pub fn new(width: u32, height: u32, settings: Settings) -> Result<Race> {
        let painter = Painter::new(width, height)?;
        in_range("snapshots", settings.snapshots as i64, 2, 10_000)?;
        let systems = all(&vec![0; painter.bytes()], settings);
        Ok(Race {
            rows: vec![Row::default(); systems.len()],
            series: vec![Vec::new(); systems.len()],
            systems,
            painter,
            settings,
            session: Session::new(width, height),
            stroke: None,
            made: (0, 0),
            replay: (Vec::new(), 0),
        })
    }

    /// The systems, the product's own last.
    pub fn systems(&self) -> impl ExactSizeIterator<Item = &dyn System> {
        self.systems.iter().map(|system| &**system)
    }

    /// What the systems' steps cost, in their order.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// By system: its bytes after each step, undo and redo.
    pub fn series(&self) -> &[Vec<usize>] {
        &self.series
    }

    /// The painter, which knows the picture's size.
    pub fn painter(&self) -> Painter {
        self.painter
    }

    /// What was painted so far.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Steps that a system has forgotten.
    pub fn lost(&self, index: usize) -> usize {
        let reach = self.systems.get(index).map_or(0, |system| system.undo_steps() + system.redo_steps());
        (self.made.0 + self.made.1).saturating_sub(reach)
    }

    /// Whether a system's picture is what nothing forgotten would be, as the product's own is.
    pub fn agrees(&self, index: usize) -> bool {
        let last = self.systems.last().map(|system| system.document());
        self.systems.get(index).map(|system| system.document()) == last
    }

    /// What a stroke paints: for all systems, or for each where it depends on the picture.
    fn spans(&self, stroke: &Stroke, brush: Brush) -> Vec<Vec<Span>> {
        let Stroke { tool, color, points, .. } = stroke;
        let own = |system: &dyn System| {
            self.painter.spans(system.document(), *tool, brush, tool.ink(*color), points)
        };
        let different = if *tool == Tool::Fill { self.systems.len() } else { 1 };
        self.systems().take(different).map(own).collect()
    }

    /// Has every system paint, within an action, and adds up the time.
    fn write(&mut self, stroke: &Stroke, spans: &[Vec<Span>], clock: Clock<'_>) {
        let color = stroke.tool.ink(stroke.color);
        for (index, (system, row)) in self.systems.iter_mut().zip(&mut self.rows).enumerate() {
            let Some(spans) = spans.get(index).or(spans.first()) else { continue };
            let bytes = self.painter.bytes_for(spans, color);
            let start = clock();
            system.begin(TAG);
            write(&mut **system, spans, &bytes);
            row.commit_ms += clock() - start;
        }
    }

    /// Does something with every system, and adds up the time.
    fn each(&mut self, clock: Clock<'_>, mut act: impl FnMut(&mut dyn System), add: impl Fn(&mut Row, f64)) {
        for (system, row) in self.systems.iter_mut().zip(&mut self.rows) {
            let start = clock();
            act(&mut **system);
            add(row, clock() - start);
        }
    }

    /// A stroke begins at a pixel; another that is under way ends.
    ///
    /// # Errors
    /// When the brush's size is outside `1..=64`.
    pub fn begin(&mut self, stroke: Stroke, clock: Clock<'_>) -> Result<()> {
        let brush = Brush::new(stroke.size)?;
        self.end(clock);
        self.rows.iter_mut().for_each(|row| row.commit_ms = 0.0);
        let spans = self.spans(&stroke, brush);
        self.write(&stroke, &spans, clock);
        self.stroke = Some((stroke, brush));
        Ok(())
    }

    /// The stroke goes on to a pixel.
    pub fn extend(&mut self, to: Point, clock: Clock<'_>) {
        let Some((mut stroke, brush)) = self.stroke.take() else { return };
        let from = stroke.points.last().copied().filter(|from| *from != to);
        if let Some(from) = from.filter(|_| stroke.tool != Tool::Fill) {
            let spans = vec![self.painter.extend(brush, from, to)];
            self.write(&stroke, &spans, clock);
            stroke.points.push(to);
        }
        self.stroke = Some((stroke, brush));
    }

    /// The stroke ends and is committed; whether it left a step.
    pub fn end(&mut self, clock: Clock<'_>) -> bool {
        let Some((stroke, _)) = self.stroke.take() else { return false };
        let before: Vec<usize> = self.systems.iter().map(|system| system.bytes()).collect();
        let label = stroke.tool.label();
        let mut left = false;
        self.each(
            clock,
            |system| left |= system.commit(label),
            |row, ms| {
                row.commit_ms += ms;
                row.commit_total_ms += row.commit_ms;
            },
        );
        self.session.events.push(Event::Stroke(stroke));
        if left {
            self.made = (self.made.0 + 1, 0);
            for ((row, system), before) in self.rows.iter_mut().zip(&self.systems).zip(before) {
                row.step_bytes = system.bytes() as i64 - before as i64;
            }
            self.note();
        }
        left
    }

    /// The stroke is taken back.
    pub fn cancel(&mut self) {
        self.stroke = None;
        for system in &mut self.systems {
            system.cancel();
        }
    }

    /// Undoes in every system that can; whether any could.
    pub fn undo(&mut self, clock: Clock<'_>) -> bool {
        self.cancel();
        let mut any = false;
        self.each(
            clock,
            |system| any |= system.undo(),
            |row, ms| {
                row.undo_ms = ms;
                row.undo_total_ms += ms;
            },
        );
        if any {
            self.made = (self.made.0.saturating_sub(1), self.made.1 + 1);
            self.remember(Event::Undo(1));
        }
        any
    }

    /// Redoes in every system that can; whether any could.
    pub fn redo(&mut self, clock: Clock<'_>) -> bool {
        self.cancel();
        let mut any = false;
        self.each(
            clock,
            |system| any |= system.redo(),
            |row, ms| {
                row.redo_ms = ms;
                row.redo_total_ms += ms;
            },
        );
        if any {
            self.made = (self.made.0 + 1, self.made.1.saturating_sub(1));
            self.remember(Event::Redo(1));
        }
        any
    }

    /// Adds to the recording; presses in a row are one event.
    fn remember(&mut self, event: Event) {
        match (self.session.events.last_mut(), &event) {
            (Some(Event::Undo(count)), Event::Undo(_)) | (Some(Event::Redo(count)), Event::Redo(_)) => {
                *count += 1
            }
            _ => self.session.events.push(event),
        }
        self.note();
    }

    fn note(&mut self) {
        for (series, system) in self.series.iter_mut().zip(&self.systems) {
            series.push(system.bytes());
        }
    }

    /// Spends an idle moment in every system that has use for one; whether there is more to do.
    pub fn idle(&mut self) -> bool {
        if self.stroke.is_some() {
            return false;
        }
        let more = self.systems.iter_mut().fold(false, |more, system| system.idle() | more);
        // The chart's last point is what is held now.
        for (series, system) in self.series.iter_mut().zip(&self.systems) {
            if let Some(last) = series.last_mut() {
                *last = system.bytes();
            }
        }
        more
    }

    /// Takes up a session on a new canvas; the number of its events.
    ///
    /// # Errors
    /// When it is none, or its canvas can't be.
    pub fn load(&mut self, text: &str) -> Result<usize> {
        let session = Session::parse(text)?;
        let race = Race::new(session.width, session.height, self.settings)?;
        *self = Race { replay: (session.events, 0), ..race };
        Ok(self.replay.0.len())
    }

    /// Does that many of the session's events; how many remain.
    ///
    /// # Errors
    /// When a brush's size can't be.
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

/// What a session cost one system alone.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Measure {
    /// Steps made, of which the system may have forgotten some.
    pub made: usize,
    /// Steps that could be undone and redone in the end.
    pub steps: usize,
    /// What the history held in the end, by each of these.
    pub bytes_per_step: f64,
    /// The same after all that can be packed in idle moments was.
    pub sealed_bytes_per_step: f64,
    /// Milliseconds of all actions, each from its beginning to its end, without the painting's own work.
    pub act_ms: f64,
    /// Of these, milliseconds of committing alone.
    pub commit_ms: f64,
    /// Milliseconds and number of all undos: the session's own, and then as many as there were.
    pub undo_ms: f64,
    /// See `undo_ms`.
    pub undos: usize,
    /// Milliseconds and number of all redos: the session's own, and then as many as there were.
    pub redo_ms: f64,
    /// See `redo_ms`.
    pub redos: usize,
}

/// Runs one system alone through a session, then undoes everything, and redoes everything.
///
/// # Errors
/// When there is no such system, or the session's canvas or a brush can't be.
pub fn measure(session: &Session, index: usize, settings: Settings, clock: Clock<'_>) -> Result<Measure> {
    in_range("system", index as i64, 0, SYSTEMS as i64 - 1)?;
    let painter = Painter::new(session.width, session.height)?;
    let mut system = system(index, &vec![0; painter.bytes()], settings);
    let mut measure = Measure::default();
    for event in &session.events {
        match event {
            Event::Stroke(Stroke { tool, color, size, points }) => {
                let (brush, color) = (Brush::new(*size)?, tool.ink(*color));
                let spans = painter.spans(system.document(), *tool, brush, color, points);
                let bytes = painter.bytes_for(&spans, color);
                let start = clock();
                system.begin(TAG);
                write(&mut *system, &spans, &bytes);
                let drawn = clock();
                measure.made += usize::from(system.commit(tool.label()));
                let end = clock();
                measure.commit_ms += end - drawn;
                measure.act_ms += end - start;
            }
            Event::Undo(count) => measure.undo(&mut *system, *count, clock),
            Event::Redo(count) => measure.redo(&mut *system, *count, clock),
        }
    }
    measure.steps = system.undo_steps() + system.redo_steps();
    measure.bytes_per_step = system.bytes() as f64 / measure.steps.max(1) as f64;
    measure.undo(&mut *system, usize::MAX, clock);
    measure.redo(&mut *system, usize::MAX, clock);
    while system.idle() {}
    measure.sealed_bytes_per_step = system.bytes() as f64 / measure.steps.max(1) as f64;
    Ok(measure)
}

impl Measure {
    fn undo(&mut self, system: &mut dyn System, most: usize, clock: Clock<'_>) {
        let start = clock();
        let done = (0..most).take_while(|_| system.undo()).count();
        self.undo_ms += clock() - start;
        self.undos += done;
    }

    fn redo(&mut self, system: &mut dyn System, most: usize, clock: Clock<'_>) {
        let start = clock();
        let done = (0..most).take_while(|_| system.redo()).count();
        self.redo_ms += clock() - start;
        self.redos += done;
    }
}
