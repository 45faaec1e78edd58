//! `lookup fi3 reckon bounty --aptitude 4 --chips blue,white`.

use super::roll::TraitDie;
use crate::cli::lookup::prelude::*;
use crate::rules::fi3::{BountyAnswer, Chip, Growth};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// New level of an Aptitude
    #[arg(long, value_name = "LEVEL", conflicts_with_all = ["coordination", "trait_die"], allow_hyphen_values = true)]
    aptitude: Option<Number<u8, 1, 99>>,
    /// New level of a Trait's Coordination
    #[arg(long, value_name = "LEVEL", conflicts_with = "trait_die", allow_hyphen_values = true)]
    coordination: Option<Number<u8, 1, 99>>,
    /// New die of a Trait, such as d8 or d12+2
    #[arg(long = "trait", value_name = "DIE")]
    trait_die: Option<Parsed<TraitDie>>,
    /// Chips converted into bounty points: white, red or blue
    #[arg(long, value_name = "CHIP,…", value_delimiter = ',')]
    chips: Vec<Parsed<Chip>>,
}

/// The price.
impl Question for Typed {
    fn answer(&mut self, _: &mut Context<'_, '_>) -> Answered {
        let grown = all((self.aptitude.get(), self.coordination.get(), self.trait_die.get()));
        let (grown, chips) = all((grown, self.chips.get()))?;
        let price = match grown {
            (Some(level), _, _) => Growth::Aptitude(level).price(),
            (_, Some(level), _) => Growth::Coordination(level).price(),
            (_, _, Some(die)) => Growth::Trait(die).price(),
            _ if !chips.is_empty() => BountyAnswer::default(),
            _ => return missing("what grows", "--aptitude, --coordination, --trait or --chips"),
        };
        Ok(Box::new(price.with_chips(&chips)))
    }
}
