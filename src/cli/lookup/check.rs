//! `lookup check N 3d10 --tn 7 --then 11,10`.

use actiondeck::deck::Deck;
use actiondeck::diagnostic::Problems;
use actiondeck::dice::CheckDice;
use actiondeck::lookup::{BumpDivisor, Check, CheckAnswer, Draw, Pool, Target, TargetNumber};
use clap::Args;

use super::meaning::Meaning;

/// What was typed.
#[derive(Debug, Args)]
pub struct Typed {
    /// The card drawn, 0 to 53
    #[arg(value_name = "CARD", allow_negative_numbers = true)]
    card: String,
    /// Skill level and die, such as 3d10: rows 1 to 3 of the cause grid's d10 column
    #[arg(value_name = "DICE")]
    dice: String,
    /// The target number
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    tn: Option<String>,
    /// Follow-up cards in the order drawn, while results are exceptional
    #[arg(long, value_name = "CARD,…", value_delimiter = ',')]
    then: Vec<String>,
    /// One bump for each full 4 above the target number, or for each full 3
    #[arg(long, value_name = "3|4", default_value = "4")]
    bump_divisor: String,
}

/// What it means.
struct Meant<'d> {
    check: Check<'d>,
    draw: Draw,
}

impl Typed {
    /// What the cards say to the check.
    pub fn answer(&self, deck: &Deck) -> Result<CheckAnswer, Problems> {
        let Meant { check, draw } = self.meant(deck)?;
        check.answer(&draw).map_err(|error| actiondeck::diagnostic::Problem::from(error).into())
    }

    fn meant<'d>(&self, deck: &'d Deck) -> Result<Meant<'d>, Problems> {
        let mut meaning = Meaning::default();
        let card = meaning.of(&self.card);
        let dice: Option<CheckDice> = meaning.of(&self.dice);
        let tn: Option<Option<TargetNumber>> = meaning.of_option(self.tn.as_deref());
        let then = meaning.cards(&self.then);
        let bump_divisor: Option<BumpDivisor> = meaning.of(&self.bump_divisor);
        let pool = dice.and_then(|dice| meaning.keep(Pool::new(deck, dice)));
        let draw = card.zip(then).and_then(|(card, then)| meaning.keep(Draw::new(card, then)));
        let target =
            tn.zip(bump_divisor).map(|(tn, bump_divisor)| tn.map(|tn| Target { tn, bump_divisor }));
        let meant = pool
            .zip(draw)
            .zip(target)
            .map(|((pool, draw), target)| Meant { check: Check { pool, target }, draw });
        meaning.settled(meant)
    }
}
