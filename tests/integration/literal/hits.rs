//! Literal reading of rolls and hits of the dice edition ("Hit Locations" to "Brawling").

use actiondeck::table::rules::fi3::{
    Arm, ArmourPenetration, Attack, AttackAnswer, BareHands, Barriers, Fi3Error, LocationSide,
    Options, Roll, Shelter, Training, TraitDice,
};
use actiondeck::table::rules::{Harm, TnAccount};

use super::page::{
    Page, Random, WHOLE, WORDS, Word, check_dice, extra, number, numbers, place, shows, wound_line,
};

/// The dice of damage, from small to large.
const STEPS: [i64; 6] = [4, 6, 8, 10, 12, 20];

/// A roll and its result, `None` if bust.
pub struct Rolled<'d> {
    pub roll: Roll<'d>,
    /// The cards of the dice, then follow-up cards.
    pub cards: Vec<u8>,
    pub total: Option<i64>,
}

pub fn roll<'d>(page: &Page<'d>, random: &mut Random, options: &Options) -> Rolled<'d> {
    let (level, sides) = (random.between(1, 7) as u8, random.one(&[4, 6, 8, 10, 12]));
    let bonus = if sides == 12 { 2 * random.between(0, 2) } else { 0 };
    let worst = random.between(0, 5);
    let penalty = random.between(-4, 3);
    let training =
        random.one(&[Training::Trained, Training::Trained, Training::Related, Training::Untrained]);
    let mut white = if random.once_in(4) { random.between(1, 2) as u8 } else { 0 };
    let mut drawn = random.cards(5);
    let bust = page.cause(drawn[0], sides, level.min(5)).is_none();
    // A white chip cannot be spent on a bust roll.
    if bust {
        white = 0;
    }
    let count = level + white;
    let then = drawn.split_off(2);
    drawn.truncate(usize::from(count.div_ceil(5)));
    let mut cards = drawn;
    // Rows 1 to 5 of the first card, then of the next; a CF counts as nothing.
    let places = (0..count).map(|die| (cards[usize::from(die / 5)], die % 5 + 1));
    let places = places.filter(|&(card, row)| page.cause(card, sides, row).is_some());
    let wanted = &then[..random.between(0, 3) as usize];
    let chains: Vec<(i64, usize)> = match bust {
        true => Vec::new(),
        false => places.map(|(card, row)| page.chain(card, sides, row, wanted)).collect(),
    };
    let best = chains.iter().map(|(total, _)| *total).max().unwrap_or(0);
    let used = chains.iter().map(|(_, used)| *used).max().unwrap_or(0);
    let then = &then[..used];
    let sum = best + bonus;
    let sum = if training == Training::Untrained { sum / 2 } else { sum };
    let off = wound_line(options.shared.wound_table, worst as u32).0
        + penalty
        + if training == Training::Related { 2 } else { 0 };
    let dice = TraitDice { dice: check_dice((level, sides)), bonus: bonus as u8 };
    let roll = Roll {
        cards: numbers(&cards),
        then: numbers(then),
        white,
        training,
        wounds: worst as u8,
        penalty: penalty as i32,
        ..Roll::new(page.deck, dice, number(cards[0]))
    };
    cards.extend(then);
    Rolled { roll, cards, total: (!bust).then_some(sum - off) }
}

/// The target of a hit.
pub struct HitTarget {
    pub called: Option<Word>,
    covered: Option<Word>,
    hostage: Option<Word>,
    prone: bool,
    near: bool,
    cover: i64,
    armour: i64,
    pen: Option<i64>,
    pub raises: i64,
    harm: Harm,
    eighths: i64,
    /// The modifier of the d20 without raises.
    pub steps: i64,
    pub area: i64,
    /// Further cards of the first hit.
    further: Vec<u8>,
}

impl HitTarget {
    pub fn new(random: &mut Random, near: bool, eighths: i64, usual: Harm) -> Self {
        Self {
            called: random.maybe(&WORDS),
            covered: random.maybe(&WORDS[..WHOLE]),
            hostage: if random.once_in(3) { random.maybe(&WORDS[..WHOLE]) } else { None },
            prone: random.once_in(3),
            near,
            cover: random.between(0, 3),
            armour: random.between(0, 3),
            pen: random.maybe(&[0, 1, 2, 3, 5]),
            raises: if random.once_in(4) { random.between(-2, 2) } else { 0 },
            harm: if random.once_in(3) { Harm::Brawling } else { usual },
            eighths,
            steps: 0,
            area: 0,
            further: Vec::new(),
        }
    }

    /// The d20 chart.
    fn location(&self, page: &Page, card: u8, options: &Options) -> &'static str {
        self.location_with(page, card, self.raises, options)
    }

    /// The d20 chart after `raises` raises are spent.
    fn location_with(&self, page: &Page, card: u8, raises: i64, options: &Options) -> &'static str {
        let drawn = i64::from(page.card(card).hit_step);
        if let Some((_, _, odd, even, _)) = self.called {
            return if drawn % 2 == 1 { odd } else { even };
        }
        let step = (drawn + self.steps + raises).clamp(1, 20);
        let tells = if options.location_side == LocationSide::Modified { step } else { drawn };
        let left = tells % 2 == 1;
        match step {
            1..=4 => {
                if left {
                    "left leg"
                } else {
                    "right leg"
                }
            }
            5..=9 => "belly",
            10 => "vitals",
            11..=14 => {
                if left {
                    "left arm"
                } else {
                    "right arm"
                }
            }
            15..=19 => "chest",
            _ => "head",
        }
    }

    fn fill<'d>(&self, attack: Attack<'d>, hit: u8) -> Attack<'d> {
        let mut cards = vec![hit];
        cards.extend(&self.further);
        Attack {
            penetration: self.pen.map(|pen| pen as u8),
            area_dice: self.area as u8,
            harm: self.harm,
            called: self.called.map(|word| place(word.0)),
            shelter: Shelter {
                prone: self.prone,
                covered: self.covered.iter().map(|word| place(word.0)).collect(),
                hostage: self.hostage.iter().map(|word| place(word.0)).collect(),
            },
            near: self.near,
            cover: self.cover as u8,
            armour: self.armour as u8,
            hit_cards: vec![numbers(&cards)],
            ..attack
        }
    }

    /// The die steps that cover and armour take, or `None` if they deflect the attack.
    fn levels(&self, location: &str, options: &Options) -> Option<i64> {
        let hidden = self.covered.is_some_and(|word| word.4.contains(&location));
        let obstacles = match (hidden, options.barriers) {
            (false, _) => [0, self.armour],
            (true, Barriers::Each) => [self.cover, self.armour],
            (true, Barriers::Sum) => [0, self.cover + self.armour],
        };
        let mut levels = 0;
        for armour in obstacles {
            let over = self.pen.map_or(0, |pen| pen - armour);
            if over < 0 {
                return None;
            }
            levels += match options.armour_penetration {
                ArmourPenetration::Plain => armour,
                ArmourPenetration::Reduced => (armour - over).max(0),
            };
        }
        Some(levels)
    }
}

/// The die after some steps down, if any is left.
fn lowered(sides: i64, levels: i64) -> Option<i64> {
    let step = STEPS.iter().position(|&other| other == sides).unwrap() as i64 - levels;
    (step >= 0).then(|| STEPS[step as usize])
}

/// The sum of dice, five on a card, or `None` if cards are missing.
fn added(page: &Page, dice: i64, sides: i64, cards: &[u8]) -> Option<i64> {
    let needed = (dice + 4) / 5;
    if needed > cards.len() as i64 {
        return None;
    }
    Some(
        (0..needed)
            .map(|place| {
                page.effect(cards[place as usize], sides as u16, (dice - 5 * place).min(5))
            })
            .sum(),
    )
}

/// Strength read on the card of the hit: the highest die, or 0 if bust.
fn strength(page: &Page, card: u8, level: i64, sides: i64, bonus: i64) -> i64 {
    let sides = sides as u16;
    if page.cause(card, sides, level.min(5) as u8).is_none() {
        return 0;
    }
    (1..=level.min(5)).filter_map(|row| page.cause(card, sides, row as u8)).max().unwrap_or(0)
        + bonus
}

/// The total damage of a hit: `Err` if a card is missing, `Ok(None)` if nothing penetrates.
fn dealt(
    page: &Page,
    hit_target: &HitTarget,
    arm: Arm,
    location: &str,
    cards: &[u8],
    options: &Options,
) -> Result<Option<i64>, ()> {
    let more = extra(location) + hit_target.area;
    let levels = hit_target.levels(location, options);
    let (dice, own) = match arm {
        Arm::Shot(dice) => (dice, None),
        Arm::Weapon(dice, own) => (dice, Some(own)),
        Arm::Unarmed(own) => {
            let (level, sides) = (i64::from(own.dice.level), i64::from(own.dice.die.sides()));
            let bonus = i64::from(own.bonus);
            let half = (sides + bonus) / 2;
            let half = STEPS.iter().rev().find(|&&step| step <= half).copied().unwrap_or(4);
            let Some(left) = levels.and_then(|levels| lowered(half, levels)) else {
                return Ok(None);
            };
            let (sides, bonus) = match options.bare_hands {
                BareHands::Strength => (lowered(sides, levels.unwrap_or(0)).unwrap_or(4), bonus),
                BareHands::HalfDie => (left, 0),
            };
            let level = (level + more).min(5);
            return Ok(Some(strength(page, cards[0], level, sides, bonus)));
        }
    };
    let sides = levels.and_then(|levels| lowered(i64::from(dice.die.sides()), levels));
    let Some(sides) = sides else { return Ok(None) };
    let weapon = added(page, i64::from(dice.row) + more, sides, cards).ok_or(())?;
    let own = own.map_or(0, |own| {
        let (level, sides) = (i64::from(own.dice.level), i64::from(own.dice.die.sides()));
        strength(page, cards[0], level, sides, own.bonus.into()).min(weapon)
    });
    Ok(Some(weapon + own))
}

pub fn hold(
    page: &Page,
    hit_target: &HitTarget,
    arm: Arm,
    (total, tn, shots, single): (Option<i64>, i64, i64, bool),
    hit: u8,
    options: &Options,
    answer: Result<AttackAnswer, Fi3Error>,
) {
    let divisor = i64::from(options.shared.bump_divisor.get());
    let raises = total.filter(|total| *total >= tn).map(|total| (total - tn) / divisor);
    let said = format!("card {hit}, {total:?} against {tn}, {arm:?}");
    // Each raise of a burst is a further hit while shots remain; only the remaining raises move a hit.
    let free = raises.map(|raises| (raises - (shots - 1)).max(0));
    let free = if single { raises } else { free };
    if free.is_some_and(|free| hit_target.raises.abs() > free) {
        assert!(answer.is_err(), "{said}");
        return;
    }
    let answer = answer.unwrap_or_else(|error| panic!("{said}: {error}"));
    assert_eq!(raises.is_some(), answer.trial.success, "{said}");
    assert_eq!(raises.unwrap_or(0), i64::from(answer.trial.raises), "{said}");
    let hits = raises.map_or(0, |raises| (1 + raises).min(shots));
    let location = hit_target.location(page, hit, options);
    let missed = hit_target.prone && !hit_target.near && !shows(location);
    // A bystander in front of the location is hit instead, and the bullet stops there.
    let held = !missed && hit_target.hostage.is_some_and(|word| word.4.contains(&location));
    let instead = i64::from(hits > 0 && held);
    let lands = hits - i64::from(hits > 0 && missed) - instead;
    assert_eq!(
        (lands, shots - lands - instead, instead),
        (answer.hits.into(), answer.missed.into(), answer.hostage_hits.into()),
        "{said}"
    );
    let missed = missed || held;
    if hits == 0 {
        assert!(answer.read.is_empty(), "{said}");
        let spare = numbers(&hit_target.further);
        assert!(spare.iter().all(|card| answer.spare.contains(card)), "{said}");
        return;
    }
    let read = &answer.read[0];
    assert_eq!(location, read.location.location, "{said}");
    // For a single hit each raise up or down names the location it would buy, except the location
    // hit and those that fewer raises buy.
    let mut offers: Vec<(i64, &str)> = Vec::new();
    if hits == 1 && hit_target.called.is_none() && hit_target.raises == 0 {
        for raises in (1..=free.unwrap_or(0)).flat_map(|raises| [raises, -raises]) {
            let bought = hit_target.location_with(page, hit, raises, options);
            if bought != location && offers.iter().all(|(_, place)| *place != bought) {
                offers.push((raises, bought));
            }
        }
    }
    let answered = answer.raises_buy.iter();
    let answered: Vec<(i64, &str)> =
        answered.map(|offer| (offer.raises.into(), offer.location.as_str())).collect();
    assert_eq!(offers, answered, "{said}");
    assert_eq!(hits - 1, i64::from(answer.undrawn), "{said}");
    let mut cards = vec![hit];
    cards.extend(&hit_target.further);
    let dealt =
        if missed { Ok(None) } else { dealt(page, hit_target, arm, location, &cards, options) };
    assert_eq!(dealt.is_err(), read.wanted > 0, "{said} at {location}");
    let Ok(dealt) = dealt else { return };
    let found = read.damage.as_ref();
    assert_eq!(missed, found.is_none(), "{said}");
    let total = found.map_or(0, |damage| i64::from(damage.total));
    assert_eq!(dealt.unwrap_or(0), total, "{said} at {location}");
    let multiples = 8 * total / hit_target.eighths;
    let (wounds, wind) = match hit_target.harm {
        Harm::Brawling => (multiples / 2, 3 * multiples),
        _ => (multiples, 0),
    };
    // A stun roll follows each hit that penetrates, against the number for the wounds dealt.
    let stun = dealt.map(|_| wound_line(options.shared.wound_table, wounds.min(5) as u32).1);
    assert_eq!(stun, found.and_then(|damage| damage.stun).map(|tn| tn.get().into()), "{said}");
    let found = found.map_or((0, 0), |damage| (i64::from(damage.wounds), i64::from(damage.wind)));
    assert_eq!((wounds, wind), found, "{said} at {location}");
}

/// Further cards for the damage, separate from those of the roll.
pub fn with_cards<'d>(
    random: &mut Random,
    rolled: Rolled<'d>,
    mut hit_target: HitTarget,
    account: TnAccount,
    arm: Arm,
) -> (Rolled<'d>, HitTarget, Attack<'d>) {
    let wanted = random.between(0, 2) as usize;
    let drawn = random.cards(4).into_iter().filter(|card| !rolled.cards.contains(card));
    hit_target.further = drawn.take(wanted).collect();
    let plain = Attack::plain(rolled.roll.clone(), account, arm);
    let attack = hit_target.fill(plain, rolled.cards[0]);
    (rolled, hit_target, attack)
}
