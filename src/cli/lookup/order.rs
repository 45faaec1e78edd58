//! `lookup initiative order Miranda=34:3d10 Jonah=37+11:2d8:1`.

use std::fmt;

use super::contest::side;
use super::dice::Dice;
use crate::cli::lookup::prelude::*;
use crate::dice::CheckDice;
use crate::rules::{PhaseEntrant, phases};

/// What was typed.
#[derive(Debug, Args, Serialize)]
pub struct Typed {
    /// Everybody who acts: name, cards and dice, such as Miranda=34:3d10 or Jonah=37+11:2d8; a
    /// penalty may follow, as in Hank=40:2d6:1; a session knows that of wounds
    #[arg(value_name = "NAME=CARDS:DICE", required = true)]
    entrants: Vec<Parsed<EntrantArg>>,
}

/// Phase and count of everybody.
impl Question for Typed {
    fn answer(&mut self, at: &mut Context<'_, '_>) -> Answered {
        let entrants = each(self.entrants.iter_mut().map(|entrant| resolve(entrant, at)))?;
        said(phases(&entrants, &at.setting.rules.west))
    }
}

/// `Miranda=34:3d10:1`
#[derive(Debug)]
struct EntrantArg;

#[derive(Clone, Debug)]
struct Entrant {
    name: String,
    cards: Parsed<Chain>,
    dice: Parsed<Dice<CheckDice>>,
    /// Typed, or of wounds that a session knows.
    penalty: Option<Number<i32, -99, 99>>,
}

impl Argument for EntrantArg {
    type Value = Entrant;

    fn read(text: &str, name: &str) -> Result<Entrant, Problem> {
        let parts = text.split_once('=').and_then(|(who, rest)| {
            // Cards that are left out are drawn.
            let all = match rest.split(':').next() {
                Some(first) if first.contains('d') && first != "draw" => format!(":{rest}"),
                _ => rest.to_owned(),
            };
            let mut parts = all.split(':');
            let (cards, dice, penalty) = (parts.next()?, parts.next()?, parts.next());
            let whole = parts.next().is_none() && !who.trim().is_empty();
            whole.then(|| Entrant {
                name: who.trim().to_owned(),
                cards: Parsed::read(cards, name),
                dice: Parsed::read(dice, name),
                penalty: penalty.map(|penalty| Parsed::part(penalty, "penalty", name)),
            })
        });
        parts.ok_or_else(|| {
            Problem::coded("argument.value", format!("{text:?} is nobody who acts"))
                .accepts("NAME=CARDS:DICE such as Miranda=34:3d10")
        })
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, cards, dice, penalty } = self;
        let penalty = penalty.as_ref().map_or("0", Parsed::text);
        write!(f, "{name}={}:{}:{penalty}", cards.text(), dice.text())
    }
}

fn resolve<'d>(
    typed: &mut Parsed<EntrantArg>,
    at: &mut Context<'d, '_>,
) -> Result<PhaseEntrant<'d>, Problems> {
    let mut entrant = typed.get()?;
    let draw = at.chain(&mut entrant.cards);
    let attempt = side(at, draw, entrant.dice.get());
    let (attempt, typed_penalty) = all((attempt, entrant.penalty.get()))?;
    let penalty = typed_penalty.unwrap_or_else(|| at.setting.wound_penalty(&entrant.name));
    entrant.penalty = Some(Parsed::read(&penalty.to_string(), "penalty"));
    let name = entrant.name.clone();
    typed.set(entrant);
    Ok(PhaseEntrant { name, attempt, penalty })
}
