//! Finds out how files were printed if they do not match: another theme, other words, another size, or with a
//! code.

use std::path::{Path, PathBuf};

use crate::deck::Deck;
use crate::diagnostic::{Problem, Problems};
use crate::face::{CardSize, Faces, Format, Theme, Words};
use crate::geometry::rounded;
use crate::input::disk;
use crate::preflight::{Expectation, Finding, LARGEST_FILE, PrintedDeck, SeenDifference};
use crate::render::vendor::Vendor;

use super::theme_choice::{ThemeArgs, USUAL_THEME, own_theme};
use super::words_choice::{USUAL_WORDS, own_words};

/// A deck, and the options with which its files were compared.
pub struct CheckedDeck<'a> {
    pub deck: &'a Deck,
    /// The deck file.
    pub file: Option<&'a Path>,
    /// The theme options of the command line.
    pub chosen: &'a ThemeArgs,
    pub theme: &'a Theme,
}

/// How files may look. `None` means as they were compared.
#[derive(Clone, Debug, Default)]
struct Appearance<'a> {
    theme: Option<&'a str>,
    words: Option<&'a str>,
}

impl CheckedDeck<'_> {
    /// The fault of files that [all differ](all_differ) from the deck, if they match another theme or other
    /// words. Each theme is drawn as `cut` says.
    pub fn printed_otherwise(
        &self,
        findings: &[Finding],
        paths: &[PathBuf],
        cut: &impl Fn(Result<Theme, Problems>) -> Result<Theme, Problems>,
    ) -> Option<Problem> {
        let fewest = |place: &usize| findings[*place].cards().map(|read| read.numbers.len());
        let place = (0..paths.len()).filter(|place| fewest(place).is_some()).min_by_key(fewest)?;
        let bytes = disk::up_to(&paths[place], LARGEST_FILE).ok()?;
        let (name, cards) = (findings[place].name(), &findings[place].cards()?.numbers);
        let shows_deck = |theme: &Theme| {
            let faces = Faces::fitting_on(theme, self.deck, cards).ok()?;
            let printed = PrintedDeck::from_cards(&faces, cards).ok()?;
            let expectation = Expectation::default();
            Some(Finding::check(name, &bytes, &expectation, Some(&printed)).shows_deck())
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
        // Misprints of a few figures do not match anything. So each language may be tried, the likeliest
        // first.
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
                shows_deck(&drawn)?.then_some(Appearance { theme, words })
            })?;
        Some(self.describe(&found))
    }

    /// The fault of cards that carry a code although none was given, or the reverse. The address of the code
    /// is not known, so its modules are ignored.
    pub fn coded_otherwise(&self, findings: &[Finding], paths: &[PathBuf]) -> Option<Problem> {
        let is_coded = self.theme.companion_address().is_none();
        let theme = match is_coded {
            true => self.theme.clone().with_companion_address(UNKNOWN_ADDRESS.parse().ok()?),
            false => self.theme.without_companion_address(),
        };
        let unlike = findings.iter().zip(paths).filter(|(finding, _)| !finding.shows_deck());
        let with_cards = unlike.filter_map(|(own, path)| Some((own, path, own.cards()?)));
        let (finding, path, read) = with_cards.min_by_key(|(.., read)| read.numbers.len())?;
        let bytes = disk::up_to(path, LARGEST_FILE).ok()?;
        let faces = Faces::fitting_on(&theme, self.deck, &read.numbers).ok()?;
        let printed = PrintedDeck::from_cards(&faces, &read.numbers).ok()?;
        let drawn = Expectation::default().with_card(theme.format()).with_drawing();
        let finding = Finding::check(finding.name(), &bytes, &drawn, Some(&printed));
        let (read, seen) = (finding.cards()?, finding.seen()?);
        // A code covers more places than the list of one fault holds.
        let is_of_code = |own: &SeenDifference| match &own.place {
            Some(place) => place.contains("code"),
            None => own.reason.starts_with("differs in"),
        };
        let is_whole = seen.differences.iter().all(|own| is_coded && is_of_code(own));
        let is_seen = seen.faces > 0 && seen.not_compared.is_empty();
        (read.agrees() && is_whole && is_seen).then(|| match is_coded {
            true => Problem::coded("preflight.code", "the cards carry a code")
                .accepts("--code ADDRESS, the address that it opens"),
            false => {
                Problem::coded("preflight.code", "the cards carry no code").accepts("no --code")
            }
        })
    }

    /// The fault of pages that are cut to another size, or drawn further inside the cut as a vendor requires,
    /// if they match the deck otherwise. `drawn` is the theme in its own size.
    pub fn cut_otherwise(
        &self,
        findings: &[Finding],
        paths: &[PathBuf],
        drawn: &Theme,
    ) -> Option<Problem> {
        let own = self.theme.format();
        let files = findings.iter().zip(paths).filter(|(finding, _)| !finding.shows_deck());
        // A page without a known card has no differences. Fronts and backs may be two files.
        let cut =
            files.filter_map(|(finding, path)| Some((finding.name(), path, finding.cut_mm()?)));
        cut.take(2).find_map(|(name, path, cut_mm)| {
            let bytes = disk::up_to(path, LARGEST_FILE).ok()?;
            let mut tried = vec![own];
            let (given, _) = cuts(drawn, cut_mm).find(|(_, theme)| {
                let format = theme.format();
                let is_new = !tried.contains(&format);
                tried.push(format);
                is_new && is_as_large(format, cut_mm) && self.is_shown(theme, name, &bytes)
            })?;
            let message = match is_as_large(own, cut_mm) {
                true => "the cards are drawn further inside the cut than in this theme".to_owned(),
                false => format!(
                    "the pages are cut to {} mm, the cards of this theme to {} mm",
                    sides(cut_mm, " × "),
                    sides([own.trim_width_mm(), own.trim_height_mm()], " × ")
                ),
            };
            Some(Problem::coded("preflight.other-size", message).accepts(given))
        })
    }

    /// Whether a file shows most of the deck in this theme.
    fn is_shown(&self, theme: &Theme, name: &str, bytes: &[u8]) -> bool {
        PrintedDeck::new(self.deck, theme).is_ok_and(|printed| {
            let finding = Finding::check(name, bytes, &Expectation::default(), Some(&printed));
            finding.cards().is_some() && !finding.is_unlike_deck()
        })
    }

    fn describe(&self, look: &Appearance<'_>) -> Problem {
        let against = |given: Option<&str>| given.unwrap_or("the deck's own").to_owned();
        let (mut looks, mut accepted) = (Vec::new(), Vec::new());
        if let Some(theme) = look.theme {
            looks.push(format!("theme {theme}, not {}", against(self.chosen.name())));
            let is_own = self.deck.theme().unwrap_or(USUAL_THEME) == theme;
            let own = "the deck's own: no --theme".to_owned();
            accepted.push(if is_own { own } else { format!("--theme {theme}") });
        }
        if let Some(words) = look.words {
            looks.push(format!("words {words}, not {}", against(self.chosen.languages().given())));
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

/// A placeholder for the unknown address of a code.
const UNKNOWN_ADDRESS: &str = "https://a.example";

/// Whether most of each file with cards differs, so that the comparison is likely wrong.
pub fn all_differ(findings: &[Finding]) -> bool {
    findings.iter().filter(|finding| finding.cards().is_some()).all(Finding::is_unlike_deck)
}

/// The tolerance for a side of a cut, in millimetres.
const CUT_SLACK_MM: f64 = 0.4;

fn is_as_large(format: Format, cut_mm: [f64; 2]) -> bool {
    let own = [format.trim_width_mm(), format.trim_height_mm()];
    own.iter().zip(cut_mm).all(|(own, cut)| (own - cut).abs() <= CUT_SLACK_MM)
}

/// The theme as it may have been printed on pages of this cut, each with its options: in that size, and as
/// vendors require it.
fn cuts(drawn: &Theme, cut_mm: [f64; 2]) -> impl Iterator<Item = (String, Theme)> {
    let is_it = |(_, size): &(&str, CardSize)| {
        let sides = [size.width_mm(), size.height_mm()];
        sides.iter().zip(cut_mm).all(|(side, cut)| (side - cut).abs() < NAMED_MM)
    };
    let given = CardSize::named()
        .find(is_it)
        .map_or_else(|| sides(cut_mm, "x"), |(name, _)| name.to_owned());
    let sized = given.parse().ok().and_then(|size| drawn.sized(size).ok());
    let by_size = sized.clone().map(|theme| (format!("--size {given}"), theme));
    let vendors =
        Vendor::built_in_names().filter_map(|name| Some((name, Vendor::built_in(name).ok()?)));
    let by_vendor = vendors.flat_map(move |(name, vendor)| {
        let own = vendor.fitted(drawn).ok().map(|theme| (format!("--vendor {name}"), theme));
        let other = sized.as_ref().and_then(|sized| vendor.inset(sized).ok());
        own.into_iter().chain(other.map(|theme| (format!("--vendor {name} --size {given}"), theme)))
    });
    by_size.into_iter().chain(by_vendor)
}

/// The tolerance for a named size, in millimetres: two of them differ by 0.15 mm.
const NAMED_MM: f64 = 0.05;

/// Width and height in millimetres.
fn sides(mm: [f64; 2], between: &str) -> String {
    mm.map(|side| rounded(side, 2)).join(between)
}
