//! A step in progress.

use serde_json::Value;

use crate::deck::CardNumber;
use crate::table::lookup::Aftermath;
use crate::table::rules::{BodyPart, Damage, Game, KeptHand, WoundTable};

use super::{
    Change, Facts, Mode, PendingQuestion, Question, Resolution, SessionError, ShuffleReason, Step,
    Table,
};

/// A step in progress: its changes are applied to a copy of the table. Dropping it leaves the
/// session unchanged.
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

    /// A step of a log, applied again.
    pub(super) fn again(mut table: Table, step: &Step) -> Result<Self, SessionError> {
        step.changes.iter().try_for_each(|change| table.apply(change))?;
        Ok(Self { table, step: step.clone() })
    }

    pub(super) fn finish(mut self) -> (Table, Step) {
        self.table.end_step(self.step.resolution.as_ref());
        (self.table, self.step)
    }

    /// The table after the changes so far.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The table after the end of the step.
    pub fn table_after(&self) -> Table {
        let mut table = self.table.clone();
        table.end_step(self.step.resolution.as_ref());
        table
    }

    /// The step so far.
    pub fn step(&self) -> &Step {
        &self.step
    }

    /// Whether the turn has no changes that belong in the log.
    pub fn is_idle(&self) -> bool {
        self.step.changes.is_empty() && self.step.resolution.is_none()
    }

    /// Draws a card: the next one in a virtual session, the `reported` one in a physical one. The deck is
    /// shuffled first if its draw pile is empty or a shuffle is due.
    ///
    /// # Errors
    /// [`SessionError::NumberMissing`] and [`SessionError::NumberGiven`] if the number does not fit
    /// the mode, [`SessionError::DrawnTwice`], [`SessionError::NothingLeft`].
    pub fn draw(&mut self, reported: Option<CardNumber>) -> Result<CardNumber, SessionError> {
        self.check_number(reported)?;
        if let Some(because) = self.table.shuffle_before_draw() {
            self.change(Change::Shuffled { because })?;
        }
        self.draw_from_the_pile(reported)
    }

    /// Draws a follow-up card. The deck is not shuffled, because a card of the chain could come up
    /// again.
    ///
    /// # Errors
    /// As [`Turn::draw`], and [`SessionError::ChainAtTheEnd`] if the draw pile is empty.
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

    /// Gives a player the kept cards of a hand that is face up, and discards the held cards that a
    /// black joker removes.
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

    /// Moves a held card to the discard pile.
    ///
    /// # Errors
    /// [`SessionError::NoHand`] and [`SessionError::NotHeld`].
    pub fn lay_down(&mut self, who: &str, card: CardNumber) -> Result<(), SessionError> {
        self.change(Change::LaidDown { who: who.to_owned(), card })
    }

    /// Ends the round: discards the held cards, except those of players in `keeping`, and shuffles
    /// the deck if that is due.
    ///
    /// # Errors
    /// [`SessionError::NoHand`] if a player in `keeping` holds no card,
    /// [`SessionError::TooManyRounds`].
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
        if let Some(because) = self.table.shuffle_at_end_of_round() {
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

    /// Chooses the game of the following questions.
    ///
    /// # Errors
    /// None; any game can be played with the cards.
    pub fn choose(&mut self, game: Game) -> Result<(), SessionError> {
        self.change(Change::GameChosen { game })
    }

    /// Records wounds of a character from now on; replaces earlier ones.
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

    /// Restores all CT of a character.
    ///
    /// # Errors
    /// [`SessionError::Unknown`].
    pub fn rest(&mut self, who: &str) -> Result<(), SessionError> {
        self.change(Change::Rested { who: who.to_owned() })
    }

    /// Replaces all facts about a character.
    ///
    /// # Errors
    /// [`SessionError::Nameless`], [`SessionError::Unseen`].
    pub fn know(&mut self, who: &str, facts: Facts) -> Result<(), SessionError> {
        self.change(Change::Known { who: who.to_owned(), facts: Box::new(facts) })
    }

    /// Chooses the default acting character.
    ///
    /// # Errors
    /// As [`Turn::know`].
    pub fn let_act(&mut self, who: Option<&str>) -> Result<(), SessionError> {
        self.change(Change::Acts { who: who.map(str::to_owned) })
    }

    /// Counts down shots; does nothing if the shots of `who` are not counted.
    ///
    /// # Errors
    /// [`SessionError::Empty`] if fewer are left.
    pub fn fire(&mut self, who: &str, shots: u16) -> Result<(), SessionError> {
        match self.table.facts(who).and_then(|facts| facts.ammo) {
            Some(_) if shots > 0 => self.change(Change::Fired { who: who.to_owned(), shots }),
            _ => Ok(()),
        }
    }

    /// Records the state after a check of a character, and that the stun check for the last wounds
    /// was made.
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

    /// Records a question that waits for its cards.
    ///
    /// # Errors
    /// None; any question can wait.
    pub fn wait(&mut self, waiting: PendingQuestion) -> Result<(), SessionError> {
        self.change(Change::Waits(Box::new(waiting)))
    }

    /// Records that the damage of the last question is applied in this turn.
    ///
    /// # Errors
    /// [`SessionError::AppliedAlready`].
    pub fn apply(&mut self) -> Result<(), SessionError> {
        self.change(Change::Applied)
    }

    /// Applies rounds of bleeding, by this wound table.
    ///
    /// # Errors
    /// [`SessionError::Unknown`].
    pub fn bleed(&mut self, who: &str, rounds: u16, table: WoundTable) -> Result<(), SessionError> {
        let lost = |table| self.table.wounds(who).map(|track| track.bleeding_per_round(table));
        let per_round = lost(table).filter(|_| lost(table) != lost(WoundTable::A));
        self.change(Change::Bled { who: who.to_owned(), rounds, per_round })
    }

    /// Records the question that the turn answered, and the explanation.
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
