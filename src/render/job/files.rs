//! The file names of a job: cards, and the pages and documents of sheets.

use std::ops::Range;

use rayon::prelude::*;

use crate::diagnostic::Problems;
use crate::face::{Drawing, Ink, Lettering};
use crate::geometry::{Mm, Size};
use crate::publish::slug;
use crate::render::placement::PlacementRecord;
use crate::render::sheet::{
    self, Artwork, Flip, Furniture, Labels, PageOrder, Sheet, SheetPage, Side, Sides,
};

use super::behind::JobBacks;
use super::faces::{MadeFace, WantedFace};
use super::kept::{FileHandle, FileSink};
use super::{Job, NamedFile};

/// The placeholder in a path for the name of a back.
pub(super) const BACK: &str = "{back}";

/// The paths of pictures and PDFs below the output folder.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Names {
    /// The path of a front's PNG, with `{face}` for `card-34` or the name of an extra card. In all paths
    /// `{deck}` is the deck's name in small letters and hyphens.
    pub front_png: String,
    /// The path of a back's PNG, with `{back}` for its name: `back`, `back-red`. Without it there is one
    /// back.
    pub back_png: String,
    /// The path of a sheet's PDF, with `{sheet}` for its name. If fronts and backs are separate files,
    /// `-fronts` and `-backs` are inserted before the extension.
    pub pdf: String,
}

impl Default for Names {
    fn default() -> Self {
        Self {
            front_png: "cards/png/{face}.png".to_owned(),
            back_png: format!("cards/png/{BACK}.png"),
            pdf: "sheets/{sheet}.pdf".to_owned(),
        }
    }
}

impl Job<'_> {
    /// The paths of all files, without making them.
    ///
    /// # Errors
    /// The cards do not fit a sheet, or the theme's backs have faults.
    pub fn paths(&self) -> Result<Vec<String>, Problems> {
        self.paths_with(&JobBacks::new(self)?)
    }

    /// The possible paths for any deck: those of [`paths`](Self::paths) and those of all backs of the theme.
    ///
    /// # Errors
    /// As [`paths`](Self::paths), or if one back is allowed and the theme has several.
    pub fn paths_of_any_deck(&self) -> Result<Vec<String>, Problems> {
        self.paths_with(&JobBacks::every(self))
    }

    fn paths_with(&self, behind: &JobBacks) -> Result<Vec<String>, Problems> {
        let wanted = self.wanted(behind);
        let mut paths = Vec::new();
        if self.svg {
            paths.extend(wanted.iter().map(|&face| svg_path(&self.file_name(face))));
        }
        if self.png.is_some() {
            paths.extend(wanted.iter().map(|&face| self.png_path(face)));
        }
        for (sheet, pages) in self.impose(behind)? {
            if self.pdf {
                paths.extend(self.pdfs(sheet, &pages).into_iter().map(|(path, _)| path));
            }
            if self.svg && sheet.paper.is_some() {
                paths.extend(pages.iter().map(|page| page_path(sheet, page)));
            }
        }
        Ok(paths)
    }

    /// The name of a face.
    fn face_name(&self, wanted: WantedFace<'_>) -> String {
        match wanted {
            WantedFace::Card(number) => format!("card-{}", self.deck.numbers().padded(number)),
            WantedFace::Extra(extra, _) => extra.name(self.theme).to_owned(),
            WantedFace::Back(place) => self.theme.back_name(place).to_owned(),
        }
    }

    /// The name of a face's file without extension: its own, and for further copies of an extra card the number.
    fn file_name(&self, wanted: WantedFace<'_>) -> String {
        let name = self.face_name(wanted);
        match wanted {
            WantedFace::Extra(_, before) if before > 0 => format!("{name}_{}", before + 1),
            _ => name,
        }
    }

    pub(super) fn png_path(&self, wanted: WantedFace<'_>) -> String {
        let name = self.file_name(wanted);
        self.named(&match wanted {
            WantedFace::Back(_) => self.names.back_png.replace(BACK, &name),
            _ => self.names.front_png.replace("{face}", &name),
        })
    }

    fn named(&self, path: &str) -> String {
        path.replace("{deck}", &slug(self.deck.name()))
    }

    /// The PDFs of a sheet, each with its pages.
    fn pdfs(&self, sheet: &Sheet, pages: &[SheetPage]) -> Vec<(String, Range<usize>)> {
        let path = self.named(&self.names.pdf.replace("{sheet}", &sheet.name));
        let fronts = pages.partition_point(|page| page.side == Side::Front);
        if sheet.order != PageOrder::TwoFiles {
            return vec![(path, 0..pages.len())];
        }
        let stem = path.strip_suffix(".pdf").unwrap_or(&path);
        [("fronts", 0..fronts), ("backs", fronts..pages.len())]
            .into_iter()
            .filter(|(_, pages)| !pages.is_empty())
            .map(|(side, pages)| (format!("{stem}-{side}.pdf"), pages))
            .collect()
    }

    /// Takes the files out of the faces, after sheets no longer need them.
    pub(super) fn card_files(
        &self,
        faces: &mut [MadeFace],
        behind: &JobBacks,
        keep: FileSink<'_>,
    ) -> Vec<FileHandle> {
        let wanted = self.wanted(behind);
        let mut files = Vec::new();
        if self.svg {
            let svg = |(&own, face): (&_, &mut MadeFace)| {
                let svg = std::mem::take(&mut face.svg);
                let bytes = self.face_record(own, None).in_svg(&svg).into_bytes();
                keep(NamedFile { path: svg_path(&self.file_name(own)), bytes })
            };
            files = wanted.par_iter().zip(&mut *faces).map(svg).collect();
        }
        files.extend(faces.iter_mut().filter_map(|face| face.png.take()));
        files
    }

    pub(super) fn sheet_files(
        &self,
        sheet: &Sheet,
        pages: &[SheetPage],
        faces: &[MadeFace],
        behind: &JobBacks,
        keep: FileSink<'_>,
    ) -> Result<Vec<FileHandle>, Problems> {
        let wanted = self.wanted(behind).into_iter();
        let face_names: Vec<String> = wanted.map(|face| self.face_name(face)).collect();
        let names: Vec<String> = face_names.iter().map(|name| name.replace('-', " ")).collect();
        let back = |front: usize| names[self.fronts() + behind.front(front)].clone();
        let backs = (0..self.fronts()).map(back);
        let labels = Labels {
            fonts: self.theme.fonts().clone(),
            deck: self.deck.name().to_owned(),
            edition: self.deck.edition().to_string(),
            turn: match self.arrangement.flip {
                Flip::LongEdge => "turn on the long edge".to_owned(),
                Flip::ShortEdge => "turn on the short edge".to_owned(),
            },
            fronts: names[..self.fronts()].to_vec(),
            backs: if behind.backs().is_empty() { Vec::new() } else { backs.collect() },
            inks: self.inks(),
        };
        let furniture: Vec<Furniture> =
            pages.iter().map(|page| sheet::furniture(sheet, page, &labels)).collect();
        let mut files = Vec::new();
        if self.pdf {
            for (path, part) in self.pdfs(sheet, pages) {
                let (pages, furniture) = (&pages[part.clone()], &furniture[part]);
                let bytes =
                    self.sheet_pdf(sheet, pages, furniture, (faces, behind, &face_names))?;
                files.push(keep(NamedFile { path, bytes }));
            }
        }
        // A page that is one card is the card's own SVG.
        if self.svg && sheet.paper.is_some() {
            let svgs: Vec<&str> = faces.iter().map(|face| face.svg.as_str()).collect();
            let (fronts, own_backs) = svgs.split_at(self.fronts());
            let back =
                |front: usize| own_backs.get(behind.front(front)).copied().unwrap_or_default();
            let backs: Vec<&str> = match self.backs {
                true => (0..fronts.len()).map(back).collect(),
                false => Vec::new(),
            };
            let artwork = Artwork { fronts, backs: &backs };
            let made: Vec<_> = pages
                .par_iter()
                .zip(&furniture)
                .map(|(page, furniture)| {
                    let record = self.record(page, behind, &face_names);
                    self.page_file(sheet, page, artwork, furniture, &record).map(keep)
                })
                .collect();
            for file in made {
                files.push(file?);
            }
        }
        Ok(files)
    }

    /// The plates of the theme.
    fn inks(&self) -> String {
        let mut inks = vec!["C", "M", "Y", "K"];
        for swatch in self.theme.palette().iter() {
            match &swatch.ink {
                Ink::Spot { name, .. } if !inks.contains(&name.as_str()) => inks.push(name),
                _ => {}
            }
        }
        inks.join(" ")
    }

    fn page_file(
        &self,
        sheet: &Sheet,
        page: &SheetPage,
        artwork: Artwork<'_>,
        furniture: &Furniture,
        record: &PlacementRecord,
    ) -> Result<NamedFile, Problems> {
        let mut svg = sheet::page_svg(sheet, page, artwork, furniture)?;
        // The page as a whole, so that cards share their outlines.
        if self.lettering == Lettering::Outlined {
            svg = Drawing::from_page(&svg, self.theme.fonts())?.outlined()?;
        }
        let mut svg = record.in_svg(&svg);
        svg.shrink_to_fit();
        Ok(NamedFile { path: page_path(sheet, page), bytes: svg.into_bytes() })
    }

    /// The placement record of a page. `names` are those of all faces, the backs last.
    pub(super) fn record(
        &self,
        page: &SheetPage,
        behind: &JobBacks,
        names: &[String],
    ) -> PlacementRecord {
        PlacementRecord::for_page(page, self.printer.as_ref(), |slot| match slot.face {
            Side::Front => names[slot.card].clone(),
            Side::Back => names[self.fronts() + behind.front(slot.card)].clone(),
        })
    }

    /// The placement record of a picture of one face, whole or a window of this size around its middle.
    pub(super) fn face_record(
        &self,
        wanted: WantedFace<'_>,
        window: Option<Size>,
    ) -> PlacementRecord {
        let format = self.theme.format();
        let [width, height] = [format.full_width_mm(), format.full_height_mm()].map(Mm);
        let page = window.unwrap_or(Size { width, height });
        let trim = [format.trim_width_mm(), format.trim_height_mm()].map(Mm);
        let corner = [(page.width - trim[0]) / 2.0, (page.height - trim[1]) / 2.0];
        PlacementRecord::for_face(page, &self.face_name(wanted), corner)
    }
}

fn svg_path(name: &str) -> String {
    format!("cards/svg/{name}.svg")
}

fn page_path(sheet: &Sheet, page: &SheetPage) -> String {
    let side = match (sheet.sides, page.side) {
        (Sides::Fold, _) => "",
        (Sides::Duplex, Side::Front) => "-front",
        (Sides::Duplex, Side::Back) => "-back",
    };
    format!("sheets/svg/{}-{:02}{side}.svg", sheet.name, page.sheet)
}
