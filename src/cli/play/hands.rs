//! The hands drawn for initiative: how many cards, which of them stay, and who acts with one.

use serde_json::Value;

use super::dealer::Further;
use super::game::Game;
use super::line::{ActArgs, HandArgs, HandBy};
use super::reply::Reply;
use super::way::Way;
use super::words::in_full;
use crate::cli::Failure;
use crate::cli::argument::{Get, all, each};
use crate::cli::lookup::asked::Asked;
use crate::cli::lookup::dice::DiceOrName;
use crate::cli::lookup::source::AsTyped;
use crate::cli::lookup::written::CardRef;
use crate::deck::CardNumber;
use crate::diagnostic::Problem;
use crate::dice::CheckDice;
use crate::lookup::Answer;
use crate::rules::KeptHand;
use crate::session::{HandDrawn, HandsAnswer, Mode, PlayerHand, Question, Resolution, Turn};

impl Game {
    /// Draws somebody's hand, or shows it.
    pub(super) fn hand(&mut self, text: &str, typed: &HandArgs) -> Result<Reply, Failure> {
        let name = &self.person_or_new(&typed.name.0)?;
        let (by, cards) = all((typed.by.get(), typed.cards.get()))?;
        let number = |card: CardRef| self.confirmed(card.number());
        let named = each(cards.into_iter().flat_map(|cards| cards.0).map(number))?;
        let wanted = match by {
            None if named.is_empty() => {
                let hand = PlayerHand::new(self.session.table(), &self.setting.deck, name);
                return Ok(Reply::of(&self.setting.deck, &HandsAnswer { hands: vec![hand] }));
            }
            Some(HandBy::Reflex(dice)) => return self.reflex(text, typed, &dice, &named, name),
            Some(HandBy::Cards(count)) => Some(count),
            None => self.hand_earned(name)?,
        };
        let able = self.able_to_draw_a_hand(name)?;
        let mut turn = self.session.turn(text);
        let drawn = draw_hand(&mut turn, &named, wanted)?;
        let held = turn.table().hand(name).to_vec();
        let hand = KeptHand::of(&self.setting.deck, &held, &drawn);
        turn.hold(name, &hand)?;
        let answer = HandDrawn { hand: PlayerHand::kept(name, hand) };
        Ok(self.taken(turn, |_, _, _| answer)?.noting(able))
    }

    /// `hand sid 3d10` asks what `initiative 3d10 as sid` does.
    fn reflex(
        &mut self,
        text: &str,
        typed: &HandArgs,
        dice: &DiceOrName<CheckDice>,
        hand: &[CardNumber],
        name: &str,
    ) -> Result<Reply, Failure> {
        let (penalty, check) = all((typed.penalty.get(), typed.check.get()))?;
        let mut words = vec!["initiative".to_owned()];
        words.extend(check.map(|chain| chain.to_string()));
        words.extend([dice.to_string(), format!("--as={name}")]);
        words.extend((penalty != 0).then(|| format!("--penalty={penalty}")));
        words.extend(hand.iter().map(|card| format!("--hand={card}")));
        let full = self.knowing(|known| in_full(words, known))?;
        self.question(text, full, Way::Drawing)
    }

    /// How many cards the last question gave `who`, if it was that and no hand was drawn yet.
    fn hand_earned(&mut self, who: &str) -> Result<Option<usize>, Failure> {
        let last = self.session.table().last().map(|last| &last.asked);
        let own = last.filter(|asked| asked.who.as_deref().is_none_or(|asker| asker == who));
        if own.is_none_or(|asked| !is_initiative(asked)) {
            return Ok(None);
        }
        let (reply, _) = self.ask_again(&[])?;
        Ok(Some(reply.hand).filter(|count| *count > 0))
    }

    pub(super) fn act(&mut self, text: &str, typed: &ActArgs) -> Result<Reply, Failure> {
        let name = &self.person_or_new(&typed.name.0)?;
        let card = typed.card.get()?.map(|card| self.confirmed(Ok(card))).transpose()?;
        let hand = PlayerHand::new(self.session.table(), &self.setting.deck, name);
        // The red joker can act at any time, so it is only played when it is named or alone.
        let usual = hand.cards.iter().find(|card| card.step.get() > 0).or(hand.cards.first());
        let card = card.or(usual.map(|card| card.number));
        let able = self.able_to_act(name)?;
        Ok(self.lay_down(text, name, card)?.noting(able))
    }

    /// Lays one card down, or all of them.
    pub(super) fn lay_down(
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
        self.taken(turn, |game, table, _| {
            let mut hand = PlayerHand::new(table, &game.setting.deck, &who);
            hand.discarded = laid_down;
            HandsAnswer { hands: vec![hand] }
        })
    }

    /// Draws the hand that an answer gives, where the program draws: the check is followed as far as it
    /// goes first, for a hand is drawn once. Whoever asks keeps the cards.
    pub(super) fn draw_its_hand(
        &mut self,
        turn: &mut Turn,
        mut asked: Asked,
        who: Option<&str>,
        cards: &[CardNumber],
        mut reply: Reply,
    ) -> Result<(Asked, Reply), Failure> {
        let again = |asked: &Asked| Resolution { asked: asked.record(who), cards: cards.to_vec() };
        let by_program = reply.hand > 0 && self.session.mode() != Mode::Physical;
        let (mut drawn, chosen) =
            (cards_told(&asked.record(who), "hand"), cards_told(&asked.record(who), "keep"));
        if !by_program && drawn.is_empty() {
            return Ok((asked, reply));
        }
        let notes = std::mem::take(&mut reply.notes);
        while by_program && reply.is_open && turn.table().pile_size() > 0 {
            let last = again(&asked);
            let mut further = Further::new(turn, &last, None, Vec::new())?;
            let mut next = Asked::of_record(&last.asked)?;
            let answer = self.ask(&mut next, who, &mut further)?;
            if !further.dealt {
                break;
            }
            (asked, reply) = (next, answer);
        }
        if by_program {
            drawn = draw_hand(turn, &[], Some(reply.hand))?;
        }
        let held = who.map_or_else(Vec::new, |who| turn.table().hand(who).to_vec());
        let mut hand = KeptHand::of(&self.setting.deck, &held, &drawn);
        if !chosen.is_empty() {
            hand.keep_instead(&self.setting.deck, &held, &drawn, &chosen);
        }
        // A black joker takes what was held before; the question knows nothing of that.
        if by_program && (held.is_empty() || !hand.shuffle_at_end_of_round) {
            let mut last = again(&asked).asked;
            let numbers = drawn.iter().map(|card| Value::from(card.to_string())).collect();
            last.arguments.insert("hand".to_owned(), Value::Array(numbers));
            asked = Asked::of_record(&last)?;
            reply = self.ask(&mut asked, who, &mut AsTyped)?;
        }
        (reply.hand, reply.is_open, reply.notes) = (0, false, notes);
        if let Some(who) = who {
            turn.hold(who, &hand)?;
            reply = reply.adding(HandDrawn { hand: PlayerHand::kept(who, hand) }.explanation());
        }
        Ok((asked, reply))
    }
}

/// The question that gives somebody a hand of cards.
pub(super) const INITIATIVE: &str = "initiative";

/// Whether it is that question, in whichever game.
fn is_initiative(asked: &Question) -> bool {
    asked.name.split_once(' ').is_some_and(|(_, name)| name == INITIATIVE)
}

/// The cards that such a question holds in an argument: `hand`, or `keep` for those chosen of it.
fn cards_told(asked: &Question, argument: &str) -> Vec<CardNumber> {
    let told = asked.arguments.get(argument).filter(|_| is_initiative(asked));
    let told = told.and_then(Value::as_array).into_iter().flatten();
    told.filter_map(|card| serde_json::from_value(card.clone()).ok()).collect()
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
