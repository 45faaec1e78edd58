//! Runs a job: lays out pages, draws faces, passes files on.

use rayon::prelude::*;

use crate::diagnostic::{Problem, Problems};
use crate::face::Faces;
use crate::isolate;
use crate::render::sheet::{self, PageOrder, Sheet, SheetPage, Side};

use super::behind::JobBacks;
use super::files::BACK;
use super::kept::{FileHandle, FileOutputs, FileSink};
use super::steps::{Progress, Steps};
use super::{Job, NamedFile};

impl Job<'_> {
    /// Makes the files. `progress` is called from the thread that finished a step.
    ///
    /// The files and their order are the same for the same job, on any number of threads.
    ///
    /// # Errors
    /// Everything wrong with theme, sheets or cards; no files are made then.
    pub fn run(&self, progress: impl Fn(Progress) + Sync) -> Result<Vec<NamedFile>, Problems> {
        // Cards that do not fit are reported before faults of the theme.
        self.impose(&JobBacks::new(self)?)?;
        self.run_with(Faces::new(self.theme, self.deck)?, progress)
    }

    /// As [`run`](Self::run) with existing faces of the same deck and theme.
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

    /// As [`run_with`](Self::run_with), passing each file to `keep` as soon as it is finished, from the
    /// thread that made it, to save memory. The results are returned in the order of the files.
    ///
    /// # Errors
    /// As [`run`](Self::run); files finished before were kept for nothing.
    pub fn run_into<K: Send>(
        &self,
        faces: Faces<'_>,
        progress: impl Fn(Progress) + Sync,
        keep: impl Fn(NamedFile) -> K + Sync,
    ) -> Result<Vec<K>, Problems> {
        let sheets = self.impose(&JobBacks::new(self)?)?;
        let theme = self.theme.name();
        let shelf = FileOutputs::new(keep);
        let files =
            isolate::run(|| self.files(&sheets, faces, &progress, &|file| shelf.keep(file)));
        let files = files.unwrap_or_else(|panic| {
            let message = format!("the theme {theme} cannot be drawn: {panic}");
            Err(Problem::coded("face.undrawable", message).into())
        })?;
        Ok(shelf.in_order(files))
    }

    fn files(
        &self,
        sheets: &[(&Sheet, Vec<SheetPage>)],
        faces: Faces<'_>,
        progress: &(dyn Fn(Progress) + Sync),
        keep: FileSink<'_>,
    ) -> Result<Vec<FileHandle>, Problems> {
        let behind = JobBacks::new(self)?;
        let wanted = self.wanted(&behind);
        let of = wanted.len() + sheets.len();
        let steps = Steps { of, done: 0.into(), progress };
        let mut faces = self.faces(faces, wanted, &steps, keep)?;
        let sheet_files = |(sheet, pages): &(&Sheet, Vec<SheetPage>)| {
            let files = self.sheet_files(sheet, pages, &faces, &behind, keep);
            steps.finished();
            files
        };
        let made: Vec<_> = sheets.par_iter().map(sheet_files).collect();
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

    /// The pages of every sheet. Called before any work is done, so that cards that do not fit are reported
    /// at once.
    pub(super) fn impose(
        &self,
        behind: &JobBacks,
    ) -> Result<Vec<(&Sheet, Vec<SheetPage>)>, Problems> {
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
