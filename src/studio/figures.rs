//! A deck that came of the spec, with what the page shows of it.

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

/// How far a deck is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Stage {
    /// Its columns have their counts, its cells lie as chance will.
    Preview,
    /// The search is done.
    Settled,
}

/// A deck, what it was made from, and the judgement of it.
#[derive(Debug)]
pub(super) struct MadeDeck {
    pub stage: Stage,
    /// The project's revision that it was made from.
    pub revision: u64,
    pub spec: Arc<Spec>,
    pub deck: Deck,
    /// Judged when it is first asked for: a face need not wait for it.
    validation: OnceLock<Validation>,
    /// Or why no card can be drawn.
    pub theme: Result<Arc<Theme>, Problems>,
    /// The cause columns whose odds are quick ones, made before the search solves them.
    pub rough: Vec<Die>,
    /// How often the looks were changed by others while the spec stayed as it was.
    pub look: u64,
    /// The faces that were asked for.
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

    /// The front of a card. Its cells and its picture are asked for one after the other, and to find
    /// that a face is the one of an earlier deck, the theme must be laid out for this one: done once.
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

    /// The judgement of the deck by its spec.
    pub fn validation(&self) -> &Validation {
        self.validation.get_or_init(|| validate(&self.deck, Some(&self.spec)))
    }

    /// What the page draws: a part of what `validate --json` prints, under the same names.
    pub fn figures(&self) -> Value {
        let Validation { verdict, faults, figures, checks, effects, elements, .. } =
            self.validation();
        let Validation { deck, follow_ups, dependence, .. } = self.validation();
        json!({
            "revision": self.revision, "stage": self.stage, "look": self.look, "deck": deck, "verdict": verdict, "sentence": self.validation().sentence,
            "faults": faults, "figures": figures, "checks": checks, "effects": effects,
            "elements": elements, "counts": self.counts(), "chains": follow_ups, "dependence": dependence,
            "rough": self.rough.iter().map(Die::to_string).collect::<Vec<_>>(), "drawn_by": self.theme.as_ref().ok().map(|theme| theme.title()),
            "theme_faults": self.theme.as_ref().err().map(faults_of),
        })
    }

    /// For each field beside the grids: its values, numbers in rising order before texts, each with the
    /// number of cards that show it.
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

    /// What changed from an earlier deck to this one.
    pub fn difference_from(&self, before: &Self) -> Difference {
        diff((&before.deck, Some(&before.spec)), (&self.deck, Some(&self.spec)))
    }
}

/// Faults as data.
pub(super) fn faults_of(problems: &Problems) -> Vec<FaultRecord> {
    problems.records().0
}
