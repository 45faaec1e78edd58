//! `odds attack 3d10 --weapon NAME --distance 12` and `odds melee`: an attack as a whole.

use clap::{Arg, Args, ValueEnum};

use crate::cli::argument::{Get, Number, Parsed, all, each, missing, refuse, told};
use crate::cli::lookup::attack::AttackArgs;
use crate::cli::lookup::dice::Dice;
use crate::cli::lookup::melee::MeleeArgs;
use crate::cli::lookup::setting::Setting;
use crate::deck::CardNumber;
use crate::diagnostic::Problems;
use crate::dice::CheckDice;
use crate::lookup::{Draw, TargetNumber};
use crate::odds::{AttackQuestion, AttackTable, OddsTables, Pile, over_distances};
use crate::rules::{Attack, Attempt, Hit};

/// What was typed of a shot.
#[derive(Debug, Args)]
pub struct Shot {
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    attack: AttackArgs,
}

/// The distance, without which the odds are told over distances.
pub fn need_not_be_typed(distance: Arg) -> Arg {
    let help = "Distance to the target in metres (paces); a table over distances when left out";
    distance.required(false).help(help)
}

impl Shot {
    /// The odds of the shot.
    pub fn answer(
        &self,
        setting: &Setting,
        pile: Result<Pile, Problems>,
    ) -> Result<OddsTables, Problems> {
        if self.attack.names_distance() {
            let resolve = |attempt, discarded| self.attack.resolve(setting, attempt, discarded);
            return self.asked.answer(setting, pile, resolve);
        }
        let distances = self.attack.usual_distances(setting);
        self.asked.over_distances(setting, pile, distances, |metres, attempt, discarded| {
            self.attack.resolve_at(Ok(metres), setting, attempt, discarded)
        })
    }
}

/// What was typed of a blow.
#[derive(Debug, Args)]
pub struct Blow {
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    blow: MeleeArgs,
}

impl Blow {
    /// The odds of the blow.
    pub fn answer(
        &self,
        setting: &Setting,
        pile: Result<Pile, Problems>,
    ) -> Result<OddsTables, Problems> {
        let resolve = |attempt, discarded| self.blow.resolve(setting, attempt, discarded);
        self.asked.answer(setting, pile, resolve)
    }
}

/// What is asked of an attack of either kind.
#[derive(Debug, Args)]
struct Asked {
    /// Skill level and die, such as 3d10, or a trait or skill of the character who acts
    #[arg(value_name = "DICE")]
    dice: Parsed<Dice<CheckDice>>,
    /// Target numbers in the place of the one worked out: a row of the table for each
    #[arg(
        long,
        value_name = "NUMBER,…",
        value_delimiter = ',',
        allow_hyphen_values = true,
        conflicts_with = "only"
    )]
    tn: Vec<Parsed<TargetNumber>>,
    /// Attacks, one a round, until the target is down
    #[arg(long, value_name = "NUMBER", default_value = "5", allow_hyphen_values = true)]
    rounds: Number<u8, 0, 20>,
    /// The target's CT; when left out, only wounds bring it down
    #[arg(long, value_name = "CT", allow_hyphen_values = true)]
    ct: Option<Number<u16, 1, 200>>,
    /// What the target has taken before, such as belly:2 or "left arm:1+3"
    #[arg(long, value_name = "HIT,…", value_delimiter = ',')]
    target_hurt: Vec<Parsed<Hit>>,
    /// The tables wanted; all when left out
    #[arg(long, value_enum, value_name = "TABLE,…", value_delimiter = ',')]
    only: Vec<TableName>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TableName {
    /// Hit, miss, critical failure, failing equipment, somebody else hit
    Outcome,
    /// Each place that is hit
    Places,
    /// Each number of wounds
    Wounds,
    /// The target down after each round
    Down,
}

impl TableName {
    fn table(self) -> AttackTable {
        match self {
            Self::Outcome => AttackTable::Outcome,
            Self::Places => AttackTable::Places,
            Self::Wounds => AttackTable::Wounds,
            Self::Down => AttackTable::Down,
        }
    }
}

type Resolved<T> = Result<T, Problems>;

impl Asked {
    /// The odds of an attack that is the same throughout.
    fn answer<'d>(
        &self,
        setting: &'d Setting,
        pile: Resolved<Pile>,
        resolve: impl FnOnce(Resolved<Attempt<'d>>, Resolved<Vec<CardNumber>>) -> Resolved<Attack<'d>>,
    ) -> Resolved<OddsTables> {
        let attack = resolve(self.attempt(setting, &pile), discarded(setting, &pile));
        let (attack, pile, rounds, ct, hurt, targets) = all((
            attack,
            pile,
            self.rounds.get(),
            self.ct.get(),
            self.target_hurt.get(),
            self.tn.get(),
        ))?;
        let question = AttackQuestion { attack: &attack, pile, rounds, ct, hurt: &hurt };
        if !targets.is_empty() {
            return told(question.over_targets(&targets, &setting.rules.west));
        }
        let named: Vec<AttackTable> = self.only.iter().map(|name| name.table()).collect();
        if rounds == 0 && named.contains(&AttackTable::Down) {
            return refuse("the table of rounds without a round", "--rounds 1 to 20");
        }
        let tables = if named.is_empty() { AttackTable::ALL.to_vec() } else { named };
        told(question.answer(&tables, &setting.rules.west))
    }

    /// The odds over distances.
    fn over_distances<'d>(
        &self,
        setting: &'d Setting,
        pile: Resolved<Pile>,
        distances: Resolved<Vec<u16>>,
        resolve: impl Fn(u16, Resolved<Attempt<'d>>, Resolved<Vec<CardNumber>>) -> Resolved<Attack<'d>>,
    ) -> Resolved<OddsTables> {
        if !self.tn.is_empty() || !self.only.is_empty() {
            return missing("the distance of these tables", "--distance");
        }
        let at = |metres: u16| {
            let attempt = self.attempt(setting, &pile);
            Ok((metres, resolve(metres, attempt, discarded(setting, &pile))?))
        };
        let attacks = match distances {
            Ok(distances) => each(distances.into_iter().map(at)),
            // What else is wrong does not depend on the distance.
            Err(problems) => all((Err(problems), at(0))).map(|(none, _)| none),
        };
        let (attacks, pile, rounds, ct, hurt) =
            all((attacks, pile.clone(), self.rounds.get(), self.ct.get(), self.target_hurt.get()))?;
        let question =
            |(metres, attack)| (metres, AttackQuestion { attack, pile, rounds, ct, hurt: &hurt });
        let questions: Vec<(u16, AttackQuestion<'_>)> =
            attacks.iter().map(|(metres, attack)| question((*metres, attack))).collect();
        match told(over_distances(&questions, &setting.rules.west))? {
            Some(tables) => Ok(tables),
            None => missing("a distance within reach", "--distance"),
        }
    }

    /// The check with whichever card is drawn.
    fn attempt<'d>(&self, setting: &'d Setting, pile: &Resolved<Pile>) -> Resolved<Attempt<'d>> {
        // A card of the pile stands for whichever is drawn.
        let any = pile.clone().and_then(|pile| match pile.iter().next() {
            Some(card) => Ok(card),
            None => refuse("no card is left to draw", "a pile of at least one card"),
        });
        let pool = self.dice.get().and_then(|dice| setting.pool(&dice));
        all((any, pool)).map(|(card, pool)| Attempt { pool, draw: Draw::single(card) })
    }
}

/// The discard pile. What is held in a hand is neither in the pile nor discarded.
fn discarded(setting: &Setting, pile: &Resolved<Pile>) -> Resolved<Vec<CardNumber>> {
    let held = |card: &CardNumber| {
        setting.out_of_reach.contains(card) && !setting.discarded.contains(card)
    };
    pile.clone().map(|pile| pile.others().filter(|card| !held(card)).collect())
}
