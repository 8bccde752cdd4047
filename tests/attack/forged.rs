//! Saved files of several drawings, and what somebody changes in their histories to do harm.

use super::unsealed::{Bytes, Piece, Run, Step, Unsealed};
use crate::attack::chance::{self, Chance};
use std::sync::OnceLock;
use undoodle::editor::{Editor, command};
use undoodle::memory::PageAddress;
use undoodle::value::Value;

fn run(editor: &mut Editor, chance: &mut Chance, id: &str) {
    let args = chance::arguments(chance, editor, command(id).unwrap());
    let time = editor.document().history().position() as u64 * 400;
    let _ = editor.run(id, &args, time);
}

fn stroke(editor: &mut Editor, chance: &mut Chance) {
    let (width, height) = editor.document().size();
    let mut at = || {
        let (x, y) = (chance.within(0, width as i32 - 1), chance.within(0, height as i32 - 1));
        editor.view().device_center(x.into(), y.into())
    };
    let (from, to) = (at(), at());
    editor.pointer_down(from.0, from.1, 0, 0);
    editor.pointer_up(to.0, to.1, 1);
}

/// What the drawings are made by, one line for each.
const MAKING: [&[&str]; 7] = [
    &["", "tool.eraser", "", "tool.fill", "", "tool.pencil", "", "edit.invert", ""],
    &[
        "layer.add",
        "",
        "layer.opacity",
        "layer.blend",
        "group.add",
        "group.visible",
        "group.locked",
        "layer.move",
        "",
    ],
    &[
        "frame.add",
        "",
        "frame.add-linked",
        "",
        "frame.link",
        "frame.unlink",
        "frame.tag",
        "frame.move",
        "frame.delete",
    ],
    &[
        "",
        "edit.undo",
        "",
        "edit.undo",
        "edit.undo",
        "",
        "history.pin",
        "",
        "history.bring-back",
        "history.branch",
    ],
    &[
        "palette.add",
        "palette.set",
        "palette.move",
        "",
        "image.background",
        "image.grid",
        "image.tile",
        "palette.delete",
    ],
    &[
        "select.all",
        "edit.copy",
        "edit.paste",
        "edit.nudge-left",
        "edit.land",
        "select.invert",
        "",
        "edit.cut",
    ],
    &[
        "",
        "image.resize",
        "",
        "image.crop-content",
        "edit.flip-horizontal",
        "edit.rotate",
        "layer.duplicate",
        "edit.land",
    ],
];

/// A drawing whose history has what its line makes, several times over, with branches and a pin.
fn made(seed: u64) -> Unsealed {
    let chance = &mut Chance::new(seed);
    let mut editor = Editor::new().unwrap();
    editor.resize(90, 70);
    editor.new_document(chance.within(9, 45).into(), chance.within(9, 40).into()).unwrap();
    editor.set_primary("#2a5bb0").unwrap();
    for round in 0..22 {
        let making =
            MAKING[if chance.one_in(3) { chance.below(MAKING.len()) } else { seed as usize % MAKING.len() }];
        match chance.pick(making) {
            "" => stroke(&mut editor, chance),
            id => run(&mut editor, chance, id),
        }
        if chance.one_in(6) {
            (0..chance.below(4)).for_each(|_| _ = editor.run("edit.undo", &[], 0));
        }
        if round == 12 {
            let _ = editor.run("history.pin", &[("name".into(), "Pin".into())], 0);
        }
    }
    // Some are packed, and some are as they were captured.
    (0..seed % 3).for_each(|_| while editor.idle() {});
    (0..chance.below(6)).for_each(|_| _ = editor.run("edit.undo", &[], 0));
    Unsealed::new(&editor.encode_project(Some(true)).unwrap())
}

/// Number of drawings.
const DRAWINGS: u64 = 14;

/// One of the drawings.
pub fn drawing(seed: u64) -> Unsealed {
    static ALL: OnceLock<Vec<Unsealed>> = OnceLock::new();
    ALL.get_or_init(|| (0..DRAWINGS).map(made).collect())[(seed % DRAWINGS) as usize].clone()
}

/// A number that is wrong in most places.
fn number(chance: &mut Chance, near: u64) -> u64 {
    let far = [0, 1, 2, 77, 1 << 16, u64::from(u32::MAX), 1 << 53, u64::MAX / 2, u64::MAX - 1, u64::MAX];
    match chance.below(3) {
        0 => chance.pick(&far),
        1 => near.wrapping_add(chance.below(7) as u64).wrapping_sub(3),
        _ => chance.below(40) as u64,
    }
}

fn rect(chance: &mut Chance) -> [i32; 4] {
    let side = chance.pick(&[1, 3, 40]);
    match chance.below(6) {
        0..3 => [0; 4],
        3 => [chance.within(-9, 40), chance.within(-9, 40), side, side],
        4 => [i32::MIN, i32::MAX, i32::MAX, i32::MIN],
        _ => [chance.within(-9, 9), 0, chance.within(-9, 9), 1 << 20],
    }
}

/// The address of a byte in some page.
fn place(chance: &mut Chance, start: u64) -> u64 {
    let PageAddress { tree, level, index } =
        PageAddress::of(start).unwrap_or(PageAddress { tree: 0, level: 0, index: 0 });
    let tree = match chance.below(5) {
        0 => chance.pick(&[0, 1, 2, 3, 4, 15, 16, 0x10001, 0x10002, 0x20001, 0x7fff_ffff]),
        1 => tree.wrapping_add(chance.pick(&[1, 1 << 16, u32::MAX])),
        _ => tree,
    };
    let (level, index) = match chance.below(4) {
        0 => (chance.below(4) as u8, 0),
        1 => (level, index.wrapping_add(chance.below(3) as u32)),
        _ => (level, index),
    };
    let index = index % [1 << 20, 1 << 11, 4, 1][level as usize];
    let offset = if chance.one_in(2) { start % 4096 } else { chance.below(4096) as u64 };
    PageAddress { tree, level, index }.address() + offset
}

fn change_run(chance: &mut Chance, run: &mut Run) {
    match (chance.below(8), &mut run.bytes) {
        (0, _) => run.start = place(chance, run.start),
        (1, _) => run.start = run.start.wrapping_add(chance.pick(&[4, 60, 4096, u64::MAX])),
        (2, Bytes::Repeated(_, len)) => *len = chance.pick(&[0, 1, 5, 64, 4096, 20_000]),
        (2, Bytes::Spelled(bytes)) => bytes.truncate(chance.below(bytes.len() + 1)),
        (3, Bytes::Spelled(bytes)) => bytes.extend_from_slice(&[9, 0, 9, 255]),
        (_, Bytes::Repeated(word, _)) => word[chance.below(4)] ^= 1 << chance.below(8),
        (_, Bytes::Spelled(bytes)) if bytes.is_empty() => {}
        (4, Bytes::Spelled(bytes)) => bytes.fill(chance.pick(&[0, 1, 255])),
        (_, Bytes::Spelled(bytes)) => {
            let at = chance.below(bytes.len());
            bytes[at] ^= 1 << chance.below(8);
        }
    }
}

/// Adds a few pixels of a cel that may not be there, or may not reach as far.
fn add_pixels(chance: &mut Chance, step: &mut Step) {
    let (layer, frame) = (chance.below(4) as u32, chance.below(4) as u32 + u32::from(chance.one_in(9)) * 900);
    let place =
        PageAddress { tree: layer << 16 | frame, level: 0, index: chance.pick(&[0, 0, 1, 1024, 5000]) };
    let start = place.address() + chance.below(1000) as u64 * 4;
    let bytes = Bytes::Spelled(vec![chance.below(255) as u8 + 1; 4 * (chance.below(5) + 1)]);
    step.pieces.push(Piece { form: 0, runs: vec![Run { start, bytes }], lie: 0 });
}

fn change_step(chance: &mut Chance, step: &mut Step) {
    let count = step.pieces.len();
    match chance.below(17) {
        0..4 => step.lead.rect = rect(chance),
        4 => step.lead.layer = number(chance, step.lead.layer),
        5 => step.lead.frame = number(chance, step.lead.frame),
        6 => (step.lead.time, step.lead.tag) = (number(chance, 0), number(chance, 3)),
        7 => step.lead.label = vec![chance.pick(b"a\n\0\x7f\xff"); chance.pick(&[0, 1, 120, 255])],
        8 => step.least = number(chance, step.least),
        9 => step.deltas = number(chance, step.deltas),
        10 => step.merged = !step.merged,
        11 => {
            let form = chance.below(3) as u8;
            step.pieces.iter_mut().for_each(|piece| piece.form = form);
            step.pieces.iter_mut().for_each(|piece| piece.runs.sort_by_key(|run| run.start));
        }
        12 if count > 0 => {
            let piece = step.pieces[chance.below(count)].clone();
            (0..chance.below(3)).for_each(|_| step.pieces.push(piece.clone()));
        }
        13 if count > 0 => step.pieces[chance.below(count)].lie = chance.pick(&[1, -1, 1000, 1 << 40]),
        14 => add_pixels(chance, step),
        15 => step.wrong = u64::from(chance.one_in(2)),
        _ => {
            let runs = step.runs().count();
            if runs > 0 {
                let at = chance.below(runs);
                step.runs().nth(at).into_iter().for_each(|run| change_run(chance, run));
            }
        }
    }
}

/// Moves a step and all that stands on it onto another one, so that links still lead through every step once.
fn graft(chance: &mut Chance, all: &mut Unsealed) {
    let root = chance.pick(&all.steps.iter().map(|step| step.id).collect::<Vec<_>>());
    let (base, here) = (all.numbers[1], all.numbers[3]);
    let parents = |all: &Unsealed, id: u64| {
        let up = |id: &u64| all.steps.iter().find(|step| step.id == *id).map(|step| step.links[0]);
        std::iter::successors(Some(id), up).collect::<Vec<_>>()
    };
    let free: Vec<u64> = all.steps.iter().map(|step| step.id).chain([base]).collect();
    let free: Vec<u64> = free.into_iter().filter(|id| !parents(all, *id).contains(&root)).collect();
    if free.is_empty() || parents(all, here).contains(&root) {
        return;
    }
    let onto = chance.pick(&free);
    let old = all.steps.iter().find(|step| step.id == root).map(|step| step.links).unwrap();
    for step in &mut all.steps {
        step.links[1] = if step.links[1] == root { old[2] } else { step.links[1] };
        step.links[2] = if step.links[2] == root { old[2] } else { step.links[2] };
    }
    all.numbers[2] = if all.numbers[2] == root { old[2] } else { all.numbers[2] };
    // Behind the first child, which leads to where the history stands.
    let first = match all.steps.iter_mut().find(|step| step.id == onto) {
        Some(step) => &mut step.links[1],
        None => &mut all.numbers[2],
    };
    let (first, mut next) = (*first, 0);
    if first == 0 {
        match all.steps.iter_mut().find(|step| step.id == onto) {
            Some(step) => step.links[1] = root,
            None => all.numbers[2] = root,
        }
    } else if let Some(step) = all.steps.iter_mut().find(|step| step.id == first) {
        next = std::mem::replace(&mut step.links[2], root);
    }
    let step = all.steps.iter_mut().find(|step| step.id == root).unwrap();
    (step.links[0], step.links[2]) = (onto, next);
}

fn change(chance: &mut Chance, all: &mut Unsealed) {
    let count = all.steps.len();
    match chance.below(24) {
        0 => all.steps.iter_mut().for_each(|step| step.lead.rect = [0; 4]),
        1 => {
            let at = chance.below(5);
            all.numbers[at] = number(chance, all.numbers[at]);
        }
        2 if count > 0 => {
            let (step, link) = (chance.below(count), chance.below(3));
            let near = all.steps[step].links[link];
            all.steps[step].links[link] = number(chance, near);
        }
        3 if count > 0 => drop(all.steps.remove(chance.below(count))),
        4 if count > 1 => all.steps.swap(chance.below(count), chance.below(count)),
        5 if count > 0 => {
            let step = chance.below(count);
            all.steps[step].id = number(chance, all.steps[step].id);
        }
        6..10 if count > 0 => graft(chance, all),
        10 if !all.pins.is_empty() => {
            let id = number(chance, all.pins[0].id);
            (all.pins[0].id, all.listed[0]) = (id, id);
        }
        11 => all.listed.extend(vec![number(chance, 3); chance.below(3)]),
        12 if !all.pins.is_empty() => change_step(chance, &mut all.pins[0]),
        13 => all.given = vec![number(chance, 9) as u32; chance.below(9)],
        14 if count > 1 => {
            let (one, other) = (chance.below(count), chance.below(count));
            let pieces = all.steps[one].pieces.clone();
            all.steps[other].pieces = pieces;
        }
        _ if count > 0 => {
            let step = chance.below(count);
            change_step(chance, &mut all.steps[step]);
        }
        _ => {}
    }
}

/// A file whose history was changed, with right checksums.
pub fn file(chance: &mut Chance) -> Vec<u8> {
    let mut all = drawing(chance.below(DRAWINGS as usize) as u64);
    (0..chance.below(4)).for_each(|_| change(chance, &mut all));
    let spoils = chance.one_in(8);
    all.seal(&mut |bytes| {
        if spoils && chance.one_in(6) {
            let at = chance.below(bytes.len());
            bytes[at] ^= 1 << chance.below(8);
        }
    })
}

/// Named values, as scripts pass them.
pub fn args(name: &str, value: u64) -> Vec<(String, Value)> {
    vec![(name.to_owned(), Value::Number(value as f64))]
}
