//! Labels: the instructions of a template to the binder.
//!
//! `templates/README.md` describes the grammar for designers; this module is its definition.

use crate::deck::Field;

use super::cell_look::CellLook;
use super::name::Name;
use super::values::Values;

/// The meaning of a label. Labels that begin with none of the words below are ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// The object is shown on the cards where the condition holds, and removed from the others.
    Shown(Condition),
    /// `scatter hand`: drawn pointing to 12, turned to the card's hour.
    ScatterHand,
    /// `scatter centre`: the circle beside the hand about whose centre it turns.
    ScatterCentre,
    /// `companion code`: the place of the code that opens a companion page.
    Code,
    /// `beside code -9 0.7 0.9`: on cards that have a code, moved by these millimetres and scaled: the
    /// transform.
    BesideCode(String),
    /// `box hit.3`, `box deck edition`: the rectangle that the text of these names must stay in; never
    /// printed.
    Box(Vec<Name>),
}

/// When an object is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// `plain cause.d10.2`: an ordinary number.
    Plain(Field),
    /// `exceptional cause.d10.2`: a number from the column's sides upward, in a column that marks exceptional
    /// results.
    Exceptional(Field),
    /// `cf cause.d10.2`: a critical failure.
    CriticalFailure(Field),
    /// `turnable cause.d10.2`: a figure that reads as another one upside down.
    Turnable(Name),
    /// `has failure`: something is printed.
    Has(Name),
    /// `blank failure`: nothing is printed.
    Blank(Name),
    /// `is suit.name clubs|spades`: one of these texts is printed.
    Is(Name, Vec<String>),
}

/// Why a label that begins like an instruction is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LabelFault {
    pub(super) message: String,
    pub(super) accepted: &'static str,
}

impl Label {
    /// Parses a label; `Ok(None)` if it is not an instruction.
    pub(super) fn parse(label: &str) -> Result<Option<Self>, LabelFault> {
        let mut words = label.split_whitespace();
        let (Some(verb), Some(subject)) = (words.next(), words.next()) else { return Ok(None) };
        let rest: Vec<&str> = words.collect();
        let fault = |accepted| LabelFault {
            message: format!("label {label:?} is not an instruction"),
            accepted,
        };
        let named = |accepted: &'static str| {
            Name::parse(subject).filter(|_| rest.is_empty()).ok_or_else(|| fault(accepted))
        };
        let cell = |accepted: &'static str| match named(accepted)? {
            Name::Field(field @ Field::Cause { .. }) => Ok(field),
            _ => Err(fault(accepted)),
        };
        let shown = |condition| Ok(Some(Self::Shown(condition)));
        match verb {
            "plain" => shown(Condition::Plain(cell("plain cause.d10.2")?)),
            "exceptional" => shown(Condition::Exceptional(cell("exceptional cause.d10.2")?)),
            "cf" => shown(Condition::CriticalFailure(cell("cf cause.d10.2")?)),
            "turnable" => shown(Condition::Turnable(named("turnable effect.d6.1")?)),
            "has" => shown(Condition::Has(named("has failure")?)),
            "blank" => shown(Condition::Blank(named("blank failure")?)),
            "is" => {
                let accepted = "is suit.name clubs, is penetration +1|+2";
                let name = Name::parse(subject).ok_or_else(|| fault(accepted))?;
                let values: Vec<String> =
                    rest.join(" ").split('|').map(|value| value.trim().to_owned()).collect();
                if values.iter().any(String::is_empty) {
                    return Err(fault(accepted));
                }
                shown(Condition::Is(name, values))
            }
            "box" => {
                let names = [subject].into_iter().chain(rest).map(Name::parse);
                let names: Option<Vec<Name>> = names.collect();
                names
                    .map(|names| Some(Self::Box(names)))
                    .ok_or_else(|| fault("box hit.3, box deck edition"))
            }
            "companion" if subject == "code" && rest.is_empty() => Ok(Some(Self::Code)),
            "beside" if subject == "code" => {
                let number = |text: &&str| text.parse::<f64>().ok().filter(|n| n.is_finite());
                let numbers: Option<Vec<f64>> = rest.iter().map(number).collect();
                let transform = match numbers.as_deref() {
                    Some([dx, dy]) => format!("translate({dx} {dy})"),
                    Some([dx, dy, scale]) if *scale > 0.0 => {
                        format!("translate({dx} {dy}) scale({scale})")
                    }
                    _ => return Err(fault("beside code -9 0, beside code -9 0.7 0.9")),
                };
                Ok(Some(Self::BesideCode(transform)))
            }
            "scatter" => match (subject, rest.is_empty()) {
                ("hand", true) => Ok(Some(Self::ScatterHand)),
                ("centre", true) => Ok(Some(Self::ScatterCentre)),
                _ => Err(fault("scatter hand, scatter centre")),
            },
            _ => Ok(None),
        }
    }

    /// The names in the label.
    pub(super) fn names(&self) -> Vec<Name> {
        match self {
            Self::Shown(condition) => vec![condition.name()],
            Self::ScatterHand => vec![Name::Field(Field::Scatter)],
            Self::ScatterCentre | Self::Code | Self::BesideCode(_) => Vec::new(),
            Self::Box(names) => names.clone(),
        }
    }
}

impl Condition {
    fn name(&self) -> Name {
        match self {
            Self::Plain(field) | Self::Exceptional(field) | Self::CriticalFailure(field) => {
                Name::Field(field.clone())
            }
            Self::Turnable(name) | Self::Has(name) | Self::Blank(name) | Self::Is(name, _) => {
                name.clone()
            }
        }
    }

    /// Whether the condition holds on a card.
    pub(super) fn holds(&self, values: &Values<'_>) -> bool {
        match self {
            Self::Plain(field) => look(field, values) == Some(CellLook::Plain),
            Self::Exceptional(field) => look(field, values) == Some(CellLook::Exceptional),
            Self::CriticalFailure(field) => look(field, values) == Some(CellLook::CriticalFailure),
            Self::Turnable(name) => name.is_turnable(values),
            Self::Has(name) => !name.text(values).is_empty(),
            Self::Blank(name) => name.text(values).is_empty(),
            Self::Is(name, texts) => {
                let printed = name.text(values).replace('\u{2212}', "-");
                texts.iter().any(|text| text.replace('\u{2212}', "-") == printed)
            }
        }
    }
}

fn look(field: &Field, values: &Values<'_>) -> Option<CellLook> {
    let Field::Cause { die, row } = field else { return None };
    CellLook::new(values.card?, values.deck.layout(), *die, *row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_are_not_instructions_are_ignored() {
        for label in ["", "layer 3", "frame", "Plain", "g1234", "suit clubs", "scatter", "box"] {
            assert_eq!(Ok(None), Label::parse(label), "{label:?}");
        }
    }

    #[test]
    fn instructions_are_read() {
        let cell: Field = "cause_d10_2".parse().unwrap();
        let cases = [
            ("plain cause.d10.2", Label::Shown(Condition::Plain(cell.clone()))),
            (" cf  cause.d10.2 ", Label::Shown(Condition::CriticalFailure(cell))),
            ("has failure", Label::Shown(Condition::Has(Name::Field(Field::Failure)))),
            (
                "is suit.name red joker|black joker",
                Label::Shown(Condition::Is(
                    Name::SuitInWords,
                    vec!["red joker".into(), "black joker".into()],
                )),
            ),
            ("scatter hand", Label::ScatterHand),
            ("box hit.3", Label::Box(vec![Name::Field(Field::Hit(3))])),
        ];
        for (label, expected) in cases {
            assert_eq!(Ok(Some(expected)), Label::parse(label), "{label:?}");
        }
    }

    #[test]
    fn near_misses_of_instructions_are_faults() {
        for label in [
            "plain causes.d10.2",
            "plain effect.d10.2",
            "plain cause.d10.2 x",
            "is suit.name",
            "is suit.name clubs|",
            "scatter hands",
            "beside code 3",
            "beside code 3 x",
            "beside code 3 4 0",
            "beside code 3 4 5 6",
            "box 3",
        ] {
            assert!(Label::parse(label).is_err(), "{label:?}");
        }
    }
}
