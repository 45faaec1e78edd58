//! `actiondeck odds 3d10 --tn 7 --discarded 3,17`: exact odds of the next draw.

use actiondeck::deck::Deck;
use actiondeck::diagnostic::Problems;
use actiondeck::dice::{CheckDice, EffectDice};
use actiondeck::lookup::{Answer, EffectCell, Pool, TargetNumber, to_json};
use actiondeck::odds::{CheckOdds, Event, Pile};
use clap::Args;

use super::deck_file::DeckArgs;
use super::lookup::meaning::Meaning;
use super::{Failure, Verdict, console};

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Skill level and die, such as 3d10
    #[arg(value_name = "DICE")]
    dice: String,
    /// Target numbers; when left out, 2 to twice the die
    #[arg(long, value_name = "NUMBER,…", value_delimiter = ',', allow_hyphen_values = true)]
    tn: Vec<String>,
    /// Cards that are no longer in the pile
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    discarded: Vec<String>,
    /// Effect cell that has to reach --at-least on the same card, such as '(3)6'
    #[arg(long, value_name = "CELL", requires = "at_least")]
    effect: Option<String>,
    /// Magnitude that the effect cell has to reach
    #[arg(long, value_name = "NUMBER", requires = "effect", allow_hyphen_values = true)]
    at_least: Option<String>,
    /// Standard hit location that the same card has to show
    #[arg(long, value_name = "LOCATION")]
    location: Option<String>,
    #[command(flatten)]
    deck: DeckArgs,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Counts and prints.
///
/// # Errors
/// [`Failure::Input`] when the deck cannot answer; nothing is printed then.
pub fn run(typed: Typed) -> Result<Verdict, Failure> {
    let deck = typed.deck.read()?;
    let odds = typed.answer(&deck)?;
    let text = if typed.json { to_json(&deck, &odds) } else { odds.text() };
    console::answer(text.as_bytes())?;
    Ok(Verdict::Holds)
}

impl Typed {
    /// The odds on this deck.
    ///
    /// # Errors
    /// Everything that is wrong with what was typed.
    pub fn answer(&self, deck: &Deck) -> Result<CheckOdds, Problems> {
        let mut meaning = Meaning::default();
        let dice: Option<CheckDice> = meaning.of(&self.dice);
        let pool = dice.and_then(|dice| meaning.keep(Pool::new(deck, dice)));
        let targets: Vec<Option<TargetNumber>> =
            self.tn.iter().map(|text| meaning.of(text)).collect();
        let targets: Option<Vec<TargetNumber>> = targets.into_iter().collect();
        let discarded = meaning.cards(&self.discarded);
        let pile = discarded.and_then(|cards| meaning.keep(Pile::without(&cards)));
        let event = self.event(deck, &mut meaning);
        let ((pool, targets), (pile, event)) =
            meaning.settled(pool.zip(targets).zip(pile.zip(event)))?;
        let targets = if targets.is_empty() { usual_targets(pool) } else { targets };
        Ok(CheckOdds::new(pool, &pile, &targets, event.as_ref()))
    }

    fn event<'d>(&self, deck: &'d Deck, meaning: &mut Meaning) -> Option<Option<Event<'d>>> {
        let effect = match (&self.effect, &self.at_least) {
            (Some(cell), Some(least)) => {
                let dice: Option<EffectDice> = meaning.of(cell);
                let cell = dice.and_then(|dice| meaning.keep(EffectCell::new(deck, dice)));
                let least = meaning.number(least, "magnitude", 0..=99_999);
                Some(cell.zip(least)?)
            }
            _ => None,
        };
        if let Some(location) = &self.location {
            let mut known: Vec<&str> =
                deck.cards().iter().flat_map(|card| card.hit.iter().map(String::as_str)).collect();
            known.sort_unstable();
            known.dedup();
            if !known.contains(&location.as_str()) {
                let what = format!("no card has the location {location:?}");
                return meaning.refuse(&what, &known.join(", "));
            }
        }
        let asked = effect.is_some() || self.location.is_some();
        Some(asked.then(|| Event { effect, location: self.location.clone() }))
    }
}

/// From a near certainty to what only follow-up cards reach.
fn usual_targets(pool: Pool<'_>) -> Vec<TargetNumber> {
    (2..=2 * i64::from(pool.die().sides())).map(TargetNumber::clamped).collect()
}
