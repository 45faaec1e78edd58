//! Fonts in a theme's folder `fonts/`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::asset_path;
use crate::diagnostic::{Problem, Problems, Source, quoted};
use crate::input::disk;
use crate::input::limits::{FONT_FILE, FONTS};

use super::font_file::{ENDINGS, FontFile, OTHER_ENDINGS};
use super::fonts::{Fonts, describe, is_bundled};
use super::theme_file::FontNames;

/// The folder of a theme's fonts.
const FOLDER: &str = "fonts";

/// The paths to watch for a theme's fonts: the folder, which changes when files come or go, and its files.
pub(super) fn files(theme: &Path) -> Vec<PathBuf> {
    let folder = theme.join(FOLDER);
    let files: Vec<PathBuf> = names(theme).into_iter().map(|name| folder.join(name)).collect();
    std::iter::once(folder).chain(files).collect()
}

/// The sorted names of files with a font extension.
fn names(theme: &Path) -> Vec<String> {
    let names = disk::names(&theme.join(FOLDER)).unwrap_or_default();
    let is_font = |name: &String| {
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        ending.is_some_and(|ending| {
            ENDINGS.contains(&ending.as_str()) || OTHER_ENDINGS.contains(&ending.as_str())
        })
    };
    let fonts =
        names.into_iter().filter(|name| is_font(name) && !asset_path::is_of_the_system(name));
    let mut names: Vec<String> = fonts.collect();
    names.sort();
    names
}

/// Reads the fonts. Copies of bundled fonts are replaced by the bundled ones.
///
/// # Errors
/// Files that cannot be read or used, two fonts of the same name, and names in `theme.toml` of missing files.
pub(super) fn read(
    theme: &Path,
    source: &Arc<Source>,
    named: &[FontNames],
) -> Result<Fonts, Problems> {
    let mut problems = Problems::new();
    let files = names(theme);
    if FONTS.is_passed_by(files.len()) {
        let message = format!("the folder {FOLDER} has {}", FONTS.amount(files.len()));
        return Err(Problem::coded("theme.font", message).accepts(FONTS.accepted()).into());
    }
    for names in named.iter().filter(|names| !files.contains(&names.file)) {
        let message = format!("no font {} in {FOLDER}/", quoted(&names.file));
        let problem = Problem::coded("theme.font", message).at(source, names.span.clone());
        problems.push(problem.accepts(match files.is_empty() {
            true => format!("a .ttf or .otf file in {FOLDER}/"),
            false => files.join(", "),
        }));
    }
    let mut own = Vec::new();
    for file in &files {
        match one(theme, file, named) {
            Ok(font) => own.extend(font),
            Err(problem) => problems.push(problem),
        }
    }
    let mut faces: BTreeMap<String, &FontFile> = BTreeMap::new();
    for font in &own {
        if let Some(twin) = faces.insert(describe(&font.info), font) {
            let (one, other) = (quoted(&twin.name), quoted(&font.name));
            let message = format!("fonts {one} and {other} are both {}", describe(&font.info));
            let accepted = format!("[fonts.{other}] in theme.toml with a family of its own");
            problems.push(Problem::coded("theme.font", message).accepts(accepted));
        }
    }
    problems.into_result(())?;
    Ok(if own.is_empty() { Fonts::bundled() } else { Fonts::with(own) })
}

/// Reads a font file; `None` if it is a copy of a bundled one.
fn one(theme: &Path, file: &str, named: &[FontNames]) -> Result<Option<FontFile>, Problem> {
    let bytes = asset_path::read(&theme.join(FOLDER), file, FONT_FILE.most).map_err(|astray| {
        let problem = Problem::coded("theme.font", format!("font {} {astray}", quoted(file)));
        match astray {
            asset_path::PathError::Large(_) => problem.accepts(FONT_FILE.accepted()),
            _ => problem,
        }
    })?;
    let names = named.iter().find(|names| names.file == file).map(|names| &names.names);
    if names.is_none() && is_bundled(&bytes) {
        return Ok(None);
    }
    let font = FontFile::read(file, bytes)?;
    Ok(Some(match names {
        Some(names) => font.renamed(names),
        None => font,
    }))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::face::Theme;
    use crate::face::testing::bundled_font;

    /// A built-in theme in a folder with these fonts and `toml` at the end of its `theme.toml`.
    fn theme(fonts: &[(&str, &[u8])], toml: &str) -> Result<Theme, String> {
        let folder = tempfile::tempdir().unwrap();
        for (file, text) in Theme::built_in_files("ink-saver").unwrap() {
            let added = if file == "theme.toml" { toml } else { "" };
            fs::write(folder.path().join(file), format!("{text}{added}")).unwrap();
        }
        fs::create_dir(folder.path().join(FOLDER)).unwrap();
        for (file, bytes) in fonts {
            fs::write(folder.path().join(FOLDER).join(file), bytes).unwrap();
        }
        let read = Theme::read(folder.path());
        assert_eq!(fonts.len() + 1, files(folder.path()).len());
        read.map_err(|problems| problems.to_string())
    }

    #[test]
    fn copies_of_bundled_fonts_change_nothing_unless_renamed() {
        let plex = bundled_font();
        let same = theme(&[("plex.ttf", &plex)], "").unwrap();
        assert!(same.is_as_published());
        let own = "\n[fonts.\"plex.ttf\"]\nfamily = \"Label\"\nweight = 600\nitalic = true\n";
        let own = theme(&[("plex.ttf", &plex)], own).unwrap();
        assert!(own.fonts().accepted().ends_with(", Label 600 italic"), "{:?}", own.fonts());
        assert!(!own.is_as_published());
    }

    #[test]
    fn system_files_in_the_folder_are_ignored() {
        let plex = bundled_font();
        let folder = tempfile::tempdir().unwrap();
        for (file, text) in Theme::built_in_files("ink-saver").unwrap() {
            fs::write(folder.path().join(file), text).unwrap();
        }
        fs::create_dir(folder.path().join(FOLDER)).unwrap();
        let others = [
            ("._plex.ttf", b"\0\x05\x16\x07"),
            (".DS_Store", b"Bud1"),
            ("Thumbs.db", b"\xd0\xcf\x11\xe0"),
        ];
        for (file, bytes) in [("plex.ttf", &plex[..])]
            .into_iter()
            .chain(others.map(|(file, bytes)| (file, &bytes[..])))
        {
            fs::write(folder.path().join(FOLDER).join(file), bytes).unwrap();
        }
        assert_eq!(["plex.ttf"], *names(folder.path()));
        assert!(Theme::read(folder.path()).is_ok());
    }

    #[test]
    fn every_fault_of_the_fonts_is_reported_at_once() {
        let plex = bundled_font();
        let names = "\n[fonts.\"a.ttf\"]\nfamily = \"Label\"\n[fonts.\"b.otf\"]\nfamily = \"Label\"\n\
            [fonts.\"gone.ttf\"]\nfamily = \"Gone\"\n";
        let reported = theme(&[("a.ttf", &plex), ("b.otf", &plex), ("c.ttc", b"ttcf")], names);
        let reported = reported.unwrap_err();
        for part in [
            "no font \"gone.ttf\" in fonts/; accepted: a.ttf, b.otf, c.ttc",
            "fonts \"a.ttf\" and \"b.otf\" are both Label 500; accepted: [fonts.\"b.otf\"]",
            "font \"c.ttc\" is a collection of several fonts",
        ] {
            assert!(reported.contains(part), "{part}\n{reported}");
        }
        let reported =
            theme(&[], "\n[fonts.\"a.ttf\"]\nweight = 1200\nfamilie = \"A\"\n").unwrap_err();
        assert!(reported.contains("weight") && reported.contains("familie"), "{reported}");
    }
}
