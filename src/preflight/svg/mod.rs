//! Rules for SVG files, card faces and sheets, from any program.
//!
//! Print houses and users open an SVG in a program of their choice. The rules allow only what all programs draw the
//! same, and what prints.

mod document;
mod features;
mod images;
mod paint;
mod read;
mod references;
mod text;

use super::bleed_coverage::Rim;
use super::expectation::{Expectation, Standard};
use super::page::Page;
use super::read_back::{DeclaredIdentity, PrintedDeck};
use super::report::RuleResult;
use super::rule::{Criteria, Rules};
use super::seen::{self, Compare, FoundPage, Layouts, Placer, SeenFile};
use crate::face::{Fonts, lines};
use crate::geometry::MM_PER_PIXEL;
use crate::render::placement::{PlacementRecord, SVG_ID};
use usvg::roxmltree::Node;

pub(super) use read::is_xml;
use read::{Svg, SvgRules};

/// The table of rules.
const RULES: Rules<SvgRules> = Rules(&[
    document::RULES,
    references::RULES,
    features::RULES,
    text::RULES,
    paint::RULES,
    images::RULES,
]);

/// The names of all rules.
pub(super) fn rules() -> impl Iterator<Item = &'static str> {
    RULES.names()
}

/// A readable file.
pub(super) struct File<'t>(Svg<'t>);

/// Opens a file. With a deck, the fonts of its theme are available.
///
/// # Errors
/// Why it cannot be read, in words.
pub(super) fn open<'t>(bytes: &'t [u8], deck: Option<&PrintedDeck>) -> Result<File<'t>, String> {
    let text = read::text(bytes)?;
    let svg = match deck {
        Some(deck) => Svg::read(text, deck.fonts()),
        None => Svg::read(text, &Fonts::bundled()),
    };
    svg.map(File)
}

impl File<'_> {
    /// The results of all rules.
    pub(super) fn check(&self, expectation: &Expectation) -> Vec<RuleResult> {
        RULES.judge(&self.0, &Criteria { standard: Standard::Plain, expectation })
    }

    /// The identity declared in its title.
    pub(super) fn describe(&self) -> Option<DeclaredIdentity> {
        let titles = self.0.xml.descendants().filter(|node| node.has_tag_name("title"));
        let identity = titles.filter_map(|title| title.text()).find_map(DeclaredIdentity::read)?;
        let record = self.record().and_then(Result::ok);
        Some(identity.with_barcode(record.as_ref()))
    }

    /// Its single page with the letters of its text.
    pub(super) fn page(&self) -> Page {
        let letters = lines(&self.0.tree).into_iter().flat_map(|line| line.glyphs).collect();
        Page { number: None, letters }
    }

    /// Draws the page and compares its faces with the deck, if one is given, or only places them if it is not drawn
    /// completely. The file name may identify the face.
    pub(super) fn look(
        &mut self,
        name: &str,
        page: &Page,
        expectation: &Expectation,
        deck: Option<&PrintedDeck>,
    ) {
        let layouts = deck.map(|deck| Layouts::new(expectation, deck.format()));
        let placer = deck
            .zip(layouts.as_ref())
            .map(|(deck, layouts)| Placer { reference: deck.reference(), layouts });
        let size = self.0.tree.size();
        let [width, height] =
            [size.width(), size.height()].map(|side| f64::from(side) * MM_PER_PIXEL);
        let paper = [0.0, 0.0, width, height];
        let mut found = FoundPage::new(page, paper, paper, deck.map(PrintedDeck::format));
        // Reported by another rule.
        found.may_be_bare = self.0.tree.root().children().is_empty();
        found.named = deck.and_then(|deck| deck.reference().named(name));
        found.record = self.record();
        found.rim = expectation.card.and_then(|card| Rim::for_picture([width, height], card));
        // Cards have no filters, and some filters take unlimited time.
        let can_be_drawn = self.0.tree.filters().is_empty();
        let look = match (expectation.compared(), &placer) {
            _ if !can_be_drawn => return,
            (Compare::OutlinedCards, None) if found.rim.is_none() => return,
            (compare, placer) => seen::vector(&self.0.tree, &found, placer.as_ref(), compare),
        };
        self.0.look = Some(look);
    }

    /// The results of drawing its page.
    pub(super) fn into_look(self) -> SeenFile {
        self.0.look.unwrap_or_default()
    }

    /// The placement record of the page, if it has one.
    fn record(&self) -> Option<Result<PlacementRecord, String>> {
        let is_record = |node: &Node<'_, '_>| {
            node.has_tag_name("metadata") && node.attribute("id") == Some(SVG_ID)
        };
        let node = self.0.xml.descendants().find(is_record)?;
        Some(PlacementRecord::read(node.text().unwrap_or_default()))
    }
}
