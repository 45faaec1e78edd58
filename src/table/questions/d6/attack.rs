//! Attacks against a difficulty, `attack 34 5D+1 active 17 range 5 cover 2D@12`, and the damage of
//! hits.

use super::roll::{CardsFields, CodeFields};
use crate::deck::CardNumber;
use crate::table::questions::prelude::*;
use crate::table::questions::rounds::ActionsFields;
use crate::table::rules::TnAccount;
use crate::table::rules::d6::{
    Attack, Band, Block, Blow, Damage, DamageCode, DieCode, Guard, Modifier, Resistance, Standing,
    cards_needed, difficulty, within_reach,
};

choice! {
    Band {
        "point-blank" => Band::PointBlank, "Arm's length";
        "short" => Band::Short, "Near";
        "medium" => Band::Medium, "Farther";
        "long" => Band::Long, "Far";
    }
}

/// A modifier before its cards are drawn: `5`, or dice: `2D@17` with cards, `2D` without.
#[derive(Clone, Debug)]
enum ModifierWord {
    Fixed(i16),
    Dice { easier: bool, code: DieCode, cards: Chain },
}

impl ArgType for ModifierWord {
    type Value = Self;
    const KIND: FieldKind = FieldKind::Text;

    fn parse(text: &str, name: &str, setting: &Setting) -> Result<Self, Problem> {
        let (dice, cards) = text.split_once('@').unwrap_or((text, ""));
        let (easier, dice) = match dice.strip_prefix('-') {
            Some(dice) => (true, dice),
            None => (false, dice),
        };
        let dice = dice.parse::<DieCode>().ok().filter(|code| code.dice() > 0);
        match (dice, text.parse::<Modifier>()) {
            (_, Ok(Modifier::Fixed(number))) => Ok(Self::Fixed(number)),
            (Some(code), _) => {
                Ok(Self::Dice { easier, code, cards: Chain::parse(cards, name, setting)? })
            }
            (None, read) => Err(read.err().map_or_else(
                || Problem::new(format!("modifier {text:?} has no dice")).accepts("2D@17"),
                Problem::from,
            )),
        }
    }
}

impl ModifierWord {
    /// The modifier, with the cards of its dice.
    fn resolve(self, at: &mut Context<'_, '_>) -> Result<Modifier, Problems> {
        match self {
            Self::Fixed(number) => Ok(Modifier::Fixed(number)),
            Self::Dice { easier, code, cards } => {
                let example = "dice and cards, such as 2D@12";
                let cards = dice_cards(code, &cards, at, example)?;
                Ok(Modifier::Rolled { easier, code, cards })
            }
        }
    }
}

/// The cards of a code within a longer word; `example` is a valid word.
fn dice_cards(
    code: DieCode,
    cards: &Chain,
    at: &mut Context<'_, '_>,
    example: &str,
) -> Result<Vec<CardNumber>, Problems> {
    listed(at.check_has_cards(&code.to_string(), cards.is_left_out(), example))?;
    at.chained(cards, cards_needed(at.deck(), code), |_| false)
}

/// The modifier of an optional field.
fn modifier_if(
    at: &mut Context<'_, '_>,
    arg: &Opt<ModifierWord>,
) -> Result<Option<Modifier>, Problems> {
    let Some(word) = arg.get() else { return Ok(None) };
    let modifier = word.resolve(at)?;
    at.note(arg.field(), vec![modifier.to_string()]);
    Ok(Some(modifier))
}

/// The modifiers of a list.
fn modifiers(
    at: &mut Context<'_, '_>,
    list: &List<ModifierWord>,
) -> Result<Vec<Modifier>, Problems> {
    let modifiers = each(list.get().into_iter().map(|word| word.resolve(at)))?;
    if !modifiers.is_empty() {
        at.note(list.field(), modifiers.iter().map(Modifier::to_string).collect());
    }
    Ok(modifiers)
}

fields! {
    /// What an attack has to reach.
    struct DifficultyFields {
        /// Value of the target's active defense, instead of 10
        active: Opt<Number<i64, 0, 9999>>,
        /// The target's turn comes later, so that its active defense is too late and does not count
        too_late: Flag,
        /// Modifier for range: a number, or dice and their cards such as 2D@12
        range: Opt<ModifierWord> = value("MODIFIER"),
        /// Modifier for cover, poor light, smoke
        cover: Opt<ModifierWord> = value("MODIFIER"),
        /// Other modifiers
        other: List<ModifierWord> = value("MODIFIER").unsplit(),
        /// Distance band of the target of a close-combat attack
        band: Opt<Band> = value("BAND").needs("length"),
        /// Length of the close-combat weapon in centimetres, 0 for bare hands
        length: Opt<Number<u16, 0, 9999>> = value("CM").needs("band"),
    }
}

impl DifficultyFields {
    /// The difficulty with its reasons.
    fn resolve(&self, at: &mut Context<'_, '_>) -> Result<TnAccount, Problems> {
        let (range, cover, other, ()) = all((
            modifier_if(at, &self.range),
            modifier_if(at, &self.cover),
            modifiers(at, &self.other),
            self.check_reach(),
        ))?;
        let modifiers: Vec<(&str, Modifier)> = range
            .map(|modifier| ("range", modifier))
            .into_iter()
            .chain(cover.map(|modifier| ("cover", modifier)))
            .chain(other.into_iter().map(|modifier| ("other", modifier)))
            .collect();
        let standing = match self.too_late.get() {
            true => Standing::TooLate,
            false => self.active.get().map_or(Standing::Passive, Standing::Active),
        };
        listed(difficulty(at.deck(), standing, &modifiers))
    }

    fn check_reach(&self) -> Result<(), Problems> {
        match self.band.get().zip(self.length.get()) {
            Some((band, length)) => listed(within_reach(band, length)),
            None => Ok(()),
        }
    }
}

fields! {
    /// The difficulty of an attack.
    pub struct DifficultyQuestion {
        /// What it has to reach.
        difficulty: DifficultyFields,
    }
}

impl Question for DifficultyQuestion {
    const NAME: &'static str = "compute difficulty";
    const HELP: &'static str = "Work out the difficulty of an attack";
    const EXAMPLES: [&'static str; 2] = ["active 17 range 5", "range -5 cover 2D@12"];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        Ok(Box::new(self.difficulty.resolve(at)?))
    }
}

fields! {
    /// An attack; the code is the combat skill.
    pub struct AttackQuestion {
        /// Cards and code.
        roll: CodeFields,
        /// Whole rounds of aiming just before: +1D each, +3D at most
        aim: Arg<Number<u8, 0, 99>> = value("ROUNDS").default("0"),
        /// How many actions there are.
        actions: ActionsFields,
        /// What it has to reach.
        difficulty: DifficultyFields,
    }
}

impl Question for AttackQuestion {
    const NAME: &'static str = "attack";
    const HELP: &'static str = "Resolve an attack, with aim and damage bonus";
    const EXAMPLES: [&'static str; 2] = ["34 5D+1 aim 1 active 17", "34 5D+1 range -5"];
    const DEMAND: Demand = Demand::Action;
    const PARTS: &'static [Part] = &[Part::Effect];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let (cards, difficulty) = all((self.roll.cards.draw(at), self.difficulty.resolve(at)))?;
        let (deck, skill) = (at.deck(), self.roll.code.get());
        let (aim_rounds, actions) = (self.aim.get(), self.actions.get());
        let ask = |cards: &[CardNumber]| {
            let (difficulty, cards) = (difficulty.clone(), cards.to_vec());
            Attack { deck, skill, aim_rounds, actions, difficulty, cards }.answer()
        };
        self.roll.cards.complete(at, cards, ask)
    }
}

/// `3D+1@11`: a code with its cards, which are drawn if left out.
#[derive(Clone, Debug)]
struct ResistanceWord {
    code: DieCode,
    cards: Chain,
}

impl ArgType for ResistanceWord {
    type Value = Self;
    const KIND: FieldKind = FieldKind::Text;

    fn parse(text: &str, name: &str, setting: &Setting) -> Result<Self, Problem> {
        let (code, cards) = text.split_once('@').unwrap_or((text, ""));
        Ok(Self { code: code.parse()?, cards: Chain::parse(cards, name, setting)? })
    }
}

fields! {
    /// The damage of a hit, reduced by the resistance.
    pub struct DamageQuestion {
        /// The cards.
        cards: CardsFields,
        /// The weapon's damage: 5D, or +2D for one that adds to Strength Damage
        weapon: Arg<DamageCode> = positional().value("DAMAGE"),
        /// The attacker's Strength
        strength: Opt<DieCode> = value("CODE"),
        /// Damage bonus of the attack
        bonus: Arg<Number<u16, 0, 999>> = default("0"),
        /// Other modifiers to the damage
        modifier: Arg<Number<i16, -999, 999>> = default("0"),
        /// The target's resistance and its cards, such as 3D+1@11
        resist: Opt<ResistanceWord> = value("CODE@CARDS"),
    }
}

impl DamageQuestion {
    fn resistance(&self, at: &mut Context<'_, '_>) -> Result<Option<Resistance>, Problems> {
        let Some(ResistanceWord { code, cards }) = self.resist.get() else { return Ok(None) };
        let cards = dice_cards(code, &cards, at, "code and cards, such as 3D+1@11")
            .map_err(|problems| problems.map(|problem| problem.clone().for_argument("resist")))?;
        at.note(self.resist.field(), vec![format!("{code}@{}", chain_text(&cards))]);
        Ok(Some(Resistance { code, cards }))
    }
}

impl Question for DamageQuestion {
    const NAME: &'static str = "hurt damage";
    const HELP: &'static str = "Resolve damage against resistance";
    const EXAMPLES: [&'static str; 2] = ["34 4D resist 3D@11", "34 +2D strength 3D+2 bonus 1"];
    const PARTS: &'static [Part] = &[Part::Effect];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let (cards, resistance) = all((self.cards.draw(at), self.resistance(at)))?;
        let (deck, options) = (at.deck(), &at.setting.rules.d6);
        let weapon = self.weapon.get();
        let strength = if weapon.adds_strength { self.strength.get() } else { None };
        let (bonus, modifier) = (self.bonus.get(), self.modifier.get());
        let ask = |cards: &[CardNumber]| {
            let (cards, resistance) = (cards.to_vec(), resistance.clone());
            Damage { deck, weapon, strength, bonus, modifier, cards, resistance }.answer(options)
        };
        self.cards.complete(at, cards, ask)
    }
}

choice! {
    Blow {
        "unarmed" => Blow::Unarmed, "Fist or foot";
        "blunt" => Blow::Blunt, "A weapon without edge or energy";
        "bladed" => Blow::Bladed, "A bladed or energized weapon";
    }
}

choice! {
    Guard {
        "body" => Guard::Body, "A part of the body";
        "blunt" => Guard::Blunt, "A thing without edge or energy";
        "bladed" => Guard::Bladed, "A sharp or energized weapon";
    }
}

fields! {
    /// A blow that was blocked or parried.
    pub struct BlockQuestion {
        /// The attacker's weapon
        blow: Arg<Blow> = positional().value("BLOW"),
        /// What the defender blocks with
        guard: Arg<Guard> = positional().value("GUARD"),
        /// The blow was stopped
        stopped: Flag,
        /// Armour or a special ability covers the body part that blocks a blade
        covered: Flag,
    }
}

impl Question for BlockQuestion {
    const NAME: &'static str = "compute block";
    const HELP: &'static str = "Resolve the injuries of a block or parry";
    const EXAMPLES: [&'static str; 2] = ["unarmed bladed", "unarmed bladed stopped"];

    fn answer(&self, _: &mut Context<'_, '_>) -> Answered {
        let (blow, guard, stopped) = (self.blow.get(), self.guard.get(), self.stopped.get());
        let covered = (blow, guard) == (Blow::Bladed, Guard::Body) && self.covered.get();
        Ok(Box::new(Block { blow, guard, stopped, covered }.answer()))
    }
}
