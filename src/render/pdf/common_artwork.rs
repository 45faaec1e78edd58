//! Artwork that several pictures have in common, so that it is stored once.
//!
//! The fronts of a deck come from one template: most of their shapes are the same, in the same order, and
//! only figures and markings differ. Runs of items that the same pictures share become forms. The order of
//! painting is kept exactly, so the print does not change. On sheets of nine cards this makes a file 3.6
//! times smaller, since streams are compressed separately and Flate does not find what they have in common.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::document::Picture;

/// A form of fewer items takes more bytes than it saves.
const SMALLEST_RUN: usize = 3;

/// The common artwork and the parts of each picture.
#[derive(Debug, PartialEq)]
pub(super) struct CommonArtwork {
    /// Each run that several pictures share: one such picture, and the range of its items.
    pub(super) runs: Vec<(usize, Range<usize>)>,
    /// The parts of each picture, in painting order.
    pub(super) pictures: Vec<Vec<Part>>,
}

/// A part of a picture.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    /// One of the common runs.
    Common(usize),
    /// Items of the picture itself.
    Own(Range<usize>),
}

impl CommonArtwork {
    /// Finds runs of items that several pictures with equal windows share.
    pub(super) fn find(pictures: &[Picture<'_>]) -> Self {
        let keys = item_keys(pictures);
        let mut users: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for (picture, keys) in keys.iter().enumerate() {
            for &key in keys {
                users.entry(key).or_default().insert(picture);
            }
        }
        // Adjacent items that are in the same pictures, with these pictures and ranges.
        let mut runs: BTreeMap<&[usize], Vec<(usize, Range<usize>)>> = BTreeMap::new();
        for (picture, keys) in keys.iter().enumerate() {
            let mut start = 0;
            for run in keys.chunk_by(|a, b| users[a] == users[b]) {
                let items = start..start + run.len();
                start = items.end;
                if run.len() >= SMALLEST_RUN {
                    runs.entry(run).or_default().push((picture, items));
                }
            }
        }
        runs.retain(|_, places| places.len() > 1);
        let mut common: Vec<Vec<(usize, Range<usize>)>> = runs.into_values().collect();
        common.sort_by_key(|places| (places[0].0, places[0].1.start));
        let mut starts: BTreeMap<(usize, usize), (usize, usize)> = BTreeMap::new();
        for (run, places) in common.iter().enumerate() {
            for (picture, items) in places {
                starts.insert((*picture, items.start), (run, items.end));
            }
        }
        let parts = |picture: usize, count: usize| {
            let mut parts = Vec::new();
            let mut own = 0;
            for (&(_, start), &(run, end)) in starts.range((picture, 0)..(picture + 1, 0)) {
                if own < start {
                    parts.push(Part::Own(own..start));
                }
                parts.push(Part::Common(run));
                own = end;
            }
            if own < count {
                parts.push(Part::Own(own..count));
            }
            parts
        };
        let pictures =
            keys.iter().enumerate().map(|(picture, keys)| parts(picture, keys.len())).collect();
        let runs = common.into_iter().map(|mut places| places.swap_remove(0)).collect();
        Self { runs, pictures }
    }
}

/// A number for each item of each picture: equal for equal items of pictures with equal windows.
fn item_keys(pictures: &[Picture<'_>]) -> Vec<Vec<usize>> {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let number = |picture: &Picture<'_>| {
        let window = picture.window;
        let items = picture.scene.items.iter();
        items
            .map(|item| {
                let next = known.len();
                *known.entry(format!("{window:?} {item:?}")).or_insert(next)
            })
            .collect()
    };
    pictures.iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kurbo::PathEl;

    use super::*;
    use crate::face::{Cmyk, Ink};
    use crate::geometry::{Mm, Rect, Size, point};
    use crate::render::scene::{Fill, FillRule, Item, Paint, Scene, Shape};

    /// A scene whose items differ in their positions.
    fn scene(places: &[u8]) -> Scene {
        let item = |&place: &u8| {
            let ink = Ink::Process(Cmyk::new([0.0, 0.0, 0.0, 50.0]).unwrap());
            let start = point(Mm(f64::from(place)), Mm::ZERO);
            Item::Shape(Shape {
                outline: kurbo::BezPath::from_vec(vec![PathEl::MoveTo(start), PathEl::ClosePath]),
                fill: Some(Fill {
                    paint: Paint::Flat(ink),
                    rule: FillRule::NonZero,
                    overprints: false,
                }),
                stroke: None,
            })
        };
        Scene {
            name: "card".to_owned(),
            size: Size { width: Mm(60.0), height: Mm(90.0) },
            items: places.iter().map(item).collect(),
            fonts: Arc::default(),
        }
    }

    fn find(scenes: &[Scene], windows: &[Mm]) -> CommonArtwork {
        let picture = |(scene, &grown): (_, &Mm)| {
            let scene: &Scene = scene;
            Picture { scene, window: Rect::at_origin(scene.size).grown(grown) }
        };
        let pictures: Vec<Picture<'_>> = scenes.iter().zip(windows).map(picture).collect();
        CommonArtwork::find(&pictures)
    }

    #[test]
    fn runs_of_equal_items_are_stored_once() {
        let scenes = [
            scene(&[1, 2, 3, 50, 4, 5, 6, 7]),
            scene(&[1, 2, 3, 60, 61, 4, 5, 6, 7]),
            scene(&[1, 2, 3, 4, 5, 6, 7, 70]),
        ];
        let found = find(&scenes, &[Mm::ZERO; 3]);
        // Items 3 and 4 are neighbours in the third picture alone, which therefore shares no run.
        assert_eq!(vec![(0, 0..3), (0, 4..8)], found.runs);
        assert_eq!(vec![Part::Common(0), Part::Own(3..4), Part::Common(1)], found.pictures[0]);
        assert_eq!(vec![Part::Common(0), Part::Own(3..5), Part::Common(1)], found.pictures[1]);
        assert_eq!(vec![Part::Own(0..8)], found.pictures[2]);
    }

    #[test]
    fn pictures_with_other_windows_share_nothing() {
        let scenes = [scene(&[1, 2, 3]), scene(&[1, 2, 3]), scene(&[1, 2, 3])];
        let found = find(&scenes, &[Mm::ZERO, Mm::ZERO, Mm(1.0)]);
        assert_eq!(vec![(0, 0..3)], found.runs);
        assert_eq!(vec![Part::Common(0)], found.pictures[1]);
        assert_eq!(vec![Part::Own(0..3)], found.pictures[2]);
    }

    #[test]
    fn short_runs_stay_in_their_pictures() {
        let found = find(&[scene(&[1, 2, 3, 9]), scene(&[1, 2, 4, 9])], &[Mm::ZERO; 2]);
        assert!(found.runs.is_empty());
        assert_eq!(vec![Part::Own(0..4)], found.pictures[0]);
    }
}
