//! Assigns custom elements to places of a template.

use std::collections::{BTreeMap, BTreeSet};

use crate::deck::Part;

use super::super::text::{NARROWEST, Press};
use super::super::values::Values;
use super::copies::Copies;
use super::copy::Subject;
use super::parts::{Grid, Parts, Region, Repetition};
use super::place::Placer;
use super::place::placer_of;
use super::room::{Move, Room};
use super::texts::{self, largest, largest_scale, lines_of};

/// The smallest scale that is tried: texts reach their floor at a larger one.
const LEAST: f64 = 0.5;

/// Where custom elements may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ElementPlace {
    /// In the column beside the effect grid, no smaller than drawn.
    Column,
    /// In every place of the template where they are legible.
    Anywhere,
}

impl ElementPlace {
    /// The allowed places of a deck's elements, in the order they are tried. If the column holds nothing else
    /// and a die is among them, they go there: the die is rolled at every card, so it is shown as large as
    /// possible.
    pub(super) fn available(parts: &Parts<'_>, values: &Values<'_>) -> &'static [Self] {
        let layout = values.deck.layout();
        let others = [Part::Burst, Part::Hit, Part::Penetration];
        let is_alone = !others.into_iter().any(|part| layout.has(part));
        let is_drawn = parts.regions.contains_key(&Region::Elements)
            && parts.with_kind(Repetition::Element).next().is_some();
        let mut dice = layout.extras.iter().filter_map(|id| values.deck.element_dice(id));
        // Without an effect grid they have its panel; a single element is the purpose of the card.
        let is_large = match layout.has(Part::Effect) {
            true => dice.next().is_some(),
            false => layout.extras.len() == 1,
        };
        match is_alone && is_drawn && is_large {
            true => &[Self::Column, Self::Anywhere],
            false => &[Self::Anywhere],
        }
    }
}

/// The elements of a deck by place.
#[derive(Debug)]
pub(super) struct Elements {
    /// By index of the place in the template.
    taken: BTreeMap<usize, Subject>,
    /// Elements without a place, each with its number from 1 and its id.
    pub(super) others: Vec<(u8, String)>,
    press: Press,
}

impl Elements {
    /// Assigns each element to the first free, open place in which its widest value is legible.
    pub(super) fn new(
        parts: &Parts<'_>,
        values: &Values<'_>,
        closed: &BTreeSet<usize>,
        press: Press,
    ) -> Self {
        let mut elements = Self { taken: BTreeMap::new(), others: Vec::new(), press };
        for (number, id) in (1_u8..).zip(&values.deck.layout().extras) {
            let subject = Subject::Element(number, id.clone());
            let fits = |press: Press| {
                let taken = &elements.taken;
                let subject = &subject;
                move |place: &usize| {
                    let slot = parts.places[*place].1.slot;
                    let is_free = !closed.contains(place) && !taken.contains_key(place);
                    is_free && placer(parts, values, *place, subject, slot, press).is_some()
                }
            };
            let mut places = 0..parts.places.len();
            let roomy = places.clone().find(fits(Press::Smaller));
            match roomy.or_else(|| places.find(fits(press))) {
                Some(place) => {
                    elements.taken.insert(place, subject);
                }
                None => elements.others.push((number, id.clone())),
            }
        }
        elements
    }

    /// The taken places that are too narrow in these rooms.
    pub(super) fn crowded(
        &self,
        parts: &Parts<'_>,
        values: &Values<'_>,
        rooms: &BTreeMap<Region, Room>,
    ) -> Vec<usize> {
        let is_crowded = |(place, subject): &(&usize, &Subject)| {
            let room = room_of(parts, rooms, **place);
            placer(parts, values, **place, subject, room, self.press).is_none()
        };
        self.taken.iter().filter(is_crowded).map(|(place, _)| *place).collect()
    }

    /// The names of the free places.
    pub(super) fn free(&self, parts: &Parts<'_>) -> BTreeSet<String> {
        let places = parts.places.iter().enumerate();
        let free = places.filter(|(place, _)| !self.taken.contains_key(place));
        free.map(|(_, (name, _))| name.clone()).collect()
    }

    /// The copies in the taken places.
    pub(super) fn copies(
        &self,
        parts: &Parts<'_>,
        values: &Values<'_>,
        rooms: &BTreeMap<Region, Room>,
        copies: &mut Copies,
    ) {
        for (&place, subject) in &self.taken {
            let (_, prototype) = &parts.places[place];
            let room = room_of(parts, rooms, place);
            let moved = Move { from: prototype.slot, to: room };
            let placer = placer(parts, values, place, subject, room, self.press);
            let placer = placer.unwrap_or_else(|| placer_of(moved, LEAST));
            copies.add(prototype, &subject.copy_of(prototype.element), &placer);
        }
    }
}

/// Places an element in this room, as large as it is legible there; `None` if it is not.
fn placer(
    parts: &Parts<'_>,
    values: &Values<'_>,
    place: usize,
    subject: &Subject,
    room: Room,
    press: Press,
) -> Option<Placer> {
    let (_, prototype) = &parts.places[place];
    let lines = lines_of(&subject.copy_of(prototype.element), &prototype.lettering, values);
    let moved = Move { from: prototype.slot, to: room };
    if room.width() <= 1.0 {
        return None;
    }
    let scale = largest_scale(&lines, LEAST, 1.0, 0.0, |scale| placer_of(moved, scale));
    if let Some(scale) = scale {
        return Some(placer_of(moved, scale));
    }
    let smallest = texts::least_scale(lines.iter(), LEAST);
    let narrower = |narrow| Placer { narrow, ..placer_of(moved, smallest) };
    let fits = |narrow| texts::excess(&lines, &narrower(narrow), 0.0) <= texts::SLACK_MM;
    let is_pressed = press != Press::Smaller;
    is_pressed.then(|| largest(NARROWEST, 1.0, fits).map(narrower))?
}

/// The room of a place: it follows its panel and ends before the heads beside it.
fn room_of(parts: &Parts<'_>, rooms: &BTreeMap<Region, Room>, place: usize) -> Room {
    let slot = parts.places[place].1.slot;
    let [x, y] = slot.middle();
    for grid in Grid::ALL {
        let of = |region| Some((*parts.regions.get(&region)?, *rooms.get(&region)?));
        let Some((from, to)) = of(Region::Panel(grid)) else { continue };
        if x < from.left || x > from.right || y < from.top || y > from.bottom {
            continue;
        }
        let mut room = Move { from, to }.stretched_room(slot);
        if let Some((drawn, cells)) = of(Region::Cells(grid))
            && slot.right <= drawn.left
        {
            room.right = room.right.min(cells.left - (drawn.left - slot.right));
        }
        return room;
    }
    slot
}
