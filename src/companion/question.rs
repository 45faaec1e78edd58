//! The questions a companion asks: each under the name and with the arguments that the log of a
//! session keeps of it, answered by the types of [`lookup`](crate::lookup) and
//! [`rules`](crate::rules).

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::{Problem, Problems};
use crate::dice::{CheckDice, EffectDice};
use crate::lookup::{
    AnyAnswer, BumpDivisor, CardSheet, Check, Draw, EffectCell, EffectQuestion, Element, Pool,
    Target, TargetNumber, VictoryTarget, left_out,
};
use crate::rules::{
    Ailment, Attempt, Character, DamageQuestion, Decision, Forced, Harm, HealingCheck, HouseRules,
    Initiative, LocationQuestion, PenetrationQuestion, Place, RecoveryCheck, Reliability, Size,
    StrayShots, StunCheck, Tested, TnAccount, Weapon, burst, dodge, equipment_failure,
    unintended_target,
};
use crate::session::Question;

use super::arguments::Arguments;
use super::attack;

/// What questions are answered from.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub(super) deck: Deck,
    pub(super) rules: HouseRules,
    pub(super) weapons: Vec<Weapon>,
    pub(super) characters: Vec<Character>,
}

/// The cards of the table that a question may depend on.
#[derive(Debug)]
pub(super) struct Cards<'t> {
    /// The discard pile.
    pub(super) discarded: &'t [CardNumber],
}

/// How the card of a question comes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CardUse {
    /// It is drawn for the question.
    Drawn,
    /// It is read on, after it was drawn for another question.
    ReadOn,
    /// It is only shown.
    Shown,
}

/// An answer, and the check it rests on.
pub(super) struct Said {
    pub(super) answer: Box<dyn AnyAnswer>,
    /// The dice and what they have to reach, where it is a check against a number.
    pub(super) check: Option<(CheckDice, TargetNumber)>,
}

type Answered = Result<Said, Problems>;

type Answer = fn(&Setting, &Cards<'_>, &Question) -> Answered;

/// Every question: its name, how its card comes up, how it is answered.
const QUESTIONS: &[(&str, CardUse, Answer)] = &[
    ("west card", CardUse::Shown, card),
    ("west read toggle", CardUse::Drawn, toggle),
    ("west read element", CardUse::Drawn, element),
    ("west read location", CardUse::ReadOn, location),
    ("west read burst", CardUse::ReadOn, burst_hits),
    ("west read effect", CardUse::Drawn, effect),
    ("west read damage", CardUse::ReadOn, damage),
    ("west read penetration", CardUse::ReadOn, penetration),
    ("west read failure", CardUse::ReadOn, failure),
    ("west read unintended", CardUse::ReadOn, unintended),
    ("west read dodge", CardUse::ReadOn, dodged),
    ("west check", CardUse::Drawn, check),
    ("west attack", CardUse::Drawn, attack::shot),
    ("west attack blow", CardUse::Drawn, attack::blow),
    ("west initiative", CardUse::Drawn, initiative),
    ("west hurt stun", CardUse::Drawn, stun),
    ("west hurt recovery", CardUse::Drawn, recovery),
    ("west hurt healing", CardUse::Drawn, healing),
];

/// The names of all questions.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    QUESTIONS.iter().map(|(name, ..)| *name)
}

fn of_name(name: &str) -> Result<(CardUse, Answer), Problems> {
    let found = QUESTIONS.iter().find(|(known, ..)| *known == name);
    found.map(|(_, to, answer)| (*to, *answer)).ok_or_else(|| {
        let accepted: Vec<&str> = names().collect();
        Problem::coded("companion.question", format!("no question is called {name:?}"))
            .accepts(accepted.join(", "))
            .into()
    })
}

/// How the card of a question comes up.
///
/// # Errors
/// A problem when there is no such question.
pub(super) fn card_use(question: &Question) -> Result<CardUse, Problems> {
    of_name(&question.name).map(|(to, _)| to)
}

/// Answers a question whose card has its number.
///
/// # Errors
/// Everything that is wrong with it, or why deck and rules have no answer.
pub(super) fn answer(setting: &Setting, cards: &Cards<'_>, question: &Question) -> Answered {
    // A card itself shows what is on it.
    if setting.deck.blanks().next().is_none() || card_use(question)? == CardUse::Shown {
        return of_whole_cards(setting, cards, question);
    }
    let with = |deck| Setting { deck, ..setting.clone() };
    left_out::answer(
        &setting.deck,
        |deck| of_whole_cards(&with(deck), cards, question),
        |said, deck| {
            of_whole_cards(&with(deck), cards, question)
                .is_ok_and(|again| again.answer.value() == said.answer.value())
        },
    )
}

/// The answer on cards that show every part.
fn of_whole_cards(setting: &Setting, cards: &Cards<'_>, question: &Question) -> Answered {
    let (_, answer) = of_name(&question.name)?;
    answer(setting, cards, question)
}

/// An answer that rests on no check.
fn said<A: AnyAnswer + 'static>(answer: Result<A, impl Into<Problem>>) -> Answered {
    let answer = answer.map_err(|error| Problems::from(error.into()))?;
    Ok(Said { answer: Box::new(answer), check: None })
}

/// The answer to a check, and where the number stands that it had to reach.
pub(super) fn tested<A: AnyAnswer + 'static>(
    dice: CheckDice,
    answer: Result<A, impl Into<Problem>>,
    test: fn(&A) -> &Tested,
) -> Answered {
    let answer = answer.map_err(|error| Problems::from(error.into()))?;
    let check = Some((dice, test(&answer).account.tn()));
    Ok(Said { answer: Box::new(answer), check })
}

fn never_fails<A: AnyAnswer + 'static>(answer: A) -> Answered {
    said::<A>(Ok::<A, Problem>(answer))
}

impl Setting {
    /// The weapon of this name.
    ///
    /// # Errors
    /// A problem that names the weapons there are.
    fn weapon(&self, name: &str) -> Result<&Weapon, Problem> {
        self.weapons.iter().find(|weapon| weapon.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.weapons.iter().map(|weapon| &*weapon.name).collect();
            Problem::new(format!("no weapon is named {name:?}")).accepts(names.join(", "))
        })
    }

    /// The character of this name, if it is one of the table.
    pub(super) fn character(&self, name: Option<&str>) -> Option<&Character> {
        self.characters.iter().find(|who| Some(who.name.as_str()) == name)
    }
}

/// What most questions begin with.
pub(super) struct Reader<'s, 'q> {
    pub(super) setting: &'s Setting,
    pub(super) arguments: Arguments<'q>,
    /// Who asks, if that is one of the table of characters.
    pub(super) who: Option<&'s Character>,
}

impl<'s, 'q> Reader<'s, 'q> {
    pub(super) fn new(setting: &'s Setting, question: &'q Question) -> Self {
        let who = setting.character(question.who.as_deref());
        Self { setting, arguments: Arguments::new(&question.arguments), who }
    }

    fn card(&mut self) -> Option<CardNumber> {
        self.arguments.needed("card", "0 to 53")
    }

    /// The dice typed, or those of a trait or skill of whoever asks.
    fn dice(&mut self) -> Option<CheckDice> {
        let text = self.arguments.text("dice");
        let own = text.as_deref().and_then(|name| self.who?.check(name.trim()));
        own.or_else(|| self.arguments.needed("dice", "dice such as 3d10"))
    }

    /// The pool and the cards drawn for it.
    pub(super) fn attempt(&mut self) -> Option<Attempt<'s>> {
        let card: Option<CardNumber> = self.card();
        let dice = self.dice();
        let then = self.arguments.list("then");
        let pool = dice.and_then(|dice| self.arguments.keep(Pool::new(&self.setting.deck, dice)));
        let draw = card.and_then(|card| self.arguments.keep(Draw::new(card, then)));
        Some(Attempt { pool: pool?, draw: draw? })
    }

    /// A cell of the effect grid.
    pub(super) fn effect_cell(&mut self, dice: EffectDice) -> Option<EffectCell<'s>> {
        self.arguments.keep(EffectCell::new(&self.setting.deck, dice))
    }

    fn named_cell(&mut self) -> Option<EffectCell<'s>> {
        let dice = self.arguments.needed("cell", "a cell such as (3)6");
        dice.and_then(|dice| self.effect_cell(dice))
    }

    pub(super) fn weapon(&mut self, name: &'static str) -> Option<&'s Weapon> {
        let weapon = self.arguments.text(name)?;
        self.arguments.keep(self.setting.weapon(&weapon))
    }

    pub(super) fn size(&mut self) -> Size {
        self.arguments.read("size").unwrap_or(Size::HUMAN)
    }

    /// Whole places behind cover.
    pub(super) fn covered(&mut self) -> Vec<Place> {
        let names = self.arguments.texts("covered");
        let place = |name: &String| Place::on(&self.setting.deck, name)?.whole();
        let places: Vec<_> = names.iter().map(place).collect();
        places.into_iter().filter_map(|place| self.arguments.keep(place)).collect()
    }

    pub(super) fn penalty(&mut self) -> i32 {
        self.arguments.number("penalty", -99..=99).unwrap_or(0)
    }

    pub(super) fn wound_penalty(&mut self) -> i32 {
        let worst = self.arguments.number("wounded", 0..=5).unwrap_or(0);
        self.setting.rules.west.wound_table.penalty(worst)
    }

    pub(super) fn harm(&mut self) -> Option<Harm> {
        let given = self.arguments.text("harm").is_some();
        let harm = self.arguments.word(
            "harm",
            &[("deadly", Harm::Deadly), ("brawling", Harm::Brawling), ("impact", Harm::Impact)],
        );
        given.then_some(harm)
    }

    /// What moves a hit whether anybody wants it or not.
    pub(super) fn forced(&mut self) -> Forced {
        let mut flag = |name| self.arguments.flag(name);
        let forced = Forced {
            punch: flag("punch"),
            kick: flag("kick"),
            height_advantage: flag("height"),
            point_blank: flag("point_blank"),
            turned: flag("turned"),
        };
        let blows = [forced.punch, forced.kick, forced.height_advantage];
        if forced.punch && forced.kick || (forced.point_blank && blows.contains(&true)) {
            let message = "the moves of the hit exclude each other".to_owned();
            self.arguments.fault(message, "punch or kick, with height; or point_blank alone");
        }
        forced
    }

    /// Makes sure that there is something to turn round.
    pub(super) fn turned(&mut self, forced: Forced) -> Forced {
        if forced.turned && forced.steps_up() == 0 {
            let message = "nothing moves the hit that could be turned round".to_owned();
            self.arguments.fault(message, "turned with a move");
        }
        forced
    }

    pub(super) fn discarded(&mut self, cards: &Cards<'_>) -> Vec<CardNumber> {
        let named = self.arguments.list("discarded");
        if named.is_empty() { cards.discarded.to_vec() } else { named }
    }
}

fn card(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let card = reader.card();
    let card = reader.arguments.finish(card)?;
    never_fails(CardSheet::new(&setting.deck, card))
}

fn toggle(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let card = reader.card();
    let card = reader.arguments.finish(card)?;
    never_fails(Decision::new(&setting.deck, card))
}

fn element(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let card = reader.card();
    let id: Option<String> = reader.arguments.text("element");
    let element = id.and_then(|id| reader.arguments.keep(Element::new(&setting.deck, &id)));
    let (card, element) = reader.arguments.finish(card.zip(element))?;
    never_fails(element.answer(card))
}

fn location(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let card = reader.card();
    let forced = reader.forced();
    let forced = reader.turned(forced);
    let chosen = reader.arguments.number("bumps", -99..=99).unwrap_or(0);
    let prone = reader.arguments.flag("prone");
    let covered = reader.covered();
    let card = reader.arguments.finish(card)?;
    let deck = &setting.deck;
    let called = None;
    never_fails(LocationQuestion { deck, card, forced, chosen, called, prone, covered }.answer())
}

fn burst_hits(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let card = reader.card();
    let shots = reader.arguments.number("shots", 1..=9999);
    let (card, shots) = reader.arguments.finish(card.zip(shots))?;
    said(burst(&setting.deck, card, shots))
}

fn effect(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let card = reader.card();
    let cell = reader.named_cell();
    let target: Option<VictoryTarget> = reader.arguments.read("target");
    let (card, cell) = reader.arguments.finish(card.zip(cell))?;
    let target = target.unwrap_or(setting.rules.west.victory_target);
    never_fails(EffectQuestion { cell, target }.answer(card))
}

fn damage(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let card = reader.card();
    let cell = reader.named_cell();
    let size = reader.size();
    let bumps = reader.arguments.number("bumps", 0..=99).unwrap_or(0);
    let harm = reader.harm().unwrap_or_default();
    let (card, cell) = reader.arguments.finish(card.zip(cell))?;
    let answer = DamageQuestion { cell, bumps, size, harm }.answer(card, &setting.rules.west);
    never_fails(answer)
}

fn penetration(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let card = reader.card();
    let pen = reader.arguments.number("pen", -99..=99);
    let armour = reader.arguments.number("armour", -99..=99);
    let bumps = reader.arguments.number("bumps", 0..=99).unwrap_or(0);
    let (card, (pen, armour)) = reader.arguments.finish(card.zip(pen.zip(armour)))?;
    never_fails(PenetrationQuestion { pen, armour, bumps }.answer(&setting.deck, card))
}

fn failure(setting: &Setting, cards: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let card = reader.card();
    let rel: Option<Reliability> = reader.arguments.needed("rel", "1 to 13");
    let fanned = reader.arguments.flag("fanned");
    let discarded = reader.discarded(cards);
    let (card, rel) = reader.arguments.finish(card.zip(rel))?;
    let rel = if fanned { rel.worse() } else { rel };
    never_fails(equipment_failure(&setting.deck, card, rel, &discarded, &setting.rules.west))
}

fn unintended(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let card = reader.card();
    let missed = reader.arguments.number("missed", 0..=9999).unwrap_or(0);
    let scatter_increments = reader.arguments.number("scatter", 0..=9999);
    let in_contact = reader.arguments.flag("contact");
    let card = reader.arguments.finish(card)?;
    let shots = StrayShots { missed, scatter_increments, in_contact };
    never_fails(unintended_target(&setting.deck, card, shots))
}

fn dodged(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let card = reader.card();
    let blocked = reader.arguments.flag("blocked");
    let card = reader.arguments.finish(card)?;
    never_fails(dodge(&setting.deck, card, blocked))
}

fn check(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let attempt = reader.attempt();
    let tn: Option<TargetNumber> = reader.arguments.read("tn");
    let divisor: Option<BumpDivisor> = reader.arguments.read("bump_divisor");
    let (wounds, penalty) = (reader.wound_penalty(), reader.penalty());
    let penalised = wounds != 0 || penalty != 0;
    if penalised && tn.is_none() && !question.arguments.contains_key("tn") {
        let message = "the target number that penalties make harder is missing".to_owned();
        reader.arguments.fault(message, "tn");
    }
    let attempt = reader.arguments.finish(attempt)?;
    let bump_divisor = divisor.unwrap_or(setting.rules.west.bump_divisor);
    let dice = attempt.pool.dice();
    match tn {
        // A number that has reasons is answered with them.
        Some(tn) if penalised => {
            let account = TnAccount::new(tn, "as given")
                .with("wounds", wounds)
                .with("other penalties", penalty);
            tested(dice, attempt.test(account, bump_divisor), |test| test)
        }
        Some(tn) => {
            let target = Some(Target { tn, bump_divisor });
            let answer = said(Check { pool: attempt.pool, target }.answer(&attempt.draw))?;
            Ok(Said { check: Some((dice, tn)), ..answer })
        }
        None => said(Check { pool: attempt.pool, target: None }.answer(&attempt.draw)),
    }
}

fn initiative(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let attempt = reader.attempt();
    let hand = reader.arguments.list("hand");
    let (wound_penalty, penalty) = (reader.wound_penalty(), reader.penalty());
    let attempt = reader.arguments.finish(attempt)?;
    let dice = attempt.pool.dice();
    let answer = Initiative { attempt, wound_penalty, penalty, hand }.answer(&setting.rules.west);
    tested(dice, answer, |answer| &answer.test)
}

fn stun(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let attempt = reader.attempt();
    let dealt = reader.arguments.number("dealt", 0..=99);
    if dealt.is_none() && !question.arguments.contains_key("dealt") {
        reader.arguments.fault("dealt is missing".to_owned(), "0 to 99");
    }
    let earlier_worst = reader.arguments.number("earlier", 0..=5).unwrap_or(0);
    let penalty = reader.penalty();
    let (attempt, dealt) = reader.arguments.finish(attempt.zip(dealt))?;
    let dice = attempt.pool.dice();
    let answer = StunCheck { attempt, dealt, earlier_worst, penalty }.answer(&setting.rules.west);
    tested(dice, answer, |answer| &answer.test)
}

fn recovery(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let attempt = reader.attempt();
    let worst = reader.arguments.number("worst", 0..=5);
    if worst.is_none() && !question.arguments.contains_key("worst") {
        reader.arguments.fault("worst is missing".to_owned(), "0 to 5");
    }
    let penalty = reader.penalty();
    let (attempt, worst) = reader.arguments.finish(attempt.zip(worst))?;
    let dice = attempt.pool.dice();
    let answer = RecoveryCheck { attempt, worst, penalty }.answer(&setting.rules.west);
    tested(dice, answer, |answer| &answer.test)
}

/// What can be treated, as the log names it.
const AILMENTS: [(&str, Ailment); 6] = [
    ("wind", Ailment::Wind),
    ("scratched", Ailment::Scratched),
    ("light", Ailment::Light),
    ("heavy", Ailment::Heavy),
    ("serious", Ailment::Serious),
    ("critical", Ailment::Critical),
];

fn healing(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let attempt = reader.attempt();
    if !question.arguments.contains_key("ailment") {
        let accepted = AILMENTS.map(|(name, _)| name).join(", ");
        reader.arguments.fault("ailment is missing".to_owned(), &accepted);
    }
    let ailment = reader.arguments.word("ailment", &AILMENTS);
    let (wound_penalty, penalty) = (reader.wound_penalty(), reader.penalty());
    let attempt = reader.arguments.finish(attempt)?;
    let dice = attempt.pool.dice();
    let answer =
        HealingCheck { attempt, ailment, wound_penalty, penalty }.answer(&setting.rules.west);
    tested(dice, answer, |answer| &answer.test)
}
