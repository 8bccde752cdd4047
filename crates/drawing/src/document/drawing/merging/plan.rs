//! Before layers are merged: in which place and in which way, and what that loses.
//!
//! The invariant: a plan changes nothing, and what it has no time to look at, it takes for lost.

use super::super::door::Door;
use super::super::looking::scan;
use super::super::picture::{CELLS, Picture};
use super::super::stack::Clip;
use super::super::stamp::Over;
use super::super::{Cel, Drawing, Group, Layer, Needs};
use super::clipped::Run;
use crate::color::{Blend, Color, Seen, frozen, kept, product};
use crate::error::{Error, Result, in_range};
use crate::geometry::Rect;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// What merging layers can't keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The merged layer looks as the layers did, and blends with those below no longer.
    Blending,
    /// A layer between them overlaps with them: what is seen there changes.
    Order,
    /// What was blended as a whole is no longer.
    Whole,
    /// Layers are clipped to another one than before, or cut where they were clipped.
    Clipping,
    /// Colours are rounded in another order where translucent ones lie over others: they may differ a little.
    Rounding,
    /// Label colours or texts, of which a layer and a cel have one.
    Words,
}

/// How layers become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// One of them is all that is seen; `None` if none is.
    Alone(Option<u32>),
    /// They are laid over each other, in normal mode.
    Laid,
    /// They are laid over each other in their common mode, which stays.
    Kept(Blend),
    /// Each pixel becomes the colour that is seen there.
    Frozen,
    /// Those that are clipped to the lowest are laid over its colours, and all else of it stays.
    Based,
}

/// What is blended as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Layer,
    /// A layer that is cut to the one it is clipped to.
    Masked(u32),
    /// A layer with others that are clipped to it.
    Run,
    /// The layers of a group, by its id, that is blended as a whole.
    Group(u16),
}

/// A layer that is merged, or several that are blended as one.
#[derive(Clone, Debug)]
pub(super) struct Top {
    pub(super) layers: Vec<u32>,
    part: Part,
    blend: Blend,
    opacity: u8,
}

impl Top {
    /// Returns the layer, if it is one that is seen as it is.
    pub(super) fn layer(&self) -> Option<u32> {
        self.layers.first().copied().filter(|_| self.part == Part::Layer)
    }

    /// Returns the layer whose cels say how opaque it is and where it lies; none does for a group.
    fn carrier(&self) -> Option<u32> {
        match self.part {
            Part::Layer | Part::Run => self.layers.first().copied(),
            Part::Masked(base) => Some(base),
            Part::Group(_) => None,
        }
    }

    /// Returns the layers whose pixels are looked at.
    fn sources(&self) -> impl Iterator<Item = u32> {
        let base = if let Part::Masked(base) = self.part { Some(base) } else { None };
        self.layers.iter().copied().chain(base)
    }

    /// Returns `true` if it is a layer whose pixels are seen as they are over nothing.
    pub(super) fn is_opaque(&self, layer: u32) -> bool {
        self.layer() == Some(layer) && self.opacity == 255
    }
}

/// Which layers become one, and how.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    /// All of them, from the bottom up.
    pub(super) layers: Vec<u32>,
    /// How they lie in one run of clipped layers, if they do.
    pub(super) run: Option<Run>,
    /// The innermost group around all of them that is blended as a whole, or 0.
    pub(super) within: u16,
    /// Those that have pixels and an opacity, with blend mode and opacity.
    pub(super) seen: Vec<Top>,
    /// The other visible layers below the place of the merged one.
    pub(super) below: Vec<u32>,
    /// Whether the merged layer takes the place of the topmost, not of the lowest.
    pub(super) rises: bool,
    /// Whether a layer between them overlaps with them.
    pub(super) crossed: bool,
    /// Whether a layer is clipped to another one than before, or cut.
    pub(super) clips: bool,
    pub(super) way: Way,
    /// Whether colours are seen that are rounded in another order.
    pub(super) rounds: bool,
    /// Whether label colours or texts are lost.
    pub(super) words: bool,
}

/// Maximum number of pixels that are looked at before a merge, to say what it would lose; a cell counts as some.
const LOOKED_AT: i64 = 1 << 21;

/// Greatest difference of a channel that counts as rounding: a colour that is cut off once, and one that is twice.
const ROUNDING: u8 = 2;

impl<D: Door> Drawing<D> {
    /// Returns what merging layers would lose. Where there are too many pixels to look at, it says that more is lost than may be.
    ///
    /// # Errors
    /// As [`merge_layers`](Drawing::merge_layers).
    pub fn merge_loss(&self, layers: &[u32]) -> Result<Vec<Loss>> {
        Ok(self.plan(layers, LOOKED_AT)?.lost())
    }

    /// Chooses the place and the way to merge layers, after looking at so many pixels at most.
    pub(super) fn plan(&self, layers: &[u32], mut left: i64) -> Result<Plan> {
        in_range("number of layers to merge", layers.len() as i64, 1, self.layers().into())?;
        if let [layer] = layers {
            let why = "choose or show another layer to merge it with";
            return Err(Error::Refused { what: "layer", name: self.layer(*layer)?.name.into(), why });
        }
        for layer in layers.iter().rev() {
            let needs = if *layer == layers[0] { Needs::Alpha } else { Needs::Colors };
            self.check(Cel { layer: *layer, frame: 0 }, needs)?;
        }
        self.check_alike(layers)?;
        let (within, run) = (self.whole_around(layers), self.run_of(layers));
        self.check_bases(layers, run)?;
        let painted: Vec<u32> = (0..self.layers()).filter(|layer| self.is_painted(*layer)).collect();
        let shown = |layer: &&u32| match self.clip_base(**layer) {
            Some(base) if run != Some(Run::Within(base)) => painted.contains(&base),
            _ => true,
        };
        let (merged, others): (Vec<u32>, Vec<u32>) =
            painted.iter().filter(shown).partition(|layer| layers.contains(layer));
        let seen = self.tops(&merged, within, run)?;
        let others = self.others(others, within, run);
        let (lowest, topmost) = (layers[0], layers[layers.len() - 1]);
        // What is left in a group that is blended as a whole is not where the merged layer is.
        let torn = layers.iter().filter_map(|layer| self.whole_within(*layer, within)).any(|group| {
            let members = self.members(group);
            others.iter().any(|other| members.contains(other))
        });
        let passes = |rises: bool, left: &mut i64| {
            let between = others.iter().filter(|other| (lowest..topmost).contains(other));
            between.into_iter().any(|other| {
                let passing = merged.iter().filter(|layer| (*layer < other) == rises);
                passing.into_iter().any(|layer| self.overlap(*layer, *other, left))
            })
        };
        let crossed = passes(false, &mut left);
        // Where cels have an order of their own, no place is right for all frames.
        let shuffled = !others.is_empty() && self.is_shuffled(merged.iter().chain(&others).copied());
        let rises = crossed && run != Some(Run::Based) && !passes(true, &mut left);
        let place = if rises { topmost } else { lowest };
        let below = others.into_iter().filter(|other| *other < place).collect();
        let mut plan = Plan {
            layers: layers.to_vec(),
            run,
            within,
            seen,
            below,
            rises,
            crossed: torn || crossed && !rises || shuffled,
            clips: run.is_none() && self.loses_clipping(&painted, layers, place),
            way: Way::Laid,
            rounds: false,
            words: self.words_of_layers(layers).1 || self.words_of_cels(layers).1,
        };
        plan.way = self.way(&plan, &mut left);
        plan.rounds = self.rounds(&plan);
        Ok(plan)
    }

    /// Checks that reference layers are merged with such layers alone, as exports show the others.
    fn check_alike(&self, layers: &[u32]) -> Result<()> {
        let refers = |layer: &&u32| self.layer_record(**layer).reference != 0;
        match layers.iter().find(refers).filter(|_| !layers.iter().all(|layer| refers(&layer))) {
            Some(layer) => {
                let why = "it is a reference layer, so make it an ordinary one first";
                Err(Error::Refused { what: "layer", name: self.layer(*layer)?.name.into(), why })
            }
            None => Ok(()),
        }
    }

    /// Returns `true` if a layer is visible and has pixels.
    fn is_painted(&self, layer: u32) -> bool {
        let shown = self.is_visible(layer) && self.layer(layer).is_ok_and(|layer| layer.opacity > 0);
        shown && self.has_pixels(layer)
    }

    /// Returns those of the other layers among which layers are merged: all in the group around them, or in the run.
    fn others(&self, mut others: Vec<u32>, within: u16, run: Option<Run>) -> Vec<u32> {
        let around = self.members(within);
        others.retain(|layer| match run {
            Some(Run::Within(base)) => *layer == base || self.clip_base(*layer) == Some(base),
            _ => within == 0 || around.contains(layer),
        });
        others
    }

    /// Returns layers by what they are blended in as one, within a group or 0.
    fn tops(&self, layers: &[u32], within: u16, run: Option<Run>) -> Result<Vec<Top>> {
        let mut tops: Vec<Top> = Vec::new();
        for layer in layers.iter().copied() {
            match (self.whole_within(layer, within), tops.last_mut()) {
                (Some(group), Some(top)) if top.part == Part::Group(group) => top.layers.push(layer),
                (Some(group), _) => {
                    let Group { blend, opacity, .. } = self.group(group)?;
                    tops.push(Top { layers: vec![layer], part: Part::Group(group), blend, opacity });
                }
                (None, last) => {
                    let base = self.clip_base(layer).filter(|base| run != Some(Run::Within(*base)));
                    if let Some(top) = last.filter(|top| top.layers.first().copied() == base) {
                        top.part = Part::Run;
                        top.layers.push(layer);
                        continue;
                    }
                    let Layer { blend, mut opacity, .. } = self.layer(layer)?;
                    let part = base.map_or(Part::Layer, Part::Masked);
                    if let Some(base) = base {
                        opacity = product(opacity, self.layer(base)?.opacity);
                    }
                    tops.push(Top { layers: vec![layer], part, blend, opacity });
                }
            }
        }
        Ok(tops)
    }

    /// Returns `true` if a colour that is seen differs after merging, by rounding alone. As much is looked at before a merge as
    /// by the merge itself, so that both say the same.
    fn rounds(&self, plan: &Plan) -> bool {
        let mode = match plan.way {
            Way::Alone(_) | Way::Based => return false,
            Way::Kept(mode) => mode,
            Way::Laid | Way::Frozen => Blend::Normal,
        };
        // Over nothing the merged colour is the one that was seen.
        let grounded = plan.within == 0 && self.background() != Color::TRANSPARENT;
        if plan.way == Way::Laid && plan.below.is_empty() && !grounded {
            return false;
        }
        let mut left = LOOKED_AT;
        self.frames_by(plan, true).into_values().any(|frames| {
            let plan = &plan.in_frame(self, frames[0]);
            let around = plan.around(self, frames[0], 0);
            let pictures = self.seen(plan, frames[0]);
            let looked = scan(&pictures, around, CELLS, &mut left, &mut |colors| {
                let (below, tops) = plan.tops(colors);
                let one = Seen { color: plan.one(colors), blend: mode, opacity: 255 };
                match one.over(below) == tops.iter().fold(below, |look, top| top.over(look)) {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            });
            looked.is_break()
        })
    }

    /// Chooses the way to merge layers.
    fn way(&self, plan: &Plan, left: &mut i64) -> Way {
        let [first, rest @ ..] = &plan.seen[..] else { return Way::Alone(None) };
        if let Some(layer) = first.layer().filter(|_| rest.is_empty()) {
            return Way::Alone(Some(layer));
        }
        if plan.run == Some(Run::Based) {
            return Way::Based;
        }
        if plan.seen.iter().all(|top| top.blend == Blend::Normal) {
            return Way::Laid;
        }
        let mode = &first.blend;
        let mut alike = rest.iter().all(|top| top.blend == *mode);
        let mut blends = false;
        let mut looked = ControlFlow::Continue(());
        for (_, frames) in self.frames_by(plan, true) {
            let frame = frames[0];
            let plan = &plan.in_frame(self, frame);
            let around = plan.around(self, frame, 0);
            looked = scan(&self.seen(plan, frame), around, CELLS, left, &mut |colors| {
                let (below, tops) = plan.tops(colors);
                blends |= blends_with(below, &tops);
                alike = alike && {
                    let one = Seen { color: kept(&tops), blend: *mode, opacity: 255 };
                    near(one.over(below), tops.iter().fold(below, |look, top| top.over(look)))
                };
                if blends && !alike { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if looked.is_break() {
                break;
            }
        }
        match (looked.is_break(), alike, blends) {
            (false, true, _) => Way::Kept(*mode),
            (false, false, false) => Way::Laid,
            _ => Way::Frozen,
        }
    }

    /// Returns `true` if two layers have pixels at one place, or if there are too many to know.
    fn overlap(&self, one: u32, other: u32, left: &mut i64) -> bool {
        (0..self.frames()).any(|frame| {
            let cels = [one, other].map(|layer| Cel { layer, frame });
            let [a, b] = cels.map(|cel| self.tiles_around(cel));
            let both = &mut |colors: &[Color]| match colors.iter().all(|color| color.bytes[3] > 0) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            };
            scan(&cels.map(|cel| self.cel_picture(cel)), a.intersect(b), CELLS, left, both).is_break()
        })
    }

    /// Returns the frames, those together in which layers that are merged show the same images, and those below as well if
    /// these count.
    pub(super) fn frames_by(&self, plan: &Plan, below: bool) -> BTreeMap<Vec<Option<u32>>, Vec<u32>> {
        let mut groups: BTreeMap<_, Vec<u32>> = BTreeMap::new();
        for frame in 0..self.frames() {
            let seen = plan.seen.iter().flat_map(Top::sources);
            let counting = seen.chain(plan.below.iter().copied().filter(|_| below));
            let mut images: Vec<_> = counting.map(|layer| self.plane(Cel { layer, frame })).collect();
            // The lowest one's image is the one that is painted on, even where it is empty.
            images.push(self.plane_of(Cel { layer: plan.layers[0], frame }).ok());
            if self.has_cel_properties() {
                let looks = |layer: u32| {
                    let (opacity, z_index) = self.looks_of(Cel { layer, frame });
                    Some(u32::from(opacity) << 16 | u32::from(z_index as u16))
                };
                images.extend((0..self.layers()).map(looks));
            }
            groups.entry(images).or_default().push(frame);
        }
        groups
    }

    /// Returns `true` if a cel with pixels of one of some layers has a z-index.
    fn is_shuffled(&self, mut layers: impl Iterator<Item = u32>) -> bool {
        self.has_cel_properties()
            && layers.any(|layer| {
                let mut cels = (0..self.frames()).map(|frame| Cel { layer, frame });
                cels.any(|cel| self.looks_of(cel).1 != 0 && !self.is_empty(cel))
            })
    }

    /// Returns what is below the place of the merged layer, and then each cel that is merged.
    pub(super) fn seen(&self, plan: &Plan, frame: u32) -> Vec<Picture<'_>> {
        let tops = plan.seen.iter().map(|top| match (top.part, &top.layers[..]) {
            (Part::Group(group), layers) => self.picture_of(layers, frame, group),
            (Part::Masked(base), [layer, ..]) => self.masked_picture(base, Cel { layer: *layer, frame }),
            (Part::Run, [base, above @ ..]) => self.run_picture(*base, above, frame, Clip::Over),
            (_, layers) => self.cel_picture(Cel { layer: layers.first().copied().unwrap_or(0), frame }),
        });
        let below = match (plan.run, &plan.below[..]) {
            (Some(Run::Within(base)), [lowest, above @ ..]) if *lowest == base => {
                self.run_picture(base, above, frame, Clip::Ground)
            }
            (_, below) => self.picture_of(below, frame, plan.within),
        };
        [below].into_iter().chain(tops).collect()
    }
}

impl Plan {
    /// Returns the layers with blend mode and opacity, those of groups as if there were none.
    pub(super) fn apart<D: Door>(&self, drawing: &Drawing<D>, frame: u32) -> Vec<(u32, Over)> {
        let of = |top: &Top, at: usize, layer: u32| {
            let clipped = top.part == Part::Run && at > 0;
            let whole = matches!(top.part, Part::Group(_));
            let (blend, opacity) = match drawing.layer(layer) {
                Ok(own) if clipped || whole => {
                    let opacity = product(own.opacity, drawing.looks_of(Cel { layer, frame }).0);
                    (own.blend, if whole { product(opacity, top.opacity) } else { opacity })
                }
                _ => (top.blend, top.opacity),
            };
            (layer, Over { blend, opacity, clipped })
        };
        let mut apart = Vec::new();
        for top in &self.seen {
            apart.extend(top.layers.iter().enumerate().map(|(at, layer)| of(top, at, *layer)));
        }
        apart
    }

    /// Returns the plan of one frame, in which cels may have opacities of their own.
    pub(super) fn faded<D: Door>(&self, drawing: &Drawing<D>, frame: u32) -> Plan {
        let mut plan = self.clone();
        let cels = |layer| drawing.looks_of(Cel { layer, frame }).0;
        for top in &mut plan.seen {
            if self.way == Way::Based {
                // All but the colours stays with the layer and its cels.
                (top.blend, top.opacity) = (Blend::Normal, 255);
            } else if let Some(carrier) = top.carrier() {
                top.opacity = product(top.opacity, cels(carrier));
                if let (Part::Masked(_), Some(layer)) = (top.part, top.layers.first()) {
                    top.opacity = product(top.opacity, cels(*layer));
                }
            }
        }
        plan
    }

    /// Returns the plan of one frame, in which cels may have opacities and an order of their own.
    pub(super) fn in_frame<D: Door>(&self, drawing: &Drawing<D>, frame: u32) -> Plan {
        let mut plan = self.faded(drawing, frame);
        if drawing.has_cel_properties() {
            let places = drawing.places_in_stack();
            plan.seen.sort_by_key(|top| {
                // What is in a group that is blended as a whole has an order within it alone.
                let rise = top.carrier().map_or(0, |layer| drawing.looks_of(Cel { layer, frame }).1);
                let place = match top.part {
                    Part::Group(group) => drawing.place_of(group, &places),
                    _ => top.carrier().and_then(|at| places.get(at as usize).copied()).unwrap_or(0),
                };
                (i32::from(place) + i32::from(rise), rise)
            });
        }
        plan
    }

    pub(super) fn lost(&self) -> Vec<Loss> {
        let blending = (self.way == Way::Frozen).then_some(Loss::Blending);
        let (order, rounding) = (self.crossed.then_some(Loss::Order), self.rounds.then_some(Loss::Rounding));
        let (clipping, words) = (self.clips.then_some(Loss::Clipping), self.words.then_some(Loss::Words));
        [blending, order, clipping, rounding, words].into_iter().flatten().collect()
    }

    /// Returns the rectangle in which a frame has pixels to be merged, but for those of the lowest layers.
    pub(super) fn around<D: Door>(&self, drawing: &Drawing<D>, frame: u32, but: usize) -> Rect {
        let layers = self.seen.iter().skip(but).flat_map(|top| &top.layers);
        let cels = layers.map(|layer| drawing.tiles_around(Cel { layer: *layer, frame }));
        cels.fold(Rect::EMPTY, Rect::union)
    }

    /// Takes colours apart: what is below, and what is merged.
    fn tops(&self, colors: &[Color]) -> (Color, Vec<Seen>) {
        let (below, tops) =
            colors.split_first().map_or((Color::TRANSPARENT, colors), |(below, tops)| (*below, tops));
        let seen = self.seen.iter().zip(tops);
        let seen = seen.map(|(top, color)| Seen { color: *color, blend: top.blend, opacity: top.opacity });
        (below, seen.collect())
    }

    /// Returns the colour that stands for those of one pixel, which begin with what is below.
    pub(super) fn one(&self, colors: &[Color]) -> Color {
        let (below, tops) = self.tops(colors);
        match self.way {
            // What nobody sees stays, whatever colour it has.
            _ if tops.iter().all(|top| top.color.bytes[3] == 0) => {
                let own = tops.first().filter(|_| self.seen[0].layer() == Some(self.layers[0]));
                own.map_or(Color::TRANSPARENT, |own| own.color)
            }
            Way::Kept(_) => kept(&tops),
            Way::Frozen => frozen(below, &tops),
            _ => tops.iter().fold(Color::TRANSPARENT, |look, top| top.over(look)),
        }
    }
}

/// Returns `true` if a colour that is merged blends with what is below all of them.
fn blends_with(below: Color, tops: &[Seen]) -> bool {
    let mut look = Color::TRANSPARENT;
    below.bytes[3] > 0
        && tops.iter().any(|top| {
            let through = look.bytes[3] < 255 && top.blend != Blend::Normal && top.alpha() > 0;
            look = top.over(look);
            through
        })
}

/// Returns `true` if two colours differ by rounding alone.
fn near(one: Color, other: Color) -> bool {
    one.bytes.iter().zip(other.bytes).all(|(a, b)| a.abs_diff(b) <= ROUNDING)
}
