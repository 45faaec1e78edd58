//! `odds 3d10 --tn 7 --weapon "example revolver" --wounds 2 --location head --spend-bumps`.

use clap::Args;

use crate::cli::argument::{Get, Number, Parsed, all, refuse};
use crate::cli::lookup::dice::Dice;
use crate::cli::lookup::hit::{ForcedArgs, HarmName, damage_cell};
use crate::cli::lookup::name::{PlaceName, WeaponName};
use crate::cli::lookup::setting::Setting;
use crate::diagnostic::Problems;
use crate::dice::{CheckDice, EffectDice};
use crate::lookup::{Pool, TargetNumber};
use crate::odds::{CheckOdds, Event, HitEvent, Pile, WoundsDealt, usual_targets};
use crate::rules::{Forced, Size, Weapon};

/// What was typed. Its group bears a name of its own, for it stands in a command whose group is called
/// as the type is.
#[derive(Debug, Args)]
#[group(id = "odds_check")]
pub struct Typed {
    /// Skill level and die, such as 3d10, or a trait or skill of the character who acts
    #[arg(value_name = "DICE", required = true)]
    dice: Option<Parsed<Dice<CheckDice>>>,
    /// Target numbers; when left out, 2 to twice the die
    #[arg(long, value_name = "NUMBER,…", value_delimiter = ',', allow_hyphen_values = true)]
    tn: Vec<Parsed<TargetNumber>>,
    /// Effect cell that has to reach --at-least on the same card, such as '(3)6'
    #[arg(long, value_name = "CELL", requires = "at_least")]
    effect: Option<Parsed<EffectDice>>,
    /// Magnitude that the effect cell has to reach
    #[arg(long, value_name = "NUMBER", requires = "effect", allow_hyphen_values = true)]
    at_least: Option<Number<u32, 0, 99_999>>,
    /// Hit location that the same card has to show
    #[arg(long, value_name = "LOCATION")]
    location: Option<PlaceName>,
    /// Wounds that the hit has to deal at least, with --dmg or --weapon
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    wounds: Option<Number<u32, 0, 9999>>,
    /// Weapon of the table, for its damage cell, harm and forced moves
    #[arg(long, value_name = "NAME")]
    weapon: Option<WeaponName>,
    /// Damage cell of --wounds, such as '(3)6'
    #[arg(long, value_name = "CELL", requires = "wounds")]
    dmg: Option<Parsed<EffectDice>>,
    /// Bumps that count for damage only
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    damage_bumps: Number<u8, 0, 99>,
    /// The target's Size
    #[arg(long, value_name = "SIZE", default_value = "6", allow_hyphen_values = true)]
    size: Parsed<Size>,
    /// How the attack hurts
    #[arg(long, value_enum, requires = "wounds")]
    harm: Option<HarmName>,
    /// Spend the check's bumps to move the hit as needed
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

    /// Refuses dice that stand before another question.
    pub fn refuse_beside_another(&self) -> Result<(), Problems> {
        match &self.dice {
            None => Ok(()),
            Some(dice) => refuse(
                format!("{:?} stands before another question", dice.text()),
                "DICE, or one of the commands, not both",
            ),
        }
    }

    /// The odds.
    pub fn answer(
        &self,
        setting: &Setting,
        pile: Result<Pile, Problems>,
    ) -> Result<CheckOdds, Problems> {
        let (pool, targets, pile, event) =
            all((self.pool(setting), self.tn.get(), pile, self.event(setting)))?;
        let targets = if targets.is_empty() { usual_targets(pool.die()) } else { targets };
        Ok(CheckOdds::new(pool, &pile, &targets, event.as_ref()))
    }

    fn pool<'d>(&self, setting: &'d Setting) -> Result<Pool<'d>, Problems> {
        let text = self.dice.as_ref().map_or("", Parsed::text);
        match self.dice.get()? {
            Some(dice)
                if setting.character.is_some() || text.contains(|c: char| c.is_ascii_digit()) =>
            {
                setting.pool(&dice)
            }
            _ => refuse(
                format!("{text:?} is neither a check nor a command"),
                "dice such as 3d10, or one of table, effect, location, penetration, burst, \
                 failure, unintended, scatter, toggle",
            ),
        }
    }

    fn event<'d>(&self, setting: &'d Setting) -> Result<Option<Event<'d>>, Problems> {
        let cell = self
            .effect
            .get()
            .and_then(|effect| effect.map(|dice| setting.effect_cell(dice)).transpose());
        let effect = all((cell, self.at_least.get())).map(|(cell, least)| cell.zip(least));
        let location = self.location.as_ref().map(|name| setting.whole_place(name)).transpose();
        let weapon = setting.weapon_if(self.weapon.as_ref());
        let hit = weapon.and_then(|weapon| {
            let wounds = self.wounds(setting, weapon.as_ref())?;
            Ok((self.forced.moves(weapon.as_ref())?, wounds))
        });
        let (effect, location, (forced, wounds)) = all((effect, location, hit))?;
        let bumps = self.spend_bumps.then_some(setting.rules.west.bump_divisor);
        let asked = location.is_some() || wounds.is_some();
        if !asked && (bumps.is_some() || forced != Forced::default()) {
            return refuse("moves of the hit without a hit", "--location or --wounds too");
        }
        let hit = asked.then_some(HitEvent { location, forced, bumps, wounds });
        Ok((effect.is_some() || hit.is_some()).then_some(Event { effect, hit }))
    }

    fn wounds<'d>(
        &self,
        setting: &'d Setting,
        weapon: Option<&Weapon>,
    ) -> Result<Option<WoundsDealt<'d>>, Problems> {
        let Some(least) = &self.wounds else { return Ok(None) };
        let cell = damage_cell(setting, self.dmg.as_ref(), weapon);
        let (least, cell, bumps, size) =
            all((least.get(), cell, self.damage_bumps.get(), self.size.get()))?;
        let harm = HarmName::or_of(self.harm, weapon);
        Ok(Some(WoundsDealt::new(least, cell, bumps, (size, harm), &setting.rules.west)))
    }
}
