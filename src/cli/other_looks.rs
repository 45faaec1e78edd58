//! What files show a deck in, where it is not what they were held against: another theme, or other words.

use std::path::{Path, PathBuf};

use crate::deck::Deck;
use crate::diagnostic::{Problem, Problems};
use crate::face::{Faces, Theme, Words};
use crate::input::file;
use crate::preflight::{
    Expectation, Finding, Findings, LARGEST_FILE, PrintedDeck, ReadBack, check_against,
};

use super::theme_choice::{ThemeArgs, USUAL_THEME, own_theme};
use super::words_file::{USUAL_WORDS, own_words};

/// A deck, and what its files were held against.
pub struct Held<'a> {
    pub deck: &'a Deck,
    /// Its file.
    pub file: Option<&'a Path>,
    /// What was typed.
    pub chosen: &'a ThemeArgs,
    pub theme: &'a Theme,
}

/// Looks the files may have. What they were held against has no name here.
#[derive(Clone, Debug, Default)]
struct Look<'a> {
    theme: Option<&'a str>,
    words: Option<&'a str>,
}

impl Held<'_> {
    /// The fault of files of which none shows the deck in the theme and the words they were held
    /// against, if they show it in others. Each theme is drawn as `cut` says.
    pub fn printed_otherwise(
        &self,
        findings: &Findings,
        paths: &[PathBuf],
        cut: &impl Fn(Result<Theme, Problems>) -> Result<Theme, Problems>,
    ) -> Option<Problem> {
        let read = || findings.files.iter().filter_map(Finding::cards);
        let is_off = |read: &ReadBack| read.cards > 0 && read.difference_count() >= read.cards;
        if !read().any(|read| read.cards > 0) || !read().all(is_off) {
            return None;
        }
        let fewest = |place: &usize| findings.files[*place].cards().map(|read| read.numbers.len());
        let place = (0..paths.len()).filter(|place| fewest(place).is_some()).min_by_key(fewest)?;
        let bytes = file::up_to(&paths[place], LARGEST_FILE).ok()?;
        let (name, cards) = (findings.files[place].name(), &findings.files[place].cards()?.numbers);
        let shows_deck = |theme: &Theme| {
            let faces = Faces::fitting_on(theme, self.deck, cards).ok()?;
            let printed = PrintedDeck::of_cards(&faces, cards).ok()?;
            let read = check_against(name, &bytes, &Expectation::default(), &printed).read_back?;
            Some(read.cards > 0 && read.agrees())
        };
        let themes = || {
            let own = (self.deck.theme(), own_theme(self.deck, self.file));
            let built_in = Theme::built_in_names().map(|name| (Some(name), Theme::built_in(name)));
            let others = [own].into_iter().filter(|(name, _)| name.is_some()).chain(built_in);
            others.filter_map(|(name, theme)| Some((name, cut(theme).ok()?)))
        };
        let words = || {
            let own = (self.deck.words(), own_words(self.deck, self.file));
            let built_in = Words::built_in_names().map(|name| (Some(name), Words::built_in(name)));
            let others = [own].into_iter().filter(|(name, _)| name.is_some()).chain(built_in);
            others.filter_map(|(name, words)| Some((name, words.ok()?)))
        };
        // Misprints of a few figures agree with no look; so each may be tried, the likeliest first.
        let other_words =
            words().map(|(words, own)| (None, words, self.theme.clone().in_words(own)));
        let held = || Words::clone(self.theme.words());
        let other_theme = themes().map(|(theme, drawn)| (theme, None, drawn.in_words(held())));
        let both_own = themes().take(1).filter(|(theme, _)| *theme == self.deck.theme());
        let both_own = both_own.flat_map(|(theme, drawn)| {
            words().take(1).map(move |(words, own)| (theme, words, drawn.clone().in_words(own)))
        });
        let found =
            other_words.chain(other_theme).chain(both_own).find_map(|(theme, words, drawn)| {
                shows_deck(&drawn)?.then_some(Look { theme, words })
            })?;
        Some(self.told(&found))
    }

    fn told(&self, look: &Look<'_>) -> Problem {
        let against = |typed: Option<&str>| typed.unwrap_or("the deck's own").to_owned();
        let (mut looks, mut accepted) = (Vec::new(), Vec::new());
        if let Some(theme) = look.theme {
            looks.push(format!("theme {theme}, not {}", against(self.chosen.typed())));
            let is_own = self.deck.theme().unwrap_or(USUAL_THEME) == theme;
            let own = "the deck's own: no --theme".to_owned();
            accepted.push(if is_own { own } else { format!("--theme {theme}") });
        }
        if let Some(words) = look.words {
            looks.push(format!("words {words}, not {}", against(self.chosen.languages().typed())));
            let is_own = self.deck.words().unwrap_or(USUAL_WORDS) == words;
            let own = "the deck's own: no --language".to_owned();
            accepted.push(if is_own { own } else { format!("--language {words}") });
        }
        let message = format!("this looks like {}", looks.join(" and "));
        let problem = match look.theme {
            Some(_) => Problem::coded("preflight.other-theme", message),
            None => Problem::coded("preflight.other-words", message),
        };
        problem.accepts(accepted.join(", "))
    }
}
