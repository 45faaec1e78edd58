//! A job: everything that is to be made of a deck, as named files.

mod behind;
mod builder;
mod document;
mod faces;
mod files;

use rayon::prelude::*;

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::{Problem, Problems};
use crate::face::{Faces, Lettering, Theme};
use crate::guard;

use super::pdf::Timestamp;
use super::png::{Dpi, Pixels};
use super::printer::Printer;
use super::scene::OVERPRINT_INK_PERCENT;
use super::sheet::{self, Arrangement, PageOrder, Sheet, SheetPage, Side};

use behind::Behind;

pub use faces::ExtraFront;
use files::BACK;
pub use files::{NamedFile, Names};

/// What is to be made of a deck.
///
/// ```
/// use actiondeck::render::sheet::Sheet;
/// use actiondeck::{Deck, Job, Theme, render};
///
/// let (deck, theme) = (Deck::built_in(), Theme::built_in("west")?);
/// let job = Job::new(&deck, &theme)
///     .with_sheets(vec![Sheet::built_in("a4-3x3")?])
///     .with_cards(render::only("3,10")?)
///     .with_svg(false)
///     .with_png(None);
/// assert_eq!(["sheets/a4-3x3.pdf"], *job.paths()?);
/// # Ok::<(), actiondeck::Problems>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Job<'a> {
    /// The deck.
    pub deck: &'a Deck,
    /// How its cards look.
    pub theme: &'a Theme,
    /// The cards to be printed, in this order.
    pub cards: Vec<CardNumber>,
    /// How often each of them lies on the sheets of a PDF: deck after deck.
    pub copies: usize,
    /// Fronts beside the 54, which follow the cards on the sheets.
    pub extras: Vec<ExtraFront>,
    /// Whether backs are made too.
    pub backs: bool,
    /// One SVG a card, and one a page of every sheet that has a paper.
    pub svg: bool,
    /// How letters stand in them.
    pub lettering: Lettering,
    /// One PNG a card at this resolution.
    pub png: Option<Dpi>,
    /// The pixels of these PNGs, a window round the middle of the card; without, the whole card
    /// with its bleed.
    pub pixels: Option<Pixels>,
    /// One PDF a sheet.
    pub pdf: bool,
    /// How letters stand in them.
    pub pdf_lettering: Lettering,
    /// The most ink of all four together, in percent, where black overprints what is below it in a PDF.
    pub ink_limit_percent: f64,
    /// The sheets the cards are laid on.
    pub sheets: Vec<Sheet>,
    /// How cards and pages are arranged, and how the duplex printer turns the paper.
    pub arrangement: Arrangement,
    /// The printer whose misplaced backs are to be put right.
    pub printer: Option<Printer>,
    /// The date the PDFs state.
    pub date: Timestamp,
    /// What pictures and PDFs are called.
    pub names: Names,
}

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Steps finished.
    pub done: usize,
    /// Steps in all: one a face, one a sheet.
    pub of: usize,
}

impl<'a> Job<'a> {
    /// All cards of the deck in every form: SVG, PNG at print resolution, and PDF of the sheets,
    /// of which there are none yet.
    pub fn new(deck: &'a Deck, theme: &'a Theme) -> Self {
        Self {
            deck,
            theme,
            cards: deck.cards().iter().map(|card| card.number).collect(),
            copies: 1,
            extras: Vec::new(),
            backs: true,
            svg: true,
            lettering: Lettering::default(),
            png: Some(Dpi::PRINT),
            pixels: None,
            pdf: true,
            pdf_lettering: Lettering::Live,
            ink_limit_percent: OVERPRINT_INK_PERCENT,
            sheets: Vec::new(),
            arrangement: Arrangement::default(),
            printer: None,
            date: Timestamp::FIXED,
            names: Names::default(),
        }
    }

    /// Makes the files. `progress` is called from whatever thread has finished a step.
    ///
    /// The files and their order are the same for the same job, on any number of threads.
    ///
    /// # Errors
    /// Everything wrong with theme, sheets or cards; then there are no files at all.
    pub fn run(&self, progress: impl Fn(Progress) + Sync) -> Result<Vec<NamedFile>, Problems> {
        // What does not fit is told before a theme that does not bind.
        self.impose(&Behind::of(self)?)?;
        self.run_with(Faces::new(self.theme, self.deck)?, progress)
    }

    /// As [`run`](Self::run) with faces that were made before, of the same deck in the same theme.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn run_with(
        &self,
        faces: Faces<'_>,
        progress: impl Fn(Progress) + Sync,
    ) -> Result<Vec<NamedFile>, Problems> {
        self.run_into(faces, progress, |file| file)
    }

    /// As [`run_with`](Self::run_with) where each file is given to `keep` as soon as it is finished, by whatever
    /// thread has made it: files take up much memory. What it makes of them is returned in the order of the files.
    ///
    /// # Errors
    /// As [`run`](Self::run); files that were finished before were kept in vain.
    pub fn run_into<K: Send + Sync>(
        &self,
        faces: Faces<'_>,
        progress: impl Fn(Progress) + Sync,
        keep: impl Fn(NamedFile) -> K + Sync,
    ) -> Result<Vec<K>, Problems> {
        let sheets = self.impose(&Behind::of(self)?)?;
        let theme = self.theme.name();
        guard::run(|| self.files(&sheets, faces, &progress, &keep)).unwrap_or_else(|gave_up| {
            let message = format!("the theme {theme} cannot be drawn: {gave_up}");
            Err(Problem::coded("face.undrawable", message).into())
        })
    }

    fn files<K: Send + Sync>(
        &self,
        sheets: &[(&Sheet, Vec<SheetPage>)],
        faces: Faces<'_>,
        progress: &(impl Fn(Progress) + Sync),
        keep: &(impl Fn(NamedFile) -> K + Sync),
    ) -> Result<Vec<K>, Problems> {
        let behind = Behind::of(self)?;
        let wanted = self.wanted(&behind);
        let of = wanted.len() + sheets.len();
        let steps = Steps { of, done: 0.into(), progress };
        let mut faces = self.faces(faces, wanted, &steps, keep)?;
        let plan = (self.pdf && !sheets.is_empty()).then(|| document::plan(&faces));
        let made: Vec<Result<Vec<K>, Problems>> = sheets
            .par_iter()
            .map(|(sheet, pages)| {
                let files = self.sheet_files(sheet, pages, &faces, &behind, plan.as_ref(), keep);
                steps.finished();
                files
            })
            .collect();
        let mut problems = Problems::new();
        let mut files = self.card_files(&mut faces, &behind, keep);
        for sheet in made {
            match sheet {
                Ok(made) => files.extend(made),
                Err(found) => problems.extend(found),
            }
        }
        problems.into_result(files)
    }

    /// How many fronts there are: cards and extra cards.
    fn fronts(&self) -> usize {
        self.cards.len() + self.extras.len()
    }

    /// The pages of every sheet, before any work is done: what does not fit is told at once.
    fn impose(&self, behind: &Behind) -> Result<Vec<(&Sheet, Vec<SheetPage>)>, Problems> {
        let mut problems = Problems::new();
        let mut all = Vec::new();
        if self.png.is_some() && !self.names.back_png.contains(BACK) {
            let whose = format!("{} is one picture for all backs", self.names.back_png);
            behind.only_one(self, &whose).unwrap_or_else(|problem| problems.push(problem));
        }
        for sheet in &self.sheets {
            if sheet.order == PageOrder::BackLast {
                let whose = format!("{}: the back is the last page, once", sheet.title);
                behind.only_one(self, &whose).unwrap_or_else(|problem| problems.push(problem));
            }
            let format = self.theme.format();
            let (fronts, copies) = (self.fronts(), self.copies.max(1));
            match sheet::impose(sheet, format, fronts * copies, self.arrangement) {
                Ok(mut pages) => {
                    for slot in pages.iter_mut().flat_map(|page| &mut page.slots) {
                        slot.card %= fronts;
                    }
                    if !self.backs {
                        pages.retain(|page| page.side == Side::Front);
                        for page in &mut pages {
                            page.slots.retain(|slot| slot.face == Side::Front);
                        }
                    }
                    if let Some(printer) = self.printer.as_ref().filter(|_| sheet.paper.is_some()) {
                        for page in pages.iter_mut().filter(|page| page.side == Side::Back) {
                            page.correction = Some(printer.correction(page.size));
                        }
                    }
                    all.push((sheet, pages));
                }
                Err(found) => problems.extend(found),
            }
        }
        problems.into_result(all)
    }
}

/// Counts finished steps.
struct Steps<P> {
    of: usize,
    done: std::sync::atomic::AtomicUsize,
    progress: P,
}

impl<P: Fn(Progress)> Steps<P> {
    fn finished(&self) {
        let before = self.done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        (self.progress)(Progress { done: before + 1, of: self.of });
    }
}
