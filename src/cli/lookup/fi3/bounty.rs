//! `lookup fi3 reckon bounty --aptitude 4`.

use super::roll::TraitDie;
use crate::cli::lookup::prelude::*;
use crate::rules::fi3::Growth;

/// What was typed.
#[derive(Debug, Args, Serialize)]
#[group(required = true, multiple = false)]
pub struct Typed {
    /// New level of an Aptitude
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true)]
    aptitude: Option<Number<u8, 1, 99>>,
    /// New level of a Trait's Coordination
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true)]
    coordination: Option<Number<u8, 1, 99>>,
    /// New die of a Trait, such as d8 or d12+2
    #[arg(long = "trait", value_name = "DIE")]
    trait_die: Option<Parsed<TraitDie>>,
}

/// The price.
impl Question for Typed {
    fn answer(&mut self, _: &mut Context<'_, '_>) -> Answered {
        let grown = all((self.aptitude.get(), self.coordination.get(), self.trait_die.get()))?;
        let growth = match grown {
            (Some(level), _, _) => Growth::Aptitude(level),
            (_, Some(level), _) => Growth::Coordination(level),
            (_, _, Some(die)) => Growth::Trait(die),
            _ => return missing("what grows", "--aptitude, --coordination, or --trait"),
        };
        Ok(Box::new(growth.price()))
    }
}
