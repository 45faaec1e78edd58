//! From an effect cell to wounds and concussion (Conflict, "Dealing Damage", "Damage Bumps",
//! "Brawling").

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::CardNumber;
use crate::dice::EffectDice;
use crate::table::lookup::{Answer, EffectCell};

use super::{Damage, ImpactRule, Options, Size};

/// How an effect becomes wounds and CT.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Harm {
    /// One wound for each full Size of the effect, the remainder in CT.
    #[default]
    Deadly,
    /// One wound for each two full Sizes, and 3 CT for each Size.
    Brawling,
    /// Wounds as brawling, and one CT for each point of effect.
    Impact,
}

/// A damage reading: cell, bumps and target.
#[derive(Clone, Copy, Debug)]
pub struct DamageQuestion<'d> {
    /// The DMG or RD cell of the weapon.
    pub cell: EffectCell<'d>,
    /// Damage bumps: each moves the reading one row down, up to the last row of the grid.
    pub bumps: u8,
    /// The target's Size.
    pub size: Size,
    /// How the effect becomes wounds and CT.
    pub harm: Harm,
}

/// The damage read on a card.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct DamageAnswer {
    /// The card.
    pub card: CardNumber,
    /// The weapon's cell.
    pub weapon_cell: EffectDice,
    /// The cell after bumps.
    pub cell: EffectDice,
    /// The number in that cell.
    pub effect: u32,
    /// The target's Size.
    pub size: Size,
    /// How the effect becomes wounds and CT.
    pub harm: Harm,
    /// Wounds and CT.
    pub damage: Damage,
}

impl DamageQuestion<'_> {
    /// Reads the card.
    pub fn answer(&self, card: CardNumber, options: &Options) -> DamageAnswer {
        let cell = self.cell.moved(i32::from(self.bumps));
        let effect = cell.magnitude(card);
        DamageAnswer {
            card,
            weapon_cell: self.cell.dice(),
            cell: cell.dice(),
            effect,
            size: self.size,
            harm: self.harm,
            damage: hurt(effect, self.size, self.harm, options),
        }
    }
}

/// The wounds and CT of an effect.
///
/// ```
/// use actiondeck::table::rules::{Harm, Options, Size, hurt};
///
/// let damage = hurt(15, Size::HUMAN, Harm::Brawling, &Options::default());
/// assert_eq!((damage.wounds, damage.concussion), (1, 6));
/// ```
pub fn hurt(effect: u32, size: Size, harm: Harm, options: &Options) -> Damage {
    let multiples = size.multiples(effect);
    match (harm, options.impact) {
        (Harm::Deadly, _) => Damage { wounds: multiples, concussion: size.remainder(effect) },
        (Harm::Brawling, _) => {
            Damage { wounds: multiples / 2, concussion: multiples.saturating_mul(3) }
        }
        (Harm::Impact, ImpactRule::Wounds) => Damage { wounds: multiples / 2, concussion: effect },
        (Harm::Impact, ImpactRule::ConcussionOnly) => Damage { wounds: 0, concussion: effect },
    }
}

impl Answer for DamageAnswer {
    const KIND: &'static str = "damage";

    fn explanation(&self) -> Vec<String> {
        let moved = if self.cell == self.weapon_cell {
            String::new()
        } else {
            format!(" (from {})", self.weapon_cell)
        };
        vec![format!(
            "card {}, {}{moved}: effect {} against Size {}: {}",
            self.card, self.cell, self.effect, self.size, self.damage
        )]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::{card, deck};

    #[test]
    fn each_harm_counts_in_its_own_way() {
        let options = Options::default();
        let at = |harm| hurt(15, Size::HUMAN, harm, &options);
        assert_eq!(Damage { wounds: 2, concussion: 3 }, at(Harm::Deadly));
        assert_eq!(Damage { wounds: 1, concussion: 6 }, at(Harm::Brawling));
        assert_eq!(Damage { wounds: 1, concussion: 15 }, at(Harm::Impact));
        let options = Options { impact: ImpactRule::ConcussionOnly, ..Options::default() };
        let impact = hurt(15, Size::HUMAN, Harm::Impact, &options);
        assert_eq!(Damage { wounds: 0, concussion: 15 }, impact);
    }

    #[test]
    fn damage_bumps_move_the_row_before_anything_else() {
        let deck = deck();
        let cell = EffectCell::new(&deck, "(3)6".parse().unwrap()).unwrap();
        let ask = |bumps| {
            let question = DamageQuestion { cell, bumps, size: Size::HUMAN, harm: Harm::Deadly };
            question.answer(card(34), &Options::default())
        };
        // Card 34, d6 effects: 3, 8, 12, 15, 21.
        assert_eq!((12, 2, 0), (ask(0).effect, ask(0).damage.wounds, ask(0).damage.concussion));
        assert_eq!((21, 3, 3), (ask(2).effect, ask(2).damage.wounds, ask(2).damage.concussion));
        assert_eq!("(5)6", ask(200).cell.to_string());
    }
}
