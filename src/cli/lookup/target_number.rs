//! `lookup range …` and `lookup defense …`: a target number from a situation, without a card.

use crate::diagnostic::Problems;
use crate::rules::{Dodging, TnAccount, Weapon};
use clap::Args;

use super::meaning::Meaning;
use super::setting::Setting;
use super::strength::StrengthArgs;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed<S: Args> {
    #[command(flatten)]
    situation: S,
    /// The attacker's weapon of the table
    #[arg(long, value_name = "NAME")]
    weapon: Option<String>,
    #[command(flatten)]
    strength: StrengthArgs,
}

/// A situation that a target number follows from.
pub trait Situation {
    /// The target number with its reasons, with the attacker's weapon if one is named.
    fn account(
        &self,
        setting: &Setting,
        attacker: Attacker<'_>,
        meaning: &mut Meaning,
    ) -> Option<TnAccount>;
}

/// What the attacker brings to it.
#[derive(Clone, Copy)]
pub struct Attacker<'a> {
    /// The weapon.
    pub weapon: Option<&'a Weapon>,
    /// The attacker's Strength.
    pub strength: &'a StrengthArgs,
}

impl<S: Args + Situation> Typed<S> {
    /// The target number with its reasons.
    pub fn answer(&self, setting: &Setting) -> Result<TnAccount, Problems> {
        let mut meaning = setting.meaning();
        let weapon = meaning.weapon(setting, self.weapon.as_deref());
        let account = weapon.and_then(|weapon| {
            let attacker = Attacker { weapon: weapon.as_ref(), strength: &self.strength };
            self.situation.account(setting, attacker, &mut meaning)
        });
        meaning.settled(account)
    }
}

/// What makes shots and blows harder alike.
#[derive(Debug, Args)]
pub struct HindranceArgs {
    /// The target's dodge score, while it dodges
    #[arg(long, value_name = "SCORE", allow_hyphen_values = true)]
    dodge: Option<String>,
    /// The dodging target does not move besides
    #[arg(long, requires = "dodge")]
    dodge_standing: bool,
    /// The attacker's worst wound, 0 to 5
    #[arg(long, value_name = "WOUNDS", default_value = "0", allow_hyphen_values = true)]
    wounded: String,
    /// Other penalties; a bonus is negative
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    penalty: String,
}

/// What it means.
pub struct Hindrance {
    /// A dodging target.
    pub dodging: Option<Dodging>,
    /// The penalty of the attacker's worst wound.
    pub wound_penalty: i32,
    /// Other penalties.
    pub penalty: i32,
}

impl HindranceArgs {
    /// The penalties.
    pub fn meant(&self, setting: &Setting, meaning: &mut Meaning) -> Option<Hindrance> {
        let dodging = match &self.dodge {
            None => Some(None),
            Some(text) => meaning
                .number(text, "dodge score", 0..=99)
                .map(|score| Some(Dodging { score, stands: self.dodge_standing })),
        };
        let worst = meaning.number(&self.wounded, "worst wound", 0..=5);
        let penalty = meaning.number(&self.penalty, "penalty", -99..=99);
        Some(Hindrance {
            dodging: dodging?,
            wound_penalty: setting.options.wound_table.penalty(worst?),
            penalty: penalty?,
        })
    }
}
