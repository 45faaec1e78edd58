//! Questions about the exact odds of the next draw: each is a type whose fields are described once.

mod attack;
mod check;
mod elements;
mod manner;

use std::fmt::Debug;

use crate::deck::{CardNumber, CardRange};
use crate::table::lookup::{AnyAnswer, DeckView, PartsRead};
use crate::table::odds::fit::FitAnswer;
use crate::table::odds::{CheckOdds, OddsTables, Pile};
use crate::table::questions::field::{Field, Fields, Presence, flatten};
use crate::table::questions::prelude::*;
use crate::table::questions::reader::Reader;
use crate::table::questions::values::Values;

/// The odds that answer a question.
pub enum Odds {
    /// Those of a check.
    Check(CheckOdds),
    /// Those of anything else that a card shows.
    Tables(OddsTables),
    /// How close the deck comes to the dice of the rule texts.
    Fit(FitAnswer),
}

impl Odds {
    /// The answer, of any kind.
    pub fn answer(&self) -> &dyn AnyAnswer {
        match self {
            Self::Check(odds) => odds,
            Self::Tables(tables) => tables,
            Self::Fit(fit) => fit,
        }
    }

    /// Each chance as a fraction.
    pub fn fractions(&self) -> Vec<String> {
        match self {
            Self::Check(odds) => odds.fractions(),
            Self::Tables(tables) => tables.fractions(),
            Self::Fit(_) => Vec::new(),
        }
    }
}

/// The next draw, and what questions about it are answered with.
#[derive(Clone, Copy)]
pub struct NextDraw<'d> {
    /// House rules, weapons, who acts.
    pub setting: &'d Setting,
    /// The deck, whose cards are read with a record of the parts.
    pub deck: DeckView<'d>,
    /// The cards that may be drawn.
    pub pile: Pile,
}

/// A question about the next draw.
pub trait OddsQuestion: Fields + Debug + 'static {
    /// The name; that of a check is empty.
    const NAME: &'static str;
    /// What it answers, in a line.
    const HELP: &'static str;
    /// Values to try, as they are typed after the name.
    const EXAMPLES: &'static [&'static str];
    /// Whether it is about the whole deck, whatever is discarded.
    const IS_OF_WHOLE_DECK: bool = false;

    /// Answers it.
    ///
    /// # Errors
    /// Why the deck or the rules have no answer.
    fn answer(&self, at: &NextDraw<'_>) -> Result<Odds, Problems>;

    /// Whether its chances are shown as fractions too, without being asked for.
    fn shows_fractions(&self) -> bool {
        false
    }
}

/// A question about the next draw of any kind, with its values read.
trait AnyOddsQuestion: Debug {
    fn answer(&self, at: &NextDraw<'_>) -> Result<Odds, Problems>;

    fn shows_fractions(&self) -> bool;
}

impl<Q: OddsQuestion> AnyOddsQuestion for Q {
    fn answer(&self, at: &NextDraw<'_>) -> Result<Odds, Problems> {
        OddsQuestion::answer(self, at)
    }

    fn shows_fractions(&self) -> bool {
        OddsQuestion::shows_fractions(self)
    }
}

fields! {
    /// What all questions about the next draw share.
    struct SharedFields {
        /// Cards that are no longer in the pile, such as 3,10,34-36
        discarded: List<CardRange> = used_as(CardUse::Named),
        /// Print every chance as a fraction too; a check with --tn does so in any case
        fractions: Flag,
    }
}

/// The fields that all questions about the next draw share.
pub const SHARED: &[Field] = SharedFields::FIELDS;

impl SharedFields {
    /// The cards of the next draw: those that are not named as discarded, or else those that a session leaves in
    /// the pile. Where every card is discarded they are shuffled first; whether that is so.
    fn pile(&self, setting: &Setting) -> Result<(Pile, bool), Problems> {
        let cards: Vec<CardNumber> = match self.discarded.is_given() {
            true => self.discarded.get().into_iter().flat_map(CardRange::cards).collect(),
            false => setting.out_of_reach.clone(),
        };
        let pile = listed(Pile::without(&cards))?;
        match (pile.is_empty(), self.discarded.is_given()) {
            (false, _) => Ok((pile, false)),
            (true, true) => Ok((Pile::whole(), true)),
            (true, false) => refuse(
                "no card is left to draw: every card is held in a hand or open on the table",
                "a table with cards in the pile or discarded",
            ),
        }
    }
}

/// The values of a question, and of what all share.
struct Asked<Q> {
    question: Q,
    shared: SharedFields,
}

impl<Q: Fields> Fields for Asked<Q> {
    const FIELDS: &'static [Field] = &[
        Field::new("question", "", FieldKind::Group(Q::FIELDS), Presence::Optional),
        Field::new("shared", "", FieldKind::Group(SHARED), Presence::Optional),
    ];

    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let (question, shared) = (Q::read(reader), SharedFields::read(reader));
        Some(Self { question: question?, shared: shared? })
    }
}

/// Reads a question and the values that all share.
type ReadOdds = fn(Reader<'_>) -> Result<Asked<Box<dyn AnyOddsQuestion>>, Problems>;

/// What is said of a question about the next draw: a row of [`ODDS`].
pub struct OddsSpec {
    /// As [`OddsQuestion::NAME`].
    pub name: &'static str,
    /// As [`OddsQuestion::HELP`].
    pub help: &'static str,
    /// As [`OddsQuestion::EXAMPLES`].
    pub examples: &'static [&'static str],
    is_of_whole_deck: bool,
    table: &'static [Field],
    read: ReadOdds,
}

impl OddsSpec {
    /// The row of a question.
    const fn new<Q: OddsQuestion>() -> Self {
        Self {
            name: Q::NAME,
            help: Q::HELP,
            examples: Q::EXAMPLES,
            is_of_whole_deck: Q::IS_OF_WHOLE_DECK,
            table: Q::FIELDS,
            read: |reader| {
                let Asked { question, shared } = reader.read::<Asked<Q>>()?;
                Ok(Asked { question: Box::new(question), shared })
            },
        }
    }

    /// Its own fields, those of groups in their places, without those of [`SHARED`].
    pub fn fields(&self) -> Vec<&'static Field> {
        flatten(self.table)
    }

    /// Its fields and those that all questions share.
    pub fn all_fields(&self) -> Vec<&'static Field> {
        self.fields().into_iter().chain(SHARED).collect()
    }
}

impl Debug for OddsSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Debug::fmt(self.name, f)
    }
}

/// One row a question about the next draw, the check first.
pub static ODDS: &[OddsSpec] = &[
    OddsSpec::new::<check::CheckOddsQuestion>(),
    OddsSpec::new::<check::CheckTablesQuestion>(),
    OddsSpec::new::<elements::EffectQuestion>(),
    OddsSpec::new::<elements::ElementQuestion>(),
    OddsSpec::new::<attack::ShotOddsQuestion>(),
    OddsSpec::new::<attack::BlowOddsQuestion>(),
    OddsSpec::new::<elements::LocationQuestion>(),
    OddsSpec::new::<elements::PenetrationOddsQuestion>(),
    OddsSpec::new::<elements::BurstQuestion>(),
    OddsSpec::new::<elements::FailureQuestion>(),
    OddsSpec::new::<elements::UnintendedQuestion>(),
    OddsSpec::new::<elements::ScatterQuestion>(),
    OddsSpec::new::<elements::ToggleQuestion>(),
    OddsSpec::new::<elements::FitQuestion>(),
];

/// What is noted where every card is discarded.
pub const SHUFFLED: &str = "every card is discarded: these are the odds after they are shuffled";

/// The question that words ask after `odds`, and its values: the one that the first word names, or a check.
pub fn find_odds(words: &[String]) -> (&'static OddsSpec, &[String]) {
    let named = words.split_first().and_then(|(first, rest)| {
        let spec = ODDS[1..].iter().find(|spec| first.eq_ignore_ascii_case(spec.name))?;
        Some((spec, rest))
    });
    named.unwrap_or((&ODDS[0], words))
}

/// The odds that answer a question, and how they are shown.
pub struct OddsReply {
    /// The odds.
    pub odds: Odds,
    /// Whether every card is discarded, so that they are shuffled before the draw.
    pub is_shuffled: bool,
    has_fractions: bool,
}

impl OddsReply {
    /// The odds as text, with their fractions where those are asked for.
    pub fn text(&self) -> String {
        let fractions = if self.has_fractions { self.odds.fractions() } else { Vec::new() };
        fractions.iter().fold(self.odds.answer().text(), |text, line| text + line + "\n")
    }
}

/// The odds of the next draw in this setting.
///
/// # Errors
/// Every problem with the values, or why the deck or the rules have no answer.
pub fn answer(spec: &OddsSpec, values: &Values, setting: &Setting) -> Result<OddsReply, Problems> {
    let asked = (spec.read)(Reader::new(values, setting, false))?;
    let (pile, is_shuffled) = asked.shared.pile(setting)?;
    if spec.is_of_whole_deck && asked.shared.discarded.is_given() {
        let accepted = format!("odds {} without --discarded", spec.name);
        return refuse(format!("a {} is one of the whole deck", spec.name), accepted);
    }
    let reads = PartsRead::default();
    let deck = DeckView::recording(&setting.deck, &reads);
    let odds = asked.question.answer(&NextDraw { setting, deck, pile });
    // What a part that is left out would say is not known, whatever the answer is.
    listed(reads.check_shown_by(&setting.deck))?;
    let has_fractions = asked.shared.fractions.get() || asked.question.shows_fractions();
    Ok(OddsReply { odds: odds?, is_shuffled, has_fractions })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_or_else_a_check_is_found() {
        let words = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
        for (line, name, rest) in
            [("3d10 7", "", 2), ("Attack 3d10", "attack", 1), ("fit", "fit", 0)]
        {
            let words = words(line);
            let (spec, values) = find_odds(&words);
            assert_eq!((name, rest), (spec.name, values.len()), "{line}");
        }
    }
}
