//! The laws of patches, for every command and every tool, whatever they do: the patch of a step leads from the state before it to the state
//! after it and back, byte for byte; taking back the newest step is undo; steps without a pixel, field or place in common give the
//! same bytes in either order; applying a patch twice changes nothing more; and wherever it is applied, what comes out is a valid drawing, one
//! step, and pixel by pixel what a slow and plain comparison of whole copies says.

use super::chance::{Chance, arguments, editor, options};
use super::{drag, named, path, run};
use crate::travelled::copy;
use std::collections::{BTreeMap, BTreeSet};
use undoodle::color::Color;
use undoodle::document::{
    Cel, Conflicts, Corner, Document, Drawing, Finish, MarkedPixels, Part, Patch, Subject,
};
use undoodle::editor::{Editor, Scope, commands};
use undoodle::geometry::Rect;
use undoodle::history::CommitId;
use undoodle::memory::{Arena, Memory, Region, SPECIAL_TREES};
use undoodle::tools::TOOLS;

/// Applications of patches that a run makes at least; `UNDOODLE_PATCHES` asks for more or for fewer.
fn wanted() -> u64 {
    std::env::var("UNDOODLE_PATCHES")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or_else(|| crate::share::of(6_000))
}

/// The first seed; `UNDOODLE_PATCH` asks for another one.
fn first() -> u64 {
    std::env::var("UNDOODLE_PATCH").ok().and_then(|n| n.parse().ok()).unwrap_or(0)
}

/// A drawing as plain lists: its size, where its corner lies, and the pixels of each plane that a cel shows, by the ids of its layer and its name, at
/// their places on the plane. Those that are transparent are left out, and those beyond the canvas are there.
#[derive(PartialEq)]
pub(super) struct Plain {
    pub(super) size: (u32, u32),
    pub(super) corner: Corner,
    pub(super) planes: BTreeMap<u32, BTreeMap<(i32, i32), Color>>,
}

impl Plain {
    pub(super) fn of(memory: &Memory) -> Plain {
        let drawing = Drawing::from_door(memory.clone());
        let mut planes = BTreeMap::new();
        for layer in 0..drawing.layers() {
            for frame in 0..drawing.frames() {
                let cel = Cel { layer, frame };
                planes.entry(drawing.plane_of(cel).unwrap()).or_insert_with(|| {
                    let around = drawing.extent(cel);
                    let mut row = vec![Color::TRANSPARENT; around.width as usize];
                    let mut pixels = BTreeMap::new();
                    for y in around.y..around.bottom() {
                        drawing.read_beyond(cel, around.x, y, &mut row);
                        let shown = (around.x..).zip(&row).filter(|(_, color)| **color != Color::TRANSPARENT);
                        pixels.extend(shown.map(|(x, color)| {
                            let (x, y) = drawing.corner().place(x as u32, y as u32);
                            ((x as i32, y as i32), *color)
                        }));
                    }
                    pixels
                });
            }
        }
        Plain { size: drawing.size(), corner: drawing.corner(), planes }
    }

    pub(super) fn at(&self, plane: u32, x: i32, y: i32) -> Color {
        let found = self.planes.get(&plane).and_then(|pixels| pixels.get(&(x, y)));
        found.copied().unwrap_or(Color::TRANSPARENT)
    }
}

/// Where the record of a drawing keeps the next ids: of layers, frames, tags and colours, of groups, of chunks and pieces.
const COUNTERS: [(u64, usize); 3] = [(16, 16), (92, 4), (112, 8)];

/// A copy whose counters of ids are all 0. What was made and is gone again has raised them, and nothing else tells that it was there.
fn uncounted(memory: &Memory) -> Memory {
    let mut copy = memory.clone();
    for (start, length) in COUNTERS {
        copy.get_mut(Region::new(start, length)).unwrap().fill(0);
    }
    copy
}

/// Bytes of the tree of the selection's plane.
const SELECTION: std::ops::Range<u64> = (1 << 33)..(2 << 33);

/// Whether two memories have the same records, pixels and selection. The colour that a tile has beneath a page of its own says nothing, and
/// depends on which of two steps made that page.
pub(super) fn looks_alike(one: &Memory, other: &Memory) -> bool {
    let records = |memory: &Memory| -> Vec<(Region, Vec<u8>)> {
        let special = memory.present().filter(|region| SPECIAL_TREES.contains(&region.start));
        let others = special.filter(|region| !SELECTION.contains(&region.start));
        others.map(|region| (region, memory.get(region).unwrap().to_vec())).collect()
    };
    let selected = |memory: &Memory| -> Vec<bool> {
        let drawing = Drawing::from_door(memory.clone());
        let Rect { width, height, .. } = drawing.bounds();
        (0..height)
            .flat_map(|y| (0..width).map(move |x| (x, y)))
            .map(|(x, y)| drawing.is_selected(x, y))
            .collect()
    };
    records(one) == records(other) && Plain::of(one) == Plain::of(other) && selected(one) == selected(other)
}

/// What a patch did, in few words.
fn told(conflicts: &Conflicts) -> String {
    let Conflicts { parts, clashes, .. } = conflicts;
    let planes = |list: &[(Subject, Vec<MarkedPixels>)]| -> Vec<String> {
        let count = |marked: &[MarkedPixels]| marked.iter().map(MarkedPixels::count).sum::<u64>();
        list.iter().map(|(subject, marked)| format!("{} of {subject:?}", count(marked))).collect()
    };
    format!("took {:?}, {parts:?}; left {:?}, {clashes:?}", planes(&conflicts.taken), planes(&conflicts.left))
}

/// A document whose patches are tried, and how many were applied.
struct Trial {
    document: Document,
    what: String,
    applied: u64,
}

impl Trial {
    fn memory(&self) -> Memory {
        self.document.history().arena().clone()
    }

    fn go(&mut self, to: CommitId) {
        if self.document.history().here() != to {
            assert!(self.document.goto(to).unwrap(), "{}: {to:?} can be reached", self.what);
        }
    }

    fn state(&mut self, to: CommitId) -> Memory {
        self.go(to);
        self.memory()
    }

    /// Applies a patch as a step of its own, if it changes anything.
    fn apply(&mut self, patch: Patch<'_>) -> Conflicts {
        let (before, steps) = (self.memory(), self.document.history().position());
        let draft = self.document.draft(1 << 20, Cel::default()).unwrap();
        let foreseen = patch.foresee(&self.document).unwrap();
        let conflicts = patch.apply(&mut self.document, &draft).unwrap();
        assert!(foreseen == conflicts, "{}: foreseen as it is done", self.what);
        let kept = self.document.keep(draft, "Patch", Color::ADDED, 0, Finish::Step).unwrap().is_some();
        assert_eq!(self.document.history().position(), steps + usize::from(kept), "{}: one step", self.what);
        assert!(kept || self.memory() == before, "{}: no step changes nothing", self.what);
        self.document.validate().unwrap_or_else(|broken| panic!("{}: {broken}", self.what));
        self.applied += 1;
        conflicts
    }

    /// Takes a state and a patch that leads from it to another one, there and back.
    fn there_and_back(&mut self, patch: Patch<'static>, [from, to]: [CommitId; 2]) {
        let [before, after] = [from, to].map(|id| self.state(id));
        self.go(from);
        let conflicts = self.apply(patch);
        assert!(conflicts.is_whole(), "{}: nothing is in the way: {}", self.what, told(&conflicts));
        // Where nothing is left of what was made in between, there is no step, and the counters stay.
        let same = |one: Memory, other: &Memory| {
            one == *other || conflicts.is_idle() && looks_alike(&uncounted(&one), &uncounted(other))
        };
        assert!(same(self.memory(), &after), "{}: from before to after: {}", self.what, told(&conflicts));
        self.again(patch, None);
        let back = self.apply(patch.reversed());
        assert!(back.is_whole(), "{}: nothing is in the way back: {}", self.what, told(&back));
        assert!(self.memory() == before, "{}: reversed, from after to before", self.what);
        self.again(patch.reversed(), None);
        // Back on the line, taking back is undo.
        self.go(to);
        self.apply(patch.reversed());
        assert!(same(self.memory(), &before), "{}: taking back the newest step is undo", self.what);
    }

    /// Applies a patch that was applied just now once more.
    fn again(&mut self, patch: Patch<'_>, first: Option<&Conflicts>) {
        let before = self.memory();
        let conflicts = self.apply(patch);
        let first = first.map_or(String::new(), told);
        assert!(
            conflicts.is_idle(),
            "{}: the second time nothing is left to be done: {} after {first}",
            self.what,
            told(&conflicts)
        );
        assert!(self.memory() == before, "{}: applied twice", self.what);
    }

    /// Applies a patch anywhere, and compares what comes out with whole copies.
    fn anywhere(&mut self, patch: Patch<'static>, [from, to]: [CommitId; 2], here: CommitId) {
        let [before, after, now] = [from, to, here].map(|id| self.state(id));
        let conflicts = self.apply(patch);
        let sides = [before, after, now].map(|memory| Plain::of(&memory));
        self.compare(&sides, &Plain::of(&self.memory()), &conflicts);
        self.again(patch, Some(&conflicts));
    }

    fn compare(&self, [before, after, now]: &[Plain; 3], made: &Plain, conflicts: &Conflicts) {
        let refused = conflicts.clashes.iter().any(|clash| clash.part == Part::Canvas);
        let all: BTreeSet<u32> =
            [before, after, now].iter().flat_map(|side| side.planes.keys().copied()).collect();
        let (mut taken, mut left) = (0, 0);
        for plane in all {
            let shown = made.planes.contains_key(&plane) || now.planes.contains_key(&plane) && !refused;
            let sides = [before, after, now, made].into_iter().filter_map(|side| side.planes.get(&plane));
            let places: BTreeSet<(i32, i32)> = sides.flat_map(|pixels| pixels.keys().copied()).collect();
            for (x, y) in places {
                let [b, a, c] = [before, after, now].map(|side| side.at(plane, x, y));
                let takes = !refused && shown && b != a && c == b;
                taken += u64::from(takes);
                left += u64::from(b != a && !takes && c != a);
                let expected = if takes { a } else { c };
                let found = made.at(plane, x, y);
                assert_eq!(
                    found, expected,
                    "{}: pixel {x}, {y} of plane {plane:x}: {b:?} {a:?} {c:?}",
                    self.what
                );
            }
        }
        let images = |planes: &[(Subject, Vec<MarkedPixels>)]| -> u64 {
            let images = planes.iter().filter(|(subject, _)| matches!(subject, Subject::Image { .. }));
            images.flat_map(|(_, marked)| marked).map(MarkedPixels::count).sum()
        };
        assert_eq!(images(&conflicts.taken), taken, "{}: pixels taken", self.what);
        assert_eq!(images(&conflicts.left), left, "{}: pixels left", self.what);
    }

    /// Makes two steps, one after the other, in the other order, if they have nothing in common. Returns `true` if they have not.
    fn the_other_way(&mut self, [base, one, other]: [CommitId; 3]) -> bool {
        let [first, second] = [Patch::between(base, one), Patch::between(one, other)];
        self.go(base);
        let mut common = Common::default();
        common.add(&first.foresee(&self.document).unwrap());
        self.go(one);
        if common.meets(&second.foresee(&self.document).unwrap()) {
            return false;
        }
        let after = self.state(other);
        self.go(base);
        let conflicts = self.apply(second);
        let pixels = common.parts.is_empty() && conflicts.parts.is_empty() && conflicts.clashes.is_empty();
        if !conflicts.is_whole() {
            assert!(!pixels, "{}: {one:?} is not in the way of {other:?}: {}", self.what, told(&conflicts));
            return false;
        }
        let conflicts = self.apply(first);
        if !conflicts.is_whole() {
            assert!(!pixels, "{}: {other:?} is not in the way of {one:?}: {}", self.what, told(&conflicts));
            return false;
        }
        let same = self.memory() == after || looks_alike(&self.memory(), &after);
        assert!(same, "{}: {one:?} and {other:?} in either order", self.what);
        true
    }
}

/// The pixels and parts of a step.
#[derive(Default)]
struct Common {
    pixels: BTreeSet<(u32, i32, i32)>,
    parts: BTreeSet<String>,
}

/// What a part has in common with others: members and places of one kind are places of one list.
fn place(part: &Part) -> String {
    match part {
        Part::Member(thing) | Part::Place(thing) => format!("list of {}", thing.kind),
        other => format!("{other:?}"),
    }
}

fn pixels(conflicts: &Conflicts) -> BTreeSet<(u32, i32, i32)> {
    let mut all = BTreeSet::new();
    for (subject, marked) in &conflicts.taken {
        let plane = match subject {
            Subject::Image { layer, name } => u32::from(*layer) << 16 | u32::from(*name),
            Subject::Selection => 1,
            Subject::Floating => 2,
        };
        for marked in marked {
            let around = marked.around();
            match marked {
                MarkedPixels::Tile(rect, rows, _) => {
                    for (y, row) in (rect.y..).zip(rows.iter()) {
                        all.extend((0..32).filter(|x| row >> x & 1 == 1).map(|x| (plane, rect.x + x, y)));
                    }
                }
                MarkedPixels::Area(..) => {
                    let rows = around.y..around.bottom();
                    all.extend(rows.flat_map(|y| (around.x..around.right()).map(move |x| (plane, x, y))));
                }
            }
        }
    }
    all
}

impl Common {
    fn add(&mut self, conflicts: &Conflicts) {
        self.pixels.extend(pixels(conflicts));
        self.parts.extend(conflicts.parts.iter().map(place));
    }

    fn meets(&self, conflicts: &Conflicts) -> bool {
        pixels(conflicts).iter().any(|pixel| self.pixels.contains(pixel))
            || conflicts.parts.iter().any(|part| self.parts.contains(&place(part)))
    }
}

/// Holds the laws over the history of an editor. Returns how many patches were applied.
fn hold(editor: &Editor, chance: &mut Chance, what: String, swapped: &mut u64) -> u64 {
    let mut trial = Trial { document: copy(editor.document()), what, applied: 0 };
    let history = trial.document.history();
    let (here, base) = (history.here(), history.base());
    let steps: Vec<[CommitId; 2]> = history.commits().map(|commit| [commit.parent(), commit.id()]).collect();
    let mut states: Vec<CommitId> = steps.iter().map(|[_, id]| *id).collect();
    states.push(base);
    // With an index of which steps touch which tiles, and without one.
    while steps.len() % 2 == 1 && trial.document.index_steps(1 << 20) {}
    let newest = steps.iter().copied().find(|[_, id]| *id == here);
    let any = (!steps.is_empty()).then(|| chance.pick(&steps));
    for ends in newest.into_iter().chain(any) {
        let patch = trial.document.history().commit_of(ends[1]).map(|commit| Patch::of(&commit)).unwrap();
        trial.there_and_back(patch, ends);
    }
    let before = |id: CommitId| steps.iter().find(|step| step[1] == id).map(|step| step[0]);
    for [one, other] in newest.into_iter().chain(any) {
        if let Some(first) = before(one) {
            *swapped += u64::from(trial.the_other_way([first, one, other]));
        }
    }
    let here = chance.pick(&states);
    for ends in newest.into_iter().chain(any) {
        let ends = if chance.one_in(2) { ends } else { [ends[1], ends[0]] };
        trial.anywhere(Patch::between(ends[0], ends[1]), ends, here);
        let here = chance.pick(&states);
        trial.anywhere(Patch::between(ends[1], ends[0]), [ends[1], ends[0]], here);
    }
    // Composed along any way.
    let [one, two, three] = [(); 3].map(|()| chance.pick(&states));
    let composed = Patch::between(one, two).then(Patch::between(two, three)).unwrap();
    trial.there_and_back(composed, [one, three]);
    let here = chance.pick(&states);
    trial.anywhere(composed, [one, three], here);
    trial.applied
}

/// An editor with a random document, and in the end a command or a stroke with a tool.
fn ended(number: usize, seed: u64) -> (Editor, Chance, String) {
    let edits: Vec<_> = commands().filter(|c| c.edits() && c.scope() != Scope::History).collect();
    let tools: Vec<_> = TOOLS.iter().filter(|tool| tool.acts()).collect();
    let number = number % (edits.len() + tools.len());
    if let Some(command) = edits.get(number) {
        let mut chance = named(command.id, seed);
        let mut editor = editor(&mut chance);
        let args = arguments(&mut chance, &editor, command);
        let what = format!("UNDOODLE_PATCH={seed}: {} {args:?}", command.id);
        _ = editor.run(command.id, &args, 60_000);
        return (editor, chance, what);
    }
    let tool = tools[number - edits.len()];
    let mut chance = named(tool.id, seed);
    let mut editor = editor(&mut chance);
    let options = options(&mut chance, &editor);
    editor.set_tool(tool.id, &options).unwrap();
    let path = path(&mut chance, &editor);
    drag(&mut editor, &path, 0, None, &mut |_| {});
    run(&mut editor, "select.none", &[]);
    (editor, chance, format!("UNDOODLE_PATCH={seed}: {}", tool.id))
}

#[test]
fn patches_keep_their_laws() {
    let (mut applied, mut swapped) = (0, 0);
    let (mut seed, mut number) = (first(), 0);
    let all = commands().count() + TOOLS.len();
    while applied < wanted() {
        let (editor, mut chance, what) = ended(number, seed);
        applied += hold(&editor, &mut chance, what, &mut swapped);
        number += 1;
        if number.is_multiple_of(all) {
            seed += 1;
        }
    }
    println!("{applied} patches applied, {swapped} pairs of steps swapped");
    assert!(swapped > 0 || applied < 1000, "steps that have nothing in common were swapped");
}
