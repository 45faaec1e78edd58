//! Export jobs: the deck printed or exported, as one archive.

use serde::{Deserialize, Serialize};

use crate::deck::Digest;
use crate::diagnostic::{Problem, Problems};
use crate::export::archive::archive;
use crate::export::{Export, Target};
use crate::face::Faces;
use crate::publish::LIST;
use crate::render::NamedFile;
use crate::validate::report;

use super::Workspace;
use super::figures::MadeDeck;
use super::print_order::PrintOrder;

/// The files to make.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Order {
    /// Print files.
    Print(PrintOrder),
    /// Files for another program, by the name of its target.
    Export(String),
}

/// The progress of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "state")]
pub(super) enum Progress {
    /// Steps done of all; 0 of 0 if they are not counted.
    Working { step: WorkStep, done: usize, of: usize },
    /// The archive is complete.
    Ready { name: String, bytes: usize },
    /// The archive is complete, but preflight found faults in it.
    Refused { name: String, bytes: usize, findings: String },
    /// The job failed.
    Failed { why: String },
}

/// The current step of long work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkStep {
    /// The deck is being searched.
    Searching,
    /// The files are being made.
    Making,
    /// The files are being checked by preflight.
    Checking,
}

/// A file for download.
#[derive(Debug)]
pub(super) struct Archive {
    pub name: String,
    pub bytes: Vec<u8>,
    /// The preflight report, and whether it passed, as in `render` and `build`. `None` if nothing is printed.
    pub preflight: Option<(bool, String)>,
}

impl Order {
    /// Refuses an invalid job early.
    ///
    /// # Errors
    /// That no files are wanted, or that the target is unknown.
    pub fn check(&self) -> Result<(), Problem> {
        match self {
            Self::Print(print) => print.check(),
            Self::Export(target) => target.parse::<Target>().map(drop).map_err(Problem::from),
        }
    }

    /// Makes the files of a deck and packs them.
    ///
    /// # Errors
    /// The faults of the theme, of the sheets, or of a text that overflows.
    pub fn made(
        &self,
        made: &MadeDeck,
        workspace: &dyn Workspace,
        progress: &(dyn Fn(WorkStep, usize, usize) + Sync),
    ) -> Result<Archive, Problems> {
        let deck = &made.deck;
        let mut files: Vec<NamedFile> = Vec::new();
        let mut preflight = None;
        let kind = match self {
            Self::Print(print) => {
                let printed = print.run(made, workspace, progress)?;
                files.extend(printed.files);
                preflight = Some(printed.preflight);
                "print"
            }
            Self::Export(target) => {
                progress(WorkStep::Making, 0, 0);
                let sheets = ["silhouette-a4", "silhouette-letter"];
                let theme = made.theme.as_ref().map_err(Problems::clone)?;
                let target: Target = target.parse().map_err(Problem::from)?;
                let cut = matches!(target, Target::Dxf | Target::SvgCut);
                let sheets: Result<Vec<_>, Problems> = match cut {
                    true => sheets.into_iter().map(crate::render::sheet::Sheet::built_in).collect(),
                    false => Ok(Vec::new()),
                };
                Faces::fitting(theme, deck)?;
                files.extend(Export::new(deck, theme).with_sheets(sheets?).files(&[target])?);
                target.name()
            }
        };
        let texts = deck.to_files()?;
        let report = report::html(made.validation());
        for (path, text) in
            [("deck.json", texts.json), ("deck.csv", texts.csv), ("statistics.html", report)]
        {
            files.push(NamedFile { path: path.to_owned(), bytes: text.into_bytes() });
        }
        let sums = files
            .iter()
            .map(|file| format!("{}  {}\n", Digest::from_bytes(&file.bytes).hex(), file.path));
        let sums: String = sums.collect();
        files.push(NamedFile { path: LIST.to_owned(), bytes: sums.into_bytes() });
        let named: Vec<(&str, &[u8])> =
            files.iter().map(|file| (&*file.path, &*file.bytes)).collect();
        // The edition consists of letters and digits, unlike the deck's name.
        let name = format!("actiondeck-{}-{kind}.zip", deck.edition());
        Ok(Archive { name, bytes: archive(&named)?, preflight })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::deck::Deck;
    use crate::diagnostic::Source;
    use crate::face::Theme;
    use crate::spec::preset;
    use crate::studio::figures::Stage;
    use crate::studio::project::tests::workspace;

    /// The built-in deck in its theme, with a changed card template.
    fn made(change: impl Fn(&str) -> String) -> MadeDeck {
        let files = Theme::built_in_files("future-imperfect").unwrap().take(3);
        let mut files = files.map(|(name, text)| match name {
            "card.svg" => Source::new(name, change(text)),
            _ => Source::new(name, text),
        });
        let sources = [(); 3].map(|()| files.next().unwrap());
        let theme = Theme::from_sources(sources).map(Arc::new);
        let spec = preset("future-imperfect").unwrap().spec().unwrap();
        MadeDeck::new(Stage::Settled, 1, spec.into(), Deck::built_in(), theme)
    }

    #[test]
    fn files_refused_by_preflight_are_reported() {
        let print = Order::Print(PrintOrder { pdf: true, ..PrintOrder::default() });
        let ground = "x=\"-3.175\" y=\"-3.175\" width=\"69.85\" height=\"95.25\"";
        let at_cut = "x=\"0\" y=\"0\" width=\"63.5\" height=\"88.9\"";
        let steps = Mutex::new(Vec::new());
        let describe = |step, done, of| steps.lock().unwrap().push((step, done, of));
        let good = print.made(&made(str::to_owned), &workspace(), &describe).unwrap();
        assert_eq!(Some((true, String::new())), good.preflight);
        let steps = steps.into_inner().unwrap();
        assert!(steps.contains(&(WorkStep::Checking, 1, 1)), "{steps:?}");
        let bad = made(|card| {
            assert!(card.contains(ground));
            card.replacen(ground, at_cut, 1)
        });
        let refused = print.made(&bad, &workspace(), &|_, _, _| ()).unwrap();
        let (holds, findings) = refused.preflight.unwrap();
        assert!(!holds && findings.contains("the background ends at the cut"), "{findings}");
    }
}
