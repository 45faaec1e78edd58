//! The commands that are no questions about cards: hands, wounds, rounds, undo, log.

use crate::deck::CardNumber;
use crate::diagnostic::Problem;
use crate::lookup::{Answer, Draw};
use crate::rules::{Attempt, Hit, Initiative, InitiativeAnswer, KeptHand, TallyAnswer};
use crate::session::{
    CharacterAnswer, Drawn, HandDrawn, HandsAnswer, LogAnswer, Mode, PlayerHand, Session,
    TableAnswer, Turn,
};

use super::game::{Game, Outcome};
use super::help;
use super::line::{
    ActArgs, BleedArgs, CountArgs, Deed, DrawArgs, HandArgs, HealArgs, RoundArgs, WoundArgs,
};
use super::reply::Reply;
use crate::cli::Failure;
use crate::cli::lookup::meaning::Meaning;
use crate::cli::odds::Odds;

/// How many steps `log` shows.
const USUAL_LOG: usize = 10;

impl Game {
    /// Does what is asked for.
    pub(super) fn do_deed(
        &mut self,
        text: &str,
        deed: Deed,
        who: Option<&str>,
    ) -> Result<Outcome, Failure> {
        let reply = match deed {
            Deed::Draw(typed) => self.draw(text, &typed),
            Deed::Then(typed) => self.go_on(text, typed.card.as_deref(), typed.of.as_deref()),
            Deed::Hand(typed) => self.hand(text, &typed, who),
            Deed::Hands => {
                let hands = HandsAnswer::new(self.session.table(), &self.setting.deck);
                Ok(Reply::of(&self.setting.deck, &hands))
            }
            Deed::Act(typed) => self.act(text, &typed),
            Deed::Drop(typed) => self.lay_down(text, &typed.name, None),
            Deed::Wound(typed) => self.wound(text, &typed),
            Deed::Heal(typed) => self.heal(text, &typed),
            Deed::Rest(typed) => {
                self.change_character(text, &typed.name, |turn| Ok(turn.rest(&typed.name)?))
            }
            Deed::Bleed(typed) => self.bleed(text, &typed),
            Deed::Round(typed) => self.round(text, &typed),
            Deed::Shuffle => {
                let mut turn = self.session.turn(text);
                turn.shuffle()?;
                self.taken(turn, |session, game| TableAnswer::new(session, &game.setting.deck))
            }
            Deed::Undo(typed) => self.undo(&typed),
            Deed::Log(typed) => {
                let count = count(typed.count.as_deref(), USUAL_LOG)?;
                Ok(Reply::of(&self.setting.deck, &LogAnswer::new(&self.session, count)))
            }
            Deed::Table => {
                let table = TableAnswer::new(&self.session, &self.setting.deck);
                Ok(Reply::of(&self.setting.deck, &table))
            }
            Deed::Odds(typed) => {
                self.setting.sit_at(self.session.table());
                let odds = self.acting(who, |game| typed.answer(&game.setting))?;
                typed.draw(&odds)?;
                let deck = &self.setting.deck;
                let reply = match &odds {
                    Odds::Check(odds) => Reply::of(deck, odds),
                    Odds::Tables(tables) => Reply::of(deck, tables),
                    Odds::Fit(fit) => Reply::of(deck, fit),
                };
                Ok(reply.said(typed.text(&odds)))
            }
            Deed::Help(typed) => Ok(Reply::words(help::about(&typed.command, self.root())?)),
            Deed::Quit => return Ok(Outcome::Quit),
        };
        reply.map(Outcome::said)
    }

    /// Takes the step and answers with what `answer` sees afterwards.
    fn taken<A: Answer>(
        &mut self,
        mut turn: Turn,
        answer: impl FnOnce(&Session, &Self) -> A,
    ) -> Result<Reply, Failure> {
        // The answer describes the session after the step, and the step holds the answer.
        let mut after = self.session.clone();
        after.take(turn.clone());
        let reply = Reply::of(&self.setting.deck, &answer(&after, self));
        turn.note(None, reply.explanation.clone());
        self.commit(turn)?;
        Ok(reply.after_step(&self.session))
    }

    fn draw(&mut self, text: &str, typed: &DrawArgs) -> Result<Reply, Failure> {
        let mut turn = self.session.turn(text);
        let mut cards = Vec::new();
        match (self.session.mode(), &typed.numbers[..]) {
            (Mode::Physical, []) => cards.push(turn.draw(None)?),
            (Mode::Physical, numbers) => {
                let mut meaning = self.setting.meaning();
                let told = meaning.cards(numbers);
                for card in meaning.settled(told)? {
                    cards.push(turn.draw(Some(card))?);
                }
            }
            (Mode::Virtual { .. }, numbers) => {
                if numbers.len() > 1 {
                    return Err(Problem::new("the program draws at this table")
                        .accepts("how many cards, such as draw 3")
                        .into());
                }
                let wanted = hand_size(numbers.first().map_or("1", String::as_str))?;
                for _ in 0..wanted {
                    cards.push(turn.draw(None)?);
                }
            }
        }
        let drawn = Drawn { cards };
        self.taken(turn, |_, _| drawn)
    }

    fn hand(&mut self, text: &str, typed: &HandArgs, who: Option<&str>) -> Result<Reply, Failure> {
        let mut turn = self.session.turn(text);
        let held = self.session.table().hand(&typed.name).to_vec();
        let told = self.told_cards(&typed.cards)?;
        let Some(by) = typed.by.as_deref() else {
            if told.is_empty() {
                let hand = PlayerHand::new(self.session.table(), &self.setting.deck, &typed.name);
                return Ok(Reply::of(&self.setting.deck, &HandsAnswer { hands: vec![hand] }));
            }
            let drawn = draw_hand(&mut turn, &told, None)?;
            return self.take_hand(turn, &typed.name, &held, &drawn, None);
        };
        if by.bytes().all(|byte| byte.is_ascii_digit()) {
            let drawn = draw_hand(&mut turn, &told, Some(hand_size(by)?))?;
            return self.take_hand(turn, &typed.name, &held, &drawn, None);
        }
        let initiative = self.acting(who, |game| game.reflex(&mut turn, by, typed))?;
        let physical = self.session.mode() == Mode::Physical;
        // Players first learn how many cards they may draw.
        let drawn = match told.is_empty() && physical {
            true => Vec::new(),
            false => draw_hand(&mut turn, &told, Some(initiative.cards as usize))?,
        };
        self.take_hand(turn, &typed.name, &held, &drawn, Some(initiative))
    }

    fn told_cards(&self, texts: &[String]) -> Result<Vec<CardNumber>, Failure> {
        let mut meaning = self.setting.meaning();
        let cards = meaning.cards(texts);
        Ok(meaning.settled(cards)?)
    }

    /// The Reflex check. Where the program draws, it follows the best result as far as it goes.
    fn reflex(
        &self,
        turn: &mut Turn,
        dice: &str,
        typed: &HandArgs,
    ) -> Result<InitiativeAnswer, Failure> {
        let mut meaning = self.setting.meaning();
        let pool = meaning.pool(&self.setting, dice);
        let penalty = meaning.number(&typed.penalty, "penalty", -99..=99);
        let told: Option<Option<Draw>> = meaning.of_option(typed.check.as_deref());
        let ((pool, penalty), told) = meaning.settled(pool.zip(penalty).zip(told))?;
        let first = turn.draw(told.as_ref().map(Draw::card))?;
        let mut then = Vec::new();
        for card in told.iter().flat_map(Draw::then) {
            then.push(turn.draw_follow_up(Some(*card))?);
        }
        loop {
            let draw = Draw::new(first, then.clone()).map_err(Problem::from)?;
            let attempt = Attempt { pool, draw };
            let question = Initiative { attempt, penalty, hand: Vec::new() };
            let answer = question.answer(&self.setting.options).map_err(Problem::from)?;
            let open = answer.test.check.best().is_some_and(|choice| choice.open);
            let drawn_here = matches!(self.session.mode(), Mode::Virtual { .. });
            if !open || !drawn_here || turn.table().pile_size() == 0 {
                return Ok(answer);
            }
            then.push(turn.draw_follow_up(None)?);
        }
    }

    fn take_hand(
        &mut self,
        mut turn: Turn,
        who: &str,
        held: &[CardNumber],
        drawn: &[CardNumber],
        initiative: Option<InitiativeAnswer>,
    ) -> Result<Reply, Failure> {
        let hand = KeptHand::of(&self.setting.deck, held, drawn);
        turn.hold(who, &hand)?;
        let answer = HandDrawn { initiative, hand: PlayerHand::kept(who, hand) };
        self.taken(turn, |_, _| answer)
    }

    fn act(&mut self, text: &str, typed: &ActArgs) -> Result<Reply, Failure> {
        let mut meaning = self.setting.meaning();
        let card = meaning.of_option(typed.card.as_deref());
        let card: Option<CardNumber> = meaning.settled(card)?;
        let hand = PlayerHand::new(self.session.table(), &self.setting.deck, &typed.name);
        // The red joker can act at any time, so it is only played when it is named or alone.
        let usual = hand.cards.iter().find(|card| card.step.get() > 0).or(hand.cards.first());
        let card = card.or(usual.map(|card| card.number));
        self.lay_down(text, &typed.name, card)
    }

    /// Lays one card down, or all of them.
    fn lay_down(
        &mut self,
        text: &str,
        who: &str,
        card: Option<CardNumber>,
    ) -> Result<Reply, Failure> {
        let mut turn = self.session.turn(text);
        let held = self.session.table().held(who)?;
        for card in card.map_or_else(|| held.to_vec(), |card| vec![card]) {
            turn.lay_down(who, card)?;
        }
        let laid_down = turn.table().discard()[self.session.table().discard().len()..].to_vec();
        let who = who.to_owned();
        self.taken(turn, |session, game| {
            let mut hand = PlayerHand::new(session.table(), &game.setting.deck, &who);
            hand.discarded = laid_down;
            HandsAnswer { hands: vec![hand] }
        })
    }

    fn wound(&mut self, text: &str, typed: &WoundArgs) -> Result<Reply, Failure> {
        let who = &typed.name;
        let mut turn = self.session.turn(text);
        let mut meaning = self.setting.meaning();
        let hit: Option<Option<Hit>> = match typed.hit.split_last() {
            None => Some(None),
            Some((damage, place)) => meaning.of(&format!("{}:{damage}", place.join(" "))).map(Some),
        };
        let ct = match &typed.ct {
            None => Some(None),
            Some(text) => meaning.number(text, "CT", 0..=9999).map(Some),
        };
        let (hit, ct) = meaning.settled(hit.zip(ct))?;
        let known = self.session.table().wounds(who).is_some();
        let listed = || self.setting.character(who).ok().map(|character| character.ct);
        match ct.or_else(|| if known { None } else { listed() }) {
            Some(ct) if !known || typed.ct.is_some() => turn.introduce(who, ct)?,
            _ => {}
        }
        if let Some(hit) = hit {
            turn.hurt(who, hit.part, hit.damage)?;
        }
        if turn.is_idle() {
            return Ok(Reply::of(&self.setting.deck, &self.character(&self.session, who)?));
        }
        self.take_character(turn, who)
    }

    fn heal(&mut self, text: &str, typed: &HealArgs) -> Result<Reply, Failure> {
        let place = typed.place.join(" ");
        let part = crate::rules::BodyPart::of(&place).ok_or_else(|| {
            Problem::new(format!("no place is called {place:?}"))
                .accepts("head, chest, belly, vitals, torso, left or right arm or leg")
        })?;
        self.change_character(text, &typed.name, |turn| Ok(turn.heal(&typed.name, part)?))
    }

    fn bleed(&mut self, text: &str, typed: &BleedArgs) -> Result<Reply, Failure> {
        let mut meaning = Meaning::default();
        let rounds = meaning.number(&typed.rounds, "number of rounds", 1..=9999);
        let rounds = meaning.settled(rounds)?;
        self.change_character(text, &typed.name, |turn| Ok(turn.bleed(&typed.name, rounds)?))
    }

    fn change_character(
        &mut self,
        text: &str,
        who: &str,
        change: impl FnOnce(&mut Turn) -> Result<(), Failure>,
    ) -> Result<Reply, Failure> {
        let mut turn = self.session.turn(text);
        change(&mut turn)?;
        self.take_character(turn, who)
    }

    fn take_character(&mut self, turn: Turn, who: &str) -> Result<Reply, Failure> {
        let mut after = self.session.clone();
        after.take(turn.clone());
        let answer = self.character(&after, who)?;
        self.taken(turn, |_, _| answer)
    }

    fn character(&self, session: &Session, who: &str) -> Result<CharacterAnswer, Failure> {
        let track = session
            .table()
            .wounds(who)
            .ok_or_else(|| Problem::from(crate::session::SessionError::Unknown(who.to_owned())))?;
        let state = TallyAnswer::new(track, &self.setting.options);
        Ok(CharacterAnswer { who: who.to_owned(), state })
    }

    fn round(&mut self, text: &str, typed: &RoundArgs) -> Result<Reply, Failure> {
        let mut turn = self.session.turn(text);
        turn.end_round(&typed.hold)?;
        self.taken(turn, |session, game| TableAnswer::new(session, &game.setting.deck))
    }

    fn undo(&mut self, typed: &CountArgs) -> Result<Reply, Failure> {
        let wanted = count(typed.count.as_deref(), 1)?;
        let there = self.session.log().len();
        if wanted > there {
            let message = format!("{wanted} steps cannot be undone");
            return Err(Problem::new(message).accepts(format!("up to {there}")).into());
        }
        let undone = LogAnswer::new(&self.session, wanted);
        let mut next = self.session.clone();
        for _ in 0..wanted {
            next.undo();
        }
        self.replace(next)?;
        let reply = Reply::of(&self.setting.deck, &undone);
        let text = format!("taken back:\n{}", reply.text);
        Ok(reply.said(text))
    }
}

/// Draws a hand: the cards told, or as many as wanted.
fn draw_hand(
    turn: &mut Turn,
    told: &[CardNumber],
    wanted: Option<usize>,
) -> Result<Vec<CardNumber>, Problem> {
    if let Some(wanted) = wanted.filter(|wanted| !told.is_empty() && *wanted != told.len()) {
        let message = format!("the number of cards told is {}", told.len());
        return Err(Problem::new(message).accepts(format!("{wanted}")));
    }
    let cards = match told {
        [] => (0..wanted.unwrap_or(0)).map(|_| turn.draw(None)).collect::<Result<Vec<_>, _>>(),
        told => told.iter().map(|card| turn.draw(Some(*card))).collect(),
    };
    Ok(cards?)
}

fn hand_size(text: &str) -> Result<usize, Failure> {
    let mut meaning = Meaning::default();
    let size = meaning.number(text, "number of cards", 1..=54);
    Ok(meaning.settled(size)?)
}

fn count(text: Option<&str>, usual: usize) -> Result<usize, Failure> {
    let Some(text) = text else { return Ok(usual) };
    let mut meaning = Meaning::default();
    let count = meaning.number(text, "number of steps", 1..=1_000_000);
    Ok(meaning.settled(count)?)
}

impl From<crate::session::SessionError> for Failure {
    fn from(error: crate::session::SessionError) -> Self {
        Problem::from(error).into()
    }
}
