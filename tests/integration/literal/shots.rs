//! Literal reading of shots and fanned revolvers (Conflict, "Ranged Attacks" to "Ancillary Effects").

use std::num::NonZeroU16;

use actiondeck::table::lookup::EffectCell;
use actiondeck::table::rules::{
    Aim, Attack, AttackAnswer, AttackWeapon, CalledShot, CheckResult, Cover, Dodging, FanFire,
    FanTarget, Forced, Hands, Harm, Movement, Options, Passage, RangeBands, RangedSituation,
    Reliability, WoundTable,
};

use super::cards::landed;
use super::page::{
    Literal, Page, Random, SIZES, WHOLE, WORDS, draw, effect_dice, extra, number, numbers, place,
    shows, size, sum, wound_line,
};

/// The target number of a shot, and its range increments.
pub struct Numbered {
    pub situation: RangedSituation,
    pub tn: i64,
    increments: i64,
    eighths: i64,
}

/// A situation and the sum of its modifiers. A fan adds the snap-shot penalty itself.
fn situation(random: &mut Random, options: &Options, fanned: bool) -> Numbered {
    let (distance, increment) = (random.between(0, 60), random.between(1, 20));
    let thrown = !fanned && random.once_in(4);
    let movement = random.one(&[Movement::Still, Movement::Walking, Movement::Running]);
    let mounted = random.once_in(3);
    let (name, eighths, by_size) = random.one(&SIZES);
    let speed = random.between(0, 30);
    let aim = if fanned { Aim::Snap } else { random.one(&[Aim::Snap, Aim::Once, Aim::Twice]) };
    let (snap, accurate) = (random.between(0, 4), random.between(0, 3));
    let held = random.between(0, 2);
    let unseen = random.once_in(4);
    let called = random.maybe(&[
        (CalledShot::Torso, 2),
        (CalledShot::Limb, 4),
        (CalledShot::Extremity, 6),
        (CalledShot::Pinpoint, 10),
    ]);
    let hands = random.one(&[Hands::Proper, Hands::Proper, Hands::MainOfTwo, Hands::OffOfTwo]);
    let one_handed = random.once_in(4);
    let dodge = random.maybe(&[0, 1, 3]);
    let stands = random.once_in(2);
    let worst = random.between(0, 5);
    let penalty = random.between(-3, 3);
    let wound_penalty = wound_line(options.wound_table, worst as u32).0;
    let two = i64::from(options.two_weapons_penalty);
    let off = i64::from(options.off_hand_penalty);
    let inclusive = options.range_bands == RangeBands::Inclusive && !thrown;
    let increments = match inclusive {
        true => (distance - 1).max(0) / increment,
        false => distance / increment,
    };
    let tn = sum(&[
        (true, 5 + increments),
        (movement == Movement::Running, 4),
        // The penalty of the saddle counts if it is higher than that of movement.
        (mounted && movement != Movement::Running, 2),
        (!mounted && movement == Movement::Walking, 1),
        (true, by_size),
        (true, speed / 5),
        (aim == Aim::Snap && !fanned, snap),
        (aim == Aim::Once, -accurate),
        (aim == Aim::Twice, -2 * accurate),
        (aim != Aim::Snap, -held * accurate),
        (unseen, 4),
        (called.is_some(), called.map_or(0, |(_, cost)| cost)),
        (hands != Hands::Proper, two),
        (hands == Hands::OffOfTwo, off),
        (one_handed, 2),
        (dodge.is_some(), dodge.unwrap_or(0)),
        (dodge.is_some() && stands, 1),
        (true, wound_penalty),
        (true, penalty),
    ]);
    let situation = RangedSituation {
        thrown,
        movement,
        mounted,
        size: size(name),
        relative_speed_m: speed as u16,
        aim,
        held_rounds: held as u8,
        snap_penalty: if fanned { 0 } else { snap as u8 },
        accurate: accurate as u8,
        unseen_behind_cover: unseen,
        called: called.map(|(called, _)| called),
        hands,
        one_handed,
        dodging: dodge.map(|score| Dodging { score: score as u8, stands }),
        wound_penalty: wound_penalty as i32,
        penalty: penalty as i32,
        ..RangedSituation::plain(distance as u16, NonZeroU16::new(increment as u16).unwrap())
    };
    assert_eq!(tn, i64::from(situation.account(options).tn().get()), "{situation:?}");
    Numbered { situation, tn, increments, eighths }
}

/// A target, and the expected answer to an attack on it.
pub struct HitTarget {
    pub called: Option<super::page::Word>,
    prone: bool,
    near: bool,
    dodging: bool,
    pub up: i64,
    chosen: i64,
    covered: Vec<super::page::Word>,
    armour: i64,
    pen: i64,
    dmg: (u8, u16),
    rd: Option<(u8, u16)>,
    bumps: i64,
    bumps_unarmoured: i64,
    harm: Harm,
    pain: bool,
    eighths: i64,
    rel: Option<i64>,
    discarded: Vec<u8>,
    shots: i64,
    thrown: Option<i64>,
    scatter: Option<i64>,
    contact: bool,
    strays: bool,
}

impl HitTarget {
    /// Random cover, weapon and target.
    pub fn new(random: &mut Random, near: bool, eighths: i64, strays: bool) -> Self {
        let covered = match random.once_in(2) {
            true => vec![random.one(&WORDS[..WHOLE]), random.one(&WORDS[..WHOLE])],
            false => Vec::new(),
        };
        let (discards, discarded) = (random.between(0, 30) as usize, random.once_in(2));
        Self {
            called: random.maybe(&WORDS),
            prone: random.once_in(3),
            near,
            dodging: random.once_in(3),
            up: random.between(-1, 2),
            chosen: if random.once_in(4) { random.between(-2, 2) } else { 0 },
            covered,
            armour: random.between(-1, 6),
            pen: random.between(-1, 6),
            dmg: random.dice(),
            rd: random.once_in(2).then(|| random.dice()),
            bumps: random.between(0, 2),
            bumps_unarmoured: random.between(0, 1),
            harm: random.one(&[Harm::Deadly, Harm::Brawling, Harm::Impact]),
            pain: random.once_in(3),
            eighths,
            rel: random.maybe(&[1, 1, 2, 5, 13]),
            discarded: if discarded { random.cards(discards) } else { Vec::new() },
            shots: if strays { random.one(&[1, 1, 1, 3, 5, 10]) } else { 1 },
            thrown: None,
            scatter: None,
            contact: strays && random.once_in(3),
            strays,
        }
    }

    /// Moves that shift the hit location by `self.up` entries.
    pub fn forced(&self) -> Forced {
        Forced {
            kick: self.up < 0,
            punch: self.up > 0,
            height_advantage: self.up > 1,
            ..Forced::default()
        }
    }

    /// The question for the library.
    pub fn fill<'d>(&self, page: &Page<'d>, attack: Attack<'d>, name: &str) -> Attack<'d> {
        let cell = |dice| EffectCell::new(page.deck, effect_dice(dice)).unwrap();
        Attack {
            weapon: AttackWeapon {
                rd: self.rd.map(cell),
                pen: self.pen as i16,
                reliability: self.rel.and_then(|rel| Reliability::new(rel as u8)),
                harm: self.harm,
                damage_bumps: self.bumps as u8,
                damage_bumps_unarmoured: self.bumps_unarmoured as u8,
                pain: self.pain,
                ..AttackWeapon::plain(cell(self.dmg))
            },
            shots: self.shots as u16,
            forced: self.forced(),
            location_bumps: self.chosen as i8,
            called: self.called.map(|word| place(word.0)),
            prone: self.prone,
            near: self.near,
            dodging: self.dodging,
            cover: (!self.covered.is_empty()).then(|| Cover {
                armour: self.armour as i16,
                locations: self.covered.iter().map(|word| place(word.0)).collect(),
            }),
            size: size(name),
            scatter_increments: self.scatter.map(|increments| increments as u16),
            thrown_m: self.thrown.map(|metres| metres as u16),
            in_contact: self.contact,
            strays: self.strays,
            discarded: numbers(&self.discarded),
            ..attack
        }
    }

    /// Whether more bumps are spent than the check gives.
    pub fn overspent(&self, literal: &Literal, tn: i64, options: &Options) -> bool {
        let divisor = i64::from(options.bump_divisor.get());
        literal.hits(tn) && self.chosen.abs() > (literal.best - tn) / divisor
    }

    /// Compares an answer with the literal reading.
    pub fn hold(
        &self,
        page: &Page,
        card: u8,
        literal: &Literal,
        tn: i64,
        options: &Options,
        answer: &AttackAnswer,
    ) {
        let said = format!("card {card}, {literal:?} against {tn}");
        let face = page.card(card);
        assert_eq!(literal.hits(tn), answer.test.success(), "{said}");
        let location = match self.called {
            Some((_, _, odd, even, _)) => {
                if face.hit_step % 2 == 1 {
                    odd
                } else {
                    even
                }
            }
            None => landed(page, card, self.up, self.chosen),
        };
        let hidden_by_lying = self.prone && !self.near && !shows(location);
        let lands = literal.hits(tn) && !hidden_by_lying;
        let column =
            page.deck.layout().bursts.iter().position(|&size| i64::from(size) == self.shots);
        let printed = column.map_or(1, |column| i64::from(face.bursts[column]));
        let hits = if lands { printed } else { 0 };
        assert_eq!(hits, i64::from(answer.hits), "{said}");
        if literal.hits(tn) {
            assert_eq!(location, answer.location.as_ref().unwrap().location, "{said}");
        }
        // Cover.
        let behind = lands && self.covered.iter().any(|word| word.4.contains(&location));
        let over = self.pen + i64::from(face.penetration) - self.armour;
        let passage = behind.then_some(match over {
            2.. => Passage::Penetrates,
            0 | 1 => Passage::Ablates,
            _ => Passage::Deflects,
        });
        assert_eq!(passage, answer.penetration.map(|found| found.passage), "{said}");
        // Damage.
        let cell = match passage {
            None | Some(Passage::Penetrates) => Some(self.dmg),
            Some(Passage::Ablates) => self.rd,
            Some(Passage::Deflects) => None,
        };
        let effect = cell.filter(|_| lands).map(|(row, sides)| {
            let bumps =
                extra(location) + self.bumps + if behind { 0 } else { self.bumps_unarmoured };
            page.effect(card, sides, i64::from(row) + bumps)
        });
        let damage = effect.map(|effect| harm(effect, self.eighths, self.harm, options));
        let found = answer
            .damage
            .as_ref()
            .map(|found| (i64::from(found.damage.wounds), i64::from(found.damage.concussion)));
        assert_eq!(damage, found, "{said}, {effect:?} at {location}");
        assert_eq!(
            passage == Some(Passage::Ablates) && self.rd.is_none(),
            answer.reduced_damage_unknown
        );
        let stun = damage.filter(|(wounds, ct)| wounds + ct > 0).map(|(wounds, ct)| {
            // The CT of a painful weapon counts double here: a wound for each full Size.
            let wounds = wounds + if self.pain { 8 * 2 * ct / self.eighths } else { 0 };
            let lightest =
                if options.wound_table == WoundTable::Dice { wounds } else { wounds.max(1) };
            wound_line(options.wound_table, lightest as u32).1
        });
        assert_eq!(stun, answer.stun.map(|tn| tn.get().into()), "{said}");
        // Each unspent bump could buy another entry of the stack.
        let divisor = i64::from(options.bump_divisor.get());
        let earned = if literal.hits(tn) { (literal.best - tn) / divisor } else { 0 };
        let free = self.called.is_none() && self.chosen == 0;
        for way in [-1, 1].into_iter().flat_map(|way| (1..=earned.min(9)).map(move |n| n * way)) {
            let offer = answer.bumps_buy.iter().find(|offer| i64::from(offer.bumps) == way);
            if let Some(offer) = offer {
                assert!(free, "{said}");
                assert_eq!(landed(page, card, self.up, way), offer.location, "{said}");
            }
        }
        assert!(free || answer.bumps_buy.is_empty(), "{said}");
        assert!(answer.bumps_buy.iter().all(|offer| i64::from(offer.bumps).abs() <= earned));
        self.check_side_effects(page, card, literal, tn, hits, options, answer);
    }

    /// Checks dodging, scatter, failure and hits of bystanders.
    #[expect(clippy::too_many_arguments, reason = "all of them are one reading")]
    fn check_side_effects(
        &self,
        page: &Page,
        card: u8,
        literal: &Literal,
        tn: i64,
        hits: i64,
        options: &Options,
        answer: &AttackAnswer,
    ) {
        let face = page.card(card);
        let leaps = self.dodging && hits == 0;
        let away = face.scatter.get() != 6;
        assert_eq!(leaps && away, answer.leap.is_some(), "card {card}");
        assert_eq!(leaps && !away, answer.dodger_stays, "card {card}");
        let scatter = self.thrown.filter(|_| hits == 0).map(|metres| {
            (i64::from(face.rank.get()) + (tn - literal.best).max(0)).min(metres / 2)
        });
        let found = answer.scatter.map(|scatter| i64::from(scatter.distance_m));
        assert_eq!(scatter, found, "card {card}, {literal:?} against {tn}");
        let fails = self.rel.map(|rel| {
            let witness = self.discarded.iter().any(|&card| page.card(card).failure == Some(2));
            face.failure.is_some_and(|printed| {
                let printed = i64::from(printed);
                let lower = options.failure == actiondeck::table::rules::FailureRule::Lower;
                sum(&[
                    (rel == 1 && printed == 1 && witness, 1),
                    (rel > 1 && printed < rel, 1),
                    (rel > 1 && printed == rel && !lower, 1),
                ]) > 0
            })
        });
        assert_eq!(fails, answer.failure.as_ref().map(|found| found.fails), "card {card}");
        let stray = (self.shots - hits.min(self.shots)
            + self.scatter.map_or(0, |increments| 1 + increments))
            * if self.contact { 2 } else { 1 };
        let hit = self.strays.then_some(i64::from(face.unintended) <= stray);
        assert_eq!(hit, answer.unintended.map(|found| found.hit), "card {card}");
    }
}

impl Literal {
    pub fn hits(&self, tn: i64) -> bool {
        !self.failed && self.best >= tn
    }
}

/// Wounds and CT of an effect on a target whose Size is given in eighths.
fn harm(effect: i64, eighths: i64, harm: Harm, options: &Options) -> (i64, i64) {
    use actiondeck::table::rules::ImpactRule;
    let multiples = 8 * effect / eighths;
    match harm {
        Harm::Deadly => (multiples, effect - multiples * eighths / 8),
        Harm::Brawling => (multiples / 2, 3 * multiples),
        Harm::Impact if options.impact == ImpactRule::ConcussionOnly => (0, effect),
        Harm::Impact => (multiples / 2, effect),
    }
}

fn name_of(eighths: i64) -> &'static str {
    SIZES.iter().find(|(_, other, _)| *other == eighths).unwrap().0
}

pub fn attack(page: &Page, random: &mut Random) {
    let options = random.house().west;
    let numbered = situation(random, &options, false);
    let Numbered { situation, tn, increments, eighths } = &numbered;
    let dice = random.dice();
    let (card, then) = page.drawn(random, dice);
    let distance = i64::from(situation.distance_m);
    let mut hit_target = HitTarget::new(random, distance <= 2, *eighths, true);
    hit_target.thrown = situation.thrown.then_some(distance);
    hit_target.scatter = random.once_in(4).then_some(*increments);
    let literal = page.check(dice, card, &then);
    let cell = EffectCell::new(page.deck, effect_dice((1, 6))).unwrap();
    let attempt = page.attempt(dice, card, &then);
    let plain = Attack::plain(attempt, situation.account(&options), AttackWeapon::plain(cell));
    let answer = hit_target.fill(page, plain, name_of(*eighths)).answer(&options);
    if hit_target.overspent(&literal, *tn, &options) {
        assert!(answer.is_err(), "card {card}");
        return;
    }
    hit_target.hold(page, card, &literal, *tn, &options, &answer.unwrap());
}

pub fn fan(page: &Page, random: &mut Random) {
    let options = random.house().west;
    let numbered = situation(random, &options, true);
    let dice = random.dice();
    let cards = random.cards(4);
    let shots = random.between(1, 4) as usize;
    let targets: Vec<&str> = (0..shots).map(|_| random.one(&["angus", "dell", "rufus"])).collect();
    let snap = random.between(0, 3);
    let near = numbered.situation.distance_m <= 2;
    let mut hit_target = HitTarget::new(random, near, numbered.eighths, true);
    (hit_target.shots, hit_target.chosen) = (1, 0);
    let cell = EffectCell::new(page.deck, effect_dice((1, 6))).unwrap();
    // One of the three targets has its own distance and cover.
    let other = situation(random, &options, true);
    let near = other.situation.distance_m <= 2;
    let mut other_target = HitTarget::new(random, near, other.eighths, true);
    (other_target.shots, other_target.chosen) = (1, 0);
    let attempt = page.attempt(dice, cards[0], &[]);
    let base = numbered.situation.account(&options);
    let base_there = other.situation.account(&options);
    let there = Attack::plain(attempt.clone(), base_there.clone(), AttackWeapon::plain(cell));
    let plain = Attack::plain(attempt.clone(), base.clone(), AttackWeapon::plain(cell));
    let fan = FanFire {
        pool: attempt.pool,
        base,
        snap_penalty: snap as u8,
        targets: targets.iter().map(|&target| target.to_owned()).collect(),
        attack: Some(hit_target.fill(page, plain, name_of(numbered.eighths))),
        apart: vec![FanTarget {
            name: "dell".to_owned(),
            base: base_there,
            attack: Some(other_target.fill(page, there, name_of(other.eighths))),
        }],
    };
    let draws: Vec<_> = cards[..shots].iter().map(|&card| draw(card, &[])).collect();
    let answer = fan.answer(&draws, &options).unwrap();
    let mut seen: Vec<&str> = Vec::new();
    for (shot, target) in targets.iter().enumerate() {
        if !seen.contains(target) {
            seen.push(target);
        }
        let ordinal = seen.iter().position(|other| other == target).unwrap() as i64;
        let (tn, hit_target) =
            if *target == "dell" { (other.tn, &other_target) } else { (numbered.tn, &hit_target) };
        let tn = tn + snap + shot as i64 + 1 + ordinal;
        let literal = page.check(dice, cards[shot], &[]);
        let found = answer.shots[shot].attack.as_ref().unwrap();
        hit_target.hold(page, cards[shot], &literal, tn, &options, found);
        assert_eq!(number(cards[shot]), found.test.check.draw.card());
    }
}
