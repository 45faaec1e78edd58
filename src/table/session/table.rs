//! The table after the steps of the log: piles, hands, wounds, rounds.
//!
//! The deck is shuffled when a card is drawn from an empty draw pile (a decision of this program), and by its
//! [`ShuffleRule`]. A shuffle that is due at once is made before the next step draws, so that a question and its
//! follow-up cards are drawn from one pile.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::deck::{CardNumber, CardNumbers, ShuffleRule, ShuffleTime, ShuffleTrigger};
use crate::diagnostic::visible;
use crate::random::Draws;
use crate::table::rules::{Damage, Game, WoundTable, WoundTrack};

use super::{
    Change, Facts, PendingQuestion, Resolution, SessionError, ShuffleDue, ShuffleReason, Step,
};

/// Who draws the cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[serde(tag = "mode", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Mode {
    /// The program draws, and shuffles from this seed.
    Virtual {
        /// The seed; the same seed gives the same cards.
        seed: u64,
    },
    /// The players draw, and type the card numbers.
    Physical,
}

/// The state of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    mode: Mode,
    /// The cards of the deck.
    numbers: CardNumbers,
    /// The game of the questions, if one was chosen.
    game: Option<Game>,
    /// The number of the round, from 1.
    round: u32,
    /// When the deck is shuffled.
    shuffle_rule: ShuffleRule,
    /// Why a shuffle is due, if one is.
    shuffle_due: Option<ShuffleReason>,
    /// The number of shuffles, including the one at the start.
    shuffles: u32,
    /// The draw pile, next card last. In a physical session sorted by number, because its order is
    /// unknown.
    pile: Vec<CardNumber>,
    /// The discard pile, the top card last.
    discard: Vec<CardNumber>,
    /// The cards held by each player, in the order taken.
    hands: BTreeMap<String, Vec<CardNumber>>,
    /// The wounds of each character.
    wounds: BTreeMap<String, WoundTrack>,
    /// The facts about each character.
    facts: BTreeMap<String, Facts>,
    /// The default acting character.
    acting: Option<String>,
    /// Whether the damage of the last question was applied.
    applied: bool,
    /// The wounds that each character took last, in one step, and the worst wound before, until the
    /// stun check for them is made.
    hurt: BTreeMap<String, (u8, u8)>,
    /// The characters who were hurt in this step.
    hurt_now: Vec<String>,
    /// Cards that are face up during a step.
    open: Vec<CardNumber>,
    last: Option<Resolution>,
    /// The question that waits for its cards, asked in the last step.
    waiting: Option<PendingQuestion>,
    /// The question that waits for its cards, asked in this step.
    waits_now: Option<PendingQuestion>,
}

impl Table {
    /// The table at the start: all cards are in the draw pile.
    pub(super) fn new(mode: Mode, numbers: CardNumbers, shuffle_rule: ShuffleRule) -> Self {
        let mut table = Self {
            mode,
            numbers,
            game: None,
            round: 1,
            shuffle_rule,
            shuffle_due: None,
            shuffles: 0,
            pile: Vec::new(),
            discard: numbers.iter().collect(),
            hands: BTreeMap::new(),
            wounds: BTreeMap::new(),
            facts: BTreeMap::new(),
            acting: None,
            applied: false,
            hurt: BTreeMap::new(),
            hurt_now: Vec::new(),
            open: Vec::new(),
            last: None,
            waiting: None,
            waits_now: None,
        };
        table.shuffle();
        table
    }

    /// The numbers of all cards of the deck.
    pub fn numbers(&self) -> CardNumbers {
        self.numbers
    }

    /// Applies a step of a log again.
    ///
    /// # Errors
    /// The error of a change that cannot have happened; the table is then in the middle of the
    /// step.
    pub(super) fn replay(&mut self, step: &Step) -> Result<(), SessionError> {
        step.changes.iter().try_for_each(|change| self.apply(change))?;
        self.end_step(step.resolution.as_ref());
        Ok(())
    }

    /// Who draws the cards.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The game of the questions, if one was chosen.
    pub fn game(&self) -> Option<Game> {
        self.game
    }

    /// The number of the round, from 1.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// When the deck is shuffled.
    pub fn shuffle_rule(&self) -> &ShuffleRule {
        &self.shuffle_rule
    }

    /// The shuffle that is due before the draw pile is empty.
    pub fn shuffle_due(&self) -> Option<ShuffleDue> {
        self.shuffle_due.map(|because| ShuffleDue { because, at: self.shuffle_rule.time() })
    }

    /// Why the deck is shuffled before the next card is drawn, if it is.
    pub(super) fn shuffle_before_draw(&self) -> Option<ShuffleReason> {
        if self.pile.is_empty() {
            return Some(ShuffleReason::EmptyPile);
        }
        let is_next = self.open.is_empty() && self.shuffle_rule.time() == ShuffleTime::AtOnce;
        self.shuffle_due.filter(|_| is_next)
    }

    /// Why the deck is shuffled if the round ends now, if it is.
    pub(super) fn shuffle_at_end_of_round(&self) -> Option<ShuffleReason> {
        self.shuffle_due.filter(|_| self.shuffle_rule.time() == ShuffleTime::EndOfRound)
    }

    /// The number of cards that can be drawn before the next shuffle.
    pub fn pile_size(&self) -> usize {
        self.pile.len()
    }

    /// The next card of a virtual draw. `None` if the pile is empty or its order is unknown.
    pub(super) fn next(&self) -> Option<CardNumber> {
        match self.mode {
            Mode::Virtual { .. } => self.pile.last().copied(),
            Mode::Physical => None,
        }
    }

    /// The discard pile, the top card last.
    pub fn discard(&self) -> &[CardNumber] {
        &self.discard
    }

    /// The cards that a player holds, in the order taken; empty for an unknown one.
    pub fn hand(&self, who: &str) -> &[CardNumber] {
        self.hands.get(who).map_or(&[], Vec::as_slice)
    }

    /// The cards of a player who holds some.
    ///
    /// # Errors
    /// [`SessionError::NoHand`] for any other player.
    pub fn held(&self, who: &str) -> Result<&[CardNumber], SessionError> {
        self.hands.get(who).map(Vec::as_slice).ok_or_else(|| {
            let names: Vec<&str> = self.hands.keys().map(String::as_str).collect();
            let holders = match names.is_empty() {
                true => "a hand drawn first".to_owned(),
                false => names.join(", "),
            };
            SessionError::NoHand { who: who.to_owned(), holders }
        })
    }

    /// All players who hold cards, by name.
    pub fn hands(&self) -> impl Iterator<Item = (&str, &[CardNumber])> {
        self.hands.iter().map(|(who, cards)| (who.as_str(), cards.as_slice()))
    }

    /// The wounds of a character, if they are recorded.
    pub fn wounds(&self, who: &str) -> Option<&WoundTrack> {
        self.wounds.get(who)
    }

    /// All characters whose wounds are recorded, by name.
    pub fn wounded(&self) -> impl Iterator<Item = (&str, &WoundTrack)> {
        self.wounds.iter().map(|(who, track)| (who.as_str(), track))
    }

    /// The facts about a character.
    pub fn facts(&self, who: &str) -> Option<&Facts> {
        self.facts.get(who)
    }

    /// The default acting character.
    pub fn acting(&self) -> Option<&str> {
        self.acting.as_deref()
    }

    /// All names at the table: players who hold cards, and characters with wounds or facts.
    pub fn people(&self) -> impl Iterator<Item = &str> {
        let names = self.hands.keys().chain(self.wounds.keys()).chain(self.facts.keys());
        let names: std::collections::BTreeSet<&str> = names.map(String::as_str).collect();
        names.into_iter()
    }

    /// The last wounds of a character without a stun check, and the worst wound before them.
    pub fn hurt(&self, who: &str) -> Option<(u8, u8)> {
        self.hurt.get(who).copied()
    }

    /// Whether the damage of the last question was already applied.
    pub fn applied(&self) -> bool {
        self.applied
    }

    /// The last question answered with cards of the table.
    pub fn last(&self) -> Option<&Resolution> {
        self.last.as_ref()
    }

    /// The question that waits for its cards.
    pub fn waiting(&self) -> Option<&PendingQuestion> {
        self.waiting.as_ref()
    }

    /// The cards that the next draw cannot give: discarded, held or face up. If the deck is shuffled
    /// before, the discarded ones can.
    pub fn out_of_reach(&self) -> Vec<CardNumber> {
        let held = self.hands.values().flatten().chain(&self.open).copied();
        match self.shuffle_before_draw().is_some() {
            true => held.collect(),
            false => self.discard.iter().copied().chain(held).collect(),
        }
    }

    /// Applies a change.
    ///
    /// # Errors
    /// [`SessionError`] if it cannot be applied; the table is then unchanged.
    pub(super) fn apply(&mut self, change: &Change) -> Result<(), SessionError> {
        match change {
            Change::Drawn { card } => self.draw(*card)?,
            Change::Shuffled { because: _ } => self.shuffle(),
            Change::Held { who, card } => {
                named(who)?;
                let place = position(&self.open, *card).ok_or(SessionError::NotOpen(*card))?;
                self.open.remove(place);
                self.hands.entry(who.clone()).or_default().push(*card);
            }
            Change::LaidDown { who, card } => self.lay_down(who, *card)?,
            Change::RoundEnded => {
                self.round = self.round.checked_add(1).ok_or(SessionError::TooManyRounds)?;
                if self.shuffle_rule.time() == ShuffleTime::EndOfRound {
                    self.shuffle_due = None;
                }
            }
            Change::GameChosen { game } => self.game = Some(*game),
            Change::Introduced { who, ct } => {
                named(who)?;
                let before = self.wounds.insert(who.clone(), WoundTrack::new(*ct));
                if let Some(facts) = self.facts.get_mut(who).filter(|_| before.is_some()) {
                    (facts.stunned, facts.unconscious, facts.surprised) = (false, false, None);
                    self.hurt.remove(who);
                }
            }
            Change::Hurt { who, part, damage } => {
                let track = self.track(who)?;
                let worst = track.worst();
                track.take(*part, *damage);
                self.note_hurt(who, *damage, worst);
            }
            Change::StunChecked { who } => {
                self.hurt.remove(who);
            }
            Change::Healed { who, part } => {
                let track = self.track(who)?;
                if track.is_lost(*part) {
                    return Err(SessionError::Lost { who: who.clone(), part: *part });
                }
                track.heal(*part);
            }
            Change::Rested { who } => self.track(who)?.rest(),
            Change::Known { who, facts } => {
                named(who)?;
                self.facts.insert(who.clone(), (**facts).clone());
            }
            Change::Acts { who } => {
                who.as_deref().map_or(Ok(()), named)?;
                self.acting.clone_from(who);
            }
            Change::Fired { who, shots } => self.fire(who, *shots)?,
            Change::Waits(waiting) => self.waits_now = Some((**waiting).clone()),
            Change::Applied if self.applied => return Err(SessionError::AppliedAlready),
            Change::Applied => self.applied = true,
            Change::Bled { who, rounds, per_round } => {
                let track = self.track(who)?;
                let usual = track.bleeding_per_round(WoundTable::A);
                track.bleed(*rounds, per_round.unwrap_or(usual));
            }
        }
        Ok(())
    }

    /// Discards the cards that are face up; the question of the step becomes the last one.
    pub(super) fn end_step(&mut self, resolution: Option<&Resolution>) {
        self.discard.append(&mut self.open);
        self.hurt_now.clear();
        self.waiting = self.waits_now.take();
        if let Some(resolution) = resolution {
            self.last = Some(resolution.clone());
            self.applied = false;
        }
    }

    fn draw(&mut self, card: CardNumber) -> Result<(), SessionError> {
        self.numbers.check(card).map_err(SessionError::NoCard)?;
        let Some(place) = position(&self.pile, card) else {
            let place = self.place(card);
            return Err(SessionError::DrawnTwice { card, place });
        };
        if let Some(expected) = self.next().filter(|next| *next != card) {
            return Err(SessionError::NotTheNext { card, expected });
        }
        self.pile.remove(place);
        self.open.push(card);
        if self.shuffle_rule.is_due(card, self.pile.len()) {
            self.shuffle_due =
                Some(match self.shuffle_rule.policy().map(|policy| policy.trigger) {
                    None => ShuffleReason::BlackJoker,
                    Some(ShuffleTrigger::CardsLeft(_)) => ShuffleReason::CardsLeft,
                    Some(_) => ShuffleReason::Sign,
                });
        }
        Ok(())
    }

    /// The place of a card that is not in the draw pile.
    fn place(&self, card: CardNumber) -> String {
        if self.discard.contains(&card) {
            return "in the discard pile".to_owned();
        }
        match self.hands().find(|(_, cards)| cards.contains(&card)) {
            Some((who, _)) => format!("in the hand of {who}"),
            None => "open on the table".to_owned(),
        }
    }

    fn shuffle(&mut self) {
        self.pile.append(&mut self.discard);
        self.pile.sort_unstable();
        self.shuffles = self.shuffles.saturating_add(1);
        if self.shuffle_rule.time() == ShuffleTime::AtOnce {
            self.shuffle_due = None;
        }
        if let Mode::Virtual { seed } = self.mode {
            let purpose = format!("session/shuffle {}", self.shuffles);
            Draws::new(seed, &purpose).shuffle(&mut self.pile);
        }
    }

    fn lay_down(&mut self, who: &str, card: CardNumber) -> Result<(), SessionError> {
        let held = self.held(who)?;
        let Some(place) = position(held, card) else {
            let held: Vec<String> = held.iter().map(CardNumber::to_string).collect();
            let held = held.join(", ");
            return Err(SessionError::NotHeld { who: who.to_owned(), card, held });
        };
        if let Some(hand) = self.hands.get_mut(who) {
            self.discard.push(hand.remove(place));
        }
        self.hands.retain(|_, hand| !hand.is_empty());
        Ok(())
    }

    fn fire(&mut self, who: &str, shots: u16) -> Result<(), SessionError> {
        let ammo = self.facts.get_mut(who).and_then(|facts| facts.ammo.as_mut());
        let Some(ammo) = ammo else { return Ok(()) };
        let (who, left) = (who.to_owned(), ammo.left);
        ammo.left = left.checked_sub(shots).ok_or(SessionError::Empty { who, left, shots })?;
        Ok(())
    }

    fn note_hurt(&mut self, who: &str, damage: Damage, worst: u8) {
        // A stunned character makes no stun check for further wounds.
        if self.facts(who).is_some_and(|facts| facts.stunned || facts.unconscious) {
            return;
        }
        let more = u8::try_from(damage.wounds).unwrap_or(u8::MAX);
        match self.hurt.get_mut(who).filter(|_| self.hurt_now.iter().any(|other| other == who)) {
            Some((dealt, _)) => *dealt = dealt.saturating_add(more),
            None => {
                self.hurt.insert(who.to_owned(), (more, worst));
                self.hurt_now.push(who.to_owned());
            }
        }
    }

    fn track(&mut self, who: &str) -> Result<&mut WoundTrack, SessionError> {
        self.wounds.get_mut(who).ok_or_else(|| SessionError::Unknown(who.to_owned()))
    }
}

fn position(cards: &[CardNumber], card: CardNumber) -> Option<usize> {
    cards.iter().position(|other| *other == card)
}

fn named(who: &str) -> Result<(), SessionError> {
    if who.trim().is_empty() {
        return Err(SessionError::Nameless);
    }
    // A line break would break the lines of an answer.
    if who.contains('\n') || visible(who) != who {
        return Err(SessionError::Unseen(who.to_owned()));
    }
    Ok(())
}
