//! A document as plain arrays, to compare what was with what is.

use std::collections::BTreeMap;
use undoodle::color::Color;
use undoodle::document::{Cel, Document};
use undoodle::editor::{Desk, Editor};
use undoodle::geometry::{Point, Rect};
use undoodle::memory::{Memory, PageAddress};
use undoodle::render::View;

/// What a change may touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// Nothing.
    Nothing,
    /// The active cel, within the selection.
    Cel,
    /// All cels, within the selection.
    Layers,
    /// The active cel, within the selection as it was and as it is.
    Moved,
    /// Anything.
    Anything,
}

/// Everything that can be seen of a document.
pub struct State {
    pub bytes: Memory,
    pub steps: usize,
    pub cels: Vec<(Cel, Vec<Color>)>,
    size: (u32, u32),
    /// The cels that show the image of the active one, and those that show what something floats above.
    shared: [Vec<Cel>; 2],
    /// The ids of the active layer and frame.
    pub ids: (Option<u16>, Option<u16>),
    pub desk: Desk,
    pub view: View,
    frames: Vec<Vec<Color>>,
    selected: Option<Vec<bool>>,
    selection: Option<Rect>,
    /// The cel that something floats above.
    pub floating: Option<Cel>,
    /// The cels that have pixels, by the ids of their layer and frame.
    content: BTreeMap<[u16; 2], Vec<Color>>,
    /// All pixels of the cels that have some beyond the canvas, and where these lie.
    beyond: Vec<(Cel, Rect, Vec<Color>)>,
    locked: Vec<bool>,
    alpha_locked: Vec<bool>,
}

fn pixels(size: (u32, u32), read: impl Fn(u32, &mut [Color])) -> Vec<Color> {
    let mut all = vec![Color::TRANSPARENT; (size.0 * size.1) as usize];
    for (y, row) in (0..).zip(all.chunks_exact_mut(size.0 as usize)) {
        read(y, row);
    }
    all
}

fn cels(document: &Document) -> impl Iterator<Item = Cel> {
    let frames = document.frames();
    (0..document.layers()).flat_map(move |layer| (0..frames).map(move |frame| Cel { layer, frame }))
}

impl State {
    pub fn of(editor: &Editor) -> State {
        let document = editor.document();
        let size = document.size();
        let cel = |cel: Cel| (cel, pixels(size, |y, row| document.cel_picture(cel).read(0, y, 1, row)));
        let frame = |frame: u32| pixels(size, |y, row| document.picture(frame).read(0, y, 1, row));
        let points = || (0..size.1 as i32).flat_map(|y| (0..size.0 as i32).map(move |x| (x, y)));
        let layer = |layer: u32| document.layer(layer).unwrap();
        // What a group hides or locks counts as hidden or locked.
        let by_group = |l: u32| {
            let groups = document.groups_of(l).into_iter().map(|id| document.group(id).unwrap());
            groups.into_iter().any(|group| !group.visible || group.locked)
        };
        let seen: Vec<_> = cels(document).map(cel).collect();
        let sharing = |of: Option<Cel>| -> Vec<Cel> {
            cels(document).filter(|cel| of.is_some_and(|of| document.shares_image(of, *cel))).collect()
        };
        let id = |cel: Cel| [document.layer_id(cel.layer).unwrap(), document.frame_id(cel.frame).unwrap()];
        let full = seen.iter().filter(|(_, pixels)| pixels.iter().any(|pixel| *pixel != Color::TRANSPARENT));
        let beyond = |cel: Cel| {
            let around = document.extent(cel);
            let mut all = vec![Color::TRANSPARENT; (around.width * around.height) as usize];
            for (y, row) in (around.y..).zip(all.chunks_exact_mut(around.width as usize)) {
                document.read_beyond(cel, around.x, y, row);
            }
            (cel, around, all)
        };
        State {
            beyond: cels(document).filter(|cel| document.is_beyond(*cel)).map(beyond).collect(),
            content: full.map(|(cel, pixels)| (id(*cel), pixels.clone())).collect(),
            bytes: document.history().arena().clone(),
            steps: document.history().position(),
            cels: seen,
            size,
            shared: [Some(editor.cel()), document.floating().map(|(cel, _)| cel)].map(sharing),
            ids: (document.layer_id(editor.cel().layer), document.frame_id(editor.cel().frame)),
            desk: editor.desk().clone(),
            view: *editor.view(),
            frames: (0..document.frames()).map(frame).collect(),
            selected: document
                .selection()
                .map(|_| points().map(|(x, y)| document.is_selected(x, y)).collect()),
            selection: document.selection(),
            floating: document.floating().map(|(cel, _)| cel),
            locked: (0..document.layers())
                .map(|l| !layer(l).visible || layer(l).locked || by_group(l))
                .collect(),
            alpha_locked: (0..document.layers()).map(|l| layer(l).alpha_locked).collect(),
        }
    }

    /// Checks that document, desk and view are what they were.
    pub fn unchanged_since(&self, before: &State, what: &str) {
        assert!(self.bytes == before.bytes, "{what}: the drawing changed");
        assert_eq!(self.steps, before.steps, "{what}: a step was made");
        assert!(self.desk == before.desk, "{what}: the desk changed");
        assert_eq!(self.view, before.view, "{what}: the view changed");
    }

    /// Returns `true` if no pixel differs: of what is seen of any frame, of any cel, beyond the canvas, too, of the selection, and of
    /// the planes of the selection and of what floats, which are trees 1 and 2.
    pub fn looks_like(&self, before: &State) -> bool {
        let pages = |state: &State| {
            let places = [1, 2].map(|tree| state.bytes.places(tree).collect::<Vec<_>>());
            let page = |place: &PageAddress| state.bytes.page(*place).copied();
            places.concat().iter().map(|place| (*place, page(place))).collect::<Vec<_>>()
        };
        self.size == before.size
            && self.frames == before.frames
            && self.content == before.content
            && self.beyond == before.beyond
            && (&self.selected, self.selection) == (&before.selected, before.selection)
            && self.floating == before.floating
            && pages(self) == pages(before)
    }

    /// Checks a change against what was before it.
    pub fn held_against(&self, before: &State, touch: Touch, rect: Rect, what: &str) {
        assert_ne!(touch, Touch::Nothing, "{what}: changed the document");
        assert!(
            rect.is_empty() || !self.looks_like(before),
            "{what}: no pixel changed, and {rect:?} is said to have"
        );
        if self.size != before.size {
            assert_eq!(touch, Touch::Anything, "{what}: changed the size");
            return;
        }
        let at = |i: usize| Point::new(i as i32 % self.size.0 as i32, i as i32 / self.size.0 as i32);
        let shared = self.frames.len() == before.frames.len();
        for (now, was) in self.frames.iter().zip(&before.frames).filter(|_| shared) {
            for i in (0..now.len()).filter(|i| now[*i] != was[*i]) {
                assert!(rect.contains(at(i)), "{what}: {:?} changed outside of {rect:?}", at(i));
            }
        }
        if self.cels.len() != before.cels.len() {
            assert_eq!(touch, Touch::Anything, "{what}: added or removed cels");
            return;
        }
        // What floated off the canvas takes its selection along when it lands: nothing is selected then.
        let everywhere = before.selected.as_ref().is_none_or(|selected| !selected.contains(&true));
        let chosen = |state: &State, i: usize| state.selected.as_ref().is_some_and(|selected| selected[i]);
        for ((cel, now), (_, was)) in self.cels.iter().zip(&before.cels) {
            let layer = cel.layer as usize;
            for i in (0..now.len()).filter(|i| now[*i] != was[*i]) {
                if touch == Touch::Anything {
                    continue;
                }
                assert!(!before.locked[layer], "{what}: touched a locked or hidden layer");
                let alpha = now[i].bytes[3] == was[i].bytes[3];
                assert!(alpha || !before.alpha_locked[layer], "{what}: changed a locked alpha");
                assert!(rect.contains(at(i)), "{what}: {:?} of {cel:?} changed outside of {rect:?}", at(i));
                let [active, below] = &before.shared;
                let there = active.contains(cel) || (touch == Touch::Moved && below.contains(cel));
                assert!(there || touch == Touch::Layers, "{what}: touched another cel");
                let allowed = match touch {
                    Touch::Moved => chosen(before, i) || chosen(self, i) || everywhere,
                    _ => chosen(before, i) || everywhere,
                };
                assert!(
                    allowed,
                    "{what}: {:?} of {cel:?} is not selected, {:?} to {:?}; floating {:?} to {:?}",
                    at(i),
                    was[i],
                    now[i],
                    before.floating,
                    self.floating
                );
            }
        }
    }
}
