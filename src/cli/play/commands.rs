//! The commands that are no questions about cards: wounds, rounds, undo, log.

use crate::deck::CardNumber;
use crate::diagnostic::{Problem, Problems};
use crate::face::only;
use crate::lookup::Answer;
use crate::rules::{Game as GameOfCards, Hit};
use crate::session::{
    CharacterAnswer, Drawn, HandsAnswer, LogAnswer, Mode, Table, TableAnswer, Turn,
};

use super::game::{Game, Outcome};
use super::help;
use super::line::{
    BleedArgs, CardCount, CountArgs, Deed, DrawArgs, HealArgs, RoundArgs, ThenArgs, WoundArgs,
};
use super::reply::Reply;
use crate::cli::Failure;
use crate::cli::argument::{Argument, Get, all, each, told};
use crate::cli::lookup::name::{Name, PlaceName};
use crate::cli::lookup::written::CardRef;
use crate::wording::counted;

/// How many steps `log` shows.
const USUAL_LOG: usize = 10;

impl Game {
    /// Does what is asked for.
    pub(super) fn do_deed(
        &mut self,
        text: &str,
        deed: Deed,
        who: Option<&str>,
        at: Option<&str>,
    ) -> Result<Outcome, Failure> {
        let reply = match deed {
            Deed::Draw(typed) => self.draw(text, &typed),
            Deed::Then(typed) => self.then(text, &typed),
            Deed::Hand(typed) => self.hand(text, &typed),
            Deed::Hands => {
                let hands = HandsAnswer::new(self.session.table(), &self.setting.deck);
                Ok(Reply::of(&self.setting.deck, &hands))
            }
            Deed::Act(typed) => self.act(text, &typed),
            Deed::Drop(typed) => {
                let who = self.person_or_new(&typed.name.0)?;
                self.lay_down(text, &who, None)
            }
            Deed::Wound(typed) => self.wound(text, &typed),
            Deed::Apply(typed) => self.apply(text, &typed),
            Deed::Spend(typed) => self.spend(text, &typed),
            Deed::Set(typed) => self.set(text, &typed, at),
            Deed::Unset(typed) => self.unset(text, &typed),
            Deed::Reload(typed) => self.reload(text, &typed),
            Deed::As(typed) => self.let_act(text, &typed),
            Deed::Heal(typed) => self.heal(text, &typed),
            Deed::Rest(typed) => {
                let who = &self.person_or_new(&typed.name.0)?;
                self.confirm_alive(who)?;
                self.change_character(text, who, |turn| Ok(turn.rest(who)?))
            }
            Deed::Bleed(typed) => self.bleed(text, &typed),
            Deed::Round(typed) => self.round(text, &typed),
            Deed::Shuffle => {
                let mut turn = self.session.turn(text);
                turn.shuffle()?;
                self.taken(turn, Self::table_answer)
            }
            Deed::Undo(typed) => self.undo(&typed),
            Deed::Redo(typed) => self.redo(&typed),
            Deed::Log(typed) => {
                let count = typed.count.get()?.unwrap_or(USUAL_LOG);
                Ok(Reply::of(&self.setting.deck, &LogAnswer::new(&self.session, count)))
            }
            Deed::Table => {
                let table = self.table_answer(self.session.table(), self.session.log().len());
                Ok(Reply::of(&self.setting.deck, &table))
            }
            Deed::Odds(typed) => {
                self.setting.sit_at(self.session.table());
                let who = who.map(str::to_owned).or_else(|| self.acting_now());
                let odds = self.acting(who.as_deref(), |game| typed.answer(&game.setting))?;
                typed.draw(&odds)?;
                Ok(Reply::of(&self.setting.deck, odds.answer()).said(typed.text(&odds)))
            }
            Deed::Game(typed) => self.choose(text, typed.game.get()?),
            Deed::Help(typed) => {
                let text = self.knowing(|known| help::about(&typed.command, known))?;
                Ok(Reply::words(text))
            }
            Deed::Quit => return Ok(Outcome::Quit),
        };
        reply.map(Outcome::said)
    }

    /// Takes the step and answers with what `answer` sees at the table afterwards, and after how
    /// many steps.
    pub(super) fn taken<A: Answer>(
        &mut self,
        mut turn: Turn,
        answer: impl FnOnce(&Self, &Table, usize) -> A,
    ) -> Result<Reply, Failure> {
        // The step holds the answer, which describes the table after the step.
        let steps = self.session.log().len() + 1;
        let reply = Reply::of(&self.setting.deck, &answer(self, &turn.table_after(), steps));
        turn.note(None, reply.explanation.clone());
        self.commit(turn)?;
        Ok(reply.after_step(&self.session))
    }

    /// Asks the questions of this game from now on, or says which game it is.
    pub(super) fn choose(
        &mut self,
        text: &str,
        chosen: Option<GameOfCards>,
    ) -> Result<Reply, Failure> {
        let Some(game) = chosen else {
            let game = self.rules();
            return Ok(Reply::words(format!("{game}: {}\n", game.title())));
        };
        let mut turn = self.session.turn(text);
        turn.choose(game)?;
        self.taken(turn, Self::table_answer)
    }

    fn table_answer(&self, table: &Table, steps: usize) -> TableAnswer {
        TableAnswer::new(table, steps, &self.setting.deck)
    }

    fn then(&mut self, text: &str, typed: &ThenArgs) -> Result<Reply, Failure> {
        let (cards, of) = all((typed.cards.get(), typed.of.get()))?;
        let named = cards.into_iter().flat_map(|cards| cards.0);
        let named = named.filter(|card| *card != CardRef::Draw);
        let cards = each(named.map(|card| told(card.number())))?;
        self.go_on(text, cards, of)
    }

    fn draw(&mut self, text: &str, typed: &DrawArgs) -> Result<Reply, Failure> {
        let mut turn = self.session.turn(text);
        let mut cards = Vec::new();
        match (self.session.mode(), &typed.numbers[..]) {
            (Mode::Physical, []) => cards.push(turn.draw(None)?),
            (Mode::Physical, numbers) => {
                let named = only(&numbers.join(","))?.into_iter();
                for card in each(named.map(|card| self.confirmed(Ok(card))))? {
                    cards.push(turn.draw(Some(card))?);
                }
            }
            (Mode::Virtual { .. }, numbers) => {
                if numbers.len() > 1 {
                    return Err(Problem::new("the program draws at this table")
                        .accepts("how many cards, such as draw 3")
                        .into());
                }
                let wanted = numbers.first().map_or("1", String::as_str);
                for _ in 0..CardCount::read(wanted, "number of cards")? {
                    cards.push(turn.draw(None)?);
                }
            }
        }
        let drawn = Drawn { cards };
        self.taken(turn, |_, _, _| drawn)
    }

    /// A card that was named, if it shows what the deck says.
    pub(super) fn confirmed(
        &self,
        card: Result<CardNumber, Problem>,
    ) -> Result<CardNumber, Problems> {
        told(card.and_then(|card| self.setting.confirm(card)))
    }

    fn wound(&mut self, text: &str, typed: &WoundArgs) -> Result<Reply, Failure> {
        let who = &self.person_or_new(&typed.name.0)?;
        let mut turn = self.session.turn(text);
        if let [damage] = &typed.hit[..] {
            let problem = Problem::new(format!("{} says no place, or nobody is named", damage.0));
            return Err(problem
                .accepts("a name, a place and the wounds, such as sid left arm 2")
                .into());
        }
        let hit = typed.hit.split_last().map(|(damage, place)| {
            told(Hit::read(&format!("{}:{}", words(place), damage.0), "hit"))
        });
        let (hit, ct) = all((hit.transpose(), typed.ct.get()))?;
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
            let answer = self.character(self.session.table(), who)?;
            return Ok(Reply::of(&self.setting.deck, &answer));
        }
        self.take_character(turn, who)
    }

    fn heal(&mut self, text: &str, typed: &HealArgs) -> Result<Reply, Failure> {
        let (who, place) = (&self.person_or_new(&typed.name.0)?, words(&typed.place));
        let part = self
            .setting
            .place(&PlaceName::typed(place, "place".to_owned()))?
            .part()
            .map_err(Problem::from)?;
        self.confirm_alive(who)?;
        self.change_character(text, who, |turn| Ok(turn.heal(who, part)?))
    }

    fn bleed(&mut self, text: &str, typed: &BleedArgs) -> Result<Reply, Failure> {
        let (who, rounds) = (&self.person_or_new(&typed.name.0)?, typed.rounds.get()?);
        let table = self.setting.rules.west.wound_table;
        self.change_character(text, who, |turn| Ok(turn.bleed(who, rounds, table)?))
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
        let answer = self.character(turn.table(), who)?;
        self.taken(turn, |_, _, _| answer)
    }

    pub(super) fn character(&self, table: &Table, who: &str) -> Result<CharacterAnswer, Failure> {
        let unknown = || Problem::from(crate::session::SessionError::Unknown(who.to_owned()));
        Ok(CharacterAnswer::new(table, who, &self.setting.rules.west).ok_or_else(unknown)?)
    }

    fn round(&mut self, text: &str, typed: &RoundArgs) -> Result<Reply, Failure> {
        let mut turn = self.session.turn(text);
        let keeping: Vec<String> =
            typed.hold.iter().map(|who| self.person_or_new(&who.0)).collect::<Result<_, _>>()?;
        turn.end_round(&keeping)?;
        self.taken(turn, Self::table_answer)
    }

    fn undo(&mut self, typed: &CountArgs) -> Result<Reply, Failure> {
        let wanted = typed.count.get()?.unwrap_or(1);
        let there = self.session.log().len();
        if there == 0 {
            return Err(Problem::new("nothing to undo").accepts("a step taken first").into());
        }
        if wanted > there {
            let message = format!("{} cannot be undone", counted(wanted, "step"));
            return Err(Problem::new(message).accepts(format!("up to {there}")).into());
        }
        let undone = LogAnswer::new(&self.session, wanted);
        self.take_back(wanted)?;
        let reply = Reply::of(&self.setting.deck, &undone);
        let text = format!("taken back:\n{}", reply.text);
        Ok(reply.said(text))
    }

    fn redo(&mut self, typed: &CountArgs) -> Result<Reply, Failure> {
        let wanted = typed.count.get()?.unwrap_or(1);
        let there = self.session.undone().len();
        if there == 0 {
            return Err(Problem::new("nothing to redo")
                .accepts("redo after undo, before another step is taken")
                .into());
        }
        if wanted > there {
            let message = format!("{} cannot be redone", counted(wanted, "step"));
            return Err(Problem::new(message).accepts(format!("up to {there}")).into());
        }
        for _ in 0..wanted {
            if let Some(turn) = self.session.turn_again()? {
                self.commit(turn)?;
            }
        }
        let redone = LogAnswer::new(&self.session, wanted);
        let reply = Reply::of(&self.setting.deck, &redone);
        let text = format!("taken again:\n{}", reply.text);
        Ok(reply.said(text).after_step(&self.session))
    }
}

/// Words that were typed one by one, such as `left arm`.
fn words(words: &[PlaceName]) -> String {
    let words: Vec<&str> = words.iter().map(|word| word.0.as_str()).collect();
    words.join(" ")
}

impl From<crate::session::SessionError> for Failure {
    fn from(error: crate::session::SessionError) -> Self {
        Problem::from(error).into()
    }
}
