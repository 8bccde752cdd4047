//! History: going to any step, pins, branches, and steps that were set aside.

use super::{Command, Condition, Run, Scope};
use crate::document::{HISTORY, MAX_SIDE};
use crate::editor::hand::following::Paints;
use crate::editor::session::Session;
use crate::editor::session::desk::MEGABYTES;
use crate::editor::session::params::{Args, Kind, List, Param};
use crate::editor::session::searching::Within;
use crate::editor::session::taking_back::Later;
use crate::editor::shown::showing::Shows;
use crate::editor::{Ask, Editor, Effect, Key};
use crate::error::{Error, Message, Result};
use crate::history::{CommitId, Limits};
use crate::value::Value;

const MOST: i64 = 1 << 53;

/// The longest name of a pin, in bytes.
const NAME: usize = 120;

fn commit(args: &Args) -> Result<u64> {
    Ok(args.whole("commit")? as u64)
}

fn last_pin(editor: &Editor) -> u64 {
    editor.document().history().pins().last().map_or(0, |(id, _)| id.0)
}

fn number(number: u64) -> crate::value::Value {
    // JavaScript's numbers count this far, and no history does.
    crate::value::Value::Number(number.min(MOST as u64) as f64)
}

fn pin(editor: &mut Editor, args: &Args, _: u64) -> Result<()> {
    let name = args.text("name")?.trim();
    if name.is_empty() {
        return Err(Error::Length { what: "name", bytes: 0, max: NAME });
    }
    editor.session.pin(name)?;
    editor.session.emit(Effect::Message("State pinned: it stays when older steps are forgotten".into()));
    editor.session.state_changed();
    Ok(())
}

fn unpin(editor: &mut Editor, args: &Args, _: u64) -> Result<()> {
    let id = commit(args)?;
    if !editor.session.unpin(CommitId(id)) {
        return Err(Error::Gone { commit: id });
    }
    editor.session.state_changed();
    Ok(())
}

/// Lists the branches that leave a commit beneath it, or no longer.
fn unfold(editor: &mut Editor, args: &Args, _: u64) -> Result<()> {
    let id = commit(args)?;
    let row = if args.flag("unfolded")? { Some(args.whole("row")? as u64) } else { None };
    editor.session.unfold(id, row);
    Ok(())
}

/// Returns how many megabytes the history may take.
fn megabytes(editor: &Editor) -> u64 {
    (editor.document().history().stats().budget >> 20) as u64
}

/// Sets how many megabytes of memory the history may take, of this drawing and of those that are opened later.
fn memory(editor: &mut Editor, args: &Args, _: u64) -> Result<()> {
    let budget = (args.whole("megabytes")? as usize) << 20;
    let before = editor.document().history().stats().commits;
    editor.session.set_budget(Limits { budget, ..HISTORY })?;
    let forgotten = before - editor.document().history().stats().commits;
    let limit = Message::new("History limit set to {max} MB").with(megabytes(editor));
    let lost = Message::new("{n} step removed to fit | {n} steps removed to fit").with(forgotten);
    let said = [Some(limit), (forgotten > 0).then_some(lost)];
    editor.session.emit(Effect::Message(Message::row(said.into_iter().flatten(), "{first}; {rest}")));
    Ok(())
}

/// A pixel's column or row, or -1 where nothing is pointed at.
const SIDE: Kind = Kind::Whole(-1, MAX_SIDE as i64 - 1);

/// A step; the newest one unless another is named.
const NEWEST: Param =
    Param::new("commit", "Step", Kind::Whole(0, MOST), |e| number(e.document().history().here().0));

const fn command(
    id: &'static str,
    label: &'static str,
    run: fn(&mut Editor, &Args, u64) -> Result<()>,
) -> Command {
    Command::new(id, label, Scope::History, Run::Session(run)).menu("History")
}

pub(super) static TABLE: &[Command] = &[
    command("history.bring-back", "Bring back steps set aside", |e, a, _| e.bring_back(commit(a)?))
        .keys(&[Key::ctrl_shift("b")])
        .params(&[Param::new("commit", "Last of the steps set aside", Kind::Whole(0, MOST), |e| {
            number(e.document().history().aside().map_or(0, |(id, _)| id.0))
        })])
        .when(&[Condition::Rest, Condition::Aside]),
    command("history.take-back", "Take back only this", |e, a, time| {
        let later = Later::named(a.text("later")?)?;
        e.take_only(commit(a)?, later, time)
    })
    .keys(&[Key::alt("Backspace")])
    .params(&[
        NEWEST,
        Param::new("later", "Later steps", Kind::choice::<Later>(), |_| Later::Ask.id().into()),
    ])
    .when(&[Condition::Rest, Condition::NoGame, Condition::Undo, Condition::Undoable]),
    command("history.do-again", "Do it again here", |e, a, time| {
        e.do_again(commit(a)?, a.flag("over")?, time)
    })
    .keys(&[Key::alt("y")])
    .params(&[
        NEWEST,
        Param::new("over", "Paint over what looks different here", Kind::Flag, |_| false.into()),
    ])
    .when(&[Condition::Rest, Condition::NoGame, Condition::Steps]),
    Command::edit("history.as-it-was", "This region as it was then", Scope::Cel, |e, _| e.as_it_was())
        .looks_up(Session::look_up_then)
        .menu("History")
        .keys(&[Key::alt("w")])
        .params(&[Param::new("commit", "As it was", Kind::State, |e| number(e.source().0))])
        .previews()
        .when(&[Condition::Steps, Condition::NoGame]),
    Command::session("history.paint-from", "Paint from a step", |e, a, _| e.session.paint_from(commit(a)?))
        .menu("History")
        .params(&[Param::new("commit", "Paint from", Kind::State, |e| number(e.source().0))])
        .asks()
        .when(&[Condition::Rest, Condition::Steps]),
    Command::choose("history.paint-from-newest", "Paint from before the newest step", |desk, _, _| {
        desk.source = None;
        Ok(())
    })
    .menu("History")
    .when(&[Condition::Source]),
    command("history.branch", "Go to steps set aside", |e, a, _| e.goto_branch(a.whole("branch")? as u64))
        .params(&[Param::new("branch", "Steps", Kind::Index(List::Branches), |e| {
            number(e.document().history().branches().count().saturating_sub(1) as u64)
        })])
        .asks()
        .when(&[Condition::Branches]),
    command("history.step", "Go to a step", |e, a, _| e.goto_step(a.whole("step")?))
        .params(&[Param::new("step", "Step, or 0 for the beginning", Kind::Whole(0, MOST), |e| {
            number(e.document().history().position() as u64)
        })])
        .asks()
        .when(&[Condition::Steps]),
    // For scripts: people don't know the numbers of commits.
    command("history.goto", "Go to any step", |e, a, _| e.goto(commit(a)?))
        .params(&[Param::new("commit", "Step", Kind::Whole(0, MOST), |e| {
            number(e.document().history().here().0)
        })])
        .menu(""),
    command("history.peek", "Show the drawing before a step", |e, a, _| e.peek(commit(a)?))
        .params(&[Param::new("commit", "Step", Kind::Whole(0, MOST), |e| {
            number(e.document().history().here().0)
        })])
        .menu(""),
    command("history.peek-end", "Show the drawing as it is", |e, _, _| {
        e.peek_end();
        Ok(())
    })
    .menu(""),
    Command::session("history.unfold", "Show or hide steps set aside", unfold).params(&[
        Param::new("commit", "Step", Kind::Whole(0, MOST), |e| number(e.document().history().here().0)),
        Param::new("row", "Row in the list", Kind::Whole(0, MOST), |e| {
            number(e.document().history().position() as u64)
        }),
        Param::new("unfolded", "Expanded", Kind::Flag, |_| true.into()),
    ]),
    Command::session("history.probe", "Who made this pixel?", |e, a, _| {
        e.probe_at(a.whole("x")?, a.whole("y")?)
    })
    .menu("History")
    .keys(&[Key::alt("q")])
    .params(&[
        Param::new("x", "Column, or -1 for that of the next press", SIDE, |e| e.pointed_at().x.into()),
        Param::new("y", "Row, or -1 for that of the next press", SIDE, |e| e.pointed_at().y.into()),
    ])
    .when(&[Condition::Steps]),
    Command::session("history.probe-end", "Close what made a pixel", |e, _, _| {
        e.session.end_probe();
        Ok(())
    })
    .keys(&[Key::plain("Escape")])
    .when(&[Condition::Probed]),
    Command::session("history.find", "Search the history", |e, _, _| {
        e.session.emit(Effect::Ask(Ask::Search));
        Ok(())
    })
    .menu("History")
    .keys(&[Key::ctrl("f")])
    .when(&[Condition::Steps]),
    Command::session("history.search", "Search steps", |e, a, time| e.session.search(a, time)).params(&[
        Param::new("words", "Words in the step or the layer", Kind::Note(NAME), |e| {
            Value::Text(e.session.last_search().words.clone())
        }),
        Param::new("layer", "On the active layer", Kind::Flag, |e| {
            e.session.last_search().layer.is_some().into()
        }),
        Param::new("tool", "By the chosen tool", Kind::Flag, |e| {
            e.session.last_search().tool.is_some().into()
        }),
        Param::new("color", "In the primary colour", Kind::Flag, |e| {
            e.session.last_search().color.is_some().into()
        }),
        Param::new("within", "Made", Kind::choice::<Within>(), |e| {
            e.session.last_search().within.id().into()
        }),
        Param::new("selection", "Touching the selection", Kind::Flag, |e| {
            e.session.last_search().selection.into()
        }),
    ]),
    Command::session("history.search-end", "Show all steps", |e, _, _| {
        e.session.end_search();
        Ok(())
    })
    .when(&[Condition::Searched]),
    command("history.pin", "Pin this state", pin)
        .params(&[Param::new("name", "Name", Kind::Text(NAME), |_| "Pin".into())])
        .asks()
        .when(&[Condition::Rest]),
    command("history.go-to-pin", "Go to the last pinned state", |e, a, _| e.goto(commit(a)?))
        .params(&[Param::new("commit", "Pin", Kind::Whole(0, MOST), |e| number(last_pin(e)))])
        .when(&[Condition::Pins]),
    command("history.unpin", "Unpin the last state", unpin)
        .params(&[Param::new("commit", "Pin", Kind::Whole(0, MOST), |e| number(last_pin(e)))])
        .when(&[Condition::Pins]),
    Command::choose("history.undo-settings", "Undo settings", |desk, _, a| {
        desk.follows = a.flag("follow")?;
        desk.shows = Shows::named(a.text("show")?)?;
        desk.paints = Paints::named(a.text("paint")?)?;
        Ok(())
    })
    .menu("History")
    .params(&[
        Param::new("follow", "Scroll to the change", Kind::Flag, |e| e.desk().follows.into())
            .hint("Scrolls to what undo and redo change"),
        Param::new("show", "Show over the picture", Kind::choice::<Shows>(), |e| e.desk().shows.id().into())
            .hint("Outlines for a moment what undo and redo change"),
        Param::new("paint", "After undo, paint", Kind::choice::<Paints>(), |e| e.desk().paints.id().into())
            .hint("Where the next stroke goes after undo or redo has led to another layer or frame"),
    ])
    .asks(),
    command("history.memory", "History limit", memory)
        .params(&[Param::new("megabytes", "Megabytes", Kind::Whole(1, MEGABYTES as i64), |e| {
            number(megabytes(e))
        })])
        .asks()
        .when(&[Condition::Rest, Condition::NoGame]),
];
