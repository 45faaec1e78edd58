//! Sheets as data: paper, rows and columns, marks. One TOML file each, all lengths in millimetres.

use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use crate::diagnostic::{Problem, Problems, Source};
use crate::render::length::{Mm, Size};
use crate::render::pdf::{Conformance, ConformanceError};

/// How cards lie on paper and what is printed round them.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The short name: the file's without ending, such as `a4-3x3`.
    pub name: String,
    /// What it is, for people.
    pub title: String,
    /// The paper, or `None` where the page is just the card and its bleed.
    pub paper: Option<Size>,
    /// Cards side by side; as many as fit if nothing is said.
    pub columns: Option<usize>,
    /// Cards one below another; as many as fit if nothing is said.
    pub rows: Option<usize>,
    /// The least room between the cards' trims and the paper's edge, left and right, above and
    /// below: what printers leave white, and marks, ruler and caption. On a folded sheet the fold
    /// is an edge.
    pub margin: [Mm; 2],
    /// Between the trims of neighbours: across and down.
    pub gap: [Mm; 2],
    /// How far each card is printed beyond its trim.
    pub bleed: Mm,
    /// Where the backs go.
    pub sides: Sides,
    /// Which side of a card comes first.
    pub order: PageOrder,
    /// Round the bleed of a card that is a page of its own: room for marks, cut off with them.
    pub slug: Mm,
    /// The standard a press file of this sheet keeps; [`Conformance::Plain`] for a home printer.
    pub press: Conformance,
    /// Crop marks.
    pub crop_marks: Option<CropMarks>,
    /// A scale to check that the printer did not shrink the page.
    pub ruler: Option<Ruler>,
    /// A line that says what the sheet is.
    pub caption: Option<Caption>,
    /// Targets that show whether front and back meet.
    pub registration_marks: Vec<RegistrationMark>,
}

/// Where the backs go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sides {
    /// On a page of their own that follows the page of their fronts.
    Duplex,
    /// Upside down below their fronts, beyond a fold half-way down the page: no printer can
    /// misplace them.
    Fold,
}

/// The order of a duplex sheet's pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PageOrder {
    /// Front 1, back 1, front 2, back 2.
    #[default]
    FrontFirst,
    /// Back 1, front 1, back 2, front 2.
    BackFirst,
}

/// A side of the block of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// Above the cards.
    Top,
    /// Right of the cards.
    Right,
    /// Below the cards.
    Bottom,
    /// Left of the cards.
    Left,
}

/// Lines in the margin that show where to cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CropMarks {
    /// From the edge of what is printed of the card.
    pub offset: Mm,
    /// Their length.
    pub length: Mm,
}

/// A scale in millimetres and inches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ruler {
    /// Along which edge of the paper.
    pub edge: Edge,
    /// Where its middle should be along the block of cards, 0 to 1; it moves aside for marks.
    pub at: f64,
    /// From the paper's edge to the line.
    pub inset: Mm,
    /// The length of the metric scale in whole millimetres; shorter where there is no room.
    pub millimetres: u16,
    /// The length of the other scale in whole inches; shorter where there is no room.
    pub inches: u16,
}

impl Ruler {
    /// The longer of its scales.
    pub fn length(&self) -> Mm {
        Mm(f64::from(self.millimetres)).max(Mm::from_inches(f64::from(self.inches)))
    }
}

/// A line of text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Caption {
    /// Along which edge of the paper.
    pub edge: Edge,
    /// From the paper's edge to the baseline.
    pub inset: Mm,
}

/// A cross in a circle beside the middle of a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RegistrationMark {
    /// Beside which edge of the block of cards.
    pub edge: Edge,
    /// How far along the edge, 0 to 1: below a half beside the first card, above it beside the last,
    /// else beside the middle one, or on both sides of the middle cut.
    pub at: f64,
    /// From the edge of the block to the centre.
    pub distance: Mm,
}

macro_rules! built_in {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../templates/sheets/", $name, ".toml")))),*]
    };
}

/// The sheets in the program itself.
const BUILT_IN: &[(&str, &str)] = built_in![
    "a4-3x3",
    "letter-3x3",
    "universal",
    "a4-bleed",
    "letter-bleed",
    "gutterfold-a4",
    "gutterfold-letter",
    "single",
    "single-x4",
];

impl Sheet {
    /// The names [`Sheet::built_in`] knows.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// The sheets of the program as (file name, text), for a designer's own copy.
    pub fn built_in_files() -> impl Iterator<Item = (String, &'static str)> {
        BUILT_IN.iter().map(|(name, text)| (format!("{name}.toml"), *text))
    }

    /// A sheet that is part of the program.
    ///
    /// # Errors
    /// A problem that lists the names there are.
    pub fn built_in(name: &str) -> Result<Self, Problems> {
        let Some((name, text)) = BUILT_IN.iter().find(|(known, _)| *known == name) else {
            let names: Vec<&str> = Self::built_in_names().collect();
            let problem = Problem::new(format!("there is no sheet {name:?}"));
            return Err(problem.accepts(names.join(", ")).into());
        };
        Self::read(name, &Source::new(format!("templates/sheets/{name}.toml"), *text))
    }

    /// Reads a sheet from the text of its file; `name` is the short name it gets.
    ///
    /// # Errors
    /// A key or value that does not belong there, or every length that makes no sheet, with place.
    pub fn read(name: &str, source: &Arc<Source>) -> Result<Self, Problems> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sheet_of_the_program_reads() {
        for name in Sheet::built_in_names() {
            let sheet = Sheet::built_in(name).unwrap_or_else(|problems| panic!("{problems}"));
            assert_eq!(name, sheet.name);
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let problems = Sheet::built_in("a5").unwrap_err().to_string();
        assert!(problems.contains("a4-3x3, letter-3x3"), "{problems}");
    }

    #[test]
    fn every_bad_length_is_told_with_its_place() {
        let text = "title = \"x\"\npaper_mm = [210, 2970]\ncolumns = 0\nrows = 3\ngap_mm = [1, 1]\n\
            bleed_mm = 3\nsides = \"duplex\"\n";
        let problems = Sheet::read("x", &Source::new("x.toml", text)).unwrap_err();
        let places: Vec<String> =
            problems.iter().map(|p| p.to_string().split(": ").next().unwrap().to_owned()).collect();
        assert_eq!(["x.toml:2:18", "x.toml:6:12", "x.toml:3:11"], *places);
    }

    #[test]
    fn an_unknown_key_is_an_error_with_its_place() {
        let text = Sheet::built_in_files().next().unwrap().1.replace("gap_mm", "gab_mm");
        let problems = Sheet::read("x", &Source::new("x.toml", text)).unwrap_err();
        assert!(problems.to_string().contains("gab_mm"), "{problems}");
        assert!(problems.iter().all(|problem| problem.line_column().is_some()));
    }
}
