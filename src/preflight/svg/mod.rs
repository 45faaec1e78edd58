//! Rules for SVG files: card faces and sheets, by whatever program they were written.
//!
//! A print house or a printer's helper opens an SVG in a program of its own choice. The rules ask for what
//! comes out the same in all of them, and on paper.

mod bleed;
mod document;
mod features;
mod images;
mod letters;
mod paint;
mod read;
mod references;
mod text;

use super::expectation::{Expectation, Standard};
use super::outlines::Letters;
use super::page::Page;
use super::read_back::{PrintedDeck, Told};
use super::report::RuleResult;
use super::rule::{Criteria, Rules};
use super::seen::{self, FoundPage, Seen, Shown};
use crate::face::Fonts;
use crate::geometry::MM_PER_PIXEL;

pub(super) use read::is_xml;
use read::{OfSvg, Svg};

/// Every rule.
const RULES: Rules<OfSvg> = Rules(&[
    document::RULES,
    references::RULES,
    features::RULES,
    text::RULES,
    paint::RULES,
    images::RULES,
    bleed::RULES,
]);

/// The names of all rules.
pub(super) fn rules() -> impl Iterator<Item = &'static str> {
    RULES.names()
}

/// A file that could be read.
pub(super) struct File<'t>(Svg<'t>);

/// Opens a file. If it shows a deck, its letters may be those of the theme's own fonts.
///
/// # Errors
/// Why it cannot be read, in words.
pub(super) fn open<'t>(bytes: &'t [u8], deck: Option<&PrintedDeck>) -> Result<File<'t>, String> {
    let text = read::text(bytes)?;
    let svg = match deck {
        Some(deck) => Svg::read(text, deck.fonts(), deck.letters()),
        None => Svg::read(text, &Fonts::bundled(), &Letters::default()),
    };
    svg.map(File)
}

impl File<'_> {
    /// Every rule and what became of it.
    pub(super) fn check(&self, expectation: &Expectation) -> Vec<RuleResult> {
        RULES.judge(&self.0, &Criteria { standard: Standard::Plain, expectation })
    }

    /// What it says it is in a title.
    pub(super) fn told(&self) -> Option<Told> {
        let titles = self.0.xml.descendants().filter(|node| node.has_tag_name("title"));
        titles.filter_map(|title| title.text()).find_map(Told::read)
    }

    /// Its one page with its letters.
    pub(super) fn page(&self) -> Page {
        letters::page(&self.0.outlined, &self.0.tree)
    }

    /// Draws it; what is seen of the faces on its page if a deck is given. Its name may tell which back it
    /// is.
    ///
    /// # Errors
    /// If it has more than is looked at, in words.
    pub(super) fn look(
        &mut self,
        name: &str,
        page: &Page,
        deck: Option<&PrintedDeck>,
    ) -> Result<Option<Seen>, String> {
        // No card has filters, some of which take any time there is.
        if !self.0.tree.filters().is_empty() {
            return Ok(None);
        }
        let size = self.0.tree.size();
        let [width, height] =
            [size.width(), size.height()].map(|side| f64::from(side) * MM_PER_PIXEL);
        let paper = [0.0, 0.0, width, height];
        // Told by a rule of its own.
        let may_be_bare = self.0.tree.root().children().is_empty();
        let mut found = FoundPage::of(page, paper, paper, may_be_bare, deck)?;
        let named = deck.and_then(|deck| deck.looks().named(name));
        if let (Some(named @ Shown::Back(_)), [own]) = (named, found.standing.as_mut_slice())
            && matches!(own.shown, Shown::Back(_))
        {
            (own.shown, found.is_named) = (named, true);
        }
        let look = seen::vector(&self.0.tree, &found, deck.map(PrintedDeck::looks));
        self.0.looked = Some(look.faults);
        Ok(look.seen)
    }
}
