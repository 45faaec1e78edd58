//! Reference pictures of a deck's faces.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use resvg::tiny_skia::Pixmap;
use usvg::Tree;

use super::compare::drawn_vector;
use super::face_cache::{Drawn, FaceCache};
use super::pdf::{Cache, Pages};
use super::pixels::Area;
use super::pixmap_pool::{PixmapPool, white};
use super::placed::FaceId;
use super::thumbnail::{Blurred, SMALL, Thumbnail};
use crate::deck::CardNumber;
use crate::diagnostic::Problems;
use crate::face::{BackPlace, Backs, FaceInks, FaceText, Faces, Format, Palette, Pictures};
use crate::geometry::{Affine, MM_PER_INCH, Mm, Point, Rect, Size};
use crate::render::pdf::{self, Conformance, Document, Metadata, Picture, Placement, Timestamp};
use crate::render::{Turn, scene};

/// The faces of a deck as pictures.
pub(in crate::preflight) struct ReferenceFaces {
    /// The texts of the SVG files; most are needed once or twice, and a parsed one takes as much memory as ten.
    faces: Vec<(FaceId, FaceText)>,
    /// The most recently used parsed faces, the last one at the end.
    parsed: Mutex<Vec<(FaceId, Arc<Tree>)>>,
    palette: Palette,
    pictures: Pictures,
    pub(super) format: Format,
    /// The names of backs and extra cards in files and in messages.
    others: Vec<(FaceId, [String; 2])>,
    behind: Backs,
    /// Each back and the first that looks the same, computed on first use.
    alike: OnceLock<Vec<(FaceId, FaceId)>>,
    /// All faces as a PDF, a page each, created on first use.
    pages: OnceLock<Result<Pages, String>>,
    /// Thumbnails of all faces from both renderers, created when a page does not declare its faces.
    thumbnails: Vec<[OnceLock<Option<Thumbnail>>; 2]>,
    /// The fewest inked blocks of a face drawn small, in either way.
    fewest_inked_blocks: [OnceLock<usize>; 2],
    kept: FaceCache,
    pub(super) pixmaps: PixmapPool,
}

/// Resolutions in pixels per millimetre, at which lines of a fifth of a millimetre have one pixel: for card sizes in
/// whole millimetres, and in half inches.
const FINE: [f64; 2] = [6.0, 152.0 / MM_PER_INCH];

impl std::fmt::Debug for ReferenceFaces {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReferenceFaces").field("faces", &self.faces.len()).finish_non_exhaustive()
    }
}

impl ReferenceFaces {
    /// Collects the fronts of these cards, the backs and the extra cards.
    ///
    /// # Errors
    /// If one of them cannot be drawn.
    pub(in crate::preflight) fn new(
        faces: &Faces<'_>,
        cards: Vec<(CardNumber, FaceText)>,
    ) -> Result<Self, Problems> {
        let mut all: Vec<(FaceId, FaceText)> =
            cards.into_iter().map(|(card, text)| (FaceId::Card(card), text)).collect();
        let theme = faces.theme();
        // An extra card that cannot be drawn is not printed.
        let beside = theme
            .extras()
            .filter_map(|extra| Some((FaceId::Extra(extra), faces.extra(extra)?)))
            .filter(|(_, face)| face.drawing().is_ok())
            .chain(faces.backs().map(|(place, face)| (FaceId::Back(place), face)));
        for (shown, face) in beside {
            all.push((shown, FaceText::from_drawing(face.drawing()?)));
        }
        let backs = theme
            .back_names()
            .map(|(place, name)| (FaceId::Back(place), [name.to_owned(), theme.back_title(place)]));
        let extras = theme.extras().map(|extra| {
            let names = [theme.extra_name(extra).to_owned(), theme.extra_title(extra)];
            (FaceId::Extra(extra), names)
        });
        Ok(Self {
            others: backs.chain(extras).collect(),
            behind: faces.behind().clone(),
            alike: OnceLock::new(),
            parsed: Mutex::default(),
            palette: theme.palette().clone(),
            pictures: faces.inks().pictures.cloned().unwrap_or_default(),
            format: theme.format(),
            pages: OnceLock::new(),
            thumbnails: all.iter().map(|_| Default::default()).collect(),
            faces: all,
            fewest_inked_blocks: Default::default(),
            kept: FaceCache::default(),
            pixmaps: PixmapPool::default(),
        })
    }

    /// The backs.
    pub(super) fn backs(&self) -> impl Iterator<Item = BackPlace> {
        self.faces.iter().filter_map(|(shown, _)| match shown {
            FaceId::Back(place) => Some(*place),
            _ => None,
        })
    }

    /// Whether there are several.
    pub(in crate::preflight) fn has_several_backs(&self) -> bool {
        self.backs().count() > 1
    }

    /// The first back that looks the same as this one; such backs are interchangeable.
    pub(super) fn look_of(&self, back: FaceId) -> FaceId {
        let alike = self.alike.get_or_init(|| {
            let size_mm = self.size_mm();
            let scale = self.fine();
            let size = size_mm.map(|side| (side * scale).ceil() as u32);
            let place = Affine::scale(scale);
            let mut first: Vec<(FaceId, Option<Pixmap>)> = Vec::new();
            let of = |back: BackPlace| {
                let shown = FaceId::Back(back);
                let drawn = white(size).and_then(|paper| self.vector(shown, &place, paper));
                let same = first.iter().find(|(_, other)| {
                    other.is_some()
                        && other.as_ref().map(Pixmap::data) == drawn.as_ref().map(Pixmap::data)
                });
                let same = same.map(|(same, _)| *same);
                if same.is_none() {
                    first.push((shown, drawn));
                }
                (shown, same.unwrap_or(shown))
            };
            if self.has_several_backs() { self.backs().map(of).collect() } else { Vec::new() }
        });
        alike.iter().find(|(own, _)| *own == back).map_or(back, |(_, same)| *same)
    }

    /// The name of a face in messages.
    pub(super) fn title(&self, shown: FaceId) -> String {
        let own = self.others.iter().find(|(face, _)| *face == shown);
        own.map_or_else(|| shown.to_string(), |(_, [_, title])| title.clone())
    }

    /// The back that belongs behind a front; `None` for a back.
    pub(super) fn back_behind(&self, shown: FaceId) -> Option<FaceId> {
        match shown {
            FaceId::Card(card) => Some(FaceId::Back(self.behind.behind(card))),
            FaceId::Extra(_) => Some(FaceId::Back(BackPlace::FIRST)),
            FaceId::Back(_) => None,
        }
    }

    /// The face that a file is named after.
    pub(in crate::preflight) fn named(&self, file: &str) -> Option<FaceId> {
        let is_of_deck = |face: &FaceId| match face {
            FaceId::Card(card) => self.behind.numbers().contains(*card),
            FaceId::Back(_) | FaceId::Extra(_) => true,
        };
        FaceId::from_file_name(file, self.names()).filter(is_of_deck)
    }

    /// The face of the deck with this name.
    pub(super) fn face_named(&self, name: &str) -> Option<FaceId> {
        FaceId::named(name, self.names()).filter(|face| self.place(*face).is_some())
    }

    /// Whether any deck in this theme may have a face of this name.
    pub(super) fn is_called(&self, name: &str) -> bool {
        FaceId::named(name, self.names()).is_some()
    }

    /// The name of a back or an extra card in files.
    pub(in crate::preflight) fn name(&self, face: FaceId) -> Option<&str> {
        self.names().find(|(own, _)| *own == face).map(|(_, name)| name)
    }

    fn names(&self) -> impl Iterator<Item = (FaceId, &str)> + Clone {
        self.others.iter().map(|(face, [name, _])| (*face, name.as_str()))
    }

    /// The face most similar to a place, and their difference as a share of the face's own contrast.
    pub(super) fn nearest(&self, place: &Thumbnail, kind: Drawn) -> Option<(f64, FaceId)> {
        let own = |face| Some((self.thumbnail(face, kind)?.apart(place), face));
        let (_, face) = self.faces.iter().filter_map(|(face, _)| own(*face)).min()?;
        Some((self.thumbnail(face, kind)?.off(place), face))
    }

    /// The least number of blocks with ink over all faces.
    pub(super) fn fewest_inked_blocks(&self, kind: Drawn) -> usize {
        *self.fewest_inked_blocks[usize::from(kind == Drawn::Vector)].get_or_init(|| {
            let blocks =
                |(face, _): &(FaceId, _)| Some(self.thumbnail(*face, kind)?.inked_blocks());
            self.faces.iter().filter_map(blocks).min().unwrap_or(0)
        })
    }

    /// The thumbnail of a face. It is created on a single thread: threads that wait for the cell could otherwise run a
    /// task that waits for the same cell, which would deadlock.
    pub(super) fn thumbnail(&self, face: FaceId, kind: Drawn) -> Option<&Thumbnail> {
        let index = self.place(face)?;
        let made = self.thumbnails[index][usize::from(kind == Drawn::Vector)].get_or_init(|| {
            let place = Affine::scale(SMALL);
            let paper = white(self.size_mm().map(|side| (side * SMALL).ceil() as u32))?;
            let pixmap = match kind {
                Drawn::Vector => drawn_vector(&self.faces[index].1.tree().ok()?, &place, paper),
                Drawn::Inked => self.inked(face, &place, paper, &Cache::new())?,
            };
            Some(Thumbnail::new(&Blurred::from_pixmap(&pixmap), &place, self.format))
        });
        made.as_ref()
    }

    fn place(&self, shown: FaceId) -> Option<usize> {
        self.faces.iter().position(|(own, _)| *own == shown)
    }

    /// The parsed SVG of a face. One is cached for each thread, because the next file often shows the same face.
    fn tree(&self, shown: FaceId) -> Option<Arc<Tree>> {
        let lock = || self.parsed.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = lock().iter().find(|(own, _)| *own == shown).map(|(_, tree)| Arc::clone(tree));
        if kept.is_some() {
            return kept;
        }
        let tree = Arc::new(self.faces[self.place(shown)?].1.tree().ok()?);
        let mut parsed = lock();
        parsed.push((shown, Arc::clone(&tree)));
        let past = parsed.len().saturating_sub(rayon::current_num_threads());
        let let_go: Vec<_> = parsed.drain(..past).collect();
        drop(parsed);
        drop(let_go);
        Some(tree)
    }

    /// The named parts of a face with their sides in millimetres.
    pub(super) fn parts(&self, shown: FaceId) -> Vec<(String, [f64; 4])> {
        let text = self.place(shown).map(|place| &self.faces[place].1);
        text.map(FaceText::places).unwrap_or_default()
    }

    /// Draws a face with the SVG renderer on white paper. `place` transforms its millimetres to pixels.
    pub(super) fn vector(&self, shown: FaceId, place: &Affine, paper: Pixmap) -> Option<Pixmap> {
        Some(drawn_vector(&*self.tree(shown)?, place, paper))
    }

    /// Draws a face with the PDF interpreter.
    fn inked<'p>(
        &'p self,
        shown: FaceId,
        place: &Affine,
        paper: Pixmap,
        cache: &Cache<'p>,
    ) -> Option<Pixmap> {
        // Points, y upward, to millimetres, y downward.
        let mm = Mm::from_points(1.0).0;
        let place = *place * Affine::new([mm, 0.0, 0.0, -mm, 0.0, self.size_mm()[1]]);
        Some(self.pages().ok()?.draw(self.place(shown)?, place, paper, cache)?.pixmap)
    }

    /// The faces as pages of a PDF, with the inks of a press file.
    ///
    /// # Errors
    /// If the PDF cannot be written.
    pub(super) fn pages(&self) -> Result<&Pages, &String> {
        let made = self.pages.get_or_init(|| {
            // PDFs are checked after all other files.
            self.kept.forget(Drawn::Vector);
            self.pixmaps.forget();
            self.written().map_err(|problems| problems.to_string()).and_then(Pages::open)
        });
        made.as_ref()
    }

    /// Draws the part of a face inside a window of the page with the PDF interpreter. `place` transforms its
    /// millimetres to pixels of the page.
    pub(super) fn inked_part<'p>(
        &'p self,
        shown: FaceId,
        place: &Affine,
        window: Area,
        cache: &Cache<'p>,
    ) -> Option<Pixmap> {
        self.kept.window(shown, Drawn::Inked, place, self.size_mm(), window, |place, size| {
            self.inked(shown, place, white(size)?, cache)
        })
    }

    /// As [`inked_part`](Self::inked_part), with the SVG renderer.
    pub(super) fn vector_part(
        &self,
        shown: FaceId,
        place: &Affine,
        window: Area,
    ) -> Option<Pixmap> {
        self.kept.window(shown, Drawn::Vector, place, self.size_mm(), window, |place, size| {
            self.vector(shown, place, white(size)?)
        })
    }

    /// Width and height of a face with its bleed.
    pub(super) fn size_mm(&self) -> [f64; 2] {
        [self.format.full_width_mm(), self.format.full_height_mm()]
    }

    /// The resolution of comparisons in pixels per millimetre: fine enough for the thinnest lines, and of those
    /// resolutions the one at which a card is closest to whole pixels, so that adjacent cards have the same offset.
    pub(super) fn fine(&self) -> f64 {
        let sides = [self.format.trim_width_mm(), self.format.trim_height_mm()];
        let off = |scale: &f64| -> f64 {
            sides.iter().map(|side| (side * scale - (side * scale).round()).abs()).sum()
        };
        let nearest = FINE.into_iter().min_by(|one, other| off(one).total_cmp(&off(other)));
        nearest.unwrap_or(FINE[0])
    }

    fn written(&self) -> Result<Vec<u8>, Problems> {
        let inks = FaceInks { palette: &self.palette, pictures: Some(&self.pictures) };
        let mut scenes = Vec::new();
        for (shown, text) in &self.faces {
            let name = self.title(*shown);
            scenes.push(scene::import(&name, &text.tree()?, inks)?);
        }
        let pictures = scenes
            .iter()
            .map(|scene| Picture { scene, window: Rect::at_origin(scene.size) })
            .collect();
        let [width, height] = self.size_mm().map(Mm);
        let full = Size { width, height };
        let corner = Point::ORIGIN;
        let page = |picture: usize| {
            let placement = Placement { picture, corner, turn: Turn::Upright, within: None };
            pdf::Page::new(full).with_placements(vec![placement])
        };
        let metadata = Metadata {
            title: "faces".to_owned(),
            subject: "faces".to_owned(),
            imprint: Default::default(),
            date: Timestamp::FIXED,
        };
        let profile = pdf::OutputProfile::CGATS_TR_006;
        let pages = (0..scenes.len()).map(page).collect();
        // The standard that allows everything the others allow.
        let conformance = Conformance::X4(profile);
        pdf::write(&Document { metadata, conformance, view: None, pictures, pages })
    }
}
