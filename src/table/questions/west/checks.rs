//! Checks: without a purpose, and for several purposes.

use super::attempt::{AttemptFields, PenaltyFields};
use crate::dice::EffectDice;
use crate::table::lookup::{BumpDivisor, Check, Target, TargetNumber};
use crate::table::questions::prelude::*;
use crate::table::rules::{
    AimUnderFire, Attempt, BothHands, ComplexCheck, FastDraw, Hand, Options, Surprise, Threat,
    TnAccount,
};

fields! {
    /// Resolves a check.
    pub struct CheckQuestion {
        /// Card, dice and follow-up cards.
        attempt: AttemptFields,
        /// The target number
        tn: Opt<TargetNumber> = trailing(),
        /// One bump for each full 4 above the target number, or for each full 3
        bump_divisor: Opt<BumpDivisor> = value("3|4"),
        /// Wounds and other penalties.
        penalty: PenaltyFields,
    }
}

impl Question for CheckQuestion {
    const NAME: &'static str = "check";
    const HELP: &'static str = "Resolve a check, such as 3d10 against a target number";
    const EXAMPLES: [&'static str; 2] = ["34 3d10 tn 7", "34 4d10 tn 13 then 11,10"];
    const DEMAND: Demand = Demand::Check;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let attempt = self.penalty.weaken(self.attempt.resolve(at)?);
        let rules = &at.setting.rules.west;
        let target = self.tn.get().map(|tn| {
            let bump_divisor = self.bump_divisor.get().unwrap_or(rules.bump_divisor);
            Target { tn, bump_divisor }
        });
        if self.penalty.get(at.setting) == (0, 0) {
            return answered(Check { pool: attempt.pool, target }.answer(&attempt.draw));
        }
        let Some(Target { tn, bump_divisor }) = target else {
            return missing("the target number that penalties make harder", "--tn");
        };
        // A number with modifiers is answered with its reasons.
        let options = Options { bump_divisor, ..rules.clone() };
        answered(attempt.test(TnAccount::new(tn, "as given"), &options))
    }
}

fields! {
    /// Resolves a complex check or an extended action.
    pub struct ComplexQuestion {
        /// The skill, such as 4d8
        dice: Arg<Skill> = positional(),
        /// The effect cell of the tool or trait, such as '(3)10'
        cell: Arg<EffectDice> = positional(),
        /// The cards drawn, one for each action, with follow-ups such as 34+11
        cards: List<Chain> = positional().required(),
        /// The target number of each check
        tn: Arg<TargetNumber>,
        /// The victories that the task needs
        need: Opt<Number<u16, 1, 9999>>,
        /// Wounds and other penalties.
        penalty: PenaltyFields,
    }
}

impl Question for ComplexQuestion {
    const NAME: &'static str = "check for complex";
    const HELP: &'static str = "Resolve a complex check or an extended action";
    const EXAMPLES: [&'static str; 2] = ["4d8 (3)10 12 6+11 tn 7 need 5", "2d10 (2)6 34 tn 7"];
    const DEMAND: Demand = Demand::Check;
    const PARTS: &'static [Part] = &[Part::Effect];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let count = at.unassigned().max(1);
        let draws = at.chains(&self.cards, count);
        let (draws, cell) = all((draws, at.effect_cell(self.cell.get())))?;
        let (wounds, penalty) = (self.penalty.wounds(), self.penalty.other());
        let check = ComplexCheck {
            pool: at.pool(self.dice.get())?,
            cell,
            tn: self.tn.get(),
            wounds,
            penalty,
            needed: self.need.get(),
        };
        answered(check.answer(&draws, &at.setting.rules.west))
    }
}

fields! {
    /// Resolves whether a character is surprised.
    pub struct SurpriseQuestion {
        /// Card, dice and follow-up cards.
        attempt: AttemptFields,
        /// The character expects danger, or action time already runs
        expecting: Flag,
        /// Wounds and other penalties.
        penalty: PenaltyFields,
    }
}

impl Question for SurpriseQuestion {
    const NAME: &'static str = "check for surprise";
    const HELP: &'static str = "See whether a character is surprised";
    const EXAMPLES: [&'static str; 2] = ["34 2d8", "12 2d8 expecting"];
    const SKILLS: &'static [&'static str] = &["acuity"];

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let check = self.penalty.weaken(self.attempt.resolve(at)?);
        let question = Surprise { check, expecting_danger: self.expecting.get() };
        answered(question.answer(&at.setting.rules.west))
    }
}

fields! {
    /// Resolves whether aim is kept under fire.
    pub struct AimQuestion {
        /// Card, dice and follow-up cards.
        attempt: AttemptFields,
        /// Shots aimed at the character since the aim began
        shots: Arg<Number<u8, 0, 99>> = default("1"),
        /// How many of them hit
        hits: Arg<Number<u8, 0, 99>> = default("0"),
        /// The attack was hand to hand; one that hit loses the aim without a check
        melee: Flag = excludes(&["shots"]),
        /// Lowest armour value of the cover kept behind all turn
        cover: Arg<Number<u8, 0, 99>> = value("AV").default("0"),
        /// Wounds and other penalties.
        penalty: PenaltyFields,
    }
}

impl Question for AimQuestion {
    const NAME: &'static str = "check for aim";
    const HELP: &'static str = "See whether aim is kept under fire";
    const EXAMPLES: [&'static str; 2] = ["34 2d8 shots 3 hits 1", "12 2d8 cover 2"];
    const DEMAND: Demand = Demand::Action;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let (attempt, threat) = all((self.attempt.resolve(at), self.threat()))?;
        let attempt = Some(self.penalty.weaken(attempt));
        let question = AimUnderFire { attempt, threat, cover: self.cover.get() };
        answered(question.answer(&at.setting.rules.west))
    }
}

impl AimQuestion {
    fn threat(&self) -> Result<Threat, Problems> {
        let hits = self.hits.get();
        if self.melee.get() {
            return Ok(Threat::Melee { hit: hits > 0 });
        }
        match self.shots.get() {
            shots if hits > shots => {
                refuse(format!("hits \"{hits}\" is out of range"), format!("0 to {shots}"))
            }
            0 => Ok(Threat::None),
            shots => Ok(Threat::Ranged { shots, hits }),
        }
    }
}

choice! {
    Hand {
        "single" => Hand::Single, "";
        "main" => Hand::Main, "";
        "off" => Hand::Off, "";
    }
}

fields! {
    /// Resolves a fast draw.
    pub struct FastDrawQuestion {
        /// Card, dice and follow-up cards.
        attempt: AttemptFields,
        /// The weapon has the Short attribute: 1 easier
        short: Flag,
        /// The weapon needs no cocking
        cocked: Flag,
        /// The weapon's snap-shot penalty, which bumps reduce
        snap: Arg<Number<u8, 0, 99>> = default("0"),
        /// The hand, when both draw at once
        hand: Arg<Hand> = default("single").excludes(&["off_hand"]),
        /// Both hands draw: the cards of the off hand; the slower result counts
        off_hand: Opt<Chain>,
        /// Wounds and other penalties.
        penalty: PenaltyFields,
    }
}

impl Question for FastDrawQuestion {
    const NAME: &'static str = "check for fast-draw";
    const HELP: &'static str = "Draw a weapon in an instant";
    const EXAMPLES: [&'static str; 2] = ["37 2d10 short", "37 2d10 snap 2 hand main"];
    const SKILLS: &'static [&'static str] = &["fast draw"];
    const DEMAND: Demand = Demand::Action;

    fn answer(&self, at: &mut Context<'_, '_>) -> Answered {
        let attempt = self.attempt.resolve(at);
        let (attempt, off_hand) = all((attempt, at.chain_if(&self.off_hand)))?;
        let rules = &at.setting.rules.west;
        let pool = attempt.pool;
        let draw_with = |attempt, hand| FastDraw {
            attempt: self.penalty.weaken(attempt),
            short: self.short.get(),
            needs_cocking: !self.cocked.get(),
            snap_penalty: self.snap.get(),
            hand,
        };
        let Some(draw) = off_hand else {
            return answered(draw_with(attempt, self.hand.get()).answer(rules));
        };
        let main = listed(draw_with(attempt, Hand::Main).answer(rules))?;
        let off = listed(draw_with(Attempt::new(pool, draw), Hand::Off).answer(rules))?;
        answered(BothHands::new(main, off))
    }
}
