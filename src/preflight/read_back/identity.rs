//! What a file without cards says it is.

use super::piece::Piece;
use super::reading::{ReadBack, Reading};

/// What a file says it is, and of which edition: `tuck box, edition RH1H-E`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::preflight) struct DeclaredIdentity {
    piece: Piece,
    edition: String,
}

impl DeclaredIdentity {
    /// The piece a file calls itself in its subject or title, if it is one.
    pub(in crate::preflight) fn read(subject: &str) -> Option<Self> {
        [Piece::TuckBox, Piece::FoldedLeaf].into_iter().find_map(|piece| {
            let edition = subject.trim().strip_prefix(&format!("{piece}, edition "))?;
            Some(Self { piece, edition: edition.to_owned() })
        })
    }

    /// What was read of it: it is of this edition or it differs.
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
    fn a_piece_is_reported_by_its_subject_and_holds_for_its_edition_alone() {
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
