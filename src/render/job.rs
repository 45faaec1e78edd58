//! A job: everything that is to be made of a deck, as named files.

use rayon::prelude::*;

use crate::deck::{CardNumber, Deck};
use crate::diagnostic::{Problem, Problems};
use crate::face::{Binder, Drawing, Extra, Lettering, Theme, picture};

use super::length::{Mm, Point, Rect};
use super::pdf::{self, Metadata, Timestamp};
use super::png::{self, Dpi, Pixels};
use super::printer::Printer;
use super::scene::{self, Scene};
use super::sheet::{
    self, Arrangement, Artwork, Flip, Furniture, Labels, Sheet, SheetPage, Side, Sides, Slot,
};

/// What is to be made of a deck.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// The deck.
    pub deck: &'a Deck,
    /// How its cards look.
    pub theme: &'a Theme,
    /// The cards to be printed, in this order.
    pub cards: Vec<CardNumber>,
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

/// The paths of pictures and PDFs below the output folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// Of a front's PNG, with `{face}` for `card-34` or the name of an extra card.
    pub front_png: String,
    /// Of the back's PNG.
    pub back_png: String,
    /// Of a sheet's PDF, with `{sheet}` for its name.
    pub pdf: String,
}

impl Default for Names {
    fn default() -> Self {
        Self {
            front_png: "cards/png/{face}.png".to_owned(),
            back_png: "cards/png/back.png".to_owned(),
            pdf: "sheets/{sheet}.pdf".to_owned(),
        }
    }
}

/// A front that is no card of the deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExtraFront {
    /// From a template of the theme.
    Theme(Extra),
    /// Drawn for this job, such as a changelog card.
    Drawn {
        /// Its file name without ending, such as `changelog`.
        name: String,
        /// The face in the size of the theme's cards with bleed, in the theme's swatches.
        svg: String,
    },
}

impl ExtraFront {
    /// Its file name without ending.
    fn name(&self) -> &str {
        match self {
            Self::Theme(extra) => extra.name(),
            Self::Drawn { name, .. } => name,
        }
    }
}

/// A finished file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFile {
    /// Where it belongs below the output folder, with forward slashes.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Steps finished.
    pub done: usize,
    /// Steps in all: one a face, one a sheet.
    pub of: usize,
}

/// A face in every form the job needs.
struct Face {
    /// With live text, for the sheets.
    svg: String,
    /// With outlines, if that is asked for.
    outlined: Option<String>,
    scene: Option<Scene>,
    png: Option<Vec<u8>>,
}

impl<'a> Job<'a> {
    /// All cards of the deck in every form: SVG, PNG at print resolution, PDF of these sheets.
    pub fn new(deck: &'a Deck, theme: &'a Theme, sheets: Vec<Sheet>) -> Self {
        Self {
            deck,
            theme,
            cards: deck.cards().iter().map(|card| card.number).collect(),
            extras: Vec::new(),
            backs: true,
            svg: true,
            lettering: Lettering::default(),
            png: Some(Dpi::PRINT),
            pixels: None,
            pdf: true,
            sheets,
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
        let sheets = self.impose()?;
        let of = self.wanted().len() + sheets.len();
        let steps = Steps { of, done: 0.into(), progress };
        let faces = self.faces(&steps)?;
        let mut files = self.card_files(&faces);
        let made: Vec<Result<Vec<NamedFile>, Problems>> = sheets
            .par_iter()
            .map(|(sheet, pages)| {
                let files = self.sheet_files(sheet, pages, &faces);
                steps.finished();
                files
            })
            .collect();
        let mut problems = Problems::new();
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
    fn impose(&self) -> Result<Vec<(&Sheet, Vec<SheetPage>)>, Problems> {
        let mut problems = Problems::new();
        let mut all = Vec::new();
        for sheet in &self.sheets {
            let format = self.theme.format();
            match sheet::impose(sheet, format, self.fronts(), self.arrangement) {
                Ok(mut pages) => {
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

    /// The faces to be made: cards, extra cards, the back last.
    fn wanted(&self) -> Vec<Wanted<'_>> {
        let cards = self.cards.iter().copied().map(Wanted::Card);
        let extras = self.extras.iter().map(Wanted::Extra);
        cards.chain(extras).chain(self.backs.then_some(Wanted::Back)).collect()
    }

    /// The faces in the order of [`wanted`](Self::wanted).
    fn faces<P: Fn(Progress) + Sync>(&self, steps: &Steps<P>) -> Result<Vec<Face>, Problems> {
        let binder = Binder::new(self.theme, self.deck)?;
        let made: Vec<Result<Face, Problems>> = self
            .wanted()
            .par_iter()
            .map(|&wanted| {
                let svg = match wanted {
                    Wanted::Card(number) => binder.card(self.deck.card(number)),
                    Wanted::Extra(ExtraFront::Drawn { svg, .. }) => svg.clone(),
                    Wanted::Extra(ExtraFront::Theme(extra)) => {
                        binder.extra(*extra).ok_or_else(|| {
                            Problem::new(format!(
                                "the theme {} has no {extra} card",
                                self.theme.name()
                            ))
                            .accepts(format!("a template {} in its folder", extra.file()))
                        })?
                    }
                    Wanted::Back => binder.back(),
                };
                let face = self.face(wanted, svg);
                steps.finished();
                face
            })
            .collect();
        let mut problems = Problems::new();
        let mut faces = Vec::new();
        for face in made {
            match face {
                Ok(face) => faces.push(face),
                // One template makes all faces, so the first card's faults stand for the rest.
                Err(found) if problems.is_empty() => problems = found,
                Err(_) => {}
            }
        }
        problems.into_result(faces)
    }

    fn face(&self, wanted: Wanted<'_>, svg: String) -> Result<Face, Problems> {
        let drawing = Drawing::read(&svg)?;
        let tree = drawing.tree();
        let name = match wanted {
            Wanted::Card(number) => format!("card {number}"),
            Wanted::Extra(extra) => format!("the {} card", extra.name()),
            Wanted::Back => "the back".to_owned(),
        };
        let card = match wanted {
            Wanted::Card(number) => Some(number),
            _ => None,
        };
        let scene =
            self.pdf.then(|| scene::import(&name, tree, self.theme.palette())).transpose()?;
        let png = self.png.map(|dpi| self.raster(card, tree, dpi)).transpose()?;
        let is_outlined = self.svg && self.lettering == Lettering::Outlined;
        let outlined = is_outlined.then(|| drawing.outlined()).transpose()?;
        Ok(Face { svg, outlined, scene, png })
    }

    fn raster(
        &self,
        card: Option<CardNumber>,
        tree: &usvg::Tree,
        dpi: Dpi,
    ) -> Result<Vec<u8>, Problems> {
        let edition = self.deck.edition().to_string();
        let number = card.map(|number| number.to_string());
        let mut notes = vec![("Title", self.deck.name()), ("Edition", &edition)];
        notes.extend(number.iter().map(|number| ("Card", number.as_str())));
        png::encode_tree(tree, self.theme.format(), dpi, self.pixels, &notes)
    }

    fn card_files(&self, faces: &[Face]) -> Vec<NamedFile> {
        let name = |wanted: Wanted<'_>| match wanted {
            Wanted::Card(number) => format!("card-{:02}", number.get()),
            Wanted::Extra(extra) => extra.name().to_owned(),
            Wanted::Back => "back".to_owned(),
        };
        let names: Vec<String> = self.wanted().into_iter().map(name).collect();
        let mut files = Vec::new();
        if self.svg {
            files.extend(names.iter().zip(faces).map(|(name, face)| NamedFile {
                path: format!("cards/svg/{name}.svg"),
                bytes: face.outlined.as_ref().unwrap_or(&face.svg).clone().into_bytes(),
            }));
        }
        files.extend(names.iter().zip(faces).filter_map(|(name, face)| {
            let bytes = face.png.clone()?;
            let path = match name.as_str() {
                "back" => self.names.back_png.clone(),
                front => self.names.front_png.replace("{face}", front),
            };
            Some(NamedFile { path, bytes })
        }));
        files
    }

    fn sheet_files(
        &self,
        sheet: &Sheet,
        pages: &[SheetPage],
        faces: &[Face],
    ) -> Result<Vec<NamedFile>, Problems> {
        let labels = Labels {
            deck: self.deck.name().to_owned(),
            edition: self.deck.edition().to_string(),
            turn: match self.arrangement.flip {
                Flip::LongEdge => "turn on the long edge".to_owned(),
                Flip::ShortEdge => "turn on the short edge".to_owned(),
            },
        };
        let furniture: Vec<Furniture> =
            pages.iter().map(|page| sheet::furniture(sheet, page, &labels)).collect();
        let mut files = Vec::new();
        if self.pdf {
            let bytes = self.sheet_pdf(sheet, pages, &furniture, faces)?;
            files.push(NamedFile { path: self.names.pdf.replace("{sheet}", &sheet.name), bytes });
        }
        // A page that is one card is the card's own SVG.
        if self.svg && sheet.paper.is_some() {
            let fronts: Vec<&str> = faces[..self.fronts()].iter().map(|f| f.svg.as_str()).collect();
            let back = faces.last().map_or("", |face| face.svg.as_str());
            let artwork = Artwork { fronts: &fronts, back };
            let made: Vec<Result<NamedFile, Problems>> = pages
                .par_iter()
                .zip(&furniture)
                .map(|(page, furniture)| self.page_file(sheet, page, artwork, furniture))
                .collect();
            for file in made {
                files.push(file?);
            }
        }
        Ok(files)
    }

    fn page_file(
        &self,
        sheet: &Sheet,
        page: &SheetPage,
        artwork: Artwork<'_>,
        furniture: &Furniture,
    ) -> Result<NamedFile, Problems> {
        let mut svg = sheet::page_svg(sheet, page, artwork, furniture)?;
        // The page as a whole, so that cards share their outlines.
        if self.lettering == Lettering::Outlined {
            svg = Drawing::read(&svg)?.outlined()?;
        }
        let side = match (sheet.sides, page.side) {
            (Sides::Fold, _) => "",
            (Sides::Duplex, Side::Front) => "-front",
            (Sides::Duplex, Side::Back) => "-back",
        };
        let path = format!("sheets/svg/{}-{:02}{side}.svg", sheet.name, page.sheet);
        Ok(NamedFile { path, bytes: svg.into_bytes() })
    }

    fn sheet_pdf(
        &self,
        sheet: &Sheet,
        pages: &[SheetPage],
        furniture: &[Furniture],
        faces: &[Face],
    ) -> Result<Vec<u8>, Problems> {
        let inks = sheet::inks(sheet.press);
        let mut scenes: Vec<Option<Scene>> = Vec::new();
        for (page, furniture) in pages.iter().zip(furniture) {
            let scene = match furniture.is_empty() {
                true => None,
                false => {
                    let tree = picture(&sheet::furniture_svg(page, furniture))?;
                    Some(scene::import(&format!("sheet {}", sheet.name), &tree, &inks)?)
                }
            };
            scenes.push(scene);
        }
        let pictures = self.pictures(sheet, faces);
        let pages: Vec<pdf::Page<'_>> = pages
            .iter()
            .zip(&scenes)
            .map(|(page, scene)| pdf_page(sheet, page, scene.as_ref(), self.fronts()))
            .collect();
        let metadata = Metadata {
            title: self.deck.name().to_owned(),
            subject: format!(
                "{}, edition {}: {}",
                self.deck.name(),
                self.deck.edition(),
                sheet.title
            ),
            date: self.date,
        };
        pdf::write(&pdf::Document { metadata, conformance: sheet.press, pictures, pages })
    }

    /// Each face with as much of its bleed as the sheet prints.
    fn pictures<'f>(&self, sheet: &Sheet, faces: &'f [Face]) -> Vec<pdf::Picture<'f>> {
        let bleed = Mm(self.theme.format().bleed_mm());
        let scenes = faces.iter().filter_map(|face| face.scene.as_ref());
        scenes
            .map(|scene| {
                let window = Rect::at_origin(scene.size).grown(sheet.bleed - bleed);
                pdf::Picture { scene, window }
            })
            .collect()
    }
}

fn pdf_page<'f>(
    sheet: &Sheet,
    page: &SheetPage,
    furniture: Option<&'f Scene>,
    fronts: usize,
) -> pdf::Page<'f> {
    let placement = |slot: &Slot| {
        let shown = slot.trim.grown(sheet.bleed);
        pdf::Placement {
            // The back follows the fronts.
            picture: if slot.face == Side::Front { slot.card } else { fronts },
            corner: Point { x: shown.x, y: shown.y },
            turned: slot.turned,
        }
    };
    let whole = Rect::at_origin(page.size);
    let (trim, bleed) = match sheet.paper {
        // A sheet is cut by hand along its marks; to a press it is all trim.
        Some(_) => (whole, whole),
        None => (whole.grown(-sheet.bleed - sheet.slug), whole.grown(-sheet.slug)),
    };
    pdf::Page {
        size: page.size,
        trim,
        bleed,
        placements: page.slots.iter().map(placement).collect(),
        correction: page.correction,
        furniture,
    }
}

/// A face to be made.
#[derive(Clone, Copy, Debug)]
enum Wanted<'j> {
    Card(CardNumber),
    Extra(&'j ExtraFront),
    Back,
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
