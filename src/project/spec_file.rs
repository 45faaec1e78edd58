//! A spec and the files it names: theme, words, sheets and tables.

use std::path::{Path, PathBuf};

use crate::asset_path::{self, PathError};
use crate::deck::{CheckRule, Deck, Part};
use crate::diagnostic::{Problem, Problems, quoted};
use crate::face::{Extra, Format, Theme, Words};
use crate::input::disk;
use crate::input::encoding::decode;
use crate::input::limits::TABLE_FILE;
use crate::render::sheet::{Packing, Sheet};
use crate::spec::{FileName, PRESETS, Spec};

use super::named::{read_sheet, read_theme, read_words};

/// A spec and the folder of the files it names.
#[derive(Debug)]
pub struct SpecFile {
    /// The spec.
    pub spec: Spec,
    /// The spec's file; `None` for a preset, which names only built-in items.
    path: Option<PathBuf>,
}

impl SpecFile {
    /// A preset.
    pub fn from_preset(spec: Spec) -> Self {
        Self { spec, path: None }
    }

    /// A spec that was read from this file, or will be written there.
    pub fn at(spec: Spec, path: PathBuf) -> Self {
        Self { spec, path: Some(path) }
    }

    /// The deck of a preset, with theme, checks, dice and elements of the preset where its file does not name
    /// them. Some of these keys are omitted if empty, so a file that lost one looks like one that never had
    /// it. Other decks are unchanged.
    pub fn restored(deck: Deck) -> Deck {
        let own = deck.origin().filter(|origin| origin.spec_file.is_none());
        let digest = own.map(|origin| origin.spec_digest);
        let mut specs = PRESETS.iter().filter_map(|preset| preset.spec().ok());
        let Some(spec) = digest.and_then(|digest| specs.find(|spec| spec.digest == digest)) else {
            return deck;
        };
        let mut imprint = deck.imprint().clone();
        if imprint.check == CheckRule::default() {
            imprint.check = spec.imprint.check;
        }
        imprint.game = imprint.game.or(spec.imprint.game);
        let theme = deck.theme().unwrap_or(&spec.theme.name).to_owned();
        let effect = spec.has(Part::Effect).then(|| spec.effect.dice());
        let effect = deck.effect_dice().or(effect);
        let deck = deck.with_prone(spec.hit.shown_when_prone());
        let (mut labels, mut dice) = (Vec::new(), Vec::new());
        for element in spec.elements {
            if let Some(how) = element.how {
                imprint.elements.entry(element.id.clone()).or_insert(how);
            }
            if let Some(own) =
                deck.element_dice(&element.id).map(|dice| dice.to_string()).or(element.dice)
            {
                dice.push((element.id.clone(), own));
            }
            let label = deck.element_label(&element.id).to_owned();
            labels.push(match label == element.id {
                true => (element.id, element.label),
                false => (element.id, label),
            });
        }
        let deck = deck.with_theme(theme).with_imprint(imprint).with_effect_dice(effect);
        deck.with_element_dice(dice).with_element_labels(labels)
    }

    /// The deck made from this spec, with the names of spec and theme.
    pub fn known_to(&self, deck: Deck) -> Deck {
        let Some(name) = self.path.as_deref().and_then(asset_path::name_of) else { return deck };
        let (theme, words) = (self.theme_name(), self.words_name());
        deck.from_spec_file(&name).with_theme(theme).with_words(words)
    }

    /// The name of the spec's theme in the deck file.
    pub fn theme_name(&self) -> String {
        self.name_in_deck(&self.spec.theme.name, disk::is_folder)
    }

    /// The name of the spec's words in the deck file.
    pub fn words_name(&self) -> Option<String> {
        Some(self.name_in_deck(&self.spec.words.as_ref()?.name, disk::is_file))
    }

    /// The name in a deck file of something built in, or of a file or folder next to the spec.
    fn name_in_deck(&self, name: &str, exists: fn(&Path) -> bool) -> String {
        let own = self.folder().map(|folder| folder.join(name)).filter(|path| exists(path));
        own.as_deref().and_then(asset_path::name_of).unwrap_or_else(|| name.to_owned())
    }

    /// The words that the spec names, or English.
    ///
    /// # Errors
    /// An unknown name, at its place in the spec, or the faults of the words file.
    pub fn words(&self) -> Result<Words, Problems> {
        let Some(name) = &self.spec.words else { return Ok(Words::usual()) };
        match self.beside(name)?.filter(|path| disk::is_file(path)) {
            Some(path) => read_words(&path.display().to_string()),
            None => Words::built_in(&name.name).map_err(|_| {
                let known: Vec<&str> = Words::built_in_names().collect();
                let message =
                    format!("{} is neither a file here nor a language", quoted(&name.name));
                let accepted = format!("a TOML file of words, or {}", known.join(", "));
                located(Problem::coded("words.unknown", message).accepts(accepted), name)
            }),
        }
    }

    /// The file of the words that the spec names, unless they are built in.
    fn words_file(&self) -> Option<PathBuf> {
        self.beside(self.spec.words.as_ref()?).ok().flatten().filter(|path| disk::is_file(path))
    }

    /// The theme that the spec names, in the words that it names.
    ///
    /// # Errors
    /// The faults of both, and extra cards that the theme does not have.
    pub fn dressed(&self) -> Result<Theme, Problems> {
        match (self.theme(), self.words()) {
            (Ok(theme), Ok(words)) => {
                listed_extras(&theme, &self.spec.extra_cards)?;
                Ok(theme.in_words(words))
            }
            (theme, words) => {
                let mut problems = theme.err().unwrap_or_default();
                problems.extend(words.err().unwrap_or_default());
                Err(problems)
            }
        }
    }

    fn folder(&self) -> Option<&Path> {
        self.path.as_deref().map(|path| path.parent().unwrap_or(Path::new("")))
    }

    /// The folder of the theme that the spec names, unless it is built in.
    fn theme_folder(&self) -> Option<PathBuf> {
        self.beside(&self.spec.theme).ok().flatten().filter(|path| disk::is_folder(path))
    }

    /// The files on which the look of the cards depends, existing or not: those of theme and words, and the
    /// link targets of a known theme's pictures. Built-in files are not included.
    pub fn look_files(&self, theme: Option<&Theme>) -> Vec<PathBuf> {
        let folder = self.theme_folder();
        let own = folder.iter().flat_map(|folder| Theme::files(folder));
        let linked = folder
            .iter()
            .flat_map(|folder| theme.map_or_else(Vec::new, |theme| theme.linked_files(folder)));
        let extras = folder.iter().flat_map(|folder| {
            let names = self.spec.extra_cards.iter();
            names.map(|card| folder.join(Theme::extra_file(&card.name)))
        });
        own.chain(linked).chain(extras).chain(self.words_file()).collect()
    }

    /// The theme that the spec names.
    ///
    /// # Errors
    /// An unknown name, at its place in the spec, or the faults of the theme's files.
    pub fn theme(&self) -> Result<Theme, Problems> {
        let name = &self.spec.theme;
        match self.beside(name)?.filter(|path| disk::is_folder(path)) {
            Some(path) => read_theme(&path.display().to_string()),
            None => Theme::built_in(&name.name).map_err(|_| {
                let known: Vec<&str> = Theme::built_in_names().collect();
                let message =
                    format!("{} is neither a folder here nor a built-in theme", quoted(&name.name));
                let accepted = format!("a folder with theme.toml, or {}", known.join(", "));
                located(Problem::coded("theme.unknown", message).accepts(accepted), name)
            }),
        }
    }

    /// The sheets that the spec names.
    pub fn sheets(&self) -> Vec<Result<Sheet, Problems>> {
        let sheet = |name: &FileName| match self.beside(name)?.filter(|path| disk::is_file(path)) {
            Some(path) => read_sheet(&path.display().to_string()),
            None => Sheet::built_in(&name.name).map_err(|_| {
                let known: Vec<&str> = Sheet::built_in_names().collect();
                let message =
                    format!("{} is neither a file here nor a built-in sheet", quoted(&name.name));
                let accepted = format!("a TOML file, or {}", known.join(", "));
                located(Problem::coded("sheet.unknown", message).accepts(accepted), name)
            }),
        };
        self.spec.sheets.iter().map(sheet).collect()
    }

    /// The sheets that the spec names and that hold cards of this format; all of them if none does.
    ///
    /// # Errors
    /// As [`sheets`](Self::sheets).
    pub fn fitting_sheets(&self, format: Format) -> Result<Vec<Sheet>, Problems> {
        let sheets = self.sheets().into_iter().collect::<Result<Vec<_>, Problems>>()?;
        let fits = |sheet: &&Sheet| Packing::new(sheet, format).is_ok();
        let fitting: Vec<Sheet> = sheets.iter().filter(fits).cloned().collect();
        Ok(if fitting.is_empty() { sheets } else { fitting })
    }

    /// The path of a name in the spec's folder; `None` if it does not exist.
    fn beside(&self, name: &FileName) -> Result<Option<PathBuf>, Problems> {
        let Some(folder) = self.folder() else { return Ok(None) };
        match asset_path::find(folder, &name.name) {
            Ok(_) => Ok(Some(folder.join(&name.name))),
            Err(PathError::Outside | PathError::LinkedOutside) => {
                let message = format!("{:?} leads out of the spec's folder", name.name);
                let problem = Problem::coded("file.outside", message);
                Err(located(problem.accepts("a name of something in this folder or below"), name))
            }
            Err(PathError::Unreadable(_) | PathError::NoFile | PathError::Large(_)) => Ok(None),
        }
    }
}

/// Reads a table in the spec's folder or below. A spec may come from other people, and messages quote the
/// files that it names.
pub fn read_table(folder: &Path, name: &str) -> Result<String, String> {
    let bytes = asset_path::read(folder, name, TABLE_FILE.most).map_err(|astray| match astray {
        PathError::Unreadable(error) => error.to_string(),
        astray => format!("it {astray}"),
    })?;
    decode(bytes).map_err(|cause| format!("it is not text: {}", cause.reason))
}

/// The extra cards of a theme that have these names.
///
/// # Errors
/// Every name that the theme does not have, each once.
pub fn listed_extras(theme: &Theme, names: &[FileName]) -> Result<Vec<Extra>, Problems> {
    let mut problems = Problems::new();
    let (mut extras, mut missing) = (Vec::new(), Vec::new());
    for name in names {
        match theme.extra_named(&name.name) {
            Ok(extra) => extras.push(extra),
            // A card that is listed several times is one fault.
            Err(_) if missing.contains(&&name.name) => {}
            Err(problem) => {
                missing.push(&name.name);
                problems.extend(located(problem, name));
            }
        }
    }
    problems.into_result(extras)
}

fn located(problem: Problem, name: &FileName) -> Problems {
    match &name.place {
        Some((source, span)) => problem.at(source, span.clone()).into(),
        None => problem.into(),
    }
}
