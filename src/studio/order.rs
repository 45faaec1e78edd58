//! What the page has made for it: the deck printed or exported, in one archive.

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Problem, Problems};
use crate::export::archive::archive;
use crate::export::{Export, Target};
use crate::face::Faces;
use crate::render::png::Dpi;
use crate::render::{Job, NamedFile};
use crate::validate::report;

use super::Desk;
use super::figures::Made;

/// What is to be made.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Order {
    /// Files to print, on the sheets of the spec.
    Print {
        /// PDF of the sheets.
        pdf: bool,
        /// A picture of each card.
        png: bool,
        /// A drawing of each card and sheet.
        svg: bool,
    },
    /// Files for another program, by the name of its target.
    Export(String),
}

/// How far an order has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "state")]
pub(super) enum Progress {
    /// Steps done of all; 0 of 0 where they are not counted.
    Working { done: usize, of: usize },
    /// The archive can be fetched.
    Ready { name: String, bytes: usize },
    /// It cannot be made.
    Failed { why: String },
}

/// A file that a browser keeps.
#[derive(Debug)]
pub(super) struct Archive {
    pub name: String,
    pub bytes: Vec<u8>,
}

impl Order {
    /// Refuses what cannot be made, before anything is.
    ///
    /// # Errors
    /// That nothing is wanted, or a target that there is not.
    pub fn check(&self) -> Result<(), Problem> {
        match self {
            Self::Print { pdf: false, png: false, svg: false } => {
                let message = "nothing is to be printed";
                Err(Problem::coded("studio.order", message).accepts("pdf, png, svg"))
            }
            Self::Print { .. } => Ok(()),
            Self::Export(target) => target.parse::<Target>().map(drop).map_err(Problem::from),
        }
    }

    /// Makes the files of a deck and packs them.
    ///
    /// # Errors
    /// The faults of the theme, of the sheets, of a text that leaves its place.
    pub fn made(
        &self,
        made: &Made,
        desk: &dyn Desk,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Archive, Problems> {
        let theme = made.theme.as_ref().map_err(Problems::clone)?;
        let deck = &made.deck;
        let mut files: Vec<NamedFile> = Vec::new();
        let kind = match self {
            Self::Print { pdf, png, svg } => {
                let job = Job::new(deck, theme)
                    .with_sheets(desk.sheets(&made.spec)?)
                    .with_pdf(*pdf)
                    .with_svg(*svg)
                    .with_png(png.then(|| Dpi::new(300)).flatten());
                let faces = Faces::fitting(theme, deck)?;
                files.extend(job.run_with(faces, |at| progress(at.done, at.of))?);
                "print"
            }
            Self::Export(target) => {
                progress(0, 0);
                let sheets = ["silhouette-a4", "silhouette-letter"];
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
        let named: Vec<(&str, &[u8])> =
            files.iter().map(|file| (&*file.path, &*file.bytes)).collect();
        // The edition is of letters and digits, whatever the deck is called.
        let name = format!("actiondeck-{}-{kind}.zip", deck.edition());
        Ok(Archive { name, bytes: archive(&named)? })
    }
}
