//! Reads a sheet's file and checks its lengths.

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use super::definition::{
    Caption, CropMarks, CutterMarks, Edge, GuideStyle, MarkPattern, PageOrder, RegistrationMark,
    Ruler, Sheet, Sides,
};
use crate::diagnostic::{Problems, Source};
use crate::geometry::{Mm, Size, decimal};
use crate::input::toml::{self, Reader, Table};
use crate::render::pdf::Conformance;
use crate::render::press_file;

const KEYS: [&str; 17] = [
    "title",
    "paper_mm",
    "columns",
    "rows",
    "margin_mm",
    "gap_mm",
    "bleed_mm",
    "outer_bleed_mm",
    "sides",
    "order",
    "slug_mm",
    "press",
    "crop_marks",
    "ruler",
    "caption",
    "registration_marks",
    "cutter_marks",
];

/// The permitted sides of a paper, in millimetres: slightly above A0.
const PAPER_MM: RangeInclusive<f64> = 30.0..=1200.0;
/// Margins, gaps and the distances of marks in millimetres.
const MARGIN_MM: RangeInclusive<f64> = 0.0..=100.0;
/// Bleeds and the offset of crop marks in millimetres.
const BLEED_MM: RangeInclusive<f64> = 0.0..=20.0;
/// The room for marks around a page that is one card, in millimetres.
const SLUG_MM: RangeInclusive<f64> = 0.0..=50.0;
/// The length of crop marks in millimetres.
const CROP_MARK_MM: RangeInclusive<f64> = 0.5..=50.0;
/// From the paper's edges to a cutter's marks in millimetres, within the limits of its program.
const CUTTER_INSET_MM: RangeInclusive<f64> = 10.0..=86.36;
/// The arms of such marks in millimetres.
const CUTTER_LENGTH_MM: RangeInclusive<f64> = 5.0..=20.0;
/// Their lines in millimetres.
const CUTTER_THICKNESS_MM: RangeInclusive<f64> = 0.5..=1.0;
/// A place along an edge.
const SHARE: RangeInclusive<f64> = 0.0..=1.0;
/// Cards across and down.
const COUNT: RangeInclusive<i64> = 1..=20;
/// The length of a ruler in its unit.
const SCALE: RangeInclusive<i64> = 1..=500;

const EDGES: [(&str, Edge); 4] =
    [("top", Edge::Top), ("right", Edge::Right), ("bottom", Edge::Bottom), ("left", Edge::Left)];

/// Reads the sheet in this file under this name, or returns every fault with its place. A profile it names is
/// read in `folder`.
pub(super) fn read(
    name: &str,
    source: &Arc<Source>,
    folder: Option<&Path>,
) -> Result<Sheet, Problems> {
    let document = toml::parse(source)?;
    let mut reader = Reader::new(source);
    let root = reader.root(document.get_ref());
    let sheet = sheet(&mut reader, &root, name, folder);
    reader.finish(sheet)
}

fn sheet(reader: &mut Reader, root: &Table<'_>, name: &str, folder: Option<&Path>) -> Sheet {
    reader.only(root, &KEYS);
    let paper = reader
        .optional_numbers(root, "paper_mm", PAPER_MM)
        .map(|[width, height]| Size { width: Mm(width), height: Mm(height) });
    let gap = pair(reader, root, "gap_mm");
    let margin = pair(reader, root, "margin_mm");
    let bleed = Mm(reader.number(root, "bleed_mm", BLEED_MM));
    let bleeds_meet = |gap: &Mm| *gap > Mm::ZERO && *gap < bleed * 2.0;
    if (bleed > Mm::ZERO && gap.contains(&Mm::ZERO) && paper.is_some())
        || gap.iter().any(bleeds_meet)
    {
        let message = "the bleed runs into the next card".to_owned();
        reader.fault(place(reader, root, "bleed_mm"), message, "half the gap at most");
    }
    let outer = reader.optional_number(root, "outer_bleed_mm", BLEED_MM).map(Mm);
    let room = margin[0].min(margin[1]);
    if outer.is_some_and(|outer| outer < bleed || outer > room) {
        let message = "outer_bleed_mm is less than the bleed or more than the margin".to_owned();
        let accepted = format!("{} to {}", decimal(bleed.0), decimal(room.0));
        reader.fault(place(reader, root, "outer_bleed_mm"), message, &accepted);
    }
    let slug = reader.optional_number(root, "slug_mm", SLUG_MM);
    if slug.is_some() && paper.is_some() {
        let message = "slug_mm beside paper_mm".to_owned();
        reader.fault(place(reader, root, "slug_mm"), message, "one of the two");
    }
    let sides = sides(reader, root);
    let order = reader.choice(root, "order", &PageOrder::NAMED).unwrap_or_default();
    if sides == Sides::Fold && matches!(order, PageOrder::BackLast | PageOrder::TwoFiles) {
        let message = "pages of backs on a sheet that is folded".to_owned();
        reader.fault(place(reader, root, "order"), message, "sides = \"duplex\"");
    }
    let cutter_marks = cutter_marks(reader, root, paper.is_some());
    Sheet {
        name: name.to_owned(),
        title: reader.text(root, "title", None).value,
        paper,
        columns: count(reader, root, "columns"),
        rows: count(reader, root, "rows"),
        margin,
        gap,
        bleed,
        outer_bleed: outer.unwrap_or(bleed),
        sides,
        order,
        slug: slug.map_or(Mm::ZERO, Mm),
        press: press(reader, root, folder),
        crop_marks: crop_marks(reader, root),
        ruler: ruler(reader, root),
        caption: caption(reader, root),
        registration_marks: registration_marks(reader, root),
        cutter_marks,
    }
}

fn ruler(reader: &mut Reader, root: &Table<'_>) -> Option<Ruler> {
    let ruler = reader.optional_table(root, "ruler")?;
    reader.only(&ruler, &["edge", "at", "inset_mm", "millimetres", "inches"]);
    Some(Ruler {
        edge: edge(reader, &ruler),
        at: reader.optional_number(&ruler, "at", SHARE).unwrap_or(0.5),
        inset: Mm(reader.number(&ruler, "inset_mm", MARGIN_MM)),
        millimetres: scale(reader, &ruler, "millimetres"),
        inches: scale(reader, &ruler, "inches"),
    })
}

fn caption(reader: &mut Reader, root: &Table<'_>) -> Option<Caption> {
    let caption = reader.optional_table(root, "caption")?;
    reader.only(&caption, &["edge", "inset_mm"]);
    let edge = edge(reader, &caption);
    Some(Caption { edge, inset: Mm(reader.number(&caption, "inset_mm", MARGIN_MM)) })
}

fn registration_marks(reader: &mut Reader, root: &Table<'_>) -> Vec<RegistrationMark> {
    let marks = reader.tables(root, "registration_marks");
    let mark = |mark: &Table<'_>| {
        reader.only(mark, &["edge", "at", "distance_mm"]);
        RegistrationMark {
            edge: edge(reader, mark),
            at: reader.number(mark, "at", SHARE),
            distance: Mm(reader.number(mark, "distance_mm", MARGIN_MM)),
        }
    };
    marks.iter().map(mark).collect()
}

fn crop_marks(reader: &mut Reader, root: &Table<'_>) -> Option<CropMarks> {
    let marks = reader.optional_table(root, "crop_marks")?;
    reader.only(&marks, &["offset_mm", "length_mm", "style", "two_colours"]);
    let style = reader.choice(&marks, "style", &GuideStyle::NAMED).unwrap_or_default();
    let two_colours = reader.flag(&marks, "two_colours", false);
    // In a press file, marks are on all plates, and only the card may be within its bleed.
    if reader.has(root, "press") && (style.is_on_cards() || two_colours) {
        let message = "crop marks on the cards or in two colours for a press".to_owned();
        reader.fault(marks.span.clone(), message, "style \"margin\" or \"full\", one colour");
    }
    Some(CropMarks {
        offset: Mm(reader.number(&marks, "offset_mm", BLEED_MM)),
        length: Mm(reader.number(&marks, "length_mm", CROP_MARK_MM)),
        style,
        two_colours,
    })
}

fn cutter_marks(reader: &mut Reader, root: &Table<'_>, is_on_paper: bool) -> Option<CutterMarks> {
    let marks = reader.optional_table(root, "cutter_marks")?;
    reader.only(&marks, &["marks", "inset_mm", "length_mm", "thickness_mm"]);
    for other in ["crop_marks", "registration_marks"] {
        if reader.has(root, other) {
            let message = format!("{other} beside cutter_marks: the machine could mistake them");
            reader.fault(marks.span.clone(), message, "one of the two");
        }
    }
    if !is_on_paper {
        let message = "cutter_marks without paper_mm".to_owned();
        reader.fault(marks.span.clone(), message, "a paper with the cards in its middle");
    }
    let count = reader.integer(&marks, "marks", 3..=4, None).value;
    Some(CutterMarks {
        pattern: if count == 4 { MarkPattern::Four } else { MarkPattern::Three },
        inset: Mm(reader.number(&marks, "inset_mm", CUTTER_INSET_MM)),
        length: Mm(reader.number(&marks, "length_mm", CUTTER_LENGTH_MM)),
        thickness: Mm(reader.number(&marks, "thickness_mm", CUTTER_THICKNESS_MM)),
    })
}

/// Lengths across and down; 0 by default.
fn pair(reader: &mut Reader, table: &Table<'_>, key: &str) -> [Mm; 2] {
    reader.optional_numbers(table, key, MARGIN_MM).map_or([Mm::ZERO; 2], |pair| pair.map(Mm))
}

fn count(reader: &mut Reader, table: &Table<'_>, key: &str) -> Option<usize> {
    let value = reader.value(table, key)?;
    usize::try_from(reader.whole(key, &value, &COUNT).value).ok()
}

fn scale(reader: &mut Reader, table: &Table<'_>, key: &str) -> u16 {
    reader.integer(table, key, SCALE, None).value as u16
}

fn sides(reader: &mut Reader, root: &Table<'_>) -> Sides {
    let named = [("duplex", Sides::Duplex), ("fold", Sides::Fold)];
    reader.needs(root, "sides", "\"duplex\" or \"fold\"");
    reader.choice(root, "sides", &named).unwrap_or(Sides::Duplex)
}

fn edge(reader: &mut Reader, table: &Table<'_>) -> Edge {
    reader.needs(table, "edge", "\"top\" or \"right\" or \"bottom\" or \"left\"");
    reader.choice(table, "edge", &EDGES).unwrap_or(Edge::Top)
}

fn press(reader: &mut Reader, root: &Table<'_>, folder: Option<&Path>) -> Conformance {
    let Some(press) = reader.optional_table(root, "press") else { return Conformance::Plain };
    reader.only(&press, &press_file::KEYS);
    press_file::read(reader, &press, folder)
}

/// The place of a key's value.
fn place(reader: &Reader, table: &Table<'_>, key: &str) -> std::ops::Range<usize> {
    reader.value(table, key).map_or_else(|| table.span.clone(), |value| value.span)
}
