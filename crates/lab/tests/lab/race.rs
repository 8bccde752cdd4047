//! The race: losses, recordings, the cursor, and limits.

use undoodle_lab::color::Color;
use undoodle_lab::geometry::{Point, Rect};
use undoodle_lab::{Cursor, Race, SYSTEMS, Settings, Stroke, Tool};

fn stroke(x: i32) -> Stroke {
    let points = vec![Point::new(x, 3), Point::new(x, 9)];
    Stroke { tool: Tool::Pencil, color: undoodle_lab::color::Color::BLACK, size: 1, points }
}

fn race() -> Race {
    Race::new(64, 32, Settings { snapshots: 4, budget: 1 << 20, ..Settings::default() }).unwrap()
}

#[test]
fn a_system_that_has_forgotten_waits_for_the_others() {
    let mut race = race();
    for x in 0..10 {
        race.begin(stroke(x * 3), &|| 0.0).unwrap();
        assert!(race.end(&|| 0.0));
    }
    while race.undo(&|| 0.0) {}
    let snapshots = race.systems().position(|system| system.id() == "snapshots").unwrap();
    assert_eq!((race.lost(snapshots), race.lost(SYSTEMS - 1)), (8, 0));
    assert!(!race.agrees(snapshots), "it could not go back all the way");
    for _ in 0..7 {
        assert!(race.redo(&|| 0.0));
    }
    assert!(!race.agrees(snapshots));
    for _ in 0..3 {
        assert!(race.redo(&|| 0.0));
    }
    assert!((0..SYSTEMS).all(|index| race.agrees(index)), "all meet at the end again");
    assert!(!race.redo(&|| 0.0));
}

#[test]
fn a_recording_replayed_is_the_same_picture() {
    let mut race = race();
    for (x, tool) in [(3, Tool::Pencil), (9, Tool::Pencil), (20, Tool::Fill), (3, Tool::Eraser)] {
        race.begin(Stroke { tool, ..stroke(x) }, &|| 0.0).unwrap();
        race.extend(Point::new(x + 4, 9), &|| 0.0);
        race.end(&|| 0.0);
    }
    race.undo(&|| 0.0);
    race.begin(stroke(50), &|| 0.0).unwrap();
    assert!(race.undo(&|| 0.0), "a stroke under way is taken back, and nothing else");
    let text = race.recording().to_string();
    assert!(text.ends_with("undo 1\n"), "{text}");
    let mut again = crate::race::race();
    let events = again.load(&text).unwrap();
    assert_eq!(again.replay(events, &|| 0.0), Ok(0));
    for (one, other) in race.systems().zip(again.systems()) {
        assert!(one.document() == other.document(), "{}", one.name());
    }
}

#[test]
fn more_copies_than_have_room_are_refused() {
    let refused = |settings| Race::new(4096, 4096, settings).err().unwrap().to_string();
    let defaults = Settings::default();
    assert!(refused(Settings { snapshots: 100, ..defaults }).starts_with("bytes of all systems "));
    assert!(
        refused(Settings { arena: Some(usize::MAX), snapshots: 4, ..defaults }).contains("must be from 0 to")
    );
    assert!(refused(Settings { snapshots: 2, ..defaults }).starts_with("snapshots must be from 3 to "));
}

#[test]
fn the_arena_is_the_articles_or_larger_for_a_large_picture() {
    let settings = Settings::default();
    assert_eq!(settings.arena_for(512 * 512 * 4), 10 << 20);
    assert_eq!(settings.arena_for(4096 * 4096 * 4), 6 * (64 << 20));
    assert_eq!(Settings { arena: Some(1), ..settings }.arena_for(1 << 30), 1);
}

#[test]
fn the_bytes_of_the_last_step_are_counted_from_before_its_first_write() {
    let mut race = race();
    for x in [3, 20] {
        let before: Vec<usize> = race.systems().map(|system| system.bytes()).collect();
        race.begin(stroke(x), &|| 0.0).unwrap();
        race.extend(Point::new(x + 9, 20), &|| 0.0);
        race.end(&|| 0.0);
        for ((system, row), before) in race.systems().zip(race.rows()).zip(before) {
            assert_eq!(row.step_bytes, system.bytes() as i64 - before as i64, "{}", system.name());
        }
        let row = race.rows()[0];
        assert!(row.step_bytes > 12 * 64, "each of a dozen rows is a cell: {row:?}");
    }
}

#[test]
fn points_far_away_are_recorded_where_a_recording_can_have_them() {
    let mut race = race();
    let far = Point::new(i32::MIN, i32::MAX);
    race.begin(Stroke { points: vec![Point::new(5, 5), far], ..stroke(5) }, &|| 0.0).unwrap();
    race.extend(Point::new(i32::MAX, 9), &|| 0.0);
    assert!(race.end(&|| 0.0));
    let text = race.recording().to_string();
    assert!(text.ends_with(" 5,5 -16384,16384 16384,9\n"), "{text}");
    let mut again = crate::race::race();
    assert_eq!(again.load(&text), Ok(1));
    assert_eq!(again.replay(1, &|| 0.0), Ok(0));
    for (one, other) in race.systems().zip(again.systems()) {
        assert!(one.document() == other.document(), "{}", one.name());
    }
}

#[test]
fn undo_takes_the_cursor_to_what_went_back_in_the_other_colour() {
    let mut race = race();
    for tool in [Tool::Pencil, Tool::Eraser] {
        race.begin(Stroke { tool, size: 3, ..stroke(20) }, &|| 0.0).unwrap();
        race.end(&|| 0.0);
    }
    assert_eq!(race.cursor().1, 0);
    let rect = Rect::new(19, 2, 3, 9);
    race.undo(&|| 0.0);
    assert_eq!(race.cursor(), (Cursor { rect, color: Color::ADDED }, 1), "the eraser's comes back");
    race.undo(&|| 0.0);
    assert_eq!(race.cursor(), (Cursor { rect, color: Color::REMOVED }, 2));
    race.redo(&|| 0.0);
    assert_eq!(race.cursor(), (Cursor { rect, color: Color::ADDED }, 3));
}

#[test]
fn what_a_small_arena_and_a_small_command_limit_lose_is_told() {
    let settings = Settings { arena: Some(1000), command: 2000, ..Settings::default() };
    let mut race = Race::new(64, 32, settings).unwrap();
    for x in 0..4 {
        race.begin(Stroke { size: 8, ..stroke(8 + x * 12) }, &|| 0.0).unwrap();
        race.end(&|| 0.0);
    }
    let warnings: Vec<Option<String>> =
        race.systems().map(|system| system.warning().map(ToString::to_string)).collect();
    assert!(warnings[0].is_some() && warnings[4].is_some(), "{warnings:?}");
    assert_eq!((race.lost(0), race.lost(4), race.lost(SYSTEMS - 1)), (4, 4, 0));
    assert!((0..SYSTEMS).all(|index| race.agrees(index)), "done, though it can't be undone");
}

#[test]
fn what_is_reserved_holds_whatever_is_used() {
    let mut race = race();
    let reserved = |race: &Race| race.systems().map(|system| system.reserved()).collect::<Vec<_>>();
    let before = reserved(&race);
    for x in 0..3 {
        race.begin(stroke(8 + x * 12), &|| 0.0).unwrap();
        race.end(&|| 0.0);
    }
    for system in race.systems() {
        assert!(system.bytes() > 0 && system.bytes() <= system.reserved(), "{}", system.name());
    }
    // Delta swap, save points and snapshots take all of their memory before the first step.
    assert_eq!(reserved(&race)[..3], before[..3]);
    assert!(before[..3].iter().all(|bytes| *bytes > 64 * 32 * 4));
}

#[test]
fn recordings_of_the_lab_replay_to_their_ends_and_all_systems_agree() {
    // Those of larger pictures take seconds without optimisation.
    let recordings = [
        include_str!("../../../../www/lab/recordings/erasing-64.txt"),
        include_str!("../../../../www/lab/recordings/fills-64.txt"),
        include_str!("../../../../www/lab/recordings/pencil-64.txt"),
    ];
    for (number, text) in recordings.into_iter().enumerate() {
        let mut race = Race::new(64, 64, Settings::default()).unwrap();
        let events = race.load(text).unwrap();
        assert_eq!(race.replay(events, &|| 0.0), Ok(0), "recording {number}");
        assert!((0..SYSTEMS).all(|index| race.agrees(index)), "recording {number}");
    }
}
