//! A roll of open-ended dice of which the highest counts, read in the cause grid.
//!
//! The first card is read in as many rows of the die's column as there are dice. More dice than
//! rows draw further cards, each read from row 1 down. A roll is bust if the exact cell of the
//! first card is CF; with more dice than rows that is the cell of its last row. Further cards and
//! follow-up cards cannot make it bust. Dice bought with white chips are read below the others.

mod answer;
mod spread;
mod trial;

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::{CardNumber, CauseCell};
use crate::dice::CheckDice;
use crate::table::lookup::{DeckView, Draw, Pool, each_once};

pub use self::answer::{BonusAnswer, RollAnswer};
pub use self::spread::{DieChoice, DieReading};
pub(super) use self::spread::{Spread, is_by_steps, spread};
pub use self::trial::Trial;

use self::spread::{chain, nothing_to_follow, spread_freely};
use super::super::tn::penalties;
use super::super::{CardCheck, Game, TnAccount, TnEntry};
use super::{Fi3Error, Options, TraitDice};

/// The character's training in a skill (dice edition, "Weapons").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Training {
    /// The exact concentration.
    #[default]
    Trained,
    /// A related concentration: 2 less.
    Related,
    /// None, so that the trait is used: half the total, rounded down.
    Untrained,
}

/// A fate chip that adds a die to the highest one (dice edition, "Fate Chips").
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BonusChip {
    /// Not when bust; one per action.
    Red,
    /// Also when bust, which it cancels.
    Blue,
}

/// The die added by a red or blue chip, read on its own card in the cell of the highest die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BonusDie {
    /// The chip.
    pub chip: BonusChip,
    /// The card, and follow-up cards while the added cell is exceptional.
    pub draw: Draw,
}

/// A roll and the cards drawn for it.
#[derive(Clone, Debug)]
pub struct Roll<'d> {
    /// The deck.
    pub deck: DeckView<'d>,
    /// The dice.
    pub dice: TraitDice,
    /// The first card, then one for each group of further dice that do not fit on it.
    pub cards: Vec<CardNumber>,
    /// Follow-up cards while results are exceptional, in the order drawn.
    pub then: Vec<CardNumber>,
    /// The character's training in the skill.
    pub training: Training,
    /// The number of white chips spent, each one more die.
    pub white: u8,
    /// A red or blue chip spent.
    pub bonus: Option<BonusDie>,
    /// The character's worst wound; its penalty counts.
    pub wounds: u8,
    /// Other penalties to the total.
    pub penalty: i32,
}

impl<'d> Roll<'d> {
    /// The roll of a trained and healthy character with one card.
    pub fn new(deck: impl Into<DeckView<'d>>, dice: TraitDice, card: CardNumber) -> Self {
        let deck = deck.into();
        Self {
            deck,
            dice,
            cards: vec![card],
            then: Vec::new(),
            training: Training::default(),
            white: 0,
            bonus: None,
            wounds: 0,
            penalty: 0,
        }
    }

    /// All cards read for the roll.
    pub fn all_cards(&self) -> impl Iterator<Item = &CardNumber> {
        let bonus = self.bonus.iter().flat_map(|bonus| bonus.draw.cards());
        self.cards.iter().chain(&self.then).chain(bonus)
    }

    /// Reads the cards.
    ///
    /// # Errors
    /// [`Fi3Error::Rules`] for a column that the deck does not have, a wrong number of cards, a
    /// card drawn twice or a follow-up card without an exceptional result, or
    /// [`Fi3Error::ChipOnBust`] for a white or red chip spent on a bust roll.
    pub fn read(&self, options: &Options) -> Result<RollAnswer, Fi3Error> {
        each_once(self.all_cards())?;
        let CheckDice { level, die } = self.dice.dice;
        let count = usize::from(level) + usize::from(self.white);
        let then: &[CardNumber] = &self.then;
        let Spread { mut readings, choices, best, .. } =
            spread(self.deck, die, count, &self.cards, then)?;
        let rows = self.deck.layout().cause.rows;
        let exact = usize::from(level.min(rows)).saturating_sub(1);
        let failed =
            readings.get(exact).is_some_and(|cell| cell.value == CauseCell::CriticalFailure);
        readings.iter_mut().skip(level.into()).for_each(|cell| cell.chip = true);
        let bust = failed && self.bonus.as_ref().is_none_or(|b| b.chip == BonusChip::Red);
        if bust && self.white > 0 {
            return Err(Fi3Error::ChipOnBust { chip: "white" });
        }
        if bust && self.bonus.is_some() {
            return Err(Fi3Error::ChipOnBust { chip: "red" });
        }
        let (choices, best) = if bust { (Vec::new(), None) } else { (choices, best) };
        let row = best.map_or(readings[exact].row, |best| choices[best].choice.row);
        let bonus = self.bonus.as_ref().map(|bonus| self.added(bonus, row)).transpose()?;
        let penalties = self.penalties(options);
        let total = (!bust).then(|| {
            let highest = best.map_or(0, |best| choices[best].choice.total);
            let added = bonus.as_ref().map_or(0, |bonus| bonus.total);
            let sum = i64::from(highest) + i64::from(added) + i64::from(self.dice.bonus);
            let sum = if self.training == Training::Untrained { sum / 2 } else { sum };
            penalties.iter().fold(sum, |sum, entry| sum - i64::from(entry.penalty))
        });
        Ok(RollAnswer {
            dice: self.dice,
            then: self.then.clone(),
            readings,
            bust,
            choices,
            best,
            bonus,
            training: self.training,
            penalties,
            total,
        })
    }

    /// The number of follow-up cards that are read; those after them have no exceptional result to
    /// follow.
    ///
    /// # Errors
    /// As [`Roll::read`], for the dice.
    pub fn follow_ups_read(&self) -> Result<usize, Fi3Error> {
        let CheckDice { level, die } = self.dice.dice;
        let count = usize::from(level) + usize::from(self.white);
        Ok(spread_freely(self.deck, die, count, &self.cards, &self.then)?.used)
    }

    /// The chip's die: the cell of `row` on its card, and further cells while they are exceptional.
    fn added(&self, bonus: &BonusDie, row: u8) -> Result<BonusAnswer, Fi3Error> {
        let die = self.dice.dice.die;
        let rows = self.deck.layout().cause.rows;
        let pool = Pool::new(self.deck, CheckDice { level: rows, die })?;
        let card = bonus.draw.card();
        let value = pool.cells(card)[usize::from(row) - 1];
        let exceptional = pool.is_exceptional(value);
        let reading = DieReading { card, row, value, exceptional, chip: true };
        let last = chain(pool, reading, bonus.draw.then()).pop();
        let (cells, total) = last.map_or((vec![value], 0), |last| (last.cells, last.total));
        if let Some(&card) = bonus.draw.then().get(cells.len() - 1) {
            let chip = format!("the chip's {die}");
            return Err(nothing_to_follow(card, cells.len() - 1, chip).into());
        }
        Ok(BonusAnswer { chip: bonus.chip, draw: bonus.draw.clone(), row, cells, total })
    }

    fn penalties(&self, options: &Options) -> Vec<TnEntry> {
        let related = TnEntry { reason: "related skill".to_owned(), penalty: 2 };
        let related = (self.training == Training::Related).then_some(related);
        let wounds = options.shared.wound_table.penalty(self.wounds);
        related.into_iter().chain(penalties(wounds, self.penalty)).collect()
    }
}

impl CardCheck for Roll<'_> {
    const GAME: Game = Game::Fi3;
    type Options = Options;
    type Reading = RollAnswer;
    type Result = Trial;
    type Error = Fi3Error;

    fn deck(&self) -> DeckView<'_> {
        self.deck
    }

    fn cards(&self) -> impl Iterator<Item = &CardNumber> {
        self.all_cards()
    }

    fn dice(&self) -> CheckDice {
        self.dice.dice
    }

    fn with_wounds(self, worst: u8) -> Self {
        Self { wounds: worst, ..self }
    }

    fn shared(options: &Options) -> &super::super::Options {
        &options.shared
    }

    fn read(&self, options: &Options) -> Result<RollAnswer, Fi3Error> {
        self.read(options)
    }

    fn measure(&self, account: TnAccount, options: &Options) -> Result<Trial, Fi3Error> {
        self.against(account, options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::table::lookup::LookupError;
    use crate::table::lookup::samples::{card, deck};
    use crate::table::rules::RulesError;
    use crate::table::rules::fi3::samples::{self, options};

    fn roll<'d>(deck: &'d Deck, dice: &str, cards: &[u8]) -> Roll<'d> {
        let mut roll = samples::roll(deck, dice, cards[0]);
        roll.cards = cards.iter().copied().map(card).collect();
        roll
    }

    fn total(roll: &Roll) -> Option<i64> {
        roll.read(&options()).unwrap().total
    }

    // Card 34 shows 7, 10, 3, 7 in d10, card 10 shows 9 in row 2 and CF in row 4, card 42 shows
    // 2, 6, 7, 1, card 50 shows 8, 1, 3.

    #[test]
    fn a_pool_within_the_grid_is_a_check_of_one_card() {
        let deck = deck();
        let mut four = roll(&deck, "4d10", &[34]);
        assert_eq!(Some(10), total(&four));
        four.then = vec![card(11), card(10)];
        assert_eq!(Some(30), total(&four));
        four.then.push(card(42));
        assert!(matches!(
            four.read(&options()),
            Err(Fi3Error::Rules(RulesError::Lookup(LookupError::NothingToFollow { .. })))
        ));
    }

    #[test]
    fn a_roll_says_how_many_follow_up_cards_it_reads() {
        let deck = deck();
        let read = |then: &[u8]| {
            let mut four = roll(&deck, "4d10", &[34]);
            four.then = then.iter().copied().map(card).collect();
            four.follow_ups_read().unwrap()
        };
        assert_eq!([0, 1, 2, 2], [&[][..], &[11], &[11, 10], &[11, 10, 42]].map(read));
    }

    #[test]
    fn more_dice_than_rows_read_a_further_card_from_row_1_down() {
        let deck = deck();
        let answer = roll(&deck, "7d10", &[42, 37]).read(&options()).unwrap();
        let places: Vec<(u8, u8)> =
            answer.readings.iter().map(|cell| (cell.card.get(), cell.row)).collect();
        assert_eq!(places[4..], [(42, 5), (37, 1), (37, 2)]);
        let best = answer.readings.iter().map(|cell| i64::from(cell.value.value())).max();
        assert_eq!(best, answer.total);
        for cards in [&[42][..], &[42, 37, 34]] {
            let error = roll(&deck, "7d10", cards).read(&options()).unwrap_err();
            assert!(error.to_string().starts_with("7d10 reads 2 cards, and "), "{error}");
        }
        let error = roll(&deck, "7d10", &[42, 42]).read(&options()).unwrap_err();
        assert_eq!(Fi3Error::from(LookupError::DrawnTwice(card(42))), error);
    }

    #[test]
    fn only_the_first_card_can_be_bust() {
        let deck = deck();
        // Row 4 of d10 on card 10 is CF: bust alone, one lost die on a further card.
        assert!(roll(&deck, "4d10", &[10]).read(&options()).unwrap().bust);
        assert!(!roll(&deck, "9d10", &[34, 10]).read(&options()).unwrap().bust);
    }

    #[test]
    fn white_chips_buy_rows_below_and_further_cards_beyond_the_grid() {
        let deck = deck();
        let mut bought = roll(&deck, "1d10", &[34]);
        bought.white = 1;
        assert_eq!(Some(10), total(&bought));
        assert!(bought.read(&options()).unwrap().readings[1].chip);
        // A CF in a bought row is not a bust: 3d10 and a chip on card 10.
        let mut safe = roll(&deck, "3d10", &[10]);
        safe.white = 1;
        assert!(!safe.read(&options()).unwrap().bust);
        bought.white = 5;
        assert!(matches!(
            bought.read(&options()),
            Err(Fi3Error::Rules(RulesError::Lookup(LookupError::CardCount { .. })))
        ));
    }

    #[test]
    fn only_a_blue_chip_cancels_a_bust() {
        let deck = deck();
        let bonus = |chip| Some(BonusDie { chip, draw: Draw::single(card(50)) });
        let mut red = roll(&deck, "1d10", &[34]);
        red.bonus = bonus(BonusChip::Red);
        assert_eq!(Some(7 + 8), total(&red));
        let mut bust = roll(&deck, "4d10", &[10]);
        bust.bonus = bonus(BonusChip::Red);
        let error = bust.read(&options()).unwrap_err();
        assert_eq!(Fi3Error::ChipOnBust { chip: "red" }, error);
        bust.bonus = bonus(BonusChip::Blue);
        let mended = bust.read(&options()).unwrap();
        assert!(!mended.bust && mended.total.unwrap() > 11);
        bust.bonus = None;
        bust.white = 1;
        assert_eq!(Fi3Error::ChipOnBust { chip: "white" }, bust.read(&options()).unwrap_err(),);
    }

    #[test]
    fn lack_of_skill_halves_before_penalties_are_taken_off() {
        let deck = deck();
        let mut plain = roll(&deck, "1d10+4", &[34]);
        assert_eq!(Some(11), total(&plain));
        plain.wounds = 3;
        plain.penalty = 1;
        plain.training = Training::Untrained;
        assert_eq!(Some(11 / 2 - 3 - 1), total(&plain));
        plain.training = Training::Related;
        assert_eq!(Some(11 - 2 - 3 - 1), total(&plain));
    }
}
