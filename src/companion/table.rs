//! What may be done at the table of a companion, and what it shows.

use serde::Serialize;

use crate::deck::CardNumber;
use crate::diagnostic::{Problem, Problems};
use crate::table::rules::{Hit, KeptHand, Place, TallyAnswer};
use crate::table::session::{
    CharacterAnswer, Facts, PlayerHand, Session, SessionError, TableAnswer, Turn,
};

use super::setting::Setting;

/// A deed that is no question.
#[derive(Clone, Debug)]
pub(super) enum Deed {
    /// Draws cards for no particular question: those told, or so many.
    Draw { cards: Vec<CardNumber>, count: u8 },
    /// Draws a hand for initiative and keeps what may be kept of it.
    Hand { who: String, cards: Vec<CardNumber>, count: u8 },
    /// Lays a held card down.
    LayDown { who: String, card: CardNumber },
    /// Ends the round; whoever is named holds their cards over.
    Round { hold: Vec<String> },
    /// Shuffles the discard pile into the draw pile.
    Shuffle,
    /// Makes somebody known by their CT at full health.
    Introduce { who: String, ct: u16 },
    /// Hurts somebody: `left arm:2+3`.
    Hurt { who: String, hit: String },
    /// Heals one wound.
    Heal { who: String, place: String },
    /// Gives all CT back.
    Rest { who: String },
    /// Lets rounds of bleeding pass.
    Bleed { who: String, rounds: u16 },
    /// Puts down what is known of somebody, all of it.
    Know { who: String, facts: Box<Facts> },
    /// Says who acts where nobody is named.
    Act { who: Option<String> },
}

impl Deed {
    /// The line under which it stands in the log: what `play` is told for it.
    pub(super) fn line(&self) -> String {
        let cards = |cards: &[CardNumber], count: u8| match cards {
            [] => count.max(1).to_string(),
            cards => cards.iter().map(CardNumber::to_string).collect::<Vec<_>>().join(" "),
        };
        match self {
            Self::Draw { cards: told, count } => format!("draw {}", cards(told, *count)),
            Self::Hand { who, cards: told, count } if told.is_empty() => {
                format!("hand {} {count}", quoted(who))
            }
            Self::Hand { who, cards: told, .. } => {
                format!("hand {} cards {}", quoted(who), cards(told, 0).replace(' ', ","))
            }
            Self::LayDown { who, card } => format!("act {} {card}", quoted(who)),
            Self::Round { hold } => {
                let held: String =
                    hold.iter().map(|who| format!(" hold {}", quoted(who))).collect();
                format!("round{held}")
            }
            Self::Shuffle => "shuffle".to_owned(),
            Self::Introduce { who, ct } => format!("wound {} ct {ct}", quoted(who)),
            Self::Hurt { who, hit } => format!("wound {} {}", quoted(who), hit.replace(':', " ")),
            Self::Heal { who, place } => format!("heal {} {place}", quoted(who)),
            Self::Rest { who } => format!("rest {}", quoted(who)),
            Self::Bleed { who, rounds } => format!("bleed {} {rounds}", quoted(who)),
            Self::Know { who, facts } => {
                format!("set {} {}", quoted(who), facts.words().join(" ")).trim_end().to_owned()
            }
            Self::Act { who: Some(who) } => format!("as {}", quoted(who)),
            Self::Act { who: None } => "as".to_owned(),
        }
    }

    /// Lets it happen in a turn.
    ///
    /// # Errors
    /// Why it cannot.
    pub(super) fn happen(&self, turn: &mut Turn, setting: &Setting) -> Result<(), Problems> {
        match self {
            Self::Draw { cards, count } => {
                draw(turn, cards, (*count).max(1))?;
            }
            Self::Hand { who, cards, count } => {
                let held = turn.table().hand(who).to_vec();
                let drawn = draw(turn, cards, *count)?;
                let hand = KeptHand::of(&setting.deck, &held, &drawn);
                turn.hold(who, &hand).map_err(told)?;
            }
            Self::LayDown { who, card } => turn.lay_down(who, *card).map_err(told)?,
            Self::Round { hold } => turn.end_round(hold).map_err(told)?,
            Self::Shuffle => turn.shuffle().map_err(told)?,
            Self::Introduce { who, ct } => turn.introduce(who.trim(), *ct).map_err(told)?,
            Self::Hurt { who, hit } => {
                let hit: Hit = hit.parse().map_err(Problem::from)?;
                introduce(turn, who, setting)?;
                turn.hurt(who, hit.part, hit.damage).map_err(told)?;
            }
            Self::Heal { who, place } => {
                let place: Place = place.parse().map_err(Problem::from)?;
                turn.heal(who, place.part().map_err(Problem::from)?).map_err(told)?;
            }
            Self::Rest { who } => turn.rest(who).map_err(told)?,
            Self::Bleed { who, rounds } => {
                turn.bleed(who, *rounds, setting.rules.west.wound_table).map_err(told)?;
            }
            Self::Know { who, facts } => turn.know(who, (**facts).clone()).map_err(told)?,
            Self::Act { who } => turn.let_act(who.as_deref()).map_err(told)?,
        }
        Ok(())
    }
}

/// Makes somebody known whose CT stands in the table of characters.
///
/// # Errors
/// When the name is none.
pub(super) fn introduce(turn: &mut Turn, who: &str, setting: &Setting) -> Result<(), Problems> {
    match setting.character(Some(who)) {
        Some(character) if turn.table().wounds(who).is_none() => {
            turn.introduce(who, character.ct).map_err(told)
        }
        _ => Ok(()),
    }
}

/// Draws the cards told, or so many.
fn draw(turn: &mut Turn, cards: &[CardNumber], count: u8) -> Result<Vec<CardNumber>, Problems> {
    let mut drawn = Vec::new();
    for card in cards {
        drawn.push(turn.draw(Some(*card)).map_err(told)?);
    }
    if cards.is_empty() {
        for _ in 0..count {
            drawn.push(turn.draw(None).map_err(told)?);
        }
    }
    Ok(drawn)
}

/// A fault as a list of one.
pub(super) fn told(error: SessionError) -> Problems {
    Problem::from(error).into()
}

/// A word of a line, in quotes where it has blanks.
pub(super) fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_.,+()/".contains(letter);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("\"{}\"", word.replace('"', "\\\"")),
    }
}

/// Somebody at the table.
#[derive(Debug, Serialize)]
pub(super) struct Person {
    /// The name.
    who: String,
    /// Wounds and CT, where they are kept.
    state: Option<TallyAnswer>,
    /// The same in words.
    told: Vec<String>,
    /// The worst wound, 0 to 5.
    worst: u8,
    /// The wounds dealt last, and the worst wound before them.
    hurt: Option<(u8, u8)>,
    /// What is known besides.
    facts: Facts,
    /// The cards held, in the order they are called.
    hand: PlayerHand,
}

/// The table as a companion shows it.
#[derive(Debug, Serialize)]
pub(super) struct Shown {
    /// Piles, round and hands.
    table: TableAnswer,
    /// Everybody, by name.
    people: Vec<Person>,
    /// The cards of the last question.
    last: Option<crate::table::session::Resolution>,
    /// Whether what it dealt was taken.
    applied: bool,
    /// The cards that the next draw cannot bring.
    out_of_reach: Vec<CardNumber>,
}

impl Shown {
    pub(super) fn new(session: &Session, setting: &Setting) -> Self {
        let table = session.table();
        let people = table.people().map(|who| {
            let fares = CharacterAnswer::new(table, who, &setting.rules.west);
            Person {
                who: who.to_owned(),
                told: fares.as_ref().map_or_else(Vec::new, CharacterAnswer::lines),
                worst: table.wounds(who).map_or(0, |track| track.worst()),
                hurt: table.hurt(who),
                facts: table.facts(who).cloned().unwrap_or_default(),
                hand: PlayerHand::new(table, &setting.deck, who),
                state: fares.map(|fares| fares.state),
            }
        });
        Self {
            people: people.collect(),
            table: TableAnswer::new(table, session.log().len(), &setting.deck),
            last: table.last().cloned(),
            applied: table.applied(),
            out_of_reach: table.out_of_reach(),
        }
    }
}
