//! Attacks, `attack 12 3 weapon melee physique 3 armour 1 dodge 20:3`, wounds, and ammunition.

use std::fmt;

use super::check::{CheckFields, Levels, Trait};
use crate::table::questions::prelude::*;
use crate::table::questions::rounds::ActionsFields;
use crate::table::rules::ladder::{
    Attack, Check, FireMode, LevelAnswer, Purpose, Weapon, Wounds, fire,
};

choice! {
    Weapon {
        "unarmed" => Weapon::Unarmed, "Fists";
        "impractical" => Weapon::Impractical, "Hardly fit for it";
        "weak" => Weapon::Weak, "A weak melee weapon";
        "melee" => Weapon::Melee, "A melee weapon, thrown too";
        "ranged" => Weapon::Ranged, "A pistol, rifle or crossbow";
        "heavy" => Weapon::Heavy, "A heavy machine gun";
    }
}

/// `20:3`: a card and a trait; a missing card is drawn.
#[derive(Clone, Debug)]
struct Dodge {
    card: CardRef,
    skill: i8,
}

impl ArgType for Dodge {
    type Value = Self;
    const KIND: FieldKind = FieldKind::Text;

    fn parse(text: &str, name: &str, setting: &Setting) -> Result<Self, Problem> {
        let (card, skill) = text.split_once(':').unwrap_or(("", text));
        Ok(Self {
            card: CardRef::parse(card, name, setting)?,
            skill: Trait::parse(skill, "trait", setting)?,
        })
    }
}

impl fmt::Display for Dodge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.card, self.skill)
    }
}

fields! {
    /// An attack, from the rolls to the wound.
    pub struct AttackQuestion {
        /// Card and trait.
        check: CheckFields,
        /// How many actions there are.
        actions: ActionsFields,
        /// The weapon class
        weapon: Arg<Weapon> = value("WEAPON"),
        /// The attacker's Physique
        physique: Arg<Trait> = value("TRAIT").default("2"),
        /// The target's dodge or parry: its card and trait, such as 20:3
        dodge: Opt<Dodge> = value("CARD:TRAIT").fact(Fact::Dodge),
        /// All actions of the target's turn
        dodge_actions: Arg<Number<u8, 1, 99>> = default("1"),
        /// Other modifiers to the dodge
        dodge_modifier: Arg<Number<i16, -99, 99>> = default("0"),
        /// Levels of damage the target has taken before
        target_hurt: Arg<Levels> = value("LEVELS").default("0"),
        /// The target's armour points
        armour: Arg<Number<u8, 0, 99>> = value("POINTS").default("0").fact(Fact::Armour),
        /// Other modifiers to the damage
        damage_modifier: Arg<Number<i16, -99, 99>> = default("0"),
    }
}

impl AttackQuestion {
    fn defense<'d>(&self, at: &mut Context<'d, '_>) -> Result<Option<Check<'d>>, Problems> {
        let Some(dodge) = self.dodge.get() else { return Ok(None) };
        let example = "card and trait, such as 20:3";
        let is_left_out = dodge.card == CardRef::Usual;
        listed(
            at.check_has_cards(&dodge.skill.to_string(), is_left_out, example)
                .map_err(|problem| problem.for_argument("dodge")),
        )?;
        let card = at.draw_card(dodge.card)?;
        let dodge = Dodge { card: CardRef::Number(card), ..dodge };
        at.note(self.dodge.field(), vec![dodge.to_string()]);
        Ok(Some(Check {
            deck: at.deck(),
            card,
            skill: dodge.skill,
            purpose: Purpose::Action,
            actions: self.dodge_actions.get(),
            wounds: Wounds::new(self.target_hurt.get()),
            modifier: self.dodge_modifier.get(),
        }))
    }
}

impl Question for AttackQuestion {
    const NAME: &'static str = "attack";
    const HELP: &'static str = "Resolve an attack, from the rolls to the wound";
    const EXAMPLES: [&'static str; 2] =
        ["12 3 weapon melee physique 3", "12 3 weapon ranged armour 1 dodge 20:3"];
    const DEMAND: Demand = Demand::Action;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let attack = self.check.resolve(at, Purpose::Action, self.actions.get());
        let (attack, defense) = all((attack, self.defense(at)))?;
        let weapon = self.weapon.get();
        let question = Attack {
            attack,
            defense,
            weapon,
            physique: if weapon.needs_physique() { self.physique.get() } else { 0 },
            armour: self.armour.get(),
            damage_modifier: self.damage_modifier.get(),
            target_wounds: Wounds::new(self.target_hurt.get()),
        };
        answered(question.answer(&at.setting.rules.ladder))
    }
}

fields! {
    /// Adds up levels of damage.
    pub struct TallyQuestion {
        /// Levels of damage of each hit
        hits: List<Levels> = positional().value("LEVELS").required(),
    }
}

impl Question for TallyQuestion {
    const NAME: &'static str = "hurt tally";
    const HELP: &'static str = "Add up levels of damage and read what they mean";
    const EXAMPLES: [&'static str; 2] = ["3", "3 2"];

    fn answer(&self, _: &mut Context<'_, '_>) -> Answered {
        Ok(Box::new(LevelAnswer::new(&self.hits.get())))
    }
}

choice! {
    FireMode {
        "single" => FireMode::Single, "One shot";
        "burst" => FireMode::Burst, "Three shots";
        "full-auto" => FireMode::FullAuto, "The whole clip";
        "half-auto" => FireMode::HalfAuto, "Half of a very large clip";
    }
}

fields! {
    /// The shots fired and left.
    pub struct AmmunitionQuestion {
        /// How the weapon is fired
        mode: Arg<FireMode> = positional().value("MODE"),
        /// Shots in the clip
        clip: Arg<Number<u16, 0, 9999>> = value("SHOTS"),
        /// At arm's length
        point_blank: Flag,
    }
}

impl Question for AmmunitionQuestion {
    const NAME: &'static str = "compute ammunition";
    const HELP: &'static str = "Count the shots fired and left";
    const EXAMPLES: [&'static str; 2] = ["burst clip 15", "full-auto clip 15 point-blank"];

    fn answer(&self, _: &mut Context<'_, '_>) -> Answered {
        let mode = self.mode.get();
        let point_blank = mode.is_automatic() && self.point_blank.get();
        answered(fire(mode, self.clip.get(), point_blank))
    }
}
