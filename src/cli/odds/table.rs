//! `odds table --die d10`: checks over target number, level and die.

use clap::Args;

use super::manner::MannerArgs;
use crate::cli::argument::{Get, Number, Parsed, all, told};
use crate::cli::lookup::setting::Setting;
use crate::diagnostic::Problems;
use crate::dice::Die;
use crate::lookup::TargetNumber;
use crate::odds::{CheckTable, OddsTables, Pile, check_tables};

/// What was typed. Nothing: a table for each die.
#[derive(Debug, Args)]
pub struct Typed {
    #[command(flatten)]
    manner: MannerArgs,
    /// One die: a row for each target number, a column for each level
    #[arg(long, value_name = "DIE", conflicts_with = "level")]
    die: Option<Parsed<Die>>,
    /// One level: a row for each target number, a column for each die
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true)]
    level: Option<Number<u8, 1, 255>>,
    /// With --die or --level the target numbers of the rows; alone a table for each, with a row
    /// for each level and a column for each die
    #[arg(long, value_name = "NUMBER,…", value_delimiter = ',', allow_hyphen_values = true)]
    tn: Vec<Parsed<TargetNumber>>,
}

impl Typed {
    /// The tables.
    pub fn answer(
        &self,
        setting: &Setting,
        pile: Result<Pile, Problems>,
    ) -> Result<OddsTables, Problems> {
        let (targets, die, level, pile) =
            all((self.manner.numbers(&self.tn), self.die.get(), self.level.get(), pile))?;
        let tables = match (die, level) {
            (Some(die), _) => vec![CheckTable::Die(die)],
            (None, Some(level)) => vec![CheckTable::Level(level)],
            (None, None) if !targets.is_empty() => {
                targets.iter().copied().map(CheckTable::TargetNumber).collect()
            }
            (None, None) => {
                setting.deck.layout().cause.columns.iter().copied().map(CheckTable::Die).collect()
            }
        };
        told(check_tables(&setting.deck, pile, &tables, &targets, self.manner.manner()))
    }
}
