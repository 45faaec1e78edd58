//! Accessibility: sizes, contrasts and colours measured on the drawn cards.
//!
//! Texts are measured in the picture tree. Their grounds are found by drawing every card without its texts
//! and reading the pixels there, so the result depends on no name or label.

#[cfg(test)]
mod ground_tests;
mod layers;
mod marks;
mod measure;
mod rays;
mod sheet;
mod surroundings;

use rayon::prelude::*;

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::Problems;

pub use self::measure::{Accessibility, Measure};
use self::measure::{Minimum, Subject};
use self::sheet::{Front, Sheet, Text};
use super::name::Name;
use super::vision::Vision;
use super::{Extra, Face, Faces, Palette, Rgb, Theme};

/// Measures every card of a deck, its backs and its extra cards in a theme.
///
/// # Errors
/// Faults of the templates, which prevent measuring.
pub fn accessibility(theme: &Theme, deck: &Deck) -> Result<Accessibility, Problems> {
    Faces::new(theme, deck)?.accessibility()
}

impl Faces<'_> {
    /// The measurements of [`accessibility`]. Makes all faces.
    ///
    /// # Errors
    /// Faults of a face, which prevent measuring.
    pub fn accessibility(&self) -> Result<Accessibility, Problems> {
        self.guarded(|| {
            self.make();
            let extras: Vec<Extra> = self.theme().extras().collect();
            self.measured_on(&self.deck().numbers().iter().collect::<Vec<_>>(), &extras)
        })
    }

    /// As [`accessibility`](Self::accessibility), restricted to the cards and extra cards that are printed.
    ///
    /// # Errors
    /// As [`accessibility`](Self::accessibility).
    pub fn accessibility_on(
        &self,
        cards: &[CardNumber],
        extras: &[Extra],
    ) -> Result<Accessibility, Problems> {
        self.guarded(|| self.measured_on(cards, extras))
    }

    /// As [`accessibility_on`](Self::accessibility_on) with fronts that are already measured, in deck order.
    ///
    /// # Errors
    /// Faults of a back or an extra card.
    pub fn accessibility_of(
        &self,
        fronts: Vec<FaceMeasures>,
        extras: &[Extra],
    ) -> Result<Accessibility, Problems> {
        let fronts: Vec<Front> = self
            .deck()
            .numbers()
            .iter()
            .zip(fronts)
            .map(|(card, FaceMeasures(sheet))| Front { card, is_printed: true, sheet })
            .collect();
        self.guarded(|| self.joined(&fronts, extras))
    }

    fn measured_on(
        &self,
        cards: &[CardNumber],
        extras: &[Extra],
    ) -> Result<Accessibility, Problems> {
        let beside = marks::beside(cards, self.deck());
        let wanted: Vec<CardNumber> = self
            .deck()
            .numbers()
            .iter()
            .filter(|card| cards.contains(card) || beside.contains(card))
            .collect();
        let measure = |&card: &CardNumber| {
            let face = self.lent_card(card);
            let sheet = Sheet::measure(face.drawing()?, self.theme())?;
            Ok(Front { card, is_printed: cards.contains(&card), sheet })
        };
        let fronts: Vec<Result<Front, Problems>> = wanted.par_iter().map(measure).collect();
        // Collected before joining, so that thread timing does not change which error is first.
        self.joined(&fronts.into_iter().collect::<Result<Vec<_>, _>>()?, extras)
    }

    fn joined(&self, fronts: &[Front], extras: &[Extra]) -> Result<Accessibility, Problems> {
        let extras = extras
            .iter()
            .filter_map(|&extra| Some((self.theme().extra_title(extra), self.extra(extra)?)));
        let backs = self.backs().map(|(place, face)| (self.theme().back_title(place), face));
        let others: Vec<(String, &Face)> = backs.chain(extras).collect();
        let measure = |(_, face): &(String, &Face)| Sheet::measure(face.drawing()?, self.theme());
        let measured: Vec<Result<Sheet, Problems>> = others.par_iter().map(measure).collect();
        let mut least = Minimum::default();
        let theme = self.theme();
        for Front { card, sheet, .. } in fronts.iter().filter(|front| front.is_printed) {
            sheet_measures(sheet, &format!("card {card}"), theme, &mut least);
        }
        for (measured, (face, _)) in measured.into_iter().zip(&others) {
            sheet_measures(&measured?, face, theme, &mut least);
        }
        marks::marks(fronts, self.deck(), &mut least);
        Ok(Accessibility { theme: theme.name().to_owned(), measures: least.into_measures() })
    }
}

/// The measurements of a face.
pub struct FaceMeasures(Sheet);

impl FaceMeasures {
    /// Measures a face of a theme.
    ///
    /// # Errors
    /// Faults of the face.
    pub fn new(face: &Face, theme: &Theme) -> Result<Self, Problems> {
        Sheet::measure(face.drawing()?, theme).map(Self)
    }
}

fn sheet_measures(sheet: &Sheet, face: &str, theme: &Theme, least: &mut Minimum) {
    for text in &sheet.texts {
        text_measures(text, face, theme.palette(), least);
    }
    for (what, width_pt) in &sheet.lines {
        least.note(Subject::Line, *width_pt, || format!("{what} on {face}"));
    }
    for (field, heights) in &sheet.gaps {
        let place = || format!("{} on {face}", Name::Field(field.clone()));
        least.note(Subject::Gap, *heights, place);
    }
}

fn text_measures(text: &Text, face: &str, palette: &Palette, least: &mut Minimum) {
    let place = || format!("{} on {face}", text.name);
    if text.cell.is_some() && text.is_digits {
        least.note(Subject::Digit, text.height_mm, place);
    }
    least.note(Subject::Text, text.size_pt, place);
    least.note(Subject::Visible, text.seen_percent, place);
    let is_paper = |&colour: &Rgb| {
        palette.swatch_of(colour).is_some_and(|swatch| swatch.ink.process().ink_sum() == 0.0)
    };
    if text.is_on_four_inks && text.inks.iter().any(is_paper) {
        least.note(Subject::Reversed, text.size_pt, place);
    }
    // Letters without surroundings count as unreadable.
    let contrasts = text.contrasts.unwrap_or([1.0; Vision::ALL.len()]);
    for (seen, contrast) in contrasts.into_iter().enumerate() {
        least.note(Subject::TextContrast(seen), contrast, place);
    }
}

/// As [`accessibility`] on twelve cards instead of all: for tests of what every card shows, since most of the
/// time goes into drawing cards.
#[cfg(test)]
pub(super) fn on_twelve_cards(theme: &Theme, deck: &Deck) -> Accessibility {
    let faces = Faces::new(theme, deck).unwrap_or_else(|problems| panic!("{problems}"));
    let twelve: Vec<CardNumber> = deck.numbers().iter().take(12).collect();
    faces.accessibility_on(&twelve, &Extra::USUAL).unwrap_or_else(|problems| panic!("{problems}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::CardNumbers;
    use crate::deck::CauseCell;
    use crate::face::testing::deck;

    fn measured(change: impl Fn(&str) -> String) -> Accessibility {
        use crate::diagnostic::Source;
        let files: Vec<_> = Theme::built_in_files("future-imperfect").unwrap().collect();
        let [theme, card, back] = [0, 1, 2].map(|file| {
            let (name, text) = files[file];
            Source::new(name, change(text))
        });
        let theme = Theme::from_sources([theme, card, back]).unwrap();
        on_twelve_cards(&theme, &deck())
    }

    fn failures(report: &Accessibility) -> Vec<&str> {
        let failed = report.measures.iter().filter(|measure| !measure.holds);
        failed.map(|measure| measure.what.as_str()).collect()
    }

    #[test]
    fn every_built_in_theme_holds() {
        for name in Theme::built_in_names() {
            let report = accessibility(&Theme::built_in(name).unwrap(), &deck()).unwrap();
            assert!(report.holds(), "{report}");
            let nothing = report.measures.iter().filter(|measure| measure.least.is_none());
            let nothing: Vec<&str> = nothing.map(|measure| measure.what.as_str()).collect();
            assert_eq!(["size of white text out of four inks"], nothing[..], "{report}");
        }
    }

    #[test]
    fn figures_of_neighbouring_columns_keep_apart_in_every_language() {
        let deck = Deck::built_in();
        let cards = [2, 16, 29, 34].map(|card| CardNumber::new(card).unwrap());
        for name in Theme::built_in_names() {
            for language in ["en", "de", "fr", "es"] {
                let words = crate::face::Words::built_in(language).unwrap();
                let theme = Theme::built_in(name).unwrap().in_words(words);
                let faces = Faces::fitting_on(&theme, &deck, &cards).unwrap();
                let report = faces.accessibility_on(&cards, &[]).unwrap();
                let gap = report.measures.iter().find(|measure| measure.unit == "× their height");
                assert!(gap.unwrap().holds, "{name} in {language}: {report}");
                // Large print has figures of 3.5 mm.
                let floor = if name == "large-print" { 1.6 / 3.5 } else { 0.5 };
                assert!(gap.unwrap().least.unwrap() >= floor, "{name} in {language}: {report}");
            }
        }
    }

    #[test]
    fn columns_drawn_too_close_fail_with_their_distance() {
        let body = "<text x=\"20\" y=\"30\">{{cause.d6.1}}</text>\
            <text x=\"22.2\" y=\"30\">{{cause.d8.1}}</text>";
        let theme = crate::face::testing::theme(body);
        let report = on_twelve_cards(&theme, &deck());
        assert!(failures(&report).contains(&"distance of figures in neighbouring columns"));
        let apart = crate::face::testing::theme(&body.replace("22.2", "32.2"));
        let report = on_twelve_cards(&apart, &deck());
        assert!(!failures(&report).contains(&"distance of figures in neighbouring columns"));
    }

    #[test]
    fn marks_are_compared_with_cards_that_are_not_printed() {
        let theme = Theme::built_in("future-imperfect").unwrap();
        let deck = deck();
        let whole = accessibility(&theme, &deck).unwrap();
        for card in CardNumbers::POKER.iter().step_by(9) {
            let one = Faces::new(&theme, &deck)
                .unwrap()
                .accessibility_on(&[card], &Extra::USUAL)
                .unwrap();
            for (one, whole) in one.measures.iter().zip(&whole.measures) {
                assert_eq!(one.what, whole.what);
                let (Some(own), Some(least)) = (one.least, whole.least) else { continue };
                assert!(own >= least, "{one}, of all cards {whole}");
                let elsewhere = ["back", "title", "instruction", "spare"];
                let place = one.place.split_once(" on ").unwrap().1;
                let is_here = place == format!("card {card}");
                assert!(is_here || elsewhere.iter().any(|other| place.contains(other)), "{one}");
            }
            // Every mark of the card is measured.
            let layout = deck.layout();
            let cells = || layout.cause.cells();
            let cell = |(die, row)| {
                let column = layout.cause.column(die)?;
                deck.card(card).cause.get(column, row).map(|cell| (die, cell))
            };
            let has_cf =
                cells().filter_map(cell).any(|(_, cell)| cell == CauseCell::CriticalFailure);
            let measured = |what: &str| {
                let found = one.measures.iter().find(|measure| measure.what.starts_with(what));
                found.is_some_and(|measure| measure.least.is_some())
            };
            assert_eq!(has_cf, measured("plate of critical failures"), "card {card}");
        }
    }

    #[test]
    fn figures_set_too_small_fail_with_their_height() {
        let report = measured(|text| text.replace("font-size=\"3.8\"", "font-size=\"2.3\""));
        assert!(failures(&report).contains(&"height of digits in the grids"), "{report}");
        let digit = &report.measures[0];
        assert!(digit.least.is_some_and(|least| (1.4..1.8).contains(&least)), "{report}");
        assert!(digit.place.contains(" on card "), "{}", digit.place);
    }

    #[test]
    fn small_white_text_is_reported_on_four_inks_but_not_on_three() {
        // The card of a poker deck, at the top right.
        let small = |text: &str| {
            text.replace("y=\"13.10\" font-size=\"3.8\"", "y=\"13.10\" font-size=\"2.6\"")
        };
        let reported = "size of white text out of four inks";
        assert!(!failures(&measured(small)).contains(&reported));
        let report = measured(|text| small(text).replace("[93, 67, 0, 52]", "[93, 67, 5, 52]"));
        assert!(failures(&report).contains(&reported), "{report}");
        let report = measured(|text| text.replace("[93, 67, 0, 52]", "[93, 67, 5, 52]"));
        assert!(!failures(&report).contains(&reported), "{report}");
    }

    #[test]
    fn yellow_without_a_frame_fails_as_a_mark() {
        let report = measured(|text| {
            text.replace("fill=\"#ffe14d\" stroke=\"#000000\"", "fill=\"#ffe14d\" stroke=\"none\"")
        });
        let failed = failures(&report);
        assert!(failed.contains(&"mark of exceptional cells, full colour vision"), "{report}");
        assert!(failed.iter().all(|what| what.starts_with("mark of")), "{report}");
    }

    /// Six cards of a deck with one column of this die.
    fn one_column(theme: &Theme, die: u16, rows: u8) -> Accessibility {
        use std::fmt::Write as _;
        let mut csv = String::from("number");
        (1..=rows).for_each(|row| write!(csv, ",cause_d{die}_{row}").unwrap());
        for card in 0..54 {
            write!(csv, "\n{card}").unwrap();
            (0..u16::from(rows)).for_each(|row| match (card + row) % die {
                0 => csv.push_str(",CF"),
                number => write!(csv, ",{}", number + 1).unwrap(),
            });
        }
        let deck =
            Deck::read("One.csv", &(csv + "\n")).unwrap_or_else(|problems| panic!("{problems}"));
        let is_marked = |card: &&crate::deck::Card| {
            let first = card.cause.get(0, 1).unwrap();
            deck.layout().is_exceptional(deck.layout().cause.columns[0], first)
        };
        let marked = deck.cards().iter().filter(is_marked).map(|card| card.number).take(3);
        let cards: Vec<CardNumber> = CardNumbers::POKER.iter().take(3).chain(marked).collect();
        let faces = Faces::fitting_on(theme, &deck, &cards).unwrap_or_else(|p| panic!("{p}"));
        faces.accessibility_on(&cards, &[]).unwrap_or_else(|problems| panic!("{problems}"))
    }

    #[test]
    fn decks_of_one_column_keep_every_floor_in_every_theme() {
        for name in Theme::built_in_names() {
            let theme = Theme::built_in(name).unwrap();
            for (die, rows) in [
                (4, 1),
                (4, 2),
                (4, 3),
                (4, 5),
                (6, 1),
                (8, 2),
                (10, 3),
                (12, 4),
                (20, 1),
                (20, 2),
                (20, 5),
            ] {
                let report = one_column(&theme, die, rows);
                assert!(report.holds(), "{name}, {rows} rows of d{die}: {report}");
                let mark = "mark of exceptional cells, full colour vision";
                let mark = report.measures.iter().find(|measure| measure.what == mark).unwrap();
                assert!(mark.least.is_some_and(|least| least > 10.0), "{name} d{die}: {report}");
            }
        }
    }

    #[test]
    fn yellow_without_a_frame_fails_in_one_column_too() {
        let files: Vec<_> = Theme::built_in_files("future-imperfect").unwrap().collect();
        let sources = [0, 1, 2].map(|file| {
            let (name, text) = files[file];
            let bare = "fill=\"#ffe14d\" stroke=\"none\"";
            let text = text.replace("fill=\"#ffe14d\" stroke=\"#000000\"", bare);
            crate::diagnostic::Source::new(name, text)
        });
        let theme = Theme::from_sources(sources).unwrap();
        for rows in [1, 3] {
            let report = one_column(&theme, 20, rows);
            let failed = failures(&report);
            assert!(failed.contains(&"mark of exceptional cells, full colour vision"), "{report}");
        }
    }

    #[test]
    fn a_ground_as_dark_as_the_text_fails_under_any_name() {
        let report = measured(|text| text.replace("\"#e3f0f6\"", "\"#202020\""));
        assert!(failures(&report).contains(&"text against its ground, full colour vision"));
    }
}
