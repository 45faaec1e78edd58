//! Limits that whole cards cannot keep: counts are whole, so the distance to dice is at least that of the
//! nearest whole number of cards.

use std::sync::Arc;

use num_traits::ToPrimitive;

use crate::diagnostic::{Problem, Problems, Source};
use crate::dice::{Probability, best_of_at_least, share};

use super::model::Spec;

/// The expected number of cards at one place.
struct DiceDemand {
    at: String,
    cards: Probability,
}

impl DiceDemand {
    /// The distance of the nearest whole number of cards.
    fn distance(&self) -> Probability {
        let below = self.cards.floor();
        let part = &self.cards - &below;
        let above = Probability::from_integer(1.into()) - &part;
        part.min(above)
    }
}

/// The expected numbers of cards of a spec.
type Questions = fn(&Spec) -> Vec<DiceDemand>;

/// Reports the limits on checks and on effect cells that rounding alone exceeds.
pub(super) fn limits(source: &Arc<Source>, spec: &Spec, problems: &mut Problems) {
    let half = Probability::new(1.into(), 2.into());
    let known: [(&str, &Probability, Questions); 2] =
        [("threshold", &spec.limits.threshold, checks), ("effect", &spec.limits.effect, effects)];
    // Half a card can always be kept; below it all tables are needed.
    for (key, limit, asked) in known.into_iter().filter(|(_, limit, _)| **limit < half) {
        let farthest = asked(spec).into_iter().max_by_key(DiceDemand::distance);
        let Some(asked) = farthest.filter(|asked| asked.distance() > *limit) else { continue };
        let cards = asked.cards.to_f64().unwrap_or_default();
        let what = format!("{} requires {cards:.3} of {} cards", asked.at, spec.size());
        let thousand = Probability::from_integer(1000.into());
        let least = (asked.distance() * &thousand).ceil() / thousand;
        problems.push(out_of_reach(source, key, limit, &what, &least));
    }
}

/// The problem of a limit that the cards cannot keep: `what` says why, `least` is the smallest that they can.
pub(super) fn out_of_reach(
    source: &Arc<Source>,
    key: &str,
    limit: &Probability,
    what: &str,
    least: &Probability,
) -> Problem {
    let decimal = |value: &Probability| value.to_f64().unwrap_or_default();
    let message = format!("limit {key} = {} cannot be kept: {what}", decimal(limit));
    let accepted = format!("{} or more, which is how near whole cards come", decimal(least));
    let text = source.text();
    let table = text.find("[limits]").unwrap_or(0);
    let at = text[table..].find(&format!("\n{key}")).map_or(table, |line| table + line + 1);
    Problem::coded("spec.limit-out-of-reach", message)
        .at(source, at..at + key.len())
        .accepts(accepted)
}

fn checks(spec: &Spec) -> Vec<DiceDemand> {
    let mut asked = Vec::new();
    for column in &spec.cause.columns {
        for (level, critical) in (1..=spec.cause.rows).zip(&column.critical) {
            let most = spec.size() - usize::from(*critical);
            for target in 2..=column.die.sides() {
                let chance = best_of_at_least(column.die, level, target.into());
                let cards = share::ideal(spec.size(), &chance);
                let cards = cards.min(Probability::from_integer(most.into()));
                asked.push(DiceDemand {
                    at: format!("{level}{} at TN {target}", column.die),
                    cards,
                });
            }
        }
    }
    asked
}

fn effects(spec: &Spec) -> Vec<DiceDemand> {
    let mut asked = Vec::new();
    for &die in &spec.effect.columns {
        // Above this less than half a card is left.
        let highest = i64::from(die.sides()) * 3 * i64::from(spec.effect.rows);
        let one = spec.effect.die(die, highest);
        for row in 1..=spec.effect.rows {
            let sum = one.times(u32::from(row), highest);
            for magnitude in sum.lowest()..=sum.highest() {
                let cards = share::ideal(spec.size(), &sum.at_least(magnitude));
                let at = format!("({row}){} at magnitude {magnitude}", die.sides());
                asked.push(DiceDemand { at, cards });
            }
        }
    }
    asked
}

#[cfg(test)]
mod tests {
    use crate::spec::{Limits, Spec, preset};

    fn problems(from: &str, to: &str) -> String {
        let text = preset("true-dice").unwrap().spec;
        assert!(text.contains(from), "{from}");
        match Spec::read("deck.toml", &text.replacen(from, to, 1), &mut |_| Ok(String::new())) {
            Ok(_) => String::new(),
            Err(problems) => problems.to_string(),
        }
    }

    #[test]
    fn a_limit_below_the_rounding_error_is_refused() {
        // 54/4 cards at TN 4 of one d4.
        let reported = problems("threshold = 0.5", "threshold = 0.1");
        assert!(reported.contains("threshold = 0.1 cannot be kept"), "{reported}");
        assert!(
            reported.contains(".500 of 54 cards") && reported.contains("0.5 or more"),
            "{reported}"
        );
        let reported = problems("effect = 0.5", "effect = 0.2");
        assert!(reported.contains("effect = 0.2 cannot be kept"), "{reported}");
    }

    #[test]
    fn a_spec_without_limits_has_the_default_ones() {
        let text = preset("true-dice").unwrap().spec;
        let bare = &text[..text.find("[limits]").unwrap()];
        let spec = Spec::read("deck.toml", bare, &mut |_| Ok(String::new())).unwrap();
        assert_eq!(Limits::default(), spec.limits);
    }

    #[test]
    fn half_a_card_can_always_be_kept() {
        assert_eq!("", problems("threshold = 0.5", "threshold = 0.50"));
    }
}
