//! The column beside the effect grid: bursts, hit locations, penetration and elements, stacked.

use crate::deck::Part;
use crate::diagnostic::Problem;

use super::super::text::{NARROWEST, Press};
use super::super::values::Values;
use super::band::{Band, Entry, LEAST, entry_of};
use super::broken::broken;
use super::copies::Copies;
use super::copy::Subject;
use super::growth::{Growth, Sharer};
use super::number_size::NumberSize;
use super::parts::{Parts, Region, Repetition};
use super::place::{Placer, placer_of};
use super::room::{Move, Room};
use super::stacked::{self, StackedElement, stacked};
use super::texts::{self, Line, largest, lines_of};

/// The left column of a deck.
#[derive(Debug)]
pub(super) struct LeftColumn<'p, 'e> {
    left: Option<Room>,
    bands: Vec<Band<'p, 'e>>,
    press: Press,
    number: NumberSize,
    growth: &'p Growth,
}

/// The place of a band and the scale of its content.
#[derive(Clone, Copy, Debug)]
pub(super) struct BandLayout {
    pub(super) region: Region,
    pub(super) placer: Placer,
}

impl<'p, 'e> LeftColumn<'p, 'e> {
    /// Collects what the deck shows in the column; `elements` are those without a place elsewhere.
    pub(super) fn new(
        parts: &'p Parts<'e>,
        values: &Values<'_>,
        elements: &[(u8, String)],
        press: Press,
    ) -> Self {
        let layout = values.deck.layout();
        let mut bands = Vec::new();
        for (region, drawn) in parts.regions.iter() {
            let subjects: Vec<(Repetition, Subject)> = match region {
                Region::Bursts => {
                    layout.bursts.iter().map(|&n| (Repetition::Burst, Subject::Burst(n))).collect()
                }
                Region::Hits => (1..=layout.stack)
                    .map(|entry| {
                        let is_standard = entry + 1 == layout.stack;
                        let each =
                            if is_standard { Repetition::StandardHit } else { Repetition::Hit };
                        (each, Subject::Hit(entry))
                    })
                    .collect(),
                Region::Elements => elements
                    .iter()
                    .map(|(place, id)| (Repetition::Element, Subject::Element(*place, id.clone())))
                    .collect(),
                Region::Penetration => Vec::new(),
                Region::Panel(_) | Region::Cells(_) | Region::Left => continue,
            };
            let entries = subjects.into_iter().filter_map(|(each, subject)| {
                let any = if each == Repetition::StandardHit { Repetition::Hit } else { each };
                let prototype = parts.with_kind(each).chain(parts.with_kind(any)).next()?;
                let copy = subject.copy_of(prototype.element);
                let lines = lines_of(&copy, &prototype.lettering, values);
                let slot = prototype.slot;
                Some(Entry { prototype, subject, copy, slot, lines, is_broken: false })
            });
            let entries: Vec<_> = entries.collect();
            let followers = parts.followers.iter().filter(|part| part.region == *region);
            let fixed: Vec<Line> = followers
                .flat_map(|part| lines_of(part.element, &part.lettering, values))
                .collect();
            let is_left_out = *region == Region::Penetration && !layout.has(Part::Penetration);
            if is_left_out || (entries.is_empty() && *region != Region::Penetration) {
                continue;
            }
            let entry = entry_of(*region, parts);
            let (region, from) = (*region, *drawn);
            let most = parts.growth.most(region);
            let (drawn_mm, least_mm) = (0.0, 0.0);
            let mut band = Band { region, from, most, drawn_mm, least_mm, entries, fixed, entry };
            band.measure();
            bands.push(band);
        }
        bands.sort_by(|one, other| one.from.top.total_cmp(&other.from.top));
        let left = parts.regions.get(&Region::Left).copied();
        Self { left, bands, press, number: parts.number, growth: &parts.growth }
    }

    /// Whether texts of elements are stacked; the column's width then suffices.
    pub(super) fn is_stacked(&self) -> bool {
        self.bands.iter().flat_map(|band| &band.entries).any(|entry| entry.is_broken)
    }

    /// Stacks the names of elements above their values, which grow, if the column is tall enough for all. In a
    /// deck without an effect grid they have its `panel`.
    pub(super) fn stack(&mut self, panel: Option<Room>, values: &Values<'_>) {
        let height = self.left.map_or(0.0, |left| left.height());
        let is_in_panel = !values.deck.layout().has(Part::Effect);
        let ([least, larger], most) = match is_in_panel {
            false => ([stacked::LARGER; 2], stacked::MOST),
            true => (stacked::LARGER_IN_PANEL, f64::INFINITY),
        };
        let elements = self.bands.iter_mut().filter(|band| band.region == Region::Elements);
        for band in elements {
            let stacked = |larger| {
                let of = |entry: &Entry<'_, '_>| {
                    let lettering = &entry.prototype.lettering;
                    let mut set = stacked(&entry.copy, lettering, entry.slot, larger, values)?;
                    if is_in_panel {
                        texts::hold_in(&mut set.lines, set.slot);
                    }
                    Some(set)
                };
                let all = band.entries.iter().map(of).collect::<Option<Vec<_>>>()?;
                let needed: f64 = all.iter().map(|set| set.slot.height()).sum();
                (needed <= height).then_some(all)
            };
            let is_wide_enough = |set: &StackedElement| {
                let Some(panel) = panel else { return false };
                let width = panel.width() - 2.0 * (set.slot.left - panel.left);
                let to = set.slot.as_wide_as(width);
                let placer = placer_of(Move { from: set.slot, to }, 1.0);
                texts::excess(&set.lines, &placer, 0.0) <= texts::SLACK_MM
            };
            let fits = |larger| stacked(larger).is_some_and(|all| all.iter().all(is_wide_enough));
            let Some(all) = stacked(largest(least, larger, fits).unwrap_or(least)) else {
                continue;
            };
            for (entry, set) in band.entries.iter_mut().zip(all) {
                (entry.copy, entry.slot, entry.lines) = (set.copy, set.slot, set.lines);
                entry.is_broken = true;
            }
            band.most = band.most.min(most);
            band.measure();
        }
    }

    /// Breaks into lines what is not legible in one line in a column of this room.
    pub(super) fn break_lines(&mut self, column: Room, values: &Values<'_>) {
        let Some(left) = self.left else { return };
        for band in &mut self.bands {
            let whole = Move { from: band.from, to: band.room_in(left, column) };
            for entry in band.entries.iter_mut().filter(|_| band.entry.is_some()) {
                let fits = |slot: Room, lines: &[Line], scale| {
                    let across = whole.stretched_room(slot);
                    let to = Room { top: slot.top, bottom: slot.bottom, ..across };
                    let placer = placer_of(Move { from: slot, to }, scale);
                    let placer = Placer { narrow: NARROWEST, ..placer };
                    texts::excess(lines, &placer, 0.0) <= texts::SLACK_MM
                };
                if fits(entry.slot, &entry.lines, LEAST) {
                    continue;
                }
                let lettering = &entry.prototype.lettering;
                let set = broken(&entry.copy, lettering, entry.slot, values, |set| {
                    fits(set.slot, &set.lines, 1.0)
                });
                (entry.copy, entry.slot, entry.lines) = (set.copy, set.slot, set.lines);
                entry.is_broken = true;
            }
            band.measure();
        }
    }

    /// Whether the deck shows nothing there.
    pub(super) fn is_empty(&self) -> bool {
        self.bands.is_empty()
    }

    /// The least height in which all parts are legible.
    pub(super) fn least_height_mm(&self) -> f64 {
        self.bands.iter().map(|band| band.least_mm).sum()
    }

    /// The height in which texts are about as large as drawn.
    pub(super) fn easy_height_mm(&self) -> f64 {
        /// The part of its drawn height at which a band still looks good.
        const EASY: f64 = 0.8;
        self.bands.iter().map(|band| band.drawn_mm * EASY).sum()
    }

    /// How much narrower the column may become, with texts as drawn or as small as is legible. Below 0 if it
    /// should be wider.
    pub(super) fn spare_width_mm(&self, height_mm: f64, is_pressed: bool) -> f64 {
        /// Wider than any card.
        const FAR_MM: f64 = 1000.0;
        let Some(left) = self.left else { return 0.0 };
        let fits = |spare: f64| {
            let room = Room { right: left.right - spare, bottom: left.top + height_mm, ..left };
            self.bands.iter().zip(self.heights(room)).all(|(band, height)| {
                let scale = if is_pressed { LEAST } else { (height / band.drawn_mm).min(1.0) };
                let narrow = if is_pressed { self.narrowest() } else { 1.0 };
                let to = band.room_in(left, Room { bottom: left.top + height, ..room });
                band.excess(to, scale, narrow) <= texts::SLACK_MM
            })
        };
        largest(-FAR_MM, left.width() - 1.0, fits).unwrap_or(-FAR_MM)
    }

    /// The least width factor of letters.
    fn narrowest(&self) -> f64 {
        if self.press == Press::Smaller { 1.0 } else { NARROWEST }
    }

    /// Its parts among those that share a height, in a room of this width.
    pub(super) fn sharers(&self, room: Room) -> Vec<Sharer> {
        let left = self.left.unwrap_or(room);
        let of = |band: &Band<'_, '_>| {
            let fits = |scale: f64| {
                let bottom = room.top + band.drawn_mm * scale;
                let to = band.room_in(left, Room { bottom, ..room });
                band.excess(to, scale, 1.0) <= texts::SLACK_MM
            };
            let most = largest(1.0, band.most, fits).unwrap_or(1.0);
            Sharer { region: band.region, drawn_mm: band.drawn_mm, most }
        };
        self.bands.iter().map(of).collect()
    }

    /// The heights of the bands in a room, each at least its minimum.
    fn heights(&self, room: Room) -> Vec<f64> {
        let drawn: f64 = self.bands.iter().map(|band| band.drawn_mm).sum();
        if drawn <= room.height() {
            return self.growth.heights_mm(&self.sharers(room), room.height());
        }
        let of = |part: f64| {
            let heights =
                self.bands.iter().map(move |band| (band.drawn_mm * part).max(band.least_mm));
            heights.collect::<Vec<f64>>()
        };
        let fits = |part: f64| of(part).iter().sum::<f64>() <= room.height() + texts::SLACK_MM;
        let all = room.height() / drawn;
        // If no band is at its minimum, all scale alike.
        if fits(all) { of(all) } else { of(largest(0.0, all, fits).unwrap_or(0.0)) }
    }

    /// Lays out the bands in the column's new room.
    ///
    /// # Errors
    /// What does not fit even at the smallest size, with measures.
    pub(super) fn laid(
        &self,
        room: Room,
        theme: &str,
        values: &Values<'_>,
    ) -> Result<Vec<BandLayout>, Problem> {
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
            let most = (height / band.drawn_mm).min(band.most);
            let fits = |scale, narrow| band.excess(moved.to, scale, narrow) <= texts::SLACK_MM;
            let scale = largest(LEAST, most.max(LEAST), |scale| fits(scale, 1.0));
            let smallest = [band.least_scale(), LEAST];
            let set = scale.map(|scale| (scale, 1.0)).or_else(|| {
                smallest.into_iter().find_map(|scale| {
                    let fits = |narrow| fits(scale, narrow);
                    Some((scale, largest(self.narrowest(), 1.0, fits)?))
                })
            });
            let Some((scale, narrow)) = set else {
                return Err(band.no_width(moved.to, theme, self.narrowest(), values));
            };
            let scale = self.number.apart(band.sizes_mm(), scale);
            let placer = Placer { narrow, ..placer_of(moved, scale) };
            laid.push(BandLayout { region: band.region, placer });
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

    /// The copies of all prototypes of the column.
    pub(super) fn copies(&self, laid: &[BandLayout], copies: &mut Copies) {
        for (band, laid) in self.bands.iter().zip(laid) {
            let placers = band.placers(laid.placer.moved.to, laid.placer.scale);
            for (entry, placer) in band.entries.iter().zip(placers) {
                let placer = Placer { narrow: laid.placer.narrow, ..placer };
                copies.add(entry.prototype, &entry.copy, &placer);
            }
        }
    }
}
