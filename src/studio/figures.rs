//! A deck made from the spec, with its figures for the page.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde::Serialize;
use serde_json::{Value, json};

use crate::deck::{CardNumber, Deck, Field};
use crate::diagnostic::{FaultRecord, Problems};
use crate::dice::Die;
use crate::diff::{Difference, diff};
use crate::face::Theme;
use crate::spec::Spec;
use crate::validate::{Validation, validate};

use super::faces::{DrawnFace, DrawnFaces};
use super::pins::is_pinnable;

/// The stage of a deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Stage {
    /// Its columns have their counts, its cells are dealt at random.
    Preview,
    /// The search is complete.
    Settled,
}

/// A deck, its sources, and its validation.
#[derive(Debug)]
pub(super) struct MadeDeck {
    pub stage: Stage,
    /// The project's revision from which it was made.
    pub revision: u64,
    pub spec: Arc<Spec>,
    pub deck: Deck,
    /// Computed on first use: a face does not depend on it.
    validation: OnceLock<Validation>,
    /// The theme, or why cards cannot be drawn.
    pub theme: Result<Arc<Theme>, Problems>,
    /// The cause columns with approximate odds, not yet solved by the search.
    pub rough: Vec<Die>,
    /// How often other programs changed the theme's files without a change of the spec.
    pub look: u64,
    /// The faces drawn so far.
    drawn: Mutex<BTreeMap<CardNumber, Arc<DrawnFace>>>,
}

impl MadeDeck {
    pub fn new(
        stage: Stage,
        revision: u64,
        spec: Arc<Spec>,
        deck: Deck,
        theme: Result<Arc<Theme>, Problems>,
    ) -> Self {
        let (validation, drawn) = (OnceLock::new(), Mutex::default());
        let (rough, look) = (Vec::new(), 0);
        Self { stage, revision, spec, deck, validation, theme, rough, look, drawn }
    }

    /// The same deck in another theme.
    pub fn dressed(&self, theme: Result<Arc<Theme>, Problems>, look: u64) -> Self {
        let (spec, deck) = (Arc::clone(&self.spec), self.deck.clone());
        let made = Self::new(self.stage, self.revision, spec, deck, theme);
        let rough = self.rough.clone();
        Self { validation: self.validation.clone(), rough, look, ..made }
    }

    /// The front of a card. The page requests its cells and its picture separately; binding the card to the
    /// theme, to find a cached face, is done once.
    ///
    /// # Errors
    /// The faults of the theme, or that it cannot be drawn.
    pub fn face(&self, faces: &DrawnFaces, card: CardNumber) -> Result<Arc<DrawnFace>, Problems> {
        let drawn = || self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(face) = drawn().get(&card) {
            return Ok(Arc::clone(face));
        }
        let theme = self.theme.as_ref().map_err(Problems::clone)?;
        let face = faces.draw(theme, &self.deck, card)?;
        drawn().insert(card, Arc::clone(&face));
        Ok(face)
    }

    /// The validation of the deck against its spec.
    pub fn validation(&self) -> &Validation {
        self.validation.get_or_init(|| validate(&self.deck, Some(&self.spec)))
    }

    /// The figures for the page: a part of the output of `validate --json`, with the same keys.
    pub fn figures(&self) -> Value {
        let Validation { verdict, faults, figures, checks, effects, elements, .. } =
            self.validation();
        let Validation { deck, follow_ups, dependence, .. } = self.validation();
        json!({
            "revision": self.revision, "stage": self.stage, "look": self.look, "deck": deck, "numbers": [self.deck.numbers().first(), self.deck.numbers().last()], "verdict": verdict, "sentence": self.validation().sentence,
            "faults": faults, "figures": figures, "checks": checks, "effects": effects,
            "elements": elements, "counts": self.counts(), "chains": follow_ups, "dependence": dependence,
            "rough": self.rough.iter().map(Die::to_string).collect::<Vec<_>>(), "drawn_by": self.theme.as_ref().ok().map(|theme| theme.title()),
            "theme_faults": self.theme.as_ref().err().map(faults_of),
        })
    }

    /// For each field outside the grids: its values, numbers ascending before texts, each with the number of
    /// cards that show it.
    fn counts(&self) -> Vec<Value> {
        let layout = self.deck.layout();
        let is_shown = |field: &Field| {
            !matches!(field, Field::Cause { .. } | Field::Effect { .. })
                && is_pinnable(&self.spec, field)
        };
        let counts = layout.fields().into_iter().filter(is_shown).map(|field| {
            let mut values: BTreeMap<(i64, String), usize> = BTreeMap::new();
            for card in self.deck.cards() {
                let text = field.text(layout, card);
                *values.entry((text.parse().unwrap_or(i64::MAX), text)).or_default() += 1;
            }
            let values: Vec<(String, usize)> =
                values.into_iter().map(|((_, text), cards)| (text, cards)).collect();
            json!({ "field": field.to_string(), "values": values })
        });
        counts.collect()
    }

    /// The difference between an earlier deck and this one.
    pub fn difference_from(&self, before: &Self) -> Difference {
        diff((&before.deck, Some(&before.spec)), (&self.deck, Some(&self.spec)))
    }
}

/// Faults as data.
pub(super) fn faults_of(problems: &Problems) -> Vec<FaultRecord> {
    problems.records().0
}
