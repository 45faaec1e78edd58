//! Which artwork all pictures of a kind have in common, so that it is stored once.
//!
//! The fronts of a deck come from one template: most of their shapes are the same, in the same
//! order, and only figures and markings differ. Runs of equal items become forms of their own.
//! The order of painting is kept exactly, so nothing changes on paper.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use kurbo::PathEl;

use super::document::Picture;
use crate::geometry::Point;
use crate::render::scene::Item;

/// A run of fewer items than this is not worth a form of its own.
const SMALLEST_RUN: usize = 3;

/// Where common artwork lies and how each picture is put together.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::render) struct Plan {
    /// The common runs, each told by the first picture that has it.
    pub(super) common: Vec<Segment>,
    /// Each picture as a sequence of parts.
    pub(super) pictures: Vec<Vec<Part>>,
}

impl Plan {
    /// The same plan, but for one picture that is kept whole: its window is not that of the others.
    pub(in crate::render) fn with_whole(&self, place: usize, picture: &Picture<'_>) -> Self {
        let mut plan = self.clone();
        plan.pictures[place] = vec![Part::Own(0..picture.scene.items.len())];
        plan
    }
}

/// Some consecutive items of a picture.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Segment {
    /// Which picture.
    pub picture: usize,
    /// Which of its items.
    pub items: Range<usize>,
}

/// A part of a picture.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    /// A common run, by its place in [`Plan::common`].
    Common(usize),
    /// Items of its own.
    Own(Range<usize>),
}

/// Finds the common runs.
pub(in crate::render) fn plan(pictures: &[Picture<'_>]) -> Plan {
    let mut known = Known::default();
    let keys: Vec<Vec<Key>> = pictures
        .iter()
        .map(|picture| picture.scene.items.iter().map(|item| known.key(item)).collect())
        .collect();
    let mut plan = Plan::default();
    let kinds = kinds(pictures, &keys);
    plan.pictures = keys.iter().map(|keys| vec![Part::Own(0..keys.len())]).collect();
    for members in kinds.iter().filter(|members| members.len() > 1) {
        let runs = common_runs(members, &keys);
        for (run, first) in runs.iter().zip(plan.common.len()..) {
            plan.common.push(Segment { picture: members[0], items: run[0].clone() });
            for (&member, items) in members.iter().zip(run) {
                split(&mut plan.pictures[member], items, first);
            }
        }
    }
    plan
}

/// Equal items have equal keys.
type Key = usize;

/// The items seen so far, by what tells most of them apart.
#[derive(Default)]
struct Known<'s> {
    items: BTreeMap<Vec<u64>, Vec<(Key, &'s Item)>>,
    next: Key,
}

impl<'s> Known<'s> {
    fn key(&mut self, item: &'s Item) -> Key {
        let alike = self.items.entry(at_a_glance(item)).or_default();
        if let Some((key, _)) = alike.iter().find(|(_, known)| *known == item) {
            return *key;
        }
        alike.push((self.next, item));
        self.next += 1;
        self.next - 1
    }
}

/// What is the same in equal items and seldom in others: their kind and where they begin.
fn at_a_glance(item: &Item) -> Vec<u64> {
    let bits = |Point { x, y }: Point| [x.to_bits(), y.to_bits()];
    let ends = |element: &PathEl| element.end_point().map_or([0, 0], bits);
    match item {
        Item::Shape(shape) => {
            let places = shape.outline.elements().iter().take(3).flat_map(ends);
            [0, shape.outline.elements().len() as u64].into_iter().chain(places).collect()
        }
        Item::Text(run) => {
            let glyphs = run.glyphs.iter().map(|glyph| u64::from(glyph.id));
            [1].into_iter().chain(bits(run.origin)).chain(glyphs).collect()
        }
        Item::Raster(raster) => {
            [2].into_iter().chain(raster.to_mm.as_coeffs().into_iter().map(f64::to_bits)).collect()
        }
        Item::Group(group) => vec![3, group.items.len() as u64],
    }
}

/// Sorts pictures by the template they come from: two of a kind show the same window and have most
/// of their items in common.
fn kinds(pictures: &[Picture<'_>], keys: &[Vec<Key>]) -> Vec<Vec<usize>> {
    let mut kinds: Vec<(BTreeSet<Key>, Vec<usize>)> = Vec::new();
    for (index, keys) in keys.iter().enumerate() {
        let items: BTreeSet<Key> = keys.iter().copied().collect();
        let kind = kinds.iter_mut().find(|(known, members)| {
            pictures[members[0]].window == pictures[index].window
                && known.intersection(&items).count() * 2 > items.len()
        });
        match kind {
            Some((_, members)) => members.push(index),
            None => kinds.push((items, vec![index])),
        }
    }
    kinds.into_iter().map(|(_, members)| members).collect()
}

/// The runs of items every member has, as one range a member. In each member they come in the same
/// order and do not overlap.
fn common_runs(members: &[usize], keys: &[Vec<Key>]) -> Vec<Vec<Range<usize>>> {
    // Only items that stand exactly once in every member can be matched without doubt.
    let mut places: BTreeMap<Key, Vec<usize>> = BTreeMap::new();
    let (first, others) = (members[0], &members[1..]);
    for (place, &key) in keys[first].iter().enumerate() {
        places.entry(key).or_default().push(place);
    }
    places.retain(|_, places| places.len() == 1);
    for &member in others {
        let mut own: BTreeMap<Key, Option<usize>> = BTreeMap::new();
        for (place, &key) in keys[member].iter().enumerate() {
            own.entry(key).and_modify(|twice| *twice = None).or_insert(Some(place));
        }
        places.retain(|key, places| match own.get(key) {
            Some(Some(place)) => {
                places.push(*place);
                true
            }
            _ => false,
        });
    }
    let mut matched: Vec<Vec<usize>> = places.into_values().collect();
    matched.sort_unstable();
    // Templates keep their order; an item that jumped is left to its picture.
    let mut ordered: Vec<Vec<usize>> = Vec::new();
    for places in matched {
        let after = |last: &Vec<usize>| last.iter().zip(&places).all(|(last, place)| last < place);
        if ordered.last().is_none_or(after) {
            ordered.push(places);
        }
    }
    let mut runs: Vec<Vec<Range<usize>>> = Vec::new();
    for places in ordered {
        let adjoins =
            |run: &Vec<Range<usize>>| run.iter().zip(&places).all(|(run, &place)| run.end == place);
        match runs.last_mut().filter(|run| adjoins(run)) {
            Some(run) => run.iter_mut().for_each(|range| range.end += 1),
            None => runs.push(places.into_iter().map(|place| place..place + 1).collect()),
        }
    }
    runs.retain(|run| run[0].len() >= SMALLEST_RUN);
    runs
}

/// Cuts `items` out of the last own part of a picture and puts the common run there.
fn split(parts: &mut Vec<Part>, items: &Range<usize>, common: usize) {
    if let Some(Part::Own(own)) = parts.pop() {
        let pieces = [
            Part::Own(own.start..items.start),
            Part::Common(common),
            Part::Own(items.end..own.end),
        ];
        parts.extend(pieces.into_iter().filter(|piece| *piece != Part::Own(own.start..own.start)));
        // The next run is cut out of the last part, so there must be one, even if it is empty.
        if !matches!(parts.last(), Some(Part::Own(_))) {
            parts.push(Part::Own(own.end..own.end));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Rect;
    use crate::render::scene::{Scene, import};
    use crate::render::testing;

    fn scene(figures: &[u8]) -> Scene {
        let figure = |(place, &size): (usize, &u8)| {
            format!(r##"<rect x="{}" width="{size}" height="9" fill="#000000"/>"##, 20 + place)
        };
        let figures: String = figures.iter().enumerate().map(figure).collect();
        let frame = |at: u8| {
            (at..at + 4)
                .map(|y| format!(r##"<rect y="{y}" width="5" height=".5" fill="#ffe56b"/>"##))
                .collect::<String>()
        };
        let svg = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm"
            viewBox="0 0 63.5 88.9">{}{figures}{}</svg>"##,
            frame(0),
            frame(10)
        );
        let tree = testing::parse(&svg);
        import("card", &tree, &testing::palette()).unwrap()
    }

    #[test]
    fn equal_runs_before_and_after_the_figures_are_kept_once_and_order_stays() {
        let scenes = [scene(&[1, 2]), scene(&[3]), scene(&[4, 5, 6])];
        let pictures: Vec<Picture<'_>> = scenes
            .iter()
            .map(|scene| Picture { scene, window: Rect::at_origin(scene.size) })
            .collect();
        let plan = plan(&pictures);
        assert_eq!(
            vec![0..4, 6..10],
            plan.common.iter().map(|s| s.items.clone()).collect::<Vec<_>>()
        );
        assert_eq!(
            vec![Part::Common(0), Part::Own(4..7), Part::Common(1), Part::Own(11..11)],
            plan.pictures[2]
        );
        // Put together again, every picture has its own items in its own order.
        for (picture, parts) in pictures.iter().zip(&plan.pictures) {
            let items: Vec<_> = parts
                .iter()
                .flat_map(|part| match part {
                    Part::Common(index) => {
                        let segment = &plan.common[*index];
                        &pictures[segment.picture].scene.items[segment.items.clone()]
                    }
                    Part::Own(items) => &picture.scene.items[items.clone()],
                })
                .cloned()
                .collect();
            assert_eq!(picture.scene.items, items);
        }
    }

    #[test]
    fn a_picture_alone_of_its_kind_is_left_whole() {
        let scene = scene(&[1]);
        let picture = Picture { scene: &scene, window: Rect::at_origin(scene.size) };
        let plan = plan(&[picture]);
        assert!(plan.common.is_empty());
        assert_eq!(vec![vec![Part::Own(0..9)]], plan.pictures);
    }
}
