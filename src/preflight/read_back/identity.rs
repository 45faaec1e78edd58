//! Identity of a file without cards, as declared in its subject or title.

use super::piece::Piece;
use super::reading::{ReadBack, Reading};
use crate::render::placement::PlacementRecord;

/// The piece and edition that a file declares: `tuck box, edition RH1H-E`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::preflight) struct DeclaredIdentity {
    piece: Piece,
    edition: String,
    /// The digits of its bar code by its placement record.
    barcode: Option<String>,
}

impl DeclaredIdentity {
    /// Parses a subject or title, if it names a piece.
    pub(in crate::preflight) fn read(subject: &str) -> Option<Self> {
        [Piece::TuckBox, Piece::FoldedLeaf].into_iter().find_map(|piece| {
            let edition = subject.trim().strip_prefix(&format!("{piece}, edition "))?;
            Some(Self { piece, edition: edition.to_owned(), barcode: None })
        })
    }

    /// Adds the bar code of a placement record.
    pub(in crate::preflight) fn with_barcode(self, record: Option<&PlacementRecord>) -> Self {
        let place = record.and_then(|record| record.barcode.as_ref());
        Self { barcode: place.map(|place| place.digits.clone()), ..self }
    }

    /// The result of comparing the declared edition with a deck's, and the bar code of a tuck box by its placement
    /// record. That its bars read as these digits is another rule.
    pub(super) fn held_against(&self, edition: &str, barcode: Option<&str>) -> ReadBack {
        let mut reading = Reading::default();
        let barcode = barcode.filter(|_| self.piece == Piece::TuckBox);
        match (self.barcode.as_deref(), barcode) {
            (Some(own), Some(deck)) if own != deck => {
                reading.differs(None, format!("the bar code is {own}, that of the deck is {deck}"));
            }
            (Some(own), None) => {
                reading.differs(None, format!("the bar code is {own}, the deck has none"));
            }
            (None, Some(deck)) => {
                let reason = format!("no placement record has the bar code of the deck, {deck}");
                reading.differs(None, reason);
            }
            _ => {}
        }
        if self.edition != edition {
            let (piece, own) = (self.piece, &self.edition);
            reading
                .differs(None, format!("the {piece} is of edition {own}, the deck is {edition}"));
        }
        ReadBack { piece: Some(self.piece), ..reading.done() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_code_of_a_box_is_that_of_the_deck() {
        let plain = DeclaredIdentity::read("tuck box, edition AB12C").unwrap();
        let own = DeclaredIdentity { barcode: Some("036000291452".to_owned()), ..plain.clone() };
        let compare = |identity: &DeclaredIdentity, barcode| {
            let read = identity.held_against("AB12C", barcode);
            read.differences.first().map(|fault| fault.reason.clone()).unwrap_or_default()
        };
        assert_eq!("", compare(&own, Some("036000291452")));
        assert_eq!("", compare(&plain, None));
        let other = "the bar code is 036000291452, that of the deck is 4006381333931";
        assert_eq!(other, compare(&own, Some("4006381333931")));
        assert_eq!("the bar code is 036000291452, the deck has none", compare(&own, None));
        let missing = "no placement record has the bar code of the deck, 4006381333931";
        assert_eq!(missing, compare(&plain, Some("4006381333931")));
    }

    #[test]
    fn a_piece_is_read_from_its_subject_and_matches_its_edition() {
        let reported = DeclaredIdentity::read("folded leaf, edition AB12C").unwrap();
        assert_eq!(Piece::FoldedLeaf, reported.piece);
        assert!(reported.held_against("AB12C", Some("036000291452")).agrees());
        let other = reported.held_against("XY98Z", None);
        assert_eq!(
            "the folded leaf is of edition AB12C, the deck is XY98Z",
            other.differences[0].reason
        );
        for subject in ["", "Harbour, edition AB12C: one card a page", "box, edition AB12C"] {
            assert_eq!(None, DeclaredIdentity::read(subject), "{subject}");
        }
    }
}
