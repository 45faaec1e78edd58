//! The effect of armour and cover on damage dice (dice edition, "Armor", "Cover penetration").

use schemars::JsonSchema;
use serde::Serialize;

use crate::dice::EffectDice;
use crate::table::lookup::Answer;

use super::{ArmourPenetration, Barriers, Fi3Error, Options, lowered};

/// Armour or cover between damage dice and the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Barrier {
    /// Its Armour rating.
    pub armour: u8,
    /// The Armour rating of a second barrier behind it, such as armour worn behind cover; 0
    /// without.
    pub behind: u8,
    /// The weapon's penetration; none if it has no rating, then armour only reduces the dice.
    pub penetration: Option<u8>,
}

/// The effect of a barrier on damage dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct ArmourAnswer {
    /// The dice before.
    pub dice: EffectDice,
    /// The barrier.
    pub barrier: Barrier,
    /// Whether the shot is deflected: its penetration is below the armour.
    pub deflected: bool,
    /// The number of die steps subtracted.
    pub levels: u8,
    /// The dice that pass; none if nothing passes.
    pub passes: Option<EffectDice>,
}

impl Barrier {
    /// Lowers the type of the dice by one step for each level of armour.
    ///
    /// # Errors
    /// [`Fi3Error::DamageDie`] for a die that is not a damage die.
    pub fn stops(self, dice: EffectDice, options: &Options) -> Result<ArmourAnswer, Fi3Error> {
        let both = self.armour.saturating_add(self.behind);
        let obstacles = match options.barriers {
            Barriers::Each => [self.armour, self.behind],
            Barriers::Sum => [both, 0],
        };
        let hardest = obstacles[0].max(obstacles[1]);
        let deflected = self.penetration.is_some_and(|penetration| penetration < hardest);
        let taken = |armour: u8| match options.armour_penetration {
            ArmourPenetration::Plain => armour,
            ArmourPenetration::Reduced => {
                let over = self.penetration.map_or(0, |pen| pen.saturating_sub(armour));
                armour.saturating_sub(over)
            }
        };
        let levels = taken(obstacles[0]).saturating_add(taken(obstacles[1]));
        let die = lowered(dice.die, levels)?.filter(|_| !deflected);
        let passes = die.map(|die| EffectDice { die, ..dice });
        Ok(ArmourAnswer { dice, barrier: self, deflected, levels, passes })
    }
}

impl Answer for ArmourAnswer {
    const KIND: &'static str = "fi3-armour";

    fn explanation(&self) -> Vec<String> {
        let Barrier { armour, behind, penetration } = self.barrier;
        let armour = if behind > 0 { format!("{armour} and {behind}") } else { armour.to_string() };
        let penetration =
            penetration.map(|pen| format!(" at penetration {pen}")).unwrap_or_default();
        vec![match (self.deflected, self.passes) {
            (true, _) => format!("{}{penetration} against Armour {armour}: deflected", self.dice),
            (_, Some(dice)) => {
                format!("{}{penetration} behind Armour {armour} reads {dice}", self.dice)
            }
            (_, None) => {
                format!("{}{penetration} behind Armour {armour}: below d4, stopped", self.dice)
            }
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::rules::fi3::samples::options;

    fn through(dice: &str, armour: u8, penetration: Option<u8>, options: &Options) -> String {
        let answer = Barrier { armour, behind: 0, penetration }
            .stops(dice.parse().unwrap(), options)
            .unwrap();
        answer.passes.map_or_else(|| "nothing".to_owned(), |dice| dice.to_string())
    }

    #[test]
    fn three_d8_behind_armour_1_read_three_d6() {
        assert_eq!("(3)6", through("(3)8", 1, None, &options()));
        assert_eq!("nothing", through("(3)8", 3, None, &options()));
    }

    #[test]
    fn armour_lowers_dice_by_a_step_and_stops_low_penetration() {
        assert_eq!("(3)4", through("(3)6", 1, Some(2), &options()));
        assert_eq!("nothing", through("(3)6", 2, Some(2), &options()));
        assert_eq!("(3)4", through("(3)8", 2, Some(2), &options()));
        assert_eq!("nothing", through("(3)8", 2, Some(1), &options()));
        // In the rule before the examples, each point of penetration above the armour reduces it by
        // one level.
        let reduced = Options { armour_penetration: ArmourPenetration::Reduced, ..options() };
        assert_eq!("(3)6", through("(3)6", 1, Some(2), &reduced));
        assert_eq!("nothing", through("(3)6", 2, Some(2), &reduced));
    }

    #[test]
    fn each_obstacle_is_held_against_the_penetration_by_itself() {
        let through = |barriers, penetration| {
            let barrier = Barrier { armour: 1, behind: 1, penetration: Some(penetration) };
            let options = Options { barriers, ..options() };
            let answer = barrier.stops("(3)8".parse().unwrap(), &options).unwrap();
            answer.passes.map_or_else(|| "nothing".to_owned(), |dice| dice.to_string())
        };
        assert_eq!(["(3)4", "nothing"], [1, 0].map(|pen| through(Barriers::Each, pen)));
        assert_eq!(["(3)4", "nothing"], [2, 1].map(|pen| through(Barriers::Sum, pen)));
    }
}
