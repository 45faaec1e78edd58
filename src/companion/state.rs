//! The state of the table for the page.

use serde::Serialize;

use crate::deck::CardNumber;
use crate::table::play::Game;
use crate::table::rules::TallyAnswer;
use crate::table::session::{CharacterAnswer, Facts, PlayerHand, Resolution, TableAnswer};

/// A participant.
#[derive(Debug, Serialize)]
struct ParticipantState {
    /// The name.
    who: String,
    /// Wounds and CT, if recorded.
    state: Option<TallyAnswer>,
    /// The same in words.
    words: Vec<String>,
    /// Other facts of the character.
    facts: Facts,
    /// The cards held, in the order of action.
    hand: PlayerHand,
}

/// The state of the table.
#[derive(Debug, Serialize)]
pub(super) struct State {
    /// Piles, round and hands.
    table: TableAnswer,
    /// All participants of the session, by name.
    people: Vec<ParticipantState>,
    /// The last question and its cards.
    last: Option<Resolution>,
    /// Whether its wounds were applied.
    applied: bool,
    /// The cards that cannot be drawn next.
    out_of_reach: Vec<CardNumber>,
}

impl State {
    pub(super) fn new(game: &Game) -> Self {
        let (session, setting) = (&game.session, &game.setting);
        let table = session.table();
        let people = table.people().map(|who| {
            let answer = CharacterAnswer::new(table, who, &setting.rules.west);
            ParticipantState {
                who: who.to_owned(),
                words: answer.as_ref().map_or_else(Vec::new, CharacterAnswer::lines),
                facts: table.facts(who).cloned().unwrap_or_default(),
                hand: PlayerHand::new(table, &setting.deck, who),
                state: answer.map(|answer| answer.state),
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
