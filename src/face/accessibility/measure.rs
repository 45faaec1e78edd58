//! Measurements, each at its worst place, and their floors.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::face::floors;
use crate::face::vision::Vision;
use crate::wording::apart_from;

/// The smallest contrast of text against its ground (WCAG 2.2, success criterion 1.4.3).
const TEXT_CONTRAST_FLOOR: f64 = 4.5;
/// The smallest contrast of a mark that carries meaning (WCAG 2.2, success criterion 1.4.11).
const MARK_CONTRAST_FLOOR: f64 = 3.0;
/// The smallest difference in L*a*b* between marks that must be distinguished: ten times what is just
/// noticeable (2.3, Mahy and others 1994).
const DIFFERENCE_FLOOR: f64 = 23.0;

/// What was measured on one theme with one deck.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Accessibility {
    /// The theme's name.
    pub theme: String,
    /// The measurements, each at its worst place.
    pub measures: Vec<Measure>,
}

/// One measurement at its worst place.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Measure {
    /// What was measured.
    pub what: String,
    /// The smallest value found, rounded to hundredths, or more precisely if rounding would hide that it is
    /// below the floor; `None` if there was nothing to measure.
    pub least: Option<f64>,
    /// The least value that holds.
    pub floor: f64,
    /// `mm`, `pt`, `%`, `: 1` for a contrast, `ΔE` for a difference in L*a*b*.
    pub unit: &'static str,
    /// Where it was found, such as `cause.d10.2 on card 34`.
    pub place: String,
    /// Whether it is at or above the floor.
    pub holds: bool,
}

impl Accessibility {
    /// Whether every measure holds.
    pub fn holds(&self) -> bool {
        self.measures.iter().all(|measure| measure.holds)
    }

    /// The measures that do not hold, each on a line.
    pub fn faults(&self) -> String {
        let faults = self.measures.iter().filter(|measure| !measure.holds);
        faults.map(|measure| format!("{measure}\n")).collect()
    }
}

impl fmt::Display for Accessibility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "theme {}", self.theme)?;
        self.measures.iter().try_for_each(|measure| writeln!(f, "{measure}"))
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, least, floor, unit, place, holds } = self;
        let verdict = if *holds { "holds" } else { "FAILS" };
        match least {
            Some(least) => {
                let least =
                    if *holds { format!("{least:.2}") } else { apart_from(*least, *floor, 2) };
                // At least one decimal, and all significant ones.
                let floor = format!("{floor:?}");
                write!(f, "{verdict}  {what}: {least} {unit}, floor {floor} {unit} ({place})")
            }
            None => write!(f, "{verdict}  {what}: none on any card"),
        }
    }
}

/// The measured subjects, in the order of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Subject {
    Digit,
    Text,
    Reversed,
    Line,
    Gap,
    Visible,
    TextContrast(usize),
    Exceptional(usize),
    Failure(usize),
    Apart(usize),
}

impl Subject {
    fn all() -> Vec<Self> {
        let mut all =
            vec![Self::Digit, Self::Text, Self::Reversed, Self::Line, Self::Gap, Self::Visible];
        for each in [Self::TextContrast, Self::Exceptional, Self::Failure, Self::Apart] {
            all.extend((0..Vision::ALL.len()).map(each));
        }
        all
    }

    fn words(self) -> (String, f64, &'static str) {
        let seen = |what: &str, vision: usize| format!("{what}, {}", Vision::ALL[vision].name());
        match self {
            Self::Digit => ("height of digits in the grids".into(), floors::DIGIT_MM, "mm"),
            Self::Text => ("size of text".into(), floors::TEXT_PT, "pt"),
            Self::Reversed => {
                ("size of white text out of four inks".into(), floors::REVERSED_PT, "pt")
            }
            Self::Line => ("width of lines".into(), floors::LINE_PT, "pt"),
            Self::Gap => (
                "distance of figures in neighbouring columns".into(),
                floors::COLUMN_GAP,
                "× their height",
            ),
            Self::Visible => ("seen of the letters of a text".into(), floors::SEEN_PERCENT, "%"),
            Self::TextContrast(vision) => {
                (seen("text against its ground", vision), TEXT_CONTRAST_FLOOR, ": 1")
            }
            Self::Exceptional(vision) => {
                (seen("mark of exceptional cells", vision), MARK_CONTRAST_FLOOR, ": 1")
            }
            Self::Failure(vision) => {
                (seen("plate of critical failures", vision), MARK_CONTRAST_FLOOR, ": 1")
            }
            Self::Apart(vision) => (
                seen("exceptional cells against critical failures", vision),
                DIFFERENCE_FLOOR,
                "ΔE",
            ),
        }
    }
}

/// The smallest value of each subject and its place.
#[derive(Default)]
pub(super) struct Minimum(BTreeMap<Subject, (f64, String)>);

impl Minimum {
    pub(super) fn note(&mut self, subject: Subject, value: f64, place: impl FnOnce() -> String) {
        if self.0.get(&subject).is_none_or(|(least, _)| value < *least) {
            self.0.insert(subject, (value, place()));
        }
    }

    pub(super) fn into_measures(mut self) -> Vec<Measure> {
        let measure = |subject: Subject| {
            let (what, floor, unit) = subject.words();
            let (least, place) = self.0.remove(&subject).unzip();
            let holds = least.is_none_or(|least| least >= floor);
            let hundredths = |least: f64| (least * 100.0).round() / 100.0;
            let least = least.map(|least| match holds {
                true => hundredths(least),
                false => apart_from(least, floor, 2).parse().unwrap_or(hundredths(least)),
            });
            Measure { what, least, floor, unit, place: place.unwrap_or_default(), holds }
        };
        Subject::all().into_iter().map(measure).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_miss_is_shown_with_enough_decimals() {
        let mut least = Minimum::default();
        least.note(Subject::Line, 0.2298, || "rule on card 3".to_owned());
        least.note(Subject::Text, 5.9981, || "title on card 3".to_owned());
        least.note(Subject::Reversed, 8.0, || "name on card 3".to_owned());
        let reported: Vec<String> = least.into_measures().iter().map(ToString::to_string).collect();
        for line in [
            "FAILS  width of lines: 0.23 pt, floor 0.25 pt (rule on card 3)",
            "FAILS  size of text: 5.998 pt, floor 6.0 pt (title on card 3)",
            "holds  size of white text out of four inks: 8.00 pt, floor 8.0 pt (name on card 3)",
        ] {
            assert!(reported.iter().any(|own| own == line), "{line}: {reported:#?}");
        }
    }
}
