//! The column beside the effect grid: bursts, hit locations, penetration, elements, one above the
//! other.

use crate::deck::Part;
use crate::diagnostic::Problem;

use super::super::name::Values;
use super::copy::Subject;
use super::parts::{Each, Parts, Prototype, Region};
use super::place::Placer;
use super::room::{Move, Room};
use super::texts::{self, Line, largest, lines_of};
use super::{Copies, placer_of};

/// The smallest scale that is tried: texts stop shrinking at their floor before.
const LEAST: f64 = 0.5;
/// How much larger than drawn the parts become.
const MOST: f64 = 1.25;
/// How much larger the elements of the deck's own become, which may be all that a card is for.
const MOST_ELEMENT: f64 = 2.5;
/// One of the parts.
#[derive(Debug)]
struct Band<'p, 'e> {
    region: Region,
    from: Room,
    /// How high it would be as drawn, with as many entries as the deck has.
    drawn_mm: f64,
    /// The least height in which its texts can be read.
    least_mm: f64,
    /// What is repeated in it, each with its lines.
    copies: Vec<(&'p Prototype<'e>, Subject, Vec<Line>)>,
    /// The lines of what is drawn once.
    fixed: Vec<Line>,
    /// The highest and the height of the entries that stand above each other in it.
    entry: Option<(f64, f64)>,
}

/// The left column of a deck.
#[derive(Debug)]
pub(super) struct Needs<'p, 'e> {
    left: Option<Room>,
    bands: Vec<Band<'p, 'e>>,
}

/// Where a band comes, and how large what is in it becomes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Laid {
    pub(super) region: Region,
    pub(super) moved: Move,
    pub(super) scale: f64,
}

impl<'p, 'e> Needs<'p, 'e> {
    /// What the deck shows there; `elements` are those that have no place elsewhere.
    pub(super) fn of(parts: &'p Parts<'e>, values: &Values<'_>, elements: &[(u8, String)]) -> Self {
        let layout = values.deck.layout();
        let mut bands = Vec::new();
        for (region, drawn) in parts.regions.iter() {
            let subjects: Vec<(Each, Subject)> = match region {
                Region::Bursts => {
                    layout.bursts.iter().map(|&n| (Each::Burst, Subject::Burst(n))).collect()
                }
                Region::Hits => (1..=layout.stack)
                    .map(|entry| {
                        let is_standard = entry + 1 == layout.stack;
                        let each = if is_standard { Each::StandardHit } else { Each::Hit };
                        (each, Subject::Hit(entry))
                    })
                    .collect(),
                Region::Elements => elements
                    .iter()
                    .map(|(place, id)| (Each::Element, Subject::Element(*place, id.clone())))
                    .collect(),
                Region::Penetration => Vec::new(),
                Region::Panel(_) | Region::Cells(_) | Region::Left => continue,
            };
            let copies = subjects.into_iter().filter_map(|(each, subject)| {
                let any = if each == Each::StandardHit { Each::Hit } else { each };
                let prototype = parts.of_kind(each).chain(parts.of_kind(any)).next()?;
                let copy = subject.copy_of(prototype.element);
                let lines = lines_of(&copy, &prototype.lettering, values);
                Some((prototype, subject, lines))
            });
            let copies: Vec<_> = copies.collect();
            let followers = parts.followers.iter().filter(|part| part.region == *region);
            let fixed: Vec<Line> = followers
                .flat_map(|part| lines_of(part.element, &part.lettering, values))
                .collect();
            let is_left_out = *region == Region::Penetration && !layout.has(Part::Penetration);
            if is_left_out || (copies.is_empty() && *region != Region::Penetration) {
                continue;
            }
            let entry = entry_of(*region, parts);
            let drawn_mm = drawn_height(*drawn, entry, copies.len());
            let lines = copies.iter().flat_map(|(.., lines)| lines).chain(&fixed);
            let floors =
                lines.map(|line| (line.lettering.least_mm / line.lettering.size_mm).min(1.0));
            let floor = floors.fold(LEAST, f64::max);
            let least_mm = drawn_mm * floor;
            bands.push(Band {
                region: *region,
                from: *drawn,
                drawn_mm,
                least_mm,
                copies,
                fixed,
                entry,
            });
        }
        bands.sort_by(|one, other| one.from.top.total_cmp(&other.from.top));
        Self { left: parts.regions.get(&Region::Left).copied(), bands }
    }

    /// Whether the deck has nothing to show there.
    pub(super) fn is_empty(&self) -> bool {
        self.bands.is_empty()
    }

    /// The height of everything as drawn.
    pub(super) fn drawn_height_mm(&self) -> f64 {
        self.bands.iter().map(|band| band.drawn_mm).sum()
    }

    /// The least height in which everything can be read.
    pub(super) fn least_height_mm(&self) -> f64 {
        self.bands.iter().map(|band| band.least_mm).sum()
    }

    /// The height in which texts are about as large as drawn.
    pub(super) fn easy_height_mm(&self) -> f64 {
        /// The part of its drawn height at which a band looks no worse.
        const EASY: f64 = 0.8;
        self.bands.iter().map(|band| band.drawn_mm * EASY).sum()
    }

    /// How much narrower the column may become: with texts as drawn, or as small as can be read. Below
    /// 0 if it should be wider for that.
    pub(super) fn spare_width_mm(&self, height_mm: f64, is_pressed: bool) -> f64 {
        /// Wider than any card.
        const FAR_MM: f64 = 1000.0;
        let Some(left) = self.left else { return 0.0 };
        let fits = |spare: f64| {
            let room = Room { right: left.right - spare, bottom: left.top + height_mm, ..left };
            self.bands.iter().zip(self.heights(room)).all(|(band, height)| {
                let scale = if is_pressed { LEAST } else { (height / band.drawn_mm).min(1.0) };
                let to = band.room_in(left, Room { bottom: left.top + height, ..room });
                band.excess(to, scale) <= texts::SLACK_MM
            })
        };
        largest(-FAR_MM, left.width() - 1.0, fits).unwrap_or(-FAR_MM)
    }

    /// The heights of the bands in a room, none less than it needs.
    fn heights(&self, room: Room) -> Vec<f64> {
        let of = |part: f64| {
            let heights =
                self.bands.iter().map(move |band| (band.drawn_mm * part).max(band.least_mm));
            heights.collect::<Vec<f64>>()
        };
        let fits = |part: f64| of(part).iter().sum::<f64>() <= room.height() + texts::SLACK_MM;
        let drawn: f64 = self.bands.iter().map(|band| band.drawn_mm).sum();
        let all = room.height() / drawn.max(1.0);
        // Where no band is held up by its floor, all shrink or grow alike.
        if fits(all) { of(all) } else { of(largest(0.0, all, fits).unwrap_or(0.0)) }
    }

    /// The bands in the column's new room.
    ///
    /// # Errors
    /// What does not fit even at the smallest size, in figures.
    pub(super) fn laid(&self, room: Room, theme: &str) -> Result<Vec<Laid>, Problem> {
        let least = self.least_height_mm();
        if least > room.height() + texts::SLACK_MM {
            return Err(self.no_height(room, theme));
        }
        let drawn = self.left.unwrap_or(room);
        let mut top = room.top;
        let mut laid = Vec::new();
        for (band, height) in self.bands.iter().zip(self.heights(room)) {
            let to = band.room_in(drawn, Room { top, bottom: top + height, ..room });
            let moved = Move { from: band.from, to };
            top += height;
            let most = match band.region {
                Region::Elements => MOST_ELEMENT,
                _ => MOST,
            };
            let most = (height / band.drawn_mm).min(most);
            let fits = |scale| band.excess(moved.to, scale) <= texts::SLACK_MM;
            let Some(scale) = largest(LEAST, most.max(LEAST), fits) else {
                return Err(band.no_width(moved.to, theme));
            };
            laid.push(Laid { region: band.region, moved, scale });
        }
        Ok(laid)
    }

    fn no_height(&self, room: Room, theme: &str) -> Problem {
        let parts: Vec<String> = self
            .bands
            .iter()
            .map(|band| format!("{} {:.1} mm", band.in_words(), band.least_mm))
            .collect();
        let message = format!(
            "theme {theme}: the column beside the effect grid needs {:.1} mm ({}); there is room \
             for {:.1} mm",
            self.least_height_mm(),
            parts.join(", "),
            room.height()
        );
        Problem::coded("face.no-room", message)
            .accepts("fewer hit locations, bursts or elements, or fewer rows of the cause grid")
    }

    /// The copies of everything that is repeated in the column.
    pub(super) fn copies(&self, laid: &[Laid], copies: &mut Copies) {
        for (band, laid) in self.bands.iter().zip(laid) {
            for ((prototype, subject, _), placer) in
                band.copies.iter().zip(band.placers(laid.moved.to, laid.scale))
            {
                copies.add(prototype, subject, &placer);
            }
        }
    }
}

/// Where the entries of a band begin in the template that stand above each other, and how high one is.
fn entry_of(region: Region, parts: &Parts<'_>) -> Option<(f64, f64)> {
    let kinds: &[Each] = match region {
        Region::Hits => &[Each::Hit, Each::StandardHit],
        Region::Elements => &[Each::Element],
        _ => return None,
    };
    let slots = || kinds.iter().flat_map(|kind| parts.of_kind(*kind)).map(|entry| entry.slot);
    let top = slots().map(|slot| slot.top).reduce(f64::min)?;
    Some((top, slots().next()?.height()))
}

/// How high a band would be as drawn: its own entries, and what is above and below them.
fn drawn_height(drawn: Room, entry: Option<(f64, f64)>, count: usize) -> f64 {
    let Some((_, entry)) = entry else { return drawn.height() };
    let entries = (drawn.height() / entry + 1e-6).floor().max(1.0);
    drawn.height() + entry * (count as f64 - entries)
}

impl Band<'_, '_> {
    /// The band's room in a column that was drawn as `left`, as far from its edges as it was drawn.
    fn room_in(&self, left: Room, column: Room) -> Room {
        Room {
            left: column.left + (self.from.left - left.left),
            right: column.right - (left.right - self.from.right),
            ..column
        }
    }

    /// How everything that is repeated comes to its place in a room.
    fn placers(&self, to: Room, scale: f64) -> Vec<Placer> {
        let Some((first, ..)) = self.copies.first() else { return Vec::new() };
        let whole = Move { from: self.from, to };
        if self.region == Region::Bursts {
            let start = to.left + (first.slot.left - self.from.left) * scale;
            let widths = self.burst_widths(to.right - start, scale);
            let mut at = start;
            let placers = self.copies.iter().zip(widths).map(|((burst, ..), width)| {
                let room = whole.stretched_room(burst.slot);
                let room = Room { left: at, right: at + width, ..room };
                at += width;
                let middle =
                    to.middle()[1] + scale * (burst.slot.middle()[1] - self.from.middle()[1]);
                let half = burst.slot.height() * scale / 2.0;
                let room = Room { top: middle - half, bottom: middle + half, ..room };
                placer_of(Move { from: burst.slot, to: room }, scale)
            });
            return placers.collect();
        }
        // Entries share the height but for what is drawn above and below them.
        let part = to.height() / self.drawn_mm;
        let (highest, entry) = self.entry.unwrap_or((self.from.top, self.from.height()));
        let (above, entry) = ((highest - self.from.top).max(0.0) * part, entry * part);
        let places = 0..self.copies.len();
        let placers = self.copies.iter().zip(places).map(|((prototype, ..), place)| {
            let across = whole.stretched_room(prototype.slot);
            let top = to.top + above + entry * place as f64;
            let room = Room { top, bottom: top + entry, ..across };
            placer_of(Move { from: prototype.slot, to: room }, scale)
        });
        placers.collect()
    }

    /// The widths of bursts beside each other, the same between every two.
    fn burst_widths(&self, width: f64, scale: f64) -> Vec<f64> {
        let needs = self.copies.iter().map(|(burst, _, lines)| {
            let text = lines.iter().map(|line| {
                let placer = placer_of(Move { from: burst.slot, to: burst.slot }, scale);
                line.width_mm * placer.text_scale(&line.lettering)
            });
            text.fold(0.0, f64::max)
        });
        let needs: Vec<f64> = needs.collect();
        let spare = (width - needs.iter().sum::<f64>()) / needs.len() as f64;
        needs.into_iter().map(|need| need + spare).collect()
    }

    /// How far texts stand out of their places in a room.
    fn excess(&self, to: Room, scale: f64) -> f64 {
        let fixed =
            texts::excess(&self.fixed, &placer_of(Move { from: self.from, to }, scale), 0.0);
        let margin = if self.region == Region::Bursts { BETWEEN_BURSTS_MM } else { 0.0 };
        let copies = self.copies.iter().zip(self.placers(to, scale));
        copies
            .map(|((.., lines), placer)| texts::excess(lines, &placer, margin))
            .fold(fixed, f64::max)
    }

    fn in_words(&self) -> String {
        let count = self.copies.len();
        match self.region {
            Region::Bursts => "bursts".to_owned(),
            Region::Hits => format!("{count} hit locations"),
            Region::Elements => format!("{count} elements"),
            _ => "penetration".to_owned(),
        }
    }

    fn no_width(&self, to: Room, theme: &str) -> Problem {
        let excess = self.excess(to, LEAST);
        let placers = self.placers(to, LEAST);
        let worst = self.copies.iter().zip(placers).find_map(|((.., lines), placer)| {
            (texts::excess(lines, &placer, 0.0) > texts::SLACK_MM).then(|| texts::longest(lines))?
        });
        let worst = worst.or_else(|| texts::longest(&self.fixed));
        let words = worst.map_or_else(String::new, |line| format!("{:?} of ", line.widest));
        let message = format!(
            "theme {theme}: {words}{} is {excess:.1} mm too long beside the effect grid, at the \
             smallest size that can be read",
            self.in_words()
        );
        Problem::coded("face.no-room", message)
            .accepts("a shorter text, or fewer or smaller columns of the effect grid")
    }
}

/// How far a burst keeps from the border to the next.
const BETWEEN_BURSTS_MM: f64 = 0.3;
