//! `lookup fi3 bounty --aptitude 4`.

use crate::diagnostic::Problems;
use crate::rules::fi3::{BountyAnswer, Growth};
use clap::Args;

use crate::cli::lookup::meaning::Meaning;

/// What was typed.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct Typed {
    /// New level of an Aptitude
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true)]
    aptitude: Option<String>,
    /// New level of a Trait's Coordination
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true)]
    coordination: Option<String>,
    /// New die of a Trait
    #[arg(long = "trait", value_name = "DIE")]
    trait_die: Option<String>,
}

impl Typed {
    /// The price.
    pub fn answer(&self) -> Result<BountyAnswer, Problems> {
        let mut meaning = Meaning::default();
        let growth = match (&self.aptitude, &self.coordination, &self.trait_die) {
            (Some(level), _, _) => meaning.number(level, "level", 1..=99).map(Growth::Aptitude),
            (_, Some(level), _) => meaning.number(level, "level", 1..=99).map(Growth::Coordination),
            (_, _, Some(die)) => meaning.of(die).map(Growth::Trait),
            _ => meaning.missing("what grows", "--aptitude, --coordination, or --trait"),
        };
        Ok(meaning.settled(growth)?.price())
    }
}
