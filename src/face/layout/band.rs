//! A part of the column beside the effect grid: its repeated entries, the height they need, and what exceeds
//! a room that is too small.

use crate::diagnostic::{Problem, quoted};
use crate::wording::counted;

use super::super::document::Element;
use super::super::values::Values;
use super::copy::Subject;
use super::parts::{Parts, Prototype, Region, Repetition};
use super::place::{Placer, placer_of};
use super::room::{Move, Room};
use super::texts::{self, Line};

/// The smallest scale that is tried: texts reach their floor at a larger one.
pub(super) const LEAST: f64 = 0.5;

/// A part of the column.
#[derive(Debug)]
pub(super) struct Band<'p, 'e> {
    pub(super) region: Region,
    pub(super) from: Room,
    /// The largest scale relative to the drawing.
    pub(super) most: f64,
    /// Its height as drawn, with as many entries as the deck has.
    pub(super) drawn_mm: f64,
    /// The least height in which its texts are legible.
    pub(super) least_mm: f64,
    /// The entries that are repeated in it.
    pub(super) entries: Vec<Entry<'p, 'e>>,
    /// The lines that are drawn once.
    pub(super) fixed: Vec<Line>,
    /// Top and height of the entries that are stacked in it.
    pub(super) entry: Option<(f64, f64)>,
}

/// A repeated entry of a part.
#[derive(Debug)]
pub(super) struct Entry<'p, 'e> {
    pub(super) prototype: &'p Prototype<'e>,
    pub(super) subject: Subject,
    /// The prototype with its subject's words, and the place it is drawn for.
    pub(super) copy: Element,
    pub(super) slot: Room,
    pub(super) lines: Vec<Line>,
    /// Set on several lines at its smallest size, so that it does not shrink further.
    pub(super) is_broken: bool,
}

impl Band<'_, '_> {
    /// Computes its height as drawn (its entries and what is above and below them) and its least height.
    pub(super) fn measure(&mut self) {
        self.drawn_mm = match self.entry {
            None => self.from.height(),
            Some((_, entry)) => {
                let drawn = (self.from.height() / entry + 1e-6).floor().max(1.0);
                let set = self.entries.iter().filter(|entry| !entry.is_broken).count() as f64;
                self.from.height() + entry * (set - drawn) + self.rigid_mm()
            }
        };
        let entries = self.entries.iter().filter(|entry| !entry.is_broken);
        let lines = entries.flat_map(|entry| &entry.lines).chain(&self.fixed);
        let floors = lines.map(|line| (line.lettering.least_mm / line.lettering.size_mm).min(1.0));
        let floor = floors.fold(LEAST, f64::max);
        let rigid = self.rigid_mm();
        self.least_mm = (self.drawn_mm - rigid) * floor + rigid;
    }

    /// The scale below which none of its texts shrinks further.
    pub(super) fn least_scale(&self) -> f64 {
        let lines = self.entries.iter().flat_map(|entry| &entry.lines);
        texts::least_scale(lines.chain(&self.fixed), LEAST)
    }

    /// The font sizes of its entries, as drawn.
    pub(super) fn sizes_mm(&self) -> impl Iterator<Item = f64> {
        self.entries.iter().flat_map(|entry| &entry.lines).map(|line| line.lettering.size_mm)
    }

    /// The part of its height that does not shrink.
    fn rigid_mm(&self) -> f64 {
        let rigid = self.entries.iter().filter(|entry| entry.is_broken);
        rigid.map(|entry| entry.slot.height()).sum()
    }

    /// Its room in a column that was drawn as `left`, with the drawn distances to the edges.
    pub(super) fn room_in(&self, left: Room, column: Room) -> Room {
        Room {
            left: column.left + (self.from.left - left.left),
            right: column.right - (left.right - self.from.right),
            ..column
        }
    }

    /// The placers of all its entries in a room.
    pub(super) fn placers(&self, to: Room, scale: f64) -> Vec<Placer> {
        let Some(first) = self.entries.first() else { return Vec::new() };
        let whole = Move { from: self.from, to };
        if self.region == Region::Bursts {
            let start = to.left + (first.slot.left - self.from.left) * scale;
            let widths = self.burst_widths(to.right - start, scale);
            let mut at = start;
            let placers = self.entries.iter().zip(widths).map(|(burst, width)| {
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
        // Entries share the height except for what is drawn above and below them. One on several lines does
        // not shrink.
        let (part, rigid_part) = match self.rigid_mm() {
            rigid if rigid > 0.0 && to.height() < self.drawn_mm => {
                ((to.height() - rigid) / (self.drawn_mm - rigid).max(1e-9), 1.0)
            }
            _ => (to.height() / self.drawn_mm, to.height() / self.drawn_mm),
        };
        let (highest, entry) = self.entry.unwrap_or((self.from.top, self.from.height()));
        let (above, entry) = ((highest - self.from.top).max(0.0) * part, entry * part);
        let mut top = to.top + above;
        let placers = self.entries.iter().map(|own| {
            let across = whole.stretched_room(own.slot);
            let (height, scale) = match own.is_broken {
                true => (own.slot.height() * rigid_part, scale.max(1.0)),
                false => (entry, scale),
            };
            let room = Room { top, bottom: top + height, ..across };
            top += height;
            placer_of(Move { from: own.slot, to: room }, scale)
        });
        placers.collect()
    }

    /// The widths of bursts side by side, with equal gaps.
    fn burst_widths(&self, width: f64, scale: f64) -> Vec<f64> {
        let needs = self.entries.iter().map(|burst| {
            let text = burst.lines.iter().map(|line| {
                let placer = placer_of(Move { from: burst.slot, to: burst.slot }, scale);
                line.width_mm * placer.text_scale(&line.lettering)
            });
            text.fold(0.0, f64::max)
        });
        let needs: Vec<f64> = needs.collect();
        let spare = (width - needs.iter().sum::<f64>()) / needs.len() as f64;
        needs.into_iter().map(|need| need + spare).collect()
    }

    /// How far texts exceed their places in a room.
    pub(super) fn excess(&self, to: Room, scale: f64, narrow: f64) -> f64 {
        let narrower = |placer| Placer { narrow, ..placer };
        let fixed = narrower(placer_of(Move { from: self.from, to }, scale));
        let fixed = texts::excess(&self.fixed, &fixed, 0.0);
        let margin = if self.region == Region::Bursts { BETWEEN_BURSTS_MM } else { 0.0 };
        let entries = self.entries.iter().zip(self.placers(to, scale));
        entries
            .map(|(entry, placer)| texts::excess(&entry.lines, &narrower(placer), margin))
            .fold(fixed, f64::max)
    }

    pub(super) fn in_words(&self) -> String {
        let count = self.entries.len();
        match self.region {
            Region::Bursts => "bursts".to_owned(),
            Region::Hits => counted(count, "hit location"),
            Region::Elements => counted(count, "element"),
            _ => "penetration".to_owned(),
        }
    }

    pub(super) fn no_width(
        &self,
        to: Room,
        theme: &str,
        narrow: f64,
        values: &Values<'_>,
    ) -> Problem {
        let narrower = |placer| Placer { narrow, ..placer };
        let excess =
            |entry: &Entry<'_, '_>, placer: &Placer| texts::excess(&entry.lines, placer, 0.0);
        let placed = self.entries.iter().zip(self.placers(to, LEAST).into_iter().map(narrower));
        let worst = placed
            .map(|(entry, placer)| (excess(entry, &placer), entry, placer))
            .filter(|(excess, ..)| *excess > texts::SLACK_MM)
            .reduce(|one, other| if one.0 < other.0 { other } else { one });
        let smallest = "at the smallest size that can be read";
        let Some((over_mm, entry, placer)) = worst else {
            let words = texts::longest(&self.fixed).map_or(String::new(), |line| line.said(" of "));
            let message = format!(
                "theme {theme}: {words}{} is {:.1} mm too long beside the effect grid, {smallest}",
                self.in_words(),
                self.excess(to, LEAST, narrow)
            );
            return Problem::coded("face.no-room", message)
                .accepts("a shorter text, or fewer or smaller columns of the effect grid");
        };
        let title = entry.subject.in_words();
        let line = texts::longest_value(&entry.lines);
        let said = line.map_or(String::new(), |line| line.said(": "));
        let message = format!(
            "theme {theme}: {title}{said}is {over_mm:.1} mm too long beside the effect grid, \
             {smallest}"
        );
        let fitting = line.and_then(|line| line.longest_that_fits(&entry.lines, &placer, values));
        let shorter = match fitting {
            Some(word) => format!("no longer than {}, the longest that fits", quoted(&word)),
            None => "a shorter text".to_owned(),
        };
        Problem::coded("face.no-room", message)
            .accepts(format!("{shorter}, or fewer or smaller columns of the effect grid"))
    }
}

/// The distance from a burst to the border of the next.
const BETWEEN_BURSTS_MM: f64 = 0.3;

/// Top and height of the stacked entries of a band in the template.
pub(super) fn entry_of(region: Region, parts: &Parts<'_>) -> Option<(f64, f64)> {
    let kinds: &[Repetition] = match region {
        Region::Hits => &[Repetition::Hit, Repetition::StandardHit],
        Region::Elements => &[Repetition::Element],
        _ => return None,
    };
    let slots = || kinds.iter().flat_map(|kind| parts.with_kind(*kind)).map(|entry| entry.slot);
    let top = slots().map(|slot| slot.top).reduce(f64::min)?;
    Some((top, slots().next()?.height()))
}
