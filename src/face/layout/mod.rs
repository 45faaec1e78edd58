//! The layout: expands a template with one prototype of each kind to all places of a deck.
//!
//! A template draws regions and prototypes and marks them by labels (`templates/README.md`). The prototypes
//! are repeated for the deck's columns, rows, bursts, hit locations and elements, each as large as the room
//! allows and never below legible size. The result is an ordinary template.

mod band;
mod broken;
mod copies;
mod copy;
mod edges;
mod elements;
mod grid;
mod growth;
mod left;
mod long_cf;
mod number_size;
mod parts;
mod place;
mod room;
mod stacked;
#[cfg(test)]
mod tests;
mod texts;

use std::collections::{BTreeMap, BTreeSet};

use crate::deck::Part;
use crate::diagnostic::{Problem, Problems};
use crate::geometry::rounded;

use self::copies::Copies;
pub(super) use self::edges::MovedEdges;
use self::elements::{ElementPlace, Elements};
pub(super) use self::growth::Growth;
use self::growth::Sharer;
pub(super) use self::parts::is_slot;
use self::parts::{Grid, Parts, Region, Word};
pub(super) use self::place::anchor_of;
pub(super) use self::place::{Hold, MIDDLE_OF_FIGURES, Placer, placer_of};
pub(super) use self::room::Move;
pub(super) use self::room::Room;
use self::room::Stretch;
pub(super) use self::texts::{WidestText, all_of, widest};
use super::document::{Element, Node};
use super::text::Press;
use super::text::lettering::Lettering;
use super::text::shrink;
use super::theme::Theme;
use super::values::Values;

/// Returns the template of a deck's fronts with a place for every value. A template that names every place is
/// returned unchanged.
///
/// If the card is taller than the drawing, by `taller_mm` in its units, grids and column get the height:
/// [`LaidOutTemplate::taller_mm`] is the part that they took.
///
/// # Errors
/// Invalid labels of the layout (`template.layout`), or the first thing that does not fit on the card
/// (`face.no-room`), with what does.
pub(super) fn lay_out(
    root: Element,
    theme: &Theme,
    values: &Values<'_>,
    taller_mm: f64,
) -> Result<LaidOutTemplate, Problems> {
    let top = values.lettering();
    let plan = {
        let parts = Parts::new(&root, theme, &top)?;
        if parts.is_empty() {
            return Ok(LaidOutTemplate { root, taller_mm: 0.0 });
        }
        let grows = parts.regions.contains_key(&Region::Panel(Grid::Effect));
        let taller_mm = if grows { taller_mm } else { 0.0 };
        Plan::new(&parts, theme.name(), values, taller_mm)
            .map_err(|problem| Problems::from(*problem))?
    };
    let taller_mm = plan.taller_mm;
    Ok(LaidOutTemplate { root: plan.drawn(root, &top), taller_mm })
}

/// Holds the labelled parts of a back, or of an extra card, to the edges of a card that is taller by `taller_mm`
/// in the template's units; everything else stays in the middle.
pub(super) fn fill_height(root: &mut Element, values: &Values<'_>, taller_mm: f64) {
    if let Some(edges) = MovedEdges::from_face(root, [taller_mm / 2.0; 2]) {
        edges.adjust_children(root, &values.lettering());
    }
}

/// A template laid out for a deck.
#[derive(Debug)]
pub(super) struct LaidOutTemplate {
    pub(super) root: Element,
    /// How much taller it became than it was drawn, in its units.
    pub(super) taller_mm: f64,
}

/// The new places of all parts.
#[derive(Debug, Default)]
struct Plan {
    regions: BTreeMap<Region, Placer>,
    /// Regions without content in this deck.
    absent: BTreeSet<Region>,
    copies: Copies,
    /// The room of the first head of each grid.
    heads: BTreeMap<Region, Room>,
    /// The places without an element.
    free: BTreeSet<String>,
    /// How much taller the card is than it was drawn.
    taller_mm: f64,
    /// What is outside all regions, if the card is taller.
    taller: Option<MovedEdges>,
}

impl Plan {
    fn new(
        parts: &Parts<'_>,
        theme: &str,
        values: &Values<'_>,
        taller_mm: f64,
    ) -> Result<Self, Box<Problem>> {
        let stands = ElementPlace::available(parts, values);
        let mut ways =
            Press::ALL.into_iter().flat_map(|press| stands.iter().map(move |&at| (press, at)));
        let planned = |(press, stand)| Self::pressed(parts, theme, values, taller_mm, press, stand);
        let first = planned(ways.next().unwrap_or((Press::Smaller, ElementPlace::Anywhere)));
        // The last attempt's problem is reported.
        ways.fold(first, |plan, way| plan.or_else(|_| planned(way)))
    }

    fn pressed(
        parts: &Parts<'_>,
        theme: &str,
        values: &Values<'_>,
        taller_mm: f64,
        press: Press,
        stand: ElementPlace,
    ) -> Result<Self, Box<Problem>> {
        let mut plan = Self { taller_mm, ..Self::default() };
        let cause = grid::GridNeeds::new(Grid::Cause, parts, values)?;
        let effect = grid::GridNeeds::new(Grid::Effect, parts, values)?;
        // A panel without an effect grid belongs to them alone.
        let mut closed =
            match values.deck.layout().has(Part::Effect) && stand == ElementPlace::Anywhere {
                true => BTreeSet::new(),
                false => (0..parts.places.len()).collect(),
            };
        // A place that becomes too narrow beside the grid is closed to elements, which are assigned anew.
        let (elements, left, rooms) = loop {
            let elements = Elements::new(parts, values, &closed, press);
            let mut left = left::LeftColumn::new(parts, values, &elements.others, press);
            if stand == ElementPlace::Column {
                left.stack(parts.regions.get(&Region::Panel(Grid::Effect)).copied(), values);
            }
            let rooms_of =
                |left: &_| rooms(parts, cause.as_ref(), effect.as_ref(), left, taller_mm);
            let mut rooms = rooms_of(&left);
            if let (Press::Broken, Some(&column)) = (press, rooms.get(&Region::Left)) {
                left.break_lines(column, values);
                rooms = rooms_of(&left);
            }
            let crowded = elements.crowded(parts, values, &rooms);
            if crowded.is_empty() {
                break (elements, left, rooms);
            }
            closed.extend(crowded);
        };
        plan.free = elements.free(parts);
        elements.copies(parts, values, &rooms, &mut plan.copies);
        for (&region, &from) in &parts.regions {
            plan.regions.insert(region, placer_of(Move { from, to: rooms[&region] }, 1.0));
        }
        for (grid, needs) in [(Grid::Cause, cause), (Grid::Effect, effect)] {
            let cells = plan.regions.get(&Region::Cells(grid)).map(|cells| cells.moved);
            if let (Some(needs), Some(cells)) = (needs, cells) {
                let laid = needs.laid(cells.to, theme).map_err(|problem| match grid {
                    Grid::Cause => long_cf::describe(problem, parts, values, cells.to, theme),
                    Grid::Effect => problem,
                })?;
                let is_alone = grid == Grid::Effect && left.is_empty();
                let panel = rooms.get(&Region::Panel(grid)).filter(|_| is_alone);
                let edge = panel.map(|panel| panel.left);
                laid.copies(&needs, parts, cells, edge, &mut plan.copies);
                if let Some(head) = laid.first_head(parts, grid, cells) {
                    plan.heads.insert(Region::Panel(grid), head);
                }
            }
        }
        if parts.regions.contains_key(&Region::Left) && left.is_empty() {
            plan.absent.insert(Region::Left);
            if !values.deck.layout().has(Part::Effect) {
                plan.absent.insert(Region::Panel(Grid::Effect));
            }
        }
        if !values.deck.layout().has(Part::Effect) {
            plan.absent.insert(Region::Cells(Grid::Effect));
        }
        if let Some(&room) = rooms.get(&Region::Left) {
            let laid = if left.is_empty() { Vec::new() } else { left.laid(room, theme, values)? };
            if stand == ElementPlace::Column && laid.iter().any(|laid| laid.placer.scale < 1.0) {
                let message = "the column beside the effect grid has no room for large elements";
                return Err(Problem::coded("face.no-room", message).into());
            }
            left.copies(&laid, &mut plan.copies);
            for part in [Region::Bursts, Region::Hits, Region::Penetration, Region::Elements] {
                match laid.iter().find(|laid| laid.region == part) {
                    Some(laid) => {
                        plan.regions.insert(part, laid.placer);
                    }
                    None => {
                        plan.absent.insert(part);
                    }
                }
            }
        }
        Ok(plan)
    }

    /// The template with everything in its place.
    fn drawn(mut self, mut root: Element, top: &Lettering) -> Element {
        if self.taller_mm > 0.0 {
            self.taller = MovedEdges::from_face(&root, [0.0, self.taller_mm]);
        }
        self.draw_children(&mut root, top);
        root
    }

    fn draw_children(&self, element: &mut Element, above: &Lettering) {
        let lettering = above.within(element);
        let children = std::mem::take(&mut element.children);
        for child in children {
            let Node::Element(mut child) = child else {
                element.children.push(child);
                continue;
            };
            match Word::from_element(&child) {
                Some(Word::Region(_)) => {}
                Some(Word::Follows(region)) => {
                    if let (Some(&placer), false) =
                        (self.regions.get(&region), self.absent.contains(&region))
                    {
                        let stretch = match region {
                            Region::Panel(_) | Region::Cells(_) | Region::Left => Stretch::Edges,
                            _ => placer.stretch,
                        };
                        let placer = Placer { stretch, ..placer };
                        let lettering = lettering.within(&child);
                        let mut placed = placer.placed(&child, &lettering, Hold::default());
                        placed.set("inkscape:label", region.name().to_owned());
                        if let Some(head) = self.heads.get(&region) {
                            keep_before(&mut placed, head);
                        }
                        element.children.push(Node::Element(placed));
                    }
                }
                Some(Word::Repetition(_) | Word::OneElement(_)) => {
                    let copies = self.copies.0.get(&child.span.start);
                    let copies = copies.into_iter().flatten().cloned().map(Node::Element);
                    element.children.extend(copies);
                }
                Some(Word::NoElement(place)) => {
                    if self.free.contains(&place) {
                        child.set("inkscape:label", place);
                        self.draw_children(&mut child, &lettering);
                        element.children.push(Node::Element(child));
                    }
                }
                None => {
                    self.draw_children(&mut child, &lettering);
                    let child = match &self.taller {
                        Some(taller) => taller.adjusted(child, &lettering),
                        None => child,
                    };
                    element.children.push(Node::Element(child));
                }
            }
        }
    }
}

/// The least distance from a title to the first head.
const BEFORE_HEADS_MM: f64 = 0.5;

/// Ends lines with a room of their own, such as a title, before the first head: many columns begin farther
/// left than the template's own.
fn keep_before(element: &mut Element, head: &Room) {
    let room = element.attribute(shrink::ATTRIBUTE);
    let room = room.and_then(|room| room.trim().parse::<f64>().ok());
    let transform = element.attribute("transform").unwrap_or_default();
    let transform = transform.parse::<svgtypes::Transform>().ok().filter(|own| own.b == 0.0);
    if let (Some(room), Some("start"), Some(own)) =
        (room, element.attribute("text-anchor"), transform)
    {
        // The room is in the units of the text, which may be narrowed.
        let [x, y] = anchor_of(element);
        let [x, y] = [own.a * x + own.c * y + own.e, own.d * y + own.f];
        let before = (head.left - BEFORE_HEADS_MM - x) / own.a;
        let is_beside = (head.top..=head.bottom).contains(&y) && before > 0.0;
        if is_beside && room > before {
            element.set(shrink::ATTRIBUTE, rounded(before, 3));
        }
    }
    for child in &mut element.children {
        if let Node::Element(child) = child {
            keep_before(child, head);
        }
    }
}

/// The regions for a deck on a taller card: the grids share the height by their rows, and the effect grid
/// takes the width it needs from the column beside it.
fn rooms(
    parts: &Parts<'_>,
    cause: Option<&grid::GridNeeds<'_, '_>>,
    effect: Option<&grid::GridNeeds<'_, '_>>,
    left: &left::LeftColumn<'_, '_>,
    taller_mm: f64,
) -> BTreeMap<Region, Room> {
    let mut rooms = parts.regions.clone();
    for region in [Region::Panel(Grid::Effect), Region::Cells(Grid::Effect), Region::Left] {
        if let Some(room) = rooms.get_mut(&region) {
            room.bottom += taller_mm;
        }
    }
    widen_cells(cause, left, &mut rooms);
    let drawn_rooms = rooms.clone();
    let drawn = |region| drawn_rooms.get(&region).copied();
    let [upper, lower] = Grid::ALL.map(|grid| drawn(Region::Cells(grid)));
    let is_lone = effect.is_none() && lower.is_some();
    if let (Some(cause), true) = (cause, is_lone) {
        without_effect(parts, cause, left, &mut rooms);
    }
    if let (Some(cause), Some(effect), [Some(upper), Some(lower)]) = (cause, effect, [upper, lower])
    {
        let sharers = [cause.sharer(upper.width()), effect.sharer(lower.width())];
        let shares = parts.growth.heights_mm(&sharers, upper.height() + lower.height());
        let mut down = (shares[0] - upper.height()).min(lower.height() - effect.least_height_mm());
        if let Some(column) = drawn(Region::Left) {
            let easy = (column.height() - left.easy_height_mm()).max(0.0);
            down = down.min(easy).min(column.height() - left.least_height_mm());
        }
        down = down.max(cause.least_height_mm() - upper.height());
        for (region, room) in &mut rooms {
            match region {
                Region::Panel(Grid::Cause) | Region::Cells(Grid::Cause) => room.bottom += down,
                Region::Panel(Grid::Effect) | Region::Cells(Grid::Effect) | Region::Left => {
                    room.top += down;
                }
                _ => {}
            }
        }
    }
    let cells = rooms.get(&Region::Cells(Grid::Effect)).copied();
    let column = rooms.get(&Region::Left).copied();
    if let (Some(effect), Some(cells), Some(column), false) =
        (effect, cells, column, left.is_empty())
    {
        let scale = effect.wanted_scale(cells.height());
        let wanted = effect.wanted_width_mm(scale) - cells.width();
        let spare = |is_pressed| left.spare_width_mm(column.height(), is_pressed);
        // Each gives what it can spare at drawn sizes; the column gives more before the grid fails.
        let more = if wanted > 0.0 {
            let least = effect.width_mm(effect.least_scale()) - cells.width();
            let given = wanted.min(spare(false).max(0.0));
            if least > given { least.min(spare(true).max(0.0)) } else { given }
        } else {
            spare(false).min(0.0).max(wanted)
        };
        // Further spare width of the column lets figures grow with their rows, unless enlarged values need
        // it.
        let grown = effect.grown_width_mm(cells.height()) - cells.width();
        let may_grow = more >= 0.0 && !left.is_stacked();
        let more = if may_grow { more.max(grown.min(spare(false))) } else { more };
        rooms.insert(Region::Cells(Grid::Effect), Room { left: cells.left - more, ..cells });
        rooms.insert(Region::Left, Room { right: column.right - more, ..column });
    }
    rooms
}

/// Gives the cells of a grid the width beside them that a deck leaves free.
fn widen_cells(
    cause: Option<&grid::GridNeeds<'_, '_>>,
    left: &left::LeftColumn<'_, '_>,
    rooms: &mut BTreeMap<Region, Room>,
) {
    let drawn = [Region::Cells(Grid::Cause), Region::Panel(Grid::Cause), Region::Left];
    let [upper, panel, column] = drawn.map(|region| rooms.get(&region).copied());
    if let (true, Some(column), Some(cells)) =
        (left.is_empty(), column, rooms.get_mut(&Region::Cells(Grid::Effect)))
    {
        // The title of the grid keeps its place beside the heads, as in the other grid.
        let beside = upper.map_or(cells.left, |upper| upper.left);
        cells.left = beside.max(cells.left - column.width());
    }
    // A single figure has no label, and its head is far from the title: it is centred in the panel.
    if let (true, Some(panel), Some(cells)) = (
        cause.is_some_and(grid::GridNeeds::is_one_cell),
        panel,
        rooms.get_mut(&Region::Cells(Grid::Cause)),
    ) {
        cells.left = panel.left + (panel.right - cells.right);
    }
}

/// The distance from the column to the right edge of a panel that it has for itself.
const FROM_EDGE_MM: f64 = 1.2;

/// The rooms of a card without an effect grid: the column takes its panel, and the cause grid gets the rest.
fn without_effect(
    parts: &Parts<'_>,
    cause: &grid::GridNeeds<'_, '_>,
    left: &left::LeftColumn<'_, '_>,
    rooms: &mut BTreeMap<Region, Room>,
) {
    let drawn_rooms = rooms.clone();
    let drawn = |region| drawn_rooms.get(&region).copied();
    let (Some(upper), Some(panel), Some(column)) = (
        drawn(Region::Cells(Grid::Cause)),
        drawn(Region::Panel(Grid::Effect)),
        drawn(Region::Left),
    ) else {
        return;
    };
    let (margin, side) = (panel.bottom - column.bottom, column.left - panel.left);
    let down = if left.is_empty() {
        match drawn(Region::Panel(Grid::Cause)) {
            Some(cause) => panel.bottom - cause.bottom,
            None => 0.0,
        }
    } else {
        let height = upper.height() + panel.height() - 2.0 * margin;
        let room = Room { right: panel.right - side - FROM_EDGE_MM, ..column };
        let sharers: Vec<Sharer> =
            [cause.sharer(upper.width())].into_iter().chain(left.sharers(room)).collect();
        let shares = parts.growth.heights_mm(&sharers, height);
        let most = height - left.least_height_mm();
        shares[0].min(most).max(cause.least_height_mm()) - upper.height()
    };
    for (region, room) in rooms.iter_mut() {
        match region {
            Region::Panel(Grid::Cause) | Region::Cells(Grid::Cause) => room.bottom += down,
            Region::Panel(Grid::Effect) => room.top += down,
            Region::Left => {
                room.top = panel.top + down + margin;
                room.right = panel.right - side - FROM_EDGE_MM;
            }
            _ => {}
        }
    }
}
