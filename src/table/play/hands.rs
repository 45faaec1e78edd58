//! Initiative hands: the number of cards, the cards kept, and acting with one.

use crate::deck::CardNumber;
use crate::diagnostic::Problem;
use crate::table::grammar::{AskMode, Line, parse};
use crate::table::lookup::Answer;
use crate::table::questions::cards::{CardRef, texts};
use crate::table::questions::problems::{each, listed};
use crate::table::questions::question::Inquiry;
use crate::table::questions::source::GivenCards;
use crate::table::rules::KeptHand;
use crate::table::session::{HandDrawn, HandsAnswer, Mode, PlayerHand, Question, Resolution, Turn};

use super::commands::{ActCommand, HandCommand, HandSize, NameCommand};
use super::dealer::FollowUpDrawer;
use super::game::{Game, PlayError};
use super::reply::Reply;

impl Game {
    /// Draws a hand, or shows it.
    pub(super) fn hand(&mut self, text: &str, command: &HandCommand) -> Result<Reply, PlayError> {
        let name = &self.person_or_new(&command.name.get())?;
        let number = |card: CardRef| listed(self.confirmed(card.number()));
        let cards = command.cards.get().into_iter().flat_map(|cards| cards.0);
        let named = each(cards.map(number))?;
        let is_drawn_for_initiative = matches!(command.size.get(), Some(HandSize::Reflex(_)));
        let is_shown = command.size.get().is_none() && named.is_empty();
        if command.all.get() && (is_drawn_for_initiative || is_shown) {
            return Err(Problem::new("all keeps a hand of a number of cards")
                .accepts("the number before it, such as hand sid 2 all, or the cards drawn")
                .into());
        }
        let wanted = match command.size.get() {
            None if named.is_empty() => {
                let hand = PlayerHand::new(self.session.table(), &self.setting.deck, name);
                return Ok(Reply::new(&self.setting.deck, &HandsAnswer { hands: vec![hand] }));
            }
            Some(HandSize::Reflex(dice)) => return self.reflex(text, command, dice, &named, name),
            Some(HandSize::Cards(count)) => Some(count),
            None => self.hand_earned(name)?,
        };
        let able = self.able_to_draw_a_hand(name)?;
        let mut turn = self.session.turn(text);
        let drawn = draw_hand(&mut turn, &named, wanted)?;
        let held = turn.table().hand(name).to_vec();
        let hand = match command.all.get() {
            true => KeptHand::all(&self.setting.deck, &held, &drawn),
            false => KeptHand::new(&self.setting.deck, &held, &drawn),
        };
        turn.hold(name, &hand)?;
        let answer = HandDrawn { hand: PlayerHand::kept(name, hand) };
        Ok(self.taken(turn, |_, _, _| answer)?.with_note(able))
    }

    /// Implements `hand sid 3d10` as `initiative 3d10 as sid`.
    fn reflex(
        &mut self,
        text: &str,
        command: &HandCommand,
        dice: String,
        hand: &[CardNumber],
        name: &str,
    ) -> Result<Reply, PlayError> {
        let penalty = command.penalty.get();
        let mut words = vec![INITIATIVE.to_owned()];
        words.extend(command.check.get().map(|chain| chain.to_string()));
        words.extend([dice, format!("--as={name}")]);
        words.extend((penalty != 0).then(|| format!("--penalty={penalty}")));
        words.extend(hand.iter().map(|card| format!("--hand={card}")));
        match self.with_vocabulary(|vocabulary| parse(words, vocabulary))? {
            Line::Question(parsed) => self.question(text, parsed, AskMode::Draw),
            Line::Command { .. } => Ok(Reply::default()),
        }
    }

    /// The number of cards that the last question gave a character, if it was initiative and no
    /// hand was drawn yet.
    fn hand_earned(&mut self, who: &str) -> Result<Option<usize>, PlayError> {
        let last = self.session.table().last().map(|last| &last.asked);
        let own = last.filter(|asked| asked.who.as_deref().is_none_or(|asker| asker == who));
        if own.is_none_or(|asked| !is_initiative(asked)) {
            return Ok(None);
        }
        let (reply, _) = self.ask_again(None)?;
        Ok(Some(reply.hand).filter(|count| *count > 0))
    }

    pub(super) fn act(&mut self, text: &str, command: &ActCommand) -> Result<Reply, PlayError> {
        let name = &self.person_or_new(&command.name.get())?;
        let card = command.card.get().map(|card| self.confirmed(Ok(card))).transpose()?;
        let hand = PlayerHand::new(self.session.table(), &self.setting.deck, name);
        // The red joker can act at any time, so it is played only if it is named or the only card.
        let usual = hand.cards.iter().find(|card| card.step.get() > 0).or(hand.cards.first());
        let card = card.or(usual.map(|card| card.number));
        let able = self.able_to_act(name)?;
        Ok(self.lay_down(text, name, card)?.with_note(able))
    }

    /// Discards a hand.
    pub(super) fn drop_hand(
        &mut self,
        text: &str,
        command: &NameCommand,
    ) -> Result<Reply, PlayError> {
        let who = self.person_or_new(&command.name.get())?;
        self.lay_down(text, &who, None)
    }

    /// Discards one held card, or all of them.
    fn lay_down(
        &mut self,
        text: &str,
        who: &str,
        card: Option<CardNumber>,
    ) -> Result<Reply, PlayError> {
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

    /// Draws the hand of an answer if the program draws. The chain of the check is continued first,
    /// because a hand is drawn once. The acting character keeps the cards.
    pub(super) fn draw_its_hand(
        &mut self,
        turn: &mut Turn,
        mut inquiry: Inquiry,
        who: Option<&str>,
        cards: &[CardNumber],
        mut reply: Reply,
    ) -> Result<(Inquiry, Reply), PlayError> {
        let again = |inquiry: &Inquiry| Resolution {
            asked: inquiry.to_record(who, None),
            cards: cards.to_vec(),
        };
        let by_program = reply.hand > 0 && self.session.mode() != Mode::Physical;
        let (mut drawn, chosen) = (given_cards(&inquiry, "hand"), given_cards(&inquiry, "keep"));
        if !by_program && drawn.is_empty() {
            return Ok((inquiry, reply));
        }
        let notes = std::mem::take(&mut reply.notes);
        while by_program && reply.is_open && turn.table().pile_size() > 0 {
            let last = again(&inquiry);
            let mut further = FollowUpDrawer::new(turn, &last, None, Vec::new())?;
            let mut next = inquiry.clone();
            let answer = self.ask(&mut next, who, &mut further)?;
            if !further.has_drawn {
                break;
            }
            (inquiry, reply) = (next, answer);
        }
        if by_program {
            drawn = draw_hand(turn, &[], Some(reply.hand))?;
        }
        let held = who.map_or_else(Vec::new, |who| turn.table().hand(who).to_vec());
        let mut hand = KeptHand::new(&self.setting.deck, &held, &drawn);
        if !chosen.is_empty() {
            hand.keep_instead(&self.setting.deck, &held, &drawn, &chosen);
        }
        // A black joker removes a card that was held before; the question does not include those.
        if by_program && (held.is_empty() || !hand.black_joker) {
            let fields = inquiry.spec.fields();
            if let Some(field) = fields.into_iter().find(|field| field.name == "hand") {
                inquiry.values.set(field, texts(&drawn));
            }
            reply = self.ask(&mut inquiry, who, &mut GivenCards)?;
        }
        (reply.hand, reply.is_open, reply.notes) = (0, false, notes);
        if let Some(who) = who {
            turn.hold(who, &hand)?;
            reply = reply.with_lines(HandDrawn { hand: PlayerHand::kept(who, hand) }.explanation());
        }
        Ok((inquiry, reply))
    }
}

/// The question that gives a hand of cards.
pub(super) const INITIATIVE: &str = "initiative";

/// Whether it is that question, in any game.
fn is_initiative(asked: &Question) -> bool {
    asked.name.split_once(' ').is_some_and(|(_, name)| name == INITIATIVE)
}

/// The cards of a field of such a question: `hand`, or `keep` for the chosen ones.
fn given_cards(inquiry: &Inquiry, field: &str) -> Vec<CardNumber> {
    let value = inquiry.values.get(field).filter(|_| inquiry.spec.name == INITIATIVE);
    let texts = value.map(|value| &value.texts[..]).unwrap_or_default();
    texts.iter().filter_map(|text| text.parse().ok()).collect()
}

/// Draws a hand: the given cards, or `wanted` cards.
fn draw_hand(
    turn: &mut Turn,
    given: &[CardNumber],
    wanted: Option<usize>,
) -> Result<Vec<CardNumber>, Problem> {
    if let Some(wanted) = wanted.filter(|wanted| !given.is_empty() && *wanted != given.len()) {
        let message = format!("the number of cards given is {}", given.len());
        return Err(Problem::new(message).accepts(format!("{wanted}")));
    }
    let cards = match given {
        [] => (0..wanted.unwrap_or(0)).map(|_| turn.draw(None)).collect::<Result<Vec<_>, _>>(),
        given => given.iter().map(|card| turn.draw(Some(*card))).collect(),
    };
    Ok(cards?)
}
