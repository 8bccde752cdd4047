//! Recorded paintings, as text.
//!
//! A recording is a header, the canvas's size, and a line for each thing a person
//! did: a stroke with its tool, colour, size and the points the pointer went
//! through, or so many presses of undo or redo. Lines that begin with `#` say
//! something to people.
//!
//! ```
//! use undoodle_lab::{Event, Recording};
//! let text = "undoodle recording 1\ncanvas 64 32\npencil #000000ff 1 3,4 9,4\nundo 1\n";
//! let recording = Recording::parse(text)?;
//! assert_eq!((recording.width, recording.height, recording.events.len()), (64, 32, 2));
//! assert_eq!(recording.events[1], Event::Undo(1));
//! assert_eq!(recording.to_string(), text);
//! assert!(Recording::parse("undoodle recording 1\ncanvas 0 32\n").is_err());
//! # Ok::<(), undoodle_lab::Error>(())
//! ```

use super::Tool;
use super::paint::{MAX_SIDE, REACH};
use crate::color::Color;
use crate::error::{Error, Message, Result, in_range};
use crate::geometry::Point;
use crate::raster::MAX_BRUSH;
use std::fmt;

/// First line of a recording.
const HEADER: &str = "undoodle recording 1";

/// Most points, and most events, of a recording.
const MAX_POINTS: usize = 1_000_000;

/// A stroke of a tool through points; a fill has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// Tool that paints.
    pub tool: Tool,
    /// Colour; an eraser ignores it.
    pub color: Color,
    /// Width of the brush in pixels.
    pub size: u32,
    /// Points that the pointer went through, at least one.
    pub points: Vec<Point>,
}

/// One thing that a person did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A stroke was painted.
    Stroke(Stroke),
    /// Undo was pressed this many times.
    Undo(usize),
    /// Redo was pressed this many times.
    Redo(usize),
}

/// Recording of what was painted on a canvas, from its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recording {
    /// Columns of the canvas.
    pub width: u32,
    /// Rows of the canvas.
    pub height: u32,
    /// Events in the order they happened.
    pub events: Vec<Event>,
}

fn wrong(line: usize, why: impl Into<Message>) -> Error {
    Error::File { format: "recording", why: Message::new("line {n}: {why}").with(line + 1).with_key(why) }
}

/// Parses a whole number of a line and checks its limits.
fn integer(line: usize, what: &'static str, word: Option<&str>, min: i64, max: i64) -> Result<i64> {
    let word = word.unwrap_or("");
    let value = word.parse().map_err(|_| {
        let word: String = word.chars().take(40).collect();
        let code = "{what} must be from {min} to {max}, not \"{quoted}\"";
        wrong(line, Message::new(code).with_key(what).with(min).with(max).with(word))
    })?;
    in_range(what, value, min, max).map_err(|error| wrong(line, error.message()))?;
    Ok(value)
}

impl Recording {
    /// Creates an empty recording on a canvas.
    pub fn new(width: u32, height: u32) -> Recording {
        Recording { width, height, events: Vec::new() }
    }

    /// Parses a recording.
    ///
    /// # Errors
    /// [`Error::File`] with the number of the broken line and what was expected there.
    pub fn parse(text: &str) -> Result<Recording> {
        let lines = text.lines().enumerate().map(|(i, line)| (i, line.trim()));
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        if lines.next().map(|(_, line)| line) != Some(HEADER) {
            return Err(wrong(0, Message::new("it must be \"{quoted}\"").with(HEADER)));
        }
        let Some((at, line)) = lines.next() else { return Err(wrong(1, "it must give the canvas's size")) };
        let mut words = line.split_whitespace();
        if words.next() != Some("canvas") {
            return Err(wrong(at, "it must give the canvas's size"));
        }
        let width = integer(at, "width", words.next(), 1, MAX_SIDE.into())? as u32;
        let height = integer(at, "height", words.next(), 1, MAX_SIDE.into())? as u32;
        let mut recording = Recording::new(width, height);
        let mut points = 0;
        for (at, line) in lines {
            let mut words = line.split_whitespace();
            let event = match words.next().unwrap_or("") {
                "undo" => Event::Undo(integer(at, "count", words.next(), 1, MAX_POINTS as i64)? as usize),
                "redo" => Event::Redo(integer(at, "count", words.next(), 1, MAX_POINTS as i64)? as usize),
                tool => Event::Stroke(stroke(at, tool, words, &mut points)?),
            };
            if recording.events.len() == MAX_POINTS {
                return Err(wrong(at, Message::new("it must have at most {max} events").with(MAX_POINTS)));
            }
            recording.events.push(event);
        }
        Ok(recording)
    }
}

fn stroke<'a>(
    at: usize,
    tool: &str,
    mut words: impl Iterator<Item = &'a str>,
    count: &mut usize,
) -> Result<Stroke> {
    let tool = Tool::named(tool).map_err(|error| wrong(at, error.message()))?;
    let color = words.next().unwrap_or("").parse::<Color>().map_err(|error| wrong(at, error.message()))?;
    let size = integer(at, "brush size", words.next(), 1, MAX_BRUSH.into())? as u32;
    let mut points = Vec::new();
    for word in words {
        *count += 1;
        if *count > MAX_POINTS {
            return Err(wrong(at, Message::new("it must have at most {max} points").with(MAX_POINTS)));
        }
        let (x, y) = word.split_once(',').unwrap_or((word, ""));
        // A hand goes beyond the canvas, but only so far.
        let reach = i64::from(REACH);
        let x = integer(at, "x", Some(x), -reach, reach)? as i32;
        let y = integer(at, "y", Some(y), -reach, reach)? as i32;
        points.push(Point::new(x, y));
    }
    if points.is_empty() {
        return Err(wrong(at, "it must be a point"));
    }
    Ok(Stroke { tool, color, size, points })
}

impl fmt::Display for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}\ncanvas {} {}", self.width, self.height)?;
        for event in &self.events {
            match event {
                Event::Undo(count) => writeln!(f, "undo {count}")?,
                Event::Redo(count) => writeln!(f, "redo {count}")?,
                Event::Stroke(Stroke { tool, color, size, points }) => {
                    write!(f, "{} {color} {size}", tool.id())?;
                    points.iter().try_for_each(|Point { x, y }| write!(f, " {x},{y}"))?;
                    writeln!(f)?;
                }
            }
        }
        Ok(())
    }
}
