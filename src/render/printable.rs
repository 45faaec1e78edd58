//! What each kind of file can hold of a face, and where a template exceeds it.
//!
//! | | SVG and PNG | home sheets, PDF/X-4 | PDF/X-1a |
//! |---|---|---|---|
//! | pictures in sRGB without `[pictures]` | yes | yes | no |
//! | pictures with alpha, opacity | yes | yes | no |
//! | gradients to nothing, that repeat or to a spot ink; clips of shapes that overlap; strokes stretched unevenly | yes | no | no |
//!
//! Content that no kind of file can hold is refused when a template is read.

use rayon::prelude::*;

use crate::deck::CardNumber;
use crate::diagnostic::{Distinct, Problems};
use crate::face::{Face, FaceInks, Faces, Lettering, Selection};

use super::pdf::{self, Conformance};
use super::scene::{self, Refusal, Scene};

/// A kind of file, by what it can hold; each is more restrictive than the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileKind {
    /// SVG and PNG: for screens and for vendors that take pictures.
    Picture,
    /// A PDF with transparency: a home sheet or PDF/X-4.
    TransparentPdf,
    /// A PDF of opaque inks: PDF/X-1a.
    OpaquePdf,
}

impl FileKind {
    /// The kind of a PDF of this standard.
    pub fn for_pdf(conformance: &Conformance) -> Self {
        match conformance.allows_transparency() {
            true => Self::TransparentPdf,
            false => Self::OpaquePdf,
        }
    }

    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Picture => "SVG and PNG",
            Self::TransparentPdf => "home sheets and PDF/X-4",
            Self::OpaquePdf => "PDF/X-1a",
        }
    }

    /// The scene of a tree, with everything that such a file cannot hold.
    fn scene(
        self,
        name: &str,
        tree: &usvg::Tree,
        inks: FaceInks<'_>,
        lettering: Lettering,
    ) -> (Scene, Vec<Refusal>) {
        let (scene, mut refusals) = scene::import_with_refusals(name, tree, inks, lettering);
        if self == Self::OpaquePdf {
            refusals.extend(pdf::beyond_ink(&scene));
        }
        (scene, refusals)
    }
}

/// The scene of a face for PDFs of this kind.
///
/// # Errors
/// Everything such a file cannot hold, with its place in the template.
pub(super) fn scene_for(
    kind: FileKind,
    name: &str,
    face: &Face,
    inks: FaceInks<'_>,
    lettering: Lettering,
) -> Result<Scene, Problems> {
    let (scene, refusals) = kind.scene(name, face.drawing()?.tree(), inks, lettering);
    if refusals.is_empty() {
        return Ok(scene);
    }
    let mut problems = Problems::new();
    if face.template().is_none() {
        refusals.iter().for_each(|refusal| problems.push(refusal.problem(name)));
        return Err(problems);
    }
    let (tree, places) = face.with_ids()?;
    let (_, refusals) = kind.scene(name, &tree, inks, lettering);
    for refusal in refusals {
        let Refusal { what, element, accepted, file } = &refusal;
        let problem = match places.described(element) {
            Some(described) => {
                let message = format!("{what} on {described} cannot be printed in {file}");
                places.at(element, refusal.problem(name).reworded(message)).accepts(accepted)
            }
            None => refusal.problem(name),
        };
        problems.push(problem);
    }
    Err(problems)
}

/// What a file of this kind cannot hold of these cards, extra cards and, if selected, the backs, with places
/// in the template. Content that no file can hold and faces that cannot be drawn are left to
/// [`Faces::fitting_selected`].
pub fn unprintable(faces: &Faces<'_>, kind: FileKind, selection: Selection<'_>) -> Problems {
    if kind == FileKind::Picture {
        return Problems::new();
    }
    let check = |name: &str, face: &Face| {
        face.drawing().ok()?;
        scene_for(kind, name, face, faces.inks(), Lettering::Live).err()
    };
    let front = |&card: &CardNumber| check(&format!("card {card}"), &faces.lent_card(card));
    let fronts: Vec<_> = selection.cards.par_iter().map(front).collect();
    let extras = selection
        .extras
        .iter()
        .filter_map(|&extra| check(&faces.theme().extra_title(extra), faces.extra(extra)?));
    let backs = faces.backs().filter(|_| selection.backs);
    let backs = backs.filter_map(|(place, face)| check(&faces.theme().back_title(place), face));
    let mut distinct = Distinct::default();
    for found in fronts.into_iter().flatten().chain(backs).chain(extras) {
        for problem in found.iter().filter(|problem| problem.code() != scene::LETTERS) {
            distinct.extend(&problem.clone().into());
        }
    }
    distinct.into_problems()
}
