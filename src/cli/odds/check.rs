//! `odds 3d10 --tn 7 --weapon "example revolver" --wounds 2 --location head --spend-bumps`.

use clap::Args;

use super::answer::Odds;
use super::ask::BandArgs;
use super::contest::ContestArgs;
use super::manner::MannerArgs;
use crate::cli::argument::{Get, Number, Parsed, all, refuse, told};
use crate::cli::lookup::dice::Dice;
use crate::cli::lookup::hit::{ForcedArgs, HarmName, damage_cell};
use crate::cli::lookup::name::{PlaceName, WeaponName};
use crate::cli::lookup::setting::Setting;
use crate::diagnostic::{Problem, Problems};
use crate::dice::{CheckDice, EffectDice};
use crate::lookup::TargetNumber;
use crate::odds::{
    Bands, CheckOdds, Event, Goal, HitEvent, Pile, PoolReading, WoundsDealt, band_odds,
    success_odds, usual_targets,
};
use crate::rules::{Forced, Game, Size, Weapon};

/// What was typed. Its group bears a name of its own, for it stands in a command whose group is called
/// as the type is.
#[derive(Debug, Args)]
#[group(id = "odds_check")]
pub struct Typed {
    /// Skill level and die, such as 3d10, or a trait or skill of the character who acts
    #[arg(value_name = "DICE", required = true)]
    dice: Option<Parsed<Dice<CheckDice>>>,
    #[command(flatten)]
    manner: MannerArgs,
    /// Target numbers; when left out, 2 to twice the die
    #[arg(long, value_name = "NUMBER,…", value_delimiter = ',', allow_hyphen_values = true)]
    tn: Vec<Parsed<TargetNumber>>,
    /// Success counting: rows that show each of these numbers or more
    #[arg(
        long,
        value_name = "NUMBER,…",
        value_delimiter = ',',
        allow_hyphen_values = true,
        conflicts_with_all = ["tn", "under", "bands", "against", "count_under"]
    )]
    count: Vec<Parsed<TargetNumber>>,
    /// The same of rows that show each of these numbers or less
    #[arg(
        long,
        value_name = "NUMBER,…",
        value_delimiter = ',',
        allow_hyphen_values = true,
        conflicts_with_all = ["tn", "under", "bands", "against"]
    )]
    count_under: Vec<Parsed<TargetNumber>>,
    /// The worst wound of whoever acts, 0 to 5: its penalty makes each target number higher, and the
    /// result of a contest lower
    #[arg(long, value_name = "WOUNDS", default_value = "0", allow_hyphen_values = true)]
    wounded: Number<u8, 0, 5>,
    #[command(flatten)]
    bands: BandArgs,
    #[command(flatten)]
    contest: ContestArgs,
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
        !self.tn.is_empty() || self.manner.names_numbers()
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
    ) -> Result<Odds, Problems> {
        let event = self.event(setting).and_then(|event| match event {
            Some(_) => self.refuse_event().map(|()| event),
            None => Ok(None),
        });
        if self.contest.is_asked() {
            let active = self.reading(setting).map(|reading| reading.pool);
            let cannot =
                self.manner.pick_or_goal() || self.bands.has_bands() || self.names_targets();
            let modifiers = all((self.bands.modifiers(), self.penalty(setting)));
            let modifiers = modifiers.map(|(modifiers, penalty)| match &modifiers[..] {
                [] if penalty != 0 => vec![-penalty],
                _ => modifiers.iter().map(|modifier| modifier - penalty).collect(),
            });
            let tables = self.contest.answer(setting, active, pile, modifiers);
            let (tables, _, ()) = all((tables, event, self.refuse_beside_contest(cannot)))?;
            return Ok(Odds::Tables(tables));
        }
        let (reading, pile, event, bands, counted, targets) = all((
            self.reading(setting),
            pile,
            event,
            self.banded(),
            self.counted(),
            self.targets(setting),
        ))?;
        if let Some((bands, modifiers)) = bands {
            return Ok(Odds::Tables(band_odds(reading, pile, &bands, &modifiers)));
        }
        if let Some((goal, thresholds)) = counted {
            let reading = PoolReading { goal, ..reading };
            return Ok(Odds::Tables(success_odds(reading, pile, &thresholds)));
        }
        let targets = match targets.is_empty() {
            true => usual_targets(reading.pool.deck(), reading.pool.die(), reading.goal)
                .map_err(Problem::from)?,
            false => targets,
        };
        Ok(Odds::Check(match event {
            None => CheckOdds::read(reading, pile, &targets),
            Some(event) => CheckOdds::new(reading.pool, &pile, &targets, Some(&event)),
        }))
    }

    /// The penalty of the worst wound in the game that is played.
    fn penalty(&self, setting: &Setting) -> Result<i32, Problems> {
        let rules = match setting.game {
            Game::Fi3 => &setting.rules.fi3.shared,
            _ => &setting.rules.west,
        };
        Ok(rules.wound_table.penalty(self.wounded.get()?))
    }

    /// The numbers to reach, wounds included.
    fn targets(&self, setting: &Setting) -> Result<Vec<TargetNumber>, Problems> {
        let (targets, penalty) = all((self.manner.numbers(&self.tn), self.penalty(setting)))?;
        if penalty != 0 && self.tn.is_empty() {
            return refuse(
                "wounds make target numbers higher, and none is named",
                "--wounded with --tn, or with --against",
            );
        }
        let harder = |tn: TargetNumber| TargetNumber::clamped((tn.get() + penalty).into());
        Ok(targets.into_iter().map(harder).collect())
    }

    /// What the card has to show besides belongs to the highest row against target numbers.
    fn refuse_event(&self) -> Result<(), Problems> {
        let other = self.manner.pick_or_goal()
            || self.bands.has_bands()
            || self.contest.is_asked()
            || !(self.count.is_empty() && self.count_under.is_empty());
        match other {
            false => Ok(()),
            true => refuse(
                "--effect, --location and --wounds belong to a check of the highest row",
                "them with --tn or --advantage; odds attack for an attack as a whole",
            ),
        }
    }

    fn refuse_beside_contest(&self, cannot: bool) -> Result<(), Problems> {
        match cannot {
            false => Ok(()),
            true => refuse(
                "a contest is one of the highest rows, without target number or bands",
                "--against with --advantage, --modifier or --two-decks",
            ),
        }
    }

    /// The bands, which stand in the place of numbers to reach.
    fn banded(&self) -> Result<Option<(Bands, Vec<i32>)>, Problems> {
        let bands = self.bands.get()?;
        let numbers = self.names_targets() || self.manner.manner().goal == Goal::AtMost;
        match bands.is_some() && numbers {
            false => Ok(bands),
            true => refuse("bands beside numbers to reach", "--bands, or --tn, or --under"),
        }
    }

    /// The successes that are counted: rows that are high or low, and the thresholds.
    fn counted(&self) -> Result<Option<(Goal, Vec<i32>)>, Problems> {
        let numbers = |typed: &Vec<Parsed<TargetNumber>>| {
            let numbers = typed.get()?;
            Ok::<Vec<i32>, Problems>(numbers.into_iter().map(TargetNumber::get).collect())
        };
        let (high, low) = all((numbers(&self.count), numbers(&self.count_under)))?;
        let counted = match (high.is_empty(), low.is_empty()) {
            (false, _) => (Goal::AtLeast, high),
            (true, false) => (Goal::AtMost, low),
            (true, true) => return Ok(None),
        };
        match self.manner.picks_a_row() {
            false => Ok(Some(counted)),
            true => refuse(
                "every row counts where successes are counted",
                "--count or --count-under alone, or with --advantage for one more row",
            ),
        }
    }

    fn reading<'d>(&self, setting: &'d Setting) -> Result<PoolReading<'d>, Problems> {
        let text = self.dice.as_ref().map_or("", Parsed::text);
        match self.dice.get()? {
            Some(dice)
                if setting.character.is_some() || text.contains(|c: char| c.is_ascii_digit()) =>
            {
                let pool = setting.pool(&dice)?;
                told(self.manner.manner().read(&setting.deck, pool.dice()))
            }
            _ if setting.deck.layout().extras.iter().any(|id| id == text) => refuse(
                format!("{text:?} is an element of the deck"),
                format!("odds element {text}"),
            ),
            _ => refuse(
                format!("{text:?} is neither a check nor a command"),
                "dice such as 3d10, or one of table, effect, element, attack, melee, location, \
                 penetration, burst, failure, unintended, scatter, toggle, fit",
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
