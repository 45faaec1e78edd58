//! Wounds: totals, stun, recovery and healing.

use super::attempt::{AttemptFields, OtherPenaltyFields, PenaltyFields};
use crate::table::questions::prelude::*;
use crate::table::rules::{
    Ailment, Attempt, HealingCheck, Hit, Options, RecoveryCheck, Risk, StunCheck, tally,
};

fields! {
    /// Adds up the hits of a character.
    pub struct TallyQuestion {
        /// The hits in order: location, wounds and CT, such as "left arm:2+3" or belly:1
        hits: List<Hit> = positional().value("HIT").required(),
        /// CT at full health; that of the character who acts when left out
        ct: Opt<Number<u16, 0, 9999>>,
        /// Rounds of bleeding afterwards (an optional rule)
        bleed: Arg<Number<u16, 0, 9999>> = value("ROUNDS").default("0"),
        /// The hero has declared to risk death, where the optional rule of risk is played
        risking: Flag,
    }
}

impl Question for TallyQuestion {
    const NAME: &'static str = "hurt tally";
    const HELP: &'static str = "Add up the hits a character has taken, and let them bleed";
    const EXAMPLES: [&'static str; 2] = ["\"left arm:2+3\" belly:1 ct 12", "belly:3 ct 12 bleed 3"];
    const ALIASES: &'static [&'static str] = &["bleeding"];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let own = || at.setting.character.as_ref().map(|who| who.ct);
        let Some(ct) = self.ct.get().or_else(own) else {
            return missing("the CT at full health", "--ct, or --as a character");
        };
        let rules = &at.setting.rules.west;
        let risk = match (self.risking.get(), rules.risk) {
            (true, Risk::Off) => {
                return refuse(
                    "without the rule of risk all characters risk death",
                    "risk = \"on\" in the rules",
                );
            }
            (true, _) => Risk::Off,
            (false, risk) => risk,
        };
        let options = Options { risk, ..rules.clone() };
        Ok(Box::new(tally(ct, &self.hits.get(), self.bleed.get(), &options)))
    }
}

fields! {
    /// Resolves a stun check.
    pub struct StunQuestion {
        /// Card, dice and follow-up cards.
        attempt: AttemptFields,
        /// Wounds dealt just now; 0 for concussion alone
        dealt: Arg<Number<u8, 0, 99>> = value("WOUNDS").fact(Fact::LastWounds),
        /// The worst wound from before
        earlier: Arg<Number<u8, 0, 5>> = value("WOUNDS").default("0").fact(Fact::Earlier),
        /// Other penalties.
        penalty: OtherPenaltyFields,
    }
}

impl Question for StunQuestion {
    const NAME: &'static str = "hurt stun";
    const HELP: &'static str = "Resolve a stun check";
    const EXAMPLES: [&'static str; 2] = ["34 2d8 dealt 2", "12 2d8 dealt 1 earlier 2"];
    const SKILLS: &'static [&'static str] = &["fortitude"];
    const DEMAND: Demand = Demand::Stun;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let attempt = self.attempt.resolve(at)?;
        let check = Attempt { penalty: self.penalty.get(), ..attempt };
        let (dealt, earlier) = (self.dealt.get(), self.earlier.get());
        let worst = dealt.min(5).max(earlier);
        answered(StunCheck { check, dealt, earlier, worst }.answer(&at.setting.rules.west))
    }
}

fields! {
    /// Resolves a recovery check.
    pub struct RecoveryQuestion {
        /// Card, dice and follow-up cards.
        attempt: AttemptFields,
        /// The worst wound now
        worst: Arg<Number<u8, 0, 5>> = value("WOUNDS").fact(Fact::Worst),
        /// Other penalties.
        penalty: OtherPenaltyFields,
    }
}

impl Question for RecoveryQuestion {
    const NAME: &'static str = "hurt recovery";
    const HELP: &'static str = "Resolve a recovery check";
    const EXAMPLES: [&'static str; 2] = ["34 2d8 worst 2", "12 2d8 worst 1 penalty 1"];
    const SKILLS: &'static [&'static str] = &["fortitude"];
    const DEMAND: Demand = Demand::Recovery;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let attempt = self.attempt.resolve(at)?;
        let check = Attempt { penalty: self.penalty.get(), ..attempt };
        let worst = self.worst.get();
        answered(RecoveryCheck { check, worst }.answer(&at.setting.rules.west))
    }
}

choice! {
    Ailment {
        "wind" => Ailment::Wind, "Concussion";
        "scratched" => Ailment::Scratched, "A scratch, as easy as concussion";
        "light" => Ailment::Light, "A light wound";
        "heavy" => Ailment::Heavy, "A heavy wound, treated as a light one";
        "serious" => Ailment::Serious, "A serious wound";
        "critical" => Ailment::Critical, "A critical wound";
    }
}

fields! {
    /// Resolves a healing check.
    pub struct HealingQuestion {
        /// Card, dice and follow-up cards.
        attempt: AttemptFields,
        /// The wound to treat
        ailment: Arg<Ailment> = positional().value("AILMENT"),
        /// Wounds and other penalties.
        penalty: PenaltyFields,
    }
}

impl Question for HealingQuestion {
    const NAME: &'static str = "hurt healing";
    const HELP: &'static str = "Resolve a healing check";
    const EXAMPLES: [&'static str; 2] = ["34 4d8 light", "12 4d8 serious penalty 2"];
    const SKILLS: &'static [&'static str] = &["medicine"];
    const DEMAND: Demand = Demand::Action;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let attempt = self.penalty.weaken(self.attempt.resolve(at)?);
        let check = HealingCheck { attempt, ailment: self.ailment.get() };
        answered(check.answer(&at.setting.rules.west))
    }
}
