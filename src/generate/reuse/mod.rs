//! A new deck that keeps as many cards of an old one as the spec allows: a deck that is printed
//! already should cost its owner as little paper as possible.
//!
//! 1. Groups of pins go to the cards that hold most of them already.
//! 2. Every column and element that still keeps the spec stays as it is; the others are repaired by
//!    a search that weighs what is broken against cells and cards changed. What the old deck does
//!    not have is made as for a new deck.
//! 3. If the dependence of the readings then exceeds its limits, cells change places; each stage
//!    lets a changed card cost less than the one before, and the first that keeps the limits is
//!    taken.

mod cause;
mod changes;
mod effect;
mod settle;
mod values;

use crate::deck::{CardNumber, DECK_SIZE, Deck, ExtraValue, Field};
use crate::random::Draws;
use crate::spec::{Pin, PinValue, Spec};

use super::cells::{CauseCells, EffectCells};
use super::plan::{CausePlan, EffectPlan, SettledPins, hit_steps, spread};
use super::units::{Content, Unit, numbered};
use super::{Effort, GenerateError, assemble, free_cards, number_readings};
use changes::Changes;
use values::Values;

/// A deck made from an old one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reused {
    /// The new deck.
    pub deck: Deck,
    /// The cards that differ from the old deck's, in order.
    pub changed_cards: Vec<CardNumber>,
    /// The cells that differ, those that only one of the decks has among them.
    pub changed_cells: usize,
    /// Whether the limits on dependence are kept. If they cannot be by any number of changes, the
    /// deck with the fewest changes is given.
    pub limits_kept: bool,
}

/// Makes a deck of `spec` that keeps as much of `old` as the spec allows. An old deck that was made
/// from this very spec and seed, or that keeps the spec in everything, is given back as it is.
///
/// # Errors
/// [`GenerateError`] if a `*name` group of pins finds no card.
pub fn generate_from(
    spec: &Spec,
    old: &Deck,
    seed: u64,
    effort: Effort,
) -> Result<Reused, GenerateError> {
    let same_spec = old.origin().is_some_and(|origin| origin.spec_digest == spec.digest);
    if same_spec && *old.layout() == spec.layout() {
        return Ok(compared(old.clone(), old, true));
    }
    let pins = SettledPins::settle_by(spec, |group, free| most_held(old, group, free))
        .map_err(GenerateError::NoCardForGroups)?;
    let mut repair = Repair {
        spec,
        old,
        seed,
        pins: &pins,
        changed: [false; DECK_SIZE],
        contents: Vec::new(),
        old_contents: Vec::new(),
    };
    repair.causes();
    repair.effects();
    repair.elements();
    let mut units = numbered(repair.contents);
    let mut changes = Changes::new(&units, repair.old_contents);
    let fixed = number_readings(spec);
    let kept = settle::settle(&mut units, &mut changes, &fixed, &spec.limits, effort, seed);
    Ok(compared(assemble(spec, seed, &units), old, kept))
}

/// The first of the free cards that hold most of the group's cells.
fn most_held(old: &Deck, group: &[&Pin], free: &[usize]) -> usize {
    let held = |card: usize| {
        let card = &old.cards()[card];
        let has = |pin: &&&Pin| {
            let known = old.layout().fields().contains(&pin.field);
            known && pin.field.text(old.layout(), card) == shown(&pin.value)
        };
        group.iter().filter(has).count()
    };
    let mut best = free[0];
    for &card in &free[1..] {
        if held(card) > held(best) {
            best = card;
        }
    }
    best
}

/// A pinned value as `deck.csv` writes it.
fn shown(value: &PinValue) -> String {
    match value {
        PinValue::Cause(cell) => cell.to_string(),
        PinValue::Number(number) => number.to_string(),
        PinValue::Blank => String::new(),
        PinValue::Extra(value) => value.to_string(),
    }
}

fn compared(deck: Deck, old: &Deck, limits_kept: bool) -> Reused {
    let (before, after) = (old.layout().fields(), deck.layout().fields());
    let removed = before.iter().filter(|field| !after.contains(field)).count();
    let mut changed_cards = Vec::new();
    let mut changed_cells = 0;
    for (new_card, old_card) in deck.cards().iter().zip(old.cards()) {
        let differs = |field: &&Field| {
            let known = before.contains(field);
            !known || field.text(deck.layout(), new_card) != field.text(old.layout(), old_card)
        };
        let cells = after.iter().filter(differs).count() + removed;
        if cells > 0 {
            changed_cards.push(new_card.number);
        }
        changed_cells += cells;
    }
    Reused { deck, changed_cards, changed_cells, limits_kept }
}

/// Repairs one unit after the other; cards that one has changed cost the next ones less.
struct Repair<'a> {
    spec: &'a Spec,
    old: &'a Deck,
    seed: u64,
    pins: &'a SettledPins,
    changed: [bool; DECK_SIZE],
    contents: Vec<(Content, Vec<usize>)>,
    /// What the old deck has in place of each content.
    old_contents: Vec<Option<Content>>,
}

impl Repair<'_> {
    fn draws(&self, purpose: &str) -> Draws {
        Draws::new(self.seed, &format!("reuse {purpose}"))
    }

    fn causes(&mut self) {
        for column in &self.spec.cause.columns {
            let plan = CausePlan::new(column, self.spec.cause.rows, self.pins);
            let place = self.old.layout().cause.column(column.die);
            let old: Option<Vec<Vec<u16>>> = place.map(|place| {
                let rows = self.old.layout().cause.rows.min(self.spec.cause.rows);
                let cell = |card: usize, row| {
                    self.old.cards()[card].cause.get(place, row).map_or(1, |cell| cell.value())
                };
                (1..=rows).map(|row| (0..DECK_SIZE).map(|card| cell(card, row)).collect()).collect()
            });
            let mut draws = self.draws(&format!("cause {}", column.die));
            let deal = cause::repair(&plan, old.as_deref(), &self.changed, &mut draws);
            let before = old.map(|cells| {
                let deal = super::cause_column::CauseColumnDeal { cells, cost: 0 };
                Content::Cause(CauseCells::new(deal, &plan.pinned))
            });
            let now = Content::Cause(CauseCells::new(deal, &plan.pinned));
            self.keep(now, before, free_cards(&plan.pinned));
        }
    }

    fn effects(&mut self) {
        for &die in &self.spec.effect.columns {
            let plan = EffectPlan::new(self.spec, die, self.pins);
            let place = self.old.layout().effect.column(die);
            let old: Option<Vec<Vec<u32>>> = place.map(|place| {
                let rows = self.old.layout().effect.rows.min(self.spec.effect.rows);
                let cell = |card: usize, row| {
                    self.old.cards()[card].effect.get(place, row).unwrap_or_default()
                };
                (1..=rows).map(|row| (0..DECK_SIZE).map(|card| cell(card, row)).collect()).collect()
            });
            let mut draws = self.draws(&format!("effect {die}"));
            let task = effect::Task::new(self.spec, die, &plan);
            let deal = effect::repair(&task, old.as_deref(), &self.changed, &mut draws);
            let before = old.map(|cells| {
                let deal = super::effect_column::EffectColumnDeal { cells };
                Content::Effect(EffectCells::new(deal, &plan))
            });
            let now = Content::Effect(EffectCells::new(deal, &plan));
            self.keep(now, before, free_cards(&plan.pinned));
        }
    }

    fn elements(&mut self) {
        let (spec, cards) = (self.spec, self.old.cards());
        let pins = self.pins;
        let steps = cards.iter().map(|card| Some(card.hit_step)).collect();
        self.element(
            Values::new(steps, hit_steps(spec.hit.steps()), pins.numbers(&Field::HitStep)),
            Content::HitStep,
        );
        let values = cards.iter().map(|card| Some(card.penetration)).collect();
        let pinned = pins.numbers(&Field::Penetration);
        self.element(Values::new(values, spread(&spec.penetration), pinned), Content::Penetration);
        let values = cards.iter().map(|card| Some(card.scatter.get())).collect();
        let pinned = pins.numbers(&Field::Scatter);
        self.element(Values::new(values, spread(&spec.scatter), pinned), Content::Scatter);
        let mut wanted: Vec<Option<u8>> = spread(&spec.failure).into_iter().map(Some).collect();
        wanted.resize(DECK_SIZE, None);
        let values = cards.iter().map(|card| Some(card.failure)).collect();
        self.element(Values::new(values, wanted, pins.failures()), Content::Failure);
        let values = cards.iter().map(|card| Some(card.unintended)).collect();
        let pinned = pins.numbers(&Field::Unintended);
        self.element(Values::new(values, spread(&spec.unintended), pinned), Content::Unintended);
        if !spec.bursts.is_empty() {
            self.bursts();
        }
        for element in &spec.elements {
            let place =
                |value: &ExtraValue| element.values.iter().position(|(known, _)| known == value);
            let column = self.old.layout().extras.iter().position(|id| *id == element.id);
            let values = cards
                .iter()
                .map(|card| column.and_then(|column| place(&card.extras[column])))
                .collect();
            let counts: Vec<(usize, u8)> = (0..).zip(element.values.iter().map(|v| v.1)).collect();
            let pinned: Vec<(usize, usize)> = pins
                .of(&Field::Extra(element.id.clone()))
                .into_iter()
                .filter_map(|(card, value)| match value {
                    PinValue::Extra(value) => Some((card, place(value)?)),
                    _ => None,
                })
                .collect();
            self.element(Values::new(values, spread(&counts), pinned), Content::Extra);
        }
    }

    fn element<T: Clone + PartialEq>(
        &mut self,
        values: Values<T>,
        content: impl Fn(Vec<T>) -> Content,
    ) {
        let mut draws = self.draws(&format!("element {}", self.contents.len()));
        let old: Option<Vec<T>> = values.old.iter().cloned().collect();
        let free = values.free();
        let now = content(values.repaired(&self.changed, &mut draws));
        self.keep(now, old.map(content), free);
    }

    /// Bursts stay if all sizes keep their counts, rise on every card and hold the pins; else the
    /// cards are ranked by their old hits and get the sizes' values in that order.
    fn bursts(&mut self) {
        let (spec, layout) = (self.spec, self.old.layout());
        let lists: Vec<Vec<u16>> = spec.bursts.iter().map(|burst| spread(&burst.hits)).collect();
        let old: Option<Vec<Vec<u16>>> = spec
            .bursts
            .iter()
            .map(|burst| {
                let place = layout.bursts.iter().position(|&shots| shots == burst.shots)?;
                Some(self.old.cards().iter().map(|card| card.bursts[place]).collect())
            })
            .collect();
        let pinned: Vec<Vec<(usize, u16)>> =
            spec.bursts.iter().map(|burst| self.pins.numbers(&Field::Burst(burst.shots))).collect();
        let (sizes, free) = values::bursts(self.old, &lists, old.as_deref(), &pinned);
        self.keep(Content::Bursts(sizes), old.map(Content::Bursts), free);
    }

    /// Takes a repaired content and notes the cards it changed.
    fn keep(&mut self, now: Content, before: Option<Content>, free: Vec<usize>) {
        for card in 0..DECK_SIZE {
            let kept = before.as_ref().is_some_and(|before| changes::same(&now, before, card));
            self.changed[card] |= !kept;
        }
        self.contents.push((now, free));
        self.old_contents.push(before);
    }
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

    #[test]
    fn a_spec_that_did_not_change_in_substance_gives_the_old_deck_back() {
        let old = deck(&spec(str::to_owned));
        let explained = spec(|text| text.replacen("seed = 54", "# where it starts\nseed = 54", 1));
        let reused = generate_from(&explained, &old, 54, Effort::Quick).unwrap();
        assert_eq!((old.to_csv(), 0), (reused.deck.to_csv(), reused.changed_cells));
        // Another name is another digest, but no card has to change for it.
        let renamed = spec(|text| {
            text.replacen("True Dice", "Truer Dice", 1)
                .replace("= 0.10", "= 0.9")
                .replace("0.026", "0.9")
                .replace("0.80", "3")
                .replace("joint_worst = 5", "joint_worst = 20")
        });
        let reused = generate_from(&renamed, &old, 54, Effort::Quick).unwrap();
        assert_eq!((old.digest(), 0), (reused.deck.digest(), reused.changed_cells));
        assert_eq!("Truer Dice", reused.deck.name());
    }

    #[test]
    fn a_few_pins_change_a_few_cards_and_keep_every_count() {
        let old = deck(&spec(str::to_owned));
        let pinned = spec(|text| {
            text.replacen("seed = 54", "seed = 54\npins = \"pins.csv\"", 1)
                .replace("= 0.10", "= 0.9")
                .replace("0.026", "0.9")
                .replace("0.80", "3")
                .replace("joint_worst = 5", "joint_worst = 20")
        });
        let reused = generate_from(&pinned, &old, 54, Effort::Quick).unwrap();
        assert!((1..=16).contains(&reused.changed_cards.len()), "{:?}", reused.changed_cards);
        let card = reused.deck.card(CardNumber::new(3).unwrap());
        let text = |field: &str| field.parse::<Field>().unwrap().text(reused.deck.layout(), card);
        assert_eq!(("6", "9"), (text("cause_d6_1").as_str(), text("effect_d10_2").as_str()));
        let validation = crate::validate::validate(&reused.deck, Some(&pinned));
        let short: Vec<String> = validation.faults.iter().map(ToString::to_string).collect();
        assert_eq!(Vec::<String>::new(), short);
        for id in ["threshold_error", "effect_error", "increment_r"] {
            let figure = validation.figure(id).unwrap();
            assert_eq!(crate::validate::Verdict::Holds, figure.verdict, "{figure:?}");
        }
        assert_eq!(reused, generate_from(&pinned, &old, 54, Effort::Quick).unwrap());
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
        let reused = generate_from(&more, &old, 54, Effort::Quick).unwrap();
        assert_eq!((54, 54), (reused.changed_cards.len(), reused.changed_cells));
        assert!(crate::validate::validate(&reused.deck, Some(&more)).faults.is_empty());
    }
}
