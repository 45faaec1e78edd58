//! What most questions begin with: cards, dice, cells, weapons and places among their arguments.

use std::str::FromStr as _;

use crate::deck::CardNumber;
use crate::dice::{CheckDice, EffectDice};
use crate::table::lookup::{Draw, EffectCell, Pool};
use crate::table::rules::{Attempt, Character, Forced, Harm, Place, Size, Weapon, named_dice};
use crate::table::session::Question;

use super::arguments::Arguments;
use super::setting::{Cards, Setting};

/// What most questions begin with.
pub(super) struct Reader<'s, 'q> {
    pub(super) setting: &'s Setting,
    pub(super) arguments: Arguments<'q>,
    /// Who asks, if that is one of the table of characters.
    pub(super) who: Option<&'s Character>,
}

impl<'s, 'q> Reader<'s, 'q> {
    pub(super) fn new(setting: &'s Setting, question: &'q Question) -> Self {
        let who = setting.character(question.who.as_deref());
        Self { setting, arguments: Arguments::new(&question.arguments), who }
    }

    pub(super) fn card(&mut self) -> Option<CardNumber> {
        self.arguments.needed("card", "0 to 53")
    }

    /// The dice typed, or those of a trait or skill of whoever asks.
    fn dice(&mut self, name: &'static str) -> Option<CheckDice> {
        let Some(text) = self.arguments.text(name) else {
            return self.arguments.needed(name, "dice such as 3d10");
        };
        self.arguments.keep(named_dice(self.who, text.trim(), |text| text.parse()))
    }

    /// One side of a contest: its cards, joined by `+`, and its dice.
    pub(super) fn side(&mut self, cards: &'static str, dice: &'static str) -> Option<Attempt<'s>> {
        let text: Option<String> = self.arguments.needed(cards, "a card, with follow-ups 34+11");
        let mut drawn = text.iter().flat_map(|text| text.split('+')).map(CardNumber::from_str);
        let draw = drawn.next()?.and_then(|first| Ok((first, drawn.collect::<Result<_, _>>()?)));
        let draw = self.arguments.keep(draw);
        let draw = draw.and_then(|(card, then)| self.arguments.keep(Draw::new(card, then)));
        let dice = self.dice(dice);
        let pool = dice.and_then(|dice| self.arguments.keep(Pool::new(self.setting.view(), dice)));
        Some(Attempt { pool: pool?, draw: draw? })
    }

    /// The pool and the cards drawn for it.
    pub(super) fn attempt(&mut self) -> Option<Attempt<'s>> {
        let card: Option<CardNumber> = self.card();
        let dice = self.dice("dice");
        let then = self.arguments.list("then");
        let pool = dice.and_then(|dice| self.arguments.keep(Pool::new(self.setting.view(), dice)));
        let draw = card.and_then(|card| self.arguments.keep(Draw::new(card, then)));
        Some(Attempt { pool: pool?, draw: draw? })
    }

    /// A cell of the effect grid.
    pub(super) fn effect_cell(&mut self, dice: EffectDice) -> Option<EffectCell<'s>> {
        self.arguments.keep(EffectCell::new(self.setting.view(), dice))
    }

    pub(super) fn named_cell(&mut self) -> Option<EffectCell<'s>> {
        let dice = self.arguments.needed("cell", "a cell such as (3)6");
        dice.and_then(|dice| self.effect_cell(dice))
    }

    pub(super) fn weapon(&mut self, name: &'static str) -> Option<&'s Weapon> {
        let weapon = self.arguments.text(name)?;
        self.arguments.keep(self.setting.weapon(&weapon))
    }

    pub(super) fn size(&mut self) -> Size {
        self.arguments.read("size").unwrap_or(Size::HUMAN)
    }

    /// Whole places behind cover.
    pub(super) fn covered(&mut self) -> Vec<Place> {
        let names = self.arguments.texts("covered");
        let place = |name: &String| Place::named(self.setting.view(), name)?.whole();
        let places: Vec<_> = names.iter().map(place).collect();
        places.into_iter().filter_map(|place| self.arguments.keep(place)).collect()
    }

    pub(super) fn penalty(&mut self) -> i32 {
        self.arguments.number("penalty", -99..=99).unwrap_or(0)
    }

    pub(super) fn wound_penalty(&mut self) -> i32 {
        let worst = self.arguments.number("wounded", 0..=5).unwrap_or(0);
        self.setting.rules.west.wound_table.penalty(worst)
    }

    pub(super) fn harm(&mut self) -> Option<Harm> {
        let given = self.arguments.text("harm").is_some();
        let harm = self.arguments.word(
            "harm",
            &[("deadly", Harm::Deadly), ("brawling", Harm::Brawling), ("impact", Harm::Impact)],
        );
        given.then_some(harm)
    }

    /// What moves a hit whether anybody wants it or not.
    pub(super) fn forced(&mut self) -> Forced {
        let mut flag = |name| self.arguments.flag(name);
        let forced = Forced {
            punch: flag("punch"),
            kick: flag("kick"),
            height_advantage: flag("height"),
            point_blank: flag("point_blank"),
            turned: flag("turned"),
        };
        let blows = [forced.punch, forced.kick, forced.height_advantage];
        if forced.punch && forced.kick || (forced.point_blank && blows.contains(&true)) {
            let message = "the moves of the hit exclude each other".to_owned();
            self.arguments.fault(message, "punch or kick, with height; or point_blank alone");
        }
        forced
    }

    /// Makes sure that there is something to turn round.
    pub(super) fn turned(&mut self, forced: Forced) -> Forced {
        if forced.turned && forced.steps_up() == 0 {
            let message = "nothing moves the hit that could be turned round".to_owned();
            self.arguments.fault(message, "turned with a move");
        }
        forced
    }

    pub(super) fn discarded(&mut self, cards: &Cards<'_>) -> Vec<CardNumber> {
        let named = self.arguments.list("discarded");
        if named.is_empty() { cards.discarded.to_vec() } else { named }
    }
}
