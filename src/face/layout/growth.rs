//! How parts of a card use the height that a deck leaves free, in the order that the theme states.

use std::collections::BTreeMap;

use crate::input::toml::{Reader, Table};

use super::parts::{Grid, Region};
use super::texts::largest;

/// The parts that grow.
const PARTS: [Region; 6] = [
    Region::Panel(Grid::Cause),
    Region::Panel(Grid::Effect),
    Region::Elements,
    Region::Hits,
    Region::Bursts,
    Region::Penetration,
];
/// The largest scale that a theme can state: figures of a quarter of a poker card's width.
const MOST: f64 = 6.0;

/// The order in which parts grow beyond their drawn size, and how far: `grow` of `theme.toml`.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::face) struct Growth {
    /// The largest scales of the parts that grow together, first those that grow before all others.
    steps: Vec<BTreeMap<Region, f64>>,
}

impl Default for Growth {
    fn default() -> Self {
        let [cause, effect, elements, hits, bursts, penetration] = PARTS;
        let first = BTreeMap::from([(cause, MOST), (effect, MOST), (elements, 2.5)]);
        let then = BTreeMap::from([(hits, 1.25), (bursts, 1.25), (penetration, 1.25)]);
        Self { steps: vec![first, then] }
    }
}

/// A part that shares a height with others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sharer {
    pub(super) region: Region,
    /// Its height at its drawn size.
    pub(super) drawn_mm: f64,
    /// The largest scale at which its texts fit their width.
    pub(super) most: f64,
}

impl Growth {
    /// Reads the list `grow` of tables, such as `{ elements = 2.5, hits = 1.25 }`.
    pub(in crate::face) fn read(reader: &mut Reader, root: &Table<'_>) -> Self {
        if !reader.has(root, "grow") {
            return Self::default();
        }
        let names = PARTS.map(Region::name);
        let mut steps: Vec<BTreeMap<Region, f64>> = Vec::new();
        for table in reader.tables(root, "grow") {
            reader.only(&table, &names);
            let mut step = BTreeMap::new();
            for (key, _) in reader.entries(&table) {
                let Some(part) = PARTS.into_iter().find(|part| part.name() == key.value) else {
                    continue;
                };
                if steps.iter().any(|earlier| earlier.contains_key(&part)) {
                    let message = format!("{} grows twice", key.value);
                    reader.fault(key.span, message, "each part in one table");
                    continue;
                }
                step.insert(part, reader.number(&table, key.value, 1.0..=MOST));
            }
            steps.push(step);
        }
        Self { steps }
    }

    /// The largest scale of a part; 1 for a part that does not grow.
    pub(super) fn most(&self, part: Region) -> f64 {
        self.steps.iter().find_map(|step| step.get(&part)).copied().unwrap_or(1.0)
    }

    /// The heights of parts that share `height_mm`. Each has its drawn height, and what is left goes to
    /// those of the first step until they are as large as possible, then to those of the second, and so on.
    /// The rest is space between their lines, in proportion to their heights. If there is less than drawn,
    /// all shrink alike.
    pub(super) fn heights_mm(&self, parts: &[Sharer], height_mm: f64) -> Vec<f64> {
        let mut heights: Vec<f64> = parts.iter().map(|part| part.drawn_mm).collect();
        for step in &self.steps {
            let grown = |scale: f64| {
                let each = parts.iter().zip(&heights).map(|(part, height)| {
                    let most = step.get(&part.region).map(|most| most.min(part.most).max(1.0));
                    most.map_or(*height, |most| part.drawn_mm * scale.min(most))
                });
                each.collect::<Vec<f64>>()
            };
            let fits = |scale| grown(scale).iter().sum::<f64>() <= height_mm;
            heights = grown(largest(1.0, MOST, fits).unwrap_or(1.0));
        }
        let all = height_mm / heights.iter().sum::<f64>().max(1.0);
        heights.into_iter().map(|height| height * all).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::Source;
    use crate::input::toml;

    use super::*;

    fn read(text: &str) -> Result<Growth, String> {
        let source = Source::new("theme.toml", text);
        let document = toml::parse(&source).map_err(|problems| problems.to_string())?;
        let mut reader = Reader::new(&source);
        let root = reader.root(document.get_ref());
        let read = Growth::read(&mut reader, &root);
        reader.finish(read).map_err(|problems| problems.to_string())
    }

    fn part(region: Region, drawn_mm: f64, most: f64) -> Sharer {
        Sharer { region, drawn_mm, most }
    }

    fn assert_heights(expected: &[f64], growth: &str, parts: &[Sharer], height_mm: f64) {
        let heights = read(growth).unwrap().heights_mm(parts, height_mm);
        let near = |(one, other): (&f64, &f64)| (one - other).abs() < 1e-3;
        assert!(expected.iter().zip(&heights).all(near), "{growth}: {heights:?}");
        assert_eq!(expected.len(), heights.len());
    }

    #[test]
    fn parts_grow_in_the_stated_order_to_their_limits() {
        let parts = [part(Region::Hits, 10.0, 9.0), part(Region::Bursts, 5.0, 9.0)];
        let growth = "grow = [{ hits = 2 }, { bursts = 3 }]";
        for (height, expected) in [
            (15.0, [10.0, 5.0]),
            (22.0, [17.0, 5.0]),
            (30.0, [20.0, 10.0]),
            // Both at their limits: the rest is space.
            (70.0, [40.0, 30.0]),
            (7.5, [5.0, 2.5]),
        ] {
            assert_heights(&expected, growth, &parts, height);
        }
    }

    #[test]
    fn parts_of_one_step_grow_alike_until_one_reaches_its_limit() {
        let parts = [part(Region::Hits, 10.0, 9.0), part(Region::Elements, 10.0, 1.5)];
        let growth = "grow = [{ hits = 4, elements = 4 }]";
        assert_heights(&[14.0, 14.0], growth, &parts, 28.0);
        // The width of the elements allows no more than 1.5.
        assert_heights(&[30.0, 15.0], growth, &parts, 45.0);
    }

    #[test]
    fn a_part_that_is_not_named_keeps_its_size() {
        let parts = [part(Region::Hits, 10.0, 9.0), part(Region::Bursts, 10.0, 9.0)];
        assert_heights(&[20.0, 10.0], "grow = [{ hits = 6 }]", &parts, 30.0);
        assert_heights(&[15.0, 15.0], "grow = []", &parts, 30.0);
        assert_eq!(1.0, read("grow = []").unwrap().most(Region::Hits));
    }

    #[test]
    fn wrong_names_scales_and_repetitions_are_reported_with_what_is_accepted() {
        for (text, said) in [
            ("grow = 3", "1:8: grow = 3 is not what belongs here; accepted: a list of tables"),
            ("grow = [{ hit = 2 }]", "unknown key \"hit\" in [grow]; did you mean \"hits\"?"),
            ("grow = [{ hits = 0.5 }]", "hits = 0.5 is not what belongs here; accepted: 1 to 6"),
            ("grow = [{ hits = 2 }, { hits = 3 }]", "1:25: hits grows twice"),
        ] {
            let faults = read(text).unwrap_err();
            assert!(faults.contains(said), "{text}: {faults}");
        }
    }
}
