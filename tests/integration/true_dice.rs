//! Every "true dice" figure of presets and `odds`, compared with a calculation face by face.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use actiondeck::deck::{CardNumbers, Deck, Part};
use actiondeck::dice::{DiceKind, Die, EffectDice, Probability};
use actiondeck::generate::{Effort, generate};
use actiondeck::spec::{Spec, preset};
use actiondeck::table::lookup::{EffectCell, Pool, TargetNumber};
use actiondeck::table::odds::fit::FitAnswer;
use actiondeck::table::odds::{
    Ask, CheckOdds, CheckTable, Event, Goal, HitEvent, Manner, OddsTables, Pile, WoundsDealt,
    check_tables, effect_odds, location_odds, scatter_odds, toggle_odds, unintended_odds,
    usual_targets,
};
use actiondeck::table::rules::d6::{DieCode, roll};
use actiondeck::table::rules::{Forced, Harm, Options, Size, hurt, location_damage_bumps};

use num_bigint::BigInt;

use crate::program::actiondeck;

const PRESETS: [&str; 6] =
    ["future-imperfect", "west-that-wasnt", "true-dice", "open-d6", "fudge", "d20"];

/// The presets' specs and quick decks of them, read back from their files.
fn decks() -> &'static [(Spec, Deck)] {
    static DECKS: OnceLock<Vec<(Spec, Deck)>> = OnceLock::new();
    DECKS.get_or_init(|| {
        let deck = |name: &str| {
            let spec = preset(name).unwrap().spec().unwrap();
            let text = generate(&spec, 54, Effort::Quick, &|_| ()).unwrap().to_json();
            (spec, Deck::read("deck.json", &text).unwrap())
        };
        PRESETS.into_iter().map(deck).collect()
    })
}

/// The decks whose cards have a part.
fn decks_with(part: Part) -> impl Iterator<Item = &'static (Spec, Deck)> {
    decks().iter().filter(move |(_, deck)| deck.layout().has(part))
}

fn ratio(part: i64, whole: i64) -> Probability {
    Probability::new(part.into(), whole.into())
}

/// Sums of dice by recursion over the faces of the first die.
struct Dice {
    sides: i64,
    kind: DiceKind,
    known: BTreeMap<(u8, i64), BigInt>,
}

impl Dice {
    fn new(die: Die, kind: DiceKind) -> Self {
        Self { sides: die.sides().into(), kind, known: BTreeMap::new() }
    }

    /// The probability that the sum of `dice` dice is at least `lacks`.
    fn reach(&mut self, dice: u8, lacks: i64) -> Probability {
        Probability::new(self.ways(dice, lacks), self.throws(lacks))
    }

    /// The number of outcomes of `lacks` throws of a die, which are always enough.
    fn throws(&self, lacks: i64) -> BigInt {
        BigInt::from(self.sides).pow(u32::try_from(lacks).unwrap_or(0))
    }

    /// The number of these outcomes in which the sum of `dice` dice is at least `lacks`.
    fn ways(&mut self, dice: u8, lacks: i64) -> BigInt {
        if lacks <= i64::from(dice) {
            return self.throws(lacks);
        }
        if dice == 0 {
            return BigInt::ZERO;
        }
        if let Some(known) = self.known.get(&(dice, lacks)) {
            return known.clone();
        }
        let mut ways = BigInt::ZERO;
        for face in 1..=self.sides {
            // An open-ended die is thrown again and added at its highest face.
            let again = face == self.sides && self.kind == DiceKind::OpenEnded;
            let others = if again { dice } else { dice - 1 };
            // The remaining throws may have any result.
            let spare = lacks - 1 - (lacks - face).max(0);
            ways += self.ways(others, lacks - face) * self.throws(spare);
        }
        self.known.insert((dice, lacks), ways.clone());
        ways
    }

    /// The probability that the best of `dice` dice reaches a target: the first does, or one of the others.
    fn best(&mut self, dice: u8, target: i64) -> Probability {
        if dice == 0 {
            return ratio(0, 1);
        }
        let one = if target <= 1 { ratio(1, 1) } else { self.reach(1, target) };
        let others = self.best(dice - 1, target);
        &one + (ratio(1, 1) - &one) * others
    }
}

fn column(tables: &OddsTables, place: usize) -> Vec<(String, Probability)> {
    let row = |row: &actiondeck::table::odds::OddsRow| {
        let chance = row.chances[place].clone().expect("the dice have a counterpart");
        (row.label.clone(), chance.probability().clone())
    };
    tables.tables.iter().flat_map(|table| &table.rows).map(row).collect()
}

#[test]
fn sums_of_two_dice_are_as_counted_by_hand() {
    let d6 = Die::new(6).unwrap();
    let [open, closed] = DiceKind::ALL.map(|kind| Dice::new(d6, kind).reach(2, 12));
    assert_eq!(ratio(1, 36), closed);
    // Two sixes, or one six and the rest on its further throws: 23/108 by hand.
    assert_eq!(ratio(23, 108), open);
}

#[test]
fn effects_of_every_cell_compare_with_the_presets_dice() {
    for (spec, deck) in decks() {
        let kind = if spec.effect.closed { DiceKind::Closed } else { DiceKind::OpenEnded };
        for (die, row) in deck.layout().effect.cells() {
            let cell = EffectCell::new(deck, EffectDice { row, die }).unwrap();
            let odds =
                effect_odds(cell, Pile::whole(CardNumbers::POKER), &Ask::AtLeast(Vec::new()));
            assert_eq!(None, odds.assumed);
            let mut dice = Dice::new(die, kind);
            for (least, chance) in column(&odds, 1) {
                let expected = dice.reach(row, least.parse().unwrap());
                assert_eq!(expected, chance, "{} ({row}){die} at {least}", deck.name());
            }
        }
    }
}

#[test]
fn checks_of_every_preset_compare_with_the_best_of_its_dice() {
    for (spec, deck) in decks() {
        let kind = |die: Die| spec.cause.columns.iter().find(|it| it.die == die).unwrap().dice();
        for &die in &deck.layout().cause.columns {
            let mut dice = Dice::new(die, kind(die));
            for level in 1..=deck.layout().cause.rows {
                let pool = Pool::new(deck, actiondeck::dice::CheckDice { level, die }).unwrap();
                let targets = usual_targets(deck, die, Goal::AtLeast).unwrap();
                let odds = CheckOdds::new(pool, &Pile::whole(CardNumbers::POKER), &targets, None);
                for line in odds.lines {
                    let expected = dice.best(level, line.tn.get().into());
                    let counterpart = line.true_dice.unwrap();
                    assert_eq!(&expected, counterpart.probability(), "{level}{die} TN {}", line.tn);
                }
            }
        }
        let tn = TargetNumber::clamped(7);
        let tables = check_tables(
            deck,
            Pile::whole(CardNumbers::POKER),
            &[CheckTable::TargetNumber(tn)],
            &[],
            Manner::default(),
        )
        .unwrap();
        for (place, &die) in deck.layout().cause.columns.iter().enumerate() {
            let mut dice = Dice::new(die, kind(die));
            for (level, chance) in column(&tables, 2 * place + 1) {
                assert_eq!(dice.best(level.parse().unwrap(), 7), chance, "{level}{die}");
            }
        }
    }
}

/// The location of each face of a spec's d20, moved and clamped to the ladder.
fn thrown_location(spec: &Spec, pip: i16, moved: i16) -> String {
    let step = (pip + moved).clamp(1, 20);
    spec.hit.location(step as u8, step)
}

#[test]
fn locations_of_every_preset_compare_with_its_ladder() {
    for (spec, deck) in decks_with(Part::Hit) {
        assert_eq!(20, spec.hit.steps());
        for punch in [false, true] {
            let forced = Forced { punch, ..Forced::default() };
            let moved = 2 * forced.steps_up() as i16;
            let odds = location_odds(deck, Pile::whole(CardNumbers::POKER), forced);
            for (location, chance) in column(&odds, 4) {
                let shows = |pip: &i16| thrown_location(spec, *pip, moved) == location;
                let pips = (1..=20).filter(shows).count() as i64;
                assert_eq!(ratio(pips, 20), chance, "{} {location}", deck.name());
            }
        }
    }
}

#[test]
fn events_are_compared_with_the_same_event_of_the_dice() {
    for (spec, deck) in decks_with(Part::Hit) {
        let kind = spec.effect.dice();
        let (die, row) = deck.layout().effect.cells().nth(1).unwrap();
        let cell = EffectCell::new(deck, EffectDice { row, die }).unwrap();
        let cause = deck.layout().cause.columns[0];
        let pool = Pool::new(deck, actiondeck::dice::CheckDice { level: 1, die: cause }).unwrap();
        let tn = TargetNumber::clamped(3);
        let hits = Dice::new(cause, DiceKind::OpenEnded).best(1, 3);
        let describe = |event: &Event<'_>| {
            let odds = CheckOdds::new(pool, &Pile::whole(CardNumbers::POKER), &[tn], Some(event));
            odds.lines[0].true_dice.clone().unwrap().probability().clone()
        };
        for least in [2, 7, 13] {
            let effect = Event { effect: Some((cell, least)), hit: None };
            let expected = &hits * Dice::new(die, kind).reach(row, least.into());
            assert_eq!(expected, describe(&effect), "{} at {least}", deck.name());
        }
        let person = (Size::HUMAN, Harm::Deadly);
        let options = Options::default();
        let wounds = WoundsDealt::new(2, cell, 0, person, &options);
        let hit = HitEvent { wounds: Some(wounds), ..HitEvent::default() };
        let enough = (0..).find(|&effect| hurt(effect, person.0, person.1, &options).wounds >= 2);
        let mut expected = ratio(0, 1);
        for pip in 1..=20 {
            let bumps = location_damage_bumps(&thrown_location(spec, pip, 0));
            let moved = cell.moved(bumps.into()).dice();
            expected += Dice::new(moved.die, kind).reach(moved.row, enough.unwrap().into());
        }
        let expected = hits * expected / ratio(20, 1);
        assert_eq!(expected, describe(&Event { effect: None, hit: Some(hit) }), "{}", deck.name());
    }
}

#[test]
fn directions_bystanders_and_toggles_compare_with_dice() {
    for (_, deck) in decks_with(Part::Scatter) {
        let chances = |tables: OddsTables| column(&tables, 1);
        for (_, chance) in chances(scatter_odds(deck, Pile::whole(CardNumbers::POKER))) {
            assert_eq!(ratio(1, 12), chance);
        }
        for (shots, chance) in chances(unintended_odds(deck, Pile::whole(CardNumbers::POKER))) {
            let hit = (1..=6).filter(|face| *face <= shots.parse::<i64>().unwrap()).count();
            assert_eq!(ratio(hit as i64, 6), chance);
        }
        for (_, chance) in chances(toggle_odds(deck, Pile::whole(CardNumbers::POKER))) {
            assert_eq!(ratio(1, 2), chance);
        }
    }
}

/// Pools of the D6 game on one card, compared with three kinds of dice.
#[test]
fn pools_of_every_preset_compare_with_their_dice() {
    let d6 = Die::new(6).unwrap();
    let mut kinds = DiceKind::ALL.map(|kind| Dice::new(d6, kind));
    for (_, deck) in decks() {
        for fit in FitAnswer::new(deck).fits.iter().filter(|fit| fit.question == "D6 pools") {
            for line in fit.lines.iter().filter(|line| line.cards == 1) {
                let count: u8 = line.reading.trim_end_matches('D').parse().unwrap();
                let read = |card| roll(deck, DieCode::new(count, 0), &[card]).unwrap().total;
                let totals: Vec<i64> = CardNumbers::POKER.iter().map(read).collect();
                let mut reach = |least: i64| match fit.dice.as_str() {
                    "open-ended dice" => kinds[0].reach(count, least),
                    "ordinary dice" => kinds[1].reach(count, least),
                    _ => with_wild_die(&mut kinds, count, least),
                };
                let highest = *totals.iter().max().unwrap();
                let error = |least: i64| {
                    let cards = totals.iter().filter(|&&total| total >= least).count();
                    let distance = ratio(cards as i64, 54) - reach(least);
                    let size = if distance < ratio(0, 1) { -distance } else { distance };
                    size * ratio(54, 1)
                };
                let worst = (1..=highest + 1).map(error).max().unwrap();
                let found = (line.error.is_within(&worst), line.error.rounded(6));
                let expected = actiondeck::validate::Amount::exact(worst).rounded(6);
                assert_eq!(
                    (true, expected),
                    found,
                    "{} {} {}",
                    deck.name(),
                    fit.dice,
                    line.reading
                );
            }
        }
    }
}

/// The probability of a pool whose Wild Die is open-ended and whose other dice are not.
fn with_wild_die([open, closed]: &mut [Dice; 2], count: u8, least: i64) -> Probability {
    // Each exact value of the Wild Die, times the ways of the others to reach the rest, with one extra throw.
    let mut ways = open.ways(1, least + 1);
    for shown in 1..=least {
        let exactly = open.ways(1, shown) * open.throws(1) - open.ways(1, shown + 1);
        ways += exactly * closed.ways(count - 1, least - shown);
    }
    Probability::new(ways, open.throws(least + 1))
}

#[test]
fn closed_dice_decks_are_compared_with_closed_dice() {
    let folder = tempfile::tempdir().unwrap();
    let describe = |name: &str, question: &[&str]| {
        let mut program = actiondeck();
        program
            .current_dir(&folder)
            .args(["odds", "effect", "(2)6", "--deck", name])
            .args(question);
        String::from_utf8(program.assert().success().get_output().stdout.clone()).unwrap()
    };
    let (_, deck) = &decks()[PRESETS.iter().position(|name| *name == "open-d6").unwrap()];
    let old: String = deck
        .to_json()
        .lines()
        .filter(|line| !line.contains("effect_dice"))
        .map(|l| format!("{l}\n"))
        .collect();
    let assumed = "the deck file does not say which dice its effects stand for; by its numbers they \
        are compared with closed ones";
    for (name, text, said) in [
        ("deck.json", deck.to_json(), false),
        // The deck of a preset has the key of the preset.
        ("old.json", old, false),
        ("table.csv", deck.to_csv(), true),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
        let found = describe(name, &["--at-least", "12"]);
        assert!(found.contains("effect (2)6, closed dice"), "{found}");
        assert!(found.contains("2.78"), "{found}");
        assert_eq!(said, found.contains(assumed), "{name}: {found}");
    }
    // A CSV beside its JSON deck takes the kind of dice from there.
    std::fs::write(folder.path().join("deck.csv"), deck.to_csv()).unwrap();
    let found = describe("deck.csv", &[]);
    assert!(!found.contains("does not say"), "{found}");
}

#[test]
fn an_unknown_kind_of_dice_is_reported_with_its_place() {
    let (_, deck) = &decks()[0];
    let text = deck.to_json().replace("\"open-ended\"", "\"exploding\"");
    let problems = Deck::read("deck.json", &text).unwrap_err().to_string();
    let expected = "deck.json:10:3: effect_dice \"exploding\" is not a kind of dice";
    assert!(problems.contains(expected) && problems.contains("\"closed\""), "{problems}");
}
