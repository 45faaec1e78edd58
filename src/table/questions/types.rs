//! The types of values of questions: numbers, dice, names, words.

use std::marker::PhantomData;
use std::num::NonZeroU16;

use crate::diagnostic::Problem;
use crate::dice::{CheckDice, Die, EffectDice, Expression, one_die, written_out};
use crate::table::lookup::{BumpDivisor, Pool, TargetNumber, VictoryTarget, clear};
use crate::table::rules::d6::{DamageCode, DieCode};
use crate::table::rules::fi3::{AimValue, TraitDice};
use crate::table::rules::{Entrant, Hands, Hit, Place, Reliability, Size, Weapon, named_dice};

use super::args::ArgType;
use super::field::FieldKind;
use super::setting::Setting;

/// Whole numbers from `LOW` to `HIGH`.
#[derive(Debug)]
pub struct Number<T, const LOW: i64, const HIGH: i64>(PhantomData<T>);

impl<T, const LOW: i64, const HIGH: i64> ArgType for Number<T, LOW, HIGH>
where
    T: TryFrom<i64> + Clone + std::fmt::Debug + 'static,
{
    type Value = T;
    const KIND: FieldKind = FieldKind::Number { low: LOW, high: HIGH };

    fn parse(text: &str, name: &str, _: &Setting) -> Result<T, Problem> {
        let number = text.parse().ok().filter(|number| (LOW..=HIGH).contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
            Problem::coded("argument.range", format!("{name} {text:?} is out of range"))
                .accepts(format!("{LOW} to {HIGH}"))
        })
    }
}

/// Types whose parsing does not depend on the setting.
macro_rules! plain_types {
    ($($kind:ty => $field_kind:expr;)+) => {$(
        impl ArgType for $kind {
            type Value = Self;
            const KIND: FieldKind = $field_kind;

            fn parse(text: &str, _: &str, _: &Setting) -> Result<Self, Problem> {
                text.parse().map_err(Problem::from)
            }
        }
    )+};
}

plain_types! {
    DamageCode => FieldKind::Text;
    DieCode => FieldKind::Text;
    Entrant => FieldKind::Text;
    TargetNumber => FieldKind::Number { low: -9999, high: 9999 };
    VictoryTarget => FieldKind::Number { low: 1, high: 9999 };
    BumpDivisor => FieldKind::Number { low: 3, high: 4 };
    Reliability => FieldKind::Number { low: 1, high: 13 };
    EffectDice => FieldKind::Cell;
    Die => FieldKind::Die;
    Size => FieldKind::Text;
    Hit => FieldKind::Text;
    AimValue => FieldKind::Text;
    Expression => FieldKind::Text;
}

/// Free text, such as names of targets.
impl ArgType for String {
    type Value = Self;
    const KIND: FieldKind = FieldKind::Text;

    fn parse(text: &str, _: &str, _: &Setting) -> Result<Self, Problem> {
        Ok(text.to_owned())
    }
}

/// Rows of a cause column of the deck, such as `3d10`, or the name of a trait or skill of the
/// acting character.
#[derive(Debug)]
pub struct Skill;

impl ArgType for Skill {
    type Value = CheckDice;
    const KIND: FieldKind = FieldKind::Dice;

    fn parse(text: &str, _: &str, setting: &Setting) -> Result<CheckDice, Problem> {
        let dice: CheckDice = dice(text, setting)?;
        Pool::new(&setting.deck, dice)?;
        Ok(dice)
    }
}

/// The same for the dice edition, whose dice may need several cards.
impl ArgType for TraitDice {
    type Value = Self;
    const KIND: FieldKind = FieldKind::Dice;

    fn parse(text: &str, _: &str, setting: &Setting) -> Result<Self, Problem> {
        dice(text, setting)
    }
}

fn dice<D>(text: &str, setting: &Setting) -> Result<D, Problem>
where
    D: From<CheckDice> + std::str::FromStr<Err: Into<Problem>>,
{
    named_dice(setting.character.as_ref(), text, |text| {
        written_out(text).parse::<D>().map_err(Into::<Problem>::into)
    })
}

/// The die of a Strength: `d8`, also written `2d8`.
#[derive(Debug)]
pub struct StrengthDie;

impl ArgType for StrengthDie {
    type Value = Die;
    const KIND: FieldKind = FieldKind::Die;

    fn parse(text: &str, _: &str, _: &Setting) -> Result<Die, Problem> {
        match one_die(text) {
            Some(die) => die.parse().map_err(Problem::from),
            None => text.parse().map(|dice: CheckDice| dice.die).map_err(Problem::from),
        }
    }
}

/// A range increment in metres.
#[derive(Debug)]
pub struct Increment;

impl ArgType for Increment {
    type Value = NonZeroU16;
    const KIND: FieldKind = FieldKind::Number { low: 1, high: 65_535 };

    fn parse(text: &str, name: &str, setting: &Setting) -> Result<NonZeroU16, Problem> {
        let metres = Number::<u16, 1, 65_535>::parse(text, name, setting)?;
        // The range of the number excludes 0.
        Ok(NonZeroU16::new(metres).unwrap_or(NonZeroU16::MIN))
    }
}

/// The name of a weapon in the table of weapons, or a unique part of it.
#[derive(Debug)]
pub struct WeaponName;

impl ArgType for WeaponName {
    type Value = Weapon;
    const KIND: FieldKind = FieldKind::Weapon;

    fn parse(text: &str, _: &str, setting: &Setting) -> Result<Weapon, Problem> {
        setting.weapon(text)
    }
}

/// The name of a participant, which may be new.
#[derive(Debug)]
pub struct PersonName;

impl ArgType for PersonName {
    type Value = String;
    const KIND: FieldKind = FieldKind::Person;

    fn parse(text: &str, _: &str, _: &Setting) -> Result<String, Problem> {
        Ok(text.to_owned())
    }
}

/// A place on the cards of the deck, or a part of one, by its name or a unique part of it.
#[derive(Debug)]
pub struct PlaceName;

impl ArgType for PlaceName {
    type Value = Place;
    const KIND: FieldKind = FieldKind::Place;

    fn parse(text: &str, _: &str, setting: &Setting) -> Result<Place, Problem> {
        Place::named(&setting.deck, text).map_err(Problem::from)
    }
}

/// A place of whole hit locations, as on the cards.
#[derive(Debug)]
pub struct WholePlace;

impl ArgType for WholePlace {
    type Value = Place;
    const KIND: FieldKind = FieldKind::Place;

    fn parse(text: &str, _: &str, setting: &Setting) -> Result<Place, Problem> {
        Place::named(&setting.deck, text)?.whole().map_err(Problem::from)
    }
}

/// A place of a human body, regardless of the cards.
#[derive(Debug)]
pub struct BodyPlace;

impl ArgType for BodyPlace {
    type Value = Place;
    const KIND: FieldKind = FieldKind::Place;

    fn parse(text: &str, _: &str, _: &Setting) -> Result<Place, Problem> {
        text.parse().map_err(Problem::from)
    }
}

/// A whole place of a human body.
#[derive(Debug)]
pub struct WholeBodyPlace;

impl ArgType for WholeBodyPlace {
    type Value = Place;
    const KIND: FieldKind = FieldKind::Place;

    fn parse(text: &str, _: &str, _: &Setting) -> Result<Place, Problem> {
        text.parse::<Place>()?.whole().map_err(Problem::from)
    }
}

/// The id of an element of the deck, or a unique part of it.
#[derive(Debug)]
pub struct ElementName;

impl ArgType for ElementName {
    type Value = String;
    const KIND: FieldKind = FieldKind::Element;

    fn parse(text: &str, _: &str, setting: &Setting) -> Result<String, Problem> {
        let known = &setting.deck.layout().extras;
        let whole = clear(text, known.iter().map(String::as_str))?;
        Ok(whole.unwrap_or(text).to_owned())
    }
}

/// The problem of a text that is not a word of a choice.
pub fn unknown_choice(text: &str, name: &str, choices: &[&str]) -> Problem {
    Problem::coded("argument.value", format!("{name} {text:?} is not a choice"))
        .accepts(choices.join(", "))
}

/// Declares the words of a choice, each with its value and its help.
macro_rules! choice {
    ($kind:ty { $( $name:literal => $value:expr, $help:literal; )+ }) => {
        impl $crate::table::questions::args::ArgType for $kind {
            type Value = Self;
            const KIND: $crate::table::questions::field::FieldKind =
                $crate::table::questions::field::FieldKind::Choice(&[$(
                    $crate::table::questions::field::Choice { name: $name, help: $help },
                )+]);

            fn parse(
                text: &str,
                name: &str,
                _: &$crate::table::questions::setting::Setting,
            ) -> Result<Self, $crate::diagnostic::Problem> {
                match text.to_lowercase().as_str() {
                    $($name => Ok($value),)+
                    _ => Err($crate::table::questions::types::unknown_choice(
                        text,
                        name,
                        &[$($name),+],
                    )),
                }
            }
        }
    };
}

pub(crate) use choice;

choice! {
    Hands {
        "proper" => Hands::Proper, "One weapon, held as it should be";
        "main" => Hands::MainOfTwo, "The main hand of two weapons";
        "off" => Hands::OffOfTwo, "The off hand of two weapons";
    }
}
