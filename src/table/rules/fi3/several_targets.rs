//! A burst at several targets (dice edition, "Automatic Weapons"): the gunner splits the shots and the
//! dice among the targets; each further target makes all dice 1 worse.

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::{Answer, DealtDamage, LookupError};
use crate::wording::counted;

use super::{Attack, AttackAnswer, Fi3Error, Options};

/// A burst and the cards drawn for it.
#[derive(Clone, Debug)]
pub struct Burst<'d> {
    /// Each target by name, with its part of the burst: dice, shots and cards.
    pub parts: Vec<(String, Attack<'d>)>,
}

/// The result for one target.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct BurstPart {
    /// Its name.
    pub target: String,
    /// The result of its shots.
    pub attack: AttackAnswer,
}

/// The result of a burst.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct BurstAnswer {
    /// The targets in declared order.
    pub parts: Vec<BurstPart>,
    /// The number of shots that hit a target.
    pub hits: u32,
}

impl Burst<'_> {
    /// Reads the cards.
    ///
    /// # Errors
    /// [`LookupError::DrawnTwice`] if two targets use the same card; otherwise as
    /// [`Attack::answer`].
    pub fn answer(&self, options: &Options) -> Result<BurstAnswer, Fi3Error> {
        for (place, (_, attack)) in self.parts.iter().enumerate() {
            let before = self.parts[..place].iter().flat_map(|(_, before)| before.cards());
            let before: Vec<_> = before.collect();
            if let Some(card) = attack.cards().find(|card| before.contains(card)) {
                return Err(LookupError::DrawnTwice(*card).into());
            }
        }
        let parts = self
            .parts
            .iter()
            .map(|(target, attack)| {
                Ok(BurstPart { target: target.clone(), attack: attack.answer(options)? })
            })
            .collect::<Result<Vec<_>, Fi3Error>>()?;
        let hits = parts.iter().map(|part| part.attack.hits).sum();
        Ok(BurstAnswer { parts, hits })
    }
}

impl Answer for BurstAnswer {
    const KIND: &'static str = "fi3-burst";

    /// `3 hits: ann chest, 3 wounds; left arm, 1 wound; ben belly, 2 wounds`
    fn verdict(&self) -> Option<String> {
        let lines: Vec<String> = self
            .parts
            .iter()
            .filter_map(|part| {
                let verdict = part.attack.verdict()?;
                let (_, places) = verdict.split_once(": ")?;
                Some(format!("{} {places}", part.target))
            })
            .collect();
        Some(match self.hits {
            0 if lines.is_empty() => "miss".to_owned(),
            hits => format!("{}: {}", counted(hits as usize, "hit"), lines.join("; ")),
        })
    }

    fn account(&self) -> Option<String> {
        let account = |part: &BurstPart| {
            part.attack.account().map(|account| format!("at {}: {account}", part.target))
        };
        Some(self.parts.iter().filter_map(account).collect::<Vec<_>>().join("\n"))
    }

    fn is_open(&self) -> bool {
        self.parts.iter().any(|part| part.attack.is_open())
    }

    fn wanted(&self) -> usize {
        self.parts.iter().map(|part| part.attack.wanted()).find(|count| *count > 0).unwrap_or(0)
    }

    fn deals(&self) -> Vec<DealtDamage> {
        let of = |part: &BurstPart| {
            let target = Some(part.target.clone());
            let dealt = part.attack.deals().into_iter();
            dealt.map(|dealt| DealtDamage { target: target.clone(), ..dealt }).collect::<Vec<_>>()
        };
        self.parts.iter().flat_map(of).collect()
    }

    fn explanation(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for part in &self.parts {
            lines.push(format!("at {}:", part.target));
            lines.extend(part.attack.explanation().into_iter().map(|line| format!("  {line}")));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deck::Deck;
    use crate::table::lookup::TargetNumber;
    use crate::table::lookup::samples::{card, deck};
    use crate::table::rules::TnAccount;
    use crate::table::rules::fi3::samples::roll;
    use crate::table::rules::fi3::{Arm, Fire};

    fn part<'d>(deck: &'d Deck, name: &str, drawn: u8, tn: i64) -> (String, Attack<'d>) {
        let account = TnAccount::new(TargetNumber::clamped(tn), "test");
        let arm = Arm::Shot("(3)6".parse().unwrap());
        let mut attack = Attack::plain(roll(deck, "1d10", drawn), account, arm);
        attack.fire = Fire::Automatic { shots: 5, extra_targets: 1 };
        (name.to_owned(), attack)
    }

    #[test]
    fn each_target_is_named_with_its_hits() {
        // Row 1 of d10 shows 7 on card 34 and 9 on card 11: a raise each against 3, nothing against 8.
        let deck = deck();
        let parts = vec![part(&deck, "dora", 34, 3), part(&deck, "emil", 11, 3)];
        let answer = Burst { parts }.answer(&Options::default()).unwrap();
        let hits: Vec<u32> = answer.parts.iter().map(|part| part.attack.hits).collect();
        assert_eq!((4, vec![2, 2]), (answer.hits, hits));
        let verdict = answer.verdict().unwrap();
        assert!(verdict.starts_with("4 hits: dora ") && verdict.contains("; emil "), "{verdict}");
        assert!(answer.deals().iter().any(|dealt| dealt.target.as_deref() == Some("emil")));
        assert_eq!(1, answer.wanted());
        let parts = vec![part(&deck, "dora", 34, 8)];
        let missed = Burst { parts }.answer(&Options::default()).unwrap();
        assert_eq!((0, Some("miss".to_owned())), (missed.hits, missed.verdict()));
    }

    #[test]
    fn no_card_serves_two_targets() {
        let deck = deck();
        let parts = vec![part(&deck, "dora", 34, 3), part(&deck, "emil", 34, 3)];
        let twice = Burst { parts }.answer(&Options::default());
        assert!(matches!(twice, Err(Fi3Error::Rules(crate::table::rules::RulesError::Lookup(_)))));
        let mut parts = vec![part(&deck, "dora", 34, 3), part(&deck, "emil", 11, 3)];
        parts[0].1.hit_cards = vec![vec![card(34)], vec![card(11)]];
        assert!(Burst { parts }.answer(&Options::default()).is_err());
    }
}
