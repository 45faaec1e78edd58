//! Checks that the corners of each card follow from its number.

use crate::deck::{Deck, Field};
use crate::spec::YesRule;

use super::{Fault, Rule};

/// Reports one fault for each wrong corner.
pub(super) fn check(deck: &Deck, yes: YesRule, faults: &mut Vec<Fault>) {
    let shown = deck.layout().fields();
    for card in deck.cards() {
        let number = card.number;
        let mut compare = |rule, field, found: String, right: String| {
            if found != right && shown.contains(&field) {
                let message = format!("found {found} where {right} belongs");
                faults.push(Fault::on_card(rule, number, &field, message));
            }
        };
        let text = |corner: &dyn ToString| corner.to_string();
        let (rank, suit) = deck.numbers().corners(number).unwrap_or_default();
        let toggle = yes.toggle(deck.numbers(), number);
        compare(Rule::Rank, Field::Rank, text(&card.rank), text(&rank));
        compare(Rule::Suit, Field::Suit, text(&card.suit), text(&suit));
        compare(Rule::Toggle, Field::Toggle, text(&card.toggle), text(&toggle));
    }
}
