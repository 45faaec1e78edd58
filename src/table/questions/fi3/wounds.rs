//! Wounds: totals, stun and recovery, healing, and fate chips spent on them.

use super::roll::{RollFields, UnwoundedRollFields};
use crate::table::questions::prelude::*;
use crate::table::rules::fi3::{Chip, Healer, Healing, condition, save};
use crate::table::rules::{Hit, RecoveryCheck, StunCheck};

fields! {
    /// Adds up the hits of a character, and bleeding.
    pub struct TallyQuestion {
        /// The hits in order: location, wounds and wind, such as "left arm:2+3" or belly:1
        hits: List<Hit> = positional().value("HIT").required(),
        /// Wind at full health
        wind: Arg<Number<u16, 0, 9999>>,
        /// Rounds of bleeding afterwards
        bleed: Arg<Number<u16, 0, 9999>> = value("ROUNDS").default("0"),
    }
}

impl Question for TallyQuestion {
    const NAME: &'static str = "hurt tally";
    const HELP: &'static str = "Add up the hits a character has taken, and let them bleed";
    const EXAMPLES: [&'static str; 2] =
        ["\"left arm:2+3\" belly:1 wind 12", "belly:3 wind 12 bleed 2"];
    const ALIASES: &'static [&'static str] = &["bleeding"];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let (hits, wind, rounds) = (self.hits.get(), self.wind.get(), self.bleed.get());
        Ok(Box::new(condition(wind, &hits, rounds, &at.setting.rules.fi3)))
    }
}

fields! {
    /// Resolves a stun roll. The wound penalty is set from the fields here.
    pub struct StunQuestion {
        /// The roll.
        roll: UnwoundedRollFields,
        /// Wounds dealt just now; 0 for wind alone
        dealt: Arg<Number<u8, 0, 99>> = value("WOUNDS").fact(Fact::LastWounds),
        /// The worst wound from before
        earlier: Arg<Number<u8, 0, 5>> = value("WOUNDS").default("0").fact(Fact::Earlier),
        /// The worst wound now; the greater of the two when left out
        worst: Opt<Number<u8, 0, 5>> = value("WOUNDS"),
    }
}

impl Question for StunQuestion {
    const NAME: &'static str = "hurt stun";
    const HELP: &'static str = "Resolve a stun roll";
    const EXAMPLES: [&'static str; 2] = ["34 2d8 dealt 2", "12 2d8 dealt 1 earlier 1"];
    const SKILLS: &'static [&'static str] = &["fortitude"];
    const DEMAND: Demand = Demand::Stun;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let check = self.roll.resolve(at)?;
        let (dealt, earlier) = (self.dealt.get(), self.earlier.get());
        let worst = self.worst.get().unwrap_or(dealt.min(5).max(earlier));
        answered(StunCheck { check, dealt, earlier, worst }.answer(&at.setting.rules.fi3))
    }
}

fields! {
    /// Resolves a recovery roll. The wound penalty is that of the worst wound.
    pub struct RecoveryQuestion {
        /// The roll.
        roll: UnwoundedRollFields,
        /// The worst wound now
        worst: Arg<Number<u8, 0, 5>> = value("WOUNDS").fact(Fact::Worst),
    }
}

impl Question for RecoveryQuestion {
    const NAME: &'static str = "hurt recovery";
    const HELP: &'static str = "Resolve a recovery roll";
    const EXAMPLES: [&'static str; 2] = ["34 2d8 worst 2", "12 3d6 worst 1"];
    const SKILLS: &'static [&'static str] = &["fortitude"];
    const DEMAND: Demand = Demand::Recovery;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let (check, worst) = (self.roll.resolve(at)?, self.worst.get());
        answered(RecoveryCheck { check, worst }.answer(&at.setting.rules.fi3))
    }
}

choice! {
    Healer {
        "general" => Healer::General, "Medicine of any kind: wind, light and heavy wounds";
        "surgery" => Healer::Surgery, "Surgery: up to critical wounds";
        "rest" => Healer::Rest, "Five days of rest, by a Vigor roll";
    }
}

fields! {
    /// Resolves a healing roll.
    pub struct HealingQuestion {
        /// The roll.
        roll: RollFields,
        /// Wounds of the place treated; 0 for wind
        wounds: Arg<Number<u8, 0, 5>> = value("WOUNDS"),
        /// The kind of care
        care: Arg<Healer> = value("CARE").default("general"),
    }
}

impl Question for HealingQuestion {
    const NAME: &'static str = "hurt healing";
    const HELP: &'static str = "Resolve a healing roll";
    const EXAMPLES: [&'static str; 2] = ["34 3d8 wounds 2", "34 3d8 wounds 2 care surgery"];
    const SKILLS: &'static [&'static str] = &["medicine"];
    const DEMAND: Demand = Demand::Action;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let roll = self.roll.resolve(at)?;
        let (wounds, care) = (self.wounds.get(), self.care.get());
        answered(Healing { roll, wounds, care }.answer(&at.setting.rules.fi3))
    }
}

fields! {
    /// Spends fate chips on wounds and wind.
    pub struct SaveQuestion {
        /// The chips spent: white, red or blue
        chips: List<Chip> = positional().value("CHIP").required(),
        /// Wounds of the attack
        wounds: Arg<Number<u32, 0, 9999>> = value("WOUNDS").default("0"),
        /// Wind lost
        wind: Arg<Number<u32, 0, 9999>> = value("WIND").default("0"),
    }
}

impl Question for SaveQuestion {
    const NAME: &'static str = "hurt save";
    const HELP: &'static str = "Spend fate chips on wounds and wind";
    const EXAMPLES: [&'static str; 2] = ["white red wounds 4 wind 3", "blue wounds 2"];

    fn answer(&self, _: &mut Context<'_, '_>) -> Answered {
        Ok(Box::new(save(self.wounds.get(), self.wind.get(), &self.chips.get())))
    }
}
