//! The questions that are read on a card.

use crate::table::lookup::{CardSheet, EffectQuestion, Element, VictoryTarget};
use crate::table::rules::{
    DamageQuestion, Decision, LocationQuestion, PenetrationQuestion, Reliability, StrayShots,
    burst, dodge, equipment_failure, unintended_target,
};
use crate::table::session::Question;

use super::reader::Reader;
use super::setting::{Answered, Cards, Setting, never_fails, said};

pub(super) fn card(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let card = reader.card();
    let card = reader.arguments.finish(card)?;
    never_fails(CardSheet::new(&setting.deck, card))
}

pub(super) fn toggle(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let card = reader.card();
    let card = reader.arguments.finish(card)?;
    never_fails(Decision::new(setting.view(), card))
}

pub(super) fn element(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let card = reader.card();
    let id: Option<String> = reader.arguments.text("element");
    let element = id.and_then(|id| reader.arguments.keep(Element::new(setting.view(), &id)));
    let (card, element) = reader.arguments.finish(card.zip(element))?;
    never_fails(element.answer(card))
}

pub(super) fn location(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let card = reader.card();
    let forced = reader.forced();
    let forced = reader.turned(forced);
    let chosen = reader.arguments.number("bumps", -99..=99).unwrap_or(0);
    let prone = reader.arguments.flag("prone");
    let covered = reader.covered();
    let card = reader.arguments.finish(card)?;
    let deck = setting.view();
    let called = None;
    never_fails(LocationQuestion { deck, card, forced, chosen, called, prone, covered }.answer())
}

pub(super) fn burst_hits(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let card = reader.card();
    let shots = reader.arguments.number("shots", 1..=9999);
    let (card, shots) = reader.arguments.finish(card.zip(shots))?;
    said(burst(setting.view(), card, shots))
}

pub(super) fn effect(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let card = reader.card();
    let cell = reader.named_cell();
    let target: Option<VictoryTarget> = reader.arguments.read("target");
    let (card, cell) = reader.arguments.finish(card.zip(cell))?;
    let target = target.unwrap_or(setting.rules.west.victory_target);
    never_fails(EffectQuestion { cell, target }.answer(card))
}

pub(super) fn damage(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let card = reader.card();
    let cell = reader.named_cell();
    let size = reader.size();
    let bumps = reader.arguments.number("bumps", 0..=99).unwrap_or(0);
    let harm = reader.harm().unwrap_or_default();
    let (card, cell) = reader.arguments.finish(card.zip(cell))?;
    let answer = DamageQuestion { cell, bumps, size, harm }.answer(card, &setting.rules.west);
    never_fails(answer)
}

pub(super) fn penetration(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let card = reader.card();
    let pen = reader.arguments.number("pen", -99..=99);
    let armour = reader.arguments.number("armour", -99..=99);
    let bumps = reader.arguments.number("bumps", 0..=99).unwrap_or(0);
    let (card, (pen, armour)) = reader.arguments.finish(card.zip(pen.zip(armour)))?;
    never_fails(PenetrationQuestion { pen, armour, bumps }.answer(setting.view(), card))
}

pub(super) fn failure(setting: &Setting, cards: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let card = reader.card();
    let rel: Option<Reliability> = reader.arguments.needed("rel", "1 to 13");
    let fanned = reader.arguments.flag("fanned");
    let discarded = reader.discarded(cards);
    let (card, rel) = reader.arguments.finish(card.zip(rel))?;
    let rel = if fanned { rel.worse() } else { rel };
    never_fails(equipment_failure(setting.view(), card, rel, &discarded, &setting.rules.west))
}

pub(super) fn unintended(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let card = reader.card();
    let missed = reader.arguments.number("missed", 0..=9999).unwrap_or(0);
    let scatter_increments = reader.arguments.number("scatter", 0..=9999);
    let in_contact = reader.arguments.flag("contact");
    let card = reader.arguments.finish(card)?;
    let shots = StrayShots { missed, scatter_increments, in_contact };
    never_fails(unintended_target(setting.view(), card, shots))
}

pub(super) fn dodged(setting: &Setting, _: &Cards<'_>, question: &Question) -> Answered {
    let mut reader = Reader::new(setting, question);
    let card = reader.card();
    let blocked = reader.arguments.flag("blocked");
    let card = reader.arguments.finish(card)?;
    never_fails(dodge(setting.view(), card, blocked))
}
