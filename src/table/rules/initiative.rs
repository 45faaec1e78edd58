//! Initiative: the count of a Reflex die (Conflict, "Action Time") and the hand of action cards
//! (dice edition, "Conflict", "Combat Time" and "Jokers"), read on the card corners.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::{CardNumber, Rank, Suit};
use crate::table::lookup::{Answer, Decider, DeckView, TargetNumber, each_once};

use super::{CardCheck, CheckResult, Game, RulesError, TnAccount};

/// A Reflex check and the hand drawn for it.
#[derive(Clone, Debug)]
pub struct Initiative<C> {
    /// Reflex, and the cards drawn for the check.
    pub check: C,
    /// The penalty in the Aim of the weapon in hand, for the dice edition.
    pub weapon_penalty: u8,
    /// A card in reserve, "up the sleeve": the black joker takes it first.
    pub reserve: Option<CardNumber>,
    /// The hand drawn after the check: as many cards as the check gives. Empty if not drawn yet.
    pub hand: Vec<CardNumber>,
    /// The cards the player keeps, two at most; the two best if none are given.
    pub keep: Vec<CardNumber>,
}

/// A card held for initiative.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct HandCard {
    /// The card.
    pub number: CardNumber,
    /// The step at which it is called; 14 is first.
    pub step: Rank,
    /// The suit, which breaks ties: the higher acts first.
    pub suit: u8,
    /// The name of the playing card.
    pub playing_card: String,
}

/// The actions of a character in this round.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct InitiativeAnswer<T> {
    /// The Reflex check.
    pub test: T,
    /// The count within a phase, A (d12) to E (d4), for the Reflex die; none without cards or for
    /// other dice, and none in the dice edition, which has no phases.
    pub count: Option<char>,
    /// The number of cards to draw: one, plus one for success and one for each bump or raise; 0 on
    /// a critical failure.
    pub cards: u32,
    /// The cards kept, in the order they are called: two, and the red joker in addition.
    pub kept: Vec<HandCard>,
    /// The cards discarded, in the order drawn.
    pub discarded: Vec<CardNumber>,
    /// Whether the hand has the red joker, which allows acting at any time.
    pub red_joker: bool,
    /// Whether the hand has the black joker.
    pub black_joker: bool,
    /// Whether the black joker shuffles the deck at the end of the round: the deck has no policy of its own.
    pub shuffle_at_end_of_round: bool,
    /// Whether the black joker took the card in reserve.
    pub reserve_lost: bool,
}

/// The number of cards that a character may keep, not counting the red joker.
const KEPT: usize = 2;

/// The cards kept of a hand drawn for initiative.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KeptHand {
    /// The cards kept, in the order they are called: the red joker, then the others by rank and
    /// suit.
    pub kept: Vec<HandCard>,
    /// The cards discarded: first those held over, then the others in the order drawn.
    pub discarded: Vec<CardNumber>,
    /// Whether the hand has the red joker, which allows acting at any time.
    pub red_joker: bool,
    /// Whether the hand has the black joker.
    pub black_joker: bool,
}

impl KeptHand {
    /// Keeps the two best of the cards drawn, and the red joker in addition. The black joker is
    /// discarded with the highest other card. A card held over from an earlier round counts as the
    /// highest (dice edition, "Combat Time"); it stays in the hand if the black joker does not take it.
    pub fn new<'d>(
        deck: impl Into<DeckView<'d>>,
        held: &[CardNumber],
        drawn: &[CardNumber],
    ) -> Self {
        let deck = deck.into();
        let mut held: Vec<CardNumber> = held.to_vec();
        held.sort_by_key(|&card| called_first(deck, card));
        let Kept { mut kept, mut discarded, red_joker, black_joker, reserve_lost } =
            SortedHand::new(deck, drawn, !held.is_empty()).kept(deck);
        if reserve_lost {
            discarded.insert(0, held.remove(0));
        }
        kept.extend(held.into_iter().map(|card| hand_card(deck, card)));
        kept.sort_by_key(|card| called_first(deck, card.number));
        Self { kept, discarded, red_joker, black_joker }
    }

    /// Keeps all cards, for a game in which players draw several cards and use one of them.
    pub fn all<'d>(
        deck: impl Into<DeckView<'d>>,
        held: &[CardNumber],
        drawn: &[CardNumber],
    ) -> Self {
        let deck = deck.into();
        let mut cards = [held, drawn].concat();
        cards.sort_by_key(|&card| called_first(deck, card));
        Self {
            red_joker: cards.iter().any(|&card| is_red_joker(deck, card)),
            black_joker: cards.iter().any(|&card| is_black_joker(deck, card)),
            kept: cards.into_iter().map(|card| hand_card(deck, card)).collect(),
            discarded: Vec::new(),
        }
    }

    /// Keeps the given cards instead of the two best; the red joker stays.
    pub fn keep_instead<'d>(
        &mut self,
        deck: impl Into<DeckView<'d>>,
        held: &[CardNumber],
        drawn: &[CardNumber],
        chosen: &[CardNumber],
    ) {
        let deck = deck.into();
        let stays = |card: &CardNumber| chosen.contains(card) || is_red_joker(deck, *card);
        self.kept.retain(|card| held.contains(&card.number));
        self.kept.extend(drawn.iter().filter(|card| stays(card)).map(|&it| hand_card(deck, it)));
        self.kept.sort_by_key(|card| called_first(deck, card.number));
        self.discarded.retain(|card| held.contains(card));
        self.discarded.extend(drawn.iter().copied().filter(|card| !stays(card)));
    }
}

impl<C: CardCheck> Initiative<C> {
    /// Reads the check and the hand.
    ///
    /// # Errors
    /// [`RulesError::HandSize`] if the hand has another size than the check allows,
    /// [`RulesError::NotInHand`] if a card to keep is not in it, [`RulesError::Lookup`] if a card
    /// was drawn twice; otherwise as [`CardCheck::measure`].
    pub fn answer(&self, options: &C::Options) -> Result<InitiativeAnswer<C::Result>, C::Error> {
        let cards = self.check.cards().chain(&self.reserve).chain(&self.hand);
        each_once(cards).map_err(RulesError::from)?;
        let account = TnAccount::new(TargetNumber::EASY, "Reflex")
            .with("weapon in hand", self.weapon_penalty.into());
        let test = self.check.measure(account, options)?;
        let cards = if test.critical_failure() { 0 } else { 1 + test.successes() };
        let Kept { kept, discarded, red_joker, black_joker, reserve_lost } =
            keep(self.check.deck(), &self.hand, cards, self.reserve, &self.keep)?;
        let has_count = cards > 0 && C::GAME == Game::West;
        Ok(InitiativeAnswer {
            count: count(self.check.dice().die.sides()).filter(|_| has_count),
            test,
            cards,
            kept,
            discarded,
            red_joker,
            black_joker,
            shuffle_at_end_of_round: black_joker && self.check.deck().layout().shuffle.is_none(),
            reserve_lost,
        })
    }
}

/// The parts of a hand after cards were kept and discarded.
pub(super) struct Kept {
    /// The cards kept, in the order they are called.
    pub kept: Vec<HandCard>,
    /// The cards discarded, in the order drawn.
    pub discarded: Vec<CardNumber>,
    /// Whether the red joker came up.
    pub red_joker: bool,
    /// Whether the black joker came up.
    pub black_joker: bool,
    /// Whether the black joker took the card in reserve.
    pub reserve_lost: bool,
}

/// A hand sorted into jokers and other cards.
struct SortedHand<'h> {
    hand: &'h [CardNumber],
    /// The cards that may be kept, without the red joker, in the order they are called.
    ranked: Vec<CardNumber>,
    black_joker: bool,
    reserve_lost: bool,
}

impl<'h> SortedHand<'h> {
    /// The black joker is discarded with the highest other card; a card in reserve counts as the
    /// highest (dice edition, "Combat Time").
    fn new(deck: DeckView<'_>, hand: &'h [CardNumber], has_reserve: bool) -> Self {
        let black_joker = hand.iter().any(|&card| is_black_joker(deck, card));
        let reserve_lost = black_joker && has_reserve;
        let mut ranked: Vec<CardNumber> = hand
            .iter()
            .copied()
            .filter(|&card| !is_black_joker(deck, card) && !is_red_joker(deck, card))
            .collect();
        ranked.sort_by_key(|&card| called_first(deck, card));
        let lost = usize::from(black_joker && !reserve_lost).min(ranked.len());
        ranked.drain(..lost);
        Self { hand, ranked, black_joker, reserve_lost }
    }

    /// Keeps the first two cards and the red joker.
    fn kept(mut self, deck: DeckView<'_>) -> Kept {
        self.ranked.truncate(KEPT);
        let red_jokers = self.hand.iter().copied().filter(|&card| is_red_joker(deck, card));
        self.ranked.splice(0..0, red_jokers);
        let ranked = &self.ranked;
        Kept {
            discarded: self.hand.iter().copied().filter(|card| !ranked.contains(card)).collect(),
            kept: ranked.iter().map(|&card| hand_card(deck, card)).collect(),
            red_joker: self.hand.iter().any(|&card| is_red_joker(deck, card)),
            black_joker: self.black_joker,
            reserve_lost: self.reserve_lost,
        }
    }
}

fn is_black_joker(deck: DeckView<'_>, card: CardNumber) -> bool {
    deck.numbers().is_joker(card, Suit::BlackJoker)
}

fn is_red_joker(deck: DeckView<'_>, card: CardNumber) -> bool {
    deck.numbers().is_joker(card, Suit::RedJoker)
}

/// Sort key for the order in which cards are called: the red joker, then by rank and suit.
fn called_first(deck: DeckView<'_>, number: CardNumber) -> impl Ord + use<> {
    let card = deck.card(number);
    std::cmp::Reverse((is_red_joker(deck, number), card.rank(), card.suit()))
}

/// Keeps the red joker and two cards of a hand: the `chosen` ones, or the two best. The black joker
/// is discarded with the highest other card; a card in `reserve` counts as the highest. An empty
/// hand is one that was not drawn yet.
pub(super) fn keep(
    deck: DeckView<'_>,
    hand: &[CardNumber],
    allowed: u32,
    reserve: Option<CardNumber>,
    chosen: &[CardNumber],
) -> Result<Kept, RulesError> {
    if !hand.is_empty() && hand.len() != allowed as usize {
        return Err(RulesError::HandSize { given: hand.len(), allowed });
    }
    let mut sorted = SortedHand::new(deck, hand, reserve.is_some());
    if let Some(&card) = chosen.iter().find(|card| !sorted.ranked.contains(card)) {
        let hand: Vec<String> = sorted.ranked.iter().map(CardNumber::to_string).collect();
        return Err(RulesError::NotInHand { card, hand: hand.join(", ") });
    }
    if !chosen.is_empty() {
        sorted.ranked.retain(|card| chosen.contains(card));
    }
    Ok(sorted.kept(deck))
}

/// The count of a phase on which a Reflex die acts.
pub(super) fn count(sides: u16) -> Option<char> {
    match sides {
        12 => Some('A'),
        10 => Some('B'),
        8 => Some('C'),
        6 => Some('D'),
        4 => Some('E'),
        _ => None,
    }
}

fn hand_card(deck: DeckView<'_>, number: CardNumber) -> HandCard {
    let card = deck.card(number);
    let playing_card = match &*deck.numbers().card_index(card.rank()) {
        "Joker" => card.suit().name().to_owned(),
        index => format!("{index} of {}", card.suit().name()),
    };
    HandCard { number, step: card.rank(), suit: card.suit().get(), playing_card }
}

/// `39 (J of hearts)`
impl fmt::Display for HandCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.number, self.playing_card)
    }
}

/// `keeps 37 (J of clubs), 21 (7 of clubs)`; `None` if no card is kept.
pub(super) fn keeps(kept: &[HandCard]) -> Option<String> {
    let kept: Vec<String> = kept.iter().map(HandCard::to_string).collect();
    (!kept.is_empty()).then(|| format!("keeps {}", kept.join(", ")))
}

impl<T: CheckResult> InitiativeAnswer<T> {
    /// `draw 3 cards and keep two`
    fn drawing(&self) -> String {
        match self.cards {
            0 => "no cards this round".to_owned(),
            1 => "draw 1 card".to_owned(),
            cards => format!("draw {cards} cards and keep two"),
        }
    }
}

impl<T: CheckResult> Answer for InitiativeAnswer<T> {
    const KIND: &'static str = "initiative";

    fn decided_by(&self) -> Decider<'_> {
        Some(&self.test)
    }

    /// `draw 3 cards and keep two`, or the cards kept.
    fn verdict(&self) -> Option<String> {
        Some(keeps(&self.kept).unwrap_or_else(|| self.drawing()))
    }

    fn hand(&self) -> usize {
        if self.kept.is_empty() { self.cards as usize } else { 0 }
    }

    fn explanation(&self) -> Vec<String> {
        // Cards in reserve and extended actions exist in the dice edition only.
        let is_dice_edition = T::GAME == Game::Fi3;
        let mut lines = self.test.explanation();
        let more = match self.count {
            Some(count) => format!("; acts on count {count} of a phase"),
            None if self.cards == 0 && is_dice_edition => {
                "; a card in reserve may still be played".to_owned()
            }
            None => String::new(),
        };
        lines.push(format!("{}{more}", self.drawing()));
        lines.extend(keeps(&self.kept));
        if self.red_joker {
            lines.push("red joker: one action at any time of the round, ahead of all".to_owned());
        }
        if self.black_joker {
            let lost = match (self.reserve_lost, is_dice_edition) {
                (true, _) => "the card in reserve are lost",
                (false, false) => "the highest other card are lost",
                (false, true) => {
                    "the highest other card are lost, and one card of an extended action"
                }
            };
            let shuffle = match self.shuffle_at_end_of_round {
                true => "; shuffle at the end of the round",
                false => "",
            };
            lines.push(format!("black joker: it and {lost}{shuffle}"));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::{card, deck, draw};
    use crate::table::lookup::{LookupError, Pool};
    use crate::table::rules::fi3::{self, Fi3Error, Roll, Trial};
    use crate::table::rules::{Attempt, Options, TestedAttempt};

    fn ask(
        dice: &str,
        drawn: u8,
        hand: &[u8],
    ) -> Result<InitiativeAnswer<TestedAttempt>, RulesError> {
        let deck = deck();
        let pool = Pool::new(&deck, dice.parse().unwrap()).unwrap();
        let check = Attempt::new(pool, draw(drawn, &[]));
        let hand = hand.iter().copied().map(card).collect();
        Initiative { check, weapon_penalty: 0, reserve: None, hand, keep: Vec::new() }
            .answer(&Options::default())
    }

    fn kept<T>(answer: &InitiativeAnswer<T>) -> Vec<u8> {
        answer.kept.iter().map(|card| card.number.get()).collect()
    }

    #[test]
    fn an_eight_against_three_draws_three_cards() {
        // Card 50 shows 8 in row 1 of d10: success and one bump, as in the source's example.
        let answer = ask("1d10", 50, &[]).unwrap();
        assert_eq!((3, Some('B')), (answer.cards, answer.count));
        assert_eq!(0, ask("4d10", 10, &[]).unwrap().cards);
        assert_eq!(1, ask("1d10", 42, &[]).unwrap().cards);
    }

    #[test]
    fn the_two_best_are_kept_rank_before_suit() {
        let answer = ask("1d10", 50, &[4, 39, 38]).unwrap();
        assert_eq!(kept(&answer), [39, 38]);
        assert_eq!(answer.discarded, [card(4)]);
    }

    #[test]
    fn the_red_joker_is_kept_and_the_black_removes_the_highest() {
        let red = ask("1d10", 50, &[20, 0, 39]).unwrap();
        assert_eq!(kept(&red), [0, 39, 20]);
        assert!(red.red_joker && !red.black_joker);
        let black = ask("1d10", 50, &[20, 53, 39]).unwrap();
        assert_eq!(kept(&black), [20]);
        assert!(black.black_joker);
    }

    #[test]
    fn a_card_held_over_is_the_highest_for_the_black_joker_only() {
        let deck = deck();
        let keep = |held: &[u8], drawn: &[u8]| {
            let cards = |numbers: &[u8]| numbers.iter().copied().map(card).collect::<Vec<_>>();
            KeptHand::new(&deck, &cards(held), &cards(drawn))
        };
        let numbers = |hand: &KeptHand| -> Vec<u8> {
            hand.kept.iter().map(|card| card.number.get()).collect()
        };
        let lost = keep(&[4], &[53, 39, 20, 12]);
        assert_eq!(numbers(&lost), [39, 20]);
        assert_eq!(lost.discarded, [card(4), card(53), card(12)]);
        assert_eq!(numbers(&keep(&[4], &[39, 20, 12])), [39, 20, 4]);
        assert_eq!(numbers(&keep(&[], &[53])), [0_u8; 0]);
    }

    #[test]
    fn a_hand_of_another_size_or_with_a_doubled_card_is_refused() {
        assert!(matches!(ask("1d10", 50, &[1, 2]), Err(RulesError::HandSize { .. })));
        assert!(matches!(
            ask("1d10", 50, &[1, 2, 1]),
            Err(RulesError::Lookup(LookupError::DrawnTwice(_)))
        ));
        assert!(matches!(
            ask("1d10", 50, &[1, 2, 50]),
            Err(RulesError::Lookup(LookupError::DrawnTwice(_)))
        ));
    }

    fn ask_dice(
        hand: &[u8],
        reserve: Option<u8>,
        keep: &[u8],
    ) -> Result<InitiativeAnswer<Trial>, Fi3Error> {
        let deck = deck();
        // Card 50 shows 8 in row 1 of d10: success and a raise.
        let initiative = Initiative {
            check: Roll::new(&deck, "1d10".parse().unwrap(), card(50)),
            weapon_penalty: 0,
            reserve: reserve.map(card),
            hand: hand.iter().copied().map(card).collect(),
            keep: keep.iter().copied().map(card).collect(),
        };
        initiative.answer(&fi3::Options::default())
    }

    #[test]
    fn the_player_may_keep_other_cards_than_the_best() {
        assert_eq!(3, ask_dice(&[], None, &[]).unwrap().cards);
        assert_eq!(kept(&ask_dice(&[4, 39, 38], None, &[]).unwrap()), [39, 38]);
        let chosen = ask_dice(&[4, 39, 38], None, &[4, 39]).unwrap();
        assert_eq!((kept(&chosen), chosen.discarded), (vec![39, 4], vec![card(38)]));
        let error = ask_dice(&[4, 39, 38], None, &[40]).unwrap_err();
        assert_eq!("card 40 cannot be kept; accepted: two of 39, 38, 4", error.to_string());
    }

    #[test]
    fn the_black_joker_removes_the_reserve_before_the_hand() {
        let without = ask_dice(&[20, 53, 39], None, &[]).unwrap();
        assert_eq!((kept(&without), without.reserve_lost), (vec![20], false));
        let with = ask_dice(&[20, 53, 39], Some(30), &[]).unwrap();
        assert_eq!((kept(&with), with.reserve_lost), (vec![39, 20], true));
        assert!(with.black_joker);
        assert!(matches!(
            ask_dice(&[20, 53, 39], Some(39), &[]),
            Err(Fi3Error::Rules(RulesError::Lookup(LookupError::DrawnTwice(_))))
        ));
    }
}
