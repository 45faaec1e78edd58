//! Questions about the exact odds of the next draw: each is a type with a table of its fields.

mod attack;
mod check;
mod elements;
mod manner;

use std::fmt::Debug;

use crate::deck::{CardNumber, CardRange, ShuffleRule, ShuffleTime};
use crate::table::lookup::{AnyAnswer, DeckView, PartsRead};
use crate::table::odds::fit::FitAnswer;
use crate::table::odds::{CheckOdds, HandDraw, LongRun, OddsTables, Pile};
use crate::table::questions::field::{Field, Fields, Presence, flatten};
use crate::table::questions::prelude::*;
use crate::table::questions::reader::Reader;
use crate::table::questions::values::Values;
use crate::wording::counted;

/// The odds that answer a question.
pub enum Odds {
    /// The odds of a check.
    Check(CheckOdds),
    /// The odds of anything else on a card.
    Tables(OddsTables),
    /// How closely the deck represents the dice of the rule texts.
    Fit(FitAnswer),
}

impl Odds {
    /// The answer as a trait object.
    pub fn answer(&self) -> &dyn AnyAnswer {
        match self {
            Self::Check(odds) => odds,
            Self::Tables(tables) => tables,
            Self::Fit(fit) => fit,
        }
    }

    /// All chances as fractions.
    pub fn fractions(&self) -> Vec<String> {
        match self {
            Self::Check(odds) => odds.fractions(),
            Self::Tables(tables) => tables.fractions(),
            Self::Fit(_) => Vec::new(),
        }
    }
}

/// The next draw, with the setting for questions about it.
#[derive(Clone, Copy)]
pub struct NextDraw<'d> {
    /// House rules, weapons, acting character.
    pub setting: &'d Setting,
    /// The deck as a view that records the parts read.
    pub deck: DeckView<'d>,
    /// The cards that may be drawn.
    pub pile: Pile,
}

/// A question about the next draw.
pub trait OddsQuestion: Fields + Debug + 'static {
    /// The name; empty for that of a check.
    const NAME: &'static str;
    /// The help, one line.
    const HELP: &'static str;
    /// Example values, as typed after the name.
    const EXAMPLES: &'static [&'static str];
    /// Whether it is about the whole deck, regardless of discarded cards.
    const IS_OF_WHOLE_DECK: bool = false;

    /// Answers it.
    ///
    /// # Errors
    /// Why the deck or the rules cannot answer.
    fn answer(&self, at: &NextDraw<'_>) -> Result<Odds, Problems>;

    /// Whether its chances are also shown as fractions by default.
    fn shows_fractions(&self) -> bool {
        false
    }

    /// Whether one card answers it, apart from follow-up cards in a column of their own.
    fn takes_one_card(&self) -> bool {
        false
    }
}

/// A question about the next draw of any kind, with its values parsed.
trait AnyOddsQuestion: Debug {
    fn answer(&self, at: &NextDraw<'_>) -> Result<Odds, Problems>;

    fn shows_fractions(&self) -> bool;

    fn takes_one_card(&self) -> bool;
}

impl<Q: OddsQuestion> AnyOddsQuestion for Q {
    fn answer(&self, at: &NextDraw<'_>) -> Result<Odds, Problems> {
        OddsQuestion::answer(self, at)
    }

    fn shows_fractions(&self) -> bool {
        OddsQuestion::shows_fractions(self)
    }

    fn takes_one_card(&self) -> bool {
        OddsQuestion::takes_one_card(self)
    }
}

fields! {
    /// The fields shared by all questions about the next draw.
    struct SharedFields {
        /// Cards that are no longer in the pile, such as 3,10,34-36
        discarded: List<CardRange> = used_as(CardUse::Named),
        /// Print every chance as a fraction too; a check with --tn does so in any case
        fractions: Flag,
        /// Also the chances in the long run: cards that make a shuffle due, such as a joker, are drawn more often
        long_run: Flag = excludes(&["discarded"]),
        /// With --long-run, the draws of a round, if the deck is shuffled at its end
        draws_per_round: Opt<Number<u16, 1, 999>> = value("DRAWS").needs("long_run"),
        /// Several cards are drawn and one is used, with --best or --worst
        cards: Opt<Number<u8, 2, 9>> = value("CARDS").excludes(&["long_run"]),
        /// The best of --cards is used
        best: Flag = needs("cards").excludes(&["worst"]),
        /// The worst of --cards is used
        worst: Flag = needs("cards"),
    }
}

/// The fields shared by all questions about the next draw.
pub const SHARED: &[Field] = SharedFields::FIELDS;

impl SharedFields {
    /// The number of cards drawn together and which of them is used.
    fn hand(&self) -> Result<Option<HandDraw>, Problems> {
        let Some(cards) = self.cards.get() else { return Ok(None) };
        match (self.best.get(), self.worst.get()) {
            (false, false) => {
                refuse("--cards does not say which of them is used", "--best or --worst with it")
            }
            (_, is_worst) => Ok(Some(HandDraw { cards, is_worst })),
        }
    }

    /// The cards of the next draw: those that are not given as discarded, or else those in the pile
    /// of the session. If all cards are discarded, they are shuffled first; also returns whether
    /// that is so.
    fn pile(&self, setting: &Setting) -> Result<(Pile, bool), Problems> {
        let cards: Vec<CardNumber> = match self.discarded.is_given() {
            true => self.discarded.get().into_iter().flat_map(CardRange::cards).collect(),
            false => setting.out_of_reach.clone(),
        };
        let pile = listed(Pile::without(setting.deck.numbers(), &cards))?;
        match (pile.is_empty(), self.discarded.is_given()) {
            (false, _) => Ok((pile, false)),
            (true, true) => Ok((Pile::whole(setting.deck.numbers()), true)),
            (true, false) => refuse(
                "no card is left to draw: every card is held in a hand or open on the table",
                "a table with cards in the pile or discarded",
            ),
        }
    }
}

/// The values of a question, and the shared ones.
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

/// Parses a question and the shared values.
type ReadOdds = fn(Reader<'_>) -> Result<Asked<Box<dyn AnyOddsQuestion>>, Problems>;

/// A row of [`ODDS`]: the description of a question about the next draw.
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

    /// Its own fields, with groups replaced by their fields, without those of [`SHARED`].
    pub fn fields(&self) -> Vec<&'static Field> {
        flatten(self.table)
    }

    /// Its own fields and the shared ones.
    pub fn all_fields(&self) -> Vec<&'static Field> {
        self.fields().into_iter().chain(SHARED).collect()
    }
}

impl Debug for OddsSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Debug::fmt(self.name, f)
    }
}

/// The questions about the next draw, one row each, the check first.
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

/// The note if all cards are discarded.
pub const SHUFFLED: &str = "every card is discarded: these are the odds after they are shuffled";

/// The question after `odds`, and its values: the one that the first word names, or a check.
pub fn find_odds(words: &[String]) -> (&'static OddsSpec, &[String]) {
    let named = words.split_first().and_then(|(first, rest)| {
        let spec = ODDS[1..].iter().find(|spec| first.eq_ignore_ascii_case(spec.name))?;
        Some((spec, rest))
    });
    named.unwrap_or((&ODDS[0], words))
}

/// The odds that answer a question, and how to show them.
pub struct OddsReply {
    /// The odds.
    pub odds: Odds,
    /// Whether all cards are discarded, so that they are shuffled before the draw.
    pub is_shuffled: bool,
    has_fractions: bool,
}

impl OddsReply {
    /// The odds as text, with fractions if requested.
    pub fn text(&self) -> String {
        let fractions = if self.has_fractions { self.odds.fractions() } else { Vec::new() };
        fractions.iter().fold(self.odds.answer().text(), |text, line| text + line + "\n")
    }
}

/// The odds of the next draw in this setting.
///
/// # Errors
/// All problems with the values, or why the deck or the rules cannot answer.
pub fn answer(spec: &OddsSpec, values: &Values, setting: &Setting) -> Result<OddsReply, Problems> {
    let asked = (spec.read)(Reader::new(values, setting, false))?;
    let (pile, is_shuffled) = asked.shared.pile(setting)?;
    if spec.is_of_whole_deck && asked.shared.discarded.is_given() {
        let accepted = format!("odds {} without --discarded", spec.name);
        return refuse(format!("a {} is one of the whole deck", spec.name), accepted);
    }
    let reads = PartsRead::default();
    let deck = DeckView::recording(&setting.deck, &reads);
    let odds = match asked.shared.long_run.get() {
        true => long_run(&asked, setting, deck),
        false => asked.question.answer(&NextDraw { setting, deck, pile }),
    };
    let odds = match asked.shared.hand()? {
        Some(hand) => {
            odds.and_then(|odds| drawn_together(hand, asked.question.takes_one_card(), odds))
        }
        None => odds,
    };
    // A part that the cards do not show is unknown, so that the answer is invalid.
    listed(reads.check_shown_by(&setting.deck))?;
    let has_fractions = asked.shared.fractions.get() || asked.question.shows_fractions();
    Ok(OddsReply { odds: odds?, is_shuffled, has_fractions })
}

/// The odds with one of several cards, beside those of one card.
fn drawn_together(hand: HandDraw, takes_one_card: bool, odds: Odds) -> Result<Odds, Problems> {
    let pile = match &odds {
        Odds::Check(odds) => odds.cards,
        Odds::Tables(tables) => tables.cards,
        Odds::Fit(_) => 0,
    };
    if pile > 0 && pile < hand.cards.into() {
        let message = format!("{} in the pile", counted(pile as usize, "card"));
        return refuse(message, format!("--cards of at most {pile}"));
    }
    let tables = match odds {
        Odds::Check(odds) if takes_one_card => Some(hand.check(&odds)),
        Odds::Tables(tables) if takes_one_card => hand.tables(tables),
        _ => None,
    };
    tables.map(Odds::Tables).ok_or_else(|| {
        Problem::coded("argument.value", "the best of several cards is one of a number to reach")
            .accepts("--cards for a check with --tn or --under, an effect, or an element with --at-least")
            .into()
    })
}

/// The odds of a full pile and of the long run under the deck's shuffle policy.
fn long_run(
    asked: &Asked<Box<dyn AnyOddsQuestion>>,
    setting: &Setting,
    deck: DeckView<'_>,
) -> Result<Odds, Problems> {
    if !asked.question.takes_one_card() {
        return refuse(
            "these chances depend on several cards",
            "--long-run for checks against a number, effects, elements and other parts of one card",
        );
    }
    let rule = ShuffleRule::from_deck(&setting.deck);
    let round = asked.shared.draws_per_round.get();
    if round.is_none() && !rule.triggers().is_empty() && rule.time() == ShuffleTime::EndOfRound {
        return refuse(
            "this deck is shuffled at the end of a round, and the length of a round is missing",
            "--draws-per-round with the number of draws in a round",
        );
    }
    let numbers = setting.deck.numbers();
    let long_run = LongRun::new(&rule, numbers.count(), round.unwrap_or(1).into());
    let [triggers, others] = long_run.piles(numbers);
    let odds = [Pile::whole(numbers), triggers, others]
        .map(|pile| asked.question.answer(&NextDraw { setting, deck, pile }));
    let [all, triggers, others] = odds;
    Ok(match (all?, triggers?, others?) {
        (Odds::Check(all), Odds::Check(triggers), Odds::Check(others)) => {
            Odds::Check(long_run.check(all, [&triggers, &others]))
        }
        (Odds::Tables(all), Odds::Tables(triggers), Odds::Tables(others)) => {
            Odds::Tables(long_run.tables(all, [&triggers, &others]))
        }
        (all, ..) => all,
    })
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
