//! How the faces of a deck ought to look.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use resvg::tiny_skia::Pixmap;
use usvg::Tree;

use super::kept::{Drawn, Kept};
use super::papers::{Papers, white};
use super::pdf::{Cache, Pages};
use super::pixels::Area;
use super::standing::{Lettered, Shown, Standing, lettered};
use crate::deck::CardNumber;
use crate::diagnostic::Problems;
use crate::face::{
    BackPlace, Backs, Extra, FaceInks, FaceText, Faces, Format, Palette, Pictures, lines,
};
use crate::geometry::{Affine, MM_PER_INCH, MM_PER_PIXEL, Mm, Point, Rect, Size};
use crate::preflight::limits::Past;
use crate::preflight::page::Page;
use crate::preflight::read_back::{Expected, Found};
use crate::render::pdf::{self, Conformance, Document, Metadata, Picture, Placement, Timestamp};
use crate::render::{Turn, scene};

/// The faces of a deck as pictures.
pub(in crate::preflight) struct Looks {
    /// Most are needed once or twice, and a parsed one takes as much memory as ten.
    faces: Vec<(Shown, FaceText)>,
    /// Those that were needed last, the very last at the end.
    parsed: Mutex<Vec<(Shown, Arc<Tree>)>>,
    lettered: Vec<Lettered>,
    palette: Palette,
    pictures: Pictures,
    pub(super) format: Format,
    /// By place: what the backs are called, in files and in messages.
    backs: Vec<[String; 2]>,
    behind: Backs,
    /// Each back and the first that looks the same, made when backs are held against fronts.
    alike: OnceLock<Vec<(Shown, Shown)>>,
    /// All of them as a PDF, a page each, made when a PDF is looked at.
    pages: OnceLock<Result<Pages, String>>,
    kept: Kept,
    pub(super) papers: Papers,
}

/// Pixels a millimetre: lines of a fifth of a millimetre have one. Cards in whole millimetres, and
/// those in halves of an inch.
const FINE: [f64; 2] = [6.0, 152.0 / MM_PER_INCH];

impl std::fmt::Debug for Looks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Looks").field("faces", &self.faces.len()).finish_non_exhaustive()
    }
}

impl Looks {
    /// The fronts of these cards, the backs and the extra cards.
    ///
    /// # Errors
    /// If one of them cannot be drawn.
    pub(in crate::preflight) fn of(
        faces: &Faces<'_>,
        cards: Vec<(CardNumber, FaceText)>,
    ) -> Result<Self, Problems> {
        let mut all: Vec<(Shown, FaceText)> =
            cards.into_iter().map(|(card, text)| (Shown::Card(card), text)).collect();
        let theme = faces.theme();
        // An extra card that cannot be drawn is on no page.
        let beside = Extra::ALL
            .into_iter()
            .filter_map(|extra| Some((Shown::Extra(extra), faces.extra(extra)?)))
            .filter(|(_, face)| face.drawing().is_ok())
            .chain(faces.backs().map(|(place, face)| (Shown::Back(place), face)));
        let mut found = Vec::new();
        for (shown, face) in beside {
            let drawing = face.drawing()?;
            let lines = lines(drawing.tree());
            let lines = lines.into_iter().filter_map(|line| Expected::of(line, "")).collect();
            found.push(Lettered { shown, lines });
            all.push((shown, FaceText::of(drawing)));
        }
        let called = |(place, name): (BackPlace, &str)| [name.to_owned(), theme.back_title(place)];
        Ok(Self {
            backs: theme.back_names().map(called).collect(),
            behind: faces.behind().clone(),
            alike: OnceLock::new(),
            faces: all,
            parsed: Mutex::default(),
            lettered: found,
            palette: theme.palette().clone(),
            pictures: faces.inks().pictures.cloned().unwrap_or_default(),
            format: theme.format(),
            pages: OnceLock::new(),
            kept: Kept::default(),
            papers: Papers::default(),
        })
    }

    /// The backs; several look different.
    pub(super) fn backs(&self) -> impl Iterator<Item = BackPlace> {
        self.faces.iter().filter_map(|(shown, _)| match shown {
            Shown::Back(place) => Some(*place),
            _ => None,
        })
    }

    /// Whether there are several.
    pub(in crate::preflight) fn has_several_backs(&self) -> bool {
        self.backs.len() > 1
    }

    /// The backs on which nothing is written, by which they could be found.
    pub(super) fn unlettered_backs(&self) -> impl Iterator<Item = Shown> {
        let bare = |face: &&Lettered| face.lines.is_empty() && matches!(face.shown, Shown::Back(_));
        self.lettered.iter().filter(bare).map(|face| face.shown)
    }

    /// The first back that looks the same as this one: either may lie in the other's place.
    pub(super) fn look_of(&self, back: Shown) -> Shown {
        let alike = self.alike.get_or_init(|| {
            let size_mm = self.size_mm();
            let scale = self.fine();
            let size = size_mm.map(|side| (side * scale).ceil() as u32);
            let place = Affine::scale(scale);
            let mut first: Vec<(Shown, Option<Pixmap>)> = Vec::new();
            let of = |back: BackPlace| {
                let shown = Shown::Back(back);
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

    /// What messages call a face.
    pub(super) fn title(&self, shown: Shown) -> String {
        match shown {
            Shown::Back(place) => self.backs[place.index()][1].clone(),
            other => other.to_string(),
        }
    }

    /// The back that belongs behind a front; nothing for a back.
    pub(super) fn back_behind(&self, shown: Shown) -> Option<Shown> {
        match shown {
            Shown::Card(card) => Some(Shown::Back(self.behind.behind(card))),
            Shown::Extra(_) => Some(Shown::Back(BackPlace::FIRST)),
            Shown::Back(_) => None,
        }
    }

    /// The face that a file is named after.
    pub(in crate::preflight) fn named(&self, file: &str) -> Option<Shown> {
        Shown::named(file, self.backs().zip(self.backs.iter().map(|[name, _]| name.as_str())))
    }

    fn place(&self, shown: Shown) -> Option<usize> {
        self.faces.iter().position(|(own, _)| *own == shown)
    }

    /// The picture tree of a face. As many are kept as there are threads, for a file is followed by another of
    /// the same face.
    fn tree(&self, shown: Shown) -> Option<Arc<Tree>> {
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

    /// The parts of a face that have a name, each with its sides in millimetres.
    pub(super) fn parts(&self, shown: Shown) -> Vec<(String, [f64; 4])> {
        let text = self.place(shown).map(|place| &self.faces[place].1);
        text.map(FaceText::places).unwrap_or_default()
    }

    /// The faces on a page: cards that were found by their numbers, and the others.
    ///
    /// # Errors
    /// If there are more than are looked at.
    pub(in crate::preflight) fn standing(
        &self,
        page: &Page,
        cards: &[Found],
    ) -> Result<Vec<Standing>, Past> {
        let mut standing: Vec<Standing> = cards.iter().map(Standing::of).collect();
        standing.extend(lettered(page, &self.lettered, &standing, self.format)?);
        Ok(standing)
    }

    /// A face on white paper as a program for SVG draws it. `place` goes from its millimetres to pixels.
    pub(super) fn vector(&self, shown: Shown, place: &Affine, mut paper: Pixmap) -> Option<Pixmap> {
        let tree = self.tree(shown)?;
        let place = super::shapes::place(place.pre_scale(MM_PER_PIXEL));
        resvg::render(&tree, place, &mut paper.as_mut());
        Some(paper)
    }

    /// The faces as pages of a PDF, in whose inks a press file is drawn.
    ///
    /// # Errors
    /// If they cannot be written so.
    pub(super) fn pages(&self) -> Result<&Pages, &String> {
        let made = self.pages.get_or_init(|| {
            // Documents are looked at when all else was.
            self.kept.forget(Drawn::Vector);
            self.papers.forget();
            self.written().map_err(|problems| problems.to_string()).and_then(Pages::open)
        });
        made.as_ref()
    }

    /// The part of a face within a window of a page, as the interpreter of PDF draws it. `place`
    /// goes from its millimetres to pixels of the page.
    pub(super) fn inked_part<'p>(
        &'p self,
        shown: Shown,
        place: &Affine,
        window: Area,
        cache: &Cache<'p>,
    ) -> Option<Pixmap> {
        let page = self.place(shown)?;
        let size_mm = self.size_mm();
        self.kept.window(shown, Drawn::Inked, place, size_mm, window, |place, size| {
            // Points, upward, to millimetres, downward.
            let mm = Mm::from_points(1.0).0;
            let down = Affine::new([mm, 0.0, 0.0, -mm, 0.0, size_mm[1]]);
            let place = *place * down;
            Some(self.pages().ok()?.draw(page, place, white(size)?, cache)?.pixmap)
        })
    }

    /// The same as a program for SVG draws it.
    pub(super) fn vector_part(&self, shown: Shown, place: &Affine, window: Area) -> Option<Pixmap> {
        self.kept.window(shown, Drawn::Vector, place, self.size_mm(), window, |place, size| {
            self.vector(shown, place, white(size)?)
        })
    }

    /// Width and height of a face with its bleed.
    pub(super) fn size_mm(&self) -> [f64; 2] {
        [self.format.full_width_mm(), self.format.full_height_mm()]
    }

    /// Pixels a millimetre in which faces are compared: of those in which the thinnest lines have
    /// one, those by which a card is most nearly whole pixels wide and high, so that cards side by
    /// side lie alike.
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
        // The standard that allows all the others do.
        let conformance = Conformance::X4(profile);
        pdf::write(&Document { metadata, conformance, view: None, pictures, pages })
    }
}
