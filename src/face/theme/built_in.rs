//! The built-in themes.

use crate::diagnostic::{Problem, Problems, Source};

use super::super::fonts::Fonts;
use super::{FILES, Theme};

/// The files of a built-in theme, in the order of [`FILES`] and then of [`USUAL_FILES`].
type Texts = [&'static str; 5];

macro_rules! built_in {
    ($($name:literal),*) => {
        &[$(($name, [
            include_str!(concat!("../../../templates/themes/", $name, "/theme.toml")),
            include_str!(concat!("../../../templates/themes/", $name, "/card.svg")),
            include_str!(concat!("../../../templates/themes/", $name, "/back.svg")),
            include_str!(concat!("../../../templates/themes/", $name, "/instruction.svg")),
            include_str!(concat!("../../../templates/themes/", $name, "/title.svg")),
        ])),*]
    };
}

/// The files of the usual extra cards.
const USUAL_FILES: [&str; 2] = ["instruction.svg", "title.svg"];

/// The built-in themes by name.
const BUILT_IN: &[(&str, Texts)] =
    built_in!("future-imperfect", "west", "ink-saver", "high-contrast", "large-print");

impl Theme {
    /// The names [`Theme::built_in`] knows.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// A built-in theme.
    ///
    /// # Errors
    /// An unknown name, with the accepted ones.
    pub fn built_in(name: &str) -> Result<Self, Problems> {
        let Some((name, texts)) = BUILT_IN.iter().find(|(known, _)| *known == name) else {
            let names: Vec<&str> = Self::built_in_names().collect();
            let problem = Problem::coded("theme.unknown", format!("unknown theme {name:?}"));
            return Err(problem.accepts(names.join(", ")).into());
        };
        let source =
            |file: &str, text: &str| Source::new(format!("templates/themes/{name}/{file}"), text);
        let mut theme = Self::from_sources([0, 1, 2].map(|file| source(FILES[file], texts[file])))?;
        theme.extras = [0, 1].map(|place| {
            let text = texts[FILES.len() + place];
            Some(source(USUAL_FILES[place], text))
        });
        Ok(theme)
    }

    /// The files of a built-in theme as (file name, text), for a designer's own copy.
    pub fn built_in_files(
        name: &str,
    ) -> Option<impl Iterator<Item = (&'static str, &'static str)>> {
        let (_, texts) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
        Some(FILES.into_iter().chain(USUAL_FILES).zip(*texts))
    }

    /// Whether it is an unchanged built-in theme in its own size and words, without codes.
    pub fn is_as_published(&self) -> bool {
        self.format == self.file.format
            && self.companion.is_none()
            && self.words.are_usual()
            && self.fonts == Fonts::bundled()
            && Self::built_in_files(self.name()).is_some_and(|mut texts| {
                let extras = self.extras().filter_map(|extra| self.extra(extra));
                let sources = [&self.source, &self.card, self.back()].into_iter().chain(extras);
                sources.map(|source| source.text()).eq(texts.by_ref().map(|(_, text)| text))
            })
    }
}
