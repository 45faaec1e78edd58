//! `odds table --die d10`: checks over target number, level and die.

use crate::diagnostic::Problems;
use crate::dice::Die;
use crate::lookup::TargetNumber;
use crate::odds::{CheckTable, OddsTables, Pile, check_tables};
use clap::Args;

use crate::cli::lookup::meaning::Meaning;
use crate::cli::lookup::setting::Setting;

/// What was typed. Nothing: a table for each die.
#[derive(Debug, Args)]
pub struct Typed {
    /// One die: a row for each target number, a column for each level
    #[arg(long, value_name = "DIE", conflicts_with = "level")]
    die: Option<String>,
    /// One level: a row for each target number, a column for each die
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true)]
    level: Option<String>,
    /// With --die or --level the target numbers of the rows; alone a table for each, with a row
    /// for each level and a column for each die
    #[arg(long, value_name = "NUMBER,…", value_delimiter = ',', allow_hyphen_values = true)]
    tn: Vec<String>,
}

impl Typed {
    /// The tables.
    pub fn answer(
        &self,
        setting: &Setting,
        pile: Option<Pile>,
        mut meaning: Meaning,
    ) -> Result<OddsTables, Problems> {
        let targets = meaning.all::<TargetNumber>(&self.tn);
        let die: Option<Option<Die>> = meaning.of_option(self.die.as_deref());
        let level = match &self.level {
            None => Some(None),
            Some(text) => meaning.number(text, "level", 1..=255_u8).map(Some),
        };
        let tables = targets.clone().zip(die.zip(level)).map(|(targets, asked)| match asked {
            (Some(die), _) => vec![CheckTable::Die(die)],
            (None, Some(level)) => vec![CheckTable::Level(level)],
            (None, None) if !targets.is_empty() => {
                targets.into_iter().map(CheckTable::TargetNumber).collect()
            }
            (None, None) => {
                setting.deck.layout().cause.columns.iter().copied().map(CheckTable::Die).collect()
            }
        });
        let odds = tables.zip(targets).zip(pile).and_then(|((tables, targets), pile)| {
            meaning.keep(check_tables(&setting.deck, pile, &tables, &targets))
        });
        meaning.settled(odds)
    }
}
