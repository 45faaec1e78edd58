//! Makes the faces of a job in every form it needs.

use std::sync::Arc;

use rayon::prelude::*;

use crate::deck::CardNumber;
use crate::diagnostic::{Distinct, Problems};
use crate::face::{BackPlace, Extra, Face, FaceInks, Faces, Lettering, Theme};
use crate::render::placement::PNG_KEYWORD;
use crate::render::png::{self, Dpi};
use crate::render::printable::{FileKind, scene_for};
use crate::render::scene::Scene;

use super::behind::JobBacks;
use super::kept::{FileHandle, FileSink};
use super::steps::Steps;
use super::{Job, NamedFile};

/// A front that is not a card of the deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExtraFront {
    /// From a template of the theme.
    Theme(Extra),
    /// Drawn for this job, such as a changelog card.
    Drawn {
        /// Its file name without extension, such as `changelog`.
        name: String,
        /// The face in the size of the theme's cards with bleed, in the theme's swatches.
        svg: String,
    },
}

impl ExtraFront {
    /// The name of its face.
    pub(super) fn name<'n>(&'n self, theme: &'n Theme) -> &'n str {
        match self {
            Self::Theme(extra) => theme.extra_name(*extra),
            Self::Drawn { name, .. } => name,
        }
    }
}

/// A face to be made.
#[derive(Clone, Copy, Debug)]
pub(super) enum WantedFace<'j> {
    Card(CardNumber),
    /// With the number of equal ones before it.
    Extra(&'j ExtraFront, usize),
    Back(BackPlace),
}

/// A face in every form the job needs.
pub(super) struct MadeFace {
    /// The SVG with outlines or live text, as the job requires. Sheets are made of it.
    pub(super) svg: String,
    pub(super) scene: Option<Scene>,
    /// The finished picture.
    pub(super) png: Option<FileHandle>,
}

impl Job<'_> {
    /// The faces to make: cards, extra cards, then the backs.
    pub(super) fn wanted(&self, behind: &JobBacks) -> Vec<WantedFace<'_>> {
        let cards = self.cards.iter().copied().map(WantedFace::Card);
        let extras = self.extras.iter().enumerate().map(|(place, extra)| {
            let before = self.extras[..place].iter().filter(|other| *other == extra).count();
            WantedFace::Extra(extra, before)
        });
        let backs = behind.backs().iter().copied().map(WantedFace::Back);
        cards.chain(extras).chain(backs).collect()
    }

    /// Makes the faces in the order of [`wanted`](Self::wanted). A card's face is dropped as soon as all its
    /// forms exist.
    pub(super) fn faces(
        &self,
        mut faces: Faces<'_>,
        wanted: Vec<WantedFace<'_>>,
        steps: &Steps<'_>,
        keep: FileSink<'_>,
    ) -> Result<Vec<MadeFace>, Problems> {
        let wanted: Vec<(WantedFace<'_>, Option<Arc<Face>>)> = wanted
            .into_iter()
            .map(|wanted| match wanted {
                WantedFace::Card(number) => (wanted, faces.take_card(number)),
                _ => (wanted, None),
            })
            .collect();
        let faces = &faces;
        let made = wanted.into_par_iter().map(|(wanted, face)| {
            let made = match (wanted, face) {
                (WantedFace::Card(_), Some(face)) => self.made(wanted, &face, faces.inks(), keep),
                (WantedFace::Card(number), None) => {
                    self.made(wanted, &faces.made(number), faces.inks(), keep)
                }
                (WantedFace::Extra(ExtraFront::Drawn { svg, .. }, _), _) => {
                    let face = Face::read_in(svg, self.theme.fonts());
                    self.made(wanted, &face, faces.inks(), keep)
                }
                (WantedFace::Extra(ExtraFront::Theme(extra), _), _) => match faces.extra(*extra) {
                    Some(face) => self.made(wanted, face, faces.inks(), keep),
                    None => {
                        if let Some(faults) = faces.extra_faults(*extra) {
                            return Err(faults.clone());
                        }
                        Err(self.theme.no_extra(self.theme.extra_name(*extra)).into())
                    }
                },
                (WantedFace::Back(place), _) => {
                    self.made(wanted, faces.back_at(place), faces.inks(), keep)
                }
            };
            steps.finished();
            made
        });
        let made: Vec<_> = made.collect();
        let mut problems = Distinct::default();
        let mut faces = Vec::new();
        for face in made {
            match face {
                Ok(face) => faces.push(face),
                Err(found) => problems.extend(&found),
            }
        }
        problems.into_problems().into_result(faces)
    }

    /// The most restrictive kind among its files.
    pub fn file_kind(&self) -> FileKind {
        let pdfs = self.sheets.iter().filter(|_| self.pdf);
        let kinds = pdfs.map(|sheet| FileKind::for_pdf(&sheet.press));
        kinds.max().unwrap_or(FileKind::Picture)
    }

    fn made(
        &self,
        wanted: WantedFace<'_>,
        face: &Face,
        inks: FaceInks<'_>,
        keep: FileSink<'_>,
    ) -> Result<MadeFace, Problems> {
        let drawing = face.drawing()?;
        let tree = drawing.tree();
        let name = match wanted {
            WantedFace::Card(number) => format!("card {number}"),
            WantedFace::Extra(extra, _) => format!("the {} card", extra.name(self.theme)),
            WantedFace::Back(place) => self.theme.back_title(place),
        };
        if let Some((vendor, dpi)) = &self.image_dpi {
            let coarse = face.coarse_pictures(self.theme.format(), Some((vendor, *dpi)))?;
            coarse.into_result(())?;
        }
        let scene = || {
            let kind = self.file_kind();
            let mut scene = scene_for(kind, &name, face, inks, self.pdf_lettering)?;
            scene.overprint_black(self.ink_limit_percent);
            Ok::<_, Problems>(scene)
        };
        let scene = self.pdf.then(scene).transpose()?;
        let png = self.png.map(|dpi| self.raster(wanted, tree, dpi)).transpose()?;
        let png = png.map(|bytes| keep(NamedFile { path: self.png_path(wanted), bytes }));
        let mut svg = match self.lettering {
            _ if !self.svg => String::new(),
            Lettering::Outlined => drawing.outlined()?,
            Lettering::Live => match wanted {
                WantedFace::Extra(ExtraFront::Drawn { svg, .. }, _) => svg.clone(),
                _ => drawing.live(),
            },
        };
        // Finished files stay in memory until the last one; excess buffer capacity would, too.
        svg.shrink_to_fit();
        Ok(MadeFace { svg, scene, png })
    }

    fn raster(
        &self,
        wanted: WantedFace<'_>,
        tree: &usvg::Tree,
        dpi: Dpi,
    ) -> Result<Vec<u8>, Problems> {
        let edition = self.deck.edition().to_string();
        let number = match wanted {
            WantedFace::Card(number) => Some(number.to_string()),
            _ => None,
        };
        let window = self.pixels.map(|pixels| dpi.size(pixels));
        let record = self.face_record(wanted, window).text();
        let mut notes = vec![("Title", self.deck.name()), ("Edition", &edition)];
        notes.extend(number.iter().map(|number| ("Card", number.as_str())));
        notes.push((PNG_KEYWORD, &record));
        png::encode_tree(tree, self.theme.format(), dpi, self.pixels, &notes)
    }
}
