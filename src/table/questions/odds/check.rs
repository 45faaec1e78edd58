//! The odds of checks: `odds 3d10 --tn 7 --weapon "example revolver" --wounds 2 --location head --spend-bumps`.

use super::manner::{BandFields, MannerFields};
use super::{NextDraw, Odds, OddsQuestion};
use crate::dice::{CheckDice, Die, EffectDice};
use crate::table::lookup::{EffectCell, Pool, TargetNumber};
use crate::table::odds::{
    Bands, CheckOdds, CheckTable, ContestPiles, Event, Goal, HitEvent, OddsTables, Pile,
    PoolReading, WoundsDealt, band_odds, check_tables, contest_odds, success_odds, usual_targets,
};
use crate::table::questions::prelude::*;
use crate::table::questions::west::hit::{ForcedFields, damage_cell};
use crate::table::rules::{Decks, Forced, Game, Harm, Size, Weapon};
use crate::wording::{counted, plural_form};

/// Dice, or a trait or skill; any other text may be the name of another question.
#[derive(Debug)]
struct DiceOfCheck;

impl ArgType for DiceOfCheck {
    type Value = CheckDice;
    const KIND: FieldKind = FieldKind::Dice;

    fn parse(text: &str, name: &str, setting: &Setting) -> Result<CheckDice, Problem> {
        if setting.character.is_some() || text.contains(|c: char| c.is_ascii_digit()) {
            return Skill::parse(text, name, setting);
        }
        if setting.deck.layout().extras.iter().any(|id| id == text) {
            let message = format!("{text:?} is an element of the deck");
            let accepted = format!("odds element {text}");
            return Err(Problem::coded("argument.value", message).accepts(accepted));
        }
        let names: Vec<&str> = super::ODDS[1..].iter().map(|spec| spec.name).collect();
        let message = format!("{text:?} is neither a check nor a command");
        Err(Problem::coded("argument.value", message)
            .accepts(format!("dice such as 3d10, or one of {}", names.join(", "))))
    }
}

fields! {
    /// An opponent.
    struct ContestFields {
        /// The opponent's dice: the odds of the contest, with follow-up cards as far as they go
        against: Opt<Skill>,
        /// The opponent draws from its own complete deck
        two_decks: Flag = needs("against"),
    }
}

impl ContestFields {
    /// The odds of the contest.
    fn answer(
        &self,
        opponent: CheckDice,
        active: Pool<'_>,
        at: &NextDraw<'_>,
        modifiers: &[i32],
    ) -> Result<OddsTables, Problems> {
        let NextDraw { setting, deck, pile } = *at;
        let opponent = listed(Pool::new(deck, opponent))?;
        let has_two = self.two_decks.get() || setting.rules.west.decks == Decks::Own;
        let (piles, needed) = match has_two {
            true => (ContestPiles::Own(pile, Pile::whole(setting.deck.numbers())), 1),
            false => (ContestPiles::Shared(pile), 2),
        };
        if pile.len() < needed {
            let cards = pile.len() as usize;
            let (are, cards) = (plural_form(cards, "is", "are"), counted(cards, "card"));
            let message = format!("{cards} in the pile {are} too few for a contest");
            return refuse(message, format!("{needed} or more"));
        }
        Ok(contest_odds(active, opponent, piles, modifiers))
    }
}

fields! {
    /// The odds of a check, alone or together with an event on the same card.
    pub struct CheckOddsQuestion {
        /// Skill level and die, such as 3d10, or a trait or skill of the character who acts
        dice: Arg<DiceOfCheck> = positional(),
        /// How it is read.
        manner: MannerFields,
        /// Target numbers; when left out, 2 to twice the die
        tn: List<TargetNumber> = value("NUMBER,…").trailing(),
        /// Success counting: rows that show each of these numbers or more
        count: List<TargetNumber> =
            value("NUMBER,…").excludes(&["tn", "under", "bands", "against", "count_under"]),
        /// The same of rows that show each of these numbers or less
        count_under: List<TargetNumber> =
            value("NUMBER,…").excludes(&["tn", "under", "bands", "against"]),
        /// The worst wound of the character who acts, 0 to 5: its penalty makes each target number higher, and the
        /// result of a contest lower
        wounded: Arg<Number<u8, 0, 5>> = value("WOUNDS").default("0"),
        /// Results in bands.
        bands: BandFields,
        /// An opponent.
        contest: ContestFields,
        /// What the card has to show too.
        event: EventFields,
    }
}

impl OddsQuestion for CheckOddsQuestion {
    const NAME: &'static str = "";
    const HELP: &'static str = "A check against target numbers";
    const EXAMPLES: &'static [&'static str] =
        &["3d10 tn 7", "3d10 against 2d8", "3d10 tn 7 location head spend-bumps"];

    fn answer(&self, at: &NextDraw<'_>) -> Result<Odds, Problems> {
        let NextDraw { setting, deck, pile } = *at;
        let event = self.event.get(at).and_then(|event| match event {
            Some(_) => self.check_event().map(|()| event),
            None => Ok(None),
        });
        let manner = self.manner.get();
        let reading = listed(manner.read(deck, self.dice.get()));
        if let Some(opponent) = self.contest.against.get() {
            let penalty = self.penalty(setting);
            let modifiers = match &self.bands.modifiers()[..] {
                [] if penalty != 0 => vec![-penalty],
                modifiers => modifiers.iter().map(|modifier| modifier - penalty).collect(),
            };
            let tables = reading
                .and_then(|reading| self.contest.answer(opponent, reading.pool, at, &modifiers));
            let (tables, _, ()) = all((tables, event, self.check_contest()))?;
            return Ok(Odds::Tables(tables));
        }
        let (reading, event, bands, counted, targets) =
            all((reading, event, self.banded(), self.counted(), self.targets(setting)))?;
        if let Some((bands, modifiers)) = bands {
            return Ok(Odds::Tables(band_odds(reading, pile, &bands, &modifiers)));
        }
        if let Some((goal, thresholds)) = counted {
            let reading = PoolReading { goal, ..reading };
            return Ok(Odds::Tables(success_odds(reading, pile, &thresholds)));
        }
        let targets = match targets.is_empty() {
            true => listed(usual_targets(reading.pool.deck(), reading.pool.die(), reading.goal))?,
            false => targets,
        };
        Ok(Odds::Check(match event {
            None => CheckOdds::read(reading, pile, &targets),
            Some(event) => CheckOdds::new(reading.pool, &pile, &targets, Some(&event)),
        }))
    }

    fn shows_fractions(&self) -> bool {
        self.names_targets()
    }

    fn takes_one_card(&self) -> bool {
        !self.contest.against.is_given() && !self.bands.has_bands()
    }
}

impl CheckOddsQuestion {
    /// Whether target numbers are given.
    fn names_targets(&self) -> bool {
        !self.manner.numbers(&self.tn).is_empty()
    }

    /// The penalty of the worst wound in the current game.
    fn penalty(&self, setting: &Setting) -> i32 {
        let rules = match setting.game {
            Game::Fi3 => &setting.rules.fi3.shared,
            _ => &setting.rules.west,
        };
        rules.wound_table.penalty(self.wounded.get())
    }

    /// The numbers to reach, including the wound penalty.
    fn targets(&self, setting: &Setting) -> Result<Vec<TargetNumber>, Problems> {
        let (targets, penalty) = (self.manner.numbers(&self.tn), self.penalty(setting));
        if penalty != 0 && self.tn.is_empty() {
            return refuse(
                "wounds make target numbers higher, and none is named",
                "--wounded with --tn, or with --against",
            );
        }
        let harder = |tn: TargetNumber| TargetNumber::clamped((tn.get() + penalty).into());
        Ok(targets.into_iter().map(harder).collect())
    }

    /// Checks that an event is combined only with the highest row against target numbers.
    fn check_event(&self) -> Result<(), Problems> {
        let other = self.manner.pick_or_goal()
            || self.bands.has_bands()
            || self.contest.against.is_given()
            || !(self.count.is_empty() && self.count_under.is_empty());
        match other {
            false => Ok(()),
            true => refuse(
                "--effect, --location and --wounds belong to a check of the highest row",
                "them with --tn or --advantage; odds attack for an attack as a whole",
            ),
        }
    }

    fn check_contest(&self) -> Result<(), Problems> {
        match self.manner.pick_or_goal() || self.bands.has_bands() || self.names_targets() {
            false => Ok(()),
            true => refuse(
                "a contest is one of the highest rows, without target number or bands",
                "--against with --advantage, --modifier or --two-decks",
            ),
        }
    }

    /// The bands, which replace numbers to reach.
    fn banded(&self) -> Result<Option<(Bands, Vec<i32>)>, Problems> {
        let bands = self.bands.get()?;
        let numbers = self.names_targets() || self.manner.get().goal == Goal::AtMost;
        match bands.is_some() && numbers {
            false => Ok(bands),
            true => refuse(
                "bands and target numbers exclude each other",
                "--bands, or --tn, or --under",
            ),
        }
    }

    /// The goal and the thresholds of success counting.
    fn counted(&self) -> Result<Option<(Goal, Vec<i32>)>, Problems> {
        let numbers = |list: &List<TargetNumber>| -> Vec<i32> {
            list.get().into_iter().map(TargetNumber::get).collect()
        };
        let counted = match (self.count.is_empty(), self.count_under.is_empty()) {
            (false, _) => (Goal::AtLeast, numbers(&self.count)),
            (true, false) => (Goal::AtMost, numbers(&self.count_under)),
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
}

fields! {
    /// An event that the card of a successful check must also show.
    struct EventFields {
        /// Effect cell that has to reach --at-least on the same card, such as '(3)6'
        effect: Opt<EffectDice> = needs("at_least"),
        /// Magnitude that the effect cell has to reach
        at_least: Opt<Number<u32, 0, 99_999>> = needs("effect"),
        /// Hit location that the same card has to show
        location: Opt<WholePlace> = value("LOCATION"),
        /// Wounds that the hit has to deal at least, with --dmg or --weapon
        wounds: Opt<Number<u32, 0, 9999>>,
        /// Weapon of the table, for its damage cell, harm and forced moves
        weapon: Opt<WeaponName>,
        /// Damage cell of --wounds, such as '(3)6'
        dmg: Opt<EffectDice> = needs("wounds"),
        /// Bumps that count for damage only
        damage_bumps: Arg<Number<u8, 0, 99>> = default("0"),
        /// The target's Size
        size: Arg<Size> = value("SIZE").default("6"),
        /// How the effect becomes wounds and CT
        harm: Opt<Harm> = value("HARM").needs("wounds"),
        /// Spend the check's bumps to move the hit as needed
        spend_bumps: Flag,
        /// What moves the hit.
        forced: ForcedFields,
    }
}

impl EventFields {
    /// The event; none if no part of it is given.
    fn get<'d>(&self, at: &NextDraw<'d>) -> Result<Option<Event<'d>>, Problems> {
        let cell = self.effect.get().map(|dice| EffectCell::new(at.deck, dice)).transpose();
        let weapon = self.weapon.get();
        let (cell, forced, wounds) = all((
            listed(cell),
            self.forced.moves(weapon.as_ref()),
            self.wounds(at, weapon.as_ref()),
        ))?;
        let effect = cell.zip(self.at_least.get());
        let location = self.location.get();
        let bumps = self.spend_bumps.get().then_some(at.setting.rules.west.bump_divisor);
        let asked = location.is_some() || wounds.is_some();
        if !asked && (bumps.is_some() || forced != Forced::default()) {
            return refuse("moves of the hit need a hit", "--location or --wounds too");
        }
        let hit = asked.then_some(HitEvent { location, forced, bumps, wounds });
        Ok((effect.is_some() || hit.is_some()).then_some(Event { effect, hit }))
    }

    fn wounds<'d>(
        &self,
        at: &NextDraw<'d>,
        weapon: Option<&Weapon>,
    ) -> Result<Option<WoundsDealt<'d>>, Problems> {
        let Some(least) = self.wounds.get() else { return Ok(None) };
        let cell = damage_cell(at.deck, self.dmg.get(), weapon)?;
        let harm = self.harm.get().or(weapon.map(Weapon::harm)).unwrap_or_default();
        let of_target = (self.size.get(), harm);
        let bumps = self.damage_bumps.get();
        Ok(Some(WoundsDealt::new(least, cell, bumps, of_target, &at.setting.rules.west)))
    }
}

fields! {
    /// Tables of checks; without a value, one for each die.
    pub struct CheckTablesQuestion {
        /// How checks are read.
        manner: MannerFields,
        /// One die: a row for each target number, a column for each level
        die: Opt<Die> = excludes(&["level"]),
        /// One level: a row for each target number, a column for each die
        level: Opt<Number<u8, 1, 255>> = value("LEVEL"),
        /// With --die or --level the target numbers of the rows; alone a table for each, with a row
        /// for each level and a column for each die
        tn: List<TargetNumber> = value("NUMBER,…"),
    }
}

impl OddsQuestion for CheckTablesQuestion {
    const NAME: &'static str = "table";
    const HELP: &'static str = "Checks over target number, level and die, compared with true dice";
    const EXAMPLES: &'static [&'static str] = &["die d10", "tn 7"];

    fn answer(&self, at: &NextDraw<'_>) -> Result<Odds, Problems> {
        let NextDraw { deck, pile, .. } = *at;
        let targets = self.manner.numbers(&self.tn);
        let tables = match (self.die.get(), self.level.get()) {
            (Some(die), _) => vec![CheckTable::Die(die)],
            (None, Some(level)) => vec![CheckTable::Level(level)],
            (None, None) if !targets.is_empty() => {
                targets.iter().copied().map(CheckTable::TargetNumber).collect()
            }
            (None, None) => {
                deck.layout().cause.columns.iter().copied().map(CheckTable::Die).collect()
            }
        };
        listed(check_tables(deck, pile, &tables, &targets, self.manner.get())).map(Odds::Tables)
    }
}
