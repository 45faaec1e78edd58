//! Stun, recovery and the state of somebody wounded (seed 000, "Wound Modifiers", "Recovery",
//! "Death").

use serde::Serialize;

use crate::table::lookup::{Aftermath, Answer, Decider, TargetNumber};

use super::super::{Hit, TallyAnswer, TnAccount, tally};
use super::{Fi3Error, Options, Roll, StunPenalty, Trial};

/// How somebody wounded stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Footing {
    /// Acts as before.
    Steady,
    /// Can do nothing but limp a few metres until a recovery roll succeeds.
    Stunned,
    /// Out for 1d6 hours, or until a medicine roll against 5.
    Unconscious,
}

/// The Vigor roll after each wound, unless the character is stunned already.
#[derive(Clone, Debug)]
pub struct Stun<'d> {
    /// Vigor, and the cards drawn. The penalty of wounds is set by the fields below.
    pub roll: Roll<'d>,
    /// The wounds dealt just now; 0 for wind alone.
    pub dealt: u8,
    /// The worst wound from before.
    pub earlier: u8,
    /// The worst wound now, in the place that was hit or another.
    pub worst: u8,
}

/// The roll that shakes a stun off, which takes an action.
#[derive(Clone, Debug)]
pub struct Recovery<'d> {
    /// Vigor, and the cards drawn. The penalty of wounds is that of the worst.
    pub roll: Roll<'d>,
    /// The worst wound now, which sets the task number too.
    pub worst: u8,
}

/// How it came out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShockAnswer {
    /// The roll.
    pub trial: Trial,
    /// How the character stands.
    pub footing: Footing,
    /// Whether it was stunned before: a recovery roll.
    pub recovering: bool,
}

impl Stun<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// As [`Roll::read`].
    pub fn answer(&self, options: &Options) -> Result<ShockAnswer, Fi3Error> {
        let wounds = match options.stun_penalty {
            StunPenalty::WithNew => self.worst,
            StunPenalty::Earlier => self.earlier,
        };
        shock(&self.roll, wounds, self.dealt, false, options)
    }
}

impl Recovery<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// As [`Roll::read`].
    pub fn answer(&self, options: &Options) -> Result<ShockAnswer, Fi3Error> {
        shock(&self.roll, self.worst, self.worst, true, options)
    }
}

fn shock(
    roll: &Roll<'_>,
    wounds: u8,
    level: u8,
    recovering: bool,
    options: &Options,
) -> Result<ShockAnswer, Fi3Error> {
    let reason = options.shared.wound_table.level(level).map_or("wind alone", |level| level.name);
    let account = TnAccount::new(options.shared.wound_table.stun(level), reason);
    let trial = Roll { wounds, ..roll.clone() }.against(account, options)?;
    let footing = match (trial.roll.bust, trial.success) {
        (true, _) => Footing::Unconscious,
        (_, true) => Footing::Steady,
        _ => Footing::Stunned,
    };
    Ok(ShockAnswer { trial, footing, recovering })
}

impl Answer for ShockAnswer {
    const KIND: &'static str = "fi3-shock";

    fn decided_by(&self) -> Decider<'_> {
        Some(&self.trial)
    }

    fn verdict(&self) -> Option<String> {
        Some(
            match (self.footing, self.recovering) {
                (Footing::Steady, false) => "not stunned",
                (Footing::Steady, true) => "recovered",
                (Footing::Stunned, false) => "stunned",
                (Footing::Stunned, true) => "still stunned",
                (Footing::Unconscious, _) => "unconscious",
            }
            .to_owned(),
        )
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = self.trial.explanation();
        lines.push(
            match (self.footing, self.recovering) {
                (Footing::Steady, false) => "not stunned",
                (Footing::Steady, true) => "recovered",
                (Footing::Stunned, _) => "stunned until a recovery roll",
                (Footing::Unconscious, _) => {
                    "unconscious for 1d6 hours, or until a medicine roll against TN 5"
                }
            }
            .to_owned(),
        );
        lines
    }

    fn aftermath(&self) -> Option<Aftermath> {
        Some(match self.footing {
            Footing::Steady => Aftermath::Steady,
            Footing::Stunned => Aftermath::Stunned,
            Footing::Unconscious => Aftermath::Unconscious,
        })
    }
}

/// The state of somebody after a series of hits: wounds by place, wind, bleeding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConditionAnswer {
    /// The same by the rules that all editions share; its `ct` is the wind left.
    #[serde(flatten)]
    pub tally: TallyAnswer,
}

/// Adds up hits on somebody with so much wind, then lets it bleed for some rounds: a serious wound
/// takes 1 wind a round, a critical one 2, a maimed limb 3. Below 1 wind the character is winded;
/// bled down to minus the starting wind it is dead.
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

/// Somebody treats one place within an hour, or time heals it every five days.
#[derive(Clone, Debug)]
pub struct Healing<'d> {
    /// Medicine, or for natural healing the wounded one's Vigor, and the cards drawn.
    pub roll: Roll<'d>,
    /// The wounds of the place; 0 for wind.
    pub wounds: u8,
    /// Who or what heals.
    pub care: Care,
}

/// Who or what heals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Care {
    /// Medicine of any kind, general knowledge: wind, light and heavy wounds.
    General,
    /// Surgery: more severe ones too.
    Surgery,
    /// Five days of rest, by a Vigor roll.
    Rest,
}

/// Whether it helped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HealingAnswer {
    /// The roll.
    pub trial: Trial,
    /// The wounds of the place before.
    pub wounds: u8,
    /// Who or what heals.
    pub care: Care,
    /// Whether this care can heal such a wound at all. A maimed place none can, but its bleeding
    /// can be stopped.
    pub can_heal: bool,
    /// The wounds of the place after; none for wind.
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
            Care::General => wounds <= 2,
            Care::Surgery | Care::Rest => wounds <= 4,
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
            (true, false, 5) if self.care == Care::Rest => {
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
    fn the_new_wound_counts_in_the_stun_roll_unless_the_option_says_otherwise() {
        let deck = deck();
        let ask = |dealt, earlier, worst, stun_penalty| {
            // Card 34 shows 7.
            let roll = roll(&deck, "1d10", 34);
            let stun = Stun { roll, dealt, earlier, worst };
            let answer = stun.answer(&Options { stun_penalty, ..options() }).unwrap();
            (answer.trial.account.tn().get(), answer.trial.roll.total, answer.footing)
        };
        let with_new = StunPenalty::WithNew;
        assert_eq!((3, Some(7), Footing::Steady), ask(0, 0, 0, with_new));
        assert_eq!((7, Some(5), Footing::Stunned), ask(2, 0, 2, with_new));
        assert_eq!((7, Some(7), Footing::Steady), ask(2, 0, 2, StunPenalty::Earlier));
    }

    #[test]
    fn going_bust_knocks_out_in_both_rolls() {
        let deck = deck();
        let roll = || roll(&deck, "4d10", 10);
        let stun = Stun { roll: roll(), dealt: 1, earlier: 0, worst: 1 };
        assert_eq!(Footing::Unconscious, stun.answer(&options()).unwrap().footing);
        let recovery = Recovery { roll: roll(), worst: 1 };
        assert_eq!(Footing::Unconscious, recovery.answer(&options()).unwrap().footing);
    }

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
    fn general_medicine_heals_two_wounds_surgery_four_and_nobody_five() {
        let deck = deck();
        let ask = |wounds, care| {
            let mut roll = roll(&deck, "1d10", 34);
            roll.penalty = -99;
            Healing { roll, wounds, care }.answer(&options()).unwrap().wounds_left
        };
        assert_eq!([0, 0, 1, 3, 4, 5], [0, 1, 2, 3, 4, 5].map(|w| ask(w, Care::General)));
        assert_eq!([1, 2, 3, 5], [2, 3, 4, 5].map(|w| ask(w, Care::Surgery)));
        assert_eq!([1, 2, 3, 5], [2, 3, 4, 5].map(|w| ask(w, Care::Rest)));
    }
}
