//! The deck that an output folder already holds, whose cards may have been printed.

use std::path::{Path, PathBuf};

use crate::deck::Deck;
use crate::diagnostic::{Problem, quoted};
use crate::generate::{Effort, generate_from};
use crate::spec::Spec;

use super::deck_file::read_deck;
use super::generate::{SearchArgs, listed};
use super::{Failure, console};

/// A deck in an output folder.
pub struct PrintedEdition {
    path: PathBuf,
    deck: Deck,
}

impl PrintedEdition {
    /// Reads the deck in the folder, if there is one.
    ///
    /// # Errors
    /// As [`read_deck`]: a deck that cannot be read is not replaced either.
    pub fn read(folder: &Path) -> Result<Option<Self>, Failure> {
        let path = folder.join("deck.json");
        if !path.is_file() {
            return Ok(None);
        }
        Ok(Some(Self { deck: read_deck(&path)?, path }))
    }

    /// Refuses a search that would make another deck, by comparing spec and seed with those of the folder's
    /// deck.
    ///
    /// # Errors
    /// [`Failure::Input`] with the difference and the options.
    pub fn hold_before_search(&self, spec: &Spec, search: SearchArgs) -> Result<(), Failure> {
        let seed = search.seed.unwrap_or(spec.seed);
        let effort = search.effort;
        let origin = self.deck.origin();
        let other = match origin {
            None => "without any spec".to_owned(),
            Some(origin) if origin.spec_digest != spec.digest => "from another spec".to_owned(),
            Some(origin) if origin.seed != seed => format!("from seed {}", origin.seed),
            _ if !self.deck.kept().is_empty() => "from an earlier deck".to_owned(),
            Some(origin) if origin.effort != effort.name() => {
                format!("with {} effort", origin.effort)
            }
            Some(_) => return Ok(()),
        };
        let made = format!("{}, made {other}, whose cards may be printed", self.describe());
        // A deck made from the old one may change fewer cards than a new search.
        let least = generate_from(spec, &self.deck, seed, Effort::Quick, &|_| ()).ok();
        let message = match least.map(|reused| reused.changed_cards.len()) {
            None => format!("{made}; every card would change"),
            Some(count) if count == self.deck.size() => format!("{made}; every card would change"),
            Some(0) => format!("{made}; a new search changes every card, --from none"),
            Some(count) => {
                format!("{made}; a new search changes every card, --from about {count}")
            }
        };
        Err(self.refusal(message, true).into())
    }

    /// Refuses a deck of another edition, and suggests `--from` if it was made from a spec.
    ///
    /// # Errors
    /// [`Failure::Input`] with the number of cards that differ and the options.
    pub fn hold(&self, deck: &Deck, was_made: bool) -> Result<(), Failure> {
        match self.differing(deck) {
            Some(differing) => Err(self
                .refusal(
                    format!("{}, whose cards may be printed; {differing}", self.describe()),
                    was_made,
                )
                .into()),
            None => Ok(()),
        }
    }

    /// Reports how many cards differ.
    pub fn tell(&self, deck: &Deck) {
        if let Some(differing) = self.differing(deck) {
            console::note(&differing);
        }
    }

    fn differing(&self, deck: &Deck) -> Option<String> {
        let changed = deck.changed_from(&self.deck);
        (!changed.is_empty()).then(|| {
            let (count, edition) = (changed.len(), self.deck.edition());
            let verb = if count == 1 { "differs" } else { "differ" };
            format!(
                "{count} of {} cards {verb} from those of edition {edition}{}",
                deck.size(),
                listed(deck, &changed)
            )
        })
    }

    fn describe(&self) -> String {
        let (name, edition) = (quoted(self.deck.name()), self.deck.edition());
        let path = self.path.display();
        format!("{path} is edition {edition} of {name}")
    }

    fn refusal(&self, message: String, could_keep: bool) -> Problem {
        let from = format!(" with --from {} to keep what can stay", self.path.display());
        let from = if could_keep { from } else { String::new() };
        Problem::coded("output.printed-edition", message)
            .accepts(format!("-o with another folder{from}, or --new-edition to replace it"))
    }
}
