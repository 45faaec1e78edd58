//! The table as the page shows it.

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
    /// Wounds and CT, where they are recorded.
    state: Option<TallyAnswer>,
    /// The same in words.
    words: Vec<String>,
    /// What counts for the character besides.
    facts: Facts,
    /// The cards held, in the order in which they act.
    hand: PlayerHand,
}

/// The table as the page shows it.
#[derive(Debug, Serialize)]
pub(super) struct State {
    /// Piles, round and hands.
    table: TableAnswer,
    /// All participants of the session, by name.
    people: Vec<ParticipantState>,
    /// The last question and its cards.
    last: Option<Resolution>,
    /// Whether the wounds that it dealt were applied.
    applied: bool,
    /// The cards that the next draw cannot bring.
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
