//! A print order: which files to make, and what of the spec is replaced for them.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::deck::CardNumber;
use crate::diagnostic::{Problem, Problems};
use crate::face::{CardSize, Theme, Words};
use crate::preflight::{Expectation, Findings, PrintedDeck, WantedCards};
use crate::render::png::Dpi;
use crate::render::sheet::Sheet;
use crate::render::vendor::Vendor;
use crate::render::{ExtraFront, Job, NamedFile};

use super::Workspace;
use super::export_job::WorkStep;
use super::figures::MadeDeck;

/// Print files of a deck. A choice that is `None` is that of the spec.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct PrintOrder {
    /// PDF of the sheets.
    pub pdf: bool,
    /// A picture of each card.
    pub png: bool,
    /// A drawing of each card and sheet.
    pub svg: bool,
    /// A built-in theme.
    pub theme: Option<String>,
    /// A built-in language.
    pub language: Option<String>,
    /// A card size, such as `tarot`.
    pub size: Option<String>,
    /// A built-in sheet, or a vendor, for which `pdf`, `png` and `svg` do not count.
    pub layout: Option<Layout>,
    /// The extra cards of the theme to print.
    pub extras: Option<Vec<String>>,
}

/// How the cards are laid out.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Layout {
    Sheet(String),
    Vendor(String),
}

/// The printed files, with their preflight report.
pub(super) struct Printed {
    pub files: Vec<NamedFile>,
    /// Whether preflight and the measures of readability passed, and what they found.
    pub preflight: (bool, String),
}

impl PrintOrder {
    /// The accepted values of every choice, for the page.
    pub fn choices(theme: Option<&Theme>) -> Value {
        let extras =
            theme.iter().flat_map(|theme| theme.extras().map(|extra| theme.extra_name(extra)));
        let extras: Vec<&str> = extras.collect();
        let vendors = Vendor::built_in_names().filter_map(|name| {
            let title = Vendor::built_in(name).ok()?.title;
            Some((name, title))
        });
        json!({
            "themes": Theme::built_in_names().collect::<Vec<_>>(),
            "languages": Words::built_in_names().collect::<Vec<_>>(),
            "sizes": CardSize::named().map(|(name, _)| name).collect::<Vec<_>>(),
            "sheets": Sheet::built_in_names().collect::<Vec<_>>(),
            "vendors": vendors.collect::<Vec<_>>(),
            "extras": extras,
        })
    }

    /// Refuses an order without files.
    ///
    /// # Errors
    /// That no files are requested.
    pub fn check(&self) -> Result<(), Problem> {
        let has_files = self.pdf || self.png || self.svg || self.vendor_name().is_some();
        has_files.then_some(()).ok_or_else(|| {
            Problem::coded("studio.order", "nothing is to be printed").accepts("pdf, png, svg")
        })
    }

    fn vendor_name(&self) -> Option<&str> {
        match &self.layout {
            Some(Layout::Vendor(name)) => Some(name),
            _ => None,
        }
    }

    /// The theme of the deck, or the chosen one in the chosen words and size.
    fn theme(&self, made: &MadeDeck, vendor: Option<&Vendor>) -> Result<Theme, Problems> {
        let own = made.theme.as_ref().map_err(Problems::clone)?;
        let theme = match &self.theme {
            Some(name) => Theme::built_in(name)?.in_words(own.words().as_ref().clone()),
            None => own.as_ref().clone(),
        };
        let theme = match &self.language {
            Some(name) => theme.in_words(Words::built_in(name)?),
            None => theme,
        };
        let theme = match &self.size {
            Some(size) => theme.sized(size.parse().map_err(Problem::from)?)?,
            None => theme,
        };
        match vendor {
            Some(vendor) if self.size.is_some() => vendor.inset(&theme),
            Some(vendor) => vendor.fitted(&theme),
            None => Ok(theme),
        }
    }

    /// Prints a deck and checks the files.
    ///
    /// # Errors
    /// The faults of the theme, of the sheets, or of a text that overflows.
    pub fn run(
        &self,
        made: &MadeDeck,
        workspace: &dyn Workspace,
        progress: &(dyn Fn(WorkStep, usize, usize) + Sync),
    ) -> Result<Printed, Problems> {
        let vendor = self.vendor_name().map(Vendor::built_in).transpose()?;
        let theme = self.theme(made, vendor.as_ref())?;
        let sheets = match &self.layout {
            Some(Layout::Sheet(name)) => vec![Sheet::built_in(name)?],
            Some(Layout::Vendor(_)) => Vec::new(),
            None => workspace.sheets(&made.spec)?,
        };
        let mut job = Job::new(&made.deck, &theme)
            .with_sheets(sheets)
            .with_pdf(self.pdf)
            .with_svg(self.svg)
            .with_png(self.png.then_some(Dpi::PRINT));
        job = match &self.extras {
            Some(names) => {
                let extras = names.iter().map(|name| theme.extra_named(name));
                job.extras =
                    extras.map(|extra| extra.map(ExtraFront::Theme)).collect::<Result<_, _>>()?;
                job
            }
            None => job.with_extras_of_deck()?,
        };
        if let Some(vendor) = &vendor {
            vendor.set_up(&mut job)?;
        }
        let faces = job.fitting_faces()?;
        let expected = PrintedDeck::from_faces(&faces)?;
        let readable = (!theme.is_as_published())
            .then(|| faces.accessibility_on(&job.cards, &job.theme_extras()))
            .transpose()?;
        let extras = job.extra_names();
        let mut files = job.run_with(faces, |at| progress(WorkStep::Making, at.done, at.of))?;
        let expectation =
            vendor.as_ref().map_or_else(Expectation::default, Expectation::for_vendor);
        let expectation = expectation.with_card(theme.format()).with_drawing();
        let cards: Vec<CardNumber> = expected.numbers().iter().collect();
        let wanted = WantedCards { cards: &cards, extras: &extras, copies: 1 };
        let found =
            Findings::check_printed(&files, &expectation, &expected, wanted, &|done, of| {
                progress(WorkStep::Checking, done, of);
            });
        let floors = readable.iter().flat_map(|report| &report.measures);
        let below = floors.filter(|measure| !measure.holds);
        let below: String = below.map(|measure| format!("{measure}\n")).collect();
        let text = format!("{found}{below}");
        files.push(NamedFile { path: "preflight.txt".into(), bytes: text.into_bytes() });
        let preflight = (found.hold() && below.is_empty(), format!("{}{below}", found.faults()));
        Ok(Printed { files, preflight })
    }
}
