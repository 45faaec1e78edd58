//! `lookup ladder attack 12 3 --weapon melee --physique 3 --armour 1 --dodge 20:3 --dodge-actions 2`.

use std::fmt;

use super::check::{CheckArgs, Levels, Trait};
use crate::cli::lookup::d6::ActionsArgs;
use crate::cli::lookup::prelude::*;
use crate::rules::ladder::{Attack, Check, Purpose, Weapon, Wounds};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    #[command(flatten)]
    #[serde(flatten)]
    check: CheckArgs,
    #[command(flatten)]
    #[serde(flatten)]
    actions: ActionsArgs,
    /// What hurts
    #[arg(long, value_name = "WEAPON")]
    weapon: WeaponArg,
    /// The attacker's Physique
    #[arg(long, value_name = "TRAIT", default_value = "2", allow_hyphen_values = true)]
    physique: Trait,
    /// The target's dodge or parry: its card and trait, such as 20:3
    #[arg(long, value_name = "CARD:TRAIT", allow_hyphen_values = true)]
    dodge: Option<Parsed<DodgeArg>>,
    /// All actions of the target's turn
    #[arg(long, value_name = "NUMBER", default_value = "1", allow_hyphen_values = true)]
    dodge_actions: Number<u8, 1, 99>,
    /// Other modifiers to the dodge
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    dodge_modifier: Number<i16, -99, 99>,
    /// Levels of damage the target has taken before
    #[arg(long, value_name = "LEVELS", default_value = "0", allow_hyphen_values = true)]
    target_hurt: Levels,
    /// The target's armour points
    #[arg(long, value_name = "POINTS", default_value = "0", allow_hyphen_values = true)]
    armour: Number<u8, 0, 99>,
    /// Other modifiers to the damage
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    damage_modifier: Number<i16, -99, 99>,
}

#[derive(Clone, Copy, Debug, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
enum WeaponArg {
    /// Fists
    Unarmed,
    /// Hardly fit for it
    Impractical,
    /// A weak melee weapon
    Weak,
    /// A melee weapon, thrown too
    Melee,
    /// A pistol, rifle or crossbow
    Ranged,
    /// A heavy machine gun
    Heavy,
}

impl WeaponArg {
    fn weapon(self) -> Weapon {
        match self {
            Self::Unarmed => Weapon::Unarmed,
            Self::Impractical => Weapon::Impractical,
            Self::Weak => Weapon::Weak,
            Self::Melee => Weapon::Melee,
            Self::Ranged => Weapon::Ranged,
            Self::Heavy => Weapon::Heavy,
        }
    }
}

/// `20:3`
#[derive(Debug)]
struct DodgeArg;

#[derive(Clone, Debug)]
struct Dodge {
    card: Parsed<CardRef>,
    skill: Trait,
}

impl Argument for DodgeArg {
    type Value = Dodge;

    fn read(text: &str, name: &str) -> Result<Dodge, Problem> {
        // A card that is left out is drawn.
        let (card, skill) = text.split_once(':').unwrap_or(("", text));
        Ok(Dodge { card: Parsed::read(card, name), skill: Parsed::part(skill, "trait", name) })
    }
}

impl fmt::Display for Dodge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.card.text(), self.skill.text())
    }
}

/// The wound.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let attack = self.check.resolve(at, Purpose::Action, self.actions.get());
        let defense = self.defense(at);
        let (attack, physique, armour, damage_modifier, defense, target_levels) = all((
            attack,
            self.physique.get(),
            self.armour.get(),
            self.damage_modifier.get(),
            defense,
            self.target_hurt.get(),
        ))?;
        let question = Attack {
            attack,
            defense,
            weapon: self.weapon.weapon(),
            physique,
            armour,
            damage_modifier,
            target_wounds: Wounds::new(target_levels),
        };
        said(question.answer(&at.setting.rules.ladder))
    }
}

impl Typed {
    fn defense<'d>(&mut self, at: &mut Context<'d, '_>) -> Result<Option<Check<'d>>, Problems> {
        let state =
            all((self.dodge_actions.get(), self.dodge_modifier.get(), self.target_hurt.get()));
        let Some(typed) = &mut self.dodge else { return state.map(|_| None) };
        let mut dodge = typed.get()?;
        let skill = dodge.skill.get();
        if skill.is_ok() {
            let example = "card and trait, such as 20:3";
            let has_card = at.has_cards(dodge.skill.text(), dodge.card.text(), example);
            told(has_card.map_err(|problem| problem.of_argument("dodge")))?;
        }
        let card = at.card(&mut dodge.card, CardUse::Drawn);
        let (card, skill, state) = all((card, skill, state))?;
        typed.set(dodge);
        let (actions, modifier, levels) = state;
        let (deck, purpose, wounds) = (&at.setting.deck, Purpose::Action, Wounds::new(levels));
        Ok(Some(Check { deck, card, skill, purpose, actions, wounds, modifier }))
    }
}
