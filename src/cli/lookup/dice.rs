//! Dice as a player names them: by their size, or by a trait or skill of the character who acts.

use std::fmt::{self, Debug};
use std::str::FromStr;

use crate::cli::argument::{Argument, told};
use crate::diagnostic::{Problem, Problems};
use crate::dice::{CheckDice, EffectDice, written_out};
use crate::lookup::{EffectCell, Pool};
use crate::rules::fi3::TraitDice;
use crate::rules::named_dice;

use super::setting::Setting;

/// Dice of a kind, or a name that may stand for them.
#[derive(Debug)]
pub struct Dice<D>(std::marker::PhantomData<D>);

/// What was typed for dice.
#[derive(Clone, Debug)]
pub struct DiceOrName<D> {
    text: String,
    /// The argument it was typed for.
    argument: String,
    /// The dice, if it is dice.
    dice: Result<D, Problem>,
}

impl<D> fmt::Display for DiceOrName<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl<D> Argument for Dice<D>
where
    D: FromStr<Err: Into<Problem>> + Clone + Debug + Send + Sync + 'static,
{
    type Value = DiceOrName<D>;

    fn read(text: &str, name: &str) -> Result<DiceOrName<D>, Problem> {
        let (text, argument) = (text.trim().to_owned(), name.to_owned());
        Ok(DiceOrName { dice: D::read(&written_out(&text), name), text, argument })
    }
}

impl<D> DiceOrName<D> {
    /// What it stands for, or the fault with the argument that it was typed for.
    fn told<T>(&self, found: Result<T, Problem>) -> Result<T, Problems> {
        told(found.map_err(|problem| problem.of_argument(&self.argument)))
    }
}

impl Setting {
    /// The cells that dice stand for on this deck.
    ///
    /// # Errors
    /// The fault when it is no dice, nor a trait or skill of the character who acts, or the deck
    /// has no such cells.
    pub fn pool(&self, typed: &DiceOrName<CheckDice>) -> Result<Pool<'_>, Problems> {
        typed.told(self.dice(typed).and_then(|dice| Ok(Pool::new(&self.deck, dice)?)))
    }

    /// Dice of the older dice edition, or the trait or skill of that name of the character who
    /// acts.
    ///
    /// # Errors
    /// The fault when it is neither.
    pub fn trait_dice(&self, typed: &DiceOrName<TraitDice>) -> Result<TraitDice, Problems> {
        typed.told(self.dice(typed))
    }

    /// The cell of the effect grid on this deck.
    ///
    /// # Errors
    /// The fault when the deck has no such cell.
    pub fn effect_cell(&self, dice: EffectDice) -> Result<EffectCell<'_>, Problems> {
        told(EffectCell::new(&self.deck, dice))
    }

    fn dice<D: Clone + From<CheckDice>>(&self, typed: &DiceOrName<D>) -> Result<D, Problem> {
        named_dice(self.character.as_ref(), &typed.text, |_| typed.dice.clone())
    }
}
