//! The address of a hosted companion page.

use std::fmt;
use std::str::FromStr;

use crate::deck::CardNumber;
use crate::diagnostic::Problem;

/// The most letters of an address: codes of longer ones are too fine for presses.
const LONGEST: usize = 200;

/// The address of a companion page; a card's code opens it with the card's number appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanionAddress(String);

/// A text that is not the address of a companion page.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not the address of a companion page; accepted: {}", Self::ACCEPTED)]
pub struct CompanionAddressError {
    text: String,
}

impl CompanionAddressError {
    const ACCEPTED: &str =
        "https:// or http:// and at most 200 letters without spaces and without #";
}

impl From<CompanionAddressError> for Problem {
    fn from(error: CompanionAddressError) -> Self {
        let message = format!("{:?} is not the address of a companion page", error.text);
        Self::coded("face.address", message).accepts(CompanionAddressError::ACCEPTED)
    }
}

impl FromStr for CompanionAddress {
    type Err = CompanionAddressError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let is_good = rest.is_some_and(|rest| {
            !rest.is_empty()
                && text.len() <= LONGEST
                && rest.chars().all(|letter| letter.is_ascii_graphic() && letter != '#')
        });
        match is_good {
            true => Ok(Self(text.to_owned())),
            false => Err(CompanionAddressError { text: text.to_owned() }),
        }
    }
}

impl fmt::Display for CompanionAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl CompanionAddress {
    /// The URL in the code of a card.
    pub fn card_url(&self, card: CardNumber) -> String {
        format!("{}#card={card}", self.0)
    }
}
