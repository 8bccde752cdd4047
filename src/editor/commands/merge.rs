//! Merge: a branch of the history put together with the current line, the walk through what both have changed, and two states compared.

use super::{Command, Condition, Run, Scope};
use crate::editor::session::deciding::{Becomes, Where};
use crate::editor::session::merging::Decide;
use crate::editor::session::params::{Kind, Param};
use crate::editor::{Editor, Key};
use crate::history::CommitId;
use crate::value::Value;

const MOST: i64 = 1 << 53;

/// Returns the last step of the newest branch.
fn newest(editor: &Editor) -> Value {
    let CommitId(id) = editor.document().history().branches().last().map_or(CommitId(0), |tip| tip.id());
    Value::Number(id.min(MOST as u64) as f64)
}

/// Returns what the current state is compared with: the newest branch, or else the state before the last step or after the next.
fn other(editor: &Editor) -> Value {
    let history = editor.document().history();
    let parent = history.done().next().map(|step| step.parent());
    let tip = history.branches().last().map(|tip| tip.id());
    let next = history.undone().next().map(|step| step.id());
    let CommitId(id) = tip.or(parent).or(next).unwrap_or(history.base());
    Value::Number(id.min(MOST as u64) as f64)
}

pub(super) static TABLE: &[Command] = &[
    Command::new(
        "history.merge",
        "Merge steps set aside",
        Scope::History,
        Run::Session(|e, a, time| {
            e.merge(a.whole("commit")? as u64, Decide::named(a.text("conflicts")?)?, time)
        }),
    )
    .menu("History")
    .keys(&[Key::ctrl_shift("m")])
    .params(&[
        Param::new("commit", "Last of the steps set aside", Kind::Whole(0, MOST), newest),
        Param::new("conflicts", "What both have changed", Kind::choice::<Decide>(), |_| {
            Decide::Ask.id().into()
        }),
    ])
    .when(&[Condition::Rest, Condition::NoGame, Condition::Branches]),
    Command::session("history.compare", "Compare two states", |e, a, _| {
        e.session.compare([a.whole("commit")? as u64, a.whole("with")? as u64])
    })
    .menu("History")
    .params(&[
        Param::new("commit", "One state", Kind::Whole(0, MOST), other),
        Param::new("with", "The other one", Kind::Whole(0, MOST), |e| {
            Value::Number(e.document().history().here().0.min(MOST as u64) as f64)
        }),
    ])
    .when(&[Condition::Rest, Condition::NoGame, Condition::Steps]),
    Command::session("merge.next", "Next conflict", |e, _, _| {
        e.walk(1);
        Ok(())
    })
    .keys(&[Key::plain("ArrowRight")])
    .when(&[Condition::Merging]),
    Command::session("merge.previous", "Previous conflict", |e, _, _| {
        e.walk(-1);
        Ok(())
    })
    .keys(&[Key::plain("ArrowLeft")])
    .when(&[Condition::Merging]),
    Command::session("merge.choose", "Mine or theirs", |e, a, _| {
        e.decide(Where::named(a.text("place")?)?, Becomes::named(a.text("side")?)?)
    })
    .keys(&[Key::plain("ArrowUp"), Key::plain("ArrowDown")])
    .params(&[
        Param::new("place", "Where", Kind::choice::<Where>(), |_| Where::Place.id().into()),
        Param::new("side", "Side", Kind::choice::<Becomes>(), |_| Becomes::Other.id().into()),
    ])
    .when(&[Condition::Merging]),
];

/// What ends the walk, behind what else Enter ends: with nothing under way, that is what Enter is for.
pub(super) static END: &[Command] =
    &[Command::new("merge.finish", "Merge", Scope::History, Run::Session(|e, _, time| e.finish_merge(time)))
        .keys(&[Key::plain("Enter")])
        .when(&[Condition::Merging])];
