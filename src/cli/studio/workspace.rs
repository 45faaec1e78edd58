//! Reads and writes the project's files: the spec and the files it names.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::asset_path;
use crate::cli::signals::Shield;
use crate::deck::Deck;
use crate::diagnostic::{Problem, Problems};
use crate::face::Theme;
use crate::input::file;
use crate::input::limits::TOML_FILE;
use crate::project::{SpecFile, read_table};
use crate::publish::whole_file;
use crate::render::sheet::Sheet;
use crate::spec::Spec;
use crate::studio::{ChangedFile, SaveError, Workspace};

/// The folder of a spec.
#[derive(Debug)]
pub struct Folder {
    spec: PathBuf,
}

impl Folder {
    /// The folder of this spec.
    pub fn new(spec: PathBuf) -> Self {
        Self { spec }
    }

    fn file(&self, spec: &Spec) -> SpecFile {
        SpecFile::at(spec.clone(), self.spec.clone())
    }

    fn path(&self) -> &Path {
        self.spec.parent().filter(|path| !path.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }

    /// The files on which the look of the spec's cards depends, existing or not.
    pub fn look_files(&self, spec: &Spec, theme: Option<&Theme>) -> Vec<PathBuf> {
        self.file(spec).look_files(theme)
    }

    /// The paths of tables that the spec names, existing or not.
    pub fn table_files(&self, names: &[String]) -> Vec<PathBuf> {
        let below = names.iter().filter_map(|name| asset_path::below(name));
        below.map(|name| self.path().join(name)).collect()
    }

    /// The spec, and these pin tables, existing or not.
    pub fn project_files(&self, pin_tables: &[String]) -> Vec<PathBuf> {
        let mut files = self.table_files(pin_tables);
        files.push(self.spec.clone());
        files
    }

    /// The file with unsaved edits of an earlier session, if there is one.
    pub fn unsaved(&self) -> Option<PathBuf> {
        unsaved_names(&self.spec).next().filter(|path| path.exists())
    }

    /// Writes unsaved edits next to their files, as `deck.unsaved.toml`, and returns the paths.
    ///
    /// # Errors
    /// The first error of the system.
    pub fn keep_unsaved(&self, files: &[ChangedFile<'_>]) -> io::Result<Vec<PathBuf>> {
        let mut kept = Vec::new();
        for file in files {
            let place = self.place(file)?;
            let mut free = unsaved_names(&place).filter(|path| !path.exists());
            let place = free.next().ok_or_else(|| io::Error::other("no name is free"))?;
            whole_file::write(&place, file.now.as_bytes())?;
            kept.push(place);
        }
        Ok(kept)
    }

    /// The path of a file, existing or not. A symbolic link is resolved, so that its target is written.
    fn place(&self, file: &ChangedFile<'_>) -> io::Result<PathBuf> {
        let outside = || io::Error::other("it leads out of the spec's folder");
        match (file.pin_table, file.before) {
            (None, _) => self.spec.canonicalize(),
            (Some(name), Some(_)) => asset_path::find(self.path(), name)
                .map_err(|astray| io::Error::other(astray.to_string())),
            (Some(name), None) => {
                Ok(self.path().join(asset_path::below(name).ok_or_else(outside)?))
            }
        }
    }
}

impl Workspace for Folder {
    fn spec(&self) -> Result<String, String> {
        file::text(&self.spec, TOML_FILE).map_err(|error| Problem::from(error).message().to_owned())
    }

    fn table(&self, name: &str) -> Result<String, String> {
        read_table(self.path(), name)
    }

    fn theme(&self, spec: &Spec) -> Result<Theme, Problems> {
        self.file(spec).dressed()
    }

    fn known(&self, spec: &Spec, deck: Deck) -> Deck {
        self.file(spec).known_to(deck)
    }

    fn sheets(&self, spec: &Spec) -> Result<Vec<Sheet>, Problems> {
        let format = self.theme(spec)?.format();
        self.file(spec).fitting_sheets(format)
    }

    fn save(&self, files: &[ChangedFile<'_>]) -> Result<(), SaveError> {
        let named = |file: &ChangedFile<'_>| match file.pin_table {
            Some(name) => self.path().join(name).display().to_string(),
            None => self.spec.display().to_string(),
        };
        let mut places = Vec::new();
        for file in files {
            let failed = |error| SaveError::System(named(file), error);
            let place = self.place(file).map_err(failed)?;
            let there = match fs::read(&place) {
                Ok(bytes) => Some(bytes),
                Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                Err(error) => return Err(failed(error)),
            };
            if there.as_deref() != file.before.map(str::as_bytes) {
                return Err(SaveError::Changed(named(file)));
            }
            places.push(place);
        }
        let _shield = Shield::hold();
        for (file, place) in files.iter().zip(places) {
            whole_file::write(&place, file.now.as_bytes())
                .map_err(|error| SaveError::System(named(file), error))?;
        }
        Ok(())
    }
}

/// Such as `deck.unsaved.toml`, `deck.unsaved-2.toml`.
fn unsaved_names(path: &Path) -> impl Iterator<Item = PathBuf> {
    let part = |part: Option<&std::ffi::OsStr>| {
        part.map(|part| part.to_string_lossy().into_owned()).unwrap_or_default()
    };
    let (stem, ending) = (part(path.file_stem()), part(path.extension()));
    (1..100).map(move |count: u8| {
        let count = if count == 1 { String::new() } else { format!("-{count}") };
        path.with_file_name(format!("{stem}.unsaved{count}.{ending}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# mine\n";

    fn changed<'a>(
        pin_table: Option<&'a str>,
        before: Option<&'a str>,
        now: &'a str,
    ) -> ChangedFile<'a> {
        ChangedFile { pin_table, before, now }
    }

    #[test]
    fn nothing_is_saved_if_another_program_changed_a_file() {
        let home = tempfile::tempdir().unwrap();
        let spec = home.path().join("deck.toml");
        fs::write(&spec, TEXT).unwrap();
        let folder = Folder::new(spec.clone());
        let files =
            [changed(Some("pins.csv"), None, "card\n"), changed(None, Some(TEXT), "# ours\n")];
        folder.save(&files).unwrap();
        assert_eq!("# ours\n", fs::read_to_string(&spec).unwrap());
        assert_eq!("card\n", fs::read_to_string(home.path().join("pins.csv")).unwrap());
        fs::write(&spec, "# theirs\n").unwrap();
        let files = [
            changed(Some("pins.csv"), Some("card\n"), "other\n"),
            changed(None, Some("# ours\n"), "# more\n"),
        ];
        assert!(matches!(folder.save(&files), Err(SaveError::Changed(_))));
        assert_eq!("# theirs\n", fs::read_to_string(&spec).unwrap());
        assert_eq!("card\n", fs::read_to_string(home.path().join("pins.csv")).unwrap());
        // A file that was created since the project was opened counts as changed too.
        let files = [changed(Some("pins.csv"), None, "new\n")];
        assert!(matches!(folder.save(&files), Err(SaveError::Changed(_))));
    }

    #[test]
    fn unsaved_edits_are_kept_and_overwrite_nothing() {
        let home = tempfile::tempdir().unwrap();
        let spec = home.path().join("deck.toml");
        fs::write(&spec, TEXT).unwrap();
        let folder = Folder::new(spec.clone());
        assert_eq!(None, folder.unsaved());
        let name = |name: &str| home.path().canonicalize().unwrap().join(name);
        for (own, text) in [("deck.unsaved.toml", "# a\n"), ("deck.unsaved-2.toml", "# b\n")] {
            let files = [changed(None, Some(TEXT), text)];
            assert_eq!(vec![name(own)], folder.keep_unsaved(&files).unwrap());
            assert_eq!(text, fs::read_to_string(name(own)).unwrap());
        }
        let files = [changed(Some("pins.csv"), None, "card\n")];
        let kept = folder.keep_unsaved(&files).unwrap();
        assert_eq!("pins.unsaved.csv", kept[0].file_name().unwrap());
        assert!(folder.unsaved().is_some());
        assert_eq!(TEXT, fs::read_to_string(&spec).unwrap());
    }

    #[test]
    fn pin_tables_are_not_written_outside_the_folder() {
        let home = tempfile::tempdir().unwrap();
        let inner = home.path().join("inner");
        fs::create_dir(&inner).unwrap();
        fs::write(home.path().join("there.csv"), "a").unwrap();
        let folder = Folder::new(inner.join("deck.toml"));
        for (name, before) in
            [("../new.csv", None), ("/elsewhere.csv", None), ("../there.csv", Some("a"))]
        {
            let saved = folder.save(&[changed(Some(name), before, "b")]);
            assert!(matches!(saved, Err(SaveError::System(..))), "{name}");
        }
        assert_eq!("a", fs::read_to_string(home.path().join("there.csv")).unwrap());
    }
}
