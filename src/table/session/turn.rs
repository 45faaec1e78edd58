//! A step that is being taken.

use serde_json::Value;

use crate::deck::CardNumber;
use crate::table::lookup::Aftermath;
use crate::table::rules::{BodyPart, Damage, Game, KeptHand, WoundTable};

use super::{
    Change, Facts, Mode, PendingQuestion, Question, Resolution, SessionError, ShuffleReason, Step,
    Table,
};

/// A step that is being taken: its changes have happened on a copy of the table. Dropping it leaves
/// the session as it was.
#[derive(Clone, Debug)]
pub struct Turn {
    table: Table,
    step: Step,
}

impl Turn {
    pub(super) fn new(table: Table, line: &str) -> Self {
        let line = line.to_owned();
        let step = Step { line, changes: Vec::new(), resolution: None, explanation: Vec::new() };
        Self { table, step }
    }

    /// A step of a log that happens again.
    pub(super) fn again(mut table: Table, step: &Step) -> Result<Self, SessionError> {
        step.changes.iter().try_for_each(|change| table.apply(change))?;
        Ok(Self { table, step: step.clone() })
    }

    pub(super) fn finish(mut self) -> (Table, Step) {
        self.table.end_step(self.step.resolution.as_ref());
        (self.table, self.step)
    }

    /// The table as the turn leaves it so far.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The table as it is when the step has ended.
    pub fn table_after(&self) -> Table {
        let mut table = self.table.clone();
        table.end_step(self.step.resolution.as_ref());
        table
    }

    /// The step so far.
    pub fn step(&self) -> &Step {
        &self.step
    }

    /// Whether nothing has happened in this turn that a log should tell.
    pub fn is_idle(&self) -> bool {
        self.step.changes.is_empty() && self.step.resolution.is_none()
    }

    /// Draws a card: the next one in a virtual session, the one that was `reported` in a physical one.
    /// An empty draw pile is shuffled first.
    ///
    /// # Errors
    /// [`SessionError::NumberMissing`] and [`SessionError::NumberGiven`] when the number does not go
    /// with the mode, [`SessionError::DrawnTwice`], [`SessionError::NothingLeft`].
    pub fn draw(&mut self, reported: Option<CardNumber>) -> Result<CardNumber, SessionError> {
        self.check_number(reported)?;
        if self.table.pile_size() == 0 {
            self.change(Change::Shuffled { because: ShuffleReason::EmptyPile })?;
        }
        self.draw_from_the_pile(reported)
    }

    /// Draws a follow-up card. A chain does not shuffle, for a card it used could come again.
    ///
    /// # Errors
    /// As [`Turn::draw`], and [`SessionError::ChainAtTheEnd`] when the draw pile is empty.
    pub fn draw_follow_up(
        &mut self,
        reported: Option<CardNumber>,
    ) -> Result<CardNumber, SessionError> {
        self.check_number(reported)?;
        if self.table.pile_size() == 0 {
            return Err(SessionError::ChainAtTheEnd);
        }
        self.draw_from_the_pile(reported)
    }

    fn check_number(&self, reported: Option<CardNumber>) -> Result<(), SessionError> {
        match (self.table.mode(), reported) {
            (Mode::Virtual { .. }, Some(card)) => Err(SessionError::NumberGiven(card)),
            (Mode::Physical, None) => Err(SessionError::NumberMissing),
            _ => Ok(()),
        }
    }

    fn draw_from_the_pile(
        &mut self,
        reported: Option<CardNumber>,
    ) -> Result<CardNumber, SessionError> {
        let next = if self.table.pile_size() == 0 { None } else { reported.or(self.table.next()) };
        let card = next.ok_or(SessionError::NothingLeft)?;
        self.change(Change::Drawn { card })?;
        Ok(card)
    }

    /// Gives somebody what is kept of a hand whose cards lie open, and lays down what a black joker
    /// takes of the cards held before.
    ///
    /// # Errors
    /// [`SessionError::NotOpen`] for a card that was not drawn in this turn.
    pub fn hold(&mut self, who: &str, hand: &KeptHand) -> Result<(), SessionError> {
        let before = self.table.hand(who).to_vec();
        for card in before.iter().filter(|card| hand.discarded.contains(card)) {
            self.change(Change::LaidDown { who: who.to_owned(), card: *card })?;
        }
        for card in hand.kept.iter().map(|card| card.number).filter(|card| !before.contains(card)) {
            self.change(Change::Held { who: who.to_owned(), card })?;
        }
        Ok(())
    }

    /// Somebody lays a held card on the discard pile.
    ///
    /// # Errors
    /// [`SessionError::NoHand`] and [`SessionError::NotHeld`].
    pub fn lay_down(&mut self, who: &str, card: CardNumber) -> Result<(), SessionError> {
        self.change(Change::LaidDown { who: who.to_owned(), card })
    }

    /// Ends the round: cards still held are discarded but for those of whom `keeping` names, and
    /// after card 53 the deck is shuffled.
    ///
    /// # Errors
    /// [`SessionError::NoHand`] when somebody named holds no card, [`SessionError::TooManyRounds`].
    pub fn end_round(&mut self, keeping: &[String]) -> Result<(), SessionError> {
        for who in keeping {
            self.table.held(who)?;
        }
        let lost: Vec<(String, CardNumber)> = self
            .table
            .hands()
            .filter(|(who, _)| !keeping.iter().any(|keeper| keeper == who))
            .flat_map(|(who, cards)| cards.iter().map(|card| (who.to_owned(), *card)))
            .collect();
        for (who, card) in lost {
            self.change(Change::LaidDown { who, card })?;
        }
        if let Some(because) = ShuffleReason::at_end_of_round(&self.table) {
            self.change(Change::Shuffled { because })?;
        }
        self.change(Change::RoundEnded)
    }

    /// Shuffles the discard pile into the draw pile.
    ///
    /// # Errors
    /// None; a shuffle is always possible.
    pub fn shuffle(&mut self) -> Result<(), SessionError> {
        self.change(Change::Shuffled { because: ShuffleReason::Wish })
    }

    /// Asks the questions of a game from now on.
    ///
    /// # Errors
    /// None; any game can be played with the cards.
    pub fn choose(&mut self, game: Game) -> Result<(), SessionError> {
        self.change(Change::GameChosen { game })
    }

    /// Makes a character known; whoever is known already starts anew.
    ///
    /// # Errors
    /// [`SessionError::Nameless`].
    pub fn introduce(&mut self, who: &str, ct: u16) -> Result<(), SessionError> {
        self.change(Change::Introduced { who: who.to_owned(), ct })
    }

    /// Hurts a character.
    ///
    /// # Errors
    /// [`SessionError::Unknown`].
    pub fn hurt(&mut self, who: &str, part: BodyPart, damage: Damage) -> Result<(), SessionError> {
        self.change(Change::Hurt { who: who.to_owned(), part, damage })
    }

    /// Heals one wound.
    ///
    /// # Errors
    /// [`SessionError::Unknown`].
    pub fn heal(&mut self, who: &str, part: BodyPart) -> Result<(), SessionError> {
        self.change(Change::Healed { who: who.to_owned(), part })
    }

    /// Gives all CT back.
    ///
    /// # Errors
    /// [`SessionError::Unknown`].
    pub fn rest(&mut self, who: &str) -> Result<(), SessionError> {
        self.change(Change::Rested { who: who.to_owned() })
    }

    /// Puts down what is known of somebody, all of it.
    ///
    /// # Errors
    /// [`SessionError::Nameless`], [`SessionError::Unseen`].
    pub fn know(&mut self, who: &str, facts: Facts) -> Result<(), SessionError> {
        self.change(Change::Known { who: who.to_owned(), facts: Box::new(facts) })
    }

    /// Says who acts from now on where nobody is named.
    ///
    /// # Errors
    /// As [`Turn::know`].
    pub fn let_act(&mut self, who: Option<&str>) -> Result<(), SessionError> {
        self.change(Change::Acts { who: who.map(str::to_owned) })
    }

    /// Counts shots fired; nothing happens where the shots of `who` are not counted.
    ///
    /// # Errors
    /// [`SessionError::Empty`] when fewer are left.
    pub fn fire(&mut self, who: &str, shots: u16) -> Result<(), SessionError> {
        match self.table.facts(who).and_then(|facts| facts.ammo) {
            Some(_) if shots > 0 => self.change(Change::Fired { who: who.to_owned(), shots }),
            _ => Ok(()),
        }
    }

    /// Remembers the state in which a check leaves the character who made it, and that a stun check for
    /// the wounds taken last was made.
    ///
    /// # Errors
    /// As [`Turn::know`].
    pub fn remember(
        &mut self,
        asked: &Question,
        aftermath: Option<Aftermath>,
    ) -> Result<(), SessionError> {
        let (Some(who), Some(aftermath)) = (asked.who.as_deref(), aftermath) else {
            return Ok(());
        };
        let dealt = asked.arguments.get("dealt").and_then(Value::as_u64);
        let hurt = self.table.hurt(who).map(|(dealt, _)| u64::from(dealt));
        if dealt.is_some() && dealt == hurt {
            self.change(Change::StunChecked { who: who.to_owned() })?;
        }
        let before = self.table.facts(who).cloned().unwrap_or_default();
        let after = before.clone().after(aftermath, self.table.round());
        if after == before { Ok(()) } else { self.know(who, after) }
    }

    /// Lets a question wait for its cards.
    ///
    /// # Errors
    /// None; any question can wait.
    pub fn wait(&mut self, waiting: PendingQuestion) -> Result<(), SessionError> {
        self.change(Change::Waits(Box::new(waiting)))
    }

    /// Notes that what the last question dealt is taken in this turn.
    ///
    /// # Errors
    /// [`SessionError::AppliedAlready`].
    pub fn apply(&mut self) -> Result<(), SessionError> {
        self.change(Change::Applied)
    }

    /// Lets rounds of bleeding pass, by the wounds of this table.
    ///
    /// # Errors
    /// [`SessionError::Unknown`].
    pub fn bleed(&mut self, who: &str, rounds: u16, table: WoundTable) -> Result<(), SessionError> {
        let lost = |table| self.table.wounds(who).map(|track| track.bleeding_per_round(table));
        let per_round = lost(table).filter(|_| lost(table) != lost(WoundTable::A));
        self.change(Change::Bled { who: who.to_owned(), rounds, per_round })
    }

    /// Notes the question that the turn answered and the answer in words.
    pub fn note(&mut self, resolution: Option<Resolution>, explanation: Vec<String>) {
        self.step.resolution = resolution;
        self.step.explanation = explanation;
    }

    fn change(&mut self, change: Change) -> Result<(), SessionError> {
        self.table.apply(&change)?;
        self.step.changes.push(change);
        Ok(())
    }
}
