//! Themes: card and back templates with their swatches.

mod built_in;
mod read;

use std::sync::Arc;

use crate::deck::{Deck, Field};
use crate::diagnostic::{Problem, Problems, Source};

use super::back_place::BackPlace;
use super::back_tables::BackTemplate;
use super::extra::OwnExtra;
use super::fit::Fit;
use super::fonts::Fonts;
use super::layout::Growth;
use super::raster::{Links, Separation};
use super::theme_file::{Hidden, ThemeFile};
use super::values::Values;
use super::{CardSize, CompanionAddress, Extra, Format, Palette, Product, Words};

/// The look of a deck: a folder with `theme.toml`, `card.svg`, `back.svg` or several backs, and optionally
/// `instruction.svg`, `title.svg` and `extra-*.svg` for extra cards.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    file: ThemeFile,
    source: Arc<Source>,
    card: Arc<Source>,
    /// At least one; `back.svg` is the first.
    backs: Vec<BackTemplate>,
    /// In the order of [`Extra::USUAL`].
    pub(super) extras: [Option<Arc<Source>>; Extra::USUAL.len()],
    /// Its further extra cards, by name.
    pub(super) own_extras: Vec<OwnExtra>,
    /// Its own templates of products, in the order of [`Product::ALL`].
    products: [Option<Arc<Source>>; Product::ALL.len()],
    /// The files that the pictures of the templates link to.
    links: Links,
    /// How its colour pictures become inks.
    separation: Separation,
    /// The size it is printed in.
    format: Format,
    /// The address in the code on each card.
    companion: Option<CompanionAddress>,
    /// The language of its cards.
    words: Arc<Words>,
    /// The fonts available to it.
    fonts: Fonts,
}

/// The files of every theme, except that backs may have other names.
const FILES: [&str; 3] = ["theme.toml", "card.svg", "back.svg"];

impl Theme {
    /// Whether the theme declares that it does not show a field.
    pub(super) fn hides(&self, field: &Field) -> bool {
        self.file.hides.iter().any(|hidden| match hidden {
            Hidden::Part(part) => field.part() == Some(*part),
            Hidden::Element(id) => *field == Field::Extra(id.clone()),
        })
    }

    /// How parts use height that a deck leaves free.
    pub(super) fn growth(&self) -> &Growth {
        &self.file.growth
    }

    /// The short name, by convention the folder's, such as `future-imperfect`.
    pub fn name(&self) -> &str {
        &self.file.name
    }

    /// The display name, such as `Future Imperfect`.
    pub fn title(&self) -> &str {
        &self.file.title
    }

    /// The theme for another card size: the drawings are scaled evenly until their safe zone fits the new
    /// one, and their ground fills the rest. Bleed and safe margin stay the same.
    ///
    /// # Errors
    /// A shape so different that more than a quarter of a side would be bare, or a size too small for bleed
    /// and safe margin.
    pub fn sized(&self, size: CardSize) -> Result<Self, Problems> {
        self.in_format(size.width_mm(), size.height_mm(), self.drawn_format().safe_mm())
    }

    /// The theme with this safe margin in millimetres: the drawings are scaled as in [`sized`](Self::sized).
    ///
    /// # Errors
    /// As [`sized`](Self::sized).
    pub fn with_safe_margin(&self, safe_mm: f64) -> Result<Self, Problems> {
        self.in_format(self.format.trim_width_mm(), self.format.trim_height_mm(), safe_mm)
    }

    fn in_format(&self, width_mm: f64, height_mm: f64, safe_mm: f64) -> Result<Self, Problems> {
        let drawn = self.drawn_format();
        let format = Format::new(width_mm, height_mm, drawn.bleed_mm(), safe_mm)
            .map_err(|error| Problem::coded("theme.size", error.to_string()))?;
        Fit::check(drawn, format).map_err(|problem| {
            let message = format!("theme {}: {}", self.name(), problem.message());
            problem.reworded(message)
        })?;
        Ok(Self { format, ..self.clone() })
    }

    /// The theme with a code on each card, which opens the companion page at this address.
    pub fn with_companion_address(self, address: CompanionAddress) -> Self {
        Self { companion: Some(address), ..self }
    }

    /// The theme with its cards in these words.
    #[must_use]
    pub fn in_words(self, words: Words) -> Self {
        Self { words: words.into(), ..self }
    }

    /// The words the cards are printed in.
    pub fn words(&self) -> &Arc<Words> {
        &self.words
    }

    /// The fonts available to it.
    pub fn fonts(&self) -> &Fonts {
        &self.fonts
    }

    /// The fit of its drawings into its size; `None` if they were drawn for it.
    pub(super) fn fit(&self) -> Option<Fit> {
        Fit::new(self.drawn_format(), self.format())
    }

    /// The values of a deck for its templates, without a card.
    pub(super) fn values<'v>(&'v self, deck: &'v Deck, edition: &'v str) -> Values<'v> {
        let scale = self.fit().map_or(1.0, |fit| fit.scale());
        Values { deck, words: &self.words, fonts: &self.fonts, scale, edition, card: None }
    }

    /// The theme without codes.
    pub fn without_companion_address(&self) -> Self {
        Self { companion: None, ..self.clone() }
    }

    /// The address in the code on each card; `None` without codes.
    pub fn companion_address(&self) -> Option<&CompanionAddress> {
        self.companion.as_ref()
    }

    /// The size of the card.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The size that the templates are drawn for; differs from [`format`](Self::format) if the theme was
    /// [`sized`](Self::sized).
    pub fn drawn_format(&self) -> Format {
        self.file.format
    }

    /// The swatches.
    pub fn palette(&self) -> &Palette {
        &self.file.palette
    }

    /// The source of `theme.toml`.
    pub fn file(&self) -> &Arc<Source> {
        &self.source
    }

    /// The template of the front.
    pub fn card(&self) -> &Arc<Source> {
        &self.card
    }

    /// The template of the back; the one of [`BackPlace::FIRST`] if there are several.
    pub fn back(&self) -> &Arc<Source> {
        &self.backs[0].source
    }

    /// The names of its backs in order: their file names without extension.
    pub fn back_names(&self) -> impl Iterator<Item = (BackPlace, &str)> {
        let names = self.backs.iter().map(|back| back.name.as_str());
        BackPlace::all(self.backs.len()).zip(names)
    }

    /// The name of one of its backs.
    pub fn back_name(&self, place: BackPlace) -> &str {
        self.backs.get(place.index()).map_or("back", |back| &back.name)
    }

    /// The name of a back in messages: `the back`, or `the back back-red` if there are several.
    pub fn back_title(&self, place: BackPlace) -> String {
        match self.backs.len() {
            1 => "the back".to_owned(),
            _ => format!("the back {}", self.back_name(place)),
        }
    }

    /// The templates of its backs.
    pub(super) fn back_templates(&self) -> &[BackTemplate] {
        &self.backs
    }

    /// How its colour pictures become inks.
    pub(super) fn separation(&self) -> &Separation {
        &self.separation
    }

    /// The files that the pictures of the templates link to.
    pub(super) fn links(&self) -> &Links {
        &self.links
    }

    /// The template of a product: the theme's own, or the built-in one.
    pub(super) fn product(&self, product: Product) -> Arc<Source> {
        self.own_product(product).cloned().unwrap_or_else(|| product.built_in())
    }

    /// The theme's own template of a product, if any.
    pub fn own_product(&self, product: Product) -> Option<&Arc<Source>> {
        let place = Product::ALL.iter().position(|each| *each == product)?;
        self.products[place].as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_themes_read_and_have_their_names() {
        for name in Theme::built_in_names() {
            let theme = Theme::built_in(name).unwrap_or_else(|problems| panic!("{problems}"));
            assert_eq!(name, theme.name());
        }
    }

    #[test]
    fn built_in_themes_stay_within_the_ink_limit() {
        for name in Theme::built_in_names() {
            let sum = Theme::built_in(name).unwrap().palette().max_ink_sum();
            assert!(sum <= 240.0, "{name}: {sum} %");
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let problems = Theme::built_in("nonesuch").unwrap_err();
        assert!(problems.to_string().contains("future-imperfect"), "{problems}");
    }

    #[test]
    fn missing_files_of_a_folder_are_all_reported() {
        let folder = tempfile::tempdir().unwrap();
        let problems = Theme::read(folder.path()).unwrap_err();
        assert_eq!(FILES.len(), problems.len());
    }

    #[test]
    fn a_theme_is_as_published_until_changed_or_sized() {
        let own = Theme::built_in("west").unwrap();
        assert!(own.is_as_published());
        assert!(!own.sized("tarot".parse().unwrap()).unwrap().is_as_published());
        let changed = Source::new("card.svg", own.card().text().replace("#96281b", "#2c5e84"));
        let changed = Theme { card: changed, ..own.clone() };
        assert!(!changed.is_as_published());
    }

    #[test]
    fn a_theme_copied_to_a_folder_is_the_same_theme() {
        let folder = tempfile::tempdir().unwrap();
        for (file, text) in Theme::built_in_files("future-imperfect").unwrap() {
            std::fs::write(folder.path().join(file), text).unwrap();
        }
        let read = Theme::read(folder.path()).unwrap();
        let built_in = Theme::built_in("future-imperfect").unwrap();
        assert_eq!(built_in.palette(), read.palette());
        assert_eq!(built_in.card().text(), read.card().text());
    }
}
