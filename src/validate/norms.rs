//! The criteria of a validation: the spec, or what can be inferred from the deck.

use crate::deck::Deck;
use crate::dice::DiceKind;
use crate::spec::{Limits, Spec, YesRule};

use super::effects;

/// The criteria of one validation.
pub(super) struct Norms<'a> {
    pub spec: Option<&'a Spec>,
    pub limits: Limits,
    pub yes: YesRule,
    /// Whether effect dice are ordinary rather than open-ended.
    pub closed: bool,
}

impl<'a> Norms<'a> {
    /// From a spec; without one: the default limits, the toggle rule that most cards follow, and the effect
    /// dice that the deck names or its cells are nearer to.
    pub fn new(deck: &Deck, spec: Option<&'a Spec>) -> Self {
        match spec {
            Some(spec) => Self {
                spec: Some(spec),
                limits: spec.limits.clone(),
                yes: spec.yes,
                closed: spec.effect.closed,
            },
            None => Self {
                spec: None,
                limits: Limits::default(),
                yes: likeliest_yes(deck),
                closed: effects::effect_dice(deck) == DiceKind::Closed,
            },
        }
    }
}

/// The rule that most cards follow, or the first of several.
fn likeliest_yes(deck: &Deck) -> YesRule {
    let follow = |rule: YesRule| {
        deck.cards()
            .iter()
            .filter(|card| card.toggle == rule.toggle(deck.numbers(), card.number))
            .count()
    };
    let mut likeliest = YesRule::Even;
    for rule in [YesRule::Odd, YesRule::Red, YesRule::Black] {
        if follow(rule) > follow(likeliest) {
            likeliest = rule;
        }
    }
    likeliest
}

#[cfg(test)]
mod tests {
    use super::super::tests::fixtures;
    use super::*;
    use crate::deck::CardNumbers;

    #[test]
    fn one_wrong_toggle_does_not_hide_the_rule() {
        for rule in [YesRule::Even, YesRule::Odd, YesRule::Red, YesRule::Black] {
            let mut deck = fixtures::EditableDeck::new();
            for card in &mut deck.cards {
                card.toggle = rule.toggle(CardNumbers::POKER, card.number);
            }
            deck.cards[17].toggle = deck.cards[18].toggle;
            assert_eq!(rule, likeliest_yes(&deck.deck()));
        }
    }
}
