//! The arguments of every question that is a roll: cards, dice, fate chips, what weakens it.

use crate::deck::CardNumber;
use crate::diagnostic::Problem;
use crate::lookup::Draw;
use crate::rules::fi3::{BonusChip, BonusDie, Roll, Training, TraitDice};
use clap::Args;

use crate::cli::lookup::meaning::Meaning;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct RollArgs {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: String,
    /// How many dice of which size, such as 3d10 or 2d12+4
    #[arg(value_name = "DICE")]
    dice: String,
    /// Further cards for dice that do not fit on one
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    more: Vec<String>,
    /// Follow-up cards in the order drawn, while results are exceptional
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    then: Vec<String>,
    #[command(flatten)]
    chips: ChipArgs,
    #[command(flatten)]
    state: StateArgs,
}

/// Fate chips spent on the roll.
#[derive(Debug, Args)]
struct ChipArgs {
    /// White chips spent: each one die more
    #[arg(long, value_name = "CHIPS", default_value = "0", allow_hyphen_values = true)]
    white: String,
    /// A red chip spent, and the card drawn for it, with follow-ups such as 34+11
    #[arg(long, value_name = "CARDS", conflicts_with = "blue", allow_hyphen_values = true)]
    red: Option<String>,
    /// A blue chip spent, and the card drawn for it
    #[arg(long, value_name = "CARDS", allow_hyphen_values = true)]
    blue: Option<String>,
}

/// What weakens the roll.
#[derive(Debug, Args)]
pub struct StateArgs {
    /// The skill is only related to what is tried: 2 off
    #[arg(long, conflicts_with = "untrained")]
    related: bool,
    /// The skill is lacking and the trait stands in: half the total
    #[arg(long)]
    untrained: bool,
    /// The character's worst wound, 0 to 5
    #[arg(long, value_name = "WOUNDS", default_value = "0", allow_hyphen_values = true)]
    wounded: String,
    /// Other penalties to the total; a bonus is negative
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    penalty: String,
}

impl RollArgs {
    /// The roll and the cards drawn for it.
    pub fn meant<'d>(&self, setting: &'d Setting, meaning: &mut Meaning) -> Option<Roll<'d>> {
        self.meant_with(setting, meaning, 0)
    }

    /// The same with further dice.
    pub fn meant_with<'d>(
        &self,
        setting: &'d Setting,
        meaning: &mut Meaning,
        further: u8,
    ) -> Option<Roll<'d>> {
        let card: Option<CardNumber> = meaning.of(&self.card);
        let dice = meaning.trait_dice(setting, &self.dice);
        let more = meaning.cards(&self.more);
        let then = meaning.cards(&self.then);
        let white = meaning.number(&self.chips.white, "number of white chips", 0..=99);
        let bonus = self.chips.bonus(meaning);
        let wounds = meaning.number(&self.state.wounded, "worst wound", 0..=5);
        let penalty = meaning.number(&self.state.penalty, "penalty", -99..=99);
        let mut dice = dice?;
        dice.dice.level = dice.dice.level.saturating_add(further);
        let mut cards = vec![card?];
        cards.extend(more?);
        Some(Roll {
            cards,
            then: then?,
            training: self.state.training(),
            white: white?,
            bonus: bonus?,
            wounds: wounds?,
            penalty: penalty?,
            ..Roll::new(&setting.deck, dice, card?)
        })
    }
}

impl ChipArgs {
    fn bonus(&self, meaning: &mut Meaning) -> Option<Option<BonusDie>> {
        let (chip, cards) = match (&self.red, &self.blue) {
            (Some(cards), _) => (BonusChip::Red, cards),
            (_, Some(cards)) => (BonusChip::Blue, cards),
            _ => return Some(None),
        };
        meaning.of(cards).map(|draw| Some(BonusDie { chip, draw }))
    }
}

impl StateArgs {
    fn training(&self) -> Training {
        match (self.related, self.untrained) {
            (true, _) => Training::Related,
            (_, true) => Training::Untrained,
            _ => Training::Trained,
        }
    }
}

/// The other side of an opposed roll.
#[derive(Debug, Args)]
pub struct OpponentArgs {
    /// The opponent's card, with follow-ups such as 34+11
    #[arg(value_name = "OPPONENT_CARDS", allow_negative_numbers = true)]
    opponent_cards: String,
    /// The opponent's dice
    #[arg(value_name = "OPPONENT_DICE")]
    opponent_dice: String,
    /// Further cards for the opponent's dice
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    opponent_more: Vec<String>,
    /// The opponent's worst wound, 0 to 5
    #[arg(long, value_name = "WOUNDS", default_value = "0", allow_hyphen_values = true)]
    opponent_wounded: String,
    /// Other penalties to the opponent's total
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    opponent_penalty: String,
}

impl OpponentArgs {
    /// The opponent's roll.
    pub fn meant<'d>(&self, setting: &'d Setting, meaning: &mut Meaning) -> Option<Roll<'d>> {
        let roll = meaning.side_roll(setting, &self.opponent_cards, &self.opponent_dice);
        let more = meaning.cards(&self.opponent_more);
        let wounds = meaning.number(&self.opponent_wounded, "worst wound", 0..=5);
        let penalty = meaning.number(&self.opponent_penalty, "penalty", -99..=99);
        let mut roll = roll?;
        roll.cards.extend(more?);
        Some(Roll { wounds: wounds?, penalty: penalty?, ..roll })
    }
}

impl Meaning {
    /// Dice such as `3d10` or `2d12+4`, or the trait or skill of that name of the character who
    /// acts.
    pub fn trait_dice(&mut self, setting: &Setting, text: &str) -> Option<TraitDice> {
        match setting.named_dice(text) {
            Some(named) => self.keep(named).map(TraitDice::from),
            None => self.of(text),
        }
    }

    /// A roll beside the main one: cards such as `34+11`, and dice.
    pub fn side_roll<'d>(
        &mut self,
        setting: &'d Setting,
        cards: &str,
        dice: &str,
    ) -> Option<Roll<'d>> {
        let draw: Option<Draw> = self.of(cards);
        let dice = self.trait_dice(setting, dice);
        let (draw, dice) = draw.zip(dice)?;
        let then = draw.then().to_vec();
        Some(Roll { then, ..Roll::new(&setting.deck, dice, draw.card()) })
    }

    /// A side roll written `CARDS:DICE`, such as `34+11:2d8`.
    pub fn short_roll<'d>(
        &mut self,
        setting: &'d Setting,
        text: &str,
        what: &str,
    ) -> Option<Roll<'d>> {
        match text.split_once(':') {
            Some((cards, dice)) => self.side_roll(setting, cards, dice),
            None => {
                let problem = Problem::new(format!("{what} {text:?} is no roll"));
                self.keep(Err(problem.accepts("CARDS:DICE such as 34+11:2d8")))
            }
        }
    }

    /// An effect cell of as many dice as the text says: cards beyond the grid are drawn for.
    pub fn damage_dice(&mut self, text: &str) -> Option<crate::dice::EffectDice> {
        self.of(text)
    }
}
