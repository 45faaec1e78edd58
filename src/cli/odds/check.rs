//! `odds 3d10 --tn 7 --weapon "example revolver" --wounds 2 --location head --spend-bumps`.

use crate::diagnostic::Problems;
use crate::lookup::{EffectCell, TargetNumber};
use crate::odds::{CheckOdds, Event, HitEvent, Pile, WoundsDealt, usual_targets};
use crate::rules::{Forced, Harm, Size, Weapon};
use clap::Args;

use crate::cli::lookup::hit::{ForcedArgs, HarmName};
use crate::cli::lookup::meaning::Meaning;
use crate::cli::lookup::setting::Setting;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// Skill level and die, such as 3d10, or a trait or skill of the character who acts
    #[arg(value_name = "DICE", required = true)]
    dice: Option<String>,
    /// Target numbers; when left out, 2 to twice the die
    #[arg(long, value_name = "NUMBER,…", value_delimiter = ',', allow_hyphen_values = true)]
    tn: Vec<String>,
    /// Effect cell that has to reach --at-least on the same card, such as '(3)6'
    #[arg(long, value_name = "CELL", requires = "at_least")]
    effect: Option<String>,
    /// Magnitude that the effect cell has to reach
    #[arg(long, value_name = "NUMBER", requires = "effect", allow_hyphen_values = true)]
    at_least: Option<String>,
    /// Hit location that the same card has to show
    #[arg(long, value_name = "LOCATION")]
    location: Option<String>,
    /// Wounds that the hit has to deal at least, with --dmg or --weapon
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    wounds: Option<String>,
    /// Weapon of the table, for its damage cell, harm and forced moves
    #[arg(long, value_name = "NAME")]
    weapon: Option<String>,
    /// Damage cell of --wounds, such as '(3)6'
    #[arg(long, value_name = "CELL", requires = "wounds")]
    dmg: Option<String>,
    /// Bumps that count for damage only
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    damage_bumps: String,
    /// The target's Size
    #[arg(long, value_name = "SIZE", default_value = "6", allow_hyphen_values = true)]
    size: String,
    /// How the attack hurts
    #[arg(long, value_enum, requires = "wounds")]
    harm: Option<HarmName>,
    /// Bumps of the check move the hit as wanted
    #[arg(long)]
    spend_bumps: bool,
    #[command(flatten)]
    forced: ForcedArgs,
}

impl Typed {
    /// Whether target numbers were named.
    pub fn names_targets(&self) -> bool {
        !self.tn.is_empty()
    }

    /// Reports dice that stand before another question.
    pub fn refuse_beside_another(&self, meaning: &mut Meaning) {
        if let Some(dice) = &self.dice {
            meaning.refuse::<()>(
                &format!("{dice:?} stands before another question"),
                "DICE, or one of the commands, not both",
            );
        }
    }

    /// The odds.
    pub fn answer(
        &self,
        setting: &Setting,
        pile: Option<Pile>,
        mut meaning: Meaning,
    ) -> Result<CheckOdds, Problems> {
        let dice = self.dice.as_deref().unwrap_or_default();
        let pool = if setting.character.is_none() && !dice.contains(|c: char| c.is_ascii_digit()) {
            meaning.refuse(
                &format!("{dice:?} is neither a check nor a command"),
                "dice such as 3d10, or one of table, effect, location, penetration, burst, \
                 failure, unintended, scatter, toggle",
            )
        } else {
            meaning.pool(setting, dice)
        };
        let targets = meaning.all::<TargetNumber>(&self.tn);
        let event = self.event(setting, &mut meaning);
        let ((pool, targets), (pile, event)) =
            meaning.settled(pool.zip(targets).zip(pile.zip(event)))?;
        let targets = if targets.is_empty() { usual_targets(pool.die()) } else { targets };
        Ok(CheckOdds::new(pool, &pile, &targets, event.as_ref()))
    }

    fn event<'d>(&self, setting: &'d Setting, meaning: &mut Meaning) -> Option<Option<Event<'d>>> {
        let effect = match (&self.effect, &self.at_least) {
            (Some(cell), Some(least)) => {
                let cell = meaning.effect_cell(setting, cell);
                let least = meaning.number(least, "magnitude", 0..=99_999);
                cell.zip(least).map(Some)
            }
            _ => Some(None),
        };
        let weapon = meaning.weapon(setting, self.weapon.as_deref());
        let location = match &self.location {
            None => Some(None),
            Some(name) => meaning.location(setting, name).map(Some),
        };
        let wounds = match (&self.wounds, &weapon) {
            (None, _) => Some(None),
            (Some(_), None) => None,
            (Some(text), Some(weapon)) => {
                self.wounds(text, setting, weapon.as_ref(), meaning).map(Some)
            }
        };
        let (effect, weapon, location, wounds) = (effect?, weapon?, location?, wounds?);
        let forced = self.forced.meant(weapon.as_ref());
        let bumps = self.spend_bumps.then_some(setting.options.bump_divisor);
        let asked = location.is_some() || wounds.is_some();
        if !asked && (bumps.is_some() || forced != Forced::default()) {
            return meaning.refuse("moves of the hit without a hit", "--location or --wounds too");
        }
        let hit = asked.then_some(HitEvent { location, forced, bumps, wounds });
        Some((effect.is_some() || hit.is_some()).then_some(Event { effect, hit }))
    }

    fn wounds<'d>(
        &self,
        wounds: &str,
        setting: &'d Setting,
        weapon: Option<&Weapon>,
        meaning: &mut Meaning,
    ) -> Option<WoundsDealt<'d>> {
        let least = meaning.number(wounds, "number of wounds", 0..=9999_u32);
        let cell = match (&self.dmg, weapon) {
            (Some(text), _) => meaning.effect_cell(setting, text),
            (None, Some(weapon)) => meaning.keep(EffectCell::new(&setting.deck, weapon.dmg)),
            (None, None) => meaning.missing("a damage cell", "--dmg or --weapon"),
        };
        let bumps = meaning.number(&self.damage_bumps, "number of bumps", 0..=99);
        let size: Option<Size> = meaning.of(&self.size);
        let harm: Harm = match self.harm {
            Some(harm) => harm.meant(),
            None => weapon.map(Weapon::harm).unwrap_or_default(),
        };
        Some(WoundsDealt::new(least?, cell?, bumps?, (size?, harm), &setting.options))
    }
}
