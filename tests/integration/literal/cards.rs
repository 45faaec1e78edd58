//! Literal reading of checks, contests, locations and wounds (Action Cards, Conflict).

use actiondeck::table::lookup::{Check, Target, TargetNumber};
use actiondeck::table::rules::{
    Attempt, BodyPart, BothHands, Contest, Damage, Decks, DrawSpeed, Extra, FastDraw, Forced, Hand,
    Hit, LocationQuestion, Risk, Winner, WoundTable, tally,
};

use super::page::{Page, Random, WHOLE, WORDS, number, place, shows, sum, wound_line};

pub fn check(page: &Page, random: &mut Random) {
    let dice = page.dice(random);
    let (card, then) = page.drawn(random, dice);
    let options = random.house().west;
    let tn = random.between(-5, 20);
    let divisor = i64::from(options.bump_divisor.get());
    let literal = page.check(dice, card, &then);
    let success = !literal.failed && literal.best >= tn;
    let attempt = page.attempt(dice, card, &then);
    let target = Target { tn: TargetNumber::clamped(tn), bump_divisor: options.bump_divisor };
    let answer = Check { pool: attempt.pool, target: Some(target) }.answer(&attempt.draw).unwrap();
    let said = format!("{dice:?} on {card} then {then:?} against {tn}");
    assert_eq!(literal.failed, answer.critical_failure, "{said}");
    assert_eq!(Some(success), answer.success(), "{said}");
    let bumps = if success { (literal.best - tn) / divisor } else { 0 };
    assert_eq!(bumps, i64::from(answer.bumps()), "{said}");
    let total = answer.best().map_or(0, |best| best.total);
    assert_eq!(literal.best, i64::from(total), "{said}");
    // A chain of follow-up cards continues while its last card shows the die's maximum or more.
    let open = !literal.failed
        && (1..=dice.0).any(|row| {
            let cells = std::iter::once(&card).chain(&then);
            page.cause(card, dice.1, row).is_some()
                && cells.copied().all(|card| {
                    page.cause(card, dice.1, row).is_some_and(|number| page.asks(dice.1, number))
                })
        });
    assert_eq!(open, answer.choices.iter().any(|choice| choice.open), "{said}");
}

pub fn contest(page: &Page, random: &mut Random) {
    let (mine, theirs) = (page.dice(random), page.dice(random));
    let (card, then) = page.drawn(random, mine);
    let (other, other_then) = page.drawn(random, theirs);
    let options = random.house().west;
    let (off, other_off) = (random.between(0, 6), random.between(0, 6));
    let contest = Contest {
        active: Attempt { penalty: off as i32, ..page.attempt(mine, card, &then) },
        opponent: Attempt { penalty: other_off as i32, ..page.attempt(theirs, other, &other_then) },
    };
    let answer = contest.answer(&options);
    let shared = std::iter::once(&card)
        .chain(&then)
        .any(|mine| std::iter::once(&other).chain(&other_then).any(|theirs| mine == theirs));
    if shared && options.decks == Decks::Shared {
        assert!(answer.is_err());
        return;
    }
    let result = |dice, card, then: &[u8], off| {
        let literal = page.check(dice, card, then);
        (!literal.failed).then_some(literal.best - off)
    };
    let winner =
        match (result(mine, card, &then, off), result(theirs, other, &other_then, other_off)) {
            (Some(mine), Some(theirs)) if mine > theirs => Winner::Active,
            (Some(mine), Some(theirs)) if mine < theirs => Winner::Opponent,
            (Some(_), None) => Winner::Active,
            (None, Some(_)) => Winner::Opponent,
            _ => Winner::Nobody,
        };
    assert_eq!(winner, answer.unwrap().winner);
}

/// Hit location: the stack is read from the top, and the second entry from the bottom is the standard one.
pub fn landed(page: &Page, card: u8, up: i64, chosen: i64) -> &'static str {
    let stack = &page.card(card).hit;
    let last = stack.len() as i64 - 1;
    let forced = (last - 1 - up).clamp(0, last);
    let entry = (forced - chosen).clamp(0, last);
    let all =
        ["head", "chest", "belly", "vitals", "left arm", "right arm", "left leg", "right leg"];
    let shown = &stack[entry as usize];
    all.into_iter().find(|location| location == shown).unwrap()
}

pub fn location(page: &Page, random: &mut Random) {
    let card = random.between(0, 53) as u8;
    let flags: [bool; 6] = std::array::from_fn(|_| random.once_in(3));
    let [punch, kick, height_advantage, point_blank, turned, prone] = flags;
    let forced = Forced { punch, kick, height_advantage, point_blank, turned };
    let up = sum(&[(punch, 1), (kick, -1), (height_advantage, 1), (point_blank, 1)]);
    let up = if turned { -up } else { up };
    let chosen = random.between(-3, 3);
    let covered = random.maybe(&WORDS[..WHOLE]);
    let called = random.maybe(&WORDS);
    let expected = match called {
        Some((_, _, odd, even, _)) => {
            if page.card(card).hit_step % 2 == 1 {
                odd
            } else {
                even
            }
        }
        None => landed(page, card, up, chosen),
    };
    let question = LocationQuestion {
        deck: page.deck.into(),
        card: number(card),
        forced,
        chosen: chosen as i8,
        called: called.map(|word| place(word.0)),
        prone,
        covered: covered.iter().map(|word| place(word.0)).collect(),
    };
    let answer = question.answer();
    assert_eq!(expected, answer.location, "card {card}, {called:?}");
    assert_eq!(prone && !shows(expected), answer.missed_prone);
    let hidden = covered.is_some_and(|word| word.4.contains(&expected));
    assert_eq!(hidden, answer.hits_cover, "{expected} behind {covered:?}");
}

pub fn wounds(random: &mut Random) {
    let options = random.house().west;
    let start = random.between(1, 20);
    let rounds = random.between(0, 15);
    let mut hits = Vec::new();
    let mut places = [0_i64; 6];
    let mut ct = start;
    for _ in 0..random.between(1, 4) {
        let part = random.one(&BodyPart::ALL);
        let (wounds, lost) = (random.between(0, 3), random.between(0, 9));
        let place = BodyPart::ALL.iter().position(|other| *other == part).unwrap();
        places[place] = (places[place] + wounds).min(5);
        ct -= lost;
        hits.push(Hit { part, damage: Damage { wounds: wounds as u32, concussion: lost as u32 } });
    }
    // A heavy wound bleeds 1 CT a round, a serious one 2, a critical limb 3. Table B has no heavy wounds, and a
    // serious one is the third.
    let worst = places.iter().copied().max().unwrap();
    let limb = places[2..].iter().copied().max().unwrap();
    let bleeding = match options.wound_table {
        WoundTable::B => sum(&[(worst >= 3, 2), (limb >= 4, 1)]),
        _ => sum(&[(worst == 3, 1), (worst > 3, 2), (limb == 5, 1)]),
    };
    ct -= rounds * bleeding;
    let bled = rounds * bleeding > 0 && ct <= -start;
    // Head and torso are listed first. With the rule of risk, a critical wound there becomes serious,
    // and the hero is out for the scene.
    let serious = if options.wound_table == WoundTable::A { 4 } else { 3 };
    let spared = options.risk == Risk::On && places[..2].iter().any(|&wounds| wounds > serious);
    if options.risk == Risk::On {
        places[..2].iter_mut().for_each(|wounds| *wounds = (*wounds).min(serious));
    }
    let worst = places.iter().copied().max().unwrap();
    let dead = places[0] == 5 || places[1] == 5 || bled;
    let answer = tally(start as u16, &hits, rounds as u16, &options);
    assert_eq!((ct, dead, ct <= 0), (answer.ct, answer.dead, answer.concussed), "{hits:?}");
    assert_eq!(ct < 0 && !dead, answer.risks_death, "{hits:?}");
    assert_eq!(spared && !dead, answer.out_of_scene, "{hits:?}");
    let (penalty, stun) = wound_line(options.wound_table, worst as u32);
    assert_eq!(penalty, answer.level.map_or(0, |level| i64::from(level.penalty)));
    assert_eq!(stun, i64::from(answer.recovery.get()));
}

/// Fast draw: TN 5, less for a short weapon, 1 more with both hands, 2 more for the off hand.
///
/// A result below the limit of the table means hesitation; each bump cocks the weapon, then steadies it.
pub fn fast_draw(page: &Page, random: &mut Random) {
    let options = random.house().west;
    let divisor = i64::from(options.bump_divisor.get());
    let cards = random.cards(2);
    let mut hand = |card: u8, hand: Hand, harder: i64| {
        let dice = random.dice();
        let (short, cocking, snap) = (random.once_in(2), random.once_in(2), random.between(0, 3));
        let (wounds, penalty) = (random.between(0, 3), random.between(-2, 2));
        let draw = FastDraw {
            attempt: Attempt {
                wounds: wounds as u8,
                penalty: penalty as i32,
                ..page.attempt(dice, card, &[])
            },
            short,
            needs_cocking: cocking,
            snap_penalty: snap as u8,
            hand,
        };
        let answer = draw.answer(&options).unwrap();
        let hurt = wound_line(options.wound_table, wounds as u32).0;
        let tn = 5 - i64::from(short) + harder + hurt + penalty;
        let read = page.check(dice, card, &[]);
        let speed = match (read.failed, read.best >= tn) {
            (true, _) => DrawSpeed::Calamity,
            (_, true) => DrawSpeed::Free,
            _ if read.best < i64::from(options.fast_draw_hesitate_below) => DrawSpeed::Hesitate,
            _ => DrawSpeed::Slow,
        };
        assert_eq!(speed, answer.speed, "card {card} against {tn}");
        let bumps = if speed == DrawSpeed::Free { (read.best - tn) / divisor } else { 0 };
        let steadier = (bumps - i64::from(cocking)).clamp(0, snap);
        assert_eq!(snap - steadier, i64::from(answer.snap_penalty_left), "card {card}");
        assert_eq!(cocking && bumps > 0, answer.extras.contains(&Extra::Cocked), "card {card}");
        answer
    };
    hand(cards[0], Hand::Single, 0);
    let (main, off) = (hand(cards[0], Hand::Main, 1), hand(cards[1], Hand::Off, 2));
    // From the worst: calamity, hesitation, slow, free.
    let rank = |speed| match speed {
        DrawSpeed::Calamity => 0,
        DrawSpeed::Hesitate => 1,
        DrawSpeed::Slow => 2,
        DrawSpeed::Free => 3,
    };
    let slower = rank(main.speed).min(rank(off.speed));
    assert!(BothHands::new(main.clone(), main.clone()).is_err(), "one card for both hands");
    assert_eq!(slower, rank(BothHands::new(main, off).unwrap().speed));
}
