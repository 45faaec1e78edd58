//! The chance that a target is down after a number of attacks, one a round.
//!
//! Wounds and concussion are sums, so the state of a target after n attacks depends on the set of n
//! cards drawn, not on their order. Cards are processed one after the other, each drawn or not, and
//! the sets of n cards are counted by the resulting state of the target. All numbers are integers
//! until the end.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

use crate::dice::Probability;
use crate::table::rules::{BodyPart, DISABLING, Hit};

/// The effect of one attack, as far as it can bring the target down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Blow {
    head: u8,
    torso: u8,
    concussion: u32,
}

/// The conditions for a target to be down: a fifth wound in head or torso, or the loss of all CT.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    /// The CT; none if CT is ignored.
    pub ct: Option<u32>,
    /// The damage taken before; none if the target is already down.
    before: DamageTaken,
}

/// The damage taken so far; none if the target is down.
type DamageTaken = Option<Blow>;

/// The effects of an attack with their chances, which add up to 1.
pub(super) type Attacks = Vec<(Blow, Probability)>;

/// The effects of an attack with integer weights instead of chances.
type Weights = Vec<(Blow, BigUint)>;

impl Blow {
    /// A number of wounds in a place, and concussion.
    pub fn new(part: Option<BodyPart>, wounds: u32, concussion: u32) -> Self {
        let wounds = wounds.min(u32::from(DISABLING)) as u8;
        match part {
            Some(BodyPart::Head) => Self { head: wounds, torso: 0, concussion },
            Some(BodyPart::Torso) => Self { head: 0, torso: wounds, concussion },
            _ => Self { head: 0, torso: 0, concussion },
        }
    }
}

impl Target {
    /// A target with hits taken before.
    pub fn new(ct: Option<u16>, hurt: &[Hit]) -> Self {
        let unhurt = Self { ct: ct.map(u32::from), before: Some(Blow::default()) };
        let blows = hurt
            .iter()
            .map(|hit| Blow::new(Some(hit.part), hit.damage.wounds, hit.damage.concussion));
        Self {
            before: blows.fold(unhurt.before, |taken, blow| unhurt.takes(taken, blow)),
            ..unhurt
        }
    }

    /// The damage after one more blow.
    fn takes(self, taken: DamageTaken, blow: Blow) -> DamageTaken {
        let taken = taken?;
        let sum = Blow {
            head: taken.head + blow.head,
            torso: taken.torso + blow.torso,
            concussion: match self.ct {
                None => 0,
                Some(_) => taken.concussion.saturating_add(blow.concussion),
            },
        };
        let down = sum.head >= DISABLING
            || sum.torso >= DISABLING
            || self.ct.is_some_and(|ct| sum.concussion >= ct);
        (!down).then_some(sum)
    }

    /// The chances that the target is down after 1, 2, … `rounds` attacks with cards drawn without
    /// replacement; nothing changes after the last card. Each card has its own attack.
    pub fn down_by_cards(self, cards: &[Attacks], rounds: usize) -> Vec<Probability> {
        // The number of sets of n cards, times the common denominator for each card, by damage
        // taken.
        let mut sets: Vec<BTreeMap<DamageTaken, BigUint>> = vec![BTreeMap::new(); rounds + 1];
        sets[0].insert(self.before, BigUint::one());
        let (alike, whole) = in_wholes(cards);
        for (weights, count) in alike {
            self.add_cards(&mut sets, &weights, count);
        }
        let mut choices = BigUint::one();
        let mut last = Probability::zero();
        let mut chances = Vec::new();
        for (drawn, taken) in sets.iter().enumerate().skip(1) {
            if drawn <= cards.len() {
                choices = choices * (cards.len() - drawn + 1) / drawn;
                let down = taken.get(&None).cloned().unwrap_or_default();
                let all = &choices * whole.pow(drawn as u32);
                last = Probability::new(down.into(), all.into());
            }
            chances.push(last.clone());
        }
        chances
    }

    /// Adds a number of cards with equal effects.
    fn add_cards(
        self,
        sets: &mut [BTreeMap<DamageTaken, BigUint>],
        weights: &[(Blow, BigUint)],
        count: usize,
    ) {
        // The effects of the cards so far and a number of these; initially 0.
        let mut so_far = sets.to_vec();
        let mut choices = BigUint::one();
        for drawn in 1..=count.min(sets.len() - 1) {
            choices = choices * (count - drawn + 1) / drawn;
            so_far = so_far.iter().map(|taken| self.after(taken, weights)).collect();
            for (others, taken) in so_far.iter().enumerate().take(sets.len() - drawn) {
                for (state, sets_of_it) in taken {
                    *sets[others + drawn].entry(*state).or_default() += sets_of_it * &choices;
                }
            }
        }
    }

    /// The damage after one more attack.
    fn after(
        self,
        taken: &BTreeMap<DamageTaken, BigUint>,
        weights: &[(Blow, BigUint)],
    ) -> BTreeMap<DamageTaken, BigUint> {
        let mut next = BTreeMap::new();
        for (state, ways) in taken {
            for (blow, weight) in weights {
                *next.entry(self.takes(*state, *blow)).or_default() += ways * weight;
            }
        }
        next
    }

    /// The chances that the target is down after 1, 2, … `rounds` attacks with dice.
    pub fn down_by_dice(self, attack: &Attacks, rounds: usize) -> Vec<Probability> {
        let (alike, whole) = in_wholes(std::slice::from_ref(attack));
        let mut taken = BTreeMap::from([(self.before, BigUint::one())]);
        let mut all = BigUint::one();
        (0..rounds)
            .map(|_| {
                for weights in alike.keys() {
                    taken = self.after(&taken, weights);
                }
                all *= &whole;
                let down = taken.get(&None).cloned().unwrap_or_default();
                Probability::new(down.into(), all.clone().into())
            })
            .collect()
    }
}

/// Attacks with integer weights that add up to a common denominator, and the number of equal
/// attacks.
fn in_wholes(attacks: &[Attacks]) -> (BTreeMap<Weights, usize>, BigUint) {
    let mut whole = BigInt::one();
    for (_, chance) in attacks.iter().flatten() {
        // The least common multiple: the common denominator times the factor missing in it.
        let left = Probability::new(whole.clone(), chance.denom().clone());
        whole *= left.denom();
    }
    let mut alike = BTreeMap::new();
    for attack in attacks {
        let mut weights: BTreeMap<Blow, BigUint> = BTreeMap::new();
        for (blow, chance) in attack.iter().filter(|(_, chance)| !chance.is_zero()) {
            let weight = (chance * &whole).to_integer();
            // Chances are not negative.
            *weights.entry(*blow).or_default() += weight.magnitude();
        }
        *alike.entry(weights.into_iter().collect()).or_insert(0) += 1;
    }
    (alike, whole.magnitude().clone())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::table::rules::Damage;

    fn share(numerator: u32, denominator: u32) -> Probability {
        Probability::new(numerator.into(), denominator.into())
    }

    /// The reference: all ordered draws, with all attacks of each card.
    fn by_drawing(
        target: Target,
        cards: &[Attacks],
        taken: DamageTaken,
        rounds: usize,
    ) -> Probability {
        if taken.is_none() {
            return Probability::one();
        }
        if rounds == 0 || cards.is_empty() {
            return Probability::zero();
        }
        let mut sum = Probability::zero();
        for at in 0..cards.len() {
            let mut rest = cards.to_vec();
            for (blow, chance) in rest.remove(at) {
                sum += chance * by_drawing(target, &rest, target.takes(taken, blow), rounds - 1);
            }
        }
        sum / share(cards.len() as u32, 1)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn rounds_agree_with_every_ordered_draw(
            ct in prop::option::of(1_u16..12),
            hurt in prop::collection::vec((0_usize..6, 0_u32..4, 0_u32..4), 0..3),
            hits in prop::collection::vec((0_usize..6, 0_u32..7, 0_u32..5, 0_u32..4), 1..6),
        ) {
            let hurt: Vec<Hit> = hurt
                .iter()
                .map(|&(part, wounds, concussion)| Hit {
                    part: BodyPart::ALL[part],
                    damage: Damage { wounds, concussion },
                })
                .collect();
            let target = Target::new(ct, &hurt);
            let cards: Vec<Attacks> = hits
                .iter()
                .map(|&(part, wounds, concussion, thirds)| {
                    let blow = Blow::new(Some(BodyPart::ALL[part]), wounds, concussion);
                    vec![(blow, share(thirds, 3)), (Blow::default(), share(3 - thirds, 3))]
                })
                .collect();
            let chances = target.down_by_cards(&cards, 6);
            for (place, chance) in chances.iter().enumerate() {
                // Damage from before counts as cards drawn first.
                let blow = |hit: &Hit| {
                    Blow::new(Some(hit.part), hit.damage.wounds, hit.damage.concussion)
                };
                let start = hurt
                    .iter()
                    .map(blow)
                    .try_fold(Blow::default(), |taken, blow| target.takes(Some(taken), blow));
                prop_assert_eq!(&by_drawing(target, &cards, start, place + 1), chance);
            }
        }
    }

    #[test]
    fn dice_are_thrown_anew_each_round() {
        let torso = |wounds| Blow::new(Some(BodyPart::Torso), wounds, 2);
        let attack = vec![(torso(3), share(1, 2)), (Blow::default(), share(1, 2))];
        let down = Target::new(None, &[]).down_by_dice(&attack, 4);
        assert_eq!(vec![share(0, 1), share(1, 4), share(1, 2), share(11, 16)], down);
        let limb = vec![(Blow::new(Some(BodyPart::LeftArm), 9, 2), share(1, 1))];
        let down = Target::new(Some(4), &[]).down_by_dice(&limb, 3);
        assert_eq!(vec![share(0, 1), share(1, 1), share(1, 1)], down);
    }

    #[test]
    fn a_wounded_target_is_down_sooner_and_stays_down() {
        let attack = vec![(Blow::new(Some(BodyPart::Torso), 3, 0), share(1, 1))];
        let down = |hit: &str| Target::new(None, &[hit.parse().unwrap()]).down_by_dice(&attack, 2);
        assert_eq!(vec![share(0, 1), share(1, 1)], down("head:2"));
        assert_eq!(vec![share(1, 1), share(1, 1)], down("belly:2"));
        assert_eq!(vec![share(1, 1), share(1, 1)], down("head:5"));
        let cards = vec![vec![(Blow::default(), share(1, 1))]];
        let fell = Target::new(None, &["head:5".parse().unwrap()]);
        assert_eq!(vec![share(1, 1), share(1, 1)], fell.down_by_cards(&cards, 2));
    }
}
