//! `lookup fi3 attack burst ann=34:3d10:6 ben=11:2d10:4 --damage 3d6 --distance 8 --increment 10`.

use std::fmt;

use super::hit::{MetArgs, chain, complete};
use super::roll::{DamageDice, StateArgs};
use super::shoot::ShootingArgs;
use crate::cli::lookup::dice::Dice;
use crate::cli::lookup::fan_target::{described, named, unread};
use crate::cli::lookup::prelude::*;
use crate::deck::CardNumber;
use crate::rules::fi3::{Attack, Burst, Fire, Roll, Shooting, TraitDice};
use crate::rules::{Place, Size};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// Everybody shot at: name, card, dice and shots, such as ann=34:3d10:6 ben=11:2d10:4. The dice are
    /// split among them. The cards of the hits may follow, one for each, such as ann=34:3d10:6:34,7
    #[arg(value_name = "NAME=CARD:DICE:SHOTS", required = true)]
    targets: Vec<Parsed<PartArg>>,
    /// A target that is not like the others, by its name: 'ben: distance 12, size 3, defence 9, cover 2
    /// guts legs, armour 1, prone, concealed'
    #[arg(long, value_name = "TARGET")]
    target: Vec<Parsed<TargetWord>>,
    /// Damage dice, such as 3d6 or '(3)6'
    #[arg(long, value_name = "DICE")]
    damage: Parsed<DamageDice>,
    #[command(flatten)]
    #[serde(flatten)]
    range: ShootingArgs,
    #[command(flatten)]
    #[serde(flatten)]
    met: MetArgs,
    #[command(flatten)]
    #[serde(flatten)]
    state: StateArgs,
}

/// What each target gets.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let further = u8::try_from(self.targets.len() - 1).unwrap_or(u8::MAX);
        let (own, damage) = all((self.target.get(), self.damage.get()))?;
        let names = self.targets.get()?.into_iter().map(|part| part.name).collect::<Vec<_>>();
        if let Some(stranger) = own.iter().find(|own| !names.contains(&own.name)) {
            let message = format!("no shot of the burst is at {:?}", stranger.name);
            return refuse(message, names.join(", "));
        }
        let mut parts = Vec::new();
        let mut rolls = Vec::new();
        for typed in &mut self.targets {
            rolls.push(part(at, typed, &self.state)?);
        }
        for ((roll, hits, shots), typed) in rolls.into_iter().zip(&mut self.targets) {
            let mut part = typed.get()?;
            let own = own.iter().find(|own| own.name == part.name);
            let fire = Fire::Automatic { shots, extra_targets: further };
            let shooting = Shooting { fire, ..self.range.resolve()? };
            let shooting = self.range.in_reach(match own {
                Some(own) => own.stands(shooting),
                None => shooting,
            })?;
            let mut roll = roll;
            roll.dice.dice.level = roll.dice.dice.level.saturating_add(shooting.1.shooting);
            let kind = self.range.kind(at.setting, shooting, damage);
            let mut attack = self.met.attack(roll, kind)?;
            own.into_iter().for_each(|own| own.meets(&mut attack));
            attack.hit_cards = hits;
            if complete(at, &mut attack)? {
                let words = attack.hit_cards.iter().filter_map(|cards| chain(cards));
                part.hits = words.map(|word| word.text().to_owned()).collect();
                typed.set(part.clone());
            }
            parts.push((part.name, attack));
        }
        said(Burst { parts }.answer(&at.setting.rules.fi3))
    }

    fn shots(&self) -> u16 {
        let parts = self.targets.get().unwrap_or_default();
        parts.iter().filter_map(|part| part.shots.get().ok()).fold(0, u16::saturating_add)
    }
}

/// The roll at one target, the cards of its hits as far as they are named, and its shots.
fn part<'d>(
    at: &mut Context<'d, '_>,
    typed: &mut Parsed<PartArg>,
    state: &StateArgs,
) -> Result<(Roll<'d>, Vec<Vec<CardNumber>>, u16), Problems> {
    let mut part = typed.get()?;
    let dice = part.dice.get().and_then(|dice| at.setting.trait_dice(&dice));
    let draw = at.chain(&mut part.card);
    let hits = each(part.hits.iter().map(|word| at.of_hit(&mut Parsed::read(word, "targets"))));
    let (dice, draw, hits, shots, _) = all((dice, draw, hits, part.shots.get(), state.numbers()))?;
    typed.set(part);
    let roll = state.on(Roll::new(&at.setting.deck, dice, draw.card()))?;
    let roll = Roll { then: draw.then().to_vec(), ..roll };
    Ok((roll, hits.iter().map(|draw| draw.cards().copied().collect()).collect(), shots))
}

/// `ann=34:3d10:6:34,7+12`
#[derive(Debug)]
struct PartArg;

#[derive(Clone, Debug)]
struct Part {
    name: String,
    card: Parsed<Chain>,
    dice: Parsed<Dice<TraitDice>>,
    shots: Number<u16, 1, 9999>,
    /// A word for each hit.
    hits: Vec<String>,
}

impl Argument for PartArg {
    type Value = Part;

    fn read(text: &str, name: &str) -> Result<Part, Problem> {
        let parts = text.split_once('=').and_then(|(who, rest)| {
            // A card that is left out is drawn.
            let all = match rest.split(':').next() {
                Some(first) if first.contains('d') && first != "draw" => format!(":{rest}"),
                _ => rest.to_owned(),
            };
            let mut parts = all.split(':');
            let (card, dice, shots) = (parts.next()?, parts.next()?, parts.next()?);
            let hits = parts.next().map_or_else(Vec::new, |hits| hits.split(',').collect());
            let whole = parts.next().is_none() && !who.trim().is_empty();
            whole.then(|| Part {
                name: who.trim().to_owned(),
                card: Parsed::read(card, name),
                dice: Parsed::read(dice, name),
                shots: Parsed::part(shots, "number of shots", name),
                hits: hits.into_iter().map(str::to_owned).collect(),
            })
        });
        parts.ok_or_else(|| {
            Problem::coded("argument.value", format!("{text:?} is nobody to shoot at"))
                .accepts("NAME=CARD:DICE:SHOTS such as ann=34:3d10:6")
        })
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, card, dice, shots, hits } = self;
        write!(f, "{name}={}:{}:{}", card.text(), dice.text(), shots.text())?;
        if hits.is_empty() { Ok(()) } else { write!(f, ":{}", hits.join(",")) }
    }
}

/// The word for a target that is not like the others.
#[derive(Debug)]
struct TargetWord;

/// What is its own; anything left out is as for the others.
#[derive(Clone, Debug, Default)]
struct OwnTarget {
    text: String,
    name: String,
    distance_m: Option<u16>,
    size: Option<Size>,
    defence: Option<i64>,
    cover: Option<(u8, Vec<Place>)>,
    armour: Option<u8>,
    prone: bool,
    concealed: bool,
}

impl fmt::Display for OwnTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Argument for TargetWord {
    type Value = OwnTarget;

    fn read(text: &str, _: &str) -> Result<OwnTarget, Problem> {
        const ACCEPTED: &str = "NAME: with distance METRES, size SIZE, defence TOTAL, cover LEVEL \
                                PLACE…, armour LEVEL, prone, concealed, parted by commas";
        let unread = || unread(text, ACCEPTED);
        let (name, parts) = described(text).ok_or_else(unread)?;
        let mut target =
            OwnTarget { text: text.to_owned(), name: name.to_owned(), ..OwnTarget::default() };
        for words in parts {
            match &words[..] {
                ["distance", metres] => {
                    target.distance_m = Some(metres.parse().map_err(|_| unread())?);
                }
                ["size", size] => target.size = Some(size.parse().map_err(|_| unread())?),
                ["defence" | "defense", total] => {
                    target.defence = Some(total.parse().map_err(|_| unread())?);
                }
                ["cover", level, places @ ..] if !places.is_empty() => {
                    let level = level.parse().map_err(|_| unread())?;
                    target.cover = Some((level, named(places)?));
                }
                ["armour" | "armor", level] => {
                    target.armour = Some(level.parse().map_err(|_| unread())?);
                }
                ["prone"] => target.prone = true,
                ["concealed"] => target.concealed = true,
                _ => return Err(unread()),
            }
        }
        Ok(target)
    }
}

impl OwnTarget {
    /// The situation of the shots at it, where `shooting` is that of the others.
    fn stands(&self, shooting: Shooting) -> Shooting {
        Shooting {
            distance_m: self.distance_m.unwrap_or(shooting.distance_m),
            size: self.size.unwrap_or(shooting.size),
            defence: self.defence.or(shooting.defence),
            concealed: self.concealed || shooting.concealed,
            ..shooting
        }
    }

    /// What the shots at it meet, where `attack` meets what the others have.
    fn meets(&self, attack: &mut Attack<'_>) {
        attack.shelter.prone |= self.prone;
        attack.armour = self.armour.unwrap_or(attack.armour);
        if let Some((level, places)) = &self.cover {
            attack.cover = *level;
            attack.shelter.covered.clone_from(places);
        }
    }
}
