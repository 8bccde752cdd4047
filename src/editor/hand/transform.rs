//! The transform box: floating pixels are scaled, rotated and moved by handles, and land as one step.
//!
//! Problem: who pulls a handle wants to see the result, pull another one, and neither blur the pixels more with each pull
//! nor undo each of them. Idea: all pulls together are one preview of the command `edit.transform`, whose arguments are
//! the box: it always begins with the untouched pixels. Enter runs the command, Escape ends the preview. Whatever else
//! changes the drawing meanwhile commits the transform first, so that nothing is lost by going on.
//!
//! The invariant: while a box is pulled there is no step, and what the box is lies in the preview's arguments and nowhere
//! else.
//!
//! ```
//! use undoodle::{editor::{Editor, TransformBox}, tools::Held};
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! editor.run("select.all", &[], 0)?;
//! editor.run("edit.fill", &[], 0)?;
//! editor.run("edit.transform-box", &[], 0)?;
//! editor.grab_box("right", 640.0, 320.0);
//! let args = editor.pulled(320.0, 320.0, Held::default()).unwrap();
//! editor.preview("edit.transform", &args)?;
//! assert_eq!(editor.transform_box(), Some(TransformBox { x: 0, y: 0, width: 32, height: 64, angle: 0.0 }));
//! assert_eq!(editor.document().history().position(), 2, "no step yet");
//! editor.run("edit.transform-apply", &[], 0)?;
//! assert_eq!(editor.document().history().position(), 3);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::following::Led;
use crate::document::{MAX_SIDE, Orientation};
use crate::editor::commands::command;
use crate::editor::hand::Hand;
use crate::editor::session::Session;
use crate::editor::session::edit::Edit;
use crate::editor::session::edits::floating_image;
use crate::editor::session::joining::InHistory;
use crate::editor::session::params::Args;
use crate::editor::shown::window::Window;
use crate::editor::{Editor, Effect};
use crate::error::{Error, Message, Result};
use crate::geometry::Rect;
use crate::history::Bookmark;
use crate::raster::{Rotation, Scaling, rotate, scale};
use crate::tools::Held;
use crate::value::Value;

/// The command that a box previews and commits.
pub(in crate::editor) const TRANSFORM: &str = "edit.transform";

/// Angles that a box snaps to while Shift is held, in degrees.
const SNAP: f64 = 15.0;

/// A rectangle of the canvas that is turned about its centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TransformBox {
    /// Column of the left edge before it is turned.
    pub x: i32,
    /// Row of the top edge before it is turned.
    pub y: i32,
    /// Width in pixels.
    pub width: i32,
    /// Height in pixels.
    pub height: i32,
    /// Degrees clockwise, more than −180 and at most 180.
    pub angle: f64,
}

/// What is pulled at: an edge or a corner by its direction from the centre, the inside, or the handle that turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    /// An edge, or a corner: -1, 0 or 1 to the right and down from the centre.
    Side(i32, i32),
    /// The box itself, which is moved.
    Inside,
    /// The handle that turns it.
    Turn,
}

/// A pull under way.
#[derive(Clone, Copy, Debug)]
pub struct Pull {
    /// What is pulled at.
    pub handle: Handle,
    /// The box before.
    pub start: TransformBox,
    /// Where it began, in document coordinates.
    pub from: (f64, f64),
}

impl TransformBox {
    /// Creates a box around a rectangle, which is not turned.
    pub fn new(Rect { x, y, width, height }: Rect) -> TransformBox {
        TransformBox { x, y, width, height, angle: 0.0 }
    }

    /// Returns its centre, around which it is turned.
    pub fn center(self) -> (f64, f64) {
        (f64::from(self.x) + f64::from(self.width) / 2.0, f64::from(self.y) + f64::from(self.height) / 2.0)
    }

    fn args(self) -> Vec<(String, Value)> {
        let whole = |name: &str, value: i32| (name.to_owned(), Value::from(value));
        vec![
            whole("x", self.x),
            whole("y", self.y),
            whole("width", self.width),
            whole("height", self.height),
            ("angle".into(), Value::Number(self.angle)),
        ]
    }
}

impl Handle {
    /// Returns the handle with a name.
    pub fn named(name: &str) -> Option<Handle> {
        Some(match name {
            "top-left" => Handle::Side(-1, -1),
            "top" => Handle::Side(0, -1),
            "top-right" => Handle::Side(1, -1),
            "right" => Handle::Side(1, 0),
            "bottom-right" => Handle::Side(1, 1),
            "bottom" => Handle::Side(0, 1),
            "bottom-left" => Handle::Side(-1, 1),
            "left" => Handle::Side(-1, 0),
            "inside" => Handle::Inside,
            "turn" => Handle::Turn,
            _ => return None,
        })
    }
}

/// Rotates a vector clockwise by degrees.
fn rotated((x, y): (f64, f64), degrees: f64) -> (f64, f64) {
    let (sin, cos) = degrees.to_radians().sin_cos();
    (x * cos - y * sin, x * sin + y * cos)
}

/// Returns an angle in degrees as one that is more than −180 and at most 180.
fn half_turn(degrees: f64) -> f64 {
    let angle = degrees.rem_euclid(360.0);
    if angle > 180.0 { angle - 360.0 } else { angle }
}

impl Pull {
    /// Returns the box when the pointer has come to a place. Shift keeps the ratio of the sides, or snaps the angle; Ctrl
    /// keeps the centre.
    pub fn to(&self, (x, y): (f64, f64), held: Held) -> TransformBox {
        let start = self.start;
        let by = (x - self.from.0, y - self.from.1);
        match self.handle {
            Handle::Inside => {
                // Shift holds the longer direction.
                let (dx, dy) = match held.shift {
                    true if by.0.abs() >= by.1.abs() => (by.0, 0.0),
                    true => (0.0, by.1),
                    false => by,
                };
                let moved = |at: i32, by: f64| at.saturating_add(by.round() as i32);
                TransformBox { x: moved(start.x, dx), y: moved(start.y, dy), ..start }
            }
            Handle::Turn => {
                let (cx, cy) = start.center();
                let angle = |(x, y): (f64, f64)| (y - cy).atan2(x - cx).to_degrees();
                let step = if held.shift { SNAP } else { 1.0 };
                let turned = start.angle + angle((x, y)) - angle(self.from);
                TransformBox { angle: half_turn((turned / step).round() * step), ..start }
            }
            Handle::Side(dx, dy) => {
                let (bx, by) = rotated(by, -start.angle);
                let both = if held.ctrl { 2.0 } else { 1.0 };
                let (width, height) = (f64::from(start.width), f64::from(start.height));
                let most = f64::from(MAX_SIDE);
                let mut size = (width + f64::from(dx) * bx * both, height + f64::from(dy) * by * both);
                if held.shift {
                    let factors = (size.0 / width, size.1 / height);
                    let far = |factor: f64| (factor - 1.0).abs();
                    let factor = match (dx, dy) {
                        (_, 0) => factors.0,
                        (0, _) => factors.1,
                        _ if far(factors.0) >= far(factors.1) => factors.0,
                        _ => factors.1,
                    };
                    size = (width * factor, height * factor);
                }
                let side = |side: f64| side.round().clamp(1.0, most);
                let (wide, high) = (side(size.0), side(size.1));
                // The opposite edges stay where they are.
                let off = if held.ctrl { 0.0 } else { 0.5 };
                let away = (f64::from(dx) * (wide - width) * off, f64::from(dy) * (high - height) * off);
                let (ox, oy) = rotated(away, start.angle);
                let (cx, cy) = start.center();
                let first = |center: f64, side: f64| (center - side / 2.0).round() as i32;
                TransformBox {
                    x: first(cx + ox, wide),
                    y: first(cy + oy, high),
                    width: wide as i32,
                    height: high as i32,
                    angle: start.angle,
                }
            }
        }
    }
}

/// Scales, rotates and moves the floating selection, else the selected pixels, else the whole cel, into a box.
pub(in crate::editor) fn transform(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let (x, y) = (args.whole("x")? as i32, args.whole("y")? as i32);
    let (width, height, angle) = (args.count("width")?, args.count("height")?, args.number("angle")?);
    let method = Rotation::named(args.text("method")?)?;
    let cel = edit.cel();
    let original = edit.document.original(cel);
    edit.document.lift(cel)?;
    edit.wrap_floating()?;
    let whole = edit.document.selection().is_none();
    let Some((_, around)) = edit.document.floating() else { return Err(Error::Idle) };
    let image = floating_image(edit.document, around)?;
    let scaled =
        if image.size() == (width, height) { image } else { scale(&image, width, height, Scaling::Nearest)? };
    let (made, (dx, dy)) = rotate(&scaled, angle, method)?;
    let (wide, high) = made.size();
    let place = Rect::new(x.saturating_add(dx), y.saturating_add(dy), wide as i32, high as i32);
    edit.document.reshape_floating(place, |y| made.row(y as u32))?;
    edit.wrap_floating()?;
    if !whole {
        return if args.flag("land")? { edit.document.land() } else { Ok(()) };
    }
    edit.document.land()?;
    let made = original.and_then(|own| {
        let flat = Rect::new(place.x - dx, place.y - dy, width as i32, height as i32);
        // One that is only moved stays as it is.
        let scaled = match (flat.width, flat.height) == (around.width, around.height) {
            true => own.turned(Orientation::default(), around, flat)?,
            false => edit.document.scaled_original(cel.layer, &own, flat)?,
        };
        scaled.turned(Orientation::rotated(angle)?, flat, place)
    });
    edit.show_original(made)
}

impl Session {
    /// Returns the box around what a transform would change, or `None` if nothing floats above the active cel and no
    /// transform is under way.
    pub(in crate::editor) fn transform_box(&self) -> Option<TransformBox> {
        if let Some(args) = self.transforming() {
            let whole = |name| args.whole(name).map(|value| value as i32).ok();
            let (x, y, width, height) = (whole("x")?, whole("y")?, whole("width")?, whole("height")?);
            return Some(TransformBox { x, y, width, height, angle: half_turn(args.number("angle").ok()?) });
        }
        let (_, around) = self.document().floating().filter(|_| self.document().floats_above(self.cel()))?;
        Some(TransformBox::new(around))
    }

    /// Returns the box that the command begins with.
    pub(in crate::editor) fn first_box(&self) -> TransformBox {
        self.transform_box().unwrap_or_else(|| {
            let cel = self.cel();
            let around = self.document().selection().unwrap_or_else(|| self.document().whole_extent(cel));
            let Rect { x, y, width, height } = around;
            TransformBox::new(Rect::new(x, y, width.max(1), height.max(1)))
        })
    }

    /// Returns the arguments of the transform that is previewed.
    fn transforming(&self) -> Option<&Args> {
        let (command, args) = self.previewed()?.edit();
        (command.id == TRANSFORM).then_some(args)
    }

    /// Returns `true` while a transform is under way, which Enter commits and Escape cancels.
    pub(in crate::editor) fn is_transforming(&self) -> bool {
        self.transforming().is_some()
    }
}

impl Hand {
    /// Begins a pull at a handle of the box, at (x, y) in device pixels. Returns `false` if there is no such handle, or no
    /// box.
    pub(in crate::editor) fn grab_box(
        &mut self,
        session: &Session,
        window: &Window,
        handle: &str,
        x: f64,
        y: f64,
    ) -> bool {
        let from = window.view().document_place(x, y);
        let pull = Handle::named(handle).zip(session.transform_box());
        self.pull = pull.map(|(handle, start)| Pull { handle, start, from });
        self.pull.is_some()
    }

    /// Returns the arguments of the transform when the pull has come to (x, y) in device pixels, or `None` if there is
    /// no pull.
    pub(in crate::editor) fn pulled(
        &self,
        session: &Session,
        window: &Window,
        x: f64,
        y: f64,
        held: Held,
    ) -> Option<Vec<(String, Value)>> {
        let pull = self.pull?;
        let mut args = pull.to(window.view().document_place(x, y), held).args();
        if let Some(method) = session.transforming().and_then(|args| args.text("method").ok()) {
            args.push(("method".into(), method.into()));
        }
        Some(args)
    }
}

impl Editor {
    /// Begins a transform that changes nothing yet.
    pub(in crate::editor) fn begin_transform(&mut self) -> Result<()> {
        if self.session.is_transforming() { Ok(()) } else { self.preview(TRANSFORM, &[]) }
    }

    /// Commits the transform under way, if there is one, and lands it if asked to. One that has changed nothing leaves no
    /// step.
    pub(in crate::editor) fn keep_transform(&mut self, land: bool, time: Option<u64>) -> Result<()> {
        if self.session.is_transforming() { self.commit_transform(land, time) } else { Ok(()) }
    }

    #[inline(never)]
    fn commit_transform(&mut self, land: bool, time: Option<u64>) -> Result<()> {
        let Some(args) = self.session.transforming().cloned() else { return Ok(()) };
        let last =
            || self.session.document().history().done().next().map_or(0, |commit| commit.header().time);
        let time = time.unwrap_or_else(last);
        let now = self.session.transform_box();
        self.preview_end();
        if now == Some(self.session.first_box()) && !(land && self.session.document().floating().is_some()) {
            return Ok(());
        }
        let Some(command) = command(TRANSFORM) else { return Err(Error::Idle) };
        let mut args = args.into_pairs();
        args.iter_mut().filter(|(name, _)| name == "land").for_each(|(_, value)| *value = land.into());
        let args = Args::new(self, command.params, &args)?;
        let done = self.perform(command, &args, time, InHistory::Required);
        self.document_changed();
        done
    }

    /// Commits the transform under way before something else is done, and says so if that fails.
    pub(in crate::editor) fn settle_transform(&mut self, time: Option<u64>) {
        if let Err(error) = self.keep_transform(false, time) {
            self.session.emit(Effect::failure(&error));
        }
    }

    /// Undoes the steps since something began to float, so that it is where it was, or gone if it was pasted.
    /// These steps can be redone, until something else is done: see [`drop_cancelled`](Editor::drop_cancelled).
    pub(in crate::editor) fn cancel_floating(&mut self) -> Result<()> {
        let ahead = self.session.document().history().ahead();
        let Some(steps) = self.session.undo_floating()? else {
            self.document_changed();
            return Err(Error::Refused {
                what: "selection",
                name: "moved".into(),
                why: "it was picked up before the oldest step that is known: press Enter to place it here",
            });
        };
        let cel = self.session.cel();
        // Steps that were undone before are not part of what is cancelled.
        let first = self.session.document().history().undone().next().map(|commit| commit.id());
        self.hand.cancelled = first.filter(|_| ahead == 0);
        let label = "Cancelled the move or paste";
        let back = Message::new("{n} step back | {n} steps back").with(steps);
        let message = [Some(label.into()), (steps != 1).then_some(back)];
        let message = Message::row(message.into_iter().flatten(), "{first}, {rest}");
        self.show_step(
            crate::editor::Direction::Undo,
            message,
            label.into(),
            crate::color::Color::REMOVED,
            (cel, Led::ByChoice),
        );
        Ok(())
    }

    /// Drops what was cancelled last, if a step has just set it aside. Returns `true` if it was that, and is gone.
    pub(in crate::editor) fn drop_cancelled(&mut self, before: Bookmark) -> bool {
        let cancelled = self.hand.cancelled.take();
        cancelled.is_some_and(|root| self.session.drop_aside(root, before))
    }
}
