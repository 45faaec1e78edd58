//! Products with templates of their own beside the cards, such as the tuck box. A theme may replace them.

mod content;
mod fill;
mod picture;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use crate::diagnostic::{Problems, Source};
use crate::geometry::{Mm, Size};

use super::{Drawing, Fonts, Theme, Words};

pub(crate) use content::{Content, Picture, SLOT};

/// A product with a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// The tuck box.
    TuckBox,
    /// The folded leaf.
    Leaf,
    /// The card with each of its parts explained.
    Explained,
    /// The card of the changes of a reprint.
    Changelog,
}

impl Product {
    /// All products.
    pub const ALL: [Self; 4] = [Self::TuckBox, Self::Leaf, Self::Explained, Self::Changelog];

    /// The file of its template, in `templates/products` and in a theme's folder.
    pub fn file(self) -> &'static str {
        match self {
            Self::TuckBox => "tuck-box.svg",
            Self::Leaf => "leaf.svg",
            Self::Explained => "explained.svg",
            Self::Changelog => "changelog.svg",
        }
    }

    /// The built-in template.
    pub fn built_in(self) -> Arc<Source> {
        let text = match self {
            Self::TuckBox => include_str!("../../../templates/products/tuck-box.svg"),
            Self::Leaf => include_str!("../../../templates/products/leaf.svg"),
            Self::Explained => include_str!("../../../templates/products/explained.svg"),
            Self::Changelog => include_str!("../../../templates/products/changelog.svg"),
        };
        Source::new(format!("templates/products/{}", self.file()), text)
    }

    /// Whether every text of this content fits.
    pub(crate) fn holds(self, theme: &Theme, content: &Content) -> bool {
        // The size of the page changes no region.
        let size = Size { width: Mm(100.0), height: Mm(100.0) };
        let template = theme.product(self);
        fill::fill(&template, content, size, "", theme.words(), theme.fonts()).is_ok()
    }

    /// The SVG of a page without a title, for use as a picture on another page.
    ///
    /// # Errors
    /// Those of [`page`](Self::page).
    pub(crate) fn svg(
        self,
        theme: &Theme,
        content: &Content,
        size: Size,
    ) -> Result<String, Problems> {
        let template = theme.product(self);
        let root = fill::fill(&template, content, size, "", theme.words(), theme.fonts())?;
        Ok(root.to_svg())
    }

    /// A page from its template in a theme. `subject` is its title, by which preflight identifies it.
    ///
    /// # Errors
    /// Faults of the template with their places: unknown names, regions without a slot, texts that do not
    /// fit.
    pub(crate) fn page(
        self,
        theme: &Theme,
        content: &Content,
        size: Size,
        subject: &str,
    ) -> Result<Drawing, Problems> {
        let template = theme.product(self);
        let (words, fonts): (&Words, &Fonts) = (theme.words(), theme.fonts());
        Drawing::new(fill::fill(&template, content, size, subject, words, fonts)?, fonts)
    }
}

/// The template of the calibration sheet.
pub(crate) const CALIBRATION: (&str, &str) = (
    "templates/products/calibration.svg",
    include_str!("../../../templates/products/calibration.svg"),
);

/// The template of the pictures for a shop's page.
pub(crate) const SCREEN: (&str, &str) =
    ("templates/products/screen.svg", include_str!("../../../templates/products/screen.svg"));

/// The template of the contact sheet of themes.
pub(crate) const CONTACT: (&str, &str) =
    ("templates/products/contact.svg", include_str!("../../../templates/products/contact.svg"));

/// The template of the zones over a proof.
pub(crate) const PROOF: (&str, &str) =
    ("templates/products/proof.svg", include_str!("../../../templates/products/proof.svg"));

/// A page from a built-in template without a theme, given by name and text: in English, with the bundled
/// fonts.
///
/// # Errors
/// Texts that do not fit.
pub(crate) fn built_in_page(
    (name, text): (&str, &str),
    content: &Content,
    size: Size,
) -> Result<String, Problems> {
    let (words, fonts) = (Words::usual(), Fonts::bundled());
    let root = fill::fill(&Source::new(name, text), content, size, "", &words, &fonts)?;
    Ok(root.to_svg())
}
