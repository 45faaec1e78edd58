//! A roll: open-ended dice of which the highest counts, read in the cause grid.
//!
//! The first card is read in as many rows of the die's column as there are dice. More dice than
//! rows draw further cards, each read from row 1 down. Going bust is the CF of the first card's
//! exact cell, with more dice than rows that of its last row: further cards are only further dice,
//! as follow-up cards are. Dice that a white chip buys are read below the others.

use serde::Serialize;

use crate::deck::{CardNumber, CauseCell, Deck};
use crate::dice::{CheckDice, Die};
use crate::lookup::{
    Answer, Check, Choice, Draw, LookupError, Pool, Reading, TargetNumber, each_once,
};

use super::super::{Options, TnAccount, TnEntry};
use super::TraitDice;

/// How well a character knows what it tries (seed 000, "Weapons").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Training {
    /// The very concentration.
    #[default]
    Trained,
    /// A related concentration: 2 less.
    Related,
    /// None, so that the trait stands in: half the total, rounded down.
    Untrained,
}

/// A fate chip that adds a die to the highest one (seed 000, "Fate Chips").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BonusChip {
    /// Not when bust; one on an action.
    Red,
    /// Also when bust, which it mends.
    Blue,
}

/// The die a red or blue chip adds, read on a card of its own in the cell of the highest die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BonusDie {
    /// The chip.
    pub chip: BonusChip,
    /// The card, and follow-ups while the added cell is exceptional.
    pub draw: Draw,
}

/// A roll and the cards drawn for it.
#[derive(Clone, Debug)]
pub struct Roll<'d> {
    /// The deck.
    pub deck: &'d Deck,
    /// The dice.
    pub dice: TraitDice,
    /// The first card, then one for each further column of dice that do not fit on it.
    pub cards: Vec<CardNumber>,
    /// Follow-up cards while results are exceptional, in the order drawn.
    pub then: Vec<CardNumber>,
    /// How well the character knows what it tries.
    pub training: Training,
    /// White chips spent: each one die more.
    pub white: u8,
    /// A red or blue chip spent.
    pub bonus: Option<BonusDie>,
    /// The character's worst wound, whose penalty counts.
    pub wounds: u8,
    /// Other penalties to the total.
    pub penalty: i32,
}

/// A cell that the roll looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DieReading {
    /// The card.
    pub card: CardNumber,
    /// The row, from 1.
    pub row: u8,
    /// What is printed there.
    pub value: CauseCell,
    /// Whether it invites a follow-up card.
    pub exceptional: bool,
    /// Whether a white chip bought it.
    pub chip: bool,
}

/// A total that may count, and the card its first cell stands on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DieChoice {
    /// The card.
    pub card: CardNumber,
    /// The cells added up.
    #[serde(flatten)]
    pub choice: Choice,
}

/// What a red or blue chip added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BonusAnswer {
    /// The chip.
    pub chip: BonusChip,
    /// Its cards.
    pub draw: Draw,
    /// The row read.
    pub row: u8,
    /// The cells added up.
    pub cells: Vec<CauseCell>,
    /// Their sum.
    pub total: u32,
}

/// What the cards say to a roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RollAnswer {
    /// The dice.
    pub dice: TraitDice,
    /// The follow-up cards.
    pub then: Vec<CardNumber>,
    /// One cell for each die.
    pub readings: Vec<DieReading>,
    /// Whether the roll is bust, so that nothing counts.
    pub bust: bool,
    /// Every total on the way; none when bust.
    pub choices: Vec<DieChoice>,
    /// Place in `choices` of the highest total, the first of equals.
    pub best: Option<usize>,
    /// What a red or blue chip added.
    pub bonus: Option<BonusAnswer>,
    /// How well the character knows what it tries.
    pub training: Training,
    /// Wounds and other penalties.
    pub penalties: Vec<TnEntry>,
    /// The highest die with all that is added and taken off; none when bust.
    pub total: Option<i64>,
}

/// A roll against a task number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trial {
    /// The task number and how it came about.
    pub account: TnAccount,
    /// The roll.
    pub roll: RollAnswer,
    /// Whether the total reaches the number.
    pub success: bool,
    /// One for each full 4 above it (3 by option); 0 without success.
    pub raises: u32,
}

/// The cells of `count` dice and the totals they make.
pub(super) struct Spread {
    pub readings: Vec<DieReading>,
    pub choices: Vec<DieChoice>,
    pub best: Option<usize>,
}

/// Reads `count` dice on `cards`, rows from 1 down, card after card.
pub(super) fn spread(
    deck: &Deck,
    die: Die,
    count: usize,
    cards: &[CardNumber],
    then: &[CardNumber],
) -> Result<Spread, LookupError> {
    let rows = deck.layout().cause.rows;
    let pool = Pool::new(deck, CheckDice { level: rows, die })?;
    let needed = count.div_ceil(rows.into());
    if cards.len() != needed {
        return Err(LookupError::card_count(format!("{count}{die}"), needed, cards.len()));
    }
    let places = cards.iter().flat_map(|&card| (1..=rows).map(move |row| (card, row)));
    let readings: Vec<DieReading> = places
        .take(count)
        .map(|(card, row)| {
            let value = pool.cells(card)[usize::from(row) - 1];
            DieReading { card, row, value, exceptional: pool.is_exceptional(value), chip: false }
        })
        .collect();
    let mut choices = Vec::new();
    for reading in &readings {
        let found = chain(pool, *reading, then);
        choices.extend(found.into_iter().map(|choice| DieChoice { card: reading.card, choice }));
    }
    let used = choices.iter().map(|c| c.choice.cells.len() - 1).max().unwrap_or(0);
    if let Some(&card) = then.get(used) {
        return Err(nothing_to_follow(card, used, format!("{count}{die}")));
    }
    let best = (0..choices.len())
        .min_by_key(|&place| (std::cmp::Reverse(choices[place].choice.total), place));
    Ok(Spread { readings, choices, best })
}

/// The totals of one cell and the follow-up cards.
fn chain(pool: Pool<'_>, reading: DieReading, then: &[CardNumber]) -> Vec<Choice> {
    let DieReading { row, value, exceptional, .. } = reading;
    let mut found = Vec::new();
    let check = Check { pool, target: None };
    check.choices_of(&Reading { row, value, exceptional }, then, &mut found);
    found
}

fn nothing_to_follow(card: CardNumber, used: usize, dice: String) -> LookupError {
    LookupError::NothingToFollow {
        card,
        reason: format!("no result of {dice} is exceptional any more"),
        accepted: match used {
            0 => "no follow-up card".to_owned(),
            1 => "1 follow-up card".to_owned(),
            used => format!("{used} follow-up cards"),
        },
    }
}

impl<'d> Roll<'d> {
    /// A trained and healthy character's roll with one card.
    pub fn new(deck: &'d Deck, dice: TraitDice, card: CardNumber) -> Self {
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

    /// All cards that lie on the table for it.
    pub fn all_cards(&self) -> impl Iterator<Item = &CardNumber> {
        let bonus = self.bonus.iter().flat_map(|bonus| bonus.draw.cards());
        self.cards.iter().chain(&self.then).chain(bonus)
    }

    /// Reads the cards.
    ///
    /// # Errors
    /// [`LookupError::Column`], [`LookupError::CardCount`], [`LookupError::DrawnTwice`],
    /// [`LookupError::NothingToFollow`], or [`LookupError::ChipOnBust`] for a white or red chip
    /// spent on a bust roll.
    pub fn read(&self, options: &Options) -> Result<RollAnswer, LookupError> {
        each_once(self.all_cards())?;
        let CheckDice { level, die } = self.dice.dice;
        let count = usize::from(level) + usize::from(self.white);
        let then: &[CardNumber] = &self.then;
        let Spread { mut readings, choices, best } =
            spread(self.deck, die, count, &self.cards, then)?;
        let rows = self.deck.layout().cause.rows;
        let exact = usize::from(level.min(rows)).saturating_sub(1);
        let failed =
            readings.get(exact).is_some_and(|cell| cell.value == CauseCell::CriticalFailure);
        readings.iter_mut().skip(level.into()).for_each(|cell| cell.chip = true);
        let bust = failed && self.bonus.as_ref().is_none_or(|b| b.chip == BonusChip::Red);
        if bust && self.white > 0 {
            return Err(LookupError::ChipOnBust { chip: "white" });
        }
        if bust && self.bonus.is_some() {
            return Err(LookupError::ChipOnBust { chip: "red" });
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

    /// The chip's die: the cell of `row` on its card, and further ones while it is exceptional.
    fn added(&self, bonus: &BonusDie, row: u8) -> Result<BonusAnswer, LookupError> {
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
            return Err(nothing_to_follow(card, cells.len() - 1, format!("the chip's {die}")));
        }
        Ok(BonusAnswer { chip: bonus.chip, draw: bonus.draw.clone(), row, cells, total })
    }

    fn penalties(&self, options: &Options) -> Vec<TnEntry> {
        let related = if self.training == Training::Related { 2 } else { 0 };
        [
            ("related skill", related),
            ("wounds", options.wound_table.penalty(self.wounds)),
            ("other penalties", self.penalty),
        ]
        .into_iter()
        .filter(|&(_, penalty)| penalty != 0)
        .map(|(reason, penalty)| TnEntry { reason: reason.to_owned(), penalty })
        .collect()
    }

    /// Reads the cards and measures them against a task number.
    ///
    /// # Errors
    /// As [`Roll::read`].
    pub fn against(&self, account: TnAccount, options: &Options) -> Result<Trial, LookupError> {
        let roll = self.read(options)?;
        let margin = roll.total.map(|total| total - i64::from(account.tn().get()));
        let margin = margin.and_then(|margin| u32::try_from(margin).ok());
        let raises = margin.map_or(0, |margin| margin / options.bump_divisor.get());
        Ok(Trial { account, roll, success: margin.is_some(), raises })
    }

    /// [`Roll::against`] a number without further reasons.
    ///
    /// # Errors
    /// As [`Roll::read`].
    pub fn against_tn(
        &self,
        tn: TargetNumber,
        reason: &str,
        options: &Options,
    ) -> Result<Trial, LookupError> {
        self.against(TnAccount::new(tn, reason), options)
    }
}

impl Trial {
    /// A success and its raises, 0 for a failure: what several tables of the rules count.
    pub fn successes(&self) -> u32 {
        if self.success { 1 + self.raises } else { 0 }
    }

    /// What the total lacks to the task number; a bust roll has a total of 0.
    pub fn lacking(&self) -> u32 {
        let lack = i64::from(self.account.tn().get()) - self.roll.total.unwrap_or(0);
        if self.success { 0 } else { u32::try_from(lack).unwrap_or(0) }
    }
}

impl RollAnswer {
    /// The choice that counts.
    pub fn best(&self) -> Option<&DieChoice> {
        self.choices.get(self.best?)
    }

    /// `7, 10*, 3, 7, 2; 4`: a semicolon between cards, stars on exceptional results.
    fn shown(&self) -> (String, String) {
        let (mut cards, mut cells) = (Vec::new(), String::new());
        for reading in &self.readings {
            let new = cards.last() != Some(&reading.card);
            if !cells.is_empty() {
                cells.push_str(if new { "; " } else { ", " });
            }
            if new {
                cards.push(reading.card);
            }
            cells.push_str(&reading.value.to_string());
            cells.push_str(if reading.exceptional { "*" } else { "" });
        }
        let names: Vec<String> = cards.iter().map(CardNumber::to_string).collect();
        let plural = if names.len() == 1 { "card" } else { "cards" };
        (format!("{plural} {}", names.join(", ")), cells)
    }

    /// What changes the highest die into the total; nothing if nothing does.
    fn changes(&self) -> Option<String> {
        let mut parts = Vec::new();
        if self.dice.bonus > 0 {
            parts.push(format!("+ {} above the norm", self.dice.bonus));
        }
        if self.training == Training::Untrained {
            parts.push("halved without the skill".to_owned());
        }
        for entry in &self.penalties {
            let sign = if entry.penalty < 0 { '+' } else { '-' };
            parts.push(format!("{sign} {} {}", entry.penalty.unsigned_abs(), entry.reason));
        }
        (!parts.is_empty()).then(|| format!("{}: {}", parts.join(", "), self.total.unwrap_or(0)))
    }
}

impl Answer for RollAnswer {
    const KIND: &'static str = "fi3-roll";

    fn explanation(&self) -> Vec<String> {
        let (cards, cells) = self.shown();
        let chips = self.readings.iter().filter(|reading| reading.chip).count();
        let bought = match chips {
            0 => String::new(),
            1 => ", 1 die for a white chip".to_owned(),
            chips => format!(", {chips} dice for white chips"),
        };
        let mut lines = vec![format!("{cards}, {}{bought}: {cells}", self.dice)];
        if self.bust {
            lines.push("the exact cell is CF: bust".to_owned());
            return lines;
        }
        let die = self.dice.dice.die;
        if let Some(best) = self.best() {
            let path = best.choice.path(die, &self.then);
            lines.push(format!("card {}, {path}: {}", best.card, best.choice.total));
        }
        if let Some(bonus) = &self.bonus {
            let chip = if bonus.chip == BonusChip::Red { "red" } else { "blue" };
            let cells: Vec<String> = bonus.cells.iter().map(CauseCell::to_string).collect();
            let card = bonus.draw.card();
            lines.push(format!(
                "{chip} chip, row {} of {die} on card {card}: adds {}",
                bonus.row,
                cells.join(" + ")
            ));
        }
        lines.extend(self.changes());
        if let Some(best) = self.best().filter(|best| best.choice.open) {
            lines.push(format!(
                "row {} of card {} may go on: draw another card",
                best.choice.row, best.card
            ));
        }
        lines
    }
}

impl Answer for Trial {
    const KIND: &'static str = "fi3-check";

    fn explanation(&self) -> Vec<String> {
        let mut lines = vec![self.account.to_string()];
        lines.extend(self.roll.explanation());
        let Some(total) = self.roll.total else { return lines };
        let verdict = match (self.success, self.raises) {
            (false, _) => "failure".to_owned(),
            (true, 0) => "success".to_owned(),
            (true, 1) => "success, 1 raise".to_owned(),
            (true, raises) => format!("success, {raises} raises"),
        };
        lines.push(format!("{total} against TN {}: {verdict}", self.account.tn()));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lookup::samples::{card, deck};

    fn options() -> Options {
        Options::dice_edition()
    }

    fn roll<'d>(deck: &'d Deck, dice: &str, cards: &[u8]) -> Roll<'d> {
        let mut roll = Roll::new(deck, dice.parse().unwrap(), card(cards[0]));
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
        assert!(matches!(four.read(&options()), Err(LookupError::NothingToFollow { .. })));
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
        assert_eq!(LookupError::DrawnTwice(card(42)), error);
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
        // A CF in a bought row is no bust: 3d10 and a chip on card 10.
        let mut safe = roll(&deck, "3d10", &[10]);
        safe.white = 1;
        assert!(!safe.read(&options()).unwrap().bust);
        bought.white = 5;
        assert!(matches!(bought.read(&options()), Err(LookupError::CardCount { .. })));
    }

    #[test]
    fn a_red_chip_adds_the_same_cell_and_only_a_blue_one_mends_a_bust() {
        let deck = deck();
        let bonus = |chip| Some(BonusDie { chip, draw: Draw::single(card(50)) });
        let mut red = roll(&deck, "1d10", &[34]);
        red.bonus = bonus(BonusChip::Red);
        assert_eq!(Some(7 + 8), total(&red));
        let mut bust = roll(&deck, "4d10", &[10]);
        bust.bonus = bonus(BonusChip::Red);
        let error = bust.read(&options()).unwrap_err();
        assert_eq!(LookupError::ChipOnBust { chip: "red" }, error);
        bust.bonus = bonus(BonusChip::Blue);
        let mended = bust.read(&options()).unwrap();
        assert!(!mended.bust && mended.total.unwrap() > 11);
        bust.bonus = None;
        bust.white = 1;
        assert_eq!(LookupError::ChipOnBust { chip: "white" }, bust.read(&options()).unwrap_err(),);
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

    #[test]
    fn successes_count_the_success_and_each_raise() {
        let deck = deck();
        let ask = |tn| {
            let tn = TargetNumber::clamped(tn);
            let trial = roll(&deck, "1d10", &[34]).against_tn(tn, "test", &options()).unwrap();
            (trial.successes(), trial.lacking())
        };
        assert_eq!([(2, 0), (1, 0), (1, 0), (0, 2)], [3, 4, 7, 9].map(ask));
    }
}
