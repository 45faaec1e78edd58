//! Checks the faces of a job before its files are made.

use crate::diagnostic::{Distinct, Problems};
use crate::face::{Extra, Faces, Selection};
use crate::render::printable::unprintable;

use super::{ExtraFront, Job};

impl<'a> Job<'a> {
    /// Makes and checks the faces of this job.
    ///
    /// # Errors
    /// General faults of the faces, and what the files of this job cannot hold.
    pub fn fitting_faces(&self) -> Result<Faces<'a>, Problems> {
        let extras = self.theme_extras();
        let fitting = Faces::fitting_selected(self.theme, self.deck, self.selection(&extras));
        fitting.map_err(|found| self.with_unprintable(found))
    }

    /// General faults of this job's faces, and what its files cannot hold.
    pub fn check(&self) -> Problems {
        let extras = self.theme_extras();
        match self.fitting_faces() {
            Ok(faces) => unprintable(&faces, self.file_kind(), self.selection(&extras)),
            Err(found) => found,
        }
    }

    /// Adds to these problems what the files of this job cannot hold of the faces.
    pub fn with_unprintable(&self, found: Problems) -> Problems {
        let mut distinct = Distinct::default();
        distinct.extend(&found);
        if let Ok(faces) = Faces::new(self.theme, self.deck) {
            let extras = self.theme_extras();
            distinct.extend(&unprintable(&faces, self.file_kind(), self.selection(&extras)));
        }
        distinct.into_problems()
    }

    /// The extra cards from templates of the theme, each once.
    pub fn theme_extras(&self) -> Vec<Extra> {
        let mut extras: Vec<Extra> = Vec::new();
        for extra in &self.extras {
            if let ExtraFront::Theme(extra) = extra
                && !extras.contains(extra)
            {
                extras.push(*extra);
            }
        }
        extras
    }

    /// The names of the extra cards, as often as they are printed.
    pub fn extra_names(&self) -> Vec<String> {
        self.extras.iter().map(|extra| extra.name(self.theme).to_owned()).collect()
    }

    /// The printed faces, with these extra cards.
    pub fn selection<'s>(&'s self, extras: &'s [Extra]) -> Selection<'s> {
        Selection { cards: &self.cards, extras, backs: self.backs }
    }
}
