//! The print runs of a command: each language, by the given settings or as each vendor requires.

use crate::diagnostic::Problems;
use crate::face::Theme;
use crate::project::read_vendor;
use crate::render::Job;
use crate::render::vendor::Vendor;

use super::print_args::PrintSettings;

/// One print run: a language, by the given settings or as a vendor requires.
pub struct PrintRun {
    /// The folder of the language, if there are several.
    folder: Option<String>,
    pub vendor: Option<Vendor>,
    /// In the size of the cut.
    pub theme: Theme,
}

impl PrintRun {
    /// A path in the folder of its language.
    pub fn below(&self, path: &str) -> String {
        below(self.folder.as_deref(), path)
    }
}

/// A path in the folder of a language, if it has one.
pub fn below(folder: Option<&str>, path: &str) -> String {
    folder.map_or_else(|| path.to_owned(), |folder| format!("{folder}/{path}"))
}

/// Every language unchanged, or for each given vendor. If no size was given, the theme is fitted to the
/// vendor's card that equals its own except for rounded inches.
pub fn prints(
    vendors: &[String],
    settings: &PrintSettings,
    is_sized: bool,
) -> Result<Vec<PrintRun>, Problems> {
    let mut problems = Problems::new();
    let mut prints = Vec::new();
    for (folder, theme) in settings.languages() {
        if vendors.is_empty() {
            prints.push(PrintRun { folder: folder.clone(), vendor: None, theme: theme.clone() });
        }
    }
    for name in vendors {
        match read_vendor(name) {
            Ok(vendor) => {
                for (folder, theme) in settings.languages() {
                    let theme = if is_sized { vendor.inset(theme) } else { vendor.fitted(theme) };
                    match theme {
                        Ok(theme) => {
                            let (folder, vendor) = (folder.clone(), Some(vendor.clone()));
                            prints.push(PrintRun { folder, vendor, theme });
                        }
                        Err(found) => {
                            // The problems are the same in every language.
                            problems.extend(found);
                            break;
                        }
                    }
                }
            }
            Err(found) => problems.extend(found),
        }
    }
    problems.into_result(prints)
}

/// The job for each run, or all faults of all vendors together.
pub fn jobs<'a>(job: &Job<'a>, prints: &'a [PrintRun]) -> Result<Vec<Job<'a>>, Problems> {
    let mut problems = Problems::new();
    let mut jobs = Vec::new();
    for print in prints {
        let mut own = Job { theme: &print.theme, ..job.clone() };
        match print.vendor.as_ref().map_or(Ok(()), |vendor| vendor.set_up(&mut own)) {
            Ok(()) => jobs.push(own),
            Err(found) => problems.extend(found),
        }
    }
    problems.into_result(jobs)
}

/// Notes on paid cards that the jobs leave empty, each once: languages of a vendor have the same number of cards.
pub fn unused_cards(prints: &[PrintRun], jobs: &[Job<'_>]) -> Vec<String> {
    let mut notes = Vec::new();
    for (print, job) in prints.iter().zip(jobs) {
        let note = print.vendor.as_ref().and_then(|vendor| vendor.unused_cards(job));
        notes.extend(note.filter(|note| !notes.contains(note)));
    }
    notes
}

/// The themes that are printed, each once.
pub fn themes(prints: &[PrintRun]) -> Vec<&Theme> {
    let mut themes: Vec<&Theme> = Vec::new();
    for print in prints {
        if !themes.contains(&&print.theme) {
            themes.push(&print.theme);
        }
    }
    themes
}
