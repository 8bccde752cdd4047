//! Files: new, open, drawings, save, export. The page shows the dialogs for them.

use super::{Command, Condition};
use crate::editor::params::Param;
use crate::editor::{Ask, Effect, Key};
use crate::formats;
use crate::params::Kind;

/// Returns the formats that hold what is seen of a drawing.
fn exports() -> Vec<(&'static str, &'static str)> {
    formats::EXPORTS.iter().map(|format| (format.id, format.label)).collect()
}

// A stroke must end before its document is saved or replaced.
pub(super) static TABLE: &[Command] = &[
    Command::session("file.new", "New…", |e, _, _| {
        e.emit(Effect::Ask(Ask::New));
        Ok(())
    })
    .menu("File")
    .when(&[Condition::Rest]),
    Command::session("file.open", "Open…", |e, _, _| {
        e.emit(Effect::Ask(Ask::Open));
        Ok(())
    })
    .menu("File")
    .keys(&[Key::ctrl("o")])
    .when(&[Condition::Rest]),
    Command::session("file.drawings", "Drawings…", |e, _, _| {
        e.emit(Effect::Ask(Ask::Drawings));
        Ok(())
    })
    .menu("File")
    .keys(&[Key::ctrl_shift("o")])
    .when(&[Condition::Rest]),
    Command::session("file.save", "Save", |e, _, _| {
        e.emit(Effect::Ask(Ask::Save));
        Ok(())
    })
    .menu("File")
    .keys(&[Key::ctrl("s")])
    .when(&[Condition::Rest]),
    Command::session("file.save-as", "Save as…", |e, _, _| {
        e.emit(Effect::Ask(Ask::SaveAs));
        Ok(())
    })
    .menu("File")
    .keys(&[Key::ctrl_shift("s")])
    .when(&[Condition::Rest]),
    Command::session("file.save-with-history", "Save as, with history…", |e, _, _| {
        e.emit(Effect::Ask(Ask::SaveWithHistory));
        Ok(())
    })
    .menu("File")
    .when(&[Condition::Rest]),
    Command::session("file.export", "Export picture", |e, args, _| {
        let format = formats::named(args.text("format")?)?;
        e.emit(Effect::Ask(Ask::Export(format.id)));
        Ok(())
    })
    .menu("File")
    .params(&[Param::new("format", "Format", Kind::Choice(exports), |_| formats::EXPORTS[0].id.into())])
    .keys(&[Key::ctrl_shift("e")])
    .when(&[Condition::Rest]),
];
