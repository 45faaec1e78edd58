//! Implementation of the commands of a table: wounds, hands, rounds, undo, log.

use crate::deck::CardNumber;
use crate::diagnostic::Problem;
use crate::table::lookup::Answer;
use crate::table::questions::args::ArgType;
use crate::table::questions::cards::{CardList, CardRef};
use crate::table::questions::problems::{each, listed};
use crate::table::rules::{Game as Rules, Hit, Place};
use crate::table::session::{
    CharacterAnswer, DrawnCards, HandsAnswer, LogAnswer, Mode, SessionError, Table, TableAnswer,
    Turn,
};
use crate::wording::counted;

use super::commands::{
    BleedCommand, CardCount, DrawCommand, GameCommand, HealCommand, NameCommand, RoundCommand,
    StepsCommand, ThenCommand, WoundCommand,
};
use super::game::{Game, PlayError};
use super::reply::Reply;

/// The number of steps that `log` shows.
const LOG_STEPS: usize = 10;

impl Game {
    /// Shows all hands.
    pub(super) fn hands(&self) -> Reply {
        let hands = HandsAnswer::new(self.session.table(), &self.setting.deck);
        Reply::new(&self.setting.deck, &hands)
    }

    /// Shows piles, round and hands.
    pub(super) fn table(&self) -> Reply {
        let table = self.table_answer(self.session.table(), self.session.log().len());
        Reply::new(&self.setting.deck, &table)
    }

    /// Shows the last steps.
    pub(super) fn log(&self, command: &StepsCommand) -> Result<Reply, PlayError> {
        let count = command.count.get().unwrap_or(LOG_STEPS);
        Ok(Reply::new(&self.setting.deck, &LogAnswer::new(&self.session, count)))
    }

    /// Shuffles the discard pile into the draw pile.
    pub(super) fn shuffle(&mut self, text: &str) -> Result<Reply, PlayError> {
        let mut turn = self.session.turn(text);
        turn.shuffle()?;
        self.taken(turn, Self::table_answer)
    }

    /// Restores all CT of a character.
    pub(super) fn rest(&mut self, text: &str, command: &NameCommand) -> Result<Reply, PlayError> {
        let who = &self.person_or_new(&command.name.get())?;
        self.confirm_alive(who)?;
        self.change_character(text, who, |turn| Ok(turn.rest(who)?))
    }

    /// Chooses a game, or shows the chosen one.
    pub(super) fn choose_game(
        &mut self,
        text: &str,
        command: &GameCommand,
    ) -> Result<Reply, PlayError> {
        self.choose(text, command.game.get())
    }

    /// Takes the step and answers with the result of `answer` for the table afterwards and the
    /// number of steps.
    pub(super) fn taken<A: Answer>(
        &mut self,
        mut turn: Turn,
        answer: impl FnOnce(&Self, &Table, usize) -> A,
    ) -> Result<Reply, PlayError> {
        // The step contains the answer, which describes the table after the step.
        let steps = self.session.log().len() + 1;
        let reply = Reply::new(&self.setting.deck, &answer(self, &turn.table_after(), steps));
        turn.note(None, reply.explanation.clone());
        self.commit(turn)?;
        Ok(reply.with_step(&self.session))
    }

    /// Chooses the game of the questions, or shows the chosen one.
    pub fn choose(&mut self, text: &str, chosen: Option<Rules>) -> Result<Reply, PlayError> {
        let Some(game) = chosen else {
            let game = self.rules();
            return Ok(Reply::from_text(format!("{game}: {}\n", game.title())));
        };
        let mut turn = self.session.turn(text);
        turn.choose(game)?;
        self.taken(turn, Self::table_answer)
    }

    fn table_answer(&self, table: &Table, steps: usize) -> TableAnswer {
        TableAnswer::new(table, steps, &self.setting.deck)
    }

    pub(super) fn then(&mut self, text: &str, command: &ThenCommand) -> Result<Reply, PlayError> {
        let named = command.cards.get().into_iter().flat_map(|cards| cards.0);
        let named = named.filter(|card| *card != CardRef::Draw);
        let cards = each(named.map(|card| listed(card.number())))?;
        self.go_on(text, cards, command.of.get())
    }

    pub(super) fn draw(&mut self, text: &str, command: &DrawCommand) -> Result<Reply, PlayError> {
        let mut turn = self.session.turn(text);
        let mut cards = Vec::new();
        let numbers = command.numbers.get();
        match (self.session.mode(), &numbers[..]) {
            (Mode::Physical, []) => cards.push(turn.draw(None)?),
            (Mode::Physical, numbers) => {
                let given = CardList::read(&numbers.join(","), self.setting.deck.numbers())?;
                let named = given.0.into_iter().map(|card| listed(self.confirmed(card.number())));
                for card in each(named)? {
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
                for _ in 0..CardCount::parse(wanted, "number of cards", &self.setting)? {
                    cards.push(turn.draw(None)?);
                }
            }
        }
        let drawn = DrawnCards { cards };
        self.taken(turn, |_, _, _| drawn)
    }

    /// Parses a card, and checks that it shows what the deck says.
    pub(super) fn confirmed(
        &self,
        card: Result<CardNumber, Problem>,
    ) -> Result<CardNumber, Problem> {
        card.and_then(|card| self.setting.confirm(card))
    }

    pub(super) fn wound(&mut self, text: &str, command: &WoundCommand) -> Result<Reply, PlayError> {
        let who = &self.person_or_new(&command.name.get())?;
        let words = command.hit.get();
        let mut turn = self.session.turn(text);
        if let [damage] = &words[..] {
            let message = format!("{damage}: name a character, a place and the wounds");
            let problem = Problem::new(message);
            return Err(problem
                .accepts("a name, a place and the wounds, such as sid left arm 2")
                .into());
        }
        let hit = words.split_last().map(|(damage, place)| {
            format!("{}:{damage}", place.join(" ")).parse::<Hit>().map_err(Problem::from)
        });
        let (hit, ct) = (hit.transpose()?, command.ct.get());
        let known = self.session.table().wounds(who).is_some();
        let listed = || self.setting.character(who).ok().map(|character| character.ct);
        match ct.or_else(|| if known { None } else { listed() }) {
            Some(full) if !known || ct.is_some() => turn.introduce(who, full)?,
            _ => {}
        }
        if let Some(hit) = hit {
            turn.hurt(who, hit.part, hit.damage)?;
        }
        if turn.is_idle() {
            let answer = self.character(self.session.table(), who)?;
            return Ok(Reply::new(&self.setting.deck, &answer));
        }
        self.take_character(turn, who)
    }

    pub(super) fn heal(&mut self, text: &str, command: &HealCommand) -> Result<Reply, PlayError> {
        let who = &self.person_or_new(&command.name.get())?;
        let place = command.place.get().join(" ");
        let place = Place::named(&self.setting.deck, &place).map_err(Problem::from)?;
        let part = place.part().map_err(Problem::from)?;
        self.confirm_alive(who)?;
        self.change_character(text, who, |turn| Ok(turn.heal(who, part)?))
    }

    pub(super) fn bleed(&mut self, text: &str, command: &BleedCommand) -> Result<Reply, PlayError> {
        let (who, rounds) = (&self.person_or_new(&command.name.get())?, command.rounds.get());
        let table = self.setting.rules.west.wound_table;
        self.change_character(text, who, |turn| Ok(turn.bleed(who, rounds, table)?))
    }

    fn change_character(
        &mut self,
        text: &str,
        who: &str,
        change: impl FnOnce(&mut Turn) -> Result<(), PlayError>,
    ) -> Result<Reply, PlayError> {
        let mut turn = self.session.turn(text);
        change(&mut turn)?;
        self.take_character(turn, who)
    }

    fn take_character(&mut self, turn: Turn, who: &str) -> Result<Reply, PlayError> {
        let answer = self.character(turn.table(), who)?;
        self.taken(turn, |_, _, _| answer)
    }

    pub(super) fn character(&self, table: &Table, who: &str) -> Result<CharacterAnswer, PlayError> {
        let unknown = || Problem::from(SessionError::Unknown(who.to_owned()));
        Ok(CharacterAnswer::new(table, who, &self.setting.rules.west).ok_or_else(unknown)?)
    }

    pub(super) fn end_round(
        &mut self,
        text: &str,
        command: &RoundCommand,
    ) -> Result<Reply, PlayError> {
        let mut turn = self.session.turn(text);
        let hold = command.hold.get();
        let keeping: Vec<String> =
            hold.iter().map(|who| self.person_or_new(who)).collect::<Result<_, _>>()?;
        turn.end_round(&keeping)?;
        self.taken(turn, Self::table_answer)
    }

    pub(super) fn undo(&mut self, command: &StepsCommand) -> Result<Reply, PlayError> {
        let wanted = command.count.get().unwrap_or(1);
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
        let reply = Reply::new(&self.setting.deck, &undone);
        let text = format!("undone:\n{}", reply.text);
        Ok(reply.with_text(text))
    }

    pub(super) fn redo(&mut self, command: &StepsCommand) -> Result<Reply, PlayError> {
        let wanted = command.count.get().unwrap_or(1);
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
        let reply = Reply::new(&self.setting.deck, &redone);
        let text = format!("redone:\n{}", reply.text);
        Ok(reply.with_text(text).with_step(&self.session))
    }
}
