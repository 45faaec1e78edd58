//! Identity of a file without cards, as declared in its subject or title.

use super::piece::Piece;
use super::reading::{ReadBack, Reading};

/// The piece and edition that a file declares: `tuck box, edition RH1H-E`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::preflight) struct DeclaredIdentity {
    piece: Piece,
    edition: String,
}

impl DeclaredIdentity {
    /// Parses a subject or title, if it names a piece.
    pub(in crate::preflight) fn read(subject: &str) -> Option<Self> {
        [Piece::TuckBox, Piece::FoldedLeaf].into_iter().find_map(|piece| {
            let edition = subject.trim().strip_prefix(&format!("{piece}, edition "))?;
            Some(Self { piece, edition: edition.to_owned() })
        })
    }

    /// The result of comparing the declared edition with a deck's.
    pub(super) fn held_against(&self, edition: &str) -> ReadBack {
        let mut reading = Reading::default();
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
    fn a_piece_is_read_from_its_subject_and_matches_its_edition() {
        let reported = DeclaredIdentity::read("folded leaf, edition AB12C").unwrap();
        assert_eq!(Piece::FoldedLeaf, reported.piece);
        assert!(reported.held_against("AB12C").agrees());
        let other = reported.held_against("XY98Z");
        assert_eq!(
            "the folded leaf is of edition AB12C, the deck is XY98Z",
            other.differences[0].reason
        );
        for subject in ["", "Harbour, edition AB12C: one card a page", "box, edition AB12C"] {
            assert_eq!(None, DeclaredIdentity::read(subject), "{subject}");
        }
    }
}
