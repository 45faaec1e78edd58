//! The arguments of every question that is a roll: cards, dice, fate chips, what weakens it.

use std::fmt;

use crate::cli::lookup::dice::Dice;
use crate::cli::lookup::prelude::*;
use crate::cli::lookup::written::one;
use crate::deck::CardNumber;
use crate::dice::{CheckDice, Die, EffectDice, normalized};
use crate::lookup::{Answer, Draw};
use crate::rules::fi3::{BonusChip, BonusDie, Roll, Training, TraitDice};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct RollArgs {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: Parsed<Chain>,
    /// How many dice of which size, such as 3d10 or 2d12+4
    #[arg(value_name = "DICE")]
    dice: Parsed<Dice<TraitDice>>,
    /// Further cards for dice that do not fit on one
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    more: Vec<Parsed<Together>>,
    /// Follow-up cards in the order drawn, while results are exceptional
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    then: Vec<Parsed<Together>>,
    #[command(flatten)]
    #[serde(flatten)]
    chips: ChipArgs,
    #[command(flatten)]
    #[serde(flatten)]
    state: StateArgs,
}

/// Fate chips spent on the roll.
#[derive(Debug, Args, Serialize)]
struct ChipArgs {
    /// White chips spent: each one die more
    #[arg(long, value_name = "CHIPS", default_value = "0", allow_hyphen_values = true)]
    white: Number<u8, 0, 99>,
    /// A red chip spent, and the card drawn for it, with follow-ups such as 34+11
    #[arg(long, value_name = "CARDS", conflicts_with = "blue", allow_hyphen_values = true)]
    red: Option<Parsed<Chain>>,
    /// A blue chip spent, and the card drawn for it
    #[arg(long, value_name = "CARDS", allow_hyphen_values = true)]
    blue: Option<Parsed<Chain>>,
}

/// What weakens the roll.
#[derive(Debug, Args, Serialize)]
pub struct StateArgs {
    /// The skill is only related to the task: 2 off
    #[arg(long, conflicts_with = "untrained")]
    related: bool,
    /// The skill is missing and the trait is used instead: half the total
    #[arg(long)]
    untrained: bool,
    /// The character's worst wound, 0 to 5
    #[arg(long, value_name = "WOUNDS", default_value = "0", allow_hyphen_values = true)]
    wounded: Number<u8, 0, 5>,
    /// Other penalties to the total; a bonus is negative
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    penalty: Number<i32, -99, 99>,
}

impl RollArgs {
    /// The roll and the cards drawn for it.
    pub fn resolve<'d>(&mut self, at: &mut Context<'d, '_>) -> Result<Roll<'d>, Problems> {
        self.resolve_with(at, 0)
    }

    /// The same with further dice.
    pub fn resolve_with<'d>(
        &mut self,
        at: &mut Context<'d, '_>,
        further: u8,
    ) -> Result<Roll<'d>, Problems> {
        let dice = self.dice.get().and_then(|dice| at.setting.trait_dice(&dice));
        let dice = all((dice, self.chips.white.get())).map(|(mut dice, white)| {
            dice.dice.level = dice.dice.level.saturating_add(further);
            let count = usize::from(dice.dice.level) + usize::from(white);
            at.make_room(&mut self.more, further_cards(at, count));
            (dice, white)
        });
        let card = at.first(&mut self.card, &mut self.then);
        let more = at.cards(&mut self.more, CardUse::Drawn);
        let mut cards: Vec<CardNumber> = card.iter().copied().collect();
        cards.extend(more.iter().flatten());
        let then = at.cards(&mut self.then, CardUse::FollowUp);
        let (card, _, then, (dice, white), bonus, _) =
            all((card, more, then, dice, self.chips.bonus(at), self.state.numbers()))?;
        let roll = self.state.on(Roll::new(&at.setting.deck, dice, card))?;
        let mut roll = Roll { cards, then, white, bonus, ..roll };
        // What the roll has no use for may go on with something else, such as damage.
        if roll.read(&at.setting.rules.fi3).is_ok_and(|answer| Answer::is_open(&answer)) {
            let further = at.follow_ups(&roll.cards, &mut Vec::new())?;
            self.then.extend(further.iter().copied().map(one));
            roll.then.extend(further);
        }
        Ok(roll)
    }
}

/// How many cards so many dice need beside the first.
fn further_cards(at: &Context<'_, '_>, dice: usize) -> usize {
    let rows = usize::from(at.setting.deck.layout().cause.rows.max(1));
    dice.div_ceil(rows).saturating_sub(1)
}

impl ChipArgs {
    fn bonus(&mut self, at: &mut Context<'_, '_>) -> Result<Option<BonusDie>, Problems> {
        let (chip, cards) = match (&mut self.red, &mut self.blue) {
            (Some(cards), _) => (BonusChip::Red, cards),
            (_, Some(cards)) => (BonusChip::Blue, cards),
            _ => return Ok(None),
        };
        at.chain(cards).map(|draw| Some(BonusDie { chip, draw }))
    }
}

impl StateArgs {
    /// The worst wound and the other penalties.
    pub fn numbers(&self) -> Result<(u8, i32), Problems> {
        all((self.wounded.get(), self.penalty.get()))
    }

    /// The roll of somebody in this state.
    pub fn on<'d>(&self, roll: Roll<'d>) -> Result<Roll<'d>, Problems> {
        let (wounds, penalty) = self.numbers()?;
        Ok(Roll { wounds, penalty, training: self.training(), ..roll })
    }

    fn training(&self) -> Training {
        match (self.related, self.untrained) {
            (true, _) => Training::Related,
            (_, true) => Training::Untrained,
            _ => Training::Trained,
        }
    }
}

/// The other side of an opposed roll.
#[derive(Debug, Args, Serialize)]
pub struct OpponentArgs {
    /// The opponent's card, with follow-ups such as 34+11
    #[arg(value_name = "OPPONENT_CARDS", allow_negative_numbers = true)]
    opponent_cards: Parsed<Chain>,
    /// The opponent's dice
    #[arg(value_name = "OPPONENT_DICE")]
    opponent_dice: Parsed<Dice<TraitDice>>,
    /// Further cards for the opponent's dice
    #[arg(long, value_name = "CARD,…", value_delimiter = ',', allow_hyphen_values = true)]
    opponent_more: Vec<Parsed<Together>>,
    /// The opponent's worst wound, 0 to 5
    #[arg(long, value_name = "WOUNDS", default_value = "0", allow_hyphen_values = true)]
    opponent_wounded: Number<u8, 0, 5>,
    /// Other penalties to the opponent's total
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    opponent_penalty: Number<i32, -99, 99>,
}

impl OpponentArgs {
    /// The opponent's roll.
    pub fn resolve<'d>(&mut self, at: &mut Context<'d, '_>) -> Result<Roll<'d>, Problems> {
        if let Ok(dice) = self.opponent_dice.get().and_then(|dice| at.setting.trait_dice(&dice)) {
            let count = usize::from(dice.dice.level);
            at.make_room(&mut self.opponent_more, further_cards(at, count));
        }
        let roll = side(at, &mut self.opponent_cards, &self.opponent_dice);
        let more = at.cards(&mut self.opponent_more, CardUse::Drawn);
        let state = all((self.opponent_wounded.get(), self.opponent_penalty.get()));
        let (mut roll, more, (wounds, penalty)) = all((roll, more, state))?;
        roll.cards.extend(more);
        Ok(Roll { wounds, penalty, ..roll })
    }
}

/// Dice that are added up: `3d6` as the text of the dice edition writes them, or `(3)6` as the later
/// rules do.
#[derive(Debug)]
pub struct DamageDice;

impl Argument for DamageDice {
    type Value = EffectDice;

    fn read(text: &str, name: &str) -> Result<EffectDice, Problem> {
        match text.trim().parse::<CheckDice>() {
            Ok(CheckDice { level, die }) => Ok(EffectDice { row: level, die }),
            Err(_) => EffectDice::read(text, name),
        }
    }
}

/// The die of a trait, `d6` or `2d6`, or `d12+2` above the human norm, which counts as 14.
#[derive(Debug)]
pub struct TraitDie;

impl Argument for TraitDie {
    type Value = Die;

    fn read(text: &str, name: &str) -> Result<Die, Problem> {
        let text = text.trim();
        let plain = normalized(text);
        let dice = match plain.strip_prefix('d') {
            Some(sides) => TraitDice::read(&format!("1d{sides}"), name),
            None => TraitDice::read(text, name),
        };
        let sides = dice.map(|dice| dice.dice.die.sides().saturating_add(dice.bonus.into()));
        sides.ok().and_then(Die::new).ok_or_else(|| {
            Problem::coded("argument.value", format!("{name} {text:?} is not a die of a trait"))
                .accepts("d4 to d12, or above the norm d12+2, d12+4 and so on")
        })
    }
}

/// A roll beside the main one, written `CARDS:DICE` such as `34+11:2d8`.
#[derive(Debug)]
pub struct SideRoll;

/// What was typed for it.
#[derive(Clone, Debug)]
pub struct Side {
    cards: Parsed<Chain>,
    dice: Parsed<Dice<TraitDice>>,
}

impl Argument for SideRoll {
    type Value = Side;

    fn read(text: &str, name: &str) -> Result<Side, Problem> {
        // Cards that are left out are drawn.
        let (cards, dice) = text.split_once(':').unwrap_or(("", text));
        let dice = Parsed::<Dice<TraitDice>>::read(dice, name);
        if dice.text().trim().is_empty() {
            let message = format!("{name} {text:?} cannot be read as a roll");
            return Err(
                Problem::coded("argument.value", message).accepts("CARDS:DICE such as 34+11:2d8")
            );
        }
        Ok(Side { cards: Parsed::read(cards, name), dice })
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.cards.text(), self.dice.text())
    }
}

impl Side {
    /// A roll with cards that lie on the table.
    pub fn of(draw: &Draw, dice: &str) -> Self {
        Self { cards: Parsed::of(Chain::from(draw)), dice: Parsed::read(dice, "dice") }
    }

    /// The cards, the first of which may be that of the question itself.
    pub fn beside(&mut self, at: &mut Context<'_, '_>) -> Result<Draw, Problems> {
        at.of_hit(&mut self.cards)
    }

    /// The dice.
    pub fn dice(&self, setting: &Setting) -> Result<TraitDice, Problems> {
        self.dice.get().and_then(|dice| setting.trait_dice(&dice))
    }

    /// The dice as they were typed.
    pub fn dice_text(&self) -> &str {
        self.dice.text()
    }

    /// The roll.
    pub fn resolve<'d>(&mut self, at: &mut Context<'d, '_>) -> Result<Roll<'d>, Problems> {
        side(at, &mut self.cards, &self.dice)
    }
}

/// A side roll that may have been typed.
pub fn side_roll<'d>(
    at: &mut Context<'d, '_>,
    typed: &mut Option<Parsed<SideRoll>>,
) -> Result<Option<Roll<'d>>, Problems> {
    let Some(typed) = typed else { return Ok(None) };
    let mut side = typed.get()?;
    let roll = side.resolve(at)?;
    typed.set(side);
    Ok(Some(roll))
}

fn side<'d>(
    at: &mut Context<'d, '_>,
    cards: &mut Parsed<Chain>,
    dice: &Parsed<Dice<TraitDice>>,
) -> Result<Roll<'d>, Problems> {
    let draw = at.chain(cards);
    let dice = dice.get().and_then(|dice| at.setting.trait_dice(&dice));
    let (draw, dice) = all((draw, dice))?;
    let then = draw.then().to_vec();
    Ok(Roll { then, ..Roll::new(&at.setting.deck, dice, draw.card()) })
}
