//! `lookup wounds attack 12 3 --weapon melee --physique 3 --armour 1 --dodge 20:3 --dodge-actions 2`.

use crate::diagnostic::Problems;
use crate::rules::ladder::{Attack, AttackAnswer, Check, Purpose, Weapon};
use clap::{Args, ValueEnum};

use super::check::{CheckArgs, ladder_trait, levels};
use crate::cli::lookup::d6::ActionsArgs;
use crate::cli::lookup::meaning::Meaning;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    check: CheckArgs,
    #[command(flatten)]
    actions: ActionsArgs,
    /// What hurts
    #[arg(long, value_name = "WEAPON")]
    weapon: WeaponArg,
    /// The attacker's Physique
    #[arg(long, value_name = "TRAIT", default_value = "2", allow_hyphen_values = true)]
    physique: String,
    /// The target's dodge or parry: its card and trait, such as 20:3
    #[arg(long, value_name = "CARD:TRAIT", allow_hyphen_values = true)]
    dodge: Option<String>,
    /// All actions of the target's turn
    #[arg(long, value_name = "NUMBER", default_value = "1", allow_hyphen_values = true)]
    dodge_actions: String,
    /// Other modifiers to the dodge
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    dodge_modifier: String,
    /// Levels of damage the target has taken before
    #[arg(long, value_name = "LEVELS", default_value = "0", allow_hyphen_values = true)]
    target_hurt: String,
    /// The target's armour points
    #[arg(long, value_name = "POINTS", default_value = "0", allow_hyphen_values = true)]
    armour: String,
    /// Other modifiers to the damage
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    damage_modifier: String,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
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
    fn meant(self) -> Weapon {
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

impl Typed {
    /// The wound.
    pub fn answer(&self, setting: &Setting) -> Result<AttackAnswer, Problems> {
        let mut meaning = setting.meaning();
        let actions = self.actions.meant(&mut meaning);
        let attack = self.check.meant(setting, &mut meaning, Purpose::Action, actions);
        let physique = ladder_trait(&mut meaning, &self.physique);
        let armour = meaning.number(&self.armour, "armour", 0..=99);
        let damage_modifier = meaning.number(&self.damage_modifier, "modifier", -99..=99);
        let defense = self.defense(setting, &mut meaning);
        let target_wounds = levels(&mut meaning, &self.target_hurt);
        let answer = attack
            .zip(physique)
            .zip(armour.zip(damage_modifier))
            .zip(defense.zip(target_wounds))
            .and_then(
                |(((attack, physique), (armour, damage_modifier)), (defense, target_wounds))| {
                    let weapon = self.weapon.meant();
                    let question = Attack {
                        attack,
                        defense,
                        weapon,
                        physique,
                        armour,
                        damage_modifier,
                        target_wounds,
                    };
                    meaning.keep(question.answer(&setting.options))
                },
            );
        meaning.settled(answer)
    }

    /// `Some(None)` when there is none.
    fn defense<'d>(
        &self,
        setting: &'d Setting,
        meaning: &mut Meaning,
    ) -> Option<Option<Check<'d>>> {
        let actions = meaning.number(&self.dodge_actions, "number of actions", 1..=99);
        let modifier = meaning.number(&self.dodge_modifier, "modifier", -99..=99);
        let Some(text) = &self.dodge else { return actions.zip(modifier).map(|_| None) };
        let Some((card, skill)) = text.split_once(':') else {
            let message = format!("dodge {text:?} has no trait");
            return meaning.refuse(&message, "card and trait, such as 20:3");
        };
        let (card, skill) = (meaning.of(card), ladder_trait(meaning, skill));
        let wounds = levels(meaning, &self.target_hurt);
        let ((card, skill), ((actions, modifier), wounds)) =
            card.zip(skill).zip(actions.zip(modifier).zip(wounds))?;
        let (deck, purpose) = (&setting.deck, Purpose::Action);
        Some(Some(Check { deck, card, skill, purpose, actions, wounds, modifier }))
    }
}
