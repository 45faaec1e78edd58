//! A theme: the card and back templates of one look, and their swatches.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::beside;
use crate::deck::{Deck, Field};
use crate::diagnostic::{Problem, Problems, Source, quoted};

use crate::input::file::{self, ReadError};
use crate::input::limits::{TEMPLATE_FILE, TOML_FILE};

use super::back_place::BackPlace;
use super::back_tables::{self, BackTemplate};
use super::fit::Fit;
use super::fonts::Fonts;
use super::own_fonts;
use super::profile::{PROFILE_NAME, Profile};
use super::raster::{Links, Separation};
use super::theme_file::{Hidden, PictureInks, ThemeFile};
use super::values::Values;
use super::{CardSize, CompanionAddress, Extra, Format, Palette, Words};

/// One look of the deck: a folder with `theme.toml`, `card.svg` and `back.svg` or several backs, and if it
/// has extra cards `instruction.svg` and `title.svg`.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    file: ThemeFile,
    source: Arc<Source>,
    card: Arc<Source>,
    /// At least one; `back.svg` is the first.
    backs: Vec<BackTemplate>,
    /// In the order of [`Extra::ALL`].
    extras: [Option<Arc<Source>>; 2],
    /// What the pictures of the templates are linked to.
    links: Links,
    /// How those in colour become inks.
    separation: Separation,
    /// The size it is printed in.
    format: Format,
    /// What the code on each card opens.
    companion: Option<CompanionAddress>,
    /// In which its cards are printed.
    words: Arc<Words>,
    /// Those it may be drawn with.
    fonts: Fonts,
}

/// The files of a theme of the program, in the order of [`FILES`] and then of [`Extra::ALL`].
type Texts = [&'static str; 5];

const FILES: [&str; 3] = ["theme.toml", "card.svg", "back.svg"];

macro_rules! built_in {
    ($($name:literal),*) => {
        &[$(($name, [
            include_str!(concat!("../../templates/themes/", $name, "/theme.toml")),
            include_str!(concat!("../../templates/themes/", $name, "/card.svg")),
            include_str!(concat!("../../templates/themes/", $name, "/back.svg")),
            include_str!(concat!("../../templates/themes/", $name, "/instruction.svg")),
            include_str!(concat!("../../templates/themes/", $name, "/title.svg")),
        ])),*]
    };
}

/// The themes in the program itself, so that no command needs files beside it.
const BUILT_IN: &[(&str, Texts)] =
    built_in!("future-imperfect", "west", "ink-saver", "high-contrast", "large-print");

impl Theme {
    /// The names [`Theme::built_in`] knows.
    pub fn built_in_names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// A theme that is part of the program.
    ///
    /// # Errors
    /// A problem that lists the names there are.
    pub fn built_in(name: &str) -> Result<Self, Problems> {
        let Some((name, texts)) = BUILT_IN.iter().find(|(known, _)| *known == name) else {
            let names: Vec<&str> = Self::built_in_names().collect();
            let problem = Problem::coded("theme.unknown", format!("there is no theme {name:?}"));
            return Err(problem.accepts(names.join(", ")).into());
        };
        let source =
            |file: &str, text: &str| Source::new(format!("templates/themes/{name}/{file}"), text);
        let mut theme = Self::from_sources([0, 1, 2].map(|file| source(FILES[file], texts[file])))?;
        theme.extras = [0, 1].map(|extra| {
            let text = texts[FILES.len() + extra];
            Some(source(Extra::ALL[extra].file(), text))
        });
        Ok(theme)
    }

    /// The texts of a theme of the program as (file name, text), for a designer's own copy.
    pub fn built_in_files(
        name: &str,
    ) -> Option<impl Iterator<Item = (&'static str, &'static str)>> {
        let (_, texts) = BUILT_IN.iter().find(|(known, _)| *known == name)?;
        Some(FILES.into_iter().chain(Extra::ALL.map(Extra::file)).zip(*texts))
    }

    /// Reads a theme from a folder.
    ///
    /// # Errors
    /// Every file that cannot be read, or every fault of `theme.toml` with its place. What is wrong
    /// inside the templates, also pictures that are not there, is told when they are checked or
    /// bound.
    pub fn read(folder: &Path) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        let mut text = |name: &str, limit, is_needed: bool| {
            let path = folder.join(name);
            let wanted = is_needed || path.is_file();
            let text = wanted.then(|| file::text(&path, limit)).transpose();
            let text = text.unwrap_or_else(|error| {
                problems.push(unreadable(error));
                None
            });
            text.map(|text| Source::new(path.display().to_string(), text))
        };
        let extras = Extra::ALL.map(|extra| text(extra.file(), TEMPLATE_FILE, false));
        let theme = text(FILES[0], TOML_FILE, true);
        let card = text(FILES[1], TEMPLATE_FILE, true);
        let read = theme.as_ref().map(ThemeFile::read);
        // A file with faults may have meant to name backs.
        let has_own_backs = match &read {
            Some(Ok(file)) => !file.backs.is_empty(),
            Some(Err(_)) => true,
            None => false,
        };
        let back = text(FILES[2], TEMPLATE_FILE, !has_own_backs);
        let file = read.transpose().unwrap_or_else(|faults| {
            problems.extend(faults);
            None
        });
        match (file, theme, card) {
            (Some(file), Some(source), Some(card)) if back.is_some() || has_own_backs => {
                let theme = Self::assembled(file, source, card, back);
                match (Self { extras, ..theme }).linked(folder) {
                    Ok(theme) => problems.into_result(theme),
                    Err(faults) => {
                        problems.extend(faults);
                        Err(problems)
                    }
                }
            }
            _ => Err(problems),
        }
    }

    /// The files of `folder` that a theme is read from, whether they are there or not, and the folder of
    /// its fonts.
    pub fn files(folder: &Path) -> Vec<PathBuf> {
        let files = FILES.into_iter().chain(Extra::ALL.map(Extra::file));
        files.map(|file| folder.join(file)).chain(own_fonts::files(folder)).collect()
    }

    /// The files of `folder` that the templates' pictures are linked to, there or not, the profile that
    /// they are separated by, and the backs that the theme names.
    pub fn linked_files(&self, folder: &Path) -> Vec<PathBuf> {
        let profile = self.file.pictures.as_ref().map(|pictures| pictures.profile.as_str());
        let profile = profile.filter(|name| *name != PROFILE_NAME).and_then(beside::below);
        let mut files = self.links.files(folder);
        files.extend(profile.map(|name| folder.join(name)));
        files.extend(self.file.backs.iter().map(|table| folder.join(&table.file)));
        files
    }

    /// A theme without extra cards from the texts of `theme.toml`, `card.svg` and `back.svg`.
    ///
    /// # Errors
    /// Every fault of `theme.toml`, with its place.
    pub fn from_sources([theme, card, back]: [Arc<Source>; 3]) -> Result<Self, Problems> {
        Ok(Self::assembled(ThemeFile::read(&theme)?, theme, card, Some(back)))
    }

    /// The theme of these files alone.
    fn assembled(
        file: ThemeFile,
        source: Arc<Source>,
        card: Arc<Source>,
        back: Option<Arc<Source>>,
    ) -> Self {
        let usual = |source| BackTemplate { name: "back".to_owned(), source, table: None };
        Self {
            separation: separation(&file, Profile::of_the_program()),
            format: file.format,
            file,
            source,
            card,
            backs: back.map(usual).into_iter().collect(),
            extras: [None, None],
            links: Links::default(),
            companion: None,
            words: Words::usual().into(),
            fonts: Fonts::bundled(),
        }
    }

    /// The theme with what lies in `folder` beside its files: the backs that it names, the pictures that
    /// its templates link to, and the fonts in `fonts/`.
    ///
    /// # Errors
    /// Every back that is not there, every font that cannot be drawn with, and a profile that pictures
    /// cannot be separated by.
    pub fn linked(self, folder: &Path) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        let own = back_tables::templates(folder, &self.source, &self.file.backs);
        let own = own.map_err(|faults| problems.extend(faults)).unwrap_or_default();
        let usual = self.backs.iter().filter(|back| back.table.is_none()).cloned();
        let backs: Vec<BackTemplate> = usual.chain(own).collect();
        let extras = self.extras.iter().flatten();
        let of_backs = backs.iter().map(|back| &back.source);
        let links = Links::of(folder, [&self.card].into_iter().chain(of_backs).chain(extras));
        let fonts = own_fonts::read(folder, &self.source, &self.file.fonts);
        let fonts = fonts.map_err(|faults| problems.extend(faults)).ok();
        let profile = self.profile(folder).map_err(|problem| problems.push(problem)).ok();
        match (fonts, profile) {
            (Some(fonts), Some(profile)) if problems.is_empty() => {
                let separation = separation(&self.file, profile);
                Ok(Self { backs, links, fonts, separation, ..self })
            }
            _ => Err(problems),
        }
    }

    /// The profile that its pictures are separated by.
    fn profile(&self, folder: &Path) -> Result<Arc<Profile>, Problem> {
        let named = self.file.pictures.as_ref().filter(|of| of.profile != PROFILE_NAME);
        let Some(PictureInks { profile: name, span, .. }) = named else {
            return Ok(Profile::of_the_program());
        };
        let read = beside::read(folder, name, PROFILE_BYTES).map_err(|e| e.to_string());
        let profile = read.and_then(|icc| Profile::read(&icc).map_err(str::to_owned));
        profile.map(Arc::new).map_err(|fault| {
            let message = format!("the profile {} {fault}", quoted(name));
            Problem::coded("theme.profile", message).at(&self.source, span.clone()).accepts(
                format!("{PROFILE_NAME:?}, or a press's ICC profile in the theme's folder"),
            )
        })
    }

    /// Whether the theme says that it does not show a field.
    pub(super) fn hides(&self, field: &Field) -> bool {
        self.file.hides.iter().any(|hidden| match hidden {
            Hidden::Part(part) => field.part() == Some(*part),
            Hidden::Element(id) => *field == Field::Extra(id.clone()),
        })
    }

    /// The short name: the folder's by custom, such as `future-imperfect`.
    pub fn name(&self) -> &str {
        &self.file.name
    }

    /// Whether it is a theme of the program, unchanged, in its own size and words
    /// and without codes.
    pub fn is_as_published(&self) -> bool {
        self.format == self.file.format
            && self.companion.is_none()
            && self.words.are_usual()
            && self.fonts == Fonts::bundled()
            && Self::built_in_files(self.name()).is_some_and(|mut texts| {
                let extras = self.extras.iter().flatten();
                let sources = [&self.source, &self.card, self.back()].into_iter().chain(extras);
                sources.map(|source| source.text()).eq(texts.by_ref().map(|(_, text)| text))
            })
    }

    /// The name a reader sees, such as `Future Imperfect`.
    pub fn title(&self) -> &str {
        &self.file.title
    }

    /// The theme with its cards in another size: the drawings are scaled evenly until their safe zone
    /// fits the new one, and their ground fills the rest. Bleed and safe margin stay as they are.
    ///
    /// # Errors
    /// A size whose shape is so different that more than a quarter of a side would be bare, or one
    /// too small for bleed and safe margin.
    pub fn sized(&self, size: CardSize) -> Result<Self, Problems> {
        self.in_format(size.width_mm(), size.height_mm(), self.drawn_format().safe_mm())
    }

    /// The theme with everything that matters so far inside the cut, in millimetres: the drawings are
    /// scaled as in [`sized`](Self::sized).
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

    /// The theme with a code on each card that opens the companion page of this address at the card.
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

    /// The fonts that it is drawn with.
    pub fn fonts(&self) -> &Fonts {
        &self.fonts
    }

    /// How its drawings come to its size; `None` if they were drawn for it.
    pub(super) fn fit(&self) -> Option<Fit> {
        Fit::of(self.drawn_format(), self.format())
    }

    /// What its templates can be asked of a deck, without a card.
    pub(super) fn values<'v>(&'v self, deck: &'v Deck, edition: &'v str) -> Values<'v> {
        let scale = self.fit().map_or(1.0, |fit| fit.scale());
        Values { deck, words: &self.words, fonts: &self.fonts, scale, edition, card: None }
    }

    /// The theme without codes.
    pub fn without_companion_address(&self) -> Self {
        Self { companion: None, ..self.clone() }
    }

    /// What the code on each card opens; `None` without codes.
    pub fn companion_address(&self) -> Option<&CompanionAddress> {
        self.companion.as_ref()
    }

    /// The size of the card.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The size the templates are drawn for; [`format`](Self::format) unless the theme was
    /// [`sized`](Self::sized).
    pub fn drawn_format(&self) -> Format {
        self.file.format
    }

    /// The swatches.
    pub fn palette(&self) -> &Palette {
        &self.file.palette
    }

    /// The theme file itself.
    pub fn file(&self) -> &Arc<Source> {
        &self.source
    }

    /// The template of the front.
    pub fn card(&self) -> &Arc<Source> {
        &self.card
    }

    /// The template of the back; of several, that of [`BackPlace::FIRST`].
    pub fn back(&self) -> &Arc<Source> {
        &self.backs[0].source
    }

    /// The names of its backs in their order, which are those of their files without ending.
    pub fn back_names(&self) -> impl Iterator<Item = (BackPlace, &str)> {
        let names = self.backs.iter().map(|back| back.name.as_str());
        BackPlace::all(self.backs.len()).zip(names)
    }

    /// The name of one of its backs.
    pub fn back_name(&self, place: BackPlace) -> &str {
        self.backs.get(place.index()).map_or("back", |back| &back.name)
    }

    /// What messages call one of its backs: `the back`, and of several `the back back-red`.
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

    /// How its pictures in colour become inks.
    pub(super) fn separation(&self) -> &Separation {
        &self.separation
    }

    /// What the pictures of the templates are linked to.
    pub(super) fn links(&self) -> &Links {
        &self.links
    }

    /// The template of an extra card, if the theme has one.
    pub fn extra(&self, extra: Extra) -> Option<&Arc<Source>> {
        let place = Extra::ALL.iter().position(|each| *each == extra)?;
        self.extras[place].as_ref()
    }
}

/// The largest profile that is read, in bytes: presses' own have two or three million.
const PROFILE_BYTES: usize = 16_000_000;

/// How pictures become inks by what the file says and this profile.
fn separation(file: &ThemeFile, profile: Arc<Profile>) -> Separation {
    match &file.pictures {
        None => Separation { profile, ..Separation::default() },
        Some(PictureInks { intent, ink_limit, .. }) => Separation {
            profile,
            intent: *intent,
            ink_limit: *ink_limit,
            takes_screen_colours: true,
        },
    }
}

fn unreadable(error: ReadError) -> Problem {
    match error {
        ReadError::System { path, cause } => Problem::coded(
            "file.system",
            format!("theme file {} is not readable: {cause}", path.display()),
        ),
        refused => refused.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_theme_of_the_program_reads_and_bears_its_own_name() {
        for name in Theme::built_in_names() {
            let theme = Theme::built_in(name).unwrap_or_else(|problems| panic!("{problems}"));
            assert_eq!(name, theme.name());
        }
    }

    #[test]
    fn no_theme_of_the_program_carries_more_ink_than_print_houses_take() {
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
    fn a_folder_without_the_files_names_each_of_them() {
        let folder = tempfile::tempdir().unwrap();
        let problems = Theme::read(folder.path()).unwrap_err();
        assert_eq!(FILES.len(), problems.len());
    }

    #[test]
    fn a_theme_is_as_published_until_it_is_changed_or_sized() {
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
