//! Reads a theme and everything in its folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::asset_path;
use crate::deck::USUAL_EXTRA_CARDS;
use crate::diagnostic::{Problem, Problems, Source, quoted};
use crate::input::disk;
use crate::input::file::{self, ReadError};
use crate::input::limits::{TEMPLATE_FILE, TOML_FILE};

use super::super::back_tables::{self, BackTemplate};
use super::super::extra::{self, OwnExtra};
use super::super::fonts::Fonts;
use super::super::own_fonts;
use super::super::profile::{PROFILE_NAME, Profile};
use super::super::raster::{Links, Separation};
use super::super::theme_file::{PictureInks, ThemeFile};
use super::super::{Product, Words};
use super::{FILES, Theme};

impl Theme {
    /// Reads a theme from a folder.
    ///
    /// # Errors
    /// Files that cannot be read, or every fault of `theme.toml` with its place. Faults of the templates,
    /// also missing pictures, are reported when the templates are checked or bound.
    pub fn read(folder: &Path) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        let mut text = |name: &str, limit, is_needed: bool| {
            let path = folder.join(name);
            let wanted = is_needed || disk::is_file(&path);
            let text = wanted.then(|| file::text(&path, limit)).transpose();
            let text = text.unwrap_or_else(|error| {
                problems.push(unreadable(error));
                None
            });
            text.map(|text| Source::new(path.display().to_string(), text))
        };
        let extras =
            USUAL_EXTRA_CARDS.map(|name| text(&Self::extra_file(name), TEMPLATE_FILE, false));
        let own_names = extra::own_names(folder);
        let own = own_names.iter().flatten().filter_map(|name| {
            let source = text(&Self::extra_file(name), TEMPLATE_FILE, true)?;
            Some(OwnExtra { name: name.clone(), source })
        });
        let own_extras: Vec<OwnExtra> = own.collect();
        let products = Product::ALL.map(|product| text(product.file(), TEMPLATE_FILE, false));
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
        if let Err(problem) = own_names {
            problems.push(problem);
        }
        match (file, theme, card) {
            (Some(file), Some(source), Some(card)) if back.is_some() || has_own_backs => {
                let theme = Self::assembled(file, source, card, back);
                match (Self { extras, own_extras, products, ..theme }).linked(folder) {
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

    /// The paths in `folder` that a theme is read from, existing or not, and the folder of its fonts.
    pub fn files(folder: &Path) -> Vec<PathBuf> {
        let own = extra::own_names(folder).unwrap_or_default();
        let extras = USUAL_EXTRA_CARDS.into_iter().chain(own.iter().map(String::as_str));
        let extras = extras.map(|name| folder.join(Self::extra_file(name)));
        let files = FILES.into_iter().chain(Product::ALL.map(Product::file));
        files.map(|file| folder.join(file)).chain(extras).chain(own_fonts::files(folder)).collect()
    }

    /// The paths in `folder` of linked pictures, existing or not, of the separation profile, and of the backs
    /// that the theme names.
    pub fn linked_files(&self, folder: &Path) -> Vec<PathBuf> {
        let profile = self.file.pictures.as_ref().map(|pictures| pictures.profile.as_str());
        let profile = profile.filter(|name| *name != PROFILE_NAME).and_then(asset_path::below);
        let mut files = self.links.files(folder);
        files.extend(profile.map(|name| folder.join(name)));
        files.extend(self.file.backs.iter().map(|table| folder.join(&table.file)));
        files
    }

    /// A theme without extra cards, from the texts of `theme.toml`, `card.svg` and `back.svg`.
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
            separation: separation(&file, Profile::bundled()),
            format: file.format,
            file,
            source,
            card,
            backs: back.map(usual).into_iter().collect(),
            extras: [None, None],
            own_extras: Vec::new(),
            products: Product::ALL.map(|_| None),
            links: Links::default(),
            companion: None,
            words: Words::usual().into(),
            fonts: Fonts::bundled(),
        }
    }

    /// Adds the other files in `folder`: the backs that the theme names, the pictures that its templates link
    /// to, and the fonts in `fonts/`.
    ///
    /// # Errors
    /// Missing backs, unusable fonts, and an unsupported separation profile.
    pub fn linked(self, folder: &Path) -> Result<Self, Problems> {
        let mut problems = Problems::new();
        let own = back_tables::templates(folder, &self.source, &self.file.backs);
        let own = own.map_err(|faults| problems.extend(faults)).unwrap_or_default();
        let usual = self.backs.iter().filter(|back| back.table.is_none()).cloned();
        let backs: Vec<BackTemplate> = usual.chain(own).collect();
        let extras = self.extras().filter_map(|extra| self.extra(extra));
        let of_backs = backs.iter().map(|back| &back.source);
        let links = Links::new(folder, [&self.card].into_iter().chain(of_backs).chain(extras));
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

    /// The separation profile of its pictures.
    fn profile(&self, folder: &Path) -> Result<Arc<Profile>, Problem> {
        let named = self.file.pictures.as_ref().filter(|of| of.profile != PROFILE_NAME);
        let Some(PictureInks { profile: name, span, .. }) = named else {
            return Ok(Profile::bundled());
        };
        let read = asset_path::read(folder, name, PROFILE_BYTES).map_err(|e| e.to_string());
        let profile = read.and_then(|icc| Profile::read(&icc).map_err(str::to_owned));
        profile.map(Arc::new).map_err(|fault| {
            let message = format!("the profile {} {fault}", quoted(name));
            Problem::coded("theme.profile", message).at(&self.source, span.clone()).accepts(
                format!("{PROFILE_NAME:?}, or a press's ICC profile in the theme's folder"),
            )
        })
    }
}

/// The largest profile that is read, in bytes: those of presses have two or three million.
const PROFILE_BYTES: usize = 16_000_000;

/// The separation by the file's settings and this profile.
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
