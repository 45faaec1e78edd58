//! Rules with extreme numbers: no overflow, no panic, and properties that hold for every number.

use std::num::NonZeroU16;

use actiondeck::deck::{CardNumber, CardNumbers, Deck};
use actiondeck::dice::{CheckDice, Die, EffectDice};
use actiondeck::table::lookup::{
    Answer, BumpDivisor, Draw, EffectCell, EffectQuestion, Pool, Target, TargetNumber,
    VictoryTarget,
};
use actiondeck::table::odds::{Ask, CheckOdds, Event, HitEvent, Pile, WoundsDealt, effect_odds};
use actiondeck::table::rules::{
    Aim, AimUnderFire, ArcQuestion, Armament, Attack, AttackWeapon, Attempt, BodyPart, CalledShot,
    Contest, Damage, DamageQuestion, Dodging, FanFire, FastDraw, FieldOfFire, Forced, Hand, Hands,
    Harm, Initiative, LocationQuestion, MeleeSituation, Movement, Options, PenetrationQuestion,
    PhaseEntrant, RangedSituation, RecoveryCheck, Reliability, Size, StrayShots, StunCheck,
    Surprise, Threat, Throw, TnAccount, WoundTable, WoundTrack, equipment_failure, hurt, phases,
    throwing_account, throwing_increment_m, throwing_maximum_m, unintended_target,
};
use proptest::prelude::*;

use crate::rules_cards::deck;

thread_local! {
    static DECK: Deck = deck();
}

fn with_deck(ask: impl FnOnce(&Deck)) {
    DECK.with(ask);
}

fn card() -> impl Strategy<Value = CardNumber> {
    (0..54_u8).prop_map(|number| CardNumber::new(number).unwrap())
}

fn dice() -> impl Strategy<Value = CheckDice> {
    (1..=5_u8, prop::sample::select(vec![4, 6, 8, 10, 12_u16]))
        .prop_map(|(level, sides)| CheckDice { level, die: Die::new(sides).unwrap() })
}

fn cell() -> impl Strategy<Value = EffectDice> {
    dice().prop_map(|dice| EffectDice { row: dice.level, die: dice.die })
}

fn size() -> impl Strategy<Value = Size> {
    prop::sample::select(vec!["0.001", "0.125", "0.5", "1", "3", "6", "12", "9999"])
        .prop_map(|text| text.parse().unwrap())
}

fn harm() -> impl Strategy<Value = Harm> {
    prop::sample::select(vec![Harm::Deadly, Harm::Brawling, Harm::Impact])
}

/// Small numbers and the ends of the range.
fn penalty() -> impl Strategy<Value = i32> {
    prop_oneof![-20..20_i32, any::<i32>(), Just(i32::MIN), Just(i32::MAX)]
}

fn attempt<'d>(deck: &'d Deck, dice: CheckDice, card: CardNumber) -> Attempt<'d> {
    Attempt::new(Pool::new(deck, dice).unwrap(), Draw::single(card))
}

fn account(tn: i64, penalties: &[i32]) -> TnAccount {
    let start = TnAccount::new(TargetNumber::clamped(tn), "start");
    penalties.iter().fold(start, |account, &penalty| account.with("reason", penalty))
}

proptest! {
    #[test]
    fn target_numbers_stay_in_their_range(tn in any::<i64>(), penalties in prop::collection::vec(penalty(), 0..6), total in any::<u32>()) {
        let account = account(tn, &penalties);
        prop_assert!((-9999..=9999).contains(&account.tn().get()));
        let _ = (account.penalty(), account.to_string());
        for bump_divisor in [BumpDivisor::Three, BumpDivisor::Four] {
            let judgement = Target { tn: account.tn(), bump_divisor }.judge(total);
            prop_assert_eq!(judgement.success, judgement.margin >= 0);
            prop_assert!(judgement.success || judgement.bumps == 0);
        }
    }

    #[test]
    fn more_effect_never_hurts_less(effect in any::<u32>(), size in size(), harm in harm()) {
        let options = Options::default();
        let (less, more) = (effect, effect.saturating_add(1));
        let wounds = |effect| hurt(effect, size, harm, &options).wounds;
        prop_assert!(wounds(less) <= wounds(more));
        if harm == Harm::Deadly {
            let damage = hurt(effect, size, harm, &options);
            prop_assert!(damage.wounds == 0 || damage.wounds <= effect.saturating_mul(1000));
        }
    }

    #[test]
    fn wounds_of_a_place_stay_between_0_and_5(
        ct in any::<u16>(),
        hits in prop::collection::vec((0..6_usize, any::<u32>(), any::<u32>(), any::<u16>(), any::<bool>()), 0..20),
    ) {
        let mut track = WoundTrack::new(ct);
        for (place, wounds, concussion, rounds, heals) in hits {
            let part = BodyPart::ALL[place];
            track.take(part, Damage { wounds, concussion });
            track.bleed(rounds, track.bleeding_per_round(WoundTable::B));
            if heals {
                track.heal(part);
            }
            prop_assert!(track.wounds(part) <= 5 && track.worst() <= 5);
            prop_assert!(track.is_concussed() == (track.ct() <= 0));
        }
        for table in [WoundTable::A, WoundTable::B] {
            for wounds in 0..=u8::MAX {
                let _ = (table.level(wounds), table.penalty(wounds), table.stun(wounds));
            }
        }
    }

    #[test]
    fn shots_and_blows_have_a_target_number_in_any_situation(
        (distance_m, increment, relative_speed_m) in (any::<u16>(), 1..=u16::MAX, any::<u16>()),
        (snap_penalty, accurate, score, skill) in any::<(u8, u8, u8, u8)>(),
        (wound_penalty, penalty) in (penalty(), penalty()),
        size in size(),
        choice in 0..81_u8,
        flags in any::<[bool; 5]>(),
    ) {
        let options = Options::default();
        let increment_m = NonZeroU16::new(increment).unwrap();
        let dodging = flags[0].then_some(Dodging { score, stands: flags[1] });
        let situation = RangedSituation {
            distance_m,
            increment_m,
            thrown: flags[4],
            movement: [Movement::Still, Movement::Walking, Movement::Running][usize::from(choice % 3)],
            mounted: flags[2],
            size,
            relative_speed_m,
            aim: [Aim::Snap, Aim::Once, Aim::Twice][usize::from(choice / 3 % 3)],
            held_rounds: skill,
            snap_penalty,
            accurate,
            unseen_behind_cover: flags[3],
            called: [None, Some(CalledShot::Torso), Some(CalledShot::Pinpoint)][usize::from(choice / 9 % 3)],
            hands: [Hands::Proper, Hands::MainOfTwo, Hands::OffOfTwo][usize::from(choice / 27 % 3)],
            one_handed: flags[4],
            dodging,
            wound_penalty,
            penalty,
        };
        let shot = situation.account(&options);
        let blow = MeleeSituation {
            defender_skill: skill,
            defender: Armament::Weapon { defend: flags[1].then_some(score) },
            attacker: if flags[2] { Armament::Unarmed } else { Armament::Weapon { defend: Some(accurate) } },
            dodging,
            wound_penalty,
            penalty,
        }
        .account();
        for account in [shot, blow] {
            prop_assert!((-9999..=9999).contains(&account.tn().get()));
            let _ = account.text();
        }
    }

    #[test]
    fn throws_are_measured_for_every_die_and_distance(
        sides in 2..=u16::MAX,
        distance_m in any::<u16>(),
        card in card(),
        dice in dice(),
        penalty in penalty(),
    ) {
        if let Some(strength) = Die::new(sides) {
            let options = Options::default();
            prop_assert!(throwing_increment_m(strength, &options).get() > 0);
            let maximum_m = throwing_maximum_m(strength, &options);
            let _ = throwing_account(strength, distance_m, &options);
            with_deck(|deck| {
                let attempt = Attempt { penalty, ..attempt(deck, dice, card) };
                let throw = Throw { attempt, strength, distance_m };
                match throw.answer(&options) {
                    Err(_) => assert!(distance_m > maximum_m),
                    Ok(answer) => {
                        let scatter = answer.scatter.map_or(0, |scatter| scatter.distance_m);
                        assert!(scatter <= u32::from(distance_m / 2));
                        let _ = answer.text();
                    }
                }
            });
        }
    }

    #[test]
    fn every_question_of_one_card_has_an_answer(
        card in card(),
        other in card(),
        dice in dice(),
        cell in cell(),
        penalty in penalty(),
        numbers in any::<(u8, u8, u8, i8)>(),
        shorts in any::<(u16, u16, i16, i16)>(),
        size in size(),
        harm in harm(),
        flags in any::<[bool; 6]>(),
    ) {
        let options = Options::default();
        with_deck(|deck| {
            let me = || attempt(deck, dice, card);
            let hurt_me = || Attempt { wounds: 1, penalty, ..me() };
            let effect = EffectCell::new(deck, cell).unwrap();
            let target = VictoryTarget::new(shorts.0.clamp(1, 9999)).unwrap();
            let victories = EffectQuestion { cell: effect, target }.answer(card);
            assert_eq!(victories.magnitude, victories.victories * target.get() + victories.lost);
            let question = DamageQuestion { cell: effect, bumps: numbers.0, size, harm };
            let _ = question.answer(card, &options).text();
            let forced = Forced {
                punch: flags[0],
                kick: flags[1],
                height_advantage: flags[2],
                point_blank: flags[3],
                turned: flags[4],
            };
            let covered = vec!["head".parse().unwrap()];
            let location = LocationQuestion {
                deck: deck.into(),
                card,
                forced,
                chosen: numbers.3,
                called: None,
                prone: flags[5],
                covered,
            };
            let place = location.answer();
            assert_eq!(place.stack[place.entry], place.location);
            let pen = PenetrationQuestion { pen: shorts.2, armour: shorts.3, bumps: numbers.1 };
            let _ = pen.answer(deck, card).text();
            let shots = StrayShots {
                missed: shorts.0,
                scatter_increments: flags[0].then_some(shorts.1),
                in_contact: flags[1],
            };
            let _ = unintended_target(deck, card, shots).text();
            let rel = Reliability::new(numbers.0 % 13 + 1).unwrap();
            let _ = equipment_failure(deck, card, rel, &[other, other], &options).text();
            for arc in [FieldOfFire::Long, FieldOfFire::Handgun] {
                let arc = ArcQuestion { arc, range_paces: shorts.0, moved_paces: shorts.1 };
                let _ = arc.answer(None).text();
            }
            let surprise = Surprise { check: hurt_me(), expecting_danger: flags[0] };
            let _ = surprise.answer(&options).unwrap().text();
            let initiative = Initiative {
                check: hurt_me(),
                weapon_penalty: 0,
                reserve: None,
                hand: Vec::new(),
                keep: Vec::new(),
            };
            let _ = initiative.answer(&options).unwrap().text();
            let threat = Threat::Ranged { shots: numbers.0, hits: numbers.1 };
            let aim = AimUnderFire { attempt: Some(hurt_me()), threat, cover: numbers.2 };
            let _ = aim.answer(&options).unwrap().text();
            let draw = FastDraw {
                attempt: hurt_me(),
                short: flags[0],
                needs_cocking: flags[1],
                snap_penalty: numbers.0,
                hand: [Hand::Single, Hand::Main, Hand::Off][usize::from(numbers.1 % 3)],
            };
            assert!(draw.answer(&options).unwrap().snap_penalty_left <= numbers.0);
            let (dealt, earlier, worst, _) = numbers;
            let stun = StunCheck { check: hurt_me(), dealt, earlier, worst };
            let _ = stun.answer(&options).unwrap().text();
            let recovery = RecoveryCheck { check: hurt_me(), worst };
            let _ = recovery.answer(&options).unwrap().text();
            let contest = Contest {
                active: hurt_me(),
                opponent: attempt(deck, dice, other),
            };
            assert_eq!(card == other, contest.answer(&Options::default()).is_err());
            let entrant = |name: &str, card| PhaseEntrant {
                name: name.to_owned(),
                attempt: Attempt { penalty, ..attempt(deck, dice, card) },
            };
            let order = phases(&[entrant("a", card), entrant("b", other)], &Options::default());
            assert_eq!(card == other, order.is_err());
            let weapon = AttackWeapon {
                rd: Some(effect),
                pen: shorts.2,
                reliability: Some(rel),
                harm,
                damage_bumps: numbers.0,
                damage_bumps_unarmoured: numbers.1,
                penetration_bumps: numbers.2,
                ..AttackWeapon::plain(effect)
            };
            let attack = Attack {
                forced,
                prone: flags[5],
                size,
                scatter_increments: flags[0].then_some(shorts.1),
                in_contact: flags[1],
                ..Attack::plain(me(), account(5, &[penalty]), weapon)
            };
            let answer = attack.answer(&options).unwrap();
            assert!(answer.hits <= 1 && !answer.text().is_empty());
            let fan = FanFire {
                pool: me().pool,
                base: account(5, &[penalty]),
                snap_penalty: numbers.0,
                targets: vec!["a".to_owned(); 3],
                attack: Some(attack),
                apart: Vec::new(),
            };
            assert_eq!(3, fan.accounts().len());
        });
    }

    #[test]
    fn chances_lie_between_0_and_1_and_fall_with_the_target(
        dice in dice(),
        cell in cell(),
        tn in prop_oneof![-20..70_i64, any::<i64>()],
        least in prop_oneof![0..90_u32, any::<u32>()],
        wounds in prop_oneof![0..6_u32, any::<u32>()],
        discarded in prop::sample::subsequence((0..54_u8).collect::<Vec<_>>(), 0..=54),
        size in size(),
        harm in harm(),
        spend in any::<bool>(),
    ) {
        let options = Options::default();
        with_deck(|deck| {
            let gone: Vec<CardNumber> =
                discarded.into_iter().map(|number| CardNumber::new(number).unwrap()).collect();
            let pile = Pile::without(CardNumbers::POKER, &gone).unwrap();
            let pool = Pool::new(deck, dice).unwrap();
            let effect = EffectCell::new(deck, cell).unwrap();
            let hit = HitEvent {
                wounds: Some(WoundsDealt::new(wounds, effect, 1, (size, harm), &options)),
                bumps: spend.then_some(options.bump_divisor),
                ..HitEvent::default()
            };
            let event = Event { effect: Some((effect, least)), hit: Some(hit) };
            let targets = [tn, tn.saturating_add(1)].map(TargetNumber::clamped);
            let plain = CheckOdds::new(pool, &pile, &targets, None);
            let with = CheckOdds::new(pool, &pile, &targets, Some(&event));
            for odds in [&plain, &with] {
                let [easier, harder] = &odds.lines[..] else { unreachable!() };
                assert!(easier.with_follow_ups >= harder.with_follow_ups);
                assert!(easier.with_follow_ups >= easier.one_card);
                assert!(easier.with_follow_ups.basis_points() <= 10_000);
                let _ = (odds.text(), odds.fractions());
            }
            assert!(plain.lines[0].with_follow_ups >= with.lines[0].with_follow_ups);
            let _ = effect_odds(effect, pile, &Ask::AtLeast(vec![least.min(9999) as i32])).text();
        });
    }
}
