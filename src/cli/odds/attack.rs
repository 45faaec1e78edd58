//! `odds attack 3d10 --weapon NAME --distance 12` and `odds melee`: an attack as a whole.

use clap::{Args, ValueEnum};

use crate::cli::argument::{Get, Number, Parsed, all, refuse, told};
use crate::cli::lookup::attack::AttackArgs;
use crate::cli::lookup::dice::Dice;
use crate::cli::lookup::melee::MeleeArgs;
use crate::cli::lookup::setting::Setting;
use crate::deck::CardNumber;
use crate::diagnostic::Problems;
use crate::dice::CheckDice;
use crate::lookup::{Draw, TargetNumber};
use crate::odds::{AttackQuestion, AttackTable, OddsTables, Pile};
use crate::rules::{Attack, Attempt};

/// What was typed of a shot.
#[derive(Debug, Args)]
pub struct Shot {
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    attack: AttackArgs,
}

impl Shot {
    /// The odds of the shot.
    pub fn answer(
        &self,
        setting: &Setting,
        pile: Result<Pile, Problems>,
    ) -> Result<OddsTables, Problems> {
        let resolve = |attempt, discarded| self.attack.resolve(setting, attempt, discarded);
        self.asked.answer(setting, pile, resolve)
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
    fn answer<'d>(
        &self,
        setting: &'d Setting,
        pile: Resolved<Pile>,
        resolve: impl FnOnce(Resolved<Attempt<'d>>, Resolved<Vec<CardNumber>>) -> Resolved<Attack<'d>>,
    ) -> Resolved<OddsTables> {
        // A card of the pile stands for whichever is drawn.
        let any = pile.clone().and_then(|pile| match pile.iter().next() {
            Some(card) => Ok(card),
            None => refuse("no card is left in the pile", "fewer cards in --discarded"),
        });
        let pool = self.dice.get().and_then(|dice| setting.pool(&dice));
        let attempt =
            all((any, pool)).map(|(card, pool)| Attempt { pool, draw: Draw::single(card) });
        // What is held in a hand is neither in the pile nor discarded.
        let held = |card: &CardNumber| {
            setting.out_of_reach.contains(card) && !setting.discarded.contains(card)
        };
        let discarded = pile.clone().map(|pile| pile.others().filter(|card| !held(card)).collect());
        let attack = resolve(attempt, discarded);
        let (attack, pile, rounds, ct, targets) =
            all((attack, pile, self.rounds.get(), self.ct.get(), self.tn.get()))?;
        let question = AttackQuestion { attack: &attack, pile, rounds, ct };
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
}
