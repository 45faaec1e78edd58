//! Limits on the resources of a print file. The process that reads foreign files limits memory and time; a limit is
//! listed here if its message is more specific. Each is a row of `docs/limits.md`.

use std::fmt;

use crate::wording::grouped;

/// The largest file that is read, in bytes.
pub const LARGEST_FILE: usize = FILE_BYTES.most;

/// The largest file of any kind. A deck of 110 pages of pictures at 300 dpi has about 100 MB.
pub(super) const FILE_BYTES: Limit = Limit { what: "bytes in the file", most: 256_000_000 };

/// Values of all objects together: numbers, names, texts, lists. Each takes 120 bytes of memory plus its content.
pub(super) const PDF_VALUES: Limit = Limit { what: "values in the PDF's objects", most: 1_000_000 };

/// Nesting of arrays and dictionaries. PDF 1.4 has no limit; real files have fewer than ten levels.
pub(super) const PDF_NESTING: Limit = Limit { what: "values inside each other", most: 100 };

/// Pages of a PDF.
pub(super) const PDF_PAGES: Limit = Limit { what: "pages", most: 5_000 };

/// The unpacked size of one stream: a picture of A3 at 300 dpi in four inks has 70 MB.
pub(super) const PDF_STREAM_BYTES: Limit =
    Limit { what: "bytes in one stream of the PDF when unpacked", most: 100_000_000 };

/// The unpacked size of all streams.
pub(super) const PDF_UNPACKED_BYTES: Limit =
    Limit { what: "bytes in the streams of the PDF when unpacked", most: 1_000_000_000 };

/// The size of a PDF's metadata or of a font's character map.
pub(super) const PDF_TEXT_BYTES: Limit =
    Limit { what: "bytes in metadata or a character map of the PDF", most: 4_000_000 };

/// Operators of all pages. A form counts at each call, and so does the call itself.
pub(super) const PDF_OPERATORS: Limit =
    Limit { what: "operators on all pages, forms counted at every call", most: 4_000_000 };

/// Letters on all pages of a PDF. A deck has 40,000.
pub(super) const PDF_LETTERS: Limit = Limit { what: "letters on the pages", most: 500_000 };

/// Codes with a width or a character in all fonts together.
pub(super) const PDF_FONT_CODES: Limit =
    Limit { what: "codes listed in the fonts of the PDF", most: 500_000 };

/// Annotations on all pages.
pub(super) const PDF_ANNOTATIONS: Limit = Limit { what: "annotations on the pages", most: 100_000 };

/// Pixels along a side of a PNG: A3 at 1,200 dpi has 20,000.
pub(super) const PNG_SIDE: Limit =
    Limit { what: "pixels along one side of the picture", most: 30_000 };

/// Pixels of a PNG: a card of A6 at 2,400 dpi has 155 million.
pub(super) const PNG_PIXELS: Limit = Limit { what: "pixels in the picture", most: 200_000_000 };

/// Bytes of the pixels of an interlaced PNG, which is unpacked as a whole.
pub(super) const PNG_INTERLACED_BYTES: Limit =
    Limit { what: "bytes in the pixels of an interlaced picture", most: 200_000_000 };

/// Bytes of a text chunk in a PNG; those of cards have a few thousand.
pub(super) const PNG_NOTE_BYTES: Limit =
    Limit { what: "bytes in a note of the picture", most: 1_000_000 };

/// Letters on a page that are compared with a deck. A sheet of nine cards has 6,000.
pub(super) const PAGE_LETTERS: Limit =
    Limit { what: "letters on one page to compare with a deck", most: 50_000 };

/// Cards on one page.
pub(super) const PAGE_CARDS: Limit = Limit { what: "cards on one page", most: 250 };

/// Letters on one card. A card has about 700.
pub(super) const CARD_LETTERS: Limit = Limit { what: "letters on one card", most: 5_000 };

/// Different faults of one rule that are reported; the others are counted.
pub(super) const FAULTS: Limit = Limit { what: "different faults of one rule", most: 100 };

/// Places of the faults of one rule that are reported; the others are counted.
pub(super) const PLACES: Limit = Limit { what: "places of faults of one rule", most: 1_000 };

/// Characters of one fault that are reported.
pub(super) const FAULT_LENGTH: Limit = Limit { what: "characters in one fault", most: 400 };

/// Painting steps of one drawn page: shapes, letters, tiles, and repetitions for masks.
pub(super) const DRAWN_STEPS: Limit = Limit { what: "shapes painted on one page", most: 2_000_000 };

/// Nested groups of a page, each of which needs a copy of the page's pixels.
pub(super) const DRAWN_GROUPS: Limit =
    Limit { what: "transparent groups inside each other", most: 16 };

/// Pixels of one picture on a drawn page.
pub(super) const DRAWN_PICTURE: Limit =
    Limit { what: "pixels of one picture on a page", most: 200_000_000 };

/// Tiles of a pattern for one painting operator.
pub(super) const DRAWN_TILES: Limit = Limit { what: "tiles of one pattern", most: 10_000 };

/// Pixels of a drawn page: larger pages are drawn at a lower resolution.
pub(super) const DRAWN_PIXELS: Limit =
    Limit { what: "pixels in which one page is drawn", most: 25_000_000 };

/// The most that a file may have of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Limit {
    /// What is counted, as in "more than 10,000 pages".
    pub what: &'static str,
    pub most: usize,
}

impl Limit {
    /// Checks a count against the limit.
    ///
    /// # Errors
    /// If the count exceeds it.
    pub(super) fn hold(&self, count: usize) -> Result<(), LimitExceeded> {
        if count <= self.most { Ok(()) } else { Err(self.past()) }
    }

    /// The message for a page that is not drawn completely because of this limit.
    pub(super) fn undrawn(&self) -> String {
        format!("more than {} {}, the most that is drawn", grouped(self.most), self.what)
    }

    /// The error for a file that exceeds this limit.
    pub(super) fn past(&self) -> LimitExceeded {
        LimitExceeded(*self)
    }
}

/// A limit that a file exceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LimitExceeded(Limit);

impl fmt::Display for LimitExceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limit { what, most } = self.0;
        write!(f, "more than {} {what}, the most that is read", grouped(most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every limit that makes a file unreadable.
    const REFUSING: [Limit; 18] = [
        FILE_BYTES,
        PDF_VALUES,
        PDF_NESTING,
        PDF_PAGES,
        PDF_STREAM_BYTES,
        PDF_UNPACKED_BYTES,
        PDF_TEXT_BYTES,
        PDF_OPERATORS,
        PDF_LETTERS,
        PDF_FONT_CODES,
        PDF_ANNOTATIONS,
        PNG_SIDE,
        PNG_PIXELS,
        PNG_INTERLACED_BYTES,
        PNG_NOTE_BYTES,
        PAGE_LETTERS,
        PAGE_CARDS,
        CARD_LETTERS,
    ];

    #[test]
    fn every_limit_is_a_row_of_the_docs() {
        let docs = include_str!("../../docs/limits.md");
        for limit in REFUSING {
            let (most, what) = (grouped(limit.most), limit.what);
            let row = format!("| {what} | {most} | {} |", limit.past());
            assert!(docs.contains(&row), "docs/limits.md has no row {row}");
        }
        for limit in [DRAWN_STEPS, DRAWN_GROUPS, DRAWN_PICTURE, DRAWN_TILES] {
            let row = format!("| {} | {} | {} |", limit.what, grouped(limit.most), limit.undrawn());
            assert!(docs.contains(&row), "docs/limits.md has no row {row}");
        }
        for (limit, what) in [
            (DRAWN_PIXELS, DRAWN_PIXELS.what),
            (FAULTS, "different faults of one rule that are listed"),
            (PLACES, "places of faults of one rule that are listed"),
            (FAULT_LENGTH, "characters of one fault that are shown"),
        ] {
            assert!(docs.contains(&format!("| {what} | {} |", grouped(limit.most))), "{what}");
        }
    }

    #[test]
    fn an_exceeded_limit_is_named_with_its_size() {
        let pages = Limit { what: "pages", most: 12_345 };
        assert_eq!(Ok(()), pages.hold(12_345));
        let past = pages.hold(12_346).unwrap_err().to_string();
        assert_eq!("more than 12,345 pages, the most that is read", past);
    }
}
