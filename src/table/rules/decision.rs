//! Yes-or-no draws, and the field of fire whose edge they decide (Conflict, "Advanced Rule: Fields
//! of Fire", "Optional Rule: Arc edges").

use schemars::JsonSchema;
use serde::Serialize;

use crate::deck::{CardNumber, Toggle};
use crate::table::lookup::{Answer, DeckView};
use crate::wording::counted;

/// The toggle corner of a card drawn for a yes-or-no decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct Decision {
    /// The card.
    pub card: CardNumber,
    /// Its lower right corner.
    pub toggle: Toggle,
}

impl Decision {
    /// Reads the card.
    pub fn new<'d>(deck: impl Into<DeckView<'d>>, card: CardNumber) -> Self {
        let deck = deck.into();
        Self { card, toggle: deck.card(card).toggle() }
    }
}

impl Answer for Decision {
    const KIND: &'static str = "toggle";

    fn verdict(&self) -> Option<String> {
        Some(self.toggle.to_string())
    }

    fn explanation(&self) -> Vec<String> {
        vec![format!("card {}: {}", self.card, self.toggle)]
    }
}

/// The arc in which a weapon follows its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FieldOfFire {
    /// 60 degrees: the target leaves it by moving sideways more than half the range.
    Long,
    /// 120 degrees, for handguns: the target leaves it by moving sideways more than the range.
    Handgun,
}

/// A target that moves while it is aimed at.
#[derive(Clone, Copy, Debug)]
pub struct ArcQuestion {
    /// The weapon's arc.
    pub arc: FieldOfFire,
    /// The distance to the target when the aim began, in paces (metres).
    pub range_paces: u16,
    /// How far the target moved at right angles to the line of fire, in paces.
    pub moved_paces: u16,
}

/// Whether the aim still holds, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema, Serialize)]
pub struct ArcAnswer {
    /// The largest move that stays inside the arc, in half paces.
    pub limit_half_paces: u32,
    /// Whether the target is exactly on the edge, where a toggle draw may decide.
    pub on_the_edge: bool,
    /// The toggle draw, if one was made; yes means that the target left the arc.
    pub decision: Option<Decision>,
    /// Whether the target is out of the field of fire, so that the aim is lost.
    pub out: bool,
}

impl ArcQuestion {
    /// Compares the move with the arc; `edge` is read only if the target is on the edge.
    pub fn answer(&self, edge: Option<Decision>) -> ArcAnswer {
        let limit_half_paces = match self.arc {
            FieldOfFire::Long => u32::from(self.range_paces),
            FieldOfFire::Handgun => 2 * u32::from(self.range_paces),
        };
        let moved = 2 * u32::from(self.moved_paces);
        let on_the_edge = moved == limit_half_paces;
        let decision = edge.filter(|_| on_the_edge);
        let slipped_out = decision.is_some_and(|decision| decision.toggle == Toggle::Yes);
        let out = moved > limit_half_paces || slipped_out;
        ArcAnswer { limit_half_paces, on_the_edge, decision, out }
    }
}

impl Answer for ArcAnswer {
    const KIND: &'static str = "arc";

    fn verdict(&self) -> Option<String> {
        Some(if self.out { "the aim is lost" } else { "the aim holds" }.to_owned())
    }

    fn explanation(&self) -> Vec<String> {
        let (whole, half) = (self.limit_half_paces / 2, self.limit_half_paces % 2 == 1);
        let paces = match half {
            true => format!("{whole}.5 paces"),
            false => counted(whole as usize, "pace"),
        };
        let mut lines = vec![format!("the arc ends {paces} to the side")];
        if let Some(decision) = &self.decision {
            lines.extend(decision.explanation());
        }
        lines.push(match (self.out, self.on_the_edge) {
            (true, _) => "out of the field of fire: the aim is lost".to_owned(),
            (false, true) => "on the edge, still in the field of fire: the aim holds".to_owned(),
            (false, false) => "in the field of fire: the aim holds".to_owned(),
        });
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::lookup::samples::{card, deck};

    #[test]
    fn a_toggle_draw_decides_only_on_the_edge() {
        let deck = deck();
        let question =
            |moved_paces| ArcQuestion { arc: FieldOfFire::Long, range_paces: 10, moved_paces };
        let yes = Decision::new(&deck, card(34));
        let no = Decision::new(&deck, card(37));
        assert_eq!((Toggle::Yes, Toggle::No), (yes.toggle, no.toggle));
        assert!(question(5).answer(Some(yes)).out);
        assert!(!question(5).answer(Some(no)).out);
        assert!(!question(5).answer(None).out);
        assert!(!question(4).answer(Some(yes)).out);
        assert!(question(6).answer(Some(no)).out);
    }
}
