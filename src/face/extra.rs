//! Extra cards, which belong to a deck but are never drawn in play.

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::asset_path;
use crate::deck::{ACCEPTED_EXTRA_CARD, USUAL_EXTRA_CARDS, is_extra_card};
use crate::diagnostic::{Problem, Source, quoted};
use crate::input::disk;
use crate::input::limits::EXTRA_CARDS;
use crate::input::toml::suggestion;

use super::Theme;

/// An extra card of a theme. It shows only the deck's name and edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Extra {
    /// Explains how to read the other cards.
    Instruction,
    /// Shows the deck's name.
    Title,
    /// One of the theme's own, by its place among them.
    Own(u8),
}

impl Extra {
    /// The cards that every theme may have.
    pub const USUAL: [Self; 2] = [Self::Instruction, Self::Title];

    /// Its name without those of the theme.
    fn usual_name(self) -> Option<&'static str> {
        let place = Self::USUAL.iter().position(|usual| *usual == self)?;
        Some(USUAL_EXTRA_CARDS[place])
    }
}

/// A theme's own extra card.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OwnExtra {
    /// The name of its file without ending, such as `extra-reference`.
    pub name: String,
    pub source: Arc<Source>,
}

/// The sorted names of a theme's own extra cards: those of its files `extra-*.svg`.
///
/// # Errors
/// A file whose name no extra card may have, or too many of them.
pub(super) fn own_names(theme: &Path) -> Result<Vec<String>, Problem> {
    let files = disk::names(theme).unwrap_or_default().into_iter();
    let named = |file: String| Some(file.strip_suffix(".svg")?.to_owned());
    let own = |name: &String| name.starts_with("extra-") && !asset_path::is_of_the_system(name);
    let mut names: Vec<String> = files.filter_map(named).filter(own).collect();
    names.sort();
    if let Some(wrong) = names.iter().find(|name| !is_extra_card(name)) {
        let message =
            format!("{} is not the name of an extra card", quoted(&Theme::extra_file(wrong)));
        return Err(Problem::coded("theme.extra", message).accepts(ACCEPTED_EXTRA_CARD));
    }
    if EXTRA_CARDS.is_passed_by(names.len()) {
        let message = format!("the theme has {}", EXTRA_CARDS.amount(names.len()));
        return Err(Problem::coded("theme.extra", message).accepts(EXTRA_CARDS.accepted()));
    }
    Ok(names)
}

impl Theme {
    /// The file of an extra card with this name, in the theme's folder.
    pub fn extra_file(name: &str) -> String {
        format!("{name}.svg")
    }

    /// The extra cards that the theme has: the usual ones, then its own in the order of their names.
    pub fn extras(&self) -> impl Iterator<Item = Extra> {
        let usual = Extra::USUAL.into_iter().filter(|extra| self.extra(*extra).is_some());
        usual.chain((0..self.own_extras.len()).map(|place| Extra::Own(place as u8)))
    }

    /// The template of an extra card, if the theme has one.
    pub fn extra(&self, extra: Extra) -> Option<&Arc<Source>> {
        match extra {
            Extra::Own(place) => Some(&self.own_extras.get(usize::from(place))?.source),
            usual => {
                let place = Extra::USUAL.iter().position(|own| *own == usual)?;
                self.extras[place].as_ref()
            }
        }
    }

    /// The name of an extra card: that of its file without ending, such as `title`.
    pub fn extra_name(&self, extra: Extra) -> &str {
        let own = match extra {
            Extra::Own(place) => self.own_extras.get(usize::from(place)),
            _ => None,
        };
        extra.usual_name().or(own.map(|own| &*own.name)).unwrap_or("extra card")
    }

    /// The name of an extra card in messages: `the title card`.
    pub(crate) fn extra_title(&self, extra: Extra) -> String {
        format!("the {} card", self.extra_name(extra))
    }

    /// The extra card with this name.
    ///
    /// # Errors
    /// The theme has none.
    pub fn extra_named(&self, name: &str) -> Result<Extra, Problem> {
        let extra = self.extras().find(|extra| self.extra_name(*extra) == name);
        extra.ok_or_else(|| self.no_extra(name))
    }

    /// The problem of an extra card that the theme does not have.
    pub(crate) fn no_extra(&self, name: &str) -> Problem {
        let names: Vec<&str> = self.extras().map(|extra| self.extra_name(extra)).collect();
        let meant = suggestion(name, &names);
        let message = format!("the theme {} has no card {}{meant}", self.name(), quoted(name));
        let file = if is_extra_card(name) { name } else { "extra-reference" };
        let file = format!("a file {file}.svg in its folder");
        let accepted = names.into_iter().chain([&*file]).collect::<Vec<_>>().join(", ");
        Problem::coded("theme.no-extra", message).accepts(accepted)
    }
}
