//! Surprise (dice edition and Conflict, "Surprise").

use schemars::JsonSchema;
use serde::Serialize;

use crate::table::lookup::{Aftermath, Answer, Decider, TargetNumber};

use super::{CardCheck, CheckResult, Game, TnAccount};

/// An Acuity check against danger outside the senses; in the dice edition a Guts roll.
#[derive(Clone, Debug)]
pub struct Surprise<C> {
    /// The skill, and the cards drawn.
    pub check: C,
    /// Whether the character expects danger or action time already runs: target number 5. Otherwise
    /// 9, or 11 in the dice edition.
    pub expecting_danger: bool,
}

/// The result of a surprise check.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct SurpriseAnswer<T> {
    /// The check.
    pub test: T,
    /// Whether the character cannot act this round.
    pub surprised: bool,
    /// The target number of the Bravery check, or Guts roll, that lets a surprised character act in
    /// the next round.
    pub next_round: Option<TargetNumber>,
}

impl<C: CardCheck> Surprise<C> {
    /// Reads the cards.
    ///
    /// # Errors
    /// As [`CardCheck::measure`].
    pub fn answer(&self, options: &C::Options) -> Result<SurpriseAnswer<C::Result>, C::Error> {
        let account = match (self.expecting_danger, C::GAME) {
            (true, _) => TnAccount::new(TargetNumber::STANDARD, "expecting danger"),
            (false, Game::Fi3) => TnAccount::new(TargetNumber::clamped(11), "not expecting danger"),
            (false, _) => TnAccount::new(TargetNumber::DIFFICULT, "not expecting danger"),
        };
        let test = self.check.measure(account, options)?;
        let surprised = !test.success();
        let next_round = surprised.then_some(TargetNumber::EASY);
        Ok(SurpriseAnswer { test, surprised, next_round })
    }
}

impl<T: CheckResult> Answer for SurpriseAnswer<T> {
    const KIND: &'static str = "surprise";

    fn decided_by(&self) -> Decider<'_> {
        Some(&self.test)
    }

    fn verdict(&self) -> Option<String> {
        Some(if self.surprised { "surprised" } else { "not surprised" }.to_owned())
    }

    fn explanation(&self) -> Vec<String> {
        let skill = if T::GAME == Game::Fi3 { "Guts" } else { "Bravery" };
        let mut lines = self.test.explanation();
        lines.push(match self.next_round {
            None => "not surprised: acts this round".to_owned(),
            Some(tn) => format!(
                "surprised: no action this round; next round as usual after {skill} TN {tn}"
            ),
        });
        lines
    }

    fn aftermath(&self) -> Option<Aftermath> {
        Some(if self.surprised { Aftermath::Surprised } else { Aftermath::Alert })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::deck;
    use crate::table::rules::fi3::samples::{options, roll};

    #[test]
    fn surprise_in_the_dice_edition_needs_5_or_11_then_guts_3() {
        let deck = deck();
        let ask = |expecting_danger| {
            let surprise = Surprise { check: roll(&deck, "1d10", 34), expecting_danger };
            surprise.answer(&options()).unwrap()
        };
        assert_eq!((false, 5), (ask(true).surprised, ask(true).test.account.tn().get()));
        assert_eq!((true, 11), (ask(false).surprised, ask(false).test.account.tn().get()));
        assert_eq!(3, ask(false).next_round.unwrap().get());
    }
}
