//! Generates a deck that keeps as many cards of an old one as the spec allows, so that few cards of a printed
//! deck need reprinting.
//!
//! 1. Pin swaps: if another card fulfils a pin, the two cards exchange a unit's whole tuple. Groups
//!    of pins are placed where that changes the fewest cards.
//! 2. Every column and element that then keeps the spec is unchanged; the others are repaired by a
//!    search that weighs violations against changed cells and cards. Parts that the old deck does
//!    not have are made as for a new deck.
//! 3. If the dependence of the readings then exceeds its limits, the changed cards exchange more
//!    cells, and further cards are added one at a time until the limits are kept.

mod cause;
mod changes;
mod columns;
mod effect;
mod inventory;
mod limits;
mod pin_placement;
mod pin_swap;
mod repair;
mod reprint;
mod start;
mod values;

use std::sync::atomic::{AtomicU64, Ordering};

use crate::deck::{CardNumber, Deck, Field};
use crate::spec::Spec;

use super::deck_state::DeckState;
use super::{Effort, GenerateError, Stream, WEIGHTS, assemble, search, state, total_moves};
use changes::{Changes, Count};
use inventory::Inventory;
use limits::LimitSearch;
use repair::Repair;
use reprint::Reprint;
use start::Start;

/// A deck made from an old one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReusedDeck {
    /// The new deck, with its list of cards of the old edition that are still valid.
    pub deck: Deck,
    /// The cards that differ from the old deck's, in order.
    pub changed_cards: Vec<CardNumber>,
    /// The number of cells that differ, including those that only one of the decks has.
    pub changed_cells: usize,
    /// Whether the limits on dependence are kept. If they cannot be kept, the deck with the fewest changes is
    /// returned.
    pub limits_kept: bool,
}

/// The total of the progress that [`generate_from`] reports.
pub const REUSE_STEPS: u64 = 100;

/// Makes a deck of `spec` that keeps as much of `old` as the spec allows. An old deck that keeps the whole
/// spec, or was made from this same spec, is returned unchanged. `progress` is called with the number of
/// further steps done, of [`REUSE_STEPS`]; later steps are skipped if not needed.
///
/// # Errors
/// [`GenerateError`] if a `*name` group of pins finds no card, or the old deck has other card numbers.
pub fn generate_from(
    spec: &Spec,
    old: &Deck,
    seed: u64,
    effort: Effort,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<ReusedDeck, GenerateError> {
    if spec.numbers != old.numbers() {
        return Err(GenerateError::OtherNumbers { old: old.numbers(), new: spec.numbers });
    }
    let pins = pin_placement::place(spec, old).map_err(GenerateError::NoCardForGroups)?;
    let inventory = Inventory { spec, old, pins: &pins };
    let before = inventory.contents();
    let (started, _) = Start::new(inventory).fetched(inventory);
    let repaired = Repair::new(inventory, &before, started, seed).run(&|done, of| {
        progress(
            REPAIR_STEPS * (done as u64 + 1) / of as u64 - REPAIR_STEPS * done as u64 / of as u64,
        );
    });
    let repaired = state(spec, repaired);
    let changes = Changes::new(&repaired.units, before);
    let result = |state: &DeckState, limits_kept| {
        compared(assemble(spec, seed, effort, &state.units), old, limits_kept)
    };
    let kept = |state: &DeckState| limits::excess(&state.dependence(), &spec.limits) == 0.0;
    let same_spec = old.origin().is_some_and(|origin| origin.spec_digest == spec.digest);
    if same_spec && !inventory.has_more() && changes.count() == Count::default() {
        // With an unchanged spec no card changes, even if the old search missed a limit.
        return Ok(result(&repaired, kept(&repaired)));
    }
    let reported = AtomicU64::new(REPAIR_STEPS);
    let limit_search = LimitSearch {
        limits: &spec.limits,
        weights: limits::weights(&spec.limits, Some(&repaired.dependence())),
        effort,
        seed,
        progress: &|cards| {
            let step = REPAIR_STEPS + (DEAL - REPAIR_STEPS) * cards as u64 / old.size() as u64;
            progress(step.saturating_sub(reported.fetch_max(step, Ordering::Relaxed)));
        },
    };
    let mut reprint = Reprint { state: repaired.clone(), changes };
    if limit_search.run(&mut reprint) {
        return Ok(result(&reprint.state, true));
    }
    // If every card may change, a new deal of the same columns may still reach the limits.
    let mut anew = repaired.clone();
    let (moves, total) = (AtomicU64::new(0), total_moves(spec, effort));
    let share = |moves: u64| (REUSE_STEPS - DEAL) * moves / total;
    let describe = |more: u64| {
        let before = moves.fetch_add(more, Ordering::Relaxed);
        progress(share(before + more) - share(before));
    };
    search(&mut anew, effort.schedule(), &WEIGHTS, Stream { seed, of: "deal" }, &describe, None);
    let is_kept = kept(&anew);
    Ok(result(if is_kept { &anew } else { &repaired }, is_kept))
}

/// The share of the repair of the units in [`REUSE_STEPS`], and the step at which a new deal begins.
const REPAIR_STEPS: u64 = 20;
const DEAL: u64 = 60;

fn compared(deck: Deck, old: &Deck, limits_kept: bool) -> ReusedDeck {
    let (before, after) = (old.layout().fields(), deck.layout().fields());
    let removed = before.iter().filter(|field| !after.contains(field)).count();
    let mut changed_cards = Vec::new();
    let mut changed_cells = 0;
    for (new_card, old_card) in deck.cards().iter().zip(old.cards()) {
        let differs = |field: &&Field| {
            let known = before.contains(field);
            !known || deck.layout().says(field, new_card) != old.layout().says(field, old_card)
        };
        let cells = after.iter().filter(differs).count() + removed;
        if cells > 0 {
            changed_cards.push(new_card.number);
        }
        changed_cells += cells;
    }
    ReusedDeck { deck: deck.succeeding(old), changed_cards, changed_cells, limits_kept }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::generate;
    use crate::spec::preset;

    fn spec(change: impl Fn(&str) -> String) -> Spec {
        let text = change(preset("true-dice").unwrap().spec);
        let pins = "card,grid,row,column,value,note\n\
            3,cause,1,d6,6,\n3,effect,2,d10,9,\n5,scatter,,,12,\n*hero,cause,2,d8,8,\n";
        let spec = Spec::read("deck.toml", &text, &mut |_| Ok(pins.to_owned()));
        spec.unwrap_or_else(|problems| panic!("{problems}"))
    }

    fn deck(spec: &Spec) -> Deck {
        generate(spec, 54, Effort::Quick, &|_| ()).unwrap()
    }

    /// A spec with limits so wide that no card has to change for them.
    fn loose(text: &str) -> String {
        text.replace("= 0.10", "= 0.9")
            .replace("0.026", "0.9")
            .replace("0.80", "3")
            .replace("joint_worst = 5", "joint_worst = 20")
    }

    #[test]
    fn an_equivalent_spec_returns_the_old_deck() {
        let old = deck(&spec(str::to_owned));
        let explained = spec(|text| text.replacen("seed = 54", "# where it starts\nseed = 54", 1));
        let reused = generate_from(&explained, &old, 54, Effort::Quick, &|_| ()).unwrap();
        assert_eq!((old.to_csv(), 0), (reused.deck.to_csv(), reused.changed_cells));
        // Another name is another digest, but does not require other cards.
        let renamed = spec(|text| loose(&text.replacen("True Dice", "Truer Dice", 1)));
        let reused = generate_from(&renamed, &old, 54, Effort::Quick, &|_| ()).unwrap();
        assert_eq!((old.digest(), 0), (reused.deck.digest(), reused.changed_cells));
        assert_eq!("Truer Dice", reused.deck.name());
    }

    #[test]
    fn a_deck_within_a_wide_limit_is_not_repaired() {
        let text = "format = \"actiondeck-spec/1\"\nname = \"Wide\"\nseed = 5\nwithout = [\"effect\", \"hit\", \"burst\", \
            \"scatter\", \"penetration\", \"failure\", \"unintended\"]\n[cause]\ncolumns = [\"d10\"]\nrows = 2\n\
            [limits]\nthreshold = 2\n";
        let spec = Spec::read("deck.toml", text, &mut |_| Ok(String::new())).unwrap();
        let old = deck(&spec);
        // One card more with 7 instead of 6, which half a card would not allow.
        let mut cards = old.cards().to_vec();
        let six = |card: &crate::deck::Card| card.cause.get(0, 1).is_some_and(|it| it.value() == 6);
        let card = cards.iter().position(six).unwrap();
        let mut columns = vec![cards[card].cause.column(0).to_vec()];
        columns[0][0] = crate::deck::CauseCell::Number(7);
        cards[card].cause = crate::deck::Grid::from_columns(&columns).unwrap();
        let edited = Deck::new("Wide", None, old.layout().clone(), cards).unwrap();
        assert_eq!(1, edited.changed_from(&old).len());
        let reused = generate_from(&spec, &edited, 54, Effort::Quick, &|_| ()).unwrap();
        assert_eq!((0, true), (reused.changed_cells, reused.limits_kept));
    }

    #[test]
    fn few_pins_change_few_cards_and_keep_every_count() {
        let old = deck(&spec(str::to_owned));
        let pinned =
            spec(|text| loose(&text.replacen("seed = 54", "seed = 54\npins = \"pins.csv\"", 1)));
        let reused = generate_from(&pinned, &old, 54, Effort::Quick, &|_| ()).unwrap();
        assert!((1..=16).contains(&reused.changed_cards.len()), "{:?}", reused.changed_cards);
        let card = reused.deck.card(CardNumber::new(3).unwrap());
        let text = |field: &str| field.parse::<Field>().unwrap().text(reused.deck.layout(), card);
        assert_eq!(("6", "9"), (text("cause_d6_1").as_str(), text("effect_d10_2").as_str()));
        let validation = crate::validate::validate(&reused.deck, Some(&pinned));
        let short: Vec<String> = validation.faults.iter().map(ToString::to_string).collect();
        assert_eq!(Vec::<String>::new(), short);
        for id in ["threshold_error", "effect_error", "increment_r"] {
            let figure = validation.figure(id).unwrap();
            assert_eq!(crate::validate::FigureVerdict::Holds, figure.verdict, "{figure:?}");
        }
        assert_eq!(reused, generate_from(&pinned, &old, 54, Effort::Quick, &|_| ()).unwrap());
    }

    #[test]
    fn a_new_element_is_added_and_everything_else_stays() {
        let old = deck(&spec(str::to_owned));
        let more = spec(|text| {
            format!("{text}\n[[element]]\nid = \"omen\"\ndice = \"1d20\"\n")
                .replace("= 0.10", "= 0.9")
                .replace("0.026", "0.9")
                .replace("0.80", "3")
                .replace("joint_worst = 5", "joint_worst = 20")
        });
        let reused = generate_from(&more, &old, 54, Effort::Quick, &|_| ()).unwrap();
        assert_eq!((54, 54), (reused.changed_cards.len(), reused.changed_cells));
        assert!(crate::validate::validate(&reused.deck, Some(&more)).faults.is_empty());
    }
}
