//! The fields of all questions that are rolls: cards, dice, fate chips, and penalties.

use super::dice::roll_with;
use crate::table::lookup::Answer;
use crate::table::questions::cards::texts;
use crate::table::questions::prelude::*;
use crate::table::rules::Contest;
use crate::table::rules::fi3::{BonusChip, BonusDie, Roll, Training, TraitDice};

fields! {
    /// A roll of the acting character.
    pub struct RollFields {
        /// Cards, dice and chips.
        dice: DiceFields,
        /// What weakens the roll.
        state: StateFields,
    }
}

impl RollFields {
    /// The roll and the cards drawn for it.
    pub fn resolve<'d>(&self, at: &mut Context<'d, '_>) -> Result<Roll<'d>, Problems> {
        self.resolve_with(at, 0)
    }

    /// The same with further dice.
    pub fn resolve_with<'d>(
        &self,
        at: &mut Context<'d, '_>,
        further: u8,
    ) -> Result<Roll<'d>, Problems> {
        Ok(self.state.weaken(self.dice.resolve(at, further)?))
    }
}

fields! {
    /// A roll for questions with their own fields for wounds.
    pub struct UnwoundedRollFields {
        /// Cards, dice and chips.
        dice: DiceFields,
        /// How well the skill fits.
        training: TrainingFields,
        /// Other penalties to the total; a bonus is negative
        penalty: Arg<Number<i32, -99, 99>> = default("0").fact(Fact::Penalty),
    }
}

impl UnwoundedRollFields {
    /// The roll and the cards drawn for it.
    pub fn resolve<'d>(&self, at: &mut Context<'d, '_>) -> Result<Roll<'d>, Problems> {
        let roll = self.dice.resolve(at, 0)?;
        Ok(Roll { training: self.training.get(), penalty: self.penalty.get(), ..roll })
    }
}

fields! {
    /// Cards, dice and chips of a roll.
    struct DiceFields {
        /// The card drawn, by its number
        card: Arg<Chain> = positional().value("CARD"),
        /// How many dice of which size, such as 3d10 or 2d12+4
        dice: Arg<TraitDice> = positional().fact(Fact::Skill),
        /// Further cards for dice that do not fit on one
        more: List<CardList>,
        /// Follow-up cards in the order drawn, while results are exceptional
        then: List<CardList> = used_as(CardUse::FollowUp),
        /// Fate chips.
        chips: ChipFields,
    }
}

impl DiceFields {
    fn resolve<'d>(&self, at: &mut Context<'d, '_>, further: u8) -> Result<Roll<'d>, Problems> {
        let (mut dice, white) = (self.dice.get(), self.chips.white.get());
        dice.dice.level = dice.dice.level.saturating_add(further);
        let count = usize::from(dice.dice.level) + usize::from(white);
        let first = at.first(&self.card, &self.then);
        let more = at.cards_or(&self.more, further_cards(at, count));
        let ((card, then), more, bonus) = all((first, more, self.chips.bonus(at)))?;
        let cards = [card].into_iter().chain(more).collect();
        let mut roll = Roll { cards, then, white, bonus, ..Roll::new(at.deck(), dice, card) };
        // Follow-up cards that the roll does not use may be for something else, such as damage.
        if roll.read(&at.setting.rules.fi3).is_ok_and(|answer| Answer::is_open(&answer)) {
            let follow_ups = at.follow_ups(&roll.cards)?;
            roll.then.extend(follow_ups);
        }
        if !roll.then.is_empty() {
            at.note(self.then.field(), texts(&roll.then));
        }
        Ok(roll)
    }
}

/// The number of cards that these dice need after the first.
fn further_cards(at: &Context<'_, '_>, dice: usize) -> usize {
    let rows = usize::from(at.deck().layout().cause.rows.max(1));
    dice.div_ceil(rows).saturating_sub(1)
}

fields! {
    /// Fate chips spent on the roll.
    struct ChipFields {
        /// White chips spent: each one die more
        white: Arg<Number<u8, 0, 99>> = value("CHIPS").default("0"),
        /// A red chip spent, and the card drawn for it, with follow-ups such as 34+11
        red: Opt<Chain> = excludes(&["blue"]),
        /// A blue chip spent, and the card drawn for it
        blue: Opt<Chain>,
    }
}

impl ChipFields {
    fn bonus(&self, at: &mut Context<'_, '_>) -> Result<Option<BonusDie>, Problems> {
        let (chip, cards) = match self.red.is_given() {
            true => (BonusChip::Red, &self.red),
            false => (BonusChip::Blue, &self.blue),
        };
        Ok(at.chain_if(cards)?.map(|draw| BonusDie { chip, draw }))
    }
}

fields! {
    /// The character's training in the skill.
    struct TrainingFields {
        /// The skill is only related to the task: 2 off
        related: Flag = excludes(&["untrained"]),
        /// The skill is missing and the trait is used instead: half the total
        untrained: Flag,
    }
}

impl TrainingFields {
    fn get(&self) -> Training {
        match (self.related.get(), self.untrained.get()) {
            (true, _) => Training::Related,
            (_, true) => Training::Untrained,
            _ => Training::Trained,
        }
    }
}

fields! {
    /// The penalties of a roll.
    pub struct StateFields {
        /// How well the skill fits.
        training: TrainingFields,
        /// The character's worst wound, 0 to 5
        wounded: Arg<Number<u8, 0, 5>> = value("WOUNDS").default("0").fact(Fact::Wounded),
        /// Other penalties to the total; a bonus is negative
        penalty: Arg<Number<i32, -99, 99>> = default("0").fact(Fact::Penalty),
    }
}

impl StateFields {
    /// The roll with these penalties.
    pub fn weaken<'d>(&self, roll: Roll<'d>) -> Roll<'d> {
        let (wounds, penalty) = (self.wounded.get(), self.penalty.get());
        Roll { wounds, penalty, training: self.training.get(), ..roll }
    }
}

fields! {
    /// Both sides of an opposed roll.
    pub struct OpposedFields {
        /// The one who begins.
        active: RollFields,
        /// The other side.
        opponent: OpponentFields,
    }
}

impl OpposedFields {
    /// The contest.
    pub fn resolve<'d>(&self, at: &mut Context<'d, '_>) -> Result<Contest<Roll<'d>>, Problems> {
        let (active, opponent) = all((self.active.resolve(at), self.opponent.resolve(at)))?;
        Ok(Contest { active, opponent })
    }
}

fields! {
    /// The other side of an opposed roll.
    struct OpponentFields {
        /// The opponent's card, with follow-ups such as 34+11
        opponent_cards: Arg<Chain> = positional().value("OPPONENT_CARDS"),
        /// The opponent's dice
        opponent_dice: Arg<TraitDice> = positional().value("OPPONENT_DICE"),
        /// Further cards for the opponent's dice
        opponent_more: List<CardList>,
        /// The opponent's worst wound, 0 to 5
        opponent_wounded: Arg<Number<u8, 0, 5>> = value("WOUNDS").default("0"),
        /// Other penalties to the opponent's total
        opponent_penalty: Arg<Number<i32, -99, 99>> = default("0"),
    }
}

impl OpponentFields {
    fn resolve<'d>(&self, at: &mut Context<'d, '_>) -> Result<Roll<'d>, Problems> {
        let dice = self.opponent_dice.get();
        let draw = at.chain(&self.opponent_cards);
        let count = further_cards(at, dice.dice.level.into());
        let (draw, more) = all((draw, at.cards_or(&self.opponent_more, count)))?;
        let mut roll = roll_with(at.deck(), dice, &draw);
        roll.cards.extend(more);
        let (wounds, penalty) = (self.opponent_wounded.get(), self.opponent_penalty.get());
        Ok(Roll { wounds, penalty, ..roll })
    }
}
