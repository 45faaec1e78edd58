//! The state of a wounded character, and healing (dice edition, "Death", "Bleeding", "Healing").

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::{Answer, Decider, TargetNumber};

use super::super::{Hit, TallyAnswer, tally};
use super::{Fi3Error, Options, Roll, Trial};

/// The state of a character after a series of hits: wounds by place, wind, bleeding.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct ConditionAnswer {
    /// The tally by the rules of all editions; its `ct` is the remaining wind.
    #[serde(flatten)]
    pub tally: TallyAnswer,
}

/// Adds up hits on a character with this much wind, then applies some rounds of bleeding: a serious
/// wound takes 1 wind a round, a critical one 2, a maimed limb 3. Below 1 wind the character is
/// winded; after bleeding to minus the starting wind it is dead.
pub fn condition(wind: u16, hits: &[Hit], bleed_rounds: u16, options: &Options) -> ConditionAnswer {
    ConditionAnswer { tally: tally(wind, hits, bleed_rounds, &options.shared) }
}

impl ConditionAnswer {
    /// Whether the character can act, in words.
    fn state(&self) -> &'static str {
        match (self.tally.dead, self.tally.concussed) {
            (true, _) => "dead",
            (false, true) if self.tally.risks_death => {
                "winded: no cards and no actions, at risk of death"
            }
            (false, true) => "winded: no cards and no actions",
            (false, false) => "in action",
        }
    }
}

impl Answer for ConditionAnswer {
    const KIND: &'static str = "fi3-wounds";

    fn verdict(&self) -> Option<String> {
        Some(self.state().to_owned())
    }

    fn explanation(&self) -> Vec<String> {
        let tally = &self.tally;
        let mut lines = tally.place_lines();
        let state = self.state();
        let penalty = tally.level.map_or(0, |level| level.penalty);
        lines.push(format!(
            "{} wind left, {penalty} off every roll but damage, recovery TN {}, bleeding {} wind a \
             round: {state}",
            tally.ct, tally.recovery, tally.bleeding_per_round
        ));
        lines
    }
}

/// Treatment of one place: a medicine roll within an hour of the wound, or a roll every five days
/// of rest.
#[derive(Clone, Debug)]
pub struct Healing<'d> {
    /// Medicine, or for natural healing the patient's Vigor, and the cards drawn.
    pub roll: Roll<'d>,
    /// The number of wounds of the place; 0 for wind.
    pub wounds: u8,
    /// The kind of care.
    pub care: Healer,
}

/// The kind of care.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Healer {
    /// Medicine of any kind: wind, light and heavy wounds.
    General,
    /// Surgery: also more severe wounds.
    Surgery,
    /// Five days of rest, by a Vigor roll.
    Rest,
}

/// The result of a treatment.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct HealingAnswer {
    /// The roll.
    pub trial: Trial,
    /// The number of wounds of the place before.
    pub wounds: u8,
    /// The kind of care.
    pub care: Healer,
    /// Whether this care can heal such a wound. A maimed place cannot be healed, but its bleeding
    /// can be stopped.
    pub can_heal: bool,
    /// The number of wounds of the place after; none for wind.
    pub wounds_left: u8,
}

impl Healing<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// As [`Roll::read`].
    pub fn answer(&self, options: &Options) -> Result<HealingAnswer, Fi3Error> {
        let level = options.shared.wound_table.level(self.wounds);
        let reason = level.map_or("wind", |level| level.name);
        let tn: TargetNumber = options.shared.wound_table.stun(self.wounds);
        let trial = self.roll.against_tn(tn, reason, options)?;
        let wounds = self.wounds.min(5);
        let can_heal = match self.care {
            Healer::General => wounds <= 2,
            Healer::Surgery | Healer::Rest => wounds <= 4,
        };
        let healed = u8::from(can_heal && trial.success);
        let wounds_left = wounds.saturating_sub(healed);
        Ok(HealingAnswer { trial, wounds, care: self.care, can_heal, wounds_left })
    }
}

impl Answer for HealingAnswer {
    const KIND: &'static str = "fi3-heal";

    fn decided_by(&self) -> Decider<'_> {
        Some(&self.trial)
    }

    /// `healed: 1 wound left`, or why not.
    fn verdict(&self) -> Option<String> {
        let left = || crate::wording::counted(self.wounds_left.into(), "wound");
        Some(match (self.trial.success, self.can_heal, self.wounds) {
            (false, _, _) => "not healed".to_owned(),
            (true, true, 0) => "healed".to_owned(),
            (true, true, _) => format!("healed: {} left", left()),
            (true, false, 5) => "not healed: the place is maimed".to_owned(),
            (true, false, _) => "not healed: that needs surgery".to_owned(),
        })
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.trial.explanation();
        lines.push(match (self.trial.success, self.can_heal, self.wounds) {
            (false, _, _) => "it does not help".to_owned(),
            (true, true, 0) => "all wind comes back in about 5 minutes".to_owned(),
            (true, true, wounds) => {
                format!(
                    "from {} to {}",
                    crate::wording::counted(wounds.into(), "wound"),
                    self.wounds_left
                )
            }
            (true, false, 5) if self.care == Healer::Rest => {
                "nothing heals a maimed place".to_owned()
            }
            (true, false, 5) => "nothing heals a maimed place, but it bleeds no more".to_owned(),
            (true, false, _) => "only surgery heals a wound as severe as that".to_owned(),
        });
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::deck;
    use crate::table::rules::fi3::samples::{options, roll};

    #[test]
    fn a_serious_wound_bleeds_1_a_critical_2_a_maimed_limb_3() {
        let bleeding = |wounds: u8| {
            let hit = format!("left leg:{wounds}").parse().unwrap();
            condition(10, &[hit], 0, &options()).tally.bleeding_per_round
        };
        assert_eq!([0, 0, 1, 2, 3], [1, 2, 3, 4, 5].map(bleeding));
        let dead = condition(4, &["left leg:5".parse().unwrap()], 3, &options());
        assert!(dead.tally.dead);
        let names = |wounds: u8| {
            let hit = format!("left leg:{wounds}").parse().unwrap();
            condition(10, &[hit], 0, &options()).tally.places[0].level.name
        };
        let expected = ["light", "heavy", "serious", "critical", "maimed"];
        assert_eq!(expected, [1, 2, 3, 4, 5].map(names));
    }

    #[test]
    fn general_medicine_heals_two_wounds_surgery_four_and_none_five() {
        let deck = deck();
        let ask = |wounds, care| {
            let mut roll = roll(&deck, "1d10", 34);
            roll.penalty = -99;
            Healing { roll, wounds, care }.answer(&options()).unwrap().wounds_left
        };
        assert_eq!([0, 0, 1, 3, 4, 5], [0, 1, 2, 3, 4, 5].map(|w| ask(w, Healer::General)));
        assert_eq!([1, 2, 3, 5], [2, 3, 4, 5].map(|w| ask(w, Healer::Surgery)));
        assert_eq!([1, 2, 3, 5], [2, 3, 4, 5].map(|w| ask(w, Healer::Rest)));
    }
}
