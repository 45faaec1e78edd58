//! The parts of a template for decks of any layout: regions and repeated prototypes.

use std::collections::BTreeMap;

use crate::diagnostic::{Problem, Problems};

use super::super::document::Element;
use super::super::text::lettering::Lettering;
use super::super::theme::Theme;
use super::growth::Growth;
use super::number_size::NumberSize;
use super::room::Room;

/// One of the two grids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Grid {
    Cause,
    Effect,
}

impl Grid {
    pub(super) const ALL: [Self; 2] = [Self::Cause, Self::Effect];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Cause => "cause",
            Self::Effect => "effect",
        }
    }
}

/// A part of the card that has a room of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Region {
    /// A grid with its heads and what is beside it.
    Panel(Grid),
    /// A grid's cells.
    Cells(Grid),
    /// The column beside the effect grid.
    Left,
    /// Three parts of the left column, from the top down, and the custom elements below.
    Bursts,
    Hits,
    Penetration,
    Elements,
}

impl Region {
    const ALL: [Self; 9] = [
        Self::Panel(Grid::Cause),
        Self::Cells(Grid::Cause),
        Self::Panel(Grid::Effect),
        Self::Cells(Grid::Effect),
        Self::Left,
        Self::Bursts,
        Self::Hits,
        Self::Penetration,
        Self::Elements,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Panel(grid) => grid.name(),
            Self::Cells(Grid::Cause) => "cause cells",
            Self::Cells(Grid::Effect) => "effect cells",
            Self::Left => "left",
            Self::Bursts => "bursts",
            Self::Hits => "hits",
            Self::Penetration => "penetration",
            Self::Elements => "elements",
        }
    }

    const ACCEPTED: &str =
        "cause, cause cells, effect, effect cells, left, bursts, hits, penetration, elements";
}

/// What a prototype is repeated for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Repetition {
    /// A column of a grid.
    Head(Grid),
    /// A row of a grid, as high as the row.
    Row(Grid),
    /// The label of a row.
    Label(Grid),
    /// A cell of a grid.
    Cell(Grid),
    /// A corner at which four cells of a grid meet.
    Crossing(Grid),
    /// A border between two columns of a grid.
    Border(Grid),
    /// A burst.
    Burst,
    /// An entry of the hit stack but the standard one.
    Hit,
    /// The standard entry.
    StandardHit,
    /// A custom element in the left column.
    Element,
}

impl Repetition {
    const ACCEPTED: &str = "each cause head, row, label, cell, crossing or border, the same of effect, each burst, each hit, each standard hit, each element";

    fn parse(text: &str) -> Option<Self> {
        match text {
            "burst" => return Some(Self::Burst),
            "hit" => return Some(Self::Hit),
            "standard hit" => return Some(Self::StandardHit),
            "element" => return Some(Self::Element),
            _ => {}
        }
        let (grid, part) = text.split_once(' ')?;
        let grid = Grid::ALL.into_iter().find(|each| each.name() == grid)?;
        match part {
            "head" => Some(Self::Head(grid)),
            "row" => Some(Self::Row(grid)),
            "label" => Some(Self::Label(grid)),
            "cell" => Some(Self::Cell(grid)),
            "crossing" => Some(Self::Crossing(grid)),
            "border" => Some(Self::Border(grid)),
            _ => None,
        }
    }
}

/// An instruction to the layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// `region hits`: a rectangle, never printed.
    Region(Region),
    /// `follows hits`: moves and stretches with the region.
    Follows(Region),
    /// `each cause cell`: drawn once, repeated for each.
    Repetition(Repetition),
    /// `one element foot`: a place of this name for one custom element.
    OneElement(String),
    /// `no element foot`: shown if that place is free.
    NoElement(String),
}

impl Word {
    /// Parses a label; `Ok(None)` if it is not for the layout. An error is what would be accepted.
    pub(super) fn parse(label: &str) -> Result<Option<Self>, &'static str> {
        let label = label.split_whitespace().collect::<Vec<_>>().join(" ");
        let Some((verb, subject)) = label.split_once(' ') else { return Ok(None) };
        let region = || {
            let found = Region::ALL.into_iter().find(|region| region.name() == subject);
            found.ok_or(Region::ACCEPTED)
        };
        let place = || match subject.split_once(' ') {
            Some(("element", name)) => Some(name.to_owned()),
            _ => None,
        };
        Ok(match verb {
            "region" => Some(Self::Region(region()?)),
            "follows" => Some(Self::Follows(region()?)),
            "each" => {
                Some(Self::Repetition(Repetition::parse(subject).ok_or(Repetition::ACCEPTED)?))
            }
            "one" => place().map(Self::OneElement),
            "no" => place().map(Self::NoElement),
            _ => None,
        })
    }

    /// The instruction in the label of an element, if valid.
    pub(super) fn from_element(element: &Element) -> Option<Self> {
        Self::parse(&element.label()?).ok().flatten()
    }
}

/// A repeated drawing.
#[derive(Clone, Debug)]
pub(super) struct Prototype<'e> {
    pub(super) element: &'e Element,
    /// The inherited lettering of its texts, its own attributes included.
    pub(super) lettering: Lettering,
    /// The place it was drawn for.
    pub(super) slot: Room,
}

/// A drawing that follows a region.
#[derive(Clone, Debug)]
pub(super) struct Follower<'e> {
    pub(super) region: Region,
    pub(super) element: &'e Element,
    pub(super) lettering: Lettering,
}

/// All parts of a template that the layout uses.
#[derive(Debug, Default)]
pub(super) struct Parts<'e> {
    pub(super) regions: BTreeMap<Region, Room>,
    pub(super) prototypes: Vec<(Repetition, Prototype<'e>)>,
    pub(super) followers: Vec<Follower<'e>>,
    /// The places for one element each, in drawing order.
    pub(super) places: Vec<(String, Prototype<'e>)>,
    /// The size of the card's number.
    pub(super) number: NumberSize,
    pub(super) growth: Growth,
}

impl<'e> Parts<'e> {
    /// Collects the parts of a template.
    ///
    /// # Errors
    /// Labels that begin like one of the layout's but are invalid, regions that are not rectangles,
    /// prototypes without a slot, and missing regions that prototypes need.
    pub(super) fn new(root: &'e Element, theme: &Theme, top: &Lettering) -> Result<Self, Problems> {
        let (number, growth) = (NumberSize::find(root, top), theme.growth().clone());
        let mut parts = Self { number, growth, ..Self::default() };
        let mut problems = Problems::new();
        let mut fault = |element: &Element, message: String, accepted: &str| {
            let problem = Problem::coded("template.layout", message);
            problems.push(problem.at(theme.card(), element.span.clone()).accepts(accepted));
        };
        parts.collect(root, top, false, &mut fault);
        let needed = |each: Repetition| match each {
            Repetition::Head(grid)
            | Repetition::Row(grid)
            | Repetition::Label(grid)
            | Repetition::Cell(grid)
            | Repetition::Crossing(grid)
            | Repetition::Border(grid) => Region::Cells(grid),
            Repetition::Burst => Region::Bursts,
            Repetition::Hit | Repetition::StandardHit => Region::Hits,
            Repetition::Element => Region::Elements,
        };
        let prototypes = parts.prototypes.iter().map(|(each, p)| (needed(*each), p.element));
        let followers = parts.followers.iter().map(|follower| (follower.region, follower.element));
        for (region, element) in prototypes.chain(followers) {
            if !parts.regions.contains_key(&region) {
                let message = format!("{} needs a region that is not drawn", element.described());
                fault(element, message, &format!("a <rect> \"region {}\"", region.name()));
            }
        }
        for part in [Region::Bursts, Region::Hits, Region::Penetration, Region::Elements] {
            if parts.regions.contains_key(&part) && !parts.regions.contains_key(&Region::Left) {
                let message = format!("region {} stands in no left column", part.name());
                fault(root, message, "a <rect> \"region left\" about it");
            }
        }
        problems.into_result(parts)
    }

    /// Whether there is nothing to lay out, as in a template that names every place.
    pub(super) fn is_empty(&self) -> bool {
        self.regions.is_empty()
            && self.prototypes.is_empty()
            && self.places.is_empty()
            && self.followers.is_empty()
    }

    /// The prototypes of a kind.
    pub(super) fn with_kind(&self, kind: Repetition) -> impl Iterator<Item = &Prototype<'e>> {
        self.prototypes.iter().filter(move |(each, _)| *each == kind).map(|(_, found)| found)
    }

    fn collect(
        &mut self,
        element: &'e Element,
        above: &Lettering,
        is_moved: bool,
        fault: &mut impl FnMut(&Element, String, &str),
    ) {
        let lettering = above.within(element);
        let label = element.label().unwrap_or_default();
        let word = match Word::parse(&label) {
            Ok(word) => word,
            Err(accepted) => {
                fault(element, format!("label {label:?} is not an instruction"), accepted);
                return;
            }
        };
        if is_moved && word.as_ref().is_some_and(|word| !matches!(word, Word::NoElement(_))) {
            let message = format!("{} stands in a group that is moved", element.described());
            fault(element, message, "groups without a transform");
            return;
        }
        let slot = || {
            let slot = element.elements().find(|child| is_slot(child)).and_then(Room::new);
            slot.filter(|_| element.attribute("transform").is_none() && element.name == "g")
        };
        match word {
            None | Some(Word::NoElement(_)) => {
                let is_moved = is_moved || element.attribute("transform").is_some();
                for child in element.elements() {
                    self.collect(child, &lettering, is_moved, fault);
                }
            }
            Some(Word::Region(region)) => match Room::new(element) {
                Some(room) => {
                    self.regions.insert(region, room);
                }
                None => {
                    let message = format!("{} is not a rectangle", element.described());
                    fault(element, message, "a <rect> with a width and a height");
                }
            },
            Some(Word::Follows(region)) => {
                self.followers.push(Follower { region, element, lettering });
            }
            Some(Word::Repetition(each)) => match slot() {
                Some(slot) => {
                    self.prototypes.push((each, Prototype { element, lettering, slot }));
                }
                None => fault(element, format!("{} has no slot", element.described()), SLOT),
            },
            Some(Word::OneElement(name)) => match slot() {
                Some(slot) => self.places.push((name, Prototype { element, lettering, slot })),
                None => fault(element, format!("{} has no slot", element.described()), SLOT),
            },
        }
    }
}

/// The accepted form of a prototype.
const SLOT: &str =
    "a group without a transform, with a <rect> \"slot\" in it: the place it is drawn for";

/// Whether an element is the slot of a prototype.
pub(in crate::face) fn is_slot(element: &Element) -> bool {
    element.label().as_deref() == Some("slot")
}

#[cfg(test)]
mod tests {
    use crate::face::testing::theme_of;

    use super::*;

    #[test]
    fn labels_of_the_layout_are_read_and_others_ignored() {
        let read = |label: &str| Word::parse(label).unwrap();
        assert_eq!(Some(Word::Region(Region::Cells(Grid::Cause))), read("region cause cells"));
        assert_eq!(Some(Word::Follows(Region::Hits)), read(" follows  hits "));
        assert_eq!(
            Some(Word::Repetition(Repetition::Cell(Grid::Effect))),
            read("each effect cell")
        );
        assert_eq!(Some(Word::OneElement("foot".to_owned())), read("one element foot"));
        for label in ["plain cause.d4.1", "one more star", "no", "frame", "", "slot"] {
            assert_eq!(None, read(label), "{label:?}");
        }
    }

    #[test]
    fn near_misses_say_what_is_accepted() {
        for label in ["region", "region middle", "follows the moon", "each cell", "each cause"] {
            let accepted = Word::parse(label);
            assert!(label == "region" || accepted.is_err(), "{label:?}");
        }
    }

    #[test]
    fn a_prototype_without_slot_or_region_is_reported_with_its_place() {
        let svg = "<svg>\n<g id=\"each_cause_cell\"/>\n<g id=\"each_hit\"><rect id=\"slot\" \
            width=\"1\" height=\"1\"/></g>\n<circle id=\"region_left\"/></svg>";
        let theme = theme_of(svg, "<svg/>");
        let root = Element::read(theme.card()).unwrap();
        let top = Lettering::in_fonts(theme.fonts());
        let reported = Parts::new(&root, &theme, &top).unwrap_err().to_string();
        for expected in [
            "card.svg:2:1: <g> \"each cause cell\" has no slot",
            "card.svg:3:1: <g> \"each hit\" needs a region that is not drawn",
            "accepted: a <rect> \"region hits\"",
            "card.svg:4:1: <circle> \"region left\" is not a rectangle",
        ] {
            assert!(reported.contains(expected), "{reported}");
        }
    }
}
