//! A sheet's file: its tables, and every length that makes no sheet.

use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use super::definition::{
    Caption, CropMarks, Edge, PageOrder, RegistrationMark, Ruler, Sheet, Sides,
};
use crate::diagnostic::{Problem, Problems, Source};
use crate::input;
use crate::render::length::{Mm, Size};
use crate::render::pdf::{Conformance, ConformanceError};

/// The sheet of this file under this name, or every fault with its place.
pub(super) fn read(name: &str, source: &Arc<Source>) -> Result<Sheet, Problems> {
    input::toml::parse(source)?;
    let file: File = toml::from_str(source.text()).map_err(|error| {
        let problem = Problem::new(error.message().trim_end());
        match error.span() {
            Some(span) => problem.at(source, span),
            None => problem,
        }
    })?;
    let mut checker = Checker { source, problems: Problems::new() };
    let sheet = checker.sheet(name, &file);
    checker.problems.into_result(sheet)
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: String,
    paper_mm: Option<[Spanned<f64>; 2]>,
    columns: Option<Spanned<usize>>,
    rows: Option<Spanned<usize>>,
    margin_mm: Option<[Spanned<f64>; 2]>,
    gap_mm: Option<[Spanned<f64>; 2]>,
    bleed_mm: Spanned<f64>,
    sides: Sides,
    #[serde(default)]
    order: PageOrder,
    slug_mm: Option<Spanned<f64>>,
    press: Option<PressTable>,
    crop_marks: Option<CropMarksTable>,
    ruler: Option<RulerTable>,
    caption: Option<CaptionTable>,
    #[serde(default)]
    registration_marks: Vec<RegistrationMarkTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PressTable {
    standard: Spanned<String>,
    condition: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CropMarksTable {
    offset_mm: Spanned<f64>,
    length_mm: Spanned<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulerTable {
    edge: Edge,
    at: Option<Spanned<f64>>,
    inset_mm: Spanned<f64>,
    millimetres: Spanned<u16>,
    inches: Spanned<u16>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaptionTable {
    edge: Edge,
    inset_mm: Spanned<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RegistrationMarkTable {
    edge: Edge,
    at: Spanned<f64>,
    distance_mm: Spanned<f64>,
}

/// The longest side of a paper anyone prints cards on: A0 and a little.
const LONGEST_MM: f64 = 1200.0;

struct Checker<'s> {
    source: &'s Arc<Source>,
    problems: Problems,
}

impl Checker<'_> {
    fn sheet(&mut self, name: &str, file: &File) -> Sheet {
        let paper = file.paper_mm.as_ref().map(|[width, height]| Size {
            width: self.length(width, 30.0, LONGEST_MM),
            height: self.length(height, 30.0, LONGEST_MM),
        });
        let gap = self.pair(file.gap_mm.as_ref());
        let margin = self.pair(file.margin_mm.as_ref());
        let bleed = self.length(&file.bleed_mm, 0.0, 20.0);
        let bleeds_meet = |gap: &Mm| *gap > Mm::ZERO && *gap < bleed * 2.0;
        if (bleed > Mm::ZERO && gap.contains(&Mm::ZERO) && file.paper_mm.is_some())
            || gap.iter().any(bleeds_meet)
        {
            self.fault(&file.bleed_mm, "the bleed runs into the next card", "half the gap at most");
        }
        Sheet {
            name: name.to_owned(),
            title: file.title.clone(),
            paper,
            columns: file.columns.as_ref().map(|count| self.count(count)),
            rows: file.rows.as_ref().map(|count| self.count(count)),
            margin,
            gap,
            bleed,
            sides: file.sides,
            order: file.order,
            slug: file.slug_mm.as_ref().map_or(Mm::ZERO, |slug| {
                if file.paper_mm.is_some() {
                    self.fault(slug, "slug_mm beside paper_mm", "one of the two");
                }
                self.length(slug, 0.0, 50.0)
            }),
            press: file.press.as_ref().map_or(Conformance::Plain, |press| self.press(press)),
            crop_marks: file.crop_marks.as_ref().map(|marks| CropMarks {
                offset: self.length(&marks.offset_mm, 0.0, 20.0),
                length: self.length(&marks.length_mm, 0.5, 50.0),
            }),
            ruler: file.ruler.as_ref().map(|ruler| Ruler {
                edge: ruler.edge,
                at: ruler.at.as_ref().map_or(0.5, |at| self.length(at, 0.0, 1.0).0),
                inset: self.length(&ruler.inset_mm, 0.0, 100.0),
                millimetres: self.scale(&ruler.millimetres),
                inches: self.scale(&ruler.inches),
            }),
            caption: file.caption.as_ref().map(|caption| Caption {
                edge: caption.edge,
                inset: self.length(&caption.inset_mm, 0.0, 100.0),
            }),
            registration_marks: file
                .registration_marks
                .iter()
                .map(|mark| RegistrationMark {
                    edge: mark.edge,
                    at: self.length(&mark.at, 0.0, 1.0).0,
                    distance: self.length(&mark.distance_mm, 0.0, 100.0),
                })
                .collect(),
        }
    }

    /// Lengths across and down; nothing where nothing is said.
    fn pair(&mut self, pair: Option<&[Spanned<f64>; 2]>) -> [Mm; 2] {
        pair.map_or([Mm::ZERO; 2], |[across, down]| {
            [self.length(across, 0.0, 100.0), self.length(down, 0.0, 100.0)]
        })
    }

    fn length(&mut self, value: &Spanned<f64>, least: f64, most: f64) -> Mm {
        let number = *value.get_ref();
        if !(least..=most).contains(&number) {
            self.fault(value, &format!("{number} is out of range"), &format!("{least} to {most}"));
        }
        Mm(number)
    }

    fn press(&mut self, press: &PressTable) -> Conformance {
        let (standard, condition) = (&press.standard, &press.condition);
        Conformance::named(standard.get_ref(), condition.get_ref()).unwrap_or_else(|error| {
            let place = match error {
                ConformanceError::Standard(_) => standard,
                ConformanceError::Condition { .. } => condition,
            };
            self.fault(place, &error.to_string(), &error.accepted());
            Conformance::Plain
        })
    }

    fn count(&mut self, value: &Spanned<usize>) -> usize {
        let count = *value.get_ref();
        if !(1..=20).contains(&count) {
            self.fault(value, &format!("{count} is out of range"), "1 to 20");
        }
        count
    }

    fn scale(&mut self, value: &Spanned<u16>) -> u16 {
        let length = *value.get_ref();
        if !(1..=500).contains(&length) {
            self.fault(value, &format!("{length} is out of range"), "1 to 500");
        }
        length
    }

    fn fault<T>(&mut self, value: &Spanned<T>, message: &str, accepted: &str) {
        let problem = Problem::new(message).at(self.source, value.span()).accepts(accepted);
        self.problems.push(problem);
    }
}
